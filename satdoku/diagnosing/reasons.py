"""The argument why facts clash, which a person can follow, from these facts alone.

Arguments are tried in this order: a contradiction in one house, cell or rule (``direct``); singles
that lead to one, or else other patterns too (``steps``); where these end, a short tree of trials
(``trial``); and a small proof with all rules of the variant (``proof``). Each is cut down to the
steps that the contradiction needs. No argument may assume that there is just one solution.

The techniques do not handle sums. So the digits that the sum of a cage leaves to its cells are
granted before the first step, as a reason of their own.

An argument is data; :meth:`satdoku.explaining.findings.Findings.argument` has it in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import Literal, TypeAlias

from satdoku.base.limits import Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.board import BoardHouse
from satdoku.diagnosing.facts import Fact, PuzzleFault, facts_of, with_facts
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Preset, preset, start, walk
from satdoku.relations import DigitSetSum
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.sets import HiddenSetProof, SingleProof
from satdoku.techniques.barred import with_reasons
from satdoku.techniques.board import Candidates, apply, open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.searches.small.search import refutation
from satdoku.techniques.searches.small.settle import (
    Scratch,
    end_step,
    entry_step,
    placed_cells,
    visible_end,
)
from satdoku.techniques.searches.small.trial import Trial
from satdoku.techniques.step import Candidate, House, Step

Depth = Literal["glance", "singles", "patterns"]
"""The arguments to try: only direct ones; singles too; all."""

_MAX_TRIAL_NODES = 60
"""Nodes of a tree of trials that is still readable."""

_MAX_TRIAL_CELLS = 10

_MAX_PROOF_STATEMENTS = 30
"""Statements of a small proof that is still readable."""

_MAX_PROOF_WORK = 2000
_MAX_PROOF_CELLS = 81
"""Cells of a board for small proofs; on larger ones they may take longer than any limit."""

_MAX_DIGIT_SETS = 1000
"""Digit sets of a sum that is examined; sums with more leave every digit anyway."""


@dataclass(frozen=True, slots=True)
class EmptyBoard:
    """The board itself cannot be filled, without a digit in it."""


@dataclass(frozen=True, slots=True)
class NoDigitLeft:
    """``facts`` leave ``cell`` no digit."""

    cell: int
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class NoPlaceLeft:
    """``house`` has no place left for ``digit``.

    The facts that exclude it: ``same`` are givens of the digit, ``filling`` the cells of the house
    that are given, ``rest`` the other facts.
    """

    house: House
    digit: int
    same: tuple[Fact, ...]
    filling: tuple[int, ...]
    rest: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class SumTooFar:
    """The sums of ``facts`` and the ``given`` digits make ``made`` of the ``total`` of ``house``.

    The other cells, ``rest``, cannot have the sum that is left to them.
    """

    house: BoardHouse
    facts: tuple[Fact, ...]
    given: tuple[Candidate, ...]
    made: int
    total: int
    rest: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SumsLeave:
    """The sum that ``fact`` states leaves only ``digits`` to ``cells``."""

    fact: Fact
    digits: tuple[int, ...]
    cells: tuple[int, ...]


Reason: TypeAlias = EmptyBoard | PuzzleFault | NoDigitLeft | NoPlaceLeft | SumTooFar | SumsLeave
"""A contradiction, or a sum, that shows without a step."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Why some facts clash.

    kind       ``direct``, ``steps``, ``trial`` or ``proof``, as the module's docstring states
    reasons    the whole of a direct argument, or the sums that are granted before the steps of
               another
    steps      the steps, the last a contradiction (none where a rule or a repeat shows it)
    cells      where it shows: the cell without a digit, the house without a place, the repeat
    granted    candidates that the sums of cages rule out by themselves, before the steps
    """

    kind: Literal["direct", "steps", "trial", "proof"]
    reasons: tuple[Reason, ...] = ()
    steps: tuple[Step, ...] = ()
    cells: tuple[int, ...] = ()
    granted: tuple[Candidate, ...] = ()

    @property
    def weight(self) -> tuple[int, int, int]:
        """A measure of its difficulty: its kind, its steps, and the cells and houses they name."""
        kind = ("direct", "steps", "trial", "proof").index(self.kind)
        return kind, len(self.steps), len(self.reasons) + sum(map(_named, self.steps))


def argue(
    puzzle: Puzzle, facts: Iterable[Fact], clock: Clock, effort: Depth = "patterns"
) -> Argument | None:
    """The argument that these facts of a puzzle clash; ``None`` where none is found.

    Where the clock runs out the search ends, without an error.
    """
    known = frozenset(facts)
    part = with_facts(puzzle, [fact for fact in facts_of(puzzle) if fact in known])
    if not known:
        return Argument("direct", (EmptyBoard(),))
    position = start(part)
    argument = _fault_shown(part) or _end_shown(position) or _totals_shown(part)
    if argument is None and effort != "glance":
        reasons, granted = _by_sums(position)
        position = position.eliminate(granted)
        argument = _by_singles(position)
        if argument is None and effort == "patterns":
            try:
                argument = _by_patterns(position, clock)
            except RanOut:
                argument = None
        if argument is not None and granted:
            argument = replace(argument, reasons=(*reasons, *argument.reasons), granted=granted)
    return argument


# ------------------------------------------------------------------------------------------------
# What shows at once.


def _fault_shown(puzzle: Puzzle) -> Argument | None:
    """A fault of one house, cell or rule."""
    for problem in puzzle.problems():
        return Argument("direct", (PuzzleFault(problem, puzzle),), cells=problem.cells)
    return None


def _end_shown(position: Position) -> Argument | None:
    """A cell without a digit, or a digit without a place in a house, before any step."""
    cands = open_candidates(position)
    end = visible_end(cands, placed_cells(cands))
    if end is None:
        return None
    step = end_step(cands, end)
    if isinstance(step.proof, HiddenSetProof):
        house = step.proof.house
        place = _no_place(position.puzzle, house, step.proof.digits[0])
        return Argument("direct", (place,), (step,), house.cells)
    cells = step.view.cells
    reason = NoDigitLeft(cells[0], facts_of(position.puzzle))
    return Argument("direct", (reason,), (step,), cells)


def _totals_shown(puzzle: Puzzle) -> Argument | None:
    """A house whose cages (and givens) leave its other cells a sum that they cannot have."""
    rules = [
        (fact, relation)
        for fact in facts_of(puzzle)
        for relation in (puzzle.model.part(fact.rule).sums if fact.rule is not None else ())
    ]
    for house in puzzle.geometry.houses:
        inside = [(fact, r) for fact, r in rules if set(r.variables) <= set(house.cells)]
        reason = _sum_too_far(puzzle, house, inside) if inside else None
        if reason is not None:
            return Argument("direct", (reason,), cells=house.cells)
    return None


def _sum_too_far(
    puzzle: Puzzle, house: BoardHouse, inside: Sequence[tuple[Fact, DigitSetSum]]
) -> SumTooFar | None:
    """The cages inside a house with the sum that they leave, if the other cells cannot have it."""
    digits = puzzle.geometry.digits
    cells = [cell for _, relation in inside for cell in relation.variables]
    if len(set(cells)) < len(cells) or len(house.cells) < len(digits):
        return None
    given = {c: d for c in house.cells if c not in cells and (d := puzzle.givens[c]) is not None}
    rest = [c for c in house.cells if c not in cells and c not in given]
    total = sum(digits)
    left = total - sum(relation.total for _, relation in inside) - sum(given.values())
    free = sorted(set(digits) - set(given.values()))
    if len(free) >= len(rest) and (
        sum(free[: len(rest)]) <= left <= sum(free[len(free) - len(rest) :])
    ):
        return None
    facts = tuple([fact for fact, _ in inside])
    return SumTooFar(house, facts, tuple(given.items()), total - left, total, tuple(rest))


def _no_place(puzzle: Puzzle, house: House, digit: int) -> NoPlaceLeft:
    """The facts that leave a digit no place, those of the digit itself first."""
    same, filling, rest = [], [], []
    for fact in facts_of(puzzle):
        if fact.kind == "given" and fact.digits[0] == digit:
            same.append(fact)
        elif fact.kind == "given" and fact.cell in house.cells:
            filling.append(fact.cell)
        else:
            rest.append(fact)
    return NoPlaceLeft(house, digit, tuple(same), tuple(filling), tuple(rest))


# ------------------------------------------------------------------------------------------------
# Steps to a contradiction.


def _by_sums(position: Position) -> tuple[tuple[SumsLeave, ...], tuple[Candidate, ...]]:
    """The digits that sums of cages leave to empty cells, and the eliminated candidates."""
    puzzle = position.puzzle
    reasons: list[SumsLeave] = []
    granted: set[Candidate] = set()
    for fact in facts_of(puzzle):
        for relation in puzzle.model.part(fact.rule).sums if fact.rule is not None else ():
            if relation.digit_set_count > _MAX_DIGIT_SETS:
                continue
            given = {position.values[cell] for cell in relation.variables} - {None}
            fit = [set(digits) - given for digits in relation.digit_sets if given <= set(digits)]
            left = sorted(set().union(*fit))
            empty = [cell for cell in relation.variables if position.values[cell] is None]
            eliminated = {(c, d) for c in empty for d in position.candidates[c] if d not in left}
            if left and eliminated - granted:
                granted |= eliminated
                reasons.append(SumsLeave(fact, tuple(left), tuple(empty)))
    return tuple(reasons), tuple(sorted(granted))


def _by_singles(position: Position) -> Argument | None:
    """Singles alone."""
    cands = open_candidates(position)
    scratch = Scratch.of(cands)
    if scratch.settle(scratch.singles()) is None:
        return None
    return _argument(position, [entry_step(cands, entry) for entry in scratch.log], None)


_PATTERNS = ("HiddenSingle", "NakedSingle", "Locked", "NakedSet", "HiddenSet", "Fish", "Wing")


@lru_cache(maxsize=1)
def _patterns() -> Preset:
    """The preset for people as far as its patterns go, without chains.

    The last cell of a house is reported as a single of the cell, which stays true where the
    argument is cut down and other cells of the house stay empty.
    """
    human = preset("human")
    entries = [e for e in human.entries if type(e.search).__name__ in _PATTERNS]
    return replace(human, entries=tuple(entries))


def _by_patterns(position: Position, clock: Clock) -> Argument | None:
    """Patterns, and a short tree of trials where they end."""
    steps = [stage.step for stage in walk(position, _patterns(), clock)]
    if steps and steps[-1].contradiction is not None:
        return _argument(position, steps[:-1], steps[-1])
    reached = position
    for step in steps:
        reached = apply(reached, step)
    trees = []
    for step in islice(Trial(_MAX_TRIAL_NODES).find(reached, clock), _MAX_TRIAL_CELLS):
        if step.contradiction is not None:
            # A cell with nothing left is a stronger statement than each candidate gone.
            trees.append(replace(step, eliminations=()))
    if trees:
        return _argument(position, steps, min(trees, key=_size))
    return _by_small_proof(position, clock)


def _by_small_proof(position: Position, clock: Clock) -> Argument | None:
    """Few facts that lead to a contradiction, the rules of a variant among them."""
    if position.geometry.cell_count > _MAX_PROOF_CELLS:
        return None
    step = refutation(position, _MAX_PROOF_WORK, clock)
    if step is None or _statements(step) > _MAX_PROOF_STATEMENTS:
        return None
    return Argument("proof", (), (step,), _cells(step))


def _statements(step: Step) -> int:
    """The number of statements of a small proof, with its facts and those of its parts."""
    proof = step.proof
    chain = proof.argument if isinstance(proof, FactsProof) else None
    if chain is None:
        return 1
    return len(chain.nodes) + sum(map(_statements, chain.parts))


def _named(step: Step) -> int:
    """The number of cells and houses that a step names."""
    view = step.view
    return len(view.cells) + len(view.houses) + sum(map(_named, view.parts))


def _size(step: Step) -> int:
    return 1 + sum(map(_size, step.view.parts))


def _cells(step: Step) -> tuple[int, ...]:
    """The cells of a step's first house, or those of its pattern."""
    view = step.view
    return view.houses[0].cells if view.houses else view.cells


def _argument(position: Position, steps: Sequence[Step], last: Step | None) -> Argument:
    """The argument that these steps make, cut down to those that it needs."""
    needed = _needed(position, steps, last)
    end = needed[-1]
    kind: Literal["steps", "trial"] = "trial" if end is last and end.view.parts else "steps"
    return Argument(kind, (), needed, _cells(end))


def _needed(position: Position, steps: Sequence[Step], last: Step | None) -> tuple[Step, ...]:
    """The steps without which no contradiction shows, and the contradiction.

    Runs of steps, ever shorter and the latest first, are left out where all that follow still hold
    without them. ``last`` is a contradiction that takes a technique to see, if any.
    """
    base = open_candidates(position)
    remaining = list(steps)
    end = _end_after(base, remaining, last)
    assert end is not None, "the steps lead to no contradiction"
    run = max(1, len(remaining) // 2)
    while True:
        for stop in range(len(remaining), 0, -run):
            shorter = remaining[: max(0, stop - run)] + remaining[stop:]
            contradiction = _end_after(base, shorter, last)
            if contradiction is not None:
                remaining, end = shorter, contradiction
        if run == 1:
            return (*_with_reasons(base, remaining), end)
        run //= 2


def _with_reasons(base: Candidates, steps: Sequence[Step]) -> Iterator[Step]:
    """The steps, singles with what leaves nothing else in the position before them."""
    cands = base.copy()
    for step in steps:
        yield with_reasons(cands, step)
        _apply(cands, step)


def _apply(cands: Candidates, step: Step) -> None:
    index = cands.board.index_of
    for cell, digit in step.eliminations:
        cands.remove(cell, index[digit])
    for cell, digit in step.placements:
        cands.place(cell, index[digit])


def _end_after(base: Candidates, steps: Sequence[Step], last: Step | None) -> Step | None:
    """The contradiction after these steps; ``None`` where a step does not hold or none shows."""
    cands = base.copy()
    for step in steps:
        if not _holds(cands, step):
            return None
        _apply(cands, step)
    end = visible_end(cands, placed_cells(cands))
    if end is not None:
        return end_step(cands, end)
    return last if last is not None and _holds(cands, last) else None


def _holds(cands: Candidates, step: Step) -> bool:
    """Whether a step's argument is right in a position."""
    match step.proof:
        case SingleProof(cell, digit, None):
            return cands.cand[cell] == 1 << cands.board.index_of[digit]
        case SingleProof(cell, digit, House() as house):
            inside = sum(1 << c for c in house.cells)
            return cands.where[cands.board.index_of[digit]] & inside == 1 << cell
        case _:
            return not faults(step, cands.position())
