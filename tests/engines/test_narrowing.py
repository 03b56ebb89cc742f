"""The engine ``sat`` before it encodes: what the compiled core settles, and what it hands over."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from functools import cache, partial
from itertools import product
from pathlib import Path

import pytest

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import parse_rules
from satdoku.encodings import program
from satdoku.engines import EngineOptions, auto, sat
from satdoku.engines.protocol import Session
from satdoku.engines.sat import SatEngine
from satdoku.engines.variant import VariantEngine
from satdoku.formats import parse
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    Among,
    Automaton,
    Comparison,
    DigitSetSum,
    Domain,
    Element,
    Guard,
    Linear,
    Or,
    PairTable,
    Relation,
    Table,
    ValueSet,
    renumbered,
)
from satdoku.solving import check_unique, enumerate_solutions, true_candidates
from tests.constraints.constraint_oracle import full_grids
from tests.model.lowered import Lowered
from tests.relations import test_kinds as kinds
from tests.shared import fewer, thinned

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples/constraints"
BOARD = Geometry.boxes(4, 2, 2)
GRIDS = full_grids(BOARD)
_COMPARISONS: tuple[Comparison, ...] = ("=", "<=", ">=", "!=")
LESS = frozenset((a, b) for a in BOARD.digits for b in BOARD.digits if a < b)

# work of the first search, conflicts of the quick solver, work of trying, of the second search
STAGES = {
    "core": (1_000_000, 3000, 20_000_000, 20_000_000),
    "hardly any work": (1, 3000, 1, 1),
    "few conflicts": (1, 1, 1, 1),
    "single values": (1, 1, 20_000_000, 1),
    "second search": (1, 1, 1000, 1000),
}
STAGE_NAMES = (
    (auto, "_FIRST_WORK"),
    (sat, "_QUICK_CONFLICTS"),
    (auto, "_PROBE_WORK"),
    (auto, "_MORE_WORK"),
)


def sessions(puzzle: Puzzle) -> dict[str, Session]:
    """Each engine alone, and in turns as ``auto`` asks them."""
    prepared = SatEngine(EngineOptions()).prepare(puzzle.model)
    named = SatEngine(EngineOptions(solver="minisat22")).prepare(puzzle.model)
    variant = VariantEngine(EngineOptions()).prepare(puzzle.model)
    turns = auto.InTurns(puzzle.model, partial(SatEngine(EngineOptions()).prepare, puzzle.model))
    return {"sat": prepared, "named": named, "variant": variant, "in turns": turns}


@pytest.mark.parametrize(
    ("engine", "stages"),
    thinned(
        [
            *((engine, "core") for engine in ("sat", "named", "variant", "without the core")),
            ("sat", "few conflicts"),
            *(("in turns", stages) for stages in STAGES),
        ],
        2,
        rows=True,
    ),
)
def test_every_solution_comes_once(
    engine: str, stages: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for (module, name), value in zip(STAGE_NAMES, STAGES[stages], strict=True):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(auto, "_SUMS_WORK", STAGES[stages][0])
    chance = random.Random(5)
    for wanted in (0, 1, 2, 3, 20):
        while True:
            cells = chance.sample(range(16), 6)
            demands: list[Relation] = [PairTable(cells[0], cells[1], LESS)]
            demands.append(Linear(tuple(cells[2:5]), (1, 1, 1), "=", chance.randint(3, 12)))
            rule = Lowered(tuple(demands))
            shown = chance.choice(GRIDS)
            givens = tuple([d if chance.random() < 0.2 else None for d in shown])
            expected = {
                grid
                for grid in GRIDS
                if rule.holds(Grid(BOARD, grid))
                and all(g in (None, d) for g, d in zip(givens, grid, strict=True))
            }
            if len(expected) == wanted or len(expected) > wanted >= 20:
                break
        puzzle = Puzzle(BOARD, givens, constraints=(rule,))
        session = sessions(puzzle)[{"without the core": "in turns"}.get(engine, engine)]
        if engine == "without the core":
            monkeypatch.setattr(program, "compiled_core", lambda name: None)
        elif engine == "variant":
            monkeypatch.setattr(sat, "LoadedSolver", None)
        elif engine in ("sat", "named"):
            monkeypatch.setattr(program, "program_of", None)
        search = session.search(puzzle, UNLIMITED.start())
        grids = list(search)
        assert search.exhausted
        assert len(grids) == len(expected)
        assert set(grids) == expected


@pytest.mark.parametrize("engine", ["sat", "variant", "in turns"])
def test_a_cancelled_search_ends_before_it_begins(engine: str) -> None:
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered((PairTable(0, 1, LESS),)),))
    first = sessions(puzzle)[engine].first(puzzle, Limit(cancel=lambda: True).start(), 2)
    assert first.stopped == "cancelled"
    assert not first.solutions


def test_guesses_are_the_nodes_of_the_compiled_search() -> None:
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered((PairTable(0, 1, LESS),)),))
    session = sessions(puzzle)["variant"]
    clock = Limit(nodes=1).start()
    cut = session.first(puzzle, clock, 200)
    assert (cut.stopped, cut.exhausted) == ("nodes", False)
    assert clock.nodes >= 1
    assert session.first(puzzle, Limit(nodes=10**9).start(), 200).exhausted


def test_auto_names_the_engine_that_answered() -> None:
    shown = next(grid for grid in GRIDS if grid[0] < grid[1])
    givens = (None, *shown[1:])
    puzzle = Puzzle(BOARD, givens, constraints=(Lowered((PairTable(0, 1, LESS),)),))
    assert {check_unique(puzzle).backend for _ in range(9)} == {"variant"}


def test_auto_keeps_a_solver_where_the_compiled_search_does_not_settle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("_FIRST_WORK", "_PROBE_WORK", "_MORE_WORK"):
        monkeypatch.setattr(auto, name, 0)
    shown = next(grid for grid in GRIDS if grid[0] < grid[1])
    rule = Lowered((PairTable(0, 1, LESS),))
    puzzle = Puzzle(BOARD, (*shown[:4], *[None] * 12), constraints=(rule,))
    expected = {grid for grid in GRIDS if grid[:4] == shown[:4]}
    session = auto.InTurns(puzzle.model, partial(SatEngine(EngineOptions()).prepare, puzzle.model))
    for _ in range(4):
        assert set(session.search(puzzle, UNLIMITED.start())) == expected
        assert session.name == "sat"
    unique = puzzle.with_givens(dict(enumerate(shown[:15])))
    assert session.solver_first()
    assert session.first(unique, UNLIMITED.start(), 2).solutions == [shown]
    monkeypatch.setattr(sat.SatSession, "quickly", None)
    assert session.first(unique, UNLIMITED.start(), 2).solutions == [shown]


@pytest.mark.parametrize("engine", ["variant", "in turns"])
@pytest.mark.parametrize("cap", [1, 3, 100])
def test_counts_of_candidates(engine: str, cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(cap)
    for bound in (0, 500, 10**6):
        monkeypatch.setattr(auto, "_CANDIDATES_WORK", bound)
        for _ in range(4):
            cells = chance.sample(range(16), 5)
            demand = Linear(tuple(cells[:3]), (1, 1, 1), "=", chance.randint(3, 12))
            shown = chance.choice(GRIDS)
            givens: list[int | None] = [None] * 16
            for cell in cells[3:]:
                givens[cell] = shown[cell]
            puzzle = Puzzle(BOARD, tuple(givens), constraints=(Lowered((demand,)),))
            solutions = [
                grid
                for grid in GRIDS
                if sum(grid[c] for c in demand.variables) == demand.total
                and all(grid[c] == shown[c] for c in cells[3:])
            ]
            session = sessions(puzzle)[engine]
            arguments = (puzzle, UNLIMITED.start(), cap, solutions[:2])
            occurrences = session.candidates(*arguments)
            assert occurrences.exhausted
            assert occurrences.counts == [
                {
                    digit: min(cap, number)
                    for digit in range(1, 5)
                    if (number := sum(grid[cell] == digit for grid in solutions))
                }
                for cell in range(16)
            ]


def test_a_variable_of_no_cell_makes_no_solution_twice() -> None:
    """Each grid goes with many values of variables that are no cells; the search takes one."""
    free = [Domain(16 + i, frozenset(range(5))) for i in range(12)]
    tied = Linear((0, 16), (1, 1), ">=", 2)
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered((*free, tied)),))
    grids = list(sessions(puzzle)["variant"].search(puzzle, UNLIMITED.start()))
    assert len(grids) == len(set(grids)) == len(GRIDS)


def test_what_cannot_be_written_is_left_out() -> None:
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    large = Linear((0, 5, 10), (10**7, 1, 1), "=", 10**7 + 2)
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered((large,)),))
    narrowing = program.narrowing_of(puzzle)
    assert narrowing is not None
    assert list(narrowing.advance(10**6, 100)) == []
    assert not narrowing.exhausted
    assert "too large" in str(VariantEngine(EngineOptions()).supports(puzzle.model))
    assert set(sessions(puzzle)["in turns"].search(puzzle, UNLIMITED.start())) == {
        grid for grid in GRIDS if (grid[0], grid[5], grid[10]) == (1, 1, 1)
    }


HUGE = 3 * 10**20 + 1
FILLED = {cell: GRIDS[0][cell] for cell in (0, 1, 2)}
THREE = tuple(FILLED)
"""Cells with what they hold in the first grid."""


@pytest.mark.parametrize(
    "relation",
    [
        Linear(THREE, (HUGE, -HUGE, 1), "=", HUGE * (FILLED[0] - FILLED[1]) + FILLED[2]),
        Linear(THREE, (HUGE, 1, 1), "<=", HUGE * 2 + 2),
        *(Among(THREE, frozenset((1, 2)), c, s * HUGE) for c in _COMPARISONS for s in (1, -1)),
        Among(THREE, frozenset((1, HUGE)), "=", 1),
        Table(THREE, frozenset(((1, 2, HUGE), tuple(FILLED.values())))),
        PairTable(0, 1, frozenset(((1, HUGE), (1, 2), (2, 1)))),
        Domain(0, frozenset((1, -HUGE))),
        ValueSet((0, 1), frozenset((frozenset((1, HUGE)), frozenset((1, 2))))),
        Element(0, (1, 2), 4, HUGE),
        Element(0, (1, 2), 4, -HUGE),
        DigitSetSum(THREE, HUGE, BOARD.digits),
        Automaton(
            (0, 5), frozenset((HUGE,)), frozenset((2,)), frozenset(((HUGE, 1, 2), (2, 3, 2)))
        ),
    ],
)
def test_numbers_beyond_64_bits_are_exact(relation: Relation) -> None:
    """Neither the core nor CP-SAT takes them; Python's integers are the referee."""
    rule = Lowered((relation,))
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(rule,)).with_givens({3: GRIDS[0][3]})
    expected = {g for g in GRIDS if g[3] == GRIDS[0][3] and rule.holds(Grid(BOARD, g))}
    for backend, model in (("sat", None), ("cpsat", None), ("cpsat", "integer")):
        solutions = enumerate_solutions(puzzle, backend=backend, options=EngineOptions(model=model))
        assert {grid.values for grid in solutions} == expected
    occurring = [{grid[cell] for grid in expected} for cell in range(16)]
    assert [set(c) for c in true_candidates(puzzle).candidates] == occurring


@pytest.mark.parametrize("guard", [None, Guard(9, 2)])
def test_a_choice_of_automata_is_one_automaton(guard: Guard | None) -> None:
    chance = random.Random(3)
    for _ in range(20):
        cells = tuple(chance.sample(range(16), 4))
        numbers = [chance.randint(-9, 9) for _ in range(3)]
        machines = [
            Automaton(
                cells,
                frozenset(chance.sample(numbers, 2)),
                frozenset(chance.sample(numbers, 1)),
                frozenset(
                    (chance.choice(numbers), chance.randint(1, 4), chance.choice(numbers))
                    for _ in range(8)
                ),
            )
            for _ in range(chance.randint(1, 3))
        ]
        rule = Lowered((Or(tuple([(one,) for one in machines]), guard=guard),))
        puzzle = Puzzle(BOARD, (None,) * 16, constraints=(rule,))
        session = VariantEngine(EngineOptions()).prepare(puzzle.model)
        grids = list(session.search(puzzle, UNLIMITED.start()))
        assert sorted(grids) == sorted(g for g in GRIDS if rule.holds(Grid(BOARD, g)))


def test_a_program_takes_further_tables_of_pairs() -> None:
    chance = random.Random(12)
    every = (1 << BOARD.size) - 1
    for _ in range(40):
        cells = chance.sample(range(16), 5)
        demands = [
            Linear(tuple(cells[:3]), (1, 1, 1), "=", chance.randint(5, 9)),
            PairTable(cells[3], cells[4], LESS),
        ]
        more = []
        for _ in range(chance.randint(1, 3)):
            pairs = frozenset(chance.sample(list(product(BOARD.digits, repeat=2)), 12))
            more += [PairTable(*chance.sample(range(16), 2), allowed) for allowed in (pairs, LESS)]
        solutions = []
        for first, then in ((demands, more), (demands + more, [])):
            model = Puzzle(BOARD, (None,) * 16, constraints=(Lowered(tuple(first)),)).model
            written = program.program_of(model)
            assert written is not None
            search = program.Narrowing(
                written.also(then[:1]).also(then[1:]), [every] * 16, (1, 2, 3, 4)
            )
            solutions.append(set(search.advance(10**9, 1000)))
        assert solutions[0] == solutions[1]


def test_a_search_begun_again_is_a_new_one() -> None:
    chance = random.Random(11)
    every = (1 << BOARD.size) - 1
    for _ in range(40):
        cells = chance.sample(range(16), 5)
        demands = (
            PairTable(cells[0], cells[1], LESS),
            Linear(tuple(cells[2:5]), (1, 1, 1), "=", chance.randint(3, 12)),
        )
        model = Puzzle(BOARD, (None,) * 16, constraints=(Lowered(demands),)).model
        program_of_rules = program.program_of(model)
        assert program_of_rules is not None
        again = program.Narrowing(program_of_rules, [every] * 16, BOARD.digits)
        for _ in range(6):
            masks = [
                chance.randint(0, every) if chance.random() < 0.3 else every for _ in range(16)
            ]
            wanted = chance.choice((1, 3, 1000))
            if not all(masks):
                expected: set[tuple[int, ...]] = set()
            else:
                fresh = program.Narrowing(program_of_rules, masks, BOARD.digits)
                expected = set(fresh.advance(10**9, 1000))
                assert fresh.exhausted
            again.restart(masks)
            grids = list(again.advance(10**9, wanted))
            assert set(grids) <= expected
            assert len(grids) == min(wanted, len(expected))
            assert again.exhausted or len(grids) == wanted


def test_digits_that_are_left_to_no_cell() -> None:
    wide = Geometry.rectangle(4, 4, box=(2, 2), digits=range(6))
    chance = random.Random(3)
    total = Lowered((Linear((0, 5, 6, 11), (1, 1, 1, 1), "=", 8),))
    session = VariantEngine(EngineOptions()).prepare(
        Puzzle(wide, (None,) * 16, None, (total,)).model
    )
    answers = set()
    for _ in range(60):
        digits = chance.choice(((1, 2, 3, 4), (0, 1, 2, 5)))
        marks = [frozenset(chance.sample(digits, chance.randint(3, 4))) for _ in range(16)]
        puzzle = Puzzle(wide, (None,) * 16, tuple(marks), (total,))
        grids = [tuple(digits[digit - 1] for digit in grid) for grid in GRIDS]
        expected = [
            grid
            for grid in grids
            if total.holds(Grid(wide, grid)) and all(map(frozenset.__contains__, marks, grid))
        ]
        solutions = list(session.search(puzzle, UNLIMITED.start()))
        assert sorted(solutions) == sorted(expected)
        answers.add(min(len(solutions), 2))
        if frozenset.union(*marks) == frozenset(digits):
            model = program.fitted(puzzle, puzzle.model)
            assert model.digits == digits
            assert program.fitted(puzzle, puzzle.model) is model
    assert answers == {0, 1, 2}
    rules = parse_rules("even:r1c1-r4c4,odd:r1c1-r4c4,sum:r1c1-r1c4:10", wide)
    nothing = Puzzle(wide, (None,) * 16, None, tuple(rules))
    assert nothing.model.digits == ()
    assert check_unique(nothing).verdict == "none"
    # A row of four cells holds the four digits; a fifth digit, and it need not.
    for more in (4, 5):
        marks = [frozenset((1, 2, 3))] * 3 + [frozenset(range(1, more + 1))] * 13
        puzzle = Puzzle(wide, (None,) * 16, pencil_marks=tuple(marks))
        narrowing = program.narrowing_of(puzzle, program.fitted(puzzle, puzzle.model))
        assert narrowing is not None
        assert narrowing.left is not None
        assert (narrowing.left.masks[3] == 1 << 4) is (more == 4)


def test_sums_of_large_groups_know_their_sets() -> None:
    # Four of 16 digits are one of 1820 sets; as two pairs they could reach 7.
    wide = Geometry.rectangle(4, 4, box=(2, 2), digits=range(1, 17))
    total = Lowered((DigitSetSum((0, 1, 2, 3), 10, wide.digits),))
    narrowing = program.narrowing_of(Puzzle(wide, (None,) * 16, None, (total,)))
    assert narrowing is not None
    assert narrowing.left is not None
    assert list(narrowing.left.masks[:4]) == [15] * 4


def test_a_search_begun_again_needs_a_mask_for_each_cell() -> None:
    puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered((PairTable(0, 1, LESS),)),))
    narrowing = program.narrowing_of(puzzle)
    assert narrowing is not None
    with pytest.raises(ValueError, match="no relations"):
        narrowing.restart([1])


def test_trying_single_values_takes_away_what_is_in_no_solution() -> None:
    pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    chance = random.Random(4)
    fewer = 0
    for _ in range(30):
        cells = chance.sample(range(16), 6)
        own = 16  # a variable that is no cell: whether the first of two is less
        demands = (
            Domain(own, frozenset((0, 1))),
            PairTable(cells[0], cells[1], LESS),
            Linear(tuple(cells[2:5]), (1, 1, 1), "=", chance.randint(3, 12)),
            Among((cells[5],), frozenset((1, 2)), "=", 0, own),
        )
        puzzle = Puzzle(BOARD, (None,) * 16, constraints=(Lowered(demands),))
        narrowing = program.narrowing_of(puzzle)
        assert narrowing is not None
        before = narrowing.left
        solutions = set(narrowing.advance(10**9, 1000))
        narrowing.probe(10**7)
        assert set(narrowing.advance(10**9, 1000)) == solutions
        assert narrowing.exhausted
        if narrowing.left is None or before is None:
            assert not solutions
            continue
        for values in solutions:
            assert all(m >> v - 1 & 1 for m, v in zip(narrowing.left.masks, values, strict=True))
            assert int(values[cells[5]] in (1, 2)) in narrowing.left.auxiliary[own]
        fewer += sum(map(int.bit_count, narrowing.left.masks)) < sum(
            map(int.bit_count, before.masks)
        )
    assert fewer


def mixed(chance: random.Random) -> Puzzle:
    """A 4x4 with some relations of any kinds, over cells and other variables."""
    own = dict(zip(kinds.AUXILIARY, (16, 17), strict=True))
    demands: list[Relation] = [Domain(own[v], frozenset(x)) for v, x in kinds.AUXILIARY.items()]
    for _ in range(chance.randint(1, 5)):
        cells = dict(zip(range(kinds.USED), chance.sample(range(16), kinds.USED), strict=True))
        demands.append(renumbered(chance.choice(kinds.EVERY)(chance, True), cells | own))
    shown = chance.choice(GRIDS)
    givens = tuple([digit if chance.random() < 0.1 else None for digit in shown])
    return Puzzle(BOARD, givens, constraints=(Lowered(tuple(demands)),))


def compare_mixed(seed: int, number: int) -> int:
    """How many of this many mixed puzzles have solutions, each searched and found one by one."""
    chance = random.Random(seed)
    solvable = 0
    for _ in range(number):
        puzzle = mixed(chance)
        if program.why_not_written(puzzle.model) is not None:
            continue
        (rule,) = puzzle.constraints
        expected = {
            grid
            for grid in GRIDS
            if all(given in (None, digit) for given, digit in zip(puzzle.givens, grid, strict=True))
            and rule.holds(Grid(BOARD, grid))
        }
        solvable += bool(expected)
        grids = list(
            VariantEngine(EngineOptions()).prepare(puzzle.model).search(puzzle, UNLIMITED.start())
        )
        assert len(grids) == len(set(grids))
        assert set(grids) == expected, (puzzle.givens, rule)
    return solvable


def test_mixed_kinds_against_brute_force() -> None:
    assert 20 < compare_mixed(1, 120) < 100


IDEAS = re.findall(r'= idea\("(\w+)"\)', (ROOT / "native/narrowing/ideas.hpp").read_text("utf-8"))


@cache
def spent(most: int = 200_000) -> list[int]:
    """The work that each of the examples takes, and a large board with large cages, up to a
    bound."""
    work = []
    large = Geometry.boxes(12, 3, 4)
    cages = parse_rules("killer-cage:r1c1-r2c3:sum=30,killer-cage:r1c4-r1c9:sum=45", large)
    examples = [parse(path.read_text("utf-8")).puzzle for path in sorted(EXAMPLES.glob("*.json"))]
    for puzzle in (*examples, Puzzle.empty(large, cages)):
        search = program.narrowing_of(puzzle)
        assert search is not None
        list(search.advance(most, 2))
        work.append(search.work)
    return work


@pytest.mark.parametrize("idea", fewer(["none", *IDEAS], 2))
def test_no_answer_depends_on_an_idea_of_the_search(idea: str) -> None:
    """Parts that a measurement switches off (benchmarks/ablation.py) change the time alone."""
    most = 5_000 if idea == "none" else 200_000
    code = "from tests.engines import test_narrowing as own; own.compare_mixed(2, 20); "
    done = subprocess.run(
        [sys.executable, "-c", code + f"print(own.spent({most}))"],
        cwd=ROOT,
        env=os.environ | {"SATDOKU_WITHOUT": idea},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (json.loads(done.stdout) == spent(most)) is (idea == "none")


def shrunk(geometry: Geometry, masks: list[int]) -> list[int] | None:
    """The digits that singles and locked candidates leave, repeated until nothing changes."""
    houses = [frozenset(house.cells) for house in geometry.houses]
    while True:
        before = list(masks)
        for house in houses:
            for cell in house:
                if masks[cell].bit_count() == 1:
                    for other in house - {cell}:
                        masks[other] &= ~masks[cell]
            for i in range(geometry.size):
                places = [cell for cell in house if masks[cell] >> i & 1]
                if len(places) == 1:
                    masks[places[0]] &= 1 << i
                elif not places:
                    return None
            for crossing in houses:
                if len(house & crossing) > 1:
                    held = 0
                    for cell in crossing - house:
                        held |= masks[cell]
                    for cell in house - crossing:
                        masks[cell] &= held
        if not all(masks):
            return None
        if masks == before:
            return masks


@pytest.mark.parametrize(
    "geometry",
    thinned(
        [
            Geometry.boxes(4, 2, 2),
            Geometry.boxes(6, 2, 3),
            Geometry.classic(),
            Geometry.boxes(12, 3, 4),
            Geometry.jigsaw(map(ord, "AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF")),
            Geometry.jigsaw(map(ord, "AAAAABABBBBBCCCCCDCDDDDDEEEEEFEFFFFF")),
        ],
        2,
    ),
    ids=["4x4", "6x6", "9x9", "12x12", "6x6 jigsaw of boxes", "6x6 jigsaw"],
)
def test_houses_leave_what_singles_and_locked_candidates_do(geometry: Geometry) -> None:
    core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")
    model = Puzzle(geometry, (None,) * geometry.cell_count).model
    program_of_rules = program.program_of(model)
    assert program_of_rules is not None
    size = geometry.size
    grids = Puzzle(geometry, (None,) * geometry.cell_count)
    (solution,) = check_unique(grids).witnesses[:1]
    chance = random.Random(size)
    ends = set()
    for _ in range(60):
        share = chance.choice((0.2, 0.3, 0.5, 0.7))
        wrong = chance.choice((0, 0, 0.02))
        masks = []
        for digit in solution.values:
            assert digit is not None
            mask = sum(1 << i for i in range(size) if chance.random() < share)
            masks.append(mask if mask and chance.random() < wrong else mask | 1 << digit - 1)
        search = core.Narrowing(program_of_rules.numbers)
        search.restart(masks)
        expected = shrunk(geometry, list(masks))
        assert search.masks == (expected or [])
        ends.add(expected is None)
    assert ends == {False, True}


def test_how_long_the_compiled_search_goes_first() -> None:
    total = Linear((0, 5, 10), (1, 1, 1), "=", 6)
    hidden = Domain(16, frozenset((0, 1)))
    counted = Among((0, 5), frozenset((1, 2)), "=", 0, 16)
    demanded: list[tuple[int, tuple[Relation, ...]]] = [
        (auto._FIRST_WORK, (PairTable(0, 1, LESS),)),
        (auto._FIRST_WORK, (hidden, counted)),
        (auto._SUMS_WORK, (total, hidden, counted)),
    ]
    assert auto.SLICE < auto._FIRST_WORK < auto._SUMS_WORK
    for work, demands in demanded:
        model = Puzzle(BOARD, (None,) * 16, constraints=(Lowered(demands),)).model
        assert auto.InTurns(model, partial(SatEngine(EngineOptions()).prepare, model)).work == work
    for size, taken in ((16, True), (25, True), (36, False)):
        large = Puzzle(Geometry.of_size(size), (None,) * size**2).model
        assert auto.takes_turns(large, EngineOptions()) is taken
    large = Puzzle(Geometry.of_size(25), (None,) * 625, constraints=(Lowered((total,)),)).model
    turns = auto.InTurns(large, partial(SatEngine(EngineOptions()).prepare, large))
    assert turns.work == auto.SLICE
    unknown = parse((EXAMPLES / "chaos-arrow.json").read_text()).puzzle.model
    assert unknown.others
    turns = auto.InTurns(unknown, partial(SatEngine(EngineOptions()).prepare, unknown))
    assert turns.work == auto._REGIONS_WORK * unknown.geometry.grid_count**2
