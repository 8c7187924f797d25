"""Commands: pictures and statistics from the shell; a mistake is one line and exit code 2."""

import sys

import pytest

from gridpuzzles import cli
from gridpuzzles.maze import generate, statistics, svg, text


def run(monkeypatch, capsys, *arguments):
    """Return exit code, output and errors of ``gridpuzzles maze …``."""
    monkeypatch.setattr(sys, "argv", ["gridpuzzles", "maze", *arguments])
    with pytest.raises(SystemExit) as stop:
        cli.main()
    captured = capsys.readouterr()
    return stop.value.code, captured.out, captured.err


def test_draw_writes_text_svg_and_png(monkeypatch, capsys, tmp_path):
    asked = ("draw", "--algorithm", "hunt_and_kill", "--size", "6x9", "--seed", "7")
    code, out, _ = run(monkeypatch, capsys, *asked)
    maze = generate("hunt_and_kill", 6, 9, 7)
    assert code == 0
    assert out == text(maze) + "\n"
    assert run(monkeypatch, capsys, *asked, "--out", str(tmp_path / "maze.svg"))[0] == 0
    assert (tmp_path / "maze.svg").read_text() == svg(maze)
    assert run(monkeypatch, capsys, *asked, "--solution", "--distances", "--out", str(tmp_path / "maze.png"))[0] == 0
    assert (tmp_path / "maze.png").read_bytes().startswith(b"\x89PNG")


def test_statistics_prints_every_measure(monkeypatch, capsys):
    code, out, _ = run(monkeypatch, capsys, "statistics", "--size", "8", "-o", "scan=spiral", "--explain")
    found = statistics(generate("hunt_and_kill", 8, 8, 1, scan="spiral"))
    assert code == 0
    assert f"diameter {found.diameter:>21}" in out
    assert "length of a longest path" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("draw", "--size", "0x5"), "size: 0 is not a whole number"),
        (("draw", "--size", "5by5"), "size: '5by5' is not a board"),
        (("draw", "--algorithm", "hunt"), "algorithm: 'hunt' is not one of"),
        (("draw", "-o", "scan"), "option: 'scan' is not option=value"),
        (("draw", "-o", "scan=up"), "scan: 'up' is not one of"),
        (("draw", "--ends", "far"), "ends: 'far' is not one of"),
        (("draw", "--seed", "-1"), "seed: -1 is not"),
        (("draw", "--out", "maze.gif"), "out: 'maze.gif' does not end in .svg, .png or .txt"),
        (("statistics", "-o", "start=9,9", "--size", "3"), "start: (9, 9) is not a cell of the 3x3 grid"),
    ],
)
def test_mistakes_are_one_line(monkeypatch, capsys, arguments, message):
    code, out, errors = run(monkeypatch, capsys, *arguments)
    assert code == 2
    assert out == ""
    assert message in errors
    assert errors.count("\n") == 1
