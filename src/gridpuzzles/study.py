"""The nouns that carry every experiment, and the registry of studies.

Vocabulary
----------
family
    One kind of puzzle: a folder of this package with a ``studies`` folder inside.
study
    One experiment of a family. ``gridpuzzles/<family>/studies/<name>.py`` declares it as ``STUDY``; its full name is
    ``<family>_<name>``. It turns the settings in one section of a config file into tables and figures.
unit
    The smallest piece of work. Its rows depend on its settings and its random stream, and on nothing else: not on the
    batch, the worker count, the executor or the order of running.
batch
    Units of about equal cost together; one batch is one Snakemake job and one file.
table
    What the gathered rows say, with declared columns and a key.
figure
    A drawing of tables, with its data and its caption.

A study module is imported whenever a config is read, so it imports numba, pandas and the like inside its functions.
"""

import hashlib
import importlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict

from gridpuzzles.errors import InputError

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from matplotlib.figure import Figure as Canvas

PACKAGE = Path(__file__).parent
COMMANDS = frozenset({"cli.py", "saving.py", "texts.py"})
"""Modules of a family that serve its commands alone: neither a row nor a figure depends on them."""
PRESENTATION = COMMANDS | {"pictures.py", "snapshots.py", "animation.py", "latex.py", "replay.py"}
"""Modules of a family that show things and on which no row depends."""

JSON: TypeAlias = str | int | float | bool | Sequence["JSON"] | Mapping[str, "JSON"] | None
Rows: TypeAlias = Mapping[str, Any]
"""Columns by name, each a sequence with one entry a row."""


class Settings(BaseModel):
    """The settings of one study: typed, frozen, and closed to unknown keys."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")


S = TypeVar("S", bound=Settings)


def canonical(value: JSON) -> str:
    """Return the one JSON text of a value: sorted keys, no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True)
class Unit:
    """The smallest piece of work.

    Attributes
    ----------
    key
        A readable name, unique within the study: lower-case letters, digits, ``-``, ``.`` and ``x``.
    settings
        All that its rows depend on, apart from its random stream; values that JSON can hold.
    cost
        Estimated CPU seconds; it decides the batches and the forecast, never a result.
    disk
        Estimated bytes of its rows in a batch file; it decides the memory asked for and the forecast.
    """

    key: str
    settings: Mapping[str, Any]
    cost: float
    disk: float = 4000.0

    @cached_property
    def digest(self) -> str:
        """SHA-256 of key and settings."""
        return hashlib.sha256(canonical({"key": self.key, "settings": self.settings}).encode()).hexdigest()


@dataclass(frozen=True)
class Column:
    """A column's name, its Arrow type as text (``int32``, ``list<int32>``, …) and its meaning with the unit."""

    name: str
    type: str
    meaning: str


@dataclass(frozen=True)
class Table(Generic[S]):
    """A table of a study.

    Attributes
    ----------
    name
        Its file is ``results/<run>/<study>/<name>.parquet``.
    columns
        What it holds; written and read tables must match.
    key
        The columns that identify a row; no two rows share it.
    build
        Builds the table from what the study's ``gather`` returns.
    csv
        Whether it is small enough to be read as CSV too.
    """

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    build: "Callable[[Any, S], pd.DataFrame]"
    csv: bool = True


@dataclass(frozen=True)
class Figure(Generic[S]):
    """A figure's name and title; ``gridpuzzles.<family>.figures.<study>`` has the function of that name that draws it.

    ``when`` says for which settings there is something to draw.
    """

    name: str
    title: str
    when: "Callable[[S], bool]" = lambda _: True


@dataclass(frozen=True)
class Drawing:
    """What a drawing function returns: the canvas, the plotted numbers, and the caption in reStructuredText."""

    canvas: "Canvas"
    data: "pd.DataFrame"
    caption: str


@dataclass(frozen=True)
class Study(Generic[S]):
    """One experiment.

    Attributes
    ----------
    name
        ``<family>_<module>``.
    title, question
        For people: what it is called, and what it asks, in a sentence each.
    settings
        The class of its config section.
    units
        Lists the units, in the order in which their rows stand in the tables.
    run
        Computes a unit's rows from its settings and its seed sequence.
    rows
        The columns of the unit rows.
    tables, figures
        What is made of the rows.
    random
        Whether rows depend on the root seed.
    timed
        Whether rows hold measured times: then units run one after the other on an otherwise idle machine, and tables
        differ from run to run.
    gather
        Goes once through the unit rows, which come in the order of the units, a frame a batch, so that the memory need
        not grow with their number; every table is built from what it returns. Without it, each table is built from the
        frames themselves.
    piece
        Returns a short part of a unit, with its own cost, which a calibration runs in place of the whole unit.
    """

    name: str
    title: str
    question: str
    settings: type[S]
    units: Callable[[S], Sequence[Unit]]
    run: "Callable[[Unit, np.random.SeedSequence], Rows]"
    rows: tuple[Column, ...]
    tables: tuple[Table[S], ...]
    figures: tuple[Figure[S], ...]
    random: bool = False
    timed: bool = False
    gather: "Callable[[Iterator[pd.DataFrame], S], Any] | None" = None
    piece: Callable[[Unit], Unit] = lambda unit: unit

    @property
    def family(self) -> str:
        """The family's name."""
        return self.name.partition("_")[0]

    @property
    def module(self) -> str:
        """The name of its module within the family."""
        return self.name.partition("_")[2]

    def table(self, name: str) -> Table[S]:
        """Return the table with this name, or raise InputError."""
        for table in self.tables:
            if table.name == name:
                return table
        raise InputError(f"table: {name!r} is not one of {', '.join(table.name for table in self.tables)}")

    def figures_for(self, settings: S) -> tuple[Figure[S], ...]:
        """Return the figures for which these settings give something to draw."""
        return tuple(figure for figure in self.figures if figure.when(settings))

    def row_sources(self) -> tuple[Path, ...]:
        """Return the family's source files that rows depend on: all but those that only show, and other studies."""
        folder = PACKAGE / self.family
        own = folder / "studies" / f"{self.module}.py"
        return tuple(
            path
            for path in sorted(folder.rglob("*.py"))
            if path.name not in PRESENTATION
            and "figures" not in path.relative_to(folder).parts
            and (path == own or path.parent != own.parent)
        )

    def figure_sources(self) -> tuple[Path, ...]:
        """Return the family's source files that its drawings depend on beyond the tables."""
        folder = PACKAGE / self.family
        drawings = (folder / "figures" / f"{self.module}.py", folder / "figures" / "common.py")
        shown = (folder / name for name in sorted(PRESENTATION - COMMANDS))
        return tuple(path for path in (*drawings, *shown) if path.exists())


def families() -> tuple[str, ...]:
    """Return the names of the families in this package."""
    return tuple(sorted(path.parent.name for path in PACKAGE.glob("*/studies")))


def study_names() -> tuple[str, ...]:
    """Return the full names of all studies."""
    modules = PACKAGE.glob("*/studies/*.py")
    return tuple(sorted(f"{path.parts[-3]}_{path.stem}" for path in modules if path.stem != "__init__"))


def load_study(name: str) -> Study[Any]:
    """Return the study with this full name.

    Raises
    ------
    InputError
        If there is none.
    """
    if name not in study_names():
        raise InputError(f"study: {name!r} is not one of {', '.join(study_names())}")
    family, _, module = name.partition("_")
    study: Study[Any] = importlib.import_module(f"gridpuzzles.{family}.studies.{module}").STUDY
    return study
