"""Tables of answers to the bytes of a part, and back: Parquet, CSV or JSON lines."""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterator, Sequence
from typing import Any

from satdoku.base.columns import RunColumn
from satdoku.base.errors import SatdokuError
from satdoku.batch.parquet import arrow, decoded, encoded
from satdoku.batch.schema import Columns, table_of

FORMS = ("parquet", "csv", "csv.gz", "csv.zst", "jsonl", "jsonl.gz", "jsonl.zst")
"""How parts can be written: the end of their names."""

_COMPACT = json.JSONEncoder(ensure_ascii=False).encode


def default_form() -> str:
    """Parquet where pyarrow is installed, else CSV."""
    try:
        arrow("writing Parquet")
    except SatdokuError:
        return "csv"
    return "parquet"


def require_form(form: str) -> None:
    """:raises SatdokuError: where parts cannot be written so."""
    if form not in FORMS:
        raise SatdokuError(f"--to is one of {', '.join(FORMS)}, not {form!r}")
    if form == "parquet" or form.endswith(".zst"):
        arrow(f"writing {form}")


def versions(form: str) -> dict[str, str]:
    """Of the packages that the bytes of a part depend on."""
    if form == "parquet" or form.endswith(".zst"):
        return {"pyarrow": arrow("this").__version__}
    return {}


def encode(table: Columns, columns: Sequence[RunColumn], form: str) -> bytes:
    """A table as the bytes of a file; the same bytes each time."""
    if form == "parquet":
        return encoded(table, columns)
    name, _, packing = form.partition(".")
    data = "".join(lines_of(table, columns, name, header=True)).encode("utf-8")
    if packing == "gz":
        return gzip.compress(data, compresslevel=6, mtime=0)
    if packing == "zst":
        return bytes(arrow("zst").compress(data, codec="zstd", asbytes=True))
    return data


def lines_of(
    table: Columns, columns: Sequence[RunColumn], form: str, *, header: bool
) -> Iterator[str]:
    """The rows of a table in pieces of text, as ``csv`` or ``jsonl``."""
    names = [column.name for column in columns]
    rows = zip(*(table[name] for name in names), strict=True)
    if form == "jsonl":
        for row in rows:
            record = {n: v for n, v in zip(names, row, strict=True) if v is not None}
            yield _COMPACT(record) + "\n"
        return
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    if header:
        writer.writerow(names)
    if any(column.kind in ("counts", "flag") for column in columns):
        rows = (tuple(map(_written, row)) for row in rows)  # type: ignore[assignment]
    writer.writerows(rows)
    yield out.getvalue()


def _written(value: Any) -> Any:
    if isinstance(value, dict):
        return _COMPACT(value)
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value


_READ: dict[str, Any] = {
    "integer": int,
    "number": float,
    "flag": "true".__eq__,
    "text": str,
    "word": str,
    "counts": json.loads,
}


def decode(data: bytes, columns: Sequence[RunColumn], form: str) -> Columns:
    """The table of a part that :func:`encode` made.

    :raises SatdokuError: where the bytes are damaged.
    """
    try:
        return _decoded(data, columns, form)
    except (ValueError, KeyError, EOFError, OSError) as error:
        raise SatdokuError(f"it is damaged: {error}") from None


def _decoded(data: bytes, columns: Sequence[RunColumn], form: str) -> Columns:
    if form == "parquet":
        return decoded(data, columns)
    name, _, packing = form.partition(".")
    if packing == "gz":
        data = gzip.decompress(data)
    elif packing == "zst":
        pa = arrow("reading zst")
        with pa.CompressedInputStream(pa.BufferReader(data), "zstd") as stream:
            data = stream.read()
    text = data.decode("utf-8")
    if name == "jsonl":
        return table_of(columns, [json.loads(line) for line in text.splitlines()])
    rows = csv.reader(io.StringIO(text, newline=""))
    next(rows)
    records = list(rows)
    return {
        column.name: [_READ[column.kind](row[i]) if row[i] else None for row in records]
        for i, column in enumerate(columns)
    }
