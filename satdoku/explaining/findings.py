"""What is found about puzzles and boards, in words: the sentences of a language about a board."""

from __future__ import annotations

from satdoku.board import Geometry
from satdoku.explaining import Lang
from satdoku.explaining.findings_frame import SHOWN as SHOWN
from satdoku.explaining.findings_frame import Findings, rule_of

__all__ = ["SHOWN", "Findings", "findings", "rule_of"]


def findings(geometry: Geometry, lang: Lang = "en") -> Findings:
    """The sentences of a language about a board; only that language is loaded.

    :raises ValueError: where there is no such language.
    """
    if lang == "en":
        from satdoku.explaining.findings_en import EnglishFindings

        return EnglishFindings(geometry)
    if lang == "ja":
        from satdoku.explaining.findings_ja import JapaneseFindings

        return JapaneseFindings(geometry)
    raise ValueError(f"there is no language {lang!r}; there are en and ja")
