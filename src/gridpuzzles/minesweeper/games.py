"""Playing many games, and what they say: estimates with intervals.

Games are played in blocks; each block has two random streams of its own, one for the boards and one for the solver's
choices. So an estimate is the same for any number of threads, and two solvers with the same seed see the same boards.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.model import (
    FirstCell,
    FirstClick,
    Solver,
    check_board,
    check_first_click,
    check_room,
    check_solver,
    locate,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridpuzzles.intervals import Interval

BLOCK = 5000
"""Games in a block."""
ENDGAME = 200
"""Number of solutions from which the game tree is searched, unless said otherwise."""
LARGEST_DEPTH = 4
"""Clicks that `lookahead` looks ahead at most."""
LARGEST_COUNT = 10_000
"""Cells of the largest board for the solvers that count."""


@dataclass(frozen=True)
class Setup:
    """A board, its mines, its first click.

    Attributes
    ----------
    rows, cols, mines
        The board.
    first_click
        The law: ``any``, ``safe`` or ``zero``.
    first_cell
        ``corner``, ``edge``, ``centre``, ``random`` or (row, column) from 1.
    """

    rows: int
    cols: int
    mines: int
    first_click: FirstClick = "safe"
    first_cell: FirstCell = "corner"

    def __post_init__(self) -> None:
        check_board(self.rows, self.cols, self.mines)
        law = check_first_click(self.first_click)
        check_room(self.rows, self.cols, self.mines, law, locate(self.rows, self.cols, self.first_cell))

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.rows * self.cols

    @property
    def first_index(self) -> int:
        """The first cell, from 0 row by row, -1 for ``random``."""
        cell = locate(self.rows, self.cols, self.first_cell)
        return -1 if cell is None else (cell[0] - 1) * self.cols + cell[1] - 1


@dataclass(frozen=True)
class Limits:
    """What a searching solver may use.

    Attributes
    ----------
    endgame
        The game tree is searched once so few solutions remain.
    depth
        Of `lookahead`: how many clicks ahead.
    """

    endgame: int = ENDGAME
    depth: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.endgame <= 100_000:
            raise InputError(f"endgame: {self.endgame} is not a whole number from 0 to 100000")
        if not 1 <= self.depth <= LARGEST_DEPTH:
            raise InputError(f"depth: {self.depth} is not a whole number from 1 to {LARGEST_DEPTH}")


def play_games(
    solver: str,
    setup: Setup,
    games: int,
    boards: "np.random.SeedSequence",
    choices: "np.random.SeedSequence",
    limits: Limits | None = None,
) -> "NDArray[np.int32]":
    """Play games on boards drawn one after the other from one stream, choices from another.

    Returns
    -------
    ndarray
        int32 (games, 4): 1 for a win, guesses, cells deduced, cells deduced before the first guess.
    """
    import numpy as np

    from gridpuzzles.minesweeper import deduction, desks, playing
    from gridpuzzles.minesweeper.placing import LAW_CODES
    from gridpuzzles.seeds import stream_state

    limits = limits or Limits()
    code = playing.CODES[check_solver(solver)]
    field = deduction.new_field(setup.rows, setup.cols)
    results = np.zeros((games, 4), dtype=np.int32)
    law = LAW_CODES[setup.first_click]
    common = (code, setup.mines, law, setup.first_index, stream_state(boards), stream_state(choices), results)
    if code < playing.INFERENCE:
        playing.play_simple(field, *common)
        return results
    if setup.size > LARGEST_COUNT:
        raise InputError(f"board: {setup.size} cells; {solver} counts on at most {LARGEST_COUNT}")
    desk = desks.desk_for(solver, setup.size, setup.mines, limits.endgame, limits.depth)
    if not desks.play(field, desk, *common):
        raise InputError(
            f"board: a frontier of {setup.rows}x{setup.cols} with {setup.mines} mines is too wide to count"
        )
    return results


def play_in_passes(
    setup: Setup, games: int, boards: "np.random.SeedSequence", choices: "np.random.SeedSequence"
) -> "NDArray[np.int32]":
    """Play `single_point_random` in whole passes over the board; returns the same as `play_games`, more slowly."""
    import numpy as np

    from gridpuzzles.minesweeper import deduction, playing
    from gridpuzzles.minesweeper.placing import LAW_CODES
    from gridpuzzles.seeds import stream_state

    results = np.zeros((games, 4), dtype=np.int32)
    law = LAW_CODES[setup.first_click]
    field = deduction.new_field(setup.rows, setup.cols)
    states = stream_state(boards), stream_state(choices)
    playing.play_in_passes(field, setup.mines, law, setup.first_index, *states, results)
    return results


@dataclass(frozen=True)
class Estimate:
    """What a number of games says about a solver.

    Attributes
    ----------
    solver, setup
        Who played what.
    games, wins
        Counts.
    guesses
        Guesses in all games; the first click is none.
    deduced
        Cells opened by deduction in all games.
    seconds
        CPU seconds of the games, compilation aside.
    """

    solver: Solver
    setup: Setup
    games: int
    wins: int
    guesses: int
    deduced: int
    seconds: float

    @cached_property
    def interval(self) -> "Interval":
        """The share of wins with its 95 % Wilson interval."""
        from gridpuzzles.intervals import wilson

        return wilson(self.wins, self.games)

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.wins / self.games

    @property
    def deduced_share(self) -> float:
        """The mean share of the safe cells that were opened by deduction."""
        return self.deduced / self.games / max(1, self.setup.size - self.setup.mines)


def estimate(
    solver: str,
    rows: int,
    cols: int,
    mines: int,
    first_click: str = "safe",
    first_cell: FirstCell = "corner",
    games: int = 10_000,
    seed: int = 1,
    *,
    limits: Limits | None = None,
    threads: int = 1,
) -> Estimate:
    """Estimate how often a solver wins.

    Parameters
    ----------
    solver
        One of `gridpuzzles.minesweeper.model.SOLVERS`.
    first_click
        ``any``, ``safe`` or ``zero``.
    first_cell
        ``corner``, ``edge``, ``centre``, ``random`` or (row, column) from 1.
    games, seed
        How many games, and what they are drawn from; the result does not depend on ``threads``.

    Examples
    --------
    >>> estimate("single_point", 3, 3, 0, games=5).wins
    5

    Raises
    ------
    gridpuzzles.errors.InputError
        If the mines do not fit, or a name is unknown.
    """
    import joblib

    setup = Setup(rows, cols, mines, check_first_click(first_click), first_cell)
    name = check_solver(solver)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise InputError(f"games: {games!r} is not a positive whole number")
    _play_block(name, setup, 1, seed, 0, limits)  # compiles, or loads what was compiled, before the clock runs
    sizes = [min(BLOCK, games - start) for start in range(0, games, BLOCK)]
    jobs = (joblib.delayed(_play_block)(name, setup, size, seed, block, limits) for block, size in enumerate(sizes))
    sums = [sum(column) for column in zip(*joblib.Parallel(n_jobs=threads, prefer="threads")(jobs), strict=True)]
    wins, guesses, deduced, seconds = sums
    return Estimate(name, setup, games, int(wins), int(guesses), int(deduced), float(seconds))


def _play_block(
    solver: Solver, setup: Setup, games: int, seed: int, block: int, limits: Limits | None
) -> tuple[int, int, int, float]:
    """Return the sums of a block of games: wins, guesses, cells deduced, CPU seconds."""
    import time

    from gridpuzzles.seeds import seed_sequence

    address = ("minesweeper", "estimate", f"{block}")
    started = time.thread_time()
    results = play_games(
        solver, setup, games, seed_sequence(seed, *address, "boards"), seed_sequence(seed, *address, "choices"), limits
    )
    seconds = time.thread_time() - started
    wins, guesses, deduced = (int(value) for value in results[:, :3].sum(axis=0))
    return wins, guesses, deduced, seconds
