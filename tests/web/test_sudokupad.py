"""The userscript for SudokuPad: its messages, their answers, and its panel on a page that offers
the functions of SudokuPad's."""

from __future__ import annotations

import json
import lzma
import re
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import satdoku
from satdoku.formats.lzstring import compress
from satdoku.web.labels import userscript
from tests.shared import some
from tests.web.conftest import ended, started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytest.importorskip("websockets")
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

DRAWN = json.loads((Path(__file__).parents[2] / "examples/reading/drawn.json").read_text("utf-8"))
SOLUTION = DRAWN["metadata"]["solution"]


def cells_of(source: dict[str, Any], entered: dict[str, int], marks: dict[str, list[int]]) -> Any:
    """The cells of a board as SudokuPad has them."""
    return [
        {
            "row": row,
            "col": column,
            "given": str(cell["value"]) if "value" in cell else None,
            "value": str(entered[name])
            if (name := f"r{row + 1}c{column + 1}") in entered
            else None,
            "candidates": [str(digit) for digit in marks.get(name, [])],
        }
        for row, line in enumerate(source["cells"])
        for column, cell in enumerate(line)
    ]


class _OnePage(SimpleHTTPRequestHandler):
    """Has one page at every address, as SudokuPad has."""

    def do_GET(self) -> None:
        self.path = "/index.html"
        super().do_GET()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """The address of a page of ours, and the folder of its files."""
    folder = tmp_path_factory.mktemp("page")
    handler = partial(_OnePage, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}", folder
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def port(origin: tuple[str, Path]) -> Iterator[int]:
    process, line = started("socket", "--port", "0", "--origin", origin[0])
    yield int(line.rpartition(":")[2].rstrip(".\n"))
    assert ended(process) == (0, "")


def answered(port: int, message: dict[str, Any]) -> dict[str, Any]:
    """The last message to one that was sent."""
    with connect(f"ws://localhost:{port}/ask", origin="https://sudokupad.app") as client:  # type: ignore[arg-type]
        client.send(json.dumps(message))
        while (answer := json.loads(client.recv()))["type"] == "progress":
            pass
        assert answer["nonce"] == message["nonce"]
        return answer  # type: ignore[no-any-return]


_IN_NODE = """
const given = JSON.parse(process.argv[2]);
globalThis.Framework = { app: given.app };
globalThis.navigator = { languages: ["en-GB"] };
globalThis.location = new URL(given.addresses[0]);
const named = { text: async () => "sclNAME" };
globalThis.fetch = async (path) => ({ ok: path === "/api/puzzle/abc", ...named });
const sent = [];
globalThis.WebSocket = class {
  constructor(address) {
    sent.push(address);
    setTimeout(() => { this.readyState = 1; this.onopen(); });
  }
  send(text) {
    const message = JSON.parse(text);
    sent.push(message);
    const data = { candidates: {}, cells: [] };
    this.onmessage({ data: JSON.stringify({ nonce: message.nonce, type: "progress", data: {} }) });
    this.onmessage({ data: JSON.stringify({ nonce: message.nonce, type: "answer", data }) });
  }
};
"""
_ASKING = """
(async () => {
  const texts = [];
  for (const address of given.addresses) {
    globalThis.location = new URL(address);
    texts.push(await satdoku.puzzleText().catch((error) => error.message));
  }
  if (given.app) {
    await satdoku.judged();
    for (let n = 0; n < 4; n++) await satdoku.hint();
    await satdoku.why("r2c6=4");
  }
  console.log(JSON.stringify({ texts, sent }));
})();
"""


def in_node(folder: Path, addresses: list[str], app: Any = None) -> dict[str, Any]:
    """The texts of the puzzles of some pages, and the messages that the script sends in Node, with
    objects like those of SudokuPad's page."""
    if not shutil.which("node"):
        pytest.skip("node is absent")
    (folder / "run.js").write_text(_IN_NODE + userscript(4999) + _ASKING, "utf-8")
    given = json.dumps({"addresses": addresses, "app": app})
    done = subprocess.run(["node", "run.js", given], capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def test_the_messages_of_the_script_are_answered(tmp_path: Path, port: int) -> None:
    cells = cells_of(DRAWN, {"r1c1": int(SOLUTION[0])}, {"r2c6": [4, 6], "r1c8": [1]})
    app = {"sourcePuzzle": DRAWN, "puzzle": {"cells": cells}}
    ran = in_node(tmp_path, ["https://sudokupad.app/x"], app)
    address, *messages = ran["sent"]
    assert address == "ws://localhost:4999/ask"
    names = [message["ask"] for message in messages]
    assert names == ["view", "judge", "hint", "hint", "hint", "hint", "why"]
    assert [message["strength"] for message in messages[2:6]] == [1, 2, 3, 3]
    assert len({message["nonce"] for message in messages}) == len(messages)
    assert json.loads(messages[0]["puzzle"]) == DRAWN
    assert messages[2]["values"] == {"r1c1": 8}
    assert messages[2]["marks"] == {"r2c6": [4, 6]}  # the given r1c8 has none
    view, judge, _, hint, _, _, why = (answered(port, message) for message in messages)
    assert [style["taken"] for style in view["data"]["reading"]["styles"]] == [
        "renban", "thermo", "white-dot",
    ]  # fmt: skip
    assert judge["data"]["verdict"] == "unique"
    assert judge["data"]["candidates"]["r1c1"] == {SOLUTION[0]: 1}
    assert "purple line" in hint["data"]["text"]
    assert why["data"]["verdict"] == "forced"
    assert "r2c6 = 4" in why["data"]["text"] or "r2c6=4" in why["data"]["text"]


def test_without_its_data_the_puzzle_is_the_link_of_the_page(tmp_path: Path) -> None:
    packed = f"scl{compress(json.dumps(DRAWN))}"
    texts = {
        f"https://sudokupad.app/{packed}": f"https://sudokupad.app/{packed}",
        f"https://sudokupad.app/sudoku/{packed}": f"https://sudokupad.app/{packed}",
        "https://sudokupad.app/abc": "https://sudokupad.app/sclNAME",
        "https://beta.sudokupad.app/?puzzleid=abc": "https://sudokupad.app/sclNAME",
        "https://sudokupad.app/none": "No puzzle was found on this page.",
        "https://sudokupad.app/": "No puzzle was found on this page.",
    }
    assert in_node(tmp_path, [*texts])["texts"] == [*texts.values()]


def test_only_a_few_questions_of_the_app_and_few_pages_are_answered(port: int) -> None:
    refused = answered(port, {"nonce": 3, "ask": "generate", "count": 1})
    assert refused["type"] == "refusal"
    assert "'generate' is not answered here" in refused["error"]
    claim = {"nonce": 4, "ask": "why", "puzzle": "." * 81, "claim": "here"}
    assert answered(port, claim)["type"] == "refusal"
    with pytest.raises(InvalidStatus):
        connect(f"ws://localhost:{port}/ask", origin="https://example.com")  # type: ignore[arg-type]


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A page like SudokuPad</title>
<body><main><h1>A page like SudokuPad</h1></main>
<script>const Framework = { app: APP };</script></body></html>"""


@pytest.fixture
def opened(browser: Browser, origin: tuple[str, Path], port: int) -> Iterator[Any]:
    """Opens our page with a puzzle, and the userscript on it; the page must report no error."""
    contexts, faults = [], []

    def page_with(
        source: Any,
        entered: dict[str, int] | None = None,
        locale: str = "en-GB",
        at: int = 0,
        path: str = "",
    ) -> Page:
        cells = cells_of(source, entered or {}, {}) if source else []
        app = {"sourcePuzzle": source, "puzzle": {"cells": cells}}
        text = _PAGE.replace("APP", json.dumps(app).replace("<", "\\u003c"))
        (origin[1] / "index.html").write_text(text, "utf-8")
        context = browser.new_context(locale=locale)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda one: faults.append(str(one)))
        page.goto(f"{origin[0]}/{path}")
        page.add_script_tag(content=userscript(at or port))
        return page

    yield page_with
    for context in contexts:
        context.close()
    assert not faults


def said(page: Page, words: str | re.Pattern[str]) -> str:
    """The sentence of the panel once it has some words."""
    page.locator("#satdoku [role=status]", has_text=words).wait_for()
    return page.locator("#satdoku [role=status]").inner_text()


@pytest.mark.full
def test_the_panel_shows_verdict_candidates_and_what_was_read(opened: Any) -> None:
    page = opened(DRAWN)
    page.locator("#satdoku #check").click()
    assert said(page, "One solution") == "One solution"  # proved, so without a question mark
    panel = page.locator("#satdoku details").inner_text()
    assert "purple lines × 3: Renban “The digits on a purple line" in panel
    assert "Read from drawings and words: 3 renban lines, 2 thermometers" in panel
    assert page.locator("#satdoku td").count() == 0  # nobody has asked for the solution
    page.locator("#satdoku #truths").click()
    page.locator("#satdoku table").wait_for()
    rows = page.locator("#satdoku tr")
    assert [rows.nth(n).inner_text().replace("\t", "") for n in range(9)] == [
        SOLUTION[9 * n : 9 * n + 9] for n in range(9)
    ]
    page.locator("#satdoku #hint").click()
    assert said(page, "Look for").startswith("Look for a renban range")
    page.locator("#satdoku #hint").click()
    said(page, "Renban range: the purple line from")
    page.locator("#satdoku #hint").click()
    said(page, "are not 9")
    page.locator("#satdoku #claim").fill("r2c6=4")
    page.keyboard.press("Enter")
    said(page, "r2c6=4 is forced")


@pytest.mark.full
def test_the_panel_says_what_was_not_read_and_doubts_its_verdict(opened: Any) -> None:
    words = {**DRAWN["metadata"], "rules": "Normal sudoku rules apply. Purple lines are snakes."}
    page = opened({**DRAWN, "metadata": words})
    page.locator("#satdoku #check").click()
    assert said(page, "solutions") == "Several solutions?"
    panel = page.locator("#satdoku details").inner_text()
    assert "drawings that carry no rule" in panel or "carry no rule that satdoku knows" in panel


@pytest.mark.full
@pytest.mark.parametrize(
    ("locale", "offline"), [("en-GB", "does not answer on port 1"), ("ja-JP", "ポート1で")]
)
def test_the_panel_says_what_is_wrong(opened: Any, locale: str, offline: str) -> None:
    page = opened(DRAWN, locale=locale, at=1)
    page.locator("#satdoku #check").click()
    said(page, offline)


@pytest.mark.full
def test_no_fault_of_access_in_the_panel_and_wrong_digits_are_named(opened: Any) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page = opened(DRAWN, {"r1c1": 1})  # 8 in the solution
    page.locator("#satdoku #hint").click()
    said(page, "r1c1")
    page.locator("#satdoku #truths").click()
    page.locator("#satdoku table").wait_for()
    report = axe.run(page)
    faults = [(one["id"], one["nodes"][0]["html"]) for one in report.response["violations"]]
    assert faults == []


@pytest.mark.slow
def test_published_links_have_the_verdicts_of_the_command(
    opened: Any, shared: Callable[[str], Path]
) -> None:
    with lzma.open(shared("data/drawn/gas.jsonl.xz"), "rt") as lines:
        links = [json.loads(line)["link"] for line in lines][::30]
    words = {"unique": "One solution", "multiple": "Several solutions", "none": "No solution"}
    judged = 0
    for link in some(links):
        answer = satdoku.check_unique(link)
        page = opened(None, path=link.partition("sudokupad.app/")[2])
        page.locator("#satdoku #check").click()
        verdict = said(page, re.compile("solution|Not known"))
        # How much is read, and known, in some seconds depends on the machine; then it says so.
        sure = "solution" in verdict and not verdict.endswith("?")
        if sure and answer.to_dict().get("reading") is None:
            assert verdict == words[answer.verdict], link
            judged += 1
        page.close()
    assert judged > 5
