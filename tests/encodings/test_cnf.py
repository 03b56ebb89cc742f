"""Clauses: their number, their meaning, and how they are written to a file."""

from __future__ import annotations

import io
import random
from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from satdoku.base.errors import InvalidPuzzle, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import (
    AntiKing,
    AntiKnight,
    BothDiagonals,
    KillerCage,
    NonConsecutive,
)
from satdoku.encodings import at_most_one, cnf, digit_sets
from satdoku.encodings.cnf import encode, encode_pruned
from satdoku.encodings.dimacs import write_dimacs
from satdoku.encodings.formula import AMO, KINDS, Amo, Builder, ClauseKind, Formula
from satdoku.encodings.prune import Left, prune
from satdoku.encodings.variables import Variables
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.relations import DigitSetSum, Domain
from tests.shared import thinned

CLASSIC = Geometry.classic()
BOXES4 = Geometry.boxes(4, 2, 2)
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def classic(text: str) -> Puzzle:
    return Puzzle(CLASSIC, tuple(int(s) if s != "." else None for s in text))


def base(geometry: Geometry, **options: object) -> Formula:
    return encode(Model(geometry, Puzzle.empty(geometry).board_relations()), **options)  # type: ignore[arg-type]


def test_the_numbers_of_the_literature() -> None:
    # Lynce & Ouaknine count 8,829 for minimal, writing the pairs of box and line twice.
    assert base(CLASSIC, kind="minimal").clause_count == 7371
    extended = base(CLASSIC)
    assert (extended.clause_count, extended.top) == (10_530, 729)
    assert len({tuple(sorted(c)) for c in extended.clauses()}) == 10_530


@pytest.mark.parametrize("length", [*range(1, 18), 40])
@pytest.mark.parametrize("amo", AMO)
def test_at_most_one_is_at_most_one(length: int, amo: Amo) -> None:
    builder = Builder(Variables.full(Geometry.latin(10)))
    row = list(range(1, length + 1))
    if amo == "pairwise":
        assert at_most_one.pairwise(builder, [], [row])
    else:
        at_most_one.by_rows(builder, [row], amo)
    clauses = [list(map(int, clause)) for block in builder.blocks for clause in block]
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        for pair in combinations(row, 2):
            assert not solver.solve(pair)
        for literal in row:
            assert solver.solve([literal, *[-x for x in row if x != literal]])
        assert solver.solve([-x for x in row])


def test_plain_and_numpy_pairs_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for puzzle in (Puzzle.empty(CLASSIC), classic(HARD)):
        for pruned in (False, True):
            masks = prune(puzzle) if pruned else None
            left = None if masks is None else Left(masks)
            relations = list(puzzle.relations())
            monkeypatch.setattr(at_most_one, "_NUMPY_FROM", 10**9)
            plain = encode(Model(CLASSIC, relations), left=left)
            monkeypatch.setattr(at_most_one, "_NUMPY_FROM", 0)
            bulk = encode(Model(CLASSIC, relations), left=left)
            assert {tuple(sorted(c)) for c in plain.clauses()} == {
                tuple(sorted(c)) for c in bulk.clauses()
            }
            assert plain.clause_count == bulk.clause_count


def test_product_takes_over_where_pairwise_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Geometry.of_size(16)
    assert base(board).amo == "pairwise"
    monkeypatch.setattr(cnf, "PAIRWISE_LIMIT", 50_000)
    small = base(board)
    assert small.amo == "product"
    assert small.clause_count < 50_000
    # The clauses that count are those left after pruning.
    half = [((r * 4 + r // 4 + c) % 16) + 1 for r in range(16) for c in range(16)]
    chance = random.Random(5)
    givens = tuple(v if chance.random() < 0.8 else None for v in half)
    puzzle = Puzzle(board, givens)
    assert not puzzle.problems()
    pruned = encode_pruned(puzzle)
    assert pruned is not None
    assert pruned.amo == "pairwise"


def test_unknown_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="minimal, extended"):
        base(BOXES4, kind="other")
    with pytest.raises(ValueError, match="product"):
        base(BOXES4, amo="ladder")


@pytest.mark.parametrize("kind", KINDS)
def test_masks_need_not_be_propagated(kind: ClauseKind) -> None:
    """Any masks give the solutions within them, also where nothing but pairs keeps houses."""
    masks = [0b1111] * 16
    masks[0], masks[1], masks[4] = 0b0001, 0b0011, 0b0111
    board = Model(BOXES4, Puzzle.empty(BOXES4).board_relations())
    formula = encode(board, kind=kind, left=Left(masks))
    assignments = models(formula)
    everything = models(base(BOXES4))
    assert assignments == {
        v for v in everything if v[0] == 1 and v[1] in (1, 2) and v[4] in (1, 2, 3)
    }


def test_an_empty_cell_is_a_contradiction() -> None:
    masks = [0b1111] * 15 + [0]
    board = Model(BOXES4, Puzzle.empty(BOXES4).board_relations())
    assert not models(encode(board, left=Left(masks)))
    nothing = [*Puzzle.empty(BOXES4).board_relations(), Domain(3, frozenset())]
    assert not models(encode(Model(BOXES4, nothing)))


def models(formula: Formula) -> set[tuple[int, ...]]:
    """Every grid that the formula allows, each counted once."""
    solutions: set[tuple[int, ...]] = set()
    with Solver("cadical153", bootstrap_with=list(formula.clauses())) as solver:
        while solver.solve():
            true = [x for x in solver.get_model() if 0 < x <= formula.variables.count]
            values = formula.variables.values(true)
            assert values not in solutions
            solutions.add(values)
            solver.add_clause([-x for x in true])
    return solutions


@pytest.mark.parametrize("kind", thinned(KINDS, 2))
@pytest.mark.parametrize("listed", [True, False])
def test_sums_by_digit_sets_and_by_diagram(
    kind: ClauseKind, listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not listed:
        monkeypatch.setattr(digit_sets, "_MAX_DIGIT_SETS", -1)
    everything = models(base(BOXES4))
    for cells in ((0, 5), (0, 1, 4), (2, 6, 11), (0, 1, 2, 3), (3,)):
        for total in range(11):
            relations = [
                *Puzzle.empty(BOXES4).board_relations(),
                DigitSetSum(cells, total, BOXES4.digits),
            ]
            expected = {
                v
                for v in everything
                if sum(v[c] for c in cells) == total and len({v[c] for c in cells}) == len(cells)
            }
            assert models(encode(Model(BOXES4, relations), kind=kind)) == expected


@pytest.mark.full
def test_sums_of_large_cages() -> None:
    board = Geometry.of_size(25)
    cage = KillerCage(tuple(range(12)), 150)
    formula = encode(Model(board, Puzzle.empty(board, [cage]).board_relations()))
    with Solver("cadical153", bootstrap_with=[]) as solver:
        for chunk in formula.chunks():
            solver.append_formula(chunk)
        assert solver.solve()
        values = formula.variables.values(solver.get_model())
    assert sum(values[:12]) == 150


def test_sums_too_large_are_refused_by_name() -> None:
    board = Geometry.of_size(100)
    relation = DigitSetSum(tuple(range(50)), 2525, board.digits)
    assert "sum over 50 cells" in str(digit_sets.why_not(Model(board, [relation])))
    with pytest.raises(Unsupported, match="cpsat"):
        encode(Model(board, [relation]))


def read_dimacs(text: str) -> tuple[dict[int, str], int, list[list[int]]]:
    names: dict[int, str] = {}
    clauses: list[list[int]] = []
    header: list[str] = []
    for line in text.splitlines():
        if line.startswith("c ") and " is " in line:
            name, number = line[2:].split(" is ")
            names[int(number)] = name
        elif line.startswith("p"):
            header = line.split()
        elif not line.startswith("c"):
            *literals, end = map(int, line.split())
            assert end == 0
            clauses.append(literals)
    assert header[:2] == ["p", "cnf"]
    assert len(clauses) == int(header[3])
    assert max(abs(x) for c in clauses for x in c) <= int(header[2])
    return names, int(header[2]), clauses


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("amo", thinned([None, *AMO], 2))
def test_a_file_solved_by_any_solver_solves_the_puzzle(kind: ClauseKind, amo: Amo | None) -> None:
    stream = io.StringIO()
    puzzle = classic(HARD)
    write_dimacs(puzzle, stream, kind=kind, amo=amo)
    names, _, clauses = read_dimacs(stream.getvalue())
    assert names[5] == "r1c1=5"
    assert names[729] == "r9c9=9"
    with Solver("glucose4", bootstrap_with=clauses) as solver:
        assert solver.solve()
        true = [names[x] for x in solver.get_model() if x > 0 and x in names]
        assert len(true) == 81
        assert "r1c1=6" in true
        solver.add_clause([-x for x in solver.get_model() if 0 < x <= 729])
        assert not solver.solve()


def test_a_file_holds_rules_and_pencil_marks() -> None:
    marks = [None] * 16
    marks[0] = frozenset({1, 3})
    puzzle = Puzzle(BOXES4, (None,) * 16, tuple(marks), (BothDiagonals(), KillerCage((1, 6), 5)))
    stream = io.StringIO()
    write_dimacs(puzzle, stream)
    names, _, clauses = read_dimacs(stream.getvalue())
    assert [-2] in clauses
    assert [-4] in clauses
    assert names[1] == "r1c1=1"
    assert "c rules: " in stream.getvalue()
    with pytest.raises(InvalidPuzzle):
        write_dimacs(Puzzle.empty(BOXES4).with_givens({0: 1, 1: 1}), stream)


@pytest.mark.parametrize("rule", [(), (AntiKnight(),), (AntiKing(),), (NonConsecutive(),)])
def test_pruning_keeps_every_solution(rule: tuple[AntiKnight, ...]) -> None:
    chance = random.Random(3)
    everything = models(encode(Model(BOXES4, Puzzle.empty(BOXES4, rule).board_relations())))
    for _ in range(40):
        givens = {chance.randrange(16): chance.randint(1, 4) for _ in range(chance.randint(1, 5))}
        puzzle = Puzzle.empty(BOXES4, rule).with_givens(givens)
        expected = {v for v in everything if all(v[c] == d for c, d in givens.items())}
        masks = prune(puzzle)
        if masks is None:
            assert not expected
            continue
        for values in expected:
            assert all(mask >> (value - 1) & 1 for mask, value in zip(masks, values, strict=True))
        formula = encode_pruned(puzzle)
        assert formula is not None
        assert models(formula) == expected


def test_numbering_is_one_to_one() -> None:
    full = Variables.full(CLASSIC)
    pairs = list(product(range(81), range(1, 10)))
    assert [full.literal(c, d) for c, d in pairs] == list(range(1, 730))
    assert list(full.candidates[1:]) == pairs
    pruned = Variables.pruned(BOXES4, [0b0101] * 16)
    assert pruned.count == 32
    assert pruned.literal(0, 2) == 0
    assert pruned.candidates[pruned.literal(7, 3)] == (7, 3)
    with pytest.raises(ValueError, match="one digit"):
        pruned.values([1, 2])
