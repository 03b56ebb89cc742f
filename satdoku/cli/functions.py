"""The functions of commands, each loaded when it is asked for, and calls of them without options.

A command line without options needs no parser: every option has its default. Typer, which takes a
fifth of the time of such an answer to load, is left to the others (loading.py).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import is_dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

from satdoku.cli.commands import listed
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.merging import merged
from satdoku.cli.options import GridArguments, PuzzleArguments
from satdoku.cli.reports import Report, in_words_of, verdict_alone, verdict_row

if TYPE_CHECKING:
    from satdoku.answers.question import Command, Question

_COMMANDS = "satdoku.cli.subcommands"


def is_command(name: str) -> bool:
    """Whether there is a command of the name; a file of its own is found without the list."""
    own = _file_of(name)
    plain = "_" not in name and own.isidentifier()
    return plain and (find_spec(f"{_COMMANDS}.{own}") is not None or name in listed())


def _file_of(name: str) -> str:
    return name.replace("-", "_").replace(" ", "_")


class LoadedCommand(NamedTuple):
    """A command: its line in the list, its examples, and its function."""

    line: str
    examples: tuple[str, ...]
    function: Callable[..., int | None]


def loaded(name: str) -> LoadedCommand:
    """The command of a name."""
    own = _file_of(name)
    if find_spec(f"{_COMMANDS}.{own}") is not None:
        module = import_module(f"{_COMMANDS}.{own}")
        return LoadedCommand(module.LISTED[1], module.EXAMPLES, getattr(module, own))
    entry = listed()[name]
    question: type[Question[Any]] = getattr(import_module(entry.module), entry.question or "")
    command = question.command
    assert command is not None
    return LoadedCommand(command.line, command.examples, _asking(question, command))


def _asking(kind: type[Question[Any]], command: Command) -> Callable[..., int]:
    """The function of a command that only puts a question and prints the answer."""
    from satdoku.cli.driver import run
    from satdoku.cli.terminal import shown

    def ask_each(
        puzzles: list[str], question: Question[Any], common: RunGroup, input: InputGroup
    ) -> int:
        report = Report[Any](
            text=shown if command.drawn else in_words_of,
            invalid=verdict_alone if command.bare else verdict_row,
        )
        return run(question, puzzles, input, common, report, rewrites=command.rewrites)

    takes = GridArguments if command.grids else PuzzleArguments
    hints = {"puzzles": takes, "question": kind, "common": RunGroup, "input": InputGroup}
    ask_each.__annotations__ = hints
    ask_each.__doc__ = (kind.__doc__ or "").partition("\n\n    :raises")[0]
    ask_each.__name__ = command.name.replace("-", "_")
    return ask_each


def function_of(name: str) -> Callable[..., int | None]:
    """The function of a command, which takes its question and groups of options."""
    return loaded(name).function


def examples_of(name: str) -> tuple[str, ...]:
    """The command lines that the help of a command ends with."""
    return loaded(name).examples


def question_of(name: str) -> type[Any] | None:
    """The question of a command, which its function takes; ``None`` where it puts none."""
    for hint in get_type_hints(function_of(name)).values():
        for kind in (hint, *get_args(hint)):
            if is_dataclass(kind) and str(kind.__module__).startswith("satdoku.answers."):
                assert isinstance(kind, type)
                return kind
    return None


def bare_call(arguments: Sequence[str]) -> Callable[[], int | None] | None:
    """The call of a command line that is a command and its puzzles; ``None`` of any other."""
    name, *puzzles = arguments or ("",)
    if not puzzles or any(text[:1] == "-" != text for text in puzzles) or not is_command(name):
        return None
    function = merged(function_of(name))
    parameters = inspect.signature(function).parameters.values()
    needed = [one for one in parameters if one.default is one.empty]
    if len(needed) != 1 or get_args(needed[0].annotation)[0] != list[str]:
        return None
    values = {one.name: one.default for one in parameters}
    return partial(function, **{**values, needed[0].name: puzzles})
