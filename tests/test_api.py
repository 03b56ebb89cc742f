"""The everyday functions."""

from __future__ import annotations

import dataclasses
import doctest
import inspect
import itertools
import json
import pickle
import runpy
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku import api
from satdoku.answers.json_object import SCHEMA
from satdoku.batch import many
from satdoku.batch.ordered import map_ordered
from satdoku.cli.app import run
from satdoku.cli.commands import commands
from satdoku.cli.subcommands.schema import kinds_of

ROOT = Path(__file__).parent.parent
UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "12345678." + "........9" + "." * 63
BACKENDS = ["auto", "sat", "cpsat", "native", "all"]


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name == "native":
        pytest.importorskip("satdoku.core", reason="the compiled core is not installed")
    return name


def test_uniqueness(backend: str) -> None:
    assert satdoku.is_unique(UNIQUE, backend) is True
    assert satdoku.is_unique(UNIQUE.replace("6", "."), backend) is False
    assert satdoku.is_unique(NONE, backend) is False
    assert satdoku.is_unique(satdoku.parse(UNIQUE), backend) is True


def test_solve_never_raises_for_none_or_many(backend: str) -> None:
    assert str(satdoku.solve(UNIQUE, backend).solution) == SOLUTION
    assert satdoku.solve(NONE, backend).verdict == "none"
    assert satdoku.solve(NONE, backend).solution is None
    many = satdoku.solve("." * 81, backend, limit=3)
    assert (many.verdict, len(set(many.solutions)), many.complete) == ("multiple", 3, True)


def test_count_is_a_number_that_knows_how_sure_it_is(backend: str) -> None:
    few = satdoku.count(UNIQUE.replace("6", "."), backend)
    assert (few, few.exact, str(few)) == (5, True, "5")
    cut = satdoku.count("." * 81, backend, limit=50)
    assert (cut, cut.exact, str(cut)) == (50, False, ">=50")


def test_solutions_are_different(backend: str) -> None:
    grids = list(satdoku.solutions("." * 81, backend, limit=40))
    assert len(set(grids)) == 40
    empty = satdoku.Puzzle.empty(satdoku.Geometry.classic())
    assert all(empty.accepts(grid) for grid in grids)


@pytest.mark.parametrize("text", ["", "x" * 80, "55" + "." * 78, UNIQUE[:80] + "A"])
def test_unreadable_text_raises(text: str, backend: str) -> None:
    for ask in (satdoku.is_unique, satdoku.solve, satdoku.count, satdoku.solutions):
        with pytest.raises(satdoku.FormatError):
            ask(text, backend)


def test_a_faulty_puzzle_raises_with_every_fault(backend: str) -> None:
    with pytest.raises(satdoku.InvalidPuzzle, match="row 1: r1c1 and r1c2") as caught:
        satdoku.is_unique("55" + "." * 79, backend)
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("backend", ["auto", "sat", "cpsat"])
def test_is_unique_raises_where_a_limit_leaves_it_open(backend: str) -> None:
    with pytest.raises(satdoku.Undecided, match="seconds"):
        satdoku.is_unique("." * 256, backend, time_limit=0)


def test_a_checker_for_tight_loops(backend: str) -> None:
    with satdoku.Checker(backend=backend) as checker:
        cells: list[int | None] = [int(symbol) for symbol in SOLUTION]
        assert checker.is_unique(cells)
        cells[0] = None
        assert checker.is_unique(cells)
        assert checker.is_unique(UNIQUE)
        assert not checker.is_unique([0] * 81)
        with pytest.raises(satdoku.InvalidPuzzle):
            checker.is_unique("11" + "." * 79)


def test_every_public_name_exists() -> None:
    for name in satdoku.__all__:
        assert getattr(satdoku, name) is not None
    with pytest.raises(AttributeError):
        satdoku.nonesuch  # noqa: B018
    assert set(api.__all__) <= set(satdoku.__all__)


CAGES = ("r1c1 r1c2 r2c1", "r3c3 r3c4", "r1c4 r2c4", "r2c2 r3c2", "r4c1 r4c2", "r1c3 r2c3")
THEME = json.dumps(
    {
        "givens": "." * 16,
        "constraints": [{"rule": "killer-cage", "cells": cage.split()} for cage in CAGES],
    }
)


def test_the_examples_of_every_function_run_as_shown() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    failed, tried = doctest.testmod(api)
    assert (failed, tried > 30) == (0, True)
    for name in set(QUESTIONS) - {"solve", "check_unique", "count", "verify"}:
        assert ">>>" in (getattr(api, name).__doc__ or "")


def test_the_examples_of_the_page_run_as_shown() -> None:
    page = (ROOT / "docs" / "api.md").read_text("utf-8")
    test = doctest.DocTestParser().get_doctest(page, {}, "api.md", None, 0)
    assert tuple(doctest.DocTestRunner().run(test)) == (0, 14)


def test_the_reference_has_every_function_and_every_field() -> None:
    text = runpy.run_path(str(ROOT / "docs" / "reference.py"))["reference"]()
    for name in set(api.__all__):
        assert f"### {name}\n" in text or f"`{name}`" in text, name
    for kind in {kind for command in commands() for kind in kinds_of(command)}:
        assert f"### {kind.__name__}: " in text


# -- the same answers as the command line ----------------------------------------------------------

MINI = "1....2..4......3"
BROKEN = "1...2......12..."
SEVERAL = "1....2..4......."
BOARD = "13...2..4......3"
LETTERS = "0123456789ABCDEF" + "." * 240
"""The digits of a 16x16 board from 0: their solution is written so too."""

QUESTIONS: dict[str, list[tuple[Callable[[], Any], list[str]]]] = {
    "solve": [
        (lambda: satdoku.solve(UNIQUE), ["solve", UNIQUE]),
        (lambda: satdoku.solve(SEVERAL, limit=3), ["solve", SEVERAL, "--limit", "3"]),
        (lambda: satdoku.solve(LETTERS, "sat"), ["solve", LETTERS, "--backend", "sat"]),
        (lambda: satdoku.solve(NONE), ["solve", NONE]),
    ],
    "check_unique": [
        (lambda: satdoku.check_unique(UNIQUE), ["check-unique", UNIQUE]),
        (lambda: satdoku.check_unique(SEVERAL), ["check-unique", SEVERAL]),
        (
            lambda: satdoku.check_unique("." * 625, time_limit=0),
            ["check-unique", "." * 625, "--time-limit", "0"],
        ),
    ],
    "count": [
        (lambda: satdoku.count(SEVERAL), ["count", SEVERAL]),
        (lambda: satdoku.count("." * 81, limit=9), ["count", "." * 81, "--limit", "9"]),
    ],
    "rate": [
        (lambda: satdoku.rate(UNIQUE), ["rate", UNIQUE]),
        (lambda: satdoku.rate(UNIQUE, scale="hodoku"), ["rate", UNIQUE, "--scale", "hodoku"]),
        (lambda: satdoku.rate(UNIQUE, scale="both"), ["rate", UNIQUE, "--scale", "both"]),
        (lambda: satdoku.rate(UNIQUE, scale="w"), ["rate", UNIQUE, "--scale", "w"]),
    ],
    "hint": [
        (lambda: satdoku.hint(MINI), ["hint", MINI]),
        (lambda: satdoku.hint(MINI, strength=2), ["hint", MINI, "-s", "2"]),
        (
            lambda: satdoku.hint(MINI, strength=3, lang="ja", preset="se"),
            ["hint", MINI, "-s", "3", "--lang", "ja", "--preset", "se"],
        ),
        (
            lambda: satdoku.hint(SEVERAL, strength=3, allow_multiple=True, style="mus"),
            ["hint", SEVERAL, "-s", "3", "--allow-multiple", "--style", "mus"],
        ),
        (lambda: satdoku.hint(SOLUTION), ["hint", SOLUTION]),
    ],
    "explain": [
        (lambda: satdoku.explain(MINI), ["explain", MINI]),
        (
            lambda: satdoku.explain(UNIQUE, preset="se", lang="ja", limit=3),
            ["explain", UNIQUE, "--preset", "se", "--lang", "ja", "--limit", "3"],
        ),
        (
            lambda: satdoku.explain(SEVERAL, preset="trial", limit=2),
            ["explain", SEVERAL, "--preset", "trial", "--limit", "2"],
        ),
    ],
    "steps": [
        (
            lambda: satdoku.steps(MINI, "hidden-single", limit=3),
            ["steps", MINI, "-t", "hidden-single", "--limit", "3"],
        ),
    ],
    "learn": [
        (lambda: satdoku.learn(), ["learn"]),
        (lambda: satdoku.learn("skyscraper", lang="ja"), ["learn", "skyscraper", "--lang", "ja"]),
        (
            lambda: satdoku.learn("x-wing", drill=True, seed=7),
            ["learn", "x-wing", "--drill", "--seed", "7"],
        ),
        (
            lambda: satdoku.learn("x-wing", answer="r5c1<>8", seed=7),
            ["learn", "x-wing", "--answer", "r5c1<>8", "--seed", "7"],
        ),
    ],
    "practice": [
        (
            lambda: next(satdoku.practice("naked pairs", seed=2)),
            ["practice", "naked-pair", "--seed", "2"],
        )
    ],
    "generate": [
        (
            lambda: next(satdoku.generate(seed=1, pattern=satdoku.GivenPattern(symmetry="180"))),
            ["generate", "--seed", "1", "--symmetry", "180"],
        ),
        (
            lambda: next(satdoku.generate(seed=1, difficulty="easy")),
            ["generate", "--seed", "1", "--level", "easy"],
        ),
        (
            lambda: next(
                satdoku.generate(seed=1, board="." * 16, pattern=satdoku.GivenPattern(full=True))
            ),
            ["generate", "--seed", "1", "--size", "4", "--full"],
        ),
    ],
    "minimize": [
        (lambda: satdoku.minimize(UNIQUE), ["minimize", UNIQUE]),
        (lambda: satdoku.minimize(MINI, fewest=True), ["minimize", MINI, "--fewest"]),
        (lambda: satdoku.minimize(MINI, all=2), ["minimize", MINI, "--all", "2"]),
    ],
    "suggest": [
        (
            lambda: satdoku.suggest(SEVERAL, "killer-cage,odd", count=2, seed=3),
            ["suggest", SEVERAL, "--rule", "killer-cage,odd", "-n", "2", "--seed", "3"],
        ),
        (
            lambda: satdoku.suggest(SEVERAL, "odd", pairs=True, count=2),
            ["suggest", SEVERAL, "--rule", "odd", "--pairs", "-n", "2"],
        ),
        (
            lambda: satdoku.suggest(SEVERAL, "thermo", solution="1423324143122134", lang="ja"),
            [
                "suggest",
                SEVERAL,
                "--rule",
                "thermo",
                "--solution",
                "1423324143122134",
                "--lang",
                "ja",
            ],
        ),
    ],
    "set_values": [
        (
            lambda: satdoku.set_values(THEME, free="killer-cage", seed=4),
            ["set-values", THEME, "--free", "killer-cage", "--seed", "4"],
        ),
    ],
    "diagnose": [
        (lambda: satdoku.diagnose(BROKEN, all=2), ["diagnose", BROKEN, "--all", "2"]),
        (
            lambda: satdoku.diagnose(SEVERAL, lang="ja"),
            ["diagnose", SEVERAL, "--lang", "ja"],
        ),
        (lambda: satdoku.diagnose(MINI), ["diagnose", MINI]),
    ],
    "check": [
        (lambda: satdoku.check(BOARD, MINI), ["check", BOARD, "--puzzle", MINI]),
        (
            lambda: satdoku.check(BOARD, MINI, reveal=True, lang="ja"),
            ["check", BOARD, "--puzzle", MINI, "--reveal", "--lang", "ja"],
        ),
    ],
    "canonical": [(lambda: satdoku.canonical(MINI), ["canonical", MINI])],
    "transform": [
        (lambda: satdoku.transform(MINI, seed=7), ["transform", MINI, "--seed", "7"]),
        (
            lambda: satdoku.transform(MINI, "transpose"),
            ["transform", MINI, "--by", "transpose"],
        ),
        (
            lambda: satdoku.transform(MINI, "count", moves="relabel,rows"),
            ["transform", MINI, "--count", "--moves", "relabel,rows"],
        ),
    ],
    "same": [
        (lambda: satdoku.same(MINI, BOARD), ["same", MINI, BOARD]),
        (lambda: satdoku.same(MINI, MINI), ["same", MINI, MINI]),
    ],
    "candidates": [
        (lambda: satdoku.candidates(SEVERAL, cap=3), ["candidates", SEVERAL, "--cap", "3"]),
    ],
    "certify": [
        (lambda: satdoku.certify(MINI, "proofs"), ["check-unique", MINI, "--certify", "proofs"]),
    ],
    "redundant": [
        (lambda: satdoku.redundant("14...2..4......3"), ["redundant", "14...2..4......3"]),
        (lambda: satdoku.redundant(UNIQUE, "sat"), ["redundant", UNIQUE, "--backend", "sat"]),
    ],
    "backdoors": [
        (lambda: satdoku.backdoors(UNIQUE, by="naked"), ["backdoors", UNIQUE, "--by", "naked"]),
        (lambda: satdoku.backdoors(MINI, all=True), ["backdoors", MINI, "--all"]),
    ],
    "unavoidable": [
        (lambda: satdoku.unavoidable(MINI, 6), ["unavoidable", MINI, "--size", "6"]),
    ],
    "fewest_clues": [
        (lambda: satdoku.fewest_clues(MINI, seed=2), ["fewest-clues", MINI, "--seed", "2"]),
    ],
    "convert": [
        (lambda: satdoku.convert(MINI, "csv"), ["convert", MINI, "--to", "csv"]),
        (lambda: satdoku.convert(MINI, "f-puzzles"), ["convert", MINI, "--to", "f-puzzles"]),
    ],
    "show": [
        (lambda: satdoku.show(MINI), ["show", MINI]),
        (lambda: satdoku.show("11" + "." * 79), ["show", "11" + "." * 79]),
    ],
    "known_rules": [(lambda: satdoku.known_rules("thermo")[0], ["rules", "thermo"])],
    "known_techniques": [
        (lambda: satdoku.known_techniques("x-wing")[0], ["techniques", "x-wing"]),
    ],
    "why": [
        (
            lambda: satdoku.why(MINI, ["r1c2=4", "r1c3=2"]),
            ["why", MINI, "r1c2=4", "r1c3=2"],
        ),
    ],
    "verify": [
        (lambda: satdoku.verify(*Path("proofs").glob("*.json")), ["verify", "proofs"]),
    ],
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_an_answer_is_what_the_command_prints(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))  # no progress of other tests
    if name in ("rate", "generate"):
        pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    if name == "verify":
        satdoku.certify(MINI, "proofs")
    # On a machine with other work the usual time may not tell whether there are more solutions.
    monkeypatch.setattr("satdoku.answers.solving._LEAST_MORE_SECONDS", 60.0)
    for ask, command in QUESTIONS[name]:
        answer = ask()
        run([*command, "--json"])
        printed = json.loads(capsys.readouterr().out)
        for key in ("line", "source", "seconds"):
            printed.pop(key, None)
        assert answer.to_dict() == printed
        assert printed["schema"] == SCHEMA
        if name == "count":
            continue
        assert dataclasses.is_dataclass(answer)
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(answer, dataclasses.fields(answer)[0].name, None)


def test_every_question_is_compared() -> None:
    others = {"is_unique", "parse", "solutions", "is_unique_many", "rate_many"}
    others |= {"read", "book", "worksheet", "describe", "judge"}
    functions = {name for name in api.__all__ if inspect.isfunction(getattr(api, name))}
    assert set(QUESTIONS) == functions - others


def test_texts_for_a_reader() -> None:
    hint = satdoku.hint(MINI, strength=3)
    assert "r1c2 = 4" in hint.text()
    assert hint.text("ja") == satdoku.hint(MINI, strength=3, lang="ja").text()
    path = satdoku.explain(MINI)
    last = "Solved in 12 steps; the hardest: Hidden single.\nLevel: easy."
    assert path.text().endswith(last)
    assert "12手で解けました" in path.text("ja")
    assert satdoku.explain(MINI, preset="trial").text().splitlines()
    assert satdoku.steps(MINI, "full-house").text() == ""
    assert "r2c1=2 and r4c1=2" in satdoku.diagnose(BROKEN).text()
    assert "r1c2" in satdoku.check(BOARD, MINI, lang="ja").text()


def test_answers_can_be_pickled() -> None:
    for ask in (satdoku.hint, satdoku.explain, satdoku.diagnose):
        answer = ask(MINI)
        assert pickle.loads(pickle.dumps(answer)) == answer


# -- positions -------------------------------------------------------------------------------------


def test_a_hint_in_the_middle_of_a_puzzle() -> None:
    path = satdoku.explain(MINI)
    stage = path.stages[5]
    hint = satdoku.hint(stage.before, strength=3)
    assert hint.step == stage.step
    assert satdoku.steps(stage.before, stage.step.technique).steps
    assert len(satdoku.explain(stage.before)) == len(path) - 5


def test_a_wrong_board_is_reported_not_argued_from() -> None:
    puzzle = satdoku.parse(UNIQUE)
    start = satdoku.Position.of(puzzle)
    wrong = start.place(2, 1)
    for ask in (satdoku.hint, satdoku.explain):
        for allowed in (False, True):
            with pytest.raises(satdoku.NoSolution, match=r"r1c3=1 is wrong"):
                ask(wrong, allow_multiple=allowed)
    with pytest.raises(satdoku.NoSolution, match="r1c3"):
        satdoku.hint(start.eliminate([(2, 4)]))
    assert satdoku.hint(start.place(2, 4)).outcome == "found"
    assert satdoku.check(wrong).verdict == "wrong"


def test_the_command_line_reports_a_wrong_board_too(capsys: pytest.CaptureFixture[str]) -> None:
    values = UNIQUE.replace(".", "0")
    line = f":0000:1:{values[:2]}+1{values[3:]}:::"
    for command in ("hint", "explain"):
        assert run([command, line, "--format", "library"]) == 1
        assert "r1c3=1 is wrong" in capsys.readouterr().err


def test_a_wrong_digit_beside_the_givens_of_a_link_is_reported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "link.json"
    cells: list[dict[str, Any]] = [
        {} if d == "." else {"value": int(d), "given": True} for d in UNIQUE
    ]
    for entered, message in ({"value": 1}, "r1c3=1 is wrong"), ({"centerPencilMarks": [1, 2]}, ""):
        cells[2] = entered
        rows = [cells[at : at + 9] for at in range(0, 81, 9)]
        file.write_text(json.dumps({"size": 9, "grid": rows}), "utf-8")
        for command in (["hint"], ["explain"], ["why", "r1c3=4"]):
            assert run([command[0], str(file), *command[1:]]) == 1, command
            shown = capsys.readouterr().err
            assert message in shown
            assert "r1c3" in shown
            assert "bug" not in shown
        assert run(["why", str(file), "r1c3=4", "--givens-only"]) == 0
    judged = satdoku.why(file.read_text("utf-8"), "r1c3=4", givens_only=True)
    assert judged.justified


# -- errors ----------------------------------------------------------------------------------------


def test_what_has_no_answer_raises() -> None:
    for ask in (satdoku.hint, satdoku.explain, satdoku.rate, satdoku.minimize):
        with pytest.raises(satdoku.NoSolution):
            ask(NONE)
        with pytest.raises(satdoku.NotUnique):
            ask(UNIQUE.replace("6", "."))
        with pytest.raises(satdoku.InvalidPuzzle):
            ask("55" + "." * 79)
        with pytest.raises(satdoku.FormatError):
            ask("no puzzle")
    for bad in ({"preset": "x"}, {"style": "x"}, {"lang": "x"}, {"strength": 4}):
        with pytest.raises(ValueError, match=r"'x'|not 4"):
            satdoku.hint(MINI, **bad)
    with pytest.raises(ValueError, match="no technique"):
        satdoku.steps(MINI, "no-such-technique")
    for scale in ("se", "hodoku", "both"):
        with pytest.raises(satdoku.Unsupported, match="classic 9x9"):
            satdoku.rate(MINI, scale=scale)
    with pytest.raises(ValueError, match=r"scale is one of se, .*, w, b, not 'x'"):
        satdoku.rate(UNIQUE, scale="x")
    with pytest.raises(ValueError, match="need one solution"):
        satdoku.rate(UNIQUE, scale="hodoku", allow_multiple=True)
    with pytest.raises(satdoku.ImpossibleWish, match="17 is the fewest"):
        satdoku.generate(pattern=satdoku.GivenPattern(clues=16))
    with pytest.raises(satdoku.OptionError, match="level and levels both"):
        satdoku.Difficulty(level="easy", levels="easy:1,medium:1")
    with pytest.raises(satdoku.SatdokuError, match="levels: 'x' is not a level"):
        satdoku.Difficulty(levels="x:1")
    [generated] = satdoku.generate(seed=3, difficulty="hodoku:hard")
    assert satdoku.rate(generated.puzzle, scale="hodoku").level == "hard"
    few = satdoku.generate(
        placed=satdoku.PlacedClues(clues_of="arrow:2", no_givens=True), time_limit=0.0
    )
    with pytest.raises(satdoku.Undecided, match=r"clues alone may say too little.* givens help\)"):
        list(few)
    few = satdoku.generate(
        placed=satdoku.PlacedClues(clues_of="thermo:20", no_givens=True),
        pattern=satdoku.GivenPattern(minimal=True),
        time_limit=0.0,
    )
    with pytest.raises(satdoku.Undecided, match="with minimal, more clues than"):
        list(few)
    with pytest.raises(satdoku.Undecided, match="0 of 1 found"):
        list(satdoku.generate(pattern=satdoku.GivenPattern(clues=17), time_limit=0.0))
    with pytest.raises(ValueError, match="not a symmetry"):
        satdoku.transform(MINI, "nowhere")


NEEDED: dict[str, dict[str, Any]] = {
    "book": {"puzzles": [MINI]},
    "certify": {"puzzle": MINI, "directory": "."},
    "check": {"board": MINI},
    "fewest_clues": {"grid": MINI},
    "judge": {"puzzle": MINI, "answer": "1"},
    "known_rules": {},
    "known_techniques": {},
    "learn": {},
    "practice": {"technique": "x-wing"},
    "worksheet": {"technique": "x-wing"},
    "read": {"source": "no-such-file"},
    "unavoidable": {"grid": MINI},
    "generate": {},
    "is_unique_many": {"puzzles": [MINI]},
    "parse": {"text": MINI},
    "rate_many": {"puzzles": [UNIQUE]},
    "same": {"first": MINI, "second": MINI},
    "steps": {"puzzle": MINI, "technique": "naked-single"},
    "suggest": {"puzzle": MINI, "kinds": "thermo"},
    "verify": {"certificate": "."},
}
"""The arguments of functions that do not take one puzzle."""


@pytest.mark.parametrize("name", [name for name in api.__all__ if name[0].islower()])
def test_a_wrong_type_names_its_argument(name: str) -> None:
    function = getattr(satdoku, name)
    needed = NEEDED.get(name, {"puzzle": MINI})
    parameters = inspect.signature(function).parameters
    assert set(needed) <= set(parameters)
    for parameter in parameters.keys() - {"older"}:
        for wrong in (object(), 12.5j, satdoku):
            with pytest.raises(TypeError, match=rf"^{parameter} is .*, not a value of type"):
                function(**{**needed, parameter: wrong})


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: satdoku.hint(None), "puzzle is a text, a Puzzle or rows of cells, not None"),
        (lambda: satdoku.hint(12345), "puzzle is a text, a Puzzle or rows of cells, not 12345"),
        (lambda: satdoku.solve(b"1..."), "puzzle is a text, a Puzzle .* not a value of type bytes"),
        (lambda: satdoku.rate({"r1c1": 5}), "puzzle is a text, a Puzzle .* of type dict"),
        (lambda: satdoku.same(MINI, 5), "second is a text"),
        (lambda: satdoku.solve([[0.5] * 9] * 9), "puzzle: r1c1 is 0.5; a cell is a whole number"),
        (lambda: satdoku.solve([[True] * 9] * 9), "puzzle: r1c1 is True; a cell"),
        (lambda: satdoku.solve([*[[0] * 4] * 3, 5]), "puzzle: row 4 is 5, where others are rows"),
        (lambda: satdoku.count(MINI, limit="ten"), "limit is a whole number or None, not a value"),
        (lambda: satdoku.count(MINI, limit=True), "limit is a whole number or None, not True"),
        (lambda: satdoku.count(MINI, time_limit="5"), "time_limit is a number or None, not a"),
        (lambda: satdoku.hint(MINI, strength="2"), "strength is one of 1, 2, 3, not a value of"),
        (lambda: satdoku.is_unique(MINI, 5), "backend is one of auto, .*, not 5"),
        (lambda: satdoku.Difficulty(levels=5), "levels is a text or None, not 5"),
        (lambda: satdoku.Checker().is_unique(None), "puzzle is a text, a Puzzle or rows"),
        (lambda: list(satdoku.is_unique_many(None)), "puzzles is an iterable of puzzles, not None"),
        (lambda: list(satdoku.is_unique_many([None])), "puzzle is a text, a Puzzle or rows"),
    ],
)  # fmt: skip
def test_a_wrong_type_is_named_in_one_sentence(call: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(TypeError, match=f"^{sentence}"):
        call()


def test_rows_of_cells_are_a_puzzle(tmp_path: Path) -> None:
    import numpy as np

    flat = [0 if symbol == "." else int(symbol) for symbol in UNIQUE]
    rows = [flat[i : i + 9] for i in range(0, 81, 9)]
    forms: list[Any] = [
        flat,
        rows,
        tuple(map(tuple, rows)),
        [[digit or None for digit in row] for row in rows],
        [UNIQUE[i : i + 9] for i in range(0, 81, 9)],
        [list(UNIQUE[i : i + 9]) for i in range(0, 81, 9)],
        list(UNIQUE),
        np.array(flat),
        np.array(rows, dtype=np.uint8),
        [np.array(row) for row in rows],
        satdoku.Position.of(satdoku.parse(UNIQUE)),
    ]
    for form in forms:
        assert satdoku.is_unique(form)
        assert satdoku.is_unique(form, "sat")
        assert str(satdoku.solve(form).solution) == SOLUTION
        assert satdoku.hint(form).outcome == "found"
        assert satdoku.check_unique(form).to_dict()["verdict"] == "unique"
        assert satdoku.rate(form).er == 1.2  # type: ignore[union-attr]
    assert list(satdoku.is_unique_many(forms)) == [True] * len(forms)
    given = [[1, 0, 0, 0], [0, 2, 0, 0], [4, 0, 0, 0], [0, 0, 0, 3]]
    answer = satdoku.solve(given)
    given[0][0] = 2
    assert answer.to_dict()["puzzle"] == "1....2..4......3"
    assert satdoku.certify(rows, tmp_path).verdict == "unique"
    with pytest.raises(satdoku.FormatError, match="puzzle has 9 rows, and row 1 has 8 cells"):
        satdoku.solve([[0] * 8] * 9)
    with pytest.raises(satdoku.FormatError, match="puzzle has 80 cells, which do not make"):
        satdoku.solve([0] * 80)
    with pytest.raises(satdoku.FormatError, match="puzzle: r2c1 is '\\?', which is not a digit"):
        satdoku.solve([[0] * 4, ["?"] * 4, [0] * 4, [0] * 4])
    with pytest.raises(satdoku.InvalidPuzzle, match="r1c1 is 12, but the digits are 1 to 9"):
        satdoku.solve([12] + [0] * 80)


# -- a player's board ------------------------------------------------------------------------------

ROWS = [[1, 4, 0, 0], [0, 2, 0, 0], [4, 0, 0, 0], [0, 0, 0, 3]]


@pytest.mark.parametrize(
    "board",
    [
        "14...2..4......3",
        ROWS,
        [value for row in ROWS for value in row],
        satdoku.parse("14...2..4......3"),
        satdoku.Position.of(satdoku.parse(MINI)).place(1, 4),
    ],
    ids=["text", "rows", "cells", "puzzle", "position"],
)
def test_a_hint_goes_on_from_a_players_board(board: Any) -> None:
    hint = satdoku.hint(MINI, board=board, strength=3)
    assert hint.step is not None
    assert hint.step.placements == ((4, 3),)
    assert satdoku.explain(MINI, board=board).steps[0].placements == ((4, 3),)
    (full,) = satdoku.steps(MINI, "full-house", board=board).steps
    assert full.placements == ((4, 3),)
    assert not satdoku.steps(MINI, "full-house").steps


def test_marks_are_not_used_again() -> None:
    marks = {"r1c3": [3], "R1C4": {2, 3}}
    steps = satdoku.steps(MINI, "naked-single", marks=marks)
    assert ((2, 3),) in [step.placements for step in steps.steps]
    listed: list[Any] = [None] * 16
    listed[2], listed[3] = [3], (2, 3)
    assert satdoku.steps(MINI, "naked-single", marks=listed) == steps
    wrong = satdoku.check(MINI, marks={"r1c3": [2], "r1c4": [2, 3]})
    assert (wrong.verdict, satdoku.check(MINI, marks=listed).verdict) == ("wrong", "fine")
    assert "r1c3" in wrong.text()


@pytest.mark.parametrize(
    ("options", "kind", "sentence"),
    [
        ({"board": "13...2..4......3"}, satdoku.FormatError, "board has 3 in r1c2, but the"),
        ({"board": "24...2..4......3"}, satdoku.FormatError, "board has 2 in r1c1, where"),
        ({"board": "." * 16}, satdoku.FormatError, "board leaves r1c1 empty"),
        ({"board": [[0, 0], [0, 0]]}, satdoku.FormatError, "board has 4 cells, and the puzzle 16"),
        ({"marks": {"r1c3": [2]}}, satdoku.FormatError, "board leaves r1c3 without the digit"),
        ({"marks": {"r9c9": [1]}}, satdoku.FormatError, "marks: r9c9 lies outside the board"),
        ({"marks": {"r1c3": [7]}}, satdoku.FormatError, "marks: r1c3 has 7, which is not a digit"),
        ({"marks": [None] * 15}, satdoku.FormatError, "marks has 15 cells, and the puzzle 16"),
        ({"marks": {"r1c3": "ab"}}, TypeError, "marks: r1c3 has 'ab', which are not whole numbers"),
        ({"marks": {"r1c3": 5}}, TypeError, "marks: r1c3 has 5, which are not whole numbers"),
        ({"marks": {5: [1]}}, TypeError, "marks: the keys are names of cells"),
        ({"marks": 5}, TypeError, "marks is a mapping of cell names to digits, or a list .* not 5"),
        ({"board": 5}, TypeError, "board is a text, a Puzzle or rows of cells, not 5"),
    ],
)  # fmt: skip
def test_a_board_that_is_none_of_the_puzzle_is_refused(
    options: dict[str, Any], kind: type[Exception], sentence: str
) -> None:
    for ask in (satdoku.hint, satdoku.explain):
        with pytest.raises(kind, match=f"^{sentence}"):
            ask(MINI, **options)


def test_a_players_board_of_any_puzzle() -> None:
    """The board is read on the puzzle's own: its regions, its digits, its rules."""
    for name in ("formats/jigsaw.jigsaw", "constraints/renban.json"):
        text = (ROOT / "examples" / name).read_text("utf-8")
        puzzle = satdoku.parse(text)
        given = puzzle.grid.text()
        first = satdoku.hint(puzzle)
        assert first.step is not None
        for board in (given, list(puzzle.givens)):
            assert satdoku.hint(text, board=board).step == first.step
    digits = satdoku.parse(
        '{"satdoku": 1, "board": {"size": 4, "digits": "0-3"}, "givens": "0....1..3......2"}'
    )
    board = list(digits.givens)
    board[1] = 3
    path = satdoku.explain(digits, board=board)
    assert path.stages[0].before.values[1] == 3


def test_a_rating_has_the_time_that_the_check_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = satdoku.solving.check_unique

    def slow(*arguments: Any, **options: Any) -> Any:
        time.sleep(0.2)
        return answered(*arguments, **options)

    monkeypatch.setattr(satdoku.solving, "check_unique", slow)
    with_rule = {
        "satdoku": 1,
        "givens": UNIQUE,
        "constraints": [{"rule": "odd", "cells": ["r1c1"]}],
    }
    with pytest.raises(satdoku.Undecided):
        satdoku.rate(json.dumps(with_rule), time_limit=0.15)


def test_a_time_limit_ends_a_hint_in_a_thread() -> None:
    hard = "98.7.....7.6...8...5......9.4.....5..2...1......3.......59..6.....2...1....8...."
    outcomes: list[Any] = []

    def ask() -> None:
        try:
            outcomes.append(satdoku.hint(hard, preset="six-elements", time_limit=0.3).outcome)
        except satdoku.SatdokuError as error:
            outcomes.append(error)

    thread = threading.Thread(target=ask, daemon=True)
    thread.start()
    thread.join()
    assert outcomes


# -- many ------------------------------------------------------------------------------------------


def test_many_puzzles_as_they_come() -> None:
    several = UNIQUE.replace("6", ".")
    puzzles = iter([UNIQUE, several, NONE, MINI, satdoku.parse(MINI)])
    assert list(satdoku.is_unique_many(puzzles)) == [True, False, False, True, True]
    endless = satdoku.is_unique_many(UNIQUE for _ in itertools.count())
    assert next(endless)
    bad = [UNIQUE, "55" + "." * 79, "no puzzle"]
    with pytest.raises(satdoku.InvalidPuzzle, match=r"puzzle 1: .*row 1"):
        list(satdoku.is_unique_many(bad))
    with pytest.raises(satdoku.FormatError, match="puzzle 0: "):
        list(satdoku.is_unique_many(bad[2:]))
    assert list(satdoku.is_unique_many(bad, errors="mark")) == [True, None, None]
    assert list(satdoku.is_unique_many(bad, 2, errors="mark")) == [True, None, None]
    with pytest.raises(ValueError, match="raise, mark"):
        satdoku.is_unique_many(bad, errors="x")


KINDS: list[Any] = [
    UNIQUE,
    satdoku.parse(UNIQUE),
    [0 if symbol == "." else int(symbol) for symbol in UNIQUE],
    UNIQUE.replace(".", " "),
    f"{UNIQUE}\n",
    "55" + "." * 79,
    "no puzzle",
    [[0] * 8] * 9,
    MINI,
    UNIQUE.replace("6", "."),
    NONE,
]
"""Puzzles for the core's threads, of which each takes a moment only."""


@pytest.mark.parametrize(
    "longer",
    [[], ["." * 256], pytest.param([f"{UNIQUE} # a note"], marks=pytest.mark.full)],
    ids=["none", "a large board", "a note"],
)
def test_threads_and_processes_answer_as_one_process_does(
    longer: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("satdoku.core", reason="threads are the compiled core's")
    puzzles = [*KINDS * 20, *longer, *KINDS]
    if not longer:
        monkeypatch.setattr(many, "map_ordered", None)  # processes would need it
    for ask in (satdoku.is_unique_many, satdoku.rate_many):
        if "." * 256 in longer and ask is satdoku.rate_many:
            continue
        answers = list(ask(puzzles, 2, errors="mark"))
        with monkeypatch.context() as patch:
            patch.setattr(many, "map_ordered", map_ordered)
            alone = list(ask(puzzles, errors="mark"))
        assert [_timeless(one) for one in answers] == [_timeless(one) for one in alone]
    with pytest.raises(satdoku.InvalidPuzzle, match="puzzle 5: "):
        list(satdoku.is_unique_many(puzzles, 2))


def _timeless(answer: Any) -> Any:
    return {**answer.to_dict(), "seconds": 0} if dataclasses.is_dataclass(answer) else answer


def test_threads_make_what_one_process_makes() -> None:
    pytest.importorskip("satdoku.core", reason="threads are the compiled core's")
    alone = [generated.to_dict() for generated in satdoku.generate(150, seed=3)]
    assert [generated.to_dict() for generated in satdoku.generate(150, seed=3, jobs=2)] == alone


def test_what_no_puzzle_is_to_blame_for_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*args: object, **kwargs: object) -> None:
        raise satdoku.EngineUnavailable("not installed")

    monkeypatch.setattr(many, "rating_of", missing)
    with pytest.raises(satdoku.EngineUnavailable):
        list(satdoku.rate_many([UNIQUE], errors="mark"))
    for bad in (UNIQUE, satdoku.parse(UNIQUE)):
        with pytest.raises(TypeError, match="not one puzzle"):
            satdoku.is_unique_many(bad)


def test_many_ratings() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    [first, second] = satdoku.rate_many([UNIQUE, NONE], errors="mark")
    assert first is not None
    assert (first.er, first.ep, first.ed, second) == (1.2, 1.2, 1.2, None)
    with pytest.raises(satdoku.NoSolution, match="puzzle 1: "):
        list(satdoku.rate_many([UNIQUE, NONE]))


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_ratings_on_hodokus_scale(jobs: int) -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    whole = satdoku.rate(UNIQUE, scale="hodoku").to_dict()
    [first, second] = satdoku.rate_many([UNIQUE, NONE], jobs, errors="mark", scale="hodoku")
    assert first is not None
    assert {**first.to_dict(), "seconds": 0} == {**whole, "seconds": 0}
    assert second is None
    with pytest.raises(satdoku.Unsupported, match="puzzle 0: HoDoKu's scale is for"):
        list(satdoku.rate_many([MINI], jobs, scale="hodoku"))
    numpy = pytest.importorskip("numpy")
    array = numpy.array([[int(c) if c.isdigit() else 0 for c in UNIQUE]])
    assert satdoku.rate_many(array, jobs, scale="hodoku").tolist() == [[whole["score"]]]


def test_suggest_refuses() -> None:
    with pytest.raises(satdoku.FormatError, match="killer-cage:2 has no meaning"):
        satdoku.suggest(MINI, "killer-cage:2")
    with pytest.raises(satdoku.FormatError, match="did you mean thermo"):
        satdoku.suggest(MINI, "termos")
    with pytest.raises(satdoku.ImpossibleWish, match="rule of the whole board"):
        satdoku.suggest(MINI, "anti-king")
    with pytest.raises(satdoku.FormatError, match="not a solution of the puzzle"):
        satdoku.suggest(MINI, "thermo", solution="1234341221434321")
    with pytest.raises(satdoku.FormatError, match="every cell"):
        satdoku.suggest(MINI, "thermo", solution=MINI)
    with pytest.raises(ValueError, match="count"):
        satdoku.suggest(MINI, "thermo", count=0)


def test_many_ratings_of_variants() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    variant = json.dumps({
        "satdoku": 1, "board": {"size": 4}, "givens": "." * 16,
        "constraints": [
            {"rule": "thermo", "cells": ["r1c1", "r1c2", "r1c3", "r1c4"]},
            {"rule": "thermo", "cells": ["r2c3", "r2c4", "r3c4"]},
            {"rule": "black-dot", "cells": ["r2c1", "r3c1"]},
        ],
    })  # fmt: skip
    [classic, rated] = satdoku.rate_many([UNIQUE, variant])
    alone = satdoku.rate(variant)
    assert classic is not None
    assert rated is not None
    assert "er" in classic.to_dict()
    assert rated.to_dict() | {"seconds": 0} == alone.to_dict() | {"seconds": 0}
    assert rated.to_dict()["scale"] == "satdoku"
    assert "er" not in rated.to_dict()


def test_an_array_of_digits() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    import numpy as np

    texts = [UNIQUE, UNIQUE.replace("6", "."), NONE]
    rows = np.array([[int(c) for c in text.replace(".", "0")] for text in texts])
    verdicts = satdoku.is_unique_many(rows, jobs=2)
    assert verdicts.dtype == bool
    assert verdicts.tolist() == [True, False, False]
    ratings = satdoku.rate_many(rows, errors="mark")
    assert ratings[0].tolist() == [1.2, 1.2, 1.2]
    assert np.isnan(ratings[1:]).all()
    with pytest.raises(satdoku.NotUnique, match="puzzle 1: "):
        satdoku.rate_many(rows)
    rows[2, 0] = rows[2, 1]
    with pytest.raises(satdoku.InvalidPuzzle, match="puzzle 2: "):
        satdoku.is_unique_many(rows)
    assert satdoku.is_unique_many(rows, errors="mark").tolist() == [True, False, None]
    rows[1, 4] = 12
    with pytest.raises(satdoku.FormatError, match="puzzle 1: 12 in r1c5"):
        satdoku.is_unique_many(rows)
    boards = np.array(rows[[0, 0]]).reshape(2, 9, 9)
    assert satdoku.is_unique_many(boards).tolist() == [True, True]
    for bad in (rows[:, :80], rows.astype(float), rows[0], boards[0]):
        with pytest.raises(satdoku.FormatError, match="81 a row"):
            satdoku.is_unique_many(bad)


def test_cells_of_data_frames_may_be_floats() -> None:
    """Frames keep whole numbers with empty cells as floats and NaN."""
    np = pytest.importorskip("numpy")
    cells = [float("nan") if c == "." else float(c) for c in UNIQUE]
    rows = [cells[i : i + 9] for i in range(0, 81, 9)]
    for given in (cells, rows, np.array(rows), np.array(cells)):
        assert satdoku.solve(given).solution.text() == SOLUTION
