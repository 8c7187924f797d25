"""Kernels that only kernels call: compiled without the wrapper for Python.

A wrapper takes every array of every named tuple apart, which for the larger kernels of this family costs more time in
compiling than the kernel itself.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba

P = ParamSpec("P")
R = TypeVar("R")


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that is called from kernels alone: cached on disk, without the GIL, without a wrapper."""
    compiled = numba.njit(cache=True, nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    return cast("Callable[P, R]", compiled)
