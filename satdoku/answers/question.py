"""A question, and the one way to ask it.

A question is a frozen dataclass. Its fields are its options: each has a type, a default
and, as ``Annotated`` metadata, an :class:`~satdoku.base.options.Option`. The options of the command
line, the requests of the app and the reference are generated from these fields; the functions of
``api.py`` repeat them (``tests/answers/test_questions.py`` compares the two). An answer holds
objects; its JSON object is made last (json_object.py), and no code reads an answer from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeAlias,
    TypeVar,
    get_args,
    get_origin,
)

from satdoku.answers.json_object import JsonObject, WriteGrid, is_doubtful
from satdoku.answers.puzzle_input import PuzzleInput, input_of, unread
from satdoku.base.codes import DONE
from satdoku.base.columns import RunColumn
from satdoku.base.errors import SatdokuError
from satdoku.base.limits import Limit, under
from satdoku.base.options import KINDS, Option, require_kind, require_one_of, typed_fields
from satdoku.base.records import dataclass
from satdoku.board import Grid
from satdoku.engines import Backend, EngineOptions
from satdoku.messages import SOURCE, Lang, catalogue

if TYPE_CHECKING:
    from satdoku.puzzle.cells import AnyPuzzle
    from satdoku.render.scene import Scene

_DEFAULT = EngineOptions()
_PRESENTATION = ("lang", "full", "elapsed", "seconds")
"""The fields of answers that say nothing about the puzzle."""
_OUTCOMES = ("verdict", "outcome", "stopped", "level", "size", "count")
"""The attributes of answers that say most in one word."""
_REPR_WIDTH = 90
"""Characters of a value in a ``repr``."""

Reporter: TypeAlias = Callable[..., None] | None
"""A callback for intermediate results."""

Mode: TypeAlias = Literal["text", "lines", "json"]
"""How answers are printed: for a person, for a program, as JSON objects."""


class Command(NamedTuple):
    """The command that puts a question, where the question and its answer say all about it.

    The docstring of the question is the help text; its fields are the options.

    place     in the list of commands, hundreds for the section, between its neighbours
    line      what the list says of it, in at most 60 characters
    examples  command lines, which are printed at the end of the help and run by a test
    grids     whether full grids are asked about, not puzzles
    drawn     whether a terminal shows the picture beside the text
    rewrites  whether the answer is another puzzle, without what a player has entered in this one
    bare      whether the row of a puzzle without an answer is the verdict alone
    """

    place: int
    name: str
    line: str
    examples: tuple[str, ...]
    grids: bool = False
    drawn: bool = False
    rewrites: bool = False
    bare: bool = False


RunColumns = Mapping[str, tuple[RunColumn, ...]]
"""The columns of each of several names."""

SpokenIn = Annotated[
    str, Option("Write sentences and errors in this language.", values="languages")
]
"""The field of a question whose answer has sentences."""

InFull = Annotated[bool, Option("Print arguments of more than 20 lines in full.")]
"""The field of a question whose answer shows arguments."""

SHOWN_STEPS = 24
"""How many steps of a path a notebook shows: each is a picture of some twenty kilobytes."""


def verdict_in_words(verdict: str, mark: str, stopped: str | None, lang: Lang | None) -> str:
    """A verdict and what it means, with a mark behind it (:meth:`PuzzleInput.mark`);
    ``stopped`` is the limit that ran out where it is undecided."""
    say = catalogue(lang or SOURCE, "phrases").say
    why = say("limit", limit=str(stopped)) if verdict == "undecided" else ""
    return say(f"answer.{verdict}", mark=mark, why=why)


class Answer(JsonObject):
    """The results as objects, with the puzzle.

    Each kind of answer states its members in the JSON object, the lines of piped output and the
    exit code.
    """

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def input(self) -> PuzzleInput: ...

    PLACE: ClassVar[tuple[str, ...]] = ("line", "puzzle", "source", "left_out", "reading")
    """How the JSON object begins: the puzzle and its place in a file."""

    def data(self, lang: Lang | None = None, write: WriteGrid | None = None) -> dict[str, Any]:
        """The members, behind the puzzle and its place; ``doubtful`` where that is so."""
        own = JsonObject.data(self, lang, write or self.input.write)
        if not self.PLACE or write is not None:
            return own
        place = self.input.place.items()
        placed = {name: value for name, value in place if name in self.PLACE}
        doubtful = "left_out" in placed and self.doubtful
        placed |= own
        if doubtful:
            placed["doubtful"] = True
        return placed

    def text(self, lang: Lang | None = None) -> str:
        """The answer in words."""
        raise NotImplementedError

    def rows(self) -> Iterable[str]:
        """The lines that a program reads."""
        return (self.text(),)

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return DONE

    def remarks(self, mode: Mode) -> Iterable[str]:
        """Sentences for standard error, beside what is printed."""
        return ()

    def row(self, columns: Iterable[RunColumn]) -> dict[str, Any]:
        """The values that a run over files writes, with grids written like the puzzle."""
        values = {column.name: getattr(self, column.attribute) for column in columns}
        return {
            name: self.input.write(value) if isinstance(value, Grid) else value
            for name, value in values.items()
        }

    def scene(self) -> Scene:
        """The picture of the answer."""
        from satdoku.render.scene import make_scene

        return make_scene(self.input.puzzle)

    def svg(self, style: str = "light") -> str:
        """The picture as an SVG document; :func:`satdoku.render.svg` has more options."""
        from satdoku.render.svg import svg

        return svg(self.scene(), style, lang=getattr(self, "lang", SOURCE))

    @property
    def puzzle(self) -> str:
        """The text of the puzzle that was asked about, on one line."""
        return self.input.text

    @property
    def stopped(self) -> str | None:
        """The limit that ended the search before everything was known (``seconds``,
        ``solutions``, ``steps``, ...); ``None``: the answer is whole."""
        stop: str | None = getattr(getattr(self, "result", None), "stopped", None)
        return stop

    @property
    def doubtful(self) -> bool:
        """Whether it may be about another puzzle than its author's; the reasons are in
        ``to_dict()["left_out"]``."""
        return is_doubtful(self.input.left_out, getattr(self, "verdict", None))

    @property
    def marked(self) -> str:
        """The verdict as a row has it: with a question mark where it is doubtful."""
        return self.input.marked(getattr(self, "verdict", ""))

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.__repr__ = Answer.__repr__  # type: ignore[method-assign]  # else a dataclass makes one

    def __repr__(self) -> str:
        """A line with the puzzle, the outcome and the plain fields."""
        names = [part.name for part in fields(self) if part.repr]  # type: ignore[arg-type]
        names += [name for name in _OUTCOMES if name not in names and hasattr(self, name)]
        values = {name: getattr(self, name) for name in names if name not in _PRESENTATION}
        values = {"puzzle": self.puzzle} | values | getattr(self, "scores", {})
        shown = [
            f"{name}={_shortened(repr(value))}"
            for name, value in values.items()
            if isinstance(value, int | float | str)
        ]
        return f"<{type(self).__name__} {' '.join(shown)}>"

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from satdoku.render.notebook import with_text

        return with_text(self.scene(), self.text())


def _shortened(text: str) -> str:
    return text if len(text) <= _REPR_WIDTH else f"{text[:_REPR_WIDTH]}..."


def values_of(result: Any) -> dict[str, Any]:
    """The fields of a result, by name: the answer that derives from it has them too."""
    return {part.name: getattr(result, part.name) for part in fields(result)}


A = TypeVar("A", bound=Answer)


class Question(Generic[A]):
    """A question about a puzzle: a frozen dataclass of options.

    seconds      the time limit of an answer if no other is set; ``None``: no limit
    bounds       of what ``report`` takes the least and the most that are known
    times_plain  whether the compiled core keeps a time limit itself for plain puzzles
    columns      what a run over files writes of the answer, by the name that ``batch --ask`` takes
    command      the command that only puts this question and prints the answer
    """

    seconds: ClassVar[float | None] = None
    bounds: ClassVar[str | None] = None
    times_plain: ClassVar[bool] = False
    columns: ClassVar[RunColumns] = {}
    command: ClassVar[Command | None] = None

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> A:
        """The answer, within a limit.

        :param report: takes what is known before the end.
        """
        raise NotImplementedError

    def remedy(self, error: SatdokuError) -> tuple[str, str] | None:
        """The option that would have an answer in place of an error, and the form of the sentence
        with it; see :meth:`~satdoku.base.errors.SatdokuError.offering`."""
        return None

    @property
    def is_plain(self) -> bool:
        """Whether the compiled core answers this by itself for plain classic puzzles."""
        return True


@dataclass(frozen=True, kw_only=True)
class EngineQuestion(Question[A]):
    """A question that any engine answers.

    :raises ValueError: where there is no such solver.
    """

    backend: Annotated[
        Backend,
        Option("Use this engine; auto takes the fastest one that applies, all compares them."),
    ] = "auto"
    options: EngineOptions = _DEFAULT
    lang: SpokenIn = SOURCE

    def __post_init__(self) -> None:
        if self.options.solver is not None:
            from satdoku.engines.sat import solver_name

            full = replace(self.options, solver=solver_name(self.options.solver))
            object.__setattr__(self, "options", full)

    @property
    def is_plain(self) -> bool:
        return self.backend in ("auto", "native")

    @property
    def engine(self) -> dict[str, Any]:
        """The arguments of the functions of ``solving/``."""
        return {"backend": self.backend, "options": self.options}


def ask(
    question: Question[A],
    puzzle: AnyPuzzle | PuzzleInput,
    limit: Limit | None = None,
    report: Reporter = None,
) -> A:
    """Ask a question about a puzzle.

    :raises FormatError, TypeError: where the puzzle cannot be read.
    :raises InvalidPuzzle: where it breaks its own rules, unless the question is about that.
    :raises TypeError, ValueError: where an option cannot have its value.

    An error about a puzzle has what of its text is no part of it as notes (``__notes__``).
    """
    require_options(question)
    input = puzzle if isinstance(puzzle, PuzzleInput) else input_of(puzzle)
    limit = Limit(seconds=question.seconds) if limit is None else limit
    try:
        # Whatever takes no clock of its own (faults, models) is under this one.
        with under(limit.start()):
            return question.answer(input, limit, report)
    except SatdokuError as error:
        for sentence in unread(input.after(error).left_out, input.text):
            error.add_note(sentence)
        remedy = question.remedy(error)
        if remedy is not None:
            error.offering(*remedy)
        raise


class QuestionField(NamedTuple):
    """A field of a question: its name, type, default and ``Option``."""

    name: str
    type: Any
    default: Any
    option: Option


@cache
def fields_of(question: type) -> tuple[QuestionField, ...]:
    """The options of a question, or of a group of options."""
    return tuple(
        QuestionField(field.name, hint.__origin__, field.default, option)
        for field, hint in typed_fields(question)
        for option in getattr(hint, "__metadata__", ())
        if isinstance(option, Option)
    )


def require_options(question: Any) -> None:
    """Check the values of options against their types, choices and ranges.

    :raises TypeError: where a value is not of the type; the sentence names the option.
    :raises ValueError: where it is none of the values that there are, or out of the range.
    """
    for name, kind, default, option in fields_of(question.__class__):
        value = getattr(question, name)
        if value is default:
            continue
        if get_origin(kind) is Literal:
            require_one_of(name, get_args(kind), value)
            continue
        parts = get_args(kind) or (kind,)
        if all(part in KINDS for part in parts):
            require_kind(name, [KINDS[part] for part in parts], value)
        if isinstance(value, int | float):
            if option.least is not None and value < option.least:
                raise ValueError(f"{name} is a number >= {option.least:g}, not {value}")
            if option.most is not None and value > option.most:
                raise ValueError(f"{name} is a number <= {option.most:g}, not {value}")
