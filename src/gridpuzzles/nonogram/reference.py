"""The four analysers, solutions and clues, in plain code that reads like the definitions; the reference for kernels.

Everything here lists all placements of a clue, which is right by construction and slow: for short lines only.

Definitions
-----------
An analyser looks at one line after the other, over rows and columns, until nothing changes. What a line gives depends
on the placements that are consistent with the domains of its cells:

boxes
    Of every block, the leftmost and the rightmost position over all consistent placements. Cells that both cover are
    painted. A cell that no block's range (from the leftmost first cell to the rightmost last cell) reaches is empty.
emptiness
    Boxes, and: a colour that no consistent placement gives to a cell is no longer possible there, in the row or in the
    column. So a cell is empty if no colour fits both its row and its column.
line
    Complete line solving: a value that no consistent placement gives to a cell is no longer possible there.
probe
    Line, and: an unknown cell is tried with each of its values, followed by ``line``. A value that leads to a
    contradiction (a line without consistent placement) is no longer possible; of all other cells, only those values
    remain that at least one of the trials leaves.

Each is a monotone closure: smaller domains never give larger ones. Hence the result does not depend on the order in
which lines and cells are looked at.
"""

from collections.abc import Iterator
from itertools import product

from gridpuzzles.nonogram.model import EMPTY, Clue, Level, Puzzle, clue_of

Domain = frozenset[int]
Line = tuple[Domain, ...]
Board = tuple[Line, ...]
"""Rows of domains."""
Positions = tuple[int, ...]
"""The first cell of each block, from 0."""


class Contradiction(Exception):  # noqa: N818 - it is a finding, not an error
    """A line without consistent placement."""


def placements(clue: Clue, size: int, start: int = 0) -> Iterator[Positions]:
    """Yield all placements of a clue on a line of ``size`` cells, the first block at ``start`` or later.

    Examples
    --------
    >>> from gridpuzzles.nonogram.model import Block
    >>> list(placements((Block(2), Block(1)), 5))
    [(0, 3), (0, 4), (1, 4)]
    """
    if not clue:
        yield ()
        return
    block, rest = clue[0], clue[1:]
    gap = 1 if rest and rest[0].colour == block.colour else 0
    for first in range(start, size - block.length + 1):
        for positions in placements(rest, size, first + block.length + gap):
            yield (first, *positions)


def painted(clue: Clue, positions: Positions, size: int) -> tuple[int, ...]:
    """Return the values of the cells under a placement."""
    values = [EMPTY] * size
    for block, first in zip(clue, positions, strict=True):
        values[first : first + block.length] = [block.colour] * block.length
    return tuple(values)


def consistent_placements(clue: Clue, line: Line) -> list[Positions]:
    """Return the placements that are consistent with the domains of a line, or raise Contradiction."""
    size = len(line)
    found = [
        positions
        for positions in placements(clue, size)
        if all(value in domain for value, domain in zip(painted(clue, positions, size), line, strict=True))
    ]
    if not found:
        raise Contradiction
    return found


def look_at_line(clue: Clue, line: Line, level: Level) -> Line:
    """Return the domains after one look at a line, or raise Contradiction.

    Examples
    --------
    Length 5 and clue (1, 1), with the third cell painted:

    >>> from gridpuzzles.nonogram.model import Block
    >>> both, black = frozenset({0, 1}), frozenset({1})
    >>> line = (both, both, black, both, both)
    >>> look_at_line((Block(1), Block(1)), line, "boxes") == line
    True
    >>> [sorted(domain) for domain in look_at_line((Block(1), Block(1)), line, "line")]
    [[0, 1], [0], [1], [0], [0, 1]]
    """
    found = consistent_placements(clue, line)
    result = boxes(clue, line, found)
    if level == "boxes":
        return result
    seen = [set(values) for values in zip(*(painted(clue, p, len(line)) for p in found), strict=True)]
    if level == "emptiness":
        return tuple(
            frozenset(v for v in domain if v == EMPTY or v in values)
            for domain, values in zip(result, seen, strict=True)
        )
    return tuple(domain & values for domain, values in zip(result, seen, strict=True))


def boxes(clue: Clue, line: Line, found: list[Positions]) -> Line:
    """Return what the leftmost and rightmost positions of the blocks say about the cells."""
    result = list(line)
    reached = set()
    for block, positions in zip(clue, zip(*found, strict=True), strict=True):
        leftmost, rightmost = min(positions), max(positions)
        reached |= set(range(leftmost, rightmost + block.length))
        for cell in range(rightmost, leftmost + block.length):
            result[cell] = result[cell] & {block.colour}
    return tuple(domain if cell in reached else domain & {EMPTY} for cell, domain in enumerate(result))


def first_board(puzzle: Puzzle) -> Board:
    """Return the first domains: empty, and the colours of both clues."""
    in_rows = [{block.colour for block in clue} for clue in puzzle.rows]
    in_cols = [{block.colour for block in clue} for clue in puzzle.cols]
    return tuple(tuple(frozenset({EMPTY} | (row & col)) for col in in_cols) for row in in_rows)


def transpose(board: Board) -> Board:
    """Return the columns of a board."""
    return tuple(zip(*board, strict=True))


def close(puzzle: Puzzle, board: Board, level: Level) -> Board:
    """Look at all rows, then at all columns, until nothing changes; raise Contradiction if a line has no placement."""
    while True:
        rows = tuple(look_at_line(clue, line, level) for clue, line in zip(puzzle.rows, board, strict=True))
        cols = (look_at_line(clue, line, level) for clue, line in zip(puzzle.cols, transpose(rows), strict=True))
        result = transpose(tuple(cols))
        if result == board:
            return board
        board = result


def analyse_by_definition(puzzle: Puzzle, level: Level) -> Board:
    """Return the domains at which an analyser comes to rest, or raise Contradiction."""
    board = close(puzzle, first_board(puzzle), "line" if level == "probe" else level)
    if level != "probe":
        return board
    while True:
        before = board
        for row, col in product(range(len(puzzle.rows)), range(len(puzzle.cols))):
            if len(board[row][col]) > 1:
                board = close(puzzle, probe_cell(puzzle, board, row, col), "line")
        if board == before:
            return board


def probe_cell(puzzle: Puzzle, board: Board, row: int, col: int) -> Board:
    """Return what all trials of a cell that end without contradiction have in common, or raise Contradiction."""
    trials = []
    for value in sorted(board[row][col]):
        tried = [list(line) for line in board]
        tried[row][col] = frozenset({value})
        try:
            trials.append(close(puzzle, tuple(map(tuple, tried)), "line"))
        except Contradiction:
            continue
    if not trials:
        raise Contradiction
    return tuple(
        tuple(frozenset.union(*domains) for domains in zip(*lines, strict=True)) for lines in zip(*trials, strict=True)
    )


def solutions_by_definition(puzzle: Puzzle) -> list[tuple[tuple[int, ...], ...]]:
    """Return all solutions: every choice of a placement for each row whose columns have the right clues.

    Examples
    --------
    >>> len(solutions_by_definition(Puzzle([[1], [1]], [[1], [1]])))
    2
    """
    size = len(puzzle.cols)
    choices = [[painted(clue, p, size) for p in placements(clue, size)] for clue in puzzle.rows]
    return [
        grid
        for grid in product(*choices)
        if all(clue_of(line) == clue for line, clue in zip(zip(*grid, strict=True), puzzle.cols, strict=True))
    ]
