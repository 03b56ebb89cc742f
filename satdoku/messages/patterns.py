"""The form of a message: text with placeholders, plural forms and choices.

A small part of ICU's MessageFormat, which translators' tools know:

| in a message | is replaced by |
|---|---|
| ``{cell}`` | a value; a list of values as "a, b and c" |
| ``{cells, or}`` | a list in another style, or a value in a style of the language |
| ``{n, plural, one {a cell} other {{n} cells}}`` | a form by a number, or by the length of a list; ``=2 {both}`` is for this number alone |
| ``{kind, select, row {row} other {column}}`` | a form by a value; ``none`` is for an empty one |
"""  # noqa: E501

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from satdoku.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Hole:
    """A placeholder: the name of its value, and the styles that it is written in."""

    name: str
    styles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Forms of which one is taken: ``plural`` by a number, ``select`` by a text."""

    name: str
    kind: str
    forms: dict[str, Pattern]


_HOLE = re.compile(r"\w+(, [\w-]+)*\}")
_CHOICE = re.compile(r"(\w+), (plural|select),")
_FORM = re.compile(r" *([^{}]+?) *\{")

Pattern: TypeAlias = "tuple[str | Hole | Choice, ...]"


def read_pattern(text: str) -> Pattern:
    """A message as its pieces.

    :raises ValueError: where a brace is open or a form is missing.
    """
    pieces, at = _pieces(text, 0)
    if at != len(text):
        raise ValueError(f"a closing brace too many at character {at + 1} of {text!r}")
    return pieces


def pieces_of(pattern: Pattern) -> Iterator[Hole | Choice]:
    """Every placeholder and choice of a message, also those inside of forms."""
    for piece in pattern:
        if not isinstance(piece, str):
            yield piece
        if isinstance(piece, Choice):
            for form in piece.forms.values():
                yield from pieces_of(form)


def _pieces(text: str, at: int) -> tuple[Pattern, int]:
    """The pieces from a place on, up to the brace that closes the form or the end."""
    pieces: list[str | Hole | Choice] = []
    while at < len(text) and text[at] != "}":
        if text[at] == "{":
            piece, at = _braces(text, at + 1)
            pieces.append(piece)
            continue
        ends = [end for brace in "{}" if (end := text.find(brace, at)) >= 0]
        end = min(ends, default=len(text))
        pieces.append(text[at:end])
        at = end
    return tuple(pieces), at


def _braces(text: str, at: int) -> tuple[Hole | Choice, int]:
    """The placeholder or choice after an opening brace, and the place after its closing one."""
    head = _CHOICE.match(text, at)
    if head is None:
        hole = _HOLE.match(text, at)
        if hole is None:
            raise ValueError(f"no placeholder at character {at} of {text!r}")
        name, *styles = hole[0][:-1].split(", ")
        return Hole(name, tuple(styles)), hole.end()
    forms: dict[str, Pattern] = {}
    at = head.end()
    while (form := _FORM.match(text, at)) is not None:
        forms[form[1]], at = _pieces(text, form.end())
        if text[at : at + 1] != "}":
            break
        at += 1
    if text[at : at + 1] != "}":
        raise ValueError(f"an open brace at character {head.start()} of {text!r}")
    if "other" not in forms:
        raise ValueError(f"a {head[2]} without the form 'other' in {text!r}")
    return Choice(head[1], head[2], forms), at + 1
