"""JavaScript's values, and how it turns one kind into another.

A number is a float, a text a str of UTF-16 code units, ``null`` is ``None``; the others have a
class each. What the language does with values of other kinds is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from decimal import Decimal
from typing import Any, Final, Protocol

from satdoku.formats.scripts.refusals import unknown
from satdoku.formats.scripts.syntax import number_in_base

SPEND: ContextVar[Callable[[int], None]] = ContextVar("SPEND")
"""The function that counts the steps of the script that is being carried out."""


class Carrier(Protocol):
    """The part of what carries scripts out that the library's functions call."""

    def spend(self, steps: int, /) -> None:
        """Count steps of the script."""

    def call(self, function: Any, this: Any, given: list[Any]) -> Any:
        """The value of a function."""

    def iterate(self, value: Any) -> Iterator[Any]:
        """The values that a loop over a value has."""

    def items(self, value: Any) -> list[Any]:
        """All values that a loop over a value has."""

    def field(self, value: Any, key: Any, at: int | None = None) -> Any:
        """The value of a field."""

    def short(self, value: Any) -> Any:
        """The value, which is no text beyond all bounds."""


LibraryFunction = Callable[[Carrier, Any, list[Any]], Any]
"""A function of the library: what carries scripts out, ``this``, and the arguments."""


class Undefined:
    """The type of ``undefined``, and of the place of an array in which there is nothing."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


MAX_TEXT = 100_000
"""Characters of the longest text that a script may make."""

UNDEFINED: Final = Undefined("undefined")
HOLE: Final = Undefined("hole")


class Array:
    """An array; a hole in it is ``HOLE``."""

    __slots__ = ("items",)

    def __init__(self, items: list[Any]) -> None:
        self.items = items


class PlainObject:
    """An object with fields of its own, in the order in which they came."""

    __slots__ = ("fields",)

    def __init__(self, fields: dict[str, Any] | None = None) -> None:
        self.fields = fields or {}

    def names(self) -> list[str]:
        """The names of the fields in the language's order: numbers first."""
        return sorted(self.fields, key=lambda name: _LAST if (n := index_of(name)) is None else n)


class KeyedValues:
    """A ``Map``, or a ``Set`` whose values are its keys: the keys and values by what they are."""

    __slots__ = ("drops", "entries", "is_set")

    def __init__(self, *, is_set: bool) -> None:
        self.is_set = is_set
        self.entries: dict[Any, tuple[Any, Any]] = {}
        self.drops = 0

    def put(self, key: Any, value: Any) -> None:
        self.entries[same_key(key)] = (
            key + 0.0 if key == 0.0 and type(key) is float else key,
            value,
        )

    def drop(self, key: Any) -> bool:
        removed = self.entries.pop(same_key(key), None) is not None
        self.drops += removed
        return removed


class Once:
    """An iterator, which gives each of its values once."""

    __slots__ = ("begun", "ended", "values")

    def __init__(self, values: Iterator[Any]) -> None:
        self.values = values
        self.begun = self.ended = False


class Function:
    """A function of a script; ``body`` is carried out in a new scope inside of ``scope``."""

    __slots__ = ("body", "scope")

    def __init__(self, body: Callable[..., Any], scope: dict[Any, Any]) -> None:
        self.body = body
        self.scope = scope


class Builtin:
    """A function of the library or of the site, with what ``new`` makes of it, and its fields."""

    __slots__ = ("call", "fields", "make", "name")

    def __init__(
        self,
        name: str,
        call: LibraryFunction | None = None,
        make: LibraryFunction | None = None,
        fields: Mapping[str, Any] | None = None,
    ) -> None:
        self.name = name
        self.call = call
        self.make = make
        self.fields = dict(fields or {})


class Host:
    """An object of the site or of the library: only these fields of it are known."""

    __slots__ = ("fields", "name")

    def __init__(self, name: str, fields: Mapping[str, Any]) -> None:
        self.name = name
        self.fields = dict(fields)


class Boxed:
    """A number or text as the ``this`` of a function that is not strict."""

    __slots__ = ("value",)

    def __init__(self, value: float | str | bool) -> None:
        self.value = value


class Opaque:
    """A number of which is noted whether a script asks for more than that it is the same."""

    __slots__ = ("number", "was_read")

    def __init__(self, number: float) -> None:
        self.number = number
        self.was_read = False

    def read(self) -> float:
        """The number; it is then no longer hidden."""
        self.was_read = True
        return self.number


_LAST = 2**32 - 1
_INDEX = re.compile(r"0|[1-9][0-9]{0,9}")
NUMERAL = re.compile(r"[+-]?(?:Infinity|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)", re.A)
_OTHER_BASE = re.compile(r"0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+")
BLANK = "\t\n\v\f\r \xa0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    map(chr, range(0x2000, 0x200B))
)
"""The characters that the language leaves out at the ends of a numeral."""


def truth(value: Any) -> bool:
    if isinstance(value, Opaque):
        value = value.read()
    if isinstance(value, float):
        return value != 0 and value == value
    return bool(value) if value is None or isinstance(value, bool | str) else value is not UNDEFINED


def primitive(value: Any) -> Any:
    """A value that is no object; an array is its text."""
    if isinstance(value, Opaque):
        return value.read()
    if value is None or value is UNDEFINED or isinstance(value, float | str | bool):
        return value
    if isinstance(value, Boxed):
        return value.value
    if isinstance(value, Array):
        return joined(value, ",")
    if type(value) is PlainObject and not {"toString", "valueOf"} & value.fields.keys():
        return "[object Object]"
    raise unknown(f"{kind_of(value)} as a number or text")


def joined(array: Array, between: str, depth: int = 0) -> str:
    SPEND.get()(1 + len(array.items))
    if depth > 20:
        raise unknown("array in itself")
    return between.join(
        ""
        if item is None or isinstance(item, Undefined)
        else joined(item, ",", depth + 1)
        if isinstance(item, Array)
        else text_of(item)
        for item in array.items
    )


def number_of(value: Any) -> float:
    if isinstance(value, float):
        return value
    value = primitive(value)
    if isinstance(value, float):
        return value
    if isinstance(value, bool):
        return float(value)
    if value is None:
        return 0.0
    if value is UNDEFINED:
        return math.nan
    text = value.strip(BLANK)
    if not text:
        return 0.0
    if NUMERAL.fullmatch(text):
        return float(text.replace("Infinity", "inf"))
    return number_in_base(text) if _OTHER_BASE.fullmatch(text) else math.nan


def text_of(value: Any) -> str:
    if isinstance(value, str):
        return value
    value = primitive(value)
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    return numeral(value) if isinstance(value, float) else "undefined"


def numeral(number: float) -> str:
    """A number as the language writes it."""
    if number != number:
        return "NaN"
    if math.isinf(number):
        return "Infinity" if number > 0 else "-Infinity"
    if number == int(number) and abs(number) < 1e15:
        return str(int(number))
    sign, digits, exponent = Decimal(repr(number)).normalize().as_tuple()
    text, minus = "".join(map(str, digits)), "-" * sign
    assert isinstance(exponent, int)
    point = len(text) + exponent
    if len(text) <= point <= 21:
        return minus + text + "0" * (point - len(text))
    if 0 < point <= 21:
        return f"{minus}{text[:point]}.{text[point:]}"
    if -6 < point <= 0:
        return f"{minus}0.{'0' * -point}{text}"
    rest = f".{text[1:]}" if len(text) > 1 else ""
    return f"{minus}{text[0]}{rest}e{'+' if point > 0 else '-'}{abs(point - 1)}"


def kind_of(value: Any) -> str:
    """The text that ``typeof`` gives."""
    if isinstance(value, float | Opaque):
        return "number"
    if isinstance(value, str):
        return "string"
    if isinstance(value, bool):
        return "boolean"
    if value is UNDEFINED:
        return "undefined"
    return "function" if isinstance(value, Function | Builtin) else "object"


def same(one: Any, other: Any) -> bool:
    """The comparison ``===``."""
    if isinstance(one, Opaque):
        one = one.read()
    if isinstance(other, Opaque):
        other = other.read()
    if type(one) is type(other) and isinstance(one, float | str | bool):
        return bool(one == other)
    return one is other


def alike(one: Any, other: Any) -> bool:
    """The comparison ``==``."""
    nothing = (None, UNDEFINED)
    if one in nothing or other in nothing:
        return one in nothing and other in nothing
    kinds = {kind_of(one), kind_of(other)}
    if len(kinds) == 1 or kinds == {"object", "function"}:
        return same(one, other)
    one, other = primitive(one), primitive(other)
    if isinstance(one, str) and isinstance(other, str):
        return one == other
    return number_of(one) == number_of(other)


def same_key(value: Any) -> Any:
    """The stand-in for a value among the keys of a ``Map``, where ``NaN`` is itself."""
    if isinstance(value, Opaque):
        value = value.read()
    if isinstance(value, float):
        return ("number", "NaN" if value != value else value)
    if value is None or isinstance(value, str | bool):
        return (type(value), value)
    return value


def key_of(value: Any) -> str:
    """The name of a field."""
    return value if isinstance(value, str) else text_of(value)


def index_of(key: Any) -> int | None:
    """The place of an array that a key is, if it is one."""
    if isinstance(key, Opaque):
        key = key.read()
    if isinstance(key, str) and _INDEX.fullmatch(key):
        key = float(key)
    return int(key) if isinstance(key, float) and 0 <= key < _LAST and key == int(key) else None


def whole(value: Any, usual: int = 0) -> int:
    """An argument as a whole number of a moderate size, cut towards 0."""
    if value is UNDEFINED:
        return usual
    number = number_of(value)
    return 0 if number != number else int(max(-(2.0**53), min(2.0**53, number)))


def bits(value: Any) -> int:
    """The 32 bits of a number, with a sign."""
    number = number_of(value)
    if number != number or math.isinf(number):
        return 0
    low = int(number) & 0xFFFFFFFF
    return low - (1 << 32) if low >> 31 else low


def calculated(mark: str, one: Any, other: Any) -> Any:
    """The value of an operator with two sides."""
    if mark == "+":
        one, other = primitive(one), primitive(other)
        if isinstance(one, str) or isinstance(other, str):
            return text_of(one) + text_of(other)
        return number_of(one) + number_of(other)
    if mark in _COMPARED:
        one, other = primitive(one), primitive(other)
        if not (isinstance(one, str) and isinstance(other, str)):
            one, other = number_of(one), number_of(other)
        return _COMPARED[mark](one, other)
    if mark == "===":
        return same(one, other)
    if mark == "!==":
        return not same(one, other)
    if mark == "==":
        return alike(one, other)
    if mark == "!=":
        return not alike(one, other)
    if mark in _OF_BITS:
        return _OF_BITS[mark](bits(one), bits(other))
    return _ARITHMETIC[mark](number_of(one), number_of(other))


def _quotient(one: float, other: float) -> float:
    if other != 0:
        return one / other
    if one == 0 or one != one:
        return math.nan
    return math.copysign(math.inf, one) * math.copysign(1.0, other)


def _remainder(one: float, other: float) -> float:
    if other == 0 or other != other or one != one or math.isinf(one):
        return math.nan
    return math.fmod(one, other)


def power(one: float, other: float) -> float:
    """A power of whole numbers; of others, programs differ in the last bit."""
    if one.is_integer() and other.is_integer() and 0 <= other <= 1100 and abs(one) < 2**53:
        value = int(one) ** int(other)
        if abs(value) <= 2**53 and (value or math.copysign(1, one) > 0):
            return float(value)
    raise unknown(f"{numeral(one)} ** {numeral(other)}")


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda one, other: one < other,
    ">": lambda one, other: one > other,
    "<=": lambda one, other: one <= other,
    ">=": lambda one, other: one >= other,
}
_ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": _quotient,
    "%": _remainder,
    "**": power,
}


def _signed(number: int) -> float:
    return float(bits(float(number)))


_OF_BITS: dict[str, Callable[[int, int], float]] = {
    "&": lambda one, other: float(one & other),
    "|": lambda one, other: float(one | other),
    "^": lambda one, other: float(one ^ other),
    "<<": lambda one, other: _signed((one << (other & 31)) & 0xFFFFFFFF),
    ">>": lambda one, other: float(one >> (other & 31)),
    ">>>": lambda one, other: float((one & 0xFFFFFFFF) >> (other & 31)),
}
