"""The interface of constraints, so that a puzzle can hold rules without code for each.

A constraint defines its meaning, independently of the engines. Each is a small frozen dataclass
that states its rule twice: ``holds`` in plain Python, the reference in every test, and
``relations``, the lowering that every engine supports. There is one file a family in
:mod:`satdoku.constraints`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias, TypeVar

from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid

if TYPE_CHECKING:
    from satdoku.base.limits import Clock
    from satdoku.relations import Lowered, Relation

T = TypeVar("T")

ParameterKind = Literal[
    "cell", "cells", "line", "sets", "lines",
    "integer", "integers", "index", "digits", "groups", "tuples", "rules",
    "text", "choice", "side", "direction", "flag",
]  # fmt: skip

SIDES = ("left", "right", "top", "bottom")
DIRECTIONS = ("up-left", "up-right", "down-left", "down-right")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a constraint, for help pages, readers of files and forms.

    ``kind``, and its value in Python:

    ``cell``       a cell: ``int``
    ``cells``      a set of cells: ``tuple[int, ...]``
    ``line``       cells whose order counts: ``tuple[int, ...]``
    ``sets``       sets of cells, ``lines`` lines: ``tuple[tuple[int, ...], ...]``
    ``integer``    ``int``; ``integers`` several: ``tuple[int, ...]``
    ``index``      the number of a row or column, from 1: ``int``
    ``digits``     digits of the board, repeats counted, ascending: ``tuple[int, ...]``
    ``groups``     lists of digits: ``tuple[tuple[int, ...], ...]``
    ``tuples``     lists of integers whose order counts: ``tuple[tuple[int, ...], ...]``
    ``rules``      other rules: ``tuple[Constraint, ...]``
    ``text``       ``str``
    ``choice``     one of ``choices``: ``str``
    ``side``       a side of the board, one of :data:`SIDES`: ``str``
    ``direction``  a diagonal direction, one of :data:`DIRECTIONS`: ``str``
    ``flag``       ``bool``

    An ``optional`` parameter that is not given has the value ``default``; ``None`` there means
    that the rule chooses by the board, or does without. Integers lie in ``least .. most``; where
    one of these is ``None``, in files and words, they are at most 10^18 away from 0.
    """

    name: str
    kind: ParameterKind
    meaning: str
    optional: bool = False
    default: Any = None
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    @property
    def is_bounded(self) -> bool:
        """Whether it names a bound of its own, for one integer or several."""
        return (self.least, self.most) != (None, None) and self.kind in ("integer", "integers")


@dataclass(frozen=True, slots=True)
class Unknown:
    """The value of an integer parameter that is the number in a cell outside of the grid."""

    cell: int
    name: str

    def __str__(self) -> str:
        return self.name


class Together(tuple["Constraint", ...]):
    """The rules of one puzzle, with results that several of them share."""

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """``make()``, made once for each key."""
        known: dict[Any, Any] = self.__dict__
        if key not in known:
            known[key] = make()
        value: T = known[key]
        return value


ShapeKind = Literal[
    "cage", "area", "line", "arrow", "circle", "square", "dot", "outside", "none"
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Shape:
    """How a constraint looks, for any renderer: what to draw, through which cells, what to write.

    ``kind``:

    ``cage``     an outline just inside the cells, ``label`` in its first corner
    ``area``     a tint of the cells
    ``line``     a stroke through the centres of the cells in order; ``bulb`` is drawn at its start
    ``arrow``    the same with a head at its end
    ``circle``   a mark in each cell
    ``square``   a mark in each cell
    ``dot``      one mark in the middle of the cells: a cell's centre, an edge (two cells), a corner
                 (four cells); ``label`` is written in it
    ``outside``  ``label`` outside of the board, before the first of the cells, which run from
                 there into the board
    ``none``     nothing (a rule of the whole board, described in words)

    ``colour`` is a word of the renderer's palette (``grey``, ``green``, ...); empty for the usual
    one of its kind. ``filled`` is whether a dot or bulb is filled, ``width`` a stroke's width as a
    share of a cell (0: the usual one). A bulb is a circle, or a ``diamond``. ``lettered``: where
    several rules have such areas, each has a letter, written in its cells.
    """

    kind: ShapeKind
    cells: tuple[int, ...] = ()
    label: str | None = None
    colour: str = ""
    width: float = 0.0
    bulb: bool = False
    filled: bool = False
    diamond: bool = False
    lettered: bool = False


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A symmetry as plain data: cell ``i`` goes to ``cells[i]``, digit ``d`` to ``digits[d]``.

    Positions and digits move independently; ``digits`` is the identity for a purely geometric
    symmetry. The map keeps the geometry's houses (its caller checks that).
    """

    geometry: Geometry
    cells: tuple[int, ...]
    digits: Mapping[int, int]

    @property
    def relabels(self) -> bool:
        """Whether some digit changes."""
        return any(a != b for a, b in self.digits.items())


Aliases: TypeAlias = Mapping[str, Callable[[Geometry], dict[str, Any]] | None]
"""Other names of a rule that are read, each with the parameters that it stands for on a board
(``None``: the name alone)."""


@dataclass(frozen=True, slots=True)
class Placing:
    """How clues of a rule are placed at random where a puzzle is generated.

    refused     why they are not placed
    cells       the least and most cells of a clue; ``None``: as other lines or areas
    whole       whether a clue has as many cells as the board has digits
    square      whether a clue lies on two by two cells
    sides       the sides that clues are read from, where other sides read the same
    chosen      the name of the optional number that is placed too
    numbers     from the digits of the cells, or of the line, to the numbers that the clue may have;
                ``None``: every number is tried
    shuffled    whether these numbers are tried in random order
    any_digits  whether its digits need not stand in its cells
    """

    refused: str | None = None
    cells: tuple[int, int] | None = None
    whole: bool = False
    square: bool = False
    sides: tuple[str, ...] = SIDES
    chosen: str | None = None
    numbers: Callable[[Sequence[int]], Iterable[int]] | None = None
    shuffled: bool = False
    any_digits: bool = False


class Constraint(ABC):
    """A rule that a variant adds. Subclasses are frozen dataclasses; see the module docstring.

    name        its name on the command line and in files: ``anti-knight``
    title       its name for people; by default the name with a capital letter and spaces
    summary     the rule in one sentence
    parameters  one for each dataclass field, in order (fields that :meth:`among` sets are none)
    aliases     its other names *
    technique   the name of the technique that reads its clues
    placing     how its clues are placed at random
    plural      the name of several of its clues; by default the title with an s *
    noun        the name of one clue in a sentence; by default the title in small letters
    in_links    its names in formats of links that write its parameters in the usual way, each after
                the name of the format: ``fpuzzles:renban`` *
    in_words    forms by which texts in English tell it, looked for in a plain sentence
                (:mod:`satdoku.reading.words`); a named group is a parameter *
    sought      further words by which setters look for it *
    closed_as   how to read a line that ends where it begins, if its cells may not repeat: as a
                ``set`` of cells, or as ``pieces``, which regions cut
    reads_values  whether its meaning is one of any integers in the cells, not of digits alone, so
                that it can be about cells that count with other values than their digits
    told        the sentence of one rule, a form with its :meth:`numbers`, where the summary leaves
                them open; of a rule with a choice, one for each choice *

    Derived classes do not have those marked *.
    """

    name: ClassVar[str]
    aliases: ClassVar[Aliases] = {}
    in_links: ClassVar[tuple[str, ...]] = ()
    in_words: ClassVar[tuple[str, ...]] = ()
    sought: ClassVar[tuple[str, ...]] = ()
    technique: ClassVar[str] = "clue-combinations"
    placing: ClassVar[Placing] = Placing()
    title: ClassVar[str]
    plural: ClassVar[str] = ""
    noun: ClassVar[str]
    summary: ClassVar[str]
    told: ClassVar[str | Mapping[str, str]] = ""
    parameters: ClassVar[tuple[Parameter, ...]] = ()
    closed_as: ClassVar[Literal["", "set", "pieces"]] = ""
    reads_values: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = vars(cls)
        if "name" not in own:
            return
        if "title" not in own:
            cls.title = cls.name.replace("-", " ").capitalize()
        if "noun" not in own:
            cls.noun = cls.title.lower()
        for not_inherited in {"in_links", "in_words", "sought"} - own.keys():
            setattr(cls, not_inherited, ())
        if "told" not in own:
            cls.told = ""

    @classmethod
    def board(cls, geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
        """The board of the rules in its parameters; ``values`` are the parameters known so far.

        :raises ValueError: where a value makes none.
        """
        return geometry

    @classmethod
    def sentences(cls) -> Mapping[str, str]:
        """The forms of ``told``, by ``told`` or ``told.CHOICE``."""
        if isinstance(cls.told, str):
            return {"told": cls.told} if cls.told else {}
        return {f"told.{choice}": form for choice, form in cls.told.items()}

    @classmethod
    def choice(cls) -> str:
        """The name of the parameter that is a choice; empty where it has none."""
        return next((p.name for p in cls.parameters if p.kind == "choice"), "")

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        """The values for the form ``told``."""
        return self.arguments()

    def told_by(self, geometry: Geometry) -> str:
        """The key of its form in :meth:`sentences`; empty where the summary tells it."""
        forms = self.sentences()
        key = "told" if "told" in forms or not forms else f"told.{getattr(self, self.choice())}"
        return key if key in forms else ""

    def sentence(self, geometry: Geometry) -> str:
        """The sentence of the rule, with its own numbers, in English."""
        form = self.sentences().get(self.told_by(geometry))
        return self.summary if form is None else form.format(**self.numbers(geometry))

    def unfit(self, geometry: Geometry) -> str | None:
        """Why this board cannot have the rule at all (a sentence), or ``None`` where it can."""
        return None

    def is_sound(self, geometry: Geometry) -> bool:
        """Whether the board can have the rule, has every cell, and none is named twice."""
        return self.unfit(geometry) is None

    @abstractmethod
    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells the rule covers on this board, ascending."""

    def reading(self, geometry: Geometry) -> tuple[int, ...]:
        """The cells of the scope in the order in which the rule names them, where it does."""
        return self.scope(geometry)

    @abstractmethod
    def holds(self, grid: Grid) -> bool:
        """Whether a full grid satisfies the rule: its definition, in simple Python.

        No grid satisfies a rule that is itself at fault (a cell named twice or outside of the
        board, a board that cannot have the rule), so the fault cannot pass unnoticed.
        """

    def holds_within(self, grid: Grid, clock: Clock | None) -> bool:
        """:meth:`holds` with a clock, for rules that search for hidden values.

        ``None`` is the clock of the thread; without one, the number of guesses is limited as in
        :meth:`holds`.

        :raises RanOut: where the clock does.
        """
        return self.holds(grid)

    def shown_by(self, grid: Grid, hidden: Mapping[int, int], clock: Clock | None) -> bool:
        """Whether these values prove that a full grid keeps the rule.

        :param hidden: values of hidden cells, numbered as in the relations of the rule.
        :raises RanOut: where the clock does.
        """
        return False

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        """Whether some digits in the empty cells may satisfy a sound rule.

        A quick check for searches through hidden values: true where the answer would take long.
        """
        return True

    @abstractmethod
    def relations(self, geometry: Geometry) -> Iterable[Lowered]:
        """The rule for engines: together with the relations of the houses these mean ``holds``."""

    @abstractmethod
    def faults(self, grid: Grid) -> Iterator[Problem]:
        """Every fault of the rule that a partly filled grid already shows.

        Also faults of the rule itself on this board, such as an unreachable sum or a cell that
        does not exist.
        """

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        """The shapes that draw it; if nothing can be drawn, its sentence."""
        return (Shape("none", label=self.summary),)

    @abstractmethod
    def image(self, board_map: BoardMap) -> Constraint | None:
        """The rule that holds for the image of every grid that keeps this one, or ``None``."""

    def solved_marks(self, solution: Grid) -> Mapping[int, str]:
        """The cells of a solution that the rule marks, with what is written in them."""
        return {}

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        """The rules about digits, and those about values, that together are a rule that reads
        values, with what it takes from this board's digits.

        :raises ValueError: where the rule cannot read values.
        """
        if not self.reads_values:
            raise value_error("{rule} reads digits and cannot read other values", rule=self.name)
        return (), (self,)

    def read_alone(self, geometry: Geometry) -> Iterable[tuple[Constraint, tuple[Relation, ...]]]:
        """The rules inside that a person reads alone, each with relations that follow from it and
        what else the rule says of its cells."""
        return ()

    def among(self, rules: Together) -> Constraint:
        """The rule with its meaning in a puzzle with these rules, which include itself.

        This differs only for rules about the cells or edges that other rules leave unmarked.
        """
        return self

    def arguments(self) -> dict[str, Any]:
        """The values of the parameters, by name."""
        return {parameter.name: getattr(self, parameter.name) for parameter in self.parameters}

    def describe(self, geometry: Geometry) -> str:
        """The rule with its place, for messages: ``killer cage of 10 in r1c1, r1c2``."""
        return self.title.lower()

    def head(self, geometry: Geometry) -> str:
        """:meth:`describe` without a list of cells at its end: ``killer cage of 10``."""
        return self.describe(geometry)

    def known_by(self, geometry: Geometry) -> str:
        """The number that identifies the rule, ``10``; empty where there is none."""
        return ""
