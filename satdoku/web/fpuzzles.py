"""The protocol between f-puzzles' solver userscript and a solver (version 1.3.3).

A frame is one JSON object: ``nonce``, ``command``, ``dataType`` and ``data`` (f-puzzles' JSON,
packed by lz-string). There is no word for "undecided", and ``invalid`` wipes the board of the user:
where a limit runs out the answer is ``canceled``.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from math import isfinite, isnan
from typing import Any

from satdoku import formats
from satdoku.answers.puzzle_input import left_out, unread
from satdoku.base.errors import FormatError, InvalidPuzzle, NoSolution, SatdokuError, Undecided
from satdoku.base.limits import RanOut
from satdoku.base.records import dataclass
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.web.fields import QUICK_TEXT, RequestContext
from satdoku.web.session import Message, Request, is_nonce

_ADDRESS = "https://f-puzzles.com/?load="
_SECONDS_BETWEEN_REPORTS = 0.2
"""Seconds between two reports."""

_NONE = "No solutions found."
_OFF = {
    "tuples": ("subsets",),
    "pointing": ("locked",),
    "fishes": ("fish",),
    "wings": ("wings",),
    "aic": ("alternating", "chains"),
    "contradictions": ("forcing", "negation", "trial", "small_proof"),
}
"""The families of techniques that the page can switch off, by its own words."""

_BESIDE = {"grid", "truecandidatesoptions", "disabledlogic"}
"""Lists of a puzzle that are no rules."""


@dataclass(frozen=True, slots=True)
class SocketCommand:
    """The contents of a frame: the command, the packed puzzle, and the settings inside it."""

    command: str
    data: str
    cap: int = 1
    logical: bool = False
    off: tuple[str, ...] = ()


class FPuzzlesDialect:
    """Frames to requests, and answers to messages."""

    def read(self, frame: str | bytes) -> Request | None:
        try:
            data = json.loads(frame)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict) or not is_nonce(data.get("nonce", [])):
            return None
        nonce, command = data["nonce"], data.get("command")
        if command == "cancel":
            return Request(nonce)
        try:
            wanted = _command_of(data)
        except SatdokuError as error:
            return Request(nonce, refusal=str(error))
        run = COMMANDS[wanted[0]]
        return Request(nonce, _job, wanted, run.seconds, run.quick and _is_quick(wanted[1]))

    def progress(self, request: Request, value: Any) -> Message:
        return {"nonce": request.nonce, **value}

    def answer(self, request: Request, value: Any) -> Message:
        return {"nonce": request.nonce, **value}

    def refusal(self, request: Request, sentence: str) -> Message:
        return {"nonce": request.nonce, "type": "invalid", "message": sentence}

    def cancelled(self, request: Request, why: str) -> Message:
        return {"nonce": request.nonce, "type": "canceled"}


def _command_of(data: Mapping[str, Any]) -> tuple[str, str]:
    """The command of a frame and the packed puzzle, which is not read here."""
    command = data.get("command")
    if not isinstance(command, str) or command not in COMMANDS:
        known = ", ".join([*COMMANDS, "cancel"])
        raise FormatError(f"there is no command {command!r:.60}; there are {known}")
    if data.get("dataType", "fpuzzles") != "fpuzzles":
        raise FormatError(f"the data type is fpuzzles, not {data['dataType']!r:.60}")
    packed = data.get("data")
    if not isinstance(packed, str):
        raise FormatError("the puzzle is missing ('data')")
    return command, packed.rpartition("?load=")[2].strip()


def _is_quick(packed: str) -> bool:
    """Whether the compiled core answers at once. Whatever may take long to read does not."""
    if len(packed) > QUICK_TEXT:
        return False
    try:
        raw = _raw(packed)
        lists = {name for name, value in raw.items() if value and isinstance(value, list | dict)}
        if raw.get("size") != 9 or lists - _BESIDE or _frame("", packed).logical:
            return False
        puzzle = _bare_puzzle(_document(packed))
    except SatdokuError:
        return False
    return puzzle.geometry.is_classic and not puzzle.constraints and puzzle.pencil_marks is None


def _frame(command: str, packed: str) -> SocketCommand:
    raw = _raw(packed)
    options = list(_texts(raw, "truecandidatesoptions"))
    cap = 8 if "colored" in options else 1
    for option in options:
        name, _, number = option.partition("=")
        if name == "truecandidatesnumsolutions" and number.isdecimal():
            cap = max(1, min(int(number[:4000]), 10_000))  # int takes some 4300 digits
    off = tuple(one for one in _texts(raw, "disabledlogic") if one in _OFF)
    return SocketCommand(command, packed, cap, "logical" in options, off)


@lru_cache(maxsize=16)
def _raw(packed: str) -> Mapping[str, Any]:
    from satdoku.formats.lzstring import decompress

    try:
        raw = json.loads(decompress(packed))
    except (ValueError, RecursionError) as error:
        raise FormatError(f"the packed puzzle is damaged: {error}") from None
    if not isinstance(raw, dict):
        raise FormatError("the packed puzzle is not a JSON object")
    return raw


def _texts(raw: Mapping[str, Any], key: str) -> Iterator[str]:
    value = raw.get(key)
    return (
        (one.lower() for one in value if isinstance(one, str))
        if isinstance(value, list)
        else iter(())
    )


@lru_cache(maxsize=16)
def _document(packed: str) -> Document:
    return formats.parse(_ADDRESS + packed, formats.ReadOptions(format="fpuzzles"))


def _bare_puzzle(document: Document) -> Puzzle:
    """The puzzle without the player's entries."""
    return document.puzzle if document.position is None else document.position.puzzle


def _job(item: tuple[str, str], context: RequestContext) -> dict[str, Any]:
    frame = _frame(*item)
    document = _document(frame.data)
    context.read()
    try:
        answer = COMMANDS[frame.command].run(frame, document, context)
    except (Undecided, RanOut):
        return {"type": "canceled"}
    except NoSolution:
        raise NoSolution(_NONE) from None
    return _with_notes(answer, unread(left_out(document), _ADDRESS + frame.data))


def _with_notes(answer: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """An answer with notes on ignored parts of the puzzle, where the page prints text."""
    if notes and answer["type"] == "logical":
        answer["message"] += "".join(f"{note}\n" for note in notes)
    return {**answer, "notes": notes} if notes else answer


# -- commands --------------------------------------------------------------------------------------


def _true_candidates(
    frame: SocketCommand, document: Document, context: RequestContext
) -> dict[str, Any]:
    from satdoku.solving import true_candidates

    puzzle = _bare_puzzle(document)
    result = true_candidates(puzzle, cap=frame.cap, limit=context.limit())
    if not result.complete:
        raise Undecided("the time ran out")
    if not all(result.candidates):
        raise NoSolution(_NONE)
    left = _left_by_logic(frame, puzzle, context) if frame.logical else None
    return {
        "type": "truecandidates",
        "solutionsPerCandidate": [
            digits.get(digit) or (-1 if left is not None and digit in left[cell] else 0)
            for cell, digits in enumerate(result.candidates)
            for digit in puzzle.geometry.digits
        ],
    }


def _solve(frame: SocketCommand, document: Document, context: RequestContext) -> dict[str, Any]:
    from satdoku.solving import solve

    result = solve(_bare_puzzle(document), limit=context.limit(solutions=1))
    if not result.solutions:
        if result.stopped is not None:
            raise Undecided("the time ran out")
        raise NoSolution(_NONE)
    return {"type": "solved", "solution": list(result.solutions[0].values)}


def _check(frame: SocketCommand, document: Document, context: RequestContext) -> dict[str, Any]:
    from satdoku.solving import check_unique

    verdict = check_unique(_bare_puzzle(document), limit=context.limit()).verdict
    if verdict == "undecided":
        raise Undecided("the time ran out")
    return _counted({"none": 0, "unique": 1, "multiple": 2}[verdict])


def _counted(number: int, *, more: bool = False) -> dict[str, Any]:
    return {"type": "count", "count": number, "inProgress": more}


def _count(frame: SocketCommand, document: Document, context: RequestContext) -> dict[str, Any]:
    from satdoku.solving import count

    last = 0.0

    def progress(number: int) -> None:
        nonlocal last
        if (now := time.monotonic()) - last > _SECONDS_BETWEEN_REPORTS:
            last = now
            context.report(_counted(number, more=True))

    counted = count(_bare_puzzle(document), limit=context.limit(progress=progress))
    if not counted.exact:
        raise Undecided("the time ran out")
    return _counted(counted.count)


def _estimate(frame: SocketCommand, document: Document, context: RequestContext) -> dict[str, Any]:
    from satdoku.solving.estimate import estimates

    puzzle = _bare_puzzle(document) if document.position is None else document.position.as_puzzle()
    last = 0.0
    for estimate in estimates(puzzle, context.clock):
        if (now := time.monotonic()) - last > _SECONDS_BETWEEN_REPORTS:
            last = now
            low, high = estimate.interval
            numbers = {
                "estimate": estimate.mean,
                "stderr": estimate.error,
                "ci95_lower": low,
                "ci95_upper": high,
                "relErrPercent": estimate.relative,
            }
            message = {name: _float(value) for name, value in numbers.items()}
            context.report({"type": "estimate", "iterations": estimate.dives, **message})
    return {"type": "canceled"}


def _float(value: float) -> float | str:
    """JSON has no infinity."""
    if isfinite(value):
        return value
    return "NaN" if isnan(value) else "Infinity" if value > 0 else "-Infinity"


# -- logic -----------------------------------------------------------------------------------------


def _path(
    frame: SocketCommand, document: Document, context: RequestContext, most: int | None
) -> Any:
    """The path from a document under the logic that is switched on."""
    from satdoku.answers.paths import SolvingPath, preset_of
    from satdoku.answers.positions import check_position
    from satdoku.answers.puzzle_input import PuzzleInput

    checked = check_position(
        PuzzleInput(document, written=""), limit=context.limit(), allow_multiple=True
    )
    off = {family for word in frame.off for family in _OFF[word]}
    preset = preset_of("human", checked, "techniques" if "small_proof" in off else "auto")
    entries = tuple(entry for entry in preset.entries if entry.search.file not in off)
    return SolvingPath(checked, replace(preset, entries=entries), most)


def _left_by_logic(
    frame: SocketCommand, puzzle: Puzzle, context: RequestContext
) -> list[frozenset[int]]:
    path = _path(frame, Document(puzzle), context, None)
    for _ in path:
        pass
    if path.stopped == "seconds":
        raise Undecided("the time ran out")
    return [
        digits if value is None else frozenset((value,))
        for value, digits in zip(path.end.values, path.end.candidates, strict=True)
    ]


def _step(frame: SocketCommand, document: Document, context: RequestContext) -> dict[str, Any]:
    puzzle = _bare_puzzle(document)
    puzzle.require_valid()
    begun = _start_position(document, _raw(frame.data))
    noted = [
        frozenset(cell.get("centerPencilMarks") or ())
        for row in _raw(frame.data)["grid"]
        for cell in row
    ]
    if any(
        value is None and digits != noted[cell]
        for cell, (value, digits) in enumerate(zip(begun.values, begun.candidates, strict=True))
    ):
        return _logical(begun, "Initial candidates.\n")
    return _walk(frame, begun, context, 1)


def _solve_path(
    frame: SocketCommand, document: Document, context: RequestContext
) -> dict[str, Any]:
    _bare_puzzle(document).require_valid()
    return _walk(frame, _start_position(document, _raw(frame.data)), context, None)


def _start_position(document: Document, raw: Mapping[str, Any]) -> Position:
    """The player's board, with the candidates crossed out that its digits exclude."""
    start = Position.of(_bare_puzzle(document))
    if document.position is None:
        return start
    position = start
    for cell, value in enumerate(document.position.values):
        if value is not None and position.values[cell] is None:
            position = position.place(cell, value)
    return position.eliminate(
        (cell, digit)
        for cell, digits in enumerate(position.candidates)
        for digit in digits - document.position.candidates[cell]
    )


def _walk(
    frame: SocketCommand, begun: Position, context: RequestContext, most: int | None
) -> dict[str, Any]:
    from satdoku.answers.explain import stage_text
    from satdoku.answers.steps_data import stage_heading

    try:
        path = _path(frame, Document(begun.as_puzzle(), begun), context, most)
        lines = [
            f"{stage_heading(stage, 'en')}: {' '.join(stage_text(stage, 'en').split())}"
            for stage in path
        ]
    except (NoSolution, InvalidPuzzle):
        return _logical(begun, "Board is invalid!\n", valid=False)
    if path.stopped == "seconds":
        raise Undecided("the time ran out")
    valid = path.outcome != "contradiction"
    if not valid:
        lines.append("Board is invalid!")
    elif not path.end.is_solved and (not lines or most is None):
        lines.append("No logical steps found.")
    return _logical(path.end, "".join(f"{line}\n" for line in lines), valid=valid)


def _logical(position: Position, message: str, *, valid: bool = True) -> dict[str, Any]:
    cells: list[dict[str, Any]] = [
        {"value": value} if value is not None else {"value": 0, "candidates": sorted(digits)}
        for value, digits in zip(position.values, position.candidates, strict=True)
    ]
    return {"type": "logical", "cells": cells, "message": message, "isValid": valid}


@dataclass(frozen=True, slots=True)
class _Command:
    run: Callable[[SocketCommand, Document, RequestContext], dict[str, Any]]
    seconds: float
    quick: bool = False


COMMANDS: dict[str, _Command] = {
    "truecandidates": _Command(_true_candidates, 60, quick=True),
    "solve": _Command(_solve, 60, quick=True),
    "check": _Command(_check, 60, quick=True),
    "count": _Command(_count, 1800),
    "estimate": _Command(_estimate, 1800),
    "solvepath": _Command(_solve_path, 120),
    "step": _Command(_step, 60),
}
