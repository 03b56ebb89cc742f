"""Messages of clients of the server for language models: well formed, mutated, several in one."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from satdoku.programs.mcp import serve
from satdoku.programs.tools import TOOLS, listed
from satdoku.web.fields import RequestContext
from satdoku.web.jobs import Jobs
from tests.fuzz.mutation import json_value, mutated_data, mutated_text, smaller_texts
from tests.fuzz.puzzles import SEEDS
from tests.fuzz.tries import expect

SECONDS = 0.3
_LAST = "the last message"
_MAX_CHARACTERS = 400_000
_BOARDS = (*SEEDS, "1....2..4......3", "1.......2.......", "x", "", ".AntiKnight.~R1C1_5", "{}")
_METHODS = ("ping", "initialize", "tools/list", "tools/call", "notifications/initialized", "x")


@dataclass(frozen=True)
class Case:
    """The lines of a client."""

    lines: tuple[str, ...]


class _Here:
    """Workers that answer at once, in this process."""

    async def warm(self) -> None:
        """Nothing to start."""

    async def in_worker(self, job: Any, item: Any, seconds: float, report: Any) -> Any:
        """The answer of a job."""
        return job(item, RequestContext(min(seconds, SECONDS)))


@cache
def _schema(name: str) -> dict[str, Any]:
    """The schema of the arguments of a tool."""
    schema: dict[str, Any] = listed(name)["inputSchema"]
    return schema


def _call(chance: random.Random) -> dict[str, Any]:
    name = chance.choice(sorted(TOOLS))
    arguments: dict[str, Any] = {}
    for field, schema in _schema(name)["properties"].items():
        kind = schema["type"] if isinstance(schema["type"], str) else schema["type"][0]
        if field == "time_limit":
            arguments[field] = SECONDS
        elif field in _schema(name)["required"] or chance.random() < 0.3:
            arguments[field] = (
                chance.choice(schema["enum"])
                if "enum" in schema
                else chance.choice(_BOARDS)
                if kind == "string"
                else ["r1c1=1"]
                if kind == "array"
                else chance.choice((0, 1, 2, 3, True, False))
            )
        if field in arguments and field != "time_limit" and chance.random() < 0.1:
            arguments[field] = json_value(chance)
    return {"name": name, "arguments": arguments}


def _message(chance: random.Random, number: int) -> Any:
    method = chance.choice(_METHODS) if chance.random() < 0.3 else "tools/call"
    params = _call(chance) if method == "tools/call" else {"protocolVersion": "2025-06-18"}
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    if method.startswith("notifications"):
        del message["id"]
    if chance.random() < 0.3:
        message["id"] = chance.choice((f"n{number}", None, True, 1.5, [number], {}, 2**70))
    return mutated_data(message, chance) if chance.random() < 0.3 else message


def draw(chance: random.Random) -> Case:
    """A few messages, some of them in one, some of them no JSON."""
    lines = []
    for number in range(chance.choice((1, 1, 2, 4))):
        data = _message(chance, number)
        if chance.random() < 0.15:
            data = [data, _message(chance, number + 100)]
        text = json.dumps(data)
        lines.append(mutated_text(text, chance, "NaN") if chance.random() < 0.1 else text)
    return Case(tuple(" ".join(line.splitlines()) for line in lines))


def judge(case: Case) -> None:
    """Every request has one reply, in JSON on one line, and the server lives on."""
    sent: list[str] = []
    last = json.dumps({"jsonrpc": "2.0", "id": _LAST, "method": "ping"})
    serve([*case.lines, last], sent.append, cast(Jobs, _Here()))
    replies: list[Any] = []
    for line in sent:
        expect(
            "\n" not in line and len(line) < _MAX_CHARACTERS,
            "a reply that is not a line",
            len(line),
        )
        expect("fault of satdoku" not in line, "a tool fails", line[:300])
        data = json.loads(line, parse_constant=_refuse)
        replies += data if isinstance(data, list) else [data]
    for reply in replies:
        expect(reply["jsonrpc"] == "2.0", "a reply of another protocol")
        expect(("result" in reply) != ("error" in reply), "a result or an error", reply)
        if "content" in reply.get("result", {}):
            (content,) = reply["result"]["content"]
            expect((content.get("text") or content["data"]).strip(), "an empty answer", reply)
    numbers = [json.dumps(reply["id"]) for reply in replies]
    wanted = [json.dumps(number) for line in case.lines for number in _numbers(line)]
    for number in (*wanted, json.dumps(_LAST)):
        expect(number in numbers, "a request without a reply", number)
        numbers.remove(number)
    expect(not {*numbers} - {"null"}, "a reply that nobody waits for", numbers)


def _refuse(name: str) -> Any:
    expect(False, "a number that JSON lacks", name)


def _numbers(line: str) -> Iterator[Any]:
    """The ids of the requests of a line that must be answered by their ids."""
    try:
        data = json.loads(line, parse_constant=lambda name: 1 / 0, parse_float=_number)
    except (ValueError, ArithmeticError, RecursionError):
        return
    for message in data if isinstance(data, list) else [data]:
        if isinstance(message, dict) and isinstance(message.get("id"), str | int | float):
            replied = not isinstance(message.get("method"), str) and (
                "result" in message or "error" in message
            )
            if not replied and not isinstance(message["id"], bool):
                yield message["id"]


def _number(text: str) -> float:
    number = float(text)
    return number if abs(number) < float("inf") else 1 / 0


def smaller(case: Case) -> Iterator[Case]:
    """Fewer lines, less in each."""
    for at, line in enumerate(case.lines):
        before, after = case.lines[:at], case.lines[at + 1 :]
        yield Case((*before, *after))
        for less in smaller_texts(line):
            yield Case((*before, less, *after))
