"""Alternating inference chains (AIC); one file, since one search reads them by links and ends.

Wings, X- and XY-chains, nice loops.

A chain alternates strong and weak links (links.py has the kinds of nodes and links) and begins and
ends with a strong one: if its first node is false, the second is true, so the third is false, ...
so the last is true. One of the two ends is true, whatever the others are, and what both exclude
goes. Where the ends exclude each other too, the chain is a ring, which holds both ways round.

One search finds them all, the shortest first; a name is a reading of what it finds:

| technique | strong links | ends |
|---|---|---|
| w-wing | cell, house, cell | the same digit in two cells of the same two candidates |
| m-wing | cell, house, house | the same digit |
| s-wing | house, cell, house | two digits |
| l-wing | house, house, house, passing within cells | any |
| h-wing | cell, cell, house or cell, house, house | two digits |
| x-chain | houses, one digit | the digit |
| xy-chain | cells of two candidates | the same digit |
| aic | houses and cells | any: all that both exclude goes, the ends lying in different cells |
| discontinuous-nice-loop | houses and cells | a cell where the loop breaks: what goes from it |
| continuous-nice-loop | houses and cells | they exclude each other |
| grouped-... | some node has several cells, or lies in an almost locked set | as without |
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise
from typing import ClassVar, Literal

from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.techniques.arguments.chains import AicProof
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Board, Candidates, bits
from satdoku.techniques.compiled.finding import chains_found
from satdoku.techniques.names.terms import Term
from satdoku.techniques.reasoning import Pass
from satdoku.techniques.searches.houses.links import Net, StrongReason, net_of
from satdoku.techniques.step import Candidate, CellSet, House, Places, Rule, Step, alternating_line

ChainReading = Literal["ends", "digit", "cell", "ring"]
"""The exclusions for which a chain is read: all by its ends, those of its one digit, those from one
cell, or those by a ring."""

_WAYS = 64
"""As many chains of the same length between two ends are looked at, where all count."""


class _Walk:
    """The consequences, one strong link further at a time, of a node being false.

    ``before[0]`` of each node that becomes false those by which it does, ``before[1]`` of each that
    becomes true; only the first, where not all shortest chains are wanted.
    """

    __slots__ = ("before", "every", "false", "layer", "net")

    def __init__(self, net: Net, start: int, every: bool) -> None:
        self.net, self.every = net, every
        self.before: tuple[dict[int, list[int]], dict[int, list[int]]] = {start: []}, {}
        self.false = 1 << start
        self.layer = [start]

    def advance(self) -> list[int]:
        """The nodes that a further strong link makes true."""
        net, (by_true, by_false) = self.net, self.before
        fresh: dict[int, None] = {}
        for at in self.layer:
            for true in net.strong[at]:
                if true not in by_false:
                    fresh[true] = None
                    by_false[true] = [at]
                elif self.every and true in fresh:
                    by_false[true].append(at)
        before = self.false
        self.layer = []
        for true in fresh:
            new = net.weak[true] & ~before
            for false in bits(new & ~self.false):
                by_true[false] = [true]
                self.layer.append(false)
            if self.every:
                for false in bits(new & self.false):
                    by_true[false].append(true)
            self.false |= new
        return list(fresh)

    def ways(self, end: int, is_true: bool = True) -> Iterator[list[int]]:
        """The nodes from the start to one that is true."""
        before = self.before[is_true][end]
        if not before:
            yield [end]
        for node in before:
            for way in self.ways(node, not is_true):
                yield [*way, end]


def _chains(
    net: Net,
    longest: int | None,
    clock: Clock,
    fits: Callable[[_Chain], bool] = lambda chain: True,
    hodoku: bool = False,
    rings: bool = False,
) -> Iterator[_Chain]:
    """For each two nodes of which one is true a shortest chain that fits and meets no candidate
    twice, the shortest of all first; of rings all of that length.

    A chain has two strong links or more, and not all chains of a length are looked at. With
    ``hodoku`` they are, one that meets a candidate twice is taken where there is no other, and a
    single link stands for the longer ways round it. ``rings``: only chains whose ends exclude each
    other.
    """
    walks = [(start, _Walk(net, start, hodoku)) for start in range(len(net.cells))]
    length = 1
    while walks and (longest is None or length <= longest):
        left = []
        for start, walk in walks:
            clock.check()
            fresh = walk.advance()
            if walk.layer:
                left.append((start, walk))
            if length > 1 or hodoku:
                for end in fresh:
                    # The same chain is found from its other end.
                    if start <= end:
                        ring = bool(net.weak[end] >> start & 1)
                        if ring or not rings:
                            ways = islice(walk.ways(end), _WAYS)
                            chains = [_Chain(net, way, ring) for way in ways]
                            yield from _taken(chains, ring, fits, hodoku)
        walks = left
        length += 1


def _taken(
    chains: list[_Chain], ring: bool, fits: Callable[[_Chain], bool], hodoku: bool
) -> list[_Chain]:
    """The chains between two ends that are taken: of rings all that fit, else the first."""
    plain = [chain for chain in chains if fits(chain) and chain.is_plain]
    if hodoku and not plain:
        plain = [chain for chain in chains[:1] if fits(chain)]
    return plain if ring else plain[:1]


@dataclass(frozen=True, slots=True)
class _Chain:
    """A chain that was found: ``nodes`` of the net, and whether its ends exclude each other."""

    net: Net
    nodes: list[int]
    ring: bool

    @property
    def reasons(self) -> list[StrongReason]:
        """Why its strong links are."""
        pairs = zip(self.nodes[::2], self.nodes[1::2], strict=True)
        return [self.net.strong[a][b] for a, b in pairs]

    @property
    def is_grouped(self) -> bool:
        """Whether a node has several cells or lies in an almost locked set of several."""
        cells = self.net.cells
        for i in self.nodes:
            if cells[i] & (cells[i] - 1):
                return True
        sets = [reason[0] for reason in self.reasons if not isinstance(reason, int)]
        return any(mask & (mask - 1) for mask in sets)

    @property
    def is_plain(self) -> bool:
        """Whether no candidate is in two nodes, but for a chain that ends where it begins."""
        seen = 0
        for i in self.nodes if self.nodes[0] != self.nodes[-1] else self.nodes[1:]:
            if seen & self.net.members[i]:
                return False
            seen |= self.net.members[i]
        return True

    @property
    def by_ends(self) -> int:
        """The candidates that both ends exclude."""
        return self.net.kills[self.nodes[0]] & self.net.kills[self.nodes[-1]]

    def all_round(self, outside: bool = False) -> int:
        """The candidates that a ring excludes; ``outside``: from the cells of its nodes only what a
        link within the cell does."""
        net, nodes = self.net, self.nodes
        within = 0
        for i in nodes:
            within |= net.cells[i]
        counted = ~net.cands.board.across(within) if outside else -1
        excluded = 0
        for a, b in zip(nodes[1::2], (*nodes[2::2], nodes[0]), strict=True):
            both = net.kills[a] & net.kills[b]
            excluded |= both if net.cells[a] == net.cells[b] else both & counted
        for reason in self.reasons:
            if not isinstance(reason, int):
                excluded |= net.locked(reason)
        return excluded

    def read(self, reading: ChainReading, outside: bool) -> Iterator[int]:
        """The candidates that the chain excludes by a reading."""
        net, first, last = self.net, self.nodes[0], self.nodes[-1]
        match reading:
            case "ring":
                if self.ring:
                    yield self.all_round(outside)
            case "cell":
                excluded = self.by_ends
                if first == last:
                    excluded &= net.cands.board.across(net.cells[first])
                cells = dict.fromkeys(cell for cell, _ in net.cands.named(excluded))
                yield from (excluded & net.cands.board.across(1 << cell) for cell in cells)
            case "digit":
                if net.digits[first] == net.digits[last]:
                    yield self.by_ends & net.candidates_of(net.digits[first])
            case "ends":
                if net.cells[first] != net.cells[last]:
                    yield self.by_ends

    def step(self, name: str, excluded: int, ring: bool) -> Step:
        """The chain as a step."""
        net = self.net
        nodes, reasons = self.nodes, self.reasons
        names = iter("ABCDEFGHIJKLMNOPQRSTUVWXYZ" * len(nodes))
        strong = []
        for reason in reasons:
            wide = not isinstance(reason, int) and reason[0] & (reason[0] - 1)
            strong.append(net.reason(reason, next(names) if wide else ""))
        board, out = net.cands.board, net.cands.named(excluded)
        proof = aic_proof(board.geometry, [net.group(i) for i in nodes], strong, ring)
        if not board.linked:
            return Step(name, proof, eliminations=out)
        rounds = zip(nodes[1::2], (*nodes[2::2], nodes[0]), strict=True)
        ends = [(nodes[0], nodes[-1])] if not ring else list(rounds)
        groups = [[*net.pairs_of(a), *net.pairs_of(b)] for a, b in ends]
        if ring:
            groups += [pairs for r in reasons if not isinstance(r, int) for pairs in net.others(r)]
        links = [
            board.rule(a, b)
            for i, j in zip(nodes[1::2], nodes[2::2] + nodes[:1] * ring, strict=False)
            for a in net.pairs_of(i)
            for b in net.pairs_of(j)
            if a[0] != b[0]
        ]
        return Step(
            name,
            replace(proof, rules=_rules(board, groups, out)),
            eliminations=out,
            besides=tuple(dict.fromkeys(rule for rule in links if rule is not None)),
        )


def aic_proof(
    geometry: Geometry,
    nodes: Sequence[Places],
    strong: Sequence[House | CellSet | Rule],
    ring: bool,
) -> AicProof:
    """A chain with its notation."""
    line = alternating_line(geometry, nodes)
    return AicProof(tuple(nodes), tuple(strong), ring, line + " - loop" * ring)


def _rules(
    board: Board, groups: list[list[tuple[int, int]]], excluded: tuple[Candidate, ...]
) -> tuple[Rule, ...]:
    """The rules by which a group excludes each candidate that goes; a cell needs none."""
    rules: dict[Rule, None] = {}
    for cell, digit in excluded:
        target = cell, board.index_of[digit]
        others = [
            [pair for pair in group if pair[0] != cell] for group in groups if target not in group
        ]
        alone = any(not group for group in others)
        rules |= dict.fromkeys(() if alone else board.rules(others, [(cell, digit)]))
    return tuple(rules)


@dataclass(frozen=True, slots=True)
class AlternatingChain(Technique):
    """One reading of the chains that the search finds; the text of the family has the argument.

    ``passes``   the strong links: of one digit (``x``), of cells (``y``), or both
    ``grouped``  only chains with a node of several cells or in an almost locked set
    ``largest``  the cells of an almost locked set, 1 for cells of two candidates alone
    ``longest``  the most strong links, ``None`` for any number
    ``hodoku``   as HoDoKu reads chains: a ring excludes nothing from its own cells by a link
                 between two of them; and more chains, which show the same

    Pattern: candidates by node; ``sets`` the almost locked sets; ``links`` in the order of the
    chain.
    """

    kind: str = "aic"
    reading: ChainReading = "ends"
    passes: Pass = "xy"
    grouped: bool = False
    largest: int = 1
    longest: int | None = None
    hodoku: bool = False

    @property
    def name(self) -> str:
        return self.kind

    @property
    def replaced_by(self) -> tuple[str, ...]:
        if self.reading != "cell":
            return ()
        shorter = ("pointing", "claiming", "aic", "continuous-nice-loop")
        return (*shorter, *(f"grouped-{name}" for name in shorter[2:])) if self.grouped else shorter

    def in_library(self, code: str) -> Technique:
        """As HoDoKu reads rings; with almost locked sets in the variants that allow them."""
        ending = ("-2",) if self.reading == "ring" else ("-3", "-4")
        sets = self.grouped and code.endswith(ending)
        return replace(self, hodoku=True, largest=8 if sets else 1)

    def _fits(self, chain: _Chain) -> bool:
        return chain.is_grouped is self.grouped

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        net = net_of(cands, self.passes, self.grouped, self.largest, clock)
        seen = set()
        ring = self.reading == "ring"
        for chain in _chains(net, self.longest, clock, self._fits, self.hodoku, ring):
            for excluded in chain.read(self.reading, self.hodoku):
                key = excluded, *([] if ring else [chain.nodes[0], chain.nodes[-1]])
                if excluded and key not in seen:
                    seen.add(key)
                    yield chain.step(self.name, excluded, ring)


@dataclass(frozen=True, slots=True)
class _Shape:
    """A chain of three strong links: whether each is within a cell (c) or of a house (h), whether
    each weak link is within a cell, and whether the ends are of one digit (``None``: any)."""

    strong: str
    within: tuple[bool, bool]
    one_digit: bool | None = None

    def is_met(self, other: _Shape) -> bool:
        """Whether a chain of the other shape has this one."""
        same = self.one_digit in (None, other.one_digit)
        return same and (self.strong, self.within) == (other.strong, other.within)


_WINGS = {
    "w-wing": (_Shape("chc", (False, False), True),),
    "m-wing": (_Shape("chh", (False, True), True),),
    "s-wing": (_Shape("hch", (False, False)),),
    "l-wing": (_Shape("hhh", (True, True)),),
    "h-wing": (_Shape("cch", (False, False), False), _Shape("chh", (False, True), False)),
}


def _shape_of(chain: _Chain) -> _Shape | None:
    net, nodes = chain.net, chain.nodes
    if len(nodes) != 6 or chain.is_grouped:
        return None
    cells = [net.cells[i] for i in nodes]
    strong = "".join("c" if cells[at] == cells[at + 1] else "h" for at in (0, 2, 4))
    within = [cells[at] == cells[at + 1] for at in (1, 3)]
    if strong[::-1] < strong or (strong == strong[::-1] and within[::-1] < within):
        strong, within = strong[::-1], within[::-1]
    one = net.digits[nodes[0]] == net.digits[nodes[-1]]
    return _Shape(strong, (within[0], within[1]), one)


@dataclass(frozen=True, slots=True)
class Wings(Technique):
    """A chain of three strong links of a shape that has a name (the table of the family).

    Every chain of the shape, also where a shorter or another one shows the same.

    Pattern: as of :class:`AlternatingChain`.
    """

    kind: str = "w-wing"

    @property
    def name(self) -> str:
        return self.kind

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        if self.kind == "w-wing" and not _has_twins(cands):
            return
        net = net_of(cands, "xy", False, 1, clock)
        for shape in _WINGS[self.kind]:
            for start in range(len(net.cells)):
                clock.check()
                for nodes in self._shaped(net, shape, [start]):
                    chain = _Chain(net, nodes, False)
                    one = net.digits[start] == net.digits[nodes[-1]]
                    palindrome = shape.strong == shape.strong[::-1]
                    if shape.one_digit not in (None, one) or (palindrome and start > nodes[-1]):
                        continue
                    if self._is_open(net, nodes) and chain.by_ends:
                        yield chain.step(self.name, chain.by_ends, False)

    def _is_open(self, net: Net, nodes: list[int]) -> bool:
        """Whether the chain comes to no cell twice."""
        way = [net.cells[i] for i in nodes]
        return 1 + sum(a != b for a, b in pairwise(way)) == len(set(way))

    def _shaped(self, net: Net, shape: _Shape, nodes: list[int]) -> Iterator[list[int]]:
        at = len(nodes) // 2
        within = shape.strong[at] == "c"
        false = nodes[-1]
        for true in net.strong[false]:
            if (net.cells[true] == net.cells[false]) is not within:
                continue
            if at == 2:
                yield [*nodes, true]
                continue
            for then in bits(net.weak[true]):
                if (net.cells[then] == net.cells[true]) is shape.within[at] and then != false:
                    yield from self._shaped(net, shape, [*nodes, true, then])


def _has_twins(cands: Candidates) -> bool:
    """Whether two cells of the same two candidates, that exclude one of them together, are joined
    by a house with two places for the other; on boards with rules, whether they might."""
    board, where = cands.board, cands.where
    if not board.plain or board.conflicts:
        return True
    alike: dict[int, list[int]] = {}
    for cell in bits(cands.with_count(2)):
        alike.setdefault(cands.cand[cell], []).append(cell)
    for pair, cells in alike.items():
        for a, b in combinations(cells, 2):
            one, other = board.peers[a], board.peers[b]
            for d in bits(pair):
                if not one & other & where[d]:
                    continue
                (e,) = bits(pair & ~(1 << d))
                for h, mask in enumerate(board.mask):
                    places = mask & where[e]
                    if not (places & one and places & other) or places.bit_count() != 2:
                        continue
                    low = places & -places
                    crossed = (one & low and other & ~low & places) or (
                        other & low and one & ~low & places
                    )
                    if crossed and board.complete[h]:
                        return True
    return False


def _name_of(chain: _Chain) -> str:
    """The narrowest name."""
    net, nodes = chain.net, chain.nodes
    if chain.is_grouped:
        kind = "continuous-nice-loop" if chain.ring else "aic"
        return f"grouped-{kind}" if nodes[0] != nodes[-1] else "grouped-discontinuous-nice-loop"
    one_digit = len({net.digits[i] for i in nodes}) == 1
    in_cells = all(not isinstance(reason, int) for reason in chain.reasons)
    if chain.ring:
        return "x-cycle" if one_digit else "y-cycle" if in_cells else "continuous-nice-loop"
    shape = _shape_of(chain)
    for name, shapes in _WINGS.items():
        if shape is not None and any(known.is_met(shape) for known in shapes):
            return name
    if one_digit:
        return "x-chain"
    if in_cells and net.digits[nodes[0]] == net.digits[nodes[-1]]:
        return "xy-chain"
    return "aic" if nodes[0] != nodes[-1] else "discontinuous-nice-loop"


@dataclass(frozen=True, slots=True)
class AlternatingChains(Technique):
    """All alternating chains, the shortest first, each by its narrowest name.

    Fields as of :class:`AlternatingChain`; ``grouped`` allows what is there required.
    """

    grouped: bool = False
    largest: int = 1
    longest: int | None = None
    passes: Pass = "xy"
    name: ClassVar[str] = "alternating-chains"

    @property
    def names(self) -> tuple[str, ...]:
        """Each reading has its own."""
        if self.passes == "x" and not self.grouped:
            return ("x-cycle", "x-chain")
        if self.passes == "y" and not self.grouped:
            return ("y-cycle", "xy-chain", "aic", "discontinuous-nice-loop")
        plain = [s.name for s in TERMS if self.grouped or not s.name.startswith("grouped")]
        return ("x-cycle", "y-cycle", *plain)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        for chain in self._chains(cands, clock):
            excluded = chain.all_round() if chain.ring else chain.by_ends
            if excluded:
                yield chain.step(_name_of(chain), excluded, chain.ring)

    def _chains(self, cands: Candidates, clock: Clock) -> Iterator[_Chain]:
        chains = None
        if self.largest == 1:
            chains = chains_found(cands, self.passes, self.grouped, self.longest, clock)
        if chains is None:
            net = net_of(cands, self.passes, self.grouped, self.largest, clock)
            yield from _chains(net, self.longest, clock)
            return
        for each in chains:
            net, nodes = Net.along(cands, self.passes, each, clock)
            yield _Chain(net, nodes, each[2])


TERMS = (
    Term(
        Wings("w-wing"),
        "W-wing",
        aliases=("George Woods' wing", "semi-remote naked pair"),
        codes=("0803",),
        usual=45,
        points=45,
    ),
    Term(Wings("m-wing"), "M-wing", aliases=("Medusa wing",), usual=62, points=62),
    Term(Wings("s-wing"), "S-wing", aliases=("split wing",), usual=62, points=62),
    Term(
        Wings("l-wing"),
        "L-wing",
        aliases=("local wing", "L1-wing", "L2-wing", "L3-wing"),
        usual=62,
        points=62,
    ),
    Term(
        Wings("h-wing"),
        "H-wing",
        aliases=("hybrid wing", "H1-wing", "H2-wing", "H3-wing"),
        usual=62,
        points=62,
    ),
    Term(
        AlternatingChain("x-chain", "digit", "x"),
        "X-chain",
        aliases=("Forcing X-Chain", "simple AIC"),
        covers=(
            "three strong links",
            "three strong-link fish",
            "four strong-link fish",
            "five strong-link fish",
            "six strong-link fish",
            "strong link chain",
            "turbot chain",
            "3 strong links",
            "4 strong links",
            "5 strong links",
            "6 strong links",
        ),
        codes=("0701",),
        se=(66, None),
        points=65,
    ),
    Term(
        AlternatingChain("xy-chain", "digit", "y"),
        "XY-chain",
        aliases=("Y-chain",),
        codes=("0702",),
        usual=66,
        points=66,
    ),
    Term(
        AlternatingChain("aic"),
        "AIC",
        aliases=("alternating inference chain", "double implication chain", "biv-chain"),
        covers=(
            "bivalue-chain",
            "nrc-chain",
            "purple cow",
            "XY-X-chain",
            "hidden XY-chain",
            "inverted W-wing",
            "iW-wing",
            "P-wing",
            "strong wing",
            "M2-wing",
            "M3-wing",
        ),
        codes=("0708",),
        usual=68,
        points=68,
    ),
    Term(
        AlternatingChain("discontinuous-nice-loop", "cell"),
        aliases=("discontinuous loop",),
        codes=("0707",),
        usual=68,
        points=68,
    ),
    Term(
        AlternatingChain("continuous-nice-loop", "ring"),
        aliases=("AIC loop", "AIC ring"),
        covers=("W-ring", "M-ring", "S-ring", "L-ring", "H-ring"),
        codes=("0706",),
        usual=68,
        points=68,
    ),
    Term(
        AlternatingChain("grouped-aic", grouped=True),
        "grouped AIC",
        aliases=("AIC with ALS", "ALS AIC", "AIC with exotic links"),
        covers=(
            "ALS-W-wing",
            "grouped W-wing",
            "grouped skyscraper",
            "grouped two-string kite",
            "grouped turbot fish",
            "grouped M-wing",
            "grouped S-wing",
            "grouped L-wing",
            "grouped H-wing",
            "grouped Medusa wing",
            "grouped split wing",
            "grouped local wing",
            "grouped hybrid wing",
            "grouped ALS-W-wing",
            "grouped X-chain",
            "grouped XY-chain",
            "grouped XY-X-chain",
            "grouped purple cow",
            "gW-wing",
            "gM-wing",
            "transported wing",
            "wing transport",
            "XYZ-wing transport",
            "AHS chain",
            "XYZ-chain",
        ),
        codes=("0711",),
        usual=70,
        points=70,
    ),
    Term(
        AlternatingChain("grouped-discontinuous-nice-loop", "cell", grouped=True),
        covers=("node collision", "self-constraint"),
        codes=("0710",),
        usual=70,
        points=70,
    ),
    Term(
        AlternatingChain("grouped-continuous-nice-loop", "ring", grouped=True),
        aliases=("grouped nice loop",),
        covers=("grouped fishy cycle", "grouped XY-cycle"),
        codes=("0709",),
        usual=70,
        points=70,
    ),
)

HUMAN: dict[int, Technique] = {
    360: Wings("w-wing"),
    620: AlternatingChains(passes="x", longest=3),
    630: AlternatingChains(passes="y", longest=5),
    670: AlternatingChains(longest=5),
    690: AlternatingChains(),
    700: AlternatingChains(grouped=True),
}
