"""An SVG picture as PNG, by resvg and the font of the package: the same pixels everywhere,
but for characters that a font of the system has to show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape

from satdoku.base.errors import Unsupported
from satdoku.render.fonts import FAMILY, FOLDER
from satdoku.render.fonts.found import fonts_for

_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def png(picture: str, *, width: int | None = None, fonts: Sequence[str] = ()) -> bytes:
    """A picture of :func:`satdoku.render.svg` as PNG.

    width  in pixels; without it two pixels for each unit of the picture (a cell has 64)
    fonts  files of fonts to try first for characters that the package's font lacks

    :raises Unsupported: where resvg-py is not installed, or no font has a character.
    """
    try:
        import resvg_py
    except ImportError:
        raise Unsupported(
            "PNG needs resvg-py, which is not installed: pip install 'satdoku[pictures]'"
        ) from None
    # resvg silently leaves out characters without a glyph.
    others = fonts_for("".join(map(unescape, _TEXT.findall(picture))), "PNG", fonts)
    files = [str(FOLDER / f"NotoSansCJKjp-{weight}.otf") for weight in ("Regular", "Bold")]
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            skip_system_fonts=True,
            font_files=files + [str(path) for path in others],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
            **({"zoom": 2.0} if width is None else {"width": width}),
        )
    )
