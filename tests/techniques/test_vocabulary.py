"""One canonical name a technique, and every other name leads to it."""

from __future__ import annotations

import csv
import json

import pytest

from satdoku.answers.techniques import technique_record
from satdoku.board import Geometry
from satdoku.cli.app import run
from satdoku.constraints import KillerCage
from satdoku.explaining import title
from satdoku.messages import languages
from satdoku.puzzle import Puzzle
from satdoku.rating import PRESETS, preset
from satdoku.rating.proofs import added_names, with_small_proofs
from satdoku.techniques.catalogue import called, technique, technique_names
from satdoku.techniques.names.terms import terms
from satdoku.techniques.names.traditions import TRADITIONS, named_by
from satdoku.techniques.names.vocabulary import canonical, groups, nearest, term
from tests.shared import shared_file

from .support import ROOT, example

GROUP_OF_RECTANGLES = tuple(f"unique-rectangle-{n}" for n in range(1, 7))


def test_every_technique_has_its_terms() -> None:
    names = [item.name for item in terms()]
    assert len(names) == len(set(names))
    assert set(technique_names()) <= set(names)
    for item in terms():
        assert item.title != item.name or "-" not in item.name


def test_every_name_leads_to_its_technique() -> None:
    for item in terms():
        titles = [title(item.name, lang) for lang in languages()]
        for name in (item.name, *titles, *item.aliases, *item.covers):
            for spelt in (name, name.upper(), f"  {name} ", name.replace(" ", "_")):
                assert canonical(spelt) == item.name, spelt


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("Naked Triplet", "naked-triple"),
        ("Region Forcing Chains", "region-forcing-chains"),
        ("region-chains", "region-forcing-chains"),
        ("二国同盟", "naked-pair"),
        ("フルハウス", "full-house"),
        ("X翼", "x-wing"),
        ("剑鱼（三链列）", "swordfish"),
        ("BUG+1", "bug-1"),
        ("Unique Loop 8 type 3", "unique-loop-3"),
        ("Dynamic Cell Forcing Chains (+)", "dynamic-forcing-chains-plus"),
        ("Dynamic Region Forcing Chains (+ Multiple Forcing Chains)", "nested-forcing-chains"),
        ("naked pairs", "naked-pair"),
        ("Unique Rectangles", "unique-rectangle"),
        ("UR", "unique-rectangle"),
        ("Uniqueness Test 6", "unique-rectangle-6"),
        ("simple coloring", "simple-colours"),
        ("Simple Colors Trap", "simple-colours-trap"),
        ("Locked Candidates Type 1 (Pointing)", "pointing"),
        ("law of leftover", "law-of-leftovers"),
        ("Finned Mutant Whale", "finned-mutant-fish-6"),
        ("0400", "skyscraper"),
        ("03111", "finned-swordfish"),
        ("0606-2", "hidden-rectangle"),
        ("naked-set-7", "naked-set-7"),
        ("Naked Candidates", "naked-set"),
        ("Kraken", "kraken-fish"),
        ("Quad Forcing Chains", "cell-forcing-chains"),
        ("3-D Medusa", "medusa-3d"),
        ("Obvious Pairs", "naked-pair"),
        ("naked quint", "naked-set-5"),
        ("Finned", "finned-fish"),
        ("g-whips", "small-proof"),
        ("Siamese Sashimi Mutant Squirmbags", "finned-mutant-fish-5"),
        ("Unique Rectangle + 4C / 3SL", "rectangle-forcing-chains"),
        ("UR+2D/1SL", "rectangle-forcing-chains"),
        ("UR type 4B", "unique-rectangle-4"),
        ("Qiu's Deadly Pattern", "qiu-deadly-pattern"),
        ("Qiu's Deadly Pattern Type 3", "qiu-deadly-pattern-3"),
        ("Borescoper's Deadly Pattern Type 2", "borescoper-deadly-pattern-2"),
        ("Unique Polygon Type 4", "borescoper-deadly-pattern-4"),
        ("ERIP", "empty-rectangle-intersection-pair"),
        ("Kraken Swordfish", "kraken-fish"),
        ("Naked Triplet (+)", "naked-triple"),
        ("OR2-whip", "small-proof"),
        ("Unique Rectangle type 9", "unique-rectangle-type-9"),
        ("No Such Thing", "no-such-thing"),
    ],
)
def test_names(name: str, own: str) -> None:
    assert canonical(name) == own


@pytest.mark.parametrize(
    ("code", "name"),
    [("0902-2", "als-xy-wing"), ("0402-1", "empty-rectangle"), ("kf1", "kraken-fish-1")],
)
def test_a_code_is_the_dialect_of_hodoku(
    code: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Which finds what the name alone does not."""
    assert technique(code) == technique(name).in_library(code) != technique(name)
    assert technique(f" {code.upper()} ") == technique(code)
    (file,) = (ROOT / "examples" / "techniques").glob(f"{name}.*")
    lines = []
    for spelt in (name, code):
        assert run(["steps", str(file), "--technique", spelt]) == 0
        lines.append(set(capsys.readouterr().out.splitlines()))
    assert lines[1] - lines[0]
    for unknown in (f"{code}9", "0902-9", "0902-two"):
        with pytest.raises(ValueError, match="there is no technique"):
            technique(unknown)


def test_the_names_of_the_reference_are_known() -> None:
    known = set(technique_names())
    with shared_file("rating", "se_reference.csv").open(newline="") as stream:
        row = next(csv.DictReader(stream))
    assert row
    text = shared_file("rating", "se_steps.tsv").read_text()
    names = {part.split("|")[1] for line in text.splitlines() for part in line.split("\t")[1:2]}
    assert names
    assert {canonical(name) for name in names} <= known


def test_nearest() -> None:
    assert nearest("swordfsh")[0] == "swordfish"
    assert nearest("zzz") == []
    assert nearest("naked par", ["naked-pair", "hidden-pair"])[0] == "naked-pair"
    assert term("fish-6").title == "fish of 6 lines"
    assert title("naked-set-5", "ja") == "五国同盟"
    with pytest.raises(ValueError, match="did you mean swordfish"):
        technique("swordfsh")


def test_a_group_searches_for_all_of_its_techniques() -> None:
    search = technique("unique rectangles")
    assert search.names == GROUP_OF_RECTANGLES
    assert search.needs_uniqueness
    for name in GROUP_OF_RECTANGLES[:3]:
        position = example(name)
        own = {step.conclusion for step in technique(name).find(position)}
        assert own <= {step.conclusion for step in search.find(position)}
    for group in groups():
        assert len(group.members) > 1, group.name
        assert {search_.name for search_ in called(group.name)} == set(group.members)


@pytest.mark.parametrize("tradition", TRADITIONS)
def test_the_names_of_a_tradition_lead_somewhere(tradition: str) -> None:
    """To a technique, or a group of them, that the commands take."""
    techniques = named_by(tradition)
    assert len(techniques) == len(set(TRADITIONS[tradition]))
    for name, own in techniques.items():
        assert own is not None, name
        assert called(name), name


def test_names_by_tradition(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["techniques", "--names"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert ["HoDoKu", "2-String Kite", "two-string-kite"] in rows
    assert ["SudokuWiki", "Y-Wing", "xy-wing"] in rows
    assert {row[0] for row in rows} == set(TRADITIONS)
    assert all(row[2] != "-" for row in rows)
    assert run(["techniques", "--names", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(lines) == len(rows)
    kin = {line["name"]: line["techniques"] for line in lines if line["kin"]}
    assert kin["Extended Gurth's Symmetrical Placement"] == ["symmetrical-placement"]
    assert "Gurth's Symmetrical Placement" not in kin
    special = {line["name"]: line["techniques"] for line in lines if line["special"]}
    assert not special.keys() & kin.keys()
    assert special["Unique Rectangle + 2D"] == ["rectangle-forcing-chains"]
    assert special["Grouped Skyscraper"] == ["grouped-aic"]
    assert "Kite" not in special
    assert run(["techniques", "x-wing", "--names"]) == 2
    capsys.readouterr()
    assert run(["techniques", "grouped skyscraper"]) == 0
    assert "grouped two-string kite" in capsys.readouterr().out


# -- the command -----------------------------------------------------------------------------------


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["techniques"]) == 0
    rows = [line.split("\t") for line in capsys.readouterr().out.splitlines()]
    assert [row[0] for row in rows] == list(technique_names())
    assert all(len(row) == 5 for row in rows)


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["techniques", "Naked Triplet", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["technique"] == "naked-triple"
    assert data["se"] == "3.6"
    assert "human" in data["presets"]
    assert "six-elements" not in data["presets"]


@pytest.mark.parametrize("name", ["small-proof", "cage-combinations", "innies-outies"])
def test_what_every_preset_adds_names_them(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["techniques", name, "--json"]) == 0
    presets = json.loads(capsys.readouterr().out)["presets"]
    assert [name for name in presets if name != "hodoku"] == [
        "human",
        "se",
        "six-elements",
        "euler96",
    ]
    assert ("hodoku" in presets) is (name == "small-proof"), "brute force is shown as one"


def test_what_clues_add_to_a_preset_is_named() -> None:
    cages = Puzzle.empty(Geometry.classic(), [KillerCage((0, 1), 3)])
    for name in PRESETS:
        own = preset(name)
        added = {e.search.name for e in with_small_proofs(own, cages).entries}
        families = {"clue-combinations"} & added
        assert added - {e.search.name for e in own.entries} - families <= set(added_names(own))
        assert bool(families) is not own.complete


def test_an_unknown_name(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["techniques", "swordfsh"],
        ["steps", "." * 81, "--technique", "swordfsh"],
        ["rate", "." * 81, "--requires", "swordfsh"],
        ["generate", "--requires", "swordfsh"],
    ):
        assert run(arguments) == 2
        seen = capsys.readouterr()
        assert "swordfish" in seen.err
        assert not seen.out


@pytest.mark.parametrize(
    ("name", "family"),
    [("x-wing", "fish"), ("cage-combinations", "clues"), ("nested-forcing-chains", "forcing")],
)
def test_the_family_of_a_technique_is_its_file(name: str, family: str) -> None:
    assert technique_record(technique(name)).family == family
