"""What is known of an option of a question: every door makes its own form of it from this."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Option"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option besides its name, its type and its default, which the field has.

    help     one sentence for a list of options
    flags    how the command line spells it, where that is not ``--`` and the name of the field
    metavar  what stands for its value in a list of options
    least    the least number that it takes; ``most`` the most
    values   what the shell completes: a function of ``satdoku/cli/completing.py``
    positional  whether the command line takes it as an argument, without a name before it
    """

    help: str
    flags: tuple[str, ...] = ()
    metavar: str | None = None
    least: float | None = None
    most: float | None = None
    values: str | None = None
    positional: bool = False
