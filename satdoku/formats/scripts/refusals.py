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


def _shown(part: str) -> str:
    return repr(part if len(part) <= _MAX_SHOWN else part[:_MAX_SHOWN] + "...")


def unknown(part: str, at: int | None = None) -> Refused:
    """The refusal of a part of the language, of its library or of the site."""
    return Refused(worded("it uses {part}, which satdoku does not know", part=_shown(part)), at)


def failing(part: str, at: int | None = None) -> Refused:
    """The refusal of a script in which JavaScript itself finds a fault."""
    return Refused(worded("it fails at {part}", part=_shown(part)), at)


def endless() -> Refused:
    """The refusal of a script that takes too long or makes too much."""
    return Refused(worded("it takes too many steps"))


def too_deep() -> Refused:
    """The refusal of a script whose calls or brackets are inside of too many others."""
    return Refused(worded("it is nested too deeply"))
