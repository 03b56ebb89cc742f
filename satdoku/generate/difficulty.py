"""Puzzles of a wished difficulty, on the scale of Sudoku Explainer (docs/se-kernel.md).

A search that moves toward the target: where a puzzle is too hard, a given comes back; where it is
too easy, some givens come and others go. Patterns with a symmetry move by whole orbits, and a mask
keeps its cells and gets new digits.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from satdoku.generate.randomness import Stream
from satdoku.puzzle import Geometry

__all__ = [
    "LEVELS",
    "NO_EFFORT",
    "TECHNIQUES",
    "Effort",
    "Target",
    "Tenths",
    "by_singles",
    "meets",
    "producible",
    "search",
]

Tenths = tuple[int, int]
"""A range of ratings, both ends in it, in tenths: 3.0 to 3.8 is (30, 38)."""

LEVELS: dict[str, Tenths] = {
    "easy": (10, 15),
    "medium": (17, 28),
    "hard": (30, 44),
    "expert": (45, 72),
    "diabolical": (73, 119),
}
"""Names for ranges of ER. Easy: hidden singles only; medium: up to locked candidates; hard: up to
pairs, triplets, fish and wings; expert: up to unique rectangles, BUG and short chains;
diabolical: longer and branching chains."""

_HIGHEST = 119
"""The highest ER of any published puzzle is 11.9."""

TECHNIQUES: dict[str, Tenths] = {
    "hidden-single": (10, 15),
    "direct-pointing": (17, 17),
    "direct-claiming": (19, 19),
    "direct-hidden-pair": (20, 20),
    "naked-single": (23, 23),
    "direct-hidden-triplet": (25, 25),
    "pointing": (26, 26),
    "claiming": (28, 28),
    "naked-pair": (30, 30),
    "x-wing": (32, 32),
    "hidden-pair": (34, 34),
    "naked-triplet": (36, 36),
    "swordfish": (38, 38),
    "hidden-triplet": (40, 40),
    "xy-wing": (42, 42),
    "xyz-wing": (44, 44),
    "unique-loop": (45, 54),
    "naked-quad": (50, 50),
    "jellyfish": (52, 52),
    "hidden-quad": (54, 54),
    "bug": (56, 60),
    "aligned-pair-exclusion": (62, 62),
    "turbot-fish": (66, 66),
    "x-chain": (66, 80),
    "x-cycle": (65, 80),
    "y-cycle": (65, 80),
    "xy-cycle": (70, 85),
    "forcing-chain": (70, 90),
    "aligned-triplet-exclusion": (75, 75),
    "nishio": (75, 95),
    "region-chains": (80, _HIGHEST),
    "cell-chains": (80, _HIGHEST),
    "contradiction-chain": (85, _HIGHEST),
    "double-chain": (85, _HIGHEST),
}
"""Techniques that can be required, and how Sudoku Explainer rates them."""

_KNOWN = frozenset(
    (
        *(10, 12, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44),
        *range(45, 55),  # unique rectangles and loops, naked quad, jellyfish, hidden quad
        *range(56, 61),  # BUG
        62,
        *range(65, _HIGHEST + 1),
    )
)

_STALE = 60

_LISTED = 3000
"""Solutions listed to find other digits for a pattern."""

_NODES = 2_000_000
"""Work spent on one rating (a count, so that the answer does not depend on the machine)."""


def producible(wanted: Tenths) -> str | None:
    """Why no puzzle has a rating in this range, or ``None``."""
    low, high = wanted
    shown = f"{low / 10:.1f} to {high / 10:.1f}"
    if low > high:
        return f"the range {shown} is empty"
    if low > _HIGHEST:
        return f"no puzzle rated {shown} is known; the hardest has ER 11.9"
    if not any(low <= value <= high for value in _KNOWN):
        below = max((v for v in _KNOWN if v < low), default=None)
        above = min(v for v in _KNOWN if v > high)
        near = f"{above / 10:.1f}" if below is None else f"{below / 10:.1f} and {above / 10:.1f}"
        return f"no technique gives a rating of {shown}; the nearest are {near}"
    return None


@dataclass(frozen=True, slots=True)
class Target:
    """What the rating is to be; ``None`` where it does not matter.

    er, ep, ed    ranges in tenths
    requires      a key of :data:`TECHNIQUES` that the path must use
    only_singles  naked and hidden singles alone solve it
    max_steps     the path has at most so many steps
    """

    er: Tenths | None = None
    ep: Tenths | None = None
    ed: Tenths | None = None
    requires: str | None = None
    only_singles: bool = False
    max_steps: int | None = None

    def reason(self) -> str | None:
        """Why no puzzle can be like this, or ``None`` where nothing shows it."""
        for name, wanted in (("ER", self.er), ("EP", self.ep), ("ED", self.ed)):
            if wanted is not None and (why := producible(wanted)):
                return f"{name}: {why}"
        for name, part in (("EP", self.ep), ("ED", self.ed)):
            if part and self.er and part[0] > self.er[1]:
                return f"{name} is never above ER, so {part[0] / 10:.1f} cannot be reached"
        if self.ep and self.ed and self.ed[0] > self.ep[1]:
            return "ED is never above EP"
        if self.only_singles and self.er and self.er[0] > 23:
            return f"singles alone never make an ER of {self.er[0] / 10:.1f}; the most is 2.3"
        if self.requires is not None:
            if self.requires not in TECHNIQUES:
                return f"{self.requires!r} cannot be required; there are {', '.join(TECHNIQUES)}"
            need = TECHNIQUES[self.requires][0]
            if self.only_singles and need > 23:
                return f"{self.requires} is never needed where singles alone solve the puzzle"
            if self.er and need > self.er[1]:
                return (
                    f"{self.requires} alone is rated {need / 10:.1f}, "
                    f"above the ER of {self.er[1] / 10:.1f} that was asked for"
                )
        return None

    def distance(self, rating: Any) -> int:
        """How far a rating is from what is wished, in tenths; 0 where it is met but for
        ``requires``. Positive: too hard; negative: too easy."""
        for wanted, value in zip((self.er, self.ep, self.ed), rating.tenths, strict=True):
            if wanted is not None and value > wanted[1]:
                return int(value - wanted[1])
            if wanted is not None and value < wanted[0]:
                return int(value - wanted[0])
        if self.er is None and self.requires is not None:
            return min(0, int(rating.tenths[0]) - TECHNIQUES[self.requires][0])
        return 0


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a search for a difficulty is.

    ratings  puzzles rated so far
    nearest  the ER, in tenths, of the one nearest to the target; ``None`` where it was not rated
    """

    ratings: int = 0
    nearest: int | None = None


NO_EFFORT = Effort()


def search(
    core: ModuleType,
    target: Target,
    stream: Stream,
    start: Callable[[int], tuple[str, str] | None],
    orbits: tuple[tuple[int, ...], ...] | None,
    kept: frozenset[int],
    *,
    minimal: bool,
    clues: int | None,
    steps: int,
    check: Callable[[Effort], None],
) -> tuple[str, str] | None:
    """(puzzle, solution) that meets the target, or ``None`` after so many ratings.

    ``start`` gives a puzzle with one solution from a seed; ``orbits`` are the cells that may come
    and go together (``None``: the pattern stays, and its digits change).

    :raises Undecided: whatever ``check``, called now and then, raises.
    """
    spent = 0
    least, nearest = 1 << 30, None
    while spent < steps:
        check(Effort(spent, nearest))
        begun = start(stream.bits64())
        spent += 1
        if begun is None:
            continue
        puzzle, solution = begun
        best, er = _judge(core, target, puzzle)
        if abs(best) < least:
            least, nearest = abs(best), er
        stale = 0
        while True:
            if best == 0 and _meets(core, target, puzzle):
                check(Effort(spent, nearest))
                return puzzle, solution
            if stale >= _STALE or spent >= steps:
                break
            spent += 1
            stale += 1
            check(Effort(spent, nearest))
            if orbits is None:
                other = _reworded(core, stream, puzzle, kept, minimal)
                moved, solved = other or (None, solution)
            else:
                moved = _move(core, stream, puzzle, solution, orbits, kept, best, minimal, clues)
                solved = solution
            if moved is None or moved == puzzle:
                continue
            distance, er = _judge(core, target, moved)
            if abs(distance) < least:
                least, nearest = abs(distance), er
            # Sideways moves are taken: many puzzles have the same rating.
            if abs(distance) <= abs(best) or stream.below(20) == 0:
                if abs(distance) < abs(best):
                    stale = 0
                puzzle, solution, best = moved, solved, distance
    check(Effort(spent, nearest))
    return None


def meets(core: ModuleType, target: Target, puzzle: str) -> bool:
    """Whether a puzzle with one solution is as wished."""
    return _judge(core, target, puzzle)[0] == 0 and _meets(core, target, puzzle)


def _judge(core: ModuleType, target: Target, puzzle: str) -> tuple[int, int | None]:
    """(the distance from the target, the ER in tenths or ``None``: not rated)."""
    rating = core.se_rate(puzzle, nodes=_NODES)
    if rating.status != "ok":
        return 1000, None
    distance = target.distance(rating)
    if distance <= 0 and target.only_singles and not by_singles(puzzle):
        distance = 1
    return distance, int(rating.tenths[0])


_PEERS = Geometry.classic().peers
_HOUSES = tuple(house.cells for house in Geometry.classic().houses)


def by_singles(puzzle: str) -> bool:
    """Whether naked and hidden singles alone solve a classic 9x9 puzzle."""
    left = [set("123456789") for _ in range(81)]
    waiting = [(cell, digit) for cell, digit in enumerate(puzzle) if digit != "."]
    placed: dict[int, str] = {}
    while True:
        while waiting:
            cell, digit = waiting.pop()
            if cell in placed:
                continue
            placed[cell] = digit
            left[cell] = set()
            for peer in _PEERS[cell]:
                left[peer].discard(digit)
        waiting = [(c, next(iter(digits))) for c, digits in enumerate(left) if len(digits) == 1]
        for house in _HOUSES if not waiting else ():
            for digit in "123456789":
                places = [cell for cell in house if digit in left[cell]]
                if len(places) == 1:
                    waiting.append((places[0], digit))
        if not waiting:
            return len(placed) == 81


def _meets(core: ModuleType, target: Target, puzzle: str) -> bool:
    if target.requires is None and target.max_steps is None:
        return True
    _, steps = core.se_path(puzzle)
    if target.max_steps is not None and len(steps) > target.max_steps:
        return False
    if target.requires is None:
        return True
    return any(technique_of(step) == target.requires for step in steps)


def technique_of(step: Any) -> str | None:
    """The key of :data:`TECHNIQUES` of a step, or ``None``."""
    name = str(step["technique"]).replace("_", "-")
    return name if name in TECHNIQUES else None


def _move(
    core: ModuleType,
    stream: Stream,
    puzzle: str,
    solution: str,
    orbits: tuple[tuple[int, ...], ...],
    kept: frozenset[int],
    distance: int,
    minimal: bool,
    clues: int | None,
) -> str | None:
    """A neighbour of the puzzle with the same solution."""
    cells = list(puzzle)
    absent = [orbit for orbit in orbits if cells[orbit[0]] == "."]
    if not absent:
        return None
    exact = minimal or clues is not None
    come = 1 if distance > 0 and not exact else 1 + stream.below(3)
    added = stream.shuffled(absent)[:come]
    for orbit in added:
        for cell in orbit:
            cells[cell] = solution[cell]
    if distance > 0 and not exact:
        return "".join(cells)
    # Too easy (or a number to keep): as many others go as can.
    new = {cell for orbit in added for cell in orbit}
    target_clues = 0 if clues is None or minimal else clues
    left = 81 - cells.count(".")
    given = [o for o in orbits if cells[o[0]] != "."]
    order = [o for o in stream.shuffled(given) if o[0] not in new]
    order += [o for o in stream.shuffled(given) if o[0] in new]
    for orbit in order:
        if kept.intersection(orbit) or left - len(orbit) < target_clues:
            continue
        for cell in orbit:
            cells[cell] = "."
        if core.verdict("".join(cells)) == core.UNIQUE:
            left -= len(orbit)
        else:
            for cell in orbit:
                cells[cell] = solution[cell]
    found = "".join(cells)
    if clues is not None and left != clues:
        return None
    if minimal and not _is_minimal(core, found):
        return None
    return found


def _reworded(
    core: ModuleType, stream: Stream, puzzle: str, kept: frozenset[int], minimal: bool
) -> tuple[str, str] | None:
    """Other digits in two to four cells of the same pattern, still with one solution."""
    free = [cell for cell, given in enumerate(puzzle) if given != "." and cell not in kept]
    opened = stream.shuffled(free)[: 2 + stream.below(3)]
    cells = list(puzzle)
    for cell in opened:
        cells[cell] = "."
    found = core.Solutions("".join(cells)).next_batch(_LISTED + 1)
    if len(found) > _LISTED:
        return None
    groups: dict[tuple[int, ...], list[int]] = {}
    for index, key in enumerate(found[:, opened].tolist()):
        groups.setdefault(tuple(key), []).append(index)
    now = tuple(int(puzzle[cell]) for cell in opened)
    alone = [key for key, group in groups.items() if len(group) == 1 and key != now]
    if not alone:
        return None
    key = stream.choice(sorted(alone))
    for cell, digit in zip(opened, key, strict=True):
        cells[cell] = str(digit)
    text = "".join(cells)
    if minimal and not _is_minimal(core, text):
        return None
    return text, "".join(map(str, found[groups[key][0]].tolist()))


def _is_minimal(core: ModuleType, puzzle: str) -> bool:
    return all(
        given == "." or core.verdict(puzzle[:c] + "." + puzzle[c + 1 :]) != core.UNIQUE
        for c, given in enumerate(puzzle)
    )
