"""Text to Document and back: one file a format; ``docs/formats/`` has a page for each.

``parse`` reads one puzzle, ``read`` a stream of them, ``write`` writes one,
``write_all`` many; ``FORMATS`` lists the
formats. Importing this package loads none of them: a format's module waits until it is needed.
"""

from satdoku.formats.base import Entry, Format, Letters, ReadOptions, WriteOptions
from satdoku.formats.detect import detect
from satdoku.formats.reading import (
    LineReader,
    Reader,
    parse,
    read,
    read_lines,
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
    "read_lines",
    "undrawn",
    "unread_rules",
    "write",
    "write_all",
]
