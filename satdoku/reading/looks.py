"""The drawings that a sentence is about: their colours, shapes, signs and kinds in words."""

from __future__ import annotations

import re
from collections import defaultdict

from satdoku.base.records import dataclass
from satdoku.reading.forms import Forms


@dataclass(frozen=True, slots=True)
class NamedLooks:
    """The drawings that a sentence is about; it may be any where nothing is named.

    colours  their colours
    shapes   the shapes of marks: ``round``, ``square``, ``diamond``
    signs    the signs of arithmetic in them
    kinds    what they are: ``line``, ``dot``, ``cage``, ``arrow``, ``outside``
    """

    colours: frozenset[str] = frozenset()
    shapes: frozenset[str] = frozenset()
    signs: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


def _any_of(words: str) -> str:
    return rf"\b(?:{'|'.join(words.split())})s?\b"


_SHAPE_WORDS = {
    "round": _any_of("circle dot round bubble disc spot circled"),
    "square": _any_of("square rectangle"),
    "diamond": _any_of("diamond"),
}
"""The words that people have for the shapes of marks."""
_COLOUR_WORDS = {
    "purple": _any_of("purple violet magenta lavender lilac plum indigo pink fuchsia mauve"),
    "pink": _any_of("pink magenta purple rose"),
    "green": _any_of("green lime mint olive emerald"),
    "cyan": _any_of("cyan turquoise teal aqua blue sky"),
    "blue": _any_of("blue navy cyan purple turquoise lavender"),
    "grey": _any_of("grey silver gold brown tan shaded"),
    "orange": _any_of("orange peach gold brown tan yellow apricot beige salmon red"),
    "yellow": _any_of("yellow gold orange beige cream"),
    "red": _any_of("red crimson pink orange brown maroon"),
    "white": _any_of("white clear empty"),
    "black": _any_of("black dark filled"),
}
"""The words that people have for a colour, by the word of :func:`colour_word`."""
_KIND_WORDS = {
    "line": r"\b\w*lines?\b(?! of sight)",
    "dot": r"\b(?:dots?|kropki|bubbles?)\b",
    "cage": r"\bcages?\b",
    "arrow": r"\barrows?\b",
    "outside": r"\boutside\b",
}
"""The words for kinds of drawings that nothing else is called."""
_SIGNS = {
    "+": "+", "x": "\u00d7", "\u00d7": "\u00d7", "*": "\u00d7", "\u2715": "\u00d7", "-": "-",
    "\u2212": "-", "\u2013": "-", "\u00f7": "\u00f7", "=": "=", "?": "?",
}  # fmt: skip
"""Signs of arithmetic, by how they are written."""
_QUOTED = re.compile("[\"'\u2018\u201c]\\s?([-+x*=?\u00d7\u00f7])\\s?[\"'\u2019\u201d]")
_SIGN_WORDS = {
    "+": r"\bplus(?:es)?\b",
    "-": r"\bminus(?:es)?\b",
    "=": r"\bequals? signs?\b",
    "?": r"\bquestion mark",
    "\u00d7": r"\b(?:multiplication|times) signs?\b",
}


_WORDS = Forms(
    (form, "", (of, name))
    for of, words in (
        ("colours", _COLOUR_WORDS),
        ("shapes", _SHAPE_WORDS),
        ("signs", _SIGN_WORDS),
        ("kinds", _KIND_WORDS),
    )
    for name, form in words.items()
)


def looks_in(plain: str) -> NamedLooks:
    """The drawings that a plain sentence names."""
    named = defaultdict[str, set[str]](set)
    for (of, name), _ in _WORDS.matches(plain):
        named[of].add(name)
    named["signs"] |= {sign_of(match[1]) for match in _QUOTED.finditer(plain)} - {""}
    return NamedLooks(**{of: frozenset(names) for of, names in named.items()})


def sign_of(label: str) -> str:
    """The sign of arithmetic of a label, which may stand beside a number; ``""`` for none."""
    return _SIGNS.get(label.strip(" 0123456789").lower(), "")
