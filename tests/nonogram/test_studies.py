"""The studies: rows follow from settings and seed alone, tables agree with direct computation, figures get drawn."""

import importlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from pydantic import ValidationError

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram import Limits, solve
from gridpuzzles.nonogram.counting import line_clues
from gridpuzzles.nonogram.formats import SUFFIXES, read
from gridpuzzles.nonogram.model import Puzzle
from gridpuzzles.nonogram.sampling import coloured_cells, random_grid
from gridpuzzles.nonogram.studies.collection import READABLE, puzzle_of
from gridpuzzles.nonogram.studies.exact import clues_on_line
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.drawings import draw_figures
from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.tables import Tables, build_tables
from gridpuzzles.seeds import seed_sequence, stream_state
from gridpuzzles.study import load_study

PICTURES = Path(__file__).parents[2] / "config" / "puzzles"
CONFIG = {
    "nonogram_density": {
        "sizes": [5, 9], "densities": [20, 50, 80], "boards": 30, "block": 20, "probed": 10
    },
    "nonogram_exact": {"boards": ["2x2", "2x3", "3x4"]},
    "nonogram_colour": {
        "sizes": [5], "colours": [1, 3], "densities": [30, 60], "boards": 20, "block": 20, "nodes": 50
    },
    "nonogram_collection": {"folder": str(PICTURES), "n_dom": [2], "nodes": 200},
    "nonogram_search": {"sizes": [6, 8], "densities": [30, 60], "boards": 20, "block": 10, "nodes": 20},
    "nonogram_timing": {"sizes": [6], "densities": [30, 60], "boards": 3, "nodes": 10},
}  # fmt: skip


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run all studies on small ranges, in small batches."""
    folder = tmp_path_factory.mktemp("run")
    config = folder / "small.yaml"
    config.write_text(yaml.safe_dump({"seed": 5, "batch_seconds": 0.05, "studies": CONFIG}))
    planned = plan(config, folder / "results")
    for study in planned.studies:
        for batch in study.batches:
            run_batch(study, batch, planned.layout, 2)
        build_tables(study, planned.layout)
    return planned


def table(run, study, name):
    return Tables(run.study(study), run.layout)[name]


@pytest.mark.parametrize("name", CONFIG)
def test_every_figure_is_drawn_and_has_numbers_and_a_caption(run, name):
    study = run.study(name)
    draw_figures(study, run.layout)
    assert study.figures
    for figure in study.figures:
        assert run.layout.figure(name, figure.name, ".pdf").read_bytes().startswith(b"%PDF")
        assert len(pd.read_csv(run.layout.figure(name, figure.name, ".csv"))) > 0
        assert len(run.layout.figure(name, figure.name, ".rst").read_text()) > 100


@pytest.mark.parametrize("name", [name for name in CONFIG if name != "nonogram_timing"])
def test_one_batch_gives_the_same_tables(run, name, tmp_path):
    study = run.study(name)
    whole = replace(study, batches=(replace(study.batches[0], name="all", units=study.units),))
    layout = replace(run.layout, folder=tmp_path)
    run_batch(whole, whole.batches[0], layout, 1)
    build_tables(whole, layout)
    for declared in study.study.tables:
        assert layout.table(name, declared.name).read_bytes() == run.layout.table(name, declared.name).read_bytes()


def test_density_counts_all_boards_and_levels_are_nested(run):
    table_of_cells = table(run, "nonogram_density", "cells")
    cells = table_of_cells.set_index(["size", "density", "level"])
    assert (cells["boards"].drop(index="probe", level="level") == 30).all()
    assert (cells["boards"].xs("probe", level="level") == 20).all()
    wide = table_of_cells.pivot_table(index=["size", "density"], columns="level", values="ratio_mean")
    assert (wide["boxes"] <= wide["emptiness"]).all()
    assert (wide["emptiness"] <= wide["line"]).all()
    for name in ("ratio_mean", "solved_share", "started_share"):
        assert (cells[f"{name}_low"] <= cells[name]).all()
        assert (cells[name] <= cells[f"{name}_high"]).all()


def test_exact_table_holds_the_published_counts(run):
    boards = table(run, "nonogram_exact", "boards").set_index(["rows", "cols"])
    assert boards["unique"].tolist() == [14, 52, 3152]
    assert boards["line_solved"].tolist() == [14, 52, 3116]
    assert boards.loc[(2, 2), "published_unique"] == 14
    assert (boards["probe_solved"] == boards["unique"]).all()


def test_clues_on_a_line():
    assert [clues_on_line(size) for size in range(1, 8)] == [len(line_clues(size).counts) for size in range(1, 8)]


def test_colour_verdicts_equal_the_public_solver(run):
    cells = table(run, "nonogram_colour", "cells").set_index(["size", "colours", "density"])
    assert (cells[["unique", "multiple", "undecided"]].sum(axis=1) == cells["boards"]).all()
    state = stream_state(seed_sequence(5, "nonogram_colour", "05x05-c3-d30-b000"))
    verdicts = []
    for _ in range(20):
        grid = random_grid(state, 5, 5, coloured_cells(0.3, 25), 3)
        colours = ["red", "green", "blue"][: max(1, int(grid.max()))]
        verdicts.append(solve(Puzzle.from_grid(grid, colours), 2, Limits.of_nodes(50)).verdict)
    assert cells.loc[(5, 3, 30), "unique"] == verdicts.count("unique")


def test_search_strategies_are_compared_on_the_same_boards(run):
    cells = table(run, "nonogram_search", "cells").set_index(["size", "density", "strategy"])
    assert (cells[["unique", "multiple", "undecided"]].sum(axis=1) == cells["boards"]).all()
    probe, branch = cells.xs("probe", level="strategy"), cells.xs("branch", level="strategy")
    difference = table(run, "nonogram_search", "differences").set_index(["size", "density"])["difference"]
    expected = (branch["undecided"] - probe["undecided"]) / probe["boards"]
    assert np.allclose(difference, expected)


def test_collection_reads_back_what_it_drew(run):
    drawn = table(run, "nonogram_collection", "drawn").set_index("puzzle")
    facts = table(run, "nonogram_collection", "puzzles").set_index("puzzle")
    assert len(drawn) == sum(path.suffix in SUFFIXES for path in PICTURES.iterdir()) + 1
    for name in ("house.xml", "mushroom.g", "cat.non", "boat.png"):
        row = drawn.loc[name].copy()
        row["puzzle"] = name
        assert puzzle_of(row) == read(PICTURES / name)
        assert facts.loc[name, "status"] == "unique"
        assert facts.loc[name, "line_ratio"] == 1
    assert facts.loc["thicket.non", "method"] == "search"
    assert frozenset(SUFFIXES) == READABLE


@pytest.mark.parametrize(
    ("study", "settings", "message"),
    [
        ("density", {"sizes": [61], "densities": [5], "boards": 1}, "61 is not a side from 1 to 60"),
        ("density", {"sizes": [5], "densities": [101], "boards": 1}, "101 is not a percentage from 1 to 100"),
        ("exact", {"boards": ["5x7"]}, "5x7 has a side beyond 7 or more than 30 cells"),
        ("colour", {"sizes": [5], "densities": [5], "boards": 1, "colours": [9]}, "9 is not a number of colours"),
        ("search", {"sizes": [5], "densities": [5], "boards": 0}, "0 is not a whole number"),
        ("collection", {"unknown": 1}, "unknown"),
    ],
)
def test_wrong_settings(study, settings, message):
    with pytest.raises(ValidationError, match=message):
        load_study(f"nonogram_{study}").settings.model_validate(settings)


def test_a_folder_without_puzzles_is_refused(tmp_path):
    study = load_study("nonogram_collection")
    with pytest.raises(InputError, match="holds no puzzle file"):
        study.units(study.settings(folder=str(tmp_path)))


def test_a_changed_file_is_another_unit(tmp_path):
    study = load_study("nonogram_collection")
    (tmp_path / "a.nin").write_text("1 1\n1\n1\n")
    before = study.units(study.settings(folder=str(tmp_path), n_dom=()))[0]
    (tmp_path / "a.nin").write_text("1 1\n0\n0\n")
    assert study.units(study.settings(folder=str(tmp_path), n_dom=()))[0].digest != before.digest


def test_planning_imports_neither_numba_nor_pandas():
    import subprocess
    import sys

    code = (
        "import sys; from gridpuzzles.study import load_study, study_names; "
        "[load_study(name) for name in study_names() if name.startswith('nonogram')]; "
        "print([name for name in ('numba', 'pandas', 'matplotlib') if name in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"
    assert importlib.import_module("gridpuzzles.nonogram").__doc__
