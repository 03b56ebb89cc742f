"""The drawings that a sentence is about: their colours, shapes, signs and kinds in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass


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


_SHAPE_WORDS = {
    "round": "circle dot round bubble disc spot circled",
    "square": "square rectangle",
    "diamond": "diamond",
}
"""The words that people have for the shapes of marks."""
_COLOUR_WORDS = {
    "purple": "purple violet magenta lavender lilac plum indigo pink fuchsia mauve",
    "pink": "pink magenta purple rose",
    "green": "green lime mint olive emerald",
    "cyan": "cyan turquoise teal aqua blue sky",
    "blue": "blue navy cyan purple turquoise lavender",
    "grey": "grey silver gold brown tan shaded",
    "orange": "orange peach gold brown tan yellow apricot beige salmon red",
    "yellow": "yellow gold orange beige cream",
    "red": "red crimson pink orange brown maroon",
    "white": "white clear empty",
    "black": "black dark filled",
}
"""The words that people have for a colour, by the word of :func:`colour_word`."""
_KIND_WORDS = {
    "line": re.compile(r"\b\w*lines?\b(?! of sight)"),
    "dot": re.compile(r"\b(?:dots?|kropki|bubbles?)\b"),
    "cage": re.compile(r"\bcages?\b"),
    "arrow": re.compile(r"\barrows?\b"),
    "outside": re.compile(r"\boutside\b"),
}
"""The words for kinds of drawings that nothing else is called."""
_SIGNS = {
    "+": "+", "x": "\u00d7", "\u00d7": "\u00d7", "*": "\u00d7", "\u2715": "\u00d7", "-": "-",
    "\u2212": "-", "\u2013": "-", "\u00f7": "\u00f7", "=": "=", "?": "?",
}  # fmt: skip
"""Signs of arithmetic, by how they are written."""
_QUOTED = re.compile("[\"'\u2018\u201c]\\s?([-+x*=?\u00d7\u00f7])\\s?[\"'\u2019\u201d]")
_SIGN_WORDS = {
    "+": r"\bplus(?:es)?\b", "-": r"\bminus(?:es)?\b", "=": r"\bequals? signs?\b",
    "?": r"\bquestion mark", "\u00d7": r"\b(?:multiplication|times) signs?\b",
}  # fmt: skip


def looks_in(plain: str) -> NamedLooks:
    """The drawings that a plain sentence names."""
    signs = {sign for sign, form in _SIGN_WORDS.items() if re.search(form, plain)}
    quoted = {sign_of(match[1]) for match in _QUOTED.finditer(plain)}
    return NamedLooks(
        _named_in(plain, _COLOUR_WORDS),
        _named_in(plain, _SHAPE_WORDS),
        frozenset(quoted | signs) - {""},
        frozenset(kind for kind, form in _KIND_WORDS.items() if form.search(plain)),
    )


def _named_in(plain: str, words: Mapping[str, str]) -> frozenset[str]:
    """The things of which a plain sentence has one of the words."""
    return frozenset(
        name
        for name, called in words.items()
        if re.search(rf"\b({'|'.join(called.split())})s?\b", plain)
    )


def sign_of(label: str) -> str:
    """The sign of arithmetic of a label, which may stand beside a number; ``""`` for none."""
    return _SIGNS.get(label.strip(" 0123456789").lower(), "")
