"""lz-string: round trips, known texts, and texts that are damaged."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satdoku.base.compiled import compiled_core
from satdoku.base.errors import FormatError
from satdoku.formats import lzstring
from tests.shared import shared_file


@settings(max_examples=8, deadline=None)
@given(st.text(max_size=300) | st.text('{}[]",:é😀1', max_size=2000))
def test_round_trip(text: str) -> None:
    for alphabet in (lzstring.BASE64, lzstring.URI):
        packed = lzstring.compress(text, alphabet)
        assert set(packed) <= set(alphabet + "=")
        assert lzstring.decompress(packed, alphabet) == text


def test_what_the_original_makes_of_known_texts() -> None:
    # As the JavaScript library packs them.
    assert lzstring.compress("hello") == "BYUwNmD2Q==="
    assert lzstring.decompress("BYUwNmD2Q===") == "hello"
    assert lzstring.compress("") == "Q==="


@settings(max_examples=40, deadline=None)
@given(st.text('{}[]",:é😀1', max_size=200), st.data())
def test_the_core_unpacks_the_same(text: str, data: st.DataObject) -> None:
    core = compiled_core("lz_unpack")
    if core is None:
        pytest.skip("the compiled core is not installed, or older")
    packed = lzstring.compress(text).rstrip("=")
    assert core.lz_unpack(packed, "/") == text
    at = data.draw(st.integers(0, len(packed) - 1))
    char = data.draw(st.sampled_from("AQ/!\ud800é"))
    changed = packed[:at] + char + packed[data.draw(st.sampled_from((at, at + 1))) :]
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(lzstring, "compiled_core", lambda name: None)
            expected = lzstring.decompress(changed)
    except FormatError:
        assert core.lz_unpack(changed, "/") is None
    else:
        assert core.lz_unpack(changed, "/") == expected


def test_links_of_the_sites_pack_to_the_same_text() -> None:
    from urllib.parse import unquote

    lines = shared_file("variants", "links.txt").read_text(encoding="utf-8").split("\n")
    done = 0
    for key, alphabet in (("load", "BASE64"), ("puzzle", "URI"), ("import", "BASE64")):
        for line in lines:
            if f"?{key}=" in line:
                packed = unquote(line.split("=", 1)[1])
                letters = getattr(lzstring, alphabet)
                text = lzstring.decompress(packed, letters)
                assert lzstring.compress(text, letters) == packed
                done += 1
    assert done >= 6


def test_a_cut_text_is_explained() -> None:
    packed = lzstring.compress('{"size": 9, "grid": [[1, 2, 3, 4, 5]]}').rstrip("=")
    for length in range(1, len(packed) - 1):
        with pytest.raises(FormatError, match="ends too soon"):
            lzstring.decompress(packed[:length])


def test_damage_is_explained() -> None:
    with pytest.raises(FormatError, match=r"character 3 .*'!'"):
        lzstring.decompress("BY!wNmD2Q===")
    with pytest.raises(FormatError, match="damaged"):
        lzstring.decompress("//////////")


@pytest.mark.parametrize("last", ["", "ab", "\N{LATIN SMALL LETTER E WITH ACUTE}", "\ud800"])
def test_the_core_refuses_what_is_no_last_letter(last: str) -> None:
    core = compiled_core("lz_unpack")
    if core is None:
        pytest.skip("the compiled core is not installed")
    with pytest.raises(ValueError, match="the last letter"):
        core.lz_unpack("..", last)
