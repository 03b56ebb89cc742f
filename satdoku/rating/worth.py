"""The satdoku scale: the points of steps on the path that ``explain`` shows, for any rules.

Sudoku Explainer's scale has no clues of variants. This one rates the paths of the preset ``human``
with clues, the 45 rule and small proofs; its table is :data:`satdoku.rating.columns.WORTH`. A
puzzle is worth as much as its hardest step. The numbers are points of this scale and no ER;
docs/scale.md has how they compare.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from satdoku.base.compiled import compiled_core
from satdoku.base.limits import UNLIMITED, Limit
from satdoku.puzzle import Puzzle
from satdoku.rating import path, preset, start
from satdoku.rating.columns import SATDOKU_COLUMNS, WORTH
from satdoku.rating.explainer import Rating
from satdoku.rating.levels import LEVELS, level_name, level_of_points, short_of_easy
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.arguments.assumptions import NegationProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.classes import ClassProof
from satdoku.techniques.arguments.clues import ClueProof, ConflictProof, JointProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.sums import LeftoverProof, SumProof
from satdoku.techniques.step import Step

_SEARCH_FACTS = 60


def worth(step: Step) -> int:
    """The points of a step: those of its technique, and more for each doubling of its length.

    A clue that excludes something elsewhere is worth 2 more, an equation of the 45 rule 2 more for
    each further house and for each cell beyond the second, a small proof 2 more for each fact; an
    exhaustive search counts as sixty facts.

    :raises KeyError: for a technique that the scale does not rate.
    """
    base = WORTH[step.technique]
    match step.proof:
        case ClueProof(common=common):
            return base + (2 if common else 0)
        case SumProof(houses, _, plus, minus):
            return base + 2 * (len(houses) - 1) + 2 * max(0, len(plus) + len(minus) - 2)
        case LeftoverProof(plus=plus, common=common):
            return base + 2 * len(plus) + (2 if common else 0)
        case ClassProof(statements=statements):
            return base + 2 * max(0, len(statements) - 2)
        case JointProof(rules, common=common, needs=needs):
            outside = 2 if common and not needs else 0
            return base + 2 * max(0, len(rules) + len(needs) - 2) + outside
        case ConflictProof() as proof:
            return base + 4 * (proof.size - 1) + (2 if proof.common else 0)
        case FactsProof() as proof:
            return base + 2 * (proof.size if proof.tried is None else _SEARCH_FACTS)
        case CycleProof(chain=chain) | ChainProof(chain=chain):
            return base + _for_length(len(chain.nodes))
        case AicProof(nodes=nodes):
            return base + _for_length(len(nodes) + 2)
        case ForcingProof(chains=chains):
            return base + _for_length(sum(len(chain.nodes) for chain in chains))
        case NegationProof(parts=parts):
            return WORTH[_name(step)] + _for_length(len(parts))
        case _:
            return base


def _name(step: Step) -> str:
    """The name by which a step is rated: a nested assumption has a name of its own."""
    proof = step.proof
    return "negation-2" if isinstance(proof, NegationProof) and proof.depth > 1 else step.technique


def _for_length(statements: int) -> int:
    """Two points for each doubling beyond six statements."""
    return 2 * max(0, (statements // 6).bit_length() - 1)


def _level(puzzle: Puzzle, points: int) -> str:
    """The level; a classic puzzle of givens is easy where Sudoku Explainer's scale says so."""
    level = level_of_points(points)
    classic = puzzle.geometry.is_classic and not puzzle.constraints and not puzzle.is_sukaku
    if level != next(iter(LEVELS)) or not classic or compiled_core("open_to_singles") is None:
        return level
    return level_name(0, lambda: short_of_easy(puzzle.grid.text()))


def rate_by_path(puzzle: Puzzle, *, unique: bool = True, limit: Limit = UNLIMITED) -> Rating:
    """Rate any puzzle. The caller checks whether it has exactly one solution (``unique``).

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    """
    puzzle.require_valid()
    human = preset("human")
    if not unique:
        entries = tuple(e for e in human.entries if not e.search.needs_uniqueness)
        human = replace(human, entries=entries)
    table = with_small_proofs(human, puzzle)
    followed = path(start(puzzle), table, limit)
    hardest = max(followed.steps, key=worth, default=None)
    points = 0 if hardest is None else worth(hardest)
    counts = followed.histogram()
    return Rating(
        "satdoku",
        {SATDOKU_COLUMNS[0].name: points},
        len(followed.stages),
        None if hardest is None else _name(hardest),
        dict(sorted(counts.items(), key=lambda item: -item[1])),
        _level(puzzle, points) if followed.outcome == "solved" else None,
        {"solved": "ok", "stopped": "undecided"}.get(followed.outcome, "stuck"),  # type: ignore[arg-type]
        partial(list, [(stage.before, stage.step) for stage in followed.stages]),
    )
