"""Colours in CSS: their parts, and the words that people have for them."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb, rgb_to_hls

RGBA = tuple[float, float, float, float]

_HEX = re.compile(r"#(?:([0-9a-f]{3,4})|([0-9a-f]{6}|[0-9a-f]{8}))", re.IGNORECASE)
_CALL = re.compile(r"(rgb|hsl)a?\((.*)\)", re.IGNORECASE)
_NAMES = {"white": "#ffffff", "black": "#000000"}


def rgba(colour: str) -> RGBA | None:
    """The parts of a colour in CSS, each from 0 to 1; ``None`` where they are not known."""
    colour = _NAMES.get(colour, colour)
    if match := _HEX.fullmatch(colour):
        digits = "".join(2 * digit for digit in match[1]) if match[1] else match[2]
        parts = [int(digits[n : n + 2], 16) / 255 for n in range(0, len(digits), 2)]
    elif match := _CALL.fullmatch(colour):
        words = re.split(r"[ ,/]+", match[2].strip())
        shares = [float(word.rstrip("deg%")) / (100 if word[-1] == "%" else 1) for word in words]
        if match[1].lower() == "hsl":
            hue, saturation, light = shares[:3]
            parts = [*hls_to_rgb(hue % 360 / 360, min(light, 1), min(saturation, 1)), *shares[3:]]
        else:
            bytes_ = zip(words[:3], shares, strict=False)
            parts = [share if word[-1] == "%" else share / 255 for word, share in bytes_]
            parts += shares[3:]
    else:
        return None
    red, green, blue, alpha = (min(part, 1.0) for part in (*parts, 1.0)[:4])
    return red, green, blue, alpha


_HUES = (
    (14, "red"), (44, "orange"), (66, "yellow"), (165, "green"), (200, "cyan"), (255, "blue"),
    (325, "purple"), (345, "pink"), (361, "red"),
)  # fmt: skip
"""The upper end of each hue, in degrees, and its word."""

COLOUR_WORDS = tuple(dict.fromkeys([word for _, word in _HUES] + ["black", "white", "grey"]))
"""The words of :func:`colour_word`."""


def colour_word(colour: str) -> str:
    """The word for a colour on white paper; empty where it is not known."""
    parts = rgba(colour)
    if parts is None:
        return ""
    red, green, blue = (part * parts[3] + 1 - parts[3] for part in parts[:3])
    hue, light, _ = rgb_to_hls(red, green, blue)
    spread = max(red, green, blue) - min(red, green, blue)
    if spread < 0.08:
        return "black" if light < 0.2 else "white" if light > 0.95 else "grey"
    return next(word for end, word in _HUES if hue * 360 < end)
