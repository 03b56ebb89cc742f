"""Candidates: the rules that the figures of a style may be, and those that words alone tell.

A style has as candidates the rules that a sentence tells which may be about it, and of which its
figures are clues. A sentence of several rules ("each line is either ...", "lines are ... and ...")
makes one candidate of them. Candidates that the solution in the text breaks are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

from satdoku.base.errors import FormatError, SatdokuError
from satdoku.base.limits import Clock, of_work
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.constraints.combined import AllOf, AnyOf, CountOf
from satdoku.constraints.custom import AllPairs, AutomatonRule, PairTableRule
from satdoku.constraints.data import from_data as rule_from_data
from satdoku.constraints.own_numbers import DigitClass
from satdoku.constraints.sums import Sum
from satdoku.puzzle import Position, Puzzle
from satdoku.puzzle.drawn_reading import ReadRule
from satdoku.reading.everywhere import Everywhere
from satdoku.reading.figures import Figure
from satdoku.reading.looks import sign_of
from satdoku.reading.rules import clues_of, made, shows
from satdoku.reading.words import Mention, RulesText, plain_words
from satdoku.relations import Lowered

_CALLED = {
    "line": {"line", "arrow"}, "arrow": {"line", "arrow"}, "edge": {"dot"},
    "corner": {"dot", "arrow"}, "cage": {"cage"}, "side": {"outside", "arrow", "line"},
    "diagonal": {"outside", "arrow", "line"},
}  # fmt: skip
"""The words, of those for kinds of drawings, that figures are called by."""
_COSTS = {Sum.name: 1, PairTableRule.name: 2, AllPairs.name: 2, AutomatonRule.name: 3}
"""The costs of rules without a name of their own; of sums many sentences speak."""
_EITHER = re.compile(r"\beither\b.*\bor\b")
_MAX_SECONDS_TO_HOLD = 0.2
"""Processor time in which it is to be seen whether a solution keeps a rule with hidden values."""
_MAX_TOGETHER = 4
"""Candidates of which it is looked at whether two are meant at once: the likeliest."""
_OF_EACH = re.compile(r"\bexactly (\d) (?:\w+ )?of each (?:type|kind|sort)")


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
    options = [
        _candidates(alike, text, puzzle.geometry, solution, clock) for alike in styles.values()
    ]
    # Areas of one form that have several colours are alike where they are no rule on their own.
    areas = [
        alike for alike, own in zip(styles.values(), options, strict=True)
        if alike[0].kind == "area" and not own and not alike[0].rule
    ]  # fmt: skip
    if len(areas) > 1:
        together = [figure for alike in areas for figure in alike]
        options.append(_candidates(together, text, puzzle.geometry, solution, clock))
    return options


def _candidates(
    figures: Sequence[Figure],
    text: RulesText,
    geometry: Geometry,
    solution: Grid | None,
    clock: Clock,
) -> tuple[ReadRule, ...]:
    drawings = tuple(sorted({at for figure in figures for at in figure.drawings}))
    candidates: list[ReadRule] = []
    named: dict[int, list[Mention]] = {}
    known: set[tuple[object, ...]] = set()  # what sentences say once more

    def add(name: str, clues: tuple[Constraint, ...], sentence: str, cost: int) -> None:
        if solution is None or all(holds(rule, solution, undecided=False) for rule in clues):
            candidates.append(ReadRule(name, clues, drawings, sentence, cost))

    for mention, cost in sorted(_mentions_for(figures[0], text), key=lambda item: item[1]):
        if mention.rule not in _COSTS:
            named.setdefault(mention.sentence, []).append(mention)
        if mention.meaning in known or clock.stopped():
            continue
        known.add(mention.meaning)
        for clues in clues_of(mention, figures, text, geometry):
            cost_here = cost + (not shows(clues[0], figures[0], geometry))
            add(mention.rule, clues, text.sentences[mention.sentence], cost_here)
    for at, mentions in named.items():
        if (
            len(mentions) > 1
            and not clock.stopped()
            and _EITHER.search(plain_words(text.sentences[at]))
        ):
            clues = _alternatives(mentions, figures, text, geometry)
            if clues:
                add(AnyOf.name, clues, text.sentences[at], len(mentions))
    candidates.sort(key=lambda one: one.cost)
    different = _different(candidates, geometry)
    if figures[0].kind not in ("line", "cage", "area", "arrow"):
        return different
    likeliest = different[:_MAX_TOGETHER]
    together = [*combinations(likeliest, 2)]
    if figures[0].kind == "cage" and figures[0].label:
        # Words may tell more of the digits in a cage than its number.
        bare = [replace(figure, label="") for figure in figures]
        besides = _candidates(bare, text, geometry, solution, clock) if likeliest else ()
        together += product(likeliest, (one for one in besides if one.name in _COSTS))
    return (*different, *_both(together))


def _alternatives(
    mentions: Sequence[Mention], figures: Sequence[Figure], text: RulesText, geometry: Geometry
) -> tuple[Constraint, ...]:
    """Clues that are each one of several rules, and how many there are of each, if words say so."""
    clues: list[Constraint] = []
    of_rule: dict[str, list[Constraint]] = {}
    for figure in figures:
        ways = {m.rule: next(clues_of(m, (figure,), text, geometry), ()) for m in mentions}
        several = [(name, one) for name, (one, *_) in ((n, w) for n, w in ways.items() if w)]
        if not several:
            return ()
        for name, one in several:
            of_rule.setdefault(name, []).append(one)
        rules = tuple(one for _, one in several)
        clues.append(AnyOf(rules) if len(rules) > 1 else rules[0])
    of_each = _OF_EACH.search(plain_words(" ".join(text.sentences)))
    number = int(of_each[1]) if of_each else 0
    if of_each and all(number <= len(own) for own in of_rule.values()):
        clues += [CountOf(tuple(own), number, number) for own in of_rule.values()]
    return tuple(clues)


def _both(candidates: Iterable[tuple[ReadRule, ReadRule]]) -> Iterator[ReadRule]:
    """Candidates of which the figures are clues of two at once, as cages with a sum and a set."""
    for one, other in candidates:
        if one.name != other.name and one.name != AnyOf.name:
            same = one.sentence == other.sentence
            sentence = one.sentence if same else f"{one.sentence} {other.sentence}"
            cost = max(one.cost, other.cost) + 1 if same else one.cost + other.cost + 1
            yield replace(
                one, name=AllOf.name, clues=one.clues + other.clues, sentence=sentence, cost=cost
            )


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
    sign = sign_of(figure.label)
    for mention in text.mentions:
        looks = mention.looks
        if figure.shape and looks.shapes and figure.shape not in looks.shapes:
            continue
        if sign and looks.signs and sign not in looks.signs:
            continue
        if figure.rule and not _tells_more(mention, figure):
            continue
        if looks.kinds and looks.kinds.isdisjoint(_CALLED.get(figure.kind, looks.kinds)):
            continue
        # A rule with a name is likelier, most of all where the words have it.
        own = _COSTS.get(mention.rule, 1 - mention.named)
        if figure.colour in looks.colours:
            yield mention, own
        elif not looks.colours or figure.kind in ("side", "diagonal"):
            yield mention, own + 1
        else:
            yield mention, own + 3


def _tells_more(mention: Mention, figure: Figure) -> bool:
    """Whether a sentence may tell more of a clue that a document has as data."""
    if mention.quantity is not None:
        return mention.quantity.measure is None
    stated = mention.numbers.values()
    return mention.rule not in (figure.rule, AllPairs.name) and all(
        isinstance(value, str) for value in stated
    )


def rules_of_words(
    text: RulesText, puzzle: Puzzle, solution: Grid | None
) -> list[tuple[ReadRule, ...]]:
    """Rules of the whole board that the words tell and the puzzle lacks, each a candidate."""
    rules: dict[Constraint, ReadRule] = {}
    for mention in text.mentions:
        if mention.everywhere is not None:
            continue
        kind = REGISTRY[mention.rule]
        values: dict[str, Any] = {
            n: v for n, v in mention.numbers.items() if n in {p.name for p in kind.parameters}
        }
        if values.get("cells") == "every":
            values["cells"] = tuple(range(puzzle.geometry.grid_count))
        needed = [p.name for p in kind.parameters if not p.optional]
        if (needed and needed != ["cells"]) or not values.keys() >= {*needed}:
            continue
        rule = made(kind, values, puzzle.geometry)
        if rule is None or rule in puzzle.constraints:
            continue
        # A rule about what other rules leave unmarked cannot be judged without these.
        alone = type(rule).among is Constraint.among
        if solution is not None and alone and not holds(rule, solution, undecided=True):
            continue
        rules.setdefault(
            rule, ReadRule(mention.rule, (rule,), (), text.sentences[mention.sentence])
        )
    return [(rule,) for rule in rules.values()]


def listed_rules(
    text: RulesText, puzzle: Puzzle, solution: Grid | None
) -> Iterator[tuple[ReadRule, ...]]:
    """Rules whose clues the words list, each a candidate; none of those of which a clue is none of
    this board."""
    for listed in text.listed:
        try:
            clues = tuple(rule_from_data(clue, puzzle.geometry) for clue in listed.clues)
        except FormatError:
            continue
        if solution is None or all(holds(clue, solution, undecided=True) for clue in clues):
            yield (ReadRule(listed.rule, clues, (), text.sentences[listed.sentence]),)


def marks_of_words(
    text: RulesText, position: Position | None, solution: Grid | None
) -> Iterator[tuple[ReadRule, ...]]:
    """The marks in cells as the digits that these may hold, where the words tell that they are."""
    if position is None or not position.noted:
        return
    of_digits: dict[frozenset[int], list[int]] = {}
    for cell in sorted(position.noted):
        of_digits.setdefault(position.candidates[cell], []).append(cell)
    clues = [DigitClass(tuple(cells), tuple(digits)) for digits, cells in of_digits.items()]
    for mention in text.of(DigitClass.name):
        if mention.numbers.get("cells") == "marks" and (
            solution is None or all(holds(clue, solution, undecided=False) for clue in clues)
        ):
            sentence = text.sentences[mention.sentence]
            yield (ReadRule(DigitClass.name, tuple(clues), (), sentence, 1),)
            return


def relations_of_words(
    text: RulesText, puzzle: Puzzle, solution: Grid | None, clock: Clock
) -> Iterator[tuple[ReadRule, ...]]:
    """Relations of the whole board that the words tell, each a candidate on its own."""
    known: set[Everywhere] = set()
    for mention in text.mentions:
        if mention.everywhere is None or mention.looks.colours or clock.stopped():
            continue
        if mention.everywhere in known:
            continue
        known.add(mention.everywhere)
        clues = mention.everywhere.clues(puzzle.geometry, text.short(mention))
        if not clues or not all(clue.unfit(puzzle.geometry) is None for clue in clues):
            continue
        if solution is None or all(holds(clue, solution, undecided=False) for clue in clues):
            sentence = text.sentences[mention.sentence]
            yield (ReadRule(mention.rule, clues, (), sentence, _COSTS[AutomatonRule.name]),)


def holds(rule: Constraint, solution: Grid, *, undecided: bool) -> bool:
    """Whether a full grid keeps a rule; ``undecided`` where that takes too long to see."""
    try:
        return rule.holds_within(solution, of_work(_MAX_SECONDS_TO_HOLD).start())
    except SatdokuError:
        return undecided
