"""The points of steps on the satdoku scale, for any rules (by_path.py rates puzzles).

Sudoku Explainer's scale has no clues of variants. This one rates the paths of the preset ``human``
with clues, the 45 rule and small proofs; its table is :data:`satdoku.rating.columns.WORTH`. A
puzzle is worth as much as its hardest step. The numbers are points of this scale and no ER;
docs/scale.md has how they compare.
"""

from __future__ import annotations

from satdoku.rating.columns import WORTH
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.classes import ClassProof
from satdoku.techniques.arguments.clues import ClueProof, ConflictProof, JointProof
from satdoku.techniques.arguments.counts import CountProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.step import Step

_SEARCH_FACTS = 60


def worth(step: Step) -> int:
    """The points of a step: those of its technique, and more for each doubling of its length.

    A clue that excludes something elsewhere is worth 2 more, an equation of the 45 rule 2 more for
    each further house and for each cell beyond the second, a small proof 2 more for each fact; an
    exhaustive search counts as sixty facts.

    :raises KeyError: for a technique that the scale does not rate.
    """
    base = WORTH[step.technique]
    match step.proof:
        case ClueProof(common=common):
            return base + (2 if common else 0)
        case SumProof(houses, _, plus, minus):
            return base + 2 * (len(houses) - 1) + 2 * max(0, len(plus) + len(minus) - 2)
        case LeftoverProof(plus=plus, common=common):
            return base + 2 * len(plus) + (2 if common else 0)
        case ClassProof(statements=statements):
            return base + 2 * max(0, len(statements) - 2)
        case JointProof(rules, common=common, needs=needs):
            outside = 2 if common and not needs else 0
            return base + 2 * max(0, len(rules) + len(needs) - 2) + outside
        case CountProof(needs=needs, rooms=rooms):
            return base + 2 * max(0, len(needs) + len(rooms) - 2)
        case ConflictProof() as proof:
            return base + 4 * (proof.size - 1) + (2 if proof.common else 0)
        case FactsProof() as proof:
            return base + 2 * (proof.size if proof.tried is None else _SEARCH_FACTS)
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            return base + _for_length(len(chain.nodes))
        case AicProof(nodes=nodes):
            return base + _for_length(len(nodes) + 2)
        case ForcingProof(chains=chains):
            return base + _for_length(sum(chain.length for chain in chains))
        case NegationProof(parts=parts):
            return WORTH[rated_name(step)] + _for_length(len(parts))
        case _:
            return base


def rated_name(step: Step) -> str:
    """The name by which a step is rated: a nested assumption has a name of its own."""
    proof = step.proof
    return "negation-2" if isinstance(proof, NegationProof) and proof.depth > 1 else step.technique


def _for_length(statements: int) -> int:
    """Two points for each doubling beyond six statements."""
    return 2 * max(0, (statements // 6).bit_length() - 1)
