"""The messages of a language, filled in with values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from satdoku.messages.patterns import Choice, Pattern, read_pattern

if TYPE_CHECKING:
    import polib

MessageValue: TypeAlias = "str | int | Sequence[str] | Sequence[int]"

CAPITAL = "capital"
"""The one style that is not a message of the language: a capital letter at the beginning."""

OWN = ("sought.", "style.", "list.")
"""Beginnings of ids that a language may have or lack: forms of a name, and styles of its own."""


OWN_OF_RULES = (".sought", ".noun", ".plural")
"""Ends of ids that a language may have or lack for a rule: words that it is looked for by, and the
names of one clue and of several in a sentence."""


class Inflected(str):
    """A text that the language has in further forms, such as a name in the dative: a placeholder
    asks for one by its name, ``{house, dat}``."""

    __slots__ = ("forms",)
    forms: dict[str, str]


class CellFirst(str):
    """The name of a cell, or a text that begins with one and so takes no capital letter.

    The type records this, so that nothing needs to look for names in a text.
    """

    __slots__ = ()


def _put_together(parts: Sequence[str]) -> str:
    text = "".join(parts)
    return CellFirst(text) if isinstance(next(filter(None, parts), ""), CellFirst) else text


def _in_form(value: MessageValue, form: str) -> MessageValue:
    """A value in a form of the language, each item of a list in it; as it is where it has none."""
    if isinstance(value, Inflected):
        return value.forms.get(form, value)
    if isinstance(value, str | int):
        return value
    return [
        item.forms.get(form, item) if isinstance(item, Inflected) else str(item) for item in value
    ]


def list_parts(form: str) -> str:
    """The text between two items: ``, `` of ``{a}, {b}``.

    :raises ValueError: where the form is not ``{a}``, text and ``{b}``.
    """
    if not (form.startswith("{a}") and form.endswith("{b}")):
        raise ValueError(f"the form of a list is '{{a}}, {{b}}', not {form!r}")
    return form[3:-3]


class Catalogue:
    """The messages of one language by their ids, those of English where it has none.

    lang        the code of the language
    name        what the language calls itself
    categories  its plural forms, in gettext's order: ``one other``
    forms       further forms of its names, of the header ``X-Forms``: ``house.dat`` is a form of
                the message ``house``
    own         the messages as they stand in its files
    texts       these and the English ones that stand in
    """

    def __init__(
        self,
        lang: str,
        own: dict[str, str],
        header: dict[str, str],
        english: Catalogue | None = None,
    ) -> None:
        self.lang = lang
        self.own = own
        self._english = english
        others: dict[str, str] = {} if english is None else english.texts
        self.texts: dict[str, str] = {
            key: text for key, text in others.items() if not key.startswith(OWN)
        } | own
        self.name = header.get("X-Language-Name") or lang
        forms = header.get("Plural-Forms", "nplurals=1; plural=0;")
        count, _, rule = forms.partition(";")
        self._form: Callable[[int], int] = c2py(rule.strip().removeprefix("plural=").rstrip(";"))
        usual = "other" if count.endswith("=1") else "one other"
        self.categories = tuple(header.get("X-Plural-Categories", usual).split())
        if count != f"nplurals={len(self.categories)}":
            raise ValueError(f"{count}, and X-Plural-Categories: {' '.join(self.categories)}")
        self.forms = tuple(header.get("X-Forms", "").split())
        ends = {key: key.rpartition(".") for key in own}
        self._inflected = {key for key, _, form in ends.values() if form in self.forms}
        self._patterns: dict[str, Pattern] = {}
        self._separators: dict[str, tuple[str, str] | None] = {}
        # "7 u 8": a word that another one takes before some numbers
        self._before: dict[str, dict[str, str]] = {}
        for key, text in own.items():
            style, before, start = key.removeprefix("list.").partition(".before.")
            if before:
                self._before.setdefault(style, {})[start] = list_parts(text)

    def __contains__(self, key: str) -> bool:
        return key in self.texts

    def say(self, key: str, **values: MessageValue) -> str:
        """A message with its values; where the language has none, the English one.

        :raises KeyError: where English has no such message either.
        """
        pattern = self._patterns.get(key)
        if pattern is None:
            if key not in self.own and self._english is not None:
                return self._english.say(key, **values)
            pattern = self._patterns[key] = read_pattern(self.own[key])
        text = self._filled_in(pattern, values)
        if key not in self._inflected:
            return text
        inflected = Inflected(text)
        inflected.forms = {
            form: self.say(f"{key}.{form}", **values)
            for form in self.forms
            if f"{key}.{form}" in self.own
        }
        return inflected

    def _filled_in(self, pattern: Pattern, values: dict[str, MessageValue]) -> str:
        parts = []
        for piece in pattern:
            if isinstance(piece, str):
                parts.append(piece)
                continue
            value = values[piece.name]
            if isinstance(piece, Choice):
                parts.append(self._filled_in(self._chosen(piece, value), values))
            elif isinstance(value, str) and not piece.styles:
                parts.append(value)
            else:
                parts.append(self.styled(value, piece.styles))
        return _put_together(parts)

    def _chosen(self, choice: Choice, value: MessageValue) -> Pattern:
        forms = choice.forms
        if choice.kind == "select":
            return forms.get(self.styled(value) or "none", forms["other"])
        number = value if isinstance(value, int) else len(value)
        if (exact := forms.get(f"={number}")) is not None:
            return exact
        return forms.get(self.categories[self._form(number)], forms["other"])

    def styled(self, value: MessageValue, styles: Iterable[str] = ()) -> str:
        """A value in styles; a list as it stands in a sentence."""
        for style in styles:
            if style == CAPITAL:
                text = self.styled(value)
                value = text if isinstance(text, CellFirst) else text[:1].upper() + text[1:]
            elif style in self.forms:
                value = _in_form(value, style)
            elif isinstance(value, str | int) or self._separator(style) is None:
                value = self.say(f"style.{style}", value=value)
            else:
                value = self.join(value, style)
        if isinstance(value, str):
            return value
        return str(value) if isinstance(value, int) else self.join(value)

    def join(self, items: Iterable[str | int], style: str = "and") -> str:
        """A list in a style: ``a, b and c``."""
        separators = self._separator(style)
        assert separators is not None, style
        parts = [item if isinstance(item, str) else str(item) for item in items]
        between, last = separators
        if len(parts) < 2:
            return parts[0] if parts else ""
        for start, other in self._before.get(style, {}).items():
            last = other if parts[-1].startswith(start) else last
        return _put_together(
            (parts[0], *(between + part for part in parts[1:-1]), last + parts[-1])
        )

    def _separator(self, style: str) -> tuple[str, str] | None:
        """The text between the items of a list, and the text before its last one."""
        if style not in self._separators:
            form = self.own.get(f"list.{style}")
            last = self.own.get(f"list.{style}.last", form)
            if form is not None and last is not None:
                self._separators[style] = list_parts(form), list_parts(last)
            elif self._english is None or f"style.{style}" in self.own:
                self._separators[style] = None
            else:
                self._separators[style] = self._english._separator(style)
        return self._separators[style]


def file_of(path: Path) -> polib.POFile:
    """A file of messages, not to be changed; it is parsed again only where it is another by now.

    :raises OSError: where it is damaged or missing.
    """
    state = path.stat()
    return _parsed(path, state.st_mtime_ns, state.st_size)


@lru_cache(128)
def _parsed(path: Path, _changed: int, _size: int) -> polib.POFile:
    import polib

    return polib.pofile(str(path), encoding="utf-8")


_QUOTED = r'"([^"\\\n]*(?:(?:\\["\\n]|"\n")[^"\\\n]*)*)"'
_PLAIN = re.compile(rf"(?:#(?![,|~]).*\n)*msgid {_QUOTED}\nmsgstr {_QUOTED}\s*")
"""A message as almost all are: without flags, plurals and contexts."""


def _texts_of(path: Path) -> dict[str, str]:
    """The messages of a file that are translated, and as ``""`` its header.

    :raises OSError: where it is damaged.
    """
    with suppress(UnicodeDecodeError):
        text = path.read_text("utf-8")
        plain = list(_PLAIN.finditer(text))
        if sum([len(match[0]) for match in plain]) == len(text):
            # A file without anything else is read some ten times as fast as polib would.
            pairs = [map(_unquoted, match.groups()) for match in plain]
            return {key: text for key, text in pairs if text}
    catalogue = file_of(path)
    header = "".join(f"{key}: {text}\n" for key, text in catalogue.metadata.items())
    return {"": header} | {one.msgid: one.msgstr for one in catalogue if one.translated()}


def _unquoted(text: str) -> str:
    text = text.replace('"\n"', "")
    if "\\" not in text:
        return text
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def translated_ids(path: Path) -> set[str]:
    """The ids of a file that every language has to have; none where there is no such file."""
    if not path.is_file():
        return set()
    ids = (entry.msgid for entry in file_of(path) if entry.translated())
    return {key for key in ids if not key.startswith(OWN) and not key.endswith(OWN_OF_RULES)}


def read(lang: str, *files: Path, english: Catalogue | None = None) -> Catalogue:
    """The messages of those files that there are; the first has the header.

    :raises OSError: where a file is damaged.
    """
    texts: dict[str, str] = {}
    header: dict[str, str] = {}
    for path in filter(Path.is_file, files):
        own = _texts_of(path)
        lines = (line.partition(":") for line in own.pop("", "").splitlines())
        header = header or {key: re.sub(r"\s+", " ", text.strip()) for key, _, text in lines}
        texts |= own
    return Catalogue(lang, texts, header, english)
