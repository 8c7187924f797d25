"""Intervals: published values, coverage by exact enumeration, honest refusals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gridpuzzles.intervals import paired_difference, weighted_share, wilson


@pytest.mark.parametrize("level", [0.9, 0.95, 0.999])
@pytest.mark.parametrize("trials", [1, 2, 10, 1000, 1_000_000])
def test_wilson_equals_scipys(trials, level):
    for successes in {0, 1, trials // 3, trials // 2, trials - 1, trials}:
        interval = wilson(successes, trials, level)
        limits = stats.binomtest(successes, trials).proportion_ci(level, method="wilson")
        assert interval.low == pytest.approx(limits.low, abs=1e-14)
        assert interval.high == pytest.approx(limits.high, abs=1e-14)


def test_wilson_covers_about_95_percent():
    trials = 200
    for p in (0.05, 0.3, 0.5, 0.9):
        covered = sum(
            stats.binom.pmf(k, trials, p)
            for k in range(trials + 1)
            if wilson(k, trials).low <= p <= wilson(k, trials).high
        )
        assert 0.93 < covered < 0.97


@pytest.mark.parametrize(("successes", "trials"), [(1, 0), (-1, 5), (6, 5)])
def test_wilson_refuses_what_is_not_a_share(successes, trials):
    with pytest.raises(ValueError, match="is not a share"):
        wilson(successes, trials)


counts = st.integers(0, 500)


@given(counts, counts, counts, counts)
def test_paired_difference_is_antisymmetric_and_contains_its_estimate(both, first, second, neither):
    if both + first + second + neither == 0:
        return
    forward = paired_difference(both, first, second, neither)
    backward = paired_difference(both, second, first, neither)
    assert -1 <= forward.low <= forward.estimate <= forward.high <= 1
    assert forward.low == pytest.approx(-backward.high, abs=1e-12)


def test_a_weighted_share_of_one_class_is_the_wilson_interval():
    one, plain = weighted_share([8], [10], [1.0]), wilson(8, 10)
    assert (one.estimate, one.low, one.high) == pytest.approx((plain.estimate, plain.low, plain.high))


def test_the_limits_of_a_weighted_share_stay_within_0_and_1_and_narrow_with_the_trials():
    few, many = weighted_share([0, 10], [10, 10], [0.3, 0.7]), weighted_share([0, 1000], [1000, 1000], [0.3, 0.7])
    assert few.estimate == many.estimate == 0.7
    assert 0 <= few.low < many.low < 0.7 < many.high < few.high <= 1


def test_a_weighted_share_covers_the_truth_as_often_as_it_says():
    shares, trials, weights = np.array([0.9, 0.5, 0.2]), [30, 60, 200], [0.05, 0.15, 0.8]
    draws = np.random.default_rng(1).binomial(trials, shares, size=(600, 3))
    intervals = [weighted_share(row, trials, weights) for row in draws.tolist()]
    assert np.mean([one.low <= shares @ weights <= one.high for one in intervals]) == pytest.approx(0.95, abs=0.025)


def test_weights_that_are_not_parts_of_a_whole_are_refused():
    with pytest.raises(ValueError, match="are not parts of a whole"):
        weighted_share([1, 1], [2, 2], [0.5, 0.6])
