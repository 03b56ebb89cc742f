"""Questions and groups of options to options of a command.

A command that also runs without its question takes ``Question | None``: options that are otherwise
required may then be left out, and the question is ``None`` if they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from dataclasses import MISSING, is_dataclass
from types import UnionType
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from satdoku.base.errors import OptionError, SatdokuError, as_flag
from satdoku.base.options import Option, typed_fields, unlimited
from satdoku.cli.texts import text_of


def merged(command: Callable[..., int | None]) -> Callable[..., int | None]:
    """A command whose questions and groups are options of its own, after those it declares."""
    hints = get_type_hints(command, include_extras=True)
    own: list[inspect.Parameter] = []
    shared: list[inspect.Parameter] = []
    groups: dict[str, Any] = {}
    spelled: dict[str, str] = {}
    for parameter in inspect.signature(command).parameters.values():
        kind, optional = hints[parameter.name], False
        if get_origin(kind) is UnionType and is_dataclass(get_args(kind)[0]):
            kind, optional = get_args(kind)[0], True
        if not is_dataclass(kind):
            own.append(parameter.replace(annotation=kind, kind=parameter.KEYWORD_ONLY))
            continue
        groups[parameter.name] = kind
        shared += _parameters(kind, spelled, optional=optional)
    # Not every command takes what must be given first.
    shared.sort(key=lambda parameter: parameter.default is not parameter.empty)

    def run(**values: Any) -> int | None:
        try:
            for name, kind in groups.items():
                values[name] = _built(kind, values)
            return command(**values)
        except OptionError as error:
            raise SatdokuError(error.said(lambda n: spelled.get(n, as_flag(n)))) from None

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__signature__ = inspect.Signature([*own, *shared])  # type: ignore[attr-defined]
    run.__annotations__ = {}
    return run


def _parameters(
    kind: Any, spelled: dict[str, str], *, optional: bool = False
) -> Iterator[inspect.Parameter]:
    """The options of a group. A field of a question that has no description is not an option.

    :param spelled: takes what an option is called, by its name.
    :param optional: whether what has no default may be left out.
    """
    empty = None if optional else inspect.Parameter.empty
    for field, hint in typed_fields(kind):
        if is_dataclass(hint):
            yield from _parameters(hint, spelled)
        elif hasattr(hint, "__metadata__"):
            default = empty if field.default is MISSING else field.default
            if optional and field.default is MISSING:
                hint = Annotated[hint.__origin__ | None, *hint.__metadata__]
            known = hint.__metadata__[0]
            if isinstance(known, Option):
                flag = known.metavar or field.name if known.positional else None
                spelled[field.name] = flag or known.spelled(field.name)[0]
            yield inspect.Parameter(
                field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint
            )


def _built(kind: Any, values: dict[str, Any]) -> Any:
    """A group of the values that are its own, which are taken out; ``None`` where it lacks one.

    :raises SatdokuError: where it cannot have such values.
    """
    fields: dict[str, Any] = {}
    missing = False
    for field, hint in typed_fields(kind):
        if is_dataclass(hint):
            fields[field.name] = _built(hint, values)
        elif hasattr(hint, "__metadata__"):
            value = unlimited(field.name, hint, values.pop(field.name))
            option = hint.__metadata__[0]
            if isinstance(value, str) and isinstance(option, Option) and option.file:
                value = text_of(value, option.spelled(field.name)[0])
            fields[field.name] = value
            missing = missing or (field.default is MISSING and fields[field.name] is None)
    if missing:
        return None
    try:
        return kind(**fields)
    except OptionError:
        raise
    except ValueError as error:
        raise SatdokuError(str(error)) from None
