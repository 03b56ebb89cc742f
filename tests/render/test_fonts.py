"""Characters that the shipped font lacks: fonts that are named, and those of the system."""

from __future__ import annotations

import os
import stat
import struct
from pathlib import Path

import pytest

from satdoku.base.errors import Unsupported
from satdoku.cli.app import run
from satdoku.render.fonts import FOLDER, characters, found
from satdoku.render.fonts.found import fonts_for, glyphs

SHIPPED = FOLDER / "NotoSansCJKjp-Regular.otf"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TITLES = {"百選": "fonts-noto-cjk", "Ł": "fonts-noto-core", "Ω": "fonts-noto-core"}


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """A system without fonts."""
    monkeypatch.setattr(found, "_of_system", lambda wanted: ())


def test_a_text_that_the_shipped_font_has_needs_no_other() -> None:
    assert fonts_for("数独 Sudoku é", "PDF") == ()


@pytest.mark.parametrize("text", TITLES)
@pytest.mark.usefixtures("bare")
def test_where_no_font_has_a_character_a_package_is_named(text: str) -> None:
    name = f"U\\+{ord(text[0]):04X}.*such as Debian's {TITLES[text]}, or name .* --font"
    with pytest.raises(Unsupported, match=name):
        fonts_for(text, "PDF")


@pytest.mark.parametrize("kind", ["PDF", "PNG"])
@pytest.mark.usefixtures("bare")
def test_a_named_font_is_asked(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As if the shipped font lacked what is in a copy of it."""
    pytest.importorskip("typst")
    pytest.importorskip("resvg_py")
    font = tmp_path / "my.otf"
    font.write_bytes(SHIPPED.read_bytes())
    monkeypatch.setattr(found, "characters", lambda: characters() - {"数", "5"})
    out = tmp_path / "out"
    command = ["book", PUZZLE, "--title", "数独", "-o", str(out)]
    if kind == "PNG":
        command = ["show", PUZZLE, "--png", str(out)]
    assert run(command) == 2
    assert "no font here has" in capsys.readouterr().err
    assert not out.exists()
    assert run([*command, "--font", str(font)]) == 0
    assert out.stat().st_size > 1000
    for wrong in (tmp_path / "missing.otf", Path(__file__)):
        assert run([*command, "--font", str(wrong)]) == 2
        assert f"{wrong} is not a font that can be read" in capsys.readouterr().err


def test_a_font_of_the_system_shows_a_title(tmp_path: Path) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    shown = []
    for text in TITLES:
        try:
            used = fonts_for(text, "PDF")
        except Unsupported:
            continue
        assert used
        out = tmp_path / f"{ord(text[0])}.pdf"
        assert run(["book", PUZZLE, "--title", text, "--author", text, "-o", str(out)]) == 0
        page = pypdf.PdfReader(out).pages[0]
        assert page.extract_text().split() == [text, text]
        fonts = page["/Resources"]["/Font"].values()
        assert not [f for f in fonts if "Libertinus" in f.get_object()["/BaseFont"]]
        shown.append(text)
    if not shown:
        pytest.skip("no font of this system has 百, Ł or Ω")


def test_the_system_is_asked_without_fontconfig_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(found, "_listed", lambda wanted: ())
    monkeypatch.setattr(found, "_FOLDERS", (str(FOLDER), "/nonexistent"))
    monkeypatch.setattr(found, "characters", lambda: characters() - {"数"})
    found._in_folders.cache_clear()
    try:
        assert fonts_for("数", "PDF") == (SHIPPED,)
    finally:
        found._in_folders.cache_clear()


def test_the_characters_of_fonts_are_those_that_fonttools_reads() -> None:
    tools = pytest.importorskip("fontTools.ttLib")
    paths = [SHIPPED, *(path for path in found._listed(frozenset()) if path.suffix != ".ttc")]
    for path in paths[:40]:
        known = set(map(chr, tools.TTFont(path).getBestCmap()))
        assert glyphs(path.read_bytes()) == known, path


def segments(*rows: tuple[int, int, int, int], glyph_ids: tuple[int, ...] = ()) -> bytes:
    """A font that has a table of format 4 alone."""
    columns = [struct.pack(f">{len(rows)}H", *column) for column in zip(*rows, strict=True)]
    ids = struct.pack(f">{len(glyph_ids)}H", *glyph_ids)
    body = columns[0] + b"\0\0" + b"".join(columns[1:]) + ids
    table = struct.pack(">HHHHHHH", 4, 14 + len(body), 0, 2 * len(rows), 0, 0, 0) + body
    cmap = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + table
    return struct.pack(">IHHHH4sIII", 0x10000, 1, 0, 0, 0, b"cmap", 0, 28, len(cmap)) + cmap


def test_the_older_table_is_read_glyph_by_glyph() -> None:
    rows = ((0x42, 0x41, 1, 0), (0x46, 0x45, 0xFFFF - 0x44, 0), (0x62, 0x61, 0, 4), (0xFFFF,) * 4)
    # B to D by difference; F maps to no glyph; of a and b the second has none.
    assert glyphs(segments(*rows, glyph_ids=(7, 0))) == set("ABFa")


@pytest.mark.parametrize("data", [b"", b"ttcf", b"OTTO" + b"\xff" * 40, b"%PDF-1.4" * 9])
def test_what_is_no_font_has_no_characters(data: bytes) -> None:
    assert glyphs(data) == frozenset()
    whole = SHIPPED.read_bytes()
    for size in range(0, 400, 7):
        assert glyphs(whole[:size]) in (frozenset(), glyphs(whole))


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read every file")
def test_a_font_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    font = tmp_path / "secret.otf"
    font.write_bytes(SHIPPED.read_bytes())
    font.chmod(stat.S_IWUSR)
    with pytest.raises(Unsupported, match="not a font that can be read"):
        fonts_for("A", "PDF", [str(font)])
