"""Questions as calls with JSON arguments, which programs ask over HTTP and as tools.

A call is made from its question: the schema of its arguments from the options, and that of its
answer from the type of the answer. A new option of a question needs nothing here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, field
from functools import cache
from importlib import import_module
from math import isfinite
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar, get_args

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import PuzzleInput, input_of, with_additions
from satdoku.answers.question import Answer, ask
from satdoku.answers.schema import type_at, type_schema
from satdoku.base.errors import FormatError, OptionError, SatdokuError, Undecided
from satdoku.base.options import Option, typed_fields
from satdoku.base.records import dataclass
from satdoku.messages import SOURCE, languages
from satdoku.puzzle.cells import cell_values
from satdoku.web.fields import Fields, RequestContext

if TYPE_CHECKING:
    from satdoku.answers.generated import GeneratedPuzzles

Schema = dict[str, Any]
T = TypeVar("T")
CallArguments = Mapping[str, Any]

USUAL_SECONDS = 60.0
"""The time limit of a call that names none and whose question has none of its own."""

_MAX_INTEGER = 2**53 - 1
"""The largest integer that every reader of JSON keeps."""

_MAX_MADE = 100
"""Puzzles that a call makes at most."""

_MAX_SOLUTIONS = 10_000

_CELL: Schema = {"type": ["integer", "string", "null"], "minimum": 0, "maximum": _MAX_INTEGER}
_PUZZLE: Schema = {
    "type": ["string", "array", "object"],
    "items": {**_CELL, "type": ["array", "integer", "string", "null"], "items": _CELL},
    "description": "A text in any format (81 characters, a link, a drawn grid), rows of cells with "
    "0 or null where one is empty, or satdoku's JSON.",
}
_BOARD: Schema = _PUZZLE | {"description": "The board so far, in any form that a puzzle has."}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}}
_DIGITS: Schema = {"type": "array", "items": {"type": "integer", "maximum": _MAX_INTEGER}}

_WITHOUT_OPTION: dict[str, Schema] = {
    "board": _BOARD,
    "puzzle": _PUZZLE | {"description": "The puzzle that the board is of."},
    "marks": {
        "type": ["object", "array"],
        "additionalProperties": _DIGITS,
        "items": {**_DIGITS, "type": ["array", "null"]},
        "description": "The player's pencil marks: digits by names of cells, or for every cell.",
    },
    "claims": _TEXTS | {"description": "Claims: r1c3=4, r5c2<>7, 'naked pair in box 7'."},
    "transcript": _TEXTS | {"description": "Instead of claims: the moves of a solve in order."},
}
"""CallArguments that are fields of questions but no options of commands."""

SUBJECTS = ("puzzle", "board", "grid", "first")
"""The arguments that calls are about."""

_GIVENS_ONLY: Schema = {
    "type": "boolean",
    "default": False,
    "description": "Leave out what a player has entered in the puzzle.",
}
_ADDITIONS: dict[str, Schema] = {
    "givens_only": _GIVENS_ONLY,
    "rules": {
        "type": "string",
        "description": "Further rules: diagonal,anti-knight,thermo:r1c1+r1c2+r1c3.",
    },
    "given": _TEXTS | {"description": "Further givens: r1c4=3."},
}
"""The arguments that every call about one puzzle takes beside it."""

_LANG: Schema = {"type": "string", "enum": [*languages()], "default": SOURCE}
_FLAG = re.compile(r"--([a-z][a-z-]*)")


class Refusal(NamedTuple):
    """The argument that a call does not take, and the sentence that says why."""

    argument: str | None
    sentence: str


class CallAnswer(Protocol):
    """An answer that can be read by people and by programs."""

    def text(self, lang: str | None = None) -> str: ...

    def to_dict(self, lang: str | None = None) -> dict[str, Any]: ...


@dataclass(frozen=True)
class Call:
    """A question as a function of JSON arguments.

    about      what it answers, in a sentence
    arguments  the schema of each argument; ``required`` the names of those without a default
    seconds    the time limit where none is given
    kind       the type of its answer
    run        makes the answer
    """

    name: str
    about: str
    arguments: Mapping[str, Schema]
    required: tuple[str, ...]
    kinds: tuple[type[JsonObject], ...]
    run: Callable[[dict[str, Any], RequestContext], CallAnswer] = field(repr=False)
    seconds: float = USUAL_SECONDS

    def schema(self, most_seconds: float) -> Schema:
        """The schema of its arguments, ``time_limit`` among them."""
        seconds = {
            "type": "number",
            "minimum": 0,
            "maximum": most_seconds,
            "default": min(self.seconds, most_seconds),
            "description": "The time limit in seconds.",
        }
        return {
            "type": "object",
            "properties": {**self.arguments, "time_limit": seconds},
            "required": [*self.required],
            "additionalProperties": False,
        }

    def seconds_of(self, arguments: CallArguments, most_seconds: float) -> float:
        """The time limit of a call with arguments that are allowed."""
        return float(arguments.get("time_limit", min(self.seconds, most_seconds)))

    def refusal(self, arguments: Any, most_seconds: float) -> Refusal | None:
        """Why it does not take some arguments; ``None`` where it does."""
        schema = self.schema(most_seconds)
        if not isinstance(arguments, dict):
            return Refusal(None, f"the arguments are a JSON object, not {_shown(arguments)}")
        for needed in self.required:
            if needed not in arguments:
                return Refusal(needed, f"{needed} is missing")
        for given, value in arguments.items():
            if given not in schema["properties"]:
                return Refusal(given[:100], f"there is no argument {given[:100]!r}")
            if reason := _unfit(value, schema["properties"][given]):
                return Refusal(given, f"{given} {reason}")
        return None

    def answer(self, arguments: CallArguments, context: RequestContext) -> CallAnswer:
        """The answer for arguments that are allowed.

        :raises SatdokuError: where there is none.
        """
        return self.run({k: v for k, v in arguments.items() if k != "time_limit"}, context)


# -- values ----------------------------------------------------------------------------------------


def strict_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    :raises ValueError: where it is not JSON, or has a number that no reply could repeat.
    :raises RecursionError: where it is nested too deep.
    """
    return json.loads(text, parse_constant=_finite, parse_float=_finite)


def _finite(text: str) -> float:
    number = float(text)
    if not isfinite(number):
        raise ValueError(text)
    return number


_KINDS: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "boolean": (bool,),
    "integer": (int,),
    "number": (int, float),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def _unfit(value: Any, schema: Schema) -> str | None:
    """The reason why a value does not match a schema, or ``None``."""
    kinds = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
    kind = next((kind for kind in kinds if _is_of(kind, value)), None)
    if kind is None:
        return f"is {' or '.join(map(_with_article, kinds))}, not {_shown(value)}"
    if kind == "null":
        return None
    if "enum" in schema and value not in schema["enum"]:
        known = ", ".join(str(one) for one in schema["enum"] if one is not None)
        return f"is one of {known}, not {_shown(value)}"
    if kind in ("integer", "number"):
        least, most = schema.get("minimum"), schema.get("maximum")
        if (least is not None and value < least) or (most is not None and value > most):
            return f"is a number {_range(least, most)}, not {_shown(value)}"
    if kind == "string" and len(value) < schema.get("minLength", 0):
        return "is empty"
    if kind == "array":
        return _first_unfit(enumerate(value), schema.get("items"), "entry {}")
    if kind == "object":
        return _first_unfit(value.items(), schema.get("additionalProperties"), "{}")
    return None


def _first_unfit(entries: Any, schema: Schema | None, named: str) -> str | None:
    for key, each in entries if schema else ():
        if reason := _unfit(each, schema or {}):
            at = key + 1 if isinstance(key, int) else key[:50]
            return f"{named.format(at)} {reason}"
    return None


def _is_of(kind: str, value: object) -> bool:
    if isinstance(value, float):
        return kind == "number" and isfinite(value)
    return isinstance(value, _KINDS[kind]) and isinstance(value, bool) <= (kind == "boolean")


def _with_article(kind: str) -> str:
    return kind if kind == "null" else f"{'an' if kind[0] in 'aio' else 'a'} {kind}"


def _shown(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _range(least: float | None, most: float | None) -> str:
    if most is None:
        return f">= {least:g}"
    return f"<= {most:g}" if least is None else f"from {least:g} to {most:g}"


def _schema_of(hint: Any, default: Any, option: Option) -> Schema:
    """The schema of an option."""
    if option.values == "languages":
        return _LANG | {"description": option.help}
    schema = type_schema(str if str in get_args(hint) else hint)
    if str in get_args(hint) and type(None) in get_args(hint):
        schema = {"type": ["string", "null"]}
    if "anyOf" in schema:
        (one, _) = schema["anyOf"]  # the other is null
        schema = {**one, "type": [one.get("type"), "null"]}
    if "enum" in schema:
        values = schema["enum"]
        kinds = {"integer" if isinstance(one, int) else "string" for one in values}
        nullable = isinstance(schema.get("type"), list)
        schema["type"] = [*kinds, "null"] if nullable else kinds.pop()
        schema["enum"] = [*values, None] if nullable else values
    elif "integer" in schema["type"]:
        schema |= {"minimum": int(option.least or 0), "maximum": int(option.most or _MAX_INTEGER)}
    if default is not MISSING:
        schema["default"] = default
    # Words of the command line, where help names another option.
    help = _FLAG.sub(lambda match: match[1].replace("-", "_"), option.help)
    return schema | {"description": help.replace(": text or a file,", ":")}


def _options(kind: type, left_out: tuple[str, ...] = ()) -> tuple[dict[str, Schema], list[str]]:
    """The schemas of the fields of a question that a call takes, and the names of the required."""
    arguments: dict[str, Schema] = {}
    required = []
    for one, hint in typed_fields(kind):
        if one.name in left_out:
            continue
        option = next((o for o in getattr(hint, "__metadata__", ()) if isinstance(o, Option)), None)
        if option is not None:
            arguments[one.name] = _schema_of(hint.__origin__, one.default, option)
        elif one.name in _WITHOUT_OPTION:
            arguments[one.name] = _WITHOUT_OPTION[one.name]
        if one.name in arguments and one.default is MISSING:
            arguments[one.name] = {**arguments[one.name], "minLength": 1}
            required.append(one.name)
    return arguments, required


def puzzle_value(value: Any, name: str) -> Any:
    """A puzzle that came as JSON.

    :raises FormatError: where it is rows of cells that make no board.
    """
    if isinstance(value, dict):
        return json.dumps(value)
    if isinstance(value, list):
        try:
            cell_values(value, name)
        except TypeError as error:
            raise FormatError(str(error)) from None
    return value


def _input(given: dict[str, Any], name: str) -> PuzzleInput:
    puzzle = puzzle_value(given.pop(name), name)
    input = input_of(puzzle, name, givens_only=given.pop("givens_only", False))
    rules, digits = given.pop("rules", ""), given.pop("given", ())
    return with_additions(input, rules, digits) if rules or digits else input


# -- questions -------------------------------------------------------------------------------------


def _summary(kind: Any) -> str:
    """The first paragraph of a docstring, without the fields that it goes on to describe."""
    text = (kind.__doc__ or "").strip().partition("\n\n")[0].partition("; ``")[0]
    return " ".join(text.replace("``", "`").split()).rstrip(".") + "."


def _asking(
    name: str,
    path: str,
    subject: Literal["puzzle", "board", "grid"] = "puzzle",
    left_out: tuple[str, ...] = (),
    **changed: Schema,
) -> Call:
    """The call that puts a question about a puzzle, which is its argument ``subject``."""
    module, _, name_of_kind = path.rpartition(".")
    kind = getattr(import_module(f"satdoku.answers.{module}"), name_of_kind)
    options, required = _options(kind, left_out)
    for option, schema in changed.items():
        options[option] = options[option] | schema
    about = {"board": _BOARD, "grid": _PUZZLE | {"description": "A full grid, or a puzzle."}}
    arguments = {subject: about.get(subject, _PUZZLE), **_ADDITIONS, **options}
    answer = type_at(kind, "answer")[0]

    def run(given: dict[str, Any], context: RequestContext) -> CallAnswer:
        input = _input(given, subject)
        context.read()
        fixed = {}
        for held in ("board", "puzzle", "marks", "claims", "transcript"):
            if (value := given.pop(held, None)) is not None:
                fixed[held] = tuple(value) if isinstance(value, list) else value
                if held in ("board", "puzzle"):
                    fixed[held] = puzzle_value(value, held)
        question = Fields(given).question(kind, *given, **fixed)
        report = None
        if kind.bounds is not None:
            report = lambda least, most: context.report(least)  # noqa: E731
        reply: Answer = ask(question, input, context.limit(progress=context.report), report)
        return reply

    return Call(
        name,
        _summary(kind),
        arguments,
        (subject, *required),
        get_args(answer) or (answer,),
        run,
        kind.seconds or USUAL_SECONDS,
    )


def _same(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku.answers.symmetry import same_of

    first, second = (
        input_of(puzzle_value(given[name], name), name, givens_only=given.get("givens_only", False))
        for name in ("first", "second")
    )
    context.read()
    return same_of(first, second, limit=context.limit(), lang=given.get("lang", SOURCE))


def _described(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku.answers.described import Description, described

    puzzle = _input(given, "puzzle").puzzle
    context.read()
    return Description(described(puzzle, given.get("lang", SOURCE)))


def _read(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku.answers.shown import with_words
    from satdoku.base.limits import under

    with under(context.clock):
        input = _input(given, "puzzle")
        context.read()
        return with_words(input, given["words"])


def _judged(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku.answers.described import judged_answer
    from satdoku.base.limits import under

    with under(context.clock):
        puzzle = _input(given, "puzzle").puzzle
        context.read()
        return judged_answer(puzzle, given["answer"])


def _verified(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku.answers.verification import verification_of

    names = [name for name in given["files"] if name.endswith(".json")]
    if len(names) != 1:
        raise OptionError(
            f"one of the names is that of the certificate and ends with .json, not {len(names)}",
            "files",
        )
    puzzle = _input(given, "puzzle").puzzle if "puzzle" in given else None
    context.read()
    files = {name: text.encode("utf-8", "replace") for name, text in given["files"].items()}
    limit, lang = context.limit(), given.get("lang", SOURCE)
    return verification_of(names[0], puzzle, limit=limit, lang=lang, files=files)


def _generated(given: dict[str, Any], context: RequestContext) -> GeneratedPuzzles:
    from satdoku import api
    from satdoku.answers.generated import GeneratedPuzzles
    from satdoku.answers.question import fields_of
    from satdoku.answers.wishes import Difficulty, GivenPattern, PlacedClues

    board = given.get("board")
    if board is not None:
        board = puzzle_value(board, "board")
    context.read()
    fields = Fields(given)

    def group(kind: Callable[..., T]) -> T:
        return fields.question(kind, *({each.name for each in fields_of(kind)} & {*given}))

    run = api.generate(
        given.get("count", 1),
        board=board,
        pattern=group(GivenPattern),
        placed=group(PlacedClues),
        difficulty=group(Difficulty),
        seed=given.get("seed"),
        time_limit=context.left,
    )
    puzzles = []
    try:
        for one in run:
            puzzles.append(one)
            context.report(len(puzzles))
    except Undecided as error:
        if not puzzles:
            raise
        return GeneratedPuzzles(tuple(puzzles), str(error))
    return GeneratedPuzzles(tuple(puzzles))


def _generate() -> Call:
    from satdoku.answers.generated import GeneratedPuzzles
    from satdoku.answers.wishes import Difficulty, GivenPattern, PlacedClues

    arguments: dict[str, Schema] = {
        "count": {"type": "integer", "minimum": 1, "maximum": _MAX_MADE, "default": 1},
        "board": _PUZZLE | {"description": "The board with its rules and the digits to be given."},
        "seed": {"type": "integer", "minimum": 0, "maximum": _MAX_INTEGER},
    }
    for group in (GivenPattern, PlacedClues, Difficulty):
        arguments |= _options(group)[0]
    about = "New puzzles with one solution, no two of them equivalent."
    return Call("generate", about, arguments, (), (GeneratedPuzzles,), _generated, 30.0)


def _rules(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku import api
    from satdoku.answers.rules import RuleList

    context.read()
    return RuleList(api.known_rules(given.get("name")))


def _techniques(given: dict[str, Any], context: RequestContext) -> CallAnswer:
    from satdoku import api
    from satdoku.answers.techniques import TechniqueList

    context.read()
    try:
        return TechniqueList(api.known_techniques(given.get("name")))
    except SatdokuError:
        raise
    except ValueError as error:
        raise OptionError(str(error), "name") from None


def _other(
    name: str,
    about: str,
    path: str,
    run: Callable[[dict[str, Any], RequestContext], CallAnswer],
    required: tuple[str, ...],
    /,
    **arguments: Schema,
) -> Call:
    module, _, kind = path.rpartition(".")
    kinds = (getattr(import_module(f"satdoku.answers.{module}"), kind),)
    return Call(name, about, arguments, required, kinds, run)


_LOADING: dict[str, Callable[[str], Call]] = {
    "check-unique": lambda name: _asking(
        name,
        "solving.UniqueQuestion",
        left_out=("certify", "proof_format", "proof_solver", "theorem"),
    ),
    "solve": lambda name: _asking(
        name, "solving.SolveQuestion", limit={"type": "integer", "maximum": _MAX_SOLUTIONS}
    ),
    "count": lambda name: _asking(name, "counting.CountQuestion"),
    "candidates": lambda name: _asking(name, "counting.CandidatesQuestion"),
    "check": lambda name: _asking(name, "board.CheckQuestion", "board"),
    "diagnose": lambda name: _asking(name, "diagnosis.DiagnoseQuestion"),
    "hint": lambda name: _asking(name, "hint.HintQuestion"),
    "explain": lambda name: _asking(name, "explain.ExplainQuestion"),
    "steps": lambda name: _asking(name, "steps.StepsQuestion"),
    "why": lambda name: _asking(name, "why.WhyQuestion"),
    "rate": lambda name: _asking(name, "rating.RateQuestion", left_out=("certify",)),
    "certify": lambda name: _asking(name, "certifying.CertifyQuestion"),
    "verify": lambda name: _other(
        name,
        "Whether a certificate proves its verdict, or that a path is not harder than its rating.",
        "verification.VerificationAnswer",
        _verified,
        ("files",),
        files={
            "type": "object",
            "additionalProperties": {"type": "string"},
            "description": "The files of one certificate by name, as `certify` answers them.",
        },
        puzzle=_PUZZLE | {"description": "The puzzle that the certificate must be about."},
        **_ADDITIONS,
        lang=_LANG,
    ),
    "generate": lambda name: _generate(),
    "suggest": lambda name: _asking(name, "suggestions.SuggestQuestion"),
    "set-values": lambda name: _asking(name, "themes.SetValuesQuestion"),
    "minimize": lambda name: _asking(name, "minimal.MinimizeQuestion"),
    "redundant": lambda name: _asking(name, "sets.RedundantQuestion"),
    "backdoors": lambda name: _asking(name, "sets.BackdoorsQuestion"),
    "unavoidable": lambda name: _asking(name, "sets.UnavoidableQuestion", "grid"),
    "fewest-clues": lambda name: _asking(name, "sets.FewestCluesQuestion", "grid"),
    "transform": lambda name: _asking(name, "symmetry.TransformQuestion"),
    "same": lambda name: _other(
        name,
        "Whether two puzzles are equivalent, with the symmetry from the first to the second.",
        "symmetry.SameAnswer",
        _same,
        ("first", "second"),
        first=_PUZZLE,
        second=_PUZZLE,
        givens_only=_GIVENS_ONLY,
        lang=_LANG,
    ),
    "convert": lambda name: _asking(name, "converting.ConvertQuestion"),
    "show": lambda name: _asking(name, "shown.ShowQuestion"),
    "describe": lambda name: _other(
        name,
        "Describe a puzzle in words, as a prompt.",
        "described.Description",
        _described,
        ("puzzle",),
        puzzle=_PUZZLE,
        **_ADDITIONS,
        lang=_LANG,
    ),
    "read": lambda name: _other(
        name,
        "Read the words of a rule text as rules: the puzzle with them, as satdoku's JSON.",
        "shown.ReadAnswer",
        _read,
        ("puzzle", "words"),
        puzzle=_PUZZLE,
        words={
            "type": "string",
            "minLength": 1,
            "description": "The rules in sentences, such as 'Normal sudoku rules apply. Cells a "
            "knight's move apart differ.'",
        },
        **_ADDITIONS,
    ),
    "judge": lambda name: _other(
        name,
        "Judge whether a text is a solution: right, wrong or malformed.",
        "described.AnswerVerdict",
        _judged,
        ("puzzle", "answer"),
        puzzle=_PUZZLE,
        answer={"type": "string", "description": "The cells row by row, and nothing else."},
        **_ADDITIONS,
    ),
    "rules": lambda name: _other(
        name,
        "The rules that puzzles can have, each with its parameters and how it is written.",
        "rules.RuleList",
        _rules,
        (),
        name={"type": "string", "description": "One rule, by any of its names."},
    ),
    "techniques": lambda name: _other(
        name,
        "The techniques that explain finds, each with its names and its rating.",
        "techniques.TechniqueList",
        _techniques,
        (),
        name={"type": "string", "description": "One technique, by any of its names."},
    ),
}

CALLS = tuple(_LOADING)
"""The names of all calls."""


@cache
def call(name: str) -> Call:
    """The call of a name; the modules of its question are loaded."""
    return _LOADING[name](name)
