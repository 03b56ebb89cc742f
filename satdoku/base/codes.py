"""The exit codes."""

DONE, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3

INTERRUPTED = 130
BUG = 70
"""A fault of satdoku: EX_SOFTWARE of sysexits.h. Python's own code for a traceback is 1, which here
means "no"."""


class Explained(int):
    """An exit code whose reason was printed."""


_GRAVITY = (DONE, NO, UNDECIDED, BAD_INPUT, BUG)


def gravest(first: int, second: int) -> int:
    """The graver of two exit codes: 70, then 2, then 3, then 1, then 0."""
    return max(first, second, key=_GRAVITY.index)
