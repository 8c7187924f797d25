"""The commands ``gridpuzzles knight …``: walk one tour and show it, or sweep over all starts or all orders.

All options come as text and are checked before any work, so that every wrong value ends with the same kind of line.
What is heavy (numba, matplotlib, Pillow) is imported by the command that needs it.
"""

import os
import re
import sys
from pathlib import Path
from typing import Annotated

import typer

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
from gridpuzzles.knight.saving import (
    LARGEST_PICTURE,
    Output,
    animation_writer,
    check_target,
    check_tour_files,
    tour_writer,
    write_all,
)
from gridpuzzles.knight.texts import board_text, orders_table, orders_text, starts_table, starts_text, summary

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

MOST_SQUARES = {"one order": 90_000, "all orders": 900}
"""The largest boards of a sweep: one to two minutes on one core. Larger ones are for a config."""
LONGEST_DELAY = 60.0

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
    check_tour_files(save, picture, animate_to, (rows, cols))
    if animate:
        _check_terminal(rows, cols)

    from gridpuzzles import knight

    tour = knight.tour(rows, cols, first, order=order, rule=known_rule)
    words = summary(tour, order, known_rule)
    outputs = []
    if save is not None:
        outputs.append(Output("save", Path(save), tour_writer(Path(save).suffix.lower(), tour, words, picture)))
    if animate_to is not None:
        outputs.append(Output("animate-to", Path(animate_to), animation_writer(tour, known_rule, seconds)))
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


def _check_effort(rows: int, cols: int, what: str) -> None:
    most = MOST_SQUARES[what]
    if rows * cols > most:
        raise InputError(
            f"size: {rows}x{cols} is too large to sweep {what} here; up to {most} squares are allowed, "
            "larger boards belong into a config (gridpuzzles run)"
        )


# --- The terminal ----------------------------------------------------------------------------------------------------


def _check_terminal(rows: int, cols: int) -> None:
    from rich.console import Console

    from gridpuzzles.knight.animation import check_terminal

    check_terminal(Console(), rows, cols)


def _play(tour: Tour, rule: Rule, delay: float) -> None:
    from rich.console import Console

    from gridpuzzles.knight.animation import play

    play(tour, rule, delay, Console(highlight=False))


def _colours_wanted() -> bool:
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ
