"""Equal totals: the parts of a line, or of lines that share a part, that add up to the same.

The borders of the boxes cut a region sum line into parts with one sum, the pairs of a zipper line
add up to what is in its middle, and two arrows of one circle are equal. Each part tells something
of the total: five cells of a box are at least 15, two are at most 17, and two pairs in one box
cannot both be 17.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field, replace
from functools import cache
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.reasons import SumBound, reached
from satdoku.techniques.arguments.totals import (
    SumPart,
    TotalsProof,
    Unreached,
    equal_parts,
    with_total,
)
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, board_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import whole_rule
from satdoku.techniques.searches.clues.ways import MAX_SHOWN, Ways
from satdoku.techniques.step import Candidate, Rule, Step

_LEAST_PARTS = 3
"""Fewer parts are one equation, whose ways are gone through as a clue."""

_MOST_CELLS = 7
"""A part of more cells is not looked at."""

_MOST_TOTALS = 4
"""A total that can be one of more says little."""


@dataclass(frozen=True, eq=False)
class _Bundle:
    """Parts that lie in one house, and the ways to fill them with a total."""

    parts: tuple[SumPart, ...]
    board: Board
    model: Model
    by_total: dict[int, Ways] = field(default_factory=dict)

    @property
    def cells(self) -> SumPart:
        """The cells of the parts."""
        return tuple(dict.fromkeys(cell for part in self.parts for cell in part))

    def ways(self, total: int) -> Ways:
        """The ways to give each part this total."""
        known = self.by_total.get(total)
        if known is None:
            relations = tuple(with_total(self.parts, total))
            model = Model(self.model.geometry, relations)
            known = self.by_total[total] = Ways(self.board, model, self.cells)
        return known

    def can_be(self, total: int, cands: Candidates, clock: Clock) -> bool:
        """Whether each part can have this total."""
        ways = self.ways(total)
        return bool(ways.support(ways.domains(cands), clock))


@dataclass(frozen=True)
class _Family:
    """Parts with one total, and the rules that say so."""

    rules: tuple[Rule, ...]
    parts: tuple[SumPart, ...]
    bundles: tuple[_Bundle, ...]


@dataclass(frozen=True, slots=True)
class EqualTotals(Technique):
    """Parts of lines that add up to the same, three or more, have a total that few numbers can be.

    The least and the most that each part can add up to limit the total of all; so do parts in one
    house, which hold different digits. A candidate with which its part has none of the totals that
    are left is eliminated.

    Pattern: ``rules`` the lines; ``cells`` those of the parts that lose candidates.
    """

    name: ClassVar[str] = "equal-totals"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        steps = []
        for family in _families_of(cands.puzzle):
            clock.check()
            if any(cands.values[cell] < 0 for part in family.parts for cell in part):
                steps += list(_Totals(cands, family, clock).steps())
        steps.sort(key=lambda step: -len(step.eliminations))
        yield from steps


class _Totals:
    """The total of a family in a position: what it can be, and what that excludes."""

    def __init__(self, cands: Candidates, family: _Family, clock: Clock) -> None:
        self.cands, self.family, self.clock = cands, family, clock
        digits = cands.board.digits
        self.open = {
            cell: frozenset([digits[d] for d in bits(mask)])
            for part in family.parts
            for cell in part
            for mask in (cands.cand[cell] if cands.values[cell] < 0 else 1 << cands.values[cell],)
        }

    def _bounds(self, *, most: bool) -> list[SumBound]:
        """The least that each part adds up to, or the most."""
        peers = self.cands.board.peers

        def differ(one: int, other: int) -> bool:
            return bool(peers[one] >> other & 1)

        return [
            SumBound(part, reached(part, self.open, differ, most), most)
            for part in self.family.parts
        ]

    def steps(self) -> Iterator[Step]:
        """A step for each bundle in which something goes, where the total is one of few."""
        if not all(self.open.values()):
            return
        lows, highs = self._bounds(most=False), self._bounds(most=True)
        low = min(lows, key=lambda bound: (-sum(bound.digits), len(bound.cells)))
        high = min(highs, key=lambda bound: (sum(bound.digits), len(bound.cells)))
        if sum(low.digits) == sum(high.digits):
            # A part that is one sum alone tells more than two others.
            fixed = [at for at, one in enumerate(lows) if sum(one.digits) == sum(highs[at].digits)]
            if fixed:
                best = min(fixed, key=lambda at: len(lows[at].cells))
                low, high = lows[best], replace(lows[best], most=True)
        totals = list(range(sum(low.digits), sum(high.digits) + 1))
        between = totals
        for bundle in self.family.bundles:
            totals = [t for t in totals if bundle.can_be(t, self.cands, self.clock)]
        if not totals or len(totals) > _MOST_TOTALS:
            return

        @cache  # all steps name the same, and few families have one
        def unreached() -> tuple[Unreached, ...]:
            return tuple(self._unreached({*between} - {*totals}))

        for bundle in self.family.bundles:
            if (step := self._step(bundle, (low, high), unreached, totals)) is not None:
                yield step

    def _unreached(self, left: set[int]) -> Iterator[Unreached]:
        """Few bundles that show that the total is none of these."""
        shown = {
            bundle: {t for t in left if not bundle.can_be(t, self.cands, self.clock)}
            for bundle in self.family.bundles
        }
        while left:
            best = max(shown, key=lambda b: (len(shown[b] & left), -len(b.cells)))
            yield Unreached(best.parts, tuple(sorted(shown[best] & left)))
            left -= shown[best]

    def _step(
        self,
        bundle: _Bundle,
        bounds: tuple[SumBound, ...],
        unreached: Callable[[], tuple[Unreached, ...]],
        totals: Sequence[int],
    ) -> Step | None:
        """A step with the candidates that the parts of a bundle cannot hold with any total."""
        cands, clock = self.cands, self.clock
        ways = [bundle.ways(total) for total in totals]
        domains = ways[0].domains(cands)
        supports = [one.support(domains, clock) for one in ways]
        digits = cands.board.digits
        left: list[Candidate] = []
        lost: list[Candidate] = []
        for place, cell in enumerate(bundle.cells):
            if cands.values[cell] >= 0:
                continue
            held = 0
            for support in supports:
                held |= support[place]
            left += [(cell, digits[d]) for d in bits(held)]
            lost += [(cell, digits[d]) for d in bits(domains[place] & ~held)]
        if not lost:
            return None
        fillings = [one.fillings(domains, clock) for one in ways]
        listed: tuple[tuple[int, ...], ...] = ()
        if all(one.all for one in fillings) and sum(len(f.ways) for f in fillings) <= MAX_SHOWN:
            pairs = zip(ways, fillings, strict=True)
            listed = tuple(sorted(way for one, all_ in pairs for way in one.listed(all_)))
        family = self.family
        proof = TotalsProof(
            family.rules,
            family.parts,
            bounds,
            unreached(),
            tuple(totals),
            bundle.parts,
            tuple(left),
            listed,
        )
        return Step(EqualTotals.name, proof, eliminations=tuple(sorted(lost)))


def _families_of(puzzle: Puzzle) -> tuple[_Family, ...]:
    """The families of a puzzle of which the clues do not say all by themselves."""
    return puzzle.model.kept(_families_of, lambda model: tuple(_families(puzzle, model)))


def _families(puzzle: Puzzle, model: Model) -> Iterator[_Family]:
    board, geometry = board_of(puzzle), model.geometry
    parts: dict[frozenset[int], SumPart] = {}
    group: dict[frozenset[int], list[frozenset[int]]] = {}
    places: dict[frozenset[int], set[int]] = {}
    for place, part in enumerate(model.parts):
        for relation in part.relations:
            equal = equal_parts(relation, geometry.cell_count)
            if equal is None:
                continue
            one, other = (frozenset(cells) for cells in equal)
            for key, cells in zip((one, other), equal, strict=True):
                parts.setdefault(key, cells)
                group.setdefault(key, [key])
                places.setdefault(key, set()).add(place)
            if group[one] is not group[other]:
                group[one] += group[other]
                for key in group[other]:
                    group[key] = group[one]
    for keys in {id(own): own for own in group.values()}.values():
        own = [parts[key] for key in keys]
        if len(own) < _LEAST_PARTS or any(len(part) > _MOST_CELLS for part in own):
            continue
        numbers = sorted({place for key in keys for place in places[key]})
        rules = tuple(whole_rule(place, model.constraints[place], geometry) for place in numbers)
        yield _Family(rules, tuple(own), tuple(_bundles(board, model, own)))


def _bundles(board: Board, model: Model, parts: Sequence[SumPart]) -> Iterator[_Bundle]:
    """The parts, those that lie in one house together."""
    masks = {part: sum(1 << cell for cell in part) for part in parts}
    left = [part for part in parts if len(part) > 1]
    while left:
        inside = [[part for part in left if not masks[part] & ~mask] for mask in board.mask]
        best = max(inside, key=len, default=[])
        together = _apart(best, masks) if len(best) > 1 else left[:1]
        yield _Bundle(tuple(together), board, model)
        left = [part for part in left if part not in together]
    yield from (_Bundle((part,), board, model) for part in parts if len(part) == 1)


def _apart(parts: Sequence[SumPart], masks: dict[SumPart, int]) -> list[SumPart]:
    """Some parts without those that share a cell with one before."""
    used = 0
    chosen = []
    for part in parts:
        if not masks[part] & used:
            chosen.append(part)
            used |= masks[part]
    return chosen


TERMS = (
    Term(
        EqualTotals(),
        aliases=("equal sums", "sums of a line", "region sums"),
        points=30,
    ),
)
