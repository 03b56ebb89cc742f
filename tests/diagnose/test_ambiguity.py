"""Puzzles with several solutions against trial of every set on 4x4 boards, and on real ones."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from satdoku import parse, solving
from satdoku.answers.diagnosis import ambiguity_data
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base.errors import InvalidPuzzle, NoSolution, Undecided
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry, Grid
from satdoku.cli.subcommands.diagnose import ambiguity_text
from satdoku.constraints import parse_rules
from satdoku.constraints.cages import KillerCage
from satdoku.diagnosing import additions as additions_module
from satdoku.diagnosing.additions import fewest_additions
from satdoku.diagnosing.ambiguity import (
    ALLOWED_SECONDS,
    Ambiguity,
    diagnose_ambiguity,
)
from satdoku.explaining.findings import findings
from satdoku.puzzle import Document, Puzzle
from tests.shared import in_time, thinned

BOARD = Geometry.boxes(4, 2, 2)
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
TWO = WIKIPEDIA[:-2] + ".."
HARD = "...9.35....9.25..........8.2..3..9...1..4.......76..3.96......41.2...8...8.....6."


def ambiguity_sentences(ambiguity: Ambiguity, lang: str = "en") -> list[str]:
    return findings(ambiguity.puzzle.geometry, lang).ambiguity(ambiguity)


def fields_of(ambiguity: Ambiguity) -> dict[str, Any]:
    input = PuzzleInput(Document(ambiguity.puzzle))
    return ambiguity_data(ambiguity, input, findings(ambiguity.puzzle.geometry))


def full_grids() -> list[tuple[int, ...]]:
    """All grids of the 4x4 board, by trial."""
    grids: list[tuple[int, ...]] = []

    def fill(values: list[int]) -> None:
        cell = len(values)
        if cell == 16:
            grids.append(tuple(values))
            return
        for digit in BOARD.digits:
            if all(values[peer] != digit for peer in BOARD.peers[cell] if peer < cell):
                fill([*values, digit])

    fill([])
    return grids


GRIDS = full_grids()


def solutions_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    return [
        grid
        for grid in GRIDS
        if all(g is None or g == v for g, v in zip(puzzle.givens, grid, strict=True))
        and all(rule.holds(Grid(BOARD, grid)) for rule in puzzle.constraints)
    ]


def fewest_by_trial(solutions: list[tuple[int, ...]]) -> int:
    """The size of the smallest set of digits that exactly one of the solutions holds."""
    for size in range(17):
        for solution in solutions:
            for cells in combinations(range(16), size):
                if sum(all(o[c] == solution[c] for c in cells) for o in solutions) == 1:
                    return size
    raise AssertionError


def some_puzzles(count: int, rules: str = "") -> list[Puzzle]:
    """4x4 puzzles with several solutions, from few to many."""
    chance = random.Random(f"ambiguous {rules}")
    constraints = parse_rules(rules, BOARD) if rules else ()
    allowed = [g for g in GRIDS if all(rule.holds(Grid(BOARD, g)) for rule in constraints)]
    puzzles: list[Puzzle] = []
    while len(puzzles) < count:
        grid = chance.choice(allowed)
        cells = set(chance.sample(range(16), chance.randint(2, 6)))
        givens = tuple(d if c in cells else None for c, d in enumerate(grid))
        puzzle = Puzzle(BOARD, givens, None, tuple(constraints))
        if len(solutions_of(puzzle)) > 1:
            puzzles.append(puzzle)
    return puzzles


def check(ambiguity: Ambiguity) -> None:
    """Everything said of a 4x4 against trial."""
    puzzle = ambiguity.puzzle
    solutions = solutions_of(puzzle)
    pairs = [sum(a != b for a, b in zip(x, y, strict=True)) for x, y in combinations(solutions, 2)]
    first, second = ambiguity.first.values, ambiguity.second.values
    assert first in solutions
    assert second in solutions
    assert ambiguity.cells == tuple(c for c in range(16) if first[c] != second[c])
    assert ambiguity.closest
    assert len(ambiguity.cells) == min(pairs)
    assert ambiguity.deadly
    for other in solutions:
        inside = {c for c in range(16) if other[c] != first[c]}
        assert not inside or not inside < set(ambiguity.cells)
    assert (ambiguity.count, ambiguity.exact) == (len(solutions), True)
    assert ambiguity.candidates == tuple(map(frozenset, zip(*solutions, strict=True)))
    assert ambiguity.additions is not None
    givens = ambiguity.additions.givens
    assert ambiguity.additions.proved
    assert len(givens) == fewest_by_trial(solutions)
    left = [s for s in solutions if all(s[c] == d for c, d in givens)]
    assert left == [ambiguity.additions.solution.values]
    if len(givens) == 1:
        once = {
            (c, d)
            for c in range(16)
            for d in BOARD.digits
            if [s[c] for s in solutions].count(d) == 1
        }
        assert set(ambiguity.enough_alone) == once
    changes = {
        (cell, old, new)
        for cell, old in enumerate(puzzle.givens)
        if old is not None
        for new in BOARD.digits
        if new != old and len(solutions_of(puzzle.with_givens({cell: new}))) == 1
    }
    assert {(c.cell, c.old, c.new) for c in ambiguity.changes} == changes
    assert ambiguity.changes_complete
    assert ambiguity.stopped is None


@pytest.mark.parametrize(
    "puzzle", thinned(some_puzzles(30), 3), ids=lambda puzzle: puzzle.grid.text()
)
def test_small_boards_against_trial(puzzle: Puzzle) -> None:
    check(diagnose_ambiguity(puzzle))


@pytest.mark.parametrize("rules", ["diagonal", "anti-knight"])
def test_small_boards_with_rules_against_trial(rules: str) -> None:
    for puzzle in some_puzzles(5, rules):
        check(diagnose_ambiguity(puzzle))


@pytest.mark.parametrize(
    "puzzle", thinned(some_puzzles(20), 2), ids=lambda puzzle: puzzle.grid.text()
)
def test_fewest_where_solutions_are_not_listed(puzzle: Puzzle) -> None:
    solutions = solutions_of(puzzle)
    additions = fewest_additions(puzzle, solutions[:2], False, UNLIMITED.start())
    assert additions is not None
    fewest = fewest_by_trial(solutions)
    size = len(additions.givens)
    assert additions.at_least <= fewest <= size
    assert not additions.proved or size == fewest
    target = additions.solution.values
    others = [s for s in solutions if s != target]
    assert additions.proved_here
    assert not any(
        all(any(o[c] != target[c] for c in cells) for o in others)
        for cells in combinations(range(16), size - 1)
    )
    assert [s for s in solutions if all(s[c] == d for c, d in additions.givens)] == [target]


def test_killer_boards_against_trial() -> None:
    chance = random.Random("killer")
    checked = 0
    while checked < 8:
        grid = chance.choice(GRIDS)
        pairs = [(c, c + 1) for c in range(0, 16, 2) if chance.random() < 0.6]
        cages = tuple(KillerCage((a, b), grid[a] + grid[b]) for a, b in pairs)
        puzzle = Puzzle(BOARD, (None,) * 15 + (grid[15],), None, cages)
        if 1 < len(solutions_of(puzzle)) < 60:
            check(diagnose_ambiguity(puzzle))
            checked += 1


@pytest.mark.parametrize("given", [0, 1])
def test_a_4x4_needs_four_givens(given: int) -> None:
    """The known minimum of 4 shows that sets of three are all tried."""
    puzzle = Puzzle(BOARD, (1 if given else None, *(None,) * 15))
    ambiguity = diagnose_ambiguity(puzzle)
    assert ambiguity.count == (72 if given else 288)
    assert ambiguity.additions is not None
    assert ambiguity.additions.proved
    assert len(ambiguity.additions.givens) == 4 - given
    posed = puzzle.with_givens(dict(ambiguity.additions.givens))
    assert solutions_of(posed) == [ambiguity.additions.solution.values]


def test_both_ways_to_the_fewest_agree() -> None:
    """Solutions listed and not: a 9x9 less two and three of its givens."""
    chance = random.Random(6)
    for missing in (2, 2):
        given = [c for c in range(81) if HARD[c] != "."]
        removed = chance.sample(given, missing)
        puzzle = parse("".join("." if c in removed else s for c, s in enumerate(HARD)))
        result = solving.solve(puzzle, limit=Limit(solutions=100_000))
        assert result.exhausted
        values = [grid.values for grid in result.solutions]
        listed = fewest_additions(puzzle, values, True, UNLIMITED.start())
        posed = fewest_additions(puzzle, values[:2], False, UNLIMITED.start())
        assert listed is not None
        assert posed is not None
        assert listed.proved
        assert posed.at_least <= len(listed.givens) <= len(posed.givens)
        assert posed.at_least == min(len(listed.givens), 3)
        for answer in (listed, posed):
            left = solving.solve(puzzle.with_givens(dict(answer.givens)), limit=Limit(solutions=2))
            assert [grid.values for grid in left.solutions] == [answer.solution.values]
        assert len(listed.givens) <= missing


def test_a_pair_is_shrunk_to_a_deadly_pattern(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where not every pair is looked at, the difference holds no smaller one all the same."""
    from satdoku.diagnosing import ambiguity as module

    monkeypatch.setattr(module, "_MAX_PAIRED", 2)
    sizes = set()
    for puzzle in some_puzzles(25):
        ambiguity = diagnose_ambiguity(puzzle)
        solutions = solutions_of(puzzle)
        first = ambiguity.first.values
        sizes.add(len(ambiguity.cells))
        assert ambiguity.deadly
        for other in solutions:
            inside = {c for c in range(16) if other[c] != first[c]}
            assert not inside or not inside < set(ambiguity.cells)
        if ambiguity.closest:
            assert len(ambiguity.cells) == min(
                sum(a != b for a, b in zip(x, y, strict=True))
                for x, y in combinations(solutions, 2)
            )
    assert len(sizes) > 1


@pytest.mark.parametrize(
    ("cells", "deadly", "closest", "en", "ja"),
    [
        (6, True, True, "6 cells only", "6マスだけが違います"),
        (18, True, False, "18 cells only", "18マスだけが違います"),
        (67, True, False, "fewer was not settled", "わかっていません"),
        (67, True, True, "No two differ in fewer", "解の組はありません"),
        (6, False, False, "fewer was not settled", "わかっていません"),
    ],
)
def test_only_what_is_proved_and_small_is_called_a_deadly_pattern(
    cells: int, deadly: bool, closest: bool, en: str, ja: str
) -> None:
    ambiguity = diagnose_ambiguity(parse(TWO))
    ambiguity = replace(ambiguity, cells=tuple(range(cells)), deadly=deadly, closest=closest)
    pattern = deadly and cells < 20
    for lang, words, only, name in (
        ("en", en, "cells only", "deadly pattern"),
        ("ja", ja, "マスだけが違います", "デッドリーパターン"),
    ):
        text = "\n".join(ambiguity_sentences(ambiguity, lang))
        assert words in text
        assert (only in text) == (name in text) == pattern


@pytest.mark.full
def test_many_solutions_are_counted_to_a_bound() -> None:
    ambiguity = diagnose_ambiguity(parse("." * 81), limit=Limit(seconds=5))
    assert not ambiguity.exact
    assert ambiguity.count >= 100_000
    assert len(ambiguity.cells) == 4
    assert ambiguity.closest
    assert ambiguity.additions is not None
    assert not ambiguity.additions.proved
    assert ambiguity.additions.at_least >= 2
    assert ambiguity.changes == ()
    sentences = " ".join(ambiguity_sentences(ambiguity))
    assert f"at least {ambiguity.count:,} solutions" in sentences
    assert "not settled" in sentences
    json.dumps(fields_of(ambiguity))


def test_the_words_and_the_picture() -> None:
    ambiguity = diagnose_ambiguity(parse(TWO))
    sentences = ambiguity_sentences(ambiguity)
    assert sentences[0] == "The puzzle has 2 solutions."
    assert "differ in 6 cells only: r1c7, r1c8, r5c7, r5c8, r9c7 and r9c8" in sentences[1]
    assert "1, 7 and 9 can change places" in sentences[1]
    assert "r1c7 (1 or 9)" in sentences[2]
    assert "with r1c7=1 there is exactly one solution" in sentences[3]
    assert "r1c1 from 5 to 1" in sentences[4]
    fields = fields_of(ambiguity)
    tell = partial(ambiguity_text, ambiguity)
    text = tell()
    lines = text.splitlines()
    picture = lines[: lines.index(sentences[0])]
    assert max(map(len, picture)) <= 80
    assert sum(line.count("*") for line in picture) == 12
    assert len(tell(width=60).splitlines()) > len(lines)
    assert "\x1b[1;33m" in tell(color=True)
    assert fields["differ"]["r1c7"] == [1, 9]
    assert fields["additions"]["givens"] == ("r1c7=1",)
    assert {"cell": "r1c1", "from": 5, "to": 1} in fields["changes"]


def test_other_boards() -> None:
    jigsaw = Puzzle.empty(Geometry.jigsaw([1, 1, 1, 2, 1, 3, 2, 2, 3, 3, 2, 4, 3, 4, 4, 4]))
    ambiguity = diagnose_ambiguity(jigsaw)
    assert ambiguity.exact
    assert ambiguity.count == solving.count(jigsaw).count
    assert "fewer are never enough" in " ".join(ambiguity_sentences(ambiguity))
    sixteen = Puzzle.empty(Geometry.of_size(16))
    ambiguity = in_time(
        lambda seconds: diagnose_ambiguity(sixteen, limit=Limit(seconds=seconds)),
        lambda ambiguity: len(ambiguity.cells) >= 4,
    )
    assert len(ambiguity.cells) >= 4
    assert ambiguity.stopped == "seconds"
    assert "at least" in ambiguity_sentences(ambiguity)[0]


def test_pencil_marks_bound_the_changes() -> None:
    """A sukaku's givens can only become what their marks allow."""
    marks = tuple(frozenset({1, 2} if cell in (0, 1, 4, 5) else BOARD.digits) for cell in range(16))
    puzzle = Puzzle(BOARD, (None,) * 16, marks)
    with pytest.raises(NoSolution):
        diagnose_ambiguity(puzzle)
    loose = Puzzle(BOARD, (1, *(None,) * 15), (frozenset({1, 2}), *(None,) * 15))
    ambiguity = diagnose_ambiguity(loose)
    assert ambiguity.count == 72
    assert all(change.new == 2 for change in ambiguity.changes)


def test_what_is_not_ambiguous_is_refused() -> None:
    with pytest.raises(ValueError, match="exactly one solution"):
        diagnose_ambiguity(parse(WIKIPEDIA))
    with pytest.raises(NoSolution):
        diagnose_ambiguity(parse("123....4........"))
    with pytest.raises(InvalidPuzzle):
        diagnose_ambiguity(parse("11.............."))
    with pytest.raises(Undecided):
        diagnose_ambiguity(parse(TWO), limit=Limit(seconds=0))
    assert ALLOWED_SECONDS > 0


def test_a_cancelled_search_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    polls = 0

    def cancel() -> bool:
        nonlocal polls
        polls += 1
        return polls > 12

    ambiguity = diagnose_ambiguity(parse(TWO), limit=Limit(cancel=cancel))
    assert len(ambiguity.cells) == 6
    assert ambiguity.stopped == "cancelled"
    assert not ambiguity.changes_complete
    monkeypatch.setattr(additions_module, "_MAX_SAMPLE", 2)
    assert diagnose_ambiguity(parse(TWO)).additions is not None


@pytest.mark.parametrize("line", thinned(range(0, 1000, 100), 2))
def test_real_puzzles(shared_lines: Callable[..., list[str]], line: int) -> None:
    puzzle = parse(shared_lines("data/speed/multiple.txt")[line])
    ambiguity = diagnose_ambiguity(puzzle)
    assert ambiguity.exact
    assert ambiguity.count == solving.count(puzzle, backend="sat").count
    assert ambiguity.additions is not None
    assert ambiguity.additions.proved
    posed = puzzle.with_givens(dict(ambiguity.additions.givens))
    assert solving.check_unique(posed, backend="sat").verdict == "unique"
    for change in ambiguity.changes[:3]:
        posed = puzzle.with_givens({change.cell: change.new})
        assert solving.check_unique(posed, backend="sat").verdict == "unique"


def test_what_is_shown_is_what_is_told() -> None:
    page = (Path(__file__).resolve().parents[2] / "docs/ambiguity.md").read_text("utf-8")
    block = page.split("```text\n")[1].split("```")[0]
    ambiguity = diagnose_ambiguity(parse(TWO))
    text = ambiguity_text(ambiguity)
    assert " ".join(block.split()) == " ".join(text.split())
