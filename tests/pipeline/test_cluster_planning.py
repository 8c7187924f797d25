"""What batches ask for, what a config costs, how fast a machine is, how far a run is."""

import json
import time
import tracemalloc

import numpy as np
import pandas as pd
import pytest

from gridpuzzles.errors import InputError
from gridpuzzles.knight.studies import orders
from gridpuzzles.pipeline import calibration, progress
from gridpuzzles.pipeline.batches import run_batch
from gridpuzzles.pipeline.forecast import Machines, forecast, measured_batches, whole_wall_seconds
from gridpuzzles.pipeline.planning import Batch, StudyPlan, plan
from gridpuzzles.pipeline.resources import Resources, resources
from gridpuzzles.pipeline.status import status
from gridpuzzles.study import Unit


@pytest.fixture
def planned(tmp_path):
    path = tmp_path / "small.yaml"
    path.write_text(
        "seed: 1\nbatch_seconds: 0.01\nstudies:\n"
        "  knight_orders: {boards: [6, 8, 10], mapped: [8], block_seconds: 0.005}\n"
    )
    return plan(path, tmp_path / "results")


def _study(costs, disk=1000.0):
    batches = tuple(Batch(f"b{n}_{n:08x}", (Unit(f"u{n}", {}, cost, disk),)) for n, cost in enumerate(costs))
    return StudyPlan(orders.STUDY, orders.OrdersSettings(boards=[8]), 0, batches)


def test_a_batch_asks_for_enough():
    study = _study([1.0, 7300.0])
    small, large = study.batches
    assert resources(study, small, 1) == Resources(minutes=15, megabytes=2000)
    asked = resources(study, large, 8)
    assert 1.5 * 7300 <= 60 * asked.minutes < 3.1 * 7300, "one unit is not shared by threads"
    assert resources(study, large, 8, speed=4.0).minutes > asked.minutes
    (wide,) = (study := _study([10.0], disk=1e8)).batches
    assert resources(study, wide, 1).megabytes == 8000


def test_a_batch_asks_for_more_time_where_it_gets_fewer_threads():
    units = tuple(Unit(f"u{n}", {}, 100.0) for n in range(72))
    batch = Batch("b_00000000", units)
    study = StudyPlan(orders.STUDY, orders.OrdersSettings(boards=[8]), 0, (batch,))
    assert [resources(study, batch, threads).minutes for threads in (8, 4, 1)] == [30, 60, 240]


def test_core_time_counts_idle_threads_and_wall_time_the_longest_batch():
    study = _study([800.0])
    assert study.threads("b0_00000000") == 8
    cost = forecast(study, Machines(2, 64), 1.0)
    assert cost.core_seconds == pytest.approx(8 * 804), "one unit leaves the other threads idle"
    assert cost.wall_seconds == pytest.approx(804)
    assert whole_wall_seconds([cost, cost], Machines(1, 1)) == pytest.approx(2 * 8 * 804)


def test_a_calibration_is_saved_used_and_kept_for_other_studies(planned):
    path = planned.layout.calibration
    path.parent.mkdir()
    path.write_text(json.dumps({"studies": {"other": {"factor": 2.5}}}))
    assert calibration.speeds(planned) == {"knight_orders": 1.0}
    calibration.calibrate(planned, 1, seconds=0.2)
    saved = json.loads(path.read_text())["studies"]
    assert saved["other"] == {"factor": 2.5}
    assert saved["knight_orders"]["pieces"] > 1
    assert calibration.speeds(planned) == {"knight_orders": saved["knight_orders"]["factor"]}
    path.write_text('{"studies": {"knight_orders": {"factor": -1}}}')
    with pytest.raises(InputError, match="is not a calibration"):
        calibration.speeds(planned)


def test_pieces_fit_the_budget_and_cover_the_work(planned):
    study = planned.study("knight_orders")
    for budget in (0.005, 0.05, 1.0):
        assert sum(piece.cost for piece in calibration.chosen_pieces(study, budget)) <= budget
    boards = {tuple(piece.settings["board"]) for piece in calibration.chosen_pieces(study, 1.0)}
    assert boards >= {(8, 8), (10, 10)}
    assert len(calibration.chosen_pieces(study, 1e-9)) == 1


def test_status_tells_done_running_failed_killed_and_left(planned):
    study, layout = planned.study("knight_orders"), planned.layout
    names = [batch.name for batch in study.batches]
    assert len(names) >= 5
    run_batch(study, study.batches[0], layout, 1)
    assert not list((layout.folder / "knight_orders" / "progress").iterdir())
    with pytest.raises(RuntimeError), progress.reporting(layout.progress(study.name, names[1]), 1):
        raise RuntimeError("no\nmemory")
    with progress.reporting(layout.progress(study.name, names[2]), 4):
        now = status(planned, time.time()).studies[0]
        later = status(planned, time.time() + 2 * progress.SILENT_SECONDS).studies[0]
    assert (now.done, now.running, now.left, now.busy) == (1, 1, len(names) - 3, 4)
    assert [(failure.batch, failure.reason) for failure in now.failures] == [(names[1], "RuntimeError: no memory")]
    assert now.spent > 0
    assert now.to_go > 0
    assert status(planned, time.time()).seconds_left is None
    assert (later.running, len(later.failures)) == (0, 2)
    assert "killed on" in later.failures[1].reason


def test_measured_costs_come_from_the_batches_that_are_there(planned):
    study = planned.study("knight_orders")
    assert not list(measured_batches(planned, {"knight_orders": 1.0}))
    run_batch(study, study.batches[-1], planned.layout, 1)
    (batch,) = measured_batches(planned, {"knight_orders": 2.0})
    assert batch.predicted == pytest.approx(2 * study.batches[-1].cost)
    assert batch.measured > 0


def test_a_unit_added_behind_leaves_all_batches_but_the_last(tmp_path):
    names = []
    for boards in ("{min: 6, max: 20, step: 2}", "[{min: 6, max: 20, step: 2}, 22, 7]"):
        path = tmp_path / "grown.yaml"
        path.write_text(
            f"seed: 1\nbatch_seconds: 0.3\nstudies:\n  knight_orders: {{boards: {boards}, block_seconds: 0.05}}\n"
        )
        names.append([batch.name for batch in plan(path).study("knight_orders").batches])
    assert len(names[0]) > 5
    assert names[1][: len(names[0]) - 1] == names[0][:-1]


def test_memory_of_the_sums_does_not_grow_with_the_batches():
    def peak(count):
        row = {
            "rule": "standard", "rows": 6, "cols": 6, "tours": 1, "steps": 1,
            **{name: np.ones(36, np.int64) for name in ("failing", "closed", "ends")},
            **{name: np.ones(40320, np.int64) for name in ("complete_by_order", "closed_by_order")},
        }  # fmt: skip
        tracemalloc.start()
        sums = orders._sums((pd.DataFrame([row]) for _ in range(count)), orders.OrdersSettings(boards=[6]))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert sums["standard", 6, 6]["tours"] == count
        return most

    assert peak(1000) < 2 * peak(50)  # the rows of 50 batches alone are 30 times as large
