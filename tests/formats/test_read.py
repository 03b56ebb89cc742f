"""Reading sources: files, streams, compression, encodings, sizes, errors in their places."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import sys
import tracemalloc
from pathlib import Path

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.formats import Reader, ReadOptions, source
from satdoku.formats.source import MAX_LINE
from tests.formats.common import PUZZLE, SHARED, P
from tests.shared import cpu_below

ZEROS = P.replace(".", "0")
FOUR = "1..........4...."


def write(path: Path, content: bytes | str) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "puzzles"


def test_a_bad_line_is_reported_and_reading_goes_on(file: Path) -> None:
    write(file, f"# head\n\n{P}\n{P[:80]}\nnonsense\n{P[:-1]}Q\n{ZEROS}")
    entries = list(formats.read(file))
    assert [entry.line for entry in entries] == [3, 4, 5, 6, 7]
    assert entries[0].text == P
    assert [entry.error is None for entry in entries] == [True, False, False, False, True]
    assert [entry.document is None for entry in entries] == [False, True, True, True, False]
    assert str(entries[1].error).startswith("line 4: expected 81 cells (9x9, as on line 3), got 80")
    assert entries[3].error is not None
    assert (entries[3].error.line, entries[3].error.column) == (6, 81)
    assert entries[4].document is not None
    assert entries[4].document.puzzle == PUZZLE


def test_mixed_sizes(file: Path) -> None:
    cut, wrong = P[:64], P[:36]
    write(file, f"oops\n{P}\n{FOUR}\n{cut}\n{wrong}\n{P}\n")
    entries = list(formats.read(file))
    assert [entry.error is None for entry in entries] == [False, True, True, False, False, True]
    message = str(entries[3].error)
    assert message.startswith("line 4: expected 81 cells (9x9, as on line 2), got 64")
    write(file, f"oops\n{P}\n{FOUR}\n{P}\n")
    forced = list(formats.read(file, ReadOptions(geometry=Geometry.of_size(4))))
    assert [entry.error is None for entry in forced] == [False, False, True, False]


def test_a_byte_order_mark_and_any_line_end(file: Path) -> None:
    for text in (f"\ufeff{P}\r\n{ZEROS}\r\n", f"{P}\r{ZEROS}\r", f"{P}\n{ZEROS}"):
        entries = list(formats.read(write(file, text)))
        assert [entry.line for entry in entries] == [1, 2]
        assert all(e.document is not None and e.document.puzzle == PUZZLE for e in entries)
        assert entries[0].text == P
    assert formats.parse(f"\ufeff{P}\r\n").puzzle == PUZZLE


def test_utf_16(file: Path) -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-16-be"):
        bom = "" if encoding == "utf-16" else "\ufeff"
        entries = list(formats.read(write(file, f"{bom}{P}\n".encode(encoding))))
        assert [e.document and e.document.puzzle for e in entries] == [PUZZLE]
    with pytest.raises(FormatError, match="UTF-16"):
        list(formats.read(write(file, b"\xff\xfe" + P.encode("utf-16-le") + b"\x00")))


def test_bytes_that_are_not_utf8_spoil_their_line_only(file: Path) -> None:
    write(file, b"# caf\xe9\n" + P.encode() + b"\n" + P[:-1].encode() + b"\xe9\n")
    good, bad = formats.read(file)
    assert good.error is None
    assert str(bad.error).startswith("line 3, column 81: the byte 0xE9 is not UTF-8")


def test_full_width_digits(file: Path) -> None:
    wide = P.translate({ord(c): chr(ord(c) + 0xFEE0) for c in "123456789"}).replace(".", "・")
    assert formats.parse(wide).puzzle == PUZZLE
    assert formats.parse(wide.replace("・", "　")).puzzle == PUZZLE
    assert formats.parse(wide.replace("・", "０")).puzzle == PUZZLE
    rows = "\n".join(wide[i : i + 9] for i in range(0, 81, 9))
    assert formats.parse(rows).puzzle == PUZZLE


@pytest.mark.parametrize("module", ["isal", "gzip"])
def test_damaged_gzip(file: Path, monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    if module == "isal":
        pytest.importorskip("isal", reason="another reader of gzip")
    else:
        monkeypatch.setitem(sys.modules, "isal", None)
    packed = gzip.compress("\n".join([P, ZEROS] * 500).encode())
    flipped = packed[:-6] + bytes([packed[-6] ^ 1]) + packed[-5:]
    for data in (packed, packed + bytes(9)):
        file.write_bytes(data)
        assert len(list(formats.read(file))) == 1000
    for data in (packed[:-9], packed[:5], flipped, packed + b"x", packed[:2] + b"\7" + packed[3:]):
        file.write_bytes(data)
        with pytest.raises(FormatError, match="is a damaged compressed file: "):
            list(formats.read(file))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_compressed_files_by_their_first_bytes(file: Path, pack: object) -> None:
    packed: bytes = pack(f"{P}\n{ZEROS}\n".encode())  # type: ignore[operator]
    assert len(list(formats.read(write(file, packed)))) == 2
    assert len(list(formats.read(io.BytesIO(packed)))) == 2
    with pytest.raises(FormatError, match=r"damaged|holds no puzzle|empty"):
        list(formats.read(write(file, packed[: len(packed) // 2])))
    spoiled = bytearray(packed)
    spoiled[-12:] = bytes(12)
    with pytest.raises(FormatError, match=r"damaged|cannot be read"):
        list(formats.read(write(file, bytes(spoiled))))


def test_what_cannot_be_read_as_a_whole(tmp_path: Path, file: Path) -> None:
    with pytest.raises(FormatError, match="there is no such file"):
        formats.read(tmp_path / "missing")
    with pytest.raises(FormatError, match="is a directory"):
        formats.read(tmp_path)
    with pytest.raises(FormatError, match="empty"):
        formats.read("")
    with pytest.raises(FormatError, match="cannot be opened"):
        formats.read("a\0b")
    with pytest.raises(FormatError, match="is empty"):
        formats.read(write(file, ""))
    with pytest.raises(FormatError, match="is empty"):
        formats.read(write(file, "\n \n"))
    with pytest.raises(FormatError, match="only blank lines and comments"):
        formats.read(write(file, "# one\n\n# two"))
    with pytest.raises(FormatError, match="binary file"):
        formats.read(write(file, b"12.\0" + bytes(range(256))))
    with pytest.raises(FormatError, match="binary file"):
        formats.read(write(file, bytes(range(1, 256)) * 20))
    with pytest.raises(FormatError, match="zip archive"):
        formats.read(write(file, b"PK\x03\x04" + bytes(100)))
    with pytest.raises(FormatError, match="no format 'nope'"):
        formats.read(write(file, P), ReadOptions(format="nope"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_permission(file: Path) -> None:
    write(file, P).chmod(0)
    with pytest.raises(FormatError, match="permission denied"):
        formats.read(file)


def test_a_zero_byte_far_into_a_file_names_its_line(file: Path) -> None:
    write(file, (P + "\n") * 9000 + P[:-1] + "\0\n")
    reader = formats.read(file)
    with pytest.raises(FormatError, match=r"line 9001: .* binary file"):
        list(reader)


def test_a_line_without_end_is_refused(file: Path) -> None:
    write(file, P + "\n" + "1" * (MAX_LINE + 10))
    with pytest.raises(FormatError, match="line 2: this line is longer than"):
        list(formats.read(file))


def test_streams_and_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    text = f"{P}\r\n{ZEROS}\n"
    for stream in (
        io.StringIO(text),
        io.BytesIO(text.encode()),
        io.TextIOWrapper(io.BytesIO(text.encode())),
    ):
        assert len(list(formats.read(stream))) == 2
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert [entry.line for entry in formats.read("-")] == [1, 2]


def test_a_pipe_is_answered_while_it_is_open() -> None:
    out, into = os.pipe()
    with os.fdopen(out, "rb") as stream, os.fdopen(into, "wb", buffering=0) as pipe:
        pipe.write((P + "\n").encode() * 10)
        entries = iter(formats.read(stream))
        for line in range(1, 11):
            assert next(entries).line == line
        pipe.write((ZEROS + "\n").encode())
        assert next(entries).line == 11
        pipe.close()
        assert list(entries) == []


def test_raw_blocks(file: Path) -> None:
    write(file, f"# c\n{P}\n\nbad\n{ZEROS}\n")
    with Reader(file) as reader:
        assert reader.is_lines
        assert reader.format == "line"
        lines = [line for block in reader.blocks() for line in block]
        assert lines == [(2, P), (4, "bad"), (5, ZEROS)]
        entries = [reader.entry(*line) for line in lines]
    assert [str(e.error)[:7] for e in entries if e.error] == ["line 4:"]
    write(file, "Grid 01\n" + P)
    with Reader(file) as reader:
        assert not reader.is_lines
        with pytest.raises(FormatError, match="no plain lines"):
            next(reader.blocks())


def test_streaming_is_fast_and_small(file: Path) -> None:
    count = 40_000
    write(file, (P + "\n") * count)
    # Measured 5,000,000 and 900,000 lines a second of CPU.
    with cpu_below(count / 150_000):
        assert sum(map(len, Reader(file).blocks())) == count
    with cpu_below(count / 50_000):
        assert sum(1 for _ in formats.read(file)) == count
    tracemalloc.start()
    for _ in formats.read(file):
        pass
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 8 << 20


def test_a_long_preface_of_comments(file: Path) -> None:
    write(
        file,
        "# a word\n" * 20_000
        + f"Grid 01\n{P}\n".replace(P, "\n".join(P[i : i + 9] for i in range(0, 81, 9))),
    )
    (entry,) = formats.read(file)
    assert entry.line == 20_001
    assert entry.document is not None
    assert entry.document.puzzle == PUZZLE


class Endless(io.RawIOBase):
    """A stream of bytes that repeats itself without end."""

    def __init__(self, piece: bytes) -> None:
        self.piece = piece

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        return self.piece * (size // len(self.piece))


@pytest.mark.parametrize("line", ["", "##", "  # a word", " \t"])
def test_what_comes_before_the_first_puzzle_takes_no_memory(file: Path, line: str) -> None:
    count = 400_000
    write(file, f"{line}\n" * count + P)
    tracemalloc.start()
    (entry,) = formats.read(file)
    with Reader(file) as reader:
        assert reader.first_line() == (count + 1, P)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (entry.line, entry.text) == (count + 1, P)
    assert peak < 4 << 20  # some 30 MB when every line was kept


@pytest.mark.parametrize("piece", [b"\n", b"##\n"])
def test_a_stream_that_never_begins_is_refused(
    piece: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(source, "MAX_TEXT", 1 << 22)
    with pytest.raises(FormatError, match=r"first 4,194,304 characters .* blank lines and comm"):
        formats.read(Endless(piece))


@pytest.mark.full
def test_a_line_that_comes_in_small_pieces() -> None:
    class Slow(Endless):
        def read(self, size: int = -1) -> bytes:
            return self.piece[:size]

    with pytest.raises(FormatError, match="line 1: this line is longer than"):
        formats.read(Slow(b"1" * 64))


def test_headers_are_not_lost_with_the_comments(file: Path) -> None:
    rows = "\n".join(P[i : i + 9] for i in range(0, 81, 9))
    (entry,) = formats.read(write(file, f"\n\n#Dtitle\n{rows}"))
    assert entry.document is not None
    assert (entry.document.title, entry.line) == ("title", 1)
    write(file, "#Ca comment\n" * 10_000 + rows)
    with pytest.raises(FormatError, match=r"line 10001: the headers of .* are too long"):
        list(formats.read(file, ReadOptions(format="sdk")))


def test_a_grid_that_is_never_finished_is_not_held(file: Path) -> None:
    rows = "\n".join(P[i : i + 9] for i in range(0, 81, 9))
    write(file, "123456789\n" + "## a comment\n" * 10_000 + rows)
    begun, whole = formats.read(file, ReadOptions(format="grid"))
    assert "a grid of 1 row of 9 cells is not square" in str(begun.error)
    assert len(begun.text) < 150_000
    assert whole.error is None


@pytest.mark.full
@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared data is not there")
def test_shared_collections() -> None:
    expected = {
        "clue17": ("line", 5000),
        "easy": ("line", 1000),
        "grid16": ("numbers", 18),
        "grid25": ("numbers", 18),
        "known_counts": ("line", 43),
        "top1465": ("line", 1465),
    }
    for name, (format, count) in expected.items():
        with Reader(SHARED / "speed" / f"{name}.txt") as reader:
            assert reader.format == format
            entries = list(reader)
        assert len(entries) == count
        for entry in entries:
            if name == "known_counts" and entry.document is None:
                # A count of solutions that may be a deleted candidate.
                assert re.fullmatch(r".{81}:[1-9]{3}", entry.text)
                assert "may be a note or deleted candidates" in str(entry.error)
                continue
            assert entry.document is not None
            assert not entry.document.puzzle.problems()
