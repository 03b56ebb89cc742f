"""The torture suite: puzzles with known answers, bad input and hard ones, put to any program.

The puzzles are the project's own. Random symmetries of them are new to the program on every seed.
Expected answers are those of satdoku's engines, and of broken and unreadable input follow from how
it was made.
"""

from __future__ import annotations

import os
import random
import re
import shlex
import signal
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from satdoku.answers.json_object import JsonObject
from satdoku.base.errors import FormatError, SatdokuError, Unsupported
from satdoku.base.limits import Limit
from satdoku.base.records import dataclass
from satdoku.base.shipped import shipped
from satdoku.formats import get_format, parse, unread_rules, write
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import check_unique, count, solve

TortureAsks: TypeAlias = Literal["verdict", "number", "solution"]

_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Found by `satdoku generate --minimal --seed 29` among 1,200: the highest ER, the fewest givens.
_HARD = (
    "..25..6..4....37...9............2.....139..7...5.....8.4.83..92....6..4.28.....1.",
    ".2...16......6...3.3...2..5...1.92..3..6.....217.58...9......6...4.85.........78.",
    ".5.97..2..94.1.6..7.6.4.......4...6..4...89.5..3.9..42.12..............3...5...9.",
    ".7.....45......6..4...5..19.....5.8..12.8....3..4...6.7...1.43...123.....5......6",
    "..3..4.8.2..6.8...............25.3.6..741...9........5.7.3...4.91....7..3.49.....",
    ".1.3.......7.2.3.....17...84...1......9.6.2....2.3..5.....5.9.62..7...1....9..7..",
    "..9..4.1.3.....7..425....8.1...3..6.59.........3.8.2.....6..........59......713.8",
    ".....524.......9.7.........8761.2.......561....13.8.....2..1...7..2.3....6.4....9",
)
_FEW_GIVENS = (
    ".....634.....59.......1....1...8..5............6....2484.2....6.....7.3.91....8..",
    "4...1..2..5........176...3....7...8............9.3...1.4....5.....8....928..9.1..",
    "1....5.375.......4..96.....82.....5......9.....7.6.....46..3....3....5......71..2",
    ".7..........2.3.7.59....1.645.1.....63..5.........8.....9...3.5.2....8.......46..",
    ".2....3..91...4..5...2.3.9.6.9.1.......8....7.......2.1.......8.54.....1...65....",
    "4.8....6.3.......7...1...4...5.1...8.7....1.3.6..9....25...7..........7...4.8...5",
)
_SMALL_TEXTS = ("1....2..4......3", "1....2..4.......", "................", "11..............")
_MAX_COUNTED = 10_000
"""A program may stop counting here."""
_MAX_EXAMPLES = 3
"""Examples of wrong answers that are listed for a class."""


@dataclass(frozen=True, slots=True)
class TorturedRecord(JsonObject):
    """The answers of a program to one class of puzzles.

    name      the class; ``about`` describes it
    asked     how many puzzles there were
    right     answers that are right; ``wrong``: answers that are not
    refused   puzzles that the program reported as bad input or said nothing about
    late      puzzles that it did not answer in time
    crashed   puzzles that ended it by a signal
    seconds   the median time of an answer, by the clock; left out without an answer
    examples  some of the puzzles without a right answer: ``puzzle``, ``expected``, ``found``
    """

    name: str
    about: str
    asked: int
    right: int
    wrong: int
    refused: int
    late: int
    crashed: int
    seconds: float | None
    examples: tuple[Mapping[str, str], ...]


@dataclass(frozen=True, slots=True)
class TortureRecord(JsonObject):
    """The results of a program in the torture suite.

    command  the command line, with {} for the puzzle
    asked    what was asked for: solution, verdict or number
    classes  the classes of puzzles, each a ``TorturedRecord``
    """

    command: str
    asked: str
    classes: tuple[TorturedRecord, ...]


@dataclass(frozen=True, slots=True)
class TortureCase:
    """A text and the right answers about it.

    verdict   unique, multiple or none; ``broken``: two equal digits in a house, which may be
              refused or have no solution; ``unreadable``: no puzzle at all
    number    of its solutions; ``None`` where there are more than anyone lists
    puzzle    the puzzle that a solution must solve
    """

    text: str
    verdict: str
    number: int | None = None
    puzzle: Puzzle | None = None


@dataclass(frozen=True, slots=True)
class TortureClass:
    """A class of texts, with how they are made."""

    about: str
    make: Callable[[random.Random, int], Iterator[TortureCase]]


def _known(text: str) -> TortureCase:
    document = parse(text)
    counted = count(document.puzzle, limit=Limit(solutions=_MAX_COUNTED))
    verdict = "none" if not counted.count else "unique" if counted.count == 1 else "multiple"
    return TortureCase(text, verdict, counted.count if counted.exact else None, document.puzzle)


def _image(text: str, rng: random.Random) -> str:
    """A random symmetric image of a 9x9 puzzle."""
    rows, columns = ([3 * b + i for b in _mixed(rng) for i in _mixed(rng)] for _ in range(2))
    digits = "".join(rng.sample("123456789", 9))
    moved = "".join(text[9 * r + c] for r in rows for c in columns)
    if rng.random() < 0.5:
        moved = "".join(moved[9 * c + r] for r in range(9) for c in range(9))
    return moved.translate(str.maketrans("123456789", digits))


def _mixed(rng: random.Random) -> list[int]:
    return rng.sample(range(3), 3)


def _images(texts: Sequence[str]) -> Callable[[random.Random, int], Iterator[TortureCase]]:
    return lambda rng, first: (_known(_image(texts[k % len(texts)], rng)) for k in range(first))


def _against_the_grain(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """The emptiest band above, with a first row that begins with the highest digits."""
    for k in range(first):
        text = _image((_HARD + _FEW_GIVENS)[k % 14], rng)
        bands = sorted((text[at : at + 27] for at in (0, 27, 54)), key=lambda b: -b.count("."))
        bands[0] = "".join(
            sorted((bands[0][at : at + 9] for at in (0, 9, 18)), key=lambda r: -r.count("."))
        )
        text = "".join(bands)
        solution = str(solve(parse(text).puzzle).solution)
        yield _known(text.translate(str.maketrans(solution[:9], "987654321")))


def _fewer_givens(rng: random.Random, first: int) -> Iterator[TortureCase]:
    for k in range(first):
        text = _image((_HARD + _FEW_GIVENS)[k % 14], rng)
        for at in rng.sample([at for at in range(81) if text[at] != "."], 1 + k % 3):
            text = f"{text[:at]}.{text[at + 1 :]}"
        yield _known(text)


def _wrong_given(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """A digit that clashes with no other and that no solution has."""
    for k in range(first):
        text = _image(((*_HARD, *_FEW_GIVENS, _EASY))[k % 15], rng)
        solution = str(solve(parse(text).puzzle).solution)
        places = [(at, d) for at in range(81) if text[at] == "." for d in "123456789"]
        for at, digit in rng.sample(places, len(places)):
            wrong = f"{text[:at]}{digit}{text[at + 1 :]}"
            if digit != solution[at] and not parse(wrong).puzzle.problems():
                yield TortureCase(wrong, "none", 0)
                break


def _clash(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """Two equal givens, in turn in a row, a column and a box."""
    for k in range(first):
        a = rng.randrange(81)
        row, column = divmod(a, 9)
        inside = [
            27 * (row // 3) + 3 * (column // 3) + 9 * i + j for i in range(3) for j in range(3)
        ]
        house = ([9 * row + i for i in range(9)], [9 * i + column for i in range(9)], inside)[k % 3]
        b = rng.choice([cell for cell in house if cell != a])
        digit = rng.choice("123456789")
        text = "".join(digit if at in (a, b) else "." for at in range(81))
        yield TortureCase(text, "broken", 0)


def _full(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """Solved grids, and some with two cells of a row exchanged."""
    solution = str(solve(parse(_EASY).puzzle).solution)
    for k in range(first):
        grid = _image(solution, rng)
        if k % 2:
            a, b = rng.sample(range(9), 2)
            cells = list(grid)
            cells[a], cells[b] = cells[b], cells[a]
            yield TortureCase("".join(cells), "broken", 0)
        else:
            yield _known(grid)


def _open(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """Hardly any givens: more solutions than anyone lists."""
    for k in range(min(first, 6)):
        digits = rng.sample("123456789", k)
        yield _known("".join(digits) + "." * (81 - k))


def _zeros(rng: random.Random, first: int) -> Iterator[TortureCase]:
    for trial in _images((_EASY, *_HARD))(rng, first):
        yield TortureCase(trial.text.replace(".", "0"), trial.verdict, trial.number, trial.puzzle)


def _unreadable(rng: random.Random, first: int) -> Iterator[TortureCase]:
    text = _image(_EASY, rng)
    bad = (
        text[:-1], f"{text}.", text[:40], "", "!" * 81, f"{text[:40]}!{text[41:]}", text * 2,
        "sudoku", "-1", f"{text[:-1]}١", f"{text[:-1]}²", "9" * 4000,
    )  # fmt: skip
    yield from (TortureCase(one, "unreadable", 0) for one in bad[:first])


def _small(rng: random.Random, first: int) -> Iterator[TortureCase]:
    for text in _SMALL_TEXTS[:first]:
        yield TortureCase(text, "broken", 0) if text.startswith("11") else _known(text)


def _variants(rng: random.Random, first: int) -> Iterator[TortureCase]:
    """The examples of the rules, to be written in the format that is asked for."""
    folder = shipped("examples/constraints")
    files = sorted(folder.glob("*.json")) if folder else []
    for file in rng.sample(files, len(files)):
        text = file.read_text(encoding="utf-8")
        puzzle = parse(text).puzzle
        yield TortureCase(text, check_unique(puzzle).verdict, 1, puzzle)


CLASSES: dict[str, TortureClass] = {
    "easy": TortureClass("one solution, singles suffice", _images((_EASY,))),
    "hard": TortureClass("one solution, ER 8.4 to 9.0", _images(_HARD)),
    "few": TortureClass("one solution, 21 or 22 givens", _images(_FEW_GIVENS)),
    "grain": TortureClass("the same, worst for trial in order", _against_the_grain),
    "several": TortureClass("one to three givens fewer", _fewer_givens),
    "none": TortureClass("no solution, and no clash to be seen", _wrong_given),
    "broken": TortureClass("two equal givens in a house", _clash),
    "full": TortureClass("full grids, half of them wrong", _full),
    "open": TortureClass("at most five givens", _open),
    "zeros": TortureClass("empty cells as 0", _zeros),
    "small": TortureClass("4x4", _small),
    "unreadable": TortureClass("no puzzle at all", _unreadable),
    "variants": TortureClass("an example of each rule (with --to)", _variants),
}
"""The classes by name."""


def trials_of(name: str, seed: int, first: int, to: str | None = None) -> Iterator[TortureCase]:
    """The texts of a class; ``to`` is the format that they are written in (a line if ``None``).

    :raises FormatError: where there is no such class or format.
    """
    if name not in CLASSES:
        raise FormatError(f"there is no class {name!r}; the classes are {', '.join(CLASSES)}")
    cases = CLASSES[name].make(random.Random(f"{name} {seed}"), first)
    if to is None:
        yield from () if name == "variants" else cases
        return
    target, left = get_format(to).name, first
    for trial in cases:
        if trial.puzzle is None or name == "zeros":
            continue
        document = Document(trial.puzzle)
        try:
            text = write(document, target).rstrip("\n")
            lost = bool(unread_rules(document, text, target))
        except Unsupported:
            continue
        if not lost and left:
            left -= 1
            yield TortureCase(text, trial.verdict, trial.number, trial.puzzle)


def torture(
    command: str,
    wanted: TortureAsks = "solution",
    *,
    names: Sequence[str] = (),
    first: int = 20,
    seconds: float = 10.0,
    seed: int = 1,
    to: str | None = None,
) -> TortureRecord:
    """Put the classes to a program: a process for each text, in place of ``{}`` or as its input.

    :raises SatdokuError: where the program cannot be started.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SatdokuError(f"--command {command!r} cannot be read: {error}") from None
    if not words:
        raise SatdokuError("--command names no program")
    classes = []
    for name in names or CLASSES:
        answers = [
            (trial, *_put(words, trial.text, seconds)) for trial in trials_of(name, seed, first, to)
        ]
        if answers:
            classes.append(_judged(name, wanted, answers))
    return TortureRecord(command, wanted, tuple(classes))


def _put(words: list[str], text: str, seconds: float) -> tuple[str | None, int, float]:
    """The output of a program (``None`` if it is late), its exit code, and the time."""
    named = any("{}" in word for word in words)
    started = time.perf_counter()
    try:
        process = subprocess.Popen(
            [word.replace("{}", text) for word in words],
            stdin=subprocess.DEVNULL if named else subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise SatdokuError(f"--command: {words[0]} cannot be started: {error}") from None
    with process:
        try:
            output, _ = process.communicate(
                None if named else f"{text}\n".encode(), timeout=seconds
            )
        except subprocess.TimeoutExpired:
            _end(process)
            return None, 0, seconds
        except BaseException:
            _end(process)
            raise
    return output.decode("utf-8", "replace"), process.returncode, time.perf_counter() - started


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a program with all that it started."""
    if hasattr(os, "killpg"):
        os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _judged(
    name: str, wanted: TortureAsks, answers: list[tuple[TortureCase, str | None, int, float]]
) -> TorturedRecord:
    tally = dict.fromkeys(("right", "wrong", "refused", "late", "crashed"), 0)
    examples: list[dict[str, str]] = []
    times = []
    for trial, output, code, seconds in answers:
        state, answer = _state(trial, wanted, output, code)
        tally[state] += 1
        if output is not None:
            times.append(seconds)
        if state != "right" and len(examples) < _MAX_EXAMPLES:
            expected = _expected(trial, wanted)
            examples.append({"puzzle": trial.text, "expected": expected, "found": answer or state})
    return TorturedRecord(
        name=name,
        about=CLASSES[name].about,
        asked=len(answers),
        **tally,
        seconds=round(statistics.median(times), 6) if times else None,
        examples=tuple(examples),
    )


def _state(
    trial: TortureCase, wanted: TortureAsks, output: str | None, code: int
) -> tuple[str, str]:
    """Whether an answer is right, wrong or missing, and the answer in short."""
    if output is None:
        return "late", ""
    if code < 0:
        return "crashed", f"signal {-code}"
    answer = _READ[wanted](output, trial)
    if answer is None:  # nothing that answers the question
        fitting = {"broken", "unreadable", "none" if wanted == "solution" else ""}
        return ("right" if trial.verdict in fitting else "refused"), ""
    return ("right" if _holds(trial, wanted, answer) else "wrong"), str(answer)


def _holds(trial: TortureCase, wanted: TortureAsks, answer: str) -> bool:
    if wanted == "verdict":
        return answer == ("none" if trial.verdict == "broken" else trial.verdict)
    if wanted == "number":
        if trial.verdict == "unreadable":
            return False
        return int(answer) == trial.number if trial.number is not None else int(answer) > 1
    return trial.puzzle is not None and _solves(trial.puzzle, answer)


def _solves(puzzle: Puzzle, text: str) -> bool:
    try:
        given = parse(text).puzzle.givens
    except SatdokuError:
        return False
    if len(given) != len(puzzle.givens):
        return False
    filled = Puzzle(puzzle.geometry, given, puzzle.pencil_marks, puzzle.constraints)
    keeps_givens = all(a in (None, b) for a, b in zip(puzzle.givens, given, strict=True))
    return keeps_givens and not filled.problems() and solve(filled).verdict != "none"


def _expected(trial: TortureCase, wanted: TortureAsks) -> str:
    if wanted == "number" and trial.verdict != "unreadable":
        return str(trial.number) if trial.number is not None else f"more than {_MAX_COUNTED}"
    return {"broken": "none, or refused", "unreadable": "refused"}.get(trial.verdict, trial.verdict)


def _verdict_in(output: str, trial: TortureCase) -> str | None:
    match = re.search(r"\b(not unique|unique|multiple|none)\b", output.lower())
    return {"not unique": "multiple"}.get(match[1], match[1]) if match else None


def _count_in(output: str, trial: TortureCase) -> str | None:
    """The first number that stands alone and is no grid; it may be a bound, as >=1,000 or 1000+."""
    words = (
        word.replace(",", "").strip("<>=~+.:;") for word in output.split() if word != trial.text
    )
    return next((word for word in words if re.fullmatch(r"[0-9]{1,15}", word)), None)


def _solution_in(output: str, trial: TortureCase) -> str | None:
    """A full grid: in a row, or drawn, a row of the board a line."""
    cells = len(trial.puzzle.givens) if trial.puzzle else 81
    size = round(cells**0.5)
    for word in output.split():
        if len(word) == cells and re.fullmatch("[1-9A-Za-z]+", word):
            return word
    rows = ["".join(re.findall("[1-9]", line)) for line in output.splitlines()]
    rows = [row for row in rows if len(row) == size]
    return "".join(rows[:size]) if len(rows) >= size else None


_READ: dict[TortureAsks, Callable[[str, TortureCase], str | None]] = {
    "verdict": _verdict_in,
    "number": _count_in,
    "solution": _solution_in,
}


def torture_table(record: TortureRecord) -> str:
    """The record as a table, with the examples below it."""
    head = ("class", "asked", "right", "wrong", "refused", "late", "crashed", "median s", "")
    rows: list[tuple[Any, ...]] = [head]
    for one in record.classes:
        median = "-" if one.seconds is None else f"{one.seconds:.3f}"
        counts = (one.asked, one.right, one.wrong, one.refused, one.late, one.crashed)
        rows.append((one.name, *counts, median, one.about))
    widths = [max(len(str(row[k])) for row in rows) for k in range(len(head) - 1)]
    lines = [
        "  ".join(
            (str(row[0]).ljust(widths[0]),
             *(str(cell).rjust(width) for cell, width in zip(row[1:-1], widths[1:], strict=True)),
             str(row[-1]))
        ).rstrip()
        for row in rows
    ]  # fmt: skip
    for one in record.classes:
        for example in one.examples:
            text = (
                example["puzzle"]
                if len(example["puzzle"]) < 200
                else example["puzzle"][:199] + "..."
            )
            lines.append(
                f"{one.name}: {text!r}: expected {example['expected']}, found {example['found']}"
            )
    return "\n".join(lines)
