"""The generators by name, with their options: what a config, a command or a call may ask for.

A *recipe* is a generator with its options. Its text is the generator's name followed by the options that differ from
their defaults: ``hunt_and_kill scan=columns give_up=0.1``.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from gridpuzzles.errors import InputError
from gridpuzzles.maze.model import Option

SCANS = ("rows", "columns", "alternating", "spiral", "random", "visited", "boustrophedon")
MANNERS = ("newest", "oldest", "random")
PRIMS = ("weights", "edges", "cells")


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if value not in allowed:
            raise ValueError(f"is not one of {', '.join(allowed)}")
        return str(value)

    return check


def _probability(value: Any) -> float:
    try:
        number = float(value)
    except (TypeError, ValueError):
        number = -1.0
    if isinstance(value, bool) or not 0 <= number <= 1:
        raise ValueError("is not a number from 0 to 1")
    return number


def _switch(value: Any) -> bool:
    known = {"true": True, "yes": True, "false": False, "no": False}
    if str(value).lower() not in known:
        raise ValueError("is not true or false")
    return known[str(value).lower()]


def _start(value: Any) -> Option:
    """Check a start: ``random``, ``corner`` or a cell, as (row, column) or ``row,column``."""
    if value in ("random", "corner"):
        return str(value)
    parts = value.split(",") if isinstance(value, str) else value
    try:
        row, col = (int(part) for part in parts)
    except (TypeError, ValueError):
        raise ValueError("is not random, corner or a cell row,column") from None
    if min(row, col) < 1:
        raise ValueError("is not a cell: row and column count from 1")
    return row, col


def _take(value: Any) -> str:
    """Check how an active cell is taken: one manner, or several with weights, as ``newest:3,random:1``."""
    weights = parse_weights(value)
    return (
        ",".join(f"{name}:{weight:g}" for name, weight in weights.items()) if len(weights) > 1 else next(iter(weights))
    )


def parse_weights(text: Any) -> dict[str, float]:
    """Return {manner: weight} of a growing tree's ``take``.

    Examples
    --------
    >>> parse_weights("newest:3,random:1")
    {'newest': 3.0, 'random': 1.0}
    """
    weights: dict[str, float] = {}
    for part in str(text).split(","):
        match = re.fullmatch(r"\s*(newest|oldest|random)(?::([0-9]{1,6}(?:\.[0-9]{1,6})?))?\s*", part)
        if not match or match[1] in weights:
            raise ValueError(f"is not one of {', '.join(MANNERS)}, nor a mixture such as newest:3,random:1")
        weights[match[1]] = float(match[2] or 1)
    positive = {name: weights[name] for name in MANNERS if weights.get(name, 0) > 0}
    if not positive:
        raise ValueError("has no positive weight")
    return positive


OPTIONS: dict[str, dict[str, tuple[Option, Callable[[Any], Option]]]] = {
    "hunt_and_kill": {
        "scan": ("rows", _one_of(*SCANS)),
        "give_up": (0.0, _probability),
        "low_river": (False, _switch),
        "start": ("random", _start),
    },
    "recursive_backtracker": {"start": ("random", _start)},
    "growing_tree": {"take": ("newest", _take), "start": ("random", _start)},
    "wilson": {"start": ("random", _start)},
    "aldous_broder": {"start": ("random", _start)},
    "kruskal": {},
    "prim": {"by": ("weights", _one_of(*PRIMS)), "start": ("random", _start)},
    "eller": {},
    "sidewinder": {},
    "binary_tree": {},
    "recursive_division": {},
}
"""{generator: {option: (default, check)}}."""

ALGORITHMS = tuple(OPTIONS)


@dataclass(frozen=True)
class Recipe:
    """A generator with all its options, checked; make it with `recipe` or `parse_recipe`."""

    algorithm: str
    options: Mapping[str, Option]

    @property
    def unusual(self) -> dict[str, Option]:
        """The options that differ from their defaults."""
        defaults = OPTIONS[self.algorithm]
        return {name: value for name, value in self.options.items() if value != defaults[name][0]}

    @property
    def text(self) -> str:
        """The recipe as a config or a command writes it."""
        return " ".join([self.algorithm, *(f"{name}={_written(value)}" for name, value in self.unusual.items())])

    @property
    def slug(self) -> str:
        """The text as part of a unit's key."""
        return re.sub(r"[^a-z0-9.]+", "-", self.text.lower()).strip("-")

    @property
    def label(self) -> str:
        """The recipe as a figure names it."""
        name = LABELS.get(self.text)
        if name:
            return name
        words = [f"{option.replace('_', ' ')} {_written(value)}" for option, value in self.unusual.items()]
        if "take" in self.unusual:
            return ", ".join(["growing tree", *words]).replace("take ", "").replace(",random", ", random")
        return ", ".join([LABELS[self.algorithm], *words])


LABELS = {
    "hunt_and_kill": "hunt and kill",
    "hunt_and_kill scan=boustrophedon": "hunt and kill, ploughing",
    "hunt_and_kill scan=random": "hunt and kill, random frontier",
    "hunt_and_kill start=corner": "hunt and kill, from a corner",
    "recursive_backtracker": "recursive backtracker",
    "growing_tree": "growing tree, newest",
    "growing_tree take=oldest": "growing tree, oldest",
    "growing_tree take=random": "growing tree, random",
    "wilson": "Wilson",
    "aldous_broder": "Aldous–Broder",
    "kruskal": "Kruskal",
    "prim": "Prim, edge weights",
    "prim by=edges": "Prim, frontier edge",
    "prim by=cells": "Prim, frontier cell",
    "eller": "Eller",
    "sidewinder": "sidewinder",
    "binary_tree": "binary tree",
    "recursive_division": "recursive division",
}


def _written(value: Option) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float):
        return f"{value:g}"
    return ",".join(map(str, value)) if isinstance(value, tuple) else value


def recipe(algorithm: str, **options: Any) -> Recipe:
    """Return a checked recipe.

    Examples
    --------
    >>> recipe("prim", by="cells").text
    'prim by=cells'

    Raises
    ------
    InputError
        If the generator or an option is not known, or an option's value is not allowed.
    """
    if algorithm not in OPTIONS:
        raise InputError(f"algorithm: {algorithm!r} is not one of {', '.join(ALGORITHMS)}")
    known = OPTIONS[algorithm]
    chosen: dict[str, Option] = {name: default for name, (default, _) in known.items()}
    for name, value in options.items():
        if name not in known:
            allowed = f"its options are {', '.join(known)}" if known else "it has no options"
            raise InputError(f"{name}: is not an option of {algorithm}; {allowed}")
        try:
            chosen[name] = known[name][1](value)
        except ValueError as error:
            raise InputError(f"{name}: {value!r} {error}") from None
    return Recipe(algorithm, chosen)


def parse_recipe(text: Any) -> Recipe:
    """Return the recipe that a text stands for.

    Examples
    --------
    >>> parse_recipe("hunt_and_kill give_up=0.10 scan=rows").text
    'hunt_and_kill give_up=0.1'
    """
    words = text.split() if isinstance(text, str) else []
    if not words or not all("=" in word for word in words[1:]):
        raise InputError(f"{text!r} is not an algorithm followed by option=value")
    pairs = [word.partition("=") for word in words[1:]]
    return recipe(words[0], **{name: value for name, _, value in pairs})
