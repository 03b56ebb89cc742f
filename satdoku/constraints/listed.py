"""Clues as lines of a list, written and read in each language.

A heading has the name of a rule and what it says, and each line under it is a clue: its parts with
their meanings, as in ``the cells of the cage: r1c1 r1c2; what the digits add up to: 3``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from typing import Any

from satdoku.board.constraint import SIDES, Constraint, Parameter
from satdoku.board.geometry import Geometry
from satdoku.constraints.neighbours import neighbours
from satdoku.constraints.parameters import split_outside, to_plain
from satdoku.constraints.registry import REGISTRY
from satdoku.messages import SOURCE, Lang, catalogue, languages

__all__ = ["heading", "is_program", "left_open", "listed_clue", "parts_of", "rule_of_heading"]

_LISTS = ("sets", "lines", "groups", "tuples")
"""The kinds of parameters whose values are lists of lists, parted by a stroke."""
_CELLS = ("cells", "line", "sets", "lines")
_VALUE = "\0"
"""The place of a value in the form of a part."""


def _said(lang: Lang, key: str, english: str) -> str:
    return english if lang == SOURCE else catalogue(lang, "rules").texts.get(key, english)


def _title(kind: Constraint | type[Constraint], lang: Lang) -> str:
    return _said(lang, f"{kind.name}.title", kind.title)


# -- writing ---------------------------------------------------------------------------------------


def heading(kind: Constraint | type[Constraint], lang: Lang = SOURCE) -> str:
    """The name of a rule and what it says."""
    return f"{_title(kind, lang)}: {_said(lang, f'{kind.name}.summary', kind.summary)}"


def parts_of(rule: Constraint, geometry: Geometry, lang: Lang = SOURCE) -> str:
    """The parts of a clue, each with its meaning: "the two cells: r1c1 r1c2; ..."."""
    say, values = catalogue(lang, "phrases").say, rule.arguments()
    geometry = rule.board(geometry, values)
    parts = []
    if {"side", "index"} <= values.keys():
        parts.append(say("describe.side", side=values.pop("side"), index=values.pop("index")))
    for parameter in rule.parameters:
        value = values.get(parameter.name)
        if value is None or value is False or value in ("", ()):
            continue
        if parameter.kind == "rules":
            shown = "; ".join(
                f"{_title(inner, lang)} ({parts_of(inner, geometry, lang)})" for inner in value
            )
        else:
            shown = _shown(to_plain(parameter, value, geometry))
        meaning = _said(lang, parameter.meaning, parameter.meaning)
        parts.append(say("describe.part", what=meaning, value=shown))
    return "; ".join(parts)


def _shown(value: object) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    between = " / " if value and isinstance(value[0], list | tuple) else " "
    return between.join(map(_shown, value))


# -- reading ---------------------------------------------------------------------------------------


def rule_of_heading(line: str) -> type[Constraint] | None:
    """The rule that a heading names, in any language."""
    name = _titles().get(re.split("[:\uff1a]", line, maxsplit=1)[0].strip())
    return None if name is None else REGISTRY[name]


def listed_clue(kind: type[Constraint], line: str) -> dict[str, Any] | None:
    """A clue of a rule as plain data; ``None`` where a line does not list its parts."""
    for lang in languages():
        data = _clue(kind, line.strip(), lang)
        if data is not None:
            return data
    return None


@lru_cache(maxsize=1)
def _titles() -> Mapping[str, str]:
    return {_title(kind, lang): name for name, kind in REGISTRY.items() for lang in languages()}


def _clue(kind: type[Constraint], line: str, lang: Lang) -> dict[str, Any] | None:
    data: dict[str, Any] = {"rule": kind.name}
    side, _, rest = line.partition("; ")
    if (place := _sides(lang).get(re.sub(r"\d+", _VALUE, side))) is not None:
        (index,) = re.findall(r"\d+", side)
        data |= {"side": place, "index": int(index)}
        line = rest
    for parameter, text in _parts(kind, line, lang):
        value = _read(parameter, text, lang)
        if parameter is None or value is None or parameter.name in data:
            return None
        data[parameter.name] = value
    return data if len(data) > 1 or not line else None


def _parts(kind: type[Constraint], line: str, lang: Lang) -> Iterator[tuple[Parameter | None, str]]:
    """The parameters that a line states, each with its value; ``None`` for other text."""
    parameter: Parameter | None = None
    pieces: list[str] = []
    for piece in split_outside(line, ";") if line else ():
        # A meaning may have semicolons too.
        pieces.append(piece)
        for begin in range(len(pieces)):
            if (stated := _stated(kind, "; ".join(pieces[begin:]), lang)) is not None:
                if begin or parameter is not None:
                    yield parameter, "; ".join(pieces[:begin])
                parameter, pieces = stated[0], [stated[1]]
                break
    if pieces:
        yield parameter, "; ".join(pieces)


def _stated(kind: type[Constraint], text: str, lang: Lang) -> tuple[Parameter, str] | None:
    """The parameter whose meaning a text begins with, and what follows."""
    say = catalogue(lang, "phrases").say
    for parameter in kind.parameters:
        meaning = _said(lang, parameter.meaning, parameter.meaning)
        begin = say("describe.part", what=meaning, value="").strip()
        if text.startswith(begin):
            return parameter, text[len(begin) :].strip()
    return None


def _read(parameter: Parameter | None, text: str, lang: Lang) -> Any:
    """The value of a parameter as plain data; ``None`` where the text is none."""
    if parameter is None:
        return None
    kind = parameter.kind
    if kind == "rules":
        return _rules(text, lang)
    if kind in ("text", "choice", "direction", "cell"):
        return text
    if kind == "flag":
        return True if text == "True" else None
    if kind in _LISTS:
        rows = [_items(part, kind) for part in re.split(" ?/ ?", text)]
        return None if None in rows else rows
    if kind in ("cells", "line", "integers", "digits"):
        return _items(text, kind)
    return _number(text)


def _items(text: str, kind: str) -> list[Any] | None:
    items = text.replace(",", " ").split()
    values = items if kind in _CELLS else [_number(item) for item in items]
    return None if any(isinstance(v, str) for v in values) and kind not in _CELLS else [*values]


def _number(text: str) -> int | str:
    """A number, or the name of the cell outside of the grid that holds it."""
    return int(text) if re.fullmatch(r"-?\d{1,18}", text, re.ASCII) else text


def _rules(text: str, lang: Lang) -> Sequence[Mapping[str, Any]] | None:
    """Rules inside of a rule: "Renban (the cells: r1c1 r1c2); ..."."""
    rules = []
    for part in split_outside(text, ";"):
        name, bracket, inner = part.partition(" (")
        kind = REGISTRY.get(_titles().get(name, ""))
        if kind is None or not bracket or not inner.endswith(")"):
            return None
        if (data := _clue(kind, inner[:-1], lang)) is None:
            return None
        rules.append(data)
    return rules


@lru_cache(maxsize=8)
def _sides(lang: Lang) -> Mapping[str, str]:
    say = catalogue(lang, "phrases").say
    return {say("describe.side", side=side, index=_VALUE): side for side in SIDES}


# -- what drawings leave open ----------------------------------------------------------------------

_ALIKE = ("clone", "count-distinct", "index-line", "position-sum", "value-indexing", "vudoku")
"""Rules whose drawings do not show which of their cells is which."""
_LOOKS_LIKE = re.compile(r"[^0-9\s]+")


def is_program(rule: Constraint) -> bool:
    """Whether a rule is an automaton or has one inside: neither a sentence nor a list that a reader
    would follow tells what it means."""
    values = rule.arguments()
    inner = (values.get(p.name) or () for p in rule.parameters if p.kind == "rules")
    return rule.name == "automaton" or any(map(is_program, chain.from_iterable(inner)))


def left_open(rules: Iterable[Constraint], geometry: Geometry) -> set[str]:
    """The names of the rules of which drawings and sentences leave open what the clues are, so that
    words have to list them; programs are not among them."""
    by_name: dict[str, list[Constraint]] = {}
    for rule in rules:
        by_name.setdefault(rule.name, []).append(rule)
    names = {name for name, clues in by_name.items() if _is_left_open(clues, geometry)}
    at_spot: dict[object, set[str]] = {}
    for name, clues in by_name.items():
        for spot in (spot for clue in clues for spot in _spots(clue, geometry)):
            at_spot.setdefault(spot, set()).add(name)
    names.update(*(several for several in at_spot.values() if len(several) > 1))
    return {n for n in names if not any(map(is_program, by_name[n]))}


def _is_left_open(clues: Sequence[Constraint], geometry: Geometry) -> bool:
    """Whether the drawings of the clues of one rule, and its sentence, leave open what they are."""
    first = clues[0]
    if first.name in _ALIKE or not first.parameters:
        return bool(first.parameters)
    labels = [_label(clue, geometry) for clue in clues]
    values = [clue.arguments() for clue in clues]
    return _touch(clues, geometry) or any(
        not _is_shown(parameter, [one.get(parameter.name) for one in values], labels, first)
        for parameter in first.parameters
    )


def _spots(clue: Constraint, geometry: Geometry) -> Iterator[object]:
    """The places where a clue is drawn: what stands there too can hardly be told from it."""
    for shape in clue.shapes(geometry):
        if shape.kind in ("line", "arrow", "dot"):
            yield shape.kind == "dot", frozenset(shape.cells)
        elif shape.kind == "area":
            yield from shape.cells
            # Areas on both sides of an edge are drawn as one.
            for cell in shape.cells:
                yield from (frozenset((cell, other)) for other in neighbours(geometry, cell))
        elif shape.kind == "outside" and len(shape.cells) > 1:
            (row, column), (to_row, to_column) = map(geometry.row_column, shape.cells[:2])
            yield "outside", 2 * row - to_row, 2 * column - to_column


def _label(rule: Constraint, geometry: Geometry) -> str:
    """The text that the drawing of a clue shows."""
    return "".join(shape.label or "" for shape in rule.shapes(geometry) if shape.kind != "none")


def _is_shown(
    parameter: Parameter, values: Sequence[Any], labels: Sequence[str], rule: Constraint
) -> bool:
    """Whether drawings with these labels, or the sentence of the rule, show a parameter's values;
    of cells and places they always do."""
    same = len(set(values)) == 1
    if parameter.kind in ("sets", "lines", "rules", "groups", "tuples"):
        return same and values[0] == parameter.default
    if parameter.kind not in ("integer", "integers", "digits", "choice", "flag", "text"):
        return True
    if parameter.name == "called" or (same and (rule.told or values[0] == parameter.default)):
        return True
    looks = [_LOOKS_LIKE.findall(label) for label in labels]
    pairs = {(str(look), value) for look, value in zip(looks, values, strict=True) if look}
    if all(looks) and len({look for look, _ in pairs}) == len({v for _, v in pairs}) == len(pairs):
        return True
    return all(map(_is_written, [parameter] * len(values), values, labels))


def _is_written(parameter: Parameter, value: Any, label: str) -> bool:
    """Whether a label states a value, or is none where the value is the usual one."""
    written = "".join(re.findall(r"\d", label))
    if value == parameter.default and parameter.optional:
        return not written
    stated = "".join(map(str, value)) if isinstance(value, tuple) else str(value)
    return stated in (written, label)


def _touch(clues: Sequence[Constraint], geometry: Geometry) -> bool:
    """Whether areas of one rule touch, so that they are drawn as one, or one is in pieces."""
    areas = [
        {*shape.cells} for clue in clues for shape in clue.shapes(geometry)
        if shape.kind == "area" and len(shape.cells) > 1
    ]  # fmt: skip
    near = [area.union(*(neighbours(geometry, cell) for cell in area)) for area in areas]
    if any(not near[at].isdisjoint(area) for at in range(len(areas)) for area in areas[:at]):
        return True
    return len(areas) > 1 and not all(_is_one_piece(area, geometry) for area in areas)


def _is_one_piece(area: Set[int], geometry: Geometry) -> bool:
    """Whether edges connect all cells of an area."""
    reached, new = set[int](), {min(area)}
    while new:
        reached |= new
        new = {c for cell in new for c in neighbours(geometry, cell) if c in area} - reached
    return reached == area
