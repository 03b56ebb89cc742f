"""What techniques, rules and their parameters are called."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from satdoku.techniques.vocabulary import term

if TYPE_CHECKING:
    from satdoku.board import Constraint
    from satdoku.board.constraint import Parameter
    from satdoku.techniques.step import Step, StepView

__all__ = ["Lang", "meaning", "title", "title_key", "words_of_rule"]

Lang = Literal["en", "ja"]


def title(technique: str, lang: Lang = "en") -> str:
    """A technique's name for people."""
    found = term(technique)
    return found.japanese if lang == "ja" else found.english


def title_key(step: Step | StepView) -> str:
    """The name that a step is called by: a negation inside a negation has its own."""
    return "negation-2" if (step.technique, step.variant) == ("negation", "2") else step.technique


def words_of_rule(rule: Constraint | type[Constraint], lang: Lang = "en") -> tuple[str, str]:
    """A rule's name for people, and what it says in a sentence; in English where a rule that is
    not of the catalogue has no other."""
    if lang == "ja":
        from satdoku.explaining.rules_ja import RULES

        return RULES.get(rule.name, (rule.title, rule.summary))
    return rule.title, rule.summary


def meaning(parameter: Parameter, lang: Lang = "en") -> str:
    """What a parameter of a rule is, in a few words."""
    if lang == "ja":
        from satdoku.explaining.rules_ja import MEANINGS

        return MEANINGS.get(parameter.meaning, parameter.meaning)
    return parameter.meaning
