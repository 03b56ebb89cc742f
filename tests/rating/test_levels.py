"""The levels, by value, and ratings beyond the bands of the levels."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import satdoku
from satdoku.cli import app
from satdoku.messages import catalogue
from satdoku.rating.columns import SE_COLUMNS
from satdoku.rating.explainer import rate_text
from satdoku.rating.levels import LEVELS, by_singles, level_name, level_of_points, short_of_easy
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
from tests.shared import shared_file

pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SUKAKUS = "faults", "classic"

_BY_POINTS = {
    "easy": (0, 10, 20), "medium": (21, 30), "hard": (31, 60), "expert": (61, 69),
    "diabolical": (70, 180),
}  # fmt: skip
_BY_ER = {
    "medium": (0, 10, 23, 24, 30), "hard": (31, 32, 67), "expert": (68, 72),
    "diabolical": (73, 119, 120, 123, 200),
}  # fmt: skip


@pytest.mark.parametrize("level", LEVELS)
def test_the_bounds_of_the_levels(level: str) -> None:
    """docs/scale.md and docs/generate.md have the tables."""
    assert {level_of_points(points) for points in _BY_POINTS[level]} == {level}
    if level == "easy":
        assert {level_name(er, lambda: 0) for er in (0, 10, 12, 23)} == {"easy"}
        assert level_name(24, lambda: 0) == "medium"
        return
    for short in (1, None):
        assert {level_name(er, lambda short=short: short) for er in _BY_ER[level]} == {level}


def test_what_easy_asks_for_beside_singles() -> None:
    easy, *others = LEVELS.values()
    assert (easy.singles, easy.givens, easy.open) == (True, 27, 4)
    assert not any(level.singles or level.givens or level.open for level in others)
    assert [level.range for level in LEVELS.values()] == [
        (10, 23), (17, 30), (32, 67), (68, 72), (73, 119)
    ]  # fmt: skip
    # A given less than 27, and two fewer.
    cells = [cell for cell, symbol in enumerate(PUZZLE) if symbol != "."]
    assert len(cells) == 30
    assert short_of_easy(PUZZLE) == 0
    for emptied in itertools.combinations(cells, 4):
        fewer = "".join("." if cell in emptied else symbol for cell, symbol in enumerate(PUZZLE))
        if by_singles(fewer):
            short = short_of_easy(fewer)
            assert short is not None
            assert short >= 1
            break
    else:
        raise AssertionError("no puzzle of 26 givens is solved by singles")


def test_the_columns_of_a_path() -> None:
    path = [(2.6, False), (4.2, False), (2.3, True), (7.1, False), (1.5, True)]
    assert [column.of(path) for column in SE_COLUMNS] == [7.1, 4.2, 2.6]
    assert [column.of(path[:2]) for column in SE_COLUMNS] == [4.2, 0.0, 2.6]


def _kernel(status: str) -> Any:
    """The compiled core, whose path through any puzzle ends without a step in 20.0, or in 12.3."""
    core = pytest.importorskip("satdoku.core")
    tenths = (200, 0, 126) if status == "stuck" else (123, 123, 26)
    rating = SimpleNamespace(tenths=tenths, steps=1, status=status)

    class Kernel(SimpleNamespace):
        def __getattr__(self, name: str) -> Any:
            return getattr(core, name)

    return Kernel(
        se_rate=lambda *_, **__: rating,
        se_path=lambda *a, **b: (rating, core.se_path(*a, **b)[1]),
        se_rate_batch=lambda puzzles, **_: [rating] * len(puzzles),
    )


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    """Runs a command line: its code, its output, its complaints."""
    return lambda *arguments: (app.run(arguments), *capsys.readouterr())


@pytest.fixture(params=["stuck", "ok"])
def status(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    kernel = _kernel(request.param)
    for module in ("rating.explainer", "batch.questions", "batch.core_answers"):
        monkeypatch.setattr(f"satdoku.{module}.required_core", lambda _: kernel)
    return str(request.param)


def test_where_the_techniques_go_no_further(status: str) -> None:
    """No puzzle of givens is known to be so hard; puzzles of candidates are (the slow tests)."""
    rating = satdoku.rate(PUZZLE)
    (of_many,) = satdoku.rate_many([PUZZLE])
    assert of_many is not None
    for one in (rating, of_many):
        data = one.to_dict()
        if status == "stuck":
            assert (one.er, one.ep, one.ed, one.level, one.stuck) == (20.0, 0.0, 12.6, None, True)
            assert data["stuck"] is True
            assert "level" not in data
            assert "stuck: " in one.text()
        else:
            assert (one.er, one.level, one.stuck) == (12.3, "diabolical", False)
            assert "stuck" not in data


def test_the_app_is_told_where_the_techniques_go_no_further(status: str) -> None:
    rating = answer("rate", {"puzzle": PUZZLE}, RequestContext(20))
    assert rating["er"] == (20.0 if status == "stuck" else 12.3)
    assert rating.get("stuck", False) == (status == "stuck")
    assert ("level" in rating) == (status == "ok")
    assert catalogue("en", "app").say("rated-stuck").count("20.0") == 1


@pytest.mark.parametrize("options", [(), ("--json",), ("--path-shape",), ("-j", "1")])
def test_every_puzzle_of_a_file_has_its_row(
    status: str, run: Any, tmp_path: Path, options: tuple[str, ...]
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{PUZZLE}\n{PUZZLE}\n")
    code, out, err = run("rate", str(path), *options)
    assert (code, err) == ((1, "") if status == "stuck" else (0, ""))
    rows = out.splitlines()
    assert len(rows) == 2
    if "--json" in options:
        (record, _) = map(json.loads, rows)
        assert record.get("stuck") == (True if status == "stuck" else None)
    else:
        ending = "20.0/0.0/12.6 stuck" if status == "stuck" else "12.3/12.3/2.6 diabolical"
        numbers, _, level, *_ = rows[1].split("\t")
        assert f"{numbers} {level}" == ending
    code, out, _ = run("rate", str(path), "--summary", "--json")
    assert json.loads(out)["puzzles"] == 2


@pytest.mark.parametrize("ask", ["rating", "rating,techniques", "rating,time"])
def test_a_run_says_where_the_techniques_go_no_further(
    status: str, run: Any, tmp_path: Path, ask: str
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{PUZZLE}\n{PUZZLE}\n")
    here = ("-j", "1", "--executor", "threads", "--to", "jsonl")
    assert run("batch", str(path), "-o", str(tmp_path / "run"), "--ask", ask, *here)[0] == 0
    (part,) = (tmp_path / "run").glob("part-*.jsonl")
    for row in map(json.loads, part.read_text().splitlines()):
        if status == "stuck":
            assert (row["er"], row["message"]) == (
                20.0,
                "the techniques of the scale go no further",
            )
            assert "level" not in row
        else:
            assert (row["er"], row["level"]) == (12.3, "diabolical")
            assert "message" not in row


def test_a_puzzle_with_several_solutions_is_not_called_stuck() -> None:
    """Its path ends somewhere always."""
    grid = satdoku.solve(PUZZLE).solutions[0].text()
    several = grid.replace("5", ".").replace("3", ".")
    rating = satdoku.rate(several, allow_multiple=True)
    assert (rating.rating.status, rating.stuck, rating.er) == ("stuck", False, 20.0)


def test_givens_alone_have_a_shape_too() -> None:
    shape = rate_text(PUZZLE).shape
    assert shape == satdoku.rate(PUZZLE).shape
    assert shape is not None
    assert (shape.open_min, shape.open_mean, shape.depth) == (5, 6.27, 18)
    assert rate_text(PUZZLE, names=False).shape is None


@pytest.mark.slow
def test_puzzles_of_candidates_that_are_harder_than_any_of_givens(run: Any) -> None:
    code, out, err = run("rate", str(shared_file(*SUKAKUS, "three.pml")))
    assert (code, err) == (0, "")
    assert [row.split("\t")[0] for row in out.splitlines()] == [
        "9.9/2.6/2.6", "12.3/12.3/2.6", "7.1/7.1/6.6"
    ]  # fmt: skip
    stuck = str(shared_file(*SUKAKUS, "sukaku97.txt"))
    code, out, err = run("rate", stuck, "--time-limit", "500")
    assert (code, err, out.split("\t")[0], out.rstrip().split("\t")[-1]) == (
        1, "", "20.0/0.0/12.6", "stuck"
    )  # fmt: skip
