"""Words: which rules a text in English is about, sentence by sentence.

The rules state how they are told (``in_words`` of a rule class): forms that are looked for in a
sentence in plain small letters. Numbers in a form are parameters. A sentence is about the drawings
that it names by colour and shape; a sentence that denies a rule ("not all dots are given") states
none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache, lru_cache
from textwrap import shorten
from typing import Any, Literal, TypeAlias

from satdoku.base.records import dataclass
from satdoku.constraints import REGISTRY
from satdoku.constraints.custom import AllPairs, AutomatonRule, PairTableRule
from satdoku.constraints.each import ForEach
from satdoku.constraints.listed import listed_clue, rule_of_heading
from satdoku.constraints.phrases import LANGUAGES
from satdoku.constraints.wording import STATES_NOTHING
from satdoku.messages import SOURCE, catalogue, languages
from satdoku.reading.everywhere import Everywhere, everywhere_in
from satdoku.reading.forms import Forms
from satdoku.reading.looks import NamedLooks, looks_in
from satdoku.reading.pairs import Pairs, all_pairs_in, pairs_in
from satdoku.reading.quantities import Quantity, place_in, quantities_in

Scope = Literal["", "diagonals", "row", "sideways", "corresponding", "around", "regions"]
Stated: TypeAlias = int | str | tuple[int, ...]
"""The value that a sentence states of a parameter: a number, a flag, a choice or digits."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule that a sentence of a text tells.

    rule      its name
    sentence  the position of the sentence in the text
    numbers   the parameters that the sentence states
    looks     the drawings that it is about
    named     whether the sentence has the rule's name, and not only tells it
    pairs     the pairs of digits that it allows, where it states a relation of two; of the cells
              of a ``scope``, where they are not one after the other
    quantity  what it says of the digits of a figure; ``place`` are the cells that it is about,
              counted from a clue beside the board
    everywhere  what it says of digits in many places of the board
    """

    rule: str
    sentence: int
    numbers: Mapping[str, Stated] = field(default_factory=dict)
    looks: NamedLooks = field(default_factory=NamedLooks)
    named: bool = False
    pairs: Pairs = ()
    scope: Scope = ""
    quantity: Quantity | None = None
    place: slice | None = None
    everywhere: Everywhere | None = None

    @property
    def meaning(self) -> tuple[object, ...]:
        """The rule and its parameters, whichever sentence tells them."""
        form = None if self.quantity is None else self.quantity.form
        place = None if self.place is None else (self.place.start, self.place.stop)
        return (
            self.rule,
            tuple(sorted(self.numbers.items())),
            self.pairs,
            self.scope,
            form,
            place,
            self.everywhere,
        )


@dataclass(frozen=True, slots=True)
class ListedClues:
    """A rule with its clues in a list, each as plain data: words tell all of it.

    sentence  the position of the heading among the sentences of the text
    """

    rule: str
    sentence: int
    clues: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True)
class RulesText:
    """A text in sentences, and the rules that they tell.

    given   the drawings of which a sentence says that all possible ones are drawn
    listed  the rules whose clues are listed
    """

    sentences: tuple[str, ...]
    mentions: tuple[Mention, ...]
    given: tuple[NamedLooks, ...] = ()
    listed: tuple[ListedClues, ...] = ()

    def of(self, rule: str) -> tuple[Mention, ...]:
        """The mentions of one rule."""
        return tuple(mention for mention in self.mentions if mention.rule == rule)

    def short(self, mention: Mention) -> str:
        """The beginning of the sentence of a mention, which its clues are called by."""
        words = "".join(filter(str.isprintable, self.sentences[mention.sentence]))
        return shorten(words, _MAX_CALLED, placeholder="...")


_SENTENCE = re.compile(
    r"(?<=[.!?;])(?<!\b[IiEe]\.)(?<!\b[IiEe]\.[eg]\.)(?<!\b[IiEe]\. [eg]\.)[\"')\]]*\s+"
    r"|(?<=[\u3002\uff01\uff1f])|[\n\r\u2022]+"
    r"|, (?=and the digits \d)"
)
_NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b")
_ALL_GIVEN = re.compile(r"\ball\b.*\b(?:given|shown|marked|indicated)\b")
_SCOPES: Mapping[Scope, re.Pattern[str]] = {
    "sideways": re.compile(r"\bleft to right\b.*\btop to bottom\b"),
    "corresponding": re.compile(r"\bsame (?:relative )?(?:position|place|location)"),
    "diagonals": re.compile(r"\bdiagonal"),
    "row": re.compile(r"\b(?:rows?|columns?) (?:\w+ ){0,3}(?:marked|indicated|labell?ed|with)\b"),
}
"""The cells of which every two have a relation, by the words for them."""
_PLACES: Mapping[Scope, re.Pattern[str]] = {
    "around": re.compile(r"\bsurround(?!ed)"),
    "regions": re.compile(r"\b(?:in|within|of) each (?:3x3 )?(?:region|box)\b"),
}
"""The cells that a number is about, by the words for them."""
_BULLET = "- "
"""The beginning of a line of a list."""
_MAX_SENTENCE = 600
"""Characters of a sentence that are looked at: forms take longer than in proportion to it."""
_MAX_CALLED = 54
"""Characters of a sentence that its clues are called by."""
_DENIED = re.compile(r"\b(?:not|no|never|nor|isn't|aren't) (?:an? |any |necessarily )*$")
"""The end of what stands before a name that a sentence denies."""

_NOTHINGS = (STATES_NOTHING, *(re.compile(language.nothing) for language in LANGUAGES))
_DENIALS = (_DENIED, *(re.compile(language.denied) for language in LANGUAGES))

_BETWEEN = re.compile(
    r"\b(?:separated|connected|joined|linked|adjacent|neighbou?r\w*|between|either side|along"
    r"|dots?|circles?|squares?|diamonds?|touching|same (?:relative )?(?:position|place|location)"
    r"|left to right|2 digit|(?:capsule|pill|domino)\w*)\b"
)
"""Words for two cells with a mark between them or one after the other on a line."""


def read_words(text: str, digits: Sequence[int]) -> RulesText:
    """The rules that a text tells of a board with these digits."""
    sentences: list[str] = []
    listed: list[ListedClues] = []
    for part in _parts_of(text):
        if isinstance(part, str):
            sentences += (one for each in _SENTENCE.split(part) if (one := each.strip(" \t-*")))
        else:
            head, clues = part
            listed.append(ListedClues(clues[0]["rule"], len(sentences), clues))
            sentences.append(head)
    mentions: list[Mention] = []
    given: list[NamedLooks] = []
    heads = {one.sentence for one in listed}
    for at, sentence in enumerate(sentences):
        if at in heads:
            continue
        plain = plain_words(sentence[:_MAX_SENTENCE])
        if any(form.search(plain) for form in _NOTHINGS):
            continue
        looks = looks_in(plain)
        if _ALL_GIVEN.search(plain):
            given.append(looks)
        mentions += _mentions_in(plain, at, looks, digits)
    return RulesText(tuple(sentences), tuple(mentions), tuple(given), tuple(listed))


def _parts_of(text: str) -> Iterator[str | tuple[str, tuple[dict[str, Any], ...]]]:
    """A text in parts: lists of clues with their heading, and what stands between them."""
    lines = text.splitlines()
    begin = at = 0
    while at < len(lines):
        kind = rule_of_heading(lines[at])
        end = at + 1
        while kind is not None and end < len(lines) and lines[end].startswith(_BULLET):
            end += 1
        if kind is not None and end > at + 1:
            items = (line.removeprefix(_BULLET) for line in lines[at + 1 : end])
            clues = tuple(listed_clue(kind, item) for item in items)
            if None not in clues:
                yield "\n".join(lines[begin:at])
                yield lines[at].strip(), tuple(clue for clue in clues if clue is not None)
                begin = end
        at = end
    yield "\n".join(lines[begin:])


def _mentions_in(
    plain: str, at: int, looks: NamedLooks, digits: Sequence[int]
) -> Iterator[Mention]:
    """The rules, and the relations and numbers without a name, that a plain sentence tells."""
    rules = _rules_in(plain)
    names = {rule: name.span() for rule in rules if (name := _names()[rule].search(plain))}
    for rule, numbers in rules.items():
        stated = [numbers.pop(name, None) for name in ("one", "other")]
        ends = sorted(number for number in stated if isinstance(number, int))
        if ends and ends != [digits[0], digits[-1]]:
            numbers["crusts"] = tuple(ends)
        # What a sentence says of a rule in words of its own ("{where}") is no value.
        kinds = {parameter.name: parameter.kind for parameter in REGISTRY[rule].parameters}
        numbers = {key: n for key, n in numbers.items() if kinds.get(key, "text") != "text"}
        # "Renban" in "run-on renban" is no name.
        named = rule in names and not any(_is_inside(names[rule], n) for n in names.values())
        yield Mention(rule, at, numbers, looks, named=named)
    if _BETWEEN.search(plain) and 0 < len(pairs := pairs_in(plain, digits)) < len(digits) ** 2:
        scope = _scope_in(plain, _SCOPES)
        yield Mention(PairTableRule.name, at, looks=looks, pairs=pairs, scope=scope)
    if (pairs := all_pairs_in(plain, digits)) and not any(map(_is_of_line, rules)):
        yield Mention(AllPairs.name, at, looks=looks, pairs=pairs)
    if not looks.kinds and not looks.shapes and not looks.signs:
        for everywhere in everywhere_in(plain, digits):
            yield Mention(ForEach.name, at, looks=looks, everywhere=everywhere)
    place = place_in(plain)
    scope = _scope_in(plain, _PLACES)
    for quantity in quantities_in(plain):
        yield Mention(
            AutomatonRule.name, at, looks=looks, quantity=quantity, place=place, scope=scope
        )


def _is_inside(span: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether a part of a text is inside of a longer one."""
    return other[0] <= span[0] and span[1] <= other[1] and span != other


def _scope_in(plain: str, forms: Mapping[Scope, re.Pattern[str]]) -> Scope:
    """The first scope for which a plain sentence has the words."""
    return next((scope for scope, form in forms.items() if form.search(plain)), "")


def _is_of_line(rule: str) -> bool:
    """Whether a rule is about lines."""
    return any(p.kind == "line" and not p.optional for p in REGISTRY[rule].parameters)


def plain_words(sentence: str) -> str:
    """A sentence in small letters, with digits for numbers and no hyphens inside of words."""
    text = sentence.lower().replace("\u2019", "'").replace("gray", "grey")
    text = re.sub(r"[\u2010-\u2015]", "-", text)
    text = re.sub(r"(?<=[a-z])-(?=[a-z])|(?<=[0-9])-(?=[a-z]{2})", " ", text)
    text = _NUMBER.sub(lambda match: _NUMBERS[match[0]], text)
    text = " ".join(text.split())
    for language in LANGUAGES:
        if language.understands(text):
            return language.in_english(text)
    return text


@cache
def _forms() -> Forms[str]:
    """The forms by which rules are told, or the name of a rule that states none; then the sentences
    in which satdoku itself tells each rule."""
    stated = [(name, kind.in_words, kind.noun) for name, kind in REGISTRY.items()]
    others = [each for language in LANGUAGES for each in language.rules.items()]
    return Forms(
        (
            *(
                (form, "", name)
                for name, forms, noun in stated
                for form in forms or (rf"\b{re.escape(noun)}s?\b",)
            ),
            *((form, "", name) for name, forms in others for form in forms),
            *_own_sentences(),
        )
    )


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


def _own_sentences() -> Iterator[tuple[str, str, str]]:
    """The forms of satdoku's own sentences about each rule, in all languages."""
    for lang in languages():
        texts = {} if lang == SOURCE else catalogue(lang, "rules").texts
        for name, kind in REGISTRY.items():
            summary = texts.get(f"{name}.summary", kind.summary)
            yield *_form_of(summary), name
            for key, english in kind.sentences().items():
                choice = key.removeprefix("told.") if "." in key else ""
                if choice and not kind.choice():
                    continue  # a law of digits that are written out: no text has them so
                chosen = f"(?P<{kind.choice()}__{choice}>)" if choice else ""
                yield *_form_of(texts.get(f"{name}.{key}", english), chosen), name


def _form_of(text: str, chosen: str = "") -> tuple[str, str]:
    """The form, and its longest part without a number, of a sentence (the first of several) with
    ``{names}`` for numbers; the form has the choice that it states."""
    form, known, longest = chosen, set[str](), ""
    text = _SENTENCE.split(text)[0]
    for at, part in enumerate(re.split(r"\{(\w+)\}", text.rstrip(".;\u3002"))):
        if at % 2:
            form += rf"(?P={part})" if part in known else rf"(?P<{part}>\d+)"
            known.add(part)
        else:
            inner = " " * part.startswith(" "), " " * part.endswith(" ")
            literal = plain_words(part).join(inner) if part.strip() else part
            form += re.escape(literal)
            longest = max(longest, literal, key=len)
    return form, longest


def _stated(rule: str, parameter: str, word: str) -> Stated:
    """The value that a word of a form states of a parameter."""
    kinds = {p.name: p.kind for p in REGISTRY[rule].parameters}
    if kinds.get(parameter) == "digits":
        return tuple(map(int, re.findall(r"\d", word)))
    return word == "yes" or (int(word) if word.isdecimal() else word)


def _rules_in(plain: str) -> dict[str, dict[str, Stated]]:
    """The rules that a plain sentence tells, each with its parameters: a number that a group of a
    form finds, or what the name of a group states, as ``of__odd`` or ``ordered__yes``."""
    rules: dict[str, dict[str, Stated]] = {}
    for name, match in _forms().matches(plain):
        if not any(denied.search(plain[: match.start()]) for denied in _DENIALS):
            rules.setdefault(name, {})
            for key, value in match.groupdict().items():
                parameter, _, choice = key.partition("__")
                if value or (choice and value is not None):
                    rules[name][parameter] = _stated(name, parameter, choice or value)
    return rules
