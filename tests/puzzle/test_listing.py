"""A listing is the text that files have, and keeps its entries."""

import copy
import json
import pickle

from satdoku.puzzle.listing import Listing, total_of, words_of


def test_a_listing_is_a_text_with_entries() -> None:
    drawn = Listing(["2 lines", "1 text that a, b"], 3)
    assert drawn == "2 lines, 1 text that a, b"
    assert json.dumps({"drawings": drawn}) == '{"drawings": "2 lines, 1 text that a, b"}'
    assert drawn.sentence == "2 lines and 1 text that a, b"
    assert (words_of(drawn), total_of(drawn)) == (("2 lines", "1 text that a, b"), 3)
    assert (words_of("2 lines, 1 arrow"), total_of("2 lines")) == (("2 lines, 1 arrow",), 0)
    assert (words_of(""), Listing([]).sentence) == ((), "")


def test_entries_outlive_a_copy_and_a_sum() -> None:
    drawn = Listing(["2 lines", "1 arrow"], 3)
    for same in (copy.deepcopy(drawn), pickle.loads(pickle.dumps(drawn))):
        assert (same, words_of(same), total_of(same)) == (drawn, drawn.words, 3)
    more = drawn + Listing(["1 cage"], 1)
    assert (more, words_of(more), total_of(more)) == (
        "2 lines, 1 arrow, 1 cage",
        ("2 lines", "1 arrow", "1 cage"),
        4,
    )


def test_what_a_file_lists_is_read_once() -> None:
    assert (Listing.read("2 lines, 1 arrow").words, Listing.read("2 lines, 1 arrow").total) == (
        ("2 lines", "1 arrow"),
        3,
    )
    assert (Listing.read("thermo, cage").words, Listing.read("thermo, cage").total) == (
        ("thermo", "cage"),
        0,
    )
    assert Listing.read("").words == ()
