"""What is found about puzzles and boards, in words: one class a language.

Sentences for :mod:`satdoku.diagnosing` and the commands that print what it finds.
``findings_en.py`` and ``findings_ja.py`` fill the frame in; steps are left to
:class:`~satdoku.explaining.words.Words`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, assert_never

from satdoku.base.problem import Problem
from satdoku.board import Constraint, Geometry
from satdoku.board.geometry import BoardHouse as BoardHouse
from satdoku.explaining import Lang, words
from satdoku.puzzle import Puzzle
from satdoku.records.findings import BackdoorsRecord, DiagnosisRecord, RedundantRecord
from satdoku.techniques.step import House, Rule, SingleProof, Step

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity
    from satdoku.diagnosing.board import BoardCheck, Stale
    from satdoku.diagnosing.facts import Fact
    from satdoku.diagnosing.misplaced import MovedGiven
    from satdoku.diagnosing.reasons import Argument, Reason

__all__ = ["SHOWN", "Findings", "rule_of"]

SHOWN = 12
"""So many sentences of an argument, or choices of a cure, are listed for a reader."""


_SHORT = 5
"""Arguments of at most this many steps have a sentence for each."""


def rule_of(rule: Constraint, geometry: Geometry) -> Rule:
    """A constraint as the sentences name it."""
    kinds = ("cage", "outside", "dot")
    label = next((s.label for s in rule.shapes(geometry) if s.kind in kinds and s.label), "")
    title, cells, reading = rule.describe(geometry), rule.scope(geometry), rule.reading(geometry)
    number = re.match(r"[^()]*? of (\d+)( |$)", title)
    label = label or (number[1] if number else "")
    return Rule(0, rule.name, title, cells, label, reading=reading)


class Findings(ABC):
    """The sentences of one language about one board."""

    lang: Lang

    def __init__(self, geometry: Geometry) -> None:
        self.geometry = geometry
        self.words = words(geometry, self.lang)
        self.cell = geometry.name
        self.cells = self.words.cells
        self.join = self.words.join
        self.holds: Callable[[int, int], str] = lambda cell, digit: f"{self.cell(cell)}={digit}"

    def house(self, house: BoardHouse | House) -> str:
        """The name of a house."""
        if isinstance(house, House):
            return self.words.house(house)
        return self.words.house(House(house.kind, house.number, house.cells, grid=house.grid))

    # -- facts and arguments -----------------------------------------------------------------------

    @abstractmethod
    def fact(self, fact: Fact) -> str:
        """A fact in a sentence."""

    def facts(self, facts: Iterable[Fact]) -> list[str]:
        """Facts, each in words."""
        return [self.fact(fact) for fact in facts]

    @abstractmethod
    def constraint(self, rule: Constraint) -> str:
        """A constraint with its place."""

    @abstractmethod
    def empty_board(self) -> str:
        """The board itself cannot be filled."""

    @abstractmethod
    def fault(self, problem: Problem, puzzle: Puzzle) -> str:
        """A fault of one house, cell or rule; no sentence yet."""

    @abstractmethod
    def faulty(self, problem: Problem, puzzle: Puzzle) -> str:
        """The same as a sentence."""

    @abstractmethod
    def totals(
        self, facts: Sequence[str], house: BoardHouse, made: int, total: int, rest: Sequence[int]
    ) -> str:
        """The cages of a house leave its other cells a sum that they cannot have."""

    @abstractmethod
    def no_place(
        self,
        same: Sequence[Fact],
        filling: Sequence[int],
        rest: Sequence[Fact],
        digit: int,
        house: House,
    ) -> str:
        """The givens of a digit, those that fill a house, and other facts leave it no place."""

    @abstractmethod
    def no_digit(self, facts: Sequence[Fact], cell: int) -> str:
        """Facts leave a cell no digit."""

    @abstractmethod
    def sums(self, fact: Fact, digits: Sequence[int], cells: Sequence[int]) -> str:
        """A cage leaves only some digits to its cells."""

    @abstractmethod
    def singles(self, steps: Sequence[Step]) -> str:
        """Singles in a row."""

    def argument(self, found: Argument) -> list[str]:
        """An argument, a sentence or small proof an item."""
        lines = [self.reason(reason) for reason in found.reasons]
        return lines if found.kind == "direct" else [*lines, *self._steps(found.steps)]

    def reason(self, reason: Reason) -> str:
        """What shows without a step."""
        from satdoku.diagnosing import reasons
        from satdoku.diagnosing.facts import PuzzleFault

        match reason:
            case reasons.EmptyBoard():
                return self.empty_board()
            case PuzzleFault(problem, puzzle):
                return self.faulty(problem, puzzle)
            case reasons.NoDigitLeft(cell, facts):
                return self.no_digit(facts, cell)
            case reasons.NoPlaceLeft(house, digit, same, filling, rest):
                return self.no_place(same, filling, rest, digit, house)
            case reasons.SumTooFar(place, facts, given, made, total, rest):
                what = self.facts(facts) + [self.holds(*pair) for pair in given]
                return self.totals(what, place, made, total, rest)
            case reasons.SumsLeave(fact, digits, cells):
                return self.sums(fact, digits, cells)
            case _:
                assert_never(reason)

    def _steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps in words; in a long argument singles in a row share a sentence."""
        if len(steps) <= _SHORT:
            return [self.words.full(step) for step in steps]
        lines = []
        for single, group in groupby(steps, key=lambda step: isinstance(step.proof, SingleProof)):
            run = list(group)
            if single and len(run) > 1:
                lines.append(self.singles(run))
            else:
                lines += [self.words.full(step) for step in run]
        return lines

    # -- diagnose ----------------------------------------------------------------------------------

    @abstractmethod
    def verdict(self, record: DiagnosisRecord) -> str:
        """How many solutions there are."""

    @abstractmethod
    def ran_out(self, stopped: str | None) -> str:
        """Not all is known."""

    @abstractmethod
    def pair(self) -> tuple[str, str]:
        """The titles of two solutions side by side."""

    @abstractmethod
    def caption(self, givens: bool, coloured: bool) -> str:
        """What is marked in the picture of a clash."""

    def no_solution(self, record: DiagnosisRecord) -> list[str]:
        """Why a puzzle has no solution, and what would cure it."""
        lines: list[str] = []
        for number, clash in enumerate(record.clashes):
            lines += [""] * bool(number) + self.clash(clash)
        if len(record.clashes) > 1:
            lines += ["", self.all_clashes(record.exhausted)]
        lines += self.cures(record)
        if not record.complete:
            lines += ["", self.ran_out(record.stopped)]
        return lines

    def clash(self, clash: Mapping[str, Any]) -> list[str]:
        """Facts that clash, and why."""
        argument = clash.get("argument")
        if not clash["facts"]:
            return list(argument["sentences"]) if argument else []
        givens = all(re.fullmatch(r"r\d+c\d+=\d+", name) for name in clash["facts"])
        lines = [self.clashing(clash["told"], givens=givens, smallest=clash["smallest"])]
        if argument is None:
            return [*lines, self.no_argument()]
        sentences = argument["sentences"]
        if len(sentences) == 1:
            return [*lines, *(f"  {line}" for line in sentences[0].splitlines())]
        numbered = [
            f"  {number}. {sentence}".replace("\n", "\n     ")
            for number, sentence in enumerate(sentences, 1)
        ]
        if len(numbered) > SHOWN:
            return [*lines, *numbered[:SHOWN], f"  {self.more_steps(len(numbered) - SHOWN)}"]
        return [*lines, *numbered]

    @abstractmethod
    def clashing(self, facts: Sequence[str], *, givens: bool, smallest: bool) -> str: ...
    @abstractmethod
    def no_argument(self) -> str: ...
    @abstractmethod
    def more_steps(self, count: int) -> str: ...
    @abstractmethod
    def all_clashes(self, all: bool) -> str: ...

    def cures(self, record: DiagnosisRecord) -> list[str]:
        """What to change, remove or drop."""
        lines: list[str] = []
        for what, choices, text in (
            ("change", record.change, self.altered),
            ("move", record.move, self._moved),
            ("remove", record.remove, lambda choice: self.join(choice["told"])),
            ("drop", record.drop, lambda choice: self.join(choice["told"])),
        ):
            if choices:
                lines += ["", self.cure(what, first=not lines), *self._listed(choices, text)]
        return [*lines, "", self.not_fewest()] if lines and not record.fewest else lines

    def misplaced(self, record: DiagnosisRecord) -> list[str]:
        """The moves that would leave a puzzle with several solutions one."""
        return [self.wrong_cell(), *self._listed(record.move, self._moved)]

    def _listed(
        self, choices: Sequence[Mapping[str, Any]], text: Callable[[Mapping[str, Any]], str]
    ) -> list[str]:
        lines = [f"  {text(c)}{self.then_one() if c['unique'] else ''}" for c in choices[:SHOWN]]
        if len(choices) > SHOWN:
            lines.append(f"  {self.more_choices(len(choices) - SHOWN)}")
        return lines

    def _moved(self, choice: Mapping[str, Any]) -> str:
        return str(choice["sentence"])

    @abstractmethod
    def move(self, move: MovedGiven) -> str:
        """A given that goes to another cell, or two that change places."""

    @abstractmethod
    def wrong_cell(self) -> str: ...
    @abstractmethod
    def cure(self, what: str, *, first: bool) -> str:
        """The heading of a list of choices: to change, move, remove or drop."""

    @abstractmethod
    def altered(self, choice: Mapping[str, Any]) -> str:
        """Digits to change."""

    @abstractmethod
    def then_one(self) -> str: ...
    @abstractmethod
    def more_choices(self, count: int) -> str: ...
    @abstractmethod
    def not_fewest(self) -> str: ...
    @abstractmethod
    def ambiguity(self, found: Ambiguity) -> list[str]:
        """Several solutions, a paragraph a line."""

    # -- check -------------------------------------------------------------------------------------

    def stale(self, mark: Stale) -> str:
        """Why a mark is no longer possible."""
        if isinstance(mark.reason, int):
            return self.seen(mark.reason, mark.digit)
        return self.fault(mark.reason.problem, mark.reason.puzzle)

    @abstractmethod
    def seen(self, cell: int, digit: int) -> str:
        """Why a mark is no longer possible: the digit stands in this cell."""

    @abstractmethod
    def board(self, found: BoardCheck, *, reveal: bool = False) -> list[str]:
        """What is wrong with a player's board; right digits only where ``reveal`` asks for them."""

    # -- what a puzzle can spare -------------------------------------------------------------------

    @abstractmethod
    def redundant(self, record: RedundantRecord, *, rules: bool, coloured: bool) -> list[str]:
        """Which givens and rules follow from the others."""

    @abstractmethod
    def backdoors(self, record: BackdoorsRecord) -> list[str]:
        """Which cells let singles finish a puzzle."""
