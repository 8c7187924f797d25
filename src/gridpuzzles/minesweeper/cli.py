"""The commands ``gridpuzzles minesweeper …``: play a game, map probabilities, estimate win rates, typeset them."""

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.model import CLOSED, FIRST_CLICKS, NAMED_CELLS, SOLVERS, FirstCell, check_first_click
from gridpuzzles.texts import read_small

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gridpuzzles.minesweeper.games import Limits, Setup
    from gridpuzzles.minesweeper.replay import Move, PlayedGame

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

CLOSED_SIGNS = ".#-?*F"
LARGEST_FILE = 1 << 20
PICTURE_SUFFIXES = (".pdf", ".png", ".svg")

SolverOption = Annotated[str, typer.Option("--solver", metavar="NAME", help=f"One of {', '.join(SOLVERS)}.")]
BoardOption = Annotated[str, typer.Option("--board", metavar="ROWSxCOLS", help="The board: `16x30`.")]
MinesOption = Annotated[str, typer.Option("--mines", metavar="COUNT", help="Mines on the board: `99`.")]
ClickOption = Annotated[
    str, typer.Option("--first-click", metavar="LAW", help=f"How mines are placed: {', '.join(FIRST_CLICKS)}.")
]
CellOption = Annotated[
    str, typer.Option("--first-cell", metavar="CELL", help=f"{', '.join(NAMED_CELLS)}, or row and column: `3,3`.")
]
SeedOption = Annotated[str, typer.Option("--seed", metavar="NUMBER", help="What boards and choices are drawn from.")]
EndgameOption = Annotated[
    str, typer.Option("--endgame", metavar="COUNT", help="Solutions from which the game tree is searched.")
]
DepthOption = Annotated[
    str, typer.Option("--depth", metavar="CLICKS", help="Clicks that `lookahead` looks ahead: 1 to 4.")
]


@app.callback()
def _family() -> None:
    """Minesweeper solvers.

    The first click is law `any` (it may be a mine), `safe` (it is none) or `zero` (nor are its neighbours). A **guess**
    is an opened cell that is not certainly safe as far as the solver knows.
    """


def parse_count(name: str, text: str, low: int, high: int) -> int:
    """Return a whole number from low to high, or raise InputError."""
    if not re.fullmatch(r"[0-9]{1,18}", text) or not low <= int(text) <= high:
        raise InputError(f"{name}: {text[:40]!r} is not a whole number from {low} to {high}")
    return int(text)


def parse_setup(board: str, mines: str, first_click: str, first_cell: str) -> "Setup":
    """Return a checked setup from the options' texts."""
    from gridpuzzles.minesweeper.games import Setup

    match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", board)
    if match is None:
        raise InputError(f"board: {board!r} is not rows x columns as in 16x30")
    rows, cols = int(match[1]), int(match[2])
    pair = re.fullmatch(r"([0-9]{1,4}),([0-9]{1,4})", first_cell)
    cell = (int(pair[1]), int(pair[2])) if pair else first_cell
    count = parse_count("mines", mines, 0, max(0, rows * cols))
    return Setup(rows, cols, count, check_first_click(first_click), _cell(cell))


def _cell(cell: str | tuple[int, int]) -> FirstCell:
    """Return a first cell; `Setup` checks it."""
    return cell  # type: ignore[return-value]


def _limits(endgame: str, depth: str) -> "Limits":
    from gridpuzzles.minesweeper.games import LARGEST_DEPTH, Limits

    return Limits(parse_count("endgame", endgame, 0, 100_000), parse_count("depth", depth, 1, LARGEST_DEPTH))


@app.command("play")
def play_command(
    solver: SolverOption = "pseq",
    board: BoardOption = "9x9",
    mines: MinesOption = "10",
    first_click: ClickOption = "safe",
    first_cell: CellOption = "corner",
    seed: SeedOption = "1",
    endgame: EndgameOption = "200",
    depth: DepthOption = "1",
) -> None:
    """Play one game and show it move by move, with the reason of every move, and the board at its end.

    `gridpuzzles minesweeper play --solver pseq --board 16x30 --mines 99 --seed 7`
    """
    setup = parse_setup(board, mines, first_click, first_cell)
    number = parse_count("seed", seed, 0, 2**63 - 1)
    from gridpuzzles.minesweeper.replay import play

    game = play(solver, setup, number, _limits(endgame, depth))
    for count, move in enumerate(game.moves, start=1):
        print(f"{count:>4}  {move_text(move)}")
    print()
    print("\n".join(board_lines(game)))
    guesses = [move.risk for move in game.moves if move.action == "guessed"]
    print(f"\n{game.outcome} after {len(game.moves)} moves, {len(guesses)} of them guesses")


def move_text(move: "Move") -> str:
    """Return a move in words."""
    place = f"({move.cell[0]}, {move.cell[1]})"
    shows = f"shows {move.number}" if move.number >= 0 else "a mine"
    if move.action == "guessed":
        return f"{place:<9} guessed  p = {move.risk:.4f}, {shows}"
    if move.action == "marked":
        return f"{place:<9} marked   {move.reason}"
    return f"{place:<9} opened   {shows}; {move.reason}"


def board_lines(game: "PlayedGame") -> list[str]:
    """Return the last position, a line a row: numbers, ``.`` closed, ``F`` marked, ``*`` the mine that was opened."""
    position = game.position
    signs = [[str(value) if value != CLOSED else "." for value in row] for row in position.tolist()]
    for move in game.moves:
        row, col = move.cell[0] - 1, move.cell[1] - 1
        if move.action == "marked":
            signs[row][col] = "F"
        elif move.number < 0:
            signs[row][col] = "*"
    return [" ".join(row) for row in signs]


@app.command("probabilities")
def probabilities_command(
    file: Annotated[Path, typer.Argument(help="A board file: a line a row, `0`–`8` open, `.` closed.")],
    mines: Annotated[str, typer.Option("--mines", metavar="COUNT", help="Mines on the whole board.")] = "",
    picture: Annotated[
        str | None, typer.Option("--picture", metavar="FILE", help="Draw the map: `.pdf`, `.png` or `.svg`.")
    ] = None,
) -> None:
    """Print the probability of a mine in every closed cell, in per cent, and draw it.

    The first line of the file may say `mines: 10`; else give `--mines`. Spaces between the cells are ignored; `#`, `-`,
    `?`, `F` and `*` stand for closed cells too. Without `--picture` the map is drawn beside the file, as a PNG.
    """
    position, count = read_board(file, mines)
    target = Path(picture) if picture is not None else file.with_suffix(".png")
    if target.suffix.lower() not in PICTURE_SUFFIXES:
        raise InputError(f"picture: {target.name!r} does not end in one of {', '.join(PICTURE_SUFFIXES)}")
    from gridpuzzles.minesweeper.probability import certainty

    known = certainty(position, count)
    print("\n".join(map_lines(position, known.probability)))
    print(f"\ncertainly safe: {int(known.safe.sum())}, certain mines: {int(known.mine.sum())}")
    _draw(position, known.probability, target)
    print(f"map: {target}")


def _draw(position: "NDArray[np.int8]", risk: "NDArray[np.float64]", target: Path) -> None:
    from gridpuzzles.minesweeper.pictures import probability_map
    from gridpuzzles.pipeline.drawings import save_canvas
    from gridpuzzles.plotting.style import in_style

    with in_style():
        save_canvas(probability_map(position, risk), target, target.suffix[1:].lower())


def read_board(file: Path, mines: str) -> tuple["NDArray[np.int8]", int]:
    """Return a board file's position, int8 (rows, cols), and the number of mines."""
    import numpy as np

    text = read_small(file, LARGEST_FILE, "a board")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = re.fullmatch(r"mines\s*[:=]\s*(\d+)", lines[0]) if lines else None
    if head is not None:
        lines, mines = lines[1:], mines or head[1]
    if not mines:
        raise InputError("mines: say how many, with --mines or with a first line like 'mines: 10'")
    rows = [line.replace(" ", "") for line in lines]
    if not rows or len({len(row) for row in rows}) > 1:
        raise InputError(f"{file}: a board needs rows of equal length")
    for number, row in enumerate(rows, start=1):
        for place, sign in enumerate(row, start=1):
            if sign not in CLOSED_SIGNS and sign not in "012345678":
                raise InputError(f"{file}: {sign!r} at ({number}, {place}) is neither 0 to 8 nor one of {CLOSED_SIGNS}")
    values = [[CLOSED if sign in CLOSED_SIGNS else int(sign) for sign in row] for row in rows]
    return np.array(values, dtype=np.int8), parse_count("mines", mines, 0, len(rows) * len(rows[0]))


def map_lines(position: "NDArray[np.int8]", risk: "NDArray[np.float64]") -> list[str]:
    """Return a line a row: per cent with one decimal in closed cells, ``[n]`` for an open cell's number."""
    return [
        " ".join(
            f"{f'[{shown}]' if shown != CLOSED else f'{100 * value:.1f}':>6}"
            for shown, value in zip(line, values, strict=True)
        )
        for line, values in zip(position.tolist(), risk.tolist(), strict=True)
    ]


@app.command("estimate")
def estimate_command(
    solver: SolverOption = "probability",
    board: BoardOption = "9x9",
    mines: MinesOption = "10",
    games: Annotated[str, typer.Option("--games", metavar="COUNT", help="How many games.")] = "10000",
    first_click: ClickOption = "safe",
    first_cell: CellOption = "corner",
    seed: SeedOption = "1",
    endgame: EndgameOption = "200",
    depth: DepthOption = "1",
    threads: Annotated[
        str, typer.Option("--threads", metavar="COUNT", help="Threads; the result is the same for any number.")
    ] = str(os.cpu_count() or 1),
) -> None:
    """Estimate how often a solver wins, with a 95 % Wilson interval.

    `gridpuzzles minesweeper estimate --solver probability --board 16x16 --mines 40 --games 1000000`
    """
    setup = parse_setup(board, mines, first_click, first_cell)
    count = parse_count("games", games, 1, 10**12)
    number = parse_count("seed", seed, 0, 2**63 - 1)
    workers = parse_count("threads", threads, 1, 1024)
    limits = _limits(endgame, depth)
    from gridpuzzles.minesweeper.games import estimate

    found = estimate(
        solver, setup.rows, setup.cols, setup.mines, first_click, setup.first_cell, count, number,
        limits=limits, threads=workers,
    )  # fmt: skip
    interval = found.interval
    print(f"{solver} on {board} with {setup.mines} mines, first click {first_click}, {first_cell}; seed {number}")
    print(f"won      {100 * found.share:.3f} %  ({found.wins} of {found.games})")
    print(f"interval {100 * interval.low:.3f} to {100 * interval.high:.3f} %  (95 %, Wilson)")
    print(f"guesses  {found.guesses / found.games:.3f} a game")
    print(f"deduced  {100 * found.deduced_share:.2f} % of the safe cells, on average")
    print(f"speed    {found.games / max(found.seconds, 1e-9):,.0f} games/s of CPU time")


@app.command("latex")
def latex_command(
    folder: Annotated[Path, typer.Argument(help="A finished run's folder, for example results/quick.")],
    first_click: ClickOption = "safe",
    first_cell: CellOption = "corner",
) -> None:
    """Print the win rates of a run as a LaTeX table (booktabs)."""
    from gridpuzzles.minesweeper.latex import win_rates
    from gridpuzzles.pipeline.tables import read_table

    rates = read_table(folder, "minesweeper_solvers", "rates")
    try:
        times = read_table(folder, "minesweeper_cost", "ladder")
    except InputError:
        times = None
    print(win_rates(rates, first_click, first_cell, times), end="")
