"""HoDoKu's fish as nested loops, straight from section 7 of the specification."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

__all__ = ["first_fish"]

KINDS = ("row", "column", "block")
UNITS = {
    (kind, at): frozenset(
        cell
        for cell in range(81)
        if (cell // 9, cell % 9, cell // 27 * 3 + cell % 9 // 3)[KINDS.index(kind)] == at
    )
    for kind in KINDS
    for at in range(9)
}
PEERS = [frozenset().union(*(u for u in UNITS.values() if c in u)) - {c} for c in range(81)]
SIZES = {2: "x_wing", 3: "swordfish", 4: "jellyfish"}

Unit = tuple[str, int]


def first_fish(
    places: set[int], size: int, *, fins: bool, sashimi: bool, franken: bool
) -> tuple[str, list[int]] | None:
    """The name of the first fish of one digit, and the cells that lose it, in HoDoKu's order."""
    for lines, across in (("row", "column"), ("column", "row")):
        blocks = [("block", at) for at in range(9)] if franken else []
        held = {
            unit: UNITS[unit] & places
            for unit in [(kind, at) for kind in (lines, across) for at in range(9)] + blocks
        }
        order = [(lines, at) for at in range(9)] + blocks
        bases = [u for u in order if held[u] and (fins or len(held[u]) <= size)]
        covers = [u for u in [(across, at) for at in range(9)] + blocks if held[u]]
        for base, cells, endo in _bases(bases, held, size, 2 if fins and franken else 0):
            usable = [u for u in covers if u not in base and held[u] & cells]
            for cover in combinations(usable, size):
                inside = frozenset().union(*(held[u] for u in cover))
                fin = cells - inside | endo
                if not (1 <= len(fin) <= 5 if fins else not fin):
                    continue
                twice = [c for c in inside if sum(c in held[u] for u in cover) > 1]
                eliminated = [*sorted(inside - cells), *sorted(twice)]
                eliminated = [cell for cell in eliminated if all(cell in PEERS[f] for f in fin)]
                kinds = {u[0] for u in base}, {u[0] for u in cover}
                basic = "block" not in kinds[0] | kinds[1]
                is_sashimi = any(len(held[u] - fin) <= 1 for u in base)
                if eliminated and (franken or not fins or sashimi == is_sashimi):
                    return _name(kinds, basic, fins, is_sashimi) + SIZES[size], eliminated
    return None


def _bases(
    units: list[Unit], held: dict[Unit, frozenset[int]], size: int, most: int
) -> Iterator[tuple[tuple[Unit, ...], frozenset[int], frozenset[int]]]:
    for base in combinations(units, size):
        cells: frozenset[int] = frozenset()
        endo: frozenset[int] = frozenset()
        for unit in base:
            endo |= cells & held[unit]
            cells |= held[unit]
        if len(endo) <= most:
            yield base, cells, endo


def _name(kinds: tuple[set[str], set[str]], basic: bool, fins: bool, sashimi: bool) -> str:
    if basic:
        return "" if not fins else "sashimi_" if sashimi else "finned_"
    mutant = any(kind == {"block"} for kind in kinds)
    return ("finned_" if fins else "") + ("mutant_" if mutant else "franken_")
