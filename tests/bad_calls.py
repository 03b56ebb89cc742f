"""Bad input for the doors of other programs: the same error, at the same place, through each.

A case is a call with its arguments, then the kind of problem, its status, and where it is: a line,
the argument, or the cells at fault; and words of the sentence.
"""

from __future__ import annotations

from typing import Any, NamedTuple

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
FOUR = "1....2..4......3"


class BadCall(NamedTuple):
    """A call that has no answer."""

    name: str
    arguments: dict[str, Any]
    problem: str
    status: int
    place: Any
    words: str

    @property
    def line(self) -> str | None:
        """The line of a classic board, if that alone is at fault: doors that take nothing else
        refuse it in the same way."""
        puzzle = self.arguments.get("puzzle")
        if self.problem not in ("unreadable", "invalid") or len(self.arguments) > 1:
            return None
        if not isinstance(puzzle, str) or {*puzzle} & {*"{:"}:
            return None
        return puzzle


_CAGE = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}


def _ruled(**rule: Any) -> dict[str, Any]:
    return {"givens": "." * 16, "constraints": [rule]}


def _line(at: int, symbol: str) -> str:
    """The easy puzzle with another symbol in a cell."""
    return EASY[:at] + symbol + EASY[at + 1 :]


def _unreadable(puzzle: str, words: str) -> BadCall:
    return BadCall("solve", {"puzzle": puzzle}, "unreadable", 400, 1, words)


def _invalid(puzzle: str, cells: str, words: str) -> BadCall:
    return BadCall("solve", {"puzzle": puzzle}, "invalid", 400, cells.split(), words)


BAD_LINES = [
    _unreadable(EASY[:75], "75"),
    _unreadable(EASY[:79], "79"),
    _unreadable(EASY + EASY[:9], "90"),
    _unreadable(EASY + EASY[:4], "85"),
    _unreadable("." * 80 + ".." + "1", "83"),
    *(
        _unreadable(_line(at, symbol), f"{symbol!r} is neither a digit")
        for at, symbol in ((2, "A"), (2, "é"), (2, "$"), (2, "+"), (2, "²"), (2, "٣"), (2, "🧩"))
    ),
    _unreadable(_line(80, "z"), "'z' is neither a digit"),
    _unreadable("Q" * 81, "'Q' is neither a digit"),
    _invalid(_line(2, "3"), "r1c2 r1c3", "3 appears twice in row 1"),
    _invalid(_line(8, "5"), "r1c1 r1c9", "5 appears twice in column 9"),
    _invalid(_line(72, "5"), "r1c1 r9c1", "5 appears twice in column 1"),
    _invalid(_line(10, "5"), "r2c2 r2c6", "5 appears twice in box 1"),
    _invalid(_line(2, "6"), "r1c3 r2c1", "6 appears twice in box 1"),
    _invalid(_line(79, "9"), "r9c8 r9c9", "9 appears twice in box 9"),
    _invalid(_line(40, "8"), "r5c4 r5c5", "8 appears twice in column 5"),
    _invalid(_line(40, "6"), "r4c5 r5c5", "6 appears twice in box 5"),
    _invalid("." * 79 + "11", "r9c8 r9c9", "1 appears twice in row 9"),
    _invalid(f"9{'.' * 8}9{'.' * 71}", "r1c1 r2c1", "9 appears twice in column 1"),
    _invalid(f"1{'.' * 9}1{'.' * 70}", "r1c1 r2c2", "1 appears twice in box 1"),
]
"""Lines of the classic board, which every door takes."""

BAD_CALLS = [
    *BAD_LINES,
    BadCall("check-unique", {"puzzle": ""}, "unreadable", 400, None, "empty"),
    BadCall("check-unique", {"puzzle": EASY[1:]}, "unreadable", 400, 1, "80"),
    BadCall("check-unique", {"puzzle": f"{EASY}."}, "unreadable", 400, 1, "82"),
    BadCall("solve", {"puzzle": f"q{EASY[1:]}"}, "unreadable", 400, 1, "q"),
    BadCall("solve", {"puzzle": f"55{EASY[2:]}"}, "invalid", 400, ["r1c1", "r1c2"], "row 1"),
    BadCall("count", {"puzzle": f"6{EASY[1:]}"}, "invalid", 400, ["r1c1", "r2c1"], "column 1"),
    BadCall("rate", {"puzzle": f"8{EASY[1:]}"}, "invalid", 400, ["r1c1", "r3c3"], "box 1"),
    BadCall("count", {"puzzle": '{"givens": "..'}, "unreadable", 400, 1, "JSON"),
    BadCall("show", {"puzzle": _ruled(rule="dance")}, "unreadable", 400, None, "dance"),
    BadCall("show", {"puzzle": _ruled(rule="killer-cage")}, "unreadable", 400, None, "cells"),
    BadCall("solve", {"puzzle": _ruled(**_CAGE, sum=99)}, "invalid", 400, ["r1c1", "r1c2"], "99"),
    BadCall("convert", {"puzzle": "https://f-puzzles.com/?load=N4I"}, "unreadable", 400, 1, "cut"),
    BadCall("solve", {"puzzle": {"givens": "." * 17}}, "unreadable", 400, None, "17"),
    BadCall("solve", {"puzzle": [[1, 2], [3]]}, "unreadable", 400, None, "row 2"),
    BadCall("solve", {"puzzle": [[1, 2, 3, 4], 5]}, "unreadable", 400, None, "row 1"),
    BadCall("solve", {"puzzle": [12.5] * 81}, "option", 400, "puzzle", "entry 1"),
    BadCall("solve", {"puzzle": [10] + [0] * 80}, "invalid", 400, ["r1c1"], "10"),
    BadCall("solve", {"puzzle": [0] * 7}, "unreadable", 400, None, "7 cells"),
    BadCall("hint", {"puzzle": f"12{'.' * 76}.13"}, "multiple", 422, None, "solutions"),
    BadCall("hint", {"puzzle": "2....3...1.....2"}, "none", 422, None, "solution"),
    BadCall("hint", {"puzzle": FOUR, "board": f"2{FOUR[1:]}"}, "unreadable", 400, ["r1c1"], "2"),
    BadCall(
        "hint",
        {"puzzle": FOUR, "board": f"12{FOUR[2:]}"},
        "unreadable",
        400,
        ["r1c2", "r2c2"],
        "column 2",
    ),
    BadCall("hint", {"puzzle": FOUR, "marks": {"r0c1": [1]}}, "unreadable", 400, None, "r0c1"),
    BadCall("why", {"puzzle": FOUR, "claims": ["r9c9=1"]}, "unreadable", 400, None, "r9c9"),
    BadCall("why", {"puzzle": FOUR, "claims": ["dance"]}, "unreadable", 400, None, "dance"),
    BadCall("steps", {"puzzle": FOUR, "technique": "x"}, "unreadable", 400, None, "'x'"),
    BadCall("rate", {"puzzle": EASY, "scale": "dance"}, "option", 400, "scale", "dance"),
    BadCall("solve", {"puzzle": EASY, "limit": 0}, "option", 400, "limit", "limit is"),
    BadCall("solve", {"puzzle": EASY, "dance": 1}, "option", 400, "dance", "no argument"),
    BadCall("solve", {}, "option", 400, "puzzle", "missing"),
    BadCall("verify", {"files": {}}, "option", 400, "files", "certificate"),
    BadCall("verify", {"files": {"a.json": "{"}}, "unreadable", 400, 1, "not JSON"),
    BadCall("certify", {"puzzle": "." * 81, "claim": "rating"}, "multiple", 422, None, "solutions"),
    BadCall("suggest", {"puzzle": FOUR, "kinds": "dance"}, "option", 400, "kinds", "dance"),
    BadCall("generate", {"level": "dance"}, "impossible", 422, None, "dance"),
    BadCall("generate", {"clues": 5}, "impossible", 422, None, "unplaced"),
    BadCall("convert", {"puzzle": EASY, "to": "dance"}, "unreadable", 400, None, "dance"),
    BadCall("hint", {"puzzle": EASY, "lang": "xx"}, "option", 400, "lang", "xx"),
    BadCall("hint", {"puzzle": EASY, "time_limit": -1}, "option", 400, "time_limit", "-1"),
]
