#!/usr/bin/env bash
# Stop what slurm_up.sh started in FOLDER, and nothing else.
#   slurm_down.sh FOLDER
folder=$(realpath -m "$1")
[ "$(readlink /etc/slurm/slurm.conf)" = "$folder/slurm.conf" ] && scancel --user="$(id -un)" 2>/dev/null
for pid in "$folder"/slurmd-*.pid "$folder/slurmctld.pid" "$folder/munge/munged.pid"; do
  [ -s "$pid" ] || continue
  number=$(cat "$pid")
  kill "$number" 2>/dev/null
  for _ in $(seq 50); do kill -0 "$number" 2>/dev/null || break; sleep 0.1; done
done
[ "$(readlink /etc/slurm/slurm.conf)" = "$folder/slurm.conf" ] && rm -f /etc/slurm/slurm.conf
exit 0
