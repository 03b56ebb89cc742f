"""The plan of a frontier count: cells and what states store; one file, since it is one derivation.

A plan is plain data that two runners read: :mod:`satdoku.solving.frontier` in Python and
``native/counting/`` in C++. docs/counting.md derives it and proves each merge sound.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import comb, factorial, log2

from satdoku.base.records import dataclass
from satdoku.puzzle.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class ReducedBoard:
    """The part of a board to count after the forced cells: free cells, their digits and houses.

    Digits are bits of a mask, houses are numbered; ``placed`` are the digits that forced cells
    hold in a house. ``full`` houses have as many cells as there are digits, so that each digit
    occurs. ``impossible`` boards have no solution and no other contents.
    """

    digits: int
    domains: dict[int, int]
    houses: tuple[tuple[int, ...], ...]
    placed: tuple[int, ...]
    full: tuple[bool, ...]
    impossible: bool = False

    def houses_of(self) -> dict[int, tuple[int, ...]]:
        """For each free cell the houses that hold it."""
        holding: dict[int, list[int]] = {cell: [] for cell in self.domains}
        for house, cells in enumerate(self.houses):
            for cell in cells:
                holding[cell].append(house)
        return {cell: tuple(houses) for cell, houses in holding.items()}


@dataclass(frozen=True, slots=True)
class Interchange:
    """Renamings after which the rest of the board is the same.

    digits  sets of digits (masks) that may be exchanged among each other
    twins   lists of houses that may be exchanged among each other
    blocks  lists of blocks that may be exchanged as wholes; a block is a list of house lists, and
            the i-th lists of two blocks correspond (each is a twin class or a single house)
    """

    digits: tuple[int, ...] = ()
    twins: tuple[tuple[int, ...], ...] = ()
    blocks: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.digits or self.twins or self.blocks)


@dataclass(frozen=True, slots=True)
class Layer:
    """One cell, and the contents of the states after it.

    domain    the digits the cell may take, apart from those its houses have used
    houses    the houses that hold the cell
    live      the houses that a state after this cell stores
    spent     for each live house, the digits that none of its later cells can take
    watched   later cells that see this one: (digits, houses); each needs a digit left
    symmetry  the digits and houses that may be renamed in the states after this cell
    classes   digits that are alike for this cell and all later ones (masks, two or more each)
    """

    cell: int
    domain: int
    houses: tuple[int, ...]
    live: tuple[int, ...]
    spent: tuple[int, ...]
    watched: tuple[tuple[int, tuple[int, ...]], ...]
    symmetry: Interchange
    classes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The layers in order; ``placed`` and ``full`` are those of the board's houses.

    ``expected`` holds, for each layer, the logarithm (base 2) of the states after it if the
    digits of each house were independent and no state were its own image. It is far too large,
    but its shape is right: see :meth:`forecast`.
    """

    digits: int
    placed: tuple[int, ...]
    full: tuple[bool, ...]
    layers: tuple[Layer, ...]
    expected: tuple[float, ...]

    def forecast(self, layer: int, states: int) -> float:
        """The logarithm (base 2) of the most states to come, from those after ``layer``.

        A guess, within three or four on the boards measured once there are 10,000 states.
        """
        now = self.expected[layer]
        return log2(states) * max(self.expected[layer:]) / now if now > 1 else 0.0


def read_board(puzzle: Puzzle) -> ReducedBoard | str:
    """The board of a puzzle, its forced cells placed, or why a frontier count cannot take it."""
    # The steps narrow one table of domains in this order: givens and marks, rules on single cells,
    # singles; then houses are reduced to their free cells.
    geometry = puzzle.geometry
    size = geometry.size
    index = {digit: 1 << i for i, digit in enumerate(geometry.digits)}
    everything = (1 << size) - 1

    def mask(digits: Iterable[int]) -> int:
        return sum(index.get(digit, 0) for digit in digits)

    domains = {cell: mask(puzzle.domain(cell)) for cell in range(geometry.cell_count)}
    model = puzzle.model
    for relation in (*model.tables, *model.sums, *model.sets, *model.others):
        return f"a rule lowers to {type(relation).__name__}, which needs more than sets"
    groups = set(model.different)
    impossible = any(len(set(cells)) < len(cells) or len(cells) > size for cells in groups)
    for cell, allowed in model.domains.items():
        domains[cell] &= mask(allowed)
    unsolvable = ReducedBoard(size, {}, (), (), (), impossible=True)
    if impossible:
        return unsolvable
    houses = [cells for cells in sorted(groups) if len(cells) > 1]
    if not _propagate(domains, houses, size):
        return unsolvable
    fixed = {cell for cell, domain in domains.items() if domain & (domain - 1) == 0}
    free_parts = []
    for cells in houses:
        free = tuple(cell for cell in cells if cell not in fixed)
        if len(free) > 1:
            placed = sum(domains[cell] for cell in cells if cell in fixed)
            free_parts.append((free, placed, len(cells) == size))
    reduced = _without_implied(free_parts)
    # A cell without houses multiplies the count and would only lengthen the frontier.
    return ReducedBoard(
        size,
        {cell: domain for cell, domain in domains.items() if cell not in fixed},
        tuple(free for free, _, _ in reduced),
        tuple(placed & everything for _, placed, _ in reduced),
        tuple(full for _, _, full in reduced),
    )


def _propagate(domains: dict[int, int], houses: Sequence[tuple[int, ...]], size: int) -> bool:
    """Place the singles until there are none; false where a cell or a digit has no place."""
    if not all(domains.values()):
        return False
    done: set[int] = set()
    holding: dict[int, list[tuple[int, ...]]] = {cell: [] for cell in domains}
    for cells in houses:
        for cell in cells:
            holding[cell].append(cells)
    changed = True
    while changed:
        changed = False
        for cell, domain in list(domains.items()):
            domain = domains[cell]
            if cell in done or domain & (domain - 1):
                continue
            done.add(cell)
            changed = True
            for cells in holding[cell]:
                for other in cells:
                    if other != cell and domains[other] & domain:
                        domains[other] &= ~domain
                        if not domains[other]:
                            return False
        for cells in houses:
            if len(cells) == size:
                placed = _place_hidden_singles(domains, cells, size)
                if placed is None:
                    return False
                changed |= placed
    return True


def _place_hidden_singles(
    domains: dict[int, int], cells: tuple[int, ...], size: int
) -> bool | None:
    """Whether a full house has hidden singles, which are placed; ``None`` where a digit has no
    place, or a cell would hold two."""
    once = twice = 0
    for cell in cells:
        twice |= once & domains[cell]
        once |= domains[cell]
    if once != (1 << size) - 1:
        return None
    changed = False
    for cell in cells:
        single = domains[cell] & ~twice
        if single and single != domains[cell]:
            if single & (single - 1):
                return None
            domains[cell] = single
            changed = True
    return changed


def _without_implied(
    houses: list[tuple[tuple[int, ...], int, bool]],
) -> list[tuple[tuple[int, ...], int, bool]]:
    """Drop what a larger house already implies: its subsets that demand no digit of their own."""
    needed: list[tuple[tuple[int, ...], int, bool]] = []
    sets: list[tuple[frozenset[int], bool]] = []
    for house in sorted(houses, key=lambda h: (-len(h[0]), not h[2])):
        free, _, full = house
        cells = frozenset(free)
        # A smaller full house still decides which digits its cells hold; one of equal cells does
        # not.
        if any(
            cells <= other and (not full or (len(other) == len(cells) and wide))
            for other, wide in sets
        ):
            continue
        needed.append(house)
        sets.append((cells, full))
    return sorted(needed)


def _weights(board: ReducedBoard) -> list[list[float]]:
    """weights[h][k]: bits to store which digits k of the free cells of house h have used."""
    weights = []
    for cells, placed, full in zip(board.houses, board.placed, board.full, strict=True):
        left = board.digits - placed.bit_count()
        row = [log2(max(1, comb(left, k))) for k in range(len(cells) + 1)]
        row[len(cells)] = 0.0
        if not full:
            # Late in a small house only clashes matter, which the digits of the past overstate.
            row = [min(bits, float(left)) for bits in row]
        weights.append(row)
    return weights


_MAX_SINGLE_CELLS = 700
"""Free cells with which an order cell by cell is tried, which takes quadratic time."""


def cell_order(board: ReducedBoard) -> tuple[tuple[int, ...], float]:
    """The order of the free cells with the smallest frontier found, and its bits.

    Bits: the logarithm of the sum, over all cells, of an upper estimate of the states.
    """
    weights = _weights(board)
    houses_of = board.houses_of()

    def cost(order: Iterable[int]) -> float:
        filled = [0] * len(board.houses)
        bits = highest = 0.0
        sizes = []
        for cell in order:
            for house in houses_of[cell]:
                k = filled[house]
                bits += weights[house][k + 1] - weights[house][k]
                filled[house] = k + 1
            sizes.append(bits)
        highest = max(sizes, default=0.0)
        return highest + log2(sum(2.0 ** (size - highest) for size in sizes)) if sizes else 0.0

    best: tuple[float, tuple[int, ...]] | None = None
    for order in _candidate_orders(board, weights, houses_of):
        candidate = (round(cost(order), 6), order)
        if best is None or candidate[0] < best[0]:
            best = candidate
    if best is None:
        return (), 0.0
    return best[1], best[0]


def _candidate_orders(
    board: ReducedBoard, weights: list[list[float]], houses_of: dict[int, tuple[int, ...]]
) -> Iterator[tuple[int, ...]]:
    cells = sorted(board.domains)
    if not cells:
        return
    width = max(cells) + 1
    for side in range(2, 101):
        if side * side >= width:
            width = side
            break
    yield tuple(cells)
    across = sorted(cells, key=lambda c: (c % width, c // width))
    yield tuple(across)
    for part in (0, 1):
        lines: dict[int, list[int]] = {}
        for cell in cells:
            lines.setdefault(divmod(cell, width)[part], []).append(cell)
        yield _greedy([tuple(line) for line in lines.values()], weights, houses_of, board)
    if len(cells) <= _MAX_SINGLE_CELLS:
        yield _greedy([(cell,) for cell in cells], weights, houses_of, board)


def _greedy(
    groups: list[tuple[int, ...]],
    weights: list[list[float]],
    houses_of: dict[int, tuple[int, ...]],
    board: ReducedBoard,
) -> tuple[int, ...]:
    """Take, again and again, the group of cells after which the frontier is smallest."""
    filled = [0] * len(board.houses)
    counts = [Counter(house for cell in group for house in houses_of[cell]) for group in groups]
    left = list(range(len(groups)))
    order: list[int] = []
    while left:

        def growth(i: int) -> tuple[float, int]:
            bits = 0.0
            for house, more in counts[i].items():
                k = filled[house]
                bits += weights[house][k + more] - weights[house][k]
            return round(bits, 6), i

        chosen = min(left, key=growth)
        left.remove(chosen)
        order.extend(groups[chosen])
        for house, more in counts[chosen].items():
            filled[house] += more
    return tuple(order)


def make_plan(board: ReducedBoard, order: Sequence[int]) -> Plan:
    """The layers of an order: the reads and writes of each cell in the states around it."""
    everything = (1 << board.digits) - 1
    houses_of = board.houses_of()
    domains = dict(board.domains)
    later = [set(cells) for cells in board.houses]
    opened: set[int] = set()
    classes = _digit_classes([*domains.values(), *board.placed], everything)
    layers: list[Layer] = []
    for cell in order:
        domain = domains.pop(cell)
        for house in houses_of[cell]:
            later[house].discard(cell)
            opened.add(house)
        live = tuple(sorted(house for house in opened if later[house]))
        spent = []
        for house in live:
            possible = 0
            for other in later[house]:
                possible |= domains[other]
            spent.append(everything & ~possible)
        # Digits that all later cells of a live house lack are left to the state. Only then can
        # digits and houses be exchanged that differ only in their past.
        for house, lost in zip(live, spent, strict=True):
            if lost:
                for other in later[house]:
                    domains[other] |= lost
        live_set = set(live)
        seen = {other for house in houses_of[cell] for other in later[house]}
        watched = tuple(
            (domains[other], tuple(house for house in houses_of[other] if house in live_set))
            for other in sorted(seen)
        )
        # A house that is not open yet starts from its own digits, not from the domains.
        unopened = {board.placed[h] for h, cells in enumerate(later) if cells and h not in opened}
        after = _digit_classes({*domains.values(), *unopened}, everything)
        symmetry = _symmetry(board, domains, later, live, houses_of, after)
        layers.append(
            Layer(cell, domain, houses_of[cell], live, tuple(spent), watched, symmetry, classes)
        )
        classes = after
    expected = _expected(board, [(layer.houses, layer.symmetry) for layer in layers])
    return Plan(board.digits, board.placed, board.full, tuple(layers), expected)


def _digit_classes(domains: Iterable[int], everything: int) -> tuple[int, ...]:
    """The largest sets of digits of which every mask holds all or none; singles left out."""
    parts = [everything]
    for domain in set(domains):
        parts = [piece for part in parts for piece in (part & domain, part & ~domain) if piece]
    return tuple(sorted(part for part in parts if part & (part - 1)))


def _symmetry(
    board: ReducedBoard,
    domains: dict[int, int],
    later: list[set[int]],
    live: tuple[int, ...],
    houses_of: dict[int, tuple[int, ...]],
    digits: tuple[int, ...],
) -> Interchange:
    if not live:
        return Interchange()
    alike: dict[object, list[int]] = {}
    for house in live:
        key = (
            board.full[house],
            tuple(
                sorted(
                    (domains[cell], tuple(h for h in houses_of[cell] if h != house))
                    for cell in later[house]
                )
            ),
        )
        alike.setdefault(key, []).append(house)
    classes = [tuple(houses) for houses in alike.values()]
    blocks = _blocks(board, domains, later, live, houses_of, classes)
    # To sort out two or three digits costs more than the states it saves.
    worth = tuple(part for part in digits if part.bit_count() > min(3, board.digits - 1))
    return Interchange(worth, tuple(c for c in classes if len(c) > 1), blocks)


def _expected(
    board: ReducedBoard, layers: Sequence[tuple[tuple[int, ...], Interchange]]
) -> tuple[float, ...]:
    weights = _weights(board)
    filled = [0] * len(board.houses)
    bits = 0.0
    expected = []
    for houses, symmetry in layers:
        for house in houses:
            k = filled[house]
            bits += weights[house][k + 1] - weights[house][k]
            filled[house] = k + 1
        renamed = [part.bit_count() for part in symmetry.digits]
        renamed += [len(group) for group in (*symmetry.twins, *symmetry.blocks)]
        expected.append(bits - sum(log2(factorial(size)) for size in renamed))
    return tuple(expected)


def _blocks(
    board: ReducedBoard,
    domains: dict[int, int],
    later: list[set[int]],
    live: tuple[int, ...],
    houses_of: dict[int, tuple[int, ...]],
    classes: list[tuple[int, ...]],
) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
    """Sets of blocks of houses that may be exchanged as wholes (stacks of a board with boxes).

    A guess, then a check: the guess pairs twin classes that look alike and the houses that meet
    only one of them; the check lets a guess pass only if exchanging the houses maps the later
    cells onto themselves.
    """
    # The loops stay together: a block that joins an orbit limits the choice of all later ones.
    rest = Counter((domain, houses_of[cell]) for cell, domain in domains.items())
    looks: dict[object, list[tuple[int, ...]]] = {}
    for houses in classes:
        look = sorted((domains[cell], len(houses_of[cell])) for cell in later[houses[0]])
        looks.setdefault((board.full[houses[0]], len(houses), tuple(look)), []).append(houses)
    used: set[int] = set()
    orbits = []
    for candidates in looks.values():
        pool = [houses for houses in candidates if not used & set(houses)]
        while len(pool) > 1:
            first, others = pool[0], pool[1:]
            orbit: list[tuple[tuple[int, ...], ...]] = []
            anchor: tuple[int, ...] = ()
            members: list[tuple[int, ...]] = []
            for other in others:
                if used & set(other):
                    continue
                match = _match(board, domains, later, live, houses_of, first, other)
                if match is None or not _is_symmetry(match, rest):
                    continue
                # The houses that meet only the first class go with it, in the order of the match.
                left = tuple(x for x in match if x not in first and _meets(x, first, later))
                if not orbit:
                    orbit.append((first, *((x,) for x in left if x in live)))
                    anchor = left
                if left != anchor:
                    continue
                # Blocks of one orbit correspond part by part, and share no house.
                block = (other, *((match[x],) for x in left if x in live))
                if len(block) != len(orbit[0]) or any(
                    set(a) & set(b) for known in orbit for a in known for b in block
                ):
                    continue
                orbit.append(block)
                members.append(other)
            if len(orbit) > 1:
                orbits.append(tuple(orbit))
                used |= {house for block in orbit for part in block for house in part}
            pool = [houses for houses in others if houses not in members]
    return tuple(orbits)


def _meets(house: int, group: tuple[int, ...], later: list[set[int]]) -> bool:
    return any(later[house] & later[member] for member in group)


def _match(
    board: ReducedBoard,
    domains: dict[int, int],
    later: list[set[int]],
    live: tuple[int, ...],
    houses_of: dict[int, tuple[int, ...]],
    first: tuple[int, ...],
    other: tuple[int, ...],
) -> dict[int, int] | None:
    """The exchange of two twin classes and of the houses that meet only one of them."""

    def neighbours(group: tuple[int, ...]) -> set[int]:
        meeting = {h for house in group for cell in later[house] for h in houses_of[cell]}
        return meeting - set(group)

    left, right = neighbours(first), neighbours(other)
    if left & set(other) or right & set(first):
        return None
    common = left & right

    def look(house: int) -> tuple[int, bool, tuple[tuple[int, tuple[int, ...]], ...]]:
        cells = sorted(
            (domains[cell], tuple(h for h in houses_of[cell] if h in common))
            for cell in later[house]
        )
        start = -1 if house in live else board.placed[house]
        return (start, board.full[house], tuple(cells))

    mine = sorted((look(house), house) for house in left - common)
    theirs = sorted((look(house), house) for house in right - common)
    if [a for a, _ in mine] != [b for b, _ in theirs]:
        return None
    match = dict(zip(first, other, strict=True))
    match |= {a: b for (_, a), (_, b) in zip(mine, theirs, strict=True)}
    return match | {b: a for a, b in match.items()}


def _is_symmetry(match: dict[int, int], rest: Counter[tuple[int, tuple[int, ...]]]) -> bool:
    """Whether exchanging these houses maps the later cells, with their digits, onto themselves."""
    return all(
        rest[domain, tuple(sorted(match.get(house, house) for house in houses))] == times
        for (domain, houses), times in rest.items()
    )
