"""``satdoku encode``: what a solver is given, as a file for other solvers."""

from __future__ import annotations

import io
import sys
from dataclasses import replace
from typing import Annotated, Literal

from satdoku.answers.json_object import JsonObject
from satdoku.answers.puzzle_input import one_line
from satdoku.base.errors import SatdokuError
from satdoku.base.records import dataclass
from satdoku.cli.files import output_file
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import one_document
from satdoku.cli.options import JsonOption, OutputOption, PuzzleArgument, option
from satdoku.cli.output import print_json

LISTED = 720, "Write a puzzle as DIMACS CNF or as a CP-SAT model"
EXAMPLES = ("satdoku encode puzzle.txt -o puzzle.cnf",)


@dataclass(frozen=True, slots=True)
class EncodedRecord(JsonObject):
    """The sizes of an encoding.

    format     cnf | pb | pbtxt
    kind       which clauses, or which variables of CP-SAT's model
    amo        how at-most-one is encoded (cnf)
    clauses    of cnf; ``constraints`` of a model
    output     the file written; null where there is none
    """

    NULL = ("output",)

    puzzle: str
    format: str
    kind: str | None = None
    amo: str | None = None
    variables: int | None = None
    clauses: int | None = None
    constraints: int | None = None
    output: str | None = None


def encode(
    puzzle: PuzzleArgument,
    input: InputGroup,
    to: Annotated[
        Literal["cnf", "pb", "pbtxt"],
        option(text="Write DIMACS CNF, or a CP-SAT model in binary or text form."),
    ] = "cnf",
    kind: Annotated[
        Literal["minimal", "extended"],
        option(text="Write these clauses: the fewest, or extended ones that help solvers (cnf)."),
    ] = "extended",
    amo: Annotated[
        Literal["pairwise", "product", "sequential"] | None,
        option(text="Encode at-most-one in this way (cnf; by default chosen by size)."),
    ] = None,
    model: Annotated[
        Literal["integer", "boolean"] | None,
        option(text="Use these variables (pb, pbtxt; by default the faster ones)."),
    ] = None,
    output: OutputOption = None,
    json: JsonOption = False,
) -> None:
    """Write the puzzle as DIMACS CNF (with the variables explained) or as a CP-SAT model.

    --json prints the sizes of the encoding, and the name of the file of -o.
    """
    posed = one_document(puzzle, input.reading()).puzzle
    posed.require_valid()
    record = EncodedRecord(one_line(posed), to, output=None if output is None else str(output))
    if to == "cnf":
        from satdoku.encodings.dimacs import write_dimacs

        with output_file(None if json and output is None else output) as stream:
            sink = io.StringIO() if json and output is None else stream
            formula = write_dimacs(posed, sink, kind=kind, amo=amo)
        record = replace(
            record,
            kind=formula.kind,
            amo=formula.amo,
            variables=formula.top,
            clauses=formula.clause_count,
        )
    else:
        from satdoku.encodings.cpsat import build, write_cpsat

        data = write_cpsat(posed, text=to == "pbtxt", kind=model)
        built = build(posed, model)
        if built is not None:
            record = replace(
                record,
                kind=built.kind,
                variables=len(built.model.proto.variables),
                constraints=len(built.model.proto.constraints),
            )
        if output is not None:
            with output_file(output) as stream:
                stream.buffer.write(data)
        elif not json:
            if to == "pb" and sys.stdout.isatty():
                raise SatdokuError("a binary model is not for the terminal; name a file with -o")
            sys.stdout.buffer.write(data)
    if json:
        print_json(record)
