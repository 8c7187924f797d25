"""The commands: what they print, and how they refuse."""

import pytest
from typer.testing import CliRunner

from gridpuzzles.errors import InputError
from gridpuzzles.minesweeper.cli import app, parse_setup, read_board

RUN = CliRunner()


def output(*arguments):
    result = RUN.invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return result.output


def test_a_game_is_told_move_by_move():
    text = output("play", "--solver", "pseq", "--board", "9x9", "--mines", "10", "--seed", "7")
    lines = text.splitlines()
    assert lines[0].split(None, 1)[1].startswith("(1, 1)    opened   shows")
    assert any("marked" in line for line in lines)
    assert text == output("play", "--solver", "pseq", "--board", "9x9", "--mines", "10", "--seed", "7")
    assert lines[-1].startswith(("won after", "lost after"))
    assert "guessed  p = 0." in output("play", "--board", "8x8", "--mines", "20", "--seed", "3")


def test_a_surrender_is_no_loss():
    text = output("play", "--solver", "single_point", "--board", "8x8", "--mines", "20", "--seed", "3")
    assert "surrendered after" in text


def test_probabilities_are_printed_and_drawn(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("mines: 2\n. 1 . . . .\n")
    text = output("probabilities", str(board))
    assert text.splitlines()[0].split() == ["50.0", "[1]", "50.0", "33.3", "33.3", "33.3"]
    assert board.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    output("probabilities", str(board), "--mines", "3", "--picture", str(tmp_path / "map.pdf"))
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF")


def test_an_estimate_is_printed_with_its_interval():
    text = output("estimate", "--solver", "single_point", "--board", "9x9", "--mines", "10", "--games", "2000")
    assert "of 2000)" in text
    assert "95 %, Wilson" in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "--board", "9by9"), "board: '9by9' is not rows x columns"),
        (("play", "--solver", "oracle"), "solver: 'oracle' is not one of"),
        (("play", "--mines", "81"), "mines: 81 do not fit"),
        (("play", "--mines", "many"), "mines: 'many' is not a whole number"),
        (("play", "--first-click", "lucky"), "first_click: 'lucky'"),
        (("play", "--first-cell", "99,1"), "is not a cell of the 9x9 board"),
        (("play", "--solver", "optimal"), "'optimal' plays boards with at most"),
        (("estimate", "--games", "0"), "games: '0' is not a whole number"),
        (("estimate", "--depth", "9"), "depth: '9'"),
    ],
)
def test_wrong_values_are_refused_in_one_line(arguments, message):
    with pytest.raises(InputError, match=message) as caught:
        output(*arguments)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "mines: say how many"),
        ("mines: 3\n", "rows of equal length"),
        ("mines: 1\n..\n.\n", "rows of equal length"),
        ("mines: 1\n.9\n", r"'9' at \(1, 2\) is neither"),
        ("mines: 9\n.1\n", "mines: '9' is not a whole number from 0 to 2"),
    ],
)
def test_board_files_that_are_none(tmp_path, text, message):
    board = tmp_path / "board.txt"
    board.write_text(text)
    with pytest.raises(InputError, match=message):
        read_board(board, "")


def test_setups_from_text():
    assert parse_setup("16x30", "99", "zero", "3,3").first_index == 2 * 30 + 2
