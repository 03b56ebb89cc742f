"""What a text holds that is no part of the puzzle that was answered, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satdoku.explaining.phrases import phrases
from satdoku.formats.clues import drawings_in_words
from satdoku.messages import SOURCE, Lang

__all__ = ["unread_sentences"]


def unread_sentences(
    left_out: Mapping[str, str] | None, *, link: bool, lang: Lang = SOURCE
) -> Iterator[str]:
    """A sentence for what was ignored, for what is drawn and may be clues, for what is unused.

    :param link: whether the text is a link.
    """
    wording = phrases(lang)
    for kind, names in (left_out or {}).items():
        if f"unread.{kind}" in wording.messages:
            yield wording.say(
                f"unread.{kind}",
                names=names,
                count=int(names.split()[0]) if kind == "entered" else 0,
                drawn=drawings_in_words(names),
                n=1 if names.startswith("1 ") and ", " not in names else 2,
                link="link" if link else "text",
            )
