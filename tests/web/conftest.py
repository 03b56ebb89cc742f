"""One server and one browser for all tests of the app."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def started(*options: str) -> tuple[subprocess.Popen[str], str]:
    """A server on a free port, and the first line that it prints."""
    command = [sys.executable, "-W", "error", "-m", "satdoku", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    return process, process.stdout.readline()


def ended(process: subprocess.Popen[str]) -> tuple[int, str]:
    """The exit code after Ctrl-C, and what the server complained about."""
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    return process.returncode, errors


def hint_of(address: str, puzzle: str) -> dict[str, Any]:
    """A server's answer to the question for a hint."""
    from websockets.sync.client import connect

    with connect(f"ws://{address.split('/')[2]}/ws", open_timeout=60) as client:
        client.send(json.dumps({"nonce": 0, "ask": "hint", "puzzle": puzzle}))
        answer: dict[str, Any] = {"type": "progress"}
        while answer["type"] == "progress":
            answer = json.loads(client.recv())
        return answer


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    pytest.importorskip("starlette")
    process, line = started("serve", "--port", "0", "--no-open", "--no-socket")
    url = next(word for word in line.split() if word.startswith("http"))
    # The budget of a hint counts from its arrival, and on a busy machine the first worker may take
    # longer to start.
    hint_of(url, "." * 79 + "12")
    yield url
    assert ended(process) == (0, "")


# Holds questions back for some milliseconds each, or until they are released, and answers some by
# itself, once each.
_BETWEEN = """({ late, answers }) => {
    const held = {};
    window.hold = (question) => { held[question] = []; };
    window.release = (question) => {
        const all = held[question];
        delete held[question];
        all.forEach((send) => send());
    };
    window.asked = [];
    window.answered = [];
    const questions = (all) => all.filter((ask) => ask !== "cancel").length;
    window.isQuiet = () => questions(asked.map(({ ask }) => ask))
        === questions(answered) + Object.values(held).flat().length;
    const Real = WebSocket;
    window.WebSocket = class extends Real {
        constructor(...all) {
            super(...all);
            this.asked = new Map();
            this.addEventListener("message", ({ data }) => {
                const { nonce, type } = JSON.parse(data);
                if (type !== "progress") window.answered.push(this.asked.get(nonce));
            });
        }
        send(text) {
            const message = JSON.parse(text);
            window.asked.push(message);
            this.asked.set(message.nonce, message.ask);
            const data = answers[message.ask];
            delete answers[message.ask];
            if (data) {
                const answer = { nonce: message.nonce, type: "answer", data };
                this.onmessage({ data: JSON.stringify(answer) });
                window.answered.push(message.ask);
            } else if (held[message.ask]) held[message.ask].push(() => super.send(text));
            else if (late[message.ask]) setTimeout(() => super.send(text), late[message.ask]);
            else super.send(text);
        }
    };
}"""


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Any]:
    """Opens a view of the app in a context of its own; the page must report no error. ``late``
    holds questions back (milliseconds by question), ``answers`` answers each once; ``fake_time``
    has the page's time go on by ``page.clock`` alone."""
    contexts, faults = [], []

    def view(
        fragment: str = "",
        late: dict[str, int] | None = None,
        answers: dict[str, Any] | None = None,
        fake_time: bool = False,
        **options: Any,
    ) -> Page:
        usual = {"reduced_motion": "reduce", "locale": "en-GB"}
        context = browser.new_context(**(usual | options))
        contexts.append(context)
        between = json.dumps({"late": late or {}, "answers": answers or {}})
        context.add_init_script(f"({_BETWEEN})({between})")
        page = context.new_page()
        if fake_time:
            page.clock.install(time=0)
            page.clock.pause_at(3600)  # it goes on by hand alone
        page.set_default_timeout(60_000)
        page.on("console", lambda one: faults.append(one.text) if one.type == "error" else None)
        page.on("pageerror", lambda one: faults.append(str(one)))
        page.goto(f"{address}{fragment}")
        page.wait_for_selector("main[data-ready]")
        return page

    yield view
    for context in contexts:
        context.close()
    assert not faults


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Function) -> Generator[None, Any, Any]:
    """Adds to a failure what the pages of the browser showed then."""
    report = yield
    browser = getattr(item, "funcargs", {}).get("browser")
    if report.when == "call" and report.failed and browser is not None:
        for context in browser.contexts:
            for page in context.pages:
                report.sections.append((page.url[:99], page.inner_text("body")))
    return report
