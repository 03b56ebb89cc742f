"""How a person would solve a puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from satdoku.records.base import JsonObject, Record

__all__ = [
    "CaseRecord",
    "CasesRecord",
    "ExplainRecord",
    "HintRecord",
    "StepRecord",
    "StepsRecord",
    "TechniqueRecord",
    "TrialsRecord",
]


@dataclass(frozen=True, slots=True)
class StepRecord(JsonObject):
    """One step of a path, with the pattern that proves it.

    A candidate is written ``r1c5=7``, and ``r1c5<>7`` where it is eliminated.

    technique     its name in the catalogue; ``name`` is its name for people, in ``lang``
    rating        on the preset's scale; null where it has none
    placements, eliminations   the conclusions
    contradiction the reason why no grid satisfies all rules, left out without a contradiction
    text          the sentences that explain it
    variant, digits, cells     the kind inside the technique, and the pattern in its order
    houses        ``kind``, ``number``, ``name``, ``cells``
    candidates    the pattern's candidates by role
    links         ``first``, ``second``, ``kind`` (strong or weak) and ``house``, outside chains;
                  ``rule`` where a rule makes the link
    chains        ``nodes`` (``says``, ``from``: places in the list, ``cause``, ``house``,
                  ``rule``, ``part``), ``cycle``, ``eureka``, ``parts``
    sets          ``name``, ``cells``, ``digits``
    parts         the steps inside this one, as far as they go, without text; in a refutation each
                  with ``because``: the statements before it that it rests on
    notation      the pattern in one line
    rules         the constraints that it rests on: ``name``, ``title``, ``cells``
    size          how many facts a small proof rests on
    number, before  its number on the path and the position before it on one line, where it alone
                  was asked for
    """

    NULL = ("rating",)
    RARE: ClassVar[tuple[str, ...]] = (
        "contradiction", "variant", "sets", "parts", "notation", "rules", "size", "number",
        "before",
    )  # fmt: skip
    """What few steps have; left out where it is empty."""

    technique: str
    name: str
    rating: float | None
    placements: tuple[str, ...]
    eliminations: tuple[str, ...]
    contradiction: Mapping[str, Any] | None
    text: str
    variant: str
    digits: tuple[int, ...]
    cells: tuple[str, ...]
    houses: tuple[Mapping[str, Any], ...]
    candidates: Mapping[str, tuple[str, ...]]
    links: tuple[Mapping[str, Any], ...]
    chains: tuple[Mapping[str, Any], ...]
    sets: tuple[Mapping[str, Any], ...]
    parts: tuple[Mapping[str, Any], ...]
    notation: str
    rules: tuple[Mapping[str, Any], ...] = ()
    size: int | None = None
    number: int | None = None
    before: str | None = None

    def data(self) -> dict[str, Any]:
        """The fields; what few steps have is left out where it is empty."""
        found = JsonObject.data(self)
        return {name: value for name, value in found.items() if value or name not in self.RARE}


@dataclass(frozen=True, slots=True)
class HintRecord(Record):
    """The next step, or a part of it.

    outcome   ``found``; ``solved``: nothing is left to do; ``stuck``; ``contradiction``;
              ``stopped``
    strength  1: ``technique``, ``name`` and ``text`` alone; 2: the pattern too, without what
              follows from it; 3: ``step`` is the whole step
    """

    preset: str
    strength: int
    outcome: str
    text: str
    technique: str | None = None
    name: str | None = None
    rating: float | None = None
    digits: tuple[int, ...] | None = None
    cells: tuple[str, ...] | None = None
    houses: tuple[Mapping[str, Any], ...] | None = None
    candidates: Mapping[str, tuple[str, ...]] | None = None
    sets: tuple[Mapping[str, Any], ...] | None = None
    step: StepRecord | None = None


@dataclass(frozen=True, slots=True)
class ExplainRecord(Record):
    """The whole path through a puzzle, as a person would solve it.

    scores      Sudoku Explainer's numbers, fields of the object, if the preset is ``se`` and the
                path is complete
    outcome     ``solved``; ``stuck``: the preset finds no further step; ``contradiction``: no
                grid keeps all rules; ``stopped``: a limit ended the path (``stopped`` names it:
                seconds or steps)
    verdict     the solver's verdict on the puzzle: unique | multiple | none
    level       how hard the puzzle is, by name; left out for positions
    hardest     the hardest technique used
    grid        the digits at the end, on one line
    """

    SPREAD: ClassVar[tuple[str, ...]] = ("scores",)

    scores: Mapping[str, float]
    preset: str
    outcome: str
    stopped: str | None
    verdict: str
    level: str | None
    hardest: str | None
    grid: str
    steps: tuple[StepRecord, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class TrialsRecord(Record):
    """Every answer of a puzzle by singles and trial, with the trace that leads to them.

    preset     ``trial``
    outcome    ``solved``: all answers are listed, one at least; ``none``: there is none;
               ``stopped``: a limit ended the search (``stopped`` names it: solutions or
               seconds), and there may be more
    verdict    the solver's verdict on the puzzle: unique | multiple | none
    solutions  the answers on one line each, in the order found
    tried      how many candidates were supposed
    trace      the branches in order: ``depth`` (how many candidates are supposed), ``assumed`` (the
               last of them), ``singles`` (``candidate``, ``technique``, and ``house`` of a hidden
               single) and ``ending``: ``trial`` with ``cell`` and ``digits``, tried one level
               deeper; ``contradiction`` with ``contradiction``; ``solution`` with its ``number``
    text       the trace and the end as lines for a reader
    """

    preset: str
    outcome: str
    stopped: str | None
    verdict: str
    solutions: tuple[str, ...]
    tried: int
    trace: tuple[Mapping[str, Any], ...]
    text: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class StepsRecord(Record):
    """Every instance of a technique in a position; ``complete`` is false where a limit ran out."""

    technique: str
    steps: tuple[StepRecord, ...]
    complete: bool
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class CaseRecord(Record):
    """A case of a library of techniques, replayed.

    code        the library's code of the technique, with the variant; ``title`` its name there
    techniques  ours that were asked
    status      ``found``: the exact conclusion is among the steps found; ``not found``;
                ``absent``: a case that must not be found was not; ``unexpected``: it was;
                ``undecided``: the time ran out
    expected    what the case expects: ``r1c5=7`` or ``r1c5<>7``
    """

    code: str
    title: str
    techniques: tuple[str, ...]
    status: str
    expected: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class CasesRecord(JsonObject):
    """How the cases of a library ended, printed after them.

    cases            how many there are
    statuses         how many ended so; in the JSON object each is a field of its own
    not_implemented  empty: every code of the library has its technique
    """

    cases: int
    statuses: Mapping[str, int]
    not_implemented: Mapping[str, int] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """The fields, each status one."""
        found = JsonObject.data(self)
        return {"cases": found["cases"], **found["statuses"]} | {
            "not_implemented": found["not_implemented"]
        }

    def text(self) -> str:
        """The counts in words."""
        parts = [f"{number} {status}" for status, number in sorted(self.statuses.items())]
        return f"{self.cases} cases" + (f": {', '.join(parts)}" if parts else "")


@dataclass(frozen=True, slots=True)
class NameRecord(JsonObject):
    """A name of a technique in a tradition.

    tradition   the program or site
    name        its name there
    techniques  the techniques of the catalogue for this name; empty if there are none
    special     whether it is the name of a special case that these techniques find
    kin         whether it is the name of a related variant that these techniques do not search for
    """

    tradition: str
    name: str
    techniques: tuple[str, ...]
    special: bool
    kin: bool


@dataclass(frozen=True, slots=True)
class TechniqueRecord(JsonObject):
    """The facts about a technique.

    technique  its name in the catalogue; ``title`` is its name for people, in English, and
               ``titles`` has it by language (``en``)
    family     the module that finds it
    se         Sudoku Explainer's rating or range; null where it is not on that scale
    aliases    its other names
    covers     names of special cases that it finds
    presets    the presets that use it
    """

    NULL = ("se",)

    technique: str
    title: str
    titles: Mapping[str, str]
    family: str
    se: str | None
    aliases: tuple[str, ...]
    covers: tuple[str, ...]
    needs_uniqueness: bool
    presets: tuple[str, ...]
