"""What all text formats share: a file's numbered lines, clues with their lines, and errors that say where."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.model import BLACK, LONGEST_SIDE, Axis, Clue, Colour, Puzzle, as_clue, check_clues
from gridpuzzles.texts import read_small

LARGEST_FILE = 4 << 20
LONGEST_LINE = 10_000
AUTOMATIC = ("#c8102e", "#1b8a3d", "#1f4fb4", "#f2c012", "#e8762d", "#7b3f98", "#2aa7b8", "#7a4a21", "#c2487f")
"""Values for colours that a file uses without saying what they look like."""


@dataclass(frozen=True)
class Source:
    """A text file: its path and its lines, from 1."""

    path: Path
    lines: tuple[str, ...]

    @classmethod
    def open(cls, path: Path) -> "Source":
        """Return a file's lines, or raise InputError if it is missing, too large, or not text."""
        text = read_small(path, LARGEST_FILE, "a puzzle")
        source = cls(path, tuple(line.rstrip() for line in re.split(r"\r\n|\r|\n", text)))
        for number, line in enumerate(source.lines, start=1):
            if len(line) > LONGEST_LINE:
                source.fail(number, f"longer than {LONGEST_LINE} characters")
        return source

    def fail(self, line: int, message: str) -> NoReturn:
        """Raise InputError with the file, the line and a message."""
        raise InputError(f"{self.path}: line {line}: {message}")

    def whole(self, line: int, text: str, name: str) -> int:
        """Return the side of a board, or fail."""
        if not re.fullmatch(r"[0-9]{1,6}", text) or not 1 <= int(text) <= LONGEST_SIDE:
            self.fail(line, f"{name}: {text[:20]!r} is not a whole number from 1 to {LONGEST_SIDE}")
        return int(text)

    def colour(self, line: int, name: str, symbol: str, rgb: str) -> Colour:
        """Return a colour, or fail."""
        try:
            return Colour(name, symbol, rgb)
        except InputError as error:
            self.fail(line, str(error))


@dataclass(frozen=True)
class ClueLine:
    """A clue as it stands in a file: its line, and its blocks as (length, colour's symbol or "" for the default)."""

    line: int
    blocks: tuple[tuple[int, str], ...]


def parse_clue(source: Source, line: int, text: str) -> ClueLine:
    """Return a clue: numbers, each with or without a colour's symbol, divided by commas or spaces."""
    blocks = []
    for token in re.split(r"[,\s]+", text.strip().strip(",")):
        match = re.fullmatch(r"([0-9]{1,6})([^0-9,\s]?)", token)
        if token and not match:
            source.fail(line, f"{token[:20]!r} is not a block: a number, or a number and a colour's symbol")
        if match:
            blocks.append((int(match[1]), match[2]))
    return ClueLine(line, without_zero(blocks))


def without_zero(blocks: Sequence[tuple[int, str]]) -> tuple[tuple[int, str], ...]:
    """Return the blocks; a single 0 means no block."""
    return () if [length for length, _ in blocks] == [0] else tuple(blocks)


def blank_or_clue(source: Source, number: int) -> ClueLine:
    """Return the clue on a line of the file, where a blank line is an empty clue."""
    return parse_clue(source, number, source.lines[number - 1])


@dataclass(frozen=True)
class Palette:
    """The colours of a file by symbol, the default colour, and the background's value."""

    colours: dict[str, Colour]
    default: Colour = BLACK
    background: str = "#ffffff"
    complete: bool = True
    """Whether an unknown symbol is a mistake, not a colour to be chosen freely."""


def build(
    source: Source, rows: Sequence[ClueLine], cols: Sequence[ClueLine], palette: Palette | None = None, title: str = ""
) -> Puzzle:
    """Return the checked puzzle; a mistake names the line of the clue."""
    chosen = palette or Palette({})
    colours = used_colours(source, (*rows, *cols), chosen)
    symbols = {symbol: number for number, symbol in enumerate(colours, start=1)}

    def place(axis: Axis, index: int) -> str:
        clue = (rows if axis == "row" else cols)[index]
        return f"{source.path}: line {clue.line}: {axis} {index + 1}"

    def clues(axis: Axis, lines: Sequence[ClueLine]) -> list[Clue]:
        return [as_clue(clue.blocks, symbols, place(axis, k)) for k, clue in enumerate(lines)]

    in_rows, in_cols = clues("row", rows), clues("column", cols)
    try:
        check_clues(in_rows, in_cols, tuple(colours.values()), place)
    except InputError as error:
        message = str(error)
        raise InputError(message if message.startswith(str(source.path)) else f"{source.path}: {message}") from None
    return Puzzle(in_rows, in_cols, colours.values(), title, chosen.background)


def used_colours(source: Source, clues: Sequence[ClueLine], palette: Palette) -> dict[str, Colour]:
    """Return the colours of the blocks by symbol ("" is the default), declared ones in the order of declaration."""
    used = {symbol: clue.line for clue in reversed(clues) for _, symbol in clue.blocks}
    unknown = [symbol for symbol in sorted(used) if symbol and symbol not in palette.colours]
    if unknown and palette.complete:
        known = ", ".join(palette.colours) or "none"
        source.fail(used[unknown[0]], f"unknown colour {unknown[0]!r}; declared are {known}")
    colours = {"": palette.default} if "" in used or not used else {}
    colours |= {symbol: colour for symbol, colour in palette.colours.items() if symbol in used}
    for number, symbol in enumerate(unknown):
        colours[symbol] = source.colour(used[symbol], symbol, symbol, AUTOMATIC[number % len(AUTOMATIC)])
    return colours
