"""What part of a run on many cores one thread does: how much faster it can be on more cores.

    python benchmarks/cores.py [--jobs 16] [--scale 1]

Commands over a file run with ``--jobs`` threads or processes, however many cores there are. Counted
is the CPU time a puzzle of everything, and of what only the first thread of the first process does
outside of the core's calls with threads: reading, giving out the work, printing. This part, and the
rest divided by the number of jobs, give the speed-up that is possible. The start of the process,
a run over few puzzles, is subtracted.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from common import corpus, figure, head, lines_of, row
from variants import text_of

_SUBREAPER = 36  # of prctl(2): processes that lose their parent become ours, and are waited for
_FEW = 32
"""Puzzles of a run that is subtracted."""

TOLD = """
import atexit, sys, threading, time
from satdoku import core
inside = 0.0
def timed(call):
    def run(*args, **named):
        global inside
        started = time.thread_time()
        try:
            return call(*args, **named)
        finally:
            if threading.current_thread() is threading.main_thread():
                inside += time.thread_time() - started
    return run
for name in ("check_lines", "se_rate_batch", "hodoku_rate_batch"):
    setattr(core, name, timed(getattr(core, name)))
atexit.register(lambda: print(time.thread_time() - inside, file=sys.stderr))
from satdoku.cli import main
main()
"""


def used(words: Sequence[str]) -> tuple[float, float]:
    """CPU seconds of what the first thread does alone, and of all processes of a command."""
    process = subprocess.Popen(
        [sys.executable, "-c", TOLD, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    *said, last = process.stderr.read().splitlines()
    whole = 0.0
    while True:
        try:
            _, _, usage = os.wait3(0)
        except ChildProcessError:
            break
        whole += usage.ru_utime + usage.ru_stime
    try:
        return float(last), whole
    except ValueError:
        raise SystemExit("\n".join((*said, last))) from None


def shares(words: Sequence[str], texts: Sequence[str], jobs: int) -> tuple[float, float]:
    """CPU seconds a puzzle: of what the first thread does alone, and of everything."""
    spent = []
    with tempfile.TemporaryDirectory() as folder:
        for name, some in (("few", texts[:_FEW]), ("all", texts)):
            file = Path(folder, f"{name}.txt")
            file.write_text("\n".join(some) + "\n", "utf-8")
            given = [word.replace("DIR", str(Path(folder, name))) for word in words]
            spent.append(used([*given, str(file), "--jobs", str(jobs)]))
    alone, whole = ((b - a) / (len(texts) - _FEW) for a, b in zip(*spent, strict=True))
    return alone, whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--jobs", type=int, default=16)
    parser.add_argument("--scale", type=float, default=1.0, help="of the numbers of puzzles")
    arguments = parser.parse_args()
    jobs = arguments.jobs
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)
    plain = lines_of("clue17")
    variants = [text_of(one) for one in corpus() if "\n" not in text_of(one)]
    commands = (
        ("check-unique", plain, 400_000),
        ("check-unique --json", plain, 400_000),
        ("solve", plain, 400_000),
        ("rate", plain, 40_000),
        ("rate --scale hodoku", plain, 40_000),
        ("batch -o DIR", plain, 400_000),
        ("batch -o DIR --ask rating", plain, 16_000),
        ("check-unique --rules anti-king", plain, 8_000),
        ("check-unique --time-limit 1", variants, 800),
        ("canonical", plain, 20_000),
    )
    head("command", "puzzles", "CPU us a puzzle", "of it one thread", f"at {jobs} at most")
    for command, texts, number in commands:
        number = max(2 * _FEW, int(number * arguments.scale))
        every = (list(texts) * (number // len(texts) + 1))[:number]
        alone, whole = shares(command.split(), every, jobs)
        most = whole / (alone + (whole - alone) / jobs)
        cells = (number, figure(1e6 * whole), f"{alone / whole:.1%}", f"{most:.1f} times")
        row(f"`satdoku {command}`", *cells)


if __name__ == "__main__":
    main()
