"""Clues of rules whose shapes have a symmetry, alone and beside givens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import satdoku
from satdoku import solving
from satdoku.answers.wishes import GenerateQuestion
from satdoku.base.errors import ImpossibleWish
from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import Modifier
from satdoku.generating import Generated, Run, Wish
from satdoku.generating.clues import parse_clues
from satdoku.puzzle import Puzzle
from tests.shared import thinned

Place = tuple[int, int]

MOVES: dict[str, list[Callable[[int, int, int], Place]]] = {
    "180": [lambda r, c, n: (n - r, n - c)],
    "90": [lambda r, c, n: (c, n - r)],
    "horizontal": [lambda r, c, n: (r, n - c)],
    "diagonal": [lambda r, c, n: (c, r)],
    "dihedral": [lambda r, c, n: (c, n - r), lambda r, c, n: (c, r)],
}
"""Moves that make each symmetry: row, column and last row to row and column."""


def generate_one(text: str, size: int = 9, seed: int = 1, **parts: Any) -> tuple[Wish, Generated]:
    board = Puzzle.empty(Geometry.of_size(size))
    wish = Wish(board, placed=parse_clues(text, board.geometry), **parts)
    wish.require_possible()
    run = Run(wish, seed, 1, limit=Limit(seconds=60))
    (puzzle,) = [each for piece in run.pieces() for each in piece.puzzles]
    return wish, puzzle


def seen(rule: Constraint, geometry: Geometry) -> tuple[Any, ...]:
    """The kind of a clue and its cells, in their order where it has a direction."""
    values: dict[str, Any] = rule.arguments()
    square = geometry.row_column
    if rule.name in ("thermo", "arrow"):
        places = [values[name] for name in ("bulb", "cells") if name in values]
        cells = [c for place in places for c in (place if isinstance(place, tuple) else (place,))]
        return rule.name, tuple(map(square, cells))
    if rule.name in ("little-killer", "x-sum", "sandwich"):
        return rule.name, tuple(map(square, rule.shapes(geometry)[0].cells))
    return rule.name, frozenset(map(square, rule.scope(geometry)))


def moved(place: tuple[Any, ...], move: Callable[[int, int, int], Place], last: int) -> Any:
    name, cells = place
    return name, type(cells)(move(row, column, last) for row, column in cells)


@pytest.mark.parametrize(
    ("symmetry", "text", "size", "parts"),
    thinned(
        [
            ("180", "thermo:4,killer-cage:3,little-killer:2", 9, {}),
            ("90", "thermo:4,arrow:4,white-dot:4", 9, {}),
            ("dihedral", "white-dot:8,killer-cage:12", 9, {}),
            ("180", "killer-cage:11,thermo:2", 6, {"no_givens": True}),
            ("horizontal", "arrow,killer-cage:5", 6, {"no_givens": True}),
            ("diagonal", "thermo:3,palindrome:2,quadruple:1", 9, {"minimal": True}),
            ("180", "x-sum:4,sandwich:2,white-dot:2", 9, {}),
        ],
        4,
        rows=True,
    ),
)  # fmt: skip
def test_the_image_of_each_clue_is_a_clue(
    symmetry: str, text: str, size: int, parts: dict[str, Any]
) -> None:
    wish, one = generate_one(text, size, symmetry=symmetry, **parts)
    geometry, last = wish.geometry, size - 1
    places = {seen(rule, geometry) for rule in one.rules}
    assert len(places) == len(one.rules)
    for move in MOVES[symmetry]:
        assert {moved(place, move, last) for place in places} == places
        given = {geometry.row_column(c) for c, symbol in enumerate(one.puzzle) if symbol != "."}
        assert {move(row, column, last) for row, column in given} == given
    counts = Counter(rule.name for rule in one.rules)
    assert all(counts[each.kind] == each.count for each in wish.placed if each.count)
    puzzle = one.posed(wish.board)
    result = solving.check_unique(puzzle, backend="sat")
    assert (result.verdict, result.witnesses[0].text()) == ("unique", one.solution)
    if wish.minimal:
        for rule in one.rules:
            rest = [other for other in one.rules if other is not rule]
            fewer = replace(puzzle, constraints=tuple(rest))
            assert solving.check_unique(fewer).verdict == "multiple"


def test_a_clue_that_is_its_own_image_makes_the_number_odd() -> None:
    wish, one = generate_one("killer-cage:3", symmetry="180")
    centre = wish.geometry.at(4, 4)
    own = [r for r in one.rules if {80 - cell for cell in r.scope(wish.geometry)} == {*r.cells}]  # type: ignore[attr-defined]
    assert len(own) == 1
    assert centre in own[0].scope(wish.geometry)


def test_the_solution_is_kept_where_one_is_wished_and_the_seed_decides() -> None:
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    parts: dict[str, Any] = {"symmetry": "180", "grid": tuple(map(int, grid))}
    _, one = generate_one("thermo:2,killer-cage:2", **parts)
    assert one.solution == grid
    wish, two = generate_one("thermo:4", seed=7, symmetry="90")
    assert generate_one("thermo:4", seed=7, symmetry="90")[1] == two
    assert two.posed(wish.board).accepts(Grid(wish.geometry, tuple(map(int, two.solution))))


def test_clues_lie_in_the_part_of_a_pattern_that_has_the_symmetry() -> None:
    area = frozenset(range(45))
    wish, one = generate_one("killer-cage:2", symmetry="180", area=area)
    cells = {cell for rule in one.rules for cell in rule.scope(wish.geometry)}
    assert cells <= {*range(36, 45)}


def test_what_no_solution_keeps_in_its_own_image_is_refused() -> None:
    with pytest.raises(ImpossibleWish, match=r"3 clues of palindrome cannot .* its own image"):
        generate_one("palindrome:3", symmetry="180")


def test_answers_name_the_symmetries_of_clues() -> None:
    placed = satdoku.PlacedClues(clues_of="killer-cage", no_givens=True)
    pattern = satdoku.GivenPattern(symmetry="180")
    small = Puzzle.empty(Geometry.of_size(4))
    [one] = satdoku.generate(board=small, pattern=pattern, placed=placed, seed=2)
    assert one.symmetry is not None
    assert "180" in one.symmetry
    [other] = satdoku.generate(board=small, placed=placed, seed=2)
    assert other.symmetry == ()
    placed = satdoku.PlacedClues(clues_of="killer-cage:4", clues_under="doubler:count=1")
    question = GenerateQuestion(satdoku.GivenPattern(symmetry="180"), placed)
    board = Puzzle.empty(Geometry.of_size(6))
    run = Run(question.wish(board), 1, 1, limit=Limit(seconds=60))
    [[generated]] = [piece.puzzles for piece in run.pieces()]
    (rule,) = generated.rules
    assert isinstance(rule, Modifier)
    places = {seen(clue, board.geometry) for clue in rule.rules}
    assert {moved(place, MOVES["180"][0], 5) for place in places} == places


def test_a_search_for_symmetric_clues_ends_with_the_time() -> None:
    board = Puzzle.empty(Geometry.classic())
    wish = Wish(board, placed=parse_clues("thermo:4:3", board.geometry), symmetry="90",
                no_givens=True)  # fmt: skip
    run = Run(wish, 1, 1, limit=Limit(seconds=0.5))
    assert not [each for piece in run.pieces() for each in piece.puzzles]
    assert run.ending == "seconds"
