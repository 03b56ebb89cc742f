"""Producers 15 (uniqueness loops) and 19 (BUG) again, written plainly from the specification.

The reference list has no BUG type 3 and hardly any loop of type 3, so the kernel is compared with
this second implementation on positions that the tests make up. A position is ``values`` (81 ints)
and ``marks`` (81 sets, empty for filled cells); an answer is a tuple (rating, variant, cells,
eliminations).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from se_check import BLOCKS, COLUMNS, PEERS, ROWS

Answer = tuple[float, int, list[int], set[tuple[int, int]]]
TYPES = (BLOCKS, ROWS, COLUMNS)


def combinations(n: int, k: int) -> Iterator[list[int]]:
    """k of n by increasing binary value."""
    for mask in range(1 << n):
        if mask.bit_count() == k:
            yield [i for i in range(n) if mask >> i & 1]


def house_of(cell: int, kind: int) -> list[int]:
    return next(h for h in TYPES[kind] if cell in h)


def ordered_peers(cell: int) -> list[int]:
    out: list[int] = []
    for kind in range(3):
        out += [c for c in house_of(cell, kind) if c != cell and c not in out]
    return out


@dataclass
class LoopFinder:
    values: list[int]
    marks: list[set[int]]
    hints: list[tuple[float, int, str, list[int], set[tuple[int, int]], object]] = field(
        default_factory=list
    )

    def answer(self) -> Answer | None:
        for start in range(81):
            if len(self.marks[start]) != 2:
                continue
            v1, v2 = sorted(self.marks[start])
            loops: list[list[int]] = []
            self.grow(start, [], 2, set(), None, v1, v2, loops)
            for loop in loops:
                self.evaluate(loop, v1, v2)
        if not self.hints:
            return None
        rating, kind, _, loop, eliminated, _ = min(self.hints, key=lambda h: (h[0], h[1]))
        return rating, kind, loop, eliminated

    def grow(
        self,
        cell: int,
        loop: list[int],
        allowance: int,
        extras: set[int],
        last: int | None,
        v1: int,
        v2: int,
        loops: list[list[int]],
    ) -> None:
        loop.append(cell)
        extras = set(extras)
        for kind in range(3):
            if kind == last:
                continue
            for nxt in house_of(cell, kind):
                if nxt == loop[0] and len(loop) >= 4:
                    loops.append(list(loop))
                elif nxt not in loop and {v1, v2} <= self.marks[nxt]:
                    extras = (extras | self.marks[nxt]) - {v1, v2}
                    if len(self.marks[nxt]) == 2 or len(extras) == 1 or allowance > 0:
                        less = 1 if len(self.marks[nxt]) > 2 else 0
                        self.grow(nxt, loop, allowance - less, extras, kind, v1, v2, loops)
        loop.pop()

    def keep(self, hint: tuple[float, int, str, list[int], set[tuple[int, int]], object]) -> None:
        if not hint[4]:
            return
        for other in self.hints:
            if (
                other[2] == hint[2]
                and len(other[3]) == len(hint[3])
                and set(other[3]) == set(hint[3])
                and other[5] == hint[5]
            ):
                return
        self.hints.append(hint)

    def evaluate(self, loop: list[int], v1: int, v2: int) -> None:
        touched: list[list[tuple[int, ...]]] = [[], []]
        for k, c in enumerate(loop):
            touched[k % 2] += [tuple(house_of(c, kind)) for kind in range(3)]
        if any(len(set(t)) != len(t) for t in touched) or set(touched[0]) != set(touched[1]):
            return
        n = len(loop)
        base = 4.5
        if n >= 10:
            base = base + 0.3 + 0.2
        elif n >= 8:
            base = base + 0.2
        elif n >= 6:
            base = base + 0.1
        wide = [c for c in loop if len(self.marks[c]) > 2]
        if not wide:
            return
        if len(wide) == 1:
            self.keep((base, 1, "1", loop, {(wide[0], v1), (wide[0], v2)}, None))
            return
        extra = set().union(*(self.marks[c] for c in wide)) - {v1, v2}
        if len(wide) > 2 or len(extra) == 1:
            e = min(self.marks[wide[0]] - {v1, v2})
            victims = set.intersection(*(PEERS[c] for c in wide))
            self.keep((base, 2, "2", loop, {(c, e) for c in victims if e in self.marks[c]}, None))
        if len(wide) > 2:
            return
        x0, x1 = wide
        shared = [house_of(x0, kind) for kind in range(3) if x1 in house_of(x0, kind)]
        if len(extra) >= 2:
            for size in range(len(extra), 8):
                for house in shared:
                    empty = sum(not self.values[c] for c in house)
                    if 2 * size <= empty:
                        self.naked(loop, base, x0, x1, extra, house, size)
                    if 2 * size < empty:
                        self.hidden(loop, base, x0, x1, extra, {v1, v2}, house, size)
        locked: dict[int, list[int]] = {}
        for house in shared:
            for v in (v1, v2):
                if not any(v in self.marks[c] for c in house if c not in (x0, x1)):
                    locked[v] = house
        if v1 in locked:
            self.keep((base, 4, "4", loop, {(x0, v2), (x1, v2)}, None))
        elif v2 in locked:
            self.keep((base, 4, "4", loop, {(x0, v1), (x1, v1)}, None))

    def naked(
        self,
        loop: list[int],
        base: float,
        x0: int,
        x1: int,
        extra: set[int],
        house: list[int],
        size: int,
    ) -> None:
        for combo in combinations(9, size):
            cells = [house[i] for i in combo]
            if x0 not in cells or x1 in cells:
                continue
            others = [c for c in cells if c != x0]
            union = set().union(*(self.marks[c] for c in others))
            if len((extra & self.marks[x0] & self.marks[x1]) | union) != size:
                continue
            if any(len(self.marks[c]) < 2 for c in others) or len(extra | union) != size:
                continue
            digits = extra | union
            eliminated = {
                (c, d) for c in house if c != x1 and c not in cells for d in digits & self.marks[c]
            }
            self.keep((base + (size - 1) * 0.1, 3, "3n", loop, eliminated, (house, digits, others)))

    def hidden(
        self,
        loop: list[int],
        base: float,
        x0: int,
        x1: int,
        extra: set[int],
        pair: set[int],
        house: list[int],
        size: int,
    ) -> None:
        rest = sorted(set(range(1, 10)) - pair - extra)
        if size - 2 > len(rest):
            return
        for combo in combinations(len(rest), size - 2):
            digits = {rest[i] for i in combo} | pair
            spots = [{c for c in house if c != x1 and d in self.marks[c]} for d in digits]
            union = set().union(*spots)
            if not all(spots) or len(union) != size:
                continue
            cells = sorted(union - {x0}, key=house.index)
            eliminated = {(c, d) for c in cells for d in self.marks[c] - digits}
            self.keep(
                (base + (len(cells) - 1) * 0.1, 3, "3h", loop, eliminated, (house, digits, cells))
            )


def bug_answer(values: list[int], marks: list[set[int]]) -> Answer | None:
    work = [set(m) for m in marks]
    cells: list[int] = []
    extra: dict[int, set[int]] = {}
    everything: set[int] = set()
    common: list[int] | None = None
    for kind in range(3):
        for house in TYPES[kind]:
            for d in range(1, 10):
                spots = [c for c in house if d in marks[c]]
                if len(spots) in (0, 2):
                    continue
                wide = [c for c in spots if len(marks[c]) >= 3]
                if not wide:
                    return None
                if len(wide) > 1:
                    continue
                (c,) = wide
                if c not in cells:
                    cells.append(c)
                extra.setdefault(c, set()).add(d)
                everything.add(d)
                work[c].discard(d)
                common = (
                    ordered_peers(c) if common is None else [p for p in common if p in PEERS[c]]
                )
                common = [p for p in common if p not in cells]
                if len(cells) > 1 and len(everything) > 1 and not common:
                    return None
    if common is None:
        return None
    if any(len(work[c]) != 2 for c in range(81) if not values[c]):
        return None
    for kind in range(3):
        for house in TYPES[kind]:
            if any(sum(d in work[c] for c in house) not in (0, 2) for d in range(1, 10)):
                return None
    if len(cells) == 1:
        return 5.6, 1, cells, {(cells[0], d) for d in marks[cells[0]] - extra[cells[0]]}
    if len(everything) == 1:
        (d,) = everything
        eliminated = {(c, d) for c in common if d in marks[c]}
        if eliminated:
            return 5.7, 2, cells, eliminated
        return _bug4(marks, cells, extra, everything) if len(cells) == 2 else None
    if not common:
        return None
    if len(cells) == 2:
        answer = _bug4(marks, cells, extra, everything)
        if answer:
            return answer
    for kind in range(3):
        house = house_of(cells[0], kind)
        if not set(cells) <= set(house):
            continue
        inside = [c for c in common if c in house]
        for size in range(2, 7):
            if len(inside) < size:
                continue
            for combo in combinations(len(inside), size - 1):
                chosen = [inside[i] for i in combo]
                union = set().union(*(marks[c] for c in chosen))
                if len(union) != size or any(len(marks[c]) < 2 for c in chosen):
                    continue
                if len(everything) < 2 or len(union | everything) != size:
                    continue
                eliminated = {
                    (c, d)
                    for c in inside
                    if c not in chosen
                    for d in (union | everything) & marks[c]
                }
                if eliminated:
                    return 5.7 + (size - 1) * 0.1, 3, cells, eliminated
    return None


def _bug4(
    marks: list[set[int]], cells: list[int], extra: dict[int, set[int]], everything: set[int]
) -> Answer | None:
    c1, c2 = cells
    w = (marks[c1] & marks[c2]) - everything
    if len(w) != 1 or not any(c2 in house_of(c1, kind) for kind in range(3)):
        return None
    return 5.7, 4, cells, {(c, d) for c in cells for d in marks[c] - extra[c] - w}
