"""Control characters in every text of a document, through every writer, picture and page."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.etree import ElementTree

import satdoku
from satdoku.base.errors import SatdokuError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import FORMATS, ReadOptions, parse, write
from satdoku.puzzle import Cosmetic, Document, Puzzle
from satdoku.render import make_scene, svg
from tests.fuzz import puzzles
from tests.fuzz.tries import expect

_CONTROLS = (
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))), "\ufffe", "\uffff", "\u2028", "\u2029",
    "\u202e", "\x1b[31m", "\x1b]0;t\x07", "\r\n", "</title>", "]]>", "<script>", "&", '"',
    "'", "--",
)  # fmt: skip
_BARE = re.compile("[\x00-\x08\x0b-\x1f\x80-\x9f\ufffe\uffff\ud800-\udfff]")


@dataclass(frozen=True)
class Case:
    """A puzzle with its texts, and the format that it is written in."""

    puzzle: Puzzle
    texts: tuple[str, ...]
    format: str


def draw(chance: random.Random) -> Case:
    """Texts of letters, digits and control characters, some empty."""
    values = puzzles.grid_of(Geometry.classic(), chance)
    givens = tuple([value if chance.random() < 0.4 else None for value in values])

    def text() -> str:
        pieces = (*_CONTROLS, *_CONTROLS, "a", "12", " ", "." * 9, "123456789")
        return "".join(chance.choices(pieces, k=chance.choice((0, 1, 3, 8))))

    texts = tuple([text() for _ in range(6)])
    return Case(Puzzle(Geometry.classic(), givens), texts, chance.choice(tuple(FORMATS)))


def judge(case: Case) -> None:
    """No control character leaves bare, and the puzzle stays what it is."""
    title, author, rules, comment, source, label = case.texts
    extras = {"comment": comment, "source": source}
    drawn = Cosmetic("mark", ((0.5, 0.5),), True, text=label, font=0.4)
    full = Document(
        case.puzzle, title=title, author=author, rules=rules, extras=extras, drawings=(drawn,)
    )
    for document in (full, replace(full, drawings=()), replace(full, rules=None, extras={})):
        try:
            text = write(document, case.format)
        except Unsupported:
            continue
        expect(not _BARE.search(text), f"{case.format} has a bare control character", repr(text))
        again = parse(text, ReadOptions(case.format))
        if case.format not in ("candidates", "pencilmarks", "library"):
            expect(again.puzzle.givens == case.puzzle.givens, f"{case.format} changes givens", text)
    picture = svg(make_scene(case.puzzle, drawings=(drawn,)), title=title, description=rules)
    expect(not _BARE.search(picture), "a picture has a bare control character")
    tags = [one.tag for one in ElementTree.fromstring(picture).iter()]
    plain = svg(make_scene(case.puzzle, drawings=(replace(drawn, text="a"),)), title="t")
    usual = {one.tag for one in ElementTree.fromstring(plain).iter()}
    expect({*tags} - usual <= {"{http://www.w3.org/2000/svg}desc"}, "a text is an element")
    _shown(write(full, "json"))


def _shown(text: str) -> None:
    try:
        shown = satdoku.show(text)
        output = f"{shown.text()}\n{satdoku.describe(text)}"
    except SatdokuError as error:
        output = str(error)
    expect(not _BARE.search(output), "a terminal gets a control character", repr(output)[:300])


def smaller(case: Case) -> Iterator[Case]:
    """Shorter texts."""
    for at, text in enumerate(case.texts):
        for number in range(len(text)):
            less = text[:number] + text[number + 1 :]
            yield replace(case, texts=(*case.texts[:at], less, *case.texts[at + 1 :]))
