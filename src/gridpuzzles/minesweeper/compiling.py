"""Kernels that only kernels call: compiled without the wrapper for Python.

A wrapper takes every array of every named tuple apart, which for the larger kernels of this family costs more time in
compiling than the kernel itself.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

import numba

from gridpuzzles.jit import cache_folder

P = ParamSpec("P")
R = TypeVar("R")


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that is called from kernels alone: cached on disk, without the GIL, without a wrapper."""
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
    compiled = numba.njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return cast("Callable[P, R]", compiled)
