"""Words by which setters look for a rule, besides its names."""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["SYNONYMS"]

SYNONYMS: Mapping[str, tuple[str, ...]] = {
    "less-than": ("inequality", "greater than", "greater", "不等号", "不等式", "大于"),
    "extra-region": ("extra house", "irregular box"),
    "white-dot": ("kropki", "difference dot", "consecutive", "クロプキ"),
    "black-dot": ("kropki", "ratio dot", "double", "クロプキ"),
    "negative-difference": ("kropki", "negative constraint"),
    "negative-ratio": ("kropki", "negative constraint"),
    "negative-xv": ("negative constraint",),
    "whisper": ("german whispers", "dutch whispers", "whispers"),
    "look-and-say": ("look and say",),
    "killer-cage": ("sum cage", "sums"),
    "little-killer": ("diagonal sum",),
    "region-sum": ("same sum", "equal sum"),
    "equal-sum": ("same sum",),
    "quadruple": ("quad", "corner circle"),
    "diagonal": ("sudoku x", "x-sudoku"),
    "windoku": ("hyper",),
    "chaos-construction": ("unknown regions",),
    "non-consecutive": ("nonconsecutive",),
    "odd": ("parity",),
    "even": ("parity",),
    "xv": ("x and v", "roman"),
}
"""The words, by the name of the rule."""
