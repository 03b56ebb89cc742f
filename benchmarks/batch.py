"""Batch runs from gz to Parquet, end to end: rates, CPU time, memory, what the directory costs.

The input is made by a seed: symmetric images of the puzzles of ``clue17.txt`` (shared data), or for
ratings of a quarter each of four sources. ``--count`` is 100,000 unless it is given, since the
issue's 10,000,000 need a quiet machine::

    python benchmarks/batch.py --count 10000000
    python benchmarks/batch.py --ratings --count 1000000
    python benchmarks/batch.py --ratings --costs --count 20000
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from satdoku.batch.answering import answer
from satdoku.batch.blocks import Inputs
from satdoku.batch.encoding import encode
from satdoku.batch.executors import Threads
from satdoku.batch.running import Task, work
from satdoku.batch.schema import QUESTIONS, Questions
from satdoku.formats import ReadOptions

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PIECE = 50_000


def puzzles(path: Path) -> list[str]:
    """The 81-character puzzles of a file, one at the start of a line."""
    lines = path.read_text().splitlines()
    return [line[:81].replace("0", ".") for line in lines if len(line) >= 81 and line[0] != "#"]


def images(sources: Sequence[str], count: int, seed: int) -> Iterator[bytes]:
    """Symmetric images of the sources in turn, in pieces of lines."""
    table = np.array([[0 if c == "." else int(c) for c in text] for text in sources], np.uint8)
    random = np.random.default_rng(seed)

    def places(n: int) -> NDArray[np.intp]:
        """Rows (or columns) permuted within bands, and the bands."""
        bands = np.argsort(random.random((n, 3)), axis=1)
        inside = np.argsort(random.random((n, 3, 3)), axis=2)
        return (3 * bands[:, :, None] + inside).reshape(n, 9)

    for first in range(0, count, PIECE):
        n = min(PIECE, count - first)
        grids = table[np.arange(first, first + n) % len(table)].reshape(n, 9, 9)
        turned = random.random(n) < 0.5
        grids[turned] = grids[turned].transpose(0, 2, 1)
        each = np.arange(n)[:, None, None]
        grids = grids[each, places(n)[:, :, None], places(n)[:, None, :]]
        digits = np.argsort(random.random((n, 9)), axis=1).astype(np.uint8) + ord("1")
        symbols = np.concatenate([np.full((n, 1), ord("."), np.uint8), digits], axis=1)
        text = np.full((n, 82), ord("\n"), np.uint8)
        text[:, :81] = symbols[np.arange(n)[:, None], grids.reshape(n, 81)]
        yield text.tobytes()


def made(path: Path, sources: Sequence[str], count: int) -> None:
    """The input file."""
    with gzip.open(path, "wb", 6) as stream:
        for piece in images(sources, count, 1):
            stream.write(piece)


def measured(command: Sequence[str]) -> dict[str, float]:
    """A command's seconds by the clock, its CPU seconds, and the memory of its largest process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": seconds, "cpu": cpu, "megabytes": after.ru_maxrss / 1000}


def without_directory(path: Path, names: tuple[str, ...], jobs: int) -> dict[str, float]:
    """The same blocks on the same threads, the parts thrown away."""
    asked = Questions(names, None, 1000, "auto", lambda document: document, False)
    started, cpu = time.perf_counter(), time.process_time()
    threads = Threads[Task, object](partial(work, asked, "parquet"), jobs)
    inside = 0
    for block in Inputs([str(path)], ReadOptions(), plain=True, size=asked.block).blocks():
        length = block.data.count(b"\n") + 1
        threads.submit(Task(block, 0, length, length))
        inside += 1
        if inside == threads.window:
            threads.finished()
            inside -= 1
    for _ in range(inside):
        threads.finished()
    threads.close()
    return {"seconds": time.perf_counter() - started, "cpu": time.process_time() - cpu}


def costs(path: Path, count: int) -> list[dict[str, object]]:
    """The CPU seconds of each question and the bytes of its Parquet, for a million puzzles."""
    found: list[dict[str, object]] = []
    blocks = list(Inputs([str(path)], ReadOptions(), plain=True, size=4096).blocks())
    for names in (("verdict",), *(("verdict", name) for name in QUESTIONS if name != "verdict")):
        asked = Questions(names, None, 1000, "auto", lambda document: document, False)
        started = time.process_time()
        tables = [answer(asked, block) for block in blocks]
        cpu = time.process_time() - started
        size = sum(len(encode(table, asked.columns, "parquet")) for table in tables)
        row: dict[str, object] = {
            "ask": ",".join(names),
            "CPU seconds a million": 1e6 * cpu / count,
        }
        found.append(row | {"megabytes a million": size / count})
    return found


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--costs", action="store_true", help="each question, in one thread")
    parser.add_argument("--ratings", action="store_true", help="ratings of mixed puzzles")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt.gz")
        satdoku = [sys.executable, "-m", "satdoku"]
        if options.ratings:
            text = subprocess.run(
                [*satdoku, "generate", "--level", "medium", "--count", "200", "--seed", "1"],
                check=True, capture_output=True, text=True,
            ).stdout  # fmt: skip
            files = [DATA / "speed" / name for name in ("easy.txt", "clue17.txt", "sudocue.txt")]
            kinds = [puzzles(file) for file in files] + [text.split()]
            length = max(map(len, kinds))
            # One of each in turn, so that every source has the same share.
            sources = [kind[i % len(kind)] for i in range(length) for kind in kinds]
            asks = ["verdict,rating"]
        else:
            sources = puzzles(DATA / "speed" / "clue17.txt")
            asks = ["verdict", "verdict,solution"]
        made(path, sources, options.count)
        if options.costs:
            for row in costs(path, options.count):
                shown = {k: round(v, 2) if isinstance(v, float) else v for k, v in row.items()}
                print(json.dumps(shown))
            print(f"load {os.getloadavg()[0]:.1f}")
            return
        for ask in asks:
            for executor in ("threads", "processes") if options.ratings else ("threads",):
                out = Path(folder, f"{ask}-{executor}")
                row: dict[str, object] = {"ask": ask, "how": executor} | measured(
                    [
                        *satdoku,
                        "batch",
                        str(path),
                        "-o",
                        str(out),
                        "--ask",
                        ask,
                        "--executor",
                        executor,
                        "--jobs",
                        str(options.jobs),
                    ]
                )
                found.append(row)
            if not options.ratings:
                row = {"ask": ask, "how": "threads without a directory, in a warm process"}
                found.append(row | without_directory(path, tuple(ask.split(",")), options.jobs))
    for row in found:
        row["rate"] = round(options.count / float(str(row["seconds"])))
        if row["how"] == "processes":  # they are not this process's children
            del row["cpu"]
        else:
            row["per CPU second"] = round(options.count / float(str(row["cpu"])))
    print(f"{options.count:,} puzzles, {options.jobs} jobs; load {os.getloadavg()[0]:.1f}")
    for row in found:
        shown = {k: round(v, 2) if isinstance(v, float) else v for k, v in row.items()}
        print(
            json.dumps(shown) if options.json else "  ".join(f"{k} {v}" for k, v in shown.items())
        )


if __name__ == "__main__":
    main()
