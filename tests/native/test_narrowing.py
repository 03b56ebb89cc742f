"""The search of relations in the core, against trying every grid."""

from __future__ import annotations

import random

import pytest

core = pytest.importorskip("satdoku.core", reason="satdoku.core is not compiled here")

from .fuzz_narrowing import small_model  # noqa: E402


@pytest.mark.parametrize("seed", range(4))
def test_random_programs(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        program, solutions = small_model(chance)
        search = core.Narrowing(program)
        assert search.advance(10**9, 10**6), program
        assert sorted(search.solutions()) == sorted(map(list, solutions)), program
        assert bool(search.masks) or not solutions, program


def test_a_choice_of_nothing_never_holds() -> None:
    """Also where no variable shows that: an or without groups in an or."""
    cell = [1, 1, 2, 0, 1, 1, 0, 3]  # one cell of two values
    for choice, solutions in ([9, 0], []), ([9, 1, 1, 9, 0], []), ([9, 1, 0], [[0], [1]]):
        search = core.Narrowing([*cell, 0, 0, 0, 1, *choice])
        assert search.advance(10**6, 10)
        assert search.solutions() == solutions


def test_sums_that_could_leave_the_numbers_are_refused() -> None:
    terms = [number for variable in range(50_001) for number in (1, variable)]
    program = [0, 1, 2, 0, 1, 50_001, *[0] * 50_001, *[3] * 50_001, 0, 0, 0, 1]
    with pytest.raises(ValueError, match="no relations"):
        core.Narrowing([*program, 2, 0, 0, len(terms), *terms])
