"""The solver `foresight` in plain Python, written from its definition; the reference for its kernels.

A counting solver lists all solutions, so it is for small boards. Cells are (row, column) from 1.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from gridpuzzles.minesweeper.foresight import CLEARS, COIN, MOST_CLEARS, SECOND
from gridpuzzles.minesweeper.model import CLOSED, Cell
from gridpuzzles.minesweeper.reference import (
    Advice,
    Mines,
    Position,
    around,
    cells,
    certain,
    risks,
    safe_after,
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


def two_safest(position: Position, worlds: list[Mines], cell: Cell) -> tuple[Fraction, Fraction]:
    """Return the expected safety of the safest and of the second safest cell after a safe click on a cell."""
    sums = [Fraction(), Fraction()]
    safe = 0
    for number, group in worlds_by_number(position, worlds, cell).items():
        after = position.copy()
        after[cell[0] - 1, cell[1] - 1] = number
        safeties = sorted((1 - risk for risk in risks(after, group).values()), reverse=True)
        won = len(safeties) == len(group[0])
        for k in range(2):
            sums[k] += len(group) * (Fraction(1) if won else safeties[k] if k < len(safeties) else Fraction())
        safe += len(group)
    return sums[0] / safe, sums[1] / safe


def foreseen_worth(position: Position, worlds: list[Mines], cell: Cell, coin_risk: Fraction) -> float:
    """Return what an undecided cell with a coin risk is worth as a guess: see `gridpuzzles.minesweeper.foresight`."""
    safety = 1 - risks(position, worlds)[cell]
    safest, second = two_safest(position, worlds, cell)
    groups = worlds_by_number(position, worlds, cell).values()
    clears = sum(len(group) * min(MOST_CLEARS, safe_after(position, group, cell)) for group in groups)
    lost_anyway = min(coin_risk, 1 - safety, safety) / safety
    return float(
        float(safety)
        * float(safest) ** (1 - SECOND)
        * float(second) ** SECOND
        * math.exp(CLEARS * clears / sum(map(len, groups)) + COIN * lost_anyway)
    )


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
