"""The plain formats, black and white only: ``.nin``, ``.mk`` and ``.cwd``.

All three are counts of lines without names, and ``.nin`` and ``.mk`` differ in the order of their first two numbers, so
only the suffix can tell them apart. A blank line where a clue stands is an empty clue, as is ``0``.
"""

from collections.abc import Sequence

from gridpuzzles.nonogram.formats.source import ClueLine, Source, blank_or_clue, build
from gridpuzzles.nonogram.model import Puzzle


def parse_nin(source: Source) -> Puzzle:
    """Return the puzzle: WIDTH HEIGHT, the rows, the columns."""
    width, height = _two_numbers(source, ("width", "height"))
    rows = _take(source, 2, height, "rows")
    cols = _take(source, 2 + height, width, "columns")
    _expect_end(source, 2 + height + width)
    return build(source, rows, cols)


def parse_mk(source: Source) -> Puzzle:
    """Return the puzzle: HEIGHT WIDTH, the rows, a line ``#``, the columns."""
    height, width = _two_numbers(source, ("height", "width"))
    rows = _take(source, 2, height, "rows")
    _expect(source, 2 + height, "#", height)
    cols = _take(source, 3 + height, width, "columns")
    _expect_end(source, 3 + height + width)
    return build(source, rows, cols)


def parse_cwd(source: Source) -> Puzzle:
    """Return the puzzle: HEIGHT, WIDTH, the rows, a blank line, the columns."""
    height = source.whole(1, source.lines[0].strip(), "height")
    width = source.whole(2, source.lines[1].strip() if len(source.lines) > 1 else "", "width")
    rows = _take(source, 3, height, "rows")
    _expect(source, 3 + height, "", height)
    cols = _take(source, 4 + height, width, "columns")
    _expect_end(source, 4 + height + width)
    return build(source, rows, cols)


def _two_numbers(source: Source, names: Sequence[str]) -> tuple[int, int]:
    words = source.lines[0].split()
    if len(words) != 2:
        source.fail(1, f"{source.lines[0][:20]!r} is not two numbers: {' and '.join(names)}")
    first, second = (source.whole(1, word, name) for word, name in zip(words, names, strict=True))
    return first, second


def _take(source: Source, first: int, count: int, name: str) -> list[ClueLine]:
    if first + count - 1 > len(source.lines):
        source.fail(len(source.lines), f"the file ends here; {count} {name} from line {first} on are needed")
    return [blank_or_clue(source, number) for number in range(first, first + count)]


def _expect(source: Source, number: int, text: str, height: int) -> None:
    found = source.lines[number - 1].strip() if number <= len(source.lines) else None
    if found != text:
        wanted = f"a line {text!r}" if text else "a blank line"
        source.fail(min(number, len(source.lines)), f"{wanted} is needed after the {height} rows")


def _expect_end(source: Source, first: int) -> None:
    for number in range(first, len(source.lines) + 1):
        if source.lines[number - 1].strip():
            source.fail(number, "a line too many: all rows and columns have been read")
