"""Files that outlive a killed process: locks, and files that appear whole or not at all."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import IO

_LOCKED_BYTE = 1 << 40
"""Windows locks bytes against reading too, so one far behind the last is locked there."""


def locked(stream: IO[bytes]) -> bool:
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
        # Some file systems support no locks; everything else goes on there as well.
        return error.errno not in (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
    return True


def replace_file(path: Path, data: bytes, scratch: Path) -> None:
    """Put a file in its place, all of it or nothing; it is on the disk when this returns.

    ``scratch`` is the name that it has until then, in the same directory.

    :raises OSError: where it cannot be written; nothing is left of it then.
    """
    try:
        with scratch.open("wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(scratch, path)  # noqa: PTH105
    except BaseException:
        scratch.unlink(missing_ok=True)
        raise
