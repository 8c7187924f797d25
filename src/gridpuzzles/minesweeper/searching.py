"""Kernels that play a game on with the solvers that search.

They all do the same: deduce; choose the cells to guess; guess, unless so many guesses are made as were allowed; and so
on, until the game ends. With no guess allowed they stop at the first one, its cells chosen in `Choice.cell`.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.analysis import Outlook
from gridpuzzles.minesweeper.choosing import Choice
from gridpuzzles.minesweeper.deduction import LOST, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.foresight import choose_by_foresight
from gridpuzzles.minesweeper.frontier import Front
from gridpuzzles.minesweeper.lookahead import choose_survivor
from gridpuzzles.minesweeper.playing import (
    ENDED,
    STUCK,
    choose_by_promise,
    choose_in_endgame,
    deduce_exactly,
    guess_chosen,
)
from gridpuzzles.minesweeper.probing import Probe
from gridpuzzles.minesweeper.ties import Residues
from gridpuzzles.minesweeper.tree import Tree


@inner
def guess_if_allowed(field: Field, choice: Choice, choices: NDArray[np.uint64], guesses: int) -> bool:
    """Guess if ``guesses`` is not 0; return whether the game goes on."""
    if guesses > 0:
        guess_chosen(field, choice, choices)
    return guesses > 0 and not field.total[LOST]


@short_kernel
def play_on_by_tree(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    residues: Residues,
    choice: Choice,
    probe: Probe,
    tree: Tree,
    limit: int,
    remember: bool,
    choices: NDArray[np.uint64],
    guesses: int,
) -> int:
    """Play on like `pseq_endgame`, like `optimal`, or, with the limit 0, like `pseq`.

    Returns
    -------
    int
        `ENDED`, `NO_ROOM`, or `STUCK` where a guess is due that is not allowed.
    """
    while True:
        ahead = deduce_exactly(field, front, graph, outlook)
        if ahead != STUCK:
            return ahead
        if not choose_in_endgame(field, front, graph, outlook, choice, tree, limit, remember):
            choose_by_promise(field, front, graph, outlook, residues, choice, probe)
        if not guess_if_allowed(field, choice, choices, guesses):
            return ENDED if guesses > 0 else STUCK
        guesses -= 1


@short_kernel
def play_on_by_survival(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    choice: Choice,
    probe: Probe,
    tree: Tree,
    limit: int,
    choices: NDArray[np.uint64],
    guesses: int,
) -> int:
    """Play on like `lookahead` with one click ahead, as `play_on_by_tree` does."""
    while True:
        ahead = deduce_exactly(field, front, graph, outlook)
        if ahead != STUCK:
            return ahead
        if not choose_in_endgame(field, front, graph, outlook, choice, tree, limit, False):
            choose_survivor(field, front, graph, outlook, probe, choice)
        if not guess_if_allowed(field, choice, choices, guesses):
            return ENDED if guesses > 0 else STUCK
        guesses -= 1


@short_kernel
def play_on_by_foresight(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    choice: Choice,
    probe: Probe,
    tree: Tree,
    limit: int,
    choices: NDArray[np.uint64],
    guesses: int,
) -> int:
    """Play on like `foresight`, as `play_on_by_tree` does."""
    while True:
        ahead = deduce_exactly(field, front, graph, outlook)
        if ahead != STUCK:
            return ahead
        if not choose_in_endgame(field, front, graph, outlook, choice, tree, limit, False):
            choose_by_foresight(field, front, graph, outlook, probe, choice)
        if not guess_if_allowed(field, choice, choices, guesses):
            return ENDED if guesses > 0 else STUCK
        guesses -= 1


@short_kernel
def consult_tree(
    field: Field, front: Front, graph: Graph, outlook: Outlook, choice: Choice, tree: Tree, limit: int
) -> bool:
    """Choose the best cell by the game tree, as `choose_in_endgame`."""
    return choose_in_endgame(field, front, graph, outlook, choice, tree, limit, False)
