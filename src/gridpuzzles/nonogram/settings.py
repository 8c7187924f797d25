"""What several studies' settings and tables share.

A *sweep* is a study over cells of (size, density), each with a number of random boards. Its units are blocks of the
boards of a cell, so that more boards or more cells never change a unit that was there before.
"""

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from pydantic import AfterValidator, Field

from gridpuzzles.settings import Sizes, whole
from gridpuzzles.study import Column, Settings

LARGEST_SWEPT = 60


def _check_percent(values: tuple[int, ...]) -> tuple[int, ...]:
    for value in values:
        if value > 100:
            raise ValueError(f"{value} is not a percentage from 1 to 100")
    return values


def _check_swept(values: tuple[int, ...]) -> tuple[int, ...]:
    for value in values:
        if value > LARGEST_SWEPT:
            raise ValueError(f"{value} is not a side from 1 to {LARGEST_SWEPT}")
    return values


Percentages: TypeAlias = Annotated[Sizes, AfterValidator(_check_percent)]
SweptSizes: TypeAlias = Annotated[Sizes, AfterValidator(_check_swept)]
Boards: TypeAlias = Annotated[int, whole(1, 10**7)]

SIZES = Field(description="sides of the square boards")
DENSITIES = Field(description="coloured cells in percent of all cells, each an exact number of cells (rounded down)")
BOARDS = Field(description="random boards a cell of the sweep")
BLOCK = Field(description="boards a unit of work")


class Sweep(Settings):
    """Sizes, densities, boards."""

    sizes: Annotated[SweptSizes, SIZES]
    densities: Annotated[Percentages, DENSITIES]
    boards: Annotated[Boards, BOARDS]
    block: Annotated[Boards, BLOCK] = 1000

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the number and the boards of each block of a cell."""
        for number, start in enumerate(range(0, self.boards, self.block)):
            yield number, min(self.block, self.boards - start)


SIZE_COLUMN = Column("size", "int32", "side of the square board")
DENSITY_COLUMN = Column("density", "int32", "coloured cells in percent of all cells, rounded down to whole cells")
BOARDS_COLUMN = Column("boards", "int64", "random boards")
