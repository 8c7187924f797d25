"""The exact probability that Warnsdorff's rule completes when each tie is broken by a fair draw."""

from collections import defaultdict
from fractions import Fraction
from math import lcm

from gridpuzzles.knight.model import Rule, Square, check_rule, check_size, check_start, neighbours

# Divisible by every number of tied moves, so that shares of a probability stay whole.
_SHARES = lcm(*range(1, 9))


def random_success_probability(rows: int, cols: int, start: Square, rule: Rule = "standard") -> Fraction:
    """Return the probability of a complete tour from a start, with each tied move equally likely at every tie.

    What happens next depends only on the set of visited squares and on the last of them. So all ways to walk are
    followed at once, step by step, and those that have visited the same squares and end on the same one are one way.

    Examples
    --------
    >>> random_success_probability(6, 6, (3, 3))
    Fraction(49, 64)
    """
    check_size(rows, cols)
    check_start(rows, cols, start)
    check_rule(rule)
    squares = [(row, col) for row in range(1, rows + 1) for col in range(1, cols + 1)]
    bit = {square: 1 << index for index, square in enumerate(squares)}
    beside = {bit[square]: [bit[target] for target in neighbours(rows, cols, square).values()] for square in squares}
    around = {square: sum(targets) for square, targets in beside.items()}
    not_lowered = around[bit[start]] if rule == "thesis" else 0
    # (visited squares, last square) -> probability, in units of _SHARES ** -(steps made).
    ways = {(bit[start], bit[start]): 1}
    for _ in range(rows * cols - 1):
        longer: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (visited, last), probability in ways.items():
            degrees = {
                target: (around[target] & ~visited).bit_count() + bool(target & not_lowered)
                for target in beside[last]
                if not target & visited
            }
            least = min(degrees.values(), default=0)
            tied = [target for target, degree in degrees.items() if degree == least]
            for target in tied:
                longer[visited | target, target] += probability * (_SHARES // len(tied))
        ways = longer
    return Fraction(sum(ways.values()), _SHARES ** (rows * cols - 1))
