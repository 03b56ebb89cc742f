"""A position as facts, and what follows from a few of them: what small proofs are made of.

A *fact* is a rule that something must be: a cell holds a digit, a complete house holds
a digit, a constraint (a cage, say) is kept. What a rule forbids is free: two digits in a cell, a
digit twice in a house, two digits that two cells may not hold, and what has been crossed out. So a
naked or hidden single rests on one fact, a locked digit on one, a pair or an X-wing on two.

:class:`Facts` numbers the open candidates of a position from 0, sets of them being integers.
:class:`Trail` follows an assumption breadth first; each level adds at least one fact to what its
statements rest on, so the first contradiction met rests on few. :func:`trace` finds which.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from satdoku.limits import ENDLESS, Clock
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.clues import ClueWays, clues_of
from satdoku.techniques.ways import Ways

__all__ = ["EVERY", "Allowed", "Facts", "Filter", "Trail", "TrailEnd", "TrailProof", "trace"]


@dataclass(frozen=True, slots=True)
class Filter:
    """What a clue makes of the candidates that are left in its cells.

    rule   the fact's place in ``Facts.clues``
    cells  its cells
    scope  their open candidates
    ways   the ways to fill them
    """

    rule: int
    cells: tuple[int, ...]
    scope: int
    ways: Ways


class Facts:
    """The open candidates of a position and the facts about them.

    pairs     candidate → (cell, d)
    near      candidate → the candidates that it excludes
    live      fact → the candidates one of which must be true; first the cells, then the houses
    names     fact → (cell, -1) or (d, house), as a Failure of ``settle.py``
    of        candidate → the facts that need it
    clues     the clues that exclude more than what two cells may not hold
    filters   what they say, in the same order
    """

    def __init__(self, cands: Candidates, clock: Clock = ENDLESS) -> None:
        board = cands.board
        self.clock = clock
        self.cands, self.board = cands, board
        cand, where = cands.cand, cands.where
        self.pairs = [(cell, d) for cell, mask in enumerate(cand) if mask for d in bits(mask)]
        self.number = {pair: v for v, pair in enumerate(self.pairs)}
        self.every = (1 << len(self.pairs)) - 1
        number = self.number
        self.in_cell = {
            cell: sum(1 << number[cell, d] for d in bits(mask))
            for cell, mask in enumerate(cand)
            if mask
        }
        self.near: list[int] = []
        for v, (cell, d) in enumerate(self.pairs):
            clock.check()
            mask = self.in_cell[cell] ^ (1 << v)
            for peer in bits(where[d] & board.peers[cell]):
                mask |= 1 << number[peer, d]
            if board.conflicts:
                for e, others in board.conflicts[cell * board.size + d]:
                    for other in bits(where[e] & others):
                        mask |= 1 << number[other, e]
            self.near.append(mask)
        self.live: list[int] = []
        self.names: list[tuple[int, int]] = []
        for cell, value in enumerate(cands.values):
            if value < 0:
                self.live.append(self.in_cell.get(cell, 0))
                self.names.append((cell, -1))
        for h, cells in enumerate(board.members):
            if board.complete[h]:
                written = {cands.values[cell] for cell in cells}
                for d in range(board.size):
                    if d not in written:
                        places = bits(where[d] & board.mask[h])
                        self.live.append(sum(1 << number[c, d] for c in places))
                        self.names.append((d, h))
        self.of: list[list[int]] = [[] for _ in self.pairs]
        for fact, mask in enumerate(self.live):
            for v in bits(mask):
                self.of[v].append(fact)
        self.clues: list[ClueWays] = []
        self.filters: list[Filter] = []
        self.work = 0
        """How much has been done with these facts, in steps of some 20 microseconds."""
        self._domains: dict[int, int] = {}
        self._settled: dict[tuple[int, int], tuple[int, int] | None] = {}
        for clue in clues_of(cands.puzzle):
            cells = clue.ways.cells
            scope = sum(self.in_cell.get(cell, 0) for cell in cells)
            if scope and clue.ways.model.beyond_pairs is not None:
                self.filters.append(Filter(len(self.clues), cells, scope, clue.ways))
                self.clues.append(clue)

    def settle(self, at: int, alive: int) -> tuple[int, int] | None:
        """What a filter makes of the candidates left: (those that go, those that must be true), or
        ``None`` where the rule cannot be kept."""
        key = at, alive & self.filters[at].scope
        if key not in self._settled:
            self._settled[key] = self._fill(at, alive)
        answer = self._settled[key]
        return answer if answer is None else (answer[0] & alive, answer[1])

    def _fill(self, at: int, alive: int) -> tuple[int, int] | None:
        self.work += 10
        found = self.filters[at]
        values, pairs = self.cands.values, self.pairs
        domains = []
        for cell in found.cells:
            if values[cell] >= 0:
                domains.append(1 << values[cell])
            else:
                here = alive & self.in_cell.get(cell, 0)
                domain = self._domains.get(here, -1)
                if domain < 0:
                    domain = sum(1 << pairs[v][1] for v in bits(here))
                    self._domains[here] = domain
                domains.append(domain)
        kept = found.ways.found(tuple(domains), self.clock).support
        if not kept:
            return None
        gone = forced = 0
        for cell, domain, supported in zip(found.cells, domains, kept, strict=True):
            if not supported:
                return None
            if values[cell] >= 0:
                continue
            for d in bits(domain & ~supported):
                gone |= 1 << self.number[cell, d]
            if not supported & (supported - 1):
                forced |= 1 << self.number[cell, supported.bit_length() - 1]
        return gone, forced


@dataclass(frozen=True, slots=True)
class Allowed:
    """The facts that an argument may use: places in ``Facts.live`` and in ``Facts.clues``."""

    needs: frozenset[int]
    rules: frozenset[int]

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.needs) + len(self.rules)


EVERY: Allowed | None = None
"""Every fact of the position."""

TrailEnd = tuple[Literal["need", "filter", "clash"], int, int]
"""How an assumption fails: a fact without a candidate; a filter that cannot be kept (with the true
candidates that it excludes, if any); a candidate both true and false."""


@dataclass(slots=True)
class _Loss:
    """Candidates that became false together.

    source  ``true`` the candidate ``what`` excludes them; ``filter`` the filter ``what`` does;
            ``part`` the nested proof ``what`` does
    """

    source: Literal["true", "filter", "part"]
    what: int
    mask: int
    level: int


@dataclass(slots=True)
class Trail:
    """An assumption followed breadth first, a level at a time.

    start    (candidate, whether it is assumed true), or ``None`` for no assumption at all
    known    candidates that the surrounding argument has shown false, ``settled`` true
    why      true candidate → (fact >= 0, ``-1`` the assumption, ``-2 - i`` filter i; its level)
    ends     how it fails, empty while it does not
    parts    nested proofs
    """

    facts: Facts
    start: tuple[int, bool] | None
    known: int = 0
    settled: int = 0
    false: int = 0
    true: int = 0
    level: int = 0
    why: dict[int, tuple[int, int]] = field(default_factory=dict)
    losses: list[_Loss] = field(default_factory=list)
    frontier: list[int] = field(default_factory=list)
    fresh: int = 0
    ends: list[TrailEnd] = field(default_factory=list)
    parts: list[TrailProof] = field(default_factory=list)
    alive: bool = True

    def __post_init__(self) -> None:
        self.false |= self.known
        self.true |= self.settled
        if self.start is not None:
            v, on = self.start
            if on:
                self.true |= 1 << v
                self.why[v] = (-1, 0)
                self.frontier.append(v)
            else:
                self.false |= 1 << v
                self.fresh |= 1 << v

    def advance(self, allowed: Allowed | None = EVERY) -> bool:
        """Go one level on; whether the assumption has failed (``alive``: it may go on)."""
        facts = self.facts
        facts.work += 1
        near, live = facts.near, facts.live
        level, false, fresh = self.level, self.false, self.fresh
        for t in self.frontier:
            mask = near[t] & ~false
            if mask:
                false |= mask
                fresh |= mask
                self.losses.append(_Loss("true", t, mask, level))
        ends: list[TrailEnd] = []
        true = self.true
        for v in bits(fresh & true):
            reason = self.why[v][0] if v in self.why else -1
            ends.append(("need", reason, 0) if reason >= 0 else ("clash", v, 0))
        needs: Iterable[int]
        # Without an assumption nothing is touched, and yet something may follow.
        touched = fresh if self.start is not None or level else -1
        if allowed is None:
            of = facts.of
            found: set[int] = set()
            for v in bits(fresh):
                found.update(of[v])
            needs = sorted(found)
        else:
            needs = [fact for fact in sorted(allowed.needs) if live[fact] & touched]
        following: dict[int, int] = {}
        open_ = ~false
        for fact in needs:
            rest = live[fact] & open_
            if not rest:
                ends.append(("need", fact, 0))
            elif not rest & (rest - 1) and not rest & true:
                following.setdefault(rest.bit_length() - 1, fact)
        lost: list[_Loss] = []
        after = 0
        if facts.filters:
            if touched >= 0:
                touched |= sum(1 << t for t in self.frontier)
            for at, found_filter in enumerate(facts.filters):
                if not found_filter.scope & touched:
                    continue
                if allowed is not None and found_filter.rule not in allowed.rules:
                    continue
                facts.work += 1
                left = facts.settle(at, facts.every & open_)
                if left is None:
                    ends.append(("filter", at, 0))
                    continue
                gone, forced = left
                if gone & true:
                    # Of two that exclude each other, one is the reason why the other goes.
                    ends.append(("filter", at, gone & true & -(gone & true)))
                gone &= ~after
                if gone:
                    after |= gone
                    lost.append(_Loss("filter", at, gone, level + 1))
                for v in bits(forced & ~true):
                    following.setdefault(v, -2 - at)
        self.false = false
        self.fresh = 0
        if ends:
            self.ends = ends
            self.alive = False
            return True
        self.level = level + 1
        self.frontier = sorted(following)
        for v in self.frontier:
            self.why[v] = (following[v], level + 1)
            self.true |= 1 << v
        self.losses += lost
        self.false |= after
        self.fresh = after
        self.alive = bool(self.frontier or after)
        return False

    def run(self, allowed: Allowed | None = EVERY) -> bool:
        """Go on to the end; whether the assumption fails."""
        while self.alive:
            if self.advance(allowed):
                return True
        return False

    def lose(self, v: int, part: TrailProof) -> None:
        """Take a candidate as false as a nested proof shows, and go on from there."""
        self.losses.append(_Loss("part", len(self.parts), 1 << v, self.level))
        self.parts.append(part)
        self.false |= 1 << v
        self.fresh = 1 << v
        self.frontier = []
        self.alive = True


@dataclass(slots=True)
class TrailProof:
    """The statements of a trail that its contradiction needs.

    uses     the facts it rests on
    order    its sources: ``("true", candidate)`` or ``("loss", place in trail.losses)``, each
             after those that it needs
    premises source (or ``("end", 0)``) → (candidates that must be false for it, and true)
    lost     place in trail.losses → the candidates that it accounts for
    known    what it takes from the surrounding argument: (false, true)
    """

    trail: Trail
    end: TrailEnd
    uses: Allowed
    order: list[tuple[str, int]]
    premises: dict[tuple[str, int], tuple[int, int]]
    lost: dict[int, int]
    known: tuple[int, int]

    @property
    def size(self) -> int:
        """The number of facts it rests on."""
        return self.uses.size

    @property
    def length(self) -> int:
        """The number of statements made, nested ones included."""
        inner = sum(self.trail.parts[p].length for p in self._parts())
        return len(self.order) + inner

    def _parts(self) -> list[int]:
        losses = self.trail.losses
        return [
            losses[at].what
            for kind, at in self.order
            if kind == "loss" and losses[at].source == "part"
        ]


def trace(trail: Trail) -> TrailProof:
    """The proof of the smallest of a trail's ends."""
    return min((_trace(trail, end) for end in trail.ends[:6]), key=lambda p: (p.size, p.length))


def _trace(trail: Trail, end: TrailEnd) -> TrailProof:
    return _Tracer(trail).trace(end)


class _Tracer:
    """Go back from the end, latest statements first, each false candidate by the source that
    accounts for most of what is wanted."""

    def __init__(self, trail: Trail) -> None:
        self.trail = trail
        self.chosen: dict[int, int] = {}
        self.wanted: dict[int, int] = {}
        self.premises: dict[tuple[str, int], tuple[int, int]] = {}
        self.queue: list[tuple[int, str, int]] = []
        self.needs: set[int] = set()
        self.rules: set[int] = set()
        self.known = 0
        self.settled = 0
        self.assumed_false = 0
        if trail.start is not None:
            v, on = trail.start
            if on:
                self.chosen[v] = 0
            else:
                self.assumed_false = 1 << v

    def trace(self, end: TrailEnd) -> TrailProof:
        trail = self.trail
        kind, what, gone = end
        level = trail.level
        if kind == "need":
            self.needs.add(what)
            false, true = trail.facts.live[what], 0
        elif kind == "clash":
            false, true = 1 << what, 1 << what
        else:
            self.rules.add(trail.facts.filters[what].rule)
            false, true = self._explain(what, level, gone, 0, conflict=not gone)
            true |= gone
        self._premise(("end", 0), false, true, level)
        while self.queue:
            _, source, item = heapq.heappop(self.queue)
            if source == "true":
                self._true(item)
            else:
                self._loss(item)
        order = sorted(
            [(trail.why[v][1], 0, "true", v) for v in self.chosen]
            + [(trail.losses[at].level, 1, "loss", at) for at in self.wanted]
        )
        return TrailProof(
            trail,
            end,
            Allowed(frozenset(self.needs), frozenset(self.rules)),
            [(source, item) for _, _, source, item in order],
            self.premises,
            self.wanted,
            (self.known, self.settled),
        )

    def _premise(self, source: tuple[str, int], false: int, true: int, bound: int) -> None:
        self.premises[source] = (false, true)
        for v in bits(true):
            self._choose(v)
        self._want(false, bound)

    def _choose(self, v: int) -> None:
        if v in self.chosen:
            return
        if v not in self.trail.why:
            self.settled |= 1 << v
            return
        level = self.trail.why[v][1]
        self.chosen[v] = level
        heapq.heappush(self.queue, (-level, "true", v))

    def _want(self, mask: int, bound: int) -> None:
        trail = self.trail
        near = trail.facts.near
        self.known |= mask & trail.known
        mask &= ~(trail.known | self.assumed_false)
        for v, level in self.chosen.items():
            if level <= bound:
                mask &= ~near[v]
        losses = trail.losses
        for at in self.wanted:
            if losses[at].level <= bound:
                self.wanted[at] |= mask & losses[at].mask
                mask &= ~losses[at].mask
        if not mask:
            return
        # Sources by level: among equals the one that rests on least comes first.
        sources = [
            (level, "true", v, near[v]) for v, (_, level) in trail.why.items() if level <= bound
        ]
        sources += [
            (loss.level, "loss", at, loss.mask)
            for at, loss in enumerate(losses)
            if loss.source != "true" and loss.level <= bound
        ]
        sources.sort(key=lambda s: (s[0], s[1] == "loss", s[2]))
        while mask:
            best = max(sources, key=lambda s: (mask & s[3]).bit_count())
            level, kind, item, covers = best
            if not mask & covers:
                raise AssertionError("a false candidate has no reason")
            if kind == "true":
                self._choose(item)
            else:
                self.wanted[item] = mask & covers
                heapq.heappush(self.queue, (-level, "loss", item))
            mask &= ~covers

    def _true(self, v: int) -> None:
        reason, level = self.trail.why[v]
        if reason >= 0:
            self.needs.add(reason)
            false, true = self.trail.facts.live[reason] & ~(1 << v), 0
        elif reason == -1:
            return
        else:
            at = -2 - reason
            self.rules.add(self.trail.facts.filters[at].rule)
            false, true = self._explain(at, level - 1, 0, 1 << v, conflict=False)
        self._premise(("true", v), false, true, level - 1)

    def _loss(self, at: int) -> None:
        loss = self.trail.losses[at]
        if loss.source == "filter":
            self.rules.add(self.trail.facts.filters[loss.what].rule)
            false, true = self._explain(
                loss.what, loss.level - 1, self.wanted[at], 0, conflict=False
            )
            bound = loss.level - 1
        else:
            part = self.trail.parts[loss.what]
            self.needs |= part.uses.needs
            self.rules |= part.uses.rules
            false, true = part.known
            # A nested proof is only made where the trail had come to a halt, a level before.
            bound = loss.level - 1
        self._premise(("loss", at), false, true, bound)

    def _explain(
        self, at: int, bound: int, gone: int, forced: int, *, conflict: bool
    ) -> tuple[int, int]:
        """Few statements from which a filter draws its conclusion: (false, true candidates)."""
        trail, facts = self.trail, self.trail.facts
        found = facts.filters[at]
        false = trail.known | self.assumed_false
        for loss in trail.losses:
            if loss.level <= bound:
                false |= loss.mask
        items: list[tuple[int, int, int]] = []  # (level, candidate, what it takes away)
        covered = 0
        excluded = gone | forced | false
        for cell in found.cells:
            own = facts.in_cell.get(cell, 0)
            for v in bits(own & trail.true & ~excluded):
                level = trail.why[v][1] if v in trail.why else -1
                if level <= bound and not covered & own:
                    items.append((level, v, own & ~(1 << v)))
                    covered |= own
        levels = dict.fromkeys(bits(found.scope & false & ~covered), -1)
        for loss in trail.losses:
            for v in bits(loss.mask & found.scope & ~covered):
                if loss.level <= bound and v in levels:
                    levels[v] = loss.level
        items += [(level, v, 1 << v) for v, level in levels.items()]
        items.sort(reverse=True)

        def follows(kept: list[tuple[int, int, int]]) -> bool:
            taken = 0
            for _, _, away in kept:
                taken |= away
            left = facts.settle(at, facts.every & ~taken)
            if left is None:
                return True
            return not conflict and not gone & ~left[0] and not forced & ~left[1]

        assert follows(items)
        kept = items
        for item in items:
            fewer = [other for other in kept if other is not item]
            if follows(fewer):
                kept = fewer
        is_true = {v for _, v, away in kept if away != 1 << v}
        return (
            sum(1 << v for _, v, _ in kept if v not in is_true),
            sum(1 << v for v in is_true),
        )
