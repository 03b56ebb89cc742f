"""Lessons on what a technique is and why it holds, and on rules: messages of ``lessons.po``.

A technique has a message of its own, or shares that of its type (``unique-rectangle`` for
``unique-rectangle-1``), of its kind (``finned`` for ``finned-swordfish``), of its kind in its
family's file (``als-wing`` for ``vwxyz-wing``), or of that file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.messages.catalogues import MessageValue


class Taught:
    """The texts of lessons in one language."""

    def __init__(self, lang: Lang) -> None:
        self.messages = catalogue(lang, "lessons")

    def say(self, key: str, **values: MessageValue) -> str:
        """A message of the language."""
        return self.messages.say(key, **values)

    def what(self, name: str, file: str) -> str:
        """A description of what to look for.

        :raises KeyError: where nothing is said of the technique or its family.
        """
        return self.say(f"lesson-what.{self._key('lesson-what', name, file)}")

    def why(self, name: str, file: str) -> str:
        """Why the conclusion holds; raises as :meth:`what`."""
        return self.say(f"lesson-why.{self._key('lesson-why', name, file)}")

    def spot(self, name: str, file: str) -> str:
        """How a person finds the technique on a board; raises as :meth:`what`."""
        return self.say(f"lesson-spot.{self._key('lesson-spot', name, file)}")

    def drawn(self, name: str, file: str, look: str) -> str:
        """How a rule is drawn: as its family or itself has it, or by what its picture has."""
        for key in (name, f"family-{file.replace('_', '-')}", look):
            if f"lesson-drawn.{key}" in self.messages:
                return self.say(f"lesson-drawn.{key}")
        raise KeyError(name)

    def first(self, name: str, file: str, technique: str) -> str:
        """The first deductions from the clues of a rule: its own, those of its kind or family, or
        how the technique that reads its clues is found.

        :raises KeyError: where nothing is said of the technique either.
        """
        for key in (name, name.partition("-")[0], f"family-{file.replace('_', '-')}"):
            if f"lesson-first.{key}" in self.messages:
                return self.say(f"lesson-first.{key}")
        return self.spot(technique, "clues")

    def _key(self, part: str, name: str, file: str) -> str:
        for key in _keys(name, file):
            if f"{part}.{key}" in self.messages:
                return key
        raise KeyError(name)


def _keys(name: str, file: str) -> Iterator[str]:
    """The narrowest first."""
    yield name
    kind = re.sub(r"-\d+$", "", name)
    yield kind
    first, _, rest = kind.partition("-")
    yield first
    if rest:
        yield from _keys(rest, file)
    else:
        yield f"{file.replace('_', '-')}-{kind}"
    yield f"family-{file.replace('_', '-')}"


@cache
def taught(lang: Lang = SOURCE) -> Taught:
    """The texts of a language.

    :raises ValueError: where there is no such language.
    """
    return Taught(lang)
