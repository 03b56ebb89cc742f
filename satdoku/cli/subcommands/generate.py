"""``satdoku generate``: new puzzles, a puzzle a line, or a directory of them."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TextIO

from satdoku.answers.wishes import GenerateQuestion
from satdoku.base.codes import INTERRUPTED, Explained
from satdoku.base.errors import FormatError, ImpossibleWish, SatdokuError
from satdoku.base.records import dataclass
from satdoku.base.worded import either, listed, worded
from satdoku.board import Constraint, Geometry, Values
from satdoku.cli.additions import rules_of
from satdoku.cli.files import output_file
from satdoku.cli.generated_output import (
    Output,
    form_of,
    is_printed,
    seed_of,
    write_directory,
    write_file,
)
from satdoku.cli.inputs import one_document
from satdoku.cli.options import (
    BoxOption,
    JsonOption,
    RulesOption,
    jobs_option,
    named_file,
    option,
    seconds_option,
)
from satdoku.cli.output import DONE, UNDECIDED, complain, complain_of_fewer
from satdoku.cli.progress import watched_run
from satdoku.cli.reading import Reading
from satdoku.cli.texts import text_of
from satdoku.formats import ReadOptions
from satdoku.puzzle import Puzzle

if TYPE_CHECKING:
    from satdoku.answers.wishes import GenerateQuestion
    from satdoku.generating import Run, Wish


@dataclass(frozen=True)
class MadeBoardGroup:
    """The board of puzzles that are made, and digits that each of them must give."""

    givens: Annotated[
        str | None,
        option(metavar="PUZZLE", text="Give these digits in every puzzle: a text or file."),
    ] = None
    size: Annotated[int | None, option(text="Make boards with N rows and N columns, 4 to 25.")] = (
        None
    )
    box: BoxOption = None
    layout: Annotated[
        str | None,
        option(
            "--layout",
            metavar="LAYOUT",
            text="Make jigsaws with these regions: a text or file with a label for each cell.",
        ),
    ] = None
    rules: RulesOption = None

    def wish(self, question: GenerateQuestion) -> Wish:
        """The wish of the options.

        :raises ImpossibleWish: where no puzzle can be as wished.
        :raises SatdokuError: where an option cannot be read.
        """
        try:
            board = board_of(self.size, self.box, self.layout, self.rules)
        except SatdokuError as error:
            more = _placed_instead(self.rules or "")
            raise SatdokuError("{sentence}{more}", sentence=error, more=more) from None
        if self.givens is not None:
            board = board.with_givens(digits_of(self.givens, board.geometry, "--givens"))
        return question.wish(board)


def _placed_instead(rules: str) -> str:
    """Which option makes puzzles with clues of a rule that is named without its cells."""
    from satdoku.board import Geometry
    from satdoku.constraints import KillerCage
    from satdoku.generating.clues import ClueKind, ClueWish

    for name in rules.split(","):
        try:
            kind = ClueKind(ClueWish(name.strip().lower()), Geometry.classic())
        except (FormatError, ImpossibleWish):
            continue
        option = f"--clues-of {kind.name}"
        if kind.rule is KillerCage:
            option = either(("--killer", option))
        return worded("; {option} makes puzzles with clues of this kind", option=option)
    return ""


def board_of(
    size: int | None,
    box: str | None,
    layout: str | None,
    rules: str | None,
) -> Puzzle:
    """The empty board that the options name.

    :raises SatdokuError: where they name none, or more than one.
    """
    named = [name for name, v in (("--size", size), ("--layout", layout)) if v is not None]
    if box is not None and box.strip().lower() != "none":
        named.append("--box")
    if len(named) > 1:
        raise SatdokuError("{options} both name the board; give one of them", options=listed(named))
    try:
        geometry, stated = _geometry(size, box, layout)
    except ValueError as error:
        raise SatdokuError("the board: {reason}", reason=error) from None
    own = () if rules is None else rules_of(rules, geometry)
    return Puzzle.empty(geometry, tuple(dict.fromkeys((*stated, *own))))


def _geometry(
    size: int | None, box: str | None, layout: str | None
) -> tuple[Geometry, tuple[Constraint, ...]]:
    """The board, and the rules that it states."""
    if layout is not None:
        labels = "".join(text_of(layout, "--layout").split())
        names = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        return Geometry.jigsaw(names[label] for label in labels), ()
    if box is None:
        return Geometry.of_size(9 if size is None else size), ()
    if box.strip().lower() == "none":
        return Geometry.latin(9 if size is None else size), ()
    options = Reading.of(None, "auto", box, None).options
    assert options.geometry is not None
    return options.geometry, options.constraints


def digits_of(argument: str, geometry: Geometry, option: str) -> Values:
    """The digits of a grid on a board.

    :raises SatdokuError: where the option holds anything else.
    """
    reading = Reading(ReadOptions(geometry=geometry))
    try:
        puzzle = one_document(argument, reading).puzzle
    except FormatError as error:
        raise SatdokuError("{option}: {reason}", option=option, reason=error) from None
    if puzzle.geometry != geometry or puzzle.constraints or puzzle.is_sukaku:
        reason = worded("digits on {board} are wanted, nothing else", board=geometry.describe())
        raise SatdokuError("{option}: {reason}", option=option, reason=reason)
    return puzzle.givens


LISTED = 310, "Make new puzzles by level, pattern, rules or technique"
EXAMPLES = (
    "satdoku generate -n 10 --level hard --symmetry 180",
    "satdoku generate -n 8 --levels easy,hard -o new.txt",
)


def generate(
    question: GenerateQuestion,
    board: MadeBoardGroup,
    count: Annotated[int, option("--count", "-n", min=1, text="Make N puzzles.")] = 1,
    seed: Annotated[
        int | None,
        option(min=0, text="Set the seed (by default that of the run in --output, or a new one)."),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "--output",
            "-o",
            callback=named_file,
            text="Write to this file, or to a directory if the name has no suffix. "
            "Repeat the command to continue a run that was stopped.",
        ),
    ] = None,
    jobs: Annotated[int, jobs_option("Work in N processes.")] = 1,
    cluster: Annotated[
        str | None,
        option(
            metavar="ADDRESS",
            text="Work on the Dask cluster with this scheduler (local: on this machine).",
        ),
    ] = None,
    time_limit: Annotated[
        float | None,
        seconds_option("Stop after this time."),
    ] = None,
    tries: Annotated[
        int | None,
        option(min=1, text="Stop after N tries in a row without a new puzzle."),
    ] = None,
    rate: Annotated[bool, option("--rate", text="Print the rating of each puzzle.")] = False,
    json: JsonOption = False,
    csv: Annotated[bool, option("--csv", text="Print a CSV table with a heading.")] = False,
    to: Annotated[
        str | None,
        option(metavar="FORM", text="Write the parts of a directory in this form, as in batch."),
    ] = None,
    block: Annotated[
        int | None,
        option(min=1, max=1 << 20, text="Write N puzzles into each part of the directory."),
    ] = None,
) -> int:
    """Make new puzzles with one solution, no two of them equivalent.

    The same seed and options give the same puzzles for every number of --jobs. Exit codes: 0 all
    puzzles were found, 3 a limit ran out (the puzzles found are printed), 2 no puzzle can have
    these properties.
    """
    import secrets

    from satdoku.base.limits import Limit
    from satdoku.generating import Run
    from satdoku.generating.randomness import MAX_SEED

    if json and csv:
        raise SatdokuError("--json and --csv cannot be asked for together")
    if seed is None:
        seed = None if output is None else seed_of(output)
        seed = secrets.randbelow(1 << 32) if seed is None else seed
    if seed > MAX_SEED:
        raise SatdokuError("--seed is at most {most}", most=MAX_SEED)
    wish, levels = board.wish(question), question.difficulty.shares()
    run = Run(wish, seed, count, jobs, Limit(seconds=time_limit), tries, levels)
    for each in run.wishes if levels else ():
        each.require_possible()  # before there is a directory
    if cluster is not None:
        from satdoku.batch.cluster import Cluster

        run.executor = partial(Cluster, address=cluster, form="csv", jobs=jobs)
    form = "json" if json else "csv" if csv else form_of(output)
    how = Output.of(run, form, rate=rate, directory=output, to=to, block=block)
    if output is None or is_printed(output):
        with output_file(output) as stream:
            number = _print(how, stream)
    else:
        number = (write_directory if how.is_directory else write_file)(how, output)
    return _exit_code(run, number)


def _print(how: Output, stream: TextIO) -> int:
    from satdoku.answers.generated import columns_of, row_of, writer_of

    run = how.run
    run.describe = partial(row_of, how.rated)
    show = writer_of(run.wishes[0], run.seed, how.form, rated=how.rated)
    if how.form == "csv":
        stream.write(",".join(columns_of(how.rated, run.wishes[0])) + "\n")
    number = 0
    flush = stream.isatty() or run.count <= 1000
    with watched_run(run) as seen:
        try:
            for piece in run.pieces():
                for generated in piece.puzzles:
                    assert generated.row is not None
                    stream.write(show(generated.row) + "\n")
                number += len(piece.puzzles)
                if piece.puzzles and flush:
                    stream.flush()
                seen(number, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    stream.flush()
    return number


def _exit_code(run: Run, number: int) -> int:
    if run.ending == "done":
        return DONE
    from satdoku.answers.generated import why_ended

    reason = why_ended(run)
    if run.ending == "tries":
        reason = worded("{reason} (see --tries)", reason=reason)
    complain_of_fewer(reason, number, run.count)
    if run.missed.puzzle is not None:
        complain("the clues that came nearest, with these givens, are")
        print(run.missed.puzzle, file=sys.stderr)  # whole, to be read again
    return Explained(INTERRUPTED) if run.ending == "interrupted" else UNDECIDED
