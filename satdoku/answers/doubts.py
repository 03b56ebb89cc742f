"""Why an answer about a text may be about another puzzle than its author's.

Besides drawings without a rule, which the formats count, a text shows it by its solution, which
breaks rules that were read; by a sentence that no rule says; and by pencil marks that are the
puzzle itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.limits import Limit, tick, under
from satdoku.base.worded import worded
from satdoku.board import Grid
from satdoku.board.grid import Values
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.listing import Listing, words_of

if TYPE_CHECKING:
    from satdoku.constraints.told import Told

_SECONDS = 1.0
"""How long a text is looked at before its answer: few take a hundredth of it."""

_OF_THE_BOARD = ("region", "cells")
"""Kinds of faults that no solution is to blame for."""

_NAMED = 3
"""The most faults of a solution that are named."""


def doubts(document: Document) -> dict[str, str]:
    """The signs that the puzzle of a text may not be all of it.

    ``solution``  rules that were read and the solution in the text breaks, as a sentence
    ``words``     a sentence that no rule of the puzzle says; ``named`` the options or commands that
                  lead on, where it names a rule. Not where the puzzle has one solution: a rule
                  that is missing would have left several
    ``board``     a sentence about another board than the one that was read
    ``marks``     in how many cells a puzzle without givens has marks that leave one solution
    """
    from satdoku.constraints.told import another_board, is_usual  # few texts have words

    signs: dict[str, str] = {}
    puzzle = document.puzzle
    _, faults = _comparison(document)
    if faults:
        signs["solution"] = _listed(faults)
    words, marked = document.rules or "", _marked(document)
    if is_usual(words) and marked is None:
        return signs
    # To know the names of all rules takes longer than to look for a second solution.
    unique = not faults and _is_unique(puzzle)
    board = another_board(words, puzzle.geometry)
    # One solution may have other digits in place of those that are meant.
    if board is not None and not (unique and published_solution(document)):
        signs["board"] = board
    if unique:
        return signs
    if (missed := missed_sentence(document)) is not None:
        signs["words"] = missed.sentence
        if names := _leading_on(missed.names, document):
            signs["named"] = names
    if marked is not None and _is_unique(marked):
        count = sum(marks is not None for marks in marked.pencil_marks or ())
        signs["marks"] = Listing([str(count)], count)
    return signs


def missed_sentence(document: Document) -> Told | None:
    """A sentence in the words of a text that no rule of its puzzle says."""
    if document.rules is None:
        return None
    from satdoku.constraints.told import told_only

    puzzle = document.puzzle
    title = document.title or ""
    missed = told_only(document.rules, title, puzzle.constraints, puzzle.geometry)
    # A name of --ignore is missed on purpose.
    ignored = set(words_of(document.extras.get("ignored", "")))
    return None if missed is None or (missed.names and ignored.issuperset(missed.names)) else missed


def _comparison(document: Document) -> tuple[bool, tuple[str, ...]]:
    """Whether the solution in a text keeps all rules of the puzzle, and those that it breaks."""
    solution, puzzle = document.solution, document.puzzle
    if solution is None or len(solution.values) != puzzle.geometry.cell_count:
        return False, ()
    try:
        return _compared(puzzle, solution.values)
    except SatdokuError:
        return False, ()


@lru_cache(maxsize=16)
def _compared(puzzle: Puzzle, values: Values) -> tuple[bool, tuple[str, ...]]:
    """Whether a grid keeps all rules of a puzzle, and those that it breaks, a sentence each.

    :raises SatdokuError: where there is no time to see it.
    """
    geometry = puzzle.geometry
    grid = Grid(geometry, values)
    with under(Limit(seconds=_SECONDS).start()) as clock:
        if grid.is_full and puzzle.accepts(grid, clock):
            return True, ()
        faults: list[str] = [
            worded(
                "{cell} is {given}, not {digit}",
                cell=geometry.name(cell),
                given=given,
                digit=digit,
            )
            for cell, (given, digit) in enumerate(zip(puzzle.givens, values, strict=True))
            if None not in (given, digit) and given != digit
        ]
        problems = puzzle.with_givens(values).problems()
        faults += [fault.message for fault in problems if fault.kind not in _OF_THE_BOARD]
        if not faults and grid.is_full:
            broken = (rule for rule in puzzle.constraints if not rule.holds_within(grid, clock))
            faults += [rule.describe(geometry) for rule in broken]
    return False, tuple(dict.fromkeys(faults))


def published_solution(document: Document) -> Grid | None:
    """The solution in a text, where it keeps all rules of the puzzle that was read."""
    return document.full_solution if _comparison(document)[0] else None


def too_doubtful(sentences: Iterable[str]) -> FormatError:
    """Why --strict refuses a puzzle about which there are doubts, in sentences."""
    why = "; ".join(sentences)
    return FormatError("{why}; --strict refuses what may be about another puzzle", why=why)


def published_first(document: Document, solutions: tuple[Grid, ...]) -> tuple[Grid, ...]:
    """The solutions, the one in the text of the puzzle first; it takes the place of another."""
    published = published_solution(document)
    if published is None:
        return solutions
    others = [grid for grid in solutions if grid.values != published.values]
    return (published, *others)[: len(solutions)]


def _listed(faults: Sequence[str]) -> str:
    shown = list(faults[:_NAMED])
    if len(faults) > _NAMED:
        shown.append(worded("and {count} more", count=len(faults) - _NAMED))
    sentence = shown[0]
    for fault in shown[1:]:
        sentence = worded("{first}; {next}", first=sentence, next=fault)
    return sentence


def _leading_on(names: tuple[str, ...], document: Document) -> str | None:
    """The way on for rules that a text names: the option that adds those of the whole board (only
    those that its solution keeps, if there is one), or the page of the likeliest."""
    from satdoku.constraints import REGISTRY

    geometry, grid = document.puzzle.geometry, published_solution(document)
    kinds = [REGISTRY[name] for name in names]
    rules = [kind() for kind in kinds if all(p.optional for p in kind.parameters)]
    fitting = [rule for rule in rules if rule.unfit(geometry) is None]
    true = [rule for rule in fitting if grid is None or rule.holds(grid)]
    if whole := [rule.name for rule in true or fitting]:
        return f"--rules {','.join(whole)}"
    return f"satdoku rules {names[0]}" if names else None


def _marked(document: Document) -> Puzzle | None:
    """A puzzle without givens with the marks of its text as restrictions."""
    position, puzzle = document.position, document.puzzle
    if position is None or puzzle.pencil_marks is not None or puzzle.clues:
        return None
    every = frozenset(puzzle.geometry.digits)
    if any(value is not None for value in position.values):
        return None
    marks = tuple(None if digits == every else digits for digits in position.candidates)
    return None if marks.count(None) == len(marks) else replace(puzzle, pencil_marks=marks)


@lru_cache(maxsize=64)
def _is_unique(puzzle: Puzzle) -> bool:
    from satdoku.solving import check_unique

    try:
        return check_unique(puzzle, limit=Limit(seconds=_SECONDS)).verdict == "unique"
    except SatdokuError:
        tick()  # that the question itself was ended says nothing about the puzzle, and is not kept
        return False
