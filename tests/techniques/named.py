"""Whether what a step names implies what it concludes: a judge by SAT that sees nothing else.

:func:`named_facts` reads a step as records show it (``Step.view``): the cells that it names hold a
digit, the houses that it names hold their digits, the rules that it names are kept. Rows, columns,
boxes and regions, and what is crossed out, are known to every reader; of the rules of a variant
nothing is, not even that two cells differ. :func:`unnamed` writes that as clauses (those of
certificates, which share nothing with the engines), adds that the conclusion is false, and returns
the conclusion where a solver finds a way. :func:`unsaid` returns the rules that a step uses and its
sentences do not name.

    python -m tests.techniques.named [FILE ...] [--preset NAME] [--steps N] [--seconds S]

walks the puzzles of files (or of ``examples/constraints``) and prints each step that fails.

    python -m tests.techniques.named --sample N [FILE ...] [--steps N] [--seconds S]

judges N steps: the files (all of the shared puzzles, with links of drawn variants) are taken in
turn, a puzzle of each at random, and of its path some steps at random.

    python -m tests.techniques.named FILE ... --each N [--seconds S] [--every K]

judges N steps of every technique of the catalogue instead: at each position of the paths, a few of
those that each technique finds, until it has so many, or the puzzles (a line each) or the seconds
end. The counts are printed, a line a technique.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice, zip_longest
from pathlib import Path

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import ENDLESS, Limit, RanOut
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY
from satdoku.engines.incremental import Clauses
from satdoku.explaining import words
from satdoku.formats import parse
from satdoku.messages import Lang, catalogue
from satdoku.model.exclusions import excluded_now
from satdoku.proofs.clauses import Clause, Writer
from satdoku.puzzle import Position
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.relations import (
    AllDifferent,
    Among,
    Domain,
    Linear,
    PairTable,
    Regions,
    Relation,
    variables_of,
)
from satdoku.techniques.arguments.chains import ForcingProof
from satdoku.techniques.arguments.classes import ClassProof
from satdoku.techniques.arguments.liars import LiarsProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    CrossedProof,
    DeadlyProof,
    LoopProof,
    ReverseProof,
    SymmetryProof,
)
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import all_techniques
from satdoku.techniques.step import House, Rule, Step
from tests.shared import DATA

__all__ = ["holes", "named_facts", "rules_of", "unnamed", "unsaid"]

EXAMPLES = Path(__file__).resolve().parents[2] / "examples" / "constraints"


@dataclass
class Facts:
    """The facts that a step names.

    cells      each holds a digit
    needs      (cells of a house, digit): one of them holds it
    apart      no two cells of each group are equal
    rules      (place of a constraint, cells): it is kept as far as it is about these cells
    equations  what houses and sums imply, which ``check.py`` recomputes
    """

    cells: set[int] = field(default_factory=set)
    needs: set[tuple[tuple[int, ...], int]] = field(default_factory=set)
    apart: set[tuple[int, ...]] = field(default_factory=set)
    rules: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)
    equations: list[Relation] = field(default_factory=list)

    def house(self, house: House, digits: Iterable[int]) -> None:
        """A house that is named, and the digits that it is named for."""
        self.apart.add(house.cells)
        if house.complete:
            self.needs |= {(house.cells, digit) for digit in digits}

    def rule(self, rule: Rule) -> None:
        """A rule that is named."""
        self.rules.add((rule.constraint, rule.cells))
        self.cells |= set(rule.cells)


def named_facts(step: Step, digits: Sequence[int]) -> Facts:
    """The facts that a step and the steps inside it name."""
    facts = Facts()
    _gather(step, tuple(digits), facts)
    return facts


def _gather(step: Step, every: tuple[int, ...], facts: Facts) -> None:
    view = step.view
    facts.cells |= {*view.cells, *(cell for set_ in view.sets for cell in set_.cells)}
    facts.cells |= {cell for cell, _ in view.role("excluder")}
    digits = {*view.digits, *(digit for _, digit in view.placements)}
    if isinstance(step.proof, ClassProof):
        digits = set(every)
    for house in view.houses:
        facts.house(house, digits)
    for rule in view.rules:
        facts.rule(rule)
    match step.proof:
        case LiarsProof(rule=rule):
            facts.rule(rule)  # all of its clues are listed
        case SumProof(plus=plus, minus=minus, total=total):
            ones = (1,) * len(plus) + (-1,) * len(minus)
            facts.equations.append(Linear((*plus, *minus), ones, "=", total))
        case LeftoverProof(first, second, plus, minus):
            more = len(first) - len(second)
            for digit in every:
                alone = frozenset((digit,))
                if minus:
                    counter = -digit - 1  # numbered when it is written
                    facts.equations.append(Among(plus, alone, "=", counter=counter))
                    facts.equations.append(Among(minus, alone, "=", counter=counter))
                else:
                    facts.equations.append(Among(plus, alone, "=", more))
    for link in view.links:
        if link.kind == "strong" and link.house is not None:
            facts.house(link.house, (link.first[1],))
    if step.contradiction is not None:
        facts.cells |= set(step.contradiction.cells)
        if step.contradiction.house is not None:
            facts.house(step.contradiction.house, step.contradiction.digits)
        if step.contradiction.rule is not None:
            facts.rule(step.contradiction.rule)
    for chain in view.chains:
        for node in chain.nodes:
            if node.cause == "cell":
                facts.cells.add(node.cell)
            if node.house is not None:
                facts.house(node.house, (node.digit,))
            if node.rule is not None:
                facts.rule(node.rule)
        for part in chain.parts:
            _gather(part, every, facts)
        if chain.conflict is not None:
            facts.cells |= set(chain.conflict.cells)
            if chain.conflict.house is not None:
                facts.house(chain.conflict.house, chain.conflict.digits)
            if chain.conflict.rule is not None:
                facts.rule(chain.conflict.rule)
    for part in view.parts:
        _gather(part, every, facts)


UNDECIDED = "undecided"
"""The answer about a step that the solver has not judged in time."""
MAX_CONFLICTS = 20_000
"""The conflicts that a step may take: what rests on a whole puzzle may be as hard as the puzzle."""


class Judge:
    """A solver for the steps of a path, in which all that they may name is assumed or not.

    A cell, the places of a digit, a rule are written when they are first named; steps of a path
    name the same again. ``first`` has all candidates that later positions have.
    """

    def __init__(self, first: Position) -> None:
        puzzle, geometry = first.puzzle, first.geometry
        self._count, self._model = geometry.cell_count, puzzle.model
        self._together = [
            frozenset(house.cells for house in geometry.houses if cell in house.cells)
            for cell in range(self._count)
        ]
        self._relations: dict[object, list[Relation]] = {}
        hidden: dict[int, set[int]] = {}
        for relation, origin in zip(puzzle.model.relations, puzzle.model.origins, strict=True):
            self._relations.setdefault(origin, []).append(relation)
            if isinstance(relation, Domain) and relation.variable >= self._count:
                hidden.setdefault(relation.variable, set()).update(relation.digits)
        names = range(self._count, max(hidden, default=self._count - 1) + 1)
        rows = [*_open(first), *(hidden.get(v, set()) for v in names)]
        table: list[dict[int, int]] = []
        top = 0
        for row in rows:
            table.append({value: top + at for at, value in enumerate(sorted(row), 1)})
            top += len(row)
        self._table = table
        self._written: list[Clause] = []
        self._writer = Writer(table, self._written, top, ENDLESS)
        self._solver = Clauses(solver="minisat22")
        self._assumable: dict[object, int] = {}
        self._shown: dict[tuple[int, tuple[int, ...]], set[int]] = {}
        self._about: set[int] = set()

    def unnamed(self, step: Step, position: Position) -> str | None:
        """The conclusions of a step that its names do not imply; ``None`` where all is well."""
        for fact in step.regions:
            (regions,) = [one for one in self._model.connected if isinstance(one, Regions)]
            labels = (regions.labels[fact.first], regions.labels[fact.second])
            against = Linear(labels, (1, -1), "!=" if fact.together else "=", 0)
            if (answer := self._judged(step, position, against)) is not None:
                return UNDECIDED if answer == UNDECIDED else str(fact)
        if step.regions and not (step.placements or step.eliminations):
            return None
        return self._judged(step, position)

    def _judged(self, step: Step, position: Position, against: Linear | None = None) -> str | None:
        """The digits that its names do not imply, or that a relation against them leaves open."""
        if isinstance(step.proof, LoopProof | BugProof | SymmetryProof | ReverseProof):
            return None  # uniqueness: check.py asks for the shape that the argument needs
        facts = named_facts(step, position.geometry.digits)
        # That one of these is true follows from uniqueness; check.py asks for the shape, too.
        one_of: tuple[tuple[int, int], ...] = ()
        match step.proof:
            case DeadlyProof(extra=extra) | CrossedProof(extra=extra):
                one_of = extra
            case ForcingProof(loop=LoopProof(extra=extra)):
                one_of = extra
        concluded = (*step.placements, *step.eliminations)
        self._be_about({c for c, _ in (*concluded, *one_of)} | facts.cells)
        assumed = [self._kept(place, cells) for place, cells in facts.rules]
        assumed += [self._cell(cell) for cell in sorted(facts.cells)]
        for place, cells in facts.rules:
            assumed += [self._cell(v) for v in sorted(self._shown[place, cells])]
        for cells in facts.apart:
            assumed.append(self._fact(cells, AllDifferent(cells)))
        for cells, digit in facts.needs:
            row = [self._table[cell][digit] for cell in cells if digit in self._table[cell]]
            assumed.append(self._fact((cells, digit), row))
            self._be_about(cells)
        # What only this step is about is never assumed again.
        mine = self._writer._new()
        for relation in facts.equations:
            self._be_about(v for v in variables_of(relation) if v < self._count)
            if isinstance(relation, Among) and relation.counter is not None:
                number = self._number(len(relation.counted) + 1, relation.counter)
                relation = Among(relation.counted, relation.digits, "=", counter=number)
            self._writer.relation(relation, (-mine,))
        if one_of:
            self._written.append((-mine, *[self._table[c][d] for c, d in one_of]))
        wrong = [self._table[c][d] for c, d in step.eliminations if d in self._table[c]]
        wrong += [-self._table[c][d] for c, d in step.placements if d in self._table[c]]
        if against is not None:
            self._writer.relation(against, (-mine,))
        elif not step.contradiction:
            self._written.append((-mine, *wrong))
        self._solver.extend(self._written)
        self._written.clear()
        held = _open(position)
        assumed += [
            -literal
            for cell in self._about
            if cell < self._count
            for digit, literal in self._table[cell].items()
            if digit not in held[cell]
        ]
        satisfied = self._solver.attempt([mine, *assumed], MAX_CONFLICTS)
        true = set(self._solver.model()) if satisfied else set()
        self._solver.add([-mine])
        if not satisfied:
            return UNDECIDED if satisfied is None else None
        name, at = position.geometry.name, self._table
        failed = [f"{name(c)}<>{d}" for c, d in step.eliminations if at[c].get(d) in true]
        failed += [f"{name(c)}={d}" for c, d in step.placements if d in at[c] and -at[c][d] in true]
        return " ".join(failed) or "contradiction"

    def _be_about(self, cells: Iterable[int]) -> None:
        """Cells hold one digit at most, and differ from those of their houses: all know that."""
        for cell in sorted({*cells} - self._about):
            row = tuple(self._table[cell].values())
            self._written += [(-a, -b) for a, b in combinations(row, 2)]
            for house in self._together[cell] if cell < self._count else ():
                for other in self._about.intersection(house):
                    self._writer.relation(AllDifferent((cell, other)))
            self._about.add(cell)

    def _fact(self, name: object, fact: Relation | Sequence[int]) -> int:
        """The literal that enables a fact, which is written once."""
        literal = self._assumable.get(name)
        if literal is None:
            literal = self._assumable[name] = self._writer._new()
            if isinstance(fact, Sequence):
                self._written.append((-literal, *fact))
            else:
                self._writer.relation(fact, (-literal,))
        return literal

    def _cell(self, variable: int) -> int:
        return self._fact(variable, tuple(self._table[variable].values()))

    def _number(self, values: int, key: int) -> int:
        """A new number from 0 on."""
        row = {value: self._writer._new() for value in range(values)}
        self._table.append(row)
        literals = tuple(row.values())
        self._written += [literals, *((-a, -b) for a, b in combinations(literals, 2))]
        return len(self._table) - 1

    def _kept(self, place: int, cells: tuple[int, ...]) -> int:
        """The literal that enables the relations of a rule, as far as they are about the cells
        that it is named with."""
        literal = self._assumable.get((place, cells, Rule))
        if literal is not None:
            return literal
        literal = self._assumable[place, cells, Rule] = self._writer._new()
        inside, count = set(cells), self._count
        shown = self._shown[place, cells] = set()
        relations: list[Relation] = []
        for relation in self._relations.get(place, ()):
            if isinstance(relation, AllDifferent):
                variables = tuple(v for v in relation.variables if v >= count or v in inside)
                relations.append(AllDifferent(variables))
            elif all(v >= count or v in inside for v in variables_of(relation)):
                relations.append(relation)
        for group in self._model.parts[place].different:
            relations.append(AllDifferent(tuple(v for v in group if v in inside)))
        for relation in relations:
            if isinstance(relation, PairTable) and relation.first == relation.second:
                continue
            if isinstance(relation, Domain) and relation.variable >= count:
                shown.add(relation.variable)
                self._be_about((relation.variable,))
            self._be_about(v for v in variables_of(relation) if v < count)
            self._writer.relation(relation, (-literal,))
        return literal


def unnamed(step: Step, position: Position) -> str | None:
    """The answer of a judge about a step alone."""
    return Judge(position).unnamed(step, position)


def _open(position: Position) -> list[set[int]]:
    """The digits that each cell may hold, as every reader knows."""
    open_ = [
        set(cands) if value is None else {value}
        for cands, value in zip(position.candidates, position.values, strict=True)
    ]
    for cell, digit in excluded_now(position.puzzle.model, position.values):
        if position.values[cell] is None:
            open_[cell].discard(digit)
    return open_


# ------------------------------------------------------------------------------------------------
# In words.


def rules_of(step: Step) -> dict[Rule, None]:
    """The rules that a step, the chains in it and the steps inside it use."""
    view = step.view
    rules = dict.fromkeys((*view.rules, *step.besides))
    ends = [step.contradiction, *(chain.conflict for chain in view.chains)]
    rules |= {end.rule: None for end in ends if end is not None and end.rule is not None}
    for chain in view.chains:
        rules |= {node.rule: None for node in chain.nodes if node.rule is not None}
    for part in (*view.parts, *(part for chain in view.chains for part in chain.parts)):
        rules |= rules_of(part)
    return rules


def unsaid(step: Step, geometry: Geometry, lang: Lang) -> set[str]:
    """The kinds of rules that a step uses and its sentences do not name."""
    speaker = words(geometry, lang)
    text = speaker.full(step).lower()
    missing = set()
    for rule in rules_of(step):
        kind = REGISTRY[rule.name]
        names = [speaker.kind_of(rule), speaker.name_of(rule), *filter(None, (rule.called,))]
        if lang == "en":
            names.append(vars(kind).get("plural") or f"{kind.title.lower()}s")
        elif several := catalogue(lang, "rules").own.get(f"{rule.inside or rule.name}.plural"):
            names.append(several)
        if len(rule.cells) == 2 and speaker.is_worded(rule):
            names.append(speaker.linked(rule))
        if not any(name.lower() in text for name in names):
            missing.add(rule.name)
    return missing


_HOLE = re.compile(
    r"[,:;、，：；] *[.。]| [.,]|[,;、，；] *[,;、，；]|\(\)|（）|\S {2,}\S|\{\w*[a-z]\w*[},]|None"
)


def holes(step: Step, geometry: Geometry, lang: Lang) -> list[str]:
    """Where a sentence about a step has nothing in place of a value."""
    faults = []
    for line in words(geometry, lang).full(step).splitlines():
        for rule in step.view.rules:  # a pattern may begin with a dot
            line = line.replace(rule.title, rule.name)
        faults += [
            f"{line[: at.start()][-40:]}>{at[0]}<" for at in _HOLE.finditer(line.strip("| "))
        ]  # bars draw a tree
    return faults


# ------------------------------------------------------------------------------------------------
# As a command.


def _puzzles(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for file in files:
        with (lzma.open if file.suffix == ".xz" else open)(file, "rt", encoding="utf-8") as opened:
            text = opened.read()
        if ".jsonl" in file.suffixes:
            for line in text.splitlines():
                row = json.loads(line)
                puzzle = next(row[key] for key in ("puzzle", "input", "link") if key in row)
                whole = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
                yield f"{file.name}:{row.get('id', '')}", whole
        elif ".txt" in file.suffixes:
            lines = [line for line in text.splitlines() if line and not line.startswith("#")]
            yield from ((f"{file.name}:{n}", line) for n, line in enumerate(lines, 1))
        else:
            yield file.name, text


_SAMPLED = (
    "variants/ctc.jsonl", "variants/corpus.jsonl", "drawn/gas.jsonl.xz", "drawn/challenge.jsonl.xz",
    "drawn/sudokumaker.txt.xz", "drawn/fpuzzles.txt.xz", "speed/sudocue.txt", "speed/top1465.txt",
    "speed/hardest_1905.txt",
)  # fmt: skip
"""The files of the shared data that a sample is of."""


def _at_random(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    """A puzzle of each file in turn, each once, in an order that is the same in each run."""
    chance = random.Random(49)
    rows = [list(_puzzles([file])) for file in files]
    for each in rows:
        chance.shuffle(each)
    for turn in zip_longest(*rows):
        yield from (row for row in turn if row is not None)


_MAX_STEPS = 6
"""The steps of a technique that are judged at a position."""
_BRIEF = 0.5
"""And so many seconds it searches there."""


def _each(puzzles: Iterable[tuple[str, str]], most: int, seconds: float, chosen: str) -> int:
    """Judge up to ``most`` steps of every technique; the exit code."""
    techniques = all_techniques()
    seen: Counter[str] = Counter({technique.name: 0 for technique in techniques})
    bad = 0
    clock = Limit(seconds=seconds).start()
    for name, text in puzzles:
        position = start(parse(text).puzzle)
        judge = Judge(position)
        for number, stage in enumerate(path(position, preset(chosen)).stages, 1):
            for technique in techniques:
                if clock.stopped() is not None:
                    break
                if seen[technique.name] >= most:
                    continue
                for step in _found(technique, stage.before):
                    seen[technique.name] += 1
                    fault = judge.unnamed(step, stage.before)
                    if fault is not None:
                        bad += 1
                        print(f"{name} step {number} {technique.name} {step.variant}: {fault}")
        if clock.stopped() is not None:
            break
    for key, count in sorted(seen.items(), key=lambda item: item[1]):
        print(f"{count:>7} {key}")
    print(f"{bad} of {seen.total()} steps", file=sys.stderr)
    return 1 if bad else 0


def _found(technique: Technique, position: Position) -> Iterator[Step]:
    """A few steps of a technique, as far as a short search finds them."""
    try:
        yield from islice(technique.find(position, Limit(seconds=_BRIEF).start()), _MAX_STEPS)
    except RanOut:
        return


def main(arguments: Sequence[str]) -> int:
    """Walk puzzles; the exit code is 1 where a step rests on what it does not name."""
    parser = argparse.ArgumentParser(prog="python -m tests.techniques.named")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--preset", default="human")
    parser.add_argument("--steps", type=int, default=400, help="the most of a puzzle")
    parser.add_argument("--seconds", type=float, default=20, help="of a path")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--sample", type=int, help="so many steps, at random")
    parser.add_argument("--each", type=int, help="so many steps of each technique")
    parser.add_argument("--show", action="store_true", help="the sentences of faults")
    options = parser.parse_args(arguments)
    from satdoku.explaining import explain

    seen: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    if options.sample is None:
        rows = list(_puzzles(options.files or sorted(EXAMPLES.glob("*.json"))))
    else:
        rows = list(_at_random(options.files or [DATA / name for name in _SAMPLED]))
    puzzles = rows[options.offset :: options.every]
    if options.each is not None:
        return _each(puzzles, options.each, options.seconds, options.preset)
    most = sys.maxsize if options.sample is None else options.sample
    undecided = walked = 0
    for name, text in puzzles:
        if seen.total() >= most:
            break
        try:
            puzzle = parse(text).puzzle
            chosen = with_small_proofs(preset(options.preset), puzzle)
            position = start(puzzle)
            route = path(position, chosen, Limit(seconds=options.seconds))
        except SatdokuError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        walked += 1
        judge = Judge(position)
        stages = list(enumerate(route.stages, 1))
        if options.sample is not None:
            count = min(options.steps, len(stages), most - seen.total())
            stages = sorted(random.Random(name).sample(stages, count), key=lambda stage: stage[0])
        for number, stage in stages[: options.steps]:
            step = stage.step
            key = f"{step.technique} {step.variant}".strip()
            seen[key] += 1
            fault = judge.unnamed(step, stage.before)
            silent = unsaid(step, puzzle.geometry, "en")
            if silent:
                fault = f"{fault or ''} does not name {', '.join(sorted(silent))}"
            if fault is not None:
                undecided += fault == UNDECIDED
                bad[key] += fault != UNDECIDED
                print(f"{name} step {number} {key}: {fault}", flush=True)
                if options.show:
                    print("   ", explain(step, puzzle.geometry).replace("\n", "\n    "))
    for key in sorted(+bad):
        print(f"{bad[key]} of {seen[key]} {key}", file=sys.stderr)
    kinds = len({key.split()[0] for key in seen})
    print(
        f"{bad.total()} of {seen.total()} steps ({kinds} techniques, {walked} puzzles), "
        f"{undecided} undecided",
        file=sys.stderr,
    )
    return 1 if +bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
