"""The options of ``satdoku generate`` for the difficulty."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from satdoku.base.errors import SatdokuError
from satdoku.cli import completing
from satdoku.cli.named import technique_option
from satdoku.cli.options import option
from satdoku.rating.scales import SE

if TYPE_CHECKING:
    from satdoku.generating import Target

__all__ = ["TargetGroup"]


class PathPreset(StrEnum):
    """Whose path --requires and --max-steps are about."""

    human = "human"
    se = "se"


def _range(text: str) -> Any:
    return option(metavar="LOW..HIGH", text=text)


@dataclass(frozen=True)
class TargetGroup:
    """How hard the puzzles are to be."""

    er: Annotated[
        str | None,
        _range("Sudoku Explainer's rating of the hardest step, as 3.0..3.8."),
    ] = None
    ep: Annotated[str | None, _range("Likewise of the hardest step up to the first digit.")] = None
    ed: Annotated[str | None, _range("Likewise of the first step.")] = None
    level: Annotated[
        str | None,
        option(metavar="|".join(SE.levels), text="How hard, by name.", values=completing.level),
    ] = None
    levels: Annotated[
        str | None,
        option(
            metavar="SHARES",
            text="Several levels in turn: easy:40,medium:30,hard:20; easy,hard: as many of each.",
            values=completing.levels,
        ),
    ] = None
    requires: Annotated[
        str | None,
        technique_option(text="The path that explain shows uses it: x-wing, xy-wing ..."),
    ] = None
    preset: Annotated[PathPreset, typer.Option(help="The preset of that path, as of explain.")] = (
        PathPreset.human
    )
    only_singles: Annotated[
        bool, typer.Option("--only-singles", help="Naked and hidden singles alone solve it.")
    ] = False
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="The path has at most so many steps.")
    ] = None

    def target(self) -> Target | None:
        """The difficulty wished for, ``None`` where nothing is.

        :raises SatdokuError: where a range cannot be read, or two options set the same.
        """
        from satdoku.answers.generated import range_of, target_of

        given = {"--er": self.er, "--level": self.level, "--levels": self.levels}
        both = [name for name, value in given.items() if value is not None]
        if len(both) > 1:
            raise SatdokuError(f"{both[0]} and {both[1]} both set the difficulty; give one of them")
        return target_of(
            level=self.level,
            ranges={
                column.name: range_of(text, f"--{column.name}")
                for column in SE.columns
                if (text := getattr(self, column.name)) is not None
            },
            requires=self.requires,
            preset=self.preset.value,
            only_singles=self.only_singles,
            max_steps=self.max_steps,
        )

    def shares(self) -> dict[str, int]:
        """The levels that take turns, with their weights.

        :raises SatdokuError: where they cannot be read.
        """
        from satdoku.answers.generated import levels_of

        return {} if self.levels is None else levels_of(self.levels, "--levels")
