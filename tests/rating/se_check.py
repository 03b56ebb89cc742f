"""An independent check of the kernel's steps: every pattern and every link of every chain.

``Board`` replays a path. ``check(step, marks, ...)`` raises AssertionError where a step does not
follow from the pencilmarks. Nothing here shares code or tables with the kernel. Inner steps of
nested chains are checked on the pencilmarks that are left when exactly the nodes they rest on are
taken away.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

Step = dict[str, Any]
Marks = dict[int, set[int]]  # open cells only

BLOCKS = [
    [27 * (b // 3) + 3 * (b % 3) + 9 * r + c for r in range(3) for c in range(3)] for b in range(9)
]
ROWS = [[9 * r + c for c in range(9)] for r in range(9)]
COLUMNS = [[9 * r + c for r in range(9)] for c in range(9)]
HOUSES = BLOCKS + ROWS + COLUMNS
OF_TYPE = {"block": BLOCKS, "row": ROWS, "column": COLUMNS}
PEERS = [{x for h in HOUSES if c in h for x in h} - {c} for c in range(81)]
CHAINS = {"nishio", "contradiction_chain", "double_chain", "cell_chains", "region_chains"}
CYCLES = {"generalized_x_wing", "x_cycle", "y_cycle", "xy_cycle"}


class Board:
    """Values and pencilmarks, changed by applying steps."""

    def __init__(self, puzzle: str) -> None:
        self.values = [int(ch) if ch in "123456789" else 0 for ch in puzzle]
        self.marks: Marks = {
            c: set(range(1, 10)) - {self.values[p] for p in PEERS[c]}
            for c in range(81)
            if not self.values[c]
        }

    def apply(self, step: Step) -> None:
        for cell, digit in step["eliminations"]:
            self.marks[cell].discard(digit)
        if step["place"]:
            cell, digit = step["place"]
            del self.marks[cell]
            self.values[cell] = digit
            for p in PEERS[cell]:
                if p in self.marks:
                    self.marks[p].discard(digit)


def houses_of(step: Step) -> list[int]:
    return [*step["base"], *step["cover"]]


def branches_of(step: Step) -> list[list[Any]]:
    """The chains, whose nodes are of one cell each."""
    return [[(cells[0], *rest) for cells, *rest in nodes] for nodes, _ in step["chains"]]


def places(marks: Marks, house: Iterable[int], digit: int) -> set[int]:
    return {c for c in house if digit in marks.get(c, ())}


def increment(complexity: int) -> float:
    total, threshold, turn = 0.0, 4, False
    while complexity - 2 > threshold:
        total += 0.1
        threshold = threshold * 4 // 3 if turn else threshold * 3 // 2
        turn = not turn
    return total


def check(step: Step, marks: Marks, inner: bool = False) -> None:
    """The step follows from the pencilmarks (uniqueness techniques: of a unique puzzle)."""
    t = step["technique"]
    eliminated = {(c, d) for c, d in step["eliminations"]}
    assert eliminated or step["place"], "a step concludes something"
    if not inner:
        assert all(d in marks[c] for c, d in eliminated), "only candidates are eliminated"
        if step["place"]:
            assert step["place"][1] in marks[step["place"][0]]
    if t in CHAINS:
        _check_branching(step, marks, eliminated, inner)
    elif t in CYCLES:
        _check_cycle(step, marks, eliminated)
    elif t in ("turbot_fish", "x_chain", "forcing_chain"):
        (branch,) = branches_of(step)
        _check_branch(branch, marks, [], single_digit=t != "forcing_chain")
        start, end = branch[0], branch[-1]
        assert start[:2] == end[:2]
        assert start[2] != end[2]
        _check_conclusion(step, marks, end, eliminated, inner)
        assert step["complexity"] == len(branch)
    else:
        _check_basic(step, marks, eliminated, inner)


def _sees_all(cells: Iterable[int]) -> set[int]:
    return set.intersection(*(PEERS[c] for c in cells))


def _check_basic(step: Step, marks: Marks, eliminated: set[tuple[int, int]], inner: bool) -> None:
    t, cells, digits, houses = step["technique"], step["cells"], step["digits"], houses_of(step)
    place = tuple(step["place"]) if step["place"] else None
    h = [HOUSES[x] for x in houses]
    if t == "hidden_single":
        assert places(marks, h[0], digits[0]) == {cells[0]}
        assert place == (cells[0], digits[0])
    elif t == "naked_single":
        assert marks[cells[0]] == set(digits)
        assert place == (cells[0], digits[0])
    elif t in ("pointing", "claiming", "direct_pointing", "direct_claiming"):
        (d,) = digits
        base = places(marks, h[0], d)
        assert len(base) >= 2
        assert base <= set(h[1])
        # An inner step does not rest on what left the shared cells: it makes no difference there.
        assert set(cells) <= base if inner else set(cells) == base
        lost = places(marks, set(h[1]) - set(h[0]), d)
        if place is None:
            assert eliminated <= {(c, d) for c in lost}
        else:
            assert places(marks, h[2], d) - lost == {place[0]}
            assert place[1] == d
    elif t.startswith(("naked", "hidden", "direct_hidden")):
        if t.startswith("naked"):
            assert set().union(*(marks[c] for c in cells)) <= set(digits)
            assert len(cells) == len(digits)
            allowed = {(c, d) for c in h[0] if c not in cells for d in digits}
        else:
            assert set().union(*(places(marks, h[0], d) for d in digits)) <= set(cells)
            assert len(cells) == len(digits)
            allowed = {(c, d) for c in cells for d in range(1, 10) if d not in digits}
        assert set(cells) <= set(h[0])
        assert eliminated <= allowed
        if place is not None:
            assert places(marks, h[0], place[1]) - set(cells) == {place[0]}
    elif t in ("x_wing", "swordfish", "jellyfish"):
        (d,) = digits
        n = len(h) // 2
        base = set().union(*(places(marks, x, d) for x in h[:n]))
        assert base <= set().union(*map(set, h[n:]))
        assert set(cells) <= base if inner else set(cells) == base
        assert all(c not in {y for x in h[:n] for y in x} for c, _ in eliminated)
        assert all(e == d and any(c in x for x in h[n:]) for c, e in eliminated)
    elif t in ("xy_wing", "xyz_wing"):
        (z,) = digits
        for c in cells:
            assert len(marks[c]) == (3 if t == "xyz_wing" and c == cells[0] else 2)
        assert {cells[1], cells[2]} <= PEERS[cells[0]]
        wing = cells if t == "xyz_wing" else cells[1:]
        assert eliminated <= {(c, z) for c in _sees_all(wing)}
        for combo in product(*(marks[c] for c in cells)):
            if combo[0] not in combo[1:]:
                assert z in (combo if t == "xyz_wing" else combo[1:])
    elif t in ("aligned_pair_exclusion", "aligned_triplet_exclusion"):
        excluders = {c for role, c, _ in step["marks"] if role == "excluder"}
        assert all(excluders <= PEERS[c] for c in cells)
        allowed_pairs = set()
        for combo in product(*(sorted(marks[c]) for c in cells)):
            clash = any(
                combo[i] == combo[j] and cells[j] in PEERS[cells[i]]
                for i in range(len(cells))
                for j in range(i)
            )
            if not clash and not any(marks[x] <= set(combo) for x in excluders):
                allowed_pairs |= set(zip(cells, combo, strict=True))
        assert eliminated == {(c, d) for c in cells for d in marks[c]} - allowed_pairs
    elif t == "unique_loop":
        _check_loop(step, marks, eliminated)
    else:
        assert t == "bug", t


def _check_loop(step: Step, marks: Marks, eliminated: set[tuple[int, int]]) -> None:
    cells, variant = step["cells"], step["variant"]
    pair = set(step["digits"][:2])
    n = len(cells)
    assert n % 2 == 0
    assert n >= 4
    assert len(set(cells)) == n
    for k, c in enumerate(cells):
        assert pair <= marks[c]
        assert cells[k - 1] in PEERS[c]
    for h in HOUSES:  # two loop cells of different parity, or none
        assert [sum(c in h for c in cells[k::2]) for k in (0, 1)] in ([0, 0], [1, 1])
    wide = [c for c in cells if len(marks[c]) > 2]
    extra = set().union(*(marks[c] for c in wide)) - pair
    if variant == 1:
        assert len(wide) == 1
        assert eliminated == {(wide[0], d) for d in pair}
    elif variant == 2:
        assert len(extra) == 1
        assert eliminated == {
            (c, d) for c in _sees_all(wide) for d in extra if d in marks.get(c, ())
        }
    elif variant == 4:
        locked, lost = step["digits"]
        assert len(wide) == 2
        assert places(marks, HOUSES[step["base"][0]], locked) == set(wide)
        assert eliminated == {(c, lost) for c in wide}
    else:
        assert variant == 3
        assert len(wide) == 2
        house = HOUSES[step["base"][0]]
        others = {c for role, c, _ in step["marks"] if role == "partner"}
        assert set(wide) | others <= set(house)
        naked = all(
            marks[c] <= extra | set().union(*(marks[o] for o in others)) for c in others
        ) and all(c not in others and c not in wide for c, _ in eliminated)
        if naked:
            # One of the two wide cells holds an extra digit: with the others it makes a naked set.
            digits = extra.union(*(marks[o] for o in others))
            assert len(digits) == len(others) + 1
            assert {d for _, d in eliminated} <= digits
        else:
            # The pair and its companions are confined to the wide cells (one of them) and others.
            digits = pair | {d for role, _, d in step["marks"] if role == "partner"}
            digits |= set(step["digits"])
            for d in digits:
                assert places(marks, house, d) <= set(wide) | others
            assert len(digits) == len(others) + 1
            assert all(c in others and d not in digits for c, d in eliminated)


def _check_cycle(step: Step, marks: Marks, eliminated: set[tuple[int, int]]) -> None:
    (branch,) = branches_of(step)
    _check_branch(
        branch, marks, [], single_digit=step["technique"] in ("generalized_x_wing", "x_cycle")
    )
    assert branch[0][:3] == branch[-1][:3]
    assert step["complexity"] == len(branch) - 1
    # Walked backwards with opposite signs it holds as well: weak links both ways are plain, and a
    # strong link is symmetric. So a candidate that sees an ON and an OFF node of its digit goes.
    cells = {n[0] for n in branch}
    for c, d in eliminated:
        assert c not in cells
        seen = {n[2] for n in branch[1:] if n[1] == d and n[0] in PEERS[c]}
        assert seen == {True, False}


def _check_branch(
    branch: list[Any], marks: Marks, inner: list[Step], single_digit: bool = False
) -> None:
    """Every node follows from its parents, and the parents come before it."""
    assert branch[0][3] == "start"
    assert branch[0][4] == ()
    for k, (cell, digit, on, cause, parents, sub) in enumerate(branch):
        assert all(0 <= p < k for p in parents)
        if k == 0:
            continue
        assert parents, "only the start is assumed"
        assert digit in marks[cell]
        above = [branch[p] for p in parents]
        if cause == "advanced":
            assert not on
            step = inner[sub]
            assert (cell, digit) in [tuple(e) for e in step["eliminations"]]
            assert all(not p[2] for p in above)
            left = {c: set(ds) for c, ds in marks.items()}
            for p in above:
                left[p[0]].discard(p[1])
            check(step, left, inner=True)
            continue
        assert sub == -1
        if cause == "cell":
            assert not single_digit
        else:
            (house,) = [h for h in OF_TYPE[cause] if cell in h]
        if not on:
            ((c, d, sign),) = [p[:3] for p in above]
            assert sign
            assert (
                (c == cell and d != digit)
                if cause == "cell"
                else (d == digit and c != cell and c in house)
            )
        else:
            off = {p[:2] for p in above}
            assert not any(p[2] for p in above)
            if cause == "cell":
                assert {(cell, d) for d in marks[cell]} - {(cell, digit)} <= off
                assert all(c == cell for c, _ in off)
            else:
                assert {(c, digit) for c in places(marks, house, digit)} - {(cell, digit)} <= off
                assert all(d == digit and c in house for c, d in off)


def _check_conclusion(
    step: Step, marks: Marks, end: Any, eliminated: set[tuple[int, int]], inner: bool
) -> None:
    cell, digit, on = end[:3]
    if on:
        assert tuple(step["place"]) == (cell, digit)
        others = {(cell, d) for d in marks[cell]} - {(cell, digit)}
        assert eliminated <= others if inner else eliminated == others
    else:
        assert step["place"] is None
        assert eliminated == {(cell, digit)}


def _check_branching(
    step: Step, marks: Marks, eliminated: set[tuple[int, int]], inner: bool
) -> None:
    t, branches = step["technique"], branches_of(step)
    for b in branches:
        _check_branch(b, marks, step["inner"], single_digit=t == "nishio")
    starts = [b[0][:3] for b in branches]
    ends = [b[-1][:3] for b in branches]
    if t in ("nishio", "contradiction_chain"):
        (cell, digit, on), other = starts
        assert other == (cell, digit, on)
        assert ends[0][:2] == ends[1][:2]
        assert ends[0][2]
        assert not ends[1][2]
        _check_conclusion(step, marks, (cell, digit, not on), eliminated, inner)
    else:
        if t == "double_chain":
            assert {s[:2] for s in starts} == {starts[0][:2]}
            assert [s[2] for s in starts] == [True, False]
        elif t == "cell_chains":
            (cell,) = step["cells"]
            assert {s[1] for s in starts} >= marks[cell]
            assert all(s[0] == cell and s[2] for s in starts)
        else:
            house, digit = HOUSES[step["base"][0]], step["digits"][0]
            assert {s[0] for s in starts} >= places(marks, house, digit)
            assert all(s[1] == digit and s[2] for s in starts)
        assert len(set(ends)) == 1
        _check_conclusion(step, marks, ends[0], eliminated, inner)
    flat = sum(len(b) for b in branches)
    nested = [s for s in step["inner"] if s["chains"]]
    assert step["complexity"] >= flat + (min(s["complexity"] for s in nested) if nested else 0)
    if not nested:
        assert step["complexity"] == flat
    if inner:
        return
    base = {"nishio": 7.5}.get(t, 8.0 if not step["dynamic"] else 8.5)
    if step["level"] == 1:
        base = 9.0
    elif step["level"] >= 2:
        base = 9.5 + 0.5 * (step["level"] - 2)
    assert step["rating"] == base + increment(step["complexity"])
