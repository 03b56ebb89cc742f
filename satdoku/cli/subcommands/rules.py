"""``satdoku rules``: what rules there are, their parameters and pages; the schema for editors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from satdoku.answers.rules import RuleRecord
from satdoku.base.errors import SatdokuError
from satdoku.cli import completing
from satdoku.cli.markdown import page_text
from satdoku.cli.options import JsonOption, LangOption, names_argument, option
from satdoku.cli.output import DONE, print_json
from satdoku.cli.texts import text_of
from satdoku.messages import SOURCE, Lang

LISTED = 370, "List the rules of variants, or print the page of one"
EXAMPLES = ("satdoku rules", "satdoku rules thermo")


def rules(
    names: Annotated[
        list[str] | None,
        names_argument("Rules, by any of their names.", completing.rule),
    ] = None,
    schema: Annotated[
        bool,
        option("--schema", text="Print the JSON Schema of satdoku's own format, for editors."),
    ] = False,
    text: Annotated[
        str | None,
        option(
            "--text",
            metavar="TEXT",
            text="Print which rules each sentence of a rule text tells (or of the file with it).",
        ),
    ] = None,
    lang: LangOption = SOURCE,
    json: JsonOption = False,
) -> int:
    """List the rules that --rules takes, or print the pages of some of them.

    The list has one line for each rule, separated by tabs: name, form after --rules, title, other
    names. Rules compose (not, count-of, for-each, variables): docs/rules.md is their grammar.
    """
    from satdoku.answers.rules import all_rules, rule_record, rules_called, sentences_of

    if schema:
        from json import dumps

        from satdoku.formats.schema import json_schema

        if names or json:
            raise SatdokuError("--schema is asked for alone")
        print(dumps(json_schema(), indent=1))
        return DONE
    if text is not None:
        if names:
            raise SatdokuError("--text is asked for alone")
        words = text_of(text, "--text")
        if not words.strip():
            raise SatdokuError("--text: the text is empty")
        if words is text and len(text.split()) == 1 and ("/" in text or Path(text).suffix):
            raise SatdokuError(
                "--text: {text}: there is no such file, and no sentence is like it", text=text
            )
        for sentence in sentences_of(words):
            if json:
                print_json(sentence)
            else:
                print(
                    f"{','.join(map(sentence.written, sentence.rules)) or '-'}\t{sentence.sentence}"
                )
        return DONE
    kinds = [kind for name in names for kind in rules_called(name)] if names else all_rules()
    for number, kind in enumerate(kinds):
        record = rule_record(kind)
        if json:
            print_json(record)
        elif names:
            print("\n" * bool(number) + "\n".join(_described(record, lang)))
        else:
            others = ", ".join(record.aliases)
            print("\t".join((record.rule, record.usage, record.title, others)))
    return DONE


def _described(record: RuleRecord, lang: Lang) -> Iterator[str]:
    from satdoku.answers.rules import page_of
    from satdoku.explaining.names import words_of_name
    from satdoku.messages import languages

    titles = (words_of_name(record.rule, lang) or record.title for lang in languages())
    yield f"name: {record.rule} ({', '.join(dict.fromkeys(titles))})"
    if record.aliases:
        yield "also called: " + ", ".join(
            alias + (f" ({_set(record.meaning[alias])})" if alias in record.meaning else "")
            for alias in record.aliases
        )
    yield f"family: {record.family}"
    yield f"written: --rules {record.usage}"
    if record.example is not None:
        yield f"example: {record.example}"
    page = page_of(record, lang)
    yield ""
    yield record.summary if page is None else page_text(page)


def _set(values: object) -> str:
    assert isinstance(values, dict)
    return ", ".join(
        f"{name}={len(value)} {name}" if isinstance(value, list) else f"{name}={value}"
        for name, value in values.items()
    )
