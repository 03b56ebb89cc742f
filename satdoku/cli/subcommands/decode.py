"""``satdoku decode``: the grids that a SAT solver's answer stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, TypeVar

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.base.errors import FormatError, SatdokuError, in_source
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.cli.options import JsonOption, LettersOption, argument
from satdoku.cli.output import DONE, NO, UNDECIDED, print_json
from satdoku.cli.terminal import drawn, on_terminal
from satdoku.formats.source import Source
from satdoku.puzzle import Document

if TYPE_CHECKING:
    from satdoku.board import Grid
    from satdoku.encodings.dimacs import Status

LISTED = 730, "Convert a SAT solver's answer into a grid"
EXAMPLES = ("satdoku encode puzzle.txt -o puzzle.cnf", "satdoku decode puzzle.cnf answer.txt")


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class DecodedRecord(JsonObject):
    """The grids of a SAT solver's answer about a formula.

    puzzle     the puzzle of the formula
    status     found | none | undecided: what the solver answered
    solutions  the grid of each of its models, checked against the puzzle
    """

    puzzle: str
    status: str
    solutions: tuple[str, ...]


def decode(
    formula: Annotated[str, argument(metavar="FORMULA", text="A file that satdoku encode wrote.")],
    answer: Annotated[
        str,
        argument(metavar="[ANSWER]", text="What a SAT solver wrote: a file, or - for stdin."),
    ] = "-",
    letters: LettersOption = "auto",
    json: JsonOption = False,
) -> int:
    """Convert a SAT solver's answer about a formula of satdoku encode into a grid.

    The answer has the lines s and v of the SAT competitions (kissat, cadical, glucose), or is a
    file that MiniSat wrote. One line is printed for each model. A grid that does not solve the
    puzzle is refused. Exit codes: 0 a solution, 1 none (unsatisfiable), 2 bad input, 3 undecided.
    """
    from satdoku.encodings.dimacs import read_answer, read_formula

    if formula == answer == "-":
        raise SatdokuError("one of the two can be standard input, not both")
    posed = _read(formula, read_formula)

    def models(lines: Iterator[str]) -> tuple[Status, list[Grid]]:
        said = read_answer(lines)
        return said.status, [posed.grid(model) for model in said.models]

    status, grids = _read(answer, models)
    input = PuzzleInput(Document(posed.puzzle), letters=letters)
    solutions = tuple(map(input.write, grids))
    if json:
        print_json(DecodedRecord(input.text, status, solutions))
    elif on_terminal() and len(grids) == 1:
        from satdoku.render.scene import make_scene

        print(drawn(make_scene(posed.puzzle, solution=grids[0])))
    else:
        print("\n".join(solutions or (status,)))
    return {"found": DONE, "none": NO, "undecided": UNDECIDED}[status]


def _read(argument: str, read: Callable[[Iterator[str]], T]) -> T:
    try:
        with closing(Source(argument)) as source:
            return read(line for _, line in source.lines())
    except FormatError as error:
        place = worded("standard input") if argument == "-" else argument
        sentence = str(error)
        if not sentence.startswith(f"{place}: "):
            sentence = in_source(sentence, place)
        raise SatdokuError(sentence) from None
