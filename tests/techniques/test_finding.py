"""Of almost locked sets and chains the compiled core finds what the Python searches find, in the
same order: each is the judge of the other."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from types import ModuleType

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import AntiKnight
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset
from satdoku.techniques import finding
from satdoku.techniques.als import AlsChain, AlsXyWing, AlsXz, BentWing, DeathBlossom
from satdoku.techniques.alternating import AlternatingChains
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from tests.shared import thinned

from .support import position_of, rated

SEARCHES: tuple[Technique, ...] = (
    AlsXz(),
    AlsXz(largest=3),
    AlsXyWing(largest=4),
    AlsChain(largest=3, longest=5),
    AlsChain(largest=2, shortest=2),
    DeathBlossom(largest=3),
    BentWing(4),
    BentWing(5),
    AlternatingChains(passes="x", longest=3),
    AlternatingChains(passes="y", longest=5),
    AlternatingChains(),
    AlternatingChains(passes="x", grouped=True),
    AlternatingChains(grouped=True),
)


@cache
def positions() -> tuple[Position, ...]:
    found = []
    rng = random.Random(26)
    for puzzle in rated(7.0, 9.5)[::40]:
        stages = path(position_of(puzzle), preset("human")).stages
        found.append(rng.choice(stages).before)
        # Candidates that do not go together: no solution, and sets of fewer digits than cells.
        before = stages[0].before
        fewer = tuple(
            [frozenset(d for d in open_ if rng.random() < 0.7) for open_ in before.candidates]
        )
        found.append(Position(before.puzzle, before.values, fewer))
    six = Geometry.boxes(6, 2, 3)
    for board, rules in ((six, ()), (six, (AntiKnight(),))):
        marks = tuple(frozenset(rng.sample(board.digits, rng.randrange(1, 4))) for _ in range(36))
        found.append(Position(Puzzle.empty(board, rules), (None,) * 36, marks))
    return tuple(found)


@pytest.mark.parametrize("part", thinned(range(6), 6))
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_the_core_finds_what_python_finds(
    search: Technique, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: str | None = None) -> ModuleType | None:
        return None

    found = 0
    for position in positions()[part::6]:
        compiled = list(islice(search.search(Candidates.of(position), ENDLESS), 300))
        with monkeypatch.context() as patch:
            patch.setattr(finding, "compiled_core", without)
            plain = list(islice(search.search(Candidates.of(position), ENDLESS), 300))
        assert compiled == plain, position
        found += len(plain)
    assert found > 1
