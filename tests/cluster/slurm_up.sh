#!/usr/bin/env bash
# Start a SLURM of NODES virtual nodes with CPUS cores each on this machine: loopback only, as root, without systemd.
#   slurm_up.sh FOLDER [NODES [CPUS]]
# FOLDER takes state, spools, logs and process numbers. SLURM finds its configuration at /etc/slurm/slurm.conf alone
# (job steps forget SLURM_CONF), so a link is put there; if another configuration is there, nothing is started.
set -euo pipefail
folder=$(realpath -m "$1")
nodes=${2:-2}
cpus=${3:-2}
host=$(uname -n)
link=/etc/slurm/slurm.conf
# A link that a killed test has left: ours, and nobody at work behind it.
if grep -qs '^ClusterName=loopback$' "$link" && ! pgrep -x slurmctld > /dev/null; then rm "$link"; fi
if [ -L "$link" ] && [ ! -e "$link" ]; then rm "$link"; fi
[ ! -e "$link" ] || { echo "$link exists: this machine has a SLURM of its own" >&2; exit 1; }

mkdir -p "$folder"/{state,log,munge}
chmod 755 "$folder"
install -d -o munge -g munge -m 755 "$folder/munge"

cat > "$folder/slurm.conf" <<CONF
ClusterName=loopback
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=26817
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$folder/munge/socket
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool-%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd-%n.pid
SlurmctldLogFile=$folder/log/slurmctld.log
SlurmdLogFile=$folder/log/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
ReturnToService=2
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
AccountingStorageType=accounting_storage/none
JobCompType=jobcomp/none
MinJobAge=86400
KillWait=2
SchedulerParameters=sched_interval=1,batch_sched_delay=0
PartitionName=loop Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
for node in $(seq "$nodes"); do
  mkdir -p "$folder/spool-n$node"
  echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((26820 + node)) CPUs=$cpus RealMemory=16000" \
    >> "$folder/slurm.conf"
done
ln -s "$folder/slurm.conf" "$link"

[ -e /etc/munge/munge.key ] || { mungekey --create; chown munge: /etc/munge/munge.key; }
setpriv --reuid=munge --regid=munge --clear-groups munged --key-file=/etc/munge/munge.key \
  --socket="$folder/munge/socket" --pid-file="$folder/munge/munged.pid" \
  --log-file="$folder/munge/munged.log" --seed-file="$folder/munge/munged.seed"
slurmctld
for node in $(seq "$nodes"); do slurmd -N "n$node"; done
for _ in $(seq 60); do
  [ "$(sinfo --noheader --states=idle --format=%D 2>/dev/null | awk '{sum += $1} END {print sum + 0}')" = "$nodes" ] && exit 0
  sleep 0.5
done
echo "the nodes did not come up; see $folder/log" >&2
exit 1
