"""The panel of CONTRIBUTING.md, in a copy of satdoku."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.copied import Copy

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TEXT = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
PUZZLE = "1....2..4......3"
QUESTION = """
import json
from satdoku.web.fields import RequestContext
from satdoku.web.questions import answer
print(json.dumps(answer("tally", {"puzzle": sys.argv[1]}, RequestContext(20))))
"""


def shown(name: str) -> str:
    match = re.search(rf"<!-- example: panel {name} -->\n```\w+\n(.*?)```", TEXT, re.DOTALL)
    assert match is not None
    return match[1]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    copy = Copy(tmp_path_factory.mktemp("panel"))
    copy.add("web/questions.py", "\n\n" + shown("question"))
    copy.add("web/static/tally.js", shown("module"))
    copy.add("web/static/app.js", shown("view"), after="const VIEWS = {\n")
    link = '    <a href="#learn" data-t="learn">Learn</a>\n'
    copy.add("web/static/index.html", shown("link"), after=link)
    copy.add("messages/en/app.po", "\n" + shown("labels"))
    return copy


def test_a_panel_is_in_the_files_that_the_page_names(copy: Copy) -> None:
    section = TEXT.partition("\n## Add a panel to the app\n")[2].partition("\n## ")[0]
    named = re.findall(r"^\| (`.*?) \|", section, re.M)
    files = {file for row in named for file in re.findall(r"`([^`]+\.\w+)`", row)}
    files = {"web/static/index.html" if file == "index.html" else file for file in files}
    assert copy.touched() == files
    code, out = copy.python(QUESTION, PUZZLE)
    assert (code, json.loads(out)) == (0, {"counts": [[1, 1], [2, 1], [3, 1], [4, 1]]})
    code, out = copy.python(QUESTION, "1x")
    assert code == 1
    assert "FormatError" in out


@pytest.mark.full
def test_the_labels_of_a_panel_are_complete_in_english(copy: Copy) -> None:
    assert copy.languages("check", "en") == (0, "")


@pytest.fixture
def address(copy: Copy) -> Iterator[str]:
    pytest.importorskip("starlette")
    command = copy.command("from satdoku.cli import main; main()")
    options = ("serve", "--port", "0", "--no-open", "--no-socket")
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    line = process.stdout.readline()
    yield next(word for word in line.split() if word.startswith("http"))
    process.send_signal(signal.SIGINT)
    process.communicate()


@pytest.mark.full
def test_the_server_has_the_panel(address: str) -> None:
    from websockets.sync.client import connect

    with urllib.request.urlopen(f"{address}tally.js") as module:
        assert module.read().decode() == shown("module")
    with urllib.request.urlopen(f"{address}strings.json") as labels:
        assert {*json.load(labels)["tally-of"].values()} == {"{digit}: {count}"}
    with connect(f"ws://{address.split('/')[2]}/ws", open_timeout=60) as client:
        client.send(json.dumps({"nonce": 0, "ask": "tally", "puzzle": PUZZLE}))
        heard = json.loads(client.recv())["data"]
        assert heard["counts"] == [[1, 1], [2, 1], [3, 1], [4, 1]], heard


_PAGE = """
export const t = (key, values = {}) => [key, ...Object.values(values)].join(" ");
export const element = (kind, attributes, ...children) => ({ kind, ...attributes, children });
export const field = (key, input) => ({ key, input });
export const button = (key, onclick) => ({ key, onclick });
export class Answer {
  said = null;
  get element() { return this; }
  ask(...asked) { this.asked = asked; return { counts: [[4, 2]] }; }
  say(text) { this.said = text; }
}
"""
_RUN = """
import { tally } from "./tally.js";
let shown;
tally({ replaceChildren: (one) => { shown = one; } });
const [heading, puzzle, answer, count] = shown.children;
puzzle.input.value = "4...";
await count.onclick();
console.log(JSON.stringify([heading.children, answer.asked, answer.said]));
"""


def test_the_module_asks_and_says_what_it_hears(tmp_path: Path) -> None:
    if not shutil.which("node"):
        pytest.skip("node is absent")
    files = {"page.js": _PAGE, "tally.js": shown("module"), "run.js": _RUN}
    for name, text in {**files, "package.json": '{"type": "module"}'}.items():
        (tmp_path / name).write_text(text)
    done = subprocess.run(["node", "run.js"], capture_output=True, text=True, cwd=tmp_path)
    assert done.stderr == ""
    question = ["tally", {"puzzle": "4..."}]
    assert json.loads(done.stdout) == [["tally"], question, "tally-of 4 2"]


@pytest.mark.full
def test_the_panel_answers_in_a_browser(address: str, browser: Browser) -> None:
    page = browser.new_page(locale="en-GB")
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"{address}#tally")
    page.wait_for_selector("main[data-ready=tally]")
    page.get_by_label("A puzzle:").fill(PUZZLE)
    page.get_by_role("button", name="Count the givens").click()
    page.get_by_text("1: 1, 2: 1, 3: 1, 4: 1").wait_for()
    page.get_by_label("A puzzle:").fill("1x")
    page.get_by_role("button", name="Count the givens").click()
    page.wait_for_selector(".answer.bad")
    assert page.get_by_role("link", name="Tally").get_attribute("aria-current") == "page"
    page.close()
    assert faults == []
