"""The standard streams, be they closed, full or broken."""

from __future__ import annotations

import errno
import io
import os
import re
import select
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from satdoku.base.errors import bounded
from satdoku.messages import SOURCE, languages

# Control characters, and those that turn the direction of what follows; colours are our own.
_OBEYED = re.compile(
    r"(?!\x1b\[[0-9;]*m)"
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)


# Neither is an OSError: click takes those for its own, and a command for those of its files. Nor
# an Exception: what fails is the run and no puzzle of it.
class OutputFailed(BaseException):
    """Standard output cannot be written to; the message gives the reason."""


class ReaderGone(BaseException):
    """The reader of the output (head, less) has ended: nothing more is wanted."""


class _StandardOutput(io.FileIO):
    def write(self, data: object) -> int:
        try:
            while (count := super().write(data)) is None:  # type: ignore[arg-type]
                select.select((), (self,), ())  # the other end has made it non-blocking
        except BrokenPipeError:
            raise ReaderGone from None
        except OSError as error:
            raise OutputFailed(f"standard output cannot be written: {reason_of(error)}") from None
        return count


class _Terminal(io.TextIOWrapper):
    """Standard output that a person reads. Of what a puzzle or the name of a file brings along the
    terminal obeys nothing but a change of colour."""

    def write(self, text: str, /) -> int:
        super().write(_OBEYED.sub(lambda match: ascii(match[0])[1:-1], text))
        return len(text)


def reason_of(error: OSError) -> str:
    """The reason that the system gives for an error."""
    return "it is closed" if error.errno == errno.EBADF else error.strerror or str(error)


def prepare_streams() -> None:
    """Make every use of the standard streams either work or fail with a sentence.

    If a standard stream were closed, the next file to be opened would get its number, and printed
    output would go into that file.
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
        encoding = sys.stdout.encoding
        sys.stdout = _Terminal(
            sys.stdout.detach(), encoding=encoding, errors="backslashreplace", line_buffering=True
        )


def discard(stream: IO[str]) -> None:
    """Let a stream's number lead nowhere: what it still holds would fail again at exit."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


LANGUAGE_FLAGS = "--lang", "--language"

_language = [SOURCE]


def speak(arguments: Sequence[str]) -> None:
    """Complain and help in the language that a command line asks for from here on: also where it
    is wrong, or asks for help, so that none of its options is read."""
    _language[0] = SOURCE
    words, in_command = iter(arguments), False
    for word in words:
        name, equals, value = word.partition("=")
        if name in LANGUAGE_FLAGS:
            lang = value if equals else next(words, "")
            _language[0] = lang if lang in languages() else _language[0]
        elif word == "--" and in_command:
            break  # the rest are puzzles
        else:
            in_command = in_command or not word.startswith("-")


def in_words(sentence: str, domain: str = "refusals") -> str:
    """A sentence in the language that the user has asked for."""
    if _language[0] == SOURCE:
        return sentence
    from satdoku.messages.refusals import translated

    return translated(sentence, _language[0], domain)


def complain(sentence: str) -> None:
    """One line on stderr, after all that was printed; what is no visible character is escaped,
    except for the no-break space, which French has before a colon."""
    sys.stdout.flush()
    spoken = bounded(in_words(sentence))
    shown = "".join(c if c.isprintable() or c == "\u00a0" else ascii(c)[1:-1] for c in spoken)
    try:
        print(f"satdoku: {shown}", file=sys.stderr, flush=True)
    except OSError:  # no reader is left; the exit code still reports it
        discard(sys.stderr)
