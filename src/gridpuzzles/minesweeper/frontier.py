"""Kernels that turn a position into a small counting problem.

Vocabulary
----------
frontier
    The closed cells that touch an open one. The closed cells that touch none are the *rest*.
constraint
    An open cell with closed unmarked neighbours; its counter says how many of them are mines. Two constraints on the
    same cells say the same, so one of them is dropped.
box
    Frontier cells that touch the same open cells. Only the number of mines in a box matters: v mines lie in a box of
    s cells in C(s, v) ways. A box has at most eight cells and at most eight constraints.
component
    Boxes and constraints that hang together. Components know of each other only through the number of mines.
probe
    A closed cell that is looked at as if it were open and safe, its number not known yet: a constraint that any sum
    fulfils, but whose sum is kept track of.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.deduction import CLOSED, OPEN, Field

BOXES, COMPONENTS, STAMP, CELLS, RULES, PROBE = range(6)
"""Entries of ``Front.fill``: boxes and components in use, the stamp that means "seen", cells and constraints gathered,
the probe (-1: none)."""
NONE = -1


class Front(NamedTuple):
    """Boxes and components of a position on N cells.

    Attributes
    ----------
    seen
        int64 (N,): the stamp under which a cell was last gathered.
    box_of
        int32 (N,): a frontier cell's box.
    scope, scopes
        int32 (N, 8) and (N,): the open neighbours of a frontier cell, ascending, and their number.
    cells, rules
        int32 (N,) each: frontier cells and constraints of the component being gathered.
    size, links, linked
        int32 (N,), (N, 8) and (N,): per box its cells, its constraints, their number.
    parts, held
        int32 (N, 8) and (N,): per constraint its boxes and their number.
    twin
        uint8 (N,): 1 for a constraint that was dropped.
    begin
        int32 (N + 2,): the first box of each component.
    owner
        int32 (N,): a box's component.
    fill
        int64 (6,): counts.
    """

    seen: NDArray[np.int64]
    box_of: NDArray[np.int32]
    scope: NDArray[np.int32]
    scopes: NDArray[np.int32]
    cells: NDArray[np.int32]
    rules: NDArray[np.int32]
    size: NDArray[np.int32]
    links: NDArray[np.int32]
    linked: NDArray[np.int32]
    parts: NDArray[np.int32]
    held: NDArray[np.int32]
    twin: NDArray[np.uint8]
    begin: NDArray[np.int32]
    owner: NDArray[np.int32]
    fill: NDArray[np.int64]


def new_front(count: int) -> Front:
    """Return an empty front for N cells."""

    def zeros(*shape: int) -> NDArray[np.int32]:
        return np.zeros(shape, dtype=np.int32)

    return Front(
        seen=np.zeros(count, dtype=np.int64),
        box_of=zeros(count),
        scope=zeros(count, 8),
        scopes=zeros(count),
        cells=zeros(count),
        rules=zeros(count),
        size=zeros(count),
        links=zeros(count, 8),
        linked=zeros(count),
        parts=zeros(count, 8),
        held=zeros(count),
        twin=np.zeros(count, dtype=np.uint8),
        begin=zeros(count + 2),
        owner=zeros(count),
        fill=np.zeros(6, dtype=np.int64),
    )


@inner
def gather(field: Field, front: Front) -> None:
    """Gather the component of the constraints in ``front.rules``: its constraints and its cells."""
    fill, stamp, k = front.fill, front.fill[STAMP], 0
    while k < fill[RULES]:
        rule = front.rules[k]
        k += 1
        front.held[rule] = 0
        front.twin[rule] = 0
        for i in range(field.degrees[rule]):
            cell = field.table[rule, i]
            if field.state[cell] != CLOSED or front.seen[cell] == stamp:
                continue
            front.seen[cell] = stamp
            front.cells[fill[CELLS]] = cell
            fill[CELLS] += 1
            front.box_of[cell] = NONE
            count = 0
            for j in range(field.degrees[cell]):
                other = field.table[cell, j]
                if field.state[other] == OPEN:
                    front.scope[cell, count] = other
                    count += 1
                    if front.seen[other] != stamp:
                        front.seen[other] = stamp
                        front.rules[fill[RULES]] = other
                        fill[RULES] += 1
            front.scopes[cell] = count


@inner
def same_scope(front: Front, one: int, two: int) -> bool:
    """Return whether two frontier cells touch the same open cells."""
    if front.scopes[one] != front.scopes[two]:
        return False
    same = True
    for j in range(front.scopes[one]):
        same = same and front.scope[one, j] == front.scope[two, j]
    return same


@inner
def find_box(field: Field, front: Front, cell: int) -> int:
    """Return the box of a gathered cell: that of a cell with the same scope, or a new one."""
    first = front.scope[cell, 0]
    for i in range(field.degrees[first]):
        other = field.table[first, i]
        if field.state[other] == CLOSED and front.box_of[other] != NONE and same_scope(front, cell, other):
            return front.box_of[other]  # type: ignore[no-any-return]
    box = front.fill[BOXES]
    front.fill[BOXES] += 1
    front.size[box] = 0
    for j in range(front.scopes[cell]):
        rule = front.scope[cell, j]
        front.parts[rule, front.held[rule]] = box
        front.held[rule] += 1
    return box  # type: ignore[no-any-return]


@inner
def same_parts(front: Front, one: int, two: int) -> bool:
    """Return whether two constraints speak of the same boxes."""
    if front.held[one] != front.held[two]:
        return False
    same = True
    for j in range(front.held[one]):
        same = same and front.parts[one, j] == front.parts[two, j]
    return same


@inner
def drop_twins(front: Front, first_box: int) -> None:
    """Drop every constraint that speaks of the same boxes as an earlier one, and link boxes to those that stay."""
    for box in range(first_box, front.fill[BOXES]):
        front.linked[box] = 0
    for k in range(front.fill[RULES]):
        rule = front.rules[k]
        if front.held[rule] == 0:
            continue
        head = front.parts[rule, 0]
        for j in range(front.linked[head]):
            other = front.links[head, j]
            if rule != front.fill[PROBE] and other != front.fill[PROBE] and same_parts(front, rule, other):
                front.twin[rule] = 1
        if front.twin[rule] == 0:
            for j in range(front.held[rule]):
                box = front.parts[rule, j]
                front.links[box, front.linked[box]] = rule
                front.linked[box] += 1


@inner
def close_component(field: Field, front: Front) -> None:
    """Sort the gathered cells into boxes and make them the next component."""
    first_box = front.fill[BOXES]
    gather(field, front)
    for k in range(front.fill[CELLS]):
        cell = front.cells[k]
        box = find_box(field, front, cell)
        front.box_of[cell] = box
        front.size[box] += 1
    drop_twins(front, first_box)
    front.owner[first_box : front.fill[BOXES]] = front.fill[COMPONENTS]
    front.fill[COMPONENTS] += 1
    front.begin[front.fill[COMPONENTS]] = front.fill[BOXES]


@inner
def start_component(front: Front, rule: int) -> None:
    """Begin to gather a component at a constraint."""
    front.fill[CELLS] = 0
    front.fill[RULES] = 1
    front.rules[0] = rule
    front.seen[rule] = front.fill[STAMP]


@inner
def find_components(field: Field, front: Front) -> None:
    """Find all components of the position."""
    front.fill[STAMP] += 1
    front.fill[BOXES] = 0
    front.fill[COMPONENTS] = 0
    front.fill[PROBE] = NONE
    front.begin[0] = 0
    for rule in range(field.state.size):
        if field.state[rule] == OPEN and field.closed[rule] > 0 and front.seen[rule] != front.fill[STAMP]:
            start_component(front, rule)
            close_component(field, front)


@short_kernel
def frontier_cells(front: Front, first: int, last: int) -> int:
    """Return the number of cells in the components ``first`` to ``last - 1``."""
    count = 0
    for box in range(front.begin[first], front.begin[last]):
        count += front.size[box]
    return count
