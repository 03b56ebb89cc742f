"""Every step has its sentences in both languages, and they name what they must."""

from __future__ import annotations

import doctest
import re

import pytest

import satdoku.explaining
from satdoku.board import Geometry
from satdoku.constraints import KillerCage
from satdoku.explaining import Lang, explain
from satdoku.messages import languages, no_language
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.seeds import six_elements
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.board import apply
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.searches.small.trial import Trial
from satdoku.techniques.step import Contradiction, Step
from tests.shared import thinned

from .support import INKALA_2012, position_of, rated, with_runs

BOARD = Geometry.classic()
LANGS = languages()


def steps(every: int) -> list[Step]:
    """Steps of many kinds."""
    steps_ = []
    for name, puzzles in (
        ("human", rated(1.0, 9.0)[::every]),
        ("se", rated(1.0, 8.5)[::every]),
        ("six-elements", rated(5.0, 8.0)[::every]),
    ):
        for puzzle in puzzles:
            steps_ += path(position_of(puzzle), preset(name)).steps
    hard = position_of(INKALA_2012)
    return [*steps_, *filter(None, (Negation(2).first(hard), Trial().first(hard)))]


@pytest.fixture(scope="module", params=thinned([100, 40], 2))
def many(request: pytest.FixtureRequest) -> list[Step]:
    return steps(request.param)


HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


@pytest.mark.full
def test_a_contradiction_is_one_numbered_argument() -> None:
    every = path(position_of(HARD), preset("se")).steps
    steps = [
        s for s in every if s.variant == "contradiction" and not any(c.parts for c in s.view.chains)
    ]
    long = 0
    for step in steps:
        text = explain(step, BOARD)
        assert text.count("On the other hand:") == 1, text
        numbered = re.findall(r"^ *(\d+)\. (.*?)(?: \(.*?\))?(?: \[from (.*)\])?$", text, re.M)
        long += bool(numbered)
        assert [int(n) for n, _, _ in numbered] == list(range(1, len(numbered) + 1)), text
        said = [statement for _, statement, _ in numbered]
        assert len(set(said)) == len(said), text
        for number, _, others in numbered:
            assert all(int(other) < int(number) for other in others.split(", ") if other), text
        if numbered:
            opposite = said[-1].replace(" is not ", " = ")
            assert opposite in said or said[-1].replace(" = ", " is not ") in said, text
    assert long > 5


@pytest.mark.full
@pytest.mark.parametrize("lang", LANGS)
def test_full_texts_name_the_conclusion(many: list[Step], lang: Lang) -> None:
    for step in many:
        text = with_runs(explain(step, BOARD, lang))
        for cell, digit in step.placements:
            assert re.search(rf"{BOARD.name(cell)} ?= ?{digit}", text), text
        for cell, digit in step.eliminations:
            assert BOARD.name(cell) in text, text
            assert str(digit) in text, text
        for house in step.view.houses[:1]:
            kind, number = house.name.rsplit(maxsplit=1)  # "columns 3 and 7" names both
            named = rf"\b{kind}(s (\d+,? (and )?)*| ){number}\b" if lang == "en" else number
            assert re.search(named, text.lower()), text
        assert "None " not in text.replace("None of them works", "")
        assert text == text.strip()


@pytest.mark.full
def test_no_word_of_a_step_is_english(many: list[Step], veiled: str) -> None:
    for step in many:
        text = explain(step, BOARD, veiled)
        assert not re.search(r"\b(the|and|row|column|box|is|not)\b", text), text


def test_long_chains_are_written_a_link_a_line(many: list[Step]) -> None:
    long = [s for s in many if s.view.chains and len(s.view.chains[0].nodes) > 8]
    assert long
    for step in long:
        assert len(explain(step, BOARD).splitlines()) > 6


def test_a_contradiction_is_told() -> None:
    text = "..3456789" + "..2......" + "." * 63
    route = path(position_of(text), six_elements(1))
    assert "no solution" in explain(route.steps[-1], BOARD)
    assert "解はありません" in explain(route.steps[-1], BOARD, "ja")


def test_the_docstring_runs_as_shown() -> None:
    failed, tried = doctest.testmod(satdoku.explaining)
    assert tried
    assert not failed


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match=re.escape(no_language("xx"))):
        explain(Step("trial", TrialProof(0, (1, 2))), BOARD, "xx")


def test_trials_and_negations_of_any_depth_have_few_lines() -> None:
    """Cases inside of cases are counted, however many they are."""
    end = Contradiction("no-candidate", (5,))
    wrong = Step("no-candidate", FactsProof(), contradiction=end)

    def trial(depth: int) -> Step:
        parts = (trial(depth - 1),) if depth else (wrong,)
        branches = [AssumptionProof((depth, d), "contradiction", parts) for d in (1, 2, 3)]
        steps = tuple(Step("assumption", branch) for branch in branches)
        return Step(
            "trial", TrialProof(depth, (1, 2, 3), steps), contradiction=Contradiction("clash")
        )

    def negation(depth: int) -> Step:
        parts = [negation(depth - 1)] * 9 if depth else [wrong] * 9
        return Step(
            "negation", NegationProof((depth, 1), (*parts, wrong)), eliminations=((depth, 1),)
        )

    few, many = explain(trial(1), BOARD), explain(trial(7), BOARD)
    assert few.count("a contradiction.") == 9
    assert "r1c8 = 2, followed through 3279 more cases: all of them fail." in many
    assert len(many.splitlines()) == 5
    assert len(explain(negation(1), BOARD).splitlines()) == 13
    long = explain(negation(3), BOARD)
    assert "r1c3 is not 1, because a contradiction would follow, in 1001 lines" in long
    assert len(long.splitlines()) == 13


def test_the_ways_of_a_cage_are_listed() -> None:
    cages = [KillerCage((0, 9), 8), KillerCage((40, 41), 16), KillerCage((22, 31), 13)]
    position = start(Puzzle.empty(BOARD, cages))
    texts = []
    while (step := SmallProof().first(position)) is not None:
        texts.append(explain(step, BOARD))
        position = apply(position, step)
        assert "だけです" in explain(step, BOARD, "ja")
    cage = "The killer cage of"
    assert texts[0].startswith(
        f"{cage} 8 in r1c1 and r2c1 can only be 1+7, 2+6 or 3+5, so r1c1 and"
    )
    assert f"{cage} 16 in r5c5 and r5c6 can only be 7+9, so r4c4, r4c5" in texts[1]
    assert f"{cage} 13 in r3c5 and r4c5 can only be 4+9, 5+8 or 6+7; with the candi" in texts[2]
    assert texts[2].endswith("r3c5 is not 4 or 6.")
