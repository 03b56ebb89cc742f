"""The names of the techniques on a preset's paths, and the names of one path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from satdoku.base.compiled import required_core
from satdoku.base.limits import ENDLESS, Clock
from satdoku.base.worded import either, worded
from satdoku.puzzle import Puzzle
from satdoku.rating import PRESETS, preset, start, walk
from satdoku.rating.proofs import with_small_proofs
from satdoku.techniques.compiled.se_names import name_of
from satdoku.techniques.names.vocabulary import canonical, members, nearest


def technique_names(name: str) -> tuple[str, ...]:
    """The names of the steps of this preset, in the order of its table."""
    names: dict[str, None] = {}
    for entry in preset(name).entries:
        names |= dict.fromkeys(entry.search.names if entry.name is None else (entry.name,))
    return tuple(names)


def path_names(puzzle: Puzzle, name: str, clock: Clock = ENDLESS) -> Iterator[str]:
    """The techniques of the path that ``explain`` shows of a puzzle, step by step; of classic
    puzzles without small proofs.

    :raises RanOut: where the clock runs out first.
    :raises EngineUnavailable: for the preset ``se``, where the compiled core is not installed.
    """
    if name == "se":
        _, steps = required_core("rating").se_path(puzzle.grid.text())
        yield from map(name_of, steps)
    else:
        table = preset(name)
        if puzzle.constraints or not puzzle.geometry.is_classic:
            table = with_small_proofs(table, puzzle)
        for stage in walk(start(puzzle), table, clock):
            yield stage.step.technique


def is_called(name: str, wanted: str) -> bool:
    """Whether a technique is the one wanted, a type of it (``bug`` matches bug-1 to bug-4), or of
    the group wanted."""
    name, wanted = canonical(name), canonical(wanted)
    return name in (wanted, *members(wanted)) or (
        name.startswith(f"{wanted}-") and name.removeprefix(f"{wanted}-").isdecimal()
    )


_MAX_LISTED_NAMES = 20
"""Names that a message lists."""


def _presets_with(wanted: str) -> list[str]:
    """The presets with a technique, by any of its names."""
    return [
        name
        for name in PRESETS
        if any(canonical(own) == canonical(wanted) for own in technique_names(name))
    ]


def unknown(wanted: str, names: Iterable[str], whose: str) -> str | None:
    """The reason why none of these techniques has the name, with the nearest names, or ``None``."""
    known = list(names)
    if any(is_called(name, wanted) for name in known):
        return None
    if elsewhere := _presets_with(wanted):
        return worded(
            "{wanted!r} is not a technique of {whose}, but of the preset {presets}; "
            "satdoku practice {name} makes positions where it is the next step",
            wanted=wanted,
            whose=whose,
            presets=" and ".join(elsewhere),
            name=canonical(wanted),
        )
    from satdoku.techniques.catalogue import technique_names as catalogue  # of all families

    near = nearest(wanted, known)
    if not near and canonical(wanted) not in catalogue():
        near = nearest(wanted, catalogue())
    return not_of(wanted, whose, near, known if len(known) <= _MAX_LISTED_NAMES else None)


def not_of(wanted: str, whose: str, near: Sequence[str], known: Sequence[str] | None) -> str:
    """The sentence for a name that is none of someone's techniques, with those like it, or all."""
    if near:
        hint = worded("did you mean {near}?", near=either(near))
    elif known is None:
        hint = worded("`satdoku techniques` has all")
    else:
        hint = worded("there are {names}", names=", ".join(known))
    return worded(
        "{wanted!r} is not a technique of {whose}; {hint}", wanted=wanted, whose=whose, hint=hint
    )
