"""Sums over batches: those of all rows together, whatever the batches, in the memory of the sums."""

import tracemalloc
from itertools import pairwise

import numpy as np
import pandas as pd
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.sums import folded

KEYS = ["size", "rule"]
WAYS = {"games": np.add, "share": np.add, "least": np.minimum, "most": np.maximum}


def _rows(count, seed):
    chance = np.random.default_rng(seed)
    value = chance.normal(size=count)
    return pd.DataFrame({
        "unit": "u", "size": chance.integers(5, 8, count), "rule": chance.choice(["any", "safe"], count),
        "games": chance.integers(0, 1 << 40, count), "share": value, "least": value, "most": value,
    })  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 60), st.lists(st.integers(0, 60), max_size=8), st.integers(0, 100))
def test_the_batches_do_not_matter(count, cuts, seed):
    rows = _rows(count, seed)
    ends = sorted({min(cut, count) for cut in cuts} | {0, count})
    batches = [rows.iloc[first:last] for first, last in pairwise(ends)]
    result = folded(iter(batches), KEYS, WAYS)
    pd.testing.assert_frame_equal(result, folded([rows], KEYS, WAYS), check_exact=True)
    expected = rows.groupby(KEYS, sort=False, as_index=False).agg(
        {"games": "sum", "share": "sum", "least": "min", "most": "max"}
    )
    pd.testing.assert_frame_equal(result, expected)


def test_whole_numbers_stay_whole():
    frames = [pd.DataFrame({"size": [5], "games": [(1 << 53) + 1]}), pd.DataFrame({"size": [5], "games": [1]})]
    assert folded(frames, ["size"], {"games": np.add})["games"].tolist() == [(1 << 53) + 2]


def test_memory_is_that_of_few_of_many_batches():
    tracemalloc.start()
    result = folded((_rows(200, seed) for seed in range(300)), KEYS, WAYS)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(result) == 6
    assert most < 20 * _rows(200, 0).memory_usage(deep=True).sum()
