"""The parts of a run as one file: SQLite, CSV or JSON lines."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from operator import attrgetter
from pathlib import Path
from typing import IO, Any

from satdoku.base.columns import RunColumn
from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.base.worded import plural
from satdoku.batch.directory import PartNote, RunDirectory, header_of, notes_of, read_part
from satdoku.batch.encoding import decode, lines_of
from satdoku.batch.parquet import arrow
from satdoku.batch.schema import Columns, column_of

_TYPES = {"integer": "INTEGER", "number": "REAL", "flag": "INTEGER"}


@dataclass(frozen=True)
class StoredRun:
    """The answers in the directory of a run that has ended or was stopped.

    header  what it was begun with
    rows    how many answers there are
    ended   whether these are all
    count   how many puzzles a run that makes them is to have
    tables  the answers of each part, in order; read as they are asked for

    :raises SatdokuError: by ``tables``, where a part was changed.
    """

    header: Mapping[str, Any]
    columns: tuple[RunColumn, ...]
    rows: int
    ended: bool
    count: int | None
    tables: Iterator[Columns]

    @property
    def unfinished(self) -> str | None:
        """A notice that answers are missing; ``None`` where none is."""
        if self.ended:
            return None
        if self.count is None:
            return f"unfinished: {plural(self.rows, 'puzzle')} so far"
        return f"unfinished: {self.rows:,} of {plural(self.count, 'puzzle')}"


def stored(directory: Path) -> StoredRun:
    """The run that is stored in a directory.

    :raises SatdokuError: where it holds no run, or no answer yet, or the run is damaged.
    """
    header = header_of(directory)
    notes, ended = notes_of(directory)
    rows = sum(note.rows for note in notes)
    if not rows and not ended:
        raise SatdokuError(
            f"the run in {directory} has no answer yet; the command that began it continues it"
        )
    columns = tuple(column_of(column["name"]) for column in header["columns"])
    parts = (
        _table(directory, note.name, note.sha256, columns, header["form"])
        for note in sorted(notes, key=attrgetter("number"))
    )
    return StoredRun(header, columns, rows, ended, header.get("count"), parts)


def made_so_far(directory: RunDirectory) -> Iterator[Columns]:
    """The rows of each part of an open run, in order.

    :raises SatdokuError: where a part was changed.
    """
    for _, note in sorted(directory.done.items()):
        yield part_of(directory, note)


def part_of(directory: RunDirectory, note: PartNote) -> Columns:
    """The rows of a part of an open run.

    :raises SatdokuError: where it was changed.
    """
    header = directory.header
    columns = tuple(column_of(column["name"]) for column in header["columns"])
    return _table(directory.path, note.name, note.sha256, columns, header["form"])


def _table(
    directory: Path, name: str, digest: str, columns: Sequence[RunColumn], form: str
) -> Columns:
    data = read_part(directory, name, digest)
    try:
        return decode(data, columns, form)
    except SatdokuError as error:
        raise SatdokuError(f"{directory / name}: {error}") from None


def export(run: StoredRun, output: Path) -> None:
    """Write the answers of a run to one file, whose name says how.

    The file appears whole or not at all.

    :raises SatdokuError: where a part was changed, the name says no form, or the file cannot be
        written.
    """
    form, packing = _form(output)
    if packing == "zst":
        arrow(f"writing {output}")
    scratch = output.with_name(f".{os.getpid()}-{output.name}.tmp")
    try:
        if form == "sqlite":
            _database(scratch, run)
        else:
            _text(scratch, run, form, packing)
        with scratch.open("rb") as stream:
            os.fsync(stream.fileno())
        os.replace(scratch, output)  # noqa: PTH105
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SatdokuError(f"{output} cannot be written: {reason or error}") from None
    finally:
        scratch.unlink(missing_ok=True)


def _form(output: Path) -> tuple[str, str]:
    words = output.name.lower().split(".")[1:]
    packing = words.pop() if words and words[-1] in ("gz", "zst") else ""
    form = {"db": "sqlite", "sqlite3": "sqlite"}.get(words[-1], words[-1]) if words else ""
    if form not in ("sqlite", "csv", "jsonl") or (packing and form == "sqlite"):
        raise SatdokuError(
            "export writes .sqlite, .csv or .jsonl (the last two also .gz or .zst), "
            f"not {output.name!r}"
        )
    return form, packing


def _text(path: Path, run: StoredRun, form: str, packing: str) -> None:
    with ExitStack() as stack:
        raw = stack.enter_context(path.open("wb"))
        stream: IO[bytes] | Any = raw
        if packing == "gz":
            stream = stack.enter_context(gzip.GzipFile("", "wb", 6, raw, mtime=0))
        elif packing == "zst":
            stream = stack.enter_context(arrow("zst").CompressedOutputStream(raw, "zstd"))
        out = stack.enter_context(io.BufferedWriter(stream)) if not packing else stream
        for index, table in enumerate(run.tables):
            for piece in lines_of(table, run.columns, form, header=index == 0):
                out.write(piece.encode("utf-8"))


def _database(path: Path, run: StoredRun) -> None:
    """One table, ``puzzles``: a transaction a part."""
    columns = run.columns
    typed = ", ".join(f'"{c.name}" {_TYPES.get(c.kind, "TEXT")}' for c in columns)
    marks = ", ".join("?" * len(columns))
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(f"CREATE TABLE puzzles ({typed})")
        for table in run.tables:
            values = zip(*(_stored(table[c.name], c) for c in columns), strict=True)
            database.executemany(f"INSERT INTO puzzles VALUES ({marks})", values)
            database.commit()


def _stored(values: Sequence[Any], column: RunColumn) -> Sequence[Any]:
    if column.kind != "counts":
        return values
    return [None if v is None else json.dumps(v, ensure_ascii=False) for v in values]
