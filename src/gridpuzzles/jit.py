"""The one place that decides how kernels are compiled.

A *kernel* is a compiled function: arrays in, arrays out, no input or output, no global state. Every kernel is compiled
lazily, cached on disk and releases the GIL, so that joblib threads of one process share one compilation. Kernels are
never combined with ``parallel=True``: the pipeline owns the parallelism.
"""

from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel: cached on disk, without the GIL."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True)(function))


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a small function that every kernel calling it takes into its own body."""
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, inline="always")(function))


@intrinsic
def _cttz(_typing, _word):  # type: ignore[no-untyped-def]
    def codegen(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@kernel
def trailing_zeros(word: np.uint64 | int) -> np.uint64:
    """Return the number of zero bits below the lowest set bit of a uint64 (64 for zero).

    Examples
    --------
    >>> int(trailing_zeros(40))
    3
    """
    return _cttz(numba.uint64(word))  # type: ignore[no-any-return]
