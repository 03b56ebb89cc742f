"""Steps of every technique and preset: true of the solution, proved by their own pattern, and by
what they name alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from itertools import islice
from typing import Any

from satdoku.base.limits import Limit, RanOut, under
from satdoku.board.geometry import BoardHouse
from satdoku.explaining import explain
from satdoku.messages import languages
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.columns import printed
from satdoku.rating.explainer import rate
from satdoku.rating.se import by_kernel
from satdoku.rating.table import PresetEntry
from satdoku.techniques import Step, all_techniques
from satdoku.techniques.check import faults, has_fault
from satdoku.techniques.searches.clues.clues import FAMILIES
from satdoku.techniques.step import Contradiction, House
from tests.fuzz import puzzles
from tests.fuzz.tries import expect
from tests.fuzz.verdicts import solutions
from tests.rating import hodoku_literal
from tests.techniques.named import UNDECIDED, holes, unnamed, unsaid

_PRESETS = ("human", "se", "hodoku", "six-elements", "euler96")
_SLOW = (
    "dynamic",
    "nested",
    "small-proof",
    "negation",
    "trial",
    "region",
    "cell-forcing",
    "nishio",
)


@dataclass(frozen=True)
class Case:
    """A puzzle, candidates ruled out by the way, and what is asked: a technique or a preset."""

    puzzle: Puzzle
    gone: tuple[tuple[int, int], ...]
    asked: str
    rated: bool = False


@cache
def _quick() -> tuple[str, ...]:
    return tuple([t.name for t in all_techniques() if not t.name.startswith(_SLOW)])


_JUDGED_SECONDS = 15.0
_OF_RULES = (
    *FAMILIES, "joined-clues", "conflicting-combinations", "killer-pair", "digit-places",
    "house-combinations",
    "innies-outies", "law-of-leftovers", "clue-chain", "clue-negation", "pointing", "claiming",
    "naked-pair", "als-xz", "xy-wing", "negation",
)  # fmt: skip
"""Techniques that rest on rules."""

_HODOKU = "hodoku: "
"""Before a search of HoDoKu's kernel, which is compared with its specification."""
_MAX_CANDIDATES = 150
"""Candidates of a position for which the literal search takes seconds."""


def draw(chance: random.Random) -> Case:
    """Mostly one technique in a position in the middle; now and then a whole path."""
    sizes = chance.choice(("classic", "classic", "classic", "small", "middle"))
    clues = (1, 2, 4, 8) if sizes != "classic" and chance.random() < 0.5 else (0, 0, 0, 1, 2)
    puzzle = puzzles.puzzle(chance, sizes, marked=0.05, clues=clues)
    if chance.random() < 0.02:
        rated = chance.random() < 0.3 and puzzle.is_classic
        return Case(puzzle, (), "se" if rated else chance.choice(_PRESETS), rated)
    names = _quick() if chance.random() < 0.98 else tuple(t.name for t in all_techniques())
    if puzzle.is_classic and chance.random() < 0.05:
        names = tuple(_HODOKU + search for search in hodoku_literal.SEARCHES)
    if puzzle.constraints and chance.random() < 0.7:
        names = (*_families(puzzle), *_OF_RULES) if chance.random() < 0.5 else _families(puzzle)
    eliminated: list[tuple[int, int]] = []
    if not puzzle.problems():
        truth, whole = solutions(puzzle)
        # Which of very many solutions the referee finds depends on what it was asked before.
        for cell, open_digits in enumerate(start(puzzle).candidates if whole else ()):
            occurring = {values[cell] for values in truth}
            eliminated += [
                (cell, d) for d in sorted(open_digits - occurring) if chance.random() < 0.5
            ]
    return Case(puzzle, tuple(eliminated) if chance.random() < 0.8 else (), chance.choice(names))


def _families(puzzle: Puzzle) -> tuple[str, ...]:
    """The names of the techniques for the puzzle's own clues."""
    named = [rule.technique for rule in puzzle.constraints]
    return tuple([name for name in named if name in FAMILIES]) or _OF_RULES


def judge(case: Case) -> None:
    """Each step found, against all solutions that the referee knows and by its own pattern."""
    if case.puzzle.problems():
        return
    truth, _ = solutions(case.puzzle)
    position = start(case.puzzle)
    known = [p for p in case.gone if p[1] in position.candidates[p[0]]]
    position = position.eliminate(known)
    truth = {v for v in truth if all(v[cell] != digit for cell, digit in case.gone)}
    if case.asked.startswith(_HODOKU):
        _as_specified(case.asked.removeprefix(_HODOKU), position)
        return
    if case.asked not in _PRESETS:
        (technique,) = [t for t in all_techniques() if t.name == case.asked]
        if technique.needs_uniqueness and len(truth) != 1:
            return
        for step in islice(technique.find(position), 3):
            _true(step, position, truth)
        return
    chosen = preset(case.asked)
    if len(truth) != 1:
        entries = tuple(e for e in chosen.entries if not _unsure(e))
        chosen = replace(chosen, entries=entries)
    if chosen.refusal(case.puzzle) is not None or not chosen.entries:
        return
    if case.asked == "se":
        chosen = by_kernel(chosen, case.puzzle)
    way = path(position, chosen, Limit(seconds=2))
    for stage in way.stages:
        _true(stage.step, stage.before, truth, end=stage.rating is None)
    expect(way.outcome != "solved" or len(truth) == 1, "solved, but not by one solution")
    expect(way.outcome != "contradiction" or not truth, "a contradiction that is none")
    if case.rated and way.outcome == "solved" and len(truth) == 1:
        highest = printed(max((stage.rating or 0.0 for stage in way.stages), default=0.0))
        rating = rate(case.puzzle)
        expect(
            rating.scores["er"] == highest, "ER of the kernel", f"{rating.scores}, not {highest}"
        )
        expect(rating.steps == len(way.stages), "steps of the kernel", rating.steps)


def _as_specified(search: str, position: Position) -> None:
    open_digits = [
        set() if value else set(digits)
        for value, digits in zip(position.values, position.candidates, strict=True)
    ]
    values = [value or 0 for value in position.values]
    if not 0 < sum(map(len, open_digits)) <= _MAX_CANDIDATES:
        return
    if not all(value or digits for value, digits in zip(values, open_digits, strict=True)):
        return
    literal = hodoku_literal.Position(values, open_digits)
    try:
        wanted = hodoku_literal.SEARCHES[search](literal)
    except hodoku_literal.TooMuch:
        return
    eliminations = hodoku_literal.asked(literal, search)
    expect(eliminations == wanted, f"{search} is not as specified", f"{eliminations}, not {wanted}")


def _unsure(entry: PresetEntry) -> bool:
    return entry.search.needs_uniqueness


def _true(step: Step, position: Position, truth: set[tuple[int, ...]], end: bool = False) -> None:
    name = step.technique
    for values in truth:
        for cell, digit in step.placements:
            expect(values[cell] == digit, f"{name} places a wrong digit", (cell, digit))
        for cell, digit in step.eliminations:
            expect(values[cell] != digit, f"{name} removes a right candidate", (cell, digit))
    expect(step.contradiction is None or not truth, f"{name} finds a false contradiction")
    if not (end and step.contradiction is not None):
        fault = _judged(step, position)
        expect(not fault, f"{name} does not prove it", fault)
        for forged in _forged(step, position, truth):
            refused = _refused(forged, position)
            expect(refused, f"a damaged proof of {name} shows what is false", forged)
        fault = unnamed(step, position)
        expect(fault in (None, UNDECIDED), f"{name} rests on what it does not name", fault)
    for language in languages():
        silent = unsaid(step, position.geometry, language)
        expect(not silent, f"{name} uses a rule that its sentences do not name", (language, silent))
        gaps = holes(step, position.geometry, language)
        expect(not gaps, f"a sentence of {name} has a hole", (language, gaps))
        for strength in (1, 2, 3):
            text = explain(step, position.geometry, language, strength)
            expect(text.strip(), f"no words for {name}")


def _judged(step: Step, position: Position) -> tuple[str, ...]:
    """The faults of a step. The judge goes through all ways to fill the cells, which ends too
    late where a rule compares many lines; the SAT judge has the word then."""
    with under(Limit(seconds=_JUDGED_SECONDS).start()):
        try:
            return faults(step, position)
        except RanOut:
            return ()


_FORGED = 3


def _forged(step: Step, position: Position, truth: set[tuple[int, ...]]) -> Iterator[Step]:
    """Conclusions that a solution contradicts, with the proof of the step after some changes."""
    chance = random.Random(repr(step.conclusion))
    pattern = [cell for cell in step.view.cells if position.values[cell] is None]
    around = [cell for cell, digits in enumerate(position.candidates) if digits]
    numbers = (*pattern, *position.geometry.digits, chance.randrange(100))
    for values in sorted(truth)[:1]:
        for _ in range(_FORGED if around else 0):
            cell = chance.choice(pattern or around)
            wrong = sorted(position.candidates[cell] - {values[cell]})
            bare = replace(step, placements=(), eliminations=(), contradiction=None)
            if wrong and chance.random() < 0.3:
                bare = replace(bare, placements=((cell, chance.choice(wrong)),))
            elif chance.random() < 0.2:
                bare = replace(bare, contradiction=Contradiction("no-candidate", (cell,)))
            else:
                bare = replace(bare, eliminations=((cell, values[cell]),))
            proof = step.proof
            for _ in range(chance.randrange(3)):
                proof = _damaged(proof, chance, position.geometry.houses, numbers)
            yield replace(bare, proof=proof)


def _damaged(
    part: Any, chance: random.Random, houses: Sequence[BoardHouse], numbers: Sequence[int]
) -> Any:
    """A proof, or a part of one, with one change in it that keeps the types."""
    if isinstance(part, House):
        other = chance.choice(houses).cells
        return replace(part, cells=chance.choice((other, other[1:], part.cells[1:])))
    if isinstance(part, bool):
        return not part
    if isinstance(part, int):
        return chance.choice(numbers)
    if isinstance(part, tuple) and part:
        at = chance.randrange(len(part))
        changed = _damaged(part[at], chance, houses, numbers)
        return chance.choice((
            (*part[:at], changed, *part[at + 1 :]),
            (*part[:at], changed, *part[at + 1 :]),
            (*part[:at], *part[at + 1 :]),
            (*part, part[at]),
        ))  # fmt: skip
    if is_dataclass(part) and not isinstance(part, type):
        name = chance.choice([field.name for field in fields(part)])
        changed = _damaged(getattr(part, name), chance, houses, numbers)
        with suppress(ValueError):
            return replace(part, **{name: changed})
    return part


def _refused(step: Step, position: Position) -> bool:
    """Whether the check has a fault, or breaks on what is no proof at all, or runs out of time."""
    try:
        with under(Limit(seconds=1.0).start()):
            return has_fault(step, position)
    except Exception:
        return True


def smaller(case: Case) -> Iterator[Case]:
    """Fewer candidates ruled out, less of the puzzle."""
    for number in range(len(case.gone)):
        yield replace(case, gone=case.gone[:number] + case.gone[number + 1 :])
    for puzzle in puzzles.smaller_puzzles(case.puzzle):
        yield replace(case, puzzle=puzzle)
