"""The worth of steps on the satdoku scale, by value: the numbers of docs/scale.md written out."""

from __future__ import annotations

import re
from typing import Any

import pytest

from satdoku.rating.columns import WORTH
from satdoku.rating.worth import worth
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.classes import ClassProof
from satdoku.techniques.arguments.clues import ClueProof, ConflictProof, JointProof
from satdoku.techniques.arguments.counts import CountProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.locked import IntersectionProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.step import Chain, House, Node, Places, Proof, Rule, Step

POINTS = """
    10 full-house
    12 hidden-single
    20 naked-single
    24 clue-combinations cage-combinations thermo-bounds arrow-sums dot-pairs whisper-partners
        renban-range between-ends sandwich-sets little-killer-bounds line-sums outside-clues
        group-patterns indexer-places quadruple-digits region-borders
    26 pointing
    28 claiming law-of-leftovers whisper-polarity modified-cells liars
    29 locked-pair
    30 naked-pair innies-outies equal-totals joined-clues
    31 killer-pair
    32 x-wing parity-chain modulus-chain high-low-chain entropy-chain
    33 equal-cells
    34 hidden-pair house-combinations conflicting-combinations
    35 locked-triple
    36 naked-triple
    37 killer-triple
    38 swordfish
    40 hidden-triple finned-x-wing skyscraper
    41 two-string-kite
    42 sashimi-x-wing turbot-fish dual-two-string-kite xy-wing digit-places
    43 empty-rectangle remote-pair chute-remote-pair digit-counts
    44 dual-empty-rectangle xyz-wing
    45 unique-rectangle-1 unique-rectangle-2 w-wing
    46 simple-colours-trap simple-colours-wrap unique-rectangle-4 unique-rectangle-5
        unique-rectangle-6 avoidable-rectangle-1 avoidable-rectangle-2
    47 finned-swordfish unique-rectangle-3 unique-loop-1 unique-loop-2 hidden-rectangle
    48 unique-loop-4 extended-rectangle-1 extended-rectangle-2 extended-rectangle-3
        extended-rectangle-4
    49 sashimi-swordfish unique-loop-3
    50 naked-quad multi-colours-1 borescoper-deadly-pattern-1 borescoper-deadly-pattern-2
        borescoper-deadly-pattern-3 borescoper-deadly-pattern-4 reverse-bug
    51 multi-colours-2 almost-locked-pair
    52 jellyfish qiu-deadly-pattern-1 qiu-deadly-pattern-2 qiu-deadly-pattern-3
        qiu-deadly-pattern-4 qiu-deadly-pattern-locked empty-rectangle-intersection-pair
    54 hidden-quad
    55 finned-jellyfish wxyz-wing
    56 sashimi-jellyfish bug-1 set-equivalence
    57 bug-2
    58 bug-4 clue-chain
    59 bug-3 clue-forcing-chains
    60 bug-n sue-de-coq clue-negation small-proof
    62 m-wing s-wing l-wing h-wing
    64 x-cycle
    65 x-chain
    66 vwxyz-wing uvwxyz-wing tuvwxyz-wing xy-chain y-cycle
    67 als-xz
    68 aic discontinuous-nice-loop continuous-nice-loop
    70 als-xy-wing grouped-aic grouped-discontinuous-nice-loop grouped-continuous-nice-loop
    72 als-chain death-blossom
    73 bivalue-oddagon
    74 fireworks-triple fireworks-quadruple rectangle-forcing-chains
    75 junior-exocet senior-exocet
    76 double-exocet cell-forcing-chains region-forcing-chains
    80 negation
    95 negation-2
    110 trial
"""

RULE = Rule(0, "killer-cage", "killer cage", (0, 1))
ROW, COLUMN = House("row", 1, tuple(range(9))), House("column", 1, tuple(range(0, 81, 9)))
ONE = ((5, 1),)
"""A candidate outside of a clue."""


def chain(statements: int) -> Chain:
    return Chain(tuple(Node(cell, 1, cell % 2 == 0) for cell in range(statements)))


def sums(houses: int, plus: int, minus: int) -> SumProof:
    cells = tuple(range(20))
    return SumProof((ROW,) * houses, (RULE,), cells[:plus], cells[plus : plus + minus], 9, ())


def nodes(count: int) -> AicProof:
    return AicProof((Places(1, (0,)),) * count, (ROW,) * (count // 2))


def assumption(parts: int, *inner: Step) -> NegationProof:
    single = Step("naked-single", SingleProof(0, 1))
    return NegationProof((0, 1), (*inner, *[single] * (parts - len(inner))))


def facts(cells: int = 0, needs: int = 0, rules: int = 0, **more: Any) -> FactsProof:
    return FactsProof(tuple(range(cells)), ((ROW, 1),) * needs, (RULE,) * rules, **more)


CASES: list[tuple[str, Proof, int]] = [
    ("full-house", SingleProof(0, 1, ROW, last=True), 10),
    ("pointing", IntersectionProof(1, ROW, COLUMN, (0,)), 26),
    ("cage-combinations", ClueProof(RULE, ()), 24),
    ("cage-combinations", ClueProof(RULE, (), common=ONE), 26),
    # Of the 45 rule each further house, and each cell beyond the second, inside or outside.
    ("innies-outies", sums(1, 1, 0), 30),
    ("innies-outies", sums(1, 0, 2), 30),
    ("innies-outies", sums(1, 1, 2), 32),
    ("innies-outies", sums(3, 1, 1), 34),
    ("innies-outies", sums(1, 2, 2), 34),
    ("innies-outies", sums(2, 2, 3), 38),
    ("law-of-leftovers", LeftoverProof((ROW,), (COLUMN,), (0,), (1,), ()), 30),
    ("law-of-leftovers", LeftoverProof((ROW,), (COLUMN,), (0, 2, 4), (1, 3, 5), ()), 34),
    ("law-of-leftovers", LeftoverProof((ROW,), (COLUMN,), (0, 2), (1, 3), (), common=ONE), 34),
    ("set-equivalence", LeftoverProof((ROW,), (COLUMN,), (0, 2), (1, 3), ()), 60),
    ("parity-chain", ClassProof("parity", (None,) * 2, ROW, ()), 32),  # type: ignore[arg-type]
    ("entropy-chain", ClassProof("entropy", (None,) * 5, ROW, ()), 38),  # type: ignore[arg-type]
    ("joined-clues", JointProof((RULE,) * 2, (), ()), 30),
    ("joined-clues", JointProof((RULE,) * 4, (), ()), 34),
    ("joined-clues", JointProof((RULE,) * 2, (), (), common=ONE), 32),
    ("house-combinations", JointProof((RULE,), (), (), common=ONE, needs=((ROW, 1),)), 34),
    ("house-combinations", JointProof((RULE,) * 2, (), (), needs=((ROW, 1), (ROW, 2))), 38),
    ("digit-places", JointProof((RULE,), (), (), needs=((ROW, 1),) * 3), 46),
    ("conflicting-combinations", ConflictProof(RULE, (), (), (), cells=(0,)), 34),
    ("conflicting-combinations", ConflictProof(RULE, (), (), ONE, cells=(0,)), 36),
    ("digit-counts", CountProof((1, 2), ((RULE, 1),), ((ROW, 1),)), 43),
    ("digit-counts", CountProof((1, 2), ((RULE, 1),) * 4, ((ROW, 2),) * 2), 51),
    (
        "conflicting-combinations",
        ConflictProof(RULE, (), (), (), cells=(0, 1), needs=((ROW, 1),), others=(RULE,)),
        46,
    ),
    ("small-proof", facts(1), 62),
    ("small-proof", facts(2, 3, 1), 72),
    ("small-proof", facts(2, 3, 1, tried=1000), 180),
    # Chains: two more for each doubling beyond six statements.
    *(("x-cycle", CycleProof("x", chain(n)), 64 + more) for n, more in ((4, 0), (11, 0), (12, 2))),
    *(
        ("xy-chain", ChainProof("xy", chain(n)), 66 + more)
        for n, more in ((6, 0), (12, 2), (23, 2), (24, 4), (48, 6))
    ),
    ("aic", nodes(8), 68),
    ("aic", nodes(10), 70),
    ("grouped-aic", nodes(22), 74),
    ("cell-forcing-chains", ForcingProof("cell", (0, 1), (chain(5), chain(6))), 76),
    ("cell-forcing-chains", ForcingProof("cell", (0, 1), (chain(5), chain(7))), 78),
    ("region-forcing-chains", ForcingProof("region", (0, 1), (chain(8),) * 3, ROW), 80),
    ("negation", assumption(3), 80),
    ("negation", assumption(12), 82),
    ("negation", assumption(2, Step("negation", assumption(1))), 95),
    ("negation", assumption(12, Step("negation", assumption(1))), 97),
]


@pytest.mark.parametrize(("technique", "proof", "points"), CASES)
def test_the_worth_of_a_step(technique: str, proof: Proof, points: int) -> None:
    assert worth(Step(technique, proof)) == points


def test_the_points_of_every_technique() -> None:
    """A change of these changes published ratings of puzzles with rules."""
    expected = {}
    for word in POINTS.split():
        if re.fullmatch(r"\d+", word):
            points = int(word)
        else:
            expected[word] = points
    assert {name: WORTH[name] for name in WORTH} == expected
