"""A question's fields as they came over the wire, and its request's context."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, TypeVar, cast

from satdoku.answers.question import fields_of, require_options
from satdoku.base.errors import FormatError
from satdoku.base.limits import Clock, Limit
from satdoku.base.records import dataclass
from satdoku.constraints.parameters import shown
from satdoku.messages import SOURCE, Lang, languages, no_language

Q = TypeVar("Q")

_WAY_BACK = 0.1
"""The share of a budget that is kept for sending the answer."""

QUICK_TEXT = 4000
"""Characters of the longest puzzle that is read in a thread, which nothing can stop."""


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of a question, each with a type; a wrong one is refused by name.

    :raises FormatError: from each method, naming the field and the reason.
    """

    data: Mapping[str, Any]

    def text(self, name: str, usual: str | None = None) -> str:
        """A text, ``usual`` where there is none."""
        value = self.data.get(name, usual)
        if not isinstance(value, str):
            raise FormatError(f"{name!r} is a text, not {shown(value)}")
        return value

    def one_of(self, name: str, known: Sequence[str], usual: str) -> str:
        """One of some words."""
        value = self.text(name, usual)
        if value not in known:
            raise FormatError(f"{name!r} is one of {', '.join(known)}, not {shown(value)}")
        return value

    def number(self, name: str, least: int, most: int, usual: int) -> int:
        """An integer in a range."""
        value = self.data.get(name, usual)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise FormatError(f"{name!r} is an integer from {least} to {most}, not {shown(value)}")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false where it is not given."""
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise FormatError(f"{name!r} is true or false, not {shown(value)}")
        return value

    def digits(self, name: str) -> Mapping[str, Any]:
        """An object whose keys are names of cells."""
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            raise FormatError(f"{name!r} is an object, not {shown(value)}")
        return value

    def texts(self, name: str) -> tuple[tuple[str, str], ...]:
        """An object of texts, as pairs; none where it is not given."""
        value = self.data.get(name, {})
        if not isinstance(value, dict) or not all(isinstance(one, str) for one in value.values()):
            raise FormatError(f"{name!r} is an object of texts, not {shown(value)}")
        return tuple(value.items())

    def question(self, kind: Callable[..., Q], *names: str, **fixed: Any) -> Q:
        """A question, or a group of its options; the options ``names`` are taken from the fields
        that are there and not empty texts."""
        given = {name: value for name in names if (value := self.data.get(name)) not in (None, "")}
        assert given.keys() <= {option.name for option in fields_of(kind)}
        try:
            question = kind(**given, **fixed)
            require_options(question)
        except FormatError:
            raise
        except (TypeError, ValueError) as error:
            raise FormatError(str(error)) from None
        return question

    @property
    def lang(self) -> Lang:
        """The language of the answer."""
        lang = self.text("lang", SOURCE)
        if lang not in languages():
            raise FormatError(no_language(lang[:80]))
        return lang


@dataclass(slots=True)
class RequestContext:
    """The limits and callbacks of a request.

    seconds    the time that it may take
    report     sends intermediate results
    cancelled  returns true once nobody waits for the answer
    read       reports that the puzzle was read, for which there is less time
    arrived    when the request came, by :func:`time.monotonic`, which all processes share
    """

    seconds: float
    report: Callable[[Any], None] = lambda _: None
    cancelled: Callable[[], bool] | None = None
    read: Callable[[], None] = lambda: None
    arrived: float = field(default_factory=time.monotonic)
    _clock: Clock = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._clock = Limit(seconds=self.seconds, cancel=self.cancelled).start()

    def within(self, seconds: float) -> RequestContext:
        """The context for a question with a budget, counted from the request's arrival. A share of
        it is kept for words, pictures and the way back."""
        left = self.arrived + (1 - _WAY_BACK) * seconds - time.monotonic()
        return replace(self, seconds=max(0.0, min(self.left, left)))

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return cast(float, self._clock.remaining())

    @property
    def clock(self) -> Clock:
        """The clock that is running."""
        return self._clock

    def limit(
        self, solutions: int | None = None, progress: Callable[[int], None] | None = None
    ) -> Limit:
        """A limit of the time that is left."""
        return Limit(self.left, solutions, cancel=self.cancelled, progress=progress)
