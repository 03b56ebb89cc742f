"""Proofs, and what one fact places, as steps."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from satdoku.base.limits import Clock
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.sets import SingleProof
from satdoku.techniques.arguments.small_lines import argument_of
from satdoku.techniques.barred import barred
from satdoku.techniques.board import Candidates, bits
from satdoku.techniques.searches.clues.clues import pair_rules
from satdoku.techniques.searches.small.cases import cases_of, guided, refuted
from satdoku.techniques.searches.small.ends import ended, excluded_node, without_idle
from satdoku.techniques.searches.small.exhaustive import Searched
from satdoku.techniques.searches.small.position import Allowed, Facts
from satdoku.techniques.searches.small.trail import TrailProof, follow
from satdoku.techniques.step import Candidate, Chain, Contradiction, House, Node, Rule, Step

NAME = "small-proof"

_FURTHER = 5000
"""How much is done (``Facts.work``) to see what else the facts of a proof exclude."""


def singles(facts: Facts) -> Iterator[Step]:
    """The placements that follow from one fact each."""
    done = 0
    board = facts.board
    # A digit's one place in a house is easier to see than a cell's one digit.
    order = sorted(range(len(facts.live)), key=lambda fact: facts.names[fact][1] < 0)
    for fact in order:
        mask = facts.live[fact]
        if mask & (mask - 1) or mask & done or not mask:
            continue
        done |= mask
        cell, d = facts.pairs[mask.bit_length() - 1]
        pair = (cell, board.digits[d])
        house = facts.names[fact][1]
        proof = FactsProof((cell,), about=(pair,))
        single = SingleProof(*pair)
        if house >= 0:
            proof = FactsProof((), ((board.houses[house], pair[1]),), about=(pair,))
            single = SingleProof(*pair, board.houses[house])
        proof = replace(proof, barred=tuple(barred(facts.cands, single)))
        yield Step(NAME, proof, placements=(pair,), variant="single")


def searched_step(facts: Facts, conclusion: Searched) -> Step:
    """The conclusion of an exhaustive search, as a step."""
    digits = facts.board.digits
    pairs = [(cell, digits[d]) for cell, d in (facts.pairs[v] for v in conclusion.candidates)]
    return Step(
        NAME,
        replace(_resting_on(facts, conclusion.uses), tried=conclusion.cases),
        placements=tuple(pairs) if conclusion.on else (),
        eliminations=() if conclusion.on else tuple(sorted(pairs)),
        variant="search",
        besides=pair_rules(facts.cands.puzzle),
    )


def step_on(
    name: str,
    cands: Candidates,
    needs: Sequence[tuple[House, int]],
    eliminated: Sequence[tuple[int, int]],
    clock: Clock,
) -> Step:
    """A step with all candidates that some houses which need their digits exclude without cases.

    :raises RanOut: where the clock runs out first.
    """
    facts = Facts(cands, clock)
    wanted = {(house.cells, cands.board.index_of[digit]) for house, digit in needs}
    houses = cands.board.houses
    places = [
        at for at, (d, h) in enumerate(facts.names) if h >= 0 and (houses[h].cells, d) in wanted
    ]
    uses = Allowed(frozenset(places), frozenset())
    parts = []
    for pair in eliminated:
        proof = refuted(facts, (facts.number[pair], True), uses)
        assert proof is not None
        parts.append(bare_step(facts, proof))
    first = parts[0].proof
    assert isinstance(first, FactsProof)
    shown = replace(_resting_on(facts, uses), argument=first.argument, further=tuple(parts[1:]))
    every = sorted(pair for part in parts for pair in part.eliminations)
    return Step(name, shown, eliminations=tuple(every), variant="two digits")


def step_of(facts: Facts, proof: TrailProof, further: Iterable[TrailProof] = ()) -> Step:
    """A proof as a step, with all else that the same facts exclude: by the same cases, or as the
    proofs of ``further`` show."""
    step = bare_step(facts, proof)
    assert isinstance(step.proof, FactsProof)
    step = replace(step, proof=replace(step.proof, cut=facts.is_spent))
    start = proof.trail.start
    if start is None or not start[1]:
        return step
    others = {other.trail.start: other for other in further}
    cell, d = facts.pairs[start[0]]
    cases, end = cases_of(proof), facts.work + _FURTHER
    for v in touching(facts, proof.uses):
        if facts.work > end:
            break
        if v != start[0]:
            # Others than those of its cell or digit seldom fail in the same cases.
            alike = facts.pairs[v][0] == cell or facts.pairs[v][1] == d
            other = guided(follow(facts, (v, True)), cases if alike else (), proof.uses)
            if other is not None:
                others[v, True] = other
    parts = [bare_step(facts, other) for other in others.values()]
    by_parts = [pair for part in parts for pair in part.eliminations]
    eliminated = sorted({*step.eliminations, *by_parts})
    assert isinstance(step.proof, FactsProof)
    shown = replace(step.proof, further=tuple(parts))
    every = [part.proof.facts for part in parts if isinstance(part.proof, FactsProof)]
    if not shown.facts.issuperset(frozenset().union(*every)):  # what ends early rests on fewer
        whole = _resting_on(facts, proof.uses)
        shown = replace(shown, cells=whole.cells, needs=whole.needs, rules=whole.rules)
        shown = replace(shown, about=whole.about)
    return replace(step, eliminations=tuple(eliminated), proof=shown)


def touching(facts: Facts, uses: Allowed) -> list[int]:
    """The candidates that exclude some candidate that these facts concern."""
    about = 0
    for fact in uses.needs:
        about |= facts.live[fact]
    for rule in uses.rules:
        about |= facts.filters[rule].scope
    return [v for v, near in enumerate(facts.near) if (near | 1 << v) & about]


def bare_step(facts: Facts, proof: TrailProof, *, whole: bool = False) -> Step:
    """A proof as a step, for its own candidate alone; ``whole``: it goes on to its own end where an
    earlier one is seen."""
    board = facts.board
    chain = _chain(facts, proof)
    if not whole:
        chain = ended(facts, proof.uses, chain)
    start = proof.trail.start
    pair: tuple[Candidate, ...] = ()
    if start is not None:
        cell, d = facts.pairs[start[0]]
        pair = ((cell, board.digits[d]),)
    placed = start is not None and not start[1]
    shown = replace(_resting_on(facts, _used(facts, proof.uses, chain)), argument=chain)
    variant = "cases" if chain.parts else "direct" if shown.size == 1 else "assumption"
    return Step(
        NAME,
        shown,
        placements=pair if placed else (),
        eliminations=() if placed else pair,
        variant=variant,
    )


def _used(facts: Facts, uses: Allowed, chain: Chain) -> Allowed:
    """The facts among some that an argument rests on."""
    needs: set[tuple[object, ...]] = set()
    rules: set[Rule | None] = {None if chain.conflict is None else chain.conflict.rule}
    for node in chain.nodes:
        if node.on and node.cause == "cell":
            needs.add((node.cell,))
        elif node.on and node.house is not None:
            needs.add((node.house.cells, node.digit))
        elif node.cause == "rule" and not chain.is_link(node):
            rules.add(node.rule)
    for proof in (part.proof for part in chain.parts):
        assert isinstance(proof, FactsProof)
        needs.update((cell,) for cell in proof.cells)
        needs.update((house.cells, digit) for house, digit in proof.needs)
        rules.update(proof.rules)
    if chain.conflict is not None and chain.conflict.house is not None:
        wrong, house = chain.conflict, chain.conflict.house
        if wrong.kind == "few-digits":
            needs.update((cell,) for cell in wrong.cells)
        else:
            needs.update((house.cells, digit) for digit in wrong.digits)
    elif chain.conflict is not None and chain.conflict.kind == "no-candidate":
        needs.add(chain.conflict.cells)
    board = facts.board

    def named(fact: int) -> tuple[object, ...]:
        first, h = facts.names[fact]
        return (first,) if h < 0 else (board.houses[h].cells, board.digits[first])

    return Allowed(
        frozenset(fact for fact in uses.needs if named(fact) in needs),
        frozenset(rule for rule in uses.rules if facts.clues[rule].rule in rules),
    )


def _resting_on(facts: Facts, uses: Allowed) -> FactsProof:
    """The facts of a proof."""
    board = facts.board
    needs = [facts.names[fact] for fact in sorted(uses.needs)]
    about = 0
    for fact in uses.needs:
        about |= facts.live[fact]
    return FactsProof(
        tuple(cell for cell, h in needs if h < 0),
        tuple((board.houses[h], board.digits[d]) for d, h in needs if h >= 0),
        tuple(facts.clues[rule].rule for rule in sorted(uses.rules)),
        about=tuple((facts.pairs[v][0], board.digits[facts.pairs[v][1]]) for v in bits(about)),
    )


def _chain(facts: Facts, proof: TrailProof) -> Chain:
    """The statements of a proof, every one after those that it follows from."""
    trail, statements, board = proof.trail, proof.statements, facts.board
    why, losses = trail.why, trail.losses
    digits, pairs = board.digits, facts.pairs
    wanted = 0
    for false, _ in statements.premises.values():
        wanted |= false
    nodes: list[Node] = []
    excluded: dict[int, list[int]] = {}
    for v, cause in sorted(proof.causes().items()):
        excluded.setdefault(cause, []).append(v)
    on: dict[int, int] = {}
    off: dict[int, int] = {}
    parts: list[Step] = []

    def add(v: int, true: bool, **more: object) -> None:
        cell, d = pairs[v]
        (on if true else off)[v] = len(nodes)
        nodes.append(Node(cell, digits[d], true, **more))  # type: ignore[arg-type]

    def premises(source: tuple[str, int]) -> tuple[int, ...]:
        false, true = statements.premises[source]
        return tuple([on[v] for v in bits(true)] + [off[v] for v in bits(false)])

    if trail.start is not None:
        add(*trail.start)
    for v in bits(statements.known[1]):
        add(v, True, cause="known")
    for v in bits(statements.known[0]):
        add(v, False, cause="known")
    for kind, item in statements.order:
        if kind == "true":
            if trail.start != (item, True):
                reason = why[item][0]
                if reason < -1:
                    rule = facts.clues[-2 - reason].rule
                    add(item, True, parents=premises((kind, item)), cause="rule", rule=rule)
                else:
                    house = facts.names[reason][1]
                    add(
                        item,
                        True,
                        parents=premises((kind, item)),
                        cause="cell" if house < 0 else "house",
                        house=None if house < 0 else board.houses[house],
                    )
            for v in excluded.get(item, ()):
                off[v] = len(nodes)
                nodes.append(excluded_node(facts, v, pairs[item], on[item]))
            continue
        loss = losses[item]
        for v in bits(statements.lost[item] & wanted):
            if v in off:
                continue
            if loss.source == "filter":
                rule = facts.clues[loss.what].rule
                add(v, False, parents=premises((kind, item)), cause="rule", rule=rule)
            else:
                inner = bare_step(facts, trail.parts[loss.what])
                known = [node for node in argument_of(inner).nodes if node.cause == "known"]
                at = [facts.number[node.cell, board.index_of[node.digit]] for node in known]
                reasons = [(on if node.on else off)[w] for node, w in zip(known, at, strict=True)]
                add(v, False, parents=tuple(reasons), cause="advanced", part=len(parts))
                parts.append(inner)
    chain = Chain(tuple(nodes), False, tuple(parts), _conflict(facts, proof))
    return without_idle(chain, premises(("end", 0)))


def _conflict(facts: Facts, proof: TrailProof) -> Contradiction:
    board = facts.board
    kind, place, excluded = proof.statements.end
    if kind == "need":
        first, house = facts.names[place]
        if house < 0:
            return Contradiction("no-candidate", (first,))
        return Contradiction("no-place", (), (board.digits[first],), board.houses[house])
    if kind == "clash":
        cell, d = facts.pairs[place]
        return Contradiction("clash", (cell,), (board.digits[d],))
    rule: Rule = facts.clues[place].rule
    cells = tuple(facts.pairs[v][0] for v in bits(excluded))
    digits = tuple(board.digits[facts.pairs[v][1]] for v in bits(excluded))
    return Contradiction("rule", cells, digits, rule=rule)
