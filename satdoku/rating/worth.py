"""The satdoku scale: what a step is worth on the path that ``explain`` shows, for any rules.

Sudoku Explainer's scale has no clues of variants. This one rates the paths of the preset ``human``
with clues, the 45 rule and small proofs: :data:`WORTH` is the one table of it. A puzzle is worth as
much as its hardest step. The numbers are points of this scale and no ER; docs/scale.md has how they
compare.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.clues import FAMILIES
from satdoku.techniques.step import (
    ChainProof,
    ClassProof,
    ClueProof,
    ConflictProof,
    CycleProof,
    FactsProof,
    ForcingProof,
    JointProof,
    LeftoverProof,
    NegationProof,
    Step,
    SumProof,
)

__all__ = ["WORTH", "ScaleRating", "rate_by_scale", "worth"]

WORTH: dict[str, int] = {
    "full-house": 10,
    "hidden-single": 12,
    "naked-single": 20,
    **dict.fromkeys(("clue-combinations", *FAMILIES), 24),
    "pointing": 26,
    "claiming": 28,
    "law-of-leftovers": 28,
    "naked-pair": 30,
    "innies-outies": 30,
    "joined-clues": 30,
    "killer-pair": 31,
    "killer-triple": 37,
    "x-wing": 32,
    "conflicting-combinations": 34,
    "hidden-pair": 34,
    "naked-triple": 36,
    "swordfish": 38,
    "hidden-triple": 40,
    "xy-wing": 42,
    "xyz-wing": 44,
    "unique-rectangle-1": 45,
    "unique-rectangle-2": 45,
    "unique-rectangle-4": 46,
    "unique-rectangle-3": 47,
    "unique-loop-1": 47,
    "unique-loop-2": 47,
    "unique-loop-4": 48,
    "unique-loop-3": 49,
    "naked-quad": 50,
    "jellyfish": 52,
    "hidden-quad": 54,
    "bug-1": 56,
    "bug-2": 57,
    "bug-4": 58,
    "bug-3": 59,
    **dict.fromkeys(("parity-chain", "modulus-chain", "high-low-chain", "entropy-chain"), 32),
    "clue-chain": 58,
    "clue-forcing-chains": 59,
    "small-proof": 60,
    "x-cycle": 64,
    "x-chain": 65,
    "als-xz": 67,
    "y-cycle": 66,
    "xy-cycle": 68,
    "forcing-chain": 68,
    "als-xy-wing": 70,
    "death-blossom": 72,
    "als-chain": 72,
    "cell-forcing-chains": 76,
    "region-forcing-chains": 76,
    "negation": 80,
    "negation-2": 95,
    "trial": 110,
}
"""What the shortest step of each technique is worth; longer ones are worth more (:func:`worth`)."""


def worth(step: Step) -> int:
    """What a step is worth: its technique's points, and more for each doubling of its length.

    A clue that excludes something elsewhere is worth 2 more, an equation of the 45 rule 2 more for
    each further house and for each cell beyond the second, a small proof 2 more for each fact.

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
        case JointProof(rules, common=common):
            return base + 2 * (len(rules) - 2) + (2 if common else 0)
        case ConflictProof() as proof:
            return base + 4 * (proof.size - 1) + (2 if proof.common else 0)
        case FactsProof() as proof:
            return base + 2 * proof.size
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            return base + _for_length(len(chain.nodes))
        case ForcingProof(chains=chains):
            return base + _for_length(sum(len(chain.nodes) for chain in chains))
        case NegationProof(parts=parts) as proof:
            return WORTH["negation" if proof.depth == 1 else "negation-2"] + _for_length(len(parts))
        case _:
            return base


def _for_length(statements: int) -> int:
    """Two points for each doubling beyond six statements."""
    return 2 * max(0, (statements // 6).bit_length() - 1)


@dataclass(frozen=True, slots=True)
class ScaleRating:
    """How hard a puzzle is on the satdoku scale.

    points      what its hardest step is worth
    steps       how many steps there are
    hardest     the technique of the (first) hardest step
    techniques  how often each technique was used, the most used first
    status      ``ok``; ``undecided``: the time ran out, and the numbers are those of the way so far
    """

    points: int
    steps: int
    hardest: str | None
    techniques: dict[str, int]
    status: Literal["ok", "stuck", "undecided"]


def rate_by_scale(puzzle: Puzzle, *, unique: bool = True, limit: Limit = UNLIMITED) -> ScaleRating:
    """Rate any puzzle. The caller checks whether it has exactly one solution (``unique``).

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    puzzle.require_valid()
    human = preset("human")
    if not unique:
        entries = tuple(e for e in human.entries if not e.search.needs_uniqueness)
        human = replace(human, entries=entries)
    table = with_small_proofs(human, puzzle)
    found = path(start(puzzle), table, limit)
    hardest = max(found.steps, key=worth, default=None)
    counts = found.histogram()
    return ScaleRating(
        0 if hardest is None else worth(hardest),
        len(found.stages),
        None if hardest is None else hardest.technique,
        dict(sorted(counts.items(), key=lambda item: -item[1])),
        {"solved": "ok", "stopped": "undecided"}.get(found.outcome, "stuck"),  # type: ignore[arg-type]
    )
