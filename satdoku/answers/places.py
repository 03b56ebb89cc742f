"""Positions on one line, so that every command reads them again."""

from __future__ import annotations

import json

from satdoku.formats import write
from satdoku.puzzle import Document, Position
from satdoku.techniques.names.vocabulary import term
from satdoku.techniques.step import Candidate, Step


def position_line(position: Position, name: str = "", *, solved_by: Step | None = None) -> str:
    """A position on one line: as HoDoKu's library has it, or as JSON where that cannot hold it.

    :param name: the technique, whose code the line has.
    :param solved_by: the step whose conclusions the line has.
    """
    document = Document(position.as_puzzle(), position)
    geometry = position.geometry
    if not geometry.is_plain or geometry.size != 9 or position.puzzle.constraints:
        return json.dumps(json.loads(write(document, "json")), ensure_ascii=False)
    codes = term(name).codes if name else ()
    extras = {"technique": codes[0], "digits": "x"} if codes else {}
    if solved_by is not None:
        kinds = {"eliminations": solved_by.eliminations, "placements": solved_by.placements}
        extras = extras or {"technique": "0000", "digits": "x"}
        extras |= {kind: " ".join(_triple(p, position) for p in kinds[kind]) for kind in kinds}
    return write(Document(position.puzzle, position, extras=extras), "library").strip()


def _triple(pair: Candidate, position: Position) -> str:
    row, column = position.geometry.row_column(pair[0])
    return f"{pair[1]}{row + 1}{column + 1}"
