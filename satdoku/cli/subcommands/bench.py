"""``satdoku bench``: every engine and python-sat solver on the same puzzles."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

from satdoku.answers.puzzle_input import PuzzleInput, shown_text
from satdoku.base.errors import InvalidPuzzle, ProgramFault, SatdokuError, naming_faults
from satdoku.cli.files import STANDARD, output_file, spare_inputs
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import (
    JsonOption,
    PuzzleArguments,
    jobs_option,
    named_file,
    option,
    seconds_option,
)
from satdoku.cli.output import BAD_INPUT, DONE, NO, UNDECIDED, gravest, print_json, report_error

LISTED = 540, "Compare the engines and solvers on a file"
EXAMPLES = ("satdoku bench puzzles.txt --solvers native,cadical153",)


def bench(
    puzzles: PuzzleArguments,
    input: InputGroup,
    solvers: Annotated[
        str,
        option(
            metavar="NAMES",
            text="Compare these solvers: all, or some of native, cpsat, sat and those of "
            "python-sat, such as native,sat,glucose4.",
        ),
    ] = "all",
    first: Annotated[int, option(min=1, text="Ask only about the first N puzzles.")] = 1000,
    time_limit: Annotated[
        float,
        seconds_option("Give up on a puzzle after this time; inf: never."),
    ] = 10.0,
    jobs: Annotated[int, jobs_option("Run N solvers at a time.")] = 1,
    svg: Annotated[
        Path | None,
        option(
            "--svg",
            metavar="FILE",
            callback=named_file,
            text="Write this plot too (- prints only it).",
        ),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Compare solvers: verdicts, CPU times, puzzles over the limit, and disagreements.

    Each solver decides whether each puzzle has one solution, in a process of its own. Exit code 1:
    two solvers disagree; 3: a time limit ran out.
    """
    from satdoku.lab import bench as benching

    spare_inputs(svg, puzzles)
    if json and svg == STANDARD:
        raise SatdokuError("--json and --svg - cannot both be printed; name a file for the plot")
    names = benching.solvers_of(solvers)
    code = DONE
    inputs: list[PuzzleInput] = []
    for item in islice(all_items(puzzles, input.reading()), first):
        document = item.document
        if document is None:
            code = gravest(code, report_error(item.unreadable(), json=json))
            continue
        text = shown_text(item.text, document)
        about = item.input(text)
        try:
            with naming_faults():
                about.puzzle.require_valid()
        except (InvalidPuzzle, ProgramFault) as error:
            code = gravest(code, report_error(item.refused(error, text), json=json))
            continue
        inputs.append(about)
    if not inputs:
        return gravest(code, BAD_INPUT)
    seconds = None if time_limit == float("inf") else time_limit
    answers = benching.bench([about.puzzle for about in inputs], names, seconds=seconds, jobs=jobs)
    result = benching.compared(inputs, answers, seconds)
    if json:
        print_json(result)
    elif svg != STANDARD:
        print(benching.table(result))
    if svg is not None:
        with output_file(svg) as stream:
            stream.write(benching.plot(result))
    if result.disagreements:
        code = gravest(code, NO)
    if any({"undecided", "died"} & row.verdicts.keys() for row in result.solvers):
        code = gravest(code, UNDECIDED)
    return code
