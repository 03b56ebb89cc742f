"""The certificate: one .json file that binds a puzzle, its verdict, a formula and a proof.

=================== ============================================================================
satdoku_certificate the version of this layout, 1
verdict             ``unique``, ``none`` or ``multiple``
puzzle              the puzzle, in satdoku's JSON
solutions           the solution; none for ``none``; two different ones for ``multiple``
encoding            which definition the formula follows: ``kind`` and ``version``
formula             ``file`` beside the certificate, its ``sha256``, ``variables``, ``clauses``
proof               ``file`` beside the certificate, its ``sha256``, ``format`` (text, binary, lrat)
made_by             the programs that made it; for readers, never used in verifying
=================== ============================================================================

A certificate of ``multiple`` needs no proof, so encoding, formula and proof are left out: its two
solutions are the evidence.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Literal, cast

from satdoku.base.errors import FormatError
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.board import Geometry, Grid
from satdoku.formats.json import from_data, read_values, to_data, values_data
from satdoku.formats.source import MAX_LINE
from satdoku.proofs.formula import ENCODING, VERSIONS
from satdoku.proofs.lrat import FORMATS, ProofFormat
from satdoku.puzzle import Document, Puzzle

LAYOUT = 1
PATH_LAYOUT = 2
"""The layout of certificates of paths (``satdoku.rating.certified``)."""

MAX_CERTIFICATE = MAX_LINE
"""Longest certificate that is read, in bytes: its puzzle could also be read from a line."""

CertifiedVerdict = Literal["unique", "none", "multiple"]
SOLUTIONS = {"unique": 1, "none": 0, "multiple": 2}
"""The number of solutions that show a verdict."""

_KEYS = ("satdoku_certificate", "verdict", "puzzle", "solutions", "made_by")
_PROOF_KEYS = ("encoding", "formula", "proof")
_FILE = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]{0,200}")
_HASH = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Certified:
    """A verdict with all that proves it, in memory.

    formula    the .cnf file; ``None`` for ``multiple``, as is the proof
    version    the version of the formula's encoding
    counts     the formula's variables and clauses
    made_by    program to version
    """

    puzzle: Puzzle
    verdict: CertifiedVerdict
    solutions: tuple[Grid, ...]
    formula: bytes | None
    proof: bytes | None
    proof_format: ProofFormat
    version: int
    counts: tuple[int, int]
    made_by: Mapping[str, str]

    def files(self, stem: str) -> dict[str, bytes]:
        """The files by name, the certificate ``<stem>.json`` last.

        :raises Unsupported: where satdoku's JSON cannot hold the puzzle.
        """
        files: dict[str, bytes] = {}
        data: dict[str, Any] = {
            "satdoku_certificate": LAYOUT,
            "verdict": self.verdict,
            "puzzle": to_data(Document(self.puzzle)),
            "solutions": [_grid_text(grid) for grid in self.solutions],
        }
        if self.formula is not None and self.proof is not None:
            files[f"{stem}.cnf"] = self.formula
            proof_file = f"{stem}.{'lrat' if self.proof_format == 'lrat' else 'drat'}"
            files[proof_file] = self.proof
            variables, clauses = self.counts
            data["encoding"] = {"kind": ENCODING, "version": self.version}
            data["formula"] = {
                "file": f"{stem}.cnf",
                "sha256": sha256(self.formula).hexdigest(),
                "variables": variables,
                "clauses": clauses,
            }
            data["proof"] = {
                "file": proof_file,
                "sha256": sha256(self.proof).hexdigest(),
                "format": self.proof_format,
            }
        data["made_by"] = dict(self.made_by)
        lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in data.items()]
        files[f"{stem}.json"] = ("{\n" + ",\n".join(lines) + "\n}\n").encode("ascii")
        return files


@dataclass(frozen=True)
class Certificate:
    """The contents of a certificate file, of which only the types have been checked."""

    puzzle: Puzzle
    verdict: CertifiedVerdict
    solutions: tuple[Grid, ...]
    version: int
    formula_file: str
    formula_hash: str
    counts: tuple[int, int]
    proof_file: str
    proof_hash: str
    proof_format: ProofFormat


def puzzle_digest(puzzle: Puzzle) -> str:
    """12 hexadecimal digits of a hash that identifies the puzzle.

    :raises Unsupported: where satdoku's JSON cannot hold the puzzle.
    """
    text = json.dumps(to_data(Document(puzzle)), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode("ascii")).hexdigest()[:12]


def _grid_text(grid: Grid) -> str:
    return cast(str, values_data(grid.values, grid.geometry))


def read(whole: dict[str, Any]) -> Certificate:
    """The certificate that has some members.

    :raises FormatError: where it is none of a verdict, naming the key at fault.
    """
    if whole["satdoku_certificate"] != LAYOUT:
        raise FormatError("this certificate is of a path, which satdoku verify checks")
    claimed = whole.get("verdict")
    if not isinstance(claimed, str) or claimed not in SOLUTIONS:
        raise FormatError(
            '"verdict" is unique, none or multiple, not {found}', found=_short(claimed)
        )
    verdict = cast(CertifiedVerdict, claimed)
    proved = verdict != "multiple"
    require_keys(whole, (*_KEYS, *_PROOF_KEYS) if proved else _KEYS, worded("the certificate"))
    puzzle = puzzle_of(whole)
    solutions = _solutions(whole["solutions"], puzzle.geometry)
    _object(whole["made_by"], '"made_by"')
    if not proved:
        return Certificate(puzzle, verdict, solutions, 0, "", "", (0, 0), "", "", "text")
    encoding = require_keys(whole["encoding"], ("kind", "version"), '"encoding"')
    kind, number = encoding["kind"], encoding["version"]
    if kind != ENCODING or type(number) is not int or number not in VERSIONS:
        raise FormatError(
            "the encoding {kind} version {number} is not known; this satdoku verifies {known} "
            "version {versions}",
            kind=_short(kind),
            number=_short(number),
            known=repr(ENCODING),
            versions=", ".join(map(str, VERSIONS)),
        )
    formula = require_keys(
        whole["formula"], ("file", "sha256", "variables", "clauses"), '"formula"'
    )
    counts = (formula["variables"], formula["clauses"])
    if not all(type(count) is int for count in counts):
        raise FormatError('"variables" and "clauses" of "formula" must be numbers')
    proof = require_keys(whole["proof"], ("file", "sha256", "format"), '"proof"')
    if proof["format"] not in FORMATS:
        raise FormatError(
            '"format" of "proof" is text, binary or lrat, not {found}',
            found=_short(proof["format"]),
        )
    return Certificate(
        puzzle,
        verdict,
        solutions,
        number,
        *_file(formula, '"formula"'),
        counts,
        *_file(proof, '"proof"'),
        proof["format"],
    )


def members_of(data: bytes) -> dict[str, Any]:
    """The members of a certificate of either layout.

    :raises FormatError: where it is none.
    """
    if len(data) > MAX_CERTIFICATE:
        raise FormatError("a certificate has at most {most:,} bytes", most=MAX_CERTIFICATE)
    whole = _object(_json(data), worded("the certificate"))
    version = whole.get("satdoku_certificate")
    if version is None:
        raise FormatError('this is JSON, but no certificate: "satdoku_certificate" is missing')
    if type(version) is not int or version not in (LAYOUT, PATH_LAYOUT):
        raise FormatError(
            "version {version} of certificates is not known; this satdoku reads {layout}",
            version=_short(version),
            layout=f"{LAYOUT}, {PATH_LAYOUT}",
        )
    return whole


def puzzle_of(whole: dict[str, Any]) -> Puzzle:
    """The puzzle of a certificate.

    :raises FormatError: where it has none that can be read.
    """
    try:
        return from_data(whole["puzzle"]).puzzle
    except FormatError as error:
        raise FormatError("{where}: {why}", where='"puzzle"', why=str(error)) from None


def _endless(name: str) -> Any:
    raise ValueError(name)


def _json(data: bytes) -> Any:
    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            names = [name for name, _ in pairs]
            twice = next(name for name in names if names.count(name) > 1)
            raise FormatError("the key {name} appears twice in one object", name=repr(twice[:40]))
        return members

    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=once, parse_constant=_endless)
    except FormatError:
        raise
    except UnicodeDecodeError:
        raise FormatError("this is not a certificate: it is not UTF-8 text") from None
    except json.JSONDecodeError as error:
        raise FormatError(
            "this is not a certificate: it is not JSON ({why})",
            why=error.msg,
            line=error.lineno,
            column=error.colno,
        ) from None
    except (RecursionError, ValueError):
        raise FormatError(
            "this is not a certificate: its JSON is nested too deeply, or has an endless number"
        ) from None


def _solutions(data: Any, geometry: Geometry) -> tuple[Grid, ...]:
    if not isinstance(data, list) or len(data) > 2:
        raise FormatError('"solutions" must be a list of at most two grids')
    if not all(isinstance(text, str) for text in data):
        raise FormatError(
            '"solutions" must be a text of {count} cells each', count=geometry.cell_count
        )
    return tuple(Grid(geometry, read_values(text, geometry, "solutions")) for text in data)


def _object(data: Any, name: str) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise FormatError("{what} must be an object", what=name)
    return data


def require_keys(data: Any, keys: tuple[str, ...], name: str) -> dict[str, Any]:
    """An object that has these keys and no others.

    :raises FormatError: where it is none.
    """
    members = _object(data, name)
    if missing := [key for key in keys if key not in members]:
        raise FormatError('{what} lacks the key "{key}"', what=name, key=missing[0])
    if unknown := sorted(set(members) - set(keys)):
        raise FormatError("{what} has no key {key}", what=name, key=repr(unknown[0][:40]))
    return members


def _file(data: dict[str, Any], part: str) -> tuple[str, str]:
    name, digest = data["file"], data["sha256"]
    if not isinstance(name, str) or not _FILE.fullmatch(name):
        raise FormatError(
            '"file" of {what} must be the plain name of a file beside the certificate, not {found}',
            what=part,
            found=_short(name),
        )
    if not isinstance(digest, str) or not _HASH.fullmatch(digest):
        raise FormatError('"sha256" of {what} must be 64 hexadecimal digits', what=part)
    return name, digest


def _short(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
