"""A technique's name is a label: the check and the sentences of a step do not depend on it."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from satdoku.explaining import words
from satdoku.explaining.hints import parts_of, spots, veiled
from satdoku.puzzle import Position
from satdoku.rating import preset, walk
from satdoku.rating.se import SE
from satdoku.render import step_scene
from satdoku.techniques import technique
from satdoku.techniques.check import faults
from satdoku.techniques.step import Step

from .support import position_of, rated
from .test_catalogue import NAMES, example

OTHER = "trial"
"""A name that has a proof, a hint and sentences of its own kind."""


def assert_only_a_label(step: Step, position: Position) -> None:
    named = replace(step, technique=OTHER, variant="1")
    assert faults(named, position) == faults(step, position) == ()
    geometry = position.geometry
    assert parts_of(named, geometry) == parts_of(step, geometry)
    assert spots(named, geometry) == spots(step, geometry)
    assert step_scene(position, named) == step_scene(position, step)
    shown = replace(veiled(named), technique=step.technique, variant=step.variant)
    assert shown == veiled(step)
    for lang in ("en", "ja"):
        speaker = words(geometry, lang)  # type: ignore[arg-type]
        assert speaker.full(named) == speaker.full(step)
        assert speaker.place(named) == speaker.place(step)
        colon = {"en": ": ", "ja": ":"}[lang]
        one, other = (speaker.pattern(each).partition(colon)[2] for each in (named, step))
        assert one == other


@pytest.mark.parametrize("name", NAMES)
def test_renaming_a_technique_changes_nothing_but_the_label(name: str) -> None:
    position = example(name)
    steps = list(islice(technique(name).find(position), 2))
    assert steps
    for step in steps:
        assert_only_a_label(step, position)


def test_renaming_changes_nothing_in_the_steps_of_presets() -> None:
    for name, puzzle in (("six-elements", rated(6.5, 7.0)[0]), ("human", rated(7.0, 7.2)[0])):
        for stage in walk(position_of(puzzle), preset(name)):
            assert_only_a_label(stage.step, stage.before)


def test_a_rating_does_not_depend_on_the_label() -> None:
    rates = {entry.search.name: entry.rate for entry in SE.entries}
    for name in ("unique-loops", "bug", "unary-chains"):
        rate = rates[name]
        assert rate is not None
        members = {
            "unique-loops": [f"unique-rectangle-{n}" for n in (1, 2, 3, 4)],
            "bug": [f"bug-{n}" for n in (1, 2, 3, 4)],
            "unary-chains": ["x-cycle", "y-cycle", "xy-cycle", "x-chain", "forcing-chain"],
        }[name]
        for member in members:
            step = technique(member).first(example(member))
            assert step is not None
            assert rate(replace(step, technique=OTHER, variant="")) == rate(step)
