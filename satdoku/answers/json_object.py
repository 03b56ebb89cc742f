"""The JSON form of answers: one writer for all of them, led by their typed fields."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

from satdoku.board import Grid
from satdoku.messages import SOURCE, Lang

if TYPE_CHECKING:
    from satdoku.answers.puzzle_input import PuzzleInput

SCHEMA = 2
"""The version of the JSON objects; raised where a field changes its meaning or goes."""

_ABSENT = object()
_PLAIN = (str, int, type(None))
_EMPTY: tuple[Any, ...] = (None, "", 0, [], {})
_SPREAD = ("spread",)
_OF_A_RUN = ("line", "source", "seconds")

_DOUBTS = frozenset(("board", "drawings", "solution"))
_DOUBTS_OF_SEVERAL = frozenset(("words", "marks"))
"""Doubts of a puzzle that does not have exactly one solution: one solution answers them."""


def is_doubtful(left_out: Mapping[str, str] | None, verdict: str | None) -> bool:
    """Whether what was left out of a text may make another puzzle of it than was answered."""
    if left_out is None:
        return False
    return not _DOUBTS.isdisjoint(left_out) or (
        verdict != "unique" and not _DOUBTS_OF_SEVERAL.isdisjoint(left_out)
    )


class Json(NamedTuple):
    """The kind of data that a value which is plain already stands for: ``Annotated[dict[str, Any],
    Json(Claim)]``."""

    kind: Any


class JsonObject:
    """What becomes a JSON object: a frozen dataclass.

    A member is the method ``json_NAME(lang)`` where there is one, else the attribute or method
    ``NAME`` of the object or of the result ``found`` that it holds. ``None`` is left out.

    JSON    the members in order; the fields where it is empty
    NULL    members that are null where there is nothing
    RARE    members that are left out where they are empty, too
    SPREAD  members that are mappings and whose entries stand in their place
    """

    __slots__ = ()

    JSON: ClassVar[tuple[str, ...]] = ()
    NULL: ClassVar[tuple[str, ...]] = ()
    RARE: ClassVar[tuple[str, ...]] = ()
    SPREAD: ClassVar[tuple[str, ...]] = ()

    def data(self, lang: Lang | None = None, asked: PuzzleInput | None = None) -> dict[str, Any]:
        """The members as ``json.loads`` gives them, as a part of another object has them.

        :param asked: the puzzle as which grids are written.
        """
        lang = lang or str(getattr(self, "lang", SOURCE))
        data: dict[str, Any] = {}
        for name, form, left_out in _members(cast(Hashable, type(self))):
            if form is not None:
                value = form(self, lang)
            else:
                value = getattr(self, name, _ABSENT)
                value = getattr(self.found, name) if value is _ABSENT else value  # type: ignore[attr-defined]
                value = value(lang) if callable(value) else value
            if not isinstance(value, _PLAIN):
                value = _plain(value, name, lang, asked)
            if left_out is _SPREAD:
                data |= {key: each for key, each in value.items() if each is not None}
            elif value not in left_out:
                data[name] = value
        return data

    def as_dict(self, lang: Lang | None = None) -> dict[str, Any]:
        """The JSON object: the version of the schema and the members."""
        return {"schema": SCHEMA} | self.data(lang)

    def to_dict(self, lang: Lang | None = None) -> dict[str, Any]:
        """The object that the command prints with ``--json``, without what only a run over files
        has: ``line``, ``source`` and ``seconds``."""
        return {name: value for name, value in self.as_dict(lang).items() if name not in _OF_A_RUN}


@cache
def members_of(kind: Any) -> tuple[str, ...]:
    """The names of the members of a kind of object, in order."""
    return kind.JSON or tuple(each.name for each in fields(kind))


@cache
def _members(kind: Any) -> list[tuple[str, Callable[[Any, Lang], Any] | None, Sequence[Any]]]:
    """Of each member its name, its method ``json_NAME``, and the values with which it is left out
    (:data:`_SPREAD`: its entries stand in its place)."""
    return [
        (
            name,
            getattr(kind, f"json_{name}", None),
            _SPREAD
            if name in kind.SPREAD
            else ()
            if name in kind.NULL
            else _EMPTY
            if name in kind.RARE
            else (None,),
        )
        for name in members_of(kind)
    ]


def _plain(value: Any, name: str, lang: Lang, asked: PuzzleInput | None) -> Any:
    """A value as plain data."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        # An answer takes milliseconds; one of a block of plain lines a part of a microsecond.
        return round(value, 6 if value > 1e-3 else 9) if name == "seconds" else value
    if isinstance(value, list | tuple):
        return [_plain(each, "", lang, asked) for each in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(each, "", lang, asked) for key, each in value.items()}
    if isinstance(value, JsonObject):
        return value.data(lang, asked)
    if isinstance(value, Grid):
        return value.text() if asked is None else asked.write(value)
    assert isinstance(value, Path), value
    return str(value)


@dataclass(frozen=True, slots=True)
class ErrorRecord(JsonObject):
    """A puzzle without an answer, and the reason.

    The puzzle is unreadable or invalid, unless ``verdict`` states that it has none or multiple
    solutions, was not decided, is unanswered because a worker process died, or that satdoku failed
    on it (``fault``). ``line`` is 0 if the error does not belong to a line (a file that cannot be
    opened).
    """

    JSON = ("line", "puzzle", "source", "left_out", "error", "verdict", "doubtful")
    RARE = ("doubtful",)

    line: int
    puzzle: str
    error: str
    verdict: str | None = None
    source: str | None = field(default=None, kw_only=True)
    left_out: Mapping[str, str] | None = field(default=None, kw_only=True)

    @property
    def doubtful(self) -> bool:
        """Whether the reason may be about another puzzle than its author's."""
        return is_doubtful(self.left_out, self.verdict)

    @property
    def called(self) -> str:
        """The verdict as a row has it: with a question mark where it is doubtful."""
        return f"{self.verdict or 'invalid'}{'?' if self.doubtful else ''}"
