# Stub text of bind_se(), to be merged into satdoku/core.pyi.
from collections.abc import Iterable, Sequence
from typing import Literal, TypedDict

_SeStatus = Literal["ok", "undecided", "stuck", "invalid"]
_SeCause = Literal["start", "cell", "block", "row", "column", "advanced"]
_SeRole = Literal[
    "single", "base", "pivot", "pincer", "loop", "extra", "partner", "locked", "excluder"
]

class SeStep(TypedDict):
    technique: str
    name: str
    rating: float
    tenths: int
    variant: int
    dynamic: bool
    level: int
    complexity: int
    place: tuple[int, int] | None
    eliminations: list[tuple[int, int]]
    houses: list[int]
    cells: list[int]
    digits: list[int]
    marks: list[tuple[_SeRole, int, int]]
    branches: list[list[tuple[int, int, bool, _SeCause, tuple[int, ...], int]]]
    inner: list[SeStep]

class SeRating:
    @property
    def status(self) -> _SeStatus: ...
    @property
    def er(self) -> float: ...
    @property
    def ep(self) -> float: ...
    @property
    def ed(self) -> float: ...
    @property
    def tenths(self) -> tuple[int, int, int]: ...
    @property
    def exact(self) -> tuple[float, float, float]: ...
    @property
    def steps(self) -> int: ...
    @property
    def hardest(self) -> str | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def last(self) -> str: ...

def se_rate(
    puzzle: str | bytes,
    candidates: Sequence[int] | None = None,
    *,
    seconds: float = 0.0,
    nodes: int = 0,
) -> SeRating: ...
def se_rate_batch(
    puzzles: Iterable[str | bytes],
    *,
    threads: int = 1,
    seconds: float = 0.0,
    nodes: int = 0,
) -> list[SeRating]: ...
def se_path(
    puzzle: str | bytes,
    candidates: Sequence[int] | None = None,
    *,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[SeRating, list[SeStep]]: ...
def se_find(
    puzzle: str | bytes,
    candidates: Sequence[int] | None = None,
    *,
    producer: int = 0,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[_SeStatus, SeStep | None]: ...
