"""A technique's name is a label: the check and the sentences of a step do not depend on it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from satdoku.constraints import REGISTRY
from satdoku.explaining import words
from satdoku.explaining.hints import parts_of, spots, veiled
from satdoku.puzzle import Position
from satdoku.rating import PRESETS, preset, walk
from satdoku.rating.se import SE
from satdoku.render import step_scene
from satdoku.techniques import Technique, all_techniques, technique
from satdoku.techniques.check import faults
from satdoku.techniques.names.terms import terms
from satdoku.techniques.searches.houses.chains import UnaryChain
from satdoku.techniques.step import Step
from tests.shared import thinned

from .support import ONE_OF_EACH_PROOF, ROOT, example, example_steps, position_of, rated
from .test_catalogue import NAMES

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


@pytest.mark.parametrize("name", thinned(NAMES, len(NAMES), always=ONE_OF_EACH_PROOF))
def test_renaming_a_technique_changes_nothing_but_the_label(name: str) -> None:
    for step in example_steps(name)[:2]:
        assert_only_a_label(step, example(name))


@pytest.mark.full
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
            search = UnaryChain(member) if name == "unary-chains" else technique(member)
            step = search.first(example(member))
            assert step is not None
            assert rate(replace(step, technique=OTHER, variant="")) == rate(step)


# ------------------------------------------------------------------------------------------------
# Where a name may decide something.

SOURCE = ROOT / "satdoku"
SPEAKERS = (
    "explaining/",
    "rating/columns.py",
    "rating/worth.py",
    "rating/se.py",
    "rating/se_ratings.py",
)
"""Messages and scales: their keys are the names of techniques."""
CATALOGUE = ("techniques/catalogue.py", "techniques/names/vocabulary.py")
OTHER_WORDS = (
    "techniques/reasoning/", "techniques/compiled/", "web/fpuzzles.py", "constraints/refused.py",
)  # fmt: skip
"""Kinds of chains, the compiled core's techniques, a site's families, and names of rules, by words
that some techniques have too."""


def keys_of(tree: ast.AST) -> Iterator[ast.Constant]:
    """The constants that something is looked up by or compared with."""
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=found):
                yield from constants(key for key in found if key is not None)
            case ast.Compare(left=left, comparators=found):
                yield from constants([left, *found])
            case ast.Subscript(slice=found):
                yield from constants([found])
            case ast.MatchValue(value=found):
                yield from constants([found])
            case ast.Call(func=ast.Attribute(attr="startswith" | "endswith" | "get"), args=found):
                yield from constants(found[:1])
            case ast.Call(func=ast.Attribute(attr="fromkeys"), args=found):
                yield from constants(found[:1])


def constants(nodes: Iterable[ast.AST]) -> Iterator[ast.Constant]:
    for node in nodes:
        if isinstance(node, ast.Constant):
            yield node
        elif isinstance(node, ast.Tuple | ast.List | ast.Set):
            yield from constants(node.elts)


def strangers(path: Path, source: str) -> list[str]:
    """Names of techniques that a file of the tree uses as keys and that are not its own."""
    place = path.as_posix()
    if place.startswith((*SPEAKERS, *CATALOGUE, *OTHER_WORDS)):
        return []
    own = {search.name for search in all_techniques() if place == f"techniques/{home(search)}.py"}
    # A preset of the project's seeds has the name of its last technique.
    # and "skyscraper" is a rule too.
    names = {item.name for item in terms()} - own - set(PRESETS) - set(REGISTRY)
    if names.isdisjoint(re.findall(r"[\w-]+", source)):
        return []  # nothing to parse
    return [
        f"{place}:{key.lineno}: {key.value}"
        for key in keys_of(ast.parse(source))
        if key.value in names
    ]


def home(search: Technique) -> str:
    return type(search).__module__.removeprefix("satdoku.techniques.").replace(".", "/")


@pytest.mark.full
def test_no_name_of_a_technique_is_a_key_outside_catalogue_scales_and_messages() -> None:
    files = sorted(SOURCE.rglob("*.py"))
    assert len(files) > 400
    lines = [
        line
        for file in files
        for line in strangers(file.relative_to(SOURCE), file.read_text("utf-8"))
    ]
    assert lines == []


@pytest.mark.parametrize(
    "line",
    [
        'worth = {"x-wing": 3}',
        'step.technique == "x-wing"',
        'step.technique in ("naked-pair", "x-wing")',
        'table["x-wing"]',
        'name.startswith("x-wing")',
        'dict.fromkeys(("x-wing",), 3)',
        'match name:\n    case "x-wing":\n        pass',
    ],
)
def test_such_a_key_is_seen(line: str) -> None:
    assert "answers/other.py:" in " ".join(strangers(Path("answers/other.py"), line))
    assert (
        strangers(Path("techniques/searches/houses/fish.py"), line.replace('"naked-pair", ', ""))
        == []
    )
    assert strangers(Path("techniques/searches/houses/wings.py"), line)
