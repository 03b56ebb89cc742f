"""The fonts of PNG and PDF pictures, and the outlines of pictures without fonts.

    python docs/build_fonts.py [FOLDER]

makes what ``satdoku/render/fonts`` holds, and the digits of the app, from Noto Sans CJK (Debian's
package fonts-noto-cjk, or FOLDER): the regular and the bold font with every character that satdoku
writes and all kana, the list of these characters, and the outlines of those that digits and rules
need.
Needs fonttools. The same fonts give the same files.
"""

from __future__ import annotations

import json
import string
import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTCollection, TTFont

ROOT = Path(__file__).resolve().parents[1]
FONTS = ROOT / "satdoku" / "render" / "fonts"
SOURCE = Path("/usr/share/fonts/opentype/noto")
ASCII = {chr(code) for code in range(0x20, 0x7F)}
LATIN = {chr(code) for code in range(0xA0, 0x100)}
KANA = {chr(code) for code in (*range(0x3040, 0x3100), *range(0xFF01, 0xFFA0))}
OUTLINED = ASCII | set("–−×÷≤≥≠≡±²³←→↑↓↖↗↘↙∧∨…·°★☆")
NAME = "Noto Sans CJK JP"


def written() -> set[str]:
    """Every character in the sources and pages of this project; the face is the Japanese one."""
    found: set[str] = set()
    places = [
        *ROOT.glob("satdoku/**/*.py"),
        *(page for page in ROOT.glob("docs/**/*.md") if page.parts[-2] not in ("ja", "zh")),
        *(page for page in ROOT.glob("satdoku/messages/*/*.po") if page.parts[-2] != "zh_Hans"),
    ]
    for path in places:
        if path.name not in ("app.po", "refusals.po"):  # of the browser, and of no picture
            found |= set(path.read_text(encoding="utf-8"))
    return {character for character in found if character.isprintable()}


def japanese(file: str) -> TTFont:
    """The Japanese face of a collection."""
    faces = TTCollection(str(file)).fonts
    return next(face for face in faces if face["name"].getDebugName(4).startswith(NAME))


def subset(font: TTFont, characters: Iterable[str], target: Path) -> set[str]:
    """Write a font with some of its characters; those that it has. A ``.woff`` is compressed."""
    options = Options()
    options.flavor = font.flavor = "woff" if target.suffix == ".woff" else None
    options.name_IDs = ["*"]  # without its PostScript name no renderer finds the font
    options.name_languages = ["*"]
    options.layout_features = []
    options.hinting = False
    options.recalc_timestamp = False
    font.recalcTimestamp = False
    maker = Subsetter(options)
    maker.populate(text="".join(sorted(characters)))
    maker.subset(font)
    font.save(str(target), reorderTables=True)
    return {chr(code) for code in font.getBestCmap()}


def outlines(font: TTFont) -> dict[str, tuple[int, str]]:
    """For each character its width and its path, 1000 units an em, y downwards."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    found = {}
    for character in sorted(OUTLINED):
        if ord(character) not in names:
            continue
        glyph = glyphs[names[ord(character)]]
        pen = SVGPathPen(glyphs, ntos=lambda number: str(round(number)))
        glyph.draw(TransformPen(pen, (1, 0, 0, -1, 0, 0)))
        found[character] = (glyph.width, pen.getCommands())
    return found


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCE
    regular = japanese(str(folder / "NotoSansCJK-Regular.ttc"))
    paths = outlines(regular)
    wanted = written() | ASCII | LATIN | KANA | OUTLINED
    kept = subset(regular, wanted, FONTS / "NotoSansCJKjp-Regular.otf")
    bold = japanese(str(folder / "NotoSansCJK-Bold.ttc"))
    assert subset(bold, wanted, FONTS / "NotoSansCJKjp-Bold.otf") == kept
    for weight in ("Regular", "Bold"):
        digits = japanese(str(folder / f"NotoSansCJK-{weight}.ttc"))
        subset(digits, string.digits, FONTS / f"digits-{weight.lower()}.woff")
    (FONTS / "characters.txt").write_text("".join(sorted(kept)) + "\n", encoding="utf-8")
    lines = ",\n".join(
        f"{json.dumps(character, ensure_ascii=False)}:{json.dumps(data)}"
        for character, data in paths.items()
    )
    (FONTS / "outlines.json").write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    print(f"{len(kept)} characters; not in the font: {''.join(sorted(wanted - kept))!r}")
