"""Options that are a text or the file that holds it: boards, patterns of cells, instructions."""

from __future__ import annotations

from contextlib import closing

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.cli.files import is_file
from satdoku.formats.source import Source

_LONGEST_TEXT = 1 << 20


def text_of(argument: str, option: str) -> str:
    """The text of an option, a pattern of cells for instance, or of the file that it names.

    :raises SatdokuError: where the file cannot be read, is no text or is too long for a pattern.
    """
    if not is_file(argument):
        return argument
    held: list[str] = []
    length = 0
    try:
        with closing(Source(argument)) as source:
            for _, line in source.lines():
                held.append(line)
                length += len(line) + 1
                if length > _LONGEST_TEXT:
                    raise FormatError(
                        "{name} is longer than {most:,} characters, and no pattern of cells is",
                        name=source.name,
                        most=_LONGEST_TEXT,
                    )
    except FormatError as error:
        raise SatdokuError("{option}: {reason}", option=option, reason=error) from None
    return "\n".join(held)
