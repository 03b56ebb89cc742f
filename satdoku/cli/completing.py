"""Values that the shell completes: each function gives those that begin as what was typed does.

Where there is none the shell offers the names of files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

Completion = Callable[[str], list[str]]


def _completed(names: Callable[[], Iterable[str]], *, listed: bool = False) -> Completion:
    """The names that go on from a text; of a list with commas, from its last part."""

    def complete(incomplete: str) -> list[str]:
        done, comma, last = incomplete.rpartition(",") if listed else ("", "", incomplete)
        return [f"{done}{comma}{name}" for name in names() if name.startswith(last.lower())]

    return complete


def _techniques() -> Iterable[str]:
    from satdoku.techniques.catalogue import technique_names

    return technique_names()


def _rules() -> Iterable[str]:
    from satdoku.constraints import ALIASES, BUNDLES, REGISTRY

    return (*REGISTRY, *ALIASES, *BUNDLES)


def _formats() -> Iterable[str]:
    from satdoku.formats import FORMATS

    return FORMATS


def _levels() -> Iterable[str]:
    from satdoku.rating.scales import HODOKU, SE

    return (*SE.levels, *(f"{HODOKU.name}:{name}" for name in HODOKU.levels))


def _languages() -> Iterable[str]:
    from satdoku.messages import languages

    return languages()


def _commands() -> Iterable[str]:
    from satdoku.cli.commands import commands

    return commands()


commands = _completed(_commands)
formats = _completed(_formats)
language = _completed(_languages)
level = _completed(_levels)
levels = _completed(_levels, listed=True)
rule = _completed(_rules)
rules = _completed(_rules, listed=True)
technique = _completed(_techniques)
