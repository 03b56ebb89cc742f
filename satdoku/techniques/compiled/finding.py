"""The searches of the compiled core: almost locked sets together (als.py), chains (alternating.py),
and patterns of cells (uniqueness.py, deadly.py, exocet.py, bent.py, rank.py).

It finds the same in the same order, and hands over which sets or nodes are met; steps and their
proofs are built in Python, where the searches stand as well, for boards that the core does not know
and as its judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from types import ModuleType
from typing import Any, Literal, TypeAlias, TypeVar

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import Clock
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.reasoning import Pass

ChainFound: TypeAlias = tuple[list[tuple[list[int], int]], list[int], bool]
"""The nodes (cells, digit) of a chain, the reasons of its strong links (the number of a house, or
-1 less the cell), and whether it is a ring."""

SetsFound: TypeAlias = tuple[list[list[int]], list[int]]
"""The cells of each set of a row, and the commons between them (none of ``pairs``)."""

_Found = TypeVar("_Found")

_FIRST = 4
"""How many are asked for at first: mostly one is wanted."""


def _core(function: str, cands: Candidates, *, by_houses: bool = False) -> Any:
    """The compiled core; ``None`` where it lacks the function or does not know such a board. It
    knows no rules: what is asked must follow from the houses alone on boards that have such."""
    board, core = cands.board, compiled_core(function)
    if core is None or (board.conflicts and not by_houses):
        return None
    limits = core.LIMITS
    within = board.count <= limits["board_cells"] and board.size <= limits["board_digits"]
    return core if within else None


def _sets(
    cands: Candidates, kind: str, largest: int | None, lengths: tuple[int, int], most: int
) -> list[SetsFound] | None:
    core, board = _core("Rules", cands, by_houses=True), cands.board
    if core is None:
        return None
    cells = largest or min(board.size, 8)
    rules = _rules(core, board) if board.conflicts else None
    sets: list[SetsFound] | None = core.almost_locked_sets(
        kind, board.lists, board.order_p, cands.cand, board.size, cells, *lengths, most, rules
    )
    return sets


@lru_cache(maxsize=16)
def _rules(core: ModuleType, board: Board) -> Any:
    """The exclusions by the rules of a board, as the core reads them."""
    return core.Rules(
        [[(e, bits(cells)) for e, cells in joined] for joined in board.conflicts], board.size
    )


def _in_portions(search: Callable[[int], list[_Found] | None]) -> Iterator[_Found] | None:
    """The results of the core, a few first; ``None`` where it does not look."""
    few = search(_FIRST)
    return None if few is None else _all(few, search)


def _all(few: list[_Found], search: Callable[[int], list[_Found] | None]) -> Iterator[_Found]:
    """The first results, then, where that may not be all, the others."""
    yield from few
    known = most = _FIRST
    while len(few) == most:
        most *= 64
        few = search(most) or []
        yield from few[known:]
        known = most


def sets_found(
    cands: Candidates,
    kind: Literal["pairs", "wings", "chains"],
    largest: int | None,
    clock: Clock,
    lengths: tuple[int, int | None] = (0, None),
) -> Iterator[SetsFound] | None:
    """Almost locked sets, none with a cell of its neighbours, that may exclude something. ``None``
    where the core does not find them."""
    shortest, longest = lengths
    between = shortest, cands.board.count if longest is None else longest

    def search(most: int) -> list[SetsFound] | None:
        clock.check()
        return _sets(cands, kind, largest, between, most)

    return _in_portions(search)


def has_blossoms(cands: Candidates, largest: int | None, stem: int, clock: Clock) -> bool | None:
    """Whether a cell with at most ``stem`` candidates has a set for each; ``None`` where the core
    does not know."""
    clock.check()
    sets = _sets(cands, "blossoms", largest, (stem, 0), 1)
    return None if sets is None else bool(sets)


def chains_found(
    cands: Candidates, passes: Pass, groups: bool, longest: int | None, clock: Clock
) -> Iterator[ChainFound] | None:
    """The chains that exclude something; ``None`` where the core does not find them."""
    core, board = _core("alternating_chains", cands), cands.board
    if core is None or not board.plain:
        return None

    def search(most: int) -> list[ChainFound] | None:
        clock.check()
        chains: list[ChainFound] | None = core.alternating_chains(
            board.lists,
            board.complete,
            cands.cand,
            board.size,
            passes,
            groups,
            0 if longest is None else longest,
            most,
        )
        return chains

    return _in_portions(search)


def patterns_of(
    cands: Candidates, add: Callable[[Any, Board], None] | None = None, *, by_houses: bool = False
) -> Any:
    """The object that finds patterns of cells on the board of a position, given what ``add`` adds
    to it; ``None`` where the core does not. ``by_houses``: what rules exclude does not matter for
    them."""
    core, board = _core("Patterns", cands, by_houses=by_houses), cands.board
    if core is None or board.count > core.LIMITS["pattern_cells"]:
        return None
    if len(board.houses) > core.LIMITS["pattern_houses"]:
        return None
    return _patterns(core, board, add)


@lru_cache(maxsize=16)
def _patterns(core: ModuleType, board: Board, add: Callable[[Any, Board], None] | None) -> Any:
    patterns = core.Patterns(board.lists, board.order_q, board.complete, board.count, board.size)
    if add is not None:
        add(patterns, board)
    return patterns


def needs_found(
    cands: Candidates, apart: dict[int, int], needs: list[int], most: int
) -> list[tuple[int, tuple[int, ...]]] | None:
    """The cells that cannot have a digit, each with the needs that show it; ``None`` where the core
    does not look. ``apart``: for each place of the digit the places that it excludes."""
    core = _core("digit_places", cands, by_houses=True)  # what rules exclude is in the sets
    if core is None or cands.board.count > (most_cells := core.LIMITS["pattern_cells"]):
        return None
    excluded, needed = (
        b"".join([mask.to_bytes(most_cells // 8, "little") for mask in sets])
        for sets in (apart.values(), needs)
    )
    cells: list[tuple[int, tuple[int, ...]]] = core.digit_places(
        list(apart), excluded, needed, most
    )
    return cells


def impossible(cands: Candidates, d: int) -> int:
    """The places that a digit cannot have together with places in all houses. What the digit's
    places alone show to go is among them."""

    def compute(d: int) -> int:
        core = patterns_of(cands, by_houses=True)
        possible = _possible(cands, d) if core is None else core.possible(cands.cand, d)
        return cands.where[d] & ~possible

    return cands.of_digit("impossible", d, compute) if cands.where[d] else 0


def telling(cands: Candidates) -> tuple[int, ...]:
    """The digits whose places alone may show some to go; on boards that the core does not take
    that is not asked, as it takes long on large ones."""

    def compute() -> tuple[int, ...]:
        asks = patterns_of(cands) is not None
        return tuple(
            [d for d, c in enumerate(cands.where) if c and not (asks and not impossible(cands, d))]
        )

    return cands.once("telling", compute)


def _possible(cands: Candidates, d: int) -> int:
    board, where = cands.board, cands.where[d]
    mask, peers = board.mask, board.peers
    houses = [h for h in board.order_q if board.complete[h] and mask[h] & where]

    def fill(left: int, open_: list[int], chosen: int) -> int:
        """The places of one way to fill the open houses; 0 where there is none."""
        if not open_:
            return chosen
        fewest = len(peers) + 1
        for h in open_:
            room = (left & mask[h]).bit_count()
            if room < fewest:
                fewest, best = room, h
                if room < 2:
                    break
        for place in bits(left & mask[best]):
            rest = [h for h in open_ if not mask[h] >> place & 1]
            if filled := fill(left & ~peers[place], rest, chosen | 1 << place):
                return filled
        return 0

    possible = 0
    for cell in bits(where):
        if not possible >> cell & 1:
            rest = [h for h in houses if not mask[h] >> cell & 1]
            possible |= fill(where & ~peers[cell], rest, 1 << cell)
    return possible
