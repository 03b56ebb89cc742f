"""HoDoKu's chains, almost locked sets, tables and forcing steps, literally as specified.

A referee for the compiled searches, which take short cuts (native/hodoku: chains.cpp, als.cpp,
tables.cpp, forcing.cpp, nets.cpp).  Every list is built and sorted by the stated order, and its
head is taken.  It needs seconds for a position, so it is asked about samples only.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import combinations

ROWS = [[9 * r + c for c in range(9)] for r in range(9)]
COLUMNS = [[9 * r + c for r in range(9)] for c in range(9)]
BLOCKS = [[9 * (3 * (b // 3) + i // 3) + 3 * (b % 3) + i % 3 for i in range(9)] for b in range(9)]
HOUSES = ROWS + COLUMNS + BLOCKS
OF_CELL = [(c // 9, 9 + c % 9, 18 + 3 * (c // 27) + c % 9 // 3) for c in range(81)]
PEERS = [frozenset(p for h in OF_CELL[c] for p in HOUSES[h]) - {c} for c in range(81)]
EVERY_CELL = frozenset(range(81))

Elimination = tuple[int, int]  # cell, digit
Node = tuple[tuple[int, ...], int, bool]  # cells, digit, on


class TooMuch(Exception):
    """The literal search would take too long for a test."""


@dataclass(frozen=True)
class Found:
    """A step: its name, and what follows."""

    name: str
    eliminations: tuple[Elimination, ...] = ()
    placement: Elimination | None = None


@dataclass
class Listed:
    """A step in a list that is to be sorted."""

    found: Found
    length: int = 0
    als_cells: int = 0


def common_peers(cells: tuple[int, ...] | frozenset[int] | list[int]) -> frozenset[int]:
    return frozenset.intersection(EVERY_CELL, *(PEERS[c] for c in cells))


def ascending(eliminations: set[Elimination] | list[Elimination]) -> tuple[Elimination, ...]:
    return tuple(sorted(set(eliminations), key=lambda e: (e[1], e[0])))


class Position:
    """Values (0: unsolved) and candidates of a board."""

    def __init__(self, values: list[int], candidates: list[set[int]]) -> None:
        self.values = values
        self.cand = candidates
        self.unsolved = [c for c in range(81) if values[c] == 0]
        self.with_digit = {
            d: {c for c in self.unsolved if d in candidates[c]} for d in range(1, 10)
        }

    def n(self, house: int, digit: int) -> int:
        return sum(1 for c in HOUSES[house] if c in self.with_digit[digit])

    def allowed(self, digit: int) -> set[int]:
        return {c for c in self.unsolved if all(self.values[p] != digit for p in PEERS[c])}


# --- the orders ----------------------------------------------------------------------------------


def position_sum(step: Found) -> int:
    return sum(c * (1 + 80 * i) + d for i, (c, d) in enumerate(step.eliminations))


def equivalent(a: Found, b: Found) -> bool:
    if a.name != b.name:
        return False
    if a.placement is not None and b.placement is not None:
        return a.placement[0] == b.placement[0]
    return set(a.eliminations) == set(b.eliminations) and (a.placement is None) == (
        b.placement is None
    )


def order_general(a: Listed, b: Listed) -> int:
    if len(a.found.eliminations) != len(b.found.eliminations):
        return len(b.found.eliminations) - len(a.found.eliminations)
    if not equivalent(a.found, b.found):
        return position_sum(a.found) - position_sum(b.found)
    return a.length - b.length or a.als_cells - b.als_cells


def order_forcing(a: Listed, b: Listed) -> int:
    if (a.found.placement is None) != (b.found.placement is None):
        return -1 if a.found.placement is not None else 1
    same = equivalent(a.found, b.found)
    if a.found.placement is not None and b.found.placement is not None:
        return a.length - b.length if same else (a.found.placement[0] - b.found.placement[0]) or 1
    if len(a.found.eliminations) != len(b.found.eliminations):
        return len(b.found.eliminations) - len(a.found.eliminations)
    if not same:
        for (c, d), (e, f) in zip(a.found.eliminations, b.found.eliminations, strict=True):
            if (c, d) != (e, f):
                return c * 10 + d - e * 10 - f
    return a.length - b.length


def head(steps: list[Listed], order: Callable[[Listed, Listed], int]) -> Found | None:
    if not steps:
        return None
    best = steps[0]
    for step in steps[1:]:
        if order(step, best) < 0:
            best = step
    return best.found


# --- simple chains -------------------------------------------------------------------------------

Link = tuple[int, int, bool]  # cell, digit, strong


def simple_chain(p: Position, kind: str, work: int = 400_000) -> Found | None:
    """`kind`: turbot_fish, remote_pair, x_chain, xy_chain."""
    in_cells = kind in ("remote_pair", "xy_chain")
    links: dict[Elimination, list[Link]] = {}
    for c in p.unsolved:
        for d in sorted(p.cand[c]):
            out: list[Link] = []
            if not in_cells or len(p.cand[c]) == 2:
                if in_cells:
                    out += [(c, e, True) for e in p.cand[c] if e != d]
                for t, h in enumerate(OF_CELL[c]):
                    for x in HOUSES[h]:
                        if (
                            x == c
                            or d not in p.cand[x]
                            or (t == 2 and (x // 9 == c // 9 or x % 9 == c % 9))
                        ):
                            continue
                        if in_cells and (
                            len(p.cand[x]) != 2
                            or (kind == "remote_pair" and p.cand[x] != p.cand[c])
                        ):
                            continue
                        out.append((x, d, not in_cells and p.n(h, d) == 2))
            links[c, d] = out
    limit = 3 if kind == "turbot_fish" else 20
    steps: list[Listed] = []
    shortest: dict[tuple[Elimination, ...], int] = {}
    spent = 0

    def take(eliminations: tuple[Elimination, ...], length: int) -> None:
        if kind != "turbot_fish":
            if shortest.get(eliminations, length + 1) <= length:
                return
            shortest[eliminations] = length
        steps.append(Listed(Found(kind, eliminations), length))

    def test(path: list[Elimination]) -> None:
        m = len(path) - 1
        (s, a), (end, digit) = path[0], path[-1]
        both = PEERS[s] & PEERS[end]
        seen = {x for x in p.with_digit[a] if x in both}
        if digit != a or m <= 1 or not seen or (kind == "turbot_fish" and m != 3):
            return
        if kind != "remote_pair":
            take(ascending([(x, a) for x in seen]), m + 1)
        elif m >= 7:
            lost = [(x, e) for e in p.cand[s] for x in both & p.with_digit[e]] if m == 7 else []
            if m > 7:
                for i in range(0, m + 1, 2):
                    for j in range(i + 6, m + 1, 4):
                        between = PEERS[path[i][0]] & PEERS[path[j][0]]
                        lost += [(x, e) for e in p.cand[s] for x in between & p.with_digit[e]]
            take(ascending(lost), m + 1)

    def walk(path: list[Elimination], strong_next: bool) -> None:
        nonlocal spent
        spent += 1
        if spent > work:
            raise TooMuch
        s, a = path[0]
        cell, digit = path[-1]
        for x, d, strong in links[cell, digit]:
            if strong_next and not strong:
                continue
            if not in_cells and d != a:
                continue
            if in_cells and (strong != (x == cell) or (strong and not strong_next)):
                continue
            if any(x == earlier for earlier, _ in path[:-1]) and x != s:
                continue
            path.append((x, d))
            if strong_next:
                test(path)
            if x != s and len(path) - 1 < limit:
                walk(path, not strong_next)
            path.pop()

    for s in p.unsolved:
        for a in sorted(p.cand[s]):
            for x, d, strong in links[s, a]:
                if strong:
                    walk([(s, a), (x, d)], False)
    return head(steps, order_general)


# --- almost locked sets --------------------------------------------------------------------------


@dataclass(frozen=True)
class Als:
    cells: frozenset[int]
    digits: frozenset[int]
    own: dict[int, frozenset[int]] = field(compare=False)
    seen: dict[int, frozenset[int]] = field(compare=False)


@dataclass(frozen=True)
class Record:
    first: int
    second: int
    r1: int
    r2: int

    def active(self, mode: int) -> set[int]:
        return {1: {self.r1}, 2: {self.r2}, 3: {self.r1, self.r2}}[mode]


class AlsLists:
    def __init__(self, p: Position) -> None:
        self.sets: list[Als] = []
        known: set[frozenset[int]] = set()

        def enlarge(cells: list[int], start: int, chosen: list[int]) -> None:
            for i in range(start, len(cells)):
                now = [*chosen, cells[i]]
                digits = frozenset(d for c in now for d in p.cand[c])
                if len(now) <= 8 and len(digits) == len(now) + 1 and frozenset(now) not in known:
                    known.add(frozenset(now))
                    own = {d: frozenset(c for c in now if d in p.cand[c]) for d in digits}
                    seen = {
                        d: (common_peers(own[d]) & p.with_digit[d]) - frozenset(now) for d in digits
                    }
                    self.sets.append(Als(frozenset(now), digits, own, seen))
                enlarge(cells, i + 1, now)

        for house in HOUSES:
            enlarge([c for c in house if p.values[c] == 0], 0, [])
        self.records: list[Record] = []
        for i, a in enumerate(self.sets):
            for j in range(i + 1, len(self.sets)):
                b = self.sets[j]
                if a.cells & b.cells:
                    continue
                restricted = [
                    d
                    for d in sorted(a.digits & b.digits)
                    if a.own[d] <= b.seen[d] | b.own[d] and b.own[d] <= a.seen[d] | a.own[d]
                ]
                if restricted:
                    self.records.append(
                        Record(i, j, restricted[0], restricted[1] if len(restricted) > 1 else 0)
                    )

    def eliminations(self, i: int, j: int, forbidden: set[int]) -> list[Elimination]:
        a, b = self.sets[i], self.sets[j]
        return [
            (c, d)
            for d in sorted((a.digits & b.digits) - forbidden)
            for c in sorted(a.seen[d] & b.seen[d])
        ]


def als_xz(p: Position) -> Found | None:
    lists = AlsLists(p)
    for r in lists.records:
        out = lists.eliminations(r.first, r.second, {r.r1})
        if r.r2:
            out += lists.eliminations(r.first, r.second, {r.r2})
            for i, j in ((r.first, r.second), (r.second, r.first)):
                a = lists.sets[i]
                for d in sorted(a.digits - {r.r1, r.r2}):
                    out += [(c, d) for c in sorted(a.seen[d] - lists.sets[j].cells)]
        if out:
            return Found("als_xz", tuple(out))
    return None


def als_xy_wing(p: Position, work: int = 3_000_000) -> Found | None:
    lists = AlsLists(p)
    records = lists.records
    if len(records) ** 2 // 2 > work:
        raise TooMuch
    for u, v in combinations(records, 2):
        if not u.r2 and not v.r2 and u.r1 == v.r1:
            continue
        shared = {u.first, u.second} & {v.first, v.second}
        if len(shared) != 1:
            continue
        (c,) = shared
        a = u.first + u.second - c
        b = v.first + v.second - c
        if lists.sets[a].cells & lists.sets[b].cells:
            continue
        out = lists.eliminations(a, b, {u.r1, u.r2, v.r1, v.r2})
        if out:
            return Found("als_xy_wing", tuple(out))
    return None


def als_xy_chain(p: Position, work: int = 400_000) -> Found | None:
    lists = AlsLists(p)
    by_first: dict[int, list[Record]] = {}
    for r in lists.records:
        by_first.setdefault(r.first, []).append(r)
    steps: list[Listed] = []
    spent = 0

    def following(previous: Record, mode: int, r: Record) -> int:
        x = previous.r2 if mode == 2 else previous.r1
        if not r.r2:
            return 0 if r.r1 == x else 1
        return 1 if x == r.r2 else 2 if x == r.r1 else 3

    def walk(start: int, chain: list[tuple[Record, int]], cells: int) -> None:
        nonlocal spent
        spent += 1
        if spent > work:
            raise TooMuch
        last, mode = chain[-1]
        if len(chain) >= 3:
            first, first_mode = chain[0]
            out = lists.eliminations(
                start, last.second, first.active(first_mode) | last.active(mode)
            )
            if out:
                step = Listed(Found("als_xy_chain", ascending(out)), len(chain) + 1, cells)
                for k, old in enumerate(steps):
                    if old.found == step.found:
                        if step.als_cells < old.als_cells:
                            steps[k] = step
                        break
                else:
                    steps.append(step)
        if len(chain) < 50:
            for r in by_first.get(last.second, ()):
                following_mode = following(last, mode, r)
                if following_mode:
                    walk(
                        start,
                        [*chain, (r, following_mode)],
                        cells + len(lists.sets[r.second].cells),
                    )

    for start in range(len(lists.sets)):
        for r in by_first.get(start, ()):
            for mode in (1, 2) if r.r2 else (1,):
                walk(
                    start,
                    [(r, mode)],
                    len(lists.sets[start].cells) + len(lists.sets[r.second].cells),
                )
    return head(steps, order_general)


# --- tables --------------------------------------------------------------------------------------


@dataclass
class Entry:
    node: Node
    references: list[int]
    distance: int
    source: "Table | None" = None


class Table:
    def __init__(self, premise: Node) -> None:
        self.entries = [Entry(premise, [0] * 5, 1)]
        self.at = {premise: 0}

    def append(self, node: Node, references: tuple[int, ...] = (0, 0, 0, 0, 0)) -> None:
        if node in self.at:
            return
        refs = list(references) + [0] * (5 - len(references))
        distance = self.entries[refs[0]].distance + 1
        for k in range(1, 5):
            if refs[k] > refs[0]:
                refs[0], refs[k] = refs[k], refs[0]
        self.at[node] = len(self.entries)
        self.entries.append(Entry(node, refs, distance))

    def cells(self, on: bool) -> dict[int, set[int]]:
        out: dict[int, set[int]] = {d: set() for d in range(1, 10)}
        for cells, digit, state in self.at:
            if len(cells) == 1 and state == on:
                out[digit].add(cells[0])
        return out


class Tables:
    def __init__(self, p: Position) -> None:
        self.p = p
        self.of: dict[Node, Table] = {}
        self.candidates = [(c, d) for c in p.unsolved for d in sorted(p.cand[c])]
        for c, d in self.candidates:
            for on in (True, False):
                self.of[(c,), d, on] = Table(((c,), d, on))

    def fill(self) -> None:
        p = self.p
        for c, d in self.candidates:
            on, off = self.of[(c,), d, True], self.of[(c,), d, False]
            others = sorted(p.cand[c] - {d})
            for e in others:
                on.append(((c,), e, False))
            if len(others) == 1:
                off.append(((c,), others[0], True))
            for h in OF_CELL[c]:
                for x in HOUSES[h]:
                    if x != c and d in p.cand[x]:
                        on.append(((x,), d, False))
                        if p.n(h, d) == 2:
                            off.append(((x,), d, True))

    def fill_nets(self) -> None:
        for c, d in self.candidates:
            Propagation(self.p, self.of[(c,), d, True]).run(c, d, True)
            Propagation(self.p, self.of[(c,), d, False]).run(c, d, False)

    def add_groups(self) -> None:
        p = self.p
        groups: list[tuple[tuple[int, ...], int, int, int]] = []  # cells, digit, line, block
        for line in range(18):
            for d in range(1, 10):
                for block in range(18, 27):
                    cells = tuple(
                        c
                        for c in HOUSES[line]
                        if c in HOUSES[block] and d in p.cand[c] and p.values[c] == 0
                    )
                    if len(cells) >= 2:
                        groups.append((cells, d, line, block))
        for cells, d, _, _ in groups:
            for state in (True, False):
                self.of[cells, d, state] = Table((cells, d, state))
        for cells, d, line, block in groups:
            on, off = self.of[cells, d, True], self.of[cells, d, False]
            seen = sorted(common_peers(cells) & p.with_digit[d])
            for x in seen:
                on.append(((x,), d, False))
                self.of[(x,), d, True].append((cells, d, False))
            for house in (block, line):
                inside = [x for x in seen if x in HOUSES[house]]
                if len(inside) == 1:
                    off.append(((inside[0],), d, True))
                    self.of[(inside[0],), d, False].append((cells, d, True))
            near: dict[int, list[tuple[int, ...]]] = {line: [], block: []}
            for other, e, other_line, other_block in groups:
                if e != d or set(other) & set(cells):
                    continue
                if other_line == line or other_block == block:
                    on.append((other, d, False))
                    near[line if other_line == line else block].append(other)
            for house in (line, block):
                if len(near[house]) == 1:
                    (other,) = near[house]
                    if all(c in cells or c in other for c in HOUSES[house] if c in p.with_digit[d]):
                        off.append((other, d, True))

    def expand(self) -> None:
        for state in (True, False):
            for c, d in self.candidates:
                self.expand_table(self.of[(c,), d, state])

    def expand_table(self, table: Table) -> None:
        j = 1
        while j < len(table.entries):
            node, distance = table.entries[j].node, table.entries[j].distance
            source = self.of[node]
            for entry in source.entries[1:]:
                if entry.source is not None:
                    continue
                total = distance + entry.distance
                at = table.at.get(entry.node)
                if at is None:
                    table.at[entry.node] = len(table.entries)
                    table.entries.append(Entry(entry.node, [], total, source))
                elif table.entries[at].source is not None and table.entries[at].distance > total:
                    table.entries[at].source = source
                    table.entries[at].distance = total
            j += 1

    def back(self, table: Table, i: int) -> Iterator[tuple[Node, list[Node]]]:
        """The chain to entry i from behind, without its node; each with the side nodes."""
        t, e, jumped = table, i, False
        while e != 0:
            if t.entries[e].source is not None:
                source = t.entries[e].source
                assert source is not None
                e = source.at[t.entries[e].node]
                t, jumped = source, True
            refs = t.entries[e].references
            q = refs[0]
            yield t.entries[q].node, [t.entries[s].node for s in refs[1:] if s]
            e = q
            if jumped and e == 0:
                e = table.at[t.entries[0].node]
                t, jumped = table, False

    def chain(self, table: Table, i: int) -> list[Node]:
        return [table.entries[i].node, *(node for node, _ in self.back(table, i))][::-1]

    def net_length(self, table: Table, node: Node) -> tuple[int, bool]:
        """The length of a chain with its side chains, and whether there are any."""
        main, sides = [node], []
        for n, side in self.back(table, table.at[node]):
            main.append(n)
            sides += side
        cells = {c for n in main[1:] for c in n[0]}
        length, net = len(main), False
        for side_node in sides:
            side_chain = [side_node]
            for n, _ in self.back(table, table.at[side_node]):
                side_chain.append(n)
                if min(n[0]) in cells and n in main:
                    break
            for n in main:
                if n == side_chain[-1]:
                    length += len(side_chain)
                    net = True
        return length, net


class Propagation:
    """Singles on a copy of the grid, with the queues, written into a table."""

    def __init__(self, p: Position, table: Table) -> None:
        self.p = p
        self.table = table
        self.values = list(p.values)
        self.cand = [set(s) for s in p.cand]
        self.count = {(h, d): p.n(h, d) for h in range(27) for d in range(1, 10)}
        self.naked: list[Elimination] = []
        self.hidden: list[Elimination] = []

    def last_place(self, h: int, d: int) -> None:
        for c in HOUSES[h]:
            if d in self.cand[c]:
                self.hidden.append((c, d))
                return

    def remove(self, c: int, d: int) -> None:
        if d not in self.cand[c]:
            return
        self.cand[c].discard(d)
        if not self.cand[c]:
            return
        if len(self.cand[c]) == 1:
            self.naked.append((c, next(iter(self.cand[c]))))
        for h in OF_CELL[c]:
            self.count[h, d] -= 1
            if self.count[h, d] == 1:
                self.last_place(h, d)
            elif self.count[h, d] == 0:
                for k, (x, e) in enumerate(self.hidden):
                    if e == d and x in HOUSES[h]:
                        del self.hidden[k]
                        break

    def place(self, c: int, v: int) -> None:
        if self.values[c] == v:
            return
        had = self.cand[c]
        self.values[c], self.cand[c] = v, set()
        for x in sorted(PEERS[c]):
            self.remove(x, v)
        for k in sorted(had):
            for h in OF_CELL[c]:
                self.count[h, k] -= 1
                if self.count[h, k] == 1 and k != v:
                    self.last_place(h, k)

    def put(self, x: int, v: int, how: str) -> None:
        had = set(self.cand[x])
        house = min(OF_CELL[x], key=lambda h: self.count[h, v])
        self.place(x, v)
        table = self.table
        r = len(table.entries)
        if r == 1 and table.entries[0].node == ((x,), v, True):
            r = 0
        if ((x,), v, True) in table.at and r != 0:
            return
        refs: list[int] = []
        if how == "naked":
            refs = [table.at.get(((x,), k, False), 0) for k in sorted(self.p.cand[x] - {v})]
        elif how == "hidden":
            refs = [
                table.at.get(((y,), v, False), 0)
                for y in HOUSES[house]
                if y != x and v in self.p.cand[y]
            ]
        if r:
            table.append(((x,), v, True), tuple(refs[:5]) or (0,))
        for y in sorted(PEERS[x]):
            if v in self.p.cand[y]:
                table.append(((y,), v, False), (r,))
        for k in sorted(had - {v}):
            table.append(((x,), k, False), (r,))

    def run(self, c: int, d: int, on: bool) -> None:
        if on:
            self.put(c, d, "plain")
        else:
            self.remove(c, d)
            if len(self.cand[c]) == 1:
                self.put(c, next(iter(self.cand[c])), "plain")
        for _ in range(4):
            naked = [(x, v) for x, v in self.naked if self.values[x] == 0]
            hidden: list[Elimination] = []
            for x, v in self.hidden:
                if self.values[x] != 0 or x in {y for y, _ in hidden}:
                    continue
                if any(self.count[h, v] == 1 for h in OF_CELL[x]):
                    hidden.append((x, v))
            for x, v in naked:
                self.put(x, v, "naked")
            for x, v in hidden:
                self.put(x, v, "hidden")


# --- nice loops and AICs -------------------------------------------------------------------------


def lasso(chain: list[Node], loop: bool) -> bool:
    seen: set[int] = set()
    for i, (cells, _, _) in enumerate(chain):
        if min(cells) in seen:
            return True
        if i >= 1 and not (loop and min(chain[i - 1][0]) == min(chain[0][0])):
            seen |= set(chain[i - 1][0])
    return False


def nice_loop(p: Position, groups: bool) -> Found | None:
    tables = Tables(p)
    tables.fill()
    if groups:
        tables.add_groups()
    tables.expand()
    steps: list[Listed] = []
    lengths: dict[tuple[str, tuple[Elimination, ...]], int] = {}

    def take(name: str, chain: list[Node], lost: list[Elimination]) -> None:
        if not lost:
            return
        if any(len(cells) > 1 for cells, _, _ in chain):
            name = "grouped_" + name
        key = name, ascending(lost)
        if lengths.get(key, len(chain) + 1) <= len(chain):
            return
        lengths[key] = len(chain)
        steps.append(Listed(Found(*key), len(chain)))

    def loop(table: Table, j: int) -> None:
        chain = tables.chain(table, j)
        f = [min(cells) for cells, _, _ in chain]
        m = len(chain) - 1
        if f[m] == f[m - 1] or lasso(chain, True) or f[0] == f[1]:
            return
        ((s,), a, first), ((_), z, last) = chain[0], chain[m]
        first = not first  # an OFF table starts with a strong link
        lost: list[Elimination] = []
        if a == z and first == last:
            lost = [(s, d) for d in p.cand[s] if d != a] if first else [(s, a)]
        elif a != z and first != last:
            lost = [(s, z if first else a)]
        elif a != z and first == last and (first or len(p.cand[s]) == 2):
            used = {c for cells, _, _ in chain for c in cells}
            if first:
                lost += [(s, d) for d in p.cand[s] - {a, z}]
            for i in range(1, m + 1):
                cells, digit, on = chain[i]
                if on:
                    if (
                        i <= m - 2
                        and not chain[i + 1][2]
                        and f[i + 1] == f[i]
                        and chain[i + 2][2]
                        and f[i + 2] != f[i] != f[i - 1]
                    ):
                        lost += [(f[i], d) for d in p.cand[f[i]] - {digit, chain[i + 2][1]}]
                elif f[i - 1] != f[i]:
                    both = common_peers(chain[i - 1][0]) & common_peers(cells) & p.with_digit[digit]
                    lost += [(c, digit) for c in both - used]
            take("continuous_nice_loop", chain, lost)
            return
        take("discontinuous_nice_loop", chain, lost)

    for state in (True, False):
        for c, d in tables.candidates:
            table = tables.of[(c,), d, state]
            for j, entry in enumerate(table.entries):
                if j >= 1 and entry.node[0] == (c,) and entry.distance > 2:
                    loop(table, j)
    for s, a in tables.candidates:
        table = tables.of[(s,), a, False]
        for j, entry in enumerate(table.entries):
            cells, z, on = entry.node
            if j == 0 or len(cells) > 1 or not on or cells == (s,) or entry.distance <= 2:
                continue
            t = cells[0]
            lost = []
            if a == z:
                both = PEERS[s] & PEERS[t] & p.with_digit[a]
                if len(both) >= 2:
                    lost = [(c, a) for c in both]
            elif t in PEERS[s] and a in p.cand[t] and z in p.cand[s]:
                lost = [(s, z), (t, a)]
            if lost:
                chain = tables.chain(table, j)
                if not lasso(chain, False):
                    take("aic", chain, lost)
    return head(steps, order_general)


# --- forcing chains and nets ---------------------------------------------------------------------


def forcing(p: Position, nets: bool) -> Found | None:
    tables = Tables(p)
    if nets:
        tables.fill_nets()
    else:
        tables.fill()
    tables.add_groups()
    tables.expand()
    steps: list[Listed] = []
    known: dict[Found, Listed] = {}

    def take(
        kind: str, conclusion: Elimination, place: bool, chains: list[tuple[Table, Node]]
    ) -> None:
        length, net = 0, False
        for table, node in chains:
            if nets:
                nodes, branches = tables.net_length(table, node)
                net |= branches
            else:
                nodes = len(tables.chain(table, table.at[node]))
            length += nodes
        if nets and not net:
            return
        name = ("forcing_net_" if nets else "forcing_chain_") + kind
        step = Found(name, placement=conclusion) if place else Found(name, (conclusion,))
        if step in known:
            known[step].length = min(known[step].length, length)
        else:
            known[step] = Listed(step, length)
            steps.append(known[step])

    on_sets = {node: table.cells(True) for node, table in tables.of.items() if len(node[0]) == 1}
    off_sets = {node: table.cells(False) for node, table in tables.of.items() if len(node[0]) == 1}
    digits = range(1, 10)

    for c, d in tables.candidates:
        for state in (True, False):
            premise: Node = ((c,), d, state)
            table = tables.of[premise]
            on, off = on_sets[premise], off_sets[premise]

            def contradiction(*nodes: Node, premise: Node = premise, table: Table = table) -> None:
                cells, digit, state = premise
                take("contradiction", (cells[0], digit), not state, [(table, n) for n in nodes])

            if (off if state else on)[d] & {c}:
                contradiction(((c,), d, not state))
            for e in digits:
                if on[e] & off[e]:
                    x = min(on[e] & off[e])
                    contradiction(((x,), e, False), ((x,), e, True))
            for i, j in combinations(digits, 2):
                if on[i] & on[j]:
                    x = min(on[i] & on[j])
                    contradiction(((x,), i, True), ((x,), j, True))
            for kind in range(3):
                for e in digits:
                    for house in HOUSES[9 * kind : 9 * kind + 9]:
                        several = sorted(on[e] & set(house))
                        if len(several) >= 2:
                            contradiction(*(((x,), e, True) for x in several))
            for x in p.unsolved:
                if not any(x in on[e] for e in digits) and all(x in off[e] for e in p.cand[x]):
                    contradiction(*(((x,), e, False) for e in sorted(p.cand[x])))
            for kind in range(3):
                for e in digits:
                    allowed = p.allowed(e)
                    for house in HOUSES[9 * kind : 9 * kind + 9]:
                        places = sorted(allowed & set(house))
                        if places and all(x in off[e] for x in places):
                            contradiction(*(((x,), e, False) for x in places))

    def verities(premises: list[Node], but: int = -1) -> None:
        for sets, place in ((on_sets, True), (off_sets, False)):
            for e in digits:
                for x in sorted(set.intersection(*(sets[n][e] for n in premises)) - {but}):
                    take(
                        "verity",
                        (x, e),
                        place,
                        [(tables.of[n], ((x,), e, place)) for n in premises],
                    )

    for c, d in tables.candidates:
        verities([((c,), d, True), ((c,), d, False)], c)
    for c in p.unsolved:
        verities([((c,), d, True) for d in sorted(p.cand[c])])
    for kind in range(3):
        for house in HOUSES[9 * kind : 9 * kind + 9]:
            for d in digits:
                places = [x for x in house if x in p.with_digit[d]]
                if places:
                    verities([((x,), d, True) for x in places])
    return head(steps, order_forcing)


SEARCHES: dict[str, Callable[[Position], Found | None]] = {
    "remote_pair": lambda p: simple_chain(p, "remote_pair"),
    "turbot_fish": lambda p: simple_chain(p, "turbot_fish"),
    "x_chain": lambda p: simple_chain(p, "x_chain"),
    "xy_chain": lambda p: simple_chain(p, "xy_chain"),
    "nice_loop": lambda p: nice_loop(p, False),
    "grouped_nice_loop": lambda p: nice_loop(p, True),
    "als_xz": als_xz,
    "als_xy_wing": als_xy_wing,
    "als_xy_chain": als_xy_chain,
    "forcing_chain": lambda p: forcing(p, False),
    "forcing_net": lambda p: forcing(p, True),
}


def asked(p: Position, search: str) -> Found | None:
    """The step that the compiled search finds."""
    from satdoku import core

    masks = [sum(1 << d - 1 for d in s) for s in p.cand]
    status, step = core.hodoku_find("".join(map(str, p.values)), masks, search=search)
    assert status == "ok", status
    if step is None:
        return None
    return Found(step["technique"], tuple(step["eliminations"]), step["place"])
