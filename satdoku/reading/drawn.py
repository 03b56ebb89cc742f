"""A document read as a whole, and how sure the reading is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from satdoku.base.limits import Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.diagnosing.meant import converted
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.drawn_reading import ClueDrawing, DrawnReading, ReadRule
from satdoku.reading.choice import (
    RuleChoice,
    choose,
    holds,
    is_unique,
    options_of,
    rules_of_words,
)
from satdoku.reading.figures import Figure, figures_of
from satdoku.reading.rules import drawing_of
from satdoku.reading.words import RulesText, read_words

_SECONDS = 2.0
"""How long a choice may take."""
_MAX_DRAWINGS = 2_000
"""Drawings of a document that is looked at; more are a picture."""
_MAX_TEXT = 20_000
"""Characters of a text that is looked at."""
_SURE = 2
"""The cost of a candidate that words tell without naming another colour."""


def read_drawn(document: Document, limit: Limit | None = None) -> Document:
    """The document with the rules that its drawings and words are, and with the ``reading``.

    A document that has neither, or that has one solution without them (the one in its text, where
    that holds one), is returned as it is. One whose reading is partial keeps its puzzle.

    :param limit: what the search for the rules may take; 2 s by default.
    """
    words = (document.rules or "")[:_MAX_TEXT]
    if not (document.drawings or words) or len(document.drawings) > _MAX_DRAWINGS:
        return document
    puzzle, solution = document.bare_puzzle, document.full_solution
    text = read_words(words, puzzle.geometry.digits)
    clock = (limit or Limit(seconds=_SECONDS)).start()
    if solution is not None and not replace(puzzle, constraints=()).accepts(solution, clock):
        solution = None  # it is none of this board and its givens, so it proves nothing
    if not text.mentions:
        return document
    bare, anew = _told_otherwise(puzzle, text, solution)
    figures = figures_of(document.drawings, puzzle.geometry)
    options = [*options_of(figures, text, bare, solution, clock), *anew]
    of_board = rules_of_words(text, bare, solution)
    # To look for a second solution takes longer than all of this.
    candidates = of_board or any(options)
    if not candidates or is_unique(puzzle, solution, clock):
        return document
    choices = choose(bare, options, of_board, solution, clock)
    if len(choices) != 1:
        return replace(document, reading=_partial(document, options, choices))
    (choice,) = choices
    used = {at for rule in (*choice.needed, *choice.further) for at in rule.drawings}
    reading = DrawnReading(
        "plausible" if solution is None else "proved",
        choice.needed,
        choice.further,
        tuple(dict.fromkeys(r.name for r in puzzle.constraints if r not in bare.constraints)),
        len(document.drawings) - len(used),
    )
    read = replace(choice.puzzle, drawn=_drawn(choice.needed, figures, puzzle.geometry))
    position = document.position
    return replace(
        document,
        puzzle=replace(document.puzzle, constraints=read.constraints, drawn=read.drawn),
        position=None if position is None else replace(position, puzzle=read),
        drawings=tuple(one for at, one in enumerate(document.drawings) if at not in used),
        extras={name: text for name, text in document.extras.items() if name != "drawings"},
        reading=reading,
    )


def _drawn(
    rules: Sequence[ReadRule], figures: Sequence[Figure], geometry: Geometry
) -> dict[Constraint, ClueDrawing]:
    """The drawings of the clues that were read from some."""
    drawn: dict[Constraint, ClueDrawing] = {}
    for rule in rules:
        own = [figure for figure in figures if set(rule.drawings).issuperset(figure.drawings)]
        for clue in rule.clues if own else ():
            if (drawing := drawing_of(clue, own, geometry)) is not None:
                drawn.setdefault(clue, drawing)
    return drawn


def _partial(
    document: Document, options: Sequence[Sequence[ReadRule]], choices: Sequence[RuleChoice]
) -> DrawnReading | None:
    """The candidates, where no choice of them is a reading, or several are."""
    rules = [rule for choice in choices for rule in choice.needed]
    rules = rules or [rule for candidates in options for rule in candidates if rule.cost <= _SURE]
    if not rules:
        return None
    unread = len(document.drawings) - len({at for rule in rules for at in rule.drawings})
    return DrawnReading("partial", tuple(dict.fromkeys(rules)), unread=unread)


def _told_otherwise(
    puzzle: Puzzle, text: RulesText, solution: Grid | None
) -> tuple[Puzzle, list[tuple[ReadRule, ...]]]:
    """The puzzle without the rules that its solution breaks, where words tell rules with the same
    parameters; and these as candidates: an arrow whose digits have a mean, not a sum."""
    if solution is None:
        return puzzle, []
    broken = dict.fromkeys(
        r.name for r in puzzle.constraints if not holds(r, solution, undecided=True)
    )
    options: list[tuple[ReadRule, ...]] = []
    dropped: set[str] = set()
    for name in broken:
        clues = [rule for rule in puzzle.constraints if rule.name == name]
        anew = tuple(
            dict.fromkeys(
                ReadRule(mention.rule, rules, (), text.sentences[mention.sentence])
                for mention in text.mentions
                if mention.rule != name
                for rules in _anew(clues, mention.rule, puzzle)
                if all(holds(rule, solution, undecided=True) for rule in rules)
            )
        )
        if anew:
            options.append(anew)
            dropped.add(name)
    left = tuple(rule for rule in puzzle.constraints if rule.name not in dropped)
    return replace(puzzle, constraints=left), options


def _anew(
    clues: Sequence[Constraint], name: str, puzzle: Puzzle
) -> Iterator[tuple[Constraint, ...]]:
    rules = [converted(REGISTRY[name], clue, puzzle.geometry) for clue in clues]
    if None not in rules:
        yield tuple(rule for rule in rules if rule is not None)
