"""The sampled sweep: its walks, its stopping rule, its intervals, and its agreement with what is known exactly."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles import knight
from gridpuzzles.intervals import weighted_share, wilson
from gridpuzzles.knight.model import RULES, degree_board
from gridpuzzles.knight.orders import ORDERS, unrank
from gridpuzzles.knight.sample_kernels import walk_pairs
from gridpuzzles.knight.sampling import count_all, draw_pairs, sample_success, stage_draws, start_classes
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.config import ConfigError, load
from gridpuzzles.pipeline.drawings import draw_figures
from gridpuzzles.pipeline.planning import plan
from gridpuzzles.pipeline.tables import Tables, build_tables
from gridpuzzles.seeds import Stream, seed_sequence

CONFIG = """
seed: 5
batch_seconds: {budget}
studies:
  knight_sample:
    sizes: [6, 8, 10, 25]
    width: 0.04
    stage: 200
    most: {most}
    counted: [6, 8, 10]
"""


def _stream(name="test"):
    return Stream(seed_sequence(1, name))


def _run(folder, budget=60, most=50_000, threads=1):
    folder.mkdir(exist_ok=True)
    path = folder / "small.yaml"
    path.write_text(CONFIG.format(budget=budget, most=most))
    planned = plan(path, folder)
    study = planned.study("knight_sample")
    for batch in study.batches:
        run_batch(study, batch, planned.layout, threads)
    build_tables(study, planned.layout)
    return study, planned.layout


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 13),
    st.integers(1, 13),
    st.sampled_from(RULES),
    st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, ORDERS - 1)), max_size=12),
)
def test_every_pair_is_walked_as_its_order_alone_would_be(rows, cols, rule, pairs):
    starts = np.array([start % (rows * cols) for start, _ in pairs], dtype=np.int32)
    ranks = np.array([rank for _, rank in pairs], dtype=np.int32)
    end, visited = walk_pairs(rows, cols, starts, ranks, rule == "standard")
    for place, start in enumerate(starts.tolist()):
        tour = knight.tour(rows, cols, (start // cols + 1, start % cols + 1), unrank(int(ranks[place])), rule)
        assert visited[place] == len(tour.squares)
        assert divmod(int(end[place]), cols) == (tour.end[0] - 1, tour.end[1] - 1)


def test_start_classes_part_the_board_by_degree():
    for size in (1, 5, 6, 30):
        classes = start_classes(size)
        assert np.array_equal(np.sort(np.concatenate(list(classes.values()))), np.arange(size * size))
        degrees = degree_board(size, size).ravel()
        assert all((degrees[squares] == degree).all() for degree, squares in classes.items())


def test_draws_come_from_their_class_and_reach_all_of_it():
    classes = list(start_classes(8).values())
    plan = stage_draws(np.array([len(squares) for squares in classes]), 2000)
    starts, ranks = draw_pairs(classes, plan, _stream())
    assert len(starts) == len(ranks) == plan.sum()
    parts = np.split(starts, np.cumsum(plan)[:-1])
    assert all(set(part.tolist()) == set(squares.tolist()) for part, squares in zip(parts, classes, strict=True))
    assert 0 <= ranks.min() < 100
    assert ORDERS - 100 < ranks.max() < ORDERS


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("size", [6, 8, 10])
def test_the_sample_agrees_with_all_orders_from_all_squares(size, rule):
    everything = count_all(size, rule)
    sweep = knight.sweep_orders(size, size, rule)
    pairs = size * size * ORDERS
    assert everything.draws.sum() == pairs
    assert everything.complete.sum() == sweep.complete_by_order.sum() == pairs - sweep.failures.sum()
    assert everything.closed.sum() == sweep.closed_by_order.sum()
    sample = sample_success(size, rule, _stream(f"{rule} {size}"), 0.01, 500, 100_000)
    assert sample.share.high - sample.share.low <= 0.01
    parts = (sample.complete.tolist(), sample.draws.tolist(), (sample.squares / size**2).tolist())
    wide = weighted_share(*parts, level=0.999)
    assert wide.low <= everything.complete.sum() / pairs <= wide.high
    for place in range(len(sample.degree)):
        interval = wilson(int(sample.complete[place]), int(sample.draws[place]), 0.9999)
        assert interval.low <= everything.complete[place] / everything.draws[place] <= interval.high
        closed = wilson(int(sample.closed[place]), int(sample.draws[place]), 0.9999)
        assert closed.low <= everything.closed[place] / everything.draws[place] <= closed.high


@pytest.mark.slow
def test_intervals_of_many_samples_cover_the_truth_about_as_often_as_they_say():
    covered = {}
    for size, rule in ((6, "standard"), (8, "thesis"), (10, "thesis")):
        everything = count_all(size, rule)
        truth = everything.complete.sum() / everything.draws.sum()
        shares = [sample_success(size, rule, _stream(str(number)), 0.04, 200, 50_000).share for number in range(200)]
        covered[size, rule] = np.mean([one.low <= truth <= one.high for one in shares])
    assert min(covered.values()) > 0.9, covered
    assert np.mean(list(covered.values())) > 0.93, covered


def test_drawing_ends_at_the_first_stage_that_is_narrow_enough():
    draws = {most: sample_success(50, "standard", _stream(), 0.05, 200, most) for most in (1, 400, 10**6)}
    stage = int(stage_draws(draws[1].squares, 200).sum())
    assert draws[1].draws.sum() == stage
    assert draws[400].draws.sum() <= 400 < draws[400].draws.sum() + stage
    last = draws[10**6]
    before = sample_success(50, "standard", _stream(), 0.05, 200, int(last.draws.sum()) - stage)
    assert last.share.high - last.share.low <= 0.05 < before.share.high - before.share.low
    assert (last.complete >= before.complete).all()


def _coverage(share, width, stage):
    """Return the exact probability that the interval covers the share when the draws stop by its width."""
    from scipy.stats import binom

    covered, drawn = 0.0, 0
    alive = np.ones(1)
    steps = binom.pmf(np.arange(stage + 1), stage, share)
    while alive.sum() > 1e-12:
        alive, drawn = np.convolve(alive, steps), drawn + stage
        low, high = _wilson_limits(np.arange(drawn + 1), drawn)
        stops = high - low <= width
        covered += alive[stops & (low <= share) & (share <= high)].sum()
        alive = np.where(stops, 0.0, alive)
    return covered


def _wilson_limits(successes, trials, z=1.959963984540054):
    share = successes / trials
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * np.sqrt(share * (1 - share) / trials + z * z / (4 * trials**2))
    return centre - half, centre + half


@pytest.mark.parametrize(("width", "least"), [(0.05, 0.938), (0.02, 0.944)])
def test_stopping_by_width_costs_the_interval_little_of_its_level(width, least):
    low, high = _wilson_limits(np.array([8]), 10)
    interval = wilson(8, 10)
    assert (low[0], high[0]) == pytest.approx((interval.low, interval.high))
    shares = np.linspace(0.01, 0.99, 50)
    coverage = np.array([_coverage(share, width, 500) for share in shares])
    assert coverage.min() == pytest.approx(least, abs=0.001)
    assert coverage.mean() == pytest.approx(0.95, abs=0.001)


def test_the_tables_hold_the_intervals_and_say_what_was_counted(tmp_path):
    tables = Tables(*_run(tmp_path))
    sizes = tables["sizes"].set_index(["rule", "size", "counted"])
    classes = tables["classes"]
    assert sizes["narrow"].all()
    for rule in RULES:
        for size in (6, 8, 10):
            truth = sizes.loc[(rule, size, True), "share"]
            sweep = knight.sweep_orders(size, size, rule)
            assert truth == pytest.approx(sweep.complete_by_order.sum() / ORDERS / size**2)
            assert sizes.loc[(rule, size, False), "low"] <= truth <= sizes.loc[(rule, size, False), "high"]
    sums = classes.groupby(["rule", "size", "counted"])["draws"].sum()
    assert sums.sort_index().equals(sizes["draws"].sort_index())
    assert (classes.query("counted")["low"] == classes.query("counted")["share"]).all()
    weighted = classes.assign(part=classes["share"] * classes["squares"]).groupby(["rule", "size", "counted"])
    assert np.allclose(weighted["part"].sum() / weighted["squares"].sum(), sizes["share"].sort_index())


def test_boards_whose_draws_ran_out_are_told(tmp_path):
    study, layout = _run(tmp_path, most=250)
    sizes = Tables(study, layout)["sizes"].query("not counted")
    assert (sizes["draws"] <= 250).all()
    assert not sizes["narrow"].all()
    draw_figures(study, layout)
    caption = layout.figure(study.name, "success_by_size", ".rst").read_text()
    assert f"({(~sizes['narrow']).sum()} boards ended at 250 draws with a wider one)" in caption


@pytest.mark.slow
def test_tables_and_figures_are_the_same_bytes_for_any_batches_and_threads(tmp_path):
    contents = []
    for budget, threads in ((60, 1), (0.01, 3)):
        study, layout = _run(tmp_path / str(budget), budget, threads=threads)
        draw_figures(study, layout)
        files = [path for path in layout.folder.rglob("*") if path.is_file() and "batches" not in path.parts]
        contents.append({str(p.relative_to(layout.folder)): p.read_bytes() for p in files if p.suffix != ".json"})
    assert len(contents[0]) == 2 * 2 + 2 * 4
    assert contents[0] == contents[1]


@pytest.mark.parametrize("width", ["0", "0.9", "-1", "wide"])
def test_a_width_that_makes_no_sense_is_refused(width, tmp_path):
    path = tmp_path / "bad.yaml"
    path.write_text(CONFIG.format(budget=1, most=100).replace("0.04", width))
    with pytest.raises(ConfigError, match=r"studies.knight_sample.width: .* is not a "):
        load(path)
