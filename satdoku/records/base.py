"""What all records share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar

__all__ = ["SCHEMA", "ErrorRecord", "JsonObject", "Record", "is_doubtful", "plural"]

SCHEMA = 2
"""The version of the JSON objects; raised where a field changes its meaning or goes."""


def plural(count: int, word: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


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


class JsonObject:
    """What becomes a JSON object: a frozen dataclass."""

    __slots__ = ()

    NULL: ClassVar[tuple[str, ...]] = ()
    """Fields that are null where there is nothing; others are left out."""

    SPREAD: ClassVar[tuple[str, ...]] = ()
    """Fields that are mappings and whose entries stand in their place."""

    def data(self) -> dict[str, Any]:
        """The fields as ``json.loads`` gives them, as a part of another object has them."""
        found: dict[str, Any] = {}
        for f in fields(self):  # type: ignore[arg-type]
            value = getattr(self, f.name)
            found |= value if f.name in self.SPREAD else {f.name: value}
        return {
            name: _plain(value)
            for name, value in found.items()
            if value is not None or name in self.NULL
        }

    def as_dict(self) -> dict[str, Any]:
        """The JSON object: the version of the schema and the fields."""
        return {"schema": SCHEMA} | self.data()

    def to_dict(self) -> dict[str, Any]:
        """The JSON object without what only a run over files has: ``line``, ``source`` and
        ``seconds``."""
        return {name: value for name, value in self.as_dict().items() if name not in _OF_A_RUN}


def _plain(value: Any) -> Any:
    if isinstance(value, JsonObject):
        return value.data()
    if isinstance(value, Mapping):
        return {str(key): _plain(inner) for key, inner in value.items()}
    return [_plain(inner) for inner in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class Record(JsonObject):
    """One answered puzzle: its line (from 1), its text, and its file.

    ``left_out`` lists the parts of the text that do not belong to the answered puzzle: ``ignored``,
    the names of --ignore; ``drawings``, which belong to no rule that satdoku knows; ``unused``,
    parts that do not affect the solution; ``entered``, the digits of an entered solution, if the
    answer starts from the givens instead; ``solution``, how the solution in the text breaks rules
    that were read; ``words``, a sentence that none of them says, and ``named``, the option or
    command that leads on; ``board``, a sentence about another board (other digits); ``marks``, in
    how many cells there are pencil marks that make a puzzle of the text. ``published`` is the
    solution in the text, where the puzzle that was read has others too.
    """

    line: int
    puzzle: str
    source: str | None = field(default=None, kw_only=True)
    left_out: Mapping[str, str] | None = field(default=None, kw_only=True)

    @property
    def doubtful(self) -> bool:
        """Whether the answer may be about another puzzle: the text has drawings that may be clues,
        a solution that breaks rules, a sentence about no rule that was read, or marks that are the
        puzzle."""
        return is_doubtful(self.left_out, getattr(self, "verdict", None))

    def data(self) -> dict[str, Any]:
        """As that of every object, with ``doubtful`` where that is so."""
        found = JsonObject.data(self)
        return found | {"doubtful": True} if self.doubtful else found

    def marked(self, verdict: str) -> str:
        """A verdict as a row has it: with a question mark where it is doubtful."""
        return f"{verdict}?" if self.doubtful else verdict


@dataclass(frozen=True, slots=True)
class ErrorRecord(Record):
    """A puzzle without an answer, and the reason.

    The puzzle is unreadable or invalid, unless ``verdict`` states that it has none or multiple
    solutions, was not decided, is unanswered because a worker process died, or that satdoku failed
    on it (``fault``). ``line`` is 0 if the error does not belong to a line (a file that cannot be
    opened).
    """

    error: str
    verdict: str | None = None

    @property
    def called(self) -> str:
        """The verdict as a row has it."""
        return self.marked(self.verdict or "invalid")
