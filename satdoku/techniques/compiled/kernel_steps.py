"""The compiled kernel's steps (docs/se-kernel.md) as steps of the catalogue.

The kernel returns plain dicts. As a :class:`~satdoku.techniques.step.Step` what it found can be
explained, drawn, and checked link by link like anything that the Python techniques find. A
step below the chains comes out equal to the one that the Python technique of the same name yields.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal, assert_never

from satdoku.board import Geometry
from satdoku.puzzle import Position
from satdoku.techniques.board import Board
from satdoku.techniques.step import (
    AlignedProof,
    BugProof,
    Candidate,
    CellSet,
    Chain,
    ChainProof,
    CycleProof,
    DirectProof,
    ExtraLock,
    ExtraSet,
    FishProof,
    ForcingProof,
    HiddenSetProof,
    House,
    IntersectionProof,
    LoopProof,
    NakedSetProof,
    Node,
    Proof,
    SingleProof,
    Step,
    WingProof,
    cells_of,
)

if TYPE_CHECKING:
    from satdoku.core import SeStep
    from satdoku.techniques.reasoning import ChainKind

_Branch = Sequence[tuple[int, int, bool, str, tuple[int, ...], int]]

_SINGLE_CHAINS: dict[str, tuple[str, ChainKind]] = {
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

_CASES: dict[str, ChainKind] = {
    "nishio": "contradiction",
    "contradiction_chain": "contradiction",
    "double_chain": "double",
    "cell_chains": "cell",
    "region_chains": "region",
}
"""Kernel's technique -> the variant of chains from several assumptions."""

_HOUSE_OF = {"block": 0, "row": 1, "column": 2}


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
    placements, eliminations = _conclusion(found)
    houses = _houses(found)
    variant = ""
    if found["technique"] in ("x_wing", "swordfish", "jellyfish"):
        variant = "columns" if houses[0].kind == "column" else "rows"
    return Step(
        name_of(found), _proof(found, houses, position), placements, eliminations, variant=variant
    )


def _proof(found: SeStep, houses: tuple[House, ...], position: Position) -> Proof:
    base = _marked(found, "base")
    cells, digits = tuple(found["cells"]), tuple(found["digits"])
    match found["technique"]:
        case "hidden_single" | "naked_single":
            house = houses[0] if houses else None
            return SingleProof(cells[0], digits[0], house, found["tenths"] == 10)
        case "pointing" | "claiming":
            return IntersectionProof(digits[0], houses[0], houses[1], cells)
        case "direct_pointing" | "direct_claiming":
            locked = IntersectionProof(digits[0], houses[0], houses[1], cells)
            return _direct(locked, found, houses[2], houses[2].cells, position)
        case "direct_hidden_pair" | "direct_hidden_triplet":
            hidden = HiddenSetProof(cells, digits, base, houses[0])
            return _direct(hidden, found, houses[0], cells, position)
        case "naked_pair" | "naked_triplet" | "naked_quad":
            return NakedSetProof(cells, digits, base, houses[0])
        case "hidden_pair" | "hidden_triplet" | "hidden_quad":
            return HiddenSetProof(cells, digits, base, houses[0])
        case "x_wing" | "swordfish" | "jellyfish":
            half = len(houses) // 2
            return FishProof(digits[0], houses[:half], houses[half:], cells)
        case "xy_wing" | "xyz_wing":
            (last,) = digits
            first, second = (pair for pair in _marked(found, "pincer") if pair[1] != last)
            in_pivot = (cells[0], last) in _marked(found, "pivot")
            return WingProof(cells[0], (first, second), last, in_pivot)
        case "aligned_pair_exclusion" | "aligned_triplet_exclusion":
            return AlignedProof(cells, base, _excluders(found, base))
        case other:
            raise AssertionError(f"the kernel has no pattern {other}")


def _direct(
    pattern: IntersectionProof | HiddenSetProof,
    found: SeStep,
    house: House,
    cells: Iterable[int],
    position: Position,
) -> DirectProof:
    """A pattern that takes these cells from the digit placed, as far as they could hold it."""
    assert found["place"] is not None
    own, digit = found["place"]
    lost = [c for c in sorted(cells) if c != own and digit in position.candidates[c]]
    return DirectProof(pattern, (own, digit), house, tuple(lost))


def _excluders(found: SeStep, base: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
    """The excluders that forbid something: all their candidates can stand in base cells.

    The kernel marks every cell that the search looks at; a reader needs only these.
    """
    marked = _marked(found, "excluder")
    held = {digit for _, digit in base}
    idle = {cell for cell, digit in marked if digit not in held}
    return tuple([pair for pair in marked if pair[0] not in idle])


def _loop(found: SeStep) -> Step:
    extra = _marked(found, "extra")
    first, second = found["digits"][:2]
    how: ExtraSet | ExtraLock | None = None
    if found["variant"] == 3:
        partners = _marked(found, "partner")
        cells = cells_of(partners)
        # A naked set takes its digits from other cells, a hidden one other digits from its own.
        kind = "hidden" if found["eliminations"][0][0] in cells else "naked"
        held = {d for _, d in partners} | {d for _, d in extra}
        members = found["digits"] if kind == "hidden" else held
        how = ExtraSet(_houses(found)[0], CellSet(kind, cells, tuple(sorted(members)), partners))
    elif found["variant"] == 4:
        # The digit that is locked comes first.
        how = ExtraLock(_houses(found)[0], first)
    low, high = sorted((first, second))
    proof = LoopProof(tuple(found["cells"]), (low, high), _marked(found, "loop"), extra, how)
    kind = f" {how.others.name}" if isinstance(how, ExtraSet) else ""
    return Step(
        name_of(found),
        proof,
        eliminations=_conclusion(found)[1],
        variant=f"type {found['variant']}{kind}",
    )


def _grave(found: SeStep, position: Position) -> Step:
    number = found["variant"]
    extra = _marked(found, "extra")
    how: ExtraSet | ExtraLock | None = None
    if number == 3:
        partners = _marked(found, "partner")
        others = CellSet("naked", cells_of(partners), tuple(found["digits"]), partners)
        how = ExtraSet(_houses(found)[0], others)
    elif number == 4:
        how = ExtraLock(_houses(found)[0], found["digits"][0])
    own = [(cell, digit) for cell in found["cells"] for digit in sorted(position.candidates[cell])]
    return Step(
        name_of(found),
        BugProof(extra, tuple([pair for pair in own if pair not in extra]), how),
        eliminations=_conclusion(found)[1],
        variant=f"type {number}",
    )


# ------------------------------------------------------------------------------------------------
# Chains.


def _chains(found: SeStep, position: Position) -> Step:
    technique = found["technique"]
    variant = _SINGLE_CHAINS[technique][1] if technique in _SINGLE_CHAINS else _CASES[technique]
    inner: dict[int, Step] = {}
    cycle = variant.endswith("cycle")
    chains = tuple([_chain(branch, found, inner, position, cycle) for branch in found["branches"]])
    proof: Proof
    match variant:
        case "x-cycle":
            proof = CycleProof("x", chains[0])
        case "y-cycle":
            proof = CycleProof("y", chains[0])
        case "xy-cycle":
            proof = CycleProof("xy", chains[0])
        case "x-chain":
            proof = ChainProof("x", chains[0])
        case "xy-chain":
            proof = ChainProof("xy", chains[0])
        case "contradiction" | "double" | "cell" | "region":
            start = chains[0].start
            houses = _houses(found)
            proof = ForcingProof(
                variant, (start.cell, start.digit), chains, houses[0] if houses else None
            )
        case unknown:
            assert_never(unknown)
    placements, eliminations = _conclusion(found)
    return Step(name_of(found), proof, placements, eliminations, variant=variant)


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
