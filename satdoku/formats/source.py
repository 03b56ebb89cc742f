"""Where text comes from: files, compressed files, standard input, open streams.

A source is read in blocks and never held whole. What it is (gzip, xz, bzip2, zstd, UTF-16) is
recognised by its first bytes, not by its name.
"""

from __future__ import annotations

import codecs
import errno
import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, Any

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.formats.base import Line

MAX_LINE = 1 << 23
"""Longest line that is read, in characters; a 100x100 board with all its pencil marks fits."""

MAX_TEXT = 1 << 26
"""Longest text that is read as one puzzle, and longest run of blank lines and comments before the
first."""

_BLOCK = 1 << 18
_SAMPLE = 1 << 16
_SAMPLE_LINES = 8
_FIRST_DATA = re.compile(r"^[^\S\n]*+[^\s#]", re.MULTILINE)

_ZIP = b"PK\x03\x04"
_REFUSED = {
    _ZIP: worded("a zip archive (unpack it first)"),
    b"7z\xbc\xaf": worded("a 7-Zip archive (unpack it first)"),
    b"%PDF": worded("a PDF file"),
    b"\x89PNG": worded("a PNG picture"),
    b"\xff\xd8\xff": worded("a JPEG picture"),
    b"GIF8": worded("a GIF picture"),
    b"\x7fELF": worded("a program"),
}


@dataclass(frozen=True, slots=True)
class RawLines:
    """Whole lines as one text, without the last line end; the number of the first, and of all."""

    first: int
    count: int
    text: str

    def parts(self, size: int) -> Iterator[RawLines]:
        """The lines in parts of about ``size`` characters: whole lines, never fewer characters but
        in the last."""
        first, start, text = self.first, 0, self.text
        while start <= len(text):
            end = text.find("\n", start + size - 1)
            part = text[start:] if end < 0 else text[start:end]
            lines = RawLines(first, _count(part), part)
            yield lines
            first += lines.count
            start += len(part) + 1


class Source:
    """A stream of lines, with a look at its beginning.

    :raises FormatError: where it cannot be opened, is a directory, or is no text.
    """

    def __init__(self, source: str | os.PathLike[str] | IO[Any]) -> None:
        self.name = "the stream"
        self._stack = ExitStack()
        self._ended = False
        self._first = True  # a byte order mark may still come
        self._number = 0  # lines handed out or left out
        self._ready: list[str] = []  # complete lines that were read ahead, in pieces of text
        self._rest: list[str] = []  # pieces of a line whose end is not read yet
        self._rest_length = 0
        self._preface = 0  # characters before the first line of data
        self._dropped = False
        self._data: list[str] | None = None  # the first lines of data; None while there is none
        self._held = 0  # characters of the lines from the first of data on
        try:
            self._open(source)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close what this source has opened itself."""
        self._stack.close()

    def sample(self) -> str:
        """The beginning of the text, cut at a line end; all of it stays to be read.

        A slow pipe is waited for no longer than it takes to see a few lines of one length,
        which are puzzles a line.
        """
        while not self._ended and not self._plain() and self._held < _SAMPLE:
            self._fill()
        lines: list[str] = []
        length = 0
        for line in "\n".join(self._ready).split("\n"):
            length += len(line) + 1 if _is_data(line) else 0
            if lines and length > _SAMPLE:
                break
            lines.append(line)
        return "\n".join(lines)

    def whole(self, *, wait: bool) -> str | None:
        """All of the text, where it is short; it stays to be read.

        :param wait: read on to its end.
        """
        while wait and not self._ended and self._held < _SAMPLE:
            self._fill()
        text = "\n".join(self._ready)
        return text if self._ended and len(text) <= _SAMPLE and not self._dropped else None

    @property
    def next_number(self) -> int:
        """The number of the first line that was not handed out."""
        return self._number + 1

    @property
    def dropped_comments(self) -> bool:
        """Whether comments before the first line of data were too long to be kept."""
        return self._dropped

    def blocks(self) -> Iterator[RawLines]:
        """The lines in blocks."""
        try:
            while True:
                if self._ready and (self._data or self._ended):
                    yield self._hand_out()
                elif self._ended:
                    return
                else:
                    self._fill()
        finally:
            self.close()

    def lines(self) -> Iterator[Line]:
        """The lines with their numbers."""
        for block in self.blocks():
            yield from enumerate(block.text.split("\n"), block.first)

    # -- the inside ------------------------------------------------------------------------------

    def _open(self, source: str | os.PathLike[str] | IO[Any]) -> None:
        stream: Any
        if isinstance(source, str | os.PathLike):
            if source == "-":
                self.name = "standard input"
                stream = getattr(sys.stdin, "buffer", sys.stdin)
            else:
                self.name = os.fspath(source)
                stream = self._stack.enter_context(self._file())
        else:
            self.name = str(getattr(source, "name", self.name))
            stream = source
        if isinstance(stream, io.TextIOBase) or isinstance(stream.read(0), str):
            self._stream = stream
            self._decoder = io.IncrementalNewlineDecoder(None, translate=True)
            return
        buffered = stream if hasattr(stream, "peek") else _Peekable(stream)
        head = self._peek(buffered)
        if head.startswith(b"\x93NUMPY") or (head.startswith(_ZIP) and _is_npz(buffered)):
            from satdoku.formats.arrays import text_of_arrays  # few sources are arrays

            self._stream = io.StringIO(text_of_arrays(buffered, self.name))
            self._decoder = io.IncrementalNewlineDecoder(None, translate=True)
            return
        for magic, kind in _REFUSED.items():
            if head.startswith(magic):
                raise FormatError("{name} is {what}, not text", name=self.name, what=kind)
        unpacked = self._unpack(buffered, head)
        if unpacked is not buffered:
            buffered, head = unpacked, self._peek(unpacked)
        self._stream = buffered
        utf16 = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        # Bytes that are no UTF-8 stay visible as surrogates, so that only their line is refused.
        decoder = codecs.getincrementaldecoder("utf-16" if utf16 else "utf-8")(
            "strict" if utf16 else "surrogateescape"
        )
        self._decoder = io.IncrementalNewlineDecoder(decoder, translate=True)

    def _file(self) -> IO[bytes]:
        name = self.name
        if not name:
            raise FormatError("the name of the file is empty")
        try:
            return open(name, "rb")  # noqa: PTH123
        except FileNotFoundError:
            raise FormatError("{name}: there is no such file", name=name) from None
        except IsADirectoryError:
            raise FormatError("{name} is a directory, not a file", name=name) from None
        except PermissionError:
            raise FormatError("{name} may not be read (permission denied)", name=name) from None
        except (OSError, ValueError) as error:
            raise FormatError(
                "{name} cannot be opened: {why}", name=name, why=_why(error)
            ) from None

    def _peek(self, stream: Any) -> bytes:
        with _Translated(self.name):
            return bytes(stream.peek(8)[:8])

    def _unpack(self, stream: Any, head: bytes) -> Any:
        if head.startswith(b"\x1f\x8b"):
            return self._stack.enter_context(_gzip(stream))
        if head.startswith(b"\xfd7zXZ\0"):
            import lzma

            return self._stack.enter_context(lzma.LZMAFile(stream))
        if head.startswith(b"BZh"):
            import bz2

            return self._stack.enter_context(bz2.BZ2File(stream))
        if head.startswith(b"\x28\xb5\x2f\xfd"):
            return self._stack.enter_context(_zstandard(stream, self.name))
        return stream

    def _plain(self) -> bool:
        data = self._data
        return (
            data is not None
            and len(data) >= _SAMPLE_LINES
            and len(data[0]) >= 16
            and data[0].isascii()
            and len(set(map(len, data))) == 1
        )

    def _fill(self) -> None:
        """Read one more block."""
        with _Translated(self.name):
            data = getattr(self._stream, "read1", self._stream.read)(_BLOCK)
        if not data:
            self._ended = True
        try:
            text = self._decoder.decode(data, final=self._ended)
        except UnicodeError as error:
            raise FormatError(
                "{name} is not the UTF-16 text it begins as: {error}", name=self.name, error=error
            ) from None
        if self._first and text:
            self._first = False
            text = text.removeprefix("\ufeff")
        if "\0" in text:
            line = self._next_line() + text.count("\n", 0, text.index("\0"))
            raise FormatError("{name} is a binary file, not text", name=self.name, line=line)
        end = text.find("\n")
        self._rest_length += len(text) if end < 0 else end
        if self._rest_length > MAX_LINE:
            raise FormatError(
                "this line is longer than {max_line:,} characters, and no puzzle is",
                max_line=MAX_LINE,
                line=self._next_line(),
            )
        head, line_end, rest = text.rpartition("\n")
        if self._ended:
            head, rest = (text if rest else head), ""
        elif not line_end:
            self._rest.append(text)
            return
        text = "".join([*self._rest, head])
        self._rest, self._rest_length = [rest], len(rest)
        if text or line_end:
            self._take(text)

    def _take(self, text: str) -> None:
        """Make lines ready; before the first of data only a beginning of what is no data."""
        if self._data is None:
            first = _FIRST_DATA.search(text)
            if first is None:
                self._skip(text)
                return
            if first.start():
                self._skip(text[: first.start() - 1])
                text = text[first.start() :]
            self._data = []
        if len(self._data) < _SAMPLE_LINES:
            self._data += [line.strip() for line in text.split("\n") if _is_data(line)]
            del self._data[_SAMPLE_LINES:]
        self._held += len(text)
        self._ready.append(text)

    def _skip(self, text: str) -> None:
        """Blank lines and comments before the first line of data: some formats have headers there.

        The first are kept, then none, so that many take no memory.
        """
        self._preface += len(text) + 1
        if self._preface > MAX_TEXT:
            raise FormatError(
                "the first {max_text:,} characters of {name} are blank lines and comments",
                max_text=MAX_TEXT,
                name=self.name,
            )
        if self._preface > _SAMPLE:
            self._dropped = self._dropped or any(map(str.strip, (*self._ready, text)))
            self._ready.append(text)
            self._hand_out()
        else:
            self._ready.append(text)

    def _next_line(self) -> int:
        """The number of the line that is read next."""
        return self._number + sum(map(_count, self._ready)) + 1

    def _hand_out(self) -> RawLines:
        """The lines that are ready, which then are no longer."""
        text, self._ready = "\n".join(self._ready), []
        lines = RawLines(self._number + 1, _count(text), text)
        self._number += lines.count
        return lines


def _count(text: str) -> int:
    """How many lines a text holds; in a fifth of the time that ``str.count`` takes."""
    data = text.encode("utf-8", "surrogatepass")
    return len(data) - len(data.replace(b"\n", b"")) + 1


def _is_data(line: str) -> bool:
    bare = line.lstrip()
    return bool(bare) and bare[0] != "#"


def _is_npz(stream: Any) -> bool:
    """Whether a zip archive begins with an array of NumPy's."""
    return b".npy" in bytes(stream.peek(120)[:120])


def _gzip(stream: Any) -> Any:
    """The content of a gzip file; by isal where it is installed, in a third of the time."""
    try:
        from isal import igzip
    except ImportError:
        import gzip

        return gzip.open(stream)
    return igzip.open(stream)


def _zstandard(stream: Any, name: str) -> Any:
    """The content of a Zstandard file."""
    try:
        from compression import zstd  # type: ignore[import-not-found,unused-ignore]  # Python 3.14

        return zstd.ZstdFile(stream)
    except ImportError:
        pass
    try:
        import pyarrow
    except ImportError:
        raise FormatError(
            "{name} is a Zstandard file, and reading it needs pyarrow: unpack it first, or "
            "pip install 'satdoku[batch]'",
            name=name,
        ) from None
    return _Peekable(pyarrow.CompressedInputStream(stream, "zstd"))


class _Peekable(io.BufferedReader):
    """A binary stream that can be looked into before it is read."""

    def __init__(self, stream: Any) -> None:
        super().__init__(_Raw(stream))


class _Raw(io.RawIOBase):
    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data: bytes = self._stream.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class _Translated:
    """Turns the ways in which reading fails into one sentence."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            return
        if isinstance(error, IsADirectoryError):
            raise FormatError("{name} is a directory, not a file", name=self.name) from None
        # Known by name, so that neither zlib, lzma nor isal need be loaded.
        if isinstance(error, EOFError) or type(error).__name__ in (
            "error",
            "IsalError",
            "LZMAError",
            "BadGzipFile",
        ):
            raise FormatError(
                "{name} is a damaged compressed file: {error}", name=self.name, error=error
            ) from None
        if isinstance(error, OSError | ValueError):
            raise FormatError(
                "{name} cannot be read: {why}", name=self.name, why=_why(error)
            ) from None


def _why(error: BaseException) -> str:
    if isinstance(error, OSError) and error.errno == errno.EBADF:
        return worded("it is closed")
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def check_text(text: str) -> None:
    """:raises FormatError: where a text holds bytes that are no text, or is far too long."""
    if text.isascii():
        if "\0" in text:
            raise FormatError("this is binary data, not text", **_place(text, text.index("\0")))
    else:
        for index, char in enumerate(text):
            if "\udc80" <= char <= "\udcff":
                raise FormatError(
                    "the byte 0x{ord:02X} is not UTF-8; save the text as UTF-8",
                    ord=ord(char) - 56320,
                    **_place(text, index),
                )
            if char == "\0":
                raise FormatError("this is binary data, not text", **_place(text, index))
    if len(text) > MAX_TEXT:
        raise FormatError(
            "this text is longer than {max_text:,} characters, and no puzzle is", max_text=MAX_TEXT
        )


def _place(text: str, index: int) -> dict[str, Any]:
    return {
        "line": text.count("\n", 0, index) + 1,
        "column": index - text.rfind("\n", 0, index),
        "text": repr(text[index]),
    }
