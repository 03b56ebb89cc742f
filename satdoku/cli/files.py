"""The files that arguments and ``-o`` name."""

from __future__ import annotations

import errno
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, TextIO, overload

from satdoku.base.errors import SatdokuError
from satdoku.cli.streams import ReaderGone

STANDARD = Path("-")
"""The name of an output that means standard output."""


def is_file(argument: str) -> bool:
    """Whether an argument names a file (or a directory, which reading then refuses)."""
    if argument == "-":
        return True
    try:
        return os.path.exists(argument)  # noqa: PTH110  (a puzzle may be no valid path at all)
    except ValueError:
        return False


def is_stream(path: Path) -> bool:
    """Whether an output is a device, a pipe or standard output: no file that could be replaced."""
    try:
        return _stands_for_output(path) or not stat.S_ISREG(path.stat().st_mode)
    except OSError:
        return False


def _stands_for_output(path: Path) -> bool:
    try:
        return path == STANDARD or os.path.samestat(path.stat(), os.fstat(sys.stdout.fileno()))
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
        raise SatdokuError(
            "{file} holds the puzzles, which would be lost; name another file", file=output
        )


@overload
def output_file(path: Path | None) -> AbstractContextManager[TextIO]: ...
@overload
def output_file(
    path: Path | None, *, binary: Literal[True]
) -> AbstractContextManager[BinaryIO]: ...
@contextmanager
def output_file(path: Path | None, *, binary: bool = False) -> Iterator[Any]:
    """Standard output, which ``-`` is too, or the file that ``-o`` names.

    A file is written whole or not at all, and keeps the permissions of the file that it replaces.
    A symbolic link is followed. Devices and pipes are written to directly.

    :raises SatdokuError: where it cannot be written (gives the reason).
    """
    if path is None or _stands_for_output(path):
        yield sys.stdout.buffer if binary else sys.stdout
        return
    how: dict[str, Any] = {} if binary else {"encoding": "utf-8", "newline": "\n"}
    mode = "wb" if binary else "w"
    with _reported(path):
        if is_stream(path):
            with path.open(mode, **how) as stream:
                yield stream
            return
        with _replacing(path) as part, part.open(mode, **how) as stream:
            yield stream


def write_files(files: Iterable[tuple[Path | None, bytes]]) -> None:
    """Write files whole, all of them or none; what is no file but a stream is written last.

    :raises SatdokuError: where one of them cannot be written (gives the reason).
    """
    streamed: list[tuple[Path | None, bytes]] = []
    with ExitStack() as stack:
        for path, data in files:
            if path is None or is_stream(path):
                streamed.append((path, data))
                continue
            stack.enter_context(_reported(path))
            stack.enter_context(_replacing(path)).write_bytes(data)
        for path, data in streamed:
            with output_file(path, binary=True) as stream:
                stream.write(data)


@contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise ReaderGone from None
    except OSError as error:
        why = error.strerror or error
        raise SatdokuError("{name} cannot be written: {why}", name=path, why=why) from None


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """A new file beside the one of this path, whose place it takes in the end."""
    try:
        old = path.stat()
    except FileNotFoundError:
        old = None
    target = path.resolve()
    if old is not None and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    part = target.with_name(f".{os.getpid()}-{os.urandom(4).hex()}.part")
    try:
        part.touch(exist_ok=False)
        if old is not None:
            part.chmod(stat.S_IMODE(old.st_mode))
        yield part
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
