"""Studies: tables of a tiny config hold what they claim, for any number of threads; every figure draws."""

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from gridpuzzles.maze import generate
from gridpuzzles.maze.catalogue import ALGORITHMS
from gridpuzzles.maze.exact import LAWS
from gridpuzzles.maze.figures.latex import comparison
from gridpuzzles.maze.settings import blocks
from gridpuzzles.maze.studies.maps import WALKERS
from gridpuzzles.maze.studies.statistics import WITH_LAW
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.config import ConfigError, load
from gridpuzzles.pipeline.drawings import draw_figures
from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.tables import Tables, build_tables
from gridpuzzles.study import load_study

CONFIG = """
seed: 5
batch_seconds: 2
studies:
  maze_statistics:
    recipes: [wilson, binary_tree, sidewinder, hunt_and_kill, "growing_tree take=newest:1,random:1"]
    sizes: [4x7, 20]
    mazes: 300
    ends: random
  maze_hunt:
    scans: [rows, boustrophedon, visited, random]
    give_up: [0, 1]
    sizes: [6, 20]
    mazes: 100
  maze_maps:
    recipes: [wilson, binary_tree, hunt_and_kill]
    size: 5x6
    mazes: 3000
  maze_uniformity:
    recipes: [aldous_broder, recursive_backtracker, eller]
    boards: [2x3, 3x3]
    mazes: 5000
  maze_scaling:
    recipes: [wilson, binary_tree]
    sizes: [4, 8, 16, 32]
    mazes: 200
    fit_from: 8
  maze_gallery:
    recipes: [hunt_and_kill, wilson, prim by=cells]
    size: 6x8
    seed: 7
"""
STUDIES = ("maze_statistics", "maze_hunt", "maze_maps", "maze_uniformity", "maze_scaling", "maze_gallery")


LEAST = """
seed: 1
studies:
  maze_statistics: {recipes: [wilson], sizes: [2x3], mazes: 2}
  maze_hunt: {scans: [rows, spiral], give_up: [0], sizes: [4], mazes: 1}
  maze_maps: {recipes: [wilson], size: 3x5, mazes: 2}
  maze_uniformity: {recipes: [wilson], boards: [2x2], mazes: 10}
  maze_scaling: {recipes: [binary_tree], sizes: [5], mazes: 1}
  maze_gallery: {recipes: [eller], size: 1, seed: 0}
"""


def compute(folder, threads, text=CONFIG):
    """Run all studies of the config in a folder; return their plan."""
    config = folder / "tiny.yaml"
    config.write_text(text)
    planned = plan(config, folder / "results")
    for study in planned.studies:
        for batch in study.batches:
            run_batch(study, batch, planned.layout, threads)
        build_tables(study, planned.layout)
    return planned


@pytest.fixture(scope="module")
def planned(tmp_path_factory):
    return compute(tmp_path_factory.mktemp("maze"), 2)


@pytest.fixture(scope="module")
def table(planned):
    return lambda study, name: Tables(planned.study(study), planned.layout)[name]


def test_tables_are_the_same_bytes_for_any_number_of_threads(planned, tmp_path):
    again = compute(tmp_path, 1)
    for study in planned.studies:
        for declared in study.study.tables:
            one, two = (p.layout.table(study.name, declared.name).read_bytes() for p in (planned, again))
            assert one == two


def test_statistics_hold_identities_and_meet_exact_values(table):
    summary = table("maze_statistics", "summary")
    assert len(summary) == 5 * 2 * 20
    means = summary.pivot_table(index=["recipe", "rows"], columns="measure", values="mean")
    np.testing.assert_allclose(means["dead_ends"], 2 + means["tees"] + 2 * means["crosses"])
    assert summary["z"].abs().max() < 4
    assert set(summary.loc[summary["z"].notna(), "recipe"]) == {"wilson", "binary_tree", "sidewinder"}
    assert (summary["low"] <= summary["mean"]).all()
    assert (summary["mean"] <= summary["high"]).all()


def test_a_unit_measures_the_mazes_of_its_own_stream(table, sample):
    summary = table("maze_statistics", "summary")
    found = summary.query("recipe == 'hunt_and_kill' and rows == 20 and measure == 'dead_ends'").iloc[0]
    other = sample("hunt_and_kill", 20, 20, 20_000)
    assert abs(found["mean"] - other.mean("dead_ends")) < 4 * found["sd"] / np.sqrt(300)
    assert found["sd"] == pytest.approx(other.values["dead_ends"].std(), rel=0.2)


def test_hunts(table):
    summary = table("maze_hunt", "summary")
    dead = summary[summary["measure"] == "dead_ends"].set_index(["scan", "low_river", "give_up", "rows"])["percent"]
    assert dead["rows", False, 0, 20] == pytest.approx(10.0, abs=0.6)
    assert dead["rows", False, 1, 20] == pytest.approx(22.6, abs=1.0)
    assert dead["boustrophedon", True, 0, 20] > 28
    looks = summary[summary["measure"] == "looks"].set_index(["scan", "low_river", "give_up", "rows"])["mean"]
    hunts = summary[summary["measure"] == "hunts"].set_index(["scan", "low_river", "give_up", "rows"])["mean"]
    assert looks["random", False, 0, 20] == hunts["random", False, 0, 20]
    assert looks["rows", False, 0, 20] > 10 * looks["boustrophedon", False, 0, 20]


def test_maps_add_up(table):
    cells = table("maze_maps", "cells")
    assert len(cells) == 3 * 30
    for recipe, part in cells.groupby("recipe"):
        assert part["diameter_ends"].sum() == 2 * 3000
        assert part.set_index(["row", "col"]).loc[[(1, 1), (5, 6)], "solutions"].tolist() == [3000, 3000]
        assert part["visits"].sum() == (0 if recipe == "binary_tree" else 3000 * 30 * 31 // 2)
        if recipe == "hunt_and_kill":
            assert part["exact_dead_ends"].isna().all()
        else:
            exact = part["exact_dead_ends"].clip(0, 1)
            error = np.sqrt(exact * (1 - exact) * 3000).clip(lower=1e-6)
            assert ((part["dead_ends"] - 3000 * exact).abs() <= 4.5 * error + 1e-6).all()


def test_uniformity(table):
    tests = table("maze_uniformity", "tests").set_index(["recipe", "rows"])
    assert tests.loc[("aldous_broder", 3), "p"] > 1e-4
    assert tests.loc[("recursive_backtracker", 3), "chi_square"] > tests.loc[("recursive_backtracker", 3), "critical"]
    assert tests.loc[("recursive_backtracker", 3), "reachable"] == 88
    assert tests.loc[("recursive_backtracker", 3), "impossible"] == 0
    assert tests.loc[("recursive_backtracker", 3), "own_p"] > 1e-4
    assert tests.loc[("aldous_broder", 3), "critical"] == pytest.approx(257.13, abs=0.01)
    assert np.isnan(tests.loc[("eller", 3), "exact_effect"])
    counts = table("maze_uniformity", "counts")
    assert counts.groupby(["recipe", "rows"])["count"].sum().tolist() == [5000] * 6
    assert counts.groupby(["recipe", "rows"]).size().tolist() == [15, 192] * 3


def test_scaling_recovers_known_growth(table):
    exponents = table("maze_scaling", "exponents")
    corner = exponents.query("recipe == 'binary_tree' and measure == 'corner_path' and range == 'pair'")
    expected = np.log2([14 / 6, 30 / 14, 62 / 30])
    np.testing.assert_allclose(corner["exponent"], expected)
    fit = exponents.query("recipe == 'wilson' and measure == 'diameter' and range == 'fit'").iloc[0]
    assert 1.15 < fit["low"] < fit["high"] < 1.4


def test_fitted_slopes_are_those_of_weighted_least_squares():
    import pandas as pd

    from gridpuzzles.maze.studies.scaling import _fit

    side = np.array([8, 16, 32, 64])
    part = pd.DataFrame({"rows": side, "mean": 3 * side**1.3, "sd": 0.1 * side**1.3, "mazes": 100})
    found = _fit(part)
    assert found["exponent"] == pytest.approx(1.3)
    slope = stats.linregress(np.log(side), np.log(part["mean"]))
    assert found["exponent"] == pytest.approx(slope.slope)
    assert found["low"] < 1.3 < found["high"]


def test_gallery_holds_what_the_commands_draw(table):
    mazes = table("maze_gallery", "mazes")
    assert mazes["digest"].iloc[0] == generate("hunt_and_kill", 6, 8, 7).digest
    assert mazes["recipe"].tolist() == ["hunt_and_kill", "wilson", "prim by=cells"]


def test_latex_table(table):
    lines = comparison(table("maze_statistics", "summary"), 20, 20).splitlines()
    assert sum(line.count("&") == 6 for line in lines) == 1 + 5 + 1
    assert "29.04" in next(line for line in lines if line.startswith("uniform, exact"))


@pytest.mark.slow
def test_every_figure_draws_the_same_bytes_twice(planned):
    drawn = []
    for _ in range(2):
        for study in planned.studies:
            draw_figures(study, planned.layout)
        drawn.append({path.name: path.read_bytes() for path in planned.layout.folder.glob("figures/*/*.p*")})
    assert drawn[0] == drawn[1]
    expected = sum(len(study.figures) for study in planned.studies)
    assert len(list(planned.layout.folder.glob("figures/*/*.png"))) == expected


@pytest.mark.slow
def test_the_least_of_everything_can_be_drawn(tmp_path):
    planned = compute(tmp_path, 1, LEAST)
    for study in planned.studies:
        draw_figures(study, planned.layout)
    expected = sum(len(study.figures) for study in planned.studies)
    assert len(list(planned.layout.folder.glob("figures/*/*.png"))) == expected > 10


def test_blocks_do_not_depend_on_the_total():
    assert list(blocks(3000, 10_000))[:2] == list(blocks(2000, 10_000))
    assert sum(mazes for _, mazes in blocks(123_456, 2500)) == 123_456


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("prim by=cells", "prim by=sells", "recipe 'prim by=sells': by: 'sells' is not one of weights, edges, cells"),
        ("[rows, boust", "[rowz, boust", "'rowz' is not one of rows, columns"),
        ("give_up: [0, 1]", "give_up: [0, 2]", "2 is not a number from 0 to 1"),
        ("boards: [2x3, 3x3]", "boards: [2x3, 4x4]", "4x4 has not 2 to 9 cells"),
        ("ends: random", "ends: far", "'far' is not one of longest, corners, random, border"),
        ("[wilson, binary_tree, hunt", "[wilson, wilson, hunt", "names a value twice"),
        ("mazes: 300\n", "mazes: 0\n", "0 is not a whole number from 1 to 10000000"),
    ],
)
def test_bad_settings_are_one_line(tmp_path, right, wrong, message):
    path = tmp_path / "bad.yaml"
    assert right in CONFIG
    path.write_text(CONFIG.replace(right, wrong))
    with pytest.raises(ConfigError, match=r"^[^\n]*$") as error:
        load(path)
    assert message in str(error.value)


def test_studies_are_declared_under_their_names():
    for name in STUDIES:
        study = load_study(name)
        assert study.name == name
        assert study.random == (name != "maze_gallery")


def test_reading_a_config_compiles_nothing(tmp_path):
    path = tmp_path / "tiny.yaml"
    path.write_text(CONFIG)
    code = (
        "import sys, pathlib; from gridpuzzles.pipeline.planning import plan; "
        f"plan(pathlib.Path({str(path)!r})); print([m for m in ('numba', 'pandas', 'matplotlib') if m in sys.modules])"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_lists_of_generators_agree_with_what_they_summarise(make):
    assert set(WITH_LAW) == set(LAWS)
    assert set(WALKERS) == {name for name in ALGORITHMS if make(name, 3, 3).visits.any()}


@pytest.mark.parametrize(
    ("study", "settings", "figures"),
    [
        ("maze_statistics", {"recipes": ["kruskal"], "sizes": ["2x3", 4], "mazes": 1}, {"comparison", "composition"}),
        ("maze_hunt", {"scans": ["rows"], "give_up": [0.5], "sizes": [4], "mazes": 1}, set()),
        ("maze_maps", {"recipes": ["eller"], "size": 3, "mazes": 1}, {"dead_ends", "solutions", "diameter_ends"}),
    ],
)
def test_only_figures_with_something_to_draw_are_asked_for(study, settings, figures):
    declared = load_study(study)
    asked = declared.figures_for(declared.settings.model_validate(settings))
    assert {figure.name for figure in asked} == figures
