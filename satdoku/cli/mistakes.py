"""Mistakes at the command line: sentences that name what was probably meant."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from satdoku.base.worded import listed, worded
from satdoku.cli.commands import commands
from satdoku.cli.files import is_file
from satdoku.cli.streams import complain

_SHORTEST_PUZZLE = 16
_MOST_NAMED = 4
_MEANT = {
    "batch": "bulk many mass",
    "bench": "benchmark speed",
    "book": "pdf",
    "candidates": "marks pencilmarks",
    "canonical": "normalise normalize",
    "check-unique": "unique uniqueness valid validate",
    "collection": "archive database library store",
    "convert": "export import link url write",
    "count": "solutions",
    "decode": "model",
    "diagnose": "debug fix repair",
    "encode": "cnf dimacs sat",
    "explain": "path walkthrough way why",
    "generate": "create make new random",
    "help": "docs man usage",
    "hint": "next tip",
    "minimize": "minimise reduce",
    "rate": "difficulty grade hardness level rating score",
    "redundant": "spare",
    "rules": "constraints variants",
    "same": "compare equivalent isomorphic",
    "serve": "app browser gui play start ui web",
    "show": "display draw image picture png print render svg view",
    "suggest": "add",
    "techniques": "strategies",
    "transform": "permute rotate scramble shuffle",
}
"""Words that people try, by the command that does it."""
_LACKING = {
    "PUZZLE": "{name} is missing; satdoku {command} takes the puzzle itself, the name of a file, or"
    " - for standard input",
    "BOARD": "{name} is missing; satdoku {command} takes the board itself, the name of a file, or -"
    " for standard input",
}
"""The sentences for an argument that is missing."""


def report_mistake(error: Any) -> None:
    """Say what is wrong with a command line, or print the help that it asks for.

    :raises KeyboardInterrupt: where the input ended before an answer to a question.
    :raises Exception: the error itself, where it is none of the command line.
    """
    import typer

    # typer carries its own copy of click and does not export the base of its usage errors.
    mistakes = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
    if isinstance(error, typer.Abort | EOFError):
        raise KeyboardInterrupt from None
    if not isinstance(error, mistakes):
        raise error
    if type(error).__name__ == "NoArgsIsHelpError" or str(error) == "Missing command.":
        print(error.ctx.get_help())  # type: ignore[attr-defined]
        sys.stdout.flush()
    else:
        complain(sentence(error))


def sentence(error: Any) -> str:
    """The mistake in a command line, with a correction where there is one."""
    message = str(error.format_message())
    context = getattr(error, "ctx", None)
    command = "" if context is None else context.command.name
    if match := re.fullmatch(r"No such command '(.*?)'\..*", message, re.DOTALL):
        return no_command(match[1])
    if match := re.match(r"No such option: (\S+)", message):
        return _no_option(match[1], command, getattr(error, "possibilities", None) or ())
    if match := re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL):
        return _too_many(match[1], command)
    if match := re.match(r"Missing argument '\W*(PUZZLE|BOARD)\W", message):
        return worded(_LACKING[match[1]], name=match[1], command=command)
    if match := re.fullmatch(r"Missing option '(--\S+)'.*", message, re.DOTALL):
        return _missing(match[1], command)
    if match := re.fullmatch(r"Missing argument '(\S+)'.*", message, re.DOTALL):
        return worded("{name} is missing", name=match[1])
    if match := re.fullmatch(r"Option '(\S+)' requires an argument\.", message):
        return worded("{option} needs a value", option=match[1])
    if match := re.match(r"Invalid value(?: for (.+?))?: ", message):
        reason = _reason(error.message)
        if match[1] is None:
            return worded("Invalid value: {reason}", reason=reason)
        return worded("Invalid value for {option}: {reason}", option=match[1], reason=reason)
    return message


def _missing(name: str, command: str) -> str:
    from satdoku.cli.functions import examples_of

    line = next((line for line in examples_of(command) if name in line), None)
    if line is None:
        return worded("{name} is missing", name=name)
    return worded("{name} is missing; such as: {line}", name=name, line=line)


def no_command(word: str) -> str:
    """The sentence for a word that is no command, with the commands that may be meant."""
    lower = word.lower()
    meant = [name for name, words in _MEANT.items() if lower in words.split()]
    if not meant and (len(word) >= _SHORTEST_PUZZLE or is_file(word)):
        shown = word if len(word) <= 2 * _SHORTEST_PUZZLE else f"{word[:_SHORTEST_PUZZLE]}..."
        return worded(
            "a command comes before the puzzle, such as: satdoku solve {shown}", shown=shown
        )
    near = meant or get_close_matches(lower.replace("_", "-"), commands(), 1)
    if not near:
        return worded("there is no command {word!r}; satdoku help lists the commands", word=word)
    return worded(
        "there is no command {word!r}; did you mean satdoku {near}?",
        word=word,
        near=", ".join(near),
    )


def _no_option(name: str, command: str, near: Sequence[str]) -> str:
    from satdoku.cli.loading import options_of

    if command not in commands():
        return worded(
            "No such option: {name} before the command; satdoku help lists the commands", name=name
        )
    holding = [other for other in commands() if name in options_of(other)]
    if 0 < len(holding) <= _MOST_NAMED:
        return worded(
            "satdoku {command} has no option {name}, which is one of {others}",
            command=command,
            name=name,
            others=listed([f"satdoku {other}" for other in holding]),
        )
    if near:
        return worded(
            "No such option: {name} (Possible options: {near}); satdoku help {command} lists the "
            "options",
            name=name,
            near=", ".join(sorted(near)),
            command=command,
        )
    return worded(
        "No such option: {name}; satdoku help {command} lists the options",
        name=name,
        command=command,
    )


def _too_many(arguments: str, command: str) -> str:
    if command == "generate" and arguments.isdecimal():
        return worded(
            "the number of puzzles is an option: satdoku generate -n {number}", number=arguments
        )
    return worded(
        "satdoku {command} takes no further argument, and here is {arguments!r}; satdoku help "
        "{command} lists what it takes",
        command=command,
        arguments=arguments,
    )


def _reason(message: str) -> str:
    """The reason why a value is none of an option."""
    if match := re.fullmatch(r"('[^']*') is not a valid (int|float)\w*( range)?\.", message):
        if match[2] == "int":
            return worded("a whole number is wanted, not {value}", value=match[1])
        return worded("a number is wanted, not {value}", value=match[1])
    if match := re.fullmatch(r"(\S+) is not in the range (.*)\.", message):
        return worded("it has to be {range}, not {value}", range=match[2], value=match[1])
    if match := re.fullmatch(r"('.*') is not one of (.*)\.", message, re.DOTALL):
        return worded("{value} is not one of {values}.", value=match[1], values=match[2])
    return message
