"""Fixtures for the tests of the compiled core."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

try:
    from satdoku import core
except ImportError:  # each test module then skips itself, with the reason
    core = None

SPEED = Path(__file__).parents[2].parent / "shared" / "data" / "speed"


def satisfies_rules(digits: list[int]) -> bool:
    houses = [[9 * r + c for c in range(9)] for r in range(9)]
    houses += [[9 * r + c for r in range(9)] for c in range(9)]
    houses += [
        [9 * (3 * b + r) + 3 * s + c for r in range(3) for c in range(3)]
        for b in range(3)
        for s in range(3)
    ]
    return all({digits[i] for i in house} == set(range(1, 10)) for house in houses)


@pytest.fixture
def load_set() -> Callable[[str], list[str]]:
    def load(name: str) -> list[str]:
        path = SPEED / f"{name}.txt"
        if not path.exists():
            pytest.skip(f"no {path}: the speed sets are not beside this checkout")
        return path.read_text().split()

    return load


@pytest.fixture(params=core.simd_levels() if core else [])
def level(request: pytest.FixtureRequest) -> Iterator[str]:
    before = core.simd_level()
    core.set_simd_level(request.param)
    yield request.param
    core.set_simd_level(before)
