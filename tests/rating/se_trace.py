"""The kernel's steps as the reference's trace lines ``rating|technique|text``.

The wording is that of section 17 of se_algorithms.md; it serves only to compare recorded paths.
"""

from __future__ import annotations

from typing import Any

from se_check import branches_of, houses_of

Step = dict[str, Any]

HOUSE = ("block", "row", "column")


def cell_name(cell: int) -> str:
    return "ABCDEFGHI"[cell % 9] + str(cell // 9 + 1)


def _cells(cells: list[int]) -> str:
    return ",".join(cell_name(c) for c in cells)


def _digits(step: Step, separator: str = ",") -> str:
    return separator.join(str(d) for d in step["digits"])


def _kind(house: int) -> str:
    return HOUSE[house // 9]


def _node(cell: int, digit: int) -> str:
    return f"{cell_name(cell)}.{digit}"


def _sign(on: bool) -> str:
    return "on" if on else "off"


def trace_text(step: Step) -> str:
    """The third field of a trace line."""
    t: str = step["technique"]
    name: str = step["name"]
    houses: list[int] = houses_of(step)
    cells: list[int] = step["cells"]
    if t == "hidden_single":
        return f"{name}: {cell_name(cells[0])}: {step['digits'][0]} in {_kind(houses[0])}"
    if t == "naked_single":
        return f"{name}: {cell_name(cells[0])}: {step['digits'][0]}"
    if t in ("direct_pointing", "direct_claiming"):
        first, second = map(_kind, houses[:2])
        return f"{name}: Cells {_cells(cells)}: {_digits(step)} of {first} in {second}"
    if t in ("pointing", "claiming"):
        first, second = map(_kind, houses)
        return f"{name}: Cells {_cells(cells)}: {_digits(step)} in {first} and {second}"
    if t in ("x_wing", "swordfish", "jellyfish"):
        n = len(houses) // 2
        return (
            f"{name}: Cells {_cells(cells)}: {_digits(step)} in "
            f"{n} {_kind(houses[0])}s and {n} {_kind(houses[n])}s"
        )
    if t in ("xy_wing", "xyz_wing"):
        return f"{name}: Cells {_cells(cells)} on value {_digits(step)}"
    if t == "unique_loop":
        first, second = step["digits"][:2]
        return f"{name}: Cells {_cells(cells)} on {first}, {second}"
    if t == "bug":
        if step["variant"] == 1:
            return f"{name}: {_cells(cells)}"
        return f"{name}: {_cells(cells)} on {_digits(step, ', ')}"
    if t in ("aligned_pair_exclusion", "aligned_triplet_exclusion"):
        return f"{name}: {_cells(cells)}"
    if t in ("generalized_x_wing", "x_cycle", "y_cycle", "xy_cycle"):
        return f"{name}: {_cells(cells)}"
    if t in ("turbot_fish", "x_chain", "forcing_chain"):
        cell, digit, on = branches_of(step)[0][-1][:3]
        return f"{name}: {_node(cell, digit)} {_sign(on)}"
    if step["chains"]:
        return _branching(step)
    # naked and hidden sets, direct hidden sets
    return f"{name}: Cells {_cells(cells)}: {_digits(step)} in {_kind(houses[0])}"


def _branching(step: Step) -> str:
    t: str = step["technique"]
    ends = [branch[-1] for branch in branches_of(step)]
    start = branches_of(step)[0][0]
    cell, digit, on = ends[0][:3]
    if t in ("nishio", "contradiction_chain"):
        word = "Nishio" if t == "nishio" else "Contradiction"
        return (
            f"{word} Forcing Chain: {_node(start[0], start[1])} {_sign(start[2])}"
            f" ==> {_node(cell, digit)} both on & off"
        )
    end = f"{_node(cell, digit)} {_sign(on)}"
    if t == "double_chain":
        return f"Double Forcing Chain: {_node(start[0], start[1])} on & off ==> {end}"
    if t == "cell_chains":
        return f"Cell Forcing Chains: {cell_name(step['cells'][0])} ==> {end}"
    return f"Region Forcing Chains: {step['digits'][0]} in {_kind(step['base'][0])} ==> {end}"


def trace_line(step: Step) -> str:
    """``rating|technique|text`` as in se_steps.tsv."""
    tenths: int = step["tenths"]
    return f"{tenths // 10}.{tenths % 10}|{step['name']}|{trace_text(step)}"
