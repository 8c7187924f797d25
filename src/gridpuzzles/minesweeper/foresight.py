"""The guess that promises to win, weighed by experience: the solver `foresight`.

A guess is worth the product of

* its safety, the probability s that the cell is no mine;
* the expected safety of the safest cell after it to the power of 1 - `SECOND`, and that of the second safest cell to
  the power of `SECOND` (both 1 after a win): a single way on is less than two;
* exp(`CLEARS` k), k being the expected number of cells that are certainly safe after it, `MOST_CLEARS` at most;
* exp(`COIN` c / s), c being its coin risk (`gridpuzzles.minesweeper.coins`): what is lost by the coin is lost anyway.

With all weights 0 it is worth what `lookahead` takes it to be worth. The weights come from games on 16x30 with 99 mines
in which each guess was drawn among those about as good, and a regression of the wins on what told them apart
(docs/decisions/0010-weights-of-foresight.md).
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import Outlook, log_solutions
from gridpuzzles.minesweeper.choosing import Choice
from gridpuzzles.minesweeper.coins import find_coins
from gridpuzzles.minesweeper.deduction import Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import Front
from gridpuzzles.minesweeper.lookahead import SAFETY, VALUE, list_classes, next_class
from gridpuzzles.minesweeper.probing import NUMBERS, TWO_SAFEST, Probe, find_survival, look_ahead
from gridpuzzles.minesweeper.ties import CLOSE

SECOND, CLEARS, COIN = 0.32, 0.014, 0.35
"""The weights of the second safest cell, of certainly safe cells and of the coin risk."""
MOST_CLEARS = 8.0
"""Certainly safe cells beyond this count no more."""


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
def worth_after(probe: Probe) -> float:
    """Return what a safe click is worth, after `look_ahead` and `find_survival`."""
    safest, second, clears = expectations(probe)
    return safest ** (1.0 - SECOND) * second**SECOND * np.exp(CLEARS * clears)  # type: ignore[no-any-return]


@inner
def weigh_coins(choice: Choice, coin: NDArray[np.float64]) -> None:
    """Turn every closed cell's coin risk into its factor, and raise the classes' ``SAFETY`` by the largest of them."""
    for cell in range(coin.size):
        if choice.cell[cell]:
            safety = 1.0 - choice.risk[cell]
            coin[cell] = np.exp(COIN * min(coin[cell], choice.risk[cell], safety) / safety) if safety > 0.0 else 1.0
            kind = choice.kind[cell]
            choice.score[kind, SAFETY] = max(choice.score[kind, SAFETY], safety * coin[cell])


@inner
def choose_by_foresight(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice
) -> None:
    """Choose the cells that are worth the most, a part in 10^9 making no difference; after `find_risks`."""
    coin = np.empty(choice.cell.size, dtype=np.float64)
    find_coins(field, probe.front, probe.graph, probe.outlook, log_solutions(front, outlook), coin)
    classes = list_classes(field, front, outlook, choice)
    weigh_coins(choice, coin)
    best = 0.0
    kind = next_class(choice, classes)
    while kind >= 0 and choice.score[kind, SAFETY] * np.exp(CLEARS * MOST_CLEARS) >= best * (1.0 - CLOSE):
        choice.score[kind, VALUE] = 0.0
        if look_ahead(field, front, graph, outlook, probe, choice.example[kind]):
            find_survival(field, front, graph, outlook, probe, choice.example[kind], TWO_SAFEST)
            choice.score[kind, VALUE] = worth_after(probe)
        best = max(best, choice.score[kind, SAFETY] * choice.score[kind, VALUE])
        kind = next_class(choice, classes)
    for cell in range(choice.cell.size):
        if choice.cell[cell]:
            worth = (1.0 - choice.risk[cell]) * coin[cell] * choice.score[choice.kind[cell], VALUE]
            choice.cell[cell] = worth >= best * (1.0 - CLOSE)
