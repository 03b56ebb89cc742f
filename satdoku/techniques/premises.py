"""The rules by which cells exclude each other that a step uses without naming them.

The searches use all exclusions of a board, whichever rule they come from: the ways to fill a cage
leave out those in which two of its cells break the dot between them. The explanation has to name
this dot. So the conclusion is supposed to be false: what the step names (its cells, its houses with
their digits, its clues, its links) has to be impossible then, if need be with the exclusions of
every other rule, for each pair of cells; the unnecessary pairs are dropped one after another. The
compiled core searches where a step is about cells alone; a SAT solver does so for the others, with
a literal for each pair that switches its exclusions on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import replace
from functools import cache, cached_property
from typing import TYPE_CHECKING

from satdoku.base.errors import Unsupported
from satdoku.base.limits import Clock
from satdoku.model import Model
from satdoku.model.model import apart
from satdoku.relations import AllDifferent, PairTable, Relation, variables_of
from satdoku.techniques.arguments.clues import ClueProof, JointProof, without_unnamed
from satdoku.techniques.board import Board, Candidates
from satdoku.techniques.named import named_by
from satdoku.techniques.searches.clues.ways import allowed_pairs
from satdoku.techniques.step import Candidate, CheckContext, Rule, Step

if TYPE_CHECKING:
    from satdoku.encodings.program import Narrowing, Program
    from satdoku.engines.incremental import ClauseLayer, Clauses
    from satdoku.relations import Lowered

_MAX_CONFLICTS = 500
"""The conflicts that the solver may meet until it sees that rules can be left out."""

_MAX_CONFLICTS_OF_ALL = 2000
"""The conflicts that it may meet until it sees that all of them are enough."""

_MAX_CONFLICTS_OF_REASON = 50_000
"""The conflicts that it may meet until it sees that a reason needs none of them, by the cells."""

_MAX_WORK = 500_000
"""How long the compiled core searches before a solver is asked, some 2 ms."""

_MAX_LOST = 3
"""The number of searches of a step that may be too short."""

_MAX_KEPT = 500
"""The number of sets of cells of constraints that are kept as models."""

_Pair = tuple[int, int, int]
"""The place of a constraint, and two cells, the lower first."""


def with_premises(cands: Candidates, step: Step, clock: Clock) -> Step:
    """The step with the rules that it rests on beside those of its proof (``Step.besides``), and
    without reasons that need others.

    :raises RanOut: where the clock runs out first.
    """
    if not cands.board.linked or step.proof.names_all_rules:
        return step
    try:
        rules = _premises(cands, step, clock)
    except Unsupported:  # a rule that no engine takes: no step was found by it either
        return step
    whole = replace(step, besides=(*step.besides, *rules)) if rules else step
    if not isinstance(whole.proof, ClueProof | JointProof):
        return whole
    context = CheckContext(
        cands.once("position", cands.position), clock, conflicts=_MAX_CONFLICTS_OF_REASON
    )
    return without_unnamed(whole, context)


def _premises(cands: Candidates, step: Step, clock: Clock) -> tuple[Rule, ...]:
    """The rules whose exclusions the step needs and does not name."""
    proof = step.proof
    whole = _Argument(cands, step)
    unnamed = set(whole.pairs())
    if isinstance(proof, ClueProof) and proof.each and unnamed:
        # Each clue shows its own part by itself, and long clauses of one are not those of another.
        used = set()
        for part in proof.each:
            alone = _Argument(cands, part)
            if not unnamed.isdisjoint(pairs := alone.pairs()):
                used |= unnamed.intersection(alone.premises(pairs, clock))
    else:
        used = set(whole.premises(sorted(unnamed), clock))
    return tuple(cands.board.rule_of_pair(*pair) for pair in sorted(used))


def looked_at(step: Step, model: Model) -> set[Candidate]:
    """The candidates whose absence a step may rest on: those of its cells, of its houses and
    digits, and of its rules."""
    named = named_by(step, model)
    named.cells |= dict.fromkeys(cell for _, pairs in step.view.candidates for cell, _ in pairs)
    digits = model.geometry.digits
    of_cells = {(cell, digit) for cell in named.cells for digit in digits}
    return of_cells | {(cell, digit) for house, digit in named.needs for cell in house.cells}


class _Argument:
    """A step, with what it names and what it concludes."""

    def __init__(self, cands: Candidates, step: Step) -> None:
        self.cands, self.board, self.step = cands, cands.board, step
        self.model = cands.puzzle.model
        self.named = named = named_by(step, self.model)
        concluded = (*step.placements, *step.eliminations)
        places = [cell for house, _ in named.needs for cell in house.cells]
        self.about = sorted({*named.cells, *places, *(cell for cell, _ in concluded)})
        values, cand = cands.values, cands.cand
        self.masks = [0] * self.board.count
        for cell in self.about:
            self.masks[cell] = 1 << values[cell] if values[cell] >= 0 else cand[cell]

    def pairs(self) -> list[_Pair]:
        """Where rules that are not named exclude candidates of each other."""
        given: dict[int, list[set[int]]] = {}
        for rule in self.named.rules:
            given.setdefault(rule.constraint, []).append(set(rule.cells))
        masks = self.masks
        return [
            (place, a, b)
            for place, a, b in _pairs(self.board, self.model, self.about)
            if not any(a in cells and b in cells for cells in given.get(place, ()))
            and any(masks[a] >> d & masks[b] >> e & 1 for d, e in self.excluded(place, a, b))
        ]

    def premises(self, pairs: list[_Pair], clock: Clock) -> list[_Pair]:
        """The exclusions among some that the step needs."""
        if not pairs or self._is_plain():
            return []
        needed = self._searched(pairs, clock)
        return self._solved(pairs, clock) if needed is None else needed

    def _searched(self, pairs: list[_Pair], clock: Clock) -> list[_Pair] | None:
        """The exclusions that it needs, by the compiled core; ``None`` for a step that says where a
        house has its digits, and where the core does not take a rule or takes long."""
        from satdoku.encodings.cnf import is_long

        if self.named.needs or any(model.connected or is_long(model) for model in self.models):
            return None
        search = _Search(self)
        used: list[_Pair] = []
        for cell, d, sign in self._concluded():
            clock.check()
            refuted = search.refuted(cell, d, sign, used)
            # Where not even all of them refute it, the step says more than this can follow.
            if refuted is False and (refuted := search.refuted(cell, d, sign, pairs)):
                rest = [pair for pair in pairs if pair not in used]
                used += search.fewest(cell, d, sign, used, rest)
            if refuted is None or search.lost > _MAX_LOST:
                return None
        return used

    def _solved(self, pairs: list[_Pair], clock: Clock) -> list[_Pair]:
        """The exclusions that it needs, by a SAT solver."""
        from satdoku.encodings.cnf import encode_part, is_long
        from satdoku.encodings.variables import Variables
        from satdoku.engines.incremental import ClauseLayer, Clauses, LongClauses

        models = self.models
        long = next(filter(is_long, models), None)
        variables = (Variables.sparse if long else Variables.pruned)(
            self.board.geometry, self.masks
        )
        table = variables.table
        top = variables.count
        below = long and LongClauses.of(long, top)
        with ClauseLayer(below) if below else Clauses(solver="minisat22") as solver:
            if below:
                solver.extend([*variables.gone(), [below.guard]])
                top = below.top
            for model in models:
                if model is not long:
                    clauses, top = encode_part(variables, model, top=top)
                    solver.extend(clauses)
            solver.extend(self._board(table))
            switches = dict(enumerate(pairs, top + 1))
            for switch, (place, a, b) in switches.items():
                solver.extend(
                    [-switch, -table[a][d], -table[b][e]]
                    for d, e in self.excluded(place, a, b)
                    if table[a][d] and table[b][e]
                )
            used: list[int] = []
            for question in self._questions(table):
                clock.check()
                if solver.attempt([*question, *used], _MAX_CONFLICTS) is False:
                    continue
                answer = solver.attempt([*question, *switches], _MAX_CONFLICTS_OF_ALL)
                if answer:
                    continue  # the step says more than this can follow
                if answer is None:
                    used = list(switches)  # any of them may be needed
                    break
                used += _core(solver, [*question, *used], switches.keys() - set(used))
        return [switches[switch] for switch in used]

    def _is_plain(self) -> bool:
        """Whether houses, and rules that are named with two cells, exclude all that the step
        eliminates: with it, nothing is left to a cell that is named or to a need."""
        if self.step.contradiction is not None or self.step.placements:
            return False
        index, masks = self.board.index_of, self.masks
        pairs = [rule for rule in self.named.rules if len(rule.cells) == 2]
        needs = [(house.cells, 1 << index[digit]) for house, digit in self.named.needs]
        for cell, digit in self.step.eliminations:
            d = index[digit]
            out = dict.fromkeys(self.board.geometry.peers[cell], 1 << d)
            out[cell] = ~(1 << d)
            for rule in pairs:
                if cell in rule.cells:
                    other = rule.cells[rule.cells[0] == cell]
                    for own, excluded in self.excluded(rule.constraint, cell, other):
                        if own == d:
                            out[other] = out.get(other, 0) | 1 << excluded
            if all(masks[c] & ~out.get(c, 0) for c in self.named.cells) and all(
                any(masks[c] & needed & ~out.get(c, 0) for c in cells) for cells, needed in needs
            ):
                return False
        return True

    def _concluded(self) -> Iterator[tuple[int, int, int]]:
        """Each conclusion (cell, d) with what is supposed against it: that it is true (1) or false
        (-1); of a contradiction (-1, -1, 0), nothing."""
        index = self.board.index_of
        if self.step.contradiction is not None:
            yield -1, -1, 0
        for sign, candidates in ((1, self.step.eliminations), (-1, self.step.placements)):
            for cell, digit in candidates:
                if self.masks[cell] >> index[digit] & 1:
                    yield cell, index[digit], sign

    def _questions(self, table: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        """The opposite of each conclusion as literals."""
        for cell, d, sign in self._concluded():
            yield [sign * table[cell][d]] if sign else []

    @cached_property
    def models(self) -> list[Model]:
        """Models of the named rules, as far as they are about the cells that they are named with;
        one for each constraint, since auxiliary variables are those of one."""
        geometry = self.board.geometry
        said: dict[int, list[tuple[int, ...]]] = {}
        for rule in self.named.rules:
            said.setdefault(rule.constraint, []).append(rule.cells)
        known: dict[object, Model] = self.model.kept(_said, lambda _: {})
        models = []
        for place, cells in said.items():
            key = place, tuple(cells)
            if key not in known:
                if len(known) > _MAX_KEPT:
                    known.clear()
                known[key] = Model(geometry, tuple(_said(self.model, place, cells)))
            models.append(known[key])
        if self.named.says:
            models.append(Model(geometry, tuple(self.named.says)))
        return models

    def _board(self, table: Sequence[Sequence[int]]) -> Iterator[list[int]]:
        """Clauses that every reader knows: one digit a cell, no digit twice in a house."""
        for cell in self.about:
            held = [literal for literal in table[cell] if literal]
            if cell in self.named.cells:
                yield held
            yield from ([-a, -b] for i, a in enumerate(held) for b in held[i + 1 :])
        about = set(self.about)
        for members in self.houses():
            here = [table[cell] for cell in members if cell in about]
            for i, row in enumerate(here):
                for other in here[i + 1 :]:
                    yield from ([-a, -b] for a, b in zip(row, other, strict=True) if a and b)
        for house, digit in self.named.needs:
            d = self.board.index_of[digit]
            yield [table[cell][d] for cell in house.cells if table[cell][d]]

    def houses(self) -> Iterator[tuple[int, ...]]:
        """The cells of each house in which no digit is twice."""
        yield from (house.cells for house in self.board.geometry.houses)
        yield from (house.cells for house in self.named.houses if house.kind == "extra")

    @cached_property
    def excluded(self) -> Callable[[int, int, int], tuple[Candidate, ...]]:
        """The digits, as (d, e), that a constraint does not allow in two cells together."""
        return self.model.kept(_exclusions, _exclusions)


def _core(solver: Clauses | ClauseLayer, facts: list[int], switches: Set[int]) -> list[int]:
    """The switches that facts need for the contradiction that was just found, as few as dropping
    one after another leaves."""
    core = sorted(set(solver.core()) & switches)
    for switch in reversed(core):
        if switch in core:
            fewer = [other for other in core if other != switch]
            if solver.attempt([*facts, *fewer], _MAX_CONFLICTS) is False:
                core = sorted(set(solver.core()) & switches)
    return core


class _Search:
    """The searches of the compiled core for a step about cells.

    lost  how many searches took too long
    """

    def __init__(self, argument: _Argument) -> None:
        self._argument, self._board = argument, argument.board
        self._cells = argument.named.cells.keys()
        geometry = self._board.geometry
        self._houses = list(argument.houses())
        self._relations: list[Lowered] = []
        top = geometry.cell_count
        for model in argument.models:
            own, top = apart(model.lowered, geometry.cell_count, top)
            self._relations += own
        for members in self._houses:
            inside = tuple([cell for cell in members if cell in self._cells])
            if len(inside) > 1:
                self._relations.append(AllDifferent(inside))
        self._known: dict[tuple[_Pair, ...], Narrowing | None] = {}
        self.lost = 0

    def refuted(self, cell: int, d: int, sign: int, pairs: Sequence[_Pair]) -> bool | None:
        """Whether, as far as some pairs of cells exclude each other, a candidate cannot be true
        (sign 1) or false (-1); ``None``: not known."""
        masks = self._masks(cell, d, sign, pairs)
        if not all(masks):
            return True
        inside = tuple([pair for pair in pairs if {*pair[1:]} <= self._cells])
        if inside not in self._known:
            self._known[inside] = self._narrowing(inside)
        search = self._known[inside]
        if search is None:
            return None
        has_way = search.one(masks, (0,), _MAX_WORK)
        self.lost += has_way is None
        return None if has_way is None else not has_way

    def _masks(self, cell: int, d: int, sign: int, pairs: Sequence[_Pair]) -> list[int]:
        """The candidates of the cells where a candidate is true (sign 1) or false (-1)."""
        argument = self._argument
        masks = [1] * self._board.count
        for own in self._cells:
            masks[own] = argument.masks[own]
        if sign > 0 and cell in self._cells:
            masks[cell] = 1 << d
        elif sign > 0:
            for members in self._houses:
                if cell in members:
                    for own in self._cells & set(members):
                        masks[own] &= ~(1 << d)
            for place, a, b in pairs:
                if cell in (a, b) and (other := a ^ b ^ cell) in self._cells:
                    for e, excluded in argument.excluded(place, cell, other):
                        masks[other] &= ~(1 << excluded) if e == d else -1
        elif sign < 0 and cell in self._cells:
            masks[cell] &= ~(1 << d)
        return masks

    def fewest(
        self, cell: int, d: int, sign: int, used: list[_Pair], rest: list[_Pair]
    ) -> list[_Pair]:
        """The pairs of ``rest`` that are needed besides ``used``; the last are left out first."""
        groups = [rest]
        while groups and self.lost <= _MAX_LOST:
            group = groups.pop()
            fewer = [pair for pair in rest if pair not in group]
            if self.refuted(cell, d, sign, [*used, *fewer]):
                rest = fewer
            elif len(group) > 1:
                groups += [group[: len(group) // 2], group[len(group) // 2 :]]
        return rest

    @cached_property
    def _program(self) -> Program | None:
        """The program of the named rules and the houses, without pairs."""
        from satdoku.encodings.program import program_of

        return program_of(Model(self._board.geometry, tuple(self._relations)))

    def _narrowing(self, pairs: Sequence[_Pair]) -> Narrowing | None:
        from satdoku.encodings.program import searching_in

        board, program = self._board, self._program
        if program is None or not program.is_whole:
            return None
        tables = []
        for place, a, b in pairs:
            rows = [0] * board.size
            for d, e in self._argument.excluded(place, a, b):
                rows[d] |= 1 << e
            tables.append(PairTable(a, b, allowed_pairs(tuple(rows), board.digits)))
        return searching_in(board.geometry, program.also(tables))


def _tables(model: Model) -> list[dict[tuple[int, int], list[PairTable]]]:
    """The tables of each constraint by the cells that they are about, the lower first."""
    of_constraints: list[dict[tuple[int, int], list[PairTable]]] = []
    for part in model.parts:
        own: dict[tuple[int, int], list[PairTable]] = {}
        for table in part.tables:
            low, high = sorted((table.first, table.second))
            own.setdefault((low, high), []).append(table)
        of_constraints.append(own)
    return of_constraints


def _exclusions(model: Model) -> Callable[[int, int, int], tuple[Candidate, ...]]:
    """A function of the place of a constraint and two cells: ``_Argument.excluded``."""
    digits, parts, tables = model.geometry.digits, model.parts, model.kept(_tables, _tables)
    index = {digit: d for d, digit in enumerate(digits)}

    @cache
    def excluded(place: int, a: int, b: int) -> tuple[Candidate, ...]:
        pairs: list[Candidate] = []
        if any(a in group and b in group for group in parts[place].different):
            pairs += [(d, d) for d in range(len(digits))]
        for table in tables[place].get((min(a, b), max(a, b)), ()):
            own = [(index[x], index[y]) for x, y in table.conflicts(digits)]
            pairs += own if table.first == a else [(e, d) for d, e in own]
        return tuple(pairs)

    return excluded


def _said(model: Model, place: int, each: Iterable[tuple[int, ...]]) -> Iterator[Relation]:
    """The relations of a constraint inside of some sets of cells."""
    of_cells = model.parts[place]
    count = model.geometry.cell_count
    for cells in each:
        inside = set(cells)
        for relation in of_cells.relations:
            if all(v >= count or v in inside for v in variables_of(relation)):
                yield relation
        for group in of_cells.different:
            both = tuple(cell for cell in group if cell in inside)
            if len(both) > 1:
                yield AllDifferent(both)


def _pairs(board: Board, model: Model, cells: list[int]) -> Iterator[_Pair]:
    """The rules by which two of some cells exclude something of each other, in order."""
    near = model.kept(_pairs, _near)
    inside = set(cells)
    pairs = {
        (place, cell, other)
        for cell in cells
        for other, places in near.get(cell, {}).items()
        if other in inside
        for place in places
    }
    yield from sorted(pairs)


def _near(model: Model) -> dict[int, dict[int, list[int]]]:
    """For each cell those behind it that a rule joins to it, with the places of the rules."""
    joined: dict[int, dict[int, list[int]]] = {}
    peers = model.geometry.peers
    tables = model.kept(_tables, _tables)
    for place, part in enumerate(model.parts):
        pairs = tables[place].keys() | {
            (a, b)
            for group in part.different
            for a in group
            for b in group
            if a < b and b not in peers[a]
        }
        for a, b in pairs:
            joined.setdefault(a, {}).setdefault(b, []).append(place)
    return joined
