"""Nothing of a link or file is dropped without a word: an unknown key at every level is named."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, from_data
from satdoku.formats import ReadOptions, fpuzzles, links, lisudoku, lzstring, penpa, sudokumaker
from satdoku.formats import json as own_json
from satdoku.formats import sudokupad as pad
from satdoku.formats.accounts import Noted, noted, skip, unread
from satdoku.formats.base import WriteOptions
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import EXAMPLES
from tests.formats.rules import random_document
from tests.shared import DATA, thinned

WORD = "wizardry"
VALUES: tuple[Any, ...] = (7, True, "r1c1", [{"cells": [0]}])
PLAIN = WriteOptions()
TO_DATA: dict[str, Callable[[Document], Any]] = {
    "fpuzzles": lambda document: fpuzzles.to_data(document, PLAIN),
    "sudokumaker": lambda document: sudokumaker.to_data(document, PLAIN),
    "sudokupad": lambda document: pad.to_data(document, PLAIN),
    "lisudoku": lambda document: lisudoku.to_data(document, PLAIN),
    "json": own_json.to_data,
}


def of_link(text: str) -> tuple[str, Any]:
    """The format of a link and its data."""
    link = links.link_of(text)
    body = link.body.removeprefix("scl")
    alphabet = lzstring.URI if link.format == "sudokumaker" else lzstring.BASE64
    return link.format, links.packed_data(body, alphabet)


def documents(format: str) -> Iterator[Any]:
    """The data of puzzles with all rules that a format can hold, written by satdoku."""
    geometry = Geometry.classic()
    for seed, name in enumerate(sorted(REGISTRY)):
        if name == "chaos-construction":
            continue
        try:
            document = random_document(random.Random(seed), [name], geometry)
            data = TO_DATA[format](document)
        except (Unsupported, KeyError):
            continue
        data.pop("satdoku", None)  # it is believed beside what satdoku has drawn alone
        yield json.loads(json.dumps(data))


def of_others(format: str) -> Iterator[Any]:
    """The example of a format, and what the sites and others have made."""
    lines = (EXAMPLES / f"{format}.{format}").read_text(encoding="utf-8").split("\n")
    if DATA.is_dir():
        lines += (DATA / "variants" / "links.txt").read_text(encoding="utf-8").split("\n")
        for line in (DATA / "variants" / "corpus.jsonl").read_text(encoding="utf-8").splitlines():
            if isinstance(puzzle := json.loads(line)["puzzle"], dict) and format == "fpuzzles":
                yield puzzle
    site = {"fpuzzles": "f-puzzles.com", "json": "{"}.get(format, format)
    for line in lines:
        if site in line and not line.startswith("#"):
            yield json.loads(line) if line.startswith("{") else of_link(line)[1]


def objects(data: Any, place: str = "", kind: str = "") -> Iterator[tuple[str, Any]]:
    """Every object of data with its kind: its place without numbers, and its keys."""
    if isinstance(data, list):
        for item in data:
            yield from objects(item, place, f"{kind}[]")
    elif isinstance(data, dict):
        yield f"{kind} {data.get('type', '')} {sorted(data)}", data
        for key, item in data.items():
            yield from objects(item, place, f"{kind}.{key}")


def check(read: Callable[..., Document], data: Any, own: dict[str, Any], where: str) -> None:
    """An unknown key in one object of data is named, and may be ignored by its name."""
    before = read(data)
    for value in VALUES:
        own[WORD] = copy.deepcopy(value)
        try:
            document = read(data)
        except FormatError as error:
            assert WORD in str(error), f"{where}: {error}"  # noqa: PT017
            if value == 7 and f"--ignore {WORD}" in str(error):
                after = read(data, WORD)
                assert after.puzzle == before.puzzle, where
                assert WORD in after.extras["ignored"], where
        else:
            stated = " ".join([*document.extras, *document.extras.values()])
            assert WORD in stated, f"{where}: {value!r} is dropped"
            assert document.puzzle == before.puzzle
        del own[WORD]


def read_json(format: str, data: Any, *ignore: str) -> Document:
    return formats.parse(json.dumps(data), ReadOptions(format, ignore=ignore))


@pytest.mark.parametrize(
    ("format", "data", "key"),
    [
        (
            "sudokupad",
            {"cells": [[{}]], "regions": [], "metadata": {"author": {WORD: 7}}},
            "author",
        ),
        ("sudokupad", {"cells": [[{}]], "regions": [], "metadata": {"rules": [WORD]}}, "rules"),
        ("sudokupad", {"cells": [[{}]], "regions": [], "title": {WORD: 7}}, "title"),
        ("sudokumaker", {"formatVersion": "1.6.0", "puzzle": {"constraints": {WORD: 7}}}, "constr"),
    ],
)
def test_an_object_in_the_place_of_something_else_is_refused(
    format: str, data: Any, key: str
) -> None:
    with pytest.raises(FormatError, match=f"{key}.* must be .*{WORD}"):
        read_json(format, data)


@pytest.mark.parametrize("make", thinned([documents, of_others], 2))
@pytest.mark.parametrize("format", thinned(TO_DATA, 2))
def test_an_unknown_key_at_every_level_is_named(
    format: str, make: Callable[[str], Iterator[Any]]
) -> None:
    seen = set[str]()
    read = partial(read_json, format)
    for data in make(format):
        for kind, own in objects(data):
            if kind in seen:
                continue
            seen.add(kind)
            check(read, data, own, f"{format}{kind}")
    assert len(seen) > 4


@pytest.mark.parametrize("line", [3, 4])
def test_an_unknown_layer_of_penpa_is_named(line: int) -> None:
    document = random_document(random.Random(1), ["thermo", "killer-cage"], Geometry.classic())
    text = penpa.unpack(links.parameter(formats.write(document, "penpa").strip(), "p") or "")
    lines = text.split("\n")
    layer = penpa._data(lines[line], line + 1)

    def read(data: Any, *ignore: str) -> Document:
        lines[line] = json.dumps(data)
        packed = penpa.pack("\n".join(lines))
        return formats.parse(f"{penpa._ADDRESS}edit&p={packed}", ReadOptions(ignore=ignore))

    check(read, layer, layer, f"line {line + 1}")


@pytest.mark.parametrize(
    ("old", "new"), [("<game ", f'<game {WORD}="1" '), ("<name>", f"<{WORD}/><name>")]
)
def test_what_is_unknown_in_opensudoku_is_named(old: str, new: str) -> None:
    text = formats.write(Document(Puzzle.empty(Geometry.classic())), "opensudoku")
    with pytest.raises(FormatError, match=f"line [23].*'{WORD}'"):
        formats.parse(text.replace(old, new))


@pytest.mark.parametrize(
    "item",
    [
        ".AntiKnight", ".Cage~5~R1C1~R1C2", ".Diagonal~1", ".Indexing~R~R1C1", ".NoBoxes",
        ".RegionSize~9", ".Sandwich~5~C1", ".Shape~9x9~1-9", ".StrictKropki", ".XSum~R1~6~",
        ".Thermo~R1C1~R1C2", ".~R1C1_5", ".Quad~R1C1~3~4", ".LittleKiller~3~R2C1",
    ],
)  # fmt: skip
def test_an_unknown_argument_of_iss_is_named(item: str) -> None:
    formats.parse(item)
    with pytest.raises(FormatError, match=f"{WORD}|it takes a sum and a"):
        formats.parse(f"{item}~{WORD}")


def test_no_key_of_an_item_stands_in_a_list_beside_the_code_that_reads_it() -> None:
    data = noted({"a": 1, "b": {"c": 2, "look": 3}, "d": [{"e": 4}], "f": {"g": 5}})
    assert [unread_key.key for unread_key in unread(data, {})] == ["a", "b", "d", "f"]
    assert (data["a"], data["b"].get("c"), len(data["d"])) == (1, 2, 1)
    assert [(u.place, u.key) for u in unread(data, {"": {"f"}})] == [
        ("b", "look"),
        ("d[0]", "e"),
        ("f", "g"),
    ]
    skip(data["d"])
    others = list(unread(data, {"": {"f"}, "*": {"look"}}))
    assert [(u.place, u.key, u.drawn) for u in others] == [("f", "g", True)]
    again = noted(data)
    assert isinstance(again, Noted)
    assert not again.read  # each reading begins anew


def test_deep_nesting_and_two_ways_of_writing_are_refused() -> None:
    deep = json.dumps({"gridSize": 4, "regions": 0}).replace("0", "[" * 200 + "]" * 200)
    with pytest.raises(FormatError, match="nested too deeply"):
        formats.parse(deep)
    with pytest.raises(FormatError, match="two ways of writing"):
        formats.parse('{"gridSize": 4, "grid_size": 9}')


@pytest.mark.parametrize("count", [1, 30])
def test_many_unknown_keys_are_named_in_short(count: int) -> None:
    text = {"cells": ["R1C1"]} | {f"{WORD}{i}": 1 for i in range(count)}
    grid = [[{} for _ in range(4)] for _ in range(4)]
    unused = read_json("fpuzzles", {"size": 4, "grid": grid, "text": [text]}).extras["unused"]
    assert len(re.findall(WORD, unused)) == min(count, 20)
    assert unused.endswith("and 10 more") == (count == 30)


DOTS = [{"rule": "white-dot", "cells": ["r8c4", cell]} for cell in ("r9c4", "r8c5", "r7c4")]
OTHERS = [
    {"rule": "arrow", "bulb": "r1c1", "cells": ["r1c2", "r1c3"]},
    {"rule": "x-sum", "side": "left", "index": 3, "sum": 20},
    {"rule": "killer-cage", "cells": ["r5c5", "r5c6"], "sum": 3},
]


@pytest.mark.parametrize("format", ["json", "fpuzzles", "sudokumaker", "iss"])
@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("White-Dot", "R9C4+R8C4"),
        ("arrow", "r1c3+r1c1+r1c2"),
        ("x-sum", "+".join(f"r3c{column}" for column in range(1, 10))),
        ("killer-cage", "r5c5+r5c6"),
    ],
)
def test_one_clue_of_a_kind_is_left_out_by_its_cells(format: str, name: str, cells: str) -> None:
    geometry = Geometry.classic()
    rules = tuple(from_data(rule, geometry) for rule in [*DOTS, *OTHERS])
    text = formats.write(Document(Puzzle.empty(geometry, rules)), format)
    wanted = f"{name}:{cells}"
    document = formats.parse(text, ReadOptions(ignore=(wanted,)))
    (lost,) = {*rules} - {*document.puzzle.constraints}
    assert lost.name == name.lower()
    assert document.extras["ignored"] == wanted
    other = formats.parse(text, ReadOptions(ignore=(f"{name}:r1c1+r9c9", f"{name}:")))
    assert ({*other.puzzle.constraints}, other.extras) == ({*rules}, {})
