"""Text to Document and back: one file a format; ``docs/formats/`` has a page for each.

``parse`` reads one puzzle, ``read`` a stream of puzzles; ``write`` writes one puzzle, ``write_all``
many. ``FORMATS`` lists the formats. Importing this package loads none of them: the module of a
format is imported when it is first needed.

What they share:

| file | holds |
|---|---|
| accounts.py | accounts for every key of every object of a file: which ones a reader ignored |
| arrays.py | arrays of NumPy's files as text |
| boards.py | a board as plain data and as words: what ``board`` means in JSON |
| clues.py | from the clues of a file to rules and back |
| codecs.py | how the JSON of sites writes clues: codecs made of parts |
| columns.py | drawn grids in which a space is an empty cell |
| cosmetics.py | drawings and fog as plain data, and what the sites' ways of writing them share |
| base.py | options, entries of a stream, and the functions that a format module has |
| detect.py | which format a text is in |
| game_ids.py | the ids of games in Simon Tatham's collection: what several games share |
| inside.py | the boards inside of a text that is in no format: lists, grids, fields |
| labels.py | drawn grids: which rows and columns are labels or separators |
| links.py | links: which site made one, and the puzzle that it carries |
| lists.py | lists of programming languages that are boards |
| lzstring.py | lz-string, the compression of puzzle links (pieroxy.net/blog/pages/lz-string) |
| markup.py | what HTML, LaTeX, YAML and printed floats put around digits, taken away |
| marks.py | candidates as text, and the meaning of a cell with one candidate |
| penpa_drawings.py | the drawings of a link of Penpa+: its layers as drawings of a document |
| places.py | how the sites name cells and the places beside the board |
| reading.py | reading: one puzzle from a text, or a stream of puzzles from a source |
| registry.py | the list of all formats, in the order in which they are tried |
| records.py | JSON objects with a puzzle of any format in them |
| rows.py | rows of drawn grids: which lines are rows or only drawing, and where each cell stands |
| runs.py | runs of rows: which lines of a source are one grid, several or none |
| schema.py | the JSON Schema of satdoku's JSON, for editors |
| sheets.py | where the board stands in the rectangle of a link, and which digits it has |
| source.py | where text comes from: files, compressed files, standard input, open streams |
| spans.py | from lines to puzzles that may span several lines: JSON objects |
| symbols.py | one symbol a cell: what digits, letters and blanks mean |
| tables.py | what a format of links calls the rules |
| texts.py | small helpers for reading texts of several lines |

Begin with base.py.
"""

from satdoku.formats.base import Entry, Format, Letters, ReadOptions, WriteOptions
from satdoku.formats.detect import detect
from satdoku.formats.reading import (
    LineReader,
    Reader,
    parse,
    read,
    undrawn,
    unread_rules,
    write,
    write_all,
)
from satdoku.formats.registry import FORMATS, extension_for, get_format

__all__ = [
    "FORMATS",
    "Entry",
    "Format",
    "Letters",
    "LineReader",
    "ReadOptions",
    "Reader",
    "WriteOptions",
    "detect",
    "extension_for",
    "get_format",
    "parse",
    "read",
    "undrawn",
    "unread_rules",
    "write",
    "write_all",
]
