"""Whether claims about a position are justified."""

from __future__ import annotations

from dataclasses import dataclass

from satdoku.records.base import JsonObject, Record
from satdoku.records.steps import StepRecord

__all__ = ["ClaimRecord", "WhyRecord"]


@dataclass(frozen=True, slots=True)
class ClaimRecord(JsonObject):
    """The judgement of a claim.

    claim      as it was written
    answer     ``forced``; ``known``: the board shows it already; ``guess``: it is true and not yet
               forced at the strength; ``false``; ``undecided``: the time ran out; ``illegal``: a
               move that cannot be read or made
    text       the same in sentences
    technique  the hardest technique that it takes, by its name in the catalogue; null where nothing
               was found
    steps      the steps that lead to it or refute it; the last step concludes it
    seen       cells whose digits refute it
    size       how many facts a small proof rests on, left out for other steps
    smallest   whether it is proved that fewer facts do not imply it, likewise
    move       the line of the transcript, from 1, left out where there is none
    """

    NULL = ("technique",)

    claim: str
    answer: str
    text: str
    technique: str | None = None
    steps: tuple[StepRecord, ...] = ()
    seen: tuple[str, ...] = ()
    size: int | None = None
    smallest: bool | None = None
    move: int | None = None


@dataclass(frozen=True, slots=True)
class WhyRecord(Record):
    """Claims about a position, or the moves of a transcript, each judged.

    up_to   the technique that was asked for as the strength, null for all
    claims  in the order in which they were made
    """

    NULL = ("up_to",)

    up_to: str | None
    claims: tuple[ClaimRecord, ...]
    seconds: float
