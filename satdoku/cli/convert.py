"""``satdoku convert``: puzzles from one format to another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import Annotated

import typer

from satdoku.base.errors import Unsupported
from satdoku.cli import completing
from satdoku.cli.files import output_file
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import JsonOption, LettersChoice, OutputOption, PuzzleArguments, option
from satdoku.cli.output import BAD_INPUT, DONE, complain, print_json
from satdoku.formats import (
    FORMATS,
    WriteOptions,
    get_format,
    undrawn,
    unread_rules,
    write,
    write_all,
)
from satdoku.puzzle import Document
from satdoku.records.base import ErrorRecord, plural
from satdoku.records.puzzles import ConvertedRecord

__all__ = ["convert"]


def convert(
    puzzles: PuzzleArguments,
    input: InputGroup,
    to: Annotated[
        str,
        option(
            metavar="FORMAT",
            text=f"The format to write: {', '.join(FORMATS)}.",
            values=completing.formats,
        ),
    ] = "line",
    output: OutputOption = None,
    to_letters: Annotated[
        LettersChoice, typer.Option(help="What letters stand for in the output: A=10, A=1 or hex.")
    ] = LettersChoice.auto,
    json: JsonOption = False,
) -> int:
    """Convert puzzles between formats; what the new format cannot hold is refused by name.

    Rules that the new format has as drawings or in words only are named on standard error, and
    so are drawings and fog that it does not hold.
    With --json: one object a puzzle, with the text in the new format.
    """
    target = get_format(to)
    options = WriteOptions(letters=to_letters.value)
    code = DONE

    def answers() -> Iterator[tuple[Document | None, ConvertedRecord | ErrorRecord]]:
        for item in all_items(puzzles, input.reading()):
            if item.document is None:
                yield None, item.unreadable()
                continue
            text = " ".join(item.text.split())
            try:
                new = write(item.document, target.name, options)
                lost = unread_rules(item.document, new, target.name, options)
            except Unsupported as error:
                yield None, item.refused(error, text)
            else:
                place = f"{item.source}: " if item.source else ""
                if lost:
                    complain(
                        f"{place}line {item.line}: {target.name} has these rules as drawings or in "
                        f"words only, and they are not read back: {', '.join(lost)}"
                    )
                drawings, fog = undrawn(item.document, new, target.name)
                if parts := [plural(drawings, "drawing")] * bool(drawings) + ["the fog"] * fog:
                    complain(
                        f"{place}line {item.line}: {target.name} does not hold all of what is "
                        f"drawn; left out: {' and '.join(parts)}"
                    )
                converted = ConvertedRecord(
                    item.line,
                    text,
                    to,
                    new,
                    lost or None,
                    drawings or None,
                    fog or None,
                    source=item.source,
                )
                yield item.document, converted

    def documents() -> Iterator[Document]:
        nonlocal code
        for document, record in answers():
            if json:
                print_json(record, stream)
            if isinstance(record, ErrorRecord):
                code = BAD_INPUT
                complain(record.error)
            elif document is not None:
                yield document

    if json:
        with output_file(output) as stream:
            for _ in documents():
                pass
        return code
    found = documents()
    first = list(islice(found, 1))
    if not first and code == BAD_INPUT:
        return code  # a file that is there is not replaced by nothing
    with output_file(output) as stream:
        stream.writelines(write_all(chain(first, found), target.name, options))
    return code
