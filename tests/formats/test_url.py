"""Links with 81 cells in them."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE, P


@pytest.mark.parametrize(
    "text",
    [
        f"https://www.sudokuwiki.org/sudoku.htm?bd={P.replace('.', '0')}",
        f"http://example.com/solve/{P}/now",
        f"example.com/#{P}",
        f"https://example.com:8080/?n=12345&grid={P}&x=1",
    ],
)
def test_links(text: str) -> None:
    assert formats.detect(text) == "url"
    assert formats.parse(text).puzzle == PUZZLE


def test_a_file_of_links() -> None:
    text = f"https://example.com/{P}\nhttps://example.com/{P[:80]}\n"
    entries = list(formats.read(io.StringIO(text)))
    assert entries[0].document is not None
    assert "line 2: this is a link of example.com" in str(entries[1].error)


@pytest.mark.parametrize("cells", [P[:80], P + "1"])
def test_other_links_are_refused_by_name(cells: str) -> None:
    with pytest.raises(FormatError, match=r"link of example\.com, and no puzzle"):
        formats.parse(f"https://example.com/{cells}")


def test_other_boards_are_refused() -> None:
    with pytest.raises(Unsupported, match="4x4"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(4))), "url")
