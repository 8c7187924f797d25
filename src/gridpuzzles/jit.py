"""The one place that decides how kernels are compiled and where compiled code is kept.

A *kernel* is a compiled function: arrays in, arrays out, no input or output, no global state. Every kernel is compiled
lazily, cached on disk and releases the GIL, so that joblib threads of one process share one compilation. Kernels are
never combined with ``parallel=True``: the pipeline owns the parallelism.

numba renews a cached kernel when the file that it stands in changes, but not when a kernel that it calls, in another
file, changes: it would go on running the old code. So each family has a cache of its own, named by a digest of its
sources and of the shared modules; after any change its kernels compile anew. Prefer a
stack to a kernel that calls itself: some of these crashed when they were loaded from the cache.
"""

import hashlib
import os
import stat
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import llvmlite.binding
import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.extending import intrinsic

from gridpuzzles.borrowing import borrow_arguments

P = ParamSpec("P")
R = TypeVar("R")
Number = TypeVar("Number", bool, int)

PACKAGE = Path(__file__).parent


class _Library(JITCodeLibrary):  # type: ignore[misc]
    """Code of a kernel and of what it calls."""

    def add_llvm_module(self, module: llvmlite.binding.ModuleRef) -> None:
        """Take over code, its arguments borrowed."""
        module.data_layout = self._codegen._data_layout
        passes, builder = llvmlite.binding.create_new_function_pass_manager(), self._codegen._pass_builder()
        passes.add_sroa_pass()
        passes.add_instruction_combine_pass()
        for function in module.functions:
            passes.run(function, builder)
        super().add_llvm_module(llvmlite.binding.parse_assembly(borrow_arguments(str(module))))


class _ShortLibrary(_Library):
    """Code of a kernel whose loops are not unrolled."""

    def _optimize_final_module(self) -> None:
        """Optimise once; numba does it twice, to find more of the counting that is not there any more."""
        tuning = llvmlite.binding.create_pipeline_tuning_options(3)
        tuning.loop_vectorization = True
        tuning.loop_unrolling = False
        builder = llvmlite.binding.create_pass_builder(self._codegen._tm, tuning)
        builder.getModulePassManager().run(self._final_module, builder)


class KernelCompiler(Compiler):  # type: ignore[misc]
    """numba's compiler, writing into a library of ours."""

    library: type[_Library] = _Library

    def __init__(self, typing: Any, target: Any, library: Any, *rest: Any) -> None:
        own = library or self.library(target.codegen(), "kernel")
        own.enable_object_caching()
        super().__init__(typing, target, own, *rest)


class _ShortCompiler(KernelCompiler):
    library = _ShortLibrary


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel: cached on disk, without the GIL."""
    return _compiled(function, KernelCompiler)


def short_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel whose loops are short, such as those over the neighbours of a cell: they are not unrolled.

    LLVM would write four rounds one after the other, and again the loop for what is left of at most eight.
    """
    return _compiled(function, _ShortCompiler)


def _compiled(function: Callable[P, R], compiler: type[KernelCompiler]) -> Callable[P, R]:
    numba.config.CACHE_DIR = str(cache_folder(Path(function.__code__.co_filename).parent))
    return cast("Callable[P, R]", numba.njit(cache=True, nogil=True, pipeline_class=compiler)(function))


class _Draft(_Library):
    """Code for kernels to take over, neither optimised nor turned into machine code: both is done in the kernels."""

    def _optimize_final_module(self) -> None:
        """Leave the code as it is."""

    def _finalize_final_module(self) -> None:
        self._finalized = True

    def get_pointer_to_function(self, _name: str) -> int:
        """Return 0: there is nothing that could be run."""
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> "_Draft":
        """What numba asks to `set_env`."""
        return self

    def set_env(self, _name: str, _environment: Any) -> None:
        """Do nothing: what is not run needs no environment."""


class _DraftCompiler(KernelCompiler):
    library = _Draft


def inner(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a kernel that only kernels call: translated once, compiled in each kernel that uses it.

    numba puts into each kernel all that it calls, and all that this calls, and optimises it there. To have done so for
    each of them before, with machine code that nothing runs and a wrapper for Python that takes every array of every
    named tuple apart, took most of the time.
    """
    options = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": _DraftCompiler}
    return cast("Callable[P, R]", numba.njit(nogil=True, **options)(function))


def argument(number: Number) -> Number:
    """Return a constant for kernels' arguments: numba compiles a kernel anew for each plain constant in a call."""
    return cast("Number", np.bool_(number) if isinstance(number, bool) else np.int64(number))


@cache
def cache_folder(modules: Path) -> Path:
    """Return where the compiled kernels of a folder of modules are kept: its family's folder of compiled code.

    It lies below the environment variable NUMBA_CACHE_DIR if that is set; else, in a cluster's job, on the node's own
    disk, since hundreds of jobs would wait for each other on a shared one; else in the package, or, if that cannot be
    written, in the user's cache.
    """
    parts = modules.relative_to(PACKAGE).parts
    sources = sorted(PACKAGE.glob("*.py"))
    if parts:
        family = sorted((PACKAGE / parts[0]).rglob("*.py"))
        sources += [path for path in family if path.parent.name not in {"studies", "figures"}]
    digest = hashlib.sha256()
    for path in sources:
        digest.update(path.read_bytes())
    return _cache_root() / f"{parts[0] if parts else PACKAGE.name}-{digest.hexdigest()[:16]}"


def _cache_root() -> Path:
    given = os.environ.get("NUMBA_CACHE_DIR")
    if given:
        return Path(given)
    if "SLURM_JOB_ID" in os.environ:
        return _own_temporary_folder()
    if os.access(PACKAGE, os.W_OK):
        return PACKAGE / "__pycache__" / "kernels"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return home / "gridpuzzles" if os.access(home.parent, os.W_OK) else _own_temporary_folder()


def _own_temporary_folder() -> Path:
    """Return a folder of this user alone: what lies in a cache is executed, so nobody else may put anything there."""
    folder = Path(tempfile.gettempdir()) / f"gridpuzzles-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    status = folder.lstat()
    if stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022:
        return folder
    return Path(tempfile.mkdtemp(prefix="gridpuzzles-"))


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


@intrinsic
def _ctlz(_typing, _word):  # type: ignore[no-untyped-def]
    def codegen(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctlz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.uint64(types.uint64), codegen


@intrinsic
def _ctpop(_typing, _word):  # type: ignore[no-untyped-def]
    def codegen(_context, builder, _signature, arguments):  # type: ignore[no-untyped-def]
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), codegen


@intrinsic
def _stand_alone(_typing):  # type: ignore[no-untyped-def]
    """Keep the kernel that says this out of its callers' bodies, which divides the time of compilation by about ten."""

    def codegen(context, builder, _signature, _arguments):  # type: ignore[no-untyped-def]
        builder.function.attributes.add("noinline")
        return context.get_dummy_value()

    return types.void(), codegen


stand_alone = cast("Callable[[], None]", _stand_alone)


@kernel
def highest(word: np.uint64 | int) -> np.uint64:
    """Return the number of the highest set bit of a uint64 that is not zero.

    Examples
    --------
    >>> int(highest(40))
    5
    """
    return np.uint64(63) - _ctlz(numba.uint64(word))  # type: ignore[no-any-return]


@kernel
def ones(word: np.uint64 | int) -> np.uint64:
    """Return the number of set bits of a uint64.

    Examples
    --------
    >>> int(ones(41))
    3
    """
    return _ctpop(numba.uint64(word))  # type: ignore[no-any-return]
