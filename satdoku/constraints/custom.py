"""Rules that are written out: tables of pairs, automata and patterns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Any, ClassVar

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import BoardMap, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.constraints.common import Clue
from satdoku.constraints.laws import Law, law_of_machine, law_of_pairs
from satdoku.constraints.pairs import PairClue
from satdoku.constraints.patterns import Machine, compiled
from satdoku.constraints.rows import rows_of
from satdoku.constraints.sides import strange_digit
from satdoku.relations import Automaton as Moves
from satdoku.relations import Relation

__all__ = ["AllPairs", "AutomatonRule", "PairTableRule", "Regex"]

LINE = Parameter("cells", "line", "the cells, in the order that they are read")
CALLED = Parameter("called", "text", "what its author calls it", optional=True, default="")

MAX_NAME_LENGTH = 60


def check_called(rule: str, called: str) -> None:
    """:raises ValueError: where this is no name that an author may give a rule."""
    if not called.isprintable() or len(called) > MAX_NAME_LENGTH:
        raise value_error(
            "{name}: 'called' is a name of at most {longest_name} printable characters",
            name=rule,
            longest_name=MAX_NAME_LENGTH,
        )


class _Called(Clue):
    """A rule that its author may have given a name."""

    called: str

    def __post_init__(self) -> None:
        super().__post_init__()
        check_called(self.name, self.called)

    def law(self, geometry: Geometry) -> Law | None:
        """Its demand, where that has words of its own."""
        return None

    def told_by(self, geometry: Geometry) -> str:
        law = self.law(geometry)
        return f"told.{law.name}" if law else ""

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        law = self.law(geometry)
        return law.values if law else {}

    def head(self, geometry: Geometry) -> str:
        return f'rule "{self.called}"' if self.called else super().head(geometry)


@dataclass(frozen=True)
class _Listed(_Called, PairClue):
    """The pairs of digits that a rule allows, written out."""

    cell_count = (2, None)

    def __post_init__(self) -> None:
        super().__post_init__()
        rows = rows_of(self.table)
        if rows.lengths - {2}:
            wrong = next(row for row in self.table if len(row) != 2)
            raise value_error(
                "{name}: 'table' is a list of pairs of digits, not {wrong}",
                name=self.name,
                wrong=wrong,
            )
        object.__setattr__(self, "table", rows)

    cells: tuple[int, ...]
    table: tuple[tuple[int, ...], ...]
    called: str = ""

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, rows_of(self.table).numbers, geometry)

    @cached_property
    def _rows(self) -> frozenset[tuple[int, ...]]:
        return frozenset(self.table)

    def allows(self, first: int, second: int, geometry: Geometry) -> bool:
        return (first, second) in self._rows

    def wrong(self, first: int, second: int, geometry: Geometry) -> str:
        return "the table does not allow that pair"

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        to = board_map.digits
        table = tuple((to[a], to[b]) for a, b in self.table)
        return type(self)(self.cells, table, self.called)

    def law(self, geometry: Geometry) -> Law:
        return law_of_pairs({(a, b) for a, b in self.table}, geometry.digits)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (Shape("line", self.drawn(geometry)), Shape("none", label=self.describe(geometry)))


@dataclass(frozen=True)
class PairTableRule(_Listed):
    """Every two successive cells hold one of the ordered pairs of a table."""

    name = "pair-table"
    title = "Table of successive pairs"
    plural = "tables of successive pairs"
    summary = "Every two successive cells of a line hold one of the listed pairs."
    told: ClassVar[Mapping[str, str]] = {
        "differences": "Allowed differences of successive digits on a line: {numbers}.",
        "sums": "Allowed sums of successive digits on a line: {numbers}.",
        "follow": "Allowed digits after each digit of a line: {pairs}.",
    }
    repeats_allowed = True
    parameters = (
        LINE,
        Parameter("table", "tuples", "the pairs of digits that are allowed, each in order"),
        CALLED,
    )

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return tuple(pairwise(self.cells))


@dataclass(frozen=True)
class AllPairs(_Listed):
    """Every two of the cells, in their order, hold one of the ordered pairs of a table."""

    name = "all-pairs"
    title = "Table of all pairs"
    plural = "tables of all pairs"
    summary = "Every two of the cells hold one of the listed pairs."
    told: ClassVar[Mapping[str, str]] = {
        "differences": "Allowed differences of every two of the digits: {numbers}.",
        "sums": "Allowed sums of every two of the digits: {numbers}.",
        "follow": "Allowed digits in later cells after each digit: {pairs}.",
    }
    parameters = (
        LINE,
        Parameter(
            "table",
            "tuples",
            "the pairs of digits that are allowed, that of the earlier cell first",
        ),
        CALLED,
    )

    def pairs(self, geometry: Geometry) -> Sequence[tuple[int, int]]:
        return tuple(combinations(self.cells, 2))


class _Reads(_Called):
    """A rule that reads its cells in order and accepts their digits or not."""

    repeats_allowed = True

    def machine(self, geometry: Geometry) -> Machine:
        """Starts, accepting states and moves."""
        raise NotImplementedError

    def segments(self) -> tuple[tuple[int, ...], ...]:
        """The cells, in parts between which a break is read."""
        raise NotImplementedError

    def fits(self, values: Sequence[int], geometry: Geometry) -> bool:
        return self.may_hold(values, geometry)

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        machine = self.machine(geometry)
        symbols: list[int | None] = []
        for number, segment in enumerate(self.segments()):
            symbols += [machine.mark] * (number > 0) + [values[cell] for cell in segment]
        return machine.accepts(symbols, geometry.digits)

    def lowering(self, geometry: Geometry) -> Iterable[Relation]:
        machine, segments = self.machine(geometry), self.segments()
        line = tuple(cell for segment in segments for cell in segment)
        if len(segments) > 1:
            machine = machine.unrolled([len(segment) for segment in segments])
        yield Moves(line, machine.starts, machine.accepting, machine.moves)

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        lines = tuple(Shape("line", cells) for cells in self.drawn_segments(geometry))
        return (*lines, Shape("none", label=self.describe(geometry)))

    def drawn_segments(self, geometry: Geometry) -> Iterable[tuple[int, ...]]:
        """The segments without the cells that the board lacks."""
        for segment in self.segments():
            cells = tuple(cell for cell in segment if 0 <= cell < geometry.cell_count)
            if cells:
                yield cells


@dataclass(frozen=True)
class AutomatonRule(_Reads):
    """A nondeterministic automaton accepts the digits of a line, or of several with breaks."""

    name = "automaton"
    summary = "An automaton that reads the digits of the line in order accepts them."
    told: ClassVar[Mapping[str, str]] = {
        "total": "Allowed sums of all digits of a line: {numbers}.",
        "count": "Allowed numbers of digits {digits} on a line: {numbers}.",
        "differences": "Allowed differences of successive digits on a line: {numbers}.",
        "sums": "Allowed sums of successive digits on a line: {numbers}.",
        "follow": "Allowed digits after each digit of a line: {pairs}.",
        "states": (
            "Each digit of a line, in order, changes a state, which is {starts} at first ({moves}) "
            "and at the end one of these: {ends}."
        ),
    }
    parameters = (
        Parameter(
            "lines",
            "lines",
            "the cells in order; between two lines (which may be empty) a break is read",
        ),
        Parameter("starts", "integers", "the states that it starts in", least=0),
        Parameter("accepting", "integers", "the states in which it accepts", least=0),
        Parameter("moves", "tuples", "its moves: state, digit, next state"),
        Parameter(
            "breaks", "tuples", "its moves at a break: state, next state", optional=True, default=()
        ),
        CALLED,
    )

    lines: tuple[tuple[int, ...], ...]
    starts: tuple[int, ...]
    accepting: tuple[int, ...]
    moves: tuple[tuple[int, ...], ...]
    breaks: tuple[tuple[int, ...], ...] = ()
    called: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not any(self.lines):
            raise value_error("{name}: no line has cells", name=self.name)
        for name, rows, size in (("moves", self.moves, 3), ("breaks", self.breaks, 2)):
            if rows_of(rows).lengths - {size}:
                wrong = next(row for row in rows if len(row) != size)
                raise value_error(
                    "{name}: an entry of {what!r} has {size} numbers: {wrong}",
                    name=self.name,
                    what=name,
                    size=size,
                    wrong=wrong,
                )
            object.__setattr__(self, name, rows_of(rows))
        for name in ("starts", "accepting"):
            object.__setattr__(self, name, tuple(sorted(set(getattr(self, name)))))

    def unfit(self, geometry: Geometry) -> str | None:
        return strange_digit(self.name, rows_of(self.moves).seconds, geometry)

    def segments(self) -> tuple[tuple[int, ...], ...]:
        return self.lines

    def law(self, geometry: Geometry) -> Law:
        law = None
        if len(self.lines) == 1:
            law = law_of_machine(self.machine(geometry), len(self.lines[0]), geometry.digits)
        return law or Law("states", self._states())

    def _states(self) -> dict[str, str]:
        """The moves by state: ``0: 1 3 → 1, 2 4 → 0; 1: | → 0`` (a break)."""
        moves: dict[int, dict[int, list[str]]] = {}
        for state, digit, to in sorted(self.moves):
            moves.setdefault(state, {}).setdefault(to, []).append(str(digit))
        for state, to in self.breaks:
            moves.setdefault(state, {}).setdefault(to, []).append("|")
        rows = (
            f"{state}: " + ", ".join(f"{' '.join(read)} → {to}" for to, read in own.items())
            for state, own in moves.items()
        )
        starts, ends = (" ".join(map(str, states)) for states in (self.starts, self.accepting))
        return {"starts": starts, "moves": "; ".join(rows), "ends": ends}

    def machine(self, geometry: Geometry) -> Machine:
        return _machine(self.starts, self.accepting, self.moves, self.breaks, geometry.digits[0])

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        moves = tuple((state, board_map.digits[digit], to) for state, digit, to in self.moves)
        return type(self)(self.lines, self.starts, self.accepting, moves, self.breaks, self.called)


@lru_cache(maxsize=64)
def _machine(
    starts: tuple[int, ...],
    accepting: tuple[int, ...],
    moves: tuple[tuple[int, ...], ...],
    breaks: tuple[tuple[int, ...], ...],
    lowest: int,
) -> Machine:
    mark = lowest - 1
    every = [(a, digit, b) for a, digit, b in moves] + [(a, mark, b) for a, b in breaks]
    return Machine(frozenset(starts), frozenset(accepting), frozenset(every), mark)


@dataclass(frozen=True)
class Regex(_Reads):
    """A regular expression matches all digits of a line."""

    name = "regex"
    title = "Regular expression"
    summary = "The digits of the line, in order, match the pattern from end to end."
    parameters = (LINE, Parameter("pattern", "text", "the regular expression"), CALLED)

    cells: tuple[int, ...]
    pattern: str
    called: str = ""

    def unfit(self, geometry: Geometry) -> str | None:
        try:
            compiled(self.pattern, geometry.digits)
        except ValueError as error:
            return worded("{name}: {error}", name=self.name, error=error)
        return None

    def segments(self) -> tuple[tuple[int, ...], ...]:
        return (self.cells,)

    def machine(self, geometry: Geometry) -> Machine:
        return compiled(self.pattern, geometry.digits)

    def relabelled(self, board_map: BoardMap) -> Clue | None:
        return None

    def head(self, geometry: Geometry) -> str:
        return f"{super().head(geometry)} {self.pattern}"
