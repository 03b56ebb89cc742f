"""The compiled canonical form of the classic 9x9, where the compiled core is installed."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Protocol, cast

__all__ = ["NativeSymmetry", "native_symmetry"]

Answer = tuple[bytes, bool, tuple[int, ...], tuple[int, ...], int]
"""image (0 for an empty cell), transpose, source rows, source columns, automorphisms"""


class NativeSymmetry(Protocol):
    """What the compiled module gives; see native/symmetry/core_symmetry.pyi."""

    def canonical_form(self, cells: bytes) -> Answer:
        """One 9x9 (81 bytes: a digit, 0 for an empty cell) to its canonical form."""

    def canonical_forms(self, lines: bytes) -> bytes:
        """Many 9x9 in a row (81 characters each, no line ends) to their canonical forms.

        The answer ends before the first that is faulty.
        """


@cache
def native_symmetry() -> NativeSymmetry | None:
    """The compiled module, or ``None`` where it is not installed."""
    try:
        core = importlib.import_module("satdoku.core")
    except ImportError:
        return None
    return cast(NativeSymmetry, core) if hasattr(core, "canonical_forms") else None
