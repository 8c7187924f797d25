"""Kernels that choose a guess: the least dangerous cells, and among them those that promise most.

Two closed cells in the same box whose closed neighbours lie in the same boxes, so many in each, are interchangeable:
they form a *class*, and one of them is looked at for all.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import REST, Outlook
from gridpuzzles.minesweeper.deduction import CLOSED, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import BOXES, STAMP, Front
from gridpuzzles.minesweeper.hashing import scramble
from gridpuzzles.minesweeper.probing import NUMBERS
from gridpuzzles.minesweeper.ties import CLOSE, Residues, keep_equal


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
    share, safe, survival
        float64 (N, 9): by the number that a class's cells may show, its probability given that they are safe, how many
        cells are then certainly safe, and with what probability the next click survives.
    stands
        uint8 (N,): whether a class is still among the best.
    whole
        uint64 (N, 11): integers that a class's scores rest on, modulo a prime.
    risk
        float64 (N,): the probability of a mine in each cell.
    """

    box: NDArray[np.uint8]
    cell: NDArray[np.uint8]
    kind: NDArray[np.int32]
    signature: NDArray[np.uint64]
    example: NDArray[np.int32]
    score: NDArray[np.float64]
    share: NDArray[np.float64]
    safe: NDArray[np.float64]
    survival: NDArray[np.float64]
    stands: NDArray[np.uint8]
    whole: NDArray[np.uint64]
    risk: NDArray[np.float64]


def new_choice(count: int) -> Choice:
    """Return room for choices on N cells."""
    return Choice(
        box=np.zeros(count + 1, dtype=np.uint8),
        cell=np.zeros(count, dtype=np.uint8),
        kind=np.zeros(count, dtype=np.int32),
        signature=np.zeros(count, dtype=np.uint64),
        example=np.zeros(count, dtype=np.int32),
        score=np.zeros((count, 3), dtype=np.float64),
        share=np.zeros((count, NUMBERS), dtype=np.float64),
        safe=np.zeros((count, NUMBERS), dtype=np.float64),
        survival=np.zeros((count, NUMBERS), dtype=np.float64),
        stands=np.zeros(count, dtype=np.uint8),
        whole=np.zeros((count, 2 + NUMBERS), dtype=np.uint64),
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
def fill_risks(field: Field, front: Front, outlook: Outlook, choice: Choice) -> None:
    """Write every closed cell's probability of a mine into ``risk``."""
    for cell in range(choice.risk.size):
        if field.state[cell] == CLOSED:
            choice.risk[cell] = box_risk(front, outlook, box_or_rest(front, cell))
