"""Lets compiled functions borrow the arrays that they are given, where numba has them share the ownership.

Vocabulary
----------
count
    Every array has a number of owners, and is freed when nobody owns it. numba has a function count every array that it
    is given up at its beginning and down at its end, and every array of a named tuple too, each time with a locked bus.
borrow
    To use an array without counting. Who calls a function owns the arrays until it returns, and up and down cancel out,
    so a function need not count what it is given, unless it hands it on to somebody who outlives the call.

The code is LLVM's, as text. In it a *name* stands for one value, given to it at one place; a *phi* is a name whose
value is that of one of several other names, by the way on which its place was reached.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

NAME = re.compile(r'%(?:[-\w$.]+|"[^"]*")')
COUNT = re.compile(r"\s*(?:tail )?call void @NRT_(?:inc|dec)ref\(ptr ([^ ,)]+)\)")
CALL = re.compile(r"\s*(?:%[^ ]+ = )?(?:tail )?call [^@]*@_ZN")
"""A call of a compiled function: it borrows, too."""
PHI = re.compile(r"\s*(%[^ ]+) = phi ptr (.*)")
CHOICE = re.compile(r"\[ ([^ ,]+), ")
NOTHING = "null"


def borrow_arguments(code: str) -> str:
    """Return a module's code with no counting of arrays that functions are given and only pass on.

    The counts of an argument stay if anything else is done with it: if it is returned, stored, or may be in the same
    name as an array that is not an argument.

    Parameters
    ----------
    code
        A module whose functions have no variables in memory any more, and none of which is put into another yet.

    Examples
    --------
    >>> print(borrow_arguments('''define i32 @f(ptr %a, ptr %b) {
    ...   call void @NRT_incref(ptr %a)
    ...   call void @NRT_incref(ptr %b)
    ...   store ptr %b, ptr %place
    ...   call void @NRT_decref(ptr %a)
    ... }'''))
    define i32 @f(ptr %a, ptr %b) {
      call void @NRT_incref(ptr %b)
      store ptr %b, ptr %place
    }
    """
    lines = code.split("\n")
    needless: set[int] = set()
    for first, last in _functions(lines):
        needless.update(_needless_counts(lines, first, last))
    return "\n".join(line for number, line in enumerate(lines) if number not in needless)


def _functions(lines: list[str]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last line of every function."""
    first = 0
    for number, line in enumerate(lines):
        if line.startswith("define "):
            first = number
        elif line == "}":
            yield first, number


def _needless_counts(lines: list[str], first: int, last: int) -> list[int]:
    """Return the lines of a function that count only what it is given."""
    arguments = set(NAME.findall(lines[first]))
    counts: dict[str, list[int]] = defaultdict(list)
    choices: dict[str, list[str]] = {}
    kept: set[str] = set()
    for number in range(first + 1, last):
        line = lines[number]
        if count := COUNT.match(line):
            counts[count[1]].append(number)
        elif phi := PHI.match(line):
            choices[phi[1]] = [name for name in CHOICE.findall(phi[2]) if name != NOTHING]
        elif not CALL.match(line):
            kept.update(NAME.findall(line))
    known = arguments | choices.keys()
    kept.update(name for names in choices.values() for name in names if name not in known)
    _spread(kept, choices)
    return [number for name in counts if name in known - kept or name == NOTHING for number in counts[name]]


def _spread(kept: set[str], choices: dict[str, list[str]]) -> None:
    """Add to ``kept`` all names that may have the value of one in it, or whose value one in it may have."""
    linked: dict[str, set[str]] = defaultdict(set)
    for phi, names in choices.items():
        for name in names:
            linked[phi].add(name)
            linked[name].add(phi)
    todo = list(kept & linked.keys())
    while todo:
        fresh = linked[todo.pop()] - kept
        kept |= fresh
        todo.extend(fresh)
