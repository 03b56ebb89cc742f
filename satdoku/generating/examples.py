"""The positions that show techniques; they come with satdoku."""

from __future__ import annotations

from pathlib import Path

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.base.shipped import shipped
from satdoku.puzzle import Position


def technique_file(name: str) -> Path | None:
    """The file that shows a technique, if there is one."""
    places = (shipped(f"examples/techniques/{name}.{kind}") for kind in ("txt", "json"))
    return next(filter(None, places), None)


def technique_example(name: str) -> Position:
    """The position that shows a technique.

    :raises FormatError: where it has none.
    """
    file = technique_file(name)
    if file is None:
        raise FormatError(f"there is no example of {name}")
    document = formats.parse(file.read_text(encoding="utf-8"))
    return document.position or Position.of(document.puzzle)
