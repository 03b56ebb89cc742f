"""The one schema of what is reported: for --json, for rows of a batch, for the web and for tests.

A record is plain data (text, numbers, lists); it knows nothing of puzzles or engines, and whoever
has a result makes a record of it. ``as_dict`` gives the JSON object, keys in the documented order.
Grids are one-line text; ``seconds`` is wall-clock time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

__all__ = [
    "BackdoorsRecord",
    "CandidatesRecord",
    "CaseRecord",
    "CertifiedRecord",
    "CheckRecord",
    "CountRecord",
    "DiagnosisRecord",
    "ErrorRecord",
    "ExplainRecord",
    "FewestCluesRecord",
    "GeneratedRecord",
    "HintRecord",
    "MinimizedRecord",
    "RatingRecord",
    "Record",
    "RedundantRecord",
    "SameRecord",
    "SolveRecord",
    "StepRecord",
    "StepsRecord",
    "TransformRecord",
    "TrialsRecord",
    "UnavoidableRecord",
    "UniquenessRecord",
    "VerificationRecord",
]

SCHEMA = 1
"""The version of the JSON objects; raised where a field changes its meaning or goes."""


@dataclass(frozen=True, slots=True)
class Record:
    """One answered puzzle: the line it stood on (from 1), its text, the file it came from."""

    line: int
    puzzle: str
    source: str | None = field(default=None, kw_only=True)

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in found.items() if value is not None}

    def to_dict(self) -> dict[str, Any]:
        """The JSON object as ``json.loads`` gives it, without what only a run over files has:
        ``line``, ``source`` and ``seconds``."""
        found = self.as_dict()
        return {name: _listed(found[name]) for name in found if name not in _OF_A_RUN}


_OF_A_RUN = ("line", "source", "seconds")


def _listed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _listed(inner) for key, inner in value.items()}
    return [_listed(inner) for inner in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, slots=True)
class ErrorRecord(Record):
    """A puzzle that cannot be answered, and why: unreadable or at fault, unless ``verdict`` says
    that it has the wrong number of solutions (none, multiple), was not decided, or is unanswered
    because a worker process died.

    ``line`` is 0 where the fault is not a line's (a file that cannot be opened).
    """

    error: str
    verdict: str | None = None


@dataclass(frozen=True, slots=True)
class RatingRecord(Record):
    """Sudoku Explainer's ratings, the hardest technique, how often each was used, the steps.

    ``level`` is left out where the puzzle has not exactly one solution;
    ``hardest`` and ``techniques`` where only the numbers were asked for.
    """

    er: float
    ep: float
    ed: float
    level: str | None
    hardest: str | None
    techniques: Mapping[str, int] | None
    steps: int
    seconds: float

    def text(self) -> str:
        """The rating for a person, a line each."""
        lines = [f"ER {self.er:.1f}  EP {self.ep:.1f}  ED {self.ed:.1f}  {self.steps} steps"]
        if self.level is not None:
            lines.append(f"level: {self.level}")
        if self.hardest is not None:
            lines.append(f"hardest: {self.hardest}")
        lines += [f"{times:>5}  {name}" for name, times in (self.techniques or {}).items()]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class SolveRecord(Record):
    """What ``solve`` found.

    verdict    none | unique | multiple | solved (at least one solution; whether there are others
               was not asked) | undecided. Where one solution is asked for, it is never ``unique``
    complete   the run did all it was asked; false where time or nodes ran out
    exhausted  ``solutions`` holds every solution there is; false where as many as were asked for
               were found, for that ends the search
    stopped    which limit ended the run, left out where none did
    """

    verdict: str
    solutions: tuple[str, ...]
    complete: bool
    exhausted: bool
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class UniquenessRecord(Record):
    """What ``check-unique`` found: unique | multiple | none | undecided.

    ``witnesses`` holds the solution, or two different ones where there are several.
    """

    verdict: str
    witnesses: tuple[str, ...]
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class CertifiedRecord(UniquenessRecord):
    """The same with the path of the certificate; left out where there is no verdict to certify."""

    certificate: str | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class VerificationRecord(Record):
    """What ``verify`` says of a certificate (``source``).

    verdict  what the certificate claims: unique | none | multiple
    answer   proved | not proved | undecided
    faults   why it is not proved, each sentence with the part at fault
    lemmas   the proof's clauses that were checked
    """

    verdict: str
    answer: str
    faults: tuple[str, ...]
    lemmas: int
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class CountRecord(Record):
    """How many solutions there are; at least so many where ``exact`` is false.

    ``published`` (``count`` and ``source``) is what others have counted, for the empty 9x9 only; it
    has no part in ``count``.
    """

    count: int
    exact: bool
    stopped: str | None
    backend: str
    seconds: float
    published: Mapping[str, Any] | None = field(default=None, kw_only=True)


@dataclass(frozen=True, slots=True)
class DiagnosisRecord(Record):
    """What ``diagnose`` found: unique | multiple | none | undecided.

    A fact is written ``r7c1=5`` (a given), ``r1c2=1/4`` (the pencil marks of a cell), ``diagonal``
    or ``killer-cage@r1c1`` (a rule, by the first of its own cells; ``killer-cage@r1c1#2`` is the
    second of its kind that begins there).

    witnesses the solution, or two different ones
    clashes   where there is no solution: ``facts``; ``told`` the same in words; ``smallest``, that
              no fewer facts of the puzzle clash; ``argument``, left out where none was found:
              ``kind`` (direct, steps, trial or proof), ``sentences``, and ``cells`` where it
              shows. The first is the one to look at, the others follow by size
    exhausted ``clashes`` holds every clash there is
    remove    the fewest givens without which there is a solution: ``facts``; ``told`` the same in
              words; ``unique``, that there is just one then (null: not known in time); every such
              choice, those with one solution first
    drop      the same for pencil marks and rules (or for everything, where neither givens alone
              nor these alone can cure)
    change    the fewest givens to change: ``cells``, each with ``cell``, ``from`` and ``to``, and
              ``unique``
    move      a given written in a wrong cell, or two exchanged, the nearest first: ``from`` and
              ``to``, the cells; ``digit``, that of ``from``; ``other``, that of ``to`` (null for a
              move, a digit for an exchange); ``unique``; ``sentence``. Those that leave one
              solution; where there is no solution and no move leaves one, those that leave several
    fewest    no smaller choice than those of ``remove`` and ``drop`` cures
    listed    ``remove``, ``drop``, ``change`` and ``move`` hold every choice
    ambiguity where there are several solutions, ``solutions``: two that differ in few cells;
              ``differ``: the digits of both in these cells; ``deadly``: no two solutions differ in
              some of them only; ``closest``: nor in fewer elsewhere; ``count`` and ``exact``;
              ``open`` and ``fixed``: the empty cells with several digits and with one in all
              solutions (as far as was seen where not ``candidates_complete``); ``additions``:
              ``givens`` to add for one solution, ``proved`` that fewer never do; ``enough_alone``:
              each candidate that would do by itself; ``changes`` of one given that would do;
              ``sentences``: the same in words
    complete  all that was asked is known; else ``stopped`` says which limit ran out
    """

    verdict: str
    witnesses: tuple[str, ...]
    clashes: tuple[Mapping[str, Any], ...]
    exhausted: bool
    remove: tuple[Mapping[str, Any], ...]
    drop: tuple[Mapping[str, Any], ...]
    change: tuple[Mapping[str, Any], ...]
    move: tuple[Mapping[str, Any], ...]
    fewest: bool
    listed: bool
    ambiguity: Mapping[str, Any] | None
    complete: bool
    stopped: str | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON object; what says something of a puzzle without a solution only there."""
        found = Record.as_dict(self)
        if self.verdict != "none":
            for name in ("clashes", "exhausted", "remove", "drop", "change", "fewest"):
                del found[name]
        if self.verdict not in ("none", "multiple"):
            del found["move"], found["listed"]
        return found


@dataclass(frozen=True, slots=True)
class CheckRecord(Record):
    """What ``check`` says of a player's board (``puzzle`` is the board as it was given).

    verdict        solved | fine (nothing is wrong so far) | wrong | unsolvable (the givens
                   themselves have no solution) | undecided
    givens         ``known``, or ``unknown``: every digit counts as the player's
    solutions      of the puzzle with its known givens: one | several | none | unknown
    wrong          digits that no solution has there: ``cell``, ``digit``, ``sees`` (cells that
                   hold the same digit)
    clashes        sets of digits that cannot all be right though each could be
    lost           open cells whose pencil marks lack the digit that they need
    lost_together  cells whose pencil marks cannot all be right though each could be
    no_longer      pencil marks that a placed digit rules out: ``cell``, ``digit``, ``reason``
    right          the right digits of wrong and lost cells, only where they were asked for
    sentences      all of this in words
    """

    verdict: str
    givens: str
    solutions: str
    wrong: tuple[Mapping[str, Any], ...]
    clashes: tuple[tuple[str, ...], ...]
    lost: tuple[str, ...]
    lost_together: tuple[str, ...]
    no_longer: tuple[Mapping[str, Any], ...]
    right: Mapping[str, int] | None
    sentences: tuple[str, ...]
    stopped: str | None
    seconds: float

    def text(self) -> str:
        """The sentences, a line each."""
        return "\n".join(self.sentences)


@dataclass(frozen=True, slots=True)
class CandidatesRecord(Record):
    """Which candidates occur in some solution.

    ``candidates`` maps a cell name to its digits and the number of solutions each occurs in (up
    to ``cap``; 1 where only "some or none" was asked).
    """

    candidates: Mapping[str, Mapping[str, int]]
    cap: int
    complete: bool
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class StepRecord:
    """One step of a person's way, with the pattern that proves it.

    A candidate is written as what it says: ``r1c5=7``, and ``r1c5<>7`` where it goes.

    technique     its name in the catalogue; ``name`` is what people call it in ``lang``
    rating        on the preset's scale; null where it has none
    placements, eliminations   what follows
    contradiction what shows that nothing keeps all rules, left out where nothing does
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
    """

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

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this step; what few steps have is left out where it is empty."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in found.items() if value or name not in STEP_RARE}


STEP_RARE = ("contradiction", "variant", "sets", "parts", "notation", "rules", "size")
"""What few steps have; left out where it is empty."""


@dataclass(frozen=True, slots=True)
class ExplainRecord(Record):
    """The whole way through a puzzle, as a person would go it.

    er, ep, ed  Sudoku Explainer's numbers, where the preset is ``se`` and the way was gone to its
                end
    outcome     ``solved``; ``stuck``: the preset finds no further step; ``contradiction``: no
                grid keeps all rules; ``stopped``: a limit ended the way (``stopped`` says which:
                seconds or steps)
    verdict     what the solver says of the puzzle: unique | multiple | none
    level       how hard the puzzle is, by name; left out for other boards and for positions
    hardest     the hardest technique used
    grid        the digits at the end, on one line
    """

    er: float | None
    ep: float | None
    ed: float | None
    preset: str
    outcome: str
    stopped: str | None
    verdict: str
    level: str | None
    hardest: str | None
    grid: str
    steps: tuple[StepRecord, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        # super() without arguments does not work in a dataclass with slots.
        found = Record.as_dict(self)
        return found | {"steps": [step.as_dict() for step in self.steps]}


@dataclass(frozen=True, slots=True)
class TrialsRecord(Record):
    """Every answer of a puzzle by singles and trial, with the trace that leads to them.

    preset     ``trial``
    outcome    ``solved``: all answers are listed, one at least; ``none``: there is none;
               ``stopped``: a limit ended the search (``stopped`` says which: solutions or
               seconds), and there may be more
    verdict    what the solver says of the puzzle: unique | multiple | none
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
class HintRecord(Record):
    """The next step, as much of it as was asked for.

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

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        found = Record.as_dict(self)
        return found if self.step is None else found | {"step": self.step.as_dict()}


@dataclass(frozen=True, slots=True)
class StepsRecord(Record):
    """Every instance of a technique in a position; ``complete`` is false where a limit ran out."""

    technique: str
    steps: tuple[StepRecord, ...]
    complete: bool
    stopped: str | None
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        found = Record.as_dict(self)
        return found | {"steps": [step.as_dict() for step in self.steps]}


@dataclass(frozen=True, slots=True)
class CaseRecord(Record):
    """A case of a library of techniques, replayed.

    code        the library's code of the technique, with the variant; ``title`` its name there
    techniques  ours that were asked
    status      ``found``: the exact conclusion is among the steps found; ``not found``;
                ``absent``: a case that must not be found was not; ``unexpected``: it was;
                ``skipped``: the code is no technique of ours
    expected    what the case expects: ``r1c5=7`` or ``r1c5<>7``
    """

    code: str
    title: str
    techniques: tuple[str, ...]
    status: str
    expected: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True)
class RedundantRecord(Record):
    """The givens and rules of a puzzle that follow from the others.

    verdict   minimal | redundant
    givens    each can go while all else stays: ``r1c5=7``
    rules     the same, each rule described with its place
    together  ``givens`` and ``rules`` that can all go at once, a maximal set: once they are gone,
              nothing else can go; ``puzzle`` is what is then left
    """

    verdict: str
    givens: tuple[str, ...]
    rules: tuple[str, ...]
    together: Mapping[str, Any]
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class BackdoorsRecord(Record):
    """The smallest backdoors of a puzzle: ``r1c5=7``, the digit being that of the solution.

    by        singles | naked | hidden
    size      cells of the smallest backdoor found; at_least: none is smaller
    complete  the size is proved, and all of it were listed where all were asked for
    """

    by: str
    size: int
    at_least: int
    backdoors: tuple[tuple[str, ...], ...]
    complete: bool
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class UnavoidableRecord(Record):
    """The minimal unavoidable sets of a solution grid.

    grid         the grid (of which ``puzzle`` may be a puzzle)
    size         the largest size asked for
    complete_to  every set of at most so many cells is listed
    count        how many sets are listed; counts: how many of each size
    sets         cell names, the smallest sets first
    """

    grid: str
    size: int
    complete: bool
    complete_to: int
    count: int
    counts: Mapping[str, int]
    sets: tuple[tuple[str, ...], ...]
    stopped: str | None
    backend: str
    seconds: float


@dataclass(frozen=True, slots=True)
class FewestCluesRecord(Record):
    """Bounds on the givens of the smallest puzzle with a given solution.

    grid            the solution
    clues           givens of the best puzzle found, which is ``best``
    at_least        no puzzle of the grid has fewer (proved in this run)
    known_at_least  the same by a published theorem; 0 where there is none
    exact           whether ``best`` is a smallest
    sets            unavoidable sets that the proof rests on
    """

    grid: str
    best: str
    clues: int
    at_least: int
    known_at_least: int
    exact: bool
    sets: int
    stopped: str | None
    seconds: float


@dataclass(frozen=True, slots=True)
class TransformRecord(Record):
    """What became of a puzzle.

    image          the moved puzzle, or the canonical form; left out with ``--count``
    symmetry       what was done: ``transpose`` (first), then for each row and column where it went
                   (from 1) and for each digit its image
    moves          the kinds of moves allowed, with those that they bring about together
    group_order    how many symmetries these make
    automorphisms  how many of them leave the puzzle as it is
    images         how many different puzzles they make of it: the one divided by the other
    stopped        which limit ended the search, left out where none did
    """

    image: str | None
    symmetry: Mapping[str, Any] | None
    moves: tuple[str, ...]
    group_order: int
    automorphisms: int | None
    images: int | None
    stopped: str | None


@dataclass(frozen=True, slots=True)
class SameRecord:
    """Whether two puzzles are equivalent.

    same      null where the time ran out first
    symmetry  takes ``puzzle`` to ``other``, as in ``transform``; null where there is none
    """

    puzzle: str
    other: str
    same: bool | None
    symmetry: Mapping[str, Any] | None

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record."""
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def to_dict(self) -> dict[str, Any]:
        """The same: it has nothing that only a run over files has."""
        return self.as_dict()


@dataclass(frozen=True, slots=True)
class MinimizedRecord(Record):
    """The minimal sub-puzzles of a puzzle that were asked for.

    verdict   unique (others end in an error)
    minimal   the puzzles, one line each; ``clues`` their givens; ``dropped`` how many went
    complete  all that was asked is known: every minimal sub-puzzle, or that none has fewer givens
    at_least  no minimal sub-puzzle has fewer givens, where the fewest were asked for
    """

    verdict: str
    minimal: tuple[str, ...]
    clues: tuple[int, ...]
    dropped: tuple[int, ...]
    complete: bool
    at_least: int | None = None


@dataclass(frozen=True, slots=True)
class GeneratedRecord:
    """A puzzle that was made (or a full grid).

    index     its number in the run; ``seed`` that of the run
    minimal   every given is needed
    symmetry  the symmetries of the pattern of givens
    board     the board in words; ``rules`` likewise
    rating    ``level``, ``er``, ``ep``, ``ed``, ``hardest``, ``steps``, where a difficulty was
              asked for
    """

    index: int
    seed: int
    puzzle: str
    solution: str
    clues: int
    minimal: bool | None
    symmetry: tuple[str, ...] | None
    board: str
    rules: tuple[str, ...]
    rating: Mapping[str, Any] | None = None

    def as_dict(self) -> dict[str, Any]:
        """The JSON object of this record; a full grid has no ``minimal`` and ``symmetry``."""
        found = {f.name: getattr(self, f.name) for f in fields(self)}
        return {name: value for name, value in found.items() if value is not None}

    def to_dict(self) -> dict[str, Any]:
        """The JSON object as ``json.loads`` gives it."""
        return {name: _listed(value) for name, value in self.as_dict().items()}
