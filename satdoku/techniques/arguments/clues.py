"""What the ways to keep the clues of variants have in common."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations, product
from typing import ClassVar, Literal

from satdoku.board.geometry import Geometry
from satdoku.model import Model
from satdoku.relations import AllDifferent, Among, Domain, Linear, PairTable, Relation, Table
from satdoku.techniques.arguments.naming import Named
from satdoku.techniques.arguments.pieces import (
    Candidate,
    House,
    PatternPart,
    Roles,
    Rule,
    defining,
)
from satdoku.techniques.step import Proof, ShownPattern, Step, StepView, cells_of, houses_and_cells


@dataclass(frozen=True, slots=True)
class ClueProof(Proof):
    """What the ways to fill the cells of one clue that keep it have in common.

    ``left`` are the candidates of its open cells that occur in some way; ``ways`` all ways, the
    digits of ``rule.cells`` in order, where they are few. Every way has one of ``common``, each of
    which excludes what is eliminated; without them what is eliminated occurs in no way.

    ``each``: the same of several clues of a kind, each by itself, the first being ``rule``;
    ``left`` is what is left to all of them. Or several steps of one clue, each with something that
    every way has; ``common`` is all of that. Nothing else is filled in.
    """

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The clue, or each of several."""
        own = [part.proof.rule for part in self.each if isinstance(part.proof, ClueProof)]
        return tuple(dict.fromkeys(own)) or (self.rule,)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=tuple(dict.fromkeys(cell for rule in self.rules for cell in rule.cells)),
            candidates=_left(self.left, self.common),
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        # Clues that are named with their places need no more.
        placed = self.rule.title.endswith(f" in {geometry.names(self.rule.cells)}")
        return [] if placed or len(self.rules) > 1 else houses_and_cells(shown)


@dataclass(frozen=True, slots=True)
class SumProof(Proof):
    """The sums of ``houses`` less those of the clues ``rules`` give an equation (45 rule).

    What the digits of ``plus`` add up to, less those of ``minus``, is ``total``: ``plus`` are cells
    of the houses that no clue covers, ``minus`` cells of the clues outside of the houses, or the
    other way round. The rest as of :class:`ClueProof`, the cells being both after each other.
    """

    houses: tuple[House, ...]
    rules: tuple[Rule, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    total: int
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    each: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=(*self.plus, *self.minus),
            houses=self.houses,
            candidates=_left(self.left, self.common),
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return houses_and_cells(shown)

    def name(self, named: Named, model: Model) -> None:
        ones = (1,) * len(self.plus) + (-1,) * len(self.minus)
        named.says.append(Linear((*self.plus, *self.minus), ones, "=", self.total))


@dataclass(frozen=True, slots=True)
class LeftoverProof(Proof):
    """The cells ``plus`` hold the same digits as the cells ``minus``, each as often.

    They are what the houses ``first`` have beyond the houses ``second``, as many, and the other way
    round. Where there is one house less in ``second``, and ``minus`` is empty, ``plus`` holds every
    digit once. Filled cells of both sides that are ``cancelled`` hold the same digits by
    themselves, and are none of ``plus`` and ``minus``. The rest as of :class:`ClueProof`, the cells
    being both after each other.
    """

    first: tuple[House, ...]
    second: tuple[House, ...]
    plus: tuple[int, ...]
    minus: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    cancelled: tuple[int, ...] = ()
    each: tuple[Step, ...] = ()

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=(*self.plus, *self.minus),
            houses=(*self.first, *self.second),
            candidates=_left(self.left, self.common),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return houses_and_cells(shown)

    def name(self, named: Named, model: Model) -> None:
        top = max(model.auxiliary, default=model.geometry.cell_count - 1) + 1
        named.says += same_digits(model.geometry, self.plus, self.minus, top)


@dataclass(frozen=True, slots=True)
class JointProof(Proof):
    """As :class:`ClueProof`, of the ways to fill ``cells`` that keep several clues together, and
    give each house of ``needs`` a place for its digit. ``arguments``: small proofs on these facts
    that show to a reader why each candidate is eliminated, of a step that is chosen."""

    rules: tuple[Rule, ...]
    cells: tuple[int, ...]
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...] = ()
    common: tuple[Candidate, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    arguments: tuple[Step, ...] = ()
    each: tuple[Step, ...] = ()

    def held(self, gone: Iterable[Candidate]) -> list[tuple[int, list[int]]]:
        """The cells that are in no clue and must hold a digit, with their candidates before
        ``gone`` went."""
        of_rules = {cell for rule in self.rules for cell in rule.cells}
        every = sorted({*self.left, *gone})
        cells = [cell for cell in self.cells if cell not in of_rules]
        return [(cell, [digit for c, digit in every if c == cell]) for cell in cells]

    def shown(self) -> ShownPattern:
        cells = self.cells
        if self.needs:
            cells = tuple(dict.fromkeys((*cells, *cells_of(self.common))))
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=cells,
            houses=tuple(house for house, _ in self.needs),
            candidates=_left(self.left, self.common),
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        if not self.needs:
            return houses_and_cells(shown)
        needed = dict.fromkeys((*shown.digits, *(digit for _, digit in self.common)))
        return [*houses_and_cells(shown), PatternPart("digits", digits=tuple(needed))]


@dataclass(frozen=True, slots=True)
class KillerSetProof(Proof):
    """In ``house``, ``cells`` and the clues ``rules`` use ``digits`` up.

    The cells hold no other digits; every way that is left to a clue has some of them in its cells
    of the house, ``places``.
    """

    house: House
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    rules: tuple[Rule, ...]
    places: tuple[tuple[int, ...], ...]

    @property
    def least(self) -> int:
        """How many of the digits each clue has."""
        return (len(self.digits) - len(self.cells)) // len(self.rules)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=self.digits,
            cells=(*self.cells, *(cell for own in self.places for cell in own)),
            houses=(self.house,),
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())


@dataclass(frozen=True, slots=True)
class ClassStatement:
    """That ``cell`` holds one of ``digits``, those of a class.

    It follows from the statements ``parents`` by ``reason``: a clue, or a house that they give all
    its digits of their class. Without a reason it is what is supposed, or the candidates of the
    cell show it.
    """

    cell: int
    digits: tuple[int, ...]
    reason: Rule | House | None = None
    parents: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassProof(Proof):
    """The first of ``statements`` is wrong: those of ``because`` break ``reason`` together.

    A clue is broken where it has no way left, a house where it would have more cells of a class
    than it needs digits of it.
    """

    only_excludes: ClassVar[bool] = True

    kind: Literal["parity", "modulus", "high-low", "entropy"]
    statements: tuple[ClassStatement, ...]
    reason: Rule | House
    because: tuple[int, ...]

    @property
    def reasons(self) -> tuple[Rule | House, ...]:
        """The clues and houses that it rests on, each once."""
        used = (*(found.reason for found in self.statements), self.reason)
        return tuple(dict.fromkeys(reason for reason in used if reason is not None))

    def shown(self) -> ShownPattern:
        return ShownPattern(
            cells=tuple(found.cell for found in self.statements),
            houses=tuple(r for r in self.reasons if isinstance(r, House)),
            rules=tuple(r for r in self.reasons if isinstance(r, Rule)),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return houses_and_cells(shown)

    def name(self, named: Named, model: Model) -> None:
        for house in self.shown().houses:
            named.house(house, model.geometry.digits)


@dataclass(frozen=True, slots=True)
class ConflictProof(Proof):
    """As :class:`ClueProof`, of the ways to keep ``rule`` that leave each of ``cells`` a candidate,
    each house of ``needs`` a place for its digit, and each of the clues ``others`` a way."""

    rule: Rule
    left: tuple[Candidate, ...]
    ways: tuple[tuple[int, ...], ...]
    common: tuple[Candidate, ...]
    cells: tuple[int, ...] = ()
    needs: tuple[tuple[House, int], ...] = ()
    others: tuple[Rule, ...] = ()

    @property
    def size(self) -> int:
        """How many conditions there are beside the clue."""
        return len(self.cells) + len(self.needs) + len(self.others)

    def shown(self) -> ShownPattern:
        return ShownPattern(
            digits=tuple(digit for _, digit in self.needs),
            cells=(*self.rule.cells, *self.cells),
            houses=tuple(house for house, _ in self.needs),
            candidates=_left(self.left, self.common),
            rules=(self.rule, *self.others),
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, candidates=(), chains=())


def _left(left: tuple[Candidate, ...], common: tuple[Candidate, ...]) -> Roles:
    others = tuple(pair for pair in left if pair not in common)
    return (*defining(others), *((("locked", common),) if common else ()))


def same_digits(
    geometry: Geometry, first: tuple[int, ...], second: tuple[int, ...], top: int
) -> Iterator[Relation]:
    """That two sets of cells hold the same digits, each as often; without a second set, that the
    first holds each once. Auxiliary variables are numbered from ``top``."""
    digits = geometry.digits
    if not second:
        yield AllDifferent(first)
    elif len(first) == 1:
        yield PairTable(first[0], second[0], frozenset((d, d) for d in digits))
    elif len(first) == 2:
        rows = {
            (*pair, *other) for pair in product(digits, repeat=2) for other in permutations(pair)
        }
        yield Table((*first, *second), frozenset(rows))
    else:
        # One auxiliary variable a digit: how often it occurs, on both sides.
        times = frozenset(range(len(first) + 1))
        for counter, digit in enumerate(digits, top):
            yield Domain(counter, times)
            yield Among(first, frozenset((digit,)), "=", counter=counter)
            yield Among(second, frozenset((digit,)), "=", counter=counter)
