"""The game ids of Keen (KenKen) in Simon Tatham's puzzle collection, read and written.

``4:_3a_3a...,s1m12a4...``: the number of rows; the borders of the cages, where a number behind a
letter repeats it; and, for each cage by its first cell, an operation (``a`` sum, ``m`` product,
``s`` difference, ``d`` ratio) with the result.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby

from satdoku.base.errors import Unsupported
from satdoku.base.worded import worded
from satdoku.constraints.cage_kinds import CalculationCage
from satdoku.formats.base import ReadOptions, WriteOptions, require_no_rules
from satdoku.formats.clues import Clues, geometry_of, integer
from satdoku.formats.game_ids import (
    GameId,
    grouped,
    link_body,
    read_borders,
    require_parts,
    written_borders,
)
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle

__all__ = ["detect", "link_body", "parse", "read_body", "write"]

_OPERATIONS = {"a": "sum", "m": "product", "s": "difference", "d": "ratio"}
_GAME = GameId(
    "keen",
    "Keen",
    "4:a2_b...,a5m12...",
    r"(?P<size>\d{1,2})(?:d[a-z])?m?:(?P<borders>(?:[a-z_]\d{0,4})+),"
    r"(?P<clues>(?:[amsd]\d+)+)",
)


def detect(text: str) -> int:
    """Sure where the first line is an id."""
    return _GAME.detect(text)


def parse(text: str, options: ReadOptions) -> Document:
    """The one puzzle of this text: an id, or a link with one."""
    return _GAME.parse(text, options, read_body)


def read_body(body: str, options: ReadOptions) -> Document:
    """The puzzle of an id."""
    match = _GAME.match(body)
    geometry = geometry_of(_GAME.latin(match), options)
    borders = "".join(
        letter * int(times or 1) for letter, times in re.findall(r"(.)(\d*)", match["borders"])
    )
    labels = read_borders(borders, geometry.size)
    numbers = re.findall(r"(.)(\d+)", match["clues"])
    cages = grouped(labels)
    require_parts(len(numbers), len(cages))
    clues = Clues(options)
    givens: list[int | None] = [None] * geometry.cell_count
    for cells, (letter, number) in zip(cages, numbers, strict=True):
        place = worded("the cage of {cell}", cell=geometry.name(cells[0]))
        value, of = integer(number, place), _OPERATIONS[letter]
        if len(cells) == 1 and of in ("sum", "product") and value in geometry.digits:
            givens[cells[0]] = value
        else:
            fields = {"cells": cells, "value": value, "of": of}
            clues.add(place, letter, "calculation-cage", fields)
    puzzle = Puzzle(geometry, tuple(givens), None, clues.rules(geometry))
    return Document(puzzle, extras=clues.extras())


def write(document: Document, options: WriteOptions) -> str:
    """An id, on one line."""
    puzzle = document.puzzle
    _GAME.require_latin(puzzle)
    size, letters = puzzle.geometry.size, {name: letter for letter, name in _OPERATIONS.items()}
    clues = calculations(puzzle, _GAME.title, options)
    labels = [min(rule.cells) for rule in clues]
    text = written_borders(labels, size)
    runs = ((letter, len(list(run))) for letter, run in groupby(text))
    borders = "".join(letter * times if times < 3 else f"{letter}{times}" for letter, times in runs)
    if grouped(read_borders(text, size)) != grouped(labels):
        raise Unsupported(
            "{title} cannot hold a cage whose cells are not connected", title=_GAME.title
        )
    first = (rule for cell, rule in enumerate(clues) if labels[cell] == cell)
    numbers = "".join(f"{letters[rule.of]}{rule.value}" for rule in first)
    return f"{size}:{borders},{numbers}\n"


def calculations(puzzle: Puzzle, title: str, options: WriteOptions) -> list[CalculationCage]:
    """The cage of each cell; a given is a cage of its own.

    :raises Unsupported: where the puzzle has other rules, or the cages do not cover the board once.
    """
    cages: list[CalculationCage | None] = [
        None if given is None else CalculationCage((cell,), given, "sum")
        for cell, given in enumerate(puzzle.givens)
    ]
    for rule in puzzle.constraints:
        if not isinstance(rule, CalculationCage):
            require_no_rules(replace(puzzle, constraints=(rule,)), title, options)
            continue
        for cell in rule.cells:
            if cages[cell] is not None:
                raise Unsupported(
                    "{title} cannot hold {cell} in two cages, or as a given in a cage",
                    title=title,
                    cell=puzzle.geometry.name(cell),
                )
            cages[cell] = rule
    whole = [cage for cage in cages if cage is not None]
    if len(whole) < len(cages):
        cell = cages.index(None)
        raise Unsupported(
            "{title} cannot hold {cell}, which is in no cage",
            title=title,
            cell=puzzle.geometry.name(cell),
        )
    return whole
