"""What is wrong with a puzzle, and what would cure it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

from satdoku.answers.doubts import full_solution, told_in
from satdoku.answers.puzzle_input import PuzzleInput, rewritten, unread
from satdoku.answers.question import Answer, Question, Reporter, SpokenIn
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.board import Grid
from satdoku.board.names import Cell
from satdoku.diagnosing.ambiguity import Ambiguity
from satdoku.diagnosing.diagnosis import Clash, Diagnosis, diagnose
from satdoku.diagnosing.facts import Fact, facts_of, names_of
from satdoku.diagnosing.meant import Meant
from satdoku.diagnosing.misplaced import MovedGiven
from satdoku.diagnosing.repairs import Removal, Replacement
from satdoku.explaining.findings import Findings, findings
from satdoku.messages import SOURCE, Lang
from satdoku.records.findings import DiagnosisRecord

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


@dataclass(frozen=True, slots=True)
class DiagnosisAnswer(Answer):
    """What is wrong with a puzzle, and what would cure it; ``found`` has it all as objects."""

    asked: PuzzleInput
    found: Diagnosis
    lang: Lang = SOURCE

    @property
    def verdict(self) -> str:
        """``unique``, ``none``, ``multiple``, or ``undecided``: the time ran out."""
        return self.found.verdict

    @property
    def witnesses(self) -> tuple[Grid, ...]:
        """The solution, or two different ones."""
        return self.found.witnesses

    @property
    def complete(self) -> bool:
        """Whether all that was asked is known."""
        return self.found.complete

    def cells(self) -> tuple[Cell, ...]:
        """The cells that the sentences are about: those of the first clash, with the cells that the
        clues in it name, or those that two solutions differ in."""
        found: list[int] = []
        for clash in self.found.clashes[:1]:
            found += clash.cells(self.asked.puzzle)
            found += () if clash.argument is None else clash.argument.cells
        if self.found.ambiguity is not None:
            found += self.found.ambiguity.cells
        return self.asked.cells(dict.fromkeys(found))

    def scene(self) -> Scene:
        """The puzzle; the cells of the first clash, or those that two solutions differ in, are
        marked."""
        from satdoku.render.scene import Highlight, make_scene

        marked: dict[int, Highlight] = {}
        for clash in self.found.clashes[:1]:
            cells = [fact.cell for fact in clash.facts if fact.rule is None]
            marked = dict.fromkeys(cells, "fault")
        if self.found.ambiguity is not None:
            marked = dict.fromkeys(self.found.ambiguity.cells, "differs")
        return make_scene(self.asked.puzzle, highlights=marked)

    def text(self, lang: Lang | None = None, *, cures: bool = True) -> str:
        """The diagnosis in words, with the lists of cures where they are wanted, and what of the
        text it is not about."""
        lang, found = lang or self.lang, self.found
        wording = findings(self.asked.puzzle.geometry, lang)
        lines = [wording.verdict(found, self.asked.mark(found.verdict)), *wording.meant(found)]
        if found.verdict == "multiple":
            lines += [] if found.ambiguity is None else wording.ambiguity(found.ambiguity)
            lines += wording.misplaced(found) if cures and found.moves else ()
            lines += () if found.complete else (wording.ran_out(found.stopped),)
        elif found.verdict == "none":
            sentences = wording.no_solution(found, self.asked.puzzle, cures=cures)
            lines.append("\n".join(sentences).strip("\n"))
        return "\n".join([*lines, *unread(self.asked.left_out, self.puzzle, lang)])

    def record(self, lang: Lang | None = None) -> DiagnosisRecord:
        asked, found, lang = self.asked, self.found, lang or self.lang
        puzzle = asked.puzzle
        wording = findings(puzzle.geometry, lang)
        names = names_of(facts_of(puzzle), puzzle.geometry)
        ambiguity = found.ambiguity
        return DiagnosisRecord(
            **asked.place,
            verdict=found.verdict,
            witnesses=tuple(map(asked.write, found.witnesses)),
            clashes=tuple(_clash(clash, asked, names, wording) for clash in found.clashes),
            exhausted=found.exhausted,
            remove=tuple(_removal(choice, names, wording) for choice in found.removals),
            drop=tuple(_removal(choice, names, wording) for choice in found.drops),
            change=tuple(_change(change, asked) for change in found.changes),
            move=tuple(_move(move, asked, wording) for move in found.moves),
            fewest=found.fewest,
            listed=found.listed,
            ambiguity=None if ambiguity is None else ambiguity_fields(ambiguity, asked, wording),
            broken=tuple({"fact": names[fact], "told": wording.fact(fact)} for fact in found.broken)
            or None,
            meant=tuple(_meant(one, asked, wording) for one in found.meant) or None,
            complete=found.complete,
            stopped=found.stopped,
            seconds=round(found.seconds, 6),
        )


@dataclass(frozen=True)
class DiagnoseQuestion(Question[DiagnosisAnswer]):
    """What is wrong with a puzzle, and what would cure it."""

    # To prove a clash the smallest may take for ever.
    seconds = 10.0

    all: Annotated[int, Option("List up to N clashes, smallest first.", metavar="N", least=1)] = 1
    choices: Annotated[
        int, Option("List at most N ways to cure a puzzle.", metavar="N", least=1)
    ] = 100
    lang: SpokenIn = SOURCE

    def answer(self, asked: PuzzleInput, limit: Limit, report: Reporter = None) -> DiagnosisAnswer:
        document = asked.document
        told = told_in(document)
        diagnosis = diagnose(
            asked.puzzle,
            clashes=self.all,
            choices=self.choices,
            solution=full_solution(document),
            named=() if told is None else told.names,
            limit=limit,
        )
        asked = asked.of_several() if diagnosis.verdict == "multiple" else asked
        return DiagnosisAnswer(asked, diagnosis, self.lang)


def _clash(
    clash: Clash, asked: PuzzleInput, names: Mapping[Fact, str], wording: Findings
) -> Mapping[str, Any]:
    found: dict[str, Any] = {
        "facts": [names[fact] for fact in clash.facts],
        "told": wording.facts(clash.facts),
        "smallest": clash.smallest,
    }
    if clash.argument is not None:
        found["argument"] = {
            "kind": clash.argument.kind,
            "sentences": wording.argument(clash.argument),
            "cells": asked.cells(clash.argument.cells),
        }
    return found


def _removal(removal: Removal, names: Mapping[Fact, str], wording: Findings) -> Mapping[str, Any]:
    return {
        "facts": [names[fact] for fact in removal.facts],
        "told": wording.facts(removal.facts),
        "unique": removal.unique,
    }


def _change(change: Replacement, asked: PuzzleInput) -> Mapping[str, Any]:
    givens = asked.puzzle.givens
    cells = [
        {"cell": asked.cell(cell), "from": givens[cell], "to": digit}
        for cell, digit in change.digits
    ]
    return {"cells": cells, "unique": change.unique}


def _meant(found: Meant, asked: PuzzleInput, wording: Findings) -> Mapping[str, Any]:
    return {
        "old": found.old or None,
        "new": found.new or None,
        "clues": found.clues,
        "unique": found.unique,
        "published": found.published,
        "sentence": wording.reading(found),
        "puzzle": rewritten(asked, found.puzzle),
    }


def _move(move: MovedGiven, asked: PuzzleInput, wording: Findings) -> Mapping[str, Any]:
    return {
        "from": asked.cell(move.cell),
        "to": asked.cell(move.to),
        "digit": move.digit,
        "other": move.other,
        "unique": move.unique,
        "sentence": wording.move(move),
    }


def ambiguity_fields(found: Ambiguity, asked: PuzzleInput, wording: Findings) -> dict[str, Any]:
    """The JSON fields of a puzzle with several solutions."""
    cell, write, additions = asked.cell, asked.write, found.additions
    return {
        "solutions": [write(found.first), write(found.second)],
        "differ": {
            cell(index): [found.first.values[index], found.second.values[index]]
            for index in found.cells
        },
        "deadly": found.deadly,
        "closest": found.closest,
        "count": found.count,
        "exact": found.exact,
        "open": {cell(index): sorted(found.candidates[index]) for index in found.open_cells},
        "fixed": {cell(index): min(found.candidates[index]) for index in found.fixed_cells},
        "candidates_complete": found.candidates_complete,
        "additions": None
        if additions is None
        else {
            "givens": asked.placed(additions.givens),
            "solution": write(additions.solution),
            "proved": additions.proved,
            "at_least": additions.at_least,
            "at_least_here": additions.at_least_here,
        },
        "enough_alone": asked.placed(found.enough_alone),
        "changes": [
            {"cell": cell(change.cell), "from": change.old, "to": change.new}
            for change in found.changes
        ],
        "changes_complete": found.changes_complete,
        "stopped": found.stopped,
        "sentences": wording.ambiguity(found),
    }


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
