"""Perfect mazes, their generators and their exact statistics; `gridpuzzles.maze.model` holds the vocabulary.

What to call::

    from gridpuzzles import maze

    made = maze.generate("hunt_and_kill", 20, 30, seed=7, scan="boustrophedon")
    found = maze.statistics(made)
    start, end = maze.suggest_ends(made, "longest")
    way = maze.solve(made, start, end)
    print(maze.text(made, way))
"""

from typing import TYPE_CHECKING, Any

from gridpuzzles.maze.model import Maze

if TYPE_CHECKING:
    from gridpuzzles.maze.endings import Solution, distances, solve, suggest_ends
    from gridpuzzles.maze.generators import generate
    from gridpuzzles.maze.measures import MazeStatistics, statistics
    from gridpuzzles.maze.pictures import png, raster, svg, text

__all__ = [
    "Maze",
    "MazeStatistics",
    "Solution",
    "distances",
    "generate",
    "png",
    "raster",
    "solve",
    "statistics",
    "suggest_ends",
    "svg",
    "text",
]

_HOMES = {
    "endings": ("Solution", "distances", "solve", "suggest_ends"),
    "generators": ("generate",),
    "measures": ("MazeStatistics", "statistics"),
    "pictures": ("png", "raster", "svg", "text"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first asked for, so that planning a run compiles nothing."""
    import importlib

    for module, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f"gridpuzzles.maze.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
