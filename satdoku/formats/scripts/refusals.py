"""The one error of scripts: what is not read, and where it stands."""

from __future__ import annotations

from satdoku.base.worded import Worded, worded

_MAX_SHOWN = 60


class Refused(Exception):
    """A script that is not carried out: the reason, and the place in its source where it is known.

    ``at`` counts the characters before it, ``line`` the lines from 1.
    """

    def __init__(self, reason: Worded, at: int | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.at = at
        self.line: int | None = None

    def sentence(self) -> Worded:
        """The reason with its line."""
        if self.line is None:
            return self.reason
        return worded("line {line}: {why}", line=self.line, why=self.reason)


def _shown(thing: str) -> str:
    return repr(thing if len(thing) <= _MAX_SHOWN else thing[:_MAX_SHOWN] + "...")


def unknown(thing: str, at: int | None = None) -> Refused:
    """The refusal of a thing of the language, of its library or of the site."""
    return Refused(worded("it uses {thing}, which satdoku does not know", thing=_shown(thing)), at)


def failing(thing: str, at: int | None = None) -> Refused:
    """The refusal of a script in which JavaScript itself finds a fault."""
    return Refused(worded("it fails at {thing}", thing=_shown(thing)), at)


def endless() -> Refused:
    """The refusal of a script that takes too long or makes too much."""
    return Refused(worded("it takes too many steps"))


def too_deep() -> Refused:
    """The refusal of a script whose calls or brackets are inside of too many others."""
    return Refused(worded("it is nested too deeply"))
