"""Sentences about puzzles and boards; one file, since it is one class.

They are for :mod:`satdoku.diagnosing` and the commands that print what it finds; steps are left to
:class:`~satdoku.explaining.words.Words`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from satdoku.base.problem import Problem
from satdoku.board import Constraint, Geometry
from satdoku.board.geometry import BoardHouse
from satdoku.constraints import REGISTRY
from satdoku.explaining import words
from satdoku.explaining.names import words_of_name
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.messages.catalogues import CellFirst, MessageValue
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.step import Candidate, House, Rule, Step

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity
    from satdoku.diagnosing.backdoors import Backdoors
    from satdoku.diagnosing.board import BoardCheck, Stale
    from satdoku.diagnosing.diagnosis import Clash, Diagnosis
    from satdoku.diagnosing.facts import Fact
    from satdoku.diagnosing.meant import Meant
    from satdoku.diagnosing.misplaced import MovedGiven
    from satdoku.diagnosing.reasons import Argument, NoPlaceLeft, Reason, SumTooFar
    from satdoku.diagnosing.redundant import Redundant
    from satdoku.diagnosing.repairs import Removal, Replacement

SHOWN = 12
"""The number of sentences of an argument, or of choices of a cure, that are listed."""

_FEW_STEPS = 5
"""Arguments of at most this many steps have a sentence for each."""

_NAMED = 12
"""Cells, candidates or changes that a sentence names before it only counts them."""

_BACKDOORS = 20
"""Backdoors that are listed."""


def rule_of(rule: Constraint, geometry: Geometry) -> Rule:
    """A constraint as the sentences name it."""
    kinds = ("cage", "outside", "dot")
    label = next((s.label for s in rule.shapes(geometry) if s.kind in kinds and s.label), "")
    title, cells, reading = rule.describe(geometry), rule.scope(geometry), rule.reading(geometry)
    label = label or rule.known_by(geometry)
    return Rule(0, rule.name, title, cells, label, reading=reading)


def findings(geometry: Geometry, lang: Lang = SOURCE) -> Findings:
    """The sentences of a language about a board; only that language is read.

    :raises ValueError: where there is no such language.
    """
    return Findings(geometry, lang)


class Findings:
    """The sentences of one language about one board: messages of ``findings.po``."""

    def __init__(self, geometry: Geometry, lang: Lang) -> None:
        self.geometry = geometry
        self.lang = lang
        self.messages = catalogue(lang, "findings")
        self.words = words(geometry, lang)
        self.cell = self.words.cell
        self.names = self.words.names

    def say(self, key: str, **values: MessageValue) -> str:
        """A message of the language."""
        return self.messages.say(key, **values)

    def holds(self, cell: int, digit: int) -> str:
        """ "r1c1=5"."""
        return self.say("given", cell=self.cell(cell), digit=digit)

    def house(self, house: BoardHouse | House) -> str:
        """The name of a house."""
        if isinstance(house, House):
            return self.words.house(house)
        return self.words.house(House(house.kind, house.number, house.cells, grid=house.grid))

    def _says(self, candidates: Iterable[Candidate]) -> list[str]:
        return [self.holds(cell, digit) for cell, digit in candidates]

    def _sentences(self, parts: Iterable[str]) -> str:
        return self.messages.join(parts, "sentences")

    def _limit(self, stopped: str | None) -> str:
        return self.say("limit", limit=str(stopped))

    # -- facts and arguments -----------------------------------------------------------------------

    def fact(self, fact: Fact) -> str:
        """A fact in a sentence."""
        if fact.rule is not None:
            described = fact.rule.describe(self.geometry)
            return self.say("fact.rule", rule=self.constraint(fact.rule), description=described)
        if fact.kind == "given":
            return self.holds(fact.cell, fact.digits[0])
        return self.say("fact.marks", cell=self.cell(fact.cell), digits=fact.digits)

    def facts(self, facts: Iterable[Fact]) -> list[str]:
        """Facts, each in words."""
        return [self.fact(fact) for fact in facts]

    def constraint(self, rule: Constraint) -> str:
        """A constraint with its place; outside of the board that of its clue."""
        named_rule = rule_of(rule, self.geometry)
        name, description = self.words.name_of(named_rule), named_rule.title
        values = rule.arguments()
        match {parameter.kind: values[parameter.name] for parameter in rule.parameters}:
            case {"side": str(side), "index": int(index)}:
                kind = "row" if side in ("left", "right") else "column"
                return self.say(
                    "constraint.at-line",
                    description=description,
                    name=name,
                    kind=kind,
                    index=index,
                    side=side,
                )
            case {"cell": int(first), "direction": str(way)}:
                return self.say(
                    "constraint.at-diagonal",
                    description=description,
                    name=name,
                    cell=self.cell(first),
                    way=way,
                )
            case _:
                named = self.words.rule(named_rule)
                return self.say("constraint", rule=named, description=description)

    def fault(self, problem: Problem, puzzle: Puzzle) -> str:
        """A fault of one house, cell or rule; no sentence yet. English has the check's words."""
        cells = self.names(problem.cells)
        message = problem.message
        if message.startswith(tuple(cells)):
            message = CellFirst(message)
        if problem.kind == "repeat":
            digit = puzzle.givens[problem.cells[0]]
            assert digit is not None
            house = next((h for h in self.geometry.houses if h.name == problem.house), None)
            return self.say(
                "fault.repeat.rule" if house is None else "fault.repeat",
                message=message,
                house="" if house is None else self.house(house),
                cells=cells,
                digit=digit,
            )
        if problem.kind == "no-candidate":
            given = puzzle.givens[problem.cells[0]]
            if given is None:
                return self.say("fault.no-candidate", message=message, cells=cells)
            return self.say("fault.not-a-candidate", message=message, cells=cells, digit=given)
        if problem.kind == "rule":
            for rule in puzzle.constraints:
                if problem in rule.faults(puzzle.grid):
                    facts = [
                        self.holds(cell, digit)
                        for cell in problem.cells
                        if (digit := puzzle.givens[cell]) is not None
                    ]
                    key = "fault.rule" if facts else "fault.rule.empty"
                    return self.say(key, message=message, facts=facts, rule=self.constraint(rule))
        return self.say("fault.cells" if cells else "fault.board", message=message, cells=cells)

    def faulty(self, problem: Problem, puzzle: Puzzle) -> str:
        """A fault of one house, cell or rule as a sentence."""
        return self.say("fault.sentence", fault=self.fault(problem, puzzle))

    def argument(self, argument: Argument) -> list[str]:
        """An argument, a sentence or small proof an item."""
        lines = [self.reason(reason) for reason in argument.reasons]
        return lines if argument.kind == "direct" else [*lines, *self._steps(argument.steps)]

    def reason(self, reason: Reason) -> str:
        """A reason that shows without a step, in a sentence."""
        from satdoku.diagnosing import reasons
        from satdoku.diagnosing.facts import PuzzleFault

        match reason:
            case reasons.EmptyBoard():
                return self.say("empty-board")
            case PuzzleFault(problem, puzzle):
                return self.faulty(problem, puzzle)
            case reasons.NoDigitLeft(cell, facts):
                return self.say("leaves.digit", facts=self.facts(facts), cell=self.cell(cell))
            case reasons.NoPlaceLeft():
                return self._no_place(reason)
            case reasons.SumTooFar():
                return self._totals(reason)
            case reasons.SumsLeave(fact, digits, cells):
                named = self.names(cells)
                return self.say("leaves.digits", fact=self.fact(fact), digits=digits, cells=named)
            case _:
                assert_never(reason)

    def _no_place(self, reason: NoPlaceLeft) -> str:
        """The givens of a digit, those that fill a house, and other facts leave it no place."""
        facts = self.facts(reason.same)
        if reason.filling:
            facts.append(self.say("givens-in", cells=self.names(reason.filling)))
        facts += self.facts(reason.rest)
        return self.say(
            "leaves.place",
            facts=facts,
            n=max(len(facts), len(reason.filling)),
            digit=reason.digit,
            house=self.house(reason.house),
        )

    def _totals(self, reason: SumTooFar) -> str:
        """The cages of a house leave its other cells a sum that they cannot have."""
        return self.say(
            "totals" if reason.rest else "totals.full",
            facts=self.facts(reason.facts) + self._says(reason.given),
            made=reason.made,
            total=reason.total,
            left=reason.total - reason.made,
            house=self.house(reason.house),
            cells=self.names(reason.rest),
        )

    def _steps(self, steps: Sequence[Step]) -> list[str]:
        """The steps in words; in a long argument singles in a row share a sentence."""
        if len(steps) <= _FEW_STEPS:
            return [self.words.full(step) for step in steps]
        lines = []
        for single, group in groupby(steps, key=lambda step: isinstance(step.proof, SingleProof)):
            run = list(group)
            if single and len(run) > 1:
                lines.append(self.say("singles", facts=list(map(self._single, run))))
            else:
                lines += [self.words.full(step) for step in run]
        return lines

    def _single(self, step: Step) -> str:
        fact, houses = self.holds(*step.placements[0]), step.view.houses
        if not houses:
            return self.say("singles.candidate", fact=fact)
        return self.say("singles.place", fact=fact, houses=self.words.houses(houses))

    # -- diagnose ----------------------------------------------------------------------------------

    def verdict(self, diagnosis: Diagnosis, mark: str = "", *, spoken: bool = False) -> str:
        """How many solutions there are, with a mark where that may be of another puzzle; ``spoken``
        without the word that scripts read."""
        why, spoken = self._limit(diagnosis.stopped), spoken and not mark
        return self.say(f"verdict.{diagnosis.verdict}", why=why, mark=mark, spoken=_yes(spoken))

    def ran_out(self, stopped: str | None) -> str:
        """Not all is known."""
        return self.say("ran-out", why=self._limit(stopped))

    def pair(self) -> tuple[str, str]:
        """The titles of two solutions side by side."""
        return self.say("pair.one"), self.say("pair.another")

    def caption(self, givens: bool, coloured: bool) -> str:
        """The line below the picture of a clash that tells what its marks mean."""
        return self.say("caption.coloured" if coloured else "caption", givens=_yes(givens))

    def no_solution(self, diagnosis: Diagnosis, puzzle: Puzzle, *, cures: bool = True) -> list[str]:
        """Why a puzzle has no solution, and with ``cures`` what would cure it."""
        lines: list[str] = []
        for number, clash in enumerate(diagnosis.clashes):
            lines += [""] * bool(number) + self.clash(clash)
        if len(diagnosis.clashes) > 1:
            lines += ["", self.say("clash.all" if diagnosis.exhausted else "clash.maybe-more")]
        lines += self.cures(diagnosis, puzzle) if cures else []
        if not diagnosis.complete:
            lines += ["", self.ran_out(diagnosis.stopped)]
        return lines

    def clash(self, clash: Clash) -> list[str]:
        """Facts that clash, and why."""
        sentences = [] if clash.argument is None else self.argument(clash.argument)
        if not clash.facts:
            return sentences
        givens = all(fact.kind == "given" for fact in clash.facts)
        facts = self.facts(clash.facts)
        lines = [
            self.say(
                "clash" if len(facts) > 1 else "clash.one",
                n=len(facts),
                kind="givens" if givens else "facts",
                smallest=_yes(clash.smallest),
                facts=facts,
            )
        ]
        if clash.argument is None:
            return [*lines, self.say("clash.no-argument")]
        if len(sentences) == 1:
            return [*lines, *(f"  {line}" for line in sentences[0].splitlines())]
        numbered = [
            f"  {number}. {sentence}".replace("\n", "\n     ")
            for number, sentence in enumerate(sentences, 1)
        ]
        if len(numbered) > SHOWN:
            more = self.say("clash.more-steps", n=len(numbered) - SHOWN)
            return [*lines, *numbered[:SHOWN], f"  {more}"]
        return [*lines, *numbered]

    def meant(self, diagnosis: Diagnosis) -> list[str]:
        """Facts that the solution in the text breaks, and the rules that are meant, a line each."""
        lines = []
        if diagnosis.broken:
            facts = self._cut("facts", self.facts(diagnosis.broken), _NAMED)
            lines.append(self.say("broken", facts=facts))
        return [*lines, *map(self.reading, diagnosis.meant)]

    def reading(self, meant: Meant) -> str:
        """Another rule in place of one that was read, or beside them."""
        old, new = (
            (words_of_name(name, self.lang) or REGISTRY[name].title) if name else ""
            for name in (meant.old, meant.new)
        )
        way = "read" if meant.old and meant.new else "drop" if meant.old else "add"
        return self.say(
            f"meant.{way}",
            n=meant.clues,
            old=old,
            new=new,
            name=meant.new,
            result="several" if not meant.unique else "published" if meant.published else "one",
        )

    def cures(self, diagnosis: Diagnosis, puzzle: Puzzle) -> list[str]:
        """The cures of a puzzle: facts to change, move, remove or drop."""
        lines: list[str] = []
        for way, choices in (
            ("change", [(self.altered(c, puzzle), c.unique) for c in diagnosis.changes]),
            ("move", [(self.move(c), c.unique) for c in diagnosis.moves]),
            ("remove", [(self.removed(c), c.unique) for c in diagnosis.removals]),
            ("drop", [(self.removed(c), c.unique) for c in diagnosis.drops]),
        ):
            if choices:
                heading = self.say(f"or-cure.{way}" if lines else f"cure.{way}")
                lines += ["", heading, *self._listed(choices)]
        return [*lines, "", self.say("not-fewest")] if lines and not diagnosis.fewest else lines

    def misplaced(self, diagnosis: Diagnosis) -> list[str]:
        """The moves that would leave a puzzle with several solutions one."""
        moves = [(self.move(move), move.unique) for move in diagnosis.moves]
        return [self.say("wrong-cell"), *self._listed(moves)]

    def _listed(self, choices: Sequence[tuple[str, bool | None]]) -> list[str]:
        """Choices in words, with whether each leaves one solution."""
        one = self.say("then-one")
        lines = [f"  {text}{one if unique else ''}" for text, unique in choices[:SHOWN]]
        if len(choices) > SHOWN:
            lines.append(f"  {self.say('more-choices', n=len(choices) - SHOWN)}")
        return lines

    def all_hold(self, candidates: Iterable[Candidate]) -> str:
        """Digits in cells: ``r1c1=5 and r1c2=3``."""
        return self.messages.join(self._says(candidates))

    def removed(self, removal: Removal) -> str:
        """Facts to remove."""
        return self.messages.join(self.facts(removal.facts))

    def move(self, move: MovedGiven) -> str:
        """A given that goes to another cell, or two that change places."""
        start, end = self.cell(move.cell), self.cell(move.to)
        if move.other is None:
            return self.say("move.digit", digit=move.digit, start=start, end=end)
        return self.say("move.exchange", start=start, end=end)

    def altered(self, change: Replacement, puzzle: Puzzle) -> str:
        """Digits to change."""
        changes = [
            self.say("changed", cell=self.cell(cell), old=puzzle.givens[cell] or 0, new=digit)
            for cell, digit in change.digits
        ]
        return self.say("changed.list", changes=changes)

    def ambiguity(self, ambiguity: Ambiguity) -> list[str]:
        """Several solutions, a paragraph a line."""
        number = f"{ambiguity.count:,}"
        cells, pattern = self._named(ambiguity.cells), _yes(ambiguity.is_pattern)
        pair = [self.say("several.pair", n=len(ambiguity.cells), cells=cells, pattern=pattern)]
        if ambiguity.closest:
            pair.append(self.say("several.closest"))
        if ambiguity.is_pattern:
            pair.append(self.say("several.deadly", digits=ambiguity.digits))
        elif not ambiguity.closest:
            pair.append(self.say("several.unsettled"))
        lines = [
            self.say("several", exact=_yes(ambiguity.exact), n=ambiguity.count, number=number),
            self._sentences(pair),
            self._open(ambiguity),
            self._additions(ambiguity),
        ]
        if ambiguity.changes:
            changes = [
                self.say("changed", cell=self.cell(c.cell), old=c.old, new=c.new)
                for c in ambiguity.changes
            ]
            said = [self.say("several.changes", changes=self._cut("changes", changes, _NAMED))]
            if not ambiguity.changes_complete:
                said.append(self.say("several.changes-left"))
            lines.append(self._sentences(said))
        elif ambiguity.puzzle.clues:
            known = ambiguity.changes_complete
            lines.append(self.say("several.no-change" if known else "several.change-unknown"))
        return lines

    def _open(self, ambiguity: Ambiguity) -> str:
        cells = ambiguity.open_cells
        listed = [
            self.say("open.cell", cell=self.cell(c), digits=sorted(ambiguity.candidates[c]))
            for c in (cells if len(cells) <= _NAMED else ())
        ]
        return self.say(
            "open",
            complete=_yes(ambiguity.candidates_complete),
            n=len(cells),
            number=f"{len(cells):,}",
            cells=listed,
            fixed=len(ambiguity.fixed_cells),
        )

    def _additions(self, ambiguity: Ambiguity) -> str:
        additions = ambiguity.additions
        if additions is None:
            return self.say("additions.unknown")
        givens = self._says(additions.givens)
        if len(givens) == 1:
            said = [self.say("additions.one", givens=givens)]
            others = [c for c in ambiguity.enough_alone if c != additions.givens[0]]
            if others:
                said.append(self.say("additions.others", others=self._says(others)))
            return self._sentences(said)
        key = "proved" if additions.proved else "proved-here" if additions.proved_here else "open"
        least = max(additions.at_least, 1)
        return self.say(f"additions.{key}", n=len(givens), givens=givens, least=least)

    def _named(self, cells: Sequence[int]) -> str:
        return self._cut("cells", self.names(cells), 2 * _NAMED)

    def _cut(self, kind: str, items: Sequence[str], most: int) -> str:
        """Cells or changes; where they are many, the first of them and how many more."""
        if len(items) <= most:
            return self.say(f"{kind}.all", items=items)
        shown = items[: _NAMED - 1]
        return self.say(f"{kind}.cut", items=shown, n=len(items) - len(shown))

    # -- check -------------------------------------------------------------------------------------

    def stale(self, mark: Stale) -> str:
        """Why a mark is no longer possible."""
        if isinstance(mark.reason, int):
            return self.say("seen", cell=self.cell(mark.reason), digit=mark.digit)
        return self.fault(mark.reason.problem, mark.reason.puzzle)

    def board(self, check: BoardCheck, *, reveal: bool = False) -> list[str]:
        """The faults of a player's board; right digits only where ``reveal`` asks for them."""
        board = check.board
        if check.verdict == "unsolvable":
            return [self.say("board.unsolvable" if board.trusted else "board.unsolvable.rules")]
        if check.verdict == "solved":
            return [self.say("board.solved")]
        lines: list[str] = []
        if check.verdict == "fine":
            fine = [self.say("board.fine")]
            if not board.trusted:
                fine.append(self.say("board.fine.completes"))
            elif check.solutions == "several":
                fine.append(self.say("board.fine.several"))
            lines.append(self._sentences(fine))
        elif check.verdict == "wrong" and not board.trusted:
            lines.append(self.say("board.wrong"))
        elif check.solutions == "several":
            lines.append(self.say("board.several"))
        lines += [sentence for sentence, _ in self.mistakes(check)] + self._stale(check)
        if reveal and check.right:
            lines.append(self.say("board.right", facts=self._says(check.right.items())))
        if check.verdict == "wrong" and not board.trusted and (check.clashes or check.wrong):
            lines.append(self.say("board.which-given"))
        if check.verdict == "undecided":
            lines.append(self.say("board.ran-out", why=self._limit(check.stopped)))
        return lines

    def mistakes(self, check: BoardCheck) -> list[tuple[str, tuple[int, ...]]]:
        """Each mistake of a player in a sentence, with its cells."""
        mistakes: list[tuple[str, tuple[int, ...]]] = [
            (
                self.say(
                    "board.wrong-digit",
                    fact=self.holds(fault.cell, fault.digit),
                    cells=self.names(fault.seen),
                    digit=fault.digit,
                ),
                (fault.cell,),
            )
            for fault in check.wrong
            if fault.seen
        ]
        if plain := [fault for fault in check.wrong if not fault.seen]:
            facts = [self.holds(fault.cell, fault.digit) for fault in plain]
            sentence = self.say("board.wrong-digits", facts=facts)
            mistakes.append((sentence, tuple(fault.cell for fault in plain)))
        for clash in check.clashes:
            pairs = [(cell, check.board.values[cell]) for cell in clash]
            facts = self._says((cell, digit) for cell, digit in pairs if digit is not None)
            mistakes.append((self.say("board.clash", facts=facts), clash))
        for fault in check.broken:
            mistakes.append((self.faulty(fault.problem, fault.puzzle), fault.problem.cells))
        if check.lost:
            key = "board.lost" if check.solutions == "one" else "board.lost.several"
            mistakes.append((self.say(key, cells=self.names(check.lost)), check.lost))
        if check.lost_together:
            names = self.names(check.lost_together)
            sentence = self.say("board.lost-together", cells=names)
            mistakes.append((sentence, check.lost_together))
        return mistakes

    def _stale(self, check: BoardCheck) -> list[str]:
        """The marks that are not crossed out yet, in one sentence."""
        if not check.stale:
            return []
        marks = [
            self.say("board.stale.mark", digit=s.digit, cell=self.cell(s.cell), why=self.stale(s))
            for s in check.stale
        ]
        return [self.say("board.stale", marks=marks)]

    # -- what a puzzle can spare -------------------------------------------------------------------

    def redundant(self, redundant: Redundant, *, coloured: bool, spoken: bool = False) -> list[str]:
        """Which givens and rules follow from the others; ``spoken`` without words for scripts."""
        rules, said = redundant.puzzle.constraints, _yes(spoken)
        if redundant.minimal:
            return [self.say("spare.minimal", rules=_yes(bool(rules)), spoken=said)]
        alone, together = (
            (self._says(redundant.digits(givens)), [self.constraint(rules[i]) for i in spared])
            for givens, spared in (
                (redundant.givens, redundant.rules),
                (redundant.together_givens, redundant.together_rules),
            )
        )
        lines = [self.say("spare.redundant", spoken=said), *self._parts(*alone, said)]
        if tuple(map(len, together)) == tuple(map(len, alone)):
            return [*lines, self.say("spare.together")]
        lines.append(self.say("spare.not-together", coloured=_yes(coloured)))
        return lines + self._parts(*together, said)

    def _parts(self, givens: Sequence[str], rules: Sequence[str], spoken: str) -> list[str]:
        lines = [self.say("spare.givens", n=len(givens), givens=givens)] if givens else []
        return lines + [self.say("spare.rule", rule=rule, spoken=spoken) for rule in rules]

    def backdoors(self, backdoors: Backdoors) -> list[str]:
        """Which cells let singles finish a puzzle."""
        by = self.say("backdoors.by", by=backdoors.by)
        if not backdoors.size:
            return [self.say("backdoors.none", by=by)]
        solution = backdoors.solution
        shown = [
            self._says((cell, digit) for cell in cells if (digit := solution[cell]) is not None)
            for cells in backdoors.sets[:_BACKDOORS]
        ]
        lines = [
            self.say(
                "backdoors.proved" if backdoors.proved else "backdoors.found",
                size=backdoors.size,
                least=backdoors.at_least,
                cells=shown[0],
                by=by,
                why=self._limit(backdoors.stopped),
            )
        ]
        n = len(backdoors.sets)
        if n > 1 or (backdoors.stopped and backdoors.proved):
            complete = _yes(backdoors.complete)
            lines.append(self.say("backdoors.count", complete=complete, n=n, number=f"{n:,}"))
            lines += [self.say("backdoors.item", cells=cells) for cells in shown]
            if n > _BACKDOORS:
                lines.append(self.say("backdoors.more", n=n - _BACKDOORS))
        return lines


def _yes(holds: bool) -> str:
    """The value that a choice in a message reads for a fact that holds or does not."""
    return "yes" if holds else "no"
