"""Groups of options to options of a command."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

__all__ = ["merged"]


def merged(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """A command whose groups of options are options of its own, after those it declares."""
    hints = get_type_hints(command, include_extras=True)
    own, shared, groups = [], [], {}
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if not is_dataclass(kind):
            own.append(parameter.replace(annotation=kind, kind=parameter.KEYWORD_ONLY))
            continue
        groups[parameter.name] = kind
        inner = get_type_hints(kind, include_extras=True)
        shared += [
            inspect.Parameter(
                field.name,
                parameter.KEYWORD_ONLY,
                default=field.default,
                annotation=inner[field.name],
            )
            for field in fields(kind)
        ]

    def run(**values: Any) -> int | None:
        for name, kind in groups.items():
            values[name] = kind(**{field.name: values.pop(field.name) for field in fields(kind)})  # type: ignore[operator]
        return command(**values)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run
