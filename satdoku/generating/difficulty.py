"""Puzzles of a wished difficulty; one file, since it is one search.

The search moves toward the target on the scales of Sudoku Explainer and HoDoKu: a puzzle that is
too hard gets a given back; in one that is too easy, some givens are added and others removed.
Patterns with a symmetry move by whole orbits, and a mask keeps its cells and gets new digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, field, replace
from functools import lru_cache
from itertools import pairwise
from math import log
from types import ModuleType
from typing import Any, Literal, TypeAlias

from satdoku.base.limits import Clock, Limit
from satdoku.base.records import dataclass
from satdoku.board import Geometry
from satdoku.generating.needs import (
    is_solved_by,
    leads_on,
    lines_of,
    why_not_needed,
    why_of_rules,
    why_replaced,
)
from satdoku.generating.randomness import Stream
from satdoku.puzzle import Puzzle
from satdoku.rating import preset
from satdoku.rating.columns import SINGLES, Column
from satdoku.rating.levels import (
    LEVELS,
    Level,
    Tenths,
    by_singles,
    level_name,
    level_of_points,
    short_of_easy,
)
from satdoku.rating.names import is_called, path_names, technique_names, unknown
from satdoku.rating.people import people, people_table
from satdoku.rating.proofs import added_names
from satdoku.rating.scales import HODOKU, SE
from satdoku.techniques.compiled.se_names import name_of

_MAIN = SE.columns[0]
_MAX_TENTHS = max(SE.possible)

_MAX_PROOFS = 60
"""Steps without a name beyond which a path is of the hardest level. They are counted instead of
time, so that a busy machine makes the same puzzles."""

_SCORE = HODOKU.columns[0]
MINUTES = "minutes"
"""The name of a range of minutes that people take."""
_HODOKU_LEVELS = {f"{HODOKU.name}:{name}": name for name in HODOKU.levels}
LEVEL_NAMES = (*LEVELS, *_HODOKU_LEVELS)
"""Every level that can be wished for, those of Sudoku Explainer's scale first."""

_MAX_SINGLES_SCORE = 14 * (81 - 17)
"""The largest score of a path of singles, as a puzzle has 17 givens or more."""
_SCORE_PER_TENTH = 50
"""The part of HoDoKu's score that counts as a tenth of ER."""
_TENTHS_PER_LEVEL = 4
"""Tenths of ER that count as a level."""

SinglesName: TypeAlias = Literal["hidden", "naked"]
_LINES_OF_SINGLES: dict[SinglesName, tuple[str, ...]] = {
    "hidden": ("full-house", "hidden-single"),
    "naked": ("full-house", "naked-single"),
}

_MAX_STALE_STEPS = 60

_MAX_LISTED, _FEW_LISTED = 3000, 300
"""Solutions listed to find other digits for a pattern."""

_MAX_BAND_RATINGS = 1000
"""Ratings after which a narrower range of ER is given up."""

_RATING_WORK = 2_000_000
"""Work spent on one rating (a count, so that the answer does not depend on the machine)."""


def producible(wanted: Tenths) -> str | None:
    """Why no puzzle has a rating in this range, or ``None``."""
    low, high = wanted
    shown = f"{low / 10:.1f} to {high / 10:.1f}"
    if low > high:
        return f"the range {shown} is empty"
    if low > _MAX_TENTHS:
        return (
            f"no puzzle rated {shown} is known; "
            f"the hardest has {_MAIN.label} {_MAX_TENTHS / 10:.1f}"
        )
    if not any(low <= value <= high for value in SE.possible):
        below = max((v for v in SE.possible if v < low), default=None)
        above = min(v for v in SE.possible if v > high)
        near = f"{above / 10:.1f}" if below is None else f"{below / 10:.1f} and {above / 10:.1f}"
        return f"no technique gives a rating of {shown}; the nearest are {near}"
    return None


@dataclass(frozen=True, slots=True)
class Target:
    """The required rating; a field is ``None`` where any value will do.

    ranges        of Sudoku Explainer's numbers by column, in tenths, of HoDoKu's score, and of
                  the ``minutes`` that people take, in tenths
    level         the name of one of Sudoku Explainer's levels, or of HoDoKu's: ``hodoku:unfair``
    requires      a technique that the path must use, by its name on paths of the preset
    only_singles  naked and hidden singles alone solve the puzzle
    max_steps     the path has at most this many steps
    preset        the preset to whose path ``requires`` and ``max_steps`` apply
    only          the technique and singles alone solve the puzzle
    unlike        no other technique of the preset, chains and proofs apart, shows all that the step
                  of the required technique does
    singles       hidden or naked singles, and no others, solve the puzzle; with ``only_singles``
    """

    ranges: Mapping[str, Tenths] = field(default_factory=dict, hash=False)
    requires: str | None = None
    only_singles: bool = False
    max_steps: int | None = None
    level: str | None = None
    preset: Literal["human", "se"] = "human"
    only: bool = False
    unlike: bool = False
    singles: SinglesName | None = None

    def reason(self, *, one_need: bool = False, is_plain: bool = True) -> str | None:
        """The reason why no puzzle can be like this, or ``None`` where none is known.

        ``one_need``: whether a technique that the preset lacks may be required; ``is_plain``: the
        puzzle has no rules or clues that other techniques are about.
        """
        # One check after the other, since the first reason is the one that is reported.
        if self.level is not None and self.level not in LEVEL_NAMES:
            return f"{self.level!r} is not a level; there are {', '.join(LEVEL_NAMES)}"
        for wished, subject, clause in (
            (self.only, "one technique beside singles", "could be the only one beside singles"),
            (self.unlike, "a technique without a look-alike", "could have no look-alike"),
        ):
            if wished and self.requires is None:
                return f"no technique is required that {clause}"
            if wished and not one_need:
                return (
                    f"{subject} is for the classic 9x9 without a mask, level, rating, "
                    "preset, only-singles or singles"
                )
        if self._score is not None and self._score[0] > self._score[1]:
            return "{}: the range {} to {} is empty".format(_SCORE.label, *self._score)
        if self._minutes is not None and (why := _why_not_in_minutes(*self._minutes)):
            return why
        for column, wanted in self._wanted:
            if wanted is not None and (why := producible(wanted)):
                return f"{column.label}: {why}"
        most = self._range
        for column, part in self._wanted[1:]:
            if part and most and part[0] > most[1]:
                return (
                    f"{column.label} is never above {_MAIN.label}, "
                    f"so {part[0] / 10:.1f} cannot be reached"
                )
        for (above, first), (column, second) in pairwise(self._wanted[1:]):
            if first and second and second[0] > first[1]:
                return f"{column.label} is never above {above.label}"
        if self.only_singles and most and most[0] > 23:
            return (
                f"singles alone never make an {_MAIN.label} of {most[0] / 10:.1f}; the most is 2.3"
            )
        if self.only_singles and self._score and self._score[0] > _MAX_SINGLES_SCORE:
            return (
                f"singles alone never make a {_SCORE.label} of {self._score[0]}; "
                f"the most is {_MAX_SINGLES_SCORE}"
            )
        if self.only_singles and self._hodoku in list(HODOKU.levels)[2:]:
            return f"singles alone never solve a puzzle of the level {self.level}"
        if self.requires is None:
            return None
        return self._why_not_required(self.requires, one_need, is_plain)

    def _why_not_required(self, name: str, one_need: bool, is_plain: bool) -> str | None:
        if one_need:
            return why_not_needed(name)
        names = technique_names(self.preset)
        if not is_plain:
            names += added_names(preset(self.preset))
        whose = f"the preset {self.preset}"
        why = why_of_rules(name) if is_plain else None
        if why := why or unknown(name, names, whose) or why_replaced(name, names):
            return why
        wanted = [own for own in names if is_called(own, name)]
        most = self._range
        easy = (
            self.only_singles
            or self._hodoku == next(iter(HODOKU.levels))
            or (self._level is not None and self._level.singles)
        )
        if (easy or (most and most[1] <= 15)) and not set(SINGLES).intersection(wanted):
            return f"{name} is never needed where singles alone solve the puzzle"
        if self.preset == "se" and most and (need := _need(self.preset, name)) > most[1]:
            return (
                f"{name} alone is rated {need / 10:.1f}, "
                f"above the {_MAIN.label} of {most[1] / 10:.1f} that was asked for"
            )
        return None

    def data(self) -> dict[str, Any]:
        """The wish as plain data, with a field for each number: what puzzles are drawn from."""
        rest = {name: value for name, value in asdict(self).items() if name != "ranges"}
        for name in ("only", "unlike", "singles"):
            if not rest[name]:
                del rest[name]
        fields = {column.name: wanted for column, wanted in self._wanted} | rest
        # Left out where it is not wished for, so that seeds of other wishes stay as they were.
        others = (_SCORE.name, MINUTES)
        return fields | {name: self.ranges[name] for name in others if name in self.ranges}

    @property
    def is_about_paths(self) -> bool:
        """Whether a path of the preset ``human`` can show that the target is met; for puzzles with
        rules and other boards it also shows the level."""
        is_level = self.level is None or self.level in LEVELS
        return not self.ranges and is_level and self.preset == "human"

    @property
    def is_one_need(self) -> bool:
        """Whether one technique of the preset's path is all that is wished for, beside a number of
        steps."""
        rest = replace(self, requires=None, max_steps=None, only=False, unlike=False)
        return self.requires is not None and rest == Target()

    @property
    def is_about_hodoku(self) -> bool:
        """Whether HoDoKu's rating is used to judge puzzles."""
        return self._score is not None or self._hodoku is not None

    @property
    def is_about_se(self) -> bool:
        """Whether Sudoku Explainer's rating is used to judge puzzles."""
        wanted = any(part for _, part in self._wanted) or self._level or self.requires
        return bool(wanted) or self.is_about_minutes or not self.is_about_hodoku

    @property
    def is_about_minutes(self) -> bool:
        """Whether the minutes that people take are used to judge puzzles."""
        return self._minutes is not None

    @property
    def _level(self) -> Level | None:
        """The level of Sudoku Explainer's."""
        return LEVELS.get(self.level or "")

    @property
    def least_givens(self) -> int:
        """The fewest givens of a classic puzzle of the level."""
        return 0 if self._level is None else self._level.givens

    @property
    def _hodoku(self) -> str | None:
        """The level of HoDoKu's."""
        return _HODOKU_LEVELS.get(self.level or "")

    @property
    def _score(self) -> tuple[int, int] | None:
        return self.ranges.get(_SCORE.name)

    @property
    def _minutes(self) -> Tenths | None:
        return self.ranges.get(MINUTES)

    @property
    def _range(self) -> Tenths | None:
        """The range of the first column, by itself or by the level."""
        wanted = self.ranges.get(_MAIN.name)
        return wanted if wanted or self._level is None else self._level.range

    @property
    def _wanted(self) -> list[tuple[Column, Tenths | None]]:
        return [(column, self.ranges.get(column.name)) for column in SE.columns]

    def _within(self, wanted: Tenths) -> Target:
        return replace(self, ranges={**self.ranges, _MAIN.name: wanted})

    def narrowed(self, stream: Stream) -> Target:
        """The target with a narrower range of ER, which is given up if nothing is found in it.

        It is a part of the level, so that puzzles are spread over the level, or the easier puzzles
        that need a technique, whose paths are short.
        """
        if self._range is None and self.requires is not None:
            need = _need(self.preset, self.requires)
            return self._within((need, 67 if need < 65 else 72 if need < 70 else _MAX_TENTHS))
        if self._level is None or self.requires is not None:
            return self
        narrower = self._within(stream.choice(self._level.bands))
        return self if narrower.reason() else narrower

    def distance(self, rating: Any) -> int:
        """The distance of a rating from the target, in tenths (``requires`` is not considered):
        positive where it is too hard, negative where it is too easy."""
        wishes = [self._range, *(wanted for _, wanted in self._wanted[1:])]
        for wanted, value in zip(wishes, rating.tenths, strict=True):
            if wanted is not None and value > wanted[1]:
                return int(value - wanted[1])
            if wanted is not None and value < wanted[0]:
                return int(value - wanted[0])
        if self._range is None and self.requires is not None:
            return min(0, int(rating.tenths[0]) - _need(self.preset, self.requires))
        return 0

    def distance_in_minutes(self, seconds: float) -> int:
        """:meth:`distance` of the time that people take: in twentieths of it."""
        assert self._minutes is not None
        low, high = self._minutes
        tenths = round(seconds / 6)
        if low <= tenths <= high:
            return 0
        off = log(seconds / 6 / (low if tenths < low else high)) / log(1.05)
        return min(-1, int(off)) if tenths < low else max(1, int(off))

    def distance_on_hodoku(self, rating: Any) -> int:
        """:meth:`distance` on HoDoKu's scale."""
        names = list(HODOKU.levels)
        distance = 0
        if self._hodoku is not None:
            distance = _TENTHS_PER_LEVEL * (names.index(rating.level) - names.index(self._hodoku))
        if self._score is not None:
            low, high = self._score
            off = max(0, rating.score - high) or min(0, rating.score - low)
            distance += (
                (abs(off) + _SCORE_PER_TENTH - 1) // _SCORE_PER_TENTH * (1 if off > 0 else -1)
            )
        return distance


def _why_not_in_minutes(low: int, high: int) -> str | None:
    """Why no puzzle takes people so many tenths of minutes, or ``None``."""
    if low > high:
        return f"minutes: the range {low / 10:g} to {high / 10:g} is empty"
    known = people_table().quantiles
    if high < 10 * known[0] or low > 10 * known[-1]:
        return (
            f"no puzzle of {low / 10:g} to {high / 10:g} minutes was measured; "
            f"they take {known[0]:.1f} to {known[-1]:.1f}"
        )
    return None


@lru_cache
def _need(preset: str, wanted: str) -> int:
    """The ER below which a technique is not searched for."""
    return min(_least(name) for name in technique_names(preset) if is_called(name, wanted))


def _least(name: str) -> int:
    """The lowest ER of a puzzle that needs the technique, as far as is known, in tenths."""
    least = SE.least(name)
    return min(SE.possible) if least is None else least


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How far a search for a difficulty is, or for clues that need no givens.

    ratings   puzzles rated so far; rounds of the search for clues
    nearest   the rating of the one nearest to the target (``ER 3.6``), or what clues lacked
              (``12 givens``); ``None``: it has none
    distance  how far that is from the target; ``None`` where no puzzle was rated, or no search for
              clues has ended
    puzzle    the clues with the givens that they lacked
    enough    a kind and a number of clues that did without givens
    """

    ratings: int = 0
    nearest: str | None = None
    distance: int | None = None
    puzzle: str | None = None
    enough: str | None = None

    def with_level(self, target: Target, off: int) -> SearchEffort:
        """After a puzzle that is at least so many levels harder than wished (or easier)."""
        assert target.level is not None
        effort = replace(self, ratings=self.ratings + 1)
        if self.distance is not None and self.distance <= abs(off):
            return effort
        names = list(LEVELS)
        name = names[names.index(target.level) + off]
        harder = " or a harder one" if off > 0 and name != names[-1] else ""
        return replace(effort, nearest=f"the level {name}{harder}", distance=abs(off))


NO_EFFORT = SearchEffort()


def search(
    core: ModuleType,
    target: Target,
    stream: Stream,
    start: Callable[[int], tuple[str, str] | None],
    orbits: tuple[tuple[int, ...], ...] | None,
    required: frozenset[int],
    *,
    minimal: bool,
    clues: int | None,
    steps: int,
    check: Callable[[SearchEffort], None],
) -> tuple[str, str] | None:
    """(puzzle, solution) that meets the target, or ``None`` after this many ratings.

    ``start`` gives a puzzle with one solution from a seed; ``orbits`` are the cells that may come
    and go together (``None``: the pattern stays, and its digits change).

    :raises Undecided: whatever ``check``, called now and then, raises.
    """
    spent = 0
    least, nearest = 1 << 30, None
    aim = target.narrowed(stream)

    def look() -> None:
        check(SearchEffort(spent, nearest, None if nearest is None else least))

    while spent < steps:
        look()
        if spent >= _MAX_BAND_RATINGS:
            aim = target
        begun = start(stream.bits64())
        spent += 1
        if begun is None:
            continue
        puzzle, solution = begun
        best, rated = _judge(core, aim, puzzle)
        if abs(best) < least:
            least, nearest = abs(best), rated
        stale = 0
        while True:
            if best == 0 and _may_use(core, aim, puzzle) and _has_path(aim, puzzle, look):
                look()
                return puzzle, solution
            if stale >= _MAX_STALE_STEPS or spent >= steps:
                break
            spent += 1
            stale += 1
            look()
            if orbits is None:
                other = reworded(core, stream, puzzle, required, minimal)
                near, solved = other or (None, solution)
            else:
                near = neighbour(
                    core, stream, puzzle, solution, orbits, required, best, minimal, clues
                )
                solved = solution
            if near is None or near == puzzle:
                continue
            distance, rated = _judge(core, aim, near)
            if abs(distance) < least:
                least, nearest = abs(distance), rated
            # Sideways moves are taken: many puzzles have the same rating.
            if abs(distance) <= abs(best) or stream.below(20) == 0:
                if abs(distance) < abs(best):
                    stale = 0
                puzzle, solution, best = near, solved, distance
    look()
    return None


def meets(core: ModuleType, target: Target, puzzle: str, check: Callable[[], None]) -> bool:
    """Whether a puzzle with one solution is as wished."""
    return _judge(core, target, puzzle)[0] == 0 and _has_path(target, puzzle, check)


def _judge(core: ModuleType, target: Target, puzzle: str) -> tuple[int, str | None]:
    """(the distance from the target, the ratings that it is about or ``None``: not rated)."""
    distances, shown = [], []
    if target.is_about_se:
        timed = {"people": people()} if target.is_about_minutes else {}
        rating = core.se_rate(puzzle, nodes=_RATING_WORK, **timed)
        if rating.status != "ok":
            return 1000, None
        distances.append(_distance_on_se(target, puzzle, rating))
        if timed:
            beyond = rating.tenths[0] - people_table().most_tenths
            distances.append(beyond if beyond > 0 else target.distance_in_minutes(rating.people))
            shown.append(f"{rating.people / 60:.1f} minutes")
        else:
            shown.append(f"{_MAIN.label} {rating.tenths[0] / 10:.1f}")
    if target.is_about_hodoku:
        rating = core.hodoku_rate(puzzle, nodes=_RATING_WORK)
        if rating.status != "ok":
            return 1000, None
        distances.append(target.distance_on_hodoku(rating))
        shown.append(f"{HODOKU.title} {rating.level} {rating.score}")
        if not target.is_about_se and _needs_more(target, puzzle):
            distances.append(1)
    # Where one scale says too hard and the other too easy, the larger distance decides.
    most = max(distances, key=abs)
    return (-1 if most < 0 else 1) * sum(map(abs, distances)), ", ".join(shown)


def _needs_more(target: Target, puzzle: str) -> bool:
    """Whether a puzzle needs more than the singles that are wished for."""
    if not target.only_singles:
        return False
    kind = target.singles
    solved = is_solved_by(_LINES_OF_SINGLES[kind], puzzle) if kind else by_singles(puzzle)
    return not solved


def _distance_on_se(target: Target, puzzle: str, rating: Any) -> int:
    distance = target.distance(rating)
    if distance <= 0 and _needs_more(target, puzzle):
        distance = 1
    if distance == 0 and target.level in LEVELS:
        short = short_of_easy(puzzle)
        names = list(LEVELS)
        own = level_name(int(rating.tenths[0]), lambda: short)
        distance = names.index(own) - names.index(target.level)
        if distance > 0 and short:
            return short  # the nearer to what is easy, the better
        if distance == 0 and short and not target.only_singles:
            return -1  # some other technique is to be needed
    return distance


def _has_path(target: Target, puzzle: str, check: Callable[[], None]) -> bool:
    """Whether the path of the target's preset meets it."""
    most, wanted = target.max_steps, target.requires
    if wanted is None and most is None:
        return True
    givens = [None if given == "." else int(given) for given in puzzle]
    posed = Puzzle.empty(Geometry.classic()).with_givens(givens)

    def asked() -> bool:
        check()
        return False

    return follows(target, posed, Limit(cancel=asked).start())


def follows(target: Target, posed: Puzzle, clock: Clock) -> bool:
    """Whether the path of the target's preset has what it requires and is as short as wished.

    ``only_singles`` is not looked at for classic puzzles: ratings know it of them.
    """
    most, wanted = target.max_steps, target.requires
    singles = target.only_singles and bool(posed.constraints or not posed.geometry.is_classic)
    if singles and target.singles is not None:
        from satdoku.rating import start

        lines = _LINES_OF_SINGLES[target.singles]
        if not leads_on(start(posed), lines_of(lines), clock):
            return False
    if most is None and wanted is None and not singles:
        return True
    for count, name in enumerate(path_names(posed, target.preset, clock), 1):
        if most is not None and count > most:
            return False
        if singles and name not in SINGLES:
            return False
        if wanted is not None and is_called(name, wanted):
            if most is None and not singles:
                return True
            wanted = None
    return wanted is None


def harder_by(target: Target, posed: Puzzle, clock: Clock) -> int:
    """By how many levels, at least, a puzzle of any rules is harder than wished on the satdoku
    scale (negative: easier); 0 where no level is wished for. The path is followed until it is too
    hard; what it does not solve, or with more than 60 small proofs, is of the hardest level.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises RanOut: where the clock runs out first.
    """
    if target.level is None:
        return 0
    from satdoku.rating import preset, start, walk
    from satdoku.rating.proofs import with_small_proofs
    from satdoku.rating.worth import worth
    from satdoku.techniques.arguments.facts import FactsProof
    from satdoku.techniques.board import advance

    posed.require_valid()
    names = list(LEVELS)
    wished, hardest = names.index(target.level), len(names) - 1
    position = start(posed)
    points = proofs = 0
    for stage in walk(position, with_small_proofs(preset("human"), posed), clock):
        points = max(points, worth(stage.step))
        proofs += isinstance(stage.step.proof, FactsProof)
        own = names.index(level_of_points(points))
        if own > wished or own == hardest:
            return own - wished
        if proofs > _MAX_PROOFS or stage.step.contradiction is not None:
            return hardest - wished
        position = advance(stage.before, stage.step)
    return (names.index(level_of_points(points)) if position.is_solved else hardest) - wished


def _may_use(core: ModuleType, target: Target, puzzle: str) -> bool:
    """Whether it is worth following the path of the preset ``human``, which takes some 10 ms.

    A pattern below the chains that it uses is seldom missing from Sudoku Explainer's path.
    """
    if target.preset == "se" or target.requires is None:
        return True
    patterns = _patterns(target.preset, target.requires)
    if not patterns:
        return True
    _, steps = core.se_path(puzzle)
    return any(name_of(step) in patterns for step in steps)


@lru_cache
def _patterns(preset: str, wanted: str) -> frozenset[str]:
    """The techniques of this name, where Sudoku Explainer has them all below its chains."""
    names = frozenset(name for name in technique_names(preset) if is_called(name, wanted))
    known = names.issubset(technique_names("se")) and all(_least(name) < 65 for name in names)
    return names if known else frozenset()


def neighbour(
    core: ModuleType,
    stream: Stream,
    puzzle: str,
    solution: str,
    orbits: tuple[tuple[int, ...], ...],
    required: frozenset[int],
    distance: int,
    minimal: bool,
    clues: int | None,
) -> str | None:
    """A neighbour of the puzzle with the same solution."""
    # Adding and removing stay together: the cells added last are the last to be removed.
    cells = list(puzzle)
    absent = [orbit for orbit in orbits if cells[orbit[0]] == "."]
    if not absent:
        return None
    exact = minimal or clues is not None
    come = 1 if distance > 0 and not exact else 1 + stream.below(3)
    added = stream.shuffled(absent)[:come]
    for orbit in added:
        for cell in orbit:
            cells[cell] = solution[cell]
    if distance > 0 and not exact:
        return "".join(cells)
    # Too easy (or a number of givens to keep): remove as many as possible, the new ones last.
    new = {cell for orbit in added for cell in orbit}
    target_clues = 0 if clues is None or minimal else clues
    left = 81 - cells.count(".")
    given = [o for o in orbits if cells[o[0]] != "."]
    order = [o for o in stream.shuffled(given) if o[0] not in new]
    order += [o for o in stream.shuffled(given) if o[0] in new]
    for orbit in order:
        if required.intersection(orbit) or left - len(orbit) < target_clues:
            continue
        for cell in orbit:
            cells[cell] = "."
        if core.verdict("".join(cells)) == core.UNIQUE:
            left -= len(orbit)
        else:
            for cell in orbit:
                cells[cell] = solution[cell]
    moved = "".join(cells)
    if clues is not None and left != clues:
        return None
    if minimal and not _is_minimal(core, moved):
        return None
    return moved


def reworded(
    core: ModuleType,
    stream: Stream,
    puzzle: str,
    required: frozenset[int],
    minimal: bool,
    orbits: Iterable[tuple[int, ...]] | None = None,
    few: bool = False,
) -> tuple[str, str] | None:
    """Other digits in two to four cells (or orbits) of the same pattern, still with one solution;
    in one or two, if they have ``few`` solutions, which is found out ten times as quickly."""
    moving = orbits or ((cell,) for cell in range(len(puzzle)))
    free = [orbit for orbit in moving if puzzle[orbit[0]] != "." and required.isdisjoint(orbit)]
    chosen = stream.shuffled(free)[: 1 + stream.below(2) if few else 2 + stream.below(3)]
    opened = [cell for orbit in chosen for cell in orbit]
    most = _FEW_LISTED if few else _MAX_LISTED
    cells = list(puzzle)
    for cell in opened:
        cells[cell] = "."
    solutions = core.Solutions("".join(cells)).next_batch(most + 1)
    if len(solutions) > most:
        return None
    groups: dict[tuple[int, ...], list[int]] = {}
    for index, key in enumerate(solutions[:, opened].tolist()):
        groups.setdefault(tuple(key), []).append(index)
    now = tuple(int(puzzle[cell]) for cell in opened)
    alone = [key for key, group in groups.items() if len(group) == 1 and key != now]
    if not alone:
        return None
    key = stream.choice(sorted(alone))
    for cell, digit in zip(opened, key, strict=True):
        cells[cell] = str(digit)
    text = "".join(cells)
    if minimal and not _is_minimal(core, text):
        return None
    return text, "".join(map(str, solutions[groups[key][0]].tolist()))


def _is_minimal(core: ModuleType, puzzle: str) -> bool:
    return all(
        given == "." or core.verdict(puzzle[:c] + "." + puzzle[c + 1 :]) != core.UNIQUE
        for c, given in enumerate(puzzle)
    )
