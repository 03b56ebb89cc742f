"""Rules made of other rules: alternatives, groups, and rules that use cells outside of the grid."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain
from typing import Any, ClassVar, TypeAlias

from satdoku.base.limits import Clock, Limit, RanOut, running
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded
from satdoku.board.constraint import BoardMap, Constraint, Parameter, Shape
from satdoku.board.geometry import Geometry
from satdoku.board.grid import Grid
from satdoku.constraints.common import (
    NEVER,
    Clue,
    full_values,
    require_depth,
    whole_in_values,
)
from satdoku.constraints.denied import opposite
from satdoku.constraints.hidden import filling
from satdoku.model.model import apart
from satdoku.relations import (
    Among,
    Comparison,
    Domain,
    Guard,
    Lowered,
    Or,
    Relation,
    TooLarge,
    spelled_out,
    variables_of,
)

__all__ = [
    "AllOf",
    "AnyOf",
    "Combined",
    "CountOf",
    "Hiding",
    "NoneOf",
    "SameForAll",
    "VariablesRule",
]

_MAX_GUESSES = 200
"""Guesses of a check of the hidden values of a full grid, a few seconds at most."""
_GROUP = re.compile(r"([A-Z]{1,8})(?:\*(\d{1,5})(?:x(\d{1,5}))?)?(?:=(-?\d{1,6})-(-?\d{1,6}))?")


class Combined(Constraint):
    """A rule with other rules inside, which are about the board that :meth:`board` makes."""

    may_be_empty: ClassVar[bool] = False

    rules: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        if not self.rules and not self.may_be_empty:
            raise value_error("{name}: at least one rule is needed", name=self.name)
        # Readers come from outside and refuse such a rule by its own name.
        require_depth(self._depth - 1, worded("a rule of {name}", name=self.name))

    @cached_property
    def _depth(self) -> int:
        """The number of rules inside of each other, including this one."""
        return 1 + max((r._depth for r in self.rules if isinstance(r, Combined)), default=0)

    def inside(self, geometry: Geometry) -> Geometry:
        """The board of the rules inside."""
        return self.board(geometry, self.arguments())

    def unfit(self, geometry: Geometry) -> str | None:
        # Cached, since each rule around this one and the scope read it, for one board.
        cached: tuple[Geometry, str | None] | None = self.__dict__.get("_unfit")
        if cached is None or cached[0] is not geometry:
            cached = self.__dict__["_unfit"] = geometry, self._misfit(geometry)
        return cached[1]

    def _misfit(self, geometry: Geometry) -> str | None:
        try:
            board = self.inside(geometry)
        except ValueError as error:
            return worded("{name}: {error}", name=self.name, error=error)
        for rule in self.rules:
            if not isinstance(rule, Clue) and type(rule).among is not Constraint.among:
                return worded(
                    "{name}: {inner} is about what other rules leave unmarked and cannot be inside "
                    "of another",
                    name=self.name,
                    inner=rule.name,
                )
            if not isinstance(rule, Clue | Combined) and board is not geometry:
                return worded(
                    "{name}: {inner} is a rule of the whole board and cannot be inside of a rule "
                    "with cells outside of the grid",
                    name=self.name,
                    inner=rule.name,
                )
            if reason := rule.unfit(board):
                return reason
        return None

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        if self.unfit(geometry) is not None:
            return ()
        board = self.inside(geometry)
        cells = {cell for rule in self.rules for cell in rule.scope(board)}
        return tuple(sorted(cell for cell in cells if cell < geometry.cell_count))

    def is_kept(self, values: tuple[int, ...], geometry: Geometry, clock: Clock | None) -> bool:
        """Whether the digits of a full grid keep the rule, where it is sound on the board."""
        raise NotImplementedError

    def holds(self, grid: Grid) -> bool:
        return self.holds_within(grid, None)

    def holds_within(self, grid: Grid, clock: Clock | None) -> bool:
        values = full_values(grid)
        return self.unfit(grid.geometry) is None and self.is_kept(values, grid.geometry, clock)

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        """The relations of the rule, where it is sound on the board."""
        raise NotImplementedError

    def relations(self, geometry: Geometry) -> Iterable[Lowered]:
        return NEVER if self.unfit(geometry) is not None else tuple(self.lowering(geometry))

    def parts(self, geometry: Geometry, top: int | None = None) -> Iterator[list[Lowered]]:
        """The relations of each rule inside, their auxiliary variables numbered apart."""
        return lowered_apart(self.rules, self.inside(geometry), top)

    def faults(self, grid: Grid) -> Iterator[Problem]:
        geometry = grid.geometry
        reason = self.unfit(geometry)
        if reason is not None:
            yield Problem("rule", reason)
            return
        faults = list(self.broken(grid))
        yield from faults
        full = not faults and grid.is_full and set(grid.values) <= set(geometry.digits)
        if full and self._is_seen_broken(grid):
            scope = self.scope(geometry)
            yield Problem("rule", f"{self.describe(geometry)}: its digits break it", scope)

    def _is_seen_broken(self, grid: Grid) -> bool:
        """Whether a short search shows that a full grid breaks the rule.

        :raises RanOut: where the clock of the surrounding question runs out.
        """
        outer = running()
        few = Clock(Limit(nodes=_MAX_GUESSES, cancel=outer.limit.cancel), outer.deadline)
        try:
            return not self.holds_within(grid, few)
        except RanOut as ended:
            if ended.stop == "nodes":
                return False
            raise

    def broken(self, grid: Grid) -> Iterator[Problem]:
        """The faults that the rules inside show by themselves."""
        board, cells = self.inside(grid.geometry), grid.geometry.cell_count
        wider = Grid(board, (*grid.values, *[None] * (board.cell_count - cells)))
        for rule in self.rules:
            for problem in rule.faults(wider):
                yield replace(problem, cells=tuple(c for c in problem.cells if c < cells))

    def image(self, board_map: BoardMap) -> Constraint | None:
        geometry = board_map.geometry
        if self.unfit(geometry) is not None:
            return None
        board = self.inside(geometry)
        more = range(geometry.cell_count, board.cell_count)
        wider = BoardMap(board, (*board_map.cells, *more), board_map.digits)
        images = [rule.image(wider) for rule in self.rules]
        rules = tuple(image for image in images if image is not None)
        values = self.arguments() | {"rules": rules}
        return type(self)(**values) if len(rules) == len(self.rules) else None

    def shapes(self, geometry: Geometry) -> tuple[Shape, ...]:
        return (*self._drawn(geometry), Shape("none", label=self.describe(geometry)))

    def _drawn(self, geometry: Geometry) -> Iterator[Shape]:
        """The shapes of the rules inside; the words are those of the outermost rule."""
        if self.unfit(geometry) is not None:
            return
        board, cells = self.inside(geometry), set(self.scope(geometry))
        for rule in self.rules:
            inner = rule._drawn(board) if isinstance(rule, Combined) else rule.shapes(board)
            for shape in inner:
                drawn = tuple(cell for cell in shape.cells if cell in cells)
                if drawn and (shape.kind != "dot" or drawn == shape.cells):
                    yield shape if drawn == shape.cells else replace(shape, cells=drawn)

    def lead(self) -> str:
        """The rule without those inside, for messages."""
        return self.noun

    def describe(self, geometry: Geometry) -> str:
        if not self.rules or self.unfit(geometry) is not None:
            return self.lead()
        board = self.inside(geometry)
        return f"{self.lead()} ({'; '.join(rule.describe(board) for rule in self.rules)})"

    def head(self, geometry: Geometry) -> str:
        """Without the rules where one of them lists its cells."""
        if not self.rules or self.unfit(geometry) is not None:
            return self.lead()
        board = self.inside(geometry)
        listed = any(rule.head(board) != rule.describe(board) for rule in self.rules)
        return self.lead() if listed else self.describe(geometry)


RULES = Parameter("rules", "rules", "the rules")

_TRUE = frozenset((1,))
_FLAG = frozenset((0, 1))

_End: TypeAlias = tuple[Comparison, int]
"""A bound of the number of rules that hold."""


def why_undeniable(rule: Constraint, board: Geometry) -> str | None:
    """Why no relations can say that a rule inside of another does not hold, or ``None``."""
    if isinstance(rule, Counting):
        return rule.undeniable(board)
    if not rule.is_sound(board):
        problem = next(rule.faults(Grid(board, (None,) * board.cell_count)), None)
        return worded("{rule} cannot be: {why}", rule=rule.name, why=problem and problem.message)
    relations = tuple(rule.relations(board))
    unknown = (v >= board.cell_count for one in spelled_out(relations) for v in variables_of(one))
    if isinstance(rule, Hiding) or any(unknown):
        return worded(
            "{rule} has unknown values of its own, so that engines cannot deny it",
            rule=rule.describe(board),
        )
    try:
        opposite(spelled_out(relations), board)
    except TooLarge:
        return worded("that {rule} does not hold has too many cases", rule=rule.describe(board))
    return None


def denial(rule: Constraint, board: Geometry) -> tuple[Lowered, ...]:
    """Relations that say that a rule, which is not undeniable, does not hold."""
    if isinstance(rule, Counting):
        return tuple(rule.denied(board))
    return opposite(spelled_out(rule.relations(board)), board)


def _first_undeniable(rules: Iterable[Constraint], board: Geometry) -> str | None:
    return next(filter(None, (why_undeniable(rule, board) for rule in rules)), None)


def lowered_apart(
    rules: Iterable[Constraint], board: Geometry, top: int | None = None, *, denied: bool = False
) -> Iterator[list[Lowered]]:
    """The relations of each rule, or those that deny it; their auxiliary variables are numbered
    apart."""
    top = board.cell_count if top is None else top
    for rule in rules:
        relations = denial(rule, board) if denied else rule.relations(board)
        own, top = apart(relations, board.cell_count, top)
        yield own


def alternatives(parts: Iterable[Iterable[Lowered]], cells: int) -> Iterator[Relation]:
    """The relations of one of several parts hold; variables from ``cells`` up are auxiliary."""
    groups = []
    for own in parts:
        # An auxiliary variable has its values whether its rule is the one that holds or not.
        known: set[int] = set()
        group = []
        for relation in spelled_out(own):
            free = isinstance(relation, Domain) and relation.variable >= cells
            if isinstance(relation, Domain) and free and relation.variable not in known:
                known.add(relation.variable)
                yield relation
            else:
                group.append(relation)
        groups.append(tuple(group))
    yield Or(tuple(groups))


def guarded(part: Iterable[Lowered], guard: Guard, cells: int) -> Iterator[Relation]:
    """The relations of a part hold where the guard does."""
    for relation in alternatives((part,), cells):
        yield replace(relation, guard=guard) if isinstance(relation, Or) else relation


class Counting(Combined):
    """A rule that bounds how many of its members hold, which are the rules inside."""

    def members(self, geometry: Geometry) -> tuple[Constraint, ...]:
        """The rules that are counted, on this board."""
        return self.rules

    def bounds(self, count: int) -> tuple[int, int]:
        """The least and most of so many members that hold."""
        raise NotImplementedError

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        members, least, most = self.counted(geometry)
        return (), (CountOf(tuple(whole_in_values(one, geometry) for one in members), least, most),)

    def counted(self, geometry: Geometry) -> tuple[tuple[Constraint, ...], int, int]:
        """The members, and the least and most number of them that hold."""
        members = self.members(geometry)
        return members, *self.bounds(len(members))

    def _misfit(self, geometry: Geometry) -> str | None:
        reason = super()._misfit(geometry)
        if reason is None:
            members, _, most = self.counted(geometry)
            if most < len(members) and (why := _first_undeniable(members, geometry)):
                return worded("{name}: {error}", name=self.name, error=why)
        return reason

    def undeniable(self, geometry: Geometry) -> str | None:
        """Why no relations can say that the rule does not hold, or ``None``."""
        if (reason := self.unfit(geometry)) is None:
            members, least, _ = self.counted(geometry)
            return _first_undeniable(members, geometry) if least else None
        return reason

    def scope(self, geometry: Geometry) -> tuple[int, ...]:
        if self.unfit(geometry) is not None:
            return ()
        return tuple(sorted({c for rule in self.members(geometry) for c in rule.scope(geometry)}))

    def is_kept(self, values: tuple[int, ...], geometry: Geometry, clock: Clock | None) -> bool:
        members, least, most = self.counted(geometry)
        left = len(members)
        for rule in members:
            if least <= 0 and most >= left:
                return True
            left -= 1
            if rule.holds_within(Grid(geometry, values), clock):
                least, most = least - 1, most - 1
        return least <= 0 <= most

    def may_hold(self, values: Sequence[int | None], geometry: Geometry) -> bool:
        members, least, most = self.counted(geometry)
        if sum(rule.may_hold(values, geometry) for rule in members) < least:
            return False
        if most == len(members):
            return True
        lowest = geometry.digits[0]
        full = Grid(geometry, tuple([lowest if value is None else value for value in values]))
        known = [
            rule
            for rule in members
            if all(values[cell] is not None for cell in rule.scope(geometry))
        ]
        return len(known) <= most or sum(rule.holds(full) for rule in known) <= most

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        return self._between(geometry, *self.counted(geometry))

    def denied(self, geometry: Geometry) -> Iterable[Lowered]:
        """Relations that say that the rule, which is not undeniable, does not hold."""
        members, least, most = self.counted(geometry)
        if most == len(members):
            return self._between(geometry, members, 0, least - 1)
        if least == 0:
            return self._between(geometry, members, most + 1, len(members))
        ends: tuple[tuple[_End, ...], ...] = ((("<=", least - 1),), ((">=", most + 1),))
        return self._flagged(geometry, members, ends, both=True)

    def _between(
        self, geometry: Geometry, members: tuple[Constraint, ...], least: int, most: int
    ) -> Iterable[Lowered]:
        """At least and at most so many of the members hold."""
        count, top = len(members), geometry.cell_count
        if least > most:
            return NEVER
        if (least, most) == (0, count):
            return ()
        if least == count or most == 0:
            return chain.from_iterable(lowered_apart(members, geometry, denied=most == 0))
        if (least, most) in ((1, count), (0, count - 1)):
            return alternatives(lowered_apart(members, geometry, denied=least == 0), top)
        # Where the cells decide each flag, no grid comes again with other flags.
        both = most < count or _first_undeniable(members, geometry) is None
        if most == count:
            return self._flagged(geometry, members, (((">=", least),),), both=both)
        exact = least in (0, most)
        ends: tuple[_End, ...] = (("=" if least else "<=", most),)
        return self._flagged(
            geometry, members, (ends if exact else ((">=", least), ("<=", most)),), both=both
        )

    def _flagged(
        self,
        geometry: Geometry,
        members: tuple[Constraint, ...],
        ends: Sequence[Sequence[_End]],
        *,
        both: bool,
    ) -> Iterator[Relation]:
        """A flag for each member, 1 if it holds, and 0 if ``both`` and it does not; how many flags
        are 1 keeps all bounds of one group."""
        first = geometry.cell_count
        flags = tuple(range(first, first + len(members)))
        top = first + len(flags)
        for flag in flags:
            yield Domain(flag, _FLAG)
        for value in (1, 0) if both else (1,):
            parts = lowered_apart(members, geometry, top, denied=not value)
            for flag, own in zip(flags, parts, strict=True):
                for relation in guarded(own, Guard(flag, value), first):
                    top = max(top, *(v + 1 for v in variables_of(relation)))
                    yield relation
        groups = [[Among(flags, _TRUE, how, number) for how, number in group] for group in ends]
        if len(groups) == 1:
            yield from groups[0]
        else:
            yield Or(tuple(map(tuple, groups)))

    def broken(self, grid: Grid) -> Iterator[Problem]:
        # The solver finds that too few or too many rules hold; no digit is at fault.
        members, least, _ = self.counted(grid.geometry)
        if least == len(members):
            for rule in members:
                yield from rule.faults(grid)


@dataclass(frozen=True)
class AnyOf(Counting):
    """At least one of the rules holds."""

    name = "or"
    title = "At least one of"
    plural = noun = "alternatives"
    summary = "At least one of the rules of the group holds."
    parameters = (RULES,)

    rules: tuple[Constraint, ...]

    def bounds(self, count: int) -> tuple[int, int]:
        return 1, count


@dataclass(frozen=True)
class AllOf(Counting):
    """All of the rules hold; of use as one of several alternatives."""

    name = "and"
    title = "All of"
    plural = noun = "combined rules"
    summary = "All rules of the group hold."
    parameters = (RULES,)

    rules: tuple[Constraint, ...]

    def bounds(self, count: int) -> tuple[int, int]:
        return count, count


@dataclass(frozen=True)
class NoneOf(Counting):
    """Each of the rules is false."""

    name = "not"
    title = "False rules"
    plural = noun = "false rules"
    sought = ("liar", "wrogn", "lying clue", "wrong clue", "negation")
    summary = "None of the rules of the group holds."
    parameters = (RULES,)

    rules: tuple[Constraint, ...]

    def bounds(self, count: int) -> tuple[int, int]:
        return 0, 0


@dataclass(frozen=True)
class CountOf(Counting):
    """A number of the rules hold, and the others do not."""

    name = "count-of"
    title = "Number of true rules"
    plural = "numbers of true rules"
    noun = "rules of which some hold"
    sought = ("liar", "half right", "exactly one is true", "one clue lies", "either order")
    summary = "At least so many of the rules of the group hold, and at most so many."
    told = "Of the rules of the group, at least {least} and at most {most} hold."
    parameters = (
        RULES,
        Parameter(
            "least",
            "integer",
            "the least number of rules that hold",
            optional=True,
            default=0,
            least=0,
        ),
        Parameter(
            "most",
            "integer",
            "the most; by default all of them",
            optional=True,
            default=None,
            least=0,
        ),
    )

    rules: tuple[Constraint, ...]
    least: int = 0
    most: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        least, most = self.bounds(len(self.rules))
        if not 0 <= least <= most <= len(self.rules):
            raise value_error(
                "{name}: of {count} rules, no number is at least {least} and at most {most}",
                name=self.name,
                count=len(self.rules),
                least=least,
                most=most,
            )

    def bounds(self, count: int) -> tuple[int, int]:
        return self.least, count if self.most is None else self.most

    def numbers(self, geometry: Geometry) -> Mapping[str, Any]:
        least, most = self.bounds(len(self.rules))
        return {"least": least, "most": most}

    def lead(self) -> str:
        least, most = self.bounds(len(self.rules))
        span = str(least) if least == most else f"{least} to {most}"
        return f"{span} true rules of {len(self.rules)}"


class Hiding(Combined):
    """A rule that some values of the cells that only its own board has keep."""

    def with_hidden(self, geometry: Geometry) -> Geometry:
        """The board with those cells."""
        return self.inside(geometry)

    def filled(
        self,
        values: tuple[int, ...],
        geometry: Geometry,
        left: Mapping[int, Iterable[int]],
        clock: Clock | None,
    ) -> Sequence[int] | None:
        """The digits of a grid and, of those left to them, values of the hidden cells that keep
        it; ``None`` where there are none."""
        raise NotImplementedError

    def is_kept(self, values: tuple[int, ...], geometry: Geometry, clock: Clock | None) -> bool:
        board = self.with_hidden(geometry)
        hidden = range(len(values), board.cell_count)
        left = {cell: board.values_of(cell) for cell in hidden}
        return self.filled(values, geometry, left, clock) is not None

    def shown_by(self, grid: Grid, hidden: Mapping[int, int], clock: Clock | None) -> bool:
        geometry, values = grid.geometry, full_values(grid)
        if self.unfit(geometry) is not None:
            return False
        board = self.with_hidden(geometry)
        cells = range(len(values), board.cell_count)
        left = {c: {hidden[c]}.intersection(board.values_of(c)) for c in cells if c in hidden}
        complete = len(left) == len(cells) and all(left.values())
        return complete and self.filled(values, geometry, left, clock) is not None


class _WithCells(Hiding):
    """Rules about cells outside of the grid."""

    def in_values(self, geometry: Geometry) -> tuple[Sequence[Constraint], Sequence[Constraint]]:
        board = self.inside(geometry)
        if not board.ranged.issuperset(range(geometry.cell_count, board.cell_count)):
            raise value_error(
                "{rule} has cells outside of the grid that hold digits; numbers are written N=1-9",
                rule=self.name,
            )
        rules = tuple(whole_in_values(rule, board) for rule in self.rules)
        return (), (type(self)(**self.arguments() | {"rules": rules}),)

    def lowering(self, geometry: Geometry) -> Iterable[Lowered]:
        board = self.inside(geometry)
        for number in range(geometry.cell_count, board.cell_count):
            yield Domain(number, frozenset(board.values_of(number)))
        for own in self.parts(geometry):
            yield from own

    def filled(
        self,
        values: tuple[int, ...],
        geometry: Geometry,
        left: Mapping[int, Iterable[int]],
        clock: Clock | None,
    ) -> Sequence[int] | None:
        return filling(self.inside(geometry), values, left, self.rules, clock)


@dataclass(frozen=True)
class VariablesRule(_WithCells):
    """Cells outside of the grid, and the rules that use them.

    A grid keeps it where some numbers in those cells make all of the rules true.
    """

    name = "variables"
    title = "Cells outside of the grid"
    sought = ("unknown number", "unknown total", "unknown sum")
    summary = "There are digits for the cells outside of the grid with which all rules hold."
    parameters = (
        Parameter(
            "groups",
            "text",
            "the groups of cells: VA*8 is VA1 to VA8, VB*3x4 a grid, N*2=1-45 two numbers",
        ),
        RULES,
    )

    groups: str
    rules: tuple[Constraint, ...]

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "groups", " ".join(self.groups.split()))

    @classmethod
    def board(cls, geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
        if "groups" not in values:
            return geometry
        groups, ranges = [], []
        for word in values["groups"].split():
            group = _GROUP.fullmatch(word)
            if group is None:
                raise value_error(
                    "a group of cells is written VA*8, VA*3x4 or N*2=1-45, not {word!r}",
                    word=word[:40],
                )
            name, (count, width) = group[1], (int(group[2] or 1), group[3])
            rows = 1 if width is None else count
            groups.append((name, rows * int(width or count), int(width or count)))
            if group[4] is not None:
                ranges.append((name, int(group[4]), int(group[5])))
        return geometry.with_extra(*groups, ranges=tuple(ranges))


@dataclass(frozen=True)
class SameForAll(_WithCells):
    """Rules that share an unknown number, which they call N."""

    name = "same-for-all"
    title = "Rules that share a number"
    plural = noun = "rules that share a number"
    sought = ("unknown difference", "same total", "same unknown", "unknown number")
    summary = "There is a number N in a range with which all rules hold."
    told = "There is a number N, from {least} to {most}, with which all rules hold."
    parameters = (
        Parameter("least", "integer", "the least number that N may be"),
        Parameter("most", "integer", "the greatest number that N may be"),
        RULES,
    )

    least: int
    most: int
    rules: tuple[Constraint, ...]

    @classmethod
    def board(cls, geometry: Geometry, values: Mapping[str, Any]) -> Geometry:
        if not {"least", "most"} <= values.keys():
            return geometry
        return geometry.with_extra(("N", 1, 1), ranges=(("N", values["least"], values["most"]),))
