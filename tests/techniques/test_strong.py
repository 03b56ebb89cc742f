"""Strong links from rules: found exactly, used in chains, and judged by the check for itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations, islice, pairwise, product

import pytest

import satdoku
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.board.constraint import Constraint
from satdoku.constraints import KillerCage, NonConsecutive, Renban, Thermo, WhiteDot
from satdoku.explaining import explain
from satdoku.puzzle import Position, Puzzle
from satdoku.techniques.arguments.chains import ChainProof
from satdoku.techniques.board import board_of, open_candidates
from satdoku.techniques.catalogue import technique
from satdoku.techniques.check import faults
from satdoku.techniques.searches.clues.strong import reason_at, strong_links
from satdoku.techniques.step import Chain, Node, Rule, Step

from .support import assert_sound, solve, with_chains

G6 = Geometry.boxes(6, 2, 3)
Keeps = Callable[[tuple[int, ...]], bool]
LINE = (0, 7, 14, 21)
CLUES: dict[str, tuple[Constraint, tuple[int, ...], Keeps]] = {
    "cage": (
        KillerCage((0, 1, 6), 9),
        (0, 1, 6),
        lambda way: sum(way) == 9 and len(set(way)) == 3,
    ),
    "dot": (WhiteDot((2, 3)), (2, 3), lambda way: abs(way[0] - way[1]) == 1),
    "thermo": (Thermo(LINE), LINE, lambda way: all(a < b for a, b in pairwise(way))),
    # Listing its ways takes a solver.
    "renban": (
        Renban(LINE),
        LINE,
        lambda way: len(set(way)) == 4 and max(way) - min(way) == 3,
    ),
    "pair of the board": (NonConsecutive(), (8, 9), lambda way: abs(way[0] - way[1]) != 1),
}


def brute(position: Position, cells: tuple[int, ...], keeps: Keeps) -> set[frozenset[int]]:
    """The pairs of candidates of which every way to fill the cells has one, and some lacks one."""
    near = position.geometry.peers
    ways = [
        {cell * 6 + digit - 1 for cell, digit in zip(cells, way, strict=True)}
        for way in product(*(sorted(position.candidates[cell]) for cell in cells))
        if keeps(way)
        and not any(
            x == y and b in near[a]
            for (a, x), (b, y) in combinations(zip(cells, way, strict=True), 2)
        )
    ]
    every = set.intersection(*ways) if ways else set()
    free = sorted(set().union(*ways) - every)
    return {
        frozenset((a, b))
        for a, b in combinations(free, 2)
        if a // 6 != b // 6 and all(a in way or b in way for way in ways)
    }


@pytest.mark.parametrize("name", CLUES)
def test_exactly_the_pairs_that_every_way_needs(name: str) -> None:
    rule, cells, keeps = CLUES[name]
    puzzle = Puzzle.empty(G6, (rule,))
    rng = random.Random(11)
    count = 0
    for _ in range(120):
        eliminated = [(c, d) for c in cells for d in rng.sample(G6.digits, rng.choice((2, 3, 4)))]
        position = Position.of(puzzle).eliminate(eliminated)
        cands = open_candidates(position)
        pairs = {
            frozenset((one, other))
            for one, links in strong_links(cands, ENDLESS).items()
            for other, cause in links
            if reason_at(cands, cause).cells == cells
        }
        assert pairs == brute(position, cells, keeps)
        count += bool(pairs)
    assert count > 5


CAGES = (KillerCage((0, 6), 5), KillerCage((4, 10), 5), KillerCage((13, 19), 9))


def crossing() -> Position:
    """Two cages of 5 in rows 1 and 2, each with its 4 in one of its cells."""
    keep = {0: {1, 2, 4}, 6: {1, 4, 5}, 4: {1, 2, 4}, 10: {1, 4, 5}}
    eliminated = [(c, d) for c, digits in keep.items() for d in G6.digits if d not in digits]
    return Position.of(Puzzle.empty(G6, CAGES)).eliminate(eliminated)


def test_a_cycle_through_two_cages() -> None:
    position = crossing()
    steps = [
        step
        for step in technique("x-cycle").find(position)
        if {link.rule.name for link in step.view.chains[0].links if link.rule} == {"killer-cage"}
    ]
    # The 4s of both rows are in the cages, so that no other cell of the rows has one.
    assert {(1, 4), (9, 4)} <= {pair for step in steps for pair in step.eliminations}
    for step in steps:
        assert faults(step, position) == ()
        assert "one of the two must be true: the killer cage of 5" in explain(step, G6)
        assert "どちらか一方は必ず入る" in explain(step, G6, "ja")


def test_the_check_reads_the_rule_for_itself() -> None:
    position = crossing()
    cage = Rule(0, "killer-cage", "killer cage", (0, 6))
    box, row = (
        next(h for h in board_of(position.puzzle).houses if {0, 1, at} <= {*h.cells})
        for at in (6, 5)
    )
    nodes = (
        Node(1, 4, True),
        Node(0, 4, False, (0,), "house", row),
        Node(6, 4, True, (1,), "rule", rule=cage),
        Node(1, 4, False, (2,), "house", box),
    )
    step = Step("x-chain", ChainProof("x", Chain(nodes)), eliminations=((1, 4),))
    assert faults(step, position) == ()
    assert faults(step, Position.of(Puzzle.empty(G6, CAGES)))  # where 2 and 3 are left too

    def forged(**change: object) -> Step:
        other = (*nodes[:2], replace(nodes[2], **change), nodes[3])  # type: ignore[arg-type]
        return with_chains(step, Chain(other))

    assert faults(forged(rule=None), position)
    assert faults(forged(rule=replace(cage, constraint=2)), position)
    assert faults(forged(rule=replace(cage, constraint=7)), position)
    assert faults(forged(rule=replace(cage, name="arrow")), position)
    assert faults(forged(rule=replace(cage, cells=(4, 10))), position)
    assert faults(forged(cell=7), position)
    assert faults(forged(digit=1), position)
    assert faults(forged(parents=(0,)), position)


SEARCHES = (
    technique("forcing-chain"),
    technique("xy-cycle"),
    technique("nishio"),
    technique("cell-forcing-chains"),
    technique("region-forcing-chains"),
    technique("dynamic-forcing-chains"),
)


def caged(seed: int) -> tuple[Puzzle, tuple[int, ...]]:
    """A 4x4 killer of two-cell and three-cell cages with one solution, and the solution."""
    rng = random.Random(seed)
    g4 = Geometry.boxes(4, 2, 2)
    first = dict(zip(range(4), rng.sample(g4.digits, 4), strict=True))
    solution = solve(Position.of(Puzzle.empty(g4).with_givens(first)))
    assert solution is not None
    shapes = [(a, a + 1) for a in range(16) if a % 4 < 3] + [(a, a + 4) for a in range(12)]
    shapes += [(a, a + 1, a + 5) for a in range(11) if a % 4 < 3]
    shapes = [cells for cells in shapes if len({solution[c] for c in cells}) == len(cells)]
    cages: list[KillerCage] = []
    for cells in rng.sample(shapes, len(shapes)):
        if not {c for cage in cages for c in cage.cells} & {*cells}:
            cages.append(KillerCage(cells, sum(solution[c] for c in cells)))
    puzzle = Puzzle.empty(g4, tuple(cages))
    for cell in rng.sample(range(16), 16):
        if satdoku.is_unique(puzzle):
            break
        puzzle = puzzle.with_givens({cell: solution[cell]})
    return puzzle, solution


@pytest.mark.full
def test_what_chains_conclude_from_rules_is_true() -> None:
    ruled: set[str] = set()
    for seed in range(3):
        puzzle, solution = caged(seed)
        position = Position.of(puzzle)
        for search in SEARCHES:
            for step in islice(search.find(position), 12):
                assert_sound(step, solution)
                assert faults(step, position) == ()
                assert explain(step, puzzle.geometry)
                chains = [*step.view.chains, *(c for p in step.view.parts for c in p.view.chains)]
                if any(n.on and n.cause == "rule" for c in chains for n in c.nodes):
                    ruled.add(search.name)
    assert ruled == {search.name for search in SEARCHES}


def test_boards_without_clues_have_none() -> None:
    assert strong_links(open_candidates(Position.of(Puzzle.empty(G6))), ENDLESS) == {}
