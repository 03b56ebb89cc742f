"""Measure everything that the documentation shows, and write it there.

    python benchmarks/all.py [--list] [--only WORD ...] [--seconds 300]

A page shows a measurement between two comments, of which the first names the command::

    <!-- measured: python benchmarks/cold.py -->
    <!-- end of measured -->

Each command is run once, and what it prints is written between the comments on every page that has
them, below a line that says when, where and by which command it was measured. A comment may ask for
the first rows of the table alone: ``<!-- measured, 4 rows: ... -->``. A command that fails, takes
longer than ``--seconds``, or lacks data or packages leaves the pages as they are and is reported.
Pages are written after each command, so that Ctrl-C (and SIGTERM) keeps what is done. The machine
should have no other work.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path

from common import ROOT, SHARED

_BLOCK = re.compile(
    r"(<!-- measured(?:, (?P<rows>\d+) rows)?: (?P<command>.+?) -->\n)"
    r".*?(<!-- end of measured -->)",
    re.DOTALL,
)
_ANSWERED = (0, 3)
"""Exit codes with a result: 3 says that some question ran out of time, which the table shows."""


def pages() -> list[Path]:
    """The pages that may show measurements."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def commands(files: Iterable[Path]) -> dict[str, list[Path]]:
    """The commands of the pages, in their order, each with the pages that show it."""
    pages: dict[str, list[Path]] = {}
    for page in files:
        for block in _BLOCK.finditer(page.read_text("utf-8")):
            pages.setdefault(block["command"], []).append(page)
    return pages


def written(text: str, command: str, about: str, result: str) -> str:
    """A page with the result of a command in each place for it."""

    def filled(block: re.Match[str]) -> str:
        if block["command"] != command:
            return block[0]
        shown = re.sub(r"\n{3,}", "\n\n", result.strip())
        if block["rows"]:
            shown = "\n".join(re.findall(r"^\|.*$", shown, re.MULTILINE)[: 2 + int(block["rows"])])
        elif "|---" not in shown:
            shown = f"```text\n{shown}\n```"
        return f"{block[1]}{about}\n\n{shown}\n{block[4]}"

    return _BLOCK.sub(filled, text)


def words_of(command: str) -> list[str]:
    """The command line, with this Python and the folder where the data is found."""
    words = shlex.split(command)
    start = [sys.executable] if words[0] == "python" else [sys.executable, "-m", words[0]]
    return start + [
        str(SHARED / word.removeprefix("../shared/")) if word.startswith("../shared/") else word
        for word in words[1:]
    ]


def run(command: str, seconds: float) -> tuple[str, str]:
    """The output of a command, and the reason why it is no result (empty where it is one)."""
    with subprocess.Popen(
        words_of(command), cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        encoding="utf-8", start_new_session=True,
    ) as process:  # fmt: skip
        try:
            out, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            return "", f"took longer than {seconds:g} s"
        finally:  # also what it has started, and also where Ctrl-C came
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode not in _ANSWERED:
        last = errors.strip().splitlines()[-1:]
        return "", "; ".join([f"exit code {process.returncode}", *last])
    return out, "" if out.strip() else "printed nothing"


def cpu_of_children() -> float:
    """CPU seconds of the processes that have ended."""
    times = os.times()
    return times.children_user + times.children_system


def machine() -> str:
    """The processor and what runs on it."""
    from satdoku.base.compiled import compiled_core

    info = Path("/proc/cpuinfo")
    text = info.read_text("utf-8") if info.is_file() else ""
    match = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    name = match[1] if match else platform.processor() or platform.machine()
    core = compiled_core("simd_level")
    simd = core.simd_level() if core else "no compiled core"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{name}, {os.cpu_count()} cores, {simd}, {python}"


def commit() -> str:
    """The commit that is measured, with a + where the code has been changed since."""

    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=ROOT, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    changed = git("status", "--porcelain", "--", "satdoku", "native", "benchmarks")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("+" if changed else "")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--list", action="store_true", help="print pages and commands, run nothing")
    parser.add_argument("--only", nargs="+", default=[], help="commands with one of these words")
    parser.add_argument("--seconds", type=float, default=300.0, help="most that one may take")
    options = parser.parse_args()
    wanted = {
        command: shown
        for command, shown in commands(pages()).items()
        if not options.only or any(word in command for word in options.only)
    }
    if options.list:
        for command, shown in wanted.items():
            print(f"{', '.join(str(page.relative_to(ROOT)) for page in shown)}\t{command}")
        return 0
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what runs is ended then, too
    where, tree = machine(), commit()
    failed = []
    started = time.monotonic()
    for number, (command, shown) in enumerate(wanted.items(), 1):
        load, began, spent = os.getloadavg()[0], time.monotonic(), cpu_of_children()
        try:
            result, fault = run(command, options.seconds)
        except KeyboardInterrupt:
            print(f"interrupted; {number - 1} of {len(wanted)} commands are done")
            return 130
        took = time.monotonic() - began
        if fault:
            failed.append(command)
        else:
            about = f"{time.strftime('%Y-%m-%d')}, commit {tree}, {where}, load {load:.1f}"
            about += f", {took:.0f} s: `{command}`"
            for page in dict.fromkeys(shown):
                text = page.read_text("utf-8")
                page.write_text(written(text, command, about, result), encoding="utf-8")
        cpu = cpu_of_children() - spent
        print(f"{took:4.0f} s, CPU {cpu:4.0f} s\t{command}\t{fault or 'written'}", flush=True)
    minutes = (time.monotonic() - started) / 60
    print(f"{len(wanted)} commands in {minutes:.1f} minutes, {len(failed)} without a result")
    for command in failed:
        print(f"  {command}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
