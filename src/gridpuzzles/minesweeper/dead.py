"""Kernels that find the cells that can tell nothing.

An undecided cell is *dead* if, wherever it is safe, it shows the same number: to open it adds nothing to what is known,
now or later. The others are *living*. A cell that touches no number, but undecided cells, is taken to be living: it is
but for the last moves of a game. D. N. Hill's solver JSMinesweeper sets dead tiles aside too.
"""

from gridpuzzles.jit import inner
from gridpuzzles.minesweeper.analysis import Outlook
from gridpuzzles.minesweeper.choosing import Choice
from gridpuzzles.minesweeper.deduction import CLOSED, Field
from gridpuzzles.minesweeper.elimination import Graph
from gridpuzzles.minesweeper.frontier import STAMP, Front
from gridpuzzles.minesweeper.probing import DEAD, Probe, combine_others, gather_probe, numbers_possible, tabulate


@inner
def touches_closed(field: Field, cell: int) -> bool:
    """Return whether a cell has an undecided neighbour."""
    closed = 0
    for j in range(field.degrees[cell]):
        closed += 1 if field.state[field.table[cell, j]] == CLOSED else 0
    return closed > 0


@inner
def is_dead(field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, cell: int) -> bool:
    """Return whether an undecided cell that touches a number, or nothing undecided, is dead."""
    on_front = front.seen[cell] == front.fill[STAMP]
    if not on_front and touches_closed(field, cell):
        return False
    if not gather_probe(field, front, probe, cell):
        return False
    tabulate(field, probe, cell)
    combine_others(front, graph, outlook, probe, -1)
    numbers = numbers_possible(outlook, probe, 0)
    return numbers > 0 and numbers & (numbers - 1) == 0


@inner
def find_dead(
    field: Field, front: Front, graph: Graph, outlook: Outlook, probe: Probe, choice: Choice, classes: int
) -> None:
    """Write down the dead cells of a position without certain cells in ``Probe.dead``, class by class."""
    probe.tally[DEAD] = 0
    for kind in range(classes):
        if is_dead(field, front, graph, outlook, probe, choice.example[kind]):
            for cell in range(choice.cell.size):
                if choice.cell[cell] and choice.kind[cell] == kind:
                    probe.dead[probe.tally[DEAD]] = cell
                    probe.tally[DEAD] += 1
