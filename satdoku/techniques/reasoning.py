"""The machine behind all chains: statements, what follows from them, and the searches.

A statement is "this cell is (not) this digit". Two rules join statements:

* ON → OFF: a digit that is true makes the other candidates of its cell and the same digit of
  every cell it sees false.
* OFF → ON: when a candidate is false and its cell has one other candidate left, or its house one
  other place for the digit, that one is true.

:func:`propagate` follows all consequences of one assumption; *dynamic* runs treat candidates
already refuted as gone, so a conclusion may rest on several earlier statements ("hidden
parents"). :func:`unary` looks for single chains and cycles, :func:`multiple` for what several
assumptions that cover all cases agree on, or for an assumption that refutes itself. The order of
every queue follows the notes on Sudoku Explainer 1.2.1, because the first derivation found is the
one it shows and rates; any order would be sound.

Inside, a statement is the number ``2 * (cell * size + d) + on``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Literal

from satdoku.techniques.board import Board, Marks, bits
from satdoku.techniques.fish import Fish
from satdoku.techniques.locked import Locked
from satdoku.techniques.step import Candidate, Chain, House, Node, Step
from satdoku.techniques.subsets import HiddenSet, NakedSet

__all__ = ["Hint", "Statement", "best", "chain_of", "length_rating", "multiple", "unary"]

START, CELL, ADVANCED = -1, -2, -3
"""Causes of a statement; a number >= 0 is the house whose rule made it."""

_ENDLESS = 1 << 60

HintKind = Literal[
    "x-cycle", "y-cycle", "xy-cycle", "x-chain", "xy-chain",
    "contradiction", "double", "cell", "region",
]  # fmt: skip

_KEYS = {
    "double": 1, "x-cycle": 2, "x-chain": 2, "y-cycle": 3, "xy-cycle": 4, "xy-chain": 4,
    "cell": 5, "region": 6, "contradiction": 7,
}  # fmt: skip


class Statement:
    """A statement with the derivation it was first reached by. ``size`` counts its ancestors."""

    __slots__ = ("ancestors", "cause", "deep", "hint", "id", "parents", "size")
    ancestors: int
    deep: bool

    def __init__(
        self,
        number: int,
        parents: tuple[Statement, ...] = (),
        cause: int = START,
        hint: Hint | Step | None = None,
    ) -> None:
        self.id = number
        self.parents = parents
        self.cause = cause
        self.hint = hint
        ancestors = 1 << number
        deep = hint is not None and isinstance(hint, Hint)
        for parent in parents:
            ancestors |= parent.ancestors
            deep = deep or parent.deep
        self.ancestors = ancestors
        self.deep = deep
        self.size = ancestors.bit_count()

    def walk(self) -> list[Statement]:
        """This statement and its ancestors, breadth first, each once."""
        found = [self]
        seen = {self.id}
        for statement in found:
            for parent in statement.parents:
                if parent.id not in seen:
                    seen.add(parent.id)
                    found.append(parent)
        return found


class Hint:
    """What a chain search found, before it is dressed up as a Step."""

    __slots__ = ("_complexity", "base", "ends", "gone", "house", "kind", "number", "on", "source")

    def __init__(
        self,
        kind: HintKind,
        base: float,
        ends: tuple[Statement, ...],
        on: int | None,
        gone: tuple[tuple[int, int], ...],
        source: int = -1,
        house: int = -1,
    ) -> None:
        self.kind = kind
        self.base = base
        self.ends = ends
        self.on = on
        """The candidate number (cell * size + d) to place, if any."""
        self.gone = gone
        """(cell, d) to cross out; for a placement the other candidates of its cell."""
        self.source = source
        """The candidate number that was assumed, or that the cell or house case began with."""
        self.house = house
        self._complexity = -1

    @property
    def key(self) -> int:
        """The rank of the kind where rating and complexity tie."""
        return _KEYS[self.kind]

    @property
    def flat(self) -> int:
        """The number of statements used, those of nested chains left out."""
        ends = self.ends[:1] if self.kind.endswith("cycle") else self.ends
        return sum([end.size for end in ends])

    @property
    def complexity(self) -> int:
        """The number of statements used, nested chains included once each."""
        if self._complexity < 0:
            total = self.flat
            met: set[tuple[tuple[int, ...], ...]] = set()
            ends = self.ends[:1] if self.kind.endswith("cycle") else self.ends
            for end in ends:
                if not end.deep:
                    continue
                for statement in end.walk():
                    nested = statement.hint
                    if isinstance(nested, Hint):
                        identity = nested.identity()
                        if identity not in met:
                            met.add(identity)
                            total += nested.complexity
            self._complexity = total
        return self._complexity

    def identity(self) -> tuple[tuple[int, ...], ...]:
        """Two nested chains count as one when their ends were reached by the same statements."""
        return tuple([tuple([s.id for s in end.walk()]) for end in self.ends])

    @property
    def rating(self) -> float:
        """The base of the kind of search plus what the length adds (Sudoku Explainer's scale)."""
        return self.base + length_rating(self.complexity)

    @property
    def order(self) -> tuple[float, int, int]:
        """What the hints of one search are sorted by."""
        return self.rating, self.complexity, self.key


def length_rating(complexity: int) -> float:
    """What the length of a chain adds: 0.1 beyond each of 4, 6, 8, 12, 16, 24, ... statements."""
    added, ceiling, odd = 0.0, 4, True
    while complexity - 2 > ceiling:
        added += 0.1
        ceiling = ceiling * 3 // 2 if odd else ceiling * 4 // 3
        odd = not odd
    return added


def _parts(board: Board) -> list[list[tuple[int, int]]]:
    """For each cell (house, cells first seen through it): ascending, they are the peers in
    order."""
    found: list[list[tuple[int, int]]] | None = board.__dict__.get("_parts")
    if found is None:
        found = []
        for cell in range(board.count):
            rest = ~(1 << cell)
            parts = []
            for h in board.houses_of[cell]:
                parts.append((h, board.mask[h] & rest))
                rest &= ~board.mask[h]
            found.append(parts)
        board.__dict__["_parts"] = found
    return found


Nested = Callable[[Marks], list[Hint]]


class Run:
    """The consequences of one assumption: what became true, what false, and a clash if one came."""

    __slots__ = ("clash", "off", "on")

    def __init__(self) -> None:
        self.on: dict[int, Statement] = {}
        self.off: dict[int, Statement] = {}
        self.clash: tuple[Statement, Statement] | None = None


def propagate(
    marks: Marks,
    start: int,
    *,
    dynamic: bool,
    use_cell: bool = True,
    level: int = 0,
    bound: int = _ENDLESS,
) -> Run:
    """Everything that follows from one statement, until nothing is left or a clash appears.

    ``use_cell`` false keeps to one digit (Nishio). ``level`` 1 and up asks the simple patterns,
    and from 2 other chains, whenever the queues run dry. ``bound``: statements with more
    ancestors are of no interest; the run may end when no waiting one is below it (level 0 only,
    because an advanced implication can rest on few statements).
    """
    board = marks.board
    size = board.size
    parts_of = _parts(board)
    houses_of, house_mask, complete = board.houses_of, board.mask, board.complete
    first_cand, first_where = marks.cand, marks.where
    cand, where = first_cand, first_where
    if dynamic:
        cand, where = cand[:], where[:]
    run = Run()
    on, off = run.on, run.off
    pending_on: deque[Statement] = deque()
    pending_off: deque[Statement] = deque()
    root = Statement(start)
    if start & 1:
        on[start] = root
        pending_on.append(root)
    else:
        off[start] = root
        pending_off.append(root)
    hopeful = 1  # how many waiting statements are below the bound
    if level:
        bound = _ENDLESS
    while True:
        if pending_on:
            p = pending_on.popleft()
            if p.size < bound:
                hopeful -= 1
            cell, d = divmod(p.id >> 1, size)
            found: list[tuple[int, int]] = []
            if use_cell:
                base = cell * size
                found = [(2 * (base + e), CELL) for e in bits(cand[cell] & ~(1 << d))]
            spots = where[d]
            for h, part in parts_of[cell]:
                mask = spots & part
                while mask:
                    low = mask & -mask
                    found.append((2 * ((low.bit_length() - 1) * size + d), h))
                    mask ^= low
            parents = (p,)
            for number, cause in found:
                if number | 1 in on:
                    run.clash = on[number | 1], Statement(number, parents, cause)
                    return run
                if number not in off:
                    q = off[number] = Statement(number, parents, cause)
                    pending_off.append(q)
                    if q.size < bound:
                        hopeful += 1
        elif pending_off:
            p = pending_off.popleft()
            if p.size < bound:
                hopeful -= 1
            cell, d = divmod(p.id >> 1, size)
            dbit, cbit = 1 << d, 1 << cell
            made: list[tuple[int, tuple[Statement, ...], int]] = []
            if use_cell:
                mask = cand[cell]
                if mask.bit_count() == 2:
                    base = cell * size
                    number = 2 * (base + (mask ^ dbit).bit_length() - 1) + 1
                    hidden = [off[2 * (base + e)] for e in bits(first_cand[cell] & ~mask)]
                    made.append((number, (p, *hidden), CELL))
            spots = where[d]
            lost = first_where[d] & ~spots
            for h in houses_of[cell]:
                mask = spots & house_mask[h] ^ cbit
                # One other place left: the digit must be there, if the house needs it at all.
                if mask and not mask & (mask - 1) and complete[h]:
                    number = 2 * ((mask.bit_length() - 1) * size + d) + 1
                    if any(number == m[0] for m in made):
                        continue
                    gone = lost & house_mask[h]
                    hidden = [off[2 * (x * size + d)] for x in bits(gone)] if gone else []
                    made.append((number, (p, *hidden), h))
            if dynamic:
                cand[cell] &= ~dbit
                where[d] &= ~cbit
            for number, reasons, cause in made:
                if number ^ 1 in off:
                    run.clash = Statement(number, reasons, cause), off[number ^ 1]
                    return run
                if number not in on:
                    q = on[number] = Statement(number, reasons, cause)
                    pending_on.append(q)
                    if q.size < bound:
                        hopeful += 1
        elif level:
            now = Marks(board, marks.puzzle, marks.values, cand[:], where[:])
            now.memo["empty"] = marks.empty_counts
            for q in _advanced(marks, now, off, level):
                if q.id not in off:
                    off[q.id] = q
                    pending_off.append(q)
            if not pending_off:
                return run
            continue
        else:
            return run
        if not hopeful:
            return run


# ------------------------------------------------------------------------------------------------
# Advanced implications: simple patterns and nested chains inside a run.

_PATTERNS: tuple[tuple[Locked | HiddenSet | NakedSet | Fish, ...], ...] = (
    (Locked(), Locked(claiming=True)),
    (HiddenSet(2, "se"),),
    (NakedSet(2, "se"),),
    (Fish(2, dialect="se"),),
)


def _advanced(first: Marks, now: Marks, off: dict[int, Statement], level: int) -> list[Statement]:
    """What the first useful rule says about the pencil marks that a run has left."""
    size, index = now.board.size, now.board.index_of
    for rules in _PATTERNS:
        found: list[Statement] = []
        for rule in rules:
            for step in rule.search(now):
                reasons = _pattern_parents(first, now, step)
                if reasons:
                    parents = tuple([off[2 * x] for x in reasons])
                    found += [
                        Statement(2 * (c * size + index[digit]), parents, ADVANCED, step)
                        for c, digit in step.eliminations
                    ]
        if found:
            return found
    for nested in _nested_rules(level):
        found = []
        for hint in nested(now):
            reasons = _chain_parents(first, now, hint)
            if reasons:
                parents = tuple([off[2 * x] for x in reasons])
                found += [
                    Statement(2 * (c * size + d), parents, ADVANCED, hint) for c, d in hint.gone
                ]
        if found:
            return found
    return []


def _nested_rules(level: int) -> list[Nested]:
    def chains(marks: Marks) -> list[Hint]:
        return _ordered(unary(marks))

    def static(marks: Marks) -> list[Hint]:
        return _ordered(multiple(marks, dynamic=False))

    def dynamic(marks: Marks) -> list[Hint]:
        return _ordered(multiple(marks, dynamic=True))

    def deeper(marks: Marks) -> list[Hint]:
        return _ordered(multiple(marks, dynamic=True, level=2))

    rules: dict[int, list[Nested]] = {
        2: [chains],
        3: [chains, static],
        4: [dynamic],
        5: [dynamic, deeper],
    }
    return rules.get(level, [])


def _ordered(hints: Iterator[Hint]) -> list[Hint]:
    """Sorted as the scale does, later ones with the same eliminations left out."""
    found: list[Hint] = []
    seen: set[frozenset[tuple[int, int]]] = set()
    for hint in sorted(hints, key=lambda hint: hint.order):
        gone = frozenset(hint.gone)
        if gone not in seen:
            seen.add(gone)
            found.append(hint)
    return found


def _pattern_parents(first: Marks, now: Marks, step: Step) -> list[int]:
    """The refuted candidates (as numbers) without which a simple pattern would not stand."""
    board = now.board
    size, index = board.size, board.index_of
    if step.technique in ("pointing", "claiming", "x-wing"):
        half = len(step.houses) // 2
        covered = {c for house in step.houses[half:] for c in house.cells}
        d = index[step.digits[0]]
        lost = first.where[d] & ~now.where[d]
        return [
            c * size + d
            for house in step.houses[:half]
            for c in house.cells
            if lost & (1 << c) and c not in covered
        ]
    digits = [index[digit] for digit in step.digits]
    mask = sum([1 << d for d in digits])
    if step.technique == "hidden-pair":
        return [
            c * size + d
            for c in step.houses[0].cells
            if not now.cand[c] & mask
            for d in digits
            if first.cand[c] & (1 << d)
        ]
    return [c * size + d for c in step.cells for d in bits(first.cand[c] & ~mask)]


def _chain_parents(first: Marks, now: Marks, hint: Hint) -> list[int]:
    """The refuted candidates without which some link of a nested chain would not stand."""
    board = now.board
    size = board.size
    found: dict[int, None] = {}
    for end in hint.ends:
        for statement in end.walk():
            cause = statement.cause
            if cause == START:
                # The cases of a cell or house are complete only because of what has gone from it.
                cause = {"cell": CELL, "region": hint.house}.get(hint.kind, START)
            if not statement.id & 1 or cause in (START, ADVANCED):
                continue
            cell, d = divmod(statement.id >> 1, size)
            if cause == CELL:
                for e in bits(first.cand[cell] & ~now.cand[cell]):
                    found[cell * size + e] = None
            else:
                lost = first.where[d] & ~now.where[d] & board.mask[cause]
                for x in bits(lost):
                    found[x * size + d] = None
    return list(found)


# ------------------------------------------------------------------------------------------------
# Single chains and cycles.


class _Links:
    """The links of one position for one pass, worked out once and asked by every start."""

    __slots__ = ("off", "on")

    def __init__(self, marks: Marks, x: bool, y: bool) -> None:
        board = marks.board
        size = board.size
        parts_of = _parts(board)
        cand, where = marks.cand, marks.where
        self.off: dict[int, list[tuple[int, int]]] = {}
        self.on: dict[int, list[tuple[int, int]]] = {}
        for cell, digits in enumerate(cand):
            base = cell * size
            members = bits(digits)
            for d in members:
                weak: list[tuple[int, int]] = []
                if y:
                    weak = [(base + e, CELL) for e in members if e != d]
                for h, part in parts_of[cell]:
                    weak += [(c * size + d, h) for c in bits(where[d] & part)]
                strong: list[tuple[int, int]] = []
                if y and len(members) == 2:
                    strong.append((base + members[0] + members[1] - d, CELL))
                if x:
                    for h in board.houses_of[cell]:
                        rest = where[d] & board.mask[h] ^ (1 << cell)
                        if rest and not rest & (rest - 1) and board.complete[h]:
                            number = (rest.bit_length() - 1) * size + d
                            if all(number != s for s, _ in strong):
                                strong.append((number, h))
                self.off[base + d] = weak
                self.on[base + d] = strong


Pass = Literal["x", "y", "xy"]
_CYCLES: dict[Pass, HintKind] = {"x": "x-cycle", "y": "y-cycle", "xy": "xy-cycle"}
_CHAINS: dict[Pass, HintKind] = {"x": "x-chain", "xy": "xy-chain"}
_CYCLE_BASE = {"x": 6.5, "y": 6.5, "xy": 7.0}
_CHAIN_BASE = {"x": 6.6, "xy": 7.0}


class Bound:
    """The best hint so far; a search asks it how long a further one may be."""

    __slots__ = ("_rooms", "hint", "order")

    def __init__(self) -> None:
        self.hint: Hint | None = None
        self.order: tuple[float, int, int] | None = None
        self._rooms: dict[tuple[float, int], int] = {}

    def room(self, base: float, key: int) -> int:
        """The largest complexity that would still beat the best."""
        if self.order is None:
            return _ENDLESS
        top = self._rooms.get((base, key), -1)
        if top < 0:
            # Along one base, rating and complexity grow together.
            top = self.order[1] + 64
            while top and not (base + length_rating(top), top, key) < self.order:
                top -= 1
            self._rooms[base, key] = top
        return top

    def offer(self, hint: Hint) -> None:
        """Keep a hint if it beats the best; an equal one came later and loses."""
        if self.order is None or hint.order < self.order:
            self.hint, self.order = hint, hint.order
            self._rooms.clear()


def unary(
    marks: Marks,
    passes: tuple[Pass, ...] = ("x", "y", "xy"),
    bound: Bound | None = None,
    longest: int = _ENDLESS,
) -> Iterator[Hint]:
    """Single chains and cycles, in the order of the passes, then of their starts.

    One breadth-first search from each candidate being true gives its cycles and the chain that
    refutes it; one from its being false gives the chain that proves it. With a ``bound`` only
    hints that can beat it are looked for; ``longest`` caps the number of statements.
    """
    size = marks.board.size
    for p in passes:
        links = _links(marks, p)
        for cell, digits in enumerate(marks.cand):
            count = digits.bit_count()
            if count < 2 or (p == "y" and count > 2):
                continue
            for d in bits(digits):
                start = cell * size + d
                for hint in _from_true(marks, links, p, start, bound, longest):
                    if bound is not None:
                        bound.offer(hint)
                    yield hint
                if p != "y":
                    found = _from_false(marks, links, p, start, bound, longest)
                    if found is not None:
                        if bound is not None:
                            bound.offer(found)
                        yield found


def _links(marks: Marks, p: Pass) -> _Links:
    key = f"links-{p}"
    found = marks.memo.get(key)
    if not isinstance(found, _Links):
        # The Y pass takes the house rule from true to false, but not from false to true.
        found = _Links(marks, x=p != "y", y=p != "x")
        marks.memo[key] = found
    return found


_Parents = dict[int, tuple[int, int]]
"""Candidate number -> (the candidate number it follows from, the cause)."""


def _from_true(
    marks: Marks, links: _Links, p: Pass, start: int, bound: Bound | None, longest: int
) -> list[Hint]:
    """The cycles through a candidate, then the chain that refutes it."""
    weak, strong = links.off, links.on
    partners = dict(strong[start])
    cycle_room = longest if partners else 0
    chain_room = longest if p in _CHAINS else 0
    if bound is not None:
        cycle_room = min(cycle_room, bound.room(_CYCLE_BASE[p], _KEYS[_CYCLES[p]]))
        if chain_room:
            chain_room = min(chain_room, bound.room(_CHAIN_BASE[p], _KEYS[_CHAINS[p]]))
    on: _Parents = {start: (-1, START)}
    off: _Parents = {}
    layer = [start]
    length = 0
    found: list[Hint] = []
    refuted: Hint | None = None
    while layer:
        length += 2
        if length > cycle_room and length > chain_room:
            break
        reached = []
        closing = 4 <= length <= cycle_room
        for true in layer:
            for q, cause in weak[true]:
                if q not in off:
                    off[q] = true, cause
                    reached.append(q)
                    if q == start and length <= chain_room:
                        end = _line(on, off, start, q, on_end=False, on_start=True)
                        cell, d = divmod(start, marks.board.size)
                        kind = _CHAINS[p]
                        refuted = Hint(kind, _CHAIN_BASE[p], (end,), None, ((cell, d),), start)
                        chain_room = 0
                if closing and q in partners and not _passed(on, off, true, q):
                    hint = _cycle(marks, p, start, (true, q, cause), partners[q], on, off)
                    if hint is not None:
                        found.append(hint)
                        if bound is not None:
                            # Anything further from here is as long or longer, and so loses.
                            cycle_room, closing = 0, False
        layer = []
        for q in reached:
            for true, cause in strong[q]:
                if true not in on:
                    on[true] = q, cause
                    layer.append(true)
    if refuted is not None:
        found.append(refuted)
    return found


def _from_false(
    marks: Marks, links: _Links, p: Pass, start: int, bound: Bound | None, longest: int
) -> Hint | None:
    """The chain that proves a candidate from its being false."""
    room = longest
    if bound is not None:
        room = min(room, bound.room(_CHAIN_BASE[p], _KEYS[_CHAINS[p]]))
    weak, strong = links.off, links.on
    on: _Parents = {}
    off: _Parents = {start: (-1, START)}
    layer = [start]
    length = 0
    while layer:
        length += 2
        if length > room:
            return None
        reached = []
        for false in layer:
            for q, cause in strong[false]:
                if q in on:
                    continue
                on[q] = false, cause
                reached.append(q)
                if q == start:
                    end = _line(on, off, start, q, on_end=True, on_start=False)
                    cell, d = divmod(start, marks.board.size)
                    others = bits(marks.cand[cell] & ~(1 << d))
                    gone = tuple([(cell, e) for e in others])
                    return Hint(_CHAINS[p], _CHAIN_BASE[p], (end,), start, gone, start)
        layer = []
        for true in reached:
            for q, cause in weak[true]:
                if q not in off:
                    off[q] = true, cause
                    layer.append(q)
    return None


def _passed(on: _Parents, off: _Parents, true: int, q: int) -> bool:
    """Whether "q is false" lies on the way that led to "true is true"."""
    while True:
        false, _ = on[true]
        if false < 0:
            return False
        if false == q:
            return True
        true, _ = off[false]


def _line(
    on: _Parents, off: _Parents, start: int, end: int, *, on_end: bool, on_start: bool
) -> Statement:
    """The statements from the start to an end, joined by their parents."""
    way: list[tuple[int, bool, int]] = []
    number, sign = end, on_end
    while True:
        parent, cause = (on if sign else off)[number]
        way.append((number, sign, cause))
        if parent < 0:
            break
        number, sign = parent, not sign
    statement: Statement | None = None
    for number, sign, cause in reversed(way):
        parents = () if statement is None else (statement,)
        statement = Statement(2 * number + sign, parents, cause)
    assert statement is not None
    return statement


def _cycle(
    marks: Marks,
    p: Pass,
    start: int,
    last: tuple[int, int, int],
    closing_cause: int,
    on: _Parents,
    off: _Parents,
) -> Hint | None:
    """The cycle start ... true -> q false -> start, if it crosses anything out.

    Going round one way makes every second candidate true, going round the other way the rest: so
    what sees one of the first AND one of the second kind is false either way.
    """
    board = marks.board
    size = board.size
    true, q, cause = last
    numbers = [q]
    number, sign = true, True
    while number >= 0:
        numbers.append(number)
        number = (on if sign else off)[number][0]
        sign = not sign
    inside = 0
    seen_true = [0] * size
    seen_false = [0] * size
    for i, number in enumerate(numbers):
        cell, d = divmod(number, size)
        inside |= 1 << cell
        seen = seen_true if i % 2 else seen_false
        seen[d] |= board.peers[cell]
    gone = [
        (x, d)
        for d in range(size)
        for x in bits(seen_true[d] & seen_false[d] & ~inside & marks.where[d])
    ]
    if not gone:
        return None
    off_way = _line(on, off, start, true, on_end=True, on_start=True)
    before = Statement(2 * q, (off_way,), cause)
    end = Statement(2 * start + 1, (before,), closing_cause)
    back: Statement | None = None
    chain = [end]
    while chain[-1].parents:
        chain.append(chain[-1].parents[0])
    for statement in chain:
        parents = () if back is None else (back,)
        back = Statement(statement.id ^ 1, parents, statement.cause)
    assert back is not None
    return Hint(_CYCLES[p], _CYCLE_BASE[p], (end, back), None, tuple(gone), start)


# ------------------------------------------------------------------------------------------------
# Several assumptions at once.


def multiple(
    marks: Marks,
    *,
    dynamic: bool,
    nishio: bool = False,
    level: int = 0,
    bound: Bound | None = None,
) -> Iterator[Hint]:
    """What several assumptions agree on, and assumptions that refute themselves.

    For each candidate: both ways of it (*double*), itself alone (*contradiction*), all candidates
    of its cell (*cell*), all places of its digit in a house (*region*). Static runs know
    no contradictions and no doubles. ``nishio`` keeps to one digit and to contradictions.
    """
    board = marks.board
    size = board.size
    cand, where = marks.cand, marks.where
    base = 7.5 if nishio else _base(dynamic, level)
    runs: dict[int, Run] = {}

    def run(start: int) -> Run:
        found = runs.get(start)
        if found is None:
            reach = _ENDLESS
            if bound is not None and bound.order is not None:
                # Two ends at least share the complexity of a hint that could still win.
                reach = bound.order[1] - 1
            found = runs[start] = propagate(
                marks, start, dynamic=dynamic, use_cell=not nishio, level=level, bound=reach
            )
        return found

    def fits(flat: int, key: int) -> bool:
        if bound is None or bound.order is None:
            return True
        return (flat, key) < (bound.order[1], bound.order[2])

    def hint(
        kind: HintKind, ends: tuple[Statement, ...], target: int, source: int, house: int = -1
    ) -> Iterator[Hint]:
        if not fits(sum([end.size for end in ends]), _KEYS[kind]):
            return
        cell, d = divmod(target >> 1, size)
        on = None
        gone: tuple[tuple[int, int], ...] = ((cell, d),)
        if target & 1:
            on = target >> 1
            gone = tuple([(cell, e) for e in bits(cand[cell] & ~(1 << d))])
        elif not cand[cell] & (1 << d):
            return
        if gone:
            found = Hint(kind, base, ends, on, gone, source, house)
            if bound is not None:
                bound.offer(found)
            yield found

    def agreed(kind: HintKind, cases: list[Run], source: int, house: int = -1) -> Iterator[Hint]:
        for sign in ("on", "off"):
            sets: list[dict[int, Statement]] = [getattr(case, sign) for case in cases]
            shared = sets[0].keys() & sets[1].keys() if len(sets) > 1 else sets[0].keys()
            for other in sets[2:]:
                shared = shared & other.keys()
            if shared:
                for number in sets[0]:
                    if number in shared:
                        ends = tuple([found[number] for found in sets])
                        yield from hint(kind, ends, number, source, house)

    for cell, digits in enumerate(cand):
        count = digits.bit_count()
        if count < (2 if dynamic else 3):
            continue
        members = bits(digits)
        for d in members:
            number = cell * size + d
            true = run(2 * number + 1)
            if dynamic:
                if true.clash is not None:
                    yield from hint("contradiction", true.clash, 2 * number, number)
                false = run(2 * number)
                if false.clash is not None:
                    yield from hint("contradiction", false.clash, 2 * number + 1, number)
                if not nishio and count >= 3:
                    yield from agreed("double", [true, false], number)
            if nishio:
                continue
            for h in board.houses_of[cell]:
                spots = where[d] & board.mask[h]
                if not board.complete[h] or not spots & (spots - 1):
                    continue
                places = [c for c in board.members[h] if spots & (1 << c)]
                if places[0] == cell:
                    cases = [run(2 * (c * size + d) + 1) for c in places]
                    yield from agreed("region", cases, number, h)
        if not nishio:
            cases = [run(2 * (cell * size + d) + 1) for d in members]
            yield from agreed("cell", cases, cell * size + members[0])


def _base(dynamic: bool, level: int) -> float:
    if not dynamic:
        return 8.0
    return 8.5 + 0.5 * level if level < 2 else 9.5 + 0.5 * (level - 2)


def best(hints: Iterator[Hint], bound: Bound) -> Hint | None:
    """Run a bounded search to its end and return the hint that its scale puts first."""
    for _ in hints:
        pass
    return bound.hint


# ------------------------------------------------------------------------------------------------
# From hints to steps.


def chain_of(marks: Marks, end: Statement, parts: list[Step], cycle: bool = False) -> Chain:
    """The derivation of a statement as a chain, every parent before its children."""
    board = marks.board
    nodes: list[Node] = []
    places: dict[int, int] = {}
    own: list[Step] = []
    # Depth first without recursion: derivations can be hundreds of statements deep.
    stack: list[tuple[Statement, int]] = [(end, 0)]
    done: set[int] = set()
    while stack:
        statement, at = stack.pop()
        if at < len(statement.parents):
            stack.append((statement, at + 1))
            parent = statement.parents[at]
            if id(parent) not in done and parent.id not in places:
                stack.append((parent, 0))
            continue
        if id(statement) in done or (statement.id in places and statement is not end):
            continue
        done.add(id(statement))
        cell, d = divmod(statement.id >> 1, board.size)
        part: int | None = None
        house: House | None = None
        cause: Literal["start", "cell", "house", "advanced"] = "start"
        if statement.cause == CELL:
            cause = "cell"
        elif statement.cause == ADVANCED:
            cause = "advanced"
            nested = statement.hint
            part = len(own)
            if isinstance(nested, Step):
                own.append(nested)
            elif nested is not None:
                own.append(step_of(marks, nested))
        elif statement.cause >= 0 and statement.parents:
            cause, house = "house", board.houses[statement.cause]
        parents = tuple([places[parent.id] for parent in statement.parents])
        places[statement.id] = len(nodes)
        nodes.append(
            Node(cell, board.digits[d], bool(statement.id & 1), parents, cause, house, part)
        )
    parts.extend(own)
    return Chain(tuple(nodes), cycle, tuple(own))


def step_of(marks: Marks, hint: Hint, technique: str = "") -> Step:
    """A hint as a step. Chains end in what follows; cycles end where they began."""
    board = marks.board
    size, digits = board.size, board.digits
    is_cycle = hint.kind.endswith("cycle")
    ends = hint.ends[:1] if is_cycle else hint.ends
    parts: list[Step] = []
    chains = tuple([chain_of(marks, end, parts, is_cycle) for end in ends])
    placements: tuple[Candidate, ...] = ()
    eliminations: tuple[Candidate, ...] = ()
    if hint.on is not None:
        cell, d = divmod(hint.on, size)
        placements = ((cell, digits[d]),)
    else:
        eliminations = tuple(sorted((c, digits[d]) for c, d in hint.gone))
    source = divmod(hint.source, size)
    cells: tuple[int, ...] = (source[0],)
    if is_cycle or hint.kind.endswith("chain"):
        cells = tuple(dict.fromkeys(node.cell for node in chains[0].nodes))
    houses = (board.houses[hint.house],) if hint.house >= 0 else ()
    used = tuple(dict.fromkeys((n.cell, n.digit) for chain in chains for n in chain.nodes))
    return Step(
        technique or hint.kind,
        placements=placements,
        eliminations=eliminations,
        variant=hint.kind,
        digits=(digits[source[1]],),
        cells=cells,
        houses=houses,
        candidates=(("defining", used),),
        chains=chains,
    )
