import pytest
from trials import trial

NAMES = (
    "hidden-skyscraper",
    "first-seen-odd",
    "first-seen-even",
    "rossini",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
