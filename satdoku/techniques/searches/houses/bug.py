"""Bivalue universal grave (BUG), types 1 to 4, and with any extra candidates.

In a BUG every open cell has two candidates and every digit has two places (or none) in every
house. A BUG has no solution or two: exchange the choice in every cell, and each house still
holds every digit once. A puzzle with one solution never gets there: some *extra candidate*,
one beyond the BUG, must be true.

| type | extra candidates | conclusion |
|---|---|---|
| 1 | in one cell | the others leave that cell |
| 2 | one digit, in several cells | it leaves the cells that see all of them |
| 3 | several digits, cells in one house | they act as one cell of a naked set |
| 4 | two cells that share a further candidate w in a house | only w and the extra ones stay |

The exchange needs houses that hold every digit, and no rules beyond the houses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.uniqueness import BugProof, ExtraLock, ExtraSet
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits, choose
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.houses.uniqueness import uniqueness_refusal
from satdoku.techniques.step import Candidate, Step


class _Grave(Technique):
    __slots__ = ()
    needs_uniqueness: ClassVar[bool] = True

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Refuses rules beyond the houses, and houses that may lack a digit."""
        return uniqueness_refusal(puzzle, complete=True)


@dataclass(frozen=True, slots=True)
class Bug(_Grave):
    """All types of BUG, in the order 1, 2, 4, 3: the search that scales use.

    Pattern: ``cells`` the cells with extra candidates in the order found; candidates ``extra`` the
    extra ones, ``defining`` the rest of these cells; ``digits`` the extra digits (type 4: w).
    Type 3 adds its naked set to ``sets`` and its house to ``houses``.
    """

    name: ClassVar[str] = "bug"

    @property
    def names(self) -> tuple[str, ...]:
        """Each type has its own."""
        return tuple(term.name for term in TERMS if isinstance(term.search, BugType))

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the module."""
        grave = _extras(cands)
        if grave is None:
            return
        extras, common = grave
        cells = tuple(extras)
        every = 0
        for digits in extras.values():
            every |= digits
        if len(cells) == 1:
            eliminated = cands.pairs(cells, cands.board.all_digits & ~every)
            if eliminated:
                yield _step(cands, 1, extras, eliminated)
        elif not every & (every - 1):
            mask = sum([1 << c for c in common])
            eliminated = cands.hits([(mask, every.bit_length() - 1)])
            if eliminated:
                yield _step(cands, 2, extras, eliminated)
            if len(cells) == 2:
                yield from _type4(cands, extras, every)
        elif common:
            if len(cells) == 2:
                yield from _type4(cands, extras, every)
            yield from _type3(cands, extras, every, common)


def _extras(cands: Candidates) -> tuple[dict[int, int], list[int]] | None:
    """The extra candidates by cell and the cells that see all of them, or ``None``: no BUG."""
    board, cand, where = cands.board, cands.cand, cands.where
    # Most positions are far from a BUG: reject them before anything else is worked out.
    if not _may_be_grave(cands):
        return None
    many = sum([1 << c for c, mask in enumerate(cand) if mask.bit_count() >= 3])
    extras: dict[int, int] = {}
    every = 0
    common: list[int] | None = None
    for h in board.order_q:
        for d in range(board.size):
            places = where[d] & board.mask[h]
            count = places.bit_count()
            if count in (0, 2):
                continue
            wide = places & many
            if not wide:
                return None
            if wide & (wide - 1):
                continue
            cell = wide.bit_length() - 1
            extras[cell] = extras.get(cell, 0) | 1 << d
            every |= 1 << d
            near = board.peers[cell]
            if common is None:
                common = list(board.peer_list[cell])
            common = [c for c in common if c not in extras and near & (1 << c)]
            if len(extras) > 1 and every & (every - 1) and not common:
                return None
    if common is None or not _is_grave(cands, extras):
        return None
    return extras, common


def _may_be_grave(cands: Candidates) -> bool:
    """Whether no cell has one candidate, and few have more than two."""
    wide = 0
    for mask in cands.cand:
        count = mask.bit_count()
        if count > 2:
            wide += 1
            if wide > 2 * cands.board.size + 2:
                return False
        elif count == 1:
            return False
    return True


def _is_grave(cands: Candidates, extras: dict[int, int]) -> bool:
    """Whether without the extra candidates each cell has two, and each digit no or two places in
    each house."""
    rest = [mask & ~extras.get(cell, 0) for cell, mask in enumerate(cands.cand)]
    if any(cands.values[cell] < 0 and mask.bit_count() != 2 for cell, mask in enumerate(rest)):
        return False
    for d, places in enumerate(cands.where):
        left = places & ~sum([1 << c for c, digits in extras.items() if digits & (1 << d)])
        if any((left & mask).bit_count() not in (0, 2) for mask in cands.board.mask):
            return False
    return True


def _step(
    cands: Candidates,
    number: int,
    extras: dict[int, int],
    eliminated: tuple[Candidate, ...],
    how: ExtraSet | ExtraLock | None = None,
) -> Step:
    cells = tuple(extras)
    extra = tuple([pair for c in cells for pair in cands.pairs((c,), extras[c])])
    rest = tuple([pair for pair in cands.pairs(cells, cands.board.all_digits) if pair not in extra])
    return Step(
        f"bug-{number}",
        BugProof(extra, rest, how),
        eliminations=tuple(sorted(eliminated)),
        variant=f"type {number}",
    )


def _type4(cands: Candidates, extras: dict[int, int], every: int) -> Iterator[Step]:
    first, second = extras
    shared = cands.cand[first] & cands.cand[second] & ~every
    if shared.bit_count() != 1:
        return
    both = 1 << first | 1 << second
    houses = cands.board.common_houses(both)
    if houses:
        eliminated = [
            pair
            for c in (first, second)
            for pair in cands.pairs((c,), cands.board.all_digits & ~extras[c] & ~shared)
        ]
        if eliminated:
            house, digit = cands.board.houses[houses[0]], cands.digit_names(shared)[0]
            yield _step(cands, 4, extras, tuple(eliminated), ExtraLock(house, digit))


def _type3(
    cands: Candidates, extras: dict[int, int], every: int, common: list[int]
) -> Iterator[Step]:
    board, cand = cands.board, cands.cand
    cells = sum([1 << c for c in extras])
    for h in board.common_houses(cells):
        near = [c for c in common if board.mask[h] & (1 << c)]
        for n in range(2, board.size - 2):
            for chosen in choose(near, n - 1):
                union = cands.union(chosen)
                if (
                    union.bit_count() != n
                    or (union | every).bit_count() != n
                    or any(cand[c].bit_count() < 2 for c in chosen)
                ):
                    continue
                rest = sum([1 << c for c in near if c not in chosen])
                eliminated = cands.hits([(rest, d) for d in bits(union)])
                if eliminated:
                    subset = cands.cell_set("naked", chosen, union)
                    yield _step(cands, 3, extras, eliminated, ExtraSet(board.houses[h], subset))


@dataclass(frozen=True, slots=True)
class BugType(_Grave):
    """One type of BUG; the text of the family has the argument, Bug the pattern."""

    type: int = 1

    @property
    def name(self) -> str:
        return f"bug-{self.type}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        every = Bug().search(cands, clock)
        return (s for s in every if isinstance(s.proof, BugProof) and s.proof.type == self.type)


@dataclass(frozen=True, slots=True)
class BugMany(_Grave):
    """A BUG with several extra candidates of different digits in several cells.

    One of the extra candidates is true, so every candidate that all of them exclude, by a house or
    by their cell, is eliminated.

    Pattern: candidates ``extra`` the extra ones, ``defining`` the rest of their cells.
    """

    most: int = 5
    name: ClassVar[str] = "bug-n"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        wide = [c for c, mask in enumerate(cands.cand) if mask.bit_count() > 2]
        if not 2 <= len(wide) <= self.most or cands.with_count(1):
            return
        names = cands.board.digits
        for extras in _graves(cands, wide):
            clock.check()
            extra = [(c, d) for c, digits in extras.items() for d in bits(digits)]
            eliminated = sorted((c, names[d]) for c, d in cands.excluded_by(extra))
            if eliminated and len({d for _, d in extra}) > 1:
                step = _step(cands, 0, extras, tuple(eliminated))
                yield replace(step, technique=self.name, variant=f"BUG + {len(extra)}")


def _graves(cands: Candidates, wide: list[int]) -> Iterator[dict[int, int]]:
    """The choices of extra candidates that leave every cell and digit two or none."""
    board, cand = cands.board, cands.cand
    counts = [
        [(cands.where[d] & mask).bit_count() for d in range(board.size)] for mask in board.mask
    ]
    at_most = sum(counts[h][d] not in (0, 2) for h in board.order_q for d in range(board.size))
    if at_most > 3 * sum(cand[c].bit_count() - 2 for c in wide):
        return

    def grow(at: int, chosen: dict[int, int]) -> Iterator[dict[int, int]]:
        if at == len(wide):
            if all(count in (0, 2) for line in counts for count in line):
                yield dict(chosen)
            return
        cell = wide[at]
        for digits in combinations(bits(cand[cell]), cand[cell].bit_count() - 2):
            if any(counts[h][d] < 3 for d in digits for h in board.houses_of[cell]):
                continue
            for d in digits:
                for h in board.houses_of[cell]:
                    counts[h][d] -= 1
            yield from grow(at + 1, {**chosen, cell: sum(1 << d for d in digits)})
            for d in digits:
                for h in board.houses_of[cell]:
                    counts[h][d] += 1

    yield from grow(0, {})


TERMS = (
    Term(
        BugType(1),
        "bivalue universal grave type 1",
        aliases=("BUG type 1", "BUG+1", "bivalue universal grave + 1"),
        codes=("0610",),
        se=(56,),
        points=56,
    ),
    Term(
        BugType(2), "bivalue universal grave type 2", aliases=("BUG type 2",), se=(57,), points=57
    ),
    Term(
        BugType(3),
        "bivalue universal grave type 3",
        aliases=("BUG type 3",),
        se=(58, None),
        points=59,
    ),
    Term(
        BugType(4), "bivalue universal grave type 4", aliases=("BUG type 4",), se=(57,), points=58
    ),
    Term(
        BugMany(5),
        "bivalue universal grave + n",
        aliases=("BUG+n", "multi-trailed BUG", "BUG+2", "BUG+3"),
        covers=("BUG false candidate type",),
        points=60,
    ),
)

HUMAN: dict[int, Technique] = {
    330: BugType(1),
    500: BugType(2),
    510: BugType(3),
    520: BugType(4),
    530: BugMany(),
}
