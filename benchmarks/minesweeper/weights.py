"""Where the weights of `foresight` come from: games with drawn guesses, and a regression of what they won.

In games on 16x30 with 99 mines each guess is drawn among the classes that `foresight` takes to be worth at least 94 %
of the best. As the draw knows nothing of the board, what the drawn class has more than the mean of its rivals tells, by
regression, how much each feature is worth.

Most of the noise is luck that has nothing to do with the draw, and much of that is known: whether a guess with safety
s hits a mine, and which number it shows. The regression gets what each guess from the draw on left (1 and the safety
of the next, where it is survived) less what it was expected to leave; this is 0 in the mean, whatever was drawn.

    python benchmarks/minesweeper/weights.py [games] [seed]
"""

import sys
from dataclasses import dataclass

import numba
import numpy as np
from numpy.typing import NDArray

from gridpuzzles.minesweeper import deduction, desks, foresight, lookahead, playing, probing, searching
from gridpuzzles.minesweeper.choosing import draw_chosen
from gridpuzzles.minesweeper.coins import row_length
from gridpuzzles.minesweeper.placing import LAW_CODES
from gridpuzzles.seeds import seed_sequence, stream_state

BEFORE = ("safety", "second", "clears", "apart", "deep")
AFTER = ("safety", "second", "clears", "coin", "apart", "pocket")
NEAR, ENDGAME = 0.94, 200
LEFT = 4
"""Numbers that say what a guess left: 1, the next safety, its square, certainly safe cells; 0 after a loss."""


@numba.njit(cache=False, nogil=True)
def places(field, front, outlook, probe, choice, opening):  # type: ignore[no-untyped-def]
    """Return coin risk over safety, apart, and pocket or deep for every closed cell, as `foresight` sees them."""
    found = np.zeros((choice.cell.size, 3))
    coin, pocket = np.zeros(choice.cell.size), np.zeros(choice.cell.size, dtype=np.uint8)
    if opening:
        ways = foresight.log_solutions(front, outlook)
        foresight.find_coins(field, probe.front, probe.graph, probe.outlook, ways, coin)
        foresight.find_pockets(field, pocket)
    for cell in np.flatnonzero(choice.cell):
        safety = max(1.0 - choice.risk[cell], 1e-9)
        found[cell, 0] = min(coin[cell], 1.0 - safety, safety) / safety
        found[cell, 1] = foresight.lies_apart(field, front, cell)
        found[cell, 2] = pocket[cell] if opening else foresight.lies_deep(field, row_length(field), cell)
    return found


@numba.njit(cache=False, nogil=True)
def write_left(probe, left):  # type: ignore[no-untyped-def]
    """Write what is left after each number that a safe guess may show."""
    for n in range(probing.NUMBERS):
        left[n, 0], left[n, 1], left[n, 2] = 1.0, probe.survival[n], probe.survival[n] ** 2
        left[n, 3] = min(probe.safe[n], foresight.MOST_CLEARS)


@numba.njit(cache=False, nogil=True)
def list_features(field, front, graph, outlook, probe, choice, features, left):  # type: ignore[no-untyped-def]
    """Write the features of all classes that may be among the best, and what they may leave; return whether opened."""
    foresight.choose_by_foresight(field, front, graph, outlook, probe, choice)
    for cell in range(choice.cell.size):
        choice.cell[cell] = field.state[cell] == deduction.CLOSED
    opening = foresight.has_opening(field)
    found = places(field, front, outlook, probe, choice, opening)
    classes = np.max(choice.kind * choice.cell) + 1
    bound = choice.score[:classes, lookahead.SAFETY].copy()
    best = np.max(bound * choice.score[:classes, lookahead.VALUE])
    features[:] = -np.inf
    for kind in range(classes):
        if bound[kind] * np.exp(max(foresight.CLEARS, foresight.CLEARS_BEFORE) * foresight.MOST_CLEARS) < NEAR * best:
            continue
        cell = choice.example[kind]
        safety = 1.0 - choice.risk[cell]
        if safety <= 0.0 or not probing.look_ahead(field, front, graph, outlook, probe, cell):
            continue
        probing.find_survival(field, front, graph, outlook, probe, cell, probing.TWO_SAFEST)
        safest, second, clears = foresight.expectations(probe)
        features[kind, 0] = np.log(max(safety * safest, 1e-12))
        features[kind, 1] = np.log(max(safety * second, 1e-12))
        features[kind, 2], features[kind, 3:] = clears, found[cell]
        choice.share[kind] = probe.share
        write_left(probe, left[kind])
    return opening


@numba.njit(cache=False, nogil=True)
def list_states(field, front, graph, outlook, probe, choice, choices, left):  # type: ignore[no-untyped-def]
    """Return what `foresight` guesses; write what each number would leave, and last what is left on average."""
    foresight.choose_by_foresight(field, front, graph, outlook, probe, choice)
    cell = draw_chosen(choice, choices)
    probing.look_ahead(field, front, graph, outlook, probe, cell)
    probing.find_survival(field, front, graph, outlook, probe, cell, probing.TWO_SAFEST)
    write_left(probe, left)
    left[probing.NUMBERS] = 0.0
    for n in range(probing.NUMBERS):
        left[probing.NUMBERS] += (1.0 - choice.risk[cell]) * probe.share[n] * left[n]
    return cell


@dataclass(frozen=True)
class Draw:
    """A drawn guess: features less those of its rivals, where the game stood, and what it left less the expectation."""

    opening: bool
    more: NDArray[np.float64]
    stood: NDArray[np.float64]
    luck: NDArray[np.float64]


def draw_guess(field: deduction.Field, desk: desks.Desk, random: np.random.Generator) -> tuple[bool, Draw]:
    """Open a drawn cell; return whether it was safe, and the draw."""
    count = field.state.size
    features, left = np.zeros((count, 6)), np.zeros((count, probing.NUMBERS, LEFT))
    opening = bool(list_features(field, *desk.counted, desk.probe, desk.choice, features, left))
    weights = [1 - foresight.SECOND, foresight.SECOND, foresight.CLEARS, foresight.COIN, foresight.APART]
    after = np.array([*weights, -foresight.POCKET])
    early = [1 - foresight.SECOND_BEFORE, foresight.SECOND_BEFORE, foresight.CLEARS_BEFORE, 0, foresight.APART_BEFORE]
    before = np.array([*early, -foresight.DEEP_BEFORE])
    looked_at = np.isfinite(features[:, 0])
    worth = np.where(looked_at, np.where(looked_at[:, None], features, 0) @ (after if opening else before), -np.inf)
    rivals = np.flatnonzero(worth >= worth.max() + np.log(NEAR))
    drawn = int(random.choice(rivals))
    cell = int(desk.choice.example[drawn])
    mean = features[rivals].mean(axis=0)
    closed, mines = field.total[deduction.CLOSED_LEFT] / 480, field.total[deduction.MINES_LEFT] / 99
    stood = [1, closed, mines, closed**2, mines**2, closed * mines, len(rivals), *mean]
    expected = (1 - desk.choice.risk[cell]) * (desk.choice.share[drawn] @ left[drawn])
    number = open_guess(field, desk, cell)
    luck = np.outer((left[drawn, number] if number >= 0 else 0) - expected, [1, closed, mines, closed**2]).ravel()
    return number >= 0, Draw(opening, features[drawn] - mean, np.array(stood), luck)


def open_guess(field: deduction.Field, desk: desks.Desk, cell: int) -> int:
    """Open a guess; return how many of its mines are not marked, as `probing` counts them, or -1 for a mine."""
    around = field.table[cell, : field.degrees[cell]]
    unmarked = int((field.mine[around] * (field.state[around] != deduction.MARKED)).sum())
    return unmarked if deduction.open_cell(field, cell, deduction.GUESSED, desk.choice.risk[cell]) else -1


def play(games: int, seed: int) -> tuple[list[Draw], NDArray[np.float64], NDArray[np.float64]]:
    """Return the draws, the luck from each on, and whether the game was won."""
    field, desk = deduction.new_field(16, 30), desks.new_desk(480, ENDGAME)
    boards, random = stream_state(seed_sequence(seed, "weights", "boards")), np.random.default_rng(seed)
    draws: list[Draw] = []
    lucks, wins = [], []
    for _ in range(games):
        met: list[Draw] = []
        alive = playing.begin(field, 99, LAW_CODES["safe"], 0, boards)
        while alive and playing.deduce_exactly(field, *desk.counted) == playing.STUCK:
            if searching.consult_tree(field, *desk.counted, desk.choice, desk.tree, desk.limit):
                cell = int(np.flatnonzero(desk.choice.cell)[0])
                alive = deduction.open_cell(field, cell, deduction.GUESSED, desk.choice.risk[cell])
            else:
                alive, draw = draw_guess(field, desk, random)
                met.append(draw)
        draws += met
        lucks += list(np.cumsum([draw.luck for draw in met[::-1]], axis=0)[::-1])
        wins += [float(alive)] * len(met)
    return draws, np.array(lucks), np.array(wins)


def slopes(lines: NDArray[np.float64], values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the slopes of a regression and their standard errors."""
    found = np.linalg.lstsq(lines, values, rcond=None)[0]
    noise = ((values - lines @ found) ** 2).sum() / (len(values) - lines.shape[1])
    return found, np.sqrt(noise * np.diag(np.linalg.pinv(lines.T @ lines, hermitian=True)))


def main() -> None:
    """Play, and print what each feature is worth."""
    games, seed = (int(text) for text in (sys.argv[1:] + ["10000", "1"][len(sys.argv) - 1 :])[:2])
    draws, lucks, wins = play(games, seed)
    print(f"{games} games, {len(draws)} drawn guesses; slopes relative to what the position is worth")
    for opening, names in ((False, BEFORE), (True, AFTER)):
        chosen = np.array([draw.opening == opening for draw in draws])
        stood = np.array([draw.stood for draw in draws])[chosen]
        level = stood @ slopes(stood, wins[chosen])[0]
        more = np.array([draw.more for draw in draws])[chosen][:, range(6) if opening else [0, 1, 2, 4, 5]]
        lines = np.concatenate([more * level[:, None], stood, lucks[chosen]], axis=1)
        found, errors = slopes(lines, wins[chosen])
        total = found[0] + found[1]
        print("after the first opening:" if opening else "before:", f"{chosen.sum()} guesses")
        for name, slope, error in zip(names, found, errors, strict=False):
            print(f"  {name:12} {slope:+.4f} +- {1.96 * error:.4f}   weight {slope / total:+.4f}")


if __name__ == "__main__":
    main()
