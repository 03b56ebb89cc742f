"""The labels of the app: messages of ``app.po``, in the one file that its pages read."""

from __future__ import annotations

import json

from satdoku.messages import SOURCE, Lang, catalogue, catalogue_file, languages
from satdoku.messages.catalogues import read

LANGUAGES = "languages"
"""The label that is no message: the name of each language in itself."""


def app_labels() -> dict[str, dict[Lang, str]]:
    """Every label by its name, in every language by its code."""
    english = read(SOURCE, catalogue_file(SOURCE, "app"))
    texts = {
        lang: read(lang, catalogue_file(lang, "app"), english=english).texts for lang in languages()
    }
    labels = {key: {lang: own[key] for lang, own in texts.items()} for key in english.texts}
    return labels | {LANGUAGES: {lang: catalogue(lang, "common").name for lang in languages()}}


def strings_json() -> str:
    """The app's ``strings.json``."""
    return json.dumps(app_labels(), ensure_ascii=False)
