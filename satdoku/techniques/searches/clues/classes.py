"""Parity-, modulus-, high-low- and entropy-chain: kinds of digits, followed along clues.

A clue often fixes no digit and yet a kind of digit: the other end of a white dot has the other
parity, the next cell of a whisper line the other half of the digits, the fourth cell of a modular
line the same remainder as the first; two cells of a cage with an even sum have the same parity. A
house holds only a few digits of a kind. So the kind of one cell can be followed along clues and
houses, until it shows that the cell is not of that kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from itertools import permutations
from typing import Literal

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.constraints.group_lines import halves, residues, thirds
from satdoku.techniques.arguments.classes import ClassProof, ClassStatement
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays
from satdoku.techniques.step import House, Rule, Step

Kind = Literal["parity", "modulus", "high-low", "entropy"]
"""``parity``: odd and even; ``modulus``: the remainders by three; ``high-low``: the lower and the
higher half of the digits, and the middle one where there is one; ``entropy``: the lower, the middle
and the higher third."""

_WAYS = 200
"""Of a clue with more ways than this, only what it says about two cells counts."""


def classes_of(kind: Kind, digits: tuple[int, ...]) -> tuple[frozenset[int], ...]:
    """The classes of digits that a kind distinguishes."""
    match kind:
        case "parity":
            groups = residues(digits, 2)
        case "modulus":
            groups = residues(digits, 3)
        case "high-low":
            low, high = halves(digits)
            groups = (low, digits[len(low) : len(digits) - len(high)], high)
        case "entropy":
            groups = thirds(digits)
    return tuple(frozenset(group) for group in groups if group)


Edge = tuple[int, tuple[int, ...], Rule]
"""(Other cell, what classes it can have for each class of the first, by which clue)."""


@dataclass(slots=True)
class _Known:
    """The links that are known of clues with some domains: kept with the model."""

    edges: dict[object, tuple[tuple[int, Edge], ...]] = field(default_factory=dict)


@dataclass(slots=True)
class _Field:
    """A position seen as classes.

    groups  the classes as digit sets
    base    for each open cell the classes that it can have, 0 for filled cells
    edges   for each cell what clues say of it and another cell
    room    for each complete house how many digits of each class it still needs
    open    for each complete house its open cells
    alone   for each complete house and class its open cells that have no other
    """

    board: Board
    groups: tuple[int, ...]
    base: list[int]
    edges: list[list[Edge]]
    room: dict[int, list[int]]
    open: dict[int, list[int]]
    alone: dict[int, list[list[int]]]


@dataclass(frozen=True, slots=True)
class ClassChains(Technique):
    """A cell cannot hold any digit of a class, as clues and houses show class by class.

    ``kind`` is how digits are classed: odd and even, by their remainder by three, low and high, or
    low, middle and high.
    Suppose that a cell holds a digit of a class. Each clue about it says what class another of its
    cells must have then, with the candidates that are left; a house that has all its digits of a
    class has no more of them elsewhere. Where a clue cannot be kept, or a house would have more
    digits of a class than there are, the supposition was wrong. The shortest argument comes first.

    Pattern: ``cells`` those of the argument, ``houses`` and ``rules`` it rests on.
    """

    kind: Kind = "parity"
    longest: int = 8

    @property
    def name(self) -> str:
        return f"{self.kind}-chain"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        field_ = _field(cands, self.kind, clock)
        if field_ is None:
            return
        chains: list[tuple[int, int, int, ClassProof]] = []
        for cell, classes in enumerate(field_.base):
            if not field_.edges[cell] or not classes & (classes - 1):
                continue
            clock.check()
            for r in bits(classes):
                proof = _follow(field_, cands, self.kind, cell, r)
                # One cell and one clue, or a house alone, are the business of other techniques.
                if (
                    proof is not None
                    and 1 < len(proof.statements) <= self.longest
                    and any(isinstance(reason, Rule) for reason in proof.reasons)
                ):
                    chains.append((len(proof.statements), cell, r, proof))
        chains.sort(key=lambda item: item[:3])
        for _, cell, r, proof in chains:
            eliminated = cands.pairs((cell,), field_.groups[r])
            yield Step(self.name, proof, eliminations=eliminated, variant=self.kind)


def _field(cands: Candidates, kind: Kind, clock: Clock) -> _Field | None:
    """A position as classes; ``None`` where no clue says anything of them."""
    board, cand = cands.board, cands.cand
    groups = tuple(
        sum(1 << board.index_of[digit] for digit in group)
        for group in classes_of(kind, board.digits)
    )
    base = [
        sum(1 << r for r, group in enumerate(groups) if mask & group) if value < 0 else 0
        for mask, value in zip(cand, cands.values, strict=True)
    ]
    edges = _edges_by_cell(cands, kind, groups, base, clock)
    if not any(edges):
        return None
    room: dict[int, list[int]] = {}
    for h, cells in enumerate(board.members):
        if board.complete[h]:
            missing = board.all_digits
            for cell in cells:
                if cands.values[cell] >= 0:
                    missing &= ~(1 << cands.values[cell])
            room[h] = [(missing & group).bit_count() for group in groups]
    open_ = {h: [cell for cell in board.members[h] if base[cell]] for h in room}
    alone = {
        h: [[cell for cell in cells if base[cell] == 1 << r] for r in range(len(groups))]
        for h, cells in open_.items()
    }
    return _Field(board, groups, base, edges, room, open_, alone)


def _edges_by_cell(
    cands: Candidates, kind: Kind, groups: tuple[int, ...], base: list[int], clock: Clock
) -> list[list[Edge]]:
    """For each cell the links by clues; those of a clue are kept for its candidates."""
    edges: list[list[Edge]] = [[] for _ in base]
    known = cands.puzzle.model.kept(_Known, lambda _: _Known()).edges
    clues, open_ = clues_of(cands.puzzle), cands.open
    # A cell with one digit left is not yet a filled one: that has no edges.
    held = cands.once(
        "held by clues",
        lambda: [(clue.ways.domains(cands), clue.ways.mask & open_) for clue in clues],
    )
    for number, clue in enumerate(clues):
        domains, unfilled = held[number]
        key = number, kind, domains, unfilled
        edges_of_clue = known.get(key)
        if edges_of_clue is None:
            clock.check()
            if len(known) > 5000:
                known.clear()
            edges_of_clue = known[key] = tuple(_edges(cands, clue, domains, groups, base, clock))
        for cell, edge in edges_of_clue:
            edges[cell].append(edge)
    return edges


def _edges(
    cands: Candidates,
    clue: ClueWays,
    domains: tuple[int, ...],
    groups: tuple[int, ...],
    base: list[int],
    clock: Clock,
) -> Iterator[tuple[int, Edge]]:
    """The links by a clue: by its ways where they are few, else by what two cells exclude."""
    ways = clue.ways
    fillings = ways.fillings(domains, clock) if ways.simple else None
    if fillings is not None and fillings.all and 0 < len(fillings.ways) <= _WAYS:
        return _edges_by_ways(cands, clue, fillings.ways, groups, base)
    return _edges_by_tables(cands, clue, groups, base)


def _edges_by_ways(
    cands: Candidates, clue: ClueWays, ways: Sequence[int], groups: tuple[int, ...], base: list[int]
) -> Iterator[tuple[int, Edge]]:
    cells, size = clue.ways.cells, cands.board.size
    every = cands.board.all_digits
    class_of_bit = {1 << d: r for r, group in enumerate(groups) for d in bits(group)}
    shifts = range(0, len(cells) * size, size)
    seen = {tuple([class_of_bit[way >> shift & every] for shift in shifts]) for way in ways}
    count = len(groups)
    # For each class of a cell those of all cells that go with it, in one number.
    with_class = [[0] * count for _ in cells]
    for row in seen:
        whole = sum([1 << place * count + r for place, r in enumerate(row)])
        for place, r in enumerate(row):
            with_class[place][r] |= whole
    open_ = [place for place, cell in enumerate(cells) if base[cell]]
    for a, b in permutations(open_, 2):
        joint = tuple([row >> b * count & (1 << count) - 1 for row in with_class[a]])
        if any(mask != base[cells[b]] and base[cells[a]] >> r & 1 for r, mask in enumerate(joint)):
            yield cells[a], (cells[b], joint, clue.rule)


def _edges_by_tables(
    cands: Candidates, clue: ClueWays, groups: tuple[int, ...], base: list[int]
) -> Iterator[tuple[int, Edge]]:
    index = cands.board.index_of
    class_of = {d: r for r, group in enumerate(groups) for d in bits(group)}
    for table in clue.ways.model.tables:
        one, other = table.first, table.second
        if not base[one] or not base[other]:
            continue
        there, back = [0] * len(groups), [0] * len(groups)
        for x, y in table.allowed:
            d, e = index[x], index[y]
            if cands.cand[one] >> d & 1 and cands.cand[other] >> e & 1:
                there[class_of[d]] |= 1 << class_of[e]
                back[class_of[e]] |= 1 << class_of[d]
        for cell, to, masks in ((one, other, there), (other, one, back)):
            if any(mask != base[to] and base[cell] >> r & 1 for r, mask in enumerate(masks)):
                yield cell, (to, tuple(masks), clue.rule)


@dataclass(slots=True)
class _Why:
    """Why a cell has a class: a clue or a house, and the cells whose classes it follows from."""

    reason: Rule | House | None
    parents: tuple[int, ...]


def _follow(field_: _Field, cands: Candidates, kind: Kind, start: int, r: int) -> ClassProof | None:
    """The shortest way in which a class of a cell fails, or ``None``."""
    board, base = field_.board, field_.base
    fixed = {start: r}
    held = [0] * len(field_.groups)
    held[r] = 1 << start
    why = {start: _Why(None, ())}
    queue = [start]

    def end(reason: Rule | House, cells: tuple[int, ...]) -> ClassProof:
        return _proof(field_, kind, fixed, why, reason, cells)

    for cell in queue:
        own = fixed[cell]
        for other, masks, rule in field_.edges[cell]:
            left = base[other] & masks[own]
            if other in fixed:
                if not left >> fixed[other] & 1:
                    return end(rule, (cell, other))
            elif not left:
                return end(rule, (cell,))
            elif not left & (left - 1):
                fixed[other] = left.bit_length() - 1
                held[fixed[other]] |= 1 << other
                why[other] = _Why(rule, (cell,))
                queue.append(other)
        for h in board.houses_of[cell]:
            room = field_.room.get(h)
            if room is None:
                continue
            for other in field_.alone[h][own]:
                if other not in fixed:
                    fixed[other] = own
                    held[own] |= 1 << other
                    why[other] = _Why(None, ())
            count = (held[own] & board.mask[h]).bit_count()
            if count < room[own]:
                continue
            here = field_.open[h]
            same = tuple([c for c in here if held[own] >> c & 1])
            if count > room[own]:
                return end(board.houses[h], same)
            for other in here:
                if other not in fixed and base[other] >> own & 1:
                    left = base[other] & ~(1 << own)
                    if not left & (left - 1):
                        fixed[other] = left.bit_length() - 1
                        held[fixed[other]] |= 1 << other
                        why[other] = _Why(board.houses[h], same)
                        queue.append(other)
    return None


def _proof(
    field_: _Field,
    kind: Kind,
    fixed: dict[int, int],
    why: dict[int, _Why],
    reason: Rule | House,
    cells: tuple[int, ...],
) -> ClassProof:
    start = next(iter(fixed))
    wanted = {start}
    stack = list(cells)
    while stack:
        cell = stack.pop()
        if cell not in wanted:
            wanted.add(cell)
            stack += why[cell].parents
    order = [cell for cell in fixed if cell in wanted]
    names = field_.board.digits
    return ClassProof(
        kind,
        tuple(
            ClassStatement(
                cell,
                tuple(names[d] for d in bits(field_.groups[fixed[cell]])),
                why[cell].reason,
                tuple(order.index(parent) for parent in why[cell].parents),
            )
            for cell in order
        ),
        reason,
        tuple(order.index(cell) for cell in cells),
    )


TERMS = (
    Term(ClassChains("parity"), aliases=("parity",), points=32),
    Term(ClassChains("modulus"), aliases=("modulo chain",), points=32),
    Term(ClassChains("high-low"), "high-low chain", aliases=("polarity chain",), points=32),
    Term(ClassChains("entropy"), aliases=("low-middle-high chain",), points=32),
)
