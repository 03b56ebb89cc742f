"""A puzzle with its text and place, as every question takes it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from satdoku.answers.doubts import doubts, published_solution
from satdoku.answers.json_object import ErrorRecord, JsonObject, is_doubtful
from satdoku.base.errors import (
    DIED,
    FormatError,
    NoSolution,
    NotUnique,
    OptionError,
    ProgramFault,
    SatdokuError,
    Undecided,
    Unsupported,
    as_flag,
    in_source,
    visible,
    with_place,
)
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Geometry, Grid
from satdoku.board.names import Cell, Placed
from satdoku.formats import FORMATS, Letters, ReadOptions, WriteOptions, detect, parse, write
from satdoku.puzzle import Document, Position, Puzzle, puzzle_of_cells
from satdoku.puzzle.certainty import Certainty, DrawingsMode
from satdoku.puzzle.listing import Listing, words_of

if TYPE_CHECKING:
    from satdoku.explaining.names import Lang
    from satdoku.puzzle.cells import AnyPuzzle, Cells
    from satdoku.puzzle.drawn_reading import DrawnReading, ReadRule

_LEFT_OUT = ("ignored", "drawings", "unused", "repeated", "solution", "read", "guessed", "partly")
_MAX_SHOWN_CHARACTERS = 300  # of JSON or of a link in a row
_OF_LINKS = re.compile("[a-wyz~:]").search
"""Finds a character that only links have; long lines of cells are recognised at once."""
_VERDICTS = {
    NoSolution: "none",
    NotUnique: "multiple",
    Undecided: "undecided",
    ProgramFault: "fault",
}


@dataclass(frozen=True, slots=True)
class RuleFromDrawings(JsonObject):
    """A rule that was read from drawings or words, as JSON has it.

    rule      its name
    clues     its clues, as ``--rules`` reads them
    sentence  the sentence of the text that tells it
    drawings  how many drawings its clues are
    """

    rule: str
    clues: tuple[str, ...]
    sentence: str
    drawings: int


@dataclass(frozen=True, slots=True)
class ReadingData(JsonObject):
    """The rules that drawings and words were read as, as JSON has them; see
    :class:`~satdoku.puzzle.drawn_reading.DrawnReading`."""

    certainty: Certainty
    rules: tuple[RuleFromDrawings, ...]
    further: tuple[RuleFromDrawings, ...]
    replaced: tuple[str, ...]
    unread: int


@dataclass(frozen=True, slots=True)
class PuzzleInput:
    """A puzzle that a question is put about.

    held         its document; ``None`` where ``written`` is a plain line that the core has read
    line         the line it stood on, from 1
    written      its text, on one line; ``None`` if it was not given as text
    source       the file it came from
    left_out     the parts of the text that do not belong to the puzzle (:func:`left_out`)
    letters      the digits that letters stand for in it
    rules_known  whether a puzzle made from it can be written without its rules
    """

    held: Document | None
    line: int = 1
    written: str | None = None
    source: str | None = None
    left_out: Mapping[str, str] | None = None
    letters: Letters = "auto"
    rules_known: bool = False

    @property
    def document(self) -> Document:
        """The puzzle with its title, drawings and the other parts of its text."""
        return parse(self.written or "") if self.held is None else self.held

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.document.puzzle

    @property
    def theme(self) -> Puzzle:
        """The puzzle with its clues without a number as rules.

        :raises Unsupported: where these cannot be read.
        """
        from satdoku.generating.open_clues import theme_of  # few puzzles have such clues

        try:
            return theme_of(self.document)
        except FormatError as error:
            raise Unsupported(
                "{reason}; leave it out, or write these clues with their numbers among the rules",
                reason=error.reason,
            ) from None

    @property
    def text(self) -> str:
        """The text of the puzzle, on one line."""
        return one_line(self.puzzle) if self.written is None else self.written

    def cell(self, index: int) -> Cell:
        """A cell of the board, as answers have it."""
        return _cells_of(self.puzzle.geometry)[index]

    def cells(self, indices: Iterable[int]) -> tuple[Cell, ...]:
        """Several cells."""
        cells = _cells_of(self.puzzle.geometry)
        return tuple([cells[index] for index in indices])

    def placed(self, pairs: Iterable[tuple[int, int | None]]) -> tuple[Placed, ...]:
        """Cells with their digits, as answers have them."""
        cells = _cells_of(self.puzzle.geometry)
        return tuple([Placed(cells[cell], digit) for cell, digit in pairs if digit is not None])

    def write(self, grid: Grid) -> str:
        """A solution on one line, its digits written as those of the puzzle are."""
        size = grid.geometry.size
        if size <= 9:
            return grid.text()
        if size > 35 or " " in self.text or "," in self.text:
            return " ".join(map(str, grid.values))
        filled = Document(Puzzle(grid.geometry, grid.values))
        convention = _convention(self.text, self.puzzle, self.letters)
        return write(filled, "line", WriteOptions(convention, geometry=grid.geometry)).strip()

    def marked(self, verdict: str) -> str:
        """A verdict for a reader: with a question mark where it is doubtful."""
        return f"{verdict}{self.mark(verdict)}"

    def mark(self, verdict: str) -> str:
        """A question mark where a verdict may be about another puzzle, else nothing."""
        return "?" if is_doubtful(self.left_out, verdict) else ""

    def of_several(self) -> PuzzleInput:
        """A copy for a puzzle with several solutions; it states the one in the text, if any."""
        if self.held is None or (published := published_solution(self.held)) is None:
            return self
        stated = {**(self.left_out or {}), "published": self.write(published)}
        return replace(self, left_out=stated)

    def after(self, error: SatdokuError) -> PuzzleInput:
        """A copy for an error: if it is about several solutions, the one in the text is stated."""
        return self.of_several() if isinstance(error, NotUnique) else self

    @property
    def place(self) -> dict[str, Any]:
        """The place of the puzzle, without what there is not: how every JSON object begins."""
        place: dict[str, Any] = {"line": self.line, "puzzle": self.text}
        if self.source is not None:
            place["source"] = self.source
        if self.left_out is not None:
            place["left_out"] = self.left_out
        if (reading := self.reading) is not None:
            place["reading"] = reading.data()
        return place

    @property
    def reading(self) -> ReadingData | None:
        """The rules that its drawings and words were read as."""
        reading = None if self.held is None else self.held.reading
        if reading is None:
            return None
        geometry = self.puzzle.geometry
        rules, further = (
            tuple([_rule_data(rule, geometry) for rule in rules])
            for rules in (reading.rules, reading.further)
        )
        return ReadingData(reading.certainty, rules, further, reading.replaced, reading.unread)


def _rule_data(rule: ReadRule, geometry: Geometry) -> RuleFromDrawings:
    from satdoku.constraints.data import to_words  # few puzzles are drawn

    clues = tuple([to_words(clue, geometry) for clue in rule.clues])
    return RuleFromDrawings(rule.name, clues, rule.sentence, len(rule.drawings))


@lru_cache(maxsize=4)
def _cells_of(geometry: Geometry) -> tuple[Cell, ...]:
    return tuple([Cell(geometry, index) for index in range(geometry.cell_count)])


@lru_cache(maxsize=16)
def _convention(text: str, puzzle: Puzzle, letters: Letters) -> Letters:
    """The meaning of letters in a puzzle's own text; A=10 where it does not show."""
    if letters != "auto":
        return letters
    conventions: tuple[Letters, ...] = ("10", "1", "hex")
    for convention in conventions:
        options = ReadOptions("line", puzzle.geometry, convention)
        try:
            if parse(text, options).puzzle.givens == puzzle.givens:
                return convention
        except FormatError:
            continue
    return "10"


def one_line(puzzle: Puzzle, title: str | None = None) -> str:
    """The puzzle on one line, in the plainest format that holds all of it (JSON its title too)."""
    document = Document(puzzle, title=title)
    for name in ("line", "numbers", "pencilmarks", "json"):
        try:
            text = write(document, name).strip()
        except SatdokuError:
            continue
        if "\n" not in text:
            return text
    return puzzle.grid.text()


def puzzle_text(puzzle: Puzzle, *, rules_known: bool, title: str | None = None) -> str:
    """The puzzle on one line; its givens alone where the rest of it need not be written."""
    if (
        puzzle.geometry.is_plain
        and puzzle.geometry.box is not None
        and puzzle.pencil_marks is None
        and (rules_known or not puzzle.constraints)
    ):
        return puzzle.grid.text()
    return one_line(puzzle, title)


def rewritten(input: PuzzleInput, puzzle: Puzzle, *, same_solution: bool = True) -> str:
    """A puzzle made of another one, on one line: as a link of the same site, with its title, where
    that holds all of it, and else as :func:`puzzle_text` has it."""
    if (link := _as_link(input, puzzle, same_solution)) is not None:
        return link
    title = _titled(input.text, input.left_out)[0]
    return puzzle_text(puzzle, rules_known=input.rules_known, title=title)


# Several puzzles may be made of one.
_parsed = lru_cache(maxsize=1)(parse)


def _as_link(input: PuzzleInput, puzzle: Puzzle, same_solution: bool) -> str | None:
    # A link without its drawings, or without the rules that were ignored, would mislead.
    lost = {*(input.left_out or ())} & {"ignored", "drawings"}
    if input.text.startswith("{") or lost or not _is_link(input.text):
        return None
    name = detect(input.text)
    try:
        document = _parsed(input.text, ReadOptions())
        new = replace(
            document,
            puzzle=puzzle,
            position=None,
            solution=document.solution if same_solution else None,
            rules=document.rules if document.puzzle.constraints == puzzle.constraints else None,
        )
        text = write(new, name).strip()
        return text if parse(text).puzzle.poses_the_same(puzzle) else None
    except SatdokuError:
        return None


def shown_text(text: str, document: Document) -> str:
    """A puzzle's text on one line: as it was written, where that is one line or lines of items."""
    text = text.strip()
    if "\n" in text or not text:
        lines = (line for line in text.split("\n") if not line.lstrip().startswith("#"))
        items = "".join("".join(lines).split())
        strung = items.startswith(".") and FORMATS["iss"].detect(items) == 100
        text = items if strung else one_line(document.puzzle, document.title)
    return text.replace("\t", " ")


def read_puzzle(puzzle: AnyPuzzle, name: str = "puzzle") -> Document:
    """The document of a puzzle, which may be a text, a position or rows of cells.

    :param name: the argument that it is the value of.
    :raises FormatError: where the text cannot be read, or rows of cells make no board.
    :raises TypeError: where it is nothing that can hold a puzzle.
    """
    if isinstance(puzzle, str):
        return understood(parse(puzzle))
    if isinstance(puzzle, Position):
        return Document(puzzle.as_puzzle(), puzzle)
    return Document(puzzle if isinstance(puzzle, Puzzle) else puzzle_of_cells(puzzle, name))


def input_of(puzzle: AnyPuzzle, name: str = "puzzle", *, givens_only: bool = False) -> PuzzleInput:
    """A puzzle that comes from no file.

    :param givens_only: whether what a player has entered is left out.
    :raises FormatError, TypeError: as :func:`read_puzzle`.
    """
    document = read_puzzle(puzzle, name)
    if givens_only:
        document = document.givens_only()
    text = shown_text(puzzle, document) if isinstance(puzzle, str) else None
    return PuzzleInput(document, 1, text, None, left_out(document))


def with_additions(input: PuzzleInput, rules: str, given: Iterable[str]) -> PuzzleInput:
    """A puzzle under further rules (``diagonal,thermo:r1c1+r1c2``) and with further givens
    (``r1c4=3``).

    :raises OptionError: where they cannot be read, or a cell has another given.
    """
    from satdoku.constraints import once, parse_rules  # few puzzles come with others' rules

    document, puzzle = input.document, input.puzzle
    try:
        extra = parse_rules(rules, puzzle.geometry) if rules else ()
    except FormatError as error:
        raise OptionError(error.reason, "rules") from None
    puzzle = replace(puzzle, constraints=once(puzzle.constraints + extra)[0])
    for text in given:
        name, _, value = text.partition("=")
        digit = int(value) if re.fullmatch(r"\s*[0-9]{1,3}\s*", value) else None
        try:
            cell = puzzle.geometry.cell(name.strip())
        except ValueError as error:
            raise OptionError(
                worded("{reason}; write it as r1c4=3", reason=str(error)), "given"
            ) from None
        if digit not in puzzle.geometry.digits or puzzle.givens[cell] not in (None, digit):
            reason = worded("{name} cannot be given as {value}", name=name, value=f"{value!r:.20}")
            raise OptionError(reason, "given")
        puzzle = puzzle.with_givens({cell: digit})
    if document.position is not None:
        # What a player has entered stays, on the new puzzle.
        document = replace(document, position=replace(document.position, puzzle=puzzle))
    document = replace(document, puzzle=puzzle)
    return replace(input, held=document, written=None, left_out=left_out(document))


def full_grid(given: str | Grid | Cells, geometry: Geometry, name: str) -> Grid:
    """A solution that an option gives.

    :raises OptionError: where it is none of this board, or not full.
    """
    if isinstance(given, Grid):
        puzzle = Puzzle(given.geometry, given.values)
    elif isinstance(given, str):
        try:
            puzzle = parse(given, ReadOptions(geometry=geometry)).puzzle
        except FormatError as error:
            raise OptionError(str(error), name) from None
    else:
        puzzle = puzzle_of_cells(given, name)
    if puzzle.geometry.cell_count != geometry.cell_count or puzzle.constraints or puzzle.is_sukaku:
        board = geometry.describe()
        raise OptionError(worded("digits on {board} are wanted, nothing else", board=board), name)
    if None in puzzle.givens:
        raise OptionError("every cell of the solution must hold a digit", name)
    return Grid(geometry, puzzle.givens)


def understood(
    document: Document, drawings: DrawingsMode = "auto", decided: Mapping[str, str] | None = None
) -> Document:
    """A document with the rules that its drawings and words are, where they can be told.

    :param decided: a user's choice, as :func:`~satdoku.reading.read_drawn` takes it.
    :raises FormatError: where that is none.
    """
    if drawings == "off" or not (document.drawings or document.rules):
        return document
    from satdoku.reading import read_drawn  # few documents have drawings or words

    read = read_drawn(document, decided=decided)
    reading = read.reading
    if reading is None:
        return read
    if drawings == "proved" and reading.certainty == "plausible":
        styles = tuple(replace(style, taken=None) for style in reading.styles)
        reading = replace(reading, certainty="partial", styles=styles)
        read = replace(document, reading=reading)
    if not reading.rules:
        return read
    # The note stays with the puzzle where it is written as satdoku's JSON.
    return replace(read, extras={**read.extras, **_reading_note(reading)})


_NOTES: dict[Certainty, str] = {"proved": "read", "plausible": "guessed", "partial": "partly"}


def _reading_note(reading: DrawnReading) -> dict[str, str]:
    """The rules that were read from drawings and words, and how sure that is."""
    from satdoku.constraints import REGISTRY

    clues: dict[tuple[str, str], int] = {}
    for rule in reading.rules:
        called = getattr(rule.clues[0], "called", "")
        clues[rule.name, called] = clues.get((rule.name, called), 0) + len(rule.clues)
    words = []
    for (name, called), count in clues.items():
        kind = REGISTRY[name]
        one, several = kind.noun, kind.plural or f"{kind.noun}s"
        if called:
            one, several = f'clue "{called}"', f'clues "{called}"'
        placed = any(not parameter.optional for parameter in kind.parameters)
        words.append(f"{count} {one if count == 1 else several}" if placed else one)
    return {_NOTES[reading.certainty]: Listing(words, sum(clues.values()))}


def left_out(document: Document) -> dict[str, str] | None:
    """The parts of a text that do not belong to the puzzle: ``ignored`` rules, ``drawings`` that
    may be clues, what is ``unused``, for it says nothing about the solution, and the other
    :func:`doubts` about it; and what was ``read`` from drawings and words, ``guessed`` where no
    solution proves it, or ``partly`` where it was not used."""
    notes = {key: document.extras[key] for key in _LEFT_OUT if key in document.extras}
    if document.solution or document.rules or document.position:
        notes |= doubts(document)
    return notes or None


def entered(document: Document) -> str | None:
    """The sentence that what a player has entered is left out; ``None`` where that is nothing."""
    position, noted, digits = document.position, {*document.corners}, 0
    if position is not None and document.puzzle != position.as_puzzle():
        digits = len(position.entered)
        open_cells = [cell for cell, value in enumerate(position.values) if value is None]
        noted |= {*(open_cells if position.noted is None else position.noted)}
    if not digits and not noted:
        return None
    return worded(
        "what a player has entered is left out (digits: {digits}, cells with marks: {cells})",
        digits=digits,
        cells=len(noted),
    )


def unread(notes: Mapping[str, str] | None, text: str, lang: Lang = "en") -> list[str]:
    """The parts that :func:`left_out` finds, in sentences."""
    if not notes:
        return []
    from satdoku.explaining.unread import unread_sentences  # few puzzles need what these load
    from satdoku.formats.links import is_link

    return list(unread_sentences(notes, link=is_link(text), lang=lang))


def named(
    puzzle: str, line: int, left_out: Mapping[str, str] | None = None, source: str | None = None
) -> str:
    """A puzzle's text as a row shows it: JSON by its title, and so a long link; without one, where
    it is long, by its givens, and where there are none by its file and line."""
    is_json = puzzle.startswith("{")
    if not is_json and not (len(puzzle) > _MAX_SHOWN_CHARACTERS and _is_link(puzzle)):
        return puzzle
    title, givens = _titled(puzzle, left_out)
    if title is not None:
        return title
    if len(puzzle) <= _MAX_SHOWN_CHARACTERS:
        return puzzle
    return givens if givens is not None and givens.strip(".") else f"{source or 'input'}:{line}"


def _is_link(text: str) -> bool:
    if _OF_LINKS(text) is None:
        return False
    try:
        return FORMATS[detect(text)].many == "mixed"
    except FormatError:
        return False


def _titled(text: str, left_out: Mapping[str, str] | None) -> tuple[str | None, str | None]:
    """The title of a puzzle in JSON or in a link, and its givens."""
    title: object = None
    givens: object = None
    if text.startswith("{"):
        import json  # few puzzles are in JSON

        # JSON that cannot be read as a puzzle may have a title all the same.
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return None, None
        title = data.get("title") or data.get("name")
        givens = data.get("givens") or data.get("puzzle")
    elif _is_link(text):
        options = ReadOptions(ignore=words_of((left_out or {}).get("ignored", "")))
        try:
            document = _parsed(text, options)
        except FormatError:
            return None, None
        title, givens = document.title, document.puzzle.grid.text()
    words = visible(title) if isinstance(title, str) else ""
    return words or None, givens if isinstance(givens, str) else None


def error_record(
    sentence: str,
    line: int,
    text: str,
    source: str | None,
    verdict: str | None = None,
    left_out: Mapping[str, str] | None = None,
) -> ErrorRecord:
    """Why a puzzle has no answer, the sentence with the file where there is one."""
    placed = in_source(sentence, source)
    return ErrorRecord(line, text, placed, verdict, source=source, left_out=left_out)


def refusal(
    error: SatdokuError,
    line: int,
    text: str,
    source: str | None,
    *,
    place: str | None = None,
    more: str = "",
    left_out: Mapping[str, str] | None = None,
) -> ErrorRecord:
    """Why a readable puzzle has no answer; the verdict is what the error stands for.

    :param place: how the line is named in the language of the answer.
    :param more: an addition to the sentence.
    """
    sentence = error.said(as_flag)
    if more:
        sentence = worded("{sentence}{more}", sentence=sentence, more=more)
    if line and not sentence.startswith("line "):
        sentence = (
            with_place(sentence, line)
            if place is None
            else worded("{place}{sentence}", place=place.format(line=line), sentence=sentence)
        )
    verdict = next((name for kind, name in _VERDICTS.items() if isinstance(error, kind)), None)
    return error_record(sentence, line, text, source, verdict, left_out)


def refused(input: PuzzleInput, error: SatdokuError) -> ErrorRecord:
    """Why a puzzle that was asked about has no answer; the line is named in files alone."""
    line = input.line if input.source else 0
    return refusal(error, line, input.text, input.source, left_out=input.left_out)


def unanswered(piece: list[PuzzleInput | ErrorRecord]) -> list[ErrorRecord]:
    """The refusals of puzzles whose worker died, with one sentence for all of them."""
    first, last = piece[0], piece[-1]
    place = f"lines {first.line} to {last.line}"
    if first.source != last.source:
        place = f"{first.source}, line {first.line}, to {last.source}, line {last.line}"
    elif first.source is not None:
        place = f"{first.source}: {place}"
    sentence = f"{place}: {DIED}"
    return [
        entry
        if isinstance(entry, ErrorRecord)
        else ErrorRecord(entry.line, entry.text, sentence, "unanswered", source=entry.source)
        for entry in piece
    ]
