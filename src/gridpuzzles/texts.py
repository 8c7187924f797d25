"""Small text files that people give: read whole, or refused in one line."""

from pathlib import Path

from gridpuzzles.errors import InputError


def read_small(path: Path, largest: int, kind: str) -> str:
    """Return the text of a file, without a byte order mark.

    Parameters
    ----------
    largest
        The most bytes that it may have; no more is ever read, so that a device without end does no harm.
    kind
        What it should be, for the message: ``a puzzle``.

    Raises
    ------
    gridpuzzles.errors.InputError
        With one line, if the file is missing, too large, or not text.
    """
    try:
        with path.open("rb") as stream:
            content = stream.read(largest + 1)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None
    if len(content) > largest:
        raise InputError(f"{path}: larger than {largest} bytes; {kind} is a small file")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: is not UTF-8 text") from None
