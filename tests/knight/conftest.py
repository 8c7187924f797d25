"""What several knight tests share."""

from collections.abc import Callable

import numpy as np
import pytest

from gridpuzzles.knight.model import Tour


@pytest.fixture(scope="session")
def assert_legal() -> Callable[[Tour], None]:
    """Check a tour square by square, without any code of the package that walks."""

    def check(tour: Tour) -> None:
        squares = [tuple(square) for square in tour.squares.tolist()]
        assert len(set(squares)) == len(squares), "a square is visited twice"
        assert all(1 <= row <= tour.rows and 1 <= col <= tour.cols for row, col in squares), "a square off the board"
        steps = np.abs(np.diff(tour.squares, axis=0)).tolist()
        assert all(sorted(step) == [1, 2] for step in steps), "a step that is no knight's move"
        assert tour.complete == (len(squares) == tour.rows * tour.cols)
        closing = sorted(np.abs(tour.squares[0] - tour.squares[-1]).tolist())
        assert tour.closed == (tour.complete and closing == [1, 2])

    return check
