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

    python -m tests.techniques.named FILE ... --each N [--seconds S] [--every K]

judges N steps of every technique of the catalogue instead: at each position of the paths, a few of
those that each technique finds, until it has so many, or the puzzles (a line each) or the seconds
end. The counts are printed, a line a technique.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
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
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.relations import (
    AllDifferent,
    Among,
    Domain,
    Linear,
    PairTable,
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


def _relations(facts: Facts, puzzle: Puzzle) -> Iterator[Relation]:
    """The relations of the named rules, as far as they are about the cells that they are named
    with."""
    count, model = puzzle.geometry.cell_count, puzzle.model
    for place, cells in facts.rules:
        inside = set(cells)
        for relation, origin in zip(model.relations, model.origins, strict=True):
            if origin != place:
                continue
            if isinstance(relation, AllDifferent):
                variables = tuple(v for v in relation.variables if v >= count or v in inside)
                yield AllDifferent(variables)
            elif all(v >= count or v in inside for v in variables_of(relation)):
                yield relation
        for group in model.parts[place].different:
            yield AllDifferent(tuple(v for v in group if v in inside))


def unnamed(step: Step, position: Position) -> str | None:
    """The conclusions of a step that its names do not imply; ``None`` where all is well."""
    if isinstance(step.proof, LoopProof | BugProof | SymmetryProof | ReverseProof):
        return None  # uniqueness: check.py asks for the shape that the argument needs
    puzzle, geometry = position.puzzle, position.geometry
    facts = named_facts(step, geometry.digits)
    open_ = [
        set(cands) if value is None else {value}
        for cands, value in zip(position.candidates, position.values, strict=True)
    ]
    for cell, digit in excluded_now(puzzle.model, position.values):
        if position.values[cell] is None:
            open_[cell].discard(digit)
    hidden: dict[int, frozenset[int]] = {}
    relations = list(_relations(facts, puzzle))
    # That one of these is true follows from uniqueness: check.py asks for the shape that it needs.
    one_of: tuple[tuple[int, int], ...] = ()
    match step.proof:
        case DeadlyProof(extra=extra) | CrossedProof(extra=extra):
            one_of = extra
        case ForcingProof(loop=LoopProof(extra=extra)):
            one_of = extra
    for relation in relations:
        if isinstance(relation, Domain) and relation.variable >= geometry.cell_count:
            known = hidden.get(relation.variable, relation.digits)
            hidden[relation.variable] = known & relation.digits
    top = max(hidden, default=geometry.cell_count)
    for relation in facts.equations:
        if isinstance(relation, Among) and relation.counter is not None:
            number = top - relation.counter
            hidden[number] = frozenset(range(len(relation.counted) + 1))
            relation = Among(relation.counted, relation.digits, "=", counter=number)
        relations.append(relation)

    about = set(facts.cells) | {c for c, _ in (*step.placements, *step.eliminations)}
    about |= {cell for cells, _ in facts.needs for cell in cells} | {cell for cell, _ in one_of}
    about |= {v for r in relations for v in variables_of(r) if v < geometry.cell_count}
    table: list[dict[int, int]] = []
    literal = 0
    for v in range(max((geometry.cell_count - 1, *hidden)) + 1):
        held = hidden.get(v, ()) if v >= geometry.cell_count else open_[v] if v in about else ()
        table.append({value: literal + at for at, value in enumerate(sorted(held), 1)})
        literal += len(table[-1])

    clauses: list[Clause] = []
    writer = Writer(table, clauses, literal, ENDLESS)
    for v, held_by in enumerate(table):
        literals = tuple(held_by.values())
        clauses += [(-a, -b) for i, a in enumerate(literals) for b in literals[i + 1 :]]
        if v in facts.cells or v in hidden:
            clauses.append(literals)
    for house in geometry.houses:
        writer.relation(AllDifferent(tuple(cell for cell in house.cells if cell in about)))
    for cells in facts.apart:
        writer.relation(AllDifferent(cells))
    for cells, digit in facts.needs:
        clauses.append(tuple(table[cell][digit] for cell in cells if digit in table[cell]))
    if one_of:
        clauses.append(tuple(table[cell][digit] for cell, digit in one_of))
    for relation in relations:
        if isinstance(relation, PairTable) and relation.first == relation.second:
            continue
        writer.relation(relation)
    wrong = [table[c][d] for c, d in step.eliminations if d in table[c]]
    wrong += [-table[c][d] for c, d in step.placements if d in table[c]]
    if not step.contradiction:
        clauses.append(tuple(wrong))
    if any(not clause for clause in clauses):
        return None
    with Clauses(clauses) as solver:
        if not solver.solve((), ENDLESS):
            return None
        true = set(solver.model())
    failed = [f"{geometry.name(c)}<>{d}" for c, d in step.eliminations if table[c].get(d) in true]
    failed += [f"{geometry.name(c)}={d}" for c, d in step.placements if -table[c][d] in true]
    return " ".join(failed) or "contradiction"


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
        text = file.read_text(encoding="utf-8")
        if file.suffix == ".jsonl":
            for line in text.splitlines():
                row = json.loads(line)
                puzzle = row["puzzle"]
                whole = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
                yield f"{file.name}:{row.get('id', '')}", whole
        elif file.suffix == ".txt":
            yield from ((f"{file.name}:{n}", line) for n, line in enumerate(text.split(), 1))
        else:
            yield file.name, text


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
        puzzle = parse(text).puzzle
        for number, stage in enumerate(path(start(puzzle), preset(chosen)).stages, 1):
            for technique in techniques:
                if clock.stopped() is not None:
                    break
                if seen[technique.name] >= most:
                    continue
                for step in _found(technique, stage.before):
                    seen[technique.name] += 1
                    fault = unnamed(step, stage.before)
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
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    parser.add_argument("--each", type=int)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args(arguments)
    from satdoku.explaining import explain

    seen: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    puzzles = list(_puzzles(options.files or sorted(EXAMPLES.glob("*.json"))))
    if options.each is not None:
        some = puzzles[options.offset :: options.every]
        return _each(some, options.each, options.seconds, options.preset)
    for name, text in puzzles[options.offset :: options.every]:
        try:
            puzzle = parse(text).puzzle
        except SatdokuError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        chosen = with_small_proofs(preset(options.preset), puzzle)
        route = path(start(puzzle), chosen, Limit(seconds=options.seconds))
        for number, stage in enumerate(route.stages[: options.steps], 1):
            step = stage.step
            key = f"{step.technique} {step.variant}".strip()
            seen[key] += 1
            fault = unnamed(step, stage.before)
            silent = unsaid(step, puzzle.geometry, "en")
            if silent:
                fault = f"{fault or ''} does not name {', '.join(sorted(silent))}"
            if fault is not None:
                bad[key] += 1
                print(f"{name} step {number} {key}: {fault}")
                if options.show:
                    print("   ", explain(step, puzzle.geometry).replace("\n", "\n    "))
    for key in sorted(bad):
        print(f"{bad[key]} of {seen[key]} {key}", file=sys.stderr)
    print(f"{sum(bad.values())} of {sum(seen.values())} steps", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
