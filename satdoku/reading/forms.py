"""Forms that sentences have: each is looked for only where the letters are that it needs.

There are many hundred forms, and a sentence has few of them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Set
from functools import cache, cached_property, lru_cache
from importlib import import_module
from typing import Any, Generic, TypeVar

T = TypeVar("T")

_LENGTH = 4
"""Letters one after the other by which forms are found."""


class Forms(Generic[T]):
    """Some forms, each with a part that it has word for word, or an empty text, and with what it
    means."""

    def __init__(self, forms: Iterable[tuple[str, str, T]]) -> None:
        self._every = tuple(forms)

    @cached_property
    def _forms(self) -> list[tuple[str, Set[str], T]]:
        every = self._every
        return [(form, {part} if part else _needs(form), meant) for form, part, meant in every]

    @cached_property
    def _by_letters(self) -> dict[str, list[int]]:
        """The numbers of the forms by letters one after the other that they need, of these by those
        that the fewest need; by no letters where they need too few."""
        texts = (text for _, needs, _ in self._forms for text in needs)
        common = Counter(run for text in texts for run in _runs(text))
        by_letters: dict[str, list[int]] = {"": []}
        for number, (_, needs, _) in enumerate(self._forms):
            if min(map(len, needs), default=0) < _LENGTH:
                by_letters[""].append(number)
                continue
            for text in needs:
                rarest = min(_runs(text), key=common.__getitem__)
                by_letters.setdefault(rarest, []).append(number)
        return by_letters

    def matches(self, text: str) -> Iterator[tuple[T, re.Match[str]]]:
        """The meanings of the forms that a text has, in their order, each with its first match."""
        here = self._by_letters.keys() & _runs(text)
        for number in sorted({n for run in (*here, "") for n in self._by_letters[run]}):
            form, needs, meant = self._forms[number]
            if needs and not any(part in text for part in needs):
                continue  # a form is compiled when it is first looked for
            if match := _pattern(form).search(text):
                yield meant, match


@cache
def _pattern(form: str) -> re.Pattern[str]:
    return re.compile(form)


@lru_cache(maxsize=4)
def _runs(text: str) -> Set[str]:
    return {text[at : at + _LENGTH] for at in range(len(text) - _LENGTH + 1)}


def _needs(form: str) -> Set[str]:
    """Texts of which every match of a form has at least one; none where it needs no letters."""
    parser = import_module("re._parser")  # has no public name
    pieces = parser.parse(form)
    return set() if pieces.state.flags & re.IGNORECASE else _texts(pieces)


def _texts(pieces: Iterable[tuple[Any, Any]]) -> Set[str]:
    ways: list[Set[str]] = []
    letters = ""
    for kind, piece in (*pieces, (None, None)):
        if str(kind) == "LITERAL":
            letters += chr(piece)
            continue
        ways.append({letters} if letters else set())
        letters = ""
        match str(kind):
            case "SUBPATTERN" if not piece[1] & re.IGNORECASE:
                ways.append(_texts(piece[3]))
            case "ASSERT":
                ways.append(_texts(piece[1]))
            case "MAX_REPEAT" if piece[0]:
                ways.append(_texts(piece[2]))
            case "BRANCH":
                branches = [*map(_texts, piece[1])]
                ways.append(set().union(*branches) if all(branches) else set())
    # The longer the shortest, the fewer sentences have one.
    return max(ways, key=lambda texts: (min(map(len, texts), default=0), -len(texts)))
