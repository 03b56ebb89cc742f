"""Puzzles that were made, and the lines that they are written on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import PuzzleInput, one_line
from satdoku.answers.question import Answer
from satdoku.base.compiled import required_core
from satdoku.base.limits import ENDLESS
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Geometry, Grid
from satdoku.constraints.modifiers import Modifier
from satdoku.formats import parse
from satdoku.generating import (
    Generated,
    Run,
    Wish,
    equivalence_key,
    pattern_symmetries,
    posed,
)
from satdoku.generating.clues import are_symmetric
from satdoku.generating.difficulty import MINUTES
from satdoku.generating.maker import RECIPE, is_reduced_fully, solutions_of
from satdoku.generating.many import CLUED_SECONDS
from satdoku.messages import Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.rating.explainer import Rating, rate_text
from satdoku.rating.hodoku import hodoku_rating
from satdoku.rating.scales import HODOKU, SE
from satdoku.symmetry import canonical_bytes

_NO_TECHNIQUE = "none"
_COLUMNS = ("index", "puzzle", "solution", "clues", "symmetry")
_SEVERAL_COLUMNS = ("solutions", "ambiguous")
_RATING_COLUMNS = ("level", *(column.name for column in SE.columns), "hardest", "steps", MINUTES)
_HODOKU_COLUMNS = ("hodoku_level", *(f"hodoku_{column.name}" for column in HODOKU.columns))


def _text_of(generated: Generated, wish: Wish) -> str:
    """A puzzle in a line."""
    # A line holds nothing of regions and cages: such puzzles are written with all that they need.
    whole = wish.has_own_rules or not wish.geometry.is_plain
    return one_line(generated.posed(wish.board)) if whole else generated.puzzle


def _symmetries_of(generated: Generated, wish: Wish) -> tuple[str, ...]:
    """The symmetries of the pattern of givens and of the clues placed."""
    if wish.full or wish.killer:
        return ()
    symbols = generated.puzzle.split() if " " in generated.puzzle else generated.puzzle
    cells = [cell for cell, symbol in enumerate(symbols) if symbol != "."]
    names = pattern_symmetries(wish.geometry, cells)
    clues = [
        clue
        for rule in generated.rules
        for clue in (rule.rules if isinstance(rule, Modifier) else (rule,))
    ]
    return tuple(name for name in names if are_symmetric(clues, wish.geometry, name))


def row_of(rated: bool, wish: Wish, generated: Generated) -> dict[str, Any]:
    """The row of a puzzle: plain values, in the order of :func:`columns_of`."""
    row = {
        "index": generated.index,
        "puzzle": _text_of(generated, wish),
        "solution": generated.solution,
        "clues": generated.clues,
        "symmetry": "+".join(_symmetries_of(generated, wish)) or "none",
    }
    if wish.solutions is not None:
        grids = _solutions_of(generated.posed(wish.board), wish)
        row |= dict(zip(_SEVERAL_COLUMNS, (len(grids), _ambiguous(grids)), strict=True))
    if rated:
        row |= _rating_data(generated.puzzle)
        if _is_about_hodoku(wish):
            rating = hodoku_rating(required_core("rating").hodoku_rate(generated.puzzle))
            values = (rating.level, *rating.scores.values())
            row |= dict(zip(_HODOKU_COLUMNS, values, strict=True))
    return row


def columns_of(rated: bool, wish: Wish) -> tuple[str, ...]:
    """The names of the values of :func:`row_of`."""
    several = () if wish.solutions is None else _SEVERAL_COLUMNS
    if not rated:
        return (*_COLUMNS, *several)
    hodoku = _HODOKU_COLUMNS if _is_about_hodoku(wish) else ()
    return (*_COLUMNS, *several, *_RATING_COLUMNS, *hodoku)


@lru_cache(maxsize=1)
def _solutions_of(puzzle: Puzzle, wish: Wish) -> tuple[Grid, ...]:
    # Kept, since the row, the list and the marks of a puzzle are asked for one after the other.
    assert wish.solutions is not None
    return tuple(solutions_of(puzzle, wish.solutions[1] + 1, ENDLESS))


def _ambiguous(grids: Sequence[Grid]) -> str:
    """An x for each cell in which the grids differ."""
    return "".join("x" if len(set(here)) > 1 else "." for here in zip(*grids, strict=True))


def _is_about_hodoku(wish: Wish) -> bool:
    return wish.target is not None and wish.target.is_about_hodoku


@dataclass(frozen=True, slots=True)
class GeneratedAnswer(Answer):
    """A puzzle that was made, or a full grid.

    index     its number in the run; ``seed`` that of the run
    puzzle    its text on one line, with its board and rules if these are its own
    clues     how many givens it has
    minimal   whether every given is needed; ``None`` of a full grid
    symmetry  the symmetries of the pattern of givens and of the shapes of the clues placed;
              ``None`` of a full grid
    rated     the ratings as ``--json`` prints them, if a difficulty was requested
    wish      the options of the run

    In the JSON object ``rating`` has ``level``, the numbers of Sudoku Explainer's scale,
    ``hardest``, ``steps`` and the ``minutes`` that people take, where a difficulty was asked for.
    Of a puzzle that is to have several solutions, ``solutions`` has all of them, ``solution`` is
    one, and ``ambiguous`` has the cells in which they differ.
    """

    JSON = (
        "index", "seed", "puzzle", "solution=solved", "clues", "minimal", "symmetry",
        "board", "rules", "rating=rated", "solutions", "ambiguous",
    )  # fmt: skip
    PLACE = ()

    index: int
    seed: int
    puzzle: str = field()  # in the place of the property
    clues: int
    minimal: bool | None
    symmetry: tuple[str, ...] | None
    rated: Mapping[str, Any] | None = field(repr=False)
    wish: Wish = field(repr=False)
    solved: str = field(repr=False)

    @property
    def input(self) -> PuzzleInput:
        """The puzzle on its board and under its rules."""
        # A line holds the givens alone; the rules are those of the board.
        whole = self.puzzle.startswith("{")
        puzzle = parse(self.puzzle).puzzle if whole else posed(self.puzzle, self.wish.board)
        return PuzzleInput(Document(puzzle), self.index, self.puzzle)

    @property
    def rating(self) -> Rating | None:
        """Sudoku Explainer's rating of a classic puzzle, if a difficulty was requested; how often
        each technique was used is not counted."""
        row = self.rated
        if row is None:
            return None
        scores = {column.name: row[column.name] for column in SE.columns}
        hardest = None if row["hardest"] == _NO_TECHNIQUE else row["hardest"]
        return Rating(SE.name, scores, row["steps"], hardest, {}, row["level"], "ok")

    @property
    def hodoku(self) -> Rating | None:
        """HoDoKu's rating, if the difficulty was one of its levels or scores."""
        if self.rated is None or not _is_about_hodoku(self.wish):
            return None
        return hodoku_rating(required_core("rating").hodoku_rate(self.puzzle))

    @property
    def solution(self) -> Grid:
        """The solution, which a full grid is itself."""
        return posed(self.solved, Puzzle.empty(self.wish.geometry)).grid

    @property
    def _several(self) -> tuple[Grid, ...]:
        if self.wish.solutions is None:
            return ()
        return _solutions_of(self.input.puzzle, self.wish)

    @property
    def solutions(self) -> tuple[str, ...] | None:
        """All solutions of a puzzle that is to have several."""
        return tuple(grid.text() for grid in self._several) or None

    @property
    def ambiguous(self) -> tuple[str, ...] | None:
        """The cells in which these differ."""
        grids, name = self._several, self.wish.geometry.name
        cells = (name(c) for c, mark in enumerate(_ambiguous(grids)) if mark == "x")
        return tuple(cells) if grids else None

    def json_board(self, lang: Lang) -> str:
        """The board in words."""
        return self.wish.geometry.describe()

    def json_rules(self, lang: Lang) -> tuple[str, ...]:
        """The rules in words."""
        geometry = self.wish.geometry
        return tuple(rule.describe(geometry) for rule in self.wish.board.constraints)

    def text(self, lang: Lang | None = None) -> str:
        """The puzzle on one line."""
        return self.puzzle


@dataclass(frozen=True, slots=True)
class GeneratedPuzzles(JsonObject):
    """Puzzles that were made together.

    ended  why there are not as many as were asked for; ``None`` where there are
    """

    puzzles: tuple[GeneratedAnswer, ...]
    ended: str | None = None

    def text(self, lang: Lang | None = None) -> str:
        """A line a puzzle, then the reason why there are no more."""
        return "\n".join([*(one.puzzle for one in self.puzzles), *filter(None, [self.ended])])


def answer_of_row(row: Mapping[str, Any], wish: Wish, seed: int) -> GeneratedAnswer:
    """A puzzle that was made; ``row`` is its :func:`row_of`."""
    minimal = wish.minimal or (wish.symmetry == "none" and _one_pass(wish))
    symmetry, text = row["symmetry"], row["puzzle"]
    board = wish.board
    usual = wish.is_classic or (
        not board.constraints and board.geometry == Geometry.of_size(board.geometry.size)
    )
    if not usual and not text.startswith("{"):
        # An answer is read by itself; lines are read with the options that they were made with.
        text = one_line(posed(text, wish.board))
    return GeneratedAnswer(
        row["index"],
        seed,
        text,
        row["clues"],
        None if wish.full or wish.solutions else minimal,
        None if wish.full else () if symmetry == "none" else tuple(symmetry.split("+")),
        {name: row[name] for name in columns_of(rated=True, wish=wish)[len(_COLUMNS) :]}
        if "level" in row
        else None,
        wish,
        row["solution"],
    )


def _rating_data(puzzle: str) -> dict[str, Any]:
    """The rating of a puzzle as plain data."""
    rated = rate_text(puzzle)
    return {
        "level": rated.level,
        **rated.scores,
        "hardest": rated.hardest or _NO_TECHNIQUE,
        "steps": rated.steps,
        MINUTES: None if rated.human is None else rated.human.minutes,
    }


def is_rated(wish: Wish) -> bool:
    """Whether each puzzle comes with its rating: only classic ones have Sudoku Explainer's."""
    return wish.target is not None and wish.is_classic


def _one_pass(wish: Wish) -> bool:
    """Whether one pass of taking givens away leaves none that can be spared."""
    plain = wish.clues is None and wish.mask is None and wish.target is None
    return plain and is_reduced_fully(wish) and not wish.wished_cells and not wish.has_own_rules


_ENDED = {
    "seconds": "the time limit was reached",
    "limited": "the time limit was reached ({seconds:g} s for each puzzle if none is set)",
    "tries": "too many tries in a row gave no new puzzle",
    "single": "all digits of the mask are known, which leaves one puzzle",
    "interrupted": "interrupted",
}


def why_ended(run: Run) -> str:
    """Why a run ended before it had found all that was asked for."""
    reason = run.ending
    if reason in _ENDED:
        limited = reason == "seconds" and run.is_limited
        reason = worded(_ENDED["limited" if limited else reason], seconds=CLUED_SECONDS)
    if run.missed.nearest is not None and run.ending in ("seconds", "tries"):
        lacks = run.wish.no_givens and run.wish.target is None and not run.levels
        reason = worded(
            "{reason}; the clues that came nearest also need {nearest}"
            if lacks
            else "{reason}; nearest to the difficulty was a puzzle of {nearest}",
            reason=reason,
            nearest=run.missed.nearest,
        )
        if run.missed.enough is not None:
            reason = worded(
                "{reason} or, instead of givens, more clues: {clues}",
                reason=reason,
                clues=run.missed.enough,
            )
    if run.wish.no_givens and run.ending in ("seconds", "tries"):
        reason = worded(
            "{reason} (clues alone may say too little for one solution: more of them, longer ones, "
            "a second kind, or givens help; with minimal, more clues than one solution needs are "
            "never found)"
            if run.wish.minimal
            else "{reason} (clues alone may say too little for one solution: more of them, longer "
            "ones, a second kind, or givens help)",
            reason=reason,
        )
    return reason


def writer_of(
    wish: Wish, seed: int, form: str, *, rated: bool
) -> Callable[[Mapping[str, Any]], str]:
    """A function that writes a row as a line: ``json``, ``csv`` or ``lines``."""

    def record(row: Mapping[str, Any]) -> str:
        return json.dumps(answer_of_row(row, wish, seed).as_dict(), ensure_ascii=False)

    def comma(row: Mapping[str, Any]) -> str:
        puzzle = row["puzzle"]
        if "," in puzzle or '"' in puzzle:
            puzzle = '"' + puzzle.replace('"', '""') + '"'
        shown = (puzzle if n == "puzzle" else row[n] for n in columns_of(rated, wish))
        return ",".join("" if value is None else str(value) for value in shown)

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
    """The settings that decide the puzzles, whatever their count and the number of processes."""
    return wish.described() | {"recipe": RECIPE, "seed": seed}
