"""Nonograms: the vocabulary, and the puzzle with its checks.

Vocabulary
----------
cell
    A square of the grid; it is *empty* (0) or has a *colour* (1, 2, …). A black-and-white puzzle has one colour.
line
    A row or a column, read from left to right or from top to bottom.
block
    A run of cells of one colour. Blocks of the same colour have at least one empty cell between them; blocks of
    different colours need none.
clue
    The blocks of a line in their order. ``[]`` and ``[0]`` both say: no block.
puzzle
    The clues of all rows and columns.
solution
    A grid whose lines have exactly the clues' blocks. A puzzle with one solution is *unique*; such a puzzle is said to
    be composed correctly.
domain
    Of a cell: the values that are still possible. A cell is *determined* when one is left. The first domain of a cell
    is empty and those colours that stand in the clue of its row and in the clue of its column.
placement
    Of a clue on a line: one position for each block, in order, with the gaps that the definition asks for. It is
    *consistent* with the domains when every cell's value lies in the cell's domain.
level
    How much an analyser sees; `gridpuzzles.nonogram.reference` holds the definitions. Each level determines whatever
    the one before it does: ``boxes``, ``emptiness``, ``line``, ``probe``.
solvability ratio
    Determined cells divided by all cells, after the analyser has come to rest.

Sources: S. Simpson's and M. Terry's description of the ``non`` format for the vocabulary of clues; J. Wolter, "Survey
of Paint-by-Number Puzzle Solvers" (webpbn.com) for line solving and probing; K. J. Batenburg and W. A. Kosters,
"Solving nonograms by combining relaxations", Pattern Recognition 42 (2009) for the solvability of a puzzle by lines.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gridpuzzles.errors import InputError

Level: TypeAlias = Literal["boxes", "emptiness", "line", "probe"]
Axis: TypeAlias = Literal["row", "column"]
Grid: TypeAlias = NDArray[np.int8]

LEVELS: tuple[Level, ...] = get_args(Level)
UNKNOWN = -1
EMPTY = 0
LONGEST_SIDE = 500
MOST_COLOURS = 60

NAMED_COLOURS = {
    "black": "#000000", "white": "#ffffff", "red": "#c8102e", "green": "#1b8a3d", "blue": "#1f4fb4",
    "yellow": "#f2c012", "orange": "#e8762d", "brown": "#7a4a21", "purple": "#7b3f98", "pink": "#f29bb2",
    "grey": "#808080", "gray": "#808080", "cyan": "#2aa7b8", "magenta": "#c2487f", "lime": "#8cc63f",
}  # fmt: skip


@dataclass(frozen=True, order=True)
class Block:
    """A run of ``length`` cells of one ``colour`` (1, 2, …)."""

    length: int
    colour: int = 1


Clue: TypeAlias = tuple[Block, ...]
BlockLike: TypeAlias = int | tuple[int, int | str] | Block


@dataclass(frozen=True)
class Colour:
    """A colour's name, its symbol in files and in the terminal, and its value as ``#rrggbb``."""

    name: str = field(compare=False)
    symbol: str
    rgb: str

    def __post_init__(self) -> None:
        if not re.fullmatch(r"#[0-9a-f]{6}", self.rgb):
            raise InputError(f"colour {self.name}: {self.rgb!r} is not a value like #c8102e")
        if len(self.symbol) != 1 or not self.symbol.isprintable() or self.symbol in " .,?" or self.symbol.isdigit():
            raise InputError(
                f"colour {self.name}: {self.symbol!r} is not one printed character other than . , ? or 0-9"
            )

    @classmethod
    def named(cls, text: str, symbol: str | None = None) -> "Colour":
        """Return the colour with this name, or with this value ``#rrggbb``.

        Examples
        --------
        >>> Colour.named("red")
        Colour(name='red', symbol='r', rgb='#c8102e')
        """
        if text == "black" and symbol is None:
            return BLACK
        rgb = NAMED_COLOURS.get(text.lower(), text.lower())
        return cls(text, symbol or text.lstrip("#0123456789")[:1] or "#", rgb)


BLACK = Colour("black", "#", "#000000")
Place: TypeAlias = Callable[[Axis, int], str]
"""Says where a line's clue stands, for messages: the axis and the line's index from 0."""


def default_place(axis: Axis, index: int) -> str:
    """Return "row 3" for the third row."""
    return f"{axis} {index + 1}"


@dataclass(frozen=True, init=False)
class Puzzle:
    """A nonogram.

    Attributes
    ----------
    rows, cols
        The clues from top to bottom and from left to right. They may be given as whole numbers (blocks of colour 1)
        or pairs (length, colour), the colour as its number or its symbol.
    colours
        The colours 1, 2, …; names or values ``#rrggbb`` are accepted. Default: black alone.
    title
        What the picture shows.
    background
        The value ``#rrggbb`` of empty cells.

    Examples
    --------
    >>> smile = Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])
    >>> smile.shape, smile.cells
    ((2, 4), 8)
    >>> Puzzle([[(1, "r")], []], [[(1, "r")], [0]], colours=["red"]).rows
    ((Block(length=1, colour=1),), ())

    Raises
    ------
    gridpuzzles.errors.InputError
        If the clues cannot be a puzzle: a clue longer than its line, sums that differ, an unknown colour.
    """

    rows: tuple[Clue, ...]
    cols: tuple[Clue, ...]
    colours: tuple[Colour, ...] = (BLACK,)
    title: str = field(default="", compare=False)
    background: str = field(default="#ffffff", compare=False)

    def __init__(
        self,
        rows: Iterable[Iterable[BlockLike]],
        cols: Iterable[Iterable[BlockLike]],
        colours: Iterable[Colour | str] | None = None,
        title: str = "",
        background: str = "#ffffff",
    ) -> None:
        palette = (BLACK,) if colours is None else tuple(_as_colour(colour) for colour in colours)
        symbols = {colour.symbol: number for number, colour in enumerate(palette, start=1)}
        if len(symbols) < len(palette):
            raise InputError("colours: two of them share a symbol")
        for name, value in (
            ("rows", tuple(as_clue(clue, symbols, default_place("row", k)) for k, clue in enumerate(rows))),
            ("cols", tuple(as_clue(clue, symbols, default_place("column", k)) for k, clue in enumerate(cols))),
            ("colours", palette),
            ("title", title),
            ("background", background),
        ):
            object.__setattr__(self, name, value)
        check_clues(self.rows, self.cols, self.colours)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and columns."""
        return len(self.rows), len(self.cols)

    @property
    def cells(self) -> int:
        """Number of cells."""
        return len(self.rows) * len(self.cols)

    @classmethod
    def from_grid(cls, grid: ArrayLike, colours: Iterable[Colour | str] | None = None, **properties: Any) -> "Puzzle":
        """Return the puzzle that a finished grid, (rows, columns) of 0, 1, 2, …, gives.

        Examples
        --------
        >>> Puzzle.from_grid([[1, 0, 0, 1], [0, 1, 1, 0]]) == Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])
        True
        """
        array = np.asarray(grid)
        if array.ndim != 2:
            raise InputError(f"grid: has {array.ndim} dimensions; rows and columns are needed")
        return cls([clue_of(row) for row in array], [clue_of(col) for col in array.T], colours, **properties)

    def transposed(self) -> "Puzzle":
        """Return the puzzle with rows and columns exchanged."""
        return replace_lines(self, self.cols, self.rows)

    def flipped(self) -> "Puzzle":
        """Return the puzzle turned upside down: the rows in opposite order, the columns read from below."""
        return replace_lines(self, self.rows[::-1], [clue[::-1] for clue in self.cols])

    def mirrored(self) -> "Puzzle":
        """Return the mirror image, left and right exchanged."""
        return replace_lines(self, [clue[::-1] for clue in self.rows], self.cols[::-1])


def replace_lines(puzzle: Puzzle, rows: Iterable[Clue], cols: Iterable[Clue]) -> Puzzle:
    """Return the puzzle with other clues and the same colours, title and background."""
    return Puzzle(rows, cols, puzzle.colours, puzzle.title, puzzle.background)


def renamed(puzzle: Puzzle, title: str) -> Puzzle:
    """Return the puzzle with another title."""
    return Puzzle(puzzle.rows, puzzle.cols, puzzle.colours, title, puzzle.background)


def _as_colour(colour: Colour | str) -> Colour:
    return colour if isinstance(colour, Colour) else Colour.named(colour)


def as_clue(blocks: Iterable[BlockLike], symbols: dict[str, int], place: str) -> Clue:
    """Return a clue from numbers, pairs or blocks; a single 0 means no block."""
    clue = tuple(_as_block(block, symbols, place) for block in blocks)
    return () if len(clue) == 1 and clue[0].length == 0 else clue


def _as_block(block: BlockLike, symbols: dict[str, int], place: str) -> Block:
    if isinstance(block, Block):
        return block
    length, colour = block if isinstance(block, tuple) else (block, 1)
    if isinstance(colour, str):
        if colour not in symbols:
            raise InputError(f"{place}: unknown colour {colour!r}; known are {', '.join(symbols)}")
        colour = symbols[colour]
    for value in (length, colour):
        if isinstance(value, bool) or not isinstance(value, int | np.integer):
            raise InputError(f"{place}: {value!r} is not a whole number")
    return Block(int(length), int(colour))


def clue_of(line: Iterable[int]) -> Clue:
    """Return the clue of a finished line.

    Examples
    --------
    >>> [(block.length, block.colour) for block in clue_of([1, 1, 0, 1, 2])]
    [(2, 1), (1, 1), (1, 2)]
    """
    blocks: list[Block] = []
    previous = EMPTY
    for value in map(int, line):
        if value != EMPTY and value == previous:
            blocks[-1] = replace(blocks[-1], length=blocks[-1].length + 1)
        elif value != EMPTY:
            blocks.append(Block(1, value))
        previous = value
    return tuple(blocks)


def shortest_line(clue: Clue) -> int:
    """Return the number of cells of the shortest line that holds the clue.

    Examples
    --------
    >>> shortest_line((Block(2), Block(1))), shortest_line((Block(2, 1), Block(1, 2)))
    (4, 3)
    """
    gaps = sum(left.colour == right.colour for left, right in pairwise(clue))
    return sum(block.length for block in clue) + gaps


def check_clues(
    rows: Sequence[Clue], cols: Sequence[Clue], colours: Sequence[Colour], place: Place = default_place
) -> None:
    """Raise InputError unless the clues can be a puzzle, with the place of the first mistake."""
    for name, count in (("rows", len(rows)), ("columns", len(cols))):
        if not 1 <= count <= LONGEST_SIDE:
            raise InputError(f"{name}: {count} is not in 1 .. {LONGEST_SIDE}")
    if not 1 <= len(colours) <= MOST_COLOURS:
        raise InputError(f"colours: {len(colours)} is not in 1 .. {MOST_COLOURS}")
    _check_lines("row", rows, len(cols), colours, place)
    _check_lines("column", cols, len(rows), colours, place)
    in_rows, in_cols = _cells_by_colour(rows), _cells_by_colour(cols)
    for number, colour in enumerate(colours, start=1):
        if in_rows[number] != in_cols[number]:
            raise InputError(
                f"{place('column', len(cols) - 1)}: the rows hold {in_rows[number]} {colour.name} cells, "
                f"the columns {in_cols[number]}; the sums must agree"
            )


def _check_lines(axis: Axis, clues: Sequence[Clue], size: int, colours: Sequence[Colour], place: Place) -> None:
    for index, clue in enumerate(clues):
        for block in clue:
            if block.length < 1:
                raise InputError(f"{place(axis, index)}: a block of {block.length} cells; at least 1 is needed")
            if not 1 <= block.colour <= len(colours):
                raise InputError(f"{place(axis, index)}: unknown colour {block.colour}; there are {len(colours)}")
        if shortest_line(clue) > size:
            raise InputError(f"{place(axis, index)}: the clue needs {shortest_line(clue)} cells, the line has {size}")


def _cells_by_colour(clues: Sequence[Clue]) -> Counter[int]:
    cells: Counter[int] = Counter()
    for clue in clues:
        for block in clue:
            cells[block.colour] += block.length
    return cells


def check_level(level: str) -> Level:
    """Return the level, or raise InputError unless it is one of the four."""
    for known in LEVELS:
        if level == known:
            return known
    raise InputError(f"level: {level!r} is not one of {', '.join(LEVELS)}")


def show(grid: ArrayLike, colours: Sequence[Colour] = (BLACK,)) -> str:
    """Return a grid as text, one line a row: ``.`` empty, ``?`` unknown, else the colour's symbol.

    Examples
    --------
    >>> print(show([[1, 0, -1]]))
    #.?
    """
    symbols = {EMPTY: ".", UNKNOWN: "?", **{number: c.symbol for number, c in enumerate(colours, start=1)}}
    return "\n".join("".join(symbols[int(value)] for value in row) for row in np.asarray(grid))
