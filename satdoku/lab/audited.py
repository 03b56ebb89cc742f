"""The results of an audit of data sets."""

from __future__ import annotations

from collections.abc import Mapping

from satdoku.answers.json_object import JsonObject
from satdoku.base.records import dataclass
from satdoku.base.worded import plural


@dataclass(frozen=True, slots=True)
class AuditedFileRecord(JsonObject):
    """A file of puzzles, by itself.

    source      its name
    puzzles     how many were read
    verdicts    how many are unique, multiple, none, invalid (a digit twice in a house)
    unreadable  how many rows hold no classic 9x9 puzzle
    minimal     how many of the unique ones need all their givens
    identical   how many are written as an earlier one of the file is
    equivalent  how many are images of an earlier one that is not written so
    solutions   how many unique puzzles have a solution beside them
    wrong       how many of those are not the solution
    clues       how many puzzles have this many givens
    rated       how many were rated: evenly spread over the unique ones
    levels      how many of these are of each level
    ratings     their ER: ``least``, ``quartiles`` and ``most``; empty where none was rated
    lines       the first lines of each fault: ``unreadable``, ``multiple``, ``none``, ``invalid``,
                ``wrong``
    complete    the file was read and rated to the end
    """

    source: str
    puzzles: int
    verdicts: Mapping[str, int]
    unreadable: int
    minimal: int
    identical: int
    equivalent: int
    solutions: int
    wrong: int
    clues: Mapping[int, int]
    rated: int
    levels: Mapping[str, int]
    ratings: Mapping[str, float | tuple[float, ...]]
    lines: Mapping[str, tuple[int, ...]]
    complete: bool

    def text(self) -> str:
        """The findings, a line each."""
        unique = self.verdicts.get("unique", 0)
        counts = ", ".join(f"{count:,} {name}" for name, count in self.verdicts.items())
        rows = [
            f"{self.source}: {plural(self.puzzles, 'puzzle')} ({counts})",
            f"  minimal: {self.minimal:,} of {unique:,}",
            f"  identical to an earlier one: {self.identical:,}; "
            f"equivalent to one: {self.equivalent:,}",
        ]
        if self.solutions:
            rows.append(f"  wrong solutions: {self.wrong:,} of {self.solutions:,}")
        if self.unreadable:
            rows.append(f"  unreadable: {plural(self.unreadable, 'row')} (not 81 digits and dots)")
        if self.clues:
            low, high = min(self.clues), max(self.clues)
            mean = sum(n * times for n, times in self.clues.items()) / sum(self.clues.values())
            rows.append(f"  givens: {low} to {high}, mean {mean:.1f}")
        if self.rated:
            levels = ", ".join(f"{count} {name}" for name, count in self.levels.items())
            quartiles = self.ratings["quartiles"]
            assert isinstance(quartiles, tuple)
            middle = " ".join(f"{number:.1f}" for number in quartiles)
            rows.append(
                f"  rated {self.rated:,}: {levels}; "
                f"ER {self.ratings['least']:.1f} to {self.ratings['most']:.1f}, quartiles {middle}"
            )
        for kind, numbers in self.lines.items():
            if numbers:
                rows.append(f"  {kind}, lines {', '.join(map(str, numbers))}")
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class OverlapRecord(JsonObject):
    """The puzzles that are in both of two files.

    first, second  the files
    identical      how many puzzles of the second are written in the first too
    equivalent     how many others are images of one of the first
    examples       the lines of some of them: ``first``, ``second`` and ``identical``
    """

    first: str
    second: str
    identical: int
    equivalent: int
    examples: tuple[Mapping[str, int | bool], ...]

    def text(self) -> str:
        """The counts and the examples, a line each."""
        rows = [
            f"{self.second} in {self.first}: {self.identical:,} identical, "
            f"{self.equivalent:,} equivalent"
        ]
        for one in self.examples:
            how = "is" if one["identical"] else "is equivalent to"
            rows.append(f"  line {one['second']} {how} line {one['first']}")
        return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class AuditRecord(JsonObject):
    """An audit of files of puzzles.

    files     each by itself
    overlaps  each two of them
    complete  every row was read; else ``stopped`` says why not (seconds, or interrupt)
    """

    files: tuple[AuditedFileRecord, ...]
    overlaps: tuple[OverlapRecord, ...]
    complete: bool
    stopped: str | None

    @property
    def clean(self) -> bool:
        """Whether every puzzle has one solution and no file has a puzzle of another one."""
        return all(
            file.verdicts.get("unique", 0) == file.puzzles
            and not (file.unreadable or file.wrong or file.identical or file.equivalent)
            for file in self.files
        ) and not any(one.identical or one.equivalent for one in self.overlaps)

    def text(self) -> str:
        """All of it for a reader."""
        rows = [file.text() for file in self.files]
        rows += [overlap.text() for overlap in self.overlaps]
        if self.stopped is not None:
            rows.append(f"not complete: stopped by {self.stopped}")
        return "\n".join(rows)
