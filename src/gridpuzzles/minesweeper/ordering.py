"""Kernels that choose the order in which a component's boxes are eliminated.

The work of an elimination is the number of its states. A constraint that has t cells behind it and l cells ahead can
lack min(t, m) - max(0, m - l) + 1 different numbers of mines, m being what it asks for. The product over the
constraints under way bounds the states of a layer; the sum over the layers is an order's *cost*.

One order takes, from a given first box on, the box that puts the fewest constraints under way and completes the most.
It starts from the box gathered last, which is at an end of the component; only if that is dear, other starts are tried.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.deduction import Field
from gridpuzzles.minesweeper.frontier import PROBE, Front

DEAR = 2000.0
"""Cost above which other starts are tried."""


@inner
def prepare(front: Front, left: NDArray[np.int32], started: NDArray[np.uint8], component: int) -> None:
    """Set every constraint of a component to "not under way, all cells ahead"."""
    for box in range(front.begin[component], front.begin[component + 1]):
        for j in range(front.linked[box]):
            rule = front.links[box, j]
            left[rule] = 0
            started[rule] = 0
    for box in range(front.begin[component], front.begin[component + 1]):
        for j in range(front.linked[box]):
            left[front.links[box, j]] += front.size[box]


@inner
def growth(front: Front, left: NDArray[np.int32], started: NDArray[np.uint8], box: int) -> int:
    """Return how good it is to take a box next, small is good: constraints put under way less those completed."""
    score = 0
    for j in range(front.linked[box]):
        rule = front.links[box, j]
        last = left[rule] == front.size[box] and rule != front.fill[PROBE]
        if started[rule]:
            score -= 17 if last else 1
        elif not last:
            score += 16
    return score


@inner
def spread(field: Field, front: Front, left: NDArray[np.int32], rule: int) -> float:
    """Return how many different numbers of mines a constraint under way may lack."""
    ahead = left[rule]
    behind = field.closed[rule] - ahead
    if rule == front.fill[PROBE]:
        return behind + 1.0  # type: ignore[no-any-return]
    mines = field.counter[rule]
    return max(1.0, min(behind, mines) - max(0, mines - ahead) + 1.0)  # type: ignore[no-any-return]


@inner
def order_from(
    field: Field,
    front: Front,
    left: NDArray[np.int32],
    started: NDArray[np.uint8],
    component: int,
    order: NDArray[np.int32],
    start: int,
) -> float:
    """Write an order of the component's boxes that begins with box ``start``; return its cost."""
    first, count = front.begin[component], order.size
    prepare(front, left, started, component)
    for k in range(count):
        order[k] = first + k
    cost, width = 0.0, 1.0
    for step in range(count):
        best = start - first
        if step > 0:
            best, least = step, 1 << 30
            for k in range(step, count):
                score = growth(front, left, started, order[k])
                if score < least:
                    least = score
                    best = k
        box = order[best]
        order[best] = order[step]
        order[step] = box
        for j in range(front.linked[box]):
            rule = front.links[box, j]
            if started[rule]:
                width /= spread(field, front, left, rule)
            started[rule] = 1
            left[rule] -= front.size[box]
            width *= spread(field, front, left, rule)
        cost += width
    return cost


@inner
def choose_order(
    field: Field,
    front: Front,
    left: NDArray[np.int32],
    started: NDArray[np.uint8],
    component: int,
    order: NDArray[np.int32],
) -> None:
    """Write the order of elimination of a component's boxes into ``order``, int32 (boxes,)."""
    first, last = front.begin[component], front.begin[component + 1]
    least = order_from(field, front, left, started, component, order, last - 1)
    if least <= DEAR:
        return
    trial = np.empty(last - first, dtype=np.int32)
    for start in range(first, last - 1):
        cost = order_from(field, front, left, started, component, trial, start)
        if cost < least:
            least = cost
            order[:] = trial
