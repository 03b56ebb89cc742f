"""A public page may ask the solver only where the user allows it local network access."""

from __future__ import annotations

import json
from typing import Any

import pytest

from satdoku.formats.lzstring import compress
from tests.conftest import CHROMIUM
from tests.web.conftest import ended, started

_ASK = """async ([port, frame]) => {
    const socket = new WebSocket(`ws://localhost:${port}`);
    return await new Promise((resolve) => {
        socket.onerror = () => resolve("refused");
        socket.onopen = () => socket.send(frame);
        socket.onmessage = (event) => resolve(event.data);
    });
}"""


@pytest.mark.slow
def test_a_page_connects_once_local_network_access_is_allowed(
    address: str, playwright: Any
) -> None:
    page_port = address.rstrip("/").rpartition(":")[2]
    origin = address.rstrip("/")
    process, line = started("socket", "--port", "0", "--origin", origin)
    port = line.rpartition(":")[2].rstrip(".\n")
    grid = [[{} for _ in range(4)] for _ in range(4)]
    data = compress(json.dumps({"size": 4, "grid": grid}))
    frame = json.dumps({"nonce": 1, "command": "check", "dataType": "fpuzzles", "data": data})
    # Chromium takes the app's page for one from the public network.
    spaces = f"--ip-address-space-overrides=127.0.0.1:{page_port}=public"
    browser = playwright.chromium.launch(
        executable_path=CHROMIUM, args=["--no-sandbox", spaces], timeout=30_000
    )
    answers = []
    for permissions in ([], ["local-network-access"]):
        context = browser.new_context(bypass_csp=True)
        context.grant_permissions(permissions, origin=origin)
        page = context.new_page()
        page.goto(address)
        answers.append(page.evaluate(_ASK, [port, frame]))
    browser.close()
    assert answers[0] == "refused"
    assert json.loads(answers[1])["count"] == 2
    assert ended(process) == (0, "")
