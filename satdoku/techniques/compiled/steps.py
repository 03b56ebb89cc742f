"""Steps of the compiled kernels as steps of the catalogue: one reader for all of them.

The kernels of Sudoku Explainer (docs/se-kernel.md) and of HoDoKu (docs/hodoku.md) return records of
one form, which hold the pattern that was found (``FoundStep`` in core.pyi). As a
:class:`~satdoku.techniques.step.Step` it can be explained, drawn and checked like anything that the
Python techniques find; a step below the chains is equal to the one that the Python technique of the
same name yields. HoDoKu's forcing chains and nets are in ``hodoku_chains.py``. Modules that only
steps of HoDoKu need are imported where they are used, since they take longer to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import pairwise, product
from typing import TYPE_CHECKING, Literal, assert_never

from satdoku.base.limits import ENDLESS, Clock
from satdoku.puzzle import Position
from satdoku.techniques.arguments.als import AlsProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.colours import ColourProof, Colours
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, IntersectionProof
from satdoku.techniques.arguments.patterns import AlignedProof, BentSetProof, WingProof
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    ExtraLock,
    ExtraSet,
    LoopProof,
    RingLock,
)
from satdoku.techniques.barred import with_reasons
from satdoku.techniques.board import Candidates, board_of, open_candidates
from satdoku.techniques.compiled.se_names import CASES, SINGLE_CHAINS, name_of
from satdoku.techniques.names.vocabulary import canonical
from satdoku.techniques.step import Candidate, CellSet, Chain, House, Node, Proof, Step, cells_of

if TYPE_CHECKING:
    from satdoku.core import FoundNode, FoundStep, HodokuStep, SeStep
    from satdoku.techniques.compiled.hodoku_chains import HodokuChains

_Pair = tuple[House, int, int]
"""A house and two places of a digit in it: the one that is joined to others, and the other one."""

_HOUSE_OF = {"block": 0, "row": 1, "column": 2}


def se_step(record: SeStep, position: Position) -> Step:
    """A step of Sudoku Explainer's kernel, in the position that it was found in."""
    reader = _Reader(record, position)
    chains = record["search"] in SINGLE_CHAINS or record["search"] in CASES
    return reader.step(name_of(record), *(reader.branches() if chains else reader.proof()))


def hodoku_step(record: HodokuStep, position: Position, clock: Clock = ENDLESS) -> Step:
    """A step of HoDoKu's path, in the position that it was found in.

    :raises RanOut: where the clock runs out first.
    """
    reader = _Reader(record, position, clock)
    if record["search"] == "brute_force":
        from satdoku.techniques.compiled.hodoku_chains import shown_by_search

        return shown_by_search(reader.cands, reader.placements, reader.eliminations, clock)
    if record["search"].startswith("forcing_"):
        return reader.chains.forced()
    return reader.step(canonical(record["name"]), *reader.proof())


class _Reader:
    """Reads a record in its position. What a placement excludes in its own cell is left out."""

    def __init__(self, record: FoundStep, position: Position, clock: Clock = ENDLESS) -> None:
        self.record, self.position, self.clock = record, position, clock
        self.board = board_of(position.puzzle)
        self.search = record["search"]
        placed = record["place"]
        self.placements: tuple[Candidate, ...] = () if placed is None else (placed,)
        eliminated = record["eliminations"] if placed is None else ()
        self.eliminations: tuple[Candidate, ...] = tuple(sorted(set(eliminated)))
        self.cells = tuple(record["cells"])
        self.digits = tuple(record["digits"])

    @cached_property
    def cands(self) -> Candidates:
        """The candidates of the position."""
        return open_candidates(self.position)

    @cached_property
    def chains(self) -> HodokuChains:
        """The chains of a step of HoDoKu."""
        from satdoku.techniques.compiled.hodoku_chains import HodokuChains

        known = self.cands, self.placements, self.eliminations
        return HodokuChains(self.record, *known, self.clock)

    @property
    def digit(self) -> int:
        """The one digit that the pattern is about."""
        return self.digits[0]

    @property
    def where(self) -> int:
        """The places of that digit."""
        return self.cands.where[self.board.index_of[self.digit]]

    def houses(self, part: Literal["base", "cover"]) -> tuple[House, ...]:
        """The houses of a part of the pattern."""
        return self.board.houses_at(self.record[part])

    def marked(self, *roles: str) -> tuple[Candidate, ...]:
        """The candidates with some role."""
        return tuple([(cell, digit) for own, cell, digit in self.record["marks"] if own in roles])

    def mask(self, digits: Iterable[int]) -> int:
        """A set of digits."""
        return sum(1 << self.board.index_of[digit] for digit in set(digits))

    def step(self, name: str, proof: Proof, variant: str) -> Step:
        """The step with this name and proof."""
        step = Step(name, proof, self.placements, self.eliminations, variant=variant)
        return with_reasons(self.cands, step)

    def proof(self) -> tuple[Proof, str]:
        """The proof, and the variant of the technique: a table with a case for each search."""
        base, cover = self.houses("base"), self.houses("cover")
        match self.search:
            case "full_house" | "naked_single" | "hidden_single":
                ((cell, digit),) = self.placements
                full = self.search == "full_house"
                return SingleProof(cell, digit, base[0] if base else None, full), ""
            case "pointing" | "claiming" | "locked_candidates_1" | "locked_candidates_2":
                return IntersectionProof(self.digit, base[0], cover[0], self.cells), ""
            case "direct_pointing" | "direct_claiming":
                locked = IntersectionProof(self.digit, base[0], cover[0], self.cells)
                return self.direct(locked, cover[1], cover[1].cells), ""
            case "direct_hidden_pair" | "direct_hidden_triplet":
                hidden = HiddenSetProof(self.cells, self.digits, self.held(), base[0])
                return self.direct(hidden, base[0], self.cells), ""
            case "aligned_pair_exclusion" | "aligned_triplet_exclusion":
                return AlignedProof(self.cells, self.held(), self.excluders()), ""
            case "unique_loop":
                return self.loop()
            case "bug" | "bug_plus_1":
                return self.grave()
            case "sue_de_coq":
                return self.bent(), ""
            case "simple_colors" | "multi_colors":
                return self.coloured(), ""
            case "remote_pair":
                ((nodes, _),) = self.record["chains"]
                cells = tuple([node[0][0] for node in nodes[::2]])
                return ColourProof(self.digits, (Colours((), cells[::2], cells[1::2]),), "trap"), ""
            case "two_string_kite" | "skyscraper":
                return self.joined(base), ""
            case "turbot_fish":
                return self.turbot(), ""
            case "empty_rectangle":
                return self.empty_rectangle(base, cover), ""
            case "w_wing":
                return self.w_wing(base[0]), ""
            case "xy_wing" | "xyz_wing":
                return self.wing(in_pivot=self.search == "xyz_wing"), ""
            case "x_chain" | "xy_chain" | "nice_loop" | "grouped_nice_loop":
                return self.chains.alternating(), ""
        if self.search.startswith(("locked_", "naked_")):
            return self.naked(base), ""
        if self.search.startswith(("uniqueness_", "hidden_rect", "avoidable_")):
            return self.rectangle()
        if self.search.startswith("hidden_"):
            return HiddenSetProof(self.cells, self.digits, self.held(), base[0]), ""
        if self.search.startswith("als_"):
            proof = self.almost_locked()
            return proof, "doubly linked" if proof.doubly_linked else ""
        if self.search.endswith(("x_wing", "swordfish", "jellyfish")):
            return self.fish(base, cover)
        raise AssertionError(f"no pattern is known for the search {self.search}")

    # -- sets ----------------------------------------------------------------------------------

    def held(self) -> tuple[Candidate, ...]:
        """The digits of the pattern in its cells, as marked: inside a chain there are fewer."""
        return self.marked("base") or self.cands.pairs(self.cells, self.mask(self.digits))

    def direct(
        self, pattern: IntersectionProof | HiddenSetProof, house: House, cells: Iterable[int]
    ) -> DirectProof:
        """A pattern that takes these cells from the digit placed, as far as they could hold it."""
        ((own, digit),) = self.placements
        candidates = self.position.candidates
        lost = [c for c in sorted(cells) if c != own and digit in candidates[c]]
        return DirectProof(pattern, (own, digit), house, tuple(lost))

    def excluders(self) -> tuple[Candidate, ...]:
        """The excluders that forbid something: all their candidates can stand in base cells.

        The kernel marks every cell that the search looks at; a reader needs only these.
        """
        marked = self.marked("excluder")
        possible = {digit for _, digit in self.held()}
        idle = {cell for cell, digit in marked if digit not in possible}
        return tuple([pair for pair in marked if pair[0] not in idle])

    def naked(self, base: tuple[House, ...]) -> NakedSetProof:
        board = self.board
        if marked := self.marked("base"):
            return NakedSetProof(self.cells, self.digits, marked, base[0])
        lost = sum(1 << cell for cell in {cell for cell, _ in self.eliminations})
        homes = board.common_houses(sum(1 << cell for cell in self.cells))
        all_of_it = [h for h in homes if not lost & ~board.mask[h]]
        # What is eliminated lies in a house of the cells, or (a locked set) in a box and in a line.
        first, *others = [board.houses[h] for h in all_of_it[:1] or homes]
        line = others[0] if others else None
        return NakedSetProof(self.cells, self.digits, self.held(), first, (), line)

    def bent(self) -> BentSetProof:
        middle, *sides = [sum(1 << cell for cell in cells) for cells, _, _ in self.record["sets"]]
        homes = self.board.common_houses(middle)
        box = next(h for h in homes if h in self.board.regions)
        line = next(h for h in homes if h not in self.board.regions)
        mask = self.board.mask
        from satdoku.techniques.searches.houses.bent import SueDeCoq

        step = SueDeCoq(by_side=True).step(
            self.cands, middle, ((sides[0], mask[line]), (sides[1], mask[box]))
        )
        assert step is not None
        assert isinstance(step.proof, BentSetProof)
        return step.proof

    # -- fish ----------------------------------------------------------------------------------

    def fish(self, base: tuple[House, ...], cover: tuple[House, ...]) -> tuple[FishProof, str]:
        fins = tuple(sorted({cell for cell, _ in self.marked("fin", "endo_fin")}))
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
        lost = sum(1 << cell for cell, _ in self.eliminations)
        for (one, a, free), (other, b, end) in pairs:
            if peers[a] >> b & 1 and not lost & ~(peers[free] & peers[end]):
                colours = Colours((one,), (a,), (free,)), Colours((other,), (b,), (end,))
                return ColourProof(self.digits, colours, "link", ((a, b),))
        raise AssertionError(f"no ends of {self.record['name']} meet")

    def joined(self, base: tuple[House, ...]) -> ColourProof:
        sides = []
        for house in base:
            low, high = (
                cell for cell in house.cells if cell in self.cells and self.where >> cell & 1
            )
            sides.append(((house, low, high), (house, high, low)))
        return self.linked(product(sides[0], sides[1]))

    def turbot(self) -> ColourProof:
        ((nodes, _),) = self.record["chains"]
        free, a, b, end = (node[0][0] for node in nodes)
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
        sets = [cells for cells, _, _ in self.record["sets"]]
        colours = tuple(
            Colours(self._alternating(one, other), one, other)
            for one, other in zip(sets[::2], sets[1::2], strict=True)
        )
        peers = self.board.peers

        def meeting(one: Sequence[int], other: Sequence[int]) -> list[tuple[int, int]]:
            return [pair for pair in product(one, other) if peers[pair[0]] >> pair[1] & 1][:1]

        first = colours[0]
        lost = {cell for cell, _ in self.eliminations}
        match self.record["technique"].rpartition("_")[2]:
            case "trap":
                return ColourProof(self.digits, colours, "trap")
            case "wrap":
                sides = [side for side in (first.first, first.second) if lost >= set(side)]
                meetings = [pair for side in sides for pair in meeting(side, side)]
                return ColourProof(self.digits, colours, "wrap", tuple(meetings[:1]))
            case "1":
                mixed = product((first.first, first.second), (colours[1].first, colours[1].second))
                meetings = [pair for one, other in mixed for pair in meeting(one, other)]
                return ColourProof(self.digits, colours, "link", tuple(meetings))
            case _:
                (side,) = (side for side in (first.first, first.second) if lost >= set(side))
                meetings = [
                    pair
                    for other in (colours[1].first, colours[1].second)
                    for pair in meeting(side, other)
                ]
                return ColourProof(self.digits, colours, "covered", tuple(meetings))

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
        removed, links = self.digits
        inner = [(cell, links) for cell in (one, a, b, other)]
        ends = [(one, removed), *inner, (other, removed)]
        return self.chains.aic([((cell,), digit) for cell, digit in ends], house=house)

    # -- uniqueness ----------------------------------------------------------------------------

    def loop(self) -> tuple[LoopProof, str]:
        """A loop as Sudoku Explainer finds it."""
        extra = self.marked("extra")
        first, second = self.digits[:2]
        how: ExtraSet | ExtraLock | None = None
        if self.record["variant"] == 3:
            partners = self.marked("partner")
            cells = cells_of(partners)
            # A naked set takes its digits from other cells, a hidden one other digits from its own.
            kind = "hidden" if self.record["eliminations"][0][0] in cells else "naked"
            union = {d for _, d in partners} | {d for _, d in extra}
            members = self.digits if kind == "hidden" else union
            others = CellSet(kind, cells, tuple(sorted(members)), partners)
            how = ExtraSet(self.houses("base")[0], others)
        elif self.record["variant"] == 4:
            # The digit that is locked comes first.
            how = ExtraLock(self.houses("base")[0], first)
        low, high = sorted((first, second))
        proof = LoopProof(self.cells, (low, high), self.marked("loop"), extra, how)
        kind = f" {how.others.name}" if isinstance(how, ExtraSet) else ""
        return proof, f"type {self.record['variant']}{kind}"

    def grave(self) -> tuple[BugProof, str]:
        number = self.record["variant"] or 1
        extra = self.marked("extra") or ((self.cells[0], self.digit),)
        how: ExtraSet | ExtraLock | None = None
        if number == 3:
            partners = self.marked("partner")
            others = CellSet("naked", cells_of(partners), self.digits, partners)
            how = ExtraSet(self.houses("base")[0], others)
        elif number == 4:
            how = ExtraLock(self.houses("base")[0], self.digit)
        candidates = self.position.candidates
        own = [(cell, digit) for cell in self.cells for digit in sorted(candidates[cell])]
        rest = tuple([pair for pair in own if pair not in extra])
        return BugProof(extra, rest, how), f"type {number}"

    def rectangle(self) -> tuple[LoopProof, str]:
        cands, board = self.cands, self.board
        a, b, c, d = sorted(self.cells)
        ring = (a, b, d, c)
        pair = self.mask(self.digits)
        low, high = cands.digit_names(pair)
        more = [cell for cell in ring if cands.cand[cell] & ~pair]
        extra = cands.pairs(more, board.all_digits & ~pair)
        removed = self.eliminations[0][1]
        other = low if removed == high else high
        how: ExtraSet | ExtraLock | RingLock | None = None
        match self.search.rpartition("_")[2]:
            case "3":
                ((others, _, _),) = self.record["sets"]
                full = cands.union(others) | self.mask([digit for _, digit in extra])
                names = cands.digit_names(full)
                members = CellSet("naked", others, names, cands.pairs(others, full))
                how = ExtraSet(self.houses("base")[0], members)
            case "4":
                how = ExtraLock(self._locked(more, other), other)
            case "6":
                how = RingLock(self._lines(more), removed)
            case "rectangle":
                how = RingLock(self._lines([self.eliminations[0][0]]), other)
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
        from satdoku.techniques.searches.houses.als import als_proof

        sets = [
            CellSet("", cells, tuple(digits), self.cands.pairs(cells, self.mask(digits)))
            for cells, digits, _ in self.record["sets"]
        ]
        shared = [restricted for _, _, restricted in self.record["sets"][:-1]]
        ends = sorted({digit for _, digit in self.eliminations})
        geometry = self.board.geometry
        if len(sets) == 2 and len(shared[0]) == 2:
            return als_proof(geometry, sets, shared[0], ends, True)
        return als_proof(geometry, sets, _in_turn(shared), ends, False)

    # -- Sudoku Explainer's chains -----------------------------------------------------------------

    def branches(self) -> tuple[CycleProof | ChainProof | ForcingProof, str]:
        """Chains from one assumption, or from several."""
        kind = SINGLE_CHAINS[self.search][1] if self.search in SINGLE_CHAINS else CASES[self.search]
        inner: dict[int, Step] = {}
        cycle = kind.endswith("cycle")
        chains = tuple([self.branch(nodes, inner, cycle) for nodes, _ in self.record["chains"]])
        match kind:
            case "x-cycle":
                return CycleProof("x", chains[0]), kind
            case "y-cycle":
                return CycleProof("y", chains[0]), kind
            case "xy-cycle":
                return CycleProof("xy", chains[0]), kind
            case "x-chain":
                return ChainProof("x", chains[0]), kind
            case "xy-chain":
                return ChainProof("xy", chains[0]), kind
            case "contradiction" | "double" | "cell" | "region":
                start = chains[0].start
                home = next(iter(self.houses("base")), None)
                return ForcingProof(kind, (start.cell, start.digit), chains, home), kind
            case unknown:
                assert_never(unknown)

    def branch(self, nodes: Sequence[FoundNode], inner: dict[int, Step], cycle: bool) -> Chain:
        """One branch. The kernel numbers inner steps in the whole step, a chain counts its own."""
        board = self.board
        parts: dict[int, int] = {}
        chain = []
        for (cell,), digit, on, cause, parents, index in nodes:
            kind: Literal["start", "cell", "house", "advanced"] = "house"
            house: House | None = None
            part: int | None = None
            if cause in ("start", "cell", "advanced"):
                kind = cause
            else:
                house = board.houses[board.houses_of[cell][_HOUSE_OF[cause]]]
            if cause == "advanced":
                if index not in inner:
                    inner[index] = se_step(self.record["inner"][index], self.position)
                part = parts.setdefault(index, len(parts))
            chain.append(Node(cell, digit, on, parents, kind, house, part))
        return Chain(tuple(chain), cycle, tuple([inner[index] for index in parts]))


def _in_turn(shared: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """One of the digits of each link, no two in a row the same."""
    for chosen in product(*shared):
        if all(one != other for one, other in pairwise(chosen)):
            return chosen
    raise AssertionError("a set would hand on the digit that it has lost")
