"""Of sets, chains and patterns the compiled core finds what the Python searches find, in the same
order: each is the judge of the other. What is known from before on a path changes nothing."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from types import ModuleType

import pytest

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.constraints import AntiKnight, DiagonalNonConsecutive, NonConsecutive
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, walk
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, open_candidates
from satdoku.techniques.compiled import finding
from satdoku.techniques.compiled.finding import needs_found
from satdoku.techniques.searches.clues.digit_places import DigitPlaces
from satdoku.techniques.searches.houses import fish, single_digit
from satdoku.techniques.searches.houses.als import (
    AlsChain,
    AlsXyWing,
    AlsXz,
    BentWing,
    DeathBlossom,
)
from satdoku.techniques.searches.houses.alternating import AlternatingChains
from satdoku.techniques.searches.houses.bent import SueDeCoq
from satdoku.techniques.searches.houses.deadly import DeadlyPattern
from satdoku.techniques.searches.houses.exocet import JuniorExocet, SeniorExocet
from satdoku.techniques.searches.houses.fish import AnyFish, Fish
from satdoku.techniques.searches.houses.forcing import RectangleChains
from satdoku.techniques.searches.houses.rank import AlmostLockedCandidates
from satdoku.techniques.searches.houses.reverse import ReverseBug
from satdoku.techniques.searches.houses.subsets import HiddenSet, NakedSet
from satdoku.techniques.searches.houses.uniqueness import (
    ExtendedRectangle,
    RectangleTest,
    UniqueLoops,
)
from tests.shared import fewer, thinned

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

WIDE: tuple[Technique, ...] = (
    AlternatingChains(grouped=True),
    AlsXyWing(largest=2),
    DeathBlossom(largest=2),
    AlsXz(largest=2),
    AlternatingChains(),
    AlsChain(largest=2, longest=5),
)
"""For boards on which the searches in Python take long."""

PATTERNS: tuple[Technique, ...] = (
    UniqueLoops(),
    ExtendedRectangle(3),
    DeadlyPattern(type=3),
    JuniorExocet(),
    SeniorExocet(),
    SueDeCoq(largest=2),
    AlmostLockedCandidates(2),
    AlmostLockedCandidates(3),
    NakedSet(3),
    HiddenSet(2, 1),
    AnyFish("finned", 3),
)


@cache
def positions() -> tuple[Position, ...]:
    positions_ = []
    rng = random.Random(26)
    for puzzle in rated(7.0, 9.5)[::40]:
        stages = path(position_of(puzzle), preset("human")).stages
        positions_.append(rng.choice(stages).before)
        # Candidates that do not go together: no solution, and sets of fewer digits than cells.
        before = stages[0].before
        left = tuple(
            [frozenset(d for d in open_ if rng.random() < 0.7) for open_ in before.candidates]
        )
        positions_.append(Position(before.puzzle, before.values, left))
    # The last exclude other digits, too, which the core has to be told.
    six, nine = Geometry.boxes(6, 2, 3), Geometry.boxes(9, 3, 3)
    ruled = AntiKnight(), NonConsecutive(), DiagonalNonConsecutive()
    boards = ((six, ()), *((six, (rule,)) for rule in ruled), (nine, ruled[1:]))
    for board, rules in boards:
        marks = tuple(
            frozenset(rng.sample(board.digits, rng.randrange(1, 4)))
            for _ in range(board.cell_count)
        )
        positions_.append(Position(Puzzle.empty(board, rules), (None,) * board.cell_count, marks))
    return tuple(positions_)


@pytest.mark.parametrize("part", [0, *fewer((1, 2, 3, 4), 2)])
@pytest.mark.parametrize("search", SEARCHES, ids=str)
def test_the_core_finds_what_python_finds(
    search: Technique, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compared(search, positions()[part::5], monkeypatch) > 1


@pytest.mark.parametrize("search", thinned(WIDE, 3), ids=str)
def test_the_core_finds_on_large_boards_what_python_finds(
    search: Technique, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of more than 128 cells, for which the core has sets of another kind."""
    rng = random.Random(16)
    large = []
    for size, rows, columns in ((12, 3, 4), (16, 4, 4)):
        board = Geometry.boxes(size, rows, columns)
        marks = tuple(
            frozenset(rng.sample(board.digits, rng.choice((0, 0, 1, 2, 2, 3))))
            for _ in range(size * size)
        )
        large.append(Position(Puzzle.empty(board), (None,) * size**2, marks))
    core = compiled_core("alternating_chains")
    assert all(finding._core("alternating_chains", Candidates.of(p)) is core for p in large)
    assert compared(search, large, monkeypatch) > 1


def compared(
    search: Technique, some: tuple[Position, ...] | list[Position], monkeypatch: pytest.MonkeyPatch
) -> int:
    """How much a search finds in some positions; the same without the core."""

    def without(name: str | None = None) -> ModuleType | None:
        return None

    count = 0
    for position in some:
        compiled = list(islice(search.search(Candidates.of(position), ENDLESS), 300))
        with monkeypatch.context() as patch:
            patch.setattr(finding, "compiled_core", without)
            plain = list(islice(search.search(Candidates.of(position), ENDLESS), 300))
        assert compiled == plain, position
        count += len(plain)
    return count


@cache
def sparse() -> tuple[Position, ...]:
    """With fewer and fewer candidates, so that rare patterns are met."""
    rng = random.Random(13)
    sparser = []
    for before in positions():
        for share in (0.8, 0.6, 0.7, 0.9):
            left = [
                frozenset(d for d in open_ if rng.random() < share) for open_ in before.candidates
            ]
            sparser.append(Position(before.puzzle, before.values, tuple(left)))
    return tuple(sparser)


@pytest.mark.parametrize("part", thinned(range(5), 5))
@pytest.mark.parametrize("search", PATTERNS, ids=str)
def test_the_core_finds_the_patterns_that_python_finds(
    search: Technique, part: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: str | None = None) -> ModuleType | None:
        return None

    count = 0
    for position in sparse()[part::5]:
        if search.refusal(position.puzzle) is not None:
            continue
        compiled = list(search.search(Candidates.of(position), ENDLESS))
        with monkeypatch.context() as patch:
            patch.setattr(finding, "compiled_core", without)
            plain = list(search.search(Candidates.of(position), ENDLESS))
        assert compiled == plain, position
        count += len(plain)
    assert count


# What is found in every position, or what is kept of the positions before, must be no less.
KEPT: tuple[Technique, ...] = (
    *(one.search for one in preset("human").entries if one.search.by_places),
    ReverseBug(),
    RectangleChains(longest=6),
    RectangleTest("avoidable-1"),
    RectangleTest("avoidable-2"),
)


@pytest.mark.parametrize("start", thinned(range(5), 5))
def test_what_is_known_from_before_changes_nothing(
    start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def all_digits(cands: Candidates) -> tuple[int, ...]:
        return tuple(range(cands.board.size))

    def all_places(cands: Candidates, d: int) -> int:
        return cands.where[d]

    def all_candidates(self: RectangleChains, *_: object) -> tuple[int, int]:
        return -1, -1

    count = 0
    for puzzle in rated(4.5, 9.5)[start::1400]:
        for stage in walk(position_of(puzzle), preset("human")):
            position = stage.before
            for search in KEPT:
                steps = list(search.search(open_candidates(position), ENDLESS))
                first = search.first(position)
                with monkeypatch.context() as patch:
                    patch.setattr(single_digit, "telling", all_digits)
                    if isinstance(search, Fish):  # others go from what is impossible
                        patch.setattr(fish, "telling", all_digits)
                        patch.setattr(fish, "impossible", all_places)
                    patch.setattr(RectangleChains, "_reach", all_candidates)
                    plain = list(search.search(Candidates.of(position), ENDLESS))
                assert steps == plain, (search, position)
                assert first == next(iter(plain), None), (search, position)
                count += len(plain)
    assert count > 20


def test_a_digit_has_no_more_places_than_the_ways_to_fill_the_houses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def without(name: str | None = None) -> ModuleType | None:
        return None

    def by_digit(position: Position) -> list[int]:
        cands = Candidates.of(position)
        return [finding.impossible(cands, d) for d in range(cands.board.size)]

    compiled = [by_digit(position) for position in positions()]
    with monkeypatch.context() as patch:
        patch.setattr(finding, "compiled_core", without)
        assert compiled == [by_digit(position) for position in positions()]
    assert any(map(any, compiled))


def test_needs_of_a_digit_exclude_what_python_says(monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str | None = None) -> ModuleType | None:
        return None

    search = DigitPlaces()
    count = 0
    for position in sparse():
        cands = Candidates.of(position)
        for d in range(cands.board.size):
            needs = [mask for mask, _ in search._needs(cands, d)]
            compiled = list(search._gone(cands, d, needs, len(needs)))
            with monkeypatch.context() as patch:
                patch.setattr(finding, "compiled_core", without)
                plain = list(search._gone(cands, d, needs, len(needs)))
            assert compiled == plain, position
            count += len(plain)
    assert count > 20
    large = Candidates.of(Position.of(Puzzle.empty(Geometry.boxes(12, 3, 4))))
    assert needs_found(large, {}, [], 5) is None
