"""The proof checker: does a list of clauses have no model?

A lemma follows from the clauses before it where assuming it false runs into a conflict by unit
propagation alone (*reverse unit propagation*, RUP: Goldberg & Novikov, "Verification of proofs of
unsatisfiability for CNF formulas", DATE 2003). Failing that it may be a *resolution asymmetric
tautology* (RAT) on its first literal p: for every clause with -p, the lemma together with the rest
of that clause follows so; then adding it keeps a satisfiable formula satisfiable (Järvisalo, Heule
& Biere, "Inprocessing rules", IJCAR 2012; Wetzler, Heule & Hunt, "DRAT-trim", SAT 2014). A
formula from which the empty clause follows in such steps has no model.

Literals that unit propagation fixes stay fixed, even if a clause that forced them is deleted later.
The checker then knows more than the proof requires; this can make a RAT check harder, never wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from satdoku.base.limits import ENDLESS, Clock

_CLAUSES_PER_LOOK = 1000
"""Clauses that are loaded between two looks at the clock."""


class RupChecker:
    """Clauses over the variables 1 to ``top`` and what follows from them by unit propagation.

    ``refuted`` turns true when the empty clause has followed. Then everything follows.

    :raises Undecided: where the clock runs out while the clauses are loaded, or a lemma is checked.
    """

    def __init__(self, top: int, clauses: Iterable[Sequence[int]], clock: Clock = ENDLESS) -> None:
        self._clock = clock
        # The clauses share the numbers of a table: one of its own takes four times the place.
        self._names = [*range(top + 1), *range(-top, 0)]
        # Indexed by literals from -top to top: Python counts negative indices from the end.
        self._true = bytearray(2 * top + 1)
        self._fixed: list[int] = []  # the true literals, in the order in which they became true
        # The clause that forced each of them; nothing for an assumption.
        self._reasons: list[Sequence[int]] = []
        self._conflict: Sequence[int] = ()  # the clause that was last found false
        self._pairs: defaultdict[int, list[int]] = defaultdict(list)  # x: all y with (-x or y)
        # A longer clause is watched by its first two literals. While neither is false, or one is
        # true, it can force nothing (Moskewicz et al., "Chaff", DAC 2001).
        self._watching: defaultdict[int, list[list[int]]] = defaultdict(list)
        self._long: list[list[int]] = []
        self._by_literals: dict[tuple[int, ...], list[list[int]]] | None = None
        # The longer clauses with a literal; made when first a lemma is checked for RAT.
        self._having: dict[int, list[list[int]]] | None = None
        self.refuted = False
        # Short clauses first: what they fix is then not met again and again in the long ones.
        for number, clause in enumerate(sorted(clauses, key=len)):
            if number % _CLAUSES_PER_LOOK == 0:
                clock.check("the formula was loaded")
            if not self.refuted:
                self._store([*clause])

    def add(self, lemma: Sequence[int]) -> bool:
        """Add a lemma if it follows, and return whether it does."""
        if not self.refuted:
            if not self._follows(lemma):
                return False
            self._store([self._names[x] for x in dict.fromkeys(lemma)])
        return True

    def delete(self, clause: Sequence[int]) -> bool:
        """Delete a clause, and return whether it was there. What it fixed stays fixed."""
        literals = tuple(sorted(set(clause)))
        if len(literals) < 2:
            return False
        if len(literals) == 2:
            a, b = literals
            if b not in self._pairs[-a]:
                return False
            self._pairs[-a].remove(b)
            self._pairs[-b].remove(a)
            return True
        if self._by_literals is None:
            self._by_literals = {}
            for held in self._long:
                self._by_literals.setdefault(tuple(sorted(held)), []).append(held)
        same = self._by_literals.get(literals)
        if not same:
            return False
        same.pop().clear()  # those who watch it find it empty
        return True

    # -- one lemma -------------------------------------------------------------------------------

    def _follows(self, lemma: Sequence[int]) -> bool:
        before = len(self._fixed)
        # Asked first: the assumption that the lemma is false makes -pivot true anyway.
        pivot_is_false = bool(lemma) and self._true[-lemma[0]]
        follows = self._refutes(lemma) or (
            bool(lemma) and not pivot_is_false and self._is_rat(lemma[0])
        )
        self._undo(before)
        return follows

    def _is_rat(self, pivot: int) -> bool:
        """Whether each clause with -pivot is refuted as well; the lemma is assumed false."""
        if self._having is None:
            self._having = {}
            for clause in self._long:
                self._note(clause, self._having)
        others = chain(
            ((other,) for other in self._pairs.get(pivot, ())),
            (
                [x for x in clause if x != -pivot]
                for clause in self._having.get(-pivot, ())
                if clause
            ),
        )
        for rest in others:
            self._clock.check("the lemma was checked")
            before = len(self._fixed)
            refuted = self._refutes(rest)
            self._undo(before)
            if not refuted:
                return False
        return True

    def _refutes(self, clause: Iterable[int]) -> bool:
        """Assume every literal false; whether that meets a conflict. The caller undoes it."""
        start = len(self._fixed)
        for literal in clause:
            if self._true[literal]:
                self._conflict = (-literal,)
                return True
            if not self._true[-literal]:
                self._true[-literal] = 1
                self._fixed.append(-literal)
                self._reasons.append(())
        return self._propagate(start)

    def _undo(self, length: int) -> None:
        for literal in self._fixed[length:]:
            self._true[literal] = 0
        del self._fixed[length:], self._reasons[length:]

    # -- clauses ---------------------------------------------------------------------------------

    def _store(self, clause: list[int]) -> None:
        true = self._true
        clause.sort(key=lambda literal: true[-literal])  # the false ones last: they watch nothing
        if len(clause) == 2:
            self._add_pair(*clause)
        elif len(clause) > 2:
            self._watch(clause)
            if self._by_literals is not None:
                self._by_literals.setdefault(tuple(sorted(clause)), []).append(clause)
        if not clause or true[-clause[0]]:
            self._conflict = clause
            self.refuted = True
        elif not true[clause[0]] and (len(clause) == 1 or true[-clause[1]]):
            true[clause[0]] = 1
            self._fixed.append(clause[0])
            self._reasons.append(clause)
            self.refuted = self._propagate(len(self._fixed) - 1)

    def _note(self, clause: list[int], having: dict[int, list[list[int]]]) -> None:
        for literal in clause:
            having.setdefault(literal, []).append(clause)

    def _add_pair(self, a: int, b: int) -> None:
        self._pairs[-a].append(b)
        self._pairs[-b].append(a)

    def _watch(self, clause: list[int]) -> None:
        self._long.append(clause)
        if self._having is not None:
            self._note(clause, self._having)
        self._watching[clause[0]].append(clause)
        self._watching[clause[1]].append(clause)

    # -- unit propagation ------------------------------------------------------------------------

    def _propagate(self, head: int) -> bool:
        """Follow the literals that became true from ``head`` on; whether there is a conflict."""
        true, fixed, reasons = self._true, self._fixed, self._reasons
        pairs, watching = self._pairs, self._watching
        while head < len(fixed):
            literal = fixed[head]
            head += 1
            for other in pairs.get(literal, ()):
                if not true[other]:
                    if true[-other]:
                        self._conflict = (-literal, other)
                        return True
                    true[other] = 1
                    fixed.append(other)
                    reasons.append((-literal, other))
            falsified = -literal
            watched = watching.get(falsified)
            if not watched:
                continue
            still_watching: list[list[int]] = []
            watching[falsified] = still_watching
            for position, clause in enumerate(watched):
                if not clause:
                    continue  # deleted
                if clause[0] == falsified:
                    clause[0], clause[1] = clause[1], falsified
                first = clause[0]
                if true[first]:
                    still_watching.append(clause)
                    continue
                for k in range(2, len(clause)):
                    candidate = clause[k]
                    if not true[-candidate]:
                        clause[1], clause[k] = candidate, falsified
                        watching[candidate].append(clause)
                        break
                else:
                    still_watching.append(clause)
                    if true[-first]:
                        still_watching += watched[position + 1 :]
                        self._conflict = clause
                        return True
                    true[first] = 1
                    fixed.append(first)
                    reasons.append(clause)
        return False
