"""Mistakes at the command line: sentences that name what was probably meant."""

from __future__ import annotations

import re
import sys
from difflib import get_close_matches
from typing import Any

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
    if type(error).__name__ == "NoArgsIsHelpError":
        print(error.format_message())  # type: ignore[attr-defined]
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
        return _no_option(match[1], command, message)
    if match := re.fullmatch(r"Got unexpected extra argument\(s\) \((.*)\)", message, re.DOTALL):
        return _too_many(match[1], command)
    if match := re.match(r"Missing argument '\W*(PUZZLE|BOARD)\W", message):
        name = match[1]
        return (
            f"{name} is missing; satdoku {command} takes the {name.lower()} itself, the name of a "
            "file, or - for standard input"
        )
    if match := re.fullmatch(r"Missing option '(--\S+)'.*", message, re.DOTALL):
        return _missing(match[1], command)
    return _number(message)


def _missing(name: str, command: str) -> str:
    from satdoku.cli.functions import examples_of

    shown = next((f"; such as: {line}" for line in examples_of(command) if name in line), "")
    return f"{name} is missing{shown}"


def no_command(word: str) -> str:
    """The sentence for a word that is no command, with the commands that may be meant."""
    lower = word.lower()
    meant = [name for name, words in _MEANT.items() if lower in words.split()]
    if not meant and (len(word) >= _SHORTEST_PUZZLE or is_file(word)):
        shown = word if len(word) <= 2 * _SHORTEST_PUZZLE else f"{word[:_SHORTEST_PUZZLE]}..."
        return f"a command comes before the puzzle, such as: satdoku solve {shown}"
    near = meant or get_close_matches(lower.replace("_", "-"), commands(), 1)
    if not near:
        return f"there is no command {word!r}; satdoku help lists the commands"
    return f"there is no command {word!r}; did you mean satdoku {', '.join(near)}?"


def _no_option(name: str, command: str, message: str) -> str:
    from satdoku.cli.loading import options_of

    if command not in commands():
        return f"{message} before the command; satdoku help lists the commands"
    holding = [other for other in commands() if name in options_of(other)]
    if 0 < len(holding) <= _MOST_NAMED:
        of = " and of ".join(f"satdoku {other}" for other in holding)
        return f"satdoku {command} has no option {name}, which is one of {of}"
    return f"{message}; satdoku help {command} lists the options"


def _too_many(arguments: str, command: str) -> str:
    if command == "generate" and arguments.isdecimal():
        return f"the number of puzzles is an option: satdoku generate -n {arguments}"
    more = f"satdoku help {command} lists what it takes"
    return f"satdoku {command} takes no further argument, and here is {arguments!r}; {more}"


def _number(message: str) -> str:
    """The sentence about a value that is no number or out of its range; others stay as they are."""
    if match := re.search(r"('[^']*') is not a valid (int|float)\w*( range)?\.$", message):
        kind = "whole number" if match[2] == "int" else "number"
        return f"{message[: match.start()]}a {kind} is wanted, not {match[1]}"
    match = re.search(r"(\S+) is not in the range (.*)\.$", message)
    if match is None:
        return message
    return f"{message[: match.start()]}it has to be {match[2]}, not {match[1]}"
