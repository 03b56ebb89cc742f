"""Records about rules: rules, suggest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satdoku.records.base import JsonObject, Record

__all__ = ["RuleRecord", "SuggestRecord"]


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
class SuggestRecord(Record):
    """Clues that leave fewer solutions of a puzzle, and its redundant rules.

    verdict    unique | multiple | none
    solutions  how many the puzzle has; where ``complete`` is false, at least that many
    complete   all solutions are known, so that the numbers of those left are exact
    kind       the rule that clues are suggested of
    clues      the best clues, first the one that leaves the fewest solutions: ``clue`` as --rules
               reads it, ``text`` with its place (of a pair both), ``left`` (of the known
               solutions), ``exact``, ``unique``
    spare      rules that can go without another solution, one at a time, as --rules reads them
    """

    verdict: str
    solutions: int
    complete: bool
    kind: str
    clues: tuple[Mapping[str, Any], ...]
    spare: tuple[str, ...]
    seconds: float
