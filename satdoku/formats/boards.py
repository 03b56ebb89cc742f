"""A board as plain data and as words: what ``board`` means in JSON, in text and in options.

JSON data has the keys of :data:`KEYS`; words are the same things on one line, parted by spaces:
``size=6x8 digits=0-7 box=2x4``, ``samurai``, ``size=6 box=none grids=r1c1,r5c5``.
"""

from __future__ import annotations

import json
import re
from math import isqrt
from typing import Any

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.worded import worded
from satdoku.board.boards import PRESETS
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import MAX_SIZE, Geometry, parse_cell

KEYS = (
    "size", "rows", "columns", "digits", "box", "regions", "region_size", "raw", "partial",
    "grids",
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
    sized = {"box", "grids", "raw", "region_size", "regions"} & data.keys()
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


def stated_rules(digits: Any) -> tuple[Constraint, ...]:
    """The rules that the ``digits`` of a board state, or those in a line of words."""
    if not (isinstance(digits, str) and _CHOSEN.search(digits)):
        return ()
    from satdoku.constraints import RegionSameValues

    return (RegionSameValues(),)


def _board_of(data: dict[str, Any]) -> Geometry:
    if "box" in data and "regions" in data:
        raise FormatError('a board has "box" or "regions", not both')
    box, regions = _box(data), _regions(data)
    raw, partial = _switch(data, "raw"), _switch(data, "partial")
    region_size = _number(data, "region_size")
    digits = _digits(data["digits"]) if "digits" in data else None
    boxes: Any = "usual" if "box" not in data else None if box is None else tuple(box)
    if "grids" in data:
        return _overlapping(data, boxes, digits)
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


def _overlapping(data: dict[str, Any], box: Any, digits: range | None) -> Geometry:
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
    if not isinstance(grids, list) or not all(isinstance(name, str) for name in grids):
        raise FormatError(
            '"grids" must be a name such as "samurai", or the list of the top left cells: '
            '["r1c1", "r7c7"]'
        )
    size = _number(data, "size")
    if size is None:
        raise FormatError('"grids" needs the "size" of a grid')
    try:
        cells = [parse_cell(name, MAX_SIZE, MAX_SIZE) for name in grids]
        corners = [divmod(cell, MAX_SIZE) for cell in cells]
        return Geometry.overlapping(size, corners, box=box, digits=digits)
    except ValueError as error:
        raise FormatError('"grids": {error}', error=error) from None


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
    size = len(geometry.houses[0].cells)
    names = tuple(map(geometry.name, geometry.grids))
    box = geometry.grid_box
    for preset, corners in PRESETS.items():
        if (size, box, corners) == (9, (3, 3), names):
            return {"grids": preset} | _digits_data(geometry, size)
    boxes = None if box is None else list(box)
    return {"size": size, "box": boxes, "grids": list(names)} | _digits_data(geometry, size)


def _rectangle_data(geometry: Geometry) -> dict[str, Any]:
    rows, columns = geometry.rows, geometry.columns
    data: dict[str, Any] = {"size": rows} if rows == columns else {"rows": rows, "columns": columns}
    if geometry.box is not None:
        data["box"] = list(geometry.box)
        if geometry.region_size:
            data["region_size"] = geometry.region_size
    elif geometry.regions:
        data["regions"] = [0 if r is None else r + 1 for r in geometry.region_of]
        if geometry.region_size:
            data["region_size"] = geometry.region_size
        elif geometry.region_size == 0:
            data["partial"] = True
    else:
        data["box"] = None
    if geometry.is_raw:
        data["raw"] = True
    return data | _digits_data(geometry, max(rows, columns))


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
        elif not equals or key not in ("size", "digits", "box", "region_size", "grids", "regions"):
            raise FormatError(
                "{word!r} describes no board; the words are size=6x8, digits=0-8, box=2x4 or "
                "none, regions=, region-size=6, raw, partial, grids=r1c1,r7c7, and the names "
                "{presets}",
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


def _word(key: str, value: str) -> dict[str, Any]:
    if key == "digits":
        return {key: value}
    if key == "grids":
        return {key: value if value in PRESETS else value.split(",")}
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
            words.append(f"grids={','.join(value)}")
        else:
            words.append(f"{key.replace('_', '-')}={value}")
    return " ".join(words)
