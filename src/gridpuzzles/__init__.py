"""Reproducible research experiments on grid puzzles.

Four families (knight's tours, Minesweeper, mazes, nonograms), each with several studies. A *study* turns one section
of a config file into typed tables and figures; `gridpuzzles.study` holds the nouns, ``gridpuzzles --help`` the verbs.
"""

__version__ = "0.1.0"
