"""Faults that really happen: kills at random moments, full and read-only disks, wrong clocks, foreign files."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from contextlib import contextmanager, suppress

import psutil
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

pytestmark = pytest.mark.slow

ROUNDS = 20


# --- Kills -----------------------------------------------------------------------------------------------------------


def _descendants(process, word):
    """Return the processes below this one that run the program with this word as an argument."""
    try:
        below = psutil.Process(process.pid).children(recursive=True)
    except psutil.NoSuchProcess:
        return []
    return [child for child in below if _runs(child, word)]


def _runs(process, word):
    try:
        command = process.cmdline()
    except psutil.Error:
        return False
    return "python" in os.path.basename(command[0] if command else "") and word in command  # noqa: PTH119


def _kill_worker(process):
    """Kill a process that computes a batch, builds tables or draws, as soon as there is one."""
    while process.poll() is None:
        for word in ("batch", "tables", "figures"):
            for worker in _descendants(process, word):
                worker.kill()
                return True
        time.sleep(0.02)
    return False


def _kill_snakemake(process):
    """Kill Snakemake alone, as soon as there is one; its workers go on as orphans."""
    while process.poll() is None:
        for snakemake in _descendants(process, "snakemake"):
            snakemake.kill()
            return True
        time.sleep(0.02)
    return False


def _kill_group(process):
    if process.poll() is not None:
        return False
    os.killpg(process.pid, signal.SIGKILL)
    return True


def _is_whole(project, calm):
    """Whether what stands under a final name is what an undisturbed run writes, table by table and figure by figure."""
    found = {name: content for name, content in project.contents().items() if not name.endswith(".part")}
    return found.items() <= calm.items()


def test_twenty_kills_at_random_moments_lose_nothing(project):
    """Kill a worker, Snakemake, or the whole group in turn, and start again; a run that gets through is compared.

    Every start but the first after a finished run resumes what a kill has left.
    """
    moments = random.Random(1823)
    started = time.monotonic()
    project.finish(project.write_coin_config("calm", pause=0.3))
    duration = time.monotonic() - started
    calm, config = project.contents("calm"), str(project.write_coin_config(pause=0.3))
    kills = dict.fromkeys((_kill_worker, _kill_snakemake, _kill_group), 0)
    finished = 0
    while sum(kills.values()) < ROUNDS:
        kill = min(kills, key=kills.get)
        started, process = time.monotonic(), project.start("run", config)
        try:
            process.wait(timeout=moments.uniform(0, duration))
        except subprocess.TimeoutExpired:
            kills[kill] += kill(process)
        else:
            duration = min(duration, time.monotonic() - started)  # the first run may have been a slow one
        process.communicate(timeout=240)
        assert _is_whole(project, calm), kill
        if process.returncode == 0:
            assert project.contents().items() >= calm.items()
            finished += 1
            shutil.rmtree(project.folder / "results" / "small")
    project.finish(config)
    assert project.contents().items() >= calm.items()
    print(f"{sum(kills.values())} kills; {finished + 1} runs got through and were the undisturbed run's bytes")


# --- Disks -----------------------------------------------------------------------------------------------------------


@contextmanager
def _disk_of_its_own(folder, size=8 << 20):
    """Put a folder on a disk of so many bytes; only root may."""
    kept = folder.with_name("kept")
    folder.rename(kept)
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a disk of its own can be mounted by root only")
    try:
        shutil.copytree(kept, folder, dirs_exist_ok=True)
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def _fill_up(path):
    with path.open("wb", buffering=0) as stream, suppress(OSError):
        while True:
            stream.write(bytes(4096))


def _last_line_of_failure(result):
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith("gridpuzzles: "), result.stderr
    return last


def test_a_full_disk_stops_the_run_with_one_clear_line_and_leaves_what_was_there(coin):
    with _disk_of_its_own(coin.folder / "results"):
        before, times = coin.contents(), coin.times("*/batches/*")
        longer = str(coin.write_coin_config(coins="[1, 2, 3, 4]"))
        filler = coin.folder / "results" / "filler"
        _fill_up(filler)
        result = coin.run("run", longer)
        assert "the disk that holds results/small is full" in _last_line_of_failure(result)
        assert coin.contents() == before
        assert coin.times("*/batches/*.parquet").items() <= times.items()
        by_hand = coin.run("tables", str(coin.write_coin_config()), "toy_coin")
        assert by_hand.stderr.count("\n") == 1
        assert "No space left on device" in _last_line_of_failure(by_hand)
        assert coin.contents() == before
        filler.unlink()
        coin.finish(coin.write_coin_config(coins="[1, 2, 3, 4]"))
        assert times.items() <= coin.times("*/batches/*").items()


def test_a_limit_on_the_size_of_files_stops_a_command_with_one_line_and_leaves_the_old_file(coin):
    before = coin.contents()
    for step in ("tables", "figures"):
        limited = ["prlimit", "--fsize=512", *coin.command(step, "config/small.yaml", "toy_coin")]
        result = subprocess.run(
            limited, cwd=coin.folder, env=coin.environment(), capture_output=True, text=True, check=False
        )
        assert result.returncode == 1
        assert result.stderr.count("\n") == 1
        assert "File too large" in result.stderr
        assert coin.contents() == before
        assert not coin.files("**/*.part")


def test_a_read_only_results_folder_is_named_in_one_line(coin):
    with _disk_of_its_own(coin.folder / "results"):
        before = coin.times()
        subprocess.run(["mount", "-o", "remount,ro", str(coin.folder / "results")], check=True)
        result = coin.run("run", "config/small.yaml")
        assert result.returncode == 1
        assert result.stderr == "gridpuzzles: results/small: cannot be written: Read-only file system\n"
        for step in ("tables", "figures"):
            result = coin.run(step, "config/small.yaml", "toy_coin")
            assert result.returncode == 1
            assert result.stderr.count("\n") == 1
            assert "Read-only file system: 'results/small/" in result.stderr
        assert coin.run("plan", "config/small.yaml").returncode == 0
        assert coin.times() == before


# --- Clocks and names ------------------------------------------------------------------------------------------------


def test_a_clock_set_back_costs_nothing(coin):
    config = str(coin.write_coin_config())
    batches = coin.files("toy_coin/batches/*.parquet")
    logs = {name: path.read_bytes() for name, path in coin.files("*/logs/*").items()}
    log_times = coin.times("*/logs/*")
    tomorrow = time.time() + 86400
    sources = [
        *(coin.folder / "src").rglob("*.py"),
        coin.folder / config,
        coin.folder / "Snakefile",
    ]
    for path in [*coin.files("**/*").values(), *sources]:
        os.utime(path, (tomorrow, tomorrow))
    coin.write_coin_config(coins="[1, 2, 3, 4]")
    coin.finish(config)
    times = coin.times()
    assert max(times.values()) <= time.time_ns()
    assert set(log_times) <= set(times)
    own_logs = coin.files("*/logs/throws-000[123]*")
    assert len(own_logs) == len(batches)
    assert all(path.read_bytes() == logs[name] for name, path in own_logs.items())
    coin.finish(config)
    assert coin.times() == times


def test_a_path_with_spaces_and_letters_of_other_alphabets_gives_the_same_bytes(coin):
    odd = type(coin)(coin.folder.parent / "Ergebnisse März – été 結果 'x' {y}")
    shutil.copytree(coin.folder, odd.folder, ignore=shutil.ignore_patterns("results", ".snakemake"))
    odd.finish(odd.folder / "config/small.yaml")
    assert odd.contents() == coin.contents()
    times = odd.times()
    odd.finish("config/small.yaml")
    assert odd.times() == times


# --- Foreign files ---------------------------------------------------------------------------------------------------


def _rewrite(path, table):
    """Put another Parquet file in place of a table, with a checksum that fits it."""
    import hashlib

    pq.write_table(table, path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    path.with_suffix(".json").write_text(json.dumps({"checksum": digest}))


def _foreign_tables(path):
    good = pq.read_table(path)
    document = json.loads(good.schema.metadata[b"gridpuzzles"])
    known = good.schema.metadata

    def with_document(value):
        return good.replace_schema_metadata({b"gridpuzzles": json.dumps(value).encode()})

    yield pa.table({"x": [1]}), "does not say what determined it"
    yield pa.table({"x": [1]}).replace_schema_metadata(known), "its columns differ"
    yield good.slice(0, 1).cast(pa.schema([("throws", pa.string()), ("sum", pa.string())])), "does not say"
    yield with_document([1]), "its JSON is not an object"
    yield with_document({**document, "study": "toy_dice"}), "comes from another config or study"
    yield with_document({**document, "seed": 2}), "comes from another config or study"
    yield with_document({**document, "settings": {"throws": [1], "pause": 0.0}}), "comes from another config or study"


def test_a_foreign_parquet_file_stops_the_figures_with_one_line(coin):
    path = coin.folder / "results/small/toy_coin/sums.parquet"
    figures = coin.files("figures/*/*")
    drawn = {name: file.read_bytes() for name, file in figures.items()}
    for table, message in list(_foreign_tables(path)):
        _rewrite(path, table)
        assert message in _refusal(coin, path)
    for content in (b"", b"PAR1" + bytes(2000) + b"PAR1"):
        path.write_bytes(content)
        assert "is damaged" in _refusal(coin, path)
    assert {name: file.read_bytes() for name, file in figures.items()} == drawn


def _refusal(project, path):
    """Return the one line with which the figure command refuses a table."""
    result = project.run("figures", "config/small.yaml", "toy_coin")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith(f"gridpuzzles: {path.relative_to(project.folder)}: ")
    return result.stderr


def test_a_batch_of_another_config_in_the_place_of_a_batch_is_computed_anew(coin):
    expected = coin.contents()
    other = str(coin.write_coin_config("other", seed=2))
    foreign = coin.run("plan", other, "--batches").stdout.splitlines()[-1].split()[1]
    assert coin.run("batch", other, "toy_coin", foreign).returncode == 0
    own = list(coin.files("toy_coin/batches/*.parquet").values())[-1]
    for suffix in (".parquet", ".json"):
        shutil.copy(coin.folder / "results/other/toy_coin/batches" / (foreign + suffix), own.with_suffix(suffix))
    result = coin.finish("config/small.yaml")
    assert "holds other units than this config asks for; it is computed anew" in result.stderr
    assert coin.contents() == expected
