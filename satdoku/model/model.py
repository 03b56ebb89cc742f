"""The model of a board and its rules.

Code that interprets relations reads a :class:`Model` and asks no relation for its kind: the model
has sorted them, once for each board and its rules (:func:`model_of`). It refuses a relation of an
unknown kind by name, so that no reader can drop one in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cache, cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast, get_args

from satdoku.base.errors import Unsupported
from satdoku.base.limits import tick
from satdoku.relations.basic import AllDifferent, DigitSetSum, Domain, PairTable, Variable

if TYPE_CHECKING:
    from satdoku.board.constraint import Constraint
    from satdoku.board.geometry import BoardHouse, Geometry
    from satdoku.relations import Lowered, Relation, ValueSet, Whole

__all__ = ["Model", "Origin", "apart", "model_of"]

Origin: TypeAlias = "BoardHouse | int"
"""Where a relation came from: a house, or a constraint by its place in ``Model.constraints``."""

T = TypeVar("T")


class Model:
    """Relations over the cells of a board and over auxiliary variables, sorted by kind.

    geometry     the board
    constraints  its rules
    relations    what board and rules demand: houses first, then the constraints in order, each with
                 auxiliary variables of its own
    tops         for each constraint the number of its first auxiliary variable
    lowered      the same with each :class:`~satdoku.relations.Whole` in the place of
                 its meaning
    origins      where each relation came from; empty for a model of bare relations
    auxiliary    the values of each variable that is no cell

    The views hold each relation in its simplest form (:func:`satdoku.relations.simplified`): a sum
    of two cells is a table of pairs, and a sum over most of a house one over the rest. Together
    they mean what ``relations`` mean. Only ``others`` uses auxiliary variables.

    different    cells, ascending, that must differ, one entry a relation; those of ``sums`` and
                 ``sets`` too
    domains      for each cell that is restricted by itself, the digits that it may hold
    tables       what two cells may hold together
    sums         what cells that differ add up to
    sets         which digits cells that differ may hold between them
    others       relations of other kinds, and all that use auxiliary variables
    whole        ``others``, with what is connected in ``lowered`` in the place of its meaning

    :raises Unsupported: where a relation is of an unknown kind, or uses a variable that is no cell
        and has no :class:`~satdoku.relations.Domain`.
    """

    def __init__(
        self,
        geometry: Geometry,
        relations: Iterable[Lowered],
        constraints: tuple[Constraint, ...] = (),
        origins: tuple[Origin, ...] = (),
        tops: tuple[Variable, ...] = (),
    ) -> None:
        self.geometry = geometry
        self.constraints = constraints
        self.tops = tops
        self.lowered = tuple(relations)
        self.relations, self.origins, inside = _spelled_out(self.lowered, origins)
        self._kept: dict[Hashable, Any] = {}
        self.auxiliary: dict[Variable, frozenset[int]] = {}
        self.domains: dict[int, frozenset[int]] = {}
        different: list[tuple[int, ...]] = []
        tables: list[PairTable] = []
        sums: list[DigitSetSum] = []
        sets: list[ValueSet] = []
        others: list[Relation] = []
        every = frozenset(geometry.digits)
        whole: list[Lowered] = [regions for regions, _ in inside]
        meant = {place for _, part in inside for place in part}
        auxiliary = self.auxiliary
        for place, relation in enumerate(self._simple()):
            if auxiliary and not auxiliary.keys().isdisjoint(_variables(relation)):
                others.append(relation)
            elif isinstance(relation, PairTable):
                if relation.first != relation.second:
                    tables.append(relation)
                    continue
                cell = relation.first
                both = frozenset(a for a, b in relation.allowed if a == b)
                self.domains[cell] = self.domains.get(cell, every) & both
                continue
            elif isinstance(relation, AllDifferent):
                different.append(tuple(sorted(relation.variables)))
                continue
            elif isinstance(relation, DigitSetSum):
                different.append(tuple(sorted(relation.variables)))
                sums.append(relation)
                continue
            elif isinstance(relation, Domain):
                cell = relation.variable
                self.domains[cell] = self.domains.get(cell, every) & relation.digits
                continue
            elif (alone := _as_set(relation)) is not None:
                different.append(tuple(sorted(alone.variables)))
                sets.append(alone)
                continue
            else:
                others.append(relation)
            if place not in meant:
                whole.append(relation)
        self.different = tuple(different)
        self.tables = tuple(tables)
        self.sums = tuple(sums)
        self.sets = tuple(sets)
        self.others = tuple(others)
        self.whole = tuple(whole)

    def _simple(self) -> Iterable[Relation]:
        """The relations in their simplest form; notes the auxiliary variables."""
        cells = self.geometry.cell_count
        basic = all(map(_BASIC.__contains__, map(type, self.relations)))
        if not basic:
            for kind in set(map(type, self.relations)) - _known():
                raise Unsupported(f"no meaning is known for the relation {kind.__name__}")
        named = list(map(_variables, self.relations))
        if max(chain.from_iterable(named), default=0) >= cells:
            self._declare(self.relations)
            for variable in chain.from_iterable(named):
                if variable >= cells and variable not in self.auxiliary:
                    raise Unsupported(f"the auxiliary variable {variable} has no domain")
        if basic:
            return self.relations
        from satdoku.model.shortening import shortened
        from satdoku.relations.kinds import Linear, simplified

        digits = frozenset(self.geometry.digits)
        domains = dict.fromkeys(range(cells), digits) | self.auxiliary
        full = [
            relation.variables
            for relation in self.relations
            if type(relation) is AllDifferent
            and len(relation.variables) == len(digits)
            and max(relation.variables) < cells
        ]
        total = sum(digits)
        simple = []
        for relation in self.relations:
            if type(relation) not in _BASIC:
                tick()
                if isinstance(relation, Linear):
                    relation = shortened(relation, full, total)
                relation = simplified(relation, domains)
            simple.append(relation)
        if self.auxiliary:
            self._declare(simple)
        return simple

    def _declare(self, relations: Iterable[Relation]) -> None:
        for relation in relations:
            if isinstance(relation, Domain) and relation.variable >= self.geometry.cell_count:
                known = self.auxiliary.get(relation.variable, relation.digits)
                self.auxiliary[relation.variable] = known & relation.digits

    @property
    def only_different(self) -> bool:
        """Whether nothing is demanded but that cells differ."""
        return not (self.domains or self.tables or self.sums or self.sets or self.others)

    @cached_property
    def parts(self) -> tuple[Model, ...]:
        """The relations of each constraint alone."""
        return tuple([Model(self.geometry, c.relations(self.geometry)) for c in self.constraints])

    def part(self, constraint: Constraint) -> Model:
        """The relations of one of the constraints alone."""
        return self.parts[self.constraints.index(constraint)]

    @cached_property
    def rules(self) -> Model:
        """The relations of all constraints together, without those of the houses."""
        return Model(self.geometry, self.lowered[len(self.geometry.houses) :])

    @cached_property
    def beyond_pairs(self) -> Model | None:
        """What ``different``, ``domains`` and ``tables`` alone do not say; ``None``: nothing."""
        rest = (*self.sums, *self.sets, *self.others)
        return Model(self.geometry, rest) if rest else None

    def kept(self, key: Hashable, make: Callable[[Model], T]) -> T:
        """``make(self)``, made once for each key and kept as long as the model."""
        if key not in self._kept:
            self._kept[key] = make(self)
        found: T = self._kept[key]
        return found


_BASIC: dict[type, Callable[[Any], tuple[Variable, ...]]] = {
    AllDifferent: attrgetter("variables"),
    Domain: lambda relation: (relation.variable,),
    PairTable: attrgetter("first", "second"),
    DigitSetSum: attrgetter("variables"),
}
"""The kinds that every reader knows, each with how it names its variables."""


@cache
def _known() -> frozenset[type]:
    from satdoku.relations.kinds import Relation

    return frozenset(get_args(Relation))


def _variables(relation: Lowered) -> tuple[Variable, ...]:
    # Asked of each of some hundred relations whenever a model is made.
    if (basic := _BASIC.get(type(relation))) is not None:
        return basic(relation)
    from satdoku.relations.kinds import variables_of

    return variables_of(cast("Relation", relation))


def _as_set(relation: Relation) -> ValueSet | None:
    from satdoku.relations.kinds import ValueSet

    return relation if isinstance(relation, ValueSet) and relation.guard is None else None


@lru_cache(maxsize=64)
def model_of(geometry: Geometry, constraints: tuple[Constraint, ...] = ()) -> Model:
    """The model of a board and its rules; kept, so that equal boards are compiled once.

    Each constraint numbers its auxiliary variables from ``geometry.cell_count``; here they get
    numbers of their own.

    :raises Unsupported: as :class:`Model`.
    """
    relations: list[Lowered] = [*_of_houses(geometry)]
    origins: list[Origin] = [*geometry.houses]
    top = cells = geometry.cell_count
    tops = []
    for place, constraint in enumerate(constraints):
        tick()
        tops.append(top)
        own, top = apart(constraint.relations(geometry), cells, top)
        relations += own
        origins += [place] * len(own)
    return Model(geometry, relations, constraints, tuple(origins), tuple(tops))


@lru_cache(maxsize=64)
def _of_houses(geometry: Geometry) -> tuple[AllDifferent, ...]:
    return tuple([AllDifferent(house.cells) for house in geometry.houses])


def apart(lowered: Iterable[Lowered], cells: int, top: int) -> tuple[list[Lowered], int]:
    """The relations with their auxiliary variables (from ``cells`` upwards) numbered from ``top``,
    and the next number.
    """
    own = list(lowered)
    if all(map(_BASIC.__contains__, map(type, own))):
        relations = cast("list[Relation]", own)
    else:
        from satdoku.relations.regions import spelled_out

        relations = spelled_out(own)
        if not _known().issuperset(map(type, relations)):
            return own, top  # the model refuses them by name
    named = set(chain.from_iterable(map(_variables, relations)))
    if max(named, default=0) < cells:
        return own, top
    used = sorted(v for v in named if v >= cells)
    numbers = {variable: top + i for i, variable in enumerate(used)}
    if top == cells and used[-1] == cells + len(used) - 1:
        return own, top + len(used)
    from satdoku.relations.kinds import renumbered
    from satdoku.relations.regions import Whole

    return [
        relation.renumbered(numbers)
        if isinstance(relation, Whole)
        else renumbered(relation, numbers)
        for relation in own
    ], top + len(used)


def _spelled_out(
    lowered: tuple[Lowered, ...], origins: tuple[Origin, ...]
) -> tuple[tuple[Relation, ...], tuple[Origin, ...], list[tuple[Lowered, range]]]:
    """What the relations mean, where each came from, and which are in the place of what."""
    kinds = set(map(type, lowered))
    if kinds <= _BASIC.keys() or kinds <= _known():
        return cast("tuple[Relation, ...]", lowered), origins, []
    from satdoku.relations.regions import Whole, spelled_out

    inside: list[tuple[Lowered, range]] = []
    sources: list[Origin] = []
    at = 0
    for place, relation in enumerate(lowered):
        count = 1
        if isinstance(relation, Whole):
            count = len(relation.means)
            inside.append((relation, range(at, at + count)))
        at += count
        sources += origins[place : place + 1] * count
    if not inside:
        return cast("tuple[Relation, ...]", lowered), origins, []
    return tuple(spelled_out(lowered)), tuple(sources), inside
