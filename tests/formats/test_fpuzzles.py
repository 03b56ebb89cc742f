"""f-puzzles' JSON and links."""

from __future__ import annotations

import io
import json
import random
from typing import Any
from urllib.parse import quote, unquote

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.board import Geometry, Grid
from satdoku.constraints import REGISTRY, from_data
from satdoku.formats import ReadOptions, fpuzzles, lzstring
from satdoku.puzzle import Document, Puzzle
from tests.formats.common import PUZZLE
from tests.formats.rules import random_document
from tests.shared import shared_file

OPTIONS = ReadOptions()


def board(side: int = 4, **keys: Any) -> dict[str, Any]:
    return {"size": side, "grid": [[{} for _ in range(side)] for _ in range(side)], **keys}


def read(data: dict[str, Any], *ignore: str) -> Document:
    return formats.parse(json.dumps(data), ReadOptions(ignore=ignore))


def names(document: Document) -> list[str]:
    return [rule.name for rule in document.puzzle.constraints]


GEOMETRIES = (
    Geometry.classic(),
    Geometry.of_size(6),
    Geometry.of_size(7),
    Geometry.latin(6),
    Geometry.boxes(6, 3, 2),
    Geometry.jigsaw(map(int, "0001022133213321")),
)
HELD = sorted({key.rule for key in fpuzzles.TABLE} - {"diagonal-anti", "diagonal-main"})


@pytest.mark.parametrize("seed", range(40))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    geometry = chance.choice(GEOMETRIES)
    rules = [r for r in HELD if r not in ("disjoint-groups", "box-indexer")]
    if geometry.size != 9:
        rules.remove("lockout")
    if chance.random() < 0.5:
        rules.remove("non-consecutive")  # it cannot stand beside dots
    else:
        rules = [rule for rule in rules if not rule.endswith("-dot")]
    document = random_document(chance, [*rules, "diagonal"], geometry)
    text = formats.write(document, "fpuzzles")
    assert text.startswith("https://f-puzzles.com/?load=N4Ig")
    assert text.count("\n") == 1
    back = formats.parse(text)
    assert back.puzzle.geometry == geometry
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    assert back.puzzle.givens == document.puzzle.givens
    assert (back.title, back.author, back.rules) == (
        document.title,
        document.author,
        document.rules,
    )
    if document.position is None:
        assert back.position is None
    else:
        assert back.position is not None
        assert back.position.values == document.position.values
        assert back.position.candidates == document.position.candidates


def test_corpus() -> None:
    path = shared_file("variants", "corpus.jsonl")
    done = 0
    for line in path.read_text(encoding="utf-8").split("\n"):
        item = json.loads(line) if line else {"format": ""}
        if not item["format"].startswith("fpuzzles"):
            continue
        try:
            document = read(item["puzzle"])
        except FormatError as error:
            assert "satdoku does not know" in str(error), str(error)  # noqa: PT017
            continue
        done += 1
        solution = item["solution"] or ""
        if (
            len(solution) == document.puzzle.geometry.cell_count
            and "line" not in item["constraints"]
        ):
            grid = Grid(document.puzzle.geometry, tuple(map(int, solution)))
            assert document.puzzle.accepts(grid), item["name"]
        again = formats.parse(formats.write(document, "fpuzzles"))
        assert set(again.puzzle.constraints) == set(document.puzzle.constraints)
    assert done >= 8


def test_links_of_the_site() -> None:
    lines = shared_file("variants", "links.txt").read_text(encoding="utf-8").split("\n")
    links = [line for line in lines if "f-puzzles.com" in line]
    assert len(links) > 1
    for line in links:
        assert formats.detect(line) == "fpuzzles"
        names = tuple({key.rule for key in fpuzzles.TABLE} - {*REGISTRY})
        assert formats.parse(line, ReadOptions(ignore=names)).puzzle.geometry.size == 9


def test_cells_givens_marks_and_what_a_player_entered() -> None:
    data = board(solution=[1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    data["grid"][0][0] = {"value": 1, "given": True, "centerPencilMarks": [1]}
    data["grid"][0][1] = {"value": "2", "c": "#FF0000"}
    data["grid"][0][2] = {"centerPencilMarks": [3], "cornerPencilMarks": [4, "x"]}
    data["grid"][3][3] = {"givenPencilMarks": [1, 2]}
    document = read(data)
    puzzle, position = document.puzzle, document.position
    assert puzzle.givens == (1, *[None] * 15)
    assert puzzle.pencil_marks == (*[None] * 15, frozenset((1, 2)))
    assert position is not None
    assert position.values == (1, 2, *[None] * 14)
    assert position.candidates[2] == {3}
    assert position.candidates[3] == {3, 4}  # no marks: what the placed digits leave
    assert document.solution is not None
    assert document.corners == {2: {4}}
    assert document.extras["drawings"] == "1 colour"
    assert document.extras["unused"] == "1 corner mark other than a digit"


def test_old_parity_and_both_diagonals() -> None:
    data = board(**{"diagonal+": True, "diagonal-": True, "antiking": False})
    data["grid"][0][0] = {"parity": "Odd"}
    data["grid"][3][3] = {"parity": "Odd"}
    document = read(data)
    assert sorted(names(document)) == ["diagonal", "odd"]
    odd = next(rule for rule in document.puzzle.constraints if rule.name == "odd")
    assert odd.scope(document.puzzle.geometry) == (0, 15)


def test_regions() -> None:
    assert read(board(7)).puzzle.geometry == Geometry.latin(7)
    data = board(7)
    for row, column in ((0, 0), (1, 0)):
        data["grid"][row][column] = {"region": 1 - row}
    # On a board of prime size a cell without the key is in the region of its row.
    geometry = read(data).puzzle.geometry
    assert [len(region.cells) for region in geometry.regions] == [7] * 7
    assert set(geometry.regions[0].cells) == {0, 8, 9, 10, 11, 12, 13}
    without = board(6)
    for row in without["grid"]:
        for cell in row:
            cell["region"] = None
    assert read(without).puzzle.geometry == Geometry.latin(6)
    data["grid"][0][0] = {"region": 0}
    with pytest.raises(FormatError, match=r"region [01] has [86] cells"):
        read(data)


@pytest.mark.parametrize("name", ["f-puzzles", "F-Puzzles", "FPUZZLES"])
def test_the_name_of_the_site_is_the_format(name: str) -> None:
    assert formats.get_format(name).name == "fpuzzles"


def test_the_key_that_is_missing_is_named() -> None:
    text = json.dumps({"size": 9})
    with pytest.raises(FormatError, match='the key "grid" is missing'):
        formats.parse(text, ReadOptions(format="fpuzzles"))


def test_a_drawing_is_no_rule_and_is_reported() -> None:
    line = {"lines": [["R1C1", "R1C2"]], "outlineC": "#000000", "width": 0.25}
    copies = [line | {"fromConstraint": "Renban"}, line | {"isNewConstraint": True}]
    data = board(
        line=[line, *copies],
        text=[{"cells": ["R1C1"], "value": ">"}],
        fogofwar=["R1C1"],
        arrow=[{"cells": ["R1C1"], "lines": []}],
    )
    document = read(data)
    assert document.puzzle.constraints == ()
    drawings = document.extras["drawings"].split(", ")
    assert sorted(drawings) == ["1 arrow without a line", "1 text", "3 lines"]
    assert document.extras["unused"] == "1 fogofwar"
    # A copy of a rule that stands elsewhere is none of its own.
    with_rule = read(board(line=copies, renban=[{"lines": [["R1C1", "R1C2"]]}]))
    assert (names(with_rule), with_rule.extras) == (["renban"], {})
    no_number = read(board(nabner=[{"lines": [["R1C1", "R1C2"]], "value": ""}]))
    assert (names(no_number), no_number.extras) == (["nabner"], {})
    other = read(board(line=copies[:1], palindrome=[{"lines": [["R1C1", "R1C2"]]}]))
    assert (names(other), other.extras) == (["palindrome"], {"drawings": "1 line"})


def test_what_a_click_by_mistake_leaves_says_nothing() -> None:
    document = read(
        board(
            thermometer=[{"lines": [["R1C1"], ["R1C1", "R1C2"]]}],
            killercage=[{"cells": [], "value": "5"}],
            activeConstraints=["Thermometer", "Killer Cage"],
            triggereffect=[{}],
        )
    )
    assert [rule.name for rule in document.puzzle.constraints] == ["thermo"]
    assert document.extras == {
        "unused": "1 killercage without cells, 1 triggereffect, 1 thermometer of one cell"
    }


BLANKS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("arrow", {"cells": ["R2C2"], "lines": []}, "a line"),
    ("arrow", {"cells": ["R2C2", "R2C3"], "lines": []}, "a line"),
    ("arrow", {"cells": ["R2C3", "R3C3", "R4C3"], "lines": [["R2C3"]]}, "a line"),
    ("arrow", {"cells": ["R1C1", "R2C2"], "lines": []}, "a line"),
    ("arrow", {"cells": ["R1C1", "R1C2", "R2C2"], "lines": []}, "a line"),
    ("thermometer", {"lines": [["R3C3"]]}, "a line"),
    ("betweenline", {"lines": [["R3C3"]]}, "a line"),
    ("littlekillersum", {"cell": "R0C1", "direction": "DR", "value": ""}, "a value"),
    ("littlekillersum", {"cell": "R5C1", "direction": "UR"}, "a value"),
    ("sandwichsum", {"cell": "R1C0", "value": ""}, "a value"),
    ("xsum", {"cell": "R5C2", "value": None}, "a value"),
    ("skyscraper", {"cell": "R0C2", "value": ""}, "a value"),
    ("xv", {"cells": ["R1C1", "R1C2"], "value": ""}, "a value"),
    ("quadruple", {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}, "digits"),
)


@pytest.mark.parametrize(("name", "item", "lacking"), BLANKS)
def test_a_clue_that_lacks_what_it_would_say_is_a_drawing(
    name: str, item: dict[str, Any], lacking: str
) -> None:
    data = board(**{name: [item, item]})
    document = read(data)
    assert document.puzzle.constraints == ()
    assert document.extras == {"drawings": f"2 {name}s without {lacking}"}
    assert len(document.drawings) >= 2
    with pytest.raises(FormatError, match=f"2 {name}s without {lacking}"):
        formats.parse(json.dumps(data), ReadOptions(strict=True))
    for site in ("fpuzzles", "json", "sudokupad", "sudokumaker"):
        again = formats.parse(formats.write(document, site))
        assert len(again.drawings) == len(document.drawings)
        if site in ("fpuzzles", "json"):
            assert again.drawings == document.drawings
    ignored = read(data, name)
    assert (ignored.drawings, ignored.extras) == ((), {"ignored": name})


def test_a_blank_letter_exempts_its_pair_of_the_negative_rule() -> None:
    marks = [{"cells": ["R1C1", "R1C2"], "value": ""}, {"cells": ["R3C1", "R3C2"], "value": "V"}]
    document = read(board(xv=marks, negative=["xv"]))
    assert not document.puzzle.with_givens({0: 1, 1: 4}).problems()
    assert document.puzzle.with_givens({4: 1, 5: 4}).problems()
    back = formats.parse(formats.write(document, "fpuzzles"))
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    assert (back.drawings, back.extras) == (document.drawings, document.extras)


LOOP = ["R1C1", "R1C3", "R3C3", "R1C1"]


@pytest.mark.parametrize("name", ["renban", "nabner", "regionsumline"])
def test_a_closed_line_of_cells_has_its_meaning(name: str) -> None:
    loop = ["R1C2", "R1C3", "R2C3", "R3C2", "R2C2", "R1C2"]
    loop = loop if name == "regionsumline" else LOOP[:2] + LOOP[3:]
    document = read(board(6 if name == "renban" else 4, **{name: [{"lines": [loop]}]}))
    assert document.extras == {}
    (rule,) = document.puzzle.constraints
    geometry = document.puzzle.geometry
    cells = [geometry.name(cell).upper() for cell in rule.arguments()["cells"]]
    if name == "regionsumline":
        # From a border on, so that the piece of the first box stays whole.
        pieces = [[geometry.name(c) for c in piece] for piece in rule.pieces(geometry)]  # type: ignore[attr-defined]
        assert sorted(map(sorted, pieces)) == [["r1c2", "r2c2"], ["r1c3", "r2c3"], ["r3c2"]]
    else:
        assert cells == loop[:-1]


@pytest.mark.parametrize("name", ["zipperline", "doublearrow", "thermometer"])
def test_a_closed_line_without_a_meaning_is_a_drawing(name: str) -> None:
    copy = {"line": [{"lines": [LOOP], "fromConstraint": "Zipper Line"}]}
    more = copy if name == "zipperline" else {}
    document = read(
        board(renban=[{"lines": [["R2C1", "R2C2"]]}], **{name: [{"lines": [LOOP]}]}, **more)
    )
    assert names(document) == ["renban"]
    assert document.extras == {"drawings": f"1 closed {name}"}
    (line,) = document.drawings
    assert line.spots[0] == line.spots[-1] == (0.5, 0.5)
    again = formats.parse(formats.write(document, "fpuzzles"))
    assert again.drawings == document.drawings


def test_an_arrow_that_comes_back_to_its_circle_is_a_drawing() -> None:
    arrow = {"cells": ["R1C1"], "lines": [["R1C1", "R1C2", "R2C2", "R1C1"], ["R1C1", "R2C1"]]}
    document = read(board(arrow=[arrow]))
    assert [rule.arguments()["cells"] for rule in document.puzzle.constraints] == [(4,)]
    assert document.extras == {"drawings": "1 closed arrow"}
    circle, line = document.drawings
    assert (circle.rounded, line.spots[0], line.spots[-1]) == (True, (0.5, 0.5), (0.5, 0.5))
    assert formats.parse(formats.write(document, "fpuzzles")).drawings == document.drawings


def test_capsules_lie_where_they_are_drawn() -> None:
    def looks(*cells: str) -> list[tuple[Any, ...]]:
        drawings = read(board(arrow=[{"cells": [*cells], "lines": []}])).drawings
        return [(one.kind, *one.spots, one.size, one.angle) for one in drawings]

    assert looks("R2C2", "R2C3") == [("mark", (1.5, 2.0), (0.75, 1.75), 0.0)]
    assert looks("R4C3", "R3C3", "R2C3") == [("mark", (2.5, 2.5), (2.75, 0.75), 0.0)]
    assert looks("R2C1", "R1C2") == [("mark", (1.0, 1.0), (0.75, 2.1642), -45.0)]
    bent = ((0.5, 0.5), (0.5, 1.5), (1.5, 1.5))
    assert looks("R1C1", "R1C2", "R2C2") == [("line", *bent, (0, 0), 0)] * 2


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        ({"wiggle": []}, "no key 'wiggle'.*--ignore wiggle"),
        ({"killercage": [{"cells": ["R1C1"], "sum": 3}]}, r"killercage\[0\]: .*key 'sum'"),
        ({"killercage": [{"cells": ["R1C1"], "value": "<12"}]}, r"killercage\[0\].*'<12'"),
        ({"nabner": [{"lines": [["R1C1", "R1C2"]], "value": "4"}]}, r"nabner\[0\]: .*'value'"),
        ({"extraregion": [{"cells": ["R1C1"], "value": "4"}]}, r"extraregion\[0\]: .*'value'"),
        ({"odd": [{"cell": "R1C1", "fromConstraint": "Wiggle"}]}, "odd.*'fromConstraint'"),
        ({"activeConstraints": ["Anti-Knight"]}, "no key 'activeConstraints'"),
        ({"activeConstraints": ["Wiggle"]}, "no key 'activeConstraints'"),
        ({"metadata": {"antiknight": True}}, "metadata: .* no key 'antiknight'"),
        ({"cosmetic": {"wiggle": [1]}}, "no key 'cosmetic'"),
        (
            {
                "littlekillersum": [
                    {"cell": "R0C1", "cells": ["R1C1"], "direction": "DR", "value": 3}
                ]
            },
            r"littlekillersum\[0\]: .*not those of the diagonal",
        ),
        ({"killercage": [{"cells": ["R1C5"]}]}, r"killercage\[0\].*r1c5"),
        ({"killercage": {}}, "must be a list"),
        ({"killercage": [5]}, r'"killercage\[0\]" must be an object'),
        ({"cage": [{"cells": ["R1C1"], "value": "DR5"}]}, "digital-root-cage"),
        ({"xv": [{"cells": ["R1C1", "R1C2"], "value": "XV"}]}, r"xv\[0\].*'XV'"),
        ({"negative": ["odd"]}, "negative.*'odd'"),
        ({"antiknight": "yes"}, "antiknight: true or false"),
        ({"size": 5}, "5 rows of 5 cells"),
        ({"grid": [0, *[[{}] * 4] * 4]}, "4 rows of 4 cells"),
        ({"grid": [[{"region": 9}] * 4, *[[{}] * 4] * 3]}, r"region \d has 2 cells"),
        ({"killercage": [{"cells": ["R1C1"], "value": 10**20}]}, r"killercage\[0\].*an integer"),
        ({"littlekillersum": [{"cell": "R0C1", "direction": [], "value": 3}]}, "UL, UR, DL"),
        ({"title": "\ud800"}, '"title" holds .*not a character'),
        ({"size": "4"}, '"size" must be'),
        ({"title": 5}, '"title" must be a text'),
        ({"littlekillersum": [{"cell": "R0C1", "direction": "D", "value": 3}]}, "UL, UR, DL"),
        ({"skyscraper": [{"cell": "R0C0", "value": "3"}]}, "beside a row or a column"),
    ],
)
def test_bad_input(keys: dict[str, Any], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        read(board(**keys))


def test_bad_cells() -> None:
    for cell, words in (
        ({"value": "a"}, r'"grid\[0\]\[0\].value" must be an integer'),
        ({"values": 3}, r"grid\[0\]\[0\]: .* no key 'values'"),
        ({"value": 3, "given": 1}, r"grid\[0\]\[0\].given\" must be true or false, not 1"),
        ({"parity": "odd?"}, "parity"),
        ({"region": "a"}, "region"),
        ({"centerPencilMarks": 3}, "list of digits"),
        ({"value": 7}, "r1c1 has the digit 7"),
        (3, "must be an object"),
    ):
        data = board()
        data["grid"][0][0] = cell
        with pytest.raises(FormatError, match=words):
            read(data)


def test_what_is_named_may_be_left_out_and_that_is_stated() -> None:
    data = board(
        wiggle=[{}],
        killercage=[{"cells": ["R1C1"], "value": "<12"}],
        antiknight=True,
        text=[{"cells": ["R1C1"], "value": ">"}],
    )
    document = read(data, "wiggle", "Killer-Cage", "text")
    assert names(document) == ["anti-knight"]
    assert document.extras == {"ignored": "killer-cage, text, wiggle"}
    assert read(board(), "wiggle").extras == {}


def test_a_rule_that_is_not_known_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from satdoku import constraints

    monkeypatch.setattr(constraints, "REGISTRY", {})
    data = board(thermometer=[{"lines": [["R1C1", "R1C2"]]}])
    with pytest.raises(FormatError, match=r"thermometer\[0\]: .*'thermo'.*--ignore thermo"):
        read(data)
    assert read(data, "thermo").extras == {"ignored": "thermo"}


@pytest.mark.skipif("white-dot" not in REGISTRY, reason="the rule is not known")
def test_nonconsecutive_beside_dots_means_pairs_without_one() -> None:
    dots = {"difference": [{"cells": ["R1C1", "R1C2"]}]}
    document = read(board(nonconsecutive=True, **dots))
    assert names(document) == ["negative-difference", "white-dot"]
    back = formats.parse(formats.write(document, "fpuzzles"))
    assert set(back.puzzle.constraints) == set(document.puzzle.constraints)
    geometry = document.puzzle.geometry
    rules = [{"rule": "white-dot", "cells": ["r1c1", "r1c2"]}, {"rule": "non-consecutive"}]
    puzzle = Puzzle.empty(geometry, [from_data(rule, geometry) for rule in rules])
    with pytest.raises(Unsupported, match="beside dots"):
        formats.write(Document(puzzle), "fpuzzles")


def test_what_cannot_be_written_is_refused() -> None:
    empty = Puzzle(Geometry.of_size(4), (None,) * 16, (frozenset(), *[None] * 15))
    with pytest.raises(Unsupported, match="r1c1"):
        formats.write(Document(empty), "fpuzzles")
    uneven = Geometry.jigsaw([0, 0, 0, 1] + [1] * 12)
    with pytest.raises((Unsupported, FormatError), match=r"board|region"):
        formats.write(Document(Puzzle.empty(uneven)), "fpuzzles")


# --- links -------------------------------------------------------------------------------------

LINK = formats.write(Document(PUZZLE), "fpuzzles").strip()
PACKED = unquote(LINK.split("=", 1)[1])


@pytest.mark.parametrize(
    "text",
    [
        f"https://f-puzzles.com/?load={PACKED}",
        f"http://www.f-puzzles.com/?load={PACKED.replace('+', ' ')}",
        f"f-puzzles.com/?load={quote(PACKED)}",
        f"https://f-puzzles.com/?a=b&load={PACKED.rstrip('=')}#top",
        f"?load={PACKED}",
        PACKED,
        f"  {LINK}  ",
    ],
)
def test_forms_of_a_link(text: str) -> None:
    assert formats.detect(text) == "fpuzzles"
    assert formats.parse(text).puzzle == PUZZLE


def test_slashes_that_a_server_has_merged() -> None:
    texts = (
        json.dumps(board(title="abcdefghijkl"[:n] + "\ufffd"), ensure_ascii=False)
        for n in range(12)
    )
    packed = next(p for p in map(lzstring.compress, texts) if p.count("//") == 1)
    text = f"https://f-puzzles.com/?load={packed.replace('//', '/')}"
    assert formats.parse(text).puzzle.geometry == Geometry.of_size(4)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (LINK[:200], "ends too soon, after"),
        (LINK[:45] + "!" + LINK[46:], "character [0-9]+ .*'!'"),
        (f"https://f-puzzles.com/?load={quote(quote(PACKED, safe=''))}", "percent-encoded twice"),
        (f"https://f-puzzles.com/?load={PACKED}=.", r"'\.', cannot occur there"),
        (f"https://f-puzzles.com/?load={PACKED[:40]}\n{PACKED[40:]}", "this one continues"),
        ("https://f-puzzles.com/?id=yh2jtrfv", "'yh2jtrfv'.*database.*opens no network"),
        ("https://f-puzzles.com/", "carries no puzzle"),
        ("https://example.com/?load=N4Ig", "link of example.com"),
        ("https://tinyurl.com/abcd", "link of tinyurl.com only leads to another.*the long link"),
        ("bit.ly/abcd", "open it in a browser"),
        ("https://sudokustudio.net/?b=N4Ig", "carries a puzzle, but in a form of that site's own"),
        ("https://sudokustudio.net/", "it does not contain the puzzle"),
        ("https://sudokupad.app/abc123", "'abc123'.*database"),
        (f"https://f-puzzles.com/?load={lzstring.compress('[1, 2]')}", '"size" and "grid"'),
        (f"https://f-puzzles.com/?load={lzstring.compress('no JSON')}", "inside the link"),
    ],
)
def test_bad_links(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words) as caught:
        formats.parse(text)
    assert len(str(caught.value)) < 400


def test_a_link_under_the_name_of_another_format() -> None:
    with pytest.raises(FormatError):
        formats.parse(LINK, ReadOptions(format="line"))
    assert formats.parse(LINK, ReadOptions(format="fpuzzles")).puzzle == PUZZLE


def test_a_file_of_links_and_objects() -> None:
    text = f"# a comment\n{LINK}\n\nhttps://f-puzzles.com/?id=abc\n{json.dumps(board())}\n"
    entries = list(formats.read(io.StringIO(text)))
    assert [entry.line for entry in entries] == [2, 4, 5]
    assert entries[0].document is not None
    assert entries[0].document.puzzle == PUZZLE
    assert str(entries[1].error).startswith("line 4")
    assert entries[2].document is not None
    pretty = json.dumps(board(), indent=1)
    (entry,) = formats.read(io.StringIO(pretty))
    assert entry.document is not None


def test_a_lockout_line_has_its_difference_on_boards_of_nine_alone() -> None:
    line = {"lockout": [{"lines": [["R1C1", "R1C2", "R1C3"]]}]}
    (rule,) = read(board(9, **line)).puzzle.constraints
    assert rule.arguments()["diff"] == 4
    with pytest.raises(FormatError, match="'diff' must be given on a board of 6 digits"):
        read(board(6, **line))


def test_drawn_copies_are_written_in_one_order() -> None:
    rules = [{"rule": f"{kind}-indexer", "cells": [cell]} for kind, cell in
             (("row", "r1c4"), ("column", "r7c3"), ("row", "r2c4"))]  # fmt: skip
    data = {"satdoku": 1, "givens": "." * 81, "constraints": rules}
    link = formats.write(formats.parse(json.dumps(data)), "fpuzzles")
    assert formats.write(formats.parse(link), "fpuzzles") == link
