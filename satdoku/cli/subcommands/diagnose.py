"""``satdoku diagnose``: what is wrong with each puzzle, and what would cure it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from satdoku.answers.diagnosis import DiagnoseQuestion, DiagnosisAnswer
from satdoku.base.errors import SatdokuError
from satdoku.cli.driver import run
from satdoku.cli.groups import InputGroup, RunGroup
from satdoku.cli.options import PuzzleArguments, option
from satdoku.cli.output import Report
from satdoku.cli.terminal import coloured, width, wrapped
from satdoku.messages import SOURCE, Lang

if TYPE_CHECKING:
    from satdoku.diagnosing.ambiguity import Ambiguity
    from satdoku.diagnosing.diagnosis import Clash
    from satdoku.explaining.findings import Findings
    from satdoku.messages import Lang
    from satdoku.puzzle import Puzzle
    from satdoku.render.scene import Highlight

LISTED = 160, "Find what is wrong with a puzzle, and what corrects it"
EXAMPLES = ("satdoku diagnose puzzle.txt", "satdoku diagnose puzzle.txt --text > report.txt")


def diagnose(
    puzzles: PuzzleArguments,
    question: DiagnoseQuestion,
    common: RunGroup,
    input: InputGroup,
    text: Annotated[
        bool, option("--text", text="Print the text for a terminal also into a pipe or file.")
    ] = False,
) -> int:
    """Report what is wrong with each puzzle, why, and which changes would correct it.

    For a puzzle without a solution it lists the fewest givens (or cages and other rules) that
    clash, the argument, the fewest givens to remove or change, and givens to move to other cells.
    Piped output has one line for each puzzle, separated by tabs: verdict, puzzle, clash, smallest
    or minimal, what to remove, what to change, what to move (docs/diagnose.md). The default time
    limit is 10 seconds for each puzzle. Exit codes: 0 one solution, 1 none or several, 2 bad input,
    3 out of time (the results so far are printed).
    """
    if text and common.json:
        raise SatdokuError("--text and --json cannot be asked for together")
    return run(question, puzzles, input, common, Report(text=_text), as_text=text)


def _text(answer: DiagnosisAnswer) -> str:
    from satdoku.explaining.findings import findings

    lang, input = answer.lang, answer.input
    wording = findings(input.puzzle.geometry, lang)
    parts = [wording.verdict(answer, input.mark(answer.verdict))]
    if answer.verdict == "unique" or (answer.verdict == "multiple" and answer.ambiguity is None):
        parts[0] += "".join(f"\n  {input.write(grid)}" for grid in answer.witnesses)
    elif answer.ambiguity is not None:
        parts.append(ambiguity_text(answer.ambiguity, lang=lang, width=width(), color=coloured()))
        if answer.moves:
            parts.append(wrapped("\n".join(wording.misplaced(answer)), lang, always=True))
    elif answer.verdict == "none":
        if answer.clash is not None:
            parts.append(_picture(input.puzzle, answer.clash, wording, lang))
        said = "\n".join(wording.no_solution(answer, input.puzzle)).strip("\n")
        parts.append(wrapped(said, lang, always=True))
    if meant := wording.meant(answer):
        parts.insert(1, wrapped("\n".join(meant), lang, always=True))
    if answer.verdict == "multiple" and not answer.complete:
        parts.append(wording.ran_out(answer.stopped))
    return "\n\n".join(parts)


def _picture(puzzle: Puzzle, clash: Clash, wording: Findings, lang: Lang) -> str:
    """The board: the clash in red, the place where it shows shaded."""
    from satdoku.render.terminal import render_grid

    cells = () if clash.argument is None else clash.argument.cells
    highlights: dict[int, Highlight] = dict.fromkeys(cells, "pattern")
    # A given in a cage is seen as a given.
    for fact in sorted(clash.facts, key=lambda fact: fact.kind == "given"):
        if fact.rule is None or fact.rule.parameters:
            role: Highlight = "fault" if fact.kind == "given" else "pattern"
            highlights |= dict.fromkeys(fact.cells(puzzle.geometry), role)
    faulty: dict[int, Highlight] = {c: r for c, r in highlights.items() if r == "fault"}
    if coloured():
        drawn = render_grid(puzzle, highlights=highlights, width=width(), color=True, lang=lang)
    else:
        drawn = render_grid(
            puzzle, highlights=faulty or highlights, width=width(), starred=True, lang=lang
        )
    return f"{drawn}\n{wording.caption(bool(faulty), coloured())}"


def ambiguity_text(
    ambiguity: Ambiguity,
    *,
    lang: Lang = SOURCE,
    color: bool = False,
    ascii: bool = False,
    width: int = 80,
) -> str:
    """Two solutions side by side, what differs marked, and the sentences."""
    from satdoku.explaining.findings import findings
    from satdoku.render.scene import make_scene
    from satdoku.render.terminal import render_pair

    puzzle = ambiguity.puzzle
    wording = findings(puzzle.geometry, lang)
    differing: dict[int, Highlight] = dict.fromkeys(ambiguity.cells, "differs")
    first, second = (
        make_scene(puzzle, solution=grid, highlights=differing)
        for grid in (ambiguity.first, ambiguity.second)
    )
    picture = render_pair(
        first, second, titles=wording.pair(), width=width, color=color, ascii=ascii, lang=lang
    )
    said = (wrapped(sentence, lang, always=True) for sentence in wording.ambiguity(ambiguity))
    return "\n".join([picture, *said])
