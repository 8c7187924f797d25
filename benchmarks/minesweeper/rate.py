"""How often `foresight` wins on 16x30 with 99 mines, first click safe on the corner, with known luck taken off.

Whether a game is won is mostly luck, and much of that is known: a guess with safety s hits a mine with probability
1 - s, and shows each number with a known probability; from some number of solutions on the game tree knows what is won
on average. The wins are regressed on this luck, which is 0 in the mean whatever the solver does, and what is left
varies about a third as much: 400,000 games tell as much as more than a million counted wins.

    python benchmarks/minesweeper/rate.py [games] [endgame] [seed]
"""

import sys

import numpy as np
from numpy.typing import NDArray
from weights import LEFT, list_states, open_guess

from gridpuzzles.minesweeper import deduction, desks, playing, searching, tree
from gridpuzzles.minesweeper.placing import LAW_CODES
from gridpuzzles.minesweeper.probing import NUMBERS
from gridpuzzles.seeds import seed_sequence, stream_state


def play(games: int, endgame: int, seed: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return what each game was worth when the game tree began, or whether it was won, and its known luck before."""
    field, desk = deduction.new_field(16, 30), desks.new_desk(480, endgame)
    boards = stream_state(seed_sequence(seed, "rate", "boards"))
    choices = stream_state(seed_sequence(seed, "rate", "choices"))
    worth, luck = np.zeros(games), np.zeros((games, 4 * LEFT))
    left = np.zeros((NUMBERS + 1, LEFT))
    for game in range(games):
        alive = playing.begin(field, 99, LAW_CODES["safe"], 0, boards)
        worth[game] = float(alive)
        while alive and playing.deduce_exactly(field, *desk.counted) == playing.STUCK:
            if searching.consult_tree(field, *desk.counted, desk.choice, desk.tree, desk.limit):
                worth[game] = desk.tree.tally[tree.WINS] / desk.tree.tally[tree.SOLUTIONS]
                break
            closed, mines = field.total[deduction.CLOSED_LEFT] / 480, field.total[deduction.MINES_LEFT] / 99
            cell = int(list_states(field, *desk.counted, desk.probe, desk.choice, choices, left))
            number = open_guess(field, desk, cell)
            alive = number >= 0
            worth[game] = float(alive)
            surprise = (left[number] if alive else 0) - left[NUMBERS]
            luck[game] += np.outer(surprise, [1, closed, mines, closed**2]).ravel()
    return worth, luck


def main() -> None:
    """Play, and print the rate in both ways."""
    games, endgame, seed = (int(text) for text in (sys.argv[1:] + ["10000", "3000", "1"][len(sys.argv) - 1 :])[:3])
    worth, luck = play(games, endgame, seed)
    lines = np.concatenate([np.ones((games, 1)), luck], axis=1)
    slopes = np.linalg.lstsq(lines, worth, rcond=None)[0]
    rest = worth - luck @ slopes[1:]
    print(f"foresight, 16x30 with 99 mines, safe, corner; {games} games, game tree from {endgame} solutions on")
    for name, values in (("mean", worth), ("luck taken off", rest)):
        print(f"{name:15} {100 * values.mean():.3f} +- {196 * values.std() / games**0.5:.3f} %")


if __name__ == "__main__":
    main()
