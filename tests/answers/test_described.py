"""Puzzles as text for a prompt, and the judge of what is answered."""

from __future__ import annotations

from pathlib import Path

import pytest

import satdoku

ROOT = Path(__file__).parents[2]
SPARE = "1....2..4......3"
RULES = sorted((ROOT / "examples" / "constraints").glob("*.json"))


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
def test_a_text_has_board_rules_and_cells(lang: str) -> None:
    for path in RULES[::7]:
        puzzle = satdoku.parse(path.read_text("utf-8"))
        text = satdoku.describe(puzzle, lang)
        for rule in puzzle.constraints:
            for cell in vars(rule).get("cells") or ():
                assert puzzle.geometry.name(cell) in text
        rows = [line for line in text.split("\n") if set(line) <= set("0123456789. ")]
        assert "".join("".join(rows).split()) == "".join(
            "." if given is None else str(given) for given in puzzle.givens
        )


@pytest.mark.parametrize(
    ("rule", "lang", "said"),
    [
        ("sandwich", "en", "- row 1 from the left; the sum of the digits in between: 21"),
        ("killer-cage", "en", "- the cells of the cage: r1c1 r2c1; what the digits add up to: 9"),
        ("or", "en", "- the rules: Thermometer (the cells, the bulb first: r6c1 r5c2 r4c2 r3c1); "),
        ("thermo", "ja", "9x9（ブロックは3x3）"),
        ("sandwich", "zh", "- 从左看第 1 行; 其间数字之和：21"),
        (
            "chaos-count",
            "zh",
            "这是一个 4x4 盘面的数独。数字为 1 到 4；同一行 或 列中没有数字重复。",
        ),
    ],
)
def test_clues_are_in_words(rule: str, lang: str, said: str) -> None:
    text = (ROOT / f"examples/constraints/{rule}.json").read_text("utf-8")
    assert said in satdoku.describe(text, lang)
    assert "{" not in satdoku.describe(text, lang)
    assert "=" not in satdoku.describe(text, lang)


def test_the_judge_takes_what_all_rules_allow_and_nothing_else() -> None:
    solutions = {str(grid) for grid in satdoku.solutions(SPARE)}
    (right,) = solutions
    assert satdoku.judge(SPARE, f" {right[:8]}\n{right[8:]}\n")
    for at in range(16):
        for digit in "1234":
            answer = right[:at] + digit + right[at + 1 :]
            assert satdoku.judge(SPARE, answer).verdict == ("right" if answer == right else "wrong")
    for text in ("", right[:-1], right + "1", f"Answer: {right}", right.replace("1", "x")):
        assert satdoku.judge(SPARE, text).verdict == "malformed"
    assert satdoku.judge(SPARE, right.replace("1", "9")).verdict == "wrong"


@pytest.mark.parametrize("path", RULES[::5], ids=lambda path: path.stem)
def test_the_judge_knows_rules(path: Path) -> None:
    puzzle = satdoku.parse(path.read_text("utf-8"))
    solution = satdoku.solve(puzzle, time_limit=20).solution
    if solution is None:
        pytest.skip("the example was not solved in time")
    answer = " ".join(map(str, solution.values))
    assert satdoku.judge(puzzle, answer).verdict == "right"
    first, other = answer.split()[0], answer.split()[1]
    if first != other:
        swapped = " ".join([other, first, *answer.split()[2:]])
        expected = puzzle.accepts(satdoku.Grid(puzzle.geometry, tuple(map(int, swapped.split()))))
        assert bool(satdoku.judge(puzzle, swapped)) == expected
