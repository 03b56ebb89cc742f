"""Which puzzles a run has had: hashes on the disk, so that memory stays small."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from pathlib import Path

from satdoku.base.errors import SatdokuError

_CACHE_KIBIBYTES = 1 << 16


class Keys:
    """Hashes of 64 bits of the keys of puzzles, in the order in which they were added.

    Two different keys have the same hash with probability 2^-64. The second puzzle is then left out
    as equivalent. In a run of a million puzzles this happens with probability 3e-8.

    :param path: the SQLite file that keeps them; ``None``: a temporary one.
    :raises SatdokuError: where the file cannot be written.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.count = 0
        try:
            self._open()
        except SatdokuError:
            # A damaged file holds nothing that the puzzles do not give again.
            self.remove(self.path)
            self._open()

    def _open(self) -> None:
        name = "" if self.path is None else str(self.path)
        try:
            # A generator may be continued in another thread.
            self._database = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
            run = self._database.execute
            run(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
            # What a power cut damages is made again from the puzzles.
            run("PRAGMA synchronous = OFF")
            run("CREATE TABLE IF NOT EXISTS keys (hash INTEGER PRIMARY KEY, place INTEGER)")
            run("BEGIN")
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def add(self, key: str) -> bool:
        """Add a key; returns false if it was present."""
        digest = blake2b(key.encode(), digest_size=8).digest()
        number = int.from_bytes(digest, "big", signed=True)
        try:
            added = self._database.execute(
                "INSERT OR IGNORE INTO keys VALUES (?, ?)", (number, self.count)
            )
        except sqlite3.Error as error:
            raise self._failed(error) from None
        if not added.rowcount:
            return False
        self.count += 1
        return True

    def keep(self, count: int) -> bool:
        """Keep only this many, the first ones; false, and none is left, where there are fewer.

        A file that a kill or a full disk has damaged counts as empty.
        """
        try:
            run = self._database.execute
            run("DELETE FROM keys WHERE place >= ?", (count,))
            (self.count,) = run("SELECT count(*) FROM keys").fetchone()
        except sqlite3.DatabaseError:
            self.count = -1
        if self.count == count:
            return True
        self.close()
        self.remove(self.path)
        self._open()
        self.count = 0
        return False

    def commit(self) -> None:
        """Write the added keys to the file permanently."""
        try:
            self._database.execute("COMMIT")
            self._database.execute("BEGIN")
        except sqlite3.Error as error:
            raise self._failed(error) from None

    def close(self) -> None:
        """Close the file; keys that were not committed are lost."""
        self._database.close()

    @staticmethod
    def remove(path: Path | None) -> None:
        """Delete the file, which must be closed."""
        if path is not None:
            for name in (path.name, path.name + "-journal"):
                path.with_name(name).unlink(missing_ok=True)

    def _failed(self, error: sqlite3.Error) -> SatdokuError:
        where = "the temporary directory" if self.path is None else self.path
        return SatdokuError(f"{where}: the hashes of the puzzles cannot be kept: {error}")
