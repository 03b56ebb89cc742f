"""Answers that show themselves in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

__all__ = ["SHOWN_STEPS", "SceneShown"]

SHOWN_STEPS = 24
"""How many steps of a path a notebook shows: each is a picture of some twenty kilobytes."""


class SceneShown:
    """An answer with a scene."""

    __slots__ = ()

    def scene(self) -> Scene:
        """What it looks like."""
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        from satdoku.render.notebook import drawn

        return drawn(self.scene())
