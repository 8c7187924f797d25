"""Intervals: published values, coverage by exact enumeration, honest refusals."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from gridpuzzles.intervals import paired_difference, wilson


def test_wilson_equals_its_closed_form():
    z = stats.norm.ppf(0.975)
    for successes, trials in [(0, 10), (3, 10), (10, 10), (681, 1000)]:
        p = successes / trials
        centre = (p + z * z / (2 * trials)) / (1 + z * z / trials)
        half = z / (1 + z * z / trials) * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials**2))
        interval = wilson(successes, trials)
        assert interval.low == pytest.approx(centre - half, abs=1e-12)
        assert interval.high == pytest.approx(centre + half, abs=1e-12)


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
