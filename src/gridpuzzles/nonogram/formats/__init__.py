"""Puzzle files: reading, writing, and pictures as puzzles. The suffix decides the format.

==========  ==========================================================================================
``.non``    S. Simpson's format with keys (``width``, ``height``, ``rows``, ``columns``), with colours
``.nin``    J. Wilk's: WIDTH HEIGHT, then the rows, then the columns
``.mk``     M. Kolář's: HEIGHT WIDTH, the rows, ``#``, the columns
``.cwd``    HEIGHT, WIDTH, the rows, a blank line, the columns
``.g``      P. Olšák's, with colours
``.xml``    webpbn's, with colours
``.png``    a picture: every pixel is a cell
==========  ==========================================================================================

Files come from anywhere: they are small, nothing in them is executed or expanded, and every mistake is one line that
names the file and, where there is one, the line.
"""

from collections.abc import Callable
from pathlib import Path

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.formats.non import non_text, parse_non
from gridpuzzles.nonogram.formats.olsak import parse_olsak
from gridpuzzles.nonogram.formats.picture import read_picture
from gridpuzzles.nonogram.formats.plain import parse_cwd, parse_mk, parse_nin
from gridpuzzles.nonogram.formats.source import Source
from gridpuzzles.nonogram.formats.webpbn import parse_webpbn, webpbn_text
from gridpuzzles.nonogram.model import Puzzle

PARSERS: dict[str, Callable[[Source], Puzzle]] = {
    ".non": parse_non,
    ".nin": parse_nin,
    ".mk": parse_mk,
    ".cwd": parse_cwd,
    ".g": parse_olsak,
    ".xml": parse_webpbn,
}
WRITERS: dict[str, Callable[[Puzzle], str]] = {".non": non_text, ".xml": webpbn_text}
SUFFIXES = (*PARSERS, ".png")


def read(path: str | Path) -> Puzzle:
    """Return the puzzle in a file.

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line that names the file, the line and what is wrong.
    """
    path = Path(path)
    if path.suffix.lower() == ".png":
        return read_picture(path)
    if path.suffix.lower() not in PARSERS:
        raise InputError(f"{path}: the suffix is not one of {', '.join(SUFFIXES)}")
    return PARSERS[path.suffix.lower()](Source.open(path))


def write(puzzle: Puzzle, path: str | Path) -> None:
    """Write a puzzle as ``.non`` or ``.xml``."""
    path = Path(path)
    if path.suffix.lower() not in WRITERS:
        raise InputError(f"{path}: the suffix is not one of {', '.join(WRITERS)}")
    path.write_text(WRITERS[path.suffix.lower()](puzzle), encoding="utf-8", newline="\n")
