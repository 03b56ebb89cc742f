"""The facts about a rule, as plain data; its page and its picture."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from satdoku.answers.json_object import JsonObject
from satdoku.answers.pages import filled
from satdoku.base.records import dataclass
from satdoku.base.shipped import shipped
from satdoku.board import Constraint, Geometry
from satdoku.board.constraint import Parameter
from satdoku.constraints import ALIASES, BUNDLES, REGISTRY
from satdoku.constraints.data import from_data, named_rule
from satdoku.constraints.parameters import to_word
from satdoku.constraints.registry import known_name
from satdoku.constraints.usage import usage
from satdoku.explaining.names import meaning, words_of_rule
from satdoku.messages import SOURCE, Lang, languages


@dataclass(frozen=True, slots=True)
class RuleRecord(JsonObject):
    """The facts about a rule.

    rule        its name; ``title`` is its name for people, ``summary`` the rule in a sentence, both
                in English; ``titles`` and ``summaries`` have them by language (``en``)
    family      its module
    aliases     its other names; ``meaning``: what those stand for that set parameters
    parameters  ``name``, ``kind`` (docs/constraints/README.md), ``meaning``, ``meanings`` by
                language and ``optional`` of each, and where there are such ``default``, ``least``,
                ``most``, ``choices``
    usage       its form after --rules
    page        the file with its description; null where the pages are not installed
    example     the file with a puzzle of the rule, which ``satdoku show`` draws; null where the
                examples are not installed
    picture     null: ``satdoku show EXAMPLE --svg FILE`` makes it
    """

    NULL = ("page", "example", "picture")

    rule: str
    title: str
    titles: Mapping[str, str]
    summary: str
    summaries: Mapping[str, str]
    family: str
    aliases: tuple[str, ...]
    meaning: Mapping[str, Mapping[str, Any]]
    parameters: tuple[Mapping[str, Any], ...]
    usage: str
    page: str | None
    example: str | None
    picture: str | None = None


@dataclass(frozen=True, slots=True)
class SentenceRecord(JsonObject):
    """The rules that a sentence of a rule text tells.

    sentence  the sentence
    rules     the names of the rules
    numbers   their parameters that it states, by rule
    colours   the colours of drawings that it may be about; empty where it names none
    """

    sentence: str
    rules: tuple[str, ...]
    numbers: Mapping[str, Mapping[str, int | str | tuple[int, ...]]]
    colours: tuple[str, ...]

    def written(self, rule: str) -> str:
        """A rule with the numbers that the sentence states: ``whisper:diff=4``."""
        kinds = {parameter.name: parameter for parameter in REGISTRY[rule].parameters}
        words = (
            f"{name}={to_word(kinds[name], value, Geometry.classic())}"
            for name, value in self.numbers.get(rule, {}).items()
        )
        return ":".join([rule, *words])


def sentences_of(text: str) -> tuple[SentenceRecord, ...]:
    """The sentences of a rule text, each with the rules that it tells of a board with 1 to 9."""
    from satdoku.constraints.sums import Sum
    from satdoku.reading import UNNAMED, read_words

    words = read_words(text, range(1, 10))
    records = []
    for at, sentence in enumerate(words.sentences):
        mentions = [one for one in words.mentions if one.sentence == at]
        if any(one.rule not in {*UNNAMED, Sum.name} for one in mentions):
            # Relations and numbers without a name are then the words for the rule that has one.
            mentions = [one for one in mentions if one.rule not in UNNAMED]
        numbers = {one.rule: one.numbers for one in mentions if one.numbers}
        colours = sorted(set[str]().union(*(one.looks.colours for one in mentions)))
        listed = [one.rule for one in words.listed if one.sentence == at]
        names = tuple(dict.fromkeys((*listed, *(one.rule for one in mentions))))
        records.append(SentenceRecord(sentence, names, numbers, tuple(colours)))
    return tuple(records)


@dataclass(frozen=True, slots=True)
class RuleList(JsonObject):
    """Rules."""

    rules: tuple[RuleRecord, ...]

    def text(self, lang: Lang | None = None) -> str:
        """A line a rule: how it is written, and the rule in a sentence."""
        own = lang or SOURCE
        return "\n".join(f"{rule.usage}: {rule.summaries[own]}" for rule in self.rules)


def rules_called(name: str) -> tuple[type[Constraint], ...]:
    """The rule of a name or alias; several where a name stands for several.

    :raises FormatError: where there is none, with the nearest name or why it is refused.
    """
    names = BUNDLES.get(known_name(name), (name,))
    return tuple(named_rule(one, Geometry.classic())[0] for one in names)


def rule_record(kind: type[Constraint]) -> RuleRecord:
    """The names, the parameters and the page of a rule."""
    family = kind.__module__.rpartition(".")[2]
    others = {alias: preset for alias, (rule, preset) in ALIASES.items() if rule == kind.name}
    page = shipped(f"docs/constraints/{family}.md")
    example = shipped(f"examples/constraints/{kind.name}.json")
    words = {lang: words_of_rule(kind, lang) for lang in languages()}
    return RuleRecord(
        rule=kind.name,
        title=kind.title,
        titles={lang: title for lang, (title, _) in words.items()},
        summary=kind.summary,
        summaries={lang: summary for lang, (_, summary) in words.items()},
        family=family,
        aliases=tuple(others),
        meaning={
            alias: _plain(preset(Geometry.classic()))
            for alias, preset in others.items()
            if preset is not None
        },
        parameters=tuple(map(_parameter, kind.parameters)),
        usage=usage(kind, Geometry.classic(), from_data),
        page=None if page is None else str(page),
        example=None if example is None else str(example),
    )


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    name = Geometry.classic().name
    return {
        key: [name(cell) for cell in value] if isinstance(value, tuple) else value
        for key, value in values.items()
    }


def _parameter(parameter: Parameter) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": parameter.name,
        "kind": parameter.kind,
        "meaning": parameter.meaning,
        "meanings": {lang: meaning(parameter, lang) for lang in languages()},
        "optional": parameter.optional,
    }
    for key in ("default", "least", "most"):
        if (value := getattr(parameter, key)) is not None:
            data[key] = value
    if parameter.choices:
        data["choices"] = list(parameter.choices)
    return data


def page_of(record: RuleRecord, lang: Lang = SOURCE) -> str | None:
    """The part of the family's page that is about the rule, with what it means, how it is drawn and
    what follows first in the language."""
    if record.page is None:
        return None
    text = Path(record.page).read_text(encoding="utf-8")
    section = re.search(rf"^## `{record.rule}`.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    return None if section is None else filled(section[0], lang).rstrip()


def all_rules() -> tuple[type[Constraint], ...]:
    """Every rule."""
    return tuple(REGISTRY.values())
