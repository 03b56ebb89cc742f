"""The model of a board and its rules.

Code that interprets relations reads a :class:`Model` and asks no relation for its kind: the model
has sorted them, once for each board and its rules (:func:`model_of`). It refuses a relation of an
unknown kind by name, so that no reader can drop one in silence.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast, get_args

from satdoku.base.errors import Unsupported
from satdoku.base.garbage import no_gc
from satdoku.base.limits import tick
from satdoku.relations.basic import AllDifferent, DigitSetSum, Domain, PairTable, Variable

if TYPE_CHECKING:
    from satdoku.board.constraint import Constraint
    from satdoku.board.geometry import BoardHouse, Geometry
    from satdoku.relations import Lowered, Relation, ValueSet, Whole

Origin: TypeAlias = "BoardHouse | int"
"""Where a relation came from: a house, or a constraint by its place in ``Model.constraints``."""

T = TypeVar("T")


class Model:
    """Relations over the cells of a board and over auxiliary variables, sorted by kind.

    geometry     the board
    constraints  its rules
    relations    those of the houses, then those of the constraints in order, each with auxiliary
                 variables of its own
    tops         for each constraint the number of its first auxiliary variable
    only_cells   whether it is known that no relation uses another variable than a cell
    lowered      the relations with each :class:`~satdoku.relations.Whole` in the place of its
                 meaning
    connected    each :class:`~satdoku.relations.Whole` among them
    origins      where each relation came from; empty for a model of bare relations
    auxiliary    the values of each variable that is no cell

    The views hold each relation in its simplest form (:func:`satdoku.relations.simplified`): a sum
    of two cells is a table of pairs, and a sum over most of a house one over the rest. Together
    they mean what ``relations`` mean. Only ``others`` uses auxiliary variables.

    different    cells, ascending, that must differ, one entry a relation; those of ``sums`` and
                 ``sets`` too
    domains      for each cell that is restricted by itself, the digits that it may hold
    tables       the pairs that two cells may hold
    sums         totals of cells that differ
    sets         the sets of digits that cells that differ may hold
    others       relations of other kinds, and all that use auxiliary variables

    :raises Unsupported: where a relation is of an unknown kind, or uses a variable that is no cell
        and has no :class:`~satdoku.relations.Domain`.
    """

    relations: tuple[Relation, ...]
    origins: tuple[Origin, ...]
    auxiliary: dict[Variable, frozenset[int]]
    different: tuple[tuple[int, ...], ...]
    domains: dict[int, frozenset[int]]
    tables: tuple[PairTable, ...]
    sums: tuple[DigitSetSum, ...]
    sets: tuple[ValueSet, ...]
    others: tuple[Relation, ...]

    def __init__(
        self,
        geometry: Geometry,
        relations: Iterable[Lowered],
        constraints: tuple[Constraint, ...] = (),
        origins: tuple[Origin, ...] = (),
        tops: tuple[Variable, ...] = (),
        *,
        only_cells: bool = False,
    ) -> None:
        self.geometry = geometry
        self.constraints = constraints
        self.tops = tops
        self._only_cells = only_cells
        self.lowered = tuple(relations)
        self._sources = origins
        self._kept: dict[Hashable, Any] = {}
        self.connected = _connected(self.lowered)
        if not self.connected:
            self._sort(cast("tuple[Relation, ...]", self.lowered), origins)

    if not TYPE_CHECKING:  # else a wrong name would have any type

        def __getattr__(self, name: str) -> object:
            # Called for a missing attribute: connected relations are spelled out (some 100 ms for
            # unknown regions) only when a view is first read.
            if name not in _VIEWS or "lowered" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            try:
                self._sort(*_spelled_out(self.lowered, self._sources))
            except BaseException:
                # Sorted in part, as the time ran out, it would be another model.
                for view in _VIEWS:
                    self.__dict__.pop(view, None)
                raise
            return self.__dict__[name]

    @property
    def whole(self) -> Model:
        """The model without the relations in ``connected``."""
        # Kept, and not itself its attribute: a model that holds itself waits for the collector.
        return self.kept("whole", Model._without_connected) if self.connected else self

    def _without_connected(self) -> Model:
        return Model(self.geometry, [one for one in self.lowered if one not in self.connected])

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """The board's digits that some cell may hold by itself, ascending."""
        domains, digits = self.whole.domains, self.geometry.digits
        if len(domains) < self.geometry.cell_count:
            return digits
        possible = frozenset[int]().union(*domains.values())
        return tuple([digit for digit in digits if digit in possible])

    def _sort(self, relations: tuple[Relation, ...], origins: tuple[Origin, ...]) -> None:
        geometry = self.geometry
        self.relations, self.origins = relations, origins
        self.auxiliary = {}
        self.domains = {}
        different: list[tuple[int, ...]] = []
        tables: list[PairTable] = []
        sums: list[DigitSetSum] = []
        sets: list[ValueSet] = []
        others: list[Relation] = []
        every = frozenset(geometry.digits)
        auxiliary = self.auxiliary
        # The relations of houses, which come first, are as simple in every model of the board.
        ahead = len(_of_houses(geometry).relations) if origins else 0
        if ahead:
            different += _of_houses(geometry).groups
        for number, relation in enumerate(self._simple(ahead)):
            if not number & 1023:
                tick()
            if auxiliary and not auxiliary.keys().isdisjoint(_variables(relation)):
                others.append(relation)
            elif isinstance(relation, PairTable):
                cell = relation.first
                if cell != relation.second:
                    tables.append(relation)
                    continue
                both = frozenset(a for a, b in relation.allowed if a == b)
                self.domains[cell] = self.domains.get(cell, every) & both
            elif isinstance(relation, AllDifferent):
                different.append(_ascending(relation.variables))
            elif isinstance(relation, DigitSetSum):
                different.append(_ascending(relation.variables))
                sums.append(relation)
            elif isinstance(relation, Domain):
                cell = relation.variable
                self.domains[cell] = self.domains.get(cell, every) & relation.digits
            elif (alone := _as_set(relation)) is not None:
                different.append(_ascending(alone.variables))
                sets.append(alone)
            else:
                others.append(relation)
        self.different = tuple(different)
        self.tables = tuple(tables)
        self.sums = tuple(sums)
        self.sets = tuple(sets)
        self.others = tuple(others)

    def _simple(self, ahead: int) -> Iterable[Relation]:
        """The relations from a place on in their simplest form; notes the auxiliary variables."""
        cells = self.geometry.cell_count
        relations = self.relations[ahead:]
        kinds = {*map(type, relations)}
        basic = kinds <= _BASIC.keys()
        for kind in () if basic else kinds - _known():
            raise Unsupported(f"no meaning is known for the relation {kind.__name__}")
        if not self._only_cells and any(map(cells.__le__, _every_variable(relations))):
            self._declare(relations)
            for variable in _every_variable(relations):
                if variable >= cells and variable not in self.auxiliary:
                    raise Unsupported(f"the auxiliary variable {variable} has no domain")
        if basic:
            return relations
        from satdoku.model.shortening import shortened
        from satdoku.relations.kinds import Linear, simplified

        digits = frozenset(self.geometry.digits)
        domains = dict.fromkeys(range(cells), digits) | self.auxiliary
        full = [*_of_houses(self.geometry).full] if ahead else []
        if Linear in kinds and AllDifferent in kinds:
            full += [
                relation.variables
                for relation in relations
                if type(relation) is AllDifferent
                and len(relation.variables) == len(digits)
                and (self._only_cells or max(relation.variables) < cells)
            ]
        total = sum(digits)
        simple = []
        for relation in relations:
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
        """Whether all relations say that cells differ."""
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

    @property
    def only_pairs(self) -> bool:
        """Whether ``different``, ``domains`` and ``tables`` hold all relations."""
        return not (self.connected or self.sums or self.sets or self.others)

    @cached_property
    def beyond_pairs(self) -> Model | None:
        """The relations in the other views; ``None`` where there are none."""
        rest = (*self.sums, *self.sets, *self.others)
        return None if self.only_pairs else Model(self.geometry, rest)

    def kept(self, key: Hashable, make: Callable[[Model], T]) -> T:
        """``make(self)``, made once for each key and kept as long as the model."""
        if key not in self._kept:
            self._kept[key] = make(self)
        value: T = self._kept[key]
        return value


_VIEWS = frozenset(Model.__annotations__)

_BASIC: dict[type, Callable[[Any], tuple[Variable, ...]]] = {
    AllDifferent: attrgetter("variables"),
    Domain: attrgetter("variable", "variable"),  # a pair, since one name gives no tuple
    PairTable: attrgetter("first", "second"),
    DigitSetSum: attrgetter("variables"),
}
"""The kinds that every reader knows, each with how it names its variables."""


@cache
def _known() -> frozenset[type]:
    from satdoku.relations.kinds import Relation

    return frozenset(get_args(Relation))


def _variables(relation: Lowered) -> tuple[Variable, ...]:
    kind: type = type(relation)
    return _reader(kind)(relation)


def _named_by(relations: Sequence[Lowered]) -> list[tuple[Variable, ...]]:
    """The variables of each relation."""
    readers = {kind: _reader(kind) for kind in {*map(type, relations)}}
    return [readers[type(relation)](relation) for relation in relations]


def _every_variable(relations: Sequence[Lowered]) -> Iterable[Variable]:
    return chain.from_iterable(_named_by(relations))


@cache
def _reader(kind: type) -> Callable[[Any], tuple[Variable, ...]]:
    # Cached, since it is read for each of some hundred relations whenever a model is made.
    if (basic := _BASIC.get(kind)) is not None:
        return basic
    from satdoku.relations.kinds import variables_of

    return attrgetter("variables") if _is_whole(kind) else variables_of


@cache
def _is_whole(kind: type) -> bool:
    from satdoku.relations.regions import Whole

    return issubclass(kind, Whole)


@lru_cache(maxsize=1024)
def _ascending(variables: tuple[Variable, ...]) -> tuple[Variable, ...]:
    # Cached, since other puzzles have the same houses.
    return tuple(sorted(variables))


def _as_set(relation: Relation) -> ValueSet | None:
    from satdoku.relations.kinds import ValueSet

    return relation if isinstance(relation, ValueSet) and relation.guard is None else None


@lru_cache(maxsize=64)
@no_gc()
def model_of(geometry: Geometry, constraints: tuple[Constraint, ...] = ()) -> Model:
    """The model of a board and its rules; kept, so that equal boards are compiled once.

    Each constraint numbers its auxiliary variables from ``geometry.cell_count``; here they get
    numbers of their own.

    :raises Unsupported: as :class:`Model`.
    """
    relations: list[Lowered] = [*_of_houses(geometry).relations]
    origins: list[Origin] = [*geometry.houses]
    top = cells = geometry.cell_count
    lowered = []
    for constraint in constraints:
        tick()
        lowered.append(tuple(constraint.relations(geometry)))
    whole = tuple(chain.from_iterable(lowered))
    if not _names_others(whole, cells):
        relations += whole
        for place, own in enumerate(lowered):
            origins += [place] * len(own)
        every = tuple(origins), (cells,) * len(lowered)
        return Model(geometry, relations, constraints, *every, only_cells=True)
    tops = []
    for place, one in enumerate(lowered):
        tops.append(top)
        renamed, top = apart(one, cells, top)
        relations += renamed
        origins += [place] * len(renamed)
    every = tuple(origins), tuple(tops)
    return Model(geometry, relations, constraints, *every, only_cells=top == cells)


class _OfHouses(NamedTuple):
    """The part of a model that all models of a board share.

    relations  of each house that its cells differ
    groups     the cells of each, ascending
    full       of those that hold every digit, the cells in their order
    """

    relations: tuple[AllDifferent, ...]
    groups: tuple[tuple[int, ...], ...]
    full: tuple[tuple[int, ...], ...]


@lru_cache(maxsize=64)
def _of_houses(geometry: Geometry) -> _OfHouses:
    houses = [house.cells for house in geometry.houses]
    return _OfHouses(
        tuple(map(AllDifferent, houses)),
        tuple([_ascending(cells) for cells in houses]),
        tuple([cells for cells in houses if len(cells) == geometry.size]),
    )


def _names_others(relations: tuple[Lowered, ...], cells: int) -> bool:
    """Whether a relation is, or may be, about other variables than cells."""
    kinds = {*map(type, relations)}
    if not (kinds <= _BASIC.keys() or kinds <= _known()):
        return True
    return max(_every_variable(relations), default=0) >= cells


def apart(lowered: Iterable[Lowered], cells: int, top: int) -> tuple[list[Lowered], int]:
    """The relations with their auxiliary variables (from ``cells`` up) numbered from ``top``, and
    the next number."""
    own = list(lowered)
    kinds = {*map(type, own)}
    strange = kinds - _BASIC.keys()
    if strange and not strange - {*map(type, _connected(tuple(own)))} <= _known():
        return own, top  # the model refuses them by name
    named = _named_by(own)
    if max(chain.from_iterable(named), default=0) < cells:
        return own, top
    used = sorted({v for v in chain.from_iterable(named) if v >= cells})
    numbers = {variable: top + i for i, variable in enumerate(used)}
    if top == cells and used[-1] == cells + len(used) - 1:
        return own, top + len(used)
    from satdoku.relations.kinds import renumbered
    from satdoku.relations.regions import Whole

    return [
        one.renumbered(numbers) if isinstance(one, Whole) else renumbered(one, numbers)
        for one in own
    ], top + len(used)


def _connected(lowered: tuple[Lowered, ...]) -> tuple[Whole, ...]:
    kinds = {*map(type, lowered)} - _BASIC.keys()
    whole = {kind for kind in kinds if _is_whole(kind)}
    if not whole:
        return ()
    return tuple([cast("Whole", relation) for relation in lowered if type(relation) in whole])


def _spelled_out(
    lowered: tuple[Lowered, ...], origins: tuple[Origin, ...]
) -> tuple[tuple[Relation, ...], tuple[Origin, ...]]:
    from satdoku.relations.regions import spelled_out

    meant = [spelled_out((relation,)) for relation in lowered]
    sources = zip(origins, meant, strict=False)
    return (
        tuple(chain.from_iterable(meant)),
        tuple(chain.from_iterable([source] * len(own) for source, own in sources)),
    )
