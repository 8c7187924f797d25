"""The XML format of webpbn.com (J. Wolter), with colours.

The parser expands nothing: a document with an internal DTD or with entities is refused, an external DTD (which
webpbn's files name) is never fetched. A blotted clue, whose number is withheld, is refused.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from typing import NoReturn
from xml.parsers import expat

from gridpuzzles.nonogram.formats.source import ClueLine, Palette, Source, build, without_zero
from gridpuzzles.nonogram.model import BLACK, Clue, Colour, Puzzle

DEEPEST = 20
MOST_ELEMENTS = 400_000
FREE_SYMBOLS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ*+%@&$!=^~"


@dataclass
class _Element:
    """An element of the document: its name, attributes, line, children and text."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list["_Element"] = field(default_factory=list)
    text: str = ""

    def all(self, name: str) -> list["_Element"]:
        """Return the children with a name."""
        return [child for child in self.children if child.name == name]

    def walk(self) -> Iterator["_Element"]:
        """Yield this element and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()


def parse_webpbn(source: Source) -> Puzzle:
    """Return the puzzle."""
    root = _parse(source)
    puzzles = [element for element in root.walk() if element.name == "puzzle"]
    if len(puzzles) != 1:
        source.fail(root.line, f"{len(puzzles)} puzzles; exactly one is needed")
    puzzle = puzzles[0]
    if puzzle.attributes.get("type", "grid") != "grid":
        source.fail(puzzle.line, f"puzzles of the type {puzzle.attributes['type'][:20]!r} are not supported")
    colours, by_name = _colours(source, puzzle)
    default = puzzle.attributes.get("defaultcolor", "black")
    rows, cols = (_clues(source, puzzle, kind, by_name, default) for kind in ("rows", "columns"))
    title = " ".join("".join(element.text for element in puzzle.all("title")).split())[:200]
    background = colours[by_name[puzzle.attributes.get("backgroundcolor", "white")]].rgb
    return build(source, rows, cols, Palette(colours, background=background), title)


def _parse(source: Source) -> _Element:
    """Return the document's outermost element."""
    parser = expat.ParserCreate("UTF-8")  # as it was read, whatever it says of itself
    document = _Element("", {}, 1)
    stack = [document]
    count = 0

    def refuse(*_arguments: object) -> NoReturn:
        source.fail(parser.CurrentLineNumber, "an internal DTD or an entity; they are refused")

    def doctype(_name: str, _system: object, _public: object, internal: int) -> None:
        if internal:
            refuse()

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal count
        count += 1
        if len(stack) > DEEPEST or count > MOST_ELEMENTS:
            source.fail(parser.CurrentLineNumber, "nested too deeply, or too many elements, for a puzzle")
        element = _Element(name, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def text(characters: str) -> None:
        stack[-1].text += characters

    parser.StartDoctypeDeclHandler = doctype
    parser.EntityDeclHandler = refuse
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _name: stack.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse("\n".join(source.lines).encode(), True)
    except expat.ExpatError as error:
        source.fail(error.lineno, f"not XML: {expat.ErrorString(error.code)}")
    return document.children[0]


def _colours(source: Source, puzzle: _Element) -> tuple[dict[str, Colour], dict[str, str]]:
    """Return the colours by symbol, and the symbols by name."""
    declared = {element.attributes.get("name", ""): element for element in puzzle.all("color")}
    colours: dict[str, Colour] = {}
    by_name: dict[str, str] = {}
    values = {"black": ("000000", puzzle.line), "white": ("ffffff", puzzle.line)}
    values |= {name: (element.text.strip(), element.line) for name, element in declared.items()}
    for name, (value, line) in values.items():
        wanted = declared[name].attributes.get("char", "") if name in declared else ""
        if name == "black":
            wanted = BLACK.symbol
        symbol = wanted if wanted and wanted not in {*colours, *".,?"} and not wanted.isdigit() else None
        symbol = symbol or next((letter for letter in FREE_SYMBOLS if letter not in colours), "")
        value = "".join(2 * digit for digit in value) if len(value) == 3 else value
        colours[symbol] = source.colour(line, name, symbol, f"#{value.lower()}")
        by_name[name] = symbol
    for attribute in ("backgroundcolor", "defaultcolor"):
        if puzzle.attributes.get(attribute, "white") not in by_name:
            source.fail(puzzle.line, f"{attribute}: unknown colour {puzzle.attributes[attribute][:20]!r}")
    return colours, by_name


def _clues(source: Source, puzzle: _Element, kind: str, by_name: dict[str, str], default: str) -> list[ClueLine]:
    parts = [part for part in puzzle.all("clues") if part.attributes.get("type") == kind]
    if len(parts) != 1:
        source.fail(puzzle.line, f'{len(parts)} elements <clues type="{kind}">; exactly one is needed')
    return [
        ClueLine(line.line, without_zero([_block(source, block, by_name, default) for block in line.all("count")]))
        for line in parts[0].all("line")
    ]


def _block(source: Source, block: _Element, by_name: dict[str, str], default: str) -> tuple[int, str]:
    text = block.text.strip()
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        source.fail(block.line, f"{text[:20]!r} is not a number; a blotted clue is not supported")
    colour = block.attributes.get("color", default)
    if colour not in by_name:
        source.fail(block.line, f"unknown colour {colour[:20]!r}; declared are {', '.join(by_name)}")
    return int(text), by_name[colour]


def webpbn_text(puzzle: Puzzle) -> str:
    """Return the puzzle as the text of an XML file."""
    taken = {colour.name for colour in puzzle.colours}
    background = next(name for name in ("white", "background", "paper", "empty") if name not in taken)
    colours = [f'<color name="{background}" char=".">{puzzle.background[1:]}</color>']
    colours += [
        f'<color name="{escape(colour.name)}" char="{escape(colour.symbol)}">{colour.rgb[1:]}</color>'
        for colour in puzzle.colours
    ]
    default = escape(puzzle.colours[0].name)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        "<puzzleset>",
        f'<puzzle type="grid" defaultcolor="{default}" backgroundcolor="{background}">',
        f"<title>{escape(puzzle.title)}</title>",
        *colours,
        *_clues_text("columns", puzzle.cols, puzzle),
        *_clues_text("rows", puzzle.rows, puzzle),
        "</puzzle>",
        "</puzzleset>",
        "",
    ]
    return "\n".join(lines)


def _clues_text(kind: str, clues: tuple[Clue, ...], puzzle: Puzzle) -> Iterator[str]:
    yield f'<clues type="{kind}">'
    for clue in clues:
        blocks = (f'<count color="{escape(puzzle.colours[b.colour - 1].name)}">{b.length}</count>' for b in clue)
        yield f"<line>{''.join(blocks)}</line>"
    yield "</clues>"
