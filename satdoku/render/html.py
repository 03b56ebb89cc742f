"""The head of a page that is one file, with a policy by which it loads nothing."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256

from satdoku.render.escaped import escape
from satdoku.render.fonts import DIGIT_FILES, FOLDER

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; "
    "base-uri 'none'; form-action 'none'"
)


@cache
def _digit_faces() -> str:
    """The digits of the app as a font that is in the page itself: ``satdoku digits``."""
    return "".join(
        f"@font-face{{font-family:'satdoku digits';font-weight:{weights};unicode-range:U+30-39;"
        f"src:url(data:font/woff;base64,{b64encode((FOLDER / name).read_bytes()).decode()})}}"
        for name, weights in zip(DIGIT_FILES, ("100 550", "551 900"), strict=True)
    )


def html_head(title: str, css: str, lang: str = "en", script: str = "") -> str:
    """All before the body.

    :param script: the text of the one script that the page may run.
    """
    policy = _POLICY
    if script:
        policy += f"; script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"
    return (
        f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>\n{_digit_faces()}\n{css}</style>\n</head>\n"
    )
