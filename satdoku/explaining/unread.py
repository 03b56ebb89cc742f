"""Sentences about parts of a text that do not belong to the puzzle that was answered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from satdoku.explaining.names import words_of_noun
from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.messages.refusals import translated
from satdoku.puzzle.listing import total_of, words_of

_CLUES = re.compile(r'(?:(?P<count>\d+) )?(?:clues? "(?P<called>.*)"|(?P<noun>.*))', re.DOTALL)
"""How many clues of a rule, which is called by its noun or by the sentence that tells it; or how
many drawings of a kind."""
_PLURAL = re.compile(r"s(?= that | on | without |$)")
"""The end of the plural of a noun, before what says more of it."""


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
                drawn=[_counted(word, lang) for word in words_of(names)],
                n=1 if total_of(names) == 1 else 2,
                link="link" if link else "text",
                way="none" if not named else "option" if named.startswith("--") else "page",
                named=named,
            )


def _counted(word: str, lang: Lang) -> str:
    """Clues of a rule that were read, or drawings that were not: ``3 renban lines``."""
    clues = _CLUES.fullmatch(word)
    if clues is None:
        return word
    count, called, noun = clues["count"], clues["called"], clues["noun"]
    say = phrases(lang).say
    if called is not None:
        named = say("unread.called", called=called, n=1 if count == "1" else 2)
    elif (named := words_of_noun(noun, lang)) == noun and lang != SOURCE:
        named = say("unread.drawn", one=_PLURAL.sub("", noun, count=1), noun=noun)
    return say("unread.clues", name=named, count=count or "none")
