"""Tables of puzzles and of answers as Parquet, by pyarrow (the extra ``batch``)."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import IO, Any

from satdoku.base.columns import RunColumn
from satdoku.base.errors import FormatError, SatdokuError
from satdoku.batch.packed import FixedTexts, WordColumn
from satdoku.batch.schema import Columns
from satdoku.formats import Entry, ReadOptions
from satdoku.formats.base import Sizes
from satdoku.formats.csv import cell_entry, puzzle_column

_ROWS = 1 << 14
"""Rows that are read at a time."""


def arrow(purpose: str) -> Any:
    """The package pyarrow.

    :raises SatdokuError: where it is not installed; explains how to get it.
    """
    try:
        import pyarrow
    except ImportError:
        raise SatdokuError(
            f"{purpose} needs pyarrow, which is not installed: pip install 'satdoku[batch]'"
        ) from None
    return pyarrow


def entries(stream: IO[bytes], name: str, options: ReadOptions) -> Iterator[Entry]:
    """The puzzles of a table, which one of its columns holds; the lines are its rows, from 1.

    :raises FormatError: where it cannot be read or has no column of puzzles.
    """
    pa = arrow(f"reading {name}, a Parquet file,")
    import pyarrow.parquet as pq

    try:
        file = pq.ParquetFile(stream)
        names = file.schema_arrow.names
        column = names[puzzle_column(names, options)]
        if not file.metadata.num_rows:
            raise FormatError(f"{name} holds no puzzle: the table is empty")
        sizes = Sizes()
        number = 0
        for batch in file.iter_batches(batch_size=_ROWS, columns=[column]):
            for cell in batch.column(0).to_pylist():
                number += 1
                text = cell if isinstance(cell, str) else "" if cell is None else str(cell)
                yield cell_entry(number, text, column, options, sizes)
    except (pa.ArrowException, OSError) as error:
        reason = str(error).partition("\n")[0]
        raise FormatError(f"{name} is a damaged Parquet file: {reason}") from None


def encoded(table: Columns, columns: Sequence[RunColumn]) -> bytes:
    """A table as a Parquet file; the same bytes each time."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.parquet as pq

    types = {
        "integer": pa.int64(),
        "number": pa.float64(),
        "flag": pa.bool_(),
        "text": pa.string(),
        "word": pa.dictionary(pa.int32(), pa.string()),
        "counts": pa.map_(pa.string(), pa.int64()),
    }

    def numbers(values: Any, kind: Any) -> Any:
        return pa.Array.from_buffers(kind, len(values), [None, pa.py_buffer(values)])

    def strings(data: bytes, places: Any) -> Any:
        buffers = pa.py_buffer(places.astype(np.int32)), pa.py_buffer(data)
        return pa.StringArray.from_buffers(len(places) - 1, *buffers)

    def array(column: RunColumn) -> Any:
        values: Any = table[column.name]
        # pyarrow loads pandas, where that is installed, to look at a list.
        if isinstance(values, FixedTexts):
            return strings(values.data, np.arange(0, len(values.data) + 1, values.width))
        if isinstance(values, WordColumn):
            used = list(values.counts())  # in the order of dictionary_encode
            words = strings("".join(used).encode(), np.cumsum([0, *map(len, used)]))
            places = np.array([used.index(n) if n in used else 0 for n in values.names], np.int32)
            codes = numbers(places[values.codes], pa.int32())
            return pa.DictionaryArray.from_arrays(codes, words)
        if isinstance(values, range):
            return numbers(np.arange(values.start, values.stop, values.step), pa.int64())
        if isinstance(values, list) and values.count(None) == len(values):
            return pa.nulls(len(values), types[column.kind])
        if column.kind == "counts":
            values = [None if value is None else list(value.items()) for value in values]
        if column.kind == "word":
            return pa.array(values, pa.string()).dictionary_encode()
        return pa.array(values, types[column.kind])

    schema = pa.schema([(column.name, types[column.kind]) for column in columns])
    arrow_table = pa.Table.from_arrays([array(column) for column in columns], schema=schema)
    repeated = [column.name for column in columns if column.kind in ("word", "number", "flag")]
    out = io.BytesIO()
    pq.write_table(
        arrow_table,
        out,
        compression="zstd",
        compression_level=1,
        use_dictionary=[name for name in repeated if name != "exact"],
        write_statistics=[column.name for column in columns if column.kind != "text"],
    )
    return out.getvalue()


def decoded(data: bytes, columns: Sequence[RunColumn]) -> Columns:
    """The table of a Parquet file that :func:`encoded` made."""
    import pyarrow.parquet as pq

    table: Columns = pq.read_table(io.BytesIO(data)).to_pydict()
    for column in columns:
        if column.kind == "counts":
            values = table[column.name]
            table[column.name] = [None if value is None else dict(value) for value in values]
    return table
