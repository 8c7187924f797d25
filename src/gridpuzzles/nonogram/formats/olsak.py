"""P. Olšák's format ``.g`` with colours, of his program *grid*.

Text before the first line that begins with ``#`` or ``:`` is a comment. A line that begins with ``#d`` begins the
declarations of colours, one a line: the symbol in clues, ``:``, the symbol on the terminal, the colour's name or value.
Symbol ``0`` is the background, ``1`` the colour of blocks without symbol. A line that begins with ``:`` begins the
rows, the next one the columns, and a third one ends them. Triangles and triangular grids are refused.
"""

import re

from gridpuzzles.nonogram.formats.source import ClueLine, Palette, Source, build, parse_clue
from gridpuzzles.nonogram.model import BLACK, NAMED_COLOURS, Colour, Puzzle


def parse_olsak(source: Source) -> Puzzle:
    """Return the puzzle."""
    colons = [number for number, line in enumerate(source.lines, start=1) if line.startswith(":")]
    if len(colons) < 2:
        source.fail(len(source.lines), "two lines that begin with ':' are needed, before the rows and the columns")
    palette = _palette(source, colons[0])
    end = colons[2] if len(colons) > 2 else _last_filled(source) + 1
    rows = _clues(source, colons[0] + 1, colons[1], "rows")
    return build(source, rows, _clues(source, colons[1] + 1, end, "columns"), palette)


def _last_filled(source: Source) -> int:
    return max(number for number, line in enumerate(source.lines, start=1) if line.strip())


def _clues(source: Source, first: int, end: int, name: str) -> list[ClueLine]:
    if first == end:
        source.fail(first - 1, f"no {name} follow")
    for number in range(first, end):
        if not source.lines[number - 1].strip():
            source.fail(number, "a blank line; an empty clue is written 0")
    return [parse_clue(source, number, source.lines[number - 1]) for number in range(first, end)]


def _palette(source: Source, end: int) -> Palette:
    """Return the declared colours; without declarations there is black only."""
    for number in range(1, end):
        line = source.lines[number - 1].lower()
        if line.startswith("#t"):
            source.fail(number, "triangular grids are not supported")
        if line.startswith("#d"):
            return _declarations(source, number + 1, end)
    return Palette({})


def _declarations(source: Source, first: int, end: int) -> Palette:
    colours: dict[str, Colour] = {}
    default, background = BLACK, "#ffffff"
    for number in range(first, end):
        line = source.lines[number - 1].strip()
        if not line:
            continue
        match = re.match(r"([^\s:]):(.)\s*(\S+)", line)
        if not match:
            source.fail(number, f"{line[:30]!r} is not the declaration of a colour, as in: m:% blue")
        symbol, value = match[1], _value(source, number, match[3])
        if symbol == "0":
            background = value
        elif symbol == "1":
            default = source.colour(number, match[3], BLACK.symbol, value)
        elif symbol in colours or symbol.isdigit():
            source.fail(number, f"{symbol!r} is declared twice, or is a digit other than 0 and 1")
        else:
            colours[symbol] = source.colour(number, match[3], symbol, value)
    return Palette(colours, default, background)


def _value(source: Source, number: int, word: str) -> str:
    from PIL.ImageColor import colormap

    if re.fullmatch(r"#[0-9A-Fa-f]{6}", word):
        return word.lower()
    value = NAMED_COLOURS.get(word.lower(), colormap.get(word.lower()))
    if not isinstance(value, str):
        source.fail(number, f"{word[:20]!r} is neither a known name of a colour nor a value like #c8102e")
    return value.lower()
