"""The command line of the fuzz; see docs/fuzzing.md."""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Sequence

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, TimeElapsedColumn

from tests.fuzz.running import pieces, run
from tests.fuzz.tries import CLASSES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, print every finding as it comes and a line a class at the end; 1 where there was one."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--tries", type=_positive, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--class", dest="name", choices=list(CLASSES), help="only this class")
    parser.add_argument("--jobs", "-j", type=_positive, default=1, metavar="J")
    parser.add_argument("--time-limit", type=_seconds, default=math.inf, metavar="SECONDS")
    parser.add_argument("--repeat", type=int, metavar="INDEX", help="one try of --class, here")
    options = parser.parse_args(arguments)
    if options.repeat is not None:
        if options.name is None:
            parser.error("--repeat needs --class")
        return _repeated(options.name, options.seed, options.repeat)
    names = [options.name] if options.name else list(CLASSES)
    return _run(options.tries, options.seed, names, options.jobs, options.time_limit)


def _positive(text: str) -> int:
    if (number := int(text)) < 1:
        raise ValueError(text)
    return number


def _seconds(text: str) -> float:
    if not (seconds := float(text)) >= 0:
        raise ValueError(text)
    return seconds


def _repeated(name: str, seed: int, index: int) -> int:
    finding = CLASSES[name].attempt(seed, index)
    print(finding or f"{name} seed {seed} try {index}: nothing found")
    return 0 if finding is None else 1


def _bar() -> Progress:
    columns = (*Progress.get_default_columns(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def _run(tries: int, seed: int, names: list[str], jobs: int, seconds: float) -> int:
    started = time.monotonic()
    done, findings = Counter[str](), Counter[str]()
    spent: dict[str, float] = defaultdict(float)
    ending = ""
    results = run(pieces(tries, seed, names), jobs)
    try:
        with _bar() as bar:
            task = bar.add_task("fuzz", total=tries)
            for result in results:
                name = result.piece.name
                done[name] += result.done
                spent[name] += result.seconds
                findings[name] += len(result.findings)
                for finding in result.findings:
                    bar.console.out(finding) if sys.stdout.isatty() else print(finding, flush=True)
                bar.advance(task, result.done)
                if time.monotonic() - started > seconds:
                    ending = "the time limit came first"
                    break
    except KeyboardInterrupt:
        ending = "interrupted"
    finally:
        results.close()
    for name in names:
        rate = done[name] / spent[name] if spent[name] else 0.0
        print(f"{name:13}{done[name]:>12,} tries {rate:>9,.0f}/s {findings[name]:>6,} findings")
    total, wall = sum(done.values()), time.monotonic() - started
    rate = total / wall if wall else 0.0
    print(
        f"{'all':13}{total:>12,} tries {rate:>9,.0f}/s {sum(findings.values()):>6,} findings "
        f"in {wall:,.0f} s, seed {seed}{ending and ', ' + ending}"
    )
    return 1 if sum(findings.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
