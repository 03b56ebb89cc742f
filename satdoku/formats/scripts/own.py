"""The rules that a script's own components are: tables of the digits of the cells that they read.

A component is asked about grids: wherever it asks for the digit of a cell, it is run again with
every digit there. The cells and digits before a "no" are what no solution has. What it says of
grids that are not full is not asked: the site's solver and a full grid are told the same.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from satdoku.base.worded import worded
from satdoku.formats.clues import RuleFields
from satdoku.formats.scripts.components import DigitSet, Rules, Translator, content, integer
from satdoku.formats.scripts.refusals import Refused, failing, unknown
from satdoku.formats.scripts.running import Runner, StepBudget, located
from satdoku.formats.scripts.values import (
    UNDEFINED,
    Array,
    Builtin,
    Carrier,
    Function,
    Host,
    Once,
    Opaque,
    PlainObject,
    Undefined,
    truth,
)

_MAX_RUNS = 20_000
_HOOKS = ("getAffectedCells", "setParams", "initialize", "validate", "update")


class _Asked(Exception):
    """The digit of a cell that a component asks for, and that is not yet chosen."""

    def __init__(self, cell: int) -> None:
        super().__init__()
        self.cell = cell


class OwnComponents:
    """The components of one kind that a script defines.

    :raises Refused: where its source is not read.
    """

    def __init__(
        self, name: str, source: str, known: dict[str, Any], steps: StepBudget, board: Translator
    ) -> None:
        self.name = name
        self.board = board
        self.known_rules: dict[Any, list[RuleFields]] = {}
        self.source = source
        self.runner = Runner(known, steps)
        scope = self.runner.run(source)
        self.hooks = {hook: scope.get(hook, self.runner.globals.get(hook)) for hook in _HOOKS}
        if any(hook is not None and not isinstance(hook, Function) for hook in self.hooks.values()):
            raise unknown(name)
        self.scope = scope
        self.digits: dict[int, int] = {}
        self.names_cells = False
        self.puzzle = Host("puzzle", {
            "getCandidates": self.reader(lambda digit: DigitSet([digit])),
            "getCandidatesBitMask": self.reader(lambda digit: float(1 << digit)),
            "getCellsAreFilled": Builtin("getCellsAreFilled", self.filled),
            "getValue": self.reader(float),
            "hasValue": Builtin("hasValue", self.filled),
            "removeCandidateFromCell": self.remover(single=True),
            "removeCandidatesFromCell": self.remover(),
            "removeCandidatesFromCells": self.remover(),
            "replaceComponent": Builtin("replaceComponent", lambda *_: Host("replacement", {})),
            "stop": Builtin("stop", lambda *_: Host("stop", {})),
        })  # fmt: skip

    # --- the puzzle as a component sees it --------------------------------------------------

    def cell(self, value: Any) -> int:
        """The number of a cell; that of an argument stays hidden."""
        if isinstance(value, Opaque):
            return self.board.cell(value.number)
        self.names_cells = True
        return self.board.cell(value)

    def digit(self, value: Any) -> int:
        cell = self.cell(value)
        if cell not in self.digits:
            raise _Asked(cell)
        return self.digits[cell]

    def filled(self, run: Carrier, this: Any, given: list[Any]) -> bool:
        """True, as the grid is full; without ``validate``, a script may only look at others."""
        if self.hooks["validate"] is None:
            raise unknown("hasValue without validate")
        return True

    def reader(self, shown: Any) -> Builtin:
        return Builtin(
            "getValue", lambda run, this, given: shown(self.digit(given[0] if given else UNDEFINED))
        )

    def remover(self, *, single: bool = False) -> Builtin:
        """The change that takes digits from cells; that of a full grid is one that refuses it."""

        def remove(run: Carrier, this: Any, given: list[Any]) -> Host:
            if len(given) != 2:
                raise failing("removeCandidates")
            digits, cells = given
            if isinstance(digits, DigitSet):
                removed = digits.digits
            elif single:
                removed = frozenset([integer(digits)])
            else:
                mask = integer(digits)
                removed = frozenset(digit for digit in self.board.digits if mask >> digit & 1)
            for cell in cells.items if isinstance(cells, Array) else [cells]:
                if self.digit(cell) in removed:
                    return Host("stop", {})
            return Host("change", {})

        return Builtin("removeCandidates", remove)

    # --- asking ----------------------------------------------------------------------------

    def holds(self, instance: PlainObject) -> bool:
        """Whether a component accepts the digits; :class:`_Asked` where it asks for more."""
        run = self.runner
        for hook in ("initialize", "update"):
            if (function := self.hooks[hook]) is None:
                continue
            run.drives = True
            changes = run.call(function, UNDEFINED, [instance, self.puzzle])
            for change in changes.values if isinstance(changes, Once) else ():
                if not isinstance(change, Host) or change.name not in ("stop", "change"):
                    raise unknown("yield")
                if change.name == "stop":
                    return False
        validate = self.hooks["validate"]
        return validate is None or truth(run.call(validate, UNDEFINED, [instance, self.puzzle]))

    def rules(self, given: list[Any]) -> Rules:
        """The rules of the component that is made with these arguments.

        Those of one whose cells have the same order among them are the same, unless it asks for
        more than that.
        """
        if self.hooks["validate"] is None and self.hooks["update"] is None:
            raise Refused(worded("{component} has no condition", component=self.name))
        hidden: list[Opaque] = []
        arguments = [_hidden(value, hidden) for value in given]
        numbers: dict[float, int] = {}  # a cell finds its place in it, as 3 == 3.0
        shape = tuple(_shape(value, numbers) for value in given)
        if shape not in self.known_rules:
            self.names_cells = False
            with located(self.source):
                forbidden = self.forbidden(arguments)
            if self.hooks["validate"] is None and not forbidden:
                raise Refused(worded("{component} has no condition", component=self.name))
            if self.names_cells or any(one.was_read for one in hidden):
                yield from self.tables(forbidden)
                return
            inside = [{numbers[cell]: digit for cell, digit in way.items()} for way in forbidden]
            self.known_rules[shape] = list(self.tables(inside))
        cells = [*numbers]
        for rule in self.known_rules[shape]:
            if "lines" in rule:
                yield {
                    **rule,
                    "lines": [
                        [self.cell(cells[place]) for place in line] for line in rule["lines"]
                    ],
                }
            else:
                yield {**rule, "cells": [self.cell(cells[place]) for place in rule["cells"]]}

    def tables(self, forbidden: Iterable[dict[int, int]]) -> Rules:
        """The rules that no such digits are in the cells; those of the same cells are one."""
        ways: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
        for way in forbidden:
            cells = tuple(sorted(way))
            ways.setdefault(cells, set()).add(tuple(way[cell] for cell in cells))
        for cells, rows in ways.items():
            if not cells:
                raise failing(self.name)
            yield from self.board.table(cells, lambda *row, rows=rows: row not in rows)

    def forbidden(self, arguments: list[Any]) -> list[dict[int, int]]:
        """The digits, by their cells, that lead to a "no"."""
        call = self.runner.call
        refused: list[dict[int, int]] = []
        left: list[dict[int, int]] = [{}]
        runs = 0
        before = self.state()
        while left:
            self.digits = left.pop()
            runs += 1
            if runs > _MAX_RUNS:
                raise Refused(worded("{component} depends on too many cells", component=self.name))
            given = [_copied(value) for value in arguments]
            affected = given[0] if given else UNDEFINED
            if self.hooks["getAffectedCells"] is not None:
                affected = call(self.hooks["getAffectedCells"], UNDEFINED, given)
            instance = PlainObject({"name": "", "cells": affected, "cellIds": affected})
            if self.hooks["setParams"] is not None:
                call(self.hooks["setParams"], UNDEFINED, [instance, *given])
            try:
                if not self.holds(instance):
                    refused.append(self.digits)
            except _Asked as asked:
                left += [{**self.digits, asked.cell: digit} for digit in self.board.digits]
        if self.state() != before:
            raise unknown("variable that changes while a component is asked")
        return refused

    def state(self) -> Hashable:
        """The values of the names outside of functions."""
        run = self.runner
        values = [value for name, value in self.scope.items() if name is not None]
        return content([*values, *(run.globals[name] for name in sorted(run.own_globals))], run)


def _hidden(value: Any, hidden: list[Opaque]) -> Any:
    """A copy of an argument whose numbers are hidden, which are added to a list."""
    if isinstance(value, float):
        hidden.append(Opaque(value))
        return hidden[-1]
    return _each(value, lambda item: _hidden(item, hidden))


def _copied(value: Any) -> Any:
    """A copy of an argument, which a component may change."""
    return value if isinstance(value, Opaque) else _each(value, _copied)


def _each(value: Any, copy: Callable[[Any], Any]) -> Any:
    """A copy of an array or object with a copy of each item; other values are themselves."""
    if isinstance(value, Array):
        return Array([copy(item) for item in value.items])
    if type(value) is PlainObject:
        return PlainObject({name: copy(item) for name, item in value.fields.items()})
    if value is None or isinstance(value, str | bool | Undefined):
        return value
    raise unknown("argument of a component")


def _shape(value: Any, seen: dict[float, int]) -> Any:
    """An argument with a number for each number in it, the same for the same."""
    if isinstance(value, float):
        return seen.setdefault(value, len(seen))
    if isinstance(value, Array):
        return ("array", *[_shape(item, seen) for item in value.items])
    if type(value) is PlainObject:
        return ("object", *[(name, _shape(item, seen)) for name, item in value.fields.items()])
    return (type(value), value)
