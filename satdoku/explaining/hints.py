"""What a hint may show before the answer: a step without its conclusion, and the pattern by roles.

A pattern is described as parts, each with a role (``pivot``, ``ring``, ``base``): a language
only provides a name for each role.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from satdoku.board.geometry import Geometry
from satdoku.explaining.eureka import eureka
from satdoku.techniques.arguments.als import AlsProof, BlossomProof
from satdoku.techniques.arguments.assumptions import AssumptionProof, NegationProof, TrialProof
from satdoku.techniques.arguments.chains import AicProof, ChainProof, CycleProof, ForcingProof
from satdoku.techniques.arguments.clues import (
    ClassProof,
    ClueProof,
    ConflictProof,
    JointProof,
    KillerSetProof,
    LeftoverProof,
    SumProof,
)
from satdoku.techniques.arguments.colours import ColourProof, MedusaProof
from satdoku.techniques.arguments.facts import FactsProof
from satdoku.techniques.arguments.fish import FishProof
from satdoku.techniques.arguments.locked import DirectProof, ExclusionProof, IntersectionProof
from satdoku.techniques.arguments.patterns import (
    AlignedProof,
    BentSetProof,
    ExocetProof,
    GuardianProof,
    TemplateProof,
    WingProof,
)
from satdoku.techniques.arguments.sets import HiddenSetProof, NakedSetProof, SingleProof
from satdoku.techniques.arguments.uniqueness import (
    BugProof,
    CrossedProof,
    DeadlyProof,
    ExtraLock,
    ExtraSet,
    LoopProof,
    ReverseProof,
    RingLock,
    SymmetryProof,
)
from satdoku.techniques.step import (
    Candidate,
    CellSet,
    Chain,
    House,
    Proof,
    Step,
    StepView,
    cells_of,
)

Held: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Cells, each with those of its digits that matter."""


@dataclass(frozen=True, slots=True)
class PatternPart:
    """One part of a pattern: what it does in it, and the houses, cells and digits it is made of.

    ``name`` is that of a named set, ``text`` a notation that reads alike in every language.
    """

    role: str
    houses: tuple[House, ...] = ()
    cells: tuple[int, ...] = ()
    held: Held = ()
    digits: tuple[int, ...] = ()
    name: str = ""
    text: str = ""


# ------------------------------------------------------------------------------------------------
# Without the conclusion.


def veiled(step: Step) -> StepView:
    """The step without what follows from it, and without what would repeat it in other words.

    If the pattern itself places or excludes a candidate, either its cell or its digit is kept, not
    both: the cell of a naked single, the digit and the house of a hidden single, the cell of an
    assumption that fails. A chain loses its first and last statement, which are its conclusion.
    """
    view = step.view
    bare = replace(view, placements=(), eliminations=(), contradiction=None, parts=(), notation="")
    match step.proof:
        case (
            FactsProof() | ClueProof() | SumProof() | LeftoverProof() | JointProof()
            | KillerSetProof() | ClassProof() | ConflictProof()
        ):  # fmt: skip
            return replace(bare, candidates=(), chains=())
        case SingleProof(house=House(), last=False):
            return replace(bare, cells=(), candidates=())
        case HiddenSetProof(digits=(_,)):
            return replace(bare, cells=(), candidates=())
        case SingleProof() | NegationProof():
            return replace(bare, digits=(), candidates=())
        case GuardianProof(extra=(_,)):
            return replace(bare, candidates=view.candidates[:1])
        case BugProof(type=1):
            return replace(bare, digits=(), candidates=())
        case DirectProof():
            # What is locked and what it excludes; not where the digit goes.
            kept = tuple((role, pairs) for role, pairs in view.candidates if role != "defining")
            return replace(bare, candidates=kept)
        case ChainProof(chain=chain):
            inner = _inner(chain)
            pairs = tuple(dict.fromkeys((node.cell, node.digit) for node in inner.nodes))
            return replace(
                bare,
                chains=(inner,),
                cells=cells_of(pairs),
                digits=tuple(dict.fromkeys(digit for _, digit in pairs)),
                candidates=(("defining", pairs),),
            )
        case FishProof():
            return replace(bare, chains=())
        case ForcingProof("contradiction", source, chains):
            end = (chains[0].end.cell, chains[0].end.digit)
            clash: tuple[Candidate, ...] = (end,) if end[0] != source[0] else ()
            return replace(bare, digits=(), chains=(), candidates=(("extra", clash),))
        case ForcingProof(chains=chains):
            starts = tuple(dict.fromkeys((c.start.cell, c.start.digit) for c in chains))
            return replace(bare, chains=(), candidates=(("defining", starts),))
        case AlsProof(commons=commons):
            return replace(bare, digits=commons)
        case BlossomProof(digits=digits):
            return replace(bare, digits=digits)
        case (
            IntersectionProof()
            | ExclusionProof()
            | NakedSetProof()
            | HiddenSetProof()
            | BentSetProof()
            | GuardianProof()
            | SymmetryProof()
            | ReverseProof()
            | ExocetProof()
            | MedusaProof()
            | TemplateProof()
            | ColourProof()
            | WingProof()
            | AlignedProof()
            | LoopProof()
            | DeadlyProof()
            | CrossedProof()
            | BugProof()
            | CycleProof()
            | AicProof()
            | TrialProof()
            | AssumptionProof()
        ):
            return bare
        case unknown:
            raise TypeError(f"{type(unknown).__name__} is no known proof")


def _inner(chain: Chain) -> Chain:
    """A chain between its first and its last statement."""
    nodes = [
        replace(node, parents=(at - 1,) if at else (), part=None)
        for at, node in enumerate(chain.nodes[1:-1])
    ]
    return Chain(tuple(nodes))


# ------------------------------------------------------------------------------------------------
# By roles.


def parts_of(step: Step, geometry: Geometry) -> list[PatternPart]:
    """The parts of a step's pattern, without its conclusion."""
    parts = _parts(step.proof, veiled(step), geometry)
    return [p for p in parts if p.houses or p.cells or p.held or p.digits or p.text]


def _parts(proof: Proof, shown: StepView, geometry: Geometry) -> list[PatternPart]:
    """``shown`` is the step without its conclusion."""
    match proof:
        case DirectProof(IntersectionProof() as locked, house=third):
            return _locked(locked.first, locked.second, third, shown)
        case SingleProof() | NakedSetProof() | HiddenSetProof() | DirectProof():
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=shown.digits),
            ]
        case IntersectionProof(_, first, second):
            return _locked(first, second, None, shown)
        case ExclusionProof(house=house):
            return _locked(house, None, None, shown)
        case FishProof(digit, base, twin=twin) as fished:
            parts = [PatternPart("base", houses=base)]
            for fish in (fished, *(() if twin is None else (twin,))):
                parts += [
                    PatternPart("cover", houses=fish.cover),
                    PatternPart("cells", cells=fish.cells),
                    PatternPart("fins", cells=fish.fins),
                ]
            return [
                *parts,
                PatternPart("digits", digits=(digit,)),
            ]
        case BentSetProof():
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=shown.digits),
            ]
        case ExocetProof(targets=targets, digits=digits, lines=lines):
            return [
                PatternPart("base-cells", held=_held(shown.role("defining"))),
                PatternPart(
                    "targets", cells=tuple(dict.fromkeys(x for pair in targets for x in pair))
                ),
                PatternPart("houses", houses=lines),
                PatternPart("digits", digits=digits),
            ]
        case SymmetryProof() | ReverseProof():
            return [
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=shown.digits),
            ]
        case MedusaProof(first, second):
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("colour", cells=cells_of(first)),
                PatternPart("colour", cells=cells_of(second)),
                PatternPart("digits", digits=shown.digits),
            ]
        case GuardianProof(cells, digits, houses):
            return [
                PatternPart("houses", houses=houses),
                PatternPart("ring" if houses or len(digits) == 2 else "cells", cells=cells),
                PatternPart("digits", digits=digits),
                PatternPart("extra", held=_held(shown.role("extra"))),
            ]
        case TemplateProof(digit, houses):
            return [
                PatternPart("houses", houses=houses),
                PatternPart("digits", digits=(digit,)),
            ]
        case ColourProof(digits, colours):
            sides = [cells for found in colours for cells in (found.first, found.second)]
            return [
                PatternPart("houses", houses=shown.houses),
                *(PatternPart("colour", cells=cells) for cells in sides),
                PatternPart("digits", digits=digits),
            ]
        case WingProof(pivot, pincers, digit):
            held = tuple((cell, tuple(sorted((d, digit)))) for cell, d in pincers)
            return [
                PatternPart("pivot", held=((pivot, proof.pivot_digits),)),
                PatternPart("pincers", held=held),
            ]
        case AlignedProof(base_cells, candidates, excluders):
            return [
                PatternPart("base-cells", held=_held(candidates, base_cells)),
                PatternPart("excluders", held=_held(excluders)),
            ]
        case DeadlyProof(cells, digits, _, extra, how):
            return [
                PatternPart("cells", cells=cells),
                PatternPart("digits", digits=digits),
                PatternPart("extra", held=_held(extra)),
                *_resolved(how, cells_of(extra)),
            ]
        case CrossedProof(lines=lines, box=box, digits=digits, extra=extra, how=how):
            return [
                PatternPart("houses", houses=(*lines, box)),
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=digits),
                PatternPart("extra", held=_held(extra)),
                *_resolved(how, cells_of(extra)),
            ]
        case LoopProof(ring, pair, _, extra, how):
            return [
                PatternPart("ring", cells=ring),
                PatternPart("digits", digits=pair),
                PatternPart("extra", held=_held(extra)),
                *_resolved(how, cells_of(extra)),
            ]
        case BugProof(extra, _, how):
            # Of type 1 the extra candidate is what follows.
            held = _held(shown.role("extra"), proof.cells)
            return [PatternPart("not-bivalue", held=held), *_resolved(how, proof.cells)]
        case CycleProof() | ChainProof():
            (chain,) = shown.chains
            links = eureka(chain, geometry, inner=not chain.cycle)
            digits = tuple(sorted({node.digit for node in chain.nodes}))
            shape = (
                PatternPart("links", text=links)
                if links
                else PatternPart("cells", cells=shown.cells)
            )
            return [PatternPart("digits", digits=digits), shape]
        case AicProof() as chain_proof:
            return [
                PatternPart("digits", digits=tuple(sorted(shown.digits))),
                PatternPart("links", text=chain_proof.notation),
                *map(_set, chain_proof.sets),
            ]
        case ForcingProof(case):
            return _assumed(case, shown)
        case AlsProof(sets, commons):
            return [*map(_set, sets), PatternPart("commons", digits=commons)]
        case BlossomProof(stem, digits, petals):
            return [PatternPart("stem", held=((stem, digits),)), *map(_set, petals)]
        case NegationProof((cell, _)) | AssumptionProof((cell, _)):
            return [PatternPart("assumption", cells=(cell,))]
        case TrialProof(cell, digits):
            return [PatternPart("each-candidate", held=((cell, digits),))]
        case FactsProof():
            return []  # its facts: Words.facts
        case JointProof(common=common, needs=needs) if needs:
            needed = dict.fromkeys((*shown.digits, *(digit for _, digit in common)))
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=tuple(needed)),
            ]
        case KillerSetProof() | ConflictProof():
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("cells", cells=shown.cells),
                PatternPart("digits", digits=shown.digits),
            ]
        case ClueProof(rules=(_, _, *_)):
            return []  # the clues are named with their places
        case ClueProof(rule) if rule.title.endswith(f" in {geometry.names(rule.cells)}"):
            return []
        case ClueProof() | SumProof() | LeftoverProof() | JointProof() | ClassProof():
            return [
                PatternPart("houses", houses=shown.houses),
                PatternPart("cells", cells=shown.cells),
            ]
        case unknown:
            raise TypeError(f"{type(unknown).__name__} is no known proof")


def _held(pairs: Sequence[Candidate], cells: Sequence[int] | None = None) -> Held:
    chosen = cells_of(pairs) if cells is None else cells
    return tuple((c, tuple(digit for cell, digit in pairs if cell == c)) for c in chosen)


def _locked(
    first: House | None, second: House | None, third: House | None, shown: StepView
) -> list[PatternPart]:
    # What every place excludes by a rule goes without a second house, or without any.
    return [
        PatternPart("houses", houses=() if first is None else (first,)),
        PatternPart("cells", cells=shown.cells),
        PatternPart("inside", houses=() if second is None else (second,)),
        PatternPart("then", houses=() if third is None else (third,)),
        PatternPart("digits", digits=shown.digits),
    ]


def _resolved(
    how: ExtraSet | ExtraLock | RingLock | None, cells: tuple[int, ...]
) -> list[PatternPart]:
    match how:
        case ExtraSet(house, others):
            return [PatternPart(f"{others.name}-set", (house,), others.cells, digits=others.digits)]
        case ExtraLock(house, digit):
            return [PatternPart("only", (house,), cells, digits=(digit,))]
        case RingLock(houses, digit):
            return [PatternPart("locked", houses, digits=(digit,))]
        case None:
            return []
        case unknown:
            assert_never(unknown)


def _assumed(
    case: Literal["contradiction", "double", "cell", "region", "clue", "rectangle"], shown: StepView
) -> list[PatternPart]:
    starts = _held(shown.role("defining"))
    match case:
        case "contradiction":
            clash = PatternPart("clash", held=_held(shown.role("extra")))
            return [PatternPart("assumption", cells=shown.cells), clash]
        case "region":
            places = tuple(cell for cell, _ in starts)
            return [PatternPart("places", shown.houses, places, digits=shown.digits)]
        case "double":
            return [PatternPart("both-ways", held=starts)]
        case "rectangle":
            return [
                PatternPart("ring", cells=shown.cells),
                PatternPart("digits", digits=shown.digits),
                PatternPart("extra", held=starts),
            ]
        case "cell" | "clue":
            return [PatternPart("each-candidate", held=starts)]
        case unknown:
            assert_never(unknown)


def _set(found: CellSet) -> PatternPart:
    return PatternPart("set", cells=found.cells, digits=found.digits, name=found.name)


# ------------------------------------------------------------------------------------------------
# Where to look.


def _groups(proof: Proof, shown: StepView) -> list[tuple[int, ...]]:
    """The pattern's cells, those together that lie in one house."""
    match proof:
        case WingProof(pivot, pincers):
            return [(pivot, pincer) for pincer, _ in pincers]
        case BlossomProof(stem, petals=petals):
            return [(stem,), *(found.cells for found in petals)]
        case AlsProof(sets):
            return [found.cells for found in sets]
        case AicProof():
            nodes = [node.cells for node in proof.nodes]
            return [*(found.cells for found in proof.sets), *nodes]
        case _:
            cells = dict.fromkeys(shown.cells)
            cells |= dict.fromkeys(cell for _, pairs in shown.candidates for cell, _ in pairs)
            return [(cell,) for cell in cells]


def spots(step: Step, geometry: Geometry) -> list[House]:
    """Where to look: the pattern's houses, and for cells outside of these those they lie in."""
    shown = veiled(step)
    found = dict.fromkeys(shown.houses)
    for group in _groups(step.proof, shown):
        for part in (group,) if _home(group, geometry) else tuple((cell,) for cell in group):
            if any(set(part) <= set(house.cells) for house in found):
                continue
            home = _home(part, geometry)
            if home is not None:
                found[home] = None
    return list(found)


def _home(cells: Sequence[int], geometry: Geometry) -> House | None:
    for house in (*geometry.regions, *geometry.houses):
        if set(cells) <= set(house.cells):
            return House(house.kind, house.number, house.cells, grid=house.grid)
    return None
