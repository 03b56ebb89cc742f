"""A board as plain data and as words: what ``board`` means in JSON, in text and in options.

JSON data has the keys of :data:`KEYS`; words are the same things on one line, parted by spaces:
``size=6x8 digits=0-7 box=2x4``, ``samurai``, ``size=6 box=none grids=r1c1,r5c5``,
``grids=r1c1:4,r3c3:6``, ``size=9 box=none void=r4c4-r6c6``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isqrt
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.boards import PRESETS
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import MAX_SIZE, Geometry, parse_cell

KEYS = (
    "size", "rows", "columns", "digits", "box", "regions", "region_size", "raw", "partial",
    "void", "grids",
)  # fmt: skip
_RUN = re.compile(r"(\d{1,4})\s*-\s*(\d{1,4})")
_CHOSEN = re.compile(r"any[- ](\d{1,4})[- ]of[- ](\d{1,4}-\d{1,4})")
_SIDES = re.compile(r"(\d{1,4})(?:x(\d{1,4}))?")
_LABELS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0"


def board_of(data: dict[str, Any]) -> Geometry:
    """The board of JSON data whose keys are known.

    ``size`` alone means the usual boxes; ``box`` or ``regions`` alone give the size. Of digits to
    choose ("any 4 of 1-9") it has all; that houses share some is a rule (:func:`stated_rules`).

    :raises FormatError: naming the key at fault.
    """
    chosen = _chosen(data.get("digits"))
    if chosen is None:
        return _board_of(data)
    count, run = chosen
    sized = {"box", "grids", "raw", "region_size", "regions", "void"} & data.keys()
    geometry = _board_of(data | {"digits": run} | ({} if sized else {"region_size": count}))
    cells = max((len(house.cells) for house in geometry.houses), default=0)
    if cells != count or count > geometry.size:
        raise FormatError(
            '"digits": {count} of {size} digits are chosen, and the largest house has {cells} '
            "cells",
            count=count,
            size=geometry.size,
            cells=cells,
        )
    return geometry


def _chosen(digits: Any) -> tuple[int, str] | None:
    """How many digits are chosen, and of which; ``None`` where the board has them all."""
    match = _CHOSEN.fullmatch(digits.strip()) if isinstance(digits, str) else None
    return None if match is None else (int(match[1]), match[2])


def stated_rules(geometry: Geometry | None, digits: Any = None) -> tuple[Constraint, ...]:
    """The rules that a board states: which digits the houses of a grid with fewer digits than the
    others hold, and that its ``digits`` (or those in a line of words) are chosen."""
    rules: list[Constraint] = []
    if isinstance(digits, str) and _CHOSEN.search(digits):
        from satdoku.constraints import RegionSameValues

        rules.append(RegionSameValues())
    if geometry is not None and any(part.digits != geometry.digits for part in geometry.parts):
        from satdoku.constraints.contents import digits_of_parts

        rules += digits_of_parts(geometry)
    return tuple(rules)


def not_stated(geometry: Geometry, rules: Sequence[Constraint]) -> tuple[Constraint, ...]:
    """The rules that are written beside the board: those that it does not state.

    :raises Unsupported: where the board states one that is not among the rules.
    """
    stated = stated_rules(geometry)
    if not {*rules}.issuperset(stated):
        raise Unsupported(
            "a grid of this board has fewer digits, and the puzzle lacks the rules that say so "
            "(house-digits)"
        )
    return tuple(rule for rule in rules if rule not in stated)


def _board_of(data: dict[str, Any]) -> Geometry:
    if "box" in data and "regions" in data:
        raise FormatError('a board has "box" or "regions", not both')
    box, regions = _box(data), _regions(data)
    raw, partial = _switch(data, "raw"), _switch(data, "partial")
    region_size = _number(data, "region_size")
    digits = _digits(data["digits"]) if "digits" in data else None
    boxes: Any = "usual" if "box" not in data else None if box is None else tuple(box)
    if "grids" in data:
        return _overlapping(data)
    plain = data.keys() <= {"size", "box", "regions"}
    rows, columns = _sides(data, box, regions)
    if regions is not None and len(regions) != rows * columns:
        raise FormatError(
            '"regions" labels {count} cells, but the board has {rows}',
            count=len(regions),
            rows=rows * columns,
        )
    labels = None if regions is None else [number or None for number in regions]
    try:
        if plain and labels is not None:
            return Geometry.jigsaw(labels)
        if plain and box is not None:
            return Geometry.boxes(rows, *box)
        return Geometry.rectangle(
            rows,
            columns,
            digits=digits,
            box=boxes,
            regions=labels,
            region_size=region_size,
            raw=raw,
            partial=partial,
            void=_void(data, rows, columns),
        )
    except ValueError as error:
        raise FormatError(
            worded('"box": {error}', error=error) if plain and box else str(error)
        ) from None


def _box(data: dict[str, Any]) -> list[int] | None:
    box: list[int] | None = data.get("box")
    if box is not None and (not isinstance(box, list) or [type(n) for n in box] != [int, int]):
        raise FormatError('"box" must be [height, width], or null for a board without boxes')
    return box


def _regions(data: dict[str, Any]) -> list[int] | None:
    regions: list[int] | None = data.get("regions")
    if "regions" in data and (
        not isinstance(regions, list)
        or not all(type(n) is int and 0 <= n <= MAX_SIZE**2 for n in regions)
    ):
        raise FormatError('"regions" must be a list of region numbers, 0 for none')
    return regions


def _void(data: dict[str, Any], rows: int, columns: int) -> frozenset[int]:
    """The places of ``void``: cells, or two corners of a rectangle with ``-`` between them."""
    names = data.get("void", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise FormatError('"void" must be a list of places: ["r1c1", "r4c4-r6c6"]')
    places = set[int]()
    for name in names:
        try:
            ends = [divmod(parse_cell(end, rows, columns), columns) for end in name.split("-", 1)]
        except ValueError as error:
            raise FormatError('"void": {error}', error=error) from None
        (top, left), (bottom, right) = ends[0], ends[-1]
        area = {r * columns + c for r in range(top, bottom + 1) for c in range(left, right + 1)}
        if not area:
            raise FormatError(
                '"void": {name} ends before it begins; the upper left corner is first',
                name=name[:40],
            )
        places |= area
    return frozenset(places)


def _switch(data: dict[str, Any], key: str) -> bool:
    if type(value := data.get(key, False)) is not bool:
        raise FormatError('"{key}" must be true or false', key=key)
    return value


def _number(data: dict[str, Any], key: str) -> int | None:
    value = data.get(key)
    if key in data and (type(value) is not int or not 1 <= value <= MAX_SIZE):
        raise FormatError(
            '"{key}" must be a number from 1 to {max_size}', key=key, max_size=MAX_SIZE
        )
    return value


def _sides(
    data: dict[str, Any], box: list[int] | None, regions: list[int] | None
) -> tuple[int, int]:
    if "rows" in data or "columns" in data:
        if "size" in data:
            raise FormatError('a board has "size", or "rows" and "columns", not both')
        rows, columns = _number(data, "rows"), _number(data, "columns")
        if rows is None or columns is None:
            raise FormatError('"rows" and "columns" go together')
        return rows, columns
    if "size" not in data and box is not None:
        data = data | {"size": box[0] * box[1]}
    elif "size" not in data and regions is not None:
        data = data | {"size": isqrt(len(regions))}
    size = _number(data, "size")
    if size is None:
        raise FormatError('"size" must be a number from 1 to {max_size}', max_size=MAX_SIZE)
    return size, size


def _digits(value: Any) -> range:
    match = _RUN.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None or int(match[2]) - int(match[1]) not in range(MAX_SIZE):
        raise FormatError(
            '"digits" must be the first and the last as a text, such as "0-8", or "any 4 of 1-9"'
        )
    return range(int(match[1]), int(match[2]) + 1)


def _overlapping(data: dict[str, Any]) -> Geometry:
    if other := sorted(data.keys() - {"grids", "size", "box", "digits"}):
        raise FormatError('a board of overlapping grids has no "{other}"', other=other[0])
    grids = data["grids"]
    if isinstance(grids, str):
        if grids not in PRESETS:
            raise FormatError(
                '"grids": there is no board {grids!r}; those with a name are {presets}',
                grids=grids[:40],
                presets=", ".join(PRESETS),
            )
        if "size" in data:
            raise FormatError(
                '"grids": the board {grids} is of 9x9 grids and takes no "size"', grids=grids
            )
        data, grids = data | {"size": 9}, list(PRESETS[grids])
    if not isinstance(grids, list) or not all(isinstance(one, str | dict) for one in grids):
        raise FormatError(
            '"grids" must be a name such as "samurai", or the list of the top left cells: '
            '["r1c1", "r7c7"], or an object for each grid, with the keys of a board and "at"'
        )
    own = {key: value for key, value in data.items() if key != "grids"}
    try:
        return Geometry.of_grids([_part(one, own) for one in grids])
    except ValueError as error:
        raise FormatError('"grids": {error}', error=error) from None


def _part(one: str | dict[str, Any], usual: dict[str, Any]) -> tuple[tuple[int, int], Geometry]:
    """The place and the board of one of several grids.

    :param usual: what is said of all grids.
    """
    data = {"at": one} if isinstance(one, str) else one
    name, own = data.get("at"), {key: value for key, value in data.items() if key != "at"}
    if not isinstance(name, str):
        raise FormatError('"grids": "at" must be the top left cell of a grid, such as "r1c1"')
    if other := sorted(own.keys() - KEYS or own.keys() & {"grids"}):
        raise FormatError('"grids": a grid has no key {other!r}', other=other[0][:40])
    sides = {"size", "rows", "columns", "regions"}
    if not sides & own.keys():
        own = usual | own
    else:
        own = {key: usual[key] for key in usual.keys() & {"digits", "box", "raw"}} | own
    if not ({"size", "rows", "columns", "box", "regions"} & own.keys()):
        raise FormatError('"grids" needs the "size" of a grid')
    return divmod(parse_cell(name, MAX_SIZE, MAX_SIZE), MAX_SIZE), _board_of(own)


def board_data(geometry: Geometry) -> dict[str, Any]:
    """The board as JSON data.

    :raises Unsupported: where it is none that a constructor makes.
    """
    data = _grids_data(geometry) if geometry.grids else _rectangle_data(geometry)
    try:
        held = board_of(data) == geometry
    except FormatError:
        held = False
    if not held:
        raise Unsupported(
            "satdoku's JSON cannot hold this board ({board})", board=geometry.describe()
        )
    return data


def _grids_data(geometry: Geometry) -> dict[str, Any]:
    names = tuple(map(geometry.name, geometry.grids))
    own = [_rectangle_data(part) for part in geometry.parts]
    if any(one != own[0] for one in own):
        return {"grids": [{"at": at} | one for at, one in zip(names, own, strict=True)]}
    more = dict(own[0])
    plain = (more.pop("size", 0), more.pop("box", None)) == (9, [3, 3]) and not more.keys() - {
        "digits"
    }
    for preset, corners in PRESETS.items():
        if plain and corners == names:
            return {"grids": preset} | more
    return own[0] | {"grids": list(names)}


def _rectangle_data(geometry: Geometry) -> dict[str, Any]:
    rows, columns = geometry.rows, geometry.columns
    data: dict[str, Any] = {"size": rows} if rows == columns else {"rows": rows, "columns": columns}
    if (box := geometry.grid_box) is not None:
        data["box"] = list(box)
        if geometry.region_size:
            data["region_size"] = geometry.region_size
    elif geometry.regions:
        every = [geometry.at(row, column) for row in range(rows) for column in range(columns)]
        regions = [None if cell is None else geometry.region_of[cell] for cell in every]
        data["regions"] = [0 if region is None else region + 1 for region in regions]
        if geometry.region_size:
            data["region_size"] = geometry.region_size
        elif geometry.region_size == 0:
            data["partial"] = True
    else:
        data["box"] = None
    if geometry.is_raw:
        data["raw"] = True
    side = max(rows, columns)
    if geometry.places is not None:
        data["void"] = _void_data(geometry)
        if not geometry.is_raw:
            lines = (h.cells for h in geometry.houses if h.kind in ("row", "column"))
            side = max(map(len, lines))
    return data | _digits_data(geometry, side)


def _void_data(geometry: Geometry) -> list[str]:
    """The holes as rectangles."""
    void = {
        (row, column)
        for row in range(geometry.rows)
        for column in range(geometry.columns)
        if geometry.at(row, column) is None
    }
    names = []
    while void:
        top, left = min(void)
        right = next(c for c in range(left, MAX_SIZE + 1) if (top, c + 1) not in void)
        width = range(left, right + 1)
        bottom = next(
            r for r in range(top, MAX_SIZE + 1) if not void.issuperset((r + 1, c) for c in width)
        )
        void -= {(row, column) for row in range(top, bottom + 1) for column in width}
        first, last = f"r{top + 1}c{left + 1}", f"r{bottom + 1}c{right + 1}"
        names.append(first if first == last else f"{first}-{last}")
    return names


def _digits_data(geometry: Geometry, side: int) -> dict[str, str]:
    digits = geometry.digits
    if digits == tuple(range(1, side + 1)):
        return {}
    return {"digits": f"{digits[0]}-{digits[-1]}"}


def read_board(text: str) -> Geometry:
    """The board of a text: JSON data (with ``board`` around them or not), or words.

    :raises FormatError: where it describes no board.
    """
    text = text.strip()
    if not text.startswith("{"):
        return board_of_words(re.sub(r"^board\s*:", "", text.partition("\n")[0], flags=re.I))
    import json

    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise FormatError("this is not JSON: {error}", error=str(error)[:80]) from None
    data = data.get("board", data)
    if not isinstance(data, dict):
        raise FormatError('"board" must be an object: {"size": 9, "box": [3, 3]}')
    data = {key: value for key, value in data.items() if key != "satdoku"}
    if unknown := sorted(data.keys() - set(KEYS)):
        raise FormatError("a board has no key {unknown!r}", unknown=unknown[0][:40])
    return board_of(data)


# --- words ---------------------------------------------------------------------------------------


def board_of_words(text: str) -> Geometry:
    """The board that a line of words describes.

    :raises FormatError: naming the word at fault.
    """
    data: dict[str, Any] = {}
    text = re.sub(r"\bdigits[= ]any (\d+) of (?=\d)", r"digits=any-\1-of-", text)
    for word in text.split():
        key, equals, value = word.partition("=")
        key = key.lower().replace("-", "_")
        own: dict[str, Any]
        if not equals and (preset := word.lower()) in PRESETS:
            own = {"grids": preset}
        elif not equals and key in ("raw", "partial"):
            own = {key: True}
        elif not equals or key not in _VALUED:
            raise FormatError(
                "{word!r} describes no board; the words are size=6x8, digits=0-8, box=2x4 or "
                "none, regions=, region-size=6, raw, partial, void=r4c4-r6c6, grids=r1c1,r7c7 or "
                "grids=r1c1:4,r3c3:6, and the names {presets}",
                word=word[:40],
                presets=", ".join(PRESETS),
            )
        else:
            own = _word(key, value)
        for name in own:
            if name in data:
                raise FormatError("the board has two values for {name!r}", name=name)
        data |= own
    if not data:
        raise FormatError("the board is not described; as in size=6x8 digits=0-8, or samurai")
    return board_of(data)


_VALUED = ("size", "digits", "box", "region_size", "grids", "regions", "void")
"""The words with a value."""


def _word(key: str, value: str) -> dict[str, Any]:
    if key == "digits":
        return {key: value}
    if key == "grids":
        return {key: value if value in PRESETS else [*map(_placed, value.split(","))]}
    if key == "void":
        return {key: value.split(",")}
    if key == "regions":
        labels = value.split(",") if "," in value else list(value)
        numbers: dict[str, int] = {".": 0}
        return {key: [numbers.setdefault(label, len(numbers)) for label in labels]}
    if key == "region_size":
        if not (value.isascii() and value.isdigit() and len(value) < 5):
            raise FormatError("region-size is a number, not {value!r}", value=value[:40])
        return {key: int(value)}
    if key == "box" and value == "none":
        return {key: None}
    match = _SIDES.fullmatch(value.lower())
    if match is None or (key == "box" and match[2] is None):
        raise FormatError("{key}={value} is not of the form {key}=2x3", key=key, value=value[:40])
    first, second = int(match[1]), int(match[2] or match[1])
    if key == "box":
        return {key: [first, second]}
    return {"size": first} if first == second else {"rows": first, "columns": second}


def _placed(word: str) -> str | dict[str, Any]:
    """A grid of several: its place, perhaps with its size and its box (``r1c1:6:2x3``)."""
    at, *more = word.split(":")
    if not more:
        return at
    own: dict[str, Any] = {"at": at}
    for key, value in zip(("size", "box", ""), more[:3], strict=False):
        own |= _word(key, value) if key else {value[:40]: ""}
    return own


def board_words(geometry: Geometry) -> str:
    """The board as :func:`board_of_words` reads it.

    :raises Unsupported: as :func:`board_data`.
    """
    data = board_data(geometry)
    words = []
    if isinstance(data.get("grids"), str):
        words.append(data.pop("grids"))
    elif "rows" in data:
        words.append(f"size={data.pop('rows')}x{data.pop('columns')}")
    for key, value in data.items():
        if value is True:
            words.append(key)
        elif key == "box":
            words.append("box=none" if value is None else f"box={value[0]}x{value[1]}")
        elif key == "regions":
            symbols = max(value) <= len(_LABELS)
            labels = ["." if n == 0 else _LABELS[n - 1] if symbols else str(n) for n in value]
            words.append("regions=" + ("" if symbols else ",").join(labels))
        elif key == "grids":
            words.append(f"grids={','.join(_grid_word(one) for one in value)}")
        elif key == "void":
            words.append(f"void={','.join(value)}")
        else:
            words.append(f"{key.replace('_', '-')}={value}")
    return " ".join(words)


def _grid_word(one: str | dict[str, Any]) -> str:
    """A grid of several as a word.

    :raises Unsupported: where its board takes more than a size and a box.
    """
    if isinstance(one, str):
        return one
    own = dict(one)
    at, box = own.pop("at"), own.pop("box", None)
    size = own.pop("size", None) or f"{own.pop('rows')}x{own.pop('columns')}"
    if own:
        raise Unsupported(
            "words have no place for {other} of one of several grids; satdoku's JSON has it",
            other=next(iter(own)),
        )
    return f"{at}:{size}:{'none' if box is None else f'{box[0]}x{box[1]}'}"
