"""``satdoku schema``: the JSON objects that commands print, as JSON Schema."""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any, get_args

from satdoku.base.errors import SatdokuError
from satdoku.cli import completing
from satdoku.cli.options import argument
from satdoku.cli.output import DONE

if TYPE_CHECKING:
    from satdoku.answers.json_object import JsonObject

LISTED = 830, "Print the JSON Schema of the answers of a command"
EXAMPLES = ("satdoku schema solve",)

_OTHERS = {
    "audit": ("lab.audited.AuditRecord", "lab.variants.VariantsRecord"),
    "bench": ("lab.bench.BenchRecord",),
    "canonical": ("answers.symmetry.TransformAnswer",),
    "collection": ("batch.collection.KeptPuzzle", "batch.collection.CollectionSummary"),
    "collection add": ("batch.collection.AddedRecord",),
    "collection draw": ("batch.collection.KeptPuzzle",),
    "decode": ("cli.subcommands.decode.DecodedRecord",),
    "doctor": ("answers.doctor.DoctorRecord",),
    "encode": ("cli.subcommands.encode.EncodedRecord",),
    "generate": ("answers.generated.GeneratedAnswer",),
    "learn": (
        "answers.learning.Course",
        "answers.learning.Lesson",
        "answers.practice.Drill",
        "answers.practice.Grade",
    ),
    "practice": ("answers.practice.PractisedPosition",),
    "rules": ("answers.rules.RuleRecord", "answers.rules.SentenceRecord"),
    "same": ("answers.symmetry.SameAnswer",),
    "steps": ("answers.cases.CaseRecord", "answers.cases.CasesRecord"),
    "techniques": ("answers.techniques.TechniqueRecord", "answers.techniques.NameRecord"),
    "torture": ("lab.torture.TortureRecord",),
    "verify": ("answers.verification.VerificationAnswer",),
}
"""The kinds of objects that commands print beside the answers to their questions."""


def schema(
    words: Annotated[
        list[str] | None,
        argument(
            metavar="[COMMAND]",
            text="A command with --json; without one, the objects of all commands.",
            values=completing.commands,
        ),
    ] = None,
) -> int:
    """Print the JSON Schema of the objects that a command prints with --json.

    The member version is that of the fields, which every object has as schema: a release that adds
    fields keeps it, one that changes or removes a field raises it.
    """
    from satdoku.answers.json_object import ErrorRecord
    from satdoku.answers.schema import answer_schema
    from satdoku.cli.commands import commands

    command = " ".join(words or ())
    names = [command] if command else list(commands())
    kinds = {kind: None for name in names for kind in kinds_of(name)}
    if not kinds:
        raise SatdokuError(
            "satdoku {command} prints no JSON object of a kind of its own; satdoku schema prints "
            "the objects of all commands",
            command=command,
        )
    title = f"satdoku {command}".rstrip()
    print(json.dumps(answer_schema([*kinds, ErrorRecord], title), ensure_ascii=False, indent=1))
    return DONE


def kinds_of(command: str) -> tuple[type[JsonObject], ...]:
    """The kinds of objects that a command prints for puzzles that it answers for.

    :raises SatdokuError: where there is no such command.
    """
    from satdoku.answers.json_object import JsonObject
    from satdoku.answers.schema import type_at
    from satdoku.cli.commands import commands
    from satdoku.cli.functions import question_of
    from satdoku.cli.mistakes import no_command

    if command not in commands():
        raise SatdokuError(no_command(command))
    question = question_of(command)
    kinds: list[Any] = []
    if question is not None and hasattr(question, "answer") and callable(question.answer):
        answer = type_at(question, "answer")[0]
        kinds += get_args(answer) or (answer,)
    for name in _OTHERS.get(command, ()):
        module, _, kind = name.rpartition(".")
        kinds.append(getattr(import_module(f"satdoku.{module}"), kind))
    return tuple(kind for kind in kinds if issubclass(kind, JsonObject))
