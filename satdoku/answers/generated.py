"""Puzzles that were made, as plain data; the difficulty that is wished for."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal
from typing import Any, Literal

from satdoku.answers.asked import one_line
from satdoku.errors import SatdokuError
from satdoku.formats import parse
from satdoku.generating import Generated, Run, Target, Wish, pattern_symmetries, posed
from satdoku.generating.making import RECIPE, is_reduced_fully
from satdoku.puzzle import Puzzle
from satdoku.rating.explainer import rate_text
from satdoku.records.puzzles import GeneratedRecord
from satdoku.techniques.vocabulary import canonical

__all__ = [
    "generated_of",
    "head_of",
    "range_of",
    "read_back",
    "settings_of",
    "target_of",
    "why_ended",
    "writer_of",
]

_COLUMNS = ("index", "puzzle", "solution", "clues", "symmetry")
_RATING_COLUMNS = ("level", "er", "ep", "ed", "hardest", "steps")


def target_of(
    *,
    level: str | None = None,
    er: tuple[int, int] | None = None,
    ep: tuple[int, int] | None = None,
    ed: tuple[int, int] | None = None,
    requires: str | None = None,
    preset: Literal["human", "se"] = "human",
    only_singles: bool = False,
    max_steps: int | None = None,
) -> Target | None:
    """The difficulty wished for, ranges in tenths; ``None`` where nothing is."""
    name = None if requires is None else canonical(requires)
    target = Target(er, ep, ed, name, only_singles, max_steps, level, preset)
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


def generated_of(made: Generated, wish: Wish, seed: int) -> GeneratedRecord:
    """A puzzle that was made, as plain data."""
    minimal = wish.minimal or (wish.symmetry == "none" and _one_pass(wish))
    return GeneratedRecord(
        made.index,
        seed,
        _text_of(made, wish),
        made.solution,
        made.clues,
        None if wish.full else minimal,
        None if wish.full else _symmetries_of(made, wish),
        wish.geometry.describe(),
        tuple(rule.describe(wish.geometry) for rule in wish.board.constraints),
        _rating_data(made.puzzle) if _is_rated(wish) else None,
    )


def _rating_data(puzzle: str) -> dict[str, Any]:
    """The rating of a puzzle as plain data."""
    rated = rate_text(puzzle)
    return {
        "level": rated.level,
        "er": rated.er,
        "ep": rated.ep,
        "ed": rated.ed,
        "hardest": rated.hardest or "none",
        "steps": rated.steps,
    }


def _is_rated(wish: Wish) -> bool:
    """Whether each puzzle has a rating: those of rules have none."""
    return wish.target is not None and not wish.placed


def _one_pass(wish: Wish) -> bool:
    """Whether one pass of taking givens away leaves none that can be spared."""
    plain = wish.clues is None and wish.mask is None and wish.target is None
    return plain and is_reduced_fully(wish) and not wish.kept and not wish.has_own_rules


def why_ended(run: Run) -> str:
    """Why a run ended before it had found all that was asked for."""
    return {
        "seconds": "the time limit was reached",
        "tries": "too many tries in a row gave no new puzzle",
        "single": "all digits of the mask are known, which leaves one puzzle",
        "interrupted": "interrupted",
    }.get(run.ending, run.ending)


def head_of(wish: Wish) -> str:
    """The head line of a table of puzzles."""
    return ",".join((*_COLUMNS, *(_RATING_COLUMNS if _is_rated(wish) else ())))


def writer_of(wish: Wish, seed: int, form: str) -> Callable[[Generated], str]:
    """What writes a puzzle as a line: ``json``, ``csv`` or ``lines``."""

    def record(made: Generated) -> str:
        return json.dumps(generated_of(made, wish, seed).as_dict(), ensure_ascii=False)

    def row(made: Generated) -> str:
        puzzle = _text_of(made, wish)
        if "," in puzzle or '"' in puzzle:
            puzzle = '"' + puzzle.replace('"', '""') + '"'
        names = "+".join(_symmetries_of(made, wish)) or "none"
        found = [made.index, puzzle, made.solution, made.clues, names]
        if _is_rated(wish):
            rating = _rating_data(made.puzzle)
            found += [rating[column] for column in _RATING_COLUMNS]
        return ",".join(map(str, found))

    def line(made: Generated) -> str:
        return _text_of(made, wish)

    return {"json": record, "csv": row, "lines": line}[form]


def read_back(lines: list[str], wish: Wish) -> Iterator[Puzzle]:
    """The puzzles of an unfinished output, in whichever form it was written."""
    if not lines:
        return
    if lines[0].startswith(",".join(_COLUMNS)):
        texts = [row[1] for row in csv.reader(lines[1:])]
    elif lines[0].startswith(('{"schema"', '{"index"')):  # the second: before there was a schema
        texts = [json.loads(line)["puzzle"] for line in lines]
    else:
        texts = lines
    for text in texts:
        if text.startswith("{"):
            yield parse(text).puzzle
        else:
            yield posed(text, wish.board)


def settings_of(wish: Wish, seed: int, form: str) -> dict[str, Any]:
    """What decides the content of the output, whatever the count and the number of processes."""
    import satdoku

    return wish.described() | {
        "version of satdoku": f"{satdoku.__version__}, recipe {RECIPE}",
        "seed": seed,
        "format": form,
    }
