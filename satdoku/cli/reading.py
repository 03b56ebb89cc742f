"""How puzzles are read, and what options add to them or leave out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import field, replace

from satdoku.answers.puzzle_input import understood
from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Constraint, Geometry
from satdoku.cli.additions import given_of, rules_of
from satdoku.cli.files import is_file
from satdoku.cli.streams import complain
from satdoku.cli.texts import text_of
from satdoku.formats import Letters, ReadOptions
from satdoku.formats.boards import read_board, stated_rules
from satdoku.puzzle import Document, Puzzle
from satdoku.puzzle.certainty import DrawingsMode
from satdoku.puzzle.listing import words_of


@dataclass(frozen=True)
class Reading:
    """How puzzles are read: by --format, --letters, --box, --rules, --given,
    --givens-only and --drawings."""

    options: ReadOptions
    latin: bool = False
    rules: str | None = None
    given: tuple[str, ...] = ()
    givens_only: bool = False
    strict: bool = False
    drawings: DrawingsMode = "auto"
    unmatched: dict[str, None] = field(default_factory=dict, compare=False)
    """The names of --ignore that have left nothing out so far."""

    @staticmethod
    def of(
        format_name: str | None,
        letters: Letters,
        box: str | None,
        rules: str | None,
        ignore: Sequence[str] = (),
        *,
        strict: bool = False,
        given: Sequence[str] = (),
        givens_only: bool = False,
        drawings: DrawingsMode = "auto",
    ) -> Reading:
        """:raises FormatError: where the box is neither 2x3, none nor a board described."""
        latin = box is not None and box.strip().lower() == "none"
        geometry, stated = (None, ()) if box is None or latin else _box_geometry(box)
        options = ReadOptions(format_name, geometry, letters, stated, ignore=tuple(ignore))
        unmatched = dict.fromkeys(options.ignore)
        return Reading(
            options, latin, rules, tuple(given), givens_only, strict, drawings, unmatched
        )

    @property
    def is_plain(self) -> bool:
        """Whether no board, letters, rules or digits are given, and none to leave out."""
        return (
            self.options.geometry is None
            and not self.options.ignore
            and not self.strict
            and self.options.letters == "auto"
            and not self.latin
            and self.rules is None
            and not self.given
        )

    def match(self, document: Document | None) -> None:
        """Look at what was left out of a puzzle; one that cannot be read may have any name."""
        if not self.unmatched:
            return
        from satdoku.formats.clues import spellings  # few puzzles have anything to ignore

        ignored = None if document is None else words_of(document.extras.get("ignored", ""))
        for name in list(self.unmatched):
            if ignored is None or {*spellings(name)} & {*map(str.lower, ignored)}:
                del self.unmatched[name]

    def complain_of_unmatched(self) -> None:
        """Report the names of --ignore that have left nothing out."""
        for name in self.unmatched:
            complain(worded("--ignore {name} left nothing out", name=name))

    def knows(self, puzzle: Puzzle) -> bool:
        """Whether --rules names all rules of a puzzle, which need not be written with it then."""
        if self.rules is None:
            return False
        return set(puzzle.constraints) <= set(rules_of(self.rules, puzzle.geometry))

    def adapt(self, document: Document) -> Document:
        """The document on the board, under the rules and with the givens that the options name.

        :raises FormatError: where it cannot have them.
        """
        if self.givens_only:
            document = document.givens_only()
        puzzle = document.puzzle
        if self.latin:
            geometry = Geometry.latin(puzzle.geometry.rows)
            puzzle = replace(puzzle, geometry=geometry)
        if self.rules is not None:
            from satdoku.constraints import once  # few puzzles have rules of --rules

            extra = rules_of(self.rules, puzzle.geometry)
            puzzle = replace(puzzle, constraints=once(puzzle.constraints + extra)[0])
        position = document.position
        if position is not None and puzzle is not document.puzzle:
            # A position has its own givens: the text may have marked them apart from other digits.
            bare = position.puzzle
            own = replace(puzzle, givens=bare.givens, pencil_marks=bare.pencil_marks)
            position = replace(position, puzzle=own)
        for text in self.given:
            cell, digit = given_of(text, puzzle)
            puzzle = puzzle.with_givens({cell: digit})
            if position is not None:
                position = position.with_given(cell, digit)
        if puzzle is not document.puzzle:
            document = replace(document, puzzle=puzzle, position=position)
        # Last, so that drawings are read on the board and beside the rules that were asked for.
        return understood(document, self.drawings)


def _box_geometry(text: str) -> tuple[Geometry, tuple[Constraint, ...]]:
    """The board of an option, and the rules that its words state."""
    height, cross, width = text.strip().lower().partition("x")
    if not (cross and height.isdecimal() and width.isdecimal()):
        if not re.search(r"[={]|[a-z]{3}", text) and not is_file(text):
            raise FormatError(
                "--box is a height and a width such as 2x3, or none, not {value!r}", value=text
            )
        try:
            words = text_of(text, "--shape")
            geometry = read_board(words)
            return geometry, stated_rules(geometry, words)
        except FormatError as error:
            raise FormatError("--shape: {error}", error=error) from None
    try:
        return Geometry.boxes(int(height) * int(width), int(height), int(width)), ()
    except ValueError as error:
        raise FormatError("--box {value}: {error}", value=text, error=error) from None
