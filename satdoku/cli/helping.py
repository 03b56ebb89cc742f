"""The help of commands in the language that is spoken: ``help.po`` has its paragraphs."""

from __future__ import annotations

import inspect
import re
from collections.abc import Sequence
from typing import Any
from unicodedata import east_asian_width

import typer

from satdoku.base.worded import worded
from satdoku.cli.streams import in_words

AS_IT_IS = "\b\n"
"""The beginning of a paragraph of which typer makes no other lines."""

_EXAMPLES = "Examples:"


def in_help(text: str) -> str:
    """A paragraph of the help in the language that is spoken."""
    return in_words(text, "help")


def examples(lines: Sequence[str]) -> str:
    """The paragraph of the examples of a command."""
    return AS_IT_IS + "\n".join((_EXAMPLES, *(f"  {line}" for line in lines)))


def range_in_words(least: float | None, most: float | None) -> str:
    """The range of a number, as the help and errors state it in the language that is spoken."""
    if least is None:
        return in_help(worded("at most {most}", most=f"{most:.15g}"))
    if most is None:
        return in_help(worded("at least {least}", least=f"{least:.15g}"))
    return in_help(worded("from {least} to {most}", least=f"{least:.15g}", most=f"{most:.15g}"))


FIXED = (
    "Usage: ", "{heading}:", "Arguments", "Options", _EXAMPLES, "required", "default: {default}",
    "at most {most}", "at least {least}", "from {least} to {most}",
)  # fmt: skip
"""Paragraphs that are the same in the help of all commands."""


def paragraphs(text: str | None) -> list[str]:
    """The paragraphs of a text, each on one line; of examples as they are."""
    parts = inspect.cleandoc(text or "").split("\n\n")
    return [part if part.startswith(AS_IT_IS) else " ".join(part.split()) for part in parts]


_Formatter: Any = typer.Context.formatter_class


class _Help(_Formatter):  # type: ignore[misc]
    """Help in the language that is spoken; text without spaces is broken anywhere."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args, in_help(prefix or "Usage: "))

    def write_heading(self, heading: str) -> None:
        named = in_help(worded("{heading}:", heading=in_help(heading)))
        self.write(f"{'':>{self.current_indent}}{named}\n")

    def write_text(self, text: str) -> None:
        parts = [_spoken(part, self.width - self.current_indent) for part in paragraphs(text)]
        super().write_text("\n\n".join(parts))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, **more: int) -> None:
        first = min(max(len(name) for name, _ in rows), col_max) + 2
        width = max(self.width - first - 2, 10)
        super().write_dl([(name, _spoken(text, width)) for name, text in rows], col_max, **more)


class SpokenContext(typer.Context):
    """A command line whose help is in the language that is spoken."""

    formatter_class = _Help


def _spoken(text: str, width: int) -> str:
    """A paragraph or what an option does, in lines of a width where typer would make none."""
    if text.startswith(AS_IT_IS):
        first, *lines = text.removeprefix(AS_IT_IS).split("\n")
        return AS_IT_IS + "\n".join((in_help(first), *lines))
    described = re.fullmatch(r"(.*?)  \[(.*)\]", text, re.DOTALL)
    if described is None:
        spoken = in_help(text)
    else:
        known = "; ".join(map(_known_of_value, described[2].split("; ")))
        spoken = f"{in_help(described[1])}  [{known}]"
    if not any(map(_is_wide, spoken)):
        return spoken
    from satdoku.render.words import wrapped

    return AS_IT_IS + "\n".join(wrapped(spoken, 1, width, _columns))


def _known_of_value(text: str) -> str:
    """A note of typer on the values of an option: its default, its range, that it is needed."""
    name, colon, default = text.partition(": ")
    if colon and name == "default":
        return in_help(worded("default: {default}", default=default))
    return in_help(text)


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WF"


def _columns(text: str, narrow: float) -> float:
    """The columns of a terminal that a text takes, with so many for a narrow character."""
    return narrow * (len(text) + sum(map(_is_wide, text)))
