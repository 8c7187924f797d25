"""Every study from its config section to its figures, on small ranges; and what the config refuses."""

import pytest

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.latex import win_rates
from gridpuzzles.minesweeper.steps import follow
from gridpuzzles.minesweeper.studies.first_move import orbit
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.drawings import draw_figures
from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.tables import Tables, build_tables

CONFIG = """
seed: 7
studies:
  minesweeper_counters: {}
  minesweeper_solvers:
    boards: [8x8/10, 5x6/6]
    starts: [{law: safe, cell: corner}, {law: any, cell: r2c3}]
    games: {single_point: 400, probability: 300, pseq: 200}
    block: 150
  minesweeper_density:
    sizes: [4, 6]
    percents: [10, 20]
    solvers: [single_point, probability]
    games: 50
    curve_size: 6
    curve_percents: [5, 10, 20]
    curve_games: 80
  minesweeper_first_move:
    boards: [5x5/4]
    games: [200]
  minesweeper_exact:
    boards: [3x3/2, 4x3/3]
    solvers: [single_point, inference, probability, pseq, foresight, optimal]
    games: 4000
  minesweeper_cost:
    boards: [8x8/10]
    solvers: [single_point, single_point_random]
    seconds: 0.01
    sizes: [4, 25]
"""


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Return the plan of a finished small run."""
    folder = tmp_path_factory.mktemp("run")
    (folder / "small.yaml").write_text(CONFIG)
    planned = plan(folder / "small.yaml", folder / "results")
    for study in planned.studies:
        for batch in study.batches:
            run_batch(study, batch, planned.layout, 1)
        build_tables(study, planned.layout)
        draw_figures(study, planned.layout)
    return planned


def tables(run, name):
    return Tables(run.study(f"minesweeper_{name}"), run.layout)


def test_every_figure_is_drawn(run):
    for study in run.studies:
        for figure in study.figures:
            for suffix in (".pdf", ".png", ".csv", ".rst"):
                assert run.layout.figure(study.name, figure.name, suffix).stat().st_size > 0


def test_rates_and_pairs_agree(run):
    rates, pairs = tables(run, "solvers")["rates"], tables(run, "solvers")["pairs"]
    assert rates.groupby("solver")["games"].first().to_dict() == {"probability": 300, "pseq": 200, "single_point": 400}
    assert ((rates["low"] <= rates["share"]) & (rates["share"] <= rates["high"])).all()
    assert (rates["no_guess"] <= rates["share"]).all()
    assert len(pairs) == 2 * 2 * 3
    assert (pairs[["both", "first_only", "second_only", "neither"]].sum(axis=1) == pairs["games"]).all()
    assert set(pairs["games"]) == {200, 300}
    surrender = pairs[(pairs["first"] == "single_point") & (pairs["second"] == "probability")]
    assert (surrender["first_only"] == 0).all()


def test_drawn_games_agree_with_exact_values(run):
    values = tables(run, "exact")["values"]
    assert (values["z"].abs() < 4).all()
    assert (values["gap"] >= 0).all()
    assert (values[values["solver"] == "optimal"]["gap"] == 0).all()


def test_orbits_share_their_rates(run):
    cells, symmetry = tables(run, "first_move")["cells"], tables(run, "first_move")["symmetry"]
    assert len(cells) == 2 * 25
    for law in ("safe", "zero"):
        own = cells[cells["law"] == law].set_index(["row", "col"])["share"]
        assert all(own[cell] == own[image] for cell in own.index for image in orbit(5, 5, cell))
    assert (symmetry["z"].abs() < 4).all()


def test_density_tables_hold_maps_and_curves(run):
    rates = tables(run, "density")["rates"]
    assert len(rates) == 2 * (2 * 2 + 1)
    assert (rates["no_guess"] <= rates["share"]).all()


def test_passes_play_the_same_games(run):
    growth = tables(run, "cost")["growth"]
    assert set(growth["method"]) == {"passes", "single_point_random"}
    assert (growth["microseconds"] > 0).all()


def test_the_latex_table(run):
    text = win_rates(tables(run, "solvers")["rates"], "safe", "corner", tables(run, "cost")["ladder"])
    assert text.count(r"\\") == 4
    assert r"\toprule" in text
    assert "PSEQ & $" in text
    with pytest.raises(InputError, match="start: zero edge is not in the table"):
        win_rates(tables(run, "solvers")["rates"], "zero", "edge")


def test_steps_end_when_nothing_changes():
    last = [cell for cell in follow(["o**o", "ooo*", "...."]) if cell.step == 5]
    assert all(cell.state in ("open", "marked") for cell in last)
    assert all(cell.counter >= -1 for cell in last)
    assert max(cell.step for cell in follow(["o**o", "ooo*", "...."])) == 5


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("8x8/10", "8x8", "'8x8' is not a board with its mines"),
        ("8x8/10", "8x8/65", "mines: 65 is not a whole number from 0 to 64"),
        ("law: any", "law: lucky", "first_click: 'lucky'"),
        ("cell: r2c3", "cell: middle", "first_cell: 'middle'"),
        ("cell: r2c3", "cell: r9c9", "is not a cell of the 8x8 board"),
        ("pseq: 200", "oracle: 200", "solver: 'oracle'"),
        ("pseq: 200", "optimal: 200", "'optimal' is for the exact study"),
        ("[3x3/2, 4x3/3]", "[9x9/10]", "exact play is for at most"),
        ("games: [200]", "games: []", "one positive whole number a board"),
    ],
)
def test_wrong_settings_are_refused(tmp_path, old, new, message):
    path = tmp_path / "wrong.yaml"
    path.write_text(CONFIG.replace(old, new))
    with pytest.raises(InputError, match=message) as caught:
        plan(path, tmp_path)
    assert "\n" not in str(caught.value)
