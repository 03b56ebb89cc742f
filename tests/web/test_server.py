"""Who may ask, what is served, and how the server starts and ends."""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

pytest.importorskip("starlette")
from websockets.asyncio.client import connect as connect_to
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

import satdoku
from satdoku.answers.positions import check_position
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Clock, Limit
from satdoku.cli.app import run as run_command
from satdoku.formats import parse
from satdoku.formats.lzstring import compress
from satdoku.puzzle import Puzzle
from satdoku.rating import Preset, PresetEntry
from satdoku.solving import check_unique
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.step import Step
from satdoku.web.fields import RequestContext
from satdoku.web.fpuzzles import FPuzzlesDialect
from satdoku.web.jobs import Jobs, OutOfTime, _Worker
from satdoku.web.questions import answer
from satdoku.web.running import LOADED
from satdoku.web.server import AppDialect, app
from satdoku.web.session import Request, SocketSession
from satdoku.web.socket import answering
from tests.shared import in_time, thinned
from tests.web.conftest import ended, started
from tests.web.growing import grown

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def _status(host: str, path: str, **headers: str) -> int:
    with contextlib.closing(HTTPConnection(host)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as response:
            return response.status


def test_pages_come_with_a_strict_policy(address: str) -> None:
    with urllib.request.urlopen(address) as page:
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        tag = page.headers["ETag"]
        assert b"satdoku" in page.read()
    again = urllib.request.Request(address, headers={"If-None-Match": tag})
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(again)
    assert caught.value.code == 304
    caught.value.close()


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/server.py", "/static/app.js", "//etc"]
)
def test_no_path_reaches_the_file_system(address: str, path: str) -> None:
    assert _status(address.split("/")[2], path) == 404


def test_only_this_machine_by_its_own_names(address: str) -> None:
    host = address.split("/")[2]
    assert _status(host, "/", Host="evil.example") == 421
    for origin, allowed in (
        (f"http://{host}", True),
        ("https://evil.example", False),
        ("null", False),
    ):
        where = f"ws://{host}/ws"
        if allowed:
            connect(where, origin=origin, legacy=True).close()
            continue
        with pytest.raises(InvalidStatus) as refused:
            connect(where, origin=origin, legacy=True)
        assert refused.value.response.status_code == 403


@pytest.mark.parametrize("hosts", [[], [b"evil.example", b"localhost:1"], [b"localhost:1"] * 2])
def test_a_request_names_one_host(hosts: list[bytes]) -> None:
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        headers = [(b"host", host) for host in hosts]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}
        await app(1, Jobs(1, LOADED))(scope, send, send)  # type: ignore[arg-type]

    run(ask())
    assert sent[0]["status"] == 421


def test_frames_that_cannot_be_understood(address: str) -> None:
    frames: list[tuple[str | dict[str, Any], str]] = [
        ("{", "JSON"),
        ("[]", "object"),
        ({"ask": "dance"}, "dance"),
        ({"ask": "view"}, "puzzle"),
        ({"ask": "view", "puzzle": ""}, "nothing"),
        ({"ask": "marks", "puzzle": EASY, "values": {"r0c1": 1}}, "r0c1"),
        ({"ask": "marks", "puzzle": EASY, "values": {"r1c3": 10}}, "10"),
        ({"ask": "marks", "puzzle": EASY, "values": {"r1c1": []}}, "one digit"),
        ({"ask": "marks", "puzzle": EASY, "marks": []}, "object"),
        ({"ask": "dance", "nonce": "\ud800"}, "dance"),
        ({"ask": "judge", "puzzle": EASY, "cap": 0}, "cap"),
    ]
    with connect(f"ws://{address.split('/')[2]}/ws", legacy=True) as client:
        for frame, words in frames:
            client.send(frame if isinstance(frame, str) else json.dumps(frame))
            data = json.loads(client.recv())
            assert data["type"] == "refusal"
            assert words in data["error"]
        # The server closes after the frame's header: the client may still be sending.
        with contextlib.suppress(ConnectionClosed):
            client.send("x" * (3 << 20))
        with pytest.raises(ConnectionClosed):
            client.recv()


@pytest.mark.parametrize(("lang", "words"), [("en", "1 circle"), ("ja", "円1個")])
def test_a_board_states_what_was_not_read_of_its_text(address: str, lang: str, words: str) -> None:
    grid = [[{} for _ in range(4)] for _ in range(4)]
    text = json.dumps({"size": 4, "grid": grid, "circle": [{"cells": ["R1C1"]}]})
    with connect(f"ws://{address.split('/')[2]}/ws", legacy=True) as client:
        client.send(json.dumps({"ask": "view", "puzzle": text, "lang": lang}))
        data = json.loads(client.recv())
        (sentence,) = data["data"]["unread"]
        assert words in sentence
        assert data["data"]["doubtful"] is True
        client.send(json.dumps({"ask": "view", "puzzle": EASY}))
        assert json.loads(client.recv())["data"]["unread"] == []


def test_a_board_states_that_the_solution_of_its_text_breaks_a_rule(address: str) -> None:
    cage = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 7}
    text_parts = {"rules": "Digits a knight's move apart differ.", "solution": "1234341221434321"}
    text = json.dumps({"givens": "." * 16, "constraints": [cage], **text_parts})
    with connect(f"ws://{address.split('/')[2]}/ws", legacy=True) as client:
        for _ in range(2):  # the app's own text of the board says it again
            client.send(json.dumps({"ask": "view", "puzzle": text}))
            view = json.loads(client.recv())["data"]
            solution, words = sorted(view["unread"], key=lambda sentence: "knight" in sentence)
            assert "killer cage of 7 in r1c1 and r1c2" in solution
            assert "--rules anti-knight" in words
            assert view["doubtful"] is True
            text = json.dumps(view["puzzle"])
            assert "1234341221434321" not in text


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("serve --no-open --no-socket --port", "/ may be the app already, and --port PORT chooses"),
        ("serve --no-open --port 0 --socket-port", "--no-socket serves the app without it"),
        ("socket --port", "f-puzzles asks 4545 alone; --port PORT chooses another"),
    ],
)
def test_a_taken_port_is_named_with_what_to_do(
    words: str, advice: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run_command([*words.split(), str(port)]) == 2
    captured = capsys.readouterr()
    assert f"port {port} of 127.0.0.1 is taken" in captured.err
    assert advice in captured.err
    assert (captured.out, captured.err.count("\n")) == ("", 1)


@pytest.mark.full
def test_ctrl_c_in_the_middle_of_work_ends_cleanly() -> None:
    process, line = started("serve", "--port", "0", "--no-open", "--no-socket")
    host = line.split("http://")[1].split("/")[0]
    with connect(f"ws://{host}/ws", legacy=True) as client:
        hard = {"nonce": 1, "ask": "path", "puzzle": "." * 16 + "1" + "." * 64}
        client.send(json.dumps(hard))
        assert ended(process) == (0, "")


_LARGE_GRID = json.dumps({"size": 9, "grid": [[{}] * 9] * 9, "negative": ["ratio"] * 20_000})


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("compressed", _LARGE_GRID),
        pytest.param("compressed", "a" * (1 << 20), marks=pytest.mark.full),
        ("compressed", '{"size":9,"grid":' + "[" * 10**5),
        ("check", "x" * 10**6),
        ("view", _LARGE_GRID),
        ("view", ".AntiKnight" * 300),
        ("judge", "." * 10**6),
    ],
    ids=range(7),
)
def test_only_a_classic_board_is_read_in_a_thread_that_nothing_can_stop(
    name: str, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = {"nonce": 1, "ask": name, "puzzle": text}
    if name in ("compressed", "check"):
        data = compress(text) if name == "compressed" else text
        frame = {"nonce": 1, "command": "check", "data": data}
    read: list[str] = []
    monkeypatch.setattr("satdoku.formats.parse", lambda text, *_: read.append(text))
    dialect = FPuzzlesDialect() if "command" in frame else AppDialect()
    request = dialect.read(json.dumps(frame))
    assert request is not None
    assert (request.quick, request.refusal, read) == (False, "", [])


def test_the_nonce_is_a_number_or_a_short_text(address: str) -> None:
    with connect(f"ws://{address.split('/')[2]}/ws", legacy=True) as client:
        for nonce in ([[]], {"a": 1}, "x" * 1000):
            client.send(json.dumps({"nonce": nonce, "ask": "dance"}))
            data = json.loads(client.recv())
            assert (data["nonce"], "the nonce is" in data["error"]) == (None, True)


# -- sessions --------------------------------------------------------------------------------------


def run(talk: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: Playwright keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, talk).result()


class _Words:
    """A protocol whose frames are Requests by number."""

    def __init__(self, requests: dict[str, Request]) -> None:
        self.requests = requests

    def read(self, frame: str | bytes) -> Request | None:
        return self.requests[str(frame)]

    def progress(self, request: Request, value: Any) -> dict[str, Any]:
        return {"nonce": request.nonce, "type": "progress", "value": value}

    def answer(self, request: Request, value: Any) -> dict[str, Any]:
        return {"nonce": request.nonce, "type": "answer", "value": value}

    def refusal(self, request: Request, sentence: str) -> dict[str, Any]:
        return {"nonce": request.nonce, "type": "refusal"}

    def cancelled(self, request: Request, why: str) -> dict[str, Any]:
        return {"nonce": request.nonce, "type": why}


class _Slow(Jobs):
    """Jobs that take as long as their item says, report once, and may fail."""

    async def in_worker(
        self,
        job: Any,
        item: Any,
        seconds: float,
        report: Any,
        client: object = None,
        arrived: float | None = None,
    ) -> Any:
        report("begun")
        await asyncio.sleep(item)
        if item == 0.03:
            raise OutOfTime
        if item == 0.04:
            raise ZeroDivisionError("a bug")
        return {item} if item == 0.05 else item  # a set is no plain data


def test_every_request_has_exactly_one_last_message_and_the_newest_wins() -> None:
    def job(item: Any, context: Any) -> Any:
        raise AssertionError

    times = {"a": 5.0, "b": 5.0, "c": 0.01, "d": 0.03, "e": 0.04, "f": 0.05}
    requests = {name: Request(name, job, item) for name, item in times.items()}
    requests |= {"stop": Request("stop"), "bad": Request("bad", refusal="no")}
    sent: list[tuple[str, str]] = []

    async def send(message: Any) -> None:
        await asyncio.sleep(0)
        json.dumps(message)
        sent.append((message["nonce"], message["type"]))

    async def talk() -> None:
        session = SocketSession(_Words(requests), _Slow(1), send)
        for frame in ("a", "b", "stop", "stop", "bad"):
            await session.receive(frame)
            await asyncio.sleep(0.01)
        for frame in ("c", "d", "e", "f"):
            await session.receive(frame)
            while sent[-1][0] != frame or sent[-1][1] == "progress":
                await asyncio.sleep(0.01)
        await session.receive("a")
        await session.close()

    run(talk())
    ends = [one for one in sent if one[1] != "progress"]
    assert ends == [
        ("a", "overtaken"),
        ("b", "overtaken"),
        ("stop", "cancelled"),
        ("stop", "cancelled"),
        ("bad", "refusal"),
        ("c", "answer"),
        ("d", "time"),
        ("e", "refusal"),
        ("f", "refusal"),
    ]


def test_a_new_puzzle_of_a_level_goes_out_with_its_rating() -> None:
    data = json.loads(json.dumps(answer("generate", {"level": "easy"}, RequestContext(60))))
    (generated,) = data["puzzles"]
    rating = satdoku.rate(generated["puzzle"])
    assert not isinstance(rating, list)
    assert generated["rating"]["level"] == "easy"
    assert generated["rating"]["er"] == rating.scores["er"]


def test_an_answer_that_waits_for_a_report_is_sent_though_it_is_overtaken() -> None:
    def job(item: Any, context: Any) -> Any:
        raise AssertionError

    requests = {name: Request(name, job, 0.01) for name in "ab"}
    sent: list[tuple[str, str]] = []

    async def talk() -> None:
        sending, free, answered = asyncio.Event(), asyncio.Event(), asyncio.Event()

        class Answering(_Slow):
            async def in_worker(self, *arguments: Any) -> Any:
                result = await super().in_worker(*arguments)
                answered.set()
                return result

        async def send(message: Any) -> None:
            sending.set()
            await free.wait()
            sent.append((message["nonce"], message["type"]))

        session = SocketSession(_Words(requests), Answering(1), send)
        await session.receive("a")
        await sending.wait()
        await answered.wait()
        await asyncio.sleep(0.05)  # the answer waits for the report
        newer = asyncio.create_task(session.receive("b"))
        await asyncio.sleep(0.05)
        free.set()
        await newer
        while len(sent) < 4:
            await asyncio.sleep(0.01)
        await session.close()

    run(talk())
    assert sent == [(name, kind) for name in "ab" for kind in ("progress", "answer")]


def _forever(item: Any, context: Any) -> Any:
    while True:
        pass


def _willing(item: Any, context: Any) -> Any:
    while not context.cancelled():
        pass
    return item


def _number(item: Any, context: Any) -> Any:
    import os

    context.report("here")
    return os.getpid()


def test_a_worker_that_does_not_stop_is_killed_and_one_that_does_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A worker that has loaded the tests may have taken more than a worker is kept with.
    monkeypatch.setattr("satdoku.web.jobs._MAX_TAKEN_BYTES", 1 << 30)

    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        reports: list[Any] = []
        first = await jobs.in_worker(_number, None, 20, reports.append)
        assert reports == ["here"]
        willing = asyncio.create_task(jobs.in_worker(_willing, None, 20, reports.append))
        await asyncio.sleep(0.2)
        monkeypatch.setattr("satdoku.web.jobs._GRACE_SECONDS", 60.0)
        willing.cancel()
        assert await jobs.in_worker(_number, None, 20, reports.append) == first
        monkeypatch.setattr("satdoku.web.jobs._GRACE_SECONDS", 0.4)
        stuck = asyncio.create_task(jobs.in_worker(_forever, None, 20, reports.append))
        await asyncio.sleep(0.2)
        stuck.cancel()
        second = await jobs.in_worker(_number, None, 20, reports.append)
        assert second != first
        with pytest.raises(OutOfTime):
            await jobs.in_worker(_forever, None, 0.1, reports.append)
        await jobs.close()

    run(talk())


@pytest.mark.full
def test_a_storm_of_cancelled_questions_leaves_no_worker_behind() -> None:
    async def talk() -> None:
        before = set(multiprocessing.active_children())
        jobs = Jobs(2, LOADED)
        await jobs.warm()  # the process that starts the others is there
        clients = [object() for _ in range(5)]
        most = 0
        for number in range(60):
            client = clients[number % len(clients)]
            task = asyncio.create_task(jobs.in_worker(_forever, None, 20, lambda _: None, client))
            await asyncio.sleep(0.003 * (number % 3))  # at its start, or a little later
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            most = max(most, len(set(multiprocessing.active_children()) - before))
        assert await jobs.in_worker(_number, None, 20, lambda _: None)
        assert 1 <= most <= 2
        assert 1 <= len(set(multiprocessing.active_children()) - before) <= 2
        await jobs.close()
        assert set(multiprocessing.active_children()) <= before

    run(talk())


@pytest.mark.full
def test_a_client_has_one_worker_and_long_questions_leave_one_free() -> None:
    async def talk() -> None:
        jobs = Jobs(3, LOADED)
        reports: list[Any] = []
        first, second = object(), object()
        stuck = asyncio.create_task(jobs.in_worker(_forever, None, 20, reports.append, first))
        while not jobs._all:
            await asyncio.sleep(0.01)
        stuck.cancel()
        await asyncio.gather(stuck, return_exceptions=True)
        # The next question of the same client waits until its worker is free or dead.
        await jobs.in_worker(_number, None, 20, reports.append, first)
        assert len(jobs._all) == 1
        long = [
            asyncio.create_task(jobs.in_worker(_forever, None, 1800, reports.append, one))
            for one in (second, object(), object(), object())
        ]
        assert await jobs.in_worker(_number, None, 20, reports.append, first)
        assert len(jobs._all) <= 3
        for one in long:
            one.cancel()
        await jobs.close()

    run(talk())


def test_reading_has_a_limit_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        await jobs.in_worker(_number, None, 60, print)  # this module is loaded
        monkeypatch.setattr("satdoku.web.jobs._READING_SECONDS", 3.0)
        assert await jobs.in_worker(_read_then_slow, 3.5, 1800, print) == 3.5
        monkeypatch.setattr("satdoku.web.jobs._READING_SECONDS", 0.3)
        with pytest.raises(OutOfTime):
            await jobs.in_worker(_forever, None, 1800, print)
        await jobs.close()

    run(talk())


def _read_then_slow(item: Any, context: Any) -> Any:
    context.read()
    time.sleep(item)
    return item


def _greedy(item: Any, context: Any) -> Any:
    return len(bytearray(item))


@pytest.mark.full
def test_a_worker_that_takes_too_much_memory_is_stopped_with_a_sentence() -> None:
    pytest.importorskip("resource", reason="limits memory on POSIX")

    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        first = await jobs.in_worker(_number, None, 20, lambda _: None)
        with pytest.raises(SatdokuError, match="more than 1 GiB of memory"):
            await jobs.in_worker(_greedy, 3 << 30, 20, lambda _: None)
        assert await jobs.in_worker(_number, None, 20, lambda _: None) != first
        await jobs.close()

    run(talk())


@pytest.mark.full
def test_workers_that_have_grown_are_replaced_and_a_small_one_rests() -> None:
    pytest.importorskip("resource", reason="memory is counted on POSIX")

    async def talk() -> None:
        jobs = Jobs(3, LOADED)

        async def asked(size: int, client: object) -> Any:
            return await jobs.in_worker(grown, size << 20, 20, lambda _: None, client)

        one = object()
        first = await asked(1, one)
        assert await asked(20, one) == first
        assert await asked(60, one) == first  # it answers, and is asked no more
        second = await asked(20, one)
        assert second != first
        both = set(await asyncio.gather(*(asked(30, object()) for _ in range(2))))
        assert len(both) == 2
        left = set(await asyncio.gather(*(asked(1, object()) for _ in range(2))))
        assert len(left & both) == 1  # two that have grown are too much together
        (second,) = left & both
        three = set(await asyncio.gather(*(asked(1, object()) for _ in range(3))))
        assert len(three) == 3
        assert second in three
        await jobs.rest()
        left = await asked(1, object())
        assert left in three - {second}
        assert await asked(1, object()) == left
        await asked(20, one)
        await jobs.rest()
        assert await asked(1, object()) not in {left, *three}
        await jobs.close()

    run(talk())


class _Endless(Technique):
    name: ClassVar[str] = "x-wing"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        while True:
            clock.check()
        yield


@pytest.mark.parametrize(
    ("lang", "name"), thinned([("ja", "X-Wing(井桁)"), ("en", "X-wing")], 2, rows=True)
)
def test_a_hint_stops_at_its_budget_and_reports_what_it_looks_for(
    lang: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    preset = Preset("slow", "slow", (PresetEntry(_Endless()),))
    monkeypatch.setattr("satdoku.answers.paths.preset_of", lambda *_: preset)
    monkeypatch.setattr("satdoku.web.hints._SECONDS_BETWEEN_REPORTS", 0)
    reports: list[Any] = []
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    question = {"puzzle": puzzle, "lang": lang}
    result = in_time(
        lambda seconds: answer(
            "hint", question | {"seconds": max(1, int(seconds))}, RequestContext(60, reports.append)
        ),
        lambda _: reports,
    )
    assert result["outcome"] == "stopped"
    assert [one["doing"] for one in reports] == [name]


def _deaf(item: float, context: RequestContext) -> str:
    time.sleep(item)  # it asks no clock
    return "late"


def test_a_budget_ends_though_nothing_asks_the_clock_and_is_spent_by_waiting_too() -> None:
    class Words(AppDialect):
        def read(self, frame: str | bytes) -> Request | None:
            return Request(frame, _deaf, 60.0, 60.0, budget=0.3)

    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        sent: asyncio.Queue[Any] = asyncio.Queue()
        session = SocketSession(Words(), jobs, sent.put)
        busy = asyncio.create_task(jobs.in_worker(_deaf, 60.0, 60.0, lambda _: None, object()))
        await asyncio.sleep(0.05)
        await session.receive("waits for the only worker")
        async with asyncio.timeout(30):
            message = await sent.get()
        assert message["type"] == "answer"
        assert message["data"] == {"outcome": "stopped"}
        busy.cancel()
        await session.receive("has it")
        async with asyncio.timeout(30):
            assert (await sent.get())["data"] == {"outcome": "stopped"}
        await session.close()
        await jobs.close()

    run(talk())


def test_a_budget_counts_from_the_arrival_of_the_request() -> None:
    now = time.monotonic()
    assert RequestContext(60, arrived=now - 2).within(3).seconds <= 0.7
    assert RequestContext(60, arrived=now - 4).within(3).seconds == 0
    assert RequestContext(0.5).within(3).seconds <= 0.5


def test_faults_and_what_is_looked_for_then_are_under_one_clock(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    document, now, limits = parse(EASY), [1000.0], []
    known = check_unique(document.puzzle)
    monkeypatch.setattr("satdoku.base.limits.time", SimpleNamespace(monotonic=lambda: now[0]))
    monkeypatch.setattr(Puzzle, "require_valid", lambda _: now.__setitem__(0, now[0] + 2.0))
    monkeypatch.setattr(
        "satdoku.answers.positions.check_unique",
        lambda _, limit: limits.append(limit.seconds) or known,
    )
    checked = check_position(PuzzleInput(document, written=""), limit=Limit(seconds=3))
    assert (limits, checked.clock.remaining()) == ([1.0], 1.0)


_IMPORTED = """
import json, sys
import satdoku.web.loaded
before = set(sys.modules)
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
for file in sys.argv[1:]:
    with open(file) as text:
        board = json.dumps(json.load(text))
    for question in ("view", "marks", "singles", "judge", "check", "hint"):
        answer(question, {"puzzle": board, "strength": 3}, RequestContext(60))
print(*sorted(one for one in set(sys.modules) - before if one.startswith("satdoku.")))
"""


@pytest.mark.full
def test_what_a_player_asks_of_a_variant_finds_its_modules_imported() -> None:
    names = ("killer-cage", "thermo", "sandwich", "anti-knight", "arrow", "automaton")
    examples = [f"examples/constraints/{name}.json" for name in names]
    command = [sys.executable, "-c", _IMPORTED, *examples]
    completed = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (completed.stdout, completed.stderr) == ("\n", "")


@pytest.mark.full
def test_a_worker_that_died_while_idle_costs_no_question_and_clients_keep_theirs() -> None:
    async def talk() -> None:
        jobs = Jobs(2, LOADED)
        reports: list[Any] = []

        async def asked(client: object) -> Any:
            return await jobs.in_worker(grown, 1, 20, reports.append, client)

        one, other = object(), object()
        first, second = await asyncio.gather(asked(one), asked(other))
        assert first != second
        again = [await asked(client) for client in (one, other, other, one)]
        assert again == [first, second, second, first]

        async def killed(pid: int) -> None:
            os.kill(pid, signal.SIGKILL)
            while pid in {worker._process.pid for worker in jobs._idle if worker.is_alive}:
                await asyncio.sleep(0.01)

        await killed(first)
        assert await asked(one) == second  # which lives
        await killed(second)
        assert await asked(other) not in (first, second)
        await jobs.close()

    run(talk())


def test_a_worker_is_not_asked_once_its_process_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the thread that listens to it has noticed."""

    class Process:
        alive = True

        def is_alive(self) -> bool:
            return self.alive

    process = Process()
    monkeypatch.setattr("satdoku.web.jobs.started", lambda *_: (None, process))
    worker = _Worker(())
    assert worker.is_alive
    process.alive = False
    assert not worker.gone
    assert not worker.is_alive


def test_the_app_takes_so_many_clients_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.web.server.MAX_CLIENTS", 2)
    scope = {
        "type": "websocket", "path": "/ws", "query_string": b"", "subprotocols": [],
        "headers": [(b"host", b"localhost:7000")],
    }  # fmt: skip

    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        served = app(7000, jobs)

        async def connected() -> tuple[asyncio.Task[None], asyncio.Queue[Any], list[Any]]:
            frames: asyncio.Queue[Any] = asyncio.Queue()
            sent: list[Any] = []

            async def send(message: Any) -> None:
                sent.append(message)

            await frames.put({"type": "websocket.connect"})
            task = asyncio.create_task(served(scope, frames.get, send))
            while not sent:
                await asyncio.sleep(0)
            for _ in range(10):
                await asyncio.sleep(0)
            return task, frames, sent

        async def left(task: asyncio.Task[None], frames: asyncio.Queue[Any]) -> None:
            await frames.put({"type": "websocket.disconnect", "code": 1000})
            await task

        first, second = await connected(), await connected()
        assert not first[0].done()
        assert not second[0].done()
        third = await connected()
        await asyncio.wait_for(third[0], 20)
        assert third[2][-1]["code"] == 1013
        await left(*first[:2])
        fourth = await connected()
        assert not fourth[0].done()
        await left(*second[:2])
        await left(*fourth[:2])
        await jobs.close()

    run(talk())


def test_the_socket_takes_so_many_clients_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.web.socket.MAX_CLIENTS", 2)

    async def talk() -> None:
        jobs = Jobs(1, LOADED)
        with socket.create_server(("127.0.0.1", 0)) as own:
            url = f"ws://127.0.0.1:{own.getsockname()[1]}"
            async with answering([own], jobs), connect_to(url), connect_to(url) as second:
                with pytest.raises(InvalidStatus) as refused:
                    async with connect_to(url):
                        pass
                assert refused.value.response.status_code == 503
                await second.close()
                async with connect_to(url):
                    pass
        await jobs.close()

    run(talk())


@pytest.mark.parametrize(
    ("text", "words"),
    [("sudokupad.app/abcd", "問題ではなく"), (f"55{'.' * 79}", "行1のr1c1・r1c2に5が重なって")],
)
def test_why_there_is_no_answer_is_in_the_language_of_the_page(text: str, words: str) -> None:
    with pytest.raises(SatdokuError, match=words):
        answer("hint", {"puzzle": text, "lang": "ja", "strength": 1}, RequestContext(20))
