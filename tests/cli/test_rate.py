"""``satdoku rate``: the numbers, the filters, and what is refused."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.rating.columns import WORTH
from satdoku.rating.levels import level_name, short_of_easy
from satdoku.rating.scales import SE
from tests.shared import some, thinned

pytest.importorskip("satdoku.core", reason="rating needs the compiled core")

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ONLY_SINGLES = ".5.7..6....29..3.1.783.65..........94.6.9.135...4.3..7.......1...7634..2.9.5..4.6"
FEW_GIVENS = "....4....3.6..914...9..37.8............197.8..6.42.5.7.........8.....69..41....72"
NOT_ONLY_SINGLES = (
    "....5....6....1...82......4.7..462....9...........97.8...5....3..5....1..168...9."
)
NONE = "12345678." + "........9" + "." * 63
Output = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def reference(shared: Callable[[str], Path]) -> list[dict[str, str]]:
    with shared("data/rating/se_reference.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    return [row for row in rows if float(row["ER"]) < 7.5][::6]


def level(row: dict[str, str]) -> str:
    return level_name(round(float(row["ER"]) * 10), lambda: short_of_easy(row["puzzle"]))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_file_of_reference_puzzles(
    satdoku: Output, tmp_path: Path, reference: list[dict[str, str]], jobs: str
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(row["puzzle"] + "\n" for row in reference))
    code, out, err = satdoku("rate", str(path), "--jobs", jobs)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"{row['ER']}/{row['EP']}/{row['ED']}\t{row['puzzle']}\t{level(row)}" for row in reference
    ]


def test_json_names_the_techniques(satdoku: Output, reference: list[dict[str, str]]) -> None:
    for row in some(reference[::12]):
        (record,) = map(json.loads, satdoku("rate", row["puzzle"], "--json")[1].splitlines())
        assert {"puzzle", "er", "ep", "ed", "hardest", "techniques", "steps"} <= record.keys()
        assert (record["er"], record["ep"], record["ed"]) == tuple(
            float(row[name]) for name in ("ER", "EP", "ED")
        )
        assert SE.is_called(record["hardest"], row["hardest"])
        assert record["steps"] == int(row["steps"]) == sum(record["techniques"].values())


def test_filters(satdoku: Output, tmp_path: Path, reference: list[dict[str, str]]) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(row["puzzle"] + "\n" for row in reference))
    expected = [row["puzzle"] for row in reference if 3.0 <= float(row["ER"]) <= 4.5]
    assert expected
    _, out, err = satdoku("rate", str(path), "--er", "3.0..4.5")
    assert out.split() == expected
    left = len(reference) - len(expected)
    assert err == f"satdoku: --er 3.0..4.5 leaves out {left} of {len(reference)} puzzles\n"
    only = ("rate", EASY, "--er", "3", "--requires", "x-wing")
    assert satdoku(*only) == (
        *(0, "", "satdoku: --er 3 --requires x-wing leaves out 1 of 1 puzzle\n"),
    )
    printed = satdoku("rate", str(path), "--requires", "x-wing")[1].split()
    assert {row["puzzle"] for row in reference if row["hardest"] == "X-Wing"} <= set(printed)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("no-such-technique", "`satdoku techniques` has all"), ("x-wnig", "did you mean x-wing")],
)
def test_unknown_techniques_are_refused(satdoku: Output, name: str, reason: str) -> None:
    code, out, err = satdoku("rate", EASY, "--requires", name)
    assert (code, out) == (2, "")
    assert reason in err


def test_easy_is_what_singles_solve(satdoku: Output) -> None:
    """All are rated 2.0: pointing and hidden pairs are looked for before naked singles; the second
    has too few givens."""
    levels = ((ONLY_SINGLES, "easy"), (FEW_GIVENS, "medium"), (NOT_ONLY_SINGLES, "medium"))
    for puzzle, expected in levels:
        code, out, _ = satdoku("rate", puzzle)
        assert (code, out) == (0, f"2.0/1.2/1.2\t{puzzle}\t{expected}\n")
        assert json.loads(satdoku("rate", puzzle, "--json")[1])["level"] == expected
        assert satdoku("explain", puzzle)[1].endswith(f"\nLevel: {expected}.\n")
        assert json.loads(satdoku("explain", puzzle, "--json")[1])["level"] == expected
    code, out, _ = satdoku("explain", ONLY_SINGLES, "--from", ONLY_SINGLES)
    assert (code, "Level: easy" in out) == (0, True)


def test_no_rating_without_exactly_one_solution(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{EASY}\n{NONE}\n{'.' * 81}\n55{EASY[2:]}\n")
    code, out, err = satdoku("rate", str(path))
    assert code == 2
    assert [line.split("\t")[0] for line in out.splitlines()] == [
        "1.2/1.2/1.2", "none", "multiple", "invalid",
    ]  # fmt: skip
    assert "no solution" in err
    assert "several solutions" in err
    assert satdoku("rate", NONE)[0] == satdoku("rate", "." * 81)[0] == 1


def test_several_solutions_are_rated_when_that_is_wanted(satdoku: Output) -> None:
    grid = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    # Four cells of two rows and two columns, in two boxes, whose digits can be swapped.
    cells = next(
        (a, b, c, d)
        for a in range(81)
        for b in range(a + 1, a - a % 9 + 9)
        for c in range(a + 9, 81, 9)
        if (d := c + b - a) and grid[a] == grid[d] and grid[b] == grid[c]
        if len({(r // 27, r % 9 // 3) for r in (a, b, c, d)}) == 2
    )
    twin = "".join("." if i in cells else digit for i, digit in enumerate(grid))
    twin = "..." + twin[3:] if not set(cells) & {0, 1, 2} else twin[:-3] + "..."
    code, out, _ = satdoku("rate", twin, "--allow-multiple", "--json", "--time-limit", "20")
    assert code == 0
    assert json.loads(out)["er"] >= 1.0
    assert satdoku("rate", twin)[0] == 1


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((EASY, "--er", "3..x"), "3.0..4.5"),
        ((EASY, "--er", "5..4"), "5..4"),
        (("." * 16,), "several"),
        (("no/such/file.txt",), "no such file"),
    ],
)
def test_bad_input(satdoku: Output, arguments: tuple[str, ...], expected: str) -> None:
    code, _, err = satdoku("rate", *arguments)
    assert code in (1, 2)
    assert expected in err


BOARD_12 = (
    "378.96.45..2.B297...41C8A.148.BC.3691C352..7AB86B..A.1.8.C948.9.CB..17.5"
    "..C7..93B651486..7.B2.3.59B31..2...C71A.BC8.9543.35BA.29.......83571.2AB"
)
BOARD_16 = (
    ".FG.15.2A736E.4D..54E397.C.DAB...721.8DG4EF.3...EDA3F4B.95G8C1722.65497.3.D..C.B.B.72."
    "GF..C18A569GFEBC6A.485..31D.8A3.5E.B.GF.24.2.FC.89DG4A....139.GF2.B65C.E8AG8.6.B.1739."
    "4DFC4A....3DF8...G.565D.....C1.4..A879C28.15G..36.DEA4.8.GEC.2..B..7F.1B96438.A.52CG"
)


@pytest.mark.parametrize(
    ("puzzle", "level", "hardest"),
    [
        (".3.......4.3..1.", "easy", "hidden-single"),
        (".4...5...63.35......1....3...6....1.", "hard", "xy-wing"),
        (BOARD_12, "easy", "hidden-single"),
        (BOARD_16, "easy", "hidden-single"),
    ],
)
def test_other_boards_are_rated_on_the_satdoku_scale(
    satdoku: Output, puzzle: str, level: str, hardest: str
) -> None:
    code, out, err = satdoku("rate", puzzle, "--json")
    record = json.loads(out)
    assert (code, record["scale"], record["level"]) == (0, "satdoku", level)
    assert record["hardest"] == hardest
    assert set(record["techniques"]) <= set(WORTH)
    assert satdoku("explain", puzzle)[1].endswith(f"\nLevel: {level}.\n")
    for scale in ("w", "b", "satdoku"):
        code, line, _ = satdoku("rate", puzzle, "--scale", scale)
        assert code == 0
        assert line.startswith(f"{scale}:")
    code, out, err = satdoku("rate", puzzle, "--scale", "se")
    assert code == 2
    assert "Sudoku Explainer's scale is for the classic 9x9" in err


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("empty", list("0*_xX"))
def test_every_empty_character(satdoku: Output, tmp_path: Path, empty: str, jobs: str) -> None:
    path = tmp_path / "puzzles.txt"
    written = EASY.replace(".", empty)
    path.write_text(f"{EASY}\n{written}\n{EASY}\n")
    code, out, err = satdoku("rate", str(path), "--jobs", jobs)
    assert (code, err) == (0, "")
    numbers = [line.split("\t")[0] for line in out.splitlines()]
    assert len(numbers) == 3
    assert len(set(numbers)) == 1


@pytest.mark.full
@pytest.mark.parametrize("jobs", thinned(["2", "1"], 2))
def test_hodoku_s_scale(
    satdoku: Output, shared: Callable[[str], Path], tmp_path: Path, jobs: str
) -> None:
    with shared("data/rating/hodoku_reference.csv").open(newline="") as stream:
        rows = list(csv.DictReader(stream))
    path = tmp_path / "puzzles.txt"
    path.write_text("".join(row["puzzle"] + "\n" for row in rows))
    code, out, err = satdoku("rate", str(path), "--scale", "hodoku", "--jobs", jobs)
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"hodoku:{row['score']}\t{row['puzzle']}\t{row['level'].lower()}" for row in rows
    ]
    for at, row in enumerate(rows[::40]):
        command = ("rate", row["puzzle"], "--json", "--scale")
        hodoku = json.loads(satdoku(*command, "hodoku")[1])
        expected = {"level": row["level"].lower(), "score": int(row["score"])}
        assert expected.items() <= hodoku.items()
        assert hodoku["steps"] == int(row["steps"]) == sum(hodoku["techniques"].values())
        counts = [int(part.split("*")[1]) for part in row["techniques"].split("|")]
        assert sorted(hodoku["techniques"].values()) == sorted(counts)
        if at == 0:
            both = json.loads(satdoku(*command, "both")[1])
            assert both["scale"] == "both"
            assert expected.items() <= both["hodoku"].items()
            se = json.loads(satdoku(*command, "se")[1])
            assert {"er", "ep", "ed", "level"} <= both["se"].keys()
            assert both["se"] == {name: se[name] for name in both["se"]}
            assert "puzzle" not in both["se"].keys() | both["hodoku"].keys()


def test_both_scales_on_a_line(satdoku: Output) -> None:
    assert satdoku("rate", EASY, "--scale", "both") == (
        *(0, f"1.2/1.2/1.2\t{EASY}\teasy\thodoku:204\teasy\n", ""),
    )
    assert satdoku("rate", EASY, "--scale", "both", "--er", "3")[1] == ""
    assert satdoku("rate", EASY, "--scale", "both", "--requires", "Full House")[1] == f"{EASY}\n"


def test_techniques_of_hodoku_s(satdoku: Output) -> None:
    command = ("rate", EASY, "--scale", "hodoku", "--requires")
    for name in ("Full House", "full-house", "NAKED SINGLE"):
        assert satdoku(*command, name)[:2] == (0, f"{EASY}\n")
    assert satdoku(*command, "uniqueness test 1")[:2] == (0, "")
    code, out, err = satdoku(*command, "uniqueness-tset-1")
    assert (code, out) == (2, "")
    assert "did you mean uniqueness-test-1" in err


REFUSED = {
    ("hodoku", "both"): (
        (("1234341221434321",), 2, "HoDoKu's scale is for the classic 9x9, and this is"),
        (("examples/techniques/thermo-bounds.json",), 2, "HoDoKu's scale covers no extra rules"),
        (("." * 81,), 1, "several solutions"),
        (("123456789" + "." * 72,), 1, "several solutions"),
        ((NONE,), 1, "no solution"),
        ((f"11{'.' * 79}",), 2, "r1c1"),
        ((EASY, "--allow-multiple"), 2, "--allow-multiple"),
        ((EASY, "--summary"), 2, "--summary"),
        ((EASY, "--requires", "no such thing"), 2, "is not a technique of"),
        (("123456789" * 81,), 2, "this puzzle has candidates"),
    ),
    ("w", "b"): (
        (("examples/techniques/cage-combinations.json",), 2, "what two cells exclude"),
        (("." * 81,), 1, "several solutions"),
        ((NONE,), 1, "no solution"),
        ((EASY, "--allow-multiple"), 2, "the others need one solution"),
        ((EASY, "--er", "3"), 2, "not of the scale"),
        ((EASY, "--summary"), 2, "--summary"),
        ((EASY, "--requires", "x-wing"), 2, "is not a technique of the scale"),
        ((EASY, "--requires", "whip[x]"), 2, "is not a technique of the scale"),
    ),
}


@pytest.mark.parametrize(
    ("scale", "arguments", "code", "expected"),
    [(scale, *row) for scales, rows in REFUSED.items() for scale in scales for row in rows],
)
def test_what_a_scale_refuses(
    satdoku: Output, arguments: tuple[str, ...], code: int, expected: str, scale: str
) -> None:
    exit_code, _, err = satdoku("rate", *arguments, "--scale", scale)
    assert exit_code == code
    assert expected in err
    assert "Traceback" not in err


def test_a_classic_technique_of_no_preset_is_not_said_to_be_of_rules(satdoku: Output) -> None:
    _, _, err = satdoku("rate", EASY, "--requires", "medusa-3d")
    assert "is not a technique of Sudoku Explainer; `satdoku techniques` has all" in err
    assert "rules" not in err


def test_ratings_of_the_other_scale_are_refused(satdoku: Output) -> None:
    code, out, err = satdoku("rate", EASY, "--scale", "hodoku", "--er", "3.0..4.0")
    assert (code, out) == (2, "")
    assert "--er is a range of Sudoku Explainer's ratings" in err
    assert satdoku("rate", EASY, "--scale", "hodo")[0] == 2


def test_rules_and_what_is_left_out(satdoku: Output) -> None:
    code, out, _ = satdoku("rate", EASY, "--rules", "less-than:r1c2+r1c1", "--json")
    assert (code, json.loads(out)["scale"]) == (0, "satdoku")
    unknown = json.dumps({"gridSize": 4, "fixedNumbers": [], "wiggles": [1]})
    code, out, err = satdoku("rate", unknown)
    assert code == 2
    assert "--ignore wiggles" in err
    _, out, err = satdoku("rate", unknown, "--ignore", "wiggles", "--rules", "anti-king")
    assert "left out, as --ignore asks: wiggles" in err


def test_a_terminal_shows_both_scales(satdoku: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    """HoDoKu's beside Sudoku Explainer's, where its scale covers the puzzle and none is asked for;
    lines and JSON, which programs read, stay as they are."""
    monkeypatch.setattr(type(sys.stdout), "isatty", lambda self: True)
    shown = "HoDoKu score 204  51 steps  level: easy\n"
    assert shown in satdoku("rate", EASY)[1]
    means = "ER rates the hardest step, EP the hardest up to the first digit, ED the first step"
    assert means in satdoku("rate", EASY)[1]
    assert means not in satdoku("rate", EASY, "--scale", "hodoku")[1]
    for option in ("se", "both"):
        assert shown not in satdoku("rate", EASY, "--scale", option)[1]
    assert "HoDoKu" not in satdoku("rate", EASY, "--rules", "anti-knight", "--time-limit", "5")[1]
    several = EASY[:70] + "." * 11
    code, out, _ = satdoku("rate", several, "--allow-multiple", "--time-limit", "20")
    assert code == 0
    assert "HoDoKu" not in out
    assert json.loads(satdoku("rate", EASY, "--json")[1]).keys().isdisjoint({"hodoku", "beside"})
