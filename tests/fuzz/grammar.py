"""Random sentences of the language of rules (docs/rules.md): compositions with unknown numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from satdoku.board import Geometry

__all__ = ["composed"]

_LEAVES = (
    "killer-cage:sum={total}:{cells}", "whisper:diff={n}:{cells}", "sum:total={total}:{cells}",
    "white-dot:diff={n}:{pair}", "black-dot:ratio={n}:{pair}", "pair-sum:total={total}:{pair}",
    "even:{cells}", "odd:{cells}", "thermo:{cells}", "renban:{cells}",
    "regex:pattern=[1-2]*.:{cells}", "palindrome:{cells}", "region-sum:{cells}",
    "modular-line:mod={n}:{cells}",
)  # fmt: skip
_OVERS = (
    "edges", "corners", "leaper 1 2", "step 1 -1", "window 2x2", "window 1x3", "half-turn", "rows",
    "columns", "boxes", "cells",
)  # fmt: skip
_AT_EACH = {"edges": 2, "corners": 2, "cells": 1, "window 1x3": 3}
"""How many cells a place has, where it is not four (or two)."""
_WAYS = ("count-of", "not", "or", "and", "for-each", "same-for-all", "variables")
_DOES = ("*2", "*-1", "+1", "+1 -1", "rows", "4/1/3/3", "*2 columns")
_EACH = ("rows", "columns", "boxes", "rows columns", "rows columns boxes")


@dataclass(frozen=True)
class _Scope:
    """The names of cells and numbers that may be used, and how deep rules may yet be."""

    cells: Sequence[str]
    numbers: tuple[str, ...] = ()
    height: int = 3
    each: bool = False


def composed(geometry: Geometry, chance: random.Random) -> str:
    """A rule of rules for a small board; now and then one that the language refuses."""
    names = [geometry.name(cell) for cell in range(geometry.cell_count)]
    return _rule(chance, _Scope(names, height=chance.randint(1, 3)), whole=True)


def _rule(chance: random.Random, scope: _Scope, *, whole: bool = False) -> str:
    if not scope.height or (not whole and chance.random() < 0.3):
        return _leaf(chance, scope)
    inner = replace(scope, height=scope.height - 1)
    # Modifiers of their own at each of sixteen places are more than 60 seconds of counting.
    way = chance.choice(_WAYS if scope.each else (*_WAYS, "modifier"))
    if way == "modifier":
        return f"modifier:{_modified(chance, scope)}:{_some(chance, inner)}"
    if way == "for-each":
        return _each(chance, inner)
    if way == "same-for-all":
        low = chance.randint(0, 4)
        within = replace(inner, numbers=(*inner.numbers, "N"))
        return f"same-for-all:{low}:{low + chance.randint(0, 5)}:{_some(chance, within)}"
    if way == "variables":
        names, within = _made(chance, inner)
        return f"variables:{names}:{_some(chance, within)}"
    bounds = ""
    if way == "count-of":
        least = chance.randint(0, 2)
        bounds = f"{least}:{least + chance.randint(0, 2)}:"
    return f"{way}:{bounds}{_some(chance, inner)}"


def _modified(chance: random.Random, scope: _Scope) -> str:
    """The modifiers of a rule, of which now and then there are more than fit; three anywhere have
    4,480 ways, each of which the referee tries in every grid."""
    cells = "+".join(chance.sample([*dict.fromkeys(scope.cells)], 1))
    where = chance.choice((f"each={chance.choice(_EACH)}", f"count={chance.randint(1, 2)}",
                           f"cells={cells}"))  # fmt: skip
    different = ":different=yes" * (chance.random() < 0.3)
    return f"{chance.choice(_DOES)}:{where}{different}"


def _some(chance: random.Random, scope: _Scope) -> str:
    return f"({','.join(_rule(chance, scope) for _ in range(chance.randint(1, 3)))})"


def _each(chance: random.Random, scope: _Scope) -> str:
    over = chance.choice(_OVERS)
    count = _AT_EACH.get(over, 2 if over.startswith(("leaper", "step", "half")) else 4)
    names = ["X"] if count == 1 else [f"X{number}" for number in range(1, count + 1)]
    torus = ":torus" if chance.random() < 0.2 else ""
    bounds = chance.choice(("", "", ":least=2", ":most=3", ":least=1:most=4"))
    within = replace(scope, cells=names, each=True)
    return f"for-each:{over}{torus}{bounds}:({_rule(chance, within)})"


def _made(chance: random.Random, scope: _Scope) -> tuple[str, _Scope]:
    """The cells and numbers that a rule makes, and what may be used inside of it."""
    low = chance.randint(0, 4)
    kinds = {
        f"VA*{chance.randint(1, 2)}": (("VA1", "VA2"), ()),
        f"M={low}-{low + chance.randint(0, 6)}": ((), ("M",)),
        f"K*2={low}-{low + 3}": ((), ("K1", "K2")),
    }
    chosen = chance.sample(sorted(kinds), chance.choice((1, 1, 2)))
    cells = [name for key in chosen for name in kinds[key][0][: int(key[-1])]]
    numbers = [name for key in chosen for name in kinds[key][1]]
    within = replace(scope, cells=(*scope.cells, *cells * 4), numbers=(*scope.numbers, *numbers))
    return " ".join(chosen), within


def _leaf(chance: random.Random, scope: _Scope) -> str:
    names = [*dict.fromkeys(scope.cells)]
    cells = chance.sample(names, min(len(names), chance.choice((2, 2, 3))))
    known = [*scope.numbers] * 3
    number = chance.choice([*known, "1", "2", "2", "3"])
    total = chance.choice([*known, *map(str, range(3, 9))])
    form = chance.choice(_LEAVES if len(cells) > 1 else ("even:{cells}", "odd:{cells}"))
    return form.format(cells="+".join(cells), pair="+".join(cells[:2]), n=number, total=total)
