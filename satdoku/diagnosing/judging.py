"""Whether a step was justified: the judgement of a claim about a candidate in a position.

A claim is *forced* at the strength of a technique where eliminations by techniques up to it (and
no digit written elsewhere) lead to a step of such a technique that concludes it. :class:`Judge`
applies eliminations in the order of a preset, the gentlest first, and keeps which step concluded
what first, so that further claims about the same position cost little. Of the eliminations only
those that the last step needs are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from functools import cached_property
from heapq import heappop, heappush
from typing import Literal

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.diagnosing.smallest import SmallestProof, SmallestProofs
from satdoku.puzzle import Position
from satdoku.rating import Preset, PresetEntry, Stage
from satdoku.rating.worth import worth
from satdoku.techniques.board import Candidates, advance, open_candidates
from satdoku.techniques.check import has_fault
from satdoku.techniques.premises import looked_at, with_premises
from satdoku.techniques.searches.small.small_proof import SmallProof
from satdoku.techniques.step import Candidate, Step

_MAX_CHECK_NODES = 20_000
"""Work (nodes of ``has_fault``) to find the steps that a claim needs; a step of large clues that
takes more counts as one that needs all before it."""

ClaimAnswer = Literal["forced", "known", "guess", "false", "undecided"]


@dataclass(frozen=True, slots=True)
class CandidateClaim:
    """That a cell holds a digit (``holds``), or that it does not."""

    cell: int
    digit: int
    holds: bool

    @property
    def opposite(self) -> CandidateClaim:
        """The negated claim."""
        return CandidateClaim(self.cell, self.digit, not self.holds)


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """The judgement of a claim.

    answer   ``forced``: the stages show it; ``known``: the board shows it already; ``guess``: it is
             true, and nothing of the strength shows it yet; ``false``: the stages, if any, refute
             it; ``undecided``: it is true, and the time ran out
    stages   steps with the positions before them, the last of which concludes it (or refutes it)
    seen     cells whose digits show that it is false
    size     the number of facts of a small proof
    smallest whether no proof on fewer facts exists; ``None`` where the step has a name
    """

    claim: CandidateClaim
    answer: ClaimAnswer
    stages: tuple[Stage, ...] = ()
    seen: tuple[int, ...] = ()
    size: int | None = None
    smallest: bool | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """Cached facts about a step (``stage`` keeps its id from being given to another one).

    looked  the candidates whose absence it may rest on, and those that it is about
    holds   for sets of these candidates, whether it holds without them
    """

    stage: Stage
    looked: set[Candidate]
    holds: dict[frozenset[Candidate], bool]


@dataclass
class Judge:
    """Claims about one position, whose puzzle has one solution, under a preset."""

    position: Position
    preset: Preset
    solution: Grid
    clock: Clock = field(repr=False)

    def __post_init__(self) -> None:
        entries = self.preset.entries
        named = [e for e in entries if not isinstance(e.search, SmallProof)]
        self._proves = len(named) < len(entries)
        self._entries = [e for e in named if e.search.refusal(self.position.puzzle) is None]
        self._now = self.position
        self._past: list[list[Stage]] = []
        self._first: dict[tuple[Candidate, bool], tuple[int, Stage]] = {}
        self._seen: dict[int, list[int]] = {}
        self._part: tuple[Candidates, list[int], Candidates | None] | None = None
        self._known: dict[int, _Known] = {}
        self._checks = self._checking()
        self._rounds = self._scan()

    def judge(self, claim: CandidateClaim) -> JudgedClaim:
        """The judgement of a claim, with the easiest steps that lead to it."""
        if not self._is_true(claim):
            return self._refuted(claim)
        if self._is_known(claim):
            return JudgedClaim(claim, "known")
        try:
            return self._forced(claim) or JudgedClaim(claim, "guess")
        except RanOut:
            return JudgedClaim(claim, "undecided")

    def is_forced(self, claim: CandidateClaim) -> bool:
        """Whether the answer is ``forced``, without finding the steps."""
        if self._is_known(claim) or not self._is_true(claim):
            return False
        try:
            return self._reached(claim) is not None or self._proof(claim) is not None
        except RanOut:
            return False

    def _is_true(self, claim: CandidateClaim) -> bool:
        return (self.solution.values[claim.cell] == claim.digit) == claim.holds

    def _is_known(self, claim: CandidateClaim) -> bool:
        if self.position.values[claim.cell] is not None:
            return True
        return not claim.holds and claim.digit not in self.position.candidates[claim.cell]

    def _refuted(self, claim: CandidateClaim) -> JudgedClaim:
        """A false claim, with the cells or the short argument that show it where there are some."""
        position, cell = self.position, claim.cell
        if position.values[cell] is not None:
            return JudgedClaim(claim, "false", seen=(cell,))
        if claim.holds:
            seen = self._excluders(cell, claim.digit)
            if seen:
                return JudgedClaim(claim, "false", seen=seen)
        cands = open_candidates(position)
        d = cands.board.index_of[claim.digit]
        if not cands.cand[cell] >> d & 1:
            return JudgedClaim(claim, "false")
        try:
            step = self._proofs.argument_against(cell, d, claim.holds)
            if step is not None:
                step = with_premises(cands, step, self.clock)
        except RanOut:
            step = None
        stages = () if step is None else (Stage(position, step),)
        return JudgedClaim(claim, "false", stages)

    def _excluders(self, cell: int, digit: int) -> tuple[int, ...]:
        """The first cell whose written digit excludes a digit here."""
        cands = open_candidates(self.position)
        board, d = cands.board, cands.board.index_of[digit]
        for other, e in enumerate(cands.values):
            if e < 0:
                continue
            near = board.peers[other] >> cell & 1 and e == d
            if near or (
                board.conflicts
                and any(
                    of == d and where >> cell & 1
                    for of, where in board.conflicts[other * board.size + e]
                )
            ):
                return (other,)
        return ()

    def _forced(self, claim: CandidateClaim) -> JudgedClaim | None:
        reached = self._reached(claim)
        if reached is not None:
            count, last = reached
            return JudgedClaim(claim, "forced", self._needed(self._past[:count], last))
        smallest = self._proof(claim)
        if smallest is None:
            return None
        step = with_premises(open_candidates(self.position), smallest.step, self.clock)
        stages = (Stage(self.position, step),)
        return JudgedClaim(claim, "forced", stages, size=smallest.size, smallest=smallest.proved)

    def _reached(self, claim: CandidateClaim) -> tuple[int, Stage] | None:
        """The first step that concludes a claim, and how many rounds of eliminations precede it."""
        wanted = (claim.cell, claim.digit), claim.holds
        while wanted not in self._first:
            self.clock.check()  # what the clock ended does not go on, and seems to be at its end
            if next(self._rounds, None) is None:
                return None
        return self._first[wanted]

    def _proof(self, claim: CandidateClaim) -> SmallestProof | None:
        if not self._proves:
            return None
        d = self.position.geometry.digits.index(claim.digit)
        return self._proofs.of(claim.cell, d, claim.holds)

    @cached_property
    def _proofs(self) -> SmallestProofs:
        return SmallestProofs(open_candidates(self.position), self.clock)

    # --------------------------------------------------------------------------------------------
    # What follows by eliminations, the gentlest technique first.

    def _scan(self) -> Iterator[bool]:
        """Search line by line; from the first again after each step that eliminates."""
        at = 0
        while at < len(self._entries):
            entry = self._entries[at]
            at = 0 if self._search_line(entry) else at + 1
            yield True

    def _search_line(self, entry: PresetEntry) -> bool:
        """Note the conclusions of a line, and apply all its eliminations together, so that their
        order does not matter."""
        position, first = self._now, self._first
        steps: Iterable[Step] = self._new_steps(entry)
        if entry.order is not None:
            steps = sorted(steps, key=entry.order)
        elif entry.easiest:
            steps = sorted(steps, key=worth)
        eliminated = set[Candidate]()
        applied: list[Stage] = []
        for step in steps:
            placed = step.placements
            if placed and not step.eliminations and all((p, True) in first for p in placed):
                continue  # as in a round before
            if entry.name is not None:
                step = step.renamed(entry.name)
            stage = Stage(position, step, None, entry)
            self._note(stage)
            if not placed and not eliminated.issuperset(step.eliminations):
                eliminated.update(step.eliminations)
                applied.append(stage)
        if not applied:
            return False
        self._past.append(applied)
        self._now = advance(
            position, replace(applied[0].step, eliminations=tuple(sorted(eliminated)))
        )
        return True

    def _new_steps(self, entry: PresetEntry) -> Iterable[Step]:
        """The steps of a line that it did not find before."""
        cands = open_candidates(self._now)
        if not entry.search.by_digit or cands.board.linked:
            return entry.search.search(cands, self.clock)
        seen = self._seen.get(id(entry))
        self._seen[id(entry)] = cands.where
        if seen is None:
            return entry.search.search(cands, self.clock)
        if self._part is None or self._part[0] is not cands or self._part[1] is not seen:
            self._part = cands, seen, cands.changed(seen)
        part = self._part[2]
        return () if part is None else entry.search.search(part, self.clock)

    def _note(self, stage: Stage) -> None:
        count, step, first = len(self._past), stage.step, self._first
        for pair in step.eliminations:
            first.setdefault((pair, False), (count, stage))
        for pair in step.placements:
            # The exclusions of a digit were noted when a step first placed it.
            if (pair, True) not in first:
                first[pair, True] = count, stage
                for lost in open_candidates(stage.before).lost_by(*pair):
                    first.setdefault((lost, False), (count, stage))

    def _needed(self, rounds: list[list[Stage]], last: Stage) -> tuple[Stage, ...]:
        """The steps of the past that the last one needs, and the last one, each with the position
        that these leave."""
        self._checks = self._checking()
        past = [(number, stage) for number, some in enumerate(rounds) for stage in some]
        replayed = self._replayed(self._led_to(past, last), last)
        if replayed is None:
            replayed = [*(stage for _, stage in past), last]
        cands = [open_candidates(stage.before) for stage in replayed]
        return tuple(
            Stage(stage.before, self._completed(c, stage), None, stage.entry)
            for c, stage in zip(cands, replayed, strict=True)
        )

    def _completed(self, cands: Candidates, stage: Stage) -> Step:
        if stage.entry is None:
            return stage.step
        return stage.entry.search.completed(cands, stage.step, self.clock)

    def _checking(self) -> Clock:
        """A clock for the checks of one claim."""
        return self.clock.of_nodes(_MAX_CHECK_NODES)

    def _led_to(self, past: list[tuple[int, Stage]], last: Stage) -> list[tuple[int, Stage]]:
        """The steps of the past without which the last one does not hold, those without which
        these do not, and so on."""
        by: dict[Candidate, int] = {}
        for at, (_, stage) in enumerate(past):
            for pair in stage.step.eliminations:
                by.setdefault(pair, at)
        whole = [*past, (len(past), last)]
        chosen = {len(past)}
        waiting = [-len(past)]
        while waiting:
            number, stage = whole[-heappop(waiting)]
            given = {at for at in chosen if whole[at][0] < number}
            needed = self._needed_by(stage, by, whole, given)
            chosen |= needed
            for at in needed:
                heappush(waiting, -at)
        return [whole[at] for at in sorted(chosen) if at < len(past)]

    def _needed_by(
        self, stage: Stage, by: dict[Candidate, int], past: list[tuple[int, Stage]], given: set[int]
    ) -> set[int]:
        """The places of the steps without which one does not hold, beside some that are given."""
        before = stage.before.candidates
        looked = self._cached(stage).looked
        needed = {by[c, d] for c, d in by.keys() & looked if d not in before[c]} - given
        # From the end: the latest are the likeliest to be of no use.
        for at in sorted(needed, reverse=True):
            self.clock.check()
            fewer = needed - {at}
            eliminated = {pair for one in given | fewer for pair in past[one][1].step.eliminations}
            if self._holds(stage, eliminated):
                needed = fewer
        return needed

    def _replayed(self, past: list[tuple[int, Stage]], last: Stage) -> list[Stage] | None:
        """The stages from the position of the claim on, those of a round in the position before it;
        ``None`` where a step lacks an earlier one."""
        before = after = self.position
        stages = list[Stage]()
        now = -1
        for number, stage in (*past, (-2, last)):
            if number != now:
                before, now = after, number
            step = stage.step
            self.clock.check()
            # Checked anew, since the cached answers rely on the list of candidates of a step.
            same = before.candidates == stage.before.candidates
            if not same and not self._checked(stage, before):
                return None
            stages.append(Stage(before, step, None, stage.entry))
            if stage is not last:
                after = advance(after, step)
        return stages

    def _cached(self, stage: Stage) -> _Known:
        """The cached facts about a step, which holds in the position in which it was found."""
        known = self._known.get(id(stage))
        if known is None:
            step = stage.step
            looked = looked_at(step, self.position.puzzle.model)
            looked.update(step.eliminations, step.placements)
            now, before = self.position.candidates, stage.before.candidates
            absent = frozenset((c, d) for c, d in looked if d in now[c] and d not in before[c])
            known = self._known[id(stage)] = _Known(stage, looked, {absent: True})
        return known

    def _holds(self, stage: Stage, absent: set[Candidate]) -> bool:
        """Whether it is known that a step holds without some of the candidates of the position."""
        known = self._cached(stage)
        key = frozenset(absent & known.looked)
        holds = known.holds.get(key)
        if holds is None:
            holds = self._checked(stage, self.position.eliminate(absent))
            if holds is not None:
                known.holds[key] = holds
        return bool(holds)

    def _checked(self, stage: Stage, position: Position) -> bool | None:
        """Whether a step holds in a position; ``None`` where that takes too much."""
        try:
            return not has_fault(stage.step, position, self._checks)
        except Unsupported:
            return False
        except RanOut:
            self.clock.check()
            return None
