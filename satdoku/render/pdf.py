"""PDF by Typst and the font of the package: single pictures, and what sets pages for books."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from satdoku.errors import Unsupported
from satdoku.render.fonts import FAMILY, FOLDER, require_glyphs

__all__ = ["compiled", "pdf", "quoted"]

_DATE = datetime(2020, 1, 1, tzinfo=UTC)
"""PDF/A wants a date; always the same, so that the same pages give the same bytes."""
_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def pdf(picture: str, *, title: str = "", width: float = 120.0) -> bytes:
    """A picture of :func:`satdoku.render.svg` as a PDF of one page, so many millimetres wide.

    :raises Unsupported: where Typst is not installed, or the font lacks a character.
    """
    found = _BOX.search(picture)
    if found is None:
        raise ValueError("the picture has no view box")
    height = width * float(found[2]) / float(found[1])
    source = (
        f"#set document(title: {quoted(title or 'Sudoku')}, date: datetime(year: 2020, month: 1, "
        f"day: 1))\n#set page(width: {width:.2f}mm, height: {height:.2f}mm, margin: 0pt)\n"
        f'#image("0.svg", width: 100%, alt: {quoted(title or "Sudoku")})\n'
    )
    return compiled(source, {"0.svg": picture})


def quoted(text: str) -> str:
    """A text as Typst writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def compiled(source: str, pictures: Mapping[str, str]) -> bytes:
    """Typst's source, and the files that it names, as PDF/A.

    :raises Unsupported: where Typst is not installed, or the font lacks a character.
    """
    try:
        import typst
    except ImportError:
        raise Unsupported(
            "PDF needs Typst, which is not installed: pip install 'satdoku[pictures]'"
        ) from None
    require_glyphs("".join(re.findall(r'"((?:[^"\\]|\\.)*)"', source)), "PDF")
    with TemporaryDirectory(prefix="satdoku-") as folder:
        for name, text in pictures.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        main = Path(folder) / "main.typ"
        main.write_text(f'#set text(font: "{FAMILY}")\n{source}', encoding="utf-8")
        try:
            found = typst.compile(
                str(main),
                root=folder,
                font_paths=[str(FOLDER)],
                ignore_system_fonts=True,
                pdf_standards=["a-2b"],
                timestamp=_DATE,
                format="pdf",
            )
        except typst.TypstError as error:
            raise Unsupported(f"PDF: {error.message}") from None
    assert isinstance(found, bytes)
    return found
