"""A search obeys its clock, and what it finds does not depend on it."""

from __future__ import annotations

import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from satdoku.formats import parse
from satdoku.limits import Limit, RanOut
from satdoku.puzzle import Geometry, Position, Puzzle
from satdoku.rating import path, preset
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.catalogue import all_techniques
from satdoku.techniques.facts.position import Facts
from satdoku.techniques.facts.solver import FactSolver

EXAMPLES = Path(__file__).parents[2] / "examples" / "techniques"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
MANY = 40


def position_of(technique: Technique) -> Position:
    (file,) = EXAMPLES.glob(f"{technique.name}.*")
    document = parse(file.read_text())
    return document.position or Position.of(document.puzzle)


@pytest.mark.parametrize("technique", all_techniques(), ids=lambda t: t.name)
def test_a_clock_that_has_run_out_ends_a_search_at_once(technique: Technique) -> None:
    position = position_of(technique)
    with pytest.raises(RanOut) as caught:
        next(technique.find(position, Limit(seconds=0).start()))
    assert caught.value.stop == "seconds"


@pytest.mark.parametrize(
    "technique", [t for t in all_techniques() if "nested" not in t.name], ids=lambda t: t.name
)
def test_what_is_found_before_the_end_is_what_is_found_anyway(technique: Technique) -> None:
    position = position_of(technique)
    polls = 0

    def cancel() -> bool:
        nonlocal polls
        polls += 1
        return polls > MANY

    found = []
    with suppress(RanOut):
        for step in technique.find(position, Limit(cancel=cancel).start()):
            found.append(step)
    again = technique.find(position)
    assert found == [next(again) for _ in found]
    if polls <= MANY:
        assert next(again, None) is None


def crowded() -> Position:
    """A 25x25 board with a few givens: too much for any long search."""
    geometry = Geometry.of_size(25)
    givens = [None] * geometry.cell_count
    return Position.of(Puzzle(geometry, (1, *givens[1:])))


@pytest.mark.parametrize(
    "name", ["als-chain", "naked-quad", "enclosure", "jellyfish", "negation", "forcing-chain",
             "cell-forcing-chains", "dynamic-forcing-chains", "small-proof", "trial"],
)  # fmt: skip
def test_a_large_board_does_not_hold_a_search_up(name: str) -> None:
    technique = next(t for t in all_techniques() if t.name == name)
    started = time.monotonic()
    try:
        for _ in technique.find(crowded(), Limit(seconds=0.1).start()):
            pass
    except RanOut:
        pass
    assert time.monotonic() - started < 10  # minutes to hours, without a clock


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
    thread.join(10)
    assert not thread.is_alive()
    assert ended[0].outcome == "stopped"
    assert ended[0].stop == "cancelled"
