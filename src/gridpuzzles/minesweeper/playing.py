"""Kernels that play whole games, one solver after the other on the same boards.

Boards and first cells come from one random stream, a solver's choices from another, so that every solver sees the same
boards. `play_simple` has the solvers that look at one or two numbers at a time, `play_by_risk` and `play_by_promise`
those that count, `gridpuzzles.minesweeper.searching` those that search. They are kept apart because one kernel that
holds everything takes minutes to compile.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles import random64
from gridpuzzles.jit import inner, short_kernel
from gridpuzzles.minesweeper.analysis import (
    REST,
    REST_LEAST,
    REST_MOST,
    Outlook,
    find_certain,
    find_risks,
    log_solutions,
)
from gridpuzzles.minesweeper.choosing import (
    Choice,
    box_or_rest,
    choose_least,
    draw_chosen,
    fill_risks,
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
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import Front
from gridpuzzles.minesweeper.model import SOLVERS, Solver
from gridpuzzles.minesweeper.placing import place
from gridpuzzles.minesweeper.probing import Probe
from gridpuzzles.minesweeper.ranking import refine_pseq
from gridpuzzles.minesweeper.ties import Residues
from gridpuzzles.minesweeper.tree import (
    GENERATION,
    NODES,
    SOLUTIONS,
    Tree,
    best_guess,
    list_solutions,
    list_unknown,
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
    FORESIGHT,
    OPTIMAL,
) = range(len(SOLVERS))
ENDED, STUCK, NO_ROOM = range(3)
WON, GUESSED_OFTEN, CELLS_DEDUCED, DEDUCED_FIRST = range(4)
"""Columns of the results: 1 for a win, guesses, cells deduced, cells deduced before the first guess."""


@short_kernel
def begin(field: Field, mines: int, law: int, first: int, boards: NDArray[np.uint64]) -> bool:
    """Draw a board and make the first click (-1: on a random cell); return whether it was safe."""
    cell = random64.below(boards, field.mine.size) if first < 0 else first
    place(field.mine, field.free, field.table, field.degrees, mines, law, cell, boards)
    deal(field)
    return open_cell(field, cell, FIRST, np.nan)


@short_kernel
def finish(field: Field, results: NDArray[np.int32], game: int) -> None:
    """Write a finished game's results."""
    won = field.total[SAFE_LEFT] == 0 and not field.total[LOST]
    results[game, WON] = 1 if won else 0
    results[game, GUESSED_OFTEN] = field.total[GUESSES]
    results[game, CELLS_DEDUCED] = field.total[DEDUCED]
    before = field.total[BEFORE_GUESS]
    results[game, DEDUCED_FIRST] = field.total[DEDUCED] if before < 0 else before


@short_kernel
def advance_simply(field: Field, solver: int) -> bool:
    """Deduce until stuck, looking at one or two numbers at a time; return whether the solver then guesses."""
    if solver == SUBSET:
        settle_pairs(field)
    else:
        settle(field, solver == ADAMATZKY)
    return field.total[SAFE_LEFT] > 0 and solver == SINGLE_POINT_RANDOM


@short_kernel
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


@short_kernel
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


@inner
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


@short_kernel
def deduce_exactly(field: Field, front: Front, graph: Graph, outlook: Outlook) -> int:
    """Open and mark all that is implied, until nothing is.

    Returns
    -------
    int
        `ENDED` after a win, `STUCK` if only a guess is left, `NO_ROOM` if the frontier is too wide.
    """
    while True:
        settle(field, False)
        if field.total[SAFE_LEFT] == 0:
            return ENDED
        if not find_certain(field, front, graph, outlook):
            return NO_ROOM
        if not act_on_certainty(field, front, outlook):
            return STUCK


@short_kernel
def choose_by_risk(
    field: Field, front: Front, graph: Graph, outlook: Outlook, residues: Residues, choice: Choice, solver: int
) -> None:
    """Choose what `inference_random` and `probability` guess, each cell equally likely; after `deduce_exactly`."""
    find_risks(front, graph, outlook)
    fill_risks(field, front, outlook, choice)
    if solver == INFERENCE_RANDOM:
        for cell in range(choice.cell.size):
            choice.cell[cell] = field.state[cell] == CLOSED
    else:
        choose_least(field, front, graph, outlook, residues, choice)


@inner
def choose_by_promise(
    field: Field, front: Front, graph: Graph, outlook: Outlook, residues: Residues, choice: Choice, probe: Probe
) -> None:
    """Choose what `pseq` guesses."""
    find_risks(front, graph, outlook)
    fill_risks(field, front, outlook, choice)
    choose_least(field, front, graph, outlook, residues, choice)
    refine_pseq(field, front, graph, outlook, probe, residues, choice)


@inner
def choose_in_endgame(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    choice: Choice,
    tree: Tree,
    limit: int,
    remember: bool,
) -> bool:
    """Choose the best cell by the game tree; return False if there are too many solutions for it.

    Parameters
    ----------
    limit
        The largest number of solutions from which the tree is searched.
    remember
        Keep the worths for later games on the same board; otherwise each search starts afresh.
    """
    find_risks(front, graph, outlook)
    fill_risks(field, front, outlook, choice)
    if log_solutions(front, outlook) > np.log(limit + 0.5) or not list_unknown(field, front, graph, tree):
        return False
    if not list_solutions(field, tree):
        return False
    if not remember or tree.tally[GENERATION] == 0:
        tree.tally[GENERATION] += 1
    tree.tally[NODES] = 0
    for k in range(tree.tally[SOLUTIONS]):
        tree.arena[k] = k
    rank = best_guess(tree, tree.tally[SOLUTIONS])
    if rank < 0:
        return False
    choice.cell[:] = 0
    choice.cell[tree.cells[rank]] = 1
    return True


@short_kernel
def guess_chosen(field: Field, choice: Choice, choices: NDArray[np.uint64]) -> None:
    """Open one of the chosen cells."""
    cell = draw_chosen(choice, choices)
    open_cell(field, cell, GUESSED, choice.risk[cell])


@short_kernel
def play_by_risk(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    residues: Residues,
    choice: Choice,
    solver: int,
    mines: int,
    law: int,
    first: int,
    boards: NDArray[np.uint64],
    choices: NDArray[np.uint64],
    results: NDArray[np.int32],
) -> bool:
    """Play `inference`, `inference_random` or `probability`; return False if there was no room to count."""
    for game in range(results.shape[0]):
        ahead = STUCK if begin(field, mines, law, first, boards) else ENDED
        while ahead == STUCK and not field.total[LOST]:
            ahead = deduce_exactly(field, front, graph, outlook)
            if ahead == STUCK:
                if solver == INFERENCE:
                    break
                choose_by_risk(field, front, graph, outlook, residues, choice, solver)
                guess_chosen(field, choice, choices)
        if ahead == NO_ROOM:
            return False
        finish(field, results, game)
    return True


@short_kernel
def play_by_promise(
    field: Field,
    front: Front,
    graph: Graph,
    outlook: Outlook,
    residues: Residues,
    choice: Choice,
    probe: Probe,
    mines: int,
    law: int,
    first: int,
    boards: NDArray[np.uint64],
    choices: NDArray[np.uint64],
    results: NDArray[np.int32],
) -> bool:
    """Play `pseq`, a game for each row of ``results``; return False if there was no room to count."""
    for game in range(results.shape[0]):
        ahead = STUCK if begin(field, mines, law, first, boards) else ENDED
        while ahead == STUCK and not field.total[LOST]:
            ahead = deduce_exactly(field, front, graph, outlook)
            if ahead == STUCK:
                choose_by_promise(field, front, graph, outlook, residues, choice, probe)
                guess_chosen(field, choice, choices)
        if ahead == NO_ROOM:
            return False
        finish(field, results, game)
    return True


@short_kernel
def resume(field: Field, opened: NDArray[np.uint8]) -> None:
    """Start a game on the mines in ``field.mine`` at the position in which the cells of ``opened``, uint8 (N,), are."""
    deal(field)
    for cell in range(opened.size):
        if opened[cell]:
            open_cell(field, cell, FIRST, np.nan)
