"""The head of a page that is one file, with a policy by which it loads nothing."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from satdoku.render.escaped import escape

_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
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
        f"<title>{escape(title)}</title>\n<style>\n{css}</style>\n</head>\n"
    )
