"""Win rates that others have published, with their conditions: what figures mark and tests check."""

from dataclasses import dataclass

BECERRA = "Becerra 2015"
TU = "Tu et al. 2017"


@dataclass(frozen=True)
class Published:
    """A published win rate in per cent; ``half`` is half its interval where it was given, else 0."""

    solver: str
    rows: int
    cols: int
    mines: int
    law: str
    cell: str
    percent: float
    half: float
    source: str


RATES: tuple[Published, ...] = (
    Published("single_point_random", 9, 9, 10, "safe", "random", 68.19, 0.15, BECERRA),
    Published("single_point_random", 16, 16, 40, "safe", "random", 35.92, 0.15, BECERRA),
    Published("single_point_random", 16, 30, 99, "safe", "random", 0.89, 0.03, BECERRA),
    Published("single_point_random", 9, 9, 10, "safe", "corner", 71.07, 0.14, BECERRA),
    Published("single_point_random", 16, 16, 40, "safe", "corner", 37.91, 0.16, BECERRA),
    Published("single_point_random", 16, 30, 99, "safe", "corner", 0.92, 0.03, BECERRA),
    Published("inference", 8, 8, 10, "safe", "corner", 36.06, 0.0, TU),
    Published("inference", 16, 16, 40, "safe", "corner", 34.49, 0.0, TU),
    Published("inference", 16, 30, 99, "safe", "corner", 5.097, 0.0, TU),
    Published("probability", 8, 8, 10, "safe", "corner", 78.44, 0.0, TU),
    Published("probability", 16, 16, 40, "safe", "corner", 74.30, 0.0, TU),
    Published("probability", 16, 30, 99, "safe", "corner", 35.56, 0.0, TU),
    Published("pseq", 8, 8, 10, "safe", "corner", 81.635, 0.0, TU),
    Published("pseq", 16, 16, 40, "safe", "corner", 78.123, 0.0, TU),
    Published("pseq", 16, 30, 99, "safe", "corner", 39.616, 0.0, TU),
    Published("pseq", 9, 9, 10, "safe", "corner", 91.678, 0.0, TU),
    Published("pseq", 9, 9, 10, "zero", "r3c3", 97.145, 0.0, TU),
)
"""On 16x30 Tu et al. write 30x16, the same board turned."""
STRONGEST_EXPERT = Published("strongest program", 16, 30, 99, "safe", "corner", 41.132, 0.03, "10^7 games")
