"""Records: JSON objects with a puzzle of another format in them."""

from __future__ import annotations

import io
import json

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.formats import ReadOptions
from satdoku.puzzle import Document
from tests.formats.common import PUZZLE, P, S
from tests.shared import shared_file, thinned

ISS = ".Renban~R1C1~R1C2~R2C2.~R5C5_7"
FPUZZLES = json.loads(
    json.dumps({"size": 9, "grid": [[{} for _ in range(9)] for _ in range(9)], "antiknight": True})
)


@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        (P, []),
        (ISS, ["renban"]),
        (FPUZZLES, ["anti-knight"]),
        (json.dumps(FPUZZLES), ["anti-knight"]),
        (formats.write(Document(PUZZLE), "fpuzzles").strip(), []),
        (formats.write(Document(PUZZLE), "json").strip(), []),
        (json.loads(formats.write(Document(PUZZLE), "json")), []),
        (formats.write(Document(PUZZLE), "grid"), []),
    ],
)
def test_a_puzzle_of_any_format(puzzle: object, rules: list[str]) -> None:
    record = {"id": 7, "name": "A name", "puzzle": puzzle, "clues": None, "tags": ["a", "b"]}
    document = formats.parse(json.dumps(record))
    assert [rule.name for rule in document.puzzle.constraints] == rules
    assert document.title == "A name"
    assert (document.extras["id"], document.extras["tags"]) == ("7", '["a", "b"]')
    assert "clues" not in document.extras
    own = formats.parse(puzzle if isinstance(puzzle, str) else json.dumps(puzzle)).puzzle
    assert document.puzzle == own


def test_what_a_record_says_of_its_puzzle() -> None:
    record = {"puzzle": P, "title": "t", "name": "n", "author": "a", "solution": S}
    document = formats.parse(json.dumps(record | {"size": 9, "rules": ["classic"], "ignored": "x"}))
    assert (document.title, document.author) == ("t", "a")
    assert document.solution is not None
    assert document.solution.text() == S
    # What satdoku reports of a puzzle has these names.
    assert (document.extras["record.ignored"], "ignored" in document.extras) == ("x", False)
    letters = "ABCDEFGHIJKLMNOP"
    rows = [letters[i:] + letters[:i] for i in range(16)]
    sixteen = {"puzzle": "." * 256, "solution": "".join(rows)}
    solution = formats.parse(json.dumps(sixteen)).solution
    assert solution is not None
    assert solution.values[:3] == (1, 2, 3)


def refusal(record: dict[str, object], **options: object) -> str:
    with pytest.raises(FormatError) as caught:
        formats.parse(json.dumps(record), ReadOptions(**options))  # type: ignore[arg-type]
    return str(caught.value)


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ({"rules": ["anti-knight"]}, "rules"),
        ({"constraints": [{"rule": "anti-knight"}]}, "constraints"),
        ({"variant": "Killer"}, "variant"),
        ({"box": None}, "box"),
        ({"size": 16}, "size"),
        ({"pencil_marks": {"r1c3": [1, 2]}}, "pencil_marks"),
    ],
)
def test_what_may_be_a_part_of_the_puzzle_is_refused(more: dict[str, object], key: str) -> None:
    message = refusal({"puzzle": P} | more)
    assert f'"{key}"' in message
    assert f"--ignore {key}" in message
    text = json.dumps({"puzzle": P} | more)
    document = formats.parse(text, ReadOptions(ignore=(key,)))
    assert document.puzzle == PUZZLE
    assert document.extras["ignored"] == key


def test_bad_records() -> None:
    assert refusal({"puzzle": P[:80]}).startswith('"puzzle": ')
    assert "inside of another" in refusal({"puzzle": {"puzzle": P}})
    assert "inside of another" in refusal({"puzzle": json.dumps({"puzzle": P})})
    assert '"title" must be a text' in refusal({"puzzle": P, "title": 5})
    assert "labels the cells" in refusal({"puzzle": P, "parts": "123456789" * 9})
    # Names beside a puzzle that states its rules itself describe it, clues do not.
    assert formats.parse(json.dumps({"puzzle": ISS, "constraints": ["Renban"]})).puzzle.constraints
    assert "may be some" in refusal({"puzzle": ISS, "constraints": [{"rule": "anti-knight"}]})
    # A list is ipuz's or nothing.
    assert '"satdoku" and "givens" are missing' in refusal({"puzzle": [[5]]})


@pytest.mark.parametrize(
    "bad", ["abc", '{"puzzle": "53..', '{"id": 3}', '{"puzzle": "12"}', "[1, 2"]
)
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_a_bad_line_is_one_alone(bad: str, place: int) -> None:
    lines = [json.dumps({"id": i, "puzzle": p}) for i, p in enumerate((ISS, FPUZZLES, P))]
    lines.insert(place, bad)
    entries = list(formats.read(io.StringIO("\n".join(lines) + "\n")))
    assert [entry.line for entry in entries if entry.error] == [place + 1]
    assert [entry.line for entry in entries if entry.document] == [
        line for line in range(1, 5) if line != place + 1
    ]


@pytest.mark.parametrize(("name", "count"), thinned([("corpus", 276), ("ctc", 40)], 2, rows=True))
def test_the_collections_of_variants_are_read(name: str, count: int) -> None:
    entries = list(formats.read(shared_file("variants", f"{name}.jsonl")))
    assert [str(entry.error) for entry in entries if entry.error] == []
    assert len(entries) == count
