"""The one error tree. Every error that satdoku raises on purpose is one of these.

SatdokuError
├── FormatError          the text cannot be read (line, column and the text at fault)
├── InvalidPuzzle        the puzzle breaks its own rules (lists every problem)
├── NoSolution           an answer was demanded and there is none
├── NotUnique            one solution was demanded and there are several
├── ImpossibleWish       no puzzle can be as wished (says why)
├── Undecided            a limit ran out before the answer was known
├── Unsupported          this engine, encoding or format cannot take this puzzle or rule
├── EngineUnavailable    the engine's package is not installed (says how to get it)
└── EngineDisagreement   two engines gave different answers: a bug, never to be ignored
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.puzzle.constraint import Problem

__all__ = [
    "EngineDisagreement",
    "EngineUnavailable",
    "FormatError",
    "ImpossibleWish",
    "InvalidPuzzle",
    "NoSolution",
    "NotUnique",
    "SatdokuError",
    "Undecided",
    "Unsupported",
]


class SatdokuError(Exception):
    """Base of every error that satdoku raises on purpose."""


class FormatError(SatdokuError, ValueError):
    """Text that cannot be read.

    ``line`` and ``column`` count from 1 and are ``None`` where the fault has no such place;
    ``text`` is the piece at fault. ``reason`` is the sentence without the place.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
    ) -> None:
        self.reason = reason
        self.line = line
        self.column = column
        self.text = text
        super().__init__(reason)

    def __str__(self) -> str:
        place = ", ".join(
            f"{name} {value}"
            for name, value in (("line", self.line), ("column", self.column))
            if value is not None
        )
        return f"{place}: {self.reason}" if place else self.reason

    def at(self, line: int) -> FormatError:
        """The same fault, placed on another line (for readers of many-line files)."""
        return FormatError(self.reason, line=line, column=self.column, text=self.text)


class InvalidPuzzle(SatdokuError, ValueError):
    """A readable puzzle that breaks its own rules; ``problems`` holds every fault found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(problem.message for problem in self.problems))


class NoSolution(SatdokuError):
    """The puzzle has no solution, and one was demanded."""


class NotUnique(SatdokuError):
    """The puzzle has several solutions, and exactly one was demanded."""


class ImpossibleWish(SatdokuError, ValueError):
    """No puzzle can be as wished; the message says why."""


class Undecided(SatdokuError):
    """A limit ran out before the answer was known; the message says which."""


class Unsupported(SatdokuError):
    """This engine, encoding or format cannot take this puzzle; the message names the part."""


class EngineUnavailable(SatdokuError):
    """The engine's package is not installed; the message says how to get it."""


class EngineDisagreement(SatdokuError):
    """Two engines gave different answers to one question."""
