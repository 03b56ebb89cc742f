"""Each kind of published variant in the table of docs/rules.md, on boards of 3x3 and 4x4.

Of all grids of the board ``holds`` tells those that keep the rules. Givens that leave one of them
must leave the same one in every engine. Such a puzzle is written, drawn and explained to its end.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

import satdoku
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.formats import parse, write
from satdoku.puzzle import Document, Puzzle

PAGE = Path(__file__).parents[2] / "docs/rules.md"
SAID = {
    "liars, wrogn": "count-of:1:1:(thermo:r1c1+r1c2+r1c3,even:r1c1,odd:r4c4)",
    "knapp daneben": "or:(killer-cage:r1c1+r1c2:sum=4,killer-cage:r1c1+r1c2:sum=6)",
    "totals that are unknown": (
        "variables:N*2=3-7:(killer-cage:r1c1+r2c1:sum=N1,killer-cage:r3c4+r4c4:sum=N2,"
        "white-dot:N1+N2)"
    ),
    "leapers, also on a torus": (
        "for-each:edges:least=20:(pair-table:X1+X2:1+2/2+1/2+3/3+2/3+4/4+3/1+4/4+1)"
    ),
    "opposite cells": "for-each:half-turn:(pair-sum:X1+X2:5)",
    "all marks of any kind": "pair-sum:r2c1+r3c1:4,negative:step 1 0:(pair-sum:X1+X2:4)",
    "no three cells in a row": "for-each:window 1x3:(not:(thermo:X1+X2+X3))",
    "touching rows": "for-each:rows:least=2:(thermo:X1+X2+X3)",
    "shading": "cave:1+2+3",
    "a board that continues": "for-each:step 1 1:torus:(not:(pair-sum:X1+X2:3))",
    "cells that point": "counting-cell:r1c1:larger,pointer:r4c1:r4c2+r4c3+r4c4:highest",
    "numbers of several cells": "pair-table:r1c1+r1c2:1+3/2+3/3+1/4+1/4+3",
    "regions with strengths": "chaos-construction:(chaos-count:r2c2:r2c2:r1c2+r2c1)",
    "the value of a cell": (
        "modifier:*2:(killer-cage:r1c1+r1c2+r2c1:sum=11):each=rows columns boxes:different=yes"
    ),
}
ELSEWHERE = {
    "digits chosen": "tests/formats/test_board.py",
    "blank cells": "tests/constraints/test_blanks.py",
    "digits that repeat": "tests/constraints/test_blanks.py",
    "several grids": "tests/formats/test_board.py",
    "rules of lines": "tests/constraints/test_registry.py",
    "a value that depends": "tests/constraints/test_rules_command.py",
}


def kinds() -> list[str]:
    """The first cells of the table."""
    text = PAGE.read_text("utf-8")
    rows = text[text.index("## What setters say") :].split("\n## ")[0]
    return re.findall(r"^\| (?!kind|---)(.*?) \|", rows, re.MULTILINE)


def test_each_kind_has_an_example() -> None:
    every = {*SAID, *ELSEWHERE}
    for kind in kinds():
        assert [start for start in every if kind.startswith(start)], kind
    assert len(kinds()) == len(every)


@cache
def grids(board: Geometry) -> tuple[Grid, ...]:
    return tuple(satdoku.solutions(Puzzle.empty(board), limit=None))


@pytest.mark.full
@pytest.mark.parametrize("kind", SAID)
def test_one_grid_is_left_in_every_engine_and_explained(kind: str) -> None:
    board = Geometry.latin(3) if "chaos" in SAID[kind] else Geometry.of_size(4)
    rules = parse_rules(SAID[kind], board)
    question = Puzzle.empty(board, rules)
    true_grids = [grid for grid in grids(board) if question.accepts(grid)]
    assert 0 < len(true_grids) < len(grids(board))
    wanted, left = true_grids[len(true_grids) // 2], true_grids
    givens: list[int | None] = [None] * board.cell_count
    for cell in range(board.cell_count):
        fewer = [grid for grid in left if grid.values[cell] == wanted.values[cell]]
        if len(fewer) < len(left):
            givens[cell], left = wanted.values[cell], fewer
    puzzle = Puzzle(board, tuple(givens), None, rules)
    for backend in ("variant", "sat", "cpsat"):
        answer = satdoku.check_unique(puzzle, backend=backend)
        assert (answer.verdict, [grid.values for grid in answer.witnesses]) == (
            "unique",
            [wanted.values],
        )
    assert parse(write(Document(puzzle), "json")).puzzle == puzzle
    assert satdoku.show(puzzle).svg()
    assert satdoku.rate(puzzle).level is not None
