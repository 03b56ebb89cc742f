"""Almost locked sets."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import (
    Candidate,
    CellSet,
    Link,
    PatternPart,
    Roles,
    Rule,
    set_part,
)
from satdoku.techniques.step import PatternProof, ShownPattern, StepView


@dataclass(frozen=True, slots=True)
class AlsProof(PatternProof):
    """Almost locked sets in a row, neighbours sharing a restricted common digit.

    ``commons`` are these digits in the order of the row; ``goes`` the digits that one of its ends
    holds. ``doubly_linked``: two sets share two or more commons, so that each loses one of them.
    ``rules`` are those by which the sets exclude something.
    """

    sets: tuple[CellSet, ...]
    commons: tuple[int, ...]
    goes: tuple[int, ...]
    notation: str
    doubly_linked: bool = False
    rules: tuple[Rule, ...] = ()

    def joints(self) -> Iterable[tuple[int, CellSet, CellSet]]:
        """Each restricted common with the two sets that share it."""
        last = len(self.sets) - 2
        for at, common in enumerate(self.commons):
            yield common, self.sets[min(at, last)], self.sets[min(at, last) + 1]

    def shown(self) -> ShownPattern:
        joints = list(self.joints())
        common = [
            pair for x, one, other in joints for found in (one, other) for pair in _of(found, x)
        ]
        return ShownPattern(
            digits=(*self.commons, *self.goes),
            cells=tuple(dict.fromkeys(cell for found in self.sets for cell in found.cells)),
            candidates=_sets_roles(self.sets, common),
            links=tuple(
                Link(a, b, "weak")
                for x, one, other in joints
                for a in _of(one, x)
                for b in _of(other, x)
            ),
            sets=self.sets,
            notation=self.notation,
            rules=self.rules,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=self.commons)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        return [*map(set_part, self.sets), PatternPart("commons", digits=self.commons)]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [found.cells for found in self.sets]


@dataclass(frozen=True, slots=True)
class BlossomProof(PatternProof):
    """Whichever of ``digits`` the cell ``stem`` takes, one of ``petals`` loses it and is locked.

    ``petals`` are almost locked sets, one for each digit; ``goes`` what each of them then holds.
    """

    stem: int
    digits: tuple[int, ...]
    petals: tuple[CellSet, ...]
    goes: tuple[int, ...]

    def shown(self) -> ShownPattern:
        both = zip(self.digits, self.petals, strict=True)
        common = [pair for d, found in both for pair in _of(found, d)]
        cells = (self.stem, *(cell for found in self.petals for cell in found.cells))
        return ShownPattern(
            digits=(*self.digits, *self.goes),
            cells=tuple(dict.fromkeys(cells)),
            candidates=(
                ("pivot", tuple((self.stem, d) for d in self.digits)),
                *_sets_roles(self.petals, common),
            ),
            sets=self.petals,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, digits=self.digits)

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        stem = PatternPart("stem", held=((self.stem, self.digits),))
        return [stem, *map(set_part, self.petals)]

    def together(self, shown: ShownPattern) -> list[tuple[int, ...]]:
        return [(self.stem,), *(found.cells for found in self.petals)]


def _of(found: CellSet, digit: int) -> list[Candidate]:
    """The candidates of a named set that are this digit."""
    return [pair for pair in found.candidates if pair[1] == digit]


def _sets_roles(sets: Iterable[CellSet], common: Iterable[Candidate]) -> Roles:
    commons = dict.fromkeys(common)
    others = dict.fromkeys(
        pair for found in sets for pair in found.candidates if pair not in commons
    )
    return (("common", tuple(commons)), ("defining", tuple(others)))
