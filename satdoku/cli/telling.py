"""What ``explain``, ``hint`` and ``steps`` share: positions to start from, time, steps as records.

A step is found by argument, not by search, and yet each one is held against what the solver has
proved before anybody sees it (:meth:`Posed.judge`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from satdoku.cli.asking import one_line
from satdoku.cli.inputs import Item, Reading, all_items, one_document
from satdoku.cli.output import BAD_INPUT, NO, UNDECIDED, coloured
from satdoku.errors import EngineDisagreement, FormatError, InvalidPuzzle, Unsupported
from satdoku.limits import ENDLESS, Clock, Limit, RanOut
from satdoku.puzzle import Document, Grid, Position, Puzzle
from satdoku.records import ErrorRecord, StepRecord

if TYPE_CHECKING:
    from satdoku.rating import Preset, RatedStep, Stage
    from satdoku.rating.trials import Branch
    from satdoku.techniques.step import Candidate, Chain, Contradiction, House, Step

__all__ = [
    "Asking",
    "BoardOption",
    "FromOption",
    "Journey",
    "Lang",
    "LangOption",
    "Posed",
    "PresetName",
    "PresetOption",
    "Style",
    "StyleOption",
    "as_printed",
    "branch_data",
    "candidate",
    "error_code",
    "heading",
    "on_terminal",
    "picture",
    "posed",
    "preset_of",
    "step_record",
    "summary",
    "title_of",
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


@dataclass(frozen=True)
class Posed:
    """A position to go on from, and what is proved about it.

    verdict    unique | multiple | none; ``unknown`` where nobody asked
    witnesses  solutions: the one, or two different ones
    """

    line: int
    text: str
    source: str | None
    position: Position
    verdict: Literal["unique", "multiple", "none", "unknown"]
    witnesses: tuple[Grid, ...]
    clock: Clock

    def error(self, sentence: str, verdict: str | None = None, lang: Lang = Lang.en) -> ErrorRecord:
        """What is wrong with this puzzle, as a record."""
        return _error(self.line, self.text, self.source, sentence, verdict, lang)

    def judge(self, step: Step) -> None:
        """:raises EngineDisagreement: where a step contradicts a solution that is proved."""
        for grid in self.witnesses:
            wrong = [(c, d) for c, d in step.placements if grid.values[c] != d]
            wrong += [(c, d) for c, d in step.eliminations if grid.values[c] == d]
            if wrong or step.contradiction is not None:
                told = ", ".join(candidate(self.position, pair) for pair in wrong) or "no solution"
                raise EngineDisagreement(
                    f"the technique {step.technique} contradicts the solution of {self.text} "
                    f"({told}). This is a bug; please report it."
                )

    def judge_all(self, solutions: Sequence[Grid], *, complete: bool) -> None:
        """Hold the answers of a search against those that the solver has proved.

        :raises EngineDisagreement: where there are more than there can be, or one is missing.
        """
        most = {"none": 0, "unique": 1}.get(self.verdict)
        missing = complete and any(grid not in solutions for grid in self.witnesses)
        if missing or (most is not None and len(solutions) > most):
            raise EngineDisagreement(
                f"trial found {len(solutions)} solutions of {self.text}, and the solver's verdict "
                f"is {self.verdict}. This is a bug; please report it."
            )


@dataclass(frozen=True)
class Asking:
    """What is asked of every puzzle before it is told.

    seconds         the time for a puzzle
    solve           whether its solutions matter at all
    refusal         why it cannot be told, or ``None``
    allow_multiple  let puzzles without exactly one solution through, for so many seconds where
                    there is no other limit (``None``: do not); ``offer`` names the option
    lang            the language of a verdict that ends it
    """

    seconds: float | None = None
    solve: bool = True
    refusal: Callable[[Puzzle], str | None] = lambda puzzle: None
    allow_multiple: float | None = None
    offer: bool = True
    lang: Lang = Lang.en


def posed(
    arguments: Sequence[str], reading: Reading, asking: Asking, resume: str | None = None
) -> Iterator[Posed | ErrorRecord]:
    """Every puzzle or position of the arguments, judged; ``resume`` is the grid of ``--from``.

    :raises FormatError: where ``resume`` cannot be read, or there are several puzzles for it.
    """
    later = None if resume is None else _resumed(resume, reading)
    for number, item in enumerate(all_items(arguments, reading)):
        if later is not None and number:
            raise FormatError("--from is the grid of one puzzle, and here are more than one")
        if item.document is None:
            yield _error(item.line, " ".join(item.text.split()), item.source, str(item.error))
            continue
        try:
            yield _judged(item, item.document, later, asking)
        except (InvalidPuzzle, Unsupported, FormatError) as error:
            yield _error(item.line, _shown(item), item.source, str(error))


def _resumed(text: str, reading: Reading) -> Document:
    try:
        return one_document(text, reading)
    except FormatError as error:
        raise FormatError(f"--from cannot be read: {error}") from None


def _shown(item: Item) -> str:
    text = item.text.strip()
    if item.document is not None and ("\n" in text or not text):
        text = one_line(item.document.puzzle, item.document.title)
    return text.replace("\t", " ")


def _error(
    line: int,
    text: str,
    source: str | None,
    sentence: str,
    verdict: str | None = None,
    lang: Lang = Lang.en,
) -> ErrorRecord:
    from satdoku.explain.phrases import phrases

    place = phrases(lang.value).place.format(line=line)
    if not line or sentence.startswith("line "):
        place = ""
    told = f"{source}: {place}{sentence}" if source else f"{place}{sentence}"
    return ErrorRecord(line, text, told, verdict, source=source)


def error_code(record: ErrorRecord) -> int:
    """The exit code of a puzzle that is not told: 1 the solver says no, 3 undecided, else 2."""
    codes = {"none": NO, "multiple": NO, "undecided": UNDECIDED}
    return codes.get(record.verdict or "", BAD_INPUT)


def _judged(
    item: Item, document: Document, later: Document | None, asking: Asking
) -> Posed | ErrorRecord:
    from satdoku.rating import start

    document.puzzle.require_valid()
    position = document.position or start(document.puzzle)
    limit = Limit(seconds=asking.seconds)
    found = Posed(item.line, _shown(item), item.source, position, "unknown", (), limit.start())
    reason = asking.refusal(position.puzzle)
    if reason is not None:
        return found.error(reason)
    if later is not None:
        found = replace(found, position=_moved_on(position, later))
    if not asking.solve:
        return found
    from satdoku.solving import check_unique

    result = check_unique(document.puzzle, limit=limit)
    from satdoku.explain.phrases import phrases

    say = phrases(asking.lang.value)
    is_position = document.position is not None
    if result.verdict == "undecided":
        return found.error(say.undecided[is_position], "undecided", asking.lang)
    if result.verdict != "unique" and asking.allow_multiple is None:
        told = (say.none if result.verdict == "none" else say.several)[is_position]
        return found.error(told + say.offer * asking.offer, result.verdict, asking.lang)
    if later is not None:
        _check_resumed(found.position, result.witnesses, result.verdict)
    clock = found.clock
    if result.verdict != "unique" and asking.seconds is None:
        clock = Limit(seconds=asking.allow_multiple).start()
    witnesses = result.witnesses
    if result.verdict == "multiple" and later is not None:
        # The digits of --from may rule either of them out.
        witnesses = tuple(grid for grid in witnesses if _reached(found.position, grid) is None)
    return replace(found, verdict=result.verdict, witnesses=witnesses, clock=clock)


def _moved_on(position: Position, later: Document) -> Position:
    """The position with the digits (and candidates) of ``--from``.

    :raises FormatError: where it disagrees with the puzzle, naming the place.
    """
    from satdoku.techniques.board import apply
    from satdoku.techniques.step import Step

    geometry = position.geometry
    told = later.position
    values = later.puzzle.givens if told is None else told.values
    if later.puzzle.geometry != geometry:
        raise FormatError(
            f"--from is a board {later.puzzle.geometry.describe()}, "
            f"and the puzzle one {geometry.describe()}"
        )
    for cell, (own, new) in enumerate(zip(position.values, values, strict=True)):
        name = geometry.name(cell)
        if own is not None and own != new:
            what = f"has {new} in {name}" if new is not None else f"leaves {name} empty"
            raise FormatError(f"--from {what}, where the puzzle has {own}")
    faults = [fault.message for fault in later.puzzle.problems()]
    if faults:
        raise FormatError(f"--from is at fault: {'; '.join(faults)}")
    for cell, (own, new) in enumerate(zip(position.values, values, strict=True)):
        if own is None and new is not None:
            if new not in position.candidates[cell]:
                raise FormatError(
                    f"--from has {new} in {geometry.name(cell)}, where the puzzle rules it out"
                )
            position = apply(position, Step("from", placements=((cell, new),)))
    if told is not None:
        position = position.eliminate(
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            for digit in digits - told.candidates[cell]
        )
    return position


def _reached(position: Position, grid: Grid) -> tuple[int, bool] | None:
    """The first cell where a position has left a solution, and whether a digit stands there."""
    for cell, (value, digits) in enumerate(zip(position.values, position.candidates, strict=True)):
        digit = grid.values[cell]
        if value is not None and value != digit:
            return cell, True
        if value is None and digit not in digits:
            return cell, False
    return None


def _check_resumed(position: Position, witnesses: tuple[Grid, ...], verdict: str) -> None:
    """:raises FormatError: where ``--from`` has left the one solution."""
    if verdict != "unique":
        return
    lost = _reached(position, witnesses[0])
    if lost is None:
        return
    cell, written = lost
    name = position.geometry.name(cell)
    if written:
        raise FormatError(
            f"--from has {position.values[cell]} in {name}, but the puzzle's solution has another "
            "digit there"
        )
    raise FormatError(f"--from leaves {name} without the digit that the solution has there")


# ------------------------------------------------------------------------------------------------
# The way.


def preset_of(name: PresetName, posed: Posed, style: Style = Style.techniques) -> Preset:
    """A preset; without arguments from uniqueness where there is not exactly one solution."""
    from satdoku.rating import preset

    if style is Style.mus:
        from satdoku.rating.proofs import SMALL_PROOFS

        return SMALL_PROOFS
    found = _techniques(name, posed, preset(name.value))
    if style is Style.auto and name is not PresetName.trial:
        from satdoku.rating.proofs import with_small_proofs

        found = with_small_proofs(found, posed.position.puzzle)
    return found


def _techniques(name: PresetName, posed: Posed, found: Preset) -> Preset:
    if name is PresetName.se:
        from satdoku.cli.kernel import with_kernel

        found = with_kernel(found, posed.position.puzzle)
    if posed.verdict == "unique":
        return found
    entries = tuple(entry for entry in found.entries if not entry.search.needs_uniqueness)
    return replace(found, entries=entries)


@dataclass
class Journey:
    """A way from a position: iterate over its stages, then ask how it ended.

    outcome  solved | stuck | contradiction | stopped (``stopped``: seconds or steps)
    hardest  the technique of the highest rating, or the one that stands last in the preset
    """

    posed: Posed
    preset: Preset
    most: int | None = None
    outcome: Literal["solved", "stuck", "contradiction", "stopped"] = "stuck"
    stopped: Literal["seconds", "steps"] | None = None
    end: Position = field(init=False)
    hardest: str | None = None
    ratings: list[tuple[float, bool]] = field(default_factory=list)
    unrated: bool = False

    def __iter__(self) -> Iterator[Stage]:
        from satdoku.explain import title_key
        from satdoku.rating import walk
        from satdoku.techniques.board import apply

        position = self.end = self.posed.position
        ranks: list[int] = []
        stages = walk(position, _ranking(self.preset, ranks), self.posed.clock)
        count, top = 0, (-1.0, -1)
        while True:
            if count == self.most and not self.end.is_solved:
                self.outcome, self.stopped = "stopped", "steps"
                return
            try:
                stage = next(stages, None)
            except RanOut:
                self.outcome, self.stopped = "stopped", "seconds"
                return
            if stage is None:
                break
            count += 1
            step = stage.step
            self.posed.judge(step)
            if stage.rating is not None:
                self.ratings.append((stage.rating, bool(step.placements)))
            else:
                self.unrated = True
            # A step without a rating is one that the scale does not reach.
            scale = inf if stage.rating is None and self.ratings else stage.rating or 0.0
            rank = (scale, ranks[-1] if ranks else 0)
            if rank > top:
                top, self.hardest = rank, title_key(step)
            yield stage
            if step.contradiction is not None:
                self.outcome = "contradiction"
                return
            self.end = apply(stage.before, step)
        if self.end.is_solved:
            right = self.end.puzzle.accepts(self.end.grid)
            self.outcome = "solved" if right else "contradiction"
        elif self.posed.clock.stopped() is not None:
            self.outcome, self.stopped = "stopped", "seconds"

    @property
    def numbers(self) -> tuple[float | None, float | None, float | None]:
        """ER, EP, ED of a way gone to its end: the hardest step, the hardest up to the first digit
        written, the first step. Nothing where some step has no rating (a small proof)."""
        if self.outcome != "solved" or not self.ratings or self.unrated:
            return None, None, None
        ratings = [rating for rating, _ in self.ratings]
        first = next(at for at, (_, places) in enumerate(self.ratings) if places)
        er, ep, ed = max(ratings), max(ratings[: first + 1]), ratings[0]
        return as_printed(er), as_printed(ep), as_printed(ed)


def _ranking(preset: Preset, ranks: list[int]) -> Preset:
    """The same preset; each time it finds a step, the place of the line that did is noted."""
    from satdoku.rating import Preset

    class Ranking(Preset):
        def next(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
            for rank, entry in enumerate(self.entries):
                found = entry.first(position, clock)
                if found is not None:
                    ranks.append(rank)
                    return found
            return None

    return Ranking(preset.name, preset.title, preset.entries)


# ------------------------------------------------------------------------------------------------
# Steps as records.


def heading(step: Step, lang: Lang) -> str:
    """The name of a step's technique as a heading."""
    from satdoku.explain import title_key

    return title_of(title_key(step), lang)


def title_of(technique: str, lang: Lang) -> str:
    """A technique's name as a heading."""
    from satdoku.explain import title

    name = title(technique, lang.value)
    return name[:1].upper() + name[1:]


def candidate(position: Position, pair: Candidate, *, true: bool = True) -> str:
    """``r1c5=7``, or ``r1c5<>7``."""
    cell, digit = pair
    return f"{position.geometry.name(cell)}{'=' if true else '<>'}{digit}"


def as_printed(rating: float) -> float:
    """A rating with one decimal, as Sudoku Explainer prints it."""
    from satdoku.rating.se import printed

    return printed(rating)


def step_record(
    step: Step, position: Position, text: str, lang: Lang, rating: float | None = None
) -> StepRecord:
    """A step as plain data."""
    data = _step_data(step, position)
    return StepRecord(
        name=heading(step, lang),
        rating=None if rating is None else as_printed(rating),
        text=text,
        **data,
    )


def _step_data(step: Step, position: Position) -> dict[str, Any]:
    name = position.geometry.name
    wrong = step.contradiction
    return {
        "technique": step.technique,
        "placements": tuple(candidate(position, pair) for pair in step.placements),
        "eliminations": tuple(candidate(position, pair, true=False) for pair in step.eliminations),
        "contradiction": None if wrong is None else _contradiction_data(wrong, position),
        "variant": step.variant,
        "digits": step.digits,
        "cells": tuple(map(name, step.cells)),
        "houses": tuple(_house_data(house, position) for house in step.houses),
        "candidates": {
            role: tuple(candidate(position, pair) for pair in pairs)
            for role, pairs in step.candidates
        },
        "links": tuple(
            {
                "first": candidate(position, link.first),
                "second": candidate(position, link.second),
                "kind": link.kind,
                "house": None if link.house is None else link.house.name,
                **({} if link.rule is None else {"rule": link.rule.title}),
            }
            for link in step.links
        ),
        "chains": tuple(_chain_data(chain, position) for chain in step.chains),
        "sets": tuple(
            {"name": s.name, "cells": tuple(map(name, s.cells)), "digits": s.digits}
            for s in step.sets
        ),
        "parts": tuple(_part_data(part, position) for part in step.parts),
        "notation": step.notation,
        "rules": tuple(
            {"name": rule.name, "title": rule.title, "cells": tuple(map(name, rule.cells))}
            for rule in step.rules
        ),
        "size": _size(step),
    }


def _size(step: Step) -> int | None:
    if step.technique != "small-proof":
        return None
    from satdoku.techniques.small_proof import facts_used

    return facts_used(step)


def _contradiction_data(wrong: Contradiction, position: Position) -> dict[str, Any]:
    told: dict[str, Any] = {
        "kind": wrong.kind,
        "cells": tuple(map(position.geometry.name, wrong.cells)),
        "digits": wrong.digits,
        "house": None if wrong.house is None else wrong.house.name,
    }
    if wrong.rule is not None:
        told["rule"] = wrong.rule.title
    return told


def branch_data(branch: Branch) -> dict[str, Any]:
    """A branch of a search by trial as plain data."""
    position = branch.position
    name = position.geometry.name
    told: dict[str, Any] = {"depth": branch.depth}
    if branch.assumed is not None:
        told["assumed"] = candidate(position, branch.assumed)
    told["singles"] = [
        {"candidate": candidate(position, step.placements[0]), "technique": step.technique}
        | ({"house": step.houses[0].name} if step.houses else {})
        for step in branch.singles
    ]
    told["ending"] = branch.ending
    if branch.ending == "trial":
        told |= {"cell": name(branch.step.cells[0]), "digits": branch.step.digits}
    elif branch.step.contradiction is not None:
        told["contradiction"] = _contradiction_data(branch.step.contradiction, position)
    else:
        told["number"] = branch.number
    return told


def _part_data(step: Step, position: Position) -> dict[str, Any]:
    found = {key: value for key, value in _step_data(step, position).items() if value}
    if step.because:
        found["because"] = tuple(
            candidate(position, (cell, digit), true=on) for cell, digit, on in step.because
        )
    return found


def _house_data(house: House, position: Position) -> dict[str, Any]:
    cells = tuple(map(position.geometry.name, house.cells))
    return {"kind": house.kind, "number": house.number, "name": house.name, "cells": cells}


def _chain_data(chain: Chain, position: Position) -> dict[str, Any]:
    from satdoku.explain import eureka

    nodes = []
    for node in chain.nodes:
        told: dict[str, Any] = {
            "says": candidate(position, (node.cell, node.digit), true=node.on),
            "from": node.parents,
            "cause": node.cause,
        }
        if node.house is not None:
            told["house"] = node.house.name
        if node.rule is not None:
            told["rule"] = node.rule.title
        if node.part is not None:
            told["part"] = node.part
        nodes.append(told)
    found: dict[str, Any] = {"nodes": tuple(nodes), "cycle": chain.cycle}
    line = eureka(chain, position.geometry)
    if line is not None:
        found["eureka"] = line
    if chain.conflict is not None:
        found["conflict"] = _contradiction_data(chain.conflict, position)
        found["conflict"]["from"] = chain.because
    if chain.parts:
        found["parts"] = tuple(_part_data(part, position) for part in chain.parts)
    return found


# ------------------------------------------------------------------------------------------------
# For a reader.


def summary(journey: Journey, count: int, lang: Lang) -> str:
    """How a way ended, in a line."""
    from satdoku.explain.phrases import phrases

    ratings = [rating for rating, _ in journey.ratings]
    rated = bool(ratings) and not journey.unrated
    er, ep, ed = journey.numbers
    return phrases(lang.value).summary(
        journey.stopped or journey.outcome,
        count,
        journey.end.values.count(None),
        journey.preset.name,
        journey.hardest,
        as_printed(max(ratings)) if rated else None,
        None if er is None or ep is None or ed is None else (er, ep, ed),
    )


def picture(position: Position, step: Step, lang: Lang, *, ascii: bool = False) -> str:
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
