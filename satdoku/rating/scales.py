"""Scales: the columns of a rating, the ratings of techniques, the levels, and the rating function.

| scale | rates | columns |
|---|---|---|
| se | classic 9x9, by the compiled kernel | er, ep, ed |
| hodoku | classic 9x9 of givens, by the compiled kernel (hodoku.py) | score |
| satdoku | any puzzle, by the path that ``explain`` shows (worth.py) | points |
| w, b | any board whose rules are of two cells, by whips or braids (whips.py) | w; b |

A score is passed on as ``{column: value}``: in a rating, its JSON, a batch, a summary. The tables
are in columns.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from satdoku.base.errors import EngineUnavailable, Unsupported
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.rating.columns import (
    B_COLUMNS,
    HODOKU_COLUMNS,
    HODOKU_LEVELS,
    SATDOKU_COLUMNS,
    SATDOKU_RATINGS,
    SE_COLUMNS,
    SE_POSSIBLE,
    SE_RATINGS,
    SE_USUAL,
    SE_WORDS,
    SINGLES,
    W_COLUMNS,
    Column,
    TechniqueRatings,
    TechniqueTable,
)
from satdoku.rating.kernel import why_no_rating, why_not_hodoku
from satdoku.rating.levels import LEVELS, Level

if TYPE_CHECKING:
    from satdoku.puzzle import Puzzle
    from satdoku.rating.explainer import Rating


@dataclass(frozen=True)
class Scale:
    """A scale of difficulty.

    name      of the scale; ``title`` for people
    columns   the numbers of a rating; the first is that of the puzzle, which levels go by
    ratings   the ratings of a step of each technique, in units; empty if the scale's techniques
              are not those of the catalogue
    rate      rates a puzzle under a ``limit``; ``unique``: whether it is known to have exactly one
              solution; ``names``: whether the techniques are returned too
    refusal   why the scale does not cover a puzzle, or ``None``
    unknown   why no technique on its paths has a given name, or ``None``
    is_called whether a technique of its paths has a given name
    unit      how many units a printed number has: 10 where there is one decimal
    several   whether it rates a puzzle with several solutions, as far as the path goes
    levels    the names of its levels, easiest first, with their ranges of the first column
              (``None``: this column alone does not decide); empty if the scale has no levels
    usual     about where techniques that the scale does not rate begin to appear on paths, in units
    possible  the ratings that some step can have, in units; empty: any
    """

    name: str
    title: str
    columns: tuple[Column, ...]
    ratings: Mapping[str, TechniqueRatings]
    rate: Callable[..., Rating]
    refusal: Callable[[Puzzle], str | None]
    unknown: Callable[[str], str | None]
    is_called: Callable[[str, str], bool]
    unit: int = 1
    several: bool = False
    levels: Mapping[str, Level | None] = field(default_factory=dict)
    usual: Mapping[str, int] = field(default_factory=dict)
    possible: frozenset[int] = frozenset()

    def shown(self, value: float) -> str:
        """A number of the scale as it is printed."""
        return f"{value:.1f}" if self.unit == 10 else f"{value:.0f}"

    def row(self, technique: str) -> TechniqueRatings:
        """The ratings of a step of a technique; empty where the scale does not rate it.

        Families that go on (``fish-6``) have one row.

        :raises KeyError: for a name that the table lacks.
        """
        family, _, size = technique.rpartition("-")
        known = technique in self.ratings or not size.isdecimal()
        return self.ratings[technique if known else family]

    def least(self, technique: str) -> int | None:
        """The lowest rating of a step of a technique, or where it usually appears, in units;
        ``None`` where neither is known.

        :raises KeyError: for a name that the table lacks.
        """
        rated = self.row(technique)
        return rated[0] if rated else self.usual.get(technique)

    def rating_of(self, technique: str) -> str | None:
        """The ratings of a technique's steps as text (``1.2, 1.5``, ``4.5 and more``), or ``None``.

        :raises KeyError: for a name that the table lacks.
        """
        rated = self.row(technique)
        numbers = ", ".join([self.shown(one / self.unit) for one in rated if one is not None])
        return numbers + " and more" * (None in rated) or None


def _by_explainer(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
    from satdoku.rating.explainer import rate

    return rate(puzzle, names=names, seconds=limit.seconds)


def _by_hodoku(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
    from satdoku.rating.hodoku import rate_hodoku

    return rate_hodoku(puzzle, seconds=limit.seconds)


def _by_path(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
    from satdoku.rating.by_path import rate_by_path

    return rate_by_path(puzzle, unique=unique, limit=limit)


def _is_called(name: str, wanted: str) -> bool:
    from satdoku.rating.names import is_called

    return is_called(name, wanted)


def _is_called_by_explainer(name: str, wanted: str) -> bool:
    from satdoku.techniques.names.vocabulary import canonical

    return _is_called(name, SE_WORDS.get(canonical(wanted), wanted))


def _unknown_to_explainer(wanted: str) -> str | None:
    from satdoku.techniques.names.vocabulary import canonical

    return _unknown_to("se", "Sudoku Explainer")(SE_WORDS.get(canonical(wanted), wanted))


def _unknown_to_hodoku(wanted: str) -> str | None:
    from satdoku.rating.hodoku import unknown

    return unknown(wanted)


def _is_called_by_hodoku(name: str, wanted: str) -> bool:
    from satdoku.rating.hodoku import is_technique

    return is_technique(name, wanted)


def _unknown_to(preset: str, whose: str) -> Callable[[str], str | None]:
    def unknown(wanted: str) -> str | None:
        from satdoku.rating import names

        return names.unknown(wanted, names.technique_names(preset), whose)

    return unknown


SE = Scale(
    "se",
    "Sudoku Explainer",
    SE_COLUMNS,
    SE_RATINGS,
    _by_explainer,
    why_no_rating,
    _unknown_to_explainer,
    _is_called_by_explainer,
    unit=10,
    several=True,
    levels=LEVELS,
    usual=SE_USUAL,
    possible=SE_POSSIBLE,
)

SATDOKU = Scale(
    "satdoku",
    "satdoku",
    SATDOKU_COLUMNS,
    SATDOKU_RATINGS,
    _by_path,
    lambda puzzle: None,
    _unknown_to("human", worded("the preset human")),
    _is_called,
    several=True,
)

HODOKU = Scale(
    "hodoku",
    "HoDoKu",
    HODOKU_COLUMNS,
    {},
    _by_hodoku,
    why_not_hodoku,
    _unknown_to_hodoku,
    _is_called_by_hodoku,
    levels=dict.fromkeys(HODOKU_LEVELS),
)


def _of_berthier(name: str, kind: str, columns: tuple[Column, ...]) -> Scale:
    """The scale of whips or braids; a step is called by its kind and length: ``whip[3]``."""

    def rate(puzzle: Puzzle, *, unique: bool, names: bool, limit: Limit) -> Rating:
        from satdoku.rating.whips import rate_by_whips

        return rate_by_whips(puzzle, continuous=name == "w", limit=limit)

    def refusal(puzzle: Puzzle) -> str | None:
        from satdoku.rating.whips import why_no_whips

        return why_no_whips(puzzle)

    def unknown(wanted: str) -> str | None:
        from satdoku.rating import names

        used = ("hidden-single", "naked-single", kind)
        return names.unknown(_bare(wanted), used, worded("the scale {name}", name=name))

    def is_called(have: str, wanted: str) -> bool:
        from satdoku.techniques.names.vocabulary import without_length

        is_bare = _bare(wanted) == wanted
        return have == wanted or (is_bare and _is_called(without_length(have), wanted))

    return Scale(
        name,
        f"Berthier's {name.upper()}",
        columns,
        TechniqueTable(
            lambda term: (0,) if term.name in SINGLES else (1, None) if term.name == kind else ()
        ),
        rate,
        refusal,
        unknown,
        is_called,
    )


def _bare(name: str) -> str:
    """A name that was typed, without the length of the step: ``whip`` of ``whip[3]``."""
    return re.sub(r"\[\d+\]$", "", name)


W = _of_berthier("w", "whip", W_COLUMNS)
B = _of_berthier("b", "braid", B_COLUMNS)

SCALES: dict[str, Scale] = {scale.name: scale for scale in (SE, SATDOKU, HODOKU, W, B)}
"""Every scale by its name; the first is that of a classic puzzle where none is asked for."""


def scale_of(puzzle: Puzzle) -> Scale:
    """The default scale of a puzzle: puzzles with rules or on other boards than the classic 9x9
    have no ER."""
    return SATDOKU if puzzle.constraints or not puzzle.geometry.is_classic else SE


def level_of(puzzle: Puzzle, scale: Scale, *, seconds: float | None = None) -> str | None:
    """The level of a puzzle with one solution.

    ``None`` where the scale does not cover it, the core is not installed, or the time ran out.
    """
    try:
        limit = Limit(seconds=seconds)
        return scale.rate(puzzle, unique=True, names=False, limit=limit).level
    except (EngineUnavailable, Unsupported):
        return None
