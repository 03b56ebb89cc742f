"""PDF by Typst and the font of the package: single pictures, and the pages of books."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from satdoku.base.errors import Unsupported
from satdoku.render.fonts import FAMILY, FOLDER
from satdoku.render.fonts.found import fonts_for

_DATE = datetime(2020, 1, 1, tzinfo=UTC)
"""The date that PDF/A requires; constant, so that the same pages give the same bytes."""
_TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")
_SHOWN = re.compile(r'(?<!alt: )"((?:[^"\\]|\\.)*)"')
"""Texts of Typst's source that are printed, and names of files."""
_BOX = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')


def pdf(picture: str, *, title: str = "", width: float = 120.0, fonts: Sequence[str] = ()) -> bytes:
    """A picture of :func:`satdoku.render.svg` as a PDF of one page, ``width`` millimetres wide.

    :param fonts: files of fonts to try first for characters that the package's font lacks.
    :raises Unsupported: where Typst is not installed, or no font has a character.
    """
    box = _BOX.search(picture)
    if box is None:
        raise ValueError("the picture has no view box")
    height = width * float(box[2]) / float(box[1])
    source = (
        f"#set document(title: {quoted(title or 'Sudoku')}, date: datetime(year: 2020, month: 1, "
        f"day: 1))\n#set page(width: {width:.2f}mm, height: {height:.2f}mm, margin: 0pt)\n"
        f'#image("0.svg", width: 100%, alt: {quoted(title or "Sudoku")})\n'
    )
    return compiled(source, {"0.svg": picture}, fonts)


def quoted(text: str) -> str:
    """A text as Typst writes it."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ")
    return f'"{escaped}"'


def compiled(source: str, pictures: Mapping[str, str], fonts: Sequence[str] = ()) -> bytes:
    """Typst's source, and the files that it names, as PDF/A.

    :raises Unsupported: where Typst is not installed, or no font has a character.
    """
    try:
        import typst
    except ImportError:
        raise Unsupported(
            "PDF needs Typst, which is not installed: pip install 'satdoku[pictures]'"
        ) from None
    texts = _SHOWN.findall(re.sub(r"#set document\(.*\)", "", source))
    for picture in pictures.values():
        texts += map(unescape, _TEXT.findall(picture))
    others = fonts_for("".join(texts), "PDF", fonts)
    with TemporaryDirectory(prefix="satdoku-") as folder:
        for name, text in pictures.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        for number, path in enumerate(others):
            _placed(path, Path(folder) / "fonts" / f"{number}{path.suffix}")
        main = Path(folder) / "main.typ"
        main.write_text(f'#set text(font: "{FAMILY}")\n{source}', encoding="utf-8")
        try:
            document = typst.compile(
                str(main),
                root=folder,
                font_paths=_fonts([str(FOLDER), str(Path(folder) / "fonts")]),
                ignore_system_fonts=True,
                pdf_standards=["a-2b"],
                timestamp=_DATE,
                format="pdf",
            )
        except typst.TypstError as error:
            raise Unsupported(f"PDF: {error.message}") from None
    assert isinstance(document, bytes)
    return document


def _fonts(folders: list[str]) -> Any:
    """These alone, where Typst lets its own serif fonts be left out."""
    import typst

    if not hasattr(typst, "Fonts"):
        return folders
    return typst.Fonts(False, include_embedded_fonts=False, font_paths=folders)


def _placed(font: Path, link: Path) -> None:
    link.parent.mkdir(exist_ok=True)
    try:
        link.symlink_to(font.resolve())
    except OSError:  # Windows
        shutil.copyfile(font, link)
