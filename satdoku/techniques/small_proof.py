"""Small proofs: the few rules and facts from which the next step follows, without a name.

What is left when no technique has a name for it. A wrong candidate is one that breaks some rules
together; few rules make a short argument (Espasa, Gent, Hoffmann, Jefferson, McIlree and Lynch,
"Towards Generic Explanations for Pen and Paper Puzzles with MUSes"; Bogaerts, Gamba and Guns, "A
framework for step-wise explaining how to solve constraint satisfaction problems"). Every puzzle
with one solution can be explained to its end like this, whatever its rules.

Each candidate is supposed true (and each false), and what follows is followed breadth first, all
of them side by side, until one fails; what its failure rests on is then thinned out, fact by
fact. Where nothing fails in this way, a SAT solver names facts that rule a candidate out, and
the argument goes by cases. The sets found are small; that no smaller one exists is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from threading import Lock
from typing import TYPE_CHECKING, ClassVar

from satdoku.limits import ENDLESS, Clock
from satdoku.model import Model
from satdoku.puzzle import Position
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates, bits, open_candidates
from satdoku.techniques.facts import Allowed, Facts, Trail, TrailProof, trace
from satdoku.techniques.settle import end_step, placed_cells, visible_end
from satdoku.techniques.step import Candidate, Chain, Contradiction, FactsProof, Node, Rule, Step

if TYPE_CHECKING:
    from satdoku.engines.incremental import Clauses

__all__ = ["TECHNIQUES", "SmallProof", "refutation"]

NAME = "small-proof"

_MANY = 400
"""Candidates above which the solver is asked only where nothing else helps: each is a question."""

_CONFLICTS = 30
"""Conflicts after which a smaller set of facts does not count as sufficient: what takes a solver
longer would take a reader pages."""


@dataclass(frozen=True, slots=True)
class SmallProof(Technique):
    """A few facts that cannot all be if a candidate is true (or if it is false).

    A fact is that a cell must hold a digit, that a house must hold a digit, or that a rule of the
    variant must be kept; that no digit repeats is taken for granted. The argument supposes the
    opposite of what it shows and follows it with these facts alone until one of them fails.

    Pattern: ``cells`` each must hold a digit; ``houses`` each must hold the digit at the same
    place of ``digits``; ``rules``. ``chains`` the one argument, its ``conflict`` the end; ``parts``
    the same for further candidates that the same facts refute. ``variant`` ``single``: one fact
    leaves one candidate; ``direct``: one fact excludes candidates; ``assumption``; ``cases``:
    with assumptions inside the assumption.

    ``finalists`` proofs are thinned out before the smallest is taken; ``cores`` as many answers
    of the solver; ``work`` bounds, in steps of some 20 microseconds, the search for a shorter
    argument by cases. ``most`` is the number of facts up to which proofs count;
    from ``large`` facts on, an argument by cases on fewer is looked for too.
    """

    finalists: int = 12
    large: int = 8
    cores: int = 10
    work: int = 8000
    most: int | None = None
    name: ClassVar[str] = NAME

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """See the class."""
        if visible_end(cands, placed_cells(cands)) is not None:
            return
        facts = Facts(cands, clock)
        singles = list(_singles(facts))
        yield from singles
        done = {pair for step in singles for pair in step.placements}
        first = True
        for proof in self._proofs(facts):
            if self.most is not None and proof.size > self.most:
                continue
            if first and self.most is None and proof.size >= self.large:
                other = self._by_solver(facts, proof)
                if other is not None:
                    proof = other
            first = False
            step = _step(facts, proof)
            if step.placements[0:1] and step.placements[0] in done:
                continue
            if step.eliminations and set(step.eliminations) <= done:
                continue
            done |= {*step.placements, *step.eliminations}
            yield step
        if first and not singles and self.most is None:
            last = self._by_solver(facts, None)
            if last is not None:
                yield _step(facts, last)

    def _proofs(self, facts: Facts) -> Iterator[TrailProof]:
        """Proofs without cases, those on the fewest facts first."""
        found: list[TrailProof] = []
        starts = [(v, on) for on in (True, False) for v in range(len(facts.pairs))]
        if facts.clues and self.most is None:
            starts = _promising(facts, starts)
        trails = [Trail(facts, start) for start in starts]
        level = 0
        while trails:
            following = []
            for trail in trails:
                facts.clock.check()
                if trail.advance():
                    found.append(trace(trail))
                elif trail.alive:
                    following.append(trail)
            trails = following
            level += 1
            if level == self.most:
                break
            # A failure on the next level rests on more facts than there were levels.
            if found and min(proof.size for proof in found) <= level + 1:
                break
        found.sort(key=_order)
        head = [_thinned(facts, proof) for proof in found[: self.finalists]]
        yield from sorted(head, key=_order)
        for proof in found[self.finalists :]:
            yield _thinned(facts, proof)

    def _by_solver(self, facts: Facts, rival: TrailProof | None) -> TrailProof | None:
        """The best proof by cases, on facts that a SAT solver names; ``None`` where there is none,
        or none with a shorter explanation than its ``rival``."""
        from satdoku.errors import Unsupported

        if rival is not None and len(facts.pairs) > _MANY:
            return None
        try:
            solver = _Solver(facts)
        except Unsupported:
            return None
        with solver.clauses:
            cores: list[tuple[int, int, Allowed]] = []
            # What takes the solver few conflicts takes a reader few cases: the easiest come first.
            for conflicts in (2, 8, 32, 128, None):
                possible = 0
                for v in range(len(facts.pairs)):
                    if possible >> v & 1:
                        continue
                    answer, core = solver.core(v, conflicts)
                    if answer:
                        possible |= solver.model()
                    elif core is not None:
                        cores.append((core.size, v, core))
                if cores:
                    break
            cores.sort(key=lambda item: item[:2])
            some = [(v, solver.trimmed(core, v)) for _, v, core in cores[: 4 * self.cores]]
            some.sort(key=lambda item: (item[1].size, item[0]))
            pool = [(v, solver.thinned(core, v)) for v, core in some[: self.cores]]
            if rival is None:
                pool += some[: self.cores // 2]
            pool.sort(key=lambda item: (item[1].size, item[0]))
            best = self._shortest(facts, pool, rival)
            return None if best is None else self._shortened(facts, solver, best)

    def _shortest(
        self, facts: Facts, pool: list[tuple[int, Allowed]], rival: TrailProof | None
    ) -> TrailProof | None:
        """The proof by cases with the shortest explanation: with little work, or with more."""
        if rival is not None:
            pool = [item for item in pool if 4 * item[1].size < _cost(rival)[0]]
        limit, enough = 400, facts.work + self.work
        while pool:
            found = []
            for v, allowed in pool:
                try:
                    found.append(_by_cases(facts, (v, True), allowed, _Work(facts, limit)))
                except _TooLong:
                    continue
                if facts.work > enough:
                    break
            if rival is not None:
                found = [proof for proof in found if _cost(proof) < _cost(rival)]
            if found or rival is not None:
                return min(found, key=_cost, default=None)
            limit *= 4
            pool = pool[: max(3, len(pool) // 2)]
        return None

    def _shortened(self, facts: Facts, solver: _Solver, proof: TrailProof) -> TrailProof:
        """The proof without facts that it can do without and be no longer."""
        start = proof.trail.start
        assert start is not None
        work = _Work(facts, self.work)
        for kind, fact in _each(proof.uses):
            if fact not in (proof.uses.needs if kind == "need" else proof.uses.rules):
                continue
            fewer = _without(proof.uses, kind, fact)
            if not solver.refutes(fewer, start[0]):
                continue
            try:
                other = _by_cases(facts, start, fewer, work)
            except _TooLong:
                break
            if _cost(other) < _cost(proof):
                proof = other
        return proof


_PROMISING = 8


def _promising(facts: Facts, starts: list[tuple[int, bool]]) -> list[tuple[int, bool]]:
    """The assumptions that fail by unit propagation, those with the fewest consequences.

    To follow every assumption through every clue takes seconds where clues have many ways; a solver
    finds out in milliseconds which are worth it.
    """
    from satdoku.errors import Unsupported

    try:
        table, clauses, lock = facts.cands.puzzle.model.kept(_propagating, _propagating)
    except Unsupported:
        return starts
    literals = [table[cell][d] for cell, d in facts.pairs]
    gone = [
        -literal
        for cell, (value, mask) in enumerate(zip(facts.cands.values, facts.cands.cand, strict=True))
        for d, literal in enumerate(table[cell])
        if (value >= 0 and d != value) or (value < 0 and not mask >> d & 1)
    ]
    found = []
    for v, on in starts:
        facts.clock.check()
        with lock:
            possible, implied = clauses.propagate([*gone, literals[v] if on else -literals[v]])
        if not possible:
            found.append((len(implied), not on, v))
    found.sort()
    return [(v, not off) for _, off, v in found[:_PROMISING]]


def _propagating(model: Model) -> tuple[tuple[Sequence[int], ...], Clauses, Lock]:
    """The literals of a board's candidates, and a solver with all its rules, for one at a time.

    :raises Unsupported: where a rule cannot be written as clauses.
    """
    from satdoku.encodings.cnf import encode
    from satdoku.encodings.variables import Variables
    from satdoku.engines.incremental import Clauses

    variables = Variables.full(model.geometry)
    formula = encode(model)
    return variables.table, Clauses(formula.clauses(), solver="minisat22"), Lock()


def refutation(position: Position, work: float = inf, clock: Clock = ENDLESS) -> Step | None:
    """A small proof that nothing can follow from a position; ``None`` where something does.

    The step has a ``contradiction`` and no eliminations: its facts alone cannot all be. Proofs can
    be long beyond any use: one that takes more than ``work`` (some thousands for a page of text)
    is given up, and the answer is ``None`` too.

    :raises Unsupported: where a rule cannot be written as clauses.
    :raises RanOut: where the clock runs out first.
    """
    cands = open_candidates(position)
    end = visible_end(cands, placed_cells(cands))
    if end is not None:
        return end_step(cands, end)
    facts = Facts(cands, clock)
    solver = _Solver(facts)
    with solver.clauses:
        _, core = solver.core(None)
        if core is None:
            return None
        core = solver.thinned(core, None)
    try:
        proof = _by_cases(facts, None, core, _Work(facts, work))
    except _TooLong:
        return None
    step = _step(facts, proof)
    return replace(step, contradiction=_conflict(facts, proof))


# ------------------------------------------------------------------------------------------------
# Finding.


def _order(proof: TrailProof) -> tuple[int, bool, int, int]:
    start = proof.trail.start
    assert start is not None
    return proof.size, start[1], proof.length, start[0]


def _singles(facts: Facts) -> Iterator[Step]:
    """What one fact places."""
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
        yield Step(
            NAME,
            FactsProof((), ((board.houses[house], pair[1]),), about=(pair,))
            if house >= 0
            else FactsProof((cell,), about=(pair,)),
            placements=(pair,),
            variant="single",
        )


def _refuted(facts: Facts, start: tuple[int, bool] | None, allowed: Allowed) -> TrailProof | None:
    """The proof on these facts alone, without cases."""
    trail = Trail(facts, start)
    return trace(trail) if trail.run(allowed) else None


def _thinned(facts: Facts, proof: TrailProof) -> TrailProof:
    """The proof on fewer facts, as long as one can be left out."""
    start = proof.trail.start
    for kind, fact in _each(proof.uses):
        uses = proof.uses
        if fact not in (uses.needs if kind == "need" else uses.rules):
            continue
        shorter = _refuted(facts, start, _without(uses, kind, fact))
        if shorter is not None:
            proof = shorter
    return proof


def _each(uses: Allowed) -> list[tuple[str, int]]:
    return [("need", n) for n in sorted(uses.needs)] + [("rule", r) for r in sorted(uses.rules)]


def _without(uses: Allowed, kind: str, fact: int) -> Allowed:
    if kind == "need":
        return Allowed(uses.needs - {fact}, uses.rules)
    return Allowed(uses.needs, uses.rules - {fact})


# ------------------------------------------------------------------------------------------------
# Cases.


class _TooLong(Exception):
    """Raised where an argument by cases takes more work than was allowed."""


class _Work:
    """How much may still be done for an argument by cases."""

    def __init__(self, facts: Facts, limit: float) -> None:
        self.facts = facts
        self.end = facts.work + limit

    def check(self) -> None:
        """:raises TooLong: where all of it is done."""
        self.facts.clock.check()
        if self.facts.work > self.end:
            raise _TooLong


def _cost(proof: TrailProof) -> tuple[int, int, int]:
    """What a reader has to keep in mind and to go through, a fact weighing as four statements."""
    start = proof.trail.start
    return 4 * proof.size + proof.length, proof.size, -1 if start is None else start[0]


def _by_cases(
    facts: Facts, start: tuple[int, bool] | None, allowed: Allowed, work: _Work | None = None
) -> TrailProof:
    """The proof on facts that are known to suffice, with assumptions inside where it needs them.

    :raises AssertionError: where they do not suffice.
    """
    return _cases(Trail(facts, start), allowed, work or _Work(facts, inf))


def _cases(trail: Trail, allowed: Allowed, work: _Work) -> TrailProof:
    facts = trail.facts
    while not trail.run(allowed):
        choices = _choices(trail, allowed)
        if not choices:
            raise AssertionError("the facts do not exclude the candidate")
        # First what fails at once; else one fact's candidates in turn, each to its end.
        before = trail.false
        for v in dict.fromkeys(v for mask in choices for v in bits(mask)):
            if (trail.false | trail.true) >> v & 1:
                continue
            work.check()
            inner = Trail(facts, (v, True), trail.false, trail.true)
            if inner.run(allowed):
                trail.lose(v, trace(inner))
                if trail.run(allowed):
                    return trace(trail)
        if trail.false == before:
            v = bits(choices[0])[0]
            inner = Trail(facts, (v, True), trail.false, trail.true)
            trail.lose(v, _cases(inner, allowed, work))
    return trace(trail)


def _choices(trail: Trail, allowed: Allowed) -> list[int]:
    """The open candidates of each fact that is not yet met, the fewest first."""
    facts = trail.facts
    open_ = ~trail.false
    masks = []
    for fact in sorted(allowed.needs):
        mask = facts.live[fact] & open_
        if not mask & trail.true:
            masks.append(mask)
    for rule in sorted(allowed.rules):
        for cell in facts.filters[rule].cells:
            mask = facts.in_cell.get(cell, 0) & open_
            if mask and not mask & trail.true:
                masks.append(mask)
    return sorted(masks, key=lambda mask: (mask.bit_count(), mask & -mask))


class _Solver:
    """The facts as clauses, each behind a selector of its own.

    :raises Unsupported: where a rule cannot be written as clauses.
    """

    def __init__(self, facts: Facts) -> None:
        from satdoku.encodings.cnf import encode_alone
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import Clauses

        self.facts = facts
        cands, board = facts.cands, facts.board
        masks = [
            1 << value if value >= 0 else mask
            for value, mask in zip(cands.values, cands.cand, strict=True)
        ]
        variables = Variables.pruned(board.geometry, masks)
        self.literal = [variables.table[cell][d] for cell, d in facts.pairs]
        self.candidate = {literal: v for v, literal in enumerate(self.literal)}
        top = variables.count
        clauses: list[list[int]] = [
            [variables.table[cell][value]] for cell, value in enumerate(cands.values) if value >= 0
        ]
        for v, mask in enumerate(facts.near):
            clauses += [[-self.literal[v], -self.literal[w]] for w in bits(mask) if w > v]
        bodies: list[list[list[int]]] = [
            [[self.literal[v] for v in bits(mask)]] for mask in facts.live
        ]
        for clue in facts.clues:
            beyond = clue.ways.model.beyond_pairs
            assert beyond is not None, "the clue is one of those that say more than pairs"
            formula = encode_alone(variables, beyond, top=top, kind="minimal")
            top = formula.top
            bodies.append(list(formula.clauses()))
        self.selectors = range(top + 1, top + 1 + len(bodies))
        for selector, body in zip(self.selectors, bodies, strict=True):
            clauses += [[-selector, *clause] for clause in body]
        self.clauses: Clauses = Clauses(clauses, solver="minisat22")

    def _facts(self, selectors: Iterable[int]) -> Allowed:
        first, needs = self.selectors.start, len(self.facts.live)
        places = [s - first for s in selectors if s >= first]
        return Allowed(
            frozenset(p for p in places if p < needs),
            frozenset(p - needs for p in places if p >= needs),
        )

    def _ask(self, allowed: Allowed | None, v: int | None) -> bool:
        return self.clauses.solve(self._asked(allowed, v), self.facts.clock)

    def _attempt(self, allowed: Allowed, v: int | None) -> bool | None:
        return self.clauses.attempt(self._asked(allowed, v), _CONFLICTS)

    def _asked(self, allowed: Allowed | None, v: int | None) -> list[int]:
        first, needs = self.selectors.start, len(self.facts.live)
        if allowed is None:
            asked = list(self.selectors)
        else:
            asked = [first + n for n in sorted(allowed.needs)]
            asked += [first + needs + r for r in sorted(allowed.rules)]
        if v is not None:
            asked.insert(0, self.literal[v])
        return asked

    def refutes(self, allowed: Allowed, v: int) -> bool:
        """Whether these facts exclude a candidate."""
        return self._attempt(allowed, v) is False

    def core(
        self, v: int | None, conflicts: int | None = None
    ) -> tuple[bool | None, Allowed | None]:
        """Whether all facts can be if a candidate is true, and if not, some that cannot; neither
        where that takes more conflicts."""
        if conflicts is None:
            answer: bool | None = self._ask(None, v)
        else:
            answer = self.clauses.attempt(self._asked(None, v), conflicts)
        return answer, self._facts(self.clauses.core()) if answer is False else None

    def model(self) -> int:
        """The candidates that are true in the last answer."""
        true = (self.candidate.get(literal) for literal in self.clauses.model() if literal > 0)
        return sum(1 << v for v in true if v is not None)

    def trimmed(self, allowed: Allowed, v: int | None) -> Allowed:
        """The facts that the solver names when it is asked again with those it named."""
        while not self._ask(allowed, v):
            fewer = self._facts(self.clauses.core())
            if fewer.size >= allowed.size:
                break
            allowed = fewer
        return allowed

    def thinned(self, allowed: Allowed, v: int | None) -> Allowed:
        """Leave facts out as long as the rest suffice."""
        for kind, fact in _each(allowed):
            if fact not in (allowed.needs if kind == "need" else allowed.rules):
                continue
            fewer = _without(allowed, kind, fact)
            if self._attempt(fewer, v) is False:
                allowed = self._facts(self.clauses.core())
        return allowed


# ------------------------------------------------------------------------------------------------
# From proofs to steps.


def _step(facts: Facts, proof: TrailProof) -> Step:
    """A proof as a step, with all else that the same facts exclude."""
    step = _one(facts, proof)
    start = proof.trail.start
    if start is None or not start[1]:
        return step
    parts = []
    for v in _touching(facts, proof.uses):
        if v != start[0]:
            other = _refuted(facts, (v, True), proof.uses)
            if other is not None:
                parts.append(_one(facts, other))
    gone = sorted({*step.eliminations, *(pair for part in parts for pair in part.eliminations)})
    assert isinstance(step.proof, FactsProof)
    shown = replace(step.proof, further=tuple(parts))
    return replace(step, eliminations=tuple(gone), proof=shown)


def _touching(facts: Facts, uses: Allowed) -> list[int]:
    """The candidates that exclude some candidate that these facts concern."""
    about = 0
    for fact in uses.needs:
        about |= facts.live[fact]
    for rule in uses.rules:
        about |= facts.filters[rule].scope
    return [v for v, near in enumerate(facts.near) if (near | 1 << v) & about]


def _one(facts: Facts, proof: TrailProof) -> Step:
    """A proof as a step, for its own candidate alone."""
    board = facts.board
    chain = _chain(facts, proof)
    needs = [facts.names[fact] for fact in sorted(proof.uses.needs)]
    start = proof.trail.start
    pair: tuple[Candidate, ...] = ()
    if start is not None:
        cell, d = facts.pairs[start[0]]
        pair = ((cell, board.digits[d]),)
    placed = start is not None and not start[1]
    variant = "cases" if chain.parts else "direct" if proof.size == 1 else "assumption"
    about = 0
    for fact in proof.uses.needs:
        about |= facts.live[fact]
    return Step(
        NAME,
        FactsProof(
            tuple(cell for cell, h in needs if h < 0),
            tuple((board.houses[h], board.digits[d]) for d, h in needs if h >= 0),
            tuple(facts.clues[rule].rule for rule in sorted(proof.uses.rules)),
            chain,
            about=tuple((facts.pairs[v][0], board.digits[facts.pairs[v][1]]) for v in bits(about)),
        ),
        placements=pair if placed else (),
        eliminations=() if placed else pair,
        variant=variant,
    )


def _chain(facts: Facts, proof: TrailProof) -> Chain:
    """The statements of a proof, every one after those that it follows from."""
    trail, board = proof.trail, facts.board
    digits, pairs = board.digits, facts.pairs
    wanted = 0
    for false, _ in proof.premises.values():
        wanted |= false
    nodes: list[Node] = []
    on: dict[int, int] = {}
    off: dict[int, int] = {}
    parts: list[Step] = []

    def add(v: int, true: bool, **more: object) -> None:
        cell, d = pairs[v]
        (on if true else off)[v] = len(nodes)
        nodes.append(Node(cell, digits[d], true, **more))  # type: ignore[arg-type]

    def premises(source: tuple[str, int]) -> tuple[int, ...]:
        false, true = proof.premises[source]
        return tuple([on[v] for v in bits(true)] + [off[v] for v in bits(false)])

    if trail.start is not None:
        add(*trail.start)
    for v in bits(proof.known[1]):
        add(v, True, cause="known")
    for v in bits(proof.known[0]):
        add(v, False, cause="known")
    for kind, item in proof.order:
        if kind == "true":
            if trail.start != (item, True):
                reason = trail.why[item][0]
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
            for v in bits(facts.near[item] & wanted):
                if v not in off:
                    add(v, False, parents=(on[item],), **_why(facts, item, v))
            continue
        loss = trail.losses[item]
        for v in bits(proof.lost[item] & wanted):
            if v in off:
                continue
            if loss.source == "filter":
                rule = facts.clues[loss.what].rule
                add(v, False, parents=premises((kind, item)), cause="rule", rule=rule)
            else:
                inner = _one(facts, trail.parts[loss.what])
                add(
                    v,
                    False,
                    parents=premises((kind, item)),
                    cause="advanced",
                    part=len(parts),
                )
                parts.append(inner)
    return Chain(tuple(nodes), False, tuple(parts), _conflict(facts, proof), premises(("end", 0)))


def _why(facts: Facts, cause: int, lost: int) -> dict[str, object]:
    """Why a true candidate excludes another, as fields of a node."""
    if facts.pairs[cause][0] == facts.pairs[lost][0]:
        return {"cause": "cell"}
    reason = facts.board.reason(facts.pairs[cause], facts.pairs[lost])
    return (
        {"cause": "rule", "rule": reason}
        if isinstance(reason, Rule)
        else {"cause": "house", "house": reason}
    )


def _conflict(facts: Facts, proof: TrailProof) -> Contradiction:
    board = facts.board
    kind, what, gone = proof.end
    if kind == "need":
        first, house = facts.names[what]
        if house < 0:
            return Contradiction("no-candidate", (first,))
        return Contradiction("no-place", (), (board.digits[first],), board.houses[house])
    if kind == "clash":
        cell, d = facts.pairs[what]
        return Contradiction("clash", (cell,), (board.digits[d],))
    rule: Rule = facts.clues[what].rule
    cells = tuple(facts.pairs[v][0] for v in bits(gone))
    excluded = tuple(board.digits[facts.pairs[v][1]] for v in bits(gone))
    return Contradiction("rule", cells, excluded, rule=rule)


TECHNIQUES: tuple[Technique, ...] = (SmallProof(),)
