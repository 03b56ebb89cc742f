"""The need of a technique: nothing easier goes on where it is the next step.

Puzzles are looked at in three stages, each of which sees only what the one before leaves:

1. The compiled core goes as far as the easier techniques go that HoDoKu has too, thousands of
   puzzles a second. If HoDoKu has the technique itself, it says where the technique comes next.
2. Otherwise the technique is searched for in the position in which the core is stuck.
3. The path of the preset ``human`` decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice, takewhile
from types import ModuleType

from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.puzzle import Position, Puzzle
from satdoku.rating import Preset, Stage, preset, start, walk
from satdoku.rating.columns import SINGLES, STANDS_BEHIND, WORTH
from satdoku.rating.names import is_called, unknown
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.scales import SE
from satdoku.rating.se import by_kernel
from satdoku.rating.table import PresetEntry
from satdoku.techniques.base import Technique
from satdoku.techniques.board import advance
from satdoku.techniques.catalogue import TechniqueGroup, all_techniques, technique, technique_names
from satdoku.techniques.names.vocabulary import canonical

BATCH_PUZZLES = 64
"""Puzzles that are made at a time."""

BARE = Puzzle.empty(Geometry.classic())
"""The classic board."""

_LONG_SEARCHES = ("dynamic-forcing-chains", "trial")
"""Techniques for which HoDoKu takes longer than the path does."""

_WORK = 300_000
"""Work of the core on one puzzle (a count, so that the answer does not depend on the machine)."""

_SOON = 4
"""Steps within which a technique is to come next."""

_ASSUMPTIONS = ("negation", "dynamic-forcing-chains")
"""Techniques of which all but the hardest puzzles need nothing beyond."""

_PROOFS = "small_proof"
CHAINS = ("alternating", "chains", "forcing", "negation", "trial", "whips", _PROOFS)
"""Files of techniques that show nearly everything, in a longer way."""

_SINGLES = ("Full House", "Hidden Single", "Naked Single")
"""They go on where there are any, whichever of them is wanted."""


def core_for_needs() -> ModuleType | None:
    """The compiled core, or ``None`` where it is not installed (or older)."""
    return compiled_core("hodoku_reach")


def table_before(search: Technique, puzzle: Puzzle) -> Preset:
    """A preset up to the first line that finds a technique: ``human``, or else the first other one
    that has it behind singles.

    Where proofs without a name, which show nearly everything, come before the technique, another
    preset is taken if one has it. A technique that all presets lack stands behind all lines of
    ``human`` that are worth less, but for these proofs.
    """
    return _table_before(search, puzzle)[0]


def _table_before(search: Technique, puzzle: Puzzle) -> tuple[Preset, Preset]:
    """The table of a technique, and the whole preset."""
    human = with_small_proofs(preset("human"), puzzle)
    for whole in (human, *_other_presets(puzzle)):
        table = _upto(search, whole)
        if table.entries and not _has_proofs_before(search, table):
            return table, whole
    if (table := _upto(search, human)).entries:
        return table, human
    own = min(map(_worth, search.names))
    named = (line for line in human.entries if line.search.file != _PROOFS)
    easier = [line for line in named if max(map(_worth, line.search.names)) < own]
    return replace(human, entries=(*easier, PresetEntry(search))), human


def _other_presets(puzzle: Puzzle) -> Iterator[Preset]:
    yield preset("se") if core_for_needs() is None else by_kernel(preset("se"), puzzle)
    yield from map(preset, ("six-elements", "trial"))


def _upto(search: Technique, table: Preset) -> Preset:
    """A preset up to the first lines that find a technique; empty where it lacks it, or has it
    before naked singles."""
    lines = table.entries
    ends = [end for name in search.names if (end := _last_line(lines, name)) is not None]
    singles = max(end for name in SINGLES if (end := _last_line(lines, name)) is not None)
    # Singles go on where there are any, whichever of them is practised.
    is_single = not set(SINGLES).isdisjoint(search.names)
    if not ends or (singles > max(ends) and not is_single):
        return replace(table, entries=())
    return replace(table, entries=lines[: max(*ends, singles) + 1])


def _has_proofs_before(search: Technique, table: Preset) -> bool:
    return search.file != _PROOFS and any(line.search.file == _PROOFS for line in table.entries)


def _last_line(lines: Sequence[PresetEntry], name: str) -> int | None:
    """The last line that finds a technique; the first of those that search for nothing else."""
    alone = (at for at, line in enumerate(lines) if line.search.name == name)
    beside = [at for at, line in enumerate(lines) if name in line.search.names]
    return next(alone, beside[-1] if beside else None)


def _last_of(lines: Sequence[PresetEntry], name: str) -> PresetEntry:
    return next(line for line in reversed(lines) if name in line.search.names)


def _worth(name: str) -> float:
    least = SE.least(name)
    own = WORTH.get(name, least)
    if own is not None:
        return own
    before = next((at for family, at in STANDS_BEHIND.items() if name.startswith(family)), None)
    return float("inf") if before is None else WORTH[before] + 0.5


@dataclass(frozen=True)
class TechniqueNeed:
    """A technique, and the lines of the preset up to it.

    search  finds its steps
    table   the lines that go before it, and its own
    easier  what HoDoKu calls the techniques that go before it, in the order of the table
    wanted  what it calls the technique itself; empty where it has it not
    further  the numbers of the lines of the table that go before it and that HoDoKu has not
    """

    search: Technique
    table: Preset
    easier: tuple[str, ...]
    wanted: tuple[str, ...]
    further: tuple[int, ...]

    @staticmethod
    @lru_cache(maxsize=64)
    def of(search: Technique) -> TechniqueNeed:
        """The need of a technique, or of a group of them, in classic puzzles."""
        table, whole = _table_before(search, BARE)
        named = required_core("a technique").hodoku_names()
        texts = {name: text for text in named if (name := canonical(text)) not in _LONG_SEARCHES}
        names = set(search.names)
        before = [*takewhile(lambda line: names.isdisjoint(line.search.names), table.entries)]
        easier = [
            texts[name]
            for line in before
            for name in line.search.names
            # Short chains come before long ones, HoDoKu's with the longest.
            if name in texts
            if len(line.search.names) == 1 or line is _last_of(whole.entries, name)
        ]
        wanted = tuple(texts[name] for name in search.names if name in texts)
        further = tuple(
            n for n, line in enumerate(before) if texts.keys().isdisjoint(line.search.names)
        )
        return TechniqueNeed(search, table, tuple(dict.fromkeys(easier)), wanted, further)

    def likely(self, puzzles: Sequence[str], clock: Clock = ENDLESS) -> Iterator[str]:
        """The puzzles, of some with one solution, that may need the technique.

        :raises RanOut: where the clock runs out first.
        """
        core = required_core("a technique")
        names = (*self.easier, *self.wanted, *_SINGLES)
        for number, digits, masks in core.hodoku_reach(puzzles, names, self.wanted, nodes=_WORK):
            clock.check()
            position = _position(puzzles[number], digits, masks)
            if not self.wanted and self.search.first(position, clock) is None:
                continue
            # The rest of the path is quicker from there than from the start.
            if self.stage(position, clock) is not None:
                yield puzzles[number]

    def stuck(self, puzzle: str, count: int) -> Position | None:
        """The position in which the first easier techniques are stuck; ``None``: they are not."""
        names = (*self.easier[:count], *_SINGLES)
        core = required_core("a technique")
        ends = core.hodoku_reach([puzzle], names, nodes=_WORK)
        return _position(puzzle, *ends[0][1:]) if ends else None

    def comes_soon(self, position: Position, count: int, clock: Clock = ENDLESS) -> bool:
        """Whether one of the next few steps is of the technique, on the path without the lines that
        HoDoKu has not, but for the first of them.

        :raises RanOut: where the clock runs out first.
        """
        later = set(self.further[count:])
        entries = tuple(line for n, line in enumerate(self.table.entries) if n not in later)
        stages = islice(walk(position, replace(self.table, entries=entries), clock), _SOON)
        return any(stage.step.technique in self.search.names for stage in stages)

    @property
    def is_quick(self) -> bool:
        """Whether the path is walked quickly: the presets but ``human`` have few lines."""
        return self.table.name != "human"

    @property
    def is_of_the_hardest(self) -> bool:
        """Whether only the hardest puzzles need the technique: it comes behind assumptions of any
        candidate, from which much follows."""
        own = set(self.search.names)
        before = takewhile(lambda line: own.isdisjoint(line.search.names), self.table.entries)
        return any(line.search.name in _ASSUMPTIONS for line in before)

    def is_stuck(self, position: Position, count: int, clock: Clock = ENDLESS) -> bool:
        """Whether the easier lines, with the first of those that HoDoKu has not, do not lead to the
        solution.

        :raises RanOut: where the clock runs out first.
        """
        later, own = set(self.further[count:]), set(self.search.names)
        entries = tuple(
            line
            for n, line in enumerate(self.table.entries)
            if n not in later and own.isdisjoint(line.search.names)
        )
        return not leads_on(position, replace(self.table, entries=entries), clock)

    def stage(self, position: Position, clock: Clock = ENDLESS) -> Stage | None:
        """The first stage of the path that is a step of the technique.

        :raises RanOut: where the clock runs out first.
        """
        return _first_of(self.search, self.table, position, clock)

    def is_enough(self, position: Position, clock: Clock = ENDLESS) -> bool:
        """Whether singles and the technique go to the solution.

        :raises RanOut: where the clock runs out first.
        """
        singles = lines_of(SINGLES)
        lines = (*singles.entries, PresetEntry(self.search))
        return leads_on(position, replace(singles, entries=lines), clock)

    def is_unlike(self, stage: Stage, clock: Clock = ENDLESS) -> bool:
        """Whether no other technique shows all that a step does, chains and proofs apart.

        :raises RanOut: where the clock runs out first.
        """
        placed, removed = stage.step.conclusion
        own = set(self.search.names)
        return not any(
            step.conclusion[0] >= placed and step.conclusion[1] >= removed
            for line in preset("human").entries
            if line.search.file not in CHAINS and own.isdisjoint(line.search.names)
            for step in line.search.find(stage.before, clock)
        )


def lines_of(techniques: Sequence[str]) -> Preset:
    """The lines of the preset ``human`` that search for some techniques alone."""
    table = preset("human")
    lines = [line for line in table.entries if line.search.name in techniques]
    return replace(table, entries=tuple(lines))


def leads_on(position: Position, table: Preset, clock: Clock = ENDLESS) -> bool:
    """Whether the lines of a table go to the solution.

    :raises RanOut: where the clock runs out first.
    """
    for stage in walk(position, table, clock):
        position = advance(stage.before, stage.step)
    return position.is_solved


def is_solved_by(techniques: Sequence[str], puzzle: str) -> bool:
    """Whether techniques that HoDoKu has solve a classic puzzle with one solution."""
    core = required_core("a technique")
    names = {canonical(text): text for text in core.hodoku_names()}
    return not core.hodoku_reach([puzzle], [names[name] for name in techniques])


@lru_cache
def classic_techniques() -> tuple[str, ...]:
    """The techniques of the catalogue that find steps in classic puzzles."""
    used = {line.search for line in with_small_proofs(preset("human"), BARE).entries}
    return tuple(
        search.name
        for search in all_techniques()
        if search in used or ".clues." not in type(search).__module__
    )


def _searches(wanted: str, names: Iterable[str]) -> list[Technique]:
    return [technique(name) for name in names if is_called(name, wanted)]


def why_not_needed(wanted: str) -> str | None:
    """Why no classic puzzle needs a technique of this name, with the nearest names, or ``None``."""
    known = classic_techniques()
    why = why_of_rules(wanted) or unknown(wanted, known, "classic puzzles")
    return why or why_replaced(wanted, known)


def why_of_rules(wanted: str) -> str | None:
    """That only puzzles with rules need a technique of this name, or ``None``."""
    own = canonical(wanted)
    if own in classic_techniques() or own not in technique_names():
        return None
    return (
        f"{wanted!r} is not a technique of classic puzzles, but of puzzles with rules, which "
        f"generate makes with --clues-of; satdoku practice {own} makes positions where it is "
        "the next step"
    )


def why_replaced(wanted: str, names: Iterable[str]) -> str | None:
    """Why a technique of this name, of some, is never needed: easier ones replace it."""
    called = [technique(name) for name in names if is_called(name, wanted)]
    if not called or not all(one.replaced_by for one in called):
        return None
    easier = dict.fromkeys(chain.from_iterable(one.replaced_by for one in called))
    *others, last = easier
    return (
        f"no puzzle needs {wanted}: wherever it finds a step, an easier technique finds one first "
        f"({' or '.join(filter(None, (', '.join(others), last)))})"
    )


@lru_cache(maxsize=64)
def needed(wanted: str) -> TechniqueNeed:
    """The need of a name, which :func:`why_not_needed` knows."""
    return TechniqueNeed.of(_grouped(wanted, _searches(wanted, classic_techniques())))


def _grouped(wanted: str, searches: Sequence[Technique]) -> Technique:
    first, *more = searches
    return TechniqueGroup(wanted, tuple(searches)) if more else first


def may_need(wanted: str, puzzle: Puzzle, clock: Clock = ENDLESS) -> bool:
    """Whether a puzzle of any rules may need a technique of this name: easier ones lead to a step
    of it. This is much quicker than the whole path, if the puzzle is harder.

    :raises RanOut: where the clock runs out first.
    """
    searches = _searches(wanted, (search.name for search in all_techniques()))
    if not searches:
        return True  # the name of a rule's own steps
    return stage_before(_grouped(wanted, searches), start(puzzle), clock) is not None


def stage_before(search: Technique, position: Position, clock: Clock) -> Stage | None:
    """:meth:`TechniqueNeed.stage` on any board.

    :raises RanOut: where the clock runs out first.
    """
    return _first_of(search, table_before(search, position.puzzle), position, clock)


def _first_of(search: Technique, table: Preset, position: Position, clock: Clock) -> Stage | None:
    stages = walk(position, table, clock)
    return next((stage for stage in stages if stage.step.technique in search.names), None)


def _position(puzzle: str, digits: str, masks: Sequence[int]) -> Position:
    values = tuple(None if digit in ".0" else int(digit) for digit in digits)
    givens = [None if digit in ".0" else int(digit) for digit in puzzle]
    candidates = tuple(_DIGITS[mask] for mask in masks)
    return Position(BARE.with_givens(givens), values, candidates)


_DIGITS = tuple(frozenset(d + 1 for d in range(9) if mask >> d & 1) for mask in range(512))
