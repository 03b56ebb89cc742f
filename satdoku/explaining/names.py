"""What a technique is called in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from satdoku.techniques.vocabulary import term

if TYPE_CHECKING:
    from satdoku.techniques.step import Step, StepView

__all__ = ["Lang", "title", "title_key"]

Lang = Literal["en", "ja"]


def title(technique: str, lang: Lang = "en") -> str:
    """A technique's name for people."""
    found = term(technique)
    return found.japanese if lang == "ja" else found.english


def title_key(step: Step | StepView) -> str:
    """The name that a step is called by: a negation inside a negation has its own."""
    return "negation-2" if (step.technique, step.variant) == ("negation", "2") else step.technique
