"""Full grids at random.

| board | method | distribution |
|---|---|---|
| classic 9x9 | the compiled core: random band and stack, completions counted, rejection | uniform |
| few digits (to about 6x6) | completions of every partial row counted, one number drawn | uniform |
| any other board or rules | SAT: random digits in random cells, each one checked | biased |

docs/generate-measured.md reports how large the bias is where it can be measured.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.board import Geometry, Grid
from satdoku.generating.pattern import digits_are_alike
from satdoku.generating.randomness import Stream, child_seed
from satdoku.generating.sat import SatBoard
from satdoku.puzzle import Puzzle

Method = Literal["native", "counted", "sat"]

_MAX_STATES = 60_000
"""States of one layer beyond which a table is not made."""

_MAX_COUNTED_CELLS = 49


def full_grid(
    board: Puzzle, seed: int, *, method: Method | None = None, limit: Limit = UNLIMITED
) -> Grid | None:
    """A full grid of a board under its rules (and with its givens); ``None``: there is none.

    :raises Cut: where the limit runs out (see :mod:`satdoku.generating.sat`).
    :raises ValueError: where ``method`` cannot serve the board.
    """
    values = grid_values(SatBoard(board, limit.start()), child_seed(seed, 0), method)
    return None if values is None else Grid(board.geometry, values)


def grid_values(sat: SatBoard, seed: int, method: Method | None = None) -> tuple[int, ...] | None:
    """The digits of :func:`full_grid`, from the seed of one puzzle."""
    board = sat.board
    plain = board.is_classic and not board.clues
    if method in (None, "native") and plain:
        core = compiled_core("random_grid")
        if core is not None:
            return tuple(map(int, core.random_grid(seed)))
        if method is not None:
            raise ValueError("the compiled core is not installed")
    elif method == "native":
        raise ValueError("the native method makes plain 9x9 grids only")
    stream = Stream(seed)
    if method in (None, "counted") and not board.clues:
        table = uniform_table(board.geometry, board)
        if table is not None:
            return table.draw(stream)
    if method == "counted":
        raise ValueError("the grids of this board cannot be counted")
    return sat.random_grid(stream)


@lru_cache(maxsize=16)
def uniform_table(geometry: Geometry, board: Puzzle) -> UniformTable | None:
    """The table that draws grids of a board uniformly, or ``None`` where it would be too large."""
    if geometry.cell_count > _MAX_COUNTED_CELLS:
        return None
    model = board.model
    if not model.only_different:
        return None
    alike = digits_are_alike(geometry, board.constraints)
    table = UniformTable(geometry, tuple(dict.fromkeys(model.different)), alike)
    return table if table.fill() else None


_State = tuple[int, ...]


class UniformTable:
    """Counts the completions of a grid filled up to some cell, cell by cell.

    A state is, for each house that is open there, the digits used in it. Drawing a number below
    the count of all grids and following it down gives each grid with the same probability.
    """

    def __init__(
        self, geometry: Geometry, groups: tuple[tuple[int, ...], ...], alike: bool
    ) -> None:
        self.geometry = geometry
        self.size = geometry.size
        self.alike = alike
        first = geometry.houses[0].cells if geometry.houses else ()
        self.head = len(first) if first == tuple(range(len(first))) else 0
        self.groups_of: list[list[int]] = [
            [g for g, group in enumerate(groups) if cell in group]
            for cell in range(geometry.cell_count)
        ]
        self.last = [max(group) for group in groups]
        self.start: _State = (0,) * len(groups)
        self.layers: list[dict[_State, int]] = []

    def next_states(self, cell: int, state: _State) -> list[tuple[int, _State]]:
        """(digit index, state after it) for each digit that can stand in the cell."""
        groups = self.groups_of[cell]
        used = 0
        for g in groups:
            used |= state[g]
        if self.alike and cell < self.head:
            # Relabelling makes every first row 1, 2, 3 ...; the digits are shuffled at the end.
            choices: range | tuple[int, ...] = (cell,)
        else:
            choices = range(self.size)
        states = []
        for digit in choices:
            if used >> digit & 1:
                continue
            after = list(state)
            for g in groups:
                after[g] = 0 if self.last[g] == cell else after[g] | 1 << digit
            states.append((digit, tuple(after)))
        return states

    def fill(self) -> bool:
        """Make the table; false where it grows too large."""
        layer: dict[_State, int] = {self.start: 0}
        self.layers = [layer]
        for cell in range(self.geometry.cell_count):
            layer = {s: 0 for state in layer for _, s in self.next_states(cell, state)}
            if len(layer) > _MAX_STATES:
                return False
            self.layers.append(layer)
        for state in layer:
            layer[state] = 1
        for cell in reversed(range(self.geometry.cell_count)):
            following = self.layers[cell + 1]
            here = self.layers[cell]
            for state in here:
                here[state] = sum(following[s] for _, s in self.next_states(cell, state))
        return True

    @property
    def total(self) -> int:
        """The number of grids (of those with the first row in order, where digits are alike)."""
        return self.layers[0][self.start]

    def draw(self, stream: Stream) -> tuple[int, ...] | None:
        """A grid, each with the same probability; ``None`` where there is none."""
        if not self.total:
            return None
        number = stream.below(self.total)
        state, places = self.start, []
        for cell in range(self.geometry.cell_count):
            following = self.layers[cell + 1]
            for digit, after in self.next_states(cell, state):
                count = following[after]
                if number < count:
                    places.append(digit)
                    state = after
                    break
                number -= count
        digits = self.geometry.digits
        shown = stream.shuffled(digits) if self.alike else list(digits)
        return tuple(shown[place] for place in places)
