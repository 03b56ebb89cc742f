"""Tables of pairs, and automata, which the site packs in its own base64."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.board.geometry import Geometry
from satdoku.formats.clues import RuleFields

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_SIX = [f"{value:06b}" for value in range(64)]


def _values(text: str, place: str) -> Iterator[int]:
    """The six bits of each character."""
    for char in text:
        value = ALPHABET.find(char)
        if value < 0:
            raise FormatError("{culprit!r} cannot occur in {what}", culprit=char, what=place)
        yield value


# --- tables: the least significant bit of a character first ------------------------------------


def pack_table(bits: Sequence[bool]) -> str:
    """Bits as text."""
    packed = "".join(
        ALPHABET[sum(bit << i for i, bit in enumerate(bits[at : at + 6]))]
        for at in range(0, len(bits), 6)
    )
    return packed.rstrip("A")


def unpack_table(text: str, count: int) -> list[bool]:
    """The bits of a text, this many.

    :raises FormatError: where it has more, or cannot be such a text.
    """
    bits = [bool(value >> i & 1) for value in _values(text, worded("a table")) for i in range(6)]
    if any(bits[count:]):
        raise FormatError("the table has more than {count} entries", count=count)
    return (bits + [False] * count)[:count]


# --- automata: the most significant bit first --------------------------------------------------


class _Bits:
    """The bits of base64 text without padding."""

    def __init__(self, text: str) -> None:
        bits = "".join([_SIX[value] for value in _values(text, worded("an automaton"))])
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

    def moves(self, count: int, sign: int, width: int) -> Iterator[tuple[int, int]]:
        """This many pairs of a symbol and a state, which have this many bits."""
        each = sign + width
        piece = self.bits[self.at : self.at + count * each]
        if len(piece) < count * each:
            raise FormatError("the automaton is cut")
        self.at += count * each
        for at in range(0, len(piece), each):
            yield int(piece[at : at + sign] or "0", 2), int(piece[at + sign : at + each], 2)


@lru_cache(maxsize=16)
def unpack_automaton(text: str, digits: tuple[int, ...], breaks: bool) -> RuleFields:
    """The automaton of some base64 text: two bits for its form, the widths, states and moves.

    One text often stands in many items; what is returned is not to be changed.

    :raises FormatError: where it is cut, or of another form.
    """
    from satdoku.constraints.rows import rows_of  # which few strings need

    bits = _Bits(text)
    form, width, symbols = bits.take(2), bits.take(4) + 1, bits.take(4) + 1
    if form > 1:
        raise FormatError("an automaton of the form {form} is not known", form=form, text=text[:80])
    if symbols > len(digits) + 1:
        raise FormatError(
            "the automaton reads {symbols} symbols, but the board has {count} digits",
            symbols=symbols,
            count=len(digits),
        )
    starts, others = bits.take(width), bits.take(width)
    accepting = [state for state in reversed(range(starts)) if bits.take(1)]
    accepting += range(starts, starts + others)
    moves: list[tuple[int, int, int]] = []
    state = 0
    if form:
        while bits.left >= symbols:
            mask = bits.take(symbols)
            read = [symbol for symbol in range(symbols) if mask >> symbol & 1]
            after = [to for _, to in bits.moves(len(read), 0, width)]
            moves += [(state, *move) for move in zip(read, after, strict=True)]
            state += 1
    else:
        counted = bits.take(4)
        sign = max(1, (symbols - 1).bit_length())
        while counted and bits.left >= counted:
            moves += [(state, *move) for move in bits.moves(bits.take(counted), sign, width)]
            state += 1
    last = len(digits)
    fields: RuleFields = {
        "starts": list(range(starts)),
        "accepting": accepting,
        "moves": rows_of((a, digits[symbol], b) for a, symbol, b in moves if symbol < last),
    }
    breaking = tuple((a, b) for a, symbol, b in moves if symbol == last)
    return fields | ({"breaks": breaking} if breaks and breaking else {})


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
