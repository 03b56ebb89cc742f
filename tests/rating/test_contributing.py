"""The worked examples of CONTRIBUTING.md for a technique and a scale work as they are printed."""

from __future__ import annotations

import re
import sys
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from satdoku.answers.puzzle_input import input_of
from satdoku.answers.rating import rating_line, rating_of
from satdoku.answers.techniques import technique_record
from satdoku.explaining import words
from satdoku.rating import path, preset, start, walk
from satdoku.rating.columns import WORTH
from satdoku.rating.scales import SCALES, SE
from satdoku.render.notebook import Ratings
from satdoku.techniques import catalogue
from satdoku.techniques.check import faults
from satdoku.techniques.names import terms, vocabulary
from tests.techniques.support import assert_sound, position_of, puzzle_of, rated, solve

TEXT = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text("utf-8")


def example(name: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module that a code block of CONTRIBUTING.md makes."""
    (code,) = re.findall(rf"```python {name}\n(.*?)```", TEXT, re.S)
    module = ModuleType(f"contributing_{name}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # dataclasses look it up
    exec(compile(code, f"CONTRIBUTING.md ({name})", "exec"), vars(module))
    return module


def test_a_technique_of_a_known_kind_needs_its_search_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    search = example("technique", monkeypatch).BridgedPair()
    count = 0
    for puzzle in rated(6.5, 7.2)[:2]:
        position = position_of(puzzle)
        solution = solve(position)
        assert solution is not None
        for stage in islice(walk(position, preset("human")), 10, 40):
            for step in islice(search.find(stage.before), 3):
                count += 1
                assert faults(step, stage.before) == ()
                assert_sound(step, solution)
                for lang, follow in (("en", "Follow the links"), ("ja", "リンクをたどります")):
                    speaker = words(position.geometry, lang)  # type: ignore[arg-type]
                    assert speaker.full(step).startswith(follow)
                    assert speaker.place(step)
    assert count > 5


def test_a_technique_says_everything_about_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("technique", monkeypatch)
    added = "satdoku.techniques.searches.houses.contributing"
    caches = (
        terms.terms,
        terms.known,
        vocabulary.groups,
        vocabulary._known,
        vocabulary.term,
        catalogue._catalogue,
    )
    try:
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, added, module)
            patch.setattr(terms, "MODULES", (*terms.MODULES, "houses.contributing"))
            patch.setattr(terms, "_ANY_BOARD", (*terms._ANY_BOARD, "houses.contributing"))
            for cache in caches:
                cache.cache_clear()
            search = catalogue.technique("Plain W-Wing")
            assert search == module.BridgedPair()
            record = technique_record(search)
            assert (record.title, record.aliases) == ("bridged pair", ("plain W-wing",))
            assert WORTH[search.name] == SE.least(search.name) == 45
            assert SE.ratings[search.name] == ()
            before, own = list(islice(terms.human_searches(), 35, 37))
            assert (before.name, own) == ("w-wing", search)
            assert "bridged-pair" in catalogue.technique_names()
            patch.setattr(module, "TERMS", module.TERMS * 2)
            terms.terms.cache_clear()
            with pytest.raises(ValueError, match="two techniques are called bridged-pair"):
                terms.terms()
    finally:
        for cache in caches:
            cache.cache_clear()
    with pytest.raises(KeyError):
        WORTH["bridged-pair"]


def test_a_scale_is_its_tables_and_a_function(monkeypatch: pytest.MonkeyPatch) -> None:
    module = example("scale", monkeypatch)
    points, scale = module.POINTS, module.SCALE
    text = rated(3.0, 3.1)[0]
    puzzle = puzzle_of(text)
    went = path(start(puzzle), points)
    assert went.outcome == "solved"
    worth = {stage.step.technique: stage.rating for stage in went.stages}
    assert {"hidden-single": 4.0, "naked-single": 8.0, "naked-pair": 40.0}.items() <= worth.items()
    total = sum(stage.rating or 0.0 for stage in went.stages)
    # Nothing else has to know it: record, line and text come from the columns.
    monkeypatch.setitem(SCALES, scale.name, scale)
    answer = rating_of(input_of(text), scale=scale)
    assert answer.scores["total"] == total > 0
    assert list(answer.to_dict())[2:] == ["total", "techniques", "steps", "scale"]
    assert rating_line(answer) == f"points:{total:.0f}\t{text}\t-"
    assert answer.text().splitlines()[0] == f"total {total:.0f}  {len(went.stages)} steps"
    with pytest.raises(AttributeError, match="no 'er', but total"):
        _ = answer.er
    plots = Ratings.of([answer, rating_of(input_of(text))])._repr_html_()
    assert "total of 1 puzzle" in plots
    assert "ER of 1 puzzle" in plots
