"""Almost locked sets, alone and in chains; one file, since all use one list of sets and links.

An almost locked set (ALS) is n cells of one house with n + 1 candidates between them (a cell of two
candidates is the smallest). Take one digit away and the set is locked: each of the others
stands in it. Two sets share a *restricted common* x when every x of one sees every x of the
other: then at most one of the two holds x, and the other, having lost x, is locked.

| technique | sets | argument |
|---|---|---|
| wxyz-wing, vwxyz-wing, uvwxyz-wing, tuvwxyz-wing | A -x- B, common digits x and z | as als-xz |
| als-xz | A -x- B | one of A, B loses x and is locked, so it holds z |
| als-xz, doubly linked | A =x,y= B | each loses exactly one of x, y: all other digits are locked |
| als-xy-wing | A -x- C -y- B | as a chain of three |
| als-chain | A -x- ... -y- B | A lacks z: it holds x, so the next set loses x, ... B holds z |
| death-blossom | a cell, a set for each candidate | the set of the digit it takes holds z |

In each, z leaves the cells that see every z of the sets that might hold it; and where rules of a
variant let these z exclude something else, that goes too (``rules``). Notation in a line,
after the ALS article among the project's seeds: the digit that goes, then each set as its entry
cell, the cells between in parentheses, its exit cell, sets parted by colons:
``ALS(3): [r6c3-r5c1:r5c9(r4c9)r4c7]``.

Sets that overlap are left out unless ``overlap`` is set; the argument holds for them too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.compiled.finding import SetsFound, has_blossoms, sets_found
from satdoku.techniques.names.terms import Term
from satdoku.techniques.step import Candidate, CellSet, Rule, Step


class AlmostLockedSets:
    """All almost locked sets of a position, smallest first, and who shares a restricted common.

    ``cells[i]``, ``digits[i]`` the masks of set i; ``holds[i][d]`` its cells with d;
    ``sees[i][d]`` the cells that see all of them; ``linked[i][d]`` the sets (as a bit set of
    their numbers) that share d with i as a restricted common. ``beyond[i][d]``: what rules let all
    of them exclude beside d where they see it (empty lists on a board without such rules).
    """

    def __init__(
        self, cands: Candidates, ordered: list[tuple[int, int]], overlap: bool, clock: Clock
    ) -> None:
        board = cands.board
        self.cells = [cells for cells, _ in ordered]
        self.digits = [digits for _, digits in ordered]
        self.names = [bits(digits) for digits in self.digits]
        self.holds: list[dict[int, int]] = []
        self.sees: list[dict[int, int]] = []
        self.beyond: list[dict[int, dict[int, int]]] = []
        seen: dict[int, int] = {}
        seen_with: dict[tuple[int, int], tuple[int, dict[int, int]]] = {}
        having: list[int] = [0] * board.count
        by_digit: list[dict[int, int]] = [{} for _ in range(board.size)]
        for i, (cells_mask, digits) in enumerate(ordered):
            holds = {d: cands.where[d] & cells_mask for d in bits(digits)}
            self.holds.append(holds)
            if board.conflicts:
                for pair in holds.items():
                    if pair not in seen_with:
                        d, m = pair
                        excluded = board.common((c, d) for c in bits(m))
                        seen_with[pair] = excluded.pop(d, 0), excluded
                self.sees.append({d: seen_with[d, m][0] for d, m in holds.items()})
                self.beyond.append({d: seen_with[d, m][1] for d, m in holds.items()})
            else:
                for m in holds.values():
                    if m not in seen:
                        seen[m] = board.common_peers(bits(m))
                self.sees.append({d: seen[m] for d, m in holds.items()})
            for d, m in holds.items():
                by_digit[d][m] = by_digit[d].get(m, 0) | 1 << i
            for c in bits(cells_mask):
                having[c] |= 1 << i
        self._link(by_digit, None if overlap else having, clock)

    def _link(self, by_digit: list[dict[int, int]], having: list[int] | None, clock: Clock) -> None:
        """Set ``linked`` from the sets by digit and cells; with the sets of each cell, only those
        without a common cell are linked."""
        # Many sets have the same cells with a digit: what those see is looked for once.
        within: list[dict[int, int]] = [{} for _ in by_digit]
        self.linked: list[dict[int, int]] = []
        for i, cells_mask in enumerate(self.cells):
            clock.check()
            links: dict[int, int] = {}
            touching = 0
            if having is not None:
                for c in bits(cells_mask):
                    touching |= having[c]
            for d, sees in self.sees[i].items():
                mask = within[d].get(sees)
                if mask is None:
                    blind = ~sees
                    mask = 0
                    for m, sets in by_digit[d].items():
                        if not m & blind:
                            mask |= sets
                    within[d][sees] = mask
                if mask := mask & ~touching:
                    links[d] = mask
            self.linked.append(links)

    @classmethod
    def every(
        cls, cands: Candidates, overlap: bool, largest: int, clock: Clock
    ) -> AlmostLockedSets:
        """All of a position, of at most this many cells."""
        board, cand = cands.board, cands.cand
        unions: dict[int, int] = {}
        for h in board.order_p:
            cells = [c for c in board.members[h] if cand[c]]
            cls._grow(cand, cells, 0, 0, 0, min(largest, len(cells) - 1), unions, clock)
        ordered = sorted(unions.items(), key=lambda item: item[0].bit_count())
        return cls(cands, ordered, overlap, clock)

    @classmethod
    def of(cls, cands: Candidates, sets: list[list[int]], clock: Clock) -> AlmostLockedSets:
        """The sets of these cells, in this order."""
        masks = [(sum([1 << c for c in cells]), cands.union(cells)) for cells in sets]
        return cls(cands, masks, False, clock)

    def up_to(self, largest: int) -> AlmostLockedSets:
        """The sets of at most this many cells."""
        count = bisect_right(self.cells, largest, key=int.bit_count)
        low = (1 << count) - 1
        fewer = copy(self)
        for name in ("cells", "digits", "names", "holds", "sees", "beyond"):
            setattr(fewer, name, getattr(self, name)[:count])
        fewer.linked = [
            {d: near for d, mask in links.items() if (near := mask & low)}
            for links in self.linked[:count]
        ]
        return fewer

    def others(self, cands: Candidates, sets: Iterable[int], z: int) -> list[tuple[int, int]]:
        """The candidates that every z of these sets excludes by rules beside z itself, as (cells,
        digit)."""
        if not self.beyond:
            return []
        first, *rest = [self.beyond[i].get(z, {}) for i in sets]
        excluded = []
        for e, cells in first.items():
            for other in rest:
                cells &= other.get(e, 0)
            if cells & cands.where[e]:
                excluded.append((cells & cands.where[e], e))
        return excluded

    @classmethod
    def _grow(
        cls,
        cand: list[int],
        cells: list[int],
        start: int,
        chosen: int,
        union: int,
        room: int,
        unions: dict[int, int],
        clock: Clock,
    ) -> None:
        clock.check()
        for at in range(start, len(cells)):
            wider = union | cand[cells[at]]
            more = chosen | 1 << cells[at]
            over = wider.bit_count() - more.bit_count()
            if over == 1:
                unions[more] = wider
            # Each further cell can take back at most one digit too many.
            if room > 1 and over <= room:
                cls._grow(cand, cells, at + 1, more, wider, room - 1, unions, clock)

    def set_of(self, cands: Candidates, i: int, name: str) -> CellSet:
        """Set i as data, under a name."""
        cells = tuple(bits(self.cells[i]))
        return cands.cell_set(name, cells, self.digits[i])


def almost_locked(
    cands: Candidates, overlap: bool, largest: int | None, clock: Clock
) -> AlmostLockedSets:
    """The almost locked sets of a position, kept with it."""
    # Beyond eight cells a reader cannot follow, and wide boards have too many to list.
    largest = largest or min(cands.board.size, 8)
    for more in range(largest, max(cands.board.size, 8) + 1):
        sets = cands.memo.get(f"als-{overlap}-{more}")
        if isinstance(sets, AlmostLockedSets):
            break
    else:
        more, sets = largest, AlmostLockedSets.every(cands, overlap, largest, clock)
    if more > largest:
        sets = sets.up_to(largest)
    cands.memo[f"als-{overlap}-{largest}"] = sets
    return sets


def _name(number: int) -> str:
    """A, B, ... Z, A1, B1, ..."""
    return chr(ord("A") + number % 26) + (str(number // 26) if number >= 26 else "")


def notation(geometry: Geometry, sets: Sequence[CellSet], commons: Sequence[int], z: int) -> str:
    """The chain in one line: ``ALS(3): [r6c3-r5c1:r5c9(r4c9)r4c7]``.

    The entry of a set are its cells with the digit it is entered by (z for the first), the exit
    those with the digit it leaves by; a cell that is both is written once, as entry. Several are
    joined by ``+``.
    """
    pieces = []
    for at, set_ in enumerate(sets):
        enter = _with(set_, commons[at - 1] if at else z)
        leave = [c for c in _with(set_, commons[at] if at < len(commons) else z) if c not in enter]
        between = [cell for cell in set_.cells if cell not in enter and cell not in leave]
        text = "+".join(map(geometry.name, enter))
        if between:
            text += "(" + ",".join(map(geometry.name, between)) + ")"
        elif leave:
            text += "-"
        pieces.append(text + "+".join(map(geometry.name, leave)))
    return f"ALS({z}): [{':'.join(pieces)}]"


def notation_of_two(
    geometry: Geometry, sets: Sequence[CellSet], commons: Sequence[int], ends: Iterable[int]
) -> str:
    """Two sets that share several restricted commons, in one line."""
    one, other = ("(" + ",".join(map(geometry.name, set_.cells)) + ")" for set_ in sets)
    listed = "".join(map(str, ends))
    return f"ALS({listed}): [{one}={','.join(map(str, commons))}={other}]"


def als_proof(
    geometry: Geometry,
    sets: Sequence[CellSet],
    commons: Sequence[int],
    ends: Sequence[int],
    double: bool,
) -> AlsProof:
    """Sets in a row with their notation; they are called A, B, ..."""
    if double:
        line = notation_of_two(geometry, sets, commons, ends)
    else:
        line = "; ".join(notation(geometry, sets, commons, z) for z in ends)
    named = tuple(replace(set_, name=_name(n)) for n, set_ in enumerate(sets))
    return AlsProof(named, tuple(commons), tuple(ends), line, double)


def _with(set_: CellSet, digit: int) -> list[int]:
    """The cells of a set that can hold a digit."""
    return [cell for cell, d in set_.candidates if d == digit]


def _chain_step(
    cands: Candidates, als: AlmostLockedSets, technique: str, way: list[int], commons: list[int]
) -> Step | None:
    """The chain of these sets through these restricted commons, if it crosses anything out."""
    first, last = way[0], way[-1]
    shared = als.digits[first] & als.digits[last] & ~(1 << commons[0]) & ~(1 << commons[-1])
    removals = []
    ends = []
    for z in bits(shared):
        victims = als.sees[first][z] & als.sees[last][z] & cands.where[z]
        others = als.others(cands, (first, last), z)
        if victims:
            removals.append((victims, z))
        if victims or others:
            removals += others
            ends.append(z)
    if not removals:
        return None
    return _step(cands, als, technique, way, commons, ends, removals)


def _steps_along(
    cands: Candidates, name: str, rows: Iterable[SetsFound], clock: Clock
) -> Iterator[Step]:
    """The steps by rows of sets that the compiled core has found."""
    for sets, commons in rows:
        als = AlmostLockedSets.of(cands, sets, clock)
        step = _chain_step(cands, als, name, list(range(len(sets))), commons)
        if step is not None:
            yield step


def _step(
    cands: Candidates,
    als: AlmostLockedSets,
    technique: str,
    way: list[int],
    commons: list[int],
    ends: Sequence[int],
    removals: list[tuple[int, int]],
    double: bool = False,
) -> Step:
    eliminated = tuple(dict.fromkeys(cands.hits(removals)))
    digits = cands.board.digits
    last = len(way) - 2
    pairs = [(x, way[min(at, last)], way[min(at, last) + 1]) for at, x in enumerate(commons)]
    proof = als_proof(
        cands.board.geometry,
        [als.set_of(cands, i, "") for i in way],
        [digits[x] for x in commons],
        [digits[z] for z in ends],
        double,
    )
    rules = cands.board.rules(_groups(als, way, commons, ends, double), eliminated)
    return Step(
        technique,
        replace(proof, rules=rules),
        eliminations=eliminated,
        variant="doubly linked" if double else "",
        besides=_joined(cands, als, pairs),
    )


def _joined(
    cands: Candidates, als: AlmostLockedSets, pairs: Iterable[tuple[int, int, int]]
) -> tuple[Rule, ...]:
    """The rules by which all places of a digit in two sets exclude each other."""
    if not cands.board.linked:
        return ()
    rules = [
        cands.board.rule((a, d), (b, d))
        for d, one, other in pairs
        for a in bits(als.holds[one][d])
        for b in bits(als.holds[other][d])
        if a != b
    ]
    return tuple(dict.fromkeys(rule for rule in rules if rule is not None))


def _groups(
    als: AlmostLockedSets, way: list[int], commons: list[int], lost: Sequence[int], double: bool
) -> list[list[tuple[int, int]]]:
    """The candidates of which one is true, for each digit that excludes something."""
    ends = [way[0], way[-1]]
    kinds = [(ends, z) for z in (commons if double else lost)]
    if double:
        kinds += [([i], z) for i in ends for z in als.names[i] if z not in commons]
    return [[(c, z) for i in sets for c in bits(als.holds[i].get(z, 0))] for sets, z in kinds]


@dataclass(frozen=True, slots=True)
class AlsXz(Technique):
    """Two almost locked sets with a restricted common x, or with two.

    At most one of the sets holds x. The other lacks it and is locked: it holds each of its other
    digits. So one of the two holds any other digit z that both have, and z goes from the cells that
    see every z of both. With two restricted commons each set lacks one of them, so both are locked:
    what sees all of a digit in one of them goes too.

    Pattern: ``sets`` A and B; candidates ``common`` the restricted commons; ``digits`` the
    restricted commons, then what is eliminated; ``variant`` ``doubly linked`` where there are two.
    """

    overlap: bool = False
    largest: int | None = None

    @property
    def name(self) -> str:
        return "als-xz"

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for als, i, j in self.joined(cands, clock):
            step = self.of(cands, als, i, j)
            if step is not None:
                yield step

    def joined(
        self, cands: Candidates, clock: Clock, size: int | None = None
    ) -> Iterator[tuple[AlmostLockedSets, int, int]]:
        """Two sets at a time that share a restricted common, those that exclude something and maybe
        others; with ``size`` only as many cells with as many digits."""
        pairs = None if self.overlap else sets_found(cands, "pairs", self.largest, clock)
        if pairs is not None:
            for sets, _ in pairs:
                cells = {cell for each in sets for cell in each}
                if size is None or len(cells) == cands.union(cells).bit_count() == size:
                    yield AlmostLockedSets.of(cands, sets, clock), 0, 1
            return
        als = almost_locked(cands, self.overlap, self.largest, clock)
        for j, links in enumerate(als.linked):
            clock.check()
            linked = 0
            for mask in links.values():
                linked |= mask
            for i in bits(linked & ((1 << j) - 1)):
                yield als, i, j

    def of(self, cands: Candidates, als: AlmostLockedSets, i: int, j: int) -> Step | None:
        """The step of two sets, if it excludes something."""
        links = als.linked[j]
        commons = [x for x, mask in links.items() if mask & (1 << i)]
        if len(commons) > 1:
            return self._double(cands, als, i, j, commons)
        shared = als.digits[i] & als.digits[j] & ~(1 << commons[0])
        if als.beyond or any(
            als.sees[i][z] & als.sees[j][z] & cands.where[z] for z in bits(shared)
        ):
            return _chain_step(cands, als, self.name, [i, j], commons)
        return None

    def _double(
        self, cands: Candidates, als: AlmostLockedSets, i: int, j: int, commons: list[int]
    ) -> Step | None:
        removals = []
        for x in commons:
            removals.append((als.sees[i][x] & als.sees[j][x], x))
        for k in (i, j):
            removals += [(als.sees[k][d], d) for d in als.names[k] if d not in commons]
        # By custom only from cells outside both sets, though it would hold inside as well.
        outside = ~(als.cells[i] | als.cells[j])
        removals = [(cells & cands.where[d] & outside, d) for cells, d in removals]
        removals = [(cells, d) for cells, d in removals if cells]
        if not removals:
            return None
        lost = 0
        for _, d in removals:
            lost |= 1 << d
        # A set of removals may name a candidate twice: once for each set that locks its digit.
        unique = [
            (sum_mask, d)
            for d in bits(lost)
            for sum_mask in [_union(cells for cells, e in removals if e == d)]
        ]
        return _step(cands, als, self.name, [i, j], commons, bits(lost), unique, double=True)


def _union(masks: Iterator[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union


@dataclass(frozen=True, slots=True)
class AlsXyWing(Technique):
    """A set C linked to A by x and to B by another digit y.

    C can lack one digit at most, so it holds x or y. If it holds x, A lacks x and is locked; if it
    holds y, B lacks y and is locked. Either way a digit z of both stands in A or in B, and goes
    from the cells that see every z of both.

    Pattern: ``sets`` A, C, B in the order of the chain (named A, B, C); ``digits`` x, y, then
    what is eliminated.
    """

    overlap: bool = False
    largest: int | None = None

    @property
    def name(self) -> str:
        return "als-xy-wing"

    def in_library(self, code: str) -> Technique:
        """Sets may overlap in variant 2."""
        return replace(self, overlap=True) if code.endswith("-2") else self

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        wings = None if self.overlap else sets_found(cands, "wings", self.largest, clock)
        if wings is not None:
            yield from _steps_along(cands, self.name, wings, clock)
            return
        als = almost_locked(cands, self.overlap, self.largest, clock)
        where, cells = cands.where, als.cells
        # For each digit z and set, the cells that would lose z with it: asked again and again.
        for pivot, links in enumerate(als.linked):
            items = list(links.items())
            for a, (x, left) in enumerate(items):
                lefts = bits(left)
                for y, right in items[a + 1 :]:
                    rights = bits(right)
                    drop = ~(1 << x | 1 << y)
                    for i in lefts:
                        clock.check()
                        mine = als.digits[i] & drop
                        sees = als.sees[i]
                        for j in rights:
                            if j == i or (not self.overlap and cells[i] & cells[j]):
                                continue
                            shared = mine & als.digits[j]
                            while shared:
                                low = shared & -shared
                                z = low.bit_length() - 1
                                shared ^= low
                                if sees[z] & als.sees[j][z] & where[z] or (
                                    als.beyond and als.others(cands, (i, j), z)
                                ):
                                    step = _chain_step(cands, als, self.name, [i, pivot, j], [x, y])
                                    if step is not None:
                                        yield step
                                    break


@dataclass(frozen=True, slots=True)
class AlsChain(Technique):
    """Almost locked sets in a row, neighbours sharing restricted commons.

    Either the first set holds its z, or it is without z and holds the digit that it shares with
    the next; then that one lacks this digit and holds the one that it shares with the next, and so
    on: at the end the last set holds z. So z stands in the first set or in the last.

    Two restricted commons in a row are different digits: a set that has lost x cannot hand x
    on.

    ``shortest``, ``longest``: for each first set, first common, last set and last common the
    shortest chain is given, from so many sets up to so many (``None``: any number).

    Pattern: ``sets`` in
    the order of the chain; ``digits`` the restricted commons in order, then what is eliminated.
    """

    shortest: int = 4
    longest: int | None = None
    overlap: bool = False
    largest: int | None = None

    @property
    def name(self) -> str:
        return "als-chain"

    def in_library(self, code: str) -> Technique:
        """Sets may overlap in variant 2. A shorter chain, or one that meets a set twice, stands for
        a longer one between the same ends."""
        return replace(self, overlap=code.endswith("-2"), shortest=2)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        lengths = self.shortest, self.longest
        chains = None if self.overlap else sets_found(cands, "chains", self.largest, clock, lengths)
        if chains is not None:
            if self.shortest != 2:
                chains = (row for row in chains if len(set(map(tuple, row[0]))) == len(row[0]))
            yield from _steps_along(cands, self.name, chains, clock)
            return
        als = almost_locked(cands, self.overlap, self.largest, clock)
        for first, links in enumerate(als.linked):
            for x, following in links.items():
                clock.check()
                # Without a digit to cross out at this end no chain from here can end well.
                zs = [
                    z
                    for z in als.names[first]
                    if z != x and (als.beyond or als.sees[first][z] & cands.where[z])
                ]
                if zs:
                    yield from self._from(cands, als, first, x, following, zs)

    def _from(
        self,
        cands: Candidates,
        als: AlmostLockedSets,
        first: int,
        x: int,
        following: int,
        zs: list[int],
    ) -> Iterator[Step]:
        size = cands.board.size
        where = cands.where
        came: dict[tuple[int, int], tuple[int, int] | None] = {}
        visited = [1 << first] * size
        visited[x] |= following
        layer = []
        for j in bits(following):
            came[j, x] = None
            layer.append((j, x))
        length = 2
        target = [(z, als.sees[first][z] & where[z]) for z in zs]
        while layer:
            if length >= self.shortest:
                for state in layer:
                    last, y = state
                    if last <= first:
                        continue
                    if self._ends(cands, als, (first, last), y, target):
                        way, commons = _way(came, first, x, state)
                        # A set met twice would make a knot: the shorter chain is found elsewhere.
                        if len(set(way)) == len(way) or self.shortest == 2:
                            step = _chain_step(cands, als, self.name, way, commons)
                            if step is not None:
                                yield step
            length += 1
            if self.longest is not None and length > self.longest:
                return
            after = []
            for state in layer:
                i, entered = state
                for d, mask in als.linked[i].items():
                    if d == entered:
                        continue
                    fresh = mask & ~visited[d]
                    if fresh:
                        visited[d] |= fresh
                        for j in bits(fresh):
                            came[j, d] = state
                            after.append((j, d))
            layer = after

    @staticmethod
    def _ends(
        cands: Candidates,
        als: AlmostLockedSets,
        ends: tuple[int, int],
        common: int,
        target: list[tuple[int, int]],
    ) -> bool:
        """Whether the ends of a chain exclude something, where the last is entered by a common."""
        sees = als.sees[ends[1]]
        return any(
            z != common and z in sees and (sees[z] & left or als.others(cands, ends, z))
            for z, left in target
        )


def _way(
    came: dict[tuple[int, int], tuple[int, int] | None], first: int, x: int, state: tuple[int, int]
) -> tuple[list[int], list[int]]:
    way, commons = [], []
    at: tuple[int, int] | None = state
    while at is not None:
        way.append(at[0])
        commons.append(at[1])
        at = came[at]
    return [first, *reversed(way)], list(reversed(commons))


@dataclass(frozen=True, slots=True)
class DeathBlossom(Technique):
    """A stem cell with a petal for each of its candidates.

    Whichever candidate the stem holds, the petal of that digit lacks it, is locked, and so holds z.
    One of the petals holds z, and z goes from the cells that see every z of all of them.

    A petal for d is an almost locked set whose every d sees the stem. Whichever digit the stem
    takes, its petal loses it, is locked, and holds z; so z goes from all cells that see
    the z of every petal (several z where the same petals share them). One step for each stem and
    set of crossed-out candidates.

    Pattern: ``cells`` the stem first; ``sets`` the petals by
    ascending digit of the stem; candidates
    ``pivot`` the stem's; ``digits`` the stem's, then what is eliminated.
    """

    overlap: bool = False
    largest: int | None = None
    stem: int = 5

    @property
    def name(self) -> str:
        return "death-blossom"

    def in_library(self, code: str) -> Technique:
        """Sets may overlap in variant 2."""
        return replace(self, overlap=True) if code.endswith("-2") else self

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if not self.overlap and has_blossoms(cands, self.largest, self.stem, clock) is False:
            return
        als = almost_locked(cands, self.overlap, self.largest, clock)
        board, where = cands.board, cands.where
        by_digit: list[list[int]] = [[] for _ in range(board.size)]
        for i, names in enumerate(als.names):
            for d in names:
                by_digit[d].append(i)
        for count in range(2, self.stem + 1):
            for stem in bits(cands.with_count(count)):
                clock.check()
                peers, bit = board.peers[stem], 1 << stem
                digits = bits(cands.cand[stem])
                petals = [
                    [
                        i
                        for i in by_digit[d]
                        if not als.holds[i][d] & ~peers and not als.cells[i] & bit
                    ]
                    for d in digits
                ]
                if not all(petals):
                    continue
                seen: set[tuple[Candidate, ...]] = set()
                for z in range(board.size):
                    if where[z] and z not in digits:
                        choices = [[i for i in group if z in als.holds[i]] for group in petals]
                        if all(choices):
                            yield from self._blossoms(cands, als, stem, digits, choices, z, seen)

    def _blossoms(
        self,
        cands: Candidates,
        als: AlmostLockedSets,
        stem: int,
        digits: Sequence[int],
        choices: list[list[int]],
        z: int,
        seen: set[tuple[Candidate, ...]],
    ) -> Iterator[Step]:
        for chosen, victims in self._pick(als, choices, 0, [], z, cands.where[z] & ~(1 << stem), 0):
            removals = [(victims, z)]
            for other in als.names[chosen[0]]:
                if other != z and other not in digits:
                    left = cands.where[other] & ~(1 << stem)
                    for i in chosen:
                        left &= als.sees[i].get(other, 0)
                    if left:
                        removals.append((left, other))
            eliminated = cands.hits(removals)
            if eliminated in seen:
                continue
            seen.add(eliminated)
            ends = sorted(d for _, d in removals)
            names = cands.board.digits
            sets = tuple([als.set_of(cands, i, _name(n)) for n, i in enumerate(chosen)])
            named, eliminable = (tuple([names[d] for d in some]) for some in (digits, ends))
            proof = BlossomProof(stem, named, sets, eliminable)
            besides = self._at(cands, als, stem, digits, chosen)
            yield Step(self.name, proof, eliminations=eliminated, besides=besides)

    def _at(
        self,
        cands: Candidates,
        als: AlmostLockedSets,
        stem: int,
        digits: Sequence[int],
        chosen: list[int],
    ) -> tuple[Rule, ...]:
        """The rules by which the stem excludes a digit from each petal."""
        if not cands.board.linked:
            return ()
        rules = [
            cands.board.rule((stem, d), (cell, d))
            for d, petal in zip(digits, chosen, strict=True)
            for cell in bits(als.holds[petal][d])
        ]
        return tuple(dict.fromkeys(rule for rule in rules if rule is not None))

    def _pick(
        self,
        als: AlmostLockedSets,
        choices: list[list[int]],
        at: int,
        chosen: list[int],
        z: int,
        victims: int,
        used: int,
    ) -> Iterator[tuple[list[int], int]]:
        if at == len(choices):
            yield chosen, victims
            return
        tried: set[tuple[int, int]] = set()
        for i in choices[at]:
            left = victims & als.sees[i][z]
            cells = als.cells[i]
            if not left or (not self.overlap and cells & used):
                continue
            # Two petals with the same effect on what is still to come need not both be tried;
            # without overlap the cells used matter, so only equal cells are equal.
            key = (left, 0 if self.overlap else cells | used)
            if key in tried:
                continue
            tried.add(key)
            yield from self._pick(als, choices, at + 1, [*chosen, i], z, left, used | cells)


_BENT = {4: "wxyz-wing", 5: "vwxyz-wing", 6: "uvwxyz-wing", 7: "tuvwxyz-wing"}


@dataclass(frozen=True, slots=True)
class BentWing(Technique):
    """As many digits as cells in two houses, of which one alone can stand there twice: z.

    It is the ALS-XZ whose two sets have x and z in common and no other digit: the two lack one
    digit each, one of them not z, so z is there.

    Pattern: as of :class:`AlsXz`; each wing once, though it can be parted into two sets in several
    ways.
    """

    size: int = 4

    @property
    def name(self) -> str:
        return _BENT[self.size]

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        seen = set()
        pairs = AlsXz(largest=self.size - 1)
        for als, i, j in pairs.joined(cands, clock, self.size):
            step = pairs.of(cands, als, i, j)
            if step is None:
                continue
            proof = step.proof
            assert isinstance(proof, AlsProof)
            cells = frozenset(cell for set_ in proof.sets for cell in set_.cells)
            digits = {digit for set_ in proof.sets for digit in set_.digits}
            key = cells, step.eliminations
            if not proof.doubly_linked and len(cells) == len(digits) == self.size:
                if key not in seen:
                    yield step.renamed(self.name)
                seen.add(key)


TERMS = (
    Term(
        BentWing(4),
        "WXYZ-wing",
        aliases=("bent quadruple", "bent quad"),
        covers=("incomplete WXYZ-wing",),
        usual=55,
        points=55,
    ),
    Term(
        BentWing(5),
        "VWXYZ-wing",
        aliases=("bent quintuple",),
        covers=("incomplete VWXYZ-wing",),
        usual=66,
        points=66,
    ),
    Term(BentWing(6), "UVWXYZ-wing", covers=("incomplete UVWXYZ-wing",), usual=66, points=66),
    Term(BentWing(7), "TUVWXYZ-wing", covers=("incomplete TUVWXYZ-wing",), usual=66, points=66),
    Term(
        AlsXz(),
        "ALS-XZ",
        aliases=("almost locked set xz-rule",),
        covers=("doubly linked ALS-XZ", "singly linked ALS-XZ", "STUVWXYZ-wing", "RSTUVWXYZ-wing"),
        codes=("0901",),
        usual=66,
        points=67,
    ),
    Term(
        AlsXyWing(),
        "ALS-XY-wing",
        aliases=("almost locked set XY-wing",),
        codes=("0902",),
        usual=71,
        points=70,
    ),
    Term(
        AlsChain(4),
        "ALS chain",
        aliases=("almost locked set chain", "almost locked set XY-chain", "ALS-XY-chain"),
        codes=("0903",),
        usual=72,
        points=72,
    ),
    Term(
        DeathBlossom(stem=5),
        aliases=("cell death blossom", "death blossom cell blooming"),
        codes=("0904",),
        usual=72,
        points=72,
    ),
)

HUMAN: dict[int, Technique] = {
    640: BentWing(4),
    660: AlsXz(largest=5),
    680: AlsXyWing(largest=4),
    710: DeathBlossom(largest=4),
    790: AlsChain(largest=3, longest=5),
}
