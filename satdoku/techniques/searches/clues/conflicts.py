"""Conflicting combinations: ways to keep a clue that leave something else without any.

A way to fill the cells of a clue can keep the clue and still be impossible: it may take all places
of a digit in a house, all candidates of a cell, or all ways of another clue. What the other ways
have in common follows, as for one clue alone (clues.py).

Other names: killer combination conflicts, cage and house overlap, "the row needs its 5 in the
cage"; for two cages, combined cages.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import ClassVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.model import Model
from satdoku.techniques.arguments.clues import ConflictProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Fillings
from satdoku.techniques.step import Candidate, Contradiction, Step

_WAYS = 60
"""A clue with more ways than this is not looked at: a reader could not go through them."""

_PLACES = 4
"""A digit with more places than this, or a cell with more candidates, is no condition."""

_MAX_CONDITIONS = 4
"""An argument from more conditions than this counts as none."""

Condition = tuple[int, int]
"""Something that must be: (-1, cell) a digit, (house, d) the digit d, (-2, number) a clue."""


@dataclass(slots=True)
class _Seen:
    """The facts about a board's clues, whatever the position.

    reach   for each clue and digit, the cells where some candidate of the clue has a say
    near    for each clue, the other clues about its cells or those that they see
    fruitless  (clue, its domains, its conditions) that have led to nothing
    """

    clues: tuple[ClueWays, ...]
    reach: list[list[int]]
    near: list[tuple[int, ...]]
    fruitless: set[object] = field(default_factory=set)
    between: dict[object, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ConflictingCombinations(Technique):
    """Some ways to keep a clue are impossible, because of a house, a cell or another clue.

    The ways that are left to keep one clue are tested. A way is impossible if it excludes every
    place of a digit in a house that must hold it, every candidate of a cell, or every way of
    another clue. A candidate that none of the other ways has is eliminated; so is what each of them
    excludes elsewhere. Arguments from one condition come first, then from several.

    Pattern: ``rules`` the clue, then the other clues; ``houses`` that need a digit, ``digits``
    which; ``cells`` the clue's, then those that need a digit. ``variant`` ``inside`` or
    ``outside``: whether what is eliminated is in the clue's cells.
    """

    name: ClassVar[str] = "conflicting-combinations"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        seen = cands.puzzle.model.kept(_Seen, lambda model: _seen(cands, model))
        tried: list[tuple[int, Fillings, dict[Condition, int]]] = []
        for number, clue in enumerate(seen.clues):
            clock.check()
            domains = clue.ways.domains(cands)
            if all(not mask & (mask - 1) for mask in domains):
                continue
            fillings = clue.ways.fillings(domains, clock)
            if not fillings.all or not 1 < len(fillings.ways) <= _WAYS:
                continue
            needs = _needs(cands, seen, number)
            others = [(n, seen.clues[n].ways.domains(cands)) for n in seen.near[number]]
            key = number, domains, tuple(needs.items()), tuple(others)
            if key in seen.fruitless:
                continue
            out = _out(cands, clue, fillings, needs)
            for other, theirs in others:
                out[-2, other] = _between(seen, number, domains, other, theirs, clock)
            out = {condition: broken for condition, broken in out.items() if broken}
            steps = False
            for condition, broken in out.items():
                for step in _steps(cands, clue, fillings, {condition: broken}, seen, clock):
                    steps = True
                    yield step
            if len(out) > 1 and not steps:
                tried.append((number, fillings, out))
            elif not steps:
                seen.fruitless.add(key)
        for number, fillings, out in tried:
            clock.check()
            yield from _steps(cands, seen.clues[number], fillings, out, seen, clock)


def _seen(cands: Candidates, model: Model) -> _Seen:
    board = cands.board
    clues = tuple(clue for clue in clues_of(cands.puzzle) if clue.ways.simple)
    reach: list[list[int]] = []
    for clue in clues:
        own = sum(1 << cell for cell in clue.ways.cells)
        of_digit = [own] * board.size
        for cell, d in clue.ways.outside:
            of_digit[d] |= 1 << cell
        reach.append(of_digit)
    masks = [sum(1 << cell for cell in clue.ways.cells) for clue in clues]
    wide = [0] * len(clues)
    for number, of_digit in enumerate(reach):
        for mask in of_digit:
            wide[number] |= mask
    near = [
        tuple(
            other
            for other, mask in enumerate(masks)
            if other != number and (mask & masks[number] or (mask & wide[number]).bit_count() > 1)
        )
        for number in range(len(clues))
    ]
    return _Seen(clues, reach, near)


def _needs(cands: Candidates, seen: _Seen, number: int) -> dict[Condition, int]:
    """The conditions that a clue could break, each with its places (or a cell's candidates)."""
    cand, reach = cands.cand, seen.reach[number]
    needs: dict[Condition, int] = {
        (h, d): places
        for h, d, places in cands.once("conditions", lambda: _of_houses(cands))
        if not places & ~reach[d]
    }
    for cell in bits(cands.open):
        mask = cand[cell]
        if mask.bit_count() <= _PLACES and all(reach[d] >> cell & 1 for d in bits(mask)):
            needs[-1, cell] = mask
    return needs


def _of_houses(cands: Candidates) -> list[tuple[int, int, int]]:
    """The houses that need a digit and have few places for it: house, digit, places."""
    board = cands.board
    return [
        (h, d, places)
        for d, where in enumerate(cands.where)
        for h, mask in enumerate(board.mask)
        if (places := where & mask) & (places - 1)
        and places.bit_count() <= _PLACES
        and board.complete[h]
    ]


def _out(
    cands: Candidates, clue: ClueWays, fillings: Fillings, needs: dict[Condition, int]
) -> dict[Condition, int]:
    """For each condition the ways that break it, as a bit set of places in ``found.ways``."""
    ways, size = clue.ways, cands.board.size
    place_of = {cell: place for place, cell in enumerate(ways.cells)}
    outside = ways.outside
    every = (1 << len(fillings.ways)) - 1
    having = ways.having(fillings.ways)
    broken: dict[Condition, int] = {}
    for (h, member), places in needs.items():
        if h < 0:
            if member in place_of:
                continue
            pairs = [(member, d) for d in bits(places)]
        else:
            pairs = [(cell, member) for cell in bits(places)]
        left = every
        for cell, d in pairs:
            if cell in place_of:
                left &= ~having[place_of[cell] * size + d]
            else:
                excluding = 0
                for k in bits(outside[cell, d]):
                    excluding |= having[k]
                left &= excluding
            if not left:
                break
        broken[h, member] = left
    return broken


def _between(
    seen: _Seen,
    number: int,
    domains: tuple[int, ...],
    other: int,
    theirs: tuple[int, ...],
    clock: Clock,
) -> int:
    """The ways of one clue that leave another none, as a bit set."""
    key = number, domains, other, theirs
    known = seen.between.get(key)
    if known is not None:
        return known
    own, their = seen.clues[number].ways, seen.clues[other].ways
    size, every = own.size, own.board.all_digits
    place_of = {cell: place for place, cell in enumerate(own.cells)}
    shifts = [(cell * size, place_of.get(cell, -1) * size) for cell in their.cells]
    alive = sum(mask << shift for mask, (shift, _) in zip(theirs, shifts, strict=True))
    shared = any(place >= 0 for _, place in shifts)
    result = 0
    answers: dict[tuple[int, ...], bool] = {}
    fillings = own.fillings(domains, clock)
    if "excluded" not in fillings.kept:
        fillings.kept["excluded"] = [own.excluded(way) for way in fillings.ways]
    excluded = fillings.kept["excluded"]
    assert isinstance(excluded, list)
    for at, (way, lost) in enumerate(zip(fillings.ways, excluded, strict=True)):
        if not shared and not lost & alive:
            continue
        after = tuple(
            [
                mask & (way >> place if place >= 0 else ~(lost >> shift)) & every
                for mask, (shift, place) in zip(theirs, shifts, strict=True)
            ]
        )
        if after == theirs:
            continue
        possible = answers.get(after)
        if possible is None:
            possible = answers[after] = their.possible(after, clock)
        if not possible:
            result |= 1 << at
    if len(seen.between) > 20_000:
        seen.between.clear()
    seen.between[key] = result
    return result


def _steps(
    cands: Candidates,
    clue: ClueWays,
    fillings: Fillings,
    out: dict[Condition, int],
    seen: _Seen,
    clock: Clock,
) -> Iterator[Step]:
    if wrong := _empty(cands, clue, fillings, out, seen, clock):
        yield wrong
        return
    eliminations = _gone(cands, clue, _left(fillings, out), clock)
    known = _gone(cands, clue, fillings, clock) if eliminations else eliminations
    for pair in eliminations:
        if pair in known:
            continue
        used = out
        for condition in sorted(out):
            fewer = {other: mask for other, mask in used.items() if other != condition}
            if fewer and pair in _gone(cands, clue, _left(fillings, fewer), clock):
                used = fewer
        if len(used) <= _MAX_CONDITIONS:
            left = _left(fillings, used)
            same = _gone(cands, clue, left, clock)
            group = [p for p in same if same[p] == same[pair] and p not in known]
            lost = Fillings((), [way for way in fillings.ways if way not in left.ways], all=True)
            broken = clue.ways.listed(lost)
            yield _step(cands, clue, left, used, seen, tuple(sorted(group)), same[pair], broken)
            return


def _empty(
    cands: Candidates,
    clue: ClueWays,
    fillings: Fillings,
    out: dict[Condition, int],
    seen: _Seen,
    clock: Clock,
) -> Step | None:
    """The contradiction where no way is left."""
    if _left(fillings, out).ways:
        return None
    used = out
    for condition in sorted(out):
        fewer = {other: mask for other, mask in used.items() if other != condition}
        if fewer and not _left(fillings, fewer).ways:
            used = fewer
    return _step(cands, clue, Fillings((), [], all=True), used, seen, (), ())


def _left(fillings: Fillings, out: dict[Condition, int]) -> Fillings:
    """The ways that no condition takes."""
    broken = 0
    for mask in out.values():
        broken |= mask
    ways = [way for at, way in enumerate(fillings.ways) if not broken >> at & 1]
    return Fillings((), ways, all=True)


def _gone(
    cands: Candidates, clue: ClueWays, left: Fillings, clock: Clock
) -> dict[Candidate, tuple[Candidate, ...]]:
    """The candidates that these ways exclude, each with the candidates one of which every way has
    (none: it is a candidate of the clue's cells that no way has)."""
    ways = clue.ways
    seen = 0
    for way in left.ways:
        seen |= way
    left.support = ways.split(seen)
    domains = ways.domains(cands)
    excluded: dict[Candidate, tuple[Candidate, ...]] = dict.fromkeys(
        ways.impossible(domains, left), ()
    )
    if not excluded:
        for common, pairs in ways.seen_in(left, domains, cands, clock).items():
            excluded |= dict.fromkeys(pairs, common)
    return excluded


def _step(
    cands: Candidates,
    clue: ClueWays,
    left: Fillings,
    used: dict[Condition, int],
    seen: _Seen,
    eliminations: tuple[Candidate, ...],
    common: Sequence[Candidate],
    broken: tuple[tuple[int, ...], ...] = (),
) -> Step:
    board, ways = cands.board, clue.ways
    return Step(
        ConflictingCombinations.name,
        ConflictProof(
            clue.rule,
            ways.left(cands, left),
            ways.listed(left),
            tuple(common),
            tuple(member for h, member in used if h == -1),
            tuple((board.houses[h], board.digits[member]) for h, member in used if h >= 0),
            tuple(seen.clues[member].rule for h, member in used if h == -2),
            broken,
        ),
        eliminations=eliminations,
        contradiction=None if left.ways else Contradiction("rule", rule=clue.rule),
        variant="outside" if common else "inside",
    )


TERMS = (
    Term(
        ConflictingCombinations(),
        aliases=("killer combination conflicts", "combined cages", "cage unit overlap"),
        points=34,
    ),
)
