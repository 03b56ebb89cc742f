"""The labels of the app: messages of ``app.po``, in the one file that its pages read."""

from __future__ import annotations

import json
import re
from importlib.resources import files

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


USERSCRIPT = "sudokupad.user.js"
"""The script that asks satdoku from the pages of SudokuPad."""
USUAL_PORT = 4545


def userscript(port: int = USUAL_PORT) -> str:
    """The script for SudokuPad, with its labels, asking at a port of this machine."""
    code = files("satdoku.web").joinpath("static", USERSCRIPT).read_text("utf-8")
    named = set(re.findall(r'"([a-z][\w-]*)"', code))
    labels = {key: texts for key, texts in app_labels().items() if key in named}
    written = json.dumps(labels, ensure_ascii=False)
    code = code.replace("const LABELS = {};", f"const LABELS = {written};")
    return code.replace(f"const PORT = {USUAL_PORT};", f"const PORT = {port};")
