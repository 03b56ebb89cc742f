"""Which of a trail's statements, and so which facts, its contradiction rests on."""

from __future__ import annotations

import heapq
from typing import TypeAlias

from satdoku.techniques.board import bits
from satdoku.techniques.searches.small.position import Allowed, Filter
from satdoku.techniques.searches.small.trail import (
    CompiledTrail,
    PlainTrail,
    Statements,
    Trail,
    TrailEnd,
    TrailProof,
)

_Item: TypeAlias = tuple[int, int, int]
"""A statement: its level, its candidate, and what it takes away, as a bit set."""


def trace(trail: Trail) -> TrailProof:
    """The proof of the smallest of a trail's ends."""
    if isinstance(trail, CompiledTrail):
        return trail.trace()
    assert isinstance(trail, PlainTrail)
    return min((_trace(trail, end) for end in trail.ends[:6]), key=lambda p: (p.size, p.length))


def _trace(trail: PlainTrail, end: TrailEnd) -> TrailProof:
    return _Tracer(trail).trace(end)


class _Tracer:
    """Go back from the end, latest statements first, each false candidate by the source that
    accounts for most of what is wanted."""

    def __init__(self, trail: PlainTrail) -> None:
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
        kind, place, excluded = end
        level = trail.level
        if kind == "need":
            self.needs.add(place)
            false, true = trail.facts.live[place], 0
        elif kind == "clash":
            false, true = 1 << place, 1 << place
        else:
            self.rules.add(trail.facts.filters[place].rule)
            false, true = self._explain(place, level, excluded, 0)
            true |= excluded
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
        statements = Statements(
            end,
            [(source, item) for _, _, source, item in order],
            self.premises,
            self.wanted,
            (self.known, self.settled),
        )
        uses = Allowed(frozenset(self.needs), frozenset(self.rules))
        inner = [loss.what for at in self.wanted if (loss := trail.losses[at]).source == "part"]
        length = len(order) + sum(trail.parts[p].length for p in inner)
        return TrailProof(trail, uses, length, lambda: statements)

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
            false, true = self._explain(at, level - 1, 0, 1 << v)
        self._premise(("true", v), false, true, level - 1)

    def _loss(self, at: int) -> None:
        loss = self.trail.losses[at]
        if loss.source == "filter":
            self.rules.add(self.trail.facts.filters[loss.what].rule)
            false, true = self._explain(loss.what, loss.level - 1, self.wanted[at], 0)
            bound = loss.level - 1
        else:
            part = self.trail.parts[loss.what]
            self.needs |= part.uses.needs
            self.rules |= part.uses.rules
            false, true = part.statements.known
            # A nested proof is only made where the trail had come to a halt, a level before.
            bound = loss.level - 1
        self._premise(("loss", at), false, true, bound)

    def _explain(self, at: int, bound: int, lost: int, forced: int) -> tuple[int, int]:
        """Few statements from which a filter draws its conclusion: (false, true candidates)."""
        facts = self.trail.facts
        filter_ = facts.filters[at]
        items = self._items(filter_, bound, lost | forced)

        def follows(some: list[_Item]) -> bool:
            taken = 0
            for _, _, away in some:
                taken |= away
            return facts.shows(at, facts.every & ~taken, lost, forced)

        sure = follows(items)
        # A solver may have given up here what it showed before: then all of it is named.
        assert sure or filter_.ways.is_hard
        needed = items
        # Those that can be left out lie together: halves that cannot be are looked at in turn.
        parts = [items] if sure else []
        while parts and not (facts.is_spent and filter_.ways.is_hard):
            part = parts.pop()
            out = set(part)
            fewer = [item for item in needed if item not in out]
            if follows(fewer):
                needed = fewer
            elif len(part) > 1:
                half = len(part) // 2
                parts += [part[half:], part[:half]]
        is_true = {v for _, v, away in needed if away != 1 << v}
        return (sum(1 << v for _, v, _ in needed if v not in is_true), sum(1 << v for v in is_true))

    def _items(self, filter_: Filter, bound: int, concluded: int) -> list[_Item]:
        """The statements up to a level that take candidates from a filter, the latest first."""
        trail, facts = self.trail, self.trail.facts
        false = trail.known | self.assumed_false
        for loss in trail.losses:
            if loss.level <= bound:
                false |= loss.mask
        items: list[_Item] = []
        covered = 0
        excluded = concluded | false
        for cell in filter_.cells:
            own = facts.in_cell.get(cell, 0)
            for v in bits(own & trail.true & ~excluded):
                level = trail.why[v][1] if v in trail.why else -1
                if level <= bound and not covered & own:
                    items.append((level, v, own & ~(1 << v)))
                    covered |= own
        levels = dict.fromkeys(bits(filter_.scope & false & ~covered), -1)
        for loss in trail.losses:
            for v in bits(loss.mask & filter_.scope & ~covered):
                if loss.level <= bound and v in levels:
                    levels[v] = loss.level
        items += [(level, v, 1 << v) for v, level in levels.items()]
        return sorted(items, reverse=True)
