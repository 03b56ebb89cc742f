"""Edits that a setter can make at a click: each cure of a fault, and each clue that can be spared.

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
    edits = [one for kind in _kinds(answer) for one in islice(kind, SHOWN)]
    return sorted(edits, key=lambda one: not one["unique"])


def _kinds(answer: DiagnosisAnswer) -> Iterator[Iterator[dict[str, Any]]]:
    puzzle, diagnosis = answer.input.puzzle, answer
    wording = findings(puzzle.geometry, answer.lang)
    yield (
        _cure("change", wording.altered(one, puzzle), one.unique, _givens(puzzle, one.digits))
        for one in diagnosis.changes
    )
    yield (
        _cure(
            "move",
            wording.move(one),
            one.unique,
            _givens(puzzle, [(one.cell, one.other), (one.to, one.digit)]),
        )
        for one in diagnosis.moves
    )
    for removals in (diagnosis.removals, diagnosis.drops):
        yield (
            _cure("remove", wording.removed(one), one.unique, _without(puzzle, one.facts))
            for one in removals
        )
    if (ambiguity := diagnosis.ambiguity) is None:
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
    puzzle, redundant = answer.input.puzzle, answer.result
    wording = findings(puzzle.geometry, answer.lang)
    together = len(redundant.together_givens) + len(redundant.together_rules)
    edits = []
    if together > 1:
        together_edit = _givens(puzzle, dict.fromkeys(redundant.together_givens).items())
        together_edit["rules"] = list(redundant.together_rules)
        edits.append(_cure("remove-all", str(together), True, together_edit))
    for one in redundant.digits(redundant.givens):
        edits.append(_cure("remove", wording.holds(*one), True, _givens(puzzle, [(one[0], None)])))
    for index in redundant.rules:
        text = wording.constraint(puzzle.constraints[index])
        edits.append(_cure("remove", text, True, {"rules": [index]}))
    return edits


def _cure(kind: str, text: str, unique: bool | None, edit: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": kind, "what": text, "unique": unique, "edit": edit}


def _givens(puzzle: Puzzle, digits: Iterable[tuple[int, int | None]]) -> dict[str, Any]:
    return {"givens": {puzzle.geometry.name(cell): digit for cell, digit in digits}}


def _without(puzzle: Puzzle, facts: Sequence[Fact]) -> dict[str, Any]:
    name = puzzle.geometry.name
    removed = {fact.rule for fact in facts if fact.rule is not None}
    return {
        "givens": {name(fact.cell): None for fact in facts if fact.kind == "given"},
        "marks": [name(fact.cell) for fact in facts if fact.kind == "marks"],
        "rules": [index for index, rule in enumerate(puzzle.constraints) if rule in removed],
    }
