"""The interface for other programs: its answers, its errors, its document and its limits."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("starlette")
from jsonschema import Draft202012Validator

import satdoku
from satdoku.web import rest
from satdoku.web.calls import CALLS, call
from satdoku.web.fields import RequestContext
from satdoku.web.jobs import Job, Jobs, OutOfTime
from satdoku.web.openapi import TYPES, document
from satdoku.web.problems import NAMES
from satdoku.web.rest import ApiSettings, api
from satdoku.web.running import bound
from tests.bad_calls import BAD_CALLS, EASY, BadCall
from tests.shared import ENDLESS
from tests.web.conftest import ended, started

SCHEMAS = json.loads(document(30.0))
ADDRESS = "localhost:1"
OPEN = ApiSettings(hosts=(ADDRESS,))


class Inline(Jobs):
    """Questions are answered here, without workers."""

    async def in_worker(self, job: Job, item: Any, seconds: float, *others: Any) -> Any:
        return job(item, RequestContext(seconds))

    in_thread = in_worker


def request(
    method: str,
    path: str,
    body: bytes = b"",
    settings: ApiSettings = OPEN,
    jobs: type[Jobs] = Inline,
    **headers: str,
) -> tuple[int, dict[str, str], bytes]:
    """The status, headers and body of a response."""
    usual = {"host": ADDRESS, "content-type": "application/json"}
    usual |= {name.replace("_", "-"): value for name, value in headers.items()}
    sent: list[Any] = []

    async def ask() -> None:
        pieces = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return pieces.pop() if pieces else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            sent.append(message)

        named = [(k.encode(), v.encode()) for k, v in usual.items() if v]
        scope = {
            "type": "http", "method": method, "path": path, "query_string": b"", "headers": named,
            "server": ("localhost", 1), "scheme": "http", "root_path": "", "http_version": "1.1",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
        }  # fmt: skip
        workers = jobs(2)
        await api(workers, settings)(scope, receive, send)
        await workers.close()

    asyncio.run(ask())
    start, *rest = sent
    answered = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], answered, b"".join(one.get("body", b"") for one in rest)


def asked(name: str, settings: ApiSettings = OPEN, /, **arguments: Any) -> tuple[int, Any]:
    """The status and the data of the response to a call."""
    status, _, body = request("POST", f"/v1/{name}", json.dumps(arguments).encode(), settings)
    return status, json.loads(body)


def referred(schema: Any) -> dict[str, Any]:
    return {**schema, "components": SCHEMAS["components"]}


@pytest.mark.parametrize("name", CALLS)
def test_the_answer_to_the_example_of_each_call_is_as_the_document_says(name: str) -> None:
    described = SCHEMAS["paths"][f"/v1/{name}"]["post"]
    example = described["requestBody"]["content"]["application/json"]
    Draft202012Validator(referred(example["schema"])).validate(example["example"])
    status, data = asked(name, **example["example"])
    assert status == 200, data
    content = described["responses"]["200"]["content"]
    assert tuple(content) == TYPES[name]
    Draft202012Validator(referred(content["application/json"]["schema"])).validate(data)


@pytest.mark.parametrize("bad", BAD_CALLS, ids=lambda bad: f"{bad.name} {bad.words}")
def test_bad_input_is_a_problem_with_its_place(bad: BadCall) -> None:
    status, data = asked(bad.name, **bad.arguments)
    assert (status, data["status"]) == (bad.status, bad.status)
    assert data["type"] == f"urn:satdoku:{bad.problem}"
    assert bad.words in data["detail"]
    cells = [one["cells"] for one in data.get("problems", ())]
    if isinstance(bad.place, list):
        assert bad.place in cells
    else:
        assert data.get("argument", data.get("line")) == bad.place
        assert not cells
    problem = SCHEMAS["paths"]["/v1/solve"]["post"]["responses"]["400"]["content"]
    schema = problem["application/problem+json"]["schema"]
    Draft202012Validator(referred(schema)).validate(data)
    # Python's error says the same, where a text or a puzzle is at fault.
    if bad.problem != "option" and bad.name not in ("generate", "certify", "verify"):
        own = {k: json.dumps(v) if k == "puzzle" and isinstance(v, dict) else v
               for k, v in bad.arguments.items()}  # fmt: skip
        with pytest.raises(ValueError if status == 400 else satdoku.SatdokuError) as raised:
            getattr(satdoku, bad.name.replace("-", "_"))(**own)
        assert str(raised.value) == data["detail"]


def test_answers_are_texts_and_pictures_too() -> None:
    body = json.dumps({"puzzle": EASY, "lang": "ja"}).encode()
    for accept, begin in (
        ("text/plain", satdoku.hint(EASY, lang="ja").text()),
        ("image/*, text/plain;q=0.5", "<svg"),
        ("text/html;q=0.9, */*;q=0.1", "{"),
    ):
        status, _, content = request("POST", "/v1/hint", body, accept=accept)
        assert (status, content.decode()[: len(begin)]) == (200, begin)
    assert request("POST", "/v1/hint", body, accept="text/html, image/png;q=0")[0] == 406
    assert request("POST", "/v1/generate", b"{}", accept="image/svg+xml")[0] == 406


def test_an_answer_is_what_python_answers() -> None:
    for name, more in (("solve", {"limit": 2}), ("rate", {}), ("candidates", {"cap": 3})):
        function: Callable[..., Any] = getattr(satdoku, name)
        assert asked(name, puzzle=EASY, **more)[1] == function(EASY, **more).to_dict()
    rows = [[int(EASY[9 * r + c].replace(".", "0")) for c in range(9)] for r in range(9)]
    assert asked("solve", puzzle=rows)[1]["solutions"] == satdoku.solve(EASY).to_dict()["solutions"]
    puzzles = asked("generate", level="hard", seed=5, count=2, clues_of=None)[1]["puzzles"]
    assert puzzles == [one.data() for one in satdoku.generate(2, difficulty="hard", seed=5)]


@pytest.mark.parametrize("claim", ["verdict", "rating"])
def test_a_certificate_is_made_and_checked(claim: str, tmp_path: Path) -> None:
    record = asked("certify", puzzle=EASY, claim=claim)[1]
    files = record.pop("files")
    assert record["answer"] == "proved"
    assert asked("verify", files=files, puzzle=EASY) == (200, record)
    for name, text in files.items():
        (tmp_path / name).write_text(text, "ascii")
    *_, certificate = files
    assert satdoku.verify(tmp_path / certificate).to_dict() == record
    status, other = asked("verify", files=files, puzzle="." * 81)
    assert (status, other["answer"]) == (200, "not proved")
    changed = files[certificate].replace("534678912", "354678912")
    assert asked("verify", files=files | {certificate: changed})[1]["answer"] == "not proved"
    if claim == "verdict":
        status, problem = asked("verify", files={certificate: files[certificate]}, lang="ja")
        assert (status, problem["detail"]) == (400, f"{min(files)} はファイルの中にありません")


def test_a_batch_is_answered_line_by_line() -> None:
    lines = [json.dumps({"puzzle": EASY}), "", "{", json.dumps({"puzzle": "x"}), json.dumps([])]
    lines += [json.dumps({"puzzle": EASY, "dance": 1}), json.dumps({"puzzle": EASY})]
    status, headers, body = request(
        "POST", "/v1/solve/batch", "\n".join(lines).encode(), content_type="application/x-ndjson"
    )
    assert (status, headers["content-type"]) == (200, "application/x-ndjson")
    answers = [json.loads(line) for line in body.splitlines()]
    assert [one["line"] for one in answers] == [1, 2, 3, 4, 5, 6]
    kinds = [one.get("problem", {}).get("type", "answer").rpartition(":")[2] for one in answers]
    assert kinds == ["answer", "request", "unreadable", "option", "option", "answer"]
    described = SCHEMAS["paths"]["/v1/solve/batch"]["post"]["responses"]["200"]["content"]
    schema = Draft202012Validator(referred(described["application/x-ndjson"]["x-line-schema"]))
    for one in answers:
        schema.validate(one)


@pytest.mark.parametrize(
    ("method", "path", "body", "headers", "status", "problem"),
    [
        ("GET", "/v1/solve", b"", {}, 405, "method"),
        ("POST", "/v1/dance", b"{}", {}, 404, "not-found"),
        ("GET", "/dance", b"", {}, 404, "not-found"),
        ("POST", "/v1/solve/", b"{}", {}, 404, "not-found"),
        ("POST", "/v1/solve", b"{}", {"content_type": "text/plain"}, 415, "media-type"),
        ("POST", "/v1/solve", b"{}", {"content_type": ""}, 415, "media-type"),
        ("POST", "/v1/solve", b"[" * 100_000, {}, 400, "request"),
        ("POST", "/v1/solve", b'{"puzzle": NaN}', {}, 400, "request"),
        ("POST", "/v1/solve", b'{"puzzle": ' + b"9" * 5000 + b"}", {}, 400, "request"),
        ("POST", "/v1/solve", b"\xff", {}, 400, "request"),
        ("POST", "/v1/solve", b'{"puzzle": "\\ud800"}', {}, 400, "unreadable"),
        ("POST", "/v1/solve", b" " * (rest.MAX_BODY_BYTES + 1), {}, 413, "too-large"),
        ("POST", "/v1/solve", b"{}", {"content_length": "9" * 30}, 413, "too-large"),
        ("POST", "/v1/solve", b"{}", {"origin": "https://example.org"}, 403, "forbidden"),
        ("OPTIONS", "/v1/solve", b"", {"origin": "https://example.org"}, 403, "forbidden"),
        ("GET", "/health", b"", {"host": "example.org"}, 421, "forbidden"),
    ],
)
def test_a_request_that_cannot_be_answered(
    method: str, path: str, body: bytes, headers: dict[str, str], status: int, problem: str
) -> None:
    code, names, content = request(method, path, body, **headers)
    assert (code, names["content-type"]) == (status, "application/problem+json")
    assert json.loads(content)["type"] == f"urn:satdoku:{problem}"
    assert problem in NAMES
    assert "access-control-allow-origin" not in names


def test_a_token_and_pages_that_may_ask() -> None:
    page = "https://example.org"
    settings = ApiSettings(token="t" * 16, origins=(page,))
    right = f"Bearer {settings.token}"
    assert request("GET", "/health", settings=settings)[0] == 200
    for given, status in (("", 401), ("Bearer x", 401), ("Bearer \u00e9", 401), (right, 200)):
        code, _, _ = request("GET", "/openapi.json", settings=settings, authorization=given)
        assert code == status
    status, headers, _ = request("OPTIONS", "/v1/solve", settings=settings, origin=page)
    assert (status, headers["access-control-allow-origin"]) == (204, page)
    body = json.dumps({"puzzle": EASY}).encode()
    status, headers, _ = request(
        "POST", "/v1/solve", body, settings, origin=page, authorization=right
    )
    assert (status, headers["access-control-allow-origin"]) == (200, page)


def test_the_time_limit_is_the_servers_too() -> None:
    class Late(Inline):
        async def in_worker(self, *question: Any) -> Any:
            raise OutOfTime

    short = ApiSettings(seconds=2.0, hosts=(ADDRESS,))
    status, data = asked("solve", short, puzzle=EASY, time_limit=3)
    assert (status, data["argument"]) == (400, "time_limit")
    assert call("solve").seconds_of({}, 2.0) == 2.0
    status, _, body = request("POST", "/v1/rate", json.dumps({"puzzle": EASY}).encode(), jobs=Late)
    assert (status, json.loads(body)["type"]) == (422, "urn:satdoku:undecided")


def test_too_many_requests_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "MAX_WAITING", 0)
    body = json.dumps({"puzzle": EASY}).encode()
    status, headers, _ = request("POST", "/v1/solve", body)
    assert (status, headers["retry-after"]) == (503, "1")


def test_a_fault_of_satdoku_is_a_problem_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rest, "call", lambda name: 1 // 0 if name == "rate" else call(name))
    monkeypatch.setattr(
        rest._Api, "_pending", lambda *given: rest._PendingCall("rate", {}, "text/plain")
    )
    with pytest.raises(ZeroDivisionError):  # the time limit is asked for first
        request("POST", "/v1/rate", b"{}")
    body = rest._answered(rest._PendingCall("rate", {}, "text/plain"), RequestContext(1))
    assert (body.status, json.loads(body.content)["type"]) == (500, "urn:satdoku:fault")


def test_no_answer_waits_until_there_is_more_to_send() -> None:
    """Servers of asyncio switch that off (TCP_NODELAY), where the socket names its protocol."""
    for one in bound(0, ""):
        assert one.proto == socket.IPPROTO_TCP
        one.close()


# -- over a socket -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def served() -> Iterator[tuple[str, psutil.Process]]:
    """A server's host and port, and its process."""
    process, line = started("serve", "--api", "--port", "0", "--time-limit", "600")
    address = next(word for word in line.split() if word.startswith("http")).split("/")[2]
    yield address, psutil.Process(process.pid)
    assert ended(process) == (0, "")


def over_socket(address: str, name: str, **arguments: Any) -> Any:
    with contextlib.closing(HTTPConnection(address, timeout=120)) as connection:
        body = json.dumps(arguments)
        connection.request("POST", f"/v1/{name}", body, {"Content-Type": "application/json"})
        with connection.getresponse() as response:
            return json.loads(response.read())


def health(address: str) -> Any:
    with contextlib.closing(HTTPConnection(address, timeout=120)) as connection:
        connection.request("GET", "/health")
        with connection.getresponse() as response:
            return json.loads(response.read())


def until(true: Callable[[], bool]) -> None:
    while not true():
        time.sleep(0.05)


@pytest.mark.full
def test_the_example_of_the_page_runs(served: tuple[str, psutil.Process], tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")
    example = page.partition("<!-- example: javascript -->\n```js\n")[2].partition("```")[0]
    script = tmp_path / "example.mjs"
    script.write_text(example.replace("127.0.0.1:8642", served[0]), "utf-8")
    run = subprocess.run([node, script], capture_output=True, text=True, check=True)
    first, hardest, fault = run.stdout.splitlines()
    puzzle, verdict = first.split()
    assert verdict == "unique"
    assert hardest == satdoku.rate(puzzle).hardest
    assert "r1c1 r1c2" in fault


def kotlin_example() -> str:
    page = (Path(__file__).parents[2] / "docs" / "http.md").read_text("utf-8")
    return page.partition("<!-- example: kotlin -->\n```kotlin\n")[2].partition("```")[0]


@pytest.mark.slow
def test_the_example_in_kotlin(served: tuple[str, psutil.Process], tmp_path: Path) -> None:
    compiler, java = shutil.which("kotlinc"), shutil.which("java")
    if compiler is None or java is None:
        pytest.skip("needs kotlinc and java, for example from Debian's packages")
    source, program = tmp_path / "example.kt", tmp_path / "example.jar"
    source.write_text(kotlin_example().replace("127.0.0.1:8642", served[0]), "utf-8")
    subprocess.run([compiler, source, "-include-runtime", "-d", program], check=True)
    run = subprocess.run([java, "-jar", program], capture_output=True, text=True, check=True)
    first, rating = run.stdout.splitlines()
    puzzle, _, verdict = first.partition(" ")
    assert json.loads(verdict)["verdict"] == "unique"
    assert json.loads(rating)["hardest"] == satdoku.rate(puzzle).hardest


def test_the_example_in_kotlin_asks_what_there_is() -> None:
    """Compilers of Kotlin are rare: its address, calls and arguments are asked here, and its
    expression has to find the puzzle in the answer."""
    example = kotlin_example()
    assert len(example.splitlines()) <= 25
    assert example.count("{") == example.count("}")
    assert example.count("(") == example.count(")")
    asked_for = re.findall(r'ask\("([a-z-]+)", """(\{.*?\})"""\)', example)
    assert len(asked_for) == 3
    assert "http://127.0.0.1:8642/v1/$call" in example
    for name, fields in asked_for:
        status, answered = asked(name, **json.loads(fields.replace("$puzzle", EASY)))
        assert status == 200
        assert set(json.loads(fields)) <= set(call(name).arguments)
        if name == "generate":
            form = re.search(r'Regex\("(.*)"\)', example)
            assert form is not None
            puzzle = re.search(form[1].replace('\\"', '"'), json.dumps(answered))
            assert puzzle is not None
            assert puzzle[1] == answered["puzzles"][0]["puzzle"]
    for used in re.findall(r"java\.net\.(?:http\.)?([A-Za-z]+)", example):
        assert example.count(used) > 1


@pytest.mark.full
def test_a_client_that_goes_away_frees_its_worker(served: tuple[str, psutil.Process]) -> None:
    address, _ = served
    assert over_socket(address, "solve", puzzle=ENDLESS, time_limit=1)["verdict"] == "undecided"
    host, port = address.split(":")
    body = json.dumps({"puzzle": ENDLESS, "time_limit": 600}).encode()
    head = f"POST /v1/solve HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n"
    for _ in range(4):  # more than there are workers
        with socket.create_connection((host, int(port))) as one:
            one.sendall(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
            until(lambda: health(address)["waiting"] == 1)
        until(lambda: health(address)["waiting"] == 0)
    with contextlib.closing(HTTPConnection(address, timeout=120)) as connection:
        connection.request("GET", "/metrics")
        counts = connection.getresponse().read().decode()
    assert 'call="solve",status="0"} 4' in counts
    assert 'status="500"' not in counts
    assert over_socket(address, "rate", puzzle=EASY)["er"] == 1.2
    state = health(address)["workers"]
    assert state["processes"] <= state["most"]


@pytest.mark.parametrize(
    "count",
    [pytest.param(1000, marks=pytest.mark.full), pytest.param(10_000, marks=pytest.mark.slow)],
)
def test_slow_clients_are_given_up_and_hold_nobody(
    served: tuple[str, psutil.Process], count: int
) -> None:
    address, process = served
    host, port = address.split(":")
    resource = pytest.importorskip("resource", reason="open files are limited on POSIX")
    if resource.getrlimit(resource.RLIMIT_NOFILE)[0] < count + 500:
        pytest.skip(f"{count} connections need as many open files (ulimit -n)")
    before = process.memory_info().rss
    head = f"POST /v1/solve HTTP/1.1\r\nHost: {address}\r\n"
    begun = f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    slow = []
    for number in range(count):
        slow.append(socket.create_connection((host, int(port))))
        slow[-1].sendall((b"", head.encode(), begun.encode())[number % 3])
    assert over_socket(address, "solve", puzzle=EASY)["verdict"] == "solved"
    assert process.memory_info().rss - before < (32 << 20) + (count << 14)
    for number, one in enumerate(slow):
        one.settimeout(120)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while piece := one.recv(4096):
                answer += piece
        assert answer.startswith(b"HTTP/1.1 408") if number % 3 == 2 else answer == b""
        one.close()


@pytest.mark.parametrize(
    "requests",
    [
        pytest.param(400, marks=pytest.mark.full),
        pytest.param(100_000, marks=pytest.mark.slow),
    ],
)
def test_memory_stays_flat(served: tuple[str, psutil.Process], requests: int) -> None:
    address, process = served
    names = [("solve", {}), ("rate", {}), ("solve", {"limit": 0}), ("hint", {"lang": "ja"})]
    with contextlib.closing(HTTPConnection(address, timeout=120)) as connection:

        def ask(times: int) -> None:
            for number in range(times):
                name, more = names[number % len(names)]
                body = json.dumps({"puzzle": EASY, **more})
                headers = {"Content-Type": "application/json"}
                connection.request("POST", f"/v1/{name}", body, headers)
                with connection.getresponse() as response:
                    assert response.status == (400 if "limit" in more else 200)
                    response.read()

        ask(200)
        before = process.memory_info().rss
        ask(requests)
        assert process.memory_info().rss - before < 4 << 20


@pytest.mark.full
def test_the_command_refuses_what_it_cannot_serve(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from satdoku.cli.app import run as run_command

    short = tmp_path / "token"
    short.write_text("secret")
    for options, words in (
        (["--address", "0.0.0.0"], "--address needs --api"),
        (["--api", "--token-file", str(short)], "at least 16"),
        (["--api", "--token-file", str(tmp_path / "none")], "cannot be read"),
        (["--api", "--time-limit", "0"], "--time-limit"),
        (["--api", "--address", "dance"], "dance"),
    ):
        assert run_command(["serve", "--port", "0", *options]) == 2
        assert words in capsys.readouterr().err
