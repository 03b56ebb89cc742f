"""The preset ``se`` on a classic board, its longest searches done by the compiled core.

The Python searches define the scale up to dynamic chains and are quick; those above take minutes a
step, and the core's are exact to the top. So on a classic board every line of the table from Nishio
up is asked of the core, and its steps are turned into ours, chains and all.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from satdoku.puzzle import Puzzle
from satdoku.rating import Entry, Preset
from satdoku.techniques.board import Board, Marks
from satdoku.techniques.catalogue import Technique
from satdoku.techniques.forcing import ForcingChains
from satdoku.techniques.step import Candidate, Chain, Node, Step

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.core import SeStep

__all__ = ["KernelChains", "with_kernel"]

_FORCING = {
    "nishio": "contradiction",
    "contradiction_chain": "contradiction",
    "double_chain": "double",
    "cell_chains": "cell",
    "region_chains": "region",
}
_CYCLES = {
    "generalized_x_wing": "x-cycle",
    "x_cycle": "x-cycle",
    "y_cycle": "y-cycle",
    "xy_cycle": "xy-cycle",
}
_CHAINS = {
    "turbot_fish": ("x-chain", "x-chain"),
    "x_chain": ("x-chain", "x-chain"),
    "forcing_chain": ("forcing-chain", "xy-chain"),
}


@dataclass(frozen=True)
class KernelChains(Technique):
    """Nishio and all forcing chains of Sudoku Explainer, easiest first, as the core finds them."""

    name: ClassVar[str] = "kernel-chains"
    ratings: dict[Candidate, float] = field(default_factory=dict, compare=False)
    """The rating of the last step, by what it concludes: a Step does not carry one."""

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Only the classic board."""
        if puzzle.geometry.is_classic and not puzzle.constraints:
            return None
        return "the compiled core knows the classic 9x9 alone"

    def easiest(self, marks: Marks) -> Step | None:
        """The step that Sudoku Explainer would take where nothing easier is left."""
        from satdoku import core

        digits = "".join("." if d < 0 else str(d + 1) for d in marks.values)
        status, found = core.se_find(digits, marks.cand)
        if status != "ok" or found is None or found["technique"] not in _FORCING:
            return None
        step = _step(found, marks.board)
        self.ratings.clear()
        self.ratings[(*step.placements, *step.eliminations)[0]] = found["rating"]
        return step

    def rate(self, step: Step) -> float:
        """The rating of the last step found."""
        return self.ratings[(*step.placements, *step.eliminations)[0]]

    def search(self, marks: Marks) -> Iterator[Step]:
        """The one step."""
        step = self.easiest(marks)
        if step is not None:
            yield step


def with_kernel(preset: Preset, puzzle: Puzzle) -> Preset:
    """The same preset, its forcing chains found by the core where it can."""
    chains = KernelChains()
    if preset.name != "se" or chains.refusal(puzzle) is not None:
        return preset
    try:
        from satdoku import core  # noqa: F401
    except ImportError:
        return preset
    kept = [e for e in preset.entries if not isinstance(e.search, ForcingChains)]
    entry = Entry(chains, chains.rate, easiest=chains.easiest)
    return replace(preset, entries=(*kept, entry))


# ------------------------------------------------------------------------------------------------
# The core's steps as ours.


def _step(found: SeStep, board: Board) -> Step:
    kind = found["technique"]
    chains = tuple(
        Chain(
            tuple(_node(node, board) for node in branch),
            kind in _CYCLES,
            tuple(_step(part, board) for part in found["inner"]),
        )
        for branch in found["branches"]
    )
    chains = tuple(map(_own_parts, chains))
    placements = () if found["place"] is None else (found["place"],)
    # What a placement does to the rest of its cell goes without saying.
    gone = () if placements and chains else tuple(sorted(found["eliminations"]))
    common: dict[str, Any] = {
        "placements": placements,
        "eliminations": gone,
        "houses": tuple(board.houses[h] for h in found["houses"]),
        "chains": chains,
    }
    if kind in _FORCING:
        start = chains[0].start
        return Step(
            _forcing_name(found),
            variant=_FORCING[kind],
            digits=(start.digit,),
            cells=(start.cell,),
            candidates=(("defining", _used(chains)),),
            **common,
        )
    if kind in _CYCLES or kind in _CHAINS:
        name = _CYCLES.get(kind) or _CHAINS[kind][0]
        return Step(
            name,
            variant=name if kind in _CYCLES else _CHAINS[kind][1],
            digits=(chains[0].start.digit,),
            cells=tuple(dict.fromkeys(node.cell for node in chains[0].nodes)),
            candidates=(("defining", _used(chains)),),
            **common,
        )
    return Step(
        kind.replace("_", "-").replace("triplet", "triple"),
        digits=tuple(found["digits"]),
        cells=tuple(found["cells"]),
        candidates=(("defining", tuple((cell, digit) for _, cell, digit in found["marks"])),),
        **common,
    )


def _forcing_name(found: SeStep) -> str:
    kind, level = found["technique"], found["level"]
    if kind == "nishio":
        return "nishio"
    if not found["dynamic"]:
        return f"{_FORCING[kind]}-forcing-chains"
    if level == 0:
        return "dynamic-forcing-chains"
    return "dynamic-forcing-chains-plus" if level == 1 else "nested-forcing-chains"


def _node(node: tuple[int, int, bool, str, tuple[int, ...], int], board: Board) -> Node:
    cell, digit, on, cause, parents, part = node
    if cause in ("start", "cell"):
        return Node(cell, digit, on, tuple(parents), cause)  # type: ignore[arg-type]
    if cause == "advanced":
        return Node(cell, digit, on, tuple(parents), "advanced", part=part)
    kind = {"block": "box"}.get(cause, cause)
    house = next(board.houses[h] for h in board.houses_of[cell] if board.houses[h].kind == kind)
    return Node(cell, digit, on, tuple(parents), "house", house)


def _own_parts(chain: Chain) -> Chain:
    """The chain with the parts that it uses itself."""
    used = list(dict.fromkeys(node.part for node in chain.nodes if node.part is not None))
    nodes = tuple(
        node if node.part is None else replace(node, part=used.index(node.part))
        for node in chain.nodes
    )
    return Chain(nodes, chain.cycle, tuple(chain.parts[part] for part in used))


def _used(chains: tuple[Chain, ...]) -> tuple[Candidate, ...]:
    return tuple(dict.fromkeys((n.cell, n.digit) for chain in chains for n in chain.nodes))
