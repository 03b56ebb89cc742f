"""The Model Context Protocol over standard input and output: one JSON-RPC message a line.

Its client libraries change their interfaces from version to version and bring a web server along;
of the protocol a server of tools needs four requests, which are here.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from satdoku import api
from satdoku.base.errors import SatdokuError
from satdoku.base.version import __version__
from satdoku.messages import SOURCE, languages

__all__ = ["served"]

_VERSIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
_SECONDS = 60.0
_LARGEST = 1_000_000
"""Characters of a message."""

Found = tuple[str, dict[str, Any]]
_PUZZLE = {"type": "string", "description": "The puzzle: 81 characters, a link, JSON ..."}
_BOARD = {"type": "string", "description": "The board so far, in any form that a puzzle takes."}
_TEXTS = {"type": "array", "items": {"type": "string"}}
_LANG = {"type": "string", "enum": [*languages()], "default": SOURCE}


@dataclass(frozen=True)
class _Tool:
    about: str
    properties: dict[str, Any]
    call: Callable[..., Found]
    required: tuple[str, ...] = ("puzzle",)

    def listed(self, name: str) -> dict[str, Any]:
        schema = {
            "type": "object",
            "properties": self.properties,
            "required": list(self.required),
            "additionalProperties": False,
        }
        return {"name": name, "description": self.about, "inputSchema": schema}


def _answering(function: Callable[..., Any], **usual: Any) -> Callable[..., Found]:
    """What calls an everyday function with the arguments of a client."""

    def call(**given: Any) -> Found:
        found = function(**{"time_limit": _SECONDS, **usual, **given})
        return found.text(), found.to_dict()

    return call


def _why(**given: Any) -> Found:
    if not given.get("claims") and not given.get("transcript"):
        raise TypeError("claims or transcript is missing")
    return _answering(api.why)(**given)


def _show(puzzle: str) -> Found:
    found = api.show(puzzle)
    return found.text(), found.to_dict()


def _describe(puzzle: str, lang: str = "en") -> Found:
    text = api.describe(puzzle, lang)
    return text, {"text": text}


def _judge(puzzle: str, answer: str) -> Found:
    verdict = api.judge(puzzle, answer)
    return "\n".join([verdict.verdict, *verdict.faults]), verdict.to_dict()


_FULL = {"full": {"type": "boolean", "description": "Print long arguments in full (--full)."}}
_LIMIT = {
    "time_limit": {"type": "number", "minimum": 0, "description": "The time limit in seconds."}
}
_TOOLS = {
    "solve": _Tool(
        "Solve a Sudoku of any rules; up to `limit` different solutions.",
        {"puzzle": _PUZZLE, "limit": {"type": "integer", "minimum": 1}, **_LIMIT},
        _answering(api.solve),
    ),
    "check": _Tool(
        "Report the wrong digits of a player's board, without revealing the right ones.",
        {"board": _BOARD, "puzzle": _PUZZLE, "lang": _LANG, **_LIMIT},
        _answering(api.check),
        ("board",),
    ),
    "hint": _Tool(
        "Explain the next step: strength 1 its kind and place, 2 its pattern, 3 all of it.",
        {
            "puzzle": _PUZZLE,
            "board": _BOARD,
            "strength": {"type": "integer", "minimum": 1, "maximum": 3},
            "lang": _LANG,
            **_FULL,
            **_LIMIT,
        },
        _answering(api.hint, strength=3),
    ),
    "why": _Tool(
        "Judge whether claims such as r1c3=4, r5c2<>7 or 'naked pair in box 7' are false, "
        "forced, known, or true but a guess.",
        {
            "puzzle": _PUZZLE,
            "claims": _TEXTS,
            "transcript": {**_TEXTS, "description": "Instead of claims: the moves of a solve."},
            "board": _BOARD,
            "from_givens": {"type": "boolean", "description": "Start from the givens alone."},
            "up_to": {"type": "string", "description": "The hardest technique that counts."},
            "lang": _LANG,
            **_FULL,
            **_LIMIT,
        },
        _why,
    ),
    "show": _Tool(
        "Print the board, givens, rules and faults of a puzzle.", {"puzzle": _PUZZLE}, _show
    ),
    "describe": _Tool(
        "Describe a puzzle in words, as a prompt.", {"puzzle": _PUZZLE, "lang": _LANG}, _describe
    ),
    "judge": _Tool(
        "Judge whether a text is a solution: right, wrong or malformed.",
        {"puzzle": _PUZZLE, "answer": {"type": "string"}},
        _judge,
        ("puzzle", "answer"),
    ),
}


def served(lines: Iterable[str]) -> Iterator[str]:
    """The replies to the messages of a client, a line each; notifications have none."""
    for line in lines:
        if not line.strip():
            continue
        try:
            message = json.loads(line) if len(line) <= _LARGEST else None
        except (ValueError, RecursionError):
            yield json.dumps(_error(None, -32700, "the message is no JSON on one line"))
            continue
        if isinstance(message, list) and message:  # several at once, as the version of March has it
            replies = [reply for one in message if (reply := _answer(one)) is not None]
            if replies:
                yield json.dumps(replies, ensure_ascii=False)
        elif (reply := _answer(message)) is not None:
            yield json.dumps(reply, ensure_ascii=False)


def _answer(message: Any) -> dict[str, Any] | None:
    """The reply to one message; ``None`` where it wants none."""
    if not isinstance(message, dict):
        return _error(None, -32600, "the message is no JSON-RPC request")
    if not isinstance(message.get("method"), str):
        if "result" in message or "error" in message:
            return None
        return _error(message.get("id"), -32600, "the message is no JSON-RPC request")
    if "id" not in message:
        return None
    return _reply(message["id"], message["method"], message.get("params"))


def _reply(number: Any, method: str, given: Any) -> dict[str, Any]:
    params = given if isinstance(given, dict) else {}
    if method == "initialize":
        wanted = params.get("protocolVersion")
        result: dict[str, Any] = {
            "protocolVersion": wanted if wanted in _VERSIONS else _VERSIONS[0],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "satdoku", "version": __version__},
        }
    elif method == "ping":
        result = {}
    elif method == "tools/list":
        result = {"tools": [tool.listed(name) for name, tool in _TOOLS.items()]}
    elif method == "tools/call":
        name = params.get("name")
        if not isinstance(name, str) or name not in _TOOLS:
            return _error(number, -32602, f"there is no tool {name!r}")
        result = _called(_TOOLS[name], params.get("arguments"))
    else:
        return _error(number, -32601, f"there is no method {method!r}")
    return {"jsonrpc": "2.0", "id": number, "result": result}


def _called(tool: _Tool, given: Any) -> dict[str, Any]:
    """What a tool answers, or the sentence that says why it cannot."""
    arguments = {} if given is None else given
    try:
        if not isinstance(arguments, dict):
            raise TypeError("arguments is an object")
        for name in tool.required:
            if name not in arguments:
                raise TypeError(f"{name} is missing")
        for name in arguments:
            if name not in tool.properties:
                raise TypeError(f"there is no argument {name!r}")
        text, data = tool.call(**arguments)
    except (SatdokuError, TypeError, ValueError) as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    return {"content": [{"type": "text", "text": text}], "structuredContent": data}


def _error(number: Any, code: int, sentence: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": sentence}}
