"""The commands as typer has them, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, get_args, get_type_hints

import typer
from typer.core import TyperGroup

from satdoku.cli.commands import commands, listed, sections
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.merging import merged
from satdoku.cli.options import GridArguments, PuzzleArguments
from satdoku.cli.reports import Report, in_words_of, verdict_alone, verdict_row

if TYPE_CHECKING:
    from satdoku.answers.question import Command, Question

_COMMANDS = "satdoku.cli.subcommands"

PLACEHOLDERS = {
    **dict.fromkeys(("int", "int range", "integer", "integer range"), "N"),
    **dict.fromkeys(("float", "float range"), "NUMBER"),
    **dict.fromkeys(("str", "text"), "TEXT"),
    "path": "FILE",
}
"""How the help shows the value of an option that has no placeholder of its own, by the names that
types have in click and in typer."""

SETTINGS = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands, each loaded when it is asked for, and listed in sections."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(commands())

    def get_command(self, ctx: Any, name: str) -> Any:
        """Each command imports the packages it needs; importing all would slow every start."""
        if name not in self.commands and _is_command(name):
            self.add_command(_command(name), name)
        return super().get_command(ctx, name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command, whose name may be two words: ``collection add``."""
        name = " ".join(args[:2])
        if name != args[0] and name in commands():
            return name, self.get_command(ctx, name), args[2:]
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, commands()))
        for title, section in sections().items():
            with formatter.section(title):
                rows = [(name.ljust(widest), line) for name, line in section.items()]
                formatter.write_dl(rows)


def _is_command(name: str) -> bool:
    """Whether there is a command of the name; a file of its own is found without the list."""
    own = _file_of(name)
    plain = "_" not in name and own.isidentifier()
    return plain and (find_spec(f"{_COMMANDS}.{own}") is not None or name in listed())


def _file_of(name: str) -> str:
    return name.replace("-", "_").replace(" ", "_")


class _Loaded(NamedTuple):
    line: str
    examples: tuple[str, ...]
    function: Callable[..., int | None]


def _loaded(name: str) -> _Loaded:
    own = _file_of(name)
    if find_spec(f"{_COMMANDS}.{own}") is not None:
        module = import_module(f"{_COMMANDS}.{own}")
        return _Loaded(module.LISTED[1], module.EXAMPLES, getattr(module, own))
    entry = listed()[name]
    question: type[Question[Any]] = getattr(import_module(entry.module), entry.question or "")
    command = question.command
    assert command is not None
    return _Loaded(command.line, command.examples, _asking(question, command))


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


def _command(name: str) -> Any:
    loaded = _loaded(name)
    alone = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=SETTINGS,
    )
    lines = "\n".join(("\b", "Examples:", *(f"  {line}" for line in examples_of(name))))
    alone.command(name, epilog=lines, short_help=loaded.line)(merged(loaded.function))
    command = typer.main.get_command(alone)
    for param in command.params:
        param.metavar = param.metavar or PLACEHOLDERS.get(param.type.name)
        kind: Any = param.type
        if hasattr(kind, "_describe_range"):
            kind._describe_range = partial(range_in_words, kind.min, kind.max)
    return command


def range_in_words(least: float | None, most: float | None) -> str:
    """The range of a number, as the help and errors state it."""
    if least is not None and most is not None:
        return f"from {least:.15g} to {most:.15g}"
    return f"at most {most:.15g}" if least is None else f"at least {least:.15g}"


def function_of(name: str) -> Callable[..., int | None]:
    """The function of a command, which takes its question and groups of options."""
    return _loaded(name).function


def examples_of(name: str) -> tuple[str, ...]:
    """The command lines that the help of a command ends with."""
    return _loaded(name).examples


def question_of(name: str) -> type[Any] | None:
    """The question of a command, which its function takes; ``None`` where it puts none."""
    for hint in get_type_hints(function_of(name)).values():
        for kind in (hint, *get_args(hint)):
            if is_dataclass(kind) and str(kind.__module__).startswith("satdoku.answers."):
                assert isinstance(kind, type)
                return kind
    return None


def options_of(name: str) -> list[str]:
    """The options of a command, with all their names."""
    return [option for parameter in _command(name).params for option in parameter.opts]
