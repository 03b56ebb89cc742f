"""Naked and hidden sets; one file, since each form looks at the same digits of a house.

They are of any size, with their direct forms, Enclosure and Exclosure.

| technique | argument |
|---|---|
| naked-pair, -triple, -quad | n cells of a house hold n digits between them |
| locked-pair, -triple | the same in a box and a line, with something to exclude in both |
| hidden-pair, -triple, -quad | n digits of a house have n places between them |
| direct-hidden-pair, -triple | a hidden set that leaves another digit a single place |
| enclosure | naked set of any size, and the contradiction when n cells share fewer than n digits |
| exclosure | hidden set of any size, and the contradiction when n digits have fewer than n places |

Enclosure(n) and Exclosure(n) are the words of the project's six-element seed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import ClassVar, Literal

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.locked import DirectProof
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits, choose
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Candidate, Contradiction, House, Rule, Step

_WORD = {2: "pair", 3: "triple", 4: "quad"}


@dataclass(frozen=True, slots=True)
class NakedSet(Technique):
    """n cells of a house that hold only n digits between them.

    The n cells must take n different digits, and only n are on offer: they use all of them up, so
    these digits leave every other cell that sees all n cells (in each house that holds them all).
    Each cell has two candidates or more; a cell with one is a naked single.
    Where rules of a variant exclude more, so do the cells: whatever each place of a digit among
    them excludes goes; and cells of which no two can be equal need no house.

    ``least`` is how many candidates a cell has at least.

    Pattern: ``cells`` in the order of the house, ``digits``, ``houses`` the house, if any, and
    ``rules``.
    """

    size: int = 2
    least: int = 2

    @property
    def name(self) -> str:
        return f"naked-{_WORD.get(self.size, f'set-{self.size}')}"

    def in_library(self, code: str) -> Technique:
        """A cell of one candidate may be among them."""
        return replace(self, least=1)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        yield from self.in_houses(cands, clock)
        if cands.board.linked:
            yield from self._apart(cands, clock)

    def in_houses(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """The sets of cells that share a house."""
        board = cands.board
        seen: set[int] = set()
        for h, chosen, union in self._found(cands, clock):
            mask = sum([1 << c for c in chosen])
            if mask in seen:
                continue
            seen.add(mask)
            beside = board.beside(mask)
            eliminated = cands.hits([(beside, d) for d in bits(union)])
            rules: tuple[Rule, ...] = ()
            if board.linked:
                eliminated, rules = _excluded(cands, chosen, union)
            if eliminated:
                yield Step(
                    self.name,
                    _naked(cands, chosen, union, board.houses[h], rules),
                    eliminations=eliminated,
                )

    def _found(self, cands: Candidates, clock: Clock) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """House, cells and digits of the sets that may exclude something."""
        board, n, least = cands.board, self.size, self.least
        core = None if board.linked else patterns_of(cands)
        clock.check()
        if core is not None:
            yield from core.naked_sets(board.order_p, cands.cand, n, least)
            return
        key = "naked", n, least
        for h in board.order_p:
            for chosen, union in cands.of_house(
                key, h, lambda h: list(_naked_sets(cands, h, n, clock, least))
            ):
                yield h, chosen, union

    def _apart(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """The sets of cells that share no house, but of which no two can hold the same digit."""
        board, cand, n = cands.board, cands.cand, self.size
        small = [c for c, mask in enumerate(cand) if 2 <= mask.bit_count() <= n]
        differ = {}
        for cell in small:
            mask = -1
            for d in bits(cand[cell]):
                mask &= board.alike[cell * board.size + d] | ~cands.where[d]
            differ[cell] = mask
        for chosen, union in _cliques(small, cand, differ, n, clock):
            own = sum([1 << c for c in chosen])
            if any(not own & ~board.mask[h] for h in board.order_p):
                continue
            eliminated, rules = _excluded(cands, chosen, union)
            if eliminated:
                yield Step(
                    self.name,
                    _naked(cands, chosen, union, None, rules),
                    eliminations=eliminated,
                    variant="links",
                )


def _naked(
    cands: Candidates,
    cells: tuple[int, ...],
    digits: int,
    house: House | None,
    rules: tuple[Rule, ...] = (),
) -> NakedSetProof:
    held = cands.pairs(cells, digits)
    return NakedSetProof(cells, cands.digit_names(digits), held, house, rules)


def _hidden(cands: Candidates, cells: tuple[int, ...], digits: int, house: House) -> HiddenSetProof:
    return HiddenSetProof(cells, cands.digit_names(digits), cands.pairs(cells, digits), house)


def _cliques(
    cells: list[int], cand: list[int], differ: dict[int, int], n: int, clock: Clock
) -> Iterator[tuple[tuple[int, ...], int]]:
    """(cells, digits) of each n cells, no two of which can be equal, with n digits in all."""

    def grow(
        chosen: tuple[int, ...], union: int, rest: list[int]
    ) -> Iterator[tuple[tuple[int, ...], int]]:
        clock.check()
        lacking = n - len(chosen) - 1
        for at, cell in enumerate(rest, 1):
            wider, more = union | cand[cell], (*chosen, cell)
            if not lacking:
                if wider.bit_count() == n:
                    yield more, wider
                continue
            room = differ[cell]
            later = [c for c in rest[at:] if room >> c & 1 and (wider | cand[c]).bit_count() <= n]
            if len(later) >= lacking:
                yield from grow(more, wider, later)

    yield from grow((), 0, cells)


def _excluded(
    cands: Candidates, cells: tuple[int, ...], union: int
) -> tuple[tuple[Candidate, ...], tuple[Rule, ...]]:
    """The exclusions elsewhere by n cells that hold n digits, and the rules that imply it."""
    board = cands.board
    own = sum([1 << c for c in cells])
    places = [[(c, d) for c in bits(own & cands.where[d])] for d in bits(union)]
    seen = 0
    for group in places:
        seen |= board.excluded_by(group)
    eliminated = cands.named(seen & cands.every & ~board.across(own))
    if not eliminated:
        return (), ()
    apart = [
        board.reason((a, d), (b, d))
        for a, b in combinations(cells, 2)
        for d in bits(cands.cand[a] & cands.cand[b])
    ]
    rules = [reason for reason in apart if isinstance(reason, Rule)]
    return eliminated, tuple(dict.fromkeys((*rules, *board.rules(places, eliminated))))


def _naked_sets(
    cands: Candidates, h: int, n: int, clock: Clock, least: int = 2
) -> Iterator[tuple[tuple[int, ...], int]]:
    """(cells, digits) of each n cells of house h that hold n digits."""
    return _tight(cands.board.members[h], cands.cand, n, clock, least)


def _hidden_sets(
    cands: Candidates, h: int, n: int, clock: Clock, least: int = 2
) -> Iterator[tuple[tuple[int, ...], int]]:
    """(digits, cells) of each set of n digits with n places in house h."""
    mask = cands.board.mask[h]
    places = [cells & mask for cells in cands.where]
    return _tight(range(len(places)), places, n, clock, least)


def _tight(
    among: Iterable[int], held: Sequence[int], n: int, clock: Clock, least: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Each n of some, none with fewer than ``least``, that hold n in all; and what they hold."""
    small = [x for x in among if least <= held[x].bit_count() <= n]
    if len(small) < n:
        return
    clock.check()
    for chosen in choose(small, n):
        union = 0
        for x in chosen:
            union |= held[x]
        if union.bit_count() == n:
            yield chosen, union


@dataclass(frozen=True, slots=True)
class LockedSet(Technique):
    """n cells of a box and of a line, with n digits between them: a locked pair or triple.

    The cells use these digits up in the box and in the line, so the digits leave the rest of both.

    Pattern: as of a naked set; ``houses`` the box and the line.
    """

    size: int = 2
    least: int = 2

    @property
    def name(self) -> str:
        return f"locked-{_WORD[self.size]}"

    def in_library(self, code: str) -> Technique:
        """The dialect of naked sets."""
        return replace(self, least=1)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        lines = (*board.rows, *board.lines_down)
        for step in NakedSet(self.size, self.least).in_houses(cands, clock):
            proof = step.proof
            if not isinstance(proof, NakedSetProof) or proof.rules:
                continue
            cells = sum(1 << cell for cell in proof.cells)
            losing = sum(1 << cell for cell in {cell for cell, _ in step.eliminations})
            homes = board.common_houses(cells)
            box = next((h for h in homes if h in board.regions), None)
            line = next((h for h in homes if h in lines), None)
            if box is None or line is None or not losing & board.mask[box]:
                continue
            if losing & board.mask[line] & ~board.mask[box]:
                both = replace(proof, house=board.houses[box], line=board.houses[line])
                yield replace(step, technique=self.name, proof=both)


@dataclass(frozen=True, slots=True)
class HiddenSet(Technique):
    """n digits of a house with only n places between them.

    The house needs all n digits and offers them n cells: each of these cells takes one of them,
    so every other digit leaves these cells. The house must hold every digit.
    Each digit has two places or more; one with one is a hidden single.

    Pattern: ``cells`` in the order of the house, ``digits``, ``houses`` the house.
    """

    size: int = 2
    least: int = 2

    @property
    def name(self) -> str:
        return f"hidden-{_WORD.get(self.size, f'set-{self.size}')}"

    def in_library(self, code: str) -> Technique:
        """A digit of one place may be among them."""
        return replace(self, least=1)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board = cands.board
        for h, chosen, union in self._found(cands, clock):
            keep = sum([1 << d for d in chosen])
            eliminated = cands.hits([(union, d) for d in bits(board.all_digits & ~keep)])
            if eliminated:
                cells = tuple([c for c in board.members[h] if union & (1 << c)])
                yield Step(
                    self.name, _hidden(cands, cells, keep, board.houses[h]), eliminations=eliminated
                )

    def _found(self, cands: Candidates, clock: Clock) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """House, digits and cells of the sets that may exclude something."""
        board, n, least = cands.board, self.size, self.least
        core = patterns_of(cands, by_houses=True)
        clock.check()
        if core is not None:
            yield from core.hidden_sets(board.order_p, cands.cand, cands.values, n, least)
            return
        empty = cands.empty_counts
        key = "hidden", n, least
        for h in board.order_p:
            if not board.complete[h] or empty[h] <= n:
                continue
            for chosen, union in cands.of_house(
                key, h, lambda h: list(_hidden_sets(cands, h, n, clock, least))
            ):
                yield h, chosen, union


@dataclass(frozen=True, slots=True)
class DirectHiddenSet(Technique):
    """A hidden pair or triple that leaves another digit one place in the same house.

    The set fills its cells, so any other digit of the house must go elsewhere; where that leaves
    a single cell, the digit is placed there. Only the placement counts. One step for each
    set (the lowest digit that comes out).

    Pattern: as for the hidden set; the placed candidate is
    ``defining``, the set ``locked``, the places it takes from the digit ``extra``.
    """

    size: int = 2

    @property
    def name(self) -> str:
        return f"direct-hidden-{_WORD.get(self.size, f'set-{self.size}')}"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, n, where = cands.board, self.size, cands.where
        empty = cands.empty_counts
        for h in board.order_p:
            if not board.complete[h] or empty[h] <= n:
                continue
            for chosen, union in _hidden_sets(cands, h, n, clock):
                for d in range(board.size):
                    places = where[d] & board.mask[h]
                    left = places & ~union
                    if d in chosen or not places & (places - 1):
                        continue
                    if left and not left & (left - 1):
                        keep = sum([1 << e for e in chosen])
                        cells = tuple([c for c in board.members[h] if union & (1 << c)])
                        cell, digit = left.bit_length() - 1, board.digits[d]
                        hidden, house = (
                            _hidden(cands, cells, keep, board.houses[h]),
                            board.houses[h],
                        )
                        proof = DirectProof(hidden, (cell, digit), house, bits(places & union))
                        yield Step(self.name, proof, placements=((cell, digit),))
                        break


def _unions(masks: Sequence[int], n: int, clock: Clock) -> Iterator[tuple[tuple[int, ...], int]]:
    """(indices, union) of n masks whose union has at most n members."""
    small = [i for i, mask in enumerate(masks) if mask.bit_count() <= n]
    return _pick(masks, small, n, 0, (), 0, clock)


def _pick(
    masks: Sequence[int],
    items: Sequence[int],
    n: int,
    start: int,
    chosen: tuple[int, ...],
    union: int,
    clock: Clock,
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Depth first, dropping a branch as soon as its union is too wide; so the size is a parameter
    and not a nesting of loops.
    """
    if len(chosen) == n:
        yield chosen, union
        return
    clock.check()
    for i in range(start, len(items) - (n - len(chosen)) + 1):
        wider = union | masks[items[i]]
        if wider.bit_count() <= n:
            yield from _pick(masks, items, n, i + 1, (*chosen, items[i]), wider, clock)


@dataclass(frozen=True, slots=True)
class Enclosure(Technique):
    """Enclosure(n): n cells of a house enclose n digits, or fewer, which is a contradiction.

    The naked set for every n at once, smallest first. When n cells share fewer than n
    candidates the position has no solution (n = 1: a cell without candidates), and a contradiction
    is reported; Negation is built on such ends. A contradiction ends the search: everything follows
    from it.

    ``largest`` bounds n (``None``: half the empty cells of a house that holds every digit, because
    a larger set is the other side of a smaller Exclosure, which is the same).
    """

    largest: int | None = None
    smallest: int = 1
    name: ClassVar[str] = "enclosure"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, cand = cands.board, cands.cand
        top = self.largest or board.size
        seen: set[int] = set()
        for n in range(self.smallest, top + 1):
            for h in board.order_p:
                cells = [c for c in board.members[h] if cands.values[c] < 0]
                half = len(cells) // 2 if board.complete[h] else len(cells)
                if n > min(len(cells), self.largest or max(half, 1)):
                    continue
                masks = [cand[c] for c in cells]
                for chosen, union in _unions(masks, n, clock):
                    group = tuple([cells[i] for i in chosen])
                    members = sum([1 << c for c in group])
                    house = board.houses[h]
                    if union.bit_count() < n:
                        names = cands.digit_names(union)
                        kind: Literal["no-candidate", "few-digits"] = (
                            "few-digits" if union else "no-candidate"
                        )
                        yield Step(
                            "enclosure",
                            _naked(cands, group, union, house),
                            contradiction=Contradiction(kind, group, names, house),
                            variant=str(n),
                        )
                        return
                    if members in seen:
                        continue
                    seen.add(members)
                    beside = board.beside(members)
                    eliminated = cands.hits([(beside, d) for d in bits(union)])
                    if eliminated:
                        yield Step(
                            "enclosure",
                            _naked(cands, group, union, house),
                            eliminations=eliminated,
                            variant=str(n),
                        )


@dataclass(frozen=True, slots=True)
class Exclosure(Technique):
    """Exclosure(n): n digits of a house exclude all others from n cells.

    The hidden set for every n at once, smallest first. When n digits have fewer than n places the
    position has no solution (n = 1: a digit without a place).

    ``largest`` bounds n.
    """

    largest: int | None = None
    smallest: int = 1
    name: ClassVar[str] = "exclosure"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, where = cands.board, cands.where
        top = self.largest or board.size
        for n in range(self.smallest, top + 1):
            for h in board.order_p:
                if not board.complete[h]:
                    continue
                mask = board.mask[h]
                done = {cands.values[c] for c in board.members[h]}
                digits = [d for d in range(board.size) if d not in done]
                if n > min(len(digits), self.largest or max(len(digits) // 2, 1)):
                    continue
                places = [where[d] & mask for d in digits]
                for chosen, union in _unions(places, n, clock):
                    keep = sum([1 << digits[i] for i in chosen])
                    names = cands.digit_names(keep)
                    cells = tuple([c for c in board.members[h] if union & (1 << c)])
                    house = board.houses[h]
                    if len(cells) < n:
                        kind: Literal["no-place", "few-places"] = (
                            "few-places" if cells else "no-place"
                        )
                        yield Step(
                            "exclosure",
                            _hidden(cands, cells, keep, house),
                            contradiction=Contradiction(kind, cells, names, house),
                            variant=str(n),
                        )
                        return
                    eliminated = cands.hits([(union, d) for d in bits(board.all_digits & ~keep)])
                    if eliminated:
                        yield Step(
                            "exclosure",
                            _hidden(cands, cells, keep, house),
                            eliminations=eliminated,
                            variant=str(n),
                        )


TERMS = (
    Term(DirectHiddenSet(2), se=(20,)),
    Term(DirectHiddenSet(3), aliases=("Direct Hidden Triplet",), se=(25,)),
    Term(LockedSet(2), aliases=("locked hidden pair",), codes=("0110",), points=29),
    Term(
        NakedSet(2),
        aliases=("conjugate pair", "obvious pair", "naked twins"),
        codes=("0200",),
        se=(30,),
        points=30,
    ),
    Term(HiddenSet(2), aliases=("hidden twins",), codes=("0210",), se=(34,), points=34),
    Term(
        LockedSet(3), aliases=("locked triplet", "locked hidden triple"), codes=("0111",), points=35
    ),
    Term(
        NakedSet(3),
        aliases=("Naked Triplet", "obvious triple"),
        codes=("0201",),
        se=(36,),
        points=36,
    ),
    Term(HiddenSet(3), aliases=("Hidden Triplet",), codes=("0211",), se=(40,), points=40),
    Term(NakedSet(4), aliases=("naked quadruple",), codes=("0202",), se=(50,), points=50),
    Term(HiddenSet(4), aliases=("hidden quadruple",), codes=("0212",), se=(54,), points=54),
    Term(Enclosure(), aliases=("Enclosure(n)",)),
    Term(Exclosure(), aliases=("Exclosure(n)",)),
)

HUMAN: dict[int, Technique] = {
    70: LockedSet(2),
    80: NakedSet(2),
    90: HiddenSet(2),
    100: LockedSet(3),
    110: NakedSet(3),
    120: HiddenSet(3),
    410: NakedSet(4),
    420: HiddenSet(4),
}
