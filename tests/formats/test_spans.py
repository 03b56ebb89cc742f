"""Puzzles that stand on several lines, among others of one line."""

from __future__ import annotations

import io
import json
import random
import re
import tracemalloc
from collections.abc import Iterator

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import ReadOptions
from satdoku.formats.spans import spans
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, P
from tests.shared import shared_file

LINK = formats.write(Document(PUZZLE), "fpuzzles").strip()
ROWS = json.dumps({"givens": [list(P[i : i + 9]) for i in range(0, 81, 9)]}, indent=1)
TALL = ROWS.count("\n") + 1
SEVERAL = "can be read as one puzzle or as several"


def parts(text: str) -> list[tuple[int, int] | str]:
    """The first line of each puzzle and how many lines it has, or why it is in doubt."""
    return [
        span.doubt or (span.line, sum(map(bool, span.text.split("\n"))))
        for span in spans(enumerate(text.split("\n"), 1))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".Thermo~R1C1~R1C2\n.AntiKnight\n.~R1C1_5", [(1, 3)]),
        (".AntiKnight\n\n.AntiKing\n.~R1C1_5", [(1, 1), (3, 2)]),
        (".AntiKnight\n# a remark\n  .AntiKing\n\n", [(1, 2)]),
        (".Or\n.And\n.~R1C1_5\n.End\n.AntiKnight\n.End\n.~R1C2_3", [(1, 7)]),
        (".Cage~10~R1C1\n~R1C2.AntiKnight\n.~R1C1_3", [(1, 3)]),
        # The next puzzle: a link, a line of cells, JSON, or another .Shape.
        (f".AntiKnight\n.AntiKing\n{LINK}\n.~R1C1_5\n.AntiKing", [(1, 2), (3, 1), (4, 2)]),
        (f".AntiKnight\n.~R1C1_5\n{P}\n{P}", [(1, 2), (3, 1), (4, 1)]),
        (f".AntiKnight\n.~R1C1_5\n{ROWS}\n{LINK}", [(1, 2), (3, TALL), (3 + TALL, 1)]),
        (".Shape~4x4\n.AntiKing\n.Shape~6x6\n.~R1C1_5", [(1, 2), (3, 2)]),
        (".Shape~16x16\n.Diagonal~1.Diagonal~-1\n.~R1C5_16", [(1, 3)]),
        ("  .AntiKing.Windoku\n  .Thermo~R1C1~R1C2.Cage~3~R2C1\n\t.~R1C1_1", [(1, 3)]),
        (".AntiKing.Windoku\n  .Thermo~R1C1~R1C2.Cage~3~R2C1", [(1, 2)]),
        ("  .AntiKing.~R1C1_5\n  .AntiKing.~R1C1_6", [(1, 1), (2, 1)]),
        # A string a line, which state what one puzzle does not state twice.
        (
            ".Shape~4x4.AntiKing\n.Shape~6x6.AntiKing\n.Shape~4x4.AntiKnight",
            [(1, 1), (2, 1), (3, 1)],
        ),
        (".AntiKing.~R1C1_5\n.AntiKnight.~R1C1_5", [(1, 1), (2, 1)]),
        (
            ".AntiKing.~R1C1_5\n.AntiKnight.~R9C1_5\n.~R1C1_5\n.AntiKing.~R1C1_5",
            [(1, 1), (2, 1), (3, 1), (4, 1)],
        ),
        (".Cage~3~R1C1~R1C2.AntiKing\n.AntiKnight.Cage~3~R1C1~R2C1", [(1, 1), (2, 1)]),
        (".Thermo~R1C1~R1C2.AntiKing\n.Thermo~R2C1~R2C2.Windoku", [(1, 1), (2, 1)]),
        (
            ".AntiKing.~R1C1_5\n.AntiKing.~R1C1_6\n.Shape~4x4\n.AntiKing\n.~R1C1_2",
            [(1, 1), (2, 1), (3, 3)],
        ),
        # JSON on one line and on several, one of them cut.
        (
            f"{ROWS}\n{ROWS}\n" + json.dumps({"givens": P}),
            [(1, TALL), (1 + TALL, TALL), (1 + 2 * TALL, 1)],
        ),
        ('{"givens": {"a": 1}\n{"givens": "."}\n\n{\n\n}', [(1, 1), (2, 1), (4, 2)]),
        ('{"title": "a { [ \\" {",\n"givens": "."}\n.AntiKing', [(1, 2), (3, 1)]),
    ],
)
def test_lines_of_a_puzzle(text: str, expected: list[object]) -> None:
    assert parts(text) == expected


@pytest.mark.parametrize(
    ("text", "lines", "why"),
    [
        (".AntiKing.~R1C1_5\n.AntiKnight.Windoku", "lines 1 to 2", ""),
        (".AntiKing\n.Windoku.~R1C1_5", "lines 1 to 2", ""),
        (
            ".~R1C1_5\n.~R1C1_6\n.~R1C1_5",
            "lines 1 to 2 and those up",
            "R1C1 is given different digits",
        ),
        (
            ".AntiKing\n.~R1C1_6\n\n.Windoku\n.Windoku",
            "lines 4 to 5 and those up",
            "the item .Windoku is on two",
        ),
        (
            ".AntiKing\n.Shape~6x6\n.~R1C1_5",
            "lines 1 to 2 and those up",
            "the item .Shape is not the first",
        ),
        (
            ".Shape~4x4\n.~R1C1_1\n.AntiKing.~R1C1_1",
            "lines 1 to 3 and those up",
            "the digits of R1C1",
        ),
        (".AntiKing.~R1C1_5\n.AntiKing.~R1C1_6\n.Windoku\n.~R1C1_2", "lines 3 to 4 can", ""),
        (
            ".AntiKing.~R1C1_5\n.AntiKing.~R1C1_6\n.Windoku\n.NoBoxes\n.~R1C1_2",
            "lines 3 to 4 and",
            "",
        ),
        (
            f".AntiKing\n.~R1C1_5\n.Windoku{30 * '.Thermo~R1C1~R1C2~R1C3'}",
            "lines 1 to 3 can",
            "",
        ),
        (
            f".AntiKing.Windoku{30 * '.Thermo~R1C1~R1C2~R1C3'}\n.Shape~4x4\n.~R1C1_1",
            "lines 1 to 2 and",
            "is not the first",
        ),
    ],
)
def test_what_remains_in_doubt_is_refused_with_both_readings(
    text: str, lines: str, why: str
) -> None:
    errors = [str(entry.error) for entry in formats.read(io.StringIO(text)) if entry.error]
    assert len(errors) == 1
    assert SEVERAL in errors[0]
    assert lines in errors[0]
    assert why in errors[0]
    assert "put a blank line between two puzzles" in errors[0]
    with pytest.raises(FormatError, match=f"{SEVERAL}|one puzzle was expected"):
        formats.parse(text)


def published() -> Iterator[str]:
    for name in ("ctc", "corpus"):
        path = shared_file("variants", f"{name}.jsonl")
        for line in path.read_text(encoding="utf-8").splitlines():
            text = json.loads(line)["puzzle"]
            if isinstance(text, str) and text.strip().startswith(".") and "~" in text:
                yield text.strip()


def test_published_puzzles_in_one_file() -> None:
    chance = random.Random(1)
    texts = list(published())
    for text in texts:
        assert [span.doubt for span in spans(enumerate(text.split("\n"), 1))] == [None]
    for _ in range(20):
        some = chance.sample(texts, 20)
        # An empty line between them, whether they have one line or many.
        assert [span.text for span in spans(enumerate("\n\n".join(some).split("\n"), 1))] == [
            "\n".join(line for line in text.split("\n") if line.strip()) for text in some
        ]
        # A line each.
        lines = ["".join(text.split()) for text in some]
        read_spans = list(spans(enumerate(lines, 1)))
        assert [span.text for span in read_spans if not span.doubt] == [
            line for line in lines if all(line not in s.text for s in read_spans if s.doubt)
        ]
        assert sum(span.doubt is None for span in read_spans) >= 15


def test_lines_and_errors_keep_their_numbers() -> None:
    text = (
        f"{P}\n\n# one item a line\n.AntiKing\n.Cage~x~R1C1\n\n{P}\n.AntiKnight\n.~R1C1_3\n"
        f"{P[:-1]}\n{ROWS}\n{LINK}\n"
    )
    entries = list(formats.read(io.StringIO(text)))
    assert [entry.line for entry in entries] == [1, 4, 7, 8, 10, 11, 11 + TALL]
    assert [entry.error is None for entry in entries] == [
        True, False, True, True, False, True, True
    ]  # fmt: skip
    assert str(entries[1].error).startswith("line 4: item 2 (.Cage): its number")
    assert str(entries[4].error).startswith("line 10: ")


def test_two_puzzles_that_are_written_are_two() -> None:
    one, other = (formats.parse(f".~R1C1_{digit}") for digit in (1, 2))
    text = "".join(formats.write_all([one, other, one], "iss"))
    assert [entry.document for entry in formats.read(io.StringIO(text))] == [one, other, one]


@pytest.mark.parametrize(
    "line", [".~R1C1_{}", ".~R1C1_{}.AntiKing", ".Thermo~R1C1~R1C2~_{}", "~{}"]
)
def test_a_run_without_end_takes_no_memory(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.formats.iss.lines._MAX_LINES", 500)
    lines = ((number, line.format(number)) for number in range(1, 4_001))
    tracemalloc.start()
    for _ in spans(lines):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 1 << 19


def test_a_fault_of_a_reader_ends_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str, options: ReadOptions) -> Document:
        if "AntiKing" in text:
            raise KeyError(7)
        return Document(PUZZLE)

    monkeypatch.setattr("satdoku.formats.iss.reading.read_body", broken)
    text = ".AntiKnight\n\n.AntiKing\n\n.Windoku\n"
    first, second, third = formats.read(io.StringIO(text), ReadOptions(format="iss"))
    assert first.document == third.document == Document(PUZZLE)
    assert re.fullmatch(
        r"line 3: satdoku failed on this puzzle \(KeyError: 7, formats/iss/__init__.py:\d+\); "
        "that is a fault of satdoku, please report it",
        str(second.error),
    )
