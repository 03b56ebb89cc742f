"""Every family and rule has what a newcomer looks for: docs, an example, tests."""

import ast
import inspect
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import MISSING, FrozenInstanceError, fields, is_dataclass, replace
from importlib import import_module

import pytest
from constraint_oracle import ROOT, read_example, solutions

import satdoku.constraints
from satdoku.answers.pages import filled
from satdoku.answers.rules import page_of, rule_record
from satdoku.board import Constraint, Geometry
from satdoku.constraints import FAMILIES, REGISTRY, from_data, parse_rules, registry
from satdoku.explaining.findings import rule_of
from satdoku.formats import fpuzzles, iss, lisudoku, parse
from satdoku.puzzle import Puzzle
from satdoku.render import render_grid
from satdoku.techniques.searches.clues.clues import TERMS as CLUE_TERMS
from tests.shared import thinned

SHARED = {
    *("__init__", "common", "console", "data", "denied", "machines", "open_rules"),
    *(
        "hidden",
        "listed",
        "pairs",
        "parameters",
        "patterns",
        "phrases",
        "refused",
        "region_shapes",
        "laws",
        "registry",
        "rows",
        "sides",
        "told",
        "usage",
        "wording",
    ),
}


def test_every_module_is_a_family() -> None:
    modules = {path.stem for path in (ROOT / "satdoku/constraints").glob("*.py")}
    assert modules - SHARED == set(FAMILIES)


def test_rules_made_in_code_have_one_of_their_choices() -> None:
    choices = [(kind, p) for kind in REGISTRY.values() for p in kind.parameters if p.choices]
    assert len(choices) > 30
    for kind, parameter in choices:
        (rule, *_) = (r for r in read_example(kind.name).constraints if type(r) is kind)
        with pytest.raises(ValueError, match=f"'{parameter.name}' is one of .*, not 'wrong'"):
            replace(rule, **{parameter.name: "wrong"})


@pytest.mark.parametrize("family", FAMILIES)
def test_every_family_has_its_papers(family: str) -> None:
    assert (ROOT / f"tests/constraints/test_{family}.py").is_file()
    page = (ROOT / f"docs/constraints/{family}.md").read_text("utf-8")
    for rule in _rules(family):
        assert f"`{rule}`" in page, f"docs/constraints/{family}.md says nothing about {rule}"
        assert f"<!-- {rule} -->\n" in page


def test_no_papers_without_a_family() -> None:
    pages = {path.stem for path in (ROOT / "docs/constraints").glob("*.md")}
    assert pages - {"README"} == set(FAMILIES)
    examples = {path.stem for path in (ROOT / "examples/constraints").glob("*.json")}
    assert examples == set(REGISTRY)


@pytest.mark.parametrize("name", REGISTRY)
def test_every_rule_is_complete(name: str) -> None:
    rule = REGISTRY[name]
    assert issubclass(rule, Constraint)
    assert rule.name == name
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", name)
    assert rule.title
    assert rule.summary.endswith(".")
    assert inspect.getdoc(rule)
    assert is_dataclass(rule)
    own = [field for field in fields(rule) if field.compare]
    assert [f.name for f in own] == [p.name for p in rule.parameters]
    for field, parameter in zip(own, rule.parameters, strict=True):
        assert parameter.optional == (field.default is not MISSING)
        assert not parameter.optional or parameter.default == field.default
    assert getattr(satdoku.constraints, rule.__name__) is rule
    assert rule.__name__ in satdoku.constraints.__all__


@pytest.mark.parametrize("name", REGISTRY)
def test_every_rule_is_frozen_and_hashable(name: str) -> None:
    puzzle = read_example(name)
    inside = [part for rule in puzzle.constraints for part in getattr(rule, "rules", ())]
    for rule in (*puzzle.constraints, *inside):
        again = replace(rule)  # type: ignore[type-var]
        assert rule == again
        assert hash(rule) == hash(again)
        with pytest.raises((FrozenInstanceError, AttributeError)):
            rule.name = "other"  # type: ignore[misc]
    around = {"chaos-arrow": "chaos-construction", "chaos-count": "chaos-construction"}
    if name in around:  # what cannot stand alone
        assert {rule.name for rule in puzzle.constraints} == {around[name]}
        assert {rule.name for rule in inside} == {name}
        return
    named = {rule.name for rule in puzzle.constraints}
    assert named - {"blanks"} == {name} - {"blanks"} or name.startswith("negative")
    assert name in named


@pytest.mark.parametrize("name", thinned(REGISTRY, 10))
def test_every_example_has_the_one_solution_its_page_shows(name: str) -> None:
    puzzle = read_example(name)
    assert puzzle.problems() == ()
    grids = solutions(puzzle)
    assert len(grids) == 1
    assert puzzle.accepts(grids[0])
    page = page_of(rule_record(REGISTRY[name]))
    assert page is not None
    assert grids[0].text() in page
    assert puzzle.grid.text() in page
    assert render_grid(puzzle) in page
    # The rule is needed: without it the givens leave more than one solution.
    assert len(solutions(Puzzle(puzzle.geometry, puzzle.givens))) == 2


@pytest.mark.parametrize("name", REGISTRY)
def test_every_rule_says_how_it_looks_and_what_it_is_known_by(name: str) -> None:
    puzzle = read_example(name)
    board = puzzle.geometry
    for rule in puzzle.constraints:
        assert rule.describe(board)
        assert rule.shapes(board)
        assert set(rule.scope(board)) <= set(range(board.cell_count))
        assert list(rule.scope(board)) == sorted(set(rule.scope(board)))
        for shape in rule.shapes(board):
            assert set(shape.cells) <= set(rule.scope(board))
        described, head, number = (of(board) for of in (rule.describe, rule.head, rule.known_by))
        assert described.startswith(head)
        assert " in " not in head or head == described
        named = rule.name == "whisper"  # of 5: German whisper
        assert not number or named or head.endswith(f" of {number}")


def test_a_number_in_the_name_that_a_rule_was_given_is_not_its_own() -> None:
    board = Geometry.classic()
    pairs = {"cells": ["r1c1", "r1c2"], "table": [[1, 2]], "called": "Sum of 3 or so"}
    rule = from_data({"rule": "pair-table", **pairs}, board)
    assert rule.describe(board) == 'rule "Sum of 3 or so" in r1c1 and r1c2'
    assert rule.known_by(board) == rule_of(rule, board).label == ""


def test_the_registry_is_a_mapping() -> None:
    assert len(REGISTRY) == len(list(REGISTRY))
    assert "anti-knight" in REGISTRY
    assert "anti-hamster" not in REGISTRY
    with pytest.raises(KeyError):
        REGISTRY["anti-hamster"]
    with pytest.raises(AttributeError, match="Hamster"):
        getattr(satdoku.constraints, "Hamster")  # noqa: B009
    assert import_module("satdoku.constraints.cages")


def test_families_are_loaded_when_asked_for() -> None:
    code = (
        "import sys, json, satdoku.constraints as c; "
        "before = [m for m in sys.modules if m.startswith('satdoku.constraints.')]; "
        "c.REGISTRY['anti-knight']; "
        "after = [m for m in sys.modules if m.startswith('satdoku.constraints.')]; "
        "print(json.dumps([before, after]))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    before, after = json.loads(run.stdout)
    families = {f"satdoku.constraints.{family}" for family in FAMILIES}
    assert not families & set(before)
    assert families & set(after) == {"satdoku.constraints.chess"}


def test_holds_is_a_question_about_full_grids() -> None:
    for name in REGISTRY:
        puzzle = read_example(name)
        with pytest.raises(ValueError, match="full grids"):
            puzzle.constraints[0].holds(puzzle.grid)


def test_the_python_of_the_first_page_runs() -> None:
    page = (ROOT / "docs/constraints/README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    exec(code, {})
    (data,) = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    board = Geometry.classic()
    assert [from_data(rule, board).name for rule in json.loads(data)["constraints"]] == [
        "anti-knight",
        "killer-cage",
    ]


@pytest.mark.parametrize("family", thinned(FAMILIES, 4))
def test_the_data_of_every_page_is_read(family: str) -> None:
    page = filled((ROOT / f"docs/constraints/{family}.md").read_text("utf-8"))
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    for data in blocks:
        rule = json.loads(data)
        if "rule" not in rule:  # a whole puzzle
            assert parse(data).puzzle.constraints
            continue
        assert from_data(rule, read_example(rule["rule"]).geometry)
    listed = re.findall(r"`--rules\s([^`]+)`", page)
    assert blocks or listed
    for words in listed:
        name = words.split(":")[0].split(",")[0]
        board = read_example(name).geometry if name in REGISTRY else Geometry.classic()
        assert parse_rules(words, board)


def _rules(family: str) -> list[str]:
    return [n for n, c in REGISTRY.items() if c.__module__ == f"satdoku.constraints.{family}"]


def test_the_technique_that_reads_a_rule_is_one_of_the_catalogue() -> None:
    read = {rule.technique for rule in REGISTRY.values()}
    assert read == {term.name for term in CLUE_TERMS}


WORDS = {
    *("and", "arrow", "diagonal", "high", "low", "maximum", "minimum", "or", "outside"),
    *("quadruple", "skyscraper", "variables"),
}
"""Rules whose names are words that other things are called too."""


def known_by_name(text: str) -> list[str]:
    """The names of rules that stand in the text of a module, each with its line."""
    names = {*REGISTRY} - WORDS
    if names.isdisjoint(re.findall(r"[\"']([\w-]+)[\"']", text)):
        return []  # nothing to parse
    return [
        f"{node.lineno}: {node.value}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Constant) and node.value in names
    ]


def test_nothing_else_knows_a_rule_by_its_name() -> None:
    """The facts about a rule stand in its class; only formats and messages name it besides."""
    package = ROOT / "satdoku"
    allowed = {package / "constraints", package / "formats", package / "explaining"}
    files = [file for file in package.rglob("*.py") if not allowed & set(file.parents)]
    assert len(files) > 200
    places = {file.name: known_by_name(file.read_text("utf-8")) for file in files}
    assert not any(places.values()), {name: lines for name, lines in places.items() if lines}


@pytest.mark.parametrize(
    "line",
    ['rule.name == "thermo"', '{"killer-cage": 1}', 'if name in ("renban", "x"):\n    pass'],
)
def test_a_name_of_a_rule_is_seen(line: str) -> None:
    assert len(known_by_name(line)) == 1


def test_formats_of_links_call_each_rule_by_a_name_of_its_own() -> None:
    tables = {"fpuzzles": fpuzzles.TABLE, "iss": iss.TABLE, "lisudoku": lisudoku.TABLE}
    links = [link for rule in REGISTRY.values() for link in rule.in_links]
    assert len(links) == len({*links}) > 50
    for link in links:
        name, _, called = link.partition(":")
        rule = registry.linked(link)
        assert rule is not None
        # Iterating makes a codec of the parameters of each.
        assert (called, rule.name) in [(key.name, key.rule) for key in tables[name]]
    assert registry.linked("fpuzzles:title") is None


def test_links_are_looked_up_without_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_up = registry.linked.__wrapped__  # without its memory
    monkeypatch.setattr(registry, "_families", families := registry._Families())
    assert look_up("iss:Nothing") is None
    assert not families.rules  # nothing is loaded in vain
    monkeypatch.setattr(registry, "_source", lambda family: "")
    kind = look_up("iss:Renban")
    assert kind is not None
    assert kind.name == "renban"


def test_names_are_looked_up_in_threads_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The app answers in threads: none of them finds the families half loaded."""
    names = sorted(REGISTRY)
    before = sys.getswitchinterval()
    for _ in range(5):
        sys.setswitchinterval(1e-6)
        families = registry._Families()
        monkeypatch.setattr(registry, "_families", families)
        rules = registry._Names(families.rules)

        def look(number: int, rules: Mapping[str, type[Constraint]] = rules) -> list[str]:
            return [rules[name].name for name in [*names[number::8], *names[::8]]]

        with ThreadPoolExecutor(8) as pool:
            looked_up = list(pool.map(look, range(8)))
        sys.setswitchinterval(before)
        assert sorted(name for one in looked_up for name in one[: -len(names[::8])]) == names
