"""``satdoku convert``: puzzles from one format to another."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, TextIO

import typer

from satdoku.cli.inputs import Reading, all_items
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    PuzzleArguments,
    RulesOption,
)
from satdoku.cli.output import BAD_INPUT, DONE, complain
from satdoku.errors import SatdokuError, Unsupported
from satdoku.formats import WriteOptions, get_format, write

__all__ = ["convert", "output_file"]


def convert(
    puzzles: PuzzleArguments,
    to: Annotated[str, typer.Option(metavar="FORMAT", help="The format to write.")] = "line",
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write this file instead of stdout.")
    ] = None,
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
    with output_file(output) as stream:
        for item in all_items(puzzles, reading):
            try:
                if item.document is None:
                    raise item.error or SatdokuError("there is no puzzle here")
                text = write(item.document, target.name, options)
            except SatdokuError as error:
                place = f"{item.source}: " if item.source else ""
                line = f"line {item.line}: " if isinstance(error, Unsupported) else ""
                complain(f"{place}{line}{error}")
                code = BAD_INPUT
                if json:
                    shown = " ".join(item.text.split())
                    record = {"line": item.line, "puzzle": shown, "error": str(error)}
                    stream.write(jsonlib.dumps(record, ensure_ascii=False) + "\n")
                continue
            if json:
                shown = " ".join(item.text.split())
                record = {"line": item.line, "puzzle": shown, "format": to, "text": text}
                stream.write(jsonlib.dumps(record, ensure_ascii=False) + "\n")
            else:
                stream.write(text)
    return code


@contextmanager
def output_file(path: Path | None) -> Iterator[TextIO]:
    """Standard output, or a file that appears whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    part = path.with_name(f".{path.name}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise SatdokuError(f"{path} cannot be written: {error.strerror}") from None
    except BaseException:
        part.unlink(missing_ok=True)
        raise
