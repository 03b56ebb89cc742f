"""What the compiled core finds: almost locked sets together (als.py), and chains (alternating.py).

It finds the same in the same order, and hands over which sets or nodes are met; steps and their
proofs are built in Python, where the searches stand as well, for boards that the core does not know
and as its judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias, TypeVar

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates
from satdoku.techniques.reasoning import Pass

__all__ = ["ChainFound", "SetsFound", "chains_found", "has_blossoms", "sets_found"]

ChainFound: TypeAlias = tuple[list[tuple[list[int], int]], list[int], bool]
"""The nodes (cells, digit) of a chain, the reasons of its strong links (the number of a house, or
-1 less the cell), and whether it is a ring."""

SetsFound: TypeAlias = tuple[list[list[int]], list[int]]
"""The cells of each set of a row, and the commons between them (none of ``pairs``)."""

_Found = TypeVar("_Found")

_CELLS, _DIGITS = 128, 16
"""What the core takes."""

_FIRST = 4
"""How many are asked for at first: mostly one is wanted."""


def _core(function: str, cands: Candidates) -> Any:
    """The compiled core; ``None`` where it lacks the function or does not know such a board."""
    board = cands.board
    if board.count > _CELLS or board.size > _DIGITS or board.conflicts:
        return None
    return compiled_core(function)


def _sets(
    cands: Candidates, kind: str, largest: int | None, lengths: tuple[int, int], most: int
) -> list[SetsFound] | None:
    core, board = _core("almost_locked_sets", cands), cands.board
    if core is None:
        return None
    cells = largest or min(board.size, 8)
    found: list[SetsFound] | None = core.almost_locked_sets(
        kind, board.lists, board.order_p, cands.cand, board.size, cells, *lengths, most
    )
    return found


def _all(few: list[_Found], asked: Callable[[int], list[_Found] | None]) -> Iterator[_Found]:
    """What was found first, then, where that may not be all, what more is found."""
    yield from few
    known = most = _FIRST
    while len(few) == most:
        most *= 64
        few = asked(most) or []
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

    def asked(most: int) -> list[SetsFound] | None:
        clock.check()
        return _sets(cands, kind, largest, between, most)

    few = asked(_FIRST)
    return None if few is None else _all(few, asked)


def has_blossoms(cands: Candidates, largest: int | None, stem: int, clock: Clock) -> bool | None:
    """Whether a cell with at most ``stem`` candidates has a set for each; ``None`` where the core
    does not know."""
    clock.check()
    found = _sets(cands, "blossoms", largest, (stem, 0), 1)
    return None if found is None else bool(found)


def chains_found(
    cands: Candidates, passes: Pass, groups: bool, longest: int | None, clock: Clock
) -> Iterator[ChainFound] | None:
    """The chains that exclude something; ``None`` where the core does not find them."""
    core, board = _core("alternating_chains", cands), cands.board
    if core is None or not board.plain:
        return None

    def asked(most: int) -> list[ChainFound]:
        clock.check()
        found: list[ChainFound] = core.alternating_chains(
            board.lists,
            board.complete,
            cands.cand,
            board.size,
            passes,
            groups,
            0 if longest is None else longest,
            most,
        )
        return found

    return _all(asked(_FIRST), asked)
