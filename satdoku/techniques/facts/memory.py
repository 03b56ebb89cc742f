"""What one search for small proofs found beside the best, for the next steps of the same path.

A search that asks a solver finds a dozen proofs by cases and takes the best. The others hold in
every later position of the path too, for fewer candidates leave fewer cases: they are followed
again there, which takes a tenth of a new search. One of them is taken where it costs a reader
little more than the one that was better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from satdoku.techniques.clues import ClueWays
from satdoku.techniques.facts.cases import Insufficient, TooLong, Work, by_cases, cost
from satdoku.techniques.facts.position import Allowed, Facts
from satdoku.techniques.facts.trail import TrailProof

__all__ = ["Memory"]

_WORK = 400
"""How much is done (``Facts.work``) to follow one again."""

_MORE = 2
"""A proof may cost so many times what the best of its search cost."""


@dataclass(frozen=True, slots=True)
class _Core:
    """A candidate that is false, and the facts that show it, by names that stay."""

    pair: tuple[int, int]
    needs: tuple[tuple[int, int], ...]
    clues: tuple[ClueWays, ...]


@dataclass(slots=True)
class Memory:
    """The proofs of the last search that were not taken, those that cost least first."""

    _cores: list[_Core] = field(default_factory=list)
    _most: float = 0

    def keep(self, facts: Facts, best: TrailProof, others: Iterable[TrailProof]) -> None:
        """Take these in place of what is kept."""
        self._most = _MORE * cost(best)[0]
        near = sorted((p for p in others if cost(p)[0] <= self._most), key=cost)
        found = [_core(facts, proof) for proof in near if proof.trail.start != best.trail.start]
        self._cores = list(dict.fromkeys(found))

    def proof(self, facts: Facts, lines: int, rival: TrailProof | None) -> TrailProof | None:
        """One that holds in a position, costs less than its ``rival`` and has no more statements
        than ``lines``; each is tried once."""
        while self._cores:
            for proof in self._again(facts, self._cores.pop(0)):
                if proof.length > lines or cost(proof)[0] > self._most:
                    continue
                if rival is None or cost(proof) < cost(rival):
                    return proof
        return None

    @staticmethod
    def _again(facts: Facts, core: _Core) -> Iterator[TrailProof]:
        """The proof in this position. A fact that is settled there excludes nothing more."""
        v = facts.number.get(core.pair)
        if v is None:
            return
        needs = {name: at for at, name in enumerate(facts.names)}
        rules = {id(clue): at for at, clue in enumerate(facts.clues)}
        allowed = Allowed(
            frozenset(needs[name] for name in core.needs if name in needs),
            frozenset(rules[id(clue)] for clue in core.clues if id(clue) in rules),
        )
        try:
            yield by_cases(facts, (v, True), allowed, Work(facts, _WORK))
        except (TooLong, Insufficient):
            return


def _core(facts: Facts, proof: TrailProof) -> _Core:
    assert proof.trail.start is not None
    return _Core(
        facts.pairs[proof.trail.start[0]],
        tuple(facts.names[need] for need in sorted(proof.uses.needs)),
        tuple(facts.clues[rule] for rule in sorted(proof.uses.rules)),
    )
