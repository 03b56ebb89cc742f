"""Boards that show themselves in a notebook (Jupyter, marimo)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar


class Shown:
    """An object with a picture.

    Drawing is a layer above this one: ``renderer`` is set by the package ``satdoku`` and returns
    the SVG of a board.
    """

    __slots__ = ()

    renderer: ClassVar[Callable[[Any], str]]

    def _repr_svg_(self) -> str:
        return type(self).renderer(self)
