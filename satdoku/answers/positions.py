"""A position to go on from, with what the solver has proved about it.

A step is found by argument, not by search, and yet each one is held against what is proved before
anybody sees it (:meth:`CheckedPosition.require_right`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Literal

from satdoku.answers.puzzle_input import PuzzleInput, read_puzzle, unread
from satdoku.answers.question import Answer
from satdoku.answers.steps_data import candidate
from satdoku.base.errors import (
    WITHOUT_ENTERED,
    EngineDisagreement,
    FormatError,
    NoSolution,
    NotUnique,
    Undecided,
    Unsupported,
    joined_problems,
)
from satdoku.base.limits import (
    OPEN_END_SECONDS,
    PUZZLE_SECONDS,
    UNLIMITED,
    Clock,
    Limit,
    RanOut,
    under,
)
from satdoku.base.problem import Problem
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Grid
from satdoku.explaining.names import Lang
from satdoku.explaining.phrases import phrases
from satdoku.formats import ReadOptions, parse
from satdoku.puzzle import Document, Position, Puzzle
from satdoku.puzzle.cells import cell_marks, cell_values
from satdoku.puzzle.listing import Listing
from satdoku.rating import start
from satdoku.solving import UniquenessResult, check_unique
from satdoku.techniques.base import Technique
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks

_MAX_MISTAKES = 3
"""The most mistakes of a player in one sentence."""

Verdict = Literal["unique", "multiple", "none", "unknown"]


@dataclass(frozen=True)
class CheckedPosition:
    """A position with its proved verdict.

    input      the puzzle of the position
    verdict    unique | multiple | none; ``unknown`` where the solver was not asked
    witnesses  solutions: the one, or two different ones
    clock      the time that is left for it
    """

    input: PuzzleInput
    position: Position
    verdict: Verdict
    witnesses: tuple[Grid, ...]
    clock: Clock = field(compare=False, repr=False)

    @property
    def entered(self) -> dict[str, str]:
        """The part of ``left_out`` that this check has added."""
        left_out = self.input.left_out or {}
        return {kind: words for kind, words in left_out.items() if kind == "entered"}

    def noted(self, text: str, lang: Lang) -> str:
        """An answer about the position in words, with the parts of the text that it leaves out."""
        return "\n".join([text, *unread(self.input.left_out, self.input.text, lang)])

    def require_right(self, step: Step) -> None:
        """:raises EngineDisagreement: where a step contradicts a solution that is proved."""
        for grid in self.witnesses:
            wrong = [(c, d) for c, d in step.placements if grid.values[c] != d]
            wrong += [(c, d) for c, d in step.eliminations if grid.values[c] == d]
            if wrong or step.contradiction is not None:
                shown = ", ".join(candidate(self.position, pair) for pair in wrong) or "no solution"
                raise EngineDisagreement(
                    f"the technique {step.technique} contradicts the solution of {self.input.text} "
                    f"({shown}). This is a bug; please report it."
                )

    def require_all(self, solutions: Sequence[Grid], *, complete: bool) -> None:
        """Compare the solutions of a search with those that the solver has proved.

        :raises EngineDisagreement: where there are more than there can be, or one is missing.
        """
        most = {"none": 0, "unique": 1}.get(self.verdict)
        missing = complete and any(grid not in solutions for grid in self.witnesses)
        if missing or (most is not None and len(solutions) > most):
            raise EngineDisagreement(
                f"trial found {len(solutions)} solutions of {self.input.text}, and the solver's "
                f"verdict is {self.verdict}. This is a bug; please report it."
            )


class PositionAnswer(Answer):
    """An answer about a position, as it was checked."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def checked(self) -> CheckedPosition: ...

    @property
    def input(self) -> PuzzleInput:
        return self.checked.input


def check_position(
    input: PuzzleInput,
    *,
    later: Document | None = None,
    called: str = "--from",
    limit: Limit = UNLIMITED,
    search: Technique | None = None,
    allow_multiple: bool = False,
    lang: Lang = "en",
) -> CheckedPosition:
    """The position of a document, or the start of its puzzle, with the solver's verdict.

    If the document holds the whole solution, as setters save it, the position is the start of the
    puzzle, and the list of what was left out of the text has ``entered``.

    :param later: a partly solved grid of the puzzle to go on from; ``called`` is what errors
        call it.
    :param search: the one technique that is asked for. Its refusals count; if it does not need a
        unique solution, the solver is not asked.
    :param limit: without seconds it has ``PUZZLE_SECONDS``.
    :param allow_multiple: accept puzzles without exactly one solution, for
        ``OPEN_END_SECONDS`` if there is no other limit.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where the technique or the engines cannot take the puzzle.
    :raises FormatError: where ``later`` is no grid of the puzzle.
    :raises NoSolution, NotUnique: where the puzzle has no solution or several, unless
        ``allow_multiple``; NoSolution also where a position contradicts the one solution of its
        puzzle.
    :raises Undecided: where the time ran out first.
    """
    seconds = PUZZLE_SECONDS if limit.seconds is None else limit.seconds
    clock = replace(limit, seconds=seconds).start()
    try:
        with under(clock):
            return _checked(input, clock, limit, later, called, search, allow_multiple, lang)
    except RanOut:
        kind = "puzzle" if input.document.position is None else "position"
        raise Undecided(phrases(lang).say(f"undecided.{kind}")) from None


def _checked(
    input: PuzzleInput,
    clock: Clock,
    limit: Limit,
    later: Document | None,
    called: str,
    search: Technique | None,
    allow_multiple: bool,
    lang: Lang,
) -> CheckedPosition:
    document = input.document
    document.puzzle.require_valid()
    position = document.position or start(document.puzzle)
    checked = CheckedPosition(input, position, "unknown", (), clock)
    if search is not None:
        reason = search.refusal(position.puzzle)
        if reason is not None:
            raise Unsupported(
                "{technique} does not hold here: {reason}", technique=search.name, reason=reason
            )
    if later is not None:
        checked = replace(checked, position=_moved_on(position, later, called))
    if search is not None and not search.needs_uniqueness:
        return checked
    result = check_unique(document.puzzle, limit=clock.rest())
    _require_verdict(document, result, clock, lang, allow_multiple=allow_multiple)
    assert result.verdict != "undecided"
    if result.verdict == "unique" and later is None and search is None:
        checked = _from_givens(checked, document, result.witnesses[0])
    if later is not None:
        _require_reachable(checked.position, result.witnesses, result.verdict, called)
    if result.verdict != "unique" and limit.seconds is None:
        clock = replace(limit, seconds=OPEN_END_SECONDS).start()
    witnesses = result.witnesses
    if result.verdict == "multiple" and later is not None:
        # The digits of the later grid may rule either of them out.
        witnesses = tuple(grid for grid in witnesses if _lost(checked.position, grid) is None)
    return replace(checked, verdict=result.verdict, witnesses=witnesses, clock=clock)


def _require_verdict(
    document: Document, result: UniquenessResult, clock: Clock, lang: Lang, *, allow_multiple: bool
) -> None:
    """Raise where the time ran out, where what was entered contradicts the one solution, and unless
    ``allow_multiple`` where the puzzle does not have exactly one."""
    wording = phrases(lang)
    position, verdict = document.position, result.verdict
    kind = "puzzle" if position is None else "position"
    if verdict == "undecided":
        raise Undecided(wording.say(f"undecided.{kind}"))
    if position is not None and (
        verdict == "none"
        or (verdict == "unique" and _lost(position, result.witnesses[0]) is not None)
    ):
        _require_consistent(document, position.puzzle, clock, lang)
        if verdict == "unique":  # the time ran out before the digit was named
            error = NoSolution(wording.say("none.position"))
            raise error.offering("givens_only", WITHOUT_ENTERED)
    if verdict == "none" and not allow_multiple:
        raise NoSolution(wording.say(f"none.{kind}"))
    if verdict == "multiple" and not allow_multiple:
        raise NotUnique(_several(wording.say(f"several.{kind}"), document, clock))


def _from_givens(checked: CheckedPosition, document: Document, solution: Grid) -> CheckedPosition:
    """The start of the puzzle, where a player, or its setter, has entered the whole solution."""
    entered = document.position
    givens = document.puzzle.givens
    if entered is None or entered.values != solution.values or None not in givens:
        return checked
    count = givens.count(None)
    left_out = checked.input.left_out or {}
    digits = Listing([f"{count} digit{'' if count == 1 else 's'}"], count)
    stated = {**left_out, "entered": digits}
    input = replace(checked.input, left_out=stated)
    return replace(checked, position=start(document.puzzle), input=input)


def _several(sentence: str, document: Document, clock: Clock) -> str:
    """``sentence``, with the way on where a player's marks make the puzzle unique."""
    position = document.position
    if position is None or not position.noted or document.puzzle.constraints:
        return sentence
    limit = Limit(seconds=clock.remaining())
    if check_unique(position.as_puzzle(), limit=limit).verdict != "unique":
        return sentence
    return worded(
        "{sentence}; with the marks in {count} cells as part of the puzzle there is exactly one: "
        "satdoku convert --to pencilmarks writes it so",
        sentence=sentence.rstrip("。"),
        count=len(position.noted),
    )


def _require_consistent(document: Document, puzzle: Puzzle, clock: Clock, lang: Lang) -> None:
    """:raises NoSolution: where the digits and marks of a position contradict the one solution of
    its puzzle; names some of them, and has all in ``problems``."""
    if puzzle.problems():
        return
    from satdoku.diagnosing.board import PlayerBoard, check_board
    from satdoku.explaining.findings import findings

    check = check_board(PlayerBoard.of(document, puzzle), limit=clock.rest())
    if check.solutions == "one" and check.verdict == "wrong":
        mistakes = findings(puzzle.geometry, lang).mistakes(check)
        problems = [Problem("entered", text.rstrip(".。"), cells) for text, cells in mistakes]
        error = NoSolution(joined_problems(problems, _MAX_MISTAKES))
        error.problems = tuple(problems)
        raise error.offering("givens_only", WITHOUT_ENTERED)


def _moved_on(position: Position, later: Document, called: str) -> Position:
    """The position with the digits (and candidates) of a later grid.

    :raises FormatError: where it disagrees with the puzzle, naming the place.
    """
    geometry = position.geometry
    noted = later.position
    values = later.puzzle.givens if noted is None else noted.values
    if later.puzzle.geometry != geometry:
        raise FormatError(
            "{called} is a board {board}, and the puzzle one {board_2}",
            called=called,
            board=later.puzzle.geometry.describe(),
            board_2=geometry.describe(),
        )
    for cell, (own, new) in enumerate(zip(position.values, values, strict=True)):
        if own is not None and own != new:
            raise _contradiction(
                worded("{called} leaves {cell} empty, where the puzzle has {given}")
                if new is None
                else worded("{called} has {digit} in {cell}, where the puzzle has {given}"),
                position,
                cell,
                called=called,
                digit=new,
                given=own,
            )
    if faults := later.puzzle.problems():
        error = FormatError(
            "{called} is at fault: {faults}", called=called, faults=joined_problems(faults)
        )
        error.problems = faults
        raise error
    for cell, (own, new) in enumerate(zip(position.values, values, strict=True)):
        if own is None and new is not None:
            if new not in position.candidates[cell]:
                raise _contradiction(
                    worded("{called} has {digit} in {cell}, where the puzzle rules it out"),
                    position,
                    cell,
                    called=called,
                    digit=new,
                )
            position = position.place(cell, new)
    if noted is not None:
        position = position.eliminate(
            (cell, digit)
            for cell, digits in enumerate(position.candidates)
            for digit in digits - noted.candidates[cell]
        )
    return position


def player_document(
    board: AnyPuzzle | None, marks: PlayerMarks | None, puzzle: Puzzle
) -> Document | None:
    """A player's board of a puzzle as a later grid, with the marks of the cells that have some.

    :raises FormatError: where it cannot be read, or marks name no cell or digit of the board.
    :raises TypeError: where it is nothing that can hold a board, or marks.
    """
    geometry = puzzle.geometry
    if board is None and marks is None:
        return None
    if board is None:
        document = Document(puzzle)
    elif isinstance(board, str):
        # Most texts have no regions.
        document = parse(board, ReadOptions(geometry=geometry))
    elif isinstance(board, Puzzle | Position):
        document = read_puzzle(board)
    else:
        values = tuple(cell_values(board, "board", zero_is_empty=0 not in geometry.digits))
        if len(values) != geometry.cell_count:
            raise FormatError(
                "board has {count} cells, and the puzzle {cells}",
                count=len(values),
                cells=geometry.cell_count,
            )
        document = Document(Puzzle(geometry, values))
    if marks is None:
        return document
    noted = cell_marks(marks, geometry)
    held = document.position
    values = document.puzzle.givens if held is None else held.values
    every = frozenset(geometry.digits)
    known = (every,) * len(values) if held is None else held.candidates
    candidates = tuple(here or there for here, there in zip(noted, known, strict=True))
    return replace(document, position=Position(document.puzzle, values, candidates))


def _lost(position: Position, grid: Grid) -> tuple[int, bool] | None:
    """The first cell where a position has left a solution, and whether a digit stands there."""
    for cell, (value, digits) in enumerate(zip(position.values, position.candidates, strict=True)):
        digit = grid.values[cell]
        if value is not None and value != digit:
            return cell, True
        if value is None and digit not in digits:
            return cell, False
    return None


def _require_reachable(
    position: Position, witnesses: tuple[Grid, ...], verdict: str, called: str
) -> None:
    """:raises FormatError: where a later grid has left the one solution."""
    if verdict != "unique":
        return
    lost = _lost(position, witnesses[0])
    if lost is None:
        return
    cell, written = lost
    raise _contradiction(
        worded("{called} has {digit} in {cell}, but the puzzle's solution has another digit there")
        if written
        else worded("{called} leaves {cell} without the digit that the solution has there"),
        position,
        cell,
        called=called,
        digit=position.values[cell],
    )


def _contradiction(form: str, position: Position, cell: int, **values: object) -> FormatError:
    """The error about one cell of a player's board."""
    error = FormatError(worded(form, cell=position.geometry.name(cell), **values))
    error.problems = (Problem("entered", error.reason, (cell,)),)
    return error
