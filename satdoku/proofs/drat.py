"""Proofs as files: the text and the binary form of DRAT.

A proof is a list of steps: add a clause (a *lemma*) or delete one. Text: a step a line, literals
and ``0``, with ``d`` in front of a deletion. Binary: the byte ``a`` or ``d``, then each literal
``x`` as ``2|x| + (x < 0)`` in seven-bit groups, the lowest first, all but the last with the high
bit set, then the byte 0 (Heule, "The DRAT format and DRAT-trim checker", 2016).

Nothing is skipped or repaired: what is no step is refused with its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from satdoku.base.worded import Worded, worded

DratFormat = Literal["text", "binary"]

_STEP = re.compile(rb"(d )?((?:-?[1-9][0-9]{0,9} )*)0")
_TEXT = re.compile(rb"[\n\r \-0-9A-z]*")
_ADD, _DELETE = ord("a"), ord("d")
_MAX_LITERAL_BYTES = 5  # bytes of a literal: 2**31 variables are more than any formula has
_SNIFFED_BYTES = 10


class NotAProof(ValueError):
    """Bytes that are no proof; the message gives the place and the bytes there."""

    def __init__(self, form: str, **values: object) -> None:
        self.reason = worded(form, **values)
        super().__init__(self.reason)


class DratStep(NamedTuple):
    """One step: where it stands (line from 1, or byte from 0), whether it deletes, its clause."""

    place: int
    deletes: bool
    clause: tuple[int, ...]


def read_proof(data: bytes, form: DratFormat, top: int) -> list[DratStep]:
    """The steps of a proof about the variables 1 to ``top``.

    :raises NotAProof: where a step is cut off, is no step, or names another variable.
    """
    return list(proof_steps(data, form, top))


def proof_steps(data: bytes, form: DratFormat, top: int) -> Iterator[DratStep]:
    """The steps of :func:`read_proof`, one by one.

    A step holds at most every variable in both signs; a longer one is refused before it is read.
    """
    for step in (_read_text if form == "text" else _read_binary)(data, 2 * top):
        for literal in step.clause:
            if abs(literal) > top:
                raise NotAProof(
                    "{place}: the literal {literal} is out of range, the formula has {top} "
                    "variables",
                    place=where(step.place, form),
                    literal=literal,
                    top=top,
                )
        yield step


def where(place: int, form: DratFormat) -> Worded:
    """The place of a step, for messages: ``line 7`` or ``byte 123``."""
    return worded("line {number}" if form == "text" else "byte {number}", number=place)


def write_proof(steps: Iterable[DratStep], form: DratFormat) -> bytes:
    """The steps as a file that :func:`read_proof` and drat-trim take."""
    if form == "text":
        return b"".join(
            b"%s%s\n" % (b"d " if deletes else b"", " ".join([*map(str, clause), "0"]).encode())
            for _, deletes, clause in steps
        )
    data = bytearray()
    for _, deletes, clause in steps:
        data.append(_DELETE if deletes else _ADD)
        for literal in clause:
            number = 2 * abs(literal) + (literal < 0)
            while number > 127:
                data.append(number & 127 | 128)
                number >>= 7
            data.append(number)
        data.append(0)
    return bytes(data)


def sniffed_as_text(data: bytes) -> bool:
    """Whether drat-trim could take this binary proof for text.

    It looks for a byte that no text has among the first ten; and, in newer versions, takes what
    begins with ``d`` for text in any case.
    """
    return data[:1] == b"d" or _TEXT.fullmatch(data[:_SNIFFED_BYTES]) is not None


def _too_long(place: Worded, most: int) -> NotAProof:
    return NotAProof(
        "{place}: this step is longer than {most} literals can be", place=place, most=most
    )


def _read_text(data: bytes, most: int) -> Iterator[DratStep]:
    longest = most * (len(str(most)) + 2) + len("d 0")
    number = start = 0
    while start < len(data):
        number += 1
        end = data.find(b"\n", start)
        if end < 0:
            end = len(data)
        if end - start > longest:
            raise _too_long(where(number, "text"), most)
        line = data[start:end]
        start = end + 1
        match = _STEP.fullmatch(line)
        if match is None:
            shown = repr(line[:40].decode("latin-1"))
            if start >= len(data) and not line.endswith(b" 0"):
                raise NotAProof(
                    "{place}: the proof is cut off in the middle of {shown}",
                    place=where(number, "text"),
                    shown=shown,
                )
            raise NotAProof(
                "{place}: {shown} is not a step of a proof",
                place=where(number, "text"),
                shown=shown,
            )
        yield DratStep(number, match[1] is not None, tuple(map(int, match[2].split())))


def _read_binary(data: bytes, most: int) -> Iterator[DratStep]:
    position, end = 0, len(data)
    while position < end:
        start = position
        if data[start] not in (_ADD, _DELETE):
            raise NotAProof(
                "{place}: {byte} begins no step of a proof (a or d)",
                place=where(start, "binary"),
                byte=f"0x{data[start]:02x}",
            )
        clause: list[int] = []
        position += 1
        while True:
            number = shift = 0
            while True:
                if position == end:
                    raise NotAProof(
                        "{place}: the proof is cut off in the step that begins at byte {start}",
                        place=where(end, "binary"),
                        start=start,
                    )
                byte = data[position]
                position += 1
                number |= (byte & 127) << shift
                shift += 7
                if byte < 128:
                    break
                if shift >= 7 * _MAX_LITERAL_BYTES:
                    raise NotAProof(
                        "{place}: a literal has more than {most} bytes",
                        place=where(position, "binary"),
                        most=_MAX_LITERAL_BYTES,
                    )
            if number == 0:
                break
            if number == 1:
                raise NotAProof(
                    "{place}: 0x01 is not a literal (minus zero)",
                    place=where(position - 1, "binary"),
                )
            clause.append(-(number >> 1) if number & 1 else number >> 1)
            if len(clause) > most:
                raise _too_long(where(start, "binary"), most)
        yield DratStep(start, data[start] == _DELETE, tuple(clause))
