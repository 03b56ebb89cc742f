"""The files of the pages without a browser: their functions in Node, and what their texts hold."""

from __future__ import annotations

import json
import random
import re
import runpy
import shutil
import struct
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.constraints import from_data
from satdoku.puzzle import Puzzle
from satdoku.web.boards import view
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.fog import lit_part
from satdoku.web.labels import app_labels
from satdoku.web.questions import answer, read
from satdoku.web.server import _pages

STATIC = Path(satdoku.__file__).parent / "web" / "static"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(folder: Path, code: str, **given: Any) -> Any:
    """The JSON that some code writes in Node, which finds the files of the app beside it."""
    if not shutil.which("node"):
        pytest.skip("node is absent")
    for path in STATIC.glob("*.js"):
        shutil.copy(path, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "given.json").write_text(json.dumps(given))
    (folder / "run.js").write_text(
        'import { readFileSync } from "node:fs";\n'
        'const given = JSON.parse(readFileSync(new URL("given.json", import.meta.url)));\n'
        "globalThis.window = globalThis;\n"
        "const write = (found) => console.log(JSON.stringify(found));\n" + code
    )
    done = subprocess.run(["node", "run.js"], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


_LINKS = """
globalThis.location = { href: "http://here/#play" };
const { linkTo, unpacked } = await import("./links.js");
const links = await Promise.all(given.texts.map(linkTo));
const back = await Promise.all(links.map((link) => unpacked(link.replace(/.*#p=/, ""))));
write({ links, back });
"""


def test_a_packed_link_reads_back_whole(tmp_path: Path) -> None:
    """Long texts, whose links hold each of the letters that stand for others several times."""
    chance = random.Random(3)
    texts = ["".join(chance.choices("r123456789c-_+/= é数", k=2000)) for _ in range(4)]
    completed = run(tmp_path, _LINKS, texts=texts)
    for link in completed["links"]:
        assert re.fullmatch(r"http://here/#p=[\w-]+", link)
        assert min(link.count("-"), link.count("_")) > 3
    assert completed["back"] == texts


_CODES = """
const { modules } = await import("./qr.js");
write(given.texts.map(modules));
"""

_CORRECTION = {1: (7, 1), 5: (26, 1), 7: (20, 2), 10: (18, 4), 25: (26, 12)}
"""Codewords of correction in a block, and blocks, by version."""

_UNMASKED: list[Callable[[int, int], bool]] = [
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
]


def read_code(rows: list[list[int]]) -> str:
    """The text of a QR code of bytes at the lowest level of correction; its blocks must need no
    correction."""
    size = len(rows)
    version = (size - 17) // 4
    spots = [(8, x) for x in (0, 1, 2, 3, 4, 5, 7, 8)] + [(y, 8) for y in (7, 5, 4, 3, 2, 1, 0)]
    form = int("".join(str(rows[y][x]) for y, x in spots), 2) ^ 0x5412
    assert form >> 13 == 1  # the level
    flips = _UNMASKED[form >> 10 & 7]
    count = version // 7 + 2
    step = (8 * version + 3 * count + 5) // (4 * count - 4) * 2
    places = [6, *(size - 7 - n * step for n in range(count - 1))] if version > 1 else []
    corners = {(6, 6), (6, size - 7), (size - 7, 6)}
    centres = {(y, x) for y in places for x in places} - corners

    def is_data(y: int, x: int) -> bool:
        ends = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
        version_bits = version > 6 and ((y < 6 and x >= size - 11) or (x < 6 and y >= size - 11))
        near = any(max(abs(y - row), abs(x - column)) < 3 for row, column in centres)
        return not (ends or version_bits or near or 6 in (y, x))

    bits = []
    for turn, right in enumerate([*range(size - 1, 6, -2), 5, 3, 1]):
        for y in range(size - 1, -1, -1) if turn % 2 == 0 else range(size):
            bits += [rows[y][x] ^ flips(y, x) for x in (right, right - 1) if is_data(y, x)]
    words = [
        int("".join(str(int(b)) for b in bits[n : n + 8]), 2) for n in range(0, len(bits) - 7, 8)
    ]
    extra, blocks = _CORRECTION[version]
    room = len(words) - extra * blocks
    lengths = [room // blocks + (n >= blocks - room % blocks) for n in range(blocks)]
    data: list[list[int]] = [[] for _ in lengths]
    turns = [n for at in range(max(lengths)) for n in range(blocks) if at < lengths[n]]
    for n, word in zip(turns, words, strict=False):
        data[n].append(word)
    for n in range(blocks):
        whole = data[n] + words[room + n :: blocks]
        root = 1
        for _ in range(extra):  # each is a root of the block as a polynomial
            value = 0
            for word in whole:
                value = product(value, root) ^ word
            assert value == 0
            root = product(root, 2)
    text = "".join(f"{word:08b}" for block in data for word in block)
    assert text[:4] == "0100"
    start = 12 if version < 10 else 20
    length = int(text[4:start], 2)
    pieces = [text[start + 8 * n : start + 8 * n + 8] for n in range(length)]
    return bytes(int(piece, 2) for piece in pieces).decode()


def product(one: int, other: int) -> int:
    """In the field of 256 elements."""
    total = 0
    while other:
        total ^= one * (other & 1)
        one = one << 1 ^ (0x11D if one & 128 else 0)
        other >>= 1
    return total


def test_a_qr_code_reads_back(tmp_path: Path) -> None:
    chance = random.Random(5)
    lengths = {1: 17, 5: 100, 7: 140, 10: 250, 25: 1273}
    texts = [
        "é http://here/#p=",
        *("".join(chance.choices("aZ-_5", k=n)) for n in lengths.values()),
    ]
    *codes, none = run(tmp_path, _CODES, texts=[*texts, "x" * 1274])
    assert [(len(code) - 17) // 4 for code in codes[1:]] == [*lengths]
    codes = codes[1:]
    assert [read_code(code) for code in codes] == texts[1:]
    assert none is None
    rows = codes[2]  # a module of the timing line and one of a corner are as they must be
    assert rows[6][8:12] == [1, 0, 1, 0]
    assert rows[0][:8] == [1] * 7 + [0]


_MOVES = """
const { Game } = await import("./game.js");
const game = new Game(given.view, () => {});
const write_ = (digit) => game.enter([2], digit, "digit");
const said = [];
const move = () => {
    const { values, marks, moves } = game.lastMove ?? { moves: [] };
    said.push([moves, values, marks]);
};
move();
write_(1); move();
write_(4); move(); // over the digit before
game.clear([2]); move(); // it was taken back
write_(2); move();
game.enter([3], 6, "digit"); move();
write_(4); move(); // what was written before stands as it is now
game.clear([2]); move();
game.enter([5], 2, "centre"); game.enter([5], 8, "centre"); game.enter([5], 2, "centre"); move();
game.enter([5], 2, "centre"); move(); // it has come back
write(said);
"""


def test_the_last_move_is_one_that_still_stands(tmp_path: Path) -> None:
    board = view(read(EASY), Fields({}))
    moves = run(tmp_path, _MOVES, view=board)
    assert [move[0] for move in moves] == [
        [],
        ["r1c3=1"],
        ["r1c3=4"],
        [],
        ["r1c3=2"],
        ["r1c4=6"],
        ["r1c3=4"],
        ["r1c4=6"],
        ["r1c6<>2"],
        ["r1c4=6"],
    ]
    assert all("r1c3" not in (move[1] or {}) for move in moves if move[0] == ["r1c3=4"])
    assert moves[5][1] == {"r1c3": 2}
    assert moves[6][1] == {"r1c4": 6}
    assert moves[7][1] == {}  # the 2 that stood beside it then is gone


_ELEMENT = """
const blank = () => ({
    title: "",
    hidden: false,
    set: {},
    setAttribute(name, value) { this.set[name] = value; },
    append() {},
});
globalThis.document = { createElement: blank };
const { element } = await import("./page.js");
const made = (name, value) => {
    const { title, hidden, set } = element("p", { [name]: value });
    return [title, hidden, set[name] ?? null];
};
const names = ["title", "hidden", "label"];
write(names.map((name) => [null, undefined, "x"].map((value) => made(name, value))));
"""


def test_an_attribute_that_is_none_is_not_set(tmp_path: Path) -> None:
    completed = run(tmp_path, _ELEMENT)
    for several in completed:
        assert several[:2] == [["", False, None]] * 2
        assert several[2][2] == "x"


def test_the_pictures_of_the_installed_app_are_its_own() -> None:
    """In the sizes that the manifest names, one icon to be cut to any shape; and all are
    served."""
    pytest.importorskip("resvg_py")
    build = runpy.run_path(str(STATIC.parents[2] / "docs" / "build_icons.py"))
    drawn = build["icons"]()
    manifest = json.loads((STATIC / "manifest.webmanifest").read_text("utf-8"))
    listed = {icon["src"]: icon for icon in manifest["icons"]}
    assert listed.keys() == {"icon.svg", *drawn}
    for name, content in drawn.items():
        assert (STATIC / name).read_bytes() == content
        width, height = struct.unpack(">II", content[16:24])
        assert listed[name]["sizes"] == f"{width}x{height}"
    assert {icon["purpose"] for icon in listed.values()} == {"any", "maskable"}
    pages = _pages()
    assert pages["/manifest.webmanifest"][1] == "application/manifest+json"
    assert {pages[f"/{name}"][1] for name in drawn} == {"image/png"}
    assert {one["form_factor"] for one in manifest["screenshots"]} == {"wide", "narrow"}
    for one in manifest["screenshots"]:
        content = pages[f"/{one['src']}"][0]
        assert one["sizes"] == "{}x{}".format(*struct.unpack(">II", content[16:24]))
        assert 5_000 < len(content) < 60_000


def test_files_that_are_wanted_later_come_by_one_function_alone() -> None:
    """Which says where one cannot be had."""
    for path in STATIC.glob("*.js"):
        matches = re.findall(r"[^.\w]import\(.*", path.read_text("utf-8"))
        assert len(matches) == (path.name == "page.js"), (path.name, matches)


def test_without_javascript_there_is_a_sentence() -> None:
    assert re.search(
        r"<noscript><p>.*JavaScript.*</p></noscript>", (STATIC / "index.html").read_text()
    )


# -- what is answered ------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["12..x", "https://sudokupad.app/abc", "milk, eggs"])
def test_the_fault_of_a_single_line_has_no_number_of_a_line(text: str) -> None:
    with pytest.raises(satdoku.SatdokuError) as caught:
        answer("view", {"puzzle": text}, RequestContext(20))
    assert not str(caught.value).startswith("line")
    with pytest.raises(satdoku.SatdokuError) as caught:
        answer("view", {"puzzle": text, "lang": "ja"}, RequestContext(20))
    assert "行目" not in str(caught.value)[:6]
    with pytest.raises(satdoku.SatdokuError, match="line 9"):
        answer("view", {"puzzle": f"{'123......' + chr(10)}" * 8 + "12..x"}, RequestContext(20))


def test_why_a_move_is_wrong_is_told_on_wish() -> None:
    moves = ["r1c3=2", "r1c3=5"]
    first, other = (
        answer("move", {"puzzle": EASY, "moves": moves, **more}, RequestContext(20))["moves"]
        for more in ({}, {"reasons": True})
    )
    assert [one["verdict"] for one in (*first, *other)] == ["false"] * 4
    assert [one["text"] for one in first] == [None, None]
    assert "Suppose r1c3 = 2" in other[0]["text"]
    assert other[1]["text"] == "r1c3=5 is false: r1c1 holds 5."
    every = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
    fogged = {"puzzle": EASY, "moves": moves, "reasons": True, "lit": every}
    assert all(one["text"] is None for one in answer("move", fogged, RequestContext(20))["moves"])


LINE = ["r4c4", "r4c5", "r4c6"]


@pytest.mark.parametrize(
    "rule",
    [
        {"rule": "killer-cage", "cells": LINE, "sum": 12},
        {"rule": "thermo", "cells": LINE},
        {"rule": "arrow", "bulb": "r4c4", "cells": LINE[1:]},
        {"rule": "white-dot", "cells": LINE[:2]},
        {"rule": "clone", "cells": LINE[:2], "clones": ["r7c7", "r7c8"]},
        {"rule": "odd", "cells": LINE},
    ],
)
def test_a_clue_that_is_lit_in_part_is_not_seen(rule: dict[str, Any]) -> None:
    """Whichever of its cells are lit; nor are clues beside it that are."""
    geometry = satdoku.parse(EASY).geometry
    clue = from_data(rule, geometry)
    puzzle = Puzzle.empty(geometry, [clue])
    cells = clue.scope(geometry)
    assert lit_part(puzzle, set(cells)).constraints == (clue,)
    for dark in cells:
        for lit in ({*cells} - {dark}, {*range(81)} - {dark}, {min(set(cells) - {dark})}):
            assert lit_part(puzzle, lit).constraints == (), (rule, dark)


_LEFT = """
const { Game } = await import("./game.js");
write(given.views.map((view) => {
    const game = new Game(view, () => {});
    const before = view.digits.map((digit) => game.left(digit));
    game.enter([2, 11], view.digits[0], "digit");
    return [before, game.left(view.digits[0])];
}));
"""


def test_how_many_of_a_digit_are_left(tmp_path: Path) -> None:
    """Where a board has each digit once in each row; elsewhere nobody knows it."""
    few = json.dumps({"board": {"size": 4, "box": [2, 2]}, "givens": "." * 16})
    views = [view(read(text), Fields({})) for text in (EASY, few)]
    views.append({**views[1], "digits": [*range(1, 6)]})
    first, small, more_digits = run(tmp_path, _LEFT, views=views)
    left = [9 - EASY.count(f"{digit}") for digit in range(1, 10)]
    assert first == [left, left[0] - 2]
    assert small == [[4] * 4, 2]
    assert more_digits == [[None] * 5, None]


_NAMES = """
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
globalThis.matchMedia = () => ({ matches: false });
globalThis.addEventListener = () => {};
globalThis.fetch = async () => ({ json: () => given.strings });
globalThis.localStorage = { lang: given.lang };
const { load } = await import("./page.js");
const { nameOf } = await import("./play.js");
await load();
write(given.views.map(([view, rated]) => nameOf(view, rated)));
"""


def test_a_puzzle_is_called_by_its_title_or_its_level_or_its_rules(tmp_path: Path) -> None:
    hard = {"level": "hard", "er": 4.2}
    texts = [EASY, json.dumps({"givens": EASY, "title": "First"})]
    texts.append(json.dumps({"givens": "." * 81, "constraints": [{"rule": "anti-king"}]}))
    many = [{"rule": rule} for rule in ("anti-king", "anti-knight", "diagonal-main", "windoku")]
    texts.append(json.dumps({"givens": "1" + "." * 80, "constraints": many}))
    views = [view(read(text), Fields({})) for text in texts]
    fogged = {**views[0], "fog": {"lamps": ["r1c1"]}}
    named = [[one, None] for one in (*views, fogged)] + [[views[0], hard], [views[1], hard]]
    named.append([views[0], {"level": "expert", "er": None}])
    strings = app_labels()
    *names, last, first, expert = run(tmp_path, _NAMES, views=named, lang="en", strings=strings)
    assert names[:3] == ["Puzzle, 30 givens", "First", "Anti-king"]
    assert names[3] == "Anti-king, Anti-knight …, 1 given"
    assert names[4:] == ["Puzzle"]  # how many givens the fog hides, nobody says
    assert [last, first, expert] == ["Hard, 30 givens, ER 4.2", "First", "Expert, 30 givens"]
    assert run(tmp_path, _NAMES, views=named[-3:-2], lang="ja", strings=strings) == [
        "むずかしい、初期数字30個、ER 4.2"
    ]


# -- how the board looks ---------------------------------------------------------------------------

_OUTLINE = """
globalThis.HTMLElement = class {};
globalThis.customElements = { define() {} };
const { outline } = await import("./board.js");
write(given.selections.map((cells) => outline(cells, given.inset)));
"""


def test_one_outline_goes_round_the_whole_selection_within_it(tmp_path: Path) -> None:
    """Its segments close, lie in the cells that are selected, and are as many as these have sides
    on its border."""
    chance = random.Random(5)
    selections: list[list[list[int]]] = [[[0, 0]], [[0, 0], [1, 1]], [[0, 0], [0, 1], [1, 0]]]
    for _ in range(60):
        cells = chance.sample([[row, column] for row in range(5) for column in range(5)], 11)
        selections.append(cells)
    inset = 5.0
    for cells, path in zip(
        selections, run(tmp_path, _OUTLINE, selections=selections, inset=inset), strict=True
    ):
        ends: dict[tuple[float, float], int] = {}
        for x, y, way, end in re.findall(r"M([\d.]+) ([\d.]+)([HV])([\d.]+)", path):
            start = float(x), float(y)
            stop = (float(end), start[1]) if way == "H" else (start[0], float(end))
            assert start != stop
            for place in (start, stop):
                ends[place] = ends.get(place, 0) + 1
            middle = (start[0] + stop[0]) / 2, (start[1] + stop[1]) / 2
            assert [int(middle[1] // 64), int(middle[0] // 64)] in cells
        assert set(ends.values()) == {2}  # each segment goes on in another
        sides = sum(
            [row + down, column + right] not in cells
            for row, column in cells
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0))
        )
        assert path.count("M") == sides


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The contrast of two colours as WCAG defines it."""

    def light(colour: tuple[float, ...]) -> float:
        parts = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    lights = sorted((light(one), light(other)))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


def test_the_selection_is_seen_on_paper_and_on_every_colour() -> None:
    css = (STATIC / "app.css").read_text("utf-8")
    hexes = re.findall(r'"(#\w{6})"', (STATIC / "board.js").read_text("utf-8").split("COLOURS")[1])
    assert len(hexes[:9]) == 9

    def rgb(text: str) -> tuple[float, ...]:
        return tuple(int(text[at : at + 2], 16) / 255 for at in (1, 3, 5))

    light, dark, _ = re.split(r"data-theme=.dark.|box-sizing", css, maxsplit=2)
    for theme in (light, dark):
        named = dict(re.findall(r"--([\w-]+): ([^;]+);", theme))
        select, paper, share = rgb(named["select"]), rgb(named["paper"]), float(named["washed"])
        bright = float("".join(re.findall(r"[\d.]+", named["dimmed"])) or 1)
        grounds = [paper]
        for colour in map(rgb, hexes[:9]):
            mixed = zip(colour, paper, strict=True)
            grounds.append(tuple(share * bright * a + (1 - share) * b for a, b in mixed))
        assert min(contrast(select, ground) for ground in grounds) >= 3


_SPACED = re.compile(
    r"[;{\s]((?:padding|margin)[-\w]*|(?:row-|column-)?gap|font(?:-size)?):([^;{}]*)"
)
_STEPS = re.compile(r"--([sf](?:\d+|-half)):\s*([\d.]+)rem")


@pytest.mark.parametrize("sheet", ["web/static/app.css", "render/assets/viewer.css"])
def test_spaces_and_letters_are_of_one_scale(sheet: str) -> None:
    """Multiples of 4 px, and half of the first; what is measured by the board or by letters beside
    it, and paper, are free."""
    text = (STATIC.parents[1] / sheet).read_text("utf-8")
    screen, _, _ = text.partition("@media print")
    steps = {name: float(rem) for name, rem in _STEPS.findall(text)}
    spaces = {name: 16 * rem for name, rem in steps.items() if name.startswith("s")}
    assert spaces.pop("s-half", 2) == 2
    assert all(pixels == 4 * int(name[1:]) for name, pixels in spaces.items())
    whole = dict(_STEPS.findall((STATIC / "app.css").read_text("utf-8")))
    assert all(float(whole[name]) == rem for name, rem in steps.items())
    assert {*re.findall(r"var\(--([sf](?:\d+|-half))\)", text)} == {*steps}
    free = [
        (name, value)
        for name, value in _SPACED.findall(screen)
        if re.search(r"\d(?:px|rem)\b", value)
    ]
    assert free == []
