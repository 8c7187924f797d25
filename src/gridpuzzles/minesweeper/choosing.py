"""Kernels that choose a guess: the least dangerous cells, and among them those that promise most.

Two closed cells in the same box whose closed neighbours lie in the same boxes, so many in each, are interchangeable:
they form a *class*, and one of them is looked at for all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.jit import inner, kernel
from gridpuzzles.minesweeper.analysis import REST, Outlook, find_certain, find_risks, new_outlook
from gridpuzzles.minesweeper.deduction import CLOSED, CLOSED_LEFT, OPEN, Field
from gridpuzzles.minesweeper.elimination import Graph, new_graph
from gridpuzzles.minesweeper.frontier import BOXES, COMPONENTS, STAMP, Front, new_front
from gridpuzzles.minesweeper.hashing import scramble
from gridpuzzles.minesweeper.probing import NUMBERS, Probe, find_survival, look_ahead, new_probe
from gridpuzzles.minesweeper.ties import CLOSE, Residues, keep_equal

CRITERIA = 3
"""S, E and Q."""
DEEPENED = 8
"""Classes that are looked at more than one click ahead, the most promising first."""


class Choice(NamedTuple):
    """Room for choosing among the cells of N.

    Attributes
    ----------
    box
        uint8 (N + 1,): the chosen boxes; the last entry stands for the rest.
    cell
        uint8 (N,): the chosen cells.
    kind
        int32 (N,): a chosen cell's class.
    signature, example
        uint64 and int32 (N,): a class's signature and one of its cells.
    score
        float64 (N, 3): a class's scores.
    risk
        float64 (N,): the probability of a mine in each cell.
    """

    box: NDArray[np.uint8]
    cell: NDArray[np.uint8]
    kind: NDArray[np.int32]
    signature: NDArray[np.uint64]
    example: NDArray[np.int32]
    score: NDArray[np.float64]
    risk: NDArray[np.float64]


class Deep(NamedTuple):
    """Room for the position after a click that is only imagined."""

    front: Front
    graph: Graph
    outlook: Outlook
    probe: Probe
    choice: Choice


def new_deep(count: int) -> Deep:
    """Return room for imagined positions on N cells."""
    return Deep(new_front(count), new_graph(count), new_outlook(count), new_probe(count), new_choice(count))


def new_choice(count: int) -> Choice:
    """Return room for choices on N cells."""
    return Choice(
        box=np.zeros(count + 1, dtype=np.uint8),
        cell=np.zeros(count, dtype=np.uint8),
        kind=np.zeros(count, dtype=np.int32),
        signature=np.zeros(count, dtype=np.uint64),
        example=np.zeros(count, dtype=np.int32),
        score=np.zeros((count, CRITERIA), dtype=np.float64),
        risk=np.zeros(count, dtype=np.float64),
    )


@inner
def box_or_rest(front: Front, cell: int) -> int:
    """Return a closed cell's box, N for the rest."""
    return front.box_of[cell] if front.seen[cell] == front.fill[STAMP] else front.seen.size


@inner
def box_risk(front: Front, outlook: Outlook, box: int) -> float:
    """Return the probability of a mine in each cell of a box; N stands for the rest."""
    if box == front.seen.size:
        return outlook.rest[0] / outlook.tally[REST] if outlook.tally[REST] > 0 else 2.0
    return outlook.expect[box] / front.size[box]  # type: ignore[no-any-return]


@inner
def choose_least(
    field: Field, front: Front, graph: Graph, outlook: Outlook, residues: Residues, choice: Choice
) -> float:
    """Choose all cells with the smallest probability of a mine, exact ties included; return that probability."""
    rest = front.seen.size
    choice.box[:] = 0
    best = rest
    for box in range(front.fill[BOXES]):
        if box_risk(front, outlook, box) < box_risk(front, outlook, best):
            best = box
    least = box_risk(front, outlook, best)
    close = 0
    if box_risk(front, outlook, rest) <= least * (1.0 + CLOSE):
        choice.box[rest] = 1
        close += 1
    for box in range(front.fill[BOXES]):
        if box_risk(front, outlook, box) <= least * (1.0 + CLOSE):
            choice.box[box] = 1
            close += 1
    if close > 1:
        keep_equal(front, graph, outlook, residues, choice.box, best)
    for cell in range(rest):
        choice.cell[cell] = 0
        if field.state[cell] == CLOSED and choice.box[box_or_rest(front, cell)]:
            choice.cell[cell] = 1
    return least


@inner
def count_chosen(choice: Choice) -> int:
    """Return the number of chosen cells."""
    count = 0
    for cell in range(choice.cell.size):
        count += choice.cell[cell]
    return count


@inner
def draw_chosen(choice: Choice, state: NDArray[np.uint64]) -> int:
    """Return a chosen cell, drawn uniformly."""
    rank = random64.below(state, count_chosen(choice))
    for cell in range(choice.cell.size):
        if choice.cell[cell]:
            if rank == 0:
                return cell
            rank -= 1
    return -1


@inner
def sort_classes(field: Field, front: Front, choice: Choice) -> int:
    """Sort the chosen cells into classes; return their number."""
    classes = 0
    for cell in range(choice.cell.size):
        if not choice.cell[cell]:
            continue
        bits = scramble(np.uint64(box_or_rest(front, cell))) << np.uint64(1)
        for j in range(field.degrees[cell]):
            other = field.table[cell, j]
            if field.state[other] == CLOSED:
                bits += scramble(np.uint64(box_or_rest(front, other)))
        kind = 0
        while kind < classes and choice.signature[kind] != bits:
            kind += 1
        if kind == classes:
            choice.signature[kind] = bits
            choice.example[kind] = cell
            classes += 1
        choice.kind[cell] = kind
    return classes


@inner
def keep_best(choice: Choice, criterion: int) -> None:
    """Of the chosen cells keep those whose class has the largest score, scores within a part in 10^9 being equal."""
    best = -np.inf
    for cell in range(choice.cell.size):
        if choice.cell[cell]:
            best = max(best, choice.score[choice.kind[cell], criterion])
    for cell in range(choice.cell.size):
        if choice.cell[cell] and choice.score[choice.kind[cell], criterion] < best - CLOSE * abs(best):
            choice.cell[cell] = 0


@inner
def score_class(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice, kind: int
) -> bool:
    """Fill in a class's S, E and Q; return False if there was no room."""
    if not look_ahead(field, front, graph, outlook, probe, choice.example[kind]):
        return False
    choice.score[kind] = 0.0
    for n in range(NUMBERS):
        share = probe.share[n]
        if share > 0.0:
            choice.score[kind, 0] += share if probe.safe[n] > 0.0 else 0.0
            choice.score[kind, 1] += share * probe.safe[n]
            choice.score[kind, 2] -= share * np.log(share)
    return True


@inner
def refine_pseq(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice) -> None:
    """Of the chosen cells keep those with the largest S, then E, then Q."""
    if count_chosen(choice) < 2:
        return
    classes = sort_classes(field, front, choice)
    if classes < 2:
        return
    for kind in range(classes):
        if not score_class(field, front, graph, outlook, probe, choice, kind):
            return
    for criterion in range(CRITERIA):
        keep_best(choice, criterion)


@inner
def fill_risks(field: Field, front: Front, outlook: Outlook, choice: Choice) -> None:
    """Write every closed cell's probability of a mine into ``risk``."""
    for cell in range(choice.risk.size):
        if field.state[cell] == CLOSED:
            choice.risk[cell] = box_risk(front, outlook, box_or_rest(front, cell))


@inner
def safest_elsewhere(front: Front, outlook: Outlook, probe: Probe) -> float:
    """Return the largest probability with which a cell of a component untouched by the probe is safe."""
    best = 0.0
    for i in range(front.fill[COMPONENTS]):
        if not probe.touched[i]:
            for box in range(front.begin[i], front.begin[i + 1]):
                best = max(best, 1.0 - outlook.expect[box] / front.size[box])
    return best


@inner
def look_for_survival(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, cell: int) -> float:
    """Return the probability that the click after a safe click survives; what it rests on stays in ``probe``."""
    if not look_ahead(field, front, graph, outlook, probe, cell):
        probe.share[:] = 0.0
        return 0.0
    find_survival(field, outlook, probe, cell, safest_elsewhere(front, outlook, probe))
    value = 0.0
    for n in range(NUMBERS):
        value += probe.share[n] * probe.survival[n]
    return value


@inner
def next_class(choice: Choice, classes: int) -> int:
    """Return the class with the largest upper bound, ``score[:, 1]``, among those not settled, or -1."""
    best = -1
    for kind in range(classes):
        if choice.score[kind, 0] < 0.0 and (best < 0 or choice.score[kind, 1] > choice.score[best, 1]):
            best = kind
    return best


@inner
def search_survival(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice) -> float:
    """Score all cells, after `find_risks`, by the probability of surviving a click there and the best click after it.

    ``choice.cell`` then holds all closed cells and ``choice.score[:, 0]`` each class's score, or -1 where it cannot be
    the best; returns the best score.
    """
    for cell in range(choice.cell.size):
        choice.cell[cell] = field.state[cell] == CLOSED
    fill_risks(field, front, outlook, choice)
    classes = sort_classes(field, front, choice)
    for kind in range(classes):
        choice.score[kind, 0] = -1.0
        choice.score[kind, 1] = 1.0 - choice.risk[choice.example[kind]]
    best = 0.0
    kind = next_class(choice, classes)
    while kind >= 0 and choice.score[kind, 1] >= best:
        value = look_for_survival(field, front, graph, outlook, probe, choice.example[kind])
        choice.score[kind, 0] = choice.score[kind, 1] * value
        best = max(best, choice.score[kind, 0])
        kind = next_class(choice, classes)
    return best


@kernel
def choose_survivor(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice) -> None:
    """Choose the cells from which this click and the next are survived most probably."""
    search_survival(field, front, graph, outlook, probe, choice)
    keep_best(choice, 0)


@kernel
def choose_deep_survivor(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice, deep: Deep
) -> None:
    """Choose the cells from which this click and the next two are survived most probably."""
    search_survival(field, front, graph, outlook, probe, choice)
    deepen(field, front, graph, outlook, probe, choice, deep)
    keep_best(choice, 0)


@inner
def deepen(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice, deep: Deep
) -> None:
    """Replace the scores of `search_survival` by those one click deeper, for all classes that can be the best."""
    classes = 0
    for cell in range(choice.cell.size):
        if choice.cell[cell]:
            classes = max(classes, choice.kind[cell] + 1)
    for kind in range(classes):
        safety = 1.0 - choice.risk[choice.example[kind]]
        choice.score[kind, 1] = choice.score[kind, 0] if choice.score[kind, 0] >= 0.0 else 0.0
        choice.score[kind, 2] = safety
        choice.score[kind, 0] = -1.0
    best = 0.0
    kind = next_class(choice, classes)
    tried = 0
    while kind >= 0 and choice.score[kind, 1] > best and tried < DEEPENED:
        tried += 1
        cell, safety = choice.example[kind], choice.score[kind, 2]
        value = look_for_survival(field, front, graph, outlook, probe, cell)
        for n in range(NUMBERS):
            if probe.share[n] > 0.0 and probe.safe[n] == 0.0 and safety * value > best:
                after = survival_after(field, deep, cell, n)
                value += probe.share[n] * (after - probe.survival[n])
        choice.score[kind, 0] = safety * value
        best = max(best, choice.score[kind, 0])
        kind = next_class(choice, classes)


@inner
def survival_after(field: Field, deep: Deep, cell: int, number: int) -> float:
    """Return the best score of `search_survival` once a cell is open and has so many unmarked mines around it."""
    counter = field.counter[cell]
    field.state[cell] = OPEN
    field.counter[cell] = number
    field.total[CLOSED_LEFT] -= 1
    for j in range(field.degrees[cell]):
        field.closed[field.table[cell, j]] -= 1
    value = 0.0
    if find_certain(field, deep.front, deep.graph, deep.outlook):
        find_risks(deep.front, deep.graph, deep.outlook)
        value = search_survival(field, deep.front, deep.graph, deep.outlook, deep.probe, deep.choice)
    for j in range(field.degrees[cell]):
        field.closed[field.table[cell, j]] += 1
    field.total[CLOSED_LEFT] += 1
    field.counter[cell] = counter
    field.state[cell] = CLOSED
    return value
