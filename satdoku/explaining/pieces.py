"""The pieces of every sentence: names of cells, houses and rules, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING, assert_never

from satdoku.board.geometry import Geometry
from satdoku.explaining.names import title, words_of_clues, words_of_name
from satdoku.messages import Lang, catalogue
from satdoku.messages.catalogues import CellFirst, MessageValue
from satdoku.techniques.arguments.pieces import grouped
from satdoku.techniques.arguments.saying import (
    MANY_CELLS,
    CellName,
    CellNames,
    CrossedOut,
    Excluding,
    HouseNames,
    IfWorded,
    Indented,
    Joined,
    Linked,
    NamedValue,
    RuleKind,
    RuleKinds,
    RuleNames,
    RulePairs,
    Sentence,
    SentenceValue,
    Spanned,
    TechniqueName,
)
from satdoku.techniques.step import Candidate, House, Rule

if TYPE_CHECKING:
    from satdoku.board import Constraint
    from satdoku.puzzle import Puzzle
    from satdoku.puzzle.drawn_reading import ClueDrawing

FEW_CELLS = 4
"""A clue of more cells is known by the one that it begins with."""

FEW_PAIRS = 2
"""Of more pairs of cells of a rule, none is named."""

_PLACED = re.compile(r" (in|at) [A-Z]*r?[0-9]").search
"""Whether a title says in which cells a clue is."""


class Pieces:
    """The pieces of sentences about one board, in one language; of a puzzle, clues that were read
    from drawings are named by these.

    The methods decide what is said and in which order; how it is said is a message of the language
    (:mod:`satdoku.messages`), so that no method knows one.
    """

    def __init__(self, board: Geometry | Puzzle, lang: Lang = "en") -> None:
        puzzle = None if isinstance(board, Geometry) else board
        self.geometry = board if isinstance(board, Geometry) else board.geometry
        self.drawings: dict[int, ClueDrawing] = {}
        """The drawings that clues were read from, by the places of these among the rules."""
        if puzzle is not None and puzzle.drawn:
            places = enumerate(puzzle.constraints)
            self.drawings = {n: puzzle.drawn[r] for n, r in places if r in puzzle.drawn}
        self.lang = lang
        self.messages = catalogue(lang, "steps")

    def say(self, key: str, **values: MessageValue) -> str:
        """A message of the language."""
        return self.messages.say(key, **values)

    def text(self, value: SentenceValue) -> str:
        """A value of a sentence as a text: a list with "and"."""
        return self.messages.styled(self.written(value))

    def written(self, value: SentenceValue) -> MessageValue:
        """A value of a sentence as the language writes it."""
        # Nine in ten are one of these, and a match takes longer.
        if isinstance(value, Sentence):
            written = {name: self.written(own) for name, own in value.values}
            return self.messages.say(value.key, **written)
        if isinstance(value, (int, str)):
            return value
        if isinstance(value, CellName):
            return self.cell(value.cell)
        match value:
            case tuple():
                return [text for own in value for text in self._texts(own)]
            case Joined(texts, ("lines" | "run") as style):
                return ("\n" if style == "lines" else "").join(map(self.text, texts))
            case Joined(texts, style):
                return self.join(map(self.text, texts), style)
            case Indented(text, by):
                return self.indent(self.text(text), by)
            case IfWorded(rule, worded, otherwise):
                return self.written(worded if self.is_worded(rule) else otherwise)
            case named:
                return self._named(named)

    def _named(self, value: NamedValue) -> MessageValue:
        """A name of cells, houses, rules or digits."""
        match value:
            case CellName():
                return self.cell(value.cell)
            case CellNames(cells):
                return self.names(cells)
            case HouseNames(houses):
                return self.lines_of(houses)
            case House():
                return self.house(value)
            case Rule():
                return self.rule(value)
            case RuleNames(rules):
                return self.rules(rules)
            case RulePairs(rules):
                return self.pairs_of(rules)
            case Spanned(digits):
                return self.spanned(digits)
            case Excluding(rules):
                return self.linked_by(rules)
            case Linked(rule):
                return self.linked(rule)
            case RuleKind(rule):
                return self.any_of(rule)
            case RuleKinds(rules):
                return self.kinds_of(rules)
            case TechniqueName(name):
                return self.technique(name)
            case CrossedOut(candidates):
                return self.crossed_out(candidates)
            case unknown:
                assert_never(unknown)

    def _texts(self, value: SentenceValue) -> list[str]:
        """An item of a list; clues are items of their own."""
        return self.rules(value.rules) if isinstance(value, RuleNames) else [self.text(value)]

    # -- lists -----------------------------------------------------------------------------------

    def join(self, items: Iterable[str], style: str = "and") -> str:
        """A list in a sentence."""
        return self.messages.join(items, style)

    def names(self, cells: Iterable[int]) -> list[str]:
        """The names of some cells."""
        return [self.cell(cell) for cell in cells]

    def cell(self, cell: int) -> str:
        """The name of a cell."""
        return CellFirst(self.geometry.name(cell))

    def cells(self, cells: Iterable[int]) -> str:
        """The names of some cells, in a sentence."""
        return self.join(self.names(cells))

    def indent(self, text: str, by: str = "  ") -> str:
        """Every line of a text moved in."""
        return "\n".join(by + line for line in text.splitlines())

    # -- houses ----------------------------------------------------------------------------------

    def house(self, house: House) -> str:
        """The name of a house inside a sentence."""
        if house.rule:
            for drawing in self.drawings.values():
                if set(drawing.cells) == set(house.cells):
                    return self.say("rule.any", name=self._drawn(drawing), kind="")
            cells, title = self.names(house.cells), house.name
            if block := self._block(house.cells):
                cells = [block]
                title = title.replace(self.geometry.names(house.cells), block)
            rule = words_of_name(house.rule, self.lang) or ""
            return self.say("house.of-rule", title=title, rule=rule, cells=cells)
        name, _, number = house.title.rpartition(" ")
        if house.kind != "extra":
            name, number = house.kind, str(house.number)
        elif not number.isdigit():
            name, number = house.title, ""
        return self.say(
            "house",
            kind=house.kind,
            name=name,
            number=number,
            grid=house.grid or 0,
            title=house.name,
        )

    def _block(self, cells: Sequence[int]) -> str:
        """The name of many cells that fill a rectangle, "r345c123"; else nothing."""
        if len(cells) <= FEW_CELLS or max(cells) >= self.geometry.grid_count:
            return ""
        places = [self.geometry.row_column(cell) for cell in cells]
        rows, columns = (sorted({*numbers}) for numbers in zip(*places, strict=True))
        whole = all(line[-1] - line[0] < len(line) for line in (rows, columns))
        # Numbers of two digits would run into each other.
        if not whole or len(rows) * len(columns) > len(cells) or max(*rows, *columns) > 8:
            return ""
        row, column = ("".join(str(number + 1) for number in line) for line in (rows, columns))
        return f"r{row}c{column}"

    def houses(self, houses: Iterable[House]) -> str:
        """The names of some houses, in a sentence."""
        return self.join(map(self.house, houses))

    def lines_of(self, houses: Sequence[House]) -> str:
        """Houses, those of a kind together: "rows 2 and 4 and box 7"."""
        groups = []
        for first, *more in self.by_kind(houses):
            numbers = [house.number for house in (first, *more)]
            groups.append(
                self.say("houses", kind=first.kind, numbers=numbers, grid=first.grid or 0)
                if more
                else self.house(first)
            )
        if len(groups) == 2 < len(houses):
            return self.say("houses.two-groups", first=groups[0], second=groups[1])
        return self.say("houses.groups", groups=groups)

    def by_kind(self, houses: Sequence[House]) -> list[list[House]]:
        """Houses of the same kind together by number, in the order of the first of each kind."""
        groups: dict[object, list[House]] = {}
        for house in houses:
            key = house if house.kind == "extra" else (house.kind, house.grid)
            groups.setdefault(key, []).append(house)
        return [sorted(group, key=lambda house: house.number) for group in groups.values()]

    # -- statements ------------------------------------------------------------------------------

    def holds(self, cell: int, digit: int) -> str:
        """ "r1c1 = 5"."""
        return self.say("fact", cell=self.cell(cell), digit=digit)

    def spanned(self, digits: Sequence[int]) -> list[str]:
        """Some digits, ascending; more than three in a row by the first and the last: "1 to 4"."""
        parts: list[str] = []
        for _, run in groupby(enumerate(digits), key=lambda item: item[1] - item[0]):
            part = [digit for _, digit in run]
            if len(part) > 3:
                parts.append(self.say("left.span", first=part[0], last=part[-1]))
            else:
                parts += map(str, part)
        return parts

    def crossed_out(self, pairs: Iterable[Candidate]) -> str:
        """Candidates that are crossed out, none where there are none."""
        groups = grouped(pairs)
        parts = [
            self.say(
                "out" if number == len(groups) else "out.more",
                cells=self.names(cells),
                digits=self.spanned(sorted(digits)),
            )
            for number, (cells, digits) in enumerate(groups, 1)
        ]
        return self.join(parts, "clauses")

    # -- rules -----------------------------------------------------------------------------------

    def rule(self, rule: Rule) -> str:
        """A rule with its place: "the killer cage of 3 in r1c1 and r1c2"; by its drawing, "the
        purple line from r2c3 to r4c5"."""
        if rule.constraint in self.drawings:
            return self.say("rule.any", name=self.name_of(rule), kind="")
        if rule.name == "arrow" and self._is_alone(rule):
            return self.say("rule.arrow-of-one", cells=self.names(rule.reading or rule.cells))
        key = "rule.many" if len(rule.cells) > FEW_CELLS else "rule"
        cells = self.names(rule.reading or rule.cells)
        return self.say(
            "rule.whole" if len(rule.cells) == self.geometry.cell_count else key,
            kind=rule.kind,
            title=rule.title,
            name=self.name_of(rule),
            cells=cells,
            first="".join(cells[:1]),
            last="".join(cells[-1:]),
        )

    def name_of(self, rule: Rule) -> str:
        """A rule without its cells: "anti-knight"; a drawing with them."""
        if (drawing := self.drawings.get(rule.constraint)) is not None:
            return self._drawn(drawing)
        name = words_of_name(rule.kind, self.lang)
        begins = rule.label[:1].isdigit()
        return self.say(
            "rule.name",
            title=rule.title,
            name=self.say("rule.unknown", name=rule.kind) if name is None else name,
            noun=words_of_clues(rule.kind, self.lang)[0],
            number=rule.label if begins else "",
            label="" if begins else rule.label,
            called=rule.called,
        )

    def kind_of(self, rule: Rule) -> str:
        """The kind of a rule, without what is said of one alone: "thermometer"; the name that its
        author gives it, or that of its drawing, where it has one."""
        if (drawing := self.drawings.get(rule.constraint)) is not None:
            return self.drawings_named(drawing)
        kind = self._kind(rule)
        if rule.called:
            return self.say("rule.unknown", name=rule.called)
        title = rule.kind if kind is None else kind.noun
        return self.name_of(replace(rule, title=title, label=""))

    def _drawn(self, drawing: ClueDrawing) -> str:
        """A drawing with its place: "purple line from r2c3 to r4c5"."""
        cells = drawing.cells
        at, number = self._side(cells) if drawing.kind == "side" else (drawing.kind, 0)
        names = self.names(cells if len(cells) <= FEW_CELLS else cells[:1])
        last = self.cell(cells[-1])
        place = self.say(
            f"drawn-at.{at}", cells=names, first=names[0], last=last, n=len(cells), number=number
        )
        return self.say("drawn", name=self.drawings_named(drawing), place=place)

    def _side(self, cells: Sequence[int]) -> tuple[str, int]:
        """The side at which some cells of a row or column begin, and its number."""
        (row, column), (next_row, next_column) = map(self.geometry.row_column, cells[:2])
        if row == next_row:
            return ("left" if column < next_column else "right"), row + 1
        return ("top" if row < next_row else "bottom"), column + 1

    def drawings_named(self, drawing: ClueDrawing, clues: int = 1) -> str:
        """A drawing, or those of several clues, without a place: "purple line"."""
        kind: str = drawing.kind
        if kind in ("edge", "corner", "mark", "side", "diagonal"):
            beside = drawing.kind in ("side", "diagonal")
            kind = drawing.shape or ("beside" if beside else "text")
            if kind == "round" and drawing.kind != "mark" and not drawing.label:
                kind = "dot"
        colour = self.say(f"drawn-colour.{drawing.colour}") if drawing.colour else ""
        return self.say(
            f"drawn.{kind}", colour=colour, label=drawing.label, n=clues * drawing.count
        )

    def any_of(self, rule: Rule) -> str:
        """A rule without its place: "the thermometer", "the rule anti-knight"."""
        kind = None if rule.constraint in self.drawings else self._kind(rule)
        whole = kind is not None and rule.title.lower() == kind.title.lower()
        name = rule.kind if kind is not None else ""
        return self.say(
            "rule.of-board" if whole else "rule.any", name=self.kind_of(rule), kind=name
        )

    def rules(self, rules: Iterable[Rule]) -> list[str]:
        """Rules with their places, clues of a kind together: "the white dots at r1c1-r1c2 and
        r3c4-r3c5"."""
        groups: dict[object, list[Rule]] = {}
        for rule in rules:
            key: object = (rule.kind, rule.called) if _PLACED(rule.title) else rule
            if (drawing := self.drawings.get(rule.constraint)) is not None:
                key = self.drawings_named(drawing, 2)
            groups.setdefault(key, []).append(rule)
        return [
            self._together(group) if len(group) > 1 else self.rule(group[0])
            for group in groups.values()
        ]

    def _together(self, rules: Sequence[Rule]) -> str:
        first, kind = rules[0], self._kind(rules[0])
        places = []
        for rule in rules:
            cells = self.names(rule.reading or rule.cells)
            at = "-".join(cells if len(cells) <= FEW_CELLS else cells[:1])
            places.append(self.say("rule.place", place=at, label=rule.label))
        drawing = self.drawings.get(first.constraint)
        if drawing is not None:
            plural = self.drawings_named(drawing, len(rules))
        else:
            plural = words_of_clues(first.kind, self.lang)[1]
            if not plural and kind is not None:
                plural = vars(kind).get("plural") or f"{kind.title.lower()}s"
        return self.say(
            "rules.together",
            name=self.kind_of(first),
            plural=plural,
            called="" if drawing is not None else first.called,
            places=places,
        )

    def kinds_of(self, rules: Iterable[Rule], most: int = MANY_CELLS) -> list[str]:
        """Clues by their kinds, where each alone is not spoken of: "arrow (at r1c1 and r2c2)"; of
        more than ``most`` places of a kind none is named."""
        groups: dict[str, list[Rule]] = {}
        for rule in rules:
            groups.setdefault(self.kind_of(rule), []).append(rule)
        texts = []
        for name, group in groups.items():
            placed = [rule for rule in group if len(rule.cells) < self.geometry.cell_count]
            cells = dict.fromkeys((rule.reading or rule.cells)[0] for rule in placed)
            if len(cells) > most:
                cells.clear()
            texts.append(self.say("clue.kind", name=name, cells=self.names(cells)))
        return texts

    def _kind(self, rule: Rule) -> type[Constraint] | None:
        from satdoku.constraints import REGISTRY  # boards without clues need no rules

        return REGISTRY.get(rule.kind)

    def linked(self, rule: Rule) -> str:
        """Why two candidates exclude each other: "r1c1 and r1c2 may not be consecutive"."""
        if len(rule.cells) > 2 or (self._is_alone(rule) and not self.is_worded(rule)):
            return self.rule(rule)
        cells = self.names(rule.cells)
        if self.is_worded(rule):
            return self.say(f"linked.{rule.name}", cells=cells)
        return self._excluded_by(rule, cells)

    def _excluded_by(self, rule: Rule, cells: Sequence[str]) -> str:
        """That a rule about more cells excludes something in these."""
        name = self.name_of(rule)
        title = name if rule.constraint in self.drawings else rule.title
        return self.say("linked", cells=cells, title=title, name=name)

    def is_worded(self, rule: Rule) -> bool:
        """Whether there are words for what a rule demands of two cells, shorter than its name."""
        return f"linked.{rule.name}" in self.messages

    def linked_by(self, rules: Iterable[Rule]) -> str:
        """The rules by which a pattern excludes something, the pairs of one together."""
        alike: dict[object, list[Rule]] = {}
        for rule in dict.fromkeys(rules):
            alone = len(rule.cells) > 2 or self._is_alone(rule) or self.is_worded(rule)
            alike.setdefault(rule if alone else (rule.constraint, rule.title), []).append(rule)
        texts = [
            self.linked(own[0])
            if len(own) == 1
            else self._excluded_by(own[0], ["-".join(self.names(rule.cells)) for rule in own])
            for own in alike.values()
        ]
        return self.join(dict.fromkeys(texts), "clauses")

    def pairs_of(self, rules: Iterable[Rule]) -> list[str]:
        """Rules about pairs of cells, those of one rule together: "anti-knight (r1c1 and r2c3)"."""
        by_name: dict[str, list[Rule]] = {}
        alone: list[Rule] = []
        for rule in rules:
            if self._is_alone(rule):
                alone.append(rule)
            else:
                by_name.setdefault(self.kind_of(rule), []).append(rule)
        named = self.rules(alone)
        for name, pairs in by_name.items():
            few = [self.cells(rule.cells) for rule in pairs] if len(pairs) <= FEW_PAIRS else []
            if few or not all(_PLACED(rule.title) for rule in pairs):
                named.append(self.say("rules.pairs", name=name, pairs=few))
            else:
                named += self.kinds_of(pairs, FEW_CELLS)
        return named

    def _is_alone(self, rule: Rule) -> bool:
        """Whether a rule about two cells is about no others."""
        orders = rule.cells, rule.cells[::-1]
        ends = [f" {at} {self.geometry.names(cells)}" for at in ("in", "at") for cells in orders]
        return len(rule.cells) == 2 and rule.title.endswith(tuple(ends))

    def technique(self, name: str) -> str:
        """The name of a technique."""
        return title(name, self.lang)
