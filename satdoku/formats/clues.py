"""From the clues of a file to rules and back; one file, since both ways use the same forms.

A format has a table (tables.py) of :class:`Key` entries: the format's name of a clue, the
rule's name in satdoku, and a :class:`Codec` that turns an item of the format into the fields that
:func:`satdoku.constraints.from_data` takes, and back. Reading collects the clues in a
:class:`Clues`, which makes the rules of them. A clue without a rule in satdoku is refused by its
name, never dropped; ``ReadOptions.ignore`` names what may be left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, Protocol, TypeAlias

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board.constraint import Constraint
from satdoku.board.geometry import Geometry
from satdoku.formats.accounts import Known, skip, unread
from satdoku.formats.base import ReadOptions, WriteOptions, shown
from satdoku.formats.boards import not_stated, stated_rules
from satdoku.formats.cosmetics import circle_at, middles
from satdoku.formats.texts import at_place
from satdoku.puzzle.cosmetic import Cosmetic
from satdoku.puzzle.document import Document
from satdoku.puzzle.listing import Listing
from satdoku.puzzle.position import Position
from satdoku.puzzle.puzzle import Puzzle

RuleFields: TypeAlias = dict[str, Any]
"""The fields of one rule, as ``constraints.from_data`` takes them; cells are numbers."""

TOGETHER = ("odd", "even", "minimum", "maximum")
"""Rules that a format states cell by cell and satdoku once for all cells."""

_DIAGONALS = frozenset(("diagonal-anti", "diagonal-main"))
_JOINED = _DIAGONALS.union(TOGETHER)
"""Rules of which several clues may be one rule."""

_LINES = frozenset(
    (
        "between", "entropic-line", "lockout", "modular-line", "nabner", "palindrome",
        "parity-line", "region-sum", "renban", "sequence-line", "slow-thermo", "thermo", "whisper",
        "zipper",
    )
)  # fmt: skip
"""Rules that say nothing about a single cell, which a click by mistake leaves on the sites."""

_ENDED = frozenset(("between", "slow-thermo", "thermo"))
"""Rules whose first cell has a bulb or a circle, which is seen without the line."""


class Codec(Protocol):
    """How a format writes the clues of one kind.

    ``read`` gives the fields of every clue of an item (a thermometer may have several branches);
    ``write`` is the item of one clue (a list of items where it takes several), or ``None`` where
    the format cannot hold these fields.
    Neither knows the place of the item: errors get it from the caller.
    """

    def read(self, item: Any, geometry: Geometry) -> Iterable[RuleFields]:
        """:raises FormatError: where the item is not of this form."""

    def write(self, fields: RuleFields, geometry: Geometry) -> Any | None:
        """The item of one clue."""


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a format's table: its name of a clue, satdoku's rule, and how it is written."""

    name: str
    rule: str
    codec: Codec


def spellings(name: str) -> tuple[str, str]:
    """The names that a name to leave out stands for: itself, as formats call it, and a rule."""
    from satdoku.constraints.registry import rule_called  # loaded with the first such name

    return name.lower(), rule_called(name)


class Clues:
    """The clues of one puzzle, as they are found."""

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self._wanted = {called for name in options.ignore for called in spellings(name)}
        self._single = {
            name: (clue[1].lower(), {*clue[2].lower().split("+")})
            for name in options.ignore
            if (clue := _ONE_CLUE.fullmatch(name))
        }
        self._found: list[tuple[str, str, str, RuleFields]] = []
        self._of_all: dict[str, RuleFields] = {}
        self._left_out: dict[str, None] = {}
        self._drawings: dict[str, int] = {}
        self._unused: dict[str, int] = {}
        self._repeated: Counter[str] = Counter()
        self._single_cells: list[tuple[str, str, int, tuple[Cosmetic, ...]]] = []
        self.blanks: list[Cosmetic] = []

    def ignores(self, *names: str) -> bool:
        """Whether one of these names may be left out; that it was is then part of the answer."""
        if not self._wanted:
            return False
        literal = {name.lower() for name in self._options.ignore}
        ignored = [name for name in names if name.lower() in literal]
        ignored = ignored or [name for name in names if name.lower() in self._wanted]
        self._left_out.update(dict.fromkeys(ignored))
        return bool(ignored)

    def ignores_rule(self, rule: Constraint, geometry: Geometry, name: str = "") -> bool:
        """Whether the one clue of a kind with the cells of a rule may be left out, as in
        ``white-dot:r8c4+r9c4``."""
        if not self._single:
            return False
        # A clue beside the board names no cells, but is about some.
        return self._is_single((name, rule.name), rule.scope(geometry), geometry)

    def _is_single(self, names: Iterable[str], cells: Iterable[int], geometry: Geometry) -> bool:
        called = {name.lower() for name in names}
        here = {geometry.name(cell).lower() for cell in cells}
        left_out = [
            wanted
            for wanted, (kind, of_it) in self._single.items()
            if kind in called and of_it == here
        ]
        self._left_out.update(dict.fromkeys(left_out))
        return bool(left_out)

    def add(self, place: str, name: str, rule: str, fields: RuleFields | None = None) -> None:
        """A clue: where it stands, the format's name for it, and the rule that it is."""
        if not self.ignores(name, rule):
            self._note(place, name, rule, fields or {})

    def read(self, key: Key, item: Any, place: str, geometry: Geometry) -> None:
        """The clues of an item of a table's kind."""
        if self._wanted and self.ignores(key.name, key.rule):
            skip(item)
            return
        try:  # once a clue: a context manager takes longer
            for fields in key.codec.read(item, geometry):
                self._read(key, fields, place, geometry)
        except FormatError as error:
            raise at_place(error, place, key.rule) from None

    def _read(self, key: Key, fields: RuleFields, place: str, geometry: Geometry) -> None:
        cells, bulb = fields.get("cells"), fields.get("bulb")
        if (
            isinstance(cells, list)
            and len(cells) > 2
            and (loop := _closed(key.rule, cells, _listed(bulb), geometry)) is not None
        ):
            self.blank(key.name, loop, f"closed {key.name}")
        elif self._single and self._is_single(
            (key.name, key.rule), _cells_of(key.rule, fields), geometry
        ):
            return
        elif cells == [] and bulb is not None:
            self.blank(key.name, _circle(_listed(bulb), geometry), f"{key.name} without a line")
        elif key.rule in _LINES and isinstance(cells, list) and len(cells) == 1:
            grey = {} if key.rule == "between" else {"fill": "#cfcfcf", "stroke": "#cfcfcf"}
            end = _circle(cells, geometry, 0.85, **grey)
            self._single_cells.append((key.name, key.rule, cells[0], end))
        else:
            self._note(place, key.name, key.rule, fields)

    def _note(self, place: str, name: str, rule: str, fields: RuleFields) -> None:
        if fields.get("cells") == []:
            self.leave(f"{name} without cells")
        else:
            self._found.append((place, name, rule, fields))

    def all_of(self, rule: str, fields: RuleFields) -> None:
        """Fields that every clue of a rule has besides its own."""
        self._of_all[rule] = fields

    def draw(self, name: str, count: int = 1, noun: str | None = None) -> None:
        """Drawings: they are no rules that satdoku knows, but may be clues, and are counted.

        :param noun: what one of them is called, where that is not the name by which it is ignored.
        """
        if count and not self.ignores(name):
            noun = noun or name.removesuffix("s")
            self._drawings[noun] = self._drawings.get(noun, 0) + count

    def blank(self, name: str, looks: Iterable[Cosmetic], noun: str) -> None:
        """A clue without a meaning, since it lacks what it would say: what a site draws of it is
        kept in ``blanks``, and counted, since the rules in words may give it one; where nothing is
        drawn, it is left.

        :param noun: what one of them is called: ``arrow without a line``.
        """
        if self.ignores(name):
            return
        if drawn := list(looks):
            self.blanks += drawn
            self.draw(name, noun=noun)
        else:
            self.leave(noun)

    def _read_single_cells(self) -> None:
        """Lines of one cell: where that is the end of another line too, nothing more is seen."""
        ends = {(rule, f["cells"][0]) for _, _, rule, f in self._found if rule in _ENDED}
        for name, rule, cell, end in self._single_cells:
            if rule not in _ENDED or (rule, cell) in ends:
                self.leave(f"{name} of one cell")
            else:
                self.blank(name, end, f"{name} without a line")
        self._single_cells.clear()

    def leave(self, name: str, count: int = 1) -> None:
        """Count a thing that says nothing about the solution."""
        if count and not self.ignores(name):
            self._unused[name] = self._unused.get(name, 0) + count

    def account(self, data: Any, known: Known, title: str) -> None:
        """Name what was not read of :func:`satdoku.formats.accounts.noted` data.

        :param known: keys that say nothing about the solution.
        :raises FormatError: where it may be a rule.
        """
        for unread_key in unread(data, known):
            if self.ignores(unread_key.key):
                continue
            if unread_key.drawn:
                self.leave(f"{unread_key.kind.replace('[]', '')}.{unread_key.key[:40]}".lstrip("."))
                continue
            place = f"{unread_key.place}: " if unread_key.place else ""
            raise FormatError(
                "{place}{title} has no key {key} here that satdoku knows; --ignore {key_2} "
                "reads the puzzle without it",
                place=place,
                title=title,
                key=shown(unread_key.key),
                key_2=unread_key.key[:40],
                text=unread_key.key[:80],
            )

    def extras(self) -> dict[str, str]:
        """The document's extras: clues left out, drawings that may be clues, and unused data.

        ``blanks`` are complete after this.

        :raises FormatError: where something is drawn and the options want all of it read.
        """
        extras: dict[str, str] = {}
        self._read_single_cells()
        if self._left_out:
            extras["ignored"] = Listing(self._left_out)
        for key, counts in (
            ("drawings", {_counted(*item): item[1] for item in self._drawings.items()}),
            ("unused", {f"{n} {name}": n for name, n in self._unused.items()}),
            ("repeated", {f"{n} {name}": n for name, n in self._repeated.items()}),
        ):
            if counts:
                words = list(counts) if key == "repeated" else _shortened(list(counts))
                extras[key] = Listing(words, sum(counts.values()))
        refuse_drawings(extras, self._options)
        return extras

    def once(self, rules: Sequence[Constraint]) -> tuple[Constraint, ...]:
        """The rules, each once; that some came again changes nothing, and is noted."""
        distinct: tuple[Constraint, ...]
        distinct, again = _constraints().once(rules)
        self._repeated += again
        return distinct

    def data(self) -> list[tuple[str, str, RuleFields]]:
        """The clues as data: the place, the format's name, and the rule with its fields.

        :raises FormatError: naming the clue that satdoku has no rule for.
        """
        if not self._found:
            return []
        known = _constraints().REGISTRY
        rules = {rule for _, _, rule, _ in self._found}
        if strange := {rule for rule in rules if rule not in known}:
            place, name, rule, _ = next(clue for clue in self._found if clue[2] in strange)
            called = (
                worded("the rule {rule!r}", rule=rule)
                if name == rule
                else worded("{name!r} (the rule {rule!r})", name=name, rule=rule)
            )
            raise FormatError(
                "{place}: satdoku does not know {called}; --ignore {rule} reads the puzzle "
                "without it",
                place=place,
                called=called,
                rule=rule,
                text=name,
            )
        clues = self._found if rules.isdisjoint(_JOINED) else self._joined(rules)
        more = self._of_all
        return [
            (place, name, {"rule": rule, **fields, **more.get(rule, {})})
            for place, name, rule, fields in clues
        ]

    def rules(self, geometry: Geometry) -> tuple[Constraint, ...]:
        """The rules that the board states, those of all clues, and those that the options add.

        :raises FormatError: naming the clue that satdoku has no rule for, or whose rule cannot be
            as it stands.
        """
        stated = stated_rules(geometry)
        more = [rule for rule in self._options.constraints if rule not in stated]
        rules: list[Constraint] = [*stated]
        if not (clues := self.data()):
            return (*stated, *more)
        rule_of = _constraints().from_data
        for place, name, data in clues:
            try:
                rule = rule_of(data, geometry, numbered=True)
            except FormatError as error:
                raise at_place(error, place) from None
            if not self.ignores_rule(rule, geometry, name):
                rules.append(rule)
        return self.once((*rules, *more))

    def inside(self) -> Clues:
        """A collection for the clues inside of another; what is ignored is noted here."""
        clues = Clues(self._options)
        clues._left_out = self._left_out
        return clues

    def _joined(self, rules: Set[str]) -> Iterator[tuple[str, str, str, RuleFields]]:
        """The clues of some rules, with those together that are one rule."""
        cells: dict[str, list[int]] = {rule: [] for rule in TOGETHER}
        for _, _, rule, fields in self._found:
            if rule in cells:
                cells[rule] += fields["cells"]
        done: set[str] = set()
        for place, name, rule, fields in self._found:
            if rule in cells:
                if rule not in done:
                    every = list(dict.fromkeys(cells[rule]))
                    if more := len(cells[rule]) - len(every):
                        self._repeated[rule] += more
                    yield place, name, rule, {"cells": every}
                done.add(rule)
            elif rule in _DIAGONALS <= rules:
                if "diagonal" not in done:
                    yield place, name, "diagonal", {}
                done.add("diagonal")
            else:
                yield place, name, rule, fields


@cache
def _constraints() -> ModuleType:
    # Loaded with the first clue: classic puzzles need no rules.
    return import_module("satdoku.constraints")


_ONE_CLUE = re.compile(r"(.+):((?:r\d+c\d+|v[a-z]\d*)(?:\+(?:r\d+c\d+|v[a-z]\d*))*)", re.I)
_MOST_NAMES = 20


def _cells_of(rule: str, fields: RuleFields) -> Iterator[int]:
    """The cells in the fields of a clue."""
    from satdoku.constraints.parameters import cells_of  # loaded with the first such clue

    kind = _constraints().REGISTRY.get(rule)
    for parameter in kind.parameters if kind else ():
        yield from cells_of(parameter, fields.get(parameter.name))


def _listed(bulb: Any) -> list[int]:
    return bulb if isinstance(bulb, list) else [] if bulb is None else [bulb]


def _circle(
    cells: Iterable[int], geometry: Geometry, side: float = 0.75, **colours: str
) -> tuple[Cosmetic, ...]:
    """The circle around cells of the grid; others are drawn nowhere."""
    spots = middles([cell for cell in cells if cell < geometry.grid_count], geometry)
    return circle_at(spots, side, **colours) if spots else ()


def _closed(
    rule: str, cells: list[int], bulbs: list[int], geometry: Geometry
) -> list[Cosmetic] | None:
    """The drawing of a line that ends where it begins, if its rule gives that no meaning."""
    if cells[-1] not in (bulbs or cells[:1]):
        return None
    kind = _constraints().REGISTRY.get(rule)
    if kind is None or kind.repeats_allowed or kind.closed_as:
        return None
    if not any(p.kind == "line" and p.name == "cells" for p in kind.parameters):
        return None
    line = [cell for cell in (*bulbs[:1], *cells) if cell < geometry.grid_count]
    spots = middles(line, geometry)
    if len(spots) < 2:
        return []
    stroke = Cosmetic("line", spots, stroke="#cfcfcf", width=0.15)
    return [*_circle(bulbs, geometry), stroke]


def _shortened(names: list[str]) -> list[str]:
    if (more := len(names) - _MOST_NAMES) <= 0:
        return names
    return [*names[: _MOST_NAMES - 1], f"{names[_MOST_NAMES - 1]} and {more} more"]


def _counted(noun: str, count: int) -> str:
    """``1 line``, ``2 lines on edges``: the plural is that of what comes before a preposition."""
    for link in (" that ", " on ", " without "):
        first, joint, rest = noun.partition(link)
        if joint:
            break
    return f"{count} {first}{'' if count == 1 else 's'}{joint}{rest}"


def refuse_drawings(extras: Mapping[str, str], options: ReadOptions) -> None:
    """:raises FormatError: where drawings may be clues and the options want all clues read."""
    if options.strict and isinstance(drawings := extras.get("drawings"), Listing):
        raise FormatError(
            "the puzzle also has {drawings_in_words} that carry no rule that satdoku knows,"
            " and --strict refuses what may have other clues than those that are read",
            drawings_in_words=drawings.sentence,
        )


_RULE_NAMES = re.compile(
    "rule|variant|variation|constraint|restriction|killer|cage|jigsaw|irregular|diagonal|windoku|"
    "thermo|arrow|kropki|knight|whisper|renban|sandwich|skyscraper|nonconsecutive"
)
_KINDS = re.compile("(puzzle|sudoku|game|grid|board)?(type|kind|genre|mode|category|style)")
_VARIANTS = _RULE_NAMES.pattern + (
    "|hyper|samurai|palindrome|king|consecutive|disjoint|miracle|oddeven|"
    "evenodd|greaterthan|comparison|asterisk|girandola|centerdot|argyle|x"
)
_IS_VARIANT = re.compile(f"(anti)?({_VARIANTS})(doku|s|ed)?")
_FILLERS = re.compile("sudokus?|puzzles?|solvers?|online|daily|html?|aspx?|php")
_PLAIN = re.compile(
    "false|no|none|null|na|off|"
    "(classic|classical|standard|normal|regular|plain|vanilla|only|rules?|sudoku|apply|x)*"
)


def is_about_rules(name: str) -> bool:
    """Whether a name, of a column or of a parameter of a link, is one that rules may have."""
    letters = _letters(name)
    said = _RULE_NAMES.search(letters) and "symmetr" not in letters
    return bool(said or _KINDS.fullmatch(letters))


def says_rules(name: str, value: str) -> bool:
    """Whether a value with a name states rules beyond those of any Sudoku."""
    value = value.strip().lower()
    if value in ("", "0", "-") or not is_about_rules(name):
        return False
    if _KINDS.fullmatch(_letters(name)):
        return value == "x" or variant_in(value) is not None
    plain = _letters(value)
    return not plain or not _PLAIN.fullmatch(plain)


def variant_in(text: str) -> str | None:
    """The first word of a text that names a variant."""
    for word in re.findall("[A-Za-z]+", text.replace("-", "")):
        if len(word) > 1 and _IS_VARIANT.fullmatch(_FILLERS.sub("", word.lower())):
            return str(word)
    return None


def _letters(text: str) -> str:
    return re.sub("[^a-z]", "", text.lower())


# --- writing -----------------------------------------------------------------------------------


def rule_data(
    puzzle: Puzzle, options: WriteOptions, known: Container[str] = ()
) -> list[tuple[Constraint, str, RuleFields]]:
    """The rules of a puzzle as data, each with the constraint that it is; both diagonals apart,
    and windoku as its windows unless the rule itself is known.

    Rules that the reader of the text will get by other means (``options.constraints``) are not
    among them.
    """
    if not puzzle.constraints:
        return []
    rules: list[tuple[Constraint, str, RuleFields]] = []
    for constraint in puzzle.constraints:
        if constraint in options.constraints:
            continue
        rule, fields = constraint.name, fields_of(constraint)
        if rule == "diagonal":
            rules += [(constraint, "diagonal-anti", {}), (constraint, "diagonal-main", {})]
        elif rule == "windoku" and rule not in known:
            rules += [
                (constraint, "extra-region", {"cells": cells})
                for _, cells in constraint.groups(puzzle.geometry)  # type: ignore[attr-defined]
            ]
        else:
            rules.append((constraint, rule, fields))
    return rules


def cages_and_diagonals(
    puzzle: Puzzle, title: str, options: WriteOptions
) -> tuple[list[tuple[list[int], int | None]], bool]:
    """The cells and sums of the cages, and whether both diagonals are houses, of a puzzle that has
    no other rules.

    :raises Unsupported: naming another rule.
    """
    cages, diagonals = [], set()
    for constraint, rule, fields in rule_data(puzzle, options):
        if rule.startswith("diagonal-"):
            diagonals.add(rule)
        elif rule == "killer-cage":
            cages.append((list(fields["cells"]), fields.get("sum")))
        else:
            raise Unsupported(
                "{title} cannot hold the rule '{name}'", title=title, name=constraint.name
            )
    if len(diagonals) == 1:
        raise Unsupported("{title} cannot hold the rule '{pop}'", title=title, pop=diagonals.pop())
    return cages, bool(diagonals)


def fields_of(constraint: Constraint) -> RuleFields:
    """The fields of a rule; optional ones at their default are left out."""
    values = constraint.arguments()
    return {
        parameter.name: values[parameter.name]
        for parameter in constraint.parameters
        if not parameter.optional or values[parameter.name] != parameter.default
    }


def split_rules(puzzle: Puzzle, parts: Sequence[tuple[str, RuleFields]]) -> tuple[bool, Puzzle]:
    """Whether a puzzle has all of these rules, and then the puzzle without them."""
    names = {rule for rule, _ in parts}
    held = [
        rule
        for rule in puzzle.constraints
        if rule.name in names and (rule.name, fields_of(rule)) in parts
    ]
    if len(held) != len(parts):
        return False, puzzle
    rest = tuple(rule for rule in puzzle.constraints if rule not in held)
    return True, replace(puzzle, constraints=rest)


def rules_text(document: Document) -> str | None:
    """The rules in words: the text of the document, else a sentence for each rule, with a list of
    the clues where drawings leave open what they are."""
    geometry = document.puzzle.geometry
    rules = not_stated(geometry, document.puzzle.constraints)
    if document.rules is not None or not rules:
        return document.rules
    from satdoku.constraints.listed import heading, left_open, parts_of  # for texts with rules

    open_names = left_open(rules, geometry)
    own = (rule.sentence(geometry) for rule in rules if rule.name not in open_names)
    lists: dict[str, list[str]] = {}
    for rule in rules:
        if rule.name in open_names:
            lists.setdefault(heading(rule), []).append(f"- {parts_of(rule, geometry)}")
    sentences = " ".join(dict.fromkeys(("Normal sudoku rules apply.", *own)))
    return "\n".join([sentences, *(line for head in lists for line in (head, *lists[head]))])


# --- the board and the player ------------------------------------------------------------------


def geometry_of(geometry: Geometry, options: ReadOptions) -> Geometry:
    """The board of a file, where the options allow it.

    :raises FormatError: where the options name another.
    """
    if options.geometry is not None and options.geometry != geometry:
        raise FormatError(
            "the board is {board}, but {board_2} was asked for",
            board=geometry.describe(),
            board_2=options.geometry.describe(),
        )
    return geometry


def player(
    puzzle: Puzzle, entered: Mapping[int, int], marks: Mapping[int, frozenset[int]]
) -> Position | None:
    """The position that a player has reached, or ``None`` where nothing was entered.

    A cell without marks is open to every digit that the placed ones leave.

    :raises FormatError: where a digit is not one of the board's.
    """
    if not entered and not marks:
        return None
    geometry = puzzle.geometry
    for cell, digits in (*((c, (d,)) for c, d in entered.items()), *marks.items()):
        for digit in digits:
            if digit not in geometry.digits:
                raise FormatError(
                    "{cell} has the digit {digit}, but the digits are {digits} to {digits_2}",
                    cell=geometry.name(cell),
                    digit=digit,
                    digits=geometry.digits[0],
                    digits_2=geometry.digits[-1],
                )
    values = tuple(entered.get(c, given) for c, given in enumerate(puzzle.givens))
    return Position.with_marks(puzzle, values, marks)


def corner_marks(
    notes: Mapping[int, Iterable[Any]], geometry: Geometry, clues: Clues
) -> dict[int, frozenset[int]]:
    """The digits of a player's corner marks; other notes are counted as left out."""
    known = {str(digit): digit for digit in geometry.digits}
    corners = {}
    for cell, words in notes.items():
        texts = [str(word).strip() for word in words]
        clues.leave("corner mark other than a digit", sum(text not in known for text in texts))
        if digits := frozenset(known[text] for text in texts if text in known):
            corners[cell] = digits
    return corners


def player_marks(
    document: Document, title: str
) -> tuple[dict[int, int], dict[int, frozenset[int]]]:
    """The digits that a player has entered, and the marks of the cells where they were written or
    differ from what the placed digits leave; the reverse of :func:`player`.

    :raises Unsupported: where the position is of another puzzle, or an empty cell has no candidate.
    """
    position, puzzle = document.position, document.puzzle
    if position is None:
        return {}, {}
    if position.geometry != puzzle.geometry or position.puzzle.givens != puzzle.givens:
        raise Unsupported("{title} cannot hold a position of another puzzle", title=title)
    entered = {
        cell: value
        for cell, value in enumerate(position.values)
        if value is not None and puzzle.givens[cell] is None
    }
    bare = Position.of(puzzle.with_givens(position.values)).candidates
    marks = {}
    for cell, here in enumerate(position.candidates):
        noted = position.noted is not None and cell in position.noted
        if position.values[cell] is None and (noted or here != bare[cell]):
            if not here:
                raise Unsupported(
                    "{title} cannot hold {cell}, which is empty and has no candidate",
                    title=title,
                    cell=puzzle.geometry.name(cell),
                )
            marks[cell] = here
    return entered, marks


# --- small readers -----------------------------------------------------------------------------


def list_in(item: Mapping[str, Any], key: str) -> list[Any]:
    """The list that an item has under a key."""
    items = item.get(key)
    if not isinstance(items, list):
        raise FormatError(
            'the key "{key}" must be a list, not {found}', key=key, found=shown(items)
        )
    return items


def integer(value: object, name: str) -> int:
    """A number that may stand as text.

    :raises FormatError: where it is none, or of more digits than any number of a clue.
    """
    if type(value) is int and abs(value) < 10**18:
        return value
    if isinstance(value, str):
        bare = value.strip()
        if len(bare) < 19 and bare.removeprefix("-").isdecimal() and bare.isascii():
            return int(bare)
    raise FormatError(
        "{what} must be an integer, not {value}",
        what=name,
        value=shown(value),
        text=str(value)[:80],
    )
