import pytest
from trials import trial

NAMES = (
    "contain",
    "contain-exact",
    "house-digits",
    "look-and-say",
    "equality-cage",
    "counting-circles",
    "count-distinct",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
