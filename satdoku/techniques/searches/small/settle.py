"""Following an assumption through singles, fast: what Negation and Trial stand on.

:func:`settle` writes digits into a scratch position until no single is left or a contradiction
shows, and keeps a log that can be pruned to what the contradiction needs and explained step by
step. :func:`grounded` names what each part of a refutation rests on and drops the parts that
nothing rests on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.locked import ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.step import Candidate, Contradiction, House, Rule, Statement, Step

NAKED = -1
"""The reason of an entry whose cell had one candidate; a number >= 0 is the hidden single's
house."""

Settled = tuple[int, int, int]
"""(cell, d, reason)."""

Failure = tuple[int, int]
"""A contradiction: (cell, -1) a cell with nothing left, (d, house) a digit without a place."""


def placed_cells(cands: Candidates) -> list[int]:
    """For each digit, the cells where it stands."""
    placed = [0] * cands.board.size
    for cell, d in enumerate(cands.values):
        if d >= 0:
            placed[d] |= 1 << cell
    return placed


def visible_end(cands: Candidates, placed: list[int]) -> Failure | None:
    """A contradiction that shows without any further step."""
    for cell, mask in enumerate(cands.cand):
        if not mask and cands.values[cell] < 0:
            return cell, -1
    both = [cells | there for cells, there in zip(cands.where, placed, strict=True)]
    for h, mask in enumerate(cands.board.mask):
        if cands.board.complete[h]:
            for d, cells in enumerate(both):
                if not cells & mask:
                    return d, h
    return None


@dataclass(slots=True)
class Scratch:
    """A position that may be written into: the marks, where each digit stands, the log.

    Every assumption looks at the clock.
    """

    cands: Candidates
    placed: list[int]
    log: list[Settled]
    clock: Clock = ENDLESS

    @staticmethod
    def of(cands: Candidates, clock: Clock = ENDLESS) -> Scratch:
        """A scratch copy of a position."""
        return Scratch(cands.copy(), placed_cells(cands), [], clock)

    def copy(self) -> Scratch:
        """Another scratch copy, with an empty log."""
        return Scratch(self.cands.copy(), self.placed[:], [], self.clock)

    def end(self) -> Failure | None:
        """A contradiction that shows without any further step."""
        return visible_end(self.cands, self.placed)

    def singles(self) -> list[Settled]:
        """The singles that stand open now."""
        cands, board = self.cands, self.cands.board
        singles: list[Settled] = []
        for cell, mask in enumerate(cands.cand):
            if mask and not mask & (mask - 1):
                singles.append((cell, mask.bit_length() - 1, NAKED))
        for h, mask in enumerate(board.mask):
            if board.complete[h]:
                for d, cells in enumerate(cands.where):
                    places = cells & mask
                    if places and not places & (places - 1):
                        singles.append((places.bit_length() - 1, d, h))
        return singles

    def assume(self, cell: int, d: int) -> Failure | None:
        """Write one digit and everything that follows by singles; the contradiction, if any.

        :raises RanOut: where the clock has run out.
        """
        self.clock.check()
        return self.settle([(cell, d, START)])

    def drop(self, *losses: tuple[int, int]) -> Failure | None:
        """Cross candidates out, all of them first, then follow the singles that this opens."""
        queue: list[Settled] = []
        return self._cross_out(losses, queue) or self.settle(queue)

    def _cross_out(self, losses: Sequence[tuple[int, int]], queue: list[Settled]) -> Failure | None:
        """Cross candidates out, all of them first; the singles that this opens go into a queue."""
        cands, board = self.cands, self.cands.board
        for cell, d in losses:
            cands.remove(cell, d)
        for cell, d in losses:
            mask = cands.cand[cell]
            if not mask and cands.values[cell] < 0:
                return cell, -1
            if mask and not mask & (mask - 1):
                queue.append((cell, mask.bit_length() - 1, NAKED))
            for h in board.houses_of[cell]:
                if board.complete[h]:
                    places = cands.where[d] & board.mask[h]
                    if places and not places & (places - 1):
                        queue.append((places.bit_length() - 1, d, h))
                    elif not places and not self.placed[d] & board.mask[h]:
                        return d, h
        return None

    def settle(self, queue: list[Settled]) -> Failure | None:
        """Write these digits and all singles that follow, first come first served.

        This is the inner loop of negations in Python, and is kept whole: a call for each digit or
        house would take longer than the work itself.
        """
        cands, placed, log = self.cands, self.placed, self.log
        board, values, cand, where = cands.board, cands.values, cands.cand, cands.where
        masks, houses_of, peers, complete = (
            board.mask, board.houses_of, board.peers, board.complete,
        )  # fmt: skip
        conflicts, size = board.conflicts, board.size
        for cell, d, reason in queue:
            if values[cell] == d:
                continue
            dbit, bit = 1 << d, 1 << cell
            if values[cell] >= 0 or not cand[cell] & dbit:
                # Two singles disagree: the earlier one has taken this one's only place or digit.
                return (cell, -1) if values[cell] < 0 and not cand[cell] else self.end()
            log.append((cell, d, reason))
            others = bits(cand[cell] ^ dbit)
            hit = where[d] & peers[cell]
            where[d] &= ~(hit | bit)
            values[cell] = d
            cand[cell] = 0
            placed[d] |= bit
            # Each other digit of the cell loses a place in the cell's houses.
            for e in others:
                where[e] &= ~bit
                for h in houses_of[cell]:
                    places = where[e] & masks[h]
                    if not places & (places - 1) and complete[h]:
                        if places:
                            queue.append((places.bit_length() - 1, e, h))
                        elif not placed[e] & masks[h]:
                            return e, h
            # Each peer loses the digit; their houses are looked at when all have lost it.
            spots = where[d]
            touched: set[int] = set()
            while hit:
                low = hit & -hit
                hit ^= low
                peer = low.bit_length() - 1
                left = cand[peer] = cand[peer] ^ dbit
                if not left & (left - 1):
                    if not left:
                        return peer, -1
                    queue.append((peer, left.bit_length() - 1, NAKED))
                touched.update(houses_of[peer])
            for h in touched:
                places = spots & masks[h]
                if not places & (places - 1) and complete[h]:
                    if places:
                        queue.append((places.bit_length() - 1, d, h))
                    elif not placed[d] & masks[h]:
                        return d, h
            if conflicts:
                excluded = [
                    (other, e)
                    for e, cells in conflicts[cell * size + d]
                    for other in bits(where[e] & cells)
                ]
                end = self._cross_out(excluded, queue)
                if end is not None:
                    return end
        return None


START = -2
"""The reason of the assumption itself."""


def _shows(scratch: Scratch, end: Failure) -> bool:
    """Whether a contradiction stands in a position."""
    first, h = end
    cands = scratch.cands
    if h < 0:
        return cands.values[first] < 0 and not cands.cand[first]
    mask = cands.board.mask[h]
    return not cands.where[first] & mask and not scratch.placed[first] & mask


def _holds(cands: Candidates, entry: Settled) -> bool:
    """Whether an entry is a single in a position."""
    cell, d, reason = entry
    if reason == NAKED:
        return cands.cand[cell] == 1 << d
    if reason == START:
        return bool(cands.cand[cell] & (1 << d))
    return cands.where[d] & cands.board.mask[reason] == 1 << cell


def _write(scratch: Scratch, entry: Settled) -> None:
    scratch.cands.place(entry[0], entry[1])
    scratch.placed[entry[1]] |= 1 << entry[0]


def prune(cands: Candidates, log: list[Settled], end: Failure) -> list[Settled]:
    """The entries without which the contradiction would not show, in their order.

    From the last to the first, leave an entry out if all that follow still stand without it.
    """
    # What stands before an entry is never left out before it, so it is written once.
    before = [Scratch.of(cands)]
    for entry in log[:-1]:
        scratch = before[-1].copy()
        if not _holds(scratch.cands, entry):
            break
        _write(scratch, entry)
        before.append(scratch)
    after: list[Settled] = []
    for at in range(len(log) - 1, 0, -1):
        needed = at >= len(before)
        if not needed:
            scratch = before[at].copy()
            for entry in after:
                needed = not _holds(scratch.cands, entry)
                if needed:
                    break
                _write(scratch, entry)
            needed = needed or not _shows(scratch, end)
        if needed:
            after.insert(0, log[at])
    return log[:1] + after


def entry_step(cands: Candidates, entry: Settled) -> Step:
    """A logged single as a step."""
    board = cands.board
    cell, d, reason = entry
    pair = (cell, board.digits[d])
    return Step(
        "hidden-single" if reason >= 0 else "naked-single",
        SingleProof(*pair, board.houses[reason] if reason >= 0 else None),
        placements=(pair,),
    )


def end_step(cands: Candidates, end: Failure) -> Step:
    """A contradiction as a step: Enclosure(1) or Exclosure(1)."""
    board = cands.board
    first, h = end
    if h < 0:
        return Step(
            "enclosure",
            NakedSetProof((first,), ()),
            contradiction=Contradiction("no-candidate", (first,)),
            variant="1",
        )
    digit, house = board.digits[first], board.houses[h]
    return Step(
        "exclosure",
        HiddenSetProof((), (digit,), (), house),
        contradiction=Contradiction("no-place", (), (digit,), house),
        variant="1",
    )


def steps_of(cands: Candidates, entries: Iterable[Settled]) -> tuple[Step, ...]:
    """Logged singles as steps, the assumption left out."""
    return tuple([entry_step(cands, entry) for entry in entries if entry[2] != START])


# ------------------------------------------------------------------------------------------------
# What the parts of a refutation rest on.

Losses = dict[Candidate, Statement]
"""The candidates excluded under assumptions, each by the first statement that excludes it."""


def grounded(cands: Candidates, step: Step, losses: Losses | None = None) -> Step:
    """A negation, a trial or a part of one, with what each part rests on (``Step.because``).

    ``cands`` is the position before any assumption. Parts on which the contradiction does not rest
    are left out, and so are eliminations of theirs that nothing uses.
    """
    losses = losses or {}
    proof, variant = step.proof, step.variant
    lost = [pair for pair in _needed(cands, step) if pair in losses]
    own = [losses[pair] for pair in lost]
    rules = [rule for pair in lost if (rule := _rule(cands, losses[pair], pair)) is not None]
    match proof:
        case NegationProof(assumed, parts):
            proof = NegationProof(assumed, _refuted(cands, assumed, parts, losses))
            variant = str(proof.depth)
            own += _rests_on(assumed, proof.parts)
            rules += [rule for part in proof.parts for rule in part.view.rules]
        case TrialProof(branches=branches):
            proof = replace(proof, branches=tuple([_branch(cands, b, losses) for b in branches]))
            for branch in proof.branches:
                if isinstance(branch.proof, AssumptionProof):
                    own += _rests_on(branch.proof.assumed, branch.proof.parts)
                    rules += [rule for part in branch.proof.parts for rule in part.view.rules]
        case NakedSetProof(cells=cells, digits=digits) if step.eliminations:
            index = cands.board.index_of
            held = [[(cell, index[digit]) for cell in cells] for digit in digits]
            rules += cands.board.rules(held, step.eliminations)
    return replace(
        step,
        proof=proof,
        variant=variant,
        because=tuple(sorted(set(own))),
        besides=tuple(dict.fromkeys(rules)),
    )


def _rule(cands: Candidates, statement: Statement, lost: Candidate) -> Rule | None:
    """The rule by which a statement excludes a candidate, where no row, column or region does."""
    cell, digit, on = statement
    if not on or cell == lost[0]:
        return None
    index = cands.board.index_of
    return cands.board.rule((cell, index[digit]), (lost[0], index[lost[1]]))


def _branch(cands: Candidates, branch: Step, losses: Losses) -> Step:
    match branch.proof:
        case AssumptionProof(assumed, "contradiction", parts) as proof:
            shown = _refuted(cands, assumed, parts, losses)
            return replace(branch, proof=replace(proof, parts=shown))
        case _:
            return branch


def _refuted(
    cands: Candidates, assumed: Candidate, parts: Sequence[Step], around: Losses
) -> tuple[Step, ...]:
    """The parts that lead from an assumption to a contradiction, each with its reasons."""
    losses = around.copy()
    _write_off(cands, losses, assumed)
    shown = []
    for part in parts:
        shown.append(grounded(cands, part, losses))
        for pair in part.placements:
            _write_off(cands, losses, pair)
        for pair in part.eliminations:
            losses.setdefault(pair, (*pair, False))
    needed = [shown.pop()]
    wanted = set(needed[0].because)
    for part in reversed(shown):
        lost = tuple([pair for pair in part.eliminations if (*pair, False) in wanted])
        if lost or any((*pair, True) in wanted for pair in part.placements):
            needed.append(replace(part, eliminations=lost))
            wanted |= set(part.because)
    return tuple(reversed(needed))


def _write_off(cands: Candidates, losses: Losses, placed: Candidate) -> None:
    """Enter the candidates that a digit excludes: the others of its cell, itself in the cell's
    peers, and others by rules."""
    board = cands.board
    cell, digit = placed
    d = board.index_of[digit]
    others = cands.pairs((cell,), board.all_digits & ~(1 << d))
    for pair in (*others, *cands.pairs(board.peer_list[cell], 1 << d)):
        losses.setdefault(pair, (*placed, True))
    if board.conflicts:
        for e, cells in board.conflicts[cell * board.size + d]:
            for pair in cands.pairs(bits(cells), 1 << e):
                losses.setdefault(pair, (*placed, True))


def _needed(cands: Candidates, part: Step) -> tuple[Candidate, ...]:
    """The candidates that must be gone for a part to hold: by its cells, or by its house."""
    board = cands.board
    cells: tuple[int, ...]
    names: tuple[int, ...]
    house: House | None
    match part.proof:
        case NegationProof():
            return ()
        case SingleProof(cell, digit, house):
            cells, names = (cell,), (digit,)
        case TrialProof(cell, names):
            cells, house = (cell,), None
        case NakedSetProof(cells, names):
            house = None
        case HiddenSetProof(cells, names, _, house):
            pass
        case IntersectionProof(digit, house, _, cells):
            names = (digit,)
        case ExclusionProof(house=house) as proof:
            cells, names = proof.cells, proof.digits
        case _:
            raise AssertionError(f"{part.technique} is not part of a refutation")
    digits = sum([1 << board.index_of[name] for name in names])
    if house is None:
        return cands.pairs(cells, board.all_digits & ~digits)
    return cands.pairs([cell for cell in house.cells if cell not in cells], digits)


def _rests_on(assumed: Candidate, parts: Sequence[Step]) -> list[Statement]:
    """The statements outside a refutation that its parts rest on."""
    inside = {(*assumed, True)}
    for part in parts:
        inside |= {(*pair, True) for pair in part.placements}
        inside |= {(*pair, False) for pair in part.eliminations}
    return [cause for part in parts for cause in part.because if cause not in inside]
