"""Steps and their arguments as JSON data, by the types of their fields.

An object has the name of its class at ``is`` and its fields beside it, without those that have
their defaults; a tuple is a list, a cell its number from 0, and a house its name on the board
(``row 3``), so that no text can say of a house what the board does not. Reading checks every type:
what it returns can be checked as an argument, but nothing is known of it before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.formats.base import shown
from satdoku.techniques.arguments.pieces import House
from satdoku.techniques.board import Board
from satdoku.techniques.step import Proof, Step

_MAX_DEPTH = 40
"""Objects and lists inside each other; a chain in a chain in a chain takes 20."""

_MAX_NUMBER = 9999
"""The largest number: of a cell, or of a statement of a chain."""

_LEFT_OUT = {
    "Step": {"variant", "because", "besides", "contradiction"},
    "SingleProof": {"barred"},
    "NakedSetProof": {"candidates"},
}
"""Fields that are only said of a step, or that steps of a path to the solution do not have."""


def step_data(value: Any) -> Any:
    """A step, or a part of one, as JSON data."""
    if isinstance(value, House):
        return value.name
    if is_dataclass(value):
        data: dict[str, Any] = {"is": type(value).__name__}
        kind: type = type(value)
        for field in _fields(kind):
            if (own := getattr(value, field.name)) != field.default:
                data[field.name] = step_data(own)
        return data
    return list(map(step_data, value)) if isinstance(value, tuple) else value


@cache
def _fields(kind: type) -> tuple[Field[Any], ...]:
    """The fields that are written of a class."""
    left_out = _LEFT_OUT.get(kind.__name__, set())
    return tuple([field for field in fields(kind) if field.name not in left_out])


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@dataclass(frozen=True, slots=True)
class StepReader:
    """Reads the steps of a board from JSON data.

    houses     the houses of the board by their names
    arguments  the kinds of arguments that are known
    """

    houses: Mapping[str, House]
    arguments: tuple[type[Proof], ...]

    @staticmethod
    def of(board: Board, arguments: tuple[type[Proof], ...]) -> StepReader:
        """The reader for a board."""
        return StepReader({h.name: h for h in board.houses}, arguments)

    def step(self, data: Any) -> Step:
        """A step.

        :raises FormatError: where the data is none, with the field at fault.
        """
        step: Step = self._read(data, Step, "the step", 0)
        return step

    def _read(self, data: Any, kind: Any, name: str, depth: int) -> Any:
        if depth > _MAX_DEPTH:
            raise FormatError("{name} is nested too deeply", name=name)
        origin = get_origin(kind)
        if origin in (Union, UnionType):
            return self._one_of(data, get_args(kind), name, depth)
        if origin is tuple:
            return self._tuple(data, get_args(kind), name, depth)
        if origin is Literal:
            if isinstance(data, str) and data in get_args(kind):
                return data
        elif kind is House:
            if isinstance(data, str) and data in self.houses:
                return self.houses[data]
        elif kind is int:
            if type(data) is int and 0 <= data <= _MAX_NUMBER:
                return data
        elif kind in (bool, str, NoneType):
            if type(data) is kind:
                return data
        elif isinstance(data, dict):
            return self._object(data, self.arguments if kind is Proof else (kind,), name, depth)
        raise FormatError("{name} cannot be {found}", name=name, found=_short(data))

    def _one_of(self, data: Any, kinds: tuple[Any, ...], name: str, depth: int) -> Any:
        if isinstance(data, dict):
            # A house is named, never described.
            classes = tuple([k for k in kinds if isinstance(k, type) and k is not House])
            return self._object(data, classes, name, depth)
        for kind in kinds:
            if (data is None) is (kind is NoneType) and (isinstance(data, str) is (kind is House)):
                return self._read(data, kind, name, depth)
        raise FormatError("{name} cannot be {found}", name=name, found=_short(data))

    def _tuple(self, data: Any, kinds: tuple[Any, ...], name: str, depth: int) -> Any:
        if not isinstance(data, list):
            raise FormatError("{name} must be a list, not {found}", name=name, found=_short(data))
        if kinds[-1] is Ellipsis:
            kinds = kinds[:1] * len(data)
        if len(data) != len(kinds):
            raise FormatError(
                "{name} has {count} items, not {wanted}",
                name=name,
                count=len(data),
                wanted=len(kinds),
            )
        pairs = zip(data, kinds, strict=True)
        return tuple([self._read(one, kind, name, depth + 1) for one, kind in pairs])

    def _object(self, data: dict[str, Any], kinds: tuple[type, ...], name: str, depth: int) -> Any:
        called = data.get("is")
        kind = next((kind for kind in kinds if kind.__name__ == called), None)
        if kind is None:
            raise FormatError("{name} cannot be {found}", name=name, found=_short(called))
        known = {field.name: field for field in _fields(kind)}
        if unknown := sorted(data.keys() - known.keys() - {"is"}):
            raise FormatError("{what} has no key {key}", what=called, key=repr(unknown[0][:40]))
        values = {}
        for key, field in known.items():
            if key in data:
                own = f"{called}.{key}"
                values[key] = self._read(data[key], _types(kind)[key], own, depth + 1)
            elif field.default is MISSING:
                raise FormatError('{what} lacks the key "{key}"', what=called, key=key)
        return kind(**values)


def _short(data: object) -> str:
    """A value for a message, which a deep list would make too long."""
    return "[...]" if isinstance(data, list) else "{...}" if isinstance(data, dict) else shown(data)
