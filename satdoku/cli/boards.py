"""Boards, masks and digits that options name, as text or as a file."""

from __future__ import annotations

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.board import Geometry, Values
from satdoku.cli.additions import rules_of
from satdoku.cli.inputs import one_document
from satdoku.cli.reading import Reading
from satdoku.cli.texts import text_of
from satdoku.formats import ReadOptions
from satdoku.puzzle import Puzzle


def board_of(
    size: int | None,
    box: str | None,
    layout: str | None,
    rules: str | None,
) -> Puzzle:
    """The empty board that the options name.

    :raises SatdokuError: where they name none, or more than one.
    """
    named = [name for name, v in (("--size", size), ("--layout", layout)) if v is not None]
    if box is not None and box.strip().lower() != "none":
        named.append("--box")
    if len(named) > 1:
        raise SatdokuError(f"{' and '.join(named)} both name the board; give one of them")
    try:
        geometry = _geometry(size, box, layout)
    except ValueError as error:
        raise SatdokuError(f"the board: {error}") from None
    return Puzzle.empty(geometry, () if rules is None else rules_of(rules, geometry))


def _geometry(size: int | None, box: str | None, layout: str | None) -> Geometry:
    if layout is not None:
        labels = "".join(text_of(layout, "--layout").split())
        names = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        return Geometry.jigsaw(names[label] for label in labels)
    if box is None:
        return Geometry.of_size(9 if size is None else size)
    if box.strip().lower() == "none":
        return Geometry.latin(9 if size is None else size)
    geometry = Reading.of(None, "auto", box, None).options.geometry
    assert geometry is not None
    return geometry


def digits_of(argument: str, geometry: Geometry, option: str) -> Values:
    """The digits of a grid on a board.

    :raises SatdokuError: where the option holds anything else.
    """
    reading = Reading(ReadOptions(geometry=geometry))
    try:
        puzzle = one_document(argument, reading).puzzle
    except FormatError as error:
        raise SatdokuError(f"{option}: {error}") from None
    if puzzle.geometry != geometry or puzzle.constraints or puzzle.is_sukaku:
        raise SatdokuError(f"{option}: digits on {geometry.describe()} are wanted, nothing else")
    return puzzle.givens
