"""HoDoKu's steps, as its compiled kernel reports them (docs/hodoku.md), as steps of the catalogue.

The kernel returns plain dicts with the pattern that it found. As a
:class:`~satdoku.techniques.step.Step` it can be explained, drawn and checked like anything that the
Python techniques find. Chains and what they force are in ``hodoku_chains.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position
from satdoku.techniques.board import open_candidates
from satdoku.techniques.compiled.hodoku_chains import HodokuChains, shown_by_search
from satdoku.techniques.names.vocabulary import canonical
from satdoku.techniques.searches.houses.als import als_proof
from satdoku.techniques.searches.houses.bent import SueDeCoq
from satdoku.techniques.step import (
    AicProof,
    AlsProof,
    BentSetProof,
    BugProof,
    Candidate,
    CellSet,
    ColourProof,
    Colours,
    ExtraLock,
    ExtraSet,
    FishProof,
    HiddenSetProof,
    House,
    IntersectionProof,
    LoopProof,
    NakedSetProof,
    Proof,
    RingLock,
    SingleProof,
    Step,
    WingProof,
)

if TYPE_CHECKING:
    from satdoku.core import HodokuStep

_Pair = tuple[House, int, int]
"""A house and two places of a digit in it: the one that is joined to others, and the other one."""


def hodoku_step(found: HodokuStep, position: Position, clock: Clock = ENDLESS) -> Step:
    """A step of HoDoKu's path as a step of the catalogue, in the position that it was found in.

    :raises RanOut: where the clock runs out first.
    """
    pattern = _Pattern(found, position, clock)
    if found["search"] == "brute_force":
        return shown_by_search(pattern.cands, pattern.placements, pattern.gone, clock)
    if found["search"].startswith("forcing"):
        return pattern.chains.forced()
    proof, variant = pattern.proof()
    name = canonical(found["name"])
    return Step(name, proof, pattern.placements, pattern.gone, variant=variant)


class _Pattern:
    """A pattern as the kernel reports it, read in its position."""

    def __init__(self, found: HodokuStep, position: Position, clock: Clock) -> None:
        self.found = found
        self.cands = open_candidates(position)
        self.board = self.cands.board
        placed = found["place"]
        self.placements: tuple[Candidate, ...] = () if placed is None else (placed,)
        self.gone: tuple[Candidate, ...] = tuple(sorted(set(found["eliminations"])))
        self.cells = tuple(found["cells"])
        self.digits = tuple(found["digits"])
        self.chains = HodokuChains(found, self.cands, self.placements, self.gone, clock)

    @property
    def digit(self) -> int:
        """The one digit that the pattern is about."""
        return self.digits[0]

    @property
    def where(self) -> int:
        """Its places."""
        return self.cands.where[self.board.index_of[self.digit]]

    def houses(self, part: Sequence[int]) -> tuple[House, ...]:
        """Houses by the kernel's numbers: rows, columns, boxes."""
        board = self.board
        order = (*board.rows, *board.lines_down, *board.regions)
        return tuple([board.houses[order[h]] for h in part])

    def mask(self, digits: Iterable[int]) -> int:
        """A set of digits."""
        return sum(1 << self.board.index_of[digit] for digit in set(digits))

    def proof(self) -> tuple[Proof, str]:
        """Why it follows, and the kind inside the technique."""
        found = self.found
        base, cover = self.houses(found["base"]), self.houses(found["cover"])
        search = found["search"]
        match search:
            case "full_house" | "naked_single" | "hidden_single":
                ((cell, digit),) = self.placements
                full = search == "full_house"
                return SingleProof(cell, digit, base[0] if base else None, full), ""
            case "locked_candidates_1" | "locked_candidates_2":
                return IntersectionProof(self.digit, base[0], cover[0], self.cells), ""
            case "hidden_pair" | "hidden_triple" | "hidden_quadruple":
                return HiddenSetProof(self.cells, self.digits, self.held(), base[0]), ""
            case "sue_de_coq":
                return self.bent(), ""
            case "simple_colors" | "multi_colors":
                return self.coloured(), ""
            case "remote_pair":
                ((nodes, _),) = found["chains"]
                cells = tuple([cells[0] for cells, _, _ in nodes[::2]])
                return ColourProof(self.digits, (Colours((), cells[::2], cells[1::2]),), "trap"), ""
            case "bug_plus_1":
                (cell,) = self.cells
                rest = self.cands.pairs((cell,), ~self.mask(self.digits))
                return BugProof(((cell, self.digit),), rest), "type 1"
            case "two_string_kite" | "skyscraper":
                return self.joined(base), ""
            case "turbot_fish":
                return self.turbot(), ""
            case "empty_rectangle":
                return self.empty_rectangle(base, cover), ""
            case "w_wing":
                return self.w_wing(base[0]), ""
            case "xy_wing" | "xyz_wing":
                return self.wing(in_pivot=search == "xyz_wing"), ""
            case "x_chain" | "xy_chain" | "nice_loop" | "grouped_nice_loop":
                return self.chains.alternating(), ""
        if search.startswith(("locked_", "naked_")):
            return self.naked(), ""
        if search.startswith(("uniqueness_", "hidden_rect", "avoidable_")):
            return self.rectangle()
        if search.startswith("als_"):
            proof = self.almost_locked()
            return proof, "doubly linked" if proof.doubly_linked else ""
        return self.fish(base, cover)

    # -- sets ----------------------------------------------------------------------------------

    def held(self) -> tuple[Candidate, ...]:
        """The digits of the pattern in its cells."""
        return self.cands.pairs(self.cells, self.mask(self.digits))

    def naked(self) -> NakedSetProof:
        board = self.board
        lost = sum(1 << cell for cell in {cell for cell, _ in self.gone})
        homes = board.common_houses(sum(1 << cell for cell in self.cells))
        all_of_it = [h for h in homes if not lost & ~board.mask[h]]
        # What is eliminated lies in a house of the cells, or (a locked set) in a box and in a line.
        first, *others = [board.houses[h] for h in all_of_it[:1] or homes]
        line = others[0] if others else None
        return NakedSetProof(self.cells, self.digits, self.held(), first, (), line)

    def bent(self) -> BentSetProof:
        middle, *sides = [sum(1 << cell for cell in part) for part in self.found["groups"]]
        homes = self.board.common_houses(middle)
        box = next(h for h in homes if h in self.board.regions)
        line = next(h for h in homes if h not in self.board.regions)
        mask = self.board.mask
        found = SueDeCoq(by_side=True).step(
            self.cands, middle, ((sides[0], mask[line]), (sides[1], mask[box]))
        )
        assert found is not None
        assert isinstance(found.proof, BentSetProof)
        return found.proof

    # -- fish ----------------------------------------------------------------------------------

    def fish(self, base: tuple[House, ...], cover: tuple[House, ...]) -> tuple[FishProof, str]:
        fins = tuple(sorted({*self.found["fins"], *self.found["endo_fins"]}))
        body = tuple(sorted(set(self.cells).difference(fins)))
        kinds = [{house.kind for house in houses} for houses in (base, cover)]
        if fins or kinds not in ([{"row"}, {"column"}], [{"column"}, {"row"}]):
            return FishProof(self.digit, base, cover, body, fins), ""
        crossing = [
            cell
            for across in cover
            for house in base
            for cell in house.cells
            if cell in across.cells and cell in body
        ]
        return FishProof(self.digit, base, cover, tuple(crossing)), f"{base[0].kind}s"

    # -- one digit -----------------------------------------------------------------------------

    def two_places(self, cells: Sequence[int]) -> House:
        """A house that has the digit in these cells alone."""
        places = sum(1 << cell for cell in cells)
        homes = self.board.common_houses(places)
        return self.board.houses[
            next(h for h in homes if self.where & self.board.mask[h] == places)
        ]

    def linked(self, pairs: Iterable[tuple[_Pair, _Pair]]) -> ColourProof:
        """Two pairs of places of which one end of each sees the other's, the first that exclude
        what is eliminated."""
        peers = self.board.peers
        lost = sum(1 << cell for cell, _ in self.gone)
        for (one, a, free), (other, b, end) in pairs:
            if peers[a] >> b & 1 and not lost & ~(peers[free] & peers[end]):
                colours = Colours((one,), (a,), (free,)), Colours((other,), (b,), (end,))
                return ColourProof(self.digits, colours, "link", ((a, b),))
        raise AssertionError(f"no ends of {self.found['name']} meet")

    def joined(self, base: tuple[House, ...]) -> ColourProof:
        sides = []
        for house in base:
            low, high = (
                cell for cell in house.cells if cell in self.cells and self.where >> cell & 1
            )
            sides.append(((house, low, high), (house, high, low)))
        return self.linked(product(sides[0], sides[1]))

    def turbot(self) -> ColourProof:
        ((nodes, _),) = self.found["chains"]
        free, a, b, end = (cells[0] for cells, _, _ in nodes)
        pairs = (self.two_places((free, a)), a, free), (self.two_places((b, end)), b, end)
        return self.linked([pairs])

    def empty_rectangle(self, base: tuple[House, ...], cover: tuple[House, ...]) -> ColourProof:
        box, line = base
        inside = [cell for cell in self.cells if cell in box.cells]
        ends = [cell for cell in self.cells if cell not in box.cells]
        near = next(house for house in cover if set(ends) & set(house.cells))
        far = next(house for house in cover if house is not near)
        x, y = sorted(ends, key=lambda cell: cell not in near.cells)
        theirs = tuple([cell for cell in inside if cell in far.cells])
        own = tuple([cell for cell in inside if cell not in theirs])
        colours = Colours((box,), own, theirs), Colours((line,), (x,), (y,))
        return ColourProof(self.digits, colours, "link", ((own[0], x),))

    def coloured(self) -> ColourProof:
        sets = self.found["groups"]
        colours = tuple(
            Colours(self._alternating(one, other), one, other)
            for one, other in zip(sets[::2], sets[1::2], strict=True)
        )
        peers = self.board.peers

        def meeting(one: Sequence[int], other: Sequence[int]) -> list[tuple[int, int]]:
            return [pair for pair in product(one, other) if peers[pair[0]] >> pair[1] & 1][:1]

        first = colours[0]
        goes = {cell for cell, _ in self.gone}
        match self.found["technique"].rpartition("_")[2]:
            case "trap":
                return ColourProof(self.digits, colours, "trap")
            case "wrap":
                sides = [side for side in (first.first, first.second) if goes >= set(side)]
                met = [pair for side in sides for pair in meeting(side, side)]
                return ColourProof(self.digits, colours, "wrap", tuple(met[:1]))
            case "1":
                mixed = product((first.first, first.second), (colours[1].first, colours[1].second))
                met = [pair for one, other in mixed for pair in meeting(one, other)]
                return ColourProof(self.digits, colours, "link", tuple(met))
            case _:
                (side,) = (side for side in (first.first, first.second) if goes >= set(side))
                met = [
                    pair
                    for other in (colours[1].first, colours[1].second)
                    for pair in meeting(side, other)
                ]
                return ColourProof(self.digits, colours, "covered", tuple(met))

    def _alternating(self, one: Sequence[int], other: Sequence[int]) -> tuple[House, ...]:
        """The houses that have the digit in one cell of each colour."""
        board = self.board
        sides = [sum(1 << cell for cell in cells) for cells in (one, other)]
        return tuple(
            board.houses[h]
            for h in range(len(board.houses))
            if all((side & board.mask[h]).bit_count() == 1 for side in sides)
            and not self.where & board.mask[h] & ~(sides[0] | sides[1])
        )

    # -- wings ---------------------------------------------------------------------------------

    def wing(self, *, in_pivot: bool) -> WingProof:
        pivot, *pincers = self.cells
        first, second = (
            (cell, digit)
            for cell in pincers
            for _, digit in self.cands.pairs((cell,), ~self.mask(self.digits))
        )
        return WingProof(pivot, (first, second), self.digit, in_pivot)

    def w_wing(self, house: House) -> AicProof:
        one, other, a, b = self.cells
        if not self.board.peers[one] >> a & 1 or not self.board.peers[other] >> b & 1:
            a, b = b, a
        goes, links = self.digits
        ends = [(one, goes), (one, links), (a, links), (b, links), (other, links), (other, goes)]
        return self.chains.aic([((cell,), digit) for cell, digit in ends], house=house)

    # -- uniqueness ----------------------------------------------------------------------------

    def rectangle(self) -> tuple[LoopProof, str]:
        cands, board = self.cands, self.board
        a, b, c, d = sorted(self.cells)
        ring = (a, b, d, c)
        pair = self.mask(self.digits)
        low, high = cands.digit_names(pair)
        more = [cell for cell in ring if cands.cand[cell] & ~pair]
        extra = cands.pairs(more, board.all_digits & ~pair)
        goes = self.gone[0][1]
        other = low if goes == high else high
        how: ExtraSet | ExtraLock | RingLock | None = None
        match self.found["search"].rpartition("_")[2]:
            case "3":
                (others,) = self.found["groups"]
                full = cands.union(others) | self.mask([digit for _, digit in extra])
                names = cands.digit_names(full)
                members = CellSet("naked", others, names, cands.pairs(others, full))
                how = ExtraSet(self.houses(self.found["base"])[0], members)
            case "4":
                how = ExtraLock(self._locked(more, other), other)
            case "6":
                how = RingLock(self._lines(more), goes)
            case "rectangle":
                how = RingLock(self._lines([self.gone[0][0]]), other)
        proof = LoopProof(ring, (low, high), cands.pairs(ring, pair), extra, how)
        kind = f" {how.others.name}" if isinstance(how, ExtraSet) else ""
        return proof, f"type {proof.type}{kind}"

    def _locked(self, cells: Sequence[int], digit: int) -> House:
        """A house that has a digit in these cells alone."""
        board = self.board
        places = sum(1 << cell for cell in cells)
        where = self.cands.where[board.index_of[digit]]
        homes = board.common_houses(places)
        return board.houses[[h for h in homes if not where & board.mask[h] & ~places][-1]]

    def _lines(self, cells: Sequence[int]) -> tuple[House, ...]:
        """The rows and columns of cells."""
        board = self.board
        lines = (*board.rows, *board.lines_down)
        return tuple(
            board.houses[h] for h in lines if any(board.mask[h] >> cell & 1 for cell in cells)
        )

    # -- almost locked sets --------------------------------------------------------------------

    def almost_locked(self) -> AlsProof:
        sets = [
            CellSet("", cells, tuple(digits), self.cands.pairs(cells, self.mask(digits)))
            for cells, digits, _ in self.found["sets"]
        ]
        shared = [restricted for _, _, restricted in self.found["sets"][:-1]]
        goes = sorted({digit for _, digit in self.gone})
        geometry = self.board.geometry
        if len(sets) == 2 and len(shared[0]) == 2:
            return als_proof(geometry, sets, shared[0], goes, True)
        return als_proof(geometry, sets, _in_turn(shared), goes, False)


def _in_turn(shared: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """One of the digits of each link, no two in a row the same."""
    for chosen in product(*shared):
        if all(one != other for one, other in pairwise(chosen)):
            return chosen
    raise AssertionError("a set would hand on the digit that it has lost")
