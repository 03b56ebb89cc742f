"""Patterns of one digit, and remote pairs; one file, since all join two pairs of places.

Where a digit has two places in a house, one of them is true. Such pairs that share a place make
two colours: all places of one colour are true, or all of the other. Two pairs (of places, or of
colours) whose members see each other cannot both be true on these sides: one of the opposite sides
is.

| technique | what is joined | what is eliminated |
|---|---|---|
| skyscraper | two rows, or two columns, joined by a line | what sees both free ends |
| two-string-kite | a row and a column, joined by a box | what sees both free ends |
| turbot-fish | any two pairs | what sees both free ends |
| empty-rectangle | a box with its places in a row and a column, a pair | where these meet |
| dual-two-string-kite | two kites joined by the same two cells | both conclusions |
| dual-empty-rectangle | two empty rectangles in the same box | both conclusions |
| simple-colours-trap | the pairs of one cluster | what sees both colours |
| simple-colours-wrap | the pairs of one cluster | the colour that sees itself |
| multi-colours-1 | two clusters | what sees both opposite colours |
| multi-colours-2 | two clusters | the colour that sees both colours of the other |
| remote-pair | four cells or more with the same two candidates | what sees two of different kind |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import ClassVar, Literal, assert_never

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.colours import ColourProof, Colours
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.compiled.finding import telling
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Step

_MAX_CELLS = 20
"""A remote pair has no more cells than this."""

_Pair = tuple[int, int, int]
"""A house and the two places that a digit has in it."""


def _pairs(cands: Candidates, d: int) -> list[_Pair]:
    """The houses in which a digit has two places."""
    return cands.of_digit("pairs", d, lambda d: _find_pairs(cands, d))


def _find_pairs(cands: Candidates, d: int) -> list[_Pair]:
    board = cands.board
    pairs = []
    for h in board.order_q:
        places = cands.where[d] & board.mask[h]
        if places.bit_count() == 2 and board.complete[h]:
            low, high = bits(places)
            pairs.append((h, low, high))
    return pairs


def _seen_by_both(board: Board, one: Sequence[int], other: Sequence[int]) -> int:
    """The cells that see one of some cells and one of others."""
    seen = [0, 0]
    for side, cells in enumerate((one, other)):
        for cell in cells:
            seen[side] |= board.peers[cell]
    return seen[0] & seen[1]


def _lines(board: Board, lines: Sequence[int], cell: int) -> int:
    """The cells of those of some lines that a cell lies in."""
    cells = 0
    for h in lines:
        if board.mask[h] >> cell & 1:
            cells |= board.mask[h]
    return cells


def _colours(board: Board, h: int, first: Sequence[int], second: Sequence[int]) -> Colours:
    return Colours((board.houses[h],), tuple(first), tuple(second))


@dataclass(frozen=True)
class _Joined:
    """Two pairs of places that are joined, and the cells that see both free ends."""

    colours: tuple[Colours, Colours]
    meeting: tuple[int, int]
    gone: int


def _step(name: str, cands: Candidates, d: int, *arguments: _Joined) -> Step | None:
    """A step by one argument, or by two."""
    excluded = 0
    for joined in arguments:
        excluded |= joined.gone
    out = cands.hits([(excluded, d)])
    if not out:
        return None
    colours = tuple(pair for joined in arguments for pair in joined.colours)
    meetings = tuple(joined.meeting for joined in arguments)
    proof = ColourProof((cands.board.digits[d],), colours, "link", meetings)
    return Step(name, proof, eliminations=out)


def _doubled(name: str, cands: Candidates, d: int, arguments: Sequence[_Joined]) -> Iterator[Step]:
    """Two arguments together that have different conclusions."""
    seen: set[object] = set()
    for one, other in combinations(arguments, 2):
        if one.gone & cands.where[d] != other.gone & cands.where[d]:
            step = _step(name, cands, d, one, other)
            if step is not None and step.eliminations not in seen:
                seen.add(step.eliminations)
                yield step


def _of_two_digits(
    name: str, cands: Candidates, arguments: Sequence[tuple[int, _Joined]], clock: Clock
) -> Iterator[Step]:
    """Two arguments together, each about a digit of its own: the facts of both show it."""
    from satdoku.techniques.searches.small.steps import step_on

    for (d, one), (e, other) in combinations(arguments, 2):
        if d != e:
            eliminated = [(c, d) for c in bits(one.gone & cands.where[d])]
            eliminated += [(c, e) for c in bits(other.gone & cands.where[e])]
            houses = [
                (house, cands.board.digits[digit])
                for digit, joined in ((d, one), (e, other))
                for pair in joined.colours
                for house in pair.houses
            ]
            yield step_on(name, cands, houses, eliminated, clock)


@dataclass(frozen=True, slots=True)
class StrongPairs(Technique):
    """Two houses in which a digit has two places each, an end of one seeing an end of the other.

    The ends that see each other cannot both be true, so one of the free ends is: what sees both
    free ends goes. In a skyscraper the houses are parallel lines and the joined ends share a
    crossing line; in a two-string kite they are a row and a column and the joined ends share a box;
    a turbot fish is any of them.

    ``dual``: two kites joined by the same two cells; ``mixed``: of two digits too, each with a
    conclusion of its own (HoDoKu).

    Pattern: ``houses`` the two; ``defining`` the first place of each, ``second`` the other.
    """

    kind: Literal["skyscraper", "two-string-kite", "turbot-fish"] = "skyscraper"
    dual: bool = False
    mixed: bool = False

    by_digit: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return f"dual-{self.kind}" if self.dual else self.kind

    @property
    def by_places(self) -> bool:
        """But for those that join two digits."""
        return not self.mixed

    def in_library(self, code: str) -> Technique:
        """Two kites of two digits are a dual one."""
        return replace(self, mixed=self.dual)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        joints: dict[frozenset[int], list[tuple[int, _Joined]]] = {}
        for d in telling(cands):
            clock.check()
            arguments = cands.of_digit(self.kind, d, lambda d: self._of_digit(cands, d))
            if not self.dual:
                steps = (_step(self.name, cands, d, joined) for joined in arguments)
                yield from (step for step in steps if step is not None)
                continue
            kites: dict[frozenset[int], list[_Joined]] = {}
            for joined in arguments:
                kites.setdefault(frozenset(joined.meeting), []).append(joined)
            for same in kites.values():
                yield from _doubled(self.name, cands, d, same)
            if self.mixed:
                for meeting, same in kites.items():
                    joints.setdefault(meeting, []).extend((d, one) for one in same)
        for pairs in joints.values():
            yield from _of_two_digits(self.name, cands, pairs, clock)

    def _of_digit(self, cands: Candidates, d: int) -> list[_Joined]:
        return [
            joined
            for one, other in combinations(_pairs(cands, d), 2)
            if self._fits(cands.board, one[0], other[0])
            for joined in self._joined(cands.board, one, other)
            if joined.gone & cands.where[d]
        ]

    def _fits(self, board: Board, one: int, other: int) -> bool:
        match self.kind:
            case "turbot-fish":
                return True
            case "skyscraper":
                lines = board.rows, board.lines_down
                return any(one in parallel and other in parallel for parallel in lines)
            case "two-string-kite":
                return one in board.rows and other in board.lines_down
            case unknown:
                assert_never(unknown)

    def _joined(self, board: Board, one: _Pair, other: _Pair) -> Iterator[_Joined]:
        sides = (one[1:], one[:0:-1]), (other[1:], other[:0:-1])
        for (a, free), (b, end) in product(*sides):
            loop = free == end and self.kind == "turbot-fish"
            if len({a, free, b, end}) != 4 - loop or not self._join(board, a, b):
                continue
            excluded = board.peers[free] & board.peers[end]
            if self.kind == "two-string-kite":
                excluded &= _lines(board, board.rows, end) & _lines(board, board.lines_down, free)
            elif self.kind == "skyscraper":
                crossing = _lines(board, (*board.rows, *board.lines_down), free)
                if crossing >> end & 1:
                    continue  # an X-wing
            colours = (
                _colours(board, one[0], (a,), (free,)),
                _colours(board, other[0], (b,), (end,)),
            )
            yield _Joined(colours, (a, b), excluded)

    def _join(self, board: Board, a: int, b: int) -> bool:
        """Whether two ends see each other as the pattern asks."""
        shared = set(board.houses_of[a]) & set(board.houses_of[b])
        match self.kind:
            case "turbot-fish":
                return bool(shared)
            case "skyscraper":
                return not shared.isdisjoint((*board.rows, *board.lines_down))
            case "two-string-kite":
                return not shared.isdisjoint(board.regions)
            case unknown:
                assert_never(unknown)


@dataclass(frozen=True, slots=True)
class EmptyRectangle(Technique):
    """A box whose places of a digit lie in one row and one column, and a line with two places.

    Let an end of the line's pair lie in the row of the box. If the other end is false, this one is
    true, and the box has the digit in the column; so the cell that sees the other end and lies in
    the column goes. The same with rows and columns exchanged. A dual one is two of them in the same
    box.

    ``two``: also where the box has but two places (which makes a turbot fish).

    Pattern: ``houses`` the box and the line; ``defining`` and ``second`` the two parts of each.
    """

    two: bool = False
    dual: bool = False

    by_digit: ClassVar[bool] = True
    by_places: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return "dual-empty-rectangle" if self.dual else "empty-rectangle"

    def in_library(self, code: str) -> Technique:
        """Variant 1 takes boxes with two places."""
        return replace(self, two=True) if code.endswith("-1") else self

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for d in telling(cands):
            clock.check()
            key = "empty-rectangle", self.two or self.dual
            for arguments in cands.of_digit(key, d, lambda d: self._of_digit(cands, d)):
                if self.dual:
                    yield from _doubled(self.name, cands, d, arguments)
                else:
                    steps = (_step(self.name, cands, d, joined) for joined in arguments)
                    yield from (step for step in steps if step is not None)

    def _of_digit(self, cands: Candidates, d: int) -> list[list[_Joined]]:
        pairs = [pair for pair in _pairs(cands, d) if pair[0] not in cands.board.regions]
        boxes = [list(self._of_box(cands, d, box, pairs)) for box in cands.board.regions]
        return [box for box in boxes if box]

    def _of_box(
        self, cands: Candidates, d: int, box: int, pairs: Sequence[_Pair]
    ) -> Iterator[_Joined]:
        board = cands.board
        places = cands.where[d] & board.mask[box]
        few = places.bit_count() == 2
        if not pairs or not board.complete[box] or (few and not (self.two or self.dual)):
            return
        crossing = [
            [h for h in lines if places & board.mask[h]] for lines in (board.rows, board.lines_down)
        ]
        for row, column in product(*crossing):
            for near, far in ((row, column), (column, row)):
                ends = places & board.mask[far]
                joined = places & board.mask[near] & ~ends
                if not ends & ~board.mask[near] or not joined or places & ~ends & ~joined:
                    continue
                outside = board.mask[near] & ~board.mask[box]
                for h, low, high in pairs:
                    for x, y in ((low, high), (high, low)):
                        if not outside >> x & 1 or (board.mask[near] | board.mask[box]) >> y & 1:
                            continue
                        excluded = board.mask[far] & ~board.mask[box] & board.peers[y]
                        if excluded & cands.where[d]:
                            own = _colours(board, box, bits(joined), bits(ends))
                            line = _colours(board, h, (x,), (y,))
                            yield _Joined((own, line), (bits(joined)[0], x), excluded)


@dataclass(frozen=True, slots=True)
class Colouring(Technique):
    """Clusters of pairs of places of a digit, in two colours each.

    Where a digit has two places in a house, they get different colours, and so on from each place
    to the next house where it has two: all of one colour are true, or all of the other. A trap:
    what sees both colours goes. A wrap: a colour with two places that see each other goes. Two
    clusters, with a place of one seeing a place of the other: one of the two opposite colours is
    true, so what sees both goes (multi-colours 1); a colour that sees both colours of the other
    cluster goes (multi-colours 2).

    Pattern: ``defining`` the one colour, ``second`` the other; ``houses`` where they alternate.
    """

    kind: Literal[
        "simple-colours-trap", "simple-colours-wrap", "multi-colours-1", "multi-colours-2"
    ] = "simple-colours-trap"

    by_digit: ClassVar[bool] = True
    by_places: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return self.kind

    @property
    def replaced_by(self) -> tuple[str, ...]:
        return ("multi-colours-1",) if self.kind == "multi-colours-2" else ()

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        finds: dict[str, Callable[[Board, list[Colours]], Iterator[tuple[ColourProof, int]]]] = {
            "simple-colours-trap": _traps,
            "simple-colours-wrap": _wraps,
            "multi-colours-1": _multi_colours,
            "multi-colours-2": _covered,
        }
        find = finds[self.kind]
        for d in telling(cands):
            clock.check()
            yield from cands.of_digit(self, d, lambda d: list(self._of_digit(cands, d, find)))

    def _of_digit(
        self,
        cands: Candidates,
        d: int,
        find: Callable[[Board, list[Colours]], Iterator[tuple[ColourProof, int]]],
    ) -> Iterator[Step]:
        clusters = cands.of_digit("clusters", d, lambda d: _clusters(cands, d))
        for proof, excluded in find(cands.board, clusters):
            out = cands.hits([(excluded, d)])
            if out:
                named = replace(proof, digits=(cands.board.digits[d],))
                yield Step(self.name, named, eliminations=out)


def _clusters(cands: Candidates, d: int) -> list[Colours]:
    """The clusters of a digit, from the lowest place of each."""
    board = cands.board
    partners: dict[int, list[tuple[int, int]]] = {}
    for h, low, high in _pairs(cands, d):
        partners.setdefault(low, []).append((h, high))
        partners.setdefault(high, []).append((h, low))
    clusters = []
    colour: dict[int, int] = {}
    for start in sorted(partners):
        if start in colour:
            continue
        colour[start] = 0
        waiting, houses = [start], set()
        sides: tuple[list[int], list[int]] = ([start], [])
        while waiting:
            cell = waiting.pop()
            for h, other in partners[cell]:
                houses.add(h)
                if other not in colour:
                    colour[other] = 1 - colour[cell]
                    sides[colour[other]].append(other)
                    waiting.append(other)
        named = board.houses_at(sorted(houses))
        clusters.append(Colours(named, tuple(sorted(sides[0])), tuple(sorted(sides[1]))))
    return clusters


def _meeting(board: Board, one: Sequence[int], other: Sequence[int]) -> tuple[int, int] | None:
    """Two cells, one of each, that see each other."""
    return next((pair for pair in product(one, other) if board.peers[pair[0]] >> pair[1] & 1), None)


def _set(cells: Sequence[int]) -> int:
    return sum(1 << cell for cell in cells)


def _traps(board: Board, clusters: list[Colours]) -> Iterator[tuple[ColourProof, int]]:
    for cluster in clusters:
        seen = _seen_by_both(board, cluster.first, cluster.second) & ~_set(cluster.cells)
        yield ColourProof((), (cluster,), "trap"), seen


def _wraps(board: Board, clusters: list[Colours]) -> Iterator[tuple[ColourProof, int]]:
    for cluster in clusters:
        for side in (cluster.first, cluster.second):
            if (meeting := _meeting(board, side, side)) is not None:
                yield ColourProof((), (cluster,), "wrap", (meeting,)), _set(side)


def _multi_colours(board: Board, clusters: list[Colours]) -> Iterator[tuple[ColourProof, int]]:
    for one, other in combinations(clusters, 2):
        meetings, excluded = [], 0
        for a, b in product((one.first, one.second), (other.first, other.second)):
            if (meeting := _meeting(board, a, b)) is not None:
                meetings.append(meeting)
                excluded |= _seen_by_both(board, one.opposite(a[0]), other.opposite(b[0]))
        if meetings:
            yield ColourProof((), (one, other), "link", tuple(meetings)), excluded


def _covered(board: Board, clusters: list[Colours]) -> Iterator[tuple[ColourProof, int]]:
    for one, other in product(clusters, repeat=2):
        if one is other:
            continue
        for side in (one.first, one.second):
            meetings = [_meeting(board, side, cells) for cells in (other.first, other.second)]
            both = tuple(meeting for meeting in meetings if meeting is not None)
            if len(both) == 2:
                yield ColourProof((), (one, other), "covered", both), _set(side)


@dataclass(frozen=True, slots=True)
class RemotePair(Technique):
    """Four cells or more with the same two candidates, each seeing the next.

    They alternate between the two digits, so two of them that are three, five ... links apart hold
    different digits: what sees both is neither.

    Pattern: ``defining`` and ``second`` the cells in turn.
    """

    name: ClassVar[str] = "remote-pair"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        same: dict[int, int] = {}
        for cell in bits(cands.with_count(2)):
            same[cands.cand[cell]] = same.get(cands.cand[cell], 0) | 1 << cell
        same = {pair: self._telling(cands, pair, cells) for pair, cells in same.items()}
        seen: set[object] = set()
        for length in range(4, _MAX_CELLS, 2):
            for pair, cells in same.items():
                if cells.bit_count() < length:
                    continue
                for chain in self._chains(cands.board, cells, length, clock):
                    seen_by_both = 0
                    for i in range(length - 3):
                        for j in range(i + 3, length, 2):
                            seen_by_both |= cands.board.common_peers((chain[i], chain[j]))
                    out = cands.hits([(seen_by_both, d) for d in bits(pair)])
                    if out and out not in seen:
                        seen.add(out)
                        colours = Colours((), chain[::2], chain[1::2])
                        digits = cands.digit_names(pair)
                        proof = ColourProof(digits, (colours,), "trap")
                        yield Step(self.name, proof, eliminations=out)

    def _telling(self, cands: Candidates, pair: int, cells: int) -> int:
        """The cells that are joined to others such that something sees two that alternate: rows of
        many cells are many, and mostly none of them excludes anything."""
        board, joined = cands.board, 0
        while cells:
            sides = [cells & -cells, 0]
            reached = fresh = sides[0]
            side = 0
            while fresh:
                side ^= 1
                near = 0
                for cell in bits(fresh):
                    near |= board.peers[cell] & cells
                sides[side] |= near
                fresh = near & ~reached
                reached |= near
            cells &= ~reached
            seeing = [0, 0]
            for side in (0, 1):
                for cell in bits(sides[side]):
                    seeing[side] |= board.peers[cell]
            if cands.hits([(seeing[0] & seeing[1], d) for d in bits(pair)]):
                joined |= reached
        return joined

    def _chains(
        self, board: Board, cells: int, length: int, clock: Clock
    ) -> Iterator[tuple[int, ...]]:
        """The rows of different cells, each seeing the next, once for both directions."""

        def grow(chain: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(chain) == length:
                if chain[0] < chain[-1]:
                    yield chain
                return
            clock.check()
            for cell in bits(cells & board.peers[chain[-1]]):
                if cell not in chain:
                    yield from grow((*chain, cell))

        for start in bits(cells):
            yield from grow((start,))


TERMS = (
    Term(StrongPairs("skyscraper"), codes=("0400",), points=40),
    Term(
        StrongPairs("two-string-kite"),
        "two-string kite",
        aliases=("2-string kite", "kite"),
        codes=("0401",),
        points=41,
    ),
    Term(
        StrongPairs("turbot-fish"),
        aliases=("turbot",),
        covers=("crane", "turbot crane"),
        codes=("0403",),
        points=42,
    ),
    Term(EmptyRectangle(), aliases=("rectangle elimination", "hinge"), codes=("0402",), points=43),
    Term(
        StrongPairs("two-string-kite", dual=True),
        "dual two-string kite",
        aliases=("dual 2-string kite", "dual kite"),
        codes=("0404",),
        points=42,
    ),
    Term(EmptyRectangle(dual=True), codes=("0405",), points=44),
    Term(RemotePair(), aliases=("remote naked pair",), codes=("0703",), points=43),
    Term(
        Colouring("simple-colours-trap"),
        "simple colour trap",
        aliases=("singles chain trap", "colour trap"),
        codes=("0500",),
        points=46,
    ),
    Term(
        Colouring("simple-colours-wrap"),
        "simple colour wrap",
        aliases=("singles chain wrap", "colour wrap"),
        codes=("0501",),
        points=46,
    ),
    Term(
        Colouring("multi-colours-1"),
        "multi-colour elimination type 1",
        aliases=("multi-colour type 1",),
        codes=("0502",),
        points=50,
    ),
    Term(
        Colouring("multi-colours-2"),
        "multi-colour elimination type 2",
        aliases=("multi-colour type 2",),
        codes=("0503",),
        points=51,
    ),
)

HUMAN: dict[int, Technique] = {
    140: StrongPairs("skyscraper"),
    150: StrongPairs("two-string-kite", dual=True),
    160: StrongPairs("two-string-kite"),
    190: StrongPairs("turbot-fish"),
    200: EmptyRectangle(dual=True),
    210: EmptyRectangle(),
    230: RemotePair(),
    370: Colouring("simple-colours-wrap"),
    380: Colouring("simple-colours-trap"),
    440: Colouring("multi-colours-1"),
    450: Colouring("multi-colours-2"),
}
