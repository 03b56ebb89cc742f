"""Words: which rules a text in English is about, sentence by sentence.

The rules state how they are told (``in_words`` of a rule class): forms that are looked for in a
sentence in plain small letters. Numbers in a form are parameters. A sentence is about the drawings
that it names by colour and shape; a sentence that denies a rule ("not all dots are given") states
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from textwrap import shorten
from typing import TypeAlias

from satdoku.constraints import REGISTRY
from satdoku.constraints.custom import AutomatonRule, PairTableRule
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.reading.pairs import Pairs, pairs_in
from satdoku.reading.quantities import Quantity, place_in, quantities_in

Stated: TypeAlias = int | str | tuple[int, ...]
"""The value that a sentence states of a parameter: a number, a flag, a choice or digits."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule that a sentence of a text tells.

    rule      its name
    sentence  the position of the sentence in the text
    numbers   the parameters that the sentence states
    colours   the colours that it names; empty where it names none
    shapes    the shapes of marks that it names: ``round``, ``square``, ``diamond``
    named     whether the sentence has the rule's name, and not only tells it
    pairs     the pairs of digits that it allows, where it states a relation of two
    quantity  what it says of the digits of a figure; ``place`` are the cells that it is about,
              counted from a clue beside the board
    """

    rule: str
    sentence: int
    numbers: Mapping[str, Stated] = field(default_factory=dict)
    colours: frozenset[str] = frozenset()
    shapes: frozenset[str] = frozenset()
    named: bool = False
    pairs: Pairs = ()
    quantity: Quantity | None = None
    place: slice | None = None

    @property
    def meaning(self) -> tuple[object, ...]:
        """The rule and its parameters, whichever sentence tells them."""
        form = None if self.quantity is None else self.quantity.form
        place = None if self.place is None else (self.place.start, self.place.stop)
        return self.rule, tuple(sorted(self.numbers.items())), self.pairs, form, place


@dataclass(frozen=True, slots=True)
class RulesText:
    """A text in sentences, and the rules that they tell."""

    sentences: tuple[str, ...]
    mentions: tuple[Mention, ...]

    def of(self, rule: str) -> tuple[Mention, ...]:
        """The mentions of one rule."""
        return tuple(mention for mention in self.mentions if mention.rule == rule)

    def short(self, mention: Mention) -> str:
        """The beginning of the sentence of a mention, which its clues are called by."""
        words = "".join(filter(str.isprintable, self.sentences[mention.sentence]))
        return shorten(words, _MAX_CALLED, placeholder="...")


_SENTENCE = re.compile(
    r"(?<=[.!?;])(?<!\bi\.e\.)(?<!\be\.g\.)[\"')\]]*\s+|(?<=[\u3002\uff01\uff1f])|[\n\r\u2022]+"
    r"|, (?=and the digits \d)"
)
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
_SHAPE_WORDS = {
    "round": "circle dot round bubble disc spot circled",
    "square": "square rectangle",
    "diamond": "diamond",
}
"""The words that people have for the shapes of marks."""
_MAX_SENTENCE = 600
"""Characters of a sentence that are looked at: forms take longer than in proportion to it."""
_MAX_CALLED = 54
"""Characters of a sentence that its clues are called by."""
_COLOUR_WORDS = {
    "purple": "purple violet magenta lavender lilac plum indigo pink fuchsia mauve",
    "pink": "pink magenta purple rose",
    "green": "green lime mint olive emerald",
    "cyan": "cyan turquoise teal aqua blue sky",
    "blue": "blue navy cyan purple turquoise lavender",
    "grey": "grey silver gold brown tan shaded",
    "orange": "orange peach gold brown tan yellow apricot beige salmon red",
    "yellow": "yellow gold orange beige cream",
    "red": "red crimson pink orange brown maroon",
    "white": "white clear empty",
    "black": "black dark filled",
}
"""The words that people have for a colour, by the word of :func:`colour_word`."""

_NOTHING = re.compile(
    r"\bno negative|\bnot (all|every)\b|\bnot (necessarily )?(given|marked|shown)\b|\baesthetic"
    r"|\bmay or may not\b|\bneed not\b|\bpurely cosmetic|\bno meaning\b|\bdecorati"
)

_DENIED = re.compile(r"\b(?:not|no|never|nor|isn't|aren't) (?:an? |any |necessarily )*$")
"""The end of what stands before a name that a sentence denies."""

_BETWEEN = re.compile(
    r"\b(?:separated|connected|joined|linked|adjacent|neighbou?r\w*|between|either side|along"
    r"|dots?|circles?|squares?|diamonds?|touching)\b"
)
"""Words for two cells with a mark between them or one after the other on a line."""


def read_words(text: str, digits: Sequence[int]) -> RulesText:
    """The rules that a text tells of a board with these digits."""
    sentences = tuple(one for part in _SENTENCE.split(text) if (one := part.strip(" \t-*")))
    mentions: list[Mention] = []
    for at, sentence in enumerate(sentences):
        plain = plain_words(sentence[:_MAX_SENTENCE])
        if _NOTHING.search(plain):
            continue
        colours, shapes = (_named_in(plain, w) for w in (_COLOUR_WORDS, _SHAPE_WORDS))
        for rule, numbers in _rules_in(plain).items():
            named = _names()[rule].search(plain) is not None
            mentions.append(Mention(rule, at, numbers, colours, shapes, named))
        if _BETWEEN.search(plain) and 0 < len(pairs := pairs_in(plain, digits)) < len(digits) ** 2:
            mentions.append(Mention(PairTableRule.name, at, {}, colours, shapes, pairs=pairs))
        place = place_in(plain)
        mentions += (
            Mention(AutomatonRule.name, at, {}, colours, shapes, quantity=quantity, place=place)
            for quantity in quantities_in(plain)
        )
    return RulesText(sentences, tuple(mentions))


def plain_words(sentence: str) -> str:
    """A sentence in small letters, with digits for numbers and no hyphens inside of words."""
    text = sentence.lower().replace("\u2019", "'").replace("gray", "grey")
    text = re.sub(r"[\u2010-\u2015]", "-", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", text)
    text = re.sub(r"\b(zero|one|two|three|four|five|six|seven|eight|nine|ten)\b", _number, text)
    return " ".join(text.split())


def _number(match: re.Match[str]) -> str:
    return _NUMBERS[match[0]]


def _named_in(plain: str, words: Mapping[str, str]) -> frozenset[str]:
    """The things of which a plain sentence has one of the words."""
    return frozenset(
        name
        for name, called in words.items()
        if re.search(rf"\b({'|'.join(called.split())})s?\b", plain)
    )


@lru_cache(maxsize=1)
def _forms() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The forms by which rules are told, or the name of a rule that states none; then the
    sentences in which satdoku itself tells each rule."""
    stated = (
        (name, re.compile(form))
        for name, kind in REGISTRY.items()
        for form in kind.in_words or (rf"\b{re.escape(kind.noun)}s?\b",)
    )
    return (*stated, *_own_sentences())


@lru_cache(maxsize=1)
def _names() -> dict[str, re.Pattern[str]]:
    """The names of each rule as sentences have them."""
    return {
        name: re.compile(
            "|".join(
                rf"\b{re.escape(called.lower().replace('-', ' '))}s?\b"
                for called in dict.fromkeys((kind.title, kind.noun))
            )
        )
        for name, kind in REGISTRY.items()
    }


def _own_sentences() -> Iterator[tuple[str, re.Pattern[str]]]:
    """The forms of satdoku's own sentences about each rule, in all languages."""
    for lang in languages():
        texts = {} if lang == SOURCE else catalogue(lang, "rules").texts
        for name, kind in REGISTRY.items():
            summary = texts.get(f"{name}.summary", kind.summary)
            yield name, _form_of(summary)
            for key, english in kind.sentences().items():
                choice = key.removeprefix("told.") if "." in key else ""
                chosen = f"(?P<{kind.choice()}__{choice}>)" if choice else ""
                yield name, _form_of(texts.get(f"{name}.{key}", english), chosen)


def _form_of(text: str, chosen: str = "") -> re.Pattern[str]:
    """The form of a sentence (the first of several) with ``{names}`` for numbers, and the choice
    that it states."""
    form, known = chosen, set[str]()
    text = _SENTENCE.split(text)[0]
    for at, part in enumerate(re.split(r"\{(\w+)\}", text.rstrip(".;\u3002"))):
        if at % 2:
            form += rf"(?P={part})" if part in known else rf"(?P<{part}>\d+)"
            known.add(part)
        else:
            inner = " " * part.startswith(" "), " " * part.endswith(" ")
            form += re.escape(plain_words(part).join(inner) if part.strip() else part)
    return re.compile(form)


def _stated(word: str) -> Stated:
    """The value that a word of a form stands for."""
    if word == "yes":
        return True
    if word.isdecimal():
        return int(word)
    digits = re.findall(r"\d", word)
    return tuple(map(int, digits)) or word


def _rules_in(plain: str) -> dict[str, dict[str, Stated]]:
    """The rules that a plain sentence tells, each with its parameters: a number that a group of a
    form finds, or what the name of a group states, as ``of__odd`` or ``ordered__yes``."""
    rules: dict[str, dict[str, Stated]] = {}
    for name, form in _forms():
        match = form.search(plain)
        if match is not None and not _DENIED.search(plain[: match.start()]):
            rules.setdefault(name, {})
            for key, value in match.groupdict().items():
                parameter, _, choice = key.partition("__")
                if value or (choice and value is not None):
                    rules[name][parameter] = _stated(choice or value)
    return rules
