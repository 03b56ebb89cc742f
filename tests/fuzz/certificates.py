"""Mutated certificates: one that is accepted must claim what is true of the puzzle in it."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256

from satdoku.base.errors import FormatError, Unsupported
from satdoku.base.limits import ENDLESS, Limit
from satdoku.proofs import Verification, certify
from satdoku.proofs.certificate import PATH_LAYOUT, members_of
from satdoku.proofs.lrat import FORMATS
from satdoku.proofs.verifying import verify_members
from satdoku.puzzle import Puzzle
from satdoku.rating.certified import PathVerification, RatedPath, path_of, verify_path
from satdoku.rating.explainer import rate
from tests.constraints.constraint_oracle import read_example
from tests.fuzz import verdicts
from tests.fuzz.mutation import mutated_bytes, mutated_data
from tests.fuzz.text import said
from tests.fuzz.tries import expect
from tests.proofs.proof_samples import EASY, HARD, posed
from tests.solving.solving_oracle import BOXES4, JIGSAW4, classic
from tests.techniques.test_catalogue import example

Files = dict[str, bytes]


@dataclass(frozen=True)
class Case:
    """The files of a certificate called x."""

    files: tuple[tuple[str, bytes], ...]


_CLUES = (
    {"rule": "arrow", "bulb": "r4c1", "cells": ["r3c2", "r4c2"]},
    {"rule": "quadruple", "cells": ["r1c2", "r1c3", "r2c2", "r2c3"], "digits": [1, 4]},
    {"rule": "skyscraper", "side": "right", "index": 3, "value": 2},
    {"rule": "between", "cells": ["r1c1", "r1c2", "r1c3"]},
)
"""True of 1234 3412 2143 4321; a relation of another kind each."""


@cache
def _seeds() -> tuple[Files, ...]:
    """Certificates of every verdict, with and without rules; most are small."""
    killer = {"rule": "killer-cage", "cells": ["r1c1", "r1c2", "r2c1"], "sum": 8}
    puzzles = [
        posed("1...2......12...", BOXES4),
        posed("12...........4..", BOXES4),
        posed("12..34.....1..2.", BOXES4),
        posed("1.......3..4....", JIGSAW4, {"rule": "anti-king"}),
        posed("1..............2", BOXES4, {"rule": "diagonal"}, killer),
        posed(".......1..2.3...", BOXES4),
        posed("1......2.1......", BOXES4, *_CLUES),
        posed("2.......1.......", BOXES4, *_CLUES),
        classic(EASY),
        classic(EASY.replace("53", "54", 1)),
        classic(EASY.replace("53", "..", 1)),
        read_example("killer-cage"),
    ]
    files = []
    for number, puzzle in enumerate(puzzles):
        if not puzzle.problems():
            form = FORMATS[number % len(FORMATS)]
            files.append(certify(puzzle, proof_format=form).files("x"))
    return tuple(files)


@cache
def _paths() -> tuple[bytes, ...]:
    """Certificates of paths, from singles to nested chains."""
    puzzles = [classic(EASY), classic(HARD), example("unique-rectangle-3").as_puzzle()]
    puzzles += [
        example(name).as_puzzle() for name in ("nested-forcing-chains", "bug-3", "xyz-wing")
    ]
    certificates: list[bytes] = []
    for puzzle in puzzles:
        rating = rate(puzzle)
        if rating.status == "ok" and rating.walked is not None:
            certificates += path_of(puzzle, rating.walked(), ENDLESS).files("x").values()
    return tuple(certificates)


def _path(chance: random.Random) -> Case:
    """A certificate of a path with some steps changed, often so that its claim fits them."""
    data, other = (json.loads(chance.choice(_paths())) for _ in range(2))
    steps = data["steps"]
    for _ in range(chance.randrange(1, 4)):
        at, way = chance.randrange(len(steps)), chance.randrange(6)
        step = steps[at]
        if way == 0:
            names = [one["technique"] for one in steps]
            step["technique"] = chance.choice(names)
            step["rating"] = next(s["rating"] for s in steps if s["technique"] == step["technique"])
        elif way == 1:
            steps.insert(chance.randrange(len(steps)), steps.pop(at))
        elif way == 2:
            step["proof"] = chance.choice((steps, other["steps"]))[0]["proof"]
        elif way == 3:
            givens = [*data["puzzle"]["givens"]]
            givens[chance.randrange(len(givens))] = chance.choice(".123456789")
            data["puzzle"]["givens"] = "".join(givens)
        else:
            key = chance.choice([key for key in step if key != "technique"])
            step[key] = mutated_data(step[key], chance, chance.choice(other["steps"]))
    try:
        if chance.random() < 0.8:
            data["rating"] = max(step["rating"] for step in steps)
            data["hardest"] = next(
                step["technique"] for step in steps if step["rating"] == data["rating"]
            )
    except (TypeError, KeyError):
        pass
    return Case((("x.json", json.dumps(data).encode()),))


def draw(chance: random.Random) -> Case:
    """A certificate with one of its files changed, and sometimes the hashes made to fit."""
    if chance.random() < 0.4:
        return _path(chance)
    seeds = _seeds()
    small = [files for files in seeds if len(files.get("x.cnf", b"")) < 20_000]
    many = small if chance.random() < 0.9 else seeds
    files, other = dict(chance.choice(many)), chance.choice(many)
    name = chance.choice(sorted(files))
    way = chance.randrange(4)
    if way == 0:
        name = chance.choice(sorted(files))
        files[name] = other.get(name, b"")
    elif name == "x.json":
        data = json.loads(files[name])
        if way == 1:
            data["puzzle"] = mutated_data(data["puzzle"], chance, json.loads(other[name]))
        elif way == 2:
            givens = [*data["puzzle"]["givens"]]
            givens[chance.randrange(len(givens))] = chance.choice(".1234")
            data["puzzle"]["givens"] = "".join(givens)
        else:
            data = mutated_data(data, chance, json.loads(other[name]))
        files[name] = json.dumps(data).encode()
    elif way == 1 or not files[name].isascii():
        files[name] = mutated_bytes(files[name], chance)
    else:
        lines = files[name].split(b"\n")
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(lines))
            kind = chance.randrange(3)
            if kind == 0:
                del lines[place : place + 1 + chance.randrange(5)]
            elif kind == 1:
                lines.insert(place, chance.choice(lines) if lines else b"0")
            else:
                line = re.sub(rb"[1-9]\d*", lambda m: m[0] + b"1", lines[place], count=1)
                lines[place] = line.replace(b"-", b"", 1)
            lines = lines or [b""]
        files[name] = b"\n".join(lines)
    if chance.random() < 0.6:
        files = _with_hashes(files)
    return Case(tuple(sorted(files.items())))


def _with_hashes(files: Files) -> Files:
    """The files with fitting hashes, as a careful forger would make them, where possible."""
    try:
        data = json.loads(files["x.json"])
        for key, name in (("formula", "x.cnf"), ("proof", "x.drat"), ("proof", "x.lrat")):
            if name in files and key in data:
                data[key]["sha256"] = sha256(files[name]).hexdigest()
                header = re.match(rb"p cnf (\d+) (\d+)\n", files[name])
                if key == "formula" and header:
                    data[key]["variables"], data[key]["clauses"] = map(int, header.groups())
    except (ValueError, TypeError, AttributeError, KeyError):
        return files
    return {**files, "x.json": json.dumps(data).encode()}


def judge(case: Case) -> None:
    """Whatever is accepted is true."""
    files = dict(case.files)

    def beside(name: str) -> bytes:
        if name not in files:
            raise FormatError(f"{name}: there is no such file")
        return files[name]

    verification: Verification | PathVerification
    try:
        whole = members_of(files["x.json"])
        if whole["satdoku_certificate"] == PATH_LAYOUT:
            verification = verify_path(whole, limit=Limit(seconds=20))
        else:
            verification = verify_members(whole, beside)
    except (FormatError, Unsupported) as error:
        said(error)
        return
    for fault in verification.faults:
        expect(fault.message and "\n" not in fault.message, "a fault that is not a sentence")
    if isinstance(verification, PathVerification):
        if verification.proved:
            _true_path(verification.path)
    elif verification.proved:
        expect(
            _verdict(verification.puzzle) == verification.verdict, "a false certificate is accepted"
        )


_MISSED = 0.6
"""A chain that does not branch is rated so much lower than where Sudoku Explainer may find it."""


def _true_path(path: RatedPath) -> None:
    """The path ends in the solution, and is not much easier than Sudoku Explainer's."""
    truth, _ = verdicts.solutions(path.puzzle)
    expect(len(truth) == 1 or path.assumes_unique, "a path that proves one of several solutions")
    texts = {"".join(map(str, values)) for values in truth}
    expect(path.solution in texts, "a path to what is no solution")
    if not path.assumes_unique:
        least = rate(path.puzzle).scores["er"] - _MISSED
        expect(path.rating >= least, "a path is rated too low", f"{path.rating}, not {least}")


def _verdict(puzzle: Puzzle) -> str:
    truth, _ = verdicts.solutions(puzzle)
    return ("none", "unique")[len(truth)] if len(truth) < 2 else "multiple"


def smaller(case: Case) -> Iterator[Case]:
    """A forgery as small as possible helps nobody: only whole files are left out."""
    for number in range(len(case.files)):
        if case.files[number][0] != "x.json":
            yield replace(case, files=case.files[:number] + case.files[number + 1 :])
