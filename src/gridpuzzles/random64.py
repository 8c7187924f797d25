"""Random draws inside kernels: numpy's SFC64 stream, word for word, and one bounded draw.

Kernels take a *state*, uint64 (4,), from `gridpuzzles.seeds.stream_state` and advance it in place. Each function here
equals the method of `gridpuzzles.seeds.Stream` with its name; the tests compare them word by word.
"""

import numpy as np
from numpy.typing import NDArray

from gridpuzzles.jit import kernel

LOW_HALF = np.uint64(0xFFFFFFFF)


@kernel
def word(state: NDArray[np.uint64]) -> np.uint64:
    """Return the next raw 64-bit word of SFC64 (C. Doty-Humphrey, PractRand) and advance ``state``."""
    result = state[0] + state[1] + state[3]
    state[3] += np.uint64(1)
    state[0] = state[1] ^ (state[1] >> np.uint64(11))
    state[1] = state[2] + (state[2] << np.uint64(3))
    state[2] = ((state[2] << np.uint64(24)) | (state[2] >> np.uint64(40))) + result
    return result  # type: ignore[no-any-return]


@kernel
def below(state: NDArray[np.uint64], bound: int) -> int:
    """Return an integer drawn uniformly from 0 .. bound - 1, for 1 <= bound <= 2**32 (not checked)."""
    limit = np.uint64(bound)
    product = (word(state) >> np.uint64(32)) * limit
    if product & LOW_HALF < limit:  # only then the division can matter
        threshold = (np.uint64(0x100000000) - limit) % limit
        while product & LOW_HALF < threshold:
            product = (word(state) >> np.uint64(32)) * limit
    return np.int64(product >> np.uint64(32))  # type: ignore[return-value]


@kernel
def unit(state: NDArray[np.uint64]) -> float:
    """Return a float drawn uniformly from [0, 1) with 53 random bits."""
    return np.float64(word(state) >> np.uint64(11)) * 2.0**-53
