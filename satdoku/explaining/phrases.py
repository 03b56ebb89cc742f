"""The text around the steps of a way: how it ended, what leads on, what the colours mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from satdoku.explaining.names import title
from satdoku.messages import SOURCE, Lang, catalogue
from satdoku.messages.catalogues import MessageValue


class Phrases:
    """The text around the steps, in one language: messages of ``phrases.po``."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self.messages = catalogue(lang, "phrases")

    def say(self, key: str, **values: MessageValue) -> str:
        """A message of the language."""
        return self.messages.say(key, **values)

    def named(self, kind: str, name: str) -> str:
        """The name of a level or a preset for people; its own name where it has no other."""
        key = f"{kind}.{name}"
        return self.say(key) if key in self.messages else name

    @property
    def place(self) -> str:
        """How a message begins that is about a line of a file: a form with ``{line}``."""
        return self.say("place", line="{line}")

    @property
    def legend(self) -> dict[str, str]:
        """The meanings of the colours of a board, by the role of a candidate."""
        return self.texts("legend")

    def texts(self, kind: str) -> dict[str, str]:
        """Messages without values by their names: ``viewer.next`` as ``next``."""
        start = f"{kind}."
        keys = [key for key in self.messages.texts if key.startswith(start)]
        return {key.removeprefix(start): self.say(key) for key in keys}

    def offer(self, error: str) -> str:
        """A hint at a way on where an error ends a path, by the name of the error; else nothing."""
        key = f"offer.{error}"
        return self.say(key) if key in self.messages else ""

    def level(self, name: str) -> str:
        """The level of a puzzle, in a sentence."""
        return self.say("level", level=self.named("level", name))

    def summary(
        self,
        outcome: str,
        steps: int,
        left: int,
        preset: str,
        hardest: str | None,
        rating: float | None,
        numbers: Sequence[str],
        seconds: float | None = None,
    ) -> str:
        """How a path ended, in one line.

        ``outcome`` is solved, stuck, contradiction, or the limit that stopped the path: seconds or
        steps. ``left`` is the number of open cells, ``rating`` the rating of the hardest
        technique, ``numbers`` the ratings of the path with their labels, ``seconds`` the time
        limit.
        """
        ended = outcome if outcome in ("solved", "seconds", "steps", "stuck") else "contradiction"
        if ended == "solved" and not steps:
            ended = "solved-before"
        named = self.named("preset", preset)
        parts = [
            self.say(
                f"way.{ended}", steps=steps, cells=left, preset=named, seconds=f"{seconds or 0:g}"
            )
        ]
        if hardest is not None:
            rated = "" if rating is None else f"{rating}"
            name = title(hardest, self.lang)
            parts.append(self.say("way.hardest", name=name, rating=rated))
        if numbers:
            parts.append(self.say("way.ratings", numbers=numbers))
        return self.say("way", parts=parts)


@cache
def phrases(lang: Lang = SOURCE) -> Phrases:
    """The phrases of a language.

    :raises ValueError: where there is no such language.
    """
    return Phrases(lang)
