"""What ``satdoku rate`` prints and matches on each scale."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TypeAlias

from satdoku.errors import FormatError
from satdoku.records.rating import BothRecord, HodokuRecord, RatingRecord, ScaleRecord

__all__ = ["Rated", "ScaleChoice", "line", "ratings", "require_fitting", "unknown", "uses"]

Rated: TypeAlias = RatingRecord | ScaleRecord | HodokuRecord | BothRecord


class ScaleChoice(StrEnum):
    """The scales of puzzles without rules."""

    se = "se"
    hodoku = "hodoku"
    both = "both"


def require_fitting(scale: ScaleChoice, *, er: bool, allow_multiple: bool, summary: bool) -> None:
    """:raises FormatError: where an option is of Sudoku Explainer's scale alone."""
    if scale is ScaleChoice.hodoku and er:
        raise FormatError("--er is a range of Sudoku Explainer's ratings, not of HoDoKu's scores")
    if scale is not ScaleChoice.se and allow_multiple:
        raise FormatError(
            "--allow-multiple goes with Sudoku Explainer's scale alone; HoDoKu's needs one solution"
        )
    if scale is not ScaleChoice.se and summary:
        raise FormatError("--summary shows Sudoku Explainer's ratings; leave --scale out")


def unknown(scale: ScaleChoice, name: str) -> str | None:
    """Why the scale's paths have no technique of this name."""
    from satdoku.rating import hodoku
    from satdoku.rating.names import technique_names
    from satdoku.rating.names import unknown as unknown_in

    whys = {
        ScaleChoice.hodoku: hodoku.unknown(name),
        ScaleChoice.se: unknown_in(name, technique_names("se"), "Sudoku Explainer"),
    }
    if scale is ScaleChoice.both:
        return None if None in whys.values() else whys[ScaleChoice.se]
    return whys[scale]


def ratings(record: Rated) -> Iterable[float]:
    """The ER of a record that has one."""
    if isinstance(record, BothRecord):
        record = record.se
    return (record.er,) if isinstance(record, RatingRecord) else ()


def uses(record: Rated, name: str) -> bool:
    from satdoku.rating.hodoku import is_technique
    from satdoku.rating.names import is_called

    if isinstance(record, BothRecord):
        return uses(record.se, name) or uses(record.hodoku, name)
    same = is_technique if isinstance(record, HodokuRecord) else is_called
    return any(same(have, name) for have in record.techniques or ())


def line(record: Rated) -> str:
    match record:
        case ScaleRecord():
            return f"satdoku:{record.points}\t{record.puzzle}\t{record.hardest or '-'}"
        case HodokuRecord():
            return f"hodoku:{record.score}\t{record.puzzle}\t{record.level}"
        case BothRecord(hodoku=hodoku):
            return f"{line(record.se)}\thodoku:{hodoku.score}\t{hodoku.level}"
    numbers = f"{record.er:.1f}/{record.ep:.1f}/{record.ed:.1f}"
    return f"{numbers}\t{record.puzzle}\t{record.level or '-'}"
