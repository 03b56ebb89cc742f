"""Regular expressions over the digits of a board, as nondeterministic automata.

Glushkov's construction: a state for each place of the pattern where a digit is read, and one
before the first; it has no empty moves, and becomes deterministic only as far as it is run.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TypeAlias, assert_never

from satdoku.base.records import dataclass
from satdoku.base.worded import value_error, worded

__all__ = ["Machine", "compiled"]

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MAX_PLACES = 2000
_MAX_KNOWN_STEPS = 10_000
_TIMES = re.compile(r"\s*(\d{1,4})\s*(,\s*(\d{1,4})?\s*)?\}")


@dataclass(frozen=True)
class Machine:
    """An automaton; ``mark`` is the symbol that is read between two parts of its input."""

    starts: frozenset[int]
    accepting: frozenset[int]
    moves: frozenset[tuple[int, int, int]]
    mark: int = -1

    @cached_property
    def _after(self) -> dict[tuple[int, int], set[int]]:
        states: dict[tuple[int, int], set[int]] = {}
        for state, symbol, after in self.moves:
            states.setdefault((state, symbol), set()).add(after)
        return states

    @cached_property
    def _known(self) -> dict[tuple[frozenset[int], tuple[int, ...]], frozenset[int]]:
        """The states after one of some symbols, for states and symbols so far."""
        return {}

    def accepts(self, symbols: Iterable[int | None], digits: tuple[int, ...] = ()) -> bool:
        """Whether a run from a start to an accepting state reads these; ``None``: any digit."""
        states = self.starts
        for symbol in symbols:
            states = self.step(states, digits if symbol is None else (symbol,))
        return bool(states & self.accepting)

    def step(self, states: frozenset[int], symbols: tuple[int, ...]) -> frozenset[int]:
        """The states after one of some symbols."""
        known, key = self._known, (states, symbols)
        after = known.get(key)
        if after is None:
            if len(known) > _MAX_KNOWN_STEPS:
                known.clear()
            after = known[key] = frozenset(
                [to for s in states for one in symbols for to in self._after.get((s, one), ())]
            )
        return after

    def unrolled(self, lengths: Sequence[int]) -> Machine:
        """The automaton for parts of these lengths, without the breaks between them.

        Its states are pairs of a place and a state of this automaton.
        """
        states = {state for a, _, b in self.moves for state in (a, b)} | self.starts
        size = 1 + max(states, default=0)

        def behind(reached: set[int], breaks: int) -> set[int]:
            for _ in range(breaks):
                reached = {
                    after for state in reached for after in self._after.get((state, self.mark), ())
                }
            return reached

        # The number of breaks that are read before the first digit, and after each digit.
        breaks = [0]
        for part, length in enumerate(lengths):
            breaks[-1] += part > 0
            breaks += [0] * length
        reading: dict[int, list[tuple[int, int]]] = {}
        for state, symbol, after in self.moves:
            if symbol != self.mark:
                reading.setdefault(state, []).append((symbol, after))
        reached = behind(set(self.starts), breaks[0])
        moves: set[tuple[int, int, int]] = set()
        for place, count in enumerate(breaks[1:]):
            ends: dict[int, set[int]] = {}
            for state in reached:
                for symbol, after in reading.get(state, ()):
                    if after not in ends:
                        ends[after] = behind({after}, count)
                    moves |= {
                        (place * size + state, symbol, (place + 1) * size + end)
                        for end in ends[after]
                    }
            reached = {end for after in ends.values() for end in after}
        last = (len(breaks) - 1) * size
        return Machine(
            frozenset(behind(set(self.starts), breaks[0])),
            frozenset(last + state for state in self.accepting),
            frozenset(moves),
            self.mark,
        )


@dataclass(frozen=True)
class _Class:
    """One of these digits."""

    digits: frozenset[int]


@dataclass(frozen=True)
class _Sequence:
    parts: tuple[_Node, ...]


@dataclass(frozen=True)
class _Choice:
    parts: tuple[_Node, ...]


@dataclass(frozen=True)
class _Repeat:
    """``most`` is ``None`` where there is no limit."""

    part: _Node
    least: int
    most: int | None


_Node: TypeAlias = _Class | _Sequence | _Choice | _Repeat


class _Reader:
    """Reads a pattern by recursive descent."""

    def __init__(self, pattern: str, digits: tuple[int, ...]) -> None:
        self.pattern = pattern
        self.digits = frozenset(digits)
        self.at = 0

    def fail(self, reason: str) -> ValueError:
        shown = self.pattern if len(self.pattern) <= 60 else f"{self.pattern[:57]}..."
        return value_error(
            "the pattern {shown!r}, character {at}: {reason}",
            shown=shown,
            at=max(self.at, 1),
            reason=reason,
        )

    def peek(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def take(self) -> str:
        char = self.peek()
        self.at += 1
        return char

    def choice(self) -> _Node:
        parts = [self.sequence()]
        while self.peek() == "|":
            self.take()
            parts.append(self.sequence())
        return parts[0] if len(parts) == 1 else _Choice(tuple(parts))

    def sequence(self) -> _Node:
        parts = []
        while self.peek() not in ("", "|", ")"):
            part = self.atom()
            while self.peek() and self.peek() in "*+?{":
                part = _Repeat(part, *self.times())
            parts.append(part)
        return _Sequence(tuple(parts))

    def times(self) -> tuple[int, int | None]:
        sign = self.take()
        if sign != "{":
            return {"*": (0, None), "+": (1, None), "?": (0, 1)}[sign]
        match = _TIMES.match(self.pattern, self.at)
        if match is None:
            raise self.fail(worded("a repetition is written {2}, {2,} or {2,4}"))
        self.at = match.end()
        least = int(match[1])
        most = least if match[2] is None else int(match[3]) if match[3] else None
        if most is not None and most < least:
            raise self.fail(
                worded("at least {least} and at most {most} times is never", least=least, most=most)
            )
        return least, most

    def atom(self) -> _Node:
        char = self.take()
        if char == "(":
            if self.pattern[self.at : self.at + 2] == "?:":
                self.at += 2
            node = self.choice()
            if self.take() != ")":
                raise self.fail(worded("a bracket ( is not closed"))
            return node
        if char == ".":
            return _Class(self.digits)
        if char == "[":
            return _Class(self.members() & self.digits)
        if char in "*+?{":
            raise self.fail(worded("{char!r} has nothing before it to repeat", char=char))
        return _Class(frozenset((self.digit(char),)) & self.digits)

    def digit(self, char: str) -> int:
        if not char:
            raise self.fail(worded("it ends too early"))
        if char.isdecimal() and char.isascii():
            return int(char)
        if char in _LETTERS:
            return 10 + _LETTERS.index(char)
        raise self.fail(
            worded(
                "{char!r} has no meaning; a pattern has digits, letters from A for 10, and . [ "
                "] ( ) | * + ? {{ }}",
                char=char,
            )
        )

    def members(self) -> frozenset[int]:
        negated = self.peek() == "^"
        if negated:
            self.take()
        digits: set[int] = set()
        while self.peek() != "]":
            first = last = self.digit(self.take())
            if self.peek() == "-":
                self.take()
                last = self.digit(self.take())
                if last < first:
                    raise self.fail(worded("a range in [ ] runs upwards"))
            digits |= set(range(first, last + 1))
        self.take()
        return self.digits - digits if negated else frozenset(digits)


@dataclass(frozen=True)
class _Span:
    """Whether it matches nothing, and the places that are read first and last."""

    empty: bool
    first: frozenset[int]
    last: frozenset[int]


_NOTHING = _Span(True, frozenset(), frozenset())


class _Places:
    """The places where a digit is read, with their successors; place 0 is before the first."""

    def __init__(self) -> None:
        self.reads: list[frozenset[int]] = [frozenset()]
        self.follows: set[tuple[int, int]] = set()

    def of(self, node: _Node) -> _Span:
        match node:
            case _Class():
                if len(self.reads) > _MAX_PLACES:
                    raise value_error(
                        "the pattern has more than {most_places} places", most_places=_MAX_PLACES
                    )
                self.reads.append(node.digits)
                here = frozenset((len(self.reads) - 1,))
                return _Span(False, here, here)
            case _Sequence():
                whole = _NOTHING
                for part in node.parts:
                    whole = self.joined(whole, self.of(part))
                return whole
            case _Choice():
                spans = [self.of(part) for part in node.parts]
                return _Span(
                    any(span.empty for span in spans),
                    frozenset().union(*(span.first for span in spans)),
                    frozenset().union(*(span.last for span in spans)),
                )
            case _Repeat():
                whole = _NOTHING
                for number in range(max(node.least, 1) if node.most is None else node.most):
                    span = self.of(node.part)
                    if node.most is None and number + 1 >= node.least:
                        self.follows |= {(a, b) for a in span.last for b in span.first}
                    optional = number >= node.least
                    whole = self.joined(whole, replace(span, empty=span.empty or optional))
                return whole
            case _:
                assert_never(node)

    def joined(self, one: _Span, other: _Span) -> _Span:
        self.follows |= {(a, b) for a in one.last for b in other.first}
        return _Span(
            one.empty and other.empty,
            one.first | other.first if one.empty else one.first,
            one.last | other.last if other.empty else other.last,
        )


@lru_cache(maxsize=256)
def compiled(pattern: str, digits: tuple[int, ...]) -> Machine:
    """The automaton of a pattern.

    ``.`` is any digit; ``[13-5]`` and ``[^1]`` are classes; ``( ) | * + ? {2} {2,} {2,4}`` as
    usual; a letter from A is a digit from 10. ``^`` at the start and ``$`` at the end say nothing.

    :raises ValueError: naming the character, where it is no pattern.
    """
    bare = pattern.removeprefix("^").removesuffix("$")
    reader = _Reader(bare, digits)
    places = _Places()
    try:
        node = reader.choice()
        if reader.take():
            raise reader.fail(worded("a bracket ) closes nothing"))
        whole = places.of(node)
    except RecursionError:
        raise ValueError("the pattern has too many brackets inside of each other") from None
    moves = [(a, digit, b) for a, b in places.follows for digit in places.reads[b]]
    moves += [(0, digit, b) for b in whole.first for digit in places.reads[b]]
    accepting = whole.last | ({0} if whole.empty else frozenset())
    return Machine(frozenset((0,)), frozenset(accepting), frozenset(moves), digits[0] - 1)
