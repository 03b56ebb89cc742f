"""An output file that a run can be resumed into.

Beside ``puzzles.txt`` stands ``puzzles.txt.run``: what was wished for, how many bytes of the file
are finished, and where the run goes on. It is there before the first byte of the file, and is
replaced as a whole, after the lines that it counts have reached the disk. Whatever a killed run
wrote beyond is cut off and made again, the same.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from satdoku.errors import SatdokuError
from satdoku.files import locked, replace_file

__all__ = ["RunFile"]


_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)

_NOTE_SECONDS = 0.5
"""How long lines may wait for the note that counts them: a flush to disk is slow."""

_LARGEST_NOTE = 1 << 20


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".run")


@dataclass(frozen=True)
class _Note:
    settings: dict[str, Any]
    bytes: int
    sha256: str
    next: int
    stale: int

    @staticmethod
    def read(path: Path) -> _Note:
        """:raises OSError: where it cannot be read.
        :raises ValueError: where it is no note.
        """
        if not stat.S_ISREG(path.stat().st_mode):
            raise ValueError
        with path.open("rb") as stream:
            data = stream.read(_LARGEST_NOTE)
        try:
            note = _Note(**json.loads(data.decode("utf-8")))
        except (TypeError, RecursionError):
            raise ValueError from None
        numbers = (note.bytes, note.next, note.stale)
        if not (
            isinstance(note.settings, dict)
            and isinstance(note.sha256, str)
            and all(type(number) is int and number >= 0 for number in numbers)
        ):
            raise ValueError
        return note

    def write(self, path: Path) -> None:
        """Replace the note of this name, all of it or nothing."""
        data = (json.dumps(vars(self)) + "\n").encode("utf-8")
        replace_file(path, data, path.with_name(path.name + ".new"))


class RunFile:
    """The output of a run, open for more.

    ``settings`` is what decides the content; a file begun with other settings is refused. No two
    processes write to one file: the system holds a lock on it as long as the process lives.

    :raises SatdokuError: where the file is not of this run, was changed since, or another process
        is writing to it.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.note = _note_of(path)
        self.settings = json.loads(json.dumps(dict(settings)))
        self.next_number = 0
        self.stale = 0
        self.bytes = 0
        self._digest = sha256()
        self._noted = (0, 0)
        self._due = 0.0
        self._stream: IO[bytes]
        try:
            self._open()
        except OSError as error:
            raise SatdokuError(f"{error.filename or path}: {error.strerror or error}") from None

    def _open(self) -> None:
        begun = self.path.exists()
        if begun and not stat.S_ISREG(self.path.stat().st_mode):
            raise SatdokuError(f"{self.path} is no regular file, so no run could go on with it")
        note = self._read_note()
        if note is not None and note.bytes and not begun:
            raise SatdokuError(
                f"{self.path} is missing, and {self.note.name} shows that a run wrote to it; "
                f"remove {self.note.name} to begin afresh, or name another file"
            )
        # Unbuffered: closing it must not fail, nor write.
        self._stream = os.fdopen(os.open(self.path, _OPEN, 0o666), "r+b", buffering=0)
        try:
            if not locked(self._stream):
                raise SatdokuError(
                    f"{self.path} is being written by another satdoku; "
                    "wait for it, or name another file"
                )
            self._begin(self._read_note(), self._stream.read())
        except BaseException:
            self._stream.close()
            raise

    def _begin(self, note: _Note | None, data: bytes) -> None:
        if note is None and data:
            raise SatdokuError(
                f"{self.path} exists and no run note ({self.note.name}) shows that it can be "
                "continued; remove it or name another file"
            )
        # A note of a run that made nothing yet is no obstacle.
        if note is None or not (note.next or data):
            self._write_note()
        else:
            self._resume(note, data)

    def _read_note(self) -> _Note | None:
        try:
            return _Note.read(self.note)
        except FileNotFoundError:
            return None
        except ValueError:
            raise SatdokuError(
                f"{self.note} is no run note of satdoku, or is damaged; "
                f"remove it and {self.path} to begin afresh, or name another file"
            ) from None

    def _resume(self, note: _Note, data: bytes) -> None:
        if note.settings != self.settings:
            changed = sorted(
                key
                for key in {*note.settings, *self.settings}
                if note.settings.get(key) != self.settings.get(key)
            )
            raise SatdokuError(
                f"{self.path} was begun with another {', '.join(changed)}; "
                f"remove it and {self.note.name}, or name another file"
            )
        if len(data) < note.bytes or sha256(data[: note.bytes]).hexdigest() != note.sha256:
            raise SatdokuError(
                f"{self.path} was changed since the run stopped; "
                f"remove it and {self.note.name}, or name another file"
            )
        self._digest.update(data[: note.bytes])
        self.bytes, self.next_number, self.stale = note.bytes, note.next, note.stale
        self._noted = (self.bytes, self.next_number)
        self._stream.truncate(note.bytes)
        self._stream.seek(note.bytes)

    @staticmethod
    def seed_of(path: Path) -> int | None:
        """The seed that a file was begun with; ``None`` where it is recorded nowhere."""
        try:
            seed = _Note.read(_note_of(path)).settings.get("seed")
        except (OSError, ValueError):
            return None
        return seed if type(seed) is int and seed >= 0 else None

    def lines(self) -> list[str]:
        """The finished lines of an earlier run."""
        return self.path.read_bytes()[: self.bytes].decode("utf-8").splitlines()

    def append(self, lines: Iterable[str], next_number: int, stale: int) -> None:
        """Write lines and note that the run goes on from ``next_number``.

        :raises SatdokuError: where the disk does not take them.
        """
        data = "".join(line + "\n" for line in lines).encode("utf-8")
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._stream.write(rest) :]
            self.bytes += len(data)
            self._digest.update(data)
            self.next_number, self.stale = next_number, stale
            if time.monotonic() >= self._due:
                self._write_note()
        except OSError as error:
            raise SatdokuError(f"{self.path}: {error.strerror or error}") from None

    def _write_note(self) -> None:
        os.fsync(self._stream.fileno())
        note = _Note(
            self.settings, self.bytes, self._digest.hexdigest(), self.next_number, self.stale
        )
        note.write(self.note)
        self._noted = (self.bytes, self.next_number)
        self._due = time.monotonic() + _NOTE_SECONDS

    def close(self) -> None:
        """Note what is not noted yet, and close the file.

        :raises SatdokuError: where the disk does not take it.
        """
        try:
            if self._noted != (self.bytes, self.next_number):
                self._write_note()
        except OSError as error:
            raise SatdokuError(f"{self.path}: {error.strerror or error}") from None
        finally:
            self._stream.close()

    def __enter__(self) -> RunFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
