"""Doubts about the puzzle of a text, as every command states them."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from satdoku import formats
from tests.answers.test_doubts import (
    EMPTY,
    ENTROPY,
    NORMAL,
    PUBLISHED,
    RIGHT,
    UNIQUE,
    WRONG,
    lost,
    marked,
    text,
)

Call = Callable[..., tuple[int, str, str]]


def test_an_invalid_puzzle_is_doubtful_too(satdoku: Call) -> None:
    broken = text("12" + EMPTY[2:], WRONG, solution=RIGHT)
    code, out, err = satdoku("check-unique", broken)
    assert code == 2
    assert out.startswith("invalid?\t")
    assert err.count("killer cage of 7") == 2  # the fault, and that the solution has it too
    _, out, _ = satdoku("solve", broken, "--json")
    assert json.loads(out)["doubtful"] is True


COMMANDS = ("check-unique", "solve", "count", "candidates", "diagnose", "hint", "explain", "rate")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_names_the_clue(satdoku: Call, command: str) -> None:
    _, out, err = satdoku(command, "--json", text(UNIQUE[:6] + EMPTY[6:], WRONG, solution=RIGHT))
    assert json.loads(out)["doubtful"] is True
    assert "the solution in the text does not keep the rules that were read" in err
    assert "killer cage of 7 in r1c1 and r1c2" in err


@pytest.mark.parametrize("command", ["check-unique", "count", "solve", "diagnose"])
def test_strict_refuses_what_is_doubtful(satdoku: Call, command: str) -> None:
    for doubtful in (text(EMPTY, WRONG, solution=RIGHT), text(EMPTY, rules=f"{NORMAL} {ENTROPY}")):
        code, _, err = satdoku(command, "--strict", doubtful)
        assert code == 2
        assert err.endswith("--strict refuses what may be about another puzzle\n")
    code, _, err = satdoku(command, "--strict", text(UNIQUE, solution=RIGHT, rules=NORMAL))
    assert (code, err) == (0, "")


def test_words_of_another_rule(satdoku: Call) -> None:
    doubtful = text(EMPTY, rules=f"{NORMAL} {ENTROPY}", title="Entropy")
    assert lost(doubtful) == {"words": ENTROPY, "named": "satdoku rules global-entropy"} or lost(
        doubtful
    ) == {"words": ENTROPY}
    code, out, err = satdoku("check-unique", doubtful)
    assert (code, out) == (1, "multiple?\tEntropy\n")
    assert f'the text says "{ENTROPY}"' in err
    assert lost(text(EMPTY, rules=NORMAL)) == {}


def test_the_rule_that_the_words_name_is_proposed(satdoku: Call) -> None:
    nine = text("." * 81, rules=f"{NORMAL} Digits a knight's move apart differ.")
    assert lost(nine)["named"] == "--rules anti-knight"
    _, _, err = satdoku("check-unique", nine)
    assert err.endswith("--rules anti-knight may add it\n")
    # Once it is added, nothing is doubtful.
    code, out, err = satdoku("check-unique", "--rules", "anti-knight", nine)
    assert (code, err) == (1, "")
    assert out.startswith("multiple\t")
    arrow = {"rule": "arrow", "bulb": "r1c1", "cells": ["r1c2", "r2c3"]}
    product = text("." * 81, arrow, rules="The product along each arrow.", title="Product arrows")
    assert lost(product)["named"] == "satdoku rules product-arrow"


def test_the_published_one_of_several_solutions_comes_first(satdoku: Call) -> None:
    published = PUBLISHED
    several = text(EMPTY, solution=published)
    code, out, err = satdoku("solve", several)
    assert (code, out) == (0, f"{published}\n")
    note = (
        "satdoku: the puzzle that was read has several solutions, of which the one in the "
        "text is one\n"
    )
    assert err == note
    _, out, err = satdoku("check-unique", several, "--json")
    record = json.loads(out)
    assert record["witnesses"][0] == published != record["witnesses"][1]
    assert record["left_out"] == {"published": published}
    assert "doubtful" not in record
    assert err == note
    _, out, _ = satdoku("solve", several, "--limit", "3")
    assert out.split()[0] == published
    assert len(set(out.split())) == 3
    for command in ("count", "diagnose", "hint", "rate"):
        assert note.removeprefix("satdoku: ") in satdoku(command, several)[2], command
    _, _, err = satdoku("solve", text(UNIQUE, solution=RIGHT))
    assert err == ""


def test_marks_that_are_the_puzzle(satdoku: Call) -> None:
    code, out, err = satdoku("check-unique", formats.write(marked(12), "json"))
    assert code == 1
    assert out.startswith("multiple?")
    assert "the marks in 12 cells were read as a player's" in err
