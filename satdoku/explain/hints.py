"""What a hint may show before the answer: a step without its conclusion, and the pattern by roles.

A pattern is described as parts, each with a role (``pivot``, ``ring``, ``base``): the languages
only give the name of each role. Every technique has its builder in :data:`_PATTERNS`; one
without would be described by guesswork, which might give its conclusion away, so there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from satdoku.explain.eureka import eureka
from satdoku.puzzle.geometry import Geometry
from satdoku.techniques.step import Candidate, Chain, House, Step

__all__ = ["Part", "parts_of", "spots", "veiled"]

Held: TypeAlias = tuple[tuple[int, tuple[int, ...]], ...]
"""Cells, each with those of its digits that matter."""


@dataclass(frozen=True, slots=True)
class Part:
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


def _is_unary(step: Step) -> bool:
    return step.variant in ("x-chain", "xy-chain") and bool(step.chains)


def veiled(step: Step) -> Step:
    """The step without what follows from it, and without what would repeat it in other words.

    Of a candidate that the pattern itself places or excludes, the cell stays or the digit, not
    both: the cell of a naked single, the digit and the house of a hidden one, the cell of an
    assumption that fails. A chain loses its first and last statement, which are its conclusion.
    """
    bare = replace(step, placements=(), eliminations=(), contradiction=None, parts=(), notation="")
    name = step.technique
    if name == "small-proof":
        return replace(bare, candidates=(), chains=())
    if name in ("full-house", "naked-single", "sbit"):
        return replace(bare, digits=(), candidates=())
    if name in ("hidden-single", "ubit") or (name, step.variant) == ("exclosure", "1"):
        return replace(bare, cells=(), candidates=())
    if name.startswith("direct-"):
        # What is locked and what it excludes; not where the digit goes.
        kept = tuple((role, pairs) for role, pairs in step.candidates if role != "defining")
        return replace(bare, candidates=kept)
    if name in ("bug-1", "negation"):
        return replace(bare, digits=(), candidates=())
    if _is_unary(step):
        inner = _inner(step.chains[0])
        pairs = tuple(dict.fromkeys((node.cell, node.digit) for node in inner.nodes))
        return replace(
            bare,
            chains=(inner,),
            cells=tuple(dict.fromkeys(cell for cell, _ in pairs)),
            digits=tuple(dict.fromkeys(digit for _, digit in pairs)),
            candidates=(("defining", pairs),),
        )
    if step.variant == "contradiction" and step.chains:
        own = (step.cells[0], step.digits[0])
        end = (step.chains[0].end.cell, step.chains[0].end.digit)
        clash: tuple[Candidate, ...] = (end,) if end[0] != own[0] else ()
        return replace(bare, digits=(), chains=(), candidates=(("extra", clash),))
    if step.variant in ("double", "cell", "region") and step.chains:
        starts = tuple(dict.fromkeys((c.start.cell, c.start.digit) for c in step.chains))
        return replace(bare, chains=(), candidates=(("defining", starts),))
    if step.sets and name.startswith("als-"):
        commons = 2 if step.variant == "doubly linked" else len(step.sets) - 1
        return replace(bare, digits=step.digits[:commons])
    if name == "death-blossom":
        return replace(bare, digits=step.digits[: len(step.sets)])
    return bare


def _inner(chain: Chain) -> Chain:
    """A chain between its first and its last statement."""
    nodes = [
        replace(node, parents=(at - 1,) if at else (), part=None)
        for at, node in enumerate(chain.nodes[1:-1])
    ]
    return Chain(tuple(nodes))


# ------------------------------------------------------------------------------------------------
# By roles.


def _held(pairs: Sequence[Candidate], cells: Sequence[int] | None = None) -> Held:
    chosen = dict.fromkeys(cell for cell, _ in pairs) if cells is None else cells
    return tuple((c, tuple(digit for cell, digit in pairs if cell == c)) for c in chosen)


def _simple(step: Step, geometry: Geometry) -> list[Part]:
    return [
        Part("houses", houses=tuple(dict.fromkeys(step.houses))),
        Part("cells", cells=step.cells),
        Part("digits", digits=step.digits),
    ]


def _locked(step: Step, geometry: Geometry) -> list[Part]:
    # What every place excludes by a rule goes without a second house.
    first, *others = step.houses
    inside = [Part("inside", houses=tuple(others[:1]))] if others else []
    return [
        Part("houses", houses=(first,)),
        Part("cells", cells=step.cells),
        *inside,
        Part("then", houses=tuple(others[1:])),
        Part("digits", digits=step.digits),
    ]


def _fish(step: Step, geometry: Geometry) -> list[Part]:
    half = len(step.houses) // 2
    return [
        Part("base", houses=step.houses[:half]),
        Part("cover", houses=step.houses[half:]),
        Part("cells", cells=step.cells),
        Part("digits", digits=step.digits),
    ]


def _wing(step: Step, geometry: Geometry) -> list[Part]:
    pairs = tuple(dict.fromkeys(pair for _, pairs in step.candidates for pair in pairs))
    return [
        Part("pivot", held=_held(pairs, step.cells[:1])),
        Part("pincers", held=_held(pairs, step.cells[1:])),
    ]


def _unique(step: Step, geometry: Geometry) -> list[Part]:
    extra = step.role("extra")
    parts = [
        Part("ring", cells=step.cells),
        Part("digits", digits=tuple(sorted(step.digits))),
        Part("extra", held=_held(extra)),
    ]
    if step.technique.endswith("-4"):
        cells = tuple(dict.fromkeys(cell for cell, _ in extra))
        parts.append(Part("only", step.houses, cells, digits=step.digits[:1]))
    return parts + _with_set(step)


def _bug(step: Step, geometry: Geometry) -> list[Part]:
    parts = [
        Part("not-bivalue", held=_held(step.role("extra"), step.cells)),
    ]
    if step.technique.endswith("-4"):
        parts.append(Part("only", step.houses, step.cells, digits=step.digits))
    return parts + _with_set(step)


def _with_set(step: Step) -> list[Part]:
    return [
        Part(f"{found.name}-set", step.houses, found.cells, digits=found.digits)
        for found in step.sets
    ]


def _aligned(step: Step, geometry: Geometry) -> list[Part]:
    return [
        Part("base-cells", held=_held(step.role("defining"), step.cells)),
        Part("excluders", held=_held(step.role("excluder"))),
    ]


def _chain(step: Step, geometry: Geometry) -> list[Part]:
    links = eureka(step.chains[0], geometry)
    digits = tuple(sorted({node.digit for node in step.chains[0].nodes}))
    parts = [Part("digits", digits=digits)]
    return [*parts, Part("links", text=links) if links else Part("cells", cells=step.cells)]


def _forcing(step: Step, geometry: Geometry) -> list[Part]:
    starts = _held(step.role("defining"))
    if step.variant == "contradiction":
        clash = Part("clash", held=_held(step.role("extra")))
        return [Part("assumption", cells=step.cells[:1]), clash]
    if step.variant == "region":
        places = tuple(cell for cell, _ in starts)
        return [Part("places", step.houses, places, digits=step.digits)]
    return [Part("both-ways" if step.variant == "double" else "each-candidate", held=starts)]


def _als(step: Step, geometry: Geometry) -> list[Part]:
    sets = [Part("set", cells=s.cells, digits=s.digits, name=s.name) for s in step.sets]
    return [*sets, Part("commons", digits=step.digits)]


def _blossom(step: Step, geometry: Geometry) -> list[Part]:
    sets = [Part("set", cells=s.cells, digits=s.digits, name=s.name) for s in step.sets]
    return [Part("stem", held=_held(step.role("pivot"), step.cells[:1])), *sets]


def _negation(step: Step, geometry: Geometry) -> list[Part]:
    return [Part("assumption", cells=step.cells)]


def _trial(step: Step, geometry: Geometry) -> list[Part]:
    return [Part("each-candidate", held=_held(step.role("defining"), step.cells))]


def _small_proof(step: Step, geometry: Geometry) -> list[Part]:
    return []  # its facts: Words.facts


_Builder: TypeAlias = Callable[[Step, Geometry], list[Part]]

_PATTERNS: tuple[tuple[tuple[str, ...], _Builder], ...] = (
    (("full-house", "hidden-single", "naked-single", "sbit", "ubit"), _simple),
    (("naked-", "hidden-", "direct-hidden-", "enclosure", "exclosure"), _simple),
    (("pointing", "claiming", "intersection", "direct-pointing", "direct-claiming"), _locked),
    (("x-wing", "swordfish", "jellyfish", "fish-"), _fish),
    (("xy-wing", "xyz-wing"), _wing),
    (("unique-rectangle-", "unique-loop-"), _unique),
    (("bug-",), _bug),
    (("aligned-",), _aligned),
    (("x-cycle", "y-cycle", "xy-cycle", "x-chain", "forcing-chain"), _chain),
    (
        ("nishio", "cell-", "region-", "dynamic-", "nested-forcing-chains"),
        _forcing,
    ),
    (("als-",), _als),
    (("death-blossom",), _blossom),
    (("negation",), _negation),
    (("trial",), _trial),
    (("small-proof",), _small_proof),
)
"""Which techniques (a name, or how a family's names begin, up to ``-``) are built how."""


def _builder(technique: str) -> _Builder:
    for names, build in _PATTERNS:
        if any(
            technique.startswith(name) if name.endswith("-") else technique == name
            for name in names
        ):
            return build
    raise NotImplementedError(f"there is no template for a hint at {technique!r}")


def parts_of(step: Step, geometry: Geometry) -> list[Part]:
    """The parts of a step's pattern, without its conclusion.

    :raises NotImplementedError: where the technique has no template.
    """
    build = _builder(step.technique)
    parts = build(veiled(step), geometry)
    return [p for p in parts if p.houses or p.cells or p.held or p.digits or p.text]


# ------------------------------------------------------------------------------------------------
# Where to look.


def _groups(step: Step) -> list[tuple[int, ...]]:
    """The pattern's cells, those together that lie in one house."""
    name = step.technique
    if name in ("xy-wing", "xyz-wing"):
        pivot, *pincers = step.cells
        return [(pivot, pincer) for pincer in pincers]
    if name == "death-blossom":
        return [step.cells[:1], *(s.cells for s in step.sets)]
    if name.startswith("als-"):
        return [s.cells for s in step.sets]
    cells = dict.fromkeys(step.cells)
    cells |= dict.fromkeys(cell for _, pairs in step.candidates for cell, _ in pairs)
    return [(cell,) for cell in cells]


def spots(step: Step, geometry: Geometry) -> list[House]:
    """Where to look: the pattern's houses, and for cells outside of these the houses they lie in.

    :raises NotImplementedError: where the technique has no template.
    """
    _builder(step.technique)
    bare = veiled(step)
    found = dict.fromkeys(bare.houses)
    for group in _groups(bare):
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
