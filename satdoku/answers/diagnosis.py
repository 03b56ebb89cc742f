"""What is wrong with a puzzle, as plain data and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from satdoku.answers.asked import Asked, unread
from satdoku.answers.showing import SceneShown
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.board.grid import Candidate
from satdoku.diagnosing import Clash, Diagnosis, Fact, Removal, diagnose, facts_of, names_of
from satdoku.diagnosing.ambiguity import Ambiguity
from satdoku.explaining.findings import Findings, findings
from satdoku.explaining.names import Lang
from satdoku.formats import Letters
from satdoku.puzzle import Puzzle
from satdoku.records.findings import DiagnosisRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

__all__ = [
    "DIAGNOSIS_SECONDS",
    "DiagnosisAnswer",
    "ambiguity_fields",
    "diagnosis_of",
    "diagnosis_row",
]

DIAGNOSIS_SECONDS = 10.0
"""The time for a puzzle where no other limit is set: to prove a clash the smallest may take for
ever."""


def diagnosis_of(
    asked: Asked,
    *,
    clashes: int = 1,
    choices: int = 100,
    lang: Lang = "en",
    letters: Letters = "auto",
    limit: Limit,
) -> DiagnosisRecord:
    """What is wrong with a puzzle, and what would cure it."""
    puzzle = asked.puzzle
    found = diagnose(puzzle, clashes=clashes, choices=choices, limit=limit)
    wording = findings(puzzle.geometry, lang)
    names = names_of(facts_of(puzzle), puzzle.geometry)
    return DiagnosisRecord(
        **asked.place,
        verdict=found.verdict,
        witnesses=tuple(asked.write(grid, letters) for grid in found.witnesses),
        clashes=tuple(_clash(clash, puzzle, names, wording) for clash in found.clashes),
        exhausted=found.exhausted,
        remove=tuple(_removal(choice, names, wording) for choice in found.removals),
        drop=tuple(_removal(choice, names, wording) for choice in found.drops),
        change=_changes(found, puzzle),
        move=_moves(found, puzzle, wording),
        fewest=found.fewest,
        listed=found.listed,
        ambiguity=None
        if found.ambiguity is None
        else ambiguity_fields(found.ambiguity, lambda grid: asked.write(grid, letters), lang),
        complete=found.complete,
        stopped=found.stopped,
        seconds=round(found.seconds, 6),
    )


def _clash(
    clash: Clash, puzzle: Puzzle, names: Mapping[Fact, str], wording: Findings
) -> Mapping[str, Any]:
    geometry = puzzle.geometry
    found: dict[str, Any] = {
        "facts": [names[fact] for fact in clash.facts],
        "told": wording.facts(clash.facts),
        "smallest": clash.smallest,
    }
    if clash.argument is not None:
        found["argument"] = {
            "kind": clash.argument.kind,
            "sentences": wording.argument(clash.argument),
            "cells": [geometry.name(cell) for cell in clash.argument.cells],
        }
    return found


def _removal(removal: Removal, names: Mapping[Fact, str], wording: Findings) -> Mapping[str, Any]:
    return {
        "facts": [names[fact] for fact in removal.facts],
        "told": wording.facts(removal.facts),
        "unique": removal.unique,
    }


def _changes(found: Diagnosis, puzzle: Puzzle) -> tuple[Mapping[str, Any], ...]:
    name, givens = puzzle.geometry.name, puzzle.givens
    return tuple(
        {
            "cells": [
                {"cell": name(cell), "from": givens[cell], "to": digit}
                for cell, digit in change.digits
            ],
            "unique": change.unique,
        }
        for change in found.changes
    )


def _moves(found: Diagnosis, puzzle: Puzzle, wording: Findings) -> tuple[Mapping[str, Any], ...]:
    geometry = puzzle.geometry
    return tuple(
        {
            "from": geometry.name(move.cell),
            "to": geometry.name(move.to),
            "digit": move.digit,
            "other": move.other,
            "unique": move.unique,
            "sentence": wording.move(move),
        }
        for move in found.moves
    )


@dataclass(frozen=True, slots=True)
class DiagnosisAnswer(DiagnosisRecord, SceneShown):
    """The record of ``diagnose``, which can be read too: its sentences are in ``lang``."""

    asked: Puzzle = field(kw_only=True, repr=False)
    lang: Lang = field(default="en", kw_only=True)

    @staticmethod
    def of(record: DiagnosisRecord, puzzle: Puzzle, lang: Lang) -> DiagnosisAnswer:
        """The answer of a record."""
        data = {f.name: getattr(record, f.name) for f in fields(DiagnosisRecord)}
        return DiagnosisAnswer(**data, asked=puzzle, lang=lang)

    def data(self) -> dict[str, Any]:
        """The fields of the record."""
        found = DiagnosisRecord.data(self)
        del found["asked"], found["lang"]
        return found

    @property
    def geometry(self) -> Geometry:
        """The board."""
        return self.asked.geometry

    def scene(self) -> Scene:
        """The puzzle, the cells of the first clash marked, or those that two solutions differ in.

        For a picture.
        """
        from satdoku.render.scene import Highlight, make_scene

        found: dict[int, Highlight] = {}
        cells = {self.geometry.name(cell): cell for cell in range(self.geometry.cell_count)}
        for clash in self.clashes[:1]:
            named = {fact.partition("=")[0] for fact in clash["facts"]}
            found = {cells[name]: "fault" for name in named & cells.keys()}
        if self.ambiguity is not None:
            found = {cells[name]: "differs" for name in self.ambiguity["differ"]}
        return make_scene(self.asked, highlights=found)

    def cells(self) -> tuple[int, ...]:
        """The cells that the sentences are about: those of the first clash, with the cells that the
        clues in it name, or those that two solutions differ in."""
        at = {self.geometry.name(cell): cell for cell in range(self.geometry.cell_count)}
        facts = {name: fact for fact, name in names_of(facts_of(self.asked), self.geometry).items()}
        found: list[int] = []
        for clash in self.clashes[:1]:
            for name in clash["facts"]:
                fact = facts[name]
                if fact.rule is None or fact.rule.parameters:  # not a rule of the whole board
                    found += fact.cells(self.geometry)
            found += [at[name] for name in clash.get("argument", {}).get("cells", ())]
        if self.ambiguity is not None:
            found += [at[name] for name in self.ambiguity["differ"]]
        return tuple(dict.fromkeys(found))

    def text(self) -> str:
        """The diagnosis in words, and what of the text it is not about."""
        wording = findings(self.geometry, self.lang)
        lines = [wording.verdict(self)]
        if self.verdict == "multiple":
            lines += [] if self.ambiguity is None else self.ambiguity["sentences"]
            lines += wording.misplaced(self) if self.move else ()
            lines += () if self.complete else (wording.ran_out(self.stopped),)
        elif self.verdict == "none":
            lines.append("\n".join(wording.no_solution(self)).strip("\n"))
        return "\n".join([*lines, *unread(self.left_out, self.puzzle, self.lang)])


def ambiguity_fields(
    found: Ambiguity,
    write: Callable[[Grid], str] = lambda grid: grid.text(),
    lang: Lang = "en",
) -> dict[str, Any]:
    """The JSON fields of a puzzle with several solutions; ``write`` puts a grid on one line."""
    geometry = found.puzzle.geometry
    name = geometry.name
    additions = found.additions
    return {
        "solutions": [write(found.first), write(found.second)],
        "differ": {
            name(cell): [found.first.values[cell], found.second.values[cell]]
            for cell in found.cells
        },
        "deadly": found.deadly,
        "closest": found.closest,
        "count": found.count,
        "exact": found.exact,
        "open": {name(cell): sorted(found.candidates[cell]) for cell in found.open_cells},
        "fixed": {name(cell): min(found.candidates[cell]) for cell in found.fixed_cells},
        "candidates_complete": found.candidates_complete,
        "additions": None
        if additions is None
        else {
            "givens": [_says(geometry, given) for given in additions.givens],
            "solution": write(additions.solution),
            "proved": additions.proved,
            "at_least": additions.at_least,
            "at_least_here": additions.at_least_here,
        },
        "enough_alone": [_says(geometry, candidate) for candidate in found.enough_alone],
        "changes": [
            {"cell": name(change.cell), "from": change.old, "to": change.new}
            for change in found.changes
        ],
        "changes_complete": found.changes_complete,
        "stopped": found.stopped,
        "sentences": findings(geometry, lang).ambiguity(found),
    }


def _says(geometry: Geometry, candidate: Candidate) -> str:
    return f"{geometry.name(candidate[0])}={candidate[1]}"


def diagnosis_row(record: DiagnosisRecord) -> str:
    """A line for a program: verdict, puzzle, clash, what to remove, to change and to move."""
    columns = [record.marked(record.verdict), record.puzzle]
    if record.verdict == "none":
        first = record.clashes[:1]
        columns += [
            ";".join(" ".join(clash["facts"]) for clash in record.clashes),
            "".join("smallest" if clash["smallest"] else "minimal" for clash in first),
            ";".join(_choice(" ".join(c["facts"]), c) for c in record.remove + record.drop),
            ";".join(_choice(_altered(c), c) for c in record.change),
            _shifted(record),
        ]
    elif record.verdict == "multiple":
        columns += record.witnesses
        if record.ambiguity is not None:
            columns += [*_differences(record.ambiguity), _shifted(record)]
    return "\t".join(columns)


def _differences(ambiguity: Mapping[str, Any]) -> Iterable[str]:
    """The number of solutions, where two differ, what to add."""
    yield f"{'' if ambiguity['exact'] else '>='}{ambiguity['count']}"
    yield " ".join(ambiguity["differ"])
    additions = ambiguity["additions"]
    yield "" if additions is None else " ".join(additions["givens"])


def _shifted(record: DiagnosisRecord) -> str:
    return ";".join(
        _choice(
            "{from}={digit}>>{to}".format(**move)
            if move["other"] is None
            else "{from}={digit}<>{to}={other}".format(**move),
            move,
        )
        for move in record.move
    )


def _choice(text: str, choice: Mapping[str, Any]) -> str:
    return text + ("!" if choice["unique"] else "")


def _altered(change: Mapping[str, Any]) -> str:
    return " ".join("{cell}={from}>{to}".format(**cell) for cell in change["cells"])
