"""Where the weights of `foresight` come from: games with drawn guesses, and a regression of the wins.

In games on 16x30 with 99 mines each guess is drawn among the classes that `lookahead` takes to be worth at least 95 %
of the best. As the draw knows nothing of the board, what the drawn class has more than the mean of its rivals tells, by
regression, how much each feature is worth, in wins. Features of a guess: the logarithms of its safety times the
expected safety of the safest, and of the second safest, cell after it; the certainly safe cells after it; coin risk
over safety.

    python benchmarks/minesweeper/weights.py [games] [seed]
"""

import sys

import numba
import numpy as np
from numpy.typing import NDArray

from gridpuzzles.minesweeper import deduction, desks, playing, searching
from gridpuzzles.minesweeper.analysis import log_solutions
from gridpuzzles.minesweeper.coins import find_coins
from gridpuzzles.minesweeper.foresight import expectations
from gridpuzzles.minesweeper.lookahead import SAFETY, VALUE, list_classes, next_class
from gridpuzzles.minesweeper.placing import LAW_CODES
from gridpuzzles.minesweeper.probing import TWO_SAFEST, find_survival, look_ahead
from gridpuzzles.seeds import seed_sequence, stream_state

NAMES = ("log safest", "log second", "clears", "coin")
NEAR = 0.95
ENDGAME = 200


@numba.njit(cache=False, nogil=True)
def list_features(field, front, graph, outlook, probe, choice, features):  # type: ignore[no-untyped-def]
    """Work out the classes that may be among the best; write their features, and `lookahead`'s worth into VALUE."""
    coin = np.empty(choice.cell.size, dtype=np.float64)
    find_coins(field, probe.front, probe.graph, probe.outlook, log_solutions(front, outlook), coin)
    classes = list_classes(field, front, outlook, choice)
    best, kind = 0.0, next_class(choice, classes)
    while kind >= 0 and choice.score[kind, SAFETY] >= NEAR * best:
        cell, safety = choice.example[kind], choice.score[kind, SAFETY]
        choice.score[kind, VALUE] = 0.0
        if look_ahead(field, front, graph, outlook, probe, cell):
            find_survival(field, front, graph, outlook, probe, cell, TWO_SAFEST)
            safest, second, clears = expectations(probe)
            choice.score[kind, VALUE] = safety * safest
            features[kind, 0] = np.log(safety * safest)
            features[kind, 1] = np.log(max(safety * second, 1e-12))
            features[kind, 2] = clears
            features[kind, 3] = min(coin[cell], 1.0 - safety, safety) / safety
        best = max(best, choice.score[kind, VALUE])
        kind = next_class(choice, classes)
    return classes


def draw_guess(
    field: deduction.Field, desk: desks.Desk, random: np.random.Generator
) -> tuple[int, NDArray[np.float64] | None]:
    """Return a drawn cell and a line for the regression; None where there was nothing to choose."""
    features = np.zeros((field.state.size, 4))
    classes = list_features(field, *desk.counted, desk.probe, desk.choice, features)
    worth = desk.choice.score[:classes, VALUE]
    rivals = np.flatnonzero(worth >= NEAR * worth.max())
    drawn = random.choice(rivals)
    cell = int(desk.choice.example[drawn])
    if len(rivals) == 1:
        return cell, None
    mean = features[rivals].mean(axis=0)
    left = field.total[deduction.CLOSED_LEFT] / 480, field.total[deduction.MINES_LEFT] / 99
    place = [1.0, *left, left[0] ** 2, left[1] ** 2, left[0] * left[1], len(rivals), np.log(len(rivals))]
    return cell, np.concatenate([features[drawn] - mean, mean, place])


def play(games: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the lines of the regression and whether the game of each was won."""
    field, desk = deduction.new_field(16, 30), desks.new_desk(480, ENDGAME)
    boards, random = stream_state(seed_sequence(seed, "weights", "boards")), np.random.default_rng(seed)
    lines, wins = [], []
    for _ in range(games):
        met = []
        alive = playing.begin(field, 99, LAW_CODES["safe"], 0, boards)
        while alive and playing.deduce_exactly(field, *desk.counted) == playing.STUCK:
            if searching.consult_tree(field, *desk.counted, desk.choice, desk.tree, desk.limit):
                cell = int(np.flatnonzero(desk.choice.cell)[0])
            else:
                cell, line = draw_guess(field, desk, random)
                met += [] if line is None else [line]
            alive = deduction.open_cell(field, cell, deduction.GUESSED, desk.choice.risk[cell])
        lines += met
        wins += [float(alive)] * len(met)
    return np.array(lines), np.array(wins)


def main() -> None:
    """Play, and print what each feature is worth."""
    games, seed = (int(text) for text in (sys.argv[1:] + ["10000", "1"][len(sys.argv) - 1 :])[:2])
    lines, wins = play(games, seed)
    slopes = np.linalg.lstsq(lines, wins, rcond=None)[0]
    noise = ((wins - lines @ slopes) ** 2).sum() / (len(wins) - lines.shape[1])
    errors = np.sqrt(noise * np.diag(np.linalg.pinv(lines.T @ lines)))
    total = slopes[0] + slopes[1]
    print(f"{games} games, {len(wins)} drawn guesses; slopes in wins, weights relative to both logarithms together")
    for name, slope, error in zip(NAMES, slopes, errors, strict=False):
        print(f"{name:12} {slope:+.4f} +- {1.96 * error:.4f}   weight {slope / total:.3f}")


if __name__ == "__main__":
    main()
