"""JSON Schema of the objects that commands print, made from the types of answers."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import reduce
from operator import or_
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    Union,
    cast,
    get_args,
    get_origin,
    is_typeddict,
)

from satdoku.answers.json_object import OF_A_RUN, SCHEMA, Json, JsonObject, members_of
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer
from satdoku.board import Grid

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_PLAIN = {bool: "boolean", int: "integer", float: "number", NoneType: "null"}


def answer_schema(kinds: Iterable[type[JsonObject]], title: str) -> dict[str, Any]:
    """The schema of objects of some kinds."""
    written = _Definitions()
    tops = [written.top(kind) for kind in kinds]
    schema: dict[str, Any] = {"$schema": _DRAFT, "title": title, "version": SCHEMA}
    schema |= tops[0] if len(tops) == 1 else {"anyOf": tops}
    return schema | {"$defs": written.definitions}


def dict_schema(kind: type[JsonObject]) -> tuple[str, dict[str, Any]]:
    """The name of a kind, and the definitions of what its :meth:`JsonObject.to_dict` returns and of
    all that this refers to."""
    written = _Definitions()
    written.top(kind)
    own = written.definitions[kind.__name__]
    for name in OF_A_RUN:
        own["properties"].pop(name, None)
    own["required"] = [name for name in own["required"] if name not in OF_A_RUN]
    return kind.__name__, written.definitions


def part_schema(kind: type[JsonObject], definitions: dict[str, Any]) -> dict[str, Any]:
    """The schema of what :meth:`JsonObject.data` of a kind returns; what it refers to is added to
    the definitions."""
    written = _Definitions()
    schema = written._type(kind)
    definitions |= written.definitions
    return schema


def type_schema(hint: Any) -> dict[str, Any]:
    """The schema of values of a type."""
    return _Definitions()._type(hint)


class _Definitions:
    """The definitions that a schema refers to, by the names of the kinds."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def top(self, kind: type[JsonObject]) -> dict[str, Any]:
        """An object on a line of its own: with the version, and of an answer with its place."""
        own = self._object(kind)
        place = kind.PLACE if issubclass(kind, Answer) else ()
        shared = {name: self._type(_PLACE[name]) for name in place}
        if "left_out" in place:
            shared["doubtful"] = {"type": "boolean", "description": _DOUBTFUL}
        own["properties"] = {"schema": {"const": SCHEMA}} | shared | own["properties"]
        needed = [name for name in ("line", "puzzle") if name in place]
        own["required"] = sorted({"schema", *needed, *own["required"]})
        return self._defined(kind.__name__, own)

    def _defined(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        self.definitions[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, kind: type[JsonObject]) -> dict[str, Any]:
        properties: dict[str, Any] = {}
        required: list[str] = []
        others: Any = False
        for name, path in members_of(cast(Hashable, kind)):
            hint, about = type_at(kind, path)
            if name in kind.SPREAD:
                if is_typeddict(hint):
                    properties |= self._typed_dict(hint)["properties"]
                else:
                    others = self._type(get_args(hint)[1])
                continue
            rest, optional = _without_none(hint)
            shown = hint if name in kind.NULL else rest
            properties[name] = self._type(shown) | ({"description": about} if about else {})
            if (name in kind.NULL or not optional) and name not in kind.RARE:
                required.append(name)
        return {
            "type": "object",
            "description": inspect.getdoc(kind) or "",
            "properties": properties,
            "required": required,
            "additionalProperties": others,
        }

    def _typed_dict(self, kind: Any) -> dict[str, Any]:
        names = vars(sys.modules[kind.__module__])
        hints = {name: _evaluated(hint, names) for name, hint in kind.__annotations__.items()}
        needed = [name for name in hints if name in kind.__required_keys__]
        # Python 3.11 does not see it in an annotation that is a string.
        needed = [name for name in needed if "NotRequired" not in str(hints[name])]
        return {
            "type": "object",
            "description": inspect.getdoc(kind) or "",
            "properties": {name: self._type(hint) for name, hint in hints.items()},
            "required": needed,
            "additionalProperties": False,
        }

    def _type(self, hint: Any) -> dict[str, Any]:
        origin, parts = get_origin(hint), get_args(hint)
        if origin is Annotated:
            known = [one.kind for one in parts[1:] if isinstance(one, Json)]
            return self._type(known[0] if known else parts[0])
        if origin in (Union, UnionType):
            return {"anyOf": [self._type(part) for part in parts]}
        if origin is Literal:
            return {"enum": list(parts)}
        if origin in (ClassVar, NotRequired):
            return self._type(parts[0])
        if hint in _PLAIN:
            return {"type": _PLAIN[hint]}
        if hint is Any or hint is object:
            return {}
        if is_typeddict(hint):
            return self._reference(hint.__name__, lambda: self._typed_dict(hint))
        kind = origin or hint
        if issubclass(kind, str | Grid | Path):
            return {"type": "string"}
        if issubclass(kind, JsonObject):
            return self._reference(f"{kind.__name__}Data", lambda: self._object(kind))
        if issubclass(kind, Mapping):
            names = (
                {"propertyNames": self._type(parts[0])} if get_origin(parts[0]) is Literal else {}
            )
            return {"type": "object", **names, "additionalProperties": self._type(parts[1])}
        return {"type": "array", "items": self._type(parts[0])}

    def _reference(self, name: str, define: Callable[[], Any]) -> dict[str, Any]:
        if name not in self.definitions:
            self.definitions[name] = {}  # it may refer to itself
            self.definitions[name] = define()
        return {"$ref": f"#/$defs/{name}"}


def type_at(kind: Any, path: str) -> tuple[Any, str]:
    """The type of an attribute, or of what a method returns, and the sentence about it where there
    is one."""
    name, _, rest = path.partition(".")
    attribute = inspect.getattr_static(kind, name, None)
    attribute = (
        attribute.fget if isinstance(attribute, property) else getattr(attribute, "func", attribute)
    )
    hint, about = None, ""
    if inspect.isfunction(attribute):
        hint = _evaluated(attribute.__annotations__["return"], attribute.__globals__)
        about = (inspect.getdoc(attribute) or "").partition("\n\n")[0]
    else:
        base = next(one for one in kind.__mro__ if name in vars(one).get("__annotations__", {}))
        hint = _evaluated(base.__annotations__[name], vars(sys.modules[base.__module__]))
    return type_at(_without_none(hint)[0], rest) if rest else (hint, about)


def _evaluated(hint: Any, names: Mapping[str, Any]) -> Any:
    text = getattr(hint, "__forward_arg__", hint)
    return eval(text, dict(names)) if isinstance(text, str) else text


def _without_none(hint: Any) -> tuple[Any, bool]:
    """A type without ``None``, and whether it had it."""
    parts = get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)
    rest = tuple(part for part in parts if part is not NoneType)
    return reduce(or_, rest), len(rest) < len(parts)


_PLACE = {name: type_at(PuzzleInput, name)[0] for name in ("line", "source", "left_out", "reading")}
_PLACE = {name: _without_none(hint)[0] for name, hint in _PLACE.items()} | {"puzzle": str}
_DOUBTFUL = "The answer may be about another puzzle than its author's."
