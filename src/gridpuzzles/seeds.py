"""One independent random stream a unit of work, fixed by the root seed and by names alone.

Vocabulary
----------
root seed
    The one number in a config file that all randomness of a run descends from.
stream
    The 64-bit words of numpy's SFC64 generator, seeded for one (root seed, study, unit). Only these raw words are
    used: numpy promises their stability across versions, which it does not promise for its distributions.
"""

import hashlib

import numpy as np
from numpy.typing import NDArray

WORD_BITS = 64


def seed_sequence(root: int, *names: str) -> np.random.SeedSequence:
    """Return the seed sequence of the stream that ``names`` address below the root seed.

    The names enter through SHA-256, so that no order of running, batch or worker can change a stream, and so that
    adding a unit leaves every other unit's stream as it was.

    Parameters
    ----------
    root
        The root seed, a non-negative integer.
    *names
        The address, usually the study's name and the unit's key.

    Examples
    --------
    >>> int(seed_sequence(1, "knight_reorder", "8x8").generate_state(1)[0])
    575798096
    """
    if root < 0:
        raise ValueError(f"seed: {root} is negative; a non-negative integer is needed")
    digest = hashlib.sha256("\x1f".join(names).encode()).digest()
    return np.random.SeedSequence(root, spawn_key=tuple(np.frombuffer(digest, dtype="<u4").tolist()))


def stream_state(sequence: np.random.SeedSequence) -> NDArray[np.uint64]:
    """Return the four-word SFC64 state, shape (4,), from which `gridpuzzles.random64` draws in compiled code."""
    state = np.random.SFC64(sequence).state["state"]["state"]
    return np.array(state, dtype=np.uint64)


class Stream:
    """The same stream in plain Python, for reference code: raw 64-bit words and bounded draws.

    Examples
    --------
    >>> stream = Stream(seed_sequence(1, "example"))
    >>> [stream.below(6) for _ in range(8)]
    [1, 3, 0, 0, 3, 5, 3, 2]
    """

    def __init__(self, sequence: np.random.SeedSequence) -> None:
        self._bits = np.random.SFC64(sequence)

    def word(self) -> int:
        """Return the next raw 64-bit word."""
        return int(self._bits.random_raw())

    def below(self, bound: int) -> int:
        """Return an integer drawn uniformly from 0 .. bound - 1, by Lemire's multiplication with rejection.

        Source: D. Lemire, "Fast random integer generation in an interval", ACM TOMACS 29 (2019), algorithm 5,
        on 32-bit halves: one word a try, its upper half is used.
        """
        if not 1 <= bound <= 2**32:
            raise ValueError(f"bound: {bound} is not in 1 .. 2**32")
        threshold = (2**32 - bound) % bound
        while True:
            product = (self.word() >> 32) * bound
            if product & 0xFFFFFFFF >= threshold:
                return product >> 32

    def unit(self) -> float:
        """Return a float drawn uniformly from [0, 1) with 53 random bits."""
        return (self.word() >> 11) * 2.0**-53
