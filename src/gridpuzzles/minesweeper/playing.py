"""Kernels that play whole games, one solver after the other on the same boards.

Boards and first cells come from one random stream, a solver's choices from another, so that every solver sees the same
boards. `play_simple` has the solvers that look at one or two numbers at a time; `play_exact` those that count.
"""

from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.errors import InputError
from gridpuzzles.jit import kernel
from gridpuzzles.minesweeper.analysis import (
    REST,
    REST_LEAST,
    REST_MOST,
    Outlook,
    find_certain,
    find_risks,
    new_outlook,
)
from gridpuzzles.minesweeper.choosing import (
    Choice,
    Deep,
    box_or_rest,
    choose_least,
    choose_survivor,
    draw_chosen,
    fill_risks,
    new_choice,
    new_deep,
    refine_pseq,
)
from gridpuzzles.minesweeper.deduction import (
    BEFORE_GUESS,
    CLOSED,
    DEDUCED,
    FIRST,
    GUESSED,
    GUESSES,
    INFERRED_MARKED,
    INFERRED_OPENED,
    LOST,
    SAFE_LEFT,
    Field,
    deal,
    guess_uniformly,
    mark_cell,
    open_cell,
    settle,
    settle_in_passes,
    settle_pairs,
)
from gridpuzzles.minesweeper.elimination import Graph, new_graph
from gridpuzzles.minesweeper.frontier import Front, new_front
from gridpuzzles.minesweeper.model import SOLVERS, Solver
from gridpuzzles.minesweeper.placing import place
from gridpuzzles.minesweeper.probing import Probe, new_probe
from gridpuzzles.minesweeper.ties import Residues, new_residues
from gridpuzzles.minesweeper.tree import (
    BUDGET,
    GENERATION,
    NODES,
    SOLUTIONS,
    Tree,
    best_guess,
    list_solutions,
    list_unknown,
    log_solutions,
    new_tree,
)

CODES: dict[Solver, int] = {solver: code for code, solver in enumerate(SOLVERS)}
(
    SINGLE_POINT,
    SINGLE_POINT_RANDOM,
    ADAMATZKY,
    SUBSET,
    INFERENCE,
    INFERENCE_RANDOM,
    PROBABILITY,
    PSEQ,
    PSEQ_ENDGAME,
    LOOKAHEAD,
    OPTIMAL,
) = range(len(SOLVERS))
ENDED, GUESSES_NOW, NO_ROOM = range(3)
LIMIT, DEPTH = range(2)
LARGEST_GAME = 60_000
"""Placements of the mines up to which `optimal` plays."""
NODE_BUDGET = 1_000_000
"""Sets after which the search of one game tree is given up."""
LARGEST_ENDGAME = 160
"""Undecided cells beyond which the game tree is not searched."""
WON, GUESSED_OFTEN, CELLS_DEDUCED, DEDUCED_FIRST = range(4)
"""Columns of the results: 1 for a win, guesses, cells deduced, cells deduced before the first guess."""


class Desk(NamedTuple):
    """All the room that a counting solver works in, and its limits.

    ``limits``, float64 (2,), holds the largest number of solutions from which the game tree is searched, and the depth
    of the look-ahead.
    """

    front: Front
    graph: Graph
    outlook: Outlook
    residues: Residues
    probe: Probe
    choice: Choice
    deep: Deep
    tree: Tree
    values: NDArray[np.int64]
    limits: NDArray[np.float64]


def new_desk(count: int, solutions: int = 0, depth: int = 1) -> Desk:
    """Return a desk for boards of N cells; the game tree is searched from ``solutions`` solutions on."""
    graph, outlook = new_graph(count), new_outlook(count)
    cells = min(count, LARGEST_ENDGAME)
    return Desk(
        front=new_front(count),
        graph=graph,
        outlook=outlook,
        residues=new_residues(graph, outlook),
        probe=new_probe(count),
        choice=new_choice(count),
        deep=new_deep(count),
        tree=new_tree(max(1, solutions), cells),
        values=np.zeros(cells, dtype=np.int64),
        limits=np.array([solutions, depth], dtype=np.float64),
    )


def desk_for(solver: str, count: int, mines: int, endgame: int, depth: int) -> Desk:
    """Return a desk for a solver: `optimal` searches the whole game, the others from ``endgame`` solutions on."""
    if solver == "optimal":
        solutions = comb(count, mines)
        if solutions > LARGEST_GAME:
            raise InputError(f"solver: 'optimal' plays boards with at most {LARGEST_GAME} placements, not {solutions}")
    else:
        solutions = endgame if solver in ("pseq_endgame", "lookahead") else 0
    desk = new_desk(count, solutions, depth)
    desk.tree.tally[BUDGET] = (1 << 62) if solver == "optimal" else NODE_BUDGET
    return desk


@kernel
def begin(field: Field, mines: int, law: int, first: int, boards: NDArray[np.uint64]) -> bool:
    """Draw a board and make the first click (-1: on a random cell); return whether it was safe."""
    cell = random64.below(boards, field.mine.size) if first < 0 else first
    place(field.mine, field.free, field.table, field.degrees, mines, law, cell, boards)
    deal(field)
    return open_cell(field, cell, FIRST, np.nan)


@kernel
def finish(field: Field, results: NDArray[np.int32], game: int) -> None:
    """Write a finished game's results."""
    won = field.total[SAFE_LEFT] == 0 and not field.total[LOST]
    results[game, WON] = 1 if won else 0
    results[game, GUESSED_OFTEN] = field.total[GUESSES]
    results[game, CELLS_DEDUCED] = field.total[DEDUCED]
    before = field.total[BEFORE_GUESS]
    results[game, DEDUCED_FIRST] = field.total[DEDUCED] if before < 0 else before


@kernel
def advance_simply(field: Field, solver: int) -> bool:
    """Deduce until stuck, looking at one or two numbers at a time; return whether the solver then guesses."""
    if solver == SUBSET:
        settle_pairs(field)
    else:
        settle(field, solver == ADAMATZKY)
    return field.total[SAFE_LEFT] > 0 and solver == SINGLE_POINT_RANDOM


@kernel
def play_simple(
    field: Field,
    solver: int,
    mines: int,
    law: int,
    first: int,
    boards: NDArray[np.uint64],
    choices: NDArray[np.uint64],
    results: NDArray[np.int32],
) -> None:
    """Play a game for each row of ``results``, int32 (games, 4)."""
    for game in range(results.shape[0]):
        if begin(field, mines, law, first, boards):
            while not field.total[LOST] and advance_simply(field, solver):
                guess_uniformly(field, choices)
        finish(field, results, game)


@kernel
def play_in_passes(
    field: Field,
    mines: int,
    law: int,
    first: int,
    boards: NDArray[np.uint64],
    choices: NDArray[np.uint64],
    results: NDArray[np.int32],
) -> None:
    """Play like `single_point_random`, but deduce in whole passes over the board; for timing."""
    for game in range(results.shape[0]):
        if begin(field, mines, law, first, boards):
            while field.total[SAFE_LEFT] > 0 and not field.total[LOST]:
                settle_in_passes(field)
                if field.total[SAFE_LEFT] > 0:
                    guess_uniformly(field, choices)
        finish(field, results, game)


@kernel
def act_on_certainty(field: Field, front: Front, outlook: Outlook) -> bool:
    """Open every certainly safe cell and mark every certain mine; return whether there was any."""
    acted = False
    rest = front.seen.size
    rest_safe = outlook.tally[REST_MOST] == 0
    rest_mine = outlook.tally[REST_LEAST] == outlook.tally[REST]
    for cell in range(rest):
        if field.state[cell] != CLOSED:
            continue
        box = box_or_rest(front, cell)
        if rest_safe if box == rest else outlook.may_mine[box] == 0:
            open_cell(field, cell, INFERRED_OPENED, 0.0)
            acted = True
        elif rest_mine if box == rest else outlook.may_safe[box] == 0:
            mark_cell(field, cell, INFERRED_MARKED)
            acted = True
    return acted


@kernel
def endgame_cell(field: Field, desk: Desk, remember: bool) -> int:
    """Return the best cell by the game tree, or -1 if there are too many solutions for it.

    Parameters
    ----------
    remember
        Keep the worths for later games on the same board; otherwise each search starts afresh.
    """
    tree = desk.tree
    solutions = log_solutions(desk.front, desk.outlook)
    if solutions > np.log(desk.limits[LIMIT] + 0.5) or not list_unknown(field, desk.front, desk.graph, tree):
        return -1
    if not list_solutions(field, tree):
        return -1
    if not remember or tree.tally[GENERATION] == 0:
        tree.tally[GENERATION] += 1
    tree.tally[NODES] = 0
    for k in range(tree.tally[SOLUTIONS]):
        tree.arena[k] = k
    rank = best_guess(tree, tree.tally[SOLUTIONS], desk.values)
    return tree.cells[rank] if rank >= 0 else -1


@kernel
def choose(field: Field, desk: Desk, solver: int) -> None:
    """Choose the cells that a counting solver guesses, each equally likely, after `find_certain` found none certain."""
    front, graph, outlook, choice = desk.front, desk.graph, desk.outlook, desk.choice
    find_risks(front, graph, outlook)
    fill_risks(field, front, outlook, choice)
    if solver >= PSEQ_ENDGAME:
        cell = endgame_cell(field, desk, solver == OPTIMAL)
        if cell >= 0:
            choice.cell[:] = 0
            choice.cell[cell] = 1
            return
    if solver == INFERENCE_RANDOM:
        for cell in range(choice.cell.size):
            choice.cell[cell] = field.state[cell] == CLOSED
    elif solver == LOOKAHEAD:
        choose_survivor(field, front, graph, outlook, desk.probe, choice, desk.deep, np.int64(desk.limits[DEPTH]))  # type: ignore[arg-type]
    else:
        choose_least(field, front, graph, outlook, desk.residues, choice)
        if solver != PROBABILITY:
            refine_pseq(field, front, graph, outlook, desk.probe, choice)


@kernel
def advance_exactly(field: Field, desk: Desk, solver: int) -> int:
    """Deduce until stuck, as a counting solver does, and choose what it guesses.

    Returns
    -------
    int
        `ENDED`, `GUESSES_NOW` or `NO_ROOM`.
    """
    while True:
        settle(field, False)
        if field.total[SAFE_LEFT] == 0:
            return ENDED
        if not find_certain(field, desk.front, desk.graph, desk.outlook):
            return NO_ROOM
        if not act_on_certainty(field, desk.front, desk.outlook):
            if solver == INFERENCE:
                return ENDED
            choose(field, desk, solver)
            return GUESSES_NOW


@kernel
def play_exact(
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
    for game in range(results.shape[0]):
        if begin(field, mines, law, first, boards):
            ahead = GUESSES_NOW
            while ahead == GUESSES_NOW and not field.total[LOST]:
                ahead = advance_exactly(field, desk, solver)
                if ahead == GUESSES_NOW:
                    cell = draw_chosen(desk.choice, choices)
                    open_cell(field, cell, GUESSED, desk.choice.risk[cell])
            if ahead == NO_ROOM:
                return False
        finish(field, results, game)
    return True


@kernel
def resume(field: Field, opened: NDArray[np.uint8]) -> None:
    """Start a game on the mines in ``field.mine`` at the position in which the cells of ``opened``, uint8 (N,), are."""
    deal(field)
    for cell in range(opened.size):
        if opened[cell]:
            open_cell(field, cell, FIRST, np.nan)
