"""The commands as typer has them, each loaded when it is asked for."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, Literal, get_args, get_origin

import typer
from typer.core import TyperGroup

from satdoku.base.options import Option
from satdoku.base.version import __version__
from satdoku.base.worded import worded
from satdoku.cli import completing
from satdoku.cli.commands import IN_SOURCE, commands, documented_in, sections
from satdoku.cli.functions import is_command, loaded
from satdoku.cli.helping import (
    AS_IT_IS,
    FIXED,
    SpokenContext,
    examples,
    in_help,
    paragraphs,
    range_in_words,
)
from satdoku.cli.merging import merged
from satdoku.cli.options import LangOption, language_option
from satdoku.messages import SOURCE, Lang

PLACEHOLDERS = {
    **dict.fromkeys(("int", "int range", "integer", "integer range"), "N"),
    **dict.fromkeys(("float", "float range"), "NUMBER"),
    **dict.fromkeys(("str", "text"), "TEXT"),
    "path": "FILE",
}
"""How the help shows the value of an option that has no placeholder of its own, by the names that
types have in click and in typer."""

SETTINGS = {"help_option_names": ["-h", "--help"]}

DOCUMENTATION = (
    "Documentation: {index}; satdoku techniques NAME and satdoku rules NAME print pages of it."
)


class Commands(TyperGroup):
    """The commands, each loaded when it is asked for, and listed in sections."""

    context_class = SpokenContext

    def list_commands(self, ctx: Any) -> list[str]:
        return list(commands())

    def get_command(self, ctx: Any, name: str) -> Any:
        """Each command imports the packages it needs; importing all would slow every start."""
        if name not in self.commands and is_command(name):
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

    def format_epilog(self, ctx: Any, formatter: Any) -> None:
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(in_help(worded(DOCUMENTATION, index=documented_in())))


def _for_typer(function: Callable[..., int | None]) -> Callable[..., int | None]:
    """The function, with the options in its signature as typer describes them."""
    signature = inspect.signature(function)
    parameters = [
        one.replace(annotation=_annotation(one.name, one.annotation))
        for one in signature.parameters.values()
    ]
    function.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    return function


def _annotation(name: str, hint: Any) -> Any:
    """The annotation of which typer makes an option."""
    (known, *_) = hint.__metadata__
    if not isinstance(known, Option):
        return Annotated[hint.__origin__, known()]
    kind, values = hint.__origin__, None
    if known.values == "languages":
        return Annotated[kind, language_option(known.help)()]
    if known.values is not None:
        values = getattr(completing, known.values)
    elif get_origin(kind) is Literal and isinstance(get_args(kind)[0], int):
        kind = int  # a range
    if known.unlimited is not None:
        kind = str  # a number or this word
    elif str in get_args(kind):  # whatever else Python takes
        kind = str | None if type(None) in get_args(kind) else str
    if known.positional:
        argument = typer.Argument(
            metavar=known.metavar, help=known.help, show_default=False, autocompletion=values
        )
        return Annotated[kind, argument]
    return Annotated[
        kind,
        typer.Option(
            *known.spelled(name),
            metavar=known.metavar,
            min=None if known.unlimited else known.least,
            max=None if known.unlimited else known.most,
            help=known.help,
            autocompletion=values,
        ),
    ]


def _command(name: str) -> Any:
    entry = loaded(name)
    alone = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings=SETTINGS,
    )
    epilog = examples(entry.examples)
    alone.command(name, epilog=epilog, short_help=entry.line)(_for_typer(merged(entry.function)))
    command = typer.main.get_command(alone)
    command.context_class = SpokenContext
    for param in command.params:
        param.metavar = param.metavar or PLACEHOLDERS.get(param.type.name)
        kind: Any = param.type
        if hasattr(kind, "_describe_range"):
            kind._describe_range = partial(range_in_words, kind.min, kind.max)
    return command


def options_of(name: str) -> list[str]:
    """The options of a command, with all their names."""
    return [option for parameter in _command(name).params for option in parameter.opts]


app = typer.Typer(
    name="satdoku",
    cls=Commands,
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings=SETTINGS,
)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"satdoku {__version__}")
        raise typer.Exit


@app.callback()
def satdoku_command(
    ctx: typer.Context,
    lang: Annotated[Lang, get_args(LangOption)[1]()] = SOURCE,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Solve, check and count Sudoku puzzles, with answers that can be trusted.

    A PUZZLE is the puzzle itself (81 characters for a 9x9), a file of puzzles, or - for standard
    input. Exit codes: 0 yes or done, 1 no (not unique, unsolvable), 2 bad input, 3 undecided,
    70 a fault of satdoku.
    """
    ctx.default_map = {str(ctx.invoked_subcommand): {"lang": lang}}


def help_texts() -> Iterator[str]:
    """Every paragraph of the help of all commands, as ``help.po`` has them."""
    every: Any = typer.main.get_command(app)
    yield from (*FIXED, DOCUMENTATION, IN_SOURCE, *sections(), *commands().values())
    for command in (every, *(every.get_command(None, name) for name in commands())):
        for one in (command, *command.get_params(typer.Context(command))):
            for part in paragraphs(one.help):
                if part and not part.startswith(AS_IT_IS):
                    yield part
