"""The intended rules, where those that were read leave no solution or another one.

A published puzzle has one solution, and often its text holds it. So a rule that the solution
breaks was read for another one, which is looked for among the rules with the same parameters: an
arrow may be a product, a cage may repeat digits. A rule of the whole board may be missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from satdoku.base.errors import InvalidPuzzle, Undecided, Unsupported
from satdoku.base.limits import Clock, Limit
from satdoku.base.records import dataclass
from satdoku.board import Constraint, Geometry, Grid
from satdoku.board.constraint import Parameter
from satdoku.constraints import REGISTRY
from satdoku.diagnosing.facts import Fact, facts_of
from satdoku.puzzle import Puzzle

_NO_CHOICES: Mapping[str, Any] = MappingProxyType({})
_SORTS = {
    "cells": "cells",
    "line": "cells",
    "cell": "cell",
    "integer": "integer",
    "index": "index",
    "side": "side",
    "direction": "direction",
    "digits": "digits",
}
"""The kinds of parameters that a rule can take over from another one."""

_MAX_LISTED = 5
"""Readings that are listed."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A puzzle with another rule in place of one that was read, or beside them.

    old, new   the names of the rules; ``old`` is empty where ``new`` is added, and ``new`` where
               clues of ``old`` are dropped
    clues      the number of clues that are read anew, or dropped
    unique     whether the puzzle then has exactly one solution
    published  whether the solution in the text keeps all of its rules
    """

    old: str
    new: str
    clues: int
    puzzle: Puzzle
    unique: bool
    published: bool


def broken_facts(puzzle: Puzzle, solution: Grid) -> tuple[Fact, ...]:
    """The givens, pencil marks and rules of a puzzle that a full grid breaks.

    :raises Undecided: where a rule with hidden values takes too long a search.
    """
    return tuple(
        fact
        for fact in facts_of(puzzle)
        if (
            solution.values[fact.cell] not in fact.digits
            if fact.rule is None
            else not fact.rule.holds_within(solution, None)
        )
    )


def meant_rules(
    puzzle: Puzzle, solution: Grid | None, named: Collection[str], verdict: str, clock: Clock
) -> tuple[Meant, ...]:
    """Readings under which a puzzle has one solution; if its text holds a solution, that one.

    :param solution: the full solution in the text.
    :param named: rules that the text names and the puzzle lacks.
    :param verdict: the verdict on the puzzle as it was read.
    """
    sure: list[Meant] = []
    others: list[Meant] = []
    dropped: set[str] = set()  # rules without whose broken clues there is one solution
    for old, new, clues, other in _readings(puzzle, solution, named, verdict):
        if clock.stopped():
            break
        try:
            published = solution is not None and other.accepts(solution, clock)
            if solution is not None and not published:
                continue
            unique = _is_unique(other, clock)
        except (InvalidPuzzle, Undecided, Unsupported):
            continue
        reading = Meant(old, new, clues, other, unique, published)
        if unique and not new:
            dropped.add(old)
        # Other readings of a clue that is not needed for a unique solution are no evidence.
        likely = not old or not new or _says_more_than_cells(puzzle, old)
        if unique and (likely or old not in dropped):
            sure.append(reading)
        elif published and likely and old:
            others.append(reading)
    listed = sure or others
    listed.sort(key=lambda one: (one.new not in named, not one.new, not _alike(one)))
    return tuple(listed[:_MAX_LISTED])


def _alike(reading: Meant) -> bool:
    """Whether two rules have the same parameters."""
    if not (reading.old and reading.new):
        return False
    names = ([p.name for p in REGISTRY[name].parameters] for name in (reading.old, reading.new))
    return next(names) == next(names)


def _says_more_than_cells(puzzle: Puzzle, name: str) -> bool:
    """Whether clues of a rule have more than one parameter, so that not many others fit them."""
    return any(
        rule.name == name
        and sum(not p.optional or getattr(rule, p.name) != p.default for p in rule.parameters) > 1
        for rule in puzzle.constraints
    )


def _is_unique(puzzle: Puzzle, clock: Clock) -> bool:
    from satdoku.solving import check_unique

    limit = Limit(seconds=clock.remaining(), cancel=clock.limit.cancel)
    return check_unique(puzzle, limit=limit).verdict == "unique"


def _readings(
    puzzle: Puzzle, solution: Grid | None, named: Collection[str], verdict: str
) -> Iterator[tuple[str, str, int, Puzzle]]:
    # Too strict a reading is replaced or dropped, too weak a one gets a further rule.
    broken: set[Constraint] = set()
    if solution is not None:
        broken = {fact.rule for fact in broken_facts(puzzle, solution) if fact.rule is not None}
    suspects = broken if solution is not None else set(puzzle.constraints)
    if broken or (solution is None and verdict == "none"):
        for old in dict.fromkeys(rule.name for rule in puzzle.constraints if rule in suspects):
            left = tuple(r for r in puzzle.constraints if r.name != old or r not in broken)
            if clues := len(puzzle.constraints) - len(left):
                yield old, "", clues, replace(puzzle, constraints=left)
            yield from _read_anew(puzzle, old)
    elif verdict == "multiple":
        # Without a solution to hold a rule against, only a rule that the text names is likely.
        yield from _with_another(puzzle, REGISTRY if solution is not None else named)


def _with_another(puzzle: Puzzle, names: Iterable[str]) -> Iterator[tuple[str, str, int, Puzzle]]:
    """The puzzle with each of some rules that are about the whole board."""
    for new in names:
        if not _needs(REGISTRY[new]):
            rule = REGISTRY[new]()
            if rule not in puzzle.constraints and rule.unfit(puzzle.geometry) is None:
                yield "", new, 1, replace(puzzle, constraints=(*puzzle.constraints, rule))


def _read_anew(puzzle: Puzzle, old: str) -> Iterator[tuple[str, str, int, Puzzle]]:
    """The puzzle with all clues of a rule read as clues of each other rule that fits them."""
    clues = [rule for rule in puzzle.constraints if rule.name == old]
    others = tuple(rule for rule in puzzle.constraints if rule.name != old)
    for new, kind in REGISTRY.items():
        if new == old or not (_needs(kind) and _needs(type(clues[0]))):
            continue
        anew = [converted(kind, rule, puzzle.geometry) for rule in clues]
        # Rules whose only content is a number are left out for clues without one.
        silent = [rule for rule, other in zip(clues, anew, strict=True) if other is None]
        if len(silent) == len(clues) or any(_numbers(rule) for rule in silent):
            continue
        rules = tuple(rule for rule in anew if rule is not None)
        yield old, new, len(rules), replace(puzzle, constraints=(*others, *rules))


def _needs(kind: type[Constraint]) -> bool:
    return any(not parameter.optional for parameter in kind.parameters)


def _numbers(rule: Constraint) -> bool:
    optional = [p.name for p in rule.parameters if p.optional and p.kind == "integer"]
    return not optional or any(getattr(rule, name) is not None for name in optional)


def converted(
    kind: type[Constraint],
    rule: Constraint,
    geometry: Geometry,
    choices: Mapping[str, Any] = _NO_CHOICES,
) -> Constraint | None:
    """A clue as one of another kind, if that takes all of its parameters and needs no more than
    these choices."""
    values = {p.name: choices[p.name] for p in kind.parameters if p.name in choices}
    free = [parameter for parameter in kind.parameters if parameter.name not in values]
    for parameter in rule.parameters:
        value = getattr(rule, parameter.name)
        if parameter.optional and value == parameter.default:
            continue
        place = _place(parameter, free)
        if place is None:
            return None
        values[place.name] = value
        free.remove(place)
    if any(not parameter.optional for parameter in free):
        return None
    try:
        anew = kind(**values)
    except ValueError:
        return None
    return anew if anew.unfit(geometry) is None else None


def _place(parameter: Parameter, free: Collection[Parameter]) -> Parameter | None:
    sort = _SORTS.get(parameter.kind)
    fitting = [other for other in free if sort is not None and _SORTS.get(other.kind) == sort]
    same = (other for other in fitting if other.name == parameter.name)
    return next(same, next(iter(fitting), None))
