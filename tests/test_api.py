"""The everyday functions."""

from __future__ import annotations

import pytest

import satdoku

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NONE = "12345678." + "........9" + "." * 63
BACKENDS = ["auto", "sat", "cpsat", "native", "all"]


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if name == "native":
        pytest.importorskip("satdoku.core", reason="the compiled core is not installed")
    return name


def test_uniqueness(backend: str) -> None:
    assert satdoku.is_unique(UNIQUE, backend) is True
    assert satdoku.is_unique(UNIQUE.replace("6", "."), backend) is False
    assert satdoku.is_unique(NONE, backend) is False
    assert satdoku.is_unique(satdoku.parse(UNIQUE), backend) is True


def test_solve_never_raises_for_none_or_many(backend: str) -> None:
    assert str(satdoku.solve(UNIQUE, backend).solution) == SOLUTION
    assert satdoku.solve(NONE, backend).verdict == "none"
    assert satdoku.solve(NONE, backend).solution is None
    many = satdoku.solve("." * 81, backend, limit=3)
    assert (many.verdict, len(set(many.solutions)), many.complete) == ("multiple", 3, True)


def test_count_is_a_number_that_knows_how_sure_it_is(backend: str) -> None:
    few = satdoku.count(UNIQUE.replace("6", "."), backend)
    assert (few, few.exact, str(few)) == (5, True, "5")
    cut = satdoku.count("." * 81, backend, limit=50)
    assert (cut, cut.exact, str(cut)) == (50, False, ">=50")


def test_solutions_are_different(backend: str) -> None:
    found = list(satdoku.solutions("." * 81, backend, limit=40))
    assert len(set(found)) == 40
    empty = satdoku.Puzzle.empty(satdoku.Geometry.classic())
    assert all(empty.accepts(grid) for grid in found)


@pytest.mark.parametrize("text", ["", "x" * 80, "55" + "." * 78, UNIQUE[:80] + "A"])
def test_unreadable_text_raises(text: str, backend: str) -> None:
    for ask in (satdoku.is_unique, satdoku.solve, satdoku.count, satdoku.solutions):
        with pytest.raises(satdoku.FormatError):
            ask(text, backend)


def test_a_faulty_puzzle_raises_with_every_fault(backend: str) -> None:
    with pytest.raises(satdoku.InvalidPuzzle, match="row 1: r1c1 and r1c2") as caught:
        satdoku.is_unique("55" + "." * 79, backend)
    assert len(caught.value.problems) == 2


@pytest.mark.parametrize("backend", ["auto", "sat", "cpsat"])
def test_is_unique_raises_where_a_limit_leaves_it_open(backend: str) -> None:
    with pytest.raises(satdoku.Undecided, match="seconds"):
        satdoku.is_unique("." * 256, backend, time_limit=0)


def test_a_checker_for_tight_loops(backend: str) -> None:
    with satdoku.Checker(backend=backend) as checker:
        cells: list[int | None] = [int(symbol) for symbol in SOLUTION]
        assert checker.is_unique(cells)
        cells[0] = None
        assert checker.is_unique(cells)
        assert checker.is_unique(UNIQUE)
        assert not checker.is_unique([0] * 81)
        with pytest.raises(satdoku.InvalidPuzzle):
            checker.is_unique("11" + "." * 79)


def test_every_public_name_exists() -> None:
    for name in satdoku.__all__:
        assert getattr(satdoku, name) is not None
    with pytest.raises(AttributeError):
        satdoku.nonesuch  # noqa: B018
