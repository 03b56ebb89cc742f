"""Borders of unknown regions: cells that share one, kept in the position."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from satdoku import hint
from satdoku.answers.steps_data import conclusion, step_record
from satdoku.base.limits import RanOut
from satdoku.explaining import Strength, explain
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.board import advance, board_of
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.step import Step

from .named import unnamed
from .support import assert_sound, begun_positions, solve

ROOT = Path(__file__).resolve().parents[2]
APART = [["CC1", "CC2"], ["CC15", "CC16"]]
COUNTED = ("CC1", "CC2", "CC3", "CC5")


SHOWN = (
    "The unknown regions: Without r2c3, the region of r1c4 could only have r1c3, r1c4 and r2c4, "
    "too few for 4 cells. So r1c4 and r2c3 share a region."
)


@cache
def board(
    givens: str = "." * 16,
    counts: tuple[tuple[str, ...], ...] = (COUNTED,),
    joined: tuple[str, ...] = (),
) -> Puzzle:
    """A 4x4 board on which r1c4 counts the regions of some cells, two pairs are apart, and some
    cells share the region of r1c1."""
    rules: list[object] = [{"rule": "extra-region", "cells": pair} for pair in APART]
    rules += [{"rule": "palindrome", "cells": ["CC1", cell]} for cell in joined]
    rules += [{"rule": "count-distinct", "control": "r1c4", "cells": cells} for cells in counts]
    whole = {"rule": "chaos-construction", "rules": rules}
    data = {"satdoku": 1, "board": {"size": 4, "box": None}, "givens": givens}
    return parse(json.dumps({**data, "constraints": [whole]})).puzzle


def found(position: Position) -> Iterator[Step]:
    return technique("region-borders").find(position)


def first_of(position: Position, kind: str) -> tuple[Step, Position]:
    """The first step of a kind with its position, after those that show more of the regions."""
    for _ in range(20):
        steps = [*found(position)]
        if own := [step for step in steps if step.variant == kind]:
            return own[0], position
        position = advance(position, next(step for step in steps if step.regions))
    raise AssertionError(f"nothing of the kind {kind}")


def test_what_is_shown_of_regions_is_a_conclusion_in_rows_and_records() -> None:
    position = Position.of(board())
    step = next(step for step in found(position) if step.regions)
    (fact, *_) = step.regions
    pair = (position.geometry.name(fact.first), position.geometry.name(fact.second))
    sign = "~" if fact.together else "|"
    assert conclusion(step, position).split()[0] == sign.join(pair)
    record = step_record(step, position, "", "en").as_dict()
    assert record["regions"][0] == {"cells": [*pair], "together": fact.together}


def test_a_corner_has_one_way_out_and_what_is_shown_is_kept() -> None:
    puzzle = board()
    position = start(puzzle)
    step, _ = first_of(position, "join")
    assert explain(step, puzzle.geometry) == (
        "The unknown regions: Without r2c1, the region of r1c1 could only have r1c1, too few for "
        "4 cells. So r1c1 and r2c1 share a region."
    )
    assert not faults(step, position)
    assert unnamed(step, position) is None
    after = advance(position, step)
    assert after != position
    assert step.regions[0] in after.regions
    # It is kept as digits are crossed out and placed, and no step says it again.
    later = after.eliminate([(5, 1)]).place(15, 2)
    assert later.regions == after.regions
    assert all(other.regions != step.regions for other in found(after))


@pytest.mark.parametrize(
    ("strength", "text"),
    [
        (1, "Look for region borders in rows 1 and 2 and the rule unknown regions at r1c1."),
        (
            2,
            f"  {SHOWN}\nRegion borders: the rule unknown regions at r1c1; r1c4 and r2c3; digit 1.",
        ),
        (
            3,
            f"Region borders:\n  {SHOWN}\nThe unknown regions: r2c3 shares a region with r1c4, "
            "which is 1. So r2c3 is not 1.",
        ),
    ],
)
def test_a_hint_says_what_shows_the_borders_that_it_rests_on(strength: Strength, text: str) -> None:
    """A board does not keep them."""
    puzzle = (ROOT / "examples" / "constraints" / "chaos-construction.json").read_text("utf-8")
    marks = ("", "", "", "", "13", "", "14", "34", "134", "13", "", "34", "34", "13", "14", "")
    answer = hint(
        puzzle,
        board="2431.2....2....2",
        marks=[tuple(map(int, own)) for own in marks],
        strength=strength,
    )
    assert answer.text() == text
    assert len(answer.borders) == 1


def out_of_time(monkeypatch: pytest.MonkeyPatch, answers: Sequence[bool]) -> None:
    """Whether the next steps have faults; the time runs out before any other is checked."""
    left = iter(answers)

    def has_fault(*_: object) -> bool:
        for answer in left:
            return answer
        raise RanOut("seconds")

    monkeypatch.setattr("satdoku.techniques.check.has_fault", has_fault)


@pytest.mark.parametrize(
    ("answers", "numbers"),
    [((), [0, 1]), ((False,), [0]), ((True,), [0, 1]), ((True, False, False), [1])],
)
def test_a_hint_says_the_borders_that_were_not_looked_at_in_time(
    answers: Sequence[bool], numbers: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = (ROOT / "examples" / "constraints" / "chaos-construction.json").read_text("utf-8")
    puzzle = json.dumps({**json.loads(puzzle), "givens": "............4..."})
    marks = {"r1c1": (1, 2, 3), "r1c2": (1, 2, 4), "r2c1": (1, 2, 3), "r2c2": (1, 2, 4)}
    marks |= {"r3c1": (1, 2, 3), "r3c2": (1, 3, 4), "r4c2": (1, 2, 3), "r4c3": (1, 2, 3)}
    marks |= {"r4c4": (1, 2, 3)}
    out_of_time(monkeypatch, answers)
    answer = hint(puzzle, marks=marks, allow_multiple=True)
    *stages, last = answer.path.stages
    assert answer.outcome == "found"
    assert last.step.technique == "region-borders"
    assert answer.borders == tuple([stages[number] for number in numbers])


def test_arguments_that_know_no_borders_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    """To fill all cells of a clue takes very long."""
    out_of_time(monkeypatch, ())
    answer = hint(board(joined=("CC5", "CC6")), board="...2............", allow_multiple=True)
    assert answer.path.stages[0].step.regions
    assert answer.path.stages[-1].step.technique == "clue-combinations"
    assert answer.borders == ()


def test_a_hint_says_no_borders_that_it_does_not_rest_on() -> None:
    rules = [{"rule": "extra-region", "cells": pair} for pair in APART]
    data = {"satdoku": 1, "board": {"size": 4, "box": None}, "givens": "." * 16}
    cage = {"rule": "killer-cage", "cells": ["r3c2", "r3c3"], "sum": 3}
    puzzle = {**data, "constraints": [{"rule": "chaos-construction", "rules": rules}, cage]}
    answer = hint(json.dumps(puzzle), strength=3, allow_multiple=True)
    assert len(answer.path.stages) > 1
    assert answer.borders == ()
    assert answer.text().startswith("Cage combinations: ")


def test_counts_of_regions_have_a_least_and_a_most() -> None:
    position = start(board())
    least, position = first_of(position, "least")
    assert least.eliminations == ((3, 1),)
    most, position = first_of(advance(position, least), "most")
    assert most.eliminations == ((3, 4),)
    assert not faults(most, position)
    apart, position = first_of(position.place(3, 3), "apart")
    assert not apart.eliminations
    assert not any(fact.together for fact in apart.regions)
    assert unnamed(apart, position) is None


def test_a_cell_may_count_the_regions_of_several_sets_of_cells() -> None:
    puzzle = board(counts=(COUNTED, ("CC13", "CC16", "CC15")))
    for kind, value in (("least", None), ("apart", 3)):
        position = start(puzzle)
        step, position = first_of(position if value is None else position.place(3, value), kind)
        assert not faults(step, position)


LOCKED = {
    "places": "In the region of r1c1, the digit 1 can only be in r1c1 or r2c1, so no cell that "
    "sees both cells can hold it. So r4c1 is not 1.",
    "claims": "In row 2 the digit 1 can only be in r2c1 or r2c2, which share a region, so no other "
    "cell of this region can hold it. So r1c1 is not 1.",
    "set": "r1c1 and r2c2 share a region and have only the digits 1 and 2 between them, so no "
    "other cell of this region can hold one. So r2c1 is not 1 or 2.",
}


def locked(kind: str) -> tuple[Step, Position]:
    """A step of a kind where r1c1 shares a region with r2c1 and r2c2, or with r3c1 too."""
    joined = ("CC5", "CC6", "CC9") if kind == "places" else ("CC5", "CC6")
    position = Position.of(board(joined=joined))
    lost = {
        "places": [(5, 1), (8, 1)],
        "claims": [(6, 1), (7, 1)],
        "set": [(0, 3), (0, 4), (5, 3), (5, 4)],
    }
    return first_of(position.eliminate(lost[kind]), kind)


@pytest.mark.parametrize("kind", LOCKED)
def test_places_of_digits_in_a_region_are_those_of_a_house(kind: str) -> None:
    step, position = locked(kind)
    assert explain(step, position.geometry) == f"The unknown regions: {LOCKED[kind]}"
    assert not faults(step, position)
    assert unnamed(step, position) is None


def test_cells_of_a_region_with_a_digit_more_are_no_set() -> None:
    position = Position.of(board(joined=("CC5", "CC6")))
    position = position.eliminate([(0, 3), (0, 4), (5, 1), (5, 4)])
    assert "set" not in {step.variant for step in found(position)}


def test_what_it_shows_is_true_of_the_solution() -> None:
    """With some digits of a grid, and wrong candidates crossed out at random."""
    puzzle = board()
    solution = solve(start(puzzle))
    assert solution is not None
    kinds = set()
    for position in begun_positions(puzzle, solution, 12, 1 / 2):
        for turn in range(8):
            steps = [*found(position)]
            for step in steps:
                kinds.add(step.variant)
                assert_sound(step, solution)
                assert not faults(step, position)
            if steps and turn == 2:
                assert unnamed(steps[0], position) is None
            if not any(step.regions for step in steps):
                break
            position = advance(position, next(step for step in steps if step.regions))
    assert {"join", "only", "apart", "narrow"} <= kinds


def test_a_path_draws_the_regions() -> None:
    puzzle = board("1...............")
    route = path(start(puzzle), with_small_proofs(preset("human"), puzzle))
    drawn = [fact for step in route.steps for fact in step.regions]
    assert drawn
    assert route.end.regions == {*drawn}


def test_a_rule_of_many_rules_is_named_without_them() -> None:
    """In a reason of a single it would take more letters than all the others."""
    many = [{"rule": "extra-region", "cells": [f"CC{n}", f"CC{n + 1}"]} for n in range(1, 12, 2)]
    whole = {"rule": "chaos-construction", "rules": many}
    data = {"satdoku": 1, "board": {"size": 4, "box": None}, "givens": "." * 16}
    puzzle = parse(json.dumps({**data, "constraints": [whole]})).puzzle
    assert board_of(puzzle).rule_of_pair(0, 3, 3).title == "unknown regions"
