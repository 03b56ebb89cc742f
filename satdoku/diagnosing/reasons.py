"""Why a clash is one: the argument that a person can follow, from the facts of the clash alone.

Looked for in this order: what one house, cell or rule shows by itself (``direct``); singles that
lead to such a contradiction, and where they do not the other patterns with them (``steps``);
where these end, a short tree of trials (``trial``); and what follows from few facts with all rules
of the variant among them (``proof``). Each is cut down to the steps without which the
contradiction does not show. No argument may assume that there is just one solution.

The techniques do not handle sums. So what the sum of a cage leaves to its cells by itself is
granted before the first step, in a sentence of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, islice
from typing import Literal

from satdoku.base.limits import Clock, RanOut
from satdoku.diagnosing.facts import Fact, facts_of, with_facts
from satdoku.explaining import Lang
from satdoku.explaining.findings import Findings, findings
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Preset, preset, start, walk
from satdoku.techniques.board import Candidates, apply, open_candidates
from satdoku.techniques.check import faults
from satdoku.techniques.facts.search import refutation
from satdoku.techniques.settle import Scratch, end_step, entry_step, placed_cells, visible_end
from satdoku.techniques.step import Candidate, HiddenSetProof, House, SingleProof, Step
from satdoku.techniques.trial import Trial

__all__ = ["Argument", "Depth", "argue"]

Depth = Literal["glance", "singles", "patterns"]
"""How far to look for an argument: what shows at once; singles too; everything."""

_TRIAL_NODES = 60
"""The longest tree of trials that anybody would read."""

_TRIAL_CELLS = 10

_PROOF_LINES = 30
"""The longest small proof that anybody would read."""

_PROOF_WORK = 2000
_PROOF_CELLS = 81
"""On larger boards a small proof may take longer than any limit."""

_SHORT = 5
"""Arguments of up to so many steps have a sentence for each."""

_MANY_SETS = 1000
"""Sums that can be reached in more ways than that leave every digit anyway."""


@dataclass(frozen=True, slots=True)
class Argument:
    """Why some facts clash.

    kind       ``direct``, ``steps``, ``trial`` or ``proof``, as the module's docstring states
    sentences  the argument in words, in order
    steps      what the sentences describe, the last a contradiction (none where a rule or a repeat
               shows it)
    cells      where it shows: the cell without a digit, the house without a place, the repeat
    granted    candidates that the sums of cages rule out by themselves, before the steps
    """

    kind: Literal["direct", "steps", "trial", "proof"]
    sentences: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    cells: tuple[int, ...] = ()
    granted: tuple[Candidate, ...] = ()

    @property
    def weight(self) -> tuple[int, int, int]:
        """How much it asks of a reader: its kind, then its steps, then its letters."""
        kind = ("direct", "steps", "trial", "proof").index(self.kind)
        return kind, len(self.steps), sum(map(len, self.sentences))


def argue(
    puzzle: Puzzle,
    facts: Iterable[Fact],
    clock: Clock,
    effort: Depth = "patterns",
    lang: Lang = "en",
) -> Argument | None:
    """The argument that these facts of a puzzle clash; ``None`` where none is found.

    Where the clock runs out the search ends, without an error.
    """
    known = frozenset(facts)
    part = with_facts(puzzle, [fact for fact in facts_of(puzzle) if fact in known])
    say = findings(puzzle.geometry, lang)
    if not known:
        return Argument("direct", (say.empty_board(),))
    position = start(part)
    found = _fault_shown(part, say) or _end_shown(position, say) or _totals_shown(part, say)
    if found is None and effort != "glance":
        sentences, granted = _by_sums(position, say)
        position = position.eliminate(granted)
        found = _by_singles(position, say)
        if found is None and effort == "patterns":
            try:
                found = _by_patterns(position, clock, say)
            except RanOut:
                found = None
        if found is not None and granted:
            together = (*sentences, *found.sentences)
            found = replace(found, sentences=together, granted=granted)
    return found


# ------------------------------------------------------------------------------------------------
# What shows at once.


def _fault_shown(puzzle: Puzzle, say: Findings) -> Argument | None:
    """A fault of one house, cell or rule."""
    for problem in puzzle.problems():
        return Argument("direct", (say.faulty(problem, puzzle),), cells=problem.cells)
    return None


def _end_shown(position: Position, say: Findings) -> Argument | None:
    """A cell without a digit, or a digit without a place in a house, before any step."""
    cands = open_candidates(position)
    end = visible_end(cands, placed_cells(cands))
    if end is None:
        return None
    step = end_step(cands, end)
    if isinstance(step.proof, HiddenSetProof):
        house = step.proof.house
        sentence = _no_place(position.puzzle, house, step.proof.digits[0], say)
        return Argument("direct", (sentence,), (step,), house.cells)
    cells = step.view.cells
    sentence = say.no_digit(facts_of(position.puzzle), cells[0])
    return Argument("direct", (sentence,), (step,), cells)


def _totals_shown(puzzle: Puzzle, say: Findings) -> Argument | None:
    """A house whose cages (and givens) leave its other cells a sum that they cannot have."""
    geometry = puzzle.geometry
    rules = [
        (say.fact(fact), relation)
        for fact in facts_of(puzzle)
        for relation in (puzzle.model.part(fact.rule).sums if fact.rule is not None else ())
    ]
    digits = geometry.digits
    for house in geometry.houses:
        inside = [(text, r) for text, r in rules if set(r.variables) <= set(house.cells)]
        cells = [cell for _, relation in inside for cell in relation.variables]
        if not inside or len(set(cells)) < len(cells) or len(house.cells) < len(digits):
            continue
        given = {
            c: d for c in house.cells if c not in cells and (d := puzzle.givens[c]) is not None
        }
        rest = [c for c in house.cells if c not in cells and c not in given]
        left = sum(digits) - sum(r.total for _, r in inside) - sum(given.values())
        free = sorted(set(digits) - set(given.values()))
        if len(free) >= len(rest) and (
            sum(free[: len(rest)]) <= left <= sum(free[len(free) - len(rest) :])
        ):
            continue
        what = [text for text, _ in inside] + [say.holds(c, d) for c, d in given.items()]
        total = sum(digits)
        text = say.totals(what, house, total - left, total, rest)
        return Argument("direct", (text,), cells=house.cells)
    return None


def _no_place(puzzle: Puzzle, house: House, digit: int, say: Findings) -> str:
    """The facts that leave a digit no place, those of the digit itself first."""
    same, filling, rest = [], [], []
    for fact in facts_of(puzzle):
        if fact.kind == "given" and fact.digits[0] == digit:
            same.append(fact)
        elif fact.kind == "given" and fact.cell in house.cells:
            filling.append(fact.cell)
        else:
            rest.append(fact)
    return say.no_place(same, filling, rest, digit, house)


# ------------------------------------------------------------------------------------------------
# Steps to a contradiction.


def _by_sums(position: Position, say: Findings) -> tuple[tuple[str, ...], tuple[Candidate, ...]]:
    """What sums of cages leave to their empty cells: sentences, and the candidates that go."""
    puzzle = position.puzzle
    lines: list[str] = []
    granted: set[Candidate] = set()
    for fact in facts_of(puzzle):
        for relation in puzzle.model.part(fact.rule).sums if fact.rule is not None else ():
            if relation.digit_set_count > _MANY_SETS:
                continue
            given = {position.values[cell] for cell in relation.variables} - {None}
            fit = [set(found) - given for found in relation.digit_sets if given <= set(found)]
            left = sorted(set().union(*fit))
            empty = [cell for cell in relation.variables if position.values[cell] is None]
            gone = {(c, d) for c in empty for d in position.candidates[c] if d not in left}
            if left and gone - granted:
                granted |= gone
                lines.append(say.sums(fact, left, empty))
    return tuple(lines), tuple(sorted(granted))


def _by_singles(position: Position, say: Findings) -> Argument | None:
    """Singles alone."""
    cands = open_candidates(position)
    scratch = Scratch.of(cands)
    if scratch.settle(scratch.singles()) is None:
        return None
    return _argument(position, [entry_step(cands, entry) for entry in scratch.log], None, say)


_PATTERNS = ("HiddenSingle", "NakedSingle", "Locked", "NakedSet", "HiddenSet", "Fish", "Wing")


@lru_cache(maxsize=1)
def _patterns() -> Preset:
    """The preset for people as far as its patterns go, without chains.

    What fills the last cell of a house is reported as a single of the cell: that stays true where
    the argument is cut down and other cells of the house stay empty.
    """
    human = preset("human")
    entries = [e for e in human.entries if type(e.search).__name__ in _PATTERNS]
    return replace(human, entries=tuple(entries))


def _by_patterns(position: Position, clock: Clock, say: Findings) -> Argument | None:
    """Patterns, and a short tree of trials where they end."""
    steps = [stage.step for stage in walk(position, _patterns(), clock)]
    if steps and steps[-1].contradiction is not None:
        return _argument(position, steps[:-1], steps[-1], say)
    reached = position
    for step in steps:
        reached = apply(reached, step)
    trees = []
    for step in islice(Trial(_TRIAL_NODES).find(reached, clock), _TRIAL_CELLS):
        if step.contradiction is not None:
            # A cell with nothing left is a stronger statement than each candidate gone.
            trees.append(replace(step, eliminations=()))
    if trees:
        return _argument(position, steps, min(trees, key=_size), say)
    return _by_small_proof(position, clock, say)


def _by_small_proof(position: Position, clock: Clock, say: Findings) -> Argument | None:
    """Few facts that lead to a contradiction, the rules of a variant among them."""
    if position.geometry.cell_count > _PROOF_CELLS:
        return None
    step = refutation(position, _PROOF_WORK, clock)
    if step is None:
        return None
    lines = say.words.full(step).splitlines()
    if len(lines) > _PROOF_LINES:
        return None
    return Argument("proof", ("\n".join(lines),), (step,), _cells(step))


def _size(step: Step) -> int:
    return 1 + sum(map(_size, step.view.parts))


def _cells(step: Step) -> tuple[int, ...]:
    """The cells of a step's first house, or those of its pattern."""
    view = step.view
    return view.houses[0].cells if view.houses else view.cells


def _argument(
    position: Position, steps: Sequence[Step], last: Step | None, say: Findings
) -> Argument:
    """The argument that these steps make, cut down to those that it needs."""
    kept = _needed(position, steps, last)
    end = kept[-1]
    kind: Literal["steps", "trial"] = "trial" if end is last and end.view.parts else "steps"
    return Argument(kind, _sentences(kept, say), kept, _cells(end))


def _sentences(steps: Sequence[Step], say: Findings) -> tuple[str, ...]:
    """The steps in words; in a long argument singles in a row share a sentence."""
    if len(steps) <= _SHORT:
        return tuple([say.words.full(step) for step in steps])
    lines = []
    for single, group in groupby(steps, key=lambda step: isinstance(step.proof, SingleProof)):
        run = list(group)
        if single and len(run) > 1:
            lines.append(say.singles(run))
        else:
            lines += [say.words.full(step) for step in run]
    return tuple(lines)


def _needed(position: Position, steps: Sequence[Step], last: Step | None) -> tuple[Step, ...]:
    """The steps without which no contradiction shows, and the contradiction.

    Runs of steps, ever shorter and the latest first, are left out where all that follow still hold
    without them. ``last`` is a contradiction that takes a technique to see, if any.
    """
    base = open_candidates(position)
    kept = list(steps)
    end = _end_after(base, kept, last)
    assert end is not None, "the steps lead to no contradiction"
    run = max(1, len(kept) // 2)
    while True:
        for stop in range(len(kept), 0, -run):
            shorter = kept[: max(0, stop - run)] + kept[stop:]
            found = _end_after(base, shorter, last)
            if found is not None:
                kept, end = shorter, found
        if run == 1:
            return (*kept, end)
        run //= 2


def _end_after(base: Candidates, steps: Sequence[Step], last: Step | None) -> Step | None:
    """The contradiction after these steps; ``None`` where a step does not hold or none shows."""
    cands = base.copy()
    index = cands.board.index_of
    for step in steps:
        if not _holds(cands, step):
            return None
        for cell, digit in step.eliminations:
            cands.remove(cell, index[digit])
        for cell, digit in step.placements:
            cands.place(cell, index[digit])
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
