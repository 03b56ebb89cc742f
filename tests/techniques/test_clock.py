"""A search obeys its clock, and what it finds does not depend on it."""

from __future__ import annotations

import threading
from contextlib import suppress
from math import inf
from pathlib import Path
from typing import Any

import pytest

from satdoku.base.limits import Limit, RanOut
from satdoku.board import Geometry
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.solver import FactSolver
from tests.shared import cpu_below, thinned

EXAMPLES = Path(__file__).parents[2] / "examples" / "techniques"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MAX_POLLS = 40


def position_of(search: Technique) -> Position:
    (file,) = EXAMPLES.glob(f"{search.name}.*")
    document = parse(file.read_text())
    return document.position or Position.of(document.puzzle)


def test_a_clock_that_has_run_out_ends_a_search_at_once() -> None:
    for search in all_techniques():
        position = position_of(search)
        with pytest.raises(RanOut) as caught:
            next(search.find(position, Limit(seconds=0).start()))
        assert caught.value.stop == "seconds", search.name


@pytest.mark.parametrize(
    "search",
    thinned((t for t in all_techniques() if "nested" not in t.name), 3),
    ids=lambda t: t.name,
)
def test_what_is_found_before_the_end_is_what_is_found_anyway(search: Technique) -> None:
    position = position_of(search)
    polls = 0

    def cancel() -> bool:
        nonlocal polls
        polls += 1
        return polls > MAX_POLLS

    steps = []
    with suppress(RanOut):
        for step in search.find(position, Limit(cancel=cancel).start()):
            steps.append(step)
    again = search.find(position)
    assert steps == [next(again) for _ in steps]
    if polls <= MAX_POLLS:
        assert next(again, None) is None


def crowded() -> Position:
    """A 25x25 board with a few givens: too much for any long search."""
    geometry = Geometry.of_size(25)
    givens = [None] * geometry.cell_count
    return Position.of(Puzzle(geometry, (1, *givens[1:])))


@pytest.mark.parametrize(
    "name", ["negation", "forcing-chain", "cell-forcing-chains", "dynamic-forcing-chains",
             "small-proof", "trial"],
)  # fmt: skip
def test_a_large_board_does_not_hold_a_search_up(name: str) -> None:
    steps = technique(name).find(crowded(), Limit(seconds=0.1).start())
    with cpu_below(10), pytest.raises(RanOut):  # minutes to hours, without a clock
        for _ in steps:
            pass


@pytest.mark.parametrize("name", ["als-chain", "naked-quad", "enclosure", "jellyfish"])
def test_what_a_large_board_cannot_have_is_not_looked_for(name: str) -> None:
    with cpu_below(10):  # all sets of cells, or of houses, would take minutes
        assert list(technique(name).find(crowded())) == []


def test_each_question_about_facts_looks_at_the_clock() -> None:
    polls = 0

    def cancel() -> bool:
        nonlocal polls
        polls += 1
        return False

    position = Position.of(parse(HARD).puzzle)
    facts = Facts(Candidates.of(position), Limit(cancel=cancel).start())
    solver = FactSolver(facts)
    for v in range(9):
        before = polls
        solver.core(v, 2)
        assert polls > before


def test_what_facts_exclude_is_asked_of_few_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    """A candidate that is true in an earlier answer is not asked about, and an answer has as many
    of the others as it can."""
    facts = Facts(Candidates.of(Position.of(parse(HARD).puzzle)))
    allowed = Allowed(frozenset(range(0, len(facts.live), 2)), frozenset())
    each = FactSolver(facts)
    excluded = [v for v in range(len(facts.pairs)) if each.refutes(allowed, v)]
    solver, questions = FactSolver(facts), 0
    ask = solver._ask

    def counted(*question: Any) -> bool | None:
        nonlocal questions
        questions += 1
        return ask(*question)

    monkeypatch.setattr(solver, "_ask", counted)
    assert list(solver.excluded(allowed, range(len(facts.pairs)), inf)) == excluded
    assert questions < len(facts.pairs) / 5


def test_a_path_can_be_stopped_from_another_thread() -> None:
    stop = threading.Event()
    ended = []

    def work() -> None:
        ended.append(
            path(Position.of(parse(HARD).puzzle), preset("human"), Limit(cancel=stop.is_set))
        )

    thread = threading.Thread(target=work)
    thread.start()
    stop.set()
    thread.join()
    assert ended[0].outcome == "stopped"
    assert ended[0].stop == "cancelled"
