"""The compiled canonical form of the classic 9x9, where the compiled core is installed."""

from __future__ import annotations

from functools import cache
from typing import Protocol, cast

from satdoku.base.compiled import compiled_core

CanonicalAnswer = tuple[bytes, bool, tuple[int, ...], tuple[int, ...], int]
"""image (0 for an empty cell), transpose, source rows, source columns, automorphisms"""


class NativeSymmetry(Protocol):
    """The functions of the compiled module; see satdoku/core.pyi."""

    def canonical_form(self, cells: bytes) -> CanonicalAnswer:
        """One 9x9 (81 bytes: a digit, 0 for an empty cell) to its canonical form."""

    def canonical_forms(self, lines: bytes) -> bytes:
        """Many 9x9 in a row (81 characters each, no line ends) to their canonical forms.

        The answer ends before the first that is faulty.
        """


@cache
def native_symmetry() -> NativeSymmetry | None:
    """The compiled module, or ``None`` where it is not installed."""
    core = compiled_core("canonical_forms")
    return None if core is None else cast(NativeSymmetry, core)
