"""Which techniques a name means, and that the satdoku scale rates each one by its own row."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from satdoku.base.limits import ENDLESS
from satdoku.formats import parse
from satdoku.rating import PRESETS, preset, start
from satdoku.rating.columns import WORTH
from satdoku.rating.names import is_called, technique_names
from satdoku.rating.scales import SCALES, Scale
from satdoku.rating.worth import worth
from satdoku.techniques.catalogue import technique
from satdoku.techniques.catalogue import technique_names as searched
from satdoku.techniques.names.terms import terms
from tests.techniques.support import puzzle_of, rated

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("name", "wanted", "is_it"),
    [
        ("x-wing", "x-wing", True),
        ("x-wing", "x", False),
        ("bug-3", "bug", True),
        ("bug-3", "bug-1", False),
        ("unique-rectangle-1", "unique-rectangle", True),
        ("unique-rectangle-1", "unique", False),
        ("dynamic-forcing-chains-plus", "dynamic-forcing-chains", False),
        ("dynamic-forcing-chains", "dynamic-forcing-chains", True),
        ("als-xz", "als", False),
    ],
)
def test_a_name_means_its_technique_and_the_types_of_it(
    name: str, wanted: str, is_it: bool
) -> None:
    assert is_called(name, wanted) is is_it


@pytest.mark.parametrize(
    "scale", [pytest.param(scale, id=name) for name, scale in SCALES.items() if scale.ratings]
)
def test_a_scale_has_a_row_for_every_technique_and_no_other(scale: Scale) -> None:
    families = {"naked-set", "hidden-set", "fish"}
    assert {item.name for item in terms()} == scale.ratings.keys() - families
    assert set(searched()) <= scale.ratings.keys()
    assert scale.usual.keys() <= {name for name, row in scale.ratings.items() if not row}
    assert len({column.name for column in scale.columns}) == len(scale.columns)
    with pytest.raises(KeyError, match="no-such"):
        scale.least("no-such")
    assert scale.row("fish-6") == scale.row("naked-set-5") == ()


def test_every_step_of_a_path_has_a_worth() -> None:
    assert "human" in PRESETS
    assert not set(technique_names("human")) - WORTH.keys()


@pytest.mark.parametrize("name", ["equal-totals", "whisper-polarity", "dot-pairs"])
def test_chains_that_pass_no_clue_have_names_that_the_scale_rates(name: str) -> None:
    text = (ROOT / f"examples/techniques/{name}.json").read_text("utf-8")
    position = parse(text).position
    assert position is not None
    steps = list(technique("clue-chain").find(position, ENDLESS))
    names = {step.technique for step in steps}
    assert "aic" in names
    assert names <= WORTH.keys()
    assert min(map(worth, steps)) > 0


def test_columns_of_different_scales_have_different_names() -> None:
    names = [column.name for scale in SCALES.values() for column in scale.columns]
    assert len(set(names)) == len(names)


def test_an_unknown_technique_is_not_worth_as_much_as_another() -> None:
    stage = preset("human").next(start(puzzle_of(rated(3.0, 3.1)[0])))
    assert stage is not None
    assert worth(stage.step) == WORTH[stage.step.technique]
    with pytest.raises(KeyError, match="no-such"):
        worth(replace(stage.step, technique="no-such"))
