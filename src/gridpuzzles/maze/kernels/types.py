"""The one conversion that the compiled code of this family needs, typed once."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np

signed = cast("Callable[[Any], int]", np.int64)
"""Make a signed 64-bit number of an array's entry; without it, int64 and uint64 together become a float in numba."""
