"""Guesses: exact ties, the promise of a cell, one click ahead."""

from fractions import Fraction

import numba
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpuzzles.minesweeper import (
    analysis,
    coins,
    dead,
    desks,
    foresight,
    lookahead,
    playing,
    probing,
    reference,
    reference_foresight,
    ties,
)
from gridpuzzles.minesweeper.deduction import CLOSED, GUESSED, OPEN, new_field, open_cell
from gridpuzzles.minesweeper.exact import Playout, solver_value
from gridpuzzles.minesweeper.model import number_board
from gridpuzzles.minesweeper.placing import LAW_CODES
from gridpuzzles.minesweeper.probability import field_of
from gridpuzzles.seeds import seed_sequence, stream_state


@numba.njit
def look_ahead(field, front, graph, outlook, probe, cell):
    """Call a kernel that has no wrapper for Python."""
    return probing.look_ahead(field, front, graph, outlook, probe, cell)


@numba.njit
def find_coins(field, front, graph, outlook, probe, coin):
    all_ways = analysis.log_solutions(front, outlook)
    coins.find_coins(field, probe.front, probe.graph, probe.outlook, all_ways, coin)


@numba.njit
def find_dead(field, front, graph, outlook, probe, choice):
    dead.find_dead(field, front, graph, outlook, probe, choice, lookahead.list_classes(field, front, outlook, choice))


@numba.njit
def places(field, front, cols):
    """Return whether each cell lies apart, deep, and in a pocket, and whether there is an opening."""
    count = field.state.size
    apart, deep, pocket = np.zeros(count, np.bool_), np.zeros(count, np.bool_), np.zeros(count, np.uint8)
    foresight.find_pockets(field, pocket)
    for cell in range(count):
        apart[cell] = foresight.lies_apart(field, front, cell)
        deep[cell] = foresight.lies_deep(field, cols, cell)
    return apart, deep, pocket, foresight.has_opening(field)


@numba.njit
def keep_equal(front, graph, outlook, residues, chosen, best):
    ties.keep_equal(front, graph, outlook, residues, chosen, best)


def look(position, mines):
    """Return the field and a desk that has counted a position, nothing being certain in it."""
    field = field_of(np.asarray(position, dtype=np.int8), mines)
    desk = desks.new_desk(field.state.size)
    assert analysis.find_certain(field, desk.front, desk.graph, desk.outlook)
    analysis.find_risks(desk.front, desk.graph, desk.outlook)
    return field, desk


def promise(field, desk, cell):
    """Return S, E and Q of a cell by the kernels."""
    assert look_ahead(field, desk.front, desk.graph, desk.outlook, desk.probe, cell)
    share, safe = desk.probe.share.copy(), desk.probe.safe.copy()
    shown = share > 0
    entropy = -(share[shown] * np.log(share[shown])).sum()
    return share[shown & (safe > 0)].sum(), (share * safe)[shown].sum(), entropy


def test_the_worked_example_of_pseq():
    """1x6, two mines, the second cell shows 1: S, E, Q of the other cells, and the choice of cell 6.

    The published E of cell 4 is 1/2, against the definition: if it is safe, one mine lies in {1, 3} and one in {5, 6};
    it shows 0 and 2 with probability 1/4 each, and then two cells are certainly safe: E = 1. The choice is the same.
    """
    position = np.array([[-1, 1, -1, -1, -1, -1]])
    field, desk = look(position, 2)
    found = [promise(field, desk, cell) for cell in (0, 2, 3, 4, 5)]
    expected = [(0, 0, 0), (1, 4 / 3, 0.637), (1 / 2, 1, 1.040), (0, 0, 0), (1, 1, 0.693)]
    for values, known in zip(found, expected, strict=True):
        assert values == pytest.approx(known, abs=5e-4)
    desks.advance(field, desk, playing.CODES["pseq"])
    assert desk.choice.cell.tolist() == [0, 0, 0, 0, 0, 1]
    assert reference.pseq(position.astype(np.int8), 2).guess == ((1, 6),)


def random_game_position(rng, rows, cols, mines):
    """Return a position in which nothing is certain, or None."""
    board = np.zeros(rows * cols, dtype=bool)
    board[rng.permutation(rows * cols)[:mines]] = True
    board = board.reshape(rows, cols)
    numbers = number_board(board)
    position = np.full((rows, cols), -1, dtype=np.int8)
    free = np.argwhere(~board)
    for row, col in free[rng.permutation(len(free))[: int(rng.integers(0, 4))]]:
        position[row, col] = numbers[row, col]
    while (position < 0).sum() > mines:
        safe = reference.inference(position, mines).safe
        if not safe:
            return position
        for row, col in safe:
            position[row - 1, col - 1] = numbers[row - 1, col - 1]
    return None


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(2, 4), st.integers(0, 2**32 - 1))
def test_promises_equal_their_definition(rows, cols, seed):
    """S, E and Q of every cell against all solutions, tight mine counts included."""
    rng = np.random.default_rng(seed)
    mines = int(rng.integers(1, max(2, rows * cols // 2)))
    position = random_game_position(rng, rows, cols, mines)
    if position is None:
        return
    field, desk = look(position, mines)
    worlds = reference.solutions(position, mines)
    risk = reference.risks(position, worlds)
    for row, col in reference.closed_cells(position):
        if risk[row, col] < 1:
            found = promise(field, desk, (row - 1) * cols + col - 1)
            known = reference.promise(position, worlds, (row, col))
            assert found == pytest.approx([float(value) for value in known], abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(st.integers(1, 4), st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_the_least_dangerous_cells_are_exactly_the_tied_ones(rows, cols, seed):
    rng = np.random.default_rng(seed)
    mines = int(rng.integers(1, max(2, rows * cols // 3)))
    position = random_game_position(rng, rows, cols, mines)
    if position is None:
        return
    field, desk = look(position, mines)
    desks.advance(field, desk, playing.CODES["probability"])
    tied = reference.least(reference.risks(position, reference.solutions(position, mines)))
    chosen = [(int(k) // cols + 1, int(k) % cols + 1) for k in np.flatnonzero(desk.choice.cell)]
    assert tuple(chosen) == tied


def test_equal_boxes_stay_together_and_others_leave():
    """Three corners show 1, 1 and 2: by residues, without a look at floats, the first two are equally dangerous."""
    position = np.full((12, 12), -1)
    position[0, 0], position[0, 11], position[11, 0] = 1, 1, 2
    _, desk = look(position, 40)
    assert ties.bits_needed.py_func(desk.front, desk.outlook) > 0
    desk.choice.box[:3] = 1
    keep_equal(desk.front, desk.graph, desk.outlook, desk.residues, desk.choice.box, 0)
    assert desk.choice.box[:3].tolist() == [1, 1, 0]


def test_the_primes_are_prime():
    for prime in ties.PRIMES[:8].tolist():
        assert all(prime % divisor for divisor in range(2, 50_000))
    assert (np.diff(ties.PRIMES.astype(np.int64)) < 0).all()


class Recorder(Playout):
    """Plays all boards of a first click at once, and keeps every position in which the solver guesses."""

    def __init__(self, *setup):
        super().__init__(*setup, endgame=0)
        self.met = {}

    def _advance(self, board, alive, opened):
        alive, now, guesses = super()._advance(board, alive, opened)
        if guesses:
            shown = np.where(now == 1, self._field.number, -1).astype(np.int8)
            mines = [np.flatnonzero(self._boards.mine[k]) for k in range(alive.bit_length()) if alive >> k & 1]
            self.met[shown.tobytes()] = shown, mines, guesses
        return alive, now, guesses


def guesses_met(solver, rows, cols, mines):
    """Yield every position in which a solver guesses, all solutions of it, and the cells it guesses."""
    recorder = Recorder(solver, rows, cols, mines, "any", (1, 1))
    recorder.value()
    for shown, worlds, guesses in recorder.met.values():
        cells = [frozenset((int(k) // cols + 1, int(k) % cols + 1) for k in world) for world in worlds]
        yield shown.reshape(rows, cols), cells, tuple((k // cols + 1, k % cols + 1) for k in guesses)


PLAIN = {
    "probability": lambda position, worlds: reference.least(reference.risks(position, worlds)),
    "pseq": lambda position, worlds: reference.most_promising(
        position, worlds, reference.least(reference.risks(position, worlds))
    ),
    "lookahead": lambda position, worlds: reference.longest_lived(position, worlds, 1),
}


@pytest.mark.parametrize("solver", PLAIN)
@pytest.mark.parametrize("board", [(3, 3, 1), (3, 3, 2), (3, 3, 3), (3, 3, 4), (4, 4, 2), (4, 4, 3)])
def test_every_guess_on_small_boards_is_exactly_the_plain_one(solver, board):
    """All positions of all games: the same cells in whole numbers, so that every tie is a tie and no other is."""
    for position, worlds, guesses in guesses_met(solver, *board):
        assert guesses == PLAIN[solver](position, worlds)


@pytest.mark.slow
@pytest.mark.parametrize("solver", PLAIN)
def test_every_guess_on_4x4_with_four_mines_is_exactly_the_plain_one(solver):
    met = list(guesses_met(solver, 4, 4, 4))
    assert len(met) > 200
    assert all(guesses == PLAIN[solver](position, worlds) for position, worlds, guesses in met)


def random_positions(seed, count, largest=20):
    """Yield random positions of small boards in which nothing is certain, their mines and all solutions."""
    rng = np.random.default_rng(seed)
    while count > 0:
        rows = int(rng.integers(1, 5))
        cols = int(rng.integers(2, largest // rows + 1 if rows > 2 else 7))
        mines = int(rng.integers(1, max(2, min(6, rows * cols // 3))))
        position = random_game_position(rng, rows, cols, mines)
        if position is not None:
            count -= 1
            yield position, mines, reference.solutions(position, mines)


def chosen(desk, cols):
    return tuple((int(k) // cols + 1, int(k) % cols + 1) for k in np.flatnonzero(desk.choice.cell))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_guesses_in_thousands_of_random_positions_are_exactly_the_plain_ones(seed):
    for position, mines, worlds in random_positions(seed, 600, 12):
        field, desk = look(position, mines)
        for solver, plain in PLAIN.items():
            desks.advance(field, desk, playing.CODES[solver])
            assert chosen(desk, position.shape[1]) == plain(position, worlds), (position, solver)


@pytest.mark.parametrize(("depth", "count"), [(1, 40), (2, 20), (3, 10), (4, 6)])
def test_looking_ahead_equals_its_plain_definition(depth, count):
    """Every depth: the same cells as counting survivors among all solutions; the position is left as it was."""
    for position, mines, worlds in random_positions(depth, count, 12):
        field, desk = look(position, mines)
        desk = desk._replace(deeper=tuple(lookahead.new_level(position.size) for _ in range(1, depth)))
        desks.advance(field, desk, playing.CODES["inference"])
        before = [array.copy() for array in (field.state, field.counter, field.closed, field.total)]
        desks.advance(field, desk, playing.CODES["lookahead"])
        for array, old in zip((field.state, field.counter, field.closed, field.total), before, strict=True):
            assert (array == old).all()
        assert chosen(desk, position.shape[1]) == reference.longest_lived(position, worlds, depth)


def test_survival_after_a_click_is_exact_in_components_it_does_not_touch():
    """Two numbers far apart that share few mines: what one shows changes the risks beside the other."""
    position = np.array([[-1, 1, -1, -1, -1, -1, -1, -1, -1, 1, -1]], dtype=np.int8)
    for mines in (3, 4, 5):
        field, desk = look(position, mines)
        desks.advance(field, desk, playing.CODES["lookahead"])
        worlds = reference.solutions(position, mines)
        assert chosen(desk, 11) == reference.longest_lived(position, worlds, 1)
        choice = desk.choice
        for kind in set(choice.kind[position[0] < 0].tolist()):
            if choice.score[kind, lookahead.VALUE] >= 0:
                cell = (1, int(choice.example[kind]) + 1)
                known = Fraction(reference.survivors_of(position, worlds, cell, 1), len(worlds))
                assert choice.score[kind, lookahead.VALUE] == pytest.approx(float(known), abs=1e-12)


def test_looking_ahead_is_worth_more_than_p_on_small_boards():
    solvers = ("probability", "lookahead", "foresight")
    values = {solver: solver_value(solver, 4, 4, 3, "safe", (1, 1), 0) for solver in solvers}
    assert values["probability"] < min(values["lookahead"], values["foresight"]) <= Fraction(1)


def foreseen(position, mines):
    """Return what `foresight` guesses in a position in which no cell is certainly safe, and the desk."""
    field = field_of(position, mines)
    desk = desks.new_desk(position.size)
    assert desks.advance(field, desk, playing.CODES["foresight"]) == playing.STUCK
    return field, desk, chosen(desk, position.shape[1])


@pytest.mark.parametrize("board", [(3, 3, 2), (3, 3, 3), (4, 3, 3), (4, 4, 3)])
def test_foresight_on_small_boards_is_its_plain_definition(board):
    """All positions of all games."""
    for position, worlds, guesses in guesses_met("foresight", *board):
        assert guesses == reference_foresight.best_foreseen(position, worlds)


@pytest.mark.parametrize(("seed", "count"), [(5, 60), pytest.param(6, 1500, marks=pytest.mark.slow)])
def test_foresight_and_coin_risks_in_random_positions_equal_their_plain_definition(seed, count):
    tossed = 0
    for position, mines, worlds in random_positions(seed, count, 12):
        field, desk, guesses = foreseen(position, mines)
        before = [array.copy() for array in (field.state, field.counter, field.closed, field.total)]
        coin = np.empty(position.size)
        find_coins(field, *desk.counted, desk.probe, coin)
        for array, old in zip((field.state, field.counter, field.closed, field.total), before, strict=True):
            assert (array == old).all()
        known = reference_foresight.coin_risks(position, worlds)
        for index, cell in enumerate(reference.cells(position)):
            assert coin[index] == pytest.approx(float(known.get(cell, 0)), abs=1e-12)
        assert guesses == reference_foresight.foresight(position, mines).guess
        tossed += any(known.values())
    assert tossed > count / 20


def test_the_coin_risk_of_a_pair_at_the_border():
    """2x3, two mines, the middle column shows 2 and 2: four of the six solutions have a coin on the left."""
    position = np.array([[-1, 2, -1], [-1, 2, -1]], dtype=np.int8)
    field, desk, _ = foreseen(position, 2)
    coin = np.empty(6)
    find_coins(field, *desk.counted, desk.probe, coin)
    assert coin == pytest.approx([1 / 3, 0, 1 / 3, 1 / 3, 0, 1 / 3], abs=1e-12)
    known = reference_foresight.coin_risks(position, reference.solutions(position, 2))
    assert known == dict.fromkeys(((1, 1), (1, 3), (2, 1), (2, 3)), Fraction(1, 3))


def test_no_number_tells_the_halves_of_a_coin_apart():
    """Exchange the halves in any solution with a coin: the numbers of all other cells stay."""
    rng = np.random.default_rng(11)
    found = 0
    for _ in range(3000):
        board = rng.random((4, 5)) < 0.4
        position = np.full(board.shape, -1, dtype=np.int8)
        everywhere = frozenset(reference.cells(position))
        mined = {(row + 1, col + 1) for row, col in np.argwhere(board)}
        for coin in reference_foresight.coins(position, everywhere):
            one, other = coin.halves
            if one | coin.guards <= mined and not other & mined:
                found += 1
                flipped = board.copy()
                for row, col in one | other:
                    flipped[row - 1, col - 1] ^= True
                outside = ~flipped & ~board
                assert (number_board(board)[outside] == number_board(flipped)[outside]).all()
    assert found > 100


def dead_in(position, mines):
    """Return the dead cells of a position by the kernel."""
    field, desk = look(position, mines)
    find_dead(field, *desk.counted, desk.probe, desk.choice)
    found = desk.probe.dead[: desk.probe.tally[probing.DEAD]]
    return {(int(cell) // position.shape[1] + 1, int(cell) % position.shape[1] + 1) for cell in found}


def test_the_cells_of_a_coin_are_dead():
    """2x3, one mine in the first column: each cell shows 1 if it is safe. So it is with another pair further on."""
    assert dead_in(np.array([[-1, 1, 0], [-1, 1, 0]], dtype=np.int8), 1) == {(1, 1), (2, 1)}
    further = np.array([[-1, 1, 0, 0, 1, -1, -1], [-1, 1, 0, 0, 1, -1, -1]], dtype=np.int8)
    assert {(1, 1), (2, 1)} <= dead_in(further, 2)


def test_dead_cells_in_random_positions_are_those_that_show_one_number_in_all_solutions():
    positions, met = 0, 0
    for position, mines, worlds in random_positions(7, 200, 12):
        known = reference_foresight.dead_cells(position, worlds)
        assert dead_in(position, mines) == known
        positions += 1 if known else 0
        met += len(known)
    assert positions > 20
    assert met > 50


def stuck_positions(rows, cols, mines, seed, games):
    """Yield the fields and desks of games in which nothing is certain, after a random guess each time."""
    random = np.random.default_rng(seed)
    boards = stream_state(seed_sequence(seed, "stuck"))
    field, desk = new_field(rows, cols), desks.new_desk(rows * cols)
    for _ in range(games):
        alive = playing.begin(field, mines, LAW_CODES["safe"], 0, boards)
        while alive and desks.advance(field, desk, playing.CODES["probability"]) == playing.STUCK:
            yield field, desk
            cell = int(random.choice(np.flatnonzero((field.state == CLOSED) & ~field.mine.astype(bool))))
            alive = open_cell(field, cell, GUESSED, desk.choice.risk[cell])


def position_of(field, rows, cols):
    """Return what a field's open cells show, -1 elsewhere."""
    numbers = number_board(field.mine.reshape(rows, cols).astype(bool))
    return np.where(field.state.reshape(rows, cols) == OPEN, numbers, -1).astype(np.int8)


def test_places_are_what_the_plain_definitions_say():
    """Apart, deep, in a pocket, the first opening: cells of positions met on the way through games."""
    random, seen = np.random.default_rng(4), np.zeros((3, 2), dtype=int)
    for rows, cols, mines in ((16, 30, 99), (9, 9, 10), (8, 25, 60)):
        for field, desk in stuck_positions(rows, cols, mines, 3, 4):
            apart, deep, pocket, opening = places(field, desk.front, cols)
            position = position_of(field, rows, cols)
            assert opening == (position == 0).any()
            closed = np.flatnonzero(field.state == CLOSED)
            undecided = frozenset((int(k) // cols + 1, int(k) % cols + 1) for k in closed)
            for index in random.permutation(closed)[:8]:
                cell = int(index) // cols + 1, int(index) % cols + 1
                known = (
                    reference_foresight.lies_apart(position, undecided, cell),
                    reference_foresight.lies_deep(undecided, cell),
                    reference_foresight.lies_in_pocket(position, undecided, cell),
                )
                assert (apart[index], deep[index], pocket[index]) == known
                seen[range(3), [int(value) for value in known]] += 1
    assert seen.min() > 5
