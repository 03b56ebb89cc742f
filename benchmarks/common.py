"""Shared by benchmarks: the folder of the data, the puzzles of a set, rows of Markdown tables."""

from __future__ import annotations

import argparse
import json
import lzma
import os
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")

ROOT = Path(__file__).resolve().parents[1]
_BESIDE = (folder / "shared" for folder in ROOT.parents)
SHARED = Path(
    os.environ.get("SATDOKU_SHARED")
    or next((path for path in _BESIDE if (path / "data").is_dir()), ROOT.parent / "shared")
)
"""The puzzles of others, which are read and never copied: ``../shared``, or where it is found."""
SPEED = SHARED / "data" / "speed"
RATING = SHARED / "data" / "rating"
CORPUS = SHARED / "data" / "variants" / "corpus.jsonl"
COLLECTIONS = CORPUS.with_name("iss_collections.jsonl.xz")
"""Two thirds of the collections of Interactive Sudoku Solver; searches are not tuned on them."""


def lines_of(name: str, count: int | None = None, first: int = 0) -> list[str]:
    """Puzzles of a file of ``SPEED``, evenly spread over it; without ``count`` all of them."""
    text = (SPEED / f"{name}.txt").read_text(encoding="utf-8")
    rows = [row.partition("#")[0].strip() for row in text.splitlines() if row[:1] not in ("", "#")]
    rows = rows[first:]
    return rows if count is None else rows[:: max(1, len(rows) // count)][:count]


def corpus(file: Path = CORPUS, every: int = 1, first: int = 0) -> list[dict[str, Any]]:
    """The rows of a file of variants, which may be packed; ``puzzle`` is a text or an object."""
    opened = lzma.open if file.suffix == ".xz" else open
    with opened(file, "rt", encoding="utf-8") as text:
        rows = [json.loads(row) for row in text.read().splitlines()[first::every]]
    return [row if "puzzle" in row else row | {"puzzle": row["input"]} for row in rows]


def row(*cells: object) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def head(*names: str, left: int = 1) -> None:
    """Print the head of a table; the first ``left`` columns hold text, the others numbers."""
    row(*names)
    print("|" + "---|" * left + "---:|" * (len(names) - left), flush=True)


def caption(text: str) -> None:
    """Print what the next table or figure is about."""
    print(f"\n{text}\n", flush=True)


def spread(values: Sequence[float], form: str = ".1f") -> str:
    """Median and largest."""
    return f"{statistics.median(values):{form}} / {max(values):{form}}"


def figure(value: float) -> str:
    """A number with three digits that count."""
    return f"{float(f'{value:.3g}'):,.10g}"


def tally(counts: dict[Any, int]) -> str:
    """How often each value occurs, the values in order."""
    return ", ".join(f"{value}: {times}" for value, times in sorted(counts.items()))


def add_pieces(parser: argparse.ArgumentParser) -> None:
    """The options of a run that may be cut into pieces, for :func:`in_pieces`."""
    parser.add_argument("--kept", type=Path, help="a file of outcomes, which grows")
    parser.add_argument("--minutes", type=float, default=1e9, help="for this piece of the run")


def in_pieces(
    items: Iterable[tuple[str, T]], search: Callable[[T], Any], file: Path | None, minutes: float
) -> Iterator[tuple[str, Any]]:
    """The name and the outcome (JSON data) of each item, until the minutes are over. An outcome
    that is a line of the file is not searched again; new ones are appended."""
    kept: dict[str, Any] = {}
    if file is not None and file.exists():
        kept = dict(map(json.loads, file.read_text(encoding="utf-8").splitlines()))
    until = time.monotonic() + 60 * minutes
    for name, item in items:
        if name not in kept:
            if time.monotonic() >= until:
                return
            kept[name] = search(item)
            if file is not None:
                with file.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([name, kept[name]]) + "\n")
        yield name, kept[name]
