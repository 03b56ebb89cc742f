"""Whole sessions of f-puzzles' userscript, written from the description of its protocol."""

from __future__ import annotations

import json
import random
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from typing import Any

import pytest

import satdoku
from satdoku.board import Geometry
from satdoku.formats.lzstring import compress
from satdoku.puzzle import Puzzle
from tests.web.conftest import ended, started

pytest.importorskip("websockets")
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SEVERAL = "53..7....6...95....98....6.8...6...34..8.3..17.......6.6....28....41...5.......79"

DIGITS = "123456789abcdefg"
LARGE_PUZZLE = (
    "." * 8
    + "".join(
        DIGITS[(4 * (row % 4) + row // 4 + column) % 16]
        for row in range(16)
        for column in range(16)
    )[8:]
)


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    process, line = started("socket", "--port", "0", "--origin", "https://example.org")
    assert "local network" in (process.stdout.readline() if process.stdout else "")
    yield int(line.rpartition(":")[2].rstrip(".\n"))
    assert ended(process) == (0, "")


def packed(givens: str, placed: dict[int, int] | None = None, **more: Any) -> str:
    """f-puzzles' JSON of a board as the userscript sends it."""
    size = round(len(givens) ** 0.5)
    cells: list[dict[str, Any]] = [
        {} if one == "." else {"value": int(one, 36), "given": True} for one in givens
    ]
    for cell, digit in (placed or {}).items():
        cells[cell] = {"value": digit}
    for cell, marks in more.pop("marks", {}).items():
        cells[cell]["centerPencilMarks"] = marks
    grid = [cells[row * size : (row + 1) * size] for row in range(size)]
    return compress(json.dumps({"size": size, "grid": grid, **more}))


class Client:
    """The userscript's side: a nonce that rises, and only the answers to the newest."""

    def __init__(self, port: int, **options: Any) -> None:
        self.inner: ClientConnection = connect(
            f"ws://localhost:{port}", legacy=True, compression=None, **options
        )
        self.nonces = count(1)

    def send(self, command: str, data: str | None = None) -> int:
        nonce = next(self.nonces)
        message: dict[str, Any] = {"nonce": nonce, "command": command}
        if data is not None:
            message |= {"dataType": "fpuzzles", "data": data}
        self.inner.send(json.dumps(message))
        return nonce

    def receive(self, nonce: int) -> dict[str, Any]:
        while True:
            data: dict[str, Any] = json.loads(self.inner.recv())
            if data["nonce"] == nonce:
                return data

    def ask(self, command: str, data: str) -> dict[str, Any]:
        """The last message of a request."""
        nonce = self.send(command, data)
        while (reply := self.receive(nonce)).get("inProgress"):
            pass
        return reply


@pytest.fixture
def client(port: int) -> Iterator[Client]:
    client = Client(port, origin="https://f-puzzles.com")
    yield client
    client.inner.close()


def test_solve_check_and_count(client: Client) -> None:
    solution = list(map(int, satdoku.solve(EASY).solutions[0].text()))
    assert client.ask("solve", packed(EASY))["solution"] == solution
    # What a player wrote is no part of the puzzle, right or wrong.
    assert client.ask("check", packed(EASY, {2: 1}))["count"] == 1
    assert client.ask("check", packed(SEVERAL))["count"] == 2
    assert client.ask("count", packed(SEVERAL)) == {
        "nonce": 4,
        "type": "count",
        "count": int(satdoku.count(SEVERAL)),
        "inProgress": False,
    }
    assert client.ask("count", packed("12" + "." * 14))["count"] == int(
        satdoku.count("12" + "." * 14)
    )


def test_true_candidates_with_counts(client: Client) -> None:
    wanted = satdoku.candidates(SEVERAL, cap=3).candidates
    options = ["truecandidatesnumsolutions=3"]
    reply = client.ask("truecandidates", packed(SEVERAL, truecandidatesoptions=options))
    counts = reply["solutionsPerCandidate"]
    assert len(counts) == 729
    name = Geometry.classic().name
    for place, times in enumerate(counts):
        assert times == wanted[name(place // 9)].get(place % 9 + 1, 0)
    assert set(client.ask("truecandidates", packed(SEVERAL))["solutionsPerCandidate"]) == {0, 1}
    large = client.ask("truecandidates", packed(LARGE_PUZZLE))
    assert len(large["solutionsPerCandidate"]) == 4096


def test_logical_true_candidates(client: Client) -> None:
    board = {
        "killercage": [{"cells": ["R1C1", "R1C2"], "value": 3}],
        "truecandidatesoptions": ["logical"],
    }
    every = client.ask("truecandidates", packed("." * 16, **board))["solutionsPerCandidate"]
    assert every[:4] == [1, 1, 0, 0]
    off = ["tuples", "pointing", "fishes", "wings", "contradictions", "aic"]
    fewer = client.ask("truecandidates", packed("." * 16, disabledlogic=off, **board))
    counts = fewer["solutionsPerCandidate"]
    assert -1 in counts  # weaker logic leaves what is in no solution
    assert [max(one, 0) for one in counts] == every


def test_step_and_path(client: Client) -> None:
    first = client.ask("step", packed(EASY))
    assert first["message"] == "Initial candidates.\n"
    marks = {c: one["candidates"] for c, one in enumerate(first["cells"]) if not one["value"]}
    assert marks[2] == [1, 2, 4]
    step = client.ask("step", packed(EASY, marks=marks))
    assert step["isValid"]
    assert step["message"].endswith("\n")
    assert step["cells"] != first["cells"]
    path = client.ask("solvepath", packed(EASY))
    assert (
        "".join(str(one["value"]) for one in path["cells"])
        == satdoku.solve(EASY).solutions[0].text()
    )
    assert len(path["message"].splitlines()) == 51
    wrong = client.ask("solvepath", packed(EASY, {2: 1}))
    assert not wrong["isValid"]
    assert "Board is invalid!" in wrong["message"]


def test_drawings_are_stated_with_each_answer(client: Client) -> None:
    note = (
        "the link also draws 1 circle that carries no rule that satdoku knows; if it is a clue, "
        "this answer is about another puzzle"
    )
    drawn = packed(EASY, circle=[{"cells": ["R1C1"]}])
    for command in ("check", "solve", "count", "truecandidates", "solvepath", "step"):
        reply = client.ask(command, drawn)
        assert reply["notes"] == [note]
        assert reply.get("message", f"{note}\n").endswith(f"{note}\n")
        assert "notes" not in client.ask(command, packed(EASY))


def test_estimate_streams_until_it_is_cancelled(client: Client) -> None:
    data = packed("." * 16)
    nonce = client.send("estimate", data)
    reply = client.receive(nonce)
    while reply["iterations"] < 400:
        reply = client.receive(nonce)
    assert set(reply) >= {"estimate", "stderr", "ci95_lower", "ci95_upper", "relErrPercent"}
    assert abs(reply["estimate"] - 288) < 6 * reply["stderr"] + 1e-6
    assert client.receive(client.send("cancel"))["type"] == "canceled"
    assert client.ask("check", packed(EASY))["count"] == 1


def test_a_new_command_overtakes_and_each_has_one_last_message(client: Client) -> None:
    running = client.send("count", packed("." * 81))
    assert client.receive(running)["inProgress"]
    nonces = [client.send("count", packed("." * 81)) for _ in range(5)]
    last = client.send("check", packed(EASY))
    ends: dict[int, int] = {}
    while last not in ends:
        data = json.loads(client.inner.recv())
        if not data.get("inProgress"):
            ends[data["nonce"]] = ends.get(data["nonce"], 0) + 1
            assert data["type"] == ("count" if data["nonce"] == last else "canceled")
    assert ends == dict.fromkeys([running, *nonces, last], 1)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("N4Ig!", "damaged"),
        (compress("[1]"), "object"),
        (packed("." * 81, superkiller=[{"cells": ["R1C1"]}]), "superkiller"),
        (packed("11" + "." * 79), "twice"),
        (packed("." * 81, killercage=[{"cells": ["R1C1", "R1C2"], "value": "2"}]), ""),
    ],
)
def test_what_cannot_be_answered_is_named(client: Client, data: str, words: str) -> None:
    reply = client.ask("truecandidates", data)
    assert reply["type"] == "invalid"
    assert words in reply["message"]
    assert client.ask("check", packed(EASY))["count"] == 1


def test_no_solution_is_invalid_and_a_count_of_0(client: Client) -> None:
    none = "123." + "...." + "...4" + "...."
    assert satdoku.check_unique(none).verdict == "none"
    assert client.ask("solve", packed(none)) == {
        "nonce": 1,
        "type": "invalid",
        "message": "No solutions found.",
    }
    assert client.ask("truecandidates", packed(none))["message"] == "No solutions found."
    assert client.ask("count", packed(none))["count"] == 0
    assert client.ask("check", packed(none))["count"] == 0


def test_a_cap_beyond_the_digits_of_an_integer(client: Client) -> None:
    cap = f"truecandidatesnumsolutions={'9' * 5000}"
    reply = client.ask("truecandidates", packed(EASY, truecandidatesoptions=[cap]))
    assert sum(reply["solutionsPerCandidate"]) == 81


def test_unknown_commands_and_data_types(client: Client) -> None:
    assert "dance" in client.ask("dance", packed(EASY))["message"]
    client.inner.send(json.dumps({"nonce": 9, "command": "solve", "dataType": "x", "data": ""}))
    assert client.receive(9)["type"] == "invalid"


def test_fuzzed_frames_leave_the_connection_usable(client: Client) -> None:
    chance = random.Random(14)
    good = json.dumps(
        {"nonce": 0, "command": "check", "dataType": "fpuzzles", "data": packed(EASY)}
    )
    odd: list[str | bytes] = [
        "",
        "{",
        "[]",
        "null",
        "1e999",
        '{"nonce":{}}',
        b"\xff\xfe",
        "[" * 5000,
    ]
    for _ in range(60):
        cut = list(good)
        for _ in range(chance.randrange(1, 6)):
            cut[chance.randrange(len(cut))] = chr(chance.randrange(32, 0x2FF))
        odd.append("".join(cut))
    for frame in odd:
        client.inner.send(frame)
    client.nonces = count(100)
    assert client.ask("check", packed(EASY))["count"] == 1


def test_a_giant_frame_closes_its_connection_alone(port: int, client: Client) -> None:
    other = Client(port)
    other.inner.send("x" * (3 << 20))
    with pytest.raises(ConnectionClosed) as closed:
        other.inner.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009
    assert client.ask("check", packed(EASY))["count"] == 1


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("https://www.f-puzzles.com", True),
        ("https://example.org", True),
        (None, True),
        ("https://evil.example", False),
        ("null", False),
    ],
)
def test_origins(port: int, origin: str | None, allowed: bool) -> None:
    if allowed:
        other = Client(port, origin=origin)
        assert other.ask("check", packed(EASY))["count"] == 1
        other.inner.close()
        return
    with pytest.raises(InvalidStatus) as refused:
        Client(port, origin=origin)
    assert refused.value.response.status_code == 403


@pytest.mark.parametrize("origin", ["example.org", "https://example.org/", "null"])
def test_an_origin_that_no_page_has_is_bad_input(origin: str) -> None:
    from typer import BadParameter

    from satdoku.cli.subcommands.socket import _origins

    assert _origins(["http://localhost:8000"]) == ["http://localhost:8000"]
    with pytest.raises(BadParameter, match="not an origin"):
        _origins([origin])


@pytest.mark.parametrize(
    "hosts", [["evil.example"], [], ["localhost:{}", "evil.example"], ["localhost:{}"] * 2]
)
def test_another_host_name_is_refused(port: int, hosts: list[str]) -> None:
    lines = "".join(f"Host: {host.format(port)}\r\n" for host in hosts)
    with socket.create_connection(("127.0.0.1", port)) as raw:
        raw.sendall(
            b"GET / HTTP/1.1\r\n%bUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
            % lines.encode()
        )
        assert b" 421 " in raw.recv(100)


@pytest.mark.full
def test_fifty_clients_at_once_with_storms_and_disconnects(port: int) -> None:
    slow = Client(port)  # it reads nothing of its count until the end
    running = slow.send("count", packed("." * 81))

    def session(number: int) -> int:
        one = Client(port)
        for _ in range(3):
            one.send("count", packed("." * 81))
            one.send("cancel")
        if number % 3 == 0:
            one.send("count", packed("." * 81))
            if one.inner.socket is not None:
                one.inner.socket.shutdown(socket.SHUT_RDWR)  # gone in the middle of work
            return 1
        count = int(one.ask("check", packed(EASY))["count"])
        one.inner.close()
        return count

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(session, range(50))) == [1] * 50
    assert slow.receive(running)["type"] == "count"
    slow.inner.close()
    assert threading.active_count() < 60


def test_both_addresses_of_localhost(port: int) -> None:
    answering = []
    for host in ("127.0.0.1", "::1"):
        try:
            socket.create_server((host, 0), family=_family(host)).close()
        except OSError:  # a machine may lack IPv6
            continue
        socket.create_connection((host, port)).close()
        answering.append(host)
    assert "127.0.0.1" in answering


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def test_a_variant_answers_within_the_time_of_a_draft(client: Client) -> None:
    data = packed("." * 81, thermometer=[{"lines": [["R1C1", "R1C2", "R1C3"]]}])
    count = 0
    while count < 7:  # what is not found in that time is left out
        count = sum(client.ask("truecandidates", data)["solutionsPerCandidate"][:9])
    assert count == 7


@pytest.mark.full
def test_estimates_of_a_known_number() -> None:
    from satdoku.base.limits import Limit
    from satdoku.solving.estimate import estimates

    puzzle = Puzzle.empty(Geometry.of_size(4))
    clock = Limit(seconds=20).start()
    for estimate in estimates(puzzle, clock, seed=3):
        if estimate.dives == 300:
            break
    low, high = estimate.interval
    assert low <= 288 <= high
    assert high - low < 60
