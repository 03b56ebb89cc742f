"""The shortest refutations of a position, as the compiled core finds them.

A candidate is supposed true and followed through cells and houses. Where it does not fail so, each
candidate of a cell or a digit with two left (or three, where the arguments found so are long) is
supposed beside it, and what fails is taken as false, the shortest argument first, until the first
candidate fails too. Facts and cases without which an argument is shorter are left out. The answers
are guides: the argument that is shown is built, and counted, in Python.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType

from satdoku.base.compiled import compiled_core
from satdoku.base.records import dataclass
from satdoku.techniques.searches.small.cases import cost, guided
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.trail import TrailProof, follow

_WORK = 8_000_000
"""Candidates excluded after which the search ends: a tenth of a second."""

_MAX_CANDIDATES = 1200
"""Candidates of a position above which nothing is looked for: the cases grow with their square."""

_KEPT = 8
"""The number of refutations that are made as short as they can be."""

_BUILT = 2
"""The number of arguments that are built to see which is the shortest."""


@dataclass(frozen=True, slots=True)
class NetRefutation:
    """A candidate that is false.

    statements  how many lines the statements of an argument fill
    candidate   its number in the facts
    allowed     the facts that the argument uses
    cases       the candidates refuted inside, in order
    """

    statements: int
    candidate: int
    allowed: Allowed
    cases: tuple[int, ...]

    def proof(self, facts: Facts) -> TrailProof | None:
        """The argument, if it shows what it should."""
        trail = follow(facts, (self.candidate, True))
        return guided(trail, [(case, ()) for case in self.cases], self.allowed)


def refutations(facts: Facts, depth: int = 1, count: int = _KEPT) -> list[NetRefutation] | None:
    """Candidates that fail, those with the fewest statements first: by singles alone (``depth`` 1),
    or also by cases; ``None`` where the core is not installed, a rule says more than what two cells
    may not hold, or the board is too large."""
    core = compiled_core("net_refutations")
    if core is None or facts.filters or len(facts.pairs) > _MAX_CANDIDATES:
        return None
    key = f"net-{depth}"
    known = facts.cands.memo.get(key)
    if isinstance(known, tuple) and (known[0] == count or not known[1]):
        refuted: list[NetRefutation] = known[1]
        return refuted
    near, live = (_members(core, masks, len(facts.pairs)) for masks in (facts.near, facts.live))
    facts.clock.check()
    nets = core.net_refutations(near, live, depth=depth, kept=count, work=_WORK)
    refuted = [
        NetRefutation(statements, v, Allowed(frozenset(used), frozenset()), tuple(cases))
        for statements, v, used, cases in nets
    ]
    facts.cands.memo[key] = count, refuted
    return refuted


def _members(core: ModuleType, masks: Sequence[int], count: int) -> list[list[int]]:
    width = count // 8 + 1
    rows = b"".join([mask.to_bytes(width, "little") for mask in masks])
    members: list[list[int]] = core.members(rows, width)
    return members


def shortest_net(facts: Facts, depth: int = 2) -> TrailProof | None:
    """The argument with the fewest lines among the shortest refutations; ``None`` where there is
    none, or the core does not look for them."""
    proofs = [
        proof
        for net in (refutations(facts, depth) or ())[:_BUILT]
        if (proof := net.proof(facts)) is not None
    ]
    return min(proofs, key=lambda proof: (proof.lines, *cost(proof)), default=None)
