"""What goes wrong: kills, damage, two runs at once, full disks. Nothing is lost but the work in flight."""

import os
import re
import signal
import time

import pytest

pytestmark = pytest.mark.slow


def _wait_for_batches(project, count, process, timeout=300):
    deadline = time.monotonic() + timeout
    while len(project.files("toy_coin/batches/*.parquet")) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.05)


def _finished_batches(process, count):
    """Read the progress until so many batches of toy_coin are reported as finished; return their names."""
    names = []
    while len(names) < count:
        line = process.stderr.readline()
        assert line, process.poll()
        found = re.search(r"\] toy_coin (throws-\S+);", line)
        names += [found.group(1)] if found else []
    return names


@pytest.mark.parametrize("how", ["kill -9 of the whole group", "Ctrl-C"])
def test_an_interrupted_run_resumes_and_loses_only_the_batches_in_flight(project, how):
    coins = "[1, 2, 3, 4, 5, 6, 7, 8]"
    project.finish(project.write_coin_config("calm", coins=coins))
    expected = project.contents("calm")
    config = str(project.write_coin_config(coins=coins, pause=1.0))
    process = project.start("run", config)
    finished = [f"toy_coin/batches/{name}.parquet" for name in _finished_batches(process, 3)]
    os.killpg(process.pid, signal.SIGKILL if how.startswith("kill") else signal.SIGINT)
    process.communicate(timeout=300)
    assert process.returncode != 0
    before = project.times("toy_coin/batches/*.parquet")
    assert set(finished) <= set(before)
    assert len(before) < 8
    project.finish(config)
    after = project.times("toy_coin/batches/*.parquet")
    assert all(after[name] == before[name] for name in finished)
    # Only the table's metadata knows of the pause; all else is what an undisturbed run gives.
    same = {name: content for name, content in project.contents().items() if name != "toy_coin/sums.parquet"}
    assert all(expected[name] == content for name, content in same.items())


@pytest.mark.parametrize("damage", ["truncated", "bit flipped", "empty", "without its side file", "of other code"])
def test_a_damaged_batch_is_named_and_computed_anew(coin, damage):
    expected = coin.contents()
    path = next(iter(coin.files("toy_coin/batches/*.parquet").values()))
    content = path.read_bytes()
    if damage == "truncated":
        path.write_bytes(content[:-10])
    elif damage == "bit flipped":
        path.write_bytes(content[:50] + bytes([content[50] ^ 4]) + content[51:])
    elif damage == "empty":
        path.write_bytes(b"")
    elif damage == "without its side file":
        path.with_suffix(".json").unlink()
    else:
        source = coin.folder / "src/gridpuzzles/toy/kernels.py"
        stat = source.stat()
        source.write_text("SIDES = 6 \n")
        os.utime(source, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    result = coin.finish("config/small.yaml")
    assert str(path.relative_to(coin.folder)) in result.stderr
    assert "it is computed anew" in result.stderr
    assert coin.contents() == expected


def test_two_runs_in_one_folder_do_not_meet(project):
    config = str(project.write_coin_config(pause=0.6))
    first = project.start("run", config)
    _wait_for_batches(project, 1, first)
    second = project.run("run", config)
    assert second.returncode == 1
    assert second.stderr == (
        "gridpuzzles: results/small: another run is at work in this folder; wait for it or stop it\n"
    )
    first.communicate(timeout=120)
    assert first.returncode == 0


def test_a_failing_unit_is_named_with_the_end_of_its_log(project):
    kernel = project.folder / "src/gridpuzzles/toy/kernels.py"
    kernel.write_text("raise RuntimeError('the kernel is broken')\n")
    result = project.run("run", str(project.write_coin_config()))
    assert result.returncode == 1
    assert re.search(r"failed: toy_coin throws-\d{4}", result.stderr)
    assert "the kernel is broken" in result.stderr
    assert result.stderr.splitlines()[-1].startswith("gridpuzzles: the run stopped before its end")
    kernel.write_text("SIDES = 6\n")
    project.finish("config/small.yaml")


def test_a_damaged_table_stops_the_figures_with_one_line(coin):
    table = coin.folder / "results/small/toy_coin/sums.parquet"
    table.write_bytes(table.read_bytes()[:-4])
    result = coin.run("figures", "config/small.yaml", "toy_coin")
    assert result.returncode == 2
    assert result.stderr.count("\n") == 1
    assert "results/small/toy_coin/sums.parquet: is damaged" in result.stderr


def test_a_run_outside_the_project_says_so(project, tmp_path):
    config = (project.folder / project.write_config()).rename(tmp_path / "else.yaml")
    (project.folder / "Snakefile").unlink()
    result = project.run("run", str(config))
    assert result.returncode == 1
    assert result.stderr == "gridpuzzles: there is no Snakefile here; run this in the project's top folder\n"


def test_an_unknown_profile_says_which_there_are(project):
    result = project.run("run", str(project.write_config()), "--profile", "moon")
    assert result.returncode == 1
    assert result.stderr.startswith("gridpuzzles: profile: 'moon' is not one of local")
