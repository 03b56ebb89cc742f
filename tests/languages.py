"""Languages for tests: one that is only begun, and one whose words can be told from English.

No test demands a translation: what every sentence must be, it must be in the language of
:func:`write_veiled`, which has a message for each English one.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import polib
import pytest

from satdoku import messages
from satdoku.explaining.checking import (
    ALL_DOMAINS,
    english_texts,
    labels_in,
    refusals_in,
    said_in,
    template,
)
from satdoku.messages.patterns import Hole, Pattern, read_pattern

FOLDER = Path(messages.__file__).parent
LETTER = "ж"
_OF_CODE = (labels_in, refusals_in, said_in)
_LETTERS = re.compile(r"(r\d+c\d+|--[a-z-]+|\{[^{}]*\})|[^\W\d_]")


@contextmanager
def languages_in(folder: Path) -> Iterator[None]:
    """The messages are read from another folder."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(messages, "_HERE", folder)
        _forget()
        yield
    _forget()


def _forget() -> None:
    """No function of satdoku knows a sentence from before; what the code says is the same."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == "satdoku":
            for value in [*vars(module).values()]:
                if hasattr(value, "cache_clear") and value not in _OF_CODE:
                    value.cache_clear()


def write_templates(folder: Path) -> None:
    """A language that is only begun: the files that ``template`` prints."""
    folder.mkdir()
    for domain in ALL_DOMAINS:
        (folder / f"{domain}.po").write_text(template(domain), encoding="utf-8")


def write_veiled(source: Path, folder: Path) -> None:
    """A language with one letter in the place of all others: the sentences of another where it has
    them, else the English ones."""
    shutil.copytree(source, folder)
    for domain in ALL_DOMAINS:
        file, english = polib.pofile(str(folder / f"{domain}.po")), english_texts(domain)
        for entry in file:
            english.pop(entry.msgid, None) if entry.msgstr else None
        file += [polib.POEntry(msgid=key, msgstr=text) for key, text in english.items()]
        for entry in file:
            if domain in ("rules", "refusals", "help"):
                entry.msgstr = _hidden(entry.msgstr)
            elif not entry.msgid.startswith("list."):
                entry.msgstr = _written(read_pattern(entry.msgstr))
        file.save()


def _written(pattern: Pattern) -> str:
    parts = []
    for piece in pattern:
        if isinstance(piece, str):
            parts.append(_hidden(piece))
        elif isinstance(piece, Hole):
            parts.append("{" + ", ".join((piece.name, *piece.styles)) + "}")
        else:
            forms = (f"{key} {{{_written(form)}}}" for key, form in piece.forms.items())
            parts.append(f"{{{piece.name}, {piece.kind}, {' '.join(forms)}}}")
    return "".join(parts)


def _hidden(text: str) -> str:
    """The text with one letter for all; names of cells, options and values stay."""
    return _LETTERS.sub(lambda match: match[1] or LETTER, text)
