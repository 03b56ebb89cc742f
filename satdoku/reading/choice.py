"""The choice: which rule each style of figures is, so that the puzzle has its one solution.

Every style has its candidates: rules that fit its figures and that the words tell. The solution in
the text, if there is one, rules out nearly all that are wrong. Of the rest, the likeliest choice
under which the puzzle has exactly one solution is the reading; rules without which it still has one
are left out of it, since nothing shows that they are meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Clock
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.puzzle import Puzzle
from satdoku.puzzle.drawn_reading import ReadRule
from satdoku.reading.unnamed import UNNAMED

if TYPE_CHECKING:
    from satdoku.solving import UniquenessResult

_MAX_CHOICES = 400
"""Choices of which the uniqueness is looked at."""
_COST_OF_NONE = 6
"""The cost of reading figures as decoration: words about other figures are likelier."""


@dataclass(frozen=True, slots=True)
class RuleChoice:
    """A choice under which a puzzle has one solution.

    needed   the rules without any of which it has several
    further  rules that the words tell, but that are not needed
    chosen   the rule of each style of figures, before any was left out
    """

    puzzle: Puzzle
    needed: tuple[ReadRule, ...]
    further: tuple[ReadRule, ...]
    chosen: tuple[ReadRule, ...] = ()


def choose(
    puzzle: Puzzle,
    options: Sequence[Sequence[ReadRule]],
    solution: Grid | None,
    clock: Clock,
) -> list[RuleChoice]:
    """The likeliest choices under which the puzzle has exactly one solution: those of the same
    cost that differ in a rule. None is likelier than another where there are several. Without a
    solution, one in which two styles have one sentence's rule and another sentence has no drawing
    is no likelier than the one in which each has its own."""
    choices: list[RuleChoice] = []
    best: int | None = None
    for cost, chosen in _choices([candidates for candidates in options if candidates]):
        if clock.stopped() or (best is not None and cost > best):
            break
        meant = {_meant(rule) for rule in chosen}
        if any(meant == {_meant(rule) for rule in choice.chosen} for choice in choices):
            continue  # the same rules, of which the strokes are joined in another way
        read = _with(puzzle, chosen)
        if read is None or not is_unique(read, solution, clock):
            continue
        best = cost
        if (least := _least(puzzle, chosen, solution, clock)) is not None:
            known = [{_meant(rule) for rule in choice.needed} for choice in choices]
            if {_meant(rule) for rule in least.needed} not in known:
                choices.append(replace(least, chosen=chosen))
    if solution is None and len(choices) == 1:
        for other in with_idle_sentence(choices[0].chosen, options):
            read = None if clock.stopped() else _with(puzzle, other)
            if read is not None and is_unique(read, None, clock):
                return [*choices, RuleChoice(read, other, (), other)]
    return choices


def with_idle_sentence(
    chosen: Sequence[ReadRule], options: Sequence[Sequence[ReadRule]]
) -> Iterator[tuple[ReadRule, ...]]:
    """A choice with, for one style, a rule by a sentence that no style has instead of one by a
    sentence that another style has too."""
    taken = [rule.sentence for rule in chosen if rule.drawings]
    for candidates in options:
        own = next((rule for rule in candidates if rule in chosen), None)
        if own is None or taken.count(own.sentence) < 2:
            continue
        for rule in candidates:
            if rule.name not in UNNAMED and not any(rule.sentence in one for one in taken):
                yield tuple(rule if one is own else one for one in chosen)


def _meant(rule: ReadRule) -> tuple[object, ...]:
    """The rule, whatever its figures: its name, or its clues where it has no name of its own."""
    return (rule.name, *(rule.clues if rule.name in UNNAMED else ()))


def _choices(
    candidates: Sequence[Sequence[ReadRule]],
) -> Iterator[tuple[int, tuple[ReadRule, ...]]]:
    """Choices of one candidate for each style or, at a cost, none, with their costs; the cheapest
    first."""
    lists: list[list[tuple[int, ReadRule | None]]] = [
        [*((one.cost, one) for one in own), (_COST_OF_NONE, None)] for own in candidates
    ]
    start = (0,) * len(lists)
    heap = [(sum(own[0][0] for own in lists), start)]
    seen = {start}
    for _ in range(_MAX_CHOICES):
        if not heap:
            return
        cost, places = heappop(heap)
        chosen = (lists[at][place][1] for at, place in enumerate(places))
        yield cost, tuple(one for one in chosen if one is not None)
        for at, place in enumerate(places):
            if place + 1 < len(lists[at]):
                following = (*places[:at], place + 1, *places[at + 1 :])
                if following not in seen:
                    seen.add(following)
                    total = sum(lists[i][p][0] for i, p in enumerate(following))
                    heappush(heap, (total, following))


def _least(
    puzzle: Puzzle, rules: Sequence[ReadRule], solution: Grid | None, clock: Clock
) -> RuleChoice | None:
    """The choice without the rules that it does not need, the unlikeliest first; what one sentence
    tells is one rule."""
    by_sentence: dict[tuple[str, str], list[ReadRule]] = {}
    for rule in sorted(rules, key=lambda one: -one.cost):
        by_sentence.setdefault((rule.name, rule.sentence), []).append(rule)
    needed = list(by_sentence)
    for key in by_sentence:
        rest = [other for other in needed if other != key]
        read = _with(puzzle, [rule for other in rest for rule in by_sentence[other]])
        if read is not None and is_unique(read, solution, clock):
            needed = rest
    claimed = [rule for rule in rules if (rule.name, rule.sentence) in needed]
    further = tuple(rule for rule in rules if (rule.name, rule.sentence) not in needed)
    read = _with(puzzle, claimed)
    return None if read is None else RuleChoice(read, tuple(claimed), further)


def _with(puzzle: Puzzle, rules: Sequence[ReadRule]) -> Puzzle | None:
    added = tuple(dict.fromkeys(clue for rule in rules for clue in rule.clues))
    known = set(puzzle.constraints)
    read = replace(puzzle, constraints=(*puzzle.constraints, *(r for r in added if r not in known)))
    return None if read.problems() else read


def is_unique(puzzle: Puzzle, solution: Grid | None, clock: Clock) -> bool | None:
    """Whether a puzzle has exactly one solution, which is the given one; ``None`` where the clock
    ends before that is decided."""
    result = _checked(puzzle, clock)
    if result is None or result.verdict == "undecided":
        return None
    if result.verdict != "unique":
        return False
    return solution is None or result.witnesses[0].values == solution.values


def is_contradictory(puzzle: Puzzle, clock: Clock) -> bool:
    """Whether a puzzle has no solution."""
    result = _checked(puzzle, clock)
    return result is not None and result.verdict == "none"


def _checked(puzzle: Puzzle, clock: Clock) -> UniquenessResult | None:
    from satdoku.solving import check_unique

    try:
        return check_unique(puzzle, limit=clock.rest())
    except SatdokuError:
        return None
