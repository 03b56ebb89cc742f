"""Links at the command line: short rows, links back, and what a format has as drawings only."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote

import pytest

from satdoku import formats
from satdoku.answers.puzzle_input import named
from satdoku.base.errors import Unsupported
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.formats import FORMATS, ReadOptions, fpuzzles, lzstring
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cosmetic import Cosmetic, Fog
from satdoku.puzzle.document import OPEN_CLUES
from tests.shared import shared_file, thinned

Run = Callable[..., tuple[int, str, str]]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "constraints"
BOARD = Geometry.of_size(4)
RULES = parse_rules(
    "killer-cage:5:r1c1+r1c2,thermo:r2c1+r1c1,arrow:r3c3:r3c4+r4c4,renban:r3c1+r3c2,diagonal",
    BOARD,
)
GIVENS = "1...............", "..1...3...2....4", "." * 16
OTHERS = {
    "fpuzzles": {"windoku", "whisper"},
    "sudokumaker": {"windoku", "whisper", "pair-sum"},
    "lisudoku": {"windoku"},
    "iss": {
        *("and", "black-dot", "clone", "even", "little-killer", "maximum", "minimum", "nabner"),
        *("odd", "slow-thermo", "whisper", "white-dot"),
    },
}
"""Rules that can be written as others, or with parameters, that mean the same."""


def link(title: str | None, givens: str, to: str = "fpuzzles") -> str:
    values = [int(symbol) if symbol != "." else None for symbol in givens]
    return formats.write(Document(Puzzle(BOARD, values, None, RULES), title=title), to).strip()


@pytest.mark.parametrize("to", ["fpuzzles", "sudokumaker"])
def test_rows_name_long_links(to: str, satdoku: Run, tmp_path: Path) -> None:
    file = tmp_path / "links.txt"
    lines = [link("Cages\nand heat", GIVENS[2], to), *(link(None, g, to) for g in GIVENS[1:])]
    file.write_text("\n".join((*lines, lines[0][:-20], "1234" * 4)))
    assert min(map(len, lines)) > 300
    _, out, _ = satdoku("count", str(file))
    names = [line.split("\t")[1] for line in out.splitlines()]
    assert names == ["Cages and heat", GIVENS[1], f"{file}:3", f"{file}:4", "1234" * 4]
    _, out, _ = satdoku("count", str(file), "--json")
    assert [json.loads(line)["puzzle"] for line in out.splitlines()][:3] == lines
    _, out, _ = satdoku("check-unique", str(file), "--only", "multiple")
    assert set(out.splitlines()) <= set(lines)  # a row that is the puzzle alone stays whole


def test_what_is_ignored_hides_no_title(satdoku: Run) -> None:
    text = link("Cages and heat", GIVENS[2])
    data = fpuzzles.to_data(formats.parse(text), formats.WriteOptions()) | {"wiggle": [{}]}
    packed = quote(lzstring.compress(json.dumps(data)), safe="")
    address = f"https://f-puzzles.com/?load={packed}"
    assert satdoku("count", address)[:2] == (2, "invalid\tinput:1\n")
    _, out, _ = satdoku("count", address, "--ignore", "wiggle")
    assert out.split("\t")[1] == "Cages and heat\n"


def test_a_long_line_is_no_link() -> None:
    for text in ("." * 625, " ".join("0" * 625), "# nothing else " * 30):
        assert named(text, 7) == text
    assert named(link(None, GIVENS[2])[:-20], 7) == "input:7"


def solved(to: str) -> tuple[Document, str]:
    """A puzzle with givens to spare, and its text in a format."""
    values = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]
    rules = parse_rules("killer-cage:3:r1c1+r1c2,thermo:r1c1-r1c4,arrow:r1c4:r1c3+r2c3", BOARD)
    document = Document(Puzzle(BOARD, values, None, rules), title="All of it", author="Me")
    return document, formats.write(document, to).strip()


@pytest.mark.parametrize("to", ["fpuzzles", "iss", "sudokumaker", "lisudoku"])
def test_a_link_is_minimized_to_a_link(to: str, satdoku: Run) -> None:
    document, text = solved(to)
    code, out, _ = satdoku("minimize", text)
    assert code == 0
    back = formats.parse(out)
    assert formats.detect(out) == to
    assert back.title == (None if to in ("iss", "lisudoku") else "All of it")
    assert back.puzzle.clues < 16
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    code, out, _ = satdoku("minimize", text, "--rules", "killer-cage:3:r3c1+r3c2")
    assert (code, formats.detect(out)) == (0, to)  # where the cages come before other rules
    assert len(formats.parse(out).puzzle.constraints) == 4
    _, out, _ = satdoku("redundant", text, "--json")
    assert formats.detect(json.loads(out)["together"]["puzzle"]) == to


def test_what_is_not_held_comes_back_as_json(satdoku: Run) -> None:
    known = "--rules", "thermo:r1c1-r1c4"
    full = formats.write(solved("json")[0], "json").strip()
    # Without its drawings a link would look as if it had its rules.
    _, out, _ = satdoku("minimize", solved("penpa")[1])
    assert formats.detect(out) == "line"
    for options in ((), known):
        _, out, _ = satdoku("minimize", full, *options)
        assert formats.parse(out).title == "All of it"
        assert "thermo" in {rule.name for rule in formats.parse(out).puzzle.constraints}
    # All its rules are those of the option: they are not written again.
    _, out, _ = satdoku("minimize", "1234341221434321", *known)
    assert formats.parse(out).puzzle.constraints == ()


def test_an_image_of_a_link_is_a_link(satdoku: Run) -> None:
    puzzle = Puzzle(BOARD, solved("json")[0].puzzle.givens, None, parse_rules("diagonal", BOARD))
    document = Document(replace(puzzle, constraints=()), solution=puzzle.grid, title="Moved")
    text = formats.write(document, "fpuzzles").strip()
    _, out, _ = satdoku("transform", text, "--seed", "1")
    moved = formats.parse(out)
    assert (formats.detect(out), moved.title, moved.solution) == ("fpuzzles", "Moved", None)
    _, out, _ = satdoku("canonical", text)
    _, plain, _ = satdoku("canonical", document.puzzle.grid.text())
    assert out == plain


def test_one_puzzle_in_two_links(satdoku: Run) -> None:
    document, text = solved("fpuzzles")
    other = replace(document.puzzle, constraints=document.puzzle.constraints[::-1])
    again = formats.write(Document(other), "iss").strip()
    assert satdoku("same", text, again) == (0, "yes\tnothing moves\n", "")
    fewer = formats.write(Document(replace(other, constraints=other.constraints[:2])), "iss")
    code, _, err = satdoku("same", text, fewer.strip())
    assert code == 2
    assert "made of givens alone" in err


@pytest.mark.parametrize("to", ["sudokupad", "penpa"])
def test_rules_that_are_drawn_are_named(to: str, satdoku: Run) -> None:
    document, text = solved("json")
    code, out, err = satdoku("convert", text, "--to", to)
    names = [rule.name for rule in document.puzzle.constraints]
    lost = names if to == "penpa" else names[1:]  # SudokuPad has cages
    assert code == 0
    assert formats.detect(out) == to
    assert f"line 1: {to} has these rules as drawings or in words only" in err
    assert err.endswith(f"they are not read back: {', '.join(lost)}\n")
    _, out, _ = satdoku("convert", text, "--to", to, "--json")
    assert json.loads(out)["lost"] == lost
    code, out, err = satdoku("convert", text, "--to", "fpuzzles", "--json")
    assert (code, err) == (0, "")
    assert "lost" not in json.loads(out)


@pytest.mark.parametrize(
    ("to", "left_out"),
    [
        ("json", None),
        ("sudokupad", None),
        ("sudokumaker", None),
        ("fpuzzles", None),
        ("penpa", "the fog"),
        ("line", "2 drawings and the fog"),
        ("csv", "2 drawings and the fog"),
        ("sdk", "2 drawings and the fog"),
    ],
)
def test_drawings_and_fog_that_are_left_out_are_reported(
    to: str, left_out: str | None, satdoku: Run
) -> None:
    rows = (0.5, 3.5)
    lines = tuple(
        Cosmetic("line", ((row, 0.5), (row, 3.5)), stroke="#ff0000", width=0.1) for row in rows
    )
    puzzle = formats.parse("1....2..4......3" if to != "sdk" else "1" + "." * 80).puzzle
    document = Document(puzzle, drawings=lines, fog=Fog((0,)))
    text = formats.write(document, "json").strip()
    code, out, err = satdoku("convert", text, "--to", to)
    assert (code, err.partition("left out: ")[2]) == (0, f"{left_out}\n" if left_out else "")
    assert formats.parse(out, ReadOptions(to)).puzzle.givens == puzzle.givens
    _, out, _ = satdoku("convert", text, "--to", to, "--json")
    record = json.loads(out)
    assert record.get("undrawn") == (2 if left_out and "drawings" in left_out else None)
    assert record.get("unfogged") == (True if left_out else None)


@pytest.mark.parametrize("to", ["json", "csv", "sudokupad", "fpuzzles", "line"])
def test_clues_without_a_number_that_are_left_out_are_reported(to: str, satdoku: Run) -> None:
    clue = {"rule": "little-killer", "start": "r1c1", "direction": "down-right"}
    document = Document(Puzzle.empty(BOARD), extras={OPEN_CLUES: json.dumps([clue])})
    text = formats.write(document, "json").strip()
    is_kept = to in ("json", "csv")
    code, out, err = satdoku("convert", text, "--to", to)
    assert (code, "1 clue without a number" in err) == (0, not is_kept)
    assert (formats.parse(out).extras.get(OPEN_CLUES) is not None) == is_kept
    _, out, _ = satdoku("convert", text, "--to", to, "--json")
    assert json.loads(out).get("unnumbered") == (None if is_kept else 1)


@pytest.mark.parametrize(
    "command", [("convert", "--to", "json"), ("set-values", "--time-limit", "0.2")]
)
def test_a_line_with_bad_clues_without_a_number_is_reported_and_the_others_answered(
    command: tuple[str, ...], satdoku: Run, tmp_path: Path
) -> None:
    cage = parse_rules("killer-cage:r1c1+r1c2:3", BOARD)
    good = Document(replace(Puzzle.empty(BOARD), constraints=tuple(cage)))
    bad = replace(good, extras={OPEN_CLUES: '[{"rule": "full-rank"}]'})
    file = tmp_path / "two.jsonl"
    file.write_text("".join(formats.write(d, "json") for d in (bad, good)), "utf-8")
    code, out, err = satdoku(*command, str(file))
    assert code == 2
    assert f'{file}: line 1: "extras.open_clues" must hold clues' in err
    assert "leave it out, or write" in err
    assert "killer-cage" in out


@pytest.mark.parametrize("to", thinned((f.name for f in FORMATS.values() if f.many == "mixed"), 6))
def test_no_writer_drops_a_rule(to: str) -> None:
    """On every rule's example: what is not refused, written as others or drawn is read back."""
    for path in sorted(EXAMPLES.glob("*.json")):
        assert_nothing_dropped(formats.parse(path.read_text()), to)


@pytest.mark.slow
def test_no_writer_drops_a_rule_of_the_corpus() -> None:
    text = shared_file("variants", "corpus.jsonl").read_text(encoding="utf-8")
    for line in filter(None, text.split("\n")):
        held = json.loads(line)["puzzle"]
        document = formats.parse(held if isinstance(held, str) else json.dumps(held))
        for to in FORMATS:
            assert_nothing_dropped(document, to)


def assert_nothing_dropped(document: Document, to: str) -> None:
    try:
        text = formats.write(document, to)
    except Unsupported:
        return
    drawn = {*formats.unread_rules(document, text, to)}
    again = formats.parse(text, ReadOptions(to)).puzzle
    lost = {*document.puzzle.constraints} - {*again.constraints}
    if not document.puzzle.is_sukaku:
        assert again.givens == document.puzzle.givens, (document.title, to)
    names = {rule.name for rule in lost}
    assert FORMATS[to].draws or not drawn
    assert names <= drawn | OTHERS.get(to, set()), (document.title, to)
