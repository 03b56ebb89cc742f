"""What follows from an assumption by some facts, and from which statements its failure follows.

:class:`Trail` follows an assumption breadth first; each level adds at least one fact to what its
statements rest on, so the first contradiction met rests on few. A :class:`TrailProof` is what
:func:`satdoku.techniques.facts.trace.trace` leaves of a trail.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from satdoku.techniques.board import bits
from satdoku.techniques.facts.position import EVERY, Allowed, Facts
from satdoku.techniques.step import LINE_LINKS

__all__ = ["Trail", "TrailEnd", "TrailProof"]

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
        inner = sum(self.trail.parts[p].length for p in self.parts)
        return len(self.order) + inner

    @property
    def lines(self) -> int:
        """The lines that its statements fill: a nested argument that fails at once, or is one
        chain, fills one, another two beside its own."""
        inner = [self.trail.parts[p] for p in self.parts]
        own = sum(kind == "true" for kind, _ in self.order)
        supposed = self.trail.start is not None and self.trail.start[1]
        return (
            own
            - supposed
            + sum(1 if not part.lines or part.is_alternating else part.lines + 2 for part in inner)
        )

    def causes(self) -> dict[int, int]:
        """False candidate → the true one that excludes it, as few of them as possible for each
        statement."""
        near, start = self.trail.facts.near, self.trail.start
        found: dict[int, int] = {}
        accounted = self.known[0]
        true: list[int] = []
        if start is not None:
            if start[1]:
                true.append(start[0])
            else:
                accounted |= 1 << start[0]
        for source in (*self.order, ("end", 0)):
            left = self.premises.get(source, (0, 0))[0] & ~accounted
            while left:
                cause = max(true, key=lambda t: (near[t] & left).bit_count(), default=-1)
                gone = near[cause] & left if true else 0
                if not gone:
                    break
                found |= dict.fromkeys(bits(gone), cause)
                accounted |= gone
                left &= ~gone
            if source[0] == "true" and (source[1], True) != start:
                true.append(source[1])
            elif source[0] == "loss":
                accounted |= self.lost[source[1]]
        return found

    @property
    def is_alternating(self) -> bool:
        """Whether it is an alternating chain that fits a line: each statement follows from one
        before it, and the end from two that have nothing but the assumption in common."""
        start = self.trail.start
        if start is None or not start[1] or self.end[0] != "need":
            return False
        if not 1 < len(self.order) <= LINE_LINKS or any(kind != "true" for kind, _ in self.order):
            return False
        causes = self.causes()
        followed: list[int] = []
        for source in (*self.order, ("end", 0)):
            if source == ("true", start[0]):
                continue
            false = self.premises[source][0] & ~self.known[0]
            reasons = {causes.get(v) for v in bits(false)}
            if len(reasons) != (2 if source[0] == "end" else 1) or None in reasons:
                return False
            followed += [cause for cause in reasons if cause is not None and cause != start[0]]
        return len(followed) == len(set(followed))

    @property
    def parts(self) -> list[int]:
        """The nested proofs that it uses: places in ``trail.parts``."""
        losses = self.trail.losses
        return [
            losses[at].what
            for kind, at in self.order
            if kind == "loss" and losses[at].source == "part"
        ]
