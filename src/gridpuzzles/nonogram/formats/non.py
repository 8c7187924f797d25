"""The ``.non`` format: keys and values, one a line; S. Simpson's, with the colours of M. Terry's description.

Clues stand in the lines after ``rows`` and ``columns``, their blocks divided by commas. An empty clue is ``0`` or a
blank line, but blank lines may also divide the parts of the file. The number of lines decides: if there are as many
other lines as there must be clues, blank lines mean nothing; otherwise the part's lines, without blank lines at its
end, must be exactly the clues. Everything else is refused.
"""

import html
import re
from dataclasses import dataclass, field

from gridpuzzles.nonogram.formats.source import ClueLine, Palette, Source, blank_or_clue, build
from gridpuzzles.nonogram.model import BLACK, Clue, Colour, Puzzle

PARTS = {"rows": "height", "columns": "width"}


@dataclass
class _File:
    """What has been read so far: numbers with their lines, parts as line numbers, colours, title."""

    sizes: dict[str, int] = field(default_factory=dict)
    parts: dict[str, list[int]] = field(default_factory=dict)
    colours: dict[str, Colour] = field(default_factory=dict)
    title: str = ""


def parse_non(source: Source) -> Puzzle:
    """Return the puzzle."""
    file = _File()
    part: list[int] | None = None
    for number, line in enumerate(source.lines, start=1):
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        if word[:1].isalpha() or word[:1] == "=":
            part = _read_key(source, number, line, file)
        elif part is not None:
            part.append(number)
        elif word:
            source.fail(number, f"{word[:20]!r} is neither a key nor below rows or columns")
    for key in ("width", "height", "rows", "columns"):
        if key not in file.sizes and key not in file.parts:
            source.fail(len(source.lines), f"the file ends without the key {key}")
    rows, cols = (_clues(source, file, name) for name in PARTS)
    return build(source, rows, cols, Palette(file.colours, complete=bool(file.colours)), file.title)


def _read_key(source: Source, number: int, line: str, file: _File) -> list[int] | None:
    """Take in one key; return the list that gets the following lines if it begins a part."""
    key, _, value = line.strip().partition(" ")
    value = value.strip()
    if key.startswith("===="):
        source.fail(number, "several puzzles in one file are not supported")
    if key in PARTS:
        if key in file.parts:
            source.fail(number, f"the key {key} stands twice")
        file.parts[key] = []
        return file.parts[key]
    if key in ("width", "height"):
        file.sizes[key] = source.whole(number, value, key)
    elif key == "color":
        _read_colour(source, number, value, file)
    elif key == "title":
        file.title = html.unescape(value.strip('"'))[:200]
    return None


def _read_colour(source: Source, number: int, value: str, file: _File) -> None:
    match = re.fullmatch(r"([^0-9,.?\s])\s+(#[0-9A-Fa-f]{6})", value)
    if not match:
        source.fail(number, f"color: {value[:20]!r} is not a symbol and a value, as in: color a #ff0000")
    if match[1] in file.colours:
        source.fail(number, f"color: {match[1]!r} is declared twice")
    file.colours[match[1]] = source.colour(number, match[1], match[1], match[2].lower())


def _clues(source: Source, file: _File, name: str) -> list[ClueLine]:
    """Return the clues of a part, deciding what its blank lines are."""
    numbers, wanted = file.parts[name], file.sizes[PARTS[name]]
    filled = [number for number in numbers if source.lines[number - 1].strip()]
    if len(filled) != wanted:
        last = filled[-1] if filled else 0
        if len(filled) > wanted or len(numbers) < wanted or last > numbers[wanted - 1]:
            source.fail(
                last or len(source.lines),
                f"{name}: {PARTS[name]} is {wanted}, but there are {len(filled)} clues and "
                f"{len(numbers) - len(filled)} blank lines",
            )
        filled = numbers[:wanted]
    return [blank_or_clue(source, number) for number in filled]


def non_text(puzzle: Puzzle) -> str:
    """Return the puzzle as the text of a ``.non`` file.

    Examples
    --------
    >>> print(non_text(Puzzle([[1], []], [[1], [0]])))
    width 2
    height 2
    <BLANKLINE>
    rows
    1
    0
    <BLANKLINE>
    columns
    1
    0
    <BLANKLINE>
    """
    plain = puzzle.colours == (BLACK,)
    title = [f'title "{html.escape(puzzle.title)}"'] if puzzle.title else []
    colours = [] if plain else [f"color {colour.symbol} {colour.rgb}" for colour in puzzle.colours]
    parts = [
        *title,
        f"width {len(puzzle.cols)}",
        f"height {len(puzzle.rows)}",
        *colours,
        "",
        "rows",
        *(_clue_text(clue, puzzle, plain) for clue in puzzle.rows),
        "",
        "columns",
        *(_clue_text(clue, puzzle, plain) for clue in puzzle.cols),
        "",
    ]
    return "\n".join(parts)


def _clue_text(clue: Clue, puzzle: Puzzle, plain: bool) -> str:
    blocks = (f"{b.length}{'' if plain else puzzle.colours[b.colour - 1].symbol}" for b in clue)
    return ",".join(blocks) or "0"
