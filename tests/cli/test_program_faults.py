"""A fault of satdoku in one puzzle of many: one row says so, and the others are answered."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import satdoku as api
from satdoku.answers.counting import CountAnswer
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.rating import RatingAnswer
from satdoku.base.codes import BUG
from satdoku.base.errors import FormatError, ProgramFault, Unsupported, naming_faults
from satdoku.base.workers import in_order
from satdoku.batch.ordered import map_ordered
from satdoku.cli.output import UNDECIDED, Report, report_all
from satdoku.constraints.combined import AllOf, AnyOf, VariablesRule
from satdoku.constraints.lines import Thermo
from satdoku.puzzle import Document
from tests.batch.support import UNIQUE, rows
from tests.cli.test_options import JSON

Run = Callable[..., tuple[int, str, str]]
GIVENS = "1.34341221434321"
RULE = {"rule": "thermo", "cells": ["r1c1", "r1c2", "r1c3"]}
FAULTY = json.dumps({"givens": GIVENS, "board": {"size": 4}, "constraints": [RULE]})
PLAIN = json.dumps({"givens": GIVENS, "board": {"size": 4}})

NEEDED = {
    "steps": ("-t", "full-house"),
    "suggest": ("--rule", "thermo"),
    "set-values": ("--rules", "killer-cage:r1c1+r1c2"),
    "transform": ("--canonical",),
    "convert": ("--to", "fpuzzles"),
    "encode": None, "decode": None, "generate": None, "learn": None, "practice": None,
    "why": None, "same": None, "techniques": None, "rules": None, "doctor": None, "bench": None,
    "unavoidable": None,
}  # fmt: skip
"""Options that commands need; ``None``: it does not take files of puzzles one by one."""

STREAMS = [name for name in JSON if NEEDED.get(name, ()) is not None]


@pytest.fixture(params=[StopIteration, KeyError])
def planted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Exception]:
    """A fault in everything that a rule states."""
    error: type[Exception] = request.param

    def broken(*_: object, **__: object) -> Any:
        raise error("planted")

    for name in ("relations", "faults", "describe", "scope", "head", "shapes", "arguments"):
        monkeypatch.setattr(Thermo, name, broken)
    return error


@pytest.fixture
def three(tmp_path: Path) -> Path:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(f"{PLAIN}\n{FAULTY}\n{PLAIN}\n")
    return file


def test_the_commands_are_those_that_take_files() -> None:
    assert len(STREAMS) > 15


@pytest.mark.parametrize("command", STREAMS)
def test_it_is_one_row_and_the_others_are_answered(
    command: str, satdoku: Run, three: Path, planted: type[Exception]
) -> None:
    code, out, err = satdoku(command, *(NEEDED.get(command) or ()), str(three), "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert (first["line"], second["line"], third["line"]) == (1, 2, 3)
    assert code == BUG
    assert "error" not in first
    assert "error" not in third
    assert second["verdict"] == "fault"
    assert second["error"].startswith(f"{three}: line 2: satdoku failed on this puzzle (")
    assert planted.__name__ in second["error"]
    assert "please report it" in second["error"]
    assert err.count("please report it") == 1


@pytest.mark.parametrize("command", ["check-unique", "solve", "rate", "diagnose"])
def test_what_an_answer_cannot_read_is_one_row_too(
    command: str, satdoku: Run, three: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> Any:
        raise FormatError("no such clue")

    monkeypatch.setattr(Thermo, "relations", refused)
    code, out, _ = satdoku(command, str(three), "--json")
    first, second, third = map(json.loads, out.splitlines())
    assert (code, second["error"]) == (2, f"{three}: line 2: no such clue")
    assert "error" not in first | third


def test_a_sentence_at_fault_is_one_of_three_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def worded(answer: CountAnswer) -> str:
        if answer.input.line == 2:
            raise StopIteration
        return f"line {answer.input.line}"

    puzzle = api.show(GIVENS).input.document.puzzle
    answers = [
        CountAnswer(1, True, None, "x", 0.0, input=PuzzleInput(Document(puzzle), line, "p", "file"))
        for line in (1, 2, 3)
    ]
    report = Report[CountAnswer](lambda answer: ("1",), lambda answer: 0, worded)
    assert report_all(answers, report, as_json=False, as_text=True) == BUG
    out, err = capsys.readouterr()
    assert (out.count("line 1"), out.count("line 3")) == (1, 1)
    assert err.startswith("satdoku: file: line 2: satdoku failed on this puzzle (StopIteration")


OTHERS = [UNIQUE, UNIQUE[::-1], UNIQUE[9:] + UNIQUE[:9]]


@pytest.fixture
def unrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fault in the rating of the second of three classic puzzles."""
    pytest.importorskip("satdoku.core", reason="rates by the core")
    honest = RatingAnswer.of

    def of(input: PuzzleInput, *arguments: Any, **options: Any) -> RatingAnswer:
        if input.text == OTHERS[1]:
            raise StopIteration
        return honest(input, *arguments, **options)

    monkeypatch.setattr(RatingAnswer, "of", of)


@pytest.mark.usefixtures("unrated")
@pytest.mark.parametrize("options", [(), ("--json",), ("--summary",), ("--scale", "hodoku")])
def test_a_file_of_plain_lines_goes_on(
    options: tuple[str, ...], satdoku: Run, tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(OTHERS[:2] + OTHERS[:1]))
    code, out, err = satdoku("rate", *options, str(file))
    assert (code, err.count("please report it")) == (BUG, 1)
    if "--summary" in options:
        assert "3 puzzles" in out
    else:
        first, second, third = out.splitlines()
        assert "fault" in second
        assert "fault" not in first + third


@pytest.mark.usefixtures("unrated")
@pytest.mark.parametrize("ask", ["verdict,rating", "rating,time"])
def test_a_batch_goes_on_and_can_answer_the_row_later(
    ask: str, satdoku: Run, tmp_path: Path
) -> None:
    file, out = tmp_path / "puzzles.txt", tmp_path / "out"
    file.write_text("\n".join(OTHERS[:2] + OTHERS[:1]))
    command = ("batch", str(file), "-o", str(out), "--ask", ask, "--to", "jsonl", "-j", "1")
    assert satdoku(*command, "--executor", "threads")[0] == UNDECIDED
    first, second, third = rows(out)
    assert first["er"] == third["er"]
    assert second["verdict"] == "unanswered"
    assert "please report it" in second["message"]


@pytest.mark.usefixtures("unrated")
def test_python_names_the_puzzle_or_warns() -> None:
    puzzles = OTHERS[:2] + OTHERS[:1]
    with pytest.raises(
        ProgramFault, match=r"^puzzle 1: satdoku failed on this puzzle \(StopIteration"
    ):
        list(api.rate_many(puzzles))
    with pytest.warns(UserWarning, match=r"^puzzle 1: .* please report it"):
        first, second, third = api.rate_many(puzzles, errors="mark")
    assert (first.er, second, third.er) == (third.er, None, first.er)


def test_no_stray_exception_looks_like_the_end_of_a_stream() -> None:
    def ended(item: int) -> int:
        if item == 2:
            raise StopIteration
        return item

    for results in (map_ordered(ended, [1, 2, 3]), in_order(ended, [1, 2, 3], 1)):
        assert next(results) == 1
        with pytest.raises(RuntimeError):
            next(results)


def test_what_was_raised_on_purpose_and_what_the_machine_lacks_is_no_fault() -> None:
    for error in (Unsupported("this"), OSError("that"), MemoryError(), KeyboardInterrupt()):
        with pytest.raises(type(error)), naming_faults():
            raise error
    with (
        pytest.raises(ProgramFault, match=r"\(ValueError: odd\); that is") as raised,
        naming_faults(),
    ):
        raise ValueError("odd")
    assert isinstance(raised.value.__cause__, ValueError)


# -- rules inside of rules -------------------------------------------------------------------------


def nested(depth: int, names: tuple[str, ...] = ("or", "and")) -> dict[str, Any]:
    rule: dict[str, Any] = RULE
    for level in range(depth):
        rule = {"rule": names[level % len(names)], "rules": [rule, RULE]}
    return rule


@pytest.mark.parametrize("depth", [21, 160, 220, 400])
def test_rules_that_are_nested_too_deeply_are_refused_and_the_rest_is_answered(
    depth: int, satdoku: Run, tmp_path: Path
) -> None:
    file = tmp_path / "puzzles.jsonl"
    deep = json.dumps({"givens": "." * 16, "constraints": [nested(depth)]})
    file.write_text(f"{PLAIN}\n{deep}\n{PLAIN}\n")
    code, out, err = satdoku("count", str(file))
    assert (code, len(out.splitlines())) == (2, 3)
    assert 'line 2: number 1 of "constraints"' in err
    assert "is inside of more than 20 others" in err


@pytest.mark.parametrize("names", [("or",), ("and",), ("or", "and")])
@pytest.mark.parametrize("depth", [7, 8, 9, 16, 17, 20])  # the compiled search reads eight
def test_twenty_rules_may_be_inside_of_each_other(depth: int, names: tuple[str, ...]) -> None:
    rule = nested(depth, names)
    text = json.dumps({"givens": GIVENS, "board": {"size": 4}, "constraints": [rule]})
    assert api.solve(text).to_dict()["solutions"] == ["1234341221434321"]
    assert api.convert(text, "json")


@pytest.mark.parametrize("depth", [21, 300])
def test_so_are_those_of_options_and_of_python(depth: int, satdoku: Run) -> None:
    words = "or:(" * depth + "thermo:r1c1+r1c2" + ")" * depth
    code, _, err = satdoku("count", GIVENS, "--rules", words)
    assert (code, err) == (2, "satdoku: --rules: or is inside of more than 20 others\n")
    rule: Any = Thermo((0, 1))
    for level in range(20):
        rule = (AnyOf, AllOf)[level % 2]((rule,))
    for kind in (AnyOf, AllOf, partial(VariablesRule, "VA*1")):
        with pytest.raises(ValueError, match="is inside of more than 20 others"):
            kind((rule,))
