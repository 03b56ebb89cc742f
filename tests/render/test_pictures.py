"""PNG, PDF and books: ink where digits belong, the text that a reader finds, the same bytes."""

from __future__ import annotations

import json
import struct
import zlib
from dataclasses import replace
from datetime import date
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest

import satdoku
from satdoku.answers.book import dated, printed_of
from satdoku.base.errors import Unsupported
from satdoku.board import Geometry, Shape
from satdoku.cli.app import run
from satdoku.constraints import parse_rules
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating.by_path import rate_by_path as rate
from satdoku.rating.levels import LEVELS
from satdoku.render import make_scene, svg
from satdoku.render.book import Book, BookPuzzle, _Layout, book_pdf, require_room
from satdoku.render.fonts import FOLDER, characters, found
from satdoku.render.pdf import pdf
from satdoku.render.png import png
from satdoku.render.words import rule_words
from tests.shared import thinned

ROOT = Path(__file__).parents[2]
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SEVERAL = "53.......6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8...."


def pixels(data: bytes, most: int | None = None) -> tuple[int, int, list[bytes]]:
    """Width, height and the first rows (RGBA) of a PNG of eight bits a channel."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed = 8, b""
    width = height = 0
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        body = data[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, *how = struct.unpack(">IIBBBBB", body)
            assert how == [8, 6, 0, 0, 0]
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    raw, rows, above = zlib.decompress(packed), [], bytes(4 * width)
    for row in range(height)[:most]:
        start = row * (4 * width + 1)
        above = _unfiltered(raw[start], raw[start + 1 : start + 1 + 4 * width], above)
        rows.append(above)
    return width, height, rows


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    pixels = bytearray(line)
    for n in range(len(pixels)):
        left, up = (pixels[n - 4] if n >= 4 else 0), above[n]
        corner = above[n - 4] if n >= 4 else 0
        nearest = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
        pixels[n] = (pixels[n] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
    return bytes(pixels)


def ink(rows: list[bytes], cell: int) -> int:
    """How many dark pixels the middle of a cell has: a cell has sixteen, the margin three."""
    row, column = divmod(cell, 9)
    top, left = 3 + row * 16 + 3, 3 + column * 16 + 3
    return sum(rows[y][4 * x] < 128 for y in range(top, top + 10) for x in range(left, left + 10))


@pytest.mark.parametrize("kind", ["text", "paths"])
def test_a_png_has_ink_where_digits_belong(kind: str) -> None:
    pytest.importorskip("resvg_py")
    puzzle = parse(PUZZLE).puzzle
    picture = svg(make_scene(puzzle), labels=False, text=kind)  # type: ignore[arg-type]
    width, height, rows = pixels(png(picture, width=150))
    assert (width, height) == (150, 150)
    for cell, given in enumerate(puzzle.givens):
        assert (ink(rows, cell) > 8) == (given is not None)


@pytest.mark.parametrize("style", thinned(["dark", "light", "print"], 3))
def test_dots_have_their_colours_in_a_png(style: str) -> None:
    pytest.importorskip("resvg_py")
    rules = parse_rules("white-dot:r1c1+r1c2,black-dot:r1c4+r1c5", Geometry.classic())
    scene = make_scene(Puzzle.empty(Geometry.classic(), rules))
    line = pixels(png(svg(scene, style, labels=False), width=600), 45)[2][12 + 32]
    shown = [tuple(line[4 * x : 4 * x + 3]) for x in (12 + 64, 12 + 4 * 64)]
    assert shown == [(255, 255, 255), (0, 0, 0)]


@pytest.mark.full
def test_a_png_of_a_caption_in_japanese_has_ink() -> None:
    pytest.importorskip("resvg_py")
    scene = make_scene(parse(PUZZLE).puzzle)
    rule = Shape("outside", (0, 9), "和")
    bare = png(svg(scene))
    from satdoku.render import SceneRule

    labelled = replace(scene, rules=(SceneRule("r", "R", "S", "", True, (rule,)),))
    assert len(png(svg(labelled))) > len(bare)
    wrong = replace(rule, label="𝄞")
    lost = replace(scene, rules=(SceneRule("r", "R", "S", "", True, (wrong,)),))
    with pytest.raises(Unsupported, match=r"U\+1D11E"):
        png(svg(lost))
    with pytest.raises(Unsupported, match="U\\+548C"):
        svg(labelled, text="paths")


def test_paths_need_no_text() -> None:
    scene = make_scene(Position.of(parse(PUZZLE).puzzle))
    root = ElementTree.fromstring(svg(scene, text="paths", ids="p-"))
    assert not [e for e in root.iter() if e.tag.endswith("}text")]
    known = {e.attrib["id"] for e in root.iter() if "id" in e.attrib}
    used = [e.attrib["href"] for e in root.iter() if e.tag.endswith("}use")]
    assert len(used) > 200
    assert {name.removeprefix("#") for name in used} <= known


# -- the font --------------------------------------------------------------------------------------


def test_the_font_has_every_character_of_our_sentences() -> None:
    fonts = pytest.importorskip("fontTools.ttLib")
    known = set(map(chr, fonts.TTFont(FOLDER / "NotoSansCJKjp-Regular.otf").getBestCmap()))
    assert set(characters()) - {"\n"} == known
    bold = set(map(chr, fonts.TTFont(FOLDER / "NotoSansCJKjp-Bold.otf").getBestCmap()))
    assert {chr(code) for code in range(0x20, 0x7F)} <= bold
    places = ("explaining", "constraints", "render", "answers", "techniques", "rating")
    for place, files in (*((place, "*.py") for place in places), ("messages/ja", "*.po")):
        for path in (ROOT / "satdoku" / place).rglob(files):
            if path.name in ("app.po", "refusals.po", "help.po"):
                continue  # browser and terminal have fonts of their own
            written = set(path.read_text("utf-8")) - {"\n"}
            missing = written - known
            assert not missing, f"{path}: {missing}; run docs/build_fonts.py"


def test_the_font_carries_its_licence_and_stays_small() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FOLDER / "OFL.txt").read_text("utf-8")
    assert sum(path.stat().st_size for path in FOLDER.iterdir() if path.is_file()) < 360_000


# -- PDF -------------------------------------------------------------------------------------------


def pages(data: bytes) -> list[str]:
    reader = pytest.importorskip("pypdf").PdfReader(BytesIO(data))
    return [page.extract_text() for page in reader.pages]


def puzzles(count: int, chapter: str = "") -> list[BookPuzzle]:
    puzzle = parse(PUZZLE).puzzle
    from satdoku.solving import solve

    solved = make_scene(puzzle, solution=solve(puzzle).solution)
    one = BookPuzzle(make_scene(puzzle), solved, stars=2, rating="ER 1.2", chapter=chapter)
    return [one] * count


def test_a_pdf_holds_the_digits_as_text() -> None:
    pytest.importorskip("typst")
    picture = svg(make_scene(parse(PUZZLE).puzzle), labels=False)
    data = pdf(picture, title="数独")
    (text,) = pages(data)
    assert text.split() == [c for c in PUZZLE if c != "."]
    assert data == pdf(picture, title="数独")


@pytest.mark.parametrize(
    ("per_page", "paper", "count"),
    thinned(
        [(1, "a5", 2), (2, "a4", 1), (4, "letter", 1), (6, "a4", 1), (9, "a4", 1)], 5, rows=True
    ),
)
def test_a_book_has_as_many_pages_as_it_needs(per_page: int, paper: str, count: int) -> None:
    pytest.importorskip("typst")
    book = Book(puzzles(max(2, per_page)), per_page=per_page, paper=paper)  # type: ignore[arg-type]
    texts = pages(book_pdf(book))
    assert len(texts) == count + 1
    assert texts[0].startswith("1 ★★☆☆☆  ER 1.2")
    assert texts[-1].startswith("Solutions")
    assert book_pdf(book) == book_pdf(book)


def test_solutions_upside_down_are_on_the_page() -> None:
    pytest.importorskip("typst")
    (page,) = pages(book_pdf(Book(puzzles(4), per_page=4, solutions="below")))
    assert len([c for c in page if c.isdigit()]) > 4 * (30 + 81)
    (page,) = pages(book_pdf(Book(puzzles(4), per_page=4, solutions="none")))
    assert len([c for c in page if c.isdigit()]) < 4 * 50


def test_chapters_are_bookmarks_and_begin_pages() -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("typst")
    book = Book([*puzzles(2, "初級"), *puzzles(1, "Hard")], title="A book", author="Ada", lang="ja")
    data = book_pdf(book)
    reader = pypdf.PdfReader(BytesIO(data))
    assert [entry.title for entry in reader.outline] == ["初級", "Hard", "Solutions"]
    cover, first, second, _ = pages(data)
    assert cover.split("\n")[:2] == ["A book", "Ada"]
    assert first.startswith("初級")
    assert second.startswith("Hard")
    assert reader.metadata is not None
    assert reader.metadata.title == "A book"


def test_a_book_states_the_rules_of_variants() -> None:
    pytest.importorskip("typst")
    path = ROOT / "examples" / "constraints" / "anti-knight.json"
    puzzle = parse(path.read_text("utf-8")).puzzle
    (page,) = pages(book_pdf(Book([BookPuzzle(make_scene(puzzle))], solutions="none")))
    assert "Anti-knight: Cells a knight's move apart" in " ".join(page.split())


def crowded() -> str:
    """A puzzle with one solution and more rules with names than have room beside eight others."""
    name = "a name that is about as long as such a name may be"
    table = {"rule": "pair-table", "cells": ["r1c1", "r1c2"], "table": [[5, 3]]}
    named = [table | {"called": f"{name}: {n}"} for n in range(36)]
    return json.dumps({"givens": PUZZLE, "constraints": named})


def test_rules_that_leave_no_room_are_refused() -> None:
    puzzle = parse(crowded()).puzzle
    with pytest.raises(Unsupported, match="puzzle 1 leave no room"):
        book_pdf(Book([BookPuzzle(make_scene(puzzle))], per_page=9))


def test_solutions_alone_are_larger_and_numbered() -> None:
    pytest.importorskip("typst")
    book = Book(puzzles(3), solutions="alone", solutions_per_page=2, first=101)
    first, second = pages(book_pdf(book))
    assert first.startswith("Solutions\n101\n")
    assert [len([c for c in page if c.isdigit()]) for page in (first, second)] == [169, 85]
    full = BookPuzzle(make_scene(parse(crowded()).puzzle))
    require_room(replace(book, per_page=9), full)
    with pytest.raises(Unsupported, match="leave no room"):
        require_room(replace(book, per_page=9, solutions="back"), full)
    (page,) = pages(book_pdf(Book(puzzles(3), solutions="none", first=7)))
    assert [number in page.split() for number in "789"] == [True] * 3


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("solutions", thinned(["back", "below", "none"], 3))
def test_the_usual_instructions_are_a_page(lang: str, solutions: str, tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "book.pdf"
    words = ["--lang", lang, "--solutions", solutions, "--instructions", "standard"]
    lines = str(ROOT / "examples" / "constraints" / "palindrome.json")
    assert run(["book", PUZZLE, lines, "1234341221434321", "-o", str(out), *words]) == 0
    page = "".join(pages(out.read_bytes())[0].split())
    expected = {"en": ["Howtosolve", "9x9:thedigits1–9.", "4x4:thedigits1–4."],
                "ja": ["解き方", "9x9", "数字は1–9です。"]}[lang]  # fmt: skip
    expected += {"en": ["rulesareprintedbelow", "stars"], "ja": ["ルール", "★"]}[lang]
    assert all(sentence in page for sentence in expected)
    assert ("upsidedown" in page or "逆さ" in page) is (solutions == "below")


def test_own_instructions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("typst")
    own, out = tmp_path / "own.txt", tmp_path / "book.pdf"
    own.write_text('Look for what is #forced.\n\nThen "rest".\n')
    words = ["book", PUZZLE, "-o", str(out), "--instructions"]
    assert run([*words, str(own)]) == 0
    page, puzzle, _ = pages(out.read_bytes())
    assert page.splitlines()[1:3] == ["Look for what is #forced.", 'Then "rest".']
    assert puzzle.startswith("1 ★")
    for wrong in ("standrad", str(tmp_path / "empty")):
        (tmp_path / "empty").write_text("\n")
        assert run([*words, wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_book_needs_puzzles_and_a_known_number_on_a_page() -> None:
    with pytest.raises(ValueError, match="needs a puzzle"):
        book_pdf(Book([]))
    with pytest.raises(ValueError, match="1, 2, 4, 6, 9"):
        Book(puzzles(1), per_page=5)
    with pytest.raises(ValueError, match="9, 12, 20 solutions"):
        Book(puzzles(1), solutions_per_page=5)


# -- the commands ----------------------------------------------------------------------------------


def variants(*rules: str) -> list[BookPuzzle]:
    """A board for each of some rules."""
    board = Geometry.classic()
    scenes = (make_scene(Puzzle.empty(board, parse_rules(words, board))) for words in rules)
    return [BookPuzzle(scene) for scene in scenes]


def test_a_rule_of_several_puzzles_is_explained_once() -> None:
    pytest.importorskip("typst")
    cage, thermo = "killer-cage:9:r1c1+r1c2", "thermo:r5c1+r5c2"
    text = "No digit repeats in a cage"
    every = Book(variants(cage, cage, cage), per_page=2, solutions="none")
    instructions, *rest = pages(book_pdf(every))
    assert instructions.startswith("How to solve")
    assert text in instructions
    assert instructions.index("Write a digit into every") < instructions.index(text)
    own = replace(every, instructions=("Our own words.",))
    assert "Write a digit" not in next(iter(pages(book_pdf(own))))
    assert len(rest) == 2
    assert not any("cage" in page.lower() for page in rest)
    some = Book(variants(cage, f"{cage},{thermo}", "anti-knight"), per_page=2, solutions="none")
    instructions, first, last = pages(book_pdf(some))
    assert text in instructions
    assert "thermometer digits rise" not in instructions
    assert first.count("Killer cage") == 2
    assert text not in first
    assert "thermometer digits rise" in first
    assert "Killer cage" not in last
    assert "knight's move" in last
    # On one page each puzzle has its rules in full.
    (page,) = pages(book_pdf(Book(variants(cage, cage), per_page=2, solutions="none")))
    assert page.count(text) == 2


def test_a_sentence_has_the_numbers_of_its_rule() -> None:
    rules = {
        "whisper:r1c1+r1c2": "differ by at least 5.",
        "whisper:r1c1+r1c2:diff=3": "differ by at least 3.",
        "whisper:r1c1+r1c2,whisper:r2c1+r2c2": "differ by at least 5.",
        "modular-line:r1c1+r1c2:mod=4": "Any 4 successive cells",
        "unimodular-line:r1c1+r1c4:mod=4": "when divided by 4.",
        "lockout:r1c1+r1c2+r1c3": "differ by at least 4,",
        "white-dot:r1c1+r1c2:diff=2": "differ by 2.",
        "negative-difference:diff=2": "do not differ by 2.",
    }
    for words, said in rules.items():
        (puzzle,) = variants(words)
        (line,) = rule_words(puzzle.scene, "all")
        assert said in line
        assert "{" not in "".join(rule_words(puzzle.scene, "all", "ja"))
        assert "its number" not in line
    (both,) = variants("whisper:r1c1+r1c2,dutch-whisper:r5c5+r5c6")
    line, german, dutch = rule_words(both.scene, "all")
    assert "at least its number" in line
    assert (german, dutch) == (
        "– German whisper in r1c1 and r1c2",
        "– Dutch whisper in r5c5 and r5c6",
    )


def test_a_table_that_has_a_name_is_printed_as_its_name() -> None:
    named, bare = variants(
        "pair-table:r1c1+r1c2:1+2/1+3:called=Climbing pairs", "pair-table:r1c1+r1c2:1+2/1+3"
    )
    assert rule_words(named.scene, "all")[1] == '– rule "Climbing pairs" in r1c1 and r1c2'
    (line,) = rule_words(bare.scene, "all")
    assert line.endswith("Allowed digits after each digit of a line: 1 → 2 3.")


def test_rules_stand_nearer_to_their_board_than_to_the_next_puzzle() -> None:
    pytest.importorskip("typst")
    book = Book(variants(*["anti-knight"] * 4), per_page=6, solutions="none")
    (page,) = pytest.importorskip("pypdf").PdfReader(BytesIO(book_pdf(book))).pages
    heights: dict[str, list[float]] = {}

    def visit(text: str, whole: list[float], own: list[float], *_: object) -> None:
        if text.strip():
            heights.setdefault(text.strip(), []).append(own[5] * whole[3] + whole[5])

    page.extract_text(visitor_text=visit)
    (said,) = (places for text, places in heights.items() if "Cells a knight" in text)
    (three,) = heights["3"]
    upper = [place for place in said if place > three]
    assert len(upper) == 2
    # A board is as wide as its column; its rules begin a millimetre below it.
    assert min(upper) - three > 35


def test_headings_are_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "book.pdf"
    words = ["book", PUZZLE, "-o", str(out), "--chapters", "--instructions", "standard"]
    own = "instructions=So geht es, solutions=Lösungen,easy=Leicht"
    assert run([*words, "--headings", own]) == 0
    first, puzzle, solution = pages(out.read_bytes())
    assert first.startswith("So geht es")
    assert puzzle.startswith("Leicht")
    assert solution.startswith("Lösungen")
    for wrong in ("x=1", "easy", "easy="):
        assert run([*words, "--headings", wrong]) == 2
        assert "a name is one of solutions, instructions, easy" in capsys.readouterr().err


def test_a_title_stands_in_one_weight() -> None:
    """Both fonts have the same characters; where another lends some, no part is bold."""
    pytest.importorskip("typst")
    paths = (FOLDER / f"NotoSansCJKjp-{weight}.otf" for weight in ("Regular", "Bold"))
    regular, bold = (found.glyphs(path.read_bytes()) for path in paths)
    assert regular == bold
    assert set("Größte Rätsel — ÜÇß 初級解答") <= bold
    title = "Größte Rätsel — Übungsbuch ß 初級"
    data = book_pdf(Book(puzzles(1), title=title, solutions="none"))
    cover = pytest.importorskip("pypdf").PdfReader(BytesIO(data)).pages[0]
    names = {str(font.get_object()["/BaseFont"]) for font in cover["/Resources"]["/Font"].values()}
    assert {name.partition("-")[2] for name in names} == {"Bold-Identity-H"}


def test_a_title_with_characters_of_other_fonts_is_heavy_throughout() -> None:
    """No bold font may have them, so the outline of the whole title is drawn heavier."""
    others = Book(puzzles(1), title="数独の楽しみ", solutions="none")
    assert '"数独の楽しみ"' in (source := "".join(_Layout(others).source()))
    assert source.count("weight: 400, stroke: 0.035em") == 1
    assert "stroke: 0.035em" not in "".join(_Layout(replace(others, title="初級")).source())


@pytest.mark.parametrize(
    ("lang", "name", "month"),
    [
        ("en", "Friday, January 1", "January 2027"),
        ("de", "Freitag, 1. Januar", "Januar 2027"),
        ("fr", "Vendredi 1er janvier", "Janvier 2027"),
        ("es", "Viernes, 1 de enero", "Enero de 2027"),
        ("ja", "1月1日(金)", "2027年1月"),
        ("zh", "1月1日 星期五", "2027年1月"),
    ],
)
def test_a_calendar_has_days_for_numbers_and_a_chapter_a_month(
    lang: str, name: str, month: str
) -> None:
    one = BookPuzzle(make_scene(parse(PUZZLE).puzzle))
    before, first, *_, last = dated([one] * 61, date(2026, 12, 31), lang)
    assert (first.name, first.chapter) == (name, month)
    assert before.chapter != first.chapter != last.chapter
    with pytest.raises(Unsupported, match="beyond the year 9999"):
        dated([one] * 3, date(9999, 12, 30), lang)


@pytest.mark.parametrize(
    ("sheet", "order"), [("two-up", "01 23 45 6-"), ("booklet", "-0 16 52 34")]
)
def test_two_pages_lie_beside_each_other(sheet: str, order: str) -> None:
    """A title, five pages and one of solutions; a pile of two sheets of a booklet, folded, is read
    in order."""
    pytest.importorskip("typst")
    book = Book(puzzles(5), per_page=1, title="Title", sheet=sheet, cut_lines=True)  # type: ignore[arg-type]
    reader = pytest.importorskip("pypdf").PdfReader(BytesIO(book_pdf(book)))
    width, height = (float(side) for side in reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (842, 595)
    sides: list[str] = []

    def visit(text: str, whole: list[float], own: list[float], *_: object) -> None:
        at = own[4] * whole[0] + whole[4] > width / 2
        if text.strip() == "Title":
            sides[at - 2] = "0"
        elif own[5] * whole[3] + whole[5] < 40 and text.strip().isdigit():
            sides[at - 2] = text.strip()

    for sheet_page in reader.pages:
        sides += "--"
        sheet_page.extract_text(visitor_text=visit)
    assert "".join(sides) == order.replace(" ", "")


def test_every_board_has_stars() -> None:
    small = parse("...5....24.1.6........5..5...3..4...")
    killer = parse((ROOT / "examples" / "constraints" / "killer-cage.json").read_text("utf-8"))
    for document in (small, killer):
        printed = printed_of(document, candidates=False, rated=True, seconds=None)
        assert printed.puzzle.stars == list(LEVELS).index(rate(document.puzzle).level or "") + 1
        assert printed.puzzle.rating == ""


def test_a_worksheet_has_a_task_and_room_for_answers() -> None:
    pytest.importorskip("typst")
    first, answers = pages(satdoku.worksheet("x-wing", 2, seed=3, lang="de"))
    assert first.startswith("X-Wing\nWonach suchen")
    assert "Aufgabe: " in first
    assert first.count("Antwort:") == 2
    assert "auch: " not in first
    assert answers.startswith("Antworten")


def test_a_large_board_has_a_large_number_and_a_long_title_is_cut() -> None:
    (puzzle,) = puzzles(1)
    titled = replace(puzzle, title="A title that its setter would not bring to an end " * 3)
    layouts = [_Layout(Book([titled], per_page=count)) for count in (1, 9)]
    large, small = (layout._caption(1, titled, layout.cell[0]) for layout in layouts)
    assert "size: 17.0pt" in large
    assert "size: 10.0pt" in small
    assert '..."' in small


def test_a_book_in_python_is_that_of_the_command(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    out = tmp_path / "book.pdf"
    words = ["--lang", "de", "--dates", "2027-01-01", "--per-page", "2", "--headings"]
    options = [*words, "solutions=Am Ende", "--instructions", "standard"]
    assert run(["book", PUZZLE, "-o", str(out), *options]) == 0
    data = satdoku.book(
        [PUZZLE],
        lang="de",
        dates=date(2027, 1, 1),
        per_page=2,
        headings={"solutions": "Am Ende"},
        instructions="standard",
    )
    assert data == out.read_bytes()
    with pytest.raises(satdoku.NotUnique):
        satdoku.book([SEVERAL])
    with pytest.raises(ValueError, match="needs a puzzle"):
        satdoku.book([])
    with pytest.raises(satdoku.OptionError, match="dates and chapters exclude each other"):
        satdoku.book([PUZZLE], dates=date(2027, 1, 1), chapters=True)


def test_book_prints_what_it_can_and_reports_the_rest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("typst")
    monkeypatch.setattr(found, "_of_system", lambda wanted: ())
    file, out = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    named = json.dumps({"satdoku": 1, "size": 9, "givens": PUZZLE, "title": "𝄞"})
    file.write_text(f"{PUZZLE}\n{SEVERAL}\n{PUZZLE[:-1]}\n", encoding="utf-8")
    other = tmp_path / "puzzles.jsonl"
    other.write_text(f"{crowded()}\n{named}\n", encoding="utf-8")
    arguments = ["--chapters", "--title", "T", "--per-page", "9"]
    assert run(["book", str(file), str(other), "-o", str(out), *arguments]) == 2
    errors = capsys.readouterr().err
    assert "puzzles.txt: line 2: the puzzle has several solutions" in errors
    assert "puzzles.txt: line 3" in errors
    assert "puzzles.jsonl: line 1: the rules of this puzzle leave no room" in errors
    assert "puzzles.jsonl: line 2: PDF: no font here has '𝄞'" in errors
    cover, page, solutions = pages(out.read_bytes())
    assert cover.endswith("Easy: 1")
    assert page.startswith("Easy\n1 ★☆☆☆☆")
    assert solutions.startswith("Solutions")
    file.write_text(f"{PUZZLE}\n", encoding="utf-8")
    assert run(["book", str(file), "-o", str(out), "--no-rating"]) == 0
    assert "★" not in "".join(pages(out.read_bytes()))


def test_a_book_of_several_sizes(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    file, out = tmp_path / "puzzles.txt", tmp_path / "book.pdf"
    file.write_text(f".3.......4.3..1.\n...5....24.1.6........5..5...3..4...\n{PUZZLE}\n")
    assert run(["book", str(file), "-o", str(out), "--no-rating", "--per-page", "1"]) == 0
    assert len(pages(out.read_bytes())) == 4  # and one of solutions


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--per-page", "5"], "--per-page is 1, 2, 4, 6 or 9, not 5"),
        (["--solutions-per-page", "2", "--solutions", "below"], "here they are below"),
        (["--solutions-per-page", "5"], "is 1, 2, 4, 6, 9, 12 or 20, not 5"),
        (["--title", "𝄞"], "U+1D11E"),
        (["--dates", "1.1.2027"], "--dates: a day such as 2027-01-31 is wanted"),
        (["--dates", "20270101"], "--dates: a day such as 2027-01-31 is wanted"),
        (["--dates", "2027-01-01", "--first", "3"], "--dates and --first exclude each other"),
    ],
)
def test_book_refuses(
    arguments: list[str],
    reason: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("typst")
    monkeypatch.setattr(found, "_of_system", lambda wanted: ())
    out = tmp_path / "book.pdf"
    assert run(["book", PUZZLE, "-o", str(out), *arguments]) == 2
    assert reason in capsys.readouterr().err
    assert not out.exists()


def test_show_hint_and_steps_write_files(tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    pytest.importorskip("typst")
    a, b, c, d = (str(tmp_path / f"a.{kind}") for kind in ("svg", "png", "pdf", "html"))
    assert run(["show", PUZZLE, "--svg", a, "--png", b, "--pdf", c, "--html", d]) == 0
    assert Path(b).read_bytes() == png(Path(a).read_text("utf-8"))
    assert Path(c).read_bytes().startswith(b"%PDF")
    assert "prefers-color-scheme:dark" in Path(d).read_text("utf-8")
    for strength, shown in (("1", False), ("2", True), ("3", True)):
        assert run(["hint", PUZZLE, "-s", strength, "--svg", a]) == 0
        text = Path(a).read_text("utf-8")
        assert ('class="house"' in text or 'class="pattern"' in text) == shown
        assert ('class="put"' in text) == (strength == "3")
    assert run(["steps", PUZZLE, "-t", "naked-single", "--limit", "2", "--svg", a]) == 0
    assert (tmp_path / "a-1.svg").exists()
    assert (tmp_path / "a-2.svg").exists()


@pytest.mark.parametrize(
    "words", thinned([("show",), ("hint", "-s", "3"), ("steps", "-t", "full-house")], 3)
)
def test_pictures_without_labels_and_of_a_width(words: tuple[str, ...], tmp_path: Path) -> None:
    pytest.importorskip("resvg_py")
    drawn, pixels, page = (tmp_path / f"a.{kind}" for kind in ("svg", "png", "html"))
    command = [*words, SOLUTION[:-1] + ".", "--svg", str(drawn), "--png", str(pixels)]
    command += ["--limit", "1"] * (words[0] == "steps")
    assert run(command) == 0
    assert 'viewBox="-34 -34 622 622"' in drawn.read_text("utf-8")
    assert run([*command, "--no-labels", "--width", "333"]) == 0
    text = drawn.read_text("utf-8")
    assert 'viewBox="-12 -12 600 600"' in text
    assert 'width="333" height="333"' in text
    assert int.from_bytes(pixels.read_bytes()[16:20]) == 333
    if words == ("show",):
        assert run(["show", PUZZLE, "--html", str(page), "--no-labels"]) == 0
        assert 'viewBox="-12 -12 600 600"' in page.read_text("utf-8")


@pytest.mark.parametrize("name", ["killer-cage", "thermo", "anti-knight", "arrow"])
def test_a_solved_variant_keeps_its_clues(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, drawn = str(ROOT / "examples" / "constraints" / f"{name}.json"), tmp_path / "a.svg"
    assert run(["solve", path]) == 0
    solution = capsys.readouterr().out.strip()
    assert run(["show", path, "--solved", "--svg", str(drawn)]) == 0
    text = drawn.read_text("utf-8")
    assert run(["show", path, "--svg", str(drawn)]) == 0
    shapes = [f'class="{kind}"' for kind in ("area", "line", "cage", "dot", "words")]
    for shape in shapes:
        assert text.count(shape) == drawn.read_text("utf-8").count(shape)
    assert 'class="cell empty"' not in text
    capsys.readouterr()
    assert run(["show", path, "--solved", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["solution"] == solution
    assert run(["show", path, "--solved", "--ascii"]) == 0
    assert "." not in capsys.readouterr().out.splitlines()[1]


def test_what_has_not_one_solution_is_not_shown_solved(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", SEVERAL, "--solved"]) == 1
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == (
        "",
        "satdoku: line 1: the puzzle has several solutions\n",
    )
    assert run(["show", "55" + PUZZLE[2:], "--solved"]) == 2


def test_show_numbers_the_pictures_of_several_puzzles(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{PUZZLE}\nno puzzle\n{SEVERAL}\n", encoding="utf-8")
    a, b = (str(tmp_path / name) for name in ("a.svg", "b.html"))
    assert run(["show", str(file), "--svg", a, "--html", b]) == 2
    assert "line 2" in capsys.readouterr().err
    names = {path.name for path in tmp_path.iterdir()} - {file.name}
    assert names == {"a-1.svg", "a-2.svg", "b-1.html", "b-2.html"}


@pytest.mark.parametrize("last", ["no/such/folder/b.html", "puzzles.txt"])
def test_pictures_are_written_all_or_none(
    last: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(PUZZLE, encoding="utf-8")
    (tmp_path / "a.svg").write_text("old", encoding="utf-8")
    a, b = str(tmp_path / "a.svg"), str(tmp_path / last)
    assert run(["show", str(file), "--svg", a, "--html", b]) == 2
    assert capsys.readouterr().err
    assert Path(a).read_text("utf-8") == "old"
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "puzzles.txt"}


def test_several_pictures_do_not_go_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["steps", PUZZLE, "-t", "hidden-single", "--limit", "2", "--svg", "-"]) == 2
    seen = capsys.readouterr()
    assert "cannot go to standard output" in seen.err
    assert not seen.out


@pytest.mark.parametrize("option", ["--svg", "--png", "--pdf", "--html"])
def test_a_picture_needs_a_file_with_a_name(
    option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", PUZZLE, option, ""]) == 2
    held = capsys.readouterr()
    assert held.out == ""
    assert "the file to be written has no name" in held.err


def test_pages_are_numbered_as_they_are_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, page = tmp_path / "puzzles.txt", tmp_path / "path.html"
    file.write_text(f"no puzzle\n{PUZZLE}\n{PUZZLE}\n", encoding="utf-8")
    assert run(["explain", str(file), "--html", str(page), "--limit", "1"]) == 2
    assert "line 1" in capsys.readouterr().err
    assert {path.name for path in tmp_path.glob("*.html")} == {"path.html", "path-2.html"}
    assert run(["explain", str(file), "--html", "-", "--limit", "1"]) == 2
    held = capsys.readouterr()
    assert held.out.count("<!DOCTYPE html>") == 1
    assert "several pages cannot go to standard output" in held.err


def test_a_book_goes_to_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    pytest.importorskip("typst")
    monkeypatch.chdir(tmp_path)
    assert run(["book", PUZZLE, "-o", "-"]) == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF")
    assert not list(tmp_path.iterdir())


def test_an_empty_board_has_no_digits() -> None:
    pytest.importorskip("typst")
    picture = svg(make_scene(Puzzle.empty(parse(PUZZLE).puzzle.geometry)), labels=False)
    assert pages(pdf(picture)) == [""]
