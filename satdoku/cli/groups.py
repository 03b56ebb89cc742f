"""Options that are used together, as groups.

A group is a frozen dataclass: a command takes it, or the question that it asks, as one parameter
without a default, and :func:`satdoku.cli.merging.merged` puts its fields into the command's
signature, which is all that typer looks at.
"""

from __future__ import annotations

from satdoku.base.records import dataclass
from satdoku.cli.options import (
    BoxOption,
    DrawingsOption,
    FormatOption,
    GivenOption,
    GivensOnlyOption,
    IgnoreOption,
    JobsOption,
    JsonOption,
    LettersOption,
    RulesOption,
    StrictOption,
    TimeLimitOption,
)
from satdoku.cli.reading import Reading


@dataclass(frozen=True)
class BoardGroup:
    """How puzzles are written, and on which board."""

    format: FormatOption = None
    letters: LettersOption = "auto"
    box: BoxOption = None
    ignore: IgnoreOption = None
    strict: StrictOption = False
    drawings: DrawingsOption = "auto"
    givens_only: GivensOnlyOption = False

    def reading(self) -> Reading:
        """:raises FormatError: where the box is not of the form 2x3 (or none)."""
        return Reading.of(
            self.format,
            self.letters,
            self.box,
            getattr(self, "rules", None),
            self.ignore or (),
            strict=self.strict,
            drawings=self.drawings,
            givens_only=self.givens_only,
            given=getattr(self, "given", None) or (),
        )


@dataclass(frozen=True)
class InputGroup(BoardGroup):
    """A board, with rules and givens that its text does not hold."""

    rules: RulesOption = None
    given: GivenOption = None


@dataclass(frozen=True)
class RunGroup:
    """How long each puzzle may take, in how many processes, and what is printed."""

    time_limit: TimeLimitOption = None
    jobs: JobsOption = 1
    json: JsonOption = False
