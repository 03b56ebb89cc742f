"""The description of an option of a question, from which every door makes its own form."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import Field, fields
from datetime import date
from functools import cache
from typing import Any, get_type_hints

from satdoku.base.errors import OptionError
from satdoku.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """An option besides its name, its type and its default, which the field has.

    help     one sentence for a list of options
    flags    how the command line spells it, where that is not ``--`` and the name of the field
    metavar  the placeholder for its value in a list of options
    least    the least number that it takes; ``most`` the most
    values   what the shell completes: a function of ``satdoku/cli/completing.py``
    positional  whether the command line takes it as an argument, without a name before it
    unlimited  the word by which the command line says that a number has no bound (``None``)
    file     whether the command line also takes the file that holds the text
    """

    help: str
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    values: str | None = None
    positional: bool = False
    unlimited: str | None = None
    file: bool = False

    def spelled(self, name: str) -> tuple[str, ...]:
        """How the command line spells the option of this name."""
        return self.flags or (f"--{name.replace('_', '-')}",)


@cache
def typed_fields(kind: type) -> tuple[tuple[Field[Any], Any], ...]:
    """The fields of a dataclass, each with its type and the metadata of that."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field, hints[field.name]) for field in fields(kind))


def unlimited(name: str, hint: Any, value: Any) -> Any:
    """The value of an option as the command line has it; of one that may have no bound the number,
    or ``None`` for the word that says so.

    :raises OptionError: where it is neither.
    """
    known = hint.__metadata__[0]
    word = known.unlimited if isinstance(known, Option) else None
    if word is None or not isinstance(value, str):
        return value
    if value.strip().lower() == word:
        return None
    least = int(known.least or 0)
    if not value.strip().isdecimal() or int(value) < least:
        raise OptionError(f"a whole number >= {least} or {word} is wanted, not {value!r}", name)
    return int(value)


ValueKind = tuple[str, Callable[[Any], bool]]
"""A type in words, and whether a value is of it."""

KINDS: dict[Any, ValueKind] = {
    bool: ("True or False", lambda value: isinstance(value, bool)),
    int: ("a whole number", lambda v: hasattr(v, "__index__") and not isinstance(v, bool)),
    float: ("a number", lambda v: hasattr(v, "__float__") and not isinstance(v, bool)),
    str: ("a text", lambda value: isinstance(value, str)),
    type(None): ("None", lambda value: value is None),
}
"""The types that options have."""


def kind_of(value: object) -> str:
    """A wrong argument in a few words, for an error message."""
    if value is None or isinstance(value, bool | int | float):
        return repr(value)
    return f"a value of type {type(value).__name__}"


def require_kind(name: str, kinds: Sequence[ValueKind], value: object) -> None:
    """:raises TypeError: where a value is of none of the types."""
    if not any(fits(value) for _, fits in kinds):
        *others, last = (words for words, _ in kinds)
        shown = f"{', '.join(others)} or {last}" if others else last
        raise TypeError(f"{name} is {shown}, not {kind_of(value)}")


def require_one_of(name: str, known: Sequence[Any], value: object) -> None:
    """Check that a value is one of ``known``.

    :raises TypeError: where it is of another type; ``ValueError`` where it is none of them.
    """
    words = f"{name} is one of {', '.join(map(str, known))}"
    if type(value) is not type(known[0]):
        raise TypeError(f"{words}, not {kind_of(value)}")
    if value not in known:
        raise ValueError(f"{words}, not {value!r}")


def day_of(text: str, option: str) -> date:
    """The day that an option names.

    :raises OptionError: where it names none.
    """
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text.strip(), re.ASCII):
        with suppress(ValueError):
            return date.fromisoformat(text.strip())
    raise OptionError(f"a day such as 2027-01-31 is wanted, not {text!r}", option)
