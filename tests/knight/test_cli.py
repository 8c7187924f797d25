"""The commands of the knight: what they print and write, and one line for every wrong value."""

import re
import subprocess
import sys

import numpy as np
import pytest

from gridpuzzles import cli
from gridpuzzles.knight import OrderSweep
from gridpuzzles.knight.texts import orders_table, orders_text

FIVE = ["tour", "--size", "5x5", "--start", "1,3", "--order", "83542671"]
FIVE_TEXT = """\
11  6  1  . 13
 .  . 12  7  2
 5 10  . 14  .
 .  . 16  3  8
17  4  9  . 15

Incomplete: the knight stopped after 17 of 25 squares at (5, 1). Board 5x5, start (1, 3), order 83542671, rule standard.
"""


@pytest.fixture
def knight(monkeypatch, capsys, tmp_path):
    """Call ``gridpuzzles knight …`` in an empty folder and return (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments):
        monkeypatch.setattr(sys, "argv", ["gridpuzzles", "knight", *arguments])
        with pytest.raises(SystemExit) as stop:
            cli.main()
        return stop.value.code or 0, *capsys.readouterr()

    return call


def test_a_tour_is_printed_as_a_numbered_board_and_a_paragraph(knight):
    assert knight(*FIVE) == (0, FIVE_TEXT, "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--order", "67812345"], "Complete and open: 64 squares, the last is (6, 5). Board 8x8, start (1, 1)"),
        (["--start", "1,7"], "Complete and closed: all 64 squares, and from the last, (3, 6), one move leads back"),
        (["--size", "1x1"], "1\n\nComplete and open: 1 square, the last is (1, 1)."),
        (["--size", "3x3", "--start", "2,2"], "Incomplete: the knight stopped after 1 of 9 squares at (2, 2)."),
        (["--size", "6x8", "--rule", "thesis"], "Board 6x8, start (1, 1), order 12345678, rule thesis."),
    ],
)
def test_the_paragraph_says_what_became_of_the_tour(knight, arguments, words):
    code, out, _ = knight("tour", *arguments)
    assert code == 0
    assert words in out


def test_a_tour_is_saved_as_text_as_it_is_printed(knight, tmp_path):
    assert knight(*FIVE, "--save", "tour.txt") == (0, FIVE_TEXT, "")
    assert (tmp_path / "tour.txt").read_text() == FIVE_TEXT


def test_a_tour_is_saved_as_a_table(knight, tmp_path):
    knight(*FIVE, "--save", "tour.csv")
    lines = (tmp_path / "tour.csv").read_text().splitlines()
    assert lines[:4] == ["step,row,col", "1,1,3", "2,2,5", "3,4,4"]
    assert lines[-1] == "17,5,1"
    assert len(lines) == 18


@pytest.mark.parametrize("name", ["tour.svg", "tour.pdf", "tour.png", "TOUR.PNG"])
@pytest.mark.parametrize("picture", ["lines", "numbers"])
def test_a_picture_has_the_same_bytes_each_time(knight, tmp_path, name, picture):
    contents = []
    for _ in range(2):
        assert knight(*FIVE, "--save", name, "--picture", picture)[0] == 0
        contents.append((tmp_path / name).read_bytes())
        (tmp_path / name).unlink()
    assert contents[0] == contents[1]


def test_pictures_of_lines_and_numbers_differ(knight, tmp_path):
    knight(*FIVE, "--save", "lines.svg")
    knight(*FIVE, "--save", "numbers.svg", "--picture", "numbers")
    assert (tmp_path / "lines.svg").read_bytes() != (tmp_path / "numbers.svg").read_bytes()


def test_several_files_in_one_go(knight, tmp_path):
    code, out, _ = knight(*FIVE, "--save", "tour.csv", "--animate-to", "tour.gif", "--animate", "--delay", "0")
    assert code == 0
    assert out.startswith("step 17 of 17, the end, 8 squares unvisited\n")
    assert out.endswith(f"\n\n{FIVE_TEXT}")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["tour.csv", "tour.gif"]


def test_first_and_last_square_are_coloured_in_a_terminal(knight, monkeypatch):
    monkeypatch.setattr("gridpuzzles.knight.cli._colours_wanted", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = knight(*FIVE)[1]
    assert re.sub(r"\x1b\[[0-9;]*m", "", out) == FIVE_TEXT


def test_a_sweep_over_all_starts(knight, tmp_path):
    code, out, err = knight("sweep", "--size", "5x5", "--save", "sweep.csv")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert all(len(line) == 9 for line in lines[:5])
    assert [sum(line.count(sign) for line in lines[:5]) for sign in "x.o"] == [
        int(n) for n in re.findall(r"\((\d+)\)", out)
    ]
    assert "Board 5x5, order 12345678, rule standard." in out
    table = (tmp_path / "sweep.csv").read_text().splitlines()
    assert table[0] == "row,col,complete,closed,visited,end_row,end_col"
    assert len(table) == 26
    assert table[2].startswith("1,2,0,0,")


@pytest.mark.parametrize(("rule", "closed"), [("standard", 7), ("thesis", 29)])
def test_a_sweep_counts_what_is_published(knight, rule, closed):
    failing = {"standard": 1, "thesis": 5}[rule]
    out = knight("sweep", "--rule", rule)[1]
    assert (
        f"x fails ({failing}), . complete and open ({64 - failing - closed}), o complete and closed ({closed})" in out
    )
    assert f"{64 - failing} of 64 starts complete." in out


def test_a_sweep_over_all_orders(knight, tmp_path):
    code, out, err = knight("sweep", "--all-orders", "--save", "orders.csv")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == " 396  272  609 1313 1313  609  272  396"
    assert "7376 orders complete from every start. Board 8x8, rule standard." in out
    table = (tmp_path / "orders.csv").read_text().splitlines()
    assert table[0] == "row,col,failures,closed,ends"
    assert table[1].startswith("1,1,396,")
    assert len(table) == 65


def test_few_orders_are_named():
    zeros = np.zeros((1, 2), dtype=np.int32)
    complete = np.zeros(40320, dtype=np.int32)
    complete[[0, 40319]] = 2
    sweep = OrderSweep(zeros, zeros, zeros.astype(np.int64), complete, complete, 0, 0)
    assert "2 orders complete from every start: 12345678, 87654321. Board 1x2, rule thesis." in orders_text(
        sweep, "thesis"
    )
    assert orders_table(sweep) == "row,col,failures,closed,ends\n1,1,0,0,0\n1,2,0,0,0\n"


WRONG = [
    ("size", ["tour", "--size", "8"]),
    ("size", ["tour", "--size", "8x"]),
    ("size", ["tour", "--size", "0x5"]),
    ("size", ["tour", "--size", "2001x5"]),
    ("size", ["tour", "--size", "8X8"]),
    ("size", ["tour", "--size", "８x８"]),
    ("size", ["tour", "--size", "-8x8"]),
    ("size", ["tour", "--size", "301x2", "--save", "tour.svg"]),
    ("size", ["tour", "--size", "61x2", "--save", "tour.svg", "--picture", "numbers"]),
    ("start", ["tour", "--start", "9,9"]),
    ("start", ["tour", "--start", "0,1"]),
    ("start", ["tour", "--start", "5"]),
    ("start", ["tour", "--start", "5;5"]),
    ("order", ["tour", "--order", "11345678"]),
    ("order", ["tour", "--order", "1234567"]),
    ("order", ["tour", "--order", "１２３４５６７８"]),
    ("order", ["tour", "--order", "1234\n5678"]),
    ("rule", ["tour", "--rule", "foo"]),
    ("save", ["tour", "--save", "tour.jpg"]),
    ("save", ["tour", "--save", "tour"]),
    ("save", ["tour", "--save", "missing/tour.txt"]),
    ("save", ["tour", "--save", "/proc/tour.txt"]),
    ("picture", ["tour", "--picture", "photo"]),
    ("animate-to", ["tour", "--animate-to", "tour.mp4"]),
    ("animate-to", ["tour", "--animate-to", "missing/tour.gif"]),
    ("animate-to", ["tour", "--size", "101x2", "--animate-to", "tour.gif"]),
    ("animate-to", ["tour", "--save", "tour.txt", "--animate-to", "/proc/tour.gif"]),
    ("delay", ["tour", "--delay", "fast"]),
    ("delay", ["tour", "--delay", "-1"]),
    ("delay", ["tour", "--delay", "nan"]),
    ("delay", ["tour", "--delay", "61"]),
    ("size", ["sweep", "--size", "8x8x8"]),
    ("size", ["sweep", "--size", "301x300"]),
    ("size", ["sweep", "--size", "31x30", "--all-orders"]),
    ("order", ["sweep", "--order", "12345679"]),
    ("order", ["sweep", "--order", "12345678", "--all-orders"]),
    ("rule", ["sweep", "--rule", "Standard"]),
    ("save", ["sweep", "--save", "sweep.txt"]),
]


@pytest.mark.parametrize(("key", "arguments"), WRONG)
def test_a_wrong_value_is_named_in_one_line_and_nothing_is_written(knight, tmp_path, key, arguments):
    code, out, err = knight(*arguments)
    assert code == 2
    assert out == ""
    assert err.startswith(f"gridpuzzles: {key}: ")
    assert err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_file(knight, tmp_path):
    (tmp_path / "folder.txt").mkdir()
    code, _, err = knight("tour", "--save", "folder.txt")
    assert code == 2
    assert "is a folder" in err


def test_a_file_stays_as_it_was_if_another_cannot_be_written(knight, tmp_path):
    (tmp_path / "tour.txt").write_text("before")
    knight("tour", "--save", "tour.txt", "--animate-to", "/proc/tour.gif")
    assert [path.name for path in tmp_path.iterdir()] == ["tour.txt"]
    assert (tmp_path / "tour.txt").read_text() == "before"


@pytest.mark.parametrize("command", ["tour", "sweep"])
def test_the_help_explains_rule_and_order(knight, monkeypatch, command):
    monkeypatch.setenv("COLUMNS", "200")
    code, out, _ = knight(command, "--help")
    assert code == 0
    for word in ("--size", "standard", "thesis", "clockwise", "permutation", f"gridpuzzles knight {command} --size"):
        assert word in out


def test_as_a_program_of_its_own(tmp_path):
    def run(*arguments):
        command = [sys.executable, "-m", "gridpuzzles", "knight", *arguments]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)

    good, bad = run(*FIVE), run("tour", "--order", "１２３４５６７８")
    assert (good.returncode, good.stdout, good.stderr) == (0, FIVE_TEXT, "")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr == "gridpuzzles: order: '１２３４５６７８' is not a permutation of the digits 12345678\n"


def test_the_commands_are_imported_without_what_only_some_need():
    heavy = {"numba", "matplotlib", "PIL", "pyarrow", "pandas"}
    code = f"import sys, gridpuzzles.knight.cli; print({heavy} & set(sys.modules))"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"
