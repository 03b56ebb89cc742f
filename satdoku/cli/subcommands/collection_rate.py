"""``satdoku collection rate``: ratings for the puzzles of a collection that have none."""

from __future__ import annotations

import time

from satdoku.base.codes import INTERRUPTED, Explained
from satdoku.base.worded import plural, puzzles_in_words, worded
from satdoku.batch.collection import Collection
from satdoku.batch.running import Progress
from satdoku.cli.batch_progress import watched_batch
from satdoku.cli.options import CollectionArgument, JobsOption, RatedOption, TimeLimitOption
from satdoku.cli.output import DONE, UNDECIDED, complain

LISTED = 523, "Rate the puzzles of a collection that are not rated"
EXAMPLES = (
    "satdoku collection add kept.db puzzles.txt --ask none",
    "satdoku collection rate kept.db",
)


def collection_rate(
    file: CollectionArgument,
    ask: RatedOption = "rating,minutes",
    time_limit: TimeLimitOption = None,
    jobs: JobsOption = 1,
) -> int:
    """Rate the puzzles of a collection that are not rated yet.

    Ratings are kept as they come, and the same command continues after a stop. With --ask
    techniques it looks at the puzzles whose techniques are not known. Exit codes: 0 all are rated,
    3 the time limit ran out for some.
    """
    names = ask.split(",")
    column = "techniques" if "techniques" in names else "steps"
    progress, started = Progress(), time.monotonic()
    with Collection(file) as store, watched_batch() as seen:
        before = store.unrated(column=column)
        try:
            for done in store.rate(ask=names, jobs=jobs, time_limit=time_limit):
                progress.rows = progress.fresh = done
                progress.fraction = done / before if before else None
                progress.seconds = time.monotonic() - started
                seen(progress)
        except KeyboardInterrupt:
            rated = before - store.unrated(column=column)
            complain(
                worded(
                    "interrupted; {puzzles} rated, and the same command continues",
                    puzzles=puzzles_in_words(rated),
                )
            )
            return Explained(INTERRUPTED)
        left = store.unrated(column=column)
    print(f"{file}: {plural(before - left, 'puzzle')} rated, {left:,} left")
    return UNDECIDED if left else DONE
