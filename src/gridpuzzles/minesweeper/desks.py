"""Everything a counting solver works with, and the choice of the kernels that play it.

The solvers that look ahead further than `pseq` are played from here, a kernel call a game.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.analysis import Outlook, new_outlook
from gridpuzzles.minesweeper.choosing import Choice, new_choice
from gridpuzzles.minesweeper.deduction import LOST, Field
from gridpuzzles.minesweeper.elimination import Graph, new_graph
from gridpuzzles.minesweeper.frontier import Front, new_front
from gridpuzzles.minesweeper.lookahead import Level, Search, new_level
from gridpuzzles.minesweeper.playing import (
    ENDED,
    FORESIGHT,
    INFERENCE,
    LOOKAHEAD,
    NO_ROOM,
    OPTIMAL,
    PROBABILITY,
    PSEQ,
    STUCK,
    begin,
    choose_by_risk,
    deduce_exactly,
    finish,
    guess_chosen,
    play_by_promise,
    play_by_risk,
)
from gridpuzzles.minesweeper.probing import Probe, new_probe
from gridpuzzles.minesweeper.searching import (
    consult_tree,
    play_on_by_foresight,
    play_on_by_survival,
    play_on_by_tree,
)
from gridpuzzles.minesweeper.ties import Residues, new_residues
from gridpuzzles.minesweeper.tree import Tree, new_tree

LARGEST_GAME = 60_000
"""Placements of the mines up to which `optimal` plays."""
NODE_BUDGET = 1_000_000
"""Sets after which the search of one game tree is given up."""
LARGEST_ENDGAME = 160
"""Undecided cells beyond which the game tree is not searched."""


class Desk(NamedTuple):
    """Room for a counting solver.

    Attributes
    ----------
    deeper
        Room for the positions that `lookahead` imagines: one less than the clicks it looks ahead.
    limit
        The largest number of solutions from which the game tree is searched.
    """

    front: Front
    graph: Graph
    outlook: Outlook
    residues: Residues
    choice: Choice
    probe: Probe
    tree: Tree
    deeper: tuple[Level, ...]
    limit: int

    @property
    def counted(self) -> tuple[Front, Graph, Outlook]:
        """What the position is counted with."""
        return self.front, self.graph, self.outlook


def new_desk(count: int, limit: int = 0, depth: int = 1, budget: int = NODE_BUDGET) -> Desk:
    """Return a desk for boards of N cells."""
    graph, outlook = new_graph(count), new_outlook(count)
    return Desk(
        front=new_front(count),
        graph=graph,
        outlook=outlook,
        residues=new_residues(graph, outlook),
        choice=new_choice(count),
        probe=new_probe(count),
        tree=new_tree(max(1, limit), min(count, LARGEST_ENDGAME), budget=budget),
        deeper=tuple(new_level(count) for _ in range(1, depth)),
        limit=limit,
    )


def desk_for(solver: str, count: int, mines: int, endgame: int, depth: int) -> Desk:
    """Return a desk for a solver: `optimal` searches the whole game, the others from ``endgame`` solutions on."""
    if solver != "optimal":
        return new_desk(count, endgame if solver in ("pseq_endgame", "lookahead", "foresight") else 0, depth)
    solutions = comb(count, mines)
    if solutions > LARGEST_GAME:
        raise InputError(f"solver: 'optimal' plays boards with at most {LARGEST_GAME} placements, not {solutions}")
    return new_desk(count, solutions, budget=1 << 62)


def play_on(field: Field, desk: Desk, solver: int, choices: NDArray[np.uint64], guesses: int) -> int:
    """Play a game on with a solver that looks ahead: see `gridpuzzles.minesweeper.searching`."""
    choice, probe, tree, limit = desk.choice, desk.probe, desk.tree, desk.limit
    if solver == FORESIGHT:
        return play_on_by_foresight(field, *desk.counted, choice, probe, tree, limit, choices, guesses)
    if solver == LOOKAHEAD and desk.deeper:
        return _play_on_deeper(field, desk, choices, guesses)
    if solver == LOOKAHEAD:
        return play_on_by_survival(field, *desk.counted, choice, probe, tree, limit, choices, guesses)
    remember = solver == OPTIMAL
    return play_on_by_tree(field, *desk.counted, desk.residues, choice, probe, tree, limit, remember, choices, guesses)


def _play_on_deeper(field: Field, desk: Desk, choices: NDArray[np.uint64], guesses: int) -> int:
    """Play on like `lookahead` with two clicks ahead or more."""
    while (ahead := deduce_exactly(field, *desk.counted)) == STUCK:
        if not consult_tree(field, *desk.counted, desk.choice, desk.tree, desk.limit):
            Search(field, (Level(*desk.counted, desk.probe, desk.choice), *desk.deeper)).choose()
        if guesses == 0:
            break
        guesses -= 1
        guess_chosen(field, desk.choice, choices)
        if field.total[LOST]:
            return ENDED
    return ahead


def advance(field: Field, desk: Desk, solver: int) -> int:
    """Deduce until stuck, and flag the cells that are guessed, each equally likely, in ``desk.choice.cell``.

    Returns
    -------
    int
        `ENDED`, also for a solver that does not guess, `STUCK` or `NO_ROOM`.
    """
    if solver > PROBABILITY:
        return play_on(field, desk, solver, np.zeros(4, dtype=np.uint64), 0)
    ahead = deduce_exactly(field, *desk.counted)
    if ahead == STUCK and solver == INFERENCE:
        return ENDED
    if ahead == STUCK:
        choose_by_risk(field, *desk.counted, desk.residues, desk.choice, solver)
    return ahead


def play(
    field: Field,
    desk: Desk,
    solver: int,
    mines: int,
    law: int,
    first: int,
    boards: NDArray[np.uint64],
    choices: NDArray[np.uint64],
    results: NDArray[np.int32],
) -> bool:
    """Play a game for each row of ``results``, int32 (games, 4); return False if there was no room to count."""
    if solver <= PROBABILITY:
        return play_by_risk(
            field, *desk.counted, desk.residues, desk.choice, solver, mines, law, first, boards, choices, results
        )
    if solver == PSEQ:
        return play_by_promise(
            field, *desk.counted, desk.residues, desk.choice, desk.probe, mines, law, first, boards, choices, results
        )
    for game in range(len(results)):
        alive = begin(field, mines, law, first, boards)
        if alive and play_on(field, desk, solver, choices, field.state.size) == NO_ROOM:
            return False
        finish(field, results, game)
    return True
