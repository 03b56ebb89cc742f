"""Where ``satdoku generate`` puts its puzzles: a stream, a file, or the directory of a run."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.cli.batch_progress import data_line, summary, watched_batch
from satdoku.cli.files import is_stream, output_file
from satdoku.cli.output import complain
from satdoku.cli.progress import watched_run

if TYPE_CHECKING:
    from satdoku.batch.running import Progress
    from satdoku.generating import Run


def _is_directory(path: Path) -> bool:
    """Whether ``-o`` names the directory of a run: it is one, or has no ending and is no file."""
    return path.is_dir() or not (path.suffix or path.exists() or is_stream(path))


def is_printed(path: Path | None) -> bool:
    """Whether puzzles are printed: on standard output, or to a device or a pipe."""
    return path is None or (is_stream(path) and not path.is_dir())


def _directory(path: Path) -> Path:
    """The directory of the run whose puzzles ``-o`` takes."""
    return path if _is_directory(path) else path.with_name(path.name + ".run")


def seed_of(path: Path) -> int | None:
    """The seed of the run that ``-o`` names; ``None`` where it names none."""
    if is_printed(path):
        return None
    from satdoku.batch.generated import seed_of

    return seed_of(_directory(path))


def form_of(path: Path | None) -> str:
    """How puzzles are written into a file of this name, where no option says so."""
    suffix = "" if path is None or path.is_dir() else path.suffix.lower()
    return {".csv": "csv", ".jsonl": "json", ".ndjson": "json"}.get(suffix, "lines")


@dataclass(frozen=True)
class Output:
    """How the puzzles of a run are written.

    form          ``lines``, ``json`` or ``csv``
    rated         with their ratings
    is_directory  into a directory, in parts of the form ``to``, of this many puzzles (``block``)
    """

    run: Run
    form: str
    rated: bool
    is_directory: bool
    to: str | None
    block: int | None

    @staticmethod
    def of(
        run: Run,
        form: str,
        *,
        rate: bool,
        directory: Path | None,
        to: str | None,
        block: int | None,
    ) -> Output:
        """The output that the options ask for.

        :raises SatdokuError: where they exclude each other.
        """
        from satdoku.answers.generated import is_rated

        whole = directory is not None and _is_directory(directory)
        for option, given in (("--to", to), ("--block", block)):
            if given is not None and not whole:
                raise SatdokuError(
                    "{option} is about the parts of a directory (-o DIR)", option=option
                )
        if whole and form == "csv":
            raise SatdokuError("a directory is written with --to csv, not with --csv")
        shown = whole or form != "lines"
        if rate and not run.wish.is_classic:
            raise SatdokuError("--rate is for plain 9x9 puzzles; satdoku rate takes others")
        if rate and not shown:
            raise SatdokuError("--rate needs --json, --csv, -o FILE.csv or a directory")
        rated = shown and (rate or any(map(is_rated, run.wishes)))
        return Output(run, form, rated, whole, to, block)


def write_directory(how: Output, path: Path) -> int:
    """Make the puzzles into a directory of parts; how many there are."""
    from satdoku.batch.generated import GeneratedRun

    run = how.run
    with GeneratedRun(path, run, form=how.to, size=how.block, rated=how.rated) as generated:
        if generated.directory.notice:
            complain(generated.directory.notice)
        progress: Progress | None = None
        with watched_batch() as seen, closing(generated.pieces()) as pieces:
            try:
                for progress in pieces:
                    seen(progress)
            except KeyboardInterrupt:
                run.ending = "interrupted"
        if progress is not None:
            print(data_line(progress, path) if how.form == "json" else summary(progress, path))
        return generated.found


def write_file(how: Output, path: Path) -> int:
    """Make the puzzles into one file, by way of a directory beside it; how many there are.

    :raises SatdokuError: where the file was changed, or is not of the run.
    """
    from satdoku.answers.generated import columns_of, writer_of
    from satdoku.batch.generated import GeneratedRun

    if not path.parent.is_dir():
        raise SatdokuError(
            "{name} cannot be written: {folder} is not a directory", name=path, folder=path.parent
        )
    run = how.run
    head = [",".join(columns_of(how.rated, run.wishes[0]))] if how.form == "csv" else []
    show = writer_of(run.wishes[0], run.seed, how.form, rated=how.rated)
    with GeneratedRun(_directory(path), run, form="csv", size=None, rated=how.rated) as generated:
        generated.require_own(path)
        if generated.directory.notice:
            complain(generated.directory.notice)
        with watched_run(run) as seen, closing(generated.pieces(seen)) as pieces:
            try:
                for _ in pieces:
                    pass
            except KeyboardInterrupt:
                run.ending = "interrupted"
        if generated.found:
            with output_file(path) as stream:
                generated.write(stream, show, head)
        return generated.found
