"""The rules of which clues can be placed."""

from __future__ import annotations

from collections.abc import Iterator

from satdoku.base.errors import FormatError, ImpossibleWish
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.generating.clues import ClueKind, ClueWish


def placed_kinds(geometry: Geometry) -> Iterator[str]:
    """The rules of which clues are placed, by name."""
    for name in REGISTRY:
        try:
            ClueKind(ClueWish(name), geometry)
        except (ImpossibleWish, FormatError):
            continue
        yield name
