"""A document to a string."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from satdoku.base.errors import Unsupported
from satdoku.board.constraint import Constraint, Unknown
from satdoku.board.geometry import Geometry
from satdoku.formats.base import WriteOptions
from satdoku.formats.clues import Key, split_rules
from satdoku.formats.iss.board import TITLE, board_items
from satdoku.formats.iss.cells import CODES
from satdoku.formats.iss.codecs import ParityCodec
from satdoku.formats.iss.table import STRICT, TABLE, WITH_DOMAINS
from satdoku.formats.tables import write_items
from satdoku.puzzle.document import Document
from satdoku.puzzle.puzzle import Puzzle


def write(document: Document, options: WriteOptions) -> str:
    """A string, on one line.

    :raises Unsupported: where the site has no such puzzle.
    """
    puzzle = document.puzzle
    geometry = puzzle.geometry
    items = [*board_items(geometry)]
    allowed = [puzzle.domain(cell) for cell in range(geometry.cell_count)]
    strict, rest = _strict(puzzle)
    items += strict
    whole = tuple(rule for rule in rest.constraints if not _holds_rules(rule))
    for key, item in write_items(replace(rest, constraints=whole), WITH_DOMAINS, TITLE, options):
        if isinstance(key.codec, ParityCodec):
            for cell in item:
                allowed[cell] &= key.codec.digits(geometry)
        else:
            items += _lines(key, item)
    for rule in rest.constraints:
        if _holds_rules(rule) and rule not in options.constraints:
            items += _with_rules(rule, geometry, options)
    groups = [item[:5] for item in items if item.startswith("Var~")]
    if len({*groups}) < len(groups):  # a name is that of one group in all of the string
        raise _not_held("variables")
    for cell, digits in enumerate(allowed):
        if not digits:
            raise Unsupported(
                "{title} cannot hold {cell}, which has no digit",
                title=TITLE,
                cell=geometry.name(cell),
            )
    open_cells = frozenset(geometry.digits)
    givens = [
        "_".join([CODES.name(cell, geometry), *map(str, sorted(digits))])
        for cell, digits in enumerate(allowed)
        if digits != open_cells
    ]
    if givens:
        items.append("~".join(["", *givens]))
    return "".join(f".{item}" for item in items or ["Shape~9x9"]) + "\n"


def write_all(documents: Iterable[Document], options: WriteOptions) -> Iterator[str]:
    """A string each; between two a blank line, without which they could be one."""
    for index, document in enumerate(documents):
        yield "\n" * (index > 0) + write(document, options)


def _lines(key: Key, item: Any) -> list[str]:
    several = item if item and isinstance(item[0], list) else [item]
    return ["~".join([key.name, *arguments]) for arguments in several]


def _holds_rules(rule: Constraint) -> bool:
    return any(parameter.kind == "rules" for parameter in rule.parameters)


def _with_rules(rule: Constraint, geometry: Geometry, options: WriteOptions) -> list[str]:
    """The items of a rule with other rules inside.

    :raises Unsupported: where there is none.
    """
    values = rule.arguments()
    board = rule.board(geometry, values)
    parts = [_inner(part, board, options) for part in values["rules"]]
    inside = [item for part in parts for item in part]
    if rule.name == "or":
        if any(map(_brings_cells, parts)):
            raise _not_held(rule.name)
        branches = [part if _is_one(part) else ["And", *part, "End"] for part in parts]
        return ["Or", *(item for branch in branches for item in branch), "End"]
    if rule.name == "variables":
        variables = []
        for word in values["groups"].split():
            name, _, size = word.partition("*")
            if "=" in size:
                raise _not_held("variables with numbers")
            if not re.fullmatch("V[A-Z]", name):
                raise Unsupported(
                    "{title} cannot hold cells outside of the grid named {name}; names are VA to "
                    "VZ",
                    title=TITLE,
                    name=name,
                )
            variables.append(f"Var~{name[1]}~{name[1]}~{size}")
        return [*variables, *inside]
    if rule.name == "chaos-construction":
        return ["ChaosConstruction", *inside]
    if rule.name != "and":
        raise _not_held(rule.name)
    return inside


def _brings_cells(items: list[str]) -> bool:
    """Whether some items make cells outside of the grid and name them."""
    chaos = len(items) > 1 and "ChaosConstruction" in items
    return chaos or any(item.startswith("Var~") for item in items)


def _not_held(name: str) -> Unsupported:
    return Unsupported(
        "{title} cannot hold the rule '{name}'; satdoku's JSON can", title=TITLE, name=name
    )


def _inner(rule: Constraint, board: Geometry, options: WriteOptions) -> list[str]:
    if any(isinstance(value, Unknown) for value in rule.arguments().values()):
        raise _not_held(rule.name)
    if _holds_rules(rule):
        return _with_rules(rule, board, options)
    puzzle = Puzzle.empty(board, [rule])
    return [
        line
        for key, item in write_items(puzzle, TABLE, TITLE, options)
        for line in _lines(key, item)
    ]


def _strict(puzzle: Puzzle) -> tuple[list[str], Puzzle]:
    """The items that stand for several rules of the whole board, and the puzzle without these."""
    items = []
    for name, parts in STRICT.items():
        has_rules, puzzle = split_rules(puzzle, parts)
        items += [name] if has_rules else []
    return items, puzzle


def _is_one(items: Sequence[str]) -> bool:
    """Whether items are one, which may be a group with its end: no others are needed around it."""
    depth = 0
    for at, item in enumerate(items):
        name = item.partition("~")[0]
        depth += (name in ("Or", "And")) - (name == "End")
        if depth == 0:
            return at == len(items) - 1
    return False
