import pytest

from satdoku.base.errors import FormatError
from satdoku.board import Geometry
from satdoku.constraints import REGISTRY, from_data, parse_rules
from satdoku.constraints.refused import _REFUSED, refusal

BOARD = Geometry.classic()


@pytest.mark.parametrize("name", ["fog", "Vampire", "Samurai", "heyawake"])
def test_a_refused_rule_states_what_is_missing(name: str) -> None:
    for read in (lambda: parse_rules(name, BOARD), lambda: from_data({"rule": name}, BOARD)):
        with pytest.raises(FormatError, match="is not supported: ") as caught:
            read()
        assert caught.value.reason == refusal(name.lower()) or refusal(name) in str(caught.value)


def test_no_rule_that_exists_is_refused() -> None:
    assert not set(_REFUSED) & set(REGISTRY)
    assert refusal("thermo") is None
    with pytest.raises(FormatError, match="did you mean"):
        parse_rules("skyscrapper", BOARD)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("hidden-skyscraper:left:1:10", "10 is not a digit"),
        ("first-seen-odd:left:1:4", "4 is not odd"),
        ("frame-sum:left:1:10:length=12", "no 12 cells"),
        ("numbered-room:top:10:3", "no column 10"),
        ("outside:left:1:1+2+3+4", "no room in 3 cells"),
        ("next-to-hi:left:1:1+2+3", "one or two digits"),
        ("position-sum:left:1", "'upper' or 'lower'"),
        ("zipper:r1c1+r1c2", "at least 3"),
        ("double-arrow:r1c1+r1c2", "at least 3"),
        ("modular-line:mod=20:r1c1-r1c4", "one of the groups empty"),
        ("group-line:r1c1-r1c4:groups=1+2/2+3", "2 is named more than once"),
        ("nabner:r1c1-r1c6", "at most 5 can"),
        ("lockout:r1c1-r1c6:diff=9", "differ by 9"),
        ("contain:r1c1-r1c2:digits=1+2+3", "no room in 2 cells"),
        ("look-and-say:r1c1-r1c3:text=123", "pairs of a count and a digit"),
        ("look-and-say:r1c1-r1c3:text=1323", "names a digit twice"),
        ("look-and-say:r1c1-r1c5:text=10", "0 is not a digit"),
        ("equality-cage:r1c1-r1c3", "must be even"),
        ("sum:r1c1-r1c3:10:coefficients=1+2", "a coefficient for each of the cells, 3 and not 2"),
        ("equal-sum:r1c1-r1c3", "at least two sets"),
        ("magic-square:r1c1-r2c3", "not a square"),
        ("difference-arrow:bulb=r1c1:cells=r1c2-r1c4", "2 cells"),
        ("digital-root-cage:r1c1-r1c3:0", "at least 1"),
        ("rellik:r1c1-r4c4:5", "as many different digits"),
        ("index-line:r1c1+r2c1+r3c1+r4c1+r5c1+r6c1+r7c1+r8c1+r9c1+r9c2", "no digit 10"),
        ("chess:1+2+3", "pairs of numbers"),
        ("knightmare:5+x", "has no place"),
    ],
)
def test_what_the_facts_refuse(words: str, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse_rules(words, BOARD)
    assert reason in caught.value.reason


def test_what_other_boards_cannot_have() -> None:
    small = Geometry.boxes(4, 2, 2)
    with pytest.raises(FormatError, match="must be given on a board of 4 digits"):
        parse_rules("lockout:r1c1-r1c3", small)
    from_zero = Geometry.rectangle(4, 4, digits=range(4), region_size=4)
    with pytest.raises(FormatError, match="r4c1 has place 4 in its column, which is not a digit"):
        parse_rules("row-indexer:r4c1", from_zero)
    large = Geometry.boxes(25, 5, 5)
    with pytest.raises(FormatError, match="more than 16"):
        parse_rules("rellik:r1c1-r1c3:5", large)


def test_bundles_and_presets() -> None:
    (rule,) = parse_rules("159", BOARD)
    assert rule.name == "column-indexer"
    assert len(rule.scope(BOARD)) == 81
    assert rule.arguments()["cells"][:3] == (0, 4, 8)
    (line,) = parse_rules("ten-line:r1c1-r1c4", BOARD)
    assert line.arguments()["sum"] == 10
