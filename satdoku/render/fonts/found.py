"""Fonts for the characters that the shipped one lacks: files that are named, and the system's."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from struct import Struct, error, unpack_from

from satdoku.base.errors import Unsupported
from satdoku.render.fonts import characters

_MAX_FONT_BYTES = 200_000_000
_SUFFIXES = (".otf", ".ttf", ".ttc", ".otc")
_FOLDERS = (
    "/usr/share/fonts",
    "/usr/local/share/fonts",
    "~/.local/share/fonts",
    "~/.fonts",
    "/Library/Fonts",
    "/System/Library/Fonts",
    "~/Library/Fonts",
    "C:/Windows/Fonts",
)
_WIDE = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "IDEOGRAPHIC", "FULLWIDTH")
_STYLES = ("bold", "italic", "oblique", "mono", "condensed", "light", "thin", "black", "math")
_GROUP = Struct(">III")


def fonts_for(text: str, purpose: str, named: Sequence[str] = ()) -> tuple[Path, ...]:
    """The files of fonts that a text needs beside the shipped one: of those that are named, then
    of those that the system has, and none where the shipped one has every character.

    :raises Unsupported: where no font has a character, naming it and a package with a font that
        has; where a named file is no font.
    """
    own = [Path(name) for name in named]
    for path in own:
        if not _read(path):
            raise Unsupported(f"{purpose}: {path} is not a font that can be read")
    missing = {c for c in text if c not in characters() and not c.isspace()}
    used = list(own)
    for path in own:
        missing -= _read(path)
    for path in _of_system(missing) if missing else ():
        covered = missing & _read(path)
        if covered:
            used.append(path)
            missing -= covered
        if not missing:
            break
    if missing:
        first = next(c for c in text if c in missing)
        raise Unsupported(
            f"{purpose}: no font here has {first!r} (U+{ord(first):04X}), and a picture without it "
            f"would be wrong; install a font that has it, such as Debian's {_package(first)}, or "
            "name the file of one with --font"
        )
    return tuple(used)


def _package(character: str) -> str:
    name = unicodedata.name(character, "")
    return "fonts-noto-cjk" if name.startswith(_WIDE) else "fonts-noto-core"


def _of_system(wanted: set[str]) -> Iterator[Path]:
    """Files of the system's fonts that may have some of the characters, the likeliest first."""
    seen = set()
    for path in (*_listed(frozenset(wanted)), *_listed(frozenset()), *_in_folders()):
        if path not in seen:
            seen.add(path)
            yield path


@cache
def _listed(wanted: frozenset[str]) -> tuple[Path, ...]:
    """The fonts that fontconfig knows to have all of the characters, upright sans-serif first."""
    codes = " ".join(sorted(f"{ord(character):x}" for character in wanted))
    pattern = [f":charset={codes}"] if wanted else []
    try:
        listing = subprocess.run(
            ["fc-list", "--format", "%{file}\n", *pattern],
            capture_output=True,
            text=True,
            timeout=20,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ()
    return _ordered(set(listing.stdout.splitlines()))


@cache
def _in_folders() -> tuple[Path, ...]:
    paths: set[str] = set()
    for folder in _FOLDERS:
        for place, _, names in os.walk(Path(folder).expanduser()):
            paths.update(str(Path(place) / name) for name in names)
    return _ordered(paths)


def _ordered(names: set[str]) -> tuple[Path, ...]:
    fonts = [name for name in names if name.lower().endswith(_SUFFIXES)]

    def place(name: str) -> tuple[bool, bool, bool, str]:
        lower = Path(name).name.lower()
        is_plain = not any(word in lower for word in _STYLES)
        return (not is_plain, "sans" not in lower, "noto" not in lower, name)

    return tuple(map(Path, sorted(fonts, key=place)))


@cache
def _read(path: Path) -> frozenset[str]:
    try:
        if path.stat().st_size > _MAX_FONT_BYTES:
            return frozenset()
        return glyphs(path.read_bytes())
    except OSError:
        return frozenset()


def glyphs(data: bytes) -> frozenset[str]:
    """The characters that a TrueType or OpenType font, or the first of a collection, has; none
    where the data is no font."""
    try:
        start = unpack_from(">I", data, 12)[0] if data[:4] == b"ttcf" else 0
        if data[start : start + 4] not in (b"\0\1\0\0", b"OTTO", b"true"):
            return frozenset()
        (tables,) = unpack_from(">H", data, start + 4)
        for number in range(tables):
            name, _, at, _ = unpack_from(">4sIII", data, start + 12 + 16 * number)
            if name == b"cmap":
                return frozenset(map(chr, _codes(data, at)))
    except error:
        pass
    return frozenset()


def _codes(data: bytes, at: int) -> set[int]:
    """The code points of a table of Unicode: of format 12, or else 4 (others are not in use)."""
    forms = {}
    for number in range(unpack_from(">H", data, at + 2)[0]):
        platform, _, offset = unpack_from(">HHI", data, at + 4 + 8 * number)
        if platform in (0, 3):
            forms[unpack_from(">H", data, at + offset)[0]] = at + offset
    codes: set[int] = set()
    if 12 in forms:
        start = forms[12] + 16
        (groups,) = unpack_from(">I", data, start - 4)
        for first, last, glyph in _GROUP.iter_unpack(data[start : start + _GROUP.size * groups]):
            if last <= sys.maxunicode:
                codes.update(range(first + (glyph == 0), last + 1))
    elif 4 in forms:
        codes.update(_segments(data, forms[4]))
    return {code for code in codes if not 0xD800 <= code <= 0xDFFF}


def _segments(data: bytes, table: int) -> Iterator[int]:
    (double,) = unpack_from(">H", data, table + 6)
    lasts, firsts, deltas, offsets = (table + 14 + double * i + 2 * (i > 0) for i in range(4))
    for k in range(0, double, 2):
        (last,), (first,) = unpack_from(">H", data, lasts + k), unpack_from(">H", data, firsts + k)
        (delta,), (offset,) = (unpack_from(">H", data, start + k) for start in (deltas, offsets))
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                (glyph,) = unpack_from(">H", data, offsets + k + offset + 2 * (code - first))
            if glyph and (glyph + delta) % 0x10000:
                yield code
