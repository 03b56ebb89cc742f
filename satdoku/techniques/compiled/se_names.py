"""The catalogue's names for the steps of the kernel of Sudoku Explainer (docs/se-kernel.md)."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satdoku.core import SeStep
    from satdoku.techniques.reasoning import ChainKind

SINGLE_CHAINS: dict[str, tuple[str, ChainKind]] = {
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

CASES: dict[str, ChainKind] = {
    "nishio": "contradiction",
    "contradiction_chain": "contradiction",
    "double_chain": "double",
    "cell_chains": "cell",
    "region_chains": "region",
}
"""Kernel's technique -> the variant of chains from several assumptions."""


def name_of(record: SeStep) -> str:
    """The catalogue's name of a step."""
    search, variant = record["search"], record["variant"]
    if search == "unique_loop":
        return f"unique-{'rectangle' if len(record['cells']) == 4 else 'loop'}-{variant}"
    if search == "bug":
        return f"bug-{variant}"
    if record["dynamic"] and search != "nishio":
        if record["level"] < 2:
            return "dynamic-forcing-chains" + ("-plus" if record["level"] else "")
        return "nested-forcing-chains"
    return _name_of(search)


@cache
def _name_of(search: str) -> str:
    if search in SINGLE_CHAINS:
        return SINGLE_CHAINS[search][0]
    if search in CASES and search != "nishio":
        return f"{CASES[search]}-forcing-chains"
    name = search.replace("_", "-")
    return name if name.startswith("aligned") else name.replace("triplet", "triple")
