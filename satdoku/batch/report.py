"""One HTML file that shows a run: no script, no request to anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from satdoku.base.errors import SatdokuError
from satdoku.base.worded import plural
from satdoku.batch.exporting import StoredRun
from satdoku.batch.summary import QUANTILES, RatedPuzzle, Summary, quantiles
from satdoku.formats import parse
from satdoku.rating.levels import LEVELS
from satdoku.rating.scales import SE
from satdoku.render.escaped import escape
from satdoku.render.html import html_head
from satdoku.render.plots import bars, histogram
from satdoku.render.scene import make_scene
from satdoku.render.svg import svg

_WISHES = ("clues", "minimal", "symmetry", "killer", "full", "uniform")
_UNSAID = (None, False, "none", "human")

_STYLE = """
:root { color-scheme: light dark; --bar: #0072b2; --line: #8888; }
body { font: 16px/1.5 sans-serif; max-width: 72rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; }
table { border-collapse: collapse; }
th, td { padding: .2rem .8rem; text-align: right; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; }
.plots, .puzzles { display: grid; gap: 2rem; }
.plots { grid-template-columns: repeat(auto-fit, minmax(min(100%, 30rem), 1fr)); }
.puzzles { grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); }
figure { margin: 0; }
figure > svg { width: 100%; height: auto; background: #fff; }
figcaption { overflow-wrap: anywhere; font-size: .85rem; }
.bar { fill: var(--bar); }
.axis { stroke: currentColor; fill: none; }
@media (prefers-color-scheme: dark) { :root { --bar: #56b4e9; } }
@media print { figure { break-inside: avoid; } }
"""


def page(summary: Summary, run: StoredRun, name: str) -> str:
    """The report of a run: its summary, what it was begun with, and its name."""
    heading = f"{name}: {run.unfinished or plural(summary.rows, 'puzzle')}"
    return "\n".join(
        [
            f"{html_head(heading, _STYLE)}<body>",
            f"<h1>{escape(heading)}</h1>",
            *_about(run.header),
            *_quantiles(summary),
            *_plots(summary),
            *_puzzles("The hardest", summary.hardest, [None] * len(summary.hardest)),
            *_puzzles(
                "The rarest hardest techniques",
                [shown for _, shown in summary.rarest],
                [count for count, _ in summary.rarest],
            ),
            "</body></html>\n",
        ]
    )


def _about(header: Mapping[str, Any]) -> Iterator[str]:
    version = header["versions"]["satdoku"]
    if "wish" in header:
        wish = header["wish"]
        options = [f"Made from the seed {wish['seed']}"]
        if levels := header["levels"]:
            options.append("levels " + ", ".join(f"{name}: {n}" for name, n in levels.items()))
        wished = {name: wish[name] for name in _WISHES} | (wish["target"] or {})
        options += [
            name if value is True else f"{name} {value}"
            for name, value in wished.items()
            if value not in _UNSAID
        ]
    else:
        options = [f"Asked: {', '.join(header['questions'])}"]
        options += [f"{k} {v}" for k, v in header["reading"].items() if v not in (None, "auto")]
        if header["time limit"] is not None:
            options.append(f"time limit {header['time limit']:g} s")
    yield f"<p>{escape('; '.join([*options, f'satdoku {version}']))}.</p>"


def _quantiles(summary: Summary) -> Iterator[str]:
    rows = list(summary.numbers())
    if not rows:
        return
    yield "<h2>Quantiles</h2>\n<table><tr><th></th>"
    yield "".join(f"<th>{q} %</th>" for q in QUANTILES) + "</tr>"
    for numbers in rows:
        values = quantiles(numbers.counts).values()
        cells = "".join(f"<td>{numbers.shown(value)}</td>" for value in values)
        yield f"<tr><td>{numbers.title}</td>{cells}</tr>"
    yield "</table>"
    if summary.ratings:
        easy = next(iter(LEVELS.values()))
        levels = "; ".join(
            "{} {} to {}".format(level.name, *(SE.shown(bound / SE.unit) for bound in level.range))
            for level in LEVELS.values()
        )
        yield (
            f"<p>The rating {SE.columns[0].label} is that of the hardest step on "
            f"{SE.title}'s scale ({levels}; easy: singles alone solve it, with "
            f"{easy.givens} givens or more and {easy.open} cells or more open at a time).</p>"
        )


def _plots(summary: Summary) -> Iterator[str]:
    plots = [
        (title, bars(counts, title))
        for title, counts in (
            ("Verdicts", dict(summary.verdicts.most_common())),
            ("Levels", summary.by_level),
        )
        if counts
    ]
    plots += [
        (numbers.title, histogram(numbers.counts, numbers.title, numbers.shown))
        for numbers in summary.numbers()
    ]
    if summary.techniques:
        most = dict(summary.techniques.most_common())
        plots.append(("Hardest technique", bars(most, "Hardest technique")))
    yield '<div class="plots">'
    for name, plot in plots:
        yield f"<section><h2>{name}</h2>\n{plot}</section>"
    yield "</div>"


def _puzzles(title: str, shown: list[RatedPuzzle], counts: list[int | None]) -> Iterator[str]:
    if not shown:
        return
    yield f'<h2>{title}</h2>\n<div class="puzzles">'
    for number, (puzzle, count) in enumerate(zip(shown, counts, strict=True)):
        about = [puzzle.shown] if any(puzzle.scores) else []
        if puzzle.hardest is not None:
            about.append(puzzle.hardest + (f" ({count:,})" if count else ""))
        if puzzle.steps is not None:
            about.append(plural(puzzle.steps, "step"))
        place = f"{puzzle.source}, " if puzzle.source else ""
        about.append(f"{place}line {puzzle.line}")
        yield "<figure>" + _drawn(puzzle.puzzle, f"{title[4]}{number}-")
        yield (
            f"<figcaption>{escape('; '.join(about))}<br><code>{escape(puzzle.puzzle)}</code>"
            "</figcaption></figure>"
        )
    yield "</div>"


def _drawn(text: str, ids: str) -> str:
    try:
        puzzle = parse(text).puzzle
        return svg(make_scene(puzzle), title="", description=text, labels=False, ids=ids)
    except (SatdokuError, ValueError):
        return ""
