"""The compiled core: classic 9x9 Sudoku over text and arrays (source in native/, docs/native.md).

One puzzle is 81 characters of str or bytes (`1`-`9`; `.` `0` `*` `_` `x` `X` and space are empty),
81 uint8 (the digits with 0 for empty, or characters), or the candidates of every cell: 81 uint16
masks (digit d is bit d-1) or 729 bools.  Many puzzles are an iterable of str or bytes, a block of
bytes (81 characters a record, or one puzzle a line), or an array of shape (n, 81), uint8 or uint16
masks.  An array is any object with a buffer, of any strides; it is copied when the call begins, so
a change made during the call has no effect.

`nodes` limits the guesses spent on a puzzle and `seconds` the time of the whole call; 0 is no
limit.  `threads` is at least 1.  Ctrl-C ends any call with KeyboardInterrupt.

A wrong argument raises TypeError, or ValueError where its type is right; what the argument itself
raises (an `__index__`, an iterator) passes through, and so does MemoryError.  Objects may be shared
between threads.
"""

from collections.abc import Iterable, Sequence
from typing import Final, Literal, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

_T = TypeVar("_T")

OnePuzzle: TypeAlias = str | bytes | NDArray[np.uint8] | NDArray[np.uint16] | NDArray[np.bool_]
ManyPuzzles: TypeAlias = (
    Iterable[str] | Iterable[bytes] | bytes | bytearray | NDArray[np.uint8] | NDArray[np.uint16]
)

INTERFACE: Final[int]
"""The version of all that is below (native/common/interface.inc)."""
RELATIONS: Final[dict[str, int]]
"""The number of each kind of relation in a program."""
COMPARISONS: Final[dict[str, int]]
"""The number of each comparison in a program: ``=``, ``<=``, ``>=``, ``!=``."""
LIMITS: Final[dict[str, int]]
"""The sizes up to which the core takes programs, boards and trails."""

NONE: Final[int]
"""Proved: no solution."""
UNIQUE: Final[int]
"""Proved: exactly one solution."""
MULTIPLE: Final[int]
"""Two different solutions were found."""
UNDECIDED: Final[int]
"""A limit ran out first."""
INVALID: Final[int]
"""A digit is given twice in a row, column or box."""
UNREADABLE: Final[int]
"""Not 81 characters of the classic 9x9: for a more patient reader to judge."""
SOLVABLE: Final[int]
"""A solution was found and no second one was asked for."""

def verdict(puzzle: str | bytes, nodes: int = 0, /) -> int:
    """The verdict of one puzzle, at the least cost of a call."""

def is_unique(puzzle: object, /) -> bool | None:
    """Whether a puzzle has exactly one solution, at the least cost of a call.

    A str without blanks (but for a line end), or a list or tuple of 81 digits with 0 or None for
    an empty cell. ``None`` for anything else, and for a puzzle that breaks its own rules: the
    caller has a longer way, which says why.
    """

def check(
    puzzle: OnePuzzle, solutions: int = 2, nodes: int = 0, seconds: float = 0.0
) -> tuple[int, str | None, str | None, int]:
    """Verdict, first solution, a different second one, guesses made.

    With `solutions=1` the search stops at the first, and the verdict is SOLVABLE.
    """

def count(
    puzzle: OnePuzzle, limit: int | None = None, nodes: int = 0, seconds: float = 0.0
) -> tuple[int, int, bool]:
    """Verdict, solutions found, and whether that is all of them (otherwise "at least")."""

def true_candidates(
    puzzle: OnePuzzle, cap: int = 1, nodes: int = 0, seconds: float = 0.0
) -> tuple[int, NDArray[np.uint32], bool]:
    """Verdict, (81, 9) solutions in which each candidate occurs, counted up to `cap`, and whether
    every count is sure (otherwise a limit ran out and they are "at least")."""

def undecided(puzzle: OnePuzzle, rounds: int) -> list[int]:
    """How many candidates propagation leaves undecided when each is supposed, by rounds: each
    without the candidates that those before have refuted; it ends where no more go."""

class Solutions:
    """The solutions of one puzzle, a batch at a time, in constant memory."""

    def __init__(self, puzzle: OnePuzzle) -> None: ...
    def next_batch(self, n: int, nodes: int = 0, seconds: float = 0.0) -> NDArray[np.uint8]:
        """Up to `n` (at most 1,000,000) further solutions, shape (k, 81).

        k < n: either there are no more (`finished`) or a limit ended the batch (`cut`) and the
        next call goes on from there. A batch that raises leaves the search where it was. The
        properties are those of the last batch that has ended.
        """

    @property
    def status(self) -> int:
        """The verdict as far as it is known."""

    @property
    def finished(self) -> bool: ...
    @property
    def cut(self) -> bool: ...
    @property
    def found(self) -> int: ...
    @property
    def nodes(self) -> int: ...

def verdicts(
    puzzles: ManyPuzzles, threads: int = 1, nodes: int = 0, seconds: float = 0.0
) -> NDArray[np.uint8]:
    """The verdict of every puzzle, in order."""

def check_many(
    puzzles: ManyPuzzles,
    solutions: int = 2,
    threads: int = 1,
    nodes: int = 0,
    seconds: float = 0.0,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8] | None]:
    """Verdicts, first solutions and second ones, shape (n, 81); rows of 0 where there is none.

    With `solutions=1` the third is None.
    """

def minimal_many(puzzles: ManyPuzzles, threads: int = 1) -> NDArray[np.bool_]:
    """Whether each puzzle, which has one solution, needs all its givens."""

def count_many(
    puzzles: ManyPuzzles,
    limit: int | None = None,
    threads: int = 1,
    nodes: int = 0,
    seconds: float = 0.0,
) -> tuple[NDArray[np.uint8], NDArray[np.uint64], NDArray[np.bool_]]:
    """Verdicts, solutions found, and whether each count is all of them."""

def check_lines(
    block: bytes, columns: str = "vp", threads: int = 1, nodes: int = 0, seconds: float = 0.0
) -> tuple[list[bytes], list[tuple[int, bytes]], bytes]:
    """Judge whole lines of text: parts, others, verdicts.

    `others` holds (index, line) of each line that is not just a readable puzzle.  `parts[i]` is
    the output for the lines before `others[i]`; `parts` has one more at the end.  An output line
    has the tab-separated `columns`: v verdict word, p puzzle as read, s solution, 2 second one.
    """

def random_grid(seed: int, uniform: bool = True) -> str:
    """A full grid from a 64-bit seed; all grids equally likely if `uniform` (about 2 ms)."""

def minimal_puzzle(seed: int, start: OnePuzzle | None = None, uniform: bool = True) -> str:
    """A puzzle with one solution in which no given can be spared.

    Givens of `start` (a grid or a puzzle with one solution; by default a random grid) are taken
    away in random order.  Raises ValueError if `start` has not exactly one solution.
    """

def child_seed(seed: int, index: int) -> int:
    """The 64-bit seed of one puzzle of a run."""

def shuffled(
    a: int, b: int, c: int, d: int, items: list[_T]
) -> tuple[list[_T], tuple[int, int, int, int]]:
    """(the items in random order, the state after it), of a stream in a state of four 64-bit words
    (xoshiro256**).

    :raises ValueError: where all words are 0, the state in which the stream would stay.
    """

def make_puzzles(
    seed: int,
    first: int,
    count: int,
    orbits: bytes | None = None,
    clues: int = 0,
    strict: bool = True,
    uniform: bool = False,
    grid: str | bytes | NDArray[np.uint8] | None = None,
    keep: str | bytes | NDArray[np.uint8] | None = None,
    attempts: int = 1,
    seconds: float = 0.0,
) -> tuple[list[tuple[str, str] | None], int]:
    """Puzzles number `first`, `first + 1` ... of a run, and the attempts made.

    Each is (puzzle, solution), or None where so many attempts gave none; a shorter list was cut by
    `seconds`. `orbits` numbers the cells that are taken away together (81 bytes below 81),
    `clues` is the exact number of givens (0: as few as one pass leaves), `strict` demands that no
    given can be spared, `grid` is the solution and `keep` holds digits that must be given.
    """

def fill_mask(
    seed: int,
    mask: str | bytes,
    keep: str | bytes | NDArray[np.uint8] | None = None,
    strict: bool = False,
    steps: int = 100000,
    seconds: float = 0.0,
) -> tuple[tuple[str, str] | None, int, bool]:
    """(puzzle, solution) with givens exactly where `mask` has no `.`, steps made, cut by time."""

def simd_levels() -> list[str]:
    """The kernels this machine can run, slowest first."""

def simd_level() -> str:
    """The kernel in use: the best, unless SATDOKU_SIMD or `set_simd_level` set another."""

def set_simd_level(name: str) -> None: ...

# --- symmetry (native/symmetry) ------------------------------------------------------------------

def canonical_form(
    cells: bytes,
) -> tuple[bytes, bool, tuple[int, ...], tuple[int, ...], int]:
    """One classic 9x9 to its least image.

    ``cells`` are 81 bytes, row by row: a digit, or 0 for an empty cell. Gives the image in the same
    form, whether the source is transposed first, for each row and column of the image its row and
    column in the (transposed) source, and the number of automorphisms by rows and columns (those
    of unused digits left out of account).

    :raises ValueError: where there are not 81 cells, or a digit is out of range or stands twice in
        a house.
    """

def canonical_forms(lines: bytes, threads: int = 1) -> bytes:
    """Many classic 9x9, 81 characters each, to least images (``.`` for an empty cell).

    Ends before the first puzzle that cannot be read or repeats a digit in a house, so a short
    answer shows which that is.

    :raises ValueError: where the length is not a multiple of 81.
    """

# --- unavoidable sets (native/unavoidable) -------------------------------------------------------

def unavoidable_sets(
    digits: list[int],
    digit_count: int,
    groups: list[list[int]],
    partitions: list[list[int]],
    size: int,
    most: int = 1_000_000,
    seconds: float = 0.0,
) -> tuple[list[list[int]], bool, int]:
    """The minimal unavoidable sets of at most ``size`` cells: the sets (the smallest first),
    whether these are all, and the digits tried. Where the time ran out, not all that were found
    are given.

    ``digits`` gives each cell's digit from 0, ``groups`` the cells of which no two may be equal.
    Each of ``partitions`` numbers the part that a cell lies in, where every set that meets a part
    is known to meet it in two cells. The search also ends where more than ``most`` sets are found
    (those that are not minimal among them).

    :raises ValueError: where a number is out of range.
    """

# --- counting (native/counting) ------------------------------------------------------------------

class FrontierCounter:
    """The states of a frontier programme; see satdoku/solving/frontier.py, which drives it."""

    def __init__(self, digits: int, max_states: int, limbs: int = 2) -> None: ...
    def add_layer(
        self,
        domain: int,
        reads: list[int],
        classes: list[int],
        moves: list[tuple[int, int, bool, int, bool]],
        watched: list[tuple[int, list[int]]],
        digits: list[int],
        twins: list[list[int]],
        blocks: list[list[list[list[int]]]],
    ) -> None: ...
    RUNNING: Final[int]
    DONE: Final[int]
    TOO_MANY_STATES: Final[int]
    OVERFLOW: Final[int]

    def advance(self, budget: int) -> int:
        """``RUNNING``, ``DONE``, ``TOO_MANY_STATES`` or ``OVERFLOW`` (of a count); it goes on only
        while it is running.

        :raises ValueError: where a layer is out of range, each time.
        """

    def total(self) -> list[int]:
        """The count in 64-bit words, lowest first; empty before it is done."""

    @property
    def expanded(self) -> int: ...
    @property
    def states(self) -> int: ...
    @property
    def peak(self) -> int: ...
    @property
    def layer(self) -> int: ...

# --- Sudoku Explainer (native/se) ----------------------------------------------------------------

_SeStatus = Literal["ok", "undecided", "stuck", "invalid"]
_Cause = Literal["", "start", "cell", "block", "row", "column", "advanced"]
_Role = Literal[
    "single",
    "base",
    "pivot",
    "pincer",
    "loop",
    "extra",
    "partner",
    "locked",
    "excluder",
    "fin",
    "endo_fin",
]
FoundNode: TypeAlias = tuple[tuple[int, ...], int, bool, _Cause, tuple[int, ...], int]
"""Cells, digit, whether it is on; why, from which nodes, by which inner step (docs/native.md)."""
_Chain: TypeAlias = tuple[list[FoundNode], list[_Chain]]

class FoundStep(TypedDict):
    """The step of a kernel (native/common/steps.hpp, docs/native.md)."""

    search: str
    technique: str
    name: str
    variant: int
    place: tuple[int, int] | None
    eliminations: list[tuple[int, int]]
    cells: list[int]
    digits: list[int]
    base: tuple[int, ...]
    cover: tuple[int, ...]
    marks: list[tuple[_Role, int, int]]
    sets: tuple[tuple[tuple[int, ...], list[int], list[int]], ...]
    chains: tuple[_Chain, ...]
    inner: tuple[SeStep, ...]

class SeStep(FoundStep):
    rating: float
    tenths: int
    dynamic: bool
    level: int
    complexity: int

class People:
    """How fast people find digits: finds in 10^6 seconds by the number of empty cells, of the house
    (`box`, `line`) or of the fullest house of the cell; `other` steps; and how many times as long
    that takes by the number of empty cells of the board. `writing` is in seconds."""

    def __init__(
        self,
        *,
        box: Sequence[int],
        line: Sequence[int],
        cell: Sequence[int],
        other: int,
        slow: Sequence[float],
        writing: float,
        walks: int,
    ) -> None: ...
    def walks(self, puzzle: str | bytes) -> bytes:
        """The positions of the walks through a puzzle, 33 bytes each: the walk, the empty cells,
        what can be found in boxes, lines and cells by the number of empty cells (10 each), and
        whether the step is no single."""

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
    def seconds_of(self, people: People) -> float | None:
        """What `people` of a rating with these people is; None of a rating without its path."""

    @property
    def people(self) -> float:
        """The seconds that people take; 0 where nobody asked or the puzzle is not solved."""

    @property
    def last(self) -> str: ...

def se_rate(
    puzzle: str | bytes | NDArray[np.uint8],
    candidates: Sequence[int] | None = None,
    *,
    seconds: float = 0.0,
    nodes: int = 0,
    people: People | None = None,
) -> SeRating:
    """Rate a puzzle, or a position: `candidates` are the masks of the cells without a digit.

    `nodes` counts units of work (docs/se-kernel.md).
    """

def se_rate_batch(
    puzzles: Iterable[str | bytes] | bytes | NDArray[np.uint8],
    *,
    threads: int = 1,
    seconds: float = 0.0,
    nodes: int = 0,
) -> list[SeRating]:
    """Rate many; the limits hold for each, and what is no puzzle has the status `invalid`."""

def se_path(
    puzzle: str | bytes | NDArray[np.uint8],
    candidates: Sequence[int] | None = None,
    *,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[SeRating, list[SeStep]]: ...
def se_find(
    puzzle: str | bytes | NDArray[np.uint8],
    candidates: Sequence[int] | None = None,
    *,
    producer: int = 0,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[_SeStatus, SeStep | None]: ...
def se_chains(
    puzzle: str | bytes | NDArray[np.uint8],
    candidates: Sequence[int] | None = None,
    *,
    producer: int,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[_SeStatus, list[SeStep]]: ...
def open_to_singles(puzzle: str | bytes, candidates: Sequence[int] | None = None) -> int: ...

_HodokuStatus = Literal["ok", "undecided", "few_givens", "not_unique", "invalid"]
_HodokuLevel = Literal["easy", "medium", "hard", "unfair", "extreme"]

class HodokuStep(FoundStep):
    score: int
    level: _HodokuLevel
    conclusions: str

class HodokuRating:
    @property
    def status(self) -> _HodokuStatus: ...
    @property
    def level(self) -> _HodokuLevel: ...
    @property
    def score(self) -> int: ...
    @property
    def steps(self) -> int: ...
    @property
    def techniques(self) -> dict[str, int]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def last(self) -> str: ...

def hodoku_rate(
    puzzle: str | bytes | NDArray[np.uint8], *, seconds: float = 0.0, nodes: int = 0
) -> HodokuRating:
    """Rate a puzzle on HoDoKu's scale; `nodes` counts units of work (docs/hodoku.md)."""

def hodoku_rate_batch(
    puzzles: Iterable[str | bytes] | bytes | NDArray[np.uint8],
    *,
    threads: int = 1,
    seconds: float = 0.0,
    nodes: int = 0,
) -> list[HodokuRating]:
    """Rate many; the limits hold for each, and what is no puzzle has the status `invalid`."""

def hodoku_path(
    puzzle: str | bytes | NDArray[np.uint8],
    *,
    values: str | bytes | NDArray[np.uint8] | None = None,
    candidates: Sequence[int] | None = None,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[HodokuRating, list[HodokuStep]]: ...
def hodoku_find(
    puzzle: str | bytes | NDArray[np.uint8],
    candidates: Sequence[int] | None = None,
    *,
    search: str,
    seconds: float = 0.0,
    nodes: int = 0,
) -> tuple[_HodokuStatus, HodokuStep | None]: ...
def hodoku_reach(
    puzzles: Iterable[str | bytes] | bytes | NDArray[np.uint8],
    names: Sequence[str],
    wanted: Sequence[str] = (),
    *,
    nodes: int = 0,
) -> list[tuple[int, str, list[int]]]:
    """Where the searches of some names, in that order, end by themselves.

    The number, the digits and the masks of the candidates of each puzzle in which they find a step
    that is called as is wanted, before it; where nothing is wanted, of each that they do not solve.
    The puzzles are not checked.
    """

def hodoku_names() -> list[str]:
    """What HoDoKu calls its steps, in the order of the search."""

def lz_unpack(packed: str, last: str) -> str | None:
    """The text that lz-string packed, or None where it cannot be unpacked.

    `last` is the last letter of the alphabet of 64 (`/` or `-`).
    """

def braid_path(
    near: list[list[int]],
    facts: list[list[int]],
    *,
    continuous: bool,
    longest: int,
    seconds: float = 0.0,
) -> tuple[Literal["ok", "beyond", "longer", "undecided", "broken"], list[tuple[int, int, int]]]:
    """Singles and the shortest whips (`continuous`) or braids to the end (Denis Berthier).

    Candidates and facts are as of `net_refutations`. A step is (length, candidate, fact): with
    length 0 the candidate is the one that is left of the fact, else it is false. The ending:
    `beyond` where no braid of any length goes on, `longer` where no whip does, or none up to
    `longest`; `broken` where some fact has no candidate.
    """

def members(rows: bytes, width: int) -> list[list[int]]:
    """The numbers of the bits that are set in each row of `width` bytes, the lowest first."""

def net_refutations(
    near: list[list[int]], facts: list[list[int]], depth: int, kept: int, work: int
) -> list[tuple[int, int, list[int], list[int]]]:
    """Candidates that unit propagation refutes, alone (`depth` 1) or also by cases (2).

    Candidates are numbers; `near` lists what each excludes, and of each of `facts` one must be
    true. Each answer has the number of statements of an argument, the candidate, the facts that
    the argument uses, and the candidates refuted inside it, in order; the shortest come first, at
    most `kept`. The search ends after about `work` exclusions.

    :raises ValueError: where a number is out of range, or one candidate excludes another that does
        not exclude it.
    """

class Work:
    """How much has been done, and may be."""

    def __init__(self) -> None: ...

    done: int
    end: float

class Allowed:
    """Some facts: what an argument may use."""

class Facts:
    """A position as facts, for trails (satdoku/techniques/searches/small/position.py)."""

    def __init__(
        self,
        near: bytes,
        live: bytes,
        width: int,
        pairs: Sequence[tuple[int, int]],
        values: Sequence[int],
        filters: Sequence[Sequence[int]],
        work: Work,
    ) -> None: ...
    def allowed(self, needs: list[int], rules: list[int]) -> Allowed:
        """Some of the facts."""

class Proof:
    """The statements of a trail that its contradiction rests on."""

    @property
    def needs(self) -> list[int]: ...
    @property
    def rules(self) -> list[int]: ...
    @property
    def length(self) -> int:
        """How many statements it has, nested ones included."""

    def statements(
        self,
    ) -> tuple[
        tuple[Literal["need", "filter", "clash"], int, int],
        list[tuple[str, int]],
        dict[tuple[str, int], tuple[int, int]],
        dict[int, int],
        tuple[int, int],
    ]:
        """Its end, the order of its statements, what each follows from, what each loss accounts
        for, and what it takes from the argument around it; sets of candidates as numbers."""

class Trail:
    """What follows from an assumption, level by level (techniques/searches/small/trail.py). What
    clues say is asked of ``clues``, which has the methods of the ``Facts`` in Python."""

    def __init__(self, facts: Facts, start: int, on: bool) -> None: ...
    def inside(self, start: int) -> Trail:
        """A trail after what is known here that supposes a candidate true."""

    def advance(self, allowed: Allowed | None, clues: object) -> bool:
        """Go a level on; whether the assumption has failed."""

    def run(self, allowed: Allowed | None, clues: object) -> bool:
        """Go on to the end; whether the assumption fails."""

    def lose(self, v: int, part: Proof) -> None:
        """Take a candidate as false."""

    def trace(self, clues: object) -> Proof:
        """The smallest proof of its failure."""

    @property
    def alive(self) -> bool: ...
    @property
    def failed(self) -> bool: ...
    @property
    def false(self) -> int: ...
    @property
    def true(self) -> int: ...
    @property
    def why(self) -> dict[int, tuple[int, int]]: ...
    @property
    def losses(self) -> list[tuple[Literal["true", "filter", "part"], int, int, int]]: ...

class Propagation:
    """Unit propagation in clauses, of one literal after another."""

    def __init__(self, top: int) -> None: ...
    def extend(self, clauses: Sequence[Sequence[int]]) -> None:
        """Add clauses."""

    def failing(self, base: Sequence[int], tried: Sequence[int]) -> list[tuple[int, int]]:
        """Which of some literals fail, each alone beside those of the base: their places, each with
        the number of literals that follow by then, counted by whole levels."""

class Narrowing:
    """Searches what keeps the relations of a program of numbers (satdoku/encodings/program.py)."""

    def __init__(self, program: Sequence[int]) -> None: ...
    @property
    def masks(self) -> list[int]:
        """What is left to each variable, the cells first; empty where nothing is."""

    def advance(self, work: int, wanted: int) -> bool:
        """Search on for about this much work, or until ``wanted`` solutions wait; whether that is
        all."""

    def probe(self, work: int) -> None:
        """Take away the values that are refuted when tried alone, and begin again."""

    def restart(self, masks: Sequence[int], preferred: Sequence[int] = ()) -> bool:
        """Begin again, for the grids in which each cell has a value of its mask; those of
        ``preferred`` are tried first. Whether something is left to each variable."""

    def occurring(
        self, masks: Sequence[int], seen: Sequence[int], work: int, most: int
    ) -> tuple[list[int], list[int], list[list[int]], bool]:
        """Which values of the cells occur in some grid, where those of ``seen`` do: what is left of
        the masks, what has been seen, the grids that were met, and whether the next value takes
        more than this much work. What is left and not seen was not tried, as all of it took
        ``most``."""

    def supposed(
        self, masks: Sequence[int], each: Sequence[tuple[int, int]], work: int, most: int
    ) -> list[int]:
        """In how many cases it is refuted that a cell has a value of a mask, one supposition after
        another for so much work each; 0 where it is not. Fewer answers after about ``most`` work.
        """

    @property
    def guesses(self) -> int:
        """How many values were tried so far."""

    @property
    def work(self) -> int:
        """How much work was done so far, about."""

    def solutions(self) -> list[list[int]]:
        """The solutions found since the last call: the bit of each variable's value, the cells
        first, a list each; they differ in cells."""

    def columns(self, variables: Sequence[int]) -> list[bytes]:
        """The same by variable: for each of these the bit of its value in every solution."""

def implied_sums(
    places: int,
    sums: Sequence[tuple[Sequence[int], int]],
    houses: Sequence[Sequence[int]],
    areas: Sequence[Sequence[int]],
    total: int,
    different: Sequence[Sequence[int]],
    kinds: Sequence[Sequence[Sequence[int]]],
    digits: Sequence[int],
    few: int,
    most: int,
    tightest: tuple[int, float],
) -> list[tuple[list[int], list[int], int, bool]]:
    """What sums and houses leave to few places: those that are added, those that are taken away,
    the total, and whether all are added and in one group of `different`.

    Each of `houses` adds up to `total`; each of `areas` are houses, by their numbers, that do not
    overlap. A sum has up to `few` places, or up to `most` where it is one of the tightest:
    `tightest` are how many of these there may be, after the others, and the distance of a total
    from the least or most that the places can add up to, as a share of the range. `kinds` are
    groups that differ, those of one kind without a place in common, and `digits` ascend.

    :raises ValueError: where a number is out of range.
    """

def merged_sums(
    places: int,
    sums: Sequence[tuple[Sequence[int], int]],
    starts: int,
    kinds: Sequence[Sequence[Sequence[int]]],
    digits: Sequence[int],
    tightest: tuple[int, float],
) -> list[tuple[list[int], int]]:
    """The tightest (as for :func:`implied_sums`) of disjoint sums added up, one after the other.

    A series begins with each of the first `starts` sums; the next is always the one that adds the
    most pairs of places that share a group.

    :raises ValueError: where a number is out of range.
    """

def pieces(places: int, borders: Sequence[int], size: int, most: int) -> list[list[int]]:
    """Clauses: a connected piece of fewer than `size` places is not all of a region.

    `borders` has three numbers for each two neighbours that may share a region: the places, and
    the literal that is true where they do, 0 where they surely do. Small pieces come first, one
    clause each; where the clauses would have more than `most` literals, pieces of that number of
    places are left out, and larger ones.
    """

class Rules:
    """What rules exclude on a board of up to 256 cells and 16 digits, beside its houses.

    `excluded` has, for each digit of each cell (`cell * digits + digit`), what a candidate excludes
    elsewhere where it is true: digits, each with cells.
    """

    def __init__(
        self, excluded: Sequence[Sequence[tuple[int, Sequence[int]]]], digits: int
    ) -> None: ...

def almost_locked_sets(
    kind: Literal["pairs", "wings", "chains", "blossoms"],
    houses: Sequence[Sequence[int]],
    order: Sequence[int],
    candidates: Sequence[int],
    digits: int,
    largest: int,
    shortest: int,
    longest: int,
    most: int,
    rules: Rules | None = None,
) -> list[tuple[list[list[int]], list[int]]] | None:
    """Almost locked sets that may exclude something together, in the order of als.py.

    A board has up to 256 cells and 16 digits; `candidates` has a set of digits for each cell, and
    sets of up to `largest` cells are looked for in the houses of `order`.  What they exclude, they
    do by the houses and by `rules`.  An answer has the cells
    of each set of a row, and the digits that neighbours share (none of `pairs`); at most `most`
    are given.  `chains` have from `shortest` to `longest` sets.  Of `blossoms` there is one answer,
    empty, where a cell with up to `shortest` candidates has a set for each.  None where there are
    too many sets to look at.

    :raises ValueError: where a number is out of range.
    """

class Patterns:
    """Patterns of cells of a board of up to 128 cells, 16 digits and 256 houses.

    `order` has all houses in the order in which the searches go through them; `complete`, which of
    them hold every digit.  `candidates` has a set of digits for each cell, `values` its digit or
    -1.  What is found, and its order, is that of the files named.
    """

    def __init__(
        self,
        houses: Sequence[Sequence[int]],
        order: Sequence[int],
        complete: Sequence[bool],
        cells: int,
        digits: int,
    ) -> None: ...
    def add_squares(
        self,
        squares: Sequence[
            tuple[Sequence[int], Sequence[tuple[int, int]], Sequence[tuple[int, int]]]
        ],
    ) -> None:
        """What `borescoper` looks at, as deadly.py has it."""

    def add_seats(
        self,
        seats: Sequence[
            tuple[
                Sequence[int],
                Sequence[int],
                Sequence[int],
                Sequence[int],
                tuple[int, int],
                int,
                tuple[Sequence[tuple[int, int]], Sequence[tuple[int, int]]],
            ]
        ],
    ) -> None:
        """What `exocets` looks at, as exocet.py has it: three cells, their lines across, the lines
        of the band, those across, the other boxes, the line, and the targets in each box."""

    def add_exchanges(self, rings: Sequence[Sequence[int]]) -> None:
        """What `exchanges` looks at, as uniqueness.py has it."""

    def rings(self, candidates: Sequence[int]) -> list[tuple[list[int], int]] | None:
        """Rings of cells with two digits in common (uniqueness.py); `None` where there are too many
        ways to walk."""

    def exchanges(self, candidates: Sequence[int]) -> list[tuple[int, int]]:
        """Places of rings, each with three digits (uniqueness.py)."""

    def borescoper(self, candidates: Sequence[int]) -> list[tuple[list[int], int]]:
        """Cells with three or four digits (deadly.py)."""

    def exocets(
        self, candidates: Sequence[int], values: Sequence[int], most: int, senior: bool
    ) -> list[list[int]]:
        """The place of a seat, two cells, two targets, three lines (exocet.py)."""

    def crossed_sets(
        self,
        lines: Sequence[int],
        regions: Sequence[int],
        candidates: Sequence[int],
        largest: int,
    ) -> list[tuple[int, int, int, int, int]]:
        """Cells as bits: where a line and a box meet, of the line, of the box; with these houses
        (bent.py)."""

    def almost_locked_candidates(
        self, candidates: Sequence[int], values: Sequence[int], size: int
    ) -> list[tuple[int, int, list[int], list[int]]]:
        """Two houses, digits of the first, cells of the second (rank.py)."""

    def fish(
        self,
        candidates: Sequence[int],
        digit: int,
        size: int,
        targets: Sequence[int],
        sides: Sequence[tuple[Sequence[int], Sequence[int]]],
    ) -> list[tuple[tuple[int, ...], tuple[int, ...], int, int]]:
        """Base, cover, fins and what goes as bits (fish.py)."""

    def naked_sets(
        self, order: Sequence[int], candidates: Sequence[int], cells: int, least: int
    ) -> list[tuple[int, tuple[int, ...], int]]:
        """A house, cells, their digits as bits (subsets.py)."""

    def hidden_sets(
        self,
        order: Sequence[int],
        candidates: Sequence[int],
        values: Sequence[int],
        digits: int,
        least: int,
    ) -> list[tuple[int, tuple[int, ...], int]]:
        """A house, digits, their places as bits (subsets.py)."""

    def possible(self, candidates: Sequence[int], digit: int) -> int:
        """The places, as bits, that a digit can have together with places in all houses."""

def digit_places(
    places: Sequence[int], apart: bytes, needs: bytes, most: int
) -> list[tuple[int, tuple[int, ...]]]:
    """The cells that cannot have a digit, each with two or three needs that show it, in the order
    of digit_places.py.

    `places`: those of the digit.  `apart`: for each of them the places that it excludes, as a set
    of 16 bytes, the first cells in the lowest bits.  `needs`: sets of places of which one has the
    digit.  One is tried where a cell leaves it at most `most` places.

    :raises ValueError: where a place is not on a board of 128 cells, or a set not of the places.
    """

def alternating_chains(
    houses: Sequence[Sequence[int]],
    complete: Sequence[bool],
    candidates: Sequence[int],
    digits: int,
    passes: str,
    groups: bool,
    longest: int,
    most: int,
) -> list[tuple[list[tuple[list[int], int]], list[int], bool]] | None:
    """Alternating chains that exclude something, in the order of alternating.py, the first `most`;
    None where there are too many nodes.

    `complete`: the houses that have every digit.  `passes` names the strong links: of houses (`x`),
    of cells (`y`); `x` alone is one digit.  `groups`: nodes of several cells.  `longest` counts
    strong links, 0 is no bound.  An answer has the nodes (cells, digit), for each strong link its
    house, or -1 less its cell, and whether the chain is a ring.

    :raises ValueError: where a number is out of range.
    """
