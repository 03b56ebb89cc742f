"""The font of PNG and PDF pictures: a part of Noto Sans CJK JP, with Japanese (OFL.txt)."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

__all__ = ["DIGIT_FILES", "FAMILY", "FOLDER", "characters"]

FAMILY = "Noto Sans CJK JP"
FOLDER = Path(str(files("satdoku.render") / "fonts"))
DIGIT_FILES = ("digits-regular.woff", "digits-bold.woff")
"""The digits alone, for pages: those of the app, and of paths."""


@cache
def characters() -> frozenset[str]:
    """Every character that the font has."""
    return frozenset((FOLDER / "characters.txt").read_text(encoding="utf-8"))
