"""The pages and examples that come with satdoku."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parents[1]


def shipped(name: str) -> Path | None:
    """A file or folder such as ``examples/techniques/x-wing.txt``; ``None`` where there is none.

    It lies in an installed package, or beside the package in a checkout.
    """
    places = (folder / name for folder in (_PACKAGE, _PACKAGE.parent))
    return next((place for place in places if place.exists()), None)
