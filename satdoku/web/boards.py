"""Boards as the app and the server exchange them."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from satdoku import formats
from satdoku.answers.json_object import is_doubtful
from satdoku.answers.puzzle_input import PuzzleInput, left_out, understood, unread
from satdoku.base.errors import FormatError
from satdoku.board import Constraint, Geometry
from satdoku.explaining.names import Lang
from satdoku.formats.base import ReadOptions
from satdoku.formats.cosmetics import fog_data
from satdoku.generating.open_clues import theme_of
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.puzzle.document import OPEN_CLUES
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.fog import lit_cells, lit_part, right_digits
from satdoku.web.open_clues import open_data, with_questions

if TYPE_CHECKING:
    from satdoku.answers.board import CheckAnswer
    from satdoku.render.scene import Scene

_MAX_RULE_LENGTH = 160
"""Characters of a rule in words, with its place."""

STYLES = ("light", "dark", "print")

_OWN = ReadOptions(format="json")
"""The app sends satdoku's JSON, so no other format needs to be tried."""

_CLASSIC = {"size": 9, "box": [3, 3]}
_GIVENS = re.compile(r"\s*[0-9.]{81}\s*")


@lru_cache(maxsize=16)
def read(text: str, decided: tuple[tuple[str, str], ...] = ()) -> Document:
    """The one puzzle in a text.

    :param decided: the player's choice of rules for drawings and words, by the keys of
        :class:`~satdoku.puzzle.drawn_reading.ReadStyle`.
    :raises FormatError: where it cannot be read.
    """
    if text.startswith('{"satdoku":'):
        return formats.parse(text, _OWN)  # with the rules that are left, where some were removed
    return understood(formats.parse(text), decided=dict(decided))


def is_plain(text: str) -> bool:
    """Whether a text is a classic board alone, which takes no time to read: a line of givens, or
    satdoku's JSON with nothing but texts and numbers besides the board."""
    if _GIVENS.fullmatch(text):
        return True
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return (
        isinstance(data, dict)
        and data.pop("board", None) == _CLASSIC
        and all(isinstance(value, str | int) for value in data.values())
    )


def puzzle_of(fields: Fields) -> Puzzle:
    """The puzzle without the player's entries; under fog its lit part."""
    document = read(fields.text("puzzle"))
    puzzle = document.bare_puzzle
    lit = lit_cells(fields, puzzle.geometry)
    return puzzle if lit is None else lit_part(puzzle, lit)


def _entries_of(fields: Fields, puzzle: Puzzle) -> tuple[dict[int, int], dict[int, frozenset[int]]]:
    """The player's digits and candidates by cell."""
    geometry = puzzle.geometry
    values: dict[int, int] = {}
    for cell, digits in _written(fields, "values", geometry).items():
        key = geometry.name(cell)
        if len(digits) != 1:
            raise FormatError(f"values: {key} holds one digit, not {len(digits)}")
        (values[cell],) = digits
        if puzzle.givens[cell] not in (None, *digits):
            raise FormatError(f"values: {key} is {digits[0]}, where the puzzle gives another")
    marks = _written(fields, "marks", geometry)
    return values, {cell: frozenset(digits) for cell, digits in marks.items()}


def corners_of(fields: Fields, geometry: Geometry) -> dict[int, frozenset[int]]:
    """The player's corner marks by cell."""
    corners = _written(fields, "corners", geometry)
    return {cell: frozenset(digits) for cell, digits in corners.items() if digits}


def _written(fields: Fields, name: str, geometry: Geometry) -> dict[int, list[int]]:
    """The digits by cell of what a player wrote."""
    written = {}
    for key, value in fields.digits(name).items():
        try:
            cell = geometry.cell(key)
        except ValueError as error:
            raise FormatError(f"{name}: {error}") from None
        written[cell] = digits = value if isinstance(value, list) else [value]
        for digit in digits:
            if type(digit) is not int or digit not in geometry.digits:
                raise FormatError(f"{name}: {digit!r} in {key} is not a digit of the board")
    return written


def position_of(fields: Fields) -> Position:
    """The puzzle with the player's digits, and only his candidates where he wrote some."""
    puzzle = puzzle_of(fields)
    puzzle.require_valid()
    position = Position.of(puzzle)
    values, marks = _entries_of(fields, puzzle)
    for cell, digit in values.items():
        position = position.place(cell, digit)
    return position.eliminate(
        (cell, digit)
        for cell, digits in marks.items()
        if position.values[cell] is None
        for digit in position.candidates[cell] - digits
    )


def board_check(fields: Fields, context: RequestContext) -> CheckAnswer:
    """The errors on the player's board, without the right digits. Under fog each digit is compared
    with the right one, as the fog does too; the cells that it sees are left out."""
    from satdoku.answers.board import CheckAnswer
    from satdoku.diagnosing.board import PlayerBoard, check_board
    from satdoku.solving import UniquenessResult

    document = read(fields.text("puzzle"))
    puzzle = puzzle_of(fields)
    puzzle.require_valid()
    values, marks = _entries_of(fields, puzzle)
    written = [values.get(cell, given) for cell, given in enumerate(puzzle.givens)]
    known = None
    if "lit" in fields.data and (right := right_digits(document, context.limit())) is not None:
        known = UniquenessResult("unique", (right,), None, "", 0.0)
        givens = document.puzzle.givens
        full = [here or given for here, given in zip(written, givens, strict=True)]
        written = written if None in full else full  # the fog has nothing more to hide
    held = tuple(marks.get(cell) if value is None else None for cell, value in enumerate(written))
    board = PlayerBoard(puzzle, tuple(written), held, True)
    check = check_board(board, limit=context.limit(), known=known)
    if known is not None:
        unseen = tuple(replace(one, seen=()) for one in check.wrong)
        check = replace(check, wrong=unseen, broken=())
    return CheckAnswer(asked_about(puzzle), check, lang=fields.lang)


def document_of(fields: Fields) -> Document:
    """The puzzle, and the position where a player wrote something, unless ``givens_only`` leaves
    that out."""
    if fields.flag("givens_only"):
        fields = Fields({**fields.data, "values": {}, "marks": {}})
    position = position_of(fields)
    if not fields.digits("values") and not fields.digits("marks"):
        return Document(position.puzzle)
    return Document(position.as_puzzle(), position)


def view(document: Document, fields: Fields, text: str = "") -> dict[str, Any]:
    """A board as the app holds it: the puzzle as satdoku's JSON, its entries, its rules in words,
    and a picture without the digits (a dark one comes with another for paper)."""
    from satdoku.explaining.findings import findings
    from satdoku.explaining.names import words_of_rule
    from satdoku.formats.json import to_data
    from satdoku.render import make_scene, svg
    from satdoku.render.canvas import Canvas
    from satdoku.render.style import STYLES as LOOKS

    puzzle = document.bare_puzzle
    geometry = puzzle.geometry
    name = geometry.name
    stated = left_out(document)
    extras = _carried_data(document, stated or {})
    bare = replace(document, puzzle=puzzle, position=None, solution=None, extras=extras, corners={})
    data = to_data(bare)
    wording = findings(geometry, fields.lang)
    style = fields.one_of("style", STYLES, "light")
    empty = replace(puzzle, givens=(None,) * geometry.cell_count)
    theme = theme_of(replace(document, puzzle=empty))
    waiting = len(theme.constraints) - len(empty.constraints)
    scene = with_questions(make_scene(theme, drawings=document.drawings), waiting)
    canvas = Canvas(scene, LOOKS[style])
    labels = not fields.flag("bare")
    written_rules = data.get("constraints", ())
    return {
        "puzzle": data,
        "digits": list(geometry.digits),
        "cells": [list(geometry.row_column(cell)) for cell in range(geometry.cell_count)],
        "regions": list(geometry.region_of),
        "houses": [list(house.cells) for house in geometry.houses],
        "givens": {name(c): d for c, d in enumerate(puzzle.givens) if d is not None},
        **_entries(puzzle, document.position),
        "corners": {name(cell): sorted(digits) for cell, digits in document.corners.items()},
        "rules": [
            {
                "text": _short(wording.constraint(rule), rule, fields.lang),
                "kind": words_of_rule(rule, fields.lang)[0],
                "data": rule_data,
                "faults": [wording.faulty(fault, puzzle) for fault in rule.faults(empty.grid)],
            }
            for rule, rule_data in zip(puzzle.constraints, written_rules, strict=True)
        ],
        "open": open_data(document, fields.lang),
        "kinds": _kinds(puzzle, fields.lang),
        "board": geometry.describe(),
        "problems": [wording.faulty(problem, puzzle) for problem in puzzle.problems()],
        "unread": unread(stated, text, fields.lang),
        "doubtful": is_doubtful(stated, None),
        "reading": _reading_data(document, fields.lang),
        "picture": svg(scene, style, ids="b-", labels=labels, words="none"),
        "printed": svg(scene, "print", ids="p-", labels=labels, words="none")
        if style == "dark"
        else None,
        "marks_at": {"insets": canvas.insets, "size": canvas.mark_size},
        "title": document.title,
        "author": document.author,
        "written_rules": document.rules,
        "message": document.extras.get("message"),
        "drawings": len(document.drawings),
        "fog": None if document.fog is None else fog_data(document.fog, geometry),
        "solution": None
        if document.fog is None or document.solution is None
        else list(document.solution.values),
    }


def _reading_data(document: Document, lang: Lang) -> dict[str, Any] | None:
    """The drawings and words that may be rules: the name of each style, its candidates with the
    sentences that tell them, and the one that is in force."""
    from satdoku.constraints import REGISTRY
    from satdoku.explaining import words
    from satdoku.explaining.names import words_of_rule

    reading = document.reading
    if reading is None:
        return None
    say = words(document.bare_puzzle, lang)
    styles = []
    for style in reading.styles:
        drawing, candidates = style.drawing, []
        for key, rule in zip(style.keys, style.candidates, strict=True):
            called = getattr(rule.clues[0], "called", "")
            title = called or words_of_rule(REGISTRY[rule.name], lang)[0]
            candidates.append({"key": key, "title": title, "sentence": rule.sentence})
        styles.append(
            {
                "key": style.key,
                "name": "" if drawing is None else say.drawings_named(drawing, style.count),
                "count": style.count,
                "taken": "" if style.taken is None else style.keys[style.taken],
                "spare": any(rule in reading.further for rule in style.candidates),
                "candidates": candidates,
            }
        )
    return {"certainty": reading.certainty, "styles": styles}


def _entries(puzzle: Puzzle, position: Position | None) -> dict[str, Any]:
    """The digits that a player has written, and the marks where they are not the candidates."""
    entries: dict[str, Any] = {"values": {}, "marks": {}}
    if position is None:
        return entries
    name = puzzle.geometry.name
    start = Position.of(puzzle)
    for cell, value in enumerate(position.values):
        if value is not None and puzzle.givens[cell] is None:
            entries["values"][name(cell)] = value
            start = start.place(cell, value)
    if position.noted is not None or start.candidates != position.candidates:
        entries["marks"] = {
            name(c): sorted(digits)
            for c, digits in enumerate(position.written.candidates)
            if digits
        }
    return entries


def picture(fields: Fields) -> str:
    """The board as an SVG document that looks the same everywhere, with the player's digits and his
    other entries as ``drawings``."""
    from satdoku.formats.cosmetics import read_drawings
    from satdoku.render import make_scene, svg

    document = read(fields.text("puzzle"))
    puzzle = puzzle_of(fields)
    drawn = read_drawings(fields.data.get("drawings", []))
    scene = make_scene(puzzle, drawings=(*document.drawings, *drawn))
    values, _ = _entries_of(fields, puzzle)
    cells = list(scene.cells)
    for cell, digit in values.items():
        cells[cell] = replace(cells[cell], text=str(digit), role="placed")
    return svg(
        replace(scene, cells=tuple(cells)),
        fields.one_of("style", STYLES, "light"),
        title=document.title or "",
        labels=not fields.flag("bare"),
        words="none",
        text="mixed",
    )


def layers(scene: Scene, fields: Fields) -> dict[str, Any]:
    """A step as it lies on the picture of its board: below the digits, and above them; and the
    cells whose digit or candidates it draws."""
    from satdoku.render.canvas import Canvas
    from satdoku.render.style import STYLES as LOOKS
    from satdoku.render.svg import Drawing

    canvas = Canvas(scene, LOOKS[fields.one_of("style", STYLES, "light")], "h-")
    under, over = Drawing(canvas).step_layers()
    cells = [
        scene.geometry.name(n)
        for n, cell in enumerate(scene.cells)
        if cell.mark_roles or (cell.highlight and not cell.text)
    ]
    return {"under": under, "over": over, "cells": cells}


def sketch(geometry: Geometry, rule: Constraint, style: str, *, blank: bool) -> str:
    """A clue alone, as an SVG that lies over the picture of its board; ``blank``: without text."""
    from satdoku.render import make_scene
    from satdoku.render.canvas import Canvas
    from satdoku.render.style import STYLES as LOOKS
    from satdoku.render.svg import Drawing

    scene = make_scene(Puzzle.empty(geometry, (rule,)))
    if blank:
        (drawn,) = scene.rules
        shapes = tuple(replace(shape, label=None) for shape in drawn.shapes)
        scene = replace(scene, rules=(replace(drawn, shapes=shapes),))
    return Drawing(Canvas(scene, LOOKS[style], "s-"), labels=False).clues()


def _carried_data(document: Document, stated: Mapping[str, str]) -> dict[str, str]:
    """The data that stays with a board: other parts of a link, and instructions for the solver."""
    carried = ("message", "source", OPEN_CLUES)
    said = {key: document.extras[key] for key in carried if key in document.extras}
    # Doubts from the words and marks are computed again whenever the rules have changed.
    seen_again = ("words", "named", "board", "marks")
    return {key: value for key, value in stated.items() if key not in seen_again} | said


def _kinds(puzzle: Puzzle, lang: Lang) -> list[dict[str, Any]]:
    """The rules in force, a sentence for each kind, with the cells of its clues."""
    from satdoku.explaining.names import sentence, words_of_rule

    geometry, kinds = puzzle.geometry, dict[str, list[Constraint]]()
    for rule in puzzle.constraints:
        kinds.setdefault(rule.name, []).append(rule)
    told_kinds = []
    for alike in kinds.values():
        title, summary = words_of_rule(alike[0], lang)
        sentences = {sentence(rule, geometry, lang) for rule in alike}
        cells = [cell for rule in alike if rule.parameters for cell in rule.scope(geometry)]
        told_kinds.append(
            {
                "title": title,
                "summary": sentences.pop() if len(sentences) == 1 else summary,  # with numbers
                "count": len(alike),
                "cells": [geometry.name(cell) for cell in dict.fromkeys(cells)],
            }
        )
    return told_kinds


def _short(text: str, rule: Constraint, lang: Lang) -> str:
    """A rule in a line: a table or an automaton is no sentence for a player."""
    from satdoku.explaining.names import words_of_rule

    return text if len(text) <= _MAX_RULE_LENGTH else ": ".join(words_of_rule(rule, lang))


def asked_about(puzzle: Puzzle | Document) -> PuzzleInput:
    """A puzzle that comes from no file."""
    return PuzzleInput(puzzle if isinstance(puzzle, Document) else Document(puzzle), written="")
