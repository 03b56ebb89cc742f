"""The one error tree. Every error that satdoku raises on purpose is one of these.

SatdokuError
├── FormatError          the text cannot be read (line, column and the text at fault)
│   └── OptionError      an option cannot have its value, or excludes another
├── InvalidPuzzle        the puzzle breaks its own rules (lists every problem)
├── NoSolution           an answer was demanded and there is none
├── NotUnique            one solution was demanded and there are several
├── ImpossibleWish       no puzzle can be as wished (gives the reason)
├── Undecided            a limit ran out before the answer was known
├── Unsupported          this engine, encoding or format cannot take this puzzle or rule
├── EngineUnavailable    the engine's package is not installed (explains how to get it)
├── WorkerDied           a worker process ended before its work was done
└── ProgramFault         satdoku itself is at fault: a bug, which the message asks to report
    └── EngineDisagreement   two engines gave different answers: never to be ignored
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from satdoku.base.problem import Problem
from satdoku.base.worded import listed, shortened_to, worded

DIED = "a worker process ended before its work was done (killed, or out of memory)"

_ROOT = Path(__file__).parent.parent
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x80-\x9f\ud800-\udfff\ufffe\uffff]")
"""Characters that no terminal should obey and no XML may hold; line breaks are allowed."""
_JOINERS = "\u200c\u200d"
_MAX_MESSAGE_LENGTH = 1000
_MAX_WORD_LENGTH = 100
WITHOUT_ENTERED = worded("{sentence}; {option} leaves out what a player has entered")
"""The sentence of an error that a player's digits or marks are the reason of."""

MAX_PROBLEMS = 10
"""The number of faults of a puzzle that one sentence lists."""
_LONG_WORD = re.compile(rf"\S{{{_MAX_WORD_LENGTH + 1},}}")


def bounded(message: str) -> str:
    """A message of at most 1000 characters: long words, which quote the input, are shortened in
    the middle first, so that the reason is kept, and then the message itself. It still knows what
    it was made of, whole, since a translation has another length."""
    if len(message) <= _MAX_MESSAGE_LENGTH:
        return message
    words = _LONG_WORD.sub(lambda word: _shortened(word[0], _MAX_WORD_LENGTH), message)
    return shortened_to(_shortened(words, _MAX_MESSAGE_LENGTH), message)


def visible(text: str) -> str:
    """A text of others on one line. Invisible characters (a terminal would obey an escape sequence)
    are escaped, except for those that join letters."""
    line = " ".join(text.split())
    return "".join(c if c.isprintable() or c in _JOINERS else ascii(c)[1:-1] for c in line)


def legible(text: str) -> str:
    """A text of others for a file: control characters are escaped, and line breaks are ``\\n``."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return CONTROLS.sub(lambda match: ascii(match[0])[1:-1], lines)


def _shortened(text: str, most: int) -> str:
    half = (most - 5) // 2
    return text if len(text) <= most else f"{text[:half]} ... {text[-half:]}"


def as_flag(option: str) -> str:
    """How the command line spells an option of a question."""
    return f"--{option.replace('_', '-')}"


def with_place(reason: str, line: int | None, column: int | None = None) -> str:
    """A sentence with its place, where it has one."""
    if line is None:
        return reason if column is None else worded("column {c}: {reason}", c=column, reason=reason)
    if column is None:
        return worded("line {line}: {reason}", line=line, reason=reason)
    return worded("line {line}, column {c}: {reason}", line=line, c=column, reason=reason)


def in_source(sentence: str, source: str | None, line: int | None = None) -> str:
    """A sentence with the file that it is about, and the line in that, where there is one."""
    if not source:
        return sentence
    return worded("{source}: {sentence}", source=source, sentence=with_place(sentence, line))


class SatdokuError(Exception):
    """Base of every error that satdoku raises on purpose.

    ``str(error)`` is one sentence of at most 1000 characters. Errors can be pickled and copied,
    whatever arguments their class is constructed with. Where there are ``values``, the sentence is
    a form that they stand in, and can be printed in other languages (base/worded.py).
    ``problems`` are the faults with their cells, where the error is about some. ``option`` is the
    option of the question that leads on, where there is one; the sentence names it.
    """

    problems: tuple[Problem, ...] = ()
    option: str | None = None
    _offer: str = ""

    def __init__(self, *sentence: str, **values: object) -> None:
        super().__init__(*((worded(*sentence, **values),) if values else sentence))

    def reworded(self, word: Callable[[str], str]) -> Self:
        """Replace every sentence of this error and of its problems by ``word`` of it."""
        self.args = tuple(word(text) for text in self.args)
        self._offer = word(self._offer)
        self.problems = tuple(replace(one, message=word(one.message)) for one in self.problems)
        return self

    def offering(self, option: str, form: str) -> Self:
        """Add a way on: ``form`` is the whole sentence, with ``{sentence}`` for the sentence so
        far and ``{option}``."""
        self.option, self._offer = option, form
        return self

    def said(self, spelled: Callable[[str], str] = str) -> str:
        """The sentence; ``spelled`` is how a door spells options (``givens_only`` in Python)."""
        if self.option is None:
            return self.sentence
        return worded(self._offer, sentence=self.sentence, option=spelled(self.option))

    @property
    def sentence(self) -> str:
        """The sentence without the option that leads on."""
        return bounded(super().__str__())

    def __str__(self) -> str:
        return self.said()

    def __reduce__(self) -> tuple[Any, ...]:
        # Exception.__reduce__ would call the class with the message, not with its own arguments.
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class FormatError(SatdokuError, ValueError):
    """Text that cannot be read.

    ``line`` and ``column`` count from 1 and are ``None`` where the fault has no such place;
    ``text`` is the piece at fault, ``culprit`` the same where it is a value of the sentence too.
    ``reason`` is the sentence without the place.
    """

    def __init__(
        self,
        reason: str,
        *,
        line: int | None = None,
        column: int | None = None,
        text: str | None = None,
        culprit: str | None = None,
        **values: object,
    ) -> None:
        if culprit is not None:
            text = values["culprit"] = culprit
        self.line = line
        self.column = column
        self.text = text
        self._whole = ""  # the sentence with its place in other words
        super().__init__(reason, **values)
        self.reason: str = self.args[0]

    def reworded(self, word: Callable[[str], str]) -> Self:
        """Replace the sentences, and the one with the place, by ``word`` of them."""
        self._whole = word(with_place(self.reason, self.line, self.column))
        self.reason = word(self.reason)
        return super().reworded(word)

    @property
    def sentence(self) -> str:
        """The sentence with its place."""
        return bounded(self._whole or with_place(self.reason, self.line, self.column))

    def at(self, line: int) -> FormatError:
        """This fault on another line (for readers of files with many lines)."""
        return FormatError(self.reason, line=line, column=self.column, text=self.text)


class OptionError(FormatError):
    """An option of a question whose value cannot be read, or two that exclude each other.

    ``options`` are their names; ``reason`` is the rest of the sentence. Each door has its own
    spelling of the names (:meth:`said`): ``no_givens`` in Python is ``--no-givens`` elsewhere.
    """

    def __init__(self, reason: str, *options: str) -> None:
        super().__init__(reason)
        self.options = options

    def said(self, spelled: Callable[[str], str] = str) -> str:
        """The sentence; ``spelled`` is how an option is called."""
        names = [*map(spelled, self.options)]
        if len(names) > 1:
            return bounded(worded("{options} {reason}", options=listed(names), reason=self.reason))
        return bounded(worded("{option}: {reason}", option="".join(names), reason=self.reason))

    @property
    def sentence(self) -> str:
        """The sentence with the names that options have in Python."""
        return self.said()


class InvalidPuzzle(SatdokuError, ValueError):
    """A readable puzzle that breaks its own rules; ``problems`` holds every fault found."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(joined_problems(problems))
        self.problems = tuple(problems)


def joined_problems(problems: Sequence[Problem], most: int = MAX_PROBLEMS) -> str:
    """The first ``most`` faults in one sentence."""
    messages = [problem.message for problem in problems[:most]]
    if more := len(problems) - len(messages):
        messages.append(worded("and {more:,} more problems", more=more))
    return reduce(_joined, messages, "")


def _joined(first: str, other: str) -> str:
    return worded("{first}; {other}", first=first, other=other) if first else other


class NoSolution(SatdokuError):
    """The puzzle has no solution, and one was demanded."""


class NotUnique(SatdokuError):
    """The puzzle has several solutions, and exactly one was demanded."""


class ImpossibleWish(SatdokuError, ValueError):
    """No puzzle can be as wished; the message gives the reason."""


class Undecided(SatdokuError):
    """A limit ran out before there was anything to answer with; the message names it, and so does
    ``stopped``. ``nearest``: clues without givens that came nearest, with givens for one solution.
    """

    stopped: str = "seconds"
    nearest: str | None = None


class Unsupported(SatdokuError):
    """This engine, encoding or format cannot take this puzzle; the message names the part."""


class EngineUnavailable(SatdokuError):
    """The engine's package is not installed; the message explains how to get it."""


class WorkerDied(SatdokuError):
    """A worker process ended (killed, out of memory) before its work was done."""


class ProgramFault(SatdokuError):
    """satdoku itself is at fault, and not the puzzle."""

    @staticmethod
    def of(error: Exception) -> ProgramFault:
        """The fault behind an error that nobody raised on purpose, with its place in the code."""
        fault = " ".join(f"{type(error).__name__}: {error}".removesuffix(": ").split())
        if place := _place_of(error):
            fault = f"{fault}, {place}"
        form = (
            "satdoku failed on this puzzle ({fault}); that is a fault of satdoku, please report it"
        )
        named = ProgramFault(worded(form, fault=fault))
        named.__cause__ = error
        return named


def _place_of(error: Exception) -> str:
    """The innermost line of satdoku where an error was raised: ``relations/kinds.py:334``."""
    place, trace = "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        if path.is_relative_to(_ROOT):
            place = f"{path.relative_to(_ROOT).as_posix()}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


class naming_faults:  # noqa: N801
    """Turn a fault of satdoku that happens inside into a :class:`ProgramFault`.

    :param others: further errors that are no faults, beside those of satdoku and what the machine
        lacks (memory, files).
    :raises ProgramFault: in the place of any error that was not raised on purpose.
    """

    __slots__ = ("_others",)

    def __init__(self, *others: type[Exception]) -> None:
        self._others = (SatdokuError, OSError, MemoryError, *others)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, Exception) and not isinstance(error, self._others):
            raise ProgramFault.of(error)


class EngineDisagreement(ProgramFault):
    """Two engines gave different answers to one question."""


OF_ONE_PUZZLE = (InvalidPuzzle, NoSolution, NotUnique, Undecided, Unsupported, ProgramFault)
"""Errors that end the work on one puzzle of many, and not the run."""
