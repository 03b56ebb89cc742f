"""Boards, random puzzles on them, and the two makers of canonical forms."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import satdoku.symmetry.forms as forms_module
from satdoku.board import Geometry
from satdoku.puzzle import Puzzle
from satdoku.symmetry.native import NativeSymmetry, native_symmetry

JIGSAW = Geometry.jigsaw([0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 1, 3, 2, 3, 3, 3])


@pytest.fixture
def native() -> NativeSymmetry:
    module = native_symmetry()
    if module is None:
        pytest.skip("the compiled canonical form is not installed")
    return module


@pytest.fixture(params=["python", "native"])
def maker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Runs a test with each maker of canonical forms."""
    module = None
    if request.param == "native":
        module = request.getfixturevalue("native")
    monkeypatch.setattr(forms_module, "native_symmetry", lambda: module)
    return str(request.param)


@pytest.fixture
def draw() -> Callable[[Geometry, int, random.Random], Puzzle]:
    """A random puzzle without clashes, of about this many givens. It may have no solution."""

    def make(geometry: Geometry, clues: int, rng: random.Random) -> Puzzle:
        givens: list[int | None] = [None] * geometry.cell_count
        for cell in rng.sample(range(geometry.cell_count), clues):
            seen = {givens[peer] for peer in geometry.peers[cell]}
            if free := [digit for digit in geometry.digits if digit not in seen]:
                givens[cell] = rng.choice(free)
        return Puzzle(geometry, tuple(givens))

    return make
