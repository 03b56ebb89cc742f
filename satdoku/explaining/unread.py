"""What a text holds that is no part of the puzzle that was answered, in English and Japanese."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satdoku.explaining.names import Lang
from satdoku.formats.clues import drawings_in_words

__all__ = ["unread_sentences"]


def unread_sentences(
    left_out: Mapping[str, str] | None, *, link: bool, lang: Lang = "en"
) -> Iterator[str]:
    """A sentence for what was ignored, for what is drawn and may be clues, for what is unused.

    :param link: whether the text is a link.
    """
    for kind, names in (left_out or {}).items():
        words = drawings_in_words(names) if kind == "drawings" and lang == "en" else names
        alone = kind == "drawings" and names.startswith("1 ") and ", " not in names
        form = _SENTENCES[lang].get(f"{kind}, one" if alone else kind)
        if form is not None:
            yield form.format(words, _TEXTS[lang][link])


_TEXTS: dict[Lang, tuple[str, str]] = {"en": ("text", "link"), "ja": ("テキスト", "リンク")}
_SENTENCES: dict[Lang, dict[str, str]] = {
    "en": {
        "ignored": "left out, as --ignore asks: {0}",
        "drawings": "the {1} also draws {0} that carry no rule that satdoku knows; if they are "
        "clues, this answer is about another puzzle",
        "drawings, one": "the {1} also draws {0} that carries no rule that satdoku knows; if it is "
        "a clue, this answer is about another puzzle",
        "entered": "the solution is entered in the {1} ({0}); the answer starts from the givens",
        "unused": "not read, and taken to say nothing about the solution: {0}",
    },
    "ja": {
        "ignored": "--ignore の指定により省略:{0}",
        "drawings": "この{1}には、satdoku の知る規則を表さない図形もあります({0})。"
        "それらが手がかりなら、この答えは別の問題についてのものです。",
        "entered": "この{1}には解がすべて入力されているので({0})、最初から始めます。",
        "unused": "解に関わらないとみなして読まなかったもの:{0}",
    },
}
_SENTENCES["ja"]["drawings, one"] = _SENTENCES["ja"]["drawings"]
