"""How sure the rules are that were read from drawings and words, and which of them are used."""

from __future__ import annotations

from typing import Literal

Certainty = Literal["proved", "plausible", "partial"]
"""How sure the rules are that were read from drawings and words."""

DrawingsMode = Literal["auto", "proved", "off"]
"""Which readings are used: all that leave one solution, those that are proved, or none."""
