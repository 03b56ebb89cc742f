"""Build the documentation: ``python docs/build.py [--html] [FOLDER]`` (build/docs, build/html).

With ``--html`` it is a site that needs no server (``pip install '.[docs]'``), else Markdown.

The pages are those of ``docs/``; each ``<!-- NAME -->`` is replaced by what the code, the messages
and the examples give: the parameters and the example of a rule, the list of the techniques, the
reference of the API. Added are a page for each technique, the pictures, and the JSON Schema.
"""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from unittest.mock import patch

DOCS = Path(__file__).resolve().parent
sys.path.insert(0, str(DOCS))

from reference import modules, reference  # noqa: E402

from satdoku.answers.json_object import ErrorRecord  # noqa: E402
from satdoku.answers.pages import filled, rule_picture, technique_page, technique_pictures  # noqa: E402
from satdoku.answers.schema import answer_schema  # noqa: E402
from satdoku.answers.techniques import names_of_traditions  # noqa: E402
from satdoku.cli.app import run  # noqa: E402
from satdoku.cli.commands import commands, sections  # noqa: E402
from satdoku.cli.subcommands.schema import kinds_of  # noqa: E402
from satdoku.constraints import REGISTRY  # noqa: E402
from satdoku.explaining import title  # noqa: E402
from satdoku.formats.schema import json_schema  # noqa: E402
from satdoku.lab.torture import CLASSES  # noqa: E402
from satdoku.messages import catalogue, languages  # noqa: E402
from satdoku.techniques.catalogue import all_techniques  # noqa: E402

_KEPT = (".md", ".png", ".svg")
_MARK = re.compile(r"<!-- (commands|modules|names|reference|techniques|torture classes) -->\n")


def _techniques() -> str:
    called = [catalogue(lang, "common").name for lang in languages()]
    rows = [["technique", *called], ["---"] * (len(called) + 1)]
    for search in all_techniques():
        titles = (title(search.name, lang) for lang in languages())
        rows.append([f"[{search.name}]({search.name}.md)", *titles])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _names() -> str:
    known = {search.name for search in all_techniques()}
    tables: dict[str, list[str]] = {}
    for item in names_of_traditions():
        own = [f"[{name}]({name}.md)" if name in known else name for name in item.techniques]
        note = " (a special case)" * item.special + " (kin)" * item.kin
        row = f"| {item.name} | {', '.join(own)}{note} |"
        tables.setdefault(item.tradition, []).append(row)
    parts = [
        "\n".join([f"## {name}", "", "| name | technique |", "|---|---|", *rows])
        for name, rows in tables.items()
    ]
    return "\n\n".join(parts) + "\n"


def _commands() -> str:
    """The help of every command."""
    parts = []
    for section, listed in sections().items():
        parts.append(f"### {section}\n")
        for name in listed:
            shown = io.StringIO()
            with redirect_stdout(shown), patch.dict(os.environ, COLUMNS="100"):
                run(["help", *name.split()])
            parts.append(f"#### {name}\n\n```text\n{shown.getvalue().strip()}\n```\n")
    return "\n".join(parts)


_MADE: dict[str, Callable[[], str]] = {
    "commands": _commands,
    "names": _names,
    "modules": lambda: f"{modules()}\n",
    "reference": reference,
    "techniques": _techniques,
    "torture classes": lambda: "".join(f"| `{n}` | {c.about} |\n" for n, c in CLASSES.items()),
}


def build(folder: Path) -> None:
    """Write the documentation."""
    for page in sorted(DOCS.rglob("*")):
        if page.suffix in _KEPT and folder not in page.parents:
            target = folder / page.relative_to(DOCS)
            target.parent.mkdir(parents=True, exist_ok=True)
            if page.suffix == ".md":
                text = filled(page.read_text(encoding="utf-8"))
                target.write_text(_MARK.sub(lambda m: _MADE[m[1]](), text), encoding="utf-8")
            else:
                shutil.copyfile(page, target)
    for search in all_techniques():
        place = folder / "techniques" / search.name
        place.with_suffix(".md").write_text(technique_page(search), encoding="utf-8")
        for number, picture in enumerate(technique_pictures(search), 1):
            place.with_name(f"{search.name}-{number}.svg").write_text(picture, encoding="utf-8")
    for name in REGISTRY:
        picture = folder / "constraints" / f"{name}.svg"
        picture.write_text(rule_picture(name), encoding="utf-8")
    schema = folder / "schema" / "satdoku.schema.json"
    schema.parent.mkdir(exist_ok=True)
    schema.write_text(json.dumps(json_schema(), indent=1) + "\n", encoding="utf-8")
    kinds = dict.fromkeys(kind for command in commands() for kind in kinds_of(command))
    answers = answer_schema([*kinds, ErrorRecord], "satdoku")
    text = json.dumps(answers, indent=1, ensure_ascii=False) + "\n"
    schema.with_name("answers.schema.json").write_text(text, encoding="utf-8")


def main(words: list[str]) -> None:
    """The command line."""
    html = "--html" in words
    names = [word for word in words if word != "--html"]
    usual = DOCS.parent / "build" / ("html" if html else "docs")
    place = Path(names[0]) if names else usual
    if html:
        try:
            from website import write_site
        except ModuleNotFoundError as missing:
            sys.exit(f"the site needs {missing.name}: pip install '.[docs]'")
        with tempfile.TemporaryDirectory() as pages:
            build(Path(pages))
            write_site(Path(pages), place)
    else:
        build(place)
    print(f"wrote {place}")


if __name__ == "__main__":
    main(sys.argv[1:])
