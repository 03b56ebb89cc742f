"""Relations to a CP-SAT model.

``boolean``  a 0-1 variable for each candidate that singles leave; a cell, and a digit in a full
             house, are "exactly one"
``integer``  an integer variable a cell with the digits that singles leave; houses are AllDifferent

Not named, it is Booleans, which measure faster (docs/encodings.md), up to 50,000 candidates.

Relations of the kinds in :mod:`satdoku.relations.kinds` bring auxiliary variables, behind those of
the cells: then different solutions of the model may be the same grid, and the engine finds them
one by one. Without them it keeps grids distinct by itself all the same (engines.md, 2).
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ortools.sat.python import cp_model

from satdoku.base.errors import Unsupported
from satdoku.encodings.groups import by_groups
from satdoku.encodings.pieces import pieces
from satdoku.encodings.prune import prune
from satdoku.model import Model
from satdoku.model.sums import implied, merged
from satdoku.puzzle.puzzle import Puzzle
from satdoku.relations import Among, PairTable, TooLarge, ValueSet
from satdoku.relations.clauses import clauses_of

__all__ = ["CpModel", "ModelKind", "build", "write_cpsat"]

ModelKind = Literal["integer", "boolean"]

_MOST_SETS = 200
"""Sets of digits of a sum that are listed."""

_BOOLEAN_LIMIT = 50_000
"""Open candidates above which integers are chosen."""


@dataclass(frozen=True)
class CpModel:
    """A model and the way back from its solutions.

    ``fixed`` holds the digit of every cell that has no variable. ``meaning`` gives for each
    variable in turn which (cell, digit) it stands for (Booleans), or which cell (integers,
    digit 0).
    """

    model: cp_model.CpModel
    kind: ModelKind
    fixed: tuple[int | None, ...]
    meaning: tuple[tuple[int, int], ...]
    variables: tuple[cp_model.IntVar, ...]
    auxiliary: bool = False

    def values(self, solution: Sequence[int]) -> tuple[int, ...]:
        """The digits that a solution of the model writes, cell by cell."""
        values = list(self.fixed)
        solution = solution[: len(self.meaning)]
        if self.kind == "boolean":
            for (cell, digit), value in zip(self.meaning, solution, strict=True):
                if value:
                    values[cell] = digit
        else:
            for (cell, _), value in zip(self.meaning, solution, strict=True):
                values[cell] = value
        if None in values:
            raise ValueError("the solution does not fill the board")
        return tuple(values)  # type: ignore[arg-type]

    def literals(self, values: Sequence[int]) -> list[cp_model.IntVar]:
        """The variables (of a Boolean model) that stand for these values."""
        return [
            variable
            for (cell, digit), variable in zip(self.meaning, self.variables, strict=True)
            if values[cell] == digit
        ]

    def forbid(self, values: Sequence[int]) -> None:
        """Add to the model that the solution is another one than this."""
        if self.kind == "boolean":
            self.model.add_bool_or([~literal for literal in self.literals(values)])
        elif self.variables:
            cells = [values[cell] for cell, _ in self.meaning]
            self.model.add_forbidden_assignments(list(self.variables), [tuple(cells)])
        else:
            self.model.add_bool_or([])


def build(
    puzzle: Puzzle, kind: ModelKind | None = None, tick: Callable[[], None] | None = None
) -> CpModel | None:
    """The puzzle over the candidates that singles leave.

    ``None`` where singles alone show that there is no solution. ``tick`` is called now and then,
    and may raise to end a long build.

    :raises Unsupported: where a relation is too large.
    """
    masks = prune(puzzle)
    if masks is None:
        return None
    if kind is None:
        candidates = sum(mask.bit_count() for mask in masks if mask & (mask - 1))
        kind = "boolean" if candidates <= _BOOLEAN_LIMIT else "integer"
    return build_from(puzzle.model, masks, kind, tick)


def build_from(
    model: Model,
    masks: Sequence[int],
    kind: ModelKind,
    tick: Callable[[], None] | None = None,
) -> CpModel:
    """The model over the candidates that ``masks`` leave (bit ``i`` for the i-th digit).

    :raises Unsupported: where a relation is too large.
    """
    tick = tick or (lambda: None)
    digits = model.geometry.digits
    masks = list(masks)
    for cell, allowed in model.domains.items():
        masks[cell] &= sum(1 << i for i, digit in enumerate(digits) if digit in allowed)
    if not all(masks):
        never = cp_model.CpModel()
        never.add_bool_or([])
        return CpModel(never, kind, (digits[0],) * len(masks), (), ())
    builder = _booleans if kind == "boolean" else _integers
    built = builder(model, masks, tick)
    listed = kind == "boolean" and (model.sums or implied(model).sums)
    if not (listed or model.sets or model.others):
        return built
    _add_others(built, model, masks, tick)
    return replace(built, auxiliary=True)


def _add_others(
    built: CpModel, source: Model, masks: Sequence[int], tick: Callable[[], None]
) -> None:
    """Relations of the other kinds, as clauses over literals that are numbered here."""
    model, geometry = built.model, source.geometry
    named: list[Any] = [None]

    def numbered(variable: Any) -> int:
        named.append(variable)
        return len(named) - 1

    def fresh() -> int:
        return numbered(model.new_bool_var(""))

    true = numbered(model.new_constant(1))
    literals: dict[int, dict[int, int]] = {
        cell: {} if digit is None else {digit: true} for cell, digit in enumerate(built.fixed)
    }
    for (cell, digit), variable in zip(built.meaning, built.variables, strict=True):
        if built.kind == "boolean":
            literals[cell][digit] = numbered(variable)
            continue
        for i, value in enumerate(geometry.digits):
            if masks[cell] >> i & 1:
                literals[cell][value] = fresh()
                equal = named[-1]
                model.add(variable == value).only_enforce_if(equal)
                model.add(variable != value).only_enforce_if(~equal)
    for number, values in sorted(source.auxiliary.items()):
        literals[number] = {value: fresh() for value in sorted(values)}
        model.add_exactly_one([named[literal] for literal in literals[number].values()])

    def add(clauses: Iterable[list[int]]) -> None:
        for clause in clauses:
            model.add_bool_or([named[x] if x > 0 else ~named[-x] for x in clause])

    long = (*source.others, *merged(source).others)
    others, totals = by_groups(long, source.different, literals, fresh)
    add(totals)
    add(pieces(source, literals))
    listed = _listed(source) if built.kind == "boolean" else ()
    for relation in (*source.sets, *listed, *others, *implied(source).others):
        tick()
        if isinstance(relation, Among):
            _add_among(model, relation, literals, named)
            continue
        try:
            add(clauses_of(relation, literals, fresh))
        except TooLarge as error:
            raise Unsupported(str(error)) from None


def _add_among(
    model: cp_model.CpModel,
    relation: Among,
    literals: Mapping[int, Mapping[int, int]],
    named: Sequence[Any],
) -> None:
    terms = [
        (named[literal], 1)
        for variable in relation.counted
        for value, literal in literals[variable].items()
        if value in relation.digits
    ]
    if relation.counter is not None:
        terms += [(named[x], -value) for value, x in literals[relation.counter].items()]
    times = cp_model.LinearExpr.weighted_sum([x for x, _ in terms], [n for _, n in terms])
    number, far = _within_reach(relation.number, [weight for _, weight in terms])
    spans = {
        "=": [number, number],
        "<=": [-far, number],
        ">=": [number, far],
        "!=": [-far, number - 1, number + 1, far],
    }
    domain = cp_model.Domain.from_flat_intervals(spans[relation.comparison])
    demanded = model.add_linear_expression_in_domain(times, domain)
    guard = relation.guard
    if guard is None:
        return
    literal = literals[guard.variable].get(guard.value)
    if literal is not None:
        demanded.only_enforce_if(named[literal] if guard.sense else ~named[literal])
    elif guard.sense:
        demanded.only_enforce_if(model.new_constant(0))


def _within_reach(total: int, weights: Iterable[int]) -> tuple[int, int]:
    """A total that the weights reach or do not reach as they do the one asked for, and a number
    that it is not beyond; CP-SAT takes no numbers beyond 64 bits.
    """
    far = sum(map(abs, weights)) + 1
    return max(-far, min(far, total)), far + 1


def _listed(source: Model) -> Iterator[ValueSet]:
    """The sums whose sets of digits are few: searching among these beats adding up."""
    for total in (*source.sums, *implied(source).sums):
        if total.digit_set_count <= _MOST_SETS:
            yield ValueSet(total.variables, frozenset(map(frozenset, total.digit_sets)))


def _booleans(source: Model, masks: Sequence[int], tick: Callable[[], None]) -> CpModel:
    model = cp_model.CpModel()
    new = model.new_bool_var
    exactly_one = model.add_exactly_one
    digits = source.geometry.digits
    places = range(len(digits))
    fixed: list[int | None] = []
    rows: list[dict[int, cp_model.IntVar]] = []
    meaning: list[tuple[int, int]] = []
    for cell, mask in enumerate(masks):
        row: dict[int, cp_model.IntVar] = {}
        if mask & (mask - 1):
            fixed.append(None)
            tick()
            for i in places:
                if mask >> i & 1:
                    row[i] = new("")
                    meaning.append((cell, digits[i]))
            exactly_one(row.values())
        else:
            fixed.append(digits[mask.bit_length() - 1])
        rows.append(row)
    for cells in dict.fromkeys(source.different):
        tick()
        open_rows = [rows[cell] for cell in cells if rows[cell]]
        full = len(cells) == len(digits)
        for i in places:
            literals = [row[i] for row in open_rows if i in row]
            if not literals:
                continue  # the digit is placed: singles would have seen it missing
            if full:
                exactly_one(literals)
            elif len(literals) > 1:
                model.add_at_most_one(literals)

    for relation in source.sums:
        if relation.digit_set_count <= _MOST_SETS:
            continue  # see _add_others
        tick()
        terms: list[Any] = []
        weights: list[int] = []
        rest = relation.total
        for cell in relation.variables:
            known = fixed[cell]
            if known is not None:
                rest -= known
            for i, variable in rows[cell].items():
                terms.append(variable)
                weights.append(digits[i])
        rest, _ = _within_reach(rest, weights)
        model.add(cp_model.LinearExpr.weighted_sum(terms, weights) == rest)
    for table in (*source.tables, *implied(source).tables):
        tick()
        _boolean_pair(model, table, rows, fixed, digits)
    variables = tuple(variable for row in rows for variable in row.values())
    return CpModel(model, "boolean", tuple(fixed), tuple(meaning), variables)


def _boolean_pair(
    model: cp_model.CpModel,
    relation: PairTable,
    rows: list[dict[int, cp_model.IntVar]],
    fixed: list[int | None],
    digits: tuple[int, ...],
) -> None:
    first, second = relation.first, relation.second
    a, b = fixed[first], fixed[second]
    if a is not None and b is not None:
        if (a, b) not in relation.allowed:
            model.add_bool_or([])
        return
    for i, x in rows[first].items():
        if b is not None:
            if (digits[i], b) not in relation.allowed:
                model.add_bool_or([~x])
            continue
        partners = [
            y for j, y in rows[second].items() if (digits[i], digits[j]) in relation.allowed
        ]
        if len(partners) < len(rows[second]):
            model.add_bool_or([~x, *partners])
    if a is not None:
        for j, y in rows[second].items():
            if (a, digits[j]) not in relation.allowed:
                model.add_bool_or([~y])
    elif b is None:
        for j, y in rows[second].items():
            partners = [
                x for i, x in rows[first].items() if (digits[i], digits[j]) in relation.allowed
            ]
            if len(partners) < len(rows[first]):
                model.add_bool_or([~y, *partners])


def _integers(source: Model, masks: Sequence[int], tick: Callable[[], None]) -> CpModel:
    model = cp_model.CpModel()
    digits = source.geometry.digits
    places = range(len(digits))
    fixed: list[int | None] = []
    variables: dict[int, cp_model.IntVar] = {}
    for cell, mask in enumerate(masks):
        if mask & (mask - 1):
            fixed.append(None)
            domain = cp_model.Domain.from_values([digits[i] for i in places if mask >> i & 1])
            variables[cell] = model.new_int_var_from_domain(domain, "")
        else:
            fixed.append(digits[mask.bit_length() - 1])
    for cells in dict.fromkeys(source.different):
        tick()
        # Solved cells have left their digits out of the domains of the others.
        open_cells = [variables[cell] for cell in cells if cell in variables]
        if len(open_cells) > 1:
            model.add_all_different(open_cells)
    for relation in source.sums:
        tick()
        known = [value for c in relation.variables if (value := fixed[c]) is not None]
        terms = [variables[cell] for cell in relation.variables if cell in variables]
        rest, _ = _within_reach(relation.total - sum(known), [max(map(abs, digits))] * len(terms))
        model.add(cp_model.LinearExpr.sum(terms) == rest)
    for table in source.tables:
        tick()
        pair = (table.first, table.second)
        allowed = [
            (x, y)
            for x, y in sorted(table.allowed)
            if x in digits
            and y in digits  # CP-SAT takes no numbers beyond 64 bits
            and fixed[pair[0]] in (None, x)
            and fixed[pair[1]] in (None, y)
        ]
        places_open = [k for k in (0, 1) if pair[k] in variables]
        if not allowed:
            model.add_bool_or([])
        elif places_open:
            model.add_allowed_assignments(
                [variables[pair[k]] for k in places_open],
                sorted({tuple(row[k] for k in places_open) for row in allowed}),
            )
    meaning = tuple((cell, 0) for cell in variables)
    return CpModel(model, "integer", tuple(fixed), meaning, tuple(variables.values()))


def write_cpsat(
    puzzle: Puzzle,
    path: str | Path | None = None,
    *,
    text: bool | None = None,
    kind: ModelKind | None = None,
) -> bytes:
    """The puzzle as a CP-SAT model (a CpModelProto), written to ``path`` where one is given.

    ``text`` chooses the text form (.pbtxt) over the binary (.pb); left out, the name of ``path``
    decides. Variables are named after their candidate (``r1c1=5``) or cell (``r1c1``); cells that
    singles solve have none and are named in the model's name. A puzzle that singles refute is
    written as a model with one empty clause.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where a rule has no model.
    :raises OSError: where the file cannot be written.
    """
    puzzle.require_valid()
    if text is None:
        text = path is not None and str(path).endswith("txt")
    built = build(puzzle, kind)
    geometry = puzzle.geometry
    if built is None:
        model = cp_model.CpModel()
        model.name = f"{geometry.describe()}, refuted by singles"
        model.add_bool_or([])
    else:
        model = built.model
        solved = " ".join(
            f"{geometry.name(cell)}={digit}"
            for cell, digit in enumerate(built.fixed)
            if digit is not None
        )
        model.name = f"{geometry.describe()}; solved by singles: {solved or 'none'}"
        for variable, (cell, digit) in zip(built.variables, built.meaning, strict=True):
            name = geometry.name(cell)
            model.proto.variables[variable.index].name = f"{name}={digit}" if digit else name
    # OR-Tools writes files only, and chooses text or binary by the name.
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / ("model.pbtxt" if text else "model.pb")
        if not model.export_to_file(str(file)):
            raise OSError("OR-Tools could not write the model")
        data = file.read_bytes()
    if path is not None:
        Path(path).write_bytes(data)
    return data
