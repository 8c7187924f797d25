"""The analysers: what a puzzle gives away at each level, and in which order."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.nonogram.fixpoint import Domains, all_due, close_in_rounds, first_domains, note_determined
from gridpuzzles.nonogram.kernels import clues_of, grid_of, possible
from gridpuzzles.nonogram.lines import LINE, Clues, Scratch, make_scratch
from gridpuzzles.nonogram.model import LEVELS, UNKNOWN, Colour, Grid, Level, Puzzle, check_level, show
from gridpuzzles.nonogram.probing import CONTRADICTION, changed_lines, make_notes, make_stale, probe_domains


@dataclass(frozen=True)
class Analysis:
    """Where an analyser comes to rest.

    Attributes
    ----------
    level
        The analyser.
    grid
        int8 (rows, columns): the value of each determined cell, -1 where a cell is unknown. At a contradiction: as far
        as the analyser came.
    possible
        bool (rows, columns, colours + 1): the values that each cell may still have.
    order
        int32 (rows, columns): the round in which a cell was determined, from 1; 0 where it is unknown. Within a round
        all lines (or, while probing, all trials) see the puzzle as the round found it, so turning the puzzle turns
        this grid with it.
    passes
        The number of rounds that determined or excluded something.
    contradiction
        Whether a line without consistent placement was met: then there is no solution.
    looks
        How many times a line was looked at, trials included.
    """

    level: Level
    grid: Grid
    possible: NDArray[np.bool_]
    order: NDArray[np.int32]
    passes: int
    contradiction: bool
    looks: int
    colours: tuple[Colour, ...] = field(repr=False)

    @property
    def determined(self) -> int:
        """The number of determined cells."""
        return int(np.count_nonzero(self.grid != UNKNOWN))

    @property
    def ratio(self) -> float:
        """The solvability ratio: determined cells of all cells."""
        return self.determined / self.grid.size

    @property
    def solved(self) -> bool:
        """Whether all cells are determined, without contradiction; then the grid is the only solution."""
        return not self.contradiction and self.determined == self.grid.size

    def __str__(self) -> str:
        """Return the grid as text."""
        return show(self.grid, self.colours)


def analyse(puzzle: Puzzle, level: str = "line") -> Analysis:
    """Analyse a puzzle at a level: ``boxes``, ``emptiness``, ``line`` or ``probe``.

    `gridpuzzles.nonogram.reference` defines the levels.

    Examples
    --------
    >>> smile = Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])
    >>> analyse(smile, "line").determined
    0
    >>> print(analyse(smile, "probe"))
    #..#
    .##.
    """
    checked = check_level(level)
    clues, colours = clues_of(puzzle), len(puzzle.colours)
    scratch = make_scratch(clues, colours)
    domains, due = first_domains(clues, colours), all_due(clues)
    order = np.zeros(puzzle.shape, np.int32)
    note_determined(domains, order, 1)
    rounds = close_in_rounds(clues, domains, due, min(LEVELS.index(checked), LINE), scratch, order, 0)
    if rounds >= 0 and checked == "probe":
        rounds = _probe_in_rounds(clues, domains, scratch, order, rounds)
    return Analysis(
        checked,
        grid_of(domains, puzzle.shape),
        possible(domains, puzzle.shape),
        order,
        max(rounds if rounds >= 0 else -1 - rounds, int(order.max())),
        rounds < 0,
        int(scratch.looks[0]),
        puzzle.colours,
    )


def _probe_in_rounds(clues: Clues, domains: Domains, scratch: Scratch, order: NDArray[np.int32], rounds: int) -> int:
    """Alternate rounds of trials with rounds of looks until a round of trials finds nothing.

    Returns the number of rounds, or -1 - rounds at a contradiction.
    """
    notes, due = make_notes(clues), np.zeros_like(scratch.visited)
    while True:
        before, due[:] = domains.copy(), 0
        if probe_domains(clues, domains, due, notes, scratch, -1, False) == CONTRADICTION:
            return -1 - rounds
        if not due.any():
            return rounds
        rounds += 1
        note_determined(domains, order, rounds)
        rounds = close_in_rounds(clues, domains, due, LINE, scratch, order, rounds)
        if rounds < 0:
            return rounds
        make_stale(notes, changed_lines(clues, before, domains))
