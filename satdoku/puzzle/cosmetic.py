"""Cosmetic and Fog: drawings of a setter beside the rules, which say nothing about the solution."""

from __future__ import annotations

from typing import Literal, TypeAlias

from satdoku.base.records import dataclass

Spot: TypeAlias = tuple[float, float]
"""(row, column) of a place in cells, from the upper left corner of the board; the middle of the
first cell is (0.5, 0.5)."""


@dataclass(frozen=True, slots=True)
class Cosmetic:
    """A line, a mark or a cage without a meaning.

    ``kind``:

    ``line``  a stroke through ``spots``, ``width`` wide; ``head``: the length of an arrow's head at
              its end; ``fill`` is inside of it
    ``mark``  a rectangle or, ``rounded``, an ellipse of ``size`` (height, width) around the one
              spot, with ``text`` in it; nothing but the text where it has neither fill nor stroke
    ``cage``  an outline inside the cells whose middles are ``spots``, ``text`` in its first corner

    Lengths are in cells, ``angle`` in degrees clockwise. Colours are CSS: ``#rrggbb``,
    ``#rrggbbaa``, a name, or empty for none. ``over`` is whether it lies over the lines of the
    grid.
    """

    kind: Literal["line", "mark", "cage"]
    spots: tuple[Spot, ...]
    over: bool = False
    stroke: str = ""
    fill: str = ""
    width: float = 0.0
    head: float = 0.0
    size: tuple[float, float] = (0.0, 0.0)
    rounded: bool = False
    text: str = ""
    ink: str = ""
    font: float = 0.0
    angle: float = 0.0


@dataclass(frozen=True, slots=True)
class Fog:
    """A board under fog: the cells that are lit from the beginning, and the cells that a right
    digit in a cell lights besides its own and those around it."""

    lamps: tuple[int, ...] = ()
    reveals: tuple[tuple[int, tuple[int, ...]], ...] = ()
