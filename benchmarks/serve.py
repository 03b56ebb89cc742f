"""True candidates in `satdoku serve`: the round trip of what the Set page asks, over a corpus.

    python benchmarks/serve.py [FILE] [--every 6] [--drawn 3] [--cpu]

Starts a server and asks it over its websocket what the page asks after each change (``judge`` with
counts up to 8), the next question after the last message of the one before. Wall-clock time until
it is known which candidates there are (``first``), and until they are counted (``last``).

whole  each puzzle as it is published, which the server sees for the first time
drawn  puzzles built up as a setter does: one rule after the other, then one given after the other
typed  a classic puzzle, one given after the other

With ``--cpu`` the same questions are asked in this process, and CPU time is reported: for a machine
that is busy.

At the end: the memory of the server and its processes (Linux), each page that processes share
counted once.

``--player N`` asks N questions of a player instead, over all puzzles in turn: ``view``, hints of
the three strengths (3 seconds each) and ``check``. Printed are the round trips of each kind, the
memory on the way (a sample each 20 questions), at the end and before a page is opened, and how long
the first paint takes in Chromium (the median of seven, where Playwright is installed).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from common import CORPUS, caption, corpus, head
from common import row as printed
from websockets.sync.client import ClientConnection, connect

from satdoku import formats
from satdoku.base.errors import SatdokuError
from satdoku.puzzle import Document
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer

CLASSIC = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def documents(file: Path) -> list[tuple[str, dict[str, Any]]]:
    """Name and satdoku's JSON of the puzzles that can be read."""
    documents = []
    for row in corpus(file):
        puzzle = row["puzzle"]
        try:
            read = formats.parse(puzzle if isinstance(puzzle, str) else json.dumps(puzzle))
        except SatdokuError:
            continue
        written = json.loads(formats.write(Document(read.puzzle), "json"))
        documents.append((row["name"] or row["id"], written))
    return documents


def built(document: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The puzzle as it grows: its rules, then its givens."""
    givens, rules = document["givens"], document.get("constraints", [])
    flat = givens if isinstance(givens, str) else [one for row in givens for one in row]
    size = 0 if isinstance(givens, str) else len(givens[0])
    blank = "." if isinstance(givens, str) else None
    placed = [cell for cell, one in enumerate(flat) if one not in (None, ".", "0")]
    for known in range(1, len(rules) + len(placed) + 1):
        given = set(placed[: max(0, known - len(rules))])
        now: list[Any] = [one if cell in given else blank for cell, one in enumerate(flat)]
        shaped: Any = (
            [now[row : row + size] for row in range(0, len(now), size)] if size else "".join(now)
        )
        yield document | {"constraints": rules[:known], "givens": shaped}


class Page:
    """The messages of the Set page."""

    def __init__(self, client: ClientConnection) -> None:
        self._client = client
        self._nonce = 0

    def judge(self, document: dict[str, Any]) -> tuple[float, float, str]:
        """Seconds until the candidates are known, and counted; how it ended."""
        self._nonce += 1
        fields = {"lang": "en", "style": "light", "puzzle": json.dumps(document), "cap": 8}
        started = time.perf_counter()
        self._client.send(json.dumps({"nonce": self._nonce, "ask": "judge", **fields}))
        first = None
        while True:
            message = json.loads(self._client.recv())
            now = time.perf_counter() - started
            if message["type"] != "progress":
                data = message.get("data", {})
                return first or now, now, data.get("verdict", message["type"])
            if first is None and message["data"]["complete"]:
                first = now

    def ask(self, question: str, **fields: Any) -> float:
        """Seconds until the last message."""
        self._nonce += 1
        asked = {"nonce": self._nonce, "ask": question, "lang": "en", "style": "light", **fields}
        started = time.perf_counter()
        self._client.send(json.dumps(asked))
        while json.loads(self._client.recv())["type"] == "progress":
            pass
        return time.perf_counter() - started


class Inside:
    """A page without a server: the questions are answered in this process, by CPU time."""

    def judge(self, document: dict[str, Any]) -> tuple[float, float, str]:
        """:meth:`Page.judge` in this process."""
        first = []
        started = time.process_time()

        def report(data: dict[str, Any]) -> None:
            if data["complete"]:
                first.append(time.process_time() - started)

        fields = {"puzzle": json.dumps(document), "cap": 8}
        judged = answer("judge", fields, RequestContext(20.0, report))
        now = time.process_time() - started
        return (first or [now])[0], now, judged["verdict"]


def row(name: str, times: list[tuple[float, float, str]]) -> None:
    """Print median, 90th percentile and largest of both times as a row."""
    cells: list[str] = []
    for which in (0, 1):
        ordered = sorted(one[which] for one in times)
        shown = median(ordered), ordered[int(0.9 * len(ordered))], ordered[-1]
        cells += [f"{1e3 * value:.0f}" for value in shown]
    printed(name, len(times), *cells)


def memory(pid: int) -> float:
    """MB of a process and all below it; nothing of one that has just ended."""
    task = Path(f"/proc/{pid}")
    try:
        own = (task / "smaps_rollup").read_text().split("Pss:")[1].split()[0]
        threads = [(one / "children").read_text() for one in (task / "task").iterdir()]
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return int(own) / 1000 + sum(memory(int(one)) for text in threads for one in text.split())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, nargs="?", default=CORPUS)
    parser.add_argument("--every", type=int, default=6, help="take every nth puzzle")
    parser.add_argument("--drawn", type=int, default=3, help="how many of them are built up")
    parser.add_argument("--slow", type=float, default=2.0, help="seconds from which one is named")
    parser.add_argument("--cpu", action="store_true", help="in this process, by CPU time")
    parser.add_argument("--player", type=int, default=0, help="questions of a player, this many")
    arguments = parser.parse_args()
    puzzles = documents(arguments.file)[:: arguments.every]
    if arguments.cpu:
        ask(Inside(), puzzles, arguments)
        return
    command = [sys.executable, "-m", "satdoku", "serve", "--port", "0", "--no-open", "--no-socket"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    address = next(one for one in server.stdout.readline().split() if one.startswith("http"))
    try:
        unasked = memory(server.pid)
        with connect(f"ws://{address.split('/')[2]}/ws", max_size=None) as client:
            page = Page(client)
            if arguments.player:
                play(page, puzzles, arguments.player, server.pid)
                caption(f"Memory before a page is opened: {unasked:.0f} MB.")
                caption(first_paint(address))
                return
            time.sleep(2)  # the worker starts
            page.judge(puzzles[0][1])
            idle = memory(server.pid)
            ask(page, puzzles, arguments)
            caption(f"Memory: idle {idle:.0f} MB, at the end {memory(server.pid):.0f} MB.")
    finally:
        server.terminate()
        server.wait()


def play(page: Page, puzzles: list[tuple[str, dict[str, Any]]], count: int, pid: int) -> None:
    """Ask as a player does, and print the tables."""
    kinds: list[tuple[str, dict[str, Any]]] = [("view", {}), ("check", {})]
    kinds += [("hint", {"strength": strength, "seconds": 3}) for strength in (1, 2, 3)]
    texts = [json.dumps(document) for _, document in puzzles]
    times: dict[str, list[float]] = {name: [] for name, _ in kinds}
    sampled = []
    for number in range(count):
        text = texts[number // len(kinds) % len(texts)]
        name, fields = kinds[number % len(kinds)]
        times[name].append(page.ask(name, puzzle=text, **fields))
        if number % 20 == 19:
            sampled.append(memory(pid))
    head("question", "asked", "median ms", "p90", "largest")
    for name, all_ in times.items():
        ordered = sorted(1e3 * one for one in all_)
        shown = median(ordered), ordered[int(0.9 * len(ordered))], ordered[-1]
        printed(name, len(ordered), *(f"{one:.0f}" for one in shown))
    time.sleep(3)  # workers that have grown go
    most = max(sampled, default=0)
    caption(f"Memory: at most {most:.0f} MB on the way, {memory(pid):.0f} MB at the end.")


def first_paint(address: str) -> str:
    """The time until something is seen, each time in a browser that has seen nothing yet."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return "The first paint was not measured: Playwright is not installed."

    code = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
    times = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        places = map(Path, ["/usr/bin/chromium", chromium.executable_path])
        at = next(filter(Path.exists, places), None)
        if at is None:
            return "The first paint was not measured: there is no Chromium."
        browser = chromium.launch(executable_path=at)
        for _ in range(7):
            page = browser.new_context().new_page()
            page.goto(address)
            page.wait_for_selector("main[data-ready]")
            times.append(page.evaluate(code))
        browser.close()
    return f"First paint in headless Chromium: {median(times):.0f} ms (median of seven)."


def ask(
    page: Page | Inside, puzzles: list[tuple[str, dict[str, Any]]], arguments: argparse.Namespace
) -> None:
    """Ask all questions and print the table."""
    heads = ("median ms", "p90", "largest")
    head("boards", "questions", *(f"{when}: {one}" for when in ("first", "last") for one in heads))
    page.judge({"givens": CLASSIC})
    named: list[str] = []
    whole = []
    for name, document in puzzles:
        whole.append(page.judge(document))
        if whole[-1][1] > arguments.slow:
            named.append(f"{name} ({whole[-1][1]:.1f} s)")
    row("whole", whole)
    step = max(1, len(puzzles) // max(1, arguments.drawn))
    drawn = []
    for name, document in puzzles[::step][: arguments.drawn]:
        times = [page.judge(one) for one in built(document)]
        drawn += times
        named += [
            f"{name}, {n} ({one[1]:.1f} s)"
            for n, one in enumerate(times, 1)
            if one[1] > arguments.slow
        ]
    if drawn:
        row("drawn", drawn)
    row("typed", [page.judge(one) for one in built({"givens": CLASSIC})])
    if named:
        caption(f"Longer than {arguments.slow:g} s: {'; '.join(named)}.")


if __name__ == "__main__":
    main()
