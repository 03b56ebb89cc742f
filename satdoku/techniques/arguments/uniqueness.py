"""Arguments that assume one solution; symmetry of the givens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import assert_never

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    House,
    PatternPart,
    Roles,
    held_in,
)
from satdoku.techniques.step import Proof, ShownPattern, StepView, cells_of


@dataclass(frozen=True, slots=True)
class ExtraSet:
    """The cells with extra candidates act as one cell of a set in ``house`` with ``others``.

    ``others.name`` is ``naked`` or ``hidden``.
    """

    house: House
    others: CellSet


@dataclass(frozen=True, slots=True)
class ExtraLock:
    """In ``house``, ``digit`` has only the two cells with extra candidates as places."""

    house: House
    digit: int


@dataclass(frozen=True, slots=True)
class RingLock:
    """In each of ``houses``, ``digit`` has its places in the ring only.

    Four houses: the rows and columns of two opposite cells of a rectangle, where it goes. Two: the
    row and the column of a cell that the other digit leaves.
    """

    houses: tuple[House, ...]
    digit: int


def _uniqueness_type(
    extra: tuple[Candidate, ...], how: ExtraSet | ExtraLock | RingLock | None
) -> int:
    match how:
        case RingLock(houses):
            return 6 if len(houses) > 2 else 7
        case ExtraSet():
            return 3
        case ExtraLock():
            return 4
        case None:
            return 1 if len(cells_of(extra)) == 1 else 2
        case unknown:
            assert_never(unknown)


@dataclass(frozen=True, slots=True)
class LoopProof(Proof):
    """Were the cells of ``ring`` left with the ``digits`` alone, there would be two solutions.

    With two digits, the cells of the ring hold one and the other in turn. With more digits, the
    cells at even places of the ring and the cells after them are two sides, each with all of the
    digits; the two sides can be exchanged. ``defining`` is where the digits can be in the ring;
    ``extra`` the further candidates of the ring, one of which is true; ``how`` they lead to the
    conclusion, where it is not by themselves.
    """

    ring: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | RingLock | None = None

    @property
    def type(self) -> int:
        """1: one cell has extra candidates; 2: all of them are one digit; 3: they act as a cell of
        a set; 4: one of the digits is locked; 6, 7: it is locked in the rows and columns of two
        cells, or of one (a hidden rectangle)."""
        return _uniqueness_type(self.extra, self.how)

    def shown(self) -> ShownPattern:
        candidates: Roles = (("defining", self.defining), ("extra", self.extra))
        return _of_extras(self.how, self.digits, self.ring, candidates)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("ring", cells=self.ring),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *_resolved(self.how, cells_of(self.extra)),
        ]


@dataclass(frozen=True, slots=True)
class DeadlyProof(Proof):
    """Were the ``cells`` left with the ``digits`` alone, there would be two solutions.

    However they are filled then, there is another way with the same digits in each house.
    ``defining`` is where the digits can be in the cells; ``extra`` the further candidates, one of
    which is true; ``how`` they lead to the conclusion, where it is not by themselves.
    """

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    defining: tuple[Candidate, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)

    def shown(self) -> ShownPattern:
        candidates: Roles = (("defining", self.defining), ("extra", self.extra))
        return _of_extras(self.how, self.digits, self.cells, candidates)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("cells", cells=self.cells),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *_resolved(self.how, cells_of(self.extra)),
        ]


@dataclass(frozen=True, slots=True)
class CrossedProof(Proof):
    """Were the two ``corners`` to hold two of ``digits``, and ``crossing`` both of these, there
    would be two solutions.

    The two could change places there, and the digits of the two ``lines`` follow across them:
    the lines are filled in the same places with the same digits, but for one cell. The ``crossing``
    is what of their cells is open in ``box`` and in line with a corner. One of ``extra`` is true:
    the further candidates of the corners, or the places of the digits in the box elsewhere.
    """

    corners: tuple[int, int]
    crossing: tuple[int, ...]
    lines: tuple[House, House]
    box: House
    digits: tuple[int, ...]
    extra: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The corners and the crossing."""
        return (*self.corners, *self.crossing)

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)

    def shown(self) -> ShownPattern:
        shown = _of_extras(self.how, self.digits, self.cells, (("extra", self.extra),))
        return replace(shown, houses=(*shown.houses, *self.lines, self.box))

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [
            PatternPart("houses", houses=(*self.lines, self.box)),
            PatternPart("cells", cells=shown.cells),
            PatternPart("digits", digits=self.digits),
            PatternPart("extra", held=held_in(self.extra)),
            *_resolved(self.how, cells_of(self.extra)),
        ]


@dataclass(frozen=True, slots=True)
class BugProof(Proof):
    """Without the ``extra`` candidates, every cell and digit would have two or none.

    ``rest`` is what else their cells can hold; ``how`` they lead to the conclusion, where it is not
    by themselves.
    """

    extra: tuple[Candidate, ...]
    rest: tuple[Candidate, ...]
    how: ExtraSet | ExtraLock | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells with extra candidates."""
        return cells_of(self.extra)

    @property
    def digits(self) -> tuple[int, ...]:
        """The extra digits; of type 4 the locked one."""
        if isinstance(self.how, ExtraLock):
            return (self.how.digit,)
        return tuple(sorted({digit for _, digit in self.extra}))

    @property
    def type(self) -> int:
        """As of :class:`LoopProof`."""
        return _uniqueness_type(self.extra, self.how)

    def shown(self) -> ShownPattern:
        candidates: Roles = (("extra", self.extra), ("defining", self.rest))
        return replace(
            _of_extras(self.how, self.digits, self.cells, candidates), digits=self.digits
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=(), candidates=()) if self.type == 1 else view

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        # Of type 1 the extra candidate is what follows.
        held = held_in(shown.role("extra"), self.cells)
        return [PatternPart("not-bivalue", held=held), *_resolved(self.how, self.cells)]


@dataclass(frozen=True, slots=True)
class SymmetryProof(Proof):
    """A symmetry of the board takes the givens to the givens, so it takes the solution to itself.

    ``images`` are where the cells go, ``partners`` what the digits of the board become, in order;
    ``givens`` the cells of the givens.
    """

    images: tuple[int, ...]
    partners: tuple[int, ...]
    givens: tuple[int, ...]

    def shown(self) -> ShownPattern:
        return ShownPattern(digits=self.partners, cells=self.givens)


@dataclass(frozen=True, slots=True)
class ReverseProof(Proof):
    """All givens of two ``digits`` are among ``held``, filled cells that ``last`` would close: each
    house would have both digits there, or neither."""

    digits: tuple[int, int]
    held: tuple[int, ...]
    last: Candidate

    @property
    def cells(self) -> tuple[int, ...]:
        """The filled cells and the open one."""
        return (*self.held, self.last[0])

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits, cells=self.cells, candidates=(("defining", (self.last,)),)
        )


def _of_extras(
    how: ExtraSet | ExtraLock | RingLock | None,
    digits: tuple[int, ...],
    cells: tuple[int, ...],
    candidates: Roles,
) -> ShownPattern:
    """A pattern with the houses and sets by which its extra candidates lead on; a locked digit
    comes first."""
    shown = ShownPattern(digits=digits, cells=cells, candidates=candidates)
    match how:
        case RingLock(houses):
            return replace(shown, houses=houses)
        case ExtraLock(house, locked):
            others = (digit for digit in digits if digit != locked)
            return replace(shown, digits=(locked, *others), houses=(house,))
        case ExtraSet(house, others):
            locked_pairs: Roles = (("locked", others.candidates),)
            return replace(
                shown, houses=(house,), sets=(others,), candidates=(*candidates, *locked_pairs)
            )
        case _:
            return shown


def _resolved(
    how: ExtraSet | ExtraLock | RingLock | None, cells: tuple[int, ...]
) -> list[PatternPart]:
    match how:
        case ExtraSet(house, others):
            return [PatternPart(f"{others.name}-set", (house,), others.cells, digits=others.digits)]
        case ExtraLock(house, digit):
            return [PatternPart("only", (house,), cells, digits=(digit,))]
        case RingLock(houses, digit):
            return [PatternPart("locked", houses, digits=(digit,))]
        case None:
            return []
        case unknown:
            assert_never(unknown)
