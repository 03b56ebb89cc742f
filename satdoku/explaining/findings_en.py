"""What is found about puzzles and boards, in English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from satdoku.base.problem import Problem
from satdoku.board import Constraint
from satdoku.board.geometry import BoardHouse as BoardHouse
from satdoku.explaining.findings_frame import Findings
from satdoku.explaining.lists import capitalised, joined
from satdoku.explaining.names import Lang
from satdoku.puzzle import Puzzle
from satdoku.records.base import plural
from satdoku.records.findings import BackdoorsRecord, DiagnosisRecord, RedundantRecord
from satdoku.techniques.step import Candidate, House, Step

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity
    from satdoku.diagnosing.board import BoardCheck
    from satdoku.diagnosing.facts import Fact
    from satdoku.diagnosing.misplaced import MovedGiven

__all__ = ["EnglishFindings"]

_NAMED = 12
"""Cells, candidates or changes that a sentence names before it only counts them."""

_SHOWN = 20
"""Backdoors that are listed."""


class EnglishFindings(Findings):
    """See :class:`~satdoku.explaining.findings.Findings`."""

    lang: Lang = "en"

    # -- facts and arguments -----------------------------------------------------------------------

    def fact(self, fact: Fact) -> str:
        """r7c1=5."""
        return fact.describe(self.geometry)

    def constraint(self, rule: Constraint) -> str:
        """killer cage of 8 in r1c1, r2c1."""
        return rule.describe(self.geometry)

    def empty_board(self) -> str:
        """Without any facts."""
        return "The board itself cannot be filled, whatever is given."

    def fault(self, problem: Problem, puzzle: Puzzle) -> str:
        """In the words of the check that found it."""
        return problem.message

    def faulty(self, problem: Problem, puzzle: Puzzle) -> str:
        """As a sentence."""
        return f"{capitalised(problem.message)}."

    def totals(
        self, facts: Sequence[str], house: BoardHouse, made: int, total: int, rest: Sequence[int]
    ) -> str:
        """Sums of cages in a house."""
        cages, s = capitalised(joined(facts)), "" if len(facts) > 1 else "s"
        if rest:
            return (
                f"{cages} make{s} {made} of the {total} that the digits of {house.name} add up to, "
                f"which leaves {total - made} to {self.cells(rest)}: that cannot be."
            )
        return (
            f"{cages} take{s} up all cells of {house.name} and make{s} {made}, but its digits add "
            f"up to {total}."
        )

    def no_place(
        self,
        same: Sequence[Fact],
        filling: Sequence[int],
        rest: Sequence[Fact],
        digit: int,
        house: House,
    ) -> str:
        """``r7c1=5, r8c4=5 and the givens in r9c7 and r9c9 leave no place for 5 in box 9.``"""
        subjects = self.facts(same)
        if filling:
            given = "given" if len(filling) == 1 else "givens"
            subjects.append(f"the {given} in {self.cells(filling)}")
        subjects += self.facts(rest)
        many = len(subjects) > 1 or len(filling) > 1
        return self._leave(subjects, many, f"no place for {digit} in {self.house(house)}")

    def no_digit(self, facts: Sequence[Fact], cell: int) -> str:
        """``r1c2=1, r5c1=2 and the pencil marks of r1c1 (1, 2) leave no digit for r1c1.``"""
        return self._leave(self.facts(facts), len(facts) > 1, f"no digit for {self.cell(cell)}")

    def _leave(self, subjects: Sequence[str], many: bool, what: str) -> str:
        return f"{capitalised(joined(subjects))} {'leave' if many else 'leaves'} {what}."

    def sums(self, fact: Fact, digits: Sequence[int], cells: Sequence[int]) -> str:
        """What a cage leaves."""
        left = joined(map(str, digits))
        return f"{capitalised(self.fact(fact))} leaves only {left} to {self.cells(cells)}."

    def singles(self, steps: Sequence[Step]) -> str:
        """Singles in a row."""
        places = []
        for step in steps:
            houses = self.words.houses(step.view.houses)
            why = f"the last place in {houses}" if houses else "its last candidate"
            places.append(f"{self.holds(*step.placements[0])} ({why})")
        return f"One after the other follow {joined(places)}."

    # -- diagnose ----------------------------------------------------------------------------------

    def verdict(self, record: DiagnosisRecord) -> str:
        """In a line."""
        return {
            "none": "none: no solution",
            "unique": "unique: exactly one solution, so nothing is wrong",
            "multiple": "multiple: more than one solution",
        }.get(record.verdict) or (
            f"undecided: the limit on {record.stopped} ran out before all was known"
        )

    def ran_out(self, stopped: str | None) -> str:
        """Not all is known."""
        return f"The limit on {stopped} ran out before all of this was known."

    def pair(self) -> tuple[str, str]:
        """Two solutions."""
        return "one solution", "another"

    def caption(self, givens: bool, coloured: bool) -> str:
        """Below the picture."""
        if coloured:
            return (
                f"{'In red the givens that clash, shaded' if givens else 'Shaded'} where it shows."
            )
        return f"* {'the givens that clash' if givens else 'where it shows'}"

    def clashing(self, facts: Sequence[str], *, givens: bool, smallest: bool) -> str:
        """The facts."""
        what = joined(facts)
        if len(facts) == 1:
            return f"{capitalised(what)} cannot be, whatever else is given."
        how = "no fewer do" if smallest else "none of them can be spared"
        return f"These {len(facts)} {'givens' if givens else 'facts'} clash, and {how}: {what}."

    def no_argument(self) -> str:
        """There is no argument, only the solver's answer."""
        return "No short argument shows it; the solver proves it."

    def more_steps(self, count: int) -> str:
        """Those not listed."""
        return f"... and {count} steps more (--json has them all)"

    def all_clashes(self, all: bool) -> str:
        """Whether there are more."""
        return "These are all clashes." if all else "There may be more clashes."

    def cure(self, what: str, *, first: bool) -> str:
        """A heading."""
        what = "" if what == "move" else what  # the choices begin with the verb
        return (f"To cure it, {what}" if first else f"or {what}").rstrip()

    def move(self, move: MovedGiven) -> str:
        """A given in a wrong cell."""
        start, end = self.cell(move.cell), self.cell(move.to)
        if move.other is None:
            return f"move the {move.digit} of {start} to {end}"
        return f"exchange {start} and {end}"

    def wrong_cell(self) -> str:
        """A heading."""
        return "Or a digit stands in a wrong cell:"

    def altered(self, choice: Mapping[str, Any]) -> str:
        """r1c1 from 5 to 6."""
        return " and ".join("{cell} from {from} to {to}".format(**c) for c in choice["cells"])

    def then_one(self) -> str:
        """After a choice."""
        return ": then there is exactly one solution"

    def more_choices(self, count: int) -> str:
        """Those not listed."""
        return f"... or {count} other choices (--json has them all)"

    def not_fewest(self) -> str:
        """What is known of the choices."""
        return "None of these can be spared, but another choice might do with fewer."

    def ambiguity(self, found: Ambiguity) -> list[str]:
        """Several solutions."""
        number = f"{found.count:,}" if found.exact else f"at least {found.count:,}"
        lines = [f"The puzzle has {number} solutions."]
        lines.append(
            f"Two of them differ in {len(found.cells)} cells{' only' if found.is_pattern else ''}: "
            f"{self._named(found.cells)}." + (" No two differ in fewer." if found.closest else "")
        )
        if found.is_pattern:
            held = joined(map(str, found.digits))
            lines[-1] += (
                f" That is a deadly pattern: {held} can change places there, and nothing outside "
                "of these cells can show which way round is meant. A given in one of them can."
            )
        elif not found.closest:
            lines[-1] += " Whether two differ in fewer was not settled."
        lines += [self._open(found), self._additions(found)]
        if found.changes:
            ways = [f"{self.cell(c.cell)} from {c.old} to {c.new}" for c in found.changes]
            lines.append(
                "Or one given changed would leave exactly one solution: "
                f"{_cut(ways, 'other changes')}."
            )
        elif found.puzzle.clues:
            lines.append(
                "No change of one given leaves exactly one solution."
                if found.changes_complete
                else "Whether the change of one given would do was not settled in time."
            )
        if found.changes and not found.changes_complete:
            lines[-1] += " Not all changes were tried in time."
        return lines

    def _open(self, found: Ambiguity) -> str:
        cells = found.open_cells
        seen = "" if found.candidates_complete else "as far as was seen in time, "
        fixed = len(found.fixed_cells)
        are = "is" if len(cells) == 1 else "are"
        text = f"{seen}{plural(len(cells), 'cell')} {are} open"
        if len(cells) <= _NAMED:
            text += ": " + ", ".join(
                f"{self.cell(c)} ({joined(map(str, sorted(found.candidates[c])), 'or')})"
                for c in cells
            )
        if fixed:
            others = "one other empty cell is" if fixed == 1 else f"{fixed} other empty cells are"
            text += f"; the {others} the same in every solution"
        return text[0].upper() + text[1:] + "."

    def _additions(self, found: Ambiguity) -> str:
        additions = found.additions
        if additions is None:
            return "Which givens to add for exactly one solution was not settled in time."
        needed = len(additions.givens)
        said = joined(self._says(additions.givens))
        if needed == 1:
            text = f"One given more is enough: with {said} there is exactly one solution."
            others = [c for c in found.enough_alone if c != additions.givens[0]]
            if others:
                text += " So it is with " + (
                    joined(self._says(others), "or")
                    if len(others) <= _NAMED
                    else f"any of {len(others)} other candidates"
                )
                text += "."
            return text
        text = f"With {needed} givens more, {said}, there is exactly one solution"
        if additions.proved:
            return f"{text}; fewer are never enough."
        text += ". At least "
        if additions.proved_here:
            return (
                f"{text}{additions.at_least} are needed, and for this solution no fewer than "
                f"{needed}."
            )
        return (
            f"{text}{max(additions.at_least, 1)} are needed; whether {needed} are was not settled."
        )

    def _says(self, candidates: Iterable[Candidate]) -> list[str]:
        return [self.holds(cell, digit) for cell, digit in candidates]

    def _named(self, cells: Sequence[int]) -> str:
        names = [self.cell(cell) for cell in cells]
        return joined(names) if len(cells) <= 2 * _NAMED else _cut(names, "others")

    # -- check -------------------------------------------------------------------------------------

    def seen(self, cell: int, digit: int) -> str:
        """r1c3 is 5."""
        return f"{self.cell(cell)} is {digit}"

    def board(self, found: BoardCheck, *, reveal: bool = False) -> list[str]:
        """What is wrong with a player's board."""
        board = found.board
        lines: list[str] = []
        if found.verdict == "unsolvable":
            why = (
                "The puzzle itself has no solution, whatever you write; satdoku diagnose explains "
                "why."
                if board.trusted
                else "No grid at all keeps these rules."
            )
            return [why]
        if found.verdict == "solved":
            return ["Solved: every digit is right."]
        if found.verdict == "fine":
            lines.append("Nothing is wrong so far.")
            if not board.trusted:
                lines[0] += " The board can be completed."
            elif found.solutions == "several":
                lines[0] += (
                    " (The puzzle has several solutions; at least one agrees with the board.)"
                )
        elif found.verdict == "wrong" and not board.trusted:
            lines.append("The board cannot be completed as it is.")
        elif found.solutions == "several":
            lines.append(
                "The puzzle has several solutions, so only what agrees with none of them is wrong."
            )
        for fault in found.wrong:
            if fault.seen:
                verb = "is" if len(fault.seen) == 1 else "are"
                digit = self.holds(fault.cell, fault.digit)
                lines.append(f"{digit} is wrong: {self.cells(fault.seen)} {verb} {fault.digit}.")
        plain = [self.holds(w.cell, w.digit) for w in found.wrong if not w.seen]
        if plain:
            lines.append(f"{joined(plain)} {'is' if len(plain) == 1 else 'are'} wrong.")
        for clash in found.clashes:
            digits = [f"{self.cell(cell)}={board.values[cell]}" for cell in clash]
            both = "both" if len(clash) == 2 else "all"
            lines.append(f"{joined(digits)} cannot {both} be right.")
        if found.lost:
            cells = self.cells(found.lost)
            one = len(found.lost) == 1
            lines.append(
                f"{cells} {'has' if one else 'have'} lost {'its digit' if one else 'their digits'}."
                if found.solutions == "one"
                else f"No pencil mark of {cells} is possible{'' if one else ' there'}."
            )
        if found.lost_together:
            lines.append(
                f"The pencil marks of {self.cells(found.lost_together)} cannot all be right."
            )
        if found.stale:
            marks = [f"{s.digit} in {self.cell(s.cell)} ({self.stale(s)})" for s in found.stale]
            lines.append(f"No longer possible, though still noted: {'; '.join(marks)}.")
        if reveal and found.right:
            lines.append(f"Right would be {joined(self._says(found.right.items()))}.")
        if found.verdict == "wrong" and not board.trusted and (found.clashes or found.wrong):
            lines.append(
                "Which of the digits are given? With --puzzle the others are judged alone."
            )
        if found.verdict == "undecided":
            lines.append(f"The limit on {found.stopped} ran out before everything was looked at.")
        return lines

    # -- what a puzzle can spare -------------------------------------------------------------------

    def redundant(self, record: RedundantRecord, *, rules: bool, coloured: bool) -> list[str]:
        """Givens and rules."""
        if record.verdict == "minimal":
            return [f"minimal: every given{' and every rule' if rules else ''} is needed"]
        lines = ["redundant: each of these follows from all the rest"]
        lines += _parts(record.givens, record.rules)
        together = record.together["givens"], record.together["rules"]
        if (len(together[0]), len(together[1])) == (len(record.givens), len(record.rules)):
            return [*lines, "They can all go together."]
        green = " (green)" if coloured else ""
        lines.append(f"They cannot all go together. These can{green}, and then nothing else:")
        return lines + _parts(*together)

    def backdoors(self, record: BackdoorsRecord) -> list[str]:
        """Sets of cells."""
        kind = record.by if record.by == "singles" else f"{record.by} singles"
        if not record.size:
            return [f"size 0: {kind} alone finish the puzzle"]
        one = ", ".join(record.backdoors[0])
        proved = record.at_least == record.size
        lines = [f"size {record.size}: with {one}, {kind} finish the puzzle; no fewer do"]
        if not proved:
            lines = [
                f"size {record.at_least} to {record.size}: with {one}, {kind} finish the puzzle, "
                f"but the limit on {record.stopped} ran out before fewer were ruled out"
            ]
        if len(record.backdoors) > 1 or (record.stopped and proved):
            more = "" if record.complete else " at least"
            lines.append(
                f"There are{more} {plural(len(record.backdoors), 'backdoor')} of this size:"
            )
            lines += [f"  {', '.join(cells)}" for cells in record.backdoors[:_SHOWN]]
            if len(record.backdoors) > _SHOWN:
                lines.append(f"  and {len(record.backdoors) - _SHOWN} more (--json lists all)")
        return lines


def _parts(givens: Sequence[str], rules: Sequence[str]) -> list[str]:
    lines = [f"  {plural(len(givens), 'given')}: {', '.join(givens)}"] if givens else []
    return lines + [f"  rule: {rule}" for rule in rules]


def _cut(items: Sequence[str], rest: str) -> str:
    if len(items) <= _NAMED:
        return joined(items, "or") if rest != "others" else joined(items)
    return f"{', '.join(items[: _NAMED - 1])} and {len(items) - _NAMED + 1} {rest}"
