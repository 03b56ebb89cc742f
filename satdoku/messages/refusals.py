"""Reasons why a text cannot be read, and the help of the command line, in a language.

The English sentences stand in the code (base/worded.py), and are the ids of the messages:
``refusals.po`` and ``help.po`` of a language have each form with its values in braces, as
:meth:`str.format` has them.
"""

from __future__ import annotations

from satdoku.base.worded import Worded
from satdoku.messages import SOURCE, Lang, catalogue


def translated(text: str, lang: Lang, domain: str = "refusals") -> str:
    """A sentence in a language, with the sentences that are values of it; each as it is where the
    language has no such message.

    :param domain: the file of messages.

    >>> from satdoku.base.errors import FormatError
    >>> found = FormatError("{culprit!r} cannot occur in {what}", culprit="x", what="a row", line=3)
    >>> print(translated(str(found), "ja"))
    3行目:a row に 'x' は使えません
    """
    if lang == SOURCE:
        return text
    texts = catalogue(lang, domain).texts
    if not isinstance(text, Worded):
        # The meaning of a parameter stands with the rules.
        return texts.get(text) or catalogue(lang, "rules").texts.get(text, text)
    form = texts.get(text.form, text.form)
    if not text.values:
        return form
    return form.format(
        **{
            name: translated(value, lang, domain) if isinstance(value, str) else value
            for name, value in text.values.items()
        }
    )
