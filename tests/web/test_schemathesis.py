"""The interface for other programs against its own OpenAPI document, by schemathesis.

Schemathesis is no part of satdoku's environment; the program is asked where it is installed:
``pip install schemathesis`` in an environment of its own, with its ``bin`` in PATH.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import psutil
import pytest

pytest.importorskip("starlette")

from tests.web.conftest import ended, started

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
)
LINES = """
import json
import schemathesis

@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    text = value if isinstance(value, bytes | str) else json.dumps(value)
    return text if isinstance(text, bytes) else text.encode("utf-8", "replace")
"""
"""How schemathesis sends the lines of a batch."""

_COUNTED = re.compile(r'^satdoku_requests_total\{call="([^"]*)",status="(\d+)"\} (\d+)$', re.M)


def answered(address: str) -> dict[int, int]:
    """How many requests had each status."""
    connection = HTTPConnection(address, timeout=600)
    connection.request("GET", "/metrics")
    counts: dict[int, int] = {}
    for _, status, count in _COUNTED.findall(connection.getresponse().read().decode()):
        counts[int(status)] = counts.get(int(status), 0) + int(count)
    connection.close()
    return counts


@pytest.fixture
def server() -> Iterator[tuple[str, psutil.Process]]:
    """A server's host and port, and its process; most answers keep its time limit."""
    process, line = started("serve", "--api", "--port", "0", "--time-limit", "0.05")
    yield line.partition("http://")[2].split("/")[0], psutil.Process(process.pid)
    code, complaints = ended(process)
    assert code == 0
    # Requests that are no HTTP are among what is sent.
    assert {*complaints.splitlines()} <= {"WARNING:  Invalid HTTP request received."}


@pytest.mark.timeout(7200)
@pytest.mark.parametrize(
    ("requests", "phases"),
    [
        pytest.param(300, "coverage", marks=pytest.mark.full),
        pytest.param(100_000, "coverage,fuzzing", marks=pytest.mark.slow),
    ],
)
def test_no_request_of_the_document_is_a_fault(
    server: tuple[str, psutil.Process], requests: int, phases: str, tmp_path: Path
) -> None:
    program = shutil.which("schemathesis")
    if program is None:
        pytest.skip("schemathesis is not installed")
    hooks = tmp_path / "hooks.py"
    hooks.write_text(LINES)
    address, process = server
    memory: list[int] = []
    while sum(answered(address).values()) < requests:
        command = [program, "run", f"http://{address}/openapi.json", f"--seed={len(memory)}"]
        command += ["--workers=2", f"--phases={phases}", f"--checks={','.join(CHECKS)}"]
        command += ["--max-time=300", "--suppress-health-check=all", "--request-timeout=60"]
        run = subprocess.run(
            [*command, "--continue-on-failure", "--no-color"],
            cwd=tmp_path,
            env={**os.environ, "SCHEMATHESIS_HOOKS": str(hooks)},
            capture_output=True,
            text=True,
        )
        assert run.returncode == 0, run.stdout[-4000:]
        memory.append(process.memory_info().rss)
    assert not [status for status in answered(address) if status >= 500]
    assert memory[-1] - memory[0] < 32 << 20
