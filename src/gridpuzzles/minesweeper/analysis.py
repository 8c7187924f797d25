"""Kernels that put the components together: what is certain, and how likely the rest is.

Components share the mine count M alone. If component i uses k_i mines, the R cells of the rest hold M - sum k_i mines
in C(R, M - sum k_i) ways, so a solution of the frontier weighs that much. For component i, all that the others and the
rest have to say is its *outside weight*: the weight of everything else, given k_i.

Certainty is decided by booleans (`find_certain`): which mine numbers can occur together at all. Floats follow only
when a guess is due (`find_risks`); they are sums of products of non-negative numbers, so nothing cancels.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.deduction import CLOSED_LEFT, MINES_LEFT, Field
from gridpuzzles.minesweeper.elimination import (
    CONTRADICTION,
    CULPRIT,
    EDGES,
    FINE,
    STATES,
    STATUS,
    STEPS,
    TOO_WIDE,
    VALUES,
    WAYS,
    Graph,
    build,
    count_ahead,
    mark_reach,
)
from gridpuzzles.minesweeper.frontier import COMPONENTS, Front, find_components, frontier_cells

REST, MINES, STRIDE, REST_LEAST, REST_MOST, SLACK = range(6)
"""Entries of ``Outlook.tally``: cells of the rest, mines not marked, row length of the combination arrays, least and
most mines in the rest over all solutions, whether every combination of mine numbers fits the mine count."""
TINY = 1e-290
"""Weights are kept above this, so that a product of possible things is never rounded to 0."""


class Outlook(NamedTuple):
    """What the components say together; arrays "by component" have rows of ``tally[STRIDE]`` mine numbers.

    Attributes
    ----------
    can_before, can_after
        uint8, by component: whether the earlier (this and the later) components can use (may still use) so many mines.
    before, after
        float64, by component: the same, weighted.
    scale
        float64 (components,): the largest count of each component, divided out.
    may_mine, may_safe
        uint16 (boxes,): whether a box can hold a mine, a safe cell; a bit for each number of the probe.
    expect
        float64 (boxes,): expected number of mines.
    rest
        float64 (2,): expected number of mines in the rest; the total weight.
    tally
        int64 (6,): counts.
    """

    can_before: NDArray[np.uint8]
    can_after: NDArray[np.uint8]
    before: NDArray[np.float64]
    after: NDArray[np.float64]
    scale: NDArray[np.float64]
    may_mine: NDArray[np.uint16]
    may_safe: NDArray[np.uint16]
    expect: NDArray[np.float64]
    rest: NDArray[np.float64]
    tally: NDArray[np.int64]


def new_outlook(count: int) -> Outlook:
    """Return an empty outlook for N cells."""
    room = min((count // 3 + 3) * (count + 1), 1 << 23)
    return Outlook(
        can_before=np.zeros(room, dtype=np.uint8),
        can_after=np.zeros(room, dtype=np.uint8),
        before=np.zeros(room, dtype=np.float64),
        after=np.zeros(room, dtype=np.float64),
        scale=np.zeros(count + 2, dtype=np.float64),
        may_mine=np.zeros(count, dtype=np.uint16),
        may_safe=np.zeros(count, dtype=np.uint16),
        expect=np.zeros(count, dtype=np.float64),
        rest=np.zeros(2, dtype=np.float64),
        tally=np.zeros(6, dtype=np.int64),
    )


@inner
def survey(field: Field, front: Front, graph: Graph, outlook: Outlook) -> bool:
    """Find the position's components and build their graphs; return whether each has a solution."""
    graph.fill[STATES] = 0
    graph.fill[EDGES] = 0
    graph.fill[VALUES] = 0
    graph.fill[STEPS] = 0
    graph.fill[STATUS] = FINE
    find_components(field, front)
    lows, highs = 0, 0
    for component in range(front.fill[COMPONENTS]):
        if not build(field, front, graph, component):
            return False
        mark_reach(graph, component)
        final = graph.component[component, 2]
        lows += graph.low[final]
        highs += graph.high[final]
    count = outlook.tally
    count[REST] = field.total[CLOSED_LEFT] - frontier_cells(front, 0, front.fill[COMPONENTS])
    count[MINES] = field.total[MINES_LEFT]
    count[STRIDE] = highs + 1
    count[SLACK] = 1 if highs <= count[MINES] <= lows + count[REST] else 0
    count[REST_LEAST] = count[MINES] - highs
    count[REST_MOST] = count[MINES] - lows
    if (front.fill[COMPONENTS] + 1) * (highs + 1) > outlook.before.size:
        graph.fill[STATUS] = TOO_WIDE
        return False
    return True


@inner
def combine_possible(front: Front, graph: Graph, outlook: Outlook) -> bool:
    """Fill ``can_before`` and ``can_after`` and the rest's least and most mines; return whether a solution exists."""
    components, stride = front.fill[COMPONENTS], outlook.tally[STRIDE]
    before, after = outlook.can_before, outlook.can_after
    before[: (components + 1) * stride] = 0
    after[: (components + 1) * stride] = 0
    before[0] = 1
    for i in range(components):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            if graph.reach[graph.offset[final] + j - graph.low[final]]:
                for k in range(stride - j):
                    before[(i + 1) * stride + k + j] |= before[i * stride + k]
    outlook.tally[REST_LEAST] = 1 << 40
    outlook.tally[REST_MOST] = -1
    for k in range(stride):
        rest = outlook.tally[MINES] - k
        if 0 <= rest <= outlook.tally[REST]:
            after[components * stride + k] = 1
            if before[components * stride + k]:
                outlook.tally[REST_LEAST] = min(outlook.tally[REST_LEAST], rest)
                outlook.tally[REST_MOST] = max(outlook.tally[REST_MOST], rest)
    for i in range(components - 1, -1, -1):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            if graph.reach[graph.offset[final] + j - graph.low[final]]:
                for k in range(stride - j):
                    after[i * stride + k] |= after[(i + 1) * stride + k + j]
    return after[0] == 1  # type: ignore[no-any-return]


@inner
def possible_outside(outlook: Outlook, i: int, j: int) -> bool:
    """Return whether everything outside component i can go with j mines in it."""
    stride = outlook.tally[STRIDE]
    for k in range(stride - j):
        if outlook.can_before[i * stride + k] and outlook.can_after[(i + 1) * stride + k + j]:
            return True
    return False


@inner
def trace_alive(front: Front, graph: Graph, outlook: Outlook, component: int) -> None:
    """Walk back from the final states, whose ``alive`` is set, and find which boxes may hold mines and safe cells."""
    first, last = graph.component[component, 0], graph.component[component, 1]
    start, final = graph.source[graph.step_edge[first]], graph.component[component, 2]
    graph.alive[graph.offset[start] : graph.offset[final]] = 0
    for step in range(last - 1, first - 1, -1):
        box = graph.order[step]
        size = front.size[box]
        may_mine, may_safe = np.uint16(0), np.uint16(0)
        for edge in range(graph.step_edge[step], graph.step_edge[step + 1]):
            source, target, mines = graph.source[edge], graph.target[edge], graph.mines[edge]
            here = graph.offset[source]
            there = graph.offset[target] + graph.low[source] + mines - graph.low[target]
            for k in range(graph.high[source] - graph.low[source] + 1):
                alive = graph.alive[there + k]
                if alive and graph.reach[here + k]:
                    graph.alive[here + k] |= alive
                    if mines > 0:
                        may_mine |= alive
                    if mines < size:
                        may_safe |= alive
        outlook.may_mine[box] = may_mine
        outlook.may_safe[box] = may_safe


@short_kernel
def find_certain(field: Field, front: Front, graph: Graph, outlook: Outlook) -> bool:
    """Find which boxes and whether the rest may hold mines and safe cells; return whether a solution exists."""
    if not survey(field, front, graph, outlook):
        return False
    slack = outlook.tally[SLACK]
    if slack == 0 and not combine_possible(front, graph, outlook):
        graph.fill[STATUS] = CONTRADICTION
        graph.fill[CULPRIT] = -1
        return False
    for i in range(front.fill[COMPONENTS]):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            place = graph.offset[final] + j - graph.low[final]
            graph.alive[place] = 0
            if graph.reach[place] and (slack == 1 or possible_outside(outlook, i, j)):
                graph.alive[place] = 1
        trace_alive(front, graph, outlook, i)
    return True


@inner
def weigh_rest(outlook: Outlook, components: int) -> None:
    """Write C(R, M - k), divided by the largest of them, into the last row of ``after``."""
    count, stride = outlook.tally, outlook.tally[STRIDE]
    weights = outlook.after[components * stride : (components + 1) * stride]
    weights[:] = 0.0
    low, high = max(0, count[MINES] - count[REST]), min(stride - 1, count[MINES])
    top = low
    while top < high and count[MINES] - top > count[REST] - (count[MINES] - top) + 1:
        top += 1
    weights[top] = 1.0
    for k in range(top, high):
        mines = count[MINES] - k
        weights[k + 1] = max(TINY, weights[k] * mines / (count[REST] - mines + 1))
    for k in range(top, low, -1):
        mines = count[MINES] - k
        weights[k - 1] = max(TINY, weights[k] * (count[REST] - mines) / (mines + 1))


@inner
def combine_weights(front: Front, graph: Graph, outlook: Outlook) -> None:
    """Fill ``before``, ``after``, ``scale`` and ``rest``."""
    components, stride = front.fill[COMPONENTS], outlook.tally[STRIDE]
    before, after = outlook.before, outlook.after
    before[: (components + 1) * stride] = 0.0
    after[: (components + 1) * stride] = 0.0
    before[0] = 1.0
    weigh_rest(outlook, components)
    for i in range(components):
        final = graph.component[i, 2]
        low, span, place = graph.low[final], graph.high[final] - graph.low[final] + 1, graph.offset[final]
        outlook.scale[i] = np.max(graph.ahead[place : place + span])
        for j in range(span):
            share = graph.ahead[place + j] / outlook.scale[i]
            for k in range(stride - j - low):
                before[(i + 1) * stride + k + j + low] += before[i * stride + k] * share
    for i in range(components - 1, -1, -1):
        final = graph.component[i, 2]
        low, span, place = graph.low[final], graph.high[final] - graph.low[final] + 1, graph.offset[final]
        for j in range(span):
            share = graph.ahead[place + j] / outlook.scale[i]
            for k in range(stride - j - low):
                after[i * stride + k] += after[(i + 1) * stride + k + j + low] * share
    outlook.rest[0] = 0.0
    outlook.rest[1] = after[0]
    for k in range(stride):
        mines = outlook.tally[MINES] - k
        outlook.rest[0] += mines * before[components * stride + k] * after[components * stride + k] / after[0]


@inner
def trace_weights(front: Front, graph: Graph, component: int, expect: NDArray[np.float64]) -> None:
    """Walk back from the final states, whose ``behind`` is set, and write each box's expected mines into ``expect``."""
    first, last = graph.component[component, 0], graph.component[component, 1]
    start, final = graph.source[graph.step_edge[first]], graph.component[component, 2]
    graph.behind[graph.offset[start] : graph.offset[final]] = 0.0
    for step in range(last - 1, first - 1, -1):
        box = graph.order[step]
        size = front.size[box]
        total = 0.0
        for edge in range(graph.step_edge[step], graph.step_edge[step + 1]):
            source, target, mines = graph.source[edge], graph.target[edge], graph.mines[edge]
            ways = WAYS[size, mines]
            here = graph.offset[source]
            there = graph.offset[target] + graph.low[source] + mines - graph.low[target]
            through = 0.0
            for k in range(graph.high[source] - graph.low[source] + 1):
                weight = ways * graph.behind[there + k]
                graph.behind[here + k] += weight
                through += graph.ahead[here + k] * weight
            total += mines * through
        expect[box] = total


@inner
def weight_outside(outlook: Outlook, i: int, mines: int) -> float:
    """Return the weight of all that is outside component i, given its mines, over all solutions' weight."""
    stride = outlook.tally[STRIDE]
    weight = 0.0
    for k in range(stride - mines):
        weight += outlook.before[i * stride + k] * outlook.after[(i + 1) * stride + k + mines]
    return weight / (outlook.rest[1] * outlook.scale[i])  # type: ignore[no-any-return]


@short_kernel
def find_risks(front: Front, graph: Graph, outlook: Outlook) -> None:
    """After `find_certain`: find the expected number of mines in every box and in the rest."""
    for i in range(front.fill[COMPONENTS]):
        count_ahead(front, graph, i)
    combine_weights(front, graph, outlook)
    for i in range(front.fill[COMPONENTS]):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            graph.behind[graph.offset[final] + j - graph.low[final]] = weight_outside(outlook, i, j)
        trace_weights(front, graph, i, outlook.expect)


@inner
def log_solutions(front: Front, outlook: Outlook) -> float:
    """Return the natural logarithm of the number of solutions of a position, after `find_risks`."""
    components, stride = front.fill[COMPONENTS], outlook.tally[STRIDE]
    rest, mines = outlook.tally[REST], outlook.tally[MINES]
    total = np.log(outlook.rest[1])
    for i in range(components):
        total += np.log(outlook.scale[i])
    top = 0
    for k in range(stride):
        if outlook.after[components * stride + k] == 1.0:
            top = mines - k
    for j in range(min(top, rest - top)):
        total += np.log((rest - j) / (j + 1))
    return total  # type: ignore[no-any-return]
