"""Successive lines of items to strings: an item a line, or a string a line.

The site's own files have an item a line, collections a string a line. A run of lines is one string
until a blank line, unless it shows that it is several; what shows neither is in doubt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.formats.base import Line, Span, shown

_OPEN = ("Or", "And", "Replicate")
_BOARD = frozenset(("Shape", "NoBoxes", "Jigsaw", "RegionSize", "Var", "FullRankTies"))
"""Items that are no puzzle by themselves."""
_ONCE = ("Shape", "Jigsaw", "RegionSize")
_DIGITS = worded("the digits of {value} is on two of them")
_ITEM = worded("the item {value} is on two of them")
_CAGE = worded("a cage of {value} is on two of them")
_WIDE = 160
_MAX_LINES = 50_000
"""Lines that are held; no puzzle has this many items."""


@dataclass(slots=True)
class _Whole:
    """Lines at whose end nothing is open, and the items on them."""

    lines: list[Line] = field(default_factory=list)
    pieces: list[list[str]] = field(default_factory=list)
    depth: int = 0

    def add(self, number: int, text: str) -> None:
        """Another line; an item that stands inside of another is a part of that."""
        self.lines.append((number, text))
        begun, *parts = "".join(text.split()).split(".")
        if begun and self.pieces:
            self.pieces[-1].append(begun)
        for part in filter(None, parts):
            name = part.partition("~")[0]
            if self.depth:
                self.pieces[-1].append(f".{part}")
            elif name != "End":
                self.pieces.append([part])
            self.depth = max(0, self.depth + (name in _OPEN) - (name == "End"))

    @property
    def items(self) -> list[str]:
        return ["".join(pieces) for pieces in self.pieces]

    @property
    def names(self) -> list[str]:
        return [pieces[0].partition("~")[0] for pieces in self.pieces]

    @property
    def is_part(self) -> bool:
        """Whether it is no puzzle by itself."""
        return len(self.lines) > 1 or _BOARD.issuperset(self.names)

    @property
    def is_wide(self) -> bool:
        """Whether nobody breaks a string so, neither at a width nor by types of items."""
        return len({*self.names}) > 1 and len(self.lines[0][1]) > _WIDE

    @property
    def is_indented(self) -> bool:
        """Whether each line is set in, as the lines of a string that was broken often are."""
        return all(text[:1].isspace() for _, text in self.lines)

    @property
    def is_single(self) -> bool:
        return len(self.pieces) == 1

    def statements(self) -> Iterator[tuple[str, str]]:
        """The statements that no puzzle makes on two lines, as published ones show: an item, a
        board, the digits or the cage of a cell."""
        for item in self.items:
            name, *arguments = item.split("~")
            if name == "":
                yield from ((_DIGITS, cell.partition("_")[0].upper()) for cell in arguments)
            else:
                yield _ITEM, f".{item}"
            if name in _ONCE:
                yield _ITEM, f".{name}"
            if name == "Var":
                yield _ITEM, f".Var~{arguments[0] if arguments else ''}"
            if name == "Cage":
                yield from ((_CAGE, cell.upper()) for cell in arguments[1:])

    def digits(self) -> Iterator[tuple[str, frozenset[str]]]:
        """The cells that are restricted, and to what."""
        for item in self.items:
            name, *arguments = item.split("~")
            for argument in arguments if name == "" else ():
                cell, *digits = argument.split("_")
                yield cell.upper(), frozenset(digits)


class ItemLines:
    """Lines of items that follow each other."""

    def __init__(self) -> None:
        self._last: _Whole | None = None
        self._start()

    def _start(self) -> None:
        self._held: list[_Whole] = []
        self._seen: dict[tuple[str, str], bool] = {}  # whether on a line of several items
        self._digits: dict[str, frozenset[str]] = {}
        self._types: set[str] = set()
        self._type = ""
        self._parts = self._several = self._wide = False
        self._each = self._refused = False

    def goes_on(self, bare: str) -> bool:
        """Whether a line that begins no item continues the last."""
        if self._last is None or bare[0] in "{[":
            return False
        return "~" in bare or (self._last.depth > 0 and bare[0] == ".")

    def add(self, number: int, text: str) -> Iterator[Span]:
        """Another line; what is complete by then."""
        last = self._last
        if last is not None and (last.depth or not text.lstrip().startswith(".")):
            last.add(number, text)
            return
        self._last = _Whole()
        self._last.add(number, text)
        if last is not None:
            yield from self._take(last)

    def close(self) -> Iterator[Span]:
        """The lines that are left at a blank line, or before another puzzle."""
        last, self._last = self._last, None
        if last is not None:
            yield from self._take(last)
            yield from self._all()
            self._start()

    def _take(self, new: _Whole) -> Iterator[Span]:
        if self._refused:
            return
        if self._each:
            if not new.is_part:
                self._held.append(new)
                yield from self._apart()
                return
            if self._held:  # an item, which may belong to what is no puzzle by itself
                yield from self._refuse([*self._held, new], "")
                return
            self._start()
        has_shape = new.names[:1] == ["Shape"] and (self._has_parts or new.is_part) and self._held
        if has_shape and self._has_parts and (_ITEM, ".Shape") in self._seen:
            yield from self._all()
        clash = self._clash(new)
        if self._held and has_shape:
            clash = worded("the item .Shape is not the first")
        self._held.append(new)
        self._parts = self._parts or new.is_part
        self._several = self._several or not new.is_single
        self._wide = self._wide or new.is_wide
        clash = clash or self._excess()
        if clash is not None and not self._has_parts:
            # Each line could be a puzzle, and together they are none.
            self._each = True
            yield from self._apart()
        elif clash is not None:
            yield from self._refuse(self._held, worded(", for {clash}", clash=clash))
        else:
            self._note(new)

    def _excess(self) -> str | None:
        """Why the lines are too long, or too many, to be those of one puzzle."""
        if len(self._held) > 1 and self._wide and self._has_parts:
            return worded("a long line of items of several types is one of them")
        if len(self._held) > _MAX_LINES:
            return worded("they are more than {most} lines", most=_MAX_LINES)
        return None

    def _refuse(self, held: list[_Whole], why: str) -> Iterator[Span]:
        yield _doubtful(held, why, more=True)
        self._start()
        self._refused = True

    @property
    def _has_parts(self) -> bool:
        """Whether the lines are items of a puzzle rather than puzzles."""
        return self._parts or not self._several

    def _clash(self, new: _Whole) -> str | None:
        """Why the lines are hardly those of one puzzle.

        Within a puzzle as the site writes it the items of a type follow each other, and one item
        has all givens.
        """
        last = self._type
        for name in () if new.is_single or not self._several else new.names:
            if name in self._types and (name != last or name == ""):
                return worded("items of the type .{value} are on two of them", value=name or "~")
            last = name
        for kind, key in new.statements():
            several = self._seen.get((kind, key))
            if several is not None and (kind == _ITEM or several or not new.is_single):
                return worded(kind, value=key if len(key) < 40 else shown(key))
        for cell, digits in new.digits():
            if cell in self._digits and digits.isdisjoint(self._digits[cell]):
                return worded("{cell} is given different digits", cell=cell)
        return None

    def _note(self, new: _Whole) -> None:
        for key in new.statements():
            self._seen[key] = self._seen.get(key, False) or not new.is_single
        for cell, digits in new.digits():
            self._digits[cell] = self._digits.get(cell, digits) & digits
        self._types.update(new.names)
        self._type = (new.names or [self._type])[-1]

    def _all(self) -> Iterator[Span]:
        """The lines that are held, as far as it is known what they are."""
        held = self._held
        if self._each:
            yield from self._apart(ended=True)
            return
        if held and (self._has_parts or all(whole.is_indented for whole in held[1:])):
            yield _span(held)
        elif all(whole.is_wide for whole in held[:-1]):
            yield from self._apart(ended=True)
        elif held:
            yield _doubtful(held, "")
        self._start()

    def _apart(self, *, ended: bool = False) -> Iterator[Span]:
        """The lines that are held, each as a puzzle; several of one item each may be one."""
        singles: list[_Whole] = []
        for whole in self._held:
            if whole.is_single:
                singles.append(whole)
                continue
            yield from _alone(singles)
            yield _span([whole])
            singles = []
        if ended or len(singles) > _MAX_LINES:
            yield from _alone(singles)
            singles = []
        self._held = singles


def _alone(singles: list[_Whole]) -> Iterator[Span]:
    if singles:
        yield _span(singles) if len(singles) == 1 else _doubtful(singles, "")


def _span(held: Iterable[_Whole], doubt: str | None = None) -> Span:
    lines = [line for whole in held for line in whole.lines]
    first, last = lines[0][0], lines[0][0]
    pieces: list[str] = []
    for number, text in lines:
        pieces.append("\n" * (number - last) + text)  # so that lines between are counted
        last = number
    return Span(first, "".join(pieces), doubt)


def _doubtful(held: list[_Whole], why: str, *, more: bool = False) -> Span:
    first, last = held[0].lines[0][0], held[-1].lines[-1][0]
    lines = (
        "lines {first} to {last} and those up to a blank line"
        if more
        else "lines {first} to {last}"
    )
    lines_named = worded(lines, first=first, last=last)
    return _span(
        held,
        worded(
            "{what} can be read as one puzzle or as several{why}; put a blank line between "
            "two puzzles, and write a puzzle on one line or an item of it on each",
            what=lines_named,
            why=why,
        ),
    )
