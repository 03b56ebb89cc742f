"""Single chains and cycles: X-cycle, Y-cycle, XY-cycle, X-chain, forcing chain.

A chain alternates two kinds of link. Weak: two candidates that cannot both be true (same cell,
or same digit in a house). Strong: two that cannot both be false (the only two candidates of a cell,
or the only two places of a digit in a house that needs it). Rules make links too: weak where two
candidates break one, strong where every way that is left to keep it has one of the two. Assume a
candidate true and follow: true → (weak) false → (strong) true → ...

| technique | links | what it shows |
|---|---|---|
| x-cycle | one digit | a ring that binds both ways round |
| y-cycle | strong links in cells only | a ring that binds both ways round |
| xy-cycle | all | a ring that binds both ways round |
| x-chain | one digit | the assumption refutes (or proves) itself |
| forcing-chain | all | the assumption refutes (or proves) itself |

In a ring, whichever way round it turns, one end of every link is true, so a candidate that
sees both is eliminated.
X-chains of six statements are turbot fish (skyscraper, two-string kite and kin); an X-cycle of four
cells is an X-wing in general position. These are the chains of the preset ``se``: one conclusion
each, from an assumption. As people write them, with all that their ends exclude, they are
alternating inference chains and nice loops (alternating.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.names.terms import Term
from satdoku.techniques.reasoning import (
    ANY_LENGTH,
    Bound,
    ChainOrder,
    Pass,
    best,
    shortest,
    single,
    step_of,
)
from satdoku.techniques.step import Step

_KINDS: tuple[tuple[str, Pass], ...] = (
    ("x-cycle", "x"),
    ("x-chain", "x"),
    ("y-cycle", "y"),
    ("xy-cycle", "xy"),
    ("forcing-chain", "xy"),
)
_PASS = dict(_KINDS)


@dataclass(frozen=True, slots=True)
class UnaryChains(Technique):
    """All single chains and cycles: digits alone, then cells alone, then both.

    ``longest`` caps the number of statements. :meth:`easiest` is the one that ``order`` puts first.
    """

    passes: tuple[Pass, ...] = ("x", "y", "xy")
    longest: int = ANY_LENGTH
    order: ChainOrder = shortest
    name: ClassVar[str] = "unary-chains"

    @property
    def names(self) -> tuple[str, ...]:
        """Each kind of chain and cycle has its own."""
        return tuple(_PASS)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the module."""
        for hint in single(cands, clock, self.passes, longest=self.longest):
            yield step_of(cands, hint)

    def easiest(self, cands: Candidates, clock: Clock) -> Step | None:
        """The easiest of all, without building the others."""
        bound = Bound(self.order)
        hint = best(single(cands, clock, self.passes, bound, self.longest), bound)
        return None if hint is None else step_of(cands, hint)


@dataclass(frozen=True, slots=True)
class UnaryChain(Technique):
    """One kind of chain or cycle; the text of the family has the argument.

    Pattern: ``chains`` one chain; for a cycle its last node repeats the first. ``cells`` in the
    order of the chain.
    """

    kind: str = "x-cycle"
    longest: int = ANY_LENGTH

    @property
    def name(self) -> str:
        return self.kind

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        seen: set[tuple[object, object]] = set()
        for hint in single(cands, clock, (_PASS[self.kind],), longest=self.longest):
            # The pass for both kinds of link finds cycles and chains; this is one of them.
            if hint.kind.endswith("cycle") is not self.kind.endswith("cycle"):
                continue
            # A ring is found from each of its candidates; once is enough.
            members = hint.ends[0].ancestors if hint.kind.endswith("cycle") else hint.source
            identity = (members, hint.gone)
            if identity not in seen:
                seen.add(identity)
                yield step_of(cands, hint)


TERMS = (
    Term(
        UnaryChain("x-cycle"),
        "X-cycle",
        aliases=(
            "Bidirectional X-Cycle",
            "continuous nice loop of one digit",
            "Generalized X-Wing",
            "fishy cycle",
            "X-loop",
        ),
        se=(65, None),
        points=64,
    ),
    Term(
        UnaryChain("y-cycle"),
        "Y-cycle",
        aliases=("Bidirectional Y-Cycle", "continuous XY-chain", "XY loop", "XY-ring"),
        se=(65, None),
        points=66,
    ),
    Term(
        UnaryChain("xy-cycle"),
        "XY-cycle",
        aliases=("Bidirectional Cycle", "bi-directional cycle"),
        se=(70, None),
    ),
    Term(
        UnaryChain("forcing-chain"),
        aliases=("Forcing Chains", "simple forcing chain"),
        se=(70, None),
    ),
)
