"""HoDoKu's library lines."""

from __future__ import annotations

import pytest

from satdoku import formats
from satdoku.base.errors import Unsupported
from satdoku.puzzle import Document, Position
from tests.formats.common import GIVENS, PUZZLE, SHARED, P, S
from tests.shared import thinned

# r1c3 placed as 4, the candidate 2 of r1c4 deleted; the step places 6 there.
LINE = f":0003-x:6:53+4.7{P[5:]}:214::614:\n"


def test_fields() -> None:
    assert formats.detect(LINE) == "library"
    document = formats.parse(LINE)
    position = document.position
    assert position is not None
    assert position.puzzle.givens == GIVENS
    assert position.values[:5] == (5, 3, 4, None, 7)
    assert position.candidates[3] == {6}
    assert position.candidates[5] == {2, 6, 8}
    assert document.puzzle == position.as_puzzle()
    assert document.puzzle.givens[2] == 4
    assert dict(document.extras) == {"technique": "0003-x", "digits": "6", "placements": "614"}
    assert formats.write(document, "library") == LINE


def test_trailing_fields_may_be_absent() -> None:
    for end in ("", ":", "::", "::::", ":::::"):
        document = formats.parse(f":0600-1:12:{P}{end}")
        assert document.position == Position.of(PUZZLE)


def test_a_position_without_a_step() -> None:
    text = formats.write(Document(PUZZLE), "library")
    assert text == f":0000:x:{P}::::\n"
    assert formats.parse(text).position == Position.of(PUZZLE)


def test_what_it_cannot_hold() -> None:
    start = Position.of(PUZZLE)
    here = list(start.candidates)
    here[2] |= {5}
    loose = Position(PUZZLE, PUZZLE.givens, tuple(here))
    with pytest.raises(Unsupported, match="the candidate 5 of r1c3"):
        formats.write(Document(PUZZLE, loose), "library")


def test_a_solved_position() -> None:
    document = formats.parse(":0000:x:" + "".join(f"+{c}" for c in S) + "::::")
    assert document.position is not None
    assert document.position.is_solved
    assert document.position.puzzle.clues == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not there")
@pytest.mark.parametrize("part", thinned(range(8), 8))
def test_the_shared_library(part: int) -> None:
    path = SHARED / "techniques" / "reglib-1.4-visible.txt"
    entries = list(formats.read(path))
    assert len(entries) == 772
    for entry in entries[part::8]:
        assert entry.document is not None, entry.error
        back = formats.parse(formats.write(entry.document, "library"))
        assert back == entry.document
        fields = entry.text.strip().split(":")
        assert formats.write(back, "library").split(":")[1:4] == fields[1:4]
