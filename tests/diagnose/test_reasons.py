"""Arguments: right in every step, about the clash alone, and in plain words."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry
from satdoku.constraints import BothDiagonals, Even, KillerCage, NonConsecutive
from satdoku.diagnosing.diagnosis import diagnose
from satdoku.diagnosing.facts import facts_of, with_facts
from satdoku.diagnosing.reasons import Argument, NoPlaceLeft, _totals_shown, argue
from satdoku.explaining.findings import findings
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.solving import check_unique
from satdoku.techniques.board import apply
from satdoku.techniques.check import faults
from satdoku.techniques.step import House
from tests.shared import thinned

from .clash_oracle import BOARD, Oracle, random_puzzle
from .test_clashes import HARD, OTHER, WIKIPEDIA, broken

CLASSIC = Puzzle.empty(Geometry.classic())


def whole(puzzle: Puzzle, **options: object) -> Argument | None:
    return argue(puzzle, facts_of(puzzle), UNLIMITED.start(), **options)  # type: ignore[arg-type]


def in_words(puzzle: Puzzle, argument: Argument) -> list[str]:
    return findings(puzzle.geometry).argument(argument)


def cells(givens: dict[str, int]) -> dict[int, int]:
    return {CLASSIC.geometry.cell(name): digit for name, digit in givens.items()}


DIRECT = [
    (
        {"r7c1": 5, "r8c4": 5, "r9c7": 1, "r9c8": 2, "r9c9": 3},
        "r7c1=5, r8c4=5 and the givens in r9c7, r9c8 and r9c9 leave no place for 5 in box 9.",
        ["r7c7", "r7c8", "r7c9", "r8c7", "r8c8", "r8c9", "r9c7", "r9c8", "r9c9"],
    ),
    (
        {"r1c4": 1, "r1c5": 2, "r1c6": 3, "r4c1": 4, "r5c1": 5, "r6c1": 6, "r2c2": 7, "r2c3": 8,
         "r3c2": 9},
        "r1c4=1, r1c5=2, r1c6=3, r2c2=7, r2c3=8, r3c2=9, r4c1=4, r5c1=5 and r6c1=6 leave no digit "
        "for r1c1.",
        ["r1c1"],
    ),
    ({"r4c2": 7, "r4c9": 7}, "7 appears twice in row 4: r4c2 and r4c9.", ["r4c2", "r4c9"]),
]  # fmt: skip


@pytest.mark.parametrize(("givens", "sentence", "place"), DIRECT)
def test_what_shows_at_once(givens: dict[str, int], sentence: str, place: list[str]) -> None:
    puzzle = CLASSIC.with_givens(cells(givens))
    clash = diagnose(puzzle).clash
    assert clash is not None
    assert {fact.name(puzzle.geometry) for fact in clash.facts} == {
        f"{cell}={digit}" for cell, digit in givens.items()
    }
    assert clash.argument is not None
    assert clash.argument.kind == "direct"
    assert in_words(puzzle, clash.argument) == [sentence]
    assert [puzzle.geometry.name(cell) for cell in clash.argument.cells] == place


@pytest.mark.parametrize(
    ("puzzle", "sentence"),
    [
        (
            Puzzle.empty(BOARD, [BothDiagonals()]).with_givens({0: 1, 6: 1, 13: 2}),
            'r1c1=1, r2c3=1, the given in r4c2 and the rule "diagonals" leave no place for 1 in '
            "box 3.",
        ),
        (
            Puzzle.empty(BOARD, [BothDiagonals()]).with_givens({0: 1, 15: 1}),
            "1 appears twice in the main diagonal: r1c1 and r4c4.",
        ),
        (
            Puzzle(BOARD, (1,) + (None,) * 15, (frozenset({2, 3}),) + (None,) * 15),
            "r1c1 is 1, but its pencil marks leave 1 out.",
        ),
        (
            Puzzle(BOARD, (None, 1, None, 2) + (None,) * 12, (frozenset({1, 2}),) + (None,) * 15),
            "r1c2=1, r1c4=2 and the pencil marks of r1c1 (1, 2) leave no digit for r1c1.",
        ),
        (
            Puzzle.empty(BOARD, [KillerCage((0, 1), 8)]),
            "Killer cage of 8 in r1c1 and r1c2: its digits can only reach from 3 to 7.",
        ),
        (
            Puzzle.empty(BOARD, [Even((0,))]).with_givens({1: 2, 4: 4}),
            'r1c2=2, r2c1=4 and the rule "even in r1c1" leave no digit for r1c1.',
        ),
    ],
)
def test_marks_and_rules_in_words(puzzle: Puzzle, sentence: str) -> None:
    assert not Oracle(puzzle).solvable
    argument = whole(puzzle)
    assert argument is not None
    assert in_words(puzzle, argument) == [sentence]


def follow(puzzle: Puzzle, argument: Argument) -> None:
    """Every step must hold where it is made, and the last must be a contradiction."""
    position = start(puzzle).eliminate(argument.granted)
    for step in argument.steps:
        assert faults(step, position) == ()
        assert not step.technique.startswith(("unique-", "bug-"))
        position = apply(position, step)
    assert argument.steps[-1].contradiction is not None
    assert all(step.contradiction is None for step in argument.steps[:-1])


@pytest.mark.parametrize("text", thinned([WIKIPEDIA, HARD, OTHER], 3))
def test_every_step_holds(text: str) -> None:
    seen = set()
    for puzzle in broken(text, 8, seed=5):
        clash = diagnose(puzzle).clash
        assert clash is not None
        if clash.argument is None:
            continue
        argument = clash.argument
        seen.add(argument.kind)
        part = with_facts(puzzle, clash.facts)
        if argument.steps:
            follow(part, argument)
            lines = in_words(part, argument)
            assert len(lines) <= len(argument.steps) + len(argument.reasons)
            for step in argument.steps[:-1]:
                for cell, digit in step.placements:
                    name = puzzle.geometry.name(cell)
                    assert any(
                        f"{name} = {digit}" in line or f"{name}={digit} (" in line for line in lines
                    )
        if argument.kind == "steps":
            # None of the steps can be left out.
            for left_out in range(len(argument.steps) - 1):
                with pytest.raises(AssertionError):
                    follow(part, _without(argument, left_out))
    assert "direct" in seen


def _without(argument: Argument, left_out: int) -> Argument:
    steps = argument.steps[:left_out] + argument.steps[left_out + 1 :]
    return Argument(argument.kind, argument.reasons, steps)


@pytest.mark.parametrize("block", range(3))
def test_small_boards_with_rules(block: int) -> None:
    followed = 0
    for seed in range(10 * block, 10 * block + 10):
        puzzle = random_puzzle(seed, rules=True)
        if Oracle(puzzle).solvable:
            assert whole(puzzle) is None
            continue
        clashes = diagnose(puzzle, clashes=4).clashes
        assert clashes
        for clash in clashes:
            if clash.argument is not None and clash.argument.steps:
                follow(with_facts(puzzle, clash.facts), clash.argument)
                followed += 1
    assert followed > 2


def test_sums_are_granted_first() -> None:
    rules = [KillerCage((0, 1), 3), KillerCage((12, 13), 4)]
    puzzle = Puzzle.empty(CLASSIC.geometry, rules).with_givens(
        cells({"r3c7": 9, "r3c8": 8, "r3c9": 7})
    )
    clash = diagnose(puzzle).clash
    assert clash is not None
    argument = clash.argument
    assert argument is not None
    assert in_words(puzzle, argument)[:2] == [
        'The rule "killer cage of 3 in r1c1 and r1c2" leaves only 1 and 2 to r1c1 and r1c2.',
        'The rule "killer cage of 4 in r2c4 and r2c5" leaves only 1 and 3 to r2c4 and r2c5.',
    ]
    assert set(argument.granted) == {
        (cell, digit)
        for cell, left in ((0, (1, 2)), (1, (1, 2)), (12, (1, 3)), (13, (1, 3)))
        for digit in range(1, 10)
        if digit not in left
    }
    follow(puzzle, argument)


def test_what_is_granted_follows() -> None:
    """No grid that keeps the facts of the clash but one has a candidate that a cage rules out."""
    assert sum(map(_granted, range(60))) > 5


def _granted(seed: int) -> bool:
    """Whether something is granted in the argument of a random puzzle; what is, follows."""
    chance = random.Random(seed)
    cages = []
    for cells in ((0, 1, 4), (2, 3), (10, 11, 15), (8, 12)):
        if chance.random() < 0.7:
            most = 10 if len(cells) > 2 else 8
            cages.append(KillerCage(cells, chance.randint(most // 2, most)))
    givens = {cell: chance.randint(1, 4) for cell in chance.sample(range(16), 2)}
    puzzle = Puzzle.empty(BOARD, cages).with_givens(givens)
    argument = whole(puzzle)
    if argument is None or not argument.granted:
        return False
    for cell, digit in argument.granted:
        cage = next(cage for cage in cages if cell in cage.cells)
        ways = [
            dict(zip(cage.cells, choice, strict=True))
            for choice in permutations((1, 2, 3, 4), len(cage.cells))
            if sum(choice) == cage.sum
        ]
        fit = [way for way in ways if all(way.get(c, d) == d for c, d in givens.items())]
        assert all(way[cell] != digit for way in fit)
    follow(puzzle, argument)
    return True


@pytest.mark.full
def test_efforts() -> None:
    kinds: dict[str, set[str | None]] = {"glance": set(), "singles": set(), "patterns": set()}
    for puzzle in broken(OTHER, 12, seed=2):
        clash = diagnose(puzzle).clash
        assert clash is not None
        for effort, seen in kinds.items():
            argument = argue(puzzle, clash.facts, UNLIMITED.start(), effort)  # type: ignore[arg-type]
            seen.add(None if argument is None else argument.kind)
    assert kinds["glance"] == {None, "direct"}
    assert "steps" in kinds["singles"]


def test_no_time_no_argument() -> None:
    for puzzle in broken(HARD, 12, seed=4):
        argument = whole(puzzle, effort="singles")
        if argument is None:
            assert argue(puzzle, facts_of(puzzle), Limit(seconds=0).start()) is None
            return
    pytest.fail("every sample falls to singles")


TOTALS = [
    (
        [("r1c1 r1c2 r1c3", 15), ("r2c1 r2c2 r2c3", 15), ("r3c1 r3c2 r3c3", 16)],
        " take up all cells of box 1 and make 46, but its digits add up to 45.",
    ),
    (
        [("r1c1 r1c2 r1c3", 15), ("r2c1 r2c2 r2c3", 15), ("r3c1 r3c2", 15)],
        " make 45 of the 45 that the digits of box 1 add up to, which leaves 0 to r3c3: "
        "that is impossible.",
    ),
]


@pytest.mark.parametrize(("cages", "end"), TOTALS)
def test_sums_that_a_house_cannot_hold(cages: list[tuple[str, int]], end: str) -> None:
    cell = CLASSIC.geometry.cell
    rules = [KillerCage(tuple(map(cell, names.split())), total) for names, total in cages]
    clash = diagnose(Puzzle.empty(Geometry.classic(), rules)).clash
    assert clash is not None
    assert len(clash.facts) == 3
    assert clash.argument is not None
    assert clash.argument.kind == "direct"
    assert in_words(CLASSIC, clash.argument)[0].endswith(end)


def test_what_sums_are_said_to_exclude_has_no_solution() -> None:
    chance = random.Random(5)
    board = Geometry.boxes(4, 2, 2)
    said = 0
    for _ in range(400):
        house = chance.choice(board.houses).cells
        size = chance.randint(2, 4)
        rules = [KillerCage(house[:size], chance.randint(3, 10))]
        if size == 2 and chance.random() < 0.5:
            rules.append(KillerCage(house[2:], chance.randint(3, 7)))
        givens = {c: chance.randint(1, 4) for c in chance.sample(range(16), chance.randint(0, 2))}
        puzzle = Puzzle.empty(board, rules).with_givens(givens)
        if puzzle.problems():
            continue
        argument = _totals_shown(puzzle)
        if argument is not None:
            said += 1
            assert check_unique(puzzle).verdict == "none"
            assert set(argument.cells) in [set(h.cells) for h in board.houses]
    assert said > 30


def test_links_by_a_rule_make_an_argument() -> None:
    cage = KillerCage((0, 1, 2), 6)
    puzzle = Puzzle.empty(Geometry.of_size(6), [NonConsecutive(), cage])
    clash = diagnose(puzzle).clash
    assert clash is not None
    assert clash.argument is not None
    assert clash.argument.kind == "steps"
    assert "r1c1 and r1c2 may not be consecutive" in " ".join(in_words(puzzle, clash.argument))


def test_a_rule_that_no_technique_knows_has_a_small_proof() -> None:
    # None of the ways to make 10 is left, which takes the sum to see.
    marks = (frozenset({1, 2}), frozenset({6, 7}), *[None] * 79)
    puzzle = Puzzle(Geometry.classic(), (None,) * 81, marks, (KillerCage((0, 1), 10),))
    clash = diagnose(puzzle).clash
    assert clash is not None
    assert clash.argument is not None
    assert clash.argument.kind == "proof"
    assert in_words(puzzle, clash.argument) == [
        "This fact cannot be: the killer cage of 10 in r1c1 and r1c2.\n"
        "  - The killer cage cannot be kept.\n"
        "So there is no solution.",
    ]
    assert not faults(clash.argument.steps[0], start(puzzle))


def test_several_givens_alone_leave_no_place() -> None:
    (first, *_) = CLASSIC.geometry.houses
    house = House(first.kind, first.number, first.cells)
    say = findings(CLASSIC.geometry)
    for filling, words in (
        ((0, 1), "The givens in r1c1 and r1c2 leave no place for 5 in row 1."),
        ((0,), "The given in r1c1 leaves no place for 5 in row 1."),
    ):
        assert say.reason(NoPlaceLeft(house, 5, (), filling, ())) == words
