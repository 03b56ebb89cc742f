"""``satdoku generate``: new puzzles, a puzzle a line."""

from __future__ import annotations

import csv as csvlib
import json as jsonlib
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from satdoku.cli import INTERRUPTED
from satdoku.cli.inputs import Reading, one_document, text_of
from satdoku.cli.options import BoxOption, RulesOption, named_file, real_seconds
from satdoku.cli.output import DONE, UNDECIDED, Explained, complain
from satdoku.cli.streams import is_stream, output_file
from satdoku.constraints import parse_rules
from satdoku.errors import FormatError, SatdokuError
from satdoku.formats import ReadOptions, parse
from satdoku.puzzle import Geometry, Puzzle
from satdoku.rating.levels import LEVELS

if TYPE_CHECKING:
    from satdoku.generate import Generated, Progress, Run, RunFile, Wish

__all__ = ["generate"]

_REFRESH_SECONDS = 0.2
_COLUMNS = ("index", "puzzle", "solution", "clues", "symmetry")
_RATING_COLUMNS = ("level", "er", "ep", "ed", "hardest", "steps")


class Symmetry(StrEnum):
    """The pattern of givens."""

    none = "none"
    half = "180"
    quarter = "90"
    horizontal = "horizontal"
    vertical = "vertical"
    diagonal = "diagonal"
    anti_diagonal = "anti-diagonal"
    dihedral = "dihedral"


class PathPreset(StrEnum):
    """Whose path --requires and --max-steps are about."""

    human = "human"
    se = "se"


def _range_option(text: str) -> Any:
    return typer.Option(metavar="LOW..HIGH", help=text)


def generate(
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="So many puzzles.")] = 1,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="The same seed gives the same puzzles; by default a new one or --output's own.",
        ),
    ] = None,
    minimal: Annotated[
        bool, typer.Option("--minimal", help="No given can be spared, whatever the symmetry.")
    ] = False,
    clues: Annotated[int | None, typer.Option(help="Exactly so many givens.")] = None,
    symmetry: Annotated[
        Symmetry,
        typer.Option(help="Of the pattern; horizontal mirrors left and right."),
    ] = Symmetry.none,
    mask: Annotated[
        str | None,
        typer.Option(
            metavar="PATTERN", help="Exactly these cells are given: text or a file, x and . a cell."
        ),
    ] = None,
    givens: Annotated[
        str | None,
        typer.Option(metavar="PUZZLE", help="Digits that every puzzle must give: text or a file."),
    ] = None,
    grid: Annotated[
        str | None, typer.Option("--grid", metavar="GRID", help="The solution of every puzzle.")
    ] = None,
    full: Annotated[bool, typer.Option("--full", help="Full grids instead of puzzles.")] = False,
    killer: Annotated[bool, typer.Option("--killer", help="Killer cages, no givens.")] = False,
    size: Annotated[int | None, typer.Option(help="The side of the board: 4 to 25.")] = None,
    box: BoxOption = None,
    layout: Annotated[
        str | None,
        typer.Option(
            "--layout", metavar="LAYOUT", help="Jigsaw regions: a label a cell, text or a file."
        ),
    ] = None,
    rules: RulesOption = None,
    er: Annotated[
        str | None,
        _range_option("Sudoku Explainer's rating of the hardest step, as 3.0..3.8."),
    ] = None,
    ep: Annotated[
        str | None, _range_option("Likewise of the hardest step up to the first digit.")
    ] = None,
    ed: Annotated[str | None, _range_option("Likewise of the first step.")] = None,
    level: Annotated[
        str | None, typer.Option(metavar="|".join(LEVELS), help="How hard, by name.")
    ] = None,
    requires: Annotated[
        str | None,
        typer.Option(
            metavar="TECHNIQUE",
            help="The path that explain shows uses it: x-wing, xy-wing ...",
        ),
    ] = None,
    preset: Annotated[
        PathPreset, typer.Option(help="The preset of that path, as of explain.")
    ] = PathPreset.human,
    only_singles: Annotated[
        bool, typer.Option("--only-singles", help="Naked and hidden singles alone solve it.")
    ] = False,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="The path has at most so many steps.")
    ] = None,
    uniform: Annotated[
        bool,
        typer.Option(
            "--uniform", help="Start from 9x9 grids that are all equally likely (slower)."
        ),
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            callback=named_file,
            help="Write here; a run that was stopped goes on.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, help="So many processes.")] = 1,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0, metavar="SECONDS", callback=real_seconds, help="Stop after so many seconds."
        ),
    ] = None,
    tries: Annotated[
        int | None,
        typer.Option(min=1, help="Stop after so many tries in a row without a new puzzle."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON object a puzzle.")] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print a table with a head line.")] = False,
) -> int:
    """Make new puzzles with one solution, no two of them equivalent.

    The same seed and wishes give the same puzzles, whatever --jobs is. Exit code 0: all that was
    asked for; 3: a limit came first, and what was found is printed; 2: the wish is impossible, and
    the reason is printed.
    """
    from satdoku.answers.generated import range_of, target_of
    from satdoku.generate import Run, RunFile, Wish
    from satdoku.generate.randomness import MAX_SEED
    from satdoku.limits import Limit

    if json and csv:
        raise SatdokuError("--json and --csv cannot be asked for together")
    if seed is None:
        import secrets

        seed = None if output is None else RunFile.seed_of(output)
        if seed is None:
            seed = secrets.randbelow(1 << 32)
    if seed > MAX_SEED:
        raise SatdokuError(f"--seed is at most {MAX_SEED}")
    board = _board(size, box, layout, rules)
    wanted = None if givens is None else _cells(givens, board.geometry, "--givens")
    solution = None if grid is None else _cells(grid, board.geometry, "--grid")
    if er is not None and level is not None:
        raise SatdokuError("--er and --level both set the difficulty; give one of them")
    wish = Wish(
        board if wanted is None else board.with_givens(wanted),
        clues=clues,
        minimal=minimal,
        symmetry=symmetry.value,
        mask=None if mask is None else _mask(mask, board.geometry),
        grid=_full(solution),
        killer=killer,
        full=full,
        uniform=uniform,
        target=target_of(
            level=level,
            er=None if er is None else range_of(er, "--er"),
            ep=None if ep is None else range_of(ep, "--ep"),
            ed=None if ed is None else range_of(ed, "--ed"),
            requires=requires,
            preset=preset.value,
            only_singles=only_singles,
            max_steps=max_steps,
        ),
    )
    wish.require_possible()
    run = Run(wish, seed, count, jobs, Limit(seconds=time_limit), tries)
    form = "json" if json else "csv" if csv else "lines"
    show = _shower(wish, seed, form)
    head = _head(wish) if csv else []
    if output is None or is_stream(output):
        with output_file(output) as stream:
            return _exit_code(run, _print(run, show, head, stream))
    with RunFile(output, _settings(wish, seed, form)) as file:
        return _exit_code(run, _write(run, file, show, head))


def _exit_code(run: Run, found: int) -> int:
    if run.ending == "done":
        return DONE
    from satdoku.answers.generated import why_ended

    reason = why_ended(run)
    if run.ending == "tries":
        reason += " (see --tries)"
    complain(f"{reason}: {found} of {run.count} found")
    return Explained(INTERRUPTED) if run.ending == "interrupted" else UNDECIDED


def _head(wish: Wish) -> list[str]:
    rated = _RATING_COLUMNS if wish.target is not None else ()
    return [",".join((*_COLUMNS, *rated))]


def _print(run: Run, show: Callable[[Generated], str], head: list[str], stream: TextIO) -> int:
    found = 0
    stream.writelines(line + "\n" for line in head)
    flush = stream.isatty() or run.count <= 1000
    with _watched(run) as seen:
        try:
            for piece in run.pieces():
                for made in piece.puzzles:
                    stream.write(show(made) + "\n")
                found += len(piece.puzzles)
                if piece.puzzles and flush:
                    stream.flush()
                seen(found, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    stream.flush()
    return found


def _write(run: Run, file: RunFile, show: Callable[[Generated], str], head: list[str]) -> int:
    from satdoku.generate import equivalence_key

    lines = file.lines()
    if lines:
        head = []
    for puzzle in _puzzles(lines, run.wish):
        run.known.add(equivalence_key(puzzle, run.wish))
    run.first, run.stale = file.next_number, file.stale
    found = len(run.known)
    if found > run.count:
        raise SatdokuError(f"{file.path} holds {found} puzzles already, more than {run.count}")
    with _watched(run) as seen:
        try:
            for piece in run.pieces():
                shown = [*head, *(show(made) for made in piece.puzzles)]
                file.append(shown, piece.next_number, piece.stale)
                head = []
                found += len(piece.puzzles)
                seen(found, piece)
        except KeyboardInterrupt:
            run.ending = "interrupted"
    return found


def _puzzles(lines: list[str], wish: Wish) -> Iterator[Puzzle]:
    """The puzzles of an unfinished output."""
    from satdoku.generate import posed

    if not lines:
        return
    if lines[0].startswith(",".join(_COLUMNS)):
        texts = [row[1] for row in csvlib.reader(lines[1:])]
    elif lines[0].startswith('{"schema"'):
        texts = [jsonlib.loads(line)["puzzle"] for line in lines]
    else:
        texts = lines
    for text in texts:
        if text.startswith("{"):
            yield parse(text).puzzle
        else:
            yield posed(text, wish.board)


def _settings(wish: Wish, seed: int, form: str) -> dict[str, Any]:
    """What decides the content of the output, whatever the count and the number of processes."""
    import satdoku
    from satdoku.generate.making import RECIPE

    return wish.described() | {
        "version of satdoku": f"{satdoku.__version__}, recipe {RECIPE}",
        "seed": seed,
        "format": form,
    }


def _shower(wish: Wish, seed: int, form: str) -> Callable[[Generated], str]:
    from satdoku.answers.generated import generated_of, rating_data, symmetries_of, text_of_puzzle

    def record(made: Generated) -> str:
        return jsonlib.dumps(generated_of(made, wish, seed).as_dict(), ensure_ascii=False)

    def row(made: Generated) -> str:
        puzzle = text_of_puzzle(made, wish)
        if "," in puzzle or '"' in puzzle:
            puzzle = '"' + puzzle.replace('"', '""') + '"'
        names = "+".join(symmetries_of(made, wish)) or "none"
        found = [made.index, puzzle, made.solution, made.clues, names]
        if wish.target is not None:
            rating = rating_data(made.puzzle)
            found += [rating[column] for column in _RATING_COLUMNS]
        return ",".join(map(str, found))

    def line(made: Generated) -> str:
        return text_of_puzzle(made, wish)

    return {"json": record, "csv": row, "lines": line}[form]


def _board(
    size: int | None,
    box: str | None,
    layout: str | None,
    rules: str | None,
) -> Puzzle:
    named = [name for name, v in (("--size", size), ("--layout", layout)) if v is not None]
    if box is not None and box.strip().lower() != "none":
        named.append("--box")
    if len(named) > 1:
        raise SatdokuError(f"{' and '.join(named)} both name the board; give one of them")
    try:
        geometry = _geometry(size, box, layout)
    except ValueError as error:
        raise SatdokuError(f"the board: {error}") from None
    try:
        return Puzzle.empty(geometry, () if rules is None else parse_rules(rules, geometry))
    except FormatError as error:
        raise SatdokuError(f"--rules: {error.reason}") from None


def _geometry(size: int | None, box: str | None, layout: str | None) -> Geometry:
    if layout is not None:
        labels = "".join(text_of(layout, "--layout").split())
        names = {label: number for number, label in enumerate(dict.fromkeys(labels))}
        return Geometry.jigsaw(names[label] for label in labels)
    if box is None:
        return Geometry.of_size(9 if size is None else size)
    if box.strip().lower() == "none":
        return Geometry.latin(9 if size is None else size)
    geometry = Reading.of(None, "auto", box, None).options.geometry
    assert geometry is not None
    return geometry


def _mask(argument: str, geometry: Geometry) -> frozenset[int]:
    from satdoku.generate import parse_mask

    try:
        return parse_mask(text_of(argument, "--mask"), geometry)
    except FormatError as error:
        raise SatdokuError(f"--mask: {error}") from None


def _cells(argument: str, geometry: Geometry, option: str) -> tuple[int | None, ...]:
    reading = Reading(ReadOptions(geometry=geometry))
    try:
        puzzle = one_document(argument, reading).puzzle
    except FormatError as error:
        raise SatdokuError(f"{option}: {error}") from None
    if puzzle.geometry != geometry or puzzle.constraints or puzzle.is_sukaku:
        raise SatdokuError(f"{option}: digits on {geometry.describe()} are wanted, nothing else")
    return puzzle.givens


def _full(values: tuple[int | None, ...] | None) -> tuple[int, ...] | None:
    if values is None:
        return None
    if None in values:
        raise SatdokuError("--grid: every cell of the solution must hold a digit")
    return tuple(value for value in values if value is not None)


@contextmanager
def _watched(run: Run) -> Iterator[Callable[[int, Progress], None]]:
    """A line on the terminal: found, tried, tries a second, time.

    With a difficulty in the wish, tries are puzzles rated, and the nearest rating is shown.
    """
    if not sys.stderr.isatty():
        yield lambda found, piece: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(),
        TextColumn("{task.completed:,.0f} of {task.total:,.0f} puzzles"),
        TextColumn("{task.fields[tried]:,} tried, {task.fields[rate]:,.0f}/s"),
        TextColumn("{task.fields[nearest]}"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=run.count, tried=0, rate=0.0, nearest="")
        started = time.monotonic()
        shown = 0.0

        def show(tried: int, nearest: int | None = None, found: int | None = None) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown > _REFRESH_SECONDS:
                shown = now
                near = "" if nearest is None else f"nearest ER {nearest / 10:.1f}"
                rate = tried / max(now - started, 1e-3)
                bar.update(task, completed=found, tried=tried, rate=rate, nearest=near)

        def seen(found: int, piece: Progress) -> None:
            if run.wish.target is None:
                show(piece.tried, None, found)
            else:
                show(piece.effort.ratings, piece.effort.nearest, found)

        run.report = lambda effort: show(effort.ratings, effort.nearest)
        yield seen
