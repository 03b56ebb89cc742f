"""A stranger's mistakes in rules: each is one sentence with place and reason, exit code 2."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

Output = Callable[..., tuple[int, str, str]]
EMPTY = "." * 16
JSON = '{"satdoku":1,"givens":"................",%s}'


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("check-unique", JSON % '"givens":""'), r"line 1, column 42: the key 'givens' appears tw"),
        (("check-unique", JSON % '"title":NaN'), r"line 1, column 50: NaN is not a JSON number"),
        (("check-unique", JSON % '"wiggles":1'), r"no key 'wiggles'"),
        (("check-unique", ".Regex~%%%~_a~R1C1"), r"item 1 \(.Regex\).*'%' has no meaning"),
        (("check-unique", ".Whisper~0~R1C1~R1C2"), r"item 1 .*'diff' is at least 1, not 0"),
        (("check-unique", "https://tinyurl.com/abc"), r"link of tinyurl.com only leads to another"),
        (
            ("check-unique", "https://x.org/penpa-edit/#m=edit&p=7VZ"),
            r"compressed text ends too soon",
        ),
        (("check-unique", EMPTY, "--rules", "termos:r1c1+r1c2"), r"did you mean thermo\?"),
        (("check-unique", EMPTY, "--rules", "lockout:r1c1-r1c3"), r"must be given on a board of 4"),
        (("rate", EMPTY, "--rules", "wibble"), r"--rules: unknown rule 'wibble'"),
        (("suggest", EMPTY, "--rule", "anti-knight"), r"rule of the whole board"),
        (("suggest", EMPTY, "--rule", "thermo:2"), r"thermo:2 has no meaning .* is thermo:1:2"),
        (("generate", "--clues-of", "thermo:28"), r"room for 27 at most"),
        (("generate", "--clues-of", "thermo:x"), r"'x' is not a number of clues"),
        (("solve", EMPTY, "--shape", "size=6x"), r"--shape: size=6x is not of the form"),
        (("batch", "/nonexistent.txt", "-o", "/nonexistent"), r"/nonexistent.txt: there is no"),
    ],
)
def test_one_sentence(satdoku: Output, arguments: tuple[str, ...], words: str) -> None:
    code, _, err = satdoku(*arguments)
    assert code == 2
    assert re.search(words, err)
    assert "Traceback" not in err
    assert err.count("\n") == 1
