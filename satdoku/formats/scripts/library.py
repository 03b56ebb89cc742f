"""The part of JavaScript's library that scripts have: arrays, texts, numbers, maps and sets."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from satdoku.formats.scripts.refusals import endless, failing, unknown
from satdoku.formats.scripts.values import (
    BLANK,
    HOLE,
    UNDEFINED,
    Array,
    Boxed,
    Builtin,
    Host,
    Method,
    Once,
    Plain,
    Table,
    index_of,
    joined,
    kind_of,
    needs,
    number_of,
    numeral,
    power,
    same,
    same_key,
    text_of,
    truth,
    whole,
)

if TYPE_CHECKING:
    from satdoku.formats.scripts.running import Runner

_MAX_TEXT = 100_000


def argument(given: list[Any], place: int = 0) -> Any:
    """An argument; ``undefined`` where there is none."""
    return given[place] if place < len(given) else UNDEFINED


def filled(item: Any) -> Any:
    """An item of an array, where a hole is ``undefined``."""
    return UNDEFINED if item is HOLE else item


def _items(this: Any, name: str) -> list[Any]:
    needs(this, Array, name)
    items: list[Any] = this.items
    return items


def _span(items: list[Any] | str, given: list[Any]) -> tuple[int, int]:
    """The places from a start to before an end, either counted from the end where negative."""
    length = len(items)
    first, last = whole(argument(given)), whole(argument(given, 1), length)
    return tuple(max(0, length + n) if n < 0 else min(n, length) for n in (first, last))  # type: ignore[return-value]


# --- arrays ------------------------------------------------------------------------------------


def _calls(this: Any, given: list[Any], run: Runner, name: str) -> Iterator[tuple[int, Any, Any]]:
    """The places and items of an array that are no holes, with what a function says of each."""
    items, function = _items(this, name), argument(given)
    if kind_of(function) != "function":
        raise failing(f"{name} without a function")
    for place in range(len(items)):
        if place < len(items) and (item := items[place]) is not HOLE:
            run.spend(1)
            yield place, item, run.call(function, argument(given, 1), [item, float(place), this])


def _map(run: Runner, this: Any, given: list[Any]) -> Array:
    mapped: list[Any] = [HOLE] * len(_items(this, "map"))
    run.spend(len(mapped))
    for place, _, value in _calls(this, given, run, "map"):
        mapped[place] = value
    return Array(mapped)


def _flat(run: Runner, items: list[Any], depth: float) -> Iterator[Any]:
    for item in items:
        if item is not HOLE:
            run.spend(1)
            if depth >= 1 and isinstance(item, Array):
                yield from _flat(run, item.items, depth - 1)
            else:
                yield item


def _flatten(run: Runner, this: Any, given: list[Any]) -> Array:
    depth = 1.0 if argument(given) is UNDEFINED else number_of(given[0])
    return Array(list(_flat(run, _items(this, "flat"), depth)))


def _flat_map(run: Runner, this: Any, given: list[Any]) -> Array:
    return Array(list(_flat(run, [v for _, _, v in _calls(this, given, run, "flatMap")], 1)))


def _every(run: Runner, this: Any, given: list[Any]) -> bool:
    return all(truth(value) for _, _, value in _calls(this, given, run, "every"))


def _some(run: Runner, this: Any, given: list[Any]) -> bool:
    return any(truth(value) for _, _, value in _calls(this, given, run, "some"))


def _filter(run: Runner, this: Any, given: list[Any]) -> Array:
    return Array([item for _, item, value in _calls(this, given, run, "filter") if truth(value)])


def _for_each(run: Runner, this: Any, given: list[Any]) -> Any:
    for _ in _calls(this, given, run, "forEach"):
        pass
    return UNDEFINED


def _search(name: str, *, last: bool = False, place_wanted: bool = False) -> Method:
    """``find`` and its kin, which see holes as ``undefined``."""

    def method(run: Runner, this: Any, given: list[Any]) -> Any:
        items, function = _items(this, name), argument(given)
        places = range(len(items))
        for place in reversed(places) if last else places:
            item = filled(items[place]) if place < len(items) else UNDEFINED
            run.spend(1)
            if truth(run.call(function, argument(given, 1), [item, float(place), this])):
                return float(place) if place_wanted else item
        return -1.0 if place_wanted else UNDEFINED

    return method


def _reduce(*, last: bool = False) -> Method:
    def method(run: Runner, this: Any, given: list[Any]) -> Any:
        items, function = _items(this, "reduce"), argument(given)
        places = [place for place, item in enumerate(items) if item is not HOLE]
        places = places[::-1] if last else places
        if len(given) > 1:
            value = given[1]
        elif not places:
            raise failing("reduce of nothing")
        else:
            value = items[places.pop(0)]
        for place in places:
            if place < len(items) and items[place] is not HOLE:
                run.spend(1)
                value = run.call(function, UNDEFINED, [value, items[place], float(place), this])
        return value

    return method


def _place_of(*, last: bool = False) -> Method:
    def method(run: Runner, this: Any, given: list[Any]) -> float:
        items = _items(this, "indexOf")
        if len(given) > 1:
            raise unknown("indexOf with a start")
        run.spend(len(items))
        places = range(len(items))
        for place in reversed(places) if last else places:
            if items[place] is not HOLE and same(items[place], argument(given)):
                return float(place)
        return -1.0

    return method


def _includes(run: Runner, this: Any, given: list[Any]) -> bool:
    items = _items(this, "includes")
    if len(given) > 1:
        raise unknown("includes with a start")
    run.spend(len(items))
    wanted = same_key(argument(given))
    return any(same_key(filled(item)) == wanted for item in items)


def _push(run: Runner, this: Any, given: list[Any]) -> float:
    items = _items(this, "push")
    items += given
    return float(len(items))


def _pop(run: Runner, this: Any, given: list[Any]) -> Any:
    items = _items(this, "pop")
    return filled(items.pop()) if items else UNDEFINED


def _shift(run: Runner, this: Any, given: list[Any]) -> Any:
    items = _items(this, "shift")
    return filled(items.pop(0)) if items else UNDEFINED


def _unshift(run: Runner, this: Any, given: list[Any]) -> float:
    items = _items(this, "unshift")
    items[:0] = given
    return float(len(items))


def _slice(run: Runner, this: Any, given: list[Any]) -> Array:
    items = _items(this, "slice")
    first, last = _span(items, given)
    run.spend(max(0, last - first))
    return Array(items[first:last])


def _splice(run: Runner, this: Any, given: list[Any]) -> Array:
    items = _items(this, "splice")
    if not given:
        return Array([])
    first, _ = _span(items, given[:1])
    count = len(items) - first if len(given) == 1 else max(0, whole(given[1]))
    run.spend(len(items))
    removed = items[first : first + count]
    items[first : first + count] = given[2:]
    return Array(removed)


def _concat(run: Runner, this: Any, given: list[Any]) -> Array:
    joined_items = _items(this, "concat")[:]
    for value in given:
        joined_items += value.items if isinstance(value, Array) else [value]
    run.spend(len(joined_items) // 8)
    return Array(joined_items)


def _join(run: Runner, this: Any, given: list[Any]) -> str:
    needs(this, Array, "join")
    run.spend(len(this.items))
    text = joined(this, "," if argument(given) is UNDEFINED else text_of(given[0]))
    return _short(run, text)


def _short(run: Runner, text: str) -> str:
    run.spend(len(text) // 10)
    if len(text) > _MAX_TEXT:
        raise endless()
    return text


def _reverse(run: Runner, this: Any, given: list[Any]) -> Any:
    _items(this, "reverse").reverse()
    run.spend(len(this.items))
    return this


def _sort(run: Runner, this: Any, given: list[Any]) -> Any:
    """A stable order; one that a function of a script does not determine is refused."""
    items = _items(this, "sort")
    if HOLE in items:
        raise unknown("sort of holes")
    rest = [item for item in items if item is UNDEFINED]
    known = [item for item in items if item is not UNDEFINED]
    run.spend(len(items))
    function = argument(given)
    if function is UNDEFINED:
        texts = sorted(((text_of(item), place) for place, item in enumerate(known)))
        this.items[:] = [known[place] for _, place in texts] + rest
        return this

    def compared(one: Any, other: Any) -> int:
        run.spend(1)
        value = number_of(run.call(function, UNDEFINED, [one, other]))
        return (value > 0) - (value < 0)

    ordered = sorted(known, key=cmp_to_key(compared))
    for one, other in pairwise(ordered):
        if compared(one, other) > 0 or compared(other, one) != -compared(one, other):
            raise unknown("sort by a function that is no order")
    this.items[:] = ordered + rest
    return this


def _fill(run: Runner, this: Any, given: list[Any]) -> Any:
    items = _items(this, "fill")
    first, last = _span(items, given[1:])
    run.spend(max(0, last - first))
    for place in range(first, last):
        items[place] = argument(given)
    return this


def _at(run: Runner, this: Any, given: list[Any]) -> Any:
    needs(this, Array | str, "at")  # type: ignore[arg-type]
    items = this.items if isinstance(this, Array) else this
    place = whole(argument(given))
    place += len(items) if place < 0 else 0
    return filled(items[place]) if 0 <= place < len(items) else UNDEFINED


def _entries(run: Runner, this: Any, given: list[Any]) -> Once:
    needs(this, Array, "entries")
    return Once(Array([float(i), item]) for i, item in enumerate(run.iterate(this)))


def _keys(run: Runner, this: Any, given: list[Any]) -> Once:
    needs(this, Array, "keys")
    return Once(float(i) for i, _ in enumerate(run.iterate(this)))


def _values(run: Runner, this: Any, given: list[Any]) -> Once:
    needs(this, Array, "values")
    return Once(run.iterate(this))


def _array_of(run: Runner, this: Any, given: list[Any]) -> Array:
    """``Array(3)`` has three holes, ``Array(3, 4)`` two items."""
    if len(given) != 1 or not isinstance(given[0], float):
        return Array(given[:])
    if (length := index_of(given[0])) is None:
        raise failing(f"Array({numeral(given[0])})")
    run.spend(length)
    return Array([HOLE] * length)


def _array_from(run: Runner, this: Any, given: list[Any]) -> Array:
    source, function = argument(given), argument(given, 1)
    if type(source) is Plain:
        length = source.fields.get("length", UNDEFINED)
        if not isinstance(length, float) or index_of(length) is None or len(source.fields) > 1:
            raise unknown("Array.from(object)")
        run.spend(int(length))
        items: list[Any] = [UNDEFINED] * int(length)
    else:
        items = run.items(source)
    if function is not UNDEFINED:
        items = [run.call(function, UNDEFINED, [item, float(i)]) for i, item in enumerate(items)]
    return Array(items)


# --- texts and numbers -------------------------------------------------------------------------


def _text(this: Any) -> str:
    if isinstance(this, Boxed):
        this = this.value
    if not isinstance(this, str):
        raise failing("method of a text")
    return this


def _of_text(function: Callable[[str, list[Any]], Any], most: int = 2) -> Method:
    """A method of texts from a function of the text and the arguments."""

    def method(run: Runner, this: Any, given: list[Any]) -> Any:
        text = _text(this)
        run.spend(len(text) // 10)
        if len(given) > most:
            raise unknown("method of a text with so many arguments")
        value = function(text, given)
        return _short(run, value) if isinstance(value, str) else value

    return method


def _needed(given: list[Any]) -> str:
    """A text to look for."""
    return text_of(argument(given))


def _substring(text: str, given: list[Any]) -> str:
    ends = (whole(argument(given)), whole(argument(given, 1), len(text)))
    first, last = sorted(max(0, min(end, len(text))) for end in ends)
    return text[first:last]


def _split(text: str, given: list[Any]) -> Array:
    if argument(given) is UNDEFINED:
        return Array([text])
    between = text_of(given[0])
    return Array(list(text.split(between) if between else text))


def _in_case(change: Callable[[str], str]) -> Callable[[str, list[Any]], str]:
    def changed(text: str, given: list[Any]) -> str:
        if not text.isascii():
            raise unknown("case of letters beyond ASCII")
        return change(text)

    return changed


def _padded(*, before: bool) -> Callable[[str, list[Any]], str]:
    def padded(text: str, given: list[Any]) -> str:
        missing = whole(argument(given)) - len(text)
        blank = " " if argument(given, 1) is UNDEFINED else text_of(given[1])
        if missing <= 0 or not blank:
            return text
        if missing > _MAX_TEXT:
            raise endless()
        more = (blank * (missing // len(blank) + 1))[:missing]
        return more + text if before else text + more

    return padded


def _repeated(text: str, given: list[Any]) -> str:
    count = number_of(argument(given))
    if count < 0 or math.isinf(count):
        raise failing("repeat")
    times = whole(count)
    if times * len(text) > _MAX_TEXT:
        raise endless()
    return text * times


def _replaced(*, every: bool) -> Callable[[str, list[Any]], str]:
    def replaced(text: str, given: list[Any]) -> str:
        old, new = text_of(argument(given)), argument(given, 1)
        if not isinstance(new, str) or "$" in new:
            raise unknown("replace")
        if len(text) * (1 + len(new)) > 10 * _MAX_TEXT:
            raise endless()
        return text.replace(old, new, -1 if every else 1)

    return replaced


def _char_code(text: str, given: list[Any]) -> float:
    place = whole(argument(given))
    return float(ord(text[place])) if 0 <= place < len(text) else math.nan


def _char(text: str, given: list[Any]) -> str:
    place = whole(argument(given))
    return text[place] if 0 <= place < len(text) else ""


def _number_text(run: Runner, this: Any, given: list[Any]) -> str:
    if argument(given) not in (UNDEFINED, 10.0):
        raise unknown("toString with a base")
    return text_of(this)


def _parsed_whole(run: Runner, this: Any, given: list[Any]) -> float:
    if argument(given, 1) not in (UNDEFINED, 10.0):
        raise unknown("parseInt with a base")
    text = text_of(argument(given)).strip(BLANK)
    if text.lstrip("+-")[:2].lower() == "0x":
        raise unknown("parseInt of a hexadecimal number")
    sign = text[:1] if text[:1] in ("+", "-") else ""
    digits = ""
    for unit in text[len(sign) :]:
        if unit not in "0123456789":
            break
        digits += unit
    if len(digits) > 15:
        raise unknown("parseInt of so many digits")
    return float(sign + digits) if digits else math.nan


def _parsed_number(run: Runner, this: Any, given: list[Any]) -> float:
    text = text_of(argument(given)).strip(BLANK)
    number = number_of(text)
    if number != number or not text or text.lstrip("+-")[:1] not in "0123456789.":
        raise unknown(f"parseFloat({text})")
    if text.lstrip("+-")[:2].lower() in ("0x", "0o", "0b"):
        return 0.0
    return number


def _to_number(run: Runner, this: Any, given: list[Any]) -> float:
    return number_of(given[0]) if given else 0.0


def _to_text(run: Runner, this: Any, given: list[Any]) -> str:
    return text_of(given[0]) if given else ""


def _to_truth(run: Runner, this: Any, given: list[Any]) -> bool:
    return truth(argument(given))


def _is_number(test: Callable[[float], bool], *, any_kind: bool = False) -> Builtin:
    def call(run: Runner, this: Any, given: list[Any]) -> bool:
        value = argument(given)
        if any_kind or kind_of(value) == "number":
            return test(number_of(value))
        return False

    return Builtin("Number", call)


def _math(function: Callable[[float], float]) -> Builtin:
    def call(run: Runner, this: Any, given: list[Any]) -> float:
        number = number_of(argument(given))
        return function(number) if math.isfinite(number) else _beyond(function, number)

    return Builtin("Math", call)


def _beyond(function: Callable[[float], float], number: float) -> float:
    """A function of infinity, or of no number."""
    if number != number:
        return number
    if function is _root:
        return number if number > 0 else math.nan
    return function(number) if function in (abs, _sign) else number


def _cut(rounded: Callable[[float], int]) -> Callable[[float], float]:
    return lambda number: math.copysign(float(rounded(number)), number)


def _ceiling(number: float) -> float:
    return math.copysign(float(math.ceil(number)), number)


def _floor(number: float) -> float:
    return float(math.floor(number)) if number else number


def _nearest(number: float) -> float:
    low = float(math.floor(number))
    return math.copysign(low + (number - low >= 0.5), number)


def _root(number: float) -> float:
    return math.sqrt(number) if number >= 0 else math.nan


def _sign(number: float) -> float:
    return number if number == 0 else math.copysign(1.0, number)


def _extreme(usual: float, chosen: Callable[[Any], float]) -> Builtin:
    def call(run: Runner, this: Any, given: list[Any]) -> float:
        numbers = [number_of(value) for value in given]
        if any(number != number for number in numbers):
            return math.nan
        # Of two zeros, the one without a sign is the greater.
        order = [(number, math.copysign(1.0, number)) for number in numbers]
        return chosen(order)[0] if order else usual  # type: ignore[index]

    return Builtin("Math", call)


def _power(run: Runner, this: Any, given: list[Any]) -> float:
    return power(number_of(argument(given)), number_of(argument(given, 1)))


# --- objects, maps and sets --------------------------------------------------------------------


def _fields(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, Array):
        return [(str(i), item) for i, item in enumerate(value.items) if item is not HOLE]
    if type(value) is not Plain:
        raise unknown(f"Object of {kind_of(value)}")
    return [(name, value.fields[name]) for name in value.names()]


def _object_part(part: Callable[[str, Any], Any]) -> Builtin:
    def call(run: Runner, this: Any, given: list[Any]) -> Array:
        fields = _fields(argument(given))
        run.spend(len(fields))
        return Array([part(name, value) for name, value in fields])

    return Builtin("Object", call)


def _assign(run: Runner, this: Any, given: list[Any]) -> Any:
    for source in given[1:]:
        if source is not None and source is not UNDEFINED:
            for name, value in _fields(source):
                run.spend(1)
                run.set_field(given[0], name, value, 0)
    return argument(given)


def _from_entries(run: Runner, this: Any, given: list[Any]) -> Plain:
    made = Plain()
    for entry in run.items(argument(given)):
        run.set_field(made, run.field(entry, 0.0), run.field(entry, 1.0), 0)
    return made


def _same_thing(run: Runner, this: Any, given: list[Any]) -> Any:
    return argument(given)


def _made_table(*, is_set: bool) -> Method:
    def make(run: Runner, this: Any, given: list[Any]) -> Table:
        table = Table(is_set=is_set)
        source = argument(given)
        for item in run.items(source) if source is not None and source is not UNDEFINED else ():
            if is_set:
                table.put(item, item)
            else:
                table.put(run.field(item, 0.0), run.field(item, 1.0))
        return table

    return make


def _of_table(function: Callable[[Table, list[Any]], Any]) -> Method:
    def method(run: Runner, this: Any, given: list[Any]) -> Any:
        needs(this, Table, "method of a Map")
        return function(this, given)

    return method


def _put(table: Table, given: list[Any]) -> Table:
    table.put(argument(given), argument(given, 0 if table.is_set else 1))
    return table


def _get(table: Table, given: list[Any]) -> Any:
    return table.entries.get(same_key(argument(given)), (None, UNDEFINED))[1]


def _table_each(run: Runner, this: Any, given: list[Any]) -> Any:
    needs(this, Table, "forEach")
    for entry in run.iterate(this):
        key, value = (entry, entry) if this.is_set else entry.items
        run.call(argument(given), argument(given, 1), [value, key, this])
    return UNDEFINED


def _clear(table: Table, given: list[Any]) -> Any:
    table.entries.clear()
    table.changes += 1
    return UNDEFINED


def _table_part(which: int | None) -> Method:
    """An iterator over keys, values or both."""

    def method(run: Runner, this: Any, given: list[Any]) -> Once:
        needs(this, Table, "method of a Map")

        def values() -> Iterator[Any]:
            for entry in run.iterate(this):
                pair = [entry, entry] if this.is_set else entry.items
                yield Array(pair) if which is None else pair[which]

        return Once(values())

    return method


_COMMON: dict[str, Method] = {
    "clear": _of_table(_clear),
    "delete": _of_table(lambda table, given: table.drop(argument(given))),
    "entries": _table_part(None),
    "forEach": _table_each,
    "has": _of_table(lambda table, given: same_key(argument(given)) in table.entries),
    "keys": _table_part(0),
    "values": _table_part(1),
}
_METHODS: dict[str, dict[str, Method]] = {
    "Array": {
        "at": _at, "concat": _concat, "entries": _entries, "every": _every, "fill": _fill,
        "filter": _filter, "find": _search("find"),
        "findIndex": _search("findIndex", place_wanted=True),
        "findLast": _search("findLast", last=True),
        "findLastIndex": _search("findLastIndex", last=True, place_wanted=True),
        "flat": _flatten, "flatMap": _flat_map, "forEach": _for_each, "includes": _includes,
        "indexOf": _place_of(), "join": _join, "keys": _keys, "lastIndexOf": _place_of(last=True),
        "map": _map, "pop": _pop, "push": _push, "reduce": _reduce(),
        "reduceRight": _reduce(last=True), "reverse": _reverse, "shift": _shift, "slice": _slice,
        "some": _some, "sort": _sort, "splice": _splice,
        "toString": lambda run, this, given: _join(run, this, []),
        "unshift": _unshift, "values": _values,
    },
    "Boolean": {"toString": _number_text},
    "Function": {},
    "Iterator": {},
    "Map": {**_COMMON, "get": _of_table(_get), "set": _of_table(_put)},
    "Number": {"toString": _number_text, "valueOf": lambda run, this, given: number_of(this)},
    "Set": {**_COMMON, "add": _of_table(_put)},
    "String": {
        "at": _at, "charAt": _of_text(_char), "charCodeAt": _of_text(_char_code),
        "concat": lambda run, this, given: _short(run, _text(this) + "".join(map(text_of, given))),
        "endsWith": _of_text(lambda text, given: text.endswith(_needed(given)), 1),
        "includes": _of_text(lambda text, given: _needed(given) in text, 1),
        "indexOf": _of_text(lambda text, given: float(text.find(_needed(given))), 1),
        "lastIndexOf": _of_text(lambda text, given: float(text.rfind(_needed(given))), 1),
        "padEnd": _of_text(_padded(before=False)), "padStart": _of_text(_padded(before=True)),
        "repeat": _of_text(_repeated), "replace": _of_text(_replaced(every=False)),
        "replaceAll": _of_text(_replaced(every=True)),
        "slice": _of_text(lambda text, given: text[slice(*_span(text, given))]),
        "split": _of_text(_split, 1),
        "startsWith": _of_text(lambda text, given: text.startswith(_needed(given)), 1),
        "substring": _of_text(_substring), "toLowerCase": _of_text(_in_case(str.lower)),
        "toString": lambda run, this, given: _text(this),
        "toUpperCase": _of_text(_in_case(str.upper)),
        "trim": _of_text(lambda text, given: text.strip(BLANK)),
        "trimEnd": _of_text(lambda text, given: text.rstrip(BLANK)),
        "trimStart": _of_text(lambda text, given: text.lstrip(BLANK)),
    },
}  # fmt: skip
METHODS: dict[str, dict[str, Any]] = {
    home: {name: Builtin(name, method) for name, method in methods.items()}
    for home, methods in _METHODS.items()
}
"""The methods of values, by the constructor that has them."""


def _constructor(name: str, call: Method | None, make: Method | None, **fields: Any) -> Builtin:
    fields["prototype"] = Host(f"{name}.prototype", METHODS[name])
    return Builtin(name, call, make, fields)


_IS_NAN = _is_number(lambda number: number != number, any_kind=True)
_IS_FINITE = _is_number(math.isfinite, any_kind=True)
GLOBALS: dict[str, Any] = {
    "Array": _constructor(
        "Array",
        _array_of,
        _array_of,
        **{
            "from": Builtin("from", _array_from),
            "isArray": Builtin("isArray", lambda run, this, v: isinstance(argument(v), Array)),
            "of": Builtin("of", lambda run, this, given: Array(given[:])),
        },
    ),
    "Boolean": _constructor("Boolean", _to_truth, None),
    "Infinity": math.inf,
    "Map": _constructor("Map", None, _made_table(is_set=False)),
    "Math": Host(
        "Math",
        {
            "PI": math.pi,
            "abs": _math(abs), "ceil": _math(_ceiling), "floor": _math(_floor),
            "max": _extreme(-math.inf, max), "min": _extreme(math.inf, min),
            "pow": Builtin("pow", _power), "round": _math(_nearest), "sign": _math(_sign),
            "sqrt": _math(_root), "trunc": _math(_cut(math.trunc)),
        },
    ),
    "NaN": math.nan,
    "Number": _constructor(
        "Number",
        _to_number,
        None,
        MAX_SAFE_INTEGER=2.0**53 - 1,
        isFinite=_is_number(math.isfinite),
        isInteger=_is_number(lambda number: number.is_integer()),
        isNaN=_is_number(lambda number: number != number),
        parseFloat=Builtin("parseFloat", _parsed_number),
        parseInt=Builtin("parseInt", _parsed_whole),
    ),
    "Object": Builtin(
        "Object",
        fields={
            "assign": Builtin("assign", _assign),
            "entries": _object_part(lambda name, value: Array([name, value])),
            "freeze": Builtin("freeze", _same_thing),
            "fromEntries": Builtin("fromEntries", _from_entries),
            "keys": _object_part(lambda name, value: name),
            "values": _object_part(lambda name, value: value),
        },
    ),
    "Set": _constructor("Set", None, _made_table(is_set=True)),
    "String": _constructor("String", _to_text, None),
    "console": Host(
        "console",
        {
            name: Builtin(name, lambda run, this, given: UNDEFINED)
            for name in ("debug", "error", "info", "log", "table", "warn")
        },
    ),
    "isFinite": _IS_FINITE,
    "isNaN": _IS_NAN,
    "parseFloat": Builtin("parseFloat", _parsed_number),
    "parseInt": Builtin("parseInt", _parsed_whole),
}  # fmt: skip
"""The names that every script has."""
