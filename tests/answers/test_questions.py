"""Questions and answers: one form of every option, and objects that name what they are about."""

from __future__ import annotations

import dataclasses
import inspect
import json
import pickle
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.answers.counting import CountQuestion
from satdoku.answers.question import Answer, QuestionField, ask, fields_of
from satdoku.answers.sets import RedundantQuestion
from satdoku.board import Geometry
from satdoku.board.names import Cell, Placed
from satdoku.cli.commands import commands
from satdoku.cli.functions import question_of
from satdoku.cli.loading import options_of

THEME = json.dumps(
    {
        "givens": "1....2..4......3",
        "constraints": [{"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}],
    }
)
SPARE = "14...2..4......3"
CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def options(kind: Any) -> Iterator[QuestionField]:
    hints = typing.get_type_hints(kind)
    for field in dataclasses.fields(kind):
        if dataclasses.is_dataclass(hints[field.name]):
            yield from options(hints[field.name])
    yield from fields_of(kind)


ASKED = {name: kind for name in commands() if (kind := question_of(name)) is not None}
"""The question of each command that puts one."""

IN_PYTHON = {
    "check-unique": {
        *("certify", "proof_format", "proof_solver", "theorem", "solver", "workers", "seed"),
    },
    "convert": {"to_letters"},
    "transform": {"by", "canonical", "count"},
    "worksheet": {"count"},
    "generate": {field.name for field in options(ASKED["generate"])},
}
"""Options that Python has in another form: ``options=``, ``letters=``, ``to=``, groups."""
ENGINE = {"solver", "workers", "seed"}


@pytest.mark.parametrize("command", ASKED)
def test_an_option_is_the_same_behind_every_door(command: str) -> None:
    flags = options_of(command)
    function = getattr(satdoku, command.replace("-", "_"))
    parameters = inspect.signature(function).parameters
    engine = ENGINE if "options" in parameters else set()
    listed = list(options(ASKED[command]))
    assert len({name for name, *_ in listed}) == len(listed)
    for name, _, default, option in listed:
        assert option.help.endswith((".", "...", "is written.")), option.help
        spelled = option.flags or (f"--{name.replace('_', '-')}",)
        assert set(spelled) <= set(flags), name
        if name in IN_PYTHON.get(command, ()) or name in engine:
            continue
        parameter = parameters[name]
        expected = parameter.empty if default is dataclasses.MISSING else default
        assert parameter.default == expected, name


def test_a_question_refuses_what_it_cannot_have() -> None:
    for wrong, kind in ((0, ValueError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(kind, match=r"^limit is a "):
            ask(CountQuestion(wrong), SPARE)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^backend is one of auto, native, sat, not 'x'"):
        ask(RedundantQuestion("x"), SPARE)  # type: ignore[arg-type]
    with pytest.raises(satdoku.OptionError, match=r"^all and fewest cannot be asked for together"):
        satdoku.minimize(SPARE, all=1, fewest=True)


def test_a_cell_is_a_text_that_knows_its_place() -> None:
    answer = satdoku.redundant(SPARE)
    assert answer.givens == ("r1c2=4", "r2c2=2")
    given = answer.givens[0]
    assert (given.cell, given.cell.row, given.cell.column, given.cell.number) == ("r1c2", 1, 2, 1)
    assert (given.digit, given.cell.name) == (4, "r1c2")
    assert json.dumps([given, given.cell]) == '["r1c2=4", "r1c2"]'
    again = pickle.loads(pickle.dumps(given))
    assert (again, again.cell.column, again.digit) == (given, 2, 4)
    geometry = Geometry.classic()
    cells = [Cell(geometry, number) for number in range(81)]
    assert [geometry.cell(cell) for cell in cells] == list(range(81))
    assert [geometry.row_column(cell.number) for cell in cells] == [
        (cell.row - 1, cell.column - 1) for cell in cells
    ]
    assert Placed(cells[80], 3) == "r9c9=3"


ANSWERS = {
    "solve": lambda: satdoku.solve(CLASSIC),
    "check-unique": lambda: satdoku.check_unique("." * 16),
    "candidates": lambda: satdoku.candidates(SPARE, cap=2),
    "redundant": lambda: satdoku.redundant(SPARE),
    "backdoors": lambda: satdoku.backdoors(SPARE),
    "unavoidable": lambda: satdoku.unavoidable("1234341221434321", 4),
    "fewest-clues": lambda: satdoku.fewest_clues("1234341221434321"),
    "minimize": lambda: satdoku.minimize(SPARE),
    "transform": lambda: satdoku.transform(SPARE, "transpose"),
    "diagnose": lambda: satdoku.diagnose("1...2......12..."),
    "diagnose several": lambda: satdoku.diagnose("1....2..4......."),
    "suggest": lambda: satdoku.suggest("1....2..4.......", "killer-cage:2-3", count=1),
    "set-values": lambda: satdoku.set_values(THEME),
    "check": lambda: satdoku.check("13...2..4......3", "1....2..4......3"),
    "rate": lambda: satdoku.rate(CLASSIC),
    "both": lambda: satdoku.rate(CLASSIC, scale="both"),
    "hint": lambda: satdoku.hint(SPARE, strength=3),
    "explain": lambda: satdoku.explain(SPARE),
    "trial": lambda: satdoku.explain(SPARE, preset="trial"),
    "steps": lambda: satdoku.steps(SPARE, "hidden-single"),
    "convert": lambda: satdoku.convert(SPARE, "csv"),
    "show": lambda: satdoku.show("11" + "." * 14),
    "show solved": lambda: satdoku.show(SPARE, solved=True),
    "generate": lambda: next(satdoku.generate(seed=1)),
    "generate a grid": lambda: next(
        satdoku.generate(seed=1, board="." * 16, pattern=satdoku.GivenPattern(full=True))
    ),
    "why": lambda: satdoku.why(SPARE, ["r1c3=3", "r1c3=2", "hidden single in row 1"]),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_has_words_a_picture_and_a_record(name: str) -> None:
    answer: Answer = ANSWERS[name]()
    assert answer.text()
    assert answer.scene().cells
    assert answer.to_dict() == json.loads(json.dumps(answer.to_dict()))
    assert answer.puzzle == answer.to_dict()["puzzle"]
    assert "<svg" in answer._repr_html_()
    assert "<svg" in answer.svg()


def test_what_was_made_shown_converted_or_verified_has_objects(tmp_path: Path) -> None:
    shown = satdoku.show("11" + "." * 14)
    assert {(fault.kind, fault.cells) for fault in shown.faults} == {("repeat", (0, 1))}
    assert [cell.row for cell in shown.candidates][-1] == 4
    assert satdoku.show(SPARE, solved=True).solution == satdoku.solve(SPARE).solution
    generated = next(satdoku.generate(seed=1, placed=satdoku.PlacedClues(killer=True)))
    assert satdoku.solve(generated.input.puzzle).solution == generated.solution
    assert satdoku.parse(generated.puzzle) == generated.input.puzzle
    jigsaw = satdoku.Puzzle.empty(satdoku.Geometry.of_size(6))
    generated = next(satdoku.generate(seed=1, board=jigsaw))
    assert satdoku.solve(generated.input.puzzle).solution == generated.solution
    converted = satdoku.convert(SPARE, "csv")
    assert converted.text == converted.text() == f"puzzle\n{SPARE}\n"
    assert (type(converted.text()), converted.lost, converted.undrawn) == (str, (), 0)
    path = satdoku.certify(SPARE, tmp_path).certificate
    verified = satdoku.verify(path, "." * 16)
    assert [fault.part for fault in verified.result.faults] == ["puzzle"]
    assert verified.input.puzzle == satdoku.parse(SPARE)
    assert pickle.loads(pickle.dumps(generated)) == generated


READERS = {
    "constraints/parameters.py",
    "constraints/console.py",
    "constraints/usage.py",
    "encodings/dimacs.py",
    "formats/clues.py",
    "formats/cosmetics.py",
    "formats/sudokupad.py",
    "web/static/pen.js",
}
"""Files that read names of cells: in rules, links, formulas, and clues that a setter draws."""


def test_no_cell_is_found_again_in_a_sentence() -> None:
    package = Path(satdoku.__file__).parent
    files = (path for end in ("py", "js") for path in package.rglob(f"*.{end}"))
    readers = {
        path.relative_to(package).as_posix()
        for path in files
        if re.search(r"r\(?\\d|r\(?\[[01]-9\]", path.read_text("utf-8"))
    }
    assert readers == READERS


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_the_cells_of_an_answer_are_data_whatever_the_language(lang: str) -> None:
    diagnosis = satdoku.diagnose("1...2......12...", lang=lang)  # type: ignore[arg-type]
    assert [(cell.row, cell.column) for cell in diagnosis.cells()] == [(2, 1), (4, 1)]
    hint = satdoku.hint(SPARE, strength=3, lang=lang)  # type: ignore[arg-type]
    assert hint.scene() == satdoku.hint(SPARE, strength=3).scene()
