"""The compiled kernel's steps (docs/se-kernel.md) as steps of the catalogue.

The kernel returns plain dicts. As a :class:`~satdoku.techniques.step.Step` what it found can be
explained, drawn, and checked link by link like anything that the Python techniques find. A
step below the chains comes out equal to the one that the Python technique of the same name yields.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from satdoku.errors import Unsupported
from satdoku.puzzle import Geometry, Position, Puzzle
from satdoku.rating.explainer import kernel, kernel_seconds, why_no_rating
from satdoku.rating.loop import start
from satdoku.techniques.board import Board, advance
from satdoku.techniques.step import Candidate, CellSet, Chain, House, Link, Node, Role, Step

if TYPE_CHECKING:
    from satdoku.core import SeStep

__all__ = ["kernel_path", "name_of", "step_of"]

_Branch = Sequence[tuple[int, int, bool, str, tuple[int, ...], int]]
_Roles = tuple[tuple[Role, tuple[Candidate, ...]], ...]

_SINGLE_CHAINS = {
    # The kernel keeps Sudoku Explainer's special names of short ones; the catalogue has none.
    "generalized_x_wing": ("x-cycle", "x-cycle"),
    "x_cycle": ("x-cycle", "x-cycle"),
    "y_cycle": ("y-cycle", "y-cycle"),
    "xy_cycle": ("xy-cycle", "xy-cycle"),
    "turbot_fish": ("x-chain", "x-chain"),
    "x_chain": ("x-chain", "x-chain"),
    "forcing_chain": ("forcing-chain", "xy-chain"),
}
"""Kernel's technique -> the catalogue's, and its variant."""

_CASES = {
    "nishio": "contradiction",
    "contradiction_chain": "contradiction",
    "double_chain": "double",
    "cell_chains": "cell",
    "region_chains": "region",
}
"""Kernel's technique -> the variant of chains from several assumptions."""

_HOUSE_OF = {"block": 0, "row": 1, "column": 2}


def kernel_path(at: Puzzle | Position, *, seconds: float | None = None) -> list[tuple[float, Step]]:
    """The kernel's path from a puzzle or a position: each step with its rating.

    Ratings are Sudoku Explainer's doubles (:func:`satdoku.rating.se.printed` rounds them as it
    does). The path ends early where no step goes on, as in a puzzle without exactly one
    solution, or where the time ran out.

    :raises InvalidPuzzle: where the puzzle breaks its own rules.
    :raises Unsupported: where it is no classic 9x9.
    :raises EngineUnavailable: where the compiled core is not installed.
    """
    position = at if isinstance(at, Position) else start(at)
    position.puzzle.require_valid()
    reason = why_no_rating(position.puzzle)
    if reason is not None:
        raise Unsupported(reason)
    text = "".join("." if value is None else str(value) for value in position.values)
    marks = [sum(1 << (digit - 1) for digit in digits) for digits in position.candidates]
    _, steps = kernel().se_path(text, marks, seconds=kernel_seconds(seconds))
    path = []
    for found in steps:
        step = step_of(found, position)
        path.append((float(found["rating"]), step))
        position = advance(position, step)
    return path


def step_of(found: SeStep, position: Position) -> Step:
    """A step of the kernel as a step of the catalogue.

    ``position`` is the one that the kernel found it in: some patterns (a grave, a direct set) show
    candidates that the kernel leaves for the reader to look up.
    """
    technique = found["technique"]
    if found["branches"]:
        return _chains(found, position)
    if technique == "unique_loop":
        return _loop(found)
    if technique == "bug":
        return _grave(found, position)
    return _pattern(found, position)


def name_of(found: SeStep) -> str:
    """What the catalogue calls a step of the kernel."""
    technique = found["technique"]
    if found["branches"]:
        return _SINGLE_CHAINS[technique][0] if technique in _SINGLE_CHAINS else _forcing(found)
    if technique == "unique_loop":
        return f"unique-{'rectangle' if len(found['cells']) == 4 else 'loop'}-{found['variant']}"
    if technique == "bug":
        return f"bug-{found['variant']}"
    if technique == "hidden_single" and found["tenths"] == 10:
        return "full-house"
    name = technique.replace("_", "-")
    return name if name.startswith("aligned") else name.replace("triplet", "triple")


@cache
def _board() -> Board:
    return Board(Geometry.classic(), ())


def _houses(found: SeStep) -> tuple[House, ...]:
    houses = _board().houses
    return tuple([houses[h] for h in found["houses"]])


def _marked(found: SeStep, role: str) -> tuple[Candidate, ...]:
    return tuple([(cell, digit) for own, cell, digit in found["marks"] if own == role])


def _conclusion(found: SeStep) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """(placements, eliminations). What a placement crosses out in its own cell goes unsaid."""
    if found["place"] is not None:
        return (found["place"],), ()
    return (), tuple(sorted(found["eliminations"]))


# ------------------------------------------------------------------------------------------------
# Below the chains.


def _pattern(found: SeStep, position: Position) -> Step:
    technique = found["technique"]
    placements, eliminations = _conclusion(found)
    base, single = _marked(found, "base"), _marked(found, "single")
    variant = ""
    digits = tuple(found["digits"])
    houses = _houses(found)
    links: tuple[Link, ...] = ()
    candidates: _Roles = (("defining", base or single),)
    if technique in ("pointing", "claiming"):
        candidates = (("locked", base),)
    elif technique.startswith("direct"):
        candidates = (
            ("defining", single),
            ("locked", base),
            ("extra", _lost(found, placements[0], houses, position)),
        )
        if "hidden" not in technique:
            candidates = (candidates[1], candidates[0], candidates[2])
    elif technique in ("x_wing", "swordfish", "jellyfish"):
        variant = "columns" if houses[0].kind == "column" else "rows"
    elif technique in ("xy_wing", "xyz_wing"):
        pivot, pincers = _marked(found, "pivot"), _marked(found, "pincer")
        candidates = (("pivot", pivot), ("defining", pincers))
        (last,) = digits
        digits = (*sorted({digit for _, digit in pincers} - {last}), last)
        links = tuple(
            [
                Link((found["cells"][0], digit), (cell, digit), "weak")
                for cell, digit in pincers
                if digit != last
            ]
        )
    elif technique.startswith("aligned"):
        candidates = (("defining", base), ("excluder", _excluders(found, base)))
    return Step(
        name_of(found),
        placements=placements,
        eliminations=eliminations,
        variant=variant,
        digits=digits,
        cells=tuple(found["cells"]),
        houses=houses,
        candidates=candidates,
        links=links,
    )


def _lost(
    found: SeStep, placed: Candidate, houses: tuple[House, ...], position: Position
) -> tuple[Candidate, ...]:
    """The places that a direct pattern takes from the digit it places."""
    cell, digit = placed
    cells = sorted(houses[-1].cells if len(houses) > 1 else found["cells"])
    return tuple([(c, digit) for c in cells if c != cell and digit in position.candidates[c]])


def _excluders(found: SeStep, base: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The excluders that forbid something: all their candidates can stand in base cells.

    The kernel marks every cell that the search looks at; a reader needs only these.
    """
    marked = _marked(found, "excluder")
    held = {digit for _, digit in base}
    idle = {cell for cell, digit in marked if digit not in held}
    return tuple([pair for pair in marked if pair[0] not in idle])


def _loop(found: SeStep) -> Step:
    number = found["variant"]
    loop, extra = _marked(found, "loop"), _marked(found, "extra")
    digits = tuple(found["digits"][:2])
    variant = f"type {number}"
    sets: tuple[CellSet, ...] = ()
    if number == 3:
        partners = _marked(found, "partner")
        cells = tuple(dict.fromkeys(cell for cell, _ in partners))
        # A naked set takes its digits from other cells, a hidden one other digits from its own.
        kind = "hidden" if found["eliminations"][0][0] in cells else "naked"
        held = {d for _, d in partners} | {d for _, d in extra}
        members = found["digits"] if kind == "hidden" else held
        sets = (CellSet(kind, cells, tuple(sorted(members)), partners),)
        variant = f"type 3 {kind}"
    return Step(
        name_of(found),
        eliminations=_conclusion(found)[1],
        variant=variant,
        digits=digits,
        cells=tuple(found["cells"]),
        houses=_houses(found),
        sets=sets,
        candidates=(
            ("defining", loop),
            ("extra", extra),
            *((("locked", sets[0].candidates),) if sets else ()),
        ),
    )


def _grave(found: SeStep, position: Position) -> Step:
    number = found["variant"]
    extra = _marked(found, "extra")
    cells = tuple(found["cells"])
    digits = tuple(found["digits"])
    sets: tuple[CellSet, ...] = ()
    if number == 3:
        partners = _marked(found, "partner")
        others = tuple(dict.fromkeys(cell for cell, _ in partners))
        sets = (CellSet("naked", others, digits, partners),)
        digits = tuple(sorted({digit for _, digit in extra}))
    own = [(cell, digit) for cell in cells for digit in sorted(position.candidates[cell])]
    return Step(
        name_of(found),
        eliminations=_conclusion(found)[1],
        variant=f"type {number}",
        digits=digits,
        cells=cells,
        houses=_houses(found),
        sets=sets,
        candidates=(
            ("extra", extra),
            ("defining", tuple([pair for pair in own if pair not in extra])),
            *((("locked", sets[0].candidates),) if sets else ()),
        ),
    )


# ------------------------------------------------------------------------------------------------
# Chains.


def _chains(found: SeStep, position: Position) -> Step:
    technique = found["technique"]
    variant = _SINGLE_CHAINS[technique][1] if technique in _SINGLE_CHAINS else _CASES[technique]
    inner: dict[int, Step] = {}
    cycle = variant.endswith("cycle")
    chains = tuple([_chain(branch, found, inner, position, cycle) for branch in found["branches"]])
    used = tuple(dict.fromkeys((n.cell, n.digit) for chain in chains for n in chain.nodes))
    first = chains[0].start
    cells: tuple[int, ...] = (first.cell,)
    if technique in _SINGLE_CHAINS:
        cells = tuple(dict.fromkeys(node.cell for node in chains[0].nodes))
    placements, eliminations = _conclusion(found)
    return Step(
        name_of(found),
        placements=placements,
        eliminations=eliminations,
        variant=variant,
        digits=(first.digit,),
        cells=cells,
        houses=_houses(found),
        candidates=(("defining", used),),
        chains=chains,
    )


def _forcing(found: SeStep) -> str:
    if found["technique"] == "nishio":
        return "nishio"
    if not found["dynamic"]:
        return f"{_CASES[found['technique']]}-forcing-chains"
    level = found["level"]
    if level < 2:
        return "dynamic-forcing-chains" + ("-plus" if level else "")
    return "nested-forcing-chains"


def _chain(
    branch: _Branch, found: SeStep, inner: dict[int, Step], position: Position, cycle: bool
) -> Chain:
    """One branch. The kernel numbers inner steps in the whole step, a chain counts its own."""
    board = _board()
    parts: dict[int, int] = {}
    nodes = []
    for cell, digit, on, cause, parents, index in branch:
        kind: Literal["start", "cell", "house", "advanced"] = "house"
        house: House | None = None
        part: int | None = None
        if cause in ("start", "cell", "advanced"):
            kind = cause  # type: ignore[assignment]
        else:
            house = board.houses[board.houses_of[cell][_HOUSE_OF[cause]]]
        if cause == "advanced":
            if index not in inner:
                inner[index] = step_of(found["inner"][index], position)
            part = parts.setdefault(index, len(parts))
        nodes.append(Node(cell, digit, on, parents, kind, house, part))
    return Chain(tuple(nodes), cycle, tuple([inner[index] for index in parts]))
