"""Links: which site made one, and the puzzle that it carries. No network is touched.

A link carries its puzzle in its own text, packed. What sites, chats and shells do to such a text
is undone where there is one way to undo it (percent-encoding, blanks for ``+``) and explained
where there is not (a link that was cut or percent-encoded twice). A short id is only a key to a
server's database.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NoReturn, Protocol, cast
from urllib.parse import quote, unquote

from satdoku.base.errors import FormatError
from satdoku.base.worded import worded
from satdoku.formats import lzstring
from satdoku.formats.base import FormatModule, ReadOptions
from satdoku.formats.texts import placed, single_line
from satdoku.puzzle.document import Document

_URL = re.compile(
    r"(?:(?P<scheme>[a-z][a-z0-9+.-]*)://)?(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,})"
    r"(?::\d+)?(?P<rest>[/?#].*)?",
    re.IGNORECASE | re.DOTALL,
)
_SUDOKUPAD_ID = re.compile(r"(?:scl|ctc|fpuzzles|fpuz|scf)[A-Za-z0-9+/%=\s-]{20,}", re.DOTALL)
_PACKED_OBJECT = "N4Ig"
"""How an object in JSON begins that lz-string has packed: ``{"``."""

_SITES = {
    "f-puzzles.com": ("fpuzzles", "load"),
    "sudokumaker.app": ("sudokumaker", "puzzle"),
    "lisudoku.xyz": ("lisudoku", "import"),
}
_UNREAD = {"sudokustudio.net": "b"}
"""Sites whose links carry a puzzle that is not read, by the parameter that has it."""
_SHORTENERS = frozenset(
    ("tinyurl.com", "bit.ly", "cutt.ly", "goo.gl", "is.gd", "ow.ly", "rb.gy", "shorturl.at", "t.co",
     "t.ly", "tiny.cc", "v.gd")
)  # fmt: skip
_SUDOKUPAD = ("sudokupad.app", "crackingthecryptic.com", "sudokupad.svencodes.com")
LINE = re.compile(r"(?<![0-9.])[0-9.]{81}(?![0-9.])")
"""A classic puzzle in the address of any site."""
_PENPA = ("m=edit&p=", "m=solve&p=", "?m=edit&p=", "?m=solve&p=")
"""How a link of Penpa+ begins without its address."""
_KNOWN = (
    "f-puzzles, SudokuPad, SudokuMaker, Interactive Sudoku Solver, lisudoku, Penpa+, puzz.link "
    "and Simon Tatham's Solo, and those with a line of 81 cells in them"
)


@dataclass(frozen=True, slots=True)
class PuzzleLink:
    """A link: the format of what it carries, its text still packed, and the site's name."""

    format: str
    body: str
    site: str


def is_link(text: str) -> bool:
    """Whether a line is the address of something, or a packed puzzle without its address."""
    text = text.strip()
    if "://" in text[:20] or text.startswith(_PACKED_OBJECT):
        return True
    if text.startswith(("?load=", "?puzzle=", "?import=", "?q=", "?puzzleid=")):
        return True
    if text.startswith(_PENPA):
        return True
    found = _URL.fullmatch(text)
    if found is not None and found["rest"] is not None:
        return True
    return _SUDOKUPAD_ID.fullmatch(text) is not None


def link_of(text: str) -> PuzzleLink:
    """What a link carries.

    :raises FormatError: where it carries no puzzle, only a server's key to one, or is of a site
        that is not known.
    """
    text = text.strip()
    if text.startswith(_PACKED_OBJECT):
        return PuzzleLink("fpuzzles", text, "f-puzzles")
    if text.startswith(_PENPA):
        return PuzzleLink("penpa", text.lstrip("?"), "Penpa+")
    if text.startswith("?"):
        text = {
            "?l": "https://f-puzzles.com/",
            "?i": "https://lisudoku.xyz/solver",
            "?q": "https://sigh.github.io/Interactive-Sudoku-Solver/",
        }.get(text[:2], "https://sudokumaker.app/") + text
        if "?puzzleid=" in text:
            text = text.replace("sudokumaker", "sudokupad", 1)
    if _SUDOKUPAD_ID.fullmatch(text):
        return PuzzleLink("sudokupad", text, "SudokuPad")
    found = _URL.fullmatch(text)
    if found is None:
        raise FormatError("this is no address of a puzzle", text=text[:80])
    host = found["host"].lower().removeprefix("www.")
    path, _, fragment = (found["rest"] or "").partition("#")
    path, _, query = path.partition("?")
    if host in _SITES:
        return _packed(host, path, query)
    if host.removeprefix("app.").removeprefix("beta.") in _SUDOKUPAD:
        return _sudokupad(host, path, query)
    if "Interactive-Sudoku-Solver" in path:
        if body := parameter(query, "q"):
            return PuzzleLink("iss", unquoted(body), "Interactive Sudoku Solver")
        raise FormatError("this link of Interactive Sudoku Solver carries no puzzle (?q=...)")
    if "penpa" in path or "penpa" in host:
        return PuzzleLink("penpa", fragment if parameter(fragment, "p") else query, "Penpa+")
    if (body := parameter(query, "bd")) and body.startswith("S9B"):
        return PuzzleLink("s9b", body, host)
    if host == "puzz.link" or path.removesuffix(".html") in ("/p", "/pzpr/p") or "pzpr" in host:
        return PuzzleLink("puzzlink", unquote(query.split("&")[0]), host)
    if "/puzzles/" in path and "solo" in path:
        return PuzzleLink("solo", unquote(fragment), "Simon Tatham's Solo")
    if LINE.search(unquote(found["rest"] or "")):
        return PuzzleLink("url", host + (found["rest"] or ""), host)
    if host in _SHORTENERS:
        raise FormatError(
            "a link of {culprit} only leads to another one, and satdoku opens no network; open it "
            "in a browser and copy the long link from there",
            culprit=host,
        )
    if host in _UNREAD and parameter(query, _UNREAD[host]):
        raise FormatError(
            "this link of {culprit} carries a puzzle, but in a form of that site's own, which "
            "satdoku does not read; open it there and export it as a link of another site, such "
            "as f-puzzles or SudokuPad",
            culprit=host,
        )
    raise FormatError(
        "this is a link of {culprit}, and no puzzle stands in it; satdoku opens no network"
        " and reads the links of {known}",
        culprit=host,
        known=_KNOWN,
    )


def _packed(host: str, path: str, query: str) -> PuzzleLink:
    format, key = _SITES[host]
    if body := parameter(query, key):
        return PuzzleLink(format, body, host)
    if id := parameter(query, "id") or (path.startswith("/p/") and path[3:]):
        _short_id(host, id)
    raise FormatError(
        "this link of {culprit} carries no puzzle (?{key}=...)", culprit=host, key=key
    )


def _sudokupad(host: str, path: str, query: str) -> PuzzleLink:
    body = parameter(query, "puzzleid") or re.sub(r"^/(sudoku/)?", "", path)
    if not body:
        raise FormatError("this link of {culprit} carries no puzzle", culprit=host)
    if not re.match(r"scl|ctc|fpuz|scf", body):
        _short_id(host, body)
    return PuzzleLink("sudokupad", body, "SudokuPad")


def _short_id(host: str, id: str) -> NoReturn:
    raise FormatError(
        "the id {id!r} of {host} is no puzzle but a key to the site's database, and "
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
        reason = worded("a link stands on one line, and this one goes on")
        raise FormatError(reason, line=error.line, text=error.text) from None
    try:
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
    except FormatError as error:
        raise error.at(number) from None


class _LinkModule(FormatModule, Protocol):
    """What a format of links defines besides."""

    def read_body(self, body: str, options: ReadOptions) -> Document:
        """The puzzle of what a link carries."""
