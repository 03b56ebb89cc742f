"""Puzzles that were made, changed or written in another form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from satdoku.records.base import JsonObject, Record

__all__ = [
    "ConvertedRecord",
    "DecodedRecord",
    "EncodedRecord",
    "GeneratedRecord",
    "MinimizedRecord",
    "SameRecord",
    "ShownRecord",
    "TransformRecord",
]


@dataclass(frozen=True, slots=True)
class TransformRecord(Record):
    """An image of a puzzle, or the number of its images.

    image          the moved puzzle, or the canonical form; left out with ``--count``
    symmetry       what was done: ``transpose`` (first), then for each row and column where it went
                   (from 1) and for each digit its image
    moves          the kinds of moves allowed, with those that they bring about together
    group_order    how many symmetries these make
    automorphisms  how many of them leave the puzzle as it is
    images         how many different puzzles they make of it: the one divided by the other
    stopped        which limit ended the search, left out where none did
    """

    image: str | None
    symmetry: Mapping[str, Any] | None
    moves: tuple[str, ...]
    group_order: int
    automorphisms: int | None
    images: int | None
    stopped: str | None


@dataclass(frozen=True, slots=True)
class SameRecord(JsonObject):
    """Whether two puzzles are equivalent.

    same      null where the time ran out first
    symmetry  takes ``puzzle`` to ``other``, as in ``transform``; null where there is none
    """

    NULL = ("same", "symmetry")

    puzzle: str
    other: str
    same: bool | None
    symmetry: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class MinimizedRecord(Record):
    """The minimal sub-puzzles of a puzzle that were asked for.

    verdict   unique (others end in an error)
    minimal   the puzzles, one line each, links of the same site for a link that can hold them;
              ``clues`` their givens; ``dropped`` how many went
    complete  all that was asked is known: every minimal sub-puzzle, or that none has fewer givens
    at_least  no minimal sub-puzzle has fewer givens, where the fewest were asked for
    """

    verdict: str
    minimal: tuple[str, ...]
    clues: tuple[int, ...]
    dropped: tuple[int, ...]
    complete: bool
    at_least: int | None = None


@dataclass(frozen=True, slots=True)
class GeneratedRecord(JsonObject):
    """A puzzle that was made (or a full grid).

    index     its number in the run; ``seed`` that of the run
    puzzle    its text, with its board and rules if they are its own, so that it can be read alone
    minimal   every given is needed
    symmetry  the symmetries of the pattern of givens; a full grid has neither
    board     the board in words; ``rules`` likewise
    rating    ``level``, the numbers of Sudoku Explainer's scale, ``hardest``, ``steps``, where a
              difficulty was asked for
    """

    index: int
    seed: int
    puzzle: str
    solution: str
    clues: int
    minimal: bool | None
    symmetry: tuple[str, ...] | None
    board: str
    rules: tuple[str, ...]
    rating: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ShownRecord(Record):
    """The board, rules, candidates and faults of a puzzle.

    board       the board in words; ``rules`` likewise
    clues       how many givens there are
    candidates  the candidates of the open cells, by cell name
    problems    the faults of the puzzle, in words
    solution    only where it was asked for
    """

    board: str
    clues: int
    rules: tuple[str, ...]
    candidates: Mapping[str, tuple[int, ...]]
    problems: tuple[str, ...]
    solution: str | None = None


@dataclass(frozen=True, slots=True)
class ConvertedRecord(Record):
    """A puzzle in another format.

    text  the content of a file in that format
    lost  the names of the rules that it has as drawings or in words only; left out where none
    undrawn   how many drawings it does not hold; left out where it holds all
    unfogged  true where it does not hold the fog
    unentered true where it does not hold the digits and marks that a player has entered
    """

    format: str
    text: str
    lost: tuple[str, ...] | None = None
    undrawn: int | None = None
    unfogged: bool | None = None
    unentered: bool | None = None


@dataclass(frozen=True, slots=True)
class DecodedRecord(JsonObject):
    """The grids of a SAT solver's answer about a formula.

    puzzle     the puzzle of the formula
    status     found | none | undecided: what the solver answered
    solutions  the grid of each of its models, checked against the puzzle
    """

    puzzle: str
    status: str
    solutions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EncodedRecord(JsonObject):
    """The sizes of an encoding.

    format     cnf | pb | pbtxt
    kind       which clauses, or which variables of CP-SAT's model
    amo        how at-most-one is encoded (cnf)
    clauses    of cnf; ``constraints`` of a model
    output     the file written; null where there is none
    """

    NULL = ("output",)

    puzzle: str
    format: str
    kind: str | None = None
    amo: str | None = None
    variables: int | None = None
    clauses: int | None = None
    constraints: int | None = None
    output: str | None = None
