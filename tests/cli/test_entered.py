"""Digits and marks of a player: named where they stand in the way, left out on request."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku import api
from satdoku.base.errors import FormatError, NoSolution, SatdokuError, Unsupported
from satdoku.formats import lzstring, parse
from satdoku.puzzle import Position

Call = Callable[..., tuple[int, str, str]]
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def link(entered: dict[int, int], marks: dict[int, list[int]]) -> str:
    cells: list[dict[str, object]] = [
        {} if d == "." else {"value": int(d), "given": True} for d in GIVENS
    ]
    for cell, digit in entered.items():
        cells[cell] = {"value": digit}
    for cell, digits in marks.items():
        cells[cell] = {"centerPencilMarks": digits}
    rows = [cells[at : at + 9] for at in range(0, 81, 9)]
    data = json.dumps({"size": 9, "title": "Work", "grid": rows})
    return f"https://www.f-puzzles.com/?load={lzstring.compress(data)}"


RIGHT = link({3: 6}, {72: [1, 3]})
WRONG = link({3: 9}, {72: [1, 3]})
LOST = link({}, {72: [1, 2]})
SUKAKU = api.convert(Position.of(api.parse("." * 81)), "pencilmarks").text()


@pytest.mark.parametrize(
    "command",
    [
        ["explain", "--limit", "1"],
        ["explain", "--limit", "1", "--allow-multiple"],
        ["hint"],
        ["why", WRONG, "r1c3=4"],
        ["convert", "--to", "sudokupad"],
    ],
    ids=" ".join,
)
def test_the_way_on_is_named_and_leads_on(satdoku: Call, command: list[str]) -> None:
    words = command if WRONG in command else [*command, WRONG]
    code, out, err = satdoku(*words)
    assert code in (1, 2)
    assert not out
    assert "r1c4" in err
    assert err.count("--") == 1
    assert "; --givens-only leaves out what a player has entered\n" in err
    assert ".;" not in err
    code, out, err = satdoku(*words, "--givens-only")
    assert (code, err) == (0, "")
    assert out


def test_many_mistakes_are_cut_to_a_sentence(satdoku: Call) -> None:
    solved = SOLVED
    wrong = {cell: int(solved[cell]) % 9 + 1 for cell, digit in enumerate(GIVENS) if digit == "."}
    _, _, err = satdoku("explain", link(wrong, {}), "--lang", "ja")
    assert len(err) < 400
    assert "--givens-only" in err
    assert "。;" not in err
    assert " ... " not in err


def test_only_the_marks_that_are_there_are_drawn(satdoku: Call) -> None:
    code, out, err = satdoku("show", RIGHT)
    assert (code, err) == (0, "")
    assert out.count("13") == 1
    assert out.count(".") == 81 - GIVENS.replace(".", "").__len__() - 2
    assert "┃ 5   3  . ┃ 6  7" in out
    drawn = [cell for cell in api.show(RIGHT).scene().cells if cell.marks]
    assert [cell.marks for cell in drawn] == [(1, 3)]
    _, every, _ = satdoku("show", RIGHT, "--candidates")
    assert "1489" in every
    _, bare, _ = satdoku("show", RIGHT, "--givens-only")
    _, plain, _ = satdoku("show", GIVENS)
    assert bare == f"Work\n{plain}"


def satdoku_shown(text: str) -> tuple[object, ...]:
    return api.show(text).scene().cells


def test_marks_that_say_nothing_new_are_marks(satdoku: Call) -> None:
    bare = Position.of(api.parse(GIVENS)).candidates
    text = link({}, {2: sorted(bare[2])})
    _, out, _ = satdoku("show", text)
    assert out.count("124") == 1
    again = parse(api.convert(text, "fpuzzles").text())
    assert again.position is not None
    assert again.position.noted == {2}


@pytest.mark.parametrize("command", ["redundant --remove", "minimize", "canonical", "transform"])
def test_a_new_puzzle_drops_nothing_in_silence(satdoku: Call, command: str) -> None:
    said = "what a player has entered is left out (digits: 1, cells with marks: 1)"
    code, out, err = satdoku(*command.split(), RIGHT)
    assert (code, err) == (0, f"satdoku: {said}\n")
    code, bare, err = satdoku(*command.split(), RIGHT, "--givens-only")
    assert (code, err) == (0, "")
    if command != "transform":
        assert bare == out


def test_convert_tells_what_the_format_does_not_hold(satdoku: Call) -> None:
    said = "what a player has entered is left out (digits: 1, cells with marks: 1)"
    assert satdoku("convert", RIGHT) == (0, f"{GIVENS}\n", f"satdoku: line 1: line: {said}\n")
    assert satdoku("convert", RIGHT, "--givens-only") == (0, f"{GIVENS}\n", "")
    _, out, _ = satdoku("convert", RIGHT, "--json")
    assert json.loads(out)["unentered"] is True
    _, out, err = satdoku("convert", RIGHT, "--to", "json", "--json")
    assert "unentered" not in json.loads(out)
    assert err == ""
    noted = "what a player has entered is left out (digits: 0, cells with marks: 1)"
    corner = json.dumps({"givens": GIVENS, "corner_marks": {"r1c3": [1]}})
    assert satdoku("convert", corner) == (0, f"{GIVENS}\n", f"satdoku: line 1: line: {noted}\n")
    for name in ("sudokupad", "fpuzzles", "sudokumaker", "json"):
        assert satdoku("convert", corner, "--to", name)[2] == ""
    # Its placed digits are the givens of the line: nothing is left out.
    library = ":0000:x:" + GIVENS.replace("5", "+5", 1) + "::::"
    assert satdoku("convert", library, "--to", "line")[2] == ""


def test_a_puzzle_of_candidates_has_no_other_beginning(satdoku: Call, tmp_path: Path) -> None:
    text = SUKAKU
    code, out, err = satdoku("check-unique", "--givens-only", text)
    assert (code, out) == (2, "invalid\t" + text.strip() + "\n")
    assert "the puzzle consists of candidates" in err
    file = tmp_path / "two.pml"
    file.write_text(text + text)
    code, out, err = satdoku("check-unique", "--givens-only", str(file))
    assert code == 2
    assert [row.split("\t")[0] for row in out.splitlines()] == ["invalid", "invalid"]
    assert "line 2" in err
    code, _, _ = satdoku("batch", str(file), "-o", str(tmp_path / "run"), "--givens-only")
    assert code == 2
    with pytest.raises(FormatError, match="consists of candidates"):
        parse(text).givens_only()


def test_a_library_line_begins_with_its_givens() -> None:
    line = ":0000:x:" + GIVENS.replace("5", "+5", 1) + ":112 113::::"
    begun = api.parse(line, givens_only=True)
    assert str(begun.grid) == GIVENS.replace("5", ".", 1)
    assert begun.pencil_marks is None
    assert api.show(Position.of(begun).place(0, 5), givens_only=True).clues == begun.clues


def test_every_function_of_a_puzzle_can_leave_it_out() -> None:
    # About what a player has entered, and about files.
    judged = {"check", "verify", "book"}
    for name in api.__all__:
        function = getattr(api, name)
        if not callable(function) or isinstance(function, type):
            continue
        parameters = inspect.signature(function).parameters
        takes = {"puzzle", "grid", "first", "text"} & {*parameters}
        assert ("givens_only" in parameters) == bool(takes and name not in judged), name


def test_errors_in_python_name_the_argument_and_the_cells() -> None:
    with pytest.raises(NoSolution, match="; givens_only leaves out what") as caught:
        api.explain(WRONG)
    assert caught.value.option == "givens_only"
    assert [problem.cells for problem in caught.value.problems] == [(3,)]
    with pytest.raises(NoSolution, match="r9c1") as caught:
        api.explain(LOST)
    assert [problem.cells for problem in caught.value.problems] == [(72,)]
    with pytest.raises(Unsupported, match="givens_only leaves out"):
        api.convert(RIGHT, "sudokupad")
    for function in (api.explain, api.hint):
        function(WRONG, givens_only=True)


def test_givens_are_added(satdoku: Call) -> None:
    code, out, _ = satdoku("convert", GIVENS, "--given", "r1c4=6", "--given", "R1C3=4")
    assert (code, out) == (0, f"5346{GIVENS[4:]}\n")
    # A given takes the place of what a player has there; other digits and marks stay.
    _, out, err = satdoku("convert", WRONG, "--given", "r1c4=6", "--to", "fpuzzles")
    document = parse(out)
    assert err == ""
    assert document.position is not None
    assert (document.puzzle.givens[3], document.position.values[3]) == (6, 6)
    assert document.position.noted == {72}
    assert document.title == "Work"
    for given, why in {
        "r1c4=x": "a digit from 1 to 9",
        "r1c4": "a digit from 1 to 9",
        "r1c4=10": "a digit from 1 to 9",
        "r0c4=1": "r0c4",
        "r1c1=6": "r1c1 is given as 5 already",
    }.items():
        code, out, err = satdoku("check-unique", GIVENS, "--given", given)
        assert (code, out) == (2, "")
        assert err.startswith(f"satdoku: --given {given}: ")
        assert why in err


def test_a_file_of_plain_lines_gets_the_given_too(satdoku: Call, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{GIVENS}\n{GIVENS}\n")
    assert satdoku("check-unique", str(file), "--given", "r1c3=1")[1].count("none") == 2
    assert satdoku("check-unique", str(file), "--givens-only")[1].count("unique") == 2


def test_the_option_that_leads_on_survives_pickling() -> None:
    import pickle

    error = pickle.loads(
        pickle.dumps(SatdokuError("bad").offering("an_option", "{sentence}: {option}"))
    )
    assert str(error) == "bad: an_option"
    assert error.said(lambda name: f"--{name}") == "bad: --an_option"


def test_a_scale_of_givens_leads_to_the_givens_of_a_position(satdoku: Call) -> None:
    line = ":0000:x:" + SOLVED[:3] + "+" + SOLVED[3] + GIVENS[4:] + "::::"
    code, out, err = satdoku("rate", line, "--scale", "hodoku")
    assert code == 2
    assert err.endswith("; --givens-only leaves out what a player has entered\n")
    code, out, err = satdoku("rate", line, "--scale", "hodoku", "--givens-only")
    assert (code, err) == (0, "")
    bare = GIVENS[:2] + SOLVED[2] + GIVENS[3:]
    assert out.split("\t")[0] == satdoku("rate", bare, "--scale", "hodoku")[1].split("\t")[0]
