"""Kernels of the exact game tree: how many of a position's solutions the best play wins.

A set of solutions, all still possible, is worth the number of them that can be won. One solution is won. If a cell is
safe in all of them, opening it costs nothing: it splits the set by the number shown, and the worth is the sum over the
parts. Otherwise some cell must be guessed: the solutions with a mine there are lost, the others are split by the number
shown; the worth is the largest over all cells. It depends on the set alone, since every cell that is safe throughout is
as good as open. All worths are whole numbers.

Worths are remembered under a 128-bit key of the set: two sums of words, a word being well mixed bits of a solution's
mines. Two sets share a key with a probability below 10^-25 in any run. The key depends on the mines of the whole board
alone, so that what was worked out in one game holds in the next on the same board.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.deduction import CLOSED, CLOSED_LEFT, MARKED, MINES_LEFT, OPEN, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import COMPONENTS, STAMP, Front
from gridpuzzles.minesweeper.hashing import scramble

SOLUTIONS, UNKNOWN, NODES, BUDGET, GENERATION, WINS = range(6)
"""Entries of ``Tree.tally``: solutions, undecided cells, nodes visited, nodes allowed, the memory's stamp, and how many
solutions the guess wins that `best_guess` found last."""
TRIES = 8


class Tree(NamedTuple):
    """Room for the game tree of at most L solutions on at most C undecided cells.

    Attributes
    ----------
    cells
        int32 (C,): the undecided cells.
    mined, shows
        uint8 (L, C): whether a cell is a mine, and how many of its undecided neighbours are, in each solution.
    arena
        int32 (room,): the sets under work, one after the other, as lists of solutions.
    words
        uint64 (L, 2): each solution's words.
    known_key, known_stamp, known_worth
        uint64 (2^k, 2), int64 (2^k,), int32 (2^k,): remembered worths.
    tally
        int64 (6,): counts.
    """

    cells: NDArray[np.int32]
    mined: NDArray[np.uint8]
    shows: NDArray[np.uint8]
    arena: NDArray[np.int32]
    words: NDArray[np.uint64]
    known_key: NDArray[np.uint64]
    known_stamp: NDArray[np.int64]
    known_worth: NDArray[np.int32]
    tally: NDArray[np.int64]


def new_tree(solutions: int, cells: int, memory_bits: int = 18, budget: int = 1 << 62) -> Tree:
    """Return room for a game tree."""
    tally = np.zeros(6, dtype=np.int64)
    tally[BUDGET] = budget
    return Tree(
        cells=np.zeros(cells, dtype=np.int32),
        mined=np.zeros((solutions, cells), dtype=np.uint8),
        shows=np.zeros((solutions, cells), dtype=np.uint8),
        arena=np.zeros((2 * cells + 4) * (solutions + 1), dtype=np.int32),
        words=np.zeros((solutions, 2), dtype=np.uint64),
        known_key=np.zeros((1 << memory_bits, 2), dtype=np.uint64),
        known_stamp=np.zeros(1 << memory_bits, dtype=np.int64),
        known_worth=np.zeros(1 << memory_bits, dtype=np.int32),
        tally=tally,
    )


@inner
def count_mined(tree: Tree, begin: int, end: int, mined: NDArray[np.int32]) -> None:
    """Count, for each undecided cell, the solutions of a set with a mine there."""
    cells = tree.tally[UNKNOWN]
    mined[:cells] = 0
    for k in range(begin, end):
        row = tree.mined[tree.arena[k]]
        for j in range(cells):
            mined[j] += row[j]


@short_kernel
def split(tree: Tree, begin: int, end: int, cell: int, ends: NDArray[np.int64]) -> None:
    """Write the solutions of a set with ``cell`` safe behind the set, sorted by the number shown.

    Parameters
    ----------
    ends
        int64 (10,): the set of number n becomes arena[ends[n] : ends[n + 1]].
    """
    ends[:] = 0
    for k in range(begin, end):
        solution = tree.arena[k]
        if not tree.mined[solution, cell]:
            ends[tree.shows[solution, cell] + 1] += 1
    ends[0] = end
    for n in range(9):
        ends[n + 1] += ends[n]
    place = ends.copy()
    for k in range(begin, end):
        solution = tree.arena[k]
        if not tree.mined[solution, cell]:
            n = tree.shows[solution, cell]
            tree.arena[place[n]] = solution
            place[n] += 1


@inner
def telling_cell(tree: Tree, begin: int, end: int, mined: NDArray[np.int32]) -> int:
    """Return a cell that is safe throughout a set and shows different numbers in it, or -1."""
    for j in range(tree.tally[UNKNOWN]):
        if mined[j] == 0:
            first = tree.shows[tree.arena[begin], j]
            for k in range(begin + 1, end):
                if tree.shows[tree.arena[k], j] != first:
                    return j
    return -1


@inner
def find_known(tree: Tree, begin: int, end: int, key: NDArray[np.uint64]) -> int:
    """Write a set's key and return its place in the memory: where it is, or where it may be written (-1: nowhere)."""
    key[:] = 0
    for k in range(begin, end):
        solution = tree.arena[k]
        key[0] += tree.words[solution, 0]
        key[1] += tree.words[solution, 1]
    mask = tree.known_stamp.size - 1
    place = np.int64(key[0] >> np.uint64(20)) & mask
    for _ in range(TRIES):
        if tree.known_stamp[place] != tree.tally[GENERATION]:
            return place  # type: ignore[return-value]
        if tree.known_key[place, 0] == key[0] and tree.known_key[place, 1] == key[1]:
            return place  # type: ignore[return-value]
        place = (place + 1) & mask
    return -1


@inner
def next_guess(mined: NDArray[np.int32], done: NDArray[np.uint8], size: int, cells: int) -> int:
    """Return the undecided cell, not done yet, that fewest solutions of a set mine, or -1."""
    best = -1
    for j in range(cells):
        if not done[j] and 0 < mined[j] < size and (best < 0 or mined[j] < mined[best]):
            best = j
    return best


@short_kernel
def worth(tree: Tree, begin: int, end: int) -> int:
    """Return how many solutions of the set arena[begin : end] the best play wins (-1: the budget is spent)."""
    size = end - begin
    if size <= 1:
        return size
    tree.tally[NODES] += 1
    if tree.tally[NODES] > tree.tally[BUDGET]:
        return -1
    key = np.zeros(2, dtype=np.uint64)
    place = find_known(tree, begin, end, key)
    stamp = tree.tally[GENERATION]
    if place >= 0 and tree.known_stamp[place] == stamp:
        return tree.known_worth[place]  # type: ignore[no-any-return]
    cells = tree.tally[UNKNOWN]
    mined = np.empty(cells, dtype=np.int32)
    done = np.zeros(cells, dtype=np.uint8)
    ends = np.empty(10, dtype=np.int64)
    count_mined(tree, begin, end, mined)
    best = 0
    cell = telling_cell(tree, begin, end, mined)
    free = cell >= 0
    if not free:
        cell = next_guess(mined, done, size, cells)
    while cell >= 0 and size - mined[cell] > best:
        done[cell] = 1
        split(tree, begin, end, cell, ends)
        value, left = 0, size - mined[cell]
        for n in range(8, -1, -1):  # what is worked out for a part is written over the parts behind it, done by then
            part = ends[n + 1] - ends[n]
            if part > 0 and value + left > best:
                won = worth(tree, ends[n], ends[n + 1])
                if won < 0:
                    return -1
                value += won
                left -= part
        if value + left > best:
            best = value
        if free:
            break
        cell = next_guess(mined, done, size, cells)
    place = find_known(tree, begin, end, key)
    if place >= 0:
        tree.known_stamp[place] = stamp
        tree.known_key[place] = key
        tree.known_worth[place] = best
    return best


@inner
def best_guess(tree: Tree, end: int) -> int:
    """Return the rank in ``Tree.cells`` of the safest best first guess on the set arena[0 : end] (-1: no budget)."""
    cells = tree.tally[UNKNOWN]
    mined = np.empty(cells, dtype=np.int32)
    done = np.zeros(cells, dtype=np.uint8)
    ends = np.empty(10, dtype=np.int64)
    count_mined(tree, 0, end, mined)
    best, best_cell = 0, -1
    cell = next_guess(mined, done, end, cells)
    while cell >= 0 and end - mined[cell] > best:
        done[cell] = 1
        split(tree, 0, end, cell, ends)
        value = 0
        for n in range(8, -1, -1):
            if ends[n + 1] > ends[n]:
                won = worth(tree, ends[n], ends[n + 1])
                if won < 0:
                    return -1
                value += won
        if value > best:
            best, best_cell = value, cell
        cell = next_guess(mined, done, end, cells)
    tree.tally[WINS] = best
    return best_cell


@inner
def list_unknown(field: Field, front: Front, graph: Graph, tree: Tree) -> bool:
    """List the undecided cells, component after component, then the rest; return whether there was room."""
    if field.total[CLOSED_LEFT] > tree.cells.size:
        return False
    count = 0
    for i in range(front.fill[COMPONENTS]):
        for step in range(graph.component[i, 0], graph.component[i, 1]):
            for cell in range(front.box_of.size):
                on_front = field.state[cell] == CLOSED and front.seen[cell] == front.fill[STAMP]
                if on_front and front.box_of[cell] == graph.order[step]:
                    tree.cells[count] = cell
                    count += 1
    for cell in range(front.box_of.size):
        if field.state[cell] == CLOSED and front.seen[cell] != front.fill[STAMP]:
            tree.cells[count] = cell
            count += 1
    tree.tally[UNKNOWN] = count
    return True


@inner
def put(field: Field, cell: int, mine: int, sign: int) -> bool:
    """Decide a cell (sign 1) or take the decision back (-1) in the counters; return whether the numbers still hold."""
    fits = True
    for j in range(field.degrees[cell]):
        rule = field.table[cell, j]
        if field.state[rule] == OPEN:
            field.closed[rule] -= sign
            field.counter[rule] -= sign * mine
            fits = fits and 0 <= field.counter[rule] <= field.closed[rule]
    return fits


@inner
def record(field: Field, tree: Tree, value: NDArray[np.int8]) -> None:
    """Write down a solution."""
    solution = tree.tally[SOLUTIONS]
    tree.tally[SOLUTIONS] += 1
    bits = np.uint64(0)
    for cell in range(value.size):
        if value[cell] or field.state[cell] == MARKED:
            bits += scramble(np.uint64(cell))
    tree.words[solution, 0] = scramble(bits)
    tree.words[solution, 1] = scramble(~bits)
    for j in range(tree.tally[UNKNOWN]):
        tree.mined[solution, j] = value[tree.cells[j]]
        shows = 0
        for k in range(field.degrees[tree.cells[j]]):
            shows += value[field.table[tree.cells[j], k]]
        tree.shows[solution, j] = shows


@short_kernel
def list_solutions(field: Field, tree: Tree) -> bool:
    """List all solutions of a position by trying cell after cell; return whether room and budget sufficed.

    ``Field.counter`` and ``Field.closed`` are left as they were.
    """
    cells = tree.tally[UNKNOWN]
    value = np.zeros(field.state.size, dtype=np.int8)
    tried = np.full(cells + 1, -1, dtype=np.int8)
    mines, depth, tries, fine = field.total[MINES_LEFT], 0, 0, True
    tree.tally[SOLUTIONS] = 0
    while depth >= 0:
        if depth == cells and fine:
            fine = tree.tally[SOLUTIONS] < tree.mined.shape[0]
            if fine:
                record(field, tree, value)
            depth -= 1
            continue
        cell = tree.cells[depth]
        if tried[depth] >= 0:
            put(field, cell, tried[depth], -1)
            mines += tried[depth]
            value[cell] = 0
        tries += 1
        fine = fine and tries < tree.tally[BUDGET]
        if tried[depth] == 1 or not fine:
            tried[depth] = -1
            depth -= 1
            continue
        tried[depth] += 1
        value[cell] = tried[depth]
        mines -= tried[depth]
        if put(field, cell, tried[depth], 1) and 0 <= mines <= cells - depth - 1:
            depth += 1
    return fine
