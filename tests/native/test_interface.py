"""The exchange of Python and the compiled core is described once (native/common/interface.inc)."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.base import compiled
from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import EngineUnavailable
from satdoku.board import Geometry
from satdoku.encodings.program import searching, why_not_written
from satdoku.formats import parse
from satdoku.model import Model
from satdoku.rating import start
from satdoku.relations import Among, Automaton, Linear, PairTable, Relation, Table, holds
from satdoku.techniques.compiled.steps import hodoku_step

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

BOARD = Geometry.of_size(4)
LESS = frozenset((a, b) for a in range(1, 5) for b in range(a + 1, 5))
PLANTED: dict[tuple[str, str], Relation] = {
    ("sum", "pair"): Linear((0, 5, 10), (1, 1, 1), "=", 6),
    ("pair", "different"): PairTable(0, 1, LESS),
    ("table", "automaton"): Table((0, 5, 10), frozenset({(1, 2, 3), (2, 1, 4)})),
    ("automaton", "table"): Automaton(
        (0, 5, 10), frozenset({0}), frozenset({3}), frozenset({(0, 1, 1), (1, 3, 2), (2, 2, 3)})
    ),
    ("among", "element"): Among((0, 5, 10), frozenset({1, 2}), "=", 1),
}


@pytest.mark.parametrize("built", [0, compiled.INTERFACE + 1])
def test_a_core_of_another_version_is_refused(built: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert compiled_core() is core
    monkeypatch.setattr(compiled, "_matching", None)
    with monkeypatch.context() as planted:
        planted.setattr(core, "INTERFACE", built)
        for ask in (compiled_core, lambda: required_core("a test")):
            with pytest.raises(EngineUnavailable, match=rf"interface {built},.*build it again"):
                ask()
    assert compiled_core() is core


def test_a_partial_core_is_there_for_those_who_name_what_they_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pages without a server have one (docs/browser/core.py)."""
    monkeypatch.setattr(core, "IS_PARTIAL", True, raising=False)
    assert compiled_core() is None
    assert compiled_core("Narrowing") is core
    assert compiled_core("no such function") is None
    with pytest.raises(EngineUnavailable, match="which is not installed"):
        required_core("a rating")


def _are_kept(relation: Relation) -> bool:
    """Whether the core's grids all keep a relation of the first cells of the diagonal."""
    search = searching(BOARD, (relation,))
    assert search is not None
    search.restart([15 if cell in (0, 1, 5, 10) else 1 for cell in range(16)])
    grids = list(search.advance(1_000_000, 4**4))
    return bool(grids) and all(holds(relation, dict(enumerate(grid))) for grid in grids)


@pytest.mark.parametrize("kinds", PLANTED)
def test_another_number_of_a_relation_is_seen(
    kinds: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    relation = PLANTED[kinds]
    assert _are_kept(relation)
    one, other = kinds
    numbers = {**core.RELATIONS, one: core.RELATIONS[other], other: core.RELATIONS[one]}
    monkeypatch.setattr(core, "RELATIONS", numbers)
    try:
        same = _are_kept(relation)
    except ValueError:  # the core reads no such relation
        same = False
    assert not same


def test_another_number_of_a_comparison_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    signs = list(core.COMPARISONS)
    for sign in signs:
        assert _are_kept(Linear((0, 5, 10), (1, 1, 1), sign, 6))  # type: ignore[arg-type]
    monkeypatch.setattr(core, "COMPARISONS", dict(zip(signs, range(3, -1, -1), strict=True)))
    for sign in signs:
        assert not _are_kept(Linear((0, 5, 10), (1, 1, 1), sign, 6))  # type: ignore[arg-type]


def test_the_limits_are_those_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_not_written(Model(BOARD, ())) is None
    values = list(range(core.LIMITS["program_values"] + 1))
    with pytest.raises(ValueError, match="no relations"):
        core.Narrowing([1, 1, len(values), *values, 1, 0, -1, 0, 0, 0, 0])
    core.Narrowing([1, 1, len(values) - 1, *values[:-1], 1, 0, -1, 0, 0, 0, 0])
    monkeypatch.setattr(core, "LIMITS", {**core.LIMITS, "program_values": 3})
    assert "at most 3 values" in str(why_not_written(Model(BOARD, ())))


@cache
def _keys(name: str) -> frozenset[str]:
    """The keys of a typed dict in core.pyi, with those that it inherits."""
    tree = ast.parse(Path(satdoku.__file__).with_name("core.pyi").read_text())
    (stub,) = (n for n in tree.body if isinstance(n, ast.ClassDef) and n.name == name)
    own = frozenset(
        n.target.id
        for n in stub.body
        if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    )
    bases = [base.id for base in stub.bases if isinstance(base, ast.Name)]
    return own.union(*(_keys(base) for base in bases if base != "TypedDict"))


def test_a_search_that_the_reader_does_not_know_is_no_fish() -> None:
    puzzle = core.minimal_puzzle(7)
    (first, *_) = core.hodoku_path(puzzle)[1]
    position = start(parse(puzzle).puzzle)
    assert hodoku_step(first, position).placements == (first["place"],)
    with pytest.raises(AssertionError, match="another_single"):
        hodoku_step(first | {"search": "another_single"}, position)


def test_all_kernels_give_records_of_one_form() -> None:
    puzzle = core.minimal_puzzle(7)
    steps: dict[str, list[Any]] = {
        "SeStep": core.se_path(puzzle)[1],
        "HodokuStep": core.hodoku_path(puzzle)[1],
    }
    for name, records in steps.items():
        assert records
        for record in records:
            assert record.keys() == _keys(name)
            for house in record["base"] + record["cover"]:
                assert 0 <= house < 27
            for nodes, _ in record["chains"]:
                assert all(len(node) == 6 for node in nodes)
