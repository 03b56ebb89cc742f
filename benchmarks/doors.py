"""The doors of other programs beside Python: what a call takes through each.

    python benchmarks/doors.py [--calls 300] [--library PATH]

HTTP is asked by one client over one connection, one call after the other, then as a batch. The C
library (docs/c.md) is called through ctypes, which takes a microsecond or two. Wall-clock time.
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
def server() -> Iterator[HTTPConnection]:
    """A connection to a server of its own."""
    command = [sys.executable, "-m", "satdoku", "serve", "--api", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        address = next(word for word in line.split() if word.startswith("http")).split("/")[2]
        with contextlib.closing(HTTPConnection(address, timeout=600)) as connection:
            yield connection
    finally:
        process.terminate()
        process.wait()


def posted(connection: HTTPConnection, path: str, body: str, media: str) -> bytes:
    """The body of a response."""
    connection.request("POST", path, body, {"Content-Type": media})
    with connection.getresponse() as response:
        assert response.status == 200, response.read()
        return response.read()


def seconds_of(ask: Callable[[str], Any], puzzles: list[str]) -> float:
    """The seconds of a call, on average; the first two, which load what is needed, are left out."""
    for puzzle in puzzles[:2]:
        ask(puzzle)
    started = time.perf_counter()
    for puzzle in puzzles:
        ask(puzzle)
    return (time.perf_counter() - started) / len(puzzles)


def over_http(puzzles: list[str]) -> None:
    """A row for each call."""
    head("call", "Python, calls/s", "HTTP, calls/s", "batch, calls/s")
    with server() as connection:
        for name, more in CALLS.items():
            function = getattr(satdoku, name.replace("-", "_"))
            python = seconds_of(lambda p, f=function, m=more: f(p, **m).to_dict(), puzzles)

            def ask(puzzle: str, name: str = name, more: dict[str, Any] = more) -> bytes:
                body = json.dumps({"puzzle": puzzle, **more})
                return posted(connection, f"/v1/{name}", body, "application/json")

            single = seconds_of(ask, puzzles)
            lines = "\n".join(json.dumps({"puzzle": puzzle, **more}) for puzzle in puzzles)
            started = time.perf_counter()
            answer = posted(connection, f"/v1/{name}/batch", lines, "application/x-ndjson")
            many = (time.perf_counter() - started) / len(answer.splitlines())
            row(name, *(figure(1 / each) for each in (python, single, many)))


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
