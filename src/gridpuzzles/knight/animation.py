"""Stepping through a tour: in the terminal, and as an animated GIF.

Both show the snapshots of ``gridpuzzles.knight.snapshots`` in the colours of ``ROLE_COLOURS``. The terminal shows a
letter for each role too, so that it reads without colours.
"""

import time
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import Rule, Tour
from gridpuzzles.knight.snapshots import ROLE_COLOURS, ROLE_INKS, ROLE_MEANINGS, Role, Snapshot, frames

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw
    from PIL.ImageFont import FreeTypeFont

__all__ = ["check_animation", "check_terminal", "frames", "play", "render", "save_animation", "write_animation"]

ROLE_LETTERS: Mapping[Role, str] = {
    Role.FREE: ".",
    Role.VISITED: "x",
    Role.REACHABLE: "3",
    Role.CURRENT: "N",
    Role.FIRST: "F",
    Role.LAST: "L",
    Role.UNVISITED: "-",
}
"""What stands on a square in the terminal; a reachable square shows its degree, here an example for the legend."""
BASIC_COLOURS: Mapping[Role, str] = {
    Role.FREE: "bright_white",
    Role.VISITED: "white",
    Role.REACHABLE: "bright_yellow",
    Role.CURRENT: "red",
    Role.FIRST: "green",
    Role.LAST: "blue",
    Role.UNVISITED: "yellow",
}
"""For terminals of 16 colours, where some of ``ROLE_COLOURS`` would become one."""
CHOSEN = "chosen next"
WIDE, NARROW = 3, 2
"""The width of a square in the terminal, in characters."""
LINES_AROUND = 3
"""The lines above and below the board, with the one for the cursor."""

LARGEST_ANIMATED = 100
"""The longest side of a board in a GIF."""
MOST_PIXELS = 250_000_000
"""The pixels of all frames of a GIF together, for they are in memory at once; a longer tour skips steps, evenly."""
BOARD_PIXELS, SMALLEST_SQUARE, LARGEST_SQUARE = 480, 12, 60
SMALLEST_NUMBERED = 24
"""The smallest square, in pixels, that shows the step at which it was visited."""
NARROWEST = 440
"""The width, in pixels, that header and legend need."""
STRIP = 30
"""The height of header and legend, in pixels."""
LAST_FRAME_MS = 3000
PAPER, INK, GREY_INK, GRID = "#FFFFFF", "#000000", "#4A5560", "#8B97A3"
SHADES = 10
"""Between a colour and the ink on it, for smooth letters."""


# --- In the terminal -------------------------------------------------------------------------------------------------


def check_terminal(console: Console, rows: int, cols: int) -> int:
    """Return the width of a square, in characters, with which the board fits; InputError if it does not fit at all."""
    if not _interactive(console):
        return WIDE
    for cell in (WIDE, NARROW):
        if cols * cell <= console.width and rows + LINES_AROUND <= console.height:
            return cell
    raise InputError(
        f"animate: the {rows}x{cols} board needs {cols * NARROW} columns and {rows + LINES_AROUND} lines, this terminal"
        f" has {console.width} and {console.height}; --animate-to FILE.gif takes boards up to"
        f" {LARGEST_ANIMATED}x{LARGEST_ANIMATED}"
    )


def play(tour: Tour, rule: Rule, delay: float, console: Console) -> None:
    """Step through a tour in the terminal; print only its end if the console is no terminal.

    Parameters
    ----------
    delay
        Seconds between steps.
    """
    cell = check_terminal(console, tour.rows, tour.cols)
    colours = BASIC_COLOURS if console.color_system == "standard" else ROLE_COLOURS
    if not _interactive(console):
        end = next(frames(tour, rule, [len(tour.squares)]))
        console.print(render(end, cell, colours), soft_wrap=True)
        return
    with Live(console=console, auto_refresh=False) as live:
        for shot in frames(tour, rule):
            live.update(render(shot, cell, colours), refresh=True)
            time.sleep(delay)


def render(shot: Snapshot, cell: int = WIDE, colours: Mapping[Role, str] = ROLE_COLOURS) -> Group:
    """Return a snapshot as coloured text: header, board, legend."""
    rows, cols = shot.roles.shape
    board = [
        Text.assemble(*(_cell(shot, row, col, cell, colours) for col in range(cols)), no_wrap=True)
        for row in range(rows)
    ]
    return Group(Text(headline(shot)), *board, _legend(shot, cell, colours))


def headline(shot: Snapshot) -> str:
    """Return the line that says where the knight is.

    Examples
    --------
    >>> from gridpuzzles.knight.model import fixed, walk
    >>> [headline(shot) for shot in frames(walk(3, 2, (1, 1), fixed("12345678")))]
    ['step 1 of 2, knight on (1, 1)', 'step 2 of 2, the end, 4 squares unvisited']
    """
    left = int((shot.roles == Role.UNVISITED).sum())
    if not shot.ended:
        where = f"knight on ({shot.square[0]}, {shot.square[1]})"
    elif left:
        where = f"the end, {left} {'square' if left == 1 else 'squares'} unvisited"
    else:
        where = "the end, every square visited"
    return f"step {shot.step} of {shot.steps}, {where}"


def _cell(shot: Snapshot, row: int, col: int, width: int, colours: Mapping[Role, str]) -> tuple[str, str]:
    """Return a square's text and style; the chosen one stands in brackets where there is room."""
    role = Role(int(shot.roles[row, col]))
    letter = str(shot.degrees[row, col]) if role is Role.REACHABLE else ROLE_LETTERS[role]
    chosen = shot.chosen == (row + 1, col + 1)
    text = f"[{letter}]" if chosen and width == WIDE else letter.center(width)
    return text, _style(role, colours, bold=chosen)


def _style(role: Role, colours: Mapping[Role, str], bold: bool = False) -> str:
    return f"{'bold ' if bold else ''}{_ink(role)} on {colours[role]}"


def _ink(role: Role) -> str:
    """Return the colour in which to write on a role's colour; grey on squares that are not to catch the eye."""
    return GREY_INK if role in {Role.FREE, Role.VISITED} else ROLE_INKS[role]


def _legend(shot: Snapshot, cell: int, colours: Mapping[Role, str]) -> Text:
    legend = Text(no_wrap=True)
    for role in _legend_roles(shot):
        legend.append(f" {ROLE_LETTERS[role]} ", _style(role, colours))
        legend.append(f" {ROLE_MEANINGS[role]}  ")
    if not shot.ended and cell == WIDE:
        legend.append(f"[{ROLE_LETTERS[Role.REACHABLE]}]", _style(Role.REACHABLE, colours, bold=True))
        legend.append(f" {CHOSEN}")
    return legend


def _legend_roles(shot: Snapshot) -> tuple[Role, ...]:
    """Return the roles to explain: the same at every step of the walk; at the end those that occur."""
    if not shot.ended:
        return Role.CURRENT, Role.REACHABLE, Role.VISITED, Role.FREE
    return tuple(role for role in (Role.FIRST, Role.LAST, Role.VISITED, Role.UNVISITED) if role in shot.present)


def _interactive(console: Console) -> bool:
    return console.is_terminal and not console.is_dumb_terminal


# --- As a GIF --------------------------------------------------------------------------------------------------------


def check_animation(path: Path, rows: int, cols: int) -> None:
    """Raise InputError unless the file is to be a GIF and the board is small enough for one."""
    if path.suffix.lower() != ".gif":
        raise InputError(f"animate-to: {str(path)!r} does not end in .gif, the only kind of animation")
    if max(rows, cols) > LARGEST_ANIMATED:
        raise InputError(
            f"animate-to: {rows}x{cols} is too large a board; up to {LARGEST_ANIMATED}x{LARGEST_ANIMATED} is allowed"
        )


def save_animation(tour: Tour, path: Path, rule: Rule = "standard", delay: float = 0.1) -> None:
    """Write a tour as an animated GIF, whole or not at all.

    Parameters
    ----------
    path
        Its name must end in ``.gif``.
    delay
        Seconds between steps, as in ``write_animation``.

    Raises
    ------
    InputError
        If the name ends otherwise, or the board is too large.
    """
    from gridpuzzles.pipeline.files import replacing

    check_animation(path, tour.rows, tour.cols)
    with replacing(path) as temporary:
        write_animation(tour, temporary, rule, delay)


def write_animation(tour: Tour, path: Path, rule: Rule, delay: float) -> None:
    """Write a tour as a GIF that repeats for ever, whatever the path's name; equal tours give equal bytes.

    Parameters
    ----------
    delay
        Seconds between steps, in steps of 0.01 and at least 0.02; the last frame stays for three seconds.
    """
    painter = _Painter(tour)
    steps = _shown_steps(len(tour.squares), MOST_PIXELS // (painter.width * painter.height))
    images = painter.paint(frames(tour, rule, steps))
    first = next(images)
    durations = [10 * max(2, round(100 * delay))] * (len(steps) - 1) + [LAST_FRAME_MS]
    with path.open("wb") as stream:
        first.save(stream, format="GIF", save_all=True, append_images=images, duration=durations, loop=0, optimize=True)


def _shown_steps(steps: int, most: int) -> list[int]:
    """Return at most so many of the steps, the first and the last among them.

    Examples
    --------
    >>> _shown_steps(5, 9), _shown_steps(9, 5)
    ([1, 2, 3, 4, 5], [1, 3, 5, 7, 9])
    """
    shown: list[int] = np.unique(np.linspace(1, steps, min(steps, most)).round().astype(int)).tolist()
    return shown


class _Painter:
    """Paints the snapshots of one tour with one palette; squares that look alike are painted once."""

    def __init__(self, tour: Tour) -> None:
        self.rows, self.cols = tour.rows, tour.cols
        self.square = int(np.clip(BOARD_PIXELS // max(self.rows, self.cols), SMALLEST_SQUARE, LARGEST_SQUARE))
        self.steps = tour.board if self.square >= SMALLEST_NUMBERED else np.zeros_like(tour.board)
        self.digits = len(str(len(tour.squares)))
        self.width = max(NARROWEST, self.cols * self.square + 1)
        self.left = (self.width - self.cols * self.square - 1) // 2
        self.height = STRIP + self.rows * self.square + 1 + STRIP
        self.palette = _palette()
        self.tile, self.legend = cache(self._tile), cache(self._legend)

    def paint(self, shots: Iterator[Snapshot]) -> "Iterator[Image]":
        """Yield an image of each snapshot."""
        page = self._indexed(self._new(self.width, self.height))
        before = np.full((self.rows, self.cols, 3), -1)
        for shot in shots:
            looks = self._looks(shot)
            for row, col in np.argwhere((looks != before).any(axis=2)).tolist():
                corner = (self.left + col * self.square, STRIP + row * self.square)
                page.paste(self.tile(*looks[row, col].tolist()), corner)
            page.paste(self._header(headline(shot)), (0, 0))
            page.paste(self.legend(_legend_roles(shot)), (0, self.height - STRIP))
            before = looks
            yield page.copy()

    def _looks(self, shot: Snapshot) -> NDArray[np.int64]:
        """Return (rows, cols, 3): what decides a square's look: its role, its number and whether it is chosen."""
        looks = np.zeros((self.rows, self.cols, 3), dtype=np.int64)
        looks[..., 0] = shot.roles
        walked = np.isin(shot.roles, (Role.VISITED, Role.FIRST, Role.LAST))
        looks[..., 1] = np.where(shot.roles == Role.REACHABLE, shot.degrees, np.where(walked, self.steps, 0))
        if shot.chosen is not None:
            looks[shot.chosen[0] - 1, shot.chosen[1] - 1, 2] = 1
        return looks

    def _tile(self, role_number: int, number: int, chosen: int) -> "Image":
        """Return a square with its grid lines on all four sides."""
        role, side = Role(role_number), self.square + 1
        image = self._new(side, side, ROLE_COLOURS[role])
        draw = _draw(image)
        draw.rectangle((0, 0, side - 1, side - 1), outline=GRID)
        if role is Role.UNVISITED:
            draw.line((2, side - 3, side - 3, 2), fill=PAPER, width=max(1, side // 16))
        elif role is Role.CURRENT:
            self._write(draw, "\N{BLACK CHESS KNIGHT}", ROLE_INKS[role], 0.8)
        elif role is Role.REACHABLE:
            self._write(draw, str(number), ROLE_INKS[role], 0.55)
        elif number:
            self._write(draw, str(number), _ink(role), min(0.35, 1.2 / self.digits))
        if chosen:
            draw.rectangle((1, 1, side - 2, side - 2), outline=INK, width=max(1, side // 16))
        return self._indexed(image)

    def _write(self, draw: "ImageDraw", text: str, ink: str, share: float) -> None:
        middle = self.square / 2
        draw.text((middle, middle), text, fill=ink, font=_font(max(6, int(share * self.square))), anchor="mm")

    def _header(self, text: str) -> "Image":
        image = self._new(self.width, STRIP)
        _draw(image).text((8, STRIP / 2), text, fill=INK, font=_font(14), anchor="lm")
        return self._indexed(image)

    def _legend(self, roles: tuple[Role, ...]) -> "Image":
        image = self._new(self.width, STRIP)
        draw, left = _draw(image), 8.0
        entries = [(ROLE_COLOURS[role], GRID, ROLE_MEANINGS[role]) for role in roles]
        if Role.REACHABLE in roles:
            entries.append((ROLE_COLOURS[Role.REACHABLE], INK, CHOSEN))
        for colour, edge, meaning in entries:
            draw.rectangle((left, 9, left + 12, 21), fill=colour, outline=edge, width=1 if edge == GRID else 2)
            draw.text((left + 17, STRIP / 2), meaning, fill=INK, font=_font(12), anchor="lm")
            left += 29 + draw.textlength(meaning, font=_font(12))
        return self._indexed(image)

    @staticmethod
    def _new(width: int, height: int, colour: str = PAPER) -> "Image":
        from PIL import Image

        return Image.new("RGB", (width, height), colour)

    def _indexed(self, image: "Image") -> "Image":
        from PIL.Image import Dither

        return image.quantize(palette=self.palette, dither=Dither.NONE)


def _draw(image: "Image") -> "ImageDraw":
    from PIL import ImageDraw

    return ImageDraw.Draw(image)


def _palette() -> "Image":
    """Return an image with the palette: paper, grid, and each role's colour in steps towards its ink."""
    from PIL import Image, ImageColor

    pairs = [(PAPER, INK), *((ROLE_COLOURS[role], _ink(role)) for role in Role if role is not Role.FREE)]
    colours = [list(ImageColor.getrgb(GRID)[:3])]
    for ground, ink in pairs:
        ends = np.array([ImageColor.getrgb(ground)[:3], ImageColor.getrgb(ink)[:3]])
        share = np.linspace(0, 1, SHADES)[:, np.newaxis]
        colours += np.rint((1 - share) * ends[0] + share * ends[1]).astype(int).tolist()
    image = Image.new("P", (1, 1))
    image.putpalette([value for colour in colours for value in colour])
    return image


@cache
def _font(size: int) -> "FreeTypeFont":
    """Return the type that the pictures use too; it comes with matplotlib."""
    import matplotlib as mpl
    from PIL import ImageFont

    path = Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)
