"""Rules and givens that options add to puzzles."""

from __future__ import annotations

import re
from functools import lru_cache

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.worded import worded
from satdoku.board import Constraint, Geometry
from satdoku.cli.streams import complain
from satdoku.puzzle import Puzzle
from satdoku.puzzle.listing import Listing


def given_of(text: str, puzzle: Puzzle) -> tuple[int, int]:
    """The cell and the digit of --given.

    :raises SatdokuError: where they cannot be read, or the cell has another given; as for
        :func:`rules_of`.
    """
    name, _, value = text.partition("=")
    geometry = puzzle.geometry
    try:
        cell = geometry.cell(name.strip())
    except ValueError as error:
        raise SatdokuError(
            "--given {text}: {error}; write it as r1c4=3", text=text, error=str(error)
        ) from None
    digit = int(value) if re.fullmatch(r"\s*-?[0-9]{1,3}\s*", value) else None
    if digit not in geometry.digits:
        raise SatdokuError(
            "--given {text}: write a digit from {least} to {most} after the cell and =",
            text=text,
            least=geometry.digits[0],
            most=geometry.digits[-1],
        )
    if puzzle.givens[cell] not in (None, digit):
        raise SatdokuError(
            "--given {text}: {cell} is given as {digit} already",
            text=text,
            cell=geometry.name(cell),
            digit=puzzle.givens[cell],
        )
    return cell, digit


@lru_cache(maxsize=8)
def rules_of(text: str, geometry: Geometry) -> tuple[Constraint, ...]:
    """The rules of --rules, each once.

    :raises SatdokuError: where they cannot be read. The error concerns the option and not one
        line of the input, so the whole run ends.
    """
    from satdoku.constraints import once, parse_rules

    try:
        rules, again = once(parse_rules(text, geometry))
    except FormatError as error:
        raise SatdokuError("--rules: {reason}", reason=error.reason) from None
    if again:
        from satdoku.explaining.unread import unread_sentences  # loads the techniques

        listing = Listing([f"{n} {name}" for name, n in again.items()], again.total())
        left_out = {"repeated": listing}
        for sentence in unread_sentences(left_out, link=False):
            complain(worded("--rules: {reason}", reason=sentence))
    return rules
