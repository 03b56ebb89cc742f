"""LRAT: proofs whose every step names the clauses that it follows from.

A checker of such a proof searches nothing, so that it can be small; there are checkers that are
proved correct down to the machine code, such as cake_lpr (Tan, Heule & Myreen, "cake_lpr: Verified
Propagation Redundancy Checking in CakeML", TACAS 2021). The clauses of the formula have the numbers
from 1 on. A line adds a clause: its number, its literals, ``0``, its *hints* and ``0``. Where the
literals of the clause are false, each hint in turn has one literal left, which becomes true, but
for the last, which has none (Cruz-Filipe, Heule, Hunt, Kaufmann & Schneider-Kamp, "Efficient
Certified RAT Verification", CADE 2017).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.worded import plural
from satdoku.proofs.drat import DratStep, NotAProof, where
from satdoku.proofs.formula import ProofFormula
from satdoku.proofs.rup import RupChecker

ProofFormat = Literal["text", "binary", "lrat"]
"""DRAT as text or binary, or LRAT."""
FORMATS: tuple[ProofFormat, ...] = ("text", "binary", "lrat")

_ADDED = re.compile(rb"([1-9]\d{0,18}) ((?:-?[1-9]\d{0,9} )*)0 ((?:[1-9]\d{0,18} )*)0")
_DELETED = re.compile(rb"[1-9]\d{0,18} d ((?:[1-9]\d{0,18} )*)0")
_SHOWN = 40


class LratStep(NamedTuple):
    """A clause, its number, and the numbers of the clauses that it follows from, in order."""

    number: int
    clause: tuple[int, ...]
    hints: tuple[int, ...]


def lrat_of(
    formula: ProofFormula, steps: Iterable[DratStep], clock: Clock = ENDLESS
) -> list[LratStep]:
    """The steps of a DRAT proof that its empty clause needs, with their hints.

    :raises NotAProof: where the steps do not refute the formula.
    :raises Unsupported: where unit propagation alone does not do it.
    :raises Undecided: where the clock ran out.
    """
    checker = _HintChecker(formula, clock)
    for step in steps:
        clock.check("the hints of the proof were found")
        if checker.refuted:
            break
        if step.deletes:
            checker.delete(step.clause)
        elif not checker.add(step.clause):
            if checker.follows_as_rat(step.clause):
                raise Unsupported(
                    "a step of the proof follows by no unit propagation (it is RAT), so that it "
                    "has no hints: LRAT cannot be written; use DRAT (--proof-format text) or "
                    "another --proof-solver"
                )
            raise NotAProof(
                "the clause {clause} does not follow from the formula and the lemmas before it",
                clause=" ".join([*map(str, step.clause), "0"]),
            )
    if not checker.refuted:
        raise NotAProof("the proof ends without reaching a contradiction")
    return checker.needed_steps()


class _HintChecker(RupChecker):
    """Notes for each clause that is added which clauses it follows from.

    A literal that is true for good is given a clause of its own, so that hints stay short.
    """

    def __init__(self, formula: ProofFormula, clock: Clock) -> None:
        clauses = formula.clauses
        self._first = len(clauses) + 1
        self._steps: list[LratStep] = []
        self._hints: tuple[int, ...] = ()
        # Clauses by what tells them apart: two literals, or the list that is watched.
        self._numbers: dict[object, int] = {}
        self._unit: dict[int, int] = {}  # the number of the clause that has this literal alone
        # The checker loads the clauses in this order.
        self._loading = iter(sorted(range(1, self._first), key=lambda n: len(clauses[n - 1])))
        super().__init__(formula.top, clauses, clock)
        self._loading = iter(())

    def add(self, lemma: Sequence[int]) -> bool:
        """Add a lemma if it follows by unit propagation, and return whether it does."""
        return not {*lemma}.isdisjoint(-x for x in lemma) or super().add(lemma)

    def follows_as_rat(self, lemma: Sequence[int]) -> bool:
        """Whether a lemma that :meth:`add` refused follows in the other way."""
        return super()._follows(lemma)

    def needed_steps(self) -> list[LratStep]:
        """The steps that the last one, the empty clause, needs, numbered without gaps."""
        needed = {self._steps[-1].number}
        for step in reversed(self._steps):
            if step.number in needed:
                needed.update(step.hints)
        steps = [step for step in self._steps if step.number in needed]
        numbers = {step.number: self._first + at for at, step in enumerate(steps)}
        return [
            LratStep(numbers[number], clause, tuple(numbers.get(hint, hint) for hint in hints))
            for number, clause, hints in steps
        ]

    def _follows(self, lemma: Sequence[int]) -> bool:
        before = len(self._fixed)
        follows = self._refutes(lemma)
        if follows:
            self._hints = self._hints_of_conflict(before, lemma)
        self._undo(before)
        return follows

    def _store(self, clause: list[int]) -> None:
        literals = tuple(clause)
        number = next(self._loading, 0) or self._note_step(literals, self._hints)
        before = len(self._fixed)
        if len(clause) == 1:
            self._unit.setdefault(clause[0], number)
        else:
            self._numbers[self._key(clause)] = number
        super()._store(clause)
        for literal, reason in zip(self._fixed[before:], self._reasons[before:], strict=True):
            if literal not in self._unit:
                others = (self._unit[-other] for other in reason if other != literal)
                hints = (*others, self._numbers[self._key(reason)])
                self._unit[literal] = self._note_step((literal,), hints)
        if self.refuted and (not self._steps or self._steps[-1].clause):
            self._note_step((), self._hints_of_conflict(len(self._fixed), ()))

    def _note_step(self, clause: tuple[int, ...], hints: tuple[int, ...]) -> int:
        number = self._first + len(self._steps)
        self._steps.append(LratStep(number, clause, hints))
        return number

    def _key(self, clause: Sequence[int]) -> object:
        return tuple(sorted(clause)) if len(clause) == 2 else id(clause)

    def _hints_of_conflict(self, before: int, lemma: Sequence[int]) -> tuple[int, ...]:
        """The clauses that lead to the conflict, from the last one back; the literals up to
        ``before`` have clauses of their own."""
        conflict = self._conflict
        needed = {-literal for literal in conflict}
        hints = []
        if len(conflict) != 1:
            hints.append(self._numbers[self._key(conflict)])
        for at in range(len(self._fixed) - 1, before - 1, -1):
            literal, reason = self._fixed[at], self._reasons[at]
            if literal in needed and reason:
                hints.append(self._numbers[self._key(reason)])
                needed.update(-other for other in reason if other != literal)
        needed.difference_update(-literal for literal in lemma)  # they are assumed
        hints += [self._unit[literal] for literal in needed if literal in self._unit]
        if len(conflict) == 1 and (number := self._unit.get(conflict[0])) is not None:
            hints.insert(0, number)  # two clauses of one literal each
        return tuple(reversed(hints))


def write_lrat(steps: Iterable[LratStep]) -> bytes:
    """The steps as a file, which :func:`check_lrat` and other checkers take."""
    return b"".join(
        " ".join(map(str, (number, *clause, 0, *hints, 0))).encode() + b"\n"
        for number, clause, hints in steps
    )


def read_lrat(data: bytes) -> list[LratStep]:
    """The clauses that an LRAT proof adds, with their numbers and hints.

    :raises NotAProof: where a line is no step.
    """
    steps = []
    for line, text in enumerate(_lines(data), 1):
        if added := _ADDED.fullmatch(text):
            clause, hints = (tuple(map(int, part.split())) for part in added.groups()[1:])
            steps.append(LratStep(int(added[1]), clause, hints))
        elif not _DELETED.fullmatch(text):
            raise _no_step(line, text)
    return steps


def lrat_steps(data: bytes) -> Iterator[DratStep]:
    """The clauses that an LRAT proof adds, as the steps of a DRAT proof.

    :raises NotAProof: where a line is no step.
    """
    for line, text in enumerate(_lines(data), 1):
        if added := _ADDED.fullmatch(text):
            yield DratStep(line, False, tuple(map(int, added[2].split())))
        elif not _DELETED.fullmatch(text):
            raise _no_step(line, text)


def check_lrat(formula: ProofFormula, data: bytes, clock: Clock = ENDLESS) -> int:
    """The number of clauses checked until the formula was refuted.

    :raises NotAProof: where a clause does not follow from its hints, or none is empty.
    :raises Undecided: where the clock ran out.
    """
    clauses: dict[int, Sequence[int]] = dict(enumerate(formula.clauses, 1))
    last, lemmas, refuted = len(clauses), 0, False
    for line, text in enumerate(_lines(data), 1):
        clock.check(f"more than {plural(lemmas, 'lemma')} of the proof were checked")
        place = where(line, "text")
        if deleted := _DELETED.fullmatch(text):
            for number in map(int, deleted[1].split()):
                clauses.pop(number, None)
            continue
        added = _ADDED.fullmatch(text)
        if added is None:
            raise _no_step(line, text)
        number = int(added[1])
        clause, hints = (tuple(map(int, part.split())) for part in added.groups()[1:])
        if number <= last:
            raise NotAProof(
                "{place}: the number {number} does not rise", place=place, number=number
            )
        for literal in clause:
            if abs(literal) > formula.top:
                raise NotAProof(
                    "{place}: the literal {literal} is out of range, the formula has {top} "
                    "variables",
                    place=place,
                    literal=literal,
                    top=formula.top,
                )
        for hint in hints:
            if hint not in clauses:
                raise NotAProof("{place}: there is no clause {number}", place=place, number=hint)
        if not _follows(clause, [clauses[hint] for hint in hints]):
            raise NotAProof(
                "{place}: clause {number} does not follow from its hints",
                place=place,
                number=number,
            )
        last, lemmas = number, lemmas + 1
        clauses[number] = clause
        refuted = refuted or not clause
    if not refuted:
        raise NotAProof(
            "the proof ends without reaching a contradiction (lemmas: {lemmas})", lemmas=lemmas
        )
    return lemmas


def _follows(clause: Sequence[int], hints: Iterable[Sequence[int]]) -> bool:
    """Whether the hints, one after the other, lead to a conflict where the clause is false."""
    true = {-literal for literal in clause}
    if not true.isdisjoint(clause):
        return True  # it has a literal and its opposite
    for hint in hints:
        left = [literal for literal in hint if -literal not in true]
        if not left:
            return True
        if len(left) > 1:
            return False
        true.add(left[0])
    return False


def _lines(data: bytes) -> Iterator[bytes]:
    """The lines; one that the end of the file cuts off is no step."""
    start = 0
    while start < len(data):
        end = data.find(b"\n", start)
        yield data[start:end] if end >= 0 else data[start:] + b"..."
        start = end + 1 if end >= 0 else len(data)


def _no_step(line: int, text: bytes) -> NotAProof:
    shown = repr(text[:_SHOWN].decode("latin-1"))
    return NotAProof(
        "{place}: {shown} is not a step of a proof", place=where(line, "text"), shown=shown
    )
