"""The puzzle, helpers, sets of digits and components that SudokuMaker puts around a script."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator
from inspect import signature
from json import dumps
from typing import Any

from satdoku.board.geometry import Geometry
from satdoku.formats.accounts import know
from satdoku.formats.clues import RuleFields
from satdoku.formats.scripts.components import (
    TRANSLATED,
    Component,
    DigitSet,
    Rules,
    Translator,
    cell_of,
    constructor,
    integer,
)
from satdoku.formats.scripts.library import argument
from satdoku.formats.scripts.own import OwnComponents
from satdoku.formats.scripts.refusals import failing, too_deep, unknown
from satdoku.formats.scripts.running import Runner, StepBudget, located
from satdoku.formats.scripts.syntax import in_units
from satdoku.formats.scripts.values import (
    UNDEFINED,
    Array,
    Builtin,
    Carrier,
    Host,
    Once,
    PlainObject,
    truth,
)

_ORTHOGONAL = ((-1, 0), (0, -1), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_KNIGHT = ((-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2))
"""Steps right and down, in the order in which the site lists neighbours."""


def from_json(value: Any) -> Any:
    """A value of JSON as one of JavaScript."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int | float):
        most = sys.float_info.max
        return math.inf if value > most else -math.inf if value < -most else float(value)
    if isinstance(value, str):
        return in_units(value)
    if isinstance(value, list):
        return Array([from_json(item) for item in value])
    return PlainObject({in_units(key): from_json(item) for key, item in value.items()})


def function(name: str, value: Callable[..., Any]) -> Builtin:
    """A function of the site from one of its arguments as they are."""
    count = len(signature(value).parameters)
    missing = [UNDEFINED] * count
    return Builtin(name, lambda run, this, given: value(*[*given, *missing][:count]))


class Site:
    """The globals of a script (``names``), and the components that it has added so far."""

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.added: list[Component] = []
        self.helpers = Host(
            "helpers",
            {
                "cellIds": Host("cellIds", {
                    "getCoordsFromId": function("getCoordsFromId", self.place),
                    "getIdFromCoords": function("getIdFromCoords", self.at_place),
                    "getIdFromCoordsSafe": function("getIdFromCoordsSafe", self.at_place),
                }),
                "digits": Host("digits", {
                    "createEvensDigitSet": function("createEvensDigitSet", lambda: self.every(0)),
                    "createFullDigitSet": function("createFullDigitSet", self.all_digits),
                    "createOddsDigitSet": function("createOddsDigitSet", lambda: self.every(1)),
                    "maxDigit": float(geometry.digits[-1]),
                    "minDigit": float(geometry.digits[0]),
                }),
                "geometry": Host("geometry", self.of_geometry()),
                "naming": Host("naming", {
                    "getCellName": function("getCellName", lambda cell: self.name(cell)),
                    "getCellsDescription": Builtin("getCellsDescription", self.described),
                }),
            },
        )  # fmt: skip
        size = PlainObject({"width": float(geometry.columns), "height": float(geometry.rows)})
        spec = {
            "digitCount": float(len(geometry.digits)),
            "maxDigit": float(geometry.digits[-1]),
            "minDigit": float(geometry.digits[0]),
            "size": size,
        }
        self.of_puzzle: dict[str, Any] = {
            "getCellAt": function("getCellAt", self.at),
            "getColumn": function("getColumn", self.column),
            "getRow": function("getRow", self.row),
            "getX": function("getX", self.column),
            "getY": function("getY", self.row),
            "helpers": self.helpers,
            "spec": Host("spec", spec),
        }
        for kind, steps in (("Orthogonally", _ORTHOGONAL), ("Diagonally", _DIAGONAL)):
            self.of_puzzle[f"getCells{kind}AdjacentToCell"] = function(
                "getCellsAdjacentToCell", self.around(steps)
            )
            self.of_puzzle[f"getCells{kind}AdjacentToCoords"] = function(
                "getCellsAdjacentToCoords", self.around_place(steps)
            )
        sets = Builtin(
            "DigitSet",
            make=lambda run, this, given: DigitSet(self.digits(run, argument(given))),
            fields={
                "from": Builtin(
                    "from", lambda run, this, given: DigitSet(self.digits(run, argument(given)))
                )
            },
        )
        self.common: dict[str, Any] = {
            "DigitSet": sets,
            "SudokuDigitSet": sets,
            "helpers": self.helpers,
            **{(name := f"{kind}Component"): constructor(name) for kind in TRANSLATED},
        }

    def names(self, data: Any, own: Iterable[Builtin]) -> dict[str, Any]:
        """The globals of the main script.

        :param data: the fields that its author has filled in.
        :param own: the constructors of its own components.
        """
        puzzle = Host(
            "puzzle",
            self.of_puzzle
            | {"addConstraintComponent": function("addConstraintComponent", self.add)},
        )
        kinds = {constructor.name: constructor for constructor in own}
        return self.common | kinds | {"puzzle": puzzle, "sudoku": puzzle, "input": from_json(data)}

    def add(self, component: Any = UNDEFINED) -> Any:
        if not isinstance(component, Component):
            raise failing("addConstraintComponent")
        self.added.append(component)
        return UNDEFINED

    def digits(self, run: Carrier, value: Any) -> Iterator[int]:
        if value is UNDEFINED:
            return
        for digit in [*value.digits] if isinstance(value, DigitSet) else run.items(value):
            number = digit if isinstance(digit, int) else integer(digit)
            if not 0 <= number < 31:
                raise failing("DigitSet")
            yield number

    def all_digits(self) -> DigitSet:
        return DigitSet(self.geometry.digits)

    def every(self, parity: int) -> DigitSet:
        return DigitSet(digit for digit in self.geometry.digits if digit % 2 == parity)

    # --- cells and places ------------------------------------------------------------------

    def known(self, cell: Any) -> int:
        return cell_of(cell, self.geometry)

    def at(self, column: Any, row: Any) -> Any:
        """The number of a cell, ``undefined`` beside the board."""
        x, y = integer(column), integer(row)
        inside = 0 <= x < self.geometry.columns and 0 <= y < self.geometry.rows
        return float(x + y * self.geometry.columns) if inside else UNDEFINED

    def at_place(self, place: Any) -> Any:
        if type(place) is not PlainObject or not {"x", "y"} <= place.fields.keys():
            raise failing("getIdFromCoords")
        cell = self.at(place.fields["x"], place.fields["y"])
        if cell is UNDEFINED:
            raise failing("getIdFromCoords")
        return cell

    def place(self, cell: Any) -> PlainObject:
        y, x = divmod(self.known(cell), self.geometry.columns)
        return PlainObject({"x": float(x), "y": float(y)})

    def name(self, cell: Any) -> str:
        row, column = divmod(self.known(cell), self.geometry.columns)
        return f"R{row + 1}C{column + 1}"

    def described(self, run: Carrier, this: Any, given: list[Any]) -> str:
        names = [
            self.name(float(cell)) for cell in sorted(map(self.known, run.items(argument(given))))
        ]
        if len(names) < 2:
            return "".join(names) or "???"
        return f"{', '.join(names[:-1])} and {names[-1]}"

    def beside(self, cell: int, steps: Iterable[tuple[int, int]]) -> list[Any]:
        row, column = divmod(cell, self.geometry.columns)
        near = (self.at(float(column + x), float(row + y)) for x, y in steps)
        return [other for other in near if other is not UNDEFINED]

    def around(self, steps: Iterable[tuple[int, int]]) -> Callable[..., Once]:
        return lambda cell: Once(iter(self.beside(self.known(cell), steps)))

    def around_place(self, steps: Iterable[tuple[int, int]]) -> Callable[..., Once]:
        def around(column: Any, row: Any) -> Once:
            return Once(iter(self.beside(self.known(self.at(column, row)), steps)))

        return around

    def pairs(self, *steps: tuple[int, int]) -> Once:
        """Every cell with the one at a step from it, for each step in turn."""
        return Once(
            Array([float(cell), other])
            for step in steps
            for cell in range(self.geometry.cell_count)
            for other in self.beside(cell, [step])
        )

    def squares(self) -> Once:
        steps = ((0, 0), (1, 0), (0, 1), (1, 1))
        corners = (self.beside(cell, steps) for cell in range(self.geometry.cell_count))
        return Once(Array(square) for square in corners if len(square) == 4)

    def of_geometry(self) -> dict[str, Any]:
        board = self.geometry
        rows = [
            [float(r * board.columns + c) for c in range(board.columns)] for r in range(board.rows)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)]

        def line(lines: list[list[float]]) -> Callable[..., Once]:
            return lambda number: Once(iter(lines[self.in_range(number, len(lines))]))

        row_of, column_of = self.row, self.column
        functions: dict[str, Callable[..., Any]] = {
            "getAdjacentCells": lambda cell, diagonal: self.around(
                _ORTHOGONAL + (_DIAGONAL if truth(diagonal) else ())
            )(cell),
            "getAllColumns": lambda: Once(Array(list(column)) for column in columns),
            "getAllDiagonallyAdjacentPairs": lambda: self.pairs((1, -1), (1, 1)),
            "getAllDominoes": lambda: self.pairs((1, 0), (0, 1)),
            "getAllKingsMovePairs": lambda: self.pairs((1, 0), (0, 1), (1, -1), (1, 1)),
            "getAllKnightMovePairs": lambda: self.pairs((1, -2), (1, 2), (2, -1), (2, 1)),
            "getAllPairsWithOffset": lambda x, y: self.pairs((integer(x), integer(y))),
            "getAllQuadruples": self.squares,
            "getAllRows": lambda: Once(Array(list(row)) for row in rows),
            "getCellsInColumn": line(columns),
            "getCellsInColumnOfCell": lambda cell: line(columns)(column_of(cell)),
            "getCellsInRow": line(rows),
            "getCellsInRowOfCell": lambda cell: line(rows)(row_of(cell)),
            "getCellsKnightsMoveAwayFromCell": self.around(_KNIGHT),
            "getDiagonallyAdjacentCells": self.around(_DIAGONAL),
            "getOrthogonallyAdjacentCells": self.around(_ORTHOGONAL),
        }
        return {name: function(name, value) for name, value in functions.items()}

    def row(self, cell: Any) -> float:
        return float(self.known(cell) // self.geometry.columns)

    def column(self, cell: Any) -> float:
        return float(self.known(cell) % self.geometry.columns)

    def in_range(self, value: Any, count: int) -> int:
        if not 0 <= (number := integer(value)) < count:
            raise failing(f"number {number}")
        return number


def rules_of(
    definition: Any, data: Any, geometry: Geometry, called: str, steps: StepBudget
) -> list[RuleFields]:
    """The rules that a script is, each once.

    :param definition: the sources of the script and of its own components, and its fields.
    :param data: what its author has filled into the fields.
    :param called: the name that the rules get.
    :raises Refused: where it is not known what the script says.
    """
    try:
        return _rules_of(definition, data, geometry, called, steps)
    except RecursionError:
        raise too_deep() from None


def _rules_of(
    definition: Any, data: Any, geometry: Geometry, called: str, steps: StepBudget
) -> list[RuleFields]:
    if not isinstance(definition, dict):
        raise unknown("definition")
    for field in _listed(definition.get("input")):
        know(field, ("description", "id", "label"))
        kind = field.get("params")
        if not isinstance(kind, dict) or kind.get("type") != "raw":
            raise unknown("input")
    site = Site(geometry)
    runner = Runner(site.common, steps)
    board = Translator(geometry, runner, called)
    own: dict[str, OwnComponents] = {}
    for part in _listed(definition.get("components")):
        name = str(part.get("name"))
        if name in own or name in runner.globals:
            raise unknown(name)
        own[name] = OwnComponents(name, _source(part), site.common, steps, board)
    runner.globals |= site.names(data, map(constructor, own))
    source = _source(definition.get("backend"))
    rules: dict[str, RuleFields] = {}
    with located(source):
        runner.run(source)
        for component in site.added:
            for rule in _translated(component, board, own):
                text = dumps(rule)
                steps.spend(1 + len(text) // 10)
                rules.setdefault(text, rule)
    return list(rules.values())


def _translated(component: Component, board: Translator, own: dict[str, OwnComponents]) -> Rules:
    if component.name in own:
        return own[component.name].rules(component.arguments(board.runner))
    count, translated = TRANSLATED[component.name.removesuffix("Component")]
    given = component.arguments(board.runner)
    if len(given) < count:
        raise failing(component.name)
    return translated(board, *given[:count])


def _listed(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise unknown("definition")
    return value


def _source(part: Any) -> str:
    """The source of a part of a script."""
    if not isinstance(part, dict) or part.get("type") != "code":
        raise unknown("definition")
    source = part.get("code")
    if not isinstance(source, str):
        raise unknown("definition")
    return source
