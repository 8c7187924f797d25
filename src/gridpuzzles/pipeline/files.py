"""Writing and reading Parquet files with declared columns and provenance.

What determines a file's content stands in its metadata; what differs from run to run (host, time, library versions,
checksum) stands in a JSON file beside it. So equal work gives equal bytes. A file appears whole or not at all: it is
written under a temporary name and renamed, its JSON file first, so that a Parquet file never lacks its checksum.
"""

import hashlib
import json
import platform
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from gridpuzzles import __version__
from gridpuzzles.errors import InputError
from gridpuzzles.pipeline.layout import half_written, side_file
from gridpuzzles.study import JSON, PACKAGE, Column, canonical

if TYPE_CHECKING:
    import pandas as pd

METADATA_KEY = b"gridpuzzles"
LARGEST_SIDE_FILE = 1 << 26
LIBRARIES = ("numpy", "numba", "pandas", "pyarrow", "scipy", "matplotlib", "joblib", "snakemake")


class DamagedFileError(InputError):
    """A file that is not what it should be; its text is one line."""


class TableError(ValueError):
    """Rows that do not match their declaration: a mistake in a study."""


@dataclass(frozen=True)
class Stopwatch:
    """Wall and CPU seconds since it was started."""

    wall: float
    cpu: float

    @classmethod
    def start(cls) -> "Stopwatch":
        """Return a stopwatch that runs."""
        return cls(time.perf_counter(), time.process_time())

    def read(self) -> dict[str, JSON]:
        """Return the seconds since the start."""
        return {
            "wall_seconds": round(time.perf_counter() - self.wall, 3),
            "cpu_seconds": round(time.process_time() - self.cpu, 3),
        }


def schema(columns: Sequence[Column]) -> pa.Schema:
    """Return the Arrow schema of declared columns, their meanings as field metadata."""
    return pa.schema(
        [
            pa.field(column.name, _arrow_type(column.type), nullable=False, metadata={"meaning": column.meaning})
            for column in columns
        ]
    )


def _arrow_type(text: str) -> pa.DataType:
    if text.startswith("list<") and text.endswith(">"):
        return pa.list_(pa.field("item", _arrow_type(text[5:-1]), nullable=False))
    return pa.type_for_alias(text)


def from_rows(rows: Mapping[str, Any], columns: Sequence[Column]) -> pa.Table:
    """Return an Arrow table of exactly the declared columns without missing values, or raise TableError."""
    names = [column.name for column in columns]
    if set(rows) != set(names):
        raise TableError(f"columns {sorted(rows)} differ from the declared {sorted(names)}")
    declared = schema(columns)
    try:
        arrays = [pa.array(rows[field.name], type=field.type, from_pandas=False) for field in declared]
        table = pa.Table.from_arrays(arrays, schema=declared)
        table.validate(full=True)
    except (pa.ArrowInvalid, pa.ArrowTypeError, ValueError) as error:
        raise TableError(f"rows do not fit the declared columns: {error}") from None
    nulls = [name for name in names if table[name].null_count]
    if nulls:
        raise TableError(f"columns {nulls} have missing values")
    return table


def check_key(table: pa.Table, key: Sequence[str]) -> None:
    """Raise TableError if two rows of a table share their key."""
    if table.group_by(list(key)).aggregate([]).num_rows < table.num_rows:
        raise TableError(f"two rows share the key ({', '.join(key)})")


def write(table: pa.Table, path: Path, determined_by: Mapping[str, JSON], measured: Mapping[str, JSON]) -> None:
    """Write a table and the JSON file beside it, both at once or not at all.

    Parameters
    ----------
    determined_by
        What determines the content; goes into the Parquet file's metadata.
    measured
        What differs from run to run; goes into the JSON file beside it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    document = canonical({"version": __version__, **determined_by})
    table = table.replace_schema_metadata({METADATA_KEY: document.encode()})
    with replacing(path) as temporary:
        pq.write_table(table, temporary, compression="zstd", compression_level=6, version="2.6")
        facts = {"checksum": checksum(temporary), **measured, **machine()}
        with replacing(side_file(path)) as side:
            side.write_text(json.dumps(facts, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def write_csv(table: pa.Table, path: Path) -> None:
    """Write a table as CSV; its numbers are written so that reading gives them back exactly."""
    with replacing(path) as temporary:
        to_frame(table).to_csv(temporary, index=False, lineterminator="\n")


def read(path: Path, columns: Sequence[Column], determined_by: Mapping[str, JSON] | None = None) -> pa.Table:
    """Return a table after checking checksum and columns.

    Parameters
    ----------
    determined_by
        What must have determined its content, where that matters.

    Raises
    ------
    DamagedFileError
        With one line, if the file is missing, damaged or of another kind.
    """
    document, wanted = check(path), determined_by or {}
    if any(canonical(document.get(key)) != canonical(value) for key, value in wanted.items()):
        raise DamagedFileError(f"{path}: comes from another config or study; build it anew first")
    declared = schema(columns).remove_metadata()
    try:
        # The columns first: what is not declared is never decoded.
        with pq.ParquetFile(path) as file:
            fits = file.schema_arrow.remove_metadata() == declared
            table = file.read() if fits else None
        if table is not None:
            table.validate(full=True)
    except (OSError, ValueError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path}: is not a readable Parquet file: {_one_line(error)}") from None
    if table is None:
        raise DamagedFileError(f"{path}: its columns differ from what this version of the study declares")
    return table


def check(path: Path) -> dict[str, Any]:
    """Return what determined a Parquet file's content, after checking it against the checksum beside it.

    Raises
    ------
    DamagedFileError
        With one line, if one of the two files is missing or they do not fit together.
    """
    try:
        recorded = _document(side_file(path))["checksum"]
        found = checksum(path)
    except FileNotFoundError as error:
        what = "is missing" if Path(error.filename) == path else f"lacks {side_file(path).name} beside it"
        raise DamagedFileError(f"{path}: {what}") from None
    except (OSError, ValueError, KeyError) as error:
        raise DamagedFileError(f"{path}: cannot be checked: {_one_line(error)}") from None
    if found != recorded:
        raise DamagedFileError(f"{path}: is damaged: its checksum differs from the one recorded beside it")
    return determined_by(path)


def determined_by(path: Path) -> dict[str, Any]:
    """Return what determined a Parquet file's content, as the file itself says; nothing else is read or checked.

    Raises
    ------
    DamagedFileError
        With one line, if the file does not say it.
    """
    try:
        return _mapping((pq.read_schema(path).metadata or {})[METADATA_KEY])
    except (OSError, ValueError, KeyError, pa.ArrowException) as error:
        raise DamagedFileError(f"{path}: does not say what determined it: {_one_line(error)}") from None


def _document(path: Path) -> dict[str, Any]:
    """Return the JSON document of a side file."""
    with path.open("rb") as stream:
        content = stream.read(LARGEST_SIDE_FILE + 1)
    if len(content) > LARGEST_SIDE_FILE:
        raise ValueError(f"{path.name} is larger than {LARGEST_SIDE_FILE} bytes")
    return _mapping(content)


def _mapping(text: bytes) -> dict[str, Any]:
    """Return a JSON object, or raise ValueError."""
    try:
        document = json.loads(text)
    except RecursionError:
        raise ValueError("its JSON is nested too deeply") from None
    if not isinstance(document, dict):
        raise ValueError("its JSON is not an object")  # noqa: TRY004  # a damaged file, not a wrong argument
    return document


def to_frame(table: pa.Table) -> "pd.DataFrame":
    """Return a table as a pandas frame."""
    frame: pd.DataFrame = table.to_pandas(ignore_metadata=True)
    return frame


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Give a temporary path in the same folder, and rename it to ``path`` once it is written without error."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = half_written(path)
    try:
        yield temporary
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def checksum(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def fingerprint(sources: Sequence[Path]) -> str:
    """Return the SHA-256 of source files and their names: it changes when the code does."""
    digest = hashlib.sha256()
    for path in sources:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(PACKAGE)}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def machine() -> dict[str, JSON]:
    """Return host, code version and library versions."""
    return {
        "host": platform.node(),
        "processor": processor(),
        "python": platform.python_version(),
        "commit": _commit(),
        "libraries": {name: metadata.version(name) for name in LIBRARIES},
        "command": " ".join(sys.argv),
        "written": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def processor() -> str:
    """Return the processor's name as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _commit() -> str:
    """Return the commit of the checkout that this package lies in, ``-dirty`` if it has changes, or ``unknown``."""
    command = ["git", "-C", str(PACKAGE), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        result = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return "unknown"
    return result.stdout.strip()
