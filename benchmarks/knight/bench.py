"""Knight's tours: the kernel of one order and the walk of all orders at once, against the same loop in plain C."""

import ctypes
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

# This file is run as a script, so that the folder above is not on the path.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from harness import Row, best_seconds, compile_c, peak_mebibytes, report

from gridpuzzles.knight.api import sweep_orders
from gridpuzzles.knight.kernels import walk_starts
from gridpuzzles.knight.orders import all_orders, moves_of

ORDER = "12345678"
# Side of the board, how many starts are spread over it, and how often they are walked in one repeat.
ONE_ORDER = ((8, 64, 100), (30, 900, 1), (100, 200, 1), (300, 24, 1))
EVEN_SIDES = range(6, 21, 2)

Baseline = Callable[[int, NDArray[np.int32], NDArray[np.uint8]], tuple[int, int]]


def load_baseline() -> Baseline | None:
    """Return the plain C loop as a function of size, starts and orders that returns steps and complete tours."""
    library = compile_c(Path(__file__).with_name("baseline.c"))
    if library is None:
        return None
    walk_all = library.walk_all
    walk_all.restype = ctypes.c_long

    def walk(size: int, starts: NDArray[np.int32], orders: NDArray[np.uint8]) -> tuple[int, int]:
        moves = np.ascontiguousarray(orders, dtype=np.intc) - np.intc(1)
        complete = ctypes.c_long()
        pointers = (array.ctypes.data_as(ctypes.POINTER(ctypes.c_int)) for array in (starts, moves))
        steps = walk_all(size, next(pointers), len(starts), next(pointers), len(orders), ctypes.byref(complete))
        return steps, complete.value

    return walk


def one_order(size: int, count: int, rounds: int, baseline: Baseline | None) -> Row:
    """Measure the nanoseconds a step of one order from starts spread evenly over a board."""
    starts = np.linspace(0, size * size - 1, count).astype(np.int32)
    order = moves_of(ORDER)
    orders = np.tile(order, (rounds, 1))
    _, visited = walk_starts(size, size, starts, order, True)
    steps = rounds * int(visited.sum())

    def ours() -> None:
        for _ in range(rounds):
            walk_starts(size, size, starts, order, True)

    measure = f"one order, {size} x {size}, {count} starts"
    if baseline is None:
        return Row(measure, "ns a step", None, best_seconds(7, ours)[0] / steps * 1e9)
    assert baseline(size, starts, orders) == (steps, rounds * int((visited == size * size).sum()))
    plain, fast = best_seconds(7, lambda: baseline(size, starts, orders), ours)
    return Row(measure, "ns a step", plain / steps * 1e9, fast / steps * 1e9)


def all_orders_at_once(size: int, baseline: Baseline | None) -> Row:
    """Measure the seconds of all orders from all starts of a board."""
    sweep = sweep_orders(size, size)
    fast = best_seconds(20, lambda: sweep_orders(size, size))[0]
    plain = None
    if baseline is not None:
        starts = np.arange(size * size, dtype=np.int32)
        assert baseline(size, starts, all_orders())[1] == sweep.ends.sum()
        plain = best_seconds(2, lambda: baseline(size, starts, all_orders()))[0]
    return Row(f"all orders, {size} x {size}, all starts", "s", plain, fast)


def even_boards() -> Row:
    """Measure the seconds of all orders from all starts of every even board up to 20 x 20."""
    seconds = best_seconds(1, *(lambda size=size: sweep_orders(size, size) for size in EVEN_SIDES))
    return Row(f"all orders, even N {EVEN_SIDES[0]}..{EVEN_SIDES[-1]}, all starts", "s", None, sum(seconds))


def main() -> None:
    baseline = load_baseline()
    rows = [one_order(*setting, baseline) for setting in ONE_ORDER]
    rows += [all_orders_at_once(8, baseline), even_boards()]
    rows.append(Row("peak memory", "MiB", None, peak_mebibytes()))
    report("knight", rows)


if __name__ == "__main__":
    main()
