"""The one field, value or array that is a board, and what stands beside it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.puzzle import Document, Position
from tests.formats.common import PUZZLE, P, S, read
from tests.shared import shared_file

ROW_LISTS = [[0 if c == "." else int(c) for c in P[i : i + 9]] for i in range(0, 81, 9)]
ZEROS = P.replace(".", "0")
MARKS = formats.write(Document(PUZZLE), "candidates")


def refusal(text: str) -> str:
    with pytest.raises(FormatError) as caught:
        formats.parse(text)
    return str(caught.value)


# --- lines ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "extras"),
    [
        (f"1: {P}", {"id": "1"}),
        (f"1,{P}", {"id": "1"}),
        (f"17\t{P}\teasy", {"id": "17", "note": "easy"}),
        (f"1f00a7c2b35d {ZEROS}  1.2", {"id": "1f00a7c2b35d", "note": "1.2"}),
        (f"{P}|24|x", {"note": "24|x"}),
        (f'puzzle = "{P}"', {"id": "puzzle"}),
        (f"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 {P}", None),
        (f"7 {P} {S}", {"id": "7", "note": S}),
        (f"7 {S} {P}", {"id": f"7 {S}"}),
    ],
)
def test_the_one_field_of_a_line(line: str, extras: dict[str, str] | None) -> None:
    document = formats.parse(line)
    assert document.puzzle == PUZZLE
    if extras is not None:
        assert document.extras == extras
    assert [entry.puzzle for entry in read(f"{line}\n{line}\n")] == [PUZZLE] * 2


def test_a_jigsaw_behind_a_number() -> None:
    labels = "".join(str(row // 3 * 3 + c // 3 + 1) for row in range(9) for c in range(9))
    document = formats.parse(f"3: {P} {labels}")
    assert document.puzzle.geometry.regions
    assert document.puzzle.givens == PUZZLE.givens


@pytest.mark.parametrize(
    "line",
    [
        f"1: {P[:80]}",
        f"1: {P[:64]}",
        f"{P[:80]} 1234341221434321",
        f"1: {P} {P[::-1]}",
        f"1234.............. {P[:60]}",
        f"1..............4 {ZEROS}",
        f"{P} 24 {P[::-1]}",
    ],
)
def test_no_field_where_another_may_be_a_part_or_the_puzzle(line: str) -> None:
    refusal(line)


def test_sizes_that_are_plain_may_stand_in_one_file() -> None:
    four, six = "1..........4....", "1" + "." * 34 + "6"
    sizes = [len(document.puzzle.givens) for document in read("\n".join([four, six, P, four]))]
    assert sizes == [16, 36, 81, 16]
    for cut in (P[:80], P[:64], P[:49], P[:36], "." * 16):
        entries = list(formats.read(io.StringIO(f"{P}\n{cut}\n{P}\n")))
        assert [entry.error is None for entry in entries] == [True, False, True]


# --- positions -----------------------------------------------------------------------------------


def test_positions_without_the_fields_before_them() -> None:
    position = formats.parse(f"{P}:113 213").position
    assert position is not None
    start = Position.of(PUZZLE).candidates[2]
    assert start == {1, 2, 4}
    assert position.candidates[2] == {4}
    assert position.puzzle.givens == PUZZLE.givens
    placed = "." + P[1:3].replace(".", "+4") + P[3:]
    document = formats.parse(f"{placed}:111")
    assert document.position is not None
    assert document.position.puzzle.givens[2] is None
    assert document.position.values[2] == 4
    whole = formats.parse(f":0000:x:{placed}:111:::")
    assert (document.position, document.puzzle) == (whole.position, whole.puzzle)


def test_what_follows_a_puzzle_may_be_a_note_or_deleted() -> None:
    assert formats.parse(f"{P}:24").extras == {"note": "24"}
    assert formats.parse(f"{P}:511").extras == {"note": "511"}  # r1c1 is filled
    assert "may be a note" in refusal(f"{P}:413")
    assert "may be a note" in refusal(f"{P}:413 511")
    assert formats.parse(f"{P}:113 213").position is not None
    assert [d.position is None for d in read(f"{P}\n{P}:113 213\n")] == [True, False]


MARKED = "*_ -_ _* #_ _a _- +_ ~_ =_ _@ _! (_) [_] <_> {_} _' a_ _# _? _^".split()  # noqa: SIM905


@pytest.mark.parametrize("form", MARKED)
def test_marks_of_posts_around_candidates(form: str) -> None:
    text = MARKS.replace(" 26 ", f" {form.replace('_', '26')} ", 1)
    assert text != MARKS
    for words in (text, f"Stuck here, what now?\n\n{text}", f"Puzzle 3\n{text}\nThanks!"):
        (document,) = read(words)
        assert document.position == Position.of(PUZZLE)
        assert document.extras["marks"] == f"r1c4 {form.replace('_', '26')}"
    (inside,) = read(MARKS.replace(" 26 ", " 2(6) ", 1))
    assert inside.position == Position.of(PUZZLE)


def test_candidates_of_programs() -> None:
    groups = [line.replace("|", " ").split() for line in MARKS.split("\n") if line[:1] == "|"]
    line = " ".join(group for row in groups for group in row)
    assert [d.position for d in read(f"{line}\n{line}\n")] == [Position.of(PUZZLE)] * 2
    studio = "\n".join(
        " ".join(f"<{g}>" if P[9 * r + c] != "." else g for c, g in enumerate(row))
        for r, row in enumerate(groups)
    )
    document = formats.parse(studio.replace("<5>", "*5*", 1))
    assert document.position is not None
    assert document.position.values == PUZZLE.givens
    assert document.position.puzzle.givens == (None, *PUZZLE.givens[1:])
    missing = MARKS.replace(" 26 ", "    ", 1)
    assert "row 1 has 2 groups of candidates in columns 4 to 6, not 3" in refusal(missing)


# --- JSON ----------------------------------------------------------------------------------------

VALUES: dict[str, Any] = {
    "rows": ROW_LISTS,
    "cells": [cell for row in ROW_LISTS for cell in row],
    "null": [[cell or None for cell in row] for row in ROW_LISTS],
    "texts": [P[i : i + 9] for i in range(0, 81, 9)],
    "text": P,
    "objects": [{"val": int(c)} if c != "." else {} for c in P],
}


@pytest.mark.parametrize("value", VALUES)
@pytest.mark.parametrize("key", ["puzzle", "board", "grid", "quizzes", "question", "unsolved"])
def test_the_value_of_an_object(key: str, value: str) -> None:
    record = {"id": 5, key: VALUES[value], "answer": S, "rating": 2.5}
    (document,) = read(json.dumps(record))
    assert document.puzzle == PUZZLE
    assert document.solution is not None
    assert (document.extras["id"], document.extras["rating"]) == ("5", "2.5")
    assert formats.parse(json.dumps({"data": {"level": "easy", "x": [record]}})).puzzle == PUZZLE
    lines = "".join(json.dumps(record) + "\n" for _ in range(3))
    assert [entry.puzzle for entry in read(lines)] == [PUZZLE] * 3


def test_lists_and_objects_of_puzzles() -> None:
    other = PUZZLE.with_givens({2: 4})
    texts = [P, other.grid.text()]
    assert [d.puzzle for d in read(json.dumps(texts))] == [PUZZLE, other]
    assert [d.puzzle for d in read(json.dumps([ROW_LISTS, ROW_LISTS]))] == [PUZZLE] * 2
    named = read(json.dumps({"easy": texts, "hard": [P]}))
    assert [(d.title, d.puzzle) for d in named] == [
        ("easy", PUZZLE), ("easy", other), ("hard", PUZZLE)
    ]  # fmt: skip
    records = [{"puzzle": P, "title": "a"}, {"givens": P, "title": "b"}, {"board": ROW_LISTS}]
    assert [d.title for d in read(json.dumps(records))] == ["a", "b", None]
    assert "here are 2" in refusal(json.dumps(texts))
    entries = list(formats.read(io.StringIO(json.dumps([P, "oops", P]))))
    assert [entry.error is None for entry in entries] == [True, False, True]


def test_what_json_may_say_besides() -> None:
    assert '"a" and "b"' in refusal(json.dumps({"a": P, "b": P[::-1], "n": 1}))
    assert "variant" in refusal(json.dumps({"board": ROW_LISTS, "variant": "killer"}))
    assert formats.parse(json.dumps({"puzzle": P, "solution": "x"})).extras == {
        "record.solution": "x"
    }
    assert formats.parse(json.dumps({"puzzle": P, "solution": S[:80]})).solution is None


# --- arrays --------------------------------------------------------------------------------------


@pytest.mark.parametrize("shape", [(81,), (9, 9), (1, 81), (1, 9, 9)])
@pytest.mark.parametrize("kind", ["int8", "int64", "float32"])
def test_an_array(tmp_path: Path, shape: tuple[int, ...], kind: str) -> None:
    path = tmp_path / "a.npy"
    cells = np.array(ROW_LISTS, kind).reshape(shape)
    if kind == "float32":
        cells[cells == 0] = np.nan
    np.save(path, cells)
    assert [e.document and e.document.puzzle for e in formats.read(path)] == [PUZZLE]
    stream = io.BytesIO(path.read_bytes())
    assert [e.document and e.document.puzzle for e in formats.read(stream)] == [PUZZLE]


def test_arrays_of_sets(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    puzzles = np.array([[int(c) for c in ZEROS]] * 3)
    np.save(path, (puzzles + 1).astype("uint8"))
    assert [e.document and e.document.puzzle for e in formats.read(path)] == [PUZZLE] * 3
    np.save(path, np.array([P, P]))
    assert [e.document and e.document.puzzle for e in formats.read(path)] == [PUZZLE] * 2
    solved = np.array([[int(c) for c in S]] * 3)
    np.save(path, solved)
    assert [e.document and e.document.puzzle.grid.text() for e in formats.read(path)] == [S] * 3
    np.savez(tmp_path / "b.npz", quizzes=puzzles, solutions=solved, ids=np.arange(3))
    for entry in formats.read(tmp_path / "b.npz"):
        assert entry.document is not None
        assert entry.document.solution is not None
        assert entry.document.puzzle == PUZZLE


def test_arrays_that_are_no_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "a.npy"
    for array in (np.zeros((3, 80), int), np.full((2, 81), 0.5), np.full((2, 81), 77), np.zeros(0)):
        np.save(path, array)
        with pytest.raises(FormatError, match="must hold exactly one array of digits"):
            list(formats.read(path))
    np.save(path, np.array([P, None], object), allow_pickle=True)
    with pytest.raises(FormatError, match="cannot be read as a file of NumPy arrays"):
        list(formats.read(path))
    path.write_bytes(b"\x93NUMPY\x01")
    with pytest.raises(FormatError, match="cannot be read as a file of NumPy arrays"):
        list(formats.read(path))
    np.savez(tmp_path / "b.npz", a=np.array(ROW_LISTS), b=np.array(ROW_LISTS).T)
    with pytest.raises(FormatError, match=r"it holds a \(9, 9\), b \(9, 9\)"):
        list(formats.read(tmp_path / "b.npz"))


def test_the_classic_files() -> None:
    """Every file of the reports is read, and as many puzzles as it has."""
    twice = ("arr.json", "bank.txt", "dict.json", "num.txt", "num2.txt", "numtab.txt")
    counts = dict.fromkeys((*twice, "sep_dots.txt", "two8.pml"), 2)
    counts |= {"all__inputs.npy": 50, "three.pml": 3}
    for path in sorted(shared_file("faults", "classic").iterdir()):
        if path.is_dir():
            continue
        entries = list(formats.read(path))
        assert [str(entry.error) for entry in entries if entry.error] == [], path.name
        assert len(entries) == counts.get(path.name, 1), path.name
