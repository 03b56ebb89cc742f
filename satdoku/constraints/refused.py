"""Rules that are refused by name: what each would need that no rule here can state."""

from __future__ import annotations

from collections.abc import Mapping

from satdoku.base.worded import worded

__all__ = ["refusal"]

_VALUES = worded(
    "a cell then counts with another value than its digit, and the rules know only digits"
)
_LIAR = worded("which clues are wrong is not known, and a rule is either kept or not")
_UNKNOWN = worded("the value of the clue is not known, and a clue needs its number")
_SHAPE = worded("which cells the clue covers is to be found, and a rule needs its cells")
_SHADING = worded("what is drawn into the grid is to be found, and only digits are")
_TEXT = worded("it is given in words alone, and words are not read")
_RARE = worded(
    "it is not among the rules that satdoku knows; written as a regex or automaton it may fit"
)

_REFUSED: Mapping[str, str] = {
    "schroedinger": worded("a cell then holds two digits, and here a cell holds one"),
    "schrodinger": worded("a cell then holds two digits, and here a cell holds one"),
    "schroedinger-cell": worded("a cell then holds two digits, and here a cell holds one"),
    "schrodinger-cell": worded("a cell then holds two digits, and here a cell holds one"),
    "doubler": _VALUES,
    "doublers": _VALUES,
    "halver": _VALUES,
    "negator": _VALUES,
    "multiplier": _VALUES,
    "modifier": _VALUES,
    "value-modifier": _VALUES,
    "vampire": _VALUES,
    "hot-cell": _VALUES,
    "cold-cell": _VALUES,
    "liar": _LIAR,
    "liars": _LIAR,
    "wrogn": _LIAR,
    "wrong-clue": _LIAR,
    "letter": _UNKNOWN,
    "letters": _UNKNOWN,
    "cipher": _UNKNOWN,
    "crypto": _UNKNOWN,
    "unknown-clue": _UNKNOWN,
    "deduced-line": _SHAPE,
    "deduced-cage": _SHAPE,
    "deconstruction": _SHAPE,
    "loop": _SHADING,
    "slitherlink": _SHADING,
    "masyu": _SHADING,
    "shading": _SHADING,
    "yin-yang": _SHADING,
    "nurikabe": _SHADING,
    "fillomino": _SHADING,
    "snake": _SHADING,
    "cave": _SHADING,
    "fog": worded("fog only hides clues while a person solves; the same puzzle without it is read"),
    "fog-of-war": worded(
        "fog only hides clues while a person solves; the same puzzle without it is read"
    ),
    "fogofwar": worded(
        "fog only hides clues while a person solves; the same puzzle without it is read"
    ),
    "foglight": worded(
        "fog only hides clues while a person solves; the same puzzle without it is read"
    ),
    "text": _TEXT,
    "rules": _TEXT,
    "custom-rule": _TEXT,
    "script": worded("programs inside of a puzzle are not run"),
    "cosmetic": worded("a drawing has no meaning of its own, and none is guessed"),
    "line": worded("a drawing has no meaning of its own, and none is guessed"),
    "circle": worded("a drawing has no meaning of its own, and none is guessed"),
    "rectangle": worded("a drawing has no meaning of its own, and none is guessed"),
    "top-bottom": worded(
        "which way the path from row to row takes is to be found; no rule here states it"
    ),
    "isomorphic-groups": worded("no rule here compares boxes up to a renaming of the digits"),
    "factorial-cage": _RARE,
    "parity-count-arrow": _RARE,
    "blockade": _RARE,
}


def refusal(name: str) -> str | None:
    """Why a rule of this name is refused, as a sentence; ``None`` for any other name."""
    reason = _REFUSED.get(name.strip().lower().replace("_", "-").replace(" ", "-"))
    if reason is None:
        return None
    form = "the rule {name!r} is not supported: {reason}"
    return worded(form, name=name.strip()[:60], reason=reason)
