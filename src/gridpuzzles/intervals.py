"""Intervals for shares and for paired differences.

Vocabulary
----------
share
    Successes divided by independent trials.
Wilson interval
    The score interval of E. B. Wilson, JASA 22 (1927); it keeps its level for shares near 0 and 1.
weighted share
    A sum of the shares of classes, each drawn from on its own, times the classes' known weights, which add up to 1.
paired difference
    The difference of two solvers' shares on the same boards. Only the boards on which they disagree carry
    information; the interval is Newcombe's square-and-add hybrid of two Wilson intervals with the correlation put in.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True)
class Interval:
    """An estimate with its lower and upper limit."""

    estimate: float
    low: float
    high: float


def wilson(successes: int, trials: int, level: float = 0.95) -> Interval:
    """Return the Wilson score interval of a share.

    Examples
    --------
    >>> wilson(8, 10)  # doctest: +ELLIPSIS
    Interval(estimate=0.8, low=0.490162..., high=0.943317...)

    Raises
    ------
    ValueError
        If ``trials`` is not positive or ``successes`` is not between 0 and ``trials``.
    """
    if trials <= 0 or not 0 <= successes <= trials:
        raise ValueError(f"successes of trials: {successes} of {trials} is not a share")
    share, z = successes / trials, normal_quantile((1 + level) / 2)
    centre = (share + z * z / (2 * trials)) / (1 + z * z / trials)
    half = z / (1 + z * z / trials) * math.sqrt(share * (1 - share) / trials + (z / (2 * trials)) ** 2)
    low = centre - half if successes > 0 else 0.0
    return Interval(share, low, centre + half if successes < trials else 1.0)


def normal_quantile(probability: float) -> float:
    """Return the standard normal distribution's quantile.

    From Python's own library: to load scipy's takes longer than most tables do, and every job of a run is a process.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return NormalDist().inv_cdf(probability)


def weighted_share(
    successes: Sequence[int], trials: Sequence[int], weights: Sequence[float], level: float = 0.95
) -> Interval:
    """Return the interval of a share from a stratified sample: a limit's distances, class by class, squared and added.

    With one class this is the Wilson interval.

    Parameters
    ----------
    successes, trials
        Of each class.
    weights
        Of each class: its part of the whole; they add up to 1.

    Source: G. Y. Zou, W. Huang and X. Zhang, "A note on confidence interval estimation for a linear function of
    binomial proportions", Computational Statistics & Data Analysis 53 (2009), with Wilson's limits in each class.

    Examples
    --------
    >>> weighted_share([8, 30], [10, 40], [0.5, 0.5])  # doctest: +ELLIPSIS
    Interval(estimate=0.775, low=0.6024..., high=0.8647...)
    """
    if not math.isclose(sum(weights), 1) or min(weights) < 0:
        raise ValueError(f"weights: {list(weights)} are not parts of a whole")
    classes = [wilson(won, of, level) for won, of in zip(successes, trials, strict=True)]
    weighted = list(zip(weights, classes, strict=True))
    estimate = sum(weight * one.estimate for weight, one in weighted)
    below = math.hypot(*(weight * (one.estimate - one.low) for weight, one in weighted))
    above = math.hypot(*(weight * (one.high - one.estimate) for weight, one in weighted))
    return Interval(estimate, estimate - below, estimate + above)


def paired_difference(both: int, first: int, second: int, neither: int, level: float = 0.95) -> Interval:
    """Return the interval of (first solver's share − second solver's share) on the same boards.

    Parameters
    ----------
    both, first, second, neither
        Number of boards won by both solvers, by the first alone, by the second alone, by neither.

    Source: R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on
    paired data", Statistics in Medicine 17 (1998), method 10.

    Examples
    --------
    The paper's own example (its table III): 36, 12, 2 and 0 of 50 pairs give 0.2 with limits 0.0569 and 0.3404.

    >>> interval = paired_difference(36, 12, 2, 0)
    >>> round(interval.estimate, 4), round(interval.low, 4), round(interval.high, 4)
    (0.2, 0.0569, 0.3404)
    """
    if min(both, first, second, neither) < 0:
        raise ValueError("both, first, second, neither: counts are not negative")
    trials = both + first + second + neither
    one, two = wilson(both + first, trials, level), wilson(both + second, trials, level)
    correlation = _phi(both, first, second, neither)
    difference = one.estimate - two.estimate
    below = _distance(one.estimate - one.low, two.high - two.estimate, correlation)
    above = _distance(one.high - one.estimate, two.estimate - two.low, correlation)
    return Interval(difference, difference - below, difference + above)


def _distance(one: float, two: float, correlation: float) -> float:
    return math.sqrt(max(0.0, one * one - 2 * correlation * one * two + two * two))


def _phi(both: int, first: int, second: int, neither: int) -> float:
    """Return the phi coefficient, its numerator corrected towards 0 when positive, as in Newcombe's method 10."""
    trials = both + first + second + neither
    product = (both + first) * (second + neither) * (both + second) * (first + neither)
    if product == 0:
        return 0.0
    determinant = both * neither - first * second
    if determinant > 0:
        determinant = max(determinant - trials / 2, 0.0)  # type: ignore[assignment]
    return float(determinant / math.sqrt(product))
