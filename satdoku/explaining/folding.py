"""Shorten long arguments: deeper lines are replaced by a line that states how many there are.

The sentences of a step are lines, indented by what they rest on. No line is reworded, so the
shortened text is a part of the whole.
"""

from __future__ import annotations

from satdoku.explaining.phrases import phrases
from satdoku.messages import Lang
from satdoku.techniques.arguments.saying import MAX_LINES


def in_short(text: str, lang: Lang, *, full: bool = False) -> str:
    """A text of at most so many lines: as many of its levels as fit, and in place of
    the lines of deeper ones how many there are. The first level is always whole, and with ``full``
    all of it is."""
    lines = text.splitlines()
    if full or len(lines) <= MAX_LINES:
        return text
    depths = [len(line) - len(line.lstrip()) for line in lines]
    levels = sorted(set(depths))
    shown = _down_to(lines, depths, levels[0], lang)
    for level in levels[1:]:
        more = _down_to(lines, depths, level, lang)
        if len(more) > MAX_LINES:
            break
        shown = more
    return "\n".join(shown)


def _down_to(lines: list[str], depths: list[int], level: int, lang: Lang) -> list[str]:
    """The lines down to a level; a line alone is shown as it is."""
    shown: list[str] = []
    hidden: list[str] = []
    for line, depth in (*zip(lines, depths, strict=True), ("", -1)):
        if depth > level:
            hidden.append(line)
            continue
        if len(hidden) == 1:
            shown += hidden
        elif hidden:
            inner = min(len(one) - len(one.lstrip()) for one in hidden)
            shown.append(" " * inner + phrases(lang).say("folded", n=len(hidden)))
        hidden = []
        if depth >= 0:
            shown.append(line)
    return shown
