"""Nonograms by logic: four analysers, search, random and exact studies; `gridpuzzles.nonogram.model` has the words."""

from typing import TYPE_CHECKING, Any

from gridpuzzles.nonogram.model import LEVELS, Block, Colour, Puzzle

if TYPE_CHECKING:
    from gridpuzzles.nonogram.analysis import Analysis, analyse
    from gridpuzzles.nonogram.formats import read, write
    from gridpuzzles.nonogram.search import Limits, Solutions, solve

__all__ = [
    "LEVELS", "Analysis", "Block", "Colour", "Limits", "Puzzle", "Solutions", "analyse", "read", "solve", "write",
]  # fmt: skip

_HOMES = {
    "Analysis": "analysis", "analyse": "analysis", "read": "formats", "write": "formats",
    "Limits": "search", "Solutions": "search", "solve": "search",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import the analysers, which need numba, when they are first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
