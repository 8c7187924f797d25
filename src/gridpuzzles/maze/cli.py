"""``gridpuzzles maze``: draw a maze, print its statistics, or the LaTeX table of all generators."""

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from gridpuzzles.errors import InputError
from gridpuzzles.maze.catalogue import ALGORITHMS, recipe

app = typer.Typer(no_args_is_help=True, context_settings={"help_option_names": ["-h", "--help"]})

Algorithm = Annotated[str, typer.Option(help=f"One of {', '.join(ALGORITHMS)}.")]
Size = Annotated[str, typer.Option(help="Rows x columns, as 20x30, or one number for a square.")]
Seed = Annotated[int, typer.Option(help="The same seed makes the same maze.")]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", help="An option of the algorithm, as scan=columns; may be given several times."),
]
Ends = Annotated[str, typer.Option(help="Start and end: longest, corners, random or border.")]


class Style(StrEnum):
    """How a maze is written as text."""

    box = "box"
    ascii = "ascii"


@app.command()
def draw(
    algorithm: Algorithm = "hunt_and_kill",
    size: Size = "20x30",
    seed: Seed = 1,
    option: Options = None,
    solution: Annotated[bool, typer.Option("--solution", help="Draw the path from start to end.")] = False,
    distances: Annotated[bool, typer.Option("--distances", help="Colour cells by distance from the start.")] = False,
    ends: Ends = "longest",
    style: Annotated[Style, typer.Option(help="How the text is drawn.")] = Style.box,
    out: Annotated[Path | None, typer.Option(help="A file .svg, .png or .txt instead of the terminal.")] = None,
) -> None:
    """Draw a maze in the terminal, or into a file."""
    suffix = _checked_suffix(out)
    made = _make(algorithm, size, seed, option)
    from gridpuzzles.maze import endings, pictures

    start, end = endings.suggest_ends(made, ends)
    way = endings.solve(made, start, end) if solution else None
    far = endings.distances(made, start) if distances else None
    if suffix == ".svg":
        content = pictures.svg(made, way, far).encode()
    elif suffix == ".png":
        content = pictures.png(made, way, far)
    else:
        content = (pictures.text(made, way, style.value) + "\n").encode()
    if out is None:
        sys.stdout.write(content.decode())
    else:
        out.write_bytes(content)


@app.command()
def statistics(
    algorithm: Algorithm = "hunt_and_kill",
    size: Size = "20x30",
    seed: Seed = 1,
    option: Options = None,
    ends: Ends = "longest",
    explain: Annotated[bool, typer.Option("--explain", help="Print each measure's definition too.")] = False,
) -> None:
    """Print all measures of a maze."""
    from gridpuzzles.maze.measures import DEFINITIONS, TYPES, WHOLE
    from gridpuzzles.maze.measures import statistics as measure

    made = _make(algorithm, size, seed, option)
    found = measure(made, ends)
    for name, definition in DEFINITIONS.items():
        value = getattr(found, name)
        number = f"{value}" if name in WHOLE else f"{value:.4f}"
        share = f"{100 * value / found.cells:.2f} %" if name in TYPES else ""
        print(f"{name:17} {number:>12} {share:>9}  {definition if explain else ''}".rstrip())
    print(f"{'start':17} {found.start}\n{'end':17} {found.end}\n{'digest':17} {made.digest}")


@app.command()
def latex(
    summary: Annotated[Path, typer.Argument(help="results/<run>/maze_statistics/summary.parquet")],
    size: Size = "20x20",
) -> None:
    """Print the comparison of all generators as a LaTeX table."""
    from gridpuzzles.maze.figures.latex import comparison
    from gridpuzzles.maze.studies.statistics import STUDY
    from gridpuzzles.pipeline import files

    table = files.to_frame(files.read(summary, STUDY.table("summary").columns))
    sys.stdout.write(comparison(table, *_size(size)))


def _size(text: str) -> tuple[int, int]:
    from gridpuzzles.settings import parse_board

    try:
        return parse_board(int(text) if text.isdecimal() else text)
    except ValueError as error:
        raise InputError(f"size: {error}") from None


def _make(algorithm: str, size: str, seed: int, option: list[str] | None) -> Any:
    """Return the maze, or raise InputError."""
    pairs = [text.partition("=") for text in option or ()]
    for name, sign, _ in pairs:
        if not sign:
            raise InputError(f"option: {name!r} is not option=value")
    chosen = recipe(algorithm, **{name: value for name, _, value in pairs})
    rows, cols = _size(size)
    from gridpuzzles.maze.generators import generate

    return generate(chosen.algorithm, rows, cols, seed, **chosen.options)


def _checked_suffix(out: Path | None) -> str:
    suffix = ".txt" if out is None else out.suffix.lower()
    if suffix not in {".svg", ".png", ".txt"}:
        raise InputError(f"out: {str(out)!r} does not end in .svg, .png or .txt")
    return suffix
