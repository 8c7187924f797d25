"""The solvers in plain Python, written from their definitions; the reference for every kernel.

Vocabulary
----------
advice
    What a solver does in a position: open some cells as certainly safe, or else guess one of some cells, each equally
    likely, or else (both empty) surrender.

A counting solver lists all solutions, so it is for small boards. Cells are (row, column) from 1.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.minesweeper.model import CLOSED, Cell, FirstClick, Solver, boards, neighbours, number_board
from gridpuzzles.minesweeper.placing import place_plain
from gridpuzzles.seeds import Stream

Position: TypeAlias = NDArray[np.int8]
Mines: TypeAlias = frozenset[Cell]


@dataclass(frozen=True)
class Advice:
    """What a solver does: open ``safe``, or guess one of ``guess``, or surrender."""

    safe: tuple[Cell, ...] = ()
    guess: tuple[Cell, ...] = ()


Policy: TypeAlias = Callable[[Position, int], Advice]


def cells(position: Position) -> list[Cell]:
    """Return all cells, row by row."""
    return [(int(row) + 1, int(col) + 1) for row, col in np.ndindex(position.shape)]


def around(position: Position, cell: Cell) -> list[Cell]:
    """Return a cell's neighbours."""
    rows, cols = position.shape
    return neighbours(rows, cols, cell)


def shown(position: Position, cell: Cell) -> int:
    """Return what a cell shows: its number, or -1."""
    return int(position[cell[0] - 1, cell[1] - 1])


def closed_cells(position: Position) -> list[Cell]:
    """Return the closed cells, row by row."""
    return [cell for cell in cells(position) if shown(position, cell) == CLOSED]


@dataclass(frozen=True)
class Demand:
    """What a number asks for: so many mines among these closed, unmarked cells."""

    mines: int
    cells: Mines


def demands(position: Position, marked: Mines) -> list[Demand]:
    """Return the demand of every open cell that has closed unmarked neighbours; ``mines`` is its counter."""
    found = []
    for cell in cells(position):
        if shown(position, cell) != CLOSED:
            closed = {other for other in around(position, cell) if shown(position, other) == CLOSED}
            if closed - marked:
                found.append(Demand(shown(position, cell) - len(closed & marked), frozenset(closed - marked)))
    return found


def deduce(position: Position, weak: bool = False, pairs: bool = False) -> tuple[set[Cell], Mines]:
    """Return the safe cells and the mines that rules on one number, or on pairs of numbers, find.

    *Mark*: a number whose counter equals its closed unmarked neighbours: they are mines (``weak``: only where both are
    1). *Open*: a number whose counter is 0: its closed unmarked neighbours are safe. ``pairs``: if the closed cells of
    one number contain those of another, the difference of the counters lies in the difference of the cells.
    """
    marked: Mines = frozenset()
    while True:
        asked = demands(position, marked)
        if pairs:
            asked += [Demand(b.mines - a.mines, b.cells - a.cells) for a in asked for b in asked if a.cells < b.cells]
        more = {
            cell
            for demand in asked
            if demand.mines == len(demand.cells) and (demand.mines == 1 or not weak)
            for cell in demand.cells
        }
        if not more:
            return {cell for demand in asked if demand.mines == 0 for cell in demand.cells}, marked
        marked |= more


def single_point(position: Position, _mines: int) -> Advice:
    """Mark and open until nothing applies, then surrender (Becerra 2015, without its guess)."""
    return Advice(tuple(sorted(deduce(position)[0])))


def single_point_random(position: Position, _mines: int) -> Advice:
    """As `single_point`; when stuck, guess uniformly among the closed unmarked cells (Pedersen 2004; Becerra 2015)."""
    safe, marked = deduce(position)
    return Advice(tuple(sorted(safe)), tuple(cell for cell in closed_cells(position) if cell not in marked))


def adamatzky(position: Position, _mines: int) -> Advice:
    """Mark only where one closed neighbour remains and one mine is missing; surrender when stuck (Adamatzky 1997)."""
    return Advice(tuple(sorted(deduce(position, weak=True)[0])))


def subset(position: Position, _mines: int) -> Advice:
    """As `single_point`, and compare pairs of numbers one of which sees all closed cells of the other."""
    return Advice(tuple(sorted(deduce(position, pairs=True)[0])))


def solutions(position: Position, mines: int) -> list[Mines]:
    """Return all solutions: each set of ``mines`` closed cells that agrees with every number."""
    found = []
    for chosen in combinations(closed_cells(position), mines):
        board = np.zeros(position.shape, dtype=np.bool_)
        for row, col in chosen:
            board[row - 1, col - 1] = True
        if np.all((position == CLOSED) | (position == number_board(board))):
            found.append(frozenset(chosen))
    return found


def risks(position: Position, worlds: Iterable[Mines]) -> dict[Cell, Fraction]:
    """Return every closed cell's probability of a mine: the share of the solutions that have one there."""
    worlds = list(worlds)
    return {cell: Fraction(sum(cell in world for world in worlds), len(worlds)) for cell in closed_cells(position)}


def certain(risk: Mapping[Cell, Fraction]) -> tuple[Cell, ...]:
    """Return the cells that are safe in every solution."""
    return tuple(cell for cell in risk if risk[cell] == 0)


def inference(position: Position, mines: int) -> Advice:
    """Open every cell whose safety is implied by the numbers and the mine count; surrender at the first guess."""
    return Advice(certain(risks(position, solutions(position, mines))))


def inference_random(position: Position, mines: int) -> Advice:
    """As `inference`; then guess uniformly among the cells that are not certain mines."""
    risk = risks(position, solutions(position, mines))
    return Advice(certain(risk), tuple(cell for cell in risk if risk[cell] < 1))


def least(risk: Mapping[Cell, Fraction]) -> tuple[Cell, ...]:
    """Return the least dangerous cells, all exact ties."""
    return tuple(cell for cell in risk if risk[cell] == min(risk.values()))


def probability(position: Position, mines: int) -> Advice:
    """As `inference`; then guess the least dangerous cell, ties uniformly (P of Tu et al. 2017)."""
    risk = risks(position, solutions(position, mines))
    return Advice(certain(risk), least(risk))


def number_in(position: Position, world: Mines, cell: Cell) -> int:
    """Return the number that a safe cell has in a solution."""
    return len(world.intersection(around(position, cell)))


def worlds_by_number(position: Position, worlds: Iterable[Mines], cell: Cell) -> dict[int, list[Mines]]:
    """Return the solutions in which a cell is safe, by the number it then shows."""
    groups: dict[int, list[Mines]] = {}
    for world in worlds:
        if cell not in world:
            groups.setdefault(number_in(position, world, cell), []).append(world)
    return dict(sorted(groups.items()))


def safe_after(position: Position, worlds: list[Mines], cell: Cell) -> int:
    """Return how many further cells are safe in all the given solutions."""
    return sum(other != cell and not any(other in world for world in worlds) for other in closed_cells(position))


def promise(position: Position, worlds: Iterable[Mines], cell: Cell) -> tuple[Fraction, Fraction, float]:
    """Return S, E and Q of a cell, all given that it is safe.

    S is the probability that opening it leaves a certainly safe cell, E the expected number of certainly safe cells
    after it, Q the entropy, in nats, of the number it shows (Tu et al. 2017).
    """
    groups = worlds_by_number(position, worlds, cell)
    total = sum(len(group) for group in groups.values())
    shares = [Fraction(len(group), total) for group in groups.values()]
    safe = [safe_after(position, group, cell) for group in groups.values()]
    return (
        sum((share for share, count in zip(shares, safe, strict=True) if count), Fraction()),
        sum((share * count for share, count in zip(shares, safe, strict=True)), Fraction()),
        -sum(float(share) * math.log(share) for share in shares),
    )


def unevenness(position: Position, worlds: Iterable[Mines], cell: Cell) -> int:
    """Return the product of W^W over the numbers a safe cell may show, W being the solutions that show the number.

    Q is ln W - ln(unevenness) / W, W then being all solutions in which the cell is safe: among cells with the same W
    the larger Q has the smaller product. Products are whole numbers, so that ties are exact.
    """
    sizes = [len(group) for group in worlds_by_number(position, worlds, cell).values()]
    return math.prod(size**size for size in sizes)


def pseq(position: Position, mines: int) -> Advice:
    """As `probability`; ties go to the largest S, then E, then Q, then uniformly (PSEQ of Tu et al. 2017)."""
    worlds = solutions(position, mines)
    risk = risks(position, worlds)
    return Advice(certain(risk), most_promising(position, worlds, least(risk)))


def most_promising(position: Position, worlds: list[Mines], tied: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """Return, of equally dangerous cells, those with the largest S, of these the largest E, of these the largest Q."""
    scores = {}
    for cell in tied:
        share, expected, _ = promise(position, worlds, cell)
        scores[cell] = share, expected, -unevenness(position, worlds, cell)
    best = max(scores.values())
    return tuple(cell for cell in tied if scores[cell] == best)


def survivors(position: Position, worlds: Iterable[Mines], clicks: int) -> int:
    """Return in how many of a position's solutions the best play survives so many clicks and one more.

    Where a cell is safe in all solutions (or the game is won) all of them count: what follows is not looked at. Each
    click is best for what the numbers have shown until then, as far as it looks ahead.
    """
    worlds = list(worlds)
    risk = risks(position, worlds)
    if certain(risk) or len(risk) == len(worlds[0]):
        return len(worlds)
    return max(survivors_of(position, worlds, cell, clicks) for cell in risk)


def survivors_of(position: Position, worlds: Iterable[Mines], cell: Cell, clicks: int) -> int:
    """Return in how many of the solutions a click on a cell and then so many best clicks are survived."""
    total = 0
    for number, group in worlds_by_number(position, worlds, cell).items():
        after = position.copy()
        after[cell[0] - 1, cell[1] - 1] = number
        total += survivors(after, group, clicks - 1) if clicks else len(group)
    return total


def lookahead(position: Position, mines: int, depth: int = 1) -> Advice:
    """As `inference`; then guess so that this click and the next ``depth`` ones are survived in most solutions."""
    worlds = solutions(position, mines)
    safe = certain(risks(position, worlds))
    if safe:
        return Advice(safe)
    return Advice((), longest_lived(position, worlds, depth))


def longest_lived(position: Position, worlds: list[Mines], depth: int) -> tuple[Cell, ...]:
    """Return the cells from which this click and the next ``depth`` ones are survived in most solutions."""
    values = {cell: survivors_of(position, worlds, cell, depth) for cell in closed_cells(position)}
    best = max(values.values())
    return tuple(cell for cell in values if values[cell] == best)


def game_tree(position: Position, worlds: Iterable[Mines]) -> tuple[int, tuple[Cell, ...]]:
    """Return how many of the solutions the best play wins, and all best first guesses, safest first.

    Cells that are safe throughout must have been opened before.
    """
    everywhere = closed_cells(position)

    @cache
    def worth(alive: frozenset[Mines]) -> int:
        if len(alive) == 1:
            return 1
        for cell in everywhere:
            if not any(cell in world for world in alive):
                parts = parts_of(alive, cell)
                if len(parts) > 1:
                    return sum(map(worth, parts))
        return max(sum(map(worth, parts_of(alive, cell))) for cell in everywhere if not settled(alive, cell))

    def settled(alive: frozenset[Mines], cell: Cell) -> bool:
        return sum(cell in world for world in alive) in (0, len(alive))

    def parts_of(alive: Iterable[Mines], cell: Cell) -> list[frozenset[Mines]]:
        return [frozenset(group) for group in worlds_by_number(position, alive, cell).values()]

    first = frozenset(worlds)
    values = {cell: sum(map(worth, parts_of(first, cell))) for cell in everywhere if not settled(first, cell)}
    best = max(values.values())
    return best, tuple(cell for cell in values if values[cell] == best)


def optimal(position: Position, mines: int) -> Advice:
    """As `inference`; then guess a cell from which the best play wins the largest share of the solutions."""
    worlds = solutions(position, mines)
    risk = risks(position, worlds)
    safe = certain(risk)
    return Advice(safe, () if safe else game_tree(position, worlds)[1][:1])


def pseq_endgame(position: Position, mines: int, limit: int = 20) -> Advice:
    """As `optimal` where there are at most ``limit`` solutions, as `pseq` where there are more."""
    few = len(solutions(position, mines)) <= limit
    return optimal(position, mines) if few else pseq(position, mines)


POLICIES: Mapping[Solver, Policy] = {
    "single_point": single_point,
    "single_point_random": single_point_random,
    "adamatzky": adamatzky,
    "subset": subset,
    "inference": inference,
    "inference_random": inference_random,
    "probability": probability,
    "pseq": pseq,
    "lookahead": lookahead,
    "optimal": optimal,
}


def policy_value(policy: Policy, rows: int, cols: int, mines: int, law: FirstClick, first: Cell) -> Fraction:
    """Return the exact probability that a policy wins, by playing all boards at once.

    Boards that have shown the same numbers are one case; a guess among several cells is an average.

    Examples
    --------
    >>> policy_value(single_point, 3, 3, 2, "safe", (1, 1))
    Fraction(1, 7)
    """
    worlds = [
        frozenset((int(row) + 1, int(col) + 1) for row, col in np.argwhere(board))
        for board in boards(rows, cols, mines, law, first)
    ]
    known: dict[bytes, Fraction] = {}

    def value(position: Position, alive: list[Mines]) -> Fraction:
        """Return the expected number of boards won."""
        if (position == CLOSED).sum() == mines:
            return Fraction(len(alive))
        key = position.tobytes()
        if key not in known:
            advice = policy(position, mines)
            if advice.safe:
                known[key] = opened(position, alive, advice.safe)
            else:
                values = [opened(position, alive, (cell,)) for cell in advice.guess]
                known[key] = sum(values, Fraction()) / max(1, len(values))
        return known[key]

    def opened(position: Position, alive: list[Mines], chosen: tuple[Cell, ...]) -> Fraction:
        groups: dict[bytes, tuple[Position, list[Mines]]] = {}
        for world in alive:
            if world.isdisjoint(chosen):
                after = position.copy()
                for cell in chosen:
                    after[cell[0] - 1, cell[1] - 1] = number_in(position, world, cell)
                groups.setdefault(after.tobytes(), (after, []))[1].append(world)
        return sum((value(after, group) for after, group in groups.values()), Fraction())

    start = np.full((rows, cols), CLOSED, dtype=np.int8)
    return opened(start, worlds, (first,)) / len(worlds)


@dataclass(frozen=True)
class PlainGame:
    """A game played in plain Python.

    Attributes
    ----------
    won
        Whether all safe cells were opened.
    guesses
        The guessed cells in their order.
    position
        int8 (rows, cols): the last position.
    """

    won: bool
    guesses: tuple[Cell, ...]
    position: Position


def play(
    policy: Policy, rows: int, cols: int, mines: int, law: FirstClick, first: Cell, boards: Stream, choices: Stream
) -> PlainGame:
    """Play one game; a guess is drawn among the advised cells, row by row, with one bounded draw."""
    mine = place_plain(rows, cols, mines, law, first, boards)
    numbers = number_board(mine)
    position = np.full((rows, cols), CLOSED, dtype=np.int8)
    guesses: list[Cell] = []
    chosen: tuple[Cell, ...] = (first,)
    while not any(mine[cell[0] - 1, cell[1] - 1] for cell in chosen):
        for row, col in chosen:
            position[row - 1, col - 1] = numbers[row - 1, col - 1]
        if (position == CLOSED).sum() == mines:
            return PlainGame(True, tuple(guesses), position)
        advice = policy(position, mines)
        if not advice.safe and not advice.guess:
            break
        chosen = advice.safe or (advice.guess[choices.below(len(advice.guess))],)
        guesses += [] if advice.safe else list(chosen)
    return PlainGame(False, tuple(guesses), position)
