"""The guess that promises to win, weighed by experience: the solver `foresight`.

A guess is worth the product of

* its safety s, the probability that the cell is no mine;
* the expected safety of the safest cell after it to the power of 1 - `SECOND`, and that of the second safest cell to
  the power of `SECOND` (both 1 after a win): a single way on is less than two. Only cells count that are living
  (`gridpuzzles.minesweeper.dead`), as long as one of them can be safe: a dead cell is no way on;
* exp(`CLEARS` k), k being the expected number of living cells that are certainly safe after it, at most `MOST_CLEARS`;
* exp(`COIN` c / s), c being its coin risk (`gridpuzzles.minesweeper.coins`): what is lost by the coin is lost anyway;
* exp(`APART`) if the cell lies apart: neither it nor any undecided neighbour of it touches a number;
* exp(-`POCKET`) if it lies in a pocket: undecided cells that hang together, `POCKET_CELLS` of them at most. What is
  there may be known at the end, from the mine count.

That is after the first *opening*, a cell that shows 0. Before it, an opening is what matters, a second way on counts
little: the weights are `SECOND_BEFORE`, `CLEARS_BEFORE` and `APART_BEFORE`; instead of coins and pockets there is a
factor exp(-`DEEP_BEFORE`) if the cell lies deep: `DEEP_CELLS` cells or more at a distance of two are undecided.

The weights come from games on 16x30 with 99 mines in which each guess was drawn among those about as good, and a
regression of the wins on what told them apart (docs/decisions/0010-weights-of-foresight.md).
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import Outlook, log_solutions
from gridpuzzles.minesweeper.choosing import Choice
from gridpuzzles.minesweeper.coins import find_coins, row_length
from gridpuzzles.minesweeper.dead import find_dead
from gridpuzzles.minesweeper.deduction import CLOSED, OPEN, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import STAMP, Front
from gridpuzzles.minesweeper.lookahead import SAFETY, VALUE, list_classes, next_class
from gridpuzzles.minesweeper.probing import NUMBERS, TWO_SAFEST, Probe, find_survival, look_ahead
from gridpuzzles.minesweeper.ties import CLOSE

SECOND, CLEARS, COIN, APART, POCKET = 0.4, 0.0072, 0.53, 0.02, 0.046
"""The weights after the first opening."""
SECOND_BEFORE, CLEARS_BEFORE, APART_BEFORE, DEEP_BEFORE = 0.1, 0.008, 0.023, 0.023
"""The weights before it."""
MOST_CLEARS = 8.0
"""Certainly safe cells beyond this count no more."""
POCKET_CELLS, DEEP_CELLS = 20, 12
"""Most cells of a pocket; fewest undecided cells at a distance of two that make a place deep."""


@inner
def has_opening(field: Field) -> bool:
    """Return whether a cell shows 0: one that is open, as are all its neighbours."""
    for cell in range(field.state.size):
        count = 0
        while count < field.degrees[cell] and field.state[field.table[cell, count]] == OPEN:
            count += 1
        if field.state[cell] == OPEN and count == field.degrees[cell]:
            return True
    return False


@inner
def lies_apart(field: Field, front: Front, cell: int) -> bool:
    """Return whether neither an undecided cell nor any undecided neighbour of it touches a number."""
    apart: bool = front.seen[cell] != front.fill[STAMP]
    for j in range(field.degrees[cell]):
        other = field.table[cell, j]
        apart = apart and not (field.state[other] == CLOSED and front.seen[other] == front.fill[STAMP])
    return apart


@inner
def lies_deep(field: Field, cols: int, cell: int) -> bool:
    """Return whether so many cells at a distance of two are undecided as make a place deep."""
    row, col, count = cell // cols, cell % cols, 0
    for i in range(max(0, row - 2), min(field.state.size // cols, row + 3)):
        for j in range(max(0, col - 2), min(cols, col + 3)):
            if max(abs(i - row), abs(j - col)) == 2 and field.state[i * cols + j] == CLOSED:
                count += 1
    return count >= DEEP_CELLS


@inner
def find_pockets(field: Field, pocket: NDArray[np.uint8]) -> None:
    """Write which undecided cells lie in a pocket."""
    reached = np.empty(field.state.size, dtype=np.int32)
    seen = np.zeros(field.state.size, dtype=np.uint8)
    for start in range(field.state.size):
        if seen[start] or field.state[start] != CLOSED:
            continue
        reached[0] = start
        seen[start] = 1
        count, k = 1, 0
        while k < count:
            for j in range(field.degrees[reached[k]]):
                other = field.table[reached[k], j]
                if field.state[other] == CLOSED and not seen[other]:
                    seen[other] = 1
                    reached[count] = other
                    count += 1
            k += 1
        for k in range(count):
            pocket[reached[k]] = count <= POCKET_CELLS


@inner
def weigh_places_before(field: Field, front: Front, choice: Choice, factor: NDArray[np.float64]) -> None:
    """Write the factors that the closed cells' worths owe to their places, before the first opening."""
    cols = row_length(field)
    for cell in range(factor.size):
        if choice.cell[cell]:
            apart = APART_BEFORE if lies_apart(field, front, cell) else 0.0
            deep = DEEP_BEFORE if lies_deep(field, cols, cell) else 0.0
            factor[cell] = np.exp(apart - deep)


@inner
def weigh_places_after(
    field: Field, front: Front, outlook: Outlook, probe: Probe, choice: Choice, factor: NDArray[np.float64]
) -> None:
    """Write the factors that the closed cells' worths owe to their places, after the first opening."""
    find_coins(field, probe.front, probe.graph, probe.outlook, log_solutions(front, outlook), factor)
    pocket = np.zeros(factor.size, dtype=np.uint8)
    find_pockets(field, pocket)
    for cell in range(factor.size):
        if choice.cell[cell]:
            safety = max(1.0 - choice.risk[cell], CLOSE)
            lost_anyway = min(factor[cell], choice.risk[cell], safety) / safety
            apart = APART if lies_apart(field, front, cell) else 0.0
            factor[cell] = np.exp(COIN * lost_anyway + apart - POCKET * pocket[cell])


@inner
def bound_classes(choice: Choice, classes: int, factor: NDArray[np.float64]) -> None:
    """Make the classes' ``SAFETY`` the largest product of a cell's safety and its factor."""
    choice.score[:classes, SAFETY] = 0.0
    for cell in range(factor.size):
        if choice.cell[cell]:
            kind = choice.kind[cell]
            choice.score[kind, SAFETY] = max(choice.score[kind, SAFETY], (1.0 - choice.risk[cell]) * factor[cell])


@inner
def expectations(probe: Probe) -> tuple[float, float, float]:
    """Return the expected safety of the safest and of the second safest cell, and the certainly safe cells.

    After a safe click, that is, by `look_ahead` and `find_survival`; more than `MOST_CLEARS` cells count as many.
    """
    safest, second, clears = 0.0, 0.0, 0.0
    for n in range(NUMBERS):
        safest += probe.share[n] * probe.survival[n]
        second += probe.share[n] * probe.second[n]
        clears += probe.share[n] * min(probe.safe[n], MOST_CLEARS)
    return safest, second, clears


@inner
def worth_after(probe: Probe, opening: bool) -> float:
    """Return what a safe click is worth, but for its place, after `look_ahead` and `find_survival`."""
    safest, second, clears = expectations(probe)
    exponent, weight = (SECOND, CLEARS) if opening else (SECOND_BEFORE, CLEARS_BEFORE)
    worth: float = safest ** (1.0 - exponent) * second**exponent * np.exp(weight * clears)
    return worth


@inner
def choose_by_foresight(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice
) -> None:
    """Choose the cells that are worth the most, a part in 10^9 making no difference; after `find_risks`."""
    opening = has_opening(field)
    factor = np.empty(choice.cell.size, dtype=np.float64)
    classes = list_classes(field, front, outlook, choice)
    if opening:
        weigh_places_after(field, front, outlook, probe, choice, factor)
    else:
        weigh_places_before(field, front, choice, factor)
    bound_classes(choice, classes, factor)
    find_dead(field, front, graph, outlook, probe, choice, classes)
    best, most = 0.0, np.exp(max(CLEARS, CLEARS_BEFORE) * MOST_CLEARS)
    kind = next_class(choice, classes)
    while kind >= 0 and choice.score[kind, SAFETY] * most >= best * (1.0 - CLOSE):
        choice.score[kind, VALUE] = 0.0
        if look_ahead(field, front, graph, outlook, probe, choice.example[kind]):
            find_survival(field, front, graph, outlook, probe, choice.example[kind], TWO_SAFEST)
            choice.score[kind, VALUE] = worth_after(probe, opening)
        best = max(best, choice.score[kind, SAFETY] * choice.score[kind, VALUE])
        kind = next_class(choice, classes)
    for cell in range(choice.cell.size):
        if choice.cell[cell]:
            worth = (1.0 - choice.risk[cell]) * factor[cell] * choice.score[choice.kind[cell], VALUE]
            choice.cell[cell] = worth >= best * (1.0 - CLOSE)
