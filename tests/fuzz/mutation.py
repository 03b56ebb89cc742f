"""Random changes of text, bytes and JSON data, and how cases of them are made smaller."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from typing import Any

__all__ = ["json_value", "mutated_bytes", "mutated_data", "mutated_text", "smaller_texts"]

_PIECES = (
    "\0", "\ufeff", "\r", "\n", "\n\n", "\t", " ", "  ", "é", "٣", "\udc80", "\u2028", "\x85", "#",
    "|", "+", "-", ",", ";", ":", '"', "'", ".", "0", "*", "_", "1", "9", "10", "A", "a", "F", "Z",
    "[Puzzle]", "[State]", "Grid 01", "puzzle", "{", "}", "[", "]", "{}", "123456789", "e", "-1",
    "\x0c", "\x1f\x8b", "99999999999999999999", "\U0001f9e9",
)  # fmt: skip


def mutated_text(text: str, chance: random.Random, other: str = "") -> str:
    """A text after a few random changes; pieces of ``other`` may get into it."""
    for _ in range(_few(chance)):
        text = chance.choice(_TEXT_CHANGES)(text, chance, other)
    return text


def _few(chance: random.Random) -> int:
    return 1 + int(chance.expovariate(0.7))


def _span(text: str, chance: random.Random) -> tuple[int, int]:
    start = chance.randrange(len(text) + 1)
    return start, min(len(text), start + int(chance.expovariate(0.3)))


def _insert(text: str, chance: random.Random, other: str) -> str:
    start = chance.randrange(len(text) + 1)
    return text[:start] + chance.choice(_PIECES) + text[start:]


def _replace(text: str, chance: random.Random, other: str) -> str:
    start, stop = _span(text, chance)
    return text[:start] + chance.choice(_PIECES) + text[max(stop, start + 1) :]


def _delete(text: str, chance: random.Random, other: str) -> str:
    start, stop = _span(text, chance)
    return text[:start] + text[max(stop, start + 1) :]


def _digit(text: str, chance: random.Random, other: str) -> str:
    start = chance.randrange(len(text) + 1)
    return text[:start] + chance.choice("0123456789.AaG") + text[start + 1 :]


def _double(text: str, chance: random.Random, other: str) -> str:
    start, stop = _span(text, chance)
    return text[:stop] + text[start:stop] * chance.choice((1, 1, 2, 50)) + text[stop:]


def _lines(text: str, chance: random.Random, other: str) -> str:
    lines = text.split("\n")
    a, b = chance.randrange(len(lines)), chance.randrange(len(lines))
    way = chance.randrange(4)
    if way == 0:
        del lines[a]
    elif way == 1:
        lines.insert(b, lines[a])
    elif way == 2:
        lines[a], lines[b] = lines[b], lines[a]
    else:
        lines[a] = chance.choice(other.split("\n"))
    return "\n".join(lines)


def _splice(text: str, chance: random.Random, other: str) -> str:
    return text[: chance.randrange(len(text) + 1)] + other[chance.randrange(len(other) + 1) :]


def _cut(text: str, chance: random.Random, other: str) -> str:
    return text[: chance.randrange(len(text) + 1)]


_TEXT_CHANGES: tuple[Callable[[str, random.Random, str], str], ...] = (
    _insert, _insert, _replace, _replace, _delete, _delete, _digit, _digit, _double, _lines,
    _lines, _splice, _cut,
)  # fmt: skip


def mutated_bytes(data: bytes, chance: random.Random) -> bytes:
    """Bytes after a few random changes."""
    changed = bytearray(data)
    for _ in range(_few(chance)):
        place = chance.randrange(len(changed) + 1)
        way = chance.randrange(4)
        if way == 0 and place < len(changed):
            changed[place] ^= 1 << chance.randrange(8)
        elif way == 1:
            del changed[place : place + 1 + int(chance.expovariate(0.3))]
        elif way == 2:
            changed[place:place] = bytes(chance.randrange(256) for _ in range(_few(chance)))
        elif chance.random() < 0.5:
            del changed[place:]
    return bytes(changed)


_NAMES = ("r1c1", "r9c9", "r10c10", "satdoku", "sum", "rule", "cells", "x", "", "size", "values")
_VALUES = (
    None, True, False, 0, 1, 2, 3, 9, 10, 16, 100, -1, 2**63, 10**30, 1.5, -0.0, 1e308, "", "1",
    ".", "r1c1", "r0c0", "R2C2", " r1c1 ", "r1c1r1c1", "killer-cage", "unique", "multiple", "\0",
    "٣", "é\n", "\ud800", [], [[]], {}, [1, 1], ["r1c1"], ["r1c1", "r1c2", "r1c1"], {"r1c1": [1]},
)  # fmt: skip


def json_value(chance: random.Random) -> Any:
    """Something that JSON can hold."""
    return copy.deepcopy(chance.choice(_VALUES))


def mutated_data(data: Any, chance: random.Random, other: Any = None) -> Any:
    """JSON data after a few random changes of its nodes; nodes of ``other`` may get into it."""
    whole = [copy.deepcopy(data)]
    for _ in range(_few(chance)):
        places = list(_places(whole))
        parent, key = chance.choice(places)
        value = parent[key]
        way = chance.randrange(8)
        if way == 0 and parent is not whole:
            del parent[key]
        elif way == 1 and isinstance(value, dict):
            value[chance.choice(_NAMES)] = json_value(chance)
        elif way == 1 and isinstance(value, list):
            value.insert(chance.randrange(len(value) + 1), json_value(chance))
        elif way == 2:
            parent[key] = chance.choice(([value], {"x": value}))
        elif way == 3:
            there, name = chance.choice(places)
            parent[key] = copy.deepcopy(there[name]) if name in there or _within(there, name) else 0
        elif way == 4 and isinstance(value, int):
            parent[key] = value + chance.choice((-1, 1, 9, -100))
        elif way == 5 and isinstance(value, str):
            parent[key] = mutated_text(value, chance, "r1c1")
        elif way == 6 and other is not None:
            there, name = chance.choice(list(_places([other])))
            parent[key] = copy.deepcopy(there[name])
        else:
            parent[key] = json_value(chance)
    return whole[0]


def _within(parent: Any, key: Any) -> bool:
    return isinstance(parent, list) and isinstance(key, int) and key < len(parent)


def _places(data: Any) -> Iterator[tuple[Any, Any]]:
    items = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in items:
        yield data, key
        if isinstance(value, dict | list):
            yield from _places(value)


def smaller_texts(text: Any) -> Iterator[Any]:
    """A text or bytes with a part left out: halves, lines, then smaller and smaller pieces."""
    size = len(text) // 2
    while size:
        for start in range(0, len(text), size):
            yield text[:start] + text[start + size :]
        size //= 2


def smaller_data(data: Any) -> Iterator[Any]:
    """JSON data with a node left out or made plain."""
    text = json.dumps(data)
    count = len(list(_places([data])))
    for number in range(count):
        for plain in (False, True):
            whole = [json.loads(text)]
            parent, key = list(_places(whole))[number]
            if parent is whole:
                continue
            if plain:
                if parent[key] in (0, ""):
                    continue
                parent[key] = "" if isinstance(parent[key], str) else 0
            else:
                del parent[key]
            yield whole[0]
