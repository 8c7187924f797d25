"""Kernels that rank equally dangerous cells by what they promise, ties told exactly.

Cells that are equally dangerous are safe in the same number W of solutions. With W_n the solutions in which a cell is
safe and shows n, and s_n the cells then certainly safe, S is the sum of W_n over the n with s_n > 0, E that of s_n W_n,
both divided by W, and Q is ln W less the sum of W_n ln W_n / W. So S and E of two cells are equal if and only if two
integers are, and Q is equal where the W_n are the same integers in some order.

If floats differ by a part in 10^9 or more, so do the scores. Otherwise the integers are compared modulo primes, as in
`gridpuzzles.minesweeper.ties`, as many as it takes for their product to exceed them.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import MINES, REST, Outlook, log_solutions
from gridpuzzles.minesweeper.choosing import Choice, count_chosen, sort_classes
from gridpuzzles.minesweeper.deduction import Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import BOXES, COMPONENTS, Front
from gridpuzzles.minesweeper.probing import (
    HIGH,
    LOW,
    NUMBERS,
    REST_TAKEN,
    SPAN,
    Probe,
    gather_probe,
    look_ahead,
    shown,
    tabulate,
)
from gridpuzzles.minesweeper.ties import CLOSE, PRIMES, Residues, count_ahead_exactly

S, E, Q = range(3)
"""Columns of ``Choice.score``."""
EXACT = 2.0**53
"""Whole numbers below this are exact as floats, and so are their sums and products that stay below."""
DOUBTFUL = 2
"""In ``Choice.stands``: so close to the best that floats do not tell the two apart."""


@inner
def score_classes(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice, classes: int
) -> bool:
    """Fill in S, E and Q of all classes; return False if there was no room."""
    for kind in range(classes):
        if not look_ahead(field, front, graph, outlook, probe, choice.example[kind]):
            return False
        choice.stands[kind] = 1
        for criterion in range(3):
            choice.score[kind, criterion] = 0.0
        for n in range(NUMBERS):
            share, safe = probe.share[n], probe.safe[n]
            choice.share[kind, n], choice.safe[kind, n] = share, safe
            if share > 0.0:
                choice.score[kind, S] += share if safe > 0.0 else 0.0
                choice.score[kind, E] += share * safe
                choice.score[kind, Q] -= share * np.log(share)
    return True


@inner
def inverse(number: np.uint64, prime: np.uint64) -> np.uint64:
    """Return the inverse of a number modulo a prime below 2^32 (Fermat)."""
    result, power, left = np.uint64(1), number, np.int64(prime) - 2
    while left > 0:
        if left & 1:
            result = result * power % prime
        power = power * power % prime
        left >>= 1
    return result


@inner
def binomials(cells: int, most: int, prime: np.uint64, row: NDArray[np.uint64]) -> None:
    """Write C(cells, most - k), modulo a prime, into row[k]; 0 where that is out of range."""
    row[:] = 0
    below = np.uint64(1)  # most!
    for j in range(2, most + 1):
        below = below * np.uint64(j) % prime
    below = inverse(below, prime)
    for k in range(row.size):
        if most - k >= 0:
            row[k] = below
            below = below * np.uint64(max(1, most - k)) % prime
    above = np.uint64(1)
    for j in range(most + 1):
        if most - j < row.size:
            row[most - j] = row[most - j] * above % prime
        above = above * np.uint64(max(0, cells - j)) % prime


@inner
def weigh_outside_exactly(
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    ahead: NDArray[np.uint64],
    prime: np.uint64,
    outside: NDArray[np.uint64],
) -> None:
    """Write into ``outside``, uint64 (SPAN,), by the mines in the probe's component, the ways of all else."""
    low, high = 0, 0
    others = np.zeros(outlook.tally[MINES] + 1, dtype=np.uint64)
    others[0] = 1
    for i in range(front.fill[COMPONENTS]):
        if probe.touched[i]:
            continue
        final = graph.component[i, 2]
        first, last, place = graph.low[final], graph.high[final], graph.offset[final]
        for k in range(min(high + last, others.size - 1), -1, -1):
            weight = np.uint64(0)
            for j in range(max(first, k - high), min(last, k - low) + 1):
                weight = (weight + others[k - j] * ahead[place + j - first]) % prime
            others[k] = weight
        low, high = low + first, high + last
    high = min(high, others.size - 1)
    rest = outlook.tally[REST] - probe.tally[REST_TAKEN]
    row = np.empty(probe.tally[HIGH] + high + 1, dtype=np.uint64)
    binomials(rest, outlook.tally[MINES], prime, row)
    for j in range(outside.size):
        outside[j] = 0
        for k in range(low, high + 1):
            outside[j] = (outside[j] + others[k] * row[probe.tally[LOW] + j + k]) % prime


@inner
def count_shown(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    residues: Residues,
    cell: int,
    prime: np.uint64,
    counts: NDArray[np.uint64],
) -> None:
    """Write into ``counts``, uint64 (9,), in how many solutions a cell is safe and shows each number, modulo a prime.

    ``Residues.ahead`` must hold the counts of all components; ``Residues.behind`` is overwritten.
    """
    counts[:] = 0
    gather_probe(field, front, probe, cell)
    tabulate(field, probe, cell)
    outside = np.empty(probe.tally[SPAN], dtype=np.uint64)
    weigh_outside_exactly(front, graph, outlook, probe, residues.ahead, prime, outside)
    if probe.front.fill[BOXES] == 0:
        counts[0] = outside[0]
        return
    own, ways = probe.graph, residues.behind
    count_ahead_exactly(probe.front, own, ways, probe.front.fill[COMPONENTS] - 1, prime)
    for final in range(own.component[0, 2], own.component[0, 3]):
        n = shown(field, probe, cell, final)
        for j in range(own.low[final], own.high[final] + 1):
            weight = ways[own.offset[final] + j - own.low[final]]
            counts[n] = (counts[n] + weight * outside[j - probe.tally[LOW]]) % prime


@inner
def plainly_equal(choice: Choice, criterion: int, one: int, two: int) -> bool:
    """Return whether two classes' scores are equal without counting: nothing, everything, or a single number."""
    equal = True
    for kind in (one, two):
        possible, safe = 0, 0
        for n in range(NUMBERS):
            if choice.share[kind, n] > 0.0:
                possible += 1
                safe += choice.safe[kind, n] > 0.0
        if criterion == Q:
            equal = equal and possible == 1
        elif criterion == E or choice.score[one, S] < 0.5:
            equal = equal and safe == 0
        else:
            equal = equal and safe == possible
    return equal


@inner
def integers_of(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    residues: Residues,
    choice: Choice,
    prime: np.uint64,
) -> None:
    """Write into ``Choice.whole``, for each doubtful class, the integers that its scores rest on, modulo a prime.

    Entry 0 is that of S, 1 that of E, and those from 2 on are the W_n by size.
    """
    counts = np.empty(NUMBERS, dtype=np.uint64)
    for i in range(front.fill[COMPONENTS]):
        count_ahead_exactly(front, graph, residues.ahead, i, prime)
    for kind in range(choice.stands.size):
        if choice.stands[kind] != DOUBTFUL:
            continue
        count_shown(field, front, graph, outlook, probe, residues, choice.example[kind], prime, counts)
        whole = choice.whole[kind]
        whole[:2] = 0
        for n in range(NUMBERS):
            safe = choice.safe[kind, n]
            whole[S] = (whole[S] + np.uint64(min(safe, 1.0)) * counts[n]) % prime
            whole[E] = (whole[E] + np.uint64(safe) * counts[n]) % prime
            rank = 2
            for m in range(NUMBERS):
                more = choice.share[kind, m] > choice.share[kind, n]
                rank += more or (choice.share[kind, m] == choice.share[kind, n] and m < n)
            whole[rank] = counts[n]


@inner
def same_integers(choice: Choice, criterion: int, one: int, two: int) -> bool:
    """Return whether the integers of a criterion are the same for two classes."""
    first, last = criterion, criterion + 1
    if criterion == Q:
        last = choice.whole.shape[1]
    same = True
    for k in range(first, last):
        same = same and choice.whole[one, k] == choice.whole[two, k]
    return same


@inner
def doubt(choice: Choice, classes: int, criterion: int) -> int:
    """Of the classes that stand keep those with about the largest score; return the largest one's class.

    Those that are not plainly equal are flagged `DOUBTFUL`, the largest one too.
    """
    best = -1
    for kind in range(classes):
        if choice.stands[kind] and (best < 0 or choice.score[kind, criterion] > choice.score[best, criterion]):
            best = kind
    least = choice.score[best, criterion] * (1.0 - CLOSE)
    for kind in range(classes):
        if choice.stands[kind] and choice.score[kind, criterion] < least:
            choice.stands[kind] = 0
        elif choice.stands[kind] and kind != best and not plainly_equal(choice, criterion, kind, best):
            choice.stands[kind] = DOUBTFUL
            choice.stands[best] = DOUBTFUL
    return best


@inner
def write_table(field: Field, front: Front, probe: Probe, cell: int, numbers: NDArray[np.uint64]) -> int:
    """Write into ``numbers`` whole numbers that determine all W_n of a cell; return how many.

    They are the solutions of the probe's component, and which cells are outside it. Returns -1 if a number is too
    large for the float that it was counted in.
    """
    gather_probe(field, front, probe, cell)
    tabulate(field, probe, cell)
    place = 0
    for entry in (LOW, SPAN, REST_TAKEN):
        numbers[place] = np.uint64(probe.tally[entry])
        place += 1
    for i in range(front.fill[COMPONENTS]):
        numbers[place] = probe.touched[i]
        place += 1
    for k in range(NUMBERS * probe.tally[SPAN]):
        if probe.ways[k] >= EXACT:
            return -1
        numbers[place] = np.uint64(probe.ways[k])
        place += 1
    return place


@inner
def compare_tables(
    field: Field, front: Front, probe: Probe, residues: Residues, choice: Choice, classes: int, best: int
) -> None:
    """Take the doubt from classes with the same tables as ``best``: their W_n are equal without being worked out."""
    numbers, others = residues.behind, 0
    size = write_table(field, front, probe, choice.example[best], numbers)
    for kind in range(classes):
        if choice.stands[kind] != DOUBTFUL or kind == best:
            continue
        same = False
        if size > 0:
            same = write_table(field, front, probe, choice.example[kind], numbers[size:]) == size
        for k in range(size):
            same = same and numbers[k] == numbers[size + k]
        for n in range(NUMBERS):
            same = same and choice.safe[kind, n] == choice.safe[best, n]
        if same:
            choice.stands[kind] = 1
        else:
            others += 1
    if others == 0:
        choice.stands[best] = 1


@inner
def drop_unequal(choice: Choice, classes: int, criterion: int, best: int) -> None:
    """Drop the doubtful classes whose integers are not those of ``best``; alone, that is doubtful no more."""
    others = 0
    for kind in range(classes):
        if choice.stands[kind] == DOUBTFUL and kind != best:
            if same_integers(choice, criterion, kind, best):
                others += 1
            else:
                choice.stands[kind] = 0
    if others == 0:
        choice.stands[best] = 1


@inner
def refine_pseq(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    residues: Residues,
    choice: Choice,
) -> None:
    """Of the chosen cells keep those with the largest S, then E, then Q."""
    classes = sort_classes(field, front, choice) if count_chosen(choice) > 1 else 1
    if classes == 1 or not score_classes(field, front, graph, outlook, probe, choice, classes):
        return
    for criterion in range(3):
        best = doubt(choice, classes, criterion)
        if choice.stands[best] == DOUBTFUL:
            compare_tables(field, front, probe, residues, choice, classes, best)
        bits = log_solutions(front, outlook) / np.log(2.0) + 16.0
        used = 0
        while bits > 0.0 and used < PRIMES.size and choice.stands[best] == DOUBTFUL:
            integers_of(field, front, graph, outlook, probe, residues, choice, PRIMES[used])
            drop_unequal(choice, classes, criterion, best)
            bits -= 30.9
            used += 1
        for kind in range(classes):
            choice.stands[kind] = min(choice.stands[kind], 1)
    for cell in range(choice.cell.size):
        if choice.cell[cell] and not choice.stands[choice.kind[cell]]:
            choice.cell[cell] = 0
