"""The parts of a run as one file: SQLite, CSV or JSON lines."""

from __future__ import annotations

import gzip
import io
import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import IO, Any

from satdoku.batch.directory import PartNote, RunDirectory, header_of, read_part, success_of
from satdoku.batch.encoding import decode, lines_of
from satdoku.batch.parquet import arrow
from satdoku.batch.schema import Column, Columns, column_of
from satdoku.errors import SatdokuError

__all__ = ["export", "made_so_far", "part_of", "tables"]

_TYPES = {"integer": "INTEGER", "number": "REAL", "flag": "INTEGER"}


def tables(directory: Path) -> tuple[tuple[Column, ...], Iterator[Columns]]:
    """The columns of a run, and the answers of each part in order.

    :raises SatdokuError: where the run has not ended, or a part was changed.
    """
    header = header_of(directory)
    success = success_of(directory)
    if success is None:
        raise SatdokuError(
            f"the run in {directory} has not ended; the command that began it goes on with it"
        )
    columns = tuple(column_of(found["name"]) for found in header["columns"])
    parts = [(note["name"], note["sha256"]) for note in success["parts"]]
    return columns, (_table(directory, *part, columns, header["form"]) for part in parts)


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
    columns = tuple(column_of(found["name"]) for found in header["columns"])
    return _table(directory.path, note.name, note.sha256, columns, header["form"])


def _table(
    directory: Path, name: str, digest: str, columns: Sequence[Column], form: str
) -> Columns:
    data = read_part(directory, name, digest)
    try:
        return decode(data, columns, form)
    except SatdokuError as error:
        raise SatdokuError(f"{directory / name}: {error}") from None


def export(directory: Path, output: Path) -> int:
    """Write all answers of a run to one file, whose name says how; returns their number.

    The file appears whole or not at all.

    :raises SatdokuError: where the run has not ended, the name says no form, or the file cannot be
        written.
    """
    form, packing = _form(output)
    columns, parts = tables(directory)
    if packing == "zst":
        arrow(f"writing {output}")
    scratch = output.with_name(f".{os.getpid()}-{output.name}.tmp")
    try:
        if form == "sqlite":
            rows = _database(scratch, columns, parts)
        else:
            rows = _text(scratch, columns, parts, form, packing)
        with scratch.open("rb") as stream:
            os.fsync(stream.fileno())
        os.replace(scratch, output)  # noqa: PTH105
    except (OSError, sqlite3.Error) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise SatdokuError(f"{output} cannot be written: {reason or error}") from None
    finally:
        scratch.unlink(missing_ok=True)
    return rows


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


def _text(
    path: Path, columns: Sequence[Column], parts: Iterator[Columns], form: str, packing: str
) -> int:
    rows = 0
    with ExitStack() as stack:
        raw = stack.enter_context(path.open("wb"))
        stream: IO[bytes] | Any = raw
        if packing == "gz":
            stream = stack.enter_context(gzip.GzipFile("", "wb", 6, raw, mtime=0))
        elif packing == "zst":
            stream = stack.enter_context(arrow("zst").CompressedOutputStream(raw, "zstd"))
        out = stack.enter_context(io.BufferedWriter(stream)) if not packing else stream
        for index, table in enumerate(parts):
            rows += len(table["line"])
            for piece in lines_of(table, columns, form, header=index == 0):
                out.write(piece.encode("utf-8"))
    return rows


def _database(path: Path, columns: Sequence[Column], parts: Iterator[Columns]) -> int:
    """One table, ``puzzles``: a transaction a part."""
    names = [column.name for column in columns]
    typed = ", ".join(f'"{c.name}" {_TYPES.get(c.kind, "TEXT")}' for c in columns)
    marks = ", ".join("?" * len(names))
    rows = 0
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute(f"CREATE TABLE puzzles ({typed})")
        for table in parts:
            values = zip(*(_stored(table[c.name], c) for c in columns), strict=True)
            database.executemany(f"INSERT INTO puzzles VALUES ({marks})", values)
            database.commit()
            rows += len(table["line"])
    return rows


def _stored(values: Sequence[Any], column: Column) -> Sequence[Any]:
    if column.kind != "counts":
        return values
    return [None if v is None else json.dumps(v, ensure_ascii=False) for v in values]
