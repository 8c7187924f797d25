"""Minesweeper solvers on the same boards; `gridpuzzles.minesweeper.model` holds the vocabulary.

>>> from gridpuzzles import minesweeper
>>> minesweeper.optimal(3, 3, 1, "any")
Fraction(8, 9)
"""

from gridpuzzles.minesweeper.exact import optimal, solver_value
from gridpuzzles.minesweeper.games import Estimate, Limits, Setup, estimate
from gridpuzzles.minesweeper.model import SOLVERS
from gridpuzzles.minesweeper.probability import Certainty, certainty, probabilities
from gridpuzzles.minesweeper.replay import PlayedGame, play

__all__ = [
    "SOLVERS",
    "Certainty",
    "Estimate",
    "Limits",
    "PlayedGame",
    "Setup",
    "certainty",
    "estimate",
    "optimal",
    "play",
    "probabilities",
    "solver_value",
]
