"""Puzzles in JSON at the command line: what is wrong in one sentence, and short rows."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.formats.json import from_data, to_data
from satdoku.puzzle import Document, Position, Puzzle

Run = Callable[..., tuple[int, str, str]]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "constraints"
P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"

PUZZLE = formats.parse(P).puzzle
BOARD = PUZZLE.geometry
PLAIN = to_data(Document(PUZZLE, Position.of(PUZZLE)))
RULES = parse_rules("killer-cage:8:r1c1+r1c2", BOARD)
MARKED = Puzzle(BOARD, PUZZLE.givens, (None, None, frozenset((1, 2, 4)), *[None] * 78), RULES)
SOLUTION = Grid(BOARD, tuple(map(int, S)))
FULL = to_data(
    Document(MARKED, Position.of(MARKED), "t", "a", "r", solution=SOLUTION, extras={"k": "v"})
)
JIGSAW = {"satdoku": 1, "size": 4, "regions": [1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4]}
SMALL_DATA = {**JIGSAW, "givens": "1..............."}
WRONG: tuple[Any, ...] = (
    *(None, True, 0, 1, -1, 10, 10**30, 1.5, 1e308, "", "x", "0", "\ud800", "\0", "r1c1", "r99c99"),
    *([], {}, [[]], [1], [0], [-5], [10], ["a"], {"a": 1}, {"r1c1": [1]}, {"r1c1": [12]}),
    *("." * 81, S, S[::-1], " ".join(["12"] * 81)),
)
COMMANDS = (
    *(("hint",), ("explain", "--limit", "2"), ("steps", "-t", "naked-single"), ("check",)),
    *(("solve",), ("show", "-c"), ("rate",), ("count",), ("convert", "--to", "library")),
)


def paths(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every key of some data, and the first two places of every list."""
    yield here
    if isinstance(data, dict):
        for key in data:
            if here[-1:] != ("candidates",) or key in ("r1c3", "r9c7"):
                yield from paths(data[key], (*here, key))
    elif isinstance(data, list):
        for index in range(min(len(data), 2)):
            yield from paths(data[index], (*here, index))


def changed(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    data = copy.copy(data)
    data[path[0]] = changed(data[path[0]], path[1:], value)
    return data


CASES = [(d, p, w) for d in (PLAIN, FULL, SMALL_DATA) for p in paths(d) for w in WRONG]


def test_whatever_stands_at_a_key_is_read_or_refused() -> None:
    sentences = set()
    for data, path, value in CASES:
        try:
            document = from_data(json.loads(json.dumps(changed(data, path, value))))
        except FormatError as error:
            sentences.add(str(error))
        else:
            document.puzzle.problems()
    assert len(sentences) > 100
    for sentence in sentences:
        assert "\n" not in sentence
        assert len(sentence) < 300
        assert sentence.encode()


@pytest.mark.full
def test_no_command_chokes_on_it(satdoku: Run) -> None:
    chance = random.Random(5)
    ends: Counter[int] = Counter()
    for data, path, value in chance.sample(CASES, 60):
        text = json.dumps(changed(data, path, value))
        command, *options = chance.choice(COMMANDS)
        code, out, err = satdoku(command, text, *options)
        assert code in (0, 1, 2, 3)
        assert "Traceback" not in err
        ends[code] += 1
        if code == 2:
            assert re.match(r"satdoku: |line \d|.*line \d", err), (path, value, err)
        else:
            assert out, (path, value, err)
    assert ends[2] > 30, ends


@pytest.mark.parametrize(("command", "options"), [(c[0], c[1:]) for c in COMMANDS])
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"candidates": {**PLAIN["position"]["candidates"], "r1c3": [12]}}, "r1c3 has 12"),
        ({"values": P.replace("5", "4", 1)}, "r1c1 is 4, but 5 is given"),
        ({"values": " ".join(P).replace(".", "10", 1)}, "r1c3 has 10"),
    ],
)
def test_a_position_off_the_board(
    command: str, options: tuple[str, ...], change: dict[str, Any], words: str, satdoku: Run
) -> None:
    text = json.dumps({**PLAIN, "position": {**PLAIN["position"], **change}})
    code, _, err = satdoku(command, text, *options)
    assert code == 2
    assert err.count("\n") == 1
    assert f'"position.{next(iter(change))}": ' in err
    assert words in err


@pytest.mark.parametrize("command", ["check-unique", "count", "solve"])
def test_rows_name_puzzles_in_json(command: str, satdoku: Run, tmp_path: Path) -> None:
    example = EXAMPLES / "killer-cage.json"
    _, out, _ = satdoku(command, str(example))
    assert max(map(len, out.splitlines())) < 120
    if command != "solve":
        assert out.split("\t")[1].strip() == "Killer cage example"
    untitled = json.loads(example.read_text())
    del untitled["title"]
    _, out, _ = satdoku(command, json.dumps(untitled))
    assert max(map(len, out.splitlines())) < 120
    _, out, _ = satdoku("check-unique", "--only", "unique", str(example))
    assert formats.parse(out).puzzle == formats.parse(example.read_text()).puzzle
    assert formats.parse(out).title == "Killer cage example"


def test_every_spelling_of_a_board() -> None:
    six = Geometry.of_size(6)
    blank = "." * 36
    for data, board in (
        ({}, six),
        ({"size": 6}, six),
        ({"box": [3, 2]}, Geometry.boxes(6, 3, 2)),
        ({"size": 6, "box": None}, Geometry.latin(6)),
        ({"board": {"size": 6, "box": None}}, Geometry.latin(6)),
        ({"board": {"box": [2, 3]}}, six),
        ({"regions": [cell // 6 for cell in range(36)]}, None),
    ):
        puzzle = from_data({"givens": blank, **data}).puzzle
        assert board in (None, puzzle.geometry)
        assert formats.parse(formats.write(Document(puzzle), "json")).puzzle == puzzle
    rows: list[Any] = [[1, None, "", "0", ".", 0], ".2....", "", "", "", ""]
    rows[2:] = ["......"] * 4
    assert from_data({"givens": rows}).puzzle.grid.text() == "1......2" + "." * 28


@pytest.mark.parametrize("around", ["<{}>", "'{}'", "[puzzle]({})", "My puzzle: {}"])
def test_a_link_with_something_around_it(around: str, satdoku: Run) -> None:
    link = formats.write(Document(PUZZLE), "fpuzzles").strip()
    code, out, err = satdoku("check-unique", around.format(link))
    assert (code, out) == (2, "")
    assert len(err) < 400
    assert "the link in it has to be alone, without quotes or brackets" in err


ITEMS = """# an item a line
.Shape~4x4
.Thermo~R1C1~R1C2~R1C3~R1C4
.~R2C1_3~R2C3_1~R3C1_2~R3C2_1
"""


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("check-unique", ()),
        ("solve", ()),
        ("count", ()),
        ("rate", ()),
        ("candidates", ()),
        ("convert", ("--to", "json")),
        ("minimize", ()),
        ("diagnose", ()),
    ],
)
def test_a_puzzle_on_several_lines_is_one_for_every_command(
    satdoku: Run, tmp_path: Path, command: str, options: tuple[str, ...]
) -> None:
    path, line = tmp_path / "items.iss", tmp_path / "line.iss"
    path.write_text(ITEMS)
    remark, *items = ITEMS.split("\n")
    line.write_text(f"{remark}\n{''.join(items)}\n")
    one = satdoku(command, str(line), *options)
    code, out, said = satdoku(command, str(path), *options)
    assert (code, out, said.replace("items.iss", "line.iss")) == one
    assert satdoku(command, ITEMS, *options)[:2] == one[:2]


def test_rows_and_errors_among_puzzles_of_several_lines(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "mixed"
    path.write_text(
        f"{P}\n\n{ITEMS}\n{P}\n.Shape~4x4\n.Cage~x~R1C1\n{P[:-1]}\n.Windoku\n.~R1C1_1\n"
    )
    code, out, _ = satdoku("check-unique", str(path), "--json")
    records = [json.loads(row) for row in out.splitlines()]
    assert [row["line"] for row in records] == [1, 4, 8, 9, 11, 12]
    assert [row.get("verdict") for row in records] == [
        "unique", "unique", "unique", None, None, "multiple",
    ]  # fmt: skip
    assert records[3]["error"].endswith(
        "line 9: item 2 (.Cage): its number must be an integer, not 'x'"
    )
    assert "line 11: expected 81 cells" in records[4]["error"]
    assert code == 2
    out_rows = tmp_path / "run"
    satdoku("batch", str(path), "-o", str(out_rows), "--to", "jsonl", "-j", "1")
    (part,) = out_rows.glob("part*")
    rows = [json.loads(row) for row in part.read_text().splitlines()]
    assert [row["line"] for row in rows] == [row["line"] for row in records]
    assert [row["verdict"] for row in rows] == [row.get("verdict", "invalid") for row in records]


def test_lines_in_doubt_are_refused(satdoku: Run, tmp_path: Path) -> None:
    path = tmp_path / "doubt.iss"
    path.write_text(".AntiKing.~R1C1_5\n.AntiKnight.Windoku\n")
    code, out, said = satdoku("check-unique", str(path))
    assert (code, out.count("\n")) == (2, 1)
    assert "lines 1 to 2 can be read as one puzzle or as several" in said + out


def test_letters_behind_a_dot_are_no_suffix_of_a_grid(satdoku: Run) -> None:
    cells = "1" + "." * 254 + "G"
    assert satdoku("show", cells)[0] == 0
    code, _, err = satdoku("show", f"{'A' * 100}.TXT")
    assert code == 2
    assert "there is no such file" in err
