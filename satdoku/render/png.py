"""An SVG picture as PNG, by resvg and the font of the package: the same pixels everywhere."""

from __future__ import annotations

import re
from html import unescape

from satdoku.errors import Unsupported
from satdoku.render.fonts import FAMILY, FOLDER, require_glyphs

__all__ = ["png"]

_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def png(picture: str, *, width: int | None = None) -> bytes:
    """A picture of :func:`satdoku.render.svg` as PNG.

    width  in pixels; without it two pixels for each unit of the picture (a cell has 64)

    :raises Unsupported: where resvg-py is not installed, or the font lacks a character.
    """
    try:
        import resvg_py
    except ImportError:
        raise Unsupported(
            "PNG needs resvg-py, which is not installed: pip install 'satdoku[pictures]'"
        ) from None
    # resvg leaves out what it has no glyph for, in silence.
    for text in _TEXT.findall(picture):
        require_glyphs(unescape(text), "PNG")
    fonts = [str(FOLDER / f"NotoSansCJKjp-{weight}.otf") for weight in ("Regular", "Bold")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            skip_system_fonts=True,
            font_files=fonts,
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            **({"zoom": 2.0} if width is None else {"width": width}),
        )
    )
