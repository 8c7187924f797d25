"""Kernels that tell equal mine probabilities from close ones, exactly.

Two cells of boxes a and b are equally dangerous if N_a s_b = N_b s_a, where N is the weighted number of mines in a box
over all solutions and s its size; for the rest, N and s are those of the rest. These integers may have hundreds of
bits. If floats say that the two sides differ by a part in 10^9 or more, they do. Otherwise both sides are computed
modulo primes near 2^31, as many as it takes for their product to exceed the largest possible difference: the sides are
equal if and only if they agree modulo all of them (Chinese remainder theorem).

So that few primes suffice, the weights C(R, j) of the rest are replaced by integers in the same proportions: with
j running from l to h, C(R, j) is proportional to (j+1) ... h times (R-j+1) ... (R-l).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import MINES, REST, STRIDE, Outlook
from gridpuzzles.minesweeper.elimination import WAYS, Graph
from gridpuzzles.minesweeper.frontier import COMPONENTS, Front

CLOSE = 1e-9
"""Relative difference below which floats do not decide."""


def _largest_primes(count: int, below: int) -> list[int]:
    """Return the largest primes below a bound of at most 2^32 (Miller-Rabin with bases 2, 7, 61: G. Jaeschke, 1993)."""

    def passes(number: int, base: int) -> bool:
        twos = ((number - 1) & -(number - 1)).bit_length() - 1
        power = pow(base, (number - 1) >> twos, number)
        squares = [power]
        for _ in range(twos - 1):
            squares.append(squares[-1] ** 2 % number)
        return power == 1 or number - 1 in squares

    found: list[int] = []
    candidate = below - 1 + below % 2
    while len(found) < count:
        if all(passes(candidate, base) for base in (2, 7, 61)):
            found.append(candidate)
        candidate -= 2
    return found


PRIMES = np.array(_largest_primes(64, 1 << 31), dtype=np.uint64)


class Residues(NamedTuple):
    """Integers modulo one prime, laid out as in `Graph` and `Outlook`, all uint64.

    Attributes
    ----------
    ahead, behind
        (values,): ways from the start and, weighted, to the end.
    before, after
        By component: ways of the earlier, weight of the later components.
    total
        (boxes + 1,): weighted number of mines in each box; the last entry is the rest's.
    """

    ahead: NDArray[np.uint64]
    behind: NDArray[np.uint64]
    before: NDArray[np.uint64]
    after: NDArray[np.uint64]
    total: NDArray[np.uint64]


def new_residues(graph: Graph, outlook: Outlook) -> Residues:
    """Return room for the residues of a graph."""
    values, rows, boxes = graph.ahead.size, outlook.before.size, outlook.expect.size
    return Residues(*(np.zeros(size, dtype=np.uint64) for size in (values, values, rows, rows, boxes + 1)))


@inner
def bits_needed(front: Front, outlook: Outlook) -> float:
    """Return an upper bound of log2 |N_a s_b - N_b s_a|, if the two differ by less than `CLOSE`."""
    components, stride = front.fill[COMPONENTS], outlook.tally[STRIDE]
    rest, mines = outlook.tally[REST], outlook.tally[MINES]
    bits = np.log2(max(outlook.rest[1], 1e-300)) + np.log2(max(rest, 8) * max(rest, 8)) + np.log2(4 * CLOSE)
    for i in range(components):
        bits += np.log2(outlook.scale[i])
    low, high = max(0, mines - stride + 1), min(rest, mines)
    top = low
    for j in range(low, high + 1):
        if outlook.after[components * stride + mines - j] == 1.0:
            top = j
    for j in range(top + 1, high + 1):
        bits += np.log2(j)
    for j in range(rest - top + 1, rest - low + 1):
        bits += np.log2(j)
    return bits  # type: ignore[no-any-return]


@inner
def weigh_rest_exactly(outlook: Outlook, after: NDArray[np.uint64], start: int, prime: np.uint64) -> None:
    """Write the integer weights of the rest, modulo a prime, into a row of ``after``."""
    rest, mines, stride = outlook.tally[REST], outlook.tally[MINES], outlook.tally[STRIDE]
    low, high = max(0, mines - stride + 1), min(rest, mines)
    after[start : start + stride] = 0
    factor = np.uint64(1)
    for j in range(high, low - 1, -1):
        after[start + mines - j] = factor
        factor = factor * np.uint64(j) % prime
    factor = np.uint64(1)
    for j in range(low, high + 1):
        after[start + mines - j] = after[start + mines - j] * factor % prime
        factor = factor * np.uint64(rest - j) % prime


@inner
def count_ahead_exactly(front: Front, graph: Graph, ahead: NDArray[np.uint64], i: int, prime: np.uint64) -> None:
    """Count into ``ahead`` the ways from component i's start to every (state, mines used), modulo a prime."""
    first, last = graph.component[i, 0], graph.component[i, 1]
    start, final = graph.source[graph.step_edge[first]], graph.component[i, 3] - 1
    ahead[graph.offset[start] : graph.offset[final] + graph.high[final] - graph.low[final] + 1] = 0
    ahead[graph.offset[start]] = 1
    for step in range(first, last):
        size = front.size[graph.order[step]]
        for edge in range(graph.step_edge[step], graph.step_edge[step + 1]):
            source, target, mines = graph.source[edge], graph.target[edge], graph.mines[edge]
            ways = np.uint64(WAYS[size, mines])
            here = graph.offset[source]
            there = graph.offset[target] + graph.low[source] + mines - graph.low[target]
            for k in range(graph.high[source] - graph.low[source] + 1):
                ahead[there + k] = (ahead[there + k] + ways * ahead[here + k]) % prime


@inner
def combine_exactly(front: Front, graph: Graph, outlook: Outlook, residues: Residues, prime: np.uint64) -> None:
    """Fill ``before`` and ``after`` and the rest's total, modulo a prime."""
    components, stride = front.fill[COMPONENTS], outlook.tally[STRIDE]
    before, after = residues.before, residues.after
    before[: (components + 1) * stride] = 0
    after[: components * stride] = 0
    before[0] = 1
    weigh_rest_exactly(outlook, after, components * stride, prime)
    for i in range(components):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            ways = residues.ahead[graph.offset[final] + j - graph.low[final]]
            for k in range(stride - j):
                place = (i + 1) * stride + k + j
                before[place] = (before[place] + before[i * stride + k] * ways) % prime
    for i in range(components - 1, -1, -1):
        final = graph.component[i, 2]
        for j in range(graph.low[final], graph.high[final] + 1):
            ways = residues.ahead[graph.offset[final] + j - graph.low[final]]
            for k in range(stride - j):
                place = i * stride + k
                after[place] = (after[place] + after[(i + 1) * stride + k + j] * ways) % prime
    total = np.uint64(0)
    for k in range(min(stride, outlook.tally[MINES] + 1)):
        weight = before[components * stride + k] * after[components * stride + k] % prime
        total = (total + weight * np.uint64(outlook.tally[MINES] - k)) % prime
    residues.total[-1] = total


@inner
def trace_exactly(front: Front, graph: Graph, outlook: Outlook, residues: Residues, i: int, prime: np.uint64) -> None:
    """Sum the weighted number of mines in each box of component i, modulo a prime."""
    first, last, stride = graph.component[i, 0], graph.component[i, 1], outlook.tally[STRIDE]
    start, final = graph.source[graph.step_edge[first]], graph.component[i, 2]
    behind = residues.behind
    behind[graph.offset[start] : graph.offset[final]] = 0
    for j in range(graph.low[final], graph.high[final] + 1):
        weight = np.uint64(0)
        for k in range(stride - j):
            product = residues.before[i * stride + k] * residues.after[(i + 1) * stride + k + j]
            weight = (weight + product) % prime
        behind[graph.offset[final] + j - graph.low[final]] = weight
    for step in range(last - 1, first - 1, -1):
        box = graph.order[step]
        total = np.uint64(0)
        for edge in range(graph.step_edge[step], graph.step_edge[step + 1]):
            source, target, mines = graph.source[edge], graph.target[edge], graph.mines[edge]
            ways = np.uint64(WAYS[front.size[box], mines])
            here = graph.offset[source]
            there = graph.offset[target] + graph.low[source] + mines - graph.low[target]
            for k in range(graph.high[source] - graph.low[source] + 1):
                weight = ways * behind[there + k] % prime
                behind[here + k] = (behind[here + k] + weight) % prime
                total = (total + residues.ahead[here + k] * weight % prime * np.uint64(mines)) % prime
        residues.total[box] = total


@inner
def keep_equal(
    front: Front, graph: Graph, outlook: Outlook, residues: Residues, chosen: NDArray[np.uint8], best: int
) -> None:
    """Of the boxes flagged in ``chosen`` keep those exactly as dangerous as box ``best``.

    Parameters
    ----------
    chosen
        uint8 (boxes + 1,): the last entry stands for the rest; changed in place.
    best
        A box, or the last index for the rest.
    """
    rest = chosen.size - 1
    bits = bits_needed(front, outlook)
    used = 0
    while bits > 0 and used < PRIMES.size:
        prime = PRIMES[used]
        used += 1
        bits -= 30.9
        for i in range(front.fill[COMPONENTS]):
            count_ahead_exactly(front, graph, residues.ahead, i, prime)
        combine_exactly(front, graph, outlook, residues, prime)
        for i in range(front.fill[COMPONENTS]):
            trace_exactly(front, graph, outlook, residues, i, prime)
        best_size = np.uint64(outlook.tally[REST] if best == rest else front.size[best])
        others = 0
        for box in range(chosen.size):
            if chosen[box] and box != best:
                size = np.uint64(outlook.tally[REST] if box == rest else front.size[box])
                chosen[box] = residues.total[box] * best_size % prime == residues.total[best] * size % prime
                others += chosen[box]
        if others == 0:
            return
