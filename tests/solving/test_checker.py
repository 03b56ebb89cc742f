"""The reusable checker."""

from __future__ import annotations

import pytest
from solving_oracle import BOXES4, ENGINES, HARD, MINIMAL, SOLVED, classic

import satdoku
from satdoku.base.errors import FormatError, InvalidPuzzle, Undecided
from satdoku.base.limits import Limit
from satdoku.board import Geometry
from satdoku.constraints import KillerCage, MainDiagonal
from satdoku.puzzle import Puzzle
from satdoku.solving import Checker


@pytest.mark.parametrize("backend", [*ENGINES, "auto", "all"])
def test_takes_puzzles_values_and_text(backend: str) -> None:
    with Checker(backend=backend) as checker:
        assert checker.is_unique(MINIMAL)
        assert checker.is_unique(classic(MINIMAL))
        assert checker.is_unique(classic(MINIMAL).givens)
        assert checker.is_unique([int(s) if s != "." else 0 for s in MINIMAL])
        assert not checker.is_unique("." * 81)
        assert checker.check("." * 81).verdict == "multiple"
        assert checker.solve(MINIMAL, solutions=None).verdict == "unique"
        assert checker.solve(SOLVED).solutions[0].text() == SOLVED


def test_no_python_looks_at_what_the_core_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop over classic puzzles costs what the core costs, by whichever way it asks."""
    pytest.importorskip("satdoku.core", reason="the compiled core is not installed")
    checker = Checker()
    posed, cells = classic(MINIMAL), [int(s) if s != "." else 0 for s in MINIMAL]

    def looked(*_: object) -> object:
        raise AssertionError("the puzzle was read in Python")

    monkeypatch.setattr(Puzzle, "__post_init__", looked)
    monkeypatch.setattr(Puzzle, "problems", looked)
    monkeypatch.setattr(Puzzle, "require_valid", looked)
    for form in (MINIMAL, MINIMAL.replace(".", "x"), cells, tuple(cells), posed.givens, posed):
        assert checker.is_unique(form)
        assert satdoku.is_unique(form)
    assert not checker.is_unique([0] * 81)


def test_another_board_is_answered_too() -> None:
    checker = Checker()
    assert not checker.is_unique(Puzzle.empty(BOXES4))
    assert checker.is_unique(HARD)


def test_a_board_with_rules() -> None:
    checker = Checker(Puzzle.empty(BOXES4, [MainDiagonal()]), backend="sat")
    assert not checker.is_unique("." * 16)
    with pytest.raises(InvalidPuzzle, match="diagonal"):
        checker.is_unique("1...............".replace("1...", "1....1", 1)[:16])


def test_other_givens_ask_nothing_of_the_rules_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop over puzzles of one model costs the search, and no look at board, rules or model."""
    pytest.importorskip("satdoku.core", reason="the compiled core is not installed")
    cage = KillerCage((0, 1), 3)
    empty = Puzzle.empty(BOXES4, [cage])
    checker = Checker(empty)
    assert not checker.is_unique([0] * 16)

    def looked(*_: object) -> object:
        raise AssertionError("what is known of the board was asked again")

    for place in ("among", "is_sound", "faults", "relations"):
        monkeypatch.setattr(KillerCage, place, looked)
    for place in ("__post_init__", "require_sound", "require_valid"):
        monkeypatch.setattr(Puzzle, place, looked)
    monkeypatch.setattr("satdoku.puzzle.puzzle.model_of", looked)
    full = "1234341221434321"
    cells = [int(symbol) for symbol in full]
    for form in (full, cells, empty.with_givens(cells), "12..3..2.1.34..."):
        assert checker.is_unique(form)
    assert not checker.is_unique("12" + "." * 14)
    monkeypatch.undo()
    for wrong in ("11" + "." * 14, [9] + [0] * 15, "13" + "." * 14):
        with pytest.raises(InvalidPuzzle):
            checker.is_unique(wrong)
        with pytest.raises(InvalidPuzzle):
            checker.check(wrong)
    with pytest.raises(ValueError, match="16 cells was given 3"):
        empty.with_givens([1, 2, 3])


def test_faults_are_named() -> None:
    checker = Checker()
    with pytest.raises(FormatError, match="80 symbols"):
        checker.is_unique("." * 80)
    with pytest.raises(FormatError, match=r"'\?'"):
        checker.is_unique("?" + "." * 80)
    with pytest.raises(InvalidPuzzle, match="is 10"):
        checker.is_unique("A" + "." * 80)
    with pytest.raises(ValueError, match="81"):
        checker.is_unique([1, 2, 3])
    assert checker.check("x" * 81).verdict == "multiple"
    assert not checker.is_unique("X" * 81)


def test_limits_leave_it_undecided() -> None:
    checker = Checker(limit=Limit(seconds=0))
    assert checker.check(MINIMAL).verdict == "undecided"
    with pytest.raises(Undecided, match="seconds"):
        checker.is_unique(MINIMAL)


def test_letters_on_larger_boards() -> None:
    checker = Checker(Geometry.of_size(16))
    assert not checker.is_unique("ABCDEFG" + "." * 249)
