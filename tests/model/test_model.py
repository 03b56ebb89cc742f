"""The model of a board and its rules: numbering, origins, views, refusals."""

from __future__ import annotations

import json
import pickle
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku import engines
from satdoku.base.errors import Unsupported
from satdoku.base.garbage import no_gc
from satdoku.base.limits import UNLIMITED, Limit, RanOut, under
from satdoku.board import Geometry, Grid
from satdoku.constraints import AntiKing, AntiKnight, Skyscraper
from satdoku.constraints.rows import Rows
from satdoku.encodings.cnf import encode_alone, encode_board, encode_pruned
from satdoku.encodings.cpsat import build
from satdoku.encodings.prune import _masks_of, prune
from satdoku.encodings.variables import Variables
from satdoku.engines import choose
from satdoku.formats import parse
from satdoku.model import Model, model_of
from satdoku.model.sums import implied, longer_implied, merged
from satdoku.proofs.formula import formula_of
from satdoku.puzzle import Position, Puzzle
from satdoku.relations import (
    AllDifferent,
    Among,
    Automaton,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
    variables_of,
)
from satdoku.solving import EngineOptions, check_unique, solve
from satdoku.techniques.board import board_of, open_candidates
from satdoku.techniques.searches.small.position import Facts
from tests.constraints.constraint_oracle import BOXES, full_grids
from tests.model.lowered import Lowered
from tests.shared import thinned

EXAMPLES = Path(__file__).parents[2] / "examples" / "constraints"
CELLS = BOXES.cell_count
DIGITS = frozenset(BOXES.digits)
EQUAL = frozenset((digit, digit) for digit in DIGITS)

FIRST = Lowered(
    (  # the smaller of two cells is 2
        Domain(16, frozenset({1, 2})),
        Linear((0, 16), (1, -1), ">=", 0),
        Linear((5, 16), (1, -1), ">=", 0),
        Or(((PairTable(0, 16, EQUAL),), (Linear((5, 16), (1, -1), "=", 0),))),
        Domain(16, frozenset({2, 3})),  # both count, whichever stands first
    )
)  # fmt: skip
SECOND = Lowered(
    (  # three cells add up to four times something
        Domain(16, frozenset({1, 2, 3})),
        Linear((1, 6, 11, 16), (1, 1, 1, -4), "=", 0),
    )
)
THIRD = Lowered(
    (  # one variable names a place, another says what is there
        Domain(17, frozenset(range(5))),
        Domain(16, frozenset({3, 4})),
        Element(17, (0, 1, 2, 3), 16, 0),
        Among((4, 5, 8, 9), frozenset({3, 4}), "=", 0, 17),
    )
)


@pytest.mark.parametrize("backend", ["sat", "cpsat"])
@pytest.mark.parametrize(
    "rules", thinned([(SECOND, FIRST, THIRD), (FIRST, SECOND), (SECOND, THIRD)], 3)
)
def test_constraints_do_not_share_auxiliary_variables(
    backend: str, rules: tuple[Lowered, ...]
) -> None:
    expected = {
        values
        for values in full_grids(BOXES)
        if all(rule.holds(Grid(BOXES, values)) for rule in rules)
    }
    result = solve(Puzzle.empty(BOXES, rules), backend=backend, limit=UNLIMITED)
    search = choose(backend, Puzzle.empty(BOXES, rules)).first(
        Puzzle.empty(BOXES, rules), UNLIMITED.start(), 1000
    )
    assert result.solutions
    assert 0 < len(expected) < 288
    assert len(search.solutions) == len(set(search.solutions))
    assert set(search.solutions) == expected


def test_every_relation_has_its_origin() -> None:
    model = model_of(BOXES, (SECOND, THIRD))
    assert model.origins[: len(BOXES.houses)] == BOXES.houses
    assert model.origins[len(BOXES.houses) :] == (0, 0, 1, 1, 1, 1)
    assert len(model.relations) == len(model.origins)
    assert sorted(model.auxiliary) == [16, 17, 18]
    assert model.auxiliary[16] == {1, 2, 3}
    assert model.part(THIRD).auxiliary[16] == {3, 4}
    assert model_of(BOXES, (SECOND, THIRD)) is model


BINARY: list[tuple[Relation, set[tuple[int, int]]]] = [
    (Table((0, 6), frozenset({(1, 3), (2, 4), (2, 9)})), {(1, 3), (2, 4)}),
    (Linear((0, 6), (1, 1), "=", 5), {(1, 4), (2, 3), (3, 2), (4, 1)}),
    (Linear((6, 0), (1, -1), ">=", 2), {(1, 3), (1, 4), (2, 4)}),
    (Among((0, 6), frozenset({4}), "=", 2), {(4, 4)}),
    (Or(((Domain(0, frozenset({1})),), (Domain(6, frozenset({2})),))),
     {(a, b) for a in DIGITS for b in DIGITS if a == 1 or b == 2}),
    (Table((6,), frozenset({(4,)}), Guard(0, 2)),
     {(a, b) for a in DIGITS for b in DIGITS if a != 2 or b == 4}),
    (Automaton((0, 6), frozenset({0}), frozenset({1}), frozenset({(0, 3, 2), (2, 3, 1)})),
     {(3, 3)}),
]  # fmt: skip


@pytest.mark.parametrize(("relation", "allowed"), BINARY, ids=[type(r).__name__ for r, _ in BINARY])
def test_candidates_and_links_see_pairs_of_any_kind(
    relation: Relation, allowed: set[tuple[int, int]]
) -> None:
    puzzle = Puzzle.empty(BOXES, [Lowered((relation,))])
    for digit in DIGITS:
        position = Position.of(puzzle).place(0, digit)
        assert position.candidates[6] == {b for a, b in allowed if a == digit}
    board = board_of(puzzle)
    for a in range(4):
        excluded = {e + 1 for e, cells in board.excluded(0, a).items() if cells >> 6 & 1}
        assert excluded == {b for b in DIGITS if (a + 1, b) not in allowed}
    assert puzzle.model.beyond_pairs is None


def test_one_cell_and_sets_are_seen() -> None:
    puzzle = Puzzle.empty(
        BOXES,
        [Lowered((Linear((0,), (2,), "<=", 4),
                  ValueSet((0, 6, 11), frozenset({frozenset({1, 2, 3}), frozenset({4})}))))],
    )  # fmt: skip
    position = Position.of(puzzle)
    assert position.candidates[0] == {1, 2}
    assert position.place(6, 1).candidates[11] == {2, 3, 4}
    assert (0, 6, 11) in puzzle.model.different
    assert puzzle.model.beyond_pairs is not None


class Unknown:
    variables = (0,)


def refuse(name: str) -> Callable[[Puzzle], object]:
    """A reader of the relations of a puzzle."""
    from satdoku.diagnosing.backdoors import Singles
    from satdoku.diagnosing.facts import Ground
    from satdoku.diagnosing.unavoidable import different_groups
    from satdoku.generating.grids import uniform_table
    from satdoku.rating.proofs import knows_all_rules
    from satdoku.solving.frontier_plan import read_board

    known: dict[str, Callable[[Puzzle], object]] = {
        "candidates": Position.of,
        "clauses": lambda p: encode_board(p.model),
        "pruned clauses": encode_pruned,
        "clauses of a rule": lambda p: encode_alone(
            Variables.full(BOXES), Model(BOXES, p.constraints[0].relations(BOXES)), top=0
        ),
        "CP-SAT": build,
        "singles": prune,
        "sat": lambda p: choose("sat", p),
        "cpsat": lambda p: choose("cpsat", p),
        "auto": lambda p: choose("auto", p),
        "board": board_of,
        "facts": lambda p: Facts(open_candidates(Position(p, p.givens, (DIGITS,) * CELLS))),
        "small proofs": knows_all_rules,
        "backdoors": lambda p: Singles(BOXES, p.constraints, "both"),
        "diagnosis": lambda p: Ground(p, UNLIMITED.start()),
        "unavoidable sets": different_groups,
        "grids": lambda p: uniform_table(BOXES, p),
        "frontier": read_board,
        "certificate": formula_of,
    }
    return known[name]


CONSUMERS = (
    "candidates", "clauses", "pruned clauses", "clauses of a rule", "CP-SAT", "singles", "sat",
    "cpsat", "auto", "board", "facts", "small proofs", "backdoors", "diagnosis",
    "unavoidable sets", "grids", "frontier", "certificate",
)  # fmt: skip


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_an_unknown_kind_is_refused_by_name(consumer: str) -> None:
    puzzle = Puzzle.empty(BOXES, [Lowered((Unknown(),))])  # type: ignore[arg-type]
    with pytest.raises(Unsupported, match="Unknown"):
        refuse(consumer)(puzzle)


def test_a_variable_without_values_is_refused() -> None:
    with pytest.raises(Unsupported, match="the auxiliary variable 16 has no domain"):
        Model(BOXES, [AllDifferent((0, 16))])
    assert Model(BOXES, [Domain(16, frozenset({1})), AllDifferent((0, 16))]).auxiliary
    with pytest.raises(Unsupported, match="the auxiliary variable 16 has no domain"):
        model_of(Geometry.boxes(4, 2, 2), (Lowered((AllDifferent((0, 16)),)),))


def test_a_table_of_a_cell_with_itself_is_what_the_cell_may_hold() -> None:
    rule = Lowered((PairTable(3, 3, frozenset({(1, 1), (2, 2), (1, 4), (4, 1)})),))
    assert model_of(BOXES, (rule,)).domains == {3: frozenset({1, 2})}
    assert model_of(BOXES, (rule,)).tables == ()
    puzzle = Puzzle.empty(BOXES, [rule])
    expected = {values for values in full_grids(BOXES) if values[3] in (1, 2)}
    for backend in ("sat", "cpsat"):
        result = solve(puzzle, backend=backend, limit=UNLIMITED)
        assert {grid.values for grid in result.solutions} == expected


def test_a_sum_is_shortened_by_the_houses_of_the_board() -> None:
    rule = Lowered((Linear((0, 1, 2, 4, 8), (1, 1, 1, -2, 1), "=", 7),))
    assert model_of(BOXES, (rule,)).others == (Linear((4, 8, 3), (-2, 1, -1), "=", -3),)


@pytest.mark.parametrize("sense", [True, False])
@pytest.mark.parametrize("model", ["boolean", "integer"])
def test_a_guard_whose_value_has_gone_is_known(model: str, sense: bool) -> None:
    """Two 1s in a row cannot be; they are demanded where a cell holds 3, or where it does not."""
    rule = Lowered((Among((4, 5), frozenset({1}), "=", 2, guard=Guard(0, 3, sense)),))
    puzzle = Puzzle.empty(BOXES, [rule]).with_givens({1: 3})
    expected = {
        values for values in full_grids(BOXES) if values[1] == 3 and rule.holds(Grid(BOXES, values))
    }
    assert bool(expected) is sense
    result = solve(puzzle, backend="cpsat", options=EngineOptions(model=model), limit=UNLIMITED)
    assert {grid.values for grid in result.solutions} == expected


def test_an_auxiliary_variable_has_the_values_of_all_its_domains() -> None:
    assert model_of(BOXES, (FIRST,)).auxiliary == {16: frozenset({2})}


@pytest.mark.parametrize("backend", ["auto", "variant"])
@pytest.mark.parametrize("name", ["chaos-arrow", "chaos-construction", "chaos-count", "connected"])
def test_what_is_connected_is_spelled_out_for_those_who_ask(name: str, backend: str) -> None:
    puzzle = parse((EXAMPLES / f"{name}.json").read_text()).puzzle
    model_of.cache_clear()
    engines._LOCAL.sessions.clear()
    assert check_unique(puzzle, backend=backend).verdict == "unique"
    model = puzzle.model
    bare, (one, *_) = model.whole, model.connected
    assert "means" not in one.__dict__
    assert "relations" not in model.__dict__
    cells = puzzle.geometry.cell_count
    named = {v for relation in one.means for v in variables_of(relation)}
    variables = {relation.variable for relation in one.means if isinstance(relation, Domain)}
    assert variables == set(one.hidden) <= named <= set(one.variables)
    assert all(max(variables_of(relation)) >= cells for relation in one.means)
    assert len(model.relations) == len(model.origins) > len(model.lowered)
    assert set(bare.others) < set(model.others)
    assert bare.auxiliary.items() < model.auxiliary.items()
    for view in ("different", "domains", "tables", "sums", "sets"):
        assert getattr(model, view) == getattr(bare, view)


def test_what_is_the_same_for_many_puzzles_is_made_once() -> None:
    geometry = Geometry.classic()
    first, second = (model_of(geometry, (AntiKnight(), *more)) for more in ((), (AntiKing(),)))
    for view in (implied, longer_implied, merged):
        assert view(first) is view(second)
    left, right = (
        next(iter(Skyscraper(side, index, 4).relations(geometry)))
        for side, index in (("left", 1), ("top", 7))
    )
    assert isinstance(left, Automaton)
    assert isinstance(right, Automaton)
    assert left.moves is right.moves
    assert left.accepting is right.accepting
    rows = Rows([(1, 2, 3), (2, 3, 4)])
    assert hash(rows) == hash(tuple(rows)) == rows._hash
    assert "_hash" in rows.__dict__
    assert "_hash" not in pickle.loads(pickle.dumps(rows)).__dict__


def test_a_model_is_freed_when_it_is_dropped() -> None:
    model = Model(BOXES, tuple(Skyscraper("left", 1, 4).relations(BOXES)))
    assert engines.get("variant").supports(model)
    assert model.kept("masks", _masks_of)
    seen = weakref.ref(model)
    with no_gc():
        del model
        assert seen() is None


@pytest.mark.parametrize("before_last", [1, 2, 3])
def test_a_model_that_was_sorted_in_part_is_sorted_anew(before_last: int) -> None:
    data = json.loads((EXAMPLES / "connected.json").read_text())
    data["constraints"].append({"rule": "even", "cells": ["r1c1"]})
    puzzle = parse(json.dumps(data)).puzzle
    polls = 0

    def polled() -> bool:
        nonlocal polls
        polls += 1
        return polls == stop

    def sorted_model() -> Model:
        model_of.cache_clear()
        return model_of(puzzle.geometry, puzzle.constraints)

    stop = 0
    whole = sorted_model()
    with under(Limit(cancel=polled).start()):
        assert whole.domains
    stop, polls = polls + 1 - before_last, 0
    model = sorted_model()
    with under(Limit(cancel=polled).start()), pytest.raises(RanOut):
        len(model.domains)
    assert model.domains == whole.domains
    assert (model.auxiliary, model.others) == (whole.auxiliary, whole.others)
