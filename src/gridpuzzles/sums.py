"""Sums over the rows of many batches, whose memory is that of the sums."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray


def folded(batches: "Iterable[pd.DataFrame]", keys: Sequence[str], ways: "Mapping[str, np.ufunc]") -> "pd.DataFrame":
    """Return one row for each combination of the keys, in the order in which they first appear.

    Rows are folded in one after the other, so that not even the rounding of sums of fractions depends on how they are
    divided into batches.

    Parameters
    ----------
    keys
        The columns that identify a row of the result.
    ways
        How each other column is folded: `numpy.add`, `numpy.minimum` or `numpy.maximum`.

    Examples
    --------
    >>> import numpy as np, pandas as pd
    >>> batches = [pd.DataFrame({"size": [5, 5], "games": [1, 2]}), pd.DataFrame({"size": [8, 5], "games": [3, 4]})]
    >>> folded(batches, ["size"], {"games": np.add}).to_dict("list")
    {'size': [5, 8], 'games': [7, 3]}
    """
    import pandas as pd

    numbers: dict[tuple[Any, ...], int] = {}
    columns: dict[str, NDArray[Any]] = {}
    for batch in batches:
        known = len(numbers)
        rows = zip(*(batch[key] for key in keys), strict=True)
        groups = pd.Series([numbers.setdefault(row, len(numbers)) for row in rows], dtype="int64")
        begins = (~groups.duplicated() & (groups >= known)).to_numpy()
        for name, way in ways.items():
            columns[name] = _fold(columns.get(name), batch[name].to_numpy(), groups.to_numpy(), begins, way)
    return pd.DataFrame(list(numbers), columns=list(keys)).assign(**columns)


def _fold(
    held: "NDArray[Any] | None",
    values: "NDArray[Any]",
    groups: "NDArray[np.int64]",
    begins: "NDArray[np.bool_]",
    way: "np.ufunc",
) -> "NDArray[Any]":
    """Return the held values, one a group, with new ones: those that begin a group stand behind the held ones."""
    import numpy as np

    begun = values[begins]
    together = begun.copy() if held is None else np.concatenate([held, begun])
    way.at(together, groups[~begins], values[~begins])
    return together
