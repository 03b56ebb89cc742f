"""Where nothing is compiled, the SAT solver gives the same answers."""

from __future__ import annotations

import sys

import pytest

from satdoku import parse
from satdoku.base.errors import EngineUnavailable
from satdoku.base.limits import Limit
from satdoku.diagnosing import unavoidable
from satdoku.diagnosing.fewest import find_fewest_clues
from satdoku.diagnosing.redundant import find_redundant
from satdoku.puzzle import Puzzle
from satdoku.solving import check_unique

from .boards import FOUR, NINE, grid_of

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


@pytest.fixture(autouse=True)
def _no_core(monkeypatch: pytest.MonkeyPatch) -> None:
    import satdoku

    monkeypatch.setitem(sys.modules, "satdoku.core", None)
    monkeypatch.delattr(satdoku, "core", raising=False)
    monkeypatch.setattr(unavoidable, "native_unavoidable", lambda: None)


@pytest.mark.full
def test_unavoidable_sets() -> None:
    result = unavoidable.unavoidable_sets(Puzzle.empty(NINE), grid_of(SOLUTION), 8)
    assert result.backend == "sat"
    assert len(result.sets) == 48
    with pytest.raises(EngineUnavailable, match="compiled core, which is not installed"):
        unavoidable.unavoidable_sets(Puzzle.empty(NINE), grid_of(SOLUTION), 8, backend="native")


def test_redundant() -> None:
    redundant = find_redundant(parse(WIKIPEDIA))
    assert redundant.backend == "sat"
    assert len(redundant.givens) == 22
    with pytest.raises(EngineUnavailable, match="compiled core, which is not installed"):
        find_redundant(parse(WIKIPEDIA), backend="native")


@pytest.mark.full
def test_fewest_clues() -> None:
    fewest = find_fewest_clues(Puzzle.empty(NINE), grid_of(SOLUTION), limit=Limit(seconds=3))
    assert 4 <= fewest.at_least <= fewest.clues <= 81  # what 3 s of a busy machine prove
    assert check_unique(fewest.puzzle, backend="sat").witnesses == (grid_of(SOLUTION),)
    small = find_fewest_clues(Puzzle.empty(FOUR), grid_of("1234341221434321"))
    assert (small.clues, small.exact) == (4, True)
