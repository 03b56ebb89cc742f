"""The directory of a run, which any number of killed runs can be continued in.

| file | holds |
|---|---|
| part-000000.parquet ... | the answers to a block each |
| _run.json | what decides the content: settings, columns, versions, inputs |
| _parts.jsonl | a line a finished part, while the run lasts |
| _SUCCESS | the counts and hashes of all parts, when it has ended |
| _lock | locked by the process that writes |

A part has its name only when all of it is on the disk, and its line in ``_parts.jsonl`` after that;
whatever has no line, or is not what its line says, is made again, the same. Readers of Parquet
leave out names that begin with ``_`` or ``.``.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, Any
from zlib import crc32

from satdoku.base.errors import SatdokuError
from satdoku.base.files import locked, replace_file
from satdoku.base.records import dataclass
from satdoku.base.worded import plural

HEADER, _JOURNAL, _SUCCESS, _LOCK = "_run.json", "_parts.jsonl", "_SUCCESS", "_lock"
_SCRATCH = ".tmp"

_FOLLOWS = ("retries", "count")
"""Entries of the header that are noted for readers, and come later."""

_CHECK = "check"
"""The key of a line of the journal that a changed byte of the line does not fit."""


@dataclass(frozen=True)
class PartNote:
    """A finished part.

    number    its place in the run
    name      its file, with ``bytes`` and ``sha256``
    rows      its rows; ``verdicts``, how many of each; ``open``, how many wait for a ``--retry``
    checksum  of the block that it answers
    state     where a run goes on that makes its rows; not of parts that answer a block
    """

    number: int
    name: str
    bytes: int
    sha256: str
    rows: int
    verdicts: Mapping[str, int]
    open: int
    checksum: int
    state: Mapping[str, Any] | None = None

    def data(self) -> dict[str, Any]:
        """The note as plain data."""
        return {name: value for name, value in asdict(self).items() if value is not None}


class RunDirectory:
    """The directory of a run, open for more parts.

    ``notice`` names the parts that are no longer what was written, which are made again.

    :raises SatdokuError: where it holds another run, or something else, or another process is
        writing to it.
    """

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self.header: dict[str, Any] = json.loads(json.dumps(header))
        self.done: dict[int, PartNote] = {}
        self.complete = False
        self.notice: str | None = None
        self._files: list[IO[bytes]] = []
        try:
            self._open()
        except OSError as error:
            self.close()
            raise SatdokuError(f"{error.filename or path}: {error.strerror or error}") from None
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        path = self.path
        if path.exists() and not path.is_dir():
            raise SatdokuError(f"{path} is a file, and a run needs a directory of its own")
        path.mkdir(parents=True, exist_ok=True)
        names = {entry.name for entry in path.iterdir()}
        if HEADER not in names and names - {_LOCK, HEADER + _SCRATCH}:
            raise SatdokuError(
                f"{path} holds other files and no run; name an empty or a new directory"
            )
        lock = (path / _LOCK).open("ab")
        self._files.append(lock)
        if not locked(lock):
            raise SatdokuError(f"another satdoku is writing to {path}; wait for it")
        if HEADER in names and any(name.startswith("part-") for name in names):
            self._require_same(header_of(path))
        else:
            # A run that made nothing yet is no obstacle to another.
            for name in names & {_JOURNAL, _SUCCESS}:
                (path / name).unlink()
            self._write(HEADER, _json(self.header))
        for name in names:
            if name.startswith(".") and name.endswith(_SCRATCH):
                (path / name).unlink()
        self._read_parts()
        self._require_own(self.complete)
        self._journal = (path / _JOURNAL).open("ab")
        self._files.append(self._journal)

    def _require_same(self, stored: Mapping[str, Any]) -> None:
        changed = _changed(
            {n: v for n, v in stored.items() if n not in _FOLLOWS},
            {n: v for n, v in self.header.items() if n not in _FOLLOWS},
        )
        if changed:
            raise SatdokuError(
                f"{self.path} was begun with other settings ({', '.join(changed)}): only the same "
                "command continues it; name another one or repeat that"
            )
        self.header = dict(stored)

    def _read_parts(self) -> None:
        notes, self.complete = notes_of(self.path)
        changed = [note for note in notes if _digest(self.path / note.name) != note.sha256]
        if changed:
            first = self.path / changed[0].name
            if self.complete:
                raise _not_as_written(first)
            others = f" (and {plural(len(changed) - 1, 'other part')})" if changed[1:] else ""
            self.notice = f"{first}{others} was changed since it was written; it is made again"
        self.done = {note.number: note for note in notes if note not in changed}
        if not self.complete:
            # The journal without a line that a kill cut in two.
            data = b"".join(_line(note) for note in self.done.values())
            self._write(_JOURNAL, data)

    def _require_own(self, whole: bool) -> None:
        """:raises SatdokuError: where a part is not of this run, of which ``whole`` says whether
        all parts are there."""
        own = {note.name for note in self.done.values()}
        later = re.compile(rf"part-[0-9]{{6,}}\.{re.escape(self.header['form'])}")
        for entry in sorted(self.path.glob("part-*")):
            if entry.name not in own and (whole or not later.fullmatch(entry.name)):
                raise SatdokuError(
                    f"{entry} is not part of the run in this directory, and readers would take it "
                    "for one; move it elsewhere"
                )

    def read(self, note: PartNote) -> bytes:
        """The bytes of a part.

        :raises SatdokuError: where they are not those that were written.
        """
        return read_part(self.path, note.name, note.sha256)

    def commit(self, part: PartNote, data: bytes) -> None:
        """Put a part in its place: whatever happens afterwards, it is not made again.

        :raises SatdokuError: where the disk does not take it; what was committed before stays.
        """
        note = replace(part, bytes=len(data), sha256=sha256(data).hexdigest())
        try:
            self._write(note.name, data)
            self._journal.write(_line(note))
            self._journal.flush()
        except OSError as error:
            raise SatdokuError(
                f"{self.path / note.name} cannot be written: {error.strerror or error}; "
                "the same command continues from here"
            ) from None
        self.done[note.number] = note

    def note(self, name: str, value: Any) -> None:
        """Change what the header notes for readers."""
        if self.header.get(name) != value:
            self.header[name] = value
            self._write(HEADER, _json(self.header))

    def reopen(self, retry: Mapping[str, Any] | None = None) -> None:
        """Go on with a run that has ended, to replace some of its parts or to add others."""
        if retry is not None:
            retries = [*self.header.get("retries", ()), dict(retry)]
            self.note("retries", [r for i, r in enumerate(retries) if r not in retries[:i]])
        for note in self.done.values() if self.complete else ():
            self._journal.write(_line(note))
        self._journal.flush()
        os.fsync(self._journal.fileno())
        (self.path / _SUCCESS).unlink(missing_ok=True)
        self.complete = False

    def succeed(self) -> None:
        """Write the summary of all parts, by which others see that none is missing.

        :raises SatdokuError: where the directory holds a part that is not of this run.
        """
        self._require_own(whole=True)
        notes = [self.done[number] for number in sorted(self.done)]
        try:
            self._write(_SUCCESS, _json(_summary(notes)))
        except OSError as error:
            raise SatdokuError(f"{self.path / _SUCCESS}: {error.strerror or error}") from None
        self.complete = True

    def close(self) -> None:
        """Let go of the directory."""
        for stream in self._files:
            stream.close()
        if self.complete:
            (self.path / _JOURNAL).unlink(missing_ok=True)

    def _write(self, name: str, data: bytes) -> None:
        replace_file(self.path / name, data, self.path / f".{name}{_SCRATCH}")
        _sync(self.path)

    def __enter__(self) -> RunDirectory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _changed(stored: Mapping[str, Any], wanted: Mapping[str, Any]) -> list[str]:
    """The names of what differs; of what holds names, the names inside."""
    names: list[str] = []
    for name in sorted({*stored, *wanted}):
        old, new = stored.get(name), wanted.get(name)
        if old != new:
            inside = _changed(old, new) if isinstance(old, dict) and isinstance(new, dict) else []
            names += inside or [name]
    return names


def read_part(directory: Path, name: str, digest: str) -> bytes:
    """The bytes of a part.

    :raises SatdokuError: where they are not those that were written.
    """
    path = directory / name
    try:
        data = path.read_bytes()
    except OSError as error:
        raise SatdokuError(f"{path}: {error.strerror or error}") from None
    if sha256(data).hexdigest() != digest:
        if (directory / _SUCCESS).exists():
            raise _not_as_written(path)
        raise SatdokuError(f"{path} was changed since it was written; the same command mends it")
    return data


def header_of(path: Path) -> dict[str, Any]:
    """The header of a run in a directory: the settings that it was begun with.

    :raises SatdokuError: where there is none.
    """
    try:
        header = json.loads((path / HEADER).read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        raise SatdokuError(
            f"{path} holds no run of satdoku batch or generate; "
            "name the directory that --output named"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        raise SatdokuError(f"{path / HEADER} is damaged: {error}") from None
    if not isinstance(header, dict):
        raise SatdokuError(f"{path / HEADER} is damaged: it holds no object")
    return header


def notes_of(path: Path) -> tuple[list[PartNote], bool]:
    """The parts of a run that are there, and whether it has ended.

    :raises SatdokuError: where it has, and a part is missing or its summary is damaged.
    """
    ended = _ended_notes(path)
    notes = _journal_notes(path / _JOURNAL) if ended is None else ended
    missing = [note for note in notes if not _is_there(path / note.name, note.bytes)]
    if ended is not None and missing:
        raise _not_as_written(path / missing[0].name)
    return [note for note in notes if note not in missing], ended is not None


def _not_as_written(part: Path) -> SatdokuError:
    return SatdokuError(
        f"{part} is missing or was changed since the run ended; remove {part.parent / _SUCCESS}, "
        "and the same command makes the parts anew"
    )


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return file_digest(stream, "sha256").hexdigest()


def _is_there(part: Path, size: int) -> bool:
    return part.is_file() and part.stat().st_size == size


def _ended_notes(path: Path) -> list[PartNote] | None:
    """The parts of a run that has ended; ``None`` where it has not."""
    try:
        summary = json.loads((path / _SUCCESS).read_text(encoding="utf-8"))
        notes = [PartNote(**note) for note in summary["parts"]]
        if _summary(notes) != summary:
            raise ValueError("its sums are not those of its parts")
        return notes
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise SatdokuError(
            f"{path / _SUCCESS} is damaged: {error}; remove it, and the same command makes the "
            "parts anew"
        ) from None


def _journal_notes(path: Path) -> list[PartNote]:
    """The finished parts; of two lines on one the later."""
    notes: dict[int, PartNote] = {}
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return []
    for line in lines:
        try:
            data = json.loads(line)
            check = data.pop(_CHECK)
            note = PartNote(**data)
            if check != crc32(_json(data)):
                continue
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            continue
        notes[note.number] = note
    return list(notes.values())


def _line(note: PartNote) -> bytes:
    data = note.data()
    return _json(data | {_CHECK: crc32(_json(data))})


def _summary(notes: Sequence[PartNote]) -> dict[str, Any]:
    verdicts: Counter[str] = Counter()
    for note in notes:
        verdicts.update(note.verdicts)
    return {
        "rows": sum(note.rows for note in notes),
        "verdicts": dict(sorted(verdicts.items())),
        "open": sum(note.open for note in notes),
        "parts": [note.data() for note in notes],
    }


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False) + "\n").encode("utf-8", "surrogateescape")


def _sync(directory: Path) -> None:
    """Let a rename reach the disk."""
    if os.name != "posix":
        return
    number = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
