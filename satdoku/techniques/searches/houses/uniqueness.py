"""Unique rectangles and loops; one file, since all are read from one deadly ring of cells.

Avoidable rectangles are among them.

A deadly loop is a ring of cells, neighbours sharing a house, where every house touched holds
exactly two ring cells: one in an even place and one in an odd place of the ring. If all its
cells held only the two digits v1 and v2, any solution could be turned into another one by
exchanging v1 and v2 round the ring: no house would notice. A puzzle with one solution therefore
never lets the ring fall back on v1 and v2 alone: one of the cells X with further candidates must
take one of these.

| type | cells X with further candidates | conclusion |
|---|---|---|
| 1 | one | v1 and v2 leave it |
| 2 | any number, one further digit e | e leaves the cells that see all of X |
| 3 | two, further digits E | X acts as one cell of a naked (or hidden) set with its house |
| 4 | two in a house where v1 is locked to them | v2 leaves both |

Names: ``unique-rectangle-1`` ... ``-4`` for rings of four cells, ``unique-loop-1`` ... ``-4`` for
longer ones. Of rectangles alone:

| technique | cells X with further candidates | conclusion |
|---|---|---|
| unique-rectangle-5 | as of type 2, but three, or two opposite ones | as of type 2 |
| unique-rectangle-6 | two opposite ones, v1 in their lines only in the ring | v1 leaves both |
| hidden-rectangle | two or three, v1 in the lines of one only in the ring | v2 leaves it |
| avoidable-rectangle-1, -2 | as of types 1 and 2, beside filled cells, no givens | the same |

``extended-rectangle-1`` ... ``-4`` have three digits in three rows and two columns, or the other
way round, and change the two columns; the types are the same.

The exchange must keep every rule: so the techniques refuse puzzles with rules beyond all-different
sets, and count those sets among the houses. Pencil-marked puzzles are fine as long as all ring
cells still hold both digits, because then the exchanged solution uses marked digits only.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, lru_cache, reduce
from itertools import combinations
from operator import or_
from typing import Any, ClassVar, Literal, assert_never

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.uniqueness import ExtraLock, ExtraSet, LoopProof, RingLock
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, board_of, choose
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Candidate, Step

LoopDialect = Literal["all", "missing"]
"""``all``: every ring whose cells hold both digits. ``missing``: rectangles whose cells may lack
one of the two digits by now (HoDoKu's option)."""


def uniqueness_refusal(puzzle: Puzzle, complete: bool = False) -> str | None:
    """Why an argument from uniqueness does not hold on this puzzle, or ``None``."""
    board = board_of(puzzle)
    if not board.plain:
        return (
            "the argument exchanges digits between cells, and a rule of this puzzle that is not "
            "an all-different set might notice"
        )
    if complete and not all(board.complete):
        return "some house holds fewer cells than there are digits, so a digit may be missing in it"
    return None


@dataclass(frozen=True, slots=True)
class UniqueLoops(Technique):
    """All four types of all loops, in the order found: the search that scales sort."""

    dialect: LoopDialect = "all"
    needs_uniqueness: ClassVar[bool] = True
    name: ClassVar[str] = "unique-loops"

    @property
    def names(self) -> tuple[str, ...]:
        """Each type has its own."""
        return tuple(term.name for term in TERMS if isinstance(term.search, DeadlyLoop))

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules beyond all-different sets; ``missing`` also pencil-marked puzzles."""
        if self.dialect == "missing" and puzzle.pencil_marks is not None:
            return "with candidates missing, the exchanged solution might break the pencil marks"
        return uniqueness_refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the module."""
        dialect = self.dialect
        yield from cands.once(
            f"loops-{dialect}", lambda: list(_Search(cands, dialect, clock).steps())
        )


@dataclass(frozen=True, slots=True)
class DeadlyLoop(Technique):
    """One type of unique rectangle or longer loop.

    See the module for the argument.

    Pattern: ``cells`` the ring in order; ``digits`` v1, v2 (type
    4: the locked digit first, then the one that goes); candidates ``defining`` v1 and v2 in
    the ring, ``extra`` the further candidates of X; type 3 adds the set it completes to ``sets``
    and its house to ``houses``.
    """

    type: int = 1
    loop: bool = False
    dialect: LoopDialect = "all"
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return f"unique-{'loop' if self.loop else 'rectangle'}-{self.type}"

    def in_library(self, code: str) -> Technique:
        """Rectangles whose cells may lack a digit in variant 2."""
        missing = code.endswith("-2") and not self.loop
        return replace(self, dialect="missing") if missing else self

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules beyond all-different sets."""
        return UniqueLoops(self.dialect).refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        every = UniqueLoops(self.dialect).search(cands, clock)
        return (
            step
            for step in every
            if isinstance(step.proof, LoopProof)
            and step.proof.type == self.type
            and (len(step.proof.ring) > 4) is self.loop
        )


RectangleKind = Literal["5", "6", "hidden", "avoidable-1", "avoidable-2"]


@dataclass(frozen=True, slots=True)
class RectangleTest(Technique):
    """A rectangle of two rows, two columns and two boxes, by a further argument.

    Type 5: as type 2, one further digit, in three cells or in two opposite ones. Type 6: two
    opposite cells have further candidates, and v1 has no place in their rows and columns beside the
    ring; were one of them v1, the other would be too, and the ring would be v1 and v2 alone.
    Hidden: the cell opposite to one of two candidates cannot be v2 where v1 has no place in its row
    and column beside the ring: its neighbours would be v1 and the cell opposite v2. Avoidable: some
    cells of the ring are filled, none of them by a given, so that an exchange would keep the puzzle
    too; the others are as of type 1 or 2.

    Pattern: as of a unique rectangle; ``houses`` where v1 has its places in the ring.
    """

    kind: RectangleKind = "5"
    dialect: LoopDialect = "all"
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        match self.kind:
            case "5" | "6":
                return f"unique-rectangle-{self.kind}"
            case "hidden":
                return "hidden-rectangle"
            case "avoidable-1" | "avoidable-2":
                return f"avoidable-rectangle-{self.kind[-1]}"
            case unknown:
                assert_never(unknown)

    def in_library(self, code: str) -> Technique:
        """Rectangles whose cells may lack a digit in variant 2."""
        return replace(self, dialect="missing") if code.endswith("-2") else self

    def refusal(self, puzzle: Puzzle) -> str | None:
        """The reason of unique rectangles; filled cells lack a digit."""
        filled = self.kind.startswith("avoidable")
        return UniqueLoops("missing" if filled else self.dialect).refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        search = _Search(cands, self.dialect, clock)
        match self.kind:
            case "5":
                steps = search.crossing()
            case "6":
                steps = search.opposite()
            case "hidden":
                steps = search.hidden()
            case "avoidable-1":
                steps = search.avoidable(1)
            case "avoidable-2":
                steps = search.avoidable(2)
            case unknown:
                assert_never(unknown)
        return (step.renamed(self.name) for step in steps)


@dataclass(frozen=True, slots=True)
class ExtendedRectangle(Technique):
    """Three rows and two columns (or the other way round) with the same three digits.

    The columns run through the same boxes, or the rows lie in one band: then the cells of each
    column, holding the three digits, could change places with those beside them, and every house
    would still hold what it held. Where only one cell has further candidates, one of these is true
    (type 1); where they are one digit, it is in one of these cells (type 2); two cells of a house
    act as one cell of a naked set (type 3), or one of the three digits is locked in them, and the
    others go (type 4).

    Pattern: ``cells`` the two columns in turn; ``digits``; ``extra`` the further candidates.
    """

    type: int = 1
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return f"extended-rectangle-{self.type}"

    def refusal(self, puzzle: Puzzle) -> str | None:
        """The reason of unique rectangles."""
        return UniqueLoops("all").refusal(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for step in cands.once("extended", lambda: list(_Search(cands, "all", clock).extended())):
            if isinstance(step.proof, LoopProof) and step.proof.type == self.type:
                yield step.renamed(self.name)


class _Search:
    def __init__(self, cands: Candidates, dialect: LoopDialect, clock: Clock) -> None:
        self.cands = cands
        self.clock = clock
        self.board = cands.board
        self.dialect = dialect
        self.seen: set[object] = set()

    def steps(self) -> Iterator[Step]:
        patterns = self.rectangles() if self.dialect == "missing" else self.rings()
        for loop, pair in patterns:
            yield from self.evaluate(loop, pair)

    def rings(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Rings that balance, each with its pair, that may exclude something."""
        cand, core = self.cands.cand, patterns_of(self.cands)
        self.clock.check()
        rings = None if core is None else core.rings(cand)
        if rings is not None:
            for loop, pair in rings:
                yield tuple(loop), pair
            return
        for start in bits(self.cands.with_count(2)):
            pair = cand[start]
            low, high = bits(pair)
            both = self.balanced(self.cands.where[low] & self.cands.where[high])
            if not both >> start & 1:
                continue
            for loop in self.loops(start, pair, both):
                ring = frozenset(loop), pair  # walked from each of its cells, both ways round
                if ring not in self.seen:
                    self.seen.add(ring)
                    yield loop, pair

    def balanced(self, both: int) -> int:
        """The cells that have another one of them in each of their houses, as those of a ring."""
        mask, houses_of = self.board.mask, self.board.houses_of
        while True:
            left = both
            for cell in bits(both):
                for h in houses_of[cell]:
                    around = mask[h] & left
                    if not around & (around - 1):
                        left ^= 1 << cell
                        break
            if left == both:
                return both
            both = left

    def loops(self, start: int, pair: int, both: int) -> Iterator[tuple[int, ...]]:
        """Rings through ``start`` whose houses could still balance, in the order of the walk."""
        board, cand = self.board, self.cands.cand
        houses_of, members = board.houses_of, board.members
        even: set[int] = set()
        odd: set[int] = set()
        loop: list[int] = []

        def grow(cell: int, allowance: int, extras: int, last: int) -> Iterator[tuple[int, ...]]:
            self.clock.check()
            mine = even if len(loop) % 2 == 0 else odd
            houses = houses_of[cell]
            # Two ring cells of one parity in a house can never balance: nothing below is valid.
            if not mine.isdisjoint(houses):
                return
            loop.append(cell)
            mine.update(houses)
            for h in houses:
                if h == last:
                    continue
                for after in members[h]:
                    if after == start and len(loop) >= 4:
                        if even == odd:
                            yield tuple(loop)
                        continue
                    if not both & (1 << after) or after in loop:
                        continue
                    wider = extras | (cand[after] & ~pair)
                    two = cand[after] == pair
                    if two or wider.bit_count() == 1 or allowance > 0:
                        yield from grow(after, allowance - (not two), wider, h)
            loop.pop()
            mine.difference_update(houses)

        yield from grow(start, 2, 0, -1)

    def rectangles(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Rectangles of open cells that balance, with each pair of digits that they offer."""
        cand = self.cands.cand
        for corners, place in self.squares():
            self.clock.check()
            one, two, three, four = held = [cand[c] for c in corners]
            if self.dialect == "all":
                offered = one & two & three & four
                if offered.bit_count() < 2:
                    continue
            else:
                offered = one | two | three | four
            # A cell that sees a digit filled in cannot be part of an exchange of it.
            digits = [d for d in bits(offered) if not self.filled[d] & place]
            for low, high in combinations(digits, 2):
                pair = 1 << low | 1 << high
                if pair in held and all(mask & pair for mask in held):
                    yield corners, pair

    def squares(self) -> list[tuple[tuple[int, ...], int]]:
        """Rectangles of open cells of which one has two candidates."""
        two = self.cands.with_count(2)
        squares = self.cands.unfilled("squares", self.board.squares)
        return [(corners, place) for place, corners in squares if place & two]

    @cached_property
    def filled(self) -> list[int]:
        """For each digit the cells that see it filled in."""
        seen = [0] * self.board.size
        for cell, d in enumerate(self.cands.values):
            if d >= 0:
                seen[d] |= self.board.peers[cell]
        return seen

    def tests(self) -> Iterator[tuple[tuple[int, ...], int, list[int]]]:
        """Rectangles of the dialect, each with its pair and its cells with further candidates."""
        cand = self.cands.cand
        yield from self.cands.once(
            f"tests-{self.dialect}",
            lambda: [
                (loop, pair, [c for c in loop if cand[c] & ~pair])
                for loop, pair in self.rectangles()
            ],
        )

    def crossing(self) -> Iterator[Step]:
        """Type 5."""
        for loop, pair, more in self.tests():
            if len(more) == 3 or (len(more) == 2 and _opposite(loop, more)):
                yield from self.type2(loop, pair, more)

    def opposite(self) -> Iterator[Step]:
        """Type 6."""
        for loop, pair, more in self.tests():
            if len(more) != 2 or not _opposite(loop, more):
                continue
            for digit in bits(pair):
                if (how := self.locked(loop, more, digit)) is not None:
                    eliminated = self.cands.hits([(sum(1 << c for c in more), digit)])
                    yield from self.emit(6, loop, pair, more, eliminated, digit, how)

    def hidden(self) -> Iterator[Step]:
        """Hidden rectangles."""
        for loop, pair, more in self.tests():
            if len(more) != 3 and not (len(more) == 2 and _opposite(loop, more)):
                continue
            for at, corner in enumerate(loop):
                far = loop[(at + 2) % 4]
                for digit in bits(pair) if self.cands.cand[corner] == pair else ():
                    if (how := self.locked(loop, [far], digit)) is not None:
                        (removed,) = bits(pair & ~(1 << digit))
                        eliminated = self.cands.hits([(1 << far, removed)])
                        yield from self.emit(7, loop, pair, more, eliminated, (far, digit), how)

    def locked(self, loop: tuple[int, ...], cells: list[int], digit: int) -> RingLock | None:
        """The rows and columns of some of a rectangle's cells, if all hold the digit and it has no
        place in them but in the rectangle.
        """
        board, around = self.board, sum(1 << c for c in loop)
        mine = {h for c in cells for h in board.houses_of[c]}
        lines = sorted(h for h in mine if board.kind_of[h] in ("row", "column"))
        if not lines or not all(board.complete[h] for h in lines):
            return None
        if any(self.cands.where[digit] & board.mask[h] & ~around for h in lines):
            return None
        return RingLock(board.houses_at(lines), board.digits[digit])

    def avoidable(self, kind: int) -> Iterator[Step]:
        """Rectangles with two or three cells filled, none by a given."""
        for loop, pair, more in self.half_filled():
            if kind == 1 and len(more) == 1:
                eliminated = self.cands.pairs(more, pair)
                yield from self.emit(1, loop, pair, more, eliminated, "avoidable")
            elif kind == 2 and len(more) == 2:
                yield from self.type2(loop, pair, more)

    def half_filled(self) -> Iterator[tuple[tuple[int, ...], int, list[int]]]:
        """These rectangles, each with its pair and its cells with further candidates."""
        cands, cand, values = self.cands, self.cands.cand, self.cands.values
        rectangles = cands.from_before("half filled", -1, values, lambda _: list(self.by_values()))
        for loop, pair in rectangles:
            if all(cand[c] & pair for c in loop if values[c] < 0):
                yield loop, pair, [c for c in loop if cand[c] & ~pair]

    def by_values(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """The rectangles as far as they follow from the filled cells."""
        givens, values = self.cands.puzzle.givens, self.cands.values
        given = sum([1 << c for c, digit in enumerate(givens) if digit is not None])
        known = sum([1 << c for c, d in enumerate(values) if d >= 0])
        for place, loop in self.board.squares:
            if place & given or not 2 <= (place & known).bit_count() <= 3:
                continue
            filled = [c for c in loop if values[c] >= 0]
            pair = sum(1 << d for d in {values[c] for c in filled})
            sides = {(loop.index(c) % 2, values[c]) for c in filled}
            if pair.bit_count() == 2 and len(sides) == 2:
                yield loop, pair

    def evaluate(self, loop: tuple[int, ...], pair: int) -> Iterator[Step]:
        cand = self.cands.cand
        more = [c for c in loop if cand[c] & ~pair]
        if not more:
            return
        if len(more) == 1:
            eliminated = self.cands.pairs(more, pair)
            yield from self.emit(1, loop, pair, more, tuple(sorted(eliminated)), "1")
            return
        extra = self.cands.union(more) & ~pair
        if extra.bit_count() == 1 or len(more) > 2:
            yield from self.type2(loop, pair, more)
            if len(more) == 2 and self.dialect == "missing":
                yield from self.naked(loop, pair, more[0], more[1], extra)
        elif len(more) == 2:
            yield from self.type3(loop, pair, more[0], more[1], extra)
        if len(more) == 2:
            yield from self.type4(loop, pair, more[0], more[1])

    def emit(
        self,
        number: int,
        loop: tuple[int, ...],
        pair: int,
        more: list[int],
        eliminated: tuple[Candidate, ...],
        key: object,
        how: ExtraSet | ExtraLock | RingLock | None = None,
    ) -> Iterator[Step]:
        identity = (key, number, frozenset(loop))
        if not eliminated or identity in self.seen:
            return
        self.seen.add(identity)
        kind = f" {how.others.name}" if isinstance(how, ExtraSet) else ""
        yield Step(
            f"unique-{'rectangle' if len(loop) == 4 else 'loop'}-{number}",
            LoopProof(
                loop,
                self.cands.digit_names(pair),
                self.cands.pairs(loop, pair),
                self.cands.pairs(more, self.board.all_digits & ~pair),
                how,
            ),
            eliminations=eliminated,
            variant=f"type {number}{kind}",
        )

    def type2(self, loop: tuple[int, ...], pair: int, more: list[int]) -> Iterator[Step]:
        common = self.board.all_digits & ~pair
        for c in more:
            common &= self.cands.cand[c]
        union = self.cands.union(more) & ~pair
        if union.bit_count() != 1 or common != union:
            return
        e = union.bit_length() - 1
        eliminated = self.cands.hits([(self.board.common_peers(more), e)])
        yield from self.emit(2, loop, pair, more, eliminated, "2")

    def type3(
        self, loop: tuple[int, ...], pair: int, x0: int, x1: int, extra: int
    ) -> Iterator[Step]:
        cands, board = self.cands, self.board
        where = cands.where
        shared = [h for h in board.houses_of[x0] if board.mask[h] & (1 << x1)]
        least = extra.bit_count()
        both_bits = 1 << x0 | 1 << x1
        rest = bits(board.all_digits & ~pair & ~extra)
        yield from self.naked(loop, pair, x0, x1, extra)
        for n in range(least, board.size - 1):
            for h in shared:
                empty = cands.empty_counts[h]
                house = board.houses[h]
                if 2 * n < empty and board.complete[h] and n >= 2:
                    for more_digits in choose(rest, n - 2):
                        digits = pair | sum([1 << d for d in more_digits])
                        union = 0
                        for d in bits(digits):
                            spots = where[d] & board.mask[h] & ~(1 << x1)
                            if not spots:
                                break
                            union |= spots
                        else:
                            if union.bit_count() != n:
                                continue
                            cells = union & ~both_bits
                            eliminated = cands.hits(
                                [(cells, d) for d in bits(board.all_digits & ~digits)]
                            )
                            listed = tuple([c for c in board.members[h] if cells & (1 << c)])
                            how = ExtraSet(house, cands.cell_set("hidden", listed, digits))
                            key = "hidden", h, digits, cells
                            yield from self.emit(3, loop, pair, [x0, x1], eliminated, key, how)

    def naked(
        self, loop: tuple[int, ...], pair: int, x0: int, x1: int, extra: int
    ) -> Iterator[Step]:
        """Type 3 with a naked set: X as one cell with the further candidates.

        n - 1 cells that hold only n digits with X: all n are used up there. They leave every house
        that holds X and the n - 1 cells.
        """
        cands, board = self.cands, self.board
        both = 1 << x0 | 1 << x1
        for n in range(max(2, extra.bit_count()), board.size - 1):
            for h in [h for h in board.houses_of[x0] if board.mask[h] & (1 << x1)]:
                free = [
                    c
                    for c in board.members[h]
                    if not both & (1 << c)
                    and cands.cand[c]
                    and (cands.cand[c] | extra).bit_count() <= n
                ]
                for others in choose(free, n - 1):
                    full = cands.union(others) | extra
                    if full.bit_count() != n:
                        continue
                    members = sum([1 << c for c in others])
                    beside = board.beside(members | both)
                    eliminated = cands.hits([(beside, d) for d in bits(full)])
                    how = ExtraSet(board.houses[h], cands.cell_set("naked", others, full))
                    key = "naked", full, members
                    yield from self.emit(3, loop, pair, [x0, x1], eliminated, key, how)

    def type4(self, loop: tuple[int, ...], pair: int, x0: int, x1: int) -> Iterator[Step]:
        cands, board = self.cands, self.board
        both = 1 << x0 | 1 << x1
        shared = [h for h in board.houses_of[x0] if board.mask[h] & (1 << x1)]
        shared = [h for h in shared if board.complete[h]]
        for locked in bits(pair):
            if not cands.where[locked] & both:
                continue
            houses = [h for h in shared if not cands.where[locked] & board.mask[h] & ~both]
            if not houses:
                continue
            eliminated = cands.hits([(both, d) for d in bits(pair & ~(1 << locked))])
            how = ExtraLock(board.houses[houses[-1]], board.digits[locked])
            yield from self.emit(4, loop, pair, [x0, x1], eliminated, ("4", locked), how)

    def extended(self) -> Iterator[Step]:
        """Two sides of cells that hold as many digits, of all types."""
        cands, cand = self.cands, self.cands.cand
        core = patterns_of(cands, _add_exchanges)
        self.clock.check()
        if core is None:
            patterns = self.exchanged()
        else:
            rings = _exchanges(self.board)
            patterns = ((rings[at], digits) for at, digits in core.exchanges(cand))
        for ring, digits in patterns:
            if not self.allowed(ring, digits):
                continue
            more = [c for c in ring if cand[c] & ~digits]
            if len(more) == 1:
                eliminated = cands.pairs(more, digits)
                yield from self.emit(1, ring, digits, more, eliminated, digits)
            elif more:
                yield from self.type2(ring, digits, more)
            if len(more) == 2:
                extra = cands.union(more) & ~digits
                if extra.bit_count() > 1:
                    yield from self.naked(ring, digits, more[0], more[1], extra)
                yield from self.type4(ring, digits, more[0], more[1])

    def allowed(self, ring: tuple[int, ...], digits: int) -> bool:
        """Whether the marks of the puzzle allow each of the digits in each of the cells."""
        puzzle = self.cands.puzzle
        if puzzle.pencil_marks is None:
            return True
        names = {*self.cands.digit_names(digits)}
        return all(names <= puzzle.domain(cell) for cell in ring)

    def exchanged(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Both sides in turn, and the three digits, each of which some cells hold alone."""
        cand, n = self.cands.cand, 3
        offers, inside = self._offers(n)
        listed = self.cands.unfilled("exchanges", self.board.exchanges)
        for around, sides in listed:
            if (around & inside).bit_count() < n:
                continue
            self.clock.check()
            ring = tuple([c for beside in zip(*sides, strict=True) for c in beside])
            for digits, alone, some in offers:
                if (around & alone).bit_count() < n or around & ~some:
                    continue
                held = {cand[c] for c in ring if alone >> c & 1}
                if any(one | other == digits for one in held for other in held):
                    yield ring, digits

    def _offers(self, n: int) -> tuple[list[tuple[int, int, int]], int]:
        """The sets of so many digits that may fill a ring, each with the cells that hold them alone
        and those that hold some; and all cells that hold such a set alone."""
        cand, where = self.cands.cand, self.cands.where
        narrow = sum(self.cands.with_count(count) for count in range(1, n + 1))
        few = {cand[c] for c in bits(narrow)}
        unions = {one | other for one in few for other in few}
        # Of the cells more than half hold no further candidates.
        offers = []
        inside = 0
        for digits in sorted(mask for mask in unions if mask.bit_count() == n):
            alone = sum([1 << c for c in bits(narrow) if not cand[c] & ~digits])
            if alone.bit_count() >= n:
                inside |= alone
                offers.append((digits, alone, reduce(or_, [where[d] for d in bits(digits)])))
        return offers, inside


@lru_cache(maxsize=4)
def _exchanges(board: Board) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple([c for beside in zip(*sides, strict=True) for c in beside])
        for _, sides in board.exchanges
    )


def _add_exchanges(core: Any, board: Board) -> None:
    core.add_exchanges(_exchanges(board))


def rectangles(cands: Candidates, clock: Clock) -> Iterator[LoopProof]:
    """Rectangles left with two digits but for further candidates in several cells: unique ones, and
    avoidable ones, where the puzzle itself has no marks."""
    search, cand = _Search(cands, "all", clock), cands.cand
    rectangles_ = [(ring, pair, more) for ring, pair, more in search.tests() if len(more) > 1]
    if cands.puzzle.pencil_marks is None:
        rectangles_ += [rectangle for rectangle in search.half_filled() if len(rectangle[2]) > 1]
    every = cands.board.all_digits
    for ring, pair, more in rectangles_:
        held = tuple([c for c in ring if cand[c]])
        defining, extra = cands.pairs(held, pair), cands.pairs(more, every & ~pair)
        yield LoopProof(ring, cands.digit_names(pair), defining, extra)


def _opposite(loop: tuple[int, ...], cells: list[int]) -> bool:
    """Whether two cells of a rectangle are opposite ones."""
    return (loop.index(cells[0]) - loop.index(cells[1])) % 2 == 0


TERMS = (
    Term(
        DeadlyLoop(1),
        "unique rectangle type 1",
        aliases=("UR1", "uniqueness test 1", "uniqueness 1"),
        codes=("0600",),
        se=(45, None),
        points=45,
    ),
    Term(
        DeadlyLoop(2),
        "unique rectangle type 2",
        aliases=("UR2", "uniqueness test 2", "uniqueness 2"),
        codes=("0601",),
        se=(45, None),
        points=45,
    ),
    Term(
        DeadlyLoop(3),
        "unique rectangle type 3",
        aliases=("UR3", "uniqueness test 3", "uniqueness 3"),
        codes=("0602",),
        se=(45, None),
        points=47,
    ),
    Term(
        DeadlyLoop(4),
        "unique rectangle type 4",
        aliases=("UR4", "uniqueness test 4", "uniqueness 4"),
        codes=("0603",),
        se=(45, None),
        points=46,
    ),
    Term(
        DeadlyLoop(1, loop=True), "unique loop type 1", aliases=("UL1",), se=(46, None), points=47
    ),
    Term(
        DeadlyLoop(2, loop=True), "unique loop type 2", aliases=("UL2",), se=(46, None), points=47
    ),
    Term(
        DeadlyLoop(3, loop=True), "unique loop type 3", aliases=("UL3",), se=(46, None), points=49
    ),
    Term(
        DeadlyLoop(4, loop=True), "unique loop type 4", aliases=("UL4",), se=(46, None), points=48
    ),
    Term(
        RectangleTest("5"),
        "unique rectangle type 5",
        aliases=("UR5", "uniqueness test 5", "uniqueness 5"),
        codes=("0604",),
        points=46,
    ),
    Term(
        RectangleTest("6"),
        "unique rectangle type 6",
        aliases=("UR6", "uniqueness test 6", "uniqueness 6"),
        codes=("0605",),
        points=46,
    ),
    Term(
        RectangleTest("hidden"),
        aliases=(
            "hidden unique rectangle",
            "HUR",
            "hidden unique rectangle type 1",
            "hidden unique rectangle type 2",
            "HUR type 1",
            "HUR type 2",
        ),
        codes=("0606",),
        points=47,
    ),
    Term(
        RectangleTest("avoidable-1"),
        "avoidable rectangle type 1",
        aliases=("AR1",),
        codes=("0607",),
        points=46,
    ),
    Term(
        RectangleTest("avoidable-2"),
        "avoidable rectangle type 2",
        aliases=("AR2",),
        codes=("0608",),
        points=46,
    ),
    Term(ExtendedRectangle(1), "extended rectangle type 1", points=48),
    Term(ExtendedRectangle(2), "extended rectangle type 2", points=48),
    Term(ExtendedRectangle(3), "extended rectangle type 3", points=48),
    Term(ExtendedRectangle(4), "extended rectangle type 4", points=48),
)

HUMAN: dict[int, Technique] = {
    250: DeadlyLoop(1),
    260: RectangleTest("5"),
    270: DeadlyLoop(2),
    280: DeadlyLoop(4),
    290: RectangleTest("6"),
    300: RectangleTest("hidden"),
    310: RectangleTest("avoidable-1"),
    320: RectangleTest("avoidable-2"),
    490: DeadlyLoop(3),
    540: DeadlyLoop(1, loop=True),
    550: DeadlyLoop(2, loop=True),
    560: DeadlyLoop(4, loop=True),
    570: DeadlyLoop(3, loop=True),
    580: ExtendedRectangle(1),
    590: ExtendedRectangle(2),
    600: ExtendedRectangle(4),
    610: ExtendedRectangle(3),
}
