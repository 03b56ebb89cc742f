"""The font of PNG and PDF pictures: a part of Noto Sans CJK JP, with Japanese (OFL.txt)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from satdoku.errors import Unsupported

__all__ = ["FAMILY", "FOLDER", "characters", "require_glyphs"]

FAMILY = "Noto Sans CJK JP"
FOLDER = Path(str(files("satdoku.render") / "fonts"))


@cache
def characters() -> frozenset[str]:
    """Every character that the font has."""
    return frozenset((FOLDER / "characters.txt").read_text(encoding="utf-8"))


def require_glyphs(text: str, what: str) -> None:
    """:raises Unsupported: where the font lacks a character of a text; names it."""
    missing = next((c for c in text if c not in characters() and not c.isspace()), None)
    if missing is not None:
        raise Unsupported(
            f"{what}: the font has no {missing!r} (U+{ord(missing):04X}), "
            "and a picture without it would be wrong"
        )
