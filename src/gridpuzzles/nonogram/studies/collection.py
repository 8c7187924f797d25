"""A collection of puzzles: how far each analyser comes, and how many solutions there are.

A unit is one puzzle: a file of a folder (the project's own pictures by default), or a puzzle made by a rule. What is in
the file is part of the unit's settings as a digest, so a changed file is analysed anew.
"""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.model import LEVELS
from gridpuzzles.nonogram.settings import Boards
from gridpuzzles.settings import whole
from gridpuzzles.study import Column, Figure, Rows, Settings, Study, Table, Unit

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from gridpuzzles.nonogram.model import Puzzle

READABLE = frozenset({".non", ".nin", ".mk", ".cwd", ".g", ".xml", ".png"})
LARGEST_FILE = 4 << 20
SECONDS_A_PUZZLE = 0.03
SHOWN_SOLUTIONS = 9
"""So many solutions are shown; a tenth says that there may be more."""


class CollectionSettings(Settings):
    """Which puzzles are looked at, and how far the search goes."""

    folder: Annotated[str, Field(description="folder of puzzle files, from where the run starts")] = "config/puzzles"
    n_dom: Annotated[
        tuple[Annotated[int, whole(1, 30)], ...], Field(description="n-dom puzzles of these n are added")
    ] = (2, 5, 8)
    nodes: Annotated[Boards, Field(description="budget of the search, in nodes a puzzle")] = 2000
    orders: Annotated[tuple[str, ...], Field(description="puzzles whose order of deduction is drawn")] = ()


def puzzle_files(folder: Path) -> list[Path]:
    """Return the puzzle files of a folder by name, or raise InputError if there are none."""
    files = sorted(path for path in folder.glob("*") if path.suffix.lower() in READABLE)
    if not files:
        raise InputError(f"folder: {str(folder)!r} holds no puzzle file ({', '.join(sorted(READABLE))})")
    return files


def _units(settings: CollectionSettings) -> list[Unit]:
    units = []
    for path in puzzle_files(Path(settings.folder)):
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: larger than {LARGEST_FILE} bytes; a puzzle is a small file")
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        values = {"file": path.as_posix(), "digest": digest, "nodes": settings.nodes}
        units.append(Unit(path.name.lower().replace("_", "-"), values, SECONDS_A_PUZZLE))
    made = ((f"n-dom-{n:02d}", {"n_dom": n, "nodes": settings.nodes}) for n in settings.n_dom)
    units.extend(Unit(key, values, SECONDS_A_PUZZLE) for key, values in made)
    return units


def _run(unit: Unit, _seed: "np.random.SeedSequence") -> Rows:
    import numpy as np

    from gridpuzzles.nonogram.analysis import analyse
    from gridpuzzles.nonogram.formats import read
    from gridpuzzles.nonogram.formats.non import non_text
    from gridpuzzles.nonogram.generated import n_dom
    from gridpuzzles.nonogram.search import Limits, solve

    puzzle = n_dom(unit.settings["n_dom"]) if "n_dom" in unit.settings else read(unit.settings["file"])
    analyses = {level: analyse(puzzle, level) for level in LEVELS}
    found = solve(puzzle, SHOWN_SOLUTIONS + 1, Limits.of_nodes(unit.settings["nodes"]))
    shown = found.solutions[:SHOWN_SOLUTIONS]
    row = {
        "puzzle": unit.key,
        "title": puzzle.title or unit.key.rpartition(".")[0].capitalize(),
        "rows": len(puzzle.rows),
        "cols": len(puzzle.cols),
        "colours": len(puzzle.colours),
        **{f"{level}_cells": analyses[level].determined for level in LEVELS},
        "passes": analyses["probe"].passes,
        "status": found.status,
        "solutions": len(found.solutions),
        "method": found.method,
        "nodes": found.nodes,
        "looks": found.looks,
        "text": non_text(puzzle),
        "background": puzzle.background,
        "grid": analyses["line"].grid.ravel().tolist(),
        "order": analyses["probe"].order.ravel().tolist(),
        "found": np.concatenate([solution.ravel() for solution in shown]).tolist() if shown else [],
    }
    return {name: [value] for name, value in row.items()}


def puzzle_of(row: "pd.Series") -> "Puzzle":
    """Return the puzzle of a row of the table."""
    from gridpuzzles.nonogram.formats.non import parse_non
    from gridpuzzles.nonogram.formats.source import Source
    from gridpuzzles.nonogram.model import Puzzle

    read = parse_non(Source(Path(row["puzzle"]), tuple(row["text"].split("\n"))))
    return Puzzle(read.rows, read.cols, read.colours, row["title"], row["background"])


def _build_puzzles(batches: "Iterator[pd.DataFrame]", _settings: CollectionSettings) -> "pd.DataFrame":
    import pandas as pd

    table = pd.concat(batches, ignore_index=True).drop(columns=["unit", *_DRAWN])
    cells = table["rows"] * table["cols"]
    return table.assign(cells=cells, **{f"{level}_ratio": table[f"{level}_cells"] / cells for level in LEVELS})


def _build_drawn(batches: "Iterator[pd.DataFrame]", _settings: CollectionSettings) -> "pd.DataFrame":
    import pandas as pd

    table = pd.concat(batches, ignore_index=True)
    return table[["puzzle", "title", "rows", "cols", "status", "solutions", *_DRAWN]]


_DRAWN = ("text", "background", "grid", "order", "found")
_NAME_COLUMNS = (
    Column("puzzle", "string", "the file, or the rule that made the puzzle"),
    Column("title", "string", "what it shows"),
    Column("rows", "int32", "number of rows"),
    Column("cols", "int32", "number of columns"),
)
_STATUS_COLUMNS = (
    Column("status", "string", "unique, multiple, at least (there may be more), none or undecided"),
    Column("solutions", "int32", "solutions found"),
)
_FACT_COLUMNS = (
    *_NAME_COLUMNS,
    Column("colours", "int32", "number of colours besides empty"),
    *(Column(f"{level}_cells", "int32", f"cells that {level} determines") for level in LEVELS),
    Column("passes", "int32", "rounds of the analyser probe"),
    *_STATUS_COLUMNS,
    Column("method", "string", "the strongest means needed: line, probe or search"),
    Column("nodes", "int64", "nodes of the search"),
    Column("looks", "int64", "looks at a line"),
)
_DRAWN_COLUMNS = (
    Column("text", "string", "the puzzle as the text of a .non file"),
    Column("background", "string", "the value of empty cells"),
    Column("grid", "list<int8>", "row by row, what line determines; -1 unknown, 0 empty, else the colour"),
    Column("order", "list<int32>", "row by row, the round in which probe determines a cell; 0 unknown"),
    Column("found", "list<int8>", "the first nine solutions, row by row, one after the other"),
)

STUDY = Study(
    name="nonogram_collection",
    title="A collection of puzzles",
    question="How much of each puzzle gives way to each analyser, and is it composed correctly?",
    settings=CollectionSettings,
    units=_units,
    run=_run,
    rows=(*_FACT_COLUMNS, *_DRAWN_COLUMNS),
    tables=(
        Table(
            name="puzzles",
            columns=(
                *_FACT_COLUMNS,
                Column("cells", "int32", "number of cells"),
                *(Column(f"{level}_ratio", "float64", f"solvability ratio of {level}") for level in LEVELS),
            ),
            key=("puzzle",),
            build=_build_puzzles,
        ),
        Table(
            name="drawn",
            columns=(*_NAME_COLUMNS, *_STATUS_COLUMNS, *_DRAWN_COLUMNS),
            key=("puzzle",),
            build=_build_drawn,
            csv=False,
        ),
    ),
    figures=(
        Figure("ratios", "How far each analyser comes"),
        Figure("gallery", "The puzzles, solved"),
        Figure("partial", "What line solving leaves open"),
        Figure("orders", "The order of deduction"),
        Figure("variants", "Puzzles with several solutions"),
    ),
)
