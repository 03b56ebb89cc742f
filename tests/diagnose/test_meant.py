"""The rules that are meant where others were read."""

from __future__ import annotations

import json
from typing import Any

import pytest

import satdoku
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import from_data
from satdoku.diagnosing.diagnosis import diagnose
from satdoku.diagnosing.meant import Meant, broken_facts, meant_rules
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

CLASSIC = Geometry.classic()
GIVENS = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# r1c6 is 8, r1c3 4 and r1c9 2: their product, no sum; r1c1 and r2c6 are both 5.
ARROW = {"rule": "arrow", "bulb": "r1c6", "cells": ["r1c3", "r1c9"]}
AVERAGE = {"rule": "arrow", "bulb": "r1c2", "cells": ["r1c3", "r1c9"]}
CAGE = {"rule": "killer-cage", "cells": ["r1c1", "r2c6"], "sum": 10}
RIGHT = {"rule": "thermo", "cells": ["r1c2", "r1c3"]}


def puzzle(*rules: dict[str, Any], givens: str = GIVENS) -> Puzzle:
    constraints = tuple(from_data(rule, CLASSIC) for rule in rules)
    return Puzzle(CLASSIC, tuple(int(c) if c != "." else None for c in givens), None, constraints)


SOLVED = Grid(CLASSIC, tuple(map(int, SOLUTION)))


def meant_by(puzzle: Puzzle, solution: Grid | None = SOLVED) -> tuple[Meant, ...]:
    return meant_rules(puzzle, solution, (), "none", Limit(seconds=20).start())


def readings(puzzle: Puzzle, solution: Grid | None = SOLVED) -> list[tuple[str, str, int, bool]]:
    return [(one.old, one.new, one.clues, one.published) for one in meant_by(puzzle, solution)]


@pytest.mark.parametrize(
    ("rule", "meant"), [(ARROW, "product-arrow"), (AVERAGE, "average-arrow"), (CAGE, "sum")]
)
def test_a_neighbour_of_the_rule_is_found(rule: dict[str, Any], meant: str) -> None:
    readings = meant_by(puzzle(RIGHT, rule))
    assert (rule["rule"], meant) in [(one.old, one.new) for one in readings]
    # Each is a puzzle with that one solution.
    for one in readings:
        result = check_unique(one.puzzle)
        assert result.witnesses == (SOLVED,)
        assert one.unique


def test_without_a_solution_in_the_text() -> None:
    assert ("arrow", "product-arrow", 1, False) in readings(puzzle(ARROW), None)
    limit = Limit(seconds=20).start()
    assert meant_rules(puzzle(RIGHT), None, (), "unique", limit) == ()


def test_the_broken_clues_come_first_and_can_go() -> None:
    wrong = {"rule": "thermo", "cells": ["r1c3", "r1c2"]}
    broken = puzzle(RIGHT | {"cells": ["r1c4", "r1c5"]}, wrong)
    assert [fact.name(CLASSIC) for fact in broken_facts(broken, SOLVED)] == ["thermo@r1c2"]
    # The givens alone leave one solution, so what else the clue could say is not to be seen.
    assert readings(broken) == [("thermo", "", 1, True)]
    other = SOLVED.values[1:] + SOLVED.values[:1]  # a full grid that moves every given
    wrong_givens = broken_facts(puzzle(), Grid(CLASSIC, other))
    assert {fact.kind for fact in wrong_givens} == {"given"}


def test_a_rule_of_the_whole_board_is_missing() -> None:
    four = Geometry.of_size(4)
    published = Grid(four, tuple(map(int, "1234341243212143")))
    bare = Puzzle(
        four, tuple(v if c in (0, 1, 8) else None for c, v in enumerate(published.values))
    )
    assert check_unique(bare).verdict == "multiple"
    limit = Limit(seconds=20).start()
    readings = meant_rules(bare, published, ["diagonal"], "multiple", limit)
    assert (readings[0].old, readings[0].new, readings[0].published) == ("", "diagonal", True)
    assert check_unique(readings[0].puzzle).witnesses == (published,)
    # Nothing is likely without a solution or a name.
    assert meant_rules(bare, None, [], "multiple", limit) == ()
    assert [one.new for one in meant_rules(bare, None, ["diagonal"], "multiple", limit)] == [
        "diagonal"
    ]


def test_a_cage_without_a_number_has_no_repeats_to_allow() -> None:
    bare = {"rule": "killer-cage", "cells": ["r1c1", "r2c6"]}
    assert ("killer-cage", "sum", 1, True) in readings(puzzle(CAGE, bare))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (
            {"solution": Grid(Geometry.of_size(4), (1,) * 16)},
            "not a full grid of the puzzle's board",
        ),
        ({"solution": Grid(CLASSIC, (None, *SOLVED.values[1:]))}, "not a full grid"),
        ({"named": ("wizardry",)}, "there is no rule 'wizardry'"),
    ],
)
def test_a_solution_of_another_board_and_unknown_rules_are_refused(
    arguments: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        diagnose(puzzle(), **arguments)


def test_the_answer_says_it() -> None:
    text = json.dumps({"givens": GIVENS, "constraints": [ARROW], "solution": SOLUTION})
    diagnosis = satdoku.diagnose(text)
    record = diagnosis.to_dict()
    assert [one["fact"] for one in record["broken"]] == ["arrow@r1c3"]
    first = record["meant"][0]
    assert (first["old"], first["new"], first["published"]) == ("arrow", "product-arrow", True)
    assert satdoku.check_unique(first["puzzle"]).verdict == "unique"
    lines = diagnosis.text().splitlines()
    assert lines[0] == "none?: no solution"
    assert lines[1].startswith("The solution in the text does not keep the rule")
    assert lines[2] == (
        'If the clue "Arrow" is read as "Product arrow" (product-arrow), there is exactly one '
        "solution, the one in the text."
    )
    for lang in ("ja", "zh"):
        assert "product-arrow" in diagnosis.text(lang)
    plain = satdoku.diagnose(GIVENS).to_dict()
    assert "broken" not in plain
    assert "meant" not in plain


def test_the_clock_ends_it() -> None:
    assert meant_rules(puzzle(ARROW), SOLVED, (), "none", Limit(seconds=0).start()) == ()
