"""The list of all formats, in the order in which they are told apart."""

from __future__ import annotations

from satdoku.errors import FormatError
from satdoku.formats.base import Format

__all__ = ["FORMATS", "extension_for", "get_format"]

FORMATS: dict[str, Format] = {
    entry.name: entry
    for entry in (
        Format("line", "one puzzle a line, one symbol a cell", (".txt",)),
        Format("numbers", "one puzzle a line, numbers with spaces or commas", (".num",)),
        Format("grid", "grid drawn in rows with | - +", (".grid",)),
    )
}


def get_format(name: str) -> Format:
    """The format of this name.

    :raises FormatError: where there is none; it lists those there are.
    """
    try:
        return FORMATS[name]
    except KeyError:
        raise FormatError(
            f"there is no format {name!r}; the formats are {', '.join(FORMATS)}"
        ) from None


def extension_for(format: str) -> str:
    """The usual extension of a format's files, with its dot: ``.sdm``."""
    return get_format(format).extensions[0]
