"""One try: a case is drawn from (seed, class, index) alone, judged, and shrunk where it fails."""

from __future__ import annotations

import contextlib
import json
import random
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol, cast

from satdoku.formats.json import to_data
from satdoku.puzzle import Document, Puzzle

__all__ = ["CLASSES", "Class", "Finding", "Wrong", "expect", "in_a_folder", "repeat"]

_SHRINKING_SECONDS = 10.0
_SHRUNK_EACH = 2
_SHOWN = 2_000
_MET: Counter[str] = Counter()
"""How often a failure was met in this process: only the first few of a kind are shrunk."""


class Wrong(AssertionError):
    """The product gave a wrong answer. ``kind`` is what a shrunk case must keep."""

    def __init__(self, kind: str, detail: object = "") -> None:
        self.kind = kind
        super().__init__(f"{kind}: {detail}" if detail != "" else kind)


def expect(condition: object, kind: str, detail: object = "") -> None:
    """:raises Wrong: where the condition does not hold."""
    if not condition:
        raise Wrong(kind, detail)


@contextlib.contextmanager
def in_a_folder() -> Iterator[Path]:
    """Work in a folder that is gone afterwards, with what the product writes."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        yield Path(folder)


class Module(Protocol):
    """The functions that the file of a class defines."""

    def draw(self, chance: random.Random) -> Any:
        """A case, from ``chance`` alone."""

    def judge(self, case: Any) -> None:
        """:raises Exception: of any kind, where the product did anything wrong."""

    def smaller(self, case: Any) -> Iterable[Any]:
        """Cases that are a little smaller, the boldest first."""


@dataclass(frozen=True, slots=True)
class Class:
    """A class of tries: its share of a run's tries, and how many go to a worker at a time."""

    name: str
    share: float
    piece: int
    module: str

    @property
    def load(self) -> Module:
        """The module, imported when it is first needed."""
        return cast(Module, import_module(f"tests.fuzz.{self.module}"))

    def draw(self, seed: int, index: int) -> Any:
        """The case of a try."""
        return self.load.draw(random.Random(f"{seed} {self.name} {index}"))

    def attempt(self, seed: int, index: int) -> Finding | None:
        """One try."""
        case = self.draw(seed, index)
        failure = fault(self.load, case)
        if failure is None:
            return None
        _MET[failure.kind] += 1
        if _MET[failure.kind] <= _SHRUNK_EACH:
            case = shrunk(self.load, case, failure.kind)
            failure = fault(self.load, case) or failure
        return Finding(self.name, seed, index, failure.told, show(case))


def show(value: object) -> str:
    """A case in full: puzzles as satdoku's JSON, since the name of a board does not say it all."""
    if isinstance(value, Puzzle):
        return json.dumps(to_data(Document(value)))
    if isinstance(value, tuple | list):
        return f"({', '.join(map(show, value))})"
    if is_dataclass(value) and type(value).__module__.startswith("tests."):
        return f"{type(value).__name__}{show([getattr(value, f.name) for f in fields(value)])}"
    return repr(value)


@dataclass(frozen=True, slots=True)
class Finding:
    """A try that failed: what was wrong, and the shrunk case."""

    name: str
    seed: int
    index: int
    told: str
    case: str = ""

    def __str__(self) -> str:
        case = f" | {self.case[:_SHOWN]}" if self.case else ""
        line = f"{self.name} seed {self.seed} try {self.index}: {self.told[:_SHOWN]}{case}"
        command = repeat(self.name, self.seed, self.index)
        return f"{line} | {command}".replace("\n", "\\n").encode("utf-8", "replace").decode()


def repeat(name: str, seed: int, index: int) -> str:
    """The command that repeats a try."""
    return f"python -m tests.fuzz --class {name} --seed {seed} --repeat {index}"


@dataclass(frozen=True, slots=True)
class Failure:
    """``kind`` names a failure without what differs from case to case."""

    kind: str
    told: str


def fault(module: Module, case: Any) -> Failure | None:
    """The failure that judging a case raised, if any."""
    try:
        module.judge(case)
    except Wrong as error:
        return Failure(error.kind, str(error))
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{'/'.join(where.filename.split('/')[-2:])}:{where.lineno}"
        name = type(error).__name__
        return Failure(f"{name} at {place}", f"{name} at {place}: {error}")
    return None


def shrunk(module: Module, case: Any, kind: str) -> Any:
    """The case made smaller, greedily, as long as it fails in the same way."""
    until = time.monotonic() + _SHRINKING_SECONDS
    smaller = True
    while smaller:
        smaller = False
        for candidate in module.smaller(case):
            if time.monotonic() > until:
                return case
            failure = fault(module, candidate)
            if failure is not None and failure.kind == kind:
                case, smaller = candidate, True
                break
    return case


CLASSES: dict[str, Class] = {
    entry.name: entry
    for entry in (
        Class("verdicts", 0.05, 200, "verdicts"),
        Class("variants", 0.003, 20, "variants"),
        Class("text", 0.499, 500, "text"),
        Class("layouts", 0.02, 100, "layouts"),
        Class("json", 0.3, 500, "documents"),
        Class("doubts", 0.005, 20, "doubts"),
        Class("nested", 0.005, 20, "nested"),
        Class("composed", 0.005, 20, "composed"),
        Class("drawn", 0.002, 10, "drawn"),
        Class("controls", 0.005, 20, "controls"),
        Class("digits", 0.005, 20, "digits"),
        Class("messages", 0.005, 20, "messages"),
        Class("symmetry", 0.03, 200, "symmetry"),
        Class("api", 0.04, 200, "interface"),
        Class("limits", 0.005, 20, "limits"),
        Class("requests", 0.005, 20, "requests"),
        Class("commands", 0.002, 10, "commands"),
        Class("certificates", 0.003, 20, "certificates"),
        Class("steps", 0.003, 20, "steps"),
        Class("generate", 0.0005, 10, "making"),
        Class("ratings", 0.001, 10, "ratings"),
    )
}
