"""The sentences of answers in each language: the same values, and no English word in the others."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from satdoku.answers.counting import CandidatesAnswer, CountAnswer
from satdoku.answers.puzzle_input import input_of
from satdoku.answers.question import Answer
from satdoku.answers.rating import RatingAnswer
from satdoku.answers.sets import FewestCluesAnswer, UnavoidableAnswer
from satdoku.answers.shown import ShownAnswer
from satdoku.answers.solving import SolveAnswer, UniquenessAnswer
from satdoku.answers.symmetry import SameAnswer, TransformAnswer
from satdoku.answers.verification import VerificationAnswer
from satdoku.base.limits import Stop
from satdoku.diagnosing.fewest import FewestClues
from satdoku.diagnosing.unavoidable import UnavoidableSets
from satdoku.messages import SOURCE
from satdoku.proofs.verifying import Fault, Verification
from satdoku.rating.explainer import Rating
from satdoku.rating.shape import PathShape
from satdoku.solving import CandidatesResult
from satdoku.symmetry import Canonical, Move, Symmetry, SymmetryGroup
from satdoku.techniques.names.vocabulary import SizedName

BOARD = input_of(16 * ".")
FULL = input_of("1234341221434321")
CLASSIC = input_of(81 * ".")
GRID = FULL.puzzle.grid

NAMES = re.compile(
    r"r\dc\d|--json|McGuire|Tugemann|Civario|Felgenhauer and Jarvis"
    r"|\b(?:ER|EP|ED)\b|HoDoKu score|X-Wing|9x9"
)
"""Words that every language has."""


def _counts() -> Iterator[Answer]:
    for input in (BOARD, CLASSIC):
        for number, exact in ((0, True), (1, True), (12_345, True), (1, False), (288, False)):
            stopped: Stop | None = None if exact else "seconds"
            yield CountAnswer(number, exact, stopped, "sat", 1.0, input=input)
    yield CountAnswer(6_670_903_752_021_072_936_960, True, None, "sat", 1.0, input=CLASSIC)


def _candidates() -> Iterator[Answer]:
    ends: tuple[tuple[dict[int, int], Stop | None], ...]
    ends = ({}, None), ({1: 2}, "nodes"), ({1: 2}, None)
    for cell, stopped in ends:
        result = CandidatesResult(16 * (cell,), stopped is None, True, stopped, "sat", 1.0)
        yield CandidatesAnswer(BOARD, result, 3)


def _solved() -> Iterator[Answer]:
    drawn = replace(BOARD, left_out={"drawings": "a circle"})
    for input in (BOARD, drawn):
        yield SolveAnswer("none", (), True, True, None, "sat", 1.0, input=input)
        yield SolveAnswer("undecided", (), False, False, "seconds", "sat", 1.0, input=input)
        yield UniquenessAnswer("none", (), None, "sat", 1.0, input=input)
        yield UniquenessAnswer("unique", (GRID,), None, "sat", 1.0, input=input)
        yield UniquenessAnswer("multiple", (GRID, GRID), None, "sat", 1.0, input=input)
        yield UniquenessAnswer("undecided", (), "cancelled", "sat", 1.0, input=input)


def _symmetries() -> Iterator[Answer]:
    geometry, puzzle = BOARD.puzzle.geometry, BOARD.puzzle
    same = Symmetry.named(geometry, "identity")
    turned = SymmetryGroup.of(geometry).random(random.Random(2))
    for moves in (None, (Move.ROWS, Move.BANDS), ()):
        group = SymmetryGroup.of(geometry, moves)
        for alike in (1, group.order):
            canonical = Canonical(puzzle, puzzle, same, group, alike)
            yield TransformAnswer(BOARD, "count", group, None, None, canonical, None)
        yield TransformAnswer(BOARD, "count", group, None, None, None, "seconds")
    for equal, symmetry in ((True, same), (True, turned), (False, None), (None, None)):
        yield SameAnswer(BOARD, BOARD, equal, symmetry)


def _sets() -> Iterator[Answer]:
    some = ((0, 1), *((cell, cell + 1, cell + 2) for cell in range(13)))
    for sets in ((), some[:1], some):
        for stopped in (None, "solutions"):
            result = UnavoidableSets(GRID, sets, 4, 1 if stopped else 4, stopped, "sat", 1.0)
            yield UnavoidableAnswer(FULL, result)
    for least, known in ((16, 0), (9, 0), (9, 16), (7, 11)):
        yield FewestCluesAnswer(FULL, FewestClues(GRID, FULL.puzzle, least, known, 5, None, 1.0))


def _verified() -> Iterator[Answer]:
    for verdict in ("unique", "none", "multiple"):
        for lemmas in (1, 2_345):
            yield _verification(verdict, (), lemmas)
    yield _verification("unique", (), 1, "seconds")
    faults = [Fault(part, "20 > 3") for part in ("puzzle", "solution", "formula", "proof")]
    yield _verification("unique", tuple(faults), 1)


def _verification(verdict: Any, faults: tuple[Fault, ...], *more: Any) -> VerificationAnswer:
    return VerificationAnswer(FULL, Verification(FULL.puzzle, verdict, faults, *more), 1.0)


@dataclass(frozen=True)
class Shaped(Rating):
    """A rating whose path has this shape."""

    shaped: PathShape | None = None

    @property
    def shape(self) -> PathShape | None:
        return self.shaped


def _ratings() -> Iterator[Answer]:
    shape = PathShape(2, 7.25, 1)
    uses = {"naked-single": 30, "x-wing": 2, SizedName("whip", 5): 1, "Full House": 3}
    for hodoku in ("easy", "medium", "hard", "unfair", "extreme"):
        rating = Rating("hodoku", {"score": 1200}, 1, "x-wing", uses, hodoku, "ok")
        beside = RatingAnswer(CLASSIC, rating, 1.0)
        yield beside
        yield RatingAnswer(CLASSIC, _se("hard", shape, uses), 1.0, beside)
    for level in ("easy", "expert", "diabolical"):
        yield RatingAnswer(CLASSIC, _se(level, None, {}), 1.0)
    yield RatingAnswer(CLASSIC, _se("hard", None, {}), 1.0, stuck=True)


def _se(level: str, shape: PathShape | None, uses: dict[str, int]) -> Rating:
    scores = {"er": 3.2, "ep": 1.2, "ed": 1.2}
    hardest = "x-wing" if uses else None
    return Shaped("se", scores, 12, hardest, uses, level, "ok", shaped=shape)


def _shown() -> Iterator[Answer]:
    yield ShownAnswer(input_of("11.............."), None)


ANSWERS = [
    *_counts(), *_candidates(), *_solved(), *_symmetries(), *_sets(), *_verified(), *_ratings(),
    *_shown(),
]  # fmt: skip


def test_every_sentence_is_said_in_the_language(veiled: str) -> None:
    for answer in ANSWERS:
        english, text = answer.text(), answer.text(veiled)
        assert re.findall("[A-Za-z]{2,}", NAMES.sub("", text)) == [], text
        assert text.count("\n") == english.count("\n"), text
        numbers, wanted = (Counter(re.findall(r"\d+(?:[,.]\d+)*", t)) for t in (text, english))
        assert wanted <= numbers, (english, text)


def test_the_english_sentences() -> None:
    texts = [answer.text() for answer in ANSWERS]
    assert texts == [answer.text(SOURCE) for answer in ANSWERS]
    lines = {line for text in texts for line in text.splitlines()}
    assert lines >= {
        "0 solutions", "1 solution", "12,345 solutions",
        "at least 1 solution (the seconds limit ran out)",
        "counted here; Felgenhauer and Jarvis 2005 published the same number",
        "none: no solution", "none?: no solution", "undecided?: the limit on cancelled ran out",
        "  1 symmetries (no moves); only one of them leaves it as it is",
        "  8 symmetries (rows, bands); 8 of them leave it as it is",
        "yes\tnothing moves", "no", "undecided",
        "14 minimal unavoidable sets of at most 4 cells, and no others",
        "no minimal unavoidable set has 1 cell or fewer; the limit on solutions ran out before "
        "larger ones were known",
        "  2 cells: 1 set", "  and 4 more (--json lists all)",
        "exactly 16 givens: no puzzle of this grid has fewer", "between 9 and 16 givens",
        "proved: 1234341221434321 has no solution, by 2,345 lemmas",
        "proved: 1234341221434321 has more than one solution",
        "stuck: the techniques of this scale do not solve the puzzle, which has one solution",
        "HoDoKu score 1200  1 step  level: unfair", "hardest: x-wing", "    2  x-wing",
        "1 appears twice in row 1: r1c1 and r1c2",
    }  # fmt: skip
