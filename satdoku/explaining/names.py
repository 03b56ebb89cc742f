"""The names of techniques, rules and their parameters.

English names stand on the technique and on the rule's class, those of other languages in their
catalogues ``techniques.po`` and ``rules.po``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.messages import SOURCE, Lang, catalogue, languages
from satdoku.techniques.names.vocabulary import term

if TYPE_CHECKING:
    from satdoku.board import Constraint, Geometry
    from satdoku.board.constraint import Parameter
    from satdoku.techniques.step import Step, StepView

__all__ = [
    "Lang",
    "meaning",
    "sentence",
    "sought",
    "title",
    "title_key",
    "words_of_clues",
    "words_of_name",
    "words_of_noun",
    "words_of_rule",
]


def title(technique: str, lang: Lang = SOURCE) -> str:
    """A technique's name for people."""
    entry = term(technique)
    if lang == SOURCE:
        return entry.title
    names = catalogue(lang, "techniques")
    family, _, size = entry.name.rpartition("-")
    if size.isdecimal() and entry.name not in names and family in names:
        return names.say(family, size=int(size))
    return names.texts.get(entry.name, entry.title)


def title_key(step: Step | StepView) -> str:
    """The name that a step is called by: a negation inside a negation has its own."""
    return "negation-2" if (step.technique, step.variant) == ("negation", "2") else step.technique


def words_of_name(rule: str, lang: Lang) -> str | None:
    """The name of the rule that files call so; ``None`` in English, where the rule itself has it,
    and for a rule that is not of the catalogue."""
    return _name(lang, "rules", f"{rule}.title")


def words_of_clues(rule: str, lang: Lang) -> tuple[str, str]:
    """The names of one clue of a rule and of several in a sentence, such as "la cage killer": the
    name of the rule where the language has no others, empty where it has none of these either."""
    name = words_of_name(rule, lang) or ""
    one = _name(lang, "rules", f"{rule}.noun") or name
    return one, _name(lang, "rules", f"{rule}.plural") or one


def words_of_noun(noun: str, lang: Lang) -> str:
    """The name of the rule whose clues are called so in English; the noun where there is none."""
    if lang == SOURCE:
        return noun
    from satdoku.constraints import REGISTRY  # few sentences need all rules

    kinds = (k for k in REGISTRY.values() if noun in (k.noun, k.plural or f"{k.noun}s"))
    return next((words_of_rule(kind, lang)[0] for kind in kinds), noun)


def words_of_rule(rule: Constraint | type[Constraint], lang: Lang = SOURCE) -> tuple[str, str]:
    """A rule's name for people, and what it says in a sentence; in English where a rule that is
    not of the catalogue has no other."""
    name = words_of_name(rule.name, lang)
    if name is None:
        return rule.title, rule.summary
    return name, _name(lang, "rules", f"{rule.name}.summary") or rule.summary


def sentence(rule: Constraint, geometry: Geometry, lang: Lang = SOURCE) -> str:
    """The sentence of a rule, with its own numbers."""
    key = rule.told_by(geometry)
    if not key:
        return words_of_rule(rule, lang)[1]
    form = _name(lang, "rules", f"{rule.name}.{key}")
    return rule.sentence(geometry) if form is None else form.format(**rule.numbers(geometry))


def sought(rule: type[Constraint]) -> list[str]:
    """Words by which setters look for a rule, besides its names: its own, then of each language."""
    words = list(rule.sought)
    for lang in languages():
        if text := _name(lang, "rules", f"{rule.name}.sought"):
            words += text.split(", ")
    return words


def meaning(parameter: Parameter, lang: Lang = SOURCE) -> str:
    """The meaning of a parameter of a rule, in a few words."""
    return _name(lang, "rules", parameter.meaning) or parameter.meaning


def _name(lang: Lang, domain: str, key: str) -> str | None:
    """A name in a language other than English, where it has one."""
    return None if lang == SOURCE else catalogue(lang, domain).texts.get(key)
