"""The cases of a library in HoDoKu's format, replayed."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from satdoku.answers.steps_data import candidate
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.puzzle import Document, Position
from satdoku.records.steps import CaseRecord
from satdoku.techniques.catalogue import technique
from satdoku.techniques.vocabulary import TERMS

if TYPE_CHECKING:
    from satdoku.techniques.step import Step

__all__ = ["case_of"]

_TITLES = {
    "0000": "Full House", "0002": "Hidden Single", "0003": "Naked Single",
    "0100": "Locked Candidates Type 1", "0101": "Locked Candidates Type 2",
    "0110": "Locked Pair", "0111": "Locked Triple",
    "0200": "Naked Pair", "0201": "Naked Triple", "0202": "Naked Quadruple",
    "0210": "Hidden Pair", "0211": "Hidden Triple", "0212": "Hidden Quadruple",
    "0300": "X-Wing", "0301": "Swordfish", "0302": "Jellyfish",
    "0310": "Finned X-Wing", "0311": "Finned Swordfish", "0312": "Finned Jellyfish",
    "0320": "Sashimi X-Wing", "0321": "Sashimi Swordfish", "0322": "Sashimi Jellyfish",
    "0331": "Franken Swordfish", "0332": "Franken Jellyfish",
    "0340": "Finned Franken X-Wing", "0341": "Finned Franken Swordfish",
    "0342": "Finned Franken Jellyfish", "0362": "Finned Mutant Jellyfish",
    "0363": "Finned Mutant Squirmbag", "0364": "Finned Mutant Whale",
    "0400": "Skyscraper", "0401": "2-String Kite", "0402": "Empty Rectangle",
    "0403": "Turbot Fish", "0404": "Dual 2-String Kite", "0405": "Dual Empty Rectangle",
    "0500": "Simple Colors Trap", "0501": "Simple Colors Wrap",
    "0502": "Multi Colors 1", "0503": "Multi Colors 2",
    "0600": "Uniqueness Test 1", "0601": "Uniqueness Test 2", "0602": "Uniqueness Test 3",
    "0603": "Uniqueness Test 4", "0604": "Uniqueness Test 5", "0605": "Uniqueness Test 6",
    "0606": "Hidden Rectangle", "0607": "Avoidable Rectangle Type 1",
    "0608": "Avoidable Rectangle Type 2", "0610": "Bivalue Universal Grave + 1",
    "0701": "X-Chain", "0702": "XY-Chain", "0703": "Remote Pair",
    "0706": "Continuous Nice Loop", "0707": "Discontinuous Nice Loop", "0708": "AIC",
    "0709": "Grouped Continuous Nice Loop", "0710": "Grouped Discontinuous Nice Loop",
    "0711": "Grouped AIC", "0800": "XY-Wing", "0801": "XYZ-Wing", "0803": "W-Wing",
    "0901": "Almost Locked Set XZ-Rule", "0902": "Almost Locked Set XY-Wing",
    "0903": "Almost Locked Set XY-Chain", "0904": "Death Blossom",
    "1101": "Sue de Coq", "1201": "Template Set", "1202": "Template Delete",
}  # fmt: skip
"""What HoDoKu calls the techniques of its codes."""


def _named(code: str) -> tuple[str, ...]:
    """The techniques of a code, that which has it first in front; none where it is not ours."""
    ours = [item for item in TERMS if code in item.codes]
    return tuple(item.name for item in sorted(ours, key=lambda item: item.codes.index(code)))


def case_of(
    document: Document, line: int, text: str, source: str | None, seconds: float | None
) -> CaseRecord:
    """Whether a technique finds what a case of a library expects of it."""
    started = time.perf_counter()
    position, extras = document.position, document.extras
    assert position is not None
    code, _, variant = extras.get("technique", "").partition("-")
    # A fifth digit 1 marks the siamese form of a fish.
    plain = code[:4]
    names = _named(plain)
    out, put = _pairs(extras.get("eliminations", "")), _pairs(extras.get("placements", ""))
    expected = [candidate(position, pair) for pair in put]
    expected += [candidate(position, pair, true=False) for pair in out]
    status = "skipped"
    if names:
        try:
            found = _steps(names, variant, position, Limit(seconds=seconds).start())
            if variant == "x":
                status = "absent" if next(found, None) is None else "unexpected"
            else:
                aim = frozenset(put), frozenset(out)
                hit = any(step.conclusion == aim for step in found)
                status = "found" if hit else "not found"
        except RanOut:
            status = "undecided"
    return CaseRecord(
        line,
        text,
        extras.get("technique", ""),
        _TITLES.get(plain, plain),
        names,
        status,
        tuple(expected),
        round(time.perf_counter() - started, 6),
        source=source,
    )


def _steps(
    names: tuple[str, ...], variant: str, position: Position, clock: Clock
) -> Iterator[Step]:
    for name in names:
        yield from technique(name).in_library(variant).find(position, clock)


def _pairs(text: str) -> list[tuple[int, int]]:
    """``436``: digit 4, row 3, column 6."""
    return sorted(((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split())
