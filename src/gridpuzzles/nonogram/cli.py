"""The commands ``gridpuzzles nonogram …``: analyse, solve, check.

What is heavy (numba, matplotlib) is imported by the command that needs it.
"""

import csv
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.model import LEVELS, Puzzle

if TYPE_CHECKING:
    from gridpuzzles.nonogram.analysis import Analysis
    from gridpuzzles.nonogram.search import Limits, Solutions

app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

DRAWABLE = (".pdf", ".png", ".svg")
Files = Annotated[list[Path], typer.Argument(help="Puzzle files: .non, .nin, .mk, .cwd, .g, .xml, .png.")]
Nodes = Annotated[
    int | None,
    typer.Option(min=1, help="Budget of nodes. With it, and without seconds, results are the same anywhere."),
]
Seconds = Annotated[float, typer.Option(help="Seconds for a puzzle in all.")]
ChoiceSeconds = Annotated[float, typer.Option(help="Seconds for one elementary choice: following up one assumption.")]
VariantSeconds = Annotated[float, typer.Option(help="Seconds for further solutions after the first.")]
MaxSolutions = Annotated[int, typer.Option(min=1, help="Stop after so many solutions.")]
Strategy = Annotated[str, typer.Option(help="`probe`: try cells at every node; `branch`: lines only.")]
Sat = Annotated[bool, typer.Option("--sat", help="Let a SAT solver (python-sat) take over when a limit is reached.")]


@dataclass(frozen=True)
class Report:
    """What is said about one puzzle, and written to the CSV file."""

    file: str
    rows: int
    cols: int
    colours: int
    boxes: float
    emptiness: float
    line: float
    probe: float
    status: str
    solutions: int
    method: str
    nodes: int
    seconds: float
    error: str = ""


@app.callback()
def _family() -> None:
    """Nonograms: how much of a puzzle gives way to logic, and how many solutions it has.

    Four analysers, each stronger than the one before: **boxes**, **emptiness**, **line** (complete line solving),
    **probe** (trying single cells). The **solvability ratio** is the share of cells that an analyser determines. A
    puzzle is **composed correctly** if it has exactly one solution.
    """


@app.command("analyse")
def analyse_command(
    files: Files,
    draw: Annotated[
        Path | None, typer.Option(help="Draw into this .pdf, .png or .svg: the partial solution and the order.")
    ] = None,
    level: Annotated[str, typer.Option(help="The analyser that is drawn: boxes, emptiness, line or probe.")] = "probe",
    max_solutions: MaxSolutions = 10,
    nodes: Nodes = None,
    seconds: Seconds = 120.0,
    choice_seconds: ChoiceSeconds = 30.0,
    variant_seconds: VariantSeconds = 30.0,
    sat: Sat = False,
) -> None:
    """Print a table: size, colours, the four solvability ratios, solutions, status, time.

    `gridpuzzles nonogram analyse config/puzzles/*.non --draw cat.pdf`
    """
    from gridpuzzles.nonogram.formats import read
    from gridpuzzles.nonogram.model import check_level

    check_level(level)
    _check_picture(draw)
    if draw is not None and len(files) > 1:
        raise InputError("--draw: one file at a time can be drawn")
    limits = _limits(nodes, seconds, choice_seconds, variant_seconds)
    _warm_up()
    reports = [_report(path.name, read(path), max_solutions, limits, sat) for path in files]
    _print_reports(reports)
    if draw is not None:
        _draw_analysis(read(files[0]), level, draw)
        print(f"wrote {draw}")


@app.command("solve")
def solve_command(
    file: Annotated[Path, typer.Argument(help="A puzzle file.")],
    draw: Annotated[
        Path | None, typer.Option(help="Draw the first nine solutions into this .pdf, .png or .svg.")
    ] = None,
    max_solutions: MaxSolutions = 10,
    nodes: Nodes = None,
    seconds: Seconds = 120.0,
    choice_seconds: ChoiceSeconds = 30.0,
    variant_seconds: VariantSeconds = 30.0,
    strategy: Strategy = "probe",
    sat: Sat = False,
) -> None:
    """Find all solutions, up to a limit, and print them side by side with what was needed to find them."""
    from gridpuzzles.nonogram.formats import read
    from gridpuzzles.nonogram.search import solve

    _check_picture(draw)
    puzzle = read(file)
    limits = _limits(nodes, seconds, choice_seconds, variant_seconds)
    _warm_up()
    began = time.perf_counter()
    found = solve(puzzle, max_solutions, limits, strategy, sat)
    took = time.perf_counter() - began
    _print_solutions(puzzle, found)
    stopped = f", stopped by its limit of {found.stopped}" if found.stopped else ""
    print(f"\nby {found.method}, {found.nodes} nodes, {found.looks} looks at a line, {took:.2f} s{stopped}")
    if draw is not None:
        _draw_solutions(puzzle, found, draw)
        print(f"wrote {draw}")


@app.command("check")
def check_command(
    folder: Annotated[Path, typer.Argument(help="A folder of puzzle files.")],
    csv_file: Annotated[Path | None, typer.Option("--csv", help="Write the table to this CSV file.")] = None,
    max_solutions: MaxSolutions = 10,
    nodes: Nodes = None,
    seconds: Seconds = 120.0,
    choice_seconds: ChoiceSeconds = 30.0,
    variant_seconds: VariantSeconds = 30.0,
    sat: Sat = False,
) -> None:
    """Check a collection, one line a puzzle. Unreadable files are listed with their error; exit code 1 then."""
    from gridpuzzles.nonogram.formats import SUFFIXES, read

    paths = sorted(path for path in folder.glob("*") if path.suffix.lower() in SUFFIXES)
    if not paths:
        raise InputError(f"{folder}: holds no puzzle file ({', '.join(SUFFIXES)})")
    limits = _limits(nodes, seconds, choice_seconds, variant_seconds)
    _warm_up()
    reports = []
    for path in paths:
        try:
            reports.append(_report(path.name, read(path), max_solutions, limits, sat))
        except InputError as error:
            reports.append(_unreadable(path.name, str(error)))
    _print_reports(reports)
    if csv_file is not None:
        _write_csv(reports, csv_file)
        print(f"wrote {csv_file}")
    if any(report.error for report in reports):
        raise typer.Exit(1)


def _warm_up() -> None:
    """Load the kernels, so that the first puzzle's time is its own."""
    from gridpuzzles.nonogram.analysis import analyse
    from gridpuzzles.nonogram.search import solve

    puzzle = Puzzle([[1], [1]], [[1], [1]])
    analyse(puzzle, "probe")
    solve(puzzle)


def _limits(nodes: int | None, seconds: float, choice_seconds: float, variant_seconds: float) -> "Limits":
    from gridpuzzles.nonogram.search import Limits

    return Limits(nodes, seconds, choice_seconds, variant_seconds)


def _report(name: str, puzzle: Puzzle, max_solutions: int, limits: "Limits", sat: bool) -> Report:
    from gridpuzzles.nonogram.analysis import analyse
    from gridpuzzles.nonogram.search import solve

    began = time.perf_counter()
    ratios = {level: round(analyse(puzzle, level).ratio, 4) for level in LEVELS}
    found = solve(puzzle, max_solutions, limits, sat=sat)
    took = round(time.perf_counter() - began, 3)
    rows, cols = puzzle.shape
    facts = {"status": found.status, "solutions": len(found.solutions), "method": found.method, "nodes": found.nodes}
    return Report(name, rows, cols, len(puzzle.colours), **ratios, **facts, seconds=took)  # type: ignore[arg-type]


def _unreadable(name: str, error: str) -> Report:
    return Report(name, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, "unreadable", 0, "", 0, 0.0, error)


def _print_reports(reports: Sequence[Report]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE, pad_edge=False)
    for head in ("file", "size", "colours", *LEVELS, "solutions", "status", "by", "seconds"):
        table.add_column(head, justify="left" if head in ("file", "status", "by") else "right")
    for report in reports:
        if report.error:
            table.add_row(report.file, *[""] * 7, report.status)
            continue
        ratios = [f"{getattr(report, level):.3f}" for level in LEVELS]
        count = f"{report.solutions}{'+' if report.status == 'at least' else ''}"
        size = f"{report.rows}x{report.cols}"
        timing = f"{report.seconds:.2f}"
        table.add_row(report.file, size, str(report.colours), *ratios, count, report.status, report.method, timing)
    Console(width=None if sys.stdout.isatty() else 140, highlight=False).print(table)
    for report in reports:
        if report.error:
            print(report.error)


def _write_csv(reports: Sequence[Report], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, [field.name for field in fields(Report)], lineterminator="\n")
        writer.writeheader()
        writer.writerows(asdict(report) for report in reports)


def _print_solutions(puzzle: Puzzle, found: "Solutions") -> None:
    """Print the verdict and the solutions, as many side by side as fit."""
    from gridpuzzles.nonogram.model import show

    print(str(found).partition("\n")[0])
    width = max(1, 100 // (len(puzzle.cols) + 3))
    for start in range(0, len(found.solutions), width):
        texts = [show(grid, puzzle.colours).split("\n") for grid in found.solutions[start : start + width]]
        print()
        for line in zip(*texts, strict=True):
            print("   ".join(line))
    if len(found.solutions) > 1:
        print(f"\nthey differ in {int(found.differing.sum())} of {puzzle.cells} cells")


def _check_picture(path: Path | None) -> None:
    if path is not None and path.suffix.lower() not in DRAWABLE:
        raise InputError(f"--draw: {str(path)!r} does not end in {', '.join(DRAWABLE)}")


def _draw_analysis(puzzle: Puzzle, level: str, path: Path) -> None:
    """Draw the partial solution with its clues, and the order of deduction beside it."""
    from gridpuzzles.nonogram.analysis import analyse
    from gridpuzzles.nonogram.pictures import draw_grid, draw_order
    from gridpuzzles.pipeline.drawings import save_canvas
    from gridpuzzles.plotting.style import canvas, in_style

    found: Analysis = analyse(puzzle, level)
    with in_style():
        figure = canvas("page", 3.6)
        left, right = figure.subplots(1, 2)
        draw_grid(left, puzzle, found.grid)
        left.set_title(f"{puzzle.title or 'puzzle'}: {level} determines {found.determined} of {puzzle.cells} cells")
        image = draw_order(right, puzzle, found.order)
        right.set_title("round in which a cell is determined")
        figure.colorbar(image, ax=right, fraction=0.05, pad=0.02).outline.set_linewidth(0.4)
        save_canvas(figure, path, path.suffix.lower()[1:])


def _draw_solutions(puzzle: Puzzle, found: "Solutions", path: Path) -> None:
    """Draw the only solution with its clues, or the first nine, with the cells in which they differ framed."""
    from gridpuzzles.nonogram.pictures import differing_cells, draw_grid, draw_solution
    from gridpuzzles.pipeline.drawings import save_canvas
    from gridpuzzles.plotting.style import canvas, in_style

    if not found.solutions:
        raise InputError("--draw: there is no solution to draw")
    with in_style():
        shown = found.solutions[:9]
        figure = canvas("page", 5.0 if len(shown) == 1 else 2.5 * -(-len(shown) // 3))
        if len(shown) == 1:
            draw_grid(figure.subplots(), puzzle, shown[0])
        else:
            grid = figure.subplots(-(-len(shown) // 3), 3, squeeze=False)
            marked = differing_cells(list(shown))
            for axes in grid.flat:
                axes.set_axis_off()
            for axes, solution in zip(grid.flat, shown, strict=False):
                draw_solution(axes, puzzle, solution, marked)
        save_canvas(figure, path, path.suffix.lower()[1:])
