"""Kernels that look one click ahead: what a closed cell would show if it is safe, and what would then be known.

The cell is made a `gridpuzzles.minesweeper.frontier` probe. Its component is built anew with the probe as a constraint
without a number, whose sum is carried along to the end; so one graph answers for all the numbers the cell may show.
The components that the probe does not touch enter through their mine numbers only.

If the mine count cannot bind (*slack*), the other components and the rest cannot hold a cell that becomes safe.
Otherwise they are asked too, one component after the other.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import argument, inner
from gridpuzzles.minesweeper.analysis import (
    MINES,
    REST,
    Outlook,
    new_outlook,
    trace_alive,
    trace_weights,
    weight_outside,
)
from gridpuzzles.minesweeper.deduction import CLOSED, CLOSED_LEFT, OPEN, Field
from gridpuzzles.minesweeper.elimination import (
    EDGES,
    FINE,
    STATES,
    STATUS,
    STEPS,
    VALUES,
    Graph,
    build,
    count_ahead,
    mark_reach,
    new_graph,
)
from gridpuzzles.minesweeper.frontier import (
    BOXES,
    CELLS,
    COMPONENTS,
    PROBE,
    RULES,
    STAMP,
    Front,
    close_component,
    new_front,
    start_component,
)
from gridpuzzles.minesweeper.ties import CLOSE

LOW, HIGH, REST_TAKEN, OTHERS_LOW, OTHERS_HIGH, SPAN, DEAD, DEAD_IN_REST = range(8)
"""Entries of ``Probe.tally``: least and most mines in the probe's component, rest cells in it (the probe included),
least and most mines in the untouched components, row length of ``ways`` and ``can``, dead cells, those of them in the
rest that the probe leaves."""
NUMBERS = 9
SAFEST, TWO_SAFEST = argument(1), argument(2)
"""How many cells `find_survival` looks for."""


class Probe(NamedTuple):
    """Room for a probe, and what it found.

    Attributes
    ----------
    front, graph, outlook
        Of the probe's component alone.
    touched
        uint8 (components,): which components of the position became part of the probe's.
    can, ways
        uint8 and float64 (9 x SPAN): by the number shown and the mines in the probe's component, whether there is a
        solution of that component, and how many.
    others, can_others
        float64 and uint8 (N + 1,): the untouched components' solutions, weighted, by their mines.
    share
        float64 (9,): the probability of each number, given that the probe is safe.
    safe
        float64 (9,): how many cells are then certainly safe; dead ones do not count.
    survival, second
        float64 (9,): the largest and second largest probability with which a further cell is then safe; 1 after a win.
        Dead cells count only where no other can be safe.
    dull, dull_second
        float64 (9,): the same of the dead cells.
    dead
        int32 (N,): the dead cells (`gridpuzzles.minesweeper.dead`), none unless somebody writes them here.
    living, living_elsewhere
        int32 (N,) each: by box of the probe's component, and of the position, its cells that are not dead.
    expect
        float64 (N,): expected mines by box, scratch.
    tally
        int64 (8,): counts.
    """

    front: Front
    graph: Graph
    outlook: Outlook
    touched: NDArray[np.uint8]
    can: NDArray[np.uint8]
    ways: NDArray[np.float64]
    others: NDArray[np.float64]
    can_others: NDArray[np.uint8]
    share: NDArray[np.float64]
    safe: NDArray[np.float64]
    survival: NDArray[np.float64]
    second: NDArray[np.float64]
    dull: NDArray[np.float64]
    dull_second: NDArray[np.float64]
    dead: NDArray[np.int32]
    living: NDArray[np.int32]
    living_elsewhere: NDArray[np.int32]
    expect: NDArray[np.float64]
    tally: NDArray[np.int64]


def new_probe(count: int) -> Probe:
    """Return room for probes on N cells."""
    return Probe(
        front=new_front(count),
        graph=new_graph(count),
        outlook=new_outlook(count),
        touched=np.zeros(count + 2, dtype=np.uint8),
        can=np.zeros(NUMBERS * (count + 1), dtype=np.uint8),
        ways=np.zeros(NUMBERS * (count + 1), dtype=np.float64),
        others=np.zeros(count + 1, dtype=np.float64),
        can_others=np.zeros(count + 1, dtype=np.uint8),
        share=np.zeros(NUMBERS, dtype=np.float64),
        safe=np.zeros(NUMBERS, dtype=np.float64),
        survival=np.zeros(NUMBERS, dtype=np.float64),
        second=np.zeros(NUMBERS, dtype=np.float64),
        dull=np.zeros(NUMBERS, dtype=np.float64),
        dull_second=np.zeros(NUMBERS, dtype=np.float64),
        dead=np.zeros(count, dtype=np.int32),
        living=np.zeros(count, dtype=np.int32),
        living_elsewhere=np.zeros(count, dtype=np.int32),
        expect=np.zeros(count, dtype=np.float64),
        tally=np.zeros(8, dtype=np.int64),
    )


@inner
def gather_probe(field: Field, front: Front, probe: Probe, cell: int) -> bool:
    """Gather the probe's component and build its graph; return False only if there was no room."""
    own, graph = probe.front, probe.graph
    graph.fill[STATES] = 0
    graph.fill[EDGES] = 0
    graph.fill[VALUES] = 0
    graph.fill[STEPS] = 0
    graph.fill[STATUS] = FINE
    own.fill[STAMP] += 1
    own.fill[BOXES] = 0
    own.fill[COMPONENTS] = 0
    own.fill[PROBE] = cell
    own.begin[0] = 0
    field.state[cell] = OPEN
    start_component(own, cell)
    for j in range(field.degrees[cell]):
        rule = field.table[cell, j]
        if field.state[rule] == OPEN:
            own.seen[rule] = own.fill[STAMP]
            own.rules[own.fill[RULES]] = rule
            own.fill[RULES] += 1
    close_component(field, own)
    fits = own.fill[BOXES] == 0 or build(field, own, graph, own.fill[COMPONENTS] - 1)
    field.state[cell] = CLOSED
    probe.touched[: front.fill[COMPONENTS]] = 0
    probe.tally[REST_TAKEN] = 0
    for k in range(-1, own.fill[CELLS]):
        other = cell if k < 0 else own.cells[k]
        if front.seen[other] == front.fill[STAMP]:
            probe.touched[front.owner[front.box_of[other]]] = 1
        else:
            probe.tally[REST_TAKEN] += 1
    return fits


@inner
def tabulate(field: Field, probe: Probe, cell: int) -> None:
    """Fill ``can`` and ``ways`` from the final states of the probe's graph."""
    graph, count, only = probe.graph, probe.tally, probe.front.fill[COMPONENTS] - 1
    if probe.front.fill[BOXES] == 0:
        count[LOW], count[HIGH], count[SPAN] = 0, 0, 1
        probe.can[:NUMBERS] = 0
        probe.ways[:NUMBERS] = 0.0
        probe.can[0] = 1
        probe.ways[0] = 1.0
        return
    mark_reach(graph, only)
    count_ahead(probe.front, graph, only)
    first, last = graph.component[0, 2], graph.component[0, 3]
    count[LOW], count[HIGH] = graph.low[first], graph.high[first]
    for final in range(first, last):
        count[LOW] = min(count[LOW], graph.low[final])
        count[HIGH] = max(count[HIGH], graph.high[final])
    count[SPAN] = count[HIGH] - count[LOW] + 1
    probe.can[: NUMBERS * count[SPAN]] = 0
    probe.ways[: NUMBERS * count[SPAN]] = 0.0
    for final in range(first, last):
        row = shown(field, probe, cell, final) * count[SPAN] - count[LOW]
        for j in range(graph.low[final], graph.high[final] + 1):
            place = graph.offset[final] + j - graph.low[final]
            probe.can[row + j] = graph.reach[place]
            probe.ways[row + j] = graph.ahead[place]


@inner
def shown(field: Field, probe: Probe, cell: int, final: int) -> int:
    """Return how many unmarked mines are around the probe in a final state."""
    slot = probe.graph.slot[cell]
    word = probe.graph.key[final, slot >> 4]
    return field.closed[cell] - np.int64((word >> np.uint64(4 * (slot & 15))) & np.uint64(15))  # type: ignore[no-any-return]


@inner
def combine_others(front: Front, graph: Graph, outlook: Outlook, probe: Probe, left_out: int) -> None:
    """Fill ``others`` and ``can_others`` from all untouched components but ``left_out``."""
    low, high = 0, 0
    probe.others[0] = 1.0
    probe.can_others[0] = 1
    for i in range(front.fill[COMPONENTS]):
        if probe.touched[i] or i == left_out:
            continue
        final = graph.component[i, 2]
        first, last, place = graph.low[final], graph.high[final], graph.offset[final]
        probe.others[high + 1 : high + last + 1] = 0.0
        probe.can_others[high + 1 : high + last + 1] = 0
        for k in range(high + last, -1, -1):
            weight, can = 0.0, np.uint8(0)
            for j in range(max(first, k - high), min(last, k - low) + 1):
                weight += probe.others[k - j] * graph.ahead[place + j - first] / outlook.scale[i]
                can |= probe.can_others[k - j] & graph.reach[place + j - first]
            probe.others[k] = weight
            probe.can_others[k] = can
        low += first
        high += last
    probe.tally[OTHERS_LOW] = low
    probe.tally[OTHERS_HIGH] = high


@inner
def rest_weights(outlook: Outlook, probe: Probe, weights: NDArray[np.float64]) -> None:
    """Write C(R, M - k), scaled, for k = 0 .. the most mines outside the rest; R is what the probe leaves of it."""
    rest, mines = outlook.tally[REST] - probe.tally[REST_TAKEN], outlook.tally[MINES]
    weights[:] = 0.0
    low, high = max(0, mines - rest), min(weights.size - 1, mines)
    low = max(low, min(high, probe.tally[LOW] + probe.tally[OTHERS_LOW]))
    if low > high:
        return
    top = low
    while top < high and mines - top > rest - (mines - top) + 1:
        top += 1
    weights[top] = 1.0
    for k in range(top, high):
        weights[k + 1] = weights[k] * (mines - k) / (rest - (mines - k) + 1)
    for k in range(top, low, -1):
        weights[k - 1] = weights[k] * (rest - (mines - k)) / (mines - k + 1)


@inner
def weigh_outside(outlook: Outlook, probe: Probe, outside: NDArray[np.float64]) -> None:
    """Weigh all that is outside the probe's component, and fill ``share``.

    Parameters
    ----------
    outside
        float64 (2, SPAN): by the mines in the probe's component, the weight of all else, and that weight times the
        mines of the rest.
    """
    count = probe.tally
    mines = outlook.tally[MINES]
    weights = np.empty(count[HIGH] + count[OTHERS_HIGH] + 1, dtype=np.float64)
    rest_weights(outlook, probe, weights)
    outside[:] = 0.0
    for j in range(count[SPAN]):
        for k in range(count[OTHERS_LOW], count[OTHERS_HIGH] + 1):
            used = count[LOW] + j + k
            weight = probe.others[k] * weights[used]
            outside[0, j] += weight
            outside[1, j] += weight * (mines - used)
    total = 0.0
    for n in range(NUMBERS):
        probe.share[n] = 0.0
        for j in range(count[SPAN]):
            probe.share[n] += probe.ways[n * count[SPAN] + j] * outside[0, j]
        total += probe.share[n]
    for n in range(NUMBERS):
        probe.share[n] /= max(total, 1e-300)


@inner
def numbers_possible(outlook: Outlook, probe: Probe, used: int) -> int:
    """Return a bit for each number that can be shown if ``used`` mines lie in the component that was left out."""
    rest, mines, count = outlook.tally[REST] - probe.tally[REST_TAKEN], outlook.tally[MINES], probe.tally
    bits = 0
    for n in range(NUMBERS):
        for j in range(count[SPAN]):
            if probe.can[n * count[SPAN] + j]:
                for k in range(count[OTHERS_LOW], count[OTHERS_HIGH] + 1):
                    left = mines - used - count[LOW] - j - k
                    if probe.can_others[k] and 0 <= left <= rest:
                        bits |= 1 << n
    return bits


@inner
def count_safe(outlook: Outlook, living: NDArray[np.int32], safe: NDArray[np.float64], first: int, last: int) -> None:
    """Add the living cells of the boxes ``first`` to ``last - 1`` to the numbers for which they hold no mine."""
    for box in range(first, last):
        for n in range(NUMBERS):
            if (outlook.may_mine[box] >> n) & 1 == 0:
                safe[n] += living[box]


@inner
def count_safe_elsewhere(front: Front, graph: Graph, outlook: Outlook, probe: Probe) -> None:
    """Add certainly safe cells of the rest and of the untouched components to ``safe``."""
    rest, count = outlook.tally[REST] - probe.tally[REST_TAKEN], probe.tally
    for n in range(NUMBERS):
        mined = False
        for j in range(count[SPAN]):
            if probe.can[n * count[SPAN] + j]:
                for k in range(count[OTHERS_LOW], count[OTHERS_HIGH] + 1):
                    left = outlook.tally[MINES] - count[LOW] - j - k
                    mined = mined or (probe.can_others[k] == 1 and 0 < left <= rest)
        if not mined:
            probe.safe[n] += rest - count[DEAD_IN_REST]
    for i in range(front.fill[COMPONENTS]):
        if probe.touched[i]:
            continue
        combine_others(front, graph, outlook, probe, i)
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            place = graph.offset[final] + j - graph.low[final]
            graph.alive[place] = 0
            if graph.reach[place]:
                graph.alive[place] = numbers_possible(outlook, probe, j)
        trace_alive(front, graph, outlook, i)
        count_safe(outlook, probe.living_elsewhere, probe.safe, front.begin[i], front.begin[i + 1])
    combine_others(front, graph, outlook, probe, -1)


@inner
def set_alive(field: Field, outlook: Outlook, probe: Probe, cell: int, slack: bool) -> None:
    """Mark the final states of the probe's graph that lie on solutions, each with the bit of its number."""
    graph, count = probe.graph, probe.tally
    rest = outlook.tally[REST] - count[REST_TAKEN]
    for final in range(graph.component[0, 2], graph.component[0, 3]):
        bit = 1 << shown(field, probe, cell, final)
        for j in range(graph.low[final], graph.high[final] + 1):
            place = graph.offset[final] + j - graph.low[final]
            fits = slack
            if not slack:
                for k in range(count[OTHERS_LOW], count[OTHERS_HIGH] + 1):
                    left = outlook.tally[MINES] - j - k
                    fits = fits or (probe.can_others[k] == 1 and 0 <= left <= rest)
            graph.alive[place] = 0
            if graph.reach[place] and fits:
                graph.alive[place] = bit


@inner
def count_living(front: Front, probe: Probe, cell: int) -> None:
    """Count the boxes' cells that are not dead, but for the probe itself, which has no box of its own."""
    own = probe.front
    probe.living[: own.fill[BOXES]] = own.size[: own.fill[BOXES]]
    probe.living_elsewhere[: front.fill[BOXES]] = front.size[: front.fill[BOXES]]
    probe.tally[DEAD_IN_REST] = 0
    for k in range(probe.tally[DEAD]):
        dead = probe.dead[k]
        if dead == cell:
            continue
        if own.seen[dead] == own.fill[STAMP]:
            probe.living[own.box_of[dead]] -= 1
        elif front.seen[dead] == front.fill[STAMP]:
            probe.living_elsewhere[front.box_of[dead]] -= 1
        else:
            probe.tally[DEAD_IN_REST] += 1


@inner
def look_ahead(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, cell: int) -> bool:
    """Fill ``share`` and ``safe`` for a closed cell, after `find_risks`; return False if there was no room."""
    if not gather_probe(field, front, probe, cell):
        return False
    count_living(front, probe, cell)
    tabulate(field, probe, cell)
    combine_others(front, graph, outlook, probe, -1)
    count, mines = probe.tally, outlook.tally[MINES]
    outside = np.empty((2, count[SPAN]), dtype=np.float64)
    weigh_outside(outlook, probe, outside)
    rest = outlook.tally[REST] - count[REST_TAKEN]
    low, high = count[LOW] + count[OTHERS_LOW], count[HIGH] + count[OTHERS_HIGH]
    slack = (high < mines or rest == 0) and high <= mines <= low + rest
    probe.safe[:] = 0.0
    if probe.front.fill[BOXES] > 0:
        set_alive(field, outlook, probe, cell, slack)
        trace_alive(probe.front, probe.graph, probe.outlook, probe.front.fill[COMPONENTS] - 1)
        count_safe(probe.outlook, probe.living, probe.safe, probe.front.begin[0], probe.front.begin[1])
    if not slack:
        count_safe_elsewhere(front, graph, outlook, probe)
    return True


@inner
def offer(best: NDArray[np.float64], second: NDArray[np.float64], n: int, safety: float, cells: int) -> None:
    """Let some cells that are equally safe after the number n compete for its safest and second safest."""
    if cells == 0:
        return
    if safety >= best[n]:
        second[n] = safety if cells > 1 else best[n]
        best[n] = safety
    elif safety > second[n]:
        second[n] = safety


@inner
def offer_cells(probe: Probe, n: int, safety: float, cells: int, living: int) -> None:
    """Let some cells that are equally safe after the number n compete, the living and the dead apart."""
    offer(probe.survival, probe.second, n, safety, living)
    offer(probe.dull, probe.dull_second, n, safety, cells - living)


@inner
def offer_boxes(front: Front, probe: Probe, living: NDArray[np.int32], component: int, n: int) -> None:
    """Let the boxes of a component compete, whose expected mines are in ``Probe.expect``."""
    for box in range(front.begin[component], front.begin[component + 1]):
        offer_cells(probe, n, 1.0 - probe.expect[box] / front.size[box], front.size[box], living[box])


@inner
def survive_here(
    field: Field, outlook: Outlook, probe: Probe, cell: int, outside: NDArray[np.float64], wanted: int
) -> None:
    """Fill ``survival`` and ``second`` by the cells of the probe's component and of the rest, number by number."""
    count, graph = probe.tally, probe.graph
    rest = outlook.tally[REST] - count[REST_TAKEN]
    wins = field.total[CLOSED_LEFT] - 1 == outlook.tally[MINES]
    for n in range(NUMBERS):
        known = wins or probe.share[n] == 0.0 or probe.safe[n] >= wanted
        probe.survival[n] = probe.second[n] = 1.0 if known else 0.0
        probe.dull[n] = probe.dull_second[n] = 0.0
        if known:
            continue
        total, mined = 0.0, 0.0
        for j in range(count[SPAN]):
            total += probe.ways[n * count[SPAN] + j] * outside[0, j]
            mined += probe.ways[n * count[SPAN] + j] * outside[1, j]
        if rest > 0:
            offer_cells(probe, n, 1.0 - mined / (total * rest), rest, rest - count[DEAD_IN_REST])
        if probe.front.fill[BOXES] > 0:
            for final in range(graph.component[0, 2], graph.component[0, 3]):
                here = shown(field, probe, cell, final) == n
                for j in range(graph.low[final], graph.high[final] + 1):
                    place = graph.offset[final] + j - graph.low[final]
                    graph.behind[place] = outside[0, j - count[LOW]] / total if here else 0.0
            trace_weights(probe.front, graph, probe.front.fill[COMPONENTS] - 1, probe.expect)
            offer_boxes(probe.front, probe, probe.living, probe.front.fill[COMPONENTS] - 1, n)


@inner
def safest_box(front: Front, expect: NDArray[np.float64], component: int) -> float:
    """Return the largest probability with which a cell of a component is safe, from the boxes' expected mines."""
    best = 0.0
    for box in range(front.begin[component], front.begin[component + 1]):
        best = max(best, 1.0 - expect[box] / front.size[box])
    return best


@inner
def weigh_component(
    graph: Graph, probe: Probe, i: int, n: int, outer: NDArray[np.float64], weight: NDArray[np.float64]
) -> None:
    """Write into ``weight``, by the mines of component i, the weight of all else if the probe shows n, scaled.

    Parameters
    ----------
    outer
        float64: by the mines in the probe's component and in component i, counted from the least, the weight of all
        that is outside both.
    """
    span, final = probe.tally[SPAN], graph.component[i, 2]
    total = 0.0
    for k in range(weight.size):
        weight[k] = 0.0
        for j in range(span):
            weight[k] += probe.ways[n * span + j] * outer[j + k]
        total += weight[k] * graph.ahead[graph.offset[final] + k]
    weight[:] /= total


@inner
def survive_elsewhere(
    front: Front, graph: Graph, outlook: Outlook, probe: Probe, i: int, weights: NDArray[np.float64], wanted: int
) -> None:
    """Raise ``survival`` and ``second`` where a cell of the untouched component i is safer than those looked at so far.

    What the probe shows changes the weights of the component's mine numbers, hence no cell's risk by a larger factor
    than the smallest change; only if that leaves room for a safer cell are the risks computed.
    """
    count, final = probe.tally, graph.component[i, 2]
    low, place = graph.low[final], graph.offset[final]
    combine_others(front, graph, outlook, probe, i)
    weight = np.empty(graph.high[final] - low + 1, dtype=np.float64)
    outer = np.zeros(count[SPAN] + weight.size - 1, dtype=np.float64)
    for t in range(outer.size):
        for m in range(count[OTHERS_LOW], count[OTHERS_HIGH] + 1):
            outer[t] += probe.others[m] * weights[count[LOW] + low + t + m]
    risk = 1.0 - safest_box(front, outlook.expect, i)
    for n in range(NUMBERS):
        beaten = probe.survival[n] if wanted == 1 else probe.second[n]
        if beaten == 1.0:
            continue
        weigh_component(graph, probe, i, n, outer, weight)
        change = 1.0
        for k in range(weight.size):
            if graph.reach[place + k]:
                change = min(change, weight[k] / max(weight_outside(outlook, i, low + k), 1e-300))
        if 1.0 - risk * change > beaten:
            graph.behind[place : place + weight.size] = weight
            trace_weights(front, graph, i, probe.expect)
            offer_boxes(front, probe, probe.living_elsewhere, i, n)


@inner
def find_survival(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, cell: int, wanted: int
) -> None:
    """After `look_ahead`: fill ``survival``, and, if two cells are ``wanted``, ``second`` (else only a lower bound)."""
    count = probe.tally
    outside = np.empty((2, count[SPAN]), dtype=np.float64)
    weigh_outside(outlook, probe, outside)
    survive_here(field, outlook, probe, cell, outside, wanted)
    weights = np.empty(count[HIGH] + count[OTHERS_HIGH] + 1, dtype=np.float64)
    rest_weights(outlook, probe, weights)
    for i in range(front.fill[COMPONENTS]):
        if not probe.touched[i]:
            survive_elsewhere(front, graph, outlook, probe, i, weights, wanted)
    for n in range(NUMBERS):
        if probe.survival[n] < CLOSE:
            probe.survival[n], probe.second[n] = probe.dull[n], probe.dull_second[n]
