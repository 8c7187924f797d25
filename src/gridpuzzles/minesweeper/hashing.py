"""Well mixed bits of whole numbers, for keys of sets."""

import numpy as np

from gridpuzzles.jit import inner


@inner
def scramble(number: np.uint64) -> np.uint64:
    """Return 64 well mixed bits of a uint64 (the finaliser of SplitMix64; G. Steele et al., OOPSLA 2014)."""
    bits = (np.uint64(number) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    bits = (bits ^ (bits >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ (bits >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return bits ^ (bits >> np.uint64(31))
