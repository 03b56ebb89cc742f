"""Clue chains: chains whose links are what the ways to keep a clue have in common.

In the ways that are left to a clue two candidates may never be together (a weak link), or one of
two may always be there (a strong link). With the links of houses, cells and pairs of cells they
make chains: alternating inference chains in which clues take part.

| technique | argument |
|---|---|
| clue-chain | a candidate leads to its opposite |
| clue-forcing-chains | one of some candidates is true, and each leads to the same |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import reduce
from itertools import pairwise
from operator import and_, or_
from typing import ClassVar, Literal

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.chains import ChainProof, ForcingProof
from satdoku.techniques.arguments.pieces import Candidate
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.names.terms import Term
from satdoku.techniques.searches.clues.strong import reason_at, strong_links
from satdoku.techniques.searches.clues.ways import ClueWays
from satdoku.techniques.searches.small.position import Facts
from satdoku.techniques.step import Chain, Node, Rule, Step

_WAYS = 200
"""Every way of a clue that is needed is named only where they are no more than these."""

_CELLS = 12
"""A clue about more cells gives no weak links."""


@dataclass(slots=True)
class _Known:
    """For a clue with some domains: the candidates that each of its candidates excludes."""

    off: dict[object, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(slots=True)
class _Links:
    """The consequences of single candidates.

    off      candidate → the candidates that are false where it is true
    on       candidate → the candidates that are true where it is false
    by_clue  (candidate, other, whether the first is true) → the clue that implies it
    by_fact  (candidate, other) → the fact that has these two alone
    leading  the candidates from which something follows where they are false
    after    candidate → the candidates that are true where it is true, two links on
    """

    facts: Facts
    off: list[int]
    on: list[int]
    by_clue: dict[tuple[int, int, bool], Rule]
    by_fact: dict[tuple[int, int], int]
    leading: int
    after: list[int]
    _known: dict[int, tuple[int, list[int]]] = field(default_factory=dict)

    def false(self, start: int, most: int) -> int:
        """The candidates that are false where a candidate is true, within so many links;
        :class:`_Reach` traces how."""
        known = self._known.get(start)
        if known is None or known[0] < most:
            known = self._known[start] = most, self._rounds(start, most)
        rounds = known[1]
        return rounds[min(len(rounds), (most + 1) // 2) - 1]

    def _rounds(self, start: int, most: int) -> list[int]:
        """The candidates that are false within two links, within four, and so on."""
        off, after = self.off, self.after
        true = fresh = 1 << start
        false, rounds = 0, list[int]()
        while fresh and 2 * len(rounds) < most:
            reached = 0
            for t in bits(fresh):
                false |= off[t]
                reached |= after[t]
            fresh = reached & ~true
            true |= fresh
            rounds.append(false)
        return rounds


@dataclass(frozen=True, slots=True)
class ClueChains(Technique):
    """A chain through clues that starts at a candidate and shows that the candidate is false.

    Each statement of the chain follows from the one before: a true candidate excludes another by
    a house, by a rule of two cells, or because no way to keep a clue has both; where one is false,
    another is true as the last of its cell or house, or because every way to keep a clue has one of
    the two.

    ``longest`` bounds the statements after the first. The shortest chains come first.

    Pattern: ``chains`` the one chain; ``cells`` those of its candidates.
    """

    longest: int = 13
    name: ClassVar[str] = "clue-chain"
    is_chain: ClassVar[bool] = True

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        links = _links(cands, clock)
        chains: list[tuple[int, int, _Reach]] = []
        for v in range(len(links.facts.pairs)):
            clock.check()
            if links.false(v, self.longest) >> v & 1:
                reach = _Reach(links, v, self.longest)
                chains.append((reach.length(v), v, reach))
        for _, v, reach in sorted(chains, key=lambda item: item[:2]):
            yield _chain(links, reach.path(v))


@dataclass(frozen=True, slots=True)
class ClueForcing(Technique):
    """Chains through clues from all candidates of which one must be true, with one conclusion.

    As cell and region forcing chains, with the links of clue chains, and a third kind of cases
    besides the candidates of a cell and the places of a digit in a house: candidates of a clue of
    which every way that is left to it has one. All that the chains exclude by their last links is
    excluded at once; where all make the same candidate true, it is placed.

    ``longest`` bounds the statements of each chain after its first, ``most`` those of all chains
    together. The shortest argument comes first.

    Pattern: ``chains`` one for each case, which end in all that they agree on. ``variant``
    ``cell``, ``region`` or ``clue``; ``cells``, ``digits`` the first of the candidates.
    """

    longest: int = 9
    most: int = 60
    name: ClassVar[str] = "clue-forcing-chains"
    is_chain: ClassVar[bool] = True

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if cands.board.plain:
            return
        links = _links(cands, clock)
        needed = [mask for mask in links.facts.live if mask & (mask - 1)]
        # All of its cases have to be false: it is looked at where the first of them is.
        by_first: dict[int, list[int]] = {}
        for fact, mask in enumerate(needed):
            by_first.setdefault((mask & -mask).bit_length() - 1, []).append(fact)
        firsts = sum(1 << first for first in by_first)
        listed = list(_listed(links, cands, clock))
        without = [one.ways[0] for one in listed]
        arguments: list[tuple[int, int, int, ClueWays | None, _Reach, int]] = []
        for v in range(len(links.facts.pairs)):
            clock.check()
            reach: _Reach | None = None
            false = links.false(v, self.longest)
            for first in bits(false & firsts):
                for fact in by_first[first]:
                    if not needed[fact] & ~false:
                        reach = reach or _Reach(links, v, self.longest)
                        statements = reach.statements(needed[fact])
                        arguments.append((statements, v, fact, None, reach, needed[fact]))
            further = false & ~links.off[v]
            for number, one in enumerate(listed):
                here = false & one.scope
                # The way that had none of these is most often without the next ones too. Without a
                # further link the clue alone excludes the candidate.
                if not here & without[number] or not here & further:
                    continue
                missing = next((way for way in one.ways if not way & here), None)
                if missing is not None:
                    without[number] = missing
                    continue
                reach = reach or _Reach(links, v, self.longest)
                if cases := _by_clue(links.facts, reach, here, one.having):
                    statements = reach.statements(cases)
                    arguments.append((statements, v, number, one.clue, reach, cases))
        arguments.sort(key=lambda item: item[:3])
        known = set[tuple[tuple[int, ...], ...]]()
        for statements, _, _, of, to, cases in arguments:
            if statements > self.most:
                return
            paths = tuple([tuple(to.path(case)[:0:-1]) for case in bits(cases)])
            if paths not in known:
                known.add(paths)
                yield _forcing(links, cands, of, paths)


def _by_clue(facts: Facts, reach: _Reach, false: int, having: Mapping[int, int]) -> int:
    """The candidates, of which every way of a clue has one, that chains lead to; none where the
    clue alone, or no clue, shows the same."""
    cases = _hitting(reach, false, having)
    chosen = sum([1 << c for c in cases])
    if any(not facts.live[fact] & ~chosen for fact in facts.of[min(cases)]):
        return 0  # all candidates of a cell or house, which needs no clue
    # One case, or no further link: the clue alone excludes it.
    return chosen if len(cases) > 1 and reach.statements(chosen) > 2 * len(cases) else 0


@dataclass(frozen=True, slots=True)
class _Listed:
    """A clue with few ways.

    scope   its open candidates
    ways    the ways as sets of these
    having  candidate → the ways that have it, as a bit set
    """

    clue: ClueWays
    scope: int
    ways: tuple[int, ...]
    having: Mapping[int, int]


def _listed(links: _Links, cands: Candidates, clock: Clock) -> Iterator[_Listed]:
    """The clues with few ways."""
    facts = links.facts
    for clue, one in zip(facts.clues, facts.filters, strict=True):
        ways = clue.ways
        if not ways.simple or one.scope.bit_count() < 2:
            continue
        fillings = ways.fillings(ways.domains(cands), clock)
        if fillings.all and 1 < len(fillings.ways) <= _WAYS:
            numbers = _numbers(facts, clue)
            having = dict.fromkeys(numbers.values(), 0)
            sets = []
            for at, way in enumerate(fillings.ways):
                own = [numbers[k] for k in bits(way) if k in numbers]
                for c in own:
                    having[c] |= 1 << at
                sets.append(sum([1 << c for c in own]))
            yield _Listed(clue, one.scope, tuple(sets), having)


def _hitting(reach: _Reach, here: int, having: Mapping[int, int]) -> list[int]:
    """Few of some candidates of which every way has one, those near by; ``having`` are the ways
    that have each candidate."""
    chosen: list[int] = []
    near_by = reach.sorted(here)
    rest = reduce(or_, [having[c] for c in near_by])
    while rest:
        # Of those that as many ways have, the first.
        counts = [(having[c] & rest).bit_count() for c in near_by]
        best = near_by[counts.index(max(counts))]
        chosen.append(best)
        rest &= ~having[best]
    every = reduce(or_, [having[c] for c in chosen])
    for c in chosen[:]:
        if not every & ~reduce(or_, [having[other] for other in chosen if other != c], 0):
            chosen.remove(c)
    return chosen


def _links(cands: Candidates, clock: Clock) -> _Links:
    return cands.once("clue-links", lambda: _find(cands, clock))


def _numbers(facts: Facts, clue: ClueWays) -> dict[int, int]:
    """The open candidates of a clue: place in ``Fillings.ways`` → number in ``facts``."""
    cands, size = facts.cands, facts.board.size
    return {
        place * size + d: facts.number[cell, d]
        for place, cell in enumerate(clue.ways.cells)
        if cands.values[cell] < 0
        for d in bits(cands.cand[cell])
    }


def _find(cands: Candidates, clock: Clock) -> _Links:
    facts = Facts(cands, clock)
    off, on = facts.near[:], [0] * len(facts.pairs)
    by_fact: dict[tuple[int, int], int] = {}
    for fact, mask in enumerate(facts.live):
        if mask.bit_count() == 2:
            a, b = bits(mask)
            on[a] |= 1 << b
            on[b] |= 1 << a
            by_fact.setdefault((a, b), fact)
            by_fact.setdefault((b, a), fact)
    by_clue: dict[tuple[int, int, bool], Rule] = {}
    _exclude_by_clues(facts, off, by_clue, clock)
    size = cands.board.size
    for key, links in strong_links(cands, clock).items():
        v = facts.number.get(divmod(key, size), -1)
        for other, cause in links:
            w = facts.number.get(divmod(other, size), -1)
            if v >= 0 and w >= 0 and not on[v] >> w & 1:
                on[v] |= 1 << w
                rule = reason_at(cands, cause)
                assert isinstance(rule, Rule)
                by_clue[v, w, False] = rule
    leading = sum(1 << v for v, after in enumerate(on) if after)
    after = []
    for mask in off:
        true = 0
        for f in bits(mask & leading):
            true |= on[f]
        after.append(true)
    return _Links(facts, off, on, by_clue, by_fact, leading, after)


def _exclude_by_clues(
    facts: Facts, off: list[int], by_clue: dict[tuple[int, int, bool], Rule], clock: Clock
) -> None:
    """Add to ``off`` the pairs of candidates that no way of a clue has together."""
    cands = facts.cands
    known = cands.puzzle.model.kept(_Known, lambda _: _Known()).off
    for at, (clue, one) in enumerate(zip(facts.clues, facts.filters, strict=True)):
        clock.check()
        domains = clue.ways.domains(cands)
        if one.scope.bit_count() < 2 or len(domains) > _CELLS or clue.ways.is_hard:
            continue
        if (at, domains) not in known:
            if len(known) > 5000:
                known.clear()
            known[at, domains] = tuple(_excluded(clue, domains, clock))
        numbers = _numbers(facts, clue)
        for k, mask in known[at, domains]:
            v = numbers.get(k, -1)
            for other in bits(mask) if v >= 0 else ():
                w = numbers.get(other, -1)
                if w >= 0 and not off[v] >> w & 1:
                    off[v] |= 1 << w
                    by_clue[v, w, True] = clue.rule


def _excluded(clue: ClueWays, domains: tuple[int, ...], clock: Clock) -> Iterator[tuple[int, int]]:
    """For candidates of a clue, as in ``Fillings.ways``, those that no way has together with it."""
    ways, size = clue.ways, clue.ways.size
    fillings = ways.fillings(domains, clock)
    if not fillings.support:
        return
    every = sum(mask << place * size for place, mask in enumerate(fillings.support))
    for place, mask in enumerate(fillings.support):
        for d in bits(mask if mask & (mask - 1) else 0):
            k = place * size + d
            having = 0
            if fillings.all:
                for way in fillings.ways:
                    if way >> k & 1:
                        having |= way
            else:
                left = ways.support((*domains[:place], 1 << d, *domains[place + 1 :]), clock)
                having = sum(other << at * size for at, other in enumerate(left))
            excluded = every & ~having
            if excluded:
                yield k, excluded


class _Reach:
    """How each candidate that is false where one is true follows, link by link, breadth first.

    Most candidates that become false lead nowhere, so only a chain that is wanted is traced.
    """

    def __init__(self, links: _Links, start: int, most: int) -> None:
        off, on, leading = links.off, links.on, links.leading
        self.start, self._off = start, off
        true, false = 1 << start, 0
        frontier = [start]
        self._came: dict[int, int] = {}
        self._levels: list[tuple[list[int], int]] = []
        length = 0
        while frontier and length < most:
            fresh: list[int] = []
            before = false
            for t in frontier:
                mask = off[t] & ~false
                false |= mask
                fresh += bits(mask & leading)
            self._levels.append((frontier, false & ~before))
            length += 2
            frontier = []
            for f in fresh:
                for t in bits(on[f] & ~true):
                    true |= 1 << t
                    self._came[t] = f
                    frontier.append(t)

    def _cause(self, false: int) -> int:
        frontier = next(frontier for frontier, fresh in self._levels if fresh >> false & 1)
        return next(t for t in frontier if self._off[t] >> false & 1)

    def length(self, false: int) -> int:
        """The candidates of a shortest chain to a candidate that is false, the start included."""
        candidates = 2
        for _, fresh in self._levels:
            if fresh >> false & 1:
                break
            candidates += 2
        return candidates

    def statements(self, false: int) -> int:
        """The candidates of shortest chains to some that are false, one each."""
        return sum(
            [2 * at * (false & fresh).bit_count() for at, (_, fresh) in enumerate(self._levels, 1)]
        )

    def sorted(self, false: int) -> list[int]:
        """Candidates that are false, ascending by the lengths of the chains to them."""
        return [f for _, fresh in self._levels for f in bits(fresh & false)]

    def path(self, false: int) -> list[int]:
        """The candidates of a shortest chain, false and true ones in turn after the start."""
        path = [false, self._cause(false)]
        while path[-1] != self.start:
            path.append(self._came[path[-1]])
            path.append(self._cause(path[-1]))
        return path[::-1]


def _nodes(links: _Links, path: Sequence[int], ends: Iterable[int]) -> tuple[Node, ...]:
    """A chain from a true candidate to another, which makes the ends false."""
    facts, board = links.facts, links.facts.board
    pairs, digits = facts.pairs, board.digits
    first, d = pairs[path[0]]
    nodes = [Node(first, digits[d], True)]
    steps = [(at, *pair) for at, pair in enumerate(pairwise(path))]
    for at, before, v in (*steps, *((len(steps), path[-1], end) for end in ends)):
        cell, d = pairs[v]
        on = at % 2 == 1
        rule = links.by_clue.get((before, v, not on))
        parent = (at,)
        if rule is not None:
            nodes.append(Node(cell, digits[d], on, parent, "rule", rule=rule))
        elif on:
            h = facts.names[links.by_fact[before, v]][1]
            house = None if h < 0 else board.houses[h]
            nodes.append(Node(cell, digits[d], on, parent, "cell" if h < 0 else "house", house))
        elif pairs[before][0] == cell:
            nodes.append(Node(cell, digits[d], on, parent, "cell"))
        else:
            reason = board.reason(pairs[before], pairs[v])
            if isinstance(reason, Rule):
                nodes.append(Node(cell, digits[d], on, parent, "rule", rule=reason))
            else:
                nodes.append(Node(cell, digits[d], on, parent, "house", reason))
    return tuple(nodes)


def _through_clue(links: _Links, path: Sequence[int], ends: Iterable[int]) -> bool:
    """Whether a link of a chain as :func:`_nodes` has it is one of a clue."""
    inner = any((a, b, not at % 2) in links.by_clue for at, (a, b) in enumerate(pairwise(path)))
    return inner or any((path[-1], end, True) in links.by_clue for end in ends)


def _chain(links: _Links, path: list[int]) -> Step:
    nodes = _nodes(links, path[:-1], path[-1:])
    one_digit = len({node.digit for node in nodes}) == 1
    name = "x-chain" if one_digit else "aic"
    return Step(
        ClueChains.name if _through_clue(links, path[:-1], path[-1:]) else name,
        ChainProof("x" if one_digit else "xy", Chain(nodes)),
        eliminations=((nodes[0].cell, nodes[0].digit),),
        variant="x-chain" if one_digit else "xy-chain",
    )


def _candidate(links: _Links, v: int) -> Candidate:
    cell, d = links.facts.pairs[v]
    return cell, links.facts.board.digits[d]


def _forcing(
    links: _Links, cands: Candidates, clue: ClueWays | None, paths: Sequence[Sequence[int]]
) -> Step:
    """The step of chains from one of the cases each, which end in all that they exclude, or in the
    one candidate that is true in each case."""
    place = paths[0][-1] if len({path[-1] for path in paths}) == 1 else None
    ends: Sequence[int] = ()
    if place is None:
        every = reduce(and_, [links.off[path[-1]] for path in paths])
        # What a chain is about before its end is excluded by shorter chains, in another step.
        before = reduce(or_, [1 << v for path in paths for v in path])
        ends = bits(every & ~before or every)
    chains = tuple([Chain(_nodes(links, path, ends)) for path in paths])
    through = clue is not None or any(_through_clue(links, path, ends) for path in paths)
    starts = [chain.start for chain in chains]
    cell, digit = starts[0].cell, starts[0].digit
    case: Literal["cell", "region", "clue"] = "clue"
    house = None
    if clue is None:
        case = "cell" if len({start.cell for start in starts}) == 1 else "region"
    if case == "region":
        places = sum(1 << start.cell for start in starts)
        where = cands.where[cands.board.index_of[digit]]
        house = next(
            cands.board.houses[h]
            for h, mask in enumerate(cands.board.mask)
            if where & mask == places and cands.board.complete[h]
        )
    return Step(
        ClueForcing.name if through else f"{case}-forcing-chains",
        ForcingProof(case, (cell, digit), chains, house, None if clue is None else clue.rule),
        placements=() if place is None else (_candidate(links, place),),
        eliminations=tuple([_candidate(links, end) for end in ends]),
        variant=case,
    )


TERMS = (Term(ClueChains(), aliases=("chain of clues",), points=58), Term(ClueForcing(), points=59))
