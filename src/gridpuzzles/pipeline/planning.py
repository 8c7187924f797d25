"""From a config to units and batches, before anything runs.

Units are taken in their order and a batch is closed when the next unit would carry it past the target cost. A batch's
name ends in a digest of its units, so a batch with the same name holds the same work; a change of the grouping costs
nothing, because `gridpuzzles.pipeline.batches` takes over the rows of units that older files already hold.
"""

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from gridpuzzles.errors import InputError
from gridpuzzles.pipeline.config import Config, load
from gridpuzzles.pipeline.layout import Layout
from gridpuzzles.study import Figure, Settings, Study, Unit, canonical

MOST_THREADS = 8
SAFE_KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+=-]*")
"""A unit's key becomes a file's name and a word in a shell command."""
SECONDS_PER_THREAD = 20
"""CPU seconds of a batch from which another thread is worth its while."""


@dataclass(frozen=True)
class Batch:
    """Units that run as one job."""

    name: str
    units: tuple[Unit, ...]

    @property
    def cost(self) -> float:
        """Estimated CPU seconds."""
        return sum(unit.cost for unit in self.units)


@dataclass(frozen=True)
class StudyPlan:
    """A study, its settings and its batches."""

    study: Study[Any]
    settings: Settings
    seed: int
    batches: tuple[Batch, ...]

    @property
    def name(self) -> str:
        """The study's full name."""
        return self.study.name

    @property
    def units(self) -> tuple[Unit, ...]:
        """All units in their order."""
        return tuple(unit for batch in self.batches for unit in batch.units)

    @property
    def cost(self) -> float:
        """Estimated CPU seconds."""
        return sum(batch.cost for batch in self.batches)

    @property
    def figures(self) -> tuple[Figure[Any], ...]:
        """The figures that these settings give."""
        return self.study.figures_for(self.settings)

    @property
    def settings_text(self) -> str:
        """The settings and, where rows depend on it, the root seed, as canonical JSON."""
        return canonical({"settings": self.settings.model_dump(mode="json"), "seed": self.seed})

    def batch(self, name: str) -> Batch:
        """Return the batch with this name, or raise InputError."""
        if name not in self._by_name:
            raise InputError(f"batch: {name!r} is not a batch of {self.name} under this config")
        return self._by_name[name]

    def threads(self, name: str) -> int:
        """Return how many threads a batch is worth: few for little work, so that several batches run at once.

        A study that measures time asks for all there are, so that nothing runs beside it.
        """
        if self.study.timed:
            return MOST_THREADS
        return min(MOST_THREADS, max(1, math.ceil(self.batch(name).cost / SECONDS_PER_THREAD)))

    @cached_property
    def _by_name(self) -> dict[str, Batch]:
        return {batch.name: batch for batch in self.batches}


@dataclass(frozen=True)
class Plan:
    """All that a config asks for."""

    config: Config
    layout: Layout
    studies: tuple[StudyPlan, ...]

    def study(self, name: str) -> StudyPlan:
        """Return the plan of one study, or raise InputError."""
        for study in self.studies:
            if study.name == name:
                return study
        raise InputError(f"study: {name!r} is not in {self.config.path}")


def plan(path: Path, results: Path = Path("results")) -> Plan:
    """Read a config and plan its work.

    Raises
    ------
    gridpuzzles.pipeline.config.ConfigError
        If the config cannot be used.
    """
    config = load(path)
    studies = tuple(
        _plan_study(section.study, section.settings, config.seed, config.batch_seconds) for section in config.sections
    )
    return Plan(config, Layout(results / config.run), studies)


def _plan_study(study: Study[Any], settings: Settings, root_seed: int, target: float) -> StudyPlan:
    units = study.units(settings)
    _check_keys(study, units)
    seed = root_seed if study.random else 0
    batches = tuple(Batch(_batch_name(group, seed), group) for group in group_by_cost(units, target))
    return StudyPlan(study, settings, seed, batches)


def _check_keys(study: Study[Any], units: Sequence[Unit]) -> None:
    keys = {unit.key for unit in units}
    if len(keys) < len(units) or not units:
        raise ValueError(f"{study.name}: its units need distinct keys, and there must be at least one")
    unsafe = [key for key in keys if not SAFE_KEY.fullmatch(key)]
    if unsafe:
        raise ValueError(f"{study.name}: the key {unsafe[0]!r} cannot be part of a file's name")


def group_by_cost(units: Iterable[Unit], target: float) -> Iterator[tuple[Unit, ...]]:
    """Yield the units in order, in groups whose cost stays below the target where a group has more than one unit.

    Examples
    --------
    >>> units = [Unit(str(n), {}, cost) for n, cost in enumerate([1, 2, 3, 9, 1])]
    >>> [[unit.cost for unit in group] for group in group_by_cost(units, 6)]
    [[1, 2, 3], [9], [1]]
    """
    group: list[Unit] = []
    cost = 0.0
    for unit in units:
        if group and cost + unit.cost > target:
            yield tuple(group)
            group, cost = [], 0.0
        group.append(unit)
        cost += unit.cost
    if group:
        yield tuple(group)


def _batch_name(units: Sequence[Unit], seed: int) -> str:
    """Return first key, last key and a digest of all: readable, and different for different work."""
    content = "\n".join([str(seed), *(unit.digest for unit in units)])
    digest = hashlib.sha256(content.encode()).hexdigest()[:8]
    ends = units[0].key if len(units) == 1 else f"{units[0].key}_to_{units[-1].key}"
    return f"{ends}_{digest}"
