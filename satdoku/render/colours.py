"""Colours of a link on paper that they were not chosen for: a setter sees black digits on white
paper, and a dark style has light digits."""

from __future__ import annotations

from satdoku.puzzle.colours import RGBA, rgba
from satdoku.render.style import Style

READABLE = 4.5
"""The least contrast of text with its ground (WCAG 2.2, 1.4.3)."""


def over(colour: RGBA, ground: RGBA) -> RGBA:
    """A colour as it looks on an opaque ground."""
    alpha = colour[3]
    mixed = (alpha * a + (1 - alpha) * b for a, b in zip(colour[:3], ground[:3], strict=True))
    red, green, blue = mixed
    return red, green, blue, 1.0


def _light(colour: RGBA) -> float:
    """The relative luminance of an opaque colour."""
    red, green, blue = map(_linear, colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _part(linear: float) -> float:
    return 12.92 * linear if linear <= 0.0031308 else float(1.055 * linear ** (1 / 2.4) - 0.055)


def contrast(one: RGBA, other: RGBA) -> float:
    """The contrast of two opaque colours, from 1 to 21."""
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def _hex(colour: RGBA) -> str:
    red, green, blue, alpha = (int(255 * part) for part in colour)
    return f"#{red:02x}{green:02x}{blue:02x}" + (f"{alpha:02x}" if alpha < 255 else "")


def _darkest(style: Style) -> float | None:
    """The greatest luminance under the digits of a dark style; ``None`` for other styles and those
    that use the colours of the page."""
    paper, ink, placed = map(rgba, (style.paper, style.ink, style.placed))
    if paper is None or ink is None or placed is None or _light(paper) > _light(ink):
        return None
    return (_light(placed) + 0.05) / READABLE - 0.05


def under_digits(colour: str, style: Style) -> str:
    """A colour under digits: in a dark style, darkened in its hue so that they can be read."""
    most = _darkest(style)
    if not colour or colour == "none" or most is None:
        return colour
    known = rgba(colour) or rgba(style.colour(colour))  # a name is a word of the palette, or grey
    assert known is not None
    light = _light(known)
    if light <= most:
        return _hex(known)
    red, green, blue = (_part(_linear(part) * most / light) for part in known[:3])
    return _hex((red, green, blue, known[3]))


def legible(colour: str, style: Style) -> str:
    """The colour of a text on the paper of a style or under its digits: in a dark style, lightened
    so that it can be read."""
    most, ink = _darkest(style), rgba(style.ink)
    known = rgba(colour)
    if most is None or known is None or ink is None:
        return colour
    for share in range(11):
        mixed = over((*ink[:3], share / 10), known)
        if _light(mixed) + 0.05 >= READABLE * (most + 0.05):
            return _hex((*mixed[:3], known[3])) if share else colour
    return style.ink
