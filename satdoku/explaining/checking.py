"""Whether the messages of a language are right in their values, plural forms and styles, and which
of them are missing.

The keys and the values of a message are read from the code that uses it (``say("fact",
cell=...)``), so that nothing has to be listed twice. Labels of the app stand in its pages:
``t("cell", {row, column})``.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from string import Formatter

import polib

from satdoku.base.records import dataclass
from satdoku.constraints import REGISTRY
from satdoku.messages import SOURCE, Lang, catalogue, catalogue_file
from satdoku.messages.catalogues import (
    CAPITAL,
    OWN,
    OWN_OF_RULES,
    Catalogue,
    file_of,
    list_parts,
    read,
    translated_ids,
)
from satdoku.messages.patterns import Choice, Hole, Pattern, pieces_of, read_pattern
from satdoku.techniques.names.terms import terms
from satdoku.techniques.names.vocabulary import FAMILIES

_PACKAGE = Path(__file__).parents[1]

APP = "app"
"""The labels of the app, whose pages fill in plain values."""

DOMAINS = ("common", "steps", "findings", "phrases", "lessons", APP)
"""The files of the messages that every language has of its own; English names of techniques and
rules stand on these themselves."""

_SENTENCES = ("refusals", "help")
"""The files whose ids are the English sentences themselves, with values as :meth:`str.format` has
them."""

ALL_DOMAINS = (*DOMAINS, "techniques", "rules", *_SENTENCES)
"""The files of a language."""

READING = (
    "base/errors.py", "base/worded.py", "board/*", "constraints/*", "formats/*", "puzzle/*",
    "proofs/certificate.py", "proofs/drat.py", "proofs/lrat.py", "proofs/verifying.py",
    "answers/puzzle_input.py", "answers/book.py", "answers/claims.py", "answers/converting.py",
    "answers/doubts.py", "answers/generated.py", "answers/positions.py", "answers/rating.py",
    "answers/why.py", "answers/sets.py", "answers/verification.py", "cli/[!hl]*",
    "diagnosing/ambiguity.py", "diagnosing/solution.py", "solving/uniqueness.py",
    "messages/__init__.py", "rating/certified.py", "rating/hodoku.py", "rating/names.py",
    "rating/scales.py", "reading/drawn.py", "symmetry/moves.py", "techniques/catalogue.py",
    "techniques/data.py",
)  # fmt: skip
"""Whose errors are read by who brings a puzzle or a proof: each of their sentences is a message.
What helping.py and loading.py word is help."""

_RAISED = (
    "worded", "value_error", "SatdokuError", "FormatError", "Unsupported", "ValueError",
    "NotAProof", "NoSolution", "NotUnique", "OptionError", "Undecided", "bad_value",
    "complain",
)  # fmt: skip

_PARTS = {
    "integer": 1, "leading": 1, "integers": 1, "own_puzzle": 1, "held_position": 1,
}  # fmt: skip
"""Which argument of a function is a part of such a sentence: the name of a number or a format."""
_WORDING = (*_RAISED, *_PARTS)

_WITHOUT = "without:"
"""How a translator's comment begins that names the values of the English message left out."""
_NOT = "not:"
"""How a comment begins that lists renderings that a term does not have."""
_WORD = r"(?<![A-Za-z\u00c0-\u017f]){}"
"""A word of an alphabet where it begins; other scripts have no spaces."""

Said = Mapping[str, frozenset[str]]
"""The ids that the code says, with the names of the values; ``*`` stands for what is filled in."""


@dataclass(frozen=True, slots=True)
class MessageFault:
    """A fault of a file of messages.

    wrong  whether the language says something wrong, or nothing; else English stands in for a
           message that is missing, or there is one that nothing says
    """

    file: str
    text: str
    wrong: bool = True

    def __str__(self) -> str:
        return f"{self.file}: {self.text}"


def language_faults(lang: Lang) -> list[MessageFault]:
    """The faults of a language, file by file.

    :raises ValueError: where there is no such language.
    """
    said = said_in(_PACKAGE)
    shown, named = labels_in(_PACKAGE / "web" / "static")
    labels = _labels_said(named)
    files = {domain: catalogue_file(lang, domain) for domain in ALL_DOMAINS}
    faults = [fault for path in files.values() for fault in _damage(path)]
    if faults:
        return faults
    for domain, path in files.items():
        if lang == SOURCE and domain not in DOMAINS:
            continue
        if not path.is_file():
            faults.append(MessageFault(path.name, "the file is missing", wrong=lang == SOURCE))
        elif domain in DOMAINS:
            faults += _domain_faults(lang, domain, labels if domain == APP else said)
        else:
            faults += _name_faults(lang, domain)
    if lang != SOURCE:
        faults += _term_faults(lang)
    if lang == SOURCE:
        own = {domain: catalogue(lang, domain).own for domain in DOMAINS}
        lacking = shown.difference(own.pop(APP))
        lacking |= {key for key in said if "*" not in key}.difference(*own.values())
        faults += [
            MessageFault("code", f"it says {key!r}, and no file has such a message")
            for key in sorted(lacking)
        ]
        _, loose = refusals_in(_PACKAGE)
        faults += [
            MessageFault(place, "the text of an error is put together in the code")
            for place in loose
        ]
    return faults


def _damage(path: Path) -> Iterator[MessageFault]:
    try:
        read("", path)
    except (OSError, ValueError) as error:
        yield MessageFault(path.name, f"the file cannot be read: {error}")


@cache
def said_in(folder: Path) -> dict[str, frozenset[str]]:
    """Every message that the code below a folder says, with the names of its values."""
    values_of: dict[str, frozenset[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "say(" not in text and "texts(" not in text:
            continue  # parsing is most of the work
        for function in _functions(ast.parse(text)):
            for key, values in _said_by(function):
                values_of[key] = values_of.get(key, frozenset()) | values
    return values_of


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
    return shown, frozenset(text for text in named if text.strip("*-"))


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
    forms: set[str] = set()
    loose: list[str] = []
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not any(fnmatchcase(name, form) for form in READING):
            continue
        code = path.read_text(encoding="utf-8")
        if not any(f"{raised}(" in code for raised in _WORDING):
            continue  # parsing is most of the work
        nodes = _nodes(ast.parse(code))
        assigned: dict[str, list[ast.expr]] = {}
        for node in nodes:
            if isinstance(node, ast.Assign):
                for target in node.targets:
                    _assign(target, node.value, assigned)
            elif isinstance(node, ast.AnnAssign) and node.value is not None:
                _assign(node.target, node.value, assigned)
        for node in nodes:
            if not isinstance(node, ast.Call):
                continue
            called = _called(node)
            for argument in node.args[_PARTS.get(called, 0) :][:1] if called in _WORDING else ():
                for text in _texts(argument, assigned):
                    if isinstance(text, ast.Constant):
                        forms.add(str(text.value))
                    elif called in _RAISED:
                        loose.append(f"{name}, line {node.lineno}")
    return frozenset(forms), tuple(loose)


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", "")


def _texts(node: ast.expr, assigned: Mapping[str, list[ast.expr]]) -> Iterator[ast.expr]:
    """The texts that an expression may be: as they are written, or put together."""
    match node:
        case ast.Constant(str()) | ast.JoinedStr() | ast.BinOp():
            yield node
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body, assigned)
            yield from _texts(orelse, assigned)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _texts(value, assigned)
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


def _nodes(tree: ast.AST) -> list[ast.AST]:
    """A node and all below it but contexts, in less time than :func:`ast.walk` takes."""
    nodes = [tree]
    for node in nodes:
        for name in node._fields:
            part = None if name == "ctx" else getattr(node, name, None)
            if isinstance(part, ast.AST):
                nodes.append(part)
            elif isinstance(part, list):
                nodes += [one for one in part if isinstance(one, ast.AST)]
    return nodes


def _functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in _nodes(tree) if isinstance(node, ast.FunctionDef))


def _said_by(function: ast.FunctionDef) -> Iterator[tuple[str, frozenset[str]]]:
    """The messages that a function says; ``texts("viewer")`` is all whose id begins so."""
    nodes = _nodes(function)
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
            return ["".join(texts) for texts in product(*parts)]
        case _:
            return ["*"]


def _values_of(key: str, said: Said) -> frozenset[str] | None:
    """The values that the code gives a message; ``None`` where no code says it."""
    given = [values for form, values in said.items() if "*" in form and fnmatchcase(key, form)]
    given += [said[key]] if key in said else []
    return frozenset[str]().union(*given) if given else None


def _domain_faults(lang: Lang, domain: str, said: Said) -> Iterator[MessageFault]:
    """The faults of the messages of one file."""
    file = f"{domain}.po"
    english = {entry.msgid: entry.msgstr for entry in _entries(SOURCE, domain)}
    language = catalogue(lang, domain)
    entries = _entries(lang, domain)
    times = Counter(entry.msgid for entry in entries)
    for key in english:
        if key not in language.own and not key.startswith(OWN):
            yield MessageFault(file, f"there is no message {key!r}", wrong=lang == SOURCE)
    for entry in entries:
        key, place = entry.msgid, repr(entry.msgid)
        if times[key] > 1:
            yield MessageFault(file, f"{place} is there more than once")
        base, _, form = key.rpartition(".")
        if form in language.forms and base in english:
            key = base
        if key not in english and not key.startswith(OWN):
            yield MessageFault(file, f"{place} is not a message of English", wrong=False)
            continue
        if not entry.translated():
            continue
        try:
            pattern = read_pattern(entry.msgstr)
            if key.startswith("list."):
                list_parts(entry.msgstr)
                continue
        except ValueError as error:
            yield MessageFault(file, f"{place}: {error}")
            continue
        yield from _entry_faults(lang, domain, entry, key, pattern, english.get(key, ""), said)


def _entry_faults(
    lang: Lang, domain: str, entry: polib.POEntry, key: str, pattern: Pattern, english: str,
    said: Said,
) -> Iterator[MessageFault]:  # fmt: skip
    """The faults of the values, forms and styles of a message, which is ``key`` or a form of it."""
    file, place = f"{domain}.po", repr(entry.msgid)
    language, pieces = catalogue(lang, domain), list(pieces_of(pattern))
    names = {piece.name for piece in pieces}
    given = frozenset({"value"}) if key.startswith("style.") else _values_of(key, said)
    if given is None and lang == SOURCE:
        yield MessageFault(file, f"{place} is said nowhere in the code")
    for name in sorted(names - given if given is not None else ()):
        yield MessageFault(file, f"{place} has the value {{{name}}}, which the code does not give")
    if not key.startswith(OWN):
        needed = {piece.name for piece in pieces_of(read_pattern(english))}
        for name in sorted(needed - names - _listed(entry.tcomment, _WITHOUT)):
            yield MessageFault(file, f"{place} lacks the value {{{name}}} of the English message")
    for fault in _form_faults(pieces, language):
        yield MessageFault(file, f"{place}: {fault}")
    for fault, wrong in _style_faults(pieces, language):
        yield MessageFault(file, f"{place}: {fault}", wrong)
    if domain == APP and not all(map(_is_filled_by_the_app, pieces)):
        text = f"{place} has more than plain values and words for one and for others"
        yield MessageFault(file, text)


def _is_filled_by_the_app(piece: Hole | Choice) -> bool:
    """Whether page.js knows it: a value, or the word that a number asks for."""
    if isinstance(piece, Hole):
        return not piece.styles
    words = [len(form) == 1 and isinstance(form[0], str) for form in piece.forms.values()]
    return piece.kind == "plural" and list(piece.forms) == ["one", "other"] and all(words)


def _style_faults(
    pieces: Iterable[Hole | Choice], language: Catalogue
) -> Iterator[tuple[str, bool]]:
    """Styles that the language does not have, each with whether English lacks it too."""
    common = catalogue(SOURCE, "common").own
    styles = {style for one in pieces if isinstance(one, Hole) for style in one.styles}
    for style in sorted(styles - {CAPITAL, *language.forms}):
        known = {f"list.{style}", f"style.{style}"}
        if known.isdisjoint(language.own):
            yield f"there is no style {style!r} in common.po", known.isdisjoint(common)


def _entries(lang: Lang, domain: str) -> list[polib.POEntry]:
    path = catalogue_file(lang, domain)
    if not path.is_file():
        return []
    return [one for one in file_of(path) if not one.obsolete]


def _listed(comment: str, mark: str) -> set[str]:
    """The names that a translator's comment lists after a mark: ``without: title, n``."""
    lines = [line for line in comment.splitlines() if line.startswith(mark)]
    return {name.strip() for line in lines for name in line.removeprefix(mark).split(",")}


def _form_faults(pieces: Iterable[Hole | Choice], language: Catalogue) -> Iterator[str]:
    """Plural forms that are not those of the language."""
    for piece in pieces:
        if isinstance(piece, Choice) and piece.kind == "plural":
            forms = {form for form in piece.forms if not form.startswith("=")}
            for form in sorted(forms.difference(language.categories)):
                yield f"{form!r} is not a plural form of the language, which has " + ", ".join(
                    language.categories
                )
            missing = set(language.categories) - forms
            if missing and forms != {"other"}:
                yield f"the plural form {', '.join(sorted(missing))} is missing"


def _name_faults(lang: Lang, domain: str) -> Iterator[MessageFault]:
    """Techniques, rules and parameters without a name in a language, or refusals and help."""
    file = f"{domain}.po"
    keys = set(english_texts(domain))
    own = {entry.msgid: entry.msgstr for entry in _entries(lang, domain) if entry.translated()}
    for key in sorted(keys - own.keys()):
        yield MessageFault(file, f"there is no {key!r}", wrong=False)
    for key in sorted(own.keys() - keys - (_own_of_rules() if domain == "rules" else set())):
        yield MessageFault(file, f"nothing is called {key!r}", wrong=False)
    for key, text in own.items():
        if domain in _SENTENCES and _holes(text) != _holes(key):
            yield MessageFault(file, f"{key!r} has other values")


def _term_faults(lang: Lang) -> Iterator[MessageFault]:
    """Terms without a rendering, and messages that have another one than that of the table
    ``terms.po``, whose comments list these: ``not: cellule, carreau``."""
    file = "terms.po"
    entries = {entry.msgid: entry for entry in _entries(lang, "terms")}
    if not entries:
        yield MessageFault(file, "the file is missing", wrong=False)
        return
    wanted = {entry.msgid for entry in _entries(SOURCE, "terms")}
    for term in sorted(wanted - {term for term, entry in entries.items() if entry.translated()}):
        yield MessageFault(file, f"the term {term!r} has no rendering")
    others = {term: _listed(entry.tcomment, _NOT) for term, entry in entries.items()}
    about = {term: re.compile(rf"\b{re.escape(term)}(e?s)?\b", re.IGNORECASE) for term in entries}
    for domain in ALL_DOMAINS:
        english = english_texts(domain)
        for message in _entries(lang, domain):
            source = _words_in(english.get(message.msgid, ""), domain)
            terms = [term for term, form in about.items() if form.search(source)]
            text = _words_in(message.msgstr, domain)
            for term in sorted(terms, key=lambda term: -len(entries[term].msgstr)):
                text = re.sub(re.escape(entries[term].msgstr), "", text, flags=re.IGNORECASE)
            for term in terms:
                for other in sorted(others[term]):
                    if re.search(_WORD.format(re.escape(other)), text, re.IGNORECASE):
                        fault = f"{message.msgid!r} calls {term!r} {other!r}, not "
                        yield MessageFault(f"{domain}.po", fault + repr(entries[term].msgstr))


def _words_in(text: str, domain: str) -> str:
    """A message without the names of its values and forms."""
    if domain not in DOMAINS:
        return re.sub(r"\{[^{}]*\}", " ", text)
    try:
        return " ".join(_literals(read_pattern(text)))
    except ValueError:
        return ""  # a fault of its own


def _literals(pattern: Pattern) -> Iterator[str]:
    for piece in pattern:
        if isinstance(piece, str):
            yield piece
        elif isinstance(piece, Choice):
            for form in piece.forms.values():
                yield from _literals(form)


def _holes(form: str) -> set[str]:
    """The values of a form, as it writes them; none of a text that is no form."""
    try:
        parts = list(Formatter().parse(form))
    except ValueError:
        return set()
    return {f"{name}!{how}:{spec}" for _, name, spec, how in parts if name is not None}


def _own_of_rules() -> set[str]:
    """Ids that a language may have for rules, and need not."""
    return {f"{name}{end}" for name in REGISTRY for end in OWN_OF_RULES}


def english_texts(domain: str) -> dict[str, str]:
    """The English texts of a domain by the ids of their messages."""
    if domain in DOMAINS:
        return {entry.msgid: entry.msgstr for entry in _entries(SOURCE, domain)}
    if domain == "refusals":
        return {key: key for key in sorted(refusals_in(_PACKAGE)[0])}
    if domain == "help":  # no part of satdoku imports this module: it is above all
        return {key: key for key in import_module("satdoku.cli.loading").help_texts()}
    if domain == "techniques":
        return {term.name: term.title for term in terms()} | FAMILIES
    english: dict[str, str] = {}
    for name, rule in REGISTRY.items():
        english |= {f"{name}.title": rule.title, f"{name}.summary": rule.summary}
        english |= {f"{name}.{key}": form for key, form in rule.sentences().items()}
    meanings = {one.meaning for rule in REGISTRY.values() for one in rule.parameters}
    return english | {key: key for key in sorted(meanings)}


def shares(lang: Lang) -> dict[str, tuple[int, int]]:
    """How many of the messages of each file a language has, and how many there are."""
    counts = {}
    for domain in ALL_DOMAINS:
        wanted = {key for key in english_texts(domain) if not key.startswith(OWN)}
        own = wanted & translated_ids(catalogue_file(lang, domain))
        counts[domain] = len(own), len(wanted)
    return counts


def template(domain: str) -> str:
    """A file to translate: the ids of a domain with the English texts as comments. The header has
    English plural forms; the language has no name yet."""
    file = polib.POFile(wrapwidth=0)
    if domain == "common":
        header = file_of(catalogue_file(SOURCE, domain)).metadata
        file.metadata = header | {"Language": "", "X-Language-Name": ""}
    for key, text in english_texts(domain).items():
        file.append(polib.POEntry(msgid=key, msgstr="", comment=text))
    return str(file)
