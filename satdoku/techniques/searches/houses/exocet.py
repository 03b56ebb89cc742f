"""Exocets: two base cells, and two targets that hold the same two digits.

Take three lines that cross a band, a box each. A digit of the base stands in each of them. Cells
that see the whole base cannot hold it; if what is left but the targets has room for it in two of
the three lines at most, it is in a target. So the two targets hold the two digits of the base, and
candidates that fit no such choice are eliminated, in the pattern and in the cells that it sees.

The argument is that of David P. Bird's "JExocet Compendium" (forum.enjoysudoku.com), where it is
about junior, senior and double exocets; its other rules are cases of trying all choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, permutations, product
from typing import Any, ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.patterns import ExocetProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.compiled.finding import patterns_of
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step

_Choice = tuple[tuple[int, int], ...]
"""A way to fill the cells of a pattern: cells with digits."""


@dataclass(frozen=True, slots=True)
class _Seat:
    """Three cells where a box and a line cross, with what of a :class:`_Base` follows from them."""

    inside: tuple[int, ...]
    line: int
    band: tuple[int, ...]
    boxes: tuple[int, int]
    across: Sequence[int]
    escapes: dict[int, int]
    """For each cell its line across."""
    targets: tuple[tuple[tuple[int, int, int], ...], ...]
    """For each of the boxes the cells beside the line, each with its line across, if that is
    complete, and the other cells of both."""


@dataclass(frozen=True, slots=True)
class _Base:
    """Two cells of a box in a line of a band, with what lies around them."""

    cells: tuple[int, int]
    digits: int
    escape: int
    """The line across through the third cell."""
    seat: _Seat


@dataclass(frozen=True, slots=True)
class _Exocet:
    base: _Base
    targets: tuple[int, int]
    lines: tuple[int, int, int]
    choices: tuple[_Choice, ...]


@lru_cache(maxsize=4)
def _seats(board: Board) -> tuple[_Seat, ...]:
    seats = []
    for lines, across in ((board.rows, board.lines_down), (board.lines_down, board.rows)):
        crossing = {c: h for h in across for c in board.members[h]}
        for box, line in product(board.regions, lines):
            inside = bits(board.mask[box] & board.mask[line])
            if len(inside) != 3:
                continue
            band = tuple(h for h in lines if board.mask[h] & board.mask[box])
            boxes = tuple(
                h
                for h in board.regions
                if h != box and all(board.mask[h] & board.mask[k] for k in band)
            )
            if len(band) != 3 or len(boxes) != 2:
                continue
            targets = []
            for each in boxes:
                free = board.mask[each] & ~board.mask[line]
                targets.append(
                    tuple(
                        (cell, h, free & board.mask[h] & ~(1 << cell))
                        for cell in bits(free)
                        if board.complete[h := crossing[cell]]
                    )
                )
            escapes = {c: crossing[c] for c in inside}
            seat = _Seat(
                tuple(inside), line, band, (boxes[0], boxes[1]), across, escapes, tuple(targets)
            )
            seats.append(seat)
    return tuple(seats)


def _add_seats(core: Any, board: Board) -> None:
    core.add_seats(
        [
            (
                seat.inside,
                [seat.escapes[c] for c in seat.inside],
                seat.band,
                seat.across,
                seat.boxes,
                seat.line,
                tuple([(cell, h) for cell, h, _ in each] for each in seat.targets),
            )
            for seat in _seats(board)
        ]
    )


def _bases(cands: Candidates, most: int, clock: Clock) -> Iterator[_Base]:
    board, cand = cands.board, cands.cand
    for seat in _seats(board):
        clock.check()
        for one, other in combinations([c for c in seat.inside if cand[c].bit_count() > 1], 2):
            digits = cand[one] | cand[other]
            if 2 < digits.bit_count() <= most:
                (third,) = set(seat.inside) - {one, other}
                escape = seat.escapes[third]
                if board.complete[escape]:
                    yield _Base((one, other), digits, escape, seat)


def _targets(cands: Candidates, base: _Base, box: int) -> Iterator[tuple[int, int]]:
    """Targets of a box, each with its line: the cell beside it holds no digit of the base."""
    held = 0
    for d in bits(base.digits):
        held |= _spots(cands, d)
    for target, line, beside in base.seat.targets[base.seat.boxes.index(box)]:
        if cands.cand[target] & base.digits and not beside & held:
            yield target, line


def _spots(cands: Candidates, d: int) -> int:
    """Where a digit can be, or is."""
    return cands.once("spots", lambda: _all_spots(cands))[d]


def _all_spots(cands: Candidates) -> list[int]:
    places = cands.where[:]
    for cell, e in enumerate(cands.values):
        if e >= 0:
            places[e] |= 1 << cell
    return places


def _places(
    cands: Candidates, base: _Base, targets: Sequence[int], lines: Sequence[int]
) -> Iterator[tuple[int, list[int]]]:
    """Where each digit of the base can be in some lines when it is in no target."""
    board = cands.board
    one, other = base.cells
    free = ~(board.peers[one] & board.peers[other]) & ~sum([1 << target for target in targets])
    masks = [board.mask[h] & free for h in lines]
    for d in bits(base.digits):
        spots = _spots(cands, d)
        yield d, [spots & mask for mask in masks]


_Pattern = tuple[_Base, tuple[int, int], tuple[int, int, int]]
"""A base, two targets, three lines."""


def _needed(cands: Candidates, most: int, senior: bool, clock: Clock) -> Iterator[_Pattern]:
    """The patterns of which each digit of the base needs a target."""
    core, seats = patterns_of(cands, _add_seats, by_houses=True), _seats(cands.board)
    cand = cands.cand
    clock.check()
    if core is None:
        for base, targets, lines in (_senior if senior else _junior)(cands, most, clock):
            places = _places(cands, base, targets, lines)
            if not any(_apart(cands, groups) for _, groups in places):
                yield base, targets, lines
        return
    for seat, one, other, a, b, *lines in core.exocets(cand, cands.values, most, senior):
        base = _Base((one, other), cand[one] | cand[other], lines[0], seats[seat])
        yield base, (a, b), tuple(lines)


def _exocets(cands: Candidates, most: int, senior: bool, clock: Clock) -> Iterator[_Exocet]:
    for base, targets, lines in _needed(cands, most, senior, clock):
        choices = _choices(cands, base, targets, lines)
        if choices:
            yield _Exocet(base, targets, lines, choices)


def _choices(
    cands: Candidates, base: _Base, targets: tuple[int, int], lines: tuple[int, int, int]
) -> tuple[_Choice, ...]:
    """All ways to fill a pattern."""
    places = dict(_places(cands, base, targets, lines))
    choices = []
    for pair in permutations(bits(base.digits), 2):
        if not all(cands.cand[c] >> d & 1 for c, d in zip(base.cells, pair, strict=True)):
            continue
        for held in permutations(pair):
            fits = all(
                cands.cand[target] >> d & 1
                and _apart(
                    cands,
                    [
                        group & ~cands.board.peers[target]
                        for h, group in zip(lines, places[d], strict=True)
                        if not cands.board.mask[h] >> target & 1
                    ],
                )
                for target, d in zip(targets, held, strict=True)
            )
            if fits:
                choices.append(tuple(zip((*base.cells, *targets), (*pair, *held), strict=True)))
    return tuple(choices)


def _apart(cands: Candidates, groups: Sequence[int]) -> bool:
    """Whether a digit can be in one cell of each of some groups."""
    if not groups:
        return True
    # It follows from the groups and the board alone.
    _, known = cands.kept.setdefault(("apart", -1), (0, {}))
    assert isinstance(known, dict)
    key = tuple(groups)
    possible: bool | None = known.get(key)
    if possible is None:
        first, *others = groups
        possible = known[key] = any(
            _apart(cands, [group & ~cands.board.peers[c] for group in others])
            for c in (bits(first) if all(others) else ())
        )
    return possible


def _gone(cands: Candidates, choices: Sequence[_Choice]) -> set[tuple[int, int]]:
    """The candidates that no choice leaves."""
    cells = dict.fromkeys(c for choice in choices for c, _ in choice)
    left = {pair for choice in choices for pair in choice}
    excluded = {(c, d) for c in cells for d in bits(cands.cand[c]) if (c, d) not in left}
    for d in {d for _, d in left}:
        seen = cands.where[d]
        for choice in choices:
            here = 0
            for c, held in choice:
                here |= cands.board.peers[c] if held == d else 0
            seen &= here
        excluded |= {(c, d) for c in bits(seen)}
    return excluded


_MAX_LISTED = 6
"""Choices that a sentence lists."""


def _step(
    name: str,
    cands: Candidates,
    exocets: Sequence[_Exocet],
    choices: Sequence[_Choice],
    excluded: set[tuple[int, int]],
) -> Step:
    board = cands.board
    digits = 0
    for each in exocets:
        digits |= each.base.digits
    first, one, other = exocets[0].lines
    proof = ExocetProof(
        tuple(each.base.cells for each in exocets),
        tuple(each.targets for each in exocets),
        cands.digit_names(digits),
        (board.houses[first], board.houses[one], board.houses[other]),
    )
    if len(choices) <= _MAX_LISTED:
        ways = {tuple([board.digits[dict(way)[c]] for c in proof.cells]) for way in choices}
        proof = replace(proof, choices=tuple(sorted(ways)))
    return Step(name, proof, eliminations=tuple(sorted((c, board.digits[d]) for c, d in excluded)))


def _juniors(cands: Candidates, most: int, clock: Clock) -> list[_Exocet]:
    """The junior exocets of a position, kept with it."""
    return cands.once(f"junior-{most}", lambda: list(_exocets(cands, most, False, clock)))


def _junior(cands: Candidates, most: int, clock: Clock) -> Iterator[_Pattern]:
    for base in _bases(cands, most, clock):
        ends = [list(_targets(cands, base, box)) for box in base.seat.boxes]
        for (a, one), (b, other) in product(*ends):
            yield base, (a, b), (base.escape, one, other)


@dataclass(frozen=True, slots=True)
class JuniorExocet(Technique):
    """Two base cells of a row in a box, a target in each of the other boxes of the band.

    Take the columns of the targets and of the third cell beside the base. A digit of the base
    stands in each of these three columns; in the band it can do so in a target alone, for the base
    takes it from its row and its box, and the other cells of the targets' columns in the band
    cannot hold it. Outside of the band its places in the three columns lie in two rows (or they are
    such that two at most are possible together). So each digit of the base is in a target: the
    targets hold the same two digits as the base. Candidates that fit no such choice are eliminated.
    The same with rows and columns exchanged.

    Pattern: ``cells`` the base and the targets; ``houses`` the three columns; ``digits`` those of
    the base.
    """

    name: ClassVar[str] = "junior-exocet"
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for exocet in _juniors(cands, self.most, clock):
            if excluded := _gone(cands, exocet.choices):
                yield _step(self.name, cands, (exocet,), exocet.choices, excluded)


@dataclass(frozen=True, slots=True)
class SeniorExocet(Technique):
    """An exocet whose second target lies outside of the band.

    The three columns go by the base and through the two other boxes of its band. One target is in
    such a box, as of a junior exocet; the other is any cell of the three columns outside of the
    band. But in the targets each digit of the base has room in two of the three columns at most,
    so the targets hold the two digits of the base.

    Pattern: as of a junior exocet.
    """

    name: ClassVar[str] = "senior-exocet"
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for exocet in _exocets(cands, self.most, True, clock):
            if excluded := _gone(cands, exocet.choices):
                yield _step(self.name, cands, (exocet,), exocet.choices, excluded)


def _senior(cands: Candidates, most: int, clock: Clock) -> Iterator[_Pattern]:
    board = cands.board
    for base in _bases(cands, most, clock):
        for box, other in permutations(base.seat.boxes):
            targets = list(_targets(cands, base, box))
            if not targets:
                continue
            thirds = [
                h
                for h in base.seat.across
                if board.mask[h] & board.mask[other] and board.complete[h]
            ]
            for (target, line), third in product(targets, thirds):
                lines = (base.escape, line, third)
                for second in bits(_outside(cands, base, target, lines)):
                    yield base, (target, second), lines


def _outside(cands: Candidates, base: _Base, target: int, lines: tuple[int, int, int]) -> int:
    """Cells outside of the band without which no digit has room in all three lines."""
    cells = -1
    for line in base.seat.band:
        cells &= ~cands.board.mask[line]
    crowded = False
    for _, groups in _places(cands, base, (target,), lines):
        if _apart(cands, groups):
            crowded = True
            cells &= groups[0] | groups[1] | groups[2]
            if not cells:
                break
    return cells if crowded else 0


@dataclass(frozen=True, slots=True)
class DoubleExocet(Technique):
    """Two junior exocets of a band with the same three columns.

    Each has its own base and targets. Of the choices of both together those remain in which no
    digit stands twice among cells that see each other, which are fewer than those of each.

    Pattern: ``cells`` both bases and the targets; ``houses`` the three columns; ``digits`` those
    of the bases.
    """

    name: ClassVar[str] = "double-exocet"
    most: int = 4

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        alike: dict[frozenset[int], list[_Exocet]] = {}
        for exocet in _juniors(cands, self.most, clock):
            for other in (others := alike.setdefault(frozenset(exocet.lines), [])):
                clock.check()
                if (
                    set(exocet.base.cells) & set(other.base.cells)
                    or exocet.base.seat.band != other.base.seat.band
                ):
                    continue
                both = tuple(
                    tuple(dict.fromkeys(one + two))
                    for one, two in product(other.choices, exocet.choices)
                    if not any(_clash(cands, *pair) for pair in product(one, two))
                )
                alone = _gone(cands, other.choices) | _gone(cands, exocet.choices)
                if both and (excluded := _gone(cands, both)) - alone:
                    yield _step(self.name, cands, (other, exocet), both, excluded)
            others.append(exocet)


def _clash(cands: Candidates, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two cells cannot hold these digits together."""
    (a, d), (b, e) = one, other
    return d != e if a == b else d == e and bool(cands.board.peers[a] >> b & 1)


TERMS = (
    Term(
        JuniorExocet(),
        aliases=("exocet", "JExocet", "JE2", "JE", "JE+"),
        covers=(
            "junior exocet conjugate pair",
            "junior exocet mirror conjugate pair",
            "junior exocet adjacent target",
            "junior exocet incompatible pair",
            "junior exocet target pair",
            "junior exocet locked member",
            "junior exocet mirror sync",
            "locked member",
            "incompatible pair",
            "target mirror",
            "mirror node",
            "target inference",
        ),
        points=75,
    ),
    Term(
        SeniorExocet(),
        aliases=("SExocet", "SE2"),
        covers=(
            "senior exocet mirror conjugate pair",
            "senior exocet locked member",
            "senior exocet true base",
            "true base",
        ),
        points=75,
    ),
    Term(DoubleExocet(), aliases=("double junior exocet", "double JExocet", "JE4"), points=76),
)

HUMAN: dict[int, Technique] = {750: JuniorExocet(), 760: SeniorExocet(), 770: DoubleExocet()}
