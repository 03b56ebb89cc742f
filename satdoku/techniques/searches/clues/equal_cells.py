"""Equal cells: whatever digit a cell holds, follow it from house to house.

Call the digit of a cell x. Where a house has one place left for x, this cell holds x too; clues
say of some cells that they hold x, or cannot. So a few cells hold one digit, whatever it is, and a
candidate that one of them lacks is false in all. Setters of variants build puzzles on that.

Other names: following a digit, "where does this digit go in box 5?", clone cells by logic.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import ClassVar, TypeVar

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.puzzle import Puzzle
from satdoku.techniques.arguments.equal import EqualCell, EqualCellsProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.clues import clues_of
from satdoku.techniques.searches.clues.ways import ClueWays, Ways
from satdoku.techniques.step import House, Rule, Step

_MAX_CELLS = 10
"""The ways of a clue with more cells are not gone through."""

_MAX_DIGITS = 9
"""A cell with more candidates is not followed: on large boards that takes long."""

_KEPT = 5000
"""For so many sets of candidates it is remembered what clues leave."""

T = TypeVar("T")

_Clues = Mapping[int, Sequence[ClueWays]]
_Cells = tuple[int, ...]
_Domains = tuple[int, ...]


@dataclass(slots=True)
class _Known:
    """The candidates that clues leave with one digit in some of their cells, by the clue, its
    candidates, these cells and the digits that it may be."""

    leaves: dict[object, list[tuple[int, ...]]] = field(default_factory=dict)
    others: dict[object, list[tuple[int, bool]]] = field(default_factory=dict)


def _keep(known: dict[object, T], key: object, value: T) -> None:
    """Remember a value; what was kept before is dropped where it became too much."""
    if len(known) > _KEPT:
        known.clear()
    known[key] = value


@dataclass(frozen=True, slots=True)
class EqualCells(Technique):
    """The digit of a cell, whatever it is, has one place left in other houses.

    Cells that hold the same digit have only the candidates that all of them have. A digit that, in
    all of them, leaves a house without a place for it is eliminated from all; so is what a clue
    does not allow with one digit in several of its cells. Where a house has a digit in one of them
    or in a few other places, a cell that sees these places and any one of them cannot hold it.

    ``longest`` is how many cells are followed from the first.

    Pattern: ``cells`` those that hold one digit, the first first; ``digits`` the candidates of the
    first; ``houses`` where the others are the last place, then one without a place; ``rules`` the
    clues that demand the digit or do not allow it.
    """

    longest: int = 5
    name: ClassVar[str] = "equal-cells"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        clues = cands.puzzle.model.kept(_clues_at, lambda _: _clues_at(cands.puzzle))
        steps: list[Step] = []
        for cell, mask in enumerate(cands.cand):
            if 1 < mask.bit_count() <= _MAX_DIGITS:
                clock.check()
                step = _Followed(cands, cell, clues, clock).step(self.longest)
                if step is not None:
                    steps.append(step)
        steps.sort(key=lambda step: (len(step.view.cells), -len(step.eliminations)))
        yield from steps


def _clues_at(puzzle: Puzzle) -> _Clues:
    """For each cell the clues that it is in."""
    clues: dict[int, list[ClueWays]] = {}
    for clue in clues_of(puzzle):
        for cell in clue.ways.cells if len(clue.ways.cells) <= _MAX_CELLS else ():
            clues.setdefault(cell, []).append(clue)
    return clues


class _Followed:
    """The cells that hold the digit of a first one.

    cells   these cells, in order
    others  why each but the first does
    digits  the digits that all of them have as candidates
    """

    def __init__(self, cands: Candidates, first: int, clues: _Clues, clock: Clock) -> None:
        self.cands, self.board, self.clock = cands, cands.board, clock
        self.clues = clues
        self.known = cands.puzzle.model.kept(_Known, lambda _: _Known())
        self.domains: dict[int, tuple[tuple[int, ...], int]] = cands.once("domains of clues", dict)
        self.houses = cands.board.complete_houses
        self.cells = [first]
        self.others: list[EqualCell] = []
        self.digits = cands.cand[first]

    def step(self, longest: int) -> Step | None:
        """The eliminations by the fewest of these cells."""
        if self._is_vain():
            return None
        while len(self.others) < longest and (other := self._next()) is not None:
            self._add(other)
            if not self.digits:
                return None  # other techniques see that before
            # What one clue says of its own cells is no news.
            if any(own.house for own in self.others) and (step := self._conclusion()) is not None:
                return step
        return None

    def _is_vain(self) -> bool:
        """Whether there is no second cell, as there was none in a position before where all was
        the same by which one is found."""
        cands, (first,) = self.cands, self.cells
        places = self._places()
        clues = [
            None if clue.ways.is_hard else self._candidates_of(clue)
            for clue in self.clues.get(first, ())
        ]
        held = self.digits, places, places & cands.open, clues
        known = cands.kept.get((EqualCells, first))
        if known is not None and known[0] == held:
            return True
        if self._next() is not None:
            return False
        cands.kept[EqualCells, first] = held, None
        return True

    def _candidates_of(self, clue: ClueWays) -> tuple[tuple[int, ...], int]:
        """The digits left to the cells of a clue, and which of these are open."""
        known = self.domains.get(id(clue))
        if known is None:
            open_ = clue.ways.mask & self.cands.open
            known = self.domains[id(clue)] = clue.ways.domains(self.cands), open_
        return known

    def _add(self, other: EqualCell) -> None:
        self.cells.append(other.cell)
        self.others.append(other)
        self.digits &= self.cands.cand[other.cell]

    # -- which cells ---------------------------------------------------------------------------

    def _next(self) -> EqualCell | None:
        """A further cell: by a house alone, by a clue alone, or by a house and clues."""
        places = self._places()
        if (other := self._by_house(places, {})) is not None:
            return other
        barred: dict[int, Rule] = {}
        # A clue excludes a place of the digit only where it has one among its other cells.
        within = places & self.cands.open & ~sum([1 << cell for cell in self.cells])
        for clue, domains, cells in self._about(1, within):
            for cell, holds in self._others(clue.ways, domains, cells, clue.ways.mask & within):
                if holds:
                    return EqualCell(cell, None, barred=((clue.rule, (cell,)),))
                barred.setdefault(cell, clue.rule)
        return self._by_house(places, barred) if barred else None

    def _places(self) -> int:
        """The cells that can hold the digit too, as far as no clue says more."""
        places = 0
        for d in bits(self.digits):
            places |= (self.cands.where[d] | self._filled(d)) & ~self._seen(d)
        return places

    def _seen(self, d: int) -> int:
        """The cells that the cells see with a digit."""
        alike, size, seen = self.board.alike, self.board.size, 0
        for cell in self.cells:
            seen |= alike[cell * size + d]
        return seen

    def _filled(self, d: int) -> int:
        """The cells that hold a digit already."""
        filled = self.cands.once(
            "filled",
            lambda: [
                sum(1 << cell for cell, value in enumerate(self.cands.values) if value == digit)
                for digit in range(self.board.size)
            ],
        )
        return filled[d]

    def _by_house(self, places: int, barred: Mapping[int, Rule]) -> EqualCell | None:
        """The last place of the digit in some house."""
        held = sum([1 << cell for cell in self.cells])
        left = places & ~sum([1 << cell for cell in barred])
        for h, mask in self.houses:
            last = mask & left
            if last and not last & (last - 1) and not mask & held:
                cell = last.bit_length() - 1
                if self.cands.cand[cell]:
                    return self._last(h, cell, places, barred)
        return None

    def _last(self, h: int, last: int, places: int, barred: Mapping[int, Rule]) -> EqualCell:
        """A cell as the last place in a house, with what keeps the digit from the others."""
        board, cand = self.board, self.cands.cand
        by: dict[int, list[int]] = {}
        by_clue: dict[Rule, list[int]] = {}
        without: list[int] = []
        for cell in board.members[h]:
            if cell == last or not cand[cell]:
                continue
            if places >> cell & 1:
                by_clue.setdefault(barred[cell], []).append(cell)
            elif sees := [own for own in self.cells if board.peers[own] >> cell & 1]:
                by.setdefault(sees[0], []).append(cell)
            elif rules := self._rules_against(cell):
                for rule in rules:
                    by_clue.setdefault(rule, []).append(cell)
            else:
                without.append(cell)
        return EqualCell(
            last,
            board.houses[h],
            tuple((own, tuple(cells)) for own, cells in by.items()),
            tuple((rule, tuple(cells)) for rule, cells in by_clue.items()),
            tuple(without),
        )

    def _rules_against(self, cell: int) -> list[Rule]:
        """The rules by which the cells, with any of the digits, keep it from another."""
        rules: dict[Rule, None] = {}
        for d in bits(self.digits & self.cands.cand[cell]):
            reasons = (self.board.reason((own, d), (cell, d)) for own in self.cells)
            rules |= {reason: None for reason in reasons if isinstance(reason, Rule)}
        return list(rules)

    def _about(self, least: int, within: int = -1) -> Iterator[tuple[ClueWays, _Domains, _Cells]]:
        """The clues about so many of the cells at least, and some of others; each with what is left
        to its cells, and with those of the cells that it is about."""
        clues = {id(clue): clue for cell in self.cells for clue in self.clues.get(cell, ())}
        for clue in clues.values():
            ways = clue.ways
            held = tuple([cell for cell in self.cells if cell in ways.cells])
            if not ways.is_hard and len(held) >= least and ways.mask & within:
                yield clue, self._candidates_of(clue)[0], held

    def _leaves(self, ways: Ways, domains: _Domains, held: _Cells) -> Iterator[tuple[int, ...]]:
        """The candidates that a clue leaves to its cells with each of the digits in some of them;
        none where this is not possible."""
        for d in bits(self.digits):
            supposed = tuple(
                [
                    left & 1 << d if cell in held else left
                    for cell, left in zip(ways.cells, domains, strict=True)
                ]
            )
            yield ways.support(supposed, self.clock) if all(supposed) else ()

    def _others(
        self, ways: Ways, domains: _Domains, held: _Cells, within: int
    ) -> list[tuple[int, bool]]:
        """The cells among some that hold the digit as well, whichever it is, and those that
        cannot."""
        known, key = self.known.others, (ways, domains, held, self.digits, within)
        if key not in known:
            places = [(place, cell) for place, cell in enumerate(ways.cells) if within >> cell & 1]
            same, without = set(places), set(places)
            is_possible = False
            for d, own in zip(bits(self.digits), self._leaves(ways, domains, held), strict=False):
                is_possible |= bool(own)
                for at in places if own else ():
                    left = own[at[0]]
                    if left != 1 << d:
                        same.discard(at)
                    if left >> d & 1:
                        without.discard(at)
                if not same | without:
                    break
            if not is_possible:
                same.clear()
            either = [(at[1], at in same) for at in places if at in same | without]
            _keep(known, key, either)
        return known[key]

    # -- what follows --------------------------------------------------------------------------

    def _conclusion(self) -> Step | None:
        """The candidates that are false as these cells hold one digit."""
        cands, board = self.cands, self.board
        across = sum(1 << cell for cell in self.cells)
        if out := cands.hits([(across, d) for d in range(board.size) if ~self.digits >> d & 1]):
            return self._of(out)
        for clue, domains, held in self._about(2):
            known, key = self.known.leaves, (clue.ways, domains, held, self.digits)
            if key not in known:
                _keep(known, key, list(self._leaves(clue.ways, domains, held)))
            lost = [(cell, mask) for cell, mask in self._lost(clue, known[key]) if mask]
            if out := cands.hits([(1 << cell, d) for cell, mask in lost for d in bits(mask)]):
                return self._of(out, rule=clue.rule)
        for d in bits(self.digits):
            if (step := self._by_places(d, across)) is not None:
                return step
        return None

    def _by_places(self, d: int, across: int) -> Step | None:
        """The eliminations of a digit that has no place in some house if the cells hold it, or has
        a few places beside them."""
        cands, board = self.cands, self.board
        seen = self._seen(d)
        open_ = cands.where[d]
        for h, mask in self.houses:
            if mask & self._filled(d):
                continue
            if not mask & (open_ & ~seen | across):
                return self._of(cands.hits([(across, d)]), house=board.houses[h])
            places = bits(mask & open_ & ~across)
            if mask & open_ & across and places:
                out = seen & ~across & cands.where[d]
                for place in places:
                    out &= board.alike[place * board.size + d]
                if out:
                    return self._of(cands.hits([(out, d)]), house=board.houses[h], places=places)
        return None

    def _lost(self, clue: ClueWays, leaves: list[tuple[int, ...]]) -> Iterator[tuple[int, int]]:
        """The digits that no cell of a clue can hold with one digit in several."""
        every, digits = self.board.all_digits, bits(self.digits)
        possible = sum(1 << d for d, support in zip(digits, leaves, strict=True) if support)
        for place, cell in enumerate(clue.ways.cells):
            if cell in self.cells:
                yield cell, self.digits & ~possible
            else:
                held = 0
                for support in leaves:
                    held |= support[place] if support else 0
                yield cell, every & ~held

    def _of(
        self,
        eliminations: tuple[tuple[int, int], ...],
        house: House | None = None,
        rule: Rule | None = None,
        places: tuple[int, ...] = (),
    ) -> Step:
        cands = self.cands
        first, *_ = self.cells
        proof = EqualCellsProof(
            first,
            cands.digit_names(cands.cand[first]),
            tuple(self.others),
            cands.digit_names(self.digits),
            house,
            rule,
            places,
        )
        return Step(EqualCells.name, proof, eliminations=eliminations)


TERMS = (
    Term(
        EqualCells(),
        aliases=("following a digit", "digit tracking"),
        points=33,
    ),
)
