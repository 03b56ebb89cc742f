"""The consequences of one statement.

* ON → OFF: a digit that is true makes the other candidates of its cell, the same digit of
  every cell it sees and whatever else a rule excludes by it false.
* OFF → ON: when a candidate is false and its cell has one other candidate left, or its house one
  other place for the digit, that one is true; and so is one that a rule needs in its stead.

*Dynamic* runs treat candidates already refuted as gone, so a conclusion may rest on several earlier
statements ("hidden parents"). The order of every queue follows the notes on Sudoku Explainer 1.2.1,
because the first derivation found is the one it shows and rates; any order would be sound.
"""

from __future__ import annotations

from collections import deque

from satdoku.base.limits import Clock
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.reasoning.links import open_links, parts
from satdoku.techniques.reasoning.statements import ANY_LENGTH, CELL, DerivedStatement
from satdoku.techniques.searches.clues.strong import strong_links


class Consequences:
    """The consequences of one assumption: what became true, what false, and a clash if one came."""

    __slots__ = ("clash", "off", "on")

    def __init__(self) -> None:
        self.on: dict[int, DerivedStatement] = {}
        self.off: dict[int, DerivedStatement] = {}
        self.clash: tuple[DerivedStatement, DerivedStatement] | None = None


def propagate(
    cands: Candidates,
    start: int,
    clock: Clock,
    *,
    dynamic: bool,
    use_cell: bool = True,
    bound: int = ANY_LENGTH,
) -> Consequences:
    """Everything that follows from one statement, until nothing is left or a clash appears.

    ``use_cell`` false keeps to one digit (Nishio). ``bound``: statements with more ancestors are
    of no interest; the run may end when no waiting one is below it.

    This is the inner loop of all forcing chains in Python, and is kept whole: both halves share a
    dozen local names, and a call for each statement would cost as much as what it does.
    """
    board = cands.board
    size = board.size
    parts_of = parts(board)
    houses_of, house_mask, complete = board.houses_of, board.mask, board.complete
    rule_links, ruled = board.rule_links, strong_links(cands, clock)
    first_cand, first_where = cands.cand, cands.where
    cand, where = first_cand, first_where
    if dynamic:
        cand, where = cand[:], where[:]
    run = Consequences()
    on, off = run.on, run.off
    pending_on: deque[DerivedStatement] = deque()
    pending_off: deque[DerivedStatement] = deque()
    root = DerivedStatement(start)
    if start & 1:
        on[start] = root
        pending_on.append(root)
    else:
        off[start] = root
        pending_off.append(root)
    hopeful = 1  # how many waiting statements are below the bound
    while True:
        if pending_on:
            # A true statement makes others false: of its cell, its houses, then by rules.
            p = pending_on.popleft()
            if p.size < bound:
                hopeful -= 1
            cell, d = divmod(p.id >> 1, size)
            false: list[tuple[int, int]] = []
            if use_cell:
                base = cell * size
                false = [(2 * (base + e), CELL) for e in bits(cand[cell] & ~(1 << d))]
            spots = where[d]
            for h, part in parts_of[cell]:
                mask = spots & part
                while mask:
                    low = mask & -mask
                    false.append((2 * ((low.bit_length() - 1) * size + d), h))
                    mask ^= low
            if rule_links:
                links = open_links(rule_links[p.id >> 1], cand, size, None if use_cell else d)
                false += [(2 * other, reason) for other, reason in links]
            parents = (p,)
            for number, cause in false:
                if number | 1 in on:
                    run.clash = on[number | 1], DerivedStatement(number, parents, cause)
                    return run
                if number not in off:
                    q = off[number] = DerivedStatement(number, parents, cause)
                    pending_off.append(q)
                    if q.size < bound:
                        hopeful += 1
        elif pending_off:
            # A false one makes the last of its cell or of a house true, then others by rules.
            p = pending_off.popleft()
            if p.size < bound:
                hopeful -= 1
            cell, d = divmod(p.id >> 1, size)
            dbit, cbit = 1 << d, 1 << cell
            true: list[tuple[int, tuple[DerivedStatement, ...], int]] = []
            if use_cell:
                mask = cand[cell]
                if mask.bit_count() == 2:
                    base = cell * size
                    number = 2 * (base + (mask ^ dbit).bit_length() - 1) + 1
                    hidden = [off[2 * (base + e)] for e in bits(first_cand[cell] & ~mask)]
                    true.append((number, (p, *hidden), CELL))
            spots = where[d]
            lost = first_where[d] & ~spots
            for h in houses_of[cell]:
                mask = spots & house_mask[h] ^ cbit
                # One other place left: the digit must be there, if the house needs it at all.
                if mask and not mask & (mask - 1) and complete[h]:
                    number = 2 * ((mask.bit_length() - 1) * size + d) + 1
                    if any(number == m[0] for m in true):
                        continue
                    refuted = lost & house_mask[h]
                    hidden = [off[2 * (x * size + d)] for x in bits(refuted)] if refuted else []
                    true.append((number, (p, *hidden), h))
            if p.id >> 1 in ruled:
                # These hold in the position itself, whatever has been refuted since.
                links = open_links(ruled[p.id >> 1], first_cand, size, None if use_cell else d)
                for other, cause in links:
                    if all(2 * other + 1 != m[0] for m in true):
                        true.append((2 * other + 1, (p,), cause))
            if dynamic:
                cand[cell] &= ~dbit
                where[d] &= ~cbit
            for number, reasons, cause in true:
                if number ^ 1 in off:
                    run.clash = DerivedStatement(number, reasons, cause), off[number ^ 1]
                    return run
                if number not in on:
                    q = on[number] = DerivedStatement(number, reasons, cause)
                    pending_on.append(q)
                    if q.size < bound:
                        hopeful += 1
        else:
            return run
        if not hopeful:
            return run
