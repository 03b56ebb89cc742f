"""Sentences of rule texts, and the rules that they tell."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from satdoku.constraints import REGISTRY
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.reading import read_words
from satdoku.reading.forms import Forms
from satdoku.reading.pairs import pairs_in
from satdoku.reading.quantities import MEASURES
from satdoku.reading.words import plain_words
from tests.shared import thinned

DIGITS = range(1, 10)


def rules_in(text: str) -> set[str]:
    return {mention.rule for mention in read_words(text, DIGITS).mentions}


@pytest.mark.parametrize("lang", thinned(languages(), 3, always=["en"]))
def test_every_rule_is_told_by_its_own_sentence(lang: str) -> None:
    texts = {} if lang == SOURCE else catalogue(lang, "rules").texts
    for name, kind in REGISTRY.items():
        assert name in rules_in(texts.get(f"{name}.summary", kind.summary)), name
        for key, form in kind.sentences().items():
            if "." in key and not kind.choice():
                continue  # a law of digits that are written out, which no text has
            sentence = texts.get(f"{name}.{key}", form).format_map(defaultdict(lambda: 3))
            (mention, *_) = (m for m in read_words(sentence, DIGITS).mentions if m.rule == name)
            choice = key.removeprefix("told").strip(".")
            assert mention.numbers.get(kind.choice(), "") == choice, (name, key)


def test_a_form_is_missed_in_no_sentence_that_has_it() -> None:
    texts = ("a dot", "the dots", "to dot or lot a boat", "dat", "1 or 2 digits", "DOTS", "box", "")
    forms = (r"dots?", r"(?:do|la)t(?:s|er)?\b", r"(?=.*boat).*lot", r"^(?!.*dot)", r"[a-d]at",
             r"(?:digits?|lots) ?", r"(?:the )*dots", r"(?:to |the )+dots?",
             r"(?:dots|\d)", r"(?i)dots", r"b?(?i:dots)", r"(?:dots)?b", r"(?:dots)*o")  # fmt: skip
    table = Forms((form, "", form) for form in forms)
    phrases = Path(__file__).with_name("phrases.txt").read_text(encoding="utf-8").splitlines()
    for text in (*texts, *map(plain_words, phrases)):
        matched = [(form, match.start()) for form, match in table.matches(text)]
        assert matched == [(f, m.start()) for f in forms if (m := re.search(f, text))], text
    measures = Forms((row[0], "", row[0]) for row in MEASURES)
    for text in map(plain_words, phrases):
        seen = [form for form, _ in measures.matches(text)]
        assert seen == [row[0] for row in MEASURES if re.search(row[0], text)], text


def test_what_is_no_parameter_is_no_number() -> None:
    sentence = "Some cells count with other values than their digits (5; 3), and the rules of"
    (mention,) = read_words(sentence, DIGITS).mentions
    assert (mention.rule, mention.numbers) == ("modifier", {})


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Each violet line holds a run of consecutive digits in some order.", "renban"),
        ("Neighbours along a lime line are at least 5 apart.", "whisper"),
        ("Digits rise strictly as you move away from the bulb.", "thermo"),
        ("Along the slow thermometers digits may stay the same.", "slow-thermo"),
        ("The digits on an arrow add up to the digit in its circle.", "arrow"),
        ("The circle shows the average of the digits along its arrow.", "average-arrow"),
        ("Two cells a knight's move apart are never equal.", "anti-knight"),
        ("Neither of the main diagonals has a repeated digit.", "diagonal"),
        ("Cells with a grey circle are odd.", "odd"),
        ("Inequality signs point at the smaller digit.", "less-than"),
        ("Box borders divide each blue line into segments with the same sum.", "region-sum"),
        ("Numbers outside are the sum of the first X digits seen from there.", "x-sum"),
        ("The digits between the 1 and the 9 form a sandwich.", "sandwich"),
        ("No digit is in the same position in two boxes.", "disjoint-groups"),
    ],
)
def test_phrases_of_setters(sentence: str, rule: str) -> None:
    assert rule in rules_in(sentence)


def test_the_ways_in_which_setters_tell_a_rule() -> None:
    lines = (Path(__file__).parent / "phrases.txt").read_text(encoding="utf-8").splitlines()
    assert len(lines) > 200
    for line in lines:
        rule, sentence = line.removeprefix("not ").split(": ", 1)
        assert (rule in rules_in(sentence)) != line.startswith("not "), line


def test_an_abbreviation_ends_no_sentence() -> None:
    text = (
        "Windoku rules apply (i. e. there are four windows). Purple lines, e.g. in r1, are renbans."
    )
    assert len(read_words(text, DIGITS).sentences) == 2


@pytest.mark.parametrize(
    ("sentence", "rule", "numbers"),
    [
        ("The arrow shows how far away the 9 is in its direction.", "pointer", {"to": "highest"}),
        ("N + 1 is in one of the cells pointed at.", "pointer", {"to": "next"}),
        ("It counts how many neighbours are larger.", "counting-cell", {"of": "larger"}),
        ("A clue is the longest run of ascending digits.", "longest-run", {"of": "rising"}),
        ("The clue is a digit between two even digits.", "sandwiched-digit", {"by": "even"}),
        (
            "A clue is the sum of the digits between the 7 and the 3.",
            "sandwich",
            {"crusts": (3, 7)},
        ),
        ("The digits between 1 and 9 in a row or column add up to the clue.", "sandwich", {}),
        ("They are direct neighbours in the given order.", "side-by-side", {"ordered": True}),
        (
            "The digits 1, 2 and 3 are marked by circles.",
            "digit-class",
            {"digits": (1, 2, 3), "only": True},
        ),
        (
            "Every cell must be adjacent to at least 1 cell with a consecutive digit.",
            "company",
            {"cells": "every"},
        ),
        ("All digits on a line have the same parity.", "unimodular-line", {"mod": 2}),
        ("How many of the four digits are even?", "quad-number", {"of": "even"}),
        ("Digits around a dot rise anticlockwise.", "clock-face", {"way": "back"}),
        (
            "Opposite digits on each diagonal have the same difference.",
            "mathrax",
            {"of": "difference"},
        ),
        ("It is the sum of the 2nd, 3rd and 4th digits.", "frame-sum", {"length": 3, "skipped": 1}),
        (
            "A clue is the middle of the first three digits.",
            "frame-number",
            {"of": "middle", "length": 3},
        ),
        ("It is the sum of the run of ascending digits from there.", "ascending-starter", {}),
    ],
)
def test_what_phrases_of_setters_state(sentence: str, rule: str, numbers: object) -> None:
    assert {m.rule: m.numbers for m in read_words(sentence, DIGITS).mentions}[rule] == numbers


@pytest.mark.parametrize(
    ("sentence", "rule"),
    [
        ("Auf einer lila Linie stehen aufeinanderfolgende Ziffern in beliebiger Folge.", "renban"),
        ("Entlang der grünen Linie unterscheiden sich Nachbarn mindestens um fünf.", "whisper"),
        ("Ziffern steigen auf den Thermometern vom Kolben an.", "thermo"),
        ("Die Summe der Ziffern auf dem Pfeil steht in seinem Kreis.", "arrow"),
        ("Die Ziffern in den Käfigen ergeben zusammen die Zahl in der Ecke.", "killer-cage"),
        ("Ein weißer Punkt trennt zwei aufeinanderfolgende Ziffern.", "white-dot"),
        ("Ein schwarzer Punkt: eine Ziffer ist das Doppelte der anderen, doppelt.", "black-dot"),
        ("Zwei Felder im Springerabstand sind nicht gleich.", "anti-knight"),
        ("Auf den beiden Diagonalen steht jede Ziffer einmal.", "diagonal"),
        ("Die Felder mit einem grauen Quadrat sind gerade.", "even"),
        ("Hochhäuser: die Zahl am Rand ist die der sichtbaren Häuser.", "skyscraper"),
        ("Die Zahlen am Rand sind die Summe zwischen der 1 und der 9.", "sandwich"),
    ],
)
def test_phrases_in_german(sentence: str, rule: str) -> None:
    assert rule in rules_in(sentence)


def test_what_a_german_sentence_names_and_denies() -> None:
    text = read_words("Auf den grünen Linien liegen Nachbarn mindestens um vier.", DIGITS)
    (mention,) = text.of("whisper")
    assert mention.numbers == {"diff": 4}
    assert {"green"} <= mention.looks.colours
    for sentence in (
        "Es sind nicht alle Punkte eingezeichnet.",
        "Die lila Linie ist kein Palindrom.",
        "Es gelten die normalen Sudoku-Regeln, und viel Spaß mit dem Rätsel!",
    ):
        assert rules_in(sentence) == set(), sentence


@pytest.mark.parametrize(
    "sentence",
    [
        "Normal sudoku rules apply.",
        "Not all dots are given.",
        "Purple lines are not renban lines.",
        "The purple line is purely cosmetic.",
        "Have fun, and thanks to my testers!",
        "",
    ],
)
def test_sentences_that_tell_no_rule(sentence: str) -> None:
    assert rules_in(sentence) == set()


@pytest.mark.parametrize(
    "sentence",
    [
        "For example, a renban line may hold 3, 5 and 4.",
        "E.g. digits on a thermometer may be 1, 5 and 8.",
    ],
)
def test_examples_tell_no_rule(sentence: str) -> None:
    assert rules_in(sentence) == set()


def test_a_sentence_is_about_the_drawings_that_it_names() -> None:
    text = read_words(
        "Digits with a white dot between them are consecutive.\n"
        'Cages with a "+" give the sum. All blue squares are given.',
        DIGITS,
    )
    (dots,) = text.of("white-dot")
    assert (dots.looks.kinds, dots.looks.shapes) == ({"dot"}, {"round"})
    assert text.of("killer-cage")[0].looks.signs == {"+"}
    assert [(looks.shapes, "blue" in looks.colours) for looks in text.given] == [({"square"}, True)]


def test_a_sentence_without_an_end_is_looked_at_so_far() -> None:
    assert "renban" in rules_in("digit " * 90 + "renban")
    assert "renban" not in rules_in("digit " * 110 + "renban")


def test_what_a_mention_knows() -> None:
    text = read_words("Have fun.\nAdjacent digits on an orange line differ by at least 4.", DIGITS)
    (mention,) = text.of("whisper")
    assert (mention.numbers, mention.sentence) == ({"diff": 4}, 1)
    assert {"orange"} <= mention.looks.colours
    assert "green" not in mention.looks.colours


@pytest.mark.parametrize(
    ("sentence", "allowed", "broken"),
    [
        ("Digits with a dot between them sum to 15 or more.", [(9, 6), (7, 9)], [(9, 5)]),
        ("Joined digits add up to a prime number.", [(1, 1), (2, 9)], [(4, 4)]),
        ("They are consecutive or in a 1:2 ratio.", [(3, 4), (8, 4)], [(3, 5)]),
        ("They are not consecutive and one is even and one odd.", [(1, 4)], [(1, 2), (1, 3)]),
        ("Their difference is exactly 3.", [(1, 4), (9, 6)], [(1, 5)]),
        ("Their product is less than 10.", [(3, 3)], [(2, 5)]),
        ("The digits have an arithmetic mean of 5.", [(1, 9), (5, 5)], [(1, 8)]),
        ("They add to 10, add to 12 or multiply to 10.", [(1, 9), (3, 9), (2, 5)], [(2, 6)]),
        ("They read as a two-digit prime.", [(1, 3), (2, 3)], [(3, 2)]),
        ("They have different remainders when divided by 5.", [(1, 2)], [(1, 6)]),
        ("They sum to a number divisible by 3.", [(1, 2)], [(1, 3)]),
    ],
)
def test_relations_of_two_digits(
    sentence: str, allowed: list[tuple[int, int]], broken: list[tuple[int, int]]
) -> None:
    pairs = pairs_in(plain_words(sentence), DIGITS)
    assert {*allowed} <= {*pairs}
    assert {*broken}.isdisjoint(pairs)
