"""Fish, with fins and of any houses; one file, since one search and one proof serve all of them.

X-wing, swordfish, jellyfish and their larger kin.

| technique | base and cover |
|---|---|
| x-wing, swordfish, jellyfish | 2, 3, 4 lines, and as many crossing lines |
| finned-x-wing ... | the same with fins: places of the base in no cover |
| sashimi-x-wing ... | with fins, and a base line with one other place, or none |
| franken-x-wing ... | rows and boxes against columns and boxes, or columns against rows |
| finned-franken-x-wing ... | the same with fins |
| mutant-x-wing ... | any houses |
| finned-mutant-x-wing ... | the same with fins |
| kraken-fish-1, kraken-fish-2 | lines with fins, and chains from them to what is eliminated |

Larger ones have their size in the name: ``fish-5``, ``finned-franken-fish-6``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, combinations
from math import comb
from typing import ClassVar, Literal, TypeAlias, get_args

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits, choose
from satdoku.techniques.compiled.finding import impossible, patterns_of, telling
from satdoku.techniques.names.terms import Term
from satdoku.techniques.reasoning import chain_of, propagate
from satdoku.techniques.reasoning.propagate import Consequences
from satdoku.techniques.reasoning.statements import DerivedStatement
from satdoku.techniques.step import Candidate, Step

FishKind: TypeAlias = Literal[
    "finned", "sashimi", "franken", "finned-franken", "mutant", "finned-mutant"
]

_MAX_CHOICES = 3000
"""Where there are more ways to choose the covers, those of no use are left out."""

_FINS = 5
_ENDO = 2
"""A fish with more fins than this, or more fins that lie in two houses of the base, is none that
anybody looks for."""

_NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}


_LOCKED = ("pointing", "claiming")
_REPLACED = {
    "franken-x-wing": _LOCKED,
    "mutant-x-wing": _LOCKED,
    "finned-franken-x-wing": (
        *_LOCKED, "x-wing", "finned-x-wing", "sashimi-x-wing", "turbot-fish", "empty-rectangle"
    ),
}  # fmt: skip


def _named(kind: str, size: int) -> str:
    name = _NAMES.get(size, f"fish-{size}")
    return f"{kind}-{name}" if kind else name


@dataclass(frozen=True, slots=True)
class Fish(Technique):
    """n parallel lines whose places for a digit lie in n crossing lines.

    The n base lines each need the digit, in n different crossing lines (two in one crossing line
    would clash). There are only n crossing lines on offer: each gets its digit from a base line,
    so the digit leaves the rest of the crossing lines.

    ``exactly_two``  only base lines with two places each (euler96's X-wing)

    Pattern: ``houses`` base lines, then covering lines; ``cells`` by covering line, then base line.
    Order: columns as base, then rows; line sets, then digits.
    """

    size: int = 2
    exactly_two: bool = False

    by_digit: ClassVar[bool] = True
    by_places: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return _named("", self.size)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, n = cands.board, self.size
        digits = list(telling(cands))
        if len(board.crossings) == 1:
            placed = cands.placed_counts()
            room = board.size - n - 1
            digits = [d for d in digits if placed[d] <= room]
        # Most digits have no fish, and of most this is known from the position before.
        digits = [d for d in digits if cands.of_digit(self, d, partial(self._swims, cands, clock))]
        if digits:
            yield from self._of(cands, digits, clock)

    def _swims(self, cands: Candidates, clock: Clock, d: int) -> bool:
        return next(self._of(cands, [d], clock), None) is not None

    def _of(self, cands: Candidates, digits: list[int], clock: Clock) -> Iterator[Step]:
        board, n = cands.board, self.size
        pairs = [
            pair
            for across, down in board.crossings
            for pair in ((down, across, True), (across, down, False))
        ]
        for bases, covers, is_down in pairs:
            places = [self._lines(cands, d, bases) for d in digits]
            useful = sorted({i for lines in places if len(lines) >= n for i in lines})
            for chosen in choose(useful, n):
                clock.check()
                for d, lines in zip(digits, places, strict=True):
                    union = 0
                    for i in chosen:
                        line = lines.get(i)
                        if line is None:
                            break
                        union |= line
                    else:
                        if union.bit_count() == n:
                            base = [bases[i] for i in chosen]
                            cover = [h for i, h in enumerate(covers) if union & (1 << i)]
                            step = self._step(cands, d, base, cover, is_down)
                            if step is not None:
                                yield step

    def _lines(self, cands: Candidates, d: int, bases: Sequence[int]) -> dict[int, int]:
        """The base lines that could take part in a fish of a digit, with their crossing lines."""
        board, where = cands.board, cands.where[d]
        if where.bit_count() <= self.size:
            return {}
        most = 2 if self.exactly_two else self.size
        lines = {}
        for i, h in enumerate(bases):
            cells = where & board.mask[h]
            if 2 <= cells.bit_count() <= most and board.complete[h]:
                lines[i] = _project(board.members[h], cells)
        return lines

    def _step(
        self, cands: Candidates, d: int, base: list[int], cover: list[int], is_down: bool
    ) -> Step | None:
        board = cands.board
        inside, reach = _union(board, base), _union(board, cover)
        eliminated = cands.hits([(reach & ~inside, d)])
        if not eliminated:
            return None
        members, where = board.members, cands.where[d]
        cells = [
            c for k in cover for h in base for c in members[h] if where & board.mask[k] & 1 << c
        ]
        bases, covers = board.houses_at(base), board.houses_at(cover)
        proof = FishProof(board.digits[d], bases, covers, tuple(cells))
        variant = "columns" if is_down else "rows"
        return Step(self.name, proof, eliminations=eliminated, variant=variant)


def _project(members: tuple[int, ...], cells: int) -> int:
    """The crossing lines of some cells of a line, as a set of line numbers."""
    return sum([1 << i for i, cell in enumerate(members) if cells & (1 << cell)])


# ------------------------------------------------------------------------------------------------
# With fins, and of any houses.

_Catch: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int, int]
"""Base, cover, fins, what is eliminated: of one digit."""


@dataclass(frozen=True, slots=True)
class AnyFish(Technique):
    """n houses, the base, whose places for a digit lie in n others, the cover, but for fins.

    Where no fin is true, each house of the base has the digit in a house of the cover of its own,
    so the cover has it nowhere else, and not where two houses of the cover cross; where a fin is
    true, it excludes what it sees. So what sees all fins goes in both cases. A place in two houses
    of the base is a fin too (an endo fin), as it serves both. Base and cover are parallel lines and
    crossing lines; in a Franken fish there are boxes among them; in a mutant fish they are any
    houses. A sashimi fish has a line of the base with one place that is no fin, or none.

    ``siamese``: two such fish with the same base are one step.

    Pattern: ``houses`` base, then cover; ``fin`` the fins.
    """

    kind: FishKind = "finned"
    size: int = 2
    siamese: bool = True

    by_digit: ClassVar[bool] = True
    by_places: ClassVar[bool] = True

    @property
    def name(self) -> str:
        return _named(self.kind, self.size)

    @property
    def replaced_by(self) -> tuple[str, ...]:
        return _REPLACED.get(self.name, ())

    def in_library(self, code: str) -> Technique:
        """A fifth digit 1 is for two fish that are one step."""
        return replace(self, siamese=len(code.partition("-")[0]) == 5)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for d in range(cands.board.size):
            caught = _School(cands, d, self.size, clock).all(self.kin, self._sides)
            if not caught:
                continue
            own = {fish: None for fish in caught if self._fits(cands, d, fish)}
            if self.siamese and self.kind not in ("franken", "mutant"):
                for one, other in _of_one_base(caught, clock):
                    if one[3] & ~other[3] and other[3] & ~one[3]:
                        first, second = (one, other) if one in own else (other, one)
                        if first in own:
                            yield self._step(cands, d, first, second)
            for fish in own:
                yield self._step(cands, d, fish)

    @property
    def kin(self) -> str:
        """Kinds that choose from the same houses have this in common."""
        kind = self.kind.removeprefix("finned-")
        return "lines" if kind in ("finned", "sashimi") else kind

    def _sides(self, board: Board) -> list[tuple[Sequence[int], Sequence[int]]]:
        """The houses that base and cover are chosen from."""
        rows, columns, boxes = board.rows, board.lines_down, board.regions
        if self.kind in ("finned", "sashimi"):
            return [(rows, columns), (columns, rows)]
        if self.kind in ("franken", "finned-franken"):
            return [((*rows, *boxes), (*columns, *boxes)), ((*columns, *boxes), (*rows, *boxes))]
        return [((*rows, *columns, *boxes), (*rows, *columns, *boxes))]

    def _fits(self, cands: Candidates, d: int, fish: _Catch) -> bool:
        """Whether a fish is of this kind and of no simpler one."""
        board = cands.board
        base, cover, fins, _ = fish
        if bool(fins) is (self.kind in ("franken", "mutant")):
            return False
        places = [cands.where[d] & board.mask[h] & ~fins for h in base]
        sashimi = any(cells.bit_count() < 2 for cells in places)
        kinds = [
            {(board.kind_of[h]) for h in houses} - {"box", "region"} for houses in (base, cover)
        ]
        boxed = not {"box", "region"}.isdisjoint(board.kind_of[h] for h in (*base, *cover))
        parallel = sorted(map(sorted, kinds)) == [["column"], ["row"]]
        match self.kind:
            case "finned":
                return not sashimi
            case "sashimi":
                return sashimi
            case "franken" | "finned-franken":
                return parallel and boxed
            case _:
                return not parallel

    def _step(self, cands: Candidates, d: int, *fish: _Catch) -> Step:
        board = cands.board
        proofs = []
        excluded = 0
        for base, cover, fins, out in fish:
            excluded |= out
            inside = _union(board, base)
            cells = bits(inside & cands.where[d] & ~fins)
            bases, covers = board.houses_at(base), board.houses_at(cover)
            proofs.append(FishProof(board.digits[d], bases, covers, cells, bits(fins)))
        proof = proofs[0] if len(proofs) == 1 else replace(proofs[0], twin=proofs[1])
        variant = "siamese" if proof.twin else ""
        return Step(self.name, proof, eliminations=cands.hits([(excluded, d)]), variant=variant)


class _School:
    """The fish of one size of one digit.

    Were what goes true, it would exclude the fins, and the n houses of the base would have what is
    left of their places in n - 1 houses of the cover, no two of them a place in common. So the
    search goes from each candidate that could go: it looks for such houses among the places that it
    leaves. Small fish are all found; of large ones those that need each of their houses.
    """

    def __init__(self, cands: Candidates, d: int, size: int, clock: Clock) -> None:
        self.cands, self.board, self.where = cands, cands.board, cands.where[d]
        self.d, self.size, self.clock = d, size, clock

    def all(
        self, kin: str, sides: Callable[[Board], list[tuple[Sequence[int], Sequence[int]]]]
    ) -> tuple[_Catch, ...]:
        """Every fish; kinds that choose from the same houses share the search."""
        if not impossible(self.cands, self.d):
            return ()
        return self.cands.of_digit(
            (kin, self.size), self.d, lambda _: tuple(self._every(sides(self.board)))
        )

    def _every(self, sides: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Iterable[_Catch]:
        cands, core = self.cands, patterns_of(self.cands, by_houses=True)
        self.clock.check()
        if (
            core is None
            or max(comb(len(covers), self.size - 1) for _, covers in sides) > _MAX_CHOICES
        ):
            return self.caught(sides)
        targets = bits(impossible(cands, self.d))
        fish: list[_Catch] = core.fish(cands.cand, self.d, self.size, targets, sides)
        return fish

    def caught(self, sides: Sequence[tuple[Sequence[int], Sequence[int]]]) -> Iterator[_Catch]:
        """Every fish, each once.

        This is the inner loop of the search in Python, and is kept whole: it runs for tens of
        thousands of choices of houses, most of which a test of a few bits rejects.
        """
        board = self.board
        seen: set[tuple[int, int]] = set()
        laid: dict[tuple[int, ...], tuple[int, int, int]] = {}
        targets = bits(impossible(self.cands, self.d))
        for bases, covers in sides:
            bases = [h for h in bases if board.complete[h] and board.mask[h] & self.where]
            covers = [h for h in covers if board.mask[h] & self.where]
            for target in targets:
                own = [h for h in covers if board.mask[h] >> target & 1]
                for base, cover in self._squeezed(target, bases, covers):
                    for houses in (base, cover):
                        if houses not in laid:
                            laid[houses] = self._laid(houses)
                    based, inside, endo = laid[base]
                    if endo.bit_count() > _ENDO:
                        continue
                    numbers, reach, twice = laid[cover]
                    for h in own:
                        key = based, numbers | 1 << h
                        if numbers >> h & 1 or based & key[1] or key in seen:
                            continue
                        seen.add(key)
                        cells = board.mask[h] & self.where
                        fins = inside & ~(reach | cells) | endo
                        if fins.bit_count() > _FINS:
                            continue
                        excluded = (reach | cells) & ~inside | (twice | reach & cells) & ~endo
                        if fins and excluded:
                            excluded &= board.common_peers(bits(fins))
                        if excluded and all(board.mask[k] & inside for k in (*cover, h)):
                            yield tuple(bits(based)), tuple(bits(key[1])), fins, excluded

    def _laid(self, houses: Sequence[int]) -> tuple[int, int, int]:
        """The houses as a set, the places in them, and those in two of them."""
        numbers = reach = twice = 0
        for h in houses:
            cells = self.board.mask[h] & self.where
            numbers |= 1 << h
            twice |= reach & cells
            reach |= cells
        return numbers, reach, twice

    def _squeezed(
        self, target: int, bases: Sequence[int], covers: Sequence[int]
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
        """Houses with one house fewer to hold what a true target leaves of their places."""
        mask = self.board.mask
        left = self.where & ~self.board.peers[target] & ~(1 << target)
        needy = [(h, mask[h] & left) for h in bases]
        offered = [(h, mask[h] & left) for h in covers]
        if comb(len(offered), self.size - 1) > _MAX_CHOICES:
            # The target's own houses have nothing left; they are of use where it lies in the base.
            own = [(h, 0) for h in covers if mask[h] >> target & 1]
            offered = [pair for pair in offered if pair[1]]
            choices = chain(
                combinations(offered, self.size - 1),
                ((*some, one) for some in combinations(offered, self.size - 2) for one in own),
            )
        else:
            choices = chain(combinations(offered, self.size - 1))
        for chosen in choices:
            self.clock.check()
            union = 0
            for _, cells in chosen:
                union |= cells
            cover = tuple([h for h, _ in chosen])
            inside = [(h, cells) for h, cells in needy if not cells & ~union and h not in cover]
            if len(inside) < self.size:
                continue
            for base in _apart(inside, self.size):
                yield base, cover


def _apart(
    houses: Sequence[tuple[int, int]], size: int, start: int = 0, used: int = 0
) -> Iterator[tuple[int, ...]]:
    """The choices of so large a number of houses of which no two share a cell, in their order."""
    for i in range(start, len(houses) - size + 1):
        h, cells = houses[i]
        if not used & cells:
            if size == 1:
                yield (h,)
            else:
                for rest in _apart(houses, size - 1, i + 1, used | cells):
                    yield (h, *rest)


def _of_one_base(caught: Sequence[_Catch], clock: Clock) -> Iterator[tuple[_Catch, _Catch]]:
    """Pairs of finned fish with the same base, in the order of the first."""
    kin: dict[tuple[int, ...], list[_Catch]] = {}
    for fish in caught:
        if fish[2]:
            kin.setdefault(fish[0], []).append(fish)
    later = {base: iter(range(1, len(all_) + 1)) for base, all_ in kin.items()}
    for one in caught:
        if one[2]:
            clock.check()
            for other in kin[one[0]][next(later[one[0]]) :]:
                yield one, other


# ------------------------------------------------------------------------------------------------
# With chains.


@dataclass(frozen=True, slots=True)
class KrakenFish(Technique):
    """Lines with fins that what is eliminated need not see: chains lead from them to it.

    Where no fin is true, what lies in the cover and not in the base goes, as without fins. Type 1:
    from each fin that it does not see, a chain shows it false too. Type 2: chains from all fins and
    from all places in one line of the cover show one and the same candidate false, wherever it is;
    that line has the digit in one of these places, or a fin is true.

    Pattern: as of a finned fish; ``chains`` from fins, and of type 2 from places. ``boxes``: base
    and cover may have boxes among them, as HoDoKu's have, and ``fins`` are how many there may be.
    """

    type: int = 1
    largest: int = 4
    boxes: bool = False
    fins: int = _FINS

    @property
    def name(self) -> str:
        return f"kraken-fish-{self.type}"

    def in_library(self, code: str) -> Technique:
        """HoDoKu's: up to Franken fish, with two fins at most."""
        return replace(self, boxes=True, fins=2)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        board, size = cands.board, cands.board.size
        runs: dict[int, Consequences] = {}

        def run(cell: int, d: int) -> dict[int, DerivedStatement]:
            """The statements that are false where a candidate is true."""
            start = 2 * (cell * size + d) + 1
            if start not in runs:
                clock.check()
                runs[start] = propagate(cands, start, clock, dynamic=False)
            return runs[start].off

        seen: set[Candidate] = set()
        for n in range(2, self.largest + 1):
            for d in range(size):
                for base, cover, inside, fins in self._finned(cands, d, n, clock):
                    for starts, targets in self._cases(cands, d, base, cover, inside, fins):
                        shared: set[int] | None = None if targets is None else targets
                        offs = [run(cell, d) for cell in starts]
                        for off in offs:
                            shared = off.keys() & shared if shared is not None else set(off)
                        for number in sorted(shared or ()):
                            cell, e = divmod(number >> 1, size)
                            eliminated = cell, board.digits[e]
                            if eliminated in seen or not cands.cand[cell] >> e & 1:
                                continue
                            seen.add(eliminated)
                            ends = [off[number] for off in offs]
                            yield self._step(
                                cands, d, (base, cover, inside, fins), ends, eliminated
                            )

    def _finned(
        self, cands: Candidates, d: int, size: int, clock: Clock
    ) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
        """Parallel houses against crossing ones: base, cover, the places of the base, the fins."""
        board, where = cands.board, cands.where[d]
        boxes = tuple(board.regions) if self.boxes else ()
        for bases, covers in ((board.rows, board.lines_down), (board.lines_down, board.rows)):
            useful = [h for h in (*bases, *boxes) if board.complete[h] and where & board.mask[h]]
            for base in combinations(useful, size):
                clock.check()
                inside = _union(board, base) & where
                if sum((where & board.mask[h]).bit_count() for h in base) > inside.bit_count():
                    continue  # a place in two of them
                crossing = [
                    h for h in (*covers, *boxes) if inside & board.mask[h] and h not in base
                ]
                chosen = (
                    {tuple(sorted(c)) for c in _covers(board, crossing, inside, size, self.fins)}
                    if boxes
                    else combinations(crossing, size)
                )
                for cover in sorted(chosen):
                    fins = inside & ~_union(board, cover)
                    if 0 < fins.bit_count() <= self.fins:
                        yield base, cover, inside, fins

    def _cases(
        self,
        cands: Candidates,
        d: int,
        base: Sequence[int],
        cover: Sequence[int],
        inside: int,
        fins: int,
    ) -> Iterator[tuple[Sequence[int], set[int] | None]]:
        """The places that chains start from, and what they may lead to: numbers of statements."""
        board = cands.board
        if self.type == 2:
            for h in cover:
                yield bits(inside & board.mask[h] & ~fins | fins), None
            return
        for cell in bits(_union(board, cover) & cands.where[d] & ~inside):
            if unseen := bits(fins & ~board.peers[cell]):
                yield unseen, {2 * (cell * board.size + d)}

    def _step(
        self,
        cands: Candidates,
        d: int,
        finned: tuple[Sequence[int], Sequence[int], int, int],
        ends: Sequence[DerivedStatement],
        eliminated: Candidate,
    ) -> Step:
        board = cands.board
        base, cover, inside, fins = finned
        proof = FishProof(
            board.digits[d],
            board.houses_at(base),
            board.houses_at(cover),
            tuple(bits(inside & ~fins)),
            tuple(bits(fins)),
            tuple([chain_of(cands, end) for end in ends]),
        )
        return Step(self.name, proof, eliminations=(eliminated,), variant=f"type {self.type}")


def _union(board: Board, houses: Sequence[int]) -> int:
    cells = 0
    for h in houses:
        cells |= board.mask[h]
    return cells


def _covers(
    board: Board, crossing: Sequence[int], open_: int, size: int, fins: int
) -> Iterator[tuple[int, ...]]:
    """Houses that have all cells but some: each time the first cell that is open yet is in one of
    them, or a fin."""
    if not size:
        if open_.bit_count() <= fins:
            yield ()
        return
    if not open_:
        return
    first = open_ & -open_
    for h in crossing:
        if board.mask[h] & first:
            for others in _covers(board, crossing, open_ & ~board.mask[h], size - 1, fins):
                yield h, *others
    if fins:
        yield from _covers(board, crossing, open_ & ~first, size, fins - 1)


_ALL_NAMES = ("x-wing", "swordfish", "jellyfish", "squirmbag", "whale", "leviathan")
_POINTS = {"": (32, 38, 52), "finned": (40, 47, 55), "sashimi": (42, 49, 56)}
_SE = {"x-wing": 32, "swordfish": 38, "jellyfish": 52}


def _fish() -> Iterator[Term]:
    """Fish of 2 to 7 houses: without fins, with fins, and of any houses. The third digit of a code
    is the kind, the fourth the size."""
    for number, kind in enumerate(("", *get_args(FishKind))):
        words = kind.replace("-", " ")
        for size, called in enumerate(_ALL_NAMES, 2):
            name = _named(kind, size)
            title = f"{words} {called}".strip()
            aliases = [f"{words} fish of {size} lines".strip()]
            aliases += [f"{words} starfish".strip()] if size == 5 else []
            english = title.replace("x-wing", "X-wing").replace("franken", "Franken")
            if size > 4 and not kind:
                english, aliases = aliases[0], [title, *aliases[1:]]
            search: Technique | None = None
            if size in _NAMES:
                search = AnyFish(kind, size) if kind else Fish(size)
            points = dict(enumerate(_POINTS.get(kind, ()), 2)).get(size)
            yield Term(
                search,
                english,
                aliases=tuple(aliases),
                codes=(f"03{number}{size - 2}",),
                se=(_SE[name],) if name in _SE else (),
                points=points,
                named="" if search else name,
            )


TERMS = (
    *_fish(),
    Term(KrakenFish(1), "kraken fish type 1", aliases=("kf1",)),
    Term(KrakenFish(2), "kraken fish type 2", aliases=("kf2",)),
)

HUMAN: dict[int, Technique] = {
    130: Fish(2),
    170: AnyFish("finned", 2),
    180: AnyFish("sashimi", 2),
    340: Fish(3),
    390: AnyFish("finned", 3),
    400: AnyFish("sashimi", 3),
    460: Fish(4),
    470: AnyFish("finned", 4),
    480: AnyFish("sashimi", 4),
}
