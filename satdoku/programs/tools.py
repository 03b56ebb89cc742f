"""The tools of the server for language models: their schemas and their answers."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from satdoku.answers.puzzle_input import unread
from satdoku.answers.question import Answer
from satdoku.answers.schema import dict_schema
from satdoku.base.errors import SatdokuError, Unsupported, naming_faults
from satdoku.base.worded import plural
from satdoku.web.calls import Call, CallAnswer, Schema, call
from satdoku.web.fields import RequestContext

MAX_SECONDS = 3600.0
"""Seconds that a client may ask for."""

_MAX_TEXT_LENGTH = 100_000
"""Characters of the text of an answer, and of its data."""

_USUAL: Mapping[str, Mapping[str, Any]] = {"hint": {"strength": 3}}
"""Arguments that have another default here: a model wants the whole step."""

_PICTURE = "picture"
_CERTIFY = "certify"

TOOLS: Mapping[str, str] = {
    "solve": "Solve a Sudoku of any rules; up to `limit` different solutions.",
    "check": "Report the wrong digits of a player's board, without revealing the right ones.",
    "hint": "Explain the next step: strength 1 its kind and place, 2 its pattern, 3 all of it.",
    "why": "Judge whether claims such as r1c3=4, r5c2<>7 or 'naked pair in box 7' are false, "
    "forced, known, or true but a guess.",
    "show": "Print the board, givens, rules and faults of a puzzle.",
    "describe": "Describe a puzzle in words, as a prompt.",
    "judge": "Judge whether a text is a solution: right, wrong or malformed.",
    "check-unique": "Prove whether a puzzle has one solution; two different ones where not.",
    "rate": "Rate how hard a puzzle is: a level, scores, the techniques of its path.",
    _CERTIFY: "Prove a verdict, or that a path of some rating solves a puzzle: a certificate.",
    "verify": "Check the files of a certificate without a solver.",
    "rules": "List the rules that puzzles can have (or one, by name), with parameters and usage.",
    "read": "Read the words of a rule text as rules; the puzzle with them as satdoku's JSON.",
    "generate": "Make puzzles with one solution: a level, givens, clues of rules on a board.",
    "suggest": "Suggest clues of some kinds, or givens, that leave the fewest solutions.",
    "minimize": "Remove the givens that a puzzle with one solution does not need.",
    "redundant": "Name the givens and rules that follow from the others.",
    "set-values": "Find values for the clues of a theme (cages, little killers, quadruples ...), "
    "with which it has one solution; the values in the theme do not count.",
    "diagnose": "Say why a puzzle has no solution or several, and what cures it.",
    "convert": "Write a puzzle in another format: json, sudokupad or fpuzzles links, lines ...",
    _PICTURE: "Draw a puzzle with its clues, as an image.",
}
"""The tools, each with a sentence about it."""


def _called(name: str) -> Call:
    return call("show" if name == _PICTURE else name)


def listed(name: str) -> dict[str, Any]:
    """A tool as it is listed: its arguments, and what its data is."""
    own = _called(name)
    arguments = own.schema(MAX_SECONDS)
    properties = arguments["properties"]
    for argument, usual in _USUAL.get(name, {}).items():
        properties[argument] = {**properties[argument], "default": usual}
    tool = {"name": name, "description": TOOLS[name], "inputSchema": arguments}
    if name != _PICTURE:
        tool["outputSchema"] = _output(own)
    return tool


def _output(own: Call) -> Schema:
    """The schema of the data of an answer, which may have been cut."""
    definitions: dict[str, Schema] = {}
    for kind in own.kinds:
        title, parts = dict_schema(kind)
        counts = {"type": "object", "additionalProperties": {"type": "integer"}}
        parts[title]["properties"]["omitted"] = counts
        definitions |= parts
    definitions = {title: _bare(part) for title, part in definitions.items()}
    tops = [{"$ref": f"#/$defs/{kind.__name__}"} for kind in own.kinds]
    if len(tops) == 1:
        return {**definitions[own.kinds[0].__name__], "$defs": definitions}
    return {"type": "object", "anyOf": tops, "$defs": definitions}


def _bare(schema: Any) -> Any:
    """A schema without its sentences, of which a model has to read enough already."""
    if isinstance(schema, list):
        return [_bare(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    sentence = isinstance(schema.get("description"), str)
    return {
        key: _bare(value) for key, value in schema.items() if key != "description" or not sentence
    }


def refusal(name: str, arguments: Any) -> str | None:
    """The reason why a tool does not take some arguments; ``None`` where it does."""
    refused = _called(name).refusal(arguments, MAX_SECONDS)
    if refused is not None:
        return refused.sentence
    if name == "why" and not (arguments.get("claims") or arguments.get("transcript")):
        return "claims or transcript is missing"
    return None


def seconds_of(name: str, arguments: dict[str, Any]) -> float:
    """How long a tool may take."""
    return _called(name).seconds_of(arguments, MAX_SECONDS)


def answered(item: tuple[str, dict[str, Any]], context: RequestContext) -> dict[str, Any]:
    """The result of a tool, in whatever process that is.

    :raises SatdokuError: with the sentence that says why there is none.
    """
    name, arguments = item
    try:
        with naming_faults():
            reply = _called(name).answer({**_USUAL.get(name, {}), **arguments}, context)
            if name == _PICTURE:
                return {"content": [_image(reply)]}
            text, data = _in_words(reply), reply.to_dict()
        if name == _CERTIFY and (size := len(json.dumps(data))) > _MAX_TEXT_LENGTH:
            raise Unsupported(
                f"the certificate has {size:,} characters, and an answer at most "
                f"{_MAX_TEXT_LENGTH:,}; satdoku check-unique and rate (--certify) write files"
            )
    except SatdokuError as error:
        if notes := getattr(error, "__notes__", ()):
            raise SatdokuError("\n".join([str(error), *notes])) from None
        raise
    content = [{"type": "text", "text": _text_within(text)}]
    return {"content": content, "structuredContent": _data_within(data)}


def _in_words(reply: CallAnswer) -> str:
    """An answer in words, with the doubts about the puzzle's text."""
    text = reply.text()
    if not isinstance(reply, Answer):
        return text
    doubts = unread(reply.input.left_out, reply.input.text)
    return "\n".join([text, *(doubt for doubt in doubts if doubt not in text)])


def _image(reply: CallAnswer) -> dict[str, str]:
    from satdoku.render.png import png

    assert isinstance(reply, Answer)
    data = base64.b64encode(png(reply.svg("print"))).decode()
    return {"type": "image", "mimeType": "image/png", "data": data}


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
        if not isinstance(value, list | str | dict):
            break  # a number, which is not what is long
        # As many as fit, all entries taken for as long as the average.
        keep = max(0, min(rest * len(value) // sizes[key], len(value) - 1))
        shortened[key] = (
            dict(list(value.items())[:keep]) if isinstance(value, dict) else value[:keep]
        )
        omitted[key] = len(data[key]) - keep
        sizes[key] = len(json.dumps(shortened[key])) if keep else 0
    return shortened | {"omitted": omitted} if omitted else shortened


def failed(sentence: str) -> dict[str, Any]:
    """The result of a tool that has no answer."""
    return {"content": [{"type": "text", "text": sentence}], "isError": True}
