"""``satdoku check``: what is wrong with a player's board, without giving the rest away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import TYPE_CHECKING, Annotated

import typer

from satdoku.answers.asked import Asked, one_line
from satdoku.cli.inputs import Item, Reading, all_items, input_bytes, is_file
from satdoku.cli.options import (
    BoxOption,
    FormatOption,
    JsonOption,
    Letters,
    LettersOption,
    RulesOption,
    TimeLimitOption,
)
from satdoku.cli.output import BAD_INPUT, DONE, NO, UNDECIDED, Report, coloured, report_all, watched
from satdoku.cli.telling import Lang, LangOption, wrapped
from satdoku.errors import FormatError, InvalidPuzzle, SatdokuError, Unsupported
from satdoku.limits import Limit
from satdoku.puzzle import Puzzle
from satdoku.records.base import ErrorRecord
from satdoku.records.findings import CheckRecord

if TYPE_CHECKING:
    from satdoku.diagnose.board import BoardCheck
    from satdoku.solving import UniquenessResult

__all__ = ["check"]


def check(
    boards: Annotated[
        list[str],
        typer.Argument(
            metavar="BOARD...", help="A partly filled board, a file of boards, or - for stdin."
        ),
    ],
    puzzle: Annotated[
        str | None,
        typer.Option(
            "--puzzle",
            "-p",
            metavar="PUZZLE",
            help="The puzzle, whose givens are right; or a file with one for all boards, "
            "or one for each.",
        ),
    ] = None,
    reveal: Annotated[
        bool, typer.Option("--reveal", help="Also print the right digits of wrong cells.")
    ] = False,
    lang: LangOption = Lang.en,
    time_limit: TimeLimitOption = None,
    ascii: Annotated[bool, typer.Option("--ascii", help="Draw with - | + only.")] = False,
    format: FormatOption = None,
    letters: LettersOption = Letters.auto,
    box: BoxOption = None,
    rules: RulesOption = None,
    json: JsonOption = False,
) -> int:
    """Check which digits and pencil marks of a partly filled board are wrong.

    Right digits are printed only with --reveal. Exit codes: 0 nothing is wrong,
    1 something is, 2 bad input, 3 undecided. Off a terminal: verdict, tab, board, tab, faults.
    """
    reading = Reading.of(format, letters, box, rules)
    puzzles = None if puzzle is None else _puzzles(puzzle, Reading.of(None, letters, box, rules))
    checking = _Checking(Limit(seconds=time_limit), reveal, ascii, lang)
    many = any(is_file(argument) for argument in boards)
    with watched(input_bytes(boards), wanted=many) as advance:

        def answers() -> Iterator[CheckRecord | ErrorRecord]:
            for item, asked in _paired(all_items(boards, reading), puzzles):
                advance(len(item.text) + 1, 1)
                yield checking.answer(item, asked)

        report = Report(_lines, checking.picture_of, _code)
        return report_all(answers(), report, json)


def _puzzles(argument: str, reading: Reading) -> list[Item]:
    found = list(all_items([argument], reading))
    if not found:
        raise FormatError(f"--puzzle {argument} holds no puzzle")
    for item in found:
        if item.document is None and (len(found) == 1 or not item.line):
            raise FormatError(f"--puzzle cannot be read: {item.error}")
    return found


def _paired(
    boards: Iterator[Item], puzzles: Sequence[Item] | None
) -> Iterable[tuple[Item, Item | None]]:
    """Each board with its puzzle.

    :raises SatdokuError: where there are several puzzles and not as many boards.
    """
    if puzzles is None:
        return zip(boards, repeat(None))
    if len(puzzles) == 1:
        return zip(boards, repeat(puzzles[0]))
    listed = list(boards)
    if len(listed) != len(puzzles):
        raise SatdokuError(
            f"--puzzle holds {len(puzzles)} puzzles for {len(listed)} "
            f"board{'' if len(listed) == 1 else 's'}; it takes one, or one for each"
        )
    return zip(listed, puzzles, strict=True)


@dataclass
class _Checking:
    """What every board of a run is asked with, and the last answer for the picture."""

    limit: Limit
    reveal: bool
    ascii: bool
    lang: Lang
    last: BoardCheck | None = field(default=None, init=False)
    _known: tuple[Puzzle, UniquenessResult] | None = field(default=None, init=False)

    def answer(self, item: Item, asked: Item | None) -> CheckRecord | ErrorRecord:
        """The record of one board."""
        from satdoku.answers.board import board_record
        from satdoku.diagnose.board import Board, check_board

        if item.document is None:
            return _error(item, str(item.error))
        puzzle = None
        if asked is not None:
            if asked.document is None:
                return _error(item, f"its puzzle cannot be read: {asked.error}")
            puzzle = asked.document.puzzle
            faults = [fault.message for fault in puzzle.problems()]
            if faults:
                return _error(item, f"its puzzle is at fault: {'; '.join(faults)}")
        try:
            board = Board.of(item.document, puzzle)
            clock = self.limit.start()
            known = self._answer_of(board.puzzle) if board.trusted else None
            # One limit for both questions.
            left = Limit(seconds=clock.remaining())
            found = check_board(board, limit=left, known=known, lang=self.lang.value)
        except (FormatError, InvalidPuzzle, Unsupported) as error:
            return _error(item, str(error))
        self.last = found
        shown = Asked(board.puzzle, item.line, _shown(item), item.source)
        return board_record(found, shown, reveal=self.reveal, lang=self.lang.value)

    def _answer_of(self, puzzle: Puzzle) -> UniquenessResult:
        """Whether the puzzle has one solution, asked once for many boards in a row."""
        if self._known is None or self._known[0] != puzzle:
            from satdoku.solving import check_unique

            self._known = puzzle, check_unique(puzzle, limit=self.limit)
        return self._known[1]

    def picture_of(self, record: CheckRecord) -> str:
        """The board with what is wrong in red, and the sentences."""
        lines = [wrapped(sentence, self.lang) for sentence in record.sentences]
        return "\n".join([*self._picture(), *lines])

    def _picture(self) -> list[str]:
        import shutil

        from satdoku.render.scene import Highlight, MarkRole, make_scene
        from satdoku.render.terminal import render_scene

        found = self.last
        if found is None:
            return []
        board = found.board
        faulty: dict[int, Highlight] = dict.fromkeys(found.faulty_cells, "fault")
        marks: dict[tuple[int, int], MarkRole] = {(s.cell, s.digit): "out" for s in found.stale}
        scene = make_scene(board.position, highlights=faulty, marks=marks)
        noted = any(board.position.candidates)
        return [
            render_scene(
                scene,
                candidates="lines" if noted else None,
                width=shutil.get_terminal_size().columns,
                color=coloured(),
                ascii=self.ascii,
                starred=True,
            )
        ]


def _shown(item: Item) -> str:
    text = item.text.strip()
    if item.document is not None and ("\n" in text or not text):
        position = item.document.position
        text = one_line(item.document.puzzle) if position is None else position.grid.text()
    return text.replace("\t", " ")


def _error(item: Item, sentence: str) -> ErrorRecord:
    place = f"line {item.line}: " if item.line and not sentence.startswith("line ") else ""
    if item.source is not None:
        place = f"{item.source}: {place}"
    return ErrorRecord(item.line, _shown(item), f"{place}{sentence}", source=item.source)


def _lines(record: CheckRecord) -> Iterable[str]:
    faults = chain(
        (f"{w['cell']}={w['digit']}" for w in record.wrong),
        ("+".join(clash) for clash in record.clashes),
        (f"{cell}?" for cell in record.lost),
        ("+".join(f"{cell}?" for cell in cells) for cells in (record.lost_together,) if cells),
        (f"{s['cell']}<>{s['digit']}" for s in record.no_longer),
    )
    row = f"{record.verdict}\t{record.puzzle}\t{' '.join(faults)}"
    if record.right:
        row += "\t" + " ".join(f"{cell}={digit}" for cell, digit in record.right.items())
    return (row,)


def _code(record: CheckRecord) -> int:
    codes = {"solved": DONE, "fine": DONE, "wrong": NO, "unsolvable": NO, "undecided": UNDECIDED}
    return codes.get(record.verdict, BAD_INPUT)
