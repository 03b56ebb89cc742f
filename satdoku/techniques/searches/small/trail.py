"""The consequences of an assumption by some facts, and the statements from which its failure
follows.

:class:`Trail` follows an assumption breadth first; each level adds at least one fact to what its
statements rest on, so the first contradiction met rests on few. A :class:`TrailProof` is what
:func:`satdoku.techniques.searches.small.trace.trace` leaves of a trail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field
from functools import cached_property
from typing import TYPE_CHECKING, Literal, Protocol

from satdoku.base.compiled import compiled_core
from satdoku.base.records import dataclass
from satdoku.techniques.board import bits
from satdoku.techniques.searches.small.position import EVERY, Allowed, Facts
from satdoku.techniques.step import LINE_LINKS

if TYPE_CHECKING:
    from satdoku.core import Proof as CoreProof
    from satdoku.core import Trail as CoreTrail

TrailEnd = tuple[Literal["need", "filter", "clash"], int, int]
"""How an assumption fails: a fact without a candidate; a filter that cannot be kept (with the true
candidates that it excludes, if any); a candidate both true and false."""


@dataclass(frozen=True, slots=True)
class Loss:
    """Candidates that became false together.

    source  ``true`` the candidate ``what`` excludes them; ``filter`` the filter ``what`` does;
            ``part`` the nested proof ``what`` does
    """

    source: Literal["true", "filter", "part"]
    what: int
    mask: int
    level: int


class Trail(Protocol):
    """An assumption followed breadth first, a level at a time: by the compiled core or, where it is
    not installed, in Python; both do the same.

    start    (candidate, whether it is assumed true), or ``None`` for no assumption at all
    true     the candidates that are true, and ``false`` those that are not
    why      true candidate → (fact >= 0, ``-1`` the assumption, ``-2 - i`` filter i; its level)
    alive    whether it may go on
    failed   whether the assumption has failed
    parts    nested proofs
    """

    facts: Facts
    start: tuple[int, bool] | None
    parts: list[TrailProof]

    @property
    def alive(self) -> bool: ...
    @property
    def failed(self) -> bool: ...
    @property
    def false(self) -> int: ...
    @property
    def true(self) -> int: ...
    @property
    def why(self) -> dict[int, tuple[int, int]]: ...
    @property
    def losses(self) -> list[Loss]: ...

    def inside(self, v: int) -> Trail:
        """The trail of a candidate that is supposed true beside what is known here."""

    def advance(self, allowed: Allowed | None = EVERY) -> bool:
        """Go one level on; whether the assumption has failed."""

    def run(self, allowed: Allowed | None = EVERY) -> bool:
        """Go on to the end; whether the assumption fails."""

    def lose(self, v: int, part: TrailProof) -> None:
        """Take a candidate as false as a nested proof shows, and go on from there."""


def follow(facts: Facts, start: tuple[int, bool] | None) -> Trail:
    """The trail of an assumption."""
    core = compiled_core("Trail")
    if core is None or facts.compiled is None:
        return PlainTrail(facts, start)
    v, on = (-1, True) if start is None else start
    return CompiledTrail(facts, start, core.Trail(facts.compiled, v, on))


@dataclass(slots=True)
class PlainTrail:
    """A trail in Python.

    known    candidates that the surrounding argument has shown false, ``settled`` true
    ends     how it fails, empty while it does not
    """

    facts: Facts
    start: tuple[int, bool] | None
    known: int = 0
    settled: int = 0
    false: int = 0
    true: int = 0
    level: int = 0
    why: dict[int, tuple[int, int]] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    frontier: list[int] = field(default_factory=list)
    fresh: int = 0
    ends: list[TrailEnd] = field(default_factory=list)
    parts: list[TrailProof] = field(default_factory=list)
    alive: bool = True

    def inside(self, v: int) -> Trail:
        return PlainTrail(self.facts, (v, True), self.false, self.true)

    @property
    def failed(self) -> bool:
        return bool(self.ends)

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
        # Each level of each trail takes this way, so that it is kept whole but for the clues.
        facts = self.facts
        facts.work += 1
        near, live = facts.near, facts.live
        level, false, fresh = self.level, self.false, self.fresh
        for t in self.frontier:
            mask = near[t] & ~false
            if mask:
                false |= mask
                fresh |= mask
                self.losses.append(Loss("true", t, mask, level))
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
            touched_needs: set[int] = set()
            for v in bits(fresh):
                touched_needs.update(of[v])
            needs = sorted(touched_needs)
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
        if facts.filters and touched >= 0:
            touched |= sum(1 << t for t in self.frontier)
        lost = self._filtered(allowed, touched, open_, following, ends) if facts.filters else []
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
        self.fresh = 0
        for loss in lost:
            self.fresh |= loss.mask
        self.false |= self.fresh
        self.alive = bool(self.frontier or lost)
        return False

    def _filtered(
        self,
        allowed: Allowed | None,
        touched: int,
        open_: int,
        following: dict[int, int],
        ends: list[TrailEnd],
    ) -> list[Loss]:
        """The candidates that the touched clues exclude; what they force is added to ``following``,
        and contradictions to ``ends``."""
        facts, true, level = self.facts, self.true, self.level
        losses: list[Loss] = []
        after = 0
        for at, clue in enumerate(facts.filters):
            if not clue.scope & touched:
                continue
            if allowed is not None and clue.rule not in allowed.rules:
                continue
            facts.work += 1
            left = facts.settle(at, facts.every & open_)
            if left is None:
                ends.append(("filter", at, 0))
                continue
            excluded, forced = left
            if excluded & true:
                # Of two that exclude each other, one is the reason why the other goes.
                ends.append(("filter", at, excluded & true & -(excluded & true)))
            excluded &= ~after
            if excluded:
                after |= excluded
                losses.append(Loss("filter", at, excluded, level + 1))
            for v in bits(forced & ~true):
                following.setdefault(v, -2 - at)
        return losses

    def run(self, allowed: Allowed | None = EVERY) -> bool:
        while self.alive:
            if self.advance(allowed):
                return True
        return False

    def lose(self, v: int, part: TrailProof) -> None:
        self.losses.append(Loss("part", len(self.parts), 1 << v, self.level))
        self.parts.append(part)
        self.false |= 1 << v
        self.fresh = 1 << v
        self.frontier = []
        self.alive = True


class CompiledTrail:
    """A trail that the compiled core follows."""

    __slots__ = ("_inner", "facts", "parts", "start")

    def __init__(self, facts: Facts, start: tuple[int, bool] | None, inner: CoreTrail) -> None:
        self.facts, self.start, self._inner = facts, start, inner
        self.parts: list[TrailProof] = []

    @property
    def alive(self) -> bool:
        return self._inner.alive

    @property
    def failed(self) -> bool:
        return self._inner.failed

    @property
    def false(self) -> int:
        return self._inner.false

    @property
    def true(self) -> int:
        return self._inner.true

    @property
    def why(self) -> dict[int, tuple[int, int]]:
        return self._inner.why

    @property
    def losses(self) -> list[Loss]:
        return [Loss(*loss) for loss in self._inner.losses]

    def inside(self, v: int) -> Trail:
        return CompiledTrail(self.facts, (v, True), self._inner.inside(v))

    def advance(self, allowed: Allowed | None = EVERY) -> bool:
        return self._inner.advance(self.facts.allowed(allowed), self.facts)

    def run(self, allowed: Allowed | None = EVERY) -> bool:
        return self._inner.run(self.facts.allowed(allowed), self.facts)

    def lose(self, v: int, part: TrailProof) -> None:
        assert part.inner is not None, "the trails of a position are all of one kind"
        self._inner.lose(v, part.inner)
        self.parts.append(part)

    def trace(self) -> TrailProof:
        """The proof of the smallest of its ends."""
        inner = self._inner.trace(self.facts)
        uses = Allowed(frozenset(inner.needs), frozenset(inner.rules))
        return TrailProof(self, uses, inner.length, lambda: Statements(*inner.statements()), inner)


@dataclass(frozen=True, slots=True)
class Statements:
    """The statements of a proof.

    end      how the assumption fails
    order    its sources: ``("true", candidate)`` or ``("loss", place in trail.losses)``, each
             after those that it needs
    premises source (or ``("end", 0)``) → (candidates that must be false for it, and true)
    lost     place in trail.losses → the candidates that it accounts for
    known    what it takes from the surrounding argument: (false, true)
    """

    end: TrailEnd
    order: list[tuple[str, int]]
    premises: dict[tuple[str, int], tuple[int, int]]
    lost: dict[int, int]
    known: tuple[int, int]


class TrailProof:
    """The statements of a trail that its contradiction needs.

    uses    the facts it rests on
    length  the number of statements made, nested ones included
    make    makes its statements, which most proofs are never asked for
    inner   the same in the compiled core
    """

    def __init__(
        self,
        trail: Trail,
        uses: Allowed,
        length: int,
        make: Callable[[], Statements],
        inner: CoreProof | None = None,
    ) -> None:
        self.trail, self.uses, self.length = trail, uses, length
        self.inner, self._make = inner, make

    @cached_property
    def statements(self) -> Statements:
        """The statements of the proof, made on first use."""
        return self._make()

    @property
    def size(self) -> int:
        """The number of facts it rests on."""
        return self.uses.size

    @property
    def lines(self) -> int:
        """The lines that its statements fill: a nested argument that fails at once, or is one
        chain, fills one, another two beside its own."""
        inner = [self.trail.parts[p] for p in self.parts]
        own = sum(kind == "true" for kind, _ in self.statements.order)
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
        causes: dict[int, int] = {}
        accounted = self.statements.known[0]
        true: list[int] = []
        if start is not None:
            if start[1]:
                true.append(start[0])
            else:
                accounted |= 1 << start[0]
        for source in (*self.statements.order, ("end", 0)):
            left = self.statements.premises.get(source, (0, 0))[0] & ~accounted
            while left:
                cause = max(true, key=lambda t: (near[t] & left).bit_count(), default=-1)
                excluded = near[cause] & left if true else 0
                if not excluded:
                    break
                causes |= dict.fromkeys(bits(excluded), cause)
                accounted |= excluded
                left &= ~excluded
            if source[0] == "true" and (source[1], True) != start:
                true.append(source[1])
            elif source[0] == "loss":
                accounted |= self.statements.lost[source[1]]
        return causes

    @property
    def is_alternating(self) -> bool:
        """Whether it is an alternating chain that fits a line: each statement follows from one
        before it, and the end from two that have nothing but the assumption in common."""
        start = self.trail.start
        if start is None or not start[1] or self.statements.end[0] != "need":
            return False
        if not 1 < len(self.statements.order) <= LINE_LINKS or any(
            kind != "true" for kind, _ in self.statements.order
        ):
            return False
        causes = self.causes()
        followed: list[int] = []
        for source in (*self.statements.order, ("end", 0)):
            if source == ("true", start[0]):
                continue
            false = self.statements.premises[source][0] & ~self.statements.known[0]
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
            for kind, at in self.statements.order
            if kind == "loss" and losses[at].source == "part"
        ]
