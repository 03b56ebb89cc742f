"""Sudoku Explainer's ratings of steps, by their arguments alone.

Ratings are made as it makes them, by adding doubles in a fixed order, because they are compared
as doubles: 4.6 + 0.1 is less than 4.5 + 0.2.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.techniques.arguments.chains import ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.uniqueness import BugProof, ExtraSet, LoopProof
from satdoku.techniques.step import CellSet, Chain, House, Step

if TYPE_CHECKING:
    from satdoku.techniques.reasoning import ChainKind

CHAIN_BASES: dict[ChainKind, float] = {
    "x-cycle": 6.5, "y-cycle": 6.5, "x-chain": 6.6, "xy-cycle": 7.0, "xy-chain": 7.0,
}  # fmt: skip


def single_rating(step: Step) -> float:
    """The rating of a single: of the last cell of a house, or hidden in a box or a line."""
    match step.proof:
        case SingleProof(last=True):
            return 1.0
        case SingleProof(house=House(kind="box" | "region")):
            return 1.2
        case _:
            return 1.5


def direct_rating(step: Step) -> float:
    """The rating of locked candidates that lead to a hidden single."""
    match step.proof:
        case DirectProof(pattern=IntersectionProof(first=House(kind="row" | "column"))):
            return 1.9
        case _:
            return 1.7


def locking_rating(step: Step) -> float:
    """The rating of locked candidates."""
    match step.proof:
        case (
            IntersectionProof(first=House(kind="row" | "column"))
            | ExclusionProof(house=House(kind="row" | "column"))
        ):
            return 2.8
        case _:
            return 2.6


def loop_rating(step: Step) -> float:
    """The rating of a unique rectangle or loop, which grows with its ring and its set."""
    assert isinstance(step.proof, LoopProof)
    cells = len(step.proof.ring)
    rating = 4.5
    if cells >= 10:
        rating = rating + 0.3 + 0.2
    elif cells >= 8:
        rating += 0.2
    elif cells >= 6:
        rating += 0.1
    match step.proof.how:
        case ExtraSet(others=CellSet("naked", digits=digits)):
            return rating + (len(digits) - 1) * 0.1
        case ExtraSet(others=CellSet(cells=others)):
            return rating + (len(others) - 1) * 0.1
        case _:
            return rating


def bug_rating(step: Step) -> float:
    """The rating of a bivalue universal grave."""
    match step.proof:
        case BugProof(how=ExtraSet(others=others)):
            return 5.7 + (len(others.digits) - 1) * 0.1
        case BugProof(type=1):
            return 5.6
        case _:
            return 5.7


def statements(step: Step) -> int:
    """The number of statements in a step's chains, those of each nested chain once.

    Sudoku Explainer calls it complexity. A cycle is counted once round.
    """
    chains = _chains_of(step)
    total = sum(len(chain.nodes) - chain.cycle for chain in chains)
    counted = []
    for chain in chains:
        for part in chain.parts:
            if _chains_of(part) and part not in counted:
                counted.append(part)
                total += statements(part)
    return total


def _chains_of(step: Step) -> tuple[Chain, ...]:
    match step.proof:
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            return (chain,)
        case ForcingProof(chains=chains):
            return chains
        case _:
            return ()


def length_rating(complexity: int) -> float:
    """The addition for the length of a chain: 0.1 beyond each of 4, 6, 8, 12, ... statements."""
    added, ceiling, odd = 0.0, 4, True
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 3 // 2 if odd else ceiling * 4 // 3
        odd = not odd
    return added


def unary_rating(step: Step) -> float:
    """The rating of a single chain or cycle."""
    match step.proof:
        case CycleProof(kind="x" | "y"):
            base = CHAIN_BASES["x-cycle"]
        case ChainProof(kind="x"):
            base = CHAIN_BASES["x-chain"]
        case _:
            base = CHAIN_BASES["xy-chain"]
    return base + length_rating(statements(step))
