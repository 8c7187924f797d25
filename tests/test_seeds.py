"""Seeds: the compiled stream is numpy's stream, bounded draws are unbiased, names alone decide."""

import numpy as np
import pytest
from scipy import stats

from gridpuzzles import random64
from gridpuzzles.seeds import Stream, seed_sequence, stream_state


def test_compiled_words_are_numpys_sfc64_words():
    sequence = seed_sequence(7, "study", "unit")
    state = stream_state(sequence)
    expected = np.random.SFC64(sequence).random_raw(1000)
    assert [int(random64.word(state)) for _ in range(1000)] == expected.tolist()


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 40320, 2**31 + 1, 2**32])
def test_compiled_bounded_draws_equal_the_plain_ones(bound):
    sequence = seed_sequence(7, "bounded", str(bound))
    state, stream = stream_state(sequence), Stream(sequence)
    assert [random64.below(state, bound) for _ in range(500)] == [stream.below(bound) for _ in range(500)]


def test_compiled_unit_draws_equal_the_plain_ones():
    sequence = seed_sequence(7, "unit")
    state, stream = stream_state(sequence), Stream(sequence)
    assert [random64.unit(state) for _ in range(500)] == [stream.unit() for _ in range(500)]


def test_bounded_draws_are_uniform():
    state = stream_state(seed_sequence(11, "uniform"))
    counts = np.bincount([random64.below(state, 6) for _ in range(60_000)], minlength=6)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_names_and_root_decide_the_stream():
    words = {
        int(Stream(seed_sequence(root, *names)).word())
        for root, names in [(1, ("a", "bc")), (1, ("ab", "c")), (1, ("abc",)), (2, ("a", "bc"))]
    }
    assert len(words) == 4


def test_bad_roots_and_bounds_are_refused():
    with pytest.raises(ValueError, match="seed: -1 is negative"):
        seed_sequence(-1, "a")
    with pytest.raises(ValueError, match="bound: 0"):
        Stream(seed_sequence(1, "a")).below(0)
