"""Rules along lines, by brute force, and what they refuse."""

import pytest
from trials import trial

from satdoku.base.errors import FormatError
from satdoku.board import BoardMap, Geometry
from satdoku.constraints import (
    Between,
    Palindrome,
    RegionSum,
    Renban,
    SlowThermo,
    Thermo,
    Whisper,
    parse_rules,
)
from satdoku.puzzle import Puzzle
from satdoku.relations import Domain, ValueSet

BOARD = Geometry.classic()
NAMES = ("thermo", "slow-thermo", "whisper", "renban", "palindrome", "between", "region-sum")
TURNED = BoardMap(BOARD, tuple(80 - c for c in range(81)), {d: 10 - d for d in range(1, 10)})
SWAPPED = BoardMap(BOARD, tuple(range(81)), {d: {1: 2, 2: 1}.get(d, d) for d in range(1, 10)})


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("thermo:r1c1-r9c1+r9c2", "thermo: 10 cells from r1c1 on need as many different digits, "
         "and the board has 9"),
        ("renban:r1c1-r9c1+r9c2", "renban: 10 cells from r1c1 on need"),
        ("thermo:r1c1", "thermo: at least 2 cells are needed"),
        ("between:r1c1+r1c2", "between: at least 3 cells are needed"),
        ("whisper:r1c1+r1c2:0", "whisper: 'diff' is at least 1, not 0"),
        ("whisper:r1c1+r1c2:9", "whisper: a difference of 9 does not fit the digits 1 to 9, which "
         "differ by 1 to 8"),
        ("german-whisper", "whisper: the parameter 'cells' (the cells in order) is missing; it is "
         "written "),
    ],
)  # fmt: skip
def test_refusals(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOARD)
    assert reason in str(caught.value)


def test_a_line_without_regions_is_refused() -> None:
    with pytest.raises(FormatError, match="region-sum: r1c1 is in no region"):
        parse_rules("rsl:r1c1-r1c4", Geometry.latin(9))


def test_names_and_defaults() -> None:
    assert parse_rules("dutch-whisper:r1c1-r1c3", BOARD) == (Whisper((0, 1, 2), 4),)
    assert parse_rules("german-whisper:r1c1-r1c3", BOARD) == (Whisper((0, 1, 2)),)
    assert parse_rules("rsl:merge:r1c1-r1c4", BOARD) == (RegionSum((0, 1, 2, 3), True),)
    assert parse_rules("thermometer:r1c3-r1c1", BOARD) == (Thermo((2, 1, 0)),)
    assert Whisper((0, 1)).least(Geometry.of_size(6)) == 3


def test_a_cell_twice() -> None:
    for rule in (Thermo((0, 1, 0)), Renban((0, 1, 0)), RegionSum((0, 3, 0))):
        (problem,) = Puzzle.empty(BOARD, [rule]).problems()
        assert problem.message == f"{rule.name}: r1c1 is named more than once"
    for loop in (Whisper((0, 1, 10, 0)), SlowThermo((0, 1, 0)), Palindrome((0, 1, 0))):
        assert not Puzzle.empty(BOARD, [loop]).problems()


def test_relabellings() -> None:
    line = (0, 1, 11)
    there = (80, 79, 69)
    assert Thermo(line).image(TURNED) == Thermo(there[::-1])
    assert Whisper(line, 4).image(TURNED) == Whisper(there, 4)
    assert Palindrome(line).image(SWAPPED) == Palindrome(line)
    for rule in (Thermo(line), Whisper(line), Renban(line), Between(line)):
        assert rule.image(SWAPPED) is None
    assert RegionSum((0, 3)).image(TURNED) == RegionSum((80, 77))
    assert RegionSum((0, 3, 4)).image(TURNED) is None


def test_the_length_of_a_thermometer_bounds_its_cells() -> None:
    domains = [r for r in Thermo((0, 1, 2)).relations(BOARD) if isinstance(r, Domain)]
    assert [sorted(r.digits)[:: len(r.digits) - 1] for r in domains] == [[1, 7], [2, 8], [3, 9]]
    (runs,) = Renban((0, 1, 2)).relations(BOARD)
    assert isinstance(runs, ValueSet)
    assert len(runs.sets) == 7


def test_faults_name_the_cells() -> None:
    puzzle = Puzzle.empty(BOARD, [Thermo((0, 1, 2))])
    assert [p.message for p in puzzle.with_givens({0: 5, 1: 3}).problems()] == [
        "thermometer in r1c1, r1c2 and r1c3: r1c1 and r1c2 are 5 and 3, but digits rise away from "
        "the bulb"
    ]
    (problem,) = puzzle.with_givens({0: 5, 2: 6}).problems()
    assert problem.message == (
        "thermometer in r1c1, r1c2 and r1c3: beside r1c1=5, r1c3=6 no digits are left that keep it"
    )
    assert problem.cells == (0, 2)


def test_lines_come_back_into_a_region() -> None:
    line = (0, 3, 12, 11)  # box 1, box 2, box 2, box 1
    assert RegionSum(line).pieces(BOARD) == [[0], [3, 12], [11]]
    assert RegionSum(line, True).pieces(BOARD) == [[0, 11], [3, 12]]


def test_a_closed_line_is_opened_where_its_order_leaves_its_meaning() -> None:
    """As a set where order does not count; from the border of a region on where pieces do."""
    board = Geometry.classic()
    closed = "r1c2r1c3r1c4r2c4r2c3r2c2r1c2"
    for words in (f"renban:{closed}", f"rsl:{closed}"):
        (rule,) = parse_rules(words, board)
        assert sorted(rule.scope(board)) == [1, 2, 3, 10, 11, 12]
    assert parse_rules("renban:r1c1r1c2r2c2r1c1", board) == parse_rules(
        "renban:r1c1r1c2r2c2", board
    )
    (rule,) = parse_rules(f"rsl:{closed}", board)
    assert isinstance(rule, RegionSum)
    assert rule.pieces(board) == [[3, 12], [11, 10, 1, 2]]
    (rule,) = parse_rules("rsl:r1c4r2c4r1c4", board)
    assert isinstance(rule, RegionSum)
    assert rule.pieces(board) == [[3, 12]]
