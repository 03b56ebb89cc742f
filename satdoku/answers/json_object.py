"""The JSON form of answers: one writer for all of them, led by their typed fields."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import field, fields
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any, ClassVar, NamedTuple, cast

from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.messages import SOURCE, Lang

WriteGrid = Callable[[Grid], str]

SCHEMA = 2
"""The version of the JSON objects; raised where a field changes its meaning or goes."""

_PLAIN = (str, int, type(None))
_SEQUENCES = (list, tuple)
_MAPPINGS = (dict, Mapping)
"""The usual kind first: to ask an abstract one takes longer."""

_EMPTY: tuple[Any, ...] = (None, "", 0, [], {})
_SPREAD = ("spread",)
OF_A_RUN = ("line", "source", "seconds")
"""The members of the objects of a run over files that :meth:`JsonObject.to_dict` leaves out."""

_DOUBTS = frozenset(("board", "drawings", "guessed", "solution"))
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
    """A frozen dataclass that becomes a JSON object.

    ``None`` is left out.

    JSON    the members in order; the fields where it is empty. A member is the attribute of the
            name, also one of a part (``result.size``), or of another name (``text=words``); a
            method is called with the language. A method ``json_NAME(lang)`` comes before them
    NULL    members that are null where there is nothing
    RARE    members that are left out where they are empty, too
    SPREAD  members that are mappings and whose entries stand in their place
    """

    __slots__ = ()

    JSON: ClassVar[tuple[str, ...]] = ()
    NULL: ClassVar[tuple[str, ...]] = ()
    RARE: ClassVar[tuple[str, ...]] = ()
    SPREAD: ClassVar[tuple[str, ...]] = ()

    def data(self, lang: Lang | None = None, write: WriteGrid | None = None) -> dict[str, Any]:
        """The members as ``json.loads`` gives them, as a part of another object has them.

        :param write: writes a grid, as the puzzle is written.
        """
        lang = lang or str(getattr(self, "lang", SOURCE))
        data: dict[str, Any] = {}
        for name, form, left_out in _members(cast(Hashable, type(self))):
            value = form(self, lang) if form is not None else getattr(self, name)
            if not isinstance(value, _PLAIN):
                value = _plain(value, name, lang, write)
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
        return {name: value for name, value in self.as_dict(lang).items() if name not in OF_A_RUN}


@cache
def members_of(kind: Any) -> tuple[tuple[str, str], ...]:
    """The name of each member of a kind of object, in order, and where it comes from: a method
    ``json_NAME``, or the path to an attribute."""
    members = []
    for member in kind.JSON or [each.name for each in fields(kind)]:
        name, _, path = member.partition("=")
        path, name = path or name, name.rpartition(".")[2]
        members.append((name, f"json_{name}" if hasattr(kind, f"json_{name}") else path))
    return tuple(members)


@cache
def _members(kind: Any) -> list[tuple[str, Callable[[Any, Lang], Any] | None, Sequence[Any]]]:
    """Of each member its name, what gives its value (``None``: an attribute of the name), and the
    values with which it is left out (:data:`_SPREAD`: its entries stand in its place)."""
    members: list[tuple[str, Callable[[Any, Lang], Any] | None, Sequence[Any]]] = []
    for name, path in members_of(kind):
        left_out = () if name in kind.NULL else _EMPTY if name in kind.RARE else (None,)
        form = None if path == name and not callable(getattr(kind, name, None)) else _read(path)
        members.append((name, form, _SPREAD if name in kind.SPREAD else left_out))
    return members


def _read(path: str) -> Callable[[Any, Lang], Any]:
    """A function that follows a path to an attribute; a method at its end is called with the
    language."""
    get = attrgetter(path)

    def read(owner: Any, lang: Lang) -> Any:
        value = get(owner)
        return value(lang) if callable(value) else value

    return read


def _plain(value: Any, name: str, lang: Lang, write: WriteGrid | None) -> Any:
    """A value as plain data."""
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, float):
        # An answer takes milliseconds; one of a block of plain lines a part of a microsecond.
        return round(value, 6 if value > 1e-3 else 9) if name == "seconds" else value
    if isinstance(value, _SEQUENCES):
        return [_plain(each, "", lang, write) for each in value]
    if isinstance(value, Grid):
        return value.text() if write is None else write(value)
    if isinstance(value, _MAPPINGS):
        return {str(key): _plain(each, "", lang, write) for key, each in value.items()}
    if isinstance(value, JsonObject):
        return value.data(lang, write)
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
