"""The files that the commands write: checked before any work, written together after it."""

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from gridpuzzles.errors import InputError
from gridpuzzles.knight.model import Rule, Tour
from gridpuzzles.knight.texts import board_text, tour_table

PICTURES = ("lines", "numbers")
PICTURE_SUFFIXES = (".svg", ".pdf", ".png")
TOUR_SUFFIXES = (".txt", ".csv", *PICTURE_SUFFIXES)
LARGEST_PICTURE = {"lines": 300, "numbers": 60}
"""The longest side of a board in a picture."""


# --- Before the work -------------------------------------------------------------------------------------------------


def check_target(key: str, text: str, suffixes: Sequence[str]) -> Path:
    """Return the path if its kind is allowed and its folder can take it; InputError otherwise, and before any work."""
    path = Path(text)
    if path.suffix.lower() not in suffixes:
        raise InputError(f"{key}: {text!r} does not end in {' or '.join(suffixes)}")
    if not path.parent.is_dir():
        raise InputError(f"{key}: {text!r} cannot be written: {str(path.parent)!r} is not an existing folder")
    if path.is_dir():
        raise InputError(f"{key}: {text!r} cannot be written: it is a folder; the name of a file is needed")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise InputError(f"{key}: {text!r} cannot be written: the folder is not writable; name one that is")
    return path


def check_tour_files(save: str | None, picture: str, animate_to: str | None, size: tuple[int, int]) -> None:
    """Raise InputError unless the files that are asked for can be written, for a board of this size."""
    if picture not in PICTURES:
        raise InputError(f"picture: {picture!r} is not one of {', '.join(PICTURES)}")
    limit = LARGEST_PICTURE[picture]
    if save is not None:
        suffix = check_target("save", save, TOUR_SUFFIXES).suffix.lower()
        if suffix in PICTURE_SUFFIXES and max(size) > limit:
            raise InputError(f"size: {size[0]}x{size[1]} is too large for a picture of {picture}; up to {limit} a side")
    if animate_to is not None:
        from gridpuzzles.knight.animation import check_animation

        check_animation(Path(animate_to), *size)
        check_target("animate-to", animate_to, (".gif",))


# --- After it --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Output:
    """A file to write: the option that asks for it, its path, and the function that writes it to a given path."""

    option: str
    path: Path
    write: Callable[[Path], object]


def write_all(outputs: Sequence[Output]) -> None:
    """Write all files under temporary names and rename them together; InputError if one of them cannot be written."""
    if not outputs:
        return
    from gridpuzzles.pipeline.files import replacing

    output = outputs[0]
    try:
        with ExitStack() as stack:
            for output in outputs:
                output.write(stack.enter_context(replacing(output.path)))
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(f"{output.option}: {str(output.path)!r} cannot be written: {reason}; name another") from None


def tour_writer(suffix: str, tour: Tour, words: str, picture: str) -> Callable[[Path], object]:
    """Return the function that writes a tour as the kind of file that a suffix names."""
    if suffix == ".txt":
        return lambda target: target.write_text(f"{board_text(tour)}\n\n{words}\n", encoding="utf-8")
    if suffix == ".csv":
        return lambda target: target.write_text(tour_table(tour), encoding="utf-8")
    return lambda target: _save_picture(target, tour, picture, suffix[1:])


def _save_picture(target: Path, tour: Tour, picture: str, kind: str) -> None:
    from gridpuzzles.knight.pictures import tour_canvas
    from gridpuzzles.pipeline.drawings import save_canvas
    from gridpuzzles.plotting.style import in_style

    with in_style():
        save_canvas(tour_canvas(tour, numbered=picture == "numbers"), target, kind)


def animation_writer(tour: Tour, rule: Rule, delay: float) -> Callable[[Path], object]:
    """Return the function that writes the steps of a tour as an animation; ``delay`` is in seconds."""
    from gridpuzzles.knight.animation import write_animation

    return lambda target: write_animation(tour, target, rule, delay)
