"""The doors of other programs beside Python: what a call takes through each.

    python benchmarks/doors.py [--calls 300] [--library PATH]

HTTP is asked by one client over one connection, one call after the other, then as a batch. The C
library (docs/c.md) is called through ctypes, which takes a microsecond or two. CPU time of this
process, the server and its workers together, so that other work on the machine changes little.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from typing import Any

import psutil
from common import figure, head, lines_of, row

import satdoku

CALLS: dict[str, dict[str, Any]] = {
    "check-unique": {},
    "solve": {},
    "candidates": {},
    "rate": {},
    "hint": {},
    "convert": {"to": "json"},
}


@contextlib.contextmanager
def server() -> Iterator[tuple[HTTPConnection, psutil.Process]]:
    """A connection to a server of its own, and its process."""
    command = [sys.executable, "-m", "satdoku", "serve", "--api", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http")).split("/")[2]
        with contextlib.closing(HTTPConnection(address, timeout=600)) as connection:
            yield connection, psutil.Process(process.pid)
    finally:
        process.terminate()
        process.wait()


def posted(connection: HTTPConnection, path: str, body: str, media: str) -> bytes:
    """The body of a response."""
    connection.request("POST", path, body, {"Content-Type": media})
    with connection.getresponse() as response:
        assert response.status == 200, response.read()
        return response.read()


def cpu_seconds(server: psutil.Process | None) -> float:
    """The CPU time so far of this process, and of a server with its workers."""
    others = [] if server is None else [server, *server.children(recursive=True)]
    return time.process_time() + sum(sum(process.cpu_times()[:2]) for process in others)


def seconds_of(
    ask: Callable[[str], Any], puzzles: list[str], server: psutil.Process | None = None
) -> float:
    """The CPU seconds of a call, on average; the first two, which load what is needed, are left
    out."""
    for puzzle in puzzles[:2]:
        ask(puzzle)
    started = cpu_seconds(server)
    for puzzle in puzzles:
        ask(puzzle)
    return (cpu_seconds(server) - started) / len(puzzles)


def over_http(puzzles: list[str]) -> None:
    """A row for each call."""
    head("call", "Python, ms", "HTTP, ms", "batch, ms")
    with server() as (connection, process):
        for name, more in CALLS.items():
            function = getattr(satdoku, name.replace("-", "_"))
            python = seconds_of(lambda p, f=function, m=more: f(p, **m).to_dict(), puzzles)

            def ask(puzzle: str, name: str = name, more: dict[str, Any] = more) -> bytes:
                body = json.dumps({"puzzle": puzzle, **more})
                return posted(connection, f"/v1/{name}", body, "application/json")

            connection.close()  # the server has closed it where Python took long; it is opened anew
            single = seconds_of(ask, puzzles, process)
            lines = "\n".join(json.dumps({"puzzle": puzzle, **more}) for puzzle in puzzles)
            started = cpu_seconds(process)
            answer = posted(connection, f"/v1/{name}/batch", lines, "application/x-ndjson")
            many = (cpu_seconds(process) - started) / len(answer.splitlines())
            row(name, *(figure(1e3 * each) for each in (python, single, many)))


def through_c(library: str, puzzles: list[str]) -> None:
    """A row for each function of the C library."""
    loaded = ctypes.CDLL(library)
    texts = {puzzle: puzzle.encode() for puzzle in puzzles}
    rating, image = ctypes.create_string_buffer(256), ctypes.create_string_buffer(82)
    core = satdoku.core
    print()
    head("C library", "satdoku.core, us", "C through ctypes, us")
    for name, native, ask in (
        ("check", core.check, lambda p: loaded.satdoku_check(texts[p], None, None, None)),
        ("rate", core.se_rate, lambda p: loaded.satdoku_rate(texts[p], rating, None, None)),
        (
            "canonical",
            lambda p: satdoku.symmetry.canonical_bytes(texts[p]),
            lambda p: loaded.satdoku_canonical(texts[p], image, None),
        ),
    ):
        row(name, *(figure(1e6 * seconds_of(each, puzzles)) for each in (native, ask)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=300)
    parser.add_argument("--library")
    options = parser.parse_args()
    puzzles = lines_of("sudocue", options.calls)
    over_http(puzzles)
    if options.library is not None:
        import satdoku.core
        import satdoku.symmetry  # noqa: F401

        through_c(options.library, puzzles)


if __name__ == "__main__":
    main()
