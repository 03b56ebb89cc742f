"""Options that are used together, as groups.

A group is a frozen dataclass: a command takes it as one parameter without a default, and
:func:`satdoku.cli.merging.merged` puts its fields into the command's signature, which is all that
typer looks at.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit
from satdoku.cli.options import (
    BackendChoice,
    BoxOption,
    FormatOption,
    IgnoreOption,
    JobsOption,
    JsonOption,
    LettersChoice,
    LettersOption,
    RulesOption,
    StrictOption,
    TimeLimitOption,
    option,
)
from satdoku.cli.reading import Reading
from satdoku.engines import EngineOptions

__all__ = ["Asking", "BoardGroup", "EngineGroup", "InputGroup", "RunGroup"]


@dataclass(frozen=True)
class BoardGroup:
    """How puzzles are written, and on which board."""

    format: FormatOption = None
    letters: LettersOption = LettersChoice.auto
    box: BoxOption = None
    ignore: IgnoreOption = None
    strict: StrictOption = False

    def reading(self) -> Reading:
        """:raises FormatError: where the box is not of the form 2x3 (or none)."""
        return Reading.of(
            self.format,
            self.letters,
            self.box,
            getattr(self, "rules", None),
            self.ignore or (),
            strict=self.strict,
        )


@dataclass(frozen=True)
class InputGroup(BoardGroup):
    """The same with rules that the text does not hold."""

    rules: RulesOption = None


@dataclass(frozen=True)
class RunGroup:
    """How long each puzzle may take, in how many processes, and what is printed."""

    time_limit: TimeLimitOption = None
    jobs: JobsOption = 1
    json: JsonOption = False


@dataclass(frozen=True)
class EngineGroup:
    """The engine that answers, and its options."""

    backend: Annotated[
        BackendChoice,
        option(text="The engine; auto takes the fastest that applies, all asks every one."),
    ] = BackendChoice.auto
    solver: Annotated[
        str | None,
        option(metavar="NAME", text="The python-sat solver (sat only), such as cadical153."),
    ] = None
    workers: Annotated[
        int | None, typer.Option(min=1, help="CP-SAT's worker threads (cpsat only).")
    ] = None
    seed: Annotated[int | None, typer.Option(min=0, help="CP-SAT's random seed (cpsat only).")] = (
        None
    )


_DEFAULT_OPTIONS = EngineOptions()


@dataclass(frozen=True)
class Asking:
    """What every puzzle of a run is asked with."""

    reading: Reading
    backend: str = "auto"
    options: EngineOptions = _DEFAULT_OPTIONS
    seconds: float | None = None
    solutions: int | None = None

    @staticmethod
    def of(
        input: InputGroup, run: RunGroup, engine: EngineGroup, solutions: int | None = None
    ) -> Asking:
        """The options of a question, put together.

        :raises SatdokuError: where the engine does not support an option's value.
        """
        chosen: dict[str, Any] = {"workers": engine.workers, "seed": engine.seed}
        try:
            if engine.solver is not None:
                from satdoku.engines.sat import solver_name

                chosen["solver"] = solver_name(engine.solver)
            options = EngineOptions(**{k: v for k, v in chosen.items() if v is not None})
        except ValueError as error:
            raise SatdokuError(str(error)) from None
        return Asking(input.reading(), engine.backend.value, options, run.time_limit, solutions)

    @property
    def is_plain(self) -> bool:
        """Whether nothing was asked for that the compiled core does not do by itself."""
        return (
            self.backend in ("auto", "native")
            and self.seconds is None
            and self.solutions in (None, 1)
            and self.reading.is_plain
            and not sys.stdout.isatty()
        )

    @property
    def common(self) -> dict[str, Any]:
        """What every question takes."""
        return {"backend": self.backend, "options": self.options, "limit": self.limit}

    @property
    def limit(self) -> Limit:
        """The limit of one question."""
        return Limit(seconds=self.seconds, solutions=self.solutions)
