"""The output of notebooks, and the notebook in examples/."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import satdoku
from satdoku.puzzle import Position
from satdoku.render.notebook import Ratings

NOTEBOOK = Path(__file__).parents[2] / "examples" / "notebook.ipynb"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def shown(value: Any) -> str:
    """The output of a value in a notebook: its HTML, else its SVG."""
    for name in ("_repr_html_", "_repr_svg_"):
        if hasattr(value, name):
            text: str = getattr(value, name)()
            return text
    raise AssertionError(f"{type(value).__name__} shows nothing")


@pytest.mark.parametrize(
    "value",
    [
        satdoku.parse(PUZZLE),
        satdoku.parse(PUZZLE).grid,
        Position.of(satdoku.parse(PUZZLE)),
        satdoku.solve(PUZZLE),
        satdoku.check_unique(PUZZLE),
        satdoku.hint(PUZZLE, strength=2),
        satdoku.diagnose("55" + PUZZLE[2:]),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_show_a_picture_with_ids_of_its_own(value: Any) -> None:
    first, second = shown(value), shown(value)
    ElementTree.fromstring(first)
    one, other = (set(re.findall(r' id="([^"]+)"', text)) for text in (first, second))
    assert len(one) >= 81
    assert not one & other


def test_a_diagnosis_marks_the_clash() -> None:
    assert shown(satdoku.diagnose("55" + PUZZLE[2:])).count('class="fault"') == 2


def test_two_solutions_show_where_they_differ() -> None:
    assert 'class="differs"' in shown(satdoku.check_unique(PUZZLE[:60] + "." * 21))


def test_paths_and_steps_unfold() -> None:
    path = shown(satdoku.explain(PUZZLE, limit=3))
    assert path.count("<details") == 3
    assert "<script" not in path
    steps = satdoku.steps(PUZZLE, "hidden-single", limit=2)
    assert shown(steps).count("<svg") == 1 + 2  # what the pictures share, and they
    assert steps.html().count("<section") == 2


def test_a_path_is_short_and_shows_each_digit_and_candidate() -> None:
    explanation = satdoku.explain(PUZZLE)
    page = ElementTree.fromstring(shown(explanation))
    assert len(ElementTree.tostring(page)) < 100_000
    ids = [one.get("id") for one in page.iter() if one.get("id")]
    assert len(ids) == len(set(ids))
    used = {one.get("href", "")[1:] for one in page.iter() if one.tag.endswith("use")}
    assert used
    assert used <= set(ids)
    pictures = page.findall("details")
    assert len(pictures) == 24
    for details, stage in zip(pictures, explanation.stages, strict=False):
        texts = (one.text or "" for one in details[1].iter() if one.tag.endswith("text"))
        drawn = Counter("".join(texts))
        before = stage.before
        shown_there = [
            digit
            for value, marks in zip(before.values, before.candidates, strict=True)
            for digit in (marks if value is None else [value])
        ]
        assert drawn == Counter(map(str, shown_there))


def test_ratings_count_what_is_not_rated() -> None:
    pytest.importorskip("satdoku.core", reason="rating needs the compiled core")
    text = shown(Ratings.of([*satdoku.rate_many([PUZZLE] * 3), None]))
    assert "<title>1.2: 3</title>" in text
    assert "<title>not rated: 1</title>" in text


def code_cells() -> list[str]:
    cells = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.full
def test_the_notebook_shows_what_its_cells_end_with() -> None:
    names: dict[str, Any] = {}
    cells = code_cells()
    assert len(cells) > 5
    for source in cells:
        tree = ast.parse(source)
        last = tree.body.pop()
        assert isinstance(last, ast.Expr)
        exec(compile(tree, "notebook", "exec"), names)
        value = eval(compile(ast.Expression(last.value), "notebook", "eval"), names)
        assert "<svg" in shown(value)


@pytest.mark.slow
def test_the_notebook_runs_in_a_kernel() -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient and ipykernel are not installed")
    nbformat = pytest.importorskip("nbformat")
    book = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(book, timeout=None).execute()
    for cell in book.cells:
        if cell.cell_type == "code":
            kinds = {kind for out in cell.outputs for kind in out.get("data", {})}
            assert {"image/svg+xml", "text/html"} & kinds, cell.source
