"""A block to its answers: one pure function, the same wherever it runs.

Plain lines of classic puzzles are answered many at a time by the compiled core, and whatever it
does not settle one at a time by the questions that every command asks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import ContextVar
from itertools import compress
from threading import Lock
from typing import TYPE_CHECKING, Any

from satdoku.answers.contents import Contents
from satdoku.answers.counting import CountQuestion
from satdoku.answers.puzzle_input import PuzzleInput, left_out, shown_text, unread
from satdoku.answers.question import Answer, ask
from satdoku.answers.solving import UniqueQuestion
from satdoku.base.compiled import compiled_core, required_core
from satdoku.base.errors import (
    DIED,
    FormatError,
    InvalidPuzzle,
    ProgramFault,
    Undecided,
    Unsupported,
    naming_faults,
)
from satdoku.base.limits import Limit, RanOut
from satdoku.batch.blocks import Block, is_entry
from satdoku.batch.core_answers import ratings_of, until_fault, verdict_names
from satdoku.batch.packed import FixedTexts, WordColumn
from satdoku.batch.plain import for_core
from satdoku.batch.schema import Columns, Questions
from satdoku.puzzle import Document

if TYPE_CHECKING:
    from satdoku.rating.explainer import Rating

VERSION = 3
"""Of the answers: raised where the same block would get others."""

GIVEN_UP: ContextVar[Callable[[], bool] | None] = ContextVar("GIVEN_UP", default=None)
"""Tells whether nobody waits for the answers any more; ``None``: whoever gives up ends the process
that answers."""

_GUESSES = 1000
"""Guesses of the core at a puzzle before its time counts, some 2 ms."""

_DOTS = bytes.maketrans(b"0*_xX", b".....")
"""The signs of an empty cell that the core reads."""

_ONE_AT_A_TIME = Lock()
"""Engines keep what they have prepared, which two threads must not use together."""

_QUICK_COUNT = 100_000
"""Solutions that the core counts in some milliseconds."""

_SHORT_SECONDS = 0.05
"""Seconds below which a limit could be shorter than that."""


def answer(questions: Questions, block: Block) -> Columns:
    """The answers to the entries of a block, in order; blank lines and comments have none."""
    settled: Sequence[int] = ()
    columns: Columns = {}
    for answers in until_fault(_quick(questions, block)):
        settled, columns = answers
    length = block.length
    lines = range(block.first, block.first + length) if block.numbers is None else block.numbers
    whole: Columns = {column.name: [None] * length for column in questions.columns}
    whole["line"] = lines
    if questions.sourced:
        whole["source"] = [block.source] * length
    if len(settled) == length:
        return whole | columns
    texts = block.texts
    table = {name: list(values) for name, values in whole.items()} | {"puzzle": list(texts)}
    for name, values in columns.items():
        column = table[name]
        for index, value in zip(settled, values, strict=True):
            column[index] = value
    shown = [True] * length
    known = set(settled)
    for index, text in enumerate(texts):
        if index in known:
            continue
        if index not in block.read and not is_entry(text):
            shown[index] = False
            continue
        for name, value in _row(questions, block, index, text).items():
            table[name][index] = value
    compressed: Columns = {}
    for name, column in table.items():
        compressed[name] = column if all(shown) else list(compress(column, shown))
    return compressed


def answer_lines(questions: Questions, block: Block, rows: Sequence[int]) -> list[dict[str, Any]]:
    """The answers to some rows of a block, by their place in :func:`answer`'s table."""
    texts = block.texts
    entries = [i for i, text in enumerate(texts) if i in block.read or is_entry(text)]
    return [_row(questions, block, entries[row], texts[entries[row]]) for row in rows]


def lost_line(questions: Questions, block: Block) -> Columns:
    """The row for the one entry of a block whose worker died each time."""
    (text,) = block.texts
    row = _place(questions, block, 0, text) | {"verdict": "unanswered", "message": DIED}
    return {column.name: [row.get(column.name)] for column in questions.columns}


def _place(questions: Questions, block: Block, index: int, text: str) -> dict[str, Any]:
    shown = " ".join(text.encode("utf-8", "backslashreplace").decode().split())
    place = {"line": block.line(index), "puzzle": shown}
    return place | {"source": block.source} if questions.sourced else place


# ------------------------------------------------------------------------------------------------
# One at a time.


def _row(questions: Questions, block: Block, index: int, text: str) -> dict[str, Any]:
    given_up = GIVEN_UP.get()
    if given_up is not None and given_up():
        raise RanOut("cancelled")
    with _ONE_AT_A_TIME:
        started = time.perf_counter()
        try:
            with naming_faults():
                row = _row_alone(questions, block, index, text)
        except ProgramFault as error:
            fault = {"verdict": "unanswered", "message": str(error)}
            row = _place(questions, block, index, text) | fault
        timed = {"seconds": round(time.perf_counter() - started, 6)}
        return row | timed if "time" in questions.names else row


def _row_alone(questions: Questions, block: Block, index: int, text: str) -> dict[str, Any]:
    row = _place(questions, block, index, text)
    read = block.read.get(index)
    if read is None:
        entry = block.lines.entry(row["line"], text)
        read = entry.document or str(entry.error)
        if not isinstance(read, str):
            row["puzzle"] = shown_text(text, read)
    if isinstance(read, str):
        return row | {"verdict": "invalid", "message": read}
    try:
        document = questions.adapt(read)
    except FormatError as error:
        return row | {"verdict": "invalid", "message": str(error)}
    lost = left_out(document)
    undecided: list[str] = []
    refused: list[str] = []
    bare = Document(document.puzzle, title=document.title, solution=document.solution)
    about = PuzzleInput(bare, row["line"], row["puzzle"], block.source, lost, questions.letters)
    try:
        unique = ask(UniqueQuestion(), about, _limit(questions))
    except (InvalidPuzzle, Unsupported) as error:
        said = "; ".join([str(error), *unread(lost, text)])
        return row | {"verdict": "invalid", "message": said}
    from satdoku.answers.rating import STUCK

    row |= {"verdict": unique.verdict} | unique.row(questions.columns_of("solution"))
    if unique.verdict == "undecided":
        undecided.append("verdict")
    for names, answered in _ANSWERS.items():
        if not (columns := questions.columns_of(*names)):
            continue
        try:
            one = answered(questions, about, unique.verdict)
            if getattr(one, "stopped", None) not in (None, "solutions"):
                undecided.append(names[0])
            elif one is not None:
                row |= one.row(columns)
                if getattr(one, "stuck", False):
                    refused.append(STUCK)
        except Undecided as error:
            undecided.append(names[0])
            if questions.seconds is None:
                refused.append(error.sentence)
        except Unsupported as error:
            refused.append(str(error))
    sentences = unread(unique.input.left_out, text)
    if undecided:
        row["undecided"] = " ".join(undecided)
        if questions.seconds is not None:
            refused = [f"the time limit of {questions.seconds:g} s ran out"]
    if said := "; ".join([*sentences, *dict.fromkeys(refused)]):
        row["message"] = said
    return row


def _limit(questions: Questions) -> Limit:
    return Limit(seconds=questions.seconds, cancel=GIVEN_UP.get())


def _count(questions: Questions, about: PuzzleInput, verdict: str) -> Answer:
    return ask(CountQuestion(questions.limit), about, _limit(questions))


def _contents(questions: Questions, about: PuzzleInput, verdict: str) -> Contents:
    return Contents(about.document)


def _canonical(questions: Questions, about: PuzzleInput, verdict: str) -> Answer:
    from satdoku.answers.symmetry import TransformQuestion

    return ask(TransformQuestion(canonical=True), about, _limit(questions))


def _rated(name: str | None) -> Callable[[Questions, PuzzleInput, str], Answer | None]:
    """The rating on the scale of a name; ``None``: on the puzzle's own."""

    def rated(questions: Questions, about: PuzzleInput, verdict: str) -> Answer | None:
        from satdoku.answers.rating import RatingAnswer
        from satdoku.rating.scales import SCALES, scale_of

        if verdict != "unique":
            return None
        scale = scale_of(about.puzzle) if name is None else SCALES[name]
        named = not _NAMED.isdisjoint(questions.names)
        rating = scale.rate(about.puzzle, unique=True, names=named, limit=_limit(questions))
        return RatingAnswer.of(about, rating, 0.0)

    return rated


_RATED = ("rating", "minutes", "techniques", "path-shape")
_NAMED = frozenset(_RATED[2:])
"""Questions that need the steps of the path."""

_ALONE = ("w", "b")
"""Questions that are answered one puzzle at a time."""

_ANSWERS: dict[
    tuple[str, ...], Callable[[Questions, PuzzleInput, str], Answer | Contents | None]
] = {
    ("contents",): _contents,
    ("count",): _count,
    ("canonical",): _canonical,
    _RATED: _rated(None),
    **{(name,): _rated(name) for name in ("hodoku", *_ALONE)},
}
"""The function that answers the questions of some names; the first name stands for them where time
runs out."""


# ------------------------------------------------------------------------------------------------
# Many at a time.


def _quick(questions: Questions, block: Block) -> Iterator[tuple[Sequence[int], Columns]]:
    """The places of the entries that the core has settled, ascending, and the answers there;
    nothing where it cannot answer."""
    core = compiled_core()
    if core is None or not (block.quick and _is_for_core(questions)):
        return
    data = block.data
    if block.read or b" " in data:
        data = "\n".join(for_core(block.texts, block.read)).encode("utf-8", "surrogateescape")
    solutions = None
    if "solution" in questions.names:
        codes, solutions, _ = core.check_many(data + b"\n", nodes=_GUESSES)
    else:
        codes = core.verdicts(data + b"\n", nodes=_GUESSES)
    names = verdict_names()
    settled: Sequence[int] = range(block.length)
    if codes.max() <= max(names):
        cells = data.replace(b"\n", b"")
    else:
        settled = [index for index, code in enumerate(codes.tolist()) if code in names]
        codes = codes[settled]
        solutions = None if solutions is None else solutions[settled]
        cells = "".join(map(block.texts.__getitem__, settled)).encode("ascii")
    verdicts = WordColumn(tuple(names[code] for code in sorted(names)), codes)
    columns: Columns = {"puzzle": FixedTexts(cells, 81), "verdict": verdicts}
    if solutions is not None:
        grids = FixedTexts((solutions + ord("0")).tobytes(), 81)
        columns["solution"] = grids
        if "none" in verdicts:
            columns["solution"] = [
                None if v == "none" else s for v, s in zip(verdicts, grids, strict=True)
            ]
    yield settled, columns | _quick_columns(questions, cells, verdicts)


def _is_for_core(questions: Questions) -> bool:
    """Whether the core answers all that is asked, within the limits."""
    if not {"time", *_ALONE}.isdisjoint(questions.names):
        return False
    if "count" not in questions.names:
        return questions.seconds is None or questions.seconds >= _SHORT_SECONDS
    # The core would count to the end.
    return questions.seconds is None and (GIVEN_UP.get() is None or questions.limit <= _QUICK_COUNT)


def _quick_columns(questions: Questions, cells: bytes, verdicts: WordColumn) -> Columns:
    """The answers to the other questions about plain puzzles, side by side in ``cells``."""
    core, columns = required_core("a batch run"), Columns()
    if "count" in questions.names and cells:
        _, counts, exact = core.count_many(cells, limit=questions.limit)
        columns |= {"count": counts.tolist(), "exact": exact.tolist()}
    if not {"canonical", "contents"}.isdisjoint(questions.names):
        least = FixedTexts(core.canonical_forms(cells), 81)
        columns |= {"canonical": least} if "canonical" in questions.names else {}
    if "contents" in questions.names:
        texts = FixedTexts(cells.translate(_DOTS), 81)
        clues = [81 - text.count(".") for text in texts]
        columns |= {"text": texts, "clues": clues, "rules": [None] * len(texts), "key": least}
    if {*_RATED, "hodoku"}.intersection(questions.names):
        columns |= _quick_ratings(questions, verdicts, FixedTexts(cells, 81))
    return columns


def _quick_ratings(questions: Questions, verdicts: Sequence[str], texts: Sequence[str]) -> Columns:
    from satdoku.answers.rating import STUCK, RatingAnswer

    unique = [text for verdict, text in zip(verdicts, texts, strict=True) if verdict == "unique"]
    rows: list[dict[str, Any]] = [{} for _ in unique]
    for names, ratings in _quick_scales(questions, unique):
        columns = questions.columns_of(*names)
        for row, text, rating in zip(rows, unique, ratings, strict=True):
            try:
                one = RatingAnswer.of(PuzzleInput(None, 1, text), rating, 0.0)
                row |= one.row(columns) | ({"message": STUCK} if one.stuck else {})
            except Undecided:
                row["undecided"] = " ".join(filter(None, [row.get("undecided"), names[0]]))
                row["message"] = f"the time limit of {questions.seconds:g} s ran out"
    rated = iter(rows)
    whole = [next(rated) if verdict == "unique" else {} for verdict in verdicts]
    named = [column.name for column in questions.columns_of(*_RATED, "hodoku")]
    return {name: [row.get(name) for row in whole] for name in ["undecided", "message", *named]}


def _quick_scales(
    questions: Questions, unique: list[str]
) -> Iterator[tuple[tuple[str, ...], Iterable[Rating]]]:
    """The names of what is asked, and the ratings of the puzzles."""
    from satdoku.rating.scales import HODOKU, SE

    if not {*_RATED}.isdisjoint(questions.names):
        named = not _NAMED.isdisjoint(questions.names)
        yield _RATED, ratings_of(unique, SE, named=named, seconds=questions.seconds)
    if "hodoku" in questions.names:
        yield ("hodoku",), ratings_of(unique, HODOKU, seconds=questions.seconds)
