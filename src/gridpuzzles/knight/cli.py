"""The commands ``gridpuzzles knight …``: walk one tour and show it, or sweep over all starts or all orders.

All options come as text and are checked here, so that every wrong value ends with the same kind of line. What is
heavy (numba, matplotlib, Pillow) is imported by the command that needs it.
"""

import os
import re
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import (
    DEFAULT_ORDER,
    LONGEST_SIDE,
    Rule,
    Square,
    Tour,
    check_order,
    check_rule,
    check_start,
)

if TYPE_CHECKING:
    from gridpuzzles.knight import OrderSweep, StartSweep

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

PICTURES = ("lines", "numbers")
PICTURE_SUFFIXES = (".svg", ".pdf", ".png")
TOUR_SUFFIXES = (".txt", ".csv", *PICTURE_SUFFIXES)
LARGEST_PICTURE = {"lines": 300, "numbers": 60}
"""The longest side of a board in a picture."""
MOST_SQUARES = {"one order": 90_000, "all orders": 900}
"""The largest boards of a sweep: one to two minutes on one core. Larger ones are for a config."""
LONGEST_DELAY = 60.0
FEW_ORDERS = 16
"""So many orders are listed; of more, only the number is said."""

SizeOption = Annotated[
    str,
    typer.Option("--size", metavar="ROWSxCOLS", help=f"The board, rows x columns, up to {LONGEST_SIDE} each: `6x8`."),
]
RuleOption = Annotated[
    str,
    typer.Option(
        "--rule",
        metavar="RULE",
        help="How the start counts. `standard`: standing on it lowers the degrees of its neighbours, as every later "
        "square does; this is the literature's. `thesis`: it does not.",
    ),
]
ORDER_HELP = (
    "Which move wins a tie: a permutation of the moves 1 to 8, first choice first. They are numbered clockwise from "
    "'two down, one right'. `67812345` tries move 6 first."
)


@app.callback()
def _family() -> None:
    """Knight's tours by Warnsdorff's rule.

    The knight goes to the free square from which the fewest free squares can be reached (its **degree**). The
    **order** of the moves breaks ties; the **rule** says whether the start lowers its neighbours' degrees. A tour is
    **complete** if it visits every square, **closed** if its last square is also one move away from its first.
    """


@app.command("tour")
def tour_command(
    size: SizeOption = "8x8",
    start: Annotated[
        str, typer.Option("--start", metavar="ROW,COL", help="The first square, counted from the top left: `5,5`.")
    ] = "1,1",
    order: Annotated[str, typer.Option("--order", metavar="ORDER", help=ORDER_HELP)] = DEFAULT_ORDER,
    rule: RuleOption = "standard",
    save: Annotated[
        str | None,
        typer.Option(
            "--save",
            metavar="FILE",
            help="Write the tour: `.txt` what is printed, `.csv` step, row and column, `.svg` `.pdf` `.png` a picture.",
        ),
    ] = None,
    picture: Annotated[
        str,
        typer.Option(
            "--picture",
            metavar="KIND",
            help=f"What a picture shows: `lines` through the squares (boards up to {LARGEST_PICTURE['lines']} a side) "
            f"or their `numbers` (up to {LARGEST_PICTURE['numbers']}).",
        ),
    ] = "lines",
    animate: Annotated[
        bool,
        typer.Option("--animate", help="Step through the tour in the terminal; only its end if there is no terminal."),
    ] = False,
    animate_to: Annotated[
        str | None, typer.Option("--animate-to", metavar="FILE", help="Write the steps as an animation: `tour.gif`.")
    ] = None,
    delay: Annotated[
        str, typer.Option("--delay", metavar="SECONDS", help="The pause between two steps of an animation: `0.05`.")
    ] = "0.1",
) -> None:
    """Walk one tour; print the board with the step at which each square is visited, and what became of it.

    By Warnsdorff's rule the knight goes to the free square with the smallest degree: the one with the fewest free
    squares a move away. A tour is **complete** if it visits every square, **closed** if its last square is also one
    move away from its first. A dot on the board is a square that the knight never reached.

    `gridpuzzles knight tour --size 8x8 --start 5,5 --order 12345678 --rule standard`

    `gridpuzzles knight tour --size 20x20 --save tour.pdf --animate-to tour.gif --delay 0.05`
    """
    rows, cols = parse_size(size)
    first = parse_start(start, rows, cols)
    check_order(order)
    known_rule = check_rule(rule)
    seconds = parse_delay(delay)
    _check_tour_files(save, picture, animate_to, (rows, cols))
    if animate:
        _check_terminal(rows, cols)

    from gridpuzzles import knight

    tour = knight.tour(rows, cols, first, order=order, rule=known_rule)
    words = summary(tour, order, known_rule)
    outputs = []
    if save is not None:
        outputs.append(Output("save", Path(save), _tour_writer(Path(save).suffix.lower(), tour, words, picture)))
    if animate_to is not None:
        outputs.append(Output("animate-to", Path(animate_to), _animation_writer(tour, known_rule, seconds)))
    write_all(outputs)
    if animate:
        _play(tour, known_rule, seconds)
        typer.echo()
    typer.echo(f"{board_text(tour, _colours_wanted())}\n\n{words}")


@app.command("sweep")
def sweep_command(
    size: SizeOption = "8x8",
    order: Annotated[
        str | None, typer.Option("--order", metavar="ORDER", help=f"{ORDER_HELP} [default: {DEFAULT_ORDER}]")
    ] = None,
    all_orders: Annotated[
        bool,
        typer.Option("--all-orders", help="Try all 40,320 orders instead of one, on boards up to 900 squares (30x30)."),
    ] = False,
    rule: RuleOption = "standard",
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Write the table, a line for each start: `sweep.csv`.")
    ] = None,
) -> None:
    """Walk from every square of the board, with one order or with all of them.

    With one order: a map of the starts that fail (the tour is not complete), stay open or close, and their numbers.
    With all orders: how many of them fail from each start, and how many complete from everywhere.

    `gridpuzzles knight sweep --size 10x10 --order 13472568 --rule thesis`

    `gridpuzzles knight sweep --size 8x8 --all-orders --save failing.csv`
    """
    rows, cols = parse_size(size)
    if all_orders and order is not None:
        raise InputError(f"order: {order!r} and --all-orders exclude each other; give one of them")
    chosen = check_order(DEFAULT_ORDER if order is None else order)
    known_rule = check_rule(rule)
    path = None if save is None else check_target("save", save, (".csv",))
    _check_effort(rows, cols, "all orders" if all_orders else "one order")

    from gridpuzzles import knight

    if all_orders:
        orders = knight.sweep_orders(rows, cols, rule=known_rule)
        text, table = orders_text(orders, known_rule), orders_table(orders)
    else:
        starts = knight.sweep_starts(rows, cols, order=chosen, rule=known_rule)
        text, table = starts_text(starts, chosen, known_rule), starts_table(starts)
    if path is not None:
        write_all([Output("save", path, lambda target: target.write_text(table, encoding="utf-8"))])
    typer.echo(text)


# --- Reading options -------------------------------------------------------------------------------------------------


def parse_size(text: str) -> tuple[int, int]:
    """Return the rows and columns that ``8x8`` names, or raise InputError."""
    match = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
    rows, cols = (int(side) for side in match.groups()) if match else (0, 0)
    if not (1 <= rows <= LONGEST_SIDE and 1 <= cols <= LONGEST_SIDE):
        raise InputError(f"size: {text!r} is not rows x columns as in 8x8, both from 1 to {LONGEST_SIDE}")
    return rows, cols


def parse_start(text: str, rows: int, cols: int) -> Square:
    """Return the square that ``5,5`` names, or raise InputError if it is none of the board."""
    match = re.fullmatch(r"([0-9]{1,4}),([0-9]{1,4})", text)
    if match is None:
        raise InputError(f"start: {text!r} is not row,column as in 5,5, counted from 1 at the top left")
    start = int(match[1]), int(match[2])
    check_start(rows, cols, start)
    return start


def parse_delay(text: str) -> float:
    """Return seconds from 0 to 60, or raise InputError."""
    valid = re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,6})?|\.[0-9]{1,6}", text) and float(text) <= LONGEST_DELAY
    if not valid:
        raise InputError(f"delay: {text!r} is not a number of seconds from 0 to {LONGEST_DELAY:g}, as in 0.05")
    return float(text)


def check_target(key: str, text: str, suffixes: Sequence[str]) -> Path:
    """Return the path if its kind is allowed and its folder can take it; InputError otherwise, and before any work."""
    path = Path(text)
    if path.suffix.lower() not in suffixes:
        raise InputError(f"{key}: {text!r} does not end in {' or '.join(suffixes)}")
    if not path.parent.is_dir():
        raise InputError(f"{key}: {text!r} cannot be written: {str(path.parent)!r} is not an existing folder")
    if path.is_dir():
        raise InputError(f"{key}: {text!r} cannot be written: it is a folder; the name of a file is needed")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"{key}: {text!r} cannot be written: the folder is not writable; name one that is")
    return path


def _check_effort(rows: int, cols: int, what: str) -> None:
    most = MOST_SQUARES[what]
    if rows * cols > most:
        raise InputError(
            f"size: {rows}x{cols} is too large to sweep {what} here; up to {most} squares are allowed, "
            "larger boards belong into a config (gridpuzzles run)"
        )


def _check_tour_files(save: str | None, picture: str, animate_to: str | None, size: tuple[int, int]) -> None:
    if picture not in PICTURES:
        raise InputError(f"picture: {picture!r} is not one of {', '.join(PICTURES)}")
    limit = LARGEST_PICTURE[picture]
    if save is not None:
        suffix = check_target("save", save, TOUR_SUFFIXES).suffix.lower()
        if suffix in PICTURE_SUFFIXES and max(size) > limit:
            raise InputError(f"size: {size[0]}x{size[1]} is too large for a picture of {picture}; up to {limit} a side")
    if animate_to is not None:
        from gridpuzzles.knight.animation import check_animation

        check_animation(Path(animate_to), *size)
        check_target("animate-to", animate_to, (".gif",))


def _check_terminal(rows: int, cols: int) -> None:
    from rich.console import Console

    from gridpuzzles.knight.animation import check_terminal

    check_terminal(Console(), rows, cols)


# --- Writing files ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Output:
    """A file to write: the option that asks for it, its path, and the function that writes it to a given path."""

    option: str
    path: Path
    write: Callable[[Path], object]


def write_all(outputs: Sequence[Output]) -> None:
    """Write all files under temporary names and rename them together; InputError if one of them cannot be written."""
    if not outputs:
        return
    from gridpuzzles.pipeline.files import replacing

    output = outputs[0]
    try:
        with ExitStack() as stack:
            for output in outputs:
                output.write(stack.enter_context(replacing(output.path)))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{output.option}: {str(output.path)!r} cannot be written: {reason}; name another") from None


def _tour_writer(suffix: str, tour: Tour, words: str, picture: str) -> Callable[[Path], object]:
    """Return the function that writes a tour as the kind of file that a suffix names."""
    if suffix == ".txt":
        return lambda target: target.write_text(f"{board_text(tour)}\n\n{words}\n", encoding="utf-8")
    if suffix == ".csv":
        return lambda target: target.write_text(tour_table(tour), encoding="utf-8")
    return lambda target: _save_picture(target, tour, picture, suffix[1:])


def _save_picture(target: Path, tour: Tour, picture: str, kind: str) -> None:
    from gridpuzzles.knight.pictures import tour_canvas
    from gridpuzzles.pipeline.drawings import save_canvas
    from gridpuzzles.plotting.style import in_style

    with in_style():
        save_canvas(tour_canvas(tour, numbered=picture == "numbers"), target, kind)


def _animation_writer(tour: Tour, rule: Rule, delay: float) -> Callable[[Path], object]:
    from gridpuzzles.knight.animation import write_animation

    return lambda target: write_animation(tour, target, rule, delay)


def _play(tour: Tour, rule: Rule, delay: float) -> None:
    from rich.console import Console

    from gridpuzzles.knight.animation import play

    play(tour, rule, delay, Console(highlight=False))


# --- What is printed -------------------------------------------------------------------------------------------------


def board_text(tour: Tour, coloured: bool = False) -> str:
    """Return the numbered board, a dot for an unvisited square; the first and the last square may be coloured.

    Examples
    --------
    >>> from gridpuzzles.knight.model import fixed, walk
    >>> print(board_text(walk(3, 4, (2, 2), fixed("12345678"))))
    . . 5 2
    4 1 . .
    . . 3 6
    """
    width = len(str(len(tour.squares)))
    lines = [[f"{step or '.':>{width}}" for step in row] for row in tour.board.tolist()]
    if coloured:
        for (row, col), colour in ((tour.end, "blue"), (tour.start, "green")):
            lines[row - 1][col - 1] = typer.style(lines[row - 1][col - 1], fg="bright_white", bg=colour, bold=True)
    return "\n".join(" ".join(line) for line in lines)


def summary(tour: Tour, order: str, rule: Rule) -> str:
    """Return one paragraph: what became of the tour, on which board, under which rule and order."""
    total, end = tour.rows * tour.cols, _name(tour.end)
    if tour.closed:
        fate = f"Complete and closed: all {total} squares, and from the last, {end}, one move leads back to the first."
    elif tour.complete:
        fate = f"Complete and open: {_count(total, 'square')}, the last is {end}."
    else:
        fate = f"Incomplete: the knight stopped after {len(tour.squares)} of {total} squares at {end}."
    return f"{fate} Board {tour.rows}x{tour.cols}, start {_name(tour.start)}, order {order}, rule {rule}."


def starts_text(sweep: "StartSweep", order: str, rule: Rule) -> str:
    """Return the map of what each start leads to, and the numbers of each kind."""
    rows, cols = sweep.complete.shape
    signs = np.where(sweep.closed, "o", np.where(sweep.complete, ".", "x"))
    board = "\n".join(" ".join(line) for line in signs.tolist())
    complete, closed = int(sweep.complete.sum()), int(sweep.closed.sum())
    failing = rows * cols - complete
    return (
        f"{board}\n\nx fails ({failing}), . complete and open ({complete - closed}), o complete and closed ({closed})\n"
        f"{complete} of {_count(rows * cols, 'start')} complete. Board {rows}x{cols}, order {order}, rule {rule}."
    )


def orders_text(sweep: "OrderSweep", rule: Rule) -> str:
    """Return how many orders fail from each start, and which or how many complete from everywhere."""
    rows, cols = sweep.failures.shape
    width = len(str(sweep.failures.max()))
    board = "\n".join(" ".join(f"{count:>{width}}" for count in line) for line in sweep.failures.tolist())
    perfect = np.flatnonzero(sweep.complete_by_order == rows * cols)
    named = f": {', '.join(_order_names(perfect))}" if 0 < len(perfect) <= FEW_ORDERS else ""
    return (
        f"{board}\n\nHow many of the {len(sweep.complete_by_order)} orders fail, by start. "
        f"{_count(len(perfect), 'order')} {'completes' if len(perfect) == 1 else 'complete'} from every start{named}. "
        f"Board {rows}x{cols}, rule {rule}."
    )


def tour_table(tour: Tour) -> str:
    """Return CSV text, a line for each step."""
    return _csv(("step", "row", "col"), (np.arange(1, len(tour.squares) + 1), *tour.squares.T))


def starts_table(sweep: "StartSweep") -> str:
    """Return CSV text, a line for each start."""
    row, col = _squares(sweep.complete.shape)
    end_row, end_col = sweep.end[..., 0], sweep.end[..., 1]
    return _csv(
        ("row", "col", "complete", "closed", "visited", "end_row", "end_col"),
        (row, col, sweep.complete, sweep.closed, sweep.visited, end_row, end_col),
    )


def orders_table(sweep: "OrderSweep") -> str:
    """Return CSV text, a line for each square: failing and closed orders that start there, complete tours that end."""
    row, col = _squares(sweep.failures.shape)
    return _csv(("row", "col", "failures", "closed", "ends"), (row, col, sweep.failures, sweep.closed, sweep.ends))


def _csv(columns: Sequence[str], values: Sequence[NDArray[Any]]) -> str:
    """Return CSV text of columns of whole numbers and truth values, the latter as 0 and 1."""
    lines = np.column_stack([np.asarray(column).astype(np.int64).ravel() for column in values]).tolist()
    return "\n".join([",".join(columns), *(",".join(map(str, line)) for line in lines), ""])


def _squares(shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Return (2, rows, cols): each square's row and column, from 1."""
    return np.indices(shape) + 1


def _order_names(ranks: NDArray[np.int64]) -> list[str]:
    from gridpuzzles.knight.orders import unrank

    return [unrank(rank) for rank in ranks.tolist()]


def _name(square: Square) -> str:
    return f"({square[0]}, {square[1]})"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _colours_wanted() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
