"""Steps and branches as plain data, and their names as headings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from satdoku.answers.json_object import JsonObject
from satdoku.explaining import eureka, title, title_key
from satdoku.explaining.names import Lang
from satdoku.messages import SOURCE
from satdoku.puzzle import Position
from satdoku.rating.se import printed

if TYPE_CHECKING:
    from satdoku.rating.loop import Stage
    from satdoku.rating.trials import Branch
    from satdoku.techniques.step import Candidate, Chain, Contradiction, House, Step, StepView


@dataclass(frozen=True, slots=True)
class StepRecord(JsonObject):
    """One step of a path, with the pattern that proves it.

    A candidate is written ``r1c5=7``, and ``r1c5<>7`` where it is eliminated.

    technique     its name in the catalogue; ``name`` is its name for people, in ``lang``
    rating        on the preset's scale; null where it has none
    placements, eliminations   the conclusions
    contradiction the reason why no grid satisfies all rules, left out without a contradiction
    text          the sentences that explain it
    variant, digits, cells     the kind inside the technique, and the pattern in its order
    houses        ``kind``, ``number``, ``name``, ``cells``
    candidates    the pattern's candidates by role
    links         ``first``, ``second``, ``kind`` (strong or weak) and ``house``, outside chains;
                  ``rule`` where a rule makes the link
    chains        ``nodes`` (``says``, ``from``: places in the list, ``cause``, ``house``,
                  ``rule``, ``part``), ``cycle``, ``eureka``, ``parts``
    sets          ``name``, ``cells``, ``digits``
    parts         the steps inside this one, as far as they go, without text; in a refutation each
                  with ``because``: the statements before it that it rests on
    notation      the pattern in one line
    rules         the constraints that it rests on: ``name``, ``title``, ``cells``
    size          how many facts a small proof rests on
    number, before  its number on the path and the position before it on one line, where it alone
                  was asked for
    """

    NULL = ("rating",)
    RARE = (
        "contradiction", "variant", "sets", "parts", "notation", "rules", "size", "number",
        "before",
    )  # fmt: skip
    technique: str
    name: str
    rating: float | None
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    contradiction: Mapping[str, Any] | None
    text: str
    variant: str
    digits: tuple[int, ...]
    cells: tuple[str, ...]
    houses: tuple[Mapping[str, Any], ...]
    candidates: Mapping[str, tuple[str, ...]]
    links: tuple[Mapping[str, Any], ...]
    chains: tuple[Mapping[str, Any], ...]
    sets: tuple[Mapping[str, Any], ...]
    parts: tuple[Mapping[str, Any], ...]
    notation: str
    rules: tuple[Mapping[str, Any], ...] = ()
    size: int | None = None
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
    """The conclusions of a step: ``r1c5=7 r2c5<>7``."""
    parts = [candidate(position, pair) for pair in step.placements]
    parts += [candidate(position, pair, true=False) for pair in step.eliminations]
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
    return StepRecord(
        name=heading(step, lang),
        rating=None,
        text=text,
        **data,
    )


def _step_data(step: StepView, position: Position) -> dict[str, Any]:
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
        "links": tuple(
            {
                "first": candidate(position, link.first),
                "second": candidate(position, link.second),
                "kind": link.kind,
                "house": None if link.house is None else link.house.name,
                **({} if link.rule is None else {"rule": link.rule.title}),
            }
            for link in step.links
        ),
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
    }


def _contradiction_data(wrong: Contradiction, position: Position) -> dict[str, Any]:
    data: dict[str, Any] = {
        "kind": wrong.kind,
        "cells": tuple(map(position.geometry.name, wrong.cells)),
        "digits": wrong.digits,
        "house": None if wrong.house is None else wrong.house.name,
    }
    if wrong.rule is not None:
        data["rule"] = wrong.rule.title
    return data


def branch_data(branch: Branch) -> dict[str, Any]:
    """A branch of a search by trial as plain data."""
    position = branch.position
    name = position.geometry.name
    data: dict[str, Any] = {"depth": branch.depth}
    if branch.assumed is not None:
        data["assumed"] = candidate(position, branch.assumed)
    data["singles"] = [
        {"candidate": candidate(position, step.placements[0]), "technique": step.technique}
        | ({"house": houses[0].name} if (houses := step.view.houses) else {})
        for step in branch.singles
    ]
    data["ending"] = branch.ending
    if branch.tried is not None:
        data |= {"cell": name(branch.tried.cell), "digits": branch.tried.digits}
    elif branch.wrong is not None:
        data["contradiction"] = _contradiction_data(branch.wrong, position)
    else:
        data["number"] = branch.number
    return data


def _part_data(step: Step, position: Position) -> dict[str, Any]:
    data = {key: value for key, value in _step_data(step.view, position).items() if value}
    if step.because:
        data["because"] = tuple(
            candidate(position, (cell, digit), true=on) for cell, digit, on in step.because
        )
    return data


def _house_data(house: House, position: Position) -> dict[str, Any]:
    cells = tuple(map(position.geometry.name, house.cells))
    return {"kind": house.kind, "number": house.number, "name": house.name, "cells": cells}


def _chain_data(chain: Chain, position: Position) -> dict[str, Any]:
    nodes = []
    for node in chain.nodes:
        data: dict[str, Any] = {
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
        nodes.append(data)
    chain_data: dict[str, Any] = {"nodes": tuple(nodes), "cycle": chain.cycle}
    line = eureka(chain, position.geometry)
    if line is not None:
        chain_data["eureka"] = line
    if chain.conflict is not None:
        chain_data["conflict"] = _contradiction_data(chain.conflict, position)
        chain_data["conflict"]["from"] = chain.because
    if chain.parts:
        chain_data["parts"] = tuple(_part_data(part, position) for part in chain.parts)
    return chain_data
