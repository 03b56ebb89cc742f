"""The options of ``satdoku generate`` for the board, and the files that others name."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.base.errors import FormatError, ImpossibleWish, SatdokuError
from satdoku.cli.boards import board_of, digits_of
from satdoku.cli.options import BoxOption, RulesOption
from satdoku.cli.texts import text_of

if TYPE_CHECKING:
    from satdoku.answers.wishes import GenerateQuestion
    from satdoku.generating import Wish


@dataclass(frozen=True)
class MadeBoardGroup:
    """The board of puzzles that are made, and digits that each of them must give."""

    givens: Annotated[
        str | None,
        typer.Option(metavar="PUZZLE", help="Digits that every puzzle must give: text or a file."),
    ] = None
    size: Annotated[int | None, typer.Option(help="The side of the board: 4 to 25.")] = None
    box: BoxOption = None
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout", metavar="LAYOUT", help="Jigsaw regions: a label a cell, text or a file."
        ),
    ] = None
    rules: RulesOption = None

    def wish(self, question: GenerateQuestion) -> Wish:
        """What is wished for; patterns and grids may be files.

        :raises ImpossibleWish: where no puzzle can be as wished.
        :raises SatdokuError: where an option cannot be read.
        """
        try:
            board = board_of(self.size, self.box, self.layout, self.rules)
        except SatdokuError as error:
            raise SatdokuError(f"{error}{_placed_instead(self.rules or '')}") from None
        if self.givens is not None:
            board = board.with_givens(digits_of(self.givens, board.geometry, "--givens"))
        pattern, placed = question.pattern, question.placed
        if pattern.mask is not None:
            pattern = replace(pattern, mask=text_of(pattern.mask, "--mask"))
        if isinstance(pattern.grid, str):
            pattern = replace(pattern, grid=text_of(pattern.grid, "--grid"))
        if placed.clues_on is not None:
            placed = replace(placed, clues_on=text_of(placed.clues_on, "--clues-on"))
        return replace(question, pattern=pattern, placed=placed).wish(board)


def _placed_instead(rules: str) -> str:
    """Which option makes puzzles with clues of a rule that is named without its cells."""
    from satdoku.board import Geometry
    from satdoku.constraints import KillerCage
    from satdoku.generating.clues import ClueKind, ClueWish

    for name in rules.split(","):
        try:
            kind = ClueKind(ClueWish(name.strip().lower()), Geometry.classic())
        except (FormatError, ImpossibleWish):
            continue
        cages = "--killer or " if kind.rule is KillerCage else ""
        return f"; {cages}--clues-of {kind.name} makes puzzles with clues of this kind"
    return ""
