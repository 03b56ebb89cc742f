"""How the puzzles of a collection are written: lines, tables, JSON, or links of sites."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import astuple
from itertools import chain, islice
from typing import TYPE_CHECKING, Annotated

from satdoku.base.errors import SatdokuError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.cli import completing
from satdoku.cli.files import output_file
from satdoku.cli.options import JsonOption, OutputOption, option
from satdoku.cli.output import BAD_INPUT, DONE, complain, print_json

if TYPE_CHECKING:
    from satdoku.batch.collection import KeptPuzzle
    from satdoku.batch.schema import Columns
    from satdoku.puzzle import Document

_TABLES = ("csv", "jsonl", "parquet")
_PIECE = 1 << 14


@dataclass(frozen=True)
class KeptOutputGroup:
    """Where puzzles are written, and in which form."""

    to: Annotated[
        str | None,
        option(
            metavar="FORM",
            text="Write csv, jsonl or parquet with all columns (by default as the name of the "
            "file ends), or a format of satdoku convert.",
            values=completing.formats,
        ),
    ] = None
    output: OutputOption = None
    json: JsonOption = False

    def require_form(self) -> None:
        """:raises SatdokuError: where the puzzles cannot be written so."""
        if self.json and self.to is not None:
            raise SatdokuError("--json and --to cannot be asked for together")
        if self._form == "parquet":
            from satdoku.batch.encoding import require_form

            require_form("parquet")
            if self.output is None:
                raise SatdokuError("Parquet is written to a file: -o FILE.parquet")
        elif self._form not in (*_TABLES, "lines"):
            from satdoku.formats import get_format

            get_format(self._form)

    @property
    def _form(self) -> str:
        if self.json:
            return "lines"  # of records, whatever the file is called
        suffix = "" if self.output is None else self.output.suffix.lower().removeprefix(".")
        return self.to or (suffix if suffix in _TABLES else "lines")

    def write(self, puzzles: Iterable[KeptPuzzle]) -> int:
        """Write the puzzles; the exit code."""
        form = self._form
        if form == "lines":
            with output_file(self.output) as text:
                for one in puzzles:
                    if self.json:
                        print_json(one, text)
                    else:
                        text.write(one.puzzle + "\n")
        elif form == "parquet":
            from satdoku.batch.collection import kept_columns
            from satdoku.batch.encoding import encode

            data = encode(_table(puzzles), kept_columns(), form)
            with output_file(self.output, binary=True) as stream:
                stream.write(data)
        elif form in _TABLES:
            with output_file(self.output) as text:
                text.writelines(_lines(puzzles, form))
        else:
            return self._write_documents(puzzles)
        return DONE

    def _write_documents(self, puzzles: Iterable[KeptPuzzle]) -> int:
        from satdoku.formats import get_format, parse, write, write_all

        name, code = get_format(self._form).name, DONE

        def documents() -> Iterator[Document]:
            nonlocal code
            for one in puzzles:
                document = parse(one.puzzle)
                try:
                    write(document, name)
                except Unsupported as error:
                    complain(worded("puzzle {number}: {why}", number=one.number, why=error))
                    code = BAD_INPUT
                else:
                    yield document

        stream = documents()
        first = list(islice(stream, 1))
        if first or code == DONE:
            with output_file(self.output) as text:
                text.writelines(write_all(chain(first, stream), name))
        return code


def _table(puzzles: Iterable[KeptPuzzle]) -> Columns:
    from satdoku.batch.collection import kept_columns

    rows = [astuple(one) for one in puzzles]
    names = [column.name for column in kept_columns()]
    return {name: [row[index] for row in rows] for index, name in enumerate(names)}


def _lines(puzzles: Iterable[KeptPuzzle], form: str) -> Iterator[str]:
    from satdoku.batch.collection import kept_columns
    from satdoku.batch.encoding import lines_of

    stream, header = iter(puzzles), True
    while (piece := list(islice(stream, _PIECE))) or header:
        yield from lines_of(_table(piece), kept_columns(), form, header=header)
        header = False
