"""Rules that are refused by name: what each would need that no rule here can state."""

from __future__ import annotations

import re
from collections.abc import Mapping
from unicodedata import combining, normalize

from satdoku.base.worded import worded
from satdoku.constraints.registry import ALIASES, REGISTRY, known_name

__all__ = ["meant", "refusal"]

_TWO = worded("a cell then holds two digits, and here a cell holds one")
_SHAPE = worded("which cells the clue covers is to be found, and a rule needs its cells")
_SHADING = worded(
    "the solution is a drawing, and satdoku finds digits; digits of cells beside the grid can stand"
    " for the drawing: `variables` with `yin-yang`, `connected`, `closed-loop`, `snake` and `regex`"
    " inside (docs/constraints/combined.md has a yin-yang)"
)
_TEXT = worded("it is given in words alone, and words are not read")
_RARE = worded(
    "it is not among the rules that satdoku knows; written as a regex or automaton it may fit"
)

_BOARD = worded(
    "it is a board: `--shape samurai`, `--shape 'grids=r1c1:4,r3c3:6'`, `--shape 'size=9 "
    "void=r4c4-r6c6'` (docs/formats/board.md)"
)

_REFUSED: Mapping[str, str] = {
    **dict.fromkeys(("samurai", "gattai", "twodoku", "overlapping-grids", "void", "hole"), _BOARD),
    "schroedinger": _TWO,
    "schrodinger": _TWO,
    "schroedinger-cell": _TWO,
    "schrodinger-cell": _TWO,
    "vampire": worded(
        "its value then depends on another cell that is to be found; `modifier` knows values that "
        "follow from the digit and the place of a cell"
    ),
    "halver": worded(
        "half of an odd digit is not an integer, and the values of `modifier` are integers"
    ),
    "deduced-line": _SHAPE,
    "deduced-cage": _SHAPE,
    "deconstruction": _SHAPE,
    "slitherlink": _SHADING,
    "masyu": _SHADING,
    "shading": _SHADING,
    "fillomino": _SHADING,
    "heyawake": _SHADING,
    "coral": _SHADING,
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
    "script": worded("programs are read from SudokuMaker's links only"),
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
    "queen": _RARE,
    "anti-queen": _RARE,
}

_MEANT: Mapping[str, tuple[str, ...]] = {
    "zone": ("contain",),
    "zones": ("contain",),
    "minmax": ("frame-number", "minimum", "maximum"),
    "neighbours": ("side-by-side", "company", "counting-cell"),
    "same-parity": ("unimodular-line",),
    "count-different": ("count-distinct",),
    "anti-renban": ("nabner",),
    "hashtag": ("extra-region",),
    "symmetric": ("for-each",),
    "odd-even-count": ("counting-cell",),
    "max-odd-even-run": ("longest-run",),
    "clock": ("clock-face",),
    "product": ("product-cage", "product-frame", "product-arrow"),
    "fortress": ("maximum",),
    "kropki": ("white-dot", "black-dot"),
    "kropki-pairs": ("white-dot", "black-dot"),
    "shade": ("digit-class",),
    "german": ("whisper",),
    "expression": ("regex", "automaton", "pair-table"),
    "equation": ("sum",),
    **dict.fromkeys(
        ("liar", "liars", "wrogn", "wrong-clue", "half-right", "one-of"), ("not", "count-of")
    ),
    **dict.fromkeys(
        ("letter", "letters", "cipher", "crypto", "unknown-clue", "unknown-total", "unknown-sum"),
        ("variables", "same-for-all"),
    ),
    **dict.fromkeys(
        (
            "leaper",
            "torus",
            "toroidal",
            "wrapped-antiknight",
            "wraparound",
            "symmetry",
            "camel",
            "every",
        ),
        ("for-each",),
    ),
    **dict.fromkeys(
        ("multiplier", "value-modifier", "hot-cell", "cold-cell", "hot-cold"), ("modifier",)
    ),
    "nfa": ("automaton",),
    "yinyang": ("yin-yang",),
    "stars": ("star-battle",),
    "path": ("snake", "closed-loop"),
    "blank": ("blanks",),
    "empty": ("blanks",),
}
"""Words that are no name of a rule, and the rules that they are likely to mean."""


_CLOSE = 0.75
"""How much alike two names are, of 1, of which one may be the other misspelt."""
_MAX_MEANT = 3
"""Rules up to which a word tells which are meant."""


def meant(name: str) -> tuple[str, ...]:
    """The rules that a word which is no name of one is likely to mean: those that setters call or
    tell so, else the one whose name is nearly this."""
    from difflib import get_close_matches

    if (known := _MEANT.get(name.removesuffix("-sudoku"))) is not None:
        return known
    words = name.removesuffix("-sudoku").replace("-", " ")
    spelt = {words, words.removesuffix("s")}
    rules = [rule for rule, kind in REGISTRY.items() if spelt & {*kind.sought}] or [
        rule
        for rule, kind in REGISTRY.items()
        if any(re.search(form, words) for form in kind.in_words)
    ]
    if 1 <= len(rules) <= _MAX_MEANT:
        return tuple(rules)
    return tuple(get_close_matches(words.replace(" ", "-"), [*REGISTRY, *ALIASES], 1, _CLOSE))


def refusal(name: str) -> str | None:
    """Why a rule of this name is refused, as a sentence; ``None`` for any other name."""
    bare = "".join(char for char in normalize("NFKD", name) if not combining(char))
    plain = known_name(bare)
    reason = _REFUSED.get(plain) or _REFUSED.get(plain.removesuffix("s"))
    if reason is None:
        return None
    form = "the rule {name!r} is not supported: {reason}"
    return worded(form, name=name.strip()[:60], reason=reason)
