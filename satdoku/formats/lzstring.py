"""lz-string, the compression of puzzle links (pieroxy.net/blog/pages/lz-string), in both alphabets.

A text is a string of UTF-16 code units, coded as LZ78 with a dictionary that grows by one entry a
token and tokens that widen with it. The bits go into characters of six bits, most significant
first; a number is written with its least significant bit first.
"""

from __future__ import annotations

from typing import cast

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import FormatError

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The alphabet of ``compressToBase64``, filled up with ``=`` to a multiple of four."""

URI = BASE64[:-1] + "-"
"""The alphabet of ``compressToEncodedURIComponent``: ``-`` for ``/``, ``$`` for ``=``."""

_MAX_LENGTH = 1 << 24
"""Longest text that is unpacked, in characters."""

_BITS = {
    alphabet: {ord(char): f"{value:06b}" for value, char in enumerate(alphabet)}
    for alphabet in (BASE64, URI)
}


def decompress(packed: str, alphabet: str = BASE64) -> str:
    """The text that was packed.

    :raises FormatError: where a character is not of the alphabet, the text is cut, or no text was
        packed at all.
    """
    packed = packed.rstrip("=$")
    core = compiled_core("lz_unpack")
    if core is not None and (text := core.lz_unpack(packed, alphabet[-1])) is not None:
        return cast(str, text)
    # Reversed as a whole, so that every number stands with its most significant bit first.
    bits = packed.translate(_BITS[alphabet])[::-1]
    at = len(bits)
    if at != 6 * len(packed):
        wrong = [(i, c) for i, c in enumerate(packed, 1) if c not in alphabet]
        # What follows the end, a full stop for instance, is at fault and not the end.
        place, char = next((pair for pair in wrong if pair[1] not in "=$"), wrong[0])
        raise FormatError(
            "character {place} of the compressed text, {culprit!r}, cannot occur there",
            place=place,
            culprit=char,
        )
    try:
        words, at = _unpack(bits, at)
    except FormatError:
        raise
    except ValueError:
        at = -1  # a number was to be read where no bits are left
    if at < 0:
        raise FormatError(
            "the compressed text ends too soon, after {count} characters: it was cut, or "
            "lost characters",
            count=len(packed),
        )
    text = "".join(words)
    if text.isascii():
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise FormatError("the compressed text is damaged: half a character is alone") from None


def _unpack(bits: str, at: int) -> tuple[list[str], int]:
    """The pieces of the text, and what is left of the bits: below 0 where they did not suffice."""
    at -= 2
    code = int(bits[at : at + 2], 2)
    if code == 2:
        return [], at
    if code == 3:
        raise FormatError("the compressed text is damaged: a character of it was changed")
    at -= 8 << code
    word = chr(int(bits[at : at + (8 << code)], 2))
    words = ["", "", "", word]
    texts = [word]
    width, room, size = 3, 4, 4
    while True:
        at -= width
        code = int(bits[at : at + width], 2)
        if code > 2:
            if code < size:
                entry = words[code]
            elif code == size:
                entry = word + word[0]
            else:
                raise _damaged(at)
        elif code == 2:
            return texts, at
        else:
            at -= 8 << code
            entry = chr(int(bits[at : at + (8 << code)], 2))
            words.append(entry)
            size += 1
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        texts.append(entry)
        words.append(word + entry[0])
        size += 1
        word = entry
        room -= 1
        if not room:
            room = 1 << width
            width += 1
            if width > 12 and sum(map(len, texts)) > _MAX_LENGTH:
                raise FormatError("the compressed text is longer than any puzzle")


def _damaged(at: int) -> Exception:
    if at < 0:
        return ValueError("no bits are left")
    return FormatError("the compressed text is damaged: a character of it was changed")


def compress(text: str, alphabet: str = BASE64) -> str:
    """The text packed; in the alphabet of base 64 filled up with ``=``."""
    units = text.encode("utf-16-le", "surrogatepass")
    bits: list[str] = []
    codes: dict[str, int] = {}
    fresh: set[str] = set()
    width, room, size = 2, 2, 3

    def put(value: int, length: int) -> None:
        bits.append(f"{value:0{length}b}"[::-1])

    def token(word: str) -> None:
        nonlocal width, room
        if word in fresh:
            fresh.discard(word)
            unit = ord(word)
            put(0 if unit < 256 else 1, width)
            put(unit, 8 if unit < 256 else 16)
            step()
        else:
            put(codes[word], width)
        step()

    def step() -> None:
        nonlocal width, room
        room -= 1
        if not room:
            room = 1 << width
            width += 1

    word = ""
    for index in range(0, len(units), 2):
        char = chr(units[index] | units[index + 1] << 8)
        if char not in codes:
            codes[char] = size
            size += 1
            fresh.add(char)
        longer = word + char
        if longer in codes:
            word = longer
            continue
        token(word)
        codes[longer] = size
        size += 1
        word = char
    if word:
        token(word)
    put(2, width)
    stream = "".join(bits)
    # One more bit than needed is never left off: the reader of the sites expects a character.
    stream += "0" * (6 - len(stream) % 6)
    packed = "".join(alphabet[int(stream[i : i + 6], 2)] for i in range(0, len(stream), 6))
    return packed + "=" * (-len(packed) % 4) if alphabet == BASE64 else packed
