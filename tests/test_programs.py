"""The doors for programs that learn: the environment, and the tools for language models."""

from __future__ import annotations

import io
import json
import pickle
import queue
import re
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import satdoku
from satdoku.base.errors import SatdokuError, Unsupported
from satdoku.cli.app import run
from satdoku.programs import tools
from satdoku.programs.mcp import serve
from satdoku.programs.tools import TOOLS, answered, listed, refusal
from satdoku.web.fields import RequestContext
from satdoku.web.jobs import Jobs
from tests.bad_calls import BAD_CALLS, EASY
from tests.shared import ENDLESS, thinned

SPARE = "1....2..4......3"


def asked(*messages: dict[str, Any] | str) -> list[Any]:
    """The replies to messages that need no worker, in order."""
    lines = [m if isinstance(m, str) else json.dumps({"jsonrpc": "2.0", **m}) for m in messages]
    replies: list[str] = []
    serve(lines, replies.append)
    return [json.loads(reply, parse_constant=pytest.fail) for reply in replies]


def called(name: str, **arguments: Any) -> dict[str, Any]:
    """The result of a tool, in this process, whose data is as the list of tools says."""
    assert refusal(name, arguments) is None
    result = answered((name, arguments), RequestContext(60.0))
    if name != "picture":
        Draft202012Validator(listed(name)["outputSchema"]).validate(result["structuredContent"])
    return result


def call(number: Any, name: str, **arguments: Any) -> dict[str, Any]:
    """The message of a client that calls a tool."""
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def test_a_client_is_greeted_and_given_the_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    async def idle(jobs: Jobs) -> None:
        """No worker is needed here."""

    monkeypatch.setattr(Jobs, "warm", idle)
    hello, listed, pong = asked(
        {"id": 1, "method": "initialize", "params": {"protocolVersion": "2024-11-05"}},
        {"method": "notifications/initialized"},
        {"id": "two", "method": "tools/list"},
        {"id": 3, "method": "ping"},
    )
    assert hello["result"]["protocolVersion"] == "2024-11-05"
    assert pong == {"jsonrpc": "2.0", "id": 3, "result": {}}
    tools = listed["result"]["tools"]
    assert [tool["name"] for tool in tools] == list(TOOLS)
    assert all(tool["inputSchema"]["type"] == "object" for tool in tools)
    for tool in tools:
        assert set(tool["inputSchema"]["required"]) <= set(tool["inputSchema"]["properties"])


def test_a_doubtful_answer_says_why() -> None:
    cage = {"rule": "killer-cage", "cells": ["r1c1", "r1c2"], "sum": 7}
    board = {"givens": "." * 16, "constraints": [cage], "solution": "1234341221434321"}
    why = "the solution in the text does not keep the rules that were read"
    text = called("solve", puzzle=json.dumps(board))["content"][0]["text"]
    assert text.count(why) == 1
    with pytest.raises(SatdokuError, match=why):
        called("solve", puzzle=json.dumps(board | {"givens": "12" + "." * 14}))


def test_tools_answer_as_the_functions_do() -> None:
    why = called("why", puzzle=SPARE, claims=["r1c2=4", "r1c3=2"])
    assert [c["answer"] for c in why["structuredContent"]["claims"]] == ["forced", "false"]
    assert called("solve", puzzle=SPARE)["structuredContent"]["solutions"]
    hint = called("hint", puzzle=SPARE, strength=3)
    assert hint["content"][0]["text"] == satdoku.hint(SPARE, strength=3).text()
    assert called("check", board="13...2..4......3", puzzle=SPARE)["content"][0]["text"]
    solve = called("why", puzzle=SPARE, transcript=["r1c2=4", "r1c3=2", "r9c9=1"])
    answers = [c["answer"] for c in solve["structuredContent"]["claims"]]
    assert answers == ["forced", "false", "illegal"]
    held = satdoku.convert(satdoku.Position.of(satdoku.parse(SPARE)).place(1, 4), "json").text()
    for more, answer in ({}, "known"), ({"givens_only": True}, "forced"):
        why = called("why", puzzle=held, claims=["r1c2=4"], **more)
        assert why["structuredContent"]["claims"][0]["answer"] == answer
    assert called("show", puzzle=SPARE)["structuredContent"]["puzzle"] == SPARE
    thermo = (Path(__file__).parents[1] / "examples/constraints/thermo.json").read_text("utf-8")
    assert "thermometer in r2c3" in called("show", puzzle=thermo)["content"][0]["text"]
    assert called("describe", puzzle=SPARE, lang="ja")["content"][0]["text"]
    files = data_of("certify", puzzle=EASY, claim="rating")["files"]
    assert data_of("verify", files=files, puzzle=EASY)["rating"] == 1.2
    assert called("verify", files=files)["content"][0]["text"].startswith("proved: a path")
    right = str(satdoku.solve(SPARE).solution)
    assert called("judge", puzzle=SPARE, answer=right)["content"][0]["text"] == "right"


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        *((bad.name, bad.arguments) for bad in BAD_CALLS if bad.name in TOOLS),
        ("solve", {"puzzle": 5}),
        ("solve", {"puzzle": SPARE, "limit": "x"}),
        ("hint", {"puzzle": SPARE, "strength": 9}),
        ("why", {"puzzle": SPARE, "claims": 5}),
        ("why", {"puzzle": SPARE, "claims": []}),
        ("why", {"puzzle": SPARE, "claims": [5]}),
        ("why", {"puzzle": SPARE}),
        ("why", {"puzzle": "." * 16, "claims": ["r1c1=1"]}),
        ("solve", {"puzzle": SPARE, "time_limit": None}),
        ("solve", {"puzzle": SPARE, "time_limit": 1e308}),
        ("solve", {"puzzle": SPARE, "time_limit": True}),
        ("solve", {"puzzle": SPARE, "time_limit": 10**400}),
        ("solve", {"puzzle": SPARE, "limit": 10**9}),
    ],
)
def test_bad_input_is_an_error_of_the_tool(name: str, arguments: dict[str, Any]) -> None:
    sentence = refusal(name, arguments)
    if sentence is None:
        with pytest.raises(SatdokuError) as error:
            answered((name, arguments), RequestContext(60.0))
        sentence = str(error.value)
    assert len(sentence.splitlines()) == 1


def test_a_long_answer_is_cut_and_says_how_much_is_left_out() -> None:
    answer = called("solve", puzzle="." * 81, limit=3000)
    data = answer["structuredContent"]
    assert len(json.dumps(answer)) < 250_000
    assert len(data["solutions"]) + data["omitted"]["solutions"] == 3000
    assert len(data["solutions"]) > 1000
    text = answer["content"][0]["text"]
    assert text.endswith(" lines more than an answer may have)")
    left = int(text.rpartition("(")[2].split()[0].replace(",", ""))
    whole = satdoku.solve("." * 81, limit=3000).text().splitlines()
    assert text.splitlines()[:-1] == whole[: len(whole) - left]


def test_a_certificate_is_whole_or_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tools, "_MAX_TEXT_LENGTH", 5000)
    with pytest.raises(Unsupported, match="characters, and an answer at most 5,000"):
        called("certify", puzzle=EASY, claim="rating")


def cancelled(number: int) -> str:
    message = {"method": "notifications/cancelled", "params": {"requestId": number}}
    return json.dumps({"jsonrpc": "2.0", **message})


def test_a_client_is_answered_while_a_tool_works() -> None:
    """The call that works ends when the client cancels it, and has no reply."""
    box: queue.Queue[str | None] = queue.Queue()
    replies: queue.Queue[Any] = queue.Queue()
    server = threading.Thread(
        target=serve, args=(iter(box.get, None), lambda reply: replies.put(json.loads(reply)))
    )
    server.start()
    try:
        box.put(json.dumps(call(1, "solve", puzzle=ENDLESS, time_limit=3600)))
        box.put(json.dumps(call(2, "judge", puzzle=SPARE, answer="x")))
        box.put(json.dumps({"jsonrpc": "2.0", "id": 3, "method": "ping"}))
        first, second = replies.get(), replies.get()
        assert (first["id"], second["id"]) == (3, 2)
        assert second["result"]["structuredContent"]["verdict"] == "malformed"
        box.put(
            '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 9}}'
        )
        box.put(
            '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}'
        )
        box.put(json.dumps(call(4, "solve", puzzle=ENDLESS, time_limit=0)))
        assert replies.get()["id"] == 4
    finally:
        box.put(
            '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}'
        )
        box.put(None)
        server.join()
    assert replies.empty()


def test_a_fault_of_a_tool_is_a_result_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("satdoku.programs.mcp.refusal", lambda name, arguments: 1 // 0)
    (reply,) = asked(call(1, "show", puzzle=SPARE))
    assert reply["error"]["code"] == -32603
    assert "please report it" in reply["error"]["message"]


def test_numbers_that_json_lacks_are_refused_and_a_mark_before_the_text_is_not() -> None:
    replies = asked(
        '\ufeff{"jsonrpc": "2.0", "id": 1, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": 1e999, "method": "ping"}',
        '{"jsonrpc": "2.0", "id": [1], "method": "ping"}',
        '{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
    )
    assert [reply["id"] for reply in replies] == [1, None, None, None, "\ud800"]
    assert [reply.get("error", {}).get("code") for reply in replies] == [
        None, -32700, -32700, -32600, None,
    ]  # fmt: skip


def test_what_is_no_request_is_refused() -> None:
    replies = asked(
        "no json", "[]", "", '{"id": 1}', {"id": 2, "method": "nothing"},
        {"id": 3, "method": "tools/call", "params": {"name": "x"}},
        {"id": 4, "method": "tools/call", "params": [1]},
        '{"jsonrpc": "2.0", "id": 5, "result": {}}', "[" * 100_000, '"' + "x" * 2_000_000 + '"',
        '{"id": {"no": "id"}}', '{"id": true}',
    )  # fmt: skip
    assert [reply["id"] for reply in replies] == [None, None, 1, 2, 3, 4, *[None] * 4]
    codes = [reply["error"]["code"] for reply in replies]
    assert codes == [-32700, *[-32600] * 2, -32601, *[-32602] * 2, -32700, *[-32600] * 3]


def test_several_requests_come_in_one_message() -> None:
    ping = {"jsonrpc": "2.0", "method": "ping"}
    replies: Any
    (replies,) = asked(json.dumps([{**ping, "id": 1}, ping, 5, {**ping, "id": 2}]))
    assert [reply["id"] for reply in replies] == [1, None, 2]
    assert [reply.get("error", {}).get("code") for reply in replies] == [None, -32600, None]
    assert asked(json.dumps([ping, ping])) == []


def test_the_command_answers_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    request = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
    monkeypatch.setattr(sys, "stdin", io.StringIO(f"{request}\n{request}\n"))
    assert run(["mcp"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


# -- the environment -------------------------------------------------------------------------------


@pytest.fixture
def gym() -> Any:
    return pytest.importorskip("gymnasium", reason="the environment needs satdoku[env]")


@pytest.mark.filterwarnings("ignore")
def test_the_environment_is_one_of_gymnasium(gym: Any) -> None:
    from gymnasium.utils.env_checker import check_env

    import satdoku.programs  # noqa: F401

    check_env(gym.make("satdoku/Sudoku-v0", puzzle=SPARE).unwrapped)


@pytest.mark.parametrize("up_to", thinned(["hidden-single", "claiming"], 2))
def test_rewards_are_the_verdicts_of_why(gym: Any, up_to: str) -> None:
    import numpy as np

    from satdoku.programs.environment import SudokuEnv

    env = SudokuEnv(EASY, up_to=up_to)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    rewards = set()
    for move in range(60):
        legal = np.flatnonzero(info["action_mask"][: 81 * 9])
        action = int(legal[rng.integers(len(legal))])
        cell, d = divmod(action, 9)
        crosses = move % 2 == 1
        sign, action = "<>" if crosses else "=", action + 81 * 9 * crosses
        (expected,) = satdoku.why(
            EASY, f"r{cell // 9 + 1}c{cell % 9 + 1}{sign}{d + 1}", board=env._now(), up_to=up_to
        )
        _, reward, ended, _, info = env.step(np.int64(action))
        assert reward == {"forced": 1.0, "guess": 0.0, "false": -1.0}[expected.answer]
        assert ended == (expected.answer == "false")
        rewards.add(reward)
        if ended:
            _, info = env.reset()
    assert -1.0 in rewards
    assert 1.0 in rewards


def test_a_right_player_solves_it_and_crossing_out_is_judged(gym: Any) -> None:
    import numpy as np

    from satdoku.programs.environment import SudokuEnv

    env = SudokuEnv(SPARE)
    solution = satdoku.solve(SPARE).solution
    assert solution is not None
    _, info = env.reset(seed=1)
    ended = False
    for cell, value in enumerate(solution.values):
        assert value is not None
        if info["action_mask"][cell * 4 + value - 1]:
            assert not ended
            for d in range(4):
                if d != value - 1 and info["action_mask"][cell * 4 + d]:
                    _, reward, _, _, info = env.step(np.int64(64 + cell * 4 + d))
                    assert reward >= 0
            _, reward, ended, _, info = env.step(np.int64(cell * 4 + value - 1))
            assert reward == 1.0
    assert ended
    assert info["left"] == 0
    assert type(ended) is bool
    with pytest.raises(gym.error.ResetNeeded, match="the episode has ended"):
        env.step(np.int64(0))
    env.reset()
    assert env.step(np.int64(0))[1] == 0.0


def test_what_is_no_move_and_no_option_is_refused(gym: Any) -> None:
    import numpy as np

    from satdoku.programs.environment import SudokuEnv

    env = SudokuEnv(SPARE)
    with pytest.raises(gym.error.ResetNeeded):
        env.step(np.int64(0))
    _, info = env.reset(seed=1)
    before = info["action_mask"].copy()
    for action in (-1, 128, 10**30, 0.5, np.array([3]), "3"):
        with pytest.raises(gym.error.InvalidAction, match="from 0 to 127, not"):
            env.step(action)  # type: ignore[arg-type]
    assert (env.step(np.int64(127))[4]["action_mask"] <= before).all()
    for option in ("steps", "forms"):
        for number in (0, 2.5, "9"):
            with pytest.raises(satdoku.OptionError, match=option):
                SudokuEnv(SPARE, **{option: number})  # type: ignore[arg-type]
    with pytest.raises(satdoku.OptionError, match="render_mode"):
        SudokuEnv(SPARE, render_mode="human")
    text = (Path(__file__).parents[1] / "examples/constraints/thermo.json").read_text("utf-8")
    assert SudokuEnv(text, up_to="thermo-bounds").reset(seed=1)


@pytest.mark.parametrize("up_to", ["hidden-single", "claiming"])
def test_it_can_be_pickled_in_the_middle_of_an_episode(gym: Any, up_to: str) -> None:
    import numpy as np

    from satdoku.programs.environment import SudokuEnv

    env = SudokuEnv(EASY, up_to=up_to)
    _, info = env.reset(seed=1)
    for _ in range(3):
        (legal,) = np.nonzero(info["action_mask"][: 81 * 9])
        right = next(a for a in legal if env._true[a // 9] == a % 9)
        _, _, ended, truncated, info = env.step(right)
        assert (type(ended), type(truncated)) == (bool, bool)
    other = pickle.loads(pickle.dumps(env))
    for action in (0, int(right) + 1, int(legal[-1])):
        one, two = (each.step(np.int64(action)) for each in (env, other))
        assert one[1:4] == two[1:4]
        assert all((one[0][key] == two[0][key]).all() for key in one[0])
        if one[2]:
            break
    assert other.reset(seed=5)[1]["left"] == env.reset(seed=5)[1]["left"]


def test_a_seed_makes_the_same_curriculum(gym: Any) -> None:
    from satdoku.programs.environment import SudokuEnv

    boards = []
    for seed in (1, 1, 2):
        env = SudokuEnv(level="medium")
        env.reset(seed=seed)
        boards.append(env.render())
    assert boards[0] == boards[1] != boards[2]


def test_a_level_and_a_technique_are_both_met(gym: Any) -> None:
    from satdoku.programs.environment import SudokuEnv

    for wish, level in ({}, "easy"), ({"level": "hard", "requires": "naked-pair"}, "hard"):
        env = SudokuEnv(**wish)  # type: ignore[arg-type]
        env.reset(seed=1)
        text = env.render().replace(" ", "").replace("\n", "")
        assert satdoku.rate(text).level == level
        if wish:
            used = {one.technique for one in satdoku.explain(text).steps}
            assert "naked-pair" in used


def test_a_generated_puzzle_is_played_in_several_forms(gym: Any) -> None:
    from satdoku.programs.environment import SudokuEnv

    def boards(forms: int) -> list[str]:
        env = SudokuEnv(forms=forms)
        boards = []
        for number in range(5):
            env.reset(seed=None if number else 3)
            boards.append(env.render().replace(" ", "").replace("\n", ""))
        return boards

    first = boards(3)
    assert first == boards(3)
    assert len(set(first)) == 5
    classes = [satdoku.canonical(text).canonical.form for text in first]
    assert classes[0] == classes[1] == classes[2] != classes[3] == classes[4]
    alone = boards(1)
    assert alone[0] == first[0]
    assert len({satdoku.canonical(text).canonical.form for text in alone}) == 5


@pytest.mark.parametrize("up_to", ["hidden-single", "claiming"])
def test_moves_in_another_form_are_judged_as_in_any_puzzle(gym: Any, up_to: str) -> None:
    import numpy as np

    from satdoku.programs.environment import SudokuEnv

    env = SudokuEnv(level="hard", up_to=up_to)
    env.reset(seed=1)
    _, info = env.reset()
    text = env.render().replace(" ", "").replace("\n", "")
    rng = np.random.default_rng(1)
    rewards = set()
    while len(rewards) < 3:
        legal = np.flatnonzero(info["action_mask"][: 81 * 9])
        cell, d = divmod(int(legal[rng.integers(len(legal))]), 9)
        board, claim = env._now(), f"r{cell // 9 + 1}c{cell % 9 + 1}={d + 1}"
        (expected,) = satdoku.why(text, claim, board=board, up_to=up_to)
        before = env._digits.copy(), env._candidates.copy()
        _, reward, _, _, info = env.step(np.int64(cell * 9 + d))
        assert reward == {"forced": 1.0, "guess": 0.0, "false": -1.0}[expected.answer]
        env._ended = False  # a wrong one changes nothing
        if reward == 0.0:  # a guess is taken back, so that there are more
            env._digits, env._candidates = before
            env._judge = env._alone = None
            info = env._info()
        rewards.add(reward)


# -- a client that sets puzzles --------------------------------------------------------------------

WORDS = (
    ("Digits separated by a knight's move cannot be the same.", "thermo:1:3"),
    ("Orthogonally adjacent cells must not contain consecutive digits.", "killer-cage:2:2-3"),
    ("", "thermo:1:4,palindrome:1:3"),
    ("", "arrow:1:3,white-dot:2"),
    ("", "killer-cage:4:2-3"),
)


def set_by_tools(number: int) -> str:
    """A variant with one solution, as a model would set it by calls of tools alone.

    It reads rules from words, lets a puzzle be made of them, takes givens away, and adds what is
    suggested until there is one solution again.
    """
    words, kinds = WORDS[number % len(WORDS)]
    board = json.dumps({"givens": "." * (16 if number % 2 and not words else 36)})
    if words:
        read = data_of("read", puzzle=board, words=f"Normal sudoku rules apply. {words}")
        assert [one["added"] for one in read["told"]] == [True]
        board = read["written"]
    (generated,) = data_of("generate", board=board, clues_of=kinds, seed=number)["puzzles"]
    puzzle = json.loads(data_of("convert", puzzle=generated["puzzle"], to="json")["text"])
    puzzle["givens"] = re.sub("[1-9]", ".", puzzle["givens"], count=2)
    for _ in range(9):
        if data_of("check-unique", puzzle=puzzle)["verdict"] == "unique":
            break
        assert data_of("diagnose", puzzle=puzzle)["verdict"] == "multiple"
        suggested = data_of("suggest", puzzle=puzzle, kinds="given", count=1)["clues"]
        more = {"given": [suggested[0]["clue"]]}
        puzzle = json.loads(data_of("convert", puzzle=puzzle, to="json", **more)["text"])
    (smallest,) = data_of("minimize", puzzle=puzzle)["minimal"]
    assert not data_of("redundant", puzzle=smallest)["givens"]
    return str(smallest)


def data_of(name: str, **arguments: Any) -> dict[str, Any]:
    data: dict[str, Any] = called(name, **arguments)["structuredContent"]
    return data


@pytest.mark.parametrize(
    "numbers",
    [[1], *(pytest.param(range(n, n + 10), marks=pytest.mark.full) for n in range(2, 52, 10))],
)
def test_a_client_sets_puzzles_with_one_solution(numbers: Iterable[int]) -> None:
    texts = {set_by_tools(number) for number in numbers}
    assert len(texts) == len(list(numbers))
    for text in texts:
        assert satdoku.check_unique(text, "sat").verdict == "unique"  # another engine than theirs
        assert "image" in called("picture", puzzle=text)["content"][0]["type"]
    assert data_of("rate", puzzle=min(texts), scale="satdoku")["points"] > 0


def test_a_client_hears_of_progress() -> None:
    message = call(1, "solve", puzzle=ENDLESS, time_limit=2.5)
    message["params"]["_meta"] = {"progressToken": "t"}
    *news, last = asked(message)
    assert [one["method"] for one in news] == ["notifications/progress"] * len(news)
    times = [one["params"]["progress"] for one in news]
    assert times == sorted(times)
    assert len(times) >= 1
    assert {one["params"]["progressToken"] for one in news} == {"t"}
    assert last["result"]["structuredContent"]["verdict"] == "undecided"
