"""A document read as a whole, and how sure the reading is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from satdoku.base.errors import FormatError
from satdoku.base.limits import Clock, Limit, of_work
from satdoku.board import Constraint, Geometry, Grid
from satdoku.constraints import REGISTRY
from satdoku.diagnosing.meant import converted
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.certainty import Certainty
from satdoku.puzzle.drawn_reading import (
    ClueDrawing,
    DrawnReading,
    ReadRule,
    ReadStyle,
)
from satdoku.puzzle.listing import Listing
from satdoku.reading.candidates import (
    holds,
    listed_rules,
    marks_of_words,
    options_of,
    relations_of_words,
    rules_of_words,
)
from satdoku.reading.choice import RuleChoice, choose, is_contradictory, is_unique
from satdoku.reading.figures import Figure, figures_of, figures_of_data
from satdoku.reading.rules import drawing_as, drawing_of, not_of
from satdoku.reading.words import Mention, RulesText, read_words

_SECONDS = 2.0
"""Processor time that a choice may take."""
_SECONDS_AT_SIGHT = 0.02
"""Processor time in which most puzzles are seen to have one solution without more rules."""
_MAX_DRAWINGS = 2_000
"""Drawings of a document that is looked at; more are a picture."""
_MAX_TEXT = 20_000
"""Characters of a text that is looked at."""
_ANEW, _BOARD = "rule-", "board-"
"""The beginnings of the keys of rules that words tell otherwise, and of rules of the board and of
clues that the text has as data, of which words tell more."""
_SURE = 2
"""The cost of a candidate that words tell without naming another colour."""


def read_drawn(
    document: Document, limit: Limit | None = None, decided: Mapping[str, str] | None = None
) -> Document:
    """The document with the rules that its drawings and words are, and with the ``reading``.

    A document that has neither, or that has one solution without them (the one in its text, where
    that holds one), is returned as it is. One whose reading is partial keeps its puzzle.

    :param limit: what the search for the rules may take; 2 s of processor time by default.
    :param decided: a user's choice for some styles of the reading: the key of a candidate, or an
        empty text where it is no rule. The puzzle has these rules in any case.
    :raises FormatError: where ``decided`` names no style or candidate.
    """
    words = (document.rules or "")[:_MAX_TEXT]
    if not (document.drawings or words) or len(document.drawings) > _MAX_DRAWINGS:
        return document
    puzzle, solution = document.bare_puzzle, document.full_solution
    text = read_words(words, puzzle.geometry.digits)
    clock = (limit or of_work(_SECONDS)).start()
    if solution is not None and not replace(puzzle, constraints=()).accepts(solution, clock):
        solution = None  # it is none of this board and its givens, so it proves nothing
    if not (text.mentions or text.listed):
        return document
    # Most puzzles with words have one solution as they are, which is seen in less time than
    # candidates take; a puzzle that needs longer is asked only where it has candidates.
    at_sight = of_work(_SECONDS_AT_SIGHT).start()
    unique = None if decided else is_unique(puzzle, solution, at_sight)
    if unique:
        return document
    bare, anew = _told_otherwise(puzzle, text, solution, clock)
    figures = figures_of(document.drawings, puzzle.geometry)
    listed = [*listed_rules(text, bare, solution)]
    in_lists = [clue for rules in listed for rule in rules for clue in rule.clues]
    open_figures = not_of(in_lists, figures, puzzle.geometry)
    options = options_of(open_figures, text, bare, solution, clock)
    of_data = options_of(
        tuple(figures_of_data(bare.constraints, bare.geometry)), text, bare, solution, clock
    )
    of_board = [
        *rules_of_words(text, bare, solution),
        *listed,
        *relations_of_words(text, bare, solution, clock),
        *marks_of_words(text, document.position, solution),
    ]
    styles = _styles(options, anew, (*of_data, *of_board), figures)
    if styles and unique is None and not decided:
        unique = is_unique(puzzle, solution, clock)
    if unique or not styles:
        return document
    decided = decided or {}
    fixed = _fixed(styles, decided)
    open_styles = [style for style in styles if style.key not in decided]
    replaced = {name for name in anew if decided.get(_ANEW + name, name)}
    bare = _with_decided(puzzle, fixed, replaced)
    choices = choose(bare, [style.candidates for style in open_styles], solution, clock)
    if len(choices) == 1:
        (choice,) = choices
        certainty: Certainty = "plausible" if solution is None else "proved"
        choice = replace(choice, needed=(*fixed, *choice.needed))
    else:
        candidates = _likeliest(open_styles, choices)
        if not candidates and not decided:
            return document
        replaced = {name for name in anew if decided.get(_ANEW + name)}
        read = _with_decided(puzzle, fixed, replaced)
        certainty, choice = "partial", RuleChoice(read, fixed, candidates)
    styles = tuple(replace(style, taken=_taken(style, choice.needed)) for style in styles)
    return _with_reading(document, certainty, choice, styles, figures)


def _with_reading(
    document: Document,
    certainty: Certainty,
    choice: RuleChoice,
    styles: tuple[ReadStyle, ...],
    figures: Sequence[Figure],
) -> Document:
    """The document with the puzzle and the reading of a choice; of a partial reading the needed
    rules are those that were decided, the further ones the candidates."""
    old, partial = document.bare_puzzle, certainty == "partial"
    used = {at for rule in (*choice.needed, *choice.further) for at in rule.drawings}
    unread = len(document.drawings) - len(used)
    reading = DrawnReading(
        certainty,
        choice.further if partial else choice.needed,
        () if partial else choice.further,
        tuple(dict.fromkeys(r.name for r in old.constraints if r not in choice.puzzle.constraints)),
        unread,
        styles,
    )
    if partial:
        if not choice.needed:
            return replace(document, reading=reading)
        used = {at for rule in choice.needed for at in rule.drawings}
    read = replace(choice.puzzle, drawn=_drawn(choice.needed, figures, old.geometry))
    position = document.position
    drawings = tuple(one for at, one in enumerate(document.drawings) if at not in used)
    extras = dict(document.extras)
    extras.pop("drawings", None)
    if partial and drawings:
        counts = Counter(drawing.kind for drawing in drawings)
        counted = [f"{n} {kind}{'s' * (n > 1)}" for kind, n in counts.items()]
        extras["drawings"] = Listing(counted, len(drawings))
    return replace(
        document,
        puzzle=replace(document.puzzle, constraints=read.constraints, drawn=read.drawn),
        position=None if position is None else replace(position, puzzle=read),
        drawings=drawings,
        extras=extras,
        reading=reading,
    )


def _styles(
    options: Sequence[Sequence[ReadRule]],
    anew: Mapping[str, tuple[ReadRule, ...]],
    of_board: Sequence[Sequence[ReadRule]],
    figures: Sequence[Figure],
) -> tuple[ReadStyle, ...]:
    """All that may be rules; a style of drawings is called by the number of the first."""
    styles: list[ReadStyle] = []
    for candidates in filter(None, options):
        drawings = set(candidates[0].drawings)
        own = [figure for figure in figures if drawings.issuperset(figure.drawings)]
        drawing = drawing_as([own[0]], own[0].cells)
        styles.append(
            ReadStyle(f"drawing-{min(drawings)}", tuple(candidates), None, drawing, len(own))
        )
    styles += [ReadStyle(f"{_ANEW}{name}", candidates) for name, candidates in anew.items()]
    styles += [
        ReadStyle(f"{_BOARD}{n}", tuple(candidates))
        for n, candidates in enumerate(filter(None, of_board))
    ]
    return tuple(styles)


def _is_of_board(style: ReadStyle) -> bool:
    return style.key.startswith(_BOARD)


def _with_decided(puzzle: Puzzle, rules: Sequence[ReadRule], dropped: Set[str]) -> Puzzle:
    """The puzzle without the rules of some names that it has as data, and with some that were
    read."""
    left = (rule for rule in puzzle.constraints if rule.name not in dropped)
    clues = (clue for rule in rules for clue in rule.clues)
    return replace(puzzle, constraints=tuple(dict.fromkeys((*left, *clues))))


def _fixed(styles: Sequence[ReadStyle], decided: Mapping[str, str]) -> tuple[ReadRule, ...]:
    """The rules that a user has chosen.

    :raises FormatError: where ``decided`` names no style or candidate.
    """
    by_key = {style.key: style for style in styles}
    rules: list[ReadRule] = []
    for key, name in decided.items():
        try:
            style = by_key[key]
            rules += [style.candidate(name)] if name else []
        except KeyError:
            raise FormatError(
                "{key}: {name} is not a choice for what this text has drawn",
                key=key,
                name=name or '""',
            ) from None
    return tuple(rules)


def _taken(style: ReadStyle, rules: Sequence[ReadRule]) -> int | None:
    places = (at for at, candidate in enumerate(style.candidates) if candidate in rules)
    return next(places, None)


def _drawn(
    rules: Sequence[ReadRule], figures: Sequence[Figure], geometry: Geometry
) -> dict[Constraint, ClueDrawing]:
    """The drawings of the clues that were read from some."""
    drawn: dict[Constraint, ClueDrawing] = {}
    for rule in rules:
        spent = {*rule.drawings}
        own = [figure for figure in figures if spent.issuperset(figure.drawings)]
        for clue in rule.clues if own else ():
            if (drawing := drawing_of(clue, own, geometry)) is not None:
                drawn.setdefault(clue, drawing)
    return drawn


def _likeliest(styles: Sequence[ReadStyle], choices: Sequence[RuleChoice]) -> tuple[ReadRule, ...]:
    """The candidates to be reported, where no choice of them is a reading, or several are."""
    rules = [rule for choice in choices for rule in choice.needed]
    drawn = [style.candidates for style in styles if not _is_of_board(style)]
    rules = rules or [rule for candidates in drawn for rule in candidates if rule.cost <= _SURE]
    return tuple(dict.fromkeys(rules))


def _told_otherwise(
    puzzle: Puzzle, text: RulesText, solution: Grid | None, clock: Clock
) -> tuple[Puzzle, dict[str, tuple[ReadRule, ...]]]:
    """The puzzle without the rules that its solution breaks, where words tell rules with the same
    parameters; and by their names these as candidates: an arrow whose digits have a mean, not a
    sum. Without a solution these are rules that no sentence tells, of a puzzle that has no solution
    under them."""
    anew: dict[str, tuple[ReadRule, ...]] = {}
    for name in {rule.name: None for rule in puzzle.constraints}:
        clues = [rule for rule in puzzle.constraints if rule.name == name]
        if solution is None and text.of(name):
            continue
        if solution is not None and all(holds(r, solution, undecided=True) for r in clues):
            continue
        rules = dict.fromkeys(
            ReadRule(mention.rule, rules, (), text.sentences[mention.sentence])
            for mention in text.mentions
            if mention.rule != name
            for rules in _anew(clues, mention, puzzle)
            if solution is None or all(holds(rule, solution, undecided=True) for rule in rules)
        )
        if not rules and solution is not None:
            figures = figures_of_data(clues, puzzle.geometry)
            alike = [replace(figure, rule="") for figure in figures]
            options = options_of(alike, text, puzzle, solution, clock)
            one_style = len(options) == 1 and len(alike) == len(clues)
            rules = dict.fromkeys(options[0] if one_style else ())
        if rules:
            anew[name] = tuple(rules)
    if not anew or (solution is None and not is_contradictory(puzzle, clock)):
        return puzzle, {}
    left = tuple(rule for rule in puzzle.constraints if rule.name not in anew)
    return replace(puzzle, constraints=left), anew


def _anew(
    clues: Sequence[Constraint], mention: Mention, puzzle: Puzzle
) -> Iterator[tuple[Constraint, ...]]:
    kind = REGISTRY[mention.rule]
    rules = [converted(kind, clue, puzzle.geometry, mention.numbers) for clue in clues]
    if None not in rules:
        yield tuple(rule for rule in rules if rule is not None)
