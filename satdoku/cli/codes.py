"""Exit codes beside those of answers (output.py)."""

__all__ = ["BUG", "INTERRUPTED", "Explained"]

INTERRUPTED = 130
BUG = 70
"""EX_SOFTWARE of sysexits.h. Python's own code for a traceback is 1, which here means "no"."""


class Explained(int):
    """An exit code whose reason was printed."""
