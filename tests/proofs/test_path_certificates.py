"""Certificates of paths: a step is what its argument is, and what a forger changes is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from proof_samples import EASY, HARD, OTHER, classic

import satdoku
from satdoku.base.errors import EngineDisagreement, FormatError, OptionError, Unsupported
from satdoku.base.limits import ENDLESS
from satdoku.proofs.certificate import members_of
from satdoku.puzzle import Puzzle
from satdoku.rating import start
from satdoku.rating.certified import (
    PathVerification,
    RatedPath,
    fault_of,
    path_of,
    verify_path,
)
from satdoku.rating.columns import SE_RATINGS, printed
from satdoku.rating.explainer import rate
from satdoku.rating.judging import judged
from satdoku.techniques.board import apply
from satdoku.techniques.catalogue import technique
from tests.shared import shared_file, some, thinned
from tests.techniques.test_catalogue import example

Data = dict[str, Any]
Forge = Callable[[Data], object]

GRAVE = "........1.......23..4..5........6....1....7..23..5........3......6......4.89..5.."
"""Solved by a bivalue universal grave."""


def path_in(puzzle: Puzzle) -> RatedPath:
    rating = rate(puzzle)
    assert rating.walked is not None
    return path_of(puzzle, rating.walked(), ENDLESS)


@cache
def _bytes(text: str) -> bytes:
    puzzle = example(text).as_puzzle() if text.isalpha() or "-" in text else classic(text)
    (data,) = path_in(puzzle).files("x").values()
    return data


def genuine(text: str = HARD) -> Data:
    data: Data = json.loads(_bytes(text))
    return data


def verified(data: Data | bytes) -> PathVerification:
    return verify_path(members_of(data if isinstance(data, bytes) else json.dumps(data).encode()))


def settled(data: Data) -> Data:
    """The data of a careful forger: the claim fits the ratings of the steps."""
    data["rating"] = max(step["rating"] for step in data["steps"])
    data["hardest"] = next(
        step["technique"] for step in data["steps"] if step["rating"] == data["rating"]
    )
    return data


def refused(data: Data | bytes, *words: str) -> None:
    """Neither proved nor read, with one of these words."""
    try:
        judged_so = verified(data)
    except FormatError as error:
        said = str(error)
    else:
        assert not judged_so.proved
        said = " ".join(fault.message for fault in judged_so.faults)
    assert "\n" not in said
    assert any(word in said for word in words), said


def first(data: Data, name: str) -> Data:
    """The first step of a technique."""
    step: Data = next(step for step in data["steps"] if step["technique"] == name)
    return step


@pytest.mark.parametrize("text", [EASY, HARD, *thinned([OTHER, GRAVE], 2), "nested-forcing-chains"])
def test_a_path_proves_its_rating(text: str) -> None:
    data = genuine(text)
    proved = verified(data)
    assert proved.proved, proved.faults
    assert proved.lemmas == len(data["steps"])
    puzzle = proved.puzzle
    rating = rate(puzzle)
    assert (proved.path.rating, proved.path.hardest) == (rating.scores["er"], rating.hardest)
    assert proved.path.assumes_unique is any(
        name.startswith(("unique", "bug")) for name in rating.techniques
    )
    if puzzle.pencil_marks is None:
        solved = satdoku.solve(puzzle.grid.text()).solution
        assert solved is not None
        assert proved.path.solution == solved.text()


# ------------------------------------------------------------------------------------------------
# What a step is called is read from its argument.


@pytest.mark.parametrize(
    "name", thinned([name for name, rated in SE_RATINGS.items() if rated and name != "x-chain"], 4)
)
def test_the_steps_of_a_technique_are_called_so(name: str) -> None:
    position = example(name)
    step = technique(name).first(position)
    assert step is not None
    (*names,) = [one.name for one in judged(step, position)]
    # What is nested at one level may use the same steps as what is called plus.
    assert name.replace("nested-forcing-chains", "dynamic-forcing-chains-plus") in names
    two = ("dynamic-forcing-chains", "region-forcing-chains", "cell-forcing-chains")
    assert len(names) == 1 or name in two


def _as_rated(texts: list[str]) -> None:
    """Each step of the kernel has its name and its rating among those of its argument."""
    for text in some(texts):
        rating = rate(classic(text))
        if rating.status == "ok":
            path = path_in(classic(text))
            assert (path.rating, path.hardest) == (rating.scores["er"], rating.hardest), text
            assert len(path.steps) == rating.steps


@pytest.mark.parametrize(
    ("name", "every", "most"),
    [
        pytest.param("clue17.txt", 50, 6.0, marks=pytest.mark.full),
        pytest.param("hardest_1905.txt", 40, 20.0, marks=pytest.mark.slow),
        pytest.param("sudocue.txt", 5, 20.0, marks=pytest.mark.slow),
        pytest.param("top1465.txt", 5, 20.0, marks=pytest.mark.slow),
    ],
)
def test_a_path_is_certified_as_it_is_rated(name: str, every: int, most: float) -> None:
    lines = shared_file("speed", name).read_text(encoding="ascii").split("\n")
    puzzles = [line[:81].replace("0", ".") for line in lines if len(line) >= 81]
    assert most
    _as_rated(puzzles[::every])


def _claims() -> Iterator[tuple[str, float]]:
    """Every technique of Sudoku Explainer, with its ratings."""
    for name, ratings in SE_RATINGS.items():
        for tenths in ratings:
            if tenths is not None:
                yield name, tenths / 10


@pytest.mark.parametrize("text", [HARD, *thinned([EASY, OTHER, GRAVE, "nested-forcing-chains"], 4)])
def test_no_step_passes_as_another(text: str) -> None:
    path = verified(_bytes(text)).path
    position = start(path.puzzle)
    seen: set[str] = set()
    for step, rating in path.steps:
        own = step.technique
        if own not in seen:
            seen.add(own)
            assert fault_of(step, rating, position, ENDLESS) is None
            for name, other in _claims():
                # Of chains that do not branch both names are right.
                if name != own and not {name, own} <= {
                    "dynamic-forcing-chains",
                    "region-forcing-chains",
                }:
                    fault = fault_of(replace(step, technique=name), other, position, ENDLESS)
                    assert fault is not None
                    assert fault.startswith(f"it is {own}")
            for other in (rating - 0.1, rating + 0.1, 0.0, -1.0):
                fault = fault_of(step, printed(other), position, ENDLESS)
                assert fault is not None
                assert fault.startswith(f"it is {own}")
        position = apply(position, step)
    assert len(some(seen)) > 1


# ------------------------------------------------------------------------------------------------
# Forgeries.


def _of_step(name: str, change: Callable[[Data], object]) -> Forge:
    return lambda data: change(first(data, name))


def _at(index: int, change: Callable[[Data], object]) -> Forge:
    return lambda data: change(data["steps"][index])


def _proof(**fields: Any) -> Callable[[Data], object]:
    return lambda step: step["proof"].update(fields)


def _without(index: int) -> Forge:
    return lambda data: data["steps"].pop(index)


def _swap_columns(data: Data) -> None:
    givens = data["puzzle"]["givens"]
    rows = [givens[at : at + 9] for at in range(0, 81, 9)]
    data["puzzle"]["givens"] = "".join(row[1] + row[0] + row[2:] for row in rows)


def _in_a_row(data: Data) -> None:
    """A digit that a box has in one cell alone is said to be hidden in the row."""
    step = next(s for s in data["steps"] if s["proof"].get("house", "").startswith("box"))
    step["proof"]["house"] = f"row {step['proof']['cell'] // 9 + 1}"
    step["rating"] = 1.5


def _doubled(data: Data) -> None:
    cell, digit = first(data, "pointing")["eliminations"][0]
    first(data, "pointing")["eliminations"] = [[cell, digit], [cell, digit]]


def _in_place_of(name: str, other: str) -> Forge:
    """The argument of one step for the conclusion of another."""

    def forge(data: Data) -> None:
        first(data, name)["proof"] = first(data, other)["proof"]

    return forge


def _whole_chain(part: Data) -> Callable[[Data], object]:
    """A chain that uses a part for its last statement."""

    def change(step: Data) -> None:
        chain = step["proof"]["chain"]
        chain["parts"] = [part]
        chain["nodes"][-1] |= {"cause": "advanced", "part": 0, "on": False}

    return change


BOX: Data = {"is": "House", "kind": "box", "number": 1, "cells": [*range(9)]}
TRIAL: Data = {"is": "TrialProof", "cell": 0, "branches": []}
OUTSIDE: Data = {"is": "SingleProof", "cell": 500, "digit": 1}
NESTED: Data = {
    "is": "Step",
    "technique": "naked-single",
    "proof": {"is": "SingleProof", "cell": 0, "digit": 1},
    "placements": [[0, 1]],
}

FORGERIES: list[tuple[str, str, Forge]] = [
    # The claim.
    ("the hardest step is 9.4", HARD, lambda d: d.update(rating=4.2)),
    ("the hardest step is 9.4", HARD, lambda d: d.update(rating=9.5)),
    ("the hardest step is 9.4", HARD, lambda d: d.update(hardest="naked-single")),
    ('"scale" must be', HARD, lambda d: d.update(scale="hodoku")),
    ("one solution is not as stated", HARD, lambda d: d.update(assumes_unique=True)),
    ("one solution is not as stated", GRAVE, lambda d: d.update(assumes_unique=False)),
    ("another solution", HARD, lambda d: d.update(solution=d["solution"][::-1])),
    # The puzzle.
    ("has no candidate", HARD, _swap_columns),
    ('"puzzle"', HARD, lambda d: d["puzzle"].update(givens="é" * 81)),
    ("twice", HARD, lambda d: d["puzzle"].update(givens="11" + d["puzzle"]["givens"][2:])),
    ("no extra rules", HARD, lambda d: d["puzzle"].update(constraints=[{"rule": "anti-king"}])),
    ("classic 9x9", HARD, lambda d: d.update(puzzle={"givens": "1" + "." * 15})),
    # The steps as a whole.
    ("ends before the puzzle is solved", HARD, lambda d: d["steps"].pop()),
    ("ends before the puzzle is solved", HARD, lambda d: d.update(steps=d["steps"][:3])),
    ("step", HARD, lambda d: d.update(steps=d["steps"][::-1])),
    ("has no candidate", EASY, lambda d: d["steps"].append(d["steps"][-1])),
    *(("step", HARD, _without(at)) for at in (0, 2, 10, 20)),
    ("must be a list", HARD, lambda d: d.update(steps={})),
    ("at most", EASY, lambda d: d.update(steps=d["steps"] * 40)),
    # What a step concludes.
    ("step 1 ", EASY, _at(0, lambda s: s.update(placements=[[0, 1]]))),
    ("no such step", HARD, _of_step("pointing", lambda s: s.update(eliminations=[[0, 1]]))),
    ("concludes nothing", HARD, _of_step("pointing", lambda s: s.update(eliminations=[]))),
    ("no such step", HARD, _doubled),
    ("no such step", EASY, _at(0, lambda s: s.update(eliminations=[[0, 1]]))),
    ("not an argument", EASY, _at(0, lambda s: s.update(placements=[[500, 1]], proof=OUTSIDE))),
    # Arguments.
    ("other places", EASY, _in_a_row),
    ("no such step", EASY, _of_step("hidden-single", _proof(last=True))),
    ("no such step", HARD, _of_step("pointing", _proof(digit=9))),
    ("no such step", HARD, _of_step("pointing", _proof(second="box 9"))),
    ("no such step", HARD, _of_step("naked-pair", _proof(digits=[1, 2, 3]))),
    ("step", HARD, _of_step("naked-pair", _proof(digits=[8, 9]))),
    ("no such step", HARD, _of_step("naked-pair", _proof(cells=[0, 0]))),
    ("no such step", HARD, _of_step("x-wing", _proof(cover=["row 1", "row 2"]))),
    ("no such step", HARD, _of_step("x-wing", _proof(fins=[0]))),
    ("step", HARD, _in_place_of("pointing", "claiming")),
    ("no such step", HARD, _in_place_of("x-wing", "hidden-pair")),
    ("step", HARD, _in_place_of("cell-forcing-chains", "region-forcing-chains")),
    ("step", HARD, _of_step("forcing-chain", lambda s: s["proof"]["chain"]["nodes"].pop(1))),
    ("step", HARD, _of_step("forcing-chain", lambda s: s["proof"]["chain"].update(nodes=[]))),
    ("no such step", HARD, _of_step("forcing-chain", _proof(kind="x"))),
    ("no such step", HARD, _of_step("forcing-chain", _whole_chain(NESTED))),
    ("step", HARD, _of_step("region-forcing-chains", lambda s: s["proof"]["chains"].pop())),
    ("step", HARD, _of_step("nishio", _proof(case="double"))),
    ("no such step", GRAVE, _of_step("bug-1", _proof(extra=[]))),
    # What is no step at all.
    ("SingleProof.cell cannot be -1", EASY, _at(0, _proof(cell=-1))),
    ("SingleProof.cell cannot be True", EASY, _at(0, _proof(cell=True))),
    ("SingleProof.cell cannot be 1.0", EASY, _at(0, _proof(cell=1.0))),
    ("SingleProof.house cannot be 'row 10'", EASY, _at(0, _proof(house="row 10"))),
    ("SingleProof has no key 'barred'", EASY, _at(0, _proof(barred=[]))),
    ("Step has no key 'variant'", EASY, _at(0, lambda s: s.update(variant="x"))),
    ("cannot be 'TrialProof'", EASY, _at(0, lambda s: s.update(proof=TRIAL))),
    ("cannot be 'House'", EASY, _at(0, _proof(house=BOX))),
    ('Step lacks the key "proof"', EASY, _at(0, lambda s: s.pop("proof"))),
    ('"rating" must be a number', EASY, _at(0, lambda s: s.pop("rating"))),
    ('"rating" must be a number', EASY, _at(0, lambda s: s.update(rating="1.2"))),
    ('step 1: "rating" must be', EASY, lambda d: d["steps"].__setitem__(0, 5)),
    ("has 1 items, not 2", EASY, _at(0, lambda s: s.update(placements=[[1]]))),
    ("must be a list", EASY, _at(0, lambda s: s.update(placements={"a": 1}))),
    # What is no certificate.
    ('lacks the key "made_by"', EASY, lambda d: d.pop("made_by")),
    ("has no key 'verdict'", EASY, lambda d: d.update(verdict="unique")),
    ("version 3 of certificates", EASY, lambda d: d.update(satdoku_certificate=3)),
    ("of a verdict", EASY, lambda d: d.update(satdoku_certificate=1)),
    ("must be true or false", EASY, lambda d: d.update(assumes_unique=0)),
    ("must be texts", EASY, lambda d: d.update(rating=True)),
    ("must be texts", EASY, lambda d: d.update(rating=10**300)),
    ("must be texts", EASY, lambda d: d.update(solution=None)),
]


@pytest.mark.parametrize(
    ("words", "text", "forge"),
    FORGERIES,
    ids=[f"{at}: {words}" for at, (words, _, _) in enumerate(FORGERIES)],
)
def test_a_forgery_is_refused(words: str, text: str, forge: Forge) -> None:
    data = genuine(text)
    forge(data)
    refused(data, words)


@pytest.mark.parametrize("at", [0, 1, 40, 200, 500, 1000, 3000, 6000, 9000])
def test_a_file_that_is_cut_is_refused(at: int) -> None:
    refused(_bytes(EASY)[:at], "not JSON")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_without_end_is_refused(number: str) -> None:
    whole = _bytes(EASY)
    refused(whole.replace(b'"rating": 1.2,', f'"rating": {number},'.encode(), 1), "endless number")
    refused(whole.replace(b"[26", f"[{number}".encode()).replace(b": 1.0", b": 1e999"), "number")


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    refused(_bytes(EASY).replace(b'"made_by": ', b'"made_by": ' + deep + b", ", 1), "too deeply")
    part: Data = {"is": "Step", "technique": "x", "proof": {"is": "SingleProof"}}
    for _ in range(30):
        chain = {"is": "Chain", "nodes": [], "parts": [part]}
        proof = {"is": "ChainProof", "kind": "x", "chain": chain}
        part = {"is": "Step", "technique": "x", "proof": proof}
    data = genuine(EASY)
    data["steps"][0] = part | {"rating": 1.2}
    refused(data, "too deeply")


def test_a_path_that_is_no_path_of_the_rating_is_a_bug() -> None:
    rating = rate(classic(EASY))
    assert rating.walked is not None
    (before, step), *others = rating.walked()
    wrong = replace(step, technique="naked-pair")
    for stages in ([(before, wrong), *others], others, [(before, step)]):
        with pytest.raises(EngineDisagreement, match="does not prove its rating"):
            path_of(classic(EASY), stages, ENDLESS)


# ------------------------------------------------------------------------------------------------
# The commands.

Satdoku = Callable[..., tuple[int, str, str]]


def test_rate_writes_what_verify_proves(tmp_path: Path, satdoku: Satdoku) -> None:
    code, out, _ = satdoku("rate", EASY, "--certify", tmp_path)
    line = out.rstrip("\n").split("\t")
    assert code == 0
    assert line[:3] == ["1.2/1.2/1.2", EASY, "easy"]
    satdoku("check-unique", EASY, "--certify", tmp_path)
    code, out, err = satdoku("verify", tmp_path)
    assert (code, err) == (0, "")
    assert {tuple(row.split("\t")[:3:2]) for row in out.splitlines()} == {("proved", EASY)}
    solved = next(row for row in out.splitlines() if "\tsolved\t" in row)
    assert solved.split("\t")[3:] == [line[3], "1.2", "hidden-single"]
    code, out, err = satdoku("verify", line[3], "--puzzle", OTHER)
    assert code == 1
    assert "about another puzzle" in err
    code, out, err = satdoku("verify", line[3], "--checker", "drup")
    assert code == 2
    assert "checker" in err


def test_a_verified_path_says_what_it_does_not_prove(tmp_path: Path) -> None:
    answer = satdoku.rate(GRAVE, certify=tmp_path)
    assert answer.certificate is not None
    assert answer.to_dict()["certificate"] == answer.certificate
    proved = satdoku.verify(answer.certificate, GRAVE)
    assert (proved.answer, proved.rating, proved.hardest) == ("proved", 5.6, "bug-1")
    assert "easier path is not proved" in proved.text()
    assert "assumes that there is only one solution" in proved.text()
    assert proved.to_dict()["assumes_unique"] is True
    assert "unknown" not in proved.to_dict()
    (alone,) = tmp_path.iterdir()
    assert satdoku.verify(alone, time_limit=0.0).answer == "undecided"
    with pytest.raises(FormatError, match=r"is of a path, and has no proof .* leave out"):
        satdoku.verify(alone, checker="drup")


def test_what_has_no_path_to_its_solution_has_no_certificate(tmp_path: Path) -> None:
    several = EASY.replace("53", "..", 1)
    answer = satdoku.rate(several, allow_multiple=True, certify=tmp_path)
    assert answer.certificate is None
    assert [*tmp_path.iterdir()] == []
    with pytest.raises(OptionError, match="Sudoku Explainer's scale alone"):
        satdoku.rate(EASY, scale="hodoku", certify=tmp_path)
    with pytest.raises(Unsupported, match="classic 9x9"):
        satdoku.rate("1....2..4......3", certify=tmp_path)


def test_a_file_of_100_megabytes_is_not_read(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    with large.open("wb") as stream:
        stream.write(_bytes(EASY))
        stream.truncate(100_000_000)
    with pytest.raises(FormatError, match="larger than"):
        satdoku.verify(large)
