"""The constraint strings of Interactive Sudoku Solver (github.com/sigh), and its links.

``.Cage~10~R1C1~R1C2.~R3C3_5`` is a list of items: a type and its arguments. White space has no
meaning. A row or a column is one character (``a`` is 10). The parts that are read are those of the
site's own parser; an item without a rule in satdoku is refused by the name of its type.

| file | holds |
|---|---|
| cells.py | cells and lines as the site names them |
| packed.py | tables and automata, packed in base64 |
| codecs.py | how the clues of each kind are written |
| table.py | the site's types and the rules that they stand for |
| items.py | from a string to items, including the items that .Replicate copies |
| board.py | the items of the board |
| outside.py | cells outside of the grid, and the rules about them |
| lines.py | lines to strings: an item a line, or a string a line |
| reading.py | a string to a document |
| writing.py | a document to a string |
| custom.py | how a setter's own rules are written: tables, automata, patterns |
| sides.py | how the clues beside the board are written |

Begin with reading.py.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from satdoku.base.errors import FormatError
from satdoku.base.late import late_names
from satdoku.formats import links
from satdoku.formats.base import ReadOptions, data_lines
from satdoku.formats.source import check_text
from satdoku.formats.texts import numbered
from satdoku.puzzle.document import Document

if TYPE_CHECKING:
    from satdoku.formats.iss.reading import read_body
    from satdoku.formats.iss.table import TABLE
    from satdoku.formats.iss.writing import write, write_all

__all__ = ["TABLE", "detect", "link_body", "parse", "read_body", "write", "write_all"]

_START = re.compile(r"\.+(~[A-Za-z]|[A-Z][A-Za-z]*(~|$|\.))")

# Other formats are told from this one without its tables.
if not TYPE_CHECKING:  # else a wrong name would have any type
    __getattr__ = late_names(
        __name__,
        {"reading": ["read_body"], "table": ["TABLE"], "writing": ["write", "write_all"]}.items(),
    )


def detect(text: str) -> int:
    """Sure where the first line of data begins with an item."""
    for _, line in numbered(text):
        bare = "".join(line.split())
        if bare and bare[0] != "#":
            types = filter(None, bare.split("."))
            return 100 if _START.match(bare) and ("~" in text or all(map(_is_type, types))) else 0
    return 0


def _is_type(name: str) -> bool:
    from satdoku.formats.iss.table import STRICT, key_of

    return name in ("NoBoxes", "Or", "And", "End") or name in STRICT or key_of(name) is not None


def link_body(address: links.Address) -> str:
    """The string that a link carries."""
    if body := address.parameter("q"):
        return links.unquoted(body)
    raise FormatError("this link of Interactive Sudoku Solver carries no puzzle (?q=...)")


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: a string on any number of lines, or a link."""
    from satdoku.formats.iss.reading import read_body

    check_text(text)
    lines = [line for _, line in data_lines(numbered(text))]
    if not lines or not lines[0].lstrip().startswith("."):
        return links.parse(text, options, "iss")
    return read_body("".join("".join(lines).split()), options)
