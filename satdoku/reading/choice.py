"""The choice: which rule each style of figures is, so that the puzzle has its one solution.

Every style has its candidates: rules that fit its figures and that the words tell. The solution in
the text, if there is one, rules out nearly all that are wrong. Of the rest, the likeliest choice
under which the puzzle has exactly one solution is the reading; rules without which it still has one
are left out of it, since nothing shows that they are meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from typing import Any

from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Clock, Limit
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.constraints.custom import AutomatonRule, PairTableRule
from satdoku.constraints.sums import Sum
from satdoku.puzzle import Puzzle
from satdoku.puzzle.drawn_reading import ReadRule
from satdoku.reading.figures import Figure
from satdoku.reading.rules import clues_of, shows
from satdoku.reading.words import Mention, RulesText
from satdoku.relations import Lowered

_MAX_CHOICES = 400
"""Choices of which the uniqueness is looked at."""
_COSTS = {Sum.name: 1, PairTableRule.name: 2, AutomatonRule.name: 3}
"""The costs of rules without a name of their own; of sums many sentences speak."""
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


def options_of(
    figures: Sequence[Figure],
    text: RulesText,
    puzzle: Puzzle,
    solution: Grid | None,
    clock: Clock,
) -> list[tuple[ReadRule, ...]]:
    """The candidates of each style, the likeliest first, without those that the solution breaks."""
    styles: dict[tuple[str, ...], list[Figure]] = {}
    for figure in figures:
        styles.setdefault(figure.style, []).append(figure)
    geometry = puzzle.geometry
    options = []
    for alike in styles.values():
        drawings = tuple(sorted({at for figure in alike for at in figure.drawings}))
        candidates: list[ReadRule] = []
        known: set[tuple[object, ...]] = set()  # what sentences say once more
        for mention, cost in sorted(_mentions_for(alike[0], text), key=lambda item: item[1]):
            if mention.meaning in known or clock.stopped():
                continue
            known.add(mention.meaning)
            sentence = text.sentences[mention.sentence]
            for rules in clues_of(mention, alike, text, geometry):
                if solution is None or all(
                    holds(rule, solution, undecided=False) for rule in rules
                ):
                    cost_here = cost + (not shows(rules[0], alike[0], geometry))
                    candidates.append(ReadRule(mention.rule, rules, drawings, sentence, cost_here))
        candidates.sort(key=lambda one: one.cost)
        options.append(_different(candidates, geometry))
    return options


def _different(candidates: Sequence[ReadRule], geometry: Geometry) -> tuple[ReadRule, ...]:
    """The candidates, those that mean the same once."""
    meanings: list[list[Lowered]] = []
    different: list[ReadRule] = []
    for candidate in candidates:
        meaning = [one for clue in candidate.clues for one in clue.relations(geometry)]
        if meaning not in meanings:
            meanings.append(meaning)
            different.append(candidate)
    return tuple(different)


def _mentions_for(figure: Figure, text: RulesText) -> Iterator[tuple[Mention, int]]:
    """The mentions that may be about a figure, with a cost: low where they name its colour."""
    for mention in text.mentions:
        if figure.shape and mention.shapes and figure.shape not in mention.shapes:
            continue
        # A rule with a name is likelier, most of all where the words have it.
        own = _COSTS.get(mention.rule, 1 - mention.named)
        if figure.colour in mention.colours:
            yield mention, own
        elif not mention.colours or figure.kind in ("side", "diagonal"):
            yield mention, own + 1
        else:
            yield mention, own + 3


def rules_of_words(text: RulesText, puzzle: Puzzle, solution: Grid | None) -> list[ReadRule]:
    """Rules of the whole board that the words tell and the puzzle lacks."""
    rules: dict[Constraint, ReadRule] = {}
    for mention in text.mentions:
        kind = REGISTRY[mention.rule]
        values: dict[str, Any] = {
            n: v for n, v in mention.numbers.items() if n in {p.name for p in kind.parameters}
        }
        if values.get("cells") == "every":
            values["cells"] = tuple(range(puzzle.geometry.grid_count))
        needed = [p.name for p in kind.parameters if not p.optional]
        if (needed and needed != ["cells"]) or not values.keys() >= {*needed}:
            continue
        try:
            rule = kind(**values)
        except (ValueError, TypeError):
            continue
        if rule in puzzle.constraints or rule.unfit(puzzle.geometry) is not None:
            continue
        if solution is not None and not holds(rule, solution, undecided=False):
            continue
        rules.setdefault(
            rule, ReadRule(mention.rule, (rule,), (), text.sentences[mention.sentence])
        )
    return list(rules.values())


def choose(
    puzzle: Puzzle,
    options: Sequence[Sequence[ReadRule]],
    words: Sequence[ReadRule],
    solution: Grid | None,
    clock: Clock,
) -> list[RuleChoice]:
    """The likeliest choices under which the puzzle has exactly one solution: those of the same
    cost that differ in a rule. None is likelier than another where there are several."""
    choices: list[RuleChoice] = []
    best: int | None = None
    for cost, chosen in _choices([candidates for candidates in options if candidates]):
        if clock.stopped() or (best is not None and cost > best):
            break
        names = {rule.name for rule in chosen}
        if any(names == {rule.name for rule in choice.chosen} for choice in choices):
            continue  # the same rules, of which the strokes are joined in another way
        rules = (*words, *chosen)
        read = _with(puzzle, rules)
        if read is None or not is_unique(read, solution, clock):
            continue
        best = cost
        if (least := _least(puzzle, rules, solution, clock)) is not None:
            known = [{rule.name for rule in choice.needed} for choice in choices]
            if {rule.name for rule in least.needed} not in known:
                choices.append(replace(least, chosen=chosen))
    return choices


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


def is_unique(puzzle: Puzzle, solution: Grid | None, clock: Clock) -> bool:
    """Whether a puzzle has exactly one solution, which is the given one."""
    from satdoku.solving import check_unique

    try:
        result = check_unique(puzzle, limit=Limit(seconds=clock.remaining()))
    except SatdokuError:
        return False
    if result.verdict != "unique":
        return False
    return solution is None or result.witnesses[0].values == solution.values


def holds(rule: Constraint, solution: Grid, *, undecided: bool) -> bool:
    """Whether a full grid keeps a rule; ``undecided`` where that takes too long to see."""
    try:
        return rule.holds(solution)
    except SatdokuError:
        return undecided
