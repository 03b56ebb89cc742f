"""Random puzzles with rules, for the round trips of the formats that hold rules."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, from_data
from satdoku.puzzle import Document, Position, Puzzle

__all__ = ["random_document", "rules_for"]

FLAGS = ("diagonal", "anti-knight", "anti-king", "non-consecutive")
"""Rules of the whole board that every board can have."""


def _step(chance: random.Random, geometry: Geometry, cell: int) -> list[int]:
    row, column = geometry.row_column(cell)
    near = [(row + d, column + r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]
    cells = [
        r * geometry.columns + c
        for r, c in near
        if 0 <= r < geometry.rows and 0 <= c < geometry.columns
    ]
    chance.shuffle(cells)
    return cells


def _path(chance: random.Random, geometry: Geometry, length: int) -> list[str]:
    cells = [chance.randrange(geometry.cell_count)]
    while len(cells) < length:
        free = [c for c in _step(chance, geometry, cells[-1]) if c not in cells]
        if not free:
            return _path(chance, geometry, length)
        cells.append(free[0])
    return [geometry.name(cell) for cell in cells]


def _pair(chance: random.Random, geometry: Geometry) -> list[str]:
    cell = chance.randrange(geometry.cell_count)
    row, column = geometry.row_column(cell)
    across = column + 1 < geometry.columns and (chance.random() < 0.5 or row + 1 == geometry.rows)
    if not across and row + 1 == geometry.rows:
        return _pair(chance, geometry)
    return [geometry.name(cell), geometry.name(cell + (1 if across else geometry.columns))]


def rules_for(chance: random.Random, geometry: Geometry, names: Iterable[str]) -> list[Any]:
    """One rule of each name that satdoku knows, with random clues."""
    size, least = geometry.size, min(geometry.rows, geometry.columns)

    def line(least: int = 2, most: int = 4) -> list[str]:
        return _path(chance, geometry, chance.randint(least, most))

    def outside(field: str, value: int) -> dict[str, Any]:
        side = chance.choice(("left", "right", "top", "bottom"))
        return {"side": side, "index": chance.randint(1, least), field: value}

    def shaft() -> list[str]:
        return _path(chance, geometry, 4)

    def clones() -> dict[str, Any]:
        cells = _path(chance, geometry, 4)
        return {"cells": cells[:2], "clones": cells[2:]}

    def window() -> list[str]:
        row, column = chance.randrange(1, least), chance.randrange(1, least)
        return [f"r{row + d}c{column + r}" for d in (0, 1) for r in (0, 1)]

    arrow, pill, middle = shaft(), shaft(), chance.randint(2, least - 1)
    makers: dict[str, Any] = {
        "killer-cage": {"cells": sorted(line(1, 4)), "sum": chance.randint(1, 20)},
        "extra-region": {"cells": sorted(line())},
        "odd": {"cells": sorted(line())},
        "even": {"cells": sorted(line())},
        "minimum": {"cells": sorted(line())},
        "maximum": {"cells": sorted(line())},
        "thermo": {"cells": line()},
        "slow-thermo": {"cells": line()},
        "arrow": {"bulb": arrow[0], "cells": arrow[1:]},
        "pill-arrow": {"bulb": sorted(pill[:2]), "cells": pill[2:]},
        "white-dot": {"cells": _pair(chance, geometry), "diff": chance.randint(1, 3)},
        "black-dot": {"cells": _pair(chance, geometry), "ratio": chance.randint(2, 3)},
        "xv": {"cells": _pair(chance, geometry), "total": chance.choice((5, 10))},
        "less-than": {"cells": _pair(chance, geometry)},
        "whisper": {"cells": line(), "diff": chance.randint(1, size - 1)},
        "lockout": {"cells": line(3), "diff": 4},
        "little-killer": {"start": f"r1c{middle}", "direction": "down-right", "sum": 7},
        "quadruple": {"cells": window(), "digits": [1, 2]},
        "clone": clones(),
        "sandwich": outside("sum", 5) | {"side": "left"},
        "x-sum": outside("sum", 7),
        "skyscraper": outside("value", 3),
        "numbered-room": outside("value", 2),
    }
    plain = [
        "palindrome",
        "renban",
        "between",
        "region-sum",
        "entropic-line",
        "modular-line",
        "nabner",
    ]
    for name in (*plain, "double-arrow", "zipper"):
        makers[name] = {"cells": line(3, 3 if name == "nabner" else 4)}
    if any(region is None for region in geometry.region_of):
        del makers["region-sum"]
    if geometry.columns < size:
        del makers["sandwich"]
    known = [name for name in names if name in REGISTRY and (name in makers or name in FLAGS)]
    return [{"rule": name, **makers.get(name, {})} for name in known]


def random_document(
    chance: random.Random, names: Iterable[str], geometry: Geometry, *, position: bool = True
) -> Document:
    """A document with some rules, givens and perhaps a position; it need not be solvable."""
    size = geometry.size
    givens = tuple(
        chance.randint(1, size) if chance.random() < 0.2 else None
        for _ in range(geometry.cell_count)
    )
    names = sorted(chance.sample(sorted(names), k=min(4, len(list(names)))))
    rules = []
    for data in rules_for(chance, geometry, names):
        rule = from_data(data, geometry)
        rules.append(rule)
    puzzle = Puzzle(geometry, givens, None, tuple(rules))
    document = Document(puzzle, title="An example, “quoted”", author="me", rules="Line 1\nLine 2")
    if not position:
        return document
    now = Position.of(puzzle)
    for cell in chance.sample(range(geometry.cell_count), k=4):
        here = sorted(now.candidates[cell])
        if len(here) > 1:
            digit = chance.choice(here)
            placed = chance.random() < 0.5
            after = now.place(cell, digit) if placed else now.eliminate([(cell, digit)])
            if all(v is not None or c for v, c in zip(after.values, after.candidates, strict=True)):
                now = after
    same = now.values == puzzle.givens and now.candidates == Position.of(puzzle).candidates
    return document if same else replace(document, position=now)
