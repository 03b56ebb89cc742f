"""``satdoku steps``: every instance of a technique in a position; or a library, replayed."""

from __future__ import annotations

import json as jsonlib
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.positions import check_position
from satdoku.answers.steps_data import candidate, conclusion
from satdoku.cli.inputs import Item, Reading, items
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    RulesOption,
    TimeLimitOption,
)
from satdoku.cli.output import BAD_INPUT, DONE, NO, UNDECIDED, complain, gravest
from satdoku.cli.telling import (
    BoardOption,
    Lang,
    LangOption,
    on_terminal,
    picture,
    report_error,
    wrapped,
)
from satdoku.cli.telling import positions as read_positions
from satdoku.errors import FormatError
from satdoku.limits import Clock, Limit, RanOut
from satdoku.puzzle import Position
from satdoku.records import CaseRecord, ErrorRecord

if TYPE_CHECKING:
    from satdoku.answers.positions import CheckedPosition
    from satdoku.techniques.base import Technique
    from satdoku.techniques.step import Step

__all__ = ["steps"]


def steps(
    positions: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="POSITION...",
            help="A puzzle, a grid of candidates or a library line; a file, or - for stdin.",
        ),
    ] = None,
    technique: Annotated[
        str | None, typer.Option("--technique", "-t", metavar="NAME", help="Such as naked-pair.")
    ] = None,
    library: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Replay every case of a library in HoDoKu's format."),
    ] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Stop at N steps of a position.")
    ] = None,
    lang: LangOption = Lang.en,
    time_limit: TimeLimitOption = None,
    board: BoardOption = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with - | + only.")] = False,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """List every instance of a technique in a position, each with what exactly follows from it.

    Off a terminal: what follows, a tab and the pattern, a line each. With --library: each case
    found, not found or skipped (where the technique is none of ours), and the counts.
    Exit codes: 0 found, 1 none found (or a case that is ours not found), 2 bad input, 3 out of
    time.
    """
    if library is not None:
        if positions or technique is not None:
            raise typer.BadParameter("--library names its own positions and techniques")
        return _replay(library, time_limit, json)
    if not positions:
        raise typer.BadParameter("a position is missing (or a library: --library FILE)")
    if technique is None:
        raise typer.BadParameter(f"--technique is missing; there are {_names()}")
    search = _search(technique)
    reading = Reading.of(format, letters, box, rules)
    drawn = on_terminal() if board is None else board
    code = DONE
    # Only arguments from uniqueness need to know that there is one solution.
    check = partial(check_position, seconds=time_limit, search=search)
    for item in read_positions(positions, reading, check, offer=False, lang=lang):
        if isinstance(item, ErrorRecord):
            code = gravest(code, report_error(item, json=json))
            continue
        code = gravest(code, _list(item, search, limit, lang, json=json, board=drawn, ascii=ascii))
    return code


def _names() -> str:
    from satdoku.techniques.catalogue import technique_names

    return ", ".join(technique_names())


def _search(name: str) -> Technique:
    from satdoku.techniques.catalogue import technique

    try:
        return technique(name)
    except ValueError as error:
        told = str(error)
        joint = " There are" if told.endswith("?") else "; there are"
        raise FormatError(f"{told}{joint} {_names()}") from None


def _list(
    item: CheckedPosition,
    search: Technique,
    limit: int | None,
    lang: Lang,
    *,
    json: bool,
    board: bool,
    ascii: bool,
) -> int:
    from satdoku.answers.steps import StepSearch, steps_of
    from satdoku.explain import explain as sentences
    from satdoku.explain import title
    from satdoku.explain.phrases import phrases

    if json:
        found = steps_of(item, search, limit, lang.value)
        print(jsonlib.dumps(found.record().as_dict(), ensure_ascii=False))
        count, stopped = len(found), found.stopped
    else:
        count = 0
        position, geometry = item.position, item.position.geometry
        listed = StepSearch(item, search, limit)
        for count, step in enumerate(listed, 1):
            if board or on_terminal():
                print(("\n" if count > 1 else "") + f"{count}. {conclusion(step, position)}")
                if board:
                    print(picture(position, step, lang, ascii=ascii))
                print(wrapped(sentences(step, geometry, lang.value), lang, "   "), flush=True)
            else:
                pattern = sentences(step, geometry, lang.value, 2)
                print(f"{conclusion(step, position)}\t{pattern}")
        stopped = listed.stopped
    say = phrases(lang.value)
    place = f"{item.source}: {say.place.format(line=item.line)}" if item.source else ""
    name = search.name if lang is Lang.en else title(search.name, "ja")
    if stopped == "seconds":
        complain(place + say.steps_cut.format(count=count, name=name))
        return UNDECIDED
    if not count:
        complain(place + say.steps_none.format(name=name))
        return NO
    return DONE


# ------------------------------------------------------------------------------------------------
# Libraries.

_TITLES = {
    "0000": "Full House", "0002": "Hidden Single", "0003": "Naked Single",
    "0100": "Locked Candidates Type 1", "0101": "Locked Candidates Type 2",
    "0110": "Locked Pair", "0111": "Locked Triple",
    "0200": "Naked Pair", "0201": "Naked Triple", "0202": "Naked Quadruple",
    "0210": "Hidden Pair", "0211": "Hidden Triple", "0212": "Hidden Quadruple",
    "0300": "X-Wing", "0301": "Swordfish", "0302": "Jellyfish",
    "0310": "Finned X-Wing", "0311": "Finned Swordfish", "0312": "Finned Jellyfish",
    "0320": "Sashimi X-Wing", "0321": "Sashimi Swordfish", "0322": "Sashimi Jellyfish",
    "0331": "Franken Swordfish", "0332": "Franken Jellyfish",
    "0340": "Finned Franken X-Wing", "0341": "Finned Franken Swordfish",
    "0342": "Finned Franken Jellyfish", "0362": "Finned Mutant Jellyfish",
    "0363": "Finned Mutant Squirmbag", "0364": "Finned Mutant Whale",
    "0400": "Skyscraper", "0401": "2-String Kite", "0402": "Empty Rectangle",
    "0403": "Turbot Fish", "0404": "Dual 2-String Kite", "0405": "Dual Empty Rectangle",
    "0500": "Simple Colors Trap", "0501": "Simple Colors Wrap",
    "0502": "Multi Colors 1", "0503": "Multi Colors 2",
    "0600": "Uniqueness Test 1", "0601": "Uniqueness Test 2", "0602": "Uniqueness Test 3",
    "0603": "Uniqueness Test 4", "0604": "Uniqueness Test 5", "0605": "Uniqueness Test 6",
    "0606": "Hidden Rectangle", "0607": "Avoidable Rectangle Type 1",
    "0608": "Avoidable Rectangle Type 2", "0610": "Bivalue Universal Grave + 1",
    "0701": "X-Chain", "0702": "XY-Chain", "0703": "Remote Pair",
    "0706": "Continuous Nice Loop", "0707": "Discontinuous Nice Loop", "0708": "AIC",
    "0709": "Grouped Continuous Nice Loop", "0710": "Grouped Discontinuous Nice Loop",
    "0711": "Grouped AIC", "0800": "XY-Wing", "0801": "XYZ-Wing", "0803": "W-Wing",
    "0901": "Almost Locked Set XZ-Rule", "0902": "Almost Locked Set XY-Wing",
    "0903": "Almost Locked Set XY-Chain", "0904": "Death Blossom",
    "1101": "Sue de Coq", "1201": "Template Set", "1202": "Template Delete",
}  # fmt: skip
"""What HoDoKu calls the techniques of its codes."""

_CODES = {
    "0000": ("full-house",),
    # What HoDoKu calls a hidden single may be the last cell of another house.
    "0002": ("hidden-single", "full-house"),
    "0003": ("naked-single",),
    "0100": ("pointing",),
    "0101": ("claiming",),
    # A naked set in two houses at once: ours takes from all cells that see it.
    "0110": ("naked-pair",),
    "0111": ("naked-triple",),
    "0200": ("naked-pair",),
    "0201": ("naked-triple",),
    "0202": ("naked-quad",),
    "0210": ("hidden-pair",),
    "0211": ("hidden-triple",),
    "0212": ("hidden-quad",),
    "0300": ("x-wing",),
    "0301": ("swordfish",),
    "0302": ("jellyfish",),
    "0600": ("unique-rectangle-1",),
    "0601": ("unique-rectangle-2",),
    "0602": ("unique-rectangle-3",),
    "0603": ("unique-rectangle-4",),
    "0610": ("bug-1",),
    "0800": ("xy-wing",),
    "0801": ("xyz-wing",),
    "0901": ("als-xz",),
    "0902": ("als-xy-wing",),
    "0903": ("als-chain",),
    "0904": ("death-blossom",),
}
"""Our techniques of HoDoKu's codes. A code that is not here is no technique of ours."""


def _dialect(name: str, variant: str) -> Technique:
    """The technique in the dialect of a case's variant: 2 lets a rectangle's cells lack one of its
    digits, and sets overlap."""
    from satdoku.techniques.catalogue import technique

    if variant == "2":
        if name.startswith("unique-rectangle-"):
            from satdoku.techniques.uniqueness import DeadlyLoop

            return DeadlyLoop(int(name[-1]), dialect="missing")
        if name.startswith(("als-", "death-")):
            from satdoku.techniques.als import AlsChain, AlsXyWing, DeathBlossom

            overlapping: dict[str, Technique] = {
                "als-xy-wing": AlsXyWing(overlap=True),
                "als-chain": AlsChain(overlap=True),
                "death-blossom": DeathBlossom(overlap=True),
            }
            return overlapping.get(name) or technique(name)
    return technique(name)


_GOOD = ("found", "absent", "skipped")


def _replay(file: str, seconds: float | None, json: bool) -> int:
    reading = Reading.of("library", "auto", None, None)
    counts: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    code = DONE
    for item in items(file, reading):
        if item.document is None:
            code = gravest(code, BAD_INPUT)
            told = f"{item.source}: {item.error}" if item.source else str(item.error)
            complain(told)
            if json:
                text = " ".join(item.text.split())
                error = ErrorRecord(item.line, text, told, source=item.source)
                print(jsonlib.dumps(error.as_dict(), ensure_ascii=False))
            continue
        record = _case(item, seconds)
        counts[record.status] += 1
        if record.status == "skipped":
            skipped[record.title] += 1
        if record.status == "undecided":
            code = gravest(code, UNDECIDED)
        elif record.status not in _GOOD:
            code = gravest(code, NO)
        if json:
            print(jsonlib.dumps(record.as_dict(), ensure_ascii=False))
        else:
            shown = " ".join(record.expected) or "-"
            print(f"{record.status}\t{record.code}\t{record.title}\t{record.line}\t{shown}")
    total = counts.total()
    if json:
        print(jsonlib.dumps({"cases": total, **counts, "not_implemented": dict(skipped)}))
        return code
    parts = [f"{number} {status}" for status, number in sorted(counts.items())]
    print(f"{total} cases: {', '.join(parts)}" if parts else "0 cases")
    if skipped:
        listed = ", ".join(f"{name} ({number})" for name, number in skipped.items())
        print(f"skipped, for they are no techniques of ours: {listed}")
    return code


def _case(item: Item, seconds: float | None) -> CaseRecord:
    started = time.perf_counter()
    assert item.document is not None
    position, extras = item.document.position, item.document.extras
    assert position is not None
    code, _, variant = extras.get("technique", "").partition("-")
    # A fifth digit 1 marks the siamese form of a fish.
    plain = code[:4]
    names = _CODES.get(plain, ())
    out, put = _pairs(extras.get("eliminations", "")), _pairs(extras.get("placements", ""))
    expected = [candidate(position, pair) for pair in put]
    expected += [candidate(position, pair, true=False) for pair in out]
    status = "skipped"
    if names:
        try:
            found = _steps(names, variant, position, Limit(seconds=seconds).start())
            if variant == "x":
                status = "absent" if next(found, None) is None else "unexpected"
            else:
                aim = frozenset(put), frozenset(out)
                hit = any(step.conclusion == aim for step in found)
                status = "found" if hit else "not found"
        except RanOut:
            status = "undecided"
    return CaseRecord(
        item.line,
        " ".join(item.text.split()),
        extras.get("technique", ""),
        _TITLES.get(plain, plain),
        names,
        status,
        tuple(expected),
        round(time.perf_counter() - started, 6),
        source=item.source,
    )


def _steps(
    names: tuple[str, ...], variant: str, position: Position, clock: Clock
) -> Iterator[Step]:
    for name in names:
        yield from _dialect(name, variant).find(position, clock)


def _pairs(text: str) -> list[tuple[int, int]]:
    """``436``: digit 4, row 3, column 6."""
    return sorted(((int(t[1]) - 1) * 9 + int(t[2]) - 1, int(t[0])) for t in text.split())
