"""Planning: batches are stable, near their target cost, and together hold every unit once, in order."""

import dataclasses
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridpuzzles.pipeline.planning import _plan_study, group_by_cost, plan
from gridpuzzles.study import Unit, load_study, study_names

CONFIG = """
seed: {seed}
batch_seconds: {budget}
studies:
  knight_boards:
    sizes: [6, 8, 10, 40, 42]
    walks: [{{rule: standard}}, {{rule: thesis}}]
    success_maps: [8]
    end_maps: [8]
"""


def _plan(tmp_path, budget=60, seed=1, text=CONFIG):
    path = tmp_path / "config.yaml"
    path.write_text(text.format(budget=budget, seed=seed))
    return plan(path, tmp_path).studies[0]


@given(st.lists(st.floats(0.01, 100), min_size=1), st.floats(0.1, 200))
def test_groups_hold_every_unit_in_order_below_the_target(costs, target):
    units = [Unit(str(number), {}, cost) for number, cost in enumerate(costs)]
    groups = list(group_by_cost(units, target))
    assert [unit for group in groups for unit in group] == units
    assert all(len(group) == 1 or sum(unit.cost for unit in group) <= target * (1 + 1e-9) for group in groups)
    # No two neighbours would have fitted together: the batches are as few as the order allows.
    for left, right in itertools.pairwise(groups):
        assert sum(unit.cost for unit in left) + right[0].cost > target * (1 - 1e-9)


def test_batch_names_do_not_depend_on_anything_but_their_units(tmp_path):
    names = [batch.name for batch in _plan(tmp_path, 0.005).batches]
    assert names == [batch.name for batch in _plan(tmp_path, 0.005).batches]
    assert len(set(names)) == len(names) > 1
    assert all(set(name) <= set("abcdefghijklmnopqrstuvwxyz0123456789-_.") for name in names)


def test_the_root_seed_changes_only_studies_that_draw(tmp_path):
    assert _plan(tmp_path, seed=1).batches == _plan(tmp_path, seed=2).batches


def test_a_changed_setting_changes_the_batch_that_holds_it_and_no_other(tmp_path):
    before = {batch.name for batch in _plan(tmp_path, 0.005).batches}
    after = {batch.name for batch in _plan(tmp_path, 0.005, text=CONFIG.replace("42]", "44]")).batches}
    assert before & after
    assert before ^ after


@pytest.mark.parametrize("key", ["a b", "$(touch ran)", "../up", "-rf", "", "a/b", "a;b", "a\n"])
def test_a_unit_key_that_is_no_plain_file_name_is_refused(key):
    study = load_study("knight_symmetry")
    settings = study.settings.model_validate({"walk": {}})
    odd = dataclasses.replace(study, units=lambda _: [Unit(key, {}, 1.0)])
    with pytest.raises(ValueError, match="cannot be part of a file's name"):
        _plan_study(odd, settings, 1, 60)


def test_every_study_declares_distinct_columns_tables_figures_and_a_key():
    for name in study_names():
        study = load_study(name)
        assert study.name == name
        for table in study.tables:
            columns = [column.name for column in table.columns]
            assert len(set(columns)) == len(columns)
            assert set(table.key) <= set(columns)
        assert len({table.name for table in study.tables}) == len(study.tables)
        assert len({figure.name for figure in study.figures}) == len(study.figures)


def test_every_declared_figure_has_its_drawing_function():
    from gridpuzzles.pipeline.drawings import drawing_function

    for name in study_names():
        study = load_study(name)
        for figure in study.figures:
            assert callable(drawing_function(study, figure))
