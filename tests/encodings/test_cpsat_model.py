"""CP-SAT models: export and refusal (their meaning is tested through the engine)."""

from __future__ import annotations

from pathlib import Path

import pytest
from ortools.sat.python import cp_model

from satdoku.base.errors import InvalidPuzzle
from satdoku.board import Geometry
from satdoku.constraints import Sum
from satdoku.encodings.cpsat import build, write_cpsat
from satdoku.puzzle import Puzzle
from satdoku.relations import Among, Guard
from satdoku.solving import check_unique, count
from tests.model.lowered import Lowered

BOXES4 = Geometry.boxes(4, 2, 2)


def test_the_text_form_names_its_variables(tmp_path: Path) -> None:
    puzzle = Puzzle.empty(BOXES4).with_givens({0: 1})
    for kind, name in (("boolean", "r1c2=2"), ("integer", "r1c2")):
        path = tmp_path / f"{kind}.pbtxt"
        data = write_cpsat(puzzle, path, kind=kind)  # type: ignore[arg-type]
        assert path.read_bytes() == data
        text = data.decode()
        assert f'"{name}"' in text
        assert "r1c1=1" in text.split("variables")[0]


@pytest.mark.parametrize("kind", ["boolean", "integer"])
@pytest.mark.parametrize("text", [True, False])
def test_a_written_model_can_be_read_and_solved(tmp_path: Path, kind: str, text: bool) -> None:
    puzzle = Puzzle.empty(BOXES4).with_givens({0: 1, 5: 2})
    data = write_cpsat(puzzle, text=text, kind=kind)  # type: ignore[arg-type]
    assert data == write_cpsat(puzzle, text=text, kind=kind)  # type: ignore[arg-type]
    assert data
    if not text:
        return
    model = cp_model.CpModel()
    assert model.proto.parse_text_format(data.decode())
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL


def test_a_refuted_puzzle_is_an_empty_clause() -> None:
    puzzle = Puzzle.empty(BOXES4).with_givens({0: 1, 1: 2, 6: 3, 11: 4})
    assert build(puzzle) is None
    assert b"bool_or" in write_cpsat(puzzle, text=True)
    with pytest.raises(InvalidPuzzle):
        write_cpsat(Puzzle.empty(BOXES4).with_givens({0: 1, 1: 1}))


def test_solutions_can_be_forbidden() -> None:
    for kind in ("boolean", "integer"):
        puzzle = Puzzle.empty(BOXES4).with_givens({0: 1, 5: 2})
        model = build(puzzle, kind)  # type: ignore[arg-type]
        assert model is not None
        seen = set()
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        while solver.solve(model.model) == cp_model.OPTIMAL:
            values = model.values(list(solver.response_proto.solution))
            assert values not in seen
            seen.add(values)
            model.forbid(values)
        assert len(seen) == 24


def test_a_long_sum_of_more_cells_than_digits_left() -> None:
    marks = tuple(frozenset((1, 2)) if cell < 4 else None for cell in range(16))
    rule = Sum((0, 1, 2, 3, 4), 12)
    puzzle = Puzzle(BOXES4, (None,) * 16, marks, (rule,))
    assert check_unique(puzzle, backend="all").verdict == "none"


def test_a_guard_that_cannot_hold_demands_nothing() -> None:
    """Both cells see each other, so that they cannot both be 3; the guard's cell is not 4."""
    board = Geometry.of_size(4)
    for sense, expected in ((True, 72), (False, 0)):
        rule = Lowered((Among((1, 2), frozenset({3}), "=", 2, guard=Guard(0, 4, sense)),))
        puzzle = Puzzle.empty(board, [rule]).with_givens({0: 1})
        assert count(puzzle, backend="cpsat").count == expected


def test_sums_beyond_64_bits() -> None:
    far = 10**25
    for total, verdict in ((3 * far + 4, "multiple"), (3 * far + 5, "none")):
        rule = Sum((0, 1, 2), total, (far, 1, far))
        puzzle = Puzzle(BOXES4, (None,) * 16, None, (rule,))
        assert check_unique(puzzle, backend="all").verdict == verdict
