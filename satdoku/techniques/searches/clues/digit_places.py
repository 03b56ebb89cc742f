"""Digit places: houses and clues that each need a digit, and have no places for it together.

A house that lacks a digit needs it; so does a clue of which every way has the digit, a renban line
that cannot do without a 5, say. Cells that may not share the digit see each other, by a house or by
any rule. This is what fish, empty rectangles and colouring show of houses and lines, with needs and
exclusions of any kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.clues import JointProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.compiled.finding import needs_found
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.step import House, Rule, Step

_CASES = 5
"""Of the need that is gone through, no more places are left."""

_CELLS = 12
"""A clue about more cells is not asked which digits it needs."""

_KEPT = 2000

_Need = tuple[int, House | Rule]
"""Places of a digit one of which it takes, and what needs it."""


@dataclass(slots=True)
class _Known:
    """The exclusions that follow for a digit with some places and needs, kept with the model."""

    gone: dict[object, tuple[tuple[int, tuple[int, ...]], ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DigitPlaces(Technique):
    """Houses and clues that need a digit have no places for it together where a cell has it.

    Were the digit in the cell, one house or clue that needs it would have few places left, and each
    of them would leave another none.

    ``most`` is how many houses and clues take part.

    Pattern: ``houses`` and ``rules`` those that need the digit; ``digits`` the digit, once for each
    house.
    """

    most: int = 3
    name: ClassVar[str] = "digit-places"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        known = cands.puzzle.model.kept(_Known, lambda _: _Known()).gone
        exclusions: list[tuple[int, int, int, tuple[int, ...], list[_Need]]] = []
        of_clues = cands.once("digit-places", lambda: _of_clues(cands, clock))
        for d in range(board.size):
            clock.check()
            of_houses = self._needs(cands, d)
            needs = of_houses + of_clues[d]
            key = d, cands.where[d], len(of_houses), tuple([mask for mask, _ in needs])
            if key not in known:
                if len(known) > _KEPT:
                    known.clear()
                known[key] = tuple(
                    self._gone(cands, d, [mask for mask, _ in needs], len(of_houses))
                )
            for cell, used in known[key]:
                if len(used) > self.most:
                    continue
                exclusions.append((len(used), cell, d, used, needs))
        by_needs: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        of: dict[int, list[_Need]] = {}
        for _, cell, d, used, needs in sorted(exclusions, key=lambda item: item[:3]):
            by_needs.setdefault((d, tuple(sorted(used))), []).append(cell)
            of[d] = needs
        order = sorted(by_needs.items(), key=lambda item: (len(item[0][1]), -len(item[1])))
        for (d, used), cells in order:
            yield _step(cands, d, [of[d][at] for at in used], cells)

    def argued(self, cands: Candidates, step: Step, clock: Clock) -> Step:
        """The places that the digit would leave, where that takes no cases."""
        from satdoku.techniques.searches.small.arguments import is_brief, with_arguments

        argued = with_arguments(cands, step, clock)
        return argued if is_brief(argued) else step

    def _needs(self, cands: Candidates, d: int) -> list[_Need]:
        board, where = cands.board, cands.where[d]
        houses: dict[int, House] = {}
        for h, house in enumerate(board.houses):
            places = where & board.mask[h]
            # A house that has the digit has no further place for it, and one place is a single.
            if board.complete[h] and places & (places - 1):
                houses.setdefault(places, house)
        return list(houses.items())

    def _gone(
        self, cands: Candidates, d: int, needs: list[int], houses: int
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The cells that cannot have the digit, each with the needs that show it; the first needs
        are those of houses."""
        board, where = cands.board, cands.where[d]
        apart = {cell: board.alike[cell * board.size + d] & where for cell in bits(where)}
        by_core = needs_found(cands, apart, needs, _CASES)
        for cell, used in self._plainly(where, apart, needs) if by_core is None else by_core:
            # Where the cell sees all places of one house, that is enough.
            alone = [at for at in used if at < houses and not needs[at] & ~apart[cell]]
            yield cell, tuple(alone[:1]) or used

    def _plainly(
        self, where: int, apart: dict[int, int], needs: list[int]
    ) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The exclusions without the compiled core."""
        every: dict[int, int] = {}

        def seeing(places: int) -> int:
            """The cells that see all of some places."""
            seeing_all = every.get(places)
            if seeing_all is None:
                seeing_all = where
                for place in bits(places):
                    seeing_all &= apart[place]
                    if not seeing_all:
                        break
                every[places] = seeing_all
            return seeing_all

        # Most needs keep all their places whatever the cell.
        whole = [
            (1 << at, mask, killing) for at, mask in enumerate(needs) if (killing := seeing(mask))
        ]
        for cell in bits(where):
            out = apart[cell] | 1 << cell
            left = [
                (at, mask & ~out)
                for at, mask in enumerate(needs)
                if mask & out and not mask >> cell & 1
            ]
            few = [(at, rest) for at, rest in left if rest.bit_count() <= _CASES]
            if not few:
                continue
            shut = [(bit, killing) for bit, mask, killing in whole if not mask & out]
            shut += [(1 << at, killing) for at, rest in left if (killing := seeing(rest))]
            any_shut = 0
            for _, killing in shut:
                any_shut |= killing
            if not any_shut:
                continue
            if used := _fewest_needs(few, shut, any_shut):
                yield cell, used


def _fewest_needs(
    few: list[tuple[int, int]], shut: list[tuple[int, int]], any_shut: int
) -> tuple[int, ...]:
    """A need with few places left, and needs to which these leave nothing; none where one need by
    itself shows the same, which is for other techniques."""
    kills: dict[int, int] = {}
    best: tuple[int, ...] = ()
    for at, rest in few:
        if not rest:
            return ()
        if rest & ~any_shut:
            continue
        cases = []
        for s in bits(rest):
            if s not in kills:
                kills[s] = sum([bit for bit, killing in shut if killing >> s & 1])
            cases.append(kills[s])
        used = _hitting(cases)
        if used is not None and (not best or len(used) + 1 < len(best)):
            best = (at, *used)
            if len(best) == 2:
                break
    return best


def _hitting(cases: list[int]) -> tuple[int, ...] | None:
    """One need, or two, of which each case leaves one nothing."""
    every = cases[0]
    for case in cases[1:]:
        every &= case
    if every:
        return ((every & -every).bit_length() - 1,)
    for first in bits(cases[0]):
        rest = [case for case in cases if not case >> first & 1]
        both = rest[0]
        for case in rest[1:]:
            both &= case
        if both:
            return first, (both & -both).bit_length() - 1
    return None


def _of_clues(cands: Candidates, clock: Clock) -> list[list[_Need]]:
    """For each digit the clues of which every way has it."""
    needs: list[list[_Need]] = [[] for _ in range(cands.board.size)]
    size = cands.board.size
    for clue in clues_of(cands.puzzle):
        ways, cells = clue.ways, clue.ways.cells
        if not ways.simple or not 2 < len(cells) <= _CELLS:
            continue
        clock.check()
        domains = ways.domains(cands)
        filled = 0
        for mask in domains:
            if not mask & (mask - 1):
                filled |= mask
        left = ways.fillings(domains, clock)
        if not left.support:
            continue
        for d in range(size):
            places = sum(1 << c for c, mask in zip(cells, domains, strict=True) if mask >> d & 1)
            if filled >> d & 1 or not places & (places - 1):
                continue
            column = sum(1 << place * size + d for place in range(len(cells)))
            if any(not way & column for way in left.ways):
                continue
            without = tuple(mask & ~(1 << d) for mask in domains)
            if left.all or not ways.possible(without, clock):
                needs[d].append((places, clue.rule))
    return needs


def _step(cands: Candidates, d: int, needs: list[_Need], cells: list[int]) -> Step:
    digit = cands.board.digits[d]
    rules = tuple(need for _, need in needs if isinstance(need, Rule))
    about = dict.fromkeys(cell for rule in rules for cell in rule.cells)
    places = 0
    for mask, _ in needs:
        places |= mask
    return Step(
        DigitPlaces.name,
        JointProof(
            rules,
            tuple(about),
            (),
            common=tuple((cell, digit) for cell in bits(places)),
            needs=tuple((need, digit) for _, need in needs if isinstance(need, House)),
        ),
        eliminations=tuple((cell, digit) for cell in cells),
    )


TERMS = (Term(DigitPlaces(), aliases=("clues that need a digit",), points=42),)
