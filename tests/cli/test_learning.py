"""``learn``, ``practice`` and ``worksheet``: lessons, drills and grades, positions, sheets."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

import satdoku as toolkit
from satdoku.answers.learning import CourseProgress, course_names, lesson_of
from satdoku.answers.practice import PracticeQuestion
from satdoku.explaining import teaching
from satdoku.formats import parse
from satdoku.generating import exercises
from satdoku.generating.examples import technique_example
from satdoku.generating.exercises import Exercises, clued_wishes
from satdoku.generating.needs import TechniqueNeed
from satdoku.generating.pattern import moves
from satdoku.messages import languages
from satdoku.puzzle import Position
from satdoku.rating import preset, walk
from satdoku.solving import check_unique
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.check import faults
from tests.shared import some, thinned

Output = Callable[..., tuple[int, str, str]]
WING = ("r5c1<>8", "r5c9<>8", "r8c1<>8", "r8c9<>8", "r9c9<>8")
"""The conclusions of the X-wing of seed 7."""


@pytest.fixture
def progress(tmp_path: Path) -> Path:
    return tmp_path / "kept" / "progress.json"


@pytest.fixture
def learn(satdoku: Output, progress: Path) -> Output:
    return lambda *arguments: satdoku("learn", *arguments, "--progress", str(progress))


# -- positions -----------------------------------------------------------------------------------

COMMON = (
    "full-house", "hidden-single", "naked-single", "pointing", "naked-pair", "hidden-pair",
    "x-wing", "skyscraper", "finned-x-wing", "xy-wing", "w-wing", "unique-rectangle-1", "als-xz",
    "xy-chain", "grouped-aic", "unique-rectangle",
)  # fmt: skip


@pytest.mark.parametrize("name", thinned(COMMON, 6))
def test_a_position_has_the_step_next_and_nothing_easier(name: str) -> None:
    for practised in some(PracticeQuestion(technique=name, count=2, seed=11).positions()):
        assert practised.exercise.is_new
        assert practised.exercise.is_next
        position = practised.position
        assert check_unique(position.puzzle).verdict == "unique"
        assert check_unique(position.as_puzzle()).verdict == "unique"
        # The whole preset, not the part of it that was followed.
        step = next(walk(position, preset("human"))).step
        assert step.technique in technique(name).names
        assert not faults(practised.step, position)


@pytest.mark.parametrize("name", ["jellyfish", "twinned-xy-chains", "hidden-quad"])
def test_a_rare_technique_has_images_of_its_example(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exercises, "_MAX_PUZZLES", 30)
    monkeypatch.setattr(exercises, "_MAX_PATHS", 2)
    monkeypatch.setattr(exercises, "_MAX_STARTS", 1)
    drawn = list(islice(Exercises(technique(name), technique_example(name), 5), 4))
    images = [one for one in drawn if not one.is_new]
    assert images
    assert len({one.position for one in images}) == len(images)
    for one in images:
        assert not faults(one.stage.step, one.position)


def test_positions_on_a_board_with_rules_end_where_there_are_no_other_images(
    satdoku: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exercises, "_MAX_MISSED", 0)
    code, out, err = satdoku("practice", "cage-combinations", "-n", "9", "--seed", "1")
    lines = out.splitlines()
    assert code == 3
    assert 1 <= len(lines) == len(set(lines)) < 9
    assert f"has no other images: {len(lines)} of 9 found" in err
    assert parse(lines[0]).puzzle.constraints


@pytest.mark.parametrize(
    "name",
    [
        "law-of-leftovers",
        "unique-loop-1",
        *(pytest.param(name, marks=pytest.mark.full) for name in ("tridagon", "liars")),
    ],
)
def test_positions_of_rare_and_clued_techniques_are_of_new_puzzles(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TechniqueNeed, "likely", lambda *arguments: iter(()))  # none by chance
    monkeypatch.setattr(exercises, "_MAX_PUZZLES", 30)
    example = technique_example(name)
    drawn = [list(islice(Exercises(technique(name), example, 1), 2)) for _ in "ab"]
    assert drawn[0] == drawn[1]
    for one in some(drawn[0]):
        assert (one.is_new, one.is_next) == (True, True)
        puzzle = one.position.puzzle
        assert check_unique(puzzle).verdict == "unique"
        assert Counter(map(type, puzzle.constraints)) == Counter(
            map(type, example.puzzle.constraints)
        )
        assert puzzle != example.puzzle
        assert not faults(one.stage.step, one.position)
    assert drawn[0][0].position.puzzle != drawn[0][1].position.puzzle


def test_wishes_like_an_example_have_its_kinds_or_its_clues_turned() -> None:
    example = technique_example("equal-cells")
    (line,) = example.puzzle.constraints
    wishes = list(islice(clued_wishes(example, 1), 24))
    assert [(one.kind, one.count) for one in wishes[0].placed] == [("region-sum", 1)]
    assert wishes[0] == wishes[2]
    assert not wishes[0].board.constraints
    turned = wishes[3::4]
    assert all(not wish.placed and not wish.wished_cells for wish in turned)
    assert len({wish.board.constraints for wish in turned}) > 1
    moved = moves(example.geometry, "dihedral")
    images = {line, *(line.image(move) for move in moved)}
    assert {rule for wish in turned for rule in wish.board.constraints} <= images

    liars = technique_example("liars")  # one of several clues is not drawn at random
    for wish in islice(clued_wishes(liars, 1), 2):
        assert len(wish.board.constraints) == len(liars.puzzle.constraints)

    modified = next(clued_wishes(technique_example("modified-cells"), 1))
    assert modified.under is not None
    assert not modified.under.rules
    assert {one.kind for one in modified.placed} == {"killer-cage", "thermo", "white-dot"}


def test_practice_prints_a_position_a_line_that_every_command_reads(
    satdoku: Output, tmp_path: Path
) -> None:
    command = ("practice", "x-wing", "--count", "3", "--seed", "7")
    code, out, err = satdoku(*command)
    assert (code, err) == (0, "")
    assert satdoku(*command) == (0, out, "")
    first = out.splitlines()[0]
    document = parse(first)
    steps = toolkit.steps(first, "x-wing")
    assert document.position is not None
    assert {"r5c1<>8", "r5c9<>8"} <= set(steps.to_dict()["steps"][0]["eliminations"])
    solved = satdoku(*command, "--answers")[1]
    (tmp_path / "library.txt").write_text(solved)
    code, out, err = satdoku("steps", "--library", str(tmp_path / "library.txt"))
    assert code == 0, out
    assert "3 cases: 3 found" in out + err


def test_json_has_the_step_and_where_the_position_is_from(satdoku: Output) -> None:
    data = json.loads(satdoku("practice", "x-wing", "--seed", "7", "--json")[1])
    assert data["technique"] == "x-wing"
    assert (data["is_new"], data["is_next"], data["seed"], data["number"]) == (True, True, 7, 1)
    assert tuple(data["step"]["eliminations"]) == WING


def test_the_time_and_ctrl_c_keep_what_is_finished(
    satdoku: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    code, out, err = satdoku("practice", "x-wing", "-n", "5", "--seed", "1", "--time-limit", "0")
    assert (code, out) == (3, "")
    assert "the time ran out: 0 of 5 found" in err
    real = PracticeQuestion.positions

    def stopped(self: PracticeQuestion, *limit: object) -> object:
        yield from islice(real(self), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr(PracticeQuestion, "positions", stopped)
    code, out, err = satdoku("practice", "x-wing", "-n", "5", "--seed", "1")
    assert (code, len(out.splitlines())) == (130, 2)
    assert "interrupted: 2 of 5 found" in err


# -- lessons -------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", languages())
def test_every_technique_has_a_lesson(lang: str) -> None:
    texts = teaching.taught(lang)
    for search in all_techniques():
        assert texts.what(search.name, search.file)
        assert texts.why(search.name, search.file)
    for name in ("x-wing", "skyscraper", "als-xz"):
        text = lesson_of(technique(name), lang).text()
        assert toolkit.steps(technique_example(name), name, limit=1, lang=lang).text() != ""
        assert f"satdoku learn {name} --drill" in text
        assert "+--" in text


def test_a_lesson_has_what_why_and_a_worked_board(learn: Output) -> None:
    code, out, err = learn("skyscrapers")
    assert (code, err) == (0, "")
    assert out.startswith("Skyscraper\n")
    for part in ("What to look for: ", "Why it holds: ", "┏━", "* the pattern", "--drill"):
        assert part in out
    data = json.loads(learn("skyscraper", "--json")[1])
    step = toolkit.steps(data["position"], "skyscraper", limit=1).to_dict()["steps"][0]
    assert step["eliminations"] == data["step"]["eliminations"]
    assert len(data["hints"]) == 2


def test_the_course_is_in_the_order_of_the_preset(learn: Output, progress: Path) -> None:
    code, out, _ = learn()
    names = [line.split("\t")[0] for line in out.splitlines()]
    assert code == 0
    assert tuple(names) == course_names()
    assert names.index("naked-pair") < names.index("x-wing") < names.index("als-xz")
    assert not progress.exists()


# -- drills --------------------------------------------------------------------------------------


def test_a_drill_is_printed_and_its_answer_graded(learn: Output, progress: Path) -> None:
    code, line, _ = learn("x-wing", "--drill", "--seed", "7")
    assert code == 0
    assert parse(line).position is not None
    code, out, _ = learn("x-wing", "--answer", "r5c3<>8 r5c1<>8")
    assert code == 1
    assert "r5c3<>8" in out
    assert learn("x-wing", "--answer", "r5c1=8")[0] == 1
    code, out, _ = learn("x-wing", "--answer", "r5c1<>8")
    assert code == 0
    assert out.startswith(f"Right.\nThe same step also shows: {', '.join(WING[1:])}.\n")
    # Answered: it waits no more.
    code, _, err = learn("x-wing", "--answer", "r5c1<>8")
    assert (code, "no drill of x-wing waits") == (2, "no drill of x-wing waits" if err else "")
    row = next(row for row in learn()[1].splitlines() if row.startswith("x-wing\t"))
    assert row == "x-wing\tX-wing\t1\t3\t-"


def test_three_right_answers_in_a_row_are_learned(learn: Output) -> None:
    for seed in (7, 7, 7):
        assert learn("x-wing", "--answer", ", ".join(WING), "--seed", str(seed))[0] == 0
    data = json.loads(learn("--json")[1])
    [own] = [one for one in data["lessons"] if one["technique"] == "x-wing"]
    assert (own["right"], own["tried"], own["row"], own["learned"]) == (3, 3, 3, True)
    assert data["next"] == "full-house"
    assert learn("x-wing", "--answer", "r5c1=8", "--seed", "7")[0] == 1
    assert "x-wing\tX-wing\t3\t4\t-" in learn()[1]


def test_grades(learn: Output) -> None:
    drill = toolkit.learn("x-wing", drill=True, seed=7)
    true = [
        f"{drill.position.geometry.name(cell)}<>{digit}"
        for cell, digits in enumerate(drill.position.candidates)
        for digit in sorted(digits)
        if digit != check_unique(drill.position.puzzle).witnesses[0].values[cell]
    ]
    outcomes = {answer: drill.grade(answer).outcome for answer in true}
    assert {answer for answer, outcome in outcomes.items() if outcome == "right"} == set(WING)
    assert set(outcomes.values()) == {"right", "other"}
    both = drill.grade(" ".join(WING))
    assert (both.outcome, both.rest) == ("right", ())
    placed = toolkit.learn("hidden-single", drill=True, seed=1)
    [(cell, digit)] = placed.exercise.stage.step.placements
    name = placed.position.geometry.name(cell)
    assert "place" in placed.text()
    assert placed.grade(f"{name}={digit}").outcome == "right"
    assert placed.grade(f"{name}<>{digit}").outcome == "wrong"


def test_a_person_is_asked_and_helped(
    learn: Output, monkeypatch: pytest.MonkeyPatch, progress: Path
) -> None:
    typed = io.StringIO("r1c1<>1\nr5c1=8\nr5c1<>8\n")
    typed.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdin", typed)
    monkeypatch.setattr("satdoku.cli.subcommands.learn.on_terminal", lambda: True)
    code, out, err = learn("x-wing", "--drill", "--seed", "7")
    assert code == 0
    assert "has no candidate" in err
    assert out.index("Wrong: r5c1=8.") < out.index("X-wing: base") < out.index("Right.")
    typed = io.StringIO("\n")
    typed.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr(sys, "stdin", typed)
    code, out, _ = learn("x-wing", "--drill", "--seed", "7", "--lang", "ja")
    assert code == 1
    assert "よって" in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("x-win",), "there is no technique called 'x-win'; did you mean x-wing"),
        (("--drill",), "there is no technique that it is about"),
        (("x-wing", "--seed", "1"), "--seed: belongs to a drill"),
        (("x-wing", "--drill", "--answer", "r1c1=1"), "cannot be asked for together"),
        (("x-wing", "--answer", "r1c1=1"), "no drill of x-wing waits for an answer"),
        (("x-wing", "--answer", "", "--seed", "7"), "an answer is 1 to 100 statements"),
        (("x-wing", "--answer", "r5c1", "--seed", "7"), "'r5c1' is not a statement"),
        (("x-wing", "--answer", "r5c1<>0", "--seed", "7"), "r5c1 has no candidate 0"),
        (("x-wing", "--answer", "r0c1<>8", "--seed", "7"), "'r0c1<>8': "),
        (("x-wing", "--answer", "<>8", "--seed", "7"), "'<>8' is not a statement"),
        (("x-wing", "--seed", "-1", "--drill"), "--seed"),
    ],
)
def test_bad_input_of_learn(
    learn: Output, progress: Path, arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = learn(*arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert not progress.exists()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"format": 2}', '{"format": 1}', "\0",
     '{"format": 1, "drilled": {"x-wing": [1, 2]}, "waiting": {"x-wing": 3}}',
     '{"format": 1, "drilled": {"x-wing": [1, "2", -1]}, "waiting": {}}'],
)  # fmt: skip
def test_a_broken_file_of_progress_is_named_and_left_alone(
    learn: Output, progress: Path, text: str
) -> None:
    progress.parent.mkdir()
    progress.write_text(text)
    for arguments in ((), ("x-wing", "--drill", "--seed", "7")):
        code, _, err = learn(*arguments)
        assert code == 2
        assert str(progress) in err
        assert err.count("\n") == 1
    assert progress.read_text() == text


def test_progress_that_cannot_be_written_is_reported(satdoku: Output, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    place = str(tmp_path / "file" / "progress.json")
    code, _, err = satdoku("learn", "x-wing", "--drill", "--seed", "7", "--progress", place)
    assert code == 2
    assert "file" in err


def test_progress_lies_where_the_system_has_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert CourseProgress.file() == tmp_path / "satdoku" / "progress.json"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    for system, folder in (
        ("linux", ".local/share/satdoku"),
        ("darwin", "Library/Application Support/satdoku"),
    ):
        monkeypatch.setattr(sys, "platform", system)
        assert CourseProgress.file().parent == tmp_path / folder


# -- worksheets ----------------------------------------------------------------------------------


@pytest.mark.full
def test_a_worksheet_has_the_lesson_the_positions_and_the_answers(
    satdoku: Output, tmp_path: Path
) -> None:
    pytest.importorskip("typst")
    pypdf = pytest.importorskip("pypdf")
    path = tmp_path / "wings.pdf"
    command = ("worksheet", "x-wing", "-n", "2", "--seed", "7", "--per-page", "2", "-o", str(path))
    assert satdoku(*command) == (0, "", "")
    first = path.read_bytes()
    assert toolkit.learn("x-wing").technique == "x-wing"
    pages = [page.extract_text() for page in pypdf.PdfReader(path).pages]
    assert len(pages) == 3
    assert "What to look for" in pages[0]
    assert "≠" not in pages[1]
    assert "Answers" in pages[2]
    assert "r5c1≠8 r5c9≠8 r8c1≠8" in pages[2]
    assert satdoku(*command)[0] == 0
    assert path.read_bytes() == first
    sheet = toolkit.worksheet("x-wing", 2, seed=7, lang="ja")
    assert "探すもの" in pypdf.PdfReader(io.BytesIO(sheet)).pages[0].extract_text()


def test_no_worksheet_is_half_written(satdoku: Output, tmp_path: Path) -> None:
    path = tmp_path / "wings.pdf"
    code, _, err = satdoku("worksheet", "x-wing", "-o", str(path), "--time-limit", "0")
    assert (code, path.exists()) == (3, False)
    assert "0 of 1 found" in err
    assert satdoku("worksheet", "x-win", "-o", str(path))[0] == 2
    assert satdoku("worksheet", "x-wing", "-n", "0", "-o", str(path))[0] == 2


def test_the_position_of_a_drill_is_the_same_again() -> None:
    first, second = (toolkit.learn("xy-wing", drill=True, seed=3) for _ in range(2))
    assert first.position == second.position
    again = parse(first.line).position
    assert isinstance(again, Position)
    assert again.candidates == first.position.candidates
