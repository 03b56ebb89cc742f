"""Liars: of some clues a number hold or are false, so that a digit is excluded whichever these are.

Other names: liar clues by cases; wrogn clues; either of two rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry
from satdoku.constraints.combined import Counting
from satdoku.model import Model
from satdoku.techniques.arguments.liars import LiarsProof, parts_of, relations_of
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import inner_rule, whole_rule
from satdoku.techniques.searches.clues.ways import Ways
from satdoku.techniques.step import Candidate, Rule, Step

_MAX_CELLS = 9
"""The cells of a clue whose ways are gone through."""

_MAX_CLUES = 24
"""Of more clues nobody could be told which of them exclude a digit."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A rule of which ``least`` clues hold, or are false where ``lie``; with the parts of each clue
    and their ways to be so."""

    rule: Rule
    clues: tuple[Rule, ...]
    lie: bool
    least: int
    parts: tuple[tuple[tuple[Rule, Ways], ...], ...]


@dataclass(frozen=True, slots=True)
class Liars(Technique):
    """Of some clues a number hold at least, and more than the others exclude a digit.

    A clue that cannot be kept any more is wrong. Of the others so many hold that the clues which
    exclude a digit, each by itself, are not all wrong. So the digit is excluded, whichever lie. In
    the same way, where a number of clues are false, those that exclude a digit by being false are
    not all true, and a clue that holds in any case is not among the false ones.

    Pattern: ``rules`` the clues that are wrong or exclude the digit; ``cells`` their cells.
    """

    name: ClassVar[str] = "liars"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for layer in cands.puzzle.model.kept(Liars, lambda model: _layers(cands, model)):
            clock.check()
            yield from self._steps(cands, layer, clock)

    def _steps(self, cands: Candidates, layer: _Layer, clock: Clock) -> Iterator[Step]:
        digits = cands.board.digits
        wrong: list[int] = []
        excluding: dict[Candidate, list[tuple[int, Rule]]] = {}
        for at, parts in enumerate(layer.parts):
            excluded: dict[Candidate, Rule] = {}
            for part, own in parts:
                domains = own.domains(cands)
                within = own.model.domains
                alone = tuple(
                    [
                        sum(1 << d for d in bits(mask) if digits[d] in within.get(cell, digits))
                        for cell, mask in zip(own.cells, domains, strict=True)
                    ]
                )
                support = own.fillings(alone, clock).support
                if not support:
                    wrong.append(at)
                    break
                for cell, domain, left in zip(own.cells, domains, support, strict=True):
                    for d in bits(domain & ~left) if cands.values[cell] < 0 else ():
                        excluded.setdefault((cell, digits[d]), part)
            else:
                for pair, part in excluded.items():
                    excluding.setdefault(pair, []).append((at, part))
        needed = len(layer.clues) - layer.least + 1 - len(wrong)
        if needed <= 0:
            return  # there is no solution, as others say
        alike: dict[tuple[tuple[int, Rule], ...], list[Candidate]] = {}
        for pair, places in excluding.items():
            if len(places) >= needed:
                alike.setdefault(tuple(places[:needed]), []).append(pair)
        for chosen, pairs in sorted(alike.items(), key=lambda item: -len(item[1])):
            proof = LiarsProof(
                layer.rule,
                layer.clues,
                layer.lie,
                layer.least,
                tuple(wrong),
                tuple(at for at, _ in chosen),
                tuple(part for _, part in chosen),
            )
            yield Step(self.name, proof, eliminations=tuple(sorted(pairs)))


def _layers(cands: Candidates, model: Model) -> tuple[_Layer, ...]:
    geometry, layers = model.geometry, []
    for place, rule in enumerate(cands.puzzle.constraints):
        if not isinstance(rule, Counting):
            continue
        members, least, most = rule.counted(geometry)
        sides = ((False, least if least < len(members) else 0), (True, len(members) - most))
        for lie, number in sides if len(members) <= _MAX_CLUES else ():
            parts = [[*parts_of(one, lie)] for one in members]
            scopes = [part.scope(geometry) for own in parts for part, _ in own]
            if number and all(0 < len(cells) <= _MAX_CELLS for cells in scopes):
                clues = tuple(inner_rule(place, rule, one, geometry) for one in members)
                whole = whole_rule(place, rule, geometry)
                named = tuple(
                    tuple(
                        (
                            inner_rule(place, rule, part, geometry),
                            _ways(cands, part, false, geometry),
                        )
                        for part, false in own
                    )
                    for own in parts
                )
                layers.append(_Layer(whole, clues, lie, number, named))
    return tuple(layers)


def _ways(cands: Candidates, part: Constraint, false: bool, geometry: Geometry) -> Ways:
    relations = relations_of(part, false, geometry)
    return Ways(cands.board, Model(geometry, relations), part.scope(geometry))


TERMS = (Term(Liars(), aliases=("liar clues", "either of two rules"), points=28),)
