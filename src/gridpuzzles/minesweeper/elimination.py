"""Kernels that count a component's solutions by elimination along the frontier.

The boxes are taken one after the other. What the boxes taken so far have used up is all that the others need to know:
a *state* is what each constraint still lacks, four bits for each constraint that has some but not all of its boxes
behind it. States with the number of mines used so far form a *layer* per box; an *edge* leads from a state to the
state after putting v mines into the next box. The work grows with the number of constraints under way at a time, not
with the number of solutions, which may exceed any integer type.

Three questions are asked of one such graph, each a pass over the edges:

* which (state, mines used) lie on a solution at all: booleans, exact, and all that certainty needs;
* how many solutions lead to each: floats, for probabilities;
* the same modulo a prime: exact, to tell equal probabilities from close ones (`gridpuzzles.minesweeper.ties`).

This is bucket elimination (R. Dechter, Artificial Intelligence 113, 1999) on the boxes of a component.
"""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, trailing_zeros
from gridpuzzles.minesweeper.deduction import Field
from gridpuzzles.minesweeper.frontier import PROBE, Front
from gridpuzzles.minesweeper.ordering import choose_order, prepare

WAYS = np.array([[math.comb(s, v) for v in range(9)] for s in range(9)], dtype=np.float64)
"""WAYS[s, v] = C(s, v)."""

SLOTS = 32
STATES, EDGES, VALUES, STEPS, STATUS, HASH_STAMP, CULPRIT = range(7)
"""Entries of ``Graph.fill``; `CULPRIT` is the component that has no solution or is too wide (-1: none alone)."""
FINE, CONTRADICTION, TOO_WIDE = range(3)
"""Values of ``Graph.fill[STATUS]``."""


class Graph(NamedTuple):
    """The layers of all components.

    Attributes
    ----------
    key
        uint64 (states, 2): what each slot's constraint lacks, four bits a slot.
    low, high, offset
        int32 (states,): least and most mines used on the way here; where the state's values begin.
    source, target, mines
        int32 (edges,) twice and int8 (edges,): an edge's ends and the mines it puts into the box.
    reach, alive
        uint8 and uint16 (values,): whether (state, mines used) can be reached; whether it lies on a solution (a bit
        for each number of the probe).
    ahead, behind
        float64 (values,) and (values,): weighted number of ways from the start, and to the end.
    order, step_edge
        int32 (steps,) and (steps + 1,): the box of each step and its first edge.
    component
        int32 (components, 4): first step, last step + 1, first final state, last final state + 1.
    slot, left, started
        int8, int32, uint8 (N,): per constraint its slot, cells not taken yet, whether it is under way.
    hash_stamp, hash_state
        int64 and int32 (power of two,): the table of the layer in construction.
    fill
        int64 (7,): counts and status.
    """

    key: NDArray[np.uint64]
    low: NDArray[np.int32]
    high: NDArray[np.int32]
    offset: NDArray[np.int32]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    mines: NDArray[np.int8]
    reach: NDArray[np.uint8]
    alive: NDArray[np.uint16]
    ahead: NDArray[np.float64]
    behind: NDArray[np.float64]
    order: NDArray[np.int32]
    step_edge: NDArray[np.int32]
    component: NDArray[np.int32]
    slot: NDArray[np.int8]
    left: NDArray[np.int32]
    started: NDArray[np.uint8]
    hash_stamp: NDArray[np.int64]
    hash_state: NDArray[np.int32]
    fill: NDArray[np.int64]


def new_graph(count: int) -> Graph:
    """Return an empty graph for N cells; small boards cannot need as much room."""
    states = 1 << 17 if count > 64 else 1 << 14
    edges, values = 4 * states, 8 * states
    integers = [np.empty(states, dtype=np.int32) for _ in range(3)]
    return Graph(
        key=np.empty((states, 2), dtype=np.uint64),
        low=integers[0],
        high=integers[1],
        offset=integers[2],
        source=np.empty(edges, dtype=np.int32),
        target=np.empty(edges, dtype=np.int32),
        mines=np.empty(edges, dtype=np.int8),
        reach=np.empty(values, dtype=np.uint8),
        alive=np.empty(values, dtype=np.uint16),
        ahead=np.empty(values, dtype=np.float64),
        behind=np.empty(values, dtype=np.float64),
        order=np.zeros(count + 1, dtype=np.int32),
        step_edge=np.zeros(count + 2, dtype=np.int32),
        component=np.zeros((count + 2, 4), dtype=np.int32),
        slot=np.zeros(count, dtype=np.int8),
        left=np.zeros(count, dtype=np.int32),
        started=np.zeros(count, dtype=np.uint8),
        hash_stamp=np.zeros(2 * states, dtype=np.int64),
        hash_state=np.zeros(2 * states, dtype=np.int32),
        fill=np.zeros(7, dtype=np.int64),
    )


@inner
def table_mask(graph: Graph, most: int) -> int:
    """Return the mask of the part of the table that a layer of at most so many states needs.

    Most layers are small: in the whole table their states would lie far apart, each in a line of the cache of its own.
    """
    size = 16
    while size < 2 * most and size < graph.hash_stamp.size:
        size *= 2
    return size - 1


@inner
def find_state(graph: Graph, mask: int, low_key: int, high_key: int, mines_low: int, mines_high: int) -> int:
    """Return the state of the newest layer with this key, made if need be, its range of mines widened."""
    mix = (np.uint64(low_key) ^ (np.uint64(high_key) * np.uint64(0xD6E8FEB86659FD93))) * np.uint64(0x9E3779B97F4A7C15)
    place = np.int64((mix ^ (mix >> np.uint64(29))) >> np.uint64(20)) & mask
    stamp = graph.fill[HASH_STAMP]
    while graph.hash_stamp[place] == stamp:
        state = graph.hash_state[place]
        if graph.key[state, 0] == low_key and graph.key[state, 1] == high_key:
            graph.low[state] = min(graph.low[state], mines_low)
            graph.high[state] = max(graph.high[state], mines_high)
            return state  # type: ignore[no-any-return]
        place = (place + 1) & mask
    state = graph.fill[STATES]
    graph.fill[STATES] = state + 1
    graph.hash_stamp[place] = stamp
    graph.hash_state[place] = state
    graph.key[state, 0] = low_key
    graph.key[state, 1] = high_key
    graph.low[state] = mines_low
    graph.high[state] = mines_high
    return state  # type: ignore[no-any-return]


@inner
def take_slot(field: Field, front: Front, graph: Graph, rule: int, used: NDArray[np.uint64]) -> int:
    """Put a constraint under way: give it a free slot and return what the slot holds at first (-1: no slot is free)."""
    slot = trailing_zeros(~used[0])
    if slot >= SLOTS:
        return -1
    used[0] |= np.uint64(1) << np.uint64(slot)
    graph.slot[rule] = slot
    graph.started[rule] = 1
    return field.closed[rule] if rule == front.fill[PROBE] else field.counter[rule]  # type: ignore[no-any-return]


@inner
def take_box(
    field: Field, front: Front, graph: Graph, box: int, used: NDArray[np.uint64], step: NDArray[np.uint64]
) -> bool:
    """Write a step's numbers; return whether the slots sufficed.

    Parameters
    ----------
    step
        uint64 (29,): added to the key's low and high half, subtracted from them a mine, the number of constraints,
        then for each constraint the shift and half of its slot, and the cells it has ahead.
    """
    step[:5] = 0
    freed = np.uint64(0)
    for j in range(front.linked[box]):
        rule = front.links[box, j]
        begins = 0
        if not graph.started[rule]:
            begins = take_slot(field, front, graph, rule, used)
            if begins < 0:
                return False
        slot = graph.slot[rule]
        half, shift = slot >> 4, np.uint64(4 * (slot & 15))
        step[half] += np.uint64(begins) << shift
        step[2 + half] += np.uint64(1) << shift
        graph.left[rule] -= front.size[box]
        room = graph.left[rule]
        if rule == front.fill[PROBE]:
            room = 15
        elif room == 0:
            freed |= np.uint64(1) << np.uint64(slot)
        step[5 + 3 * j] = shift
        step[6 + 3 * j] = np.uint64(half)
        step[7 + 3 * j] = np.uint64(room)
    step[4] = np.uint64(front.linked[box])
    used[0] &= ~freed
    return True


@inner
def grow_layer(graph: Graph, begin: int, end: int, size: int, step: NDArray[np.uint64]) -> bool:
    """Lead edges from the states ``begin`` to ``end - 1`` to the next layer; return whether there was room."""
    graph.fill[HASH_STAMP] += 1
    count = np.int64(step[4])
    mask = table_mask(graph, (end - begin) * (size + 1))
    for state in range(begin, end):
        low_key = graph.key[state, 0] + step[0]
        high_key = graph.key[state, 1] + step[1]
        least, most = 0, size
        for j in range(count):
            word = high_key if step[6 + 3 * j] else low_key
            lacks = np.int64((word >> step[5 + 3 * j]) & np.uint64(15))
            least = max(least, lacks - np.int64(step[7 + 3 * j]))  # type: ignore[assignment]
            most = min(most, lacks)  # type: ignore[assignment]
        if graph.fill[STATES] + 9 > graph.low.size or graph.fill[EDGES] + 9 > graph.source.size:
            return False
        for mines in range(least, most + 1):
            put = np.uint64(mines)
            target = find_state(
                graph,
                mask,
                low_key - put * step[2],
                high_key - put * step[3],
                graph.low[state] + mines,
                graph.high[state] + mines,
            )
            edge = graph.fill[EDGES]
            graph.fill[EDGES] = edge + 1
            graph.source[edge] = state
            graph.target[edge] = target
            graph.mines[edge] = mines
    return True


@inner
def lay_values(graph: Graph, begin: int) -> bool:
    """Give every state from ``begin`` on its place for values; return whether there was room."""
    place = graph.fill[VALUES]
    for state in range(begin, graph.fill[STATES]):
        graph.offset[state] = place
        place += graph.high[state] - graph.low[state] + 1
        if place > graph.reach.size:
            return False
    graph.fill[VALUES] = place
    return True


@inner
def build(field: Field, front: Front, graph: Graph, component: int) -> bool:
    """Build the layers of a component; return whether it has solutions (``Graph.fill[STATUS]`` says why not)."""
    fill = graph.fill
    fill[CULPRIT] = component
    used = np.zeros(1, dtype=np.uint64)
    step = np.zeros(29, dtype=np.uint64)
    first, last = front.begin[component], front.begin[component + 1]
    start, begin = fill[STEPS], fill[STATES]
    graph.component[component, 0] = start
    choose_order(field, front, graph.left, graph.started, component, graph.order[start : start + last - first])
    prepare(front, graph.left, graph.started, component)
    graph.key[begin] = 0
    graph.low[begin] = 0
    graph.high[begin] = 0
    fill[STATES] = begin + 1
    layer, end = begin, begin + 1
    for k in range(start, start + last - first):
        box = graph.order[k]
        graph.step_edge[k] = fill[EDGES]
        fits = take_box(field, front, graph, box, used, step)
        if not fits or not grow_layer(graph, layer, end, front.size[box], step):
            fill[STATUS] = TOO_WIDE
            return False
        layer, end = end, fill[STATES]
    fill[STEPS] = start + last - first
    graph.step_edge[fill[STEPS]] = fill[EDGES]
    graph.component[component, 1] = fill[STEPS]
    graph.component[component, 2] = layer
    graph.component[component, 3] = end
    if layer == end:
        fill[STATUS] = CONTRADICTION
        return False
    if not lay_values(graph, begin):
        fill[STATUS] = TOO_WIDE
        return False
    return True


@inner
def mark_reach(graph: Graph, component: int) -> None:
    """Find which (state, mines used) can be reached from the component's start."""
    first, last = graph.component[component, 0], graph.component[component, 1]
    start = graph.source[graph.step_edge[first]]
    final = graph.component[component, 3] - 1
    graph.reach[graph.offset[start] : graph.offset[final] + graph.high[final] - graph.low[final] + 1] = 0
    graph.reach[graph.offset[start]] = 1
    for edge in range(graph.step_edge[first], graph.step_edge[last]):
        source, target = graph.source[edge], graph.target[edge]
        shift = graph.low[source] + graph.mines[edge] - graph.low[target]
        here, there = graph.offset[source], graph.offset[target] + shift
        for k in range(graph.high[source] - graph.low[source] + 1):
            graph.reach[there + k] |= graph.reach[here + k]


@inner
def clear_values(graph: Graph, component: int, values: NDArray[np.float64]) -> None:
    """Set the component's part of an array of values to 0."""
    start = graph.source[graph.step_edge[graph.component[component, 0]]]
    final = graph.component[component, 3] - 1
    values[graph.offset[start] : graph.offset[final] + graph.high[final] - graph.low[final] + 1] = 0


@inner
def count_ahead(front: Front, graph: Graph, component: int) -> None:
    """Count the ways from the start to every (state, mines used)."""
    first, last = graph.component[component, 0], graph.component[component, 1]
    clear_values(graph, component, graph.ahead)
    graph.ahead[graph.offset[graph.source[graph.step_edge[first]]]] = 1.0
    for step in range(first, last):
        size = front.size[graph.order[step]]
        for edge in range(graph.step_edge[step], graph.step_edge[step + 1]):
            source, target, mines = graph.source[edge], graph.target[edge], graph.mines[edge]
            ways = WAYS[size, mines]
            here = graph.offset[source]
            there = graph.offset[target] + graph.low[source] + mines - graph.low[target]
            for k in range(graph.high[source] - graph.low[source] + 1):
                graph.ahead[there + k] += ways * graph.ahead[here + k]
