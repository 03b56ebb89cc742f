"""Puzzles that are made into the directory of a run, which a stopped run goes on with.

The puzzles of a run are in one order, whoever makes them: a part holds this many of them as the run
was begun with, the last one what there is so far. It is written again, longer, every few seconds
and where the run is stopped, and its note says which numbers of the seed come next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from hashlib import file_digest, sha256
from pathlib import Path
from typing import IO, Any

from satdoku.answers.generated import columns_of, keys_of, row_of, settings_of
from satdoku.answers.json_object import SCHEMA
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import SatdokuError
from satdoku.base.version import __version__
from satdoku.base.worded import plural
from satdoku.batch.directory import HEADER, PartNote, RunDirectory, header_of
from satdoku.batch.encoding import default_form, encode, require_form, versions
from satdoku.batch.exporting import made_so_far, part_of
from satdoku.batch.running import Progress
from satdoku.batch.schema import Columns, column_of, table_of
from satdoku.generating import Keys, Piece, Run, RunPlace

_PART = 1 << 14
_COMMIT_SECONDS = 2.0
"""Between two writings of a part that grows."""

_KEYS = "_keys.sqlite"
_FILES = "_files"


def seed_of(path: Path) -> int | None:
    """The seed of the run in a directory; ``None`` where none is there.

    :raises SatdokuError: where the run is damaged, or is not one of generate.
    """
    if not (path / HEADER).exists():
        return None
    wish = header_of(path).get("wish")
    seed = wish.get("seed") if isinstance(wish, dict) else None
    if type(seed) is not int or seed < 0:
        raise SatdokuError(f"{path} holds no run of generate; name another directory")
    return seed


class GeneratedRun:
    """A run of generate and its directory.

    :param form: how parts are written; ``None``: as before, or Parquet where pyarrow is installed.
    :param size: puzzles a part; ``None``: as before, or 16,384.
    :param rated: whether the rating of each puzzle is kept too.
    :raises SatdokuError: where the directory cannot be written, or holds something else, or more
        puzzles than the run is to have.
    """

    def __init__(
        self, path: Path, run: Run, *, form: str | None, size: int | None, rated: bool
    ) -> None:
        before = header_of(path) if (path / HEADER).exists() else {}
        form = form or before.get("form") or default_form()
        require_form(form)
        size = size or int(before.get("block") or _PART)
        columns = [column_of(name) for name in ("line", *columns_of(rated, run.wishes[0]))]
        header = {
            "schema": SCHEMA,
            "versions": {
                "satdoku": __version__,
                "compiled core": compiled_core() is not None,
            }
            | versions(form),
            "form": form,
            "block": size,
            "wish": settings_of(run.wish, run.seed),
            "levels": dict(run.levels),
            "rated": rated,
            "count": run.count,
            "columns": [{"name": c.name, "kind": c.kind} for c in columns],
        }
        run.describe = partial(row_of, rated)
        self.run = run
        self._columns = columns
        self._size = size
        self._rows: list[dict[str, Any]] = []
        self.directory = RunDirectory(path, header)
        try:
            self._go_on(path)
            self.directory.note("count", run.count)
        except BaseException:
            self.directory.close()
            raise

    @property
    def found(self) -> int:
        """How many puzzles there are."""
        return self._size * self._part + len(self._rows)

    def _go_on(self, path: Path) -> None:
        run, done = self.run, self.directory.done
        zero = [0] * len(run.wishes)
        state: Mapping[str, Any] = {"numbers": zero}
        whole = 0
        while whole in done and done[whole].rows == self._size:
            state = done[whole].state or state
            whole += 1
        self._part = whole
        for number in [number for number in done if number > whole]:
            del done[number]
        if whole in done:
            with suppress(SatdokuError):  # a kill came between the part and its line
                self._rows = list(_rows(part_of(self.directory, done[whole])))
                state = done[whole].state or state
        if self.found > run.count:
            raise SatdokuError(
                f"{path} holds {plural(self.found, 'puzzle')} already, more than {run.count:,}"
            )
        self._numbers: list[int] = list(state["numbers"])
        looked, stale = state.get("looked", state["numbers"]), state.get("stale", zero)
        run.place = self._place = RunPlace(self.found, tuple(looked), tuple(stale))

    def _known(self) -> Keys:
        keys = Keys(self.directory.path / _KEYS)
        if not keys.keep(self.found):
            for table in made_so_far(self.directory):
                for key in keys_of(table["puzzle"], self.run.wish):
                    keys.add(key)
        return keys

    def pieces(
        self, seen: Callable[[int, Piece], None] | None = None
    ) -> Generator[Progress, None, None]:
        """Make what is missing, and yield how far the run is.

        :param seen: called with the number of puzzles and what the last piece of work gave.
        :raises SatdokuError: where the disk does not take a part; what is done stays done.
        """
        run = self.run
        progress = Progress(rows=self.found)
        started = time.monotonic()
        if not (self.directory.complete and self.found == run.count):
            if self.directory.complete:
                self.directory.reopen()
            run.known = known = self._known()
            try:
                due = started + _COMMIT_SECONDS
                try:
                    for piece in run.pieces():
                        for puzzle in piece.puzzles:
                            assert puzzle.row is not None
                            self._add(puzzle.row, puzzle.index, known)
                        self._place = piece.place
                        if time.monotonic() >= due:
                            self._commit(known)
                            due = time.monotonic() + _COMMIT_SECONDS
                        progress.fresh += len(piece.puzzles)
                        progress.rows = progress.verdicts["unique"] = self.found
                        progress.fraction = self.found / run.count
                        progress.seconds = time.monotonic() - started
                        if seen is not None:
                            seen(progress.rows, piece)
                        yield progress
                finally:
                    self._commit(known, ended=run.ending == "done")
                if run.ending == "done":
                    self.directory.succeed()
            finally:
                known.close()
        else:
            run.ending = "done"
        if run.ending == "done":
            Keys.remove(self.directory.path / _KEYS)
        progress.verdicts["unique"] = progress.rows = self.found
        progress.fraction = self.found / run.count
        progress.seconds = time.monotonic() - started
        yield progress

    def _add(self, row: Mapping[str, Any], index: int, known: Keys) -> None:
        turns = self.run.turns
        wish = turns[self.found % len(turns)]
        self._rows.append({"line": self.found + 1, **row})
        self._numbers[wish] = index + 1
        if len(self._rows) == self._size:
            self._commit(known, ended=True)
            self._part += 1
            self._rows = []

    def _commit(self, known: Keys, *, ended: bool = False) -> None:
        """Write the last part; ``ended``: with what follows from its rows alone."""
        number, place = self._part, self._place
        state: dict[str, Any] = {"numbers": list(self._numbers)}
        if not ended and place.found == self.found:
            state |= {"looked": list(place.numbers), "stale": list(place.stale)}
        before = self.directory.done.get(number)
        if not self._rows and (ended or number or not any(place.numbers)):
            return
        if before is not None and (before.rows, before.state) == (len(self._rows), state):
            return
        # Ahead of the parts, never behind them.
        known.commit()
        form = self.directory.header["form"]
        table = table_of(self._columns, self._rows)
        verdicts = {"unique": len(self._rows)}
        name = f"part-{number:06}.{form}"
        note = PartNote(number, name, 0, "", len(self._rows), verdicts, 0, 0, state)
        self.directory.commit(note, encode(table, self._columns, form))

    # --------------------------------------------------------------------------------------------
    # One file of all puzzles.

    def require_own(self, output: Path) -> None:
        """See that a file was written by this run, or is not there.

        :raises SatdokuError: where it is another's, or was changed.
        """
        try:
            with output.open("rb") as stream:
                digest = file_digest(stream, "sha256").hexdigest()
            digests = self.directory.path / _FILES
            if digest not in (digests.read_text().split() if digests.exists() else ()):
                raise SatdokuError(
                    f"{output} was changed since a run wrote it, or is not of the run in "
                    f"{self.directory.path}; remove it, or name another file"
                )
        except FileNotFoundError:
            return
        except OSError as error:
            raise SatdokuError(f"{output}: {error.strerror or error}") from None

    def write(
        self, stream: IO[str], line: Callable[[Mapping[str, Any]], str], head: Iterable[str]
    ) -> None:
        """Write all puzzles that there are, as lines; the file then counts as this run's."""
        digest = sha256()

        def put(text: str) -> None:
            digest.update(text.encode())
            stream.write(text)

        for text in head:
            put(text + "\n")
        for table in made_so_far(self.directory):
            for row in _rows(table):
                put(line(row) + "\n")
        with (self.directory.path / _FILES).open("a") as digests:
            digests.write(digest.hexdigest() + "\n")

    def __enter__(self) -> GeneratedRun:
        return self

    def __exit__(self, *_: object) -> None:
        self.directory.close()


def _rows(table: Columns) -> Iterator[dict[str, Any]]:
    for row in zip(*table.values(), strict=True):
        yield dict(zip(table, row, strict=True))
