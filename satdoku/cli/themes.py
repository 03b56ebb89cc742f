"""How pictures look: the choices that commands offer."""

from __future__ import annotations

from typing import Annotated, Literal

from satdoku.cli.options import option

Theme = Literal["light", "dark", "print"]
"""The colours of a picture."""

TextAs = Literal["text", "paths"]
"""How digits and words are drawn."""

WordsFor = Literal["undrawn", "all", "none"]
"""Which rules are written under a picture."""

ThemeOption = Annotated[Theme, option("--theme", text="Draw pictures in these colours.")]
FontOption = Annotated[
    list[str] | None,
    option(
        "--font", metavar="FILE", text="Use this font for characters that satdoku's own font lacks."
    ),
]
