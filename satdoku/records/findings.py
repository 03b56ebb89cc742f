"""What is wrong with puzzles and boards, and what a puzzle hangs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from satdoku.records.base import Record

__all__ = [
    "BackdoorsRecord",
    "CheckRecord",
    "DiagnosisRecord",
    "FewestCluesRecord",
    "RedundantRecord",
    "UnavoidableRecord",
]


@dataclass(frozen=True, slots=True)
class DiagnosisRecord(Record):
    """What ``diagnose`` found: unique | multiple | none | undecided.

    A fact is written ``r7c1=5`` (a given), ``r1c2=1/4`` (the pencil marks of a cell), ``diagonal``
    or ``killer-cage@r1c1`` (a rule, by the first of its own cells; ``killer-cage@r1c1#2`` is the
    second of its kind that begins there).

    witnesses the solution, or two different ones
    clashes   where there is no solution: ``facts``; ``told`` the same in words; ``smallest``, that
              no fewer facts of the puzzle clash; ``argument``, left out where none was found:
              ``kind`` (direct, steps, trial or proof), ``sentences``, and ``cells`` where it
              shows. The first is the one to look at, the others follow by size
    exhausted ``clashes`` holds every clash there is
    remove    the fewest givens without which there is a solution: ``facts``; ``told`` the same in
              words; ``unique``, that there is just one then (null: not known in time); every such
              choice, those with one solution first
    drop      the same for pencil marks and rules (or for everything, where neither givens alone
              nor these alone can cure)
    change    the fewest givens to change: ``cells``, each with ``cell``, ``from`` and ``to``, and
              ``unique``
    move      a given written in a wrong cell, or two exchanged, the nearest first: ``from`` and
              ``to``, the cells; ``digit``, that of ``from``; ``other``, that of ``to`` (null for a
              move, a digit for an exchange); ``unique``; ``sentence``. Those that leave one
              solution; where there is no solution and no move leaves one, those that leave several
    fewest    no smaller choice than those of ``remove`` and ``drop`` cures
    listed    ``remove``, ``drop``, ``change`` and ``move`` hold every choice
    broken    what the solution in the text breaks: ``fact``, and ``told`` the same in words
    meant     other rules under which there is one solution (where ``unique``), which is that of
              the text (where ``published``): ``clues`` of the rule ``old`` are read as clues of
              ``new``, or dropped (``new`` null), or ``new`` is added (``old`` null); ``sentence``;
              ``puzzle``, the puzzle that is read so
    ambiguity where there are several solutions, ``solutions``: two that differ in few cells;
              ``differ``: the digits of both in these cells; ``deadly``: no two solutions differ in
              some of them only; ``closest``: nor in fewer elsewhere; ``count`` and ``exact``;
              ``open`` and ``fixed``: the empty cells with several digits and with one in all
              solutions (as far as was seen where not ``candidates_complete``); ``additions``:
              ``givens`` to add for one solution, ``proved`` that fewer never do; ``enough_alone``:
              each candidate that would do by itself; ``changes`` of one given that would do;
              ``sentences``: the same in words
    complete  all that was asked is known; else ``stopped`` names the limit that ran out
    """

    verdict: str
    witnesses: tuple[str, ...]
    clashes: tuple[Mapping[str, Any], ...]
    exhausted: bool
    remove: tuple[Mapping[str, Any], ...]
    drop: tuple[Mapping[str, Any], ...]
    change: tuple[Mapping[str, Any], ...]
    move: tuple[Mapping[str, Any], ...]
    fewest: bool
    listed: bool
    ambiguity: Mapping[str, Any] | None
    complete: bool
    stopped: str | None
    seconds: float
    broken: tuple[Mapping[str, Any], ...] | None = field(default=None, kw_only=True)
    meant: tuple[Mapping[str, Any], ...] | None = field(default=None, kw_only=True)

    def data(self) -> dict[str, Any]:
        """The fields; what is about a puzzle without a solution only there."""
        # super() without arguments does not work in a dataclass with slots.
        found = Record.data(self)
        if self.verdict != "none":
            for name in ("clashes", "exhausted", "remove", "drop", "change", "fewest"):
                del found[name]
        if self.verdict not in ("none", "multiple"):
            del found["move"], found["listed"]
        return found


@dataclass(frozen=True, slots=True)
class CheckRecord(Record):
    """What ``check`` found of a player's board (``puzzle`` is the board as it was given).

    verdict        solved | fine (nothing is wrong so far) | wrong | unsolvable (the givens
                   themselves have no solution) | undecided
    givens         ``known``, or ``unknown``: every digit counts as the player's
    solutions      of the puzzle with its known givens: one | several | none | unknown
    wrong          digits that no solution has there: ``cell``, ``digit``, ``sees`` (cells that
                   hold the same digit, by a house or any other rule)
    broken         rules, other than houses, that the digits break: ``cells`` and ``sentence``
    clashes        sets of digits that cannot all be right though each could be
    lost           open cells whose pencil marks lack the digit that they need
    lost_together  cells whose pencil marks cannot all be right though each could be
    no_longer      pencil marks that a placed digit rules out: ``cell``, ``digit``, ``reason``
    right          the right digits of wrong and lost cells, only where they were asked for
    sentences      all of this in words
    """

    verdict: str
    givens: str
    solutions: str
    wrong: tuple[Mapping[str, Any], ...]
    broken: tuple[Mapping[str, Any], ...]
    clashes: tuple[tuple[str, ...], ...]
    lost: tuple[str, ...]
    lost_together: tuple[str, ...]
    no_longer: tuple[Mapping[str, Any], ...]
    right: Mapping[str, int] | None
    sentences: tuple[str, ...]
    stopped: str | None
    seconds: float

    def text(self) -> str:
        """The sentences, a line each."""
        return "\n".join(self.sentences)


@dataclass(frozen=True, slots=True)
class RedundantRecord(Record):
    """The givens and rules of a puzzle that follow from the others.

    verdict   minimal | redundant
    givens    each can go while all else stays: ``r1c5=7``
    rules     the same, each rule described with its place
    together  ``givens`` and ``rules`` that can all go at once, a maximal set: once they are gone,
              nothing else can go; ``puzzle`` is what is then left
    """

    verdict: str
    givens: tuple[str, ...]
    rules: tuple[str, ...]
    together: Mapping[str, Any]
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class BackdoorsRecord(Record):
    """The smallest backdoors of a puzzle: ``r1c5=7``, the digit being that of the solution.

    by        singles | naked | hidden
    size      cells of the smallest backdoor found; at_least: none is smaller
    complete  the size is proved, and all of it were listed where all were asked for
    """

    by: str
    size: int
    at_least: int
    backdoors: tuple[tuple[str, ...], ...]
    complete: bool
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class UnavoidableRecord(Record):
    """The minimal unavoidable sets of a solution grid.

    grid         the grid (of which ``puzzle`` may be a puzzle)
    size         the largest size asked for
    complete_to  every set of at most this many cells is listed
    count        how many sets are listed; counts: how many of each size
    sets         cell names, the smallest sets first
    """

    grid: str
    size: int
    complete: bool
    complete_to: int
    count: int
    counts: Mapping[str, int]
    sets: tuple[tuple[str, ...], ...]
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class FewestCluesRecord(Record):
    """Bounds on the givens of the smallest puzzle with a given solution.

    grid            the solution
    clues           givens of the best puzzle found, which is ``best``
    at_least        no puzzle of the grid has fewer (proved in this run)
    known_at_least  the same by a published theorem; 0 where there is none
    exact           whether ``best`` is a smallest
    sets            unavoidable sets that the proof rests on
    """

    grid: str
    best: str
    clues: int
    at_least: int
    known_at_least: int
    exact: bool
    sets: int
    stopped: str | None
    seconds: float
