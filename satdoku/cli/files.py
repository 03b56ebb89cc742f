"""The files that arguments and ``-o`` name."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, TextIO, overload

from satdoku.cli.streams import ReaderGone
from satdoku.errors import FormatError, SatdokuError
from satdoku.formats.source import Source

__all__ = ["is_file", "is_stream", "output_file", "spare_inputs", "text_of"]

_LONGEST_TEXT = 1 << 20


def is_file(argument: str) -> bool:
    """Whether an argument names a file (or a directory, which reading then refuses)."""
    if argument == "-":
        return True
    try:
        return os.path.exists(argument)  # noqa: PTH110  (a puzzle may be no valid path at all)
    except ValueError:
        return False


def text_of(argument: str, option: str) -> str:
    """The text of an option, a pattern of cells for instance, or of the file that it names.

    :raises SatdokuError: where the file cannot be read, is no text or is too long for a pattern.
    """
    if not is_file(argument):
        return argument
    held: list[str] = []
    length = 0
    try:
        with closing(Source(argument)) as source:
            for _, line in source.lines():
                held.append(line)
                length += len(line) + 1
                if length > _LONGEST_TEXT:
                    raise FormatError(
                        f"{source.name} is longer than {_LONGEST_TEXT:,} characters, "
                        "and no pattern of cells is"
                    )
    except FormatError as error:
        raise SatdokuError(f"{option}: {error}") from None
    return "\n".join(held)


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


def spare_inputs(output: Path | None, arguments: Iterable[str]) -> None:
    """Refuse a picture or a page that would take the place of a file of puzzles.

    :raises SatdokuError: where the output is a file that an argument names.
    """
    if output is None or not os.path.exists(output) or is_stream(output):  # noqa: PTH110
        return
    read = [Path(argument) for argument in arguments if argument != "-" and is_file(argument)]
    if any(output.samefile(one) for one in read):
        raise SatdokuError(f"{output} holds the puzzles, which would be lost; name another file")


@overload
def output_file(path: Path | None) -> AbstractContextManager[TextIO]: ...
@overload
def output_file(
    path: Path | None, *, binary: Literal[True]
) -> AbstractContextManager[BinaryIO]: ...
@contextmanager
def output_file(path: Path | None, *, binary: bool = False) -> Iterator[Any]:
    """Standard output, or the file that ``-o`` names.

    A file appears whole or not at all, keeps the permissions of the one that it replaces, and
    stands where a link leads. Devices and pipes are written as they are.

    :raises SatdokuError: where it cannot be written (gives the reason).
    """
    standard = sys.stdout.buffer if binary else sys.stdout
    how: dict[str, Any] = {} if binary else {"encoding": "utf-8", "newline": "\n"}
    kind = "b" if binary else ""
    if path is None:
        yield standard
        return
    part: Path | None = None
    try:
        try:
            old = path.stat()
        except FileNotFoundError:
            old = None
        if old is not None and _is_standard_output(old):
            yield standard
            return
        if old is not None and not stat.S_ISREG(old.st_mode):
            with path.open("w" + kind, **how) as stream:
                yield stream
            return
        target = path.resolve()
        if old is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        part = target.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.part")
        with part.open("x" + kind, **how) as stream:
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
