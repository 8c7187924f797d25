"""Puzzles made by a rule."""

from gridpuzzles.nonogram.model import Puzzle


def n_dom(n: int) -> Puzzle:
    """Return the *n-dom* puzzle of side 2n + 1, of dominoes in a chain.

    It has one solution for every n. From n = 5 on, neither line solving nor probing determines a single cell, and the
    number of nodes of a search grows quickly with n.

    Source: J. Wolter, "Survey of Paint-by-Number Puzzle Solvers" (webpbn.com), where it is named so.

    Examples
    --------
    >>> n_dom(2).shape, [block.length for block in n_dom(2).rows[2]]
    ((5, 5), [3, 1])
    """
    rows = [[3], [1], *([3, 1], [1]) * (n - 1), [1]]
    cols = [[1], [1], *([1, 3], [1]) * (n - 1), [3]]
    return Puzzle(rows, cols, title=f"{n}-dom")
