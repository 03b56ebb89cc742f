"""What ``explain``, ``hint`` and ``steps`` share: positions to start from, time, steps as records.

A step is found by argument, not by search, and yet each one is held against what the solver has
proved before anybody sees it (:meth:`Posed.judge`).
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
    from satdoku.techniques.step import Candidate, Chain, Contradiction, House, Step

__all__ = [
    "Asking",
    "BoardOption",
    "FromOption",
    "Journey",
    "Lang",
    "LangOption",
    "Phrases",
    "Posed",
    "PresetName",
    "PresetOption",
    "Style",
    "StyleOption",
    "TimeIsUp",
    "as_printed",
    "candidate",
    "ending_in_time",
    "error_code",
    "on_terminal",
    "phrases",
    "picture",
    "posed",
    "preset_of",
    "step_record",
    "summary",
    "title_key",
    "title_of",
    "wrapped",
]


class PresetName(StrEnum):
    """The ordered sets of techniques."""

    human = "human"
    se = "se"
    six_elements = "six-elements"
    euler96 = "euler96"


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
    typer.Option(help="The techniques used, and their order; se also rates each step."),
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

    def error(self, sentence: str, verdict: str | None = None) -> ErrorRecord:
        """What is wrong with this puzzle, as a record."""
        return _error(self.line, self.text, self.source, sentence, verdict)

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


@dataclass(frozen=True)
class Asking:
    """What is asked of every puzzle before it is told.

    seconds         the time for a puzzle
    solve           whether its solutions matter at all
    refusal         why it cannot be told, or ``None``
    allow_multiple  let puzzles without exactly one solution through, for so many seconds where
                    there is no other limit (``None``: do not); ``offer`` names the option
    """

    seconds: float | None = None
    solve: bool = True
    refusal: Callable[[Puzzle], str | None] = lambda puzzle: None
    allow_multiple: float | None = None
    offer: bool = True


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
        text = one_line(item.document.puzzle)
    return text.replace("\t", " ")


def _error(
    line: int, text: str, source: str | None, sentence: str, verdict: str | None = None
) -> ErrorRecord:
    place = f"line {line}: " if line and not sentence.startswith("line ") else ""
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
    what = "the position" if document.position is not None else "the puzzle"
    if result.verdict == "undecided":
        return found.error(f"whether {what} has one solution was not decided in time", "undecided")
    if result.verdict != "unique" and asking.allow_multiple is None:
        told = (
            f"{what} has no solution, so no way leads to one"
            if result.verdict == "none"
            else f"{what} has several solutions, so no argument leads to one"
        )
        if asking.offer:
            told += "; --allow-multiple goes as far as it can"
        return found.error(told, result.verdict)
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
# Time, and the way.


class TimeIsUp(Exception):
    """Raised inside a search whose time has run out."""


@contextmanager
def ending_in_time(clock: Clock) -> Iterator[None]:
    """End what runs inside when the clock runs out, however long one search would take.

    Searches for techniques know no clock. Where no timer can interrupt them (not the main
    thread, not a POSIX system), the clock is looked at between steps alone.

    :raises TimeIsUp: when it does.
    """
    left = clock.remaining()
    timer = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if left is None or not timer:
        yield
        return
    if not left:
        raise TimeIsUp

    def ring(number: int, frame: object) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, left)
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def preset_of(name: PresetName, posed: Posed, style: Style = Style.techniques) -> Preset:
    """A preset; without arguments from uniqueness where there is not exactly one solution."""
    from satdoku.rating import preset

    if style is Style.mus:
        from satdoku.rating.proofs import SMALL_PROOFS

        return SMALL_PROOFS
    found = _techniques(name, posed, preset(name.value))
    if style is Style.auto:
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
                with ending_in_time(self.posed.clock):
                    stage = next(stages, None)
            except (TimeIsUp, RanOut):
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


def title_key(step: Step) -> str:
    """The name that a step is called by: a negation inside a negation has its own."""
    return "negation-2" if (step.technique, step.variant) == ("negation", "2") else step.technique


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
        name=title_of(title_key(step), lang),
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


@dataclass(frozen=True)
class Phrases:
    """What is said around the steps, in one language; ``legend`` names the colours of a board
    (``None``: in the renderer's own words)."""

    solved: str
    solved_before: str
    stuck: str
    contradiction: str
    out_of_time: str
    enough: str
    hardest: str
    ratings: str
    weak: str
    full: str
    full_wrong: str
    legend: dict[str, str] | None


_ENGLISH = Phrases(
    solved="Solved in {steps}",
    solved_before="The grid is full already: nothing is left to do",
    stuck="Stuck after {steps}: the preset {preset} finds nothing more, and {open} are open",
    contradiction="After {steps} it is certain that no grid keeps all the rules",
    out_of_time="The time ran out after {steps}; {open} are open",
    enough="Stopped after {steps}, as asked; {open} are open",
    hardest="the hardest: {name}",
    ratings="ER {er:.1f}, EP {ep:.1f}, ED {ed:.1f}",
    weak="(--strength {next} tells more)",
    full="The grid is full: nothing is left to find.",
    full_wrong="The grid is full, and breaks a rule.",
    legend=None,
)
_JAPANESE = Phrases(
    solved="{steps}で解けました",
    solved_before="すでにすべてのマスが埋まっています",
    stuck="{steps}で行き詰まりました。手筋集「{preset}」ではこれ以上進めず、{open}が残っています",
    contradiction="{steps}で、すべての規則を満たす解がないことがわかりました",
    out_of_time="{steps}で時間切れです。{open}が残っています",
    enough="指定どおり{steps}で止めました。{open}が残っています",
    hardest="最も難しい手筋:{name}",
    ratings="ER {er:.1f}、EP {ep:.1f}、ED {ed:.1f}",
    weak="(--strength {next} でもっと詳しく)",
    full="すべてのマスが埋まっていて、探すものはありません。",
    full_wrong="すべてのマスが埋まっていますが、規則に反しています。",
    legend={
        "pattern": "注目するマス",
        "defining": "手筋の候補",
        "fin": "余分な候補",
        "extra": "余分な候補",
        "pivot": "軸",
        "locked": "限定された候補",
        "common": "2つの集合に共通",
        "excluder": "組み合わせを除く候補",
        "leaned": "すでに入っている数字",
        "true": "連鎖で真",
        "false": "連鎖で偽",
        "set-a": "集合A",
        "set-b": "集合B",
        "set-c": "集合C",
        "out": "消える候補",
        "put": "入る数字",
    },
)

_PRESETS_JA = {
    "human": "人向け",
    "se": "Sudoku Explainer",
    "six-elements": "六要素",
    "euler96": "オイラー96",
    "mus": "小さな証明",
}


def phrases(lang: Lang) -> Phrases:
    """The phrases of a language."""
    return _JAPANESE if lang is Lang.ja else _ENGLISH


def summary(journey: Journey, count: int, lang: Lang) -> str:
    """How a way ended, in a line."""
    words = phrases(lang)
    ja = lang is Lang.ja
    left = journey.end.values.count(None)
    told = {
        "steps": f"{count}手" if ja else f"{count} step{'' if count == 1 else 's'}",
        "open": f"{left}マス" if ja else f"{left} cell{'' if left == 1 else 's'}",
        "preset": _PRESETS_JA[journey.preset.name] if ja else journey.preset.name,
    }
    if journey.outcome == "solved":
        text = words.solved if count else words.solved_before
    elif journey.outcome == "stopped":
        text = words.out_of_time if journey.stopped == "seconds" else words.enough
    else:
        text = words.stuck if journey.outcome == "stuck" else words.contradiction
    parts = [text.format(**told)]
    if journey.hardest is not None:
        name = title_of(journey.hardest, lang)
        ratings = [rating for rating, _ in journey.ratings]
        if ratings and not journey.unrated:
            name += f" ({as_printed(max(ratings)):.1f})"
        parts.append(words.hardest.format(name=name))
    er, ep, ed = journey.numbers
    if er is not None:
        parts.append(words.ratings.format(er=er, ep=ep, ed=ed))
    return "。".join(parts) + "。" if ja else "; ".join(parts) + "."


def picture(
    position: Position, step: Step, lang: Lang, *, conclusions: bool = True, ascii: bool = False
) -> str:
    """The board before a step, and what the step sees in it."""
    from satdoku.render.terminal import render_step

    return render_step(
        position,
        step,
        conclusions=conclusions,
        color=coloured(),
        ascii=ascii,
        legend=phrases(lang).legend,
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
