"""The registry, round trips, bad input and noise: what holds for every format."""

from __future__ import annotations

import io
import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satdoku.constraints
from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import FORMATS, ReadOptions, WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.bad_inputs import BAD
from tests.formats.common import (
    EXAMPLES,
    GIVENS,
    PUZZLE,
    ROOT,
    P,
    around,
    positions,
    puzzle_of,
    puzzles,
)
from tests.shared import thinned

GIVENS_ONLY = (
    "line", "sdm", "numbers", "grid", "ss", "euler", "csv", "jigsaw", "sdk", "json",
    "fpuzzles", "iss", "sudokupad", "sudokumaker", "lisudoku", "solo",
    "penpa", "s9b", "puzzlink", "ipuz", "sudokubench",
)  # fmt: skip
HOLDS_TITLE = (
    "csv", "json", "fpuzzles", "sudokupad", "sudokumaker", "penpa", "ipuz", "sudokubench",
)  # fmt: skip
NO_GIVENS = ("killer",)
LATIN = ("towers", "unequal", "keen")
NO_CLASSIC = ("samurai", *LATIN)
HOLDS_RULES = (
    "json", "fpuzzles", "iss", "sudokupad", "sudokumaker", "lisudoku", "penpa", "sudokubench",
    *NO_GIVENS,
)  # fmt: skip
HOLDS_BOARDS = (
    "board",
    "json",
    "jigsaw",
    "fpuzzles",
    "iss",
    "sudokupad",
    "sudokumaker",
    "lisudoku",
    "solo",
    "penpa",
    "ipuz",
    "sudokubench",
)


def few_or(many: int) -> pytest.MarkDecorator:
    """How many examples are tried: a few by default, as many as this in the full tier."""
    return pytest.mark.parametrize(
        "examples", [many // 5, pytest.param(many, marks=pytest.mark.full)], ids=["few", "many"]
    )


POSITIONS = ("candidates", "pencilmarks", "library", "s9b", "json")


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_has_module_page_example_and_tests(name: str) -> None:
    entry = FORMATS[name]
    assert entry.name == name
    for part in ("detect", "parse", "write"):
        assert callable(getattr(entry.module, part))
    assert entry.module.__doc__
    pages = ROOT / "docs" / "formats"
    table = (pages / "README.md").read_text(encoding="utf-8")
    page, slug = re.findall(rf"\| \[{name}\]\((\w+\.md)(?:#([\w-]+))?\)", table)[0]
    text = (pages / page).read_text(encoding="utf-8")
    heading, title = re.findall(rf"^(##?) ({name}: .*)", text, re.MULTILINE)[0]
    anchor = re.sub(r"[^a-z0-9 -]", "", title.lower()).replace(" ", "-")
    assert (heading, slug) == (("##", anchor) if slug else ("#", ""))
    assert (EXAMPLES / f"{name}{formats.extension_for(name)}").is_file()
    assert (ROOT / "tests" / "formats" / f"test_{name}.py").is_file()


@pytest.mark.parametrize("name", FORMATS)
def test_an_example_is_detected_and_read(name: str) -> None:
    path = EXAMPLES / f"{name}{formats.extension_for(name)}"
    with formats.Reader(path) as reader:
        assert reader.format == ("line" if name == "sdm" else name)
        entries = list(reader)
    assert entries
    assert [str(entry.error) for entry in entries if entry.error] == []
    documents = [entry.document for entry in entries]
    assert all(d is not None and d.puzzle.problems() == () for d in documents)
    named = formats.read(path, ReadOptions(format=name))
    assert [entry.document for entry in named] == documents
    for document in documents:
        assert document is not None
        options = WriteOptions(letters="10") if document.puzzle.geometry.size > 9 else None
        if name != "grid":
            text = formats.write(document, name, options or WriteOptions())
            assert formats.parse(text, ReadOptions(format=name)) == _without_note(document)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("json", '{"puzzle": "", "line": 1}'),
        ("fpuzzles", ' {"size": 9, "grid": []}'),
        ("fpuzzles", '{"formatVersion": 1, "size": 9, "grid": []'),
        ("sudokumaker", '{"formatVersion": 1}'),
        ("lisudoku", '{"grid_size": 9}'),
        ("ipuz", '{"kind": ["http://ipuz.org/sudoku#1"]}'),
    ],
)
def test_an_object_is_shown_to_formats_of_objects_alone(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scores = {entry.name: entry.detect(text) for entry in FORMATS.values()}
    first = max(scores, key=lambda one: scores[one])
    for other in ("line", "numbers", "grid", "candidates", "csv"):
        assert scores[other] < 100
        monkeypatch.setattr(FORMATS[other].module, "detect", None)
    assert formats.detect(text) == first == name


def _without_note(document: Document) -> Document:
    extras = {k: v for k, v in document.extras.items() if k != "note"}
    return replace(document, extras=extras)


def test_no_two_formats_share_an_extension() -> None:
    extensions = [e for entry in FORMATS.values() for e in entry.extensions]
    assert len(set(extensions)) == len(extensions)
    assert all(e.startswith(".") for e in extensions)


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(FormatError, match=r"'nope'.*line, sdm, numbers"):
        formats.write(Document(PUZZLE), "nope")
    with pytest.raises(FormatError, match="json"):
        formats.extension_for("nope")


@pytest.mark.parametrize("name", GIVENS_ONLY)
def test_every_format_writes_and_reads_a_classic(name: str) -> None:
    text = formats.write(Document(PUZZLE), name)
    assert text.endswith("\n")
    document = formats.parse(text, ReadOptions(format=name))
    assert document.puzzle == PUZZLE
    assert formats.parse(text).puzzle == PUZZLE  # detected
    assert formats.write(document, name) == text


@few_or(60)
@pytest.mark.parametrize("name", GIVENS_ONLY)
def test_round_trip_of_givens(name: str, examples: int) -> None:
    sizes = {"sdm": (9,), "ss": (9,), "s9b": (9,), "solo": (4, 6, 9), "puzzlink": (4, 6, 9)}.get(
        name, (4, 5, 6, 9)
    )

    @settings(max_examples=examples)
    @given(puzzles(*sizes))
    def check(puzzle: Puzzle) -> None:
        text = formats.write(Document(puzzle), name)
        assert formats.parse(text, ReadOptions(format=name)).puzzle == puzzle

    check()


@pytest.mark.parametrize("name", ["line", "numbers", "grid", "jigsaw", "euler", "csv", "json"])
@pytest.mark.parametrize("letters", ["10", "1", "hex"])
@few_or(15)
def test_round_trip_of_letters(name: str, letters: formats.Letters, examples: int) -> None:
    @settings(max_examples=examples)
    @given(puzzles(16) if letters == "hex" else puzzles(12, 16, 25))
    def check(puzzle: Puzzle) -> None:
        text = formats.write(Document(puzzle), name, WriteOptions(letters=letters))
        options = ReadOptions(format=name, letters=letters)
        assert formats.parse(text, options).puzzle == puzzle

    check()


@pytest.mark.parametrize("name", ["line", "numbers", "json", "grid", "csv"])
def test_large_boards(name: str) -> None:
    for size in (16, 25, 35, 36, 64, 100):
        geometry = Geometry.of_size(size)
        values = tuple(None if c % 3 else c % size + 1 for c in range(size * size))
        document = Document(Puzzle(geometry, values))
        letters = WriteOptions(letters="10" if name == "line" else "auto")
        if name == "line" and size > 35:
            with pytest.raises(Unsupported, match="numbers"):
                formats.write(document, name, letters)
            continue
        text = formats.write(document, name, letters)
        options = ReadOptions(letters="10" if name == "line" else "auto")
        assert formats.parse(text, options) == document


@few_or(60)
def test_round_trip_with_what_is_around(examples: int) -> None:
    @settings(max_examples=examples)
    @given(around(puzzles(4, 6, 9)))
    def check(document: Document) -> None:
        for name in HOLDS_TITLE:
            assert formats.parse(formats.write(document, name)) == document

    check()


@pytest.mark.parametrize("name", POSITIONS)
@settings(max_examples=25, deadline=None)
@given(st.data())
def test_round_trip_of_positions(name: str, data: st.DataObject) -> None:
    sizes = (9,) if name in ("library", "s9b") else (4, 6, 9)
    position = data.draw(positions(*sizes))
    document = Document(position.as_puzzle(), position)
    text = formats.write(document, name)
    back = formats.parse(text, ReadOptions(format=name))
    assert formats.write(back, name) == text
    assert back.position is not None
    # A text of candidates takes a cell's last candidate for a placed digit; the question stays.
    question = [
        {value} if value is not None else set(candidates)
        for value, candidates in zip(position.values, position.candidates, strict=True)
    ]
    assert question == [
        {value} if value is not None else set(candidates)
        for value, candidates in zip(back.position.values, back.position.candidates, strict=True)
    ]
    if name in ("library", "s9b", "json"):
        assert back.position.values == position.values
        assert back.position.puzzle.givens == position.puzzle.givens


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in (*NO_GIVENS, *NO_CLASSIC)])
def test_many_in_one_file(name: str) -> None:
    documents = [Document(PUZZLE), Document(puzzle_of("1" + "." * 80)), Document(PUZZLE)]
    if FORMATS[name].many == "one":
        with pytest.raises(Unsupported, match="one puzzle"):
            list(formats.write_all(documents, name))
        return
    text = "".join(formats.write_all(documents, name))
    entries = list(formats.read(io.StringIO(text)))
    assert len(entries) == 3
    assert [e.document and e.document.puzzle.givens for e in entries] == [
        d.puzzle.givens for d in documents
    ]
    mixed = [Document(PUZZLE), Document(Puzzle.empty(Geometry.of_size(4)))]
    if FORMATS[name].many == "lines":
        with pytest.raises(Unsupported, match="4x4"):
            list(formats.write_all(mixed, name))
    elif name != "ss":
        text = "".join(formats.write_all(mixed, name))
        assert [e.error for e in formats.read(io.StringIO(text))] == [None, None]


# --- what a format cannot hold -----------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in (*HOLDS_BOARDS, *LATIN)])
def test_boards_that_a_text_does_not_tell(name: str) -> None:
    for geometry in (Geometry.latin(9), Geometry.jigsaw([c // 9 for c in range(81)])):
        document = Document(Puzzle(geometry, GIVENS))
        with pytest.raises(Unsupported, match="board"):
            formats.write(document, name)


def test_a_board_that_the_reader_is_told() -> None:
    geometry = Geometry.boxes(6, 3, 2)
    puzzle = Puzzle(geometry, (1, *[None] * 35))
    with pytest.raises(Unsupported, match="3x2 boxes"):
        formats.write(Document(puzzle), "line")
    text = formats.write(Document(puzzle), "line", WriteOptions(geometry=geometry))
    assert formats.parse(text, ReadOptions(geometry=geometry)).puzzle == puzzle


BOARDS = {
    "raw": Geometry.rectangle(9, 9, raw=True),
    "raw without boxes": Geometry.rectangle(4, 4, raw=True, box=None),
    "digits from 0": Geometry.rectangle(9, 9, digits=range(9)),
    "rectangular": Geometry.rectangle(4, 6),
    "more digits": Geometry.rectangle(5, 5, digits=range(1, 8), box=None),
    "smaller boxes": Geometry.rectangle(6, 6, box=(2, 2), region_size=4),
    "partial": Geometry.rectangle(4, 4, regions=[0, 0, 1, 0, 0, *[None] * 11], partial=True),
    "overlapping": Geometry.overlapping(4, ((0, 0), (2, 2))),
    "jigsaw": Geometry.jigsaw(map(int, "0001022133213321")),
    "regions of wrong sizes": Geometry.jigsaw(map(int, "0000011122223333")),
    "cells in no region": Geometry.jigsaw([*[None] * 4, *map(int, "000011112222")]),
}


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", thinned(FORMATS, 2))
def test_a_board_is_kept_or_refused(name: str, board: str) -> None:
    geometry = BOARDS[board]
    try:
        text = formats.write(Document(Puzzle.empty(geometry)), name)
    except Unsupported:
        assert name not in ("json", "board")
        return
    assert formats.parse(text, ReadOptions(format=name)).puzzle.geometry == geometry


@pytest.mark.parametrize("name", ["line", "sdm", "numbers", "grid", "sdk", "ss", "euler", "csv"])
def test_pencil_marks_are_not_dropped(name: str) -> None:
    marks = (None, None, frozenset((1, 2)), *[None] * 78)
    with pytest.raises(Unsupported, match="r1c3"):
        formats.write(Document(Puzzle(PUZZLE.geometry, GIVENS, marks)), name)
    # Pencil marks that say no more than the givens are no loss.
    loose = (None, None, frozenset(range(1, 10)), *[None] * 78)
    formats.write(Document(Puzzle(PUZZLE.geometry, GIVENS, loose)), name)


@pytest.mark.parametrize("name", [n for n in FORMATS if n not in (*HOLDS_RULES, *NO_CLASSIC)])
def test_rules_are_not_dropped(name: str) -> None:
    if not hasattr(satdoku.constraints, "from_data"):
        pytest.skip("the constraints are not built yet")
    rule = satdoku.constraints.from_data({"rule": "anti-knight"}, PUZZLE.geometry)
    document = Document(Puzzle(PUZZLE.geometry, GIVENS, None, (rule,)))
    with pytest.raises(Unsupported, match="anti-knight"):
        formats.write(document, name)
    stated = WriteOptions(constraints=(rule,))
    text = formats.write(document, name, stated)
    back = formats.parse(text, ReadOptions(format=name, constraints=(rule,)))
    assert back.puzzle.constraints == (rule,)


# --- bad input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "name", "words"), [b[1:] for b in BAD], ids=[b[0] for b in BAD])
def test_bad_input(text: str, name: str | None, words: tuple[str, ...]) -> None:
    if "no-such" in text and not hasattr(satdoku.constraints, "from_data"):
        pytest.skip("the constraints are not built yet")
    with pytest.raises(FormatError) as caught:
        formats.parse(text, ReadOptions(format=name))
    message = str(caught.value)
    at = 0
    for word in words:
        assert word in message[at:], message
        at = message.index(word, at)
    assert "\n" not in message
    assert len(message) < 400


@few_or(100)
@pytest.mark.parametrize("name", [None, *FORMATS])
def test_noise_raises_format_errors_only(name: str | None, examples: int) -> None:
    @settings(max_examples=examples)
    @given(st.text(max_size=200) | st.text("0123456789.|-+ \n:#,{}[]\"'xA", max_size=400))
    def check(text: str) -> None:
        try:
            document = formats.parse(text, ReadOptions(format=name))
        except FormatError:
            return
        sound(document)

    check()


def sound(document: Document) -> None:
    """Check that the board read has digits of its own and JSON holds all of it, or that its fault
    is known."""
    puzzle = document.puzzle
    if puzzle.problems():
        return
    digits = set(puzzle.geometry.digits)
    assert len(puzzle.givens) == puzzle.geometry.cell_count
    assert {*puzzle.givens} <= {None, *digits}
    assert all(marks is None or marks <= digits for marks in puzzle.pencil_marks or ())
    assert formats.parse(formats.write(document, "json")).puzzle == puzzle


@pytest.mark.parametrize("seed", thinned(range(3), 3))
@pytest.mark.parametrize("name", thinned(FORMATS, 2))
def test_damaged_examples_raise_format_errors_only(name: str, seed: int) -> None:
    path = EXAMPLES / f"{name}{formats.extension_for(name)}"
    text = path.read_text(encoding="utf-8")
    chance = random.Random(seed)
    refused = 0
    for _ in range(50):
        damaged = list(text)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(damaged))
            damaged[at : at + chance.randint(0, 2)] = chance.choice(
                ["", "\n", " ", "0", "9", "|", ":", ",", '"', "\udc80", "Q", "{", "１", "\t", "]"]
            )
        for option in (None, name):
            try:
                document = formats.parse("".join(damaged), ReadOptions(format=option))
            except FormatError:
                refused += 1
            else:
                sound(document)
    assert refused > 10


@pytest.mark.parametrize("name", thinned(FORMATS, 3))
def test_long_lines_take_no_time(name: str) -> None:
    for text in ("1" * 100_000, "1 " * 50_000, "(" * 100_000, "|" * 100_000, ":1" * 50_000):
        with pytest.raises(FormatError):
            formats.parse(text, ReadOptions(format=name))


# --- being light -------------------------------------------------------------------------------


def test_import_loads_no_format_and_no_heavy_module() -> None:
    code = (
        "import sys, satdoku.formats;"
        "print(*[m for m in sys.modules if m in"
        " ('numpy', 'json', 'csv', 'gzip', 'lzma', 'bz2', 'satdoku.formats.line')])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.split() == []


def test_a_plain_line_is_told_without_loading_other_formats() -> None:
    code = (
        f"import sys, satdoku.formats as f; f.parse({P!r});"
        "print(*[m for m in sys.modules if m.startswith('satdoku.formats.')])"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = {m.rsplit(".", 1)[1] for m in done.stdout.split()}
    assert loaded & FORMATS.keys() == {"line"}
