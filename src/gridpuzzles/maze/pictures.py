"""A maze as text, raster, SVG, PNG, and on the axes of a figure.

All start from the raster: bool (2 rows + 1, 2 cols + 1), true where there is wall. Cell (row, column) has the pixel
(2 row - 1, 2 column - 1), counted from 0; the pixels between two cells are wall or passage; the border is wall.
"""

from collections.abc import Iterator
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.maze.endings import Solution
from gridpuzzles.maze.model import EAST, SOUTH, Maze

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""A corner's character by the walls that meet there: north 1, east 2, south 4, west 8."""
INK, PAPER, WAY, START, END = "#16202B", "#FFFFFF", "#D1603D", "#3A8F6B", "#8A6BB1"
"""Colours of walls, floor, solution, start and end."""


def raster(maze: Maze) -> NDArray[np.bool_]:
    """Return the maze as pixels.

    Examples
    --------
    >>> from gridpuzzles import maze
    >>> raster(maze.generate("wilson", 1, 2, seed=1)).astype(int)
    array([[1, 1, 1, 1, 1],
           [1, 0, 0, 0, 1],
           [1, 1, 1, 1, 1]])
    """
    wall = np.ones((2 * maze.rows + 1, 2 * maze.cols + 1), dtype=np.bool_)
    wall[1::2, 1::2] = False
    wall[1::2, 2::2] = maze.openings & EAST == 0
    wall[2::2, 1::2] = maze.openings & SOUTH == 0
    return wall


def text(maze: Maze, solution: Solution | None = None, style: str = "box") -> str:
    """Return the maze drawn with box characters, or with ``+-|`` in style ``ascii``; the solution as dots from S to E.

    Examples
    --------
    >>> from gridpuzzles import maze
    >>> print(text(maze.generate("binary_tree", 2, 3, seed=1), style="ascii"))
    +---+---+---+
    |           |
    +   +---+   +
    |   |       |
    +---+---+---+
    """
    wall = raster(maze)
    marks = _marks(solution, "·" if style == "box" else ".")
    corners = np.pad(wall, 1)
    lines = []
    for line, pixels in enumerate(wall):
        if line % 2:
            middle = [f" {marks.get((line, pixel), ' ')} " for pixel in range(1, len(pixels), 2)]
            sides = [("│" if style == "box" else "|") if side else " " for side in pixels[::2]]
        else:
            middle = [("───" if style == "box" else "---") if above else "   " for above in pixels[1::2]]
            sides = [_corner(corners, line, pixel) if style == "box" else "+" for pixel in range(0, len(pixels), 2)]
        lines.append("".join(side + mark for side, mark in zip(sides, [*middle, ""], strict=True)).rstrip())
    return "\n".join(lines)


def _corner(padded: NDArray[np.bool_], line: int, pixel: int) -> str:
    around = padded[line, pixel + 1], padded[line + 1, pixel + 2], padded[line + 2, pixel + 1], padded[line + 1, pixel]
    return BOX[sum(1 << bit for bit, there in enumerate(around) if there)]


def _marks(solution: Solution | None, dot: str) -> dict[tuple[int, int], str]:
    """Return {pixel of a cell: its character}."""
    if solution is None:
        return {}
    marks = {(2 * int(row) - 1, 2 * int(col) - 1): dot for row, col in solution.cells}
    for mark, (row, col) in (("E", solution.end), ("S", solution.start)):
        marks[2 * row - 1, 2 * col - 1] = mark
    return marks


def wall_segments(maze: Maze) -> Iterator[tuple[int, int, int, int]]:
    """Yield the walls once each, as straight segments (row, column, row, column) between corners, counted from 0."""
    wall = raster(maze)
    for row, line in enumerate(wall[::2, 1::2]):
        yield from ((row, first, row, last) for first, last in _runs(line))
    for col, line in enumerate(wall[1::2, ::2].T):
        yield from ((first, col, last, col) for first, last in _runs(line))


def _runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return begin and end of each run of true values."""
    change = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
    return [(int(first), int(last)) for first, last in change.reshape(-1, 2)]


def svg(
    maze: Maze, solution: Solution | None = None, distances: NDArray[np.int32] | None = None, pixels: int = 16
) -> str:
    """Return the maze as an SVG document, the same bytes every time.

    Parameters
    ----------
    solution
        Drawn as a line from start to end.
    distances
        int32 (rows, cols): colours the cells.
    pixels
        The size of a cell.
    """
    width, height = maze.cols * pixels + 4, maze.rows * pixels + 4
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{-2 / pixels:g} {-2 / pixels:g} {width / pixels:g} {height / pixels:g}">',
        f'<rect x="{-2 / pixels:g}" y="{-2 / pixels:g}" width="100%" height="100%" fill="{PAPER}"/>',
    ]
    if distances is not None:
        parts += _svg_cells(distances)
    if solution is not None:
        points = " ".join(f"{col - 0.5:g},{row - 0.5:g}" for row, col in solution.cells)
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{WAY}" stroke-width="0.28" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
        for colour, (row, col) in ((START, solution.start), (END, solution.end)):
            parts.append(f'<circle cx="{col - 0.5:g}" cy="{row - 0.5:g}" r="0.3" fill="{colour}"/>')
    walls = "".join(f"M{a[1]} {a[0]}L{a[3]} {a[2]}" for a in wall_segments(maze))
    parts.append(f'<path d="{walls}" fill="none" stroke="{INK}" stroke-width="0.14" stroke-linecap="square"/>')
    return "\n".join([*parts, "</svg>", ""])


def _svg_cells(distances: NDArray[np.int32]) -> list[str]:
    """Return a coloured square a cell, a little larger than it, so that no seam shows."""
    colours = distance_colours(distances)
    return [
        f'<rect x="{col}" y="{row}" width="1.02" height="1.02" fill="#{r:02x}{g:02x}{b:02x}"/>'
        for row, line in enumerate(colours.tolist())
        for col, (r, g, b) in enumerate(line)
    ]


def distance_colours(distances: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return uint8 (rows, cols, 3): near dark, far light, perceptually uniform."""
    from gridpuzzles.plotting.style import SEQUENTIAL

    rgba = SEQUENTIAL(distances / max(int(distances.max()), 1))
    colours: NDArray[np.uint8] = np.rint(np.asarray(rgba)[..., :3] * 255).astype(np.uint8)
    return colours


def pixels_of(
    maze: Maze, solution: Solution | None = None, distances: NDArray[np.int32] | None = None
) -> NDArray[np.uint8]:
    """Return uint8 (2 rows + 1, 2 cols + 1, 3): the raster in colours."""
    wall = raster(maze)
    image = np.full((*wall.shape, 3), _rgb(PAPER), dtype=np.uint8)
    if distances is not None:
        colours = distance_colours(distances)
        image[1::2, 1::2] = colours
        image[1::2, 2::2] = np.where((maze.openings & EAST > 0)[..., None], colours, image[1::2, 2::2])
        image[2::2, 1::2] = np.where((maze.openings & SOUTH > 0)[..., None], colours, image[2::2, 1::2])
    if solution is not None:
        places = 2 * solution.cells - 1
        between = (places[1:] + places[:-1]) // 2
        for row, col in np.concatenate([places, between]):
            image[row, col] = _rgb(WAY)
        for colour, place in ((END, places[-1]), (START, places[0])):
            image[place[0], place[1]] = _rgb(colour)
    image[wall] = _rgb(INK)
    return image


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def png(
    maze: Maze, solution: Solution | None = None, distances: NDArray[np.int32] | None = None, scale: int = 8
) -> bytes:
    """Return the raster as a PNG file, each pixel ``scale`` x ``scale``; the same bytes every time."""
    from PIL import Image

    image = pixels_of(maze, solution, distances)
    stream = BytesIO()
    Image.fromarray(np.repeat(np.repeat(image, scale, axis=0), scale, axis=1)).save(stream, format="PNG")
    return stream.getvalue()


def draw(
    axes: "Axes",
    maze: Maze,
    solution: Solution | None = None,
    distances: NDArray[np.int32] | None = None,
    **walls: Any,
) -> None:
    """Draw the maze on axes, without ticks; ``walls`` are further properties of the wall lines."""
    from matplotlib.collections import LineCollection

    from gridpuzzles.plotting.style import SEQUENTIAL

    axes.set(xlim=(-0.2, maze.cols + 0.2), ylim=(maze.rows + 0.2, -0.2), aspect="equal")
    axes.set_axis_off()
    if distances is not None:
        axes.imshow(distances, cmap=SEQUENTIAL, extent=(0, maze.cols, maze.rows, 0), zorder=0)
    if solution is not None:
        row, col = (solution.cells - 0.5).T
        axes.plot(col, row, color=WAY, linewidth=1.4, solid_capstyle="round", solid_joinstyle="round", zorder=1)
        for colour, place in ((START, 0), (END, -1)):
            axes.plot(col[place], row[place], "o", color=colour, markersize=2.6, zorder=3)
    lines = [((a[1], a[0]), (a[3], a[2])) for a in wall_segments(maze)]
    style = {"colors": INK, "linewidths": 0.7, "capstyle": "projecting", **walls}
    axes.add_collection(LineCollection(lines, zorder=2, **style))
