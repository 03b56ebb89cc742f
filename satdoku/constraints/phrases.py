"""Phrases of other languages: how people tell rules in German, beside satdoku's own sentences.

A sentence of another language is known by its small words. Its words for digits, drawings, colours
and numbers are put into English, so that all that looks for these finds them, and its forms for
rules are looked for in what comes of it. A language is one :class:`RulePhrases` in ``LANGUAGES``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from satdoku.base.records import dataclass


@dataclass(frozen=True, slots=True)
class RulePhrases:
    """A language in which rules are told.

    known_by  small words, of which a sentence of the language has at least two
    words     forms of words, and the English ones in their place
    nothing   a form of sentences that tell no rule ("not all dots are given")
    denied    the end of what stands before a rule that a sentence denies
    rules     forms by which each rule is told, in a sentence in small letters with those words
    """

    known_by: frozenset[str]
    words: Mapping[str, str]
    nothing: str
    denied: str
    rules: Mapping[str, tuple[str, ...]]

    def understands(self, plain: str) -> bool:
        """Whether a sentence in small letters is in this language."""
        return len(self.known_by.intersection(re.findall(r"\w+", plain))) > 1

    def in_english(self, plain: str) -> str:
        """The sentence with English words where there are any."""
        for form, word in self.words.items():
            plain = re.sub(rf"\b(?:{form})\b", word, plain)
        return plain


_SUM = r"summe|addier\w*|ergeben zusammen"
_APART = r"(?:mindestens|wenigstens) (?:um )?(?P<diff>\d)"
_FOLLOWING = r"aufeinander ?folgend\w*|fortlaufend\w*|konsekutiv\w*"
_ALL_GIVEN = r"\balle (?:möglichen )?(?:\w+ )*{}.*(?:eingezeichnet|gegeben|markiert|angegeben)"

GERMAN = RulePhrases(
    frozenset(
        (
            "der", "die", "das", "den", "dem", "des", "ein", "eine", "einer", "eines", "einem",
            "einen", "und", "oder", "ist", "sind", "nicht", "kein", "keine", "auf", "mit", "im",
            "am", "zur", "von", "jede", "jeder", "jedes", "alle", "zwei", "müssen", "dürfen",
            "darf", "muss", "entlang",
        )
    ),
    {
        "ziffern?|zahlen": "digits",
        "zahl": "digit",
        "zellen?|felder|feldern|feld": "cells",
        "linien?": "line",
        "punkte?n?": "dots",
        "kreise?n?|kreises": "circles",
        "quadrate?n?": "squares",
        "rauten?": "diamonds",
        "käfige?n?|käfigs": "cages",
        r"(?:lila|violett|purpur)(?:en?|e[rs]|farben\w*)?": "purple",
        r"(?:rosa|pink)(?:en?|e[rs]|farben\w*)?": "pink",
        r"grün(?:en?|e[rs])?": "green",
        r"türkis(?:en?|e[rs]|farben\w*)?": "cyan",
        r"(?:hell|dunkel)?blau(?:en?|e[rs])?": "blue",
        r"grau(?:en?|e[rs])?": "grey",
        r"orange(?:n|r|s|farben\w*)?": "orange",
        r"gelb(?:en?|e[rs])?": "yellow",
        r"rot(?:en?|e[rs])?": "red",
        r"weiß(?:en?|e[rs])?|weiss(?:en?|e[rs])?": "white",
        r"schwarz(?:en?|e[rs])?": "black",
        "zwei": "2", "drei": "3", "vier": "4", "fünf": "5", "sechs": "6", "sieben": "7",
        "acht": "8", "neun": "9", "zehn": "10",
    },
    r"\bnicht (?:alle|jede[rs]?|unbedingt)\b|\bdekorati|\bohne bedeutung|\bkeine bedeutung",
    r"\b(?:kein\w*|nicht|niemals?) (?:\w+ )?$",
    {
        "anti-knight": (r"springer|rössel",),
        "anti-king": (r"\bkönigs?",),
        "diagonal": (
            r"(?:beiden|haupt)\w* ?diagonalen?", r"diagonalen?.*(?:jede|verschieden|höchstens)",
        ),
        "killer-cage": (rf"cages.*(?:{_SUM})", rf"(?:{_SUM}).*cages", r"\bkillerk\w+"),
        "slow-thermo": (r"langsam\w* thermometer",),
        "thermo": (
            r"^thermometern?\b",
            r"(?<!langsam)(?<!langsam..)(?<!langsam.)(?<!slow) thermometern?\b",
        ),
        "arrow": (rf"pfeil.*(?:{_SUM})", rf"(?:{_SUM}).*pfeil"),
        "renban": (
            rf"line.*(?:{_FOLLOWING}|lückenlos)", rf"(?:{_FOLLOWING}|lückenlos).*line.*reihenfolge",
        ),
        "whisper": (rf"line.*{_APART}", rf"{_APART}.*line", r"flüsterl?\w*"),
        "palindrome": (
            r"palindrom", r"line.*(?:vorwärts|von beiden seiten|in beide richtungen).*gleich",
        ),
        "white-dot": (
            rf"white dots.*(?:{_FOLLOWING}|differenz|unterscheiden)",
            rf"white circles.*(?:{_FOLLOWING})",
        ),
        "black-dot": (r"black (?:dots|circles).*(?:doppelt|verhältnis|hälfte)",),
        "xv": (rf"\b[xv]\b.*(?:{_SUM})", rf"(?:{_SUM}).*\b[xv]\b"),
        "odd": (r"\bungerade",),
        "even": (r"\bgerade",),
        "between": (r"line.*zwischen den.*(?:circles|enden)",),
        "region-sum": (
            rf"line.*(?:box|block|region)\w*.*gleiche\w* (?:{_SUM})",
            rf"gleiche\w* (?:{_SUM}).*line.*(?:box|block|region)",
        ),
        "x-sum": (r"\bx ?-?summen?", r"ersten x\b"),
        "sandwich": (r"zwischen (?:der )?1 und (?:der )?9",),
        "skyscraper": (r"hochh(?:aus|äuser)|wolkenkratzer",),
        "little-killer": (
            rf"pfeil.*diagonal\w*.*(?:{_SUM})", rf"diagonal\w*.*(?:{_SUM}).*pfeil",
            rf"(?:{_SUM}).*diagonal\w*.*pfeil",
        ),
        "non-consecutive": (rf"(?:benachbart|nachbar)\w*.*(?:nicht|keine) (?:{_FOLLOWING})",),
        "less-than": (r"ungleichheit\w*", r"(?:kleiner|größer)\w*.*zeichen"),
        "disjoint-groups": (r"(?:gleiche|selbe)[nr]? (?:position|stelle).*(?:box|block|blöcke)",),
        "negative-difference": (_ALL_GIVEN.format("(?:dots|circles)"),),
        "negative-ratio": (_ALL_GIVEN.format("(?:dots|circles)"),),
        "negative-xv": (_ALL_GIVEN.format("[xv]s?"),),
    },
)  # fmt: skip

LANGUAGES = (GERMAN,)
