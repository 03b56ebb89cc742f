"""The commands as typer has them, each loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, get_args, get_type_hints

import typer
from typer.core import TyperGroup

from satdoku.cli.commands import commands, sections
from satdoku.cli.merging import merged

_COMMANDS = "satdoku.cli.subcommands"

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

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, commands()))
        for title, listed in sections().items():
            with formatter.section(title):
                rows = [(name.ljust(widest), line) for name, line in listed.items()]
                formatter.write_dl(rows)


def _is_command(name: str) -> bool:
    """Whether there is a command of the name."""
    own = name.replace("-", "_")
    return "_" not in name and own.isidentifier() and find_spec(f"{_COMMANDS}.{own}") is not None


def _loaded(name: str) -> tuple[ModuleType, Callable[..., int | None]]:
    """The file of a command, and its function."""
    own = name.replace("-", "_")
    module = import_module(f"{_COMMANDS}.{own}")
    return module, getattr(module, own)


def _command(name: str) -> Any:
    module, found = _loaded(name)
    alone = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=SETTINGS,
    )
    lines = "\n".join(("\b", "Examples:", *(f"  {line}" for line in examples_of(name))))
    alone.command(name, epilog=lines, short_help=module.LISTED[1])(merged(found))
    return typer.main.get_command(alone)


def examples_of(name: str) -> tuple[str, ...]:
    """The command lines that the help of a command ends with."""
    found: tuple[str, ...] = _loaded(name)[0].EXAMPLES
    return found


def question_of(name: str) -> type[Any] | None:
    """The question of a command, which its function takes; ``None`` where it puts none."""
    for hint in get_type_hints(_loaded(name)[1]).values():
        for kind in (hint, *get_args(hint)):
            if is_dataclass(kind) and str(kind.__module__).startswith("satdoku.answers."):
                assert isinstance(kind, type)
                return kind
    return None


def options_of(name: str) -> list[str]:
    """The options of a command, with all their names."""
    return [option for parameter in _command(name).params for option in parameter.opts]
