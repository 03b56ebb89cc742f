"""The preset ``hodoku``: HoDoKu's own path, step by step, by its compiled kernel (docs/hodoku.md).

HoDoKu's queues of singles begin with the loading of the puzzle, so its next step depends on the way
to a position and not on the position alone: the path is taken as a whole. From a position in the
middle of a puzzle it is that of the givens, the digits entered after them in reading order, and the
candidates crossed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, ClassVar

from satdoku.base.compiled import required_core
from satdoku.base.errors import Unsupported
from satdoku.base.limits import ENDLESS, Clock, RanOut
from satdoku.base.records import dataclass
from satdoku.puzzle import Position, Puzzle
from satdoku.rating.kernel import why_not_hodoku
from satdoku.rating.table import Preset, PresetEntry, RatedStep
from satdoku.techniques.base import Technique
from satdoku.techniques.board import Candidates
from satdoku.techniques.compiled.steps import hodoku_step
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.core import HodokuStep


@dataclass(frozen=True, slots=True)
class HodokuSearch(Technique):
    """One of HoDoKu's searches: the step of its path from a position, if this search finds it.

    ``id`` the kernel's name of the search, ``finds`` the catalogue's names of the steps
    """

    id: str
    finds: tuple[str, ...]
    needs_uniqueness: ClassVar[bool] = True

    @property
    def name(self) -> str:
        """The first of the names."""
        return self.finds[0]

    @property
    def names(self) -> tuple[str, ...]:
        """The catalogue's names of the steps."""
        return self.finds

    def refusal(self, puzzle: Puzzle) -> str | None:
        """HoDoKu knows the classic board alone."""
        return why_not_hodoku(puzzle)

    def search(self, cands: Candidates, clock: Clock) -> Iterator[Step]:
        """The step, as described in the class.

        :raises EngineUnavailable: where the compiled core is not installed.
        """
        position = cands.position()
        for kernel_step in _path(position, clock)[:1]:
            if kernel_step["search"] == self.id:
                yield hodoku_step(kernel_step, position, clock)


@dataclass(frozen=True, slots=True)
class _Worth:
    """The score of HoDoKu's search that found a step."""

    score: int

    def __call__(self, step: Step) -> float:
        return self.score


def _path(position: Position, clock: Clock) -> list[HodokuStep]:
    """The steps from a position on.

    :raises Unsupported: where there are none: the board, or no unique solution, or it is lost.
    :raises RanOut: where the clock runs out first.
    """
    puzzle = position.puzzle
    reason = why_not_hodoku(puzzle)
    if reason is not None:
        raise Unsupported(reason)
    clock.check()
    left = clock.remaining()
    steps: list[HodokuStep]
    rating, steps = required_core("the preset hodoku").hodoku_path(
        puzzle.grid.text(),
        values=position.grid.text(),
        candidates=[sum(1 << (d - 1) for d in digits) for digits in position.candidates],
        seconds=0.0 if left is None else max(left, 1e-6),
    )
    if rating.status == "undecided":
        clock.check()
        raise RanOut("seconds")
    if rating.status != "ok":
        raise Unsupported("HoDoKu's path leads to the one solution of a puzzle, and here is none")
    return steps


@dataclass(frozen=True, slots=True)
class HodokuPreset(Preset):
    """HoDoKu's searches in its order; a path is taken as a whole from where it starts."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        """HoDoKu knows the classic board alone."""
        return why_not_hodoku(puzzle)

    def next(self, position: Position, clock: Clock = ENDLESS) -> RatedStep | None:
        """The first step of the path from a position."""
        return self.follow(position, clock)(position)

    def follow(self, position: Position, clock: Clock) -> Callable[[Position], RatedStep | None]:
        """The steps of HoDoKu's path from a position, one after another.

        :raises EngineUnavailable: where the compiled core is not installed.
        :raises Unsupported: where HoDoKu has no path.
        :raises RanOut: where the clock runs out first.
        """
        steps = iter(_path(position, clock))
        lines = {
            entry.search.id: entry
            for entry in self.entries
            if isinstance(entry.search, HodokuSearch)
        }

        def following(before: Position) -> RatedStep | None:
            kernel_step = next(steps, None)
            if kernel_step is None:
                return None
            step = hodoku_step(kernel_step, before, clock)
            return RatedStep(
                step, lines[kernel_step["search"]], kernel_step["score"], kernel_step["name"]
            )

        return following


_WITH_FINS = ("finned-franken", "finned-mutant", "finned", "sashimi")


def _fish(name: str, *kinds: str) -> tuple[str, ...]:
    return tuple(f"{kind}-{name}" if kind else name for kind in kinds)


_LOOPS = ("continuous-nice-loop", "discontinuous-nice-loop", "aic")

_SEARCHES: tuple[tuple[str, int, tuple[str, ...]], ...] = (
    ("full_house", 4, ("full-house",)),
    ("naked_single", 4, ("naked-single",)),
    ("hidden_single", 14, ("hidden-single",)),
    ("locked_pair", 40, ("locked-pair",)),
    ("locked_triple", 60, ("locked-triple",)),
    ("locked_candidates_1", 50, ("pointing",)),
    ("locked_candidates_2", 50, ("claiming",)),
    ("naked_pair", 60, ("naked-pair",)),
    ("naked_triple", 80, ("naked-triple",)),
    ("hidden_pair", 70, ("hidden-pair",)),
    ("hidden_triple", 100, ("hidden-triple",)),
    ("naked_quadruple", 120, ("naked-quad",)),
    ("hidden_quadruple", 150, ("hidden-quad",)),
    ("x_wing", 140, ("x-wing",)),
    ("swordfish", 150, ("swordfish",)),
    ("jellyfish", 160, ("jellyfish",)),
    ("remote_pair", 110, ("remote-pair",)),
    ("bug_plus_1", 100, ("bug-1",)),
    ("skyscraper", 130, ("skyscraper",)),
    ("two_string_kite", 150, ("two-string-kite",)),
    ("turbot_fish", 120, ("turbot-fish",)),
    ("empty_rectangle", 120, ("empty-rectangle",)),
    ("w_wing", 150, ("w-wing",)),
    ("xy_wing", 160, ("xy-wing",)),
    ("xyz_wing", 180, ("xyz-wing",)),
    *((f"uniqueness_{n}", 100, (f"unique-rectangle-{n}",)) for n in range(1, 7)),
    ("hidden_rectangle", 100, ("hidden-rectangle",)),
    ("avoidable_rectangle_1", 100, ("avoidable-rectangle-1",)),
    ("avoidable_rectangle_2", 100, ("avoidable-rectangle-2",)),
    ("finned_x_wing", 130, ("finned-x-wing",)),
    ("sashimi_x_wing", 150, ("sashimi-x-wing",)),
    ("finned_swordfish", 200, ("finned-swordfish",)),
    ("sashimi_swordfish", 240, ("sashimi-swordfish",)),
    ("finned_jellyfish", 250, ("finned-jellyfish",)),
    ("sashimi_jellyfish", 260, ("sashimi-jellyfish",)),
    ("sue_de_coq", 250, ("sue-de-coq",)),
    ("simple_colors", 150, ("simple-colours-trap", "simple-colours-wrap")),
    ("multi_colors", 200, ("multi-colours-1", "multi-colours-2")),
    ("x_chain", 260, ("x-chain",)),
    ("xy_chain", 260, ("xy-chain",)),
    ("nice_loop", 280, _LOOPS),
    ("grouped_nice_loop", 300, (*_LOOPS, *(f"grouped-{name}" for name in _LOOPS))),
    ("als_xz", 300, ("als-xz",)),
    ("als_xy_wing", 320, ("als-xy-wing",)),
    ("als_xy_chain", 340, ("als-chain",)),
    ("franken_x_wing", 300, _fish("x-wing", "franken", "mutant", "")),
    ("franken_swordfish", 350, _fish("swordfish", "franken", "mutant", "")),
    ("finned_franken_x_wing", 390, _fish("x-wing", *_WITH_FINS)),
    ("finned_franken_swordfish", 410, _fish("swordfish", *_WITH_FINS)),
    (
        "forcing_chain",
        500,
        ("forcing-chain", "cell-forcing-chains", "region-forcing-chains", "dynamic-forcing-chains"),
    ),
    ("forcing_net", 700, ("dynamic-forcing-chains", "forcing-chain")),
    ("brute_force", 10_000, ("small-proof",)),
)
"""The kernel's name of each search, what it is worth, and the catalogue's names of its steps."""

HODOKU_PATH = HodokuPreset(
    "hodoku",
    "HoDoKu 2.2.0",
    tuple(
        PresetEntry(HodokuSearch(search, names), _Worth(score))
        for search, score, names in _SEARCHES
    ),
    "hodoku",
    complete=True,
)
"""HoDoKu's searches in its order, with what each is worth."""
