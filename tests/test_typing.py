"""The types that users see: what type checkers accept of code like theirs, and what they refuse."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku
from satdoku.answers.question import Answer
from satdoku.rating.explainer import Rating

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
API = Path(satdoku.__file__).parent / "api.py"

RIGHT = """
import satdoku

P = "1....2..4......3"


def rated(found: satdoku.RatingAnswer) -> satdoku.Rating:
    return found.rating


def numbers() -> tuple[float, str | None]:
    [made] = satdoku.generate(difficulty="easy")
    rating: satdoku.Rating | None = made.rating
    assert rating is not None
    return rated(satdoku.rate(P)).er + rating.er, rating.hardest


hint: satdoku.Hint = satdoku.hint(P, givens_only=True, time_limit=1)
path: satdoku.Explanation = satdoku.explain(P)
trials: satdoku.TrialExplanation = satdoku.explain(P, preset="trial")
both: satdoku.BothRatings = satdoku.rate(P, scale="both")
print(trials.trials, both.hodoku.rating.score)
print(hint, hint.svg(), path.steps[0].technique, satdoku.solve(P).stopped, numbers())
"""
WRONG = """
import satdoku
from satdoku.constraints import Thermo, Thermos
from satdoku.rating import prest

P = "1....2..4......3"
satdoku.solve(P).sollution
satdoku.hint(P).stp
satdoku.hnit(P)
satdoku.rate(P).rating.eer
satdoku.rate(P).ers
satdoku.generate(level="easy")
satdoku.redundant(P).together
satdoku.parse(P).model.relatoins
satdoku.check(P).result.wrongs
"""


MYPY = ("mypy", "--strict", "--config-file=", "--no-incremental", "--follow-imports=silent")
OVERLOADED = {"explain", "rate"}
"""Their results depend on an option: ``RIGHT`` has a line for each."""
OTHERS = {"Any", "Iterator", "NDArray"}
PYRIGHT = ("pyright", "--pythonpath", sys.executable)


def returned() -> dict[str, tuple[str, set[str]]]:
    """The type that each function of the API returns, and the names of classes in it."""
    return {
        node.name: (
            ast.unparse(node.returns),
            {
                part.id
                for part in ast.walk(node.returns)
                if isinstance(part, ast.Name) and part.id[0].isupper()
            },
        )
        for node in ast.parse(API.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name in satdoku.__all__ and node.returns
    }


def typed() -> str:
    """Code that says of every other function what it returns."""
    lines = [
        "from collections.abc import Iterator",
        "from typing import Any, assert_type",
        "import numpy as np",
        "from numpy.typing import NDArray",
        "import satdoku",
        "from satdoku import *",
        "def typed(*given: Any, **named: Any) -> None:",
    ]
    for name, (annotation, classes) in returned().items():
        if name not in OVERLOADED and classes <= {*satdoku.__all__, *OTHERS}:
            lines.append(f"    assert_type(satdoku.{name}(*given, **named), {annotation})")
    assert len(lines) > 36
    return "\n".join(lines) + "\n"


@pytest.mark.full
@pytest.mark.parametrize("checker", [MYPY, PYRIGHT], ids=["mypy", "pyright"])
def test_users_code_is_checked(tmp_path: Path, checker: tuple[str, ...]) -> None:
    playwright = pytest.importorskip("playwright", reason="playwright brings the Node of pyright")
    pytest.importorskip(checker[0], reason=f"{checker[0]} is not installed")
    node = Path(playwright.__file__).parent / "driver"
    files = {"right.py": RIGHT, "typed.py": typed(), "wrong.py": WRONG}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", *checker, *files],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PATH": os.pathsep.join((str(node), os.environ["PATH"]))},
    )
    errors = re.findall(r"(\w+\.py):(\d+):(?:\d+ -)? error: ", done.stdout)
    lines = WRONG.splitlines()
    wanted = {3, 4, *(number for number, line in enumerate(lines, 1) if line[:8] == "satdoku.")}
    assert {(name, int(line)) for name, line in errors} == {
        ("wrong.py", line) for line in wanted
    }, done.stdout + done.stderr


def test_every_type_that_a_function_returns_is_exported() -> None:
    answers = set().union(*(classes for _, classes in returned().values()))
    answers -= OTHERS
    assert len(answers) > 30
    records = {"RuleRecord", "TechniqueRecord", "Entry"}  # of documented modules
    assert answers - {*satdoku.__all__} <= records


def test_a_dir_lists_what_there_is_to_use() -> None:
    names = dir(satdoku)
    assert {*satdoku.__all__} <= {*names}
    assert {"Any", "TYPE_CHECKING", "annotations", "late_names", "Shown"}.isdisjoint(names)


def test_the_rating_of_a_made_puzzle_is_one_like_every_other() -> None:
    [generated] = satdoku.generate(seed=1, difficulty=satdoku.Difficulty(score="100..600"))
    rating, alone = generated.rating, satdoku.rate(generated.puzzle).rating
    assert type(rating) is type(alone) is Rating
    assert rating is not None
    assert (rating.er, rating.ep, rating.ed) == (alone.er, alone.ep, alone.ed)
    assert (rating.level, rating.hardest, rating.steps) == (
        alone.level,
        alone.hardest,
        alone.steps,
    )
    hodoku = satdoku.rate(generated.puzzle, scale="hodoku")
    assert generated.hodoku is not None
    assert (generated.hodoku.level, generated.hodoku.score) == (hodoku.level, hodoku.score)
    data = generated.to_dict()["rating"]
    assert (data["er"], data["hodoku_score"]) == (rating.er, hodoku.score)
    assert not hasattr(alone, "points")
    with pytest.raises(AttributeError, match="no 'score', but er, ep, ed"):
        _ = alone.score


def answers() -> list[Answer]:
    answers: list[Answer] = [
        satdoku.rate(PUZZLE),
        satdoku.rate(PUZZLE, scale="both"),
        satdoku.hint(PUZZLE),
        satdoku.solve(PUZZLE),
        satdoku.check_unique(PUZZLE),
        satdoku.explain(PUZZLE),
        satdoku.diagnose(PUZZLE),
        satdoku.redundant(PUZZLE),
        satdoku.canonical(PUZZLE),
        satdoku.show(PUZZLE),
        satdoku.convert(PUZZLE, "csv"),
        satdoku.why(PUZZLE, "r1c4=6"),
        satdoku.candidates(PUZZLE),
        satdoku.same(PUZZLE, PUZZLE),
        satdoku.minimize(PUZZLE),
        satdoku.check(PUZZLE, PUZZLE),
        satdoku.steps(PUZZLE, "naked-pair"),
        satdoku.count(PUZZLE).answer,
    ]
    return answers


def test_an_answer_prints_as_its_text_and_is_a_line_in_the_interpreter() -> None:
    for answer in answers():
        assert f"{answer}" == str(answer) == answer.text()
        line = repr(answer)
        assert line.startswith(f"<{type(answer).__name__} puzzle='53..7...."), line
        assert len(line) < 320
        assert "\n" not in line
    assert "level='easy' er=1.2 ep=1.2 ed=1.2>" in repr(satdoku.rate(PUZZLE))
    kinds = [Answer]
    for kind in kinds:
        kinds += kind.__subclasses__()
    assert len(kinds) > 30
    assert all(kind.__repr__ is Answer.__repr__ for kind in kinds)
    assert str(satdoku.learn()) == satdoku.learn().text()


def test_an_answer_has_a_picture_and_its_text_beside_it() -> None:
    shown = satdoku.show(PUZZLE)
    assert shown.svg().startswith("<svg")
    assert shown.svg("dark") != shown.svg()
    assert "ER 1.2" in satdoku.rate(PUZZLE)._repr_html_()
    with pytest.raises(AttributeError, match="no attribute 'png'"):
        _ = shown.png  # type: ignore[attr-defined]
