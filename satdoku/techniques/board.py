"""Board and position in compact form, for the searches; one file, since both share their bits.

:class:`Board` holds what never changes while a puzzle is solved: houses in the two orders of the
field, peers, masks. :class:`Candidates` holds the open candidates of one position twice, by cell
and by digit, as plain Python integers used as bit sets. Both are private to the techniques:
outside, a candidate is always a pair (cell, digit).

Inside, a digit is its index ``d`` in ``geometry.digits``, a set of digits an integer with bit ``d``
set, a set of cells an integer with bit ``cell`` set.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from itertools import combinations
from typing import TypeVar

from satdoku.base.limits import tick
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.model import Model, model_of
from satdoku.model.exclusions import Exclusions, exclusions_of
from satdoku.puzzle import Position, Puzzle
from satdoku.puzzle.position import RegionFact
from satdoku.techniques.step import Candidate, CellSet, House, HouseKind, Rule, Step

_T = TypeVar("_T")

_LONGEST_TITLE = 100
"""Characters of a rule of rules that is named with all of them."""


@lru_cache(maxsize=1 << 16)
def bits(mask: int) -> tuple[int, ...]:
    """The members of a bit set, ascending. Searches ask for the same sets again and again."""
    members = []
    while mask:
        low = mask & -mask
        members.append(low.bit_length() - 1)
        mask ^= low
    return tuple(members)


@cache
def _choose(n: int, k: int) -> tuple[tuple[int, ...], ...]:
    return tuple(sorted(combinations(range(n), k), key=lambda c: c[::-1]))


def choose(items: Sequence[int], k: int) -> Iterator[tuple[int, ...]]:
    """The k-subsets of ``items``, ordered by the binary number of their places.

    The last member varies slowest: (0,1) (0,2) (1,2) (0,3)... This is the order in which
    Sudoku Explainer looks, and leaving items out keeps it.
    """
    n = len(items)
    if k > n:
        return
    if n <= 12:
        for places in _choose(n, k):
            yield tuple([items[p] for p in places])
        return
    # Wide boards would make long tables: grow the subsets one by one instead.
    yield from _grow(items, n, k)


def _grow(items: Sequence[int], n: int, k: int) -> Iterator[tuple[int, ...]]:
    if k == 0:
        yield ()
        return
    for last in range(k - 1, n):
        for rest in _grow(items, last, k - 1):
            yield (*rest, items[last])


class Board:
    """Houses, peers and masks of a puzzle's board, with what its rules exclude.

    A rule that lowers to :class:`~satdoku.relations.AllDifferent` (or a sum of different digits)
    becomes a house, complete where it has as many cells as there are digits. The pairs
    that a table forbids are kept for each candidate, in ``conflicts`` and ``rule_links``; both are
    empty if no rule has a table. ``plain`` is true if there are no rules beyond the houses:
    arguments from uniqueness need this, all others are sound under any further rule. The reason for
    a link is an index into ``reasons``: first the houses, then the pairs that rules exclude.
    """

    def __init__(self, geometry: Geometry, constraints: tuple[Constraint, ...]) -> None:
        self.geometry = geometry
        self.digits = geometry.digits
        self.size = size = len(geometry.digits)
        self.index_of = {digit: d for d, digit in enumerate(geometry.digits)}
        self.count = geometry.cell_count
        self.all_digits = (1 << size) - 1
        model = model_of(geometry, constraints)
        self.plain = all(part.only_different for part in model.parts)
        self._read_houses(_extra_houses(geometry, constraints))
        self._read_rules(constraints, exclusions_of(model))

    def _read_houses(self, extras: list[House]) -> None:
        """Set the houses, their orders and masks, and which cells see each other."""
        geometry, size = self.geometry, self.size
        by_kind: dict[str, list[House]] = {"row": [], "column": [], "region": [], "extra": extras}
        for house in geometry.houses:
            kind = "region" if house.kind in ("box", "region") else house.kind
            by_kind[kind].append(
                House(
                    house.kind, house.number, house.cells, len(house.cells) == size, grid=house.grid
                )
            )
        regions, rows, columns = by_kind["region"], by_kind["row"], by_kind["column"]
        self.houses: tuple[House, ...] = (*regions, *rows, *columns, *extras)
        numbers = iter(range(len(self.houses)))
        self.regions = tuple(next(numbers) for _ in regions)
        self.rows = tuple(next(numbers) for _ in rows)
        self.lines_down = tuple(next(numbers) for _ in columns)
        self.extras = tuple(next(numbers) for _ in extras)
        self.crossings = self._read_crossings()
        """The rows and columns of each grid: the i-th cell of a row is in the i-th column."""
        # Two cells that differ (a knight's move apart) matter to who sees whom and to chains; as a
        # house of their own they would only slow the searches of sets down.
        wide = tuple(h for h in self.extras if len(self.houses[h].cells) > 2)
        self.order_p = (*self.regions, *self.lines_down, *self.rows, *wide)
        """Regions, columns, rows: the order for singles and subsets."""
        self.wide_extras = wide
        self.order_q = (*self.regions, *self.rows, *self.lines_down, *self.extras)
        """Regions, rows, columns: the order for chains, uniqueness and peers."""
        self.complete = tuple(house.complete for house in self.houses)
        self.kind_of: tuple[HouseKind, ...] = tuple(house.kind for house in self.houses)
        self.members = tuple(house.cells for house in self.houses)
        self.mask = tuple(sum(1 << cell for cell in house.cells) for house in self.houses)
        of: list[list[int]] = [[] for _ in range(self.count)]
        for h in self.order_q:
            for cell in self.members[h]:
                of[cell].append(h)
        self.houses_of = tuple(map(tuple, of))
        """For each cell its houses: region, row, column, then the variant's own."""
        self.peer_list = tuple(self._in_order(cell) for cell in range(self.count))
        """For each cell the cells that see it, in order of first appearance."""
        self.peers = tuple(self._seen(cell) for cell in range(self.count))

    def _read_crossings(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
        lines = {self.houses[h].cells: h for h in (*self.rows, *self.lines_down)}
        return tuple(
            (tuple(lines[x.cells] for x in across), tuple(lines[x.cells] for x in down))
            for across, down in self.geometry.crossings
        )

    def _read_rules(self, constraints: tuple[Constraint, ...], exclusions: Exclusions) -> None:
        """Set what rules exclude beside the houses."""
        self.constraints = constraints
        self.apart = exclusions.apart
        self.rule_of_pair = cache(self._rule_of_pair)
        """A constraint (its place) as the reason why two cells exclude something of each other."""
        self.allowed = tuple(
            (cell, sum(1 << d for d, digit in enumerate(self.digits) if digit in allowed))
            for cell, allowed in exclusions.alone.items()
        )
        """The cells that a rule restricts by itself, with the digits that it leaves them."""
        self.reasons: tuple[House | Rule, ...] = self.houses
        self.rule_links: tuple[tuple[tuple[int, int], ...], ...] = ()
        """For each candidate (``cell * size + d``) those that a rule makes false where it is true,
        each with its reason; those of a common house are left out."""
        self.conflicts: tuple[tuple[tuple[int, int], ...], ...] = ()
        """``rule_links`` as bit sets: (digit, cells) for each digit."""
        self._between: dict[tuple[int, int], tuple[int, ...] | None] = {}
        if any(exclusions.pairs):
            self._link(exclusions)
        self.linked = bool(self.extras or self.conflicts)
        """Whether some rule makes one candidate exclude another."""

    def _in_order(self, cell: int) -> tuple[int, ...]:
        tick()
        return tuple(
            dict.fromkeys(x for h in self.houses_of[cell] for x in self.members[h] if x != cell)
        )

    def _seen(self, cell: int) -> int:
        """The cells that see a cell, a bit each."""
        seen = 0
        for house in self.houses_of[cell]:
            seen |= self.mask[house]
        return seen & ~(1 << cell)

    def _rule_of_pair(self, place: int, low: int, high: int) -> Rule:
        constraint = self.constraints[place]
        title = constraint.describe(self.geometry)
        if getattr(constraint, "rules", ()) and len(title) > _LONGEST_TITLE:
            title = constraint.head(self.geometry)  # without the rules inside it
        head, listed, _ = title.partition(" in r")
        named = getattr(constraint, "named", ())
        if listed and len(named) > 4:
            # A line is known by its start; of cells that each ask something, those asking here.
            line = any(parameter.kind in ("line", "lines") for parameter in constraint.parameters)
            at = named[:1] if line else [cell for cell in (low, high) if cell in named]
            title = f"{head} at {self.geometry.names(at)}" if at else head
        called = getattr(constraint, "called", "")
        return Rule(place, constraint.name, title, (low, high), called=called)

    def _link(self, exclusions: Exclusions) -> None:
        size = self.size
        numbers: dict[tuple[int, int, int], int] = {}
        reasons: list[House | Rule] = list(self.houses)
        links = []
        for cell, by_digit in enumerate(exclusions.pairs):
            for digit in self.digits:
                here = []
                for (other, excluded), place in by_digit.get(digit, {}).items():
                    if excluded == digit and self.peers[cell] >> other & 1:
                        continue
                    low, high = sorted((cell, other))
                    number = numbers.setdefault((place, low, high), len(reasons))
                    if number == len(reasons):
                        reasons.append(self.rule_of_pair(place, low, high))
                    here.append((other * size + self.index_of[excluded], number))
                links.append(tuple(sorted(here)))
        self.reasons = tuple(reasons)
        self.rule_links = tuple(links)
        same: dict[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]] = {}
        conflicts = []
        for joined in self.rule_links:
            masks: dict[int, int] = {}
            for number, _ in joined:
                other, e = divmod(number, size)
                masks[e] = masks.get(e, 0) | 1 << other
            key = tuple(sorted(masks.items()))
            conflicts.append(same.setdefault(key, key))
        self.conflicts = tuple(conflicts)

    def houses_at(self, numbers: Iterable[int]) -> tuple[House, ...]:
        """The houses of some numbers."""
        return tuple([self.houses[h] for h in numbers])

    def excluded(self, cell: int, d: int) -> dict[int, int]:
        """The cells that a true candidate excludes from others, by digit."""
        excluded = {d: self.peers[cell]}
        if self.conflicts:
            for e, cells in self.conflicts[cell * self.size + d]:
                excluded[e] = excluded.get(e, 0) | cells
        return excluded

    def between(self, cell: int, other: int) -> tuple[int, ...] | None:
        """For each digit of a cell the digits of another that it excludes where it is true;
        ``None`` where none excludes any."""
        pair = cell, other
        if pair not in self._between:
            same = self.peers[cell] >> other & 1
            rows = [same << d for d in range(self.size)]
            if self.conflicts and self._beside[cell] >> other & 1:
                for d, joined in enumerate(self.conflicts[cell * self.size :][: self.size]):
                    for e, cells in joined:
                        rows[d] |= (cells >> other & 1) << e
            self._between[pair] = tuple(rows) if any(rows) else None
        return self._between[pair]

    @cached_property
    def complete_houses(self) -> list[tuple[int, int]]:
        """The houses that lack no digit, in the order of ``order_p``, with their cells as sets."""
        return [(h, self.mask[h]) for h in self.order_p if self.complete[h]]

    @cached_property
    def _beside(self) -> tuple[int, ...]:
        """For each cell those of which a rule excludes something where it has some digit."""
        beside = [0] * self.count
        for at, joined in enumerate(self.conflicts):
            for _, cells in joined:
                beside[at // self.size] |= cells
        return tuple(beside)

    @cached_property
    def reach(self) -> tuple[int, ...]:
        """The candidates of other cells that each candidate, at ``cell * size + d``, excludes: as
        ``Candidates.every``."""
        count = self.count
        return tuple(
            sum(cells << e * count for e, cells in self.excluded(cell, d).items())
            for cell in range(count)
            for d in range(self.size)
        )

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """The cells that each candidate excludes its own digit from."""
        every, count, size = (1 << self.count) - 1, self.count, self.size
        return tuple([mask >> n % size * count & every for n, mask in enumerate(self.reach)])

    @cached_property
    def rivals(self) -> tuple[int, ...]:
        """The candidates that each candidate excludes, with the other digits of its own cell."""
        size, count = self.size, self.count
        return tuple(
            mask | self.across(1 << n // size) & ~(1 << n % size * count + n // size)
            for n, mask in enumerate(self.reach)
        )

    def excluded_by(self, candidates: Iterable[tuple[int, int]], *, own_cells: bool = False) -> int:
        """The candidates that each of some (cell, d) excludes, by none of them none: as
        ``Candidates.every``; in its own cell only where that is asked for."""
        excluded, size, reach = -1, self.size, self.rivals if own_cells else self.reach
        for cell, d in candidates:
            excluded &= reach[cell * size + d]
            if not excluded:
                break
        return max(excluded, 0)

    def across(self, cells: int) -> int:
        """The candidates of some cells for all digits, as ``Candidates.every``."""
        return sum([cells << d * self.count for d in range(self.size)])

    def common(self, candidates: Iterable[tuple[int, int]]) -> dict[int, int]:
        """The cells that each of some candidates excludes, by digit."""
        excluded, count = self.excluded_by(candidates), self.count
        every = (1 << count) - 1
        return {d: cells for d in range(self.size) if (cells := excluded >> d * count & every)}

    def reason(self, first: tuple[int, int], second: tuple[int, int]) -> House | Rule | None:
        """Why two candidates (cell, d) of different cells exclude each other, if they do."""
        if first[1] == second[1] and (houses := self.common_houses(1 << first[0] | 1 << second[0])):
            return self.houses[houses[0]]
        if self.rule_links:
            number = second[0] * self.size + second[1]
            for other, reason in self.rule_links[first[0] * self.size + first[1]]:
                if other == number:
                    return self.reasons[reason]
        return None

    def rules(
        self, groups: Iterable[Sequence[tuple[int, int]]], eliminated: Iterable[Candidate]
    ) -> tuple[Rule, ...]:
        """The rules by which the candidates (cell, d) of some group all exclude what goes: for each
        candidate the group that needs the fewest rules beside rows, columns and regions."""
        if not self.linked:
            return ()
        tried = list(groups)
        rules: dict[Rule, None] = {}
        for cell, digit in eliminated:
            target = cell, self.index_of[digit]
            ways: list[list[Rule]] = []
            for group in tried:
                reasons = [self.reason(source, target) for source in group]
                if None not in reasons:
                    used = [self.rule(source, target) for source in group]
                    ways.append([rule for rule in used if rule is not None])
            ways.sort(key=len)
            rules |= dict.fromkeys(rule for way in ways[:1] for rule in way)
        return tuple(rules)

    def rule(self, first: tuple[int, int], second: tuple[int, int]) -> Rule | None:
        """The rule by which two candidates (cell, d) exclude each other, where no row, column or
        region does."""
        reason = self.reason(first, second)
        if isinstance(reason, House) and reason.kind == "extra":
            low, high = sorted((first[0], second[0]))
            return self.rule_of_pair(self.apart[low, high], low, high)
        return reason if isinstance(reason, Rule) else None

    def common_peers(self, cells: Iterable[int]) -> int:
        """The cells that see every one of ``cells``."""
        seen = -1
        for cell in cells:
            seen &= self.peers[cell]
        return seen & ((1 << self.count) - 1)

    def common_houses(self, cells: int) -> list[int]:
        """The houses that hold all of a set of cells, in order Q."""
        first = (cells & -cells).bit_length() - 1
        return [h for h in self.houses_of[first] if not cells & ~self.mask[h]]

    def beside(self, cells: int) -> int:
        """The other cells of the houses that hold all of a set of cells."""
        cells_beside = 0
        for h in self.common_houses(cells):
            cells_beside |= self.mask[h]
        return cells_beside & ~cells

    @cached_property
    def lists(self) -> list[list[int]]:
        """The cells of each house, as the compiled core reads them."""
        return [list(cells) for cells in self.members]

    @cached_property
    def rectangles(self) -> tuple[tuple[int, int, int, int], ...]:
        """The corners, in the order of the ring, of the rectangles of two rows and two columns of
        which every house has two corners or none."""
        rectangles = []
        for top, bottom in combinations(self.rows, 2):
            for left, right in combinations(self.lines_down, 2):
                a, b, c, d = (
                    (self.mask[row] & self.mask[column]).bit_length() - 1
                    for row, column in ((top, left), (top, right), (bottom, right), (bottom, left))
                )
                if min(a, b, c, d) >= 0:
                    even = sorted(self.houses_of[a] + self.houses_of[c])
                    odd = sorted(self.houses_of[b] + self.houses_of[d])
                    if even == odd and len(set(even)) == len(even):
                        rectangles.append((a, b, c, d))
        return tuple(rectangles)

    @cached_property
    def squares(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The rectangles, each with its corners as a bit set before them."""
        return tuple([(sum([1 << c for c in corners]), corners) for corners in self.rectangles])

    @cached_property
    def exchanges(self) -> tuple[tuple[int, tuple[tuple[int, ...], tuple[int, ...]]], ...]:
        """Three cells each of two rows (or columns), each beside one of the other, such that every
        house has both of such two, or all of one of the lines and none of the other: all as a bit
        set, and the two sides."""
        exchanges = []
        for lines, across in ((self.rows, self.lines_down), (self.lines_down, self.rows)):
            for one, other in combinations(lines, 2):
                beside = [
                    (bits(self.mask[one] & self.mask[h]), bits(self.mask[other] & self.mask[h]))
                    for h in across
                ]
                # Of grids that overlap, two may cross both lines in the same cells.
                pairs = dict.fromkeys((a[0], b[0]) for a, b in beside if a and b)
                in_one = {}
                for a, b in pairs:
                    left, right = set(self.houses_of[a]), set(self.houses_of[b])
                    in_one[a, b] = left - right, right - left
                for chosen in combinations(pairs, 3):
                    if all(in_one[pair] == in_one[chosen[0]] for pair in chosen):
                        first, second = zip(*chosen, strict=True)
                        exchanges.append(
                            (sum([1 << c for c in (*first, *second)]), (first, second))
                        )
        return tuple(exchanges)

    @cached_property
    def shared(self) -> dict[int, tuple[int, ...]]:
        """For each house, the other houses of another kind that share two or more cells."""
        return {
            h: tuple(
                k for k in self.order_q if k != h and (self.mask[h] & self.mask[k]).bit_count() > 1
            )
            for h in self.order_q
        }


def _extra_houses(geometry: Geometry, constraints: tuple[Constraint, ...]) -> list[House]:
    if not constraints:
        return []
    from satdoku.constraints.pairs import GroupRule  # plain boards start without rules

    houses: list[House] = []
    known = {frozenset(house.cells) for house in geometry.houses}
    for constraint, part in zip(constraints, model_of(geometry, constraints).parts, strict=True):
        names = {}
        if isinstance(constraint, GroupRule):
            names = {
                tuple(sorted(cells)): name.removeprefix("the ")
                for name, cells in constraint.groups(geometry)
            }
        for number, cells in enumerate(part.different, 1):
            if len(cells) < 2 or frozenset(cells) in known:
                continue
            known.add(frozenset(cells))
            title = names.get(cells) or constraint.describe(geometry)
            if len(cells) == 2:
                title = f"{constraint.title.lower()} pair {geometry.names(cells)}"
            elif cells not in names and len(part.relations) > 1:
                title = f"{title} ({number})"
            full = len(cells) == len(geometry.digits)
            rule = "" if cells in names else constraint.name
            houses.append(House("extra", len(houses) + 1, cells, full, title, rule=rule))
    return houses


def board_of(puzzle: Puzzle) -> Board:
    """The compact board of a puzzle, kept with its model."""
    return puzzle.model.kept(Board, _board)


def _board(model: Model) -> Board:
    return Board(model.geometry, model.constraints)


class Candidates:
    """The open candidates of a position: ``cand[cell]`` a digit set, ``where[d]`` a cell set."""

    __slots__ = ("board", "cand", "kept", "memo", "puzzle", "regions", "values", "where")

    def __init__(
        self,
        board: Board,
        puzzle: Puzzle,
        values: list[int],
        cand: list[int],
        where: list[int],
        regions: frozenset[RegionFact] = frozenset(),
    ) -> None:
        self.board = board
        self.puzzle = puzzle
        self.values = values
        """The digit index of each filled cell, -1 where it is empty."""
        self.cand = cand
        self.where = where
        self.regions = regions
        self.memo: dict[str, object] = {}
        """The results of searches about this position (never changed, only added to)."""
        self.kept: dict[tuple[object, int], tuple[object, object]] = {}
        """The results of searches about a digit or a house, each with the candidates from which it
        follows; the positions of a path share it."""

    def once(self, key: str, compute: Callable[[], _T]) -> _T:
        """The result of ``compute()``, worked out once a position; a key stands for one type."""
        if key not in self.memo:
            self.memo[key] = compute()
        return self.memo[key]  # type: ignore[return-value]

    def of_digit(self, key: object, d: int, compute: Callable[[int], _T]) -> _T:
        """The result of ``compute(d)``, which follows from the places of the digit alone. A step
        mostly changes those of one or two digits; of the others it is known from before."""
        places = self.where[d]
        # Those of a digit without places are not kept: ``of_digits`` leaves digits out.
        return self.from_before(key, d, places, compute) if places else compute(d)

    def changed(self, where: object) -> Candidates | None:
        """The digits whose places are not as they were, alone; ``None`` where all are."""
        assert isinstance(where, list)
        if where == self.where:
            return None
        fresh = [d for d, (a, b) in enumerate(zip(where, self.where, strict=True)) if a != b]
        return self.once(f"digits {fresh}", lambda: self.of_digits(fresh))

    def of_house(self, key: object, h: int, compute: Callable[[int], _T]) -> _T:
        """The result for a house, which follows from the candidates of its cells alone."""
        cand, members = self.cand, self.board.members
        held = self.once("houses", lambda: [tuple([cand[c] for c in cells]) for cells in members])
        return self.from_before(key, h, held[h], compute)

    def from_before(self, key: object, at: int, held: object, compute: Callable[[int], _T]) -> _T:
        """The result of ``compute(at)``, which follows from ``held`` alone; the positions of a path
        share it."""
        known = self.kept.get((key, at))
        if known is not None and known[0] == held:
            return known[1]  # type: ignore[return-value]
        result = compute(at)
        self.kept[key, at] = held, result
        return result

    def unfilled(self, key: str, listed: Sequence[tuple[int, _T]]) -> Sequence[tuple[int, _T]]:
        """Of some sets of cells, each with something, those whose cells all have candidates. On a
        path they get fewer, and are looked for among those of the position before."""
        filled = sum([1 << cell for cell, mask in enumerate(self.cand) if not mask])
        known = self.kept.get((key, -1))
        if known is not None:
            if known[0] == filled:
                return known[1]  # type: ignore[return-value]
            if isinstance(known[0], int) and not known[0] & ~filled:
                listed = known[1]  # type: ignore[assignment]
        unfilled = [pair for pair in listed if not pair[0] & filled]
        self.kept[key, -1] = filled, unfilled
        return unfilled

    @property
    def every(self) -> int:
        """All open candidates as one bit set: digit ``d`` of a cell is bit ``d * count + cell``."""
        return self.once("every", self._every)

    def _every(self) -> int:
        count = self.board.count
        return sum([cells << d * count for d, cells in enumerate(self.where)])

    @staticmethod
    def of(position: Position) -> Candidates:
        """Read a position. Candidates that a placed digit or a rule on their cell excludes do not
        count as open, as in :mod:`satdoku.model.exclusions`.

        A player may not have crossed them out yet; taken for places, they would mislead every
        argument about where a digit can still go.
        """
        board = board_of(position.puzzle)
        index = board.index_of
        values = [-1 if value is None else index[value] for value in position.values]
        cand = [0] * board.count
        where = [0] * board.size
        for cell, digits in enumerate(position.candidates):
            if not cell & 63:
                tick()
            if digits and values[cell] < 0:
                bit = 1 << cell
                mask = 0
                for digit in digits:
                    d = index[digit]
                    mask |= 1 << d
                    where[d] |= bit
                cand[cell] = mask
        for cell, d in enumerate(values):
            if d >= 0:
                stale = where[d] & board.peers[cell]
                if stale:
                    where[d] &= ~stale
                    for peer in bits(stale):
                        cand[peer] &= ~(1 << d)
        cands = Candidates(board, position.puzzle, values, cand, where, position.regions)
        for cell, allowed in board.allowed:
            for d in bits(cand[cell] & ~allowed):
                cands.remove(cell, d)
        if board.conflicts:
            for cell, d in enumerate(values):
                if d >= 0:
                    cands.strike(cell, d)
        return cands

    def copy(self) -> Candidates:
        """A copy of the candidates, free to be changed by :meth:`place` and :meth:`remove`."""
        own = self.values[:], self.cand[:], self.where[:]
        return Candidates(self.board, self.puzzle, *own, self.regions)

    def of_digits(self, digits: Iterable[int]) -> Candidates:
        """The candidates of some digits, with no place of any other digit: for searches of one
        digit after another."""
        wanted = set(digits)
        where = [places if d in wanted else 0 for d, places in enumerate(self.where)]
        cands = Candidates(self.board, self.puzzle, self.values, self.cand, where, self.regions)
        cands.kept = self.kept
        return cands

    def position(self) -> Position:
        """The candidates as a position."""
        digits = self.board.digits
        return Position(
            self.puzzle,
            tuple([None if d < 0 else digits[d] for d in self.values]),
            tuple([frozenset([digits[d] for d in bits(mask)]) for mask in self.cand]),
            regions=self.regions,
        )

    def place(self, cell: int, d: int) -> None:
        """Write a digit and cross out what it excludes elsewhere."""
        bit = 1 << cell
        cand, where = self.cand, self.where
        for e in bits(cand[cell]):
            where[e] &= ~bit
        self.values[cell] = d
        cand[cell] = 0
        hit = where[d] & self.board.peers[cell]
        where[d] &= ~hit
        dbit = 1 << d
        for peer in bits(hit):
            cand[peer] ^= dbit
        if self.board.conflicts:
            self.strike(cell, d)

    def strike(self, cell: int, d: int) -> None:
        """Cross out what a written digit excludes by a rule."""
        for e, cells in self.board.conflicts[cell * self.board.size + d]:
            for other in bits(self.where[e] & cells):
                self.remove(other, e)

    def remove(self, cell: int, d: int) -> None:
        """Cross out one candidate."""
        self.cand[cell] &= ~(1 << d)
        self.where[d] &= ~(1 << cell)

    def lost_by(self, cell: int, digit: int) -> Iterator[Candidate]:
        """The open candidates that a digit in an empty cell excludes."""
        board, names = self.board, self.board.digits
        d = board.index_of[digit]
        for e in bits(self.cand[cell] & ~(1 << d)):
            yield cell, names[e]
        for other in bits(self.where[d] & board.peers[cell]):
            yield other, digit
        if board.conflicts:
            for e, cells in board.conflicts[cell * board.size + d]:
                for other in bits(self.where[e] & cells):
                    yield other, names[e]

    @property
    def empty_counts(self) -> list[int]:
        """For each house, the number of its cells without a placed digit."""
        return self.once("empty", self._empty_counts)

    def _empty_counts(self) -> list[int]:
        empty = self.open
        return [(empty & mask).bit_count() for mask in self.board.mask]

    def placed_counts(self) -> list[int]:
        """For each digit, how often it has been placed."""
        counts = [0] * self.board.size
        for d in self.values:
            if d >= 0:
                counts[d] += 1
        return counts

    def with_count(self, size: int) -> int:
        """The cells with exactly this many candidates."""
        sizes = self.memo.get("sizes")
        if sizes is None:
            sizes = [0] * (self.board.size + 1)
            for cell, mask in enumerate(self.cand):
                if mask:
                    sizes[mask.bit_count()] |= 1 << cell
            self.memo["sizes"] = sizes
        return sizes[size] if size < len(sizes) else 0  # type: ignore[index, arg-type]

    @property
    def open(self) -> int:
        """The cells without a placed digit."""
        return self.once("open", self._open)

    def _open(self) -> int:
        return sum([1 << cell for cell, value in enumerate(self.values) if value < 0])

    def union(self, cells: Iterable[int]) -> int:
        """The digits that these cells can hold between them."""
        mask = 0
        for cell in cells:
            mask |= self.cand[cell]
        return mask

    def digit_names(self, mask: int) -> tuple[int, ...]:
        """A digit set as the digits themselves."""
        digits = self.board.digits
        return tuple([digits[d] for d in bits(mask)])

    def pairs(self, cells: Iterable[int], digits: int) -> tuple[Candidate, ...]:
        """The open candidates of these cells among a digit set, as (cell, digit)."""
        names, cand = self.board.digits, self.cand
        return tuple([(c, names[d]) for c in cells for d in bits(cand[c] & digits)])

    def cell_set(self, name: str, cells: tuple[int, ...], digits: int) -> CellSet:
        """Some cells with their open candidates among a digit set."""
        return CellSet(name, cells, self.digit_names(digits), self.pairs(cells, digits))

    def excluded_by(self, candidates: Iterable[tuple[int, int]]) -> set[tuple[int, int]]:
        """The open candidates (cell, d) that each of some candidates excludes."""
        count = self.board.count
        return {(k % count, k // count) for k in bits(self.lost_to(candidates))}

    def lost_to(self, candidates: Iterable[tuple[int, int]]) -> int:
        """The open candidates that each of some candidates excludes, as ``every``."""
        return self.board.excluded_by(candidates, own_cells=True) & self.every

    def named(self, candidates: int) -> tuple[Candidate, ...]:
        """Candidates of a bit set as ``every``, as ascending (cell, digit)."""
        count, names = self.board.count, self.board.digits
        return tuple(sorted((k % count, names[k // count]) for k in bits(candidates)))

    def hits(self, removals: Iterable[tuple[int, int]]) -> tuple[Candidate, ...]:
        """Removals given as (cell set, d), as ascending (cell, digit) of those still open."""
        names = self.board.digits
        open_ = [(cell, names[d]) for cells, d in removals for cell in bits(cells & self.where[d])]
        open_.sort()
        return tuple(open_)


_RECENT: OrderedDict[int, tuple[Position, Candidates]] = OrderedDict()
_KEEP = 8


def open_candidates(position: Position) -> Candidates:
    """The compact form of a position. The last few are kept: many searches ask about one."""
    entry = _RECENT.get(id(position))
    # The entry holds the position itself, so its id cannot have been given to another object.
    if entry is not None and entry[0] is position:
        return entry[1]
    cands = Candidates.of(position)
    _remember(position, cands)
    return cands


def _remember(position: Position, cands: Candidates) -> None:
    _RECENT[id(position)] = (position, cands)
    while len(_RECENT) > _KEEP:
        try:
            _RECENT.popitem(last=False)
        except KeyError:  # another thread emptied it first
            break


def apply(position: Position, step: Step) -> Position:
    """The position after a step: eliminations first, then placements."""
    if step.eliminations:
        position = position.eliminate(step.eliminations)
    for cell, digit in step.placements:
        position = position.place(cell, digit)
    return position.with_regions(step.regions) if step.regions else position


def advance(position: Position, step: Step) -> Position:
    """Apply a step as :func:`apply` does, and carry the compact form along instead of reading it
    anew."""
    before = open_candidates(position)
    cands = before.copy()
    cands.kept = before.kept
    index = cands.board.index_of
    for cell, digit in step.eliminations:
        cands.remove(cell, index[digit])
    for cell, digit in step.placements:
        cands.place(cell, index[digit])
    after = apply(position, step)
    cands.regions = after.regions
    _remember(after, cands)
    return after
