"""Names and colours of solvers, laws and boards in all figures of the family."""

LABELS: dict[str, str] = {
    "adamatzky": "Adamatzky",
    "single_point": "single point",
    "subset": "subset",
    "inference": "inference",
    "single_point_random": "single point, random",
    "inference_random": "inference, random",
    "probability": "P",
    "pseq": "PSEQ",
    "pseq_endgame": "PSEQ + endgame",
    "lookahead": "look-ahead",
    "foresight": "foresight",
    "optimal": "optimum",
}
"""From the weakest to the strongest; the first four surrender when stuck."""
LADDER: tuple[str, ...] = tuple(LABELS)
SURRENDERING = frozenset(LADDER[:4])

COLOURS: dict[str, str] = {
    "adamatzky": "#B8B8B8",
    "single_point": "#8A6BB1",
    "subset": "#52A3C9",
    "inference": "#3A8F6B",
    "single_point_random": "#B8860B",
    "inference_random": "#5B6770",
    "probability": "#0B4F8A",
    "pseq": "#D1603D",
    "pseq_endgame": "#C2487F",
    "lookahead": "#7A4A21",
    "foresight": "#1B1B1B",
    "optimal": "#000000",
}
LAW_COLOURS: dict[str, str] = {"any": "#8A8F98", "safe": "#0B4F8A", "zero": "#D1603D"}
LAW_MARKERS: dict[str, str] = {"any": "s", "safe": "o", "zero": "^"}
CELL_NAMES: dict[str, str] = {"corner": "the corner", "edge": "the middle of an edge", "centre": "the centre"}


def ladder(solvers: "set[str] | list[str]") -> list[str]:
    """Return solvers from the weakest to the strongest."""
    return [solver for solver in LADDER if solver in set(solvers)]


def cell_name(cell: str) -> str:
    """Return a first cell as captions write it."""
    return CELL_NAMES.get(cell, "a random cell" if cell == "random" else cell)


def board_title(rows: int, cols: int, mines: int) -> str:
    """Return a board as figures write it.

    Examples
    --------
    >>> board_title(16, 30, 99)
    '16×30, 99 mines'
    """
    return f"{rows}×{cols}, {mines} mines"
