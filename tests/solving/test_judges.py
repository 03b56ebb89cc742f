"""Errors planted in what engines are made of: ``--backend all`` sees each, or the referee does."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

import pytest

from satdoku import engines
from satdoku.base.errors import EngineDisagreement
from satdoku.board import Geometry
from satdoku.constraints import parse_rules
from satdoku.model import model_of
from satdoku.model.model import _OfHouses
from satdoku.puzzle import Puzzle
from satdoku.relations import (
    DigitSetSum,
    Linear,
    Or,
    Relation,
)
from satdoku.solving import check_unique

BOARD = Geometry.boxes(6, 2, 3)
SOLUTION = "462135153426326541514263641352235614"
RULES = (
    "thermo:r1c4+r1c5, killer-cage:r1c1+r1c2+r2c1:11, killer-cage:r1c5+r1c6+r1c3:10,"
    "sum:r1c1+r2c2+r3c3+r4c4+r5c5+r6c6:26, sum:r2c1+r3c2+r4c3+r5c4+r6c5:11,"
    "count-distinct:r6c6:r1c1+r2c2+r3c3+r4c4, count-distinct:r6c1:r1c4+r2c5+r3c6,"
    "regex:r5c1+r5c2+r5c3:[4-6]+[1-3], or:(thermo:r4c1+r4c2, thermo:r4c2+r4c1)"
)


def puzzle() -> Puzzle:
    rules = parse_rules(RULES, BOARD)
    return Puzzle.empty(BOARD, rules).with_givens({2: 2})


def _forget() -> None:
    model_of.cache_clear()
    engines._LOCAL.sessions.clear()


@pytest.fixture(autouse=True)
def _fresh() -> Iterator[None]:
    """Nothing that was made with an error, or before it, is kept."""
    _forget()
    yield
    _forget()


def test_all_engines_agree_where_nothing_is_planted() -> None:
    result = check_unique(puzzle(), backend="all")
    assert result.verdict == "unique"
    assert "".join(map(str, result.witnesses[0].values)) == SOLUTION


NOT_4 = Linear((0,), (1,), "!=", 4)
"""False of the solution."""


def never(*_: object) -> Iterator[list[int]]:
    yield []


def plain(honest: Any) -> Any:
    """Every relation over two cells is false."""

    def wrong(relation: Relation, domains: Any) -> Relation:
        row = honest(relation, domains)
        return replace(row, allowed=frozenset()) if hasattr(row, "allowed") else row

    return wrong


ALONE = [
    ("satdoku.relations.kinds.simplified", plain),
    (
        "satdoku.model.shortening.shortened",
        lambda honest: lambda r, *rest: replace(honest(r, *rest), total=r.total + 40),
    ),
    ("satdoku.model.sums._implied", lambda honest: lambda model: [NOT_4]),
    ("satdoku.model.sums._merged", lambda honest: lambda model: [Linear((0, 7), (1, 1), "=", 30)]),
    ("satdoku.encodings.cnf.clauses_of", lambda honest: never),
    ("satdoku.encodings.cnf.by_groups", lambda honest: lambda relations, *_: (relations, [[]])),
    ("satdoku.encodings.cnf.digit_set_sum", lambda honest: lambda b, _: b.contradict()),
    ("satdoku.encodings.cpsat._Writer._sum", lambda honest: lambda self, *_: self._never(())),
    ("satdoku.encodings.cpsat._Writer._steps", lambda honest: lambda self, *_: self._never(())),
    ("satdoku.encodings.cpsat._Writer._groups", lambda honest: lambda self, *_: self._never(())),
    ("satdoku.encodings.cpsat._open", lambda honest: lambda *_: None),
]
"""Functions by which one engine reads relations: an error there changes its verdict alone."""


def plant(monkeypatch: pytest.MonkeyPatch, place: str, error: Any) -> None:
    parts = place.split(".")
    size = next(n for n in range(len(parts) - 1, 0, -1) if parts[n - 1].islower())
    owner: Any = import_module(".".join(parts[:size]))
    for part in parts[size:-1]:
        owner = getattr(owner, part)
    monkeypatch.setattr(owner, parts[-1], error(getattr(owner, parts[-1])))


@pytest.mark.parametrize(("place", "error"), ALONE, ids=[place for place, _ in ALONE])
def test_an_error_of_one_engine_is_a_disagreement(
    monkeypatch: pytest.MonkeyPatch, place: str, error: Any
) -> None:
    plant(monkeypatch, place, error)
    with pytest.raises(EngineDisagreement, match="uniqueness"):
        check_unique(puzzle(), backend="all")


def without(*kinds: type) -> Any:
    """Leave relations of some kinds out of a returned value."""

    def error(honest: Any) -> Any:
        def wrong(*arguments: Any) -> Any:
            result = honest(*arguments)
            if isinstance(result, tuple) and isinstance(result[-1], int):
                return [r for r in result[0] if not isinstance(r, kinds)], result[1]
            return [r for r in result if not isinstance(r, kinds)]

        return wrong

    return error


def nothing(honest: Any) -> Any:
    return lambda *_: ()


SHARED = [
    ("satdoku.model.model.apart", without(Linear, DigitSetSum, Or)),
    (
        "satdoku.model.model._of_houses",
        lambda honest: lambda geometry: _OfHouses(*[part[6:] for part in honest(geometry)]),
    ),
    ("satdoku.constraints.cages.KillerCage.lowering", nothing),
    ("satdoku.constraints.contents.CountDistinct.lowering", without(Linear)),
    ("satdoku.constraints.custom._Reads.lowering", nothing),
    ("satdoku.constraints.sums.Sum.lowering", nothing),
]
"""The shared relations of rules and houses: the referee refuses grids that an error admits."""


@pytest.mark.parametrize(("place", "error"), SHARED, ids=[place for place, _ in SHARED])
def test_an_error_of_all_is_refused_by_the_referee(
    monkeypatch: pytest.MonkeyPatch, place: str, error: Any
) -> None:
    plant(monkeypatch, place, error)
    with pytest.raises(EngineDisagreement, match="breaks the rules"):
        check_unique(puzzle(), backend="all")


def test_unknown_regions_have_judges_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A region of one cell, where the engines are not asked how many cells there are."""
    board = Geometry.latin(4)
    (rule,) = parse_rules("chaos-construction:(chaos-count:r1c1:r1c1:r2c1+r1c2+r2c2)", board)
    puzzle = Puzzle.empty(board, (rule,)).with_givens({0: 1})
    assert check_unique(puzzle, backend="all").verdict == "none"
    _forget()
    plant(monkeypatch, "satdoku.constraints.unknown_regions._OfRegions.lowering", without(Linear))
    with pytest.raises(EngineDisagreement):
        check_unique(replace(puzzle), backend="all")  # a puzzle keeps its model
