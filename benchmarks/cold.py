"""The time of a cold process: importing satdoku, and the first answers of the command line.

    python benchmarks/cold.py [--runs 7]

CPU time (user and system) and wall time of fresh processes, the best and the median of the runs.
All modules are compiled before, as ``pip install`` compiles them.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from common import head, row

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
CLI = "from satdoku.cli import main; main()"
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "import satdoku": ["-c", "import satdoku"],
    **{
        f"satdoku.{call}": ["-c", f"import satdoku; satdoku.{call.replace('PUZZLE', repr(UNIQUE))}"]
        for call in ("is_unique(PUZZLE)", "rate(PUZZLE)", "hint(PUZZLE)", "diagnose(PUZZLE)")
    },
    **{
        f"satdoku {words}": ["-c", CLI, *words.replace("PUZZLE", UNIQUE).split()]
        for words in (
            "check-unique PUZZLE",
            "check-unique PUZZLE --json",
            "check-unique PUZZLE --backend sat",
            "hint PUZZLE",
            "rate PUZZLE",
        )
    },
}


def measure(
    arguments: list[str], runs: int, environment: Mapping[str, str]
) -> tuple[list[float], list[float]]:
    """(CPU seconds, wall seconds) of each run; the first, which compiles modules, is left out."""
    cpu, wall = [], []
    for _ in range(runs + 1):
        before = os.times()
        started = time.perf_counter()
        command = [sys.executable, *arguments]
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=environment)
        wall.append(time.perf_counter() - started)
        after = os.times()
        cpu.append(
            after.children_user
            + after.children_system
            - before.children_user
            - before.children_system
        )
    return cpu[1:], wall[1:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=7)
    runs = parser.parse_args().runs
    head("command", "CPU best ms", "CPU median ms", "wall best ms", "wall median ms")
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for name, arguments in COMMANDS.items():
            cpu, wall = measure(arguments, runs, environment)
            cells = [min(cpu), statistics.median(cpu), min(wall), statistics.median(wall)]
            row(f"`{name}`", *(f"{1000 * cell:.0f}" for cell in cells))


if __name__ == "__main__":
    main()
