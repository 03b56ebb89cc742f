"""HoDoKu's chains, loops, forcing chains and nets as proofs.

The kernel reports a chain as its nodes: a candidate, or two or three cells of one digit, on or off.
An alternating chain is converted node by node, and so is a forcing chain. In a forcing chain, a
node of several cells is a step of locked candidates inside the chain, which shows what these cells
exclude. The kernel reports only a part of a net, so the conclusions from its premise are derived
here again, by singles and locked candidates as in HoDoKu.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations
from typing import TYPE_CHECKING

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.techniques.arguments.chains import AicProof, ChainProof, ForcingProof
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.searches.houses.alternating import aic_proof
from satdoku.techniques.searches.houses.locked import locked_step
from satdoku.techniques.searches.small.exhaustive import Searched, named_facts
from satdoku.techniques.searches.small.position import Facts
from satdoku.techniques.searches.small.steps import searched_step
from satdoku.techniques.step import (
    Candidate,
    Cause,
    CellSet,
    Chain,
    House,
    Node,
    Places,
    Statement,
    Step,
)

if TYPE_CHECKING:
    from satdoku.core import FoundStep

_Node = tuple[tuple[int, ...], int, bool]
"""The cells of a node, its digit, and whether it is on."""


def shown_by_search(
    cands: Candidates,
    placements: tuple[Candidate, ...],
    eliminated: tuple[Candidate, ...],
    clock: Clock,
) -> Step:
    """A conclusion for which there is no argument but an exhaustive search.

    :raises RanOut: where the clock runs out first.
    """
    facts = Facts(cands, clock)
    index = cands.board.index_of
    shown = tuple([facts.number[cell, index[digit]] for cell, digit in placements or eliminated])
    on = bool(placements)
    return searched_step(facts, Searched(shown, on, 0, named_facts(facts, shown, on)))


@dataclass(frozen=True, slots=True)
class _Reason:
    """Why a statement holds: as of a :class:`Node`, its parents being statements."""

    parents: tuple[Statement, ...]
    cause: Cause
    house: House | None = None
    part: Step | None = None


class _Web:
    """The consequences of one statement, each with the reason found first."""

    def __init__(self, cands: Candidates, start: Statement, clock: Clock) -> None:
        self.cands, self.clock = cands, clock
        self.board = cands.board
        self.start = start
        self.reasons = {start: _Reason((), "start")}
        self.clash: Candidate | None = None
        """The first candidate that is both true and false."""

    def follow(self, nodes: Sequence[_Node]) -> Statement | None:
        """The end of a chain, if it follows."""
        (cell,), digit, on = nodes[-1]
        return (cell, digit, on) if (cell, digit, on) in self.reasons else None

    def add(
        self,
        statement: Statement,
        parents: Iterable[Statement],
        cause: Cause,
        house: House | None = None,
        part: Step | None = None,
    ) -> bool:
        """Add a statement with its reason; returns whether it is new."""
        if statement in self.reasons:
            return False
        self.reasons[statement] = _Reason(tuple(dict.fromkeys(parents)), cause, house, part)
        cell, digit, on = statement
        if self.clash is None and (cell, digit, not on) in self.reasons:
            self.clash = cell, digit
        return True

    def needed(self, cell: int, digit: int, house: House | None) -> list[Statement]:
        """The candidates that have to be false for one to be the candidate of its cell, or of a
        house."""
        cands, d = self.cands, self.board.index_of[digit]
        if house is None:
            others = cands.pairs((cell,), cands.cand[cell] & ~(1 << d))
        else:
            others = cands.pairs([c for c in house.cells if c != cell], 1 << d)
        return [(*pair, False) for pair in others]

    def conclude(self, cell: int, digit: int, house: House | None) -> bool:
        """Add that a candidate is true, being the only one of its cell or house that is left."""
        parents = self.needed(cell, digit, house)
        assert all(parent in self.reasons for parent in parents)
        return self.add((cell, digit, True), parents, "house" if house else "cell", house)

    def chain(self, end: Statement) -> Chain:
        """The derivation of a statement, every parent before its children."""
        places: dict[Statement, int] = {}
        nodes: list[Node] = []
        parts: list[Step] = []
        stack = [end]
        while stack:
            reason = self.reasons[stack[-1]]
            waiting = [parent for parent in reason.parents if parent not in places]
            if waiting:
                stack.append(waiting[0])
                continue
            statement = stack.pop()
            if statement in places:
                continue
            part = None
            if reason.part is not None:
                if reason.part not in parts:
                    parts.append(reason.part)
                part = parts.index(reason.part)
            places[statement] = len(nodes)
            cell, digit, on = statement
            parents = tuple([places[parent] for parent in reason.parents])
            nodes.append(Node(cell, digit, on, parents, reason.cause, reason.house, part))
        return Chain(tuple(nodes), parts=tuple(parts))

    def excluded(self, pair: Candidate) -> Iterator[tuple[Candidate, House | None]]:
        """The candidates that a true one excludes, each with the house (``None``: in its cell)."""
        (cell, digit), cands, board = pair, self.cands, self.board
        d = board.index_of[digit]
        for other in cands.pairs((cell,), cands.cand[cell] & ~(1 << d)):
            yield other, None
        for h in board.houses_of[cell]:
            for c in bits(cands.where[d] & board.mask[h] & ~(1 << cell)):
                yield (c, digit), board.houses[h]

    def lock(self, first: int, second: int, digit: int) -> list[Statement]:
        """Add what is false where a digit has its place of the first house in the second too;
        returns what is new."""
        board, cands = self.board, self.cands
        d = board.index_of[digit]
        name = "pointing" if first in board.regions else "claiming"
        step = locked_step(name, cands, first, second, d)
        outside = bits(cands.where[d] & board.mask[first] & ~board.mask[second])
        parents = [(cell, digit, False) for cell in outside]
        excluded = [(*pair, False) for pair in step.eliminations]
        return [one for one in excluded if self.add(one, parents, "advanced", None, step)]


class _Line(_Web):
    """The statements that HoDoKu's chains from one premise go through."""

    def follow(self, nodes: Sequence[_Node]) -> Statement | None:
        """Add the nodes of a chain; returns its end, or ``None`` where a link is not a direct
        one."""
        for before, node in pairwise(nodes):
            if not (self._excludes(before, node) if before[2] else self._leaves(before, node)):
                return None
        return super().follow(nodes)

    def _excludes(self, true: _Node, false: _Node) -> bool:
        """A node that is on makes the next one false."""
        cells, digit, _ = true
        if len(cells) == 1:
            known = (cells[0], digit, True)
            reach: dict[Candidate, House | None] = {}
            for pair, house in self.excluded((cells[0], digit)):
                reach.setdefault(pair, house)
            for cell in false[0]:
                if (cell, false[1]) not in reach:
                    return False
                house = reach[cell, false[1]]
                self.add((cell, false[1], False), [known], "house" if house else "cell", house)
            return True
        places = sum(1 << cell for cell in cells)
        board, excluded = self.board, [(cell, digit, False) for cell in false[0]]
        for first, second in permutations(board.common_houses(places), 2):
            outside = self.needed(cells[0], digit, board.houses[first])
            if all(s in self.reasons for s in outside if s[0] not in cells):
                self.lock(first, second, digit)
                if all(one in self.reasons for one in excluded):
                    return True
        return False

    def _leaves(self, false: _Node, true: _Node) -> bool:
        """A node that is off leaves its cell, or a house, the next one alone."""
        cells, digit, _ = true
        if digit != false[1]:
            if any(s not in self.reasons for s in self.needed(cells[0], digit, None)):
                return False
            self.conclude(cells[0], digit, None)
            return True
        both = sum(1 << cell for cell in (*cells, *false[0]))
        where = self.cands.where[self.board.index_of[digit]]
        for h in self.board.common_houses(both):
            if not where & self.board.mask[h] & ~both:
                if len(cells) == 1:
                    self.conclude(cells[0], digit, self.board.houses[h])
                return True
        return False


class _Net(_Web):
    """All that follows from a premise by singles and locked candidates, the nearest first."""

    def __init__(self, cands: Candidates, start: Statement, clock: Clock) -> None:
        super().__init__(cands, start, clock)
        waiting = deque([start])
        while waiting:
            clock.check()
            while waiting:
                waiting.extend(self._next(waiting.popleft()))
            waiting.extend(self._locked())

    def _next(self, statement: Statement) -> Iterator[Statement]:
        cell, digit, on = statement
        pair = cell, digit
        if on:
            for other, house in self.excluded(pair):
                if self.add((*other, False), [statement], "house" if house else "cell", house):
                    yield (*other, False)
            return
        board, cands = self.board, self.cands
        d = board.index_of[digit]
        groups: list[tuple[House | None, tuple[Candidate, ...]]] = [
            (None, cands.pairs((cell,), cands.cand[cell]))
        ]
        for h in board.houses_of[cell]:
            groups.append((board.houses[h], cands.pairs(board.members[h], 1 << d)))
        for house, every in groups:
            left = [pair for pair in every if (*pair, False) not in self.reasons]
            # Where nothing is left, any of several follows from the others.
            for last in left or every if len(left) < 2 <= len(every) else ():
                if self.conclude(*last, house):
                    yield (*last, True)

    def _locked(self) -> list[Statement]:
        """The exclusions by the first digit that is locked now."""
        board, cands = self.board, self.cands
        for d, where in enumerate(cands.where):
            digit = board.digits[d]
            false = sum(1 << c for c in bits(where) if (c, digit, False) in self.reasons)
            for h in board.order_q:
                left = where & board.mask[h] & ~false
                for k in board.shared[h] if left else ():
                    outside = where & board.mask[h] & ~board.mask[k]
                    if outside and not outside & ~false and (new := self.lock(h, k, digit)):
                        return new
        return []


class HodokuChains:
    """The chains of one step."""

    def __init__(
        self,
        record: FoundStep,
        cands: Candidates,
        placements: tuple[Candidate, ...],
        eliminated: tuple[Candidate, ...],
        clock: Clock,
    ) -> None:
        self.record, self.cands, self.clock = record, cands, clock
        self.board = cands.board
        self.placements, self.gone = placements, eliminated
        self.lines: list[list[_Node]] = [
            [(cells, digit, on) for cells, digit, on, *_ in nodes] for nodes, _ in record["chains"]
        ]

    # -- alternating chains --------------------------------------------------------------------

    def aic(
        self,
        ends: Sequence[tuple[tuple[int, ...], int]],
        *,
        ring: bool = False,
        house: House | None = None,
    ) -> AicProof:
        """A chain of nodes, the first two joined by a strong link; ``house``: the reason of those
        that are not within a cell."""
        cands, board = self.cands, self.board
        nodes = [Places(tuple(cells), digit) for cells, digit in ends]
        strong: list[House | CellSet] = []
        for one, other in zip(nodes[::2], nodes[1::2], strict=True):
            if one.digit != other.digit:
                mask = cands.union(one.cells)
                held = cands.pairs(one.cells, mask)
                strong.append(CellSet("", one.cells, cands.digit_names(mask), held))
                continue
            places = sum(1 << cell for cell in {*one.cells, *other.cells})
            strong.append(house or _home(cands, places, one.digit))
        return aic_proof(board.geometry, nodes, strong, ring)

    def alternating(self) -> AicProof:
        """A chain or a loop, from a strong link to a strong link."""
        (line,) = self.lines
        first, last = line[0], line[-1]
        ends = [(cells, digit) for cells, digit, _ in line]
        if first[0] == last[0] and first[1] != last[1] and first[2] is not last[2]:
            # A ring: of two weak links at its start, the cell itself is the strong one.
            return self.aic([*ends[1:], ends[0]] if first[2] else ends, ring=True)
        return self.aic(ends[int(first[2]) : len(ends) - int(not last[2])])

    # -- forcing chains and nets ---------------------------------------------------------------

    def forced(self) -> Step:
        """The step that HoDoKu's chains or nets force.

        :raises RanOut: where the clock runs out first.
        """
        net = self.record["search"] == "forcing_net"
        proof = None if net else self._proof(_Line)
        if proof is None:
            proof = self._proof(_Net)
        if proof is None:
            return shown_by_search(self.cands, self.placements, self.gone, self.clock)
        if isinstance(proof, ChainProof):
            name, variant = "forcing-chain", "xy-chain"
        else:
            name, variant = "dynamic-forcing-chains", proof.case
            if not net and variant in ("cell", "region"):
                name = f"{variant}-forcing-chains"
        return Step(name, proof, self.placements, self.gone, variant=variant)

    def _proof(self, kind: type[_Line] | type[_Net]) -> ChainProof | ForcingProof | None:
        """The argument by webs of a kind; ``None`` where they do not lead there."""
        webs: dict[Statement, _Web] = {}
        ends = []
        for line in self.lines:
            (cell,), digit, on = line[0]
            start = cell, digit, on
            if start not in webs:
                webs[start] = kind(self.cands, start, self.clock)
            end = webs[start].follow(line)
            if end is None:
                return None
            ends.append((webs[start], end))
        if self.record["technique"].endswith("contradiction"):
            (web,) = webs.values()
            return _clash(web, [end for _, end in ends])
        # A cell or a house with one candidate left is no case among others.
        return self._agreed([web.chain(end) for web, end in ends]) if ends[1:] else None

    def _agreed(self, chains: Sequence[Chain]) -> ForcingProof:
        """Cases of which one is true, that all end in the same."""
        starts = [(chain.start.cell, chain.start.digit) for chain in chains]
        source = starts[0]
        if len(set(starts)) == 1:
            return ForcingProof("double", source, tuple(chains))
        if len({cell for cell, _ in starts}) == 1:
            return ForcingProof("cell", source, tuple(chains))
        places = sum(1 << cell for cell, _ in starts)
        house = _home(self.cands, places, source[1])
        return ForcingProof("region", source, tuple(chains), house)


def _home(cands: Candidates, places: int, digit: int) -> House:
    """The house that has a digit in these places alone."""
    board = cands.board
    where = cands.where[board.index_of[digit]]
    homes = [h for h in board.common_houses(places) if where & board.mask[h] == places]
    return board.houses[homes[0]]


def _clash(web: _Web, ends: Sequence[Statement]) -> ChainProof | ForcingProof | None:
    """A premise that refutes itself: by HoDoKu's ends, or by what clashes before them.

    ``None`` where one candidate is false at the end, and it was the last of a cell or a house.
    """
    proofs = [] if web.clash is None else [_refuted(web, web.clash)]
    cell, digit, on = web.start
    if len(ends) > 1 or ends[0] == (cell, digit, not on):
        proofs.append(_refuted(web, _met(web, ends)))
    return min(proofs, key=_length, default=None)


def _met(web: _Web, ends: Sequence[Statement]) -> Candidate:
    """The candidate that is both true and false where HoDoKu's ends hold."""
    (c, d, true), *others = ends
    if not others or others[0][:2] == (c, d):
        return c, d
    house = None
    if c != others[0][0]:
        cells = sum(1 << cell for cell, _, _ in ends)
        house = web.board.houses[web.board.common_houses(cells)[0]]
        if not true:
            house = _home(web.cands, cells, d)
    if true:
        web.add((c, d, False), others[:1], "house" if house else "cell", house)
    else:
        web.conclude(c, d, house)
    return c, d


def _refuted(web: _Web, clash: Candidate) -> ChainProof | ForcingProof:
    """The premise refuted by a candidate that is both true and false."""
    chains = web.chain((*clash, True)), web.chain((*clash, False))
    if clash == web.start[:2]:
        return ChainProof("xy", chains[web.start[2]])
    return ForcingProof("contradiction", web.start[:2], chains)


def _length(proof: ChainProof | ForcingProof) -> int:
    """How many statements there are."""
    chains = (proof.chain,) if isinstance(proof, ChainProof) else proof.chains
    return sum(len(chain.nodes) for chain in chains)
