"""What ``explain``, ``hint`` and ``steps`` share: options, positions to start from, pictures."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import shown_text
from satdoku.cli.inputs import Item, Reading, all_items, one_document
from satdoku.cli.output import BAD_INPUT, NO, UNDECIDED, coloured, complain
from satdoku.errors import (
    FormatError,
    InvalidPuzzle,
    NoSolution,
    NotUnique,
    Undecided,
    Unsupported,
)
from satdoku.puzzle import Document, Position
from satdoku.records import ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.techniques.step import Step, StepView

__all__ = [
    "BoardOption",
    "FromOption",
    "Lang",
    "LangOption",
    "PresetName",
    "PresetOption",
    "Style",
    "StyleOption",
    "on_terminal",
    "picture",
    "positions",
    "report_error",
    "wrapped",
]


class PresetName(StrEnum):
    """The ordered sets of techniques; trial is singles and a search through all answers."""

    human = "human"
    se = "se"
    six_elements = "six-elements"
    euler96 = "euler96"
    trial = "trial"


class Style(StrEnum):
    """What a step may be: a technique's, a small proof, or either."""

    auto = "auto"
    techniques = "techniques"
    mus = "mus"


class Lang(StrEnum):
    """The languages of explanations."""

    en = "en"
    ja = "ja"


PresetOption = Annotated[
    PresetName,
    typer.Option(
        help="The techniques used, and their order; se also rates each step; trial: singles, then "
        "every candidate of a cell in turn, also where there are no or several solutions."
    ),
]
StyleOption = Annotated[
    Style,
    typer.Option(
        help="techniques alone; mus: small proofs alone (few facts, no names); auto: a small "
        "proof where the techniques do not go on."
    ),
]
LangOption = Annotated[Lang, typer.Option(help="The language of the explanations.")]
FromOption = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="GRID", help="Go on from this partly solved grid of the puzzle."
    ),
]
BoardOption = Annotated[
    bool | None,
    typer.Option(
        "--board/--no-board",
        help="Draw the board with its candidates (only on a terminal unless told).",
        show_default=False,
    ),
]


# ------------------------------------------------------------------------------------------------
# Where to start.

_VERDICTS = {NoSolution: "none", NotUnique: "multiple", Undecided: "undecided"}


def positions(
    arguments: Sequence[str],
    reading: Reading,
    check: Callable[..., CheckedPosition],
    *,
    resume: str | None = None,
    offer: bool = True,
    lang: Lang = Lang.en,
) -> Iterator[CheckedPosition | ErrorRecord]:
    """Every puzzle or position of the arguments, checked.

    :param check: :func:`satdoku.answers.positions.check_position` with what is asked of each.
    :param resume: the grid of ``--from``.
    :param offer: whether a verdict other than unique names ``--allow-multiple``.

    :raises FormatError: where ``resume`` cannot be read, or there are several puzzles for it.
    """
    from satdoku.explain.phrases import phrases

    later = None if resume is None else _resumed(resume, reading)
    for number, item in enumerate(all_items(arguments, reading)):
        if later is not None and number:
            raise FormatError("--from is the grid of one puzzle, and here are more than one")
        if item.document is None:
            yield _error(item, " ".join(item.text.split()), str(item.error))
            continue
        text = shown_text(item.text, item.document)
        try:
            yield check(
                item.document,
                text,
                line=item.line,
                source=item.source,
                later=later,
                lang=lang.value,
            )
        except (InvalidPuzzle, Unsupported, FormatError) as error:
            yield _error(item, text, str(error))
        except (NoSolution, NotUnique, Undecided) as error:
            sentence = str(error)
            if offer and not isinstance(error, Undecided):
                sentence += phrases(lang.value).offer
            yield _error(item, text, sentence, _VERDICTS[type(error)], lang)


def _resumed(text: str, reading: Reading) -> Document:
    try:
        return one_document(text, reading)
    except FormatError as error:
        raise FormatError(f"--from cannot be read: {error}") from None


def _error(
    item: Item, text: str, sentence: str, verdict: str | None = None, lang: Lang = Lang.en
) -> ErrorRecord:
    from satdoku.explain.phrases import phrases

    place = phrases(lang.value).place.format(line=item.line)
    if not item.line or sentence.startswith("line "):
        place = ""
    placed = f"{item.source}: {place}{sentence}" if item.source else f"{place}{sentence}"
    return ErrorRecord(item.line, text, placed, verdict, source=item.source)


def report_error(record: ErrorRecord, *, json: bool) -> int:
    """Print why a puzzle has no answer; returns 1 for a verdict, 3 for undecided, else 2."""
    if json:
        print(jsonlib.dumps(record.as_dict(), ensure_ascii=False))
    complain(record.error)
    codes = {"none": NO, "multiple": NO, "undecided": UNDECIDED}
    return codes.get(record.verdict or "", BAD_INPUT)


# ------------------------------------------------------------------------------------------------
# For a reader.


def picture(position: Position, step: Step | StepView, lang: Lang, *, ascii: bool = False) -> str:
    """The board before a step, and what the step sees in it."""
    from satdoku.explain.phrases import phrases
    from satdoku.render.terminal import render_step

    return render_step(
        position,
        step,
        color=coloured(),
        ascii=ascii,
        legend=phrases(lang.value).legend,
    )


def wrapped(text: str, lang: Lang, indent: str = "") -> str:
    """A text for a reader: lines no longer than the terminal is wide, where there is one."""
    lines = text.splitlines()
    if not on_terminal() or lang is Lang.ja:
        return "\n".join(indent + line for line in lines)
    import shutil
    import textwrap

    width = max(40, min(shutil.get_terminal_size().columns, 100))
    told = []
    for line in lines:
        inner = indent + line[: len(line) - len(line.lstrip())]
        told += textwrap.wrap(
            line.strip(), width, initial_indent=inner, subsequent_indent=inner
        ) or [""]
    return "\n".join(told)


def on_terminal() -> bool:
    """Whether a person reads what is printed."""
    return sys.stdout.isatty()
