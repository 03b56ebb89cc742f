"""Claims as text: ``r1c3=4``, ``r5c2<>7``, ``naked pair in box 7``."""

from __future__ import annotations

import re
from collections.abc import Iterable

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.geometry import BoardHouse, BoardHouseKind, Geometry
from satdoku.diagnosing.judging import CandidateClaim
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import technique
from satdoku.techniques.step import Step

_CANDIDATE = re.compile(r"\s*([^\s=<>!≠]+)\s*(==|=|<>|!=|≠)\s*(\S+)\s*")
_HOUSE = re.compile(
    r"(?:(row|column|col|box|block|region)s?\s*|([rcb]))(\d+)", re.IGNORECASE | re.ASCII
)
_KINDS: dict[str, tuple[BoardHouseKind, ...]] = {
    "r": ("row",),
    "row": ("row",),
    "c": ("column",),
    "col": ("column",),
    "column": ("column",),
    "b": ("box", "region"),
    "box": ("box", "region"),
    "block": ("box", "region"),
    "region": ("region", "box"),
}


@dataclass(frozen=True, slots=True)
class PatternClaim:
    """That there is a pattern of a technique, in a house or on some cells.

    house  the cells of the house, ``None`` where none is named
    cells  the cells that belong to the pattern, where some are named
    """

    text: str
    technique: Technique
    house: tuple[int, ...] | None = None
    cells: tuple[int, ...] = ()

    def is_met(self, step: Step) -> bool:
        """Whether a step of the technique stands at the place."""
        view = step.view
        of_pattern = {*view.cells, *(cell for _, pairs in view.candidates for cell, _ in pairs)}
        concluded = {cell for cell, _ in step.placements}
        if self.house is not None:
            return self.is_named(step) or (of_pattern or concluded) <= set(self.house)
        return set(self.cells) <= of_pattern | concluded

    def is_named(self, step: Step) -> bool:
        """Whether a step is about the house, beyond having its cells in it."""
        return self.house is None or any(
            set(house.cells) == set(self.house) for house in step.view.houses
        )


def read_claims(
    claims: str | Iterable[str], geometry: Geometry
) -> tuple[tuple[str, CandidateClaim | PatternClaim], ...]:
    """Claims, each with its text; several about candidates may stand in one, with commas between.

    :raises FormatError: where one cannot be read, or names a cell, digit, house or technique that
        the board lacks.
    :raises TypeError: where they are no texts.
    """
    claims_read: list[tuple[str, CandidateClaim | PatternClaim]] = []
    for text in (claims,) if isinstance(claims, str) else claims:
        if not isinstance(text, str):
            raise TypeError(f"a claim is a text such as 'r1c3=4', not {text!r}")
        pieces = [piece.strip() for piece in re.split("[;,]", text) if piece.strip()]
        if not pieces:
            raise FormatError("a claim is empty; write one such as r1c3=4")
        if all(_CANDIDATE.fullmatch(piece) for piece in pieces):
            claims_read += [(piece, read_claim(piece, geometry)) for piece in pieces]
        else:
            claims_read.append((text.strip(), read_claim(text, geometry)))
    return tuple(claims_read)


def read_claim(text: str, geometry: Geometry) -> CandidateClaim | PatternClaim:
    """One claim; raises as :func:`read_claims`."""
    candidate = _CANDIDATE.fullmatch(text)
    if candidate is None:
        return _pattern(text.strip(), geometry)
    name, sign, digit = candidate.groups()
    try:
        cell = geometry.cell(name)
    except ValueError as error:
        raise _of_claim(text, str(error)) from None
    if not digit.isascii() or not digit.isdecimal() or int(digit) not in geometry.digits:
        low, high = geometry.digits[0], geometry.digits[-1]
        raise FormatError(
            "the claim {claim!r}: {digit} is not a digit of the board, whose digits are {low} to "
            "{high}",
            claim=text.strip(),
            digit=digit,
            low=low,
            high=high,
        )
    return CandidateClaim(cell, int(digit), sign in ("=", "=="))


def _pattern(text: str, geometry: Geometry) -> PatternClaim:
    """A technique and, behind it, where its pattern stands; the longest name that there is."""
    words = text.replace(",", " ").split()
    try:
        geometry.cell(words[0])
        numbered = True
    except ValueError:
        numbered = any(sign in text for sign in "=<>≠")
    error = FormatError(
        "the claim {claim!r} is neither r1c3=4 nor r1c3<>4 nor a technique with a place", claim=text
    )
    misplaced: FormatError | None = None
    for count in range(len(words), 0, -1):
        try:
            search = technique(" ".join(words[:count]))
        except ValueError as unknown:
            if not numbered:
                error = _of_claim(text, str(unknown))
            continue
        place = [word for word in words[count:] if word.lower() not in ("in", "on", "at", "of")]
        try:
            return _placed(text, search, place, geometry)
        except FormatError as wrong:  # of "hidden single in row 1" a part is a name too
            misplaced = wrong
    raise misplaced or error


def _of_claim(text: str, reason: str) -> FormatError:
    return FormatError("the claim {claim!r}: {fault}", claim=text.strip(), fault=reason)


def _placed(text: str, search: Technique, place: list[str], geometry: Geometry) -> PatternClaim:
    if not place:
        return PatternClaim(text, search)
    house = _HOUSE.fullmatch(" ".join(place))
    if house is not None:
        kinds, number = _KINDS[(house[1] or house[2]).lower()], int(house[3])
        for kind in kinds:
            for known in geometry.houses:
                if known.kind == kind and known.number == number:
                    return PatternClaim(text, search, house=known.cells)
        name = BoardHouse(kinds[0], number, ()).name
        raise _of_claim(text, worded("the board has no {house}", house=name))
    try:
        return PatternClaim(text, search, cells=tuple(map(geometry.cell, place)))
    except ValueError as error:
        raise _of_claim(text, str(error)) from None
