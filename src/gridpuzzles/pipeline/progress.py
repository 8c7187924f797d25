"""What a batch at work says of itself, in a small file that anyone can read: since when, on how many threads, alive.

The file is written at the start, again every half minute, and at a failure; it is gone once the batch is done. So a
folder that was copied from elsewhere still tells what is running. A batch whose file has grown old was killed.
"""

import json
import os
import platform
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from gridpuzzles.pipeline import files

BEAT_SECONDS = 30.0
SILENT_SECONDS = 180.0
"""A batch that has said nothing for so long was killed."""


@dataclass(frozen=True)
class Progress:
    """What a batch's progress file says.

    Attributes
    ----------
    threads
        How many threads it works on.
    started, beat
        When it started and when it last said so, in seconds since 1970.
    cpu_seconds
        CPU seconds spent until then.
    host, job
        Where it works; the cluster's job number, or an empty text.
    failed
        The error that ended it, or an empty text.
    """

    threads: int
    started: float
    beat: float
    cpu_seconds: float
    host: str
    job: str
    failed: str = ""

    def is_alive(self, now: float) -> bool:
        """Whether it was at work at this time."""
        return not self.failed and now - self.beat < SILENT_SECONDS


@contextmanager
def reporting(path: Path, threads: int) -> Iterator[None]:
    """Keep a progress file while a batch is at work; leave it there, with the error, if the batch fails."""
    started = time.time()
    stopped = threading.Event()
    job = os.environ.get("SLURM_JOB_ID", "")

    def say(failed: str = "") -> None:
        _write(path, Progress(threads, started, time.time(), time.process_time(), platform.node(), job, failed))

    def beat() -> None:
        while not stopped.wait(BEAT_SECONDS):
            say()

    say()
    heart = threading.Thread(target=beat, daemon=True)
    heart.start()
    try:
        yield
    except BaseException as error:
        stopped.set()
        heart.join()
        say(" ".join(f"{type(error).__name__}: {error}".split())[:300])
        raise
    stopped.set()
    heart.join()
    path.unlink(missing_ok=True)


def _write(path: Path, progress: Progress) -> None:
    with files.replacing(path) as temporary:
        temporary.write_text(json.dumps(asdict(progress)) + "\n", encoding="utf-8")


def read(path: Path) -> Progress | None:
    """Return what a progress file says, or None if there is none that can be read."""
    try:
        return Progress(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None
