"""The encoding of certificates says exactly what the rules say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import combinations, product
from random import Random
from typing import Any

import pytest
from proof_samples import (
    EASY,
    HARD,
    JIGSAW_4,
    NINE_DIGITS,
    SMALL_BOARDS,
    classic,
    example,
    full_grids,
    models,
    posed,
)

from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.encodings.cnf import encode_pruned
from satdoku.proofs import clauses, formula
from satdoku.proofs.clauses import Clause
from satdoku.proofs.formula import ENCODING, formula_of
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    AllDifferent,
    DigitSetSum,
    Domain,
    Linear,
    PairTable,
    Relation,
    renumbered,
)
from tests.constraints.planting import PLANTS
from tests.constraints.trials import planted
from tests.model.lowered import Lowered
from tests.relations.test_kinds import AUXILIARY, EVERY
from tests.shared import thinned

BOXES = Geometry.boxes(4, 2, 2)

# One or more of each registered rule on a 4x4; a new rule without an entry fails the test below.
RULES: dict[str, list[dict[str, Any]]] = {
    "extra-region": [{"cells": ["r1c2", "r2c3", "r3c4", "r4c1"]}],
    "windoku": [],
    "disjoint-groups": [{}],
    "diagonal": [{}],
    "diagonal-main": [{}],
    "diagonal-anti": [{}],
    "anti-knight": [{}],
    "anti-king": [{}],
    "non-consecutive": [{}],
    "odd": [{"cells": ["r1c1", "r2c4"]}],
    "even": [{"cells": ["r1c1", "r3c2"]}],
    "killer-cage": [
        {"cells": ["r1c1", "r1c2"], "sum": 5},
        {"cells": ["r1c1", "r2c2", "r2c3"], "sum": 7},
        {"cells": ["r1c2", "r2c3", "r3c4"]},
        {"cells": ["r1c1", "r1c2", "r1c3", "r1c4"], "sum": 10},
    ],
}


def solutions_by_formula(puzzle: Puzzle) -> set[tuple[int, ...]]:
    size, cells = puzzle.geometry.size, puzzle.geometry.cell_count
    digits = puzzle.geometry.digits
    return {
        tuple(digits[(x - 1) % size] for x in model)
        for model in models(formula_of(puzzle).clauses, cells * size)
    }


def random_puzzle(geometry: Geometry, rng: Random, rules: list[dict[str, Any]]) -> Puzzle:
    cells, digits = geometry.cell_count, geometry.digits
    puzzle = posed("." * cells, geometry, *rules)
    givens = {rng.randrange(cells): rng.choice(digits) for _ in range(rng.randrange(5))}
    marks = tuple(
        frozenset(rng.sample(digits, rng.randint(1, 4))) if rng.random() < 0.2 else None
        for _ in range(cells)
    )
    return replace(puzzle.with_givens(givens), pencil_marks=marks)


def test_every_basic_rule_has_samples() -> None:
    written = (
        "custom",
        "combined",
        "each",
        "unknown_regions",
        "modifiers",
    )  # made of others, or of hidden values
    basic = {n for n, kind in REGISTRY.items() if kind.__module__.split(".")[-1] not in written}
    assert set(RULES) == basic - set(PLANTS)


@pytest.mark.parametrize("name", sorted(set(PLANTS) - set(NINE_DIGITS)))
def test_models_are_the_solutions_under_a_planted_clue(name: str) -> None:
    rule, board, values = next(planted(name, 1))
    givens = dict(Random(name).sample([*enumerate(values)], 5 if board.houses else 10))
    puzzle = Puzzle.empty(board, [rule]).with_givens(givens)
    every = product(*(puzzle.domain(cell) for cell in range(board.cell_count)))
    grids = full_grids(puzzle) if board.houses else every
    assert solutions_by_formula(puzzle) == {v for v in grids if rule.holds(Grid(board, v))}


RAW = Geometry(2, 2, (1, 2, 3), ())
"""The four cells and three digits that the random relations speak of, and no houses."""


@pytest.mark.parametrize("kind", thinned(EVERY, 2), ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("auxiliary", thinned([True, False], 2), ids=["auxiliary", "cells"])
def test_models_are_the_solutions_of_every_kind(
    kind: Callable[[Random, bool], Relation], auxiliary: bool
) -> None:
    chance = Random(kind.__name__)
    domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
    counts = set()
    for _ in range(60):
        relation = kind(chance, auxiliary)
        if chance.random() < 0.3:  # a variable twice
            relation = renumbered(relation, {1: chance.choice((0, 9)) if auxiliary else 0})
        rule = Lowered((*(domains if auxiliary else ()), relation))
        givens = {chance.randrange(4): chance.choice(RAW.digits)} if chance.random() < 0.3 else {}
        puzzle = Puzzle.empty(RAW, [rule]).with_givens(givens)
        every = product(*(puzzle.domain(cell) for cell in range(4)))
        wanted = {values for values in every if rule.holds(Grid(RAW, values))}
        assert solutions_by_formula(puzzle) == wanted, relation
        counts.add(len(wanted))
    assert len(counts) > 5


@pytest.mark.parametrize("geometry", thinned(SMALL_BOARDS, 3), ids=lambda g: g.describe())
@pytest.mark.parametrize("name", ["", *RULES])
def test_models_are_the_solutions_of_small_puzzles(name: str, geometry: Geometry) -> None:
    for number, arguments in enumerate(RULES[name] if name else [{}]):
        rules = [{"rule": name, **arguments}] if name else []
        try:
            puzzle = posed("." * 16, geometry, *rules)
        except FormatError:
            continue  # this board cannot have the rule
        assert solutions_by_formula(puzzle) == set(full_grids(puzzle))
        rng = Random(number)
        for _ in range(5):
            puzzle = random_puzzle(geometry, rng, rules)
            # Faulty puzzles too: their formula must not have models that are no solutions.
            assert solutions_by_formula(puzzle) == set(full_grids(puzzle))


def test_the_excluded_grid_and_no_other_is_excluded() -> None:
    puzzle = posed("1.." + "." * 13, BOXES)
    every = set(full_grids(puzzle))
    for values in sorted(every)[::17]:
        clauses = formula_of(puzzle, Grid(BOXES, values)).clauses
        assert len(models(clauses, 64)) == len(every) - 1


@pytest.mark.parametrize("few", [0, 200], ids=["digit by digit", "set by set"])
@pytest.mark.parametrize("cells", [1, 2, 3, 4, 5])
def test_sums_mean_what_they_say(few: int, cells: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formula, "_MAX_SETS", few)
    geometry = Geometry.latin(5)
    inside = tuple(range(cells))  # in one row, so they differ anyway
    rows = {values[:cells] for values in set(_permutations(5))}
    for total in range(sum(range(6)) + 2):
        rule = Lowered((DigitSetSum(inside, total, geometry.digits),))
        puzzle = Puzzle.empty(geometry, [rule])
        clauses = [c for c in formula_of(puzzle).clauses if _about(c, 5 * cells)]
        assignments = {tuple((x - 1) % 5 + 1 for x in m) for m in models(clauses, 5 * cells)}
        assert assignments == {values for values in rows if sum(values) == total}


def _permutations(size: int) -> list[tuple[int, ...]]:
    from itertools import permutations

    return list(permutations(range(1, size + 1)))


def _about(clause: Clause, count: int) -> bool:
    """Whether a clause speaks of the first cells or of auxiliary variables only."""
    return all(abs(x) <= count or abs(x) > 125 for x in clause)


def test_a_wide_cage_is_written_digit_by_digit() -> None:
    puzzle = _wide_cage()
    relation = next(r for r in puzzle.relations() if isinstance(r, DigitSetSum))
    assert relation.digit_set_count > 200
    formula = formula_of(puzzle)
    assert 4096 < formula.top < 6000


def test_the_formula_and_the_encoder_agree_on_real_puzzles() -> None:
    """Two encodings, written apart, count the same solutions."""
    for text in (EASY, EASY.replace("1", "."), EASY.replace("6", ".")):
        puzzle = classic(text)
        encoded = encode_pruned(puzzle)
        assert encoded is not None
        ours = models(formula_of(puzzle).clauses, 729)
        theirs = models(encoded.clauses(), encoded.variables.count)
        assert len(ours) == len(theirs) >= 1


def test_clauses_are_written_in_one_way_only() -> None:
    for puzzle in (classic(EASY), example("killer-cage"), example("non-consecutive")):
        formula = formula_of(puzzle, Grid(puzzle.geometry, (1,) * 81))
        assert len(set(formula.clauses)) == len(formula.clauses)
        for clause in formula.clauses:
            variables = [abs(literal) for literal in clause]
            assert variables == sorted(set(variables))
            assert all(0 < variable <= formula.top for variable in variables)


def test_the_file_is_plain_dimacs() -> None:
    formula = formula_of(posed("12..34..........", BOXES))
    lines = formula.dimacs().decode("ascii").splitlines()
    comments = [line for line in lines if line.startswith("c ")]
    assert lines[: len(comments)] == comments
    assert lines[len(comments)] == f"p cnf {formula.top} {len(formula.clauses)}"
    body = lines[len(comments) + 1 :]
    assert [tuple(map(int, line.split()))[:-1] for line in body] == list(formula.clauses)
    assert all(line.endswith("0") for line in body)


def _wide_cage() -> Puzzle:
    cage = {"rule": "killer-cage", "cells": [f"r1c{c}" for c in range(1, 9)], "sum": 68}
    return posed("." * 256, Geometry.boxes(16, 4, 4), cage)


@pytest.mark.parametrize(
    ("puzzle", "digest"),
    [
        (classic(HARD), "27f2be0987e69414"),
        (example("killer-cage"), "8a507e2e63cc571f"),
        (example("non-consecutive"), "e37ab18686ad7224"),
        (example("odd"), "5b9f20eb6915c2dc"),
        (_wide_cage(), "6b95fafc748efe61"),
    ],
    ids=["classic", "set by set", "tables", "domains", "digit by digit"],
)
def test_version_1_stays_what_it_is(puzzle: Puzzle, digest: str) -> None:
    """Certificates are kept: another formula needs another version (docs/certificates.md)."""
    formula = formula_of(puzzle)
    assert (ENCODING, formula.version) == ("open-candidates", 1)
    assert sha256(formula.dimacs()).hexdigest()[:16] == digest


def test_version_2_stays_what_it_is() -> None:
    chance = Random(2)
    domains = [Domain(v, frozenset(values)) for v, values in AUXILIARY.items()]
    relations = [kind(chance, True) for kind in EVERY for _ in range(9)]
    formula = formula_of(Puzzle.empty(RAW, [Lowered((*domains, *relations))]))
    assert (ENCODING, formula.version) == ("open-candidates", 2)
    assert sha256(formula.dimacs()).hexdigest()[:16] == "ff9fe354fdffdf43"


def odd_puzzle(*relations: Any) -> Puzzle:
    return Puzzle.empty(JIGSAW_4, [Lowered(relations)])


def test_relations_at_the_edge() -> None:
    assert () in formula_of(odd_puzzle(AllDifferent((0, 0, 1)))).clauses
    assert () in formula_of(odd_puzzle(AllDifferent((0, 1, 4, 10, 15)))).clauses
    itself = PairTable(3, 3, frozenset({(1, 1), (2, 3), (4, 4)}))
    assert {grid[3] for grid in solutions_by_formula(odd_puzzle(itself))} == {1, 4}
    pair = PairTable(0, 15, frozenset({(1, 2), (3, 3), (4, 9)}))
    table = PairTable(2, 9, frozenset(combinations(range(1, 5), 2)))
    every = set(full_grids(odd_puzzle()))
    for rule in (pair, table):
        grids = {g for g in every if (g[rule.first], g[rule.second]) in rule.allowed}
        assert solutions_by_formula(odd_puzzle(rule)) == grids


def test_what_has_no_clauses_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="the relation str"):
        formula_of(odd_puzzle("something new"))
    with pytest.raises(Unsupported, match="more than 5,000,000 clauses"):
        formula_of(Puzzle.empty(Geometry.boxes(49, 7, 7)))
    monkeypatch.setattr(formula, "_MAX_SUM_STATES", 10_000)
    with pytest.raises(Unsupported, match="a sum over 50 cells"):
        list(formula._sum_clauses([(d, [d]) for d in range(1, 101)], 50, 2525, 1))
    wide = Linear(tuple(range(16)), tuple(5**i for i in range(16)), "=", 1)
    with pytest.raises(Unsupported, match="a sum over 16 variables"):
        formula_of(odd_puzzle(wide))
    monkeypatch.setattr(clauses, "MAX_CLAUSES", 600)
    with pytest.raises(Unsupported, match="more than 600 clauses"):
        formula_of(odd_puzzle(Linear(tuple(range(16)), (1,) * 16, "=", 40)))


def test_cells_of_overlapping_grids_are_named_by_their_number() -> None:
    board = Geometry.overlapping(4, [(0, 0), (2, 2)])
    assert board.cell_count < board.rows * board.columns
    formula = formula_of(Puzzle.empty(board))
    assert formula.about[1].startswith("variable 4 * cell + n, cells counted from 0")
