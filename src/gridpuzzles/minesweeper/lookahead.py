"""The guess after which most solutions survive the next clicks too: the solver `lookahead`.

A position's *survival* to depth d is the probability that the best play survives one click and d more; where a cell is
certainly safe, or the game is won, it is 1, and what follows is not looked at. A guess is worth the probability that it
is safe times the expected survival, to depth d - 1, of the position that it leads to.

Looking further never makes a position or a guess better. So a guess that looks bad at a small depth, be it depth 0 (its
own safety), is never worked out at a larger one if another is already known to be at least as good; no guess is left
out that could be the best. Depth 1 is one kernel; beyond, plain code leads the search and calls kernels for positions.
"""

import dataclasses
from typing import NamedTuple

import numpy as np

from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.analysis import Outlook, find_certain, find_risks, new_outlook
from gridpuzzles.minesweeper.choosing import Choice, fill_risks, new_choice, sort_classes
from gridpuzzles.minesweeper.deduction import CLOSED, CLOSED_LEFT, OPEN, Field
from gridpuzzles.minesweeper.elimination import Graph, new_graph
from gridpuzzles.minesweeper.frontier import Front, new_front
from gridpuzzles.minesweeper.probing import NUMBERS, SAFEST, Probe, find_survival, look_ahead, new_probe
from gridpuzzles.minesweeper.ties import CLOSE

VALUE, SAFETY = range(2)
"""Columns of ``Choice.score``: a class's worth as a guess (-1: not worked out), the probability that it is safe."""


class Level(NamedTuple):
    """Room for one position on the way: that on the table, or one that is imagined."""

    front: Front
    graph: Graph
    outlook: Outlook
    probe: Probe
    choice: Choice


def new_level(count: int) -> Level:
    """Return room for positions on N cells."""
    return Level(new_front(count), new_graph(count), new_outlook(count), new_probe(count), new_choice(count))


@inner
def list_classes(field: Field, front: Front, outlook: Outlook, choice: Choice) -> int:
    """Sort all closed cells into classes, after `find_risks`; return their number."""
    for cell in range(choice.cell.size):
        choice.cell[cell] = field.state[cell] == CLOSED
    fill_risks(field, front, outlook, choice)
    classes = sort_classes(field, front, choice)
    for kind in range(classes):
        choice.score[kind, VALUE] = -1.0
        choice.score[kind, SAFETY] = 1.0 - choice.risk[choice.example[kind]]
    return classes


@inner
def next_class(choice: Choice, classes: int) -> int:
    """Return the safest class that is not worked out, or -1."""
    best = -1
    for kind in range(classes):
        if choice.score[kind, VALUE] < 0.0 and (best < 0 or choice.score[kind, SAFETY] > choice.score[best, SAFETY]):
            best = kind
    return best


@inner
def score_classes(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    choice: Choice,
    classes: int,
    floor: float,
) -> float:
    """Work out to depth 1 all classes that may be worth the most there, or whose safety is ``floor`` or more.

    Returns
    -------
    float
        The position's survival to depth 1.
    """
    best = 0.0
    for kind in range(classes):
        best = max(best, choice.score[kind, VALUE])
    kind = next_class(choice, classes)
    while kind >= 0 and choice.score[kind, SAFETY] >= min(best, floor) * (1.0 - CLOSE):
        choice.score[kind, VALUE] = 0.0
        if look_ahead(field, front, graph, outlook, probe, choice.example[kind]):
            find_survival(field, front, graph, outlook, probe, choice.example[kind], SAFEST)
            value = 0.0
            for n in range(NUMBERS):
                choice.share[kind, n], choice.survival[kind, n] = probe.share[n], probe.survival[n]
                value += probe.share[n] * probe.survival[n]
            choice.score[kind, VALUE] = choice.score[kind, SAFETY] * value
        best = max(best, choice.score[kind, VALUE])
        kind = next_class(choice, classes)
    return best


@inner
def keep_best(choice: Choice, classes: int) -> None:
    """Choose the cells of the most valuable classes, a part in 10^9 making no difference."""
    best = 0.0
    for kind in range(classes):
        best = max(best, choice.score[kind, VALUE])
    for cell in range(choice.cell.size):
        if choice.cell[cell] and choice.score[choice.kind[cell], VALUE] < best * (1.0 - CLOSE):
            choice.cell[cell] = 0


@inner
def choose_survivor(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice) -> None:
    """Choose the cells from which this click and the next are survived most probably; after `find_risks`."""
    classes = list_classes(field, front, outlook, choice)
    score_classes(field, front, graph, outlook, probe, choice, classes, np.inf)
    keep_best(choice, classes)


@short_kernel
def look_around(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice) -> int:
    """Work out a position's classes to depth 1, counting it anew; return their number, 0 without a solution."""
    if not find_certain(field, front, graph, outlook):
        return 0
    find_risks(front, graph, outlook)
    classes = list_classes(field, front, outlook, choice)
    score_classes(field, front, graph, outlook, probe, choice, classes, np.inf)
    return classes


@short_kernel
def look_closer(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    probe: Probe,
    choice: Choice,
    classes: int,
    floor: float,
) -> None:
    """After `look_around`: work out to depth 1 all classes whose safety is ``floor`` or more."""
    score_classes(field, front, graph, outlook, probe, choice, classes, floor)


@dataclasses.dataclass
class Search:
    """A search to depth 2 or more.

    Attributes
    ----------
    field
        The position on the table; changed while positions are imagined, and then as before.
    levels
        Room for the position after 0, 1, ... imagined clicks, as many as the depth.
    known
        Survivals worked out, by the clicks imagined (cell, number shown): their order makes no difference.
    """

    field: Field
    levels: tuple[Level, ...]
    known: dict[frozenset[tuple[int, int]], float] = dataclasses.field(default_factory=dict)

    def choose(self) -> None:
        """Choose the best cells in the first level's ``choice``."""
        choice = self.levels[0].choice
        worth = self._work_out(frozenset())
        best = max(worth.values())
        winners = [kind for kind, value in worth.items() if value >= best * (1 - CLOSE)]
        choice.cell[:] = choice.cell & np.isin(choice.kind, winners)

    def _work_out(self, imagined: frozenset[tuple[int, int]]) -> dict[int, float]:
        """Return what the classes of a position are worth: exactly for the best ones, for others an upper bound."""
        level = self.levels[len(imagined)]
        score = level.choice.score
        classes = look_around(self.field, *level)
        worth: dict[int, float] = {}
        best = 0.0
        while len(worth) < classes:
            bounds = {k: score[k, VALUE if score[k, VALUE] >= 0 else SAFETY] for k in range(classes) if k not in worth}
            kind = max(bounds, key=lambda k: bounds[k])
            if bounds[kind] < best * (1 - CLOSE):
                break
            if score[kind, VALUE] < 0:
                look_closer(self.field, *level, classes, bounds[kind])
            else:
                worth[kind] = self._worth(imagined, kind, best)
                best = max(best, worth[kind])
        return worth

    def _worth(self, imagined: frozenset[tuple[int, int]], kind: int, best: float) -> float:
        """Return what a class is worth, or an upper bound below ``best``."""
        choice = self.levels[len(imagined)].choice
        cell, safety = int(choice.example[kind]), float(choice.score[kind, SAFETY])
        share, survival = choice.share[kind].copy(), choice.survival[kind].copy()
        for n in np.argsort(-share):
            if survival[n] < 1 and share[n] > 0 and safety * (share @ survival) >= best * (1 - CLOSE):
                survival[n] = self._survival(imagined, cell, int(n))
        return float(safety * (share @ survival))

    def _survival(self, imagined: frozenset[tuple[int, int]], cell: int, number: int) -> float:
        """Return the survival of the position after one more click that shows a number."""
        then = imagined | {(cell, number)}
        if then not in self.known:
            counter = int(self.field.counter[cell])
            self._turn(cell, OPEN, number)
            self.known[then] = self._survival_now(then)
            self._turn(cell, CLOSED, counter)
        return self.known[then]

    def _survival_now(self, imagined: frozenset[tuple[int, int]]) -> float:
        """Return the survival of the position that the field shows."""
        if len(imagined) + 1 < len(self.levels):
            return max(self._work_out(imagined).values(), default=0.0)
        level = self.levels[len(imagined)]
        classes = look_around(self.field, *level)
        return float(level.choice.score[:classes, VALUE].max(initial=0.0))

    def _turn(self, cell: int, state: int, counter: int) -> None:
        """Open or close a cell in imagination."""
        step = -1 if state == OPEN else 1
        self.field.state[cell] = state
        self.field.counter[cell] = counter
        self.field.total[CLOSED_LEFT] += step
        self.field.closed[self.field.table[cell, : self.field.degrees[cell]]] += step
