"""Puzzles that are made: what is wished for, and what was made."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from math import gcd
from typing import Annotated, Any, ClassVar, Literal

from satdoku.answers.asked import Asked, full_grid, one_line
from satdoku.answers.question import Answer, RunColumns, fields_of, require_options
from satdoku.base.columns import RunColumn
from satdoku.base.compiled import required_core
from satdoku.base.errors import FormatError, OptionError
from satdoku.base.options import Option, kind_of
from satdoku.board import Geometry, Grid
from satdoku.formats import parse
from satdoku.generating import (
    Generated,
    Run,
    Target,
    Wish,
    equivalence_key,
    parse_mask,
    pattern_symmetries,
    posed,
)
from satdoku.generating.clues import parse_clues
from satdoku.generating.difficulty import LEVEL_NAMES
from satdoku.generating.making import RECIPE, is_reduced_fully
from satdoku.messages import Lang
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.cells import Cells
from satdoku.rating.explainer import rate_text
from satdoku.rating.hodoku import hodoku_rating
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import HODOKU, SE
from satdoku.records.puzzles import GeneratedRecord
from satdoku.symmetry import canonical_bytes
from satdoku.techniques.vocabulary import canonical

__all__ = [
    "Difficulty",
    "GenerateQuestion",
    "GeneratedAnswer",
    "GivenPattern",
    "PlacedClues",
    "columns_of",
    "is_rated",
    "keys_of",
    "made_of",
    "question_of",
    "row_of",
    "settings_of",
    "why_ended",
    "writer_of",
]

SymmetryName = Literal[
    "none", "180", "90", "horizontal", "vertical", "diagonal", "anti-diagonal", "dihedral"
]

_MOST_SHARES = 10_000
_MOST_UNITS = {10: 1000, 1: 1_000_000}
"""Of a rating with one decimal, and of a score."""
_COLUMNS = ("index", "puzzle", "solution", "clues", "symmetry")
_RATING_COLUMNS = ("level", *(column.name for column in SE.columns), "hardest", "steps")
_HODOKU_COLUMNS = ("hodoku_level", *(f"hodoku_{column.name}" for column in HODOKU.columns))


@dataclass(frozen=True)
class GivenPattern:
    """Which cells are given, and of which solution."""

    minimal: Annotated[bool, Option("No given can be spared, whatever the symmetry.")] = False
    clues: Annotated[int | None, Option("Exactly so many givens.")] = None
    symmetry: Annotated[
        SymmetryName, Option("Of the pattern; horizontal mirrors left and right.")
    ] = "none"
    mask: Annotated[
        str | None,
        Option("Exactly these cells are given: text or a file, x and . a cell.", metavar="PATTERN"),
    ] = None
    grid: Annotated[
        str | Grid | Cells | None, Option("The solution of every puzzle.", metavar="GRID")
    ] = None
    full: Annotated[bool, Option("Full grids instead of puzzles.")] = False
    uniform: Annotated[
        bool, Option("Start from 9x9 grids that are all equally likely (slower).")
    ] = False


@dataclass(frozen=True)
class PlacedClues:
    """The clues of rules that each puzzle gets besides givens, or in their place."""

    killer: Annotated[bool, Option("Killer cages, no givens.")] = False
    single_cages: Annotated[bool, Option("--killer: cages of one cell may be there.")] = False
    clues_of: Annotated[
        str | None,
        Option(
            "Clues on the solution: thermo:3,arrow:2:3-4 (3 to 4 cells),whisper:1:diff=4.",
            metavar="KINDS",
            values="rules",
        ),
    ] = None
    no_givens: Annotated[
        bool, Option("Clues alone; kinds without a number: as many as needed.")
    ] = False
    clues_on: Annotated[
        str | None,
        Option("Clues lie in these cells: as --mask is written.", metavar="PATTERN"),
    ] = None


@dataclass(frozen=True)
class Difficulty:
    """How hard the puzzles are to be.

    :raises OptionError: where two options set the same, or one of them cannot be read.
    """

    er: Annotated[
        str | None,
        Option("Sudoku Explainer's rating of the hardest step, as 3.0..3.8.", metavar="LOW..HIGH"),
    ] = None
    ep: Annotated[
        str | None,
        Option("Likewise of the hardest step up to the first digit.", metavar="LOW..HIGH"),
    ] = None
    ed: Annotated[str | None, Option("Likewise of the first step.", metavar="LOW..HIGH")] = None
    score: Annotated[str | None, Option("HoDoKu's score, as 1200..1500.", metavar="LOW..HIGH")] = (
        None
    )
    level: Annotated[
        str | None,
        Option(
            "How hard, by name; hodoku:unfair on HoDoKu's scale.",
            metavar="|".join(SE.levels),
            values="level",
        ),
    ] = None
    levels: Annotated[
        str | None,
        Option(
            "Several levels in turn: easy:40,medium:30,hard:20; easy,hard: as many of each; "
            "hodoku:easy,hodoku:hard on HoDoKu's scale.",
            metavar="SHARES",
            values="levels",
        ),
    ] = None
    requires: Annotated[
        str | None,
        Option(
            "The path that explain shows uses it: x-wing, xy-wing ...",
            metavar="TECHNIQUE",
            values="technique",
        ),
    ] = None
    preset: Annotated[Literal["human", "se"], Option("The preset of that path, as of explain.")] = (
        "human"
    )
    only_singles: Annotated[bool, Option("Naked and hidden singles alone solve it.")] = False
    max_steps: Annotated[int | None, Option("The path has at most so many steps.", least=1)] = None

    def __post_init__(self) -> None:
        require_options(self)
        for number in ("er", "score"):
            given = [
                name for name in (number, "level", "levels") if getattr(self, name) is not None
            ]
            if len(given) > 1:
                raise OptionError("both set the difficulty; give one of them", *given[:2])
        self.target()
        self.shares()

    def target(self) -> Target | None:
        """The difficulty wished for, ``None`` where nothing is."""
        ranges = {
            column.name: _range_of(text, column.name, scale.unit)
            for scale in (SE, HODOKU)
            for column in scale.columns
            if (text := getattr(self, column.name)) is not None
        }
        name = None if self.requires is None else canonical(self.requires)
        target = Target(ranges, name, self.only_singles, self.max_steps, self.level, self.preset)
        if self.requires is None and self.max_steps is None:
            target = replace(target, preset=Target().preset)
        return None if target == Target() else target

    def shares(self) -> dict[str, int]:
        """The levels that take turns, with their weights."""
        return {} if self.levels is None else _levels_of(self.levels)


@dataclass(frozen=True)
class GenerateQuestion:
    """New puzzles on a board: what they are, and how hard. No puzzle is asked about."""

    columns: ClassVar[RunColumns] = {
        "generated": (
            RunColumn(
                "index",
                "integer",
                "the number from which the seed makes the puzzle, of its level",
            ),
            RunColumn("clues", "integer", "the number of givens"),
            RunColumn(
                "symmetry",
                "word",
                "the symmetries of the pattern of givens, with + between, or none",
            ),
        )
    }

    pattern: GivenPattern = field(default_factory=GivenPattern)
    placed: PlacedClues = field(default_factory=PlacedClues)
    difficulty: Difficulty = field(default_factory=Difficulty)

    def wish(self, board: Puzzle) -> Wish:
        """What is wished for, on a board with its rules and the digits that must be given.

        :raises ImpossibleWish: where no puzzle can be as wished.
        :raises OptionError: where an option cannot be read.
        """
        pattern, placed, geometry = self.pattern, self.placed, board.geometry
        try:
            clues = () if placed.clues_of is None else parse_clues(placed.clues_of, geometry)
        except FormatError as error:
            raise OptionError(error.reason, "clues_of") from None
        grid = None if pattern.grid is None else full_grid(pattern.grid, geometry, "grid").values
        found = Wish(
            board,
            clues=pattern.clues,
            minimal=pattern.minimal,
            symmetry=pattern.symmetry,
            mask=_mask_of(pattern.mask, geometry, "mask"),
            grid=None if grid is None else tuple(v for v in grid if v is not None),
            killer=placed.killer,
            full=pattern.full,
            uniform=pattern.uniform,
            target=self.difficulty.target(),
            placed=clues,
            area=_mask_of(placed.clues_on, geometry, "clues_on"),
            no_givens=placed.no_givens,
            single_cages=placed.single_cages,
        )
        found.require_possible()
        return found


def question_of(
    pattern: GivenPattern | None,
    placed: PlacedClues | None,
    difficulty: Difficulty | str | None,
    single: Mapping[str, Any],
) -> GenerateQuestion:
    """The question of groups, some of whose options are given by themselves.

    :raises TypeError: where one of those is none.
    """
    if isinstance(difficulty, str):
        difficulty = Difficulty(level=difficulty)
    for name, group, kind in (
        ("pattern", pattern, GivenPattern),
        ("placed", placed, PlacedClues),
        ("difficulty", difficulty, Difficulty),
    ):
        if not isinstance(group, kind | None):
            raise TypeError(f"{name} is a {kind.__name__} or None, not {kind_of(group)}")
    groups: list[Any] = [
        pattern or GivenPattern(),
        placed or PlacedClues(),
        difficulty or Difficulty(),
    ]
    known = set()
    for i, group in enumerate(groups):
        names = {option.name for option in fields_of(group.__class__)}
        known |= names
        if own := {name: value for name, value in single.items() if name in names}:
            groups[i] = replace(group, **own)
    if stray := [name for name in single if name not in known]:
        raise TypeError(f"generate has no option {stray[0]!r}")
    for group in groups:
        require_options(group)
    return GenerateQuestion(*groups)


def _mask_of(text: str | None, geometry: Geometry, name: str) -> frozenset[int] | None:
    if text is None:
        return None
    try:
        return parse_mask(text, geometry)
    except FormatError as error:
        raise OptionError(str(error), name) from None


def _range_of(text: str, name: str, unit: int) -> tuple[int, int]:
    """A rating or a range of ratings such as ``3.0..3.8``, in units; ``name`` is the option's."""
    low, dots, high = text.partition("..")
    try:
        ends = [Decimal(end.strip()) * unit for end in (low, high if dots else low)]
        if all(end == int(end) and 0 <= end < _MOST_UNITS[unit] for end in ends):
            return int(ends[0]), int(ends[1])
    except (ArithmeticError, ValueError):
        pass
    example = "a rating or a range such as 3.0..3.8" if unit == 10 else "a score as in 1200..1500"
    raise OptionError(f"{example} is wanted, not {text!r}", name)


def _levels_of(text: str) -> dict[str, int]:
    """The weights of ``easy:40,medium:30`` or ``hodoku:hard:40``, by level, easiest first.

    Levels without any weight have equal ones.
    """
    parts = [part.strip() for part in text.split(",")]
    equal = all(part in LEVEL_NAMES for part in parts) or not any(":" in part for part in parts)
    found: dict[str, int] = {}
    for part in parts:
        level, colon, weight = part.rpartition(":")
        if equal or not colon or part in LEVEL_NAMES:
            level, weight = part, "1" if equal else ""
        if level not in LEVEL_NAMES:
            name = part if level == HODOKU.name else level
            raise OptionError(f"{name!r} is no level; there are {', '.join(LEVEL_NAMES)}", "levels")
        if level in found:
            raise OptionError(f"{level} is named twice", "levels")
        if not (weight.isascii() and weight.isdigit() and 0 < int(weight) <= _MOST_SHARES):
            raise OptionError(
                f"the share of {level} is a whole number from 1 to {_MOST_SHARES:,}, "
                f"as in {level}:40, not {weight!r}",
                "levels",
            )
        found[level] = int(weight)
    own = [level for level in found if level in LEVELS]
    if own and len(own) < len(found):
        other = next(level for level in found if level not in LEVELS)
        raise OptionError(f"the levels are of one scale, unlike {own[0]} and {other}", "levels")
    divisor = gcd(*found.values())
    return {level: found[level] // divisor for level in LEVEL_NAMES if level in found}


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
    if rated:
        row |= _rating_data(made.puzzle)
        if _is_about_hodoku(wish):
            found = hodoku_rating(required_core("rating").hodoku_rate(made.puzzle))
            values = (found.level, *found.scores.values())
            row |= dict(zip(_HODOKU_COLUMNS, values, strict=True))
    return row


def columns_of(rated: bool, wish: Wish) -> tuple[str, ...]:
    """The names of what :func:`row_of` gives."""
    if not rated:
        return _COLUMNS
    return (*_COLUMNS, *_RATING_COLUMNS, *(_HODOKU_COLUMNS if _is_about_hodoku(wish) else ()))


def _is_about_hodoku(wish: Wish) -> bool:
    return wish.target is not None and wish.target.is_about_hodoku


@dataclass(frozen=True, slots=True)
class GeneratedAnswer(Answer):
    """A puzzle that was made, or a full grid.

    index     its number in the run; ``seed`` that of the run
    puzzle    its text, on one line
    clues     how many givens it has
    minimal   whether every given is needed; ``None`` of a full grid
    symmetry  the symmetries of the pattern of givens; ``None`` of a full grid
    rating    the level, the numbers of the scales, the hardest technique and how many steps there
              are, where a difficulty was asked for
    wish      what was asked for
    """

    index: int
    seed: int
    puzzle: str = field()  # in the place of the property
    clues: int
    minimal: bool | None
    symmetry: tuple[str, ...] | None
    rating: Mapping[str, Any] | None
    wish: Wish = field(repr=False)
    solved: str = field(repr=False)

    @property
    def asked(self) -> Asked:
        """The puzzle on its board and under its rules."""
        # A line holds the givens alone; the rules are those of the board.
        whole = self.puzzle.startswith("{")
        made = parse(self.puzzle).puzzle if whole else posed(self.puzzle, self.wish.board)
        return Asked(Document(made), self.index, self.puzzle)

    @property
    def grid(self) -> Grid:
        """The solution."""
        return posed(self.solved, Puzzle.empty(self.wish.geometry)).grid

    def record(self, lang: Lang | None = None) -> GeneratedRecord:  # type: ignore[override]
        """The plain data that ``--json`` prints."""
        wish = self.wish
        return GeneratedRecord(
            self.index,
            self.seed,
            self.puzzle,
            self.solved,
            self.clues,
            self.minimal,
            self.symmetry,
            wish.geometry.describe(),
            tuple(rule.describe(wish.geometry) for rule in wish.board.constraints),
            self.rating,
        )

    def text(self, lang: Lang | None = None) -> str:
        """The puzzle on one line."""
        return self.puzzle


def made_of(row: Mapping[str, Any], wish: Wish, seed: int) -> GeneratedAnswer:
    """A puzzle that was made; ``row`` is its :func:`row_of`."""
    minimal = wish.minimal or (wish.symmetry == "none" and _one_pass(wish))
    symmetry = row["symmetry"]
    return GeneratedAnswer(
        row["index"],
        seed,
        row["puzzle"],
        row["clues"],
        None if wish.full else minimal,
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
        "hardest": rated.hardest or "none",
        "steps": rated.steps,
    }


def is_rated(wish: Wish) -> bool:
    """Whether each puzzle comes with its rating: only classic ones have Sudoku Explainer's."""
    return wish.target is not None and wish.is_classic


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
    if run.missed.nearest is not None and run.ending in ("seconds", "tries"):
        reason += f"; nearest to the difficulty was a puzzle of {run.missed.nearest}"
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
        return json.dumps(made_of(row, wish, seed).record().as_dict(), ensure_ascii=False)

    def comma(row: Mapping[str, Any]) -> str:
        puzzle = row["puzzle"]
        if "," in puzzle or '"' in puzzle:
            puzzle = '"' + puzzle.replace('"', '""') + '"'
        return ",".join(str(puzzle if n == "puzzle" else row[n]) for n in columns_of(rated, wish))

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
