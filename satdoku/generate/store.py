"""An output file that a run can be resumed into.

Beside ``puzzles.txt`` stands ``puzzles.txt.run``: what was wished for, how many bytes of the file
are finished, and where the run goes on. It is replaced as a whole, after the lines that it speaks
of are written. Whatever a killed run wrote beyond is cut off and made again, the same.
"""

from __future__ import annotations

import errno
import json
import os
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from satdoku.errors import SatdokuError

__all__ = ["RunFile"]


_OPEN = os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0)

_LOCKED_BYTE = 1 << 40
"""Windows locks bytes against reading too, so one far behind the last is locked there."""


def _locked(stream: IO[bytes]) -> bool:
    """Lock an open file; false where another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            stream.seek(_LOCKED_BYTE)
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
            stream.seek(0)
        else:
            import fcntl

            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Some file systems know no locks; everything else goes on there as well.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


def _note_of(path: Path) -> Path:
    return path.with_name(path.name + ".run")


def _read_note(note: Path) -> Any:
    return json.loads(note.read_text(encoding="utf-8"))


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
        self._stream: IO[bytes]
        try:
            self._open()
        except OSError as error:
            raise SatdokuError(f"{error.filename or path}: {error.strerror or error}") from None

    def _open(self) -> None:
        foreign = not self.note.exists() and self.path.exists() and self.path.stat().st_size > 0
        self._stream = os.fdopen(os.open(self.path, _OPEN, 0o666), "r+b")
        try:
            if not _locked(self._stream):
                raise SatdokuError(
                    f"{self.path} is being written by another satdoku; "
                    "wait for it, or name another file"
                )
            if self.note.exists():
                self._resume()
            elif foreign:
                raise SatdokuError(
                    f"{self.path} exists and no run note ({self.note.name}) says that it can be "
                    "continued; remove it or name another file"
                )
        except BaseException:
            self._stream.close()
            raise

    def _resume(self) -> None:
        try:
            note = _read_note(self.note)
            settings, size = note["settings"], int(note["bytes"])
            digest, self.next_number = str(note["sha256"]), int(note["next"])
            self.stale = int(note["stale"])
        except (ValueError, KeyError, TypeError):
            raise SatdokuError(
                f"{self.note} is no run note; remove it and {self.path} to begin afresh"
            ) from None
        if settings != self.settings:
            changed = sorted(
                key
                for key in {*settings, *self.settings}
                if settings.get(key) != self.settings.get(key)
            )
            raise SatdokuError(
                f"{self.path} was begun with another {', '.join(changed)}; "
                f"remove it and {self.note.name}, or name another file"
            )
        data = self._stream.read()
        if len(data) < size or sha256(data[:size]).hexdigest() != digest:
            raise SatdokuError(
                f"{self.path} was changed since the run stopped; "
                f"remove it and {self.note.name}, or name another file"
            )
        self._digest.update(data[:size])
        self.bytes = size
        self._stream.truncate(size)
        self._stream.seek(size)

    @staticmethod
    def seed_of(path: Path) -> int | None:
        """The seed that a file was begun with; ``None`` where nothing tells it."""
        try:
            seed = _read_note(_note_of(path))["settings"]["seed"]
        except (OSError, ValueError, KeyError, TypeError):
            return None
        return seed if isinstance(seed, int) else None

    def lines(self) -> list[str]:
        """The finished lines of an earlier run."""
        return self.path.read_bytes()[: self.bytes].decode("utf-8").splitlines()

    def append(self, lines: Iterable[str], next_number: int, stale: int) -> None:
        """Write lines and note that the run goes on from ``next_number``.

        :raises SatdokuError: where the disk does not take them.
        """
        data = "".join(line + "\n" for line in lines).encode("utf-8")
        try:
            self._stream.write(data)
            self._stream.flush()
            self.bytes += len(data)
            self._digest.update(data)
            self.next_number, self.stale = next_number, stale
            note = {
                "settings": self.settings,
                "bytes": self.bytes,
                "sha256": self._digest.hexdigest(),
                "next": next_number,
                "stale": stale,
            }
            scratch = self.note.with_name(self.note.name + ".new")
            scratch.write_text(json.dumps(note) + "\n", encoding="utf-8")
            os.replace(scratch, self.note)  # noqa: PTH105
        except OSError as error:
            raise SatdokuError(f"{self.path}: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file."""
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
