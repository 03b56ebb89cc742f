"""Messages of commands beside their answers: ways on, further solutions, names of techniques."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku import api
from satdoku.formats import lzstring
from satdoku.puzzle import Position

Call = Callable[..., tuple[int, str, str]]
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = CLASSIC[:61] + "." * 20
SIX = "1....2..4......."
ONE = "1....2..4......3"


def test_solve_says_that_there_are_more(satdoku: Call) -> None:
    said = "satdoku: the puzzle has more solutions; --limit all prints all of them\n"
    for options in ([], ["--limit", "5"]):
        code, out, err = satdoku("solve", SIX, *options)
        assert (code, err) == (0, said)
        assert len(out.split()) in (1, 5)
    for options in (["--limit", "6"], ["--limit", "all"], ["--limit", "7"]):
        code, out, err = satdoku("solve", SIX, *options)
        assert (code, err, len({*out.split()})) == (0, "", 6)
    assert satdoku("solve", ONE)[2] == ""
    for text, more in (SIX, True), (ONE, False):
        assert json.loads(satdoku("solve", text, "--json")[1])["more"] is more
        assert api.solve(text).more is more
    assert len(api.solve(SIX, limit=None).solutions) == 6
    assert api.solve(SIX, limit=6).more is False
    for wrong in ("x", "0", "-1"):
        code, out, err = satdoku("solve", ONE, "--limit", wrong)
        assert (code, out) == (2, "")
        assert "--limit: a whole number >= 1 or all is wanted" in err


@pytest.mark.parametrize("options", [[], ["--json"], ["--backend", "sat"]])
def test_solve_counts_the_puzzles_of_a_file_that_have_more(
    satdoku: Call, tmp_path: Path, options: list[str]
) -> None:
    file = tmp_path / "three.txt"
    file.write_text(f"{SEVERAL}\n{CLASSIC}\n# a comment\n{SEVERAL}  a note\n55{CLASSIC[2:]}\n")
    code, out, err = satdoku("solve", str(file), *options)
    assert code == 2
    assert "of 4 puzzles 2 have more solutions than are printed; --limit all" in err
    rows = out.splitlines()
    assert len(rows) == 4
    if options == ["--json"]:
        assert [json.loads(row).get("more") for row in rows] == [True, False, True, None]
    else:
        assert all(len(row) == 81 for row in rows[:3])  # no verdict beside them


def test_the_next_given_is_suggested(satdoku: Call) -> None:
    code, out, err = satdoku("suggest", SIX, "--rule", "given", "-n", "50")
    assert (code, err) == (0, "")
    rows = [line.split("\t") for line in out.splitlines()[1:]]
    counts = api.candidates(SIX, cap=6).candidates
    for left, clue, said in rows:
        cell, digit = clue.split("=")
        assert clue == said
        assert counts[cell][int(digit)] == int(left) < 6
        count = satdoku("count", SIX, "--given", clue)[1].split("\t")[0]
        assert count == left
    wanted = sum(n < 6 for digits in counts.values() for n in digits.values())
    assert len(rows) == wanted
    assert [int(left) for left, *_ in rows] == sorted(int(left) for left, *_ in rows)
    solution = str(api.solve(SIX).solution)
    only = api.suggest(SIX, "given", count=20, solution=solution).to_dict()["clues"]
    for clue in only:
        cell, digit = clue["clue"].split("=")
        assert solution[api.parse(SIX).geometry.cell(cell)] == digit
    pairs = api.suggest("." * 16, "given,thermo", pairs=True).to_dict()["clues"]
    assert all("," in pair["clue"] for pair in pairs)
    assert satdoku("suggest", SIX, "--rule", "given:2")[0] == 2


def test_every_given_that_is_enough_is_listed() -> None:
    puzzle = ".3..7....6...95.....8....6.8...6...34..8.3..17...2.....6....28....419..5....8..7."
    diagnosis = api.diagnose(puzzle)
    ambiguity = diagnosis.ambiguity
    assert ambiguity is not None
    assert len(ambiguity.enough_alone) > 12
    for placed in diagnosis.input.placed(ambiguity.enough_alone):
        assert placed in diagnosis.text()


def test_minimize_says_why_it_has_no_answer(satdoku: Call) -> None:
    code, out, err = satdoku("minimize", SIX)
    assert (code, out) == (1, "multiple\n")
    assert err == (
        "satdoku: line 1: the puzzle has several solutions, so none of its givens is redundant\n"
    )


def test_one_puzzle_of_a_file_is_not_printed_before_its_hint(satdoku: Call, tmp_path: Path) -> None:
    line = api.convert(Position.of(api.parse(CLASSIC)), "pencilmarks").text()
    one, two = tmp_path / "one.pml", tmp_path / "two.pml"
    one.write_text(line)
    two.write_text(line * 2)
    _, out, _ = satdoku("hint", str(one))
    assert out == api.hint(CLASSIC).text() + "\n"
    _, out, _ = satdoku("hint", str(two))
    assert out.splitlines()[::2] == [f"{two}:1", f"{two}:2"]


def test_marks_that_are_the_puzzle_lead_on(satdoku: Call) -> None:
    start = Position.of(api.parse(CLASSIC))
    cells = [
        {"centerPencilMarks": sorted(digits or {value})}
        for value, digits in zip(start.values, start.candidates, strict=True)
    ]
    data = {"size": 9, "grid": [cells[at : at + 9] for at in range(0, 81, 9)]}
    link = f"https://www.f-puzzles.com/?load={lzstring.compress(json.dumps(data))}"
    code, _, err = satdoku("hint", link)
    assert code == 1
    assert "with the marks in 81 cells as part of the puzzle there is exactly one" in err
    assert "convert --to pencilmarks" in err
    _, out, _ = satdoku("convert", "--to", "pencilmarks", link)
    assert satdoku("check-unique", out)[1].startswith("unique")


def test_the_name_of_a_file_says_its_form(satdoku: Call, tmp_path: Path) -> None:
    table, lines = tmp_path / "r.csv", tmp_path / "r.jsonl"
    assert satdoku("generate", "-n", "2", "--seed", "1", "--rate", "-o", str(table))[0] == 0
    head, *rows = table.read_text().splitlines()
    assert head.startswith("index,puzzle,solution,clues,symmetry,level,er,ep,ed")
    assert len(rows) == 2
    assert satdoku("generate", "-n", "2", "--seed", "1", "-o", str(lines))[0] == 0
    puzzles = [json.loads(line)["puzzle"] for line in lines.read_text().splitlines()]
    assert puzzles == [row.split(",")[1] for row in rows]


def test_a_technique_of_another_preset_leads_there(satdoku: Call) -> None:
    code, _, err = satdoku("rate", ONE, "--requires", "franken-x-wing")
    assert code == 2
    assert "but of the preset hodoku; satdoku practice franken-x-wing" in err
    for command in (("rate", ONE), ("generate",)):
        assert "did you mean x-wing" in satdoku(*command, "--requires", "x-wng")[2]


def test_the_two_numbers_of_fewest_clues_are_named_where_they_differ(satdoku: Call) -> None:
    grid = str(api.solve(CLASSIC).solution)
    code, out, err = satdoku("fewest-clues", grid, "--time-limit", "0.2")
    clues, least, _ = out.rstrip().split("\t")
    assert code == 3
    assert f"a puzzle with {clues} givens is known, and at least {least} are needed" in err
    assert satdoku("fewest-clues", "1234341221434321")[2] == ""
