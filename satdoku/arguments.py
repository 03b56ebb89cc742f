"""What the everyday functions are called with: a wrong type or value is refused by its name."""

from __future__ import annotations

import ast
import inspect
import os
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, get_args

from satdoku.base.options import KINDS, require_kind, require_one_of
from satdoku.engines import EngineOptions
from satdoku.messages import languages

_CHOICES = {
    "Backend": "satdoku.engines",
    "Errors": "satdoku.batch.many",
    "RatedOn": "satdoku.batch.many",
    "PresetName": "satdoku.answers.paths",
    "StepStyle": "satdoku.answers.paths",
    "Strength": "satdoku.explaining",
}
"""Where the values are listed that an annotation allows; loaded when an argument is given."""

_TYPES = {
    "None" if kind is type(None) else kind.__name__: known for kind, known in KINDS.items()
} | {
    "os.PathLike[str]": ("a path", lambda value: isinstance(value, os.PathLike)),
    "EngineOptions": ("EngineOptions", lambda value: isinstance(value, EngineOptions)),
}
"""What annotations mean; one with any other part is left to the function."""


def require_arguments(function: Callable[..., Any], given: Mapping[str, Any]) -> None:
    """Hold the arguments of a call, by name, against the annotations of the function.

    :raises TypeError: where a value is not of the type; the sentence names the argument.
    :raises ValueError: where it is none of the values that there are; likewise.
    """
    for name, annotation, default in _parameters(function):
        value = given[name]
        if value is not default:
            _require(name, annotation, value)


def argument_names(function: Callable[..., Any]) -> list[str]:
    """The names of the arguments that a function takes, in order."""
    return [name for name, *_ in _parameters(function)]


@lru_cache(maxsize=64)
def _parameters(function: Callable[..., Any]) -> tuple[tuple[str, str, Any], ...]:
    found = inspect.signature(function).parameters.values()
    return tuple((each.name, str(each.annotation), each.default) for each in found)


@lru_cache(maxsize=256)
def _parts(annotation: str) -> tuple[str, ...]:
    return tuple(re.split(r" \| (?![^\[]*\])", annotation))


def _require(name: str, annotation: str, value: object) -> None:
    parts = _parts(annotation)
    choices = _choices(parts[0])
    if choices is not None:
        if value is not None or "None" not in parts:
            require_one_of(name, choices, value)
    elif all(part in _TYPES for part in parts):
        require_kind(name, [_TYPES[part] for part in parts], value)


def _choices(annotation: str) -> tuple[Any, ...] | None:
    if annotation.startswith("Literal["):
        values = ast.literal_eval(f"({annotation.removeprefix('Literal[').removesuffix(']')},)")
        return tuple(values)
    if annotation == "Lang":
        return languages()
    if annotation in _CHOICES:
        return get_args(getattr(import_module(_CHOICES[annotation]), annotation))
    return None
