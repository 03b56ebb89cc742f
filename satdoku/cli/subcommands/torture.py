"""``satdoku torture``: known counts, bad input and hard puzzles for any program."""

from __future__ import annotations

from typing import Annotated, Literal

from satdoku.cli.options import JsonOption, option, seconds_option
from satdoku.cli.output import DONE, NO, print_json

LISTED = 550, "Test any solver by known counts, bad input, hard puzzles"
EXAMPLES = ("satdoku torture --command 'python3 -m satdoku solve {}' --first 1",)


def torture(
    command: Annotated[
        str,
        option(
            "--command",
            metavar="PROGRAM",
            text="Test this program, with its options; {} becomes the puzzle (without {} "
            "it is on standard input).",
        ),
    ],
    asks: Annotated[
        Literal["solution", "verdict", "number"],
        option(
            text="Expect this output: a grid, unique|multiple|none, or the number of solutions."
        ),
    ] = "solution",
    only: Annotated[
        list[str] | None,
        option(
            metavar="CLASS", text="Use only this class of puzzles; repeat the option for several."
        ),
    ] = None,
    first: Annotated[int, option(min=1, text="Use the first N puzzles of each class.")] = 20,
    time_limit: Annotated[
        float,
        seconds_option("Stop the program after this time on a puzzle."),
    ] = 10.0,
    seed: Annotated[int, option(text="Set the seed of the images of the puzzles.")] = 1,
    to: Annotated[
        str | None,
        option(metavar="FORMAT", text="Write the puzzles in this format, variants too."),
    ] = None,
    json: JsonOption = False,
) -> int:
    """Test any program by known counts, bad input, hard puzzles and variants, and print a table.

    A process is started for each puzzle, without a shell. It gets the puzzle as a line of 81
    characters with dots, or in the format of --to, and its output is searched for the answer. Exit
    code 1: an answer was wrong or late, or the program crashed.
    """
    from satdoku.lab.torture import torture as tortured
    from satdoku.lab.torture import torture_table

    result = tortured(
        command, asks, names=only or (), first=first, seconds=time_limit, seed=seed, to=to
    )
    if json:
        print_json(result)
    else:
        print(torture_table(result))
    return NO if any(one.wrong or one.late or one.crashed for one in result.classes) else DONE
