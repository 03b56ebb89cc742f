"""Images of a puzzle under the symmetries of its board, and whether two puzzles are equivalent."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable
from dataclasses import field
from typing import Annotated, ClassVar, Literal, TypedDict

from satdoku.answers.puzzle_input import PuzzleInput, one_line, rewritten
from satdoku.answers.question import (
    Answer,
    Command,
    Question,
    Reporter,
    RunColumns,
    SpokenIn,
    verdict_in_words,
)
from satdoku.base.codes import DONE, UNDECIDED
from satdoku.base.columns import RunColumn
from satdoku.base.errors import OptionError, Undecided
from satdoku.base.limits import Limit
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.puzzle import Puzzle
from satdoku.symmetry import (
    NAMED_SYMMETRIES,
    Canonical,
    Move,
    Symmetry,
    SymmetryGroup,
    canonicalize,
    equivalence,
    parse_moves,
)

_Kind = Literal["random", "named", "canonical", "count"]


class SymmetryData(TypedDict):
    """A symmetry: whether it transposes (first), then for each row and column where it goes (from
    1), and for each digit its image."""

    transpose: bool
    rows: list[int]
    columns: list[int]
    digits: dict[str, int]


@dataclass(frozen=True, slots=True)
class TransformAnswer(Answer):
    """An image of a puzzle, or the number of its images.

    moved      the image, ``None`` where it was not asked for or not found in time
    symmetry   what was done, likewise
    group      the symmetries that were allowed
    canonical  the least image and the number of images, where they were asked for
    lang       the language of the sentences

    In the JSON object ``moves`` are the kinds of moves allowed, with those that they bring about
    together, and ``group_order`` is how many symmetries these make.
    """

    JSON = (
        "image", "symmetry", "moves", "group_order=group.order", "automorphisms", "images",
        "stopped",
    )  # fmt: skip

    input: PuzzleInput
    kind: _Kind
    group: SymmetryGroup
    moved: Puzzle | None
    symmetry: Symmetry | None
    canonical: Canonical[Puzzle] | None
    stopped: str | None = field()  # in the place of the property
    lang: Lang = field(default=SOURCE, repr=False)

    @property
    def image(self) -> str | None:
        """The image on one line."""
        if self.moved is None:
            return None
        # Least images of equivalent puzzles are equal texts, wherever the puzzles came from.
        if self.kind == "canonical":
            return one_line(self.moved)
        return rewritten(self.input, self.moved, same_solution=False)

    @property
    def images(self) -> int | None:
        """How many different puzzles the symmetries make of it; ``None`` where not asked."""
        return None if self.canonical is None else self.canonical.images

    @property
    def automorphisms(self) -> int | None:
        """How many symmetries leave the puzzle as it is; ``None`` where not asked."""
        return None if self.canonical is None else self.canonical.automorphism_count

    @property
    def moves(self) -> tuple[str, ...]:
        """The kinds of moves that are allowed."""
        return tuple(move.value for move in Move if move in self.group.moves)

    def json_symmetry(self, lang: Lang) -> SymmetryData | None:
        """The symmetry that was applied."""
        return _symmetry_data(self.symmetry)

    def rows(self) -> Iterable[str]:
        """The image, or the number of images and the puzzle."""
        if self.stopped is not None:
            return (f"undecided\t{self.puzzle}",)
        return (self.image or f"{self.images}\t{self.puzzle}",)

    @property
    def exit_code(self) -> int:
        """Undecided where a limit ended the search."""
        return DONE if self.stopped is None else UNDECIDED

    def text(self, lang: Lang | None = None) -> str:
        """The image, or how many there are."""
        if self.stopped is not None:
            return verdict_in_words("undecided", "", self.stopped, lang or self.lang)
        if (image := self.image) is not None:
            return image
        assert self.canonical is not None
        images, alike = self.canonical.images, self.canonical.automorphism_count
        say = catalogue(lang or self.lang, "phrases").say
        moves = [say(f"moves.{move}") for move in self.moves]
        group = say(
            "images.group",
            order=f"{self.group.order:,}",
            moves=moves or [say("moves.none")],
            n=alike,
            alike=f"{alike:,}",
        )
        return f"{say('images', n=images, number=f'{images:,}')}\n  {group}"


@dataclass(frozen=True)
class TransformQuestion(Question[TransformAnswer]):
    """Move the rows, columns and digits of each puzzle: at random, by name, or to its least image.

    Piped output has one image in each line; with --count the number of different images, a tab and
    the puzzle.

    :raises OptionError: where options exclude each other, or there are no such moves.
    """

    command = Command(
        450,
        "transform",
        "Move rows, columns and digits: other images of a puzzle",
        ("satdoku transform puzzle.txt --seed 1",),
        rewrites=True,
    )

    columns: ClassVar[RunColumns] = {
        "canonical": (
            RunColumn("canonical", "text", "the least of all symmetric images", of="image"),
        )
    }

    seed: Annotated[
        int | None, Option("Set the seed of a random symmetry (each line draws its own).", least=0)
    ] = None
    by: Annotated[
        str | None, Option(f"Apply this symmetry: {', '.join(NAMED_SYMMETRIES)}.", metavar="NAME")
    ] = None
    moves: Annotated[
        str | None,
        Option(
            "Use only these kinds of moves, such as "
            "relabel,rows,columns,bands,stacks,transpose (layout for irregular "
            "regions).",
            metavar="KINDS",
        ),
    ] = None
    canonical: Annotated[bool, Option("Print the least image (minlex) of each puzzle.")] = False
    count: Annotated[bool, Option("Count the different images of each puzzle.")] = False
    lang: SpokenIn = SOURCE

    def __post_init__(self) -> None:
        given = {
            "seed": self.seed is not None,
            "by": self.by is not None,
            "canonical": self.canonical,
            "count": self.count,
        }
        chosen = [name for name, wanted in given.items() if wanted]
        if len(chosen) > 1:
            raise OptionError("cannot be asked for together", *chosen[:2])
        if self.by is not None and self.moves is not None:
            raise OptionError("exclude each other: the first names one symmetry", "by", "moves")
        if self.by is not None and self.by not in NAMED_SYMMETRIES:
            names = ", ".join(NAMED_SYMMETRIES)
            raise OptionError(f"{self.by!r} is not a symmetry; there are {names}", "by")
        if self.seed is None:
            # The draw differs from run to run; JSON has the symmetry drawn.
            object.__setattr__(self, "seed", secrets.randbits(64))
        try:
            self._kinds()
        except ValueError as error:
            raise OptionError(str(error), "moves") from None

    def _kinds(self) -> tuple[Move, ...] | None:
        return None if self.moves is None else parse_moves(self.moves)

    @property
    def kind(self) -> _Kind:
        """The kind of image that is asked for."""
        if self.count:
            return "count"
        return "canonical" if self.canonical else "random" if self.by is None else "named"

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> TransformAnswer:
        puzzle, kind, moves = input.puzzle, self.kind, self._kinds()
        if kind in ("random", "named"):  # the others refuse some puzzles before they look at faults
            puzzle.require_valid()
        group = SymmetryGroup.of(puzzle.geometry, moves)
        canonical: Canonical[Puzzle] | None = None
        symmetry: Symmetry | None = None
        stopped = None
        if kind == "random":
            symmetry = group.random(random.Random(f"{self.seed}:{input.line}"))
        elif self.by is not None:
            symmetry = Symmetry.named(puzzle.geometry, self.by)
        else:
            try:
                canonical = canonicalize(puzzle, moves, limit=limit)
            except Undecided:
                stopped = "seconds"
            else:
                symmetry = canonical.symmetry if kind == "canonical" else None
        moved = None if symmetry is None else symmetry(puzzle)
        return TransformAnswer(input, kind, group, moved, symmetry, canonical, stopped, self.lang)


@dataclass(frozen=True, slots=True)
class SameAnswer(Answer):
    """Whether two puzzles are equivalent.

    same      ``None`` where the time ran out
    symmetry  that from the first to the second
    lang      the language of the sentence
    """

    JSON = ("puzzle", "other", "same", "symmetry")
    NULL = ("same", "symmetry")
    PLACE = ()

    input: PuzzleInput
    other: PuzzleInput
    same: bool | None
    symmetry: Symmetry | None
    lang: Lang = field(default=SOURCE, repr=False)

    def json_puzzle(self, lang: Lang) -> str:
        """The first puzzle."""
        return one_line(self.input.puzzle)

    def json_other(self, lang: Lang) -> str:
        """The second puzzle."""
        return one_line(self.other.puzzle)

    def json_symmetry(self, lang: Lang) -> SymmetryData | None:
        """The symmetry from the first to the second."""
        return _symmetry_data(self.symmetry)

    def text(self, lang: Lang | None = None) -> str:
        """``yes`` and the symmetry, ``no`` or ``undecided``, as the language has them."""
        messages = catalogue(lang or self.lang, "phrases")
        say, word = messages.say, {True: "yes", False: "no", None: "undecided"}[self.same]
        answer = say(f"same.{word}")
        if self.symmetry is None:
            return answer
        moved = self.symmetry.parts()
        parts = [say(f"moved.{name}", images=images) for name, images in moved.items()]
        return f"{answer}\t{messages.join(parts or [say('moved.nothing')], 'commas')}"


def same_of(
    input: PuzzleInput, other: PuzzleInput, *, limit: Limit, lang: Lang = SOURCE
) -> SameAnswer:
    """Whether two puzzles are equivalent, with the symmetry from the first to the second."""
    try:
        symmetry = equivalence(input.puzzle, other.puzzle, limit=limit)
    except Undecided:
        return SameAnswer(input, other, None, None, lang)
    return SameAnswer(input, other, symmetry is not None, symmetry, lang)


def _symmetry_data(symmetry: Symmetry | None) -> SymmetryData | None:
    if symmetry is None:
        return None
    return {
        "transpose": symmetry.transpose,
        "rows": [row + 1 for row in symmetry.rows],
        "columns": [column + 1 for column in symmetry.columns],
        "digits": {str(digit): image for digit, image in symmetry.digit_map.items()},
    }
