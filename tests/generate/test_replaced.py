"""Techniques that no puzzle needs: the proof that easier ones leave them nothing to find.

For fish a SAT solver looks for the places of one digit, of which some are written, such that
nothing easier goes on and the fish excludes a place. It finds none, for any houses as base and
cover.

A discontinuous nice loop between candidates of two cells is an AIC, one between two candidates of
a cell is a continuous nice loop, and one that comes back to its first candidate is a longer form of
an AIC: if "not A" leads to "B", so to "not C", ... and at last to A, the chain from "not C" to A
has a strong link less, and excludes B, which C and A exclude. If it has one strong link alone, the
places of a digit in a house all see B, so pointing, claiming or a hidden single goes on. If the
search knows another chain from C to A of that length that meets a candidate twice, a part of that
one is a loop of fewer links or an AIC of fewer, and the argument begins again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, combinations, permutations, product

import pytest

from satdoku import core
from satdoku.board import Geometry
from satdoku.engines.oracles import solver_of
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import Exercises
from satdoku.generating.needs import BARE, needed, table_before, why_not_needed
from satdoku.techniques.arguments.chains import AicProof
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.names.vocabulary import canonical
from satdoku.techniques.searches.houses.alternating import AlternatingChains

BOARD = Geometry.classic()
PEERS = [set(peers) for peers in BOARD.peers]
HOUSES = [set(house.cells) for house in BOARD.houses]
KINDS = [house.kind for house in BOARD.houses]
ROWS, COLUMNS, BOXES = (
    [cells for cells, kind in zip(HOUSES, KINDS, strict=True) if kind == wanted]
    for wanted in ("row", "column", "box")
)
LINES = ((ROWS, COLUMNS), (COLUMNS, ROWS))

COLOURS = "multi-colours-2"
LOOPS = ("discontinuous-nice-loop", "grouped-discontinuous-nice-loop")
IN_A_BOX = "...13.....74..........65..9.8..1..........72.6.937.1........25..95.4....84...6.3."
"""A finned Franken X-wing here is a turbot fish through a box with two places, which is no empty
rectangle."""


def place(cell: int) -> int:
    return 1 + cell


def written(cell: int) -> int:
    return 82 + cell


def true(cell: int) -> int:
    return 163 + cell


def any_of(cells: set[int]) -> list[int]:
    return [place(cell) for cell in sorted(cells)]


def written_in(*houses: set[int]) -> list[int]:
    return [written(cell) for house in houses for cell in sorted(house)]


def stuck() -> Iterator[list[int]]:
    """The places of a digit where singles, pointing and claiming find nothing."""
    for house in HOUSES:
        yield [true(cell) for cell in house]
        yield from ([-true(a), -true(b)] for a, b in combinations(house, 2))
        yield from (written_in(house) + any_of(house - {cell}) for cell in house)
        for other in HOUSES:
            if 1 < len(house & other) < 9:
                rest = any_of(house - other) + written_in(house)
                yield from ([-place(cell), *rest] for cell in other - house)
    for cell in range(81):
        yield from ([-written(cell), true(cell)], [-place(cell), -written(cell)])
        yield [place(cell), written(cell), -true(cell)]
        yield from ([-place(cell), -written(peer)] for peer in PEERS[cell])


def without_fins_and_empty_rectangles() -> Iterator[list[int]]:
    """No X-wing, with fins or without, and no empty rectangle. One whose box has but two places is
    a turbot fish."""
    for lines, across in LINES:
        for (one, other), (cover, second) in (
            (base, covers) for base in combinations(lines, 2) for covers in permutations(across, 2)
        ):
            for out in cover - one - other:
                fins = (one | other) - cover - second - PEERS[out]
                yield [-place(out), *any_of(fins), *written_in(one, other)]
        for box in BOXES:
            for line in filter(box.intersection, lines):
                for crossing in filter(box.intersection, across):
                    rest = any_of(box - line - crossing) + written_in(box)
                    for pair in lines:
                        for end in across:
                            if not pair & box and not end & box:
                                ends = any_of(pair - crossing - end) + written_in(pair)
                                (out,) = line & end
                                yield [-place(out), *rest, *ends]


def fish(kind: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Bases, one of those that symmetries of the board take to each other, and covers."""
    bases: dict[tuple[object, ...], tuple[int, int]] = {}
    for base in combinations(range(27), 2):
        one, other = (HOUSES[h] for h in base)
        bands = len({cell // 27 for cell in one | other})
        stacks = len({cell % 9 // 3 for cell in one | other})
        bases.setdefault((*(KINDS[h] for h in base), len(one & other), bands, stacks), base)
    for base in bases.values():
        for cover in combinations(range(27), 2):
            along, across = ({KINDS[h] for h in houses} - {"box"} for houses in (base, cover))
            parallel = len(along) == len(across) == 1 and along != across
            boxed = "box" in {KINDS[h] for h in (*base, *cover)}
            is_kind = parallel and boxed if kind == "franken" else not parallel
            if is_kind and not set(base) & set(cover):
                yield base, cover


def fish_left(kind: str, fins: bool, clauses: Iterator[list[int]]) -> bool:
    """Whether a fish of this kind finds something in a position that keeps some clauses."""
    solver = solver_of("glucose4")
    solver.append_formula([*clauses], no_return=True)
    for base, cover in fish(kind):
        one, other, first, second = (HOUSES[h] for h in (*base, *cover))
        apart = (one & other) | ((one | other) - first - second)
        unwritten = [-literal for literal in written_in(one, other)]
        for out in ((first | second) - one - other) | (first & second - apart):
            unseen = any_of(apart - PEERS[out] if fins else apart)
            if solver.solve_limited([place(out), *unwritten, *[-one for one in unseen]]):
                return True
    return False


@pytest.mark.full
def test_easier_techniques_leave_nothing() -> None:
    assert not fish_left("franken", False, stuck())
    assert not fish_left("mutant", False, stuck())
    assert not fish_left("franken", True, chain(stuck(), without_fins_and_empty_rectangles()))


@pytest.mark.full
def test_they_leave_other_fish() -> None:
    assert fish_left("franken", True, stuck())
    assert fish_left("mutant", True, chain(stuck(), without_fins_and_empty_rectangles()))


REPLACED = [search.name for search in all_techniques() if search.replaced_by]


@pytest.mark.parametrize("name", REPLACED)
def test_the_easier_techniques_come_first(name: str) -> None:
    *before, last = table_before(technique(name), BARE).entries
    assert name in last.search.names
    if name in LOOPS:  # the last line finds these as well, the shortest first
        before.append(last)
    assert {*technique(name).replaced_by} <= {one for line in before for one in line.search.names}


@pytest.mark.parametrize("name", LOOPS)
def test_a_shorter_chain_comes_before_a_loop(name: str) -> None:
    texts = {canonical(text): text for text in core.hodoku_names()}
    easier = (texts["pointing"], texts["claiming"])
    search = AlternatingChains(grouped=name.startswith("grouped"))
    loops = open_loops = 0
    for pair in core.make_puzzles(7, 0, 12)[0]:
        position = replace(needed("aic"), easier=easier).stuck(pair[0], 2) if pair else None
        if position is None:
            continue
        shortest, excluded = 100, set[tuple[int, int]]()
        for step in search.find(position):
            proof = step.proof
            assert isinstance(proof, AicProof)
            if "discontinuous" in step.technique:
                loops += 1
                assert proof.nodes[0] == proof.nodes[-1]
                assert shortest < len(proof.nodes)
                assert excluded.intersection(proof.nodes[1].candidates)
            shortest = min(shortest, len(proof.nodes))
            excluded.update(step.eliminations)
        for step in technique(name).find(position):
            assert isinstance(step.proof, AicProof)
            if step.proof.nodes[0] != step.proof.nodes[-1]:
                open_loops += 1
                assert excluded.issuperset(step.eliminations)  # as an AIC or a ring
    assert min(loops, open_loops) > 10


@pytest.mark.parametrize("name", [name for name in REPLACED if name not in (COLOURS, *LOOPS)])
def test_an_easier_technique_finds_a_step_too(name: str) -> None:
    """The searches find what the proof is about, where all easier ones but one are stuck."""
    replaced = technique(name)
    easier = replaced.replaced_by
    texts = {canonical(text): text for text in core.hodoku_names()}
    puzzles = [IN_A_BOX, *[pair[0] for pair in core.make_puzzles(7, 0, 8)[0] if pair]]
    steps = 0
    for puzzle, out in product(puzzles, easier):
        left = tuple(texts[one] for one in easier if one != out)
        position = replace(needed(name), easier=left).stuck(puzzle, len(left))
        if position is not None and replaced.first(position) is not None:
            steps += 1
            assert any(technique(one).first(position) for one in easier)
    assert steps


def test_two_colours_that_meet_a_third_exclude_first() -> None:
    """A cell of a colour that meets both of another cluster sees its own cluster's other colour and
    one of these; the other one meets the first colour, so multi-colours 1 excludes the cell."""
    replaced, easier = technique(COLOURS), technique("multi-colours-1")
    shown = [technique_example(replaced.name)]
    for pair in core.make_puzzles(7, 0, 60)[0]:
        position = needed(replaced.name).stuck(pair[0], 0) if pair else None
        if position is not None:
            shown.append(position)
    steps = 0
    for position in shown:
        out = {pair for step in easier.find(position) for pair in step.eliminations}
        for step in replaced.find(position):
            steps += 1
            assert out.intersection(step.eliminations)
    assert steps > 10


def test_of_what_is_replaced_the_example_is_practised() -> None:
    name = "finned-franken-x-wing"
    assert not next(iter(Exercises(technique(name), technique_example(name), 1))).is_new
    for other in ("finned-mutant-x-wing", "franken-swordfish"):
        assert why_not_needed(other) is None
