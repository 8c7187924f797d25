"""Borrowed arguments: which counts are dropped from code, and that no array is freed too early or never.

The kernels below do to arrays all that could go wrong: they return what they are given, keep it in a tuple, hold it in
the same variable as an array of their own, in branches and in loops, and pass it on.
"""

import gc
import sys
from typing import NamedTuple

import numba
import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys
from numpy.typing import NDArray

from gridpuzzles.borrowing import borrow_arguments
from gridpuzzles.jit import KernelCompiler, inner


def _counted(code):
    """Return the names that are still counted in a function with these lines, whose arguments are a and b."""
    text = "\n".join(["define i32 @f(ptr %a, ptr %b, i64 %n) {", *(f"  {line}" for line in code), "}"])
    left = borrow_arguments(text).split("\n")
    assert [line for line in left if "NRT" not in line] == [line for line in text.split("\n") if "NRT" not in line]
    return {line.split("ptr ")[1].rstrip(")") for line in left if "NRT" in line}


UP_AND_DOWN = [f"call void @NRT_{step}ref(ptr %{name})" for step in ("inc", "dec") for name in "ab"]


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ([], set()),
        (["%r = call i32 @_ZN3abc(ptr %ret, ptr %a, i64 %n)"], set()),
        (["store ptr %a, ptr %ret"], {"%a"}),
        (["ret ptr %a"], {"%a"}),
        (["call void @keep(ptr %a)"], {"%a"}),
        (["%s = insertvalue { ptr, i64 } poison, ptr %b, 0"], {"%b"}),
        (["%s = select i1 %c, ptr %a, ptr %b"], {"%a", "%b"}),
        (["%x = phi ptr [ %a, %one ], [ null, %two ]", "call void @NRT_decref(ptr %x)"], set()),
        (["%x = phi ptr [ %a, %one ], [ %b, %two ]", "call void @NRT_decref(ptr %x)"], set()),
        (["%x = phi ptr [ %a, %one ], [ %own, %two ]", "call void @NRT_decref(ptr %x)"], {"%a", "%x"}),
        (["%x = phi ptr [ %a, %one ], [ %b, %two ]", "ret ptr %x"], {"%a", "%b"}),
        (["%y = phi ptr [ %x, %one ], [ %own, %two ]", "%x = phi ptr [ %a, %one ], [ null, %two ]"], {"%a"}),
        (["call void @NRT_decref(ptr %own)", "call void @NRT_decref(ptr null)"], {"%own"}),
    ],
)
def test_counts_of_an_argument_are_dropped_unless_more_is_done_with_it(code, counted):
    assert _counted([*UP_AND_DOWN, *code]) == counted


def test_each_function_is_looked_at_alone():
    text = "\n".join(
        ["define i32 @f(ptr %a) {", *UP_AND_DOWN[:1], "}", "define i32 @g(ptr %c) {", *UP_AND_DOWN[:1], "}"]
    )
    assert borrow_arguments(text) == "\n".join(
        ["define i32 @f(ptr %a) {", "}", "define i32 @g(ptr %c) {", *UP_AND_DOWN[:1], "}"]
    )


kernel = numba.njit(pipeline_class=KernelCompiler)


class Pair(NamedTuple):
    """What the kernels are given."""

    one: NDArray[np.int64]
    two: NDArray[np.int64]


@inner
def same(values):
    return values


@inner
def either(pair, first):
    return pair.one if first else pair.two


@inner
def own_if(values, wanted):
    result = values
    if wanted:
        result = np.zeros(4, dtype=np.int64)
    result[0] += 1
    return result


@inner
def swapped(pair):
    return Pair(pair.two, pair.one)


@inner
def summed(values):
    return values.sum()


@kernel
def given_back(pair):
    return same(pair.one)


@kernel
def chosen(pair):
    return either(pair, pair.one[0] > pair.two[0])


@kernel
def sometimes_own(pair):
    total = 0
    for k in range(50):
        total += own_if(pair.one, k % 3 == 0)[0]
    pair.two[1] = total
    return own_if(pair.one, True)


@kernel
def carried_along(pair):
    held = pair.one
    for k in range(60):
        held[2] += 1
        if k % 4 == 1:
            held = np.full(4, k)
        elif k % 4 == 2:
            held = pair.two
        elif k % 4 == 3:
            held = pair.one
    return held


@kernel
def in_a_tuple(pair):
    other = swapped(swapped(swapped(pair)))
    return other.one


@kernel
def a_view(pair):
    part = pair.two[1:3]
    for _ in range(3):
        part = pair.one[1:3]
    return part


@kernel
def passed_on(pair):
    total = summed(pair.one) + summed(same(pair.two))
    return np.full(3, total)


KERNELS = (given_back, chosen, sometimes_own, carried_along, in_a_tuple, a_view, passed_on)


@pytest.fixture
def allocations():
    """Return a function that says how many arrays numba has allocated and how many of them are not freed."""
    _nrt_python.memsys_enable_stats()

    def count():
        gc.collect()
        stats = rtsys.get_allocation_stats()
        return stats.mi_alloc, stats.mi_alloc - stats.mi_free

    yield count
    _nrt_python.memsys_disable_stats()


@pytest.mark.parametrize("call", KERNELS, ids=lambda call: call.py_func.__name__)
def test_kernels_give_what_plain_python_gives_and_every_array_is_freed_once(call, monkeypatch, allocations):
    def pair():
        return Pair(np.array([1, 2, 3, 4]), np.array([5, 6, 7, 8]))

    expected_pair, scope = pair(), call.py_func.__globals__
    for name in ("same", "either", "own_if", "swapped", "summed"):
        monkeypatch.setitem(scope, name, scope[name].py_func)
    expected = np.array(call.py_func(expected_pair))
    monkeypatch.undo()

    mine = pair()
    call(pair())  # compiles
    owners = [sys.getrefcount(array) for array in mine]
    allocated, held = allocations()
    result = call(mine)
    for _ in range(200):  # what was freed too early is written over
        call(pair())
    assert np.array_equal(result, expected)
    assert all(np.array_equal(mine[k], expected_pair[k]) for k in range(2))
    assert allocations()[0] > allocated
    del result
    assert allocations()[1] == held
    assert [sys.getrefcount(array) for array in mine] == owners
