"""Sentences about parts of a text that do not belong to the puzzle that was answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.messages.refusals import translated
from satdoku.puzzle.listing import Listing, total_of


def unread_sentences(
    left_out: Mapping[str, str] | None, *, link: bool, lang: Lang = SOURCE
) -> Iterator[str]:
    """A sentence for each part that was left out, but those that belong to another one.

    :param link: whether the text is a link.
    """
    wording, named = phrases(lang), (left_out or {}).get("named", "")
    for kind, names in (left_out or {}).items():
        if f"unread.{kind}" in wording.messages:
            yield wording.say(
                f"unread.{kind}",
                names=translated(names, lang),
                count=total_of(names),
                drawn=names.sentence if isinstance(names, Listing) else names,
                n=1 if total_of(names) == 1 else 2,
                link="link" if link else "text",
                way="none" if not named else "option" if named.startswith("--") else "page",
                named=named,
            )
