"""A harness that feeds damaged files to a reader: it may refuse them, and nothing else.

A reader is a `Reader` at the top of a test module. `hammer` runs a plain mutation loop on it in a process of its own,
for some CPU seconds, and raises AssertionError, with the input, if the reader crashes, hangs, needs more memory than
allowed, or raises anything but the errors that it declares::

    PUZZLES = Reader(read=read_puzzle, refusals=(InputError,), samples=[b"..."], suffix=".non", words=[b"999999"])

    def test_puzzle_files(tmp_path):
        hammer(__file__, "PUZZLES", tmp_path)

The environment variable GRIDPUZZLES_FUZZ_SECONDS sets how many CPU seconds all loops of a module together take; 5
without it.
"""

import faulthandler
import importlib.util
import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

SECONDS = float(os.environ.get("GRIDPUZZLES_FUZZ_SECONDS", "5"))
LONGEST_READ = 60
"""Wall seconds that one read may take before it counts as hanging."""
PATIENCE = 4
"""On a busy machine a loop ends after so many times its CPU seconds on the clock."""
MOST_MEMORY = 1 << 30
"""Bytes that a reader may need beyond what its imports need."""
INTERESTING = (b"\x00", b"\xff", b"\x7f\xff\xff\xff", b"-1", b"0", b"999999999999", b"1e999", b"nan", b"'", b'"', b"\n")


@dataclass(frozen=True)
class Reader:
    """A function that reads files from others.

    Attributes
    ----------
    read
        Reads the file at a path.
    refusals
        The errors that it may raise; their text must be one line.
    samples
        Contents that it accepts, from which the loop starts.
    suffix
        Of the files.
    words
        Pieces that mean something in this format, put in at random places.
    prepare
        Called with the path after a damaged content has been written, for example to fit a checksum to it.
    """

    read: Callable[[Path], Any]
    refusals: tuple[type[Exception], ...]
    samples: Sequence[bytes]
    suffix: str
    words: Sequence[bytes] = ()
    prepare: Callable[[Path], None] = lambda _: None


@dataclass(frozen=True)
class Outcome:
    """How many inputs were read, how many of them were refused, and the memory that this took."""

    inputs: int
    refused: int
    memory: int


def hammer(module: str, reader: str, folder: Path, seconds: float, seed: int = 1) -> Outcome:
    """Feed mutations to the reader of this name in a test module.

    Raises
    ------
    AssertionError
        With what went wrong and the first bytes of the input, which stays in ``folder``.
    """
    command = [sys.executable, __file__, module, reader, str(folder), str(seconds), str(seed)]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE * seconds + 300, check=False)
    if result.returncode:
        # The input is written before what is prepared beside it.
        inputs = sorted(folder.glob("input*"), key=lambda path: path.stat().st_mtime_ns)
        content = inputs[0].read_bytes() if inputs else b""
        raise AssertionError(f"{reader}: {_ending(result)}\ninput ({len(content)} bytes): {content[:600]!r}")
    return Outcome(**json.loads(result.stdout.splitlines()[-1]))


def _ending(result: subprocess.CompletedProcess[str]) -> str:
    signalled = f"killed by {signal.Signals(-result.returncode).name}" if result.returncode < 0 else "failed"
    return f"{signalled}\n{result.stderr[-3000:]}"


def mutate(samples: Sequence[bytes], words: Sequence[bytes], choice: random.Random) -> bytes:
    """Return a sample with a few damages: bits, bytes, words, pieces lost, repeated or taken from another sample."""
    content = choice.choice(samples)
    for _ in range(1 + min(7, int(choice.expovariate(0.7)))):
        first, last = sorted(choice.randrange(len(content) + 1) for _ in range(2))
        last = min(last, first + choice.choice((1, 4, 64, len(content))))
        content = content[:first] + _damage(content[first:last], samples, words, choice) + content[last:]
    return content


def _damage(piece: bytes, samples: Sequence[bytes], words: Sequence[bytes], choice: random.Random) -> bytes:
    kind = choice.choice(("bits", "bytes", "word", "word before", "lost", "repeated", "other"))
    if kind == "bits":
        return piece.translate(_flip(1 << choice.randrange(8)))
    if kind == "bytes":
        return choice.randbytes(len(piece))
    if kind.startswith("word"):
        return choice.choice((*words, *INTERESTING)) + (piece if kind == "word before" else b"")
    if kind == "repeated":
        return piece * choice.choice((2, 3, 200))
    other = choice.choice(samples)
    start = choice.randrange(len(other) + 1)
    return other[start : start + len(piece)] if kind == "other" else b""


def _flip(bit: int) -> bytes:
    return bytes(byte ^ bit for byte in range(256))


def read_checked(reader: Reader, path: Path) -> bool:
    """Read a file; return whether it was refused with one line. Any other error goes through."""
    try:
        reader.read(path)
    except reader.refusals as error:
        text = str(error)
        if not text or "\n" in text:
            raise AssertionError(f"a refusal is one line: {text!r}") from error
        return True
    return False


def _loop(reader: Reader, folder: Path, seconds: float, seed: int) -> Outcome:
    """Read mutations until the time is over; the input is on disk before it is read."""
    choice, path = random.Random(seed), folder / f"input{reader.suffix}"
    for sample in reader.samples:
        path.write_bytes(sample)
        reader.prepare(path)
        assert not read_checked(reader, path), "a sample is refused"
    base = _peak_memory()
    inputs = refused = 0
    end, latest = time.process_time() + seconds, time.monotonic() + PATIENCE * seconds
    while time.process_time() < end and time.monotonic() < latest:
        path.write_bytes(mutate(reader.samples, reader.words, choice))
        reader.prepare(path)
        # A thread of its own ends the process, so that code which never comes back to Python is ended as well.
        faulthandler.dump_traceback_later(LONGEST_READ, exit=True)
        refused += read_checked(reader, path)
        faulthandler.cancel_dump_traceback_later()
        inputs += 1
        memory = _peak_memory() - base
        assert memory <= MOST_MEMORY, f"{memory} bytes of memory"
    return Outcome(inputs, refused, memory)


def _peak_memory() -> int:
    """Return the most bytes that this process has had in memory."""
    status = Path("/proc/self/status")
    if status.exists():  # the other figure can include the process that started this one
        return int(status.read_text().partition("VmHWM:")[2].split()[0]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _load(path: str) -> ModuleType:
    specification = importlib.util.spec_from_file_location("fuzzed", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules["fuzzed"] = module
    specification.loader.exec_module(module)
    return module


def _main(module: str, name: str, folder: str, seconds: str, seed: str) -> None:
    sys.modules["fuzzing"] = sys.modules["__main__"]
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    outcome = _loop(getattr(_load(module), name), Path(folder), float(seconds), int(seed))
    print(json.dumps(outcome.__dict__))


if __name__ == "__main__":
    _main(*sys.argv[1:])
