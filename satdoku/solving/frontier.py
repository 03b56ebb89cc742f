"""Exact solution counts without listing solutions: a dynamic programme over the frontier.

Cells are filled one by one in a fixed order. Two partial fillings that have used the same digits
in each house with cells still to come can be completed in the same ways, so they are one *state*,
and only the number of ways to reach it is kept. States that a symmetry of the remaining board
maps onto each other are one state as well. docs/counting.md derives it, proves each merge sound,
and explains when enumeration is the better choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import Clock, Stop
from satdoku.base.records import dataclass
from satdoku.puzzle.puzzle import Puzzle
from satdoku.solving.frontier_plan import Interchange, Plan, cell_order, make_plan, read_board

if TYPE_CHECKING:
    from satdoku.core import FrontierCounter

FrontierStop: TypeAlias = Stop | Literal["states"]
"""The reason why a count ended early: a limit of the clock, or the bound on states."""

MAX_STATES = {"python": 1_000_000, "native": 20_000_000}
"""Default bounds on the states of one layer.

In the core a 9x9 state takes 32 bytes of a table that is at most three quarters full; with two
tables, one of them growing, 20 million states may take 3 GB. Where a state takes more, fewer are
allowed by default. In Python a state takes about 200 bytes, and two layers of a million 0.4 GB.
"""

_MIN_FORECAST_STATES = 20_000
"""The number of states from which the forecast is trusted."""

_FORECAST_MARGIN = 4.0
"""The distance (base 2) of a forecast above the bound on states that ends a count."""

_MAX_PREFERRED_BITS = 66.0
"""Boards with at most this many expected bits (Plan.expected) had at most 2 ** 23 states."""


@dataclass(frozen=True, slots=True)
class FrontierCount:
    """The exact number of solutions; where ``stopped`` is set, nothing is known (at least 0).

    runner    ``native`` or ``python``
    expanded  states followed up, the unit of ``Limit.nodes`` here
    peak      most states alive between two cells
    """

    count: int
    stopped: FrontierStop | None
    runner: Literal["native", "python"]
    expanded: int
    peak: int

    @property
    def exact(self) -> bool:
        """Whether ``count`` is the number of solutions."""
        return self.stopped is None


def frontier_refusal(puzzle: Puzzle) -> str | None:
    """The reason why :func:`count_by_frontier` refuses a puzzle, or ``None`` if it does not."""
    board = read_board(puzzle)
    return board if isinstance(board, str) else None


def count_by_frontier(
    puzzle: Puzzle,
    clock: Clock,
    *,
    max_states: int | None = None,
    runner: Literal["auto", "native", "python"] = "auto",
) -> FrontierCount | None:
    """The exact number of solutions, or ``None`` if a rule is not supported.

    Takes every board and every rule that lowers to sets of different digits and to digits of a
    cell; :func:`frontier_refusal` names the rule otherwise. ``limit.solutions`` is ignored, because
    there is no partial count. The time, the nodes (states) and the cancellation of the clock, and
    ``max_states``, the most states between two cells, end a count undecided, never wrong. A count
    also ends with ``states`` as soon as the growth so far forecasts far more of them.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises ValueError: where ``max_states`` is below 1.
    :raises ImportError: where ``runner`` is ``native`` and the core is not there.
    """
    if max_states is not None and max_states < 1:
        raise ValueError(f"a bound on states is a number >= 1, not {max_states!r}")
    puzzle.require_valid()
    board = read_board(puzzle)
    if isinstance(board, str):
        return None
    counter_type = None if runner == "python" else _native_counter()
    if counter_type is None and runner == "native":
        raise ImportError("satdoku.core, the compiled core, is not installed or has no counter")
    kind: Literal["native", "python"] = "python" if counter_type is None else "native"
    if board.impossible:
        return FrontierCount(0, None, kind, 0, 0)
    order, bits = cell_order(board)
    if bits > _MAX_BITS:
        return FrontierCount(0, "states", kind, 0, 0)
    plan = make_plan(board, order)
    if counter_type is not None and _fits_native(plan):
        for limbs in (2, 8):
            bound = max_states or _default_bound(plan, limbs)
            counted = _run_native(plan, clock, bound, counter_type, limbs)
            if counted is not None:
                return counted
            if (stopped := clock.stopped()) is not None:
                return FrontierCount(0, stopped, kind, 0, 0)
    return _run_python(plan, clock, max_states or MAX_STATES["python"])


def prefer_frontier(puzzle: Puzzle) -> bool:
    """Whether to try :func:`count_by_frontier` before listing solutions. Cheap; a guess.

    True where the frontier looks small enough, except on classic boards with fewer than 66 free
    cells: those have a few million solutions at most, as a rule, and the native engine lists
    millions a second. A count should list the first thousand solutions in any case: most
    puzzles asked about have one. docs/counting.md has the measurements.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    puzzle.require_valid()
    board = read_board(puzzle)
    if isinstance(board, str) or board.impossible:
        return False
    if puzzle.geometry.is_classic and len(board.domains) < 66:
        return False
    order, bits = cell_order(board)
    if bits > _MAX_BITS:
        return False
    plan = make_plan(board, order)
    return max(plan.expected, default=0.0) <= _MAX_PREFERRED_BITS


_MAX_BITS = 200.0
"""The most bits of an order that is tried (10x10 with 2x5 boxes: 101, 12x12: 143).

It also bounds the time of making the plan, which is cubic in the board.
"""


def _hopeless(plan: Plan, layer: int, states: int, max_states: int) -> bool:
    return (
        layer >= 0
        and states >= _MIN_FORECAST_STATES
        and plan.forecast(layer, states) > log2(max_states) + _FORECAST_MARGIN
    )


def _native_counter() -> type[FrontierCounter] | None:
    core = compiled_core("FrontierCounter")
    return None if core is None else cast("type[FrontierCounter]", core.FrontierCounter)


def _fits_native(plan: Plan) -> bool:
    return plan.digits <= 32 and all(len(layer.live) <= 64 for layer in plan.layers)


def _default_bound(plan: Plan, limbs: int) -> int:
    """MAX_STATES for states of 32 bytes, in proportion fewer for larger ones."""
    slots = max((len(layer.live) for layer in plan.layers), default=0)
    words = max(2 if limbs <= 2 else 4, -(-slots // (64 // plan.digits)))
    # The core has tables of these sizes, not of those between; of 2 and 3 for short numbers alone.
    words = next(size for size in (2, 3, 4, 8, 16, 32) if size >= words)
    return MAX_STATES["native"] * 4 // (words + limbs)


_SLICE_SUCCESSORS = 100_000
"""Successors between two looks at the clock in the core: some hundredths of a second."""


def _run_native(
    plan: Plan, clock: Clock, max_states: int, counter_type: type[FrontierCounter], limbs: int
) -> FrontierCount | None:
    """Count in the core; ``None`` where the numbers outgrow its words."""
    counter = counter_type(plan.digits, max_states, limbs)
    _add_layers(counter, plan)
    start = clock.nodes
    status = counter.RUNNING
    stopped: FrontierStop | None = None
    while status == counter.RUNNING:
        stopped = clock.stopped()
        if stopped is not None:
            break
        budget = _SLICE_SUCCESSORS
        if clock.limit.nodes is not None:
            budget = min(budget, clock.limit.nodes - clock.nodes)
        status = counter.advance(budget)
        clock.nodes = start + counter.expanded
        if status == counter.RUNNING and _hopeless(
            plan, counter.layer - 1, counter.states, max_states
        ):
            status = counter.TOO_MANY_STATES
    if status == counter.OVERFLOW:
        return None
    if status == counter.TOO_MANY_STATES:
        stopped = "states"
    if stopped is not None:
        return FrontierCount(0, stopped, "native", counter.expanded, counter.peak)
    total = sum(word << (64 * i) for i, word in enumerate(counter.total()))
    return FrontierCount(total, None, "native", counter.expanded, counter.peak)


def _add_layers(counter: FrontierCounter, plan: Plan) -> None:
    """Give the plan to the core, where a state has a slot for each live house."""
    before: dict[int, int] = {}
    for layer in plan.layers:
        after = {house: slot for slot, house in enumerate(layer.live)}
        counter.add_layer(
            layer.domain,
            [before[house] for house in layer.houses if house in before],
            list(layer.classes),
            [
                (
                    before.get(house, -1),
                    plan.placed[house],
                    house in layer.houses,
                    spent,
                    plan.full[house],
                )
                for house, spent in zip(layer.live, layer.spent, strict=True)
            ],
            [(domain, [after[house] for house in houses]) for domain, houses in layer.watched],
            list(layer.symmetry.digits),
            [[after[house] for house in twins] for twins in layer.symmetry.twins],
            [
                [[[after[house] for house in part] for part in block] for block in orbit]
                for orbit in layer.symmetry.blocks
            ],
        )
        before = after


def _run_python(plan: Plan, clock: Clock, max_states: int) -> FrontierCount:
    """Count in Python. A state is one integer: the mask of house ``h`` starts at bit h * digits."""
    # One long function: a call for each state would take longer than the state itself. The masks of
    # a layer are made first, so that a state costs a few operations on integers for each digit.
    size = plan.digits
    everything = (1 << size) - 1
    bits = [1 << d for d in range(size)]
    states = {0: 1}
    expanded = 0
    peak = 1
    live: tuple[int, ...] = ()
    for index, layer in enumerate(plan.layers):
        reads = [house * size for house in layer.houses if house in live]
        keep = sum(everything << (house * size) for house in layer.live if house in live)
        fresh = sum(plan.placed[h] << (h * size) for h in layer.live if h not in live)
        spent = fresh
        demand = 0
        for house, lost in zip(layer.live, layer.spent, strict=True):
            spent |= lost << (house * size)
            if plan.full[house]:
                demand |= lost << (house * size)
        touch = sum(1 << (house * size) for house in layer.houses if house in layer.live)
        places = [touch << d for d in range(size)]
        watched = [(d, tuple(h * size for h in houses)) for d, houses in layer.watched]
        renamer = _Renamer(layer.symmetry, layer.live, size) if layer.symmetry else None
        columns = [sum(1 << (h * size + d) for h in live) for d in range(size)]
        classes = layer.classes
        following: dict[int, int] = {}
        for state, ways in states.items():
            if not expanded & 255:
                stopped: FrontierStop | None = clock.stopped()
                if stopped is None and len(following) > max_states:
                    stopped = "states"
                if stopped is not None:
                    return FrontierCount(0, stopped, "python", expanded, peak)
            expanded += 1
            clock.nodes += 1
            used = 0
            for shift in reads:
                used |= state >> shift
            left = layer.domain & ~used
            times: dict[int, int] = {}
            if classes:
                left = _merge_digits(state, left, classes, columns, times)
            base = state & keep | fresh
            for d in range(size):
                if not left & bits[d]:
                    continue
                new = base | places[d]
                if demand & ~new:
                    continue
                new |= spent
                for domain, shifts in watched:
                    for shift in shifts:
                        domain &= ~(new >> shift)
                    if not domain:
                        break
                else:
                    if renamer is not None:
                        new = renamer.apply(new)
                    following[new] = following.get(new, 0) + ways * times.get(d, 1)
        if len(following) > max_states or _hopeless(plan, index, len(following), max_states):
            return FrontierCount(0, "states", "python", expanded, peak)
        states = following
        live = layer.live
        peak = max(peak, len(states))
        if not states:
            return FrontierCount(0, None, "python", expanded, peak)
    return FrontierCount(sum(states.values()), None, "python", expanded, peak)


def _merge_digits(
    state: int, left: int, classes: Sequence[int], columns: Sequence[int], times: dict[int, int]
) -> int:
    """The digits to try: one of those that are alike later on and used by the same houses, since
    these lead to equal states. ``times`` gets how often each counts."""
    for part in classes:
        part &= left
        if part & (part - 1):
            alike: dict[int, int] = {}
            for d, houses in enumerate(columns):
                if part >> d & 1:
                    first = alike.setdefault((state & houses) >> d, d)
                    times[first] = times.get(first, 0) + 1
                    if first != d:
                        left ^= 1 << d
    return left


class _Renamer:
    """One form for all states that a layer's symmetry maps onto each other, as far as it is found.

    The twin of ``Renamer`` in native/counting/frontier.cpp. The forms may differ, but the counts do
    not: renaming within the symmetry keeps the number of completions.
    """

    def __init__(self, symmetry: Interchange, live: tuple[int, ...], size: int) -> None:
        self.live = live
        self.size = size
        self.everything = (1 << size) - 1
        self.symmetry = symmetry
        self.classes = [[d for d in range(size) if part >> d & 1] for part in symmetry.digits]
        colour = {house: -1 - house for house in live}
        for number, orbit in enumerate(symmetry.blocks):
            for block in orbit:
                for part, houses in enumerate(block):
                    for house in houses:
                        colour[house] = number * 1000 + part
        for houses in symmetry.twins:
            if colour[houses[0]] < 0:
                for house in houses:
                    colour[house] = 1_000_000 + houses[0]
        self.colour = colour
        self.start = [-1 - d for d in range(size)]
        for number, digits in enumerate(self.classes):
            for d in digits:
                self.start[d] = number

    def apply(self, state: int) -> int:
        size, everything = self.size, self.everything
        masks = {house: state >> (house * size) & everything for house in self.live}
        if self.classes:
            masks = self._rename_digits(masks)
        for twins in self.symmetry.twins:
            for house, mask in zip(twins, sorted(masks[h] for h in twins), strict=True):
                masks[house] = mask
        for orbit in self.symmetry.blocks:
            values = sorted([masks[h] for part in block for h in part] for block in orbit)
            for block, own in zip(orbit, values, strict=True):
                for house, mask in zip((h for part in block for h in part), own, strict=True):
                    masks[house] = mask
        new = 0
        for house, mask in masks.items():
            new |= mask << (house * size)
        return new

    def _rename_digits(self, masks: dict[int, int]) -> dict[int, int]:
        members = {
            house: [d for d in range(self.size) if mask >> d & 1] for house, mask in masks.items()
        }
        columns = [0] * self.size
        for house, digits in members.items():
            for d in digits:
                columns[d] |= 1 << house
        tags = self._refine(members, self._refine(members, self.start))
        for _ in range(self.size):
            tied = self._tied(columns, tags)
            if tied is None:
                break
            # Refinement cannot tell these digits apart: each in turn gets a tag of its own, and the
            # least outcome is taken, which does not depend on their names.
            best: tuple[int, list[int]] | None = None
            for d in {columns[d]: d for d in tied}.values():
                trial = list(tags)
                trial[d] = hash((trial[d], 1))
                trial = self._refine(members, self._refine(members, trial))
                value = hash(tuple(sorted(trial)))
                if best is None or value < best[0]:
                    best = value, trial
            assert best is not None
            tags = best[1]
        name = list(range(self.size))
        for digits in self.classes:
            for new, d in zip(digits, sorted(digits, key=tags.__getitem__), strict=True):
                name[d] = new
        return {house: sum(1 << name[d] for d in digits) for house, digits in members.items()}

    def _tied(self, columns: Sequence[int], tags: Sequence[int]) -> list[int] | None:
        """The digits of the least tag that digits in different houses share."""
        tied: list[int] | None = None
        for digits in self.classes:
            groups: dict[int, list[int]] = {}
            for d in digits:
                groups.setdefault(tags[d], []).append(d)
            for tag, group in groups.items():
                if len({columns[d] for d in group}) > 1 and (tied is None or tag < tags[tied[0]]):
                    tied = group
        return tied

    def _refine(self, members: dict[int, list[int]], tags: list[int]) -> list[int]:
        """One round of colour refinement: of a house by its digits, of a digit by its houses."""
        houses = {
            house: hash((self.colour[house], sum(tags[d] for d in digits)))
            for house, digits in members.items()
        }
        for orbit in self.symmetry.blocks:
            for block in orbit:
                value = hash(sum(houses[h] for part in block for h in part))
                for part in block:
                    for house in part:
                        houses[house] = hash((houses[house], value))
        sums = [0] * self.size
        for house, digits in members.items():
            for d in digits:
                sums[d] += houses[house]
        return [hash((tag, total)) for tag, total in zip(tags, sums, strict=True)]
