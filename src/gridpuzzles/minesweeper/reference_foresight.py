"""The solver `foresight` in plain Python, written from its definition; the reference for its kernels.

A counting solver lists all solutions, so it is for small boards. Cells are (row, column) from 1.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from gridpuzzles.minesweeper.foresight import (
    APART,
    APART_BEFORE,
    CLEARS,
    CLEARS_BEFORE,
    COIN,
    DEEP_BEFORE,
    DEEP_CELLS,
    MOST_CLEARS,
    POCKET,
    POCKET_CELLS,
    SECOND,
    SECOND_BEFORE,
)
from gridpuzzles.minesweeper.model import CLOSED, Cell
from gridpuzzles.minesweeper.reference import (
    Advice,
    Mines,
    Position,
    around,
    cells,
    certain,
    risks,
    shown,
    solutions,
    worlds_by_number,
)


@dataclass(frozen=True)
class Coin:
    """A coin: see `gridpuzzles.minesweeper.coins`."""

    halves: tuple[Mines, Mines]
    guards: Mines


def coins(position: Position, undecided: Mines) -> list[Coin]:
    """Return all coins that undecided cells can be."""
    found = []
    for row, col in cells(position):
        corner, right, below, across = (row, col), (row, col + 1), (row + 1, col), (row + 1, col + 1)
        for one, other in (({corner}, {right}), ({corner}, {below}), ({corner, across}, {right, below})):
            guards = unevenly_touching(position, frozenset(one), frozenset(other))
            if one | other <= undecided and all(shown(position, cell) == CLOSED for cell in guards):
                found.append(Coin((frozenset(one), frozenset(other)), guards))
    return found


def unevenly_touching(position: Position, one: Mines, other: Mines) -> Mines:
    """Return the cells outside two sets of cells that touch more of the one than of the other."""
    return frozenset(
        cell
        for cell in cells(position)
        if cell not in one | other
        and len(one.intersection(around(position, cell))) != len(other.intersection(around(position, cell)))
    )


def coin_risks(position: Position, worlds: list[Mines]) -> dict[Cell, Fraction]:
    """Return the undecided cells' coin risks: in what share of the solutions each is a mine in a coin, or its guard.

    At most one guard is undecided. It is counted in one of the coin's two positions, which are equally likely.
    """
    risk = risks(position, worlds)
    undecided = frozenset(cell for cell in risk if 0 < risk[cell] < 1)
    total = dict.fromkeys(undecided, Fraction())
    for coin in coins(position, undecided):
        open_guards = coin.guards & undecided
        if len(open_guards) > 1:
            continue
        tossed = [
            sum(1 for world in worlds if half | coin.guards <= world and not other & world)
            for half, other in (coin.halves, coin.halves[::-1])
        ]
        for half, count in zip(coin.halves, tossed, strict=True):
            for cell in half:
                total[cell] += Fraction(count, len(worlds))
        for cell in open_guards:
            total[cell] += Fraction(tossed[0], len(worlds))
    return total


def dead_cells(position: Position, worlds: list[Mines]) -> Mines:
    """Return the undecided cells that show the same number in all solutions in which they are safe.

    Of the cells that touch no number, those alone that touch no undecided cell either.
    """
    risk = risks(position, worlds)
    undecided = frozenset(cell for cell in risk if 0 < risk[cell] < 1)
    return frozenset(
        cell
        for cell in undecided
        if on_frontier(position, cell) or not undecided.intersection(around(position, cell))
        if len(worlds_by_number(position, worlds, cell)) == 1
    )


def two_safest(position: Position, worlds: list[Mines], dead: Mines, cell: Cell) -> tuple[Fraction, Fraction]:
    """Return the expected safety of the safest and of the second safest cell after a safe click on a cell."""
    sums = [Fraction(), Fraction()]
    safe = 0
    for number, group in worlds_by_number(position, worlds, cell).items():
        after = position.copy()
        after[cell[0] - 1, cell[1] - 1] = number
        risk = risks(after, group)
        safety = sorted((1 - risk[other] for other in risk if other not in dead), reverse=True)
        if not any(safety):
            safety = sorted((1 - risk[other] for other in risk if other in dead), reverse=True)
        won = len(risk) == len(group[0])
        for k in range(2):
            sums[k] += len(group) * (Fraction(1) if won else safety[k] if k < len(safety) else Fraction())
        safe += len(group)
    return sums[0] / safe, sums[1] / safe


def expected_clears(position: Position, worlds: list[Mines], dead: Mines, cell: Cell) -> float:
    """Return the expected number of living cells, at most `MOST_CLEARS`, that are certainly safe after a safe click."""
    total, safe = 0.0, 0
    for group in worlds_by_number(position, worlds, cell).values():
        risk = risks(position, group)
        clears = sum(other != cell and other not in dead and risk[other] == 0 for other in risk)
        total += len(group) * min(MOST_CLEARS, clears)
        safe += len(group)
    return total / safe


def on_frontier(position: Position, cell: Cell) -> bool:
    """Return whether a cell touches a number."""
    return any(shown(position, other) != CLOSED for other in around(position, cell))


def lies_apart(position: Position, undecided: Mines, cell: Cell) -> bool:
    """Return whether neither an undecided cell nor any undecided neighbour of it touches a number."""
    return not any(on_frontier(position, other) for other in {cell, *undecided.intersection(around(position, cell))})


def lies_deep(undecided: Mines, cell: Cell) -> bool:
    """Return whether so many cells at a distance of two are undecided as make a place deep."""
    row, col = cell
    return sum(max(abs(i - row), abs(j - col)) == 2 for i, j in undecided) >= DEEP_CELLS


def lies_in_pocket(position: Position, undecided: Mines, cell: Cell) -> bool:
    """Return whether few undecided cells hang together with a cell."""
    pocket = {cell}
    while more := {other for member in pocket for other in around(position, member)} & undecided - pocket:
        pocket |= more
    return len(pocket) <= POCKET_CELLS


def foreseen_worth(position: Position, worlds: list[Mines], cell: Cell, coin_risk: Fraction) -> float:
    """Return what an undecided cell with a coin risk is worth as a guess: see `gridpuzzles.minesweeper.foresight`."""
    risk = risks(position, worlds)
    undecided = frozenset(other for other in risk if 0 < risk[other] < 1)
    dead = dead_cells(position, worlds)
    safety = 1 - risk[cell]
    safest, second = two_safest(position, worlds, dead, cell)
    clears = expected_clears(position, worlds, dead, cell)
    apart = lies_apart(position, undecided, cell)
    if (position == 0).any():
        lost_anyway = float(min(coin_risk, 1 - safety, safety) / safety)
        place = COIN * lost_anyway + APART * apart - POCKET * lies_in_pocket(position, undecided, cell)
        exponent, weight = SECOND, CLEARS
    else:
        place = APART_BEFORE * apart - DEEP_BEFORE * lies_deep(undecided, cell)
        exponent, weight = SECOND_BEFORE, CLEARS_BEFORE
    ahead = math.pow(safest, 1 - exponent) * math.pow(second, exponent)
    return float(safety) * ahead * math.exp(weight * clears + place)


def best_foreseen(position: Position, worlds: list[Mines]) -> tuple[Cell, ...]:
    """Return the undecided cells that are worth the most as a guess, a part in 10^9 making no difference."""
    worth = {
        cell: foreseen_worth(position, worlds, cell, coin_risk)
        for cell, coin_risk in coin_risks(position, worlds).items()
    }
    best = max(worth.values())
    return tuple(sorted(cell for cell in worth if worth[cell] >= best * (1 - 1e-9)))


def foresight(position: Position, mines: int) -> Advice:
    """As `inference`; then guess a cell that is worth the most."""
    worlds = solutions(position, mines)
    safe = certain(risks(position, worlds))
    return Advice(safe) if safe else Advice((), best_foreseen(position, worlds))
