"""docs/certificates.md shows what the code makes. ``python tests/proofs/test_proof_docs.py``
writes its blocks anew."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from importlib.metadata import version
from pathlib import Path

import pytest

from satdoku.formats import parse
from satdoku.proofs import certify, verify_files
from satdoku.proofs.theorem import theorem_of

PAGE = Path(__file__).resolve().parents[2] / "docs/certificates.md"
STORY = """\
{"satdoku": 1, "board": {"size": 4, "box": [2, 2]}, "givens": ".4.1.....2.3....",
 "constraints": [{"rule": "killer-cage", "cells": ["r3c4", "r4c4"], "sum": 5},
                 {"rule": "killer-cage", "cells": ["r2c1", "r3c1"], "sum": 5}]}
"""
_BLOCK = re.compile(r"<!-- made: (\S+) -->\n```(\w+)\n(.*?)```\n", re.DOTALL)


@cache
def code_blocks() -> dict[str, str]:
    """The blocks of the page, by a real session in an empty directory."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "story.json").write_text(STORY)
        certificates = Path(folder, "certificates")
        commands = [
            "satdoku check-unique story.json --certify certificates",
            "satdoku verify certificates",
            "wc -c certificates/*",
        ]
        session = ""
        for command in commands:
            if command.startswith("wc"):
                sizes = {path.name: path.stat().st_size for path in certificates.iterdir()}
                out = "".join(f"{sizes[n]:5} certificates/{n}\n" for n in sorted(sizes))
            else:
                words = [sys.executable, "-m", *command.split()]
                root = str(PAGE.parents[1])
                path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
                environment = {**os.environ, "PYTHONPATH": path}
                out = subprocess.run(
                    words, cwd=folder, capture_output=True, text=True, check=True, env=environment
                ).stdout
            session += f"$ {command}\n{out}"
        files = {path.suffix: path.read_text() for path in certificates.iterdir()}
    theorem = theorem_of(certify(parse(STORY).puzzle), "theorem_1.v")
    binary = certify(parse(STORY).puzzle, proof_format="binary").proof
    assert binary is not None
    steps = []
    start = 0
    for _ in range(3):
        end = binary.index(0, start) + 1
        steps.append(binary[start:end].hex(" "))
        start = end
    return {
        "theorem": theorem[theorem.index("(* 4x4") : theorem.index("\nDefinition the_solution")],
        "story.json": STORY,
        "session": session,
        "certificate": files[".json"],
        "formula": files[".cnf"],
        "proof": files[".drat"],
        "binary": "\n".join(steps) + "\n",
    }


def shown() -> dict[str, str]:
    return {name: text for name, _, text in _BLOCK.findall(PAGE.read_text(encoding="utf-8"))}


def programs(certificate: str) -> dict[str, str]:
    makers: dict[str, str] = json.loads(certificate)["made_by"]
    return makers


@pytest.mark.full
def test_the_page_is_what_the_code_makes() -> None:
    ours, theirs = code_blocks(), shown()
    assert list(theirs) == list(ours)
    if programs(theirs["certificate"])["python-sat"] != version("python-sat"):
        # Another solver may find another proof; all that does not depend on it must be the same.
        for name in ("proof", "binary", "session", "certificate"):
            del ours[name]
    else:
        ours["certificate"] = without_programs(ours["certificate"])
    for name, text in ours.items():
        block = without_programs(theirs[name]) if name == "certificate" else theirs[name]
        if name == "session":  # the size of the certificate depends on the versions it tells
            text, block = (re.sub(r" *\d+ (\S+\.json)", r"\1", t) for t in (text, block))
        assert block == text, name


def without_programs(certificate: str) -> str:
    return re.sub(r'\n  "made_by": .*', "", certificate)


def test_what_the_page_shows_is_proved() -> None:
    blocks = shown()
    stem = json.loads(blocks["certificate"])["formula"]["file"].removesuffix(".cnf")
    files = {f"{stem}.cnf": blocks["formula"], f"{stem}.drat": blocks["proof"]}
    certificate = blocks["certificate"].encode()
    puzzle = parse(blocks["story.json"]).puzzle
    verification = verify_files(certificate, lambda name: files[name].encode(), puzzle=puzzle)
    assert verification.proved, verification.faults


def test_the_lines_that_the_text_quotes_are_there() -> None:
    blocks = shown()
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    quoted = re.findall(r"[Ll]ine (\d+) of the (formula|proof), `([^`]*)`", text)
    assert len(quoted) > 8
    for number, block, line in quoted:
        assert blocks[block].splitlines()[int(number) - 1] == line
    last = blocks["formula"].splitlines()
    assert len(last) == 129
    assert all(int(word) <= 0 for word in last[-1].split())


@pytest.mark.parametrize("name", ["open-candidates", "version 1", "version 2", "empty clause"])
def test_the_page_names_the_encoding(name: str) -> None:
    assert name in PAGE.read_text(encoding="utf-8")


def write_page() -> None:
    """Put the blocks as they are now into the page."""
    blocks = code_blocks()
    text = PAGE.read_text(encoding="utf-8")

    def block(match: re.Match[str]) -> str:
        return f"<!-- made: {match[1]} -->\n```{match[2]}\n{blocks[match[1]]}```\n"

    PAGE.write_text(_BLOCK.sub(block, text), encoding="utf-8")


if __name__ == "__main__":
    write_page()
