"""Puzzles that were made, as plain data; the difficulty that is wished for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from math import gcd
from typing import Any, Literal

from satdoku.answers.asked import one_line
from satdoku.base.errors import SatdokuError
from satdoku.formats import parse
from satdoku.generating import (
    Generated,
    Run,
    Target,
    Wish,
    equivalence_key,
    pattern_symmetries,
    posed,
)
from satdoku.generating.making import RECIPE, is_reduced_fully
from satdoku.rating.explainer import rate_text
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import SE
from satdoku.records.puzzles import GeneratedRecord
from satdoku.symmetry import canonical_bytes
from satdoku.techniques.vocabulary import canonical

__all__ = [
    "columns_of",
    "is_rated",
    "keys_of",
    "levels_of",
    "range_of",
    "record_of",
    "row_of",
    "settings_of",
    "target_of",
    "why_ended",
    "writer_of",
]

_MOST_SHARES = 10_000
_COLUMNS = ("index", "puzzle", "solution", "clues", "symmetry")
_RATING_COLUMNS = ("level", *(column.name for column in SE.columns), "hardest", "steps")


def target_of(
    *,
    level: str | None = None,
    ranges: Mapping[str, tuple[int, int]] | None = None,
    requires: str | None = None,
    preset: Literal["human", "se"] = "human",
    only_singles: bool = False,
    max_steps: int | None = None,
) -> Target | None:
    """The difficulty wished for, ``None`` where nothing is.

    ``ranges`` are those of the scale's numbers by column, in units (tenths).
    """
    name = None if requires is None else canonical(requires)
    target = Target(ranges or {}, name, only_singles, max_steps, level, preset)
    if requires is None and max_steps is None:
        target = replace(target, preset=Target().preset)
    return None if target == Target() else target


def range_of(text: str, name: str) -> tuple[int, int]:
    """A rating or a range of ratings such as ``3.0..3.8``, in tenths; ``name`` is the option's.

    :raises SatdokuError: where it is neither.
    """
    low, dots, high = text.partition("..")
    try:
        ends = [Decimal(end.strip()) * 10 for end in (low, high if dots else low)]
        if all(end == int(end) and 0 <= end < 1000 for end in ends):
            return int(ends[0]), int(ends[1])
    except (ArithmeticError, ValueError):
        pass
    raise SatdokuError(f"{name} is a rating or a range such as 3.0..3.8, not {text!r}")


def levels_of(text: str, name: str) -> dict[str, int]:
    """The weights of ``easy:40,medium:30``, by level, easiest first; ``name`` is the option's.

    Levels without any weight have equal ones.

    :raises SatdokuError: where it is none.
    """
    found: dict[str, int] = {}
    if ":" not in text:
        text = ",".join(f"{level.strip()}:1" for level in text.split(","))
    for part in text.split(","):
        level, _, weight = part.strip().partition(":")
        if level not in LEVELS:
            raise SatdokuError(f"{name}: {level!r} is no level; there are {', '.join(LEVELS)}")
        if level in found:
            raise SatdokuError(f"{name} names {level} twice")
        if not (weight.isascii() and weight.isdigit() and 0 < int(weight) <= _MOST_SHARES):
            raise SatdokuError(
                f"{name}: the share of {level} is a whole number from 1 to {_MOST_SHARES:,}, "
                f"as in {level}:40, not {weight!r}"
            )
        found[level] = int(weight)
    divisor = gcd(*found.values())
    return {level: found[level] // divisor for level in LEVELS if level in found}


def _text_of(made: Generated, wish: Wish) -> str:
    """A puzzle in a line."""
    # A line holds nothing of regions and cages: such puzzles are written with all that they need.
    whole = wish.has_own_rules or not wish.geometry.is_plain
    return one_line(made.posed(wish.board)) if whole else made.puzzle


def _symmetries_of(made: Generated, wish: Wish) -> tuple[str, ...]:
    """The symmetries of the pattern of givens."""
    if wish.full or wish.killer or wish.no_givens:
        return ()
    symbols = made.puzzle.split() if " " in made.puzzle else made.puzzle
    cells = [cell for cell, symbol in enumerate(symbols) if symbol != "."]
    return tuple(pattern_symmetries(wish.geometry, cells))


def row_of(rated: bool, wish: Wish, made: Generated) -> dict[str, Any]:
    """What there is to report of a puzzle: plain values, in the order of :func:`columns_of`."""
    row = {
        "index": made.index,
        "puzzle": _text_of(made, wish),
        "solution": made.solution,
        "clues": made.clues,
        "symmetry": "+".join(_symmetries_of(made, wish)) or "none",
    }
    return row | _rating_data(made.puzzle) if rated else row


def columns_of(rated: bool) -> tuple[str, ...]:
    """The names of what :func:`row_of` gives."""
    return (*_COLUMNS, *(_RATING_COLUMNS if rated else ()))


def record_of(row: Mapping[str, Any], wish: Wish, seed: int) -> GeneratedRecord:
    """A puzzle that was made, as plain data; ``row`` is its :func:`row_of`."""
    minimal = wish.minimal or (wish.symmetry == "none" and _one_pass(wish))
    symmetry = row["symmetry"]
    return GeneratedRecord(
        row["index"],
        seed,
        row["puzzle"],
        row["solution"],
        row["clues"],
        None if wish.full else minimal,
        None if wish.full else () if symmetry == "none" else tuple(symmetry.split("+")),
        wish.geometry.describe(),
        tuple(rule.describe(wish.geometry) for rule in wish.board.constraints),
        {name: row[name] for name in _RATING_COLUMNS} if "level" in row else None,
    )


def _rating_data(puzzle: str) -> dict[str, Any]:
    """The rating of a puzzle as plain data."""
    rated = rate_text(puzzle)
    return {
        "level": rated.level,
        **rated.scores,
        "hardest": rated.hardest or "none",
        "steps": rated.steps,
    }


def is_rated(wish: Wish) -> bool:
    """Whether each puzzle comes with its rating: those of rules have none."""
    return wish.target is not None and not wish.placed


def _one_pass(wish: Wish) -> bool:
    """Whether one pass of taking givens away leaves none that can be spared."""
    plain = wish.clues is None and wish.mask is None and wish.target is None
    return plain and is_reduced_fully(wish) and not wish.kept and not wish.has_own_rules


def why_ended(run: Run) -> str:
    """Why a run ended before it had found all that was asked for."""
    reason = {
        "seconds": "the time limit was reached",
        "tries": "too many tries in a row gave no new puzzle",
        "single": "all digits of the mask are known, which leaves one puzzle",
        "interrupted": "interrupted",
    }.get(run.ending, run.ending)
    if run.wish.no_givens and run.ending in ("seconds", "tries"):
        reason += (
            " (clues alone may say too little for one solution: more of them, longer ones, another "
            "kind besides, or givens help"
        )
        if run.wish.minimal:
            reason += "; with minimal, more clues than one solution needs are never found"
        reason += ")"
    return reason


def writer_of(
    wish: Wish, seed: int, form: str, *, rated: bool
) -> Callable[[Mapping[str, Any]], str]:
    """What writes a row as a line: ``json``, ``csv`` or ``lines``."""

    def record(row: Mapping[str, Any]) -> str:
        return json.dumps(record_of(row, wish, seed).as_dict(), ensure_ascii=False)

    def comma(row: Mapping[str, Any]) -> str:
        puzzle = row["puzzle"]
        if "," in puzzle or '"' in puzzle:
            puzzle = '"' + puzzle.replace('"', '""') + '"'
        return ",".join(str(puzzle if n == "puzzle" else row[n]) for n in columns_of(rated))

    def line(row: Mapping[str, Any]) -> str:
        return str(row["puzzle"])

    return {"json": record, "csv": comma, "lines": line}[form]


def keys_of(texts: Sequence[str], wish: Wish) -> Iterator[str]:
    """The keys of puzzles that were made, from their texts: see :class:`Generated`."""
    if wish.is_classic:
        forms = canonical_bytes("".join(texts).encode()).decode()
        yield from (forms[start : start + 81] for start in range(0, len(forms), 81))
        return
    for text in texts:
        puzzle = parse(text).puzzle if text.startswith("{") else posed(text, wish.board)
        yield equivalence_key(puzzle, wish)


def settings_of(wish: Wish, seed: int) -> dict[str, Any]:
    """What decides the puzzles, whatever their count and the number of processes."""
    return wish.described() | {"recipe": RECIPE, "seed": seed}
