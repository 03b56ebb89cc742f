"""The wishes for puzzles that are made, in groups of options."""

from __future__ import annotations

from dataclasses import field, replace
from decimal import Decimal
from math import gcd
from typing import Annotated, ClassVar, Literal

from satdoku.answers.puzzle_input import full_grid
from satdoku.answers.question import RunColumns, require_options
from satdoku.base.columns import RunColumn
from satdoku.base.errors import FormatError, OptionError
from satdoku.base.options import Option, kind_of
from satdoku.base.records import dataclass
from satdoku.board import Geometry, Grid
from satdoku.constraints.data import parse_words
from satdoku.constraints.modifiers import Modifier
from satdoku.generating import Target, Wish, parse_mask
from satdoku.generating.clues import parse_clues
from satdoku.generating.difficulty import LEVEL_NAMES, MINUTES, SinglesName
from satdoku.puzzle import Puzzle
from satdoku.puzzle.cells import Cells
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import HODOKU, SE
from satdoku.techniques.names.vocabulary import canonical

SymmetryName = Literal[
    "none", "180", "90", "horizontal", "vertical", "diagonal", "anti-diagonal", "dihedral"
]

_MOST_SHARES = 10_000
_MOST_UNITS = {10: 10_000, 1: 1_000_000}
"""Of a rating with one decimal or of minutes, and of a score."""


@dataclass(frozen=True)
class GivenPattern:
    """Which cells are given, and of which solution."""

    minimal: Annotated[
        bool, Option("Make puzzles in which every given is needed, also with a symmetry.")
    ] = False
    clues: Annotated[int | None, Option("Give exactly N digits.")] = None
    symmetry: Annotated[
        SymmetryName,
        Option(
            "Make the pattern of the givens, and of the clues of --clues-of, symmetric; "
            "horizontal mirrors left and right."
        ),
    ] = "none"
    mask: Annotated[
        str | None,
        Option(
            "Give exactly these cells: a text or file with x or . for each cell.",
            metavar="PATTERN",
            file=True,
        ),
    ] = None
    grid: Annotated[
        str | Grid | Cells | None,
        Option("Make puzzles with this solution.", metavar="GRID", file=True),
    ] = None
    full: Annotated[bool, Option("Make full grids instead of puzzles.")] = False
    uniform: Annotated[
        bool, Option("Start from 9x9 grids that are all equally likely (slower).")
    ] = False
    solutions: Annotated[
        str | None,
        Option(
            "Make puzzles with several solutions, such as 2..9, and mark where they differ.",
            metavar="LOW..HIGH",
        ),
    ] = None


@dataclass(frozen=True)
class PlacedClues:
    """The clues of rules that each puzzle gets besides givens, or in their place."""

    killer: Annotated[bool, Option("Make killer Sudokus, without givens.")] = False
    single_cages: Annotated[bool, Option("Allow cages of one cell (with --killer).")] = False
    clues_of: Annotated[
        str | None,
        Option(
            "Place clues: thermo:3,arrow:2:3-4 (3 to 4 cells),whisper:1:diff=4.",
            metavar="KINDS",
            values="rules",
        ),
    ] = None
    clues_under: Annotated[
        str | None,
        Option(
            "Let the clues read values of modified cells: doubler:each=rows columns boxes.",
            metavar="MODIFIER",
        ),
    ] = None
    no_givens: Annotated[
        bool,
        Option("Make puzzles without givens; kinds without a number get as many clues as needed."),
    ] = False
    clues_on: Annotated[
        str | None,
        Option(
            "Place clues only in these cells, written as for --mask.", metavar="PATTERN", file=True
        ),
    ] = None


@dataclass(frozen=True)
class Difficulty:
    """How hard the puzzles are to be.

    :raises OptionError: where two options set the same, or one of them cannot be read.
    """

    er: Annotated[
        str | None,
        Option(
            "Require this rating of the hardest step by Sudoku Explainer, such as 3.0..3.8.",
            metavar="LOW..HIGH",
        ),
    ] = None
    ep: Annotated[
        str | None,
        Option(
            "Require this rating of the hardest step up to the first digit (EP).",
            metavar="LOW..HIGH",
        ),
    ] = None
    ed: Annotated[
        str | None, Option("Require this rating of the first step (ED).", metavar="LOW..HIGH")
    ] = None
    score: Annotated[
        str | None, Option("Require this score of HoDoKu, such as 1200..1500.", metavar="LOW..HIGH")
    ] = None
    minutes: Annotated[
        str | None,
        Option(
            "Require this number of minutes that people take on average, such as 8..12.",
            metavar="LOW..HIGH",
        ),
    ] = None
    level: Annotated[
        str | None,
        Option(
            "Require this level; hodoku:unfair is one of HoDoKu's levels.",
            metavar="|".join(SE.levels),
            values="level",
        ),
    ] = None
    levels: Annotated[
        str | None,
        Option(
            "Make several levels in turn: easy:40,medium:30,hard:20; easy,hard "
            "makes as many of each; hodoku:easy,hodoku:hard uses HoDoKu's levels.",
            metavar="SHARES",
            values="levels",
        ),
    ] = None
    requires: Annotated[
        str | None,
        Option(
            "Require this technique on the path that explain shows: x-wing, xy-wing ...",
            metavar="TECHNIQUE",
            values="technique",
        ),
    ] = None
    only: Annotated[
        bool, Option("Require that singles and the technique of --requires solve the puzzle.")
    ] = False
    no_look_alike: Annotated[
        bool,
        Option(
            "Require that no other technique, chains apart, shows what the step of --requires does."
        ),
    ] = False
    preset: Annotated[
        Literal["human", "se"], Option("Use this preset for the path, as in explain.")
    ] = "human"
    only_singles: Annotated[
        bool, Option("Require that naked and hidden singles solve the puzzle.")
    ] = False
    singles: Annotated[
        SinglesName | None, Option("Require that singles of this kind alone solve the puzzle.")
    ] = None
    max_steps: Annotated[int | None, Option("Require a path of at most N steps.", least=1)] = None

    def __post_init__(self) -> None:
        require_options(self)
        for number in ("er", "score", MINUTES):
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
            column.name: range_of(text, column.name, scale.unit)
            for scale in (SE, HODOKU)
            for column in scale.columns
            if (text := getattr(self, column.name)) is not None
        }
        if self.minutes is not None:
            ranges[MINUTES] = range_of(self.minutes, MINUTES, 10)
        name = None if self.requires is None else canonical(self.requires)
        target = Target(
            ranges,
            name,
            self.only_singles or self.singles is not None,
            self.max_steps,
            self.level,
            self.preset,
            self.only,
            self.no_look_alike,
            self.singles,
        )
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
                "the number of the puzzle in the sequence of its seed and level",
            ),
            RunColumn("clues", "integer", "the number of givens"),
            RunColumn(
                "symmetry",
                "word",
                "the symmetries of the pattern of givens and clues placed, with + between, or none",
            ),
            RunColumn("solutions", "integer", "the number of solutions, where several are wished"),
            RunColumn("ambiguous", "word", "the cells in which they differ: an x each, a . else"),
        )
    }

    pattern: GivenPattern = field(default_factory=GivenPattern)
    placed: PlacedClues = field(default_factory=PlacedClues)
    difficulty: Difficulty = field(default_factory=Difficulty)

    def wish(self, board: Puzzle) -> Wish:
        """The wish, on a board with its rules and the digits that must be given.

        :raises ImpossibleWish: where no puzzle can be as wished.
        :raises OptionError: where an option cannot be read.
        """
        pattern, placed, geometry = self.pattern, self.placed, board.geometry
        try:
            clues = () if placed.clues_of is None else parse_clues(placed.clues_of, geometry)
        except FormatError as error:
            raise OptionError(error.reason, "clues_of") from None
        grid = None if pattern.grid is None else full_grid(pattern.grid, geometry, "grid").values
        wish = Wish(
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
            solutions=None
            if pattern.solutions is None
            else range_of(pattern.solutions, "solutions", 1),
            under=None if placed.clues_under is None else _modifier(placed.clues_under, geometry),
        )
        wish.require_possible()
        return wish


def question_of(
    pattern: GivenPattern | None,
    placed: PlacedClues | None,
    difficulty: Difficulty | str | None,
) -> GenerateQuestion:
    """The question of groups; a text is the name of a level.

    :raises TypeError: where something else is given in the place of a group.
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
    question = GenerateQuestion(
        pattern or GivenPattern(), placed or PlacedClues(), difficulty or Difficulty()
    )
    for group in (question.pattern, question.placed, question.difficulty):
        require_options(group)
    return question


def _modifier(text: str, geometry: Geometry) -> Modifier:
    """The modifier, without rules, of words as in ``--rules``."""
    try:
        kind, values = parse_words(text, geometry)
        if kind is Modifier and "does" in values and "rules" not in values:
            return Modifier(**values, rules=())
    except ValueError as error:
        raise OptionError(str(error), "clues_under") from None
    raise OptionError(
        "a modifier without its rules is written as doubler:each=rows columns boxes or "
        f"modifier:*3:count=4, not {text[:60]!r}",
        "clues_under",
    )


def _mask_of(text: str | None, geometry: Geometry, name: str) -> frozenset[int] | None:
    if text is None:
        return None
    try:
        return parse_mask(text, geometry)
    except FormatError as error:
        raise OptionError(str(error), name) from None


def range_of(text: str, name: str, unit: int, most: int | None = None) -> tuple[int, int]:
    """A rating or a range of ratings such as ``3.0..3.8``, in units; ``name`` is the option's.

    :param most: the units below which both ends are.
    :raises OptionError: where the text is none.
    """
    low, dots, high = text.partition("..")
    example = {
        MINUTES: "a number of minutes or a range such as 8..12",
        "score": "a score as in 1200..1500",
        "solutions": "a number of solutions or a range such as 2..9",
    }.get(name, "a rating or a range such as 3.0..3.8" if unit > 1 else "a number or 17..30")
    try:
        ends = [Decimal(end.strip()) * unit for end in (low, high if dots else low)]
        if all(end == int(end) and end >= 0 for end in ends):
            if max(ends) < (most or _MOST_UNITS[unit]):
                return int(ends[0]), int(ends[1])
            example = f"a number below {(most or _MOST_UNITS[unit]) // unit}"
    except (ArithmeticError, ValueError):
        pass
    raise OptionError(f"{example} is wanted, not {text!r}", name)


def _levels_of(text: str) -> dict[str, int]:
    """The weights of ``easy:40,medium:30`` or ``hodoku:hard:40``, by level, easiest first.

    Levels without any weight have equal ones.
    """
    parts = [part.strip() for part in text.split(",")]
    equal = all(part in LEVEL_NAMES for part in parts) or not any(":" in part for part in parts)
    shares: dict[str, int] = {}
    for part in parts:
        level, weight = (part, "1") if equal else _weighted_level(part)
        if level not in LEVEL_NAMES:
            name = part if level == HODOKU.name else level
            raise OptionError(
                f"{name!r} is not a level; there are {', '.join(LEVEL_NAMES)}", "levels"
            )
        if level in shares:
            raise OptionError(f"{level} is named twice", "levels")
        if not (weight.isascii() and weight.isdigit() and 0 < int(weight) <= _MOST_SHARES):
            raise OptionError(
                f"the share of {level} is a whole number from 1 to {_MOST_SHARES:,}, "
                f"as in {level}:40, not {weight!r}",
                "levels",
            )
        shares[level] = int(weight)
    _require_one_scale(shares)
    divisor = gcd(*shares.values())
    return {level: shares[level] // divisor for level in LEVEL_NAMES if level in shares}


def _require_one_scale(levels: dict[str, int]) -> None:
    own = [level for level in levels if level in LEVELS]
    others = [level for level in levels if level not in LEVELS]
    if own and others:
        raise OptionError(f"the levels are of one scale, unlike {own[0]} and {others[0]}", "levels")


def _weighted_level(part: str) -> tuple[str, str]:
    """A level, whose name may have a colon itself, and the text of its weight."""
    level, colon, weight = part.rpartition(":")
    return (part, "") if not colon or part in LEVEL_NAMES else (level, weight)
