"""The encoding of certificates says exactly what the rules say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import combinations
from random import Random
from typing import Any

import pytest
from proof_samples import (
    EASY,
    HARD,
    JIGSAW_4,
    SMALL_BOARDS,
    classic,
    example,
    full_grids,
    models,
    posed,
)

from satdoku.constraints import REGISTRY
from satdoku.encodings.cnf import encode_pruned
from satdoku.errors import FormatError, Unsupported
from satdoku.proofs import formula
from satdoku.proofs.formula import ENCODING, VERSION, Clause, formula_of
from satdoku.puzzle import Geometry, Grid, Puzzle
from satdoku.relations import AllDifferent, DigitSetSum, Domain, PairTable

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


def test_every_rule_has_samples_or_is_refused_or_is_made_of_pairs() -> None:
    for name in set(REGISTRY) - set(RULES):
        puzzle = example(name)
        kinds = {type(r) for rule in puzzle.constraints for r in rule.relations(puzzle.geometry)}
        if kinds <= {PairTable, Domain}:
            continue  # non-consecutive, odd and even have samples of these
        with pytest.raises(Unsupported, match=r"a certificate cannot hold (the|a) relation"):
            formula_of(puzzle)


@pytest.mark.parametrize("geometry", SMALL_BOARDS, ids=lambda g: g.describe())
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
    monkeypatch.setattr(formula, "_FEW_SETS", few)
    geometry = Geometry.latin(5)
    inside = tuple(range(cells))  # in one row, so they differ anyway
    rows = {values[:cells] for values in set(_permutations(5))}
    for total in range(sum(range(6)) + 2):

        @dataclass(frozen=True)
        class Sum:
            total: int

            def relations(self, geometry: Geometry) -> list[DigitSetSum]:
                return [DigitSetSum(inside, self.total, geometry.digits)]

        puzzle = Puzzle(geometry, (None,) * 25, None, (Sum(total),))  # type: ignore[arg-type]
        clauses = [c for c in formula_of(puzzle).clauses if _about(c, 5 * cells)]
        found = {tuple((x - 1) % 5 + 1 for x in m) for m in models(clauses, 5 * cells)}
        assert found == {values for values in rows if sum(values) == total}


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
    found = formula_of(puzzle)
    assert 4096 < found.top < 6000


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
        found = formula_of(puzzle, Grid(puzzle.geometry, (1,) * 81))
        assert len(set(found.clauses)) == len(found.clauses)
        for clause in found.clauses:
            variables = [abs(literal) for literal in clause]
            assert variables == sorted(set(variables))
            assert all(0 < variable <= found.top for variable in variables)


def test_the_file_is_plain_dimacs() -> None:
    found = formula_of(posed("12..34..........", BOXES))
    lines = found.dimacs().decode("ascii").splitlines()
    comments = [line for line in lines if line.startswith("c ")]
    assert lines[: len(comments)] == comments
    assert lines[len(comments)] == f"p cnf {found.top} {len(found.clauses)}"
    body = lines[len(comments) + 1 :]
    assert [tuple(map(int, line.split()))[:-1] for line in body] == list(found.clauses)
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
    assert (ENCODING, VERSION) == ("open-candidates", 1)
    assert sha256(formula_of(puzzle).dimacs()).hexdigest()[:16] == digest


@dataclass(frozen=True)
class _Odd:
    """A rule made of relations that no real rule has."""

    made: tuple[Any, ...]

    def relations(self, geometry: Geometry) -> tuple[Any, ...]:
        return self.made

    def holds(self, grid: Grid) -> bool:
        return True


def odd_puzzle(*relations: Any) -> Puzzle:
    return Puzzle(JIGSAW_4, (None,) * 16, None, (_Odd(relations),))  # type: ignore[arg-type]


def test_relations_at_the_edge() -> None:
    assert () in formula_of(odd_puzzle(AllDifferent((0, 0, 1)))).clauses
    assert () in formula_of(odd_puzzle(AllDifferent((0, 1, 4, 10, 15)))).clauses
    itself = PairTable(3, 3, frozenset({(1, 1), (2, 3), (4, 4)}))
    assert {grid[3] for grid in solutions_by_formula(odd_puzzle(itself))} == {1, 4}
    pair = PairTable(0, 15, frozenset({(1, 2), (3, 3), (4, 9)}))
    table = PairTable(2, 9, frozenset(combinations(range(1, 5), 2)))
    every = set(full_grids(odd_puzzle()))
    for rule in (pair, table):
        kept = {g for g in every if (g[rule.first], g[rule.second]) in rule.allowed}
        assert solutions_by_formula(odd_puzzle(rule)) == kept


def test_what_has_no_clauses_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Unsupported, match="the relation str"):
        formula_of(odd_puzzle("something new"))
    with pytest.raises(Unsupported, match="auxiliary variables"):
        formula_of(odd_puzzle(Domain(16, frozenset({1})), AllDifferent((0, 16))))
    with pytest.raises(Unsupported, match="more than 5,000,000 clauses"):
        formula_of(Puzzle.empty(Geometry.boxes(49, 7, 7)))
    monkeypatch.setattr(formula, "_MAX_SUM_STATES", 10_000)
    with pytest.raises(Unsupported, match="a sum over 50 cells"):
        list(formula._sum_clauses([(d, [d]) for d in range(1, 101)], 50, 2525, 1))
