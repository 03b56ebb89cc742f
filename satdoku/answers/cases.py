"""The cases of a library in HoDoKu's format, replayed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import zip_longest
from typing import TYPE_CHECKING

from satdoku.answers.json_object import JsonObject
from satdoku.answers.steps_data import candidate
from satdoku.base.errors import FormatError
from satdoku.base.limits import Clock, Limit, RanOut
from satdoku.base.records import dataclass
from satdoku.puzzle import Document, Position
from satdoku.techniques.catalogue import technique
from satdoku.techniques.names.terms import terms
from satdoku.techniques.names.traditions import HODOKU_CODES

if TYPE_CHECKING:
    from satdoku.techniques.step import Step

_CODE = re.compile(r"[0-9]{4}1?(-[1-4x])?")


@dataclass(frozen=True, slots=True)
class CaseRecord(JsonObject):
    """A case of a library of techniques, replayed.

    code        the library's code of the technique, with the variant; ``title`` its name there
    techniques  ours that were asked
    status      ``found``: the exact conclusion is among the steps found; ``not found``;
                ``absent``: a case that must not be found was not; ``unexpected``: it was;
                ``undecided``: the time ran out
    expected    what the case expects: ``r1c5=7`` or ``r1c5<>7``
    """

    JSON = (
        "line", "puzzle", "source", "code", "title", "techniques", "status", "expected",
        "seconds",
    )  # fmt: skip

    line: int
    puzzle: str
    code: str
    title: str
    techniques: tuple[str, ...]
    status: str
    expected: tuple[str, ...]
    seconds: float
    source: str | None = None


@dataclass(frozen=True, slots=True)
class CasesRecord(JsonObject):
    """How the cases of a library ended, printed after them.

    cases            how many there are
    statuses         how many ended so; in the JSON object each is a field of its own
    not_implemented  empty: every code of the library has its technique
    """

    SPREAD = ("statuses",)

    cases: int
    statuses: Mapping[str, int]
    not_implemented: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> str:
        """The counts in words."""
        parts = [f"{number} {status}" for status, number in sorted(self.statuses.items())]
        return f"{self.cases} cases" + (f": {', '.join(parts)}" if parts else "")


def _named(code: str) -> tuple[str, ...]:
    """The techniques of a code, that which has it first in front; none where it is not ours."""
    ours = [item for item in terms() if code in item.codes]
    return tuple(item.name for item in sorted(ours, key=lambda item: item.codes.index(code)))


def case_of(
    document: Document, line: int, text: str, source: str | None, seconds: float | None
) -> CaseRecord:
    """Whether a technique finds what a case of a library expects of it.

    :raises FormatError: where the library has no such code; the message names the nearest.
    """
    started = time.perf_counter()
    position, extras = document.position, document.extras
    assert position is not None
    code = extras.get("technique", "")
    # A fifth digit 1 marks the siamese form of a fish.
    plain = code[:4]
    names = _named(plain)
    if not names or not _CODE.fullmatch(code):
        near = min(HODOKU_CODES, key=lambda own: _apart(own, plain))
        called = f"{near} ({HODOKU_CODES[near]})"
        raise FormatError(f"{code!r} is not a code of HoDoKu's library; the nearest is {called}")
    out, put = _pairs(extras.get("eliminations", "")), _pairs(extras.get("placements", ""))
    expected = [candidate(position, pair) for pair in put]
    expected += [candidate(position, pair, true=False) for pair in out]
    try:
        steps = _steps(names, code, position, Limit(seconds=seconds).start())
        if code.endswith("-x"):
            status = "absent" if next(steps, None) is None else "unexpected"
        else:
            aim = frozenset(put), frozenset(out)
            hit = any(step.conclusion == aim for step in steps)
            status = "found" if hit else "not found"
    except RanOut:
        status = "undecided"
    return CaseRecord(
        line,
        text,
        code,
        HODOKU_CODES[plain],
        names,
        status,
        tuple(expected),
        round(time.perf_counter() - started, 6),
        source=source,
    )


def _apart(code: str, other: str) -> tuple[int, int]:
    """How different two codes are: in how many signs, and by what number."""
    signs = sum(a != b for a, b in zip_longest(code, other))
    return signs, abs(int(code) - int(other)) if other.isascii() and other.isdigit() else 0


def _steps(names: tuple[str, ...], code: str, position: Position, clock: Clock) -> Iterator[Step]:
    for name in names:
        yield from technique(name).in_library(code).find(position, clock)


def _pairs(text: str) -> list[tuple[int, int]]:
    """``436``: digit 4, row 3, column 6."""
    return sorted(((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split())
