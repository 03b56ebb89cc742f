"""The app without a server (docs/browser): built whole and used in a browser, with nothing fetched
from outside."""

from __future__ import annotations

import http.server
import json
import random
import re
import runpy
import shutil
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import satdoku
from satdoku.explaining.names import title
from satdoku.techniques.compiled.se_names import name_of
from satdoku.web.fields import RequestContext
from satdoku.web.questions import QUESTIONS, answer

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = ROOT / "docs" / "browser" / "build.py"
HARD = ".6.9.7.1...43...5.8..........81..7...23.8.....7...3.....9.....41..2.6..8.....4..."
EMPTY = "." * 81
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
THEME = json.dumps(
    {"givens": "." * 16, "constraints": [{"rule": "killer-cage", "cells": ["r1c1", "r1c2"]}]}
)

WORDS = json.dumps({"givens": "." * 16, "rules": "Digits a knight's move apart differ."})

_QUESTIONS: dict[str, dict[str, Any]] = {
    "view": {},
    "picture": {},
    "sketch": {"board": f'{{"givens": "{PUZZLE}"}}', "rule": '{"rule": "odd", "cells": ["r1c3"]}'},
    "judge": {},
    "check": {"values": {"r1c3": 1}},
    "fog": {},
    "hint": {"strength": 3},
    "move": {"moves": ["r1c3=4"]},
    "why": {"claim": "r1c3=4"},
    "path": {},
    "rate": {},
    "marks": {},
    "singles": {},
    "convert": {},
    "rules": {},
    "rule": {"rule": "thermo"},
    "diagnose": {},
    "spare": {},
    "suggest": {"puzzle": EMPTY, "rule": "odd"},
    "find-numbers": {"puzzle": THEME},
    "thumbnails": {"rules": ["thermo"], "techniques": ["x-wing"]},
    "generate": {"symmetry": "180"},
    "techniques": {},
    "technique": {"technique": "cage-combinations"},
    "practise": {"technique": "x-wing"},
    "worksheet": {},
}
_MORE = [
    ("generate", {"size": 6, "rules": "diagonal", "level": "easy"}),
    ("view", {"style": "dark"}),
    ("view", {"puzzle": WORDS}),
]
_THEMES = [
    {
        "board": {"size": 6, "box": [2, 3]},
        "givens": "." * 36,
        "constraints": [
            *(
                {"rule": "killer-cage", "cells": [f"r{r}c{c}", f"r{r}c{c + 1}"]}
                for r in (1, 3, 6)
                for c in (1, 4)
            ),
            # One at each side, as columns that exchange would leave two solutions for any numbers.
            {"rule": "thermo", "cells": ["r4c4", "r4c5", "r5c6"]},
            {"rule": "thermo", "cells": ["r4c3", "r4c2", "r5c1"]},
        ],
    },
    {
        "givens": "." * 81,
        "constraints": [
            {"rule": "anti-knight"},
            *(
                {
                    "rule": "killer-cage",
                    "cells": [f"r{r}c{c}", f"r{r + 1}c{c}", f"r{r + 1}c{c + 1}"],
                }
                for r in (1, 4, 7)
                for c in (1, 4, 7)
            ),
            *({"rule": "sandwich", "side": "left", "index": n, "sum": 0} for n in (2, 5, 8)),
        ],
    },
]
"""Themes of which the pages find the numbers by their compiled search."""

_HAD = ("pysat", "pysolvers", "pycard", "six", "polib")
"""The modules in the wheels that the page unpacks."""

_ALONE = """
import json, sys, time
del time.thread_time  # which Pyodide lacks
root, puzzle, left_out, had, asked = sys.argv[1], sys.argv[2], *map(json.loads, sys.argv[3:])
sys.path.insert(0, root)
sys.meta_path = [f for f in sys.meta_path if "editable" not in type(f).__module__]
class Absent:
    def find_spec(name, path=None, target=None):
        top, _, rest = name.partition(".")
        if top == "satdoku" and rest.partition(".")[0] not in left_out:
            return None
        if top not in (*sys.stdlib_module_names, *had):
            raise ModuleNotFoundError(f"No module named {name!r}")
sys.meta_path.insert(0, Absent)
import satdoku
assert satdoku.__file__.startswith(root), satdoku.__file__
from satdoku.base.errors import SatdokuError
from satdoku.web.fields import RequestContext
from satdoku.web.questions import QUESTIONS, answer
for name, fields in asked:
    try:
        answers = answer(name, {"puzzle": puzzle, **fields}, RequestContext(60))
        print(json.dumps([name, answers]))
    except SatdokuError as error:
        print(json.dumps([name, {"refusal": str(error)}]))
"""


def not_offered() -> list[str]:
    """The questions for which the pages without a server have no button."""
    text = (BUILD.parent / "transport.js").read_text("utf-8")
    listed = re.search(r"export const without = (\[.*?\]);", text)
    assert listed is not None
    data: list[str] = json.loads(listed[1])
    return data


@pytest.mark.parametrize("where", ["checkout", pytest.param("archive", marks=pytest.mark.full)])
def test_every_question_is_answered_with_what_the_build_has(where: str, tmp_path: Path) -> None:
    """Without the packages that are left out, the compiled core, and all wheels but those that the
    page unpacks."""
    build = runpy.run_path(str(BUILD))
    root = ROOT
    if where == "archive":
        build["sources"](tmp_path / "satdoku.zip")
        with zipfile.ZipFile(tmp_path / "satdoku.zip") as archive:
            assert not [name for name in archive.namelist() if re.search("/(cli|static)/", name)]
            archive.extractall(tmp_path)
        root = tmp_path
    assert _QUESTIONS.keys() == QUESTIONS.keys()
    questions = [*_QUESTIONS.items(), *_MORE]
    parts = [str(root), PUZZLE, *map(json.dumps, ([*build["LEFT_OUT"], "core"], _HAD, questions))]
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _ALONE, *parts],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [name for name, _ in answers] == [name for name, _ in questions]
    # The pages have a compiled search besides, which this process lacks (docs/browser/core.py).
    refused = {name for name, data in answers if "refusal" in data}
    assert refused == {*not_offered(), "find-numbers"}
    answers_by_name = dict(answers[: len(_QUESTIONS)])
    assert "r1c6 = 8" in answers_by_name["hint"]["text"]
    assert "<text" not in answers_by_name["picture"]["picture"]
    assert None not in answers_by_name["thumbnails"]["pictures"].values()
    assert answers_by_name["technique"]["parts"]
    assert len(answers_by_name["technique"]["shown"]) == 3
    assert answers_by_name["generate"]["puzzles"][0]["puzzle"]


def test_the_levels_are_those_of_the_table() -> None:
    from satdoku.rating.levels import LEVELS, level_name

    table = runpy.run_path(str(BUILD))["levels"]()
    easy, *others = json.loads(json.dumps(table))
    assert {"givens": LEVELS["easy"].givens, "open": LEVELS["easy"].open}.items() <= easy.items()
    for er in range(10, 120):
        for short in (None, 2, 0):
            expected = level_name(er, lambda short=short: short)  # type: ignore[misc]
            if er <= easy["most"] and short == 0:
                assert expected == easy["name"]
            else:
                assert expected == next(row["name"] for row in others if er <= row["most"])


_NODE = """
import { readFileSync } from "node:fs";
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
globalThis.fetch = async () => ({ ok: true, json: async () => read("./classic.json") });
const { atOnce, classic } = await import("./classic.mjs");
const found = [];
for (const message of read("./asked.json")) {
  const board = classic(message);
  found.push(board && await atOnce(message, board));
}
console.log(JSON.stringify(found));
"""


def test_what_the_page_answers_itself_is_what_python_answers(tmp_path: Path) -> None:
    if not shutil.which("node"):
        pytest.skip("node is absent")
    chance = random.Random(5)
    solution = str(satdoku.solve(PUZZLE).solutions[0].text())
    questions: list[dict[str, Any]] = [
        {"ask": "view", "puzzle": "55" + "." * 79},  # clashes
        {"ask": "view", "puzzle": json.dumps({"satdoku": 1, "givens": PUZZLE, "extras": {}})},
        {"ask": "marks", "puzzle": PUZZLE, "values": {"r1c3": 5}},
        {"ask": "marks", "puzzle": PUZZLE, "values": {"r99c3": 5}},
        {"ask": "view", "puzzle": "12..x"},
    ]
    plain = len(questions)
    for number in range(30):
        share = chance.random()
        givens = "".join(digit if chance.random() < share else "." for digit in solution)
        data = {"satdoku": 1, "title": "T", "board": {"size": 9, "box": [3, 3]}, "givens": givens}
        puzzle = json.dumps(data) if number % 2 else givens.replace(".", "0")
        empty = [cell for cell in range(81) if givens[cell] == "."]
        name = {cell: f"r{cell // 9 + 1}c{cell % 9 + 1}" for cell in empty}
        cells = chance.sample(empty, len(empty) // 3)
        marks = {name[c]: chance.sample(range(1, 10), 4) for c in empty[::4] if c not in cells}
        board = {"puzzle": puzzle, "values": {name[c]: int(solution[c]) for c in cells}}
        style = chance.choice(["light", "dark", "print"])
        questions += [
            {"ask": "view", "puzzle": puzzle, "style": style, "bare": number % 3 == 0},
            {"ask": "marks", **board, "marks": marks},
            {"ask": "singles", **board},
        ]
    build = runpy.run_path(str(BUILD))
    (tmp_path / "classic.json").write_text(json.dumps(build["classic"]()))
    (tmp_path / "asked.json").write_text(json.dumps(questions))
    (tmp_path / "run.mjs").write_text(_NODE)
    shutil.copy(BUILD.parent / "classic.js", tmp_path / "classic.mjs")
    done = subprocess.run(["node", "run.mjs"], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert answers[:plain] == [None] * plain  # Python says what is wrong
    for message, one in zip(questions[plain:], answers[plain:], strict=True):
        expected = json.loads(json.dumps(answer(message["ask"], message, RequestContext(60))))
        if message["ask"] == "singles":  # in another order
            one["values"].sort()
            expected["values"].sort()
        assert one == expected, message


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not shutil.which("npm"):
        pytest.skip("npm is absent")
    target = tmp_path_factory.mktemp("app") / "app"
    runpy.run_path(str(BUILD))["build"](target)
    handler = partial(_Quiet, directory=str(target))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
        thread.join()


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: Any) -> None:
        pass


_KEPT = """async () => {
  const text = await (await fetch("sw.js")).text();
  const listed = (name) => JSON.parse(text.match(`${name} = (\\\\[.*?\\\\]);`)[1]);
  const files = [...listed("SHELL"), ...listed("REST")];
  const cache = await caches.open(text.match(/VERSION = "(.*?)"/)[1]);
  const later = () => new Promise((go) => setTimeout(go, 100));
  for (const name of files) while (!(await cache.match(name))) await later();
  return files.length;
}"""


# What the page has fetched at the moment when the board is there: soon after it Python is fetched.
_AT_FIRST = """new MutationObserver((_, observer) => {
  if (!document.querySelector("main[data-ready]")) return;
  observer.disconnect();
  window.atFirst = performance.getEntries().map((one) => [one.name, one.encodedBodySize ?? 0]);
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });"""


@pytest.mark.slow
def test_the_board_comes_first_and_a_game_is_played_offline(built: str, browser: Any) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.set_default_timeout(180_000)
    page.add_init_script(_AT_FIRST)
    page.goto(built)
    page.wait_for_selector("main[data-ready=play]")
    # The page's own, not what the service worker keeps meanwhile: the shell with the compiled core.
    entries = page.evaluate("atFirst")
    assert 100_000 < sum(size for _, size in entries) <= 400_000
    assert "pyodide" not in "".join(name for name, _ in entries)
    page.keyboard.press("m")
    page.wait_for_function("() => document.getElementById('cell-r1c3').ariaLabel.includes('1 2 4')")
    assert page.evaluate(_KEPT) > 30
    context.set_offline(True)
    page.reload()
    page.wait_for_selector("main[data-ready=play]")
    solution = str(satdoku.solve(PUZZLE).solutions[0].text())
    for cell, digit in enumerate(solution):
        if PUZZLE[cell] == ".":
            page.locator(f"#cell-r{cell // 9 + 1}c{cell % 9 + 1}").click()
            page.keyboard.press(f"Digit{digit}")
    page.wait_for_function("() => document.querySelector('.answer').textContent.includes('Solved')")
    page.keyboard.press("Control+KeyZ")
    page.keyboard.press("h")  # Python, from the browser's own store
    hint, late = page.get_by_text("Look for a"), page.get_by_role("button", name="Go on")
    hint.or_(late).first.wait_for()
    if late.is_visible():  # on a busy machine
        late.click()
        hint.wait_for()
    context.close()


@pytest.mark.slow
def test_a_page_without_a_server(built: str, browser: Any) -> None:
    page = browser.new_page()
    urls: list[str] = []
    page.on("request", lambda request: urls.append(request.url))
    page.goto(f"{built}#play")
    page.wait_for_selector("main[data-ready=play]", timeout=180_000)
    code = """async ([puzzle, themes]) => {
      const { asked } = await import("./page.js");
      const board = { satdoku: 1, board: { size: 9, box: [3, 3] }, givens: puzzle };
      const text = JSON.stringify(board);
      const one = (name, more = {}) => asked.ask(name, { puzzle: text, ...more });
      const found = { judge: await one("judge"), rate: await one("rate") };
      const hard = { puzzle: JSON.stringify({ ...board, givens: "%s" }) };
      found.hard = await one("rate", hard);
      found.hard_ja = await one("rate", { ...hard, lang: "ja" });
      const odd = { ...board, constraints: [{ rule: "odd", cells: ["r1c1"] }] };
      found.variant = await one("rate", { puzzle: JSON.stringify(odd) });
      const started = performance.now();
      for (let n = 0; n < 20; n++) await one("judge", { cap: 1 });
      found.milliseconds = (performance.now() - started) / 20;
      found.hint = await one("hint", { strength: 3 });
      found.learn = await one("technique", { technique: "x-wing" });
      found.practise = await one("practise", { technique: "x-wing" });
      found.numbers = [];
      for (const theme of themes) {
        let reports = 0;
        const numbers = { puzzle: JSON.stringify(theme), seed: 3 };
        const reported = () => { reports++; };
        const { verdict, puzzle: made } = await asked.ask("find-numbers", numbers, reported);
        found.numbers.push({ verdict, made, reports });
      }
      found.bug = await asked.ask([]).catch((error) => error.message); // an error of Python
      return found;
    }"""
    values = page.evaluate(code.replace("%s", HARD), [PUZZLE, _THEMES])
    page.close()
    for theme, numbers in zip(_THEMES, values["numbers"], strict=True):
        assert (numbers["verdict"], numbers["reports"] > 0) == ("unique", True)
        # By this machine's own core.
        assert satdoku.check_unique(json.dumps(numbers["made"])).verdict == "unique"
        rules = [one["rule"] for one in numbers["made"]["constraints"]]
        assert rules == [one["rule"] for one in theme["constraints"]]  # type: ignore[index]
    assert all(url.startswith((built, "blob:", "data:")) for url in urls)
    assert values["judge"]["verdict"] == "unique"
    assert values["judge"]["candidates"]["r1c3"] == {"4": 1}
    assert (values["rate"]["er"], values["rate"]["level"]) == (1.2, "easy")
    assert values["rate"]["hardest_name"] == "hidden single"
    assert values["hard"]["er"] == 4.5
    assert values["hard"]["hardest_name"] == title("unique-rectangle-2")
    assert values["hard_ja"]["hardest_name"] == title("unique-rectangle-2", "ja")
    assert "points" in values["variant"]
    assert "r1c6 = 8" in values["hint"]["text"]
    assert "<svg" in values["learn"]["shown"][0]["picture"]
    assert not values["practise"]["made"]
    assert "bug" in values["bug"]
    assert values["milliseconds"] < 500


def _settled(page: Any) -> str:
    """The text of the page once no answer is waited for."""
    page.wait_for_function("() => !document.querySelector('.busy')")
    return " ".join(page.locator(".answer").all_inner_texts())


@pytest.mark.slow
def test_a_variant_is_told_before_python_is_there(built: str, browser: Any) -> None:
    """Title, rules and givens of a link at once, and how far Python is."""
    clue = {"rule": "thermo", "cells": ["r1c1", "r1c2", "r1c3"]}
    given = {"board": {"size": 9, "box": [3, 3]}, "givens": "7" + "." * 80, "constraints": [clue]}
    puzzle = {**given, "title": "Told early", "rules": "Thermometers rise."}
    page = browser.new_page(locale="en-GB")
    page.goto(f"{built}#play/{json.dumps(puzzle)}")
    early = page.locator(".early")
    early.get_by_text("Thermometers rise.").wait_for()
    assert early.locator("h1").inner_text() == "Told early"
    assert early.locator("svg text").all_text_contents() == ["7"]
    page.wait_for_function("() => document.querySelector('#loading progress').value > 0.1")
    assert page.locator("main[data-ready]").count() == 0
    page.wait_for_selector("main[data-ready=play]", timeout=180_000)
    assert early.count() == 0
    assert page.evaluate("document.querySelector('#loading progress').value") > 0.8
    assert page.locator(".about .kind", has_text="Along a thermometer").count() == 1
    page.close()


@pytest.mark.slow
def test_every_view_and_button_without_a_server(built: str, browser: Any) -> None:
    """A new puzzle of each level and by a rule, all that is asked in Play and Set, puzzles of
    Generate, a page of Learn."""
    context = browser.new_context(locale="en-GB", accept_downloads=True)
    page = context.new_page()
    page.set_default_timeout(180_000)
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(built)
    page.wait_for_selector("main[data-ready=play]")
    dialog = page.locator("dialog")

    def button(name: str) -> Any:
        return page.get_by_role("button", name=name, exact=True)

    def made() -> str:
        page.wait_for_function(
            "() => !document.getElementById('dialog').open || document.querySelector('.bad')"
        )
        assert page.locator(".bad").all_inner_texts() == []
        page.evaluate("dispatchEvent(new Event('pagehide'))")
        givens: str = page.evaluate("JSON.parse(localStorage.play).puzzle.givens")
        return givens

    for level in ("easy", "medium", "hard", "expert", "diabolical"):
        button("New").click()
        dialog.locator(f"[data-level={level}]").click()
        rating = satdoku.rate(made())
        assert rating.level == level  # type: ignore[union-attr]
    button("New").click()
    dialog.locator("[data-rule=anti-knight]").click()
    made()
    for name in ("Check", "Hint", "Next step", "Candidates", "Singles", "Rating", "Whole path"):
        if name in ("Next step", "Singles", "Rating", "Whole path"):
            page.locator(".helps summary").click()
        page.locator(".asks").get_by_role("button", name=name).locator("visible=true").click()
        assert "this is a bug" not in _settled(page), name
    page.locator(".menu > summary").click()
    assert [one for one in page.locator(".menu button").all_inner_texts() if "ksheet" in one] == []
    button("Share").click()
    dialog.locator(".copy").nth(2).wait_for()
    page.keyboard.press("Escape")
    page.goto(f"{built}#set")
    page.wait_for_selector("main[data-ready=set]")
    page.locator("[data-rule=odd]").first.click()
    page.locator("[data-rule=thermo] svg").wait_for()
    for name in ("What is wrong?", "What can be removed?", "Suggest a clue"):
        button(name).click()
        assert "this is a bug" not in _settled(page), name
    page.goto(f"{built}#generate")
    page.wait_for_selector("main[data-ready=generate]")
    button("Make puzzles").click()
    page.locator(".made article").nth(2).wait_for()
    page.locator(".levels [data-level=hard]").click()
    button("Make puzzles").click()
    _settled(page)
    assert all("hard" in one.lower() for one in page.locator(".made .muted").all_inner_texts())
    assert page.locator(".made article").count() == 3
    page.goto(f"{built}#learn/x-wing")
    page.wait_for_selector("main[data-ready=learn]")
    button("Practice").click()
    page.wait_for_selector("main[data-ready=play]")
    context.close()
    assert faults == []


@pytest.mark.parametrize("search", ["unique_loop", "bug", "cell_chains", "naked_pair"])
def test_the_page_sends_what_the_name_of_a_step_is_made_from(search: str) -> None:
    script = (ROOT / "docs" / "browser" / "core.js").read_text("utf-8")
    members = re.search(r"const step = \{(.*?)\};", script)
    assert members is not None
    sent = {part.partition(":")[0].strip() for part in members[1].split(",")}
    step = {"search": search, "variant": 1, "cells": range(4), "dynamic": True, "level": 0}
    assert name_of({key: value for key, value in step.items() if key in sent})  # type: ignore[arg-type]
