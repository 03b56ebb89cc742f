"""Steps and branches as plain data, and their names as headings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NotRequired, TypedDict, cast

from satdoku.answers.json_object import JsonObject
from satdoku.base.records import dataclass
from satdoku.explaining import eureka, title, title_key
from satdoku.explaining.names import Lang
from satdoku.messages import SOURCE
from satdoku.puzzle import Position
from satdoku.rating.columns import printed
from satdoku.techniques.arguments.pieces import (
    Candidate,
    Cause,
    Contradiction,
    ContradictionKind,
    House,
    HouseKind,
    Link,
    LinkKind,
    Node,
    Role,
)

if TYPE_CHECKING:
    from satdoku.rating.loop import Stage
    from satdoku.rating.trials import Branch
    from satdoku.techniques.step import Chain, Step, StepView


class HouseData(TypedDict):
    """A house, with its number from 1 among those of its kind."""

    kind: HouseKind
    number: int
    name: str
    cells: tuple[str, ...]


class LinkData(TypedDict):
    """Two candidates of which at least one is true (strong) or false (weak), by a house, a rule or
    a cell."""

    first: str
    second: str
    kind: LinkKind
    house: str | None
    rule: NotRequired[str]


class SetData(TypedDict):
    """A set of cells of the pattern, with its digits."""

    name: str
    cells: tuple[str, ...]
    digits: tuple[int, ...]


class RuleData(TypedDict):
    """A constraint that a step rests on, with its name for people and its cells."""

    name: str
    title: str
    cells: tuple[str, ...]


class ContradictionData(TypedDict):
    """Why no grid satisfies all rules."""

    kind: ContradictionKind
    cells: tuple[str, ...]
    digits: tuple[int, ...]
    house: str | None
    rule: NotRequired[str]


class RegionData(TypedDict):
    """Two cells that share a region, or do not, where regions are to be found."""

    cells: tuple[str, str]
    together: bool


# The statements of the chain at the places ``from`` come to it together.
ConflictData = TypedDict(
    "ConflictData",
    {
        "kind": ContradictionKind,
        "cells": tuple[str, ...],
        "digits": tuple[int, ...],
        "house": str | None,
        "rule": NotRequired[str],
        "from": tuple[int, ...],
    },
)

# A statement and why it follows from those at the places ``from``: by its cell, by a house, by a
# rule, or by the step at the place ``part`` in the chain's parts.
NodeData = TypedDict(
    "NodeData",
    {
        "says": str,
        "from": tuple[int, ...],
        "cause": Cause,
        "house": NotRequired[str],
        "rule": NotRequired[str],
        "part": NotRequired[int],
    },
)


class ChainData(TypedDict):
    """A chain of statements, also on one line in Eureka notation where it has one."""

    nodes: tuple[NodeData, ...]
    cycle: bool
    eureka: NotRequired[str]
    conflict: NotRequired[ConflictData]
    parts: NotRequired[tuple[PartData, ...]]


class _Named(TypedDict):
    technique: str


class _Pattern(_Named, total=False):
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    contradiction: ContradictionData | None
    variant: str
    digits: tuple[int, ...]
    cells: tuple[str, ...]
    houses: tuple[HouseData, ...]
    candidates: Mapping[Role, tuple[str, ...]]
    links: tuple[LinkData, ...]
    chains: tuple[ChainData, ...]
    sets: tuple[SetData, ...]
    parts: tuple[PartData, ...]
    notation: str
    rules: tuple[RuleData, ...]
    size: int | None
    regions: tuple[RegionData, ...]


class PartData(_Pattern, total=False):
    """A step inside another, without what is empty; ``because``: the statements before it that it
    rests on."""

    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SingleRecord(JsonObject):
    """A digit that follows in a branch."""

    candidate: str
    technique: str
    house: str | None


@dataclass(frozen=True, slots=True)
class BranchRecord(JsonObject):
    """The steps from the candidates that a search by trial assumes, and how they end: in the
    solution of a number, in a contradiction, or with the digits of a cell to be tried."""

    depth: int
    assumed: str | None
    singles: tuple[SingleRecord, ...]
    ending: Literal["solution", "contradiction", "trial"]
    cell: str | None = None
    digits: tuple[int, ...] | None = None
    contradiction: ContradictionData | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class StepRecord(JsonObject):
    """One step of a path, with the pattern that proves it.

    A candidate is written ``r1c5=7``, and ``r1c5<>7`` where it is eliminated.

    technique     its name in the catalogue; ``name`` is its name for people, in ``lang``
    rating        on the preset's scale; null where it has none
    placements, eliminations   the conclusions
    regions       the conclusions about regions that are to be found
    contradiction the reason why no grid satisfies all rules, left out without a contradiction
    text          the sentences that explain it
    variant, digits, cells     the kind inside the technique, and the pattern in its order
    candidates    the pattern's candidates by role
    links         those outside chains
    parts         the steps inside this one, as far as they go, without text
    notation      the pattern in one line
    rules         the constraints that it rests on
    size          how many facts a small proof rests on
    number, before  its number on the path and the position before it on one line, where it alone
                  was asked for
    """

    NULL = ("rating",)
    RARE = (
        "contradiction", "variant", "sets", "parts", "notation", "rules", "size", "regions",
        "number", "before",
    )  # fmt: skip
    technique: str
    name: str
    rating: float | None
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    contradiction: ContradictionData | None
    text: str
    variant: str
    digits: tuple[int, ...]
    cells: tuple[str, ...]
    houses: tuple[HouseData, ...]
    candidates: Mapping[Role, tuple[str, ...]]
    links: tuple[LinkData, ...]
    chains: tuple[ChainData, ...]
    sets: tuple[SetData, ...]
    parts: tuple[PartData, ...]
    notation: str
    rules: tuple[RuleData, ...] = ()
    size: int | None = None
    regions: tuple[RegionData, ...] = ()
    number: int | None = None
    before: str | None = None


def heading(step: Step | StepView, lang: Lang) -> str:
    """The name of a step's technique as a heading."""
    return title_of(title_key(step), lang)


def title_of(technique: str, lang: Lang) -> str:
    """A technique's name as a heading."""
    name = title(technique, lang)
    return name[:1].upper() + name[1:]


def stage_name(stage: Stage, lang: Lang) -> str:
    """The technique's name as a heading; in English what the program calls it whose path it is."""
    return (stage.called if lang == SOURCE else None) or heading(stage.step, lang)


def stage_heading(stage: Stage, lang: Lang) -> str:
    """The technique's name, with the rating where there is one."""
    notes = [] if stage.called is None or lang == SOURCE else [stage.called]
    notes += [] if stage.rating is None else [f"{printed(stage.rating)}"]
    return stage_name(stage, lang) + (f" ({', '.join(notes)})" if notes else "")


def candidate(position: Position, pair: Candidate, *, true: bool = True) -> str:
    """``r1c5=7``, or ``r1c5<>7``."""
    cell, digit = pair
    return f"{position.geometry.name(cell)}{'=' if true else '<>'}{digit}"


def conclusion(step: Step, position: Position) -> str:
    """The conclusions of a step: ``r1c5=7 r2c5<>7``; of regions that are to be found, ``r1c1~r1c2``
    (the cells share one) and ``r1c1|r1c2`` (a border parts them)."""
    parts = [candidate(position, pair) for pair in step.placements]
    parts += [candidate(position, pair, true=False) for pair in step.eliminations]
    name = position.geometry.name
    parts += [
        f"{name(fact.first)}{'~' if fact.together else '|'}{name(fact.second)}"
        for fact in step.regions
    ]
    return " ".join(parts) or "contradiction"


def stage_record(
    stage: Stage, text: str, lang: Lang, step: Step | StepView | None = None
) -> StepRecord:
    """A step of a path (or a view of it) as plain data, with its rating."""
    record = step_record(step or stage.step, stage.before, text, lang)
    rating = None if stage.rating is None else printed(stage.rating)
    return replace(record, name=stage_name(stage, lang), rating=rating)


def step_record(step: Step | StepView, position: Position, text: str, lang: Lang) -> StepRecord:
    """A step as plain data."""
    data = _step_data(step.view, position)
    return StepRecord(name=heading(step, lang), rating=None, text=text, **data)


def _step_data(step: StepView, position: Position) -> _Pattern:
    name = position.geometry.name
    wrong = step.contradiction
    return {
        "technique": step.technique,
        "placements": tuple(candidate(position, pair) for pair in step.placements),
        "eliminations": tuple(candidate(position, pair, true=False) for pair in step.eliminations),
        "contradiction": None if wrong is None else _contradiction_data(wrong, position),
        "variant": step.variant,
        "digits": step.digits,
        "cells": tuple(map(name, step.cells)),
        "houses": tuple(_house_data(house, position) for house in step.houses),
        "candidates": {
            role: tuple(candidate(position, pair) for pair in pairs)
            for role, pairs in step.candidates
        },
        "links": tuple(_link_data(link, position) for link in step.links),
        "chains": tuple(_chain_data(chain, position) for chain in step.chains),
        "sets": tuple(
            {"name": s.name, "cells": tuple(map(name, s.cells)), "digits": s.digits}
            for s in step.sets
        ),
        "parts": tuple(_part_data(part, position) for part in step.parts),
        "notation": step.notation,
        "rules": tuple(
            {"name": rule.name, "title": rule.title, "cells": tuple(map(name, rule.cells))}
            for rule in step.rules
        ),
        "size": step.size,
        "regions": tuple(
            {"cells": (name(fact.first), name(fact.second)), "together": fact.together}
            for fact in step.regions
        ),
    }


def _link_data(link: Link, position: Position) -> LinkData:
    data: LinkData = {
        "first": candidate(position, link.first),
        "second": candidate(position, link.second),
        "kind": link.kind,
        "house": None if link.house is None else link.house.name,
    }
    if link.rule is not None:
        data["rule"] = link.rule.title
    return data


def _contradiction_data(wrong: Contradiction, position: Position) -> ContradictionData:
    data: ContradictionData = {
        "kind": wrong.kind,
        "cells": tuple(map(position.geometry.name, wrong.cells)),
        "digits": wrong.digits,
        "house": None if wrong.house is None else wrong.house.name,
    }
    if wrong.rule is not None:
        data["rule"] = wrong.rule.title
    return data


def branch_record(branch: Branch) -> BranchRecord:
    """A branch of a search by trial as plain data."""
    position, tried, wrong = branch.position, branch.tried, branch.wrong
    singles = []
    for step in branch.singles:
        houses = step.view.houses
        house = houses[0].name if houses else None
        singles.append(SingleRecord(candidate(position, step.placements[0]), step.technique, house))
    return BranchRecord(
        branch.depth,
        None if branch.assumed is None else candidate(position, branch.assumed),
        tuple(singles),
        branch.ending,
        cell=None if tried is None else position.geometry.name(tried.cell),
        digits=None if tried is None else tried.digits,
        contradiction=None if wrong is None else _contradiction_data(wrong, position),
        number=branch.number if branch.ending == "solution" else None,
    )


def _part_data(step: Step, position: Position) -> PartData:
    whole = _step_data(step.view, position)
    data = cast(PartData, {key: value for key, value in whole.items() if value})
    if step.because:
        data["because"] = tuple(
            candidate(position, (cell, digit), true=on) for cell, digit, on in step.because
        )
    return data


def _house_data(house: House, position: Position) -> HouseData:
    cells = tuple(map(position.geometry.name, house.cells))
    return {"kind": house.kind, "number": house.number, "name": house.name, "cells": cells}


def _chain_data(chain: Chain, position: Position) -> ChainData:
    data: ChainData = {
        "nodes": tuple(_node_data(node, position) for node in chain.nodes),
        "cycle": chain.cycle,
    }
    line = eureka(chain, position.geometry)
    if line is not None:
        data["eureka"] = line
    if chain.conflict is not None:
        data["conflict"] = {
            **_contradiction_data(chain.conflict, position),
            "from": chain.because,
        }
    if chain.parts:
        data["parts"] = tuple(_part_data(part, position) for part in chain.parts)
    return data


def _node_data(node: Node, position: Position) -> NodeData:
    data: NodeData = {
        "says": candidate(position, (node.cell, node.digit), true=node.on),
        "from": node.parents,
        "cause": node.cause,
    }
    if node.house is not None:
        data["house"] = node.house.name
    if node.rule is not None:
        data["rule"] = node.rule.title
    if node.part is not None:
        data["part"] = node.part
    return data
