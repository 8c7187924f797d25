"""Kernels that play whole games, one solver after the other on the same boards.

Boards and first cells come from one random stream, a solver's choices from another, so that every solver sees the same
boards. `play_simple` has the solvers that look at one or two numbers at a time; `play_exact` those that count.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
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
    choose_least,
    choose_survivor,
    draw_chosen,
    fill_risks,
    new_choice,
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
    settle_pairs,
)
from gridpuzzles.minesweeper.elimination import Graph, new_graph
from gridpuzzles.minesweeper.frontier import Front, new_front
from gridpuzzles.minesweeper.model import SOLVERS, Solver
from gridpuzzles.minesweeper.choosing import box_or_rest
from gridpuzzles.minesweeper.placing import place
from gridpuzzles.minesweeper.probing import Probe, new_probe
from gridpuzzles.minesweeper.ties import Residues, new_residues
from gridpuzzles.minesweeper.tree import (
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
LIMIT, DEPTH, PROGRESS = range(3)
LARGEST_ENDGAME = 160
"""Undecided cells beyond which the game tree is not searched."""
WON, GUESSED_OFTEN, CELLS_DEDUCED, DEDUCED_FIRST = range(4)
"""Columns of the results: 1 for a win, guesses, cells deduced, cells deduced before the first guess."""


class Desk(NamedTuple):
    """All the room that a counting solver works in, and its limits.

    ``limits``, float64 (3,), holds the largest number of solutions from which the game tree is searched, the depth of
    the look ahead, and the worth of progress there.
    """

    front: Front
    graph: Graph
    outlook: Outlook
    residues: Residues
    probe: Probe
    choice: Choice
    tree: Tree
    values: NDArray[np.int64]
    limits: NDArray[np.float64]


def new_desk(count: int, solutions: int = 0, depth: int = 1, progress: float = 0.1) -> Desk:
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
        tree=new_tree(max(1, solutions), cells),
        values=np.zeros(cells, dtype=np.int64),
        limits=np.array([solutions, depth, progress], dtype=np.float64),
    )


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
def solve_simply(field: Field, solver: int, choices: NDArray[np.uint64]) -> None:
    """Play a game on from its first click by one of the solvers that look at one or two numbers at a time."""
    while field.total[SAFE_LEFT] > 0 and not field.total[LOST]:
        if solver == SUBSET:
            settle_pairs(field)
        else:
            settle(field, solver == ADAMATZKY)
        if field.total[SAFE_LEFT] == 0 or solver != SINGLE_POINT_RANDOM:
            return
        guess_uniformly(field, choices)


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
            solve_simply(field, solver, choices)
        finish(field, results, game)


@kernel
def act_on_certainty(field: Field, front: Front, outlook: Outlook) -> bool:
    """Open every certainly safe cell and mark every certain mine; return whether there was any."""
    acted = False
    rest = front.seen.size
    rest_safe = outlook.count[REST_MOST] == 0
    rest_mine = outlook.count[REST_LEAST] == outlook.count[REST]
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
    solutions = log_solutions(desk.front, desk.graph, desk.outlook)
    if solutions > np.log(desk.limits[LIMIT] + 0.5) or not list_unknown(field, desk.front, desk.graph, tree):
        return -1
    if not list_solutions(field, tree):
        return -1
    if not remember or tree.count[GENERATION] == 0:
        tree.count[GENERATION] += 1
    tree.count[NODES] = 0
    for k in range(tree.count[SOLUTIONS]):
        tree.arena[k] = k
    rank = best_guess(tree, tree.count[SOLUTIONS], desk.values)
    return tree.cells[rank] if rank >= 0 else -1


@kernel
def guess(field: Field, desk: Desk, solver: int, choices: NDArray[np.uint64]) -> None:
    """Open the cell that a counting solver guesses, after `find_certain` has found nothing certain."""
    front, graph, outlook, choice = desk.front, desk.graph, desk.outlook, desk.choice
    find_risks(front, graph, outlook)
    fill_risks(field, front, outlook, choice)
    if solver >= PSEQ_ENDGAME:
        cell = endgame_cell(field, desk, solver == OPTIMAL)
        if cell >= 0:
            open_cell(field, cell, GUESSED, choice.risk[cell])
            return
    if solver == INFERENCE_RANDOM:
        for cell in range(choice.cell.size):
            choice.cell[cell] = field.state[cell] == CLOSED
    elif solver == LOOKAHEAD:
        choose_survivor(field, front, graph, outlook, desk.probe, choice, desk.limits[PROGRESS])
    else:
        choose_least(field, front, graph, outlook, desk.residues, choice)
        if solver != PROBABILITY:
            refine_pseq(field, front, graph, outlook, desk.probe, choice)
    cell = draw_chosen(choice, choices)
    open_cell(field, cell, GUESSED, choice.risk[cell])


@kernel
def solve_exactly(field: Field, desk: Desk, solver: int, choices: NDArray[np.uint64]) -> bool:
    """Play a game on from its first click by a counting solver; return False if there was no room to count."""
    while field.total[SAFE_LEFT] > 0 and not field.total[LOST]:
        settle(field, False)
        if field.total[SAFE_LEFT] == 0:
            break
        if not find_certain(field, desk.front, desk.graph, desk.outlook):
            return False
        if act_on_certainty(field, desk.front, desk.outlook):
            continue
        if solver == INFERENCE:
            break
        guess(field, desk, solver, choices)
    return True


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
            if not solve_exactly(field, desk, solver, choices):
                return False
        finish(field, results, game)
    return True
