"""lz-string, the compression of puzzle links (pieroxy.net/blog/pages/lz-string), in both alphabets.

A text is a string of UTF-16 code units, coded as LZ78 with a dictionary that grows by one entry a
token and tokens that widen with it. The bits go into characters of six bits, most significant
first; a number is written with its least significant bit first.
"""

from __future__ import annotations

from satdoku.errors import FormatError

__all__ = ["BASE64", "URI", "compress", "decompress"]

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
"""The alphabet of ``compressToBase64``, filled up with ``=`` to a multiple of four."""

URI = BASE64[:-1] + "-"
"""The alphabet of ``compressToEncodedURIComponent``: ``-`` for ``/``, ``$`` for ``=``."""

_MOST = 1 << 24
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
    # Reversed as a whole, so that every number stands with its most significant bit first.
    bits = packed.translate(_BITS[alphabet])[::-1]
    at = len(bits)
    if at != 6 * len(packed):
        place, char = next((i, c) for i, c in enumerate(packed, 1) if c not in alphabet)
        raise FormatError(
            f"character {place} of the compressed text, {char!r}, cannot occur there", text=char
        )
    words = ["", "", ""]
    found: list[str] = []
    word = ""
    width, room, length = 2, 1, 0
    while True:
        at -= width
        code = int(bits[at : at + width], 2) if at >= 0 else 2
        if code < 2:
            at -= 8 << code
            if at >= 0:
                words.append(chr(int(bits[at : at + (8 << code)], 2)))
            code = len(words) - 1
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        elif code == 2:
            break
        if code < len(words):
            entry = words[code]
        elif code == len(words) and word:
            entry = word + word[0]
        else:
            raise FormatError("the compressed text is damaged: a character of it was changed")
        found.append(entry)
        length += len(entry)
        if length > _MOST:
            raise FormatError("the compressed text is longer than any puzzle")
        if word:
            words.append(word + entry[0])
            room -= 1
            if not room:
                room = 1 << width
                width += 1
        word = entry
    if at < 0:
        raise FormatError(
            f"the compressed text ends too soon, after {len(packed)} characters: it was cut, or "
            "lost characters"
        )
    text = "".join(found)
    if text.isascii():
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise FormatError("the compressed text is damaged: half a character stands alone") from None


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
