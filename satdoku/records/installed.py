"""Records about the installation: doctor, torture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from satdoku.records.base import JsonObject

__all__ = ["DoctorRecord", "TortureRecord", "TorturedRecord"]


@dataclass(frozen=True, slots=True)
class DoctorRecord(JsonObject):
    """What is installed, and whether it works.

    satdoku   the version; ``place`` is the folder of the package
    python    the version of Python; ``system``: the operating system and the processor
    cores     how many processors this process may use
    simd      the instructions that the compiled core uses, of those in ``simd_levels`` that this
              processor has; null and empty without the core
    engines   for each engine ``works``, or why it does not
    packages  the version of each package that satdoku needs; null where it is absent
    extras    for each extra its packages with their versions; null where one is absent
    fonts     the folder of the shipped font, and whether ``fontconfig`` finds others
    pages     whether the pages and examples of rules and techniques are installed
    settings  the environment variables that affect satdoku
    output    the encoding of standard output
    problems  the parts that do not work, one sentence for each
    """

    NULL = ("simd",)

    satdoku: str
    place: str
    python: str
    system: str
    cores: int
    simd: str | None
    simd_levels: tuple[str, ...]
    engines: Mapping[str, str]
    packages: Mapping[str, str | None]
    extras: Mapping[str, Mapping[str, str | None]]
    fonts: Mapping[str, str | bool]
    pages: bool
    settings: Mapping[str, str]
    output: str
    problems: tuple[str, ...]


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
