"""The success share over all orders and starts of a board, from random pairs of an order and a start.

Vocabulary
----------
start class
    All squares of a board that have the same degree on the empty board (2, 3, 4, 6 or 8 on boards from 6 x 6 on).
success share
    The share of the pairs (order, start), all 8! orders times all squares, whose tour is complete.
stage
    The draws between two looks at the interval. Each stage draws from every class in fixed numbers: in proportion to
    its squares, and at least a twentieth of the stage. Draws are uniform, with replacement.

The share is the sum of the classes' shares, weighted by their squares; `intervals.weighted_share` has its interval.

What stopping does to the interval
----------------------------------
The draws end after the first stage at which the interval is no wider than asked for, so their number depends on what
was drawn. Since the width of the interval depends on the share alone, an unlucky sample that looks closer to 0 or 1
than the truth ends sooner: the interval covers the truth a little less often than one of a fixed number of draws, and
the estimate leans towards 0 or 1 by less than the width's square. For a single class the level can be computed
exactly: with stages of 500 draws, for all shares from 0.01 to 0.99, a 95 % interval covers the truth with a
probability of at least 0.944 at a width of 0.02 and of at least 0.938 at a width of 0.05, and of 0.950 on average. The
tests do this computation, and draw many stratified samples of boards whose share is known.
"""

from dataclasses import dataclass
from math import ceil

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.intervals import Interval, weighted_share
from gridpuzzles.knight.model import Rule, attacks, check_rule, degree_board
from gridpuzzles.knight.orders import ORDERS
from gridpuzzles.knight.sample_kernels import walk_pairs
from gridpuzzles.seeds import Stream

LEAST_PART = 0.05


@dataclass(frozen=True)
class Sample:
    """Tours counted by start class.

    Attributes
    ----------
    degree
        int32 (classes,), ascending: the degree of the class' squares on the empty board.
    squares, draws, complete, closed
        int64 (classes,): squares of the class; pairs drawn; those whose tour is complete; those whose tour is closed.
    """

    degree: NDArray[np.int32]
    squares: NDArray[np.int64]
    draws: NDArray[np.int64]
    complete: NDArray[np.int64]
    closed: NDArray[np.int64]

    @property
    def share(self) -> Interval:
        """The success share with its 95 % interval."""
        weights = self.squares / self.squares.sum()
        return weighted_share(self.complete.tolist(), self.draws.tolist(), weights.tolist())


def start_classes(size: int) -> dict[int, NDArray[np.int32]]:
    """Return the squares of each start class, flat indices from 0, by degree.

    Examples
    --------
    >>> {degree: len(squares) for degree, squares in start_classes(8).items()}
    {2: 4, 3: 8, 4: 20, 6: 16, 8: 16}
    """
    degrees = degree_board(size, size).ravel()
    return {int(degree): np.flatnonzero(degrees == degree).astype(np.int32) for degree in np.unique(degrees)}


def stage_draws(squares: NDArray[np.int64], stage: int) -> NDArray[np.int64]:
    """Return int64 (classes,): the draws of a stage from each class.

    Examples
    --------
    >>> stage_draws(np.array([4, 8, 20, 16, 16]), 500).tolist()
    [32, 63, 157, 125, 125]
    """
    return np.array([ceil(stage * max(LEAST_PART, part)) for part in squares / squares.sum()], dtype=np.int64)


def sample_success(size: int, rule: Rule, stream: Stream, width: float, stage: int, most: int) -> Sample:
    """Draw stages until the interval of the success share is no wider than asked for.

    Parameters
    ----------
    width
        Of the 95 % interval.
    stage, most
        Draws in a stage, before rounding up; no stage begins that would make more draws than ``most``, but the first.
    """
    classes, lower_start = start_classes(size), check_rule(rule) == "standard"
    squares = np.array([len(members) for members in classes.values()], dtype=np.int64)
    plan = stage_draws(squares, stage)
    of_draw = np.repeat(np.arange(len(plan)), plan)
    draws, complete, closed = (np.zeros(len(plan), dtype=np.int64) for _ in range(3))
    while True:
        starts, ranks = draw_pairs(list(classes.values()), plan, stream)
        end, visited = walk_pairs(size, size, starts, ranks, lower_start)
        finished = visited == size * size
        draws = draws + plan
        complete = complete + np.bincount(of_draw[finished], minlength=len(plan))
        closed = closed + np.bincount(of_draw[finished & attacks(starts, end, size)], minlength=len(plan))
        sample = Sample(np.array(list(classes), dtype=np.int32), squares, draws, complete, closed)
        if sample.share.high - sample.share.low <= width or draws.sum() + plan.sum() > most:
            return sample


def draw_pairs(
    classes: list[NDArray[np.int32]], counts: NDArray[np.int64], stream: Stream
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Draw so many pairs from each class.

    Returns
    -------
    starts, ranks
        int32 (n,) each, class by class: the first squares, flat indices from 0, and the ranks of the orders.
    """
    pairs = [
        (members[stream.below(len(members))], stream.below(ORDERS))
        for members, count in zip(classes, counts.tolist(), strict=True)
        for _ in range(count)
    ]
    starts, ranks = np.array(pairs, dtype=np.int32).T.copy()
    return starts, ranks


def count_all(size: int, rule: Rule) -> Sample:
    """Walk all 8! orders from all squares: every pair of each class once."""
    from gridpuzzles.knight.api import sweep_orders

    sweep, classes = sweep_orders(size, size, rule), start_classes(size)
    failing, closed = sweep.failures.ravel(), sweep.closed.ravel()
    squares = np.array([len(members) for members in classes.values()], dtype=np.int64)
    return Sample(
        np.array(list(classes), dtype=np.int32),
        squares,
        squares * ORDERS,
        np.array([ORDERS * len(members) - failing[members].sum() for members in classes.values()], dtype=np.int64),
        np.array([closed[members].sum() for members in classes.values()], dtype=np.int64),
    )
