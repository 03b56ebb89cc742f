"""What the public functions find, with the puzzle that was asked about."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from satdoku.answers.asked import asked_of
from satdoku.answers.showing import SceneShown
from satdoku.answers.solving import solve_record, uniqueness_record
from satdoku.puzzle import Puzzle
from satdoku.solving import SolveResult, UniquenessResult

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

__all__ = ["SolveAnswer", "UniquenessAnswer"]


@dataclass(frozen=True, slots=True)
class SolveAnswer(SolveResult, SceneShown):
    """What :func:`satdoku.solve` found, with the puzzle that was asked about."""

    puzzle: str | Puzzle = field(kw_only=True, repr=False)

    @staticmethod
    def of(found: SolveResult, puzzle: str | Puzzle) -> SolveAnswer:
        """The answer of a result."""
        return SolveAnswer(*_values(found), puzzle=puzzle)

    def to_dict(self) -> dict[str, Any]:
        """What ``satdoku solve --json`` prints, without place and time."""
        return solve_record(self, asked_of(self.puzzle)).to_dict()

    def scene(self) -> Scene:
        """The puzzle with its (first) solution, where there is one, for a picture."""
        from satdoku.render.scene import make_scene

        return make_scene(asked_of(self.puzzle).puzzle, solution=self.solution)


@dataclass(frozen=True, slots=True)
class UniquenessAnswer(UniquenessResult, SceneShown):
    """What :func:`satdoku.check_unique` found, with the puzzle that was asked about."""

    puzzle: str | Puzzle = field(kw_only=True, repr=False)

    @staticmethod
    def of(found: UniquenessResult, puzzle: str | Puzzle) -> UniquenessAnswer:
        """The answer of a result."""
        return UniquenessAnswer(*_values(found), puzzle=puzzle)

    def to_dict(self) -> dict[str, Any]:
        """What ``satdoku check-unique --json`` prints, without place and time."""
        return uniqueness_record(self, asked_of(self.puzzle)).to_dict()

    def scene(self) -> Scene:
        """The puzzle with its first solution, for a picture; where a second differs is marked."""
        from satdoku.render.scene import Highlight, make_scene

        puzzle = asked_of(self.puzzle).puzzle
        differing: dict[int, Highlight] = {}
        if len(self.witnesses) > 1:
            pairs = zip(self.witnesses[0].values, self.witnesses[1].values, strict=True)
            differing = {cell: "differs" for cell, (a, b) in enumerate(pairs) if a != b}
        solution = self.witnesses[0] if self.witnesses else None
        return make_scene(puzzle, solution=solution, highlights=differing)


def _values(found: SolveResult | UniquenessResult) -> list[Any]:
    return [getattr(found, part.name) for part in fields(found)]
