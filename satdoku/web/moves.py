"""What a player has just done: which technique it is, or that nothing shows it yet.

:func:`judge_move` is the one place where a move is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from satdoku.answers.paths import preset_of
from satdoku.base.errors import FormatError, Undecided
from satdoku.base.limits import Clock, RanOut
from satdoku.explaining import explain, title, title_key
from satdoku.puzzle import Position
from satdoku.rating import Preset
from satdoku.techniques.step import Step
from satdoku.web.fields import Desk, Fields
from satdoku.web.hints import checked_position, hint_seconds, reporting

__all__ = ["judge_move"]

_MOST = 81
_CLAIM = re.compile(r"(r\d{1,3}c\d{1,3})(=|<>)(\d{1,2})")

Claim = tuple[int, bool, int]
"""A cell, whether it holds a digit or lacks it, and the digit."""


def judge_move(asked: Fields, desk: Desk) -> dict[str, Any]:
    """What leads from the board to each of some ``moves``: ``r1c3=4``, ``r5c2<>7``.

    ``verdict``: ``forced`` by the technique ``name``, where need be once others, ``up_to`` the
    hardest that it takes, have excluded candidates; ``known``: the board shows it; ``guess``:
    right, and no technique leads to it yet; ``wrong``; ``unknown``: the time ran out.
    """
    seconds = hint_seconds(asked, desk)
    lang = asked.lang
    try:
        checked = checked_position(asked, desk, seconds)
    except Undecided:
        return {"outcome": "stopped"}
    preset = reporting(preset_of("human", checked), desk, lang)
    position = checked.position
    found = []
    for text in _texts(asked):
        claim = _claim(text, position)
        data: dict[str, Any] = {"move": text.replace("<>", "≠"), "verdict": "guess"}
        found.append(data)
        if any((grid.values[claim[0]] == claim[2]) != claim[1] for grid in checked.witnesses):
            data["verdict"] = "wrong"
        else:
            try:
                if not claim[1] and claim[2] not in position.candidates[claim[0]]:
                    data["verdict"] = "known"
                    continue
                way = _way(position, claim, preset, checked.clock)
            except RanOut:
                data["verdict"], way = "unknown", None
            if way is not None:
                step, hardest = way
                data |= {
                    "verdict": "forced",
                    "name": title(title_key(step), lang),
                    "text": explain(step, position.geometry, lang),
                    "up_to": None if hardest is None else title(title_key(hardest), lang),
                }
    return {"outcome": "judged", "moves": found}


def _texts(asked: Fields) -> list[str]:
    moves = asked.data.get("moves")
    if not isinstance(moves, list) or not 0 < len(moves) <= _MOST:
        raise FormatError(f"'moves' is a list of 1 to {_MOST} texts like r1c3=4 and r5c2<>7")
    return [str(move) for move in moves]


def _claim(text: str, position: Position) -> Claim:
    match = _CLAIM.fullmatch(text)
    if match is None:
        raise FormatError(f"moves: {text!r:.40} is no move like r1c3=4 or r5c2<>7")
    try:
        cell = position.geometry.cell(match[1])
    except ValueError as error:
        raise FormatError(f"moves: {error}") from None
    if int(match[3]) not in position.geometry.digits:
        raise FormatError(f"moves: {match[3]} is no digit of the board")
    return cell, match[2] == "=", int(match[3])


def _way(
    position: Position, claim: Claim, preset: Preset, clock: Clock
) -> tuple[Step, Step | None] | None:
    """The step that concludes a claim, and one of the hardest technique that has to exclude
    something before it, where one has to. No digit is written on the way."""
    hardest: tuple[int, Step] | None = None
    while True:
        for rank, entry in enumerate(preset.entries):
            clock.check()
            if entry.search.refusal(position.puzzle) is not None:
                continue
            steps = [one.step for one in entry.all(position, clock)]
            if found := next((step for step in steps if _concludes(step, claim)), None):
                return found, None if hardest is None else hardest[1]
            gone = [pair for step in steps for pair in _open(step, position)]
            if gone:  # the easiest technique first: what a harder one adds could not be spared
                if hardest is None or rank > hardest[0]:
                    hardest = rank, steps[0]
                position = position.eliminate(gone)
                break
        else:
            return None


def _open(step: Step, position: Position) -> Iterator[tuple[int, int]]:
    """What a step excludes that is still there."""
    for cell, digit in step.eliminations:
        if position.values[cell] is None and digit in position.candidates[cell]:
            yield cell, digit


def _concludes(step: Step, claim: Claim) -> bool:
    cell, holds, digit = claim
    if holds:
        return (cell, digit) in step.placements
    placed = any(here == cell and other != digit for here, other in step.placements)
    return placed or (cell, digit) in step.eliminations
