"""The commands: what they print, what they write, and one line for every mistake."""

import csv
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.cli import app
from gridpuzzles.nonogram.formats import SUFFIXES

PICTURES = Path(__file__).parents[2] / "config" / "puzzles"


def run(*arguments):
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env={"COLUMNS": "140"})
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def test_analyse_prints_a_table(tmp_path):
    drawing = tmp_path / "smile.svg"
    result = run("analyse", PICTURES / "smile.non", "--draw", drawing, "--level", "line")
    line = next(line for line in result.output.splitlines() if line.startswith(" smile.non"))
    assert line.split()[:9] == ["smile.non", "2x4", "1", "0.000", "0.000", "0.000", "1.000", "1", "unique"]
    assert drawing.read_text().startswith("<?xml")


def test_solve_prints_solutions_side_by_side(tmp_path):
    result = run("solve", PICTURES / "checkers.non", "--draw", tmp_path / "a.png")
    assert "2 solutions" in result.output
    assert "#.#.#.   .#.#.#" in result.output
    assert "they differ in 36 of 36 cells" in result.output
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    ten = run("solve", PICTURES / "rooks.non")
    assert "10 solutions found, there may be more" in ten.output
    assert "stopped by its limit of solutions" in ten.output


def test_solve_by_sat():
    result = run("solve", PICTURES / "thicket.non", "--strategy", "branch", "--nodes", "1", "--sat")
    assert "one solution: composed correctly" in result.output
    assert "by sat" in result.output


def test_check_writes_a_csv_and_names_what_cannot_be_read(tmp_path):
    for name in ("smile.non", "heart.nin"):
        (tmp_path / name).write_bytes((PICTURES / name).read_bytes())
    good = run("check", tmp_path, "--csv", tmp_path / "all.csv", "--nodes", "100")
    assert good.exit_code == 0
    rows = list(csv.DictReader((tmp_path / "all.csv").read_text().splitlines()))
    assert [(row["file"], row["status"], row["line"]) for row in rows] == [
        ("heart.nin", "unique", "1.0"),
        ("smile.non", "unique", "0.0"),
    ]
    (tmp_path / "bad.mk").write_text("x")
    bad = run("check", tmp_path)
    assert bad.exit_code == 1
    assert "bad.mk: line 1: 'x' is not two numbers: height and width" in bad.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("analyse", PICTURES / "smile.non", "--level", "all"), "level: 'all' is not one of"),
        (("analyse", PICTURES / "smile.non", "--draw", "x.gif"), "does not end in .pdf, .png, .svg"),
        (("analyse", PICTURES / "smile.non", PICTURES / "cat.non", "--draw", "x.png"), "one file at a time"),
        (("solve", PICTURES / "smile.non", "--seconds", "0"), "seconds: 0.0 is not a positive number"),
        (("solve", PICTURES / "smile.non", "--strategy", "x"), "strategy: 'x'"),
        (("check", Path(__file__).parent), "holds no puzzle file"),
    ],
)
def test_mistakes(arguments, message):
    with pytest.raises(InputError, match=message):
        run(*arguments)


def test_the_own_pictures_are_many_and_of_every_format():
    files = [path for path in PICTURES.iterdir() if path.suffix in SUFFIXES]
    assert len(files) >= 20
    assert {path.suffix for path in files} == set(SUFFIXES)
