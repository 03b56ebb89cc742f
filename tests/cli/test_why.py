"""``satdoku why``: what its page shows is what it prints, and what it refuses."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from satdoku.answers.puzzle_input import input_of
from satdoku.answers.why import ClaimVerdict, WhyQuestion
from satdoku.base.limits import Limit
from satdoku.diagnosing.judging import CandidateClaim, Judge, JudgedClaim

Run = Callable[..., tuple[int, str, str]]
ROOT = Path(__file__).parents[2]
SPARE = "14...2..4......3"
SHOWN = re.findall(
    r"```console\n\$ satdoku (why .*?)\n(.*?)```",
    (ROOT / "docs/why.md").read_text("utf-8"),
    re.DOTALL,
)


@pytest.mark.parametrize(("command", "shown"), SHOWN)
def test_the_page_shows_what_is_printed(
    satdoku: Run, command: str, shown: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("moves.txt").write_text("r1c2=4\nr1c2=3\nr1c3=2\nr1c3=3\n", "utf-8")
    _, out, _ = satdoku(*shlex.split(command))
    assert out == shown
    assert len(SHOWN) == 2


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("r1c3=3",), 0),
        (("r1c1=1", "r1c3=3,r1c4=2"), 0),
        (("r1c3=2",), 1),
        (("r1c3=3", "--time-limit", "0"), 3),
        (("r9c9=3",), 2),
        (("r1c3=3", "--up-to", "nothing"), 2),
        (("r1c3=3", "--board", "142..2..4......3"), 2),
        (("r1c3=3", "--board", "x"), 2),
        (("--transcript", "nowhere.txt"), 2),
        (("--transcript", os.devnull), 2),
        ((), 2),
    ],
)
def test_exit_codes(satdoku: Run, arguments: tuple[str, ...], code: int) -> None:
    exit_code, out, err = satdoku("why", SPARE, *arguments)
    assert exit_code == code
    if code == 2:
        assert not out
        assert len(err.splitlines()) == 1, err


def test_one_puzzle_is_wanted(satdoku: Run, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{SPARE}\n{SPARE}\n", "utf-8")
    code, _, err = satdoku("why", str(file), "r1c3=3")
    assert (code, err) == (2, "satdoku: claims are about one puzzle, and here are 2\n")
    assert satdoku("why", "." * 16, "r1c3=3")[0] == 1


def test_json_has_every_field(satdoku: Run, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_text("r1c3=3\nr1c3=3\nr1c4=2\n", "utf-8")
    code, out, _ = satdoku("why", SPARE, "--transcript", str(file), "--json", "--lang", "ja")
    record = json.loads(out)
    assert code == 2
    assert [(c["move"], c["answer"]) for c in record["claims"]] == [
        (1, "forced"), (2, "illegal"), (3, "forced"),
    ]  # fmt: skip
    assert record["claims"][1]["text"].startswith("2行目:手 ")
    assert record["claims"][0]["steps"][-1]["placements"] == ["r1c3=3"]
    assert record["up_to"] is None


def test_a_transcript_may_begin_with_a_byte_order_mark(satdoku: Run, tmp_path: Path) -> None:
    file = tmp_path / "moves.txt"
    file.write_bytes("r1c3=3\r\nr1c4=2\r\n".encode("utf-8-sig"))
    code, out, err = satdoku("why", SPARE, "--transcript", str(file))
    assert (code, err) == (0, "")
    assert [line.split("\t")[1] for line in out.splitlines()] == ["forced", "forced"]


def test_a_picture_is_drawn(satdoku: Run, tmp_path: Path) -> None:
    code, out, _ = satdoku("why", SPARE, "r1c3=3", "--svg", str(tmp_path / "why.svg"))
    assert (code, out) == (0, "")
    assert "<svg" in (tmp_path / "why.svg").read_text("utf-8")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[CandidateClaim]:
    """The claims that are judged."""
    claims: list[CandidateClaim] = []
    honest = Judge.judge

    def judge(self: Judge, claim: CandidateClaim) -> JudgedClaim:
        claims.append(claim)
        return honest(self, claim)

    monkeypatch.setattr(Judge, "judge", judge)
    return claims


@pytest.mark.parametrize("name", ["claims", "transcript"])
def test_claims_that_are_the_same_are_judged_and_worded_once(
    name: str, judged: list[CandidateClaim], monkeypatch: pytest.MonkeyPatch
) -> None:
    worded: list[str] = []
    honest = ClaimVerdict.words

    def words(self: ClaimVerdict, *arguments: str, **options: bool) -> str:
        worded.append(self.text)
        return honest(self, *arguments, **options)

    monkeypatch.setattr(ClaimVerdict, "words", words)
    texts = ("r1c3=2", "r1c4=3") * 500
    question = WhyQuestion(claims=texts) if name == "claims" else WhyQuestion(transcript=texts)
    answer = question.answer(input_of(SPARE), Limit())
    assert [one.answer for one in answer] == ["false"] * 1000
    assert len(judged) == 2
    claims = answer.to_dict()["claims"]
    assert sorted(worded) == ["r1c3=2", "r1c4=3"]
    moves = [one.get("move") for one in claims]
    assert moves == [None] * 1000 if name == "claims" else list(range(1, 1001))
    assert len({one["text"] for one in claims[::2]}) == 1


@pytest.mark.parametrize("name", ["claims", "transcript"])
def test_what_comes_after_the_limit_is_undecided(name: str, judged: list[CandidateClaim]) -> None:
    texts = tuple(f"r{row}c{column}=1" for row in (2, 3, 4) for column in (2, 3, 4))
    question = WhyQuestion(claims=texts) if name == "claims" else WhyQuestion(transcript=texts)
    answer = question.answer(input_of(SPARE), Limit(cancel=lambda: len(judged) > 2))
    assert len(judged) == 3
    answers = [one.answer for one in answer]
    first = answers.index("undecided")
    assert 2 <= first <= 4
    assert set(answers[first:]) == {"undecided"}
    assert len(answer.text().split("\n\n")) == 9
