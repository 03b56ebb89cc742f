"""Links with 81 cells in them."""

from __future__ import annotations

import io

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import ReadOptions
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


def test_other_parameters_are_named() -> None:
    document = formats.parse(f"https://example.com/?lang=en&variant=classic&bd={P}&ref#top")
    assert document.extras == {
        "unused": "1 parameter lang, 1 parameter variant, 1 parameter ref, 1 parameter top"
    }


@pytest.mark.parametrize(
    ("address", "name"),
    [
        (f"https://www.sudokuwiki.org/windoku.htm?bd={P}", "windoku"),
        (f"https://www.sudokuwiki.org/sudokux.htm?bd={P}", "sudokux"),
        (f"https://www.killersudokuonline.com/{P}", "killersudokuonline"),
        (f"https://example.com/?bd={P}&variant=killer", "variant"),
        (f"https://example.com/?bd={P}&type=Anti-Knight", "type"),
        (f"https://example.com/?diagonal&bd={P}", "diagonal"),
        (f"https://example.com/?bd={P}#rules=thermo%3Ar1c1-r1c3", "rules"),
    ],
)
def test_what_may_be_a_rule_is_refused_by_name(address: str, name: str) -> None:
    with pytest.raises(FormatError, match=f"--ignore {name} reads"):
        formats.parse(address)
    left = formats.parse(address, ReadOptions(ignore=(name,)))
    assert left.puzzle == PUZZLE
    assert left.extras["ignored"] == name


def test_a_file_of_links() -> None:
    text = f"https://example.com/{P}\nhttps://example.com/{P[:80]}\n"
    entries = list(formats.read(io.StringIO(text)))
    assert entries[0].document is not None
    assert "line 2: this is a link of example.com" in str(entries[1].error)


@pytest.mark.parametrize("cells", [P[:80], P + "1"])
def test_other_links_are_refused_by_name(cells: str) -> None:
    with pytest.raises(FormatError, match=r"link of example\.com, and it does not contain"):
        formats.parse(f"https://example.com/{cells}")


def test_other_boards_are_refused() -> None:
    with pytest.raises(Unsupported, match="4x4"):
        formats.write(Document(Puzzle.empty(Geometry.of_size(4))), "url")


def test_a_number_of_two_figures_makes_no_line_of_81() -> None:
    text = formats.parse(",".join(["1", "59", *[""] * 79]))
    with pytest.raises(Unsupported, match="no symbol stands for the digit 59"):
        formats.write(text, "url")
