"""The second phase: assume, continue, and find all solutions, or prove that there is none.

Vocabulary
----------
node
    A state of the search: the puzzle with some assumptions, followed up by the analyser.
strategy
    ``probe`` follows up with the ``probe`` analyser and branches on the cell whose trials determine most; ``branch``
    follows up with ``line`` and branches on a cell of the row and column with fewest unknown cells.
elementary choice
    What the search does at one node: follow up, and choose the cell to branch on.
variants
    The solutions after the first.
limits
    When to stop: seconds in all, for one elementary choice and for variants, and a budget of nodes. Only the budget
    gives the same result on every machine.
status
    ``unique``; ``multiple``: several, all found; ``at least``: one or more, and there may be more; ``none``;
    ``undecided``: stopped before the first.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.fixpoint import Domains, all_due, close_domains, first_domains
from gridpuzzles.nonogram.kernels import clues_of, grid_of, possible
from gridpuzzles.nonogram.lines import LINE, Clues, make_scratch
from gridpuzzles.nonogram.model import Colour, Grid, Puzzle, show
from gridpuzzles.nonogram.probing import (
    CONTRADICTION,
    DONE,
    Notes,
    best_cell,
    changed_lines,
    make_notes,
    make_stale,
    probe_domains,
    restrict,
    tightest_cell,
)

Status: TypeAlias = Literal["unique", "multiple", "at least", "none", "undecided"]
Strategy: TypeAlias = Literal["probe", "branch"]
Method: TypeAlias = Literal["line", "probe", "search", "sat"]
Reason: TypeAlias = Literal["", "solutions", "nodes", "seconds", "choice", "variants", "conflicts"]

STATUSES: tuple[Status, ...] = get_args(Status)
STRATEGIES: tuple[Strategy, ...] = get_args(Strategy)
TRIALS_BETWEEN_CLOCKS = 64
MOST_CELLS_WITH_NOTES = 10_000
"""Larger puzzles do not hand the notes of a node on to its children, to save memory."""


@dataclass(frozen=True)
class Limits:
    """When a search stops; None is no limit.

    Attributes
    ----------
    nodes
        The budget of nodes.
    seconds, choice_seconds, variant_seconds
        For all, for one elementary choice, and for variants.
    conflicts
        The budget of the SAT solver, in conflicts for each solution.
    """

    nodes: int | None = None
    seconds: float | None = 120.0
    choice_seconds: float | None = 30.0
    variant_seconds: float | None = 30.0
    conflicts: int = 1_000_000

    def __post_init__(self) -> None:
        for name in ("nodes", "seconds", "choice_seconds", "variant_seconds", "conflicts"):
            value = getattr(self, name)
            if value is not None and (isinstance(value, bool) or not value > 0):
                raise InputError(f"{name}: {value!r} is not a positive number")

    @classmethod
    def of_nodes(cls, nodes: int) -> "Limits":
        """Return limits that give the same result on every machine."""
        return cls(nodes, None, None, None)


@dataclass(frozen=True)
class Solutions:
    """What a search found.

    Attributes
    ----------
    status
        See the module's vocabulary.
    solutions
        int8 (rows, columns) each, in the order of finding.
    method
        The strongest means that was needed: ``line``, ``probe``, ``search``, or ``sat`` for the SAT solver.
    stopped
        What made it stop early: a limit's name, ``solutions`` when as many were found as were asked for, or ``""``.
    nodes, looks
        How many nodes were followed up, and how many times a line was looked at.
    """

    status: Status
    solutions: tuple[Grid, ...]
    method: Method
    stopped: Reason
    nodes: int
    looks: int
    colours: tuple[Colour, ...] = field(repr=False)

    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution: the puzzle is composed correctly."""
        return self.status == "unique"

    @property
    def verdict(self) -> Literal["unique", "multiple", "none", "undecided"]:
        """Whether the puzzle is shown to have one, several or no solutions, or whether this is undecided."""
        if len(self.solutions) >= 2:
            return "multiple"
        if self.stopped:
            return "undecided"
        return "unique" if self.solutions else "none"

    @property
    def differing(self) -> NDArray[np.bool_]:
        """Return bool (rows, columns): the cells in which the found solutions differ."""
        if not self.solutions:
            raise ValueError("there is no solution to compare")
        stack = np.stack(self.solutions)
        result: NDArray[np.bool_] = (stack != stack[0]).any(axis=0)
        return result

    def __str__(self) -> str:
        """Return the verdict and the first solution as text."""
        count = len(self.solutions)
        verdict = {
            "unique": "one solution: composed correctly",
            "multiple": f"{count} solutions",
            "at least": f"{count} solution{'s' * (count > 1)} found, there may be more",
            "none": "no solution",
            "undecided": "undecided: stopped before a solution was found",
        }[self.status]
        return "\n".join([verdict, *(show(grid, self.colours) for grid in self.solutions[:1])])


@dataclass(frozen=True)
class _Node:
    """A state before its follow-up: the parent's domains and notes, and the assumption (None at the root)."""

    domains: Domains
    notes: Notes | None
    assumption: tuple[int, int, int] | None


class _StoppedError(Exception):
    """A limit was reached."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason = reason


def solve(
    puzzle: Puzzle,
    max_solutions: int = 10,
    limits: Limits | None = None,
    strategy: str = "probe",
    sat: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> Solutions:
    """Find up to ``max_solutions`` solutions of a puzzle.

    Parameters
    ----------
    limits
        When to stop. Default: 120 s in all, 30 s for one elementary choice, 30 s for variants.
    strategy
        ``probe`` or ``branch``.
    sat
        Whether a SAT solver takes over when a limit stops the search.
    clock
        Gives the time in seconds.

    Examples
    --------
    >>> solve(Puzzle([[1], [1]], [[1], [1]])).status
    'multiple'
    >>> print(solve(Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])))
    one solution: composed correctly
    #..#
    .##.
    """
    if isinstance(max_solutions, bool) or max_solutions < 1:
        raise InputError(f"max_solutions: {max_solutions!r} is not a positive number")
    if strategy not in STRATEGIES:
        raise InputError(f"strategy: {strategy!r} is not one of {', '.join(STRATEGIES)}")
    search = _Search(clues_of(puzzle), len(puzzle.colours), max_solutions, limits or Limits(), strategy, clock)
    stopped = search.run()
    if sat and stopped not in ("", "solutions"):
        return _finish_by_sat(puzzle, search, max_solutions)
    return _conclude(search, tuple(search.solutions), search.method, stopped, puzzle.colours)


def solve_clues(
    clues: Clues, colours: int, max_solutions: int, limits: Limits, strategy: Strategy = "probe"
) -> Solutions:
    """Do the same for clues given as arrays, as studies of many boards have them."""
    search = _Search(clues, colours, max_solutions, limits, strategy, time.monotonic)
    stopped = search.run()
    return _conclude(search, tuple(search.solutions), search.method, stopped, ())


def _conclude(
    search: "_Search", solutions: tuple[Grid, ...], method: Method, stopped: Reason, colours: tuple[Colour, ...]
) -> Solutions:
    status: Status
    if stopped:
        status = "at least" if solutions else "undecided"
    else:
        status = "none" if not solutions else "unique" if len(solutions) == 1 else "multiple"
    looks = int(search.scratch.looks[0])
    return Solutions(status, solutions, method, stopped, search.nodes, looks, colours)


def _finish_by_sat(puzzle: Puzzle, search: "_Search", max_solutions: int) -> Solutions:
    """Hand the puzzle to the SAT solver, with what the analyser knows at the root."""
    from gridpuzzles.nonogram.sat import solutions_by_sat

    values = possible(search.root, puzzle.shape)
    found, stopped = solutions_by_sat(puzzle, values, max_solutions, search.limits.conflicts)
    if len(found) < len(search.solutions):
        found = tuple(search.solutions)
    return _conclude(search, found, "sat", stopped, puzzle.colours)


class _Search:
    """A depth-first search: its stack, its counters and its clocks."""

    def __init__(
        self,
        clues: Clues,
        colours: int,
        max_solutions: int,
        limits: Limits,
        strategy: str,
        clock: Callable[[], float],
    ) -> None:
        self.clues, self.shape = clues, (int(clues.sides[0]), int(clues.sides[1]))
        self.scratch, self.root = make_scratch(clues, colours), first_domains(clues, colours)
        self.max_solutions, self.limits, self.clock = max_solutions, limits, clock
        self.probing = strategy == "probe"
        self.solutions: list[Grid] = []
        self.nodes = 0
        self.method: Method = "line"
        self._began = clock()
        self._first_found = 0.0

    def run(self) -> Reason:
        """Search until all is known or a limit is reached; return what stopped it, or "" if all is known."""
        stack = [_Node(self.root, None, None)]
        try:
            while stack:
                self._check_limits()
                node = stack.pop()
                domains, notes, consistent = self._follow_up(node)
                if node.assumption is None:
                    self.root = domains
                if consistent:
                    stack.extend(self._branch(domains, notes))
                if len(self.solutions) == self.max_solutions and stack:
                    return "solutions"
        except _StoppedError as stopped:
            return stopped.reason
        return ""

    def _branch(self, domains: Domains, notes: Notes | None) -> list[_Node]:
        """Return the children of a node, last first, or keep the node's solution."""
        cell = int(tightest_cell(self.clues, domains) if notes is None else best_cell(self.clues, domains, notes))
        if cell < 0:
            if not self.solutions:
                self._first_found = self.clock()
            self.solutions.append(grid_of(domains, self.shape))
            return []
        self.method = "search"
        row, col = divmod(cell, self.shape[1])
        values = np.flatnonzero(possible(domains, self.shape)[row, col]).tolist()
        kept = notes if self.shape[0] * self.shape[1] <= MOST_CELLS_WITH_NOTES else None
        return [_Node(domains, kept, (row, col, value)) for value in values]

    def _follow_up(self, node: _Node) -> tuple[Domains, Notes | None, bool]:
        """Return a node's domains and notes after its follow-up, and whether no contradiction was met."""
        self.nodes += 1
        domains = node.domains.copy()
        due = np.zeros_like(self.scratch.visited)
        if node.assumption is None:
            due = all_due(self.clues)
        else:
            row, col, value = node.assumption
            restrict(domains, row, col, value)
            due[0, row >> 6] |= np.uint64(1 << (row & 63))
            due[1, col >> 6] |= np.uint64(1 << (col & 63))
        if not close_domains(self.clues, domains, due, LINE, self.scratch):
            return domains, None, False
        if not self.probing:
            return domains, None, True
        notes = self._notes(node, domains)
        return domains, notes, self._probe(domains, notes)

    def _notes(self, node: _Node, domains: Domains) -> Notes:
        if node.notes is None:
            return make_notes(self.clues)
        notes = Notes(node.notes.stale.copy(), node.notes.visited.copy(), node.notes.gains.copy())
        make_stale(notes, changed_lines(self.clues, node.domains, domains))
        return notes

    def _probe(self, domains: Domains, notes: Notes) -> bool:
        """Probe until nothing changes, with an eye on the clock; return whether no contradiction was met."""
        if self.method == "line" and tightest_cell(self.clues, domains) >= 0:
            self.method = "probe"
        began, due = self.clock(), np.zeros_like(self.scratch.visited)
        timed = self.limits.choice_seconds is not None or self.limits.seconds is not None
        trials = TRIALS_BETWEEN_CLOCKS if timed else -1
        while True:
            outcome = probe_domains(self.clues, domains, due, notes, self.scratch, trials, True)
            if outcome == CONTRADICTION:
                return False
            if outcome == DONE:
                return True
            self._check_clocks()
            if self.limits.choice_seconds is not None and self.clock() - began > self.limits.choice_seconds:
                raise _StoppedError("choice")

    def _check_limits(self) -> None:
        if self.limits.nodes is not None and self.nodes >= self.limits.nodes:
            raise _StoppedError("nodes")
        self._check_clocks()

    def _check_clocks(self) -> None:
        now = self.clock()
        if self.limits.seconds is not None and now - self._began > self.limits.seconds:
            raise _StoppedError("seconds")
        variants = self.limits.variant_seconds
        if self.solutions and variants is not None and now - self._first_found > variants:
            raise _StoppedError("variants")
