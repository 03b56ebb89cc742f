"""Sentences that know what they were made of, so that they can be printed in another language."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any


class Worded(str):
    """An English sentence with its form and the values in it.

    It is a text like any other; :func:`satdoku.messages.translated` writes it in another language,
    of which a catalogue has the form. A value may be such a sentence too.
    """

    __slots__ = ("form", "values")

    form: str
    values: dict[str, Any]

    def __str__(self) -> str:
        return self  # str.__str__ would return a plain text

    def __reduce__(self) -> tuple[Any, ...]:
        return _worded, (self.form, self.values)


def listed(names: Sequence[str]) -> str:
    """Names in a sentence: ``a, b and c``."""
    if len(names) < 2:
        return names[0]
    return worded("{several} and {last}", several=", ".join(names[:-1]), last=names[-1])


def either(names: Sequence[str]) -> str:
    """Join names, one of which is meant: ``a or b or c``."""
    return reduce(lambda one, other: worded("{one} or {other}", one=one, other=other), names)


def worded(form: str, /, **values: object) -> Worded:
    """The sentence of a form and its values, as :meth:`str.format` has them; a form without values
    is the sentence."""
    return _worded(form, values)


def shortened_to(text: str, sentence: str) -> str:
    """A text in the place of a sentence that is too long, with what the sentence was made of."""
    if not isinstance(sentence, Worded):
        return text
    short = Worded(text)
    short.form, short.values = sentence.form, sentence.values
    return short


def value_error(form: str, /, **values: object) -> ValueError:
    """The error of such a sentence."""
    return ValueError(worded(form, **values))


def _worded(form: str, values: dict[str, object]) -> Worded:
    sentence = Worded(form.format(**values) if values else form)
    sentence.form = form
    sentence.values = {
        name: value if isinstance(value, str | int | float) else str(value)
        for name, value in values.items()
    }
    return sentence


def puzzles_in_words(count: int) -> str:
    """``1 puzzle``, ``2 puzzles``, as a value of a sentence."""
    return worded("1 puzzle" if count == 1 else "{count:,} puzzles", count=count)


def plural(count: int, word: str) -> str:
    """``1 cell``, ``2 cells``."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"
