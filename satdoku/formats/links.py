"""Links: which site made one, and the puzzle that it carries. No network is touched.

A link carries its puzzle in its own text, packed. What sites, chats and shells do to such a text
is undone where there is one way to undo it (percent-encoding, blanks for ``+``) and explained
where there is not (a link that was cut or percent-encoded twice). A short id is only a key to a
server's database.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast
from urllib.parse import quote, unquote

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.formats import lzstring
from satdoku.formats.base import FormatModule, LinkForm, ReadOptions, on_line
from satdoku.formats.source import check_text
from satdoku.formats.texts import placed, single_line
from satdoku.puzzle.document import Document

_URL = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})"
    r"(?::\d+)?(?P<rest>[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_SCHEME = re.compile("[a-z]://", re.IGNORECASE)
_UNREAD = {"sudokustudio.net": "b"}
"""Sites whose links carry a puzzle that is not read, by the parameter that has it."""
_SHORTENERS = frozenset(
    ("tinyurl.com", "bit.ly", "cutt.ly", "goo.gl", "is.gd", "ow.ly", "rb.gy", "shorturl.at", "t.co",
     "t.ly", "tiny.cc", "v.gd")
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Address:
    """The parts of a link, as they stand there; the host in lower case and without ``www.``"""

    host: str
    path: str
    query: str
    fragment: str

    def parameter(self, key: str) -> str | None:
        """The value of a parameter."""
        return parameter(self.query, key)

    @property
    def whole(self) -> str:
        """The address as far as it names a page: without scheme and port."""
        query = f"?{self.query}" if self.query else ""
        return f"{self.host}{self.path}{query}{self.fragment and '#'}{self.fragment}"


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A link: the format of what it carries, its text still packed, and the site's name."""

    format: str
    body: str
    site: str


def is_link(text: str) -> bool:
    """Whether a line is the address of something, or a packed puzzle without its address."""
    text = text.strip()
    if _SCHEME.search(text[:20]) or _completed(text) != text:
        return True
    match = _URL.fullmatch(text)
    return match is not None and match["rest"] is not None


@cache
def _bare() -> re.Pattern[str]:
    """A link without its address, of any site."""
    forms = [bare for form in _forms().values() for bare, _ in form.bare]
    return re.compile("|".join(f"(?:{bare})" for bare in forms), re.DOTALL)


@cache
def _forms() -> dict[str, LinkForm]:
    """The forms of links by their formats; what any site may have comes last."""
    from satdoku.formats.registry import FORMATS

    forms = {name: entry.link for name, entry in FORMATS.items() if entry.link is not None}
    return dict(sorted(forms.items(), key=lambda item: not item[1].site))


def _completed(text: str) -> str:
    """A link with its address, where it has none of its own."""
    if not _bare().match(text):
        return text
    bare = (pair for form in _forms().values() for pair in form.bare)
    return next(address + text for start, address in bare if re.match(start, text, re.DOTALL))


def link_of(text: str) -> PuzzleLink:
    """The puzzle that a link carries.

    :raises FormatError: where it carries no puzzle, only a server's key to one, or is of a site
        that is not known.
    """
    match = _URL.fullmatch(_completed(text.strip()))
    if match is None:
        raise FormatError("this is not an address of a puzzle", text=text.strip()[:80])
    host = match["host"].lower().removeprefix("www.")
    path, _, fragment = (match["rest"] or "").partition("#")
    path, _, query = path.partition("?")
    address = Address(host, path, query, fragment)
    for name, form in _forms().items():
        # What any site may have stands anywhere in the address, perhaps percent-encoded.
        written = address.whole if form.site else unquote(address.whole)
        if re.fullmatch(form.address, written, re.DOTALL):
            module = import_module(f"satdoku.formats.{name}")
            body = _packed(address, form.parameter) if form.parameter else module.link_body(address)
            return PuzzleLink(name, body, form.site or host)
    if host in _SHORTENERS:
        raise FormatError(
            "a link of {culprit} only leads to another one, and satdoku opens no network; open it "
            "in a browser and copy the long link from there",
            culprit=host,
        )
    if host in _UNREAD and address.parameter(_UNREAD[host]):
        raise FormatError(
            "this link of {culprit} carries a puzzle, but in a form of that site's own, which "
            "satdoku does not read; open it there and export it as a link of another site, such "
            "as f-puzzles or SudokuPad",
            culprit=host,
        )
    sites = ", ".join(form.site for form in _forms().values() if form.site)
    raise FormatError(
        "this is a link of {culprit}, and it does not contain the puzzle; satdoku opens no network"
        " and reads the links of {sites}, and those with a line of 81 cells in them",
        culprit=host,
        sites=sites,
    )


def _packed(address: Address, key: str) -> str:
    """The value of the parameter that carries the puzzle."""
    if body := address.parameter(key):
        return body
    path = address.path
    if id := address.parameter("id") or (path.startswith("/p/") and path[3:]):
        raise short_id(address.host, id)
    raise FormatError(
        "this link of {culprit} carries no puzzle (?{key}=...)", culprit=address.host, key=key
    )


def short_id(host: str, id: str) -> FormatError:
    """The error for a link that only names a puzzle."""
    return FormatError(
        "the id {id!r} of {host} is not a puzzle but a key to the site's database, and "
        "satdoku opens no network; open the link there and export the puzzle as a long "
        "link",
        id=id[:40],
        host=host,
        text=id[:80],
    )


def parameter(query: str, key: str) -> str | None:
    """The value of a parameter of a link, as it stands there."""
    for part in query.split("&"):
        name, equals, value = part.partition("=")
        if name == key and equals:
            return value
    return None


def unquoted(text: str) -> str:
    """A text without its percent-encoding.

    :raises FormatError: where it was percent-encoded twice.
    """
    if "%25" in text and re.search(r"%25(2[0-9A-F]|3[0-9A-F]|7E)", text, re.IGNORECASE):
        at = text.index("%25")
        code = text[at : at + 5]
        raise FormatError(
            "this link was percent-encoded twice ({culprit} stands for {unquote}, which stands"
            " for {unquote_2}); decode it once",
            culprit=code,
            unquote=unquote(code),
            unquote_2=unquote(unquote(code)),
        )
    return unquote(text)


def payload(body: str, alphabet: str = lzstring.BASE64) -> str:
    """The text that a link carries, unpacked.

    :raises FormatError: where it cannot be unpacked.
    """
    packed = (unquoted(body) if "%" in body else body).replace(" ", "+")
    try:
        return lzstring.decompress(packed, alphabet)
    except FormatError as error:
        # A web server may have merged two slashes into one.
        for at in [i for i, char in enumerate(packed) if char == "/"][:16]:
            try:
                text = lzstring.decompress(f"{packed[:at]}/{packed[at:]}", alphabet)
            except FormatError:
                continue
            if text.startswith("{") and text.endswith("}"):
                return text
        raise error from None


def packed_data(body: str, alphabet: str = lzstring.BASE64) -> Any:
    """The JSON data that a link carries.

    :raises FormatError: where it cannot be unpacked, or is no JSON.
    """
    from satdoku.formats.json import load

    return inside(load, payload(body, alphabet))


def inside(read: Callable[[str], Any], text: str) -> Any:
    """The data of the text of a link; what is wrong with it has no place in the link itself."""
    with placed(worded("inside the link")):
        return read(text)


def quoted(text: str) -> str:
    """A packed text percent-encoded for a link."""
    return quote(text, safe="")


def parse(text: str, options: ReadOptions, format: str) -> Document:
    """The document of a text that is one link.

    :raises FormatError: also where the link carries a puzzle of another format than the named one.
    """
    try:
        number, line = single_line(text)
    except FormatError as error:
        first = text.strip().partition("\n")[0]
        if error.line is None or not is_link(first) or is_link(error.text or ""):
            raise
        reason = worded("a link is one line, and this one continues on the next")
        raise FormatError(reason, line=error.line, text=error.text) from None
    with on_line(number):
        link = link_of(line)
        if options.format is not None and link.format != format:
            raise FormatError(
                "this is a link of {site}, in the format {format!r}, not {format_2!r}",
                site=link.site,
                format=link.format,
                format_2=format,
            )
        return cast(_LinkModule, import_module(f"satdoku.formats.{link.format}")).read_body(
            link.body, options
        )


def parse_json(
    text: str, options: ReadOptions, format: str, from_data: Callable[[Any, ReadOptions], Document]
) -> Document:
    """The document of a text that is a link, or the JSON that such a link carries."""
    from satdoku.formats.json import load

    check_text(text)
    if text.lstrip().startswith("{"):
        return from_data(load(text), options)
    return parse(text, options, format)


def packed(address: str, data: Any, alphabet: str = lzstring.BASE64) -> str:
    """The link of JSON data, on one line."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{address}{quoted(lzstring.compress(text, alphabet))}\n"


class _LinkModule(FormatModule, Protocol):
    """A module of a format of links; it has a ``link_body`` too where its form has no parameter."""

    def read_body(self, body: str, options: ReadOptions) -> Document:
        """The puzzle of what a link carries."""
