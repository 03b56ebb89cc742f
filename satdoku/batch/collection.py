"""A collection of puzzles that is kept in an SQLite file (docs/collection.md).

No two of its puzzles are equivalent, and each has one solution. Blocks of the input are answered as
a batch run does, and each block is one transaction, which is on the disk before it is reported: a
process that is killed at any moment loses only the block at which it was.
"""

from __future__ import annotations

import json
import random
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import date, timedelta
from functools import cache, partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import read_puzzle
from satdoku.answers.wishes import range_of
from satdoku.base.columns import RunColumn
from satdoku.base.errors import FormatError, ImpossibleWish, OptionError, SatdokuError
from satdoku.base.limits import PUZZLE_SECONDS
from satdoku.base.options import Option, day_of
from satdoku.base.records import dataclass
from satdoku.base.workers import in_order
from satdoku.batch.block_answers import answer, lost_line
from satdoku.batch.blocks import Block
from satdoku.batch.schema import Columns, Questions, column_of
from satdoku.constraints.registry import REGISTRY, rule_called
from satdoku.formats import LineReader, ReadOptions, parse
from satdoku.puzzle import Document
from satdoku.puzzle.cells import AnyPuzzle
from satdoku.rating.levels import LEVELS

_APPLICATION = 0x73617464
"""Of SQLite's header: "satd"."""

_FORM = 1
"""The version of the table; raised where it changes."""

_MAX_NUMBER = 1 << 40
"""Above every number that a condition has."""

_BUSY_SECONDS = 10.0
_CACHE_KIBIBYTES = 1 << 16
_AT_ONCE = 1 << 12
"""Puzzles that are read at a time."""

_ALWAYS_ASKED = "verdict,solution,contents"
_RATED = ("rating", "minutes", "techniques")

_NOT_ONE = {
    "multiple": "the puzzle has several solutions",
    "none": "the puzzle has no solution",
}

AddedOutcome = Literal["added", "equivalent", "refused"]


@cache
def kept_columns() -> tuple[RunColumn, ...]:
    """The columns of the table, but for the key."""
    own = (
        RunColumn("number", "integer", "the number of the puzzle in the collection"),
        RunColumn("puzzle", "text", "the puzzle on one line, with its board, rules and title"),
        RunColumn("solution", "text", "its solution"),
        column_of("clues"),
        column_of("rules"),
        RunColumn("source", "word", "the file that it came from, or the name of --source"),
        RunColumn("line", "integer", "the line on which it began there"),
        RunColumn("added", "word", "the day on which it was added"),
        RunColumn("used", "word", "the day for which it was drawn"),
        RunColumn("used_for", "word", "the name of the book or series that it was drawn for"),
    )
    rated = Questions(_RATED, None, 1, "auto", _as_it_is, False).columns_of(*_RATED)
    return (*own, *rated)


def _as_it_is(document: Document) -> Document:
    return document


@dataclass(frozen=True, slots=True)
class KeptPuzzle(JsonObject):
    """A puzzle of a collection, with the columns of docs/collection.md; ``None``: not known."""

    number: int
    puzzle: str
    solution: str
    clues: int
    rules: str | None
    source: str | None
    line: int | None
    added: str
    used: str | None
    used_for: str | None
    er: float | None
    ep: float | None
    ed: float | None
    level: str | None
    steps: int | None
    points: int | None
    minutes: float | None
    minutes_low: float | None
    minutes_high: float | None
    hardest: str | None
    techniques: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class AddedRecord(JsonObject):
    """The fate of a puzzle that was to be added.

    verdict  whether it has one solution, as a batch run has it
    number   of the puzzle in the collection; of an equivalent one, which was there before
    level    of the puzzle that was added, where it was rated
    error    why it was not added; of an added puzzle, why it is not rated, or parts of its text
             that do not belong to it
    """

    line: int
    puzzle: str
    source: str | None
    outcome: AddedOutcome
    verdict: str
    number: int | None
    level: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class CollectionSummary(JsonObject):
    """How many puzzles a collection has: in all, rated, used, and by level and source."""

    puzzles: int
    rated: int
    used: int
    levels: Mapping[str, int]
    sources: Mapping[str, int]

    def text(self) -> str:
        """The numbers, a line each."""
        rows = [("puzzles", self.puzzles), ("rated", self.rated), ("used", self.used)]
        rows += [*self.levels.items(), *self.sources.items()]
        return "\n".join(f"{number:>9,}  {name}" for name, number in rows)


@dataclass(frozen=True)
class Wanted:
    """Conditions on the puzzles of a collection.

    :raises OptionError: where one of them cannot be read.
    """

    number: Annotated[
        str | None,
        Option("Take puzzles with these numbers, such as 17 or 1..100.", metavar="LOW..HIGH"),
    ] = None
    level: Annotated[
        str | None, Option("Take only puzzles of this level.", metavar="LEVEL", values="level")
    ] = None
    er: Annotated[
        str | None,
        Option("Take only puzzles with this rating, as 3.0..3.8.", metavar="LOW..HIGH"),
    ] = None
    minutes: Annotated[
        str | None,
        Option("Take only puzzles of these minutes, as 8..12.", metavar="LOW..HIGH"),
    ] = None
    technique: Annotated[
        str | None,
        Option(
            "Take only puzzles with this technique on the path.", metavar="NAME", values="technique"
        ),
    ] = None
    clues: Annotated[
        str | None, Option("Take only puzzles with this number of givens.", metavar="LOW..HIGH")
    ] = None
    with_rules: Annotated[
        str | None,
        Option(
            "Take only puzzles with these rules, such as thermo,arrow; none: without rules.",
            metavar="RULES",
            values="rules",
        ),
    ] = None
    source: Annotated[
        str | None, Option("Take only puzzles from this file or source.", metavar="NAME")
    ] = None
    used: Annotated[
        str | None,
        Option(
            "Take only puzzles drawn for these days (2027-01-01..2027-12-31), or yes or no.",
            metavar="DAYS",
        ),
    ] = None
    used_for: Annotated[
        str | None, Option("Take only puzzles drawn for this book or series.", metavar="NAME")
    ] = None

    def __post_init__(self) -> None:
        self.where()

    def where(self) -> tuple[str, list[Any]]:
        """The condition in SQL, and its values."""
        parts: list[str] = []
        values: list[Any] = []
        for name, unit in (("number", 1), ("er", 10), ("minutes", 10), ("clues", 1)):
            if (text := getattr(self, name)) is not None:
                low, high = range_of(text, name, unit, most=_MAX_NUMBER * unit)
                # Rounded: a rating is a number with one decimal.
                parts.append(f"round({name} * {unit}) BETWEEN ? AND ?")
                values += low, high
        if self.level is not None and self.level not in LEVELS:
            levels = ", ".join(LEVELS)
            raise OptionError(f"{self.level!r} is not a level; there are {levels}", "level")
        for name in ("level", "source", "used_for"):
            if (text := getattr(self, name)) is not None:
                parts.append(f"{name} = ?")
                values.append(text)
        if self.technique is not None:
            names = self._technique_names()
            marks = ", ".join("?" * len(names))
            bare = "substr(key, 1, instr(key || '[', '[') - 1)"  # without a length: whip[5]
            parts.append(f"EXISTS (SELECT 1 FROM json_each(techniques) WHERE {bare} IN ({marks}))")
            values += names
        for name in self._rule_names():
            parts.append("instr('+' || rules || '+', ?)")
            values.append(f"+{name}+")
        if self.with_rules == "none":
            parts.append("rules IS NULL")
        if self.used in ("yes", "no"):
            parts.append(f"used IS {'NOT ' if self.used == 'yes' else ''}NULL")
        elif self.used is not None:
            first, _, last = self.used.partition("..")
            parts.append("used BETWEEN ? AND ?")
            values += (str(day_of(text, "used")) for text in (first, last or first))
        return " AND ".join(parts) or "1", values

    def _technique_names(self) -> list[str]:
        from satdoku.rating import PRESETS
        from satdoku.rating.names import is_called, technique_names, unknown

        assert self.technique is not None
        known = {name: None for preset in PRESETS for name in technique_names(preset)}
        if reason := unknown(self.technique, known, "any path"):
            raise OptionError(reason, "technique")
        return [name for name in known if is_called(name, self.technique)]

    def _rule_names(self) -> list[str]:
        if self.with_rules is None or self.with_rules == "none":
            return []
        names = [rule_called(name) for name in self.with_rules.split(",")]
        for name in names:
            if name not in REGISTRY:
                raise OptionError(
                    f"there is no rule {name!r}; satdoku rules lists them", "with_rules"
                )
        return names

    @property
    def needs(self) -> str | None:
        """The column that the conditions need and that may not be filled in yet."""
        if self.technique is not None:
            return "techniques"
        return "steps" if self.level or self.er or self.minutes else None


@dataclass(frozen=True)
class Draw:
    """How many puzzles are drawn, of which levels, and for what.

    :raises OptionError: where options exclude each other, or one of them cannot be read.
    """

    count: Annotated[
        int, Option("Draw N puzzles.", flags=("--count", "-n"), metavar="N", least=1)
    ] = 1
    first_day: Annotated[
        str | None,
        Option("Draw a puzzle for each day from this one on.", flags=("--from",), metavar="DAY"),
    ] = None
    weekdays: Annotated[
        str | None,
        Option(
            "Set the levels from Monday to Sunday (with --from), such as "
            "easy,easy,medium,medium,hard,hard,expert.",
            metavar="LEVELS",
            values="levels",
        ),
    ] = None
    levels: Annotated[
        str | None,
        Option(
            "Draw these numbers of each level (instead of --count), such as easy:10,hard:20.",
            metavar="LEVELS",
            values="levels",
        ),
    ] = None
    purpose: Annotated[
        str,
        Option(
            "Set the book or series that they are used for.",
            flags=("--for",),
            metavar="NAME",
        ),
    ] = "daily"
    seed: Annotated[
        int | None, Option("Set the seed of the choice (by default a new one).", least=0)
    ] = None

    def __post_init__(self) -> None:
        if self.levels is not None and self.first_day is not None:
            raise OptionError("exclude each other; --weekdays sets levels", "levels", "first_day")
        if self.weekdays is not None and self.first_day is None:
            raise OptionError("needs the first day (--from)", "weekdays")
        self.places(date.min)

    def places(self, today: date) -> list[tuple[date, str | None]]:
        """The day and the level of each puzzle to be drawn."""
        if self.first_day is None:
            if self.levels is None:
                return [(today, None)] * self.count
            numbers: list[tuple[date, str | None]] = []
            for part in self.levels.split(","):
                level, _, number = part.strip().partition(":")
                if not re.fullmatch(r"[1-9]\d{0,6}", number, re.ASCII):
                    example = f"the number of {level} is wanted, as in {level}:10, not {part!r}"
                    raise OptionError(example, "levels")
                numbers += [(today, _level(level, "levels"))] * int(number)
            return numbers
        first = day_of(self.first_day, "first_day")
        levels: list[str | None] = [None] * 7
        if self.weekdays is not None:
            levels = [_level(name, "weekdays") for name in self.weekdays.split(",")]
            if len(levels) != 7:
                raise OptionError(
                    f"seven levels are wanted, from Monday to Sunday, not {len(levels)}", "weekdays"
                )
        try:
            days = [first + timedelta(days=number) for number in range(self.count)]
        except OverflowError:
            raise OptionError("there are not so many days", "count") from None
        return [(day, levels[day.weekday()]) for day in days]


def _level(name: str, option: str) -> str:
    name = name.strip()
    if name not in LEVELS:
        raise OptionError(f"{name!r} is not a level; there are {', '.join(LEVELS)}", option)
    return name


class Collection:
    """Puzzles that are kept in a file, no two of them equivalent.

    >>> import satdoku
    >>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> with satdoku.Collection(":memory:") as kept:
    ...     one, again = kept.add([easy, easy[::-1]])
    ...     drawn = kept.draw(purpose="Book 1")
    >>> one.outcome, again.outcome, again.error
    ('added', 'equivalent', 'equivalent to puzzle 1')
    >>> [puzzle.used_for for puzzle in drawn]
    ['Book 1']

    :param new: whether a file that is not there is made.
    :raises SatdokuError: where the file is not there, is no collection, is of another version, or
        is in use.
    """

    def __init__(self, path: str | Path, *, new: bool = False) -> None:
        self.path = str(path)
        in_memory = self.path == ":memory:"
        if not (new or in_memory or Path(path).exists()):
            raise SatdokuError(
                f"{path} does not exist; satdoku collection add {path} FILE begins a collection"
            )
        with self._reported():
            self._database = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
        try:
            with self._reported():
                self._begin(new or in_memory)
        except BaseException:
            self.close()
            raise

    def _begin(self, new: bool) -> None:
        run = self._database.execute
        run(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
        if self._is_empty() and new:
            with self._transaction():
                if self._is_empty():  # and no other process was faster
                    typed = ", ".join(f"{c.name} {_sql_type(c)}" for c in kept_columns())
                    run(f"CREATE TABLE puzzles ({typed}, key BLOB NOT NULL UNIQUE)")
                    run(f"PRAGMA application_id = {_APPLICATION}")
                    run(f"PRAGMA user_version = {_FORM}")
        ((application,), (version,)) = (
            run(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
        )
        if application != _APPLICATION:
            raise SatdokuError(f"{self.path} is a database, but not a collection of satdoku")
        if version != _FORM:
            raise SatdokuError(
                f"{self.path} is a collection of another version of satdoku (form {version}; this "
                f"one has form {_FORM})"
            )

    def _is_empty(self) -> bool:
        (tables,) = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        return not tables

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """All that is written inside, or nothing of it."""
        run = self._database.execute
        run("BEGIN IMMEDIATE")
        try:
            yield
            run("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                run("ROLLBACK")
            raise

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """Errors of the database as sentences."""
        try:
            yield
        except sqlite3.Error as error:
            name = getattr(error, "sqlite_errorname", "")
            reasons = {
                "BUSY": "is in use by another process; try again when that has ended",
                "NOTADB": "is not a collection of satdoku, nor a database at all",
                "CANTOPEN": "cannot be opened or made",
                "READONLY": "cannot be written",
                "CORRUPT": "is damaged",
            }
            other = f"cannot be read or written: {error}"
            reason = next((reasons[key] for key in reasons if key in name), other)
            raise SatdokuError(f"{self.path} {reason}") from None

    def discard_empty(self) -> None:
        """Remove the file if no puzzle is in it; a process that has it open can add none then."""
        with self._reported(), self._transaction():
            if not self._number("SELECT count(*) FROM puzzles"):
                self._database.execute("DROP TABLE puzzles")
                with suppress(OSError):  # Windows keeps files that are open
                    Path(self.path).unlink()

    def close(self) -> None:
        """Close the file."""
        self._database.close()

    def __enter__(self) -> Collection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return self._number("SELECT count(*) FROM puzzles")

    def _number(self, query: str, values: Sequence[Any] = ()) -> int:
        with self._reported():
            (number,) = self._database.execute(query, values).fetchone()
        return int(number or 0)

    # --------------------------------------------------------------------------------------------
    # Adding.

    def add(
        self,
        puzzles: Iterable[AnyPuzzle],
        *,
        ask: Iterable[str] = _RATED[:2],
        source: str | None = None,
        jobs: int = 1,
        time_limit: float | None = None,
    ) -> Iterator[AddedRecord]:
        """Add puzzles, and yield the fate of each once it is on the disk.

        :param ask: what is computed of each: ``rating``, ``minutes``, ``techniques``.
        :param time_limit: the seconds for each question about a puzzle; by default 60.
        :raises SatdokuError: where the file cannot be written; what was yielded is kept.
        """
        questions = questions_of(ask, time_limit)
        blocks = _blocks(enumerate(puzzles, 1), min(_AT_ONCE, questions.block))
        for records in self.add_blocks(blocks, questions, source=source, jobs=jobs):
            yield from records

    def add_blocks(
        self,
        blocks: Iterable[Block],
        questions: Questions,
        *,
        source: str | None = None,
        jobs: int = 1,
    ) -> Iterator[list[AddedRecord]]:
        """Add the puzzles of blocks; the fates of those of a block, once they are on the disk."""
        today = str(date.today())
        for table in _answered(questions, blocks, jobs):
            with self._reported(), self._transaction():
                records = self._added(table, source, today)
            yield records

    def _added(self, table: Columns, source: str | None, today: str) -> list[AddedRecord]:
        run = self._database.execute
        ((last,),) = run("SELECT coalesce(max(number), 0) FROM puzzles")
        new: dict[bytes, tuple[Any, ...]] = {}
        records: list[AddedRecord] = []
        names = [column.name for column in kept_columns()]
        for row in _rows(table):
            origin = row.get("source") if source is None else source
            about = (row["line"], row["puzzle"], origin)
            verdict, message, key = row["verdict"], row.get("message"), row.get("key")
            if verdict == "unique" and key is None:
                verdict = "undecided"  # whether it is equivalent to another
            if verdict != "unique" or key is None:
                error = _NOT_ONE.get(verdict, message or "it was not decided in time")
                records.append(AddedRecord(*about, "refused", verdict, None, None, error))
                continue
            digest = blake2b(key.encode(), digest_size=16).digest()
            same = (
                new.get(digest)
                or run(
                    "SELECT number, source, line FROM puzzles WHERE key = ?", (digest,)
                ).fetchone()
            )
            if same is not None:
                place = f" ({same[1]}, line {same[2]})" if same[1] else ""
                error = f"equivalent to puzzle {same[0]}{place}"
                records.append(AddedRecord(*about, "equivalent", verdict, same[0], None, error))
                continue
            last += 1
            row |= {"number": last, "puzzle": row["text"], "source": origin, "added": today}
            values = (_stored(row.get(name)) for name in names)
            new[digest] = (last, origin, row["line"], *values, digest)
            level = row.get("level")
            records.append(AddedRecord(*about, "added", verdict, last, level, message))
        marks = ", ".join("?" * (len(names) + 1))
        self._database.executemany(
            f"INSERT INTO puzzles ({', '.join(names)}, key) VALUES ({marks})",
            (values[3:] for values in new.values()),
        )
        return records

    # --------------------------------------------------------------------------------------------
    # Rating.

    def unrated(self, wanted: Wanted | None = None, *, column: str = "steps") -> int:
        """How many puzzles that fit the conditions are not rated (``techniques``: whose techniques
        are not known)."""
        where, values = (wanted or Wanted()).where()
        return self._number(
            f"SELECT count(*) FROM puzzles WHERE {column} IS NULL AND {where}", values
        )

    def rate(
        self,
        *,
        ask: Iterable[str] = _RATED[:2],
        jobs: int = 1,
        time_limit: float | None = None,
    ) -> Iterator[int]:
        """Rate the puzzles that are not rated, and yield how many were looked at so far.

        :param ask: as for :meth:`add`.
        """
        questions = questions_of(ask, time_limit)
        columns = [column.name for column in questions.columns_of(*_RATED)]
        key = "techniques" if "techniques" in questions.names else "steps"
        sets = ", ".join(f"{name} = ?" for name in columns)
        done = 0
        for table in _answered(questions, _blocks(self._unrated(key), questions.block), jobs):
            rows = list(_rows(table))
            rated = [
                (*(_stored(row.get(name)) for name in columns), row["line"])
                for row in rows
                if row.get("steps") is not None
            ]
            with self._reported(), self._transaction():
                self._database.executemany(f"UPDATE puzzles SET {sets} WHERE number = ?", rated)
            done += len(rows)
            yield done

    def _unrated(self, column: str) -> Iterator[tuple[int, str]]:
        """The number and text of each puzzle that lacks a column; no query is left open."""
        last, query = 0, f"WHERE {column} IS NULL AND number > ? ORDER BY number LIMIT {_AT_ONCE}"
        while True:
            with self._reported():
                rows = self._database.execute(
                    f"SELECT number, puzzle FROM puzzles {query}", (last,)
                ).fetchall()
            if not rows:
                return
            yield from rows
            last = rows[-1][0]

    # --------------------------------------------------------------------------------------------
    # Looking up, and drawing.

    def find(
        self, wanted: Wanted | None = None, *, limit: int | None = None
    ) -> Iterator[KeptPuzzle]:
        """The puzzles that fit the conditions, in the order of their days and numbers."""
        where, values = (wanted or Wanted()).where()
        drawn = wanted is not None and (wanted.used or wanted.used_for)
        order = "used IS NULL, used, number" if drawn else "number"
        end = "" if limit is None else f" LIMIT {limit}"
        return self._selected(f"{where} ORDER BY {order}{end}", values)

    def _selected(self, where: str, values: Sequence[Any]) -> Iterator[KeptPuzzle]:
        names = ", ".join(column.name for column in kept_columns())
        query = f"SELECT {names} FROM puzzles WHERE {where}"
        with self._reported():
            rows = self._database.execute(query, values)
            for row in rows:
                counts = None if row[-1] is None else json.loads(row[-1])
                fields = [*row[:-1], counts]
                yield KeptPuzzle(*fields)

    def summary(self) -> CollectionSummary:
        """How many puzzles there are, by level and source."""
        total, levels = len(self), self._counts("level")
        rated, used = total - self.unrated(), total - self._counts("used").get(None, 0)
        by_level = {level: levels[level] for level in LEVELS if level in levels}
        sources = {name: n for name, n in self._counts("source").items() if name is not None}
        return CollectionSummary(total, rated, used, by_level, sources)

    def _counts(self, column: str) -> dict[str | None, int]:
        query = f"SELECT {column}, count(*) FROM puzzles GROUP BY 1 ORDER BY 2 DESC, 1"
        with self._reported():
            return dict(self._database.execute(query).fetchall())

    def draw(
        self, plan: Draw | None = None, wanted: Wanted | None = None, **options: Any
    ) -> list[KeptPuzzle]:
        """Draw puzzles that were not used before, and note the use of all of them, or of none.

        :param plan: what is drawn; ``options`` are the fields of one.
        :raises ImpossibleWish: where there are not as many that fit.
        :raises SatdokuError: where one of the days has a puzzle of the series.
        """
        plan, wanted = plan or Draw(**options), wanted or Wanted()
        places = plan.places(date.today())
        chance = random.Random(plan.seed)
        chosen: dict[int, tuple[str, str, int]] = {}
        with self._reported(), self._transaction():
            if plan.first_day is not None:
                self._require_free(plan.purpose, places)
            for level, count in Counter(level for _, level in places).items():
                numbers = self._unused(wanted, level)
                if len(numbers) < count:
                    raise ImpossibleWish(self._lack(wanted, level, count, len(numbers)))
                drawn = iter(chance.sample(numbers, count))
                for day, one in places:
                    if one == level:
                        number = next(drawn)
                        chosen[number] = (str(day), plan.purpose, number)
            self._database.executemany(
                "UPDATE puzzles SET used = ?, used_for = ? WHERE number = ?", chosen.values()
            )
        puzzles = [one for number in chosen for one in self._selected("number = ?", [number])]
        return sorted(puzzles, key=lambda one: one.used or "")

    def _unused(self, wanted: Wanted, level: str | None) -> list[int]:
        where, values = wanted.where()
        if level is not None:
            where, values = f"level = ? AND {where}", [level, *values]
        query = f"SELECT number FROM puzzles WHERE used IS NULL AND {where} ORDER BY number"
        return [number for (number,) in self._database.execute(query, values)]

    def _require_free(self, purpose: str, places: Sequence[tuple[date, str | None]]) -> None:
        ends = (purpose, str(places[0][0]), str(places[-1][0]))
        query = "SELECT used, number FROM puzzles WHERE used_for = ? AND used BETWEEN ? AND ?"
        for day, number in self._database.execute(f"{query} ORDER BY used LIMIT 1", ends):
            raise SatdokuError(
                f"{day} has puzzle {number} for {purpose!r} already; satdoku collection "
                f"{self.path} --used {ends[1]}..{ends[2]} prints what was drawn"
            )

    def _lack(self, wanted: Wanted, level: str | None, number: int, there: int) -> str:
        sought = "unused puzzles" if level is None else f"unused puzzles of level {level}"
        have = "1 puzzle" if there == 1 else f"{there:,} puzzles"
        sentence = f"{number:,} {sought} are wanted, and {self.path} has {have} that fit"
        column = wanted.needs or ("steps" if level else None)
        if column is not None and (unrated := self.unrated(column=column)):
            more = " --ask rating,minutes,techniques" if column == "techniques" else ""
            sentence += (
                f"; {unrated:,} are not rated, which satdoku collection rate {self.path}{more} does"
            )
        return sentence


def questions_of(
    ask: Iterable[str],
    seconds: float | None,
    adapt: Callable[[Document], Document] = _as_it_is,
    *,
    letters: Any = "auto",
    sourced: bool = False,
) -> Questions:
    """The questions about each puzzle of a collection.

    :raises OptionError: where ``ask`` names something else.
    """
    names = [name for name in ask if name != "none"]
    for name in names:
        if name not in _RATED:
            raise OptionError(f"takes none, {', '.join(_RATED)}, not {name!r}", "ask")
    if names:
        names = ["rating", *names]  # steps tell that a puzzle is rated
    whole = Questions.of_text(",".join([_ALWAYS_ASKED, *names]))
    return Questions(
        whole, PUZZLE_SECONDS if seconds is None else seconds, 1, letters, adapt, sourced
    )


def _sql_type(column: RunColumn) -> str:
    if column.name == "number":
        return "INTEGER PRIMARY KEY"
    return {"integer": "INTEGER", "number": "REAL"}.get(column.kind, "TEXT")


def _stored(value: Any) -> Any:
    return json.dumps(value) if isinstance(value, dict) else value


def _rows(table: Columns) -> Iterator[dict[str, Any]]:
    names = list(table)
    for values in zip(*table.values(), strict=True):
        yield dict(zip(names, values, strict=True))


def _answered(questions: Questions, blocks: Iterable[Block], jobs: int) -> Iterator[Columns]:
    """The answers to blocks, in order; of a puzzle whose worker died, that it did."""
    return in_order(partial(answer, questions), blocks, jobs, partial(_one_by_one, questions))


def _one_by_one(questions: Questions, block: Block) -> Columns:
    """The answers to a block whose worker died: each entry by itself, so that one alone is lost."""
    pieces = [block.part(index, index + 1) for index in range(block.length)]
    lost = partial(lost_line, questions)
    tables = list(in_order(partial(answer, questions), pieces, 2, lost))
    return {name: [value for table in tables for value in table[name]] for name in tables[0]}


def _blocks(puzzles: Iterable[tuple[int, AnyPuzzle]], size: int) -> Iterator[Block]:
    """Numbered puzzles as blocks."""
    stream = iter(puzzles)
    for number, piece in enumerate(iter(lambda: list(islice(stream, size)), [])):
        texts: list[str] = []
        read: dict[int, Document | str] = {}
        for index, (_, puzzle) in enumerate(piece):
            if isinstance(puzzle, str) and len(puzzle) == 81 and puzzle.isascii():
                texts.append(puzzle)
                continue
            texts.append(" ".join(puzzle.split()) if isinstance(puzzle, str) else "")
            try:
                document = parse(puzzle) if isinstance(puzzle, str) else read_puzzle(puzzle)
                read[index] = document
                texts[index] = texts[index] or document.puzzle.grid.text()
            except FormatError as error:
                read[index] = error.reason
        lines = LineReader("line", ReadOptions())
        numbers = [line for line, _ in piece]
        data = "\n".join(texts).encode("utf-8", "surrogateescape")
        yield Block(number, None, data, len(texts), 1, lines, not read, numbers, read)
