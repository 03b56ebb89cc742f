"""The least image of a grid or puzzle, and its automorphisms; one file, since it is one search.

The image is built row by row. Each row of the image is made as small as it can be, over all rows
that may stand there and all orders of the columns; equally good choices are all followed up. Three
ideas keep that small:

* **Nothing is decided before it matters.** Columns that look alike in every row so far stay a class
  with a common first place, and digits that first appeared in them get their labels when the
  columns get their places. Giving a digit the least label it can still have then *places* a column.
* **Depth first, with the best image so far as the bound**, row by row.
* **Automorphisms prune.** A second way to the best image is an automorphism. Everything between
  it and the place where the two ways parted is then a copy of what was seen, and so is every
  choice that some known automorphism takes to an earlier one (McKay, *Practical graph
  isomorphism*, 1981). The orbits along the way to the best image give the order of the group.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import factorial

from satdoku.base.errors import Undecided
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Frame:
    """The board and the moves allowed: rows inside bands of ``height``, and so on.

    Where ``transpose`` is allowed, ``height`` equals ``width`` and rows move as columns do.
    """

    size: int
    height: int
    width: int
    relabel: bool
    rows: bool
    columns: bool
    bands: bool
    stacks: bool
    transpose: bool


@dataclass(frozen=True, slots=True)
class LeastImage:
    """The least image, and the moves that lead to it.

    values      the image, row by row: 0 for an empty cell, digits from 1
    transpose   whether the source is transposed first
    rows        for each row of the image its row in the (transposed) source
    columns     for each column of the image its column in the (transposed) source
    order       the number of automorphisms by rows and columns, each with the one relabelling of
                the digits that occur (those that do not are left out of account)
    generators  automorphisms that make all of them: for each line (rows, then columns) its image
    """

    values: tuple[int, ...]
    transpose: bool
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    order: int
    generators: tuple[tuple[int, ...], ...]


class _State:
    """A partly built image.

    first  for each source column the first place that its class can still take: columns of one
           class, and alike stacks, share it
    home   for each digit where it first appeared (image row * size + source column), or -1
    label  for each digit its label once that is certain, else 0
    tie    columns with equal ties stand at the same place of their classes: a column of digits that
           all first appeared in one class is as yet unordered as that class, and ordered with it
    out    the row of the image that is being built; may run ahead of the place looked at
    taken  what was decided for this row: lines, and stacks numbered after all lines
    """

    __slots__ = ("first", "home", "label", "labels", "out", "row", "taken", "tie")

    def __init__(
        self,
        first: list[int],
        home: list[int],
        label: list[int],
        labels: int,
        row: int,
        out: list[int],
        taken: tuple[int, ...],
        tie: list[int],
    ) -> None:
        self.first = first
        self.home = home
        self.label = label
        self.labels = labels
        self.row = row
        self.out = out
        self.taken = taken
        self.tie = tie

    def copy(self) -> _State:
        return _State(
            self.first[:],
            self.home[:],
            self.label[:],
            self.labels,
            self.row,
            self.out[:],
            self.taken,
            self.tie[:],
        )


class _Node:
    """A state, the source rows it has used, and how much of the last of them is done."""

    __slots__ = ("place", "rows", "state", "transpose")

    def __init__(self, transpose: bool, rows: tuple[int, ...], place: int, state: _State) -> None:
        self.transpose = transpose
        self.rows = rows
        self.place = place
        self.state = state


_MAX_WAYS_PER_CELL = 8
"""The most ways to one row, per cell of a row, that are kept side by side."""


class _Search:
    def __init__(self, values: Sequence[int], frame: Frame, limit: Limit) -> None:
        self.frame = frame
        size = self.size = frame.size
        straight = [list(values[r * size : (r + 1) * size]) for r in range(size)]
        self.grids = (straight, [list(column) for column in zip(*straight, strict=True)])
        self.clock = limit.start()
        # Points that automorphisms move: rows, columns, then bands, then stacks.
        self.bands = size // frame.height
        self.stacks = size // frame.width
        self.points = 2 * size + self.bands + self.stacks
        self.automorphisms: list[list[int]] = []
        self.best: list[list[int]] | None = None
        self.best_way: list[tuple[int, ...]] = []
        self.best_leaf: _Node | None = None
        self.image: list[list[int]] = []
        self.way: list[tuple[int, ...]] = []

    # Points -------------------------------------------------------------------------------------

    def row_point(self, transpose: bool, row: int) -> int:
        return self.size + row if transpose else row

    def column_point(self, transpose: bool, column: int) -> int:
        return column if transpose else self.size + column

    def stack_point(self, transpose: bool, stack: int) -> int:
        return 2 * self.size + (stack if transpose else self.bands + stack)

    def automorphism(self, lines: Sequence[int]) -> list[int]:
        """A permutation of lines, with what it does to bands and stacks."""
        size, frame = self.size, self.frame
        image = list(lines)
        for first, part in ((0, frame.height), (size, frame.width)):
            for block in range(size // part):
                line = lines[first + block * part]
                if line < size:
                    image.append(2 * size + line // frame.height)
                else:
                    image.append(2 * size + self.bands + (line - size) // frame.width)
        return image

    def swap_lines(self, pairs: Sequence[tuple[int, int]]) -> None:
        lines = list(range(2 * self.size))
        for a, b in pairs:
            lines[a], lines[b] = b, a
        self.automorphisms.append(self.automorphism(lines))

    def plain_automorphisms(self) -> None:
        """Empty lines of one band, and empty bands, can change places."""
        frame, size = self.frame, self.size
        for grid, base, part, inside, whole in (
            (self.grids[0], 0, frame.height, frame.rows, frame.bands),
            (self.grids[1], size, frame.width, frame.columns, frame.stacks),
        ):
            empty = [not any(line) for line in grid]
            blocks = range(0, size, part)
            if inside:
                for first in blocks:
                    lines = [line for line in range(first, first + part) if empty[line]]
                    for a, b in pairwise(lines):
                        self.swap_lines([(base + a, base + b)])
            if whole:
                free = [first for first in blocks if all(empty[first : first + part])]
                for a, b in pairwise(free):
                    self.swap_lines([(base + a + i, base + b + i) for i in range(part)])

    # The tree -----------------------------------------------------------------------------------

    def run(self) -> LeastImage:
        self.plain_automorphisms()
        size, frame = self.size, self.frame
        first: list[int] = []
        for column in range(size):
            place = 0 if frame.stacks else column // frame.width * frame.width
            first.append(place if frame.columns else place + column % frame.width)
        start = _State(first, [-1] * (size + 1), [0] * (size + 1), 0, -1, [], (), list(range(size)))
        if not frame.relabel:
            start.label = list(range(size + 1))
        # A node stands at the end of a row; before the first row there is the end of none.
        starts = [_Node(False, (), size, start)]
        if frame.transpose:
            starts.append(_Node(True, (), size, start))
        self.descend(0, starts, less=False)
        return self.result()

    def candidates(self, transpose: bool, rows: tuple[int, ...]) -> list[int]:
        """The source rows that may come next."""
        frame = self.frame
        height = frame.height
        offset = len(rows) % height
        if offset:
            bands = [rows[-1] // height]
        elif frame.bands:
            used = {row // height for row in rows}
            bands = [band for band in range(self.bands) if band not in used]
        else:
            bands = [len(rows) // height]
        if not frame.rows:
            return [band * height + offset for band in bands]
        return [
            row
            for band in bands
            for row in range(band * height, (band + 1) * height)
            if row not in rows
        ]

    def descend(self, depth: int, nodes: list[_Node], *, less: bool) -> int:
        """Visit all that follows from a node, and return the depth to go on from.

        ``nodes`` is one node, or at the root one for each orientation; ``less`` is true where
        the image is already less than the best.
        """
        self.check()
        if len(nodes[0].rows) == self.size and nodes[0].place == self.size:
            return self.leaf(nodes[0], depth, less=less)
        grown = self.grow(nodes, less)
        if grown is None:
            return depth
        children, less = grown
        ended = children[0].place == self.size
        if ended:
            self.image.append(children[0].state.out)
        seen: set[tuple[int, ...]] = set()
        known = -1
        back = depth
        for child in children:
            if known != len(self.automorphisms):
                known = len(self.automorphisms)
                fixing = self.fixing(depth)
            taken = child.state.taken
            if seen and self.reaches(taken, seen, fixing):
                continue
            self.way.append(taken)
            seen.add(taken)
            back = self.descend(depth + 1, [child], less=less)
            self.way.pop()
            # By now the best image begins as this one does.
            less = False
            if back < depth:
                break
        if ended:
            self.image.pop()
        return min(back, depth)

    def check(self) -> None:
        """:raises Undecided: where the clock has run out."""
        stop = self.clock.stopped()
        if stop is not None:
            raise Undecided(f"the canonical form was not found: the limit on {stop} ran out")

    def fixing(self, depth: int) -> list[list[int]]:
        """The known automorphisms that leave every decision up to here alone."""
        self.check()
        decided = [point for taken in self.way[:depth] for point in taken]
        return [a for a in self.automorphisms if all(a[point] == point for point in decided)]

    def reaches(
        self, taken: tuple[int, ...], seen: set[tuple[int, ...]], automorphisms: list[list[int]]
    ) -> bool:
        """Whether automorphisms take a choice to one that was followed up already."""
        if not automorphisms:
            return False
        reached = {taken}
        queue = [taken]
        for choice in queue:
            self.check()
            for automorphism in automorphisms:
                image = tuple([automorphism[point] for point in choice])
                if image in seen:
                    return True
                if image not in reached:
                    reached.add(image)
                    queue.append(image)
        return False

    def grow(self, nodes: list[_Node], less: bool) -> tuple[list[_Node], bool] | None:
        """All ways to the least next row, or ``None`` where the best image has a lesser one.

        Where there are too many ways, they end in the middle of the row: automorphisms found
        further down then spare most of them.
        """
        work: list[_Node] = []
        for node in nodes:
            if node.place < self.size:
                state = node.state.copy()
                state.taken = ()
                work.append(_Node(node.transpose, node.rows, node.place, state))
                continue
            for row in self.candidates(node.transpose, node.rows):
                state = node.state.copy()
                state.row = row
                state.out = []
                state.taken = (self.row_point(node.transpose, row),)
                work.append(_Node(node.transpose, (*node.rows, row), 0, state))
        level = len(work[0].rows) - 1
        best = None if self.best is None or less else self.best[level]
        for place in range(work[0].place, self.size):
            if len(work) > _MAX_WAYS_PER_CELL * self.size and work[0].place < place:
                return [_Node(n.transpose, n.rows, place, n.state) for n in work], less
            least = self.size + 1
            least_ways: list[_Node] = []
            for node in work:
                self.check()
                if len(node.state.out) > place:
                    grown = [node.state]
                else:
                    grown = self.place(level, place, node.transpose, node.state, least)
                for state in grown:
                    value = state.out[place]
                    if value < least:
                        least = value
                        least_ways = []
                    if value == least:
                        least_ways.append(_Node(node.transpose, node.rows, node.place, state))
            work = least_ways
            if best is not None and least != best[place]:
                if least > best[place]:
                    return None
                best = None
                less = True
        return [_Node(n.transpose, n.rows, self.size, n.state) for n in work], less

    # One place of one row -----------------------------------------------------------------------

    def place(
        self, level: int, place: int, transpose: bool, state: _State, least: int
    ) -> list[_State]:
        """Every best way to fill this place. ``state`` may be changed and given back.

        The cases are in order of cost: all but the last settle the place without branching.
        """
        first, width = state.first, self.frame.width
        cells = self.grids[transpose][state.row]
        columns = [column for column, at in enumerate(first) if at == place]
        if columns[-1] // width != columns[0] // width:
            return self.place_stacks(level, place, transpose, state, columns, least)
        empty = [column for column in columns if not cells[column]]
        if empty:
            if len(empty) < len(columns):
                filled = {state.tie[column] for column in columns if cells[column]}
                self.shift(state, filled, len(empty))
            state.out += [0] * len(empty)
            return [state]
        if least == 0:
            return []
        if len(columns) == 1:
            self.fill(level, transpose, state, columns[0])
            return [state]
        if self.frame.relabel and all(state.home[cells[column]] < 0 for column in columns):
            for column in columns:
                state.labels += 1
                state.out.append(state.labels)
                state.home[cells[column]] = level * self.size + column
            return [state]
        if self.frame.relabel and self.fill_tied(level, transpose, state, columns):
            return [state]
        grown: list[_State] = []
        for column in columns:
            chosen = state.copy()
            self.settle(transpose, chosen, column)
            self.fill(level, transpose, chosen, column)
            value = chosen.out[place]
            if value < least:
                least = value
                grown = []
            if value == least:
                grown.append(chosen)
        return grown

    def place_stacks(
        self, level: int, place: int, transpose: bool, state: _State, columns: list[int], least: int
    ) -> list[_State]:
        """:meth:`place` where several stacks can still take the slot that begins here."""
        first, width = state.first, self.frame.width
        cells = self.grids[transpose][state.row]
        stacks = sorted({column // width for column in columns})
        spans = [range(stack * width, (stack + 1) * width) for stack in stacks]
        empty = [not any(cells[column] for column in span) for span in spans]
        if any(empty):
            ahead = sum(empty) * width
            for span, none in zip(spans, empty, strict=True):
                if not none:
                    for column in span:
                        first[column] += ahead
            state.out += [0] * ahead
            return [state]
        if self.frame.relabel:
            patterns = [self.pattern(state, cells, span) for span in spans]
            if patterns[0] is not None and all(p == patterns[0] for p in patterns):
                self.fill_alike(level, state, cells, spans, place)
                return [state]
        grown: list[_State] = []
        for stack in stacks:
            chosen = state.copy()
            self.settle_stack(transpose, chosen, stack)
            for next_state in self.place(level, place, transpose, chosen, least):
                value = next_state.out[place]
                if value < least:
                    least = value
                    grown = []
                if value == least:
                    grown.append(next_state)
        return grown

    @staticmethod
    def pattern(state: _State, cells: list[int], span: range) -> list[int] | None:
        """Where a stack has new digits, class by class; ``None`` where a digit is known."""
        places = []
        for column in span:
            digit = cells[column]
            if digit:
                if state.home[digit] >= 0:
                    return None
                places.append(state.first[column])
        return sorted(places)

    def fill_alike(
        self, level: int, state: _State, cells: list[int], spans: list[range], place: int
    ) -> None:
        """Stacks with new digits only, and as many in each class, stay alike."""
        first = state.first
        line: list[int] = []
        for span in spans:
            classes: dict[int, list[int]] = {}
            for column in span:
                classes.setdefault(first[column], []).append(column)
            line = [0] * len(span)
            for at, columns in classes.items():
                empty = sum(1 for column in columns if not cells[column])
                for column in columns:
                    if cells[column]:
                        first[column] = at + empty
                        state.home[cells[column]] = level * self.size + column
                for offset in range(at + empty, at + len(columns)):
                    line[offset - place] = 1
        for _ in spans:
            for new in line:
                state.labels += new
                state.out.append(state.labels if new else 0)

    def fill_tied(self, level: int, transpose: bool, state: _State, columns: list[int]) -> bool:
        """Fill a class whose digits all first appeared in one row and in just one class.

        Whatever order that class gets, this one gets too, and the labels come out the same.
        """
        first, tie = state.first, state.tie
        cells = self.grids[transpose][state.row]
        homes = [state.home[cells[column]] for column in columns]
        row = homes[0] // self.size
        if min(homes) < 0 or any(home // self.size != row for home in homes):
            return False
        partners = [home - row * self.size for home in homes]
        at = first[partners[0]]
        stack = partners[0] // self.frame.width
        start = stack * self.frame.width
        rest = range(start, start + self.frame.width)
        together = [column for column in rest if first[column] == at]
        if sorted(partners) != together:
            return False
        pairs = list(zip(columns, partners, strict=True))
        if any(tie[column] != tie[partner] for column, partner in pairs):
            if {tie[column] for column in columns} & {tie[partner] for partner in partners}:
                # Tied already, but otherwise: the order matters now.
                return False
            self.settle_stack(transpose, state, stack)
            for column, partner in pairs:
                old, new = tie[column], tie[partner]
                for other, value in enumerate(tie):
                    if value == old:
                        tie[other] = new
        place = first[partners[0]]
        state.out += self.image[row][place : place + len(columns)]
        return True

    @staticmethod
    def shift(state: _State, ties: set[int], by: int) -> None:
        """Move columns of a class, and all that is tied to them, behind the others."""
        for column, tie in enumerate(state.tie):
            if tie in ties:
                state.first[column] += by

    def fill(self, level: int, transpose: bool, state: _State, column: int) -> None:
        """Write the digit of a column that has its place, with the least label it can have."""
        digit = self.grids[transpose][state.row][column]
        value = state.label[digit]
        if not value:
            home = state.home[digit]
            if home < 0:
                state.labels += 1
                value = state.labels
                state.home[digit] = level * self.size + column
            else:
                row, source = divmod(home, self.size)
                self.settle(transpose, state, source)
                line = state.out if row == level else self.image[row]
                value = line[state.first[source]]
            state.label[digit] = value
        state.out.append(value)

    def settle(self, transpose: bool, state: _State, column: int) -> None:
        """Give a column the first place of its class."""
        first, width = state.first, self.frame.width
        self.settle_stack(transpose, state, column // width)
        at = first[column]
        start = column // width * width
        others = {
            state.tie[other]
            for other in range(start, start + width)
            if first[other] == at and other != column
        }
        if others:
            self.shift(state, others, 1)
            state.taken += (self.column_point(transpose, column),)

    def settle_stack(self, transpose: bool, state: _State, stack: int) -> None:
        """Give a stack the first slot of its class."""
        first, width = state.first, self.frame.width
        slot = first[stack * width] // width
        alone = True
        for other in range(self.stacks):
            if other != stack and first[other * width] // width == slot:
                for column in range(other * width, (other + 1) * width):
                    first[column] += width
                alone = False
        if not alone:
            state.taken += (self.stack_point(transpose, stack),)

    # Leaves -------------------------------------------------------------------------------------

    def leaf(self, node: _Node, depth: int, *, less: bool) -> int:
        if self.best is None or self.best_leaf is None or less:
            self.best = [row[:] for row in self.image]
            self.best_way = self.way[:]
            self.best_leaf = node
            return depth
        moved = [0] * (2 * self.size)
        for line, best_line in zip(self.lines(node), self.lines(self.best_leaf), strict=True):
            moved[line] = best_line
        self.automorphisms.append(self.automorphism(moved))
        parted = 0
        while self.way[parted] == self.best_way[parted]:
            parted += 1
        return parted

    def lines(self, node: _Node) -> list[int]:
        """The source lines in the order of the image: its rows, then its columns."""
        columns = self.in_places(node.state, list(range(self.size)))
        return [self.row_point(node.transpose, row) for row in node.rows] + [
            self.column_point(node.transpose, column) for column in columns
        ]

    def in_places(self, state: _State, columns: list[int]) -> list[int]:
        """Alike stacks share their first places: put one after the other."""
        width = self.frame.width
        stacks = sorted(range(self.stacks), key=lambda stack: state.first[stack * width] // width)
        rank = {stack: slot for slot, stack in enumerate(stacks)}
        return sorted(
            columns,
            key=lambda column: (rank[column // width], state.first[column], state.tie[column]),
        )

    def result(self) -> LeastImage:
        assert self.best is not None
        assert self.best_leaf is not None
        leaf = self.best_leaf
        transpose, state = leaf.transpose, leaf.state
        self.way = self.best_way
        order = 1
        for depth, taken in enumerate(self.best_way):
            fixing = self.fixing(depth)
            reached = {taken}
            queue = [taken]
            for choice in queue:
                self.check()
                for automorphism in fixing:
                    image = tuple([automorphism[point] for point in choice])
                    if image not in reached:
                        reached.add(image)
                        queue.append(image)
            order *= len(reached)
        order *= self.undecided(transpose, state)
        generators = {tuple(a[: 2 * self.size]) for a in self.automorphisms}
        generators.discard(tuple(range(2 * self.size)))
        columns = self.in_places(state, list(range(self.size)))
        values = tuple(value for line in self.best for value in line)
        return LeastImage(
            values, transpose, leaf.rows, tuple(columns), order, tuple(sorted(generators))
        )

    def undecided(self, transpose: bool, state: _State) -> int:
        """The number of ways to order what nothing distinguishes; they become automorphisms."""
        width = self.frame.width
        first = state.first
        ways = 1
        counted: set[int] = set()
        slots: dict[int, list[int]] = {}
        for stack in range(self.stacks):
            slots.setdefault(first[stack * width] // width, []).append(stack)
            classes: dict[int, list[int]] = {}
            for column in range(stack * width, (stack + 1) * width):
                classes.setdefault(first[column], []).append(column)
            for columns in classes.values():
                ties = [state.tie[column] for column in columns]
                if len(ties) == 1 or ties[0] in counted:
                    continue
                counted.update(ties)
                ways *= factorial(len(ties))
                for a, b in pairwise(ties):
                    self.swap_lines(self.tied_pairs(transpose, state, a, b))
        for stacks in slots.values():
            ways *= factorial(len(stacks))
            for a, b in pairwise(stacks):
                pairs = zip(self.by_place(state, a), self.by_place(state, b), strict=True)
                self.swap_lines(
                    [
                        (self.column_point(transpose, x), self.column_point(transpose, y))
                        for x, y in pairs
                    ]
                )
        return ways

    def tied_pairs(self, transpose: bool, state: _State, a: int, b: int) -> list[tuple[int, int]]:
        """The columns of two ties, class by class."""
        points = (
            [
                self.column_point(transpose, column)
                for column in sorted(range(self.size), key=lambda c: (state.first[c], c))
                if state.tie[column] == tie
            ]
            for tie in (a, b)
        )
        return list(zip(*points, strict=True))

    def by_place(self, state: _State, stack: int) -> list[int]:
        width = self.frame.width
        columns = range(stack * width, (stack + 1) * width)
        return sorted(columns, key=lambda column: state.first[column])


def search(values: Sequence[int], frame: Frame, limit: Limit = UNLIMITED) -> LeastImage:
    """The least image of ``values`` (0 for an empty cell, digits from 1, row by row).

    No digit may occur twice in a row or in a column.

    :raises Undecided: where the limit runs out.
    """
    return _Search(values, frame, limit).run()
