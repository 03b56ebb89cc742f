"""Lists in words that keep their entries, for what a file has besides its puzzle."""

from __future__ import annotations

from collections.abc import Iterable

LISTED = frozenset(("ignored", "drawings", "unused", "repeated", "read", "guessed", "partly"))
"""The extras of a document that are lists."""


class Listing(str):
    """A text such as ``2 lines, 1 arrow`` with its entries as they stand there.

    ``total`` is how many things all entries count; 0 where they are names.
    """

    words: tuple[str, ...]
    total: int

    def __new__(cls, words: Iterable[str], total: int = 0) -> Listing:
        words = tuple(words)
        listing = super().__new__(cls, ", ".join(words))
        listing.words, listing.total = words, total
        return listing

    def __getnewargs__(self) -> tuple[tuple[str, ...], int]:  # type: ignore[override]
        return self.words, self.total

    @classmethod
    def read(cls, text: str) -> Listing:
        """The list that a file has as a text."""
        words = text.split(", ") if text else []
        counts = [word.partition(" ")[0] for word in words]
        counted = all(count.isascii() and count.isdecimal() for count in counts)
        return cls(words, sum(int(count[:9]) for count in counts) if counted else 0)

    def __add__(self, other: str) -> Listing:
        total = self.total + total_of(other)
        return Listing((*self.words, *words_of(other)), total)

    @property
    def sentence(self) -> str:
        """The list as it stands in a sentence: ``2 lines and 1 arrow``."""
        *more, last = self.words or ("",)
        return f"{', '.join(more)} and {last}" if more else last


def words_of(text: str) -> tuple[str, ...]:
    """The entries of a list; a text that is none is one entry."""
    return text.words if isinstance(text, Listing) else (text,) if text else ()


def total_of(text: str) -> int:
    """How many things a list counts."""
    return text.total if isinstance(text, Listing) else 0
