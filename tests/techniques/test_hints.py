"""Hints of strength 1 and 2: every technique's pattern by its roles, and never its conclusion."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from satdoku.board import Geometry
from satdoku.explaining import Lang, explain, title, title_key
from satdoku.explaining.hints import veiled
from satdoku.rating import path, preset
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.catalogue import technique_names
from satdoku.techniques.step import Candidate, Chain, Node, Step
from tests.shared import thinned

from .support import example_steps, position_of, rated

BOARD = Geometry.classic()
LANGS: tuple[Lang, ...] = ("en", "ja")
SINGLES = ("naked-single", "sbit", "hidden-single", "ubit", "full-house")
KINDS = {"rows": "row", "columns": "column", "boxes": "box", "regions": "region"}
NUMBER = re.compile(r"\b(?:digits|commons) \d(?![, ]|\d)|\b(?:digit|common) \d(?: and|,) \d")
JAPANESE = {"行": "row", "列": "column", "ブロック": "box", "領域": "region"}
LATIN = (
    r"r\d+c\d+|X-Wing|[T-W]+XYZ|XYZ|XY|XZ|X|Y|Sue de Coq|BUG|loop|AIC|ALS|SET|Sbit|Ubit"
    r"|Intersection|Enclosure|Exclosure|Negation"
    r"|\b[A-Z]\d?=|\b[A-Z]\b"
)
WORDS = set(
    re.findall(
        "[a-z]+",
        """a all an and base become both box boxes but cages candidate candidates cells column
        columns colour common commons contradiction cover digit digits dots each eight excluder
        excluders fact facts false fins five for four from further has have hidden hold in links
        locked look more must naked nine of one only or pincers pivot place restricted ring region
        regions row rows see set seven six small stem suppose targets than the then these three
        true two with""",
    )
)
WORDS |= {word for name in technique_names() for word in re.findall("[a-z]+", title(name).lower())}
WORDS |= {"intersection", "sbit", "ubit", "lines", "at"}


@pytest.fixture(scope="module")
def paths() -> list[Step]:
    """Steps on the ways through real puzzles, up to five of a kind."""
    steps: list[Step] = []
    counts: Counter[str] = Counter()
    for name, puzzles in (
        ("human", rated(1.0, 8.5)[::80]),
        ("se", rated(4.0, 8.5)[::90]),
        ("six-elements", rated(5.0, 7.0)[::80]),
    ):
        for puzzle in puzzles:
            for step in path(position_of(puzzle), preset(name)).steps:
                counts[title_key(step) + step.variant] += 1
                if counts[title_key(step) + step.variant] <= 5:
                    steps.append(step)
    return steps


# -- what a hint must name, by the promises of the techniques' docstrings -----------------------


def is_unary(step: Step) -> bool:
    return step.variant in ("x-chain", "xy-chain")


def withheld(step: Step) -> bool:
    """Whether the pattern's own cell and digit are the conclusion."""
    clash = step.variant == "contradiction" and bool(step.view.chains)
    return clash or step.technique in ("negation", "bug-1")


def wanted_cells(step: Step) -> set[int]:
    if is_unary(step):
        # The last strong link of a placement is the conclusion, and so not all of the pattern.
        nodes = step.view.chains[0].nodes
        return {node.cell for node in nodes[1:-1]}
    if step.technique in ("hidden-single", "ubit") or step.technique == "small-proof":
        return set(veiled(step).cells) if step.technique == "small-proof" else set()
    if (step.technique, step.variant) == ("exclosure", "1"):
        return set()
    cells = set(step.view.cells) | {cell for set_ in step.view.sets for cell in set_.cells}
    if step.variant in ("cell", "region", "double") and step.view.chains:
        cells |= {chain.start.cell for chain in step.view.chains}
        if step.variant == "region":
            cells = {chain.start.cell for chain in step.view.chains}
    if step.technique.startswith("aligned"):
        cells |= {cell for cell, _ in step.view.role("excluder")}
    return cells


def wanted_digits(step: Step) -> set[int]:
    if withheld(step) or step.technique in ("naked-single", "sbit", "full-house"):
        return set()
    if is_unary(step):
        return {node.digit for node in step.view.chains[0].nodes[1:-1]}
    return set(veiled(step).digits) | {digit for set_ in step.view.sets for digit in set_.digits}


def houses_in(text: str, lang: Lang) -> set[str]:
    if lang == "en":
        text = re.sub(
            r"\b(rows|columns|boxes|regions) (\d(?:(?:, | and )\d)*)",
            lambda m: " ".join(f"{KINDS[m[1]]} {n}" for n in re.findall(r"\d+", m[2])),
            text,
        )
        return set(re.findall(r"\b(?:row|column|box|region) \d+", text))
    return {
        f"{JAPANESE[kind]} {n}"
        for kind, numbers in re.findall(r"(行|列|ブロック|領域)(\d+(?:・\d+)*)", text)
        for n in numbers.split("・")
    }


def cells_in(text: str) -> set[int]:
    return {BOARD.cell(name) for name in re.findall(r"r\d+c\d+", text)}


def stated(text: str) -> set[Candidate]:
    """The candidates that a text names as such: ``(7)r1c1``, ``r1c1 (7)``, ``r1c1 = 7``."""
    candidates = set()
    for digits, cell in re.findall(r"\(([-=\d]+)\)(r\dc\d)", text):
        candidates |= {(BOARD.cell(cell), int(d)) for d in re.findall(r"\d", digits)}
    for cell, digits in re.findall(r"(r\dc\d) ?\(([\d, or・]+)\)", text):
        candidates |= {(BOARD.cell(cell), int(d)) for d in re.findall(r"\d", digits)}
    for cell, digit in re.findall(r"(r\dc\d) ?(?:=|<>|≠|is not|is) ?(\d)", text):
        candidates.add((BOARD.cell(cell), int(digit)))
    return candidates


def check(step: Step, lang: Lang) -> None:
    where, pattern = (explain(step, BOARD, lang, strength) for strength in (1, 2))
    name = title(title_key(step), lang).lower()
    # Of a small proof with many facts a hint names where it begins and ends.
    houses = {house.name for house in veiled(step).houses}
    assert name in where.lower(), where
    assert name in pattern.lower(), pattern
    assert houses <= houses_in(where, lang), where
    assert houses_in(where, lang) or (step.view.rules and not houses), where
    assert not cells_in(where) or step.view.rules, where
    # Where to look: every cell that strength 2 names lies in a house that strength 1 names.
    houses_known = (*BOARD.houses, *step.view.houses)
    members = {house.name: set(house.cells) for house in houses_known}
    looked = set().union(*(members[house] for house in houses_in(where, lang)))
    # Clues are named with all their cells, those that are read as houses too.
    ruled = {cell for rule in step.view.rules for cell in rule.cells} | cells_in(where)
    assert cells_in(pattern) <= looked | ruled, (where, pattern)
    # Strength 2: all of the pattern, nothing else.
    assert houses <= houses_in(pattern, lang) or step.variant == "cell", pattern
    named = cells_in(pattern)
    assert wanted_cells(step) <= named, pattern
    known = {*step.view.cells, *veiled(step).cells} | {c for s in step.view.sets for c in s.cells}
    known |= {cell for _, pairs in step.view.candidates for cell, _ in pairs}
    assert named <= known | ruled, pattern
    body = re.sub(r"r\dc\d", "", pattern.split(":", 1)[1])
    body = re.sub(
        r"(rows?|columns?|box|boxes|regions?) \d((, | and )\d)*|(行|列|ブロック)[\d・]+", "", body
    )
    digits = {int(d) for d in re.findall(r"\d", body)}
    assert wanted_digits(step) <= digits, pattern
    # Nothing of the conclusion.
    many = step.technique in ("trial",) or step.technique.startswith("aligned")
    wing = step.technique == "xyz-wing"
    if not many and not wing and step.variant not in ("cell", "region", "double"):
        assert not stated(pattern) & {*step.placements}, pattern
        if is_unary(step) or withheld(step):
            assert not stated(pattern) & {*step.eliminations}, pattern
    if step.technique in SINGLES or step.technique.startswith("direct"):
        cell, digit = step.placements[0]
        assert cell not in named or digit not in digits, pattern
    if withheld(step):
        (cell,) = {cell for cell, _ in (*step.eliminations, *step.placements)}
        assert cell in named, pattern


def grammatical(step: Step) -> None:
    where, pattern = (explain(step, BOARD, "en", strength) for strength in (1, 2))
    match = re.fullmatch(r"Look for (?:(an?) )?(.+?) in (.+)\.", where)
    assert match, where
    article, name, _ = match.groups()
    if article is None:
        assert name.startswith("locked candidates: ") or name.endswith(("s", "(+)")), where
    else:
        assert "chains" not in name
        sounds = name[0] in "aeio" or name.startswith(
            ("X", "ALS", "AIC", "M-", "S-", "L-", "H-", "Sbit", "Inter")
        )
        assert article == ("an" if sounds else "a"), where
    for text in (where, pattern):
        assert text[0].isupper() or text[0].isdigit()
        assert text.endswith(".")
        assert "  " not in text
        assert not NUMBER.search(text), text
        words = re.findall(r"[a-z]{2,}", re.sub(r"r\dc\d", "", text.lower()))
        titles = " ".join(rule.title for rule in step.view.rules)
        known = WORDS | set(re.findall(r"[a-z]{2,}", f"{titles} {name}".lower()))
        assert set(words) <= known, (set(words) - known, text)


@pytest.mark.parametrize("name", thinned(technique_names(), 2))
def test_every_technique_has_its_hints(name: str) -> None:
    for step in example_steps(name)[:3]:
        for lang in LANGS:
            check(step, lang)
        grammatical(step)
        japanese(step)


@pytest.mark.full
def test_hints_on_the_way_through_real_puzzles(paths: list[Step]) -> None:
    assert len({step.technique for step in paths}) > 20
    for step in paths:
        for lang in LANGS:
            check(step, lang)
        grammatical(step)
        japanese(step)


def japanese(step: Step) -> None:
    where, pattern = (explain(step, BOARD, "ja", strength) for strength in (1, 2))
    assert where.endswith("探してみましょう。")
    for text in (where, pattern):
        assert not re.search("[A-Za-z]{2,}", re.sub(LATIN, "", text)), text
        assert not re.search(r"\d{2,}つ", text), text


SHOWN = {
    "swordfish": "Look for a swordfish in columns 3, 6 and 7, and rows 4, 5 and 6.",
    "pointing": "Look for locked candidates: pointing in box 6 and row 6.",
    "unique-rectangle-3": "Unique rectangle type 3: ring r2c7, r2c9, r7c9 and r7c7; digits 2 and "
    "7; further candidates in r7c9 (6) and r7c7 (3); naked set in row 7 with r7c6, digits 3 and 6.",
    "death-blossom": "Death blossom: stem r4c3 (1 or 5); A = r4c4 (1 and 9); B = r4c9 (5 and 9).",
    "region-forcing-chains": "Region forcing chains: suppose each place of 3 in box 1: r1c1 and "
    "r3c2.",
    "naked-single": "Naked single: r5c8.",
    "hidden-single": "Hidden single: box 3; digit 3.",
}


@pytest.mark.parametrize("name", SHOWN)
def test_hints_as_they_read(name: str) -> None:
    step = example_steps(name)[0]
    assert SHOWN[name] in [explain(step, BOARD, "en", strength) for strength in (1, 2)]


@pytest.mark.parametrize("lang", LANGS)
def test_a_contradiction_in_the_cell_itself_is_not_shown(lang: Lang) -> None:
    """The clash would name the cell and, beside the assumption, all but the conclusion."""

    def hint(clash: int) -> Step:
        chains = tuple(
            Chain((Node(0, 1, True), Node(clash, 2, on, (0,), "cell"))) for on in (True, False)
        )
        proof = ForcingProof("contradiction", (0, 1), chains)
        return Step("nishio", proof, eliminations=((0, 1),), variant="contradiction")

    assert veiled(hint(0)).role("extra") == ()
    assert veiled(hint(80)).role("extra") == ((80, 2),)
    assert "2" not in re.sub(r"r\dc\d", "", explain(hint(0), BOARD, lang, 2))
    assert "2" in re.sub(r"r\dc\d", "", explain(hint(80), BOARD, lang, 2))
