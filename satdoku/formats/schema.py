"""The JSON Schema of satdoku's JSON, for editors: names, kinds and meanings as the code has them.

What a schema cannot say (the cells that a board has, how many givens fit it) the reader still
checks: a text that keeps the schema may be refused, one that breaks it always is.
"""

from __future__ import annotations

from typing import Any

from satdoku.board import Geometry
from satdoku.board.boards import PRESETS
from satdoku.board.constraint import DIRECTIONS, SIDES, Constraint, Parameter
from satdoku.board.geometry import MAX_SIZE
from satdoku.constraints import ALIASES, REGISTRY
from satdoku.puzzle.colours import COLOUR_WORDS
from satdoku.puzzle.drawn_reading import DRAWING_KINDS, DRAWN_SHAPES

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


_CELL = _ref("cell")
_INTEGER: dict[str, Any] = {"type": "integer"}
_TEXT: dict[str, Any] = {"type": "string"}
_SIZE = {"type": "integer", "minimum": 1, "maximum": MAX_SIZE}
_KINDS: dict[str, dict[str, Any]] = {
    "cell": _CELL,
    "cells": _listed(_CELL),
    "line": _listed(_CELL),
    "sets": _listed(_listed(_CELL)),
    "lines": _listed(_listed(_CELL)),
    "integer": _INTEGER,
    "index": {"type": "integer", "minimum": 1},
    "integers": _listed(_INTEGER),
    "digits": _listed(_INTEGER),
    "groups": _listed(_listed(_INTEGER)),
    "text": _TEXT,
    "choice": _TEXT,
    "side": {"enum": list(SIDES)},
    "direction": {"enum": list(DIRECTIONS)},
    "flag": {"type": "boolean"},
}
_BOARD: dict[str, dict[str, Any]] = {
    "size": _SIZE | {"description": "the side of a square board, or of each overlapping grid"},
    "rows": _SIZE | {"description": "instead of size, where rows and columns differ"},
    "columns": _SIZE | {"description": "instead of size, where rows and columns differ"},
    "digits": {
        "type": "string",
        "pattern": r"^\s*(any[- ]\d{1,4}[- ]of[- ])?\d{1,4}\s*-\s*\d{1,4}\s*$",
        "description": "the first and the last digit, such as 0-8, or some of them: any 4 of 1-9",
    },
    "box": {
        "anyOf": [{"type": "null"}, _listed(_SIZE) | {"minItems": 2, "maxItems": 2}],
        "description": "[height, width] of a box; null: no boxes",
    },
    "regions": _listed({"type": "integer", "minimum": 0})
    | {"description": "a region number a cell, row by row; 0: none"},
    "region_size": _SIZE | {"description": "cells in a box or region"},
    "raw": {"type": "boolean", "description": "rows and columns are not houses"},
    "partial": {"type": "boolean", "description": "regions may have any size"},
    "void": _listed({"type": "string", "pattern": r"^[rR]\d+[cC]\d+(-[rR]\d+[cC]\d+)?$"})
    | {"description": "places that are not cells, one by one or as rectangles: r4c4-r6c6"},
}
_GRID: dict[str, Any] = {
    "type": "object",
    "required": ["at"],
    "properties": {"at": _CELL | {"description": "the top left cell"}, **_BOARD},
    "additionalProperties": False,
}
_BOARD["grids"] = {
    "anyOf": [{"enum": list(PRESETS)}, _listed({"anyOf": [_CELL, _GRID]})],
    "description": "overlapping grids: a name, or a list of their top left cells, each by itself "
    "or with the board of the grid",
}

_PLACE = _listed({"type": "number"}) | {"minItems": 2, "maxItems": 2}
_NUMBER: dict[str, Any] = {"type": "number"}
_SWITCH: dict[str, Any] = {"type": "boolean"}
_DRAWING: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "spots"],
    "properties": {
        "kind": {"enum": ["line", "mark", "cage"]},
        "spots": _listed(_PLACE) | {"description": "[row, column] in cells from the upper left"},
        "over": _SWITCH | {"description": "over the lines of the grid"},
        "stroke": _TEXT,
        "fill": _TEXT,
        "width": _NUMBER,
        "head": _NUMBER | {"description": "the length of an arrow's head"},
        "size": _PLACE | {"description": "[height, width] of a mark"},
        "rounded": _SWITCH | {"description": "an ellipse"},
        "text": _TEXT,
        "ink": _TEXT | {"description": "the colour of the text"},
        "font": _NUMBER,
        "angle": _NUMBER,
    },
    "additionalProperties": False,
}
_FOG: dict[str, Any] = {
    "type": "object",
    "properties": {
        "lamps": _listed(_CELL),
        "reveals": _listed(
            {
                "type": "object",
                "required": ["cell", "cells"],
                "properties": {"cell": _CELL, "cells": _listed(_CELL)},
                "additionalProperties": False,
            }
        ),
    },
    "additionalProperties": False,
}


def json_schema() -> dict[str, Any]:
    """The schema, as data that JSON can hold."""
    marks = {"type": "object", "additionalProperties": _listed(_INTEGER)}
    top: dict[str, Any] = {
        "$schema": _TEXT | {"description": "where this schema is; for editors alone"},
        "satdoku": {"const": 1, "description": "the version of the format"},
        "title": _TEXT,
        "author": _TEXT,
        "rules": _TEXT | {"description": "the rules in words, for people; not read as rules"},
        "board": {"type": "object", "properties": _BOARD, "additionalProperties": False},
        **_BOARD,
        "givens": _ref("values"),
        "pencil_marks": marks | {"description": "the digits that restricted cells may hold"},
        "constraints": _listed(_ref("constraint")),
        "solution": _ref("values"),
        "position": {
            "type": "object",
            "properties": {
                "givens": _ref("values"),
                "pencil_marks": marks,
                "values": _ref("values"),
                "candidates": marks,
            },
            "additionalProperties": False,
        },
        "corner_marks": marks | {"description": "digits noted at the corners of cells, for people"},
        "drawings": _listed(_DRAWING) | {"description": "what is drawn in addition to the rules"},
        "fog": _FOG | {"description": "where the board is under fog"},
        "extras": {"type": "object", "additionalProperties": _TEXT},
    }
    rules: dict[str, Any] = {}
    chosen: list[dict[str, Any]] = []
    for name, kind in REGISTRY.items():
        others = (a for a, (rule, preset) in ALIASES.items() if rule == name and preset is None)
        plain = [name, *others]
        rules[name] = _rule(kind, plain, {})
        chosen.append(_if(plain, name))
    board = Geometry.classic()
    for alias, (name, preset) in ALIASES.items():
        if preset is not None:
            rules[alias] = _rule(REGISTRY[name], [alias], preset(board))
            chosen.append(_if([alias], alias))
    return {
        "$schema": _DIALECT,
        "title": "A Sudoku in satdoku's JSON",
        "description": "See docs/formats/json.md and docs/constraints/README.md.",
        "type": "object",
        "required": ["givens"],
        "properties": top,
        "additionalProperties": False,
        "$defs": {
            "cell": {
                "type": "string",
                "pattern": r"^[rR]\d+[cC]\d+$",
                "description": "a cell by row and column: r1c1",
            },
            "values": {
                "anyOf": [_TEXT, {"type": "array"}],
                "description": "a digit a cell, . for an empty one; or a list of rows",
            },
            "constraint": {
                "type": "object",
                "required": ["rule"],
                "properties": {"rule": {"enum": [*REGISTRY, *ALIASES]}},
                "allOf": chosen,
            },
            "drawn": {
                "type": "object",
                "description": "the drawing that the clue was read from",
                "required": ["kind", "cells"],
                "properties": {
                    "kind": {"enum": list(DRAWING_KINDS)},
                    "cells": _listed(_CELL),
                    "colour": {"enum": ["", *COLOUR_WORDS]},
                    "shape": {"enum": list(DRAWN_SHAPES)},
                    "label": _TEXT,
                    "count": _INTEGER,
                },
                "additionalProperties": False,
            },
            **{f"rule-{name}": rule for name, rule in rules.items()},
        },
    }


def _if(names: list[str], rule: str) -> dict[str, Any]:
    return {
        "if": {"properties": {"rule": {"enum": names}}, "required": ["rule"]},
        "then": _ref(f"rule-{rule}"),
    }


def _rule(kind: type[Constraint], names: list[str], preset: dict[str, Any]) -> dict[str, Any]:
    """The object of a rule; ``preset``: parameters that its name stands for."""
    own = [parameter for parameter in kind.parameters if parameter.name not in preset]
    return {
        "title": kind.title,
        "description": kind.summary,
        "properties": {"rule": {"enum": names}, "drawn": _ref("drawn")}
        | {p.name: _parameter(p) for p in own},
        "required": ["rule", *(p.name for p in own if not p.optional)],
        "additionalProperties": False,
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    # A kind that is not in the table is any value: the reader judges it.
    schema = dict(_KINDS.get(parameter.kind, {}))
    if parameter.kind == "choice":
        schema = {"enum": list(parameter.choices)}
    bounded = schema
    if parameter.kind == "integers":
        bounded = schema["items"] = dict(schema["items"])
    if parameter.least is not None:
        bounded["minimum"] = parameter.least
    if parameter.most is not None:
        bounded["maximum"] = parameter.most
    schema["description"] = parameter.meaning
    if parameter.optional and parameter.default not in (None, ()):
        default = parameter.default
        schema["default"] = list(default) if isinstance(default, tuple) else default
    return schema
