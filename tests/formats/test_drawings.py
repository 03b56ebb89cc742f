"""Drawings of links beside the rules, and fog: kept, drawn, and written out again."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry
from satdoku.formats import ReadOptions, links, lzstring
from satdoku.puzzle import Cosmetic, Document, Fog, Puzzle
from satdoku.render import make_scene, svg
from satdoku.render.colours import under_digits
from satdoku.render.style import STYLES
from tests.shared import DATA, thinned

LINKS = DATA / "variants" / "links.txt"
CORPUS = DATA / "variants" / "corpus.jsonl"
EMPTY = Puzzle.empty(Geometry.of_size(4))
SITES = ("sudokupad", "sudokumaker", "fpuzzles", "penpa")
DRAWINGS = (
    Cosmetic("mark", ((0.5, 0.5),), fill="#ffcc00", size=(1.0, 1.0)),
    Cosmetic("line", ((0.5, 0.5), (0.5, 1.5)), stroke="#d03030", width=0.12),
    Cosmetic("mark", ((1.0, 0.5),), True, "#000000", "#ffffff", size=(0.3, 0.3), rounded=True),
    Cosmetic("mark", ((-0.5, 1.5),), True, text="AB", font=0.6),
    Cosmetic("cage", ((2.5, 2.5), (2.5, 3.5)), True, text="9"),
    Cosmetic("line", ((3.5, 0.5), (1.5, 2.5)), stroke="#000000", width=0.06, head=0.3),
)
FOG = Fog((0, 5), ((0, (15, 14)),))


def real_links() -> list[str]:
    if not LINKS.is_file():
        return []
    lines = LINKS.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def site_of(text: str) -> str:
    return links.link_of(text).format


def back(document: Document, site: str) -> Document:
    return formats.parse(formats.write(document, site))


def placed(document: Document) -> Counter[Any]:
    """The drawings by their places, whatever their colours and sizes."""
    return Counter((one.kind, one.spots, one.text, one.rounded) for one in document.drawings)


@pytest.mark.parametrize("text", real_links())
def test_a_real_link_comes_back_with_its_rules_and_drawings(text: str) -> None:
    document = formats.parse(text)
    site = site_of(text)
    for name in ("json", site):
        try:
            given_back = back(document, name)
        except Unsupported:
            assert site == "lisudoku"
            continue
        assert given_back.puzzle == document.puzzle
        assert Counter(given_back.drawings) == Counter(document.drawings)
    if document.extras.get("drawings"):
        picture = svg(make_scene(document.puzzle, drawings=document.drawings))
        assert picture.count('class="drawing"') >= len(document.drawings)


def corpus() -> list[Any]:
    if not CORPUS.is_file():
        return []
    lines = CORPUS.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["puzzle"] for line in lines[:: max(1, len(lines) // 60)]]


@pytest.mark.full
@pytest.mark.parametrize("part", thinned(range(3), 3))
def test_sixty_puzzles_come_back_from_links_with_their_rules_and_drawings(part: int) -> None:
    puzzles = corpus()[part::3]
    if not puzzles:
        pytest.skip("no corpus")
    whole: Counter[str] = Counter()
    for puzzle in puzzles:
        text = puzzle if isinstance(puzzle, str) else json.dumps(puzzle)
        document = formats.parse(text)
        for site in ("sudokupad", "sudokumaker", "fpuzzles"):
            try:
                after = back(document, site)
            except Unsupported:
                continue
            whole[site] += 1
            if site == "sudokupad":
                assert after.puzzle == document.puzzle
                assert after.drawings == document.drawings
            else:
                scopes = [
                    Counter(
                        (rule.name, rule.scope(d.puzzle.geometry))
                        for d in (one,)
                        for rule in d.puzzle.constraints
                        if rule.parameters
                    )
                    for one in (document, after)
                ]
                assert sum(scopes[0].values()) <= sum(scopes[1].values())
            again = back(after, site)
            assert (again.puzzle, again.drawings) == (after.puzzle, after.drawings)
    assert whole["sudokupad"] >= 13
    assert min(whole.values()) >= 5


@pytest.mark.parametrize("site", SITES)
def test_drawings_and_fog_are_written_by_the_sites(site: str) -> None:
    document = Document(EMPTY, drawings=DRAWINGS, fog=FOG)
    given_back = back(document, site)
    assert given_back.puzzle == EMPTY
    missing = placed(document) - placed(given_back)
    # Penpa+ has no shape with text, and keeps the sum of a cage apart; f-puzzles draws no arrow.
    assert sum(missing.values()) <= (site in ("penpa", "fpuzzles")), missing
    assert sum(one.head > 0 for one in given_back.drawings) == (site != "fpuzzles")
    assert given_back.fog == (None if site == "penpa" else FOG)
    assert back(given_back, site).drawings == given_back.drawings


def test_fog_of_sudokumaker_that_is_no_list_lights_nothing() -> None:
    for key in ("effects", "triggers"):
        fog = {"type": 4001, key: 13}
        puzzle = {"width": 2, "height": 2, "cells": [{}, {}, {}, {}], "constraints": [fog]}
        text = json.dumps({"formatVersion": "1.6.0", "puzzle": puzzle})
        document = formats.parse(text, ReadOptions(format="sudokumaker"))
        assert document.fog == Fog((), ())


def test_what_satdoku_says_of_its_drawings_is_believed_beside_them_alone() -> None:
    text = '{"givens": "................", "constraints": [{"rule": "thermo", "cells": '
    document = formats.parse(text + '["r1c1", "r1c2", "r1c3"]}]}')
    link = formats.write(document, "sudokupad")
    assert formats.parse(link).puzzle == document.puzzle
    assert formats.unread_rules(document, link, "sudokupad") == ("thermo",)
    data = json.loads(lzstring.decompress(links.unquoted(link.split("scl")[1].strip())))
    data["lines"][0]["wayPoints"].pop()  # drawn anew elsewhere
    changed = formats.parse(json.dumps(data))
    assert not changed.puzzle.constraints
    assert len(changed.drawings) == 2
    assert "satdoku" in changed.extras["unused"]


def test_drawings_lie_under_or_over_the_grid_and_black_is_the_ink_of_the_style() -> None:
    picture = svg(make_scene(EMPTY, drawings=DRAWINGS), "dark")
    ground = under_digits("#ffcc00", STYLES["dark"])
    places = [picture.index(part) for part in (f'fill="{ground}"', 'class="thin"', ">AB<")]
    assert places == sorted(places)
    assert 'fill="#000000">AB' not in picture
    top = float(picture.split('viewBox="')[1].split()[1])
    assert top <= -32 - 0.3 * 64  # what stands outside of the board is on the picture
    assert picture.count('class="drawing"') == len(DRAWINGS)
    loud = Cosmetic("mark", ((0.5, 0.5),), text='<&"', ink="#ff0000")
    assert "&lt;&amp;" in svg(make_scene(EMPTY, drawings=(loud,)))


@pytest.mark.parametrize(
    ("key", "data", "place"),
    [
        ("drawings", {}, "drawings"),
        ("drawings", [7], r"drawings\[0\]"),
        ("drawings", [{"kind": "star", "spots": [[0, 0]]}], r"drawings\[0\].kind"),
        ("drawings", [{"kind": "line", "spots": []}], r"drawings\[0\].spots"),
        ("drawings", [{"kind": "line", "spots": [[0, 1e9]]}], "1000000000"),
        ("drawings", [{"kind": "line", "spots": [[0, "1"]]}], "row, column"),
        ("drawings", [{"kind": "mark", "spots": [[0, 0]], "fill": "url(x)"}], "colour"),
        ("drawings", [{"kind": "mark", "spots": [[0, 0]], "text": 5}], "text"),
        ("drawings", [{"kind": "mark", "spots": [[0, 0]], "font": True}], "number"),
        ("drawings", [{"kind": "mark", "spots": [[0, 0]], "rounded": 1}], "true or false"),
        ("drawings", [{"kind": "mark", "spots": [[0, 0]], "colour": ""}], "no key"),
        ("fog", [], "fog"),
        ("fog", {"lamps": ["r9c9"]}, "fog.lamps"),
        ("fog", {"lamps": "r1c1"}, "fog.lamps"),
        ("fog", {"reveals": [{"cell": "r1c1"}]}, "fog.reveals"),
        ("fog", {"reveals": [{"cell": 1, "cells": []}]}, "fog.reveals"),
    ],
)
def test_bad_drawings_and_fog_are_named_with_their_place(key: str, data: Any, place: str) -> None:
    with pytest.raises(FormatError, match=place):
        formats.parse(json.dumps({"givens": "." * 16, key: data}))


@pytest.mark.parametrize(
    ("data", "count", "unused"),
    [
        ({"lines": [{"wayPoints": [[0, 0], ["x", 1]], "color": "red"}]}, 0, "cannot be drawn"),
        ({"lines": [{"wayPoints": [[0, 0], [1, 1]], "color": "javascript:x"}]}, 1, ""),
        ({"overlays": [{"center": [1, 1], "width": "big", "text": 7}, 5]}, 1, "cannot be drawn"),
        ({"foglight": [[0, 0]], "triggereffect": [{"trigger": 7}]}, 0, "1 triggereffect"),
    ],
)
def test_a_link_with_parts_that_no_one_reads_opens_with_the_rest(
    data: Any, count: int, unused: str
) -> None:
    board = {"cells": [[{}] * 4] * 4, "regions": [], "cages": []}
    document = formats.parse(json.dumps(board | data), ReadOptions("sudokupad"))
    assert len(document.drawings) == count
    assert unused in document.extras.get("unused", "")
    assert "javascript" not in svg(make_scene(document.puzzle, drawings=document.drawings))


def test_a_cage_that_is_only_drawn_may_lie_beside_the_board() -> None:
    beside = Cosmetic("cage", ((0.5, 0.5), (-0.5, 4.5)), True, text="x")
    assert back(Document(EMPTY, drawings=(beside,)), "sudokupad").drawings == (beside,)
    text = formats.write(Document(EMPTY, drawings=(beside,)), "sudokupad")
    data = json.loads(lzstring.decompress(links.unquoted(text.split("scl")[1].strip())))
    data["cages"][0]["unique"] = True
    with pytest.raises(FormatError, match=r"is not a \[row, column\] of the board"):
        formats.parse(json.dumps(data))


@pytest.mark.parametrize(("number", "name"), [(2000, "lines"), (2001, "cages"), (2002, "symbols")])
@pytest.mark.parametrize("value", [1, "text", {"a": 1}, [1], [{"cells": 1}], [[1]]])
def test_drawings_of_sudokumaker_that_are_none_are_left_out(
    number: int, name: str, value: Any
) -> None:
    item = {"type": number, name: value}
    puzzle = {"width": 2, "height": 2, "cells": [{}] * 4, "constraints": [item]}
    text = json.dumps({"formatVersion": "1.6.0", "puzzle": puzzle})
    document = formats.parse(text, ReadOptions(format="sudokumaker"))
    assert document.drawings == ()
    assert document.extras["drawings"] == f"1 {name[:-1]}"


@pytest.mark.parametrize(
    ("path", "kind", "spots", "size"),
    [
        (
            "M81.9 64a14.1 14.1 1 0 0 28.2 0l0 0a14.1 14.1 1 0 0 -28.2 0z",
            "mark",
            ((1, 1.5),),
            0.4406,
        ),
        ("M0 64L64 64l0 64z", "line", ((1, 0), (1, 1), (2, 1), (1, 0)), 0),
        ("M0 0H64V32h-32", "line", ((0, 0), (0, 1), (0.5, 1), (0.5, 0.5)), 0),
        ("M0 0C1 1 2 2 3 3", "", (), 0),
        ("M0 0L64 64ZM1 1L2 2", "", (), 0),
        ("M0 0a1 2 0 0 0 4 0a1 2 0 0 0 -4 0z", "", (), 0),
        ("M0 0L64", "", (), 0),
    ],
)
def test_paths_of_dots_and_lines_are_drawn(
    path: str, kind: str, spots: tuple[Any, ...], size: float
) -> None:
    """As a converter of Penpa+'s drawings writes them; others are counted and left out."""
    line = {"d2": path, "fill": "#FFFFFF", "color": "#000000", "target": "overlay", "thickness": 2}
    data = {"cells": [[{}] * 4] * 4, "regions": [], "lines": [line]}
    document = formats.parse(json.dumps(data))
    assert document.extras["drawings"] == "1 line"
    assert [(one.kind, one.spots, one.size[0]) for one in document.drawings] == (
        [(kind, spots, size)] if kind else []
    )
    assert back(document, "sudokupad").drawings == document.drawings
