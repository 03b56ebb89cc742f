"""Texts of others with control characters give files that programs can open and terminals show."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from satdoku import formats
from satdoku.base.errors import Unsupported
from satdoku.cli.app import run
from satdoku.render import make_scene, svg
from tests.shared import thinned

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_CONTROLS = [
    *(chr(code) for code in (*range(0x20), *range(0x7F, 0xA0))),
    *"\ufffe\uffff\ud800\udfff\u2028\u202e",
]
_READ = [char for char in _CONTROLS if not "\ud800" <= char <= "\udfff"]
"""Control characters that a file can hold."""
_BARE = re.compile("[\x00-\x08\x0b-\x1f\x80-\x9f\ufffe\uffff\ud800-\udfff]")


def document(char: str) -> str:
    """A puzzle as satdoku's JSON, each text of which holds the character."""
    text = f"a{char}[31mb"
    cage = {"rule": "regex", "cells": ["r1c3", "r1c4"], "pattern": "..", "called": "x"}
    fields = {"title": text, "author": text, "rules": text}
    return json.dumps({"satdoku": 1, "size": 9, "givens": PUZZLE, "constraints": [cage], **fields})


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.append(tag)


_COMMANDS = {"svg": ["show", "--svg"], "html": ["show", "--html"], "page": ["explain", "--html"]}


def opened(char: str, folder: Path) -> dict[str, tuple[str, list[str]]]:
    """The text and the tags of each file that is made of the document with a character."""
    source = folder / "puzzle.json"
    source.write_text(document(char), "utf-8")
    files = {}
    for name, (command, option) in _COMMANDS.items():
        out = folder / name
        assert run([command, str(source), option, str(out)]) == 0
        parser = _Tags()
        parser.feed(text := out.read_text("utf-8"))
        files[name] = text, parser.tags
    return files


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, list[str]]]:
    return opened("+", tmp_path_factory.mktemp("plain"))


@pytest.mark.parametrize("char", thinned(_READ, 18, full=3))
def test_pictures_and_pages_are_opened(
    char: str, tmp_path: Path, plain: dict[str, tuple[str, list[str]]]
) -> None:
    for name, (text, tags) in opened(char, tmp_path).items():
        assert not _BARE.search(text), name
        assert tags == plain[name][1] != [], name
        if name == "svg":
            title = ElementTree.fromstring(text).find("{http://www.w3.org/2000/svg}title")
            assert title is not None
            assert (title.text or "").startswith("a")


@pytest.mark.parametrize("name", formats.FORMATS)
def test_no_format_is_written_with_control_characters(name: str) -> None:
    classic = formats.parse(PUZZLE)
    options = formats.ReadOptions(format=name)
    for char in _READ:
        text = f"c{char}d"
        extras = {"comment": text, "source": text}
        full = replace(classic, title=text, author=text, rules=text, extras=extras)
        for about in (full, replace(full, rules=None, extras={})):
            try:
                written = formats.write(about, name)
            except Unsupported:
                continue
            assert not _BARE.search(written), (name, char)
            assert formats.parse(written, options).puzzle.givens == classic.puzzle.givens
            break
        else:
            # These hold no such puzzle.
            assert name in ("killer", "samurai", "towers", "unequal", "keen")


@pytest.mark.parametrize("char", _CONTROLS)
def test_a_picture_made_in_python_is_opened(char: str) -> None:
    scene = make_scene(formats.parse(PUZZLE).puzzle)
    picture = svg(scene, title=f"a{char}b", description=f"c{char}d")
    assert not _BARE.search(picture)
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_a_line_break_in_a_title_begins_no_line_of_the_puzzle() -> None:
    for end in ("\r", "\x0b", "\x85", "\r\n"):
        read = formats.parse(document(f"{end}{PUZZLE[:9]}"))
        text = formats.write(replace(formats.parse(PUZZLE), title=read.title), "sdk")
        again = formats.parse(text, formats.ReadOptions(format="sdk"))
        assert again.puzzle == formats.parse(PUZZLE).puzzle
