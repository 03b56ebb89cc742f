"""Batch runs from gz to Parquet, end to end: rates, CPU time, memory, what the directory costs.

The input is made by a seed: symmetric images of the puzzles of ``clue17.txt`` (shared data), or for
ratings of a quarter each of four sources. ``--runs`` measures whole runs, a twentieth of
their full size unless ``--scale`` is given (``--scale 1`` takes about half an hour), and
``--costs`` what each question costs::

    python benchmarks/batch.py --runs
    python benchmarks/batch.py --runs --only ratings
    python benchmarks/batch.py --costs --ratings
"""

from __future__ import annotations

import argparse
import gzip
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path

import numpy as np
from common import SPEED, figure, head
from common import row as printed
from numpy.typing import NDArray

from satdoku.batch.block_answers import answer
from satdoku.batch.blocks import Inputs
from satdoku.batch.encoding import encode
from satdoku.batch.executors import Threads
from satdoku.batch.running import Task, work
from satdoku.batch.schema import QUESTIONS, Questions
from satdoku.formats import ReadOptions
from satdoku.symmetry import canonical_bytes

PIECE = 50_000
SATDOKU = (sys.executable, "-m", "satdoku")


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
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if status:
        raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), command)
    cpu = usage.ru_utime + usage.ru_stime
    return {"seconds": seconds, "cpu": cpu, "megabytes": usage.ru_maxrss / 1000}


def without_directory(path: Path, names: tuple[str, ...], jobs: int) -> dict[str, float]:
    """The blocks on the threads of a run, without writing the parts."""
    questions = Questions(names, None, 1000, "auto", lambda document: document, False)
    started, cpu = time.perf_counter(), time.process_time()
    threads = Threads[Task, object](partial(work, questions, "parquet"), jobs)
    inside = 0
    for block in Inputs([str(path)], ReadOptions(), plain=True, size=questions.block).blocks():
        length = block.length
        threads.submit(Task(block, 0, length, length))
        inside += 1
        if inside == threads.window:
            threads.finished()
            inside -= 1
    for _ in range(inside):
        threads.finished()
    threads.close()
    return {"seconds": time.perf_counter() - started, "cpu": time.process_time() - cpu}


def costs(path: Path, count: int) -> Iterator[tuple[str, float, float]]:
    """The CPU seconds of each question and the bytes of its Parquet, for a million puzzles."""
    blocks = list(Inputs([str(path)], ReadOptions(), plain=True, size=4096).blocks())
    few = next(Inputs([str(path)], ReadOptions(), plain=True, size=20).blocks())
    for names in (("verdict",), *(("verdict", name) for name in QUESTIONS if name != "verdict")):
        questions = Questions(names, None, 1000, "auto", lambda document: document, False)
        answer(questions, few)  # loads what the question needs
        started = time.process_time()
        tables = [answer(questions, block) for block in blocks]
        cpu = time.process_time() - started
        size = sum(len(encode(table, questions.columns, "parquet")) for table in tables)
        yield ",".join(names), 1e6 * cpu / count, size / count


def sources_of(*, mixed: bool) -> list[str]:
    """The puzzles whose images are the input: of 17 clues, or a quarter each of four kinds."""
    if not mixed:
        return puzzles(SPEED / "clue17.txt")
    text = subprocess.run(
        [*SATDOKU, "generate", "--level", "medium", "--count", "200", "--seed", "1"],
        check=True, capture_output=True, text=True,
    ).stdout  # fmt: skip
    files = [SPEED / name for name in ("easy.txt", "clue17.txt", "sudocue.txt")]
    kinds = [puzzles(file) for file in files] + [text.split()]
    length = max(map(len, kinds))
    # One of each in turn, so that every source has the same share.
    return [kind[i % len(kind)] for i in range(length) for kind in kinds]


Measured = tuple[str, float]
"""The name of a measurement, and the value."""


def verdict_runs(folder: Path, scale: float, jobs: int) -> Iterator[Measured]:
    """2 * 10^7 lines, verdicts and solutions; what the directory costs; memory."""
    count = max(1000, round(20_000_000 * scale))
    path = folder / "clue17.txt.gz"
    made(path, sources_of(mixed=False), count)
    for ask in ("verdict", "verdict,solution"):
        command = [*SATDOKU, "batch", str(path), "-o", str(folder / ask), "--ask", ask]
        whole = measured([*command, "--executor", "threads", "--jobs", str(jobs)])
        bare = without_directory(path, tuple(ask.split(",")), jobs)
        yield f"{ask}: a second, {count:,} lines", count / whole["seconds"]
        # The command also starts Python, which takes part of a second.
        yield f"{ask}: times threads without a directory", whole["seconds"] / bare["seconds"]
        yield f"{ask}: megabytes", whole["megabytes"]


def rating_runs(folder: Path, scale: float, jobs: int) -> Iterator[Measured]:
    """200,000 mixed ratings by processes, and by Dask beside them."""
    count = max(1000, round(200_000 * scale))
    path = folder / "mixed.txt.gz"
    made(path, sources_of(mixed=True), count)
    command = [*SATDOKU, "batch", str(path), "--ask", "verdict,rating", "--jobs", str(jobs)]
    pool = measured([*command, "-o", str(folder / "pool"), "--executor", "processes"])
    dask = measured([*command, "-o", str(folder / "dask"), "--cluster", "local"])
    yield f"ratings: a second, {count:,} mixed puzzles", count / pool["seconds"]
    yield "ratings: Dask local, times the processes", dask["seconds"] / pool["seconds"]
    yield "ratings: megabytes of the largest process", pool["megabytes"]


def kill_runs(folder: Path, scale: float, jobs: int) -> Iterator[Measured]:
    """Identical bytes after as many kills -9 at random moments."""
    kills = max(2, round(50 * scale))
    path = folder / "killed.txt.gz"
    made(path, sources_of(mixed=True), 4000 * kills)
    command = [*SATDOKU, "batch", str(path), "--ask", "verdict,rating", "--block", "64"]
    command += ["--jobs", str(jobs)]
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([*command, "-o", str(folder / "whole")], check=True, **silent)
    draw = random.Random(1)
    same = 0
    for number in range(kills):
        out = folder / "killed"
        before = len(list(out.glob("part-*")))
        with subprocess.Popen(
            [*command, "-o", str(out)], start_new_session=True, **silent
        ) as process:
            while process.poll() is None and len(list(out.glob("part-*"))) == before:
                time.sleep(0.01)
            time.sleep(draw.random() / 2)
            ended = process.poll() is not None
            os.killpg(process.pid, signal.SIGKILL)
        same += not ended and all(
            (out / part.name).read_bytes() == part.read_bytes()
            for part in (folder / "whole").glob("part-*")
            if (out / part.name).exists()
        )
        if ended:
            print(f"the run ended after {number} kills", file=sys.stderr)
            break
    subprocess.run([*command, "-o", str(folder / "killed")], check=True, **silent)
    whole, killed = (
        {path.name: path.read_bytes() for path in (folder / name).iterdir()}
        for name in ("whole", "killed")
    )
    assert whole == killed, "the whole directory is not the same in the end"
    yield f"kills of {kills} after which the bytes are the same", same


def generate_runs(folder: Path, scale: float, jobs: int) -> Iterator[Measured]:
    """200,000 puzzles made into a directory, no two equivalent."""
    count = max(1000, round(200_000 * scale))
    out = folder / "made"
    measurement = measured(
        [
            *SATDOKU,
            "generate",
            "--count",
            str(count),
            "--seed",
            "1",
            "--jobs",
            str(jobs),
            "-o",
            str(out),
            "--to",
            "csv",
        ]
    )
    forms: set[bytes] = set()
    for part in sorted(out.glob("part-*")):
        lines = [line.split(",")[2] for line in part.read_text().splitlines()[1:]]
        images = canonical_bytes("".join(lines).encode())
        forms.update(
            blake2b(images[i : i + 81], digest_size=12).digest() for i in range(0, len(images), 81)
        )
    yield f"generate: a second, {count:,} puzzles", count / measurement["seconds"]
    yield "generate: megabytes of the largest process", measurement["megabytes"]
    yield "generate: different canonical forms", len(forms)


RUNS = {
    "verdicts": verdict_runs,
    "ratings": rating_runs,
    "kills": kill_runs,
    "generate": generate_runs,
}


def runs(names: Sequence[str], scale: float, jobs: int) -> None:
    """Measure whole runs and print each value as it is known."""
    head("what", "measured")
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            for name_of_value, value in RUNS[name](Path(folder), scale, jobs):
                printed(name_of_value, figure(value))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", action="store_true", help="whole runs of the command")
    parser.add_argument("--only", choices=RUNS, help="runs of this name alone")
    parser.add_argument("--scale", type=float, default=0.05, help="of the sizes of the runs")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--costs", action="store_true", help="each question, in one thread")
    parser.add_argument("--ratings", action="store_true", help="--costs: of mixed puzzles")
    parser.add_argument("--count", type=int, default=1_000, help="--costs: this many puzzles")
    options = parser.parse_args()
    if options.runs == options.costs:
        parser.error("one of --runs and --costs is needed")
    if options.runs:
        runs([options.only] if options.only else list(RUNS), options.scale, options.jobs)
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "puzzles.txt.gz")
        made(path, sources_of(mixed=options.ratings), options.count)
        head("asked", "CPU s a million", "MB of Parquet a million")
        for names, cpu, size in costs(path, options.count):
            printed(f"`{names}`", figure(cpu), f"{size:.0f}")


if __name__ == "__main__":
    main()
