"""The knight's studies: their tables hold the published numbers, and nothing but settings decides their bytes."""

import numpy as np
import pytest

from gridpuzzles import knight
from gridpuzzles.intervals import wilson
from gridpuzzles.knight.orders import SYMMETRIES, images
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.drawings import draw_figures
from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.tables import Tables, build_tables

SECTIONS = {
    "knight_boards": """
    sizes: {min: 5, max: 12}
    walks: [{rule: standard}, {rule: thesis}, {rule: thesis, order: 13472568, sizes: [8]}]
    success_maps: [8]
    end_maps: [8]
""",
    "knight_orders": """
    boards: [5, 6, 8, 4x6]
    mapped: [8, 4x6]
    ranked: 3
""",
    "knight_reorder": """
    sizes: [8, 10]
    walks: [{rule: standard}, {rule: thesis}]
    attempts: 3
""",
    "knight_tiebreaks": """
    sizes: [6, 12]
    rules: [standard, thesis]
    starts: 40
    depth: 2
""",
    "knight_random_ties": """
    boards: [5, 6]
""",
    "knight_symmetry": """
    walk: {rule: thesis, order: 13472568}
""",
    "knight_tours": """
    drawn: [{board: 8}, {board: 6x9, start: [2, 3]}]
    numbered: [{board: 5, start: [1, 3], order: 83542671}]
    stepwise: {board: 5, start: [1, 3], order: 83542671}
    steps: [1, 17]
""",
    "knight_timing": """
    sizes: [6, 8, 10, 12]
    all_starts_up_to: 8
    sample: 50
    repeats: 1
    tie_break_sizes: [8]
""",
}


def _plan(folder, name, budget=60.0, seed=1):
    path = folder / "small.yaml"
    path.write_text(f"seed: {seed}\nbatch_seconds: {budget}\nstudies:\n  {name}:{SECTIONS[name]}")
    return plan(path, folder)


def _run(folder, name, threads=1, **settings):
    planned = _plan(folder, name, **settings)
    study = planned.study(name)
    for batch in study.batches:
        run_batch(study, batch, planned.layout, threads)
    build_tables(study, planned.layout)
    return study, planned.layout


@pytest.fixture
def tables(tmp_path):
    def run(name):
        return Tables(*_run(tmp_path, name))

    return run


def test_boards_hold_the_published_counts_and_every_square(tables):
    boards = tables("knight_boards")
    counts = boards["boards"].query("order == '12345678' and rows % 2 == 0").set_index(["rule", "rows"])
    for rule, published in (("standard", "1/7 1/7 2/7 2/8"), ("thesis", "1/17 5/29 3/38 8/40")):
        found = [f"{counts.loc[(rule, n), 'incomplete']}/{counts.loc[(rule, n), 'closed']}" for n in (6, 8, 10, 12)]
        assert " ".join(found) == published
    squares = boards["squares"].query("rule == 'thesis' and order == '12345678'")
    sweep = knight.sweep_starts(8, 8, rule="thesis")
    assert np.array_equal(squares["complete"].to_numpy().reshape(8, 8), sweep.complete)
    assert np.array_equal(squares["closed"].to_numpy().reshape(8, 8), sweep.closed)
    assert np.array_equal(squares[["end_row", "end_col"]].to_numpy().reshape(8, 8, 2), sweep.end)
    assert squares["ends"].sum() == sweep.complete.sum()
    assert boards["boards"].query("order == '13472568'")["incomplete"].tolist() == [0]


def test_sums_over_boards_are_the_sums_of_the_boards(tables):
    boards = tables("knight_boards")
    sums = boards["sums"].query("order == '12345678'").groupby("rule")[["ends", "closed_starts"]].sum()
    even = boards["boards"].query("order == '12345678' and rows % 2 == 0").groupby("rule")[["complete", "closed"]].sum()
    assert sums["ends"].to_dict() == even["complete"].to_dict()
    assert sums["closed_starts"].to_dict() == even["closed"].to_dict()


def test_blocks_of_starts_make_the_whole_board(tables, monkeypatch):
    from gridpuzzles.knight.studies import boards

    whole = tables("knight_boards")["boards"]
    monkeypatch.setattr(boards, "STEPS_PER_UNIT", 500)
    assert boards._blocks(100) is not None
    assert len(list(boards._blocks(100))) == 20
    assert tables("knight_boards")["boards"].equals(whole)


def test_orders_hold_the_published_counts(tables):
    orders = tables("knight_orders")
    summary = orders["boards"].set_index(["rule", "rows", "cols"])
    assert summary.loc[("standard", 8, 8), "always"] == 7376
    assert summary.loc[("standard", 8, 8), "always_families"] == 922
    assert summary.loc[("thesis", 8, 8), "always"] == 16
    assert summary.loc[("thesis", 8, 8), "always_families"] == 2
    starts = orders["starts"].query("rule == 'standard' and rows == 8")
    quarter = starts["failing"].to_numpy().reshape(8, 8)[:4, :4]
    published = "396 272 609 1313 272 1386 338 3457 609 338 1080 1902 1313 3457 1902 1064"
    assert quarter.ravel().tolist() == [int(number) for number in published.split()]
    assert (summary["closed"].xs(5, level="rows") == 0).all()
    always = orders["always_complete"].query("rule == 'thesis' and rows == 8")
    assert {"13472568", "13475268"} == set(always["family"])


def test_order_tables_are_consistent_on_every_board(tables):
    orders = tables("knight_orders")
    for (rule, rows, cols), starts in orders["starts"].groupby(["rule", "rows", "cols"]):
        on_board = (orders["orders"]["rule"] == rule) & (orders["orders"]["rows"] == rows)
        by_order = orders["orders"][on_board & (orders["orders"]["cols"] == cols)]
        complete = rows * cols * 40320 - starts["failing"].sum()
        assert by_order["complete"].sum() == complete == starts["ends"].sum()
        assert by_order["closed"].sum() == starts["closed"].sum()
        kept = [symmetry.keeps(rows, cols) for symmetry in SYMMETRIES]
        for image in images()[kept]:
            assert np.array_equal(by_order["complete"].to_numpy()[image], by_order["complete"].to_numpy())
        assert by_order.groupby("family")["complete"].nunique().max() == 1


def test_blocks_of_orbits_make_the_whole_sweep(tables, monkeypatch):
    from gridpuzzles.knight.studies import orders

    whole = tables("knight_orders")["starts"]
    assert sum(1 for _ in orders._blocks(8, 8, 1e-9)) == orders.orbit_count(8, 8) == 10
    monkeypatch.setitem(SECTIONS, "knight_orders", SECTIONS["knight_orders"] + "    block_seconds: 1.0e-9\n")
    assert tables("knight_orders")["starts"].equals(whole)


def test_families_add_up_over_square_boards(tables):
    families = tables("knight_orders")["families"]
    assert set(families["rows"]) == {5, 6, 8}
    sums = families.groupby(["rule", "family"])["failing"].sum()
    totals = families.groupby(["rule", "family"])["total"].first()
    assert sums.equals(totals.rename("failing"))
    assert families.query("place == 1").groupby("rule")["total"].first().tolist() == [
        totals["standard"].min(),
        totals["thesis"].min(),
    ]


def test_reordering_only_removes_failures_and_its_rescues_are_tours(tables):
    reorder = tables("knight_reorder")
    sizes = reorder["sizes"]
    first = sizes.query("attempts == 1 and rule == 'standard'").set_index("size")["incomplete"]
    assert first.to_dict() == {8: 1, 10: 2}
    assert (sizes.sort_values("attempts").groupby(["rule", "size"])["incomplete"].diff().dropna() <= 0).all()
    assert len(reorder["rescues"]) == sizes.query("attempts == 1")["incomplete"].sum()
    for row in reorder["rescues"].itertuples():
        start = (row.row, row.col)
        assert not knight.tour(row.size, row.size, start, row.order, row.rule).complete
        if row.rescued_by:
            assert knight.tour(row.size, row.size, start, row.rescued_by, row.rule).complete
    left = reorder["rescues"].query("rescued_by == ''").groupby(["rule", "size"]).size()
    last = sizes.query("attempts == 3 and incomplete > 0").set_index(["rule", "size"])["incomplete"]
    assert left.to_dict() == last.to_dict()


def test_tie_breaks_share_their_starts_and_carry_intervals(tables):
    shares = tables("knight_tiebreaks")["shares"]
    assert set(shares["starts"]) == {36, 40}
    fixed = shares.query("tie_break == 'fixed' and size == 6 and rule == 'standard'").iloc[0]
    assert (fixed["complete"], fixed["closed"], bool(fixed["exhaustive"])) == (35, 7, True)
    assert fixed["low"] == fixed["share"] == fixed["high"]
    for row in shares[~shares["exhaustive"]].itertuples():
        interval = wilson(row.complete, row.starts)
        assert (row.low, row.high) == (interval.low, interval.high)


def test_random_ties_hold_the_published_probabilities(tables):
    starts = tables("knight_random_ties")["starts"].set_index(["rule", "rows", "row", "col"])["probability"]
    for square, probability in {(1, 1): 1, (2, 2): 0.980469, (3, 3): 0.765625}.items():
        assert starts[("standard", 6, *square)] == pytest.approx(probability, abs=5e-7)
    assert len(starts) == 2 * (25 + 36)


def test_all_images_of_an_order_agree(tables):
    found = tables("knight_symmetry")["images"]
    assert found["agreeing"].sum() == found["starts"].sum() == 8 * 64
    assert found["complete"].tolist() == [64] * 8


def test_timing_names_what_was_scaled(tables):
    timing = tables("knight_timing")
    sizes = timing["sizes"].query("tie_break == 'fixed'").set_index("size")
    assert sizes["starts"].to_dict() == {6: 36, 8: 64, 10: 50, 12: 50}
    assert np.allclose(sizes["seconds_all_starts"], sizes["seconds"] * sizes.index**2 / sizes["starts"])
    growth = timing["growth"].iloc[0]
    assert growth["exponent_low"] < growth["exponent"] < growth["exponent_high"]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(SECTIONS) - {"knight_timing"}))
def test_tables_and_figures_are_the_same_bytes_for_any_batches_and_threads(name, tmp_path):
    contents = []
    for number, (budget, threads) in enumerate([(60.0, 1), (0.002, 3)]):
        folder = tmp_path / str(number)
        folder.mkdir()
        study, layout = _run(folder, name, threads, budget=budget)
        draw_figures(study, layout)
        files = [path for path in layout.folder.rglob("*") if path.is_file() and "batches" not in path.parts]
        contents.append({str(p.relative_to(folder)): p.read_bytes() for p in files if p.suffix != ".json"})
    assert len(contents[0]) > len(study.figures) * 4
    assert contents[0] == contents[1]


def test_a_timed_study_draws_its_figures(tmp_path):
    study, layout = _run(tmp_path, "knight_timing")
    draw_figures(study, layout)
    assert all(layout.figure(study.name, figure.name, ".pdf").stat().st_size > 1000 for figure in study.figures)
