"""Whether every language has every message, with the values, plural forms and styles it needs.

The keys and the values of a message are read from the code that uses it (``say("fact",
cell=...)``), so that nothing has to be listed twice. Labels of the app stand in its pages:
``t("cell", {row, column})``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from itertools import product
from pathlib import Path
from string import Formatter

import polib

from satdoku.constraints import REGISTRY
from satdoku.messages import SOURCE, Lang, catalogue, catalogue_file
from satdoku.messages.catalogues import CAPITAL, Catalogue, list_parts
from satdoku.messages.patterns import Choice, Hole, pieces_of, read_pattern
from satdoku.techniques.names.terms import terms
from satdoku.techniques.names.vocabulary import FAMILIES

APP = "app"
"""The labels of the app, whose pages fill in plain values."""

DOMAINS = ("common", "steps", "findings", "phrases", "lessons", APP)
"""What every language says in messages of its own; English names of techniques and rules stand on
these themselves."""

ALL_DOMAINS = (*DOMAINS, "techniques", "rules", "refusals")
"""The files of a language."""

READING = (
    "base/errors.py", "base/worded.py", "board/*", "constraints/*", "formats/*", "puzzle/*",
    "proofs/certificate.py", "proofs/drat.py", "proofs/verifying.py",
    "answers/puzzle_input.py", "answers/book.py", "answers/claims.py", "answers/converting.py",
    "answers/doubts.py", "answers/positions.py", "answers/rating.py", "answers/why.py",
    "answers/sets.py", "cli/additions.py", "cli/subcommands/solve.py",
    "diagnosing/ambiguity.py", "diagnosing/solution.py", "solving/uniqueness.py",
    "techniques/catalogue.py",
)  # fmt: skip
"""Whose errors are read by who brings a puzzle or a proof: each of their sentences is a message."""

_RAISED = (
    "worded", "value_error", "SatdokuError", "FormatError", "Unsupported", "ValueError",
    "NotAProof", "NoSolution", "NotUnique", "Undecided",
)  # fmt: skip

_OPTIONAL = ("sought.", "style.", "list.")
"""Beginnings of ids that a language may have or lack: forms of a name, and styles of its own."""

_WITHOUT = "without:"
"""How a translator's comment begins that names the values of the English message left out."""

Said = Mapping[str, frozenset[str]]
"""The ids that the code says, with the names of the values; ``*`` stands for what is filled in."""


def language_faults(lang: Lang) -> list[str]:
    """What is wrong with a language, a sentence each; none where everything is right.

    :raises ValueError: where there is no such language.
    """
    package = Path(__file__).parents[1]
    said = said_in(package)
    shown, named = labels_in(package / "web" / "static")
    labels = _labels_said(named)
    found: list[str] = []
    for domain in DOMAINS:
        path = catalogue_file(lang, domain)
        if path.is_file():
            found += _domain_faults(lang, domain, labels if domain == APP else said)
        else:
            found.append(f"{path.name}: the file is missing")
    if lang == SOURCE:
        own = {domain: {entry.msgid for entry in _entries(lang, domain)} for domain in DOMAINS}
        lacking = shown - own.pop(APP)
        lacking |= {key for key in said if "*" not in key}.difference(*own.values())
        found += [
            f"the code says {key!r}, and no file has such a message" for key in sorted(lacking)
        ]
    elif not found:
        found += _name_faults(lang)
    return found


@cache
def said_in(folder: Path) -> dict[str, frozenset[str]]:
    """Every message that the code below a folder says, with the names of its values."""
    found: dict[str, frozenset[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "say(" not in text and "texts(" not in text:
            continue  # parsing is most of the work
        for function in _functions(ast.parse(text)):
            for key, values in _said_by(function):
                found[key] = found.get(key, frozenset()) | values
    return found


_SHOWN = re.compile(r'\b(?:t|button|field|tick)\("([\w-]+)"|\bdata-t(?:-label)?="([\w-]+)"')
_NAMED = re.compile(r'"([a-z][\w-]*)"|`((?:[\w-]|\$\{[^`{}]*\})+)`')
_FILLED = re.compile(r"\$\{[^}]*\}")


@cache
def labels_in(folder: Path) -> tuple[frozenset[str], frozenset[str]]:
    """The labels that the pages in a folder show, and every text of theirs that may name one, with
    ``*`` for what is filled in."""
    files = (path for kind in ("*.js", "*.html") for path in folder.glob(kind))
    code = "\n".join(path.read_text(encoding="utf-8") for path in sorted(files))
    shown = frozenset(one or other for one, other in _SHOWN.findall(code))
    named = (one or _FILLED.sub("*", other) for one, other in _NAMED.findall(code))
    return shown, frozenset(text for text in named if text.strip("*"))


def _labels_said(named: Iterable[str]) -> Said:
    """The labels of the app that its pages name, with the values of the English ones."""
    return {
        entry.msgid: frozenset(piece.name for piece in pieces_of(read_pattern(entry.msgstr)))
        for entry in _entries(SOURCE, APP)
        if any(fnmatchcase(entry.msgid, form) for form in named)
    }


@cache
def refusals_in(package: Path) -> tuple[frozenset[str], tuple[str, ...]]:
    """The forms of the sentences that reading raises, and the places where one is put together of
    what no catalogue can have."""
    found: set[str] = set()
    loose: list[str] = []
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not any(fnmatchcase(name, form) for form in READING):
            continue
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        assigned: dict[str, list[ast.expr]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    _assign(target, node.value, assigned)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                _assign(node.target, node.value, assigned)
        for node in nodes:
            if isinstance(node, ast.Call) and node.args and _called(node) in _RAISED:
                for text in _texts(node.args[0], assigned):
                    if isinstance(text, ast.Constant):
                        found.add(str(text.value))
                    else:
                        loose.append(f"{name}, line {node.lineno}")
    return frozenset(found), tuple(loose)


def _called(node: ast.Call) -> str | None:
    return getattr(node.func, "id", None)


def _texts(node: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """The texts that an expression may be: as they are written, or put together."""
    match node:
        case ast.Constant(str()) | ast.JoinedStr() | ast.BinOp():
            yield node
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, assigned)
            yield from _texts(orelse, assigned)
        case ast.Name(name) if name in assigned:
            others = {key: values for key, values in assigned.items() if key != name}
            for value in assigned[name]:
                yield from _texts(value, others)
        case ast.Subscript(value=ast.Name() as table):
            yield from _texts(table, assigned)
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value, assigned)
        case _:
            pass


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def _said_by(function: ast.FunctionDef) -> Iterator[tuple[str, frozenset[str]]]:
    """The messages that a function says; ``texts("viewer")`` is all whose id begins so."""
    nodes = list(ast.walk(function))
    assigned: dict[str, list[ast.expr]] = {}
    for node in nodes:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                _assign(target, node.value, assigned)
    for node in nodes:
        if not isinstance(node, ast.Call) or not node.args:
            continue
        called = getattr(node.func, "attr", getattr(node.func, "id", None))
        if called not in ("say", "texts"):
            continue
        keys = [key for key in _keys(node.args[0], assigned) if key.strip("*")]
        if called == "say":
            values = frozenset(word.arg or "*" for word in node.keywords)
            yield from ((key, values) for key in keys)
        else:
            yield from ((f"{key}.*", frozenset()) for key in keys)


def _assign(target: ast.expr, value: ast.expr, assigned: dict[str, list[ast.expr]]) -> None:
    match target, value:
        case ast.Name(name), _:
            assigned.setdefault(name, []).append(value)
        case ast.Tuple(names), ast.IfExp(body=body, orelse=orelse):
            _assign(target, body, assigned)
            _assign(target, orelse, assigned)
        case ast.Tuple(names), ast.Tuple(values) if len(names) == len(values):
            for one, own in zip(names, values, strict=True):
                _assign(one, own, assigned)
        case _:
            pass


def _keys(node: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> list[str]:
    """The texts that an expression may be, with ``*`` for what is not written there."""
    match node:
        case ast.Constant(str(key)):
            return [key]
        case ast.IfExp(body=body, orelse=orelse):
            return _keys(body, assigned) + _keys(orelse, assigned)
        case ast.Name(name) if name in assigned:
            others = {key: value for key, value in assigned.items() if key != name}
            return [key for value in assigned[name] for key in _keys(value, others)]
        case ast.FormattedValue(value=value):
            return _keys(value, assigned)
        case ast.JoinedStr(values):
            parts = [_keys(value, assigned) for value in values]
            return ["".join(found) for found in product(*parts)]
        case _:
            return ["*"]


def _values_of(key: str, said: Said) -> frozenset[str] | None:
    """The values that the code gives a message; ``None`` where no code says it."""
    found = [values for form, values in said.items() if fnmatchcase(key, form)]
    return frozenset[str]().union(*found) if found else None


def _domain_faults(lang: Lang, domain: str, said: Said) -> Iterator[str]:
    """What is wrong with the messages of one file."""
    file = polib.pofile(str(catalogue_file(lang, domain)), encoding="utf-8")
    english = {entry.msgid for entry in _entries(SOURCE, domain)}
    source = catalogue(SOURCE, domain)
    language = catalogue(lang, domain)
    own = [entry.msgid for entry in file if not entry.obsolete]
    for key in sorted(english.difference(own)):
        if not key.startswith(_OPTIONAL):
            yield f"{domain}.po: there is no message {key!r}"
    for entry in file:
        place = f"{domain}.po: {entry.msgid!r}"
        key = entry.msgid
        if own.count(key) > 1:
            yield f"{place} stands there more than once"
        if key not in english and not key.startswith(_OPTIONAL):
            yield f"{place} is not a message of English"
            continue
        try:
            pattern = read_pattern(entry.msgstr)
            if key.startswith("list."):
                list_parts(entry.msgstr)
                continue
        except ValueError as error:
            yield f"{place}: {error}"
            continue
        if not entry.msgstr:
            yield f"{place} is empty"
        pieces = list(pieces_of(pattern))
        names = {piece.name for piece in pieces}
        if key.startswith("style."):
            given: frozenset[str] | None = frozenset({"value"})
        else:
            given = _values_of(key, said)
        if given is None and lang == SOURCE:
            yield f"{place} is said nowhere in the code"
        for name in sorted(names - given if given is not None else ()):
            yield f"{place} has the value {{{name}}}, which the code does not give"
        if not key.startswith(_OPTIONAL):
            needed = {piece.name for piece in pieces_of(read_pattern(source.texts[key]))}
            lacking = needed - names - _left_out(entry.tcomment)
            for name in sorted(lacking):
                yield f"{place} lacks the value {{{name}}} of the English message"
        yield from (f"{place}: {fault}" for fault in _piece_faults(pieces, language))
        if domain == APP and not all(isinstance(one, Hole) and not one.styles for one in pieces):
            yield f"{place} has more than plain values, which are all that the app fills in"


def _entries(lang: Lang, domain: str) -> Iterable[polib.POEntry]:
    path = catalogue_file(lang, domain)
    return polib.pofile(str(path), encoding="utf-8") if path.is_file() else ()


def _left_out(comment: str) -> set[str]:
    """The values that a translator leaves out on purpose: ``without: title, n``."""
    lines = [line for line in comment.splitlines() if line.startswith(_WITHOUT)]
    return {name.strip() for line in lines for name in line.removeprefix(_WITHOUT).split(",")}


def _piece_faults(pieces: Iterable[Hole | Choice], language: Catalogue) -> Iterator[str]:
    """Styles that the language lacks, and plural forms that are not its own."""
    for piece in pieces:
        if isinstance(piece, Hole):
            for style in piece.styles:
                known = (f"list.{style}" in language, f"style.{style}" in language)
                if style != CAPITAL and not any(known):
                    yield f"there is no style {style!r} in common.po"
        elif piece.kind == "plural":
            forms = {form for form in piece.forms if not form.startswith("=")}
            for form in sorted(forms.difference(language.categories)):
                yield f"{form!r} is no plural form of the language, which has " + ", ".join(
                    language.categories
                )
            missing = set(language.categories) - forms
            if missing and forms != {"other"}:
                yield f"the plural form {', '.join(sorted(missing))} is missing"


def _name_faults(lang: Lang) -> Iterator[str]:
    """Techniques, rules and parameters without a name in a language."""
    refusals, loose = refusals_in(Path(__file__).parents[1])
    yield from (f"{place}: the text of an error is put together in the code" for place in loose)
    ids = {"techniques": _techniques(), "rules": _rules(), "refusals": set(refusals)}
    for domain, keys in ids.items():
        path = catalogue_file(lang, domain)
        if not path.is_file():
            yield f"{path.name}: the file is missing"
            continue
        own = {entry.msgid for entry in _entries(lang, domain) if entry.msgstr}
        yield from (f"{domain}.po: there is no {key!r}" for key in sorted(keys - own))
        unknown = own - keys - (_sought() if domain == "rules" else set())
        yield from (f"{domain}.po: nothing is called {key!r}" for key in sorted(unknown))
        if domain == "refusals":
            for entry in _entries(lang, domain):
                if entry.msgstr and _holes(entry.msgstr) != _holes(entry.msgid):
                    yield f"{domain}.po: {entry.msgid!r} has other values"


def _holes(form: str) -> set[str]:
    """The values of a form, as it writes them; none of a text that is no form."""
    try:
        parts = list(Formatter().parse(form))
    except ValueError:
        return set()
    return {f"{name}!{how}:{spec}" for _, name, spec, how in parts if name is not None}


def _techniques() -> set[str]:
    return {term.name for term in terms()} | set(FAMILIES)


def _rules() -> set[str]:
    names = {f"{name}.{part}" for name in REGISTRY for part in ("title", "summary")}
    names |= {f"{name}.told" for name, rule in REGISTRY.items() if rule.told}
    return names | {one.meaning for rule in REGISTRY.values() for one in rule.parameters}


def _sought() -> set[str]:
    """Words that rules are looked for by: a language may have some of its own, and need not."""
    return {f"{name}.sought" for name in REGISTRY}


def template(domain: str) -> str:
    """A file to translate: the ids of a domain with the English texts as comments."""
    if domain in DOMAINS:
        english = {entry.msgid: entry.msgstr for entry in _entries(SOURCE, domain)}
    elif domain == "refusals":
        english = {key: key for key in sorted(refusals_in(Path(__file__).parents[1])[0])}
    elif domain == "techniques":
        english = {term.name: term.title for term in terms()} | FAMILIES
    else:
        english = {}
        for name, rule in REGISTRY.items():
            english |= {f"{name}.title": rule.title, f"{name}.summary": rule.summary}
            english |= {f"{name}.told": rule.told} if rule.told else {}
        english |= {key: key for key in sorted(_rules().difference(english))}
    file = polib.POFile(wrapwidth=0)
    for key, text in english.items():
        file.append(polib.POEntry(msgid=key, msgstr="", comment=text))
    return str(file)
