"""Liars: of some clues a number hold, so that those that exclude a digit are not all wrong.

Other names: liar clues by cases; wrogn clues; either of two rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.constraints.combined import CountOf
from satdoku.model import Model
from satdoku.relations import spelled_out
from satdoku.techniques.arguments.liars import LiarsProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import inner_rule, whole_rule
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.step import Candidate, Rule, Step

_MAX_CELLS = 9
"""The cells of a clue whose ways are gone through."""

_Layer = tuple[Rule, tuple[Rule, ...], tuple[Ways, ...], int]
"""A rule of which some clues hold, those clues with their ways, and how many hold at least."""


@dataclass(frozen=True, slots=True)
class Liars(Technique):
    """Of some clues a number hold at least, and more than the others exclude a digit.

    A clue that cannot be kept any more is wrong. Of the others so many hold that the clues which
    exclude a digit, each by itself, are not all wrong. So the digit is excluded, whichever lie.

    Pattern: ``rules`` the clues that are wrong or exclude the digit; ``cells`` their cells.
    """

    name: ClassVar[str] = "liars"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for rule, clues, ways, least in cands.puzzle.model.kept(
            Liars, lambda model: _layers(cands, model)
        ):
            clock.check()
            yield from self._steps(cands, rule, clues, ways, least, clock)

    def _steps(
        self,
        cands: Candidates,
        rule: Rule,
        clues: tuple[Rule, ...],
        ways: tuple[Ways, ...],
        least: int,
        clock: Clock,
    ) -> Iterator[Step]:
        wrong: list[int] = []
        excluding: dict[Candidate, list[int]] = {}
        for at, own in enumerate(ways):
            domains = own.domains(cands)
            support = own.fillings(domains, clock).support
            if not support:
                wrong.append(at)
                continue
            for cell, domain, left in zip(own.cells, domains, support, strict=True):
                for d in bits(domain & ~left) if cands.values[cell] < 0 else ():
                    excluding.setdefault((cell, cands.board.digits[d]), []).append(at)
        needed = len(clues) - least + 1 - len(wrong)
        if needed <= 0:
            return  # there is no solution, as others say
        alike: dict[tuple[int, ...], list[Candidate]] = {}
        for pair, places in excluding.items():
            if len(places) >= needed:
                alike.setdefault(tuple(places[:needed]), []).append(pair)
        for chosen, pairs in sorted(alike.items(), key=lambda item: -len(item[1])):
            proof = LiarsProof(rule, clues, least, tuple(wrong), chosen)
            yield Step(self.name, proof, eliminations=tuple(sorted(pairs)))


def _layers(cands: Candidates, model: Model) -> tuple[_Layer, ...]:
    geometry, layers = model.geometry, []
    for place, rule in enumerate(cands.puzzle.constraints):
        if not isinstance(rule, CountOf):
            continue
        members, least, _ = rule.counted(geometry)
        small = all(1 < len(one.scope(geometry)) <= _MAX_CELLS for one in members)
        if small and 0 < least < len(members):
            clues = tuple(inner_rule(place, rule, one, geometry) for one in members)
            ways = tuple(
                Ways(cands.board, Model(geometry, spelled_out(one.relations(geometry))), own.cells)
                for one, own in zip(members, clues, strict=True)
            )
            layers.append((whole_rule(place, rule, geometry), clues, ways, least))
    return tuple(layers)


TERMS = (Term(Liars(), aliases=("liar clues", "either of two rules"), points=28),)
