"""The faults of a puzzle, and their cures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal, NotRequired, TypedDict

from satdoku.answers.doubts import missed_sentence
from satdoku.answers.puzzle_input import PuzzleInput, rewritten, unread
from satdoku.answers.question import Answer, Question, Reporter, SpokenIn, values_of
from satdoku.base.codes import DONE, NO, UNDECIDED
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.board.names import Cell, Placed
from satdoku.diagnosing.ambiguity import Ambiguity
from satdoku.diagnosing.diagnosis import Clash, Diagnosis, diagnose
from satdoku.diagnosing.facts import Fact, facts_of, names_of
from satdoku.diagnosing.meant import Meant
from satdoku.diagnosing.misplaced import MovedGiven
from satdoku.diagnosing.repairs import Removal, Replacement
from satdoku.explaining.findings import Findings, findings
from satdoku.messages import SOURCE, Lang

if TYPE_CHECKING:
    from satdoku.render.scene import Scene


class ClashArgument(TypedDict):
    """Why some facts clash: ``cells`` are where it shows."""

    kind: Literal["direct", "steps", "trial", "proof"]
    sentences: list[str]
    cells: tuple[Cell, ...]


class ClashData(TypedDict):
    """Facts that clash, also in words; ``smallest``: no fewer facts of the puzzle clash."""

    facts: list[str]
    told: list[str]
    smallest: bool
    argument: NotRequired[ClashArgument]


class RemovalData(TypedDict):
    """Facts without which there is a solution, also in words; ``unique``: there is just one then
    (null: not known in time)."""

    facts: list[str]
    told: list[str]
    unique: bool | None


ChangedCell = TypedDict("ChangedCell", {"cell": Cell, "from": int | None, "to": int})


class ChangeData(TypedDict):
    """Givens to change; ``unique``: there is just one solution then (null: not known in time)."""

    cells: list[ChangedCell]
    unique: bool | None


# ``digit`` goes from the cell ``from`` to the cell ``to``; ``other`` is that of ``to`` (null for a
# move, a digit for an exchange).
MoveData = TypedDict(
    "MoveData",
    {
        "from": Cell,
        "to": Cell,
        "digit": int,
        "other": int | None,
        "unique": bool | None,
        "sentence": str,
    },
)


class BrokenFact(TypedDict):
    """A fact that the solution in the text breaks, also in words."""

    fact: str
    told: str


class MeantData(TypedDict):
    """Clues of the rule ``old`` are read as clues of ``new``, or dropped (``new`` null), or ``new``
    is added (``old`` null): the ``puzzle`` that is read so has one solution (where ``unique``),
    which is that of the text (where ``published``)."""

    old: str | None
    new: str | None
    clues: int
    unique: bool
    published: bool
    sentence: str
    puzzle: str


class AmbiguityAdditions(TypedDict):
    """Givens to add for one solution; ``proved`` that fewer never do."""

    givens: tuple[Placed, ...]
    solution: str
    proved: bool
    at_least: int
    at_least_here: int


class AmbiguityData(TypedDict):
    """Two solutions that differ in few cells, and what would leave one.

    differ     the digits of both in these cells
    deadly     no two solutions differ in some of them only; ``closest``: nor in fewer elsewhere
    open       the empty cells with several digits in the solutions, ``fixed`` those with one (as
               far as was seen where not ``candidates_complete``)
    enough_alone  each candidate that would do by itself
    changes    changes of one given that would do
    sentences  the same in words
    """

    solutions: list[str]
    differ: dict[Cell, list[int | None]]
    deadly: bool
    closest: bool
    count: int
    exact: bool
    open: dict[Cell, list[int]]
    fixed: dict[Cell, int]
    candidates_complete: bool
    additions: AmbiguityAdditions | None
    enough_alone: tuple[Placed, ...]
    changes: list[ChangedCell]
    changes_complete: bool
    stopped: str | None
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class DiagnosisAnswer(Diagnosis, Answer):
    """The faults of a puzzle, and their cures.

    In the JSON object a fact is written ``r7c1=5`` (a given), ``r1c2=1/4`` (the pencil marks of a
    cell), ``diagonal`` or ``killer-cage@r1c1`` (a rule, by the first of its own cells;
    ``killer-cage@r1c1#2`` is the second of its kind that begins there).
    """

    JSON = (
        "verdict", "witnesses", "clashes", "exhausted", "remove", "drop", "change", "move",
        "fewest", "listed", "ambiguity", "complete", "stopped", "seconds",
        "broken", "meant",
    )  # fmt: skip

    input: PuzzleInput = field(kw_only=True, repr=False)
    lang: Lang = field(default=SOURCE, kw_only=True, repr=False)

    def cells(self) -> tuple[Cell, ...]:
        """The cells that the sentences are about: those of the first clash, with the cells that the
        clues in it name, or those that two solutions differ in."""
        indices: list[int] = []
        for clash in self.clashes[:1]:
            indices += clash.cells(self.input.puzzle)
            indices += () if clash.argument is None else clash.argument.cells
        if self.ambiguity is not None:
            indices += self.ambiguity.cells
        return self.input.cells(dict.fromkeys(indices))

    def scene(self) -> Scene:
        """The puzzle; the cells of the first clash, or those that two solutions differ in, are
        marked."""
        from satdoku.render.scene import Highlight, make_scene

        marked: dict[int, Highlight] = {}
        for clash in self.clashes[:1]:
            cells = [fact.cell for fact in clash.facts if fact.rule is None]
            marked = dict.fromkeys(cells, "fault")
        if self.ambiguity is not None:
            marked = dict.fromkeys(self.ambiguity.cells, "differs")
        return make_scene(self.input.puzzle, highlights=marked)

    def text(self, lang: Lang | None = None, *, cures: bool = True, spoken: bool = False) -> str:
        """The diagnosis in words, with the lists of cures where they are wanted, and what of the
        text it is not about; ``spoken`` without the word that scripts read."""
        lang = lang or self.lang
        wording = self._wording(lang)
        mark = self.input.mark(self.verdict)
        lines = [wording.verdict(self, mark, spoken=spoken), *wording.meant(self)]
        if self.verdict == "multiple":
            lines += [] if self.ambiguity is None else wording.ambiguity(self.ambiguity)
            lines += wording.misplaced(self) if cures and self.moves else ()
            lines += () if self.complete else (wording.ran_out(self.stopped),)
        elif self.verdict == "none":
            sentences = wording.no_solution(self, self.input.puzzle, cures=cures)
            lines.append("\n".join(sentences).strip("\n"))
        return "\n".join([*lines, *unread(self.input.left_out, self.puzzle, lang)])

    def _wording(self, lang: Lang) -> Findings:
        return findings(self.input.puzzle.geometry, lang)

    @property
    def _names(self) -> Mapping[Fact, str]:
        return names_of(facts_of(self.input.puzzle), self.input.puzzle.geometry)

    def json_clashes(self, lang: Lang) -> list[ClashData] | None:
        """The facts that clash, where there is no solution: first the clash to look at, then the
        others by size."""
        if self.verdict != "none":
            return None
        wording, names = self._wording(lang), self._names
        return [_clash(clash, self.input, names, wording) for clash in self.clashes]

    def json_exhausted(self, lang: Lang) -> bool | None:
        """Whether ``clashes`` holds every clash there is."""
        return self.exhausted if self.verdict == "none" else None

    def json_fewest(self, lang: Lang) -> bool | None:
        """Whether no smaller choice than those of ``remove`` and ``drop`` cures."""
        return self.fewest if self.verdict == "none" else None

    def json_remove(self, lang: Lang) -> list[RemovalData] | None:
        """The fewest givens without which there is a solution: every such choice, those with one
        solution first."""
        return self._removals(self.removals, lang)

    def json_drop(self, lang: Lang) -> list[RemovalData] | None:
        """The fewest pencil marks and rules without which there is a solution; of everything, where
        neither givens alone nor these alone can cure."""
        return self._removals(self.drops, lang)

    def _removals(self, removals: Iterable[Removal], lang: Lang) -> list[RemovalData] | None:
        if self.verdict != "none":
            return None
        wording, names = self._wording(lang), self._names
        return [
            {
                "facts": [names[fact] for fact in removal.facts],
                "told": wording.facts(removal.facts),
                "unique": removal.unique,
            }
            for removal in removals
        ]

    def json_change(self, lang: Lang) -> list[ChangeData] | None:
        """The fewest givens to change."""
        if self.verdict != "none":
            return None
        return [_change(change, self.input) for change in self.changes]

    def json_move(self, lang: Lang) -> list[MoveData] | None:
        """A given written in a wrong cell, or two exchanged, the nearest first: those that leave
        one solution; where there is none and no move leaves one, those that leave several."""
        if self.verdict not in ("none", "multiple"):
            return None
        wording = self._wording(lang)
        return [_move(move, self.input, wording) for move in self.moves]

    def json_listed(self, lang: Lang) -> bool | None:
        """Whether ``remove``, ``drop``, ``change`` and ``move`` hold every choice."""
        return self.listed if self.verdict in ("none", "multiple") else None

    def json_ambiguity(self, lang: Lang) -> AmbiguityData | None:
        """How the solutions differ, where there are several."""
        ambiguity = self.ambiguity
        return (
            None
            if ambiguity is None
            else ambiguity_data(ambiguity, self.input, self._wording(lang))
        )

    def json_broken(self, lang: Lang) -> list[BrokenFact] | None:
        """The facts that the solution in the text breaks."""
        if not self.broken:
            return None
        wording, names = self._wording(lang), self._names
        return [{"fact": names[fact], "told": wording.fact(fact)} for fact in self.broken]

    def json_meant(self, lang: Lang) -> list[MeantData] | None:
        """Other rules under which there is one solution."""
        wording = self._wording(lang)
        return [_meant(one, self.input, wording) for one in self.meant] or None

    def rows(self) -> Iterable[str]:
        """The verdict, the puzzle, the clash, what to remove, to change and to move."""
        lang, columns = self.lang, [self.marked, self.puzzle]
        if self.verdict == "none":
            clashes = self.json_clashes(lang) or []
            removals = [*(self.json_remove(lang) or ()), *(self.json_drop(lang) or ())]
            columns += [
                ";".join(" ".join(clash["facts"]) for clash in clashes),
                "".join("smallest" if clash["smallest"] else "minimal" for clash in clashes[:1]),
                ";".join(_choice(" ".join(c["facts"]), c["unique"]) for c in removals),
                ";".join(_choice(_altered(c), c["unique"]) for c in self.json_change(lang) or ()),
                self._shifted(),
            ]
        elif self.verdict == "multiple":
            columns += map(self.input.write, self.witnesses)
            if (ambiguity := self.json_ambiguity(lang)) is not None:
                columns += [*_differences(ambiguity), self._shifted()]
        return ("\t".join(columns),)

    def _shifted(self) -> str:
        return ";".join(
            _choice(
                "{from}={digit}>>{to}".format(**move)
                if move["other"] is None
                else "{from}={digit}<>{to}={other}".format(**move),
                move["unique"],
            )
            for move in self.json_move(self.lang) or ()
        )

    @property
    def exit_code(self) -> int:
        """No where there is not exactly one solution."""
        # Two solutions settle it, however much of the rest is known.
        if not self.complete and self.verdict != "multiple":
            return UNDECIDED
        return DONE if self.verdict == "unique" else NO


@dataclass(frozen=True)
class DiagnoseQuestion(Question[DiagnosisAnswer]):
    """The faults of a puzzle, and their cures."""

    # To prove a clash the smallest may take for ever.
    seconds = 10.0

    all: Annotated[int, Option("List up to N clashes, smallest first.", metavar="N", least=1)] = 1
    choices: Annotated[
        int, Option("List at most N ways to cure a puzzle.", metavar="N", least=1)
    ] = 100
    lang: SpokenIn = SOURCE

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> DiagnosisAnswer:
        document = input.document
        missed = missed_sentence(document)
        diagnosis = diagnose(
            input.puzzle,
            clashes=self.all,
            choices=self.choices,
            solution=document.full_solution,
            named=() if missed is None else missed.names,
            limit=limit,
        )
        input = input.of_several() if diagnosis.verdict == "multiple" else input
        return DiagnosisAnswer(**values_of(diagnosis), input=input, lang=self.lang)


def _clash(
    clash: Clash, input: PuzzleInput, names: Mapping[Fact, str], wording: Findings
) -> ClashData:
    data: ClashData = {
        "facts": [names[fact] for fact in clash.facts],
        "told": wording.facts(clash.facts),
        "smallest": clash.smallest,
    }
    if clash.argument is not None:
        data["argument"] = {
            "kind": clash.argument.kind,
            "sentences": wording.argument(clash.argument),
            "cells": input.cells(clash.argument.cells),
        }
    return data


def _change(change: Replacement, input: PuzzleInput) -> ChangeData:
    givens = input.puzzle.givens
    cells: list[ChangedCell] = [
        {"cell": input.cell(cell), "from": givens[cell], "to": digit}
        for cell, digit in change.digits
    ]
    return {"cells": cells, "unique": change.unique}


def _meant(reading: Meant, input: PuzzleInput, wording: Findings) -> MeantData:
    return {
        "old": reading.old or None,
        "new": reading.new or None,
        "clues": reading.clues,
        "unique": reading.unique,
        "published": reading.published,
        "sentence": wording.reading(reading),
        "puzzle": rewritten(input, reading.puzzle),
    }


def _move(move: MovedGiven, input: PuzzleInput, wording: Findings) -> MoveData:
    return {
        "from": input.cell(move.cell),
        "to": input.cell(move.to),
        "digit": move.digit,
        "other": move.other,
        "unique": move.unique,
        "sentence": wording.move(move),
    }


def ambiguity_data(ambiguity: Ambiguity, input: PuzzleInput, wording: Findings) -> AmbiguityData:
    """The JSON fields of a puzzle with several solutions."""
    cell, write, additions = input.cell, input.write, ambiguity.additions
    return {
        "solutions": [write(ambiguity.first), write(ambiguity.second)],
        "differ": {
            cell(index): [ambiguity.first.values[index], ambiguity.second.values[index]]
            for index in ambiguity.cells
        },
        "deadly": ambiguity.deadly,
        "closest": ambiguity.closest,
        "count": ambiguity.count,
        "exact": ambiguity.exact,
        "open": {
            cell(index): sorted(ambiguity.candidates[index]) for index in ambiguity.open_cells
        },
        "fixed": {cell(index): min(ambiguity.candidates[index]) for index in ambiguity.fixed_cells},
        "candidates_complete": ambiguity.candidates_complete,
        "additions": None
        if additions is None
        else {
            "givens": input.placed(additions.givens),
            "solution": write(additions.solution),
            "proved": additions.proved,
            "at_least": additions.at_least,
            "at_least_here": additions.at_least_here,
        },
        "enough_alone": input.placed(ambiguity.enough_alone),
        "changes": [
            {"cell": cell(change.cell), "from": change.old, "to": change.new}
            for change in ambiguity.changes
        ],
        "changes_complete": ambiguity.changes_complete,
        "stopped": ambiguity.stopped,
        "sentences": wording.ambiguity(ambiguity),
    }


def _differences(ambiguity: AmbiguityData) -> Iterable[str]:
    """The number of solutions, where two differ, what to add."""
    yield f"{'' if ambiguity['exact'] else '>='}{ambiguity['count']}"
    yield " ".join(ambiguity["differ"])
    additions = ambiguity["additions"]
    yield "" if additions is None else " ".join(additions["givens"])


def _choice(text: str, unique: bool | None) -> str:
    return text + ("!" if unique else "")


def _altered(change: ChangeData) -> str:
    return " ".join("{cell}={from}>{to}".format(**cell) for cell in change["cells"])
