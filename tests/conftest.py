"""A project of its own in a temporary folder: a copy of the package with two more families made for these tests.

`toy` has the studies coin and dice, `other` has the study card. That the pipeline carries them without a change is
itself the proof that a family is one folder.
"""

import fcntl
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]

STUDY = '''
"""A toy study: throws of a {name}."""

import time
from gridpuzzles.settings import Sizes
from gridpuzzles.study import Column, Figure, Settings, Study, Table, Unit


class ToySettings(Settings):
    """How many throws."""

    throws: Sizes
    pause: float = 0.0
    megabytes: int = 0


def _units(settings):
    more = settings.model_dump(exclude={{"throws"}})
    return [Unit(f"throws-{{n:04d}}", {{"throws": n, **more}}, 1.0) for n in settings.throws]


def _run(unit, seed):
    from gridpuzzles.seeds import Stream
    from gridpuzzles.{family}.kernels import SIDES

    ballast = b"x" * (unit.settings["megabytes"] << 20)
    time.sleep(unit.settings["pause"])
    del ballast
    stream, throws = Stream(seed), unit.settings["throws"]
    return {{"throws": [throws], "sum": [sum(stream.below(SIDES) for _ in range(throws))]}}


def _build(batches, _settings):
    import pandas as pd

    return pd.concat(batches, ignore_index=True).drop(columns="unit")


COLUMNS = (Column("throws", "int32", "number of throws"), Column("sum", "int64", "their sum"))
STUDY = Study(
    name="{family}_{name}", title="Throws of a {name}", question="What falls?", settings=ToySettings, units=_units,
    run=_run, rows=COLUMNS, tables=(Table("sums", COLUMNS, ("throws",), _build),),
    figures=(Figure("sums", "Sums"),), random=True,
)
'''

FIGURES = '''
"""The toy's drawings."""

from gridpuzzles.plotting.style import canvas
from gridpuzzles.study import Drawing


def sums(tables, settings):
    """Draw the sums."""
    figure = canvas("column", 2)
    figure.subplots().plot(tables["sums"]["throws"], tables["sums"]["sum"])
    return Drawing(figure, tables["sums"], "The sums.")
'''

CONFIG = """
seed: {seed}
batch_seconds: {budget}
studies:
  toy_coin: {{throws: {coins}, pause: {pause}}}
  toy_dice: {{throws: [2, 3]}}
  other_card: {{throws: [1, 2]}}
"""

COIN_CONFIG = """
seed: {seed}
batch_seconds: {budget}
studies:
  toy_coin: {{throws: {coins}, pause: {pause}}}
"""


@dataclass(frozen=True)
class Project:
    """A project folder with its own copy of the package."""

    folder: Path

    def write_config(self, name="small", seed=1, budget=2, coins="[1, 2, 3, 4, 5]", pause=0.0) -> Path:
        return self._write_config(name, CONFIG.format(seed=seed, budget=budget, coins=coins, pause=pause))

    def write_coin_config(self, name="small", seed=1, budget=1, coins="[1, 2, 3]", pause=0.0) -> Path:
        """Write the config of one study, each of whose units is a batch."""
        return self._write_config(name, COIN_CONFIG.format(seed=seed, budget=budget, coins=coins, pause=pause))

    def _write_config(self, name, text) -> Path:
        path = self.folder / "config" / f"{name}.yaml"
        path.write_text(text)
        return path.relative_to(self.folder)

    def environment(self, **more: str) -> dict[str, str]:
        return {**os.environ, "PYTHONPATH": str(self.folder / "src"), **more}

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "gridpuzzles", *arguments]

    def start(self, *arguments: str, **more: str) -> subprocess.Popen:
        """Start a command in a session of its own; it heeds Ctrl-C even where the tests run in the background."""
        return subprocess.Popen(
            ["env", "--default-signal=INT", *self.command(*arguments)], cwd=self.folder, env=self.environment(**more),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        )  # fmt: skip

    def run(self, *arguments: str, **more: str) -> subprocess.CompletedProcess:
        process = self.start(*arguments, **more)
        out, err = process.communicate(timeout=600)
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def finish(self, config: Path | str) -> subprocess.CompletedProcess:
        """Run a config, which must get through."""
        result = self.run("run", str(config))
        assert result.returncode == 0, result.stderr
        return result

    def copied_to(self, folder: Path) -> "Project":
        """Copy everything, times of files and Snakemake's records included."""
        shutil.copytree(self.folder, folder)
        return Project(folder)

    def files(self, pattern: str, run: str = "small") -> dict[str, Path]:
        folder = self.folder / "results" / run
        return {str(path.relative_to(folder)): path for path in sorted(folder.glob(pattern)) if path.is_file()}

    def contents(self, run: str = "small") -> dict[str, bytes]:
        """Every table and figure of a run: all that must be the same bytes for the same config."""
        patterns = ("*/*.parquet", "*/*.csv", "figures/*/*")
        return {name: path.read_bytes() for pattern in patterns for name, path in self.files(pattern, run).items()}

    def times(self, pattern: str = "**/*") -> dict[str, int]:
        skipped = (".lock", "report.html", "report.rst")
        return {n: p.stat().st_mtime_ns for n, p in self.files(pattern).items() if not n.endswith(skipped)}


@pytest.fixture
def project(tmp_path) -> Project:
    return _make_project(tmp_path)


@pytest.fixture(scope="session")
def _finished_once(tmp_path_factory, worker_id) -> Project:
    return _once(tmp_path_factory, worker_id, "finished", Project.write_config)


@pytest.fixture(scope="session")
def _coin_once(tmp_path_factory, worker_id) -> Project:
    return _once(tmp_path_factory, worker_id, "coin", Project.write_coin_config)


def _once(tmp_path_factory, worker_id, name, write) -> Project:
    """Make and run a project once for all workers of this session; the others wait."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent
    folder, done = shared / f"shared-{name}", shared / f"shared-{name}.done"
    with (shared / f"shared-{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir()
            project = _make_project(folder)
            project.finish(write(project))
            done.touch()
    return Project(folder)


@pytest.fixture
def finished(_finished_once, tmp_path) -> Project:
    """Give a project whose config `small`, of all three studies, was run."""
    return _finished_once.copied_to(tmp_path / "project")


@pytest.fixture
def coin(_coin_once, tmp_path) -> Project:
    """Give a project whose config `small`, of one study with three batches, was run."""
    return _coin_once.copied_to(tmp_path / "project")


def _make_project(folder: Path) -> Project:
    shutil.copytree(TOP / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copytree(TOP / "config" / "profiles", folder / "config" / "profiles")
    shutil.copy(TOP / "Snakefile", folder / "Snakefile")
    for family, study in (("toy", "coin"), ("toy", "dice"), ("other", "card")):
        _add_study(folder / "src" / "gridpuzzles" / family, study)
    return Project(folder)


def _add_study(family: Path, study: str) -> None:
    for folder in ("studies", "figures"):
        (family / folder).mkdir(parents=True, exist_ok=True)
        (family / folder / "__init__.py").touch()
    (family / "__init__.py").write_text(f'"""The family {family.name}; made for tests."""\n')
    (family / "kernels.py").write_text("SIDES = 6\n")
    (family / "studies" / f"{study}.py").write_text(STUDY.format(family=family.name, name=study))
    (family / "figures" / f"{study}.py").write_text(FIGURES)
