"""One game, move by move, with the reason of every move."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.minesweeper.games import Limits, Setup
from gridpuzzles.minesweeper.model import CLOSED, Cell, check_solver

REASONS: tuple[tuple[str, str], ...] = (
    ("opened", "first click"),
    ("opened", "its number's counter is 0"),
    ("marked", "its number's counter equals the closed neighbours"),
    ("opened", "two numbers compared"),
    ("marked", "two numbers compared"),
    ("opened", "safe in every solution"),
    ("marked", "a mine in every solution"),
    ("guessed", ""),
)
"""What is done and why, by the codes of `gridpuzzles.minesweeper.deduction`."""


@dataclass(frozen=True)
class Move:
    """A move.

    Attributes
    ----------
    cell
        (row, column) from 1.
    action, reason
        ``opened``, ``marked`` or ``guessed``, and why.
    number
        What an opened cell shows; -1 on a mine and for a mark.
    risk
        Of a guess: the probability of a mine as the solver knew it; else 0, or NaN for the first click.
    """

    cell: Cell
    action: str
    reason: str
    number: int
    risk: float


@dataclass(frozen=True)
class PlayedGame:
    """A game from its first click to its end.

    Attributes
    ----------
    setup
        Board and first click.
    moves
        All moves in order.
    outcome
        ``won``, ``lost`` or ``surrendered``.
    mines
        bool (rows, cols): where the mines were.
    """

    setup: Setup
    moves: tuple[Move, ...]
    outcome: str
    mines: NDArray[np.bool_]

    @property
    def position(self) -> NDArray[np.int8]:
        """int8 (rows, cols): what is open at the end, -1 elsewhere."""
        board = np.full(self.mines.shape, CLOSED, dtype=np.int8)
        for move in self.moves:
            board[move.cell[0] - 1, move.cell[1] - 1] = move.number
        return board


def play(solver: str, setup: Setup, seed: int = 1, limits: Limits | None = None) -> PlayedGame:
    """Play one game.

    Examples
    --------
    >>> game = play("probability", Setup(4, 4, 0))
    >>> game.outcome, len(game.moves), game.moves[0].cell
    ('won', 16, (1, 1))
    """
    from gridpuzzles.minesweeper import deduction, desks, playing
    from gridpuzzles.minesweeper.placing import LAW_CODES
    from gridpuzzles.seeds import seed_sequence, stream_state

    limits = limits or Limits()
    code = playing.CODES[check_solver(solver)]
    field = deduction.new_field(setup.rows, setup.cols)
    boards, choices = (stream_state(seed_sequence(seed, "minesweeper", "play", name)) for name in ("boards", "choices"))
    results = np.zeros((1, 4), dtype=np.int32)
    common = (code, setup.mines, LAW_CODES[setup.first_click], setup.first_index, boards, choices, results)
    if code < playing.INFERENCE:
        playing.play_simple(field, *common)
    else:
        desk = desks.desk_for(solver, setup.size, setup.mines, limits.endgame, limits.depth)
        desks.play(field, desk, *common)
    outcome = "won" if results[0, 0] else "lost" if field.total[deduction.LOST] else "surrendered"
    moves = tuple(_move(field, line, setup.cols) for line in range(int(field.total[deduction.LOGGED])))
    return PlayedGame(setup, moves, outcome, field.mine.reshape(setup.rows, setup.cols) == 1)


def _move(field: "object", line: int, cols: int) -> Move:
    """Return a line of a field's log as a move."""
    from gridpuzzles.minesweeper.deduction import Field

    assert isinstance(field, Field)
    index, reason = int(field.log[line, 0]), int(field.log[line, 1])
    action, why = REASONS[reason]
    shows = action != "marked" and not field.mine[index]
    number = int(field.number[index]) if shows else -1
    return Move((index // cols + 1, index % cols + 1), action, why, number, float(field.risk[line]))
