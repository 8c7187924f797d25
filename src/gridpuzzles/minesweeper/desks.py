"""Everything a counting solver works with, and the choice of the kernels that play it.

The searching solvers (`pseq_endgame`, `lookahead`, `optimal`) are played from here, a kernel call a step: their guesses
take long enough for that.
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
from gridpuzzles.minesweeper.lookahead import Level, Search, choose_survivor, new_level
from gridpuzzles.minesweeper.playing import (
    ENDED,
    INFERENCE,
    LOOKAHEAD,
    NO_ROOM,
    OPTIMAL,
    PROBABILITY,
    PSEQ,
    STUCK,
    begin,
    choose_by_promise,
    choose_by_risk,
    choose_in_endgame,
    deduce_exactly,
    finish,
    guess_chosen,
    play_by_promise,
    play_by_risk,
)
from gridpuzzles.minesweeper.probing import Probe, new_probe
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
        return new_desk(count, endgame if solver in ("pseq_endgame", "lookahead") else 0, depth)
    solutions = comb(count, mines)
    if solutions > LARGEST_GAME:
        raise InputError(f"solver: 'optimal' plays boards with at most {LARGEST_GAME} placements, not {solutions}")
    return new_desk(count, solutions, budget=1 << 62)


def choose(field: Field, desk: Desk, solver: int) -> None:
    """Flag the cells that a counting solver guesses, each equally likely, in ``desk.choice.cell``."""
    if solver <= PROBABILITY:
        choose_by_risk(field, *desk.counted, desk.residues, desk.choice, solver)
    elif solver == PSEQ or not _choose_in_endgame(field, desk, solver):
        if solver != LOOKAHEAD:
            choose_by_promise(field, *desk.counted, desk.residues, desk.choice, desk.probe)
        elif not desk.deeper:
            choose_survivor(field, *desk.counted, desk.probe, desk.choice)
        else:
            Search(field, (Level(*desk.counted, desk.probe, desk.choice), *desk.deeper)).choose()


def _choose_in_endgame(field: Field, desk: Desk, solver: int) -> bool:
    return choose_in_endgame(field, *desk.counted, desk.choice, desk.tree, desk.limit, solver == OPTIMAL)


def advance(field: Field, desk: Desk, solver: int) -> int:
    """Deduce until stuck and choose what is guessed; return `ENDED`, `STUCK` or `NO_ROOM`; no guess is an end too."""
    ahead = deduce_exactly(field, *desk.counted)
    if ahead == STUCK and solver == INFERENCE:
        return ENDED
    if ahead == STUCK:
        choose(field, desk, solver)
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
    front, graph, outlook, residues, choice, probe = desk[:6]
    if solver <= PROBABILITY:
        return play_by_risk(
            field, front, graph, outlook, residues, choice, solver, mines, law, first, boards, choices, results
        )
    if solver == PSEQ:
        return play_by_promise(
            field, front, graph, outlook, residues, choice, probe, mines, law, first, boards, choices, results
        )
    for game in range(len(results)):
        ahead = STUCK if begin(field, mines, law, first, boards) else ENDED
        while ahead == STUCK and not field.total[LOST]:
            ahead = advance(field, desk, solver)
            if ahead == STUCK:
                guess_chosen(field, desk.choice, choices)
        if ahead == NO_ROOM:
            return False
        finish(field, results, game)
    return True
