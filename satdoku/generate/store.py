"""An output file that a run can be resumed into.

Beside ``puzzles.txt`` stands ``puzzles.txt.run``: what was wished for, how many bytes of the file
are finished, and where the run goes on. It is replaced as a whole, after the lines that it speaks
of are written. Whatever a killed run wrote beyond is cut off and made again, the same.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from satdoku.errors import SatdokuError

__all__ = ["RunFile"]


class RunFile:
    """The output of a run, open for more.

    ``settings`` is what decides the content; a file begun with other settings is refused.

    :raises SatdokuError: where the file is not of this run, or was changed since.
    """

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.note = path.with_name(path.name + ".run")
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
        if self.note.exists():
            self._resume()
        elif self.path.exists() and self.path.stat().st_size:
            raise SatdokuError(
                f"{self.path} exists and no run note ({self.note.name}) says that it can be "
                "continued; remove it or name another file"
            )
        else:
            self._stream = self.path.open("wb")

    def _resume(self) -> None:
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
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
        data = self.path.read_bytes() if self.path.exists() else b""
        if len(data) < size or sha256(data[:size]).hexdigest() != digest:
            raise SatdokuError(
                f"{self.path} was changed since the run stopped; "
                f"remove it and {self.note.name}, or name another file"
            )
        self._digest.update(data[:size])
        self.bytes = size
        self._stream = self.path.open("r+b")
        self._stream.truncate(size)
        self._stream.seek(size)

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
