"""Every measurement of the documentation, one after another, as its pages give the commands.

    python benchmarks/all.py [--list] [--only WORD ...]

What each prints is kept in build/benchmarks/, with the command, the machine, its load and the time;
benchmarks/figures.py and encoding_sizes.py write their tables into the pages themselves. A command
that needs data or packages which are absent is reported, and the others go on. It takes hours: the
machine should have no other work.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WRITING = ("figures.py", "encoding_sizes.py")
"""Those that write into the pages."""
_SHOWN = re.compile(r"python (benchmarks/\w+\.py[^`\n]*(?:\n(?!\n)[^`\n]*(?=`))?)")


def commands() -> dict[str, str]:
    """The command lines of all pages, each with the first page that shows it."""
    found: dict[str, str] = {}
    for page in sorted((ROOT / "docs").rglob("*.md")):
        for shown in _SHOWN.findall(page.read_text("utf-8")):
            line = " ".join(shown.split())
            script = line.split()[0]
            if script == "benchmarks/all.py" or re.search(r" (\[|\.\.\.)", line):
                continue
            if Path(script).name in WRITING:
                line = f"{script} --write"
            found.setdefault(line, page.relative_to(ROOT).as_posix())
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="print the commands")
    parser.add_argument("--only", nargs="+", default=[], help="those with one of these words")
    options = parser.parse_args()
    wanted = {
        line: page
        for line, page in commands().items()
        if not options.only or any(word in line for word in options.only)
    }
    if options.list:
        for line, page in wanted.items():
            print(f"{page}\t{line}")
        return 0
    folder = ROOT / "build" / "benchmarks"
    folder.mkdir(parents=True, exist_ok=True)
    failed = 0
    for line, page in wanted.items():
        name = re.sub(r"\W+", "-", line.removeprefix("benchmarks/"))[:80].strip("-")
        started = time.perf_counter()
        # A shell takes the braces apart that some commands have.
        command = f"{shlex.quote(sys.executable)} {line}"
        done = subprocess.run(
            ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, check=False
        )
        head = f"{page}: python {line}\nload {os.getloadavg()}, {time.strftime('%Y-%m-%d %H:%M')}\n"
        (folder / f"{name}.txt").write_text(f"{head}\n{done.stdout}", encoding="utf-8")
        failed += bool(done.returncode)
        last = done.stderr.strip().splitlines()[-1:] if done.returncode else []
        took = f"{time.perf_counter() - started:.0f} s"
        print("\t".join((f"exit {done.returncode}", took, line, *last)), flush=True)
    print(f"{len(wanted)} commands, {failed} failed; see {folder}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
