"""What a setter can do at a click about what was found: each cure, each clue that can be spared, as
an edit of the puzzle.

An edit is plain data: ``givens`` (a digit, or none, by cell), ``rules`` (the positions of those
that go), ``marks`` (the cells whose pencil marks go).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from satdoku.answers.diagnosis import DiagnosisAnswer
from satdoku.answers.sets import RedundantAnswer
from satdoku.diagnosing.facts import Fact
from satdoku.explaining.findings import SHOWN, findings
from satdoku.puzzle import Puzzle


def cures(answer: DiagnosisAnswer) -> list[dict[str, Any]]:
    """Every cure that the sentences name: those that leave one solution first."""
    found = [one for kind in _kinds(answer) for one in islice(kind, SHOWN)]
    return sorted(found, key=lambda one: not one["unique"])


def _kinds(answer: DiagnosisAnswer) -> Iterator[Iterator[dict[str, Any]]]:
    puzzle, found = answer.asked.puzzle, answer.found
    wording = findings(puzzle.geometry, answer.lang)
    yield (
        _cure("change", wording.altered(one, puzzle), one.unique, _givens(puzzle, one.digits))
        for one in found.changes
    )
    yield (
        _cure(
            "move",
            wording.move(one),
            one.unique,
            _givens(puzzle, [(one.cell, one.other), (one.to, one.digit)]),
        )
        for one in found.moves
    )
    for removals in (found.removals, found.drops):
        yield (
            _cure("remove", wording.removed(one), one.unique, _without(puzzle, one.facts))
            for one in removals
        )
    if (ambiguity := found.ambiguity) is None:
        return
    if ambiguity.additions is not None:
        enough = [ambiguity.additions.givens, *((one,) for one in ambiguity.enough_alone)]
        yield (
            _cure("add", wording.all_hold(givens), True, _givens(puzzle, givens))
            for givens in dict.fromkeys(enough)
            if givens
        )
    yield (
        _cure(
            "change",
            wording.say("changed", cell=wording.cell(one.cell), old=one.old, new=one.new),
            True,
            _givens(puzzle, [(one.cell, one.new)]),
        )
        for one in ambiguity.changes
    )


def spares(answer: RedundantAnswer) -> list[dict[str, Any]]:
    """All that can go together, where that is more than one, and what can go one at a time."""
    puzzle, found = answer.asked.puzzle, answer.found
    wording = findings(puzzle.geometry, answer.lang)
    together = len(found.together_givens) + len(found.together_rules)
    made = []
    if together > 1:
        gone = _givens(puzzle, dict.fromkeys(found.together_givens).items())
        gone["rules"] = list(found.together_rules)
        made.append(_cure("remove-all", str(together), True, gone))
    for one in found.digits(found.givens):
        made.append(_cure("remove", wording.holds(*one), True, _givens(puzzle, [(one[0], None)])))
    for index in found.rules:
        text = wording.constraint(puzzle.constraints[index])
        made.append(_cure("remove", text, True, {"rules": [index]}))
    return made


def _cure(kind: str, what: str, unique: bool | None, edit: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": kind, "what": what, "unique": unique, "edit": edit}


def _givens(puzzle: Puzzle, digits: Iterable[tuple[int, int | None]]) -> dict[str, Any]:
    return {"givens": {puzzle.geometry.name(cell): digit for cell, digit in digits}}


def _without(puzzle: Puzzle, facts: Sequence[Fact]) -> dict[str, Any]:
    name = puzzle.geometry.name
    gone = {fact.rule for fact in facts if fact.rule is not None}
    return {
        "givens": {name(fact.cell): None for fact in facts if fact.kind == "given"},
        "marks": [name(fact.cell) for fact in facts if fact.kind == "marks"],
        "rules": [index for index, rule in enumerate(puzzle.constraints) if rule in gone],
    }
