"""How hard a puzzle is, on a scale."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, TypedDict, cast

from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import Answer, Question, Reporter, RunColumns, SpokenIn
from satdoku.base.codes import DONE, NO
from satdoku.base.columns import RunColumn
from satdoku.base.compiled import compiled_core
from satdoku.base.errors import (
    WITHOUT_ENTERED,
    NoSolution,
    NotUnique,
    OptionError,
    SatdokuError,
    Undecided,
    Unsupported,
)
from satdoku.base.limits import PUZZLE_SECONDS, UNLIMITED, Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.messages import SOURCE, Lang
from satdoku.rating.columns import ScoreNames
from satdoku.rating.explainer import Rating
from satdoku.rating.scales import HODOKU, SATDOKU, SCALES, SE, B, Scale, W, scale_of

if TYPE_CHECKING:
    from satdoku.rating.people import HumanTime
    from satdoku.rating.shape import PathShape

STUCK = "the techniques of the scale go no further"
"""The note about a puzzle that is stuck, where its rating has no field for it."""

_MULTIPLE_SECONDS = 10.0
"""The path through a puzzle with several solutions has no end of its own."""


class HumanTimeData(TypedDict):
    """How long people take for a puzzle, in minutes: the mean of some people; the range in which
    that mean lies for eight puzzles of ten; the fastest of ten people; and how many of a hundred
    puzzles take people less time (docs/human.md)."""

    minutes: float
    low: float
    high: float
    fast: float
    percentile: int


@dataclass(frozen=True, slots=True)
class RatingAnswer(ScoreNames, Answer):
    """A puzzle's rating on one scale. Its numbers are attributes too: ``found.er``.

    rating   what the scale found
    elapsed  how long it took, in seconds
    beside   the rating on HoDoKu's scale, where a person reads it and the scale covers the puzzle
    stuck    whether the techniques of the scale do not solve the puzzle, though it has one solution
             (Sudoku Explainer's ER is 20.0 then)
    path_shape  whether the JSON object has the shape of the path: ``open_min`` and ``open_mean``,
             how many of its steps are open at once, and ``depth``, how many steps the longest chain
             has of which each rests on the one before (docs/scale.md)

    certificate  the file that proves what the path does, where one was written

    In the JSON object ``scale`` is left out on Sudoku Explainer's scale, ``level`` where the puzzle
    has not exactly one solution or the scale has none, ``hardest`` and ``techniques`` where only
    the numbers were asked for, and ``human`` where it is not known how long people take.
    """

    JSON = (
        "scores", "level", "hardest", "techniques", "steps", "human", "seconds=elapsed", "scale",
        "stuck", "shape", "certificate",
    )  # fmt: skip
    RARE = ("stuck",)
    SPREAD = ("scores", "shape")

    input: PuzzleInput
    rating: Rating
    elapsed: float
    beside: RatingAnswer | None = None
    stuck: bool = False
    path_shape: bool = False
    certificate: str | None = None
    lang: Lang = SOURCE

    @staticmethod
    def of(
        input: PuzzleInput,
        rating: Rating,
        elapsed: float,
        *,
        several: bool = False,
        path_shape: bool = False,
    ) -> RatingAnswer:
        """An answer of a rating that went to the end; ``several``: the puzzle has several
        solutions, so that no path solves it.

        :raises Undecided: where the time ran out before the puzzle was rated.
        """
        if rating.status == "undecided":
            raise _out_of_time()
        stuck = rating.status == "stuck" and not several
        return RatingAnswer(input, rating, elapsed, stuck=stuck, path_shape=path_shape)

    @property
    def scores(self) -> Mapping[str, float]:
        """The numbers, by the columns of the scale."""
        return self.rating.scores

    @property
    def scale(self) -> str:
        """The name of the scale that rated the puzzle."""
        return self.rating.scale

    @property
    def level(self) -> str | None:
        """How hard that is, in a word; ``None`` where the scale has no levels."""
        return self.rating.level

    @property
    def hardest(self) -> str | None:
        """The technique of the hardest step; ``None`` where only the numbers were asked for."""
        return self.rating.hardest

    @property
    def techniques(self) -> Mapping[str, int] | None:
        """How often each technique was used, likewise."""
        bare = self.hardest is None and self.scale == SE.name
        return None if bare else self.rating.techniques

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return self.rating.steps

    @property
    def shape(self) -> PathShape | None:
        """How many steps are open at once, and the longest chain of steps that rest on each other;
        ``None`` where the steps were not asked for, and on HoDoKu's scale."""
        return self.rating.shape

    @property
    def human(self) -> HumanTime | None:
        """How many minutes people take; ``None`` where that is not known."""
        return self.rating.human

    def json_human(self, lang: Lang) -> HumanTimeData | None:
        """How many minutes people take."""
        human = self.human
        return None if human is None else cast(HumanTimeData, asdict(human))

    def _numbers(self, say: Callable[..., str]) -> str:
        scale = SCALES[self.scale]
        numbers = [f"{one.label} {scale.shown(self.scores[one.name])}" for one in scale.columns]
        steps = say("rating.steps", n=self.steps, number=f"{self.steps:,}")
        return "  ".join([*numbers, steps])

    @property
    def ratings(self) -> tuple[RatingAnswer, ...]:
        """Itself, as an answer on two scales has two."""
        return (self,)

    def row(self, columns: Iterable[RunColumn]) -> dict[str, Any]:
        """The values that a run over files writes; none of the numbers of other scales."""
        values = {
            **self.scores,
            "level": self.level,
            "steps": self.steps,
            "hardest": self.hardest,
            "techniques": dict(self.rating.techniques),
        }
        columns = tuple(columns)
        if not _SHAPE.isdisjoint(columns) and self.shape is not None:
            values |= asdict(self.shape)
        if not _MINUTES.isdisjoint(columns) and (human := self.human) is not None:
            values |= {"minutes": human.minutes, "low": human.low, "high": human.high}
        return {column.name: values.get(column.attribute) for column in columns}

    def json_scale(self, lang: Lang) -> str | None:
        """The name of the scale; ``None`` of Sudoku Explainer's."""
        return None if self.scale == SE.name else self.scale

    def json_shape(self, lang: Lang) -> dict[str, float]:
        """The shape of the path, where it is asked for."""
        return asdict(self.shape) if self.path_shape and self.shape is not None else {}

    def rows(self) -> Iterable[str]:
        """The numbers, the puzzle, its level, and the certificate."""
        certificate = "" if self.certificate is None else f"\t{self.certificate}"
        return (rating_line(self) + certificate,)

    @property
    def exit_code(self) -> int:
        """No where the puzzle is stuck."""
        return NO if self.stuck else DONE

    def text(self, lang: Lang | None = None) -> str:
        """The numbers, the level, the shape of the path and the techniques, a line each."""
        from satdoku.explaining.names import title  # a run over files has no use for it
        from satdoku.explaining.phrases import phrases
        from satdoku.techniques.names.vocabulary import SizedName, canonical, without_length

        said = phrases(lang or self.lang)
        say, lines = said.say, [self._numbers(said.say)]
        if self.scale == SE.name:
            lines.append(say("rating.means"))

        def called(technique: str) -> str:
            name = title(canonical(without_length(technique)), said.lang)
            if isinstance(technique, SizedName):
                return SizedName(name, technique.length)
            return name

        if self.stuck:
            lines.append(say("rating.stuck"))
        if self.level is not None:
            lines.append(say("rating.level", level=said.named("level", self.level)))
        if (human := self.human) is not None:
            lines.append(
                say(
                    "rating.people",
                    minutes=f"{human.minutes:.0f}",
                    low=f"{human.low:.0f}",
                    high=f"{human.high:.0f}",
                    fast=f"{human.fast:.0f}",
                    percentile=human.percentile,
                )
            )
        elif self.scale in (SE.name, SATDOKU.name) and self.level is not None:
            from satdoku.rating.people import people_table

            most = f"{people_table().most_tenths / 10:.1f}"
            lines.append(say("rating.people.unknown", er=most))
        if (beside := self.beside) is not None:
            level = said.named("level", str(beside.level))
            lines.append(f"{beside._numbers(say)}  {say('rating.level', level=level)}")
        if (hardest := self.hardest) is not None:
            lines.append(say("rating.hardest", technique=hardest, name=called(hardest)))
        if (shape := self.rating.shape) is not None:
            lines.append(
                say(
                    "rating.open",
                    mean=f"{shape.open_mean:.1f}",
                    least=shape.open_min,
                    n=shape.depth,
                    number=f"{shape.depth:,}",
                )
            )
        for technique, times in (self.techniques or {}).items():
            name = say("rating.technique", technique=technique, name=called(technique))
            lines.append(f"{times:>5}  {name}")
        if self.certificate is not None:
            lines.append(say("answer.certificate", path=self.certificate))
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class BothRatings(Answer):
    """A puzzle's ratings on Sudoku Explainer's scale and on HoDoKu's."""

    JSON = ("se", "hodoku", "seconds", "scale")

    input: PuzzleInput
    se: RatingAnswer
    hodoku: RatingAnswer

    @property
    def ratings(self) -> tuple[RatingAnswer, ...]:
        """Both of them."""
        return self.se, self.hodoku

    def json_scale(self, lang: Lang) -> str:
        """``both``."""
        return "both"

    def json_seconds(self, lang: Lang) -> float:
        """How long both took."""
        return self.se.elapsed + self.hodoku.elapsed

    def json_se(self, lang: Lang) -> dict[str, Any]:
        """Sudoku Explainer's rating."""
        return _without_time(self.se)

    def json_hodoku(self, lang: Lang) -> dict[str, Any]:
        """HoDoKu's rating."""
        return _without_time(self.hodoku)

    def rows(self) -> Iterable[str]:
        """The numbers of both scales, and the puzzle once."""
        return (rating_line(self),)

    @property
    def exit_code(self) -> int:
        """No where the puzzle is stuck on one of the scales."""
        return NO if any(one.stuck for one in self.ratings) else DONE

    def text(self, lang: Lang | None = None) -> str:
        """Both, one after the other."""
        return "\n".join(one.text(lang) for one in self.ratings)


@dataclass(frozen=True)
class RateQuestion(Question["RatingAnswer | BothRatings"]):
    """How hard a puzzle is; ``names``: with the technique of each step; ``beside``: where no scale
    is asked for, with HoDoKu's level and score too, if that scale covers the puzzle; ``anyhow``: on
    the satdoku scale where there is no compiled core, which Sudoku Explainer's scale needs.

    :raises OptionError: where the scale does not go with puzzles that have several solutions.
    """

    times_plain = True
    columns: ClassVar[RunColumns] = {
        "rating": (
            *(RunColumn(c.name, "number", c.meaning) for c in SE.columns),
            RunColumn("level", "word", "the level that belongs to the rating"),
            RunColumn("steps", "integer", "the number of steps"),
            *(RunColumn(c.name, "integer", c.meaning) for c in SATDOKU.columns),
        ),
        "techniques": (
            RunColumn("hardest", "word", "the technique of the hardest step"),
            RunColumn("techniques", "counts", "how often each technique was used"),
        ),
        "minutes": (
            RunColumn("minutes", "number", "how many minutes people take on average"),
            RunColumn("minutes_low", "number", "the least minutes that are likely", of="low"),
            RunColumn("minutes_high", "number", "the most minutes that are likely", of="high"),
        ),
        "path-shape": (
            RunColumn("open_min", "integer", "the fewest steps that are open at once"),
            RunColumn("open_mean", "number", "how many steps are open at once on average"),
            RunColumn("depth", "integer", "the longest chain of steps that rest on each other"),
        ),
        "hodoku": (
            RunColumn("hodoku_level", "word", "HoDoKu's level", of="level"),
            *(
                RunColumn(f"hodoku_{c.name}", "integer", c.meaning, of=c.name)
                for c in HODOKU.columns
            ),
        ),
        **{
            scale.name: tuple(RunColumn(c.name, "integer", c.meaning) for c in scale.columns)
            for scale in (W, B)
        },
    }

    scale: Annotated[
        Literal["se", "hodoku", "both", "satdoku", "w", "b"] | None,
        Option(
            "Rate on this scale: Sudoku Explainer's, HoDoKu's (level and score), "
            "both, satdoku's own, or Berthier's W or B (by whips or braids). By "
            "default se, and on a terminal HoDoKu's level and score too; for "
            "puzzles with rules and on other boards satdoku."
        ),
    ] = None
    allow_multiple: Annotated[
        bool, Option("Rate puzzles with several solutions as far as the path goes.")
    ] = False
    path_shape: Annotated[
        bool,
        Option(
            "Print the shape of the path too: how many steps are possible at once "
            "(the least and the average), and the longest chain of steps that "
            "depend on each other. This takes longer."
        ),
    ] = False
    certify: Annotated[
        Path | None,
        Option(
            "Write a certificate of each path, which satdoku verify checks, into this "
            "directory, on Sudoku Explainer's scale.",
            metavar="DIR",
        ),
    ] = None
    lang: SpokenIn = SOURCE
    names: bool = True
    beside: bool = False
    anyhow: bool = False

    def __post_init__(self) -> None:
        scale = SCALES.get(self.scale or SE.name)
        if self.allow_multiple and (scale is None or not scale.several):
            raise OptionError(
                "works only with Sudoku Explainer's scale and satdoku's; the others need one "
                "solution",
                "allow_multiple",
            )
        if self.path_shape and scale is not None and not scale.several:
            raise OptionError(
                "is known on Sudoku Explainer's scale and satdoku's alone", "path_shape"
            )
        if self.certify is not None and scale is not SE:
            raise OptionError("writes paths on Sudoku Explainer's scale alone", "certify")

    @property
    def is_plain(self) -> bool:
        return self.certify is None and self.scale in (None, SE.name, HODOKU.name)

    def remedy(self, error: SatdokuError) -> tuple[str, str] | None:
        if self.scale in (None, "se", "satdoku") and isinstance(error, NotUnique):
            return "allow_multiple", worded("{sentence}; {option} rates it nevertheless")
        return None

    def answer(
        self, input: PuzzleInput, limit: Limit, report: Reporter = None
    ) -> RatingAnswer | BothRatings:
        """:raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
        :raises Undecided: where the time ran out first.
        :raises Unsupported: where the scale does not cover the puzzle.
        """
        clock = limit.start()
        if self.scale != "both":
            wanted = self.scale or (None if self.certify is None else SE.name)
            other = None if wanted is None else SCALES[wanted]
            if other is None and self.anyhow and compiled_core("se_rate") is None:
                other = SATDOKU
            rated = rating_of(
                input,
                scale=other,
                names=self.names,
                allow_multiple=self.allow_multiple,
                limit=limit,
            )
            beside = None
            if self.beside and other is None and rated.rating.status == "ok":
                beside = _beside(input, limit)
            path = None
            if self.certify is not None:
                from satdoku.answers.certificate import certified_path

                path = certified_path(
                    input.puzzle, input.line, rated.rating, self.certify, clock.rest()
                )
            return replace(
                rated,
                beside=beside,
                path_shape=self.path_shape,
                certificate=None if path is None else str(path),
                lang=self.lang,
            )
        hodoku = rating_of(input, scale=HODOKU, limit=limit)
        rest = replace(limit, seconds=clock.remaining())
        se = rating_of(input, names=self.names, limit=rest)
        se = replace(se, path_shape=self.path_shape)
        return BothRatings(input, *(replace(one, lang=self.lang) for one in (se, hodoku)))


_SHAPE = frozenset(RateQuestion.columns["path-shape"])
_MINUTES = frozenset(RateQuestion.columns["minutes"])


def rating_of(
    input: PuzzleInput,
    *,
    scale: Scale | None = None,
    names: bool = True,
    allow_multiple: bool = False,
    limit: Limit = UNLIMITED,
) -> RatingAnswer:
    """Rate a puzzle on a scale (``None``: its own); one with several solutions, where that is
    allowed, as far as the path goes. Without a limit it may take ``PUZZLE_SECONDS``.

    :raises NoSolution, NotUnique: where the puzzle has not exactly one solution.
    :raises Undecided: where the time ran out first.
    :raises InvalidPuzzle, Unsupported, EngineUnavailable: as :func:`satdoku.rating.explainer.rate`.
    """
    started = time.perf_counter()
    if scale is not None and (reason := scale.refusal(input.puzzle)):
        error, bare = Unsupported(reason), input.document.bare_puzzle
        if bare is not input.puzzle and bare.clues and scale.refusal(bare) is None:
            error.offering("givens_only", WITHOUT_ENTERED)
        raise error
    scale = scale or scale_of(input.puzzle)
    multiple, rest = _has_several(input, allow_multiple, limit)
    try:
        rating = scale.rate(input.puzzle, unique=not multiple, names=names, limit=rest)
    except RanOut as error:
        raise (_out_of_time() if error.stop == "seconds" else error) from None
    return RatingAnswer.of(input, rating, time.perf_counter() - started, several=multiple)


def _out_of_time() -> Undecided:
    error = Undecided("the time ran out before the puzzle was rated")
    return error.offering("time_limit", worded("{sentence}; a longer {option} may be enough"))


def _has_several(input: PuzzleInput, allowed: bool, limit: Limit) -> tuple[bool, Limit]:
    """Whether there are several solutions, and what is left of the limit for the rating."""
    from satdoku.solving import check_unique  # files of plain puzzles are rated without it

    clock = limit.start()
    verdict = check_unique(input.puzzle, limit=limit).verdict
    if verdict == "none":
        raise NoSolution("the puzzle has no solution, and so no rating")
    if verdict == "undecided":
        raise Undecided("whether the puzzle has one solution was not decided in time")
    if verdict == "multiple" and not allowed:
        raise NotUnique("the puzzle has several solutions")
    multiple, left = verdict == "multiple", clock.remaining()
    if left is None:
        left = _MULTIPLE_SECONDS if multiple else PUZZLE_SECONDS
    return multiple, replace(limit, seconds=left)


def _beside(input: PuzzleInput, limit: Limit) -> RatingAnswer | None:
    """HoDoKu's rating, or ``None`` where its scale does not cover the puzzle or takes too long."""
    try:
        return rating_of(input, scale=HODOKU, limit=limit)
    except (Unsupported, Undecided, NotUnique):
        return None


def rating_line(answer: RatingAnswer | BothRatings) -> str:
    """The numbers, the puzzle, and its level (where the scale has none: the hardest technique); of
    two scales the puzzle once; the shape of the path behind it where it was asked for."""
    (numbers, about), *others = map(_short, answer.ratings)
    shapes = [
        f"{one.shape.open_min}/{one.shape.open_mean}/{one.shape.depth}"
        for one in answer.ratings
        if one.path_shape and one.shape is not None
    ]
    cells = [cell for other in others for cell in other]
    return "\t".join([numbers, answer.puzzle, about, *cells, *shapes])


def _short(answer: RatingAnswer) -> tuple[str, str]:
    scale = SCALES[answer.scale]
    numbers = "/".join([scale.shown(answer.scores[column.name]) for column in scale.columns])
    about = "stuck" if answer.stuck else answer.level if scale.levels else answer.hardest
    return f"{'' if scale is SE else f'{scale.name}:'}{numbers}", about or "-"


def _without_time(answer: RatingAnswer) -> dict[str, Any]:
    return {k: v for k, v in answer.data(write=answer.input.write).items() if k != "seconds"}
