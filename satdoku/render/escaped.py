"""Escape texts of others for XML and HTML."""

from __future__ import annotations

from xml.sax import saxutils

from satdoku.base.errors import legible


def escape(text: str) -> str:
    """A text as the content of an element."""
    return saxutils.escape(legible(text))


def quoteattr(text: str) -> str:
    """A text as the value of an attribute, in quotes."""
    return saxutils.quoteattr(legible(text))
