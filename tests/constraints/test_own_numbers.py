import pytest
from trials import trial

NAMES = (
    "friendly",
    "unfriendly",
    "digit-class",
    "low",
    "high",
)


@pytest.mark.parametrize("name", NAMES)
def test_by_brute_force(name: str) -> None:
    trial(name)
