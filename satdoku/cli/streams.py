"""The standard streams, be they closed, full or broken, and the files that ``-o`` names."""

from __future__ import annotations

import errno
import io
import os
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TextIO

from satdoku.errors import SatdokuError, bounded

__all__ = [
    "OutputFailed",
    "ReaderGone",
    "complain",
    "discard",
    "is_stream",
    "output_file",
    "prepare_streams",
]


# Neither is an OSError: click takes those for its own, and a command for those of its files.
class OutputFailed(Exception):
    """Standard output cannot be written to; the message gives the reason."""


class ReaderGone(Exception):
    """What reads the output (head, less) has ended: nothing more is wanted."""


class _StandardOutput(io.FileIO):
    def write(self, data: object) -> int:
        try:
            while (count := super().write(data)) is None:  # type: ignore[arg-type]
                select.select((), (self,), ())  # the other end has made it non-blocking
        except BrokenPipeError:
            raise ReaderGone from None
        except OSError as error:
            raise OutputFailed(f"standard output cannot be written: {_why(error)}") from None
        return count


def _why(error: OSError) -> str:
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def prepare_streams() -> None:
    """Make every use of the standard streams either work or fail with a sentence.

    A number that is closed would be given to the next file that is opened, and what is printed
    would go into that file.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            # Opened the wrong way round, so that reading or printing fails; complaints just vanish.
            os.open(os.devnull, mode)
    if sys.stdin is None:
        sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    if sys.stdout is None or not sys.stdout.isatty():
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(_StandardOutput(1, "w", closefd=False)),
            encoding="utf-8" if sys.stdout is None else sys.stdout.encoding,
            # Bytes that are no text, and what an old terminal's encoding lacks, are still shown.
            errors="backslashreplace",
        )
    elif isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def discard(stream: IO[str]) -> None:
    """Let a stream's number lead nowhere: what it still holds would fail again at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def complain(sentence: str) -> None:
    """One line on stderr, after all that was printed; what is no visible character is escaped."""
    sys.stdout.flush()
    shown = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in bounded(sentence))
    try:
        print(f"satdoku: {shown}", file=sys.stderr, flush=True)
    except OSError:  # no reader is left; the exit code still reports it
        discard(sys.stderr)


def is_stream(path: Path) -> bool:
    """Whether an output is a device, a pipe or standard output: no file that could be replaced."""
    try:
        found = path.stat()
    except OSError:
        return False
    return not stat.S_ISREG(found.st_mode) or _is_standard_output(found)


def _is_standard_output(found: os.stat_result) -> bool:
    try:
        return os.path.samestat(found, os.fstat(sys.stdout.fileno()))
    except (OSError, ValueError):
        return False


@contextmanager
def output_file(path: Path | None) -> Iterator[TextIO]:
    """Standard output, or the file that ``-o`` names.

    A file appears whole or not at all, keeps the permissions of the one that it replaces, and
    stands where a link leads. Devices and pipes are written as they are.

    :raises SatdokuError: where it cannot be written (gives the reason).
    """
    if path is None:
        yield sys.stdout
        return
    part: Path | None = None
    try:
        try:
            old = path.stat()
        except FileNotFoundError:
            old = None
        if old is not None and _is_standard_output(old):
            yield sys.stdout
            return
        if old is not None and not stat.S_ISREG(old.st_mode):
            with path.open("w", encoding="utf-8", newline="\n") as stream:
                yield stream
            return
        target = path.resolve()
        if old is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        part = target.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.part")
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            if old is not None:
                part.chmod(stat.S_IMODE(old.st_mode))
            yield stream
        part.replace(target)
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        raise SatdokuError(f"{path} cannot be written: {error.strerror or error}") from None
    finally:
        if part is not None:
            part.unlink(missing_ok=True)
