"""The strings of Interactive Sudoku Solver."""

from __future__ import annotations

import io
import json
import random
from urllib.parse import quote

import pytest

from satdoku import formats
from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.limits import Limit
from satdoku.board import Geometry, Grid
from satdoku.constraints import REGISTRY, LittleKiller, from_data, parse_rules, to_data
from satdoku.formats import ReadOptions, iss
from satdoku.puzzle import Document, Puzzle
from satdoku.solving import check_unique
from tests.formats.common import PUZZLE
from tests.formats.rules import random_document
from tests.shared import shared_file, thinned

HELD = sorted({key.rule for key in iss.TABLE} - {"diagonal-anti", "diagonal-main"})
LINES = ("minimum", "maximum", "clone", "slow-thermo", "nabner", "windoku")
"""Rules that are written as other rules, or known to be read back as such."""


def meanings(puzzle: Puzzle) -> set[object]:
    """The rules, a diagonal of a little killer whichever way it is read."""
    return {
        (frozenset(rule.scope(puzzle.geometry)), rule.sum)
        if isinstance(rule, LittleKiller)
        else rule
        for rule in puzzle.constraints
        if rule.name not in ("odd", "even")
    }


def rules(text: str, *ignore: str) -> list[object]:
    document = formats.parse(text, ReadOptions(ignore=ignore))
    geometry = document.puzzle.geometry
    return [to_data(rule, geometry) for rule in document.puzzle.constraints]


@pytest.mark.parametrize("seed", range(30))
def test_round_trip(seed: int) -> None:
    chance = random.Random(seed)
    geometry = chance.choice(
        (
            Geometry.classic(),
            Geometry.of_size(6),
            Geometry.of_size(7),
            Geometry.of_size(16),
            Geometry.latin(6),
            Geometry.boxes(6, 3, 2),
            Geometry.jigsaw(map(int, "0001022133213321")),
            Geometry.rectangle(6, 8),
            Geometry.rectangle(9, 9, digits=range(9)),
            Geometry.rectangle(6, 6, digits=range(1, 10), region_size=6),
            Geometry.rectangle(5, 4, digits=range(6), box=None, raw=True),
        )
    )
    held = [rule for rule in HELD if rule not in (*LINES, "disjoint-groups")]
    document = random_document(chance, held, geometry, position=False)
    text = formats.write(document, "iss")
    tables = tuple({"pair-table", "all-pairs"} - {*REGISTRY})
    back = formats.parse(text, ReadOptions(format="iss", ignore=tables))
    assert formats.detect(text) == "iss"
    assert back.puzzle.geometry == geometry
    assert back.puzzle.givens == document.puzzle.givens
    if ".Pair" not in text:
        assert meanings(back.puzzle) == meanings(document.puzzle)


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (".AntiKnight", ["anti-knight"]),
        (".AntiKnight.AntiKing", ["anti-knight", "anti-king"]),
        (".StrictXV", ["negative-xv"]),
        (".ChaosConstruction.NoBoxes.", ["chaos-construction"]),
    ],
)
def test_items_without_arguments_alone(text: str, rules: list[str]) -> None:
    assert formats.detect(text) == "iss"
    assert sorted(rule.name for rule in formats.parse(text).puzzle.constraints) == sorted(rules)


@pytest.mark.parametrize("text", [".Bashrc", ".AntiKnight.Bashrc", "AntiKnight", ".gitignore"])
def test_other_names_are_no_items(text: str) -> None:
    with pytest.raises(FormatError):
        formats.parse(text)


def test_rules_that_are_written_and_read_alike() -> None:
    geometry = Geometry.classic()
    for data in (
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 10},
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2"]},
        {"rule": "extra-region", "cells": ["r1c1", "r9c9"]},
        {"rule": "diagonal"},
        {"rule": "diagonal-main"},
        {"rule": "diagonal-anti"},
        {"rule": "anti-knight"},
        {"rule": "anti-king"},
        {"rule": "non-consecutive"},
        {"rule": "windoku"},
        {"rule": "disjoint-groups"},
    ):
        puzzle = Puzzle.empty(geometry, [from_data(data, geometry)])
        assert formats.parse(formats.write(Document(puzzle), "iss")).puzzle == puzzle


@pytest.mark.parametrize(("name", "pairs"), [
    ("maximum", ".GreaterThan~R1C1~R2C1.GreaterThan~R1C2~R1C3.GreaterThan~R1C2~R2C2"),
    ("minimum", ".GreaterThan~R2C1~R1C1.GreaterThan~R1C3~R1C2.GreaterThan~R2C2~R1C2"),
])  # fmt: skip
def test_extremes_become_pairs_with_their_neighbours(name: str, pairs: str) -> None:
    geometry = Geometry.of_size(4)
    rule = from_data({"rule": name, "cells": ["r1c1", "r1c2"]}, geometry)
    puzzle = Puzzle.empty(geometry, [rule])
    text = formats.write(Document(puzzle), "iss")
    assert text == f".Shape~4x4{pairs}\n"


def test_odd_and_even_cells_become_their_digits() -> None:
    geometry = Geometry.of_size(6)
    odd = from_data({"rule": "odd", "cells": ["r1c1", "r1c2"]}, geometry)
    puzzle = Puzzle(geometry, (3, *[None] * 35), None, (odd,))
    text = formats.write(Document(puzzle), "iss")
    assert text == ".Shape~6x6.~R1C1_3~R1C2_1_3_5\n"
    back = formats.parse(text).puzzle
    assert back.givens == puzzle.givens
    assert back.pencil_marks is not None
    assert back.pencil_marks[1] == {1, 3, 5}


@pytest.mark.full
def test_corpus() -> None:
    path = shared_file("variants", "corpus.jsonl")
    done = 0
    for line in path.read_text(encoding="utf-8").split("\n"):
        item = json.loads(line) if line else {"format": ""}
        if item["format"] != "iss":
            continue
        assert formats.detect(item["puzzle"].strip()) == "iss"
        document = formats.parse(item["puzzle"])
        done += 1
        solution, geometry = item["solution"] or "", document.puzzle.geometry
        # Regions and shadings take a search of seconds.
        searched = ".Chaos" in item["puzzle"] or ".Connected" in item["puzzle"]
        if len(solution) == geometry.cell_count and geometry.digits[-1] <= 9 and not searched:
            assert document.puzzle.accepts(Grid(geometry, tuple(map(int, solution)))), item["name"]
        try:
            again = formats.parse(formats.write(document, "iss")).puzzle
        except Unsupported as error:
            reasons = ("full-rank", "named DGC", "VX13")  # ties; what houses lack; a row of 27
            assert any(reason in str(error) for reason in reasons)  # noqa: PT017
            continue
        assert (again.givens, again.geometry) == (document.puzzle.givens, geometry)
        assert set(again.constraints) == set(document.puzzle.constraints)
    assert done >= 6


def test_givens_and_candidates() -> None:
    puzzle = formats.parse(".~R1C1_5~R1C2_1_2.~R1C2_2_3 .~R1C3_1_2_3").puzzle
    assert puzzle.givens[:3] == (5, 2, None)  # two entries of a cell intersect
    assert puzzle.pencil_marks is not None
    assert puzzle.pencil_marks[:3] == (None, None, frozenset((1, 2, 3)))
    assert puzzle.geometry.is_classic


def test_arms_that_are_not_written_end_at_the_border_of_the_grid() -> None:
    (chaos,) = rules(".Shape~4x4.ChaosConstruction.NoBoxes.ChaosArrow~R4C3.ChaosCount~R4C4")
    arrow, count = chaos["rules"]
    assert arrow["lines"] == [["r3c3", "r2c3", "r1c3"], ["r4c2", "r4c1"], ["r4c4"]]
    assert (count["start"], count["cells"]) == ("r4c4", ["r3c3", "r3c4", "r4c3"])
    for item in ("ChaosArrow~VA1", "ChaosCount~VA1", "ChaosArrow~R1C1~0~CC1~VA1"):
        with pytest.raises(FormatError, match="'VA1' names no region of a cell of the grid"):
            formats.parse(f".Shape~4x4.Var~A~~4x4.ChaosConstruction.NoBoxes.{item}")


def test_lines_comments_and_empty_items() -> None:
    text = "# a comment\n  .Cage~10~R1C1\n ~R1C2 .\n# another\n.AntiKnight..\n\n"
    assert rules(text) == [
        {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 10},
        {"rule": "anti-knight"},
    ]


def test_rules_share_what_they_have_alike() -> None:
    """Thousands of moves are checked and put in order once, not for each line that has them."""
    moves = [[a, d, (a + d) % 5] for a in range(5) for d in range(1, 10)]
    written = [
        *(("automaton", {"lines": [[f"r{r}c1", f"r{r}c2"]], "starts": [0], "accepting": [1],
                         "moves": moves}) for r in (1, 2)),
        *(("pair-table", {"cells": [f"r{r}c4", f"r{r}c5"], "table": [[1, 2], [2, 5]]})
          for r in (3, 4)),
    ]  # fmt: skip
    geometry = Geometry.classic()
    constraints = tuple(from_data({"rule": name, **data}, geometry) for name, data in written)
    text = formats.write(Document(Puzzle(geometry, [None] * 81, None, constraints)), "iss")
    read_back = formats.parse(text).puzzle.constraints
    assert set(read_back) == set(constraints)
    for rules, name in ((read_back[:2], "moves"), (read_back[2:], "table")):
        one, other = (rule.arguments()[name] for rule in rules)
        assert one is other


def test_boards() -> None:
    assert formats.parse(".Shape~6x6.NoBoxes.AntiKing").puzzle.geometry == Geometry.latin(6)
    layout = "0001022133213321"
    jigsaw = f".Shape~4x4.Jigsaw~{layout}.NoBoxes.~R1C1_1"
    assert formats.parse(jigsaw).puzzle.geometry == Geometry.jigsaw(map(int, layout))
    seven = "1112222111122233334443334444556667755666775556777"  # and 7x7 has no boxes
    line = formats.parse(f".RegionSumLine~R1C3~R1C4~R1C5.Shape~7x7.Jigsaw~{seven}").puzzle
    assert line.geometry == Geometry.jigsaw(map(int, seven))
    assert len(line.constraints) == 1
    assert formats.parse(formats.write(Document(line), "iss")).puzzle == line
    both = rules(f".Shape~4x4.Jigsaw~{layout}")
    assert len(both) == 4
    assert both[0] == {"rule": "extra-region", "cells": ["r1c1", "r1c2", "r1c3", "r2c1"]}
    for code in ("RgCa", "rgca", "RGCA"):
        sixteen = formats.parse(f".Shape~16x16.~{code}_16").puzzle
        assert sixteen.givens[15 * 16 + 9] == 16


NINTHS = "111222333" * 3 + "444555666" * 3 + "777888999" * 3
PIECES = NINTHS.replace("2", "1", 2)
"""Nine pieces of 9x9 cells: seven of nine cells, one of seven, one of eleven."""


@pytest.mark.parametrize(
    ("items", "box", "sizes"),
    [
        (".Shape~9x9~0-10", (3, 3), {9}),
        (".Shape~9x9~16", (3, 3), {9}),
        (".Shape~4x4~5", (2, 2), {4}),
        (".Shape~6x6~9", (2, 3), {6}),
        (".Shape~6x6~9.RegionSize~9", (3, 3), {9}),
        (".Shape~6x8~10", (2, 4), {8}),
        (".Shape~7x7~9", None, set()),
        (".Shape~9x9~0-9.Doppelganger", (3, 3), {9}),
        (".Shape~9x9~10.NoBoxes", None, set()),
        (".Shape~9x9~10~Raw", None, set()),
        # A piece is a region where it is as large as a box, or larger with digits to spare.
        (f".Shape~9x9~11.NoBoxes.Jigsaw~{NINTHS}", (3, 3), {9}),
        (f".Shape~9x9~0-10.NoBoxes.Jigsaw~{PIECES}", None, {9, 11}),
        (f".Shape~9x9.NoBoxes.Jigsaw~{'1' * 81}", None, set()),
    ],
)  # fmt: skip
def test_boxes_are_as_large_as_the_side_whatever_the_digits(
    items: str, box: tuple[int, int] | None, sizes: set[int]
) -> None:
    puzzle = formats.parse(items).puzzle
    assert puzzle.geometry.box == box
    assert {len(region.cells) for region in puzzle.geometry.regions} == sizes
    assert formats.parse(formats.write(Document(puzzle), "iss")).puzzle == puzzle


@pytest.mark.full
@pytest.mark.parametrize("part", thinned(range(4), 4))
def test_published_puzzles_have_their_one_solution(part: int) -> None:
    path = shared_file("variants", "ctc.jsonl")
    for line in path.read_text(encoding="utf-8").splitlines()[part::4]:
        item = json.loads(line)
        (entry,) = formats.read(io.StringIO(item["puzzle"]))
        assert entry.document is not None, (item["id"], entry.error)
        limit = Limit(seconds=60)
        verdict = check_unique(entry.document.puzzle, backend="sat", limit=limit).verdict
        assert verdict == "unique", item["id"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (".Shape~9x9~2-10", "0 or 1"),
        (".Shape~9x9~0-8~Rare", "perhaps Raw, not '0-8~Rare'"),
        (".Shape~17x9", "1 to 16 rows"),
        (".Shape~nine", "written 9x9"),
        (".Wiggle~R1C1", r"item 1 \(.Wiggle\).*'Wiggle'.*--ignore Wiggle"),
        (".AntiKnight~1", "no argument"),
        (".Cage~10~R1C1~R10C2", r"item 1 \(.Cage\): 'R10C2' is not a cell"),
        (".Shape~4x4.Cage~10~R1C1~R1C5", "r1c5"),
        (".Cage~x~R1C1", "its number must be an integer, not 'x'"),
        (".Or.Cage~3~R1C1~R1C2.And", "2 .End are missing"),
        (".AntiKing.End", "ends nothing"),
        (".NFA~abc~R1C1", "the automaton is cut"),
        (".NFA~!~R1C1", "'!' cannot occur in an automaton"),
        (".Cage~3~VA1~VA2", "'VA1' is not a cell"),
        (".Var~A~x~2.Cage~3~VA1~VA3", "'VA3' is not a cell"),
        (".Var~AB~x~2", "written .Var~A~label~8"),
        (".Var~A~8", "written .Var~A~label~8"),
        (".Var~A~x~0", "written .Var~A~label~8"),
        (".LittleKiller~44~CC1", r"item 1 \(.LittleKiller\): CC1 lies outside of the grid"),
        (".SameValues~2", "0 cells do not make 2 sets"),
        (".ChaosArrow", "it takes a cell"),
        (".ChaosCount", "it takes a cell"),
        (".Or.StrictXV.End", "negative-xv is about what other rules leave unmarked"),
        (".Replicate~_~R1C9.Cage~3~R1C1~R1C2.End", "lies outside of its grid"),
        (".Replicate~B~R9C9.AntiKing", "1 .End are missing"),
        (".ChaosArrow~R1C1~~CC1~CC2", "belongs inside of chaos-construction"),
        (".ConnectedValues~VA~1", "'VA' names no cells"),
        (".Jigsaw~0123.NoBoxes", "labels 4 cells"),
        (".~R1C1", "names no digit"),
        (".~R1C1_x", "a digit must be an integer"),
        (".Diagonal~2", "1 or -1"),
        (".Indexing~Q~R1C1", "what is indexed is R or C"),
        (".Cage~x~R1C1~R1C1", r"item 1 \(.Cage\): its number"),
        (".Var~A~x~3.~VA1_40", "VA1 is given 40"),
        (".Thermo~VA", r"item 1 \(.Thermo\): thermo: 'VA' is not a cell"),
        (".Between~R9C9.Shape~4x4", "r9c9 lies outside the board of 4 rows"),
        (".Shape~4x4.Thermo~R9C1~R9C2~R9C1", "r9c1 lies outside the board"),
        (".Or.~R1C1_40.End", r"item 2 \(.~\): r1c1 is given 40"),
        (f"{'.Replicate~_____________' * 4}.AntiKing{'.End' * 4}", "more than 50000 items"),
    ],
)
def test_bad_input(text: str, words: str) -> None:
    with pytest.raises(FormatError, match=words):
        formats.parse(text, ReadOptions(format="iss"))


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (".AntiKing .~R1C3_5", ".AntiKing.~R1C3_5"),
        (".Cage~10~ r1c1~R1c2", ".Cage~10~R1C1~R1C2"),
        (".Cage~10~r1c1~R1C1", ".Cage~10~R1C1~R1C1"),
        (".Pair~AQB~_x~r1c1~r1c2~~R2C1~r2C2", ".Pair~AQB~_x~R1C1~R1C2~~R2C1~R2C2"),
        (".~r1c1_5", ".~R1C1_5"),
        (".XSum~r1~10~", ".XSum~R1~10~"),
        (".Cage~~R1C8~R2C8", ".Cage~0~R1C8~R2C8"),
        (".Modular~1~R1C1~R1C2.AntiKing", ".AntiKing"),
        (".Var~X~X.Thermo~VX~R1C1", ".Var~X~X~1.Thermo~VX~R1C1"),
        (".Var~X.Thermo~VX~R1C1", ".Var~X~X~1.Thermo~VX~R1C1"),
        (".Var~X.Thermo~VX", ".Var~X"),
        (".Var~A~x~3.Thermo~VA1~VA2~VA1", ".Var~A~x~3"),
        (
            ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C1",
            ".Shape~4x4.NoBoxes.ChaosConstruction"
            ".ChaosArrow~R2C1~~CC5~CC1~-~CC5~CC9~CC13~-~CC5~-~CC5~CC6~CC7~CC8",
        ),
        (
            ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R1C1~1~",
            ".Shape~4x4.NoBoxes.ChaosConstruction"
            ".ChaosArrow~R1C1~1~CC1~-~CC1~CC5~CC9~CC13~-~CC1~-~CC1~CC2~CC3~CC4",
        ),
    ],
)
def test_other_ways_to_write_an_item(text: str, same: str) -> None:
    assert formats.detect(text) == "iss"
    assert formats.parse(text).puzzle == formats.parse(same).puzzle


def test_many_cells_outside_of_the_grid() -> None:
    (rule,) = formats.parse(".Var~A~x~919.Thermo~VA900~VA919").puzzle.constraints
    assert rule.arguments()["groups"] == "VA*919"


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        # The counter is among the cells that it counts.
        (".Shape~4x4.~R1C1_1_2.CountDistinct~R1C1~R1C1~R1C2~R1C3~R1C4", "none"),
        (".Shape~4x4.~R1C1_4.CountDistinct~R1C1~R1C1~R1C2~R1C3~R1C4", "multiple"),
        # With the digits from 0, too, 1 names the first column.
        (".Shape~4x4~0-3.~R1C2_1~R1C1_1_3.Indexing~C~R1C2", "none"),
        (".Shape~4x4~0-3.~R1C2_1~R1C1_2~R2C4_1~R3C3_3~R4C3_1~R2C1_3.Indexing~C~R1C2", "unique"),
        (".Shape~4x4.Or.And.~R1C1_1.~R1C1_2.End.And.~R1C2_1.~R1C2_2.End.End", "none"),
        (".Shape~4x4.Or.XSum~R1~1~~.XSum~R2~2~.End", "multiple"),
        (".Or.NumberedRoom~R5~2~.XSum~R5~2~.End.~R5C1_1", "none"),
    ],
)  # fmt: skip
def test_what_is_read_means_what_the_site_says(text: str, verdict: str) -> None:
    assert check_unique(formats.parse(text).puzzle).verdict == verdict


def test_an_automaton_whose_counts_have_no_bits_ends() -> None:
    assert rules(f".NFA~{'A' * 20}~_x~R1C1~R1C2")[0]["moves"] == []  # type: ignore[index]


def test_a_name_is_that_of_the_groups_up_to_the_next() -> None:
    pairs = rules(".Pair~AQB~R9C1~R9C2~_x~R1C1~R1C2~~R2C1~R2C2~_y~R3C1~R3C2~_~R4C1~R4C2")
    named = [rule.get("called", "") for rule in pairs if isinstance(rule, dict)]
    assert named == ["", "x", "x", "y", ""]


def test_what_is_named_may_be_left_out() -> None:
    document = formats.parse(
        ".NFA~abc~R1C1.AntiKing.Or.Cage~3~R1C1~R1C2.End", ReadOptions(ignore=("nfa", "or"))
    )
    assert [rule.name for rule in document.puzzle.constraints] == ["anti-king"]
    assert document.extras == {"ignored": "NFA, Or"}


def test_rules_inside_of_rules() -> None:
    assert rules(".Or.Thermo~R1C1~R1C2.And.~R1C1_1_2.AllDifferent~R1C1~R2C2.End.End") == [
        {
            "rule": "or",
            "rules": [
                {"rule": "thermo", "cells": ["r1c1", "r1c2"]},
                {
                    "rule": "and",
                    "rules": [
                        {"rule": "regex", "cells": ["r1c1"], "pattern": "[12]"},
                        {"rule": "extra-region", "cells": ["r1c1", "r2c2"]},
                    ],
                },
            ],
        }
    ]
    assert rules(".And.Thermo~R1C1~R1C2.End") == [{"rule": "thermo", "cells": ["r1c1", "r1c2"]}]


def test_copies_of_a_template() -> None:
    # The mask names the origin, the cell two to its right and the one below.
    assert rules(".Replicate~FI~R1C1.Thermo~R1C1~R2C2.End") == [
        {"rule": "thermo", "cells": [f"r{r}c{c}", f"r{r + 1}c{c + 1}"]}
        for r, c in ((1, 1), (1, 3), (2, 1))
    ]


def test_cells_outside_of_the_grid() -> None:
    text = ".Var~A~x~2.Var~B~y~2x2.Thermo~VA1~R1C1.~VA2_3_4.WhiteDot~VB1~VB2~VB3~VB4.AntiKing"
    puzzle = formats.parse(text).puzzle
    king, (rule) = puzzle.constraints
    assert king.name == "anti-king"
    data = to_data(rule, puzzle.geometry)
    assert data["groups"] == "VA*2 VB*2x2"
    assert [inner["rule"] for inner in data["rules"]] == ["thermo", *["white-dot"] * 4, "regex"]
    again = formats.parse(formats.write(Document(puzzle), "iss")).puzzle
    assert set(again.constraints) == set(puzzle.constraints)


def test_links_and_files() -> None:
    text = formats.write(Document(PUZZLE), "iss").strip()
    link = f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(text)}"
    assert formats.detect(link) == "iss"
    assert formats.parse(link).puzzle == PUZZLE
    file = f"{text}\n{link}\n.Wiggle\n{formats.write(Document(PUZZLE), 'fpuzzles')}"
    entries = list(formats.read(io.StringIO(file)))
    assert [e.document and e.document.puzzle for e in entries] == [PUZZLE, PUZZLE, None, PUZZLE]
    with pytest.raises(FormatError, match="carries no puzzle"):
        formats.parse("https://sigh.github.io/Interactive-Sudoku-Solver/")


def test_what_cannot_be_written_is_refused() -> None:
    geometry = Geometry.of_size(25)
    with pytest.raises(Unsupported, match="25x25"):
        formats.write(Document(Puzzle.empty(geometry)), "iss")
    outside = {"rule": "variables", "groups": "VA*1"}
    one, two = (
        {**outside, "rules": [{"rule": "thermo", "cells": ["VA", c]}]} for c in ("r1c1", "r1c2")
    )
    for rules in ([one, two], [{"rule": "or", "rules": [one, two]}]):
        document = formats.parse(json.dumps({"givens": "." * 16, "constraints": rules}))
        with pytest.raises(Unsupported, match="satdoku's JSON can"):
            formats.write(document, "iss")


def test_a_cage_that_names_a_cell_twice_counts_it_twice() -> None:
    parts = rules(".Cage~10~R1C1~R1C2~R1C1", *({"sum"} - {*REGISTRY}))
    assert parts[0] == {"rule": "extra-region", "cells": ["r1c1", "r1c2"]}
    if "sum" in REGISTRY:
        more = {"cells": ["r1c1", "r1c2"], "total": 10, "coefficients": [2, 1]}
        assert parts[1:] == [{"rule": "sum", **more}]


@pytest.mark.parametrize("words", ["even:r1c1", "odd:r1c1,even:r1c1"])
def test_a_cell_that_no_digit_is_left_for_is_refused(words: str) -> None:
    """Its digits stand in one list, given and parity together; an empty one nobody reads."""
    board = Geometry.of_size(4)
    puzzle = Puzzle(board, (1, *[None] * 15), None, parse_rules(words, board))
    with pytest.raises(Unsupported, match="cannot hold r1c1, which has no digit"):
        formats.write(Document(puzzle), "iss")


def test_a_group_inside_of_a_group_is_written_once() -> None:
    """Else a tree that is read would be too deep to be read again."""
    board = Geometry.of_size(4)
    words = "sum:3:r1c1+r2c2"
    for _ in range(18):
        words = f"or:({words},sum:5:r1c2+r2c1)"
    puzzle = Puzzle.empty(board, parse_rules(words, board))
    text = formats.write(Document(puzzle), "iss")
    assert text.count(".Or") == 18
    assert formats.parse(text).puzzle == puzzle
