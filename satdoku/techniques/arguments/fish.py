"""Houses whose places of a digit lie in as many others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from satdoku.board.geometry import Geometry
from satdoku.techniques.arguments.pieces import House, PatternPart, Roles, defining
from satdoku.techniques.step import Chain, PatternProof, ShownPattern, StepView


@dataclass(frozen=True, slots=True)
class FishProof(PatternProof):
    """All places of ``digit`` in ``base``, ``cells``, lie in ``cover``, as many houses.

    ``fins`` are the places that lie in no cover or in two of the base: either one of them is true,
    or the fish is as it would be without. What goes sees them all, or ``chains`` lead from one fin
    each (and from each place in one cover) to what goes being false. ``twin`` is another fish of
    the same base, with conclusions of its own.
    """

    digit: int
    base: tuple[House, ...]
    cover: tuple[House, ...]
    cells: tuple[int, ...]
    fins: tuple[int, ...] = ()
    chains: tuple[Chain, ...] = ()
    twin: FishProof | None = None

    @property
    def endo(self) -> tuple[int, ...]:
        """The fins that lie in two houses of the base."""
        return tuple(c for c in self.fins if sum(c in house.cells for house in self.base) > 1)

    def shown(self) -> ShownPattern:
        digit, cover, cells, fins = self.digit, self.cover, self.cells, self.fins
        if self.twin is not None:
            cover = tuple(dict.fromkeys((*cover, *self.twin.cover)))
            fins = tuple(dict.fromkeys((*fins, *self.twin.fins)))
            cells = tuple(cell for cell in cells if cell not in fins)
        marked: Roles = (("fin", tuple((cell, digit) for cell in fins)),) if fins else ()
        return ShownPattern(
            digits=(digit,),
            cells=(*cells, *fins),
            houses=(*self.base, *cover),
            candidates=(*defining(tuple((cell, digit) for cell in cells)), *marked),
            chains=self.chains,
        )

    def veiled(self, view: StepView) -> StepView:
        return replace(view, chains=())

    def roles(self, shown: ShownPattern, geometry: Geometry) -> list[PatternPart]:
        roles = [PatternPart("base", houses=self.base)]
        for fish in (self, *(() if self.twin is None else (self.twin,))):
            roles += [
                PatternPart("cover", houses=fish.cover),
                PatternPart("cells", cells=fish.cells),
                PatternPart("fins", cells=fish.fins),
            ]
        return [*roles, PatternPart("digits", digits=(self.digit,))]

    @property
    def names_all_rules(self) -> bool:
        return not self.fins
