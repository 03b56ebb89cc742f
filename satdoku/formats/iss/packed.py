"""What the site packs in its own base64: tables of pairs, and automata."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satdoku.errors import FormatError
from satdoku.formats.clues import RuleFields
from satdoku.puzzle.geometry import Geometry

__all__ = ["ALPHABET", "pack_automaton", "pack_table", "unpack_automaton", "unpack_table"]

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def _values(text: str, what: str) -> Iterator[int]:
    """The six bits of each character."""
    for char in text:
        value = ALPHABET.find(char)
        if value < 0:
            raise FormatError(f"{char!r} cannot occur in {what}", text=char)
        yield value


# --- tables: the least significant bit of a character first ------------------------------------


def pack_table(bits: Sequence[bool]) -> str:
    """Bits as text."""
    found = "".join(
        ALPHABET[sum(bit << i for i, bit in enumerate(bits[at : at + 6]))]
        for at in range(0, len(bits), 6)
    )
    return found.rstrip("A")


def unpack_table(text: str, count: int) -> list[bool]:
    """The bits of a text, so many.

    :raises FormatError: where it has more, or cannot be such a text.
    """
    bits = [bool(value >> i & 1) for value in _values(text, "a table") for i in range(6)]
    if any(bits[count:]):
        raise FormatError(f"the table has more than {count} entries")
    return (bits + [False] * count)[:count]


# --- automata: the most significant bit first --------------------------------------------------


class _Bits:
    """The bits of base64 text without padding."""

    def __init__(self, text: str) -> None:
        bits = "".join([f"{value:06b}" for value in _values(text, "an automaton")])
        self.bits = bits[: len(bits) // 8 * 8]
        self.at = 0

    @property
    def left(self) -> int:
        return len(self.bits) - self.at

    def take(self, count: int) -> int:
        if self.left < count:
            raise FormatError("the automaton is cut")
        self.at += count
        return int(self.bits[self.at - count : self.at] or "0", 2)


def unpack_automaton(text: str, geometry: Geometry, breaks: bool) -> RuleFields:
    """The automaton of some base64 text: two bits for its form, the widths, states and moves.

    :raises FormatError: where it is cut, or of another form.
    """
    bits = _Bits(text)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    digits = geometry.digits
    if form > 1:
        raise FormatError(f"an automaton of the form {form} is not known", text=text[:80])
    if symbols > len(digits) + 1:
        raise FormatError(
            f"the automaton reads {symbols} symbols, but the board has {len(digits)} digits"
        )
    starts, others = bits.take(width), bits.take(width)
    accepting = [state for state in reversed(range(starts)) if bits.take(1)]
    accepting += range(starts, starts + others)
    moves: list[list[int]] = []
    breaking: list[list[int]] = []

    def add(state: int, symbol: int, after: int) -> None:
        if symbol < len(digits):
            moves.append([state, digits[symbol], after])
        elif symbol == len(digits):
            breaking.append([state, after])

    if form:
        state = 0
        while bits.left >= symbols:
            mask = bits.take(symbols)
            for symbol in range(symbols):
                if mask >> symbol & 1:
                    add(state, symbol, bits.take(width))
            state += 1
    else:
        counted = bits.take(4)
        sign = max(1, (symbols - 1).bit_length())
        state = 0
        while counted and bits.left >= counted:
            for _ in range(bits.take(counted)):
                add(state, bits.take(sign), bits.take(width))
            state += 1
    found: RuleFields = {"starts": list(range(starts)), "accepting": accepting, "moves": moves}
    return found | ({"breaks": breaking} if breaks and breaking else {})


def pack_automaton(fields: RuleFields, geometry: Geometry) -> str | None:
    """The automaton as text, in the plain form; ``None`` where it is too large for it."""
    digits = geometry.digits
    moves = [(a, digits.index(digit), b) for a, digit, b in fields["moves"]]
    moves += [(a, len(digits), b) for a, b in fields.get("breaks", ())]
    starts, accepting = fields["starts"], set(fields["accepting"])
    every = [*starts, *sorted(accepting - {*starts})]
    every = list(dict.fromkeys([*every, *sorted({s for a, _, b in moves for s in (a, b)})]))
    number = {state: place for place, state in enumerate(every)}
    leaving: dict[int, list[tuple[int, int]]] = {state: [] for state in every}
    for a, x, b in moves:
        leaving[a].append((x, number[b]))
    others = len(accepting - {*starts})
    symbols = len(digits) + bool(fields.get("breaks"))
    width = max(1, max(len(every) - 1, len(starts), others).bit_length())
    counted = max(1, max((len(out) for out in leaving.values()), default=0).bit_length())
    if width > 16 or symbols > 16 or counted > 15:
        return None
    sign = max(1, (symbols - 1).bit_length())
    parts = [(0, 2), (width - 1, 4), (symbols - 1, 4), (len(starts), width), (others, width)]
    parts += [(int(state in accepting), 1) for state in reversed(starts)]
    parts.append((counted, 4))
    for out in leaving.values():
        parts.append((len(out), counted))
        for symbol, after in out:
            parts += [(symbol, sign), (after, width)]
    bits = "".join(f"{value:0{size}b}" for value, size in parts)
    bits += "0" * (-len(bits) % 8)
    bits += "0" * (-len(bits) % 6)
    return "".join(ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))
