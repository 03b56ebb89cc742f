"""Escape texts of others for XML and HTML."""

from __future__ import annotations

from satdoku.base.errors import legible

# ``xml.sax.saxutils`` does the same and loads all of ``urllib.request``.
_IN_ELEMENTS = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
_IN_QUOTES = _IN_ELEMENTS | str.maketrans(
    {'"': "&quot;", "\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
)


def escape(text: str) -> str:
    """A text as the content of an element."""
    return legible(text).translate(_IN_ELEMENTS)


def quoteattr(text: str) -> str:
    """A text as the value of an attribute, in quotes."""
    return f'"{legible(text).translate(_IN_QUOTES)}"'
