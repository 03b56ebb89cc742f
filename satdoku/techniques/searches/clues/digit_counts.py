"""Digit counts: low digits, odd digits and the like, counted over houses and clues at once.

A box of nine cells needs three of the digits 1 to 3; a clue inside may have room for two, and an
arrow of three cells in a row takes two of the three that the row has. What some houses and clues
need and others have room for is added up. Other names: counting low digits; set theory with
digits of a kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
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

_MOST_TOLD = 8
"""With more of them, what clues lose makes the next step."""


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
        opened, self.sure = of_kind & others, of_kind & ~others
        board, every = cands.board, kind.bit_count()
        holders = []
        for h, mask in board.complete_houses:
            if cells := mask & opened:
                number = every - (mask & self.sure).bit_count()
                holders.append(_Holder(board.houses[h], cells, number, number))
        self._houses = len(holders)
        for clue, (least, most) in clues:
            if cells := clue.ways.mask & opened:
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
        filled: dict[int, tuple[int, int, tuple[int, ...]]] = {}
        """Parts without more room, each with the part that fills it, the cells out before, and the
        parts that it fills at once."""
        waiting: list[int] = []
        looked = 1 << needing if needing >= 0 else 0

        def room(at: int) -> int:
            part = self._having[at]
            return part.number - (part.cells & bit > 0) - (at == having)

        def led(at: int, before: int) -> _Conflict:
            """The parts by which a part keeps few cells."""
            needs, rooms, stack = {at}, set[int](), [(at, before)]
            while stack:
                at, before = stack.pop()
                for place in bits(self._needing[at].cells & before):
                    one, out_then, together = filled[cause[place]]
                    rooms |= {cause[place], *together}
                    if one >= 0 and one not in needs:
                        needs.add(one)
                        stack.append((one, out_then))
            return needs, rooms

        for at in [having] if having >= 0 else bits(self._having_at[cell] if bit else 0):
            if room(at) < 0:
                return set(), {at}
            if room(at) == 0:
                filled[at] = -1, 0, ()
                waiting.append(at)
        while waiting or looked:
            if not looked:
                at = waiting.pop(0)
                by, before, _ = filled[at]
                own = self._needing[by].cells & ~before if by >= 0 else 0
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
                return led(at, out)
            for first in bits(self._having_at[left.bit_length() - 1]):
                rest = left & ~self._having[first].cells
                more = room(first) - number
                if first in filled or (rest and more >= 0):
                    continue
                seconds = bits(self._having_at[rest.bit_length() - 1]) if rest else (-1,)
                for second in seconds:
                    both = (first,) if second < 0 else (first, second)
                    if second >= 0:
                        over = rest & ~self._having[second].cells
                        if over or second in filled:
                            continue
                    spare = more + (room(second) if second >= 0 else 0)
                    if spare < 0:
                        needs, rooms = led(at, out)
                        return needs, rooms.union(both)
                    if spare:
                        continue
                    for by in both:
                        if by not in filled and self._having[by].cells & ~(out | bit | left):
                            filled[by] = at, out, both
                            waiting.append(by)
        return None

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
        if any(number < 0 for number in self._beyond(needs, rooms).values()):
            return None
        return needs, rooms

    def _beyond(self, needs: Sequence[int], rooms: Sequence[int]) -> Counter[int]:
        """How many more rooms than needs each cell is in."""
        beyond = Counter[int]()
        for at in rooms:
            beyond.update(bits(self.holders[at].cells))
        for at in needs:
            beyond.subtract(bits(self.holders[at].cells))
        return beyond

    def step(self, needs: Sequence[int], rooms: Sequence[int], clock: Clock) -> Step:
        """The step where some holders need as many as others have room for; of many only where
        no digit is left, if there are such cells."""
        board, cands = self.board, self.cands
        losses: dict[Candidate, None] = {}
        for cell, number in self._beyond(needs, rooms).items():
            if number > 0:
                losses |= {
                    (cell, board.digits[d]): None for d in bits(cands.cand[cell] & self.kind)
                }
        needing = [(one, one.least) for one in (self.holders[at] for at in needs)]
        having = [(one, one.most) for one in (self.holders[at] for at in rooms)]
        both = [*needing, *having]
        if not losses or len(both) <= _MOST_TOLD:
            for holder, number in both:
                if holder.clue is not None:
                    losses |= dict.fromkeys(self._lost(holder.clue, number, clock))
        within = {cell for holder, _ in both for cell in holder.named.cells}
        proof = CountProof(
            tuple([board.digits[d] for d in bits(self.kind)]),
            tuple([(holder.named, number) for holder, number in needing]),
            tuple([(holder.named, number) for holder, number in having]),
            tuple(sorted(within.intersection(bits(self.sure)))),
        )
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
