"""The same batches on a Dask cluster: one setting, the same bytes."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.slow


@pytest.fixture
def dask_address(coin):
    """Start a scheduler and two workers on loopback, in a process of their own."""
    program = (
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    cluster = LocalCluster(n_workers=2, threads_per_worker=1, host='127.0.0.1', dashboard_address=None)\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    input()\n"
        "    cluster.close()\n"
    )
    script = coin.folder / "dask_cluster.py"
    script.write_text(program)
    process = subprocess.Popen(
        [sys.executable, str(script)], env=coin.environment(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        yield process.stdout.readline().strip()
    finally:
        process.communicate("\n", timeout=60)


def test_a_run_on_dask_gives_the_same_bytes(coin, dask_address):
    there = coin.run("run", str(coin.write_coin_config("there")), GRIDPUZZLES_DASK=dask_address)
    assert there.returncode == 0, there.stderr
    assert coin.contents("there") == coin.contents()
    broken = coin.run("batch", "config/there.yaml", "toy_coin", "nothing", GRIDPUZZLES_DASK=dask_address)
    assert broken.returncode == 2


def test_an_unreachable_scheduler_is_an_error_in_the_log(project):
    config = str(project.write_config())
    lines = project.run("plan", config, "--batches").stdout.splitlines()
    study, batch = next(line.split()[:2] for line in lines if "(" in line and line.startswith("toy_coin throws"))
    unreachable = {"GRIDPUZZLES_DASK": "tcp://127.0.0.1:9", "DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT": "1s"}
    result = project.run("batch", config, study, batch, **unreachable)
    assert result.returncode == 1
    assert not project.files("toy_coin/batches/*.parquet")
    assert "127.0.0.1:9" in result.stderr
