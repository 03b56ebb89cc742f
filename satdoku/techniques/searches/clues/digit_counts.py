"""Digit counts: low digits, odd digits and the like, counted over houses and clues at once.

A box of nine cells needs three of the digits 1 to 3; a clue inside may have room for two, and an
arrow of three cells in a row takes two of the three that the row has. What some houses and clues
need and others have room for is added up. Other names: counting low digits; set theory with
digits of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import ClassVar, TypeAlias

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.relations import Among
from satdoku.techniques.arguments.counts import CountProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Ways
from satdoku.techniques.step import Candidate, House, Rule, Step

_MOST_CELLS = 8
"""Of a clue about more cells no digits are counted."""

_MOST_UNLISTED = 6
"""Nor of one about more than this, where its ways are too many to be listed."""

_MOST_PARTS = 16
"""The most sets of clues inside of a house that are taken out of it."""

_MOST_HOLDERS = 16
"""No more houses and clues take part."""

_MAX_WITH_LOSSES = 8
"""With more houses and clues, what clues lose is left to the next step."""


@dataclass(frozen=True, slots=True)
class _Holder:
    """A house or clue, with the open cells that may hold a digit of the kind, and the least and the
    most of them that do, beside those that do for certain; ``clue`` is where its ways are."""

    named: House | Rule
    cells: int
    least: int
    most: int
    clue: ClueWays | None = None


@dataclass(frozen=True, slots=True)
class _Part:
    """Cells of a house or clue without clues inside of it: so many of the digits are needed, or
    have room, there. ``whole`` and ``inside`` are places of holders."""

    cells: int
    number: int
    whole: int
    inside: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class DigitCounts(Technique):
    """Digits of a kind (low, high, odd, even) counted: what is needed fills the room for it.

    Some houses and clues need so many digits of a kind, and all the cells where these can be lie
    in other houses and clues, which have room for no more. So every one of them has just as many,
    and a cell that the latter count more often than the former holds none of these digits. A clue
    loses the candidates that it has only with more of them, or with fewer.

    Pattern: ``digits`` of the kind; ``houses`` and ``rules`` those that need them, then those that
    have room; ``cells`` those that hold one for certain.
    """

    name: ClassVar[str] = "digit-counts"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        if board.plain:
            return
        kinds = cands.puzzle.model.kept(_kinds, lambda _: _kinds(board))
        clues = [(clue, _bounds(cands, clue, kinds, clock)) for clue in _clues(cands)]
        steps: list[tuple[int, int, Step]] = []
        for at, kind in enumerate(kinds):
            own = [(clue, known[at]) for clue, known in clues if at in known]
            if not own:
                continue
            clock.check()
            count = _Counting(cands, kind, own)
            key = count.sure, count.holders
            for needs, rooms in cands.from_before(self.name, at, key, count.balanced):
                step = count.step(needs, rooms, clock)
                if step.eliminations:
                    steps.append((len(needs) + len(rooms), -len(step.eliminations), step))
        steps.sort(key=lambda item: item[:2])
        for *_, step in steps:
            yield step


def _kinds(board: Board) -> tuple[int, ...]:
    """The kinds of digits that are counted, as sets: low and high, odd and even, by thirds."""
    size = board.size
    kinds: dict[int, None] = {}
    for n in range(2, size // 2 + 1):
        low = (1 << n) - 1
        kinds |= {low: None, low << size - n: None}
    for n in (2, 3):
        for rest in range(n):
            kind = sum([1 << d for d, digit in enumerate(board.digits) if digit % n == rest])
            kinds[kind] = None
    if size % 3 == 0:
        kinds[(1 << size // 3) - 1 << size // 3] = None
    return tuple([kind for kind in kinds if 1 < kind.bit_count() < size - 1])


def _clues(cands: Candidates) -> tuple[ClueWays, ...]:
    """The clues of which digits are counted."""

    def few(_: Model) -> tuple[ClueWays, ...]:
        every = clues_of(cands.puzzle)
        return tuple([c for c in every if c.ways.simple and len(c.ways.cells) <= _MOST_CELLS])

    return cands.puzzle.model.kept(_clues, few)


def _bounds(
    cands: Candidates, clue: ClueWays, kinds: Sequence[int], clock: Clock
) -> dict[int, tuple[int, int]]:
    """The least and the most digits of a kind in a clue, by places of kinds; only those that say
    more than the candidates of the cells and the houses around them."""
    board, ways = cands.board, clue.ways
    domains = ways.domains(cands)
    left = ways.fillings(domains, clock)
    if not left.support or (not left.all and len(domains) > _MOST_UNLISTED):
        return {}

    def compute() -> dict[int, tuple[int, int]]:
        count, known = len(domains), {}
        apart = any(not ways.mask & ~mask for mask in board.mask)
        ones = sum([1 << place * board.size for place in range(count)])
        for at, kind in enumerate(kinds):
            size = kind.bit_count()
            least = sum([not mask & ~kind for mask in domains])
            most = sum([mask & kind > 0 for mask in domains])
            if apart:
                least, most = max(least, count - (board.size - size)), min(most, size)
            if least >= most:
                continue
            column = ones * kind
            counts = {(way & column).bit_count() for way in left.ways}
            low, high = min(counts), max(counts)
            if not left.all:
                other = board.all_digits & ~kind
                while low > least and _can_have(ways, domains, other, count - low + 1, clock):
                    low -= 1
                while high < most and _can_have(ways, domains, kind, high + 1, clock):
                    high += 1
            if low > least or high < most:
                known[at] = low, high
        return known

    if _bounds not in left.kept:
        left.kept[_bounds] = compute()
    return left.kept[_bounds]  # type: ignore[return-value]


def _can_have(ways: Ways, domains: tuple[int, ...], kind: int, number: int, clock: Clock) -> bool:
    """Whether a way may have so many digits of a kind or more."""
    some = [place for place, mask in enumerate(domains) if mask & kind]
    for chosen in combinations(some, number):
        own = [mask & kind if at in chosen else mask for at, mask in enumerate(domains)]
        if ways.possible(tuple(own), clock):
            return True
    return False


def _places(cands: Candidates) -> list[int]:
    """For each digit the cells that hold it or may hold it."""
    places = list(cands.where)
    for cell, value in enumerate(cands.values):
        if value >= 0:
            places[value] |= 1 << cell
    return places


@dataclass(frozen=True, slots=True)
class _Filling:
    """By what a part without more room is filled: the part that needs digits in it, none at the
    start; the cells that were out before; and the parts that are filled at once."""

    by: int = -1
    out: int = 0
    together: tuple[int, ...] = ()


_Conflict: TypeAlias = "tuple[set[int], set[int]]"
"""Parts that need digits, and parts that have no room for them."""


class _Counting:
    """The digits of a kind in a position, counted.

    A cell is supposed to hold one, or a clue inside of a house to have one less or more than it
    can. Parts of houses then have no room for more, others keep few cells for what they need, and
    where these lie in one part they fill it. Where a part keeps too few cells, the parts that led
    there are added up.
    """

    def __init__(
        self, cands: Candidates, kind: int, clues: Sequence[tuple[ClueWays, tuple[int, int]]]
    ) -> None:
        self.cands, self.board, self.kind = cands, cands.board, kind
        of_kind = others = 0
        for d, places in enumerate(cands.once("digit-counts", lambda: _places(cands))):
            if kind >> d & 1:
                of_kind |= places
            else:
                others |= places
        self._opened, self.sure = of_kind & others, of_kind & ~others
        board, every = cands.board, kind.bit_count()
        holders = []
        for h, mask in board.complete_houses:
            if cells := mask & self._opened:
                number = every - (mask & self.sure).bit_count()
                holders.append(_Holder(board.houses[h], cells, number, number))
        self._houses = len(holders)
        for clue, (least, most) in clues:
            if cells := clue.ways.mask & self._opened:
                sure = (clue.ways.mask & self.sure).bit_count()
                holders.append(_Holder(clue.rule, cells, least - sure, most - sure, clue))
        self.holders = tuple(holders)

    def balanced(self, _: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        """The places of holders that need as many as others have room for, with these."""
        self._needing, self._having = list[_Part](), list[_Part]()
        clues = range(self._houses, len(self.holders))
        for at, holder in enumerate(self.holders):
            cells, least, most = holder.cells, holder.least, holder.most
            inside = [c for c in clues if at < self._houses and not self.holders[c].cells & ~cells]
            full = [c for c in inside if self.holders[c].most < self.holders[c].cells.bit_count()]
            for own in self._disjoint(full):
                number = least - sum([self.holders[c].most for c in own])
                if number > 0:
                    self._needing.append(_Part(self._without(cells, own), number, at, own))
            for own in self._disjoint([c for c in inside if self.holders[c].least > 0]):
                rest = self._without(cells, own)
                number = most - sum([self.holders[c].least for c in own])
                if number < rest.bit_count() and (number or own):
                    self._having.append(_Part(rest, number, at, own))
        self._needing_at = self._by_cell(self._needing)
        self._having_at = self._by_cell(self._having)
        sums: dict[tuple[tuple[int, ...], tuple[int, ...]], None] = {}
        for conflict in self._conflicts():
            if (both := self._added(*conflict)) is not None:
                sums[both] = None
        return tuple(sums)

    def _disjoint(self, clues: Sequence[int]) -> list[tuple[int, ...]]:
        """Sets of clues without common cells, no more than some."""
        sets: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for clue in clues:
            cells = self.holders[clue].cells
            more = [((*own, clue), mask | cells) for own, mask in sets if not mask & cells]
            sets += more[: _MOST_PARTS - len(sets)]
        return [own for own, _ in sets]

    def _without(self, cells: int, clues: Sequence[int]) -> int:
        for clue in clues:
            cells &= ~self.holders[clue].cells
        return cells

    def _by_cell(self, parts: Sequence[_Part]) -> list[int]:
        """For each cell the places of the parts that it is in, as a set."""
        places = [0] * self.board.count
        for at, part in enumerate(parts):
            for cell in bits(part.cells):
                places[cell] |= 1 << at
        return places

    def _conflicts(self) -> Iterator[_Conflict]:
        """The parts that lead to a contradiction, for one supposition after another."""
        cells = 0
        for part in self._having:
            if part.number <= 1 and (part.inside or part.whole >= self._houses):
                cells |= part.cells
        for cell in bits(cells):
            if (conflict := self._conflict(cell)) is not None:
                yield conflict
                # What the cell itself would be enough for may be needed where nothing is left over.
                needs, rooms = conflict
                for at in bits(self._needing_at[cell]):
                    yield needs | {at}, rooms
        for at, part in enumerate(self._needing):
            if part.inside and (conflict := self._conflict(needing=at)) is not None:
                yield conflict
        for at, part in enumerate(self._having):
            if part.inside and (conflict := self._conflict(having=at)) is not None:
                yield conflict

    def _conflict(self, cell: int = -1, *, needing: int = -1, having: int = -1) -> _Conflict | None:
        """The parts that leave no way where a cell holds a digit of the kind, or where a part needs
        one more, or has room for one less."""
        bit = 1 << cell if cell >= 0 else 0
        out, cause = 0, dict[int, int]()
        filled: dict[int, _Filling] = {}
        waiting: list[int] = []
        looked = 1 << needing if needing >= 0 else 0

        def room(at: int) -> int:
            part = self._having[at]
            return part.number - (part.cells & bit > 0) - (at == having)

        for at in [having] if having >= 0 else bits(self._having_at[cell] if bit else 0):
            if room(at) < 0:
                return set(), {at}
            if room(at) == 0:
                filled[at] = _Filling()
                waiting.append(at)
        while waiting or looked:
            if not looked:
                at = waiting.pop(0)
                how = filled[at]
                own = self._needing[how.by].cells & ~how.out if how.by >= 0 else 0
                fresh = self._having[at].cells & ~(out | bit | own)
                out |= fresh
                for one in bits(fresh):
                    cause[one] = at
                    looked |= self._needing_at[one]
                continue
            at = looked.bit_length() - 1
            looked ^= 1 << at
            part = self._needing[at]
            number = part.number - (part.cells & bit > 0) + (at == needing)
            left = part.cells & ~(out | bit)
            if number <= 0:
                continue
            if left.bit_count() < number:
                return self._led(at, out, cause, filled)
            for both, spare in self._around(left, number, room, filled):
                if spare < 0:
                    needs, rooms = self._led(at, out, cause, filled)
                    return needs, rooms.union(both)
                for one in both if not spare else ():
                    if one not in filled and self._having[one].cells & ~(out | bit | left):
                        filled[one] = _Filling(at, out, both)
                        waiting.append(one)
        return None

    def _around(
        self, cells: int, number: int, room: Callable[[int], int], filled: Mapping[int, _Filling]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        """One part around all these cells, or two where the first has too little room for so many
        digits; none that is filled. With each, how much room is left over.

        Three are not tried: there are too many ways to choose them.
        """
        for first in bits(self._having_at[cells.bit_length() - 1]):
            if first in filled:
                continue
            rest = cells & ~self._having[first].cells
            spare = room(first) - number
            if not rest:
                yield (first,), spare
            elif spare < 0:
                for second in bits(self._having_at[rest.bit_length() - 1]):
                    if not rest & ~self._having[second].cells and second not in filled:
                        yield (first, second), spare + room(second)

    def _led(
        self, at: int, out: int, cause: Mapping[int, int], filled: Mapping[int, _Filling]
    ) -> _Conflict:
        """The parts by which a part that needs digits keeps few cells."""
        needs, rooms, stack = {at}, set[int](), [(at, out)]
        while stack:
            at, out = stack.pop()
            for place in bits(self._needing[at].cells & out):
                how = filled[cause[place]]
                rooms |= {cause[place], *how.together}
                if how.by >= 0 and how.by not in needs:
                    needs.add(how.by)
                    stack.append((how.by, how.out))
        return needs, rooms

    def _added(
        self, needing: set[int], having: set[int]
    ) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
        """The houses and clues of some parts that need digits, and those that have room, where both
        are as many and no cell is needed more often than there is room."""
        times = Counter[int]()
        for parts, chosen, sign in (
            (self._needing, needing, 1),
            (self._having, having, -1),
        ):
            for at in chosen:
                times[parts[at].whole] += sign
                times.subtract(dict.fromkeys(parts[at].inside, sign))
        needs = tuple(sorted([at for at, n in times.items() if n > 0]))
        rooms = tuple(sorted([at for at, n in times.items() if n < 0]))
        both = [*needs, *rooms]
        if not needs or len(both) > _MOST_HOLDERS or max(both) < self._houses:
            return None
        needed = sum([self.holders[at].least for at in needs])
        room = sum([self.holders[at].most for at in rooms])
        if needed != room or any(abs(n) > 1 for n in times.values()):
            return None
        beyond = self._proof(needs, rooms).beyond()
        if any(number < 0 and self._opened >> cell & 1 for cell, number in beyond.items()):
            return None
        return needs, rooms

    def _proof(self, needs: Sequence[int], rooms: Sequence[int]) -> CountProof:
        needing = [self.holders[at] for at in needs]
        having = [self.holders[at] for at in rooms]
        within = {cell for holder in (*needing, *having) for cell in holder.named.cells}
        return CountProof(
            tuple([self.board.digits[d] for d in bits(self.kind)]),
            tuple([(holder.named, holder.least) for holder in needing]),
            tuple([(holder.named, holder.most) for holder in having]),
            tuple(sorted(within.intersection(bits(self.sure)))),
        )

    def step(self, needs: Sequence[int], rooms: Sequence[int], clock: Clock) -> Step:
        """The step where some holders need as many as others have room for; of many only where
        no digit is left, if there are such cells."""
        board, proof = self.board, self._proof(needs, rooms)
        losses = {
            (cell, board.digits[d]): None
            for cell, number in proof.beyond().items()
            if number > 0
            for d in bits(self.cands.cand[cell] & self.kind)
        }
        if not losses or len(needs) + len(rooms) <= _MAX_WITH_LOSSES:
            for places, counts in ((needs, proof.needs), (rooms, proof.rooms)):
                for at, (_, number) in zip(places, counts, strict=True):
                    if (clue := self.holders[at].clue) is not None:
                        losses |= dict.fromkeys(self._lost(clue, number, clock))
        return Step(DigitCounts.name, proof, eliminations=tuple(sorted(losses)))

    def _lost(self, clue: ClueWays, number: int, clock: Clock) -> list[Candidate]:
        """The candidates of a clue that it does not have with so many digits of the kind, beside
        the cells that hold one for certain."""
        ways, board = clue.ways, self.board
        domains = ways.domains(self.cands)
        left = ways.fillings(domains, clock)
        number += (ways.mask & self.sure).bit_count()
        key = _Counting, self.kind, number
        if key not in left.kept and left.all:
            column = self.kind * sum([1 << at * board.size for at in range(len(domains))])
            own = [way for way in left.ways if (way & column).bit_count() == number]
            left.kept[key] = ways.split(reduce(or_, own, 0))
        elif key not in left.kept:
            digits = frozenset([board.digits[d] for d in bits(self.kind)])
            count = Among(ways.cells, digits, "=", number)
            model = Model(board.geometry, (*ways.model.lowered, count))
            left.kept[key] = Ways(board, model, ways.cells).support(domains, clock)
        support: tuple[int, ...] = left.kept[key]  # type: ignore[assignment]
        return [
            (cell, board.digits[d])
            for cell, mask, own in zip(ways.cells, domains, support, strict=False)
            for d in bits(mask & ~own)
            if self.cands.values[cell] < 0
        ]


TERMS = (Term(DigitCounts(), aliases=("counting low digits", "set theory with digits"), points=43),)
