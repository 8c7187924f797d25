"""Compiled kernels: kept between processes, renewed when a called kernel in another file changes, compiled once."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from gridpuzzles.jit import argument

CALLED = """
from gridpuzzles.jit import kernel


@kernel
def step(value):
    return value + {number}
"""
CALLER = """
from gridpuzzles.jit import kernel
from gridpuzzles.toy.called import step


@kernel
def twice(value):
    return step(step(value))
"""


def _result_and_compilations(folder, **environment):
    """Return twice(0) and how many kernels were compiled, in a process of its own."""
    program = "from gridpuzzles.toy.caller import twice; print(twice(0), sum(twice.stats.cache_misses.values()))"
    command = [sys.executable, "-c", program]
    paths = {**os.environ, "PYTHONPATH": str(folder), **environment}
    result = subprocess.run(command, env=paths, capture_output=True, text=True, check=True)
    return tuple(map(int, result.stdout.split()))


@pytest.fixture
def package(tmp_path):
    toy = tmp_path / "gridpuzzles" / "toy"
    toy.mkdir(parents=True)
    source = Path(__file__).parents[1] / "src" / "gridpuzzles"
    for name in ("__init__.py", "borrowing.py", "jit.py"):
        shutil.copy(source / name, toy.parent / name)
    (toy / "__init__.py").touch()
    (toy / "called.py").write_text(CALLED.format(number=1))
    (toy / "caller.py").write_text(CALLER)
    return tmp_path


def test_compiled_code_is_kept_and_renewed_when_a_called_kernel_changes(package):
    assert _result_and_compilations(package) == (2, 1)
    assert _result_and_compilations(package) == (2, 0)
    (package / "gridpuzzles" / "toy" / "called.py").write_text(CALLED.format(number=5))
    assert _result_and_compilations(package) == (10, 1)


def test_the_cache_can_be_put_elsewhere(package, tmp_path):
    elsewhere = tmp_path / "node disk"
    assert _result_and_compilations(package, NUMBA_CACHE_DIR=str(elsewhere)) == (2, 1)
    assert list(elsewhere.glob("toy-*/**/*.nbi"))
    assert not list((package / "gridpuzzles").glob("**/*.nbi"))


def test_a_job_of_a_cluster_keeps_its_cache_on_the_node_where_nobody_else_can_write(package, tmp_path):
    node_disk = tmp_path / "node disk"
    node_disk.mkdir()
    job = {"SLURM_JOB_ID": "7", "TMPDIR": str(node_disk)}
    assert _result_and_compilations(package, **job) == (2, 1)
    assert _result_and_compilations(package, **job) == (2, 0)
    (folder,) = node_disk.glob("gridpuzzles-*")
    assert folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    assert _result_and_compilations(package, **job) == (2, 1)


def test_constants_as_arguments_do_not_compile_a_kernel_once_more():
    @numba.njit
    def same(number):
        return number

    one, two, plain = argument(1), argument(2), 3

    @numba.njit
    def add():
        return same(one) + same(two)

    @numba.njit
    def add_plainly():
        return same(plain)

    assert add() == 3
    assert len(same.signatures) == 1
    assert add_plainly() == 3
    assert len(same.signatures) == 2
    assert isinstance(argument(True), np.bool_)
