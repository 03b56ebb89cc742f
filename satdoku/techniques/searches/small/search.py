"""The search for small proofs, as ``small_proof.py`` describes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import inf

from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Position
from satdoku.techniques.arguments.small_lines import argument_of
from satdoku.techniques.board import open_candidates
from satdoku.techniques.searches.small.cases import TooLong, Work, by_cases, cost, refuted, thinned
from satdoku.techniques.searches.small.exhaustive import (
    Refuting,
    effect,
    known_true,
    searched,
    true_candidates,
)
from satdoku.techniques.searches.small.nets import NetRefutation, refutations, shortest_net
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.settle import end_step, placed_cells, visible_end
from satdoku.techniques.searches.small.solver import FactSolver, promising
from satdoku.techniques.searches.small.steps import (
    searched_step,
    singles,
    step_of,
    touching,
)
from satdoku.techniques.searches.small.trace import trace
from satdoku.techniques.searches.small.trail import TrailProof, follow
from satdoku.techniques.step import Step

_LINES = 24
"""An argument of more statements is not shown: with its facts it would fill more than a page."""

_RIVAL = 8000
"""How much is done (``Facts.work``) for a shorter argument than one that is known already, where
there are rules: such steps are many."""

_LADDER = (2, 8, 32, 128)
"""Conflicts after which the solver leaves a candidate for later. What takes it more than the last
takes a reader more than ``_LINES``."""

_SUPPOSED = ((2_000, 8), (6_000, 8), (20_000, 1), (200_000, 1))
"""How long the compiled search supposes a candidate, to see which are the easiest to refute, and
how many of them are enough."""

_SUSPECTED = 6_000
"""How long it does so before a candidate is followed without cases."""

_EASY = (8, 40)
"""The numbers of these that the solver is asked about, the second where the first have no short
argument."""

_MAX_WORK = 6400
"""Work (``Facts.work``) after which an argument by cases is too long to be read."""

_NEGATIONS = 40_000
"""How much is done (``Facts.work``) to follow all candidates without cases."""

_NEGATED = 12
"""As many of them are thinned out."""

_BAND = 8
"""A proof from which more follows may cost a reader as much more than the easiest."""

_CELLS = 12
"""A clue about more cells takes too long to be asked for each candidate."""

_MAX_CANDIDATES = 400
"""Candidates above which the solver is asked only where nothing else helps: each is a question."""


@dataclass(frozen=True, slots=True)
class FactSearch:
    """A search for what some facts show; the bounds are those of
    :class:`~satdoku.techniques.searches.small.small_proof.SmallProof`."""

    facts: Facts
    finalists: int
    large: int
    cores: int
    work: int
    budget: int
    most: int | None
    longest: int | None

    def steps(self) -> Iterator[Step]:
        """The placements by single facts, then the exclusions by a few, those on the fewest facts
        first."""
        facts = self.facts
        placed = list(singles(facts))
        yield from placed
        done = {pair for step in placed for pair in step.placements}
        facts.end = facts.work + self.budget
        nets = None if self.longest is None or placed else refutations(facts)
        net = None if nets is None else self._by_net(nets)
        if net is not None:
            yield step_of(facts, net)
        if nets or net is not None:
            return
        is_shown = False
        for proof, further in self._readable() if nets is None else ():
            is_shown = True
            step = step_of(facts, proof, further)
            concluded = {*step.placements, *step.eliminations}
            if not concluded or not concluded <= done:
                done |= concluded
                yield step
        if not is_shown and not placed and self.most is None:
            yield from self._last()

    def _last(self) -> Iterator[Step]:
        """The step where no short argument is known: one on facts that a solver names, one by cases
        on all facts, or what an exhaustive search shows."""
        facts, is_limited = self.facts, self.longest is not None
        net = None if is_limited else shortest_net(facts)
        if net is not None and net.lines > _LINES:
            net = None
        # With rules that are about two cells each, the cases are told sooner than facts are sought.
        at_once = net is not None and facts.cands.puzzle.constraints
        last = None if at_once else self._by_solver(None)
        if last is not None and last[0].length <= (self.longest or _LINES):
            yield step_of(facts, *last)
        elif net is not None:
            yield step_of(facts, net)
        elif not is_limited and (conclusion := searched(facts)) is not None:
            yield searched_step(facts, conclusion)

    def _by_net(self, nets: list[NetRefutation]) -> TrailProof | None:
        """The shortest argument by cases, which is known at once; ``None`` where it is too long, or
        has no cases: what fails without them is a negation."""
        net = shortest_net(self.facts)
        if net is None or self.longest is None or net.length > self.longest:
            return None
        return net if net.parts or not nets else None

    def _readable(self) -> Iterator[tuple[TrailProof, list[TrailProof]]]:
        """Proofs without cases that are short enough to be read; in place of the first, where it
        rests on many facts, one by cases if that is shorter, with further proofs on its facts."""
        facts, is_first = self.facts, True
        for proof in self._proofs():
            further: list[TrailProof] = []
            if self.most is not None and proof.size > self.most:
                continue
            if is_first and self.most is None and proof.size >= self.large:
                if facts.cands.puzzle.constraints:
                    facts.end = min(facts.end, facts.work + _RIVAL)
                other = self._by_solver(proof)
                if other is not None:
                    proof, further = other
            if self.most is None and proof.length > _LINES:
                continue
            is_first = False
            yield proof, further

    def _proofs(self) -> Iterator[TrailProof]:
        """Proofs without cases, those on the fewest facts first."""
        facts = self.facts
        proofs: list[TrailProof] = []
        starts = _promising(facts) if facts.clues and self.most is None else _assumptions(facts)
        trails = [follow(facts, start) for start in starts]
        level = 0
        while trails:
            following = []
            for trail in trails:
                facts.clock.check()
                if facts.is_spent:
                    break
                if trail.advance():
                    proofs.append(trace(trail))
                elif trail.alive:
                    following.append(trail)
            trails = [] if facts.is_spent else following
            level += 1
            if level == self.most:
                break
            # A failure on the next level rests on more facts than there were levels.
            if proofs and min(proof.size for proof in proofs) <= level + 1:
                break
        proofs.sort(key=_order)
        head = [thinned(facts, proof) for proof in proofs[: self.finalists]]
        head.sort(key=_order)
        if self.most is None and head and facts.clues:
            best = _most_telling(facts, head)
            head.remove(best)
            yield best
        yield from head
        for proof in proofs[self.finalists :]:
            yield thinned(facts, proof)

    def _by_solver(self, rival: TrailProof | None) -> tuple[TrailProof, list[TrailProof]] | None:
        """The best proof by cases, on facts that a SAT solver names, and what else these exclude by
        cases; ``None`` where there is none, or none with a shorter explanation than its
        ``rival``."""
        facts = self.facts
        if rival is not None and len(facts.pairs) > _MAX_CANDIDATES:
            return None
        # What takes the solver few conflicts takes a reader few cases: the easiest come first.
        easy = self._easy(rival is not None)
        if easy is not None and not easy:
            return None
        try:
            solver = FactSolver(facts)
        except Unsupported:
            return None
        with solver.clauses:
            best = self._best(solver, easy, rival)
            if best is None:
                return None
            best = self._shortened(solver, best)
            return best, list(self._further(solver, best))

    def _best(
        self, solver: FactSolver, easy: list[int] | None, rival: TrailProof | None
    ) -> TrailProof | None:
        """The proof by cases with the shortest explanation among some; among more, as long as it is
        one that nobody reads."""
        cores: dict[int, Allowed] = {}
        best: TrailProof | None = None
        rounds: list[tuple[int, Sequence[int]]]
        if easy is None:
            rounds = [(conflicts, range(len(self.facts.pairs))) for conflicts in _LADDER]
        else:
            parts = easy[: _EASY[0]], easy[_EASY[0] :]
            rounds = [(_LADDER[-1], part) for part in parts if part]
        for conflicts, candidates in rounds:
            self._add_cores(cores, solver, candidates, conflicts)
            for count in (self.cores, 4 * self.cores, 12 * self.cores) if cores else ():
                shortest = self._shortest(self._pool(solver, cores, count, rival), rival)
                if shortest is not None and (best is None or cost(shortest) < cost(best)):
                    best = shortest
                if (best is None and rival is not None) or (best and best.length <= _LINES):
                    return best
                if 4 * count >= len(cores) or self.facts.is_spent:
                    break
            if self.facts.is_spent:
                break
        return best

    def _add_cores(
        self,
        cores: dict[int, Allowed],
        solver: FactSolver,
        candidates: Sequence[int],
        conflicts: int,
    ) -> None:
        """Ask the solver which of the candidates some facts exclude, and keep the facts."""
        possible = 0
        for v in candidates:
            if possible >> v & 1 or v in cores:
                continue
            if self.facts.is_spent:
                break
            answer, core = solver.core(v, conflicts)
            if answer:
                possible |= solver.model()
            elif core is not None:
                cores[v] = core

    def _easy(self, quick: bool) -> list[int] | None:
        """The candidates that the compiled search refutes in the fewest cases, ``quick``: in a few,
        which are asked of the solver; ``None`` where there is no such search, and where all are
        asked in no time."""
        facts = self.facts
        if not facts.clues and len(facts.pairs) <= _MAX_CANDIDATES:
            return None
        search = Refuting.of(facts)
        if search is None:
            return None
        true_candidates(facts)  # these take the most work, and nothing refutes them
        refuted: list[tuple[int, int]] = []
        for work, enough in _SUPPOSED[: 2 if quick else None]:
            refuted = search.refuted(facts, work) or refuted
            if len(refuted) >= enough:
                break
        return [v for _, v in refuted[: _EASY[1]]]

    @staticmethod
    def _pool(
        solver: FactSolver, cores: dict[int, Allowed], count: int, rival: TrailProof | None
    ) -> list[tuple[int, Allowed]]:
        """The smallest sets of facts, thinned out, each with the candidate that it excludes."""
        order = sorted(cores.items(), key=lambda item: (item[1].size, item[0]))
        some = [(v, solver.trimmed(core, v)) for v, core in order[: 4 * count]]
        some.sort(key=lambda item: (item[1].size, item[0]))
        pool = [(v, solver.thinned(core, v)) for v, core in some[:count]]
        if rival is None:
            pool += some[: count // 2]
        return sorted(pool, key=lambda item: (item[1].size, item[0]))

    def _further(self, solver: FactSolver, proof: TrailProof) -> Iterator[TrailProof]:
        """Proofs by cases, on the facts of a proof, of other candidates that these exclude."""
        facts, uses, start = self.facts, proof.uses, proof.trail.start
        work = Work(facts, self.work)
        others = [v for v in touching(facts, uses) if (v, True) != start]
        for v in solver.excluded(uses, others, work.end):
            if refuted(facts, (v, True), uses):
                continue
            try:
                yield by_cases(facts, (v, True), uses, work)
            except TooLong:
                return

    def _shortest(
        self, pool: list[tuple[int, Allowed]], rival: TrailProof | None
    ) -> TrailProof | None:
        """The proof by cases with the shortest explanation: with little work, or with more."""
        facts = self.facts
        if rival is not None:
            pool = [item for item in pool if 4 * item[1].size < cost(rival)[0]]
        limit, enough = 400, facts.work + self.work
        while pool and limit <= _MAX_WORK:
            proofs: list[TrailProof] = []
            for v, allowed in pool:
                # The least that it can cost is known.
                if proofs and 4 * allowed.size > min(map(cost, proofs))[0]:
                    continue
                try:
                    proofs.append(by_cases(facts, (v, True), allowed, Work(facts, limit)))
                except TooLong:
                    continue
                if facts.work > enough:
                    break
            if rival is not None:
                proofs = [proof for proof in proofs if cost(proof) < cost(rival)]
            if proofs or rival is not None:
                return min(proofs, key=lambda p: (p.length > _LINES, *cost(p)), default=None)
            limit *= 4
            pool = pool[: max(3, len(pool) // 2)]
        return None

    def _shortened(self, solver: FactSolver, proof: TrailProof) -> TrailProof:
        """The proof without facts that it can do without and be no longer."""
        start = proof.trail.start
        assert start is not None
        work = Work(self.facts, self.work)
        for fact in proof.uses.each():
            if not proof.uses.has(fact):
                continue
            fewer = proof.uses.without(fact)
            if not solver.refutes(fewer, start[0]):
                continue
            try:
                other = by_cases(self.facts, start, fewer, work)
            except TooLong:
                break
            if cost(other) < cost(proof):
                proof = other
        return proof


def negations(facts: Facts, longest: int) -> Iterator[Step]:
    """Candidates that clues refute without cases, each in at most so many statements; only those
    that the fewest levels of consequences refute, the one from which most follows first.

    Those that fail by unit propagation are followed; where that leads to no short argument, those
    that fail in a little search are, since clues say more than that.
    """
    if not facts.filters:
        return
    facts.end = facts.work + _NEGATIONS
    allowed = facts.quick
    longest += 1  # the assumption is a statement too
    refuted, longer = _negated(facts, _promising(facts), allowed, longest, 2 * longest)
    if not refuted and not longer:
        large = {one.rule for one in facts.filters if len(one.cells) > _CELLS}
        if large:
            some = allowed or facts.whole
            allowed = Allowed(some.needs, some.rules - large)
        refuted, _ = _negated(facts, _suspected(facts), allowed, longest, longest)
    if refuted:
        best = _most_telling(facts, refuted)
        yield step_of(facts, best)
        yield from (step_of(facts, proof) for proof in refuted if proof is not best)


def _suspected(facts: Facts) -> list[tuple[int, bool]]:
    """That a candidate is true, of those that fail in the compiled search after little work: what
    needs no cases fails there soon. Without that search, of all."""
    search = Refuting.of(facts)
    if search is not None:
        return [(v, True) for v in sorted([v for _, v in search.refuted(facts, _SUSPECTED)])]
    true = known_true(facts) or ()
    return [(v, True) for v in range(len(facts.pairs)) if v not in true]


def _assumptions(facts: Facts) -> list[tuple[int, bool]]:
    """That a candidate is true, of each, and that it is false."""
    return [(v, on) for on in (True, False) for v in range(len(facts.pairs))]


def _promising(facts: Facts) -> list[tuple[int, bool]]:
    """The assumptions that fail by unit propagation, for all searches of a position."""

    def find() -> list[tuple[int, bool]]:
        starts = _assumptions(facts)
        true = known_true(facts)
        if true is not None:
            # What the solution has is not refuted, nor what it lacks implied.
            starts = [(v, on) for v, on in starts if on != (v in true)]
        return promising(facts, starts)

    return facts.cands.once("promising", find)


def _negated(
    facts: Facts, starts: list[tuple[int, bool]], allowed: Allowed | None, longest: int, levels: int
) -> tuple[list[TrailProof], bool]:
    """The proofs of the first level that has some of at most so many statements; and whether there
    are some of twice as many. A failure has a statement of each level, so that later ``levels``
    have none that are short."""
    trails = [follow(facts, start) for start in starts]
    longer = False
    for _ in range(levels):
        if not trails:
            break
        proofs: list[TrailProof] = []
        following = []
        for trail in trails:
            facts.clock.check()
            if facts.is_spent:
                break
            if trail.advance(allowed):
                proofs.append(trace(trail))
            elif trail.alive:
                following.append(trail)
        head = [thinned(facts, proof) for proof in sorted(proofs, key=_order)[:_NEGATED]]
        # What one fact excludes is for other techniques; what needs a clue is what is looked for.
        several = [proof for proof in head if proof.size > 1]
        readable = [proof for proof in several if proof.length <= longest]
        short = sorted([proof for proof in readable if proof.uses.rules] or readable, key=_order)
        if short or facts.is_spent:
            return short, longer
        if any(proof.length <= 2 * longest for proof in several):
            longer = True
        trails = following
    return [], longer


def refutation(position: Position, work: float = inf, clock: Clock = ENDLESS) -> Step | None:
    """A small proof that nothing can follow from a position; ``None`` where something does.

    The step has a ``contradiction`` and no eliminations: its facts alone cannot all be. Proofs can
    be long beyond any use: one that takes more than ``work`` (some thousands for a page of text)
    is given up, and the answer is ``None`` too.

    :raises Unsupported: where a rule cannot be written as clauses.
    :raises RanOut: where the clock runs out first.
    """
    cands = open_candidates(position)
    end = visible_end(cands, placed_cells(cands))
    if end is not None:
        return end_step(cands, end)
    facts = Facts(cands, clock)
    solver = FactSolver(facts)
    with solver.clauses:
        _, core = solver.core(None)
        if core is None:
            return None
        core = solver.thinned(core, None)
    try:
        proof = by_cases(facts, None, core, Work(facts, work))
    except TooLong:
        return None
    step = step_of(facts, proof)
    return replace(step, contradiction=argument_of(step).conflict)


def _most_telling(facts: Facts, proofs: list[TrailProof]) -> TrailProof:
    """Of the proofs that are about as easy as the easiest, the one from which most follows."""
    least = min(cost(proof)[0] for proof in proofs)
    band = min(2 * least, least + _BAND)
    return max(
        [proof for proof in proofs if cost(proof)[0] <= band],
        key=lambda proof: _effect(facts, proof),
    )


def _effect(facts: Facts, proof: TrailProof) -> int:
    assert proof.trail.start is not None
    v, on = proof.trail.start
    return effect(facts, v, not on)


def _order(proof: TrailProof) -> tuple[int, bool, int, int]:
    start = proof.trail.start
    assert start is not None
    return proof.size, start[1], proof.length, start[0]
