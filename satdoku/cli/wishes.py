"""The options of ``satdoku generate`` for the board, the pattern of givens and the solution."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.cli import completing
from satdoku.cli.boards import board_of, digits_of, full_grid_of, mask_of, placed_clues
from satdoku.cli.options import BoxOption, RulesOption, option

if TYPE_CHECKING:
    from satdoku.generating import Target, Wish

__all__ = ["WishGroup"]


class SymmetryChoice(StrEnum):
    """The pattern of givens."""

    none = "none"
    half = "180"
    quarter = "90"
    horizontal = "horizontal"
    vertical = "vertical"
    diagonal = "diagonal"
    anti_diagonal = "anti-diagonal"
    dihedral = "dihedral"


@dataclass(frozen=True)
class WishGroup:
    """The board, the pattern of givens and the solution."""

    minimal: Annotated[
        bool, typer.Option("--minimal", help="No given can be spared, whatever the symmetry.")
    ] = False
    clues: Annotated[int | None, typer.Option(help="Exactly so many givens.")] = None
    symmetry: Annotated[
        SymmetryChoice,
        typer.Option(help="Of the pattern; horizontal mirrors left and right."),
    ] = SymmetryChoice.none
    mask: Annotated[
        str | None,
        typer.Option(
            metavar="PATTERN", help="Exactly these cells are given: text or a file, x and . a cell."
        ),
    ] = None
    givens: Annotated[
        str | None,
        typer.Option(metavar="PUZZLE", help="Digits that every puzzle must give: text or a file."),
    ] = None
    grid: Annotated[
        str | None, typer.Option("--grid", metavar="GRID", help="The solution of every puzzle.")
    ] = None
    full: Annotated[bool, typer.Option("--full", help="Full grids instead of puzzles.")] = False
    killer: Annotated[bool, typer.Option("--killer", help="Killer cages, no givens.")] = False
    single_cages: Annotated[
        bool, typer.Option("--single-cages", help="--killer: cages of one cell may be there.")
    ] = False
    clues_of: Annotated[
        str | None,
        option(
            "--clues-of",
            metavar="KINDS",
            text="Clues on the solution: thermo:3,arrow:2:3-4 (3 to 4 cells),whisper:1:diff=4.",
            values=completing.rules,
        ),
    ] = None
    no_givens: Annotated[
        bool,
        typer.Option("--no-givens", help="Clues alone; kinds without a number: as many as needed."),
    ] = False
    clues_on: Annotated[
        str | None,
        typer.Option(
            "--clues-on", metavar="PATTERN", help="Clues lie in these cells: as --mask is written."
        ),
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
    uniform: Annotated[
        bool,
        typer.Option(
            "--uniform", help="Start from 9x9 grids that are all equally likely (slower)."
        ),
    ] = False

    def wish(self, target: Target | None) -> Wish:
        """What is wished for.

        :raises ImpossibleWish: where no puzzle can be as wished.
        :raises SatdokuError: where an option cannot be read.
        """
        from satdoku.generating import Wish

        board = board_of(self.size, self.box, self.layout, self.rules)
        geometry = board.geometry
        if self.givens is not None:
            board = board.with_givens(digits_of(self.givens, geometry, "--givens"))
        found = Wish(
            board,
            clues=self.clues,
            minimal=self.minimal,
            symmetry=self.symmetry.value,
            mask=None if self.mask is None else mask_of(self.mask, geometry),
            grid=None if self.grid is None else full_grid_of(self.grid, geometry),
            killer=self.killer,
            full=self.full,
            uniform=self.uniform,
            target=target,
            placed=() if self.clues_of is None else placed_clues(self.clues_of, geometry),
            area=None if self.clues_on is None else mask_of(self.clues_on, geometry, "--clues-on"),
            no_givens=self.no_givens,
            single_cages=self.single_cages,
        )
        found.require_possible()
        return found
