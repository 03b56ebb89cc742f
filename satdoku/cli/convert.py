"""``satdoku convert``: puzzles from one format to another."""

from __future__ import annotations

import json as jsonlib
from collections.abc import Iterator
from typing import Annotated

import typer

from satdoku.cli.inputs import Item, Reading, all_items
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    OutputOption,
    PuzzleArguments,
    RulesOption,
)
from satdoku.cli.output import BAD_INPUT, DONE, complain
from satdoku.cli.streams import output_file
from satdoku.errors import SatdokuError, Unsupported
from satdoku.formats import WriteOptions, get_format, write, write_all
from satdoku.puzzle import Document

__all__ = ["convert"]


def convert(
    puzzles: PuzzleArguments,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="The format to write.")] = "line",
    output: OutputOption = None,
    to_letters: Annotated[
        Letters, typer.Option(help="What letters stand for in the output: A=10, A=1 or hex.")
    ] = Letters.auto,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Convert puzzles between formats; what the new format cannot hold is refused by name.

    With --json: one object a puzzle, with the text in the new format.
    """
    reading = Reading.of(format, letters, box, rules)
    target = get_format(to)
    options = WriteOptions(letters=to_letters.value)
    code = DONE

    def refuse(item: Item, error: SatdokuError) -> None:
        nonlocal code
        code = BAD_INPUT
        place = f"{item.source}: " if item.source else ""
        line = f"line {item.line}: " if isinstance(error, Unsupported) else ""
        complain(f"{place}{line}{error}")

    def documents() -> Iterator[Document]:
        for item in all_items(puzzles, reading):
            if item.document is None:
                assert item.error is not None
                refuse(item, item.error)
                continue
            try:
                write(item.document, target.name, options)
            except Unsupported as error:
                refuse(item, error)
            else:
                yield item.document

    with output_file(output) as stream:
        if not json:
            stream.writelines(write_all(documents(), target.name, options))
            return code
        for item in all_items(puzzles, reading):
            record: dict[str, object] = {"line": item.line, "puzzle": " ".join(item.text.split())}
            try:
                if item.document is None:
                    assert item.error is not None
                    raise item.error
                record |= {"format": to, "text": write(item.document, target.name, options)}
            except SatdokuError as error:
                refuse(item, error)
                record["error"] = str(error)
            stream.write(jsonlib.dumps(record, ensure_ascii=False) + "\n")
    return code
