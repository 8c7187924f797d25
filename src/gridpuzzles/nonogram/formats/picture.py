"""Pictures as puzzles, for people who compose: every pixel is a cell."""

from pathlib import Path

import numpy as np

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram.formats.source import LARGEST_FILE
from gridpuzzles.nonogram.formats.webpbn import FREE_SYMBOLS
from gridpuzzles.nonogram.model import BLACK, LONGEST_SIDE, MOST_COLOURS, Colour, Puzzle

BLACK_RGB, WHITE_RGB = (0, 0, 0), (255, 255, 255)


def read_picture(path: Path) -> Puzzle:
    """Return the puzzle that a PNG picture gives.

    White and transparent pixels are empty; in a picture without any, the most frequent colour is. The other colours
    are numbered from the darkest.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: larger than {LARGEST_FILE} bytes; a puzzle is a small picture")
        with Image.open(path, formats=("PNG",)) as image:
            if max(image.size) > LONGEST_SIDE:
                raise InputError(f"{path}: {image.size[0]}x{image.size[1]} pixels; at most {LONGEST_SIDE} a side")
            pixels = np.asarray(image.convert("RGBA"), dtype=np.int64)
    except UnidentifiedImageError:
        raise InputError(f"{path}: is not a PNG picture") from None
    except (OSError, SyntaxError, ValueError) as error:
        raise (
            error if isinstance(error, InputError) else InputError(f"{path}: {' '.join(str(error).split())}")
        ) from None
    pixels[pixels[..., 3] < 128] = 255
    values, cells = np.unique(pixels[..., :3].reshape(-1, 3), axis=0, return_inverse=True)
    colours = [(int(red), int(green), int(blue)) for red, green, blue in values]
    background = WHITE_RGB if WHITE_RGB in colours else colours[int(np.bincount(cells.ravel()).argmax())]
    painted = sorted((colour for colour in colours if colour != background), key=lambda rgb: (sum(rgb), rgb))
    if not 1 <= len(painted) <= MOST_COLOURS:
        raise InputError(f"{path}: {len(painted)} colours besides the background; 1 to {MOST_COLOURS} are needed")
    numbers = {background: 0, **{colour: number for number, colour in enumerate(painted, start=1)}}
    grid = np.array([numbers[colour] for colour in colours])[cells.ravel()].reshape(pixels.shape[:2])
    return Puzzle.from_grid(grid, _palette(painted), title=path.stem.capitalize(), background=_hex(background))


def _palette(painted: list[tuple[int, int, int]]) -> list[Colour]:
    symbols = iter(FREE_SYMBOLS)
    return [BLACK if rgb == BLACK_RGB else Colour(_hex(rgb), next(symbols), _hex(rgb)) for rgb in painted]


def _hex(rgb: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*rgb)
