"""A line of givens and a line of regions."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import EXAMPLES, P, S

JIGSAW = ReadOptions(format="jigsaw")
LAYOUT = (EXAMPLES / "jigsaw.jigsaw").read_text().split("\n")[2]
GIVENS = "." * 80 + "1"
GEOMETRY = Geometry.jigsaw(map(int, LAYOUT))


@pytest.mark.parametrize(
    "labels", ["123456789", "012345678", "ABCDEFGHI", "abcdefghi", "9a8b7c6D5"]
)
def test_any_labels(labels: str) -> None:
    layout = "".join(labels[int(c) - 1] for c in LAYOUT)
    for givens in (GIVENS, GIVENS.replace(".", "0"), P):
        text = f"{givens}\n{layout}\n"
        assert formats.detect(text) == "jigsaw"
        assert formats.parse(text).puzzle.geometry == GEOMETRY


SIXTEEN = "".join(
    "0123456789abcdef"[r // 4 * 4 + (c + r // 2 % 2) % 16 // 4]
    for r in range(16)
    for c in range(16)
)


@pytest.mark.parametrize(
    ("givens", "layout"),
    [
        (GIVENS, LAYOUT),
        (P, LAYOUT.translate(str.maketrans("123456789", "ABCDEFGHI"))),
        ("1g" + "." * 254, SIXTEEN),
        (".........1......", "0012011201223333"),
    ],
)
@pytest.mark.parametrize("between", ["", " ", ",", "\t", "  "])
def test_givens_and_regions_on_one_line(givens: str, layout: str, between: str) -> None:
    document = formats.parse(f"{givens}{between}{layout}")
    assert document == formats.parse(f"{givens}\n{layout}", JIGSAW)
    lines = f"{givens}{between}{layout}\n{givens}\n"
    jigsaw, usual = (entry.document for entry in formats.read(io.StringIO(lines)))
    assert jigsaw == document
    assert usual is not None
    assert usual.puzzle.geometry == Geometry.of_size(document.puzzle.geometry.rows)


@pytest.mark.parametrize("field", [P, GIVENS, S[::-1], "x" * 81, LAYOUT[:-1] + "1"])
def test_a_second_field_that_is_no_regions_is_refused(field: str) -> None:
    for between in (" ", ",", ";", ":"):
        with pytest.raises(FormatError, match="neither labels its regions nor is a solution"):
            formats.parse(f"{P}{between}{field}")
    assert formats.parse(f"{P} # {field}").extras == {"note": field}
    assert formats.parse(f"{P},{S}").extras == {"note": S}


def test_a_puzzle_and_its_solution_are_no_jigsaw() -> None:
    assert formats.detect(f"{P}\n{S}\n") == "line"
    assert formats.detect(f"{P.replace('.', '0')}\n{GIVENS.replace('.', '0')}\n") == "line"


def test_regions_that_do_not_cover_are_the_puzzles_problem() -> None:
    for layout, words in (
        (LAYOUT.replace("1", "2", 1), "has 8 cells"),
        ("." + LAYOUT[1:], "no region covers r1c1"),
    ):
        text = f"{GIVENS}\n{layout}\n"
        assert formats.detect(text) == "jigsaw"
        messages = [p.message for p in formats.parse(text).puzzle.problems()]
        assert any(words in message for message in messages)


def test_a_stream() -> None:
    text = f"# c\n{GIVENS}\n# its regions\n{LAYOUT}\n\n{GIVENS}\n{LAYOUT}-\n{P}\n{LAYOUT}\n{P}\n"
    entries = list(formats.read(io.StringIO(text), JIGSAW))
    assert [e.line for e in entries] == [2, 6, 8, 10]
    assert [e.error is None for e in entries] == [True, False, True, False]
    assert str(entries[1].error).startswith("line 7: the layout labels 82 cells")
    assert "two lines" in str(entries[3].error)


def test_round_trip() -> None:
    for geometry in (
        GEOMETRY,
        Geometry.classic(),
        Geometry.latin(9),
        Geometry.boxes(6, 3, 2),
        Geometry.jigsaw([None, *[1] * 15]),
    ):
        document = Document(Puzzle(geometry, (1, *[None] * (geometry.cell_count - 1))))
        assert formats.parse(formats.write(document, "jigsaw"), JIGSAW) == document


def fields(givens: str, layout: str) -> str:
    pairs = zip(givens.replace(".", "0"), layout, strict=True)
    return "SumoCueV1=" + "=".join(f"{digit}J{label}" for digit, label in pairs)


def test_fields_of_sumocue() -> None:
    text = fields(GIVENS, LAYOUT)
    assert formats.detect(text) == "jigsaw"
    document = formats.parse(text)
    assert document == formats.parse(f"{GIVENS}\n{LAYOUT}", JIGSAW)
    lines = f"{text}=\n{GIVENS}\n{LAYOUT}\n{text}\n"
    assert [e.document for e in formats.read(io.StringIO(lines))] == [document] * 3
    small = fields("...............1", "0012011201223333")
    assert formats.parse(small).puzzle.geometry.size == 4


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("=0J1=", "=J1=", r"line 1, column 11: 'J1' is not a field of a cell"),
        ("=0J1=0J1=", "=0J1=", "expected 81 cells"),
        ("=0J1=", "=0J2=", "not into 9 regions of 9 cells; the cages of a killer"),
    ],
)
def test_fields_that_are_none_of_a_jigsaw(old: str, new: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(fields(GIVENS, LAYOUT).replace(old, new, 1))
