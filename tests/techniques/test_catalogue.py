"""Every technique has a module, a position of the project's own, and a page made of both."""

from __future__ import annotations

import inspect
import re
import runpy
from importlib import import_module
from pkgutil import iter_modules

import pytest

from satdoku.answers.pages import (
    STRENGTHS,
    technique_page,
    technique_parts,
    technique_pictures,
)
from satdoku.base.errors import FormatError
from satdoku.base.limits import ENDLESS
from satdoku.board import Geometry
from satdoku.explaining import explain, title
from satdoku.generating.examples import technique_example
from satdoku.generating.needs import stage_before
from satdoku.messages import SOURCE, Lang, languages
from satdoku.techniques import arguments
from satdoku.techniques.arguments.assumptions import AssumptionProof
from satdoku.techniques.arguments.locked import ExclusionProof
from satdoku.techniques.catalogue import (
    Technique,
    all_techniques,
    technique,
    technique_names,
)
from satdoku.techniques.check import faults
from satdoku.techniques.names.terms import MODULES
from satdoku.techniques.step import Proof
from tests.shared import thinned

from .support import ONE_OF_EACH_PROOF, ROOT, assert_sound, example, solve

EXAMPLES = ROOT / "examples" / "techniques"
NAMES = technique_names()


@pytest.mark.parametrize("name", NAMES)
def test_the_position_shows_the_technique(name: str) -> None:
    position = example(name)
    before = (position.values, position.candidates)
    step = technique(name).first(position)
    assert (position.values, position.candidates) == before
    assert step is not None
    assert step.technique in (name, "negation")
    assert faults(step, position) == ()
    solution = solve(position)
    assert solution is not None
    assert_sound(step, solution)
    # The puzzle itself has one solution, so arguments from uniqueness hold.
    for cell, digits in enumerate(position.candidates):
        assert position.values[cell] is not None or solution[cell] in digits
    assert explain(step, position.geometry)


@pytest.mark.parametrize("name", thinned(NAMES, len(NAMES), always=ONE_OF_EACH_PROOF))
def test_every_instance_in_the_position_is_sound(name: str) -> None:
    position = example(name)
    solution = solve(position)
    assert solution is not None
    count = 0
    for step in technique(name).find(position):
        assert_sound(step, solution)
        count += 1
        if count <= 20:
            assert faults(step, position) == ()
        if count >= 200:
            break
    assert count


LIMITS = """
    kraken-fish-1 largest 4 fins 5; kraken-fish-2 largest 4 fins 5; bug-n most 5;
    multi-sector-locked-set fewest 3 most 5; broken-wing longest 7 most 4;
    bivalue-oddagon longest 7 most 3; tridagon most 4; junior-exocet most 4; senior-exocet most 4;
    double-exocet most 4; als-chain shortest 4; death-blossom stem 5;
    rectangle-forcing-chains most 8 longest 12; negation largest 3; negation-2 largest 3;
    trial nodes 20000; innies-outies most 4; law-of-leftovers most 5;
    set-equivalence most 6 open 7; joined-clues most_cells 6 most_clues 4; digit-places most 3;
    parity-chain longest 8; modulus-chain longest 8; high-low-chain longest 8;
    entropy-chain longest 8; clue-chain longest 13; clue-forcing-chains longest 9 most 60;
    clue-negation longest 8; whip shortest 2 longest 8 widest 200; braid shortest 2 longest 20;
    small-proof finalists 12 large 8 cores 6 work 8000 budget 25000
"""


def test_how_far_searches_go() -> None:
    """Paths, and so levels and points that are published, depend on these."""
    for row in LIMITS.split(";"):
        name, *limits = row.split()
        expected = dict(zip(limits[::2], map(int, limits[1::2]), strict=True))
        search = technique(name)
        assert {field: getattr(search, field) for field in expected} == expected, name


def test_each_kind_of_argument_is_tried_by_default() -> None:
    classes = {
        kind
        for module in iter_modules(arguments.__path__)
        for kind in vars(import_module(f"{arguments.__name__}.{module.name}")).values()
        if inspect.isclass(kind) and issubclass(kind, Proof) and not inspect.isabstract(kind)
    }
    steps = [technique(name).first(example(name)) for name in ONE_OF_EACH_PROOF]
    kinds = [type(step.proof) for step in steps if step is not None]
    assert len(set(kinds)) == len(kinds) == len(ONE_OF_EACH_PROOF)
    # What a trial supposes is no technique; other examples are of Sudoku Explainer's exclusions.
    assert classes - set(kinds) == {AssumptionProof, ExclusionProof}


def test_modules_docs_and_examples_are_complete() -> None:
    searches = ROOT / "satdoku" / "techniques" / "searches"
    families = {
        f"{path.parent.name}.{path.stem}"
        for path in searches.rglob("*.py")
        if "\nTERMS = " in path.read_text("utf-8")
    }
    assert set(MODULES) == families
    assert {path.stem for path in EXAMPLES.iterdir()} == set(NAMES)


def test_every_technique_says_why_it_holds() -> None:
    for search in all_techniques():
        doc = inspect.getdoc(type(search)) or ""
        module = inspect.getmodule(type(search))
        assert module is not None
        assert len(doc) > 60
        assert search.name.split("-")[0] in (module.__doc__ or "").lower()


_CODE = re.compile(r"`|\b(docstring|module|family|seed|search|proof|Pattern:|Order:)\b|_|\{")


@pytest.mark.parametrize("lang", languages())
def test_every_technique_is_explained_to_readers(lang: Lang) -> None:
    """Each has what to look for, why it holds and how to spot it, in sentences of its own kind."""
    said: dict[str, set[str]] = {}
    for search in all_techniques():
        parts = technique_parts(search, lang)
        assert len(parts) == 4
        texts = [paragraphs[0] for _, paragraphs in parts[:3]]
        for text in texts:
            assert len(text) > (25 if lang == SOURCE else 8), (search.name, text)
            assert text.endswith((".", "。")), (search.name, text)
            assert lang != SOURCE or not _CODE.search(text), (search.name, text)
        assert len({*texts}) == 3, search.name
        assert (len(parts[1][1]) == 2) is search.needs_uniqueness
        said.setdefault(texts[2], set()).add(search.file)
    # A text that two families share is one that nobody wrote for either.
    assert not [files for files in said.values() if len(files) > 2]


NEEDED = (
    "als-xz", "hidden-pair", "naked-triple", "skyscraper", "w-wing", "x-wing", "xy-chain",
    "xyz-wing", "simple-colours-trap", "unique-rectangle-1", "thermo-bounds", "arrow-sums",
)  # fmt: skip


def test_a_page_is_for_readers_first() -> None:
    search = technique("x-wing")
    step = search.first(technique_example("x-wing"))
    assert step is not None
    for lang in languages():
        page = technique_page(search, lang)
        reader, _, notes = page.partition("\n## Notes for developers\n")
        headings = [heading for heading, _ in technique_parts(search, lang)]
        headed = [line[3:] for line in reader.splitlines() if line.startswith("## ")]
        assert [heading for heading in headed if heading in headings] == headings
        for strength in STRENGTHS:
            assert explain(step, Geometry.classic(), lang, strength) in reader
        assert page.startswith(f"# {title('x-wing', lang)[:1].upper()}")
        assert "examples/techniques/x-wing.txt" in notes
        assert "satdoku/" not in reader
        assert "The n base lines each need the digit, in n different crossing lines" in notes
    pictures = technique_pictures(search)
    assert len({*pictures}) == 3
    assert all(picture.startswith("<svg") for picture in pictures)


def test_singles_are_shown_in_the_middle_of_a_puzzle() -> None:
    for name in ("full-house", "hidden-single", "naked-single"):
        assert 30 <= technique_example(name).values.count(None) <= 50


@pytest.mark.parametrize("name", NEEDED)
def test_nothing_easier_leads_on_where_a_technique_is_shown(name: str) -> None:
    shown = technique_example(name)
    stage = stage_before(technique(name), shown, ENDLESS)
    assert stage is not None
    assert stage.before == shown


def test_a_position_that_shows_a_technique_is_taken_from_new_puzzles() -> None:
    """``python docs/techniques/mine.py x-wing`` renews it."""
    docs = runpy.run_path(str(ROOT / "docs" / "techniques" / "mine.py"))
    position = next(docs["needing"]("x-wing", 5, 60.0))
    assert position != technique_example("x-wing")
    stage = stage_before(technique("x-wing"), position, ENDLESS)
    assert stage is not None
    assert stage.before == position
    assert stage.step.technique == "x-wing"


def test_a_technique_without_a_position_has_the_rest_of_its_page() -> None:
    for name in ("fish-5", "franken-fish-5"):
        page = technique_page(technique(name))
        assert "## Why it holds" in page
        assert ".svg" not in page
        with pytest.raises(FormatError, match=name):
            technique_example(name)


def test_abbreviations_take_a_type_and_fishes_are_a_plural() -> None:
    for name, own in (
        ("UR type 4", "unique-rectangle-4"),
        ("AR type 2", "avoidable-rectangle-2"),
        ("UL type 2", "unique-loop-2"),
        ("EUR type 3", "extended-rectangle-3"),
        ("Sashimi Swordfishes", "sashimi-swordfish"),
        ("Jellyfishes", "jellyfish"),
        ("locked candidates 1", "pointing"),
        ("locked candidates 2", "claiming"),
    ):
        assert technique(name).name == own, name


def test_names_are_found_and_near_misses_are_named() -> None:
    for name in NAMES:
        search = technique(name)
        assert isinstance(search, Technique)
        assert search.name == name
    with pytest.raises(ValueError, match="naked-pair"):
        technique("naked-pear")


def test_families_that_go_on_have_a_name_for_each_size() -> None:
    for name in ("naked-set-5", "hidden-set-5", "fish-5"):
        assert technique(name).name == name
    assert technique("naked-set-2") == technique("naked-pair")
    assert technique("negation(1)") == technique("negation")
    assert technique("negation-3").name == "negation-3"
    position = example("enclosure")
    assert {s.variant for s in technique("enclosure(2)").find(position)} == {"2"}
    for name in ("fish-1", "negation(0)", "pointing-3"):
        with pytest.raises(ValueError, match="no technique"):
            technique(name)


def test_links_of_chains_and_wings_for_pictures() -> None:
    for name in ("xy-wing", "xyz-wing", "als-xz", "als-chain"):
        step = technique(name).first(example(name))
        assert step is not None
        assert step.view.links
        peers = example(name).geometry.peers
        for link in step.view.links:
            assert link.first[1] == link.second[1]
            assert link.second[0] in peers[link.first[0]]
    for name in ("aic", "grouped-continuous-nice-loop"):
        step = technique(name).first(example(name))
        assert step is not None
        ends = [link for link in step.view.links if link.kind == "strong"]
        assert {link.kind for link in step.view.links} == {"weak", "strong"}
        assert {pair for link in ends for pair in (link.first, link.second)} == set(
            step.view.role("defining")
        )
    for name in ("forcing-chain", "xy-cycle"):
        step = technique(name).first(example(name))
        assert step is not None
        kinds = [link.kind for link in step.view.chains[0].links]
        assert {"weak", "strong"} == set(kinds)
        assert len(kinds) == len(step.view.chains[0].nodes) - 1
