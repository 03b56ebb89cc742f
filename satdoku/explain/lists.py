"""Lists and beginnings of sentences in English, for all who write some."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["capitalised", "joined"]


def joined(items: Iterable[str], word: str = "and") -> str:
    """a, b and c; ``word`` stands before the last."""
    told = list(items)
    return f" {word} ".join([", ".join(told[:-1]), told[-1]] if told[1:] else told)


def capitalised(text: str) -> str:
    """With a capital letter, unless the text starts with the name of a cell."""
    return text if text[:1] == "r" and text[1:2].isdigit() else text[:1].upper() + text[1:]
