"""Pictures: what stands where, at any size of board, and equal bytes for equal tours."""

from itertools import pairwise

import numpy as np
import pytest
from matplotlib.colors import to_hex

from gridpuzzles.knight import pictures
from gridpuzzles.knight.model import MOVES, degree_board, fixed, walk
from gridpuzzles.knight.snapshots import ROLE_COLOURS, Role
from gridpuzzles.pipeline.drawings import save_canvas
from gridpuzzles.plotting.style import canvas, in_style

INCOMPLETE = walk(5, 5, (1, 3), fixed("83542671"))
OPEN = walk(8, 8, (1, 1), fixed("67812345"))
CLOSED = walk(8, 8, (1, 7), fixed("12345678"))


@pytest.fixture
def axes():
    with in_style():
        yield canvas("column", 3.4).subplots()


def written(axes):
    """Return {(row, col): text} of the texts on a board."""
    return {(text.get_position()[1], text.get_position()[0]): text.get_text() for text in axes.texts if text.get_text()}


def labels(axes):
    return [text.get_text() for text in axes.get_legend().get_texts()]


def draw_all(axes, tour):
    """Call everything that draws a tour, on the same axes."""
    pictures.tour_bar(axes, pictures.draw_tour(axes, tour))
    pictures.legend_below(axes, pictures.tour_handles(tour))
    pictures.draw_numbered(axes, tour)
    pictures.legend_below(axes, pictures.numbered_handles(tour))
    pictures.legend_below(axes, pictures.snapshot_handles(pictures.draw_snapshot(axes, tour, 1)))
    pictures.legend_below(
        axes, pictures.snapshot_handles(pictures.draw_snapshot(axes, tour, len(tour.squares), "thesis"))
    )


@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1), (2, 2), (3, 3), (3, 7), (21, 4)])
def test_every_size_of_board_can_be_drawn(axes, tmp_path, size):
    draw_all(axes, walk(*size, (1, 1), fixed("12345678")))
    pictures.draw_degrees(axes, *size)
    save_canvas(axes.figure, tmp_path / "all.png", "png")


def test_the_line_runs_through_the_squares_in_their_order(axes):
    line = pictures.draw_tour(axes, OPEN)
    points = [segment[0] for segment in line.get_segments()] + [line.get_segments()[-1][-1]]
    assert np.array_equal(np.array(points)[:, ::-1], OPEN.squares)
    assert line.get_array().tolist() == list(range(1, 64))


def test_a_long_tour_is_drawn_in_few_pieces_without_a_gap(axes):
    tour = walk(20, 20, (1, 1), fixed("12345678"))
    pieces = pictures.draw_tour(axes, tour).get_segments()
    assert len(pieces) == pictures.PIECES
    assert all(np.array_equal(before[-1], after[0]) for before, after in pairwise(pieces))
    assert sum(len(piece) - 1 for piece in pieces) == 399


def test_first_and_last_are_marked_and_only_a_closed_tour_leads_back(axes):
    pictures.draw_tour(axes, CLOSED)
    pictures.legend_below(axes, pictures.tour_handles(CLOSED))
    assert labels(axes) == ["first", "last", "way back to the first"]
    dashed = [line for line in axes.lines if line.is_dashed()]
    assert [line.get_xydata()[:, ::-1].tolist() for line in dashed] == [CLOSED.squares[[-1, 0]].tolist()]
    marks = {
        line.get_marker(): line.get_xydata()[0, ::-1].tolist() for line in axes.lines if len(line.get_xydata()) == 1
    }
    assert marks == {"o": list(CLOSED.start), "s": list(CLOSED.end)}


def test_unvisited_squares_are_marked_on_a_drawn_tour(axes):
    pictures.draw_tour(axes, INCOMPLETE)
    pictures.legend_below(axes, pictures.tour_handles(INCOMPLETE))
    assert labels(axes) == ["first", "last", "unvisited"]
    (crosses,) = (line for line in axes.lines if line.get_marker() == "x")
    assert {(row, col) for col, row in crosses.get_xydata()} == set(
        zip(*np.nonzero(INCOMPLETE.board == 0) + np.array(1), strict=True)
    )
    assert not any(line.is_dashed() for line in axes.lines)


@pytest.mark.parametrize(
    ("size", "numbers", "expected"), [(8, None, 64), (8, False, 0), (12, None, 0), (12, True, 144)]
)
def test_small_boards_show_the_steps_on_the_line(axes, size, numbers, expected):
    pictures.draw_tour(axes, walk(size, size, (1, 1), fixed("12345678")), numbers)
    assert len(written(axes)) == expected


def test_a_tour_of_one_square_has_one_mark(axes):
    tour = walk(3, 3, (2, 2), fixed("12345678"))
    pictures.draw_tour(axes, tour)
    pictures.legend_below(axes, pictures.tour_handles(tour))
    assert labels(axes) == ["first and last", "unvisited"]


def test_a_numbered_board_shows_each_step_on_its_square(axes):
    pictures.draw_numbered(axes, INCOMPLETE)
    pictures.legend_below(axes, pictures.numbered_handles(INCOMPLETE))
    assert written(axes) == {
        tuple(square): str(step) for step, square in enumerate(INCOMPLETE.squares.tolist(), start=1)
    }
    assert labels(axes) == ["first", "last", "unvisited"]
    filled = {
        (patch.get_y() + 0.5, patch.get_x() + 0.5): to_hex(patch.get_facecolor()).upper() for patch in axes.patches
    }
    assert filled[INCOMPLETE.start] == ROLE_COLOURS[Role.FIRST]
    assert filled[INCOMPLETE.end] == ROLE_COLOURS[Role.LAST]
    assert sum(patch.get_hatch() is not None for patch in axes.patches) == 8


def test_a_degree_board_shows_the_degrees(axes):
    pictures.draw_degrees(axes, 8, 8)
    degrees = degree_board(8, 8)
    assert written(axes) == {(row + 1, col + 1): str(degree) for (row, col), degree in np.ndenumerate(degrees)}


def test_the_moves_are_numbered_as_defined(axes):
    pictures.draw_move_numbers(axes)
    texts = written(axes)
    assert {texts[3 + down, 3 + right] for down, right in MOVES} == set("12345678")
    assert all(texts[3 + down, 3 + right] == str(move) for move, (down, right) in enumerate(MOVES, start=1))


def test_an_orders_priorities_stand_below_the_moves(axes):
    pictures.draw_move_numbers(axes, "67812345")
    down, right = MOVES[6 - 1]
    column = {text: row for (row, col), text in written(axes).items() if col == 3 + right and abs(row - 3 - down) < 0.5}
    assert set(column) == {"6", "1st"}
    assert column["6"] < column["1st"]


def test_a_snapshot_shows_degrees_steps_and_the_knight(axes):
    shot = pictures.draw_snapshot(axes, OPEN, 10)
    pictures.legend_below(axes, pictures.snapshot_handles(shot))
    texts = written(axes)
    assert texts.pop(shot.square) == pictures.KNIGHT
    for (row, col), text in texts.items():
        role = Role(int(shot.roles[row - 1, col - 1]))
        assert role in {Role.REACHABLE, Role.VISITED}
        number = shot.degrees[row - 1, col - 1] if role is Role.REACHABLE else OPEN.board[row - 1, col - 1]
        assert text == str(number)
    assert labels(axes) == ["visited", "reachable (degree)", "knight", "chosen"]


def test_the_last_snapshot_shows_first_last_and_unvisited(axes):
    pictures.legend_below(axes, pictures.snapshot_handles(pictures.draw_snapshot(axes, INCOMPLETE, 17)))
    assert labels(axes) == ["visited", "first", "last", "unvisited"]
    assert pictures.KNIGHT not in written(axes).values()
    assert len(written(axes)) == 17


def test_a_success_map_colours_and_marks_failing_open_and_closed_starts(axes):
    complete, closed = np.array([[True, False], [True, True]]), np.array([[False, False], [True, False]])
    pictures.draw_success(axes, complete, closed)
    pictures.legend_below(axes, pictures.success_handles())
    assert labels(axes) == ["fails", "open", "closed"]
    (image,) = axes.images
    assert image.get_array().tolist() == [[1, 0], [2, 1]]
    marks = {line.get_marker(): line.get_xydata().tolist() for line in axes.lines}
    assert marks == {"x": [[2, 1]], "o": [[1, 2]]}


def test_a_large_success_map_has_no_marks(axes):
    pictures.draw_success(axes, np.zeros((300, 300), dtype=bool), np.zeros((300, 300), dtype=bool))
    assert not axes.lines


@pytest.mark.parametrize("kind", ["svg", "pdf", "png"])
@pytest.mark.parametrize("numbered", [True, False])
def test_equal_tours_give_equal_bytes(tmp_path, kind, numbered):
    for name in ("a", "b"):
        with in_style():
            save_canvas(pictures.tour_canvas(INCOMPLETE, numbered), tmp_path / name, kind)
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


@pytest.mark.parametrize(("size", "inches"), [((8, 8), 3.5), ((20, 20), 3.5), ((21, 3), 3.5), ((3, 21), 7.2)])
def test_a_large_board_gets_a_page_a_small_one_a_column(size, inches):
    with in_style():
        figure = pictures.tour_canvas(walk(*size, (1, 1), fixed("12345678")), numbered=False)
    assert figure.get_size_inches()[0] == inches
