"""Boards that show themselves in a notebook (Jupyter, marimo)."""

from __future__ import annotations

from importlib import import_module

__all__ = ["Shown"]


class Shown:
    """What has a picture. Drawing is a layer above this one, and loaded when a notebook asks."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        picture: str = import_module("satdoku.render.notebook").picture(self)
        return picture
