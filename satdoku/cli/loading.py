"""The commands as typer has them, each loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from satdoku.cli.commands import COMMANDS, SECTIONS
from satdoku.cli.examples import EXAMPLES
from satdoku.cli.merging import merged

__all__ = ["SETTINGS", "Commands", "options_of"]

SETTINGS = {"help_option_names": ["-h", "--help"]}


class Commands(TyperGroup):
    """The commands, each loaded when it is asked for, and listed in sections."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, name: str) -> Any:
        """Each command imports the packages it needs; importing all would slow every start."""
        if name in COMMANDS and name not in self.commands:
            self.add_command(_command(name), name)
        return super().get_command(ctx, name)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        widest = max(map(len, COMMANDS))
        for title, commands in SECTIONS.items():
            with formatter.section(title):
                rows = [(name.ljust(widest), line) for name, line in commands.items()]
                formatter.write_dl(rows)


def _command(name: str) -> Any:
    module = name.replace("-", "_")
    found = getattr(import_module(f"satdoku.cli.{module}"), module)
    alone = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=SETTINGS,
    )
    lines = "\n".join(("\b", "Examples:", *(f"  {line}" for line in EXAMPLES[name])))
    alone.command(name, epilog=lines, short_help=COMMANDS[name])(merged(found))
    return typer.main.get_command(alone)


def options_of(name: str) -> list[str]:
    """The options of a command, with all their names."""
    return [option for parameter in _command(name).params for option in parameter.opts]
