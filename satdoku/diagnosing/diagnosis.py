"""``diagnose``: the faults of a puzzle, if any, and the changes that would cure it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import field, replace
from typing import Literal, TypeVar

from satdoku.base.errors import EngineDisagreement, Undecided
from satdoku.base.limits import UNLIMITED, Clock, Limit, RanOut, Stop, under
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.diagnosing.ambiguity import Ambiguity, diagnose_ambiguity
from satdoku.diagnosing.clashes import Clashes
from satdoku.diagnosing.facts import Fact, FactKind, Ground, facts_of, require_sound
from satdoku.diagnosing.meant import Meant, broken_facts, meant_rules
from satdoku.diagnosing.misplaced import MovedGiven, moves
from satdoku.diagnosing.reasons import Argument, argue
from satdoku.diagnosing.repairs import Removal, Replacement, a_removal, changes, removals
from satdoku.puzzle import Puzzle

T = TypeVar("T", Removal, Replacement)

_GIVENS: tuple[FactKind, ...] = ("given",)
_OTHERS: tuple[FactKind, ...] = ("marks", "rule")

_MAX_COMPARED = 10
"""Clashes of the smallest size that are compared for the simplest argument."""

_MAX_STUDIED = 3
"""Clashes among them that are studied with more than singles, where these show none."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A minimal set of facts that no grid satisfies: without any one of them some grid does.

    ``smallest``: it is proved that no fewer facts of the puzzle clash. ``argument`` is ``None``
    if no argument short enough to read was found.
    """

    facts: tuple[Fact, ...]
    smallest: bool
    argument: Argument | None

    def cells(self, puzzle: Puzzle) -> tuple[int, ...]:
        """The cells of its givens and pencil marks, and those of rules with cells of their own."""
        geometry = puzzle.geometry
        cells: dict[int, None] = {}
        for fact in self.facts:
            if fact.rule is None or fact.rule.parameters:
                cells |= dict.fromkeys(fact.cells(geometry))
        return tuple(cells)


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The faults of a puzzle.

    verdict    ``unique``: nothing; ``none``, ``multiple``, or ``undecided``: time ran out
    witnesses  the solution, or two different ones
    clashes    if there is no solution: the clashes, by size. The first is the one to show: of the
               smallest size that is known, with the simplest argument found
    exhausted  ``clashes`` holds every clash of the puzzle
    removals   the fewest givens without which there is a solution: every choice of them, first the
               choices that leave exactly one solution; empty where no removal of givens is a cure
    drops      the same for pencil marks and rules; for all kinds of facts together where
               neither givens alone nor marks and rules alone are a cure
    changes    the fewest givens to change, with their new digits; first the changes that leave
               exactly one solution
    moves      a given to move or two givens to exchange, the nearest first: the moves that leave
               exactly one solution. If the puzzle has no solution and no move leaves exactly one,
               the moves that leave several
    fewest     whether it is proved that a cure needs as many givens (or marks and rules) as
               ``removals`` (``drops``) have. Otherwise each of them is needed, but another choice
               might be smaller
    ambiguity  where there are several: how they differ, and which changes would leave one
    broken     the facts that the solution in the text breaks
    meant      other rules in place of those that were read, or beside them, under which the puzzle
               has one solution, that of the text where it holds one
    listed     ``removals``, ``drops``, ``changes`` and ``moves`` hold every choice there is
    stopped    the limit that ran out before all was known; ``None`` if no limit ran out
    seconds    wall-clock time
    """

    verdict: Literal["unique", "multiple", "none", "undecided"]
    witnesses: tuple[Grid, ...] = ()
    clashes: tuple[Clash, ...] = ()
    exhausted: bool = False
    removals: tuple[Removal, ...] = ()
    drops: tuple[Removal, ...] = ()
    changes: tuple[Replacement, ...] = ()
    moves: tuple[MovedGiven, ...] = ()
    fewest: bool = True
    listed: bool = True
    ambiguity: Ambiguity | None = None
    broken: tuple[Fact, ...] = ()
    meant: tuple[Meant, ...] = ()
    stopped: Stop | None = None
    seconds: float = field(default=0.0, compare=False)

    @property
    def clash(self) -> Clash | None:
        """The clash to show."""
        return self.clashes[0] if self.clashes else None

    @property
    def complete(self) -> bool:
        """Whether no limit cut the diagnosis short."""
        return self.stopped is None


def diagnose(
    puzzle: Puzzle,
    *,
    clashes: int = 1,
    choices: int = 100,
    solution: Grid | None = None,
    named: Collection[str] = (),
    limit: Limit = UNLIMITED,
) -> Diagnosis:
    """The reasons why a puzzle has no solution or several, and changes that would correct it.

    ``clashes`` is how many clashes to list, smallest first; ``choices`` how many removals, drops,
    changes and moves at most; ``solution`` is that of the text, full; ``named`` are rules that the
    text names and the puzzle lacks. Faults that one house shows (two equal givens in a row, a sum
    out of reach) are diagnosed like any other. Where ``limit`` runs out, the answer holds what was
    found so far.

    :raises InvalidPuzzle: where the board itself is malformed
        (:func:`satdoku.diagnosing.facts.require_sound`).
    :raises Unsupported: where a rule cannot be written as clauses.
    :raises ValueError: where ``clashes`` or ``choices`` is less than 1, ``solution`` is no full
        grid of the puzzle's board, or ``named`` has a name of no rule.
    """
    from satdoku.constraints import REGISTRY
    from satdoku.solving import check_unique

    for option, number in (("clashes", clashes), ("choices", choices)):
        if number < 1:
            raise ValueError(f"the number of {option} is 1 at least, not {number}")
    if solution is not None and not (solution.is_full and solution.geometry == puzzle.geometry):
        raise ValueError("the solution is not a full grid of the puzzle's board")
    if unknown := [name for name in named if name not in REGISTRY]:
        raise ValueError(f"there is no rule {unknown[0]!r}")
    started = time.perf_counter()
    require_sound(puzzle)
    clock = limit.start()
    diagnosis = Diagnosis("none")
    if not puzzle.problems():
        result = check_unique(puzzle, limit=limit)
        diagnosis = Diagnosis(result.verdict, result.witnesses, stopped=result.stopped)
    broken, meant = _held_against(puzzle, solution, named, diagnosis.verdict, clock.part(0.3))
    if diagnosis.verdict == "multiple":
        diagnosis = _compared(puzzle, clock, choices, diagnosis)
    elif diagnosis.verdict == "none":
        diagnosis = _Study(puzzle, clock, clashes, choices).diagnosis()
    seconds = time.perf_counter() - started
    return replace(diagnosis, broken=broken, meant=meant, seconds=seconds)


def _held_against(
    puzzle: Puzzle, solution: Grid | None, named: Collection[str], verdict: str, clock: Clock
) -> tuple[tuple[Fact, ...], tuple[Meant, ...]]:
    """The facts that the solution in the text breaks, and the rules that are meant."""
    try:
        with under(clock):
            broken = () if solution is None else broken_facts(puzzle, solution)
            return broken, meant_rules(puzzle, solution, named, verdict, clock)
    except Undecided:
        return (), ()


def _compared(puzzle: Puzzle, clock: Clock, choices: int, known: Diagnosis) -> Diagnosis:
    """The comparison of two solutions; the two alone where there is no time for more."""
    nearest, stopped = _nearest(puzzle, (), clock.part(0.2))
    known = replace(
        known,
        moves=tuple(move for move in nearest if move.unique)[:choices],
        listed=stopped is None and sum(move.unique for move in nearest) <= choices,
        stopped=stopped,
    )
    try:
        ambiguity = diagnose_ambiguity(
            puzzle, limit=replace(clock.limit, seconds=clock.remaining())
        )
    except Undecided:
        return replace(known, stopped=clock.stopped() or "seconds")
    # A count that ends at its bound ("at least") was not cut short.
    cut = None if ambiguity.stopped == "solutions" else ambiguity.stopped
    witnesses = (ambiguity.first, ambiguity.second)
    return replace(known, witnesses=witnesses, ambiguity=ambiguity, stopped=cut or stopped)


def _nearest(
    puzzle: Puzzle, clashes: Collection[Collection[int]], clock: Clock
) -> tuple[list[MovedGiven], Stop | None]:
    """The moves found in time, and the limit that ran out."""
    nearest: list[MovedGiven] = []
    try:
        nearest.extend(moves(puzzle, clashes, clock))
    except RanOut as ended:
        return nearest, ended.stop
    return nearest, None


class _Study:
    """The work on one puzzle without a solution."""

    def __init__(self, puzzle: Puzzle, clock: Clock, clashes: int, choices: int) -> None:
        self.puzzle = puzzle
        self.facts = facts_of(puzzle)
        self.clock = clock
        self.wanted = clashes
        self.choices = choices
        self.stopped: Stop | None = None
        self.fewest = True
        self.listed = True
        self.proved = False
        self.further: list[frozenset[Fact]] = []

    def diagnosis(self) -> Diagnosis:
        """Everything, as far as the time allows."""
        try:
            ground = Ground(self.puzzle, self.clock)
            search = Clashes(ground, self.clock)
        except RanOut as ended:
            return Diagnosis("none", fewest=False, listed=False, stopped=ended.stop)
        except ValueError:
            raise EngineDisagreement(
                f"one engine found no solution of {self.puzzle.grid.text()}, another did. "
                "This is a bug; please report it."
            ) from None
        try:
            # Cures are found soon; proofs that they are smallest may take long.
            removed, dropped = self.removals(ground, search)
            altered = self.changes(ground, removed)
            shifted = self.moves(search)
            clashes, exhausted = self.clashes(search, ground)
        finally:
            search.close()
        return Diagnosis(
            "none",
            (),
            tuple(self.explained(clashes, ground)),
            exhausted and len(clashes) <= self.wanted,
            removed,
            dropped,
            altered,
            shifted,
            self.fewest,
            self.listed,
            stopped=self.stopped,
        )

    def removals(
        self, ground: Ground, search: Clashes
    ) -> tuple[tuple[Removal, ...], tuple[Removal, ...]]:
        """Facts to take away: givens, and pencil marks and rules."""
        every: tuple[FactKind, ...] = (*_GIVENS, *_OTHERS)
        present = {fact.kind for fact in ground.facts}
        removed = self.removed(ground, search, _GIVENS)
        dropped: tuple[Removal, ...] = ()
        if present - {"given"}:
            dropped = self.removed(ground, search, _OTHERS)
            if not removed and not dropped and self.listed:
                dropped = self.removed(ground, search, every)
        return removed, dropped

    def removed(
        self, ground: Ground, search: Clashes, kinds: tuple[FactKind, ...]
    ) -> tuple[Removal, ...]:
        """The smallest removals of facts of these kinds; a small one where time runs out."""
        clock = self.clock.part(0.2)
        listed, self.listed = self.listed, True
        smallest = self.choices_in_time(removals(ground, kinds, search.known, clock, self.further))
        # A search for another kind that was cut short has no bearing on these.
        cut_short = not self.listed
        self.listed = listed and not cut_short
        if smallest or not cut_short:
            return smallest
        self.fewest = False
        try:
            small = a_removal(ground, kinds, search, self.clock.part(0.3))
        except RanOut:
            return ()
        return () if small is None else (small,)

    def changes(self, ground: Ground, removed: Sequence[Removal]) -> tuple[Replacement, ...]:
        """The digits to change the givens of the removals to."""
        clock = self.clock.part(0.3)
        every = (change for removal in removed for change in changes(ground, removal, clock))
        return self.choices_in_time(every)

    def moves(self, search: Clashes) -> tuple[MovedGiven, ...]:
        """The moves that leave just one solution, or else those that leave several."""
        known = [*search.known, *self.further]
        clashes = [{fact.cell for fact in clash if fact.kind == "given"} for clash in known]
        nearest, stopped = _nearest(self.puzzle, clashes, self.clock.part(0.2))
        nearest = [move for move in nearest if move.unique] or nearest
        if stopped is not None:
            self.stopped = stopped
        if stopped is not None or len(nearest) > self.choices:
            self.listed = False
        return tuple(nearest[: self.choices])

    def choices_in_time(self, source: Iterator[T]) -> tuple[T, ...]:
        """The wanted number of choices, or as many as are found in time; those with one solution
        first."""
        choices: list[T] = []
        try:
            for choice in source:
                if len(choices) == self.choices:
                    self.listed = False
                    break
                choices.append(choice)
        except RanOut as ended:
            self.listed = False
            self.stopped = ended.stop
        return tuple(
            sorted(choices, key=lambda choice: (choice.unique is not True, self.place(choice)))
        )

    def place(self, choice: Removal | Replacement) -> list[int]:
        """Choices in the order of the board, whatever the order in which they were found."""
        if isinstance(choice, Removal):
            return list(map(self.facts.index, choice.facts))
        return [number for pair in choice.digits for number in pair]

    def clashes(self, search: Clashes, ground: Ground) -> tuple[list[frozenset[Fact]], bool]:
        """Clashes by size, enough to choose from; whether they are all there are."""
        clock = self.clock.part(0.8)
        listed: list[frozenset[Fact]] = []
        try:
            for clash in search.smallest_first(clock):
                self.proved = True
                if len(listed) >= self.wanted and (
                    len(listed) >= _MAX_COMPARED or len(clash) > len(listed[0])
                ):
                    return listed, False
                listed.append(clash)
        except RanOut as ended:
            self.stopped = ended.stop
            if not listed:
                listed = [min(search.known, key=len)]
                self.proved = search.at_least >= len(listed[0])
            return listed, False
        return listed, True

    def explained(self, clashes: list[frozenset[Fact]], ground: Ground) -> Iterator[Clash]:
        """The clashes with their arguments, the one to show first."""
        smallest = len(clashes[0])
        arguments = [argue(self.puzzle, clash, self.clock, "singles") for clash in clashes]
        places = [sorted(map(ground.facts.index, clash)) for clash in clashes]
        order = sorted(range(len(clashes)), key=lambda i: (len(clashes[i]), places[i]))
        first = [i for i in order if len(clashes[i]) == smallest]
        studied = set()
        if all(arguments[i] is None for i in first):
            studied = set(first[:_MAX_STUDIED])
            for i in studied:
                arguments[i] = argue(self.puzzle, clashes[i], self.clock)
        best = min(first, key=lambda i: (_weight(arguments[i]), places[i]))
        order.remove(best)
        for i in (best, *order[: self.wanted - 1]):
            facts = tuple(fact for fact in ground.facts if fact in clashes[i])
            argument = arguments[i]
            if argument is None and i not in studied:
                argument = argue(self.puzzle, facts, self.clock)
            if argument is None:
                self.stopped = self.stopped or self.clock.stopped()
            yield Clash(facts, self.proved and len(facts) == smallest, argument)


def _weight(argument: Argument | None) -> tuple[int, ...]:
    return (9,) if argument is None else argument.weight
