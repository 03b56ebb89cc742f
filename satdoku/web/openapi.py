"""The OpenAPI 3.1 document of the interface, made from the calls."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

from satdoku.answers.schema import dict_schema, part_schema
from satdoku.base.version import __version__
from satdoku.constraints.cages import KillerCage
from satdoku.constraints.lines import Thermo
from satdoku.web.calls import CALLS, Call, Schema, call
from satdoku.web.problems import ProblemRecord

_TEXT: Schema = {"type": "string"}
_WITHOUT_PICTURE = ("generate", "same", "describe", "judge", "rules", "techniques")

TYPES = {
    name: ("application/json", "text/plain")
    if name in _WITHOUT_PICTURE
    else ("application/json", "text/plain", "image/svg+xml")
    for name in CALLS
}
"""The media types of the answers to each call, the usual one first."""

_EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
_SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
_CAGE = {"rule": KillerCage.name, "cells": ["r1c1", "r1c2", "r2c2"]}
_TWO = {
    "satdoku_certificate": 1,
    "verdict": "multiple",
    "puzzle": {"satdoku": 1, "givens": "12..34..2143...."},
    "solutions": ["1234341221434321", "1234342121434312"],
    "made_by": {},
}
_EXAMPLES: dict[str, dict[str, Any]] = {
    "check": {"board": _EASY.replace("53.", "534", 1), "puzzle": _EASY},
    "steps": {"puzzle": _EASY, "technique": "hidden-single"},
    "why": {"puzzle": _EASY, "claims": ["r1c3=4"]},
    "suggest": {"puzzle": "1...............", "kinds": "thermo:1:3"},
    "set-values": {"puzzle": {"givens": "1....2..4......3", "constraints": [_CAGE]}, "seed": 1},
    "certify": {"puzzle": _EASY, "claim": "rating"},
    "verify": {"files": {"two.json": json.dumps(_TWO)}},
    "generate": {"level": "hard", "seed": 1},
    "unavoidable": {"grid": _SOLVED, "size": 6},
    "fewest-clues": {"grid": _SOLVED, "time_limit": 0.2},
    "same": {"first": _EASY, "second": _EASY},
    "convert": {"puzzle": _EASY, "to": "fpuzzles"},
    "read": {
        "puzzle": _EASY,
        "words": "Normal sudoku rules apply. Digits cannot repeat along each diagonal.",
    },
    "judge": {"puzzle": _EASY, "answer": _SOLVED},
    "rules": {"name": Thermo.name},
    "techniques": {"name": "x-wing"},
}
_ABOUT = """Solve, check, explain, rate and make Sudoku of any rules.

A body is a JSON object of arguments. An error is a problem (RFC 9457) with the place in the text
and the cells at fault. Answers come as JSON, as text (`Accept: text/plain`), most also as a picture
(`Accept: image/svg+xml`). docs/http.md has examples."""

_REASONS = {
    400: "An argument, the text of a puzzle or the puzzle itself is at fault.",
    401: "The token is missing or wrong.",
    403: "Pages of this origin may not ask.",
    404: "There is no such call.",
    406: "There is no answer of that type.",
    408: "The body took too long to arrive.",
    413: "The body is too large.",
    415: "The body is of another type.",
    421: "The server is called by another name.",
    422: "The puzzle has no such answer; the problem says why.",
    500: "A fault of satdoku.",
    501: "A package is not installed on the server.",
    503: "Too many requests wait, or a worker process ended; try again.",
}


@cache
def document(most_seconds: float) -> str:
    """The document as JSON."""
    schemas: dict[str, Schema] = {}
    problem = part_schema(ProblemRecord, schemas)
    paths: dict[str, Any] = {}
    for name in CALLS:
        one = call(name)
        paths |= _paths(one, one.schema(most_seconds), problem, schemas)
    for path, about, media, schema in (
        ("/health", "Whether the server answers, and its workers.", "application/json", {}),
        (
            "/metrics",
            "Counts and times of requests, as Prometheus reads them.",
            "text/plain",
            _TEXT,
        ),
        ("/openapi.json", "This document.", "application/json", {"type": "object"}),
    ):
        paths[path] = {
            "get": {
                "operationId": path.strip("/").partition(".")[0],
                "summary": about,
                "responses": {
                    "200": {"description": about, "content": {media: {"schema": schema}}},
                    "default": _problem_response("No answer.", problem),
                },
            }
        }
    whole = {
        "openapi": "3.1.0",
        "info": {
            "title": "satdoku",
            "version": __version__,
            "description": _ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "security": [{}, {"token": []}],
        "paths": paths,
        "components": {
            "schemas": schemas,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
    }
    return json.dumps(whole, ensure_ascii=False).replace("#/$defs/", "#/components/schemas/")


def _paths(
    one: Call, arguments: Schema, problem: Schema, schemas: dict[str, Schema]
) -> dict[str, Any]:
    own = f"{_camel(one.name)}Arguments"
    schemas[own] = {**arguments, "description": f"The arguments of {one.name}."}
    answers = []
    for kind in one.kinds:
        name, definitions = dict_schema(kind)
        answers.append({"$ref": f"#/$defs/{name}"})
        schemas |= {
            **definitions,
            **{key: schemas[key] for key in schemas if key not in definitions},
        }
    answer = answers[0] if len(answers) == 1 else {"anyOf": answers}
    example = _EXAMPLES.get(one.name, {"puzzle": _EASY})
    line = {
        "type": "object",
        "properties": {"line": {"type": "integer"}, "answer": answer, "problem": problem},
        "required": ["line"],
        "additionalProperties": False,
    }
    failures = {
        str(status): _problem_response(reason, problem) for status, reason in _REASONS.items()
    }
    content = {
        media: {"schema": answer if media == "application/json" else _TEXT}
        for media in TYPES[one.name]
    }
    reference = {"$ref": f"#/$defs/{own}"}
    return {
        f"/v1/{one.name}": {
            "post": {
                "operationId": one.name,
                "summary": one.about,
                "requestBody": {
                    "required": True,
                    "content": {"application/json": {"schema": reference, "example": example}},
                },
                "responses": {
                    "200": {"description": "The answer.", "content": content},
                    **failures,
                },
            }
        },
        f"/v1/{one.name}/batch": {
            "post": {
                "operationId": f"{one.name}-batch",
                "summary": f"{one.about} Many at once: JSON lines of arguments.",
                "description": "Each line of the body is an object of arguments; each line of the "
                "answer, in the same order, has the number of its line and an answer or a problem.",
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/x-ndjson": {
                            "schema": {"type": "string"},
                            "x-line-schema": reference,
                            "example": json.dumps(example),
                        }
                    },
                },
                "responses": {
                    "200": {
                        "description": "A line for each line.",
                        "content": {
                            "application/x-ndjson": {
                                "schema": {"type": "string"},
                                "x-line-schema": line,
                            }
                        },
                    },
                    **failures,
                },
            }
        },
    }


def _problem_response(reason: str, problem: Schema) -> dict[str, Any]:
    return {"description": reason, "content": {"application/problem+json": {"schema": problem}}}


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))
