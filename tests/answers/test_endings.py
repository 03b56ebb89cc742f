"""How a question ends without its whole answer: limits, and errors in words and as data."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

import satdoku
from satdoku.base.limits import RanOut
from satdoku.messages import Lang

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
THEME = json.dumps(
    {"givens": "." * 16, "constraints": [{"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}]}
)
OPEN = json.dumps({"satdoku": 1, "givens": "." * 81, "constraints": [{"rule": "anti-knight"}]})
ENDED: dict[str, Callable[[], object]] = {
    "check_unique": lambda: satdoku.check_unique(OPEN, time_limit=0),
    "solve": lambda: satdoku.solve(OPEN, time_limit=0),
    "count": lambda: satdoku.count(OPEN, time_limit=0).answer,
    "candidates": lambda: satdoku.candidates(OPEN, time_limit=0),
    "diagnose": lambda: satdoku.diagnose(OPEN, time_limit=0),
    "hint": lambda: satdoku.hint(HARD, time_limit=0),
    "explain": lambda: satdoku.explain(HARD, time_limit=0),
    "steps": lambda: satdoku.steps(HARD, "naked-pair", time_limit=0),
    "why": lambda: satdoku.why(HARD, "r1c2=1", time_limit=0),
    "rate": lambda: satdoku.rate(HARD, time_limit=0),
    "redundant": lambda: satdoku.redundant(OPEN, time_limit=0),
    "backdoors": lambda: satdoku.backdoors(OPEN, time_limit=0),
    "unavoidable": lambda: satdoku.unavoidable(OPEN, time_limit=0),
    "fewest_clues": lambda: satdoku.fewest_clues(str(satdoku.solve(HARD).solution), time_limit=0),
    "suggest": lambda: satdoku.suggest(OPEN, "thermo", time_limit=0),
    "minimize": lambda: satdoku.minimize(OPEN, time_limit=0),
    "set_values": lambda: satdoku.set_values(THEME, time_limit=0),
    "check": lambda: satdoku.check(OPEN, OPEN, time_limit=0),
    "is_unique": lambda: satdoku.is_unique(OPEN, time_limit=0),
    "show": lambda: satdoku.show(OPEN, solved=True, time_limit=0),
}


@pytest.mark.parametrize("name", ENDED)
def test_a_time_limit_ends_every_question_in_the_same_way(name: str) -> None:
    try:
        answer = ENDED[name]()
    except satdoku.Undecided as error:
        stopped: str | None = error.stopped
    else:
        assert isinstance(answer, satdoku.Answer)
        stopped = answer.stopped
        assert "stopped='seconds'" in repr(answer)
    assert stopped == "seconds"


def test_an_answer_that_is_whole_was_not_stopped() -> None:
    whole = satdoku.check_unique(PUZZLE), satdoku.hint(PUZZLE), satdoku.diagnose(PUZZLE)
    assert [answer.stopped for answer in whole] == [None] * 3
    assert satdoku.explain(PUZZLE, limit=1).stopped == "steps"
    assert satdoku.minimize("14...2..4......3", all=1).stopped in (None, "solutions")
    assert satdoku.minimize("1234341221434321", all=1).stopped == "solutions"


def test_a_path_is_kept_where_the_time_runs_out_before_its_level(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(points: float) -> str:
        raise RanOut("seconds")

    puzzle = json.dumps({"givens": "1..........2.3..", "constraints": [{"rule": "diagonal"}]})
    assert satdoku.explain(puzzle).level is not None
    monkeypatch.setattr("satdoku.rating.levels.level_of_points", late)
    explanation = satdoku.explain(puzzle)
    assert (explanation.outcome, explanation.level) == ("solved", None)


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_an_error_is_in_the_language_that_was_asked_for(lang: Lang) -> None:
    hinted = satdoku.hint
    questions: list[tuple[Callable[[], object], tuple[int, ...]]] = [
        (lambda: hinted("55" + PUZZLE[2:], lang=lang), (0, 1)),
        (lambda: hinted(PUZZLE, board="535.7" + PUZZLE[5:], lang=lang), (0, 2)),
        (lambda: hinted(PUZZLE, board="531.7" + PUZZLE[5:], lang=lang), (2,)),
        (lambda: hinted(PUZZLE, board="9" + PUZZLE[1:], lang=lang), (0,)),
        (lambda: hinted(PUZZLE, marks={"r1c3": [9]}, lang=lang), (2,)),
        (lambda: hinted("." * 81, lang=lang), ()),
        (lambda: satdoku.rate("." * 81, lang=lang), ()),
        (lambda: satdoku.show("." * 81, solved=True, lang=lang), ()),
        (lambda: hinted("12x", lang=lang), ()),
        (lambda: satdoku.describe("12x", lang), ()),
    ]
    for ask, cells in questions:
        with pytest.raises(satdoku.SatdokuError) as caught:
            ask()
        error = caught.value
        assert str(error).isascii() == (lang == "en"), error
        assert tuple(error.problems[0].cells if error.problems else ()) == cells
        for problem in error.problems:
            assert problem.message.isascii() == (lang == "en")
