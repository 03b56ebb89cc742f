"""The tools of the server for language models: their schemas and their answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any

from satdoku import api
from satdoku.answers.puzzle_input import unread
from satdoku.answers.question import Answer
from satdoku.base.errors import SatdokuError, naming_faults
from satdoku.base.worded import plural
from satdoku.messages import SOURCE, languages, no_language
from satdoku.rating.levels import LEVELS
from satdoku.web.fields import RequestContext

_SECONDS = 60.0
_MAX_SECONDS = 3600.0
"""Seconds that a client may ask for."""

_MAX_TEXT_LENGTH = 100_000
"""Characters of the text of an answer, and of its data."""

Found = tuple[str, dict[str, Any]]
_PUZZLE = {
    "puzzle": {"type": "string", "description": "The puzzle: 81 characters, a link, JSON ..."},
    "givens_only": {
        "type": "boolean",
        "description": "Leave out what a player has entered in the puzzle.",
    },
}
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
    """A tool's function, which passes the arguments of a client to an everyday function."""

    def call(**given: Any) -> Found:
        return _in_words(function(**{"time_limit": _SECONDS, **usual, **given}))

    return call


def _in_words(answer: Answer) -> Found:
    """An answer in words, with the doubts about the puzzle's text, and as data."""
    text = answer.text()
    doubts = unread(answer.input.left_out, answer.input.text)
    return "\n".join([text, *(doubt for doubt in doubts if doubt not in text)]), answer.to_dict()


def _show(puzzle: str, givens_only: bool = False) -> Found:
    return _in_words(api.show(puzzle, givens_only=givens_only))


def _describe(puzzle: str, lang: str = "en", givens_only: bool = False) -> Found:
    text = api.describe(puzzle, lang, givens_only=givens_only)
    return text, {"text": text}


def _judge(puzzle: str, answer: str, givens_only: bool = False) -> Found:
    verdict = api.judge(puzzle, answer, givens_only=givens_only)
    return "\n".join([verdict.verdict, *verdict.faults]), verdict.to_dict()


_FULL = {"full": {"type": "boolean", "description": "Print long arguments in full (--full)."}}
_LIMIT: dict[str, Any] = {
    "time_limit": {
        "type": "number",
        "minimum": 0,
        "maximum": _MAX_SECONDS,
        "description": "The time limit in seconds.",
    }
}
TOOLS = {
    "solve": _Tool(
        "Solve a Sudoku of any rules; up to `limit` different solutions.",
        {**_PUZZLE, "limit": {"type": "integer", "minimum": 1, "maximum": 10_000}, **_LIMIT},
        _answering(api.solve),
    ),
    "check": _Tool(
        "Report the wrong digits of a player's board, without revealing the right ones.",
        {"board": _BOARD, "puzzle": _PUZZLE["puzzle"], "lang": _LANG, **_LIMIT},
        _answering(api.check),
        ("board",),
    ),
    "hint": _Tool(
        "Explain the next step: strength 1 its kind and place, 2 its pattern, 3 all of it.",
        {
            **_PUZZLE,
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
            **_PUZZLE,
            "claims": _TEXTS,
            "transcript": {**_TEXTS, "description": "Instead of claims: the moves of a solve."},
            "board": _BOARD,
            "up_to": {"type": "string", "description": "The hardest technique that counts."},
            "lang": _LANG,
            **_FULL,
            **_LIMIT,
        },
        _answering(api.why),
    ),
    "set_values": _Tool(
        "Find values for the clues of a theme (cages, little killers, quadruples ...), with which "
        "it has one solution; the values in the theme do not count.",
        {
            **_PUZZLE,
            "free": {"type": "string", "description": "Only these kinds: killer-cage,x-sum."},
            "no_givens": {"type": "boolean"},
            "level": {"type": "string", "enum": [*LEVELS]},
            "seed": {"type": "integer", "minimum": 0},
            "lang": _LANG,
            **_LIMIT,
        },
        _answering(api.set_values),
    ),
    "show": _Tool("Print the board, givens, rules and faults of a puzzle.", {**_PUZZLE}, _show),
    "describe": _Tool(
        "Describe a puzzle in words, as a prompt.", {**_PUZZLE, "lang": _LANG}, _describe
    ),
    "judge": _Tool(
        "Judge whether a text is a solution: right, wrong or malformed.",
        {**_PUZZLE, "answer": {"type": "string"}},
        _judge,
        ("puzzle", "answer"),
    ),
}


def refusal(name: str, arguments: Any) -> str | None:
    """The reason why a tool does not take some arguments; ``None`` where it does."""
    if not isinstance(arguments, dict):
        return "arguments is an object"
    tool = TOOLS[name]
    for needed in tool.required:
        if needed not in arguments:
            return f"{needed} is missing"
    for given, value in arguments.items():
        if given not in tool.properties:
            return f"there is no argument {given!r}"[:200]
        if reason := _unfit(given, value, tool.properties[given]):
            return reason
    if name == "why" and not (arguments.get("claims") or arguments.get("transcript")):
        return "claims or transcript is missing"
    return None


def seconds_of(arguments: dict[str, Any]) -> float:
    """How long a tool may take."""
    return float(arguments.get("time_limit", _SECONDS))


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
}


def _unfit(name: str, value: Any, schema: dict[str, Any]) -> str | None:
    """The reason why a value does not match a schema, or ``None``."""
    kind = schema["type"]
    fits = isinstance(value, _KINDS[kind])
    if not fits or (isinstance(value, bool) and kind != "boolean"):
        article = "an" if kind in ("integer", "array") else "a"
        return f"{name} is {article} {kind}, not {json.dumps(value)[:80]}"
    if schema is _LANG and value not in languages():
        return no_language(value[:80])
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} is one of {', '.join(schema['enum'])}, not {value[:80]!r}"
    least, most = schema.get("minimum", -inf), schema.get("maximum", inf)
    if kind in ("integer", "number") and not least <= value <= most:
        return f"{name} is a number {_range(least, most)}, not {value!r}"[:200]
    for item in value if kind == "array" else ():
        if reason := _unfit(f"each of {name}", item, schema["items"]):
            return reason
    return None


def _range(least: float, most: float) -> str:
    return f">= {least:g}" if most == inf else f"from {least:g} to {most:g}"


def answered(item: tuple[str, dict[str, Any]], context: RequestContext) -> dict[str, Any]:
    """The result of a tool, in whatever process that is.

    :raises SatdokuError: with the sentence that says why there is none.
    """
    context.read()
    name, arguments = item
    try:
        with naming_faults():
            text, data = TOOLS[name].call(**arguments)
    except SatdokuError as error:
        if notes := getattr(error, "__notes__", ()):
            raise SatdokuError("\n".join([str(error), *notes])) from None
        raise
    content = [{"type": "text", "text": _text_within(text)}]
    return {"content": content, "structuredContent": _data_within(data)}


def _text_within(text: str) -> str:
    if len(text) <= _MAX_TEXT_LENGTH:
        return text
    end = text.rfind("\n", 0, _MAX_TEXT_LENGTH) + 1
    left = text.count("\n", end) + 1
    if not end:
        end, left = _MAX_TEXT_LENGTH, 1
    return f"{text[:end].rstrip()}\n({plural(left, 'line')} more than an answer may have)"


def _data_within(data: dict[str, Any]) -> dict[str, Any]:
    """The data of an answer, the longest lists cut; ``omitted`` has the number of entries cut."""
    sizes = {key: len(json.dumps(value)) for key, value in data.items()}
    shortened, omitted = dict[str, Any](data), dict[str, int]()
    while sum(sizes.values()) > _MAX_TEXT_LENGTH:
        key = max(sizes, key=lambda key: sizes[key])
        value, rest = shortened[key], _MAX_TEXT_LENGTH - sum(sizes.values()) + sizes[key]
        keep = 0
        if isinstance(value, list | str):
            # As many as fit, all entries taken for as long as the average.
            keep = max(0, min(rest * len(value) // sizes[key], len(value) - 1))
            shortened[key] = value[:keep]
        else:
            shortened[key] = None
        omitted[key] = (len(data[key]) if isinstance(data[key], list | str | dict) else 1) - keep
        sizes[key] = len(json.dumps(shortened[key])) if keep else 0
    return shortened | {"omitted": omitted} if omitted else shortened


def failed(sentence: str) -> dict[str, Any]:
    """The result of a tool that has no answer."""
    return {"content": [{"type": "text", "text": sentence}], "isError": True}
