"""The part of JavaScript's library that scripts have: arrays, texts, numbers, maps and sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import accumulate, combinations, pairwise
from typing import Any

from satdoku.formats.scripts.refusals import endless, failing, unknown
from satdoku.formats.scripts.values import (
    BLANK,
    HOLE,
    MAX_TEXT,
    NUMERAL,
    UNDEFINED,
    Array,
    Boxed,
    Builtin,
    Carrier,
    Host,
    KeyedValues,
    LibraryFunction,
    Once,
    PlainObject,
    index_of,
    joined,
    kind_of,
    number_of,
    power,
    same,
    same_key,
    text_of,
    truth,
    whole,
)


def argument(given: list[Any], place: int = 0) -> Any:
    """An argument; ``undefined`` where there is none."""
    return given[place] if place < len(given) else UNDEFINED


def _filled(item: Any) -> Any:
    return UNDEFINED if item is HOLE else item


def _span(length: int, given: list[Any]) -> slice:
    """The places from a start to before an end, either counted from the end where negative."""
    first, last = whole(argument(given)), whole(argument(given, 1), length)
    return slice(*(max(0, length + n) if n < 0 else min(n, length) for n in (first, last)))


# --- arrays ------------------------------------------------------------------------------------


def _of_array(
    function: Callable[[Carrier, list[Any], list[Any]], Any], most: int = 9
) -> LibraryFunction:
    """A method of arrays from a function of the items and the arguments.

    :param most: how many arguments it knows.
    """

    def method(run: Carrier, this: Any, given: list[Any]) -> Any:
        if not isinstance(this, Array):
            raise failing("method of an array")
        if len(given) > most:
            raise unknown(f"method of an array with {len(given)} arguments")
        run.spend(len(this.items) // 8)
        value = function(run, this.items, given)
        return this if value is this.items else Array(value) if isinstance(value, list) else value

    return method


def _each(
    function: Callable[[Iterator[tuple[Any, Any]], int], Any], *, holes: bool = False
) -> LibraryFunction:
    """A method of arrays from a function of the items and what another function says of each.

    :param holes: whether the other is asked about holes too.
    """

    def method(run: Carrier, this: Any, given: list[Any]) -> Any:
        if not isinstance(this, Array) or kind_of(argument(given)) != "function":
            raise failing("method of an array")
        items = this.items

        def said() -> Iterator[tuple[Any, Any]]:
            for place in range(length):
                item = items[place] if place < len(items) else HOLE
                if item is HOLE and not holes:
                    yield HOLE, HOLE
                    continue
                run.spend(1)
                shown = _filled(item)
                yield shown, run.call(given[0], argument(given, 1), [shown, float(place), this])

        length = len(items)
        value = function(said(), length)
        return Array(value) if isinstance(value, list) else value

    return method


def _first(said: Iterator[tuple[Any, Any]], length: int) -> Any:
    return next((item for item, value in said if truth(value)), UNDEFINED)


def _place(said: Iterator[tuple[Any, Any]], length: int) -> float:
    return float(next((place for place, (_, value) in enumerate(said) if truth(value)), -1))


def _reduce(run: Carrier, this: Any, given: list[Any]) -> Any:
    if not isinstance(this, Array):
        raise failing("reduce")
    items = this.items
    places = iter(range(len(items)))
    value = given[1] if len(given) > 1 else HOLE
    while value is HOLE:
        if (first := next(places, None)) is None:
            raise failing("reduce of nothing")
        value = items[first]
    for place in places:
        if place < len(items) and items[place] is not HOLE:
            run.spend(1)
            value = run.call(argument(given), UNDEFINED, [value, items[place], float(place), this])
    return value


def _flat(run: Carrier, items: list[Any], depth: int) -> Iterator[Any]:
    for item in items:
        if item is not HOLE:
            run.spend(1)
            if depth >= 1 and isinstance(item, Array):
                yield from _flat(run, item.items, depth - 1)
            else:
                yield item


def _flat_map(run: Carrier, this: Any, given: list[Any]) -> Array:
    return Array([*_flat(run, METHODS["Array"]["map"].call(run, this, given).items, 1)])


def _index_of(run: Carrier, items: list[Any], given: list[Any]) -> float:
    run.spend(len(items))
    wanted = argument(given)
    return float(
        next((i for i, one in enumerate(items) if one is not HOLE and same(one, wanted)), -1)
    )


def _includes(run: Carrier, items: list[Any], given: list[Any]) -> bool:
    run.spend(len(items))
    wanted = same_key(argument(given))
    return any(same_key(_filled(item)) == wanted for item in items)


def _push(run: Carrier, items: list[Any], given: list[Any]) -> float:
    items += given
    return float(len(items))


def _unshift(run: Carrier, items: list[Any], given: list[Any]) -> float:
    items[:0] = given
    return float(len(items))


def _splice(run: Carrier, items: list[Any], given: list[Any]) -> list[Any]:
    if not given:
        return []
    first = _span(len(items), given[:1]).start
    count = len(items) - first if len(given) == 1 else max(0, whole(given[1]))
    removed = items[first : first + count]
    items[first : first + count] = given[2:]
    return removed


def _concat(run: Carrier, items: list[Any], given: list[Any]) -> list[Any]:
    more = [value.items if isinstance(value, Array) else [value] for value in given]
    run.spend(sum(map(len, more)) // 8)
    return [*items, *(item for part in more for item in part)]


def _join(run: Carrier, this: Any, given: list[Any]) -> Any:
    if not isinstance(this, Array):
        raise failing("join")
    return run.short(joined(this, "," if argument(given) is UNDEFINED else text_of(given[0])))


def _reverse(run: Carrier, items: list[Any], given: list[Any]) -> list[Any]:
    items.reverse()
    return items


def _sort(run: Carrier, items: list[Any], given: list[Any]) -> list[Any]:
    """A stable order; one that a function of a script does not determine is refused."""
    if HOLE in items:
        raise unknown("sort of holes")
    rest = [item for item in items if item is UNDEFINED]
    known = [item for item in items if item is not UNDEFINED]
    run.spend(len(items))
    function = argument(given)
    if function is UNDEFINED:
        items[:] = sorted(known, key=text_of) + rest
        return items

    def compared(one: Any, other: Any) -> int:
        run.spend(1)
        value = number_of(run.call(function, UNDEFINED, [one, other]))
        return (value > 0) - (value < 0)

    ordered = sorted(known, key=cmp_to_key(compared))
    ranks = accumulate((compared(*pair) != 0 for pair in pairwise(ordered)), initial=0)
    for (one, low), (other, high) in combinations(zip(ordered, ranks, strict=False), 2):
        wanted = -1 if low < high else 0
        if compared(one, other) != wanted or compared(other, one) != -wanted:
            raise unknown("sort by a function that gives two orders")
    items[:] = ordered + rest
    return items


def _fill(run: Carrier, items: list[Any], given: list[Any]) -> list[Any]:
    span = _span(len(items), given[1:])
    items[span] = [argument(given)] * max(0, span.stop - span.start)
    return items


def _iterator(part: Callable[[int, Any], Any]) -> LibraryFunction:
    def method(run: Carrier, this: Any, given: list[Any]) -> Once:
        if not isinstance(this, Array):
            raise failing("iterator of an array")
        return Once(part(place, item) for place, item in enumerate(run.iterate(this)))

    return method


def _array_of(run: Carrier, this: Any, given: list[Any]) -> Array:
    """``Array(3)`` has three holes, ``Array(3, 4)`` two items."""
    if len(given) != 1 or kind_of(given[0]) != "number":
        return Array(given[:])
    if (length := index_of(number_of(given[0]))) is None:
        raise failing(f"Array({text_of(given[0])})")
    run.spend(length)
    return Array([HOLE] * length)


def _array_from(run: Carrier, this: Any, given: list[Any]) -> Array:
    source, function = argument(given), argument(given, 1)
    if type(source) is PlainObject and list(source.fields) == ["length"]:
        items = _array_of(run, this, [number_of(source.fields["length"])]).items
        items = [UNDEFINED] * len(items)
    else:
        items = run.items(source)
    if function is not UNDEFINED:
        items = [run.call(function, UNDEFINED, [item, float(i)]) for i, item in enumerate(items)]
    return Array(items)


# --- texts and numbers -------------------------------------------------------------------------


def _of_text(function: Callable[[str, list[Any]], Any], most: int = 2) -> LibraryFunction:
    """A method of texts from a function of the text and the arguments."""

    def method(run: Carrier, this: Any, given: list[Any]) -> Any:
        text = this.value if isinstance(this, Boxed) else this
        if not isinstance(text, str):
            raise failing("method of a text")
        if len(given) > most:
            raise unknown(f"method of a text with {len(given)} arguments")
        run.spend(len(text) // 10)
        return run.short(function(text, given))

    return method


def _substring(text: str, given: list[Any]) -> str:
    ends = (whole(argument(given)), whole(argument(given, 1), len(text)))
    first, last = sorted(max(0, min(end, len(text))) for end in ends)
    return text[first:last]


def _split(text: str, given: list[Any]) -> Array:
    if argument(given) is UNDEFINED:
        return Array([text])
    between = text_of(given[0])
    return Array(list(text.split(between) if between else text))


def _lower(text: str, given: list[Any]) -> str:
    if not text.isascii():
        raise unknown("case of letters beyond ASCII")
    return text.lower()


def _upper(text: str, given: list[Any]) -> str:
    return _lower(text, given).upper()


def _pad(text: str, given: list[Any]) -> str:
    blank = " " if argument(given, 1) is UNDEFINED else text_of(given[1])
    if len(blank) != 1:
        raise unknown("padStart with more than one character")
    return text.rjust(min(whole(argument(given)), MAX_TEXT + 1), blank)


def _repeat(text: str, given: list[Any]) -> str:
    times = whole(argument(given))
    if times < 0 or times * len(text) > MAX_TEXT:
        raise endless()
    return text * times


def _replace(text: str, given: list[Any]) -> str:
    if not isinstance(argument(given, 1), str) or "$" in given[1]:
        raise unknown("replace")
    return text.replace(text_of(given[0]), given[1], 1)


def _char(text: str, given: list[Any]) -> str:
    place = whole(argument(given))
    return text[place] if 0 <= place < len(text) else ""


def _number_text(run: Carrier, this: Any, given: list[Any]) -> str:
    if argument(given) not in (UNDEFINED, 10.0):
        raise unknown("toString with a base")
    return text_of(this)


def _parsed_whole(run: Carrier, this: Any, given: list[Any]) -> float:
    if argument(given, 1) not in (UNDEFINED, 10.0):
        raise unknown("parseInt with a base")
    text = text_of(argument(given)).strip(BLANK)
    sign, digits = (text[:1], text[1:]) if text[:1] in ("+", "-") else ("", text)
    digits = digits[: next((i for i, unit in enumerate(digits) if unit not in "0123456789"), None)]
    if len(digits) > 15 or text.lower().lstrip("+-").startswith("0x"):
        raise unknown(f"parseInt({text})")
    return float(sign + digits) if digits else math.nan


def _parsed_number(run: Carrier, this: Any, given: list[Any]) -> float:
    text = text_of(argument(given))
    if not NUMERAL.fullmatch(text.strip(BLANK)):
        raise unknown(f"parseFloat({text})")
    return number_of(text)


def _test(test: Callable[[float], bool], *, any_kind: bool = False) -> Builtin:
    def call(run: Carrier, this: Any, given: list[Any]) -> bool:
        value = argument(given)
        return (any_kind or kind_of(value) == "number") and test(number_of(value))

    return Builtin("Number", call)


def _math(
    function: Callable[[float], float], endless_too: Callable[[float], float] = float
) -> Builtin:
    """A function of numbers; of infinity, another is asked."""

    def call(run: Carrier, this: Any, given: list[Any]) -> float:
        number = number_of(argument(given))
        if number != number:
            return number
        return function(number) if math.isfinite(number) else endless_too(number)

    return Builtin("Math", call)


def _rounded(function: Callable[[float], float]) -> Builtin:
    """A function to whole numbers, of which zero keeps the sign."""
    return _math(lambda number: math.copysign(function(number), number))


def _nearest(number: float) -> float:
    low = math.floor(number)
    return float(low + (number - low >= 0.5))


def _floor(number: float) -> float:
    return float(math.floor(number)) if number else number


def _sign(number: float) -> float:
    return math.copysign(1.0, number) if number else number


def _root(number: float) -> float:
    return math.sqrt(number) if number >= 0 else math.nan


def _extreme(usual: float, chosen: Callable[[Any], tuple[float, float]]) -> Builtin:
    """The greatest or least number; of two zeros, the one without a sign is the greater."""

    def call(run: Carrier, this: Any, given: list[Any]) -> float:
        numbers = [number_of(value) for value in given]
        if any(number != number for number in numbers):
            return math.nan
        order = [(number, math.copysign(1.0, number)) for number in numbers]
        return chosen(order)[0] if order else usual

    return Builtin("Math", call)


# --- objects, maps and sets --------------------------------------------------------------------


def _object_part(part: Callable[[str, Any], Any]) -> Builtin:
    def call(run: Carrier, this: Any, given: list[Any]) -> Array:
        value = argument(given)
        if isinstance(value, Array):
            fields = [(str(i), item) for i, item in enumerate(value.items) if item is not HOLE]
        elif type(value) is PlainObject:
            fields = [(name, value.fields[name]) for name in value.names()]
        else:
            raise unknown(f"Object of {kind_of(value)}")
        run.spend(len(fields))
        return Array([part(name, item) for name, item in fields])

    return Builtin("Object", call)


def _made_table(*, is_set: bool) -> LibraryFunction:
    def make(run: Carrier, this: Any, given: list[Any]) -> KeyedValues:
        table, source = KeyedValues(is_set=is_set), argument(given)
        for item in run.items(source) if source is not None and source is not UNDEFINED else ():
            if is_set:
                table.put(item, item)
            else:
                table.put(run.field(item, 0.0), run.field(item, 1.0))
        return table

    return make


def _of_table(function: Callable[[KeyedValues, list[Any]], Any]) -> LibraryFunction:
    def method(run: Carrier, this: Any, given: list[Any]) -> Any:
        if not isinstance(this, KeyedValues):
            raise failing("method of a Map")
        return function(this, given)

    return method


def _put(table: KeyedValues, given: list[Any]) -> KeyedValues:
    table.put(argument(given), argument(given, 0 if table.is_set else 1))
    return table


def _get(table: KeyedValues, given: list[Any]) -> Any:
    return table.entries.get(same_key(argument(given)), (None, UNDEFINED))[1]


def _pairs(run: Carrier, table: Any) -> Iterator[list[Any]]:
    """The keys and values of a map; those of a set are the same."""
    if not isinstance(table, KeyedValues):
        raise failing("method of a Map")
    for entry in run.iterate(table):
        yield [entry, entry] if table.is_set else entry.items


def _table_each(run: Carrier, this: Any, given: list[Any]) -> Any:
    for key, value in _pairs(run, this):
        run.call(argument(given), argument(given, 1), [value, key, this])
    return UNDEFINED


_COMMON: dict[str, LibraryFunction] = {
    "delete": _of_table(lambda table, given: table.drop(argument(given))),
    "entries": lambda run, this, given: Once(map(Array, _pairs(run, this))),
    "forEach": _table_each,
    "has": _of_table(lambda table, given: same_key(argument(given)) in table.entries),
    "keys": lambda run, this, given: Once(key for key, _ in _pairs(run, this)),
    "values": lambda run, this, given: Once(value for _, value in _pairs(run, this)),
}
_METHODS: dict[str, dict[str, LibraryFunction]] = {
    "Array": {
        "concat": _of_array(_concat, 10**6),
        "entries": _iterator(lambda place, item: Array([float(place), item])),
        "every": _each(lambda said, _: all(v is HOLE or truth(v) for _, v in said)),
        "fill": _of_array(_fill),
        "filter": _each(lambda said, _: [one for one, v in said if v is not HOLE and truth(v)]),
        "find": _each(_first, holes=True),
        "findIndex": _each(_place, holes=True),
        "flat": _of_array(lambda run, items, given: [
            *_flat(run, items, whole(argument(given), 1))
        ]),
        "flatMap": _flat_map,
        "forEach": _each(lambda said, _: all(said) and UNDEFINED),
        "includes": _of_array(_includes, 1),
        "indexOf": _of_array(_index_of, 1),
        "join": _join,
        "keys": _iterator(lambda place, item: float(place)),
        "map": _each(lambda said, _: [value for _, value in said]),
        "pop": _of_array(lambda run, items, given: _filled(items.pop()) if items else UNDEFINED),
        "push": _of_array(_push, 10**6),
        "reduce": _reduce,
        "reverse": _of_array(_reverse),
        "shift": _of_array(lambda run, items, given: _filled(items.pop(0)) if items else UNDEFINED),
        "slice": _of_array(lambda run, items, given: items[_span(len(items), given)]),
        "some": _each(lambda said, _: any(v is not HOLE and truth(v) for _, v in said)),
        "sort": _of_array(_sort),
        "splice": _of_array(_splice, 10**6),
        "toString": lambda run, this, given: _join(run, this, []),
        "unshift": _of_array(_unshift, 10**6),
        "values": _iterator(lambda place, item: item),
    },
    "Boolean": {"toString": _number_text},
    "Function": {},
    "Iterator": {},
    "Map": {**_COMMON, "get": _of_table(_get), "set": _of_table(_put)},
    "Number": {"toString": _number_text},
    "Set": {**_COMMON, "add": _of_table(_put)},
    "String": {
        "charAt": _of_text(_char),
        "endsWith": _of_text(lambda text, given: text.endswith(text_of(argument(given))), 1),
        "includes": _of_text(lambda text, given: text_of(argument(given)) in text, 1),
        "indexOf": _of_text(lambda text, given: float(text.find(text_of(argument(given)))), 1),
        "padStart": _of_text(_pad),
        "repeat": _of_text(_repeat),
        "replace": _of_text(_replace),
        "slice": _of_text(lambda text, given: text[_span(len(text), given)]),
        "split": _of_text(_split, 1),
        "startsWith": _of_text(lambda text, given: text.startswith(text_of(argument(given))), 1),
        "substring": _of_text(_substring),
        "toLowerCase": _of_text(_lower),
        "toString": _of_text(lambda text, given: text),
        "toUpperCase": _of_text(_upper),
        "trim": _of_text(lambda text, given: text.strip(BLANK)),
    },
}  # fmt: skip
METHODS: dict[str, dict[str, Any]] = {
    home: {name: Builtin(name, method) for name, method in methods.items()}
    for home, methods in _METHODS.items()
}
"""The methods of values, by the constructor that has them."""


def _constructor(
    name: str, call: LibraryFunction | None, make: LibraryFunction | None, **fields: Any
) -> Builtin:
    prototype = Host(f"{name}.prototype", METHODS[name])
    return Builtin(name, call, make, fields | {"prototype": prototype})


_PARSERS = {
    "parseFloat": Builtin("parseFloat", _parsed_number),
    "parseInt": Builtin("parseInt", _parsed_whole),
}
GLOBALS: dict[str, Any] = {
    **_PARSERS,
    "Array": _constructor("Array", _array_of, _array_of, **{
        "from": Builtin("from", _array_from),
        "isArray": Builtin("isArray", lambda run, this, v: isinstance(argument(v), Array)),
        "of": Builtin("of", lambda run, this, given: Array(given[:])),
    }),
    "Boolean": _constructor("Boolean", lambda run, this, given: truth(argument(given)), None),
    "Infinity": math.inf,
    "Map": _constructor("Map", None, _made_table(is_set=False)),
    "Math": Host("Math", {
        "abs": _math(abs, abs), "ceil": _rounded(math.ceil), "floor": _math(_floor),
        "max": _extreme(-math.inf, max), "min": _extreme(math.inf, min),
        "pow": Builtin("pow", lambda run, this, given: power(
            number_of(argument(given)), number_of(argument(given, 1))
        )),
        "round": _rounded(_nearest), "sign": _math(_sign, _sign), "sqrt": _math(_root, _root),
        "trunc": _rounded(math.trunc),
    }),
    "NaN": math.nan,
    "Number": _constructor(
        "Number", lambda run, this, given: number_of(given[0]) if given else 0.0, None,
        isFinite=_test(math.isfinite), isInteger=_test(float.is_integer),
        isNaN=_test(math.isnan), **_PARSERS,
    ),
    "Object": Builtin("Object", fields={
        "entries": _object_part(lambda name, value: Array([name, value])),
        "keys": _object_part(lambda name, value: name),
        "values": _object_part(lambda name, value: value),
    }),
    "Set": _constructor("Set", None, _made_table(is_set=True)),
    "String": _constructor(
        "String", lambda run, this, given: text_of(given[0]) if given else "", None
    ),
    "console": Host("console", {
        name: Builtin(name, lambda run, this, given: UNDEFINED)
        for name in ("debug", "error", "info", "log", "table", "warn")
    }),
    "isFinite": _test(math.isfinite, any_kind=True),
    "isNaN": _test(math.isnan, any_kind=True),
    "undefined": UNDEFINED,
}  # fmt: skip
"""The names that every script has."""
