"""Sentences as messages: a language is only a folder of catalogues in this package.

| file | holds |
|---|---|
| patterns.py | the form of a message: placeholders, plural forms, choices |
| catalogues.py | the messages of a language, with their values filled in |
| refusals.py | why a text cannot be read, in a language |
| en/, ja/, zh_Hans/ ... | a language each: gettext catalogues (.po), with the ids of English |

A catalogue is read with its first message, so a program that prints no sentence reads none. Where a
language has no translation of a message, English stands in. CONTRIBUTING.md has a page for
translators; ``python -m satdoku.explaining check`` verifies every language.

>>> catalogue("en", "steps").say("fact", cell="r1c2", digit=5)
'r1c2 = 5'

Begin with catalogues.py.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from satdoku.messages.catalogues import Catalogue

__all__ = ["SOURCE", "Lang", "catalogue", "catalogue_file", "languages", "no_language"]

Lang: TypeAlias = str
"""The code of a language, ``en``: the name of its folder up to ``_``."""

SOURCE: Lang = "en"
"""The language of the code: rules and techniques have their names and sentences in it."""

_HERE = Path(__file__).parent


@cache
def _folders() -> dict[str, Path]:
    files: dict[Path, int] = Counter(path.parent for path in _HERE.glob("*/*.po"))
    folders = sorted(files, key=lambda folder: (-files[folder], folder.name))
    codes = {folder.name.partition("_")[0]: folder for folder in folders}
    return {SOURCE: codes.pop(SOURCE), **codes}


def languages() -> tuple[Lang, ...]:
    """The codes of all languages, English first, then those with the most files: what ``--lang``
    takes."""
    return tuple(_folders())


def no_language(lang: Lang) -> str:
    """The sentence about an unknown language, with how complete the others are."""
    from satdoku.base.worded import listed, worded
    from satdoku.messages.catalogues import translated_ids

    full, *folders = (_folders()[code] for code in (languages() * 2)[1:])
    domains = {path.name for folder in folders for path in folder.glob("*.po")}
    # English has names of techniques and rules and refusals in the code.
    sources = {domain: _folders()[SOURCE] / domain for domain in domains}
    wanted = {
        domain: translated_ids(path if path.is_file() else full / domain)
        for domain, path in sources.items()
    }
    total = sum(map(len, wanted.values()))
    shares = []
    for code, folder in _folders().items():
        own = sum(len(ids & translated_ids(folder / domain)) for domain, ids in wanted.items())
        part = code != SOURCE and own < total
        shares.append(f"{code} ({100 * own // total} %)" if part else code)
    return worded(
        "there is no language {lang!r}; there are {known}", lang=lang, known=listed(shares)
    )


def catalogue_file(lang: Lang, domain: str) -> Path:
    """The file with the messages of a language about a domain (``steps``), which may be missing.

    :raises ValueError: where there is no such language.
    """
    if lang not in _folders():
        raise ValueError(no_language(lang))
    return _folders()[lang] / f"{domain}.po"


@cache
def catalogue(lang: Lang, domain: str) -> Catalogue:
    """The messages of a language about a domain, with those that every domain uses.

    :raises ValueError: where there is no such language.
    """
    from satdoku.messages.catalogues import read

    english = None if lang == SOURCE else catalogue(SOURCE, domain)
    files = (catalogue_file(lang, name) for name in ("common", domain))
    return read(lang, *files, english=english)
