"""Filled sentences of every language: no article, case or word that does not fit its neighbour."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from satdoku.board import Geometry
from satdoku.explaining import explain
from satdoku.explaining.findings import findings
from satdoku.generating.examples import technique_example
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.messages.catalogues import Catalogue
from satdoku.techniques.catalogue import technique
from satdoku.techniques.step import House, Step

NAMES = (
    "hidden-single", "naked-single", "pointing", "naked-pair", "hidden-triple", "locked-pair",
    "x-wing", "finned-swordfish", "franken-swordfish", "mutant-x-wing", "kraken-fish-1",
    "skyscraper", "empty-rectangle", "xyz-wing", "unique-rectangle-3", "bug-n", "als-xz",
    "death-blossom", "grouped-aic", "region-forcing-chains", "sue-de-coq", "qiu-deadly-pattern-1",
    "broken-wing", "medusa-3d", "junior-exocet", "small-proof",
)  # fmt: skip
EVERYWHERE = r"[{}]|  \b| [,.](?!\.)|\(\)|(?<!\.)\.\.(?!\.)|\b(\w+) \1\b(?<!\d)"
WRONG = {
    "de": r"\b(in|von|auf|mit|aus) (die|der) (Zeilen|Spalten|Blöcke|Regionen)\b|den Blöcke\b"
    r"|\b(keine|eine) (Feld|Haus|Block)\b|\bein Ziffer",
    "fr": r"\b(de|à) les?\b|\b(de|que|le|la) (?!un\b|une\b|onze\b|A\b)[aeiouyéèê]\w*|\bsi il"
    r"|(?<=\w)[;:!?]| [;:!?»]|« ",
    "es": r"\b(a|de) el\b|\bo (8|11)\b|\by i\w+",
}
"""Words that no sentence of a language has: a preposition before an article that it merges with, a
vowel without elision, a case that does not fit, a colon without its narrow space."""


@cache
def example_step(name: str) -> tuple[Geometry, Step]:
    position = technique_example(name)
    step = technique(name).first(position)
    assert step is not None
    return position.geometry, step


def said(lang: str, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        geometry, step = example_step(name)
        yield from (explain(step, geometry, lang, strength) for strength in (1, 2, 3))


def faults(lang: str, text: str) -> list[str]:
    bare = re.sub(r"^ +ALS\(.*$|^ +|^.*\(\d.*\d\)r\dc.*$", "", text, flags=re.M)
    forms = [EVERYWHERE, *([WRONG[lang]] if lang in WRONG else [])]
    return [match[0] for form in forms for match in re.finditer(form, bare, re.IGNORECASE)]


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("names", [NAMES[:8], pytest.param(NAMES[8:], marks=pytest.mark.full)])
def test_words_fit_their_neighbours(lang: str, names: tuple[str, ...]) -> None:
    for text in said(lang, names):
        assert faults(lang, text) == [], text


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("de", "In die Zeilen 2 und 5 kann die 1 nur in r1c1 stehen."),
        ("fr", "aucune autre case de le bloc 5 n’est 3"),
        ("fr", "Donc : r1c1 = 2"),
        ("es", "r1c1 solo puede ser 7 o 8"),
        ("es", "ninguna otra celda de el grupo"),
        ("en", "r1c1 is not {digits}"),
    ],
)
def test_a_word_that_does_not_fit_is_found(lang: str, text: str) -> None:
    assert faults(lang, text)


def test_a_name_has_the_forms_of_its_language() -> None:
    """A list has the form of each item; where a name has none, it stands as it is."""
    header = {"X-Forms": "dat", "Plural-Forms": "nplurals=1; plural=0;"}
    texts = {
        "house": "der Block {number}",
        "house.dat": "dem Block {number}",
        "in": "in {where, dat}",
    }
    texts |= {
        "list.and": "{a}, {b}",
        "list.and.last": "{a} und {b}",
        "list.and.before.8": "{a} & {b}",
    }
    language = Catalogue("xx", texts, header, catalogue(SOURCE, "common"))
    blocks = [language.say("house", number=number) for number in (1, 2)]
    assert blocks == ["der Block 1", "der Block 2"]
    assert language.say("in", where=blocks[0]) == "in dem Block 1"
    assert language.say("in", where=blocks) == "in dem Block 1 und dem Block 2"
    assert language.say("in", where="Zeile 3") == "in Zeile 3"
    assert language.styled([7, 81]) == "7 & 81"


@pytest.mark.parametrize(
    ("lang", "name"), [("de", "Zeile 3"), ("fr", "la ligne 3"), ("es", "la fila 3")]
)
def test_houses_are_called_as_magazines_do(lang: str, name: str) -> None:
    house = House("row", 3, tuple(range(18, 27)))
    assert findings(Geometry.classic(), lang).house(house) == name
