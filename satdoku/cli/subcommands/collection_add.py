"""``satdoku collection add``: puzzles into a collection."""

from __future__ import annotations

import time
from collections import Counter
from typing import Annotated

from satdoku.base.codes import INTERRUPTED, NO, Explained
from satdoku.base.errors import in_source, with_place
from satdoku.base.worded import plural, puzzles_in_words, worded
from satdoku.batch.blocks import Inputs
from satdoku.batch.collection import AddedRecord, Collection, questions_of
from satdoku.batch.running import Progress
from satdoku.cli.batch_progress import watched_batch
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import CollectionArgument, RatedOption, argument, option
from satdoku.cli.output import BAD_INPUT, DONE, UNDECIDED, complain, gravest, print_json

LISTED = 522, "Add puzzles to a collection, unless one is equivalent"
EXAMPLES = (
    "satdoku collection add kept.db puzzles.txt",
    "satdoku generate -n 3 --seed 1 -o new.txt",
    "satdoku collection add kept.db new.txt --source generate",
)

_MAX_SENTENCES = 20
"""Puzzles of each outcome that are told of."""

_MORE = {
    "equivalent": "{more:,} more are equivalent; --json lists all",
    "refused": "{more:,} more are refused; --json lists all",
}
_CODES = {"multiple": NO, "none": NO, "undecided": UNDECIDED}


def collection_add(
    file: CollectionArgument,
    inputs: Annotated[
        list[str], argument(metavar="INPUT...", text="Files of puzzles, or - for stdin.")
    ],
    common: RunGroup,
    input: InputGroup,
    ask: RatedOption = "rating,minutes",
    source: Annotated[
        str | None,
        option(metavar="NAME", text="Set the source to this name instead of the file's."),
    ] = None,
) -> int:
    """Add puzzles to a collection; the first puzzle makes its file.

    A puzzle is left out, and the reason reported, if an equivalent one is there, if it does not
    have exactly one solution, or if it cannot be read; the others are added. Puzzles that were
    reported as added stay, even if the command is killed. Exit codes: 0 done, also where all are
    equivalent to puzzles that are there, 1 some puzzles have no or several solutions, 2 some cannot
    be read, 3 some were not decided or rated in time.
    """
    reading = input.reading()
    questions = questions_of(
        ask.split(","),
        common.time_limit,
        reading.adapt,
        letters=reading.options.letters,
        sourced=True,
    )
    sources = Inputs(inputs, reading.options, plain=reading.is_plain, size=questions.block)
    sources.begin()  # before there is a file
    is_there = file.exists()
    progress, started = Progress(), time.monotonic()
    outcomes: Counter[str] = Counter()
    code = DONE
    with Collection(file, new=True) as store, watched_batch() as seen:
        blocks = sources.blocks()
        try:
            for records in store.add_blocks(blocks, questions, source=source, jobs=common.jobs):
                for one in records:
                    if common.json:
                        print_json(one)
                    if one.outcome == "refused":
                        code = gravest(code, _CODES.get(one.verdict, BAD_INPUT))
                    elif one.level is None and one.error and one.outcome == "added":
                        code = gravest(code, UNDECIDED)
                    _tell(one, outcomes)
                progress.rows = progress.fresh = progress.rows + len(records)
                progress.verdicts = outcomes
                progress.fraction = sources.fraction
                progress.seconds = time.monotonic() - started
                seen(progress)
        except KeyboardInterrupt:
            added = puzzles_in_words(outcomes["added"])
            complain(worded("interrupted; {puzzles} added", puzzles=added))
            return Explained(INTERRUPTED)
        finally:
            total = len(store)
            if not is_there and not total:
                store.discard_empty()
                complain(worded("{file} is not made, since no puzzle was added", file=file))
    reading.complain_of_unmatched()
    for outcome in _MORE:
        if (more := outcomes[outcome] - _MAX_SENTENCES) > 0:
            complain(worded(_MORE[outcome], more=more))
    if not common.json:
        counts = ", ".join(f"{n:,} {name}" for name, n in sorted(outcomes.items()))
        print(f"{file}: {plural(total, 'puzzle')} ({counts or 'nothing new'})")
    return code


def _tell(one: AddedRecord, outcomes: Counter[str]) -> None:
    """Count the outcome, and report a puzzle that was not added, or is not wholly as its text."""
    outcomes[one.outcome] += 1
    if one.error is None or outcomes[one.outcome] > _MAX_SENTENCES:
        return
    sentence = one.error
    if not sentence.startswith(f"line {one.line}: "):
        sentence = with_place(sentence, one.line)
    complain(in_source(sentence, one.source))
