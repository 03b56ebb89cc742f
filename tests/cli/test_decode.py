"""``satdoku decode``: what solvers answer about the formulas of ``satdoku encode``."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from itertools import cycle, product
from pathlib import Path

import pytest

from satdoku.encodings.formula import AMO, KINDS
from satdoku.formats import parse
from tests.shared import example_files, thinned

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).resolve().parents[2]
P = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
S = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
BOARDS = [
    "." * 16,
    "." * 36,
    "." * 64,
    "." * 256,
    '{"satdoku": 1, "board": {"size": 5, "box": null}, "givens": "' + "." * 25 + '"}',
    '{"satdoku": 1, "board": {"rows": 6, "columns": 4, "box": null, "digits": "0-5"}, "givens": "'
    + "." * 24
    + '"}',
    '{"satdoku": 1, "board": {"grids": "samurai"}, "givens": "' + "." * 369 + '"}',
    *sorted(str(path) for path in (ROOT / "examples" / "constraints").glob("*.json")),
    *sorted(str(path) for path in (ROOT / "examples" / "formats").glob("*jigsaw*")),
]


def model_of(text: str) -> list[int] | None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=CNF(from_string=text).clauses) as solver:
        return list(solver.get_model() or ()) if solver.solve() else None


def competition(model: list[int]) -> str:
    lines = [model[start : start + 8] for start in range(0, len(model), 8)]
    values = "".join(f"v {' '.join(map(str, line))}\n" for line in lines)
    return f"c a solver\n\ns SATISFIABLE\n{values}v 0\n"


def minisat(model: list[int]) -> str:
    return f"SAT\n{' '.join(map(str, model))} 0\n"


def bare(model: list[int]) -> str:
    return " ".join(map(str, model))


HOWS = list(product(KINDS, AMO, (competition, minisat, bare)))


@pytest.mark.parametrize(
    ("board", "how"),
    [
        pytest.param(board, how, marks=() if at < 6 or at % 20 == 0 else pytest.mark.full)
        for at, (board, how) in enumerate(zip(BOARDS, cycle(HOWS)))
    ],
)
def test_a_model_of_each_kind_and_board_is_a_solution(
    board: str,
    how: tuple[str, str, Callable[[list[int]], str]],
    satdoku: Run,
    tmp_path: Path,
) -> None:
    kind, amo, answer = how
    formula = tmp_path / "puzzle.cnf"
    assert satdoku("encode", board, "--kind", kind, "--amo", amo, "-o", str(formula))[0] == 0
    model = model_of(formula.read_text())
    if model is None:
        pytest.skip("the example has no solution")
    (tmp_path / "answer").write_text(answer(model))
    code, out, err = satdoku("decode", str(formula), str(tmp_path / "answer"))
    assert (code, err) == (0, "")
    puzzle = parse(Path(board).read_text() if board.startswith("/") else board).puzzle
    digits = out.split() if " " in out else list(out.strip())
    values = [int(digit, 36) for digit in digits]
    assert all(given in (None, value) for given, value in zip(puzzle.givens, values, strict=True))
    solved = satdoku("solve", board, "--limit", "2")[1].splitlines()
    assert len(solved) > 1 or [out.strip()] == solved


@pytest.fixture
def formula(satdoku: Run, tmp_path: Path) -> str:
    example_files(tmp_path)
    path = tmp_path / "puzzle.cnf"
    assert satdoku("encode", str(tmp_path / "puzzle.txt"), "-o", str(path))[0] == 0
    return str(path)


def answer_of(
    satdoku: Run, formula: str, text: str, monkeypatch: pytest.MonkeyPatch, *more: str
) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    return satdoku("decode", formula, *more)


@pytest.mark.parametrize(
    ("text", "code", "out", "err"),
    thinned(
        [
            ("s UNSATISFIABLE\n", 1, "none\n", ""),
            ("UNSAT\n", 1, "none\n", ""),
            ("c\ns UNKNOWN\n", 3, "undecided\n", ""),
            ("INDET\n", 3, "undecided\n", ""),
            ("", 2, "", "neither a status"),
            ("c nothing\n", 2, "", "neither a status nor a model"),
            ("s SATISFIABLE\n", 2, "", "has no model"),
            ("s MAYBE\n", 2, "", "line 1: 'MAYBE' is not a status of one answer"),
            ("s SATISFIABLE\ns UNSATISFIABLE\n", 2, "", "line 2: 'UNSATISFIABLE' is not a status"),
            ("s UNSATISFIABLE\nv 1 0\n", 2, "", "a status that leaves none"),
            ("v 1 x 0\n", 2, "", "line 1: 'x' is not a literal"),
            ("v 0101\nhello\n", 2, "", "line 2: 'hello' is not a literal"),
            ("v 1 -1 0\n", 2, "", "the variable 1 both true and false"),
            ("v 5 6 0\n", 2, "", "both 5 and 6 into r1c1"),
            ("v 5 0\n", 2, "", "no digit into r1c2"),
            ("v 100000000 0\n", 2, "", "the formula has 729"),
        ],
        2,
        rows=True,
    ),
)
def test_answers_without_a_grid(
    text: str,
    code: int,
    out: str,
    err: str,
    formula: str,
    satdoku: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    printed = answer_of(satdoku, formula, text, monkeypatch)
    assert printed[:2] == (code, out)
    assert err in printed[2]
    assert printed[2].count("\n") == bool(err)


def test_lists_as_python_prints_them(
    formula: str, satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = {9 * cell + int(digit) for cell, digit in enumerate(S)}
    model = [number if number in right else -number for number in range(1, 730)]
    for text in (f"{model}\n", f"{model}", str(sorted(right)), f"[\n{str(model)[1:-1]}\n]"):
        assert answer_of(satdoku, formula, text, monkeypatch) == (0, f"{S}\n", "")
    two = answer_of(satdoku, formula, f"{model}\n{model}\n", monkeypatch)
    assert two == (0, f"{S}\n{S}\n", "")
    assert answer_of(satdoku, formula, "[True, False]", monkeypatch)[0] == 2


def test_several_models_and_json(
    formula: str, satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = competition([9 * cell + int(digit) for cell, digit in enumerate(S)])
    again = right.replace("s SATISFIABLE\n", "")
    assert answer_of(satdoku, formula, right + again, monkeypatch) == (0, f"{S}\n{S}\n", "")
    decoded = json.loads(answer_of(satdoku, formula, right, monkeypatch, "-", "--json")[1])
    assert (decoded["status"], decoded["solutions"]) == ("found", [S])


def test_an_answer_to_another_formula_is_refused(
    formula: str, satdoku: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    swapped = S.translate(str.maketrans("12", "21"))
    other = competition([9 * cell + int(digit) for cell, digit in enumerate(swapped)])
    code, out, err = answer_of(satdoku, formula, other, monkeypatch)
    assert (code, out) == (2, "")
    assert "it answers another formula" in err


def test_what_is_no_formula_is_refused(satdoku: Run, formula: str, tmp_path: Path) -> None:
    for name in ("puzzle.txt", "nonesuch.cnf"):
        code, out, err = satdoku("decode", str(tmp_path / name), formula)
        assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no such file" in err
    assert satdoku("decode", "-", "-")[0] == 2
