"""How pictures look: the choices that commands offer."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from satdoku.cli.options import option

__all__ = ["FontOption", "TextAs", "Theme", "ThemeOption", "WordsFor"]


class Theme(StrEnum):
    """The colours of a picture."""

    light = "light"
    dark = "dark"
    print = "print"


class TextAs(StrEnum):
    """How digits and words are drawn."""

    text = "text"
    paths = "paths"


class WordsFor(StrEnum):
    """Which rules are written under a picture."""

    undrawn = "undrawn"
    all = "all"
    none = "none"


ThemeOption = Annotated[Theme, option("--theme", text="The colours of the pictures.")]
FontOption = Annotated[
    list[str] | None,
    option("--font", metavar="FILE", text="A font for characters that satdoku's own lacks."),
]
