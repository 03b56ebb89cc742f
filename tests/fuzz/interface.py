"""Random arguments of every public function: the error tree, TypeError or ValueError, no other.

Arguments are of the type that the function names; what is random is their values. An everyday
function is now and then given a value of another type.
"""

from __future__ import annotations

import collections.abc as abc
import contextlib
import enum
import importlib
import inspect
import io
import random
import types
import typing
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from satdoku.answers.paths import PresetName, StepStyle
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Clock, Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.engines import EngineOptions
from satdoku.explaining import Strength
from satdoku.explaining.names import Lang
from satdoku.formats import ReadOptions, WriteOptions
from satdoku.generating import Target, Wish
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.solving import Checker
from satdoku.symmetry import Symmetry, SymmetryGroup
from tests.fuzz import puzzles
from tests.fuzz.mutation import json_value, mutated_data, mutated_text
from tests.fuzz.text import seeds
from tests.fuzz.tries import Wrong, in_a_folder
from tests.shared import public_names

MODULES = (
    "satdoku", "satdoku.board", "satdoku.puzzle",
    "satdoku.constraints", "satdoku.formats", "satdoku.solving",
    "satdoku.symmetry", "satdoku.proofs", "satdoku.rating", "satdoku.techniques",
    "satdoku.explaining", "satdoku.generating", "satdoku.render",
    *(f"satdoku.diagnosing.{name}" for name in (
        "additions", "ambiguity", "backdoors", "board", "clashes", "diagnosis", "facts", "fewest",
        "misplaced", "reasons", "redundant", "repairs", "unavoidable",
    )),
)  # fmt: skip
SECONDS = 0.05


class Unknown(Exception):
    """No values of this type are drawn."""


@dataclass(frozen=True)
class Case:
    """A function, and its arguments as text (for the reader) and as values."""

    function: str
    arguments: Mapping[str, Any]


@cache
def functions() -> Mapping[str, tuple[Callable[..., Any], Mapping[str, Any]]]:
    """Public functions, classes and their methods, with the types of their arguments."""
    typed: dict[str, tuple[Callable[..., Any], Mapping[str, Any]]] = {}
    chance = random.Random(1)
    for full, function in _things():
        try:
            hints = _types(function)
            for hint in hints.values():
                value_of(hint, chance)
        except (Unknown, TypeError, ValueError, NameError, KeyError):
            continue
        typed[full] = (function, hints)
    return typed


def _things() -> Iterator[tuple[str, Callable[..., Any]]]:
    for module in MODULES:
        home = importlib.import_module(module)
        for name in public_names(home):
            value = getattr(home, name)
            if inspect.isfunction(value) and f"{module}.{name}" not in _NOT_ASKED:
                yield f"{module}.{name}", value
    for kind in _CLASSES:
        yield kind.__name__, kind
        for name, member in vars(kind).items():
            if isinstance(member, staticmethod) and name[0] != "_":
                yield f"{kind.__name__}.{name}", member.__func__


_CLASSES = (
    Geometry, Puzzle, Grid, Position, Limit, EngineOptions, ReadOptions, Checker, Symmetry,
    SymmetryGroup, Wish, Target, *REGISTRY.values(),
)  # fmt: skip
_NOT_ASKED = {
    "satdoku.proofs.write_certificate",  # writes files
    "satdoku.formats.read",  # waits for standard input, as the next does
    "satdoku.diagnosing.repairs.changed",  # arguments that belong together, here and below
    "satdoku.diagnosing.additions.fewest_additions",
    "satdoku.diagnosing.unavoidable.differences_by_size",  # solutions, which only callers know
    "satdoku.diagnosing.unavoidable.partitions",
    "satdoku.diagnosing.misplaced.solutions_up_to_two",  # a valid puzzle
    "satdoku.render.render_step",
    "satdoku.techniques.apply",
    "satdoku.explaining.explain",
    "satdoku.board.cell_name",
}


def _types(function: Callable[..., Any]) -> Mapping[str, Any]:
    """The types of the parameters that can be given by name."""
    target = function.__init__ if inspect.isclass(function) else function  # type: ignore[misc]
    known = {kind.__name__: kind for kind in _MAKERS if inspect.isclass(kind)} | _ALIASES
    home = vars(importlib.import_module(function.__module__))
    taken = {name: hint for name, hint in target.__annotations__.items() if name != "return"}
    names = {**vars(abc), **vars(typing), **known, **home}
    hints = typing.get_type_hints(types.SimpleNamespace(__annotations__=taken), names)
    parameters = inspect.signature(function).parameters.values()
    if any(p.kind in (p.VAR_POSITIONAL, p.POSITIONAL_ONLY) for p in parameters):
        raise Unknown(function)
    return {p.name: hints[p.name] for p in parameters if p.kind != p.VAR_KEYWORD}


_CELLS: Any = abc.Sequence[int | None] | abc.Sequence[abc.Sequence[int | None]]
_ALIASES = {
    "AnyPuzzle": str | Puzzle | Position | _CELLS,
    "Cells": _CELLS,
    "Errors": typing.Literal["raise", "mark"],
    "Lang": Lang,
    "PresetName": PresetName,
    "StepStyle": StepStyle,
    "Strength": Strength,
}
"""Names in satdoku.api for type checkers alone."""

_WRONG: tuple[Any, ...] = (
    None, 5, -1.5, True, b"1...", object(), (), [[]], [None, [1]], {"r1c1": 5}, {1}, 2j, Puzzle,
    [[0] * 4] * 4, [float("nan")] * 81, range(81), "\ud800", iter([1]),
)  # fmt: skip
"""Values of the wrong type, for the everyday functions: each names its argument."""

_TEXTS = (
    "",
    "x",
    "auto",
    "native",
    "sat",
    "line",
    "json",
    "none",
    "en",
    "human",
    "r1c1",
    "odd:r1c1",
)
_INTS = (0, 1, 2, 3, 4, 9, 16, 81, -1, 100, 2**31, 2**63, 2**64, -(10**30))
_FLOATS = (0.0, 0.01, 0.05, -1.0, float("nan"))


def value_of(kind: Any, chance: random.Random) -> Any:
    """A random value of a type.

    :raises Unknown: where there is none for this type.
    """
    if kind in _MAKERS:
        return _MAKERS[kind](chance)
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return chance.choice((*inner, "x")) if chance.random() < 0.2 else chance.choice(inner)
    if origin in (typing.Union, types.UnionType):
        for part in chance.sample(inner, len(inner)):
            with contextlib.suppress(Unknown):
                return value_of(part, chance)
    if isinstance(kind, typing.TypeVar):
        return value_of(chance.choice(kind.__constraints__ or (kind.__bound__,)), chance)
    if inspect.isclass(kind) and issubclass(kind, enum.Enum):
        return chance.choice(list(kind))
    if origin is tuple and inner and inner[-1] is not Ellipsis:
        return tuple([value_of(part, chance) for part in inner])
    if origin in (tuple, list, abc.Sequence, abc.Iterable, abc.Collection, frozenset, set):
        count = chance.choice((0, 1, 2, 4, 16, 81))
        make: Any = origin if origin in (list, frozenset, set) else tuple
        return make([value_of(inner[0], chance) for _ in range(max(1, count))][:count])
    if origin in (dict, abc.Mapping):
        count = chance.randrange(4)
        pairs = [tuple([value_of(part, chance) for part in inner]) for _ in range(max(1, count))]
        return dict(pairs[:count])
    raise Unknown(kind)


def _puzzle(chance: random.Random) -> Puzzle:
    puzzle = puzzles.puzzle(chance, "small small classic middle", marked=0.3)
    if chance.random() < 0.2:
        cell = chance.randrange(len(puzzle.givens))
        puzzle = puzzle.with_givens({cell: chance.choice((-1, 0, 10, 99))})
    return puzzle


def _text(chance: random.Random) -> str:
    kind = chance.random()
    if kind < 0.4:
        return chance.choice(_TEXTS)
    text = chance.choice(puzzles.SEEDS) if kind < 0.7 else chance.choice(seeds())[:400]
    return text if chance.random() < 0.3 else mutated_text(text, chance, "r1c1")


def _position(chance: random.Random) -> Position:
    position = Position.of(_puzzle(chance))
    candidates = [(c, d) for c, here in enumerate(position.candidates) for d in sorted(here)]
    return position.eliminate(chance.sample(candidates, min(len(candidates), 3)))


def _geometry(chance: random.Random) -> Geometry:
    return puzzles.board(chance, "small classic middle")[0]


def _rule(chance: random.Random) -> Constraint:
    geometry, values = puzzles.board(chance, "small classic")
    drawn = chance.choice((puzzles.rule, puzzles.clue)) if geometry.rows > 3 else puzzles.rule
    while (drawn_rule := drawn(geometry, values, chance)) is None:
        pass
    return drawn_rule


def _limit(chance: random.Random) -> Limit:
    few = chance.choice((1, 2, 50))
    return Limit(SECONDS, few, chance.choice((None, 1, 100)))


_MAKERS: dict[Any, Callable[[random.Random], Any]] = {
    type(None): lambda chance: None,
    bool: lambda chance: chance.random() < 0.5,
    int: lambda chance: chance.choice(_INTS),
    float: lambda chance: chance.choice(_FLOATS),
    str: _text,
    bytes: lambda chance: _text(chance).encode("utf-8", "replace"),
    object: json_value,
    Any: lambda chance: mutated_data({"satdoku": 1, "board": {"size": 4}}, chance),
    Geometry: _geometry,
    Puzzle: _puzzle,
    Grid: lambda chance: _puzzle(chance).grid,
    Position: _position,
    Document: lambda chance: Document(_puzzle(chance)),
    Constraint: _rule,
    Limit: _limit,
    Clock: lambda chance: _limit(chance).start(),
    EngineOptions: lambda chance: EngineOptions(),
    ReadOptions: lambda chance: ReadOptions(format=chance.choice(("line", "json", None))),
    WriteOptions: lambda chance: WriteOptions(letters="10"),
    Symmetry: lambda chance: SymmetryGroup.of(_geometry(chance)).random(chance),
    SymmetryGroup: lambda chance: SymmetryGroup.of(_geometry(chance)),
}


def draw(chance: random.Random) -> Case:
    """A function with a value for each parameter that it must have, and for some others."""
    known = functions()
    name = chance.choice(list(known))
    function, hints = known[name]
    parameters = inspect.signature(function).parameters
    arguments = {
        key: value_of(hint, chance)
        for key, hint in hints.items()
        if parameters[key].default is inspect.Parameter.empty or chance.random() < 0.4
    }
    if "limit" in hints and hints["limit"] is Limit:
        arguments["limit"] = _limit(chance)
    if "time_limit" in hints:
        arguments["time_limit"] = chance.choice((SECONDS, 0.0, SECONDS))
    if isinstance(arguments.get("jobs"), int):  # a process for each
        arguments["jobs"] = min(arguments["jobs"], 2)
    if "seconds" in hints and name != "Limit":
        arguments["seconds"] = SECONDS
    if function.__module__ == "satdoku.api" and arguments and chance.random() < 0.3:
        arguments[chance.choice(list(arguments))] = chance.choice(_WRONG)
        if "time_limit" in arguments and arguments["time_limit"] is None:  # no limit
            arguments["time_limit"] = SECONDS
    return Case(name, arguments)


def judge(case: Case) -> None:
    """Call it; what it gives back is looked at, as far as that is lazy."""
    function, _ = functions()[case.function]
    try:
        # A random text may be the name of a folder that is made.
        with in_a_folder(), contextlib.redirect_stdout(io.StringIO()):
            result = function(**case.arguments)
            repr(result)
            if isinstance(result, abc.Iterator):
                list(islice(result, 20))
    except (SatdokuError, TypeError, ValueError) as error:
        if not str(error).strip():
            raise Wrong(f"{case.function}: an error without a word") from None


def smaller(case: Case) -> Iterator[Case]:
    """Fewer arguments, and shorter ones."""
    for name, value in case.arguments.items():
        yield replace(case, arguments={k: v for k, v in case.arguments.items() if k != name})
        less: Any = ()
        if isinstance(value, Puzzle):
            less = puzzles.smaller_puzzles(value)
        elif isinstance(value, str | bytes | tuple | list) and value:
            less = (value[: len(value) // 2], value[1:], value[:-1])
        for one in less:
            yield replace(case, arguments={**case.arguments, name: one})
